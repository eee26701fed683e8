//! Arguments of `armistice check` and `armistice draw`.

use super::brought::LegendArguments;
use super::format::FormatArgument;
use super::one_of::one_of;
use super::question::{LinesArguments, OUTPUT, WHICH};
use super::selection::SelectionArguments;
use crate::Named;
use crate::report::svg::{Length, Paper, PictureFormat, Theme};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// Check a placement against a problem, and report the first violation.
///
/// The answer is `valid`, or the first violation found, with exit code 1: two pieces in conflict, a wrong number of pieces,
/// a given piece that is missing. Kinds with `*` or `max` may occur any number of times.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    mut_arg("lines", |argument| {
        argument.help("How far riders see [default: as in the problem; blocked in a FEN without a problem, otherwise sight]")
    }),
    after_help = "Examples:
  armistice check 8x8 Q8 15863724
  armistice check 4x4 Q4 --fen 1Q2/3Q/Q3/2Q1
  armistice check 8x8 Q8 15863724 --all
  armistice check --fen 8/8/8/3P4/4p3/8/8/8
  armistice check 5x5 N2 B --squares 'Na2,e5 Bd1'
  armistice solve 8x8 Q8 --all --format permutation | armistice check 8x8 Q8 -
  armistice max 8x8 Q5 N --format json | armistice check -
  armistice check --file placements.jsonl --format json"
)]
pub(in crate::cli) struct CheckArguments {
    #[command(flatten)]
    pub(in crate::cli) placed: PlacedArguments,

    #[command(flatten)]
    pub(in crate::cli) lines: LinesArguments,

    /// Also list and count the pairs that attack each other
    #[arg(long)]
    pub(in crate::cli) all: bool,

    /// Also list ranks, files and diagonals without a piece
    #[arg(long)]
    pub(in crate::cli) free_lines: bool,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t)]
    pub(in crate::cli) format: FormatArgument,
}

/// Draw placements as SVG, PNG, PDF, an HTML page, or for LaTeX.
///
/// For a problem alone, draws its first placement. The options of `solve` choose others. Pre-placed pieces are completed:
/// `8x8 Q8@e1,g2,d3` is drawn with eight queens. To draw them alone, give their own number, like `8x8 Q3@e1,g2,d3`.
///
/// Every built-in kind has a shape of its own, other kinds are letters on shields; a second army is dark.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    // A legend is drawn here.
    mut_arg("signs", |argument| argument.alias(None::<&str>)),
    mut_arg("all", |argument| argument.help("Draw all placements, up to 10000 of them, in a gallery")),
    mut_arg("limit", |argument| argument.help("Draw at most N placements [default for a gallery: 100]")),
    mut_arg("maximal", |argument| {
        argument.help("Draw only maximal placements: no further piece of these kinds fits")
    }),
    mut_arg("dominating", |argument| argument.help_heading(WHICH)),
    after_help = "Examples:
  armistice draw 6x6 Q6 -o queens.svg
  armistice draw 4x4 Q4 --fen 1Q2/3Q/Q3/2Q1 -o queens.png
  armistice draw 5x5 N2 B --squares 'Na2,c3 Bb4' --attacks -o conflict.svg
  armistice draw 8x8 Q8 --all --up-to symmetry -o queens.html
  armistice draw 8x8 Q8 --random --seed 7 -o queens.tex
  armistice draw 8x8 -o empty.pdf --theme print --size 120mm
  armistice draw 8x8 Q8 --worksheet 6 --given 2 -o worksheet.pdf
  armistice draw 12x12 Q12 --heat -o density.svg
  armistice solve 8x8 N8 --random --limit 3 | armistice draw 8x8 N8 - --gallery -o knights.svg
  armistice max 8x8 Q5 N --format json | armistice draw - -o knights.svg"
)]
pub(in crate::cli) struct DrawArguments {
    #[command(flatten)]
    pub(in crate::cli) placed: PlacedArguments,

    #[command(flatten)]
    pub(in crate::cli) selection: SelectionArguments,

    /// Write to a file: .svg, .png, .pdf, .html or .tex
    #[arg(long, short, value_name = "FILE", help_heading = OUTPUT)]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Format of the picture [default: by the name of the output file, otherwise SVG]
    #[arg(long, value_parser = one_of(PictureFormat::ALL), help_heading = OUTPUT)]
    pub(in crate::cli) format: Option<PictureFormat>,

    /// Draw many small boards. Each has its number and the size of its class; the default for HTML and for several
    /// placements
    #[arg(long, help_heading = OUTPUT)]
    pub(in crate::cli) gallery: bool,

