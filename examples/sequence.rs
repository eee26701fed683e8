//! Compute terms of a sequence from a family of problems, compare them with the published terms, write them
//! as a b-file, and find a maximum.
//!
//! cargo run --release --example sequence
#![allow(clippy::print_stdout)]

use armistice::notation::Family;
use armistice::plan::{Settings, Silent};
use armistice::search::{Finder, largest};
use armistice::sequences::{Registry, RegistryEntry, bfile};
use armistice::{BigUint, Question};
use std::error::Error;

/// Prints the output.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// Returns the output.
pub fn run() -> Result<String, Box<dyn Error>> {
    let family: Family = "{n}x{n} Q{n}".parse()?;
    let count = |n| Ok::<BigUint, Box<dyn Error>>(armistice::count(&family.problem_at(&[('n', n)])?)?);
    let terms: Vec<BigUint> = (1..=9).map(count).collect::<Result<_, _>>()?;
    let mut text = bfile::write(&["Placements of n non-attacking queens on n X n"], 1, &terms);

    // The published sequences that are built in.
    let Some(RegistryEntry::Supported(published)) = Registry::built_in().find("A000170") else {
        return Err("A000170 is not built in".into());
    };
    let first = usize::try_from(1 - published.offset)?;
    assert_eq!(terms, published.terms[first..][..terms.len()]);
    text += &format!("{} terms agree with {}: {}\n", terms.len(), published.id, published.name);

    // The maximum number of knights that fit with five queens.
    let question: Question = "8x8 Q5 Nmax".parse()?;
    let found = largest(&question, &Settings::default(), Finder::Best, true, &Silent)?;
    let (number, ways) = (found.number.unwrap_or(0), found.outcome.map(|outcome| outcome.count));
    text += &format!("{}: {number}, in {} ways\n", question.problem, ways.unwrap_or_default());
    text += &format!("{:#}\n", found.placement.display(&question.problem));
    Ok(text)
}
