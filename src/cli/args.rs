//! What was typed.

use super::memory;
use super::placed_args::{CheckArguments, DrawArguments};
use super::range::Range;
use crate::engines::listing::Choice;
use crate::engines::{Engine, Finder, Kernel, Settings, UpTo};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Counts placements of chess pieces that leave each other in peace.
#[derive(Debug, Parser)]
#[command(
    name = "armistice",
    version,
    about,
    propagate_version = true,
    arg_required_else_help = true,
    after_help = "Examples:
  armistice count 8x8 Q8                     the eight queens: 92
  armistice count 7x7 K2 Q2 B2 N             any mix of pieces
  armistice solve 8x8 Q8                     one placement, or all of them
  armistice max 8x8 N                        the most knights at peace: 32
  armistice table '{m}x{m} Q{m}' --m 1..12   counts by board size
  armistice verify A000170                   published terms, counted again
  armistice draw 6x6 Q6 -o queens.svg        a picture of a placement
  armistice check 4x4 Q4 --fen 1Q2/3Q/Q3/2Q1 whether pieces are a placement
  armistice trace 8x8 Q8 -o queens.html      the search itself, step by step
  armistice pieces                           what the kinds attack"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    Count(CountArguments),
    Solve(SolveArguments),
    Max(MaxArguments),
    Trace(TraceArguments),
    Explain(ExplainArguments),
    Table(TableArguments),
    Verify(VerifyArguments),
    Check(CheckArguments),
    Draw(DrawArguments),
    Pieces(PiecesArguments),
    Generate(GenerateArguments),
}

/// Count the placements of a problem.
///
/// A problem is a board and pieces: `8x8 Q8`. The board can be a `/torus` or a `/cylinder` and have holes:
/// `10x10/torus-c3,d4`. Each kind of piece is a letter with a number: `K2 Q2 N`; see `armistice pieces`. Some of them
/// can be fixed: `Q8@a1,c2`. A letter of your own is defined by its moves in Betza notation: `X5 X=NN`.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice count 8x8 Q8                    92
  armistice count 8x8 Q8 --up-to symmetry   12
  armistice count 5x5 N B R Q A             one of each: 96
  armistice count 13x13/torus Q13           4524
  armistice count 8x8-d4,e5 X4 X=RflbrB     your own piece
  armistice count 8x8 'N*' --by-number      any number of knights, and each number
  armistice count 8x8 Nmax                  the most knights, and how many ways
  armistice count --file problems.txt --format json
  echo 8x8 R8 | armistice count --quiet -   40320"
)]
pub(super) struct CountArguments {
    #[command(flatten)]
    pub(super) question: QuestionArguments,

    /// Show subtotals, by the lowest square with a piece of the first kind in the order of `armistice pieces`
    #[arg(long, conflicts_with_all = ["up_to", "maximal", "by_number", "quiet"])]
    pub(super) divide: bool,

    /// Show how the problem would be counted, as `armistice explain` does, and count nothing
    #[arg(long, conflicts_with = "divide")]
    pub(super) explain: bool,

    /// Count once more, as differently as it can be done, and fail if the numbers are not the same
    #[arg(long, conflicts_with_all = ["divide", "explain"])]
    pub(super) double_check: bool,

    /// Write the bare number and nothing else (with ≥ before it if the count was interrupted)
    #[arg(long, short, conflicts_with_all = ["format", "explain", "by_number"])]
    pub(super) quiet: bool,
}

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
pub(super) struct SolveArguments {
    /// The problem, as one argument or as several
    #[arg(value_name = "PROBLEM", required = true)]
    pub(super) problem: Vec<OsString>,

    /// List all placements
    #[arg(long, conflicts_with = "limit")]
    pub(super) all: bool,

    /// List so many placements
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: Option<u64>,

