//! Why nothing is searched, or found.

use crate::board::MAX_AREA;
use crate::plan::{PlanError, RunError};

/// Branch and bound looks at no more choices of kind and square.
pub(super) const MAX_VERTICES: usize = 4096;
/// On a board of more squares the largest number has no bound.
pub(super) const MAX_COVERED: usize = 1 << 14;

/// Why a search has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// Nothing is to be maximised.
    #[error("nothing to maximise: write a kind without a number, like N or Nmax (N* is any number)")]
    NothingToMaximise,
    /// Nothing is to be minimised.
    #[error("nothing to minimise: write one army with a kind without a number, like N")]
    NothingToMinimise,
    /// Domination that is not searched for.
    #[error(
        "the fewest pieces that dominate are looked for without quotas, and among up to 1024 choices of kind and square: count \
         --dominating --by-number may tell"
    )]
    Dominating,
    /// Opposing armies without numbers to multiply.
    #[error(
        "a ratio of armies is made of numbers: Q/Q for equal armies, Q2/Q for twice as many in the first"
    )]
    NoProportion,
    /// Opposing armies with numbers, none of them open.
    #[error(
        "nothing to maximise: leave out one number, as in Q12/Q for the most queens beside 12, or say with --ratio \
         that the numbers are a ratio"
    )]
    ArmiesGiven,
    /// Opposing armies with several open numbers.
    #[error(
        "only the numbers of one army can be open: give the others, as in Q12/Q for the most queens beside 12, leave \
         out all numbers, as in Q/Q for equal armies, or say with --ratio that the numbers are a ratio"
    )]
    SeveralOpen,
    /// Armies whose numbers do not grow together.
    #[error(
        "--pareto, --curve and --aggressor are for armies that grow together: leave out all numbers, as in Q/Q, or give a \
         ratio with --ratio"
    )]
    OnlyProportion,
    /// More than two armies.
    #[error("{0} armies: --pareto, --curve and --aggressor are for two armies")]
    TwoArmies(usize),
    /// Blocked lines.
    #[error(
        "--pareto, --curve and --aggressor are for the rule sight: with blocked lines, fewer pieces need not fit"
    )]
    OnlySight,
    /// Too large for masks of vertices.
    #[error(
        "branch and bound handles up to {MAX_VERTICES} choices of kind and square, but this problem has more"
    )]
    TooLarge,
    /// More than one army, where one is listed.
    #[error("{0} armies: first fail and random placements are for one army, written without /")]
    Armies(usize),
    /// More than one army, on a large board.
    #[error(
        "{0} armies on a board of more than {MAX_AREA} squares: only single armies and groups are supported there"
    )]
    ArmiesOnLargeBoard(usize),
    /// A number that is left open.
    #[error("how many {letter}? placements are listed by exact numbers, like {letter}8")]
    OpenNumber {
        /// The letter of the kind.
        letter: char,
    },
    /// Kinds without a number on a large board.
    #[error("a board of more than {MAX_AREA} squares needs exact numbers: give one instead of * or max")]
    NoNumber,
    /// A board that is too large for sets of free squares.
    #[error(
        "{squares} squares for {kinds} kinds: lists of free squares hold at most {most} squares for all kinds together"
    )]
    ManySquares {
        /// How many squares the board has.
        squares: usize,
        /// How many kinds stand on it.
        kinds: usize,
        /// How many squares would be accepted, all kinds together.
        most: usize,
    },
    /// The smallest number on a board without masks of squares.
    #[error(
        "a board of more than {MAX_AREA} squares: the smallest number is found on smaller ones; on a thin board, count with \
         --maximal --by-number tells it"
    )]
    SmallestOnLargeBoard,
    /// The largest number on a board without masks of squares.
    #[error(
        "a board of more than {MAX_AREA} squares: there the largest number is found of a single kind, none given, no hopper or lame \
         leaper, without walls, on up to {MAX_COVERED} squares or a thin board, by the engine best and without a count"
    )]
    LargestOnLargeBoard,
    /// What is not estimated.
    #[error(
        "estimates are of exact and any numbers (*) of non-attacking pieces, with riders seeing along whole lines: no max, \
         nothing up to symmetry, by number or maximal, no conditions, no walls, no hoppers; count those"
    )]
    EstimateIsPlain,
    /// Large boards of which there are no estimates.
    #[error(
        "a board of more than {MAX_AREA} squares: there the numbers of queens and rooks are estimated, on rectangles without holes, \
         none given"
    )]
    EstimateOnLargeBoard,
    /// An interval that is no interval.
    #[error("the precision of an estimate is a share of it: more than 0 and up to 100 %, like 1%")]
    NoPrecision,
    /// A board without masks of squares.
    #[error("a board of more than {MAX_AREA} squares: list its placements with --order first-fail")]
    LargeBoard,
    /// No way to a placement that fits.
    #[error(
        "no construction is known for these pieces, and the board is too large to search: {squares} squares for {kinds} kinds, and up \
         to {most} for all kinds together are searched"
    )]
    NoWay {
        /// How many squares the board has.
        squares: usize,
        /// How many kinds there are.
        kinds: usize,
        /// How many squares would be searched, all kinds together.
        most: usize,
    },
    /// Blocked lines or hops, on a large board or without numbers.
    #[error(
        "with blocked lines, hoppers or lame leapers, the search needs exact numbers and a board of up to {MAX_AREA} squares; \
         placements at random need a count of half a minute at most"
    )]
    Blocked,
    /// Walls on a large board, beside numbers that are looked for, or too many ways to put them up.
    #[error(
        "with walls (#), the search needs exact or any numbers, a board of up to {MAX_AREA} squares, and few walls"
    )]
    Walls,
    /// Puzzles of what is no matter of choices.
    #[error(
        "puzzles need exact numbers of pieces, like Q8, and a board of up to {MAX_AREA} squares: no *, max, walls, hoppers, lame \
         leapers, blocked lines or degrees"
    )]
    NoGrid,
    /// More choices than sets are made for.
    #[error("{choices} choices of kind and square: puzzles have up to {most}")]
    LargeGrid {
        /// How many there are.
        choices: usize,
        /// How many would be accepted.
        most: usize,
    },
    /// Regions where there are some.
    #[error("regions are drawn already: leave them out to have others drawn")]
    RegionsDrawn,
    /// Regions that do not come out even.
    #[error(
        "{pieces} pieces, {each} to a region: expected regions with as many pieces each, and up to {most} of them"
    )]
    UnevenRegions {
        /// How many pieces there are.
        pieces: u64,
        /// How many a region was to have.
        each: u32,
        /// How many regions there can be.
        most: usize,
    },
    /// A puzzle of nothing.
    #[error("there is no placement, hence no puzzle")]
    NoPlacement,
    /// Puzzles that are never made.
    #[error("no such puzzle in {tried} attempts: another level or seed may have some")]
    NoSuchPuzzle {
        /// How many attempts there were.
        tried: u32,
    },
    /// More placements than are kept.
    #[error(
        "more than {listed} placements: the fewest given pieces are found from a list of all, which is kept in memory"
    )]
    ManyPlacements {
        /// How many were listed.
        listed: usize,
    },
    /// Settings that cannot be met, and problems that no engine answers.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A count that failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// What was found breaks a rule, or two engines found different numbers.
    #[error("internal check failed: {0}; please report this problem")]
    Unsound(String),
}
