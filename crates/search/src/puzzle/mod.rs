//! Puzzles: placements of which so much is given that only one is left.
//!
//! [`unique`](unique()) says whether a problem has exactly one placement, [`Maker`] makes problems that have, with given pieces or with
//! regions, [`hint`](hint()) says what a person would find next, [`forcing`](forcing()) finds the fewest pieces that can be given, and
//! [`completion`](completion()) how many can be put down anyhow.

mod backtrack;
mod checked;
mod completion;
mod forcing;
mod grid;
mod hint;
mod make;
mod person;
mod regions;
mod unique;

pub use checked::{Puzzle, puzzle_of, with_given};
pub use completion::{Completion, completion};
pub use forcing::{Forcing, forcing};
pub use hint::{Hint, hint};
pub use make::{Maker, Wanted};
pub use person::{Level, Steps, Technique};
pub use unique::{Found, Unique, difference, unique};
