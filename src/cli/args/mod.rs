//! The arguments of the command.

mod beside;
mod brought;
mod estimate;
mod export;
mod format;
mod formula;
mod one_of;
mod page;
mod placed;
mod proof;
mod puzzle;
mod question;
mod runs;
mod selection;
mod solve;
mod trace;
mod words;

pub(in crate::cli) use beside::BesideArgument;
pub(in crate::cli) use brought::GivenArguments;
pub(in crate::cli) use estimate::EstimateArgument;
pub(in crate::cli) use export::{ExportArguments, ImportArguments};
pub(in crate::cli) use format::FormatArgument;
pub(in crate::cli) use formula::{FormulaArguments, FormulaFormat};
pub(in crate::cli) use page::{PageArguments, PublicAddress};
pub(in crate::cli) use placed::{CheckArguments, DrawArguments, LookArguments, PlacedArguments};
pub(in crate::cli) use proof::ProofArguments;
pub(in crate::cli) use puzzle::{PuzzleArguments, PuzzleForm};
pub(in crate::cli) use question::{InputArguments, PlacementArguments, QuestionArguments};
pub(in crate::cli) use runs::{
    JournalArguments, MergeArguments, MissingArguments, PlanArguments, ShardArguments, SharedArguments,
    StatusArguments,
};
pub(in crate::cli) use selection::{Order, SelectionArguments};
pub(in crate::cli) use solve::SolveArguments;
pub(in crate::cli) use trace::TraceArguments;

use super::range::VariableRange;
use super::topics;
use crate::BigUint;
use crate::Named;
use crate::Problem;
use crate::engines::Engine;
use crate::report::by_square::SquaresFormat;
use crate::report::curve::CurveFormat;
use crate::report::table::{LatexNumbers, TableFormat, TableValue};
use crate::search::{ArmiesQuestion, Finder};
use crate::{Question, UpTo};
use armistice_base::named;
use clap::{Args, Parser, Subcommand};
use one_of::one_of;
use question::{
    BUDGET, CHECKS, DemandArguments, EngineArguments, HOW, LimitArguments, OUTPUT, SUBTOTALS, UP_TO, WHICH,
};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
pub(in crate::cli) use words::equivalence_parser;

/// The template of the main help. It explains problems before the commands that take one.
const HELP: &str = "\
{about-with-newline}
{usage-heading} {usage}

A problem is a board and pieces: `8x8 Q8`. Boards can be a `/torus` or a `/cylinder`
and have holes: `10x10/torus-c3,d4`. Each kind is a letter with a number: `K2 Q2 N`,
or a range: `Q1..`, `N2..4`; see `armistice pieces`. Some pieces can be given:
`Q8@a1,b5`. A letter of your own has its moves in Betza notation: `X5 X=NN`.

{all-args}{after-help}";

/// Counts placements of non-attacking chess pieces: any board, any mix of kinds, exactly and fast.
#[derive(Debug, Parser)]
#[command(
    name = "armistice",
    version,
    override_usage = "armistice <COMMAND> ...\n       armistice <PROBLEM>...",
    propagate_version = true,
    arg_required_else_help = true,
    help_template = HELP,
    after_help = "Topics: armistice help symmetries, armistice help engines

