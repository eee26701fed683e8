//! Gaussian elimination modulo a prime, one column at a time.

use super::modular::Modulus;

/// Swaps a row that is nonzero in column `column` into the row with that number, and makes the column zero in
/// all rows below. Returns false if the column is already zero from that row on.
pub(super) fn clear_below(modulus: &Modulus, rows: &mut [Vec<u64>], column: usize) -> bool {
    let Some(pivot) = (column..rows.len()).find(|&row| rows[row][column] != 0) else { return false };
    rows.swap(column, pivot);
    let (above, below) = rows.split_at_mut(column + 1);
    let pivot = &above[column];
    let Some(inverse) = modulus.inverse(pivot[column]) else { return false };
    for row in below.iter_mut().filter(|row| row[column] != 0) {
        let factor = modulus.negative(modulus.product(row[column], inverse));
        modulus.add_multiple(&mut row[column..], factor, &pivot[column..]);
    }
    true
}

/// Returns the number of the last row that does not depend on those before it; `None` if all are zero.
pub(super) fn last_independent(modulus: &Modulus, rows: Vec<Vec<u64>>) -> Option<usize> {
    // The rows begin with 1, and each is zero in the columns where earlier rows begin.
    let mut basis: Vec<(usize, Vec<u64>)> = Vec::new();
    let mut last = None;
    for (number, mut row) in rows.into_iter().enumerate() {
        for (column, begun) in &basis {
            let factor = modulus.negative(row[*column]);
            modulus.add_multiple(&mut row, factor, begun);
        }
        let Some(column) = row.iter().position(|&value| value != 0) else { continue };
        let inverse = modulus.inverse(row[column])?;
        basis.push((column, row.iter().map(|&value| modulus.product(value, inverse)).collect()));
        last = Some(number);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_row_that_says_something_new() {
        let modulus = Modulus::new(101).unwrap();
        let last = |rows: &[[u64; 3]]| {
            let forms = rows.iter().map(|row| row.iter().map(|&value| modulus.form(value)).collect());
            last_independent(&modulus, forms.collect())
        };
        assert_eq!(last(&[[0, 0, 0]]), None);
        assert_eq!(last(&[[0, 2, 4], [0, 1, 2], [1, 0, 0], [5, 3, 6]]), Some(2));
        assert_eq!(last(&[[0, 2, 4], [1, 1, 2], [1, 2, 4], [7, 7, 15], [3, 1, 4]]), Some(3));
    }
}
