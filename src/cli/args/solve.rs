//! What was typed after `armistice solve`.

use super::one_of::one_of;
use super::question::LinesArguments;
use super::selection::SelectionArguments;
use armistice::Named;
use armistice::report::solution::Form;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// Find a placement, or list many.
///
/// The first placement in reading order, if that is found quickly; on large boards, or where it is not, any one. There are
/// known patterns for queens, rooks, bishops, kings and leapers on boards of up to a million ranks and files. What is not
/// there is answered with `none`, and only if that was proved. Every placement is checked by the rules of movement.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice solve 8x8 Q8                               the first placement
  armistice solve 8x8 Q8 --all                         all 92
  armistice solve 8x8 Q8 --all --up-to symmetry        one of each class: 12
  armistice solve 20 Q20 --order first-fail --format permutation
  armistice solve 20x20 N30 B5 R3 Q2 --format squares
  armistice solve 1000 Q1000 --format permutation      a large board
  armistice solve 8x8 N8 --random --seed 7 --limit 3   three at random
  armistice solve 8x8 Q8 -o queens.tex                 a board for a paper, in TikZ"
)]
pub(in crate::cli) struct SolveArguments {
    /// The problem, as one argument or as several
    #[arg(value_name = "PROBLEM", required = true)]
    pub(in crate::cli) problem: Vec<OsString>,

    #[command(flatten)]
    pub(in crate::cli) lines: LinesArguments,

    #[command(flatten)]
    pub(in crate::cli) selection: SelectionArguments,

    /// How placements are written; by the name of the output file if not given, or as diagrams, on boards of more than 32
    /// ranks or files as squares
    #[arg(long, value_parser = one_of(Form::ALL))]
    pub(in crate::cli) format: Option<Form>,

    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
}