Examples:
  # The eight queens: 92. A problem alone is counted, too
  armistice count 8x8 Q8
  armistice 8x8 Q8
  # Any mix of pieces
  armistice count 7x7 K2 Q2 B2 N
  # One placement, or all of them
  armistice solve 8x8 Q8
  # The most non-attacking knights: 32
  armistice max 8x8 N
  # Counts by board size
  armistice table '{n}x{n} Q{n}' --n 1..12
  # A puzzle with exactly one solution
  armistice puzzle 8x8 Q8
  # A formula, with its proof
  armistice formula '5x{n} K*'
  # What is known about a published sequence; and its terms, counted again
  armistice sequence A141243
  armistice verify A000170
  # A picture of a placement
  armistice draw 6x6 Q6 -o queens.svg
  # Is this a placement?
  armistice check 4x4 Q4 --fen 1Q2/3Q/Q3/2Q1
  # For a SAT solver, a model counter, clingo, glpsol, nauty or MiniZinc
  armistice export 8x8 Q8 --to cnf -o queens.cnf
  # The search itself, step by step
  armistice trace 8x8 Q8 -o queens.html
  # Resume an interrupted count
  armistice count --resume q22.jsonl
  # A count in parts, for many machines
  armistice plan 26x26 Q26 --parts 754 --out queens
  # What each kind of piece attacks
  armistice pieces"
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
    Min(MinArguments),
    Puzzle(PuzzleArguments),
    Trace(TraceArguments),
    Explain(ExplainArguments),
    Table(Box<TableArguments>),
    Formula(FormulaArguments),
    #[command(alias = "sequences")]
    Sequence(SequenceArguments),
    #[command(alias = "oeis")]
    Verify(VerifyArguments),
    Check(CheckArguments),
    Draw(DrawArguments),
    Export(ExportArguments),
    Import(ImportArguments),
    Pieces(PiecesArguments),
    Plan(PlanArguments),
    Shard(ShardArguments),
    Missing(MissingArguments),
    Merge(MergeArguments),
    Status(StatusArguments),
    Page(PageArguments),
    #[command(aliases = ["completions", "completion"])]
    Generate(GenerateArguments),
    // Long lists, to which the help of other commands refers.
    #[command(hide = true, about = topics::symmetries(), long_about = topics::symmetries(), help_template = topics::TEMPLATE)]
    Symmetries,
    #[command(hide = true, about = topics::engines(), long_about = topics::engines(), help_template = topics::TEMPLATE)]
    Engines,
}

/// Count the placements of a problem.
///
/// A problem is a board and pieces: `8x8 Q8`. Boards can be a `/torus` or a `/cylinder` and have holes:
/// `10x10/torus-c3,d4`. Each kind is a letter with a number: `K2 Q2 N`; see `armistice pieces`. Some pieces can be
/// given: `Q8@a1,b5`. A letter of your own has its moves in Betza notation: `X5 X=NN`.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice count 8x8 Q8                       # 92
  armistice count 7x7 K2 Q2 B2 N
  armistice count 24x24 Q24 --estimate 5%",
    after_long_help = "Examples:
  # The eight queens: 92, and 12 up to symmetry
  armistice count 8x8 Q8
  armistice count 8x8 Q8 --up-to symmetry
  # One of each of five kinds: 96
  armistice count 5x5 N B R Q A
  # Queens on a torus: 4524
  armistice count 13x13/torus Q13
  # A piece of your own, on a board with holes
  armistice count 8x8-d4,e5 X4 X=RflbrB
  # Any number of knights: the total, and the count for each number
  armistice count 8x8 'N*' --by-number
  # The most knights, and the number of such placements
  armistice count 8x8 Nmax
  # Opposing armies: 1136
  armistice count 8x8 Q9/Q9
  # The same if exchanging the armies makes no difference: 3
  armistice count 5x5 Q4/Q4 --up-to armies
  # Up to rotations; and the placements that a half turn leaves unchanged
  armistice count 8x8 Q8 --up-to rotations
  armistice count 8x8 Q8 --fixed-by half-turn
  # An estimate with its interval, where counting takes too long
  armistice count 24x24 Q24 --estimate 5%
  # The placements by their symmetries
  armistice count 8x8 Q8 --by-symmetry
  # The placements with a queen on each square; and if one is on d4
  armistice count 8x8 Q8 --by-square
  armistice count 8x8 Q8 --by-square --beside d4
  # The same with a journal: the same command resumes it
  armistice count 18x18 Q18 --by-square --journal squares.jsonl
  # Many problems
  armistice count --file problems.txt --format json
  echo 8x8 R8 | armistice count --quiet -
  # A long count, and the same resumed
  armistice count 22x22 Q22 --journal q22.jsonl
  armistice count --resume q22.jsonl",
    mut_arg("problem", |argument| argument.required_unless_present("resume"))
)]
pub(in crate::cli) struct CountArguments {
    #[command(flatten)]
    pub(in crate::cli) question: QuestionArguments,

    /// Subtotals by the lowest square of the first kind (in the order of `armistice pieces`)
    #[arg(long, help_heading = SUBTOTALS, conflicts_with_all = ["up_to", "fixed_by", "maximal", "by_number"])]
    pub(in crate::cli) divide: bool,

