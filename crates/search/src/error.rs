//! The reasons why a search has no answer.

use crate::board::MAX_AREA;
use crate::plan::{PlanError, RunError};

/// The largest number of choices of kind and square that branch and bound supports.
pub(super) const MAX_VERTICES: usize = 4096;
/// The largest number of squares of a board for which a bound of the maximum is known.
pub(super) const MAX_COVERED: usize = 1 << 14;

/// The reason why a search has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// No number is to be maximised.
    #[error("nothing to maximise: write a kind without a number, like N or Nmax (N* is any number)")]
    NothingToMaximise,
    /// No number is to be minimised.
    #[error("nothing to minimise: write one army with a kind without a number, like N")]
    NothingToMinimise,
    /// This type of domination has no search.
    #[error(
        "the fewest pieces that dominate are looked for without quotas, and among up to 1024 choices of kind and square: count \
         --dominating --by-number may tell"
    )]
    Dominating,
    /// The opposing armies have no numbers to multiply.
    #[error(
        "a ratio of armies is made of numbers: Q/Q for equal armies, Q2/Q for twice as many in the first"
    )]
    NoProportion,
    /// The opposing armies have numbers, none of them open.
    #[error(
        "nothing to maximise: leave out one number, as in Q12/Q for the most queens beside 12, or say with --ratio \
         that the numbers are a ratio"
    )]
    ArmiesGiven,
    /// The opposing armies have several open numbers.
    #[error(
        "only the numbers of one army can be open: give the others, as in Q12/Q for the most queens beside 12, leave \
         out all numbers, as in Q/Q for equal armies, or say with --ratio that the numbers are a ratio"
    )]
    SeveralOpen,
    /// The numbers of the armies do not grow together.
    #[error(
        "--pareto, --curve and --aggressor are for armies that grow together: leave out all numbers, as in Q/Q, or give a \
         ratio with --ratio"
    )]
    OnlyProportion,
    /// There are more than two armies.
    #[error("{0} armies: --pareto, --curve and --aggressor are for two armies")]
    TwoArmies(usize),
    /// Lines are blocked.
    #[error(
        "--pareto, --curve and --aggressor are for the rule sight: with blocked lines, fewer pieces need not fit"
    )]
    OnlySight,
    /// The problem is too large for masks of vertices.
    #[error(
        "branch and bound handles up to {MAX_VERTICES} choices of kind and square, but this problem has more"
    )]
    TooLarge,
    /// There is more than one army, but lists support one.
    #[error("{0} armies: first fail and random placements are for one army, written without /")]
    Armies(usize),
    /// There is more than one army on a large board.
    #[error(
        "{0} armies on a board of more than {MAX_AREA} squares: only single armies and groups are supported there"
    )]
    ArmiesOnLargeBoard(usize),
    /// A number is open.
    #[error("how many {letter}? placements are listed by exact numbers, like {letter}8")]
    OpenNumber {
        /// The letter of the kind.
        letter: char,
    },
    /// Kinds have no number on a large board.
    #[error("a board of more than {MAX_AREA} squares needs exact numbers: give one instead of * or max")]
    NoNumber,
    /// The board is too large for sets of free squares.
    #[error(
        "{squares} squares for {kinds} kinds: lists of free squares hold at most {most} squares for all kinds together"
    )]
    ManySquares {
        /// The number of squares of the board.
        squares: usize,
        /// The number of kinds.
        kinds: usize,
        /// The largest supported number of squares, for all kinds together.
        most: usize,
    },
    /// The minimum is wanted on a board without masks of squares.
    #[error(
        "a board of more than {MAX_AREA} squares: the smallest number is found on smaller ones; on a thin board, count with \
         --maximal --by-number tells it"
    )]
    SmallestOnLargeBoard,
    /// The maximum is wanted on a board without masks of squares.
    #[error(
        "a board of more than {MAX_AREA} squares: there the largest number is found of a single kind, none given, no hopper or lame \
         leaper, without walls, on up to {MAX_COVERED} squares or a thin board, by the engine best and without a count"
    )]
    LargestOnLargeBoard,
    /// Estimates do not support the question.
    #[error(
        "estimates are of exact and any numbers (*) of non-attacking pieces, with riders seeing along whole lines: no max, \
         nothing up to symmetry, by number or maximal, no conditions, no walls, no hoppers; count those"
    )]
    EstimateIsPlain,
    /// Estimates do not support this large board.
    #[error(
        "a board of more than {MAX_AREA} squares: there the numbers of queens and rooks are estimated, on rectangles without holes, \
         none given"
    )]
    EstimateOnLargeBoard,
    /// The requested interval has no valid width.
    #[error("the precision of an estimate is a share of it: more than 0 and up to 100 %, like 1%")]
    NoPrecision,
    /// The board has no masks of squares.
    #[error("a board of more than {MAX_AREA} squares: list its placements with --order first-fail")]
    LargeBoard,
    /// No method finds a placement within memory.
    #[error(
        "no construction is known for these pieces, and the board is too large to search: {squares} squares for {kinds} kinds, and up \
         to {most} for all kinds together are searched"
    )]
    NoWay {
        /// The number of squares of the board.
        squares: usize,
        /// The number of kinds.
        kinds: usize,
        /// The largest number of squares that is searched, for all kinds together.
        most: usize,
    },
    /// Lines are blocked, or pieces hop, on a large board or without numbers.
    #[error(
        "with blocked lines, hoppers or lame leapers, the search needs exact numbers and a board of up to {MAX_AREA} squares; \
         placements at random need a count of half a minute at most"
    )]
    Blocked,
    /// Walls occur on a large board, or with numbers to be found, or in too many arrangements.
    #[error(
        "with walls (#), the search needs exact or any numbers, a board of up to {MAX_AREA} squares, and few walls"
    )]
    Walls,
    /// The puzzle is not about choices.
    #[error(
        "puzzles need exact numbers of pieces, like Q8, and a board of up to {MAX_AREA} squares: no *, max, walls, hoppers, lame \
         leapers, blocked lines or degrees"
    )]
    NoGrid,
    /// The puzzle has too many choices for sets.
    #[error("{choices} choices of kind and square: puzzles have up to {most}")]
    LargeGrid {
        /// The number of choices.
        choices: usize,
        /// The largest supported number.
        most: usize,
    },
    /// The problem already has regions.
    #[error("regions are drawn already: leave them out to have others drawn")]
    RegionsDrawn,
    /// The regions cannot have equal numbers of pieces.
    #[error(
        "{pieces} pieces, {each} to a region: expected regions with as many pieces each, and up to {most} of them"
    )]
    UnevenRegions {
        /// The number of pieces.
        pieces: u64,
        /// The requested number of pieces of a region.
        each: u32,
        /// The largest possible number of regions.
        most: usize,
    },
    /// The puzzle has no solution.
    #[error("there is no placement, hence no puzzle")]
    NoPlacement,
    /// No attempt gave a puzzle of the requested type.
    #[error("no such puzzle in {tried} attempts: another level or seed may have some")]
    NoSuchPuzzle {
        /// The number of attempts.
        tried: u32,
    },
    /// There are too many placements to keep.
    #[error(
        "more than {listed} placements: the fewest given pieces are found from a list of all, which is kept in memory"
    )]
    ManyPlacements {
        /// The number of placements listed.
        listed: usize,
    },
    /// The settings cannot be met, or no engine supports the problem.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A count failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A result breaks a rule, or two engines found different numbers.
    #[error("internal check failed: {0}; please report this problem")]
    Unsound(String),
}
