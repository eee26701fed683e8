//! All external tests in one program: the library by its public interface, the command line, and the
//! structure of the sources.
//!
//! * `cargo test` runs all of them, the longest with a small part of their problems.
//! * `ARMISTICE_TESTS=all cargo test` takes all problems.
//! * `cargo test --test it armies::` runs one file.
//! * `ARMISTICE_SEED=n cargo test` takes other random problems. A failure names its seed.
//! * `ARMISTICE=path cargo test` tests the command at that path.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(unreachable_pub, reason = "what a module offers to others is public in it, and nothing is outside")]

mod common;

mod armies;
mod boards;
mod compete;
mod counts;
mod cover;
mod engines;
mod engines_agree;
mod examples;
mod exports;
mod few;
mod first_fail;
#[cfg(feature = "cli")]
mod formulas;
mod frontier;
mod halves;
mod hops;
mod house;
mod largest;
mod largest_armies;
mod laws;

mod listing;
mod objectives;
mod peers;
mod placements;
mod profile;
mod proofs;
mod ranges;
mod sequences;
mod shields;
mod steady_plans;
mod strips;
mod sweeps;
mod symmetries;
mod tallies;
mod trees;
mod walls;
mod without;
#[cfg(feature = "cli")]
mod written_trees;

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod combinations;
#[cfg(feature = "cli")]
mod long_runs;