    /// Subtotals by the symmetries of placements, and their classes: of the board, or of the group of --up-to
    #[arg(long, help_heading = SUBTOTALS, conflicts_with_all = ["fixed_by", "by_number", "divide", "double_check", "quiet", "explain", "journal", "resume"])]
    pub(in crate::cli) by_symmetry: bool,

    /// Subtotals by the number of attacking pairs, from 0 (non-attacking) on
    #[arg(long, help_heading = SUBTOTALS, conflicts_with_all = ["divide", "by_symmetry", "by_number", "double_check", "quiet", "journal", "resume"])]
    pub(in crate::cli) by_pairs: bool,

    /// Count the placements with a piece on each square
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = one_of(SquaresFormat::ALL),
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = SquaresFormat::default().name(),
        long_help = "Show for each square and kind how many placements have a piece there: as boards of numbers, as a line for each square, or as a LaTeX table",
        help_heading = SUBTOTALS,
        conflicts_with_all = ["divide", "by_symmetry", "by_pairs", "estimate", "certificate", "quiet", "explain", "resume"]
    )]
    pub(in crate::cli) by_square: Option<SquaresFormat>,

    /// With --by-square: only placements with a piece on this square, like d4, or with this kind of piece, like Qd4
    #[arg(long, value_name = "SQUARE", help_heading = SUBTOTALS, requires = "by_square")]
    pub(in crate::cli) beside: Option<BesideArgument>,

    /// Estimate the count: to 1%, or in 30s
    #[arg(
        long,
        value_name = "HOW",
        long_help = "Estimate the count, with a confidence interval: to a precision like 1%, or in a time like 30s",
        help_heading = CHECKS,
        conflicts_with_all = ["divide", "by_symmetry", "by_pairs", "explain", "certificate", "double_check", "engine", "kernel", "journal", "resume"]
    )]
    pub(in crate::cli) estimate: Option<EstimateArgument>,

    /// Random seed of --estimate: the same seed gives the same estimate, unless a time limit ends it
    #[arg(long, value_name = "N", help_heading = CHECKS, requires = "estimate", default_value_t = 1)]
    pub(in crate::cli) seed: u64,

    /// Show engine and expected time without counting
    #[arg(
        long,
        long_help = "Show the engine, the reason for it, the expected time and memory without counting, like `armistice explain`",
        help_heading = HOW,
        conflicts_with_all = ["divide", "by_pairs"]
    )]
    pub(in crate::cli) explain: bool,

    /// Count again in another way; fail if the counts differ
    #[arg(
        long,
        long_help = "Count again by the most independent method there is; fail if the two counts differ",
        help_heading = CHECKS,
        conflicts_with_all = ["divide", "explain"]
    )]
    pub(in crate::cli) double_check: bool,

    /// Also write the count in parts, which scripts/check-count can check
    #[arg(
        long,
        value_name = "FILE",
        help_heading = CHECKS,
        conflicts_with_all = ["file", "divide", "up_to", "fixed_by", "maximal", "dominating", "by_number", "by_symmetry", "by_pairs", "explain", "resume"]
    )]
    pub(in crate::cli) certificate: Option<PathBuf>,

    /// With --certificate: divide parts that have more placements than this
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "certificate", help_heading = CHECKS)]
    pub(in crate::cli) part_size: u64,

    /// Write only the number, with ≥ if it was stopped
    #[arg(long, short, help_heading = OUTPUT, conflicts_with_all = ["explain", "by_number"])]
    pub(in crate::cli) quiet: bool,

    /// Also show the engine, units and nodes; with --explain, why each other engine was not used
    #[arg(long, short, help_heading = OUTPUT, conflicts_with = "quiet")]
    pub(in crate::cli) verbose: bool,

    #[command(flatten)]
    pub(in crate::cli) journal: JournalArguments,
}

/// Show how a problem would be counted: engine, reason, time and memory.
///
/// Search engines estimate the sizes of their search trees by random descents. The frontier engine runs the beginning of its
/// sweep, for up to half a second.
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

    /// Also explain why each unsuitable engine was not used
    #[arg(long, short, help_heading = OUTPUT)]
    pub(in crate::cli) verbose: bool,
}

