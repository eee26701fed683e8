//! What was typed.

mod format;
mod one_of;
mod placed;
mod question;
mod runs;
mod selection;
mod solve;
mod trace;

pub(in crate::cli) use format::FormatArgument;
pub(in crate::cli) use placed::{CheckArguments, DrawArguments, PlacedArguments};
pub(in crate::cli) use question::{InputArguments, QuestionArguments};
pub(in crate::cli) use runs::{
    JournalArguments, MergeArguments, MissingArguments, PlanArguments, ShardArguments, SharedArguments,
    StatusArguments,
};
pub(in crate::cli) use selection::{Order, SelectionArguments};
pub(in crate::cli) use solve::SolveArguments;
pub(in crate::cli) use trace::TraceArguments;

use super::range::Range;
use armistice::Named;
use armistice::Problem;
use armistice::engines::Engine;
use armistice::report::table::{LatexNumbers, TableFormat, TableValue};
use armistice::search::{ArmiesQuestion, Finder};
use armistice::{Question, UpTo};
use armistice_core::named;
use clap::{Args, Parser, Subcommand};
use one_of::one_of;
use question::{EngineArguments, LimitArguments, PlacementArguments, same};
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
  armistice 8x8 Q8                           the same: a problem alone is counted
  armistice count 7x7 K2 Q2 B2 N             any mix of pieces
  armistice solve 8x8 Q8                     one placement, or all of them
  armistice max 8x8 N                        the most knights at peace: 32
  armistice table '{m}x{m} Q{m}' --m 1..12   counts by board size
  armistice verify A000170                   published terms, counted again
  armistice draw 6x6 Q6 -o queens.svg        a picture of a placement
  armistice check 4x4 Q4 --fen 1Q2/3Q/Q3/2Q1 whether pieces are a placement
  armistice trace 8x8 Q8 -o queens.html      the search itself, step by step
  armistice count --resume q22.jsonl         goes on with a count that was stopped
  armistice plan 22x22 Q22 --parts 500 --out queens
                                             a count in parts, for many machines
  armistice pieces                           what the kinds attack"
)]
pub(in crate::cli) struct Arguments {
    #[command(subcommand)]
    pub(in crate::cli) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Verb {
    Count(CountArguments),
    Solve(SolveArguments),
    Max(MaxArguments),
    Trace(TraceArguments),
    Explain(ExplainArguments),
    Table(Box<TableArguments>),
    #[command(alias = "oeis")]
    Verify(VerifyArguments),
    Check(CheckArguments),
    Draw(DrawArguments),
    Pieces(PiecesArguments),
    Plan(PlanArguments),
    Shard(ShardArguments),
    Missing(MissingArguments),
    Merge(MergeArguments),
    Status(StatusArguments),
    #[command(aliases = ["completions", "completion"])]
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
  armistice count 8x8 Q9/Q9                 opposing armies: 1136
  armistice count 5x5 Q4/Q4 --up-to armies  either army first: 3
  armistice count --file problems.txt --format json
  armistice count 22x22 Q22 --journal q22.jsonl
  armistice count --resume q22.jsonl        goes on after a stop
  echo 8x8 R8 | armistice count --quiet -   40320",
    mut_arg("problem", |argument| argument.required_unless_present("resume"))
)]
pub(in crate::cli) struct CountArguments {
    #[command(flatten)]
    pub(in crate::cli) question: QuestionArguments,

    /// Show subtotals, by the lowest square with a piece of the first kind in the order of `armistice pieces`
    #[arg(long, conflicts_with_all = ["up_to", "maximal", "by_number"])]
    pub(in crate::cli) divide: bool,

    /// Show how the problem would be counted, as `armistice explain` does, and count nothing
    #[arg(long, conflicts_with = "divide")]
    pub(in crate::cli) explain: bool,

    /// Count once more, as differently as it can be done, and fail if the numbers are not the same
    #[arg(long, conflicts_with_all = ["divide", "explain"])]
    pub(in crate::cli) double_check: bool,

    /// Write the bare number and nothing else (with ≥ before it if the count was interrupted); JSON stays as it is
    #[arg(long, short, conflicts_with_all = ["explain", "by_number"])]
    pub(in crate::cli) quiet: bool,

