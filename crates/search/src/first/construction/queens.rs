//! *n* queens on a board of *n* ranks and files: every size but 2 and 3.
//!
//! Even numbers, then odd ones, with a few exchanged for two remainders modulo 6 (E. Pauls, *Das Maximalproblem der Damen auf
//! dem Schachbrete*, Deutsche Schachzeitung, 1874; in this form B. Bernhardsson, *Explicit solutions to the N-queens problem
//! for all N*, SIGART Bulletin 2, 1991). Why it is one: from one file to the next the rank goes up by 2, but at the two places
//! where evens end and odds are exchanged. Two queens on a diagonal are as many ranks as files apart, and so stand on both sides
//! of such a place; there sums and differences of rank and file modulo *n* or *n* + 1 are different as long as
//! *n* leaves none of the remainders 2 and 3 modulo 6, and those exchanges are for them.

use crate::board::Square;

/// Queens on the square board in the corner, in the files' order; none for boards of 2 and 3, which have no such placement.
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
