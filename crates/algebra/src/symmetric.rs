//! Eigenvalues and eigenvectors of symmetric matrices, to about thirty digits.
//!
//! C. G. J. Jacobi (1846): a rotation in the plane of two coordinates makes the entry between them zero. It
//! disturbs other entries by less than it removes. Once the entries off the diagonal are small, each round
//! squares them. So a matrix that is nearly diagonal takes one or two rounds.

use super::double_double::DoubleDouble;

/// A matrix as a list of rows.
pub type Rows = Vec<Vec<DoubleDouble>>;

/// The maximum number of rounds.
const MAX_ROUNDS: usize = 40;
/// The ratio to the largest entry below which entries are not changed.
const NEGLIGIBLE: f64 = 1e-33;

/// Returns the eigenvalues, with their eigenvectors of length 1 as rows; `None` if stopped.
pub fn eigenvectors(mut matrix: Rows, should_stop: &dyn Fn() -> bool) -> Option<(Vec<DoubleDouble>, Rows)> {
    let size = matrix.len();
    let unit = |row: usize| {
        let mut unit = vec![DoubleDouble::ZERO; size];
        unit[row] = DoubleDouble::ONE;
        unit
    };
    let mut vectors: Rows = (0..size).map(unit).collect();
    let largest = matrix.iter().flatten().map(|entry| entry.high().abs()).fold(0.0, f64::max);
    for _ in 0..MAX_ROUNDS {
        let mut is_done = true;
        for p in 0..size {
            if should_stop() {
                return None;
            }
            for q in p + 1..size {
                let entry = matrix[p][q];
                if entry.high().abs() <= largest * NEGLIGIBLE {
                    continue;
                }
                is_done = false;
                let (cosine, sine) = rotation(matrix[p][p], matrix[q][q], entry);
                for row in &mut matrix {
                    (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
                }
                rotate(&mut matrix, (p, q), (cosine, sine));
                rotate(&mut vectors, (p, q), (cosine, sine));
            }
        }
        if is_done {
            break;
        }
    }
    Some(((0..size).map(|row| matrix[row][row]).collect(), vectors))
}

/// Returns the cosine and sine of the rotation that makes the entry between two diagonal ones zero.
fn rotation(first: DoubleDouble, second: DoubleDouble, entry: DoubleDouble) -> (DoubleDouble, DoubleDouble) {
    let ratio = (second - first) / (entry + entry);
    let one = DoubleDouble::ONE;
    let tangent = if ratio.high().abs() > 1e15 {
        DoubleDouble::from(0.5) / ratio
    } else {
        let size = one / (ratio.abs() + (ratio * ratio + one).sqrt());
        if ratio.high() < 0.0 { -size } else { size }
    };
    let cosine = one / (tangent * tangent + one).sqrt();
    (cosine, tangent * cosine)
}

/// Rotates two rows.
fn rotate(rows: &mut Rows, (p, q): (usize, usize), (cosine, sine): (DoubleDouble, DoubleDouble)) {
    let (before, after) = rows.split_at_mut(q);
    for (x, y) in before[p].iter_mut().zip(&mut after[0]) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    }
}

/// Returns the product of two matrices.
#[must_use]
pub fn product(left: &Rows, right: &Rows) -> Rows {
    let width = right.first().map_or(0, Vec::len);
    let row = |row: &Vec<DoubleDouble>| {
        let mut sums = vec![DoubleDouble::ZERO; width];
        for (factor, other) in row.iter().zip(right).filter(|(factor, _)| factor.high() != 0.0) {
            sums.iter_mut().zip(other).for_each(|(sum, entry)| *sum = *sum + *factor * *entry);
        }
        sums
    };
    left.iter().map(row).collect()
}

/// Returns the matrix with rows and columns exchanged.
#[must_use]
pub fn transpose(matrix: &Rows) -> Rows {
    let width = matrix.first().map_or(0, Vec::len);
    (0..width).map(|column| matrix.iter().map(|row| row[column]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::*;

    #[test]
    fn eigenvectors_make_the_matrix_again_and_are_orthogonal() {
        let mut dice = Dice::new(3);
        for size in 1..12 {
            let mut entry = || DoubleDouble::from(dice.draw_below(1_000) as f64 - 500.0);
            let half: Rows = (0..size).map(|row| (0..=row).map(|_| entry()).collect()).collect();
            let entry = |row: usize, column: usize| half[row.max(column)][row.min(column)];
            let matrix: Rows =
                (0..size).map(|row| (0..size).map(|column| entry(row, column)).collect()).collect();
            let (values, vectors) = eigenvectors(matrix.clone(), &|| false).unwrap();
            let is_zero = |number: DoubleDouble| assert!(number.high().abs() < 1e-26, "{number:?}");
            let scaled: Rows = vectors
                .iter()
                .zip(&values)
                .map(|(row, value)| row.iter().map(|x| *x * *value).collect())
                .collect();
            let again = product(&transpose(&vectors), &scaled);
            let gram = product(&vectors, &transpose(&vectors));
            for row in 0..size {
                for column in 0..size {
                    is_zero(again[row][column] - entry(row, column));
                    let unit = if row == column { DoubleDouble::ONE } else { DoubleDouble::ZERO };
                    is_zero(gram[row][column] - unit);
                }
            }
        }
    }
}
