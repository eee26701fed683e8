//! Build a problem with your own kind on a torus without text, and count with progress, a button to cancel,
//! and a deadline.
//!
//! cargo run --release --example own_kind
#![allow(clippy::print_stdout)]

use armistice::Problem;
use armistice::board::{Board, Topology};
use armistice::piece::{Kind, Moves, Range};
use armistice::plan::{CancelToken, Deadline, Observer, Settings, StoppingObserver, UnitDone, plan};
use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The data of a progress bar with a button to cancel.
#[derive(Default)]
struct Progress {
    /// The share of the expected work that is done, from 0 to 1.
    done: Mutex<f64>,
    /// The token that cancels the count; any clone of it does so.
    cancel: CancelToken,
}

impl Progress {
    fn done(&self) -> f64 {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Progress {
    // All threads call this, once for each unit of work.
    fn unit_done(&self, unit: &UnitDone) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) += unit.share;
    }

    fn should_stop(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// Prints the output.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// Returns the output.
pub fn run() -> Result<String, Box<dyn Error>> {
    // Leaps one rank up and two files aside, and rides down its file.
    let leaps = [(1, 2), (1, -2)].map(|leap| (leap, Range::Times(1)));
    let ride = ((-1, 0), Range::Unlimited);
    let kind = Kind::from_moves('X', leaps.into_iter().chain([ride]).collect::<Moves>())?;
    let mut text = format!("X moves as {}\n", kind.betza());

    let board = Board::new(6, 6, Topology::Torus)?.with_hole("c3".parse()?)?;
    let problem = Problem::builder(board).put(kind, 4).put('N', 1).on_squares(["a1".parse()?]).build()?;

    // Two threads, at most a gigabyte, and at most a minute.
    let settings = Settings::default().with_threads(2).with_memory(1 << 30);
    let progress = Progress::default();
    let end = Deadline::from_now(Duration::from_secs(60));
    let plan = plan(&(&problem).into(), &settings)?;
    let outcome = plan.run(&StoppingObserver { observer: &progress, end: Some(end.0) })?;
    let sign = if outcome.complete { "" } else { "at least " };
    text += &format!("{problem}: {sign}{} placements\n", outcome.count);
    assert!(outcome.complete && progress.done() > 0.99, "all of the work is done");

    // A cancelled count is a lower bound.
    progress.cancel.clone().cancel();
    assert!(!plan.run(&progress)?.complete);
    Ok(text)
}
