//! Arguments of `armistice formula`.

use super::one_of::one_of;
use super::question::{BUDGET, HOW, LimitArguments, OUTPUT, PlacementArguments, WHICH};
use crate::Named;
use crate::report::formula::Language;
use armistice_base::named;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

named! {
    /// How a formula is written.
    #[derive(Default)]
    pub(in crate::cli) enum FormulaFormat {
        /// Text.
        #[default]
        Text = "text",
        /// One JSON object.
        Json = "json",
        /// Displayed formulas for LaTeX.
        Latex = "latex",
        /// Lines of formulas and programs for the OEIS.
        Oeis = "oeis",
        /// The terms as an OEIS b-file.
        Bfile = "bfile",
    }
}

/// Find a formula for a family, with a proof or with the evidence for it.
///
/// If one side of the board grows, the formula is *proved*: a linear recurrence for any number of pieces (`5x{n} K*`), a
/// polynomial for fixed numbers (`5x{n} B3`), a line with a period for the largest number (`4x{n} Nmax`). If both sides
/// grow, it is proved for fixed numbers of leapers (`{n}x{n} N3`, `{n}x{k} K2`) and for up to six pieces with riders
/// (`{n}x{n} Q4`). For more pieces, and on tori, a formula is *fitted* to counted terms; for other families it may be *guessed*.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # Any number of kings on boards of two rows
  armistice formula '2x{n} K*'
  # Three queens, proved
  armistice formula '{n}x{n} Q3'
  # Two knights on any rectangle
  armistice formula '{n}x{k} N2'
  # The most knights on four rows, and how many placements attain it
  armistice formula '4x{n} Nmax'
  armistice formula '4x{n} Nmax' --reached
  # Kings on three rows by their number
  armistice formula '3x{n} K*' --by-number
  # Three wazirs up to symmetry
  armistice formula '{n}x{n} W3' --up-to symmetry
  # How fast placements of kings grow with the area
  armistice formula '{n}x{k} K*' --growth
  # One far term
  armistice formula '3x{n} K*' --at 1000
  # As a program
  armistice formula '3x{n} K* N*' --code python
  # For the OEIS, and a b-file of a thousand terms
  armistice formula '5x{n} W*' --format oeis
  armistice formula '5x{n} W*' --format bfile --terms 1000"
)]
pub(in crate::cli) struct FormulaArguments {
    /// The family, as one argument or several
    #[arg(value_name = "FAMILY", required = true)]
    pub(in crate::cli) family: Vec<OsString>,

    #[command(flatten)]
    pub(in crate::cli) placements: PlacementArguments,

    /// For a maximum on a strip, like '4x{n} Qmax': how many placements attain it
    #[arg(long, help_heading = WHICH, conflicts_with_all = ["up_to", "maximal", "growth"])]
    pub(in crate::cli) reached: bool,

    /// For any number of pieces on a strip, like '3x{n} K*': also by the number of pieces
    #[arg(long, help_heading = WHICH, conflicts_with_all = ["up_to", "maximal", "growth", "reached", "code", "svg"])]
    pub(in crate::cli) by_number: bool,

    /// For two variables, like '{n}x{k} K*': the growth factor. Per extra rank on strips or rings of every width, and per extra square,
    /// with proved bounds and an estimate
    #[arg(long, help_heading = WHICH, conflicts_with_all = ["code", "up_to", "maximal"])]
    pub(in crate::cli) growth: bool,

    /// Stop after a time like 30s, 5min or 2h
    #[arg(long, long_help = BUDGET, help_heading = HOW, value_name = "TIME", default_value = "30s", value_parser = crate::cli::time::parse)]
    pub(in crate::cli) budget: Duration,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    /// Number of terms to show
    #[arg(long, visible_alias = "limit", help_heading = OUTPUT, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(..=100_000))]
    pub(in crate::cli) terms: u32,

    /// Print only the term for this value of the variable
    #[arg(long, help_heading = OUTPUT, value_name = "N", conflicts_with_all = ["terms", "format", "code", "svg", "by_number", "growth"], value_parser = clap::value_parser!(i64).range(0..=20_000))]
    pub(in crate::cli) at: Option<i64>,

    /// Format of the formula
    #[arg(long, help_heading = OUTPUT, value_parser = one_of(FormulaFormat::ALL), default_value_t)]
    pub(in crate::cli) format: FormulaFormat,

    /// Write the formula as a function in this language
    #[arg(long, help_heading = OUTPUT, value_name = "LANGUAGE", value_parser = one_of(Language::ALL), conflicts_with = "format")]
    pub(in crate::cli) code: Option<Language>,

    /// Plot the terms as an SVG picture
    #[arg(long, help_heading = OUTPUT, value_name = "FILE", conflicts_with = "growth")]
    pub(in crate::cli) svg: Option<PathBuf>,
}
