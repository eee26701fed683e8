//! What was typed after `armistice solve`.

use super::one_of::one_of;
use super::question::{LinesArguments, same};
use armistice::Named;
use armistice::UpTo;
use armistice::report::solution::Form;
use armistice_core::named;
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
  armistice solve 6x6 Q6 --all --format json | armistice draw - --gallery -o queens.html"
)]
pub(in crate::cli) struct SolveArguments {
    /// The problem, as one argument or as several
    #[arg(value_name = "PROBLEM", required = true)]
    pub(in crate::cli) problem: Vec<OsString>,

    #[command(flatten)]
    pub(in crate::cli) lines: LinesArguments,

    /// List all placements
    #[arg(long, conflicts_with = "limit")]
    pub(in crate::cli) all: bool,

    /// List so many placements
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) limit: Option<u64>,

    /// Leave out the first ones
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(in crate::cli) skip: u64,

    /// In which order placements come
    #[arg(long, value_parser = one_of(Order::ALL))]
    pub(in crate::cli) order: Option<Order>,

    /// Draw placements at random: each alike where all can be counted in half a minute, else by local search
    #[arg(long, conflicts_with_all = ["all", "skip", "order", "up_to", "maximal"])]
    pub(in crate::cli) random: bool,

    /// Seed of what is done at random; another one each time if --random has none
    #[arg(long, value_name = "S")]
    pub(in crate::cli) seed: Option<u64>,

    /// List one placement, the first, of those that are the same up to this
    #[arg(long, value_parser = same(), value_name = "WHAT")]
    pub(in crate::cli) up_to: Option<UpTo>,

    /// List only placements that cannot be extended: no further piece of these kinds fits
    #[arg(long)]
    pub(in crate::cli) maximal: bool,

    /// How placements are written: as diagrams if not given, on boards of more than 32 ranks or files as squares
    #[arg(long, value_parser = one_of(Form::ALL))]
    pub(in crate::cli) format: Option<Form>,

    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
}

named! {
    /// In which order placements come.
    pub(in crate::cli) enum Order {
        /// Reading order: square by square from the upper left corner, a piece before an empty square.
        Lex = "lex",
        /// Fewest values first: the file, or kind, with the fewest free squares is next, lowest square first.
        FirstFail = "first-fail",
        /// The same as --random.
        Random = "random",
    }
}