impl From<ExplainArguments> for CountArguments {
    fn from(arguments: ExplainArguments) -> Self {
        let ExplainArguments { question, verbose } = arguments;
        let journal = JournalArguments { journal: None, resume: None, no_journal: true, budget: None };
        Self {
            question,
            divide: false,
            by_symmetry: false,
            by_pairs: false,
            by_square: None,
            beside: None,
            estimate: None,
            seed: 1,
            explain: true,
            certificate: None,
            part_size: 0,
            verbose,
            double_check: false,
            quiet: false,
            journal,
        }
    }
}

/// Find the maximum number of non-attacking pieces, and a placement of them.
///
/// The total number of pieces of kinds without a number is maximised: `8x8 N`, or `8x8 Nmax`. Given numbers are fixed:
/// `8x8 Q5 N` asks for the most knights together with five queens, and `Q1` is one queen. Kinds with `*` or a
/// range, like `Q1..`, may occur that number of times and are not maximised.
///
/// Opposing armies without numbers grow together: `8x8 Q/Q` asks for the largest equal armies, `8x8 Q N/Q N` for as many
/// queens as knights on both sides. Given numbers are fixed: `12x12 Q12/Q` asks how many queens fit where 12 others do not
/// attack, `12x12 Q12/K N` for the most kings and knights together. With --ratio, numbers say how the armies grow:
/// `8x8 Q2/R --ratio` asks for twice as many queens as rooks.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # The most non-attacking knights: 32
  armistice max 8x8 N
  # The most knights together with five queens
  armistice max 8x8 Q5 N
  # 14 bishops, in 256 placements
  armistice max 8x8 B --placements
  # Queens on a torus
  armistice max 11x11/torus Q
  # Kings and knights together
  armistice max 8x8 K N --quiet
  # Opposing armies of queens: 9 and 9
  armistice max 8x8 Q/Q --placements
  # The most queens that 12 queens do not attack: 36
  armistice max 12x12 Q12/Q
  # Twice as many queens as rooks
  armistice max 8x8 Q2/R --ratio
  # All Pareto-optimal pairs of sizes
  armistice max 8x8 Q/Q --pareto
  # For each number of queens, the most queens of the other side
  armistice max 8x8 Q/Q --curve=csv
  # Many problems
  armistice max --file problems.txt --format json"
)]
pub(in crate::cli) struct MaxArguments {
    #[command(flatten)]
    pub(in crate::cli) input: InputArguments,

    /// Also count the maximum placements
    #[arg(long = "placements", visible_alias = "count", help_heading = WHICH)]
    pub(in crate::cli) count: bool,

    /// Treat placements equivalent by `symmetry` as one
    #[arg(long, long_help = UP_TO, value_parser = equivalence_parser(), value_name = "WHAT", requires = "count", hide_possible_values = true, help_heading = WHICH)]
    pub(in crate::cli) up_to: Option<UpTo>,

    /// For opposing armies: read the numbers as a ratio
    #[arg(long, help_heading = WHICH)]
    pub(in crate::cli) ratio: bool,

    /// For two armies: find all Pareto-optimal pairs of sizes
    #[arg(long, help_heading = WHICH, conflicts_with = "quiet")]
    pub(in crate::cli) pareto: bool,

    /// For two armies: list the largest second army for each size of the first
    #[arg(
        long,
        value_parser = one_of(CurveFormat::ALL),
        value_name = "FORMAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = CurveFormat::default().name(),
        help_heading = WHICH,
        conflicts_with_all = ["quiet", "pareto", "aggressor", "count"]
    )]
    pub(in crate::cli) curve: Option<CurveFormat>,

    /// For two armies: maximise the second while the first is as large as in the best equal pair
    #[arg(long, help_heading = WHICH, conflicts_with = "quiet")]
    pub(in crate::cli) aggressor: bool,

    /// Stop after a time like 30s, 5min or 2h
    #[arg(long, long_help = BUDGET, value_name = "TIME", value_parser = super::time::parse, help_heading = HOW)]
    pub(in crate::cli) budget: Option<Duration>,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t, help_heading = OUTPUT)]
    pub(in crate::cli) format: FormatArgument,

    /// Write only the number, with ≥ if it was stopped; `none` if there is no placement. With --placements, their number follows
    #[arg(long, short, help_heading = OUTPUT)]
    pub(in crate::cli) quiet: bool,

    /// Also show the engine and its nodes; for opposing armies, the steps of the proof
    #[arg(long, short, help_heading = OUTPUT, conflicts_with = "quiet")]
    pub(in crate::cli) verbose: bool,

    #[command(flatten)]
    pub(in crate::cli) proof: ProofArguments,

    /// Engine that finds the maximum
    #[arg(long, value_parser = one_of(Finder::ALL), default_value_t, help_heading = HOW)]
    pub(in crate::cli) engine: Finder,
}

