//! What was typed about which placements of a problem.

use super::one_of::one_of;
use super::question::same;
use armistice::Named;
use armistice::UpTo;
use armistice_core::named;
use clap::Args;

/// Which placements of a problem.
#[derive(Debug, Args)]
pub(in crate::cli) struct SelectionArguments {
    /// List all placements
    #[arg(long)]
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