    /// Leave out the first ones
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) skip: u64,

    /// In which order placements come
    #[arg(long, value_enum)]
    pub(super) order: Option<OrderArgument>,

    /// Draw placements at random: each alike where all can be listed in some seconds, else by local search
    #[arg(long, conflicts_with_all = ["all", "skip", "order", "up_to", "maximal"])]
    pub(super) random: bool,

    /// Seed of what is done at random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,

    /// List one placement, the first, of those that are the same up to this
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) up_to: Option<UpToArgument>,

    /// List only placements that cannot be extended: no further piece of these kinds fits
    #[arg(long)]
    pub(super) maximal: bool,

    /// How placements are written: as diagrams if not given, on boards of more than 32 ranks or files as squares
    #[arg(long, value_enum)]
    pub(super) format: Option<SolutionFormatArgument>,

    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OrderArgument {
    /// Reading order: square by square from the upper left corner, a piece before an empty square
    Lex,
    /// Fewest values first: the file, or kind, with the fewest free squares is next, lowest square first
    FirstFail,
    /// The same as --random
    Random,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SolutionFormatArgument {
    /// A board of letters
    Diagram,
    /// A board of chess symbols
    Unicode,
    /// One number for each rank from the top, its piece's file; in the order first-fail for each file, its piece's rank
    Permutation,
    /// Letters with squares, like Na2 Bc1
    Squares,
    /// Letters with rank and file, like N(2,1)
    Pairs,
    /// FEN piece placement
    Fen,
    /// A JSON object a line
    Json,
    /// A picture
    Svg,
}

/// Tell how a problem would be counted: the engine, why, how long it takes, how much memory. Counts nothing.
///
/// Every engine is asked. Those that search make some random descents, and the frontier engine begins its sweep for up
/// to half a second.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice explain 12x12 N9
  armistice explain 20x20 Q20 --threads 8
  armistice explain 16x16 'K*' --by-number --format json"
)]
pub(super) struct ExplainArguments {
    #[command(flatten)]
    pub(super) question: QuestionArguments,
}

impl From<ExplainArguments> for CountArguments {
    fn from(arguments: ExplainArguments) -> Self {
        let question = arguments.question;
        Self { question, divide: false, explain: true, double_check: false, quiet: false }
    }
}

/// What is asked, and of whom.
#[derive(Debug, Args)]
pub(super) struct QuestionArguments {
    #[command(flatten)]
    pub(super) input: InputArguments,

    #[command(flatten)]
    pub(super) placements: PlacementArguments,

    /// Show the count for every number of the pieces written * or max
    #[arg(long)]
    pub(super) by_number: bool,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: FormatArgument,

    #[command(flatten)]
    pub(super) engine: EngineArguments,
}

/// Where problems come from.
#[derive(Debug, Args)]
pub(super) struct InputArguments {
    /// The problem, as one argument or as several; `-` reads one problem a line from standard input
    #[arg(value_name = "PROBLEM", required_unless_present = "file", conflicts_with = "file")]
    pub(super) problem: Vec<OsString>,

    /// Read problems from a file (or `-`), one a line; empty lines and lines that begin with # are skipped
    #[arg(long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
}

/// Which placements are counted, and as how many.
#[derive(Debug, Args)]
pub(super) struct PlacementArguments {
    /// Count placements that are the same up to this as one
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) up_to: Option<UpToArgument>,

    /// Count only placements that cannot be extended: no further piece of these kinds fits
    #[arg(long)]
    pub(super) maximal: bool,
}

/// What a run may take.
#[derive(Debug, Args)]
pub(super) struct LimitArguments {
    /// Number of threads; one for each core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,

    /// Most memory for tables, like 500M or 2G; four fifths of what is available if not given
    #[arg(long, value_name = "SIZE", value_parser = memory::parse)]
    pub(super) memory: Option<u64>,
}

/// By what is counted.
#[derive(Debug, Args)]
pub(super) struct EngineArguments {
    /// Which engine counts
    #[arg(long, value_enum, default_value_t)]
    pub(super) engine: EngineArgument,

    /// Which processor instructions the engine uses; the best available if not given
    #[arg(long, value_enum)]
    pub(super) kernel: Option<KernelArgument>,
}

impl LimitArguments {
    /// Settings with these limits, and else as they are if nothing is said.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            threads: self.threads.map(usize::from),
            memory: self.memory.or_else(memory::available),
            ..Settings::default()
        }
    }
}

impl EngineArguments {
    /// What these and other arguments of a count mean to the engines.
    pub(super) fn settings(&self, placements: &PlacementArguments, limits: &LimitArguments) -> Settings {
        Settings {
            engine: self.engine.into(),
            kernel: self.kernel.map(Into::into),
            up_to: placements.up_to.into(),
            maximal: placements.maximal,
            ..limits.settings()
        }
    }
}

