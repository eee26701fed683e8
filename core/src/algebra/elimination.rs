//! Gauss's elimination modulo a prime, a column at a time.

use super::modular::Modulus;

/// Brings a row that is not zero in this column to the row of that number, and makes the column zero in all rows below it; false
/// if it is zero from there on already.
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