    #[command(flatten)]
    pub(in crate::cli) journal: JournalArguments,
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
pub(in crate::cli) struct ExplainArguments {
    #[command(flatten)]
    pub(in crate::cli) question: QuestionArguments,
}

impl From<ExplainArguments> for CountArguments {
    fn from(arguments: ExplainArguments) -> Self {
        let question = arguments.question;
        let journal = JournalArguments { journal: None, resume: None, no_journal: true, stop_after: None };
        Self { question, divide: false, explain: true, double_check: false, quiet: false, journal }
    }
}

/// Find the largest number of pieces that fit, with a placement that has them.
///
/// Kinds without a number are to be as many as possible, together: `8x8 N`, or `8x8 Nmax`. A number given stays: `8x8 Q5 N`
/// is the most knights beside five queens, and `Q1` is one queen. Of kinds with a `*` there may be any number, which does
/// not count.
///
/// Opposing armies grow in proportion: `8x8 Q/Q` is the largest equal armies, `8x8 Q2/R` twice as many queens as rooks,
/// `8x8 Q N/Q N` as many queens as knights on both sides.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice max 8x8 N                       the most knights at peace: 32
  armistice max 8x8 Q5 N                    the most knights beside five queens
  armistice max 8x8 B --count               14 bishops, in 256 placements
  armistice max 11x11/torus Q               queens on a torus
  armistice max 8x8 K N --quiet             kings and knights together
  armistice max 8x8 Q/Q --count             opposing armies of queens: 9 and 9
  armistice max 8x8 Q/Q --pareto            all pairs of sizes that cannot grow
  armistice max --file problems.txt --format json"
)]
pub(in crate::cli) struct MaxArguments {
    #[command(flatten)]
    pub(in crate::cli) input: InputArguments,

    /// Count the placements that have the largest number, too
    #[arg(long)]
    pub(in crate::cli) count: bool,

    /// Count placements that are the same up to this as one
    #[arg(long, value_parser = same(), value_name = "WHAT", requires = "count")]
    pub(in crate::cli) up_to: Option<UpTo>,

    /// Of two armies, find all pairs of sizes that cannot grow
    #[arg(long, conflicts_with = "quiet")]
    pub(in crate::cli) pareto: bool,

    /// Of two armies, find how large the second can be beside a first one of the largest equal size
    #[arg(long, conflicts_with = "quiet")]
    pub(in crate::cli) aggressor: bool,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    /// How results are written
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t)]
    pub(in crate::cli) format: FormatArgument,

    /// Write the bare number, and with --count that of placements, and nothing else (with ≥ before it if the search was
    /// interrupted), or none; JSON stays as it is
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,

    /// Which engine looks for the number
    #[arg(long, value_parser = one_of(Finder::ALL), default_value_t)]
    pub(in crate::cli) engine: Finder,
}

impl MaxArguments {
    /// What is asked of a problem.
    pub(in crate::cli) fn question(&self, problem: Problem) -> Question {
        Question::from(problem).with_up_to(self.up_to.unwrap_or_default())
    }

    /// What is asked about opposing armies.
    pub(in crate::cli) fn armies_question(&self) -> ArmiesQuestion {
        ArmiesQuestion { count: self.count, pareto: self.pareto, aggressor: self.aggressor }
    }
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
pub(in crate::cli) struct VerifyArguments {
    /// A-numbers, like A000170
    #[arg(value_name = "A-NUMBER")]
    pub(in crate::cli) sequences: Vec<OsString>,

    /// All sequences
    #[arg(long)]
    pub(in crate::cli) all: bool,

    /// Sequences about a piece or a topic, like kings or torus; given twice, those about both
    #[arg(long, value_name = "WORD")]
    pub(in crate::cli) family: Vec<OsString>,

    /// List sequences, and those that are out of scope with the reason; count nothing
    #[arg(long, conflicts_with = "bfile")]
    pub(in crate::cli) list: bool,

