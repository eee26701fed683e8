//! Characteristic polynomials modulo a prime, and the traces of all powers from one of them.
//!
//! A matrix is brought to the form of K. Hessenberg (1942), with zeros below the first subdiagonal, by
//! eliminations that are undone from the other side. From that form the polynomial follows by a recurrence
//! (H. Cohen, *A course in computational algebraic number theory*, 1993, algorithm 2.2.9). That takes the
//! cube of the number of states. Newton's identities then give any number of traces, whereas walks would
//! begin anew from every state.

use crate::algebra::modular::Modulus;

/// Returns the coefficients of det(x - M), the leading 1 first, all in Montgomery form; `None` if stopped.
pub(super) fn characteristic(
    modulus: &Modulus,
    mut matrix: Vec<Vec<u64>>,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<u64>> {
    hessenberg(modulus, &mut matrix, should_stop)?;
    // Polynomials of the upper left corners, their constant terms first.
    let mut corners = vec![vec![modulus.one()]];
    for size in 1..=matrix.len() {
        let last = size - 1;
        let mut corner = vec![0];
        corner.extend_from_slice(&corners[last]);
        modulus.add_multiple(&mut corner, modulus.negative(matrix[last][last]), &corners[last]);
        let mut product = modulus.one();
        for above in (0..last).rev() {
            product = modulus.product(product, matrix[above + 1][above]);
            if product == 0 {
                break;
            }
            let factor = modulus.negative(modulus.product(product, matrix[above][last]));
            modulus.add_multiple(&mut corner, factor, &corners[above]);
        }
        corners.push(corner);
        if should_stop() {
            return None;
        }
    }
    let mut coefficients = corners.pop()?;
    coefficients.reverse();
    Some(coefficients)
}

/// Makes all entries below the first subdiagonal zero.
fn hessenberg(modulus: &Modulus, matrix: &mut [Vec<u64>], should_stop: &dyn Fn() -> bool) -> Option<()> {
    let size = matrix.len();
    for pivot in 1..size.saturating_sub(1) {
        let Some(found) = (pivot..size).find(|&row| matrix[row][pivot - 1] != 0) else { continue };
        matrix.swap(found, pivot);
        matrix.iter_mut().for_each(|row| row.swap(found, pivot));
        let (upper, lower) = matrix.split_at_mut(pivot + 1);
        let row_of_pivot = &upper[pivot];
        let inverse = modulus.inverse(row_of_pivot[pivot - 1])?;
        let factors: Vec<u64> = lower.iter().map(|row| modulus.product(row[pivot - 1], inverse)).collect();
        for (row, &factor) in lower.iter_mut().zip(&factors).filter(|(_, factor)| **factor != 0) {
            modulus.add_multiple(&mut row[pivot - 1..], modulus.negative(factor), &row_of_pivot[pivot - 1..]);
        }
        for row in matrix.iter_mut() {
            row[pivot] = modulus.sum(row[pivot], modulus.dot(&factors, &row[pivot + 1..]));
        }
        if should_stop() {
            return None;
        }
    }
    Some(())
}

/// Returns the traces of the powers 0, 1, ... of a matrix with this characteristic polynomial, all in
/// Montgomery form.
pub(super) fn power_sums(modulus: &Modulus, coefficients: &[u64], count: usize) -> Vec<u64> {
    let Some((_, rest)) = coefficients.split_first() else { return Vec::new() };
    let mut sums = vec![modulus.form(rest.len() as u64)];
    while sums.len() < count {
        let power = sums.len();
        // The coefficients before that of this power, each with the power sum of the remaining exponent.
        let before = (power - 1).min(rest.len());
        let mut sum = modulus.dot_reversed(&rest[..before], &sums[power - before..]);
        if let Some(&own) = rest.get(power - 1) {
            sum = modulus.sum(sum, modulus.product(modulus.form(power as u64), own));
        }
        sums.push(modulus.negative(sum));
    }
    sums.truncate(count);
    sums
}
