//! Counting placements of chess pieces that leave each other in peace.
//!
//! How many ways are there to put eight queens on a chess board so that none attacks another? Ninety-two. How
//! many for two rooks, two bishops, two knights, a queen and a king; on a torus; with holes; with a piece of
//! your own? This crate answers such questions exactly, by exhaustive search that is fast enough to be a tool.
//!
//! ```
//! use armistice::{Problem, engines::{self, Settings}};
//!
//! let problem: Problem = "8x8 Q8".parse()?;
//! let plan = plan::plan(&problem, &Settings::default())?;
//! let result = plan.run(&engines::Silent)?;
//! assert_eq!(result.count.to_string(), "92");
//! assert!(result.complete);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Problem`] is a [`board`], armies of [kinds](piece), and what is asked. It is read from and written as
//! [problem text](notation). [`conflict`] turns it into masks; the [engines] count.
//!
//! Rooms look one way only: `engines` into `conflict`, that into `board` and `piece`; `notation` into `problem`;
//! [`sequences`] compares with what is published; `run` keeps what was counted, so that a count can go on or be shared among
//! machines.
//! The library never prints, never exits and reports to an [observer](engines::Observer).

pub use armistice_core::{
    Army, Lines, Named, Objective, Pieces, PlacedPiece, Placement, PlacementFault, Problem, ProblemError,
    Quantity, Question, UpTo, board, conflict, engines, notation, piece, plan, search, sequences, with_mask,
    with_words,
};

#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "cli")]
pub mod run;
