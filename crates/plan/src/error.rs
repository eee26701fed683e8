//! Why a question cannot be counted.

use super::memory;
use crate::board::MAX_AREA;
use crate::engines::kernel::Kernel;
use crate::feature::Feature;
use crate::question::Question;

/// Why a problem cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A question that an engine cannot answer, with the engine's reason.
    #[error("{why}{}", if *is_chosen { "; omit the engine to let Armistice choose" } else { "" })]
    Refused {
        /// The name of the engine.
        engine: &'static str,
        /// The reason.
        why: String,
        /// Whether the caller named the engine.
        is_chosen: bool,
    },
    /// A request that cannot be combined with a feature of the question.
    #[error("{what} cannot be combined with {}: {instead}", feature.words())]
    Together {
        /// The request.
        what: &'static str,
        /// The feature of the question.
        feature: Feature,
        /// Advice: the request that would be accepted.
        instead: &'static str,
    },
    /// A feature that the called function does not support.
    #[error("this does not support {}: count the placements, or list them", .0.words())]
    NotHere(Feature),
    /// Planning was [cancelled](super::Settings::with_cancel).
    #[error("stopped during planning, before the count began")]
    Stopped,
    /// Opposing armies, but the request is for one army.
    #[error("the problem has {0} armies, separated by /, but only one army is supported here")]
    Armies(usize),
    /// Too many cases.
    #[error("there are too many ways to {of}; use fewer pieces, or a smaller board")]
    ManyCases {
        /// The step that has too many cases, in words.
        of: &'static str,
    },
    /// Exchanged armies together with a question that only a sweep answers.
    #[error(
        "maximal placements, and any number (*), ranges (like 2..5) or the maximum number (max) of pieces, \
             are counted up to symmetry at most; use --up-to symmetry"
    )]
    ExchangeOfNumbers,
    /// Ranges of numbers in a count that is distributed, of which each number would be a count of its own.
    #[error("a count in parts has exact numbers or any number here, not ranges: count each number by itself")]
    RangesInParts,
    /// Too many identical armies.
    #[error("too many armies are identical to count up to their exchanges; use --up-to symmetry")]
    TooManyExchanges,
    /// A map that does not preserve the problem, or that the board does not have.
    #[error("{name} is not a symmetry of this problem: {}", if has.is_empty() { "it has none".to_owned() } else { format!("expected {has}") })]
    NoSuchSymmetry {
        /// The name of the map.
        name: &'static str,
        /// The names of the maps that preserve the problem.
        has: String,
    },
    /// Shifts of a board with four edges.
    #[error("shifts need joined edges, as on a torus or a cylinder; on a plane, count up to translation")]
    NoShifts,
    /// Dilations of a board that is not a square torus.
    #[error(
        "affine needs a square torus, no walls, and riders that see along whole lines; on other boards with \
         joined edges, use shifts"
    )]
    NoDilations,
    /// Maps of the torus, in a question other than a count up to them, or on a board of the wrong shape.
    #[error(
        "torus-shifts and torus-affine are supported only by --up-to of a count, and torus-affine only on \
         square boards"
    )]
    NoTorus,
    /// A group with too many maps to list.
    #[error(
        "these words mean {maps} maps of the board, but at most {most} are supported; use fewer words, or \
             a smaller board"
    )]
    TooManyMaps {
        /// The number of maps.
        maps: usize,
        /// The maximum number of maps.
        most: usize,
    },
    /// A group with too many subgroups to divide its placements.
    #[error(
        "counts by symmetry support at most {} symmetries with at most {} subgroups, and these {order} have \
         more; use a smaller group, like --up-to symmetry",
        crate::symmetry::subgroups::MAX_ORDER,
        crate::symmetry::subgroups::MAX_SUBGROUPS
    )]
    TooManySubgroups {
        /// The number of symmetries.
        order: usize,
    },
    /// Placements by symmetry, up to translations on the plane.
    #[error(
        "counts by symmetry need maps of the board, like symmetry or armies, and translation is not one of \
             them"
    )]
    BySymmetryOfTranslation,
    /// Classes of fixed placements.
    #[error("placements fixed by a map are counted one by one; use either fixed-by or up-to, not both")]
    FixedClasses,
    /// Counts of fixed placements that contradict each other.
    #[error("internal check failed: the counts of fixed placements contradict each other")]
    Stabilisers,
    /// A board that is too large for masks of squares.
    #[error(
        "this board is too large for these pieces: more than {MAX_AREA} squares are supported only for few \
         pieces, for rooks or bishops alone, and on thin boards"
    )]
    LargeBoard,
    /// Counts by number if every number is exact.
    #[error(
        "a count by number needs a number that may vary: write * or a range after a kind, like Q* or Q1.."
    )]
    NoNumbers,
    /// A sweep that this version of the program does not have.
    #[error("this version of the program sweeps the board differently: start the count again")]
    OtherSweep,
    /// A written plan that belongs to another question or another program.
    #[error("the saved plan does not belong to this problem: {0}")]
    OtherTree(&'static str),
    /// Another version of an engine.
    #[error(
        "this was counted by {then}, but this program has {now}, whose units differ; use the old program, or \
         start the count again"
    )]
    OtherVersion {
        /// The name and version of the engine that made the plan.
        then: String,
        /// The name and version of this program's engine.
        now: String,
    },
    /// A kernel that this processor lacks.
    #[error(
        "this processor does not support the {0} kernel; choose another, or omit the kernel to let \
             Armistice choose"
    )]
    Kernel(Kernel),
    /// More memory than the settings allow.
    #[error(
        "{}: allow more memory, or take a smaller board", lack(*.needed, *.allowed)
    )]
    Memory {
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes allowed.
        allowed: u64,
    },
    /// Too many ways to share pieces among the cycles of a symmetry.
    #[error(
        "too many cases to count up to symmetry: the {map} has {ways} ways to distribute the pieces over its \
         cycles"
    )]
    TooManyWays {
        /// The symmetry.
        map: String,
        /// The number of ways.
        ways: u128,
    },
    /// Division by an engine that has no units.
    #[error("the {0} engine cannot divide a count into parts; omit the engine to let Armistice choose")]
    NoUnits(&'static str),
    /// Division of a problem without pieces.
    #[error("nothing to divide: the problem has no pieces, or all of them are pre-placed")]
    NothingToDivide,
}

