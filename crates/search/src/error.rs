//! The reasons why a search has no answer.

use crate::board::MAX_AREA;
use crate::feature::Feature;
use crate::plan::{PlanError, RunError};

/// The largest number of choices of kind and square that branch and bound supports.
pub(super) const MAX_VERTICES: usize = 4096;
/// The largest number of squares of a board for which a bound of the maximum is known.
pub(super) const MAX_COVERED: usize = 1 << 14;
/// The same for a kind that attacks at most [`FEW_ATTACKS`] squares from each.
pub(super) const MAX_COVERED_BY_FEW: usize = 1 << 16;
/// The largest number of attacks of such a kind.
pub(super) const FEW_ATTACKS: usize = 64;

/// The reason why a search has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// No number is to be maximised.
    #[error("nothing to maximise: write a kind without a number, like N or Nmax (N* is any number)")]
    NothingToMaximise,
    /// No number is to be minimised.
    #[error("nothing to minimise: write one army, and leave out the number of a kind, like N")]
    NothingToMinimise,
    /// This type of domination has no search.
    #[error(
        "min --dominating supports no quotas and at most 1024 choices of kind and square; try count \
         --dominating --by-number"
    )]
    Dominating,
    /// The opposing armies have no numbers to multiply.
    #[error(
        "write a ratio of armies with numbers alone: Q/Q for equal armies, Q2/Q for twice as many in the first"
    )]
    NoProportion,
    /// The opposing armies have numbers, none of them open.
    #[error(
        "nothing to maximise: leave out one number, as in Q12/Q for the most queens against 12, or add --ratio \
         if the numbers are a ratio"
    )]
    ArmiesGiven,
    /// The opposing armies have several open numbers.
    #[error(
        "only one army can have open numbers: give exact numbers to the others, as in Q12/Q, leave out all \
         numbers, as in Q/Q for equal armies, or add --ratio if the numbers are a ratio"
    )]
    SeveralOpen,
    /// The numbers of the armies do not grow together.
    #[error(
        "--pareto, --curve and --aggressor are for armies that grow together: leave out all numbers, as in Q/Q, or give a \
         ratio with --ratio"
    )]
    OnlyProportion,
    /// There are more than two armies.
    #[error("--pareto, --curve and --aggressor need two armies, but this problem has {0}")]
    TwoArmies(usize),
    /// Lines are blocked.
    #[error(
        "--pareto, --curve and --aggressor do not support blocked lines, because fewer pieces need not fit \
         there"
    )]
    OnlySight,
    /// The problem is too large for masks of vertices.
    #[error("this problem has more than {MAX_VERTICES} choices of kind and square, too many for this search")]
    TooLarge,
    /// There is more than one army, but lists support one.
    #[error(
        "the problem has {0} armies, separated by /, but the order first-fail and random placements \
             support only one"
    )]
    Armies(usize),
    /// There is more than one army on a large board.
    #[error(
        "the problem has {0} armies, but boards of more than {MAX_AREA} squares support only one army, or \
         groups"
    )]
    ArmiesOnLargeBoard(usize),
    /// A number is open.
    #[error("how many {letter}? write an exact number, like {letter}8")]
    OpenNumber {
        /// The letter of the kind.
        letter: char,
    },
    /// Kinds have no number on a large board.
    #[error("a board of more than {MAX_AREA} squares needs exact numbers: give one instead of * or max")]
    NoNumber,
    /// The board is too large for sets of free squares.
    #[error(
        "this board is too large to search: it has {squares} squares for {kinds} kinds, and at most {most} for \
         all kinds together are supported"
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
        "this board is too large: min supports at most {MAX_AREA} squares; on a thin board, try count \
         --maximal --by-number"
    )]
    SmallestOnLargeBoard,
    /// The maximum is wanted on a board without masks of squares.
    #[error(
        "on a board of more than {MAX_AREA} squares, max supports a single kind, without pre-placed pieces, \
         walls, hoppers, lame leapers, quotas and --placements"
    )]
    LargestOnLargeBoard,
    /// The maximum is wanted on a board that is too large for its bound.
    #[error(
        "this board is too large: it has {squares} squares, and max supports at most {MAX_COVERED}, or \
         {MAX_COVERED_BY_FEW} for one kind of short range, unless the board is thin"
    )]
    LargestOnHugeBoard {
        /// The number of squares of the board.
        squares: usize,
    },
    /// Estimates do not support the question.
    #[error("an estimate does not support {}: count the placements, without --estimate", .0.words())]
    EstimateIsPlain(Feature),
    /// Estimates do not support this large board.
    #[error(
        "this board is too large: with more than {MAX_AREA} squares, only queens and rooks are estimated, on \
         rectangles without holes or pre-placed pieces"
    )]
    EstimateOnLargeBoard,
    /// The requested interval has no valid width.
    #[error("the precision of an estimate must be more than 0 and at most 100%, like 1%")]
    NoPrecision,
    /// The board has no masks of squares.
    #[error("this board has more than {MAX_AREA} squares; list its placements with --order first-fail")]
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
         placements at random need a count of ten seconds at most"
    )]
    Blocked,
    /// Walls occur on a large board, or with numbers to be found, or in too many arrangements.
    #[error(
        "with walls (#), the search needs exact or any numbers, a board of up to {MAX_AREA} squares, and few walls"
    )]
    Walls,
    /// The puzzle is not about choices.
    #[error(
        "puzzles need exact numbers of pieces, like Q8, on at most {MAX_AREA} squares; they do not support \
         walls, hoppers, lame leapers, blocked lines, each= or pairs="
    )]
    NoGrid,
    /// The puzzle has too many choices for sets.
    #[error("this problem has {choices} choices of kind and square, but puzzles support at most {most}")]
    LargeGrid {
        /// The number of choices.
        choices: usize,
        /// The largest supported number.
        most: usize,
    },
    /// The problem already has regions.
    #[error("the problem already has regions; remove them to let Armistice draw others")]
    RegionsDrawn,
    /// The regions cannot have equal numbers of pieces.
    #[error(
        "{pieces} pieces cannot be divided into regions of {each}: the regions must have equal numbers, and at \
         most {most} are supported"
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
    #[error("there is no placement, so there is no puzzle")]
    NoPlacement,
    /// No attempt gave a puzzle of the requested type.
    #[error("found no such puzzle in {tried} attempts; try another level or seed")]
    NoSuchPuzzle {
        /// The number of attempts.
        tried: u32,
    },
    /// There are too many placements to keep.
    #[error("this problem has more than {listed} placements, too many to find the fewest pre-placed pieces")]
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