/// Find the largest number of pieces that fit, with a placement that has them.
///
/// Kinds without a number are to be as many as possible, together: `8x8 N`, or `8x8 Nmax`. A number given stays: `8x8 Q5 N`
/// is the most knights beside five queens, and `Q1` is one queen. Of kinds with a `*` there may be any number, which does
/// not count.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice max 8x8 N                       the most knights at peace: 32
  armistice max 8x8 Q5 N                    the most knights beside five queens
  armistice max 8x8 B --count               14 bishops, in 256 placements
  armistice max 11x11/torus Q               queens on a torus
  armistice max 8x8 K N --quiet             kings and knights together
  armistice max --file problems.txt --format json"
)]
pub(super) struct MaxArguments {
    #[command(flatten)]
    pub(super) input: InputArguments,

    /// Count the placements that have the largest number, too
    #[arg(long, conflicts_with = "quiet")]
    pub(super) count: bool,

    /// Count placements that are the same up to this as one
    #[arg(long, value_enum, value_name = "WHAT", requires = "count")]
    pub(super) up_to: Option<UpToArgument>,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: FormatArgument,

    /// Write the bare number and nothing else (with ≥ before it if the search was interrupted), or none
    #[arg(long, short, conflicts_with = "format")]
    pub(super) quiet: bool,

    /// Which engine looks for the number
    #[arg(long, value_enum, default_value_t)]
    pub(super) engine: FinderArgument,
}

/// Count the terms of published sequences again, and say which agree.
///
/// Terms are counted in order until a sequence's budget is used up. Where that reaches past the published list, further
/// terms are shown, each counted twice in different ways. Names and terms are from The On-Line Encyclopedia of Integer
/// Sequences, oeis.org, CC BY-SA 4.0.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice verify A000170                        n queens on n x n
  armistice verify A000170 A002562 --budget 1min  two sequences, a minute for each
  armistice verify --family kings --terms 8       the first terms of all about kings
  armistice verify --all --budget 1s              everything there is
  armistice verify --list                         what is known, and what is out of scope
  armistice verify A002465 --bfile b002465.txt    the terms as a b-file
  armistice verify --registry mine.txt MINE       a sequence of your own"
)]
pub(super) struct VerifyArguments {
    /// A-numbers, like A000170
    #[arg(value_name = "A-NUMBER")]
    pub(super) sequences: Vec<OsString>,

    /// All sequences
    #[arg(long)]
    pub(super) all: bool,

    /// Sequences about a piece or a topic, like kings or torus; can be repeated
    #[arg(long, value_name = "WORD")]
    pub(super) family: Vec<OsString>,

    /// List sequences, and those that are out of scope with the reason; count nothing
    #[arg(long, conflicts_with = "bfile")]
    pub(super) list: bool,

    /// How long each sequence may take, like 500ms, 30s, 5min or 2h
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = super::time::parse)]
    pub(super) budget: Duration,

    /// How many terms of each list to look at; all, and then terms past the list, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) terms: Option<u32>,

    /// Read more sequences from a file, in the form of src/sequences/registry.txt
    #[arg(long, value_name = "FILE")]
    pub(super) registry: Option<PathBuf>,

    /// Write the verified terms of one sequence to a file in the form of an OEIS b-file
    #[arg(long, value_name = "FILE")]
    pub(super) bfile: Option<PathBuf>,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: FormatArgument,

    /// Which engine counts
    #[arg(long, value_enum, default_value_t)]
    pub(super) engine: EngineArgument,
}

// In texts of clap `{n}` is a line break, so the variable of the examples is m.
/// Count a family of problems: a table by board size, by number of pieces, or by both.
///
/// A family is problem text with expressions in braces: `'{m}x{m} Q{m}'`, `'{m}x{2m} K{m-1}'`. It has one variable or
/// two of m, n and k, each with a range of values: `--m 1..12` is 1 to 12, both included; `--m 8` is one value; `--k
/// 0..` goes on until no placement is left or the problem becomes impossible; with two variables `--k 0..m` goes up to
/// the other. A row is written as soon as it is known. With `-o` and CSV or JSON, a table that was stopped goes on
/// where it stopped when the same command is given again.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice table '{m}x{m} Q{m}' --m 1..12                      m queens
  armistice table '{m}x{m} K{k}' --m 1..6 --k 0..               a triangle, by size and number
  armistice table '{m}x{k} N3' --m 1..8 --k 1..8                rectangles
  armistice table '{m}x{m} Q{m}' --m 4..14 -o queens.csv        can be stopped and continued
  armistice table '{m}x{m} Q{m}' --m 1.. --budget 60s --chart   as far as a minute a row goes
  armistice table '{m}x{m} Q{m}' --m 1..14 --format bfile       for the OEIS"
)]
pub(super) struct TableArguments {
    /// The family, as one argument or as several
    #[arg(value_name = "FAMILY", required = true)]
    pub(super) family: Vec<OsString>,

