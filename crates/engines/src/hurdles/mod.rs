//! Hoppers and lame leapers: attacks that depend on who stands where.
//!
//! A grasshopper attacks nobody until somebody stands beside its prey on the right line, and a Chinese horse nobody whom its
//! way to is closed. So a piece that comes may start a war between two others, or end one, and no table of pairs says what is
//! allowed. But every attack is a matter of one line of one piece: what its first squares hold. From the lines of the pieces
//! that stand, each followed to its second piece at most, four sets of squares follow for a further piece ([`view`]):
//!
//! * where it would be attacked, and from where it would attack;
//! * where it would be the hurdle of an attack between two others;
//! * for each attack that there is, where it would stand in the way: it must be in all of these.
//!
//! So the last piece is not placed but counted. Before it pieces are placed in reading order ([`crate::engines::reading`]),
//! and a partial placement is given up where no square that is still to come would end one of its attacks.
//!
//! Lines are lists of squares, followed one by one: on a torus nothing is before or behind, and on small boards lines are
//! short. A partial placement costs about 10 ns for each line of its pieces.

mod lines;
mod rule;
mod view;

use crate::engines::reading::{ReadingEngine, Walk, ready};
use crate::feature::Feature;
use crate::problem::Problem;
use crate::question::Demand;
use lines::outline;

/// The engine. A static, since other packages would compile what a constant has for themselves, without optimisation.
pub(crate) static ENGINE: ReadingEngine = ReadingEngine {
    name: "hurdles",
    version: 1,
    about: "In reading order, for hoppers and lame leapers",
    features: &[KNOWN, &[Feature::Sameness]],
    needs: &[Feature::Hops, Feature::BlockedLines],
    is_for: |problem, demand| demand == Demand::Nothing && is_for(problem),
    refusal: "the engine hurdles counts walls beside hoppers and lame leapers",
    // Shields are quicker where nothing hops.
    is_quicker: |problem| !problem.has_fixed_moves(),
    is_portable: true,
    tables: |problem, _| ready(outline(problem)),
};

/// What it knows beside boards and given pieces.
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

/// Whether it counts a problem. Walls are counted here beside what hops; else other engines are quicker.
pub fn is_for(problem: &Problem) -> bool {
    let is_needed = !problem.has_fixed_moves() || (problem.is_blocked() && problem.walls().is_none());
    is_needed && problem.has_only(KNOWN)
}

/// The placements of a problem with exact numbers, one after another.
pub fn walk(problem: &Problem) -> Box<dyn Walk> {
    ready(outline(problem)).walk()
}
