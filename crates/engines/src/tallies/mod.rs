//! Conditions that must hold at the end: numbers of pieces on lines, numbers of attackers, and whether all
//! squares are attacked.
//!
//! These conditions do not reduce to pairs, but counting is sufficient. Pieces are placed in reading order
//! ([`crate::engines::reading`]), and each piece placed or removed updates the numbers: of pieces in each
//! line with a quota ([`quotas`]), of attackers of each piece and on each square, of attacking pairs, and the
//! set of attacked squares ([`attacks`]). A branch ends if a number is too large, or if the pieces to come
//! cannot make it large enough. The deficits also show the last square that the next piece may take. The last
//! piece is not placed: the squares where it satisfies all conditions are found as a set.
//!
//! If an attack depends on the pieces in between, and the engines for such attacks do not support the
//! conditions, lines are followed square by square ([`sights`]). That is slower, but otherwise only the
//! oracle could count such problems.

mod attacks;
mod digits;
mod quotas;
mod rule;
mod sights;

use crate::engines::reading::{ReadingEngine, Walk, prepare};
use crate::feature::{Feature, IN_INSTANCES};
use crate::problem::{Objective, Problem};
use crate::question::Demand;
use attacks::AttackConditions;
use rule::outline;

/// The engine. It is a static, since other packages would compile the contents of a constant themselves,
/// without optimisation.
pub(crate) static ENGINE: ReadingEngine = ReadingEngine {
    name: "tallies",
    version: 1,
    about: "In reading order, for quotas, degrees and domination",
    features: &[IN_INSTANCES, &[Feature::Walls, Feature::Sameness], OWN],
    needs: OWN,
    is_for,
    refusal: "the tallies engine counts walls only together with hoppers and lame leapers",
    // The engines that count only blocked lines and hops come before this one.
    is_quicker: |_| true,
    is_portable: false,
    tables: |problem, demand| prepare(outline(problem, conditions(problem, demand))),
};

/// The features that need this engine.
const OWN: &[Feature] =
    &[Feature::BlockedLines, Feature::Hops, Feature::Quotas, Feature::Degrees, Feature::Dominating];

/// True if the engine counts a problem: exact numbers, and a condition that does not reduce to pairs. Walls
/// are counted together with hops; otherwise they have already become holes.
fn is_for(problem: &Problem, dominating: Demand) -> bool {
    let is_settled = problem.walls().is_none() || !problem.has_fixed_moves();
    let is_needed = dominating != Demand::Nothing || !problem.is_pairwise();
    problem.objective() == Objective::Exactly && is_settled && is_needed
}

fn conditions(problem: &Problem, demand: Demand) -> AttackConditions {
    AttackConditions { degrees: problem.degrees(), demand }
}

/// Walks through the placements of a problem with exact numbers that meet a demand, one after another.
pub fn walk(problem: &Problem, dominating: Demand) -> Box<dyn Walk> {
    prepare(outline(problem, conditions(problem, dominating))).walk()
}
