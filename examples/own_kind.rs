//! A kind of your own on a torus, put together without text, and a count with progress, a button to cancel it, and a deadline.
//!
//! cargo run --release --example own_kind
#![allow(clippy::print_stdout)]

use armistice::Problem;
use armistice::board::{Board, Topology};
use armistice::piece::{Kind, Moves, Range};
use armistice::plan::{CancelToken, Deadline, Observer, Settings, UnitDone, Until, plan};
use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What a program would show as a bar beside a button.
#[derive(Default)]
struct Progress {
    /// How much of the expected work is done, from 0 to 1.
    done: Mutex<f64>,
    /// Whoever has a clone of it can cancel the count.
    cancel: CancelToken,
}

impl Progress {
    fn done(&self) -> f64 {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Progress {
    // Called by all threads, once for each unit of work.
    fn unit_done(&self, unit: &UnitDone) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) += unit.share;
    }

    fn should_stop(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// What is printed.
pub fn run() -> Result<String, Box<dyn Error>> {
    // Leaps one rank up and two files aside, and rides down its file.
    let leaps = [(1, 2), (1, -2)].map(|leap| (leap, Range::Times(1)));
    let ride = ((-1, 0), Range::Unlimited);
    let kind = Kind::from_moves('X', leaps.into_iter().chain([ride]).collect::<Moves>())?;
    let mut text = format!("X moves as {}\n", kind.betza());

    let board = Board::new(6, 6, Topology::Torus)?.with_hole("c3".parse()?)?;
    let problem = Problem::builder(board).put(kind, 4).put('N', 1).on(["a1".parse()?]).build()?;

    // Two threads, no more than a gigabyte, and no longer than a minute.
    let settings = Settings::default().with_threads(2).with_memory(1 << 30);
    let progress = Progress::default();
    let end = Deadline::after(Duration::from_secs(60));
    let plan = plan(&(&problem).into(), &settings)?;
    let outcome = plan.run(&Until { observer: &progress, end: Some(end.0) })?;
    let sign = if outcome.complete { "" } else { "at least " };
    text += &format!("{problem}: {sign}{} placements\n", outcome.count);
    assert!(outcome.complete && progress.done() > 0.99, "all of the work is done");

    // Cancelled, a count is a lower bound.
    progress.cancel.clone().cancel();
    assert!(!plan.run(&progress)?.complete);
    Ok(text)
}
