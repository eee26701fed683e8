//! Strips: one side of the board is fixed, the other grows. What their [closure](crate::engines::strips) says of a family.
//!
//! | file | does |
//! |---|---|
//! | `formula` | recurrences, with degrees as well, largest numbers, placements up to symmetry, exact numbers that grow |
//! | `by_number` | the generating function by the number of pieces |

mod by_number;
mod formula;

pub(super) use by_number::expanded;
pub(super) use formula::{
    OfNumbers, attacked, by_number, formula, growth, maximal, of_numbers, up_to_symmetry,
};
