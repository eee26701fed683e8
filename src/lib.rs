//! Counting placements of chess pieces that leave each other in peace.
//!
//! How many ways are there to put eight queens on a chess board so that none attacks another? Ninety-two. How
//! many for two rooks, two bishops, two knights, a queen and a king; on a torus; with holes; with a piece of
//! your own? This crate answers such questions exactly, by exhaustive search that is fast enough to be a tool.
//!
//! ```
//! use armistice::{Question, UpTo, plan::{Settings, Silent, plan}};
//!
//! let question: Question = "8x8 Q8".parse()?;
//! let outcome = plan(&question, &Settings::default())?.run(&Silent)?;
//! assert_eq!(outcome.count.to_string(), "92");
//!
//! let up_to_symmetry = question.with_up_to(UpTo::Symmetry);
//! let outcome = plan(&up_to_symmetry, &Settings::default())?.run(&Silent)?;
//! assert_eq!(outcome.count.to_string(), "12");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Problem`] is a [`board`] and armies of [kinds](piece), read from and written as [problem text](notation); a [`Question`]
//! is what is to be known of it. A [`plan`](mod@plan) answers it with one or more of the [`engines`]; [`search`] finds
//! placements and largest numbers; [`sequences`] compares with what is published. [`run`] keeps what was counted, so that a
//! count can go on or be shared among machines, and [`report`] writes results.
//!
//! Dependencies between modules point one way. The library never prints, never exits and reports to an
//! [observer](plan::Observer).

pub use armistice_core::{
    Army, BigUint, Lines, Named, Objective, Pieces, PlacedPiece, Placement, PlacementFault, Problem,
    ProblemBuilder, ProblemError, Quantity, Question, UpTo, board, conflict, engines, notation, piece, plan,
    search, sequences, with_mask, with_words,
};

#[cfg(any(feature = "draw", feature = "json"))]
pub mod report;
#[cfg(feature = "cli")]
pub mod run;
