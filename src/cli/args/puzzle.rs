//! Arguments of `armistice puzzle`.

use super::brought::GivenArguments;
use super::one_of::one_of;
use super::placed::LookArguments;
use super::question::{BUDGET, HOW, OUTPUT};
use crate::Named;
use crate::search::puzzle::Level;
use armistice_base::named;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

named! {
    /// How puzzles are written.
    pub(in crate::cli) enum PuzzleForm {
        /// The pre-placed pieces, the difficulty, and a board of letters.
        Diagram = "diagram",
        /// Problem text, a puzzle a line, which all verbs read.
        Text = "text",
        /// One JSON object per line, with the solution.
        Json = "json",
    }
}

/// A heading of the help.
const PUZZLES: &str = "Which puzzles";

/// Make puzzles with exactly one solution.
///
/// Draws a placement at random, and pre-places as few of its pieces as determine it: `8x8 Q8@b1,e3` is a problem with one
/// placement. `--regions` draws regions instead, each with one piece or K pieces. Two methods check that every puzzle has one solution.
/// `--fewest` finds the fewest pre-placed pieces that determine some placement. `--completable` finds how many non-attacking pieces can
/// always be completed, wherever they stand.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # Eight queens, some of them given
  armistice puzzle 8x8 Q8
  # Five easy puzzles, the same ones each time
  armistice puzzle 8x8 Q8 --level easy --seed 1 --limit 5
  # Regions: queens, and kings one to a rank and file
  armistice puzzle 8x8 Q8 --regions
  armistice puzzle 8x8 K8 rank=1 file=1 --regions
  # Star Battle, two stars each
  armistice puzzle 10x10 K20 rank=2 file=2 --regions=2
  # Files of levels, and sheets to print with the solutions on the back
  armistice puzzle 8x8 Q8 --limit 100 -o levels.jsonl
  armistice puzzle 8x8 Q8 --limit 6 -o sheet.pdf
  # The fewest queens that force a placement
  armistice puzzle 8x8 Q8 --fewest
  # How many queens can always be completed
  armistice puzzle 8x8 Q8 --completable"
)]
pub(in crate::cli) struct PuzzleArguments {
    /// Board and pieces, or `-` to read them from standard input. One argument or several
    #[arg(value_name = "PROBLEM", required_unless_present = "file", conflicts_with = "file")]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Read the problem from a file (or `-`)
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) given: GivenArguments,

    /// Number of puzzles [default: 1]. All of them are different
    #[arg(long = "limit", visible_alias = "count", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = PUZZLES)]
    pub(in crate::cli) count: Option<u32>,

    /// Difficulty of the puzzles for a person
    #[arg(long, value_parser = one_of(Level::ALL), conflicts_with = "fewest", help_heading = PUZZLES)]
    pub(in crate::cli) level: Option<Level>,

    /// Draw regions with one piece each, or K pieces. Nothing is pre-placed
    #[arg(
        long,
        value_name = "K",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        conflicts_with = "fewest",
        help_heading = PUZZLES
    )]
    pub(in crate::cli) regions: Option<u32>,

    /// Random seed [default: a new one each run]
    #[arg(long, value_name = "S", help_heading = PUZZLES)]
    pub(in crate::cli) seed: Option<u64>,

    /// Make puzzles with the fewest pre-placed pieces that force a placement
    #[arg(long, help_heading = PUZZLES)]
    pub(in crate::cli) fewest: bool,

    /// Find the largest number of non-attacking pieces that can be completed wherever they stand
    #[arg(long, conflicts_with_all = ["count", "level", "regions", "seed", "fewest", "output"], help_heading = PUZZLES)]
    pub(in crate::cli) completable: bool,

    /// Stop after a time like 30s, 5min or 2h
    #[arg(long, long_help = BUDGET, value_name = "TIME", value_parser = crate::cli::time::parse, help_heading = HOW)]
    pub(in crate::cli) budget: Option<Duration>,

    /// Format of the puzzles. [default: by the name of the output file, otherwise diagram]
    #[arg(long, value_parser = one_of(PuzzleForm::ALL), help_heading = OUTPUT)]
    pub(in crate::cli) format: Option<PuzzleForm>,

    /// Write only the number that --fewest or --completable finds
    #[arg(long, short, help_heading = OUTPUT)]
    pub(in crate::cli) quiet: bool,

    /// Write to a file. .txt (problem text), .json, .jsonl, or a worksheet as .pdf, .html, .svg or .png
    #[arg(long, short, value_name = "FILE", help_heading = OUTPUT)]
    pub(in crate::cli) output: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) look: LookArguments,
}
