//! Arguments that select placements of a problem.

use super::one_of::one_of;
use super::question::{DemandArguments, UP_TO, WHICH};
use super::words::equivalence_parser;
use crate::Named;
use crate::UpTo;
use armistice_base::named;
use clap::Args;

/// Which placements of a problem.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = WHICH)]
pub(in crate::cli) struct SelectionArguments {
    /// List all placements
    #[arg(long)]
    pub(in crate::cli) all: bool,

    /// List at most N placements
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) limit: Option<u64>,

    /// Skip the first N placements
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(in crate::cli) skip: u64,

    /// Order in which placements are listed
    #[arg(long, value_parser = one_of(Order::ALL))]
    pub(in crate::cli) order: Option<Order>,

    /// Draw placements at random. Uniformly if all can be counted within ten seconds, otherwise by local search (not
    /// uniform)
    #[arg(long, conflicts_with_all = ["all", "skip", "order", "up_to", "maximal", "dominating"])]
    pub(in crate::cli) random: bool,

    /// Random seed [default: a new one each run]
    #[arg(long, value_name = "S")]
    pub(in crate::cli) seed: Option<u64>,

    /// Treat placements equivalent by `symmetry` as one
    #[arg(long, long_help = UP_TO, value_parser = equivalence_parser(), value_name = "WHAT", hide_possible_values = true)]
    pub(in crate::cli) up_to: Option<UpTo>,

    /// List only maximal placements: no further piece of these kinds fits
    #[arg(long, conflicts_with = "dominating")]
    pub(in crate::cli) maximal: bool,

    #[command(flatten)]
    pub(in crate::cli) demand: DemandArguments,
}

named! {
    /// In which order placements come.
    pub(in crate::cli) enum Order {
        /// Reading order: square by square from the upper left corner, a piece before an empty square.
        Lex = "lex",
        /// Fewest values first: next the file, or kind, with the fewest free squares, lowest square first.
        FirstFail = "first-fail",
        /// The same as --random.
        Random = "random",
    }
}
