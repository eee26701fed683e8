//! Count all placements, classes up to symmetry, and placements by number of pieces.
//!
//! cargo run --release --example classes
#![allow(clippy::print_stdout)]

use armistice::plan::plan;
use armistice::prelude::*;
use std::error::Error;

/// Prints the output.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// Returns the output.
pub fn run() -> Result<String, Box<dyn Error>> {
    let settings = Settings::default();
    let mut text = String::new();

    let queens: Problem = "8x8 Q8".parse()?;
    text += &format!("{queens}: {} placements\n", armistice::count(&queens)?);

    let question = Question::from(&queens).with_up_to(UpTo::Symmetry);
    let outcome = plan(&question, &settings)?.run(&Silent)?;
    text += &format!("{queens}: {} up to symmetry\n", outcome.count);

    // The coefficients of the independence polynomial of the king's graph.
    let kings: Question = "4x4 K*".parse()?;
    let outcome = plan(&kings.with_by_number(true), &settings)?.run(&Silent)?;
    for each in outcome.by_number.unwrap_or_default() {
        text += &format!("{} kings on 4x4: {}\n", each.pieces[0], each.count);
    }

    // Two engines answer the same question.
    let mixed: Question = "6x6 Q2 B2 N2".parse()?;
    for name in ["cells", "frontier"] {
        let outcome = plan(&mixed, &settings.clone().with_engine(name.parse()?))?.run(&Silent)?;
        text += &format!("{} by {name}: {}\n", mixed.problem, outcome.count);
    }
    Ok(text)
}