    /// Mark attacked squares, and join attacking pieces
    #[arg(long, help_heading = LOOK)]
    pub(in crate::cli) attacks: bool,

    /// Add a legend of the kinds below the board; user-defined kinds are always explained
    #[arg(long, help_heading = LOOK)]
    pub(in crate::cli) legend: bool,

    /// Draw a heat map of the pieces of all placements. Colours show the number of placements with a piece on each
    /// square. The input is a problem, or the output of `count --by-square --format json`
    #[arg(
        long,
        help_heading = LOOK,
        conflicts_with_all = [
            "all", "limit", "skip", "order", "random", "seed", "up_to", "gallery", "attacks", "legend", "worksheet", "fen", "squares",
            "permutation", "paper"
        ]
    )]
    pub(in crate::cli) heat: bool,

    /// With --heat: only this kind, by its letter
    #[arg(long, value_name = "LETTER", help_heading = LOOK, requires = "heat")]
    pub(in crate::cli) kind: Option<char>,

    #[command(flatten)]
    pub(in crate::cli) look: LookArguments,

    #[command(flatten)]
    pub(in crate::cli) worksheet: WorksheetArguments,
}

/// How pictures look.
#[derive(Debug, Args)]
pub(in crate::cli) struct LookArguments {
    /// Width of the picture, like 80mm, 3in or 600px. In HTML, the width of each board [default for a PNG: 90 pixels per square, at most
    /// 4000]
    #[arg(long, value_name = "WIDTH", value_parser = |text: &str| text.parse::<Length>(), help_heading = LOOK)]
    pub(in crate::cli) size: Option<Length>,

    /// Colours [default: those of the reader, or light if they are unknown]
    #[arg(long, value_parser = one_of(Theme::ALL), hide_default_value = true, default_value_t, help_heading = LOOK)]
    pub(in crate::cli) theme: Theme,

    /// Leave out the names of ranks and files
    #[arg(long, help_heading = LOOK)]
    pub(in crate::cli) no_coordinates: bool,

    /// Paper of a worksheet, and of a PDF with several boards
    #[arg(long, value_parser = one_of(Paper::ALL), default_value_t, help_heading = LOOK)]
    pub(in crate::cli) paper: Paper,
}

/// Boards to fill in.
#[derive(Debug, Args)]
pub(in crate::cli) struct WorksheetArguments {
    /// Make a worksheet of N boards to fill in. The back of each page has the solutions, drawn at random (--seed)
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1000),
        conflicts_with_all = ["all", "limit", "skip", "order", "gallery", "attacks", "file", "fen", "squares", "permutation"],
        help_heading = WORKSHEET
    )]
    pub(in crate::cli) worksheet: Option<u16>,

    /// Pieces of the solution that are given on each board
    #[arg(long, value_name = "K", default_value_t = 0, requires = "worksheet", help_heading = WORKSHEET)]
    pub(in crate::cli) given: usize,
}

/// The heading of options about the look of pictures.
const LOOK: &str = "How it looks";
/// The heading of options about worksheets.
const WORKSHEET: &str = "Worksheets";

/// Where placements come from.
#[derive(Debug, Args)]
pub(in crate::cli) struct PlacedArguments {
    /// Problem, and perhaps a placement: `8x8 Q8 15863724`. `-` after a problem reads its
    /// placements from standard input, in any form that `solve` writes (FEN, squares, pairs, permutations, diagrams, JSON) or
    /// that others use (matrices of 0 and 1, lists of ranks or pairs in brackets).
    /// Without a problem, `-` reads JSON or FEN
    #[arg(value_name = "PROBLEM", required_unless_present_any = ["file", "fen"])]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Read placements from a file or `-`. The forms are those of PROBLEM
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "squares", "permutation"])]
    pub(in crate::cli) file: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) signs: LegendArguments,

    /// Placement as FEN. Ranks from the highest down with / between them, capital letters for the first army, numbers
    /// for empty squares, * for a hole. The problem may be omitted, or be the board alone; the pieces are then taken from
    /// the FEN, as in chess: p are black pawns, and lines end at the first piece
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["squares", "permutation"])]
    pub(in crate::cli) fen: Option<OsString>,

    /// Placement as a list of squares, like 'Na2 Qb1,d4'. With / between armies; with a single kind of piece, squares
    /// alone suffice: 'a1,b3'
    #[arg(long, value_name = "TEXT", conflicts_with = "permutation")]
    pub(in crate::cli) squares: Option<OsString>,

    /// Placement as a permutation, like 2413. For each rank from the top, the file of its piece, from 1
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) permutation: Option<OsString>,
}