impl MaxArguments {
    /// Returns the question about a problem.
    pub(in crate::cli) fn question(&self, problem: Problem) -> Question {
        Question::from(problem).with_up_to(self.up_to.unwrap_or_default())
    }

    /// Returns the question about opposing armies.
    pub(in crate::cli) fn armies_question(&self) -> ArmiesQuestion {
        let Self { count, pareto, curve, aggressor, ratio, .. } = *self;
        ArmiesQuestion { count, pareto: pareto || curve.is_some(), aggressor, ratio }
    }
}

/// Find the fewest pieces that leave no room for another, or dominate the board.
///
/// A kind without a number, or with `*`, has as few pieces as possible: `8x8 Q` asks for the fewest non-attacking queens that
/// leave no room for another (5, in 728 placements). Given numbers are fixed, and `Q1` is one queen. With several kinds, no
/// further piece of any of them fits. With `--dominating` pieces may attack each other, and every empty square is attacked.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # The fewest queens that leave no room for another: 5
  armistice min 8x8 Q
  # The fewest that dominate the board, and may attack each other
  armistice min 8x8 Q --dominating
  # Kings
  armistice min 9x9 K
  # The fewest knights and bishops, together
  armistice min 5x5 N B --quiet
  # Hexagons
  armistice min hexagon:4 Q
  # Many problems
  armistice min --file problems.txt --format json"
)]
pub(in crate::cli) struct MinArguments {
    #[command(flatten)]
    pub(in crate::cli) input: InputArguments,

    #[command(flatten)]
    pub(in crate::cli) demand: DemandArguments,

    /// Stop after a time like 30s, 5min or 2h
    #[arg(long, long_help = BUDGET, value_name = "TIME", value_parser = super::time::parse, help_heading = HOW)]
    pub(in crate::cli) budget: Option<Duration>,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t, help_heading = OUTPUT)]
    pub(in crate::cli) format: FormatArgument,

    /// Write only the number; `none` if there is no placement
    #[arg(long, short, help_heading = OUTPUT)]
    pub(in crate::cli) quiet: bool,

    /// Also show the engine and its nodes
    #[arg(long, short, help_heading = OUTPUT, conflicts_with = "quiet")]
    pub(in crate::cli) verbose: bool,

    #[command(flatten)]
    pub(in crate::cli) proof: ProofArguments,
}

/// Show what is known about a published sequence: family, terms, new terms, formula.
///
/// Nothing is counted. The entries are those of `armistice verify --list`. New terms are past the published list; each was
/// counted twice, in the two ways that are shown. Names and published terms are from The On-Line Encyclopedia of Integer
/// Sequences, oeis.org, CC BY-SA 4.0.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # Knights: two new terms
  armistice sequence A141243
  # Two queens: a formula. The letter and zeros may be left out
  armistice sequence 36464
  # For programs
  armistice sequence A201861 --format json"
)]
pub(in crate::cli) struct SequenceArguments {
    /// A-numbers, like A000170
    #[arg(value_name = "A-NUMBER", required = true)]
    pub(in crate::cli) sequences: Vec<OsString>,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t, help_heading = OUTPUT)]
    pub(in crate::cli) format: FormatArgument,
}

/// Recount the terms of published sequences, and report which agree.
///
/// Terms are counted in order until the sequence's time budget is used up. Further terms, beyond the published list, are
/// counted twice each, in different ways. `armistice sequence` shows what is known without counting. Names and terms are
/// from The On-Line Encyclopedia of Integer Sequences, oeis.org, CC BY-SA 4.0.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # n queens on n x n
  armistice verify A000170
  # Two sequences, a minute for each
  armistice verify A000170 A002562 --budget 1min
  # The first terms of all sequences about kings
  armistice verify --topic kings --terms 8
  # All sequences, one second each
  armistice verify --all --budget 1s
  # Which sequences are built in, and which are out of scope
  armistice verify --list
  # Which sequences have these terms
  armistice verify --find 1 3 5 11 21 43
  # The terms as a b-file
  armistice verify A002465 --bfile b002465.txt
  # A sequence of your own
  armistice verify --registry mine.txt MINE"
)]
pub(in crate::cli) struct VerifyArguments {
    /// A-numbers, like A000170
    #[arg(value_name = "A-NUMBER")]
    pub(in crate::cli) sequences: Vec<OsString>,

