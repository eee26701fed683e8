//! *n* queens on a board of *n* ranks and files: every size but 2 and 3.
//!
//! Even numbers come first, then odd ones, with a few exchanged for two remainders modulo 6 (E. Pauls, *Das
//! Maximalproblem der Damen auf dem Schachbrete*, Deutsche Schachzeitung, 1874; in this form B. Bernhardsson,
//! *Explicit solutions to the N-queens problem for all N*, SIGART Bulletin 2, 1991). Why this is a placement:
//! from one file to the next the rank increases by 2, except at two places: the end of the even numbers, and
//! the exchanged odd ones. Two queens on a diagonal are as many ranks as files apart, so they are on
//! different sides of such a place. There the sums and differences of rank and file modulo *n* or *n* + 1
//! differ unless the remainder of *n* modulo 6 is 2 or 3. The exchanges handle these remainders.

use crate::board::Square;

/// Returns queens on the square board in the corner, in the order of the files. The list is empty for boards
/// of 2 and 3, which have no such placement.
pub(super) fn queens(rows: usize, cols: usize, number: usize) -> Vec<Square> {
    let n = rows.min(cols);
    let evens = (2..=n).step_by(2);
    let odds = (1..=n).step_by(2);
    let ranks: Vec<usize> = match n % 6 {
        _ if n == 2 || n == 3 => return Vec::new(),
        // 3 1 7 9 11 ... 5
        2 => evens.chain([3, 1]).chain(odds.skip(3)).chain([5]).collect(),
        // 4 6 8 ... 2 5 7 9 ... 1 3
        3 => evens.skip(1).chain([2]).chain(odds.skip(2)).chain([1, 3]).collect(),
        _ => evens.chain(odds).collect(),
    };
    ranks.into_iter().enumerate().map(|(col, rank)| Square { row: rank - 1, col }).take(number).collect()
}
