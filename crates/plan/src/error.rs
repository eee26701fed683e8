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
    /// What an engine cannot do, with its own reason.
    #[error("{why}{}", if *is_chosen { "; leave out the engine, and the best one is taken" } else { "" })]
    Refused {
        /// Its name.
        engine: &'static str,
        /// Why.
        why: String,
        /// Whether it was asked for by name.
        is_chosen: bool,
    },
    /// Something that is not done for questions that have a feature.
    #[error("{what} cannot be combined with {}: {instead}", feature.words())]
    Together {
        /// What is asked.
        what: &'static str,
        /// What the question has.
        feature: Feature,
        /// What to do instead.
        instead: &'static str,
    },
    /// A feature of which something knows nothing.
    #[error("this does not support {}: count the placements, or list them", .0.words())]
    NotHere(Feature),
    /// Planning was [given up](super::Settings::with_cancel).
    #[error("stopped before it was known how to count")]
    Stopped,
    /// Opposing armies, where only one is looked at.
    #[error("{0} armies: this is for one army, written without /")]
    Armies(usize),
    /// Too many cases.
    #[error("too many ways to {of}: take fewer of them, or a smaller board")]
    ManyCases {
        /// Of what, in words.
        of: &'static str,
    },
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
        "torus-shifts and torus-affine: only counts up to them, and up to torus-affine only on square boards"
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
    /// Classes of fixed placements.
    #[error("placements fixed by a map are counted one by one: expected either fixed-by or up-to")]
    FixedClasses,
    /// Counts of fixed placements that contradict each other.
    #[error("internal check failed: the counts of fixed placements contradict each other")]
    Stabilisers,
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
        "{}: allow more memory, or take a smaller board", lack(*.needed, *.allowed)
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
    /// Division by an engine that has no units.
    #[error("the engine {0} counts no parts that could be divided: leave it out, and the best one is taken")]
    NoUnits(&'static str),
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

    /// Refuses something of a question that has one of these features, and names the feature.
    ///
    /// # Errors
    /// The question has one.
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

    /// Refuses something of a question where not only pairs of pieces decide what is a placement.
    ///
    /// # Errors
    /// What decides it.
    #[doc(hidden)]
    pub fn refuse_unpaired(question: &Question, what: &'static str) -> Result<(), Self> {
        match question.features().into_iter().find(|feature| !feature.is_pairwise()) {
            Some(feature) => Err(Self::Together { what, feature, instead: ONE_OF_THEM }),
            None => Ok(()),
        }
    }
}

/// What to do about two things that cannot be combined.
#[doc(hidden)]
pub const ONE_OF_THEM: &str = "leave one of them out";

/// That more memory is needed than allowed.
fn lack(needed: u64, allowed: u64) -> String {
    format!("this takes about {}, but {} are allowed", memory::needed(needed), memory::allowed(allowed))
}
