//! Counts that can be resumed, and placements by rank: the interface of a sweep for its users.
//!
//! Between two steps a sweep offers its state to a [keeper](SweepKeeper), which may write it to a file. A
//! sweep that is planned again by the same [recipe](SweepRecipe) reads the state and continues. A sweep that
//! keeps all its levels can find its placements [by rank](RankedPlacements).

use crate::engines::run::{Run, RunError};
use crate::engines::tally::Counts;
use num_bigint::BigUint;
use std::io::{self, Read, Seek, Write};

/// The reason why a sweep cannot continue from a state.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The state cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// The bytes differ from those that were written.
    #[error("damaged: its content was changed")]
    Damaged,
    /// The state was written by a program with another format.
    #[error("not in the form that this program writes")]
    Form,
    /// The levels belong to steps that this program does not do.
    #[error("the state of a different sweep of this problem")]
    Other,
}

/// The way in which a part is swept: the choice of the trial, which depends on the processor.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SweepWay {
    /// The number of the order.
    pub order: usize,
    /// For each variable whether it is kept by groups.
    pub grouped: Vec<bool>,
    /// The seconds that the rest after the trial was expected to take with one thread.
    pub seconds: f64,
    /// The number of bytes that were expected to be held at most.
    pub memory: u64,
}

/// A recipe for making the same sweeps again: a way for each part.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SweepRecipe {
    /// The ways, in the order of the parts.
    pub ways: Vec<SweepWay>,
}

/// A keeper of states. A sweep offers its state between any two steps, and the keeper may keep it.
pub trait SweepKeeper: Sync {
    /// Receives a state. The sweep waits until this returns.
    fn keep(&self, state: &dyn SweepState);
}

/// The reason why a state is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SweepPause {
    /// The sweep is between two steps.
    Step,
    /// The sweep was stopped, and this is the last offer.
    Stopped,
    /// Everything is counted.
    Finished,
}

/// The results so far, ready to be written.
pub trait SweepState {
    /// Returns the reason why the state is offered.
    fn pause(&self) -> SweepPause;

    /// Returns the share of the count that is done, 0 to 1.
    fn share(&self) -> f64;

    /// Returns the number of partial placements made.
    fn nodes(&self) -> u64;

    /// Returns its approximate number of bytes.
    fn bytes(&self) -> u64;

    /// Writes the state, and returns the hash of the written bytes, in hexadecimal digits.
    ///
    /// # Errors
    /// The errors of `to`.
    fn write(&self, to: &mut dyn Write) -> io::Result<String>;
}

/// A sweep whose state can be kept while it runs, and from which it can continue.
pub trait Resumable: Sync {
    /// Returns the recipe for planning the same sweep again.
    fn recipe(&self) -> SweepRecipe;

    /// Reads a state that a sweep has written, with the hash that it then had. The next run continues from
    /// this state. Returns the share of the count that is done.
    ///
    /// # Errors
    /// States that are damaged, or belong to another sweep. In this case nothing has changed.
    fn load(&self, from: Box<dyn Source>, digest: &str) -> Result<f64, CheckpointError>;

    /// Counts, and offers the state of the sweep to the keeper now and then.
    ///
    /// # Errors
    /// Sums that fail a check, and states that cannot be kept in memory or in files.
    fn count_kept(&self, keeper: &dyn SweepKeeper, run: &Run<'_>) -> Result<Counts, RunError>;
}

/// The source of a state.
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// A piece on a square: the numbers of its kind and of the square.
pub type Piece = (usize, usize);

/// All placements of a problem, by rank.
pub trait RankedPlacements: Send + Sync {
    /// Returns the number of placements.
    fn count(&self) -> BigUint;

    /// Returns for each free piece of any placement the number of placements that have it, in no order;
    /// `None` if it was stopped. All levels are read once, backwards, for all pieces together.
    fn with_each(&self, should_stop: &dyn Fn() -> bool) -> Option<Vec<(Piece, BigUint)>>;

    /// Returns the free pieces of the placements with these ranks, in the given order; `None` if it was
    /// stopped. Ranks are less than the [number](Self::count) of placements.
    fn placements(&self, ranks: &[BigUint], should_stop: &dyn Fn() -> bool) -> Option<Vec<Vec<Piece>>>;
}