    /// Values of n, like 1..12 (both ends included), 8, or 1..
    #[arg(long, value_name = "RANGE")]
    pub(super) n: Option<Range>,

    /// Values of m
    #[arg(long, value_name = "RANGE")]
    pub(super) m: Option<Range>,

    /// Values of k
    #[arg(long, value_name = "RANGE")]
    pub(super) k: Option<Range>,

    /// How rows are written; by the name of the output file if not given, or as text
    #[arg(long, value_enum)]
    pub(super) format: Option<TableFormatArgument>,

    /// Write the table to a file; one in CSV or JSON goes on where it stopped
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Show the growth of the counts as bars after the table
    #[arg(long)]
    pub(super) chart: bool,

    /// Draw the growth of the counts as a picture
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,

    /// Number of the first line of a b-file; if not given, the first value of the variable with a line for each value
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) offset: Option<i64>,

    /// Most time for a row, like 30, 10s, 5min or 2h; a row that takes longer is a lower bound
    #[arg(long, value_name = "TIME", value_parser = super::time::parse)]
    pub(super) budget: Option<Duration>,

    /// Count each row once more, as differently as it can be done; rows that differ are errors
    #[arg(long)]
    pub(super) double_check: bool,

    #[command(flatten)]
    pub(super) placements: PlacementArguments,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    #[command(flatten)]
    pub(super) engine: EngineArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormatArgument {
    /// Lines for people; in files called .txt
    Text,
    /// A table in Markdown (.md)
    Markdown,
    /// A line for each row, with everything known of it (.csv)
    Csv,
    /// A JSON object for each row, with everything known of it (.json, .jsonl)
    Json,
    /// A tabular in LaTeX (.tex)
    Latex,
    /// Lines `n a(n)` as the OEIS takes them (b followed by digits, .txt)
    Bfile,
}

/// Show a search for placements step by step: what is chosen, what that takes away, dead ends, returns.
///
/// With `-o trace.html` as one page for a browser, that plays forwards and backwards and needs no network; with `-o
/// trace.gif` as a moving picture; with `--watch` here in the terminal. Boards can be larger than those on which
/// placements are counted: `100x100 Q100`. Each kind has an exact number.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice trace 8x8 Q8 -o queens.html           until the first placement
  armistice trace 8x8 Q8 --all -o queens.html     until all 92 are found
  armistice trace 100x100 Q100 -o hundred.html
  armistice trace 8x8 Q8 --order lex -o lex.html  from left to right
  armistice trace 7x7 K2 Q2 B2 N --watch
  armistice trace 6x6 Q6 -o queens.gif --speed 5"
)]
pub(super) struct TraceArguments {
    /// The problem, as one argument or as several
    #[arg(value_name = "PROBLEM", required = true)]
    pub(super) problem: Vec<OsString>,

    /// What is placed next
    #[arg(long, value_enum, default_value_t)]
    pub(super) order: TraceOrderArgument,

    /// How many placements to find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: u64,

    /// Find all placements
    #[arg(long, conflicts_with = "limit")]
    pub(super) all: bool,

    /// Most steps to record, up to a million; 20000 for a page, 400 for a moving picture if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) max_steps: Option<u32>,

    /// Write to a file, in place of what it has; to standard output if not given
    #[arg(long, short, value_name = "FILE", conflicts_with = "watch")]
    pub(super) output: Option<PathBuf>,

    /// What is written; by the name of the file if not given, or a page
    #[arg(long, value_enum, conflicts_with = "watch")]
    pub(super) format: Option<TraceFormatArgument>,

    /// Play in this terminal; Ctrl-C ends it
    #[arg(long)]
    pub(super) watch: bool,

