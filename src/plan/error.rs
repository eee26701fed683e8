//! Why a question cannot be counted.

use crate::board::LONGEST_SIDE;
use crate::engines::kernel::Kernel;

/// Why a problem cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Opposing armies, where only one is looked at.
    #[error("{0} armies: this is for one army, written without /")]
    Armies(usize),
    /// Lines that are blocked, for an engine that sees along whole lines.
    #[error("only the engines shields and naive let pieces block lines: take the engine best")]
    Blocked,
    /// The engine for blocked lines, where nothing can be blocked.
    #[error("the shields engine is for mixed armies whose lines are blocked: take the engine best")]
    NotShields,
    /// Blocked lines, where numbers are open or placements could be extended.
    #[error(
        "where lines are blocked, placements of exact numbers are counted, with all of them together: no *, no max, no \
         maximal placements, no division"
    )]
    BlockedIsPlain,
    /// Exchanged armies, by the frontier engine.
    #[error(
        "any number, the largest number and maximal placements are counted up to symmetry, not up to more"
    )]
    ExchangeOfNumbers,
    /// Too many armies alike.
    #[error("too many armies are alike to exchange them in every way: count up to symmetry")]
    TooManyExchanges,
    /// Translations where the board is not the same everywhere.
    #[error(
        "up to translation: for plain boards without holes and fixed pieces, and exact numbers; up to armies can be \
         counted"
    )]
    NoTranslation,
    /// A board that is too large for masks of squares.
    #[error(
        "a board of more than {LONGEST_SIDE} ranks or files: placements can be found on it, and not counted"
    )]
    LargeBoard,
    /// `*`, `max` or maximal placements, by an engine for exact numbers.
    #[error("only the engines frontier and naive count any number, the largest number or maximal placements")]
    OnlyFrontier,
    /// Counts by number where every number is given.
    #[error("by number: every number is given; write * for the kinds whose number is to vary, like Q*")]
    NoNumbers,
    /// The frontier engine with a kernel.
    #[error(
        "the frontier engine has no kernels: leave the kernel out, or count exact numbers by another engine"
    )]
    NoKernels,
    /// States with too many bits or numbers.
    #[error(
        "the frontier engine would need states of more than 1024 bits, or of millions of numbers, here: take fewer \
         kinds or a smaller board"
    )]
    TooWide,
    /// Ways of sweeping that this program does not know.
    #[error("this program sweeps the board in other ways: count anew")]
    OtherSweep,
    /// A kernel that this processor lacks.
    #[error("this processor lacks the instructions of the kernel {0}: take another, or none for the best")]
    Kernel(Kernel),
    /// The naive engine up to symmetry, or with a kernel.
    #[error("the naive engine counts all placements, not classes, and has no kernels: take the engine cells")]
    NaiveIsPlain,
    /// The lines engine on a problem of another shape.
    #[error(
        "the lines engine counts two armies of one kind each, queens, rooks or bishops, on plain boards of up to 20 \
         ranks and files without holes, and three or four of queens: take the engine best"
    )]
    NotLines,
    /// The rows engine on a problem of another shape.
    #[error(
        "the rows engine counts one kind of piece with a rook's moves, about one to a row: take the engine best"
    )]
    NotRows,
    /// Halves forced on a problem that has not the shape.
    #[error(
        "the halves engine counts one kind with a rook's moves, one piece in every row and column of a square board of \
         up to 24 ranks: take the engine best"
    )]
    NotHalves,
    /// More memory than allowed.
    #[error(
        "this takes about {} MB, and {} MB are allowed: allow more, or take the engine rows or cells, which take \
         little memory and longer", .needed.div_ceil(1_000_000), .allowed / 1_000_000
    )]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Too many ways to share pieces among the cycles of a symmetry.
    #[error(
        "up to symmetry: {ways} ways to share the pieces among the cycles of the {map}, too many to count"
    )]
    TooManyWays {
        /// The symmetry.
        map: &'static str,
        /// How many ways.
        ways: u128,
    },
    /// Division of classes, or by the naive engine.
    #[error(
        "only placements of exact numbers are divided, all of them and not up to symmetry, by engines with units"
    )]
    DivideIsPlain,
    /// Division of a problem without pieces.
    #[error("no piece to divide by: every piece is fixed, or there is none")]
    NothingToDivide,
}
