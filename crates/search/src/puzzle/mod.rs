//! Puzzles: placements of which enough is given that only one remains.
//!
//! [`unique`](unique()) decides whether a problem has exactly one placement. [`Maker`] makes such problems,
//! with pre-placed pieces or with regions. [`hint`](hint()) returns the next piece that a person would find, and
//! [`solving_steps`] the whole way with its reasons.
//! [`forcing`](forcing()) finds the fewest pieces that determine a placement, and
//! [`completion`](completion()) the number of pieces that can be placed in any way and still completed.

mod backtrack;
mod checked;
mod completion;
mod forcing;
mod grid;
mod hint;
mod make;
mod person;
mod reasons;
mod regions;
mod unique;

pub use checked::{Puzzle, puzzle_of, with_given};
pub use completion::{Completion, completion};
pub use forcing::{ForcingSets, forcing};
pub use hint::{Hint, hint};
pub use make::{Maker, PuzzleRequest};
pub use person::{Level, Steps, Technique};
pub use reasons::{SolvingStep, solving_steps};
pub use unique::{UniquenessTest, UniquenessVerdict, difference, unique};
