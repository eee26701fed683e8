//! Counts that are resumed, and placements by rank: what users of a sweep need to know of it.
//!
//! A sweep offers its state between two steps to a [keeper](SweepKeeper), which writes it to a file when it likes. A sweep that is
//! planned again by the same [recipe](SweepRecipe) reads the state and goes on. Sweeps of which all levels are kept know their
//! placements [by rank](RankedPlacements).

use crate::engines::run::{Run, RunError};
use crate::engines::tally::Counts;
use num_bigint::BigUint;
use std::io::{self, Read, Seek, Write};

/// Why a sweep cannot go on from a state.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// Bytes are not as they were written.
    #[error("damaged: it is not what was written")]
    Damaged,
    /// Written by a program that does it another way.
    #[error("not in the form that this program writes")]
    Form,
    /// The levels are of steps that this program does not do.
    #[error("the state of a different sweep of this problem")]
    Other,
}

/// How a part is swept: what the trial chose, which depends on the processor.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SweepWay {
    /// The number of the order.
    pub order: usize,
    /// For each variable whether it is kept by groups.
    pub grouped: Vec<bool>,
    /// Seconds that the rest after the trial was expected to take with one thread.
    pub seconds: f64,
    /// Bytes that were expected to be held at most.
    pub memory: u64,
}

/// How the same sweeps are made again: a way for each part.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SweepRecipe {
    /// The ways, in the order of the parts.
    pub ways: Vec<SweepWay>,
}

/// Is offered the state of a sweep between any two steps, and keeps it when it likes.
pub trait SweepKeeper: Sync {
    /// Here it is. The sweep waits until this returns.
    fn keep(&self, state: &dyn SweepState);
}

/// Why a state is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SweepPause {
    /// Between two steps.
    Step,
    /// The sweep is to stop, and this is the last chance.
    Stopped,
    /// Everything is counted.
    Finished,
}

/// What is known at some time, ready to be written.
pub trait SweepState {
    /// Why it is offered.
    fn pause(&self) -> SweepPause;

    /// The share of the count that is done, 0 to 1.
    fn share(&self) -> f64;

    /// Partial placements made.
    fn nodes(&self) -> u64;

    /// About how many bytes it is.
    fn bytes(&self) -> u64;

    /// Writes it, and returns the hash of what was written, in hexadecimal digits.
    ///
    /// # Errors
    /// Whatever `to` says.
    fn write(&self, to: &mut dyn Write) -> io::Result<String>;
}

/// What has a state that can be kept while it runs, and from which it goes on: a sweep.
pub trait Resumable: Sync {
    /// How the same sweep is planned again.
    fn recipe(&self) -> SweepRecipe;

    /// Reads a state that a sweep has written, with the hash that it had then: the plan goes on from there when it is run.
    /// Returns the share of the count that is done.
    ///
    /// # Errors
    /// States that are damaged, or of another sweep; then nothing has changed.
    fn load(&self, from: Box<dyn Source>, digest: &str) -> Result<f64, CheckpointError>;

    /// Counts, and offers the state of the sweep to the keeper now and then.
    ///
    /// # Errors
    /// Sums that fail a check, and states that cannot be kept in memory or in files.
    fn count_kept(&self, keeper: &dyn SweepKeeper, run: &Run<'_>) -> Result<Counts, RunError>;
}

/// Where a state is read from.
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// A piece on a square: the numbers of its kind and of the square.
pub type Piece = (usize, usize);

/// All placements of a problem, by rank.
pub trait RankedPlacements: Send + Sync {
    /// How many there are.
    fn count(&self) -> BigUint;

    /// How many placements have each free piece that any of them has, in no order; `None` if it was stopped. All levels are gone
    /// through once, backwards, for all pieces together.
    fn with_each(&self, should_stop: &dyn Fn() -> bool) -> Option<Vec<(Piece, BigUint)>>;

    /// The free pieces of the placements with these ranks, which are less than their [number](Self::count), in the order in which
    /// they are given; `None` if it was stopped.
    fn placements(&self, ranks: &[BigUint], should_stop: &dyn Fn() -> bool) -> Option<Vec<Vec<Piece>>>;
}
