//! Arguments about the signs of drawings, and about pieces that are already on the board.

use crate::notation::Legend;
use clap::Args;
use std::ffi::OsString;

/// The meaning of signs.
#[derive(Debug, Clone, Default, Args)]
pub(in crate::cli) struct LegendArguments {
    /// Meaning of signs in drawings and diagrams, like '#=open,x=Q'. A sign is open, hole, reserved or the letter of a piece. Words for
    /// numbered squares: from-0, from-1, rank-first, file-first, top, bottom
    #[arg(long, alias = "legend", value_name = "MEANING", value_parser = |text: &str| text.parse::<Legend>())]
    signs: Option<Legend>,
}

impl LegendArguments {
    /// Returns the legend that the user gave, or an empty one.
    pub(in crate::cli) fn get(&self) -> Legend {
        self.signs.clone().unwrap_or_default()
    }
}

/// The pre-placed pieces.
#[derive(Debug, Clone, Default, Args)]
pub(in crate::cli) struct GivenArguments {
    #[command(flatten)]
    pub(in crate::cli) legend: LegendArguments,

    /// Pre-placed pieces: a FEN, a list of squares, or a file. The file has one of these, a diagram or JSON
    #[arg(long, value_name = "PIECES")]
    pub(in crate::cli) given: Option<OsString>,
}
