//! Arguments of `armistice solve`.

use super::brought::GivenArguments;
use super::one_of::one_of;
use super::proof::ProofArguments;
use super::question::{BUDGET, HOW, LinesArguments, OUTPUT, WHICH};
use super::selection::SelectionArguments;
use crate::Named;
use crate::cli::range::VariableRange;
use crate::report::solution::Form;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Find a placement, or list many.
///
/// Finds the first placement in reading order when that is quick, and otherwise any placement. For queens, rooks, bishops,
/// kings and leapers there are known patterns on boards of up to a million ranks and files. Prints `none` only if it is
/// proved that no placement exists. Every placement is checked by the rules of movement.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    mut_arg("dominating", |argument| argument.help_heading(WHICH).conflicts_with("proof")),
    after_help = "Examples:
  # The first placement, all 92, and the 12 up to symmetry
  armistice solve 8x8 Q8
  armistice solve 8x8 Q8 --all
  armistice solve 8x8 Q8 --all --up-to symmetry
  # One after another, as long as you want
  armistice solve 8x8 Q8 --next
  # Is there exactly one placement, as in a puzzle?
  armistice solve 8x8 Q8@b1,e3 --unique
  armistice solve 8x8 Q8 --given 8/8/8/8/8/4Q3/8/1Q6 --unique
  armistice solve K5 rank=1 file=1 regions=aabbb/caaad/cccdd/eeedd/eeeee --unique
  # Why? Step by step
  armistice solve 8x8 Q8@e1,g2,d3 --unique --steps
  # One for each size of board
  armistice solve '{n}x{n} Q{n}' --n 4..12 --format permutation
  # Other orders and forms
  armistice solve 20 Q20 --order first-fail --format permutation
  armistice solve 20x20 N30 B5 R3 Q2 --format squares
  # A large board
  armistice solve 1000 Q1000 --format permutation
  # Three at random
  armistice solve 8x8 N8 --random --seed 7 --limit 3
  # A board for a paper, in TikZ
  armistice solve 8x8 Q8 -o queens.tex"
)]
pub(in crate::cli) struct SolveArguments {
    /// Board and pieces, or `-` to read them from standard input. One argument or several
    #[arg(value_name = "PROBLEM", required_unless_present = "file", conflicts_with = "file")]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Read a problem from each line of a file (or `-`), and solve one after another; # begins a comment
    #[arg(long, value_name = "FILE", conflicts_with_all = ["n", "next", "output", "proof"])]
    pub(in crate::cli) file: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) given: GivenArguments,

    #[command(flatten)]
    pub(in crate::cli) lines: LinesArguments,

    #[command(flatten)]
    pub(in crate::cli) selection: SelectionArguments,

    /// Show one placement after another: Enter for the next, q to stop
    #[arg(long, conflicts_with_all = ["all", "limit", "output"], help_heading = WHICH)]
    pub(in crate::cli) next: bool,

    /// Check that there is exactly one placement. The search ends at the second, and shows two that differ (exit code 0: exactly one; 1:
    /// none, or more)
    #[arg(
        long,
        conflicts_with_all = ["all", "limit", "skip", "order", "random", "seed", "next", "n", "output"],
        help_heading = WHICH
    )]
    pub(in crate::cli) unique: bool,

    /// With --unique: explain the solution step by step, as a person finds it
    #[arg(
        long,
        requires = "unique",
        conflicts_with_all = ["up_to", "maximal", "dominating"],
        help_heading = WHICH
    )]
    pub(in crate::cli) steps: bool,

    /// Solve a family like '{n}x{n} Q{n}' for n in 4..12. 4.. continues until Ctrl-C
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["next", "output", "proof"], help_heading = WHICH)]
    pub(in crate::cli) n: Option<VariableRange>,

    /// Stop after a time like 30s, 5min or 2h
    #[arg(long, long_help = BUDGET, value_name = "TIME", value_parser = crate::cli::time::parse, conflicts_with = "proof", help_heading = HOW)]
    pub(in crate::cli) budget: Option<Duration>,

    #[command(flatten)]
    pub(in crate::cli) proof: ProofArguments,

    /// Format of the placements. [default: by the name of the output file, otherwise diagram, or squares on boards of more
    /// than 32 ranks or files]
    #[arg(long, value_parser = one_of(Form::ALL), help_heading = OUTPUT)]
    pub(in crate::cli) format: Option<Form>,

    /// Write to a file
    #[arg(long, short, value_name = "FILE", help_heading = OUTPUT)]
    pub(in crate::cli) output: Option<PathBuf>,
}
