//! Formulas of families of problems, and published sequences.

pub mod formula;
pub mod sequences;

pub(crate) use armistice_algebra as algebra;
pub(crate) use armistice_base::clock;
#[cfg(test)]
pub(crate) use armistice_chess::{Problem, Question};
pub(crate) use armistice_chess::{board, feature, notation, piece, problem, question, symmetry, up_to};
pub(crate) use armistice_engines as engines;
pub(crate) use armistice_plan as plan;
pub(crate) use armistice_search::{self as search, answer};