    /// Steps a second in the terminal and in a moving picture; 4 if not given
    #[arg(long, value_name = "STEPS", value_parser = parse_speed)]
    pub(super) speed: Option<f64>,
}

fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.1..=1000.0).contains(speed));
    speed.ok_or_else(|| "a number of steps a second from 0.1 to 1000 was expected".to_owned())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub(super) enum TraceOrderArgument {
    /// Where there is the least room: the file, or the kind, with the fewest free squares for each piece
    #[default]
    FirstFail,
    /// From left to right: the first file, or the first kind, that lacks a piece
    Lex,
}

impl From<TraceOrderArgument> for Choice {
    fn from(order: TraceOrderArgument) -> Self {
        match order {
            TraceOrderArgument::FirstFail => Self::Fewest,
            TraceOrderArgument::Lex => Self::First,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TraceFormatArgument {
    /// A page for a browser
    Html,
    /// A moving picture (.gif)
    Gif,
}

/// List the kinds of pieces: letter, moves in Betza notation, and what they attack.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  armistice pieces              all of them
  armistice pieces N A          the knight and the amazon
  armistice pieces X=RflbrB     a piece of your own
  armistice pieces --svg kinds.svg")]
pub(super) struct PiecesArguments {
    /// Letters, or definitions like X=NN; all built-in kinds if none is given
    #[arg(value_name = "KIND")]
    pub(super) kinds: Vec<OsString>,

    /// Draw what they attack as a picture, too
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
}

/// Write a man page or shell completions to standard output.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  armistice generate man > armistice.1
  armistice generate bash > armistice.bash")]
pub(super) struct GenerateArguments {
    /// What to write
    #[arg(value_enum, value_name = "WHAT")]
    pub(super) what: GenerateArgument,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum UpToArgument {
    /// Turns and mirrors of the board that keep its holes, fixed pieces and every kind's moves
    Symmetry,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub(super) enum FormatArgument {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub(super) enum EngineArgument {
    /// The one that is expected to be fastest
    #[default]
    Best,
    /// Piece by piece over masks of free squares
    Cells,
    /// Square by square, with equal states of the rest merged
    Frontier,
    /// Meeting in the middle, for one piece in every row and column
    Halves,
    /// Row by row, for one kind with a rook's moves
    Rows,
    /// The definition, tried out; slow, for checking
    Naive,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub(super) enum FinderArgument {
    /// Whichever comes to an end first, as far as can be told
    #[default]
    Best,
    /// Branch and bound
    Bound,
    /// Square by square, with equal states of the rest merged
    Frontier,
    /// The definition, tried out; slow, for checking
    Naive,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum KernelArgument {
    /// Plain 64-bit words
    Portable,
    /// x86-64 with AVX2
    Avx2,
    /// x86-64 with AVX-512
    Avx512,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum GenerateArgument {
    /// The man page
    Man,
    /// Completions for bash
    Bash,
    /// Completions for zsh
    Zsh,
    /// Completions for fish
    Fish,
    /// Completions for PowerShell
    Powershell,
    /// Completions for Elvish
    Elvish,
}

impl From<EngineArgument> for Engine {
    fn from(engine: EngineArgument) -> Self {
        match engine {
            EngineArgument::Best => Self::Best,
            EngineArgument::Cells => Self::Cells,
            EngineArgument::Frontier => Self::Frontier,
            EngineArgument::Halves => Self::Halves,
            EngineArgument::Rows => Self::Rows,
            EngineArgument::Naive => Self::Naive,
        }
    }
}

impl From<FinderArgument> for Finder {
    fn from(finder: FinderArgument) -> Self {
        match finder {
            FinderArgument::Best => Self::Best,
            FinderArgument::Bound => Self::Bound,
            FinderArgument::Frontier => Self::Frontier,
            FinderArgument::Naive => Self::Naive,
        }
    }
}

impl From<KernelArgument> for Kernel {
    fn from(kernel: KernelArgument) -> Self {
        match kernel {
            KernelArgument::Portable => Self::Portable,
            KernelArgument::Avx2 => Self::Avx2,
            KernelArgument::Avx512 => Self::Avx512,
        }
    }
}

impl From<Option<UpToArgument>> for UpTo {
    fn from(up_to: Option<UpToArgument>) -> Self {
        match up_to {
            Some(UpToArgument::Symmetry) => Self::Symmetry,
            None => Self::Nothing,
        }
    }
}
