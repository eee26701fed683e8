//! A kind of one's own on a torus, put together without text, and a count that is watched and has a deadline.
//!
//! cargo run --release --example own_kind
#![allow(clippy::print_stdout)]

use armistice::Problem;
use armistice::board::{Board, Topology};
use armistice::piece::{Kind, Moves, Range};
use armistice::plan::{Deadline, Observer, Settings, UnitDone, Until, plan};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// Counts the units that are done; a program would draw a bar.
#[derive(Default)]
struct Progress(AtomicUsize);

impl Observer for Progress {
    fn unit_done(&self, _: &UnitDone) {
        self.0.fetch_add(1, Relaxed);
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
    assert!(!outcome.complete || progress.0.into_inner() >= plan.summary().units);
    Ok(text)
}
