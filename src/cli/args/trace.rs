//! Arguments of `armistice trace`.

use super::brought::GivenArguments;
use super::one_of;
use crate::Named;
use crate::report::trace::TraceFormat;
use crate::search::listing::{Choice, Values};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// Show a search for placements step by step: choices, dead ends, backtracking.
///
/// With `-o trace.html` as one page for a browser, which plays forwards and backwards and needs no network; with `-o
/// trace.gif` as an animated GIF; with `--watch` here in the terminal. Boards can be larger than those on which
/// placements are counted: `100x100 Q100`. Every kind needs an exact number.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # Until the first placement, or until all 92 are found
  armistice trace 8x8 Q8 -o queens.html
  armistice trace 8x8 Q8 --all -o queens.html
  armistice trace 100x100 Q100 -o hundred.html
  # From left to right, and the dead ends of all orders side by side
  armistice trace 8x8 Q8 --order leftmost -o leftmost.html
  armistice trace 8x8 Q8 --compare
  # In the terminal
  armistice trace 7x7 K2 Q2 B2 N --watch
  # An animated GIF
  armistice trace 6x6 Q6 -o queens.gif --speed 5"
)]
pub(in crate::cli) struct TraceArguments {
    /// The problem, as one argument or several
    #[arg(value_name = "PROBLEM", required_unless_present = "file", conflicts_with = "file")]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Read the problem from a file (or `-`)
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) given: GivenArguments,

    /// Order in which files or kinds are chosen
    #[arg(long, value_parser = one_of(Choice::ALL), default_value_t)]
    pub(in crate::cli) order: Choice,

    /// Order in which the free squares of a file are tried
    #[arg(long, value_parser = one_of(Values::ALL), default_value_t)]
    pub(in crate::cli) values: Values,

    /// Random seed of --values random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(in crate::cli) seed: u64,

    /// Compare all orders side by side: dead ends and choices
    #[arg(long, conflicts_with_all = ["order", "values", "output", "format", "watch", "speed"])]
    pub(in crate::cli) compare: bool,

    /// Number of placements to find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) limit: u64,

    /// Find all placements
    #[arg(long, conflicts_with = "limit")]
    pub(in crate::cli) all: bool,

    /// Most steps to record, or choices to compare, up to a million [default: 20000 for a page, 400 for a GIF,
    /// 100000 to compare]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(in crate::cli) max_steps: Option<u32>,

    /// Write to a file, overwriting it [default: standard output]
    #[arg(long, short, value_name = "FILE", conflicts_with = "watch")]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Format of the file [default: by its name, otherwise a page]
    #[arg(long, value_parser = one_of(TraceFormat::ALL), conflicts_with = "watch")]
    pub(in crate::cli) format: Option<TraceFormat>,

    /// Play in this terminal; Ctrl-C stops it
    #[arg(long)]
    pub(in crate::cli) watch: bool,

    /// Steps per second in the terminal and in a GIF [default: 4]
    #[arg(long, value_name = "STEPS", value_parser = parse_speed)]
    pub(in crate::cli) speed: Option<f64>,
}

fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.1..=1000.0).contains(speed));
    speed.ok_or_else(|| "expected a number of steps per second from 0.1 to 1000".to_owned())
}
