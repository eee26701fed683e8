//! Strips: one side of the board is constant, the other grows.
//!
//! Sweep a strip rank by rank. The ranks behind influence those in front by finite information: for each kind
//! a few ranks of squares that are attacked from behind by leaps, and the lines of riders that are still on
//! the strip. So there are finitely many *boundary states*. Their successors, with the number of ways to fill
//! a rank, form a matrix `M` of whole numbers, the **transfer matrix** (H. A. Kramers and G. H. Wannier 1941;
//! for non-attacking pieces H. S. Wilf, *The problem of the kings*, 1995, and N. J. Calkin and Wilf 1998).
//! The number of placements on `n` ranks is `a(n) = e M^n 1`: the entry of the empty state. By the theorem of
//! Cayley and Hamilton it obeys a linear recurrence with constant coefficients whose order is at most the
//! number of states. Hence **the closure of the states is a proof**, and no board is too long.
//!
//! | file | contains |
//! |---|---|
//! | `moves` | a strip and its kinds as planes of bits |
//! | `state` | one boundary state, its mirror image, its canonical form |
//! | `sweep` | the parts of a closure |
//! | `closure` | all states, and the graph from square to square between them |
//! | `maximal` | states of placements that no piece can be added to |
//! | `attacked` | states of placements whose pieces attack each other, or all squares, as requested |
//! | `folded`, `burnside` | placements that a symmetry fixes; placements up to symmetry |
//! | `terms` | `a(0), a(1), ...` modulo primes and exactly |
//! | `classes` | the quotient, in which states with equal futures are merged |
//! | `recurrence`, `proof` | the smallest recurrence, and the proof that it holds for ever |
//! | `numbers` | exact numbers of pieces that close their files |
//! | `exact`, `rings` | exact numbers that grow with the strip; counts of maximum placements |
//! | `largest` | `max`, in the algebra of maximum and plus |
//! | `witness` | a placement that attains the maximum |
//! | `traces`, `characteristic` | strips whose ends meet |
//! | `stretch` | the engine: a board of a strip, with a question about it |

pub mod attacked;
pub mod burnside;
mod characteristic;
mod classes;
pub mod closure;
pub mod exact;
mod folded;
pub mod largest;
mod maximal;
pub mod moves;
pub mod numbers;
mod proof;
pub mod recurrence;
pub mod rings;
pub mod state;
mod stretch;
mod sweep;
pub mod terms;
pub mod traces;
pub mod witness;

#[cfg(test)]
mod tests;

use crate::engines::feature::Feature;
use crate::engines::leaf::Leaf;
use crate::engines::technique::{Limits, Suit, Task, Technique};
use stretch::Stretch;

/// The name in results.
pub const NAME: &str = "strips";
/// The version, which is raised whenever results change.
pub const VERSION: u32 = 1;

/// The features that the engine supports. The [stretch](Stretch) decides which of them may be combined.
const KNOWN: &[Feature] = &[
    Feature::ManySquares,
    Feature::JoinedEdges,
    Feature::AnyNumber,
    Feature::LargestNumber,
    Feature::Sameness,
    Feature::Maximal,
    Feature::ByNumber,
];

/// The engine.
pub(crate) struct StripsEngine;

impl Technique for StripsEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "By the boundary states of a strip, for thin boards of any length"
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let Task::Question(question, _) = *task else { return None };
        Some(Box::new(Stretch::new((NAME, VERSION), question, limits.tuning.memory, limits.stake)?))
    }

    fn suits_questions(&self) -> Option<Suit> {
        Some(Suit::Model)
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[KNOWN]
    }

    fn has_kernels(&self) -> bool {
        false
    }

    fn misfit(&self) -> &'static str {
        "the strips engine counts pieces of short reach on boards with a short side, up to rotations and \
         reflections at most, and this problem has too many states for it, or asks for something else"
    }
}
