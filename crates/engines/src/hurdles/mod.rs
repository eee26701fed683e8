//! Hoppers and lame leapers: attacks that depend on the other pieces on the board.
//!
//! A grasshopper attacks nothing until a piece stands next to its prey on the right line, and a Chinese horse
//! attacks no square to which its way is blocked. So a new piece may start an attack between two others, or
//! end one, and no table of pairs says what is allowed. But every attack depends on a single line of a single
//! piece: on the occupants of its first squares. The lines of the standing pieces, each followed at most to
//! its second piece, give four sets of squares for a further piece ([`view`]):
//!
//! * where it would be attacked, and from where it would attack;
//! * where it would be the hurdle of an attack between two others;
//! * for each existing attack, where it would stand in the way: it must be in all of these sets.
//!
//! So the last piece is not placed but counted. The pieces before it are placed in reading order
//! ([`crate::engines::reading`]). A partial placement is abandoned if no square to come would end one of its
//! attacks.
//!
//! Lines are lists of squares, followed one by one: on a torus squares are not ordered as before and behind,
//! and on small boards lines are short. A partial placement costs about 10 ns for each line of its pieces.

mod lines;
mod rule;
mod view;

use crate::engines::reading::{ReadingEngine, Walk, prepare};
use crate::feature::Feature;
use crate::problem::Problem;
use crate::question::Demand;
use lines::outline;

/// The engine. It is a static, since other packages would compile the contents of a constant themselves,
/// without optimisation.
pub(crate) static ENGINE: ReadingEngine = ReadingEngine {
    name: "hurdles",
    version: 1,
    about: "In reading order, for hoppers and lame leapers",
    features: &[KNOWN, &[Feature::Sameness]],
    needs: &[Feature::Hops, Feature::BlockedLines],
    is_for: |problem, demand| demand == Demand::Nothing && is_for(problem),
    refusal: "the hurdles engine counts walls only together with hoppers and lame leapers",
    // Shields are quicker if no piece hops.
    is_quicker: |problem| !problem.has_fixed_moves(),
    is_portable: true,
    tables: |problem, _| prepare(outline(problem)),
};

/// The supported features, in addition to boards and pre-placed pieces.
const KNOWN: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::GivenPieces,
    Feature::Walls,
    Feature::Armies,
    Feature::BlockedLines,
    Feature::Hops,
];

/// True if the engine counts a problem. It counts walls together with hops; for other problems with walls,
/// other engines are quicker.
pub fn is_for(problem: &Problem) -> bool {
    let is_needed = !problem.has_fixed_moves() || (problem.is_blocked() && problem.walls().is_none());
    is_needed && problem.has_only(KNOWN)
}

/// Walks through the placements of a problem with exact numbers, one after another.
pub fn walk(problem: &Problem) -> Box<dyn Walk> {
    prepare(outline(problem)).walk()
}
