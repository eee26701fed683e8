//! An exact number of pieces that close their files, on strips of any length.
//!
//! If no file has room for two pieces, there are at most as many pieces as files. Count each placement as z
//! to the power of its number of pieces: the sum is a polynomial in z whose degree is at most the width. Its
//! values at z = 0, 1, … modulo primes are terms with weights. Lagrange's formula gives the requested
//! coefficient, and the Chinese remainder theorem the number, which is smaller than the product of the
//! primes.

use super::closure::{NoClosure, Transfer};
use super::moves::Strip;
use super::state::StateReplacement;
use super::terms::{LANES, ModularRing};
use crate::algebra::modular::Modulus;
use crate::algebra::residues::Residues;
use crate::piece::{Moves, Range};
use num_bigint::BigInt;

/// Returns the numbers of placements of `pieces` pieces of a kind on strips of this width, of no rank, one,
/// and so on. `None` if the kind does not close its file, if the count is too large, or if it was stopped.
/// Ranks of the moves are those of the strip.
pub fn counts(
    width: usize,
    moves: &Moves,
    pieces: usize,
    lengths: usize,
    max_states: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<BigInt>> {
    let closes_file =
        |(step, range): ((i32, i32), Range)| step.1 == 0 && step.0.abs() == 1 && range == Range::Unlimited;
    if !moves.rides().any(closes_file) || pieces > width {
        return None;
    }
    let strip = Strip::of_kind(width, moves.clone());
    let transfer = match Transfer::new(&strip, StateReplacement::ALL, max_states, should_stop) {
        Ok(transfer) => transfer,
        Err(NoClosure::Reach | NoClosure::States | NoClosure::Stopped) => return None,
    };
    let bound = BigInt::from(width * lengths + 1).pow(u32::try_from(pieces).ok()?);
    let mut residues = Residues::new(lengths);
    for modulus in Modulus::descending() {
        let mut sums = vec![0; lengths];
        let points: Vec<u64> = (0..=width as u64).collect();
        for group in points.chunks(LANES) {
            let weight = |lane: usize| group.get(lane).copied().unwrap_or(0);
            let weights = std::array::from_fn(|lane| modulus.form(weight(lane)));
            let ring = ModularRing::new([modulus; LANES]);
            let values = transfer.terms_with_weight(&ring, &weights, lengths, should_stop)?;
            for (lane, &point) in group.iter().enumerate() {
                let share = lagrange(&modulus, width as u64, point, pieces)?;
                for (sum, value) in sums.iter_mut().zip(&values) {
                    *sum = modulus.sum(*sum, modulus.product(share, value[lane]));
                }
            }
        }
        residues.absorb(&modulus, &sums);
        if *residues.product() > &bound * 2 {
            return Some(residues.values().to_vec());
        }
    }
    None
}

/// Returns the coefficient of z^power in the polynomial that is 1 at `point` and 0 at all others of 0, 1, …,
/// `last`.
fn lagrange(modulus: &Modulus, last: u64, point: u64, power: usize) -> Option<u64> {
    let mut coefficients = vec![modulus.one()];
    let mut divisor = modulus.one();
    for other in (0..=last).filter(|&other| other != point) {
        // Multiplication by (z - other).
        let root = modulus.form(other);
        let mut next = vec![0; coefficients.len() + 1];
        for (place, &coefficient) in coefficients.iter().enumerate() {
            next[place + 1] = modulus.sum(next[place + 1], coefficient);
            next[place] = modulus.difference(next[place], modulus.product(root, coefficient));
        }
        coefficients = next;
        divisor = modulus.product(divisor, modulus.difference(modulus.form(point), root));
    }
    let coefficient = coefficients.get(power).copied().unwrap_or(0);
    Some(modulus.product(coefficient, modulus.inverse(divisor)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::strips::tests::counted;

    /// A comparison with the engines.
    #[test]
    fn numbers_are_those_of_the_engines() {
        for (kind, width, pieces) in
            [("Q", 4, 4), ("Q", 5, 3), ("A", 4, 3), ("R", 3, 2), ("R", 4, 0), ("Q", 1, 1)]
        {
            let text = format!("6x{width} {kind}{pieces}");
            let problem: Problem = text.parse().unwrap();
            let moves = problem.pieces().next().unwrap().kind.moves().clone();
            let found = counts(width, &moves, pieces, 8, 1 << 20, &|| false).unwrap();
            for (length, found) in found.iter().enumerate().skip(1) {
                let problem: Problem = format!("{length}x{width} {kind}{pieces}").parse().unwrap();
                assert_eq!(*found, counted(&problem), "{text} on {length} ranks");
            }
        }
        let bishop: Problem = "4x4 B2".parse().unwrap();
        let moves = bishop.pieces().next().unwrap().kind.moves().clone();
        assert_eq!(counts(4, &moves, 2, 4, 1 << 20, &|| false), None);
    }
}