    /// How long each sequence may take, like 500ms, 30s, 5min or 2h
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = super::time::parse)]
    pub(in crate::cli) budget: Duration,

    /// How many terms of each list to look at; all, and then terms past the list, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) terms: Option<u32>,

    /// Read more sequences from a file, in the form of core/src/sequences/registry.txt
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) registry: Option<PathBuf>,

    /// Write the verified terms of one sequence to a file in the form of an OEIS b-file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) bfile: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    /// How results are written
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t)]
    pub(in crate::cli) format: FormatArgument,

    /// Which engine counts
    #[arg(long, value_parser = one_of(Engine::ALL), default_value_t)]
    pub(in crate::cli) engine: Engine,
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
pub(in crate::cli) struct TableArguments {
    /// The family, as one argument or as several
    #[arg(value_name = "FAMILY", required = true)]
    pub(in crate::cli) family: Vec<OsString>,

    /// Values of n, like 1..12 (both ends included), 4..20..2, 8, 4,6,8, or 1..
    #[arg(long, value_name = "RANGE")]
    pub(in crate::cli) n: Option<Range>,

    /// Values of m
    #[arg(long, value_name = "RANGE")]
    pub(in crate::cli) m: Option<Range>,

    /// Values of k
    #[arg(long, value_name = "RANGE")]
    pub(in crate::cli) k: Option<Range>,

    /// How rows are written; by the name of the output file if not given, or as text
    #[arg(long, value_parser = one_of(TableFormat::ALL))]
    pub(in crate::cli) format: Option<TableFormat>,

    /// Write the table to a file; one in CSV or JSON goes on where it stopped
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Which value of a largest number, as of Nmax: both if there is room, else the number
    #[arg(long, value_parser = one_of(TableValue::ALL))]
    pub(in crate::cli) value: Option<TableValue>,

    /// How counts are written in LaTeX; with thin spaces in groups of three if not given
    #[arg(long, value_name = "FORM", value_parser = one_of(LatexNumbers::ALL))]
    pub(in crate::cli) latex_numbers: Option<LatexNumbers>,

    /// The caption of a table in LaTeX, which floats then
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) caption: Option<String>,

    /// The label of a table in LaTeX, which floats then
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) label: Option<String>,

    /// Show the growth of the counts as bars after the table
    #[arg(long)]
    pub(in crate::cli) chart: bool,

    /// Draw the growth of the counts as a picture in SVG
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) svg: Option<PathBuf>,

    /// Number of the first line of a b-file; if not given, the first value of the variable with a line for each value
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(in crate::cli) offset: Option<i64>,

    /// Most time for a row, like 30, 10s, 5min or 2h; a row that takes longer is a lower bound
    #[arg(long, value_name = "TIME", value_parser = super::time::parse)]
    pub(in crate::cli) budget: Option<Duration>,

    /// Count each row once more, as differently as it can be done; rows that differ are errors
    #[arg(long)]
    pub(in crate::cli) double_check: bool,

    #[command(flatten)]
    pub(in crate::cli) placements: PlacementArguments,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    #[command(flatten)]
    pub(in crate::cli) engine: EngineArguments,
}

/// List the kinds of pieces: letter, moves in Betza notation, and what they attack.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  armistice pieces              all of them
  armistice pieces N A          the knight and the amazon
  armistice pieces X=RflbrB     a piece of your own
  armistice pieces --svg kinds.svg")]
pub(in crate::cli) struct PiecesArguments {
    /// Letters, names, or definitions like X=NN; all built-in kinds if none is given
    #[arg(value_name = "KIND")]
    pub(in crate::cli) kinds: Vec<OsString>,

    /// Draw what they attack as a picture, too
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) svg: Option<PathBuf>,
}

/// Write man pages or shell completions, to standard output if nothing else is said.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  armistice generate man | man -l -
  armistice generate man --out man1          a page for each verb
  armistice generate bash > armistice.bash")]
pub(in crate::cli) struct GenerateArguments {
    /// What to write
    #[arg(value_parser = one_of(GenerateArgument::ALL), value_name = "WHAT")]
    pub(in crate::cli) what: GenerateArgument,

    /// Write a man page for each verb into this folder, and not one for all of them
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,
}

named! {
    /// What `generate` writes.
    pub(in crate::cli) enum GenerateArgument {
        /// The man page.
        Man = "man",
        /// Completions for bash.
        Bash = "bash",
        /// Completions for zsh.
        Zsh = "zsh",
        /// Completions for fish.
        Fish = "fish",
        /// Completions for PowerShell.
        Powershell = "powershell",
        /// Completions for Elvish.
        Elvish = "elvish",
    }
}