    /// All sequences
    #[arg(long)]
    pub(in crate::cli) all: bool,

    /// Sequences about a piece or a topic, like kings or torus; if repeated, about all of them
    #[arg(long, alias = "family", value_name = "WORD")]
    pub(in crate::cli) topic: Vec<OsString>,

    /// List the sequences, and why others are out of scope, without counting
    #[arg(long, conflicts_with = "bfile")]
    pub(in crate::cli) list: bool,

    /// List the sequences that contain these terms, like 1 3 5. If there are none, list those with nearly these terms
    #[arg(long, value_name = "TERM", num_args = 1.., value_parser = terms,
        conflicts_with_all = ["sequences", "all", "topic", "list", "bfile"])]
    pub(in crate::cli) find: Vec<Terms>,

    /// Stop each sequence after a time like 30s, 5min or 2h
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = super::time::parse, help_heading = HOW)]
    pub(in crate::cli) budget: Duration,

    /// Number of terms of each sequence to check [default: all, then further ones]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) terms: Option<u32>,

    /// Read more sequences from a file, in the format of the built-in registry (docs/families.md)
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) registry: Option<PathBuf>,

    /// Write the verified terms of one sequence as a b-file. The OEIS uses this format
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) bfile: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t, help_heading = OUTPUT)]
    pub(in crate::cli) format: FormatArgument,

    /// Engine that counts: a name from `armistice help engines`
    #[arg(long, value_parser = one_of(Engine::ALL), default_value_t, hide_possible_values = true, help_heading = HOW)]
    pub(in crate::cli) engine: Engine,
}

/// Terms of a sequence in one argument, as users copy them: separated by spaces, commas or both, perhaps with
/// dots at the end.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Terms(pub(in crate::cli) Vec<BigUint>);

fn terms(text: &str) -> Result<Terms, String> {
    let between = |c: char| c == ',' || c.is_whitespace();
    let words = text.trim_end_matches(['.', '…']).split(between).filter(|word| !word.is_empty());
    let read =
        |word: &str| word.parse().map_err(|_| "expected a whole number that is not negative".to_owned());
    words.map(read).collect::<Result<_, _>>().map(Terms)
}

/// Count a family of problems: a table by board size, number of pieces, or both.
///
/// A family is problem text with expressions in braces: `'{n}x{n} Q{n}'`, `'{n}x{2n} K{n-1}'`. It has one variable or
/// two of n, m and k, each with a range of values: `--n 1..12` is 1 to 12, both included; `--n 8` is one value; with
/// `--k 0..` the table continues until no placement is left or the problem becomes impossible; with two variables `--k
/// 0..n` goes up to the other. The A-number of a known sequence stands for its family: `A000170 --from 19`. A row is written
/// as soon as it is known. With `-o` and CSV, JSON or a b-file, the same command resumes an interrupted table.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # n queens on n x n
  armistice table '{n}x{n} Q{n}' --n 1..12
  # A triangle, by board size and number of pieces
  armistice table '{n}x{n} K{k}' --n 1..6 --k 0..
  # Rectangles
  armistice table '{n}x{k} N3' --n 1..8 --k 1..8
  # A file, so that the table can be interrupted and resumed
  armistice table '{n}x{n} Q{n}' --n 4..14 -o queens.csv
  # As far as a minute per row allows
  armistice table '{n}x{n} Q{n}' --n 1.. --budget 60 --chart
  # The family of a known sequence, from n = 6 on
  armistice table A000170 --from 6 --budget 1
  # For the OEIS: a b-file, and an entry
  armistice table '{n}x{n} Q{n}' --n 1..14 --format bfile
  armistice table '{n}x{n} Q{n-1} N' --n 1..11 --format oeis"
)]
pub(in crate::cli) struct TableArguments {
    /// The family, as one argument or several
    #[arg(value_name = "FAMILY", required = true)]
    pub(in crate::cli) family: Vec<OsString>,

