//! Strips: one side of the board is constant and the other grows. Their [closure](crate::engines::strips)
//! gives formulas.
//!
//! | file | does |
//! |---|---|
//! | `formula` | recurrences, also with degrees; maxima, placements up to symmetry, exact numbers that grow |
//! | `by_number` | the generating function by the number of pieces |

mod by_number;
mod formula;

pub(super) use by_number::expand;
pub(super) use formula::{
    NumbersResult, attack_formula, by_number, formula, growth, maximal_formula, of_numbers, up_to_symmetry,
};