impl PlanError {
    /// Returns the memory needed and the memory allowed, if the lack of memory is the error.
    #[must_use]
    pub fn lack_of_memory(&self) -> Option<String> {
        match *self {
            Self::Memory { needed, allowed } => Some(lack(needed, allowed)),
            _ => None,
        }
    }

    /// Rejects a request if the question has one of these features, and names the feature.
    ///
    /// # Errors
    /// The question has one of the features.
    #[doc(hidden)]
    pub fn refuse_together(
        question: &Question,
        what: &'static str,
        features: &[Feature],
        instead: &'static str,
    ) -> Result<(), Self> {
        let all = question.features();
        match features.iter().copied().find(|feature| all.contains(feature)) {
            Some(feature) => Err(Self::Together { what, feature, instead }),
            None => Ok(()),
        }
    }

    /// Rejects a request if more than pairs of pieces decide whether a placement is valid.
    ///
    /// # Errors
    /// The feature that looks at more than pairs.
    #[doc(hidden)]
    pub fn refuse_unpaired(question: &Question, what: &'static str) -> Result<(), Self> {
        match question.features().into_iter().find(|feature| !feature.is_pairwise()) {
            Some(feature) => Err(Self::Together { what, feature, instead: ONE_OF_THEM }),
            None => Ok(()),
        }
    }
}

/// The advice if two requests cannot be combined.
#[doc(hidden)]
pub const ONE_OF_THEM: &str = "leave one of them out";

/// Returns the message that more memory is needed than allowed.
fn lack(needed: u64, allowed: u64) -> String {
    format!(
        "this takes about {}, but {} are allowed",
        memory::format_needed(needed),
        memory::format_allowed(allowed)
    )
}
