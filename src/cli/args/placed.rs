//! What was typed about placements, to check or to draw them.

use super::format::FormatArgument;
use super::one_of::one_of;
use super::selection::SelectionArguments;
use crate::Named;
use crate::report::svg::PictureFormat;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// Check a placement against a problem; report the first violation.
///
/// The answer is `valid`, or the first violation found, with exit code 1: two pieces in conflict, a wrong number of pieces,
/// a given piece that is missing. Kinds with `*` or `max` may occur any number of times.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice check 4x4 Q4 --fen 1Q2/3Q/Q3/2Q1
  armistice check 5x5 N2 B --squares 'Na2,e5 Bd1'
  armistice solve 8x8 Q8 --all --format permutation | armistice check 8x8 Q8 -
  armistice max 8x8 Q5 N --format json | armistice check -
  armistice check --file placements.jsonl --format json"
)]
pub(in crate::cli) struct CheckArguments {
    #[command(flatten)]
    pub(in crate::cli) placed: PlacedArguments,

    /// How results are written
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t)]
    pub(in crate::cli) format: FormatArgument,
}

/// Draw placements as SVG, PNG, an HTML page, or for LaTeX.
///
/// Given only a problem, draws its first placement; the options of `solve` choose others. Every built-in kind has a shape
/// of its own, other kinds are letters on shields; a second army is dark.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    mut_arg("all", |argument| argument.help("Draw all placements, up to 10000 of them, in a gallery")),
    mut_arg("limit", |argument| argument.help("Draw at most N placements [default for a gallery: 100]")),
    mut_arg("up_to", |argument| argument.help("Draw the first placement of each class under these maps: words with + between them")),
    mut_arg("maximal", |argument| {
        argument.help("Draw only maximal placements: no further piece of these kinds fits")
    }),
    after_help = "Examples:
  armistice draw 6x6 Q6 > queens.svg
  armistice draw 4x4 Q4 --fen 1Q2/3Q/Q3/2Q1 -o queens.png
  armistice draw 5x5 N2 B --squares 'Na2,c3 Bb4' --attacks -o conflict.svg
  armistice draw 8x8 Q8 --all --up-to symmetry -o queens.html
  armistice draw 8x8 Q8 --random --seed 7 -o queens.tex
  armistice solve 8x8 N8 --random --limit 3 | armistice draw 8x8 N8 - --gallery -o knights.svg
  armistice max 8x8 Q5 N --format json | armistice draw - -o knights.svg"
)]
pub(in crate::cli) struct DrawArguments {
    #[command(flatten)]
    pub(in crate::cli) placed: PlacedArguments,

    #[command(flatten)]
    pub(in crate::cli) selection: SelectionArguments,

    /// Write to a file, whose name sets the format: .svg, .png, .html or .tex
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Format of the picture [default: by the name of the output file, otherwise SVG]
    #[arg(long, value_parser = one_of(PictureFormat::ALL))]
    pub(in crate::cli) format: Option<PictureFormat>,

    /// Draw many placements, each small with its number and the size of its class; the default for HTML and for several
    /// placements
    #[arg(long)]
    pub(in crate::cli) gallery: bool,

    /// Mark attacked squares, and join pieces in conflict
    #[arg(long)]
    pub(in crate::cli) attacks: bool,

    /// Add a legend of the kinds below the board; user-defined kinds are always explained
    #[arg(long)]
    pub(in crate::cli) legend: bool,

    /// Width of a PNG in pixels [default: 90 per square plus borders, at most 4000]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16_384))]
    pub(in crate::cli) width: Option<u32>,
}

/// Where placements come from.
#[derive(Debug, Args)]
pub(in crate::cli) struct PlacedArguments {
    /// The problem, as one argument or several; `-` after it reads its placements from standard input, in any form that
    /// `solve` writes: FEN, squares, pairs, permutations, diagrams, JSON. Without a problem, `-` reads JSON or FEN
    #[arg(value_name = "PROBLEM", required_unless_present_any = ["file", "fen"])]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Read placements from a file (or `-`), in the same forms
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "squares", "permutation"])]
    pub(in crate::cli) file: Option<PathBuf>,

    /// The placement as FEN: ranks from the highest down with / between them, capital letters for the first army, numbers
    /// for empty squares, * for a hole. The problem may be omitted, or be the board alone; the pieces are then taken from
    /// the FEN
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["squares", "permutation"])]
    pub(in crate::cli) fen: Option<OsString>,

    /// The placement as a list of squares, like 'Na2 Qb1,d4', with / between armies
    #[arg(long, value_name = "TEXT", conflicts_with = "permutation")]
    pub(in crate::cli) squares: Option<OsString>,

    /// The placement as a permutation, like '2 4 1 3': for each rank from the top, the file of its piece
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) permutation: Option<OsString>,
}
