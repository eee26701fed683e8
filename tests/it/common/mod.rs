//! Shared parts of the tests: random problems from a seed, counts to compare with, and the command.

pub mod armies;
mod counting;
mod problems;
#[cfg(feature = "cli")]
pub mod program;
mod random;
#[cfg(feature = "cli")]
pub mod runs;
#[cfg(feature = "cli")]
pub mod schema;

pub use counting::{
    Answer, Patience, answer, classes, classes_by_definition, count, count_with, engine, is_misfit,
    is_together, oracle, placement, plan, up_to_symmetry, with_engine,
};
pub use problems::{
    BUILT_IN, FREE, Parts, PiecesPart, Shape, closed_in_places, random_halves, random_moves,
    random_open_parts, random_parts, random_rows, square, ways,
};
pub use random::{Random, fewest, first_seed, one_in, sample, seeds};
