//! Why a question cannot be counted.

use super::memory;
use crate::board::MAX_AREA;
use crate::engines::kernel::Kernel;

/// Why a problem cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// What an engine cannot do, with its own reason.
    #[error("{why}")]
    Refused {
        /// Its name.
        engine: &'static str,
        /// Why, and what would be accepted.
        why: String,
    },
    /// Planning was [given up](super::Settings::with_cancel).
    #[error("stopped before it was known how to count")]
    Stopped,
    /// Opposing armies, where only one is looked at.
    #[error("{0} armies: this is for one army, written without /")]
    Armies(usize),
    /// Blocked lines or hops, where numbers are open or placements could be extended.
    #[error(
        "with blocked lines, hoppers or lame leapers, only exact numbers of pieces are counted, undivided: no *, no max, no \
         maximal placements, no division"
    )]
    BlockedIsPlain,
    /// Domination beside what it takes the place of.
    #[error(
        "dominating: pieces of one army, which may attack each other and see along whole lines: no / and no +, no each and no pairs, \
         no blocked lines, no walls, no maximal placements"
    )]
    DominatingIsPlain,
    /// Counts by pairs of what has pairs, or something in the place of them.
    #[error(
        "by pairs: exact or any numbers of pieces, attacking each other or not, are counted: no pairs and no max, not maximal, not \
         dominating, not by number"
    )]
    PairsArePlain,
    /// Counts by square of what is no set of placements of one board's squares.
    #[error(
        "by square: all placements are counted, or those that are maximal or dominating, on boards of up to {MAX_AREA} squares: no \
         up-to, no fixed-by, no by-number"
    )]
    BySquareIsPlain,
    /// Placements that cannot be extended, where a further piece could make good what is missing.
    #[error(
        "maximal placements are non-attacking: no each and no pairs, and quotas only of at most one, like rank=..1"
    )]
    MaximalIsPeace,
    /// Walls, where placements could be extended, or numbers are looked for.
    #[error(
        "with walls (#), placements are counted of exact and of any numbers (*), all or up to symmetry: no max, no maximal \
         placements, no counts by number, no division"
    )]
    WallsArePlain,
    /// Too many cases.
    #[error("too many ways to {of}: take fewer of them, or a smaller board")]
    ManyCases {
        /// Of what, in words.
        of: &'static str,
    },
    /// Walls, where nothing knows of them.
    #[error(
        "walls (#) are not supported here: count the placements, list them, or look for the largest number"
    )]
    NoWalls,
    /// Hops, where nothing knows of them.
    #[error(
        "hoppers and lame leapers are not supported here: count the placements of exact numbers, or list them"
    )]
    NoHops,
    /// Conditions that pairs of pieces do not decide, where nothing knows of them.
    #[error(
        "conditions such as rank=, regions=, each= and pairs= are not supported here: count the placements, or list them in \
         reading order"
    )]
    NoConditions,
    /// Exchanged armies, by the frontier engine.
    #[error("any number, the largest number and maximal placements are counted up to symmetry at most")]
    ExchangeOfNumbers,
    /// Too many armies alike.
    #[error("too many exchanges of identical armies: count up to symmetry")]
    TooManyExchanges,
    /// A map that does not keep the problem, or that the board has not.
    #[error("{name} is no symmetry of this problem: {}", if has.is_empty() { "it has none".to_owned() } else { format!("expected {has}") })]
    NoSuchSymmetry {
        /// Its name.
        name: &'static str,
        /// The names of those that do.
        has: String,
    },
    /// Shifts of a board with four edges.
    #[error("shifts need joined edges, as on a torus or a cylinder; on a plane, count up to translation")]
    NoShifts,
    /// Dilations of a board that is no square torus.
    #[error(
        "affine: only on a square torus, without walls, and with lines in sight; shifts need a torus or a cylinder"
    )]
    NoDilations,
    /// Maps of the torus, where they mean nothing or are not kept.
    #[error(
        "torus-shifts and torus-affine: only counts up to them, of exact numbers of one army on a plane board without holes or \
         given pieces, not maximal; square for torus-affine"
    )]
    NoTorus,
    /// A group that is too large to be gone through.
    #[error("{maps} maps of the board: up to {most} are gone through; use fewer words, or a smaller board")]
    TooManyMaps {
        /// How many maps.
        maps: usize,
        /// How many would be accepted.
        most: usize,
    },
    /// A group that is too large to be taken apart.
    #[error(
        "by symmetry: {order} symmetries with too many subgroups; up to {} with up to {} subgroups are taken apart: use a \
         smaller group, like --up-to symmetry",
        crate::symmetry::subgroups::MAX_ORDER,
        crate::symmetry::subgroups::MAX_SUBGROUPS
    )]
    TooManySubgroups {
        /// How many symmetries.
        order: usize,
    },
    /// Placements by symmetry, up to translations on the plane.
    #[error("by symmetry: the group is one of maps, like symmetry or armies: expected no translation")]
    BySymmetryOfTranslation,
    /// Fixed placements where they cannot be counted on a quotient of the board.
    #[error(
        "placements fixed by a map: only with lines in sight, and not the largest number: give exact numbers, or *"
    )]
    FixedIsPlain,
    /// Classes of fixed placements.
    #[error("placements fixed by a map are counted one by one: expected either fixed-by or up-to")]
    FixedClasses,
    /// Counts of fixed placements that contradict each other.
    #[error("internal check failed: the counts of fixed placements contradict each other")]
    Stabilisers,
    /// Placements by symmetry that are not all of them, or by number.
    #[error(
        "by symmetry: all placements of exact or any numbers are divided, maximal or not: expected neither by-number nor fixed-by"
    )]
    BySymmetryIsPlain,
    /// Translations where the board is not the same everywhere.
    #[error(
        "up to translation: only for plane boards without holes or given pieces, and exact numbers; up to armies \
         works here"
    )]
    NoTranslation,
    /// A board that is too large for masks of squares.
    #[error("a board of more than {MAX_AREA} squares: placements of these pieces on it cannot be counted")]
    LargeBoard,
    /// Counts by number where every number is given.
    #[error("by number: every number is given; write * for kinds whose number may vary, like Q*")]
    NoNumbers,
    /// Ways of sweeping that this program does not know.
    #[error("this version of the program sweeps the board differently: start the count again")]
    OtherSweep,
    /// A plan that was written down, of another question or by another program.
    #[error("the plan that was written down is none of this problem: {0}")]
    OtherTree(&'static str),
    /// Another version of an engine.
    #[error(
        "counted by {then}, but this program has {now}, whose units differ: use the old program, or start the count again"
    )]
    OtherVersion {
        /// Name and version then.
        then: String,
        /// Name and version now.
        now: String,
    },
    /// A kernel that this processor lacks.
    #[error("this processor lacks the instructions of the kernel {0}: use another, or none for the best")]
    Kernel(Kernel),
    /// More memory than allowed.
    #[error(
        "{}: allow more, or ask for another engine: rows and cells need the least", lack(*.needed, *.allowed)
    )]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Too many ways to share pieces among the cycles of a symmetry.
    #[error(
        "up to symmetry: {ways} ways to distribute the pieces over the cycles of the {map}, too many to count"
    )]
    TooManyWays {
        /// The symmetry.
        map: String,
        /// How many ways.
        ways: u128,
    },
    /// Division of classes, or by the naive engine.
    #[error("only counts of exact numbers can be divided, not up to symmetry, and by engines with units")]
    DivideIsPlain,
    /// Division of a problem without pieces.
    #[error("no piece to divide by: every piece is given, or there is none")]
    NothingToDivide,
}

impl PlanError {
    /// How much memory is needed and allowed, if that is what is wrong.
    #[must_use]
    pub fn lack_of_memory(&self) -> Option<String> {
        match *self {
            Self::Memory { needed, allowed } => Some(lack(needed, allowed)),
            _ => None,
        }
    }
}

/// That more memory is needed than allowed.
fn lack(needed: u64, allowed: u64) -> String {
    format!("this takes about {}, but {} are allowed", memory::needed(needed), memory::allowed(allowed))
}