    /// Values of n, like 1..12 or 4,6,8. 1..12 includes both; 4..20..2 is every other one; 1.. has no end
    #[arg(long, value_name = "RANGE")]
    pub(in crate::cli) n: Option<VariableRange>,

    /// For one variable: all values from N on
    #[arg(long, value_name = "N", conflicts_with_all = ["n", "m", "k"], value_parser = clap::value_parser!(u32).range(..1_000_000_000))]
    pub(in crate::cli) from: Option<u32>,

    /// Values of m
    #[arg(long, value_name = "RANGE")]
    pub(in crate::cli) m: Option<VariableRange>,

    /// Values of k
    #[arg(long, value_name = "RANGE")]
    pub(in crate::cli) k: Option<VariableRange>,

    #[command(flatten)]
    pub(in crate::cli) placements: PlacementArguments,

    /// Stop each row after a time like 30s, 5min or 2h; a stopped row shows a lower bound
    #[arg(long, value_name = "TIME", value_parser = super::time::parse, help_heading = HOW)]
    pub(in crate::cli) budget: Option<Duration>,

    /// Count each row again in another way; fail if the counts differ
    #[arg(long, help_heading = HOW)]
    pub(in crate::cli) double_check: bool,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    #[command(flatten)]
    pub(in crate::cli) engine: EngineArguments,

    /// Format of the table. [default: by the name of the output file, otherwise text]
    #[arg(long, help_heading = OUTPUT, value_parser = one_of(TableFormat::ALL))]
    pub(in crate::cli) format: Option<TableFormat>,

    /// Write the table to a file. The same command resumes CSV, JSON and b-files
    #[arg(long, short, help_heading = OUTPUT, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,

    /// For families with max: the values to show [default: both if the format has room, otherwise the maximum]
    #[arg(long, help_heading = OUTPUT, value_parser = one_of(TableValue::ALL))]
    pub(in crate::cli) value: Option<TableValue>,

    /// Digits of counts in LaTeX [default: grouped]
    #[arg(long, help_heading = OUTPUT, value_name = "FORM", value_parser = one_of(LatexNumbers::ALL))]
    pub(in crate::cli) latex_numbers: Option<LatexNumbers>,

    /// Caption of a LaTeX table; makes it a float
    #[arg(long, help_heading = OUTPUT, value_name = "TEXT")]
    pub(in crate::cli) caption: Option<String>,

    /// Label of a LaTeX table; makes it a float
    #[arg(long, help_heading = OUTPUT, value_name = "NAME")]
    pub(in crate::cli) label: Option<String>,

    /// Show the growth of the counts as a bar chart after the table
    #[arg(long, help_heading = OUTPUT)]
    pub(in crate::cli) chart: bool,

    /// Plot the growth of the counts as an SVG picture
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub(in crate::cli) svg: Option<PathBuf>,

    /// Index of the first term of a b-file or an entry [default: first value of the row variable]
    #[arg(long, help_heading = OUTPUT, value_name = "N", allow_negative_numbers = true)]
    pub(in crate::cli) offset: Option<i64>,
}

/// List the kinds of pieces: letter, moves in Betza notation, and the squares that they attack.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  armistice pieces            all of them
  armistice pieces N A        the knight and the amazon
  armistice pieces X=RflbrB   a piece of your own
  armistice pieces --svg kinds.svg")]
pub(in crate::cli) struct PiecesArguments {
    /// Letters, names, or definitions like X=NN [default: all built-in kinds]
    #[arg(value_name = "KIND")]
    pub(in crate::cli) kinds: Vec<OsString>,

    /// Also draw the squares that they attack, as an SVG picture
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) svg: Option<PathBuf>,
}

/// Write man pages or shell completions, by default to standard output.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  armistice generate man | man -l -
  armistice generate man --out man1   a page for each verb
  armistice generate bash > armistice.bash")]
pub(in crate::cli) struct GenerateArguments {
    /// Man pages, or the shell of the completions
    #[arg(value_parser = one_of(GenerateArgument::ALL), value_name = "WHAT")]
    pub(in crate::cli) what: GenerateArgument,

    /// Write a man page for each verb into this folder, instead of a single page
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,
}

named! {
    /// The output of `generate`.
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
