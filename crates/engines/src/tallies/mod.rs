//! Whatever must come out right in the end: how many pieces lines have, how often pieces are attacked, whether all squares are.
//!
//! None of this is a matter of pairs, and none needs more than counting. Pieces are placed in reading order
//! ([`crate::engines::reading`]), and with each that comes and goes the numbers are changed: of pieces in each line with a
//! quota ([`quotas`]), of attackers of each piece and on each square, of attacking pairs, and of what is attacked at all
//! ([`attacks`]). A number that is too large already, or that those to come cannot make large enough, ends a branch; and what is
//! still lacking says which square the next piece must not pass. The last piece is not placed: the squares where it brings
//! everything to the numbers that are asked for are found as a set.
//!
//! Where an attack depends on what stands between, and something else is asked than the engines for that know, lines are followed
//! square by square ([`sights`]). That is slower, but it leaves nothing to the oracle alone.

mod attacks;
mod digits;
mod quotas;
mod rule;
mod sights;

use crate::engines::reading::{ReadingEngine, Walk, ready};
use crate::feature::{Feature, IN_INSTANCES};
use crate::problem::{Objective, Problem};
use crate::question::Demand;
use attacks::Asked;
use rule::outline;

/// The engine. A static, since other packages would compile what a constant has for themselves, without optimisation.
pub(crate) static ENGINE: ReadingEngine = ReadingEngine {
    name: "tallies",
    version: 1,
    about: "In reading order, for quotas, degrees and domination",
    features: &[IN_INSTANCES, &[Feature::Walls, Feature::Sameness], OWN],
    needs: OWN,
    is_for,
    refusal: "the engine tallies counts walls beside hoppers and lame leapers",
    // Those that are made for blocked lines and hops alone come before.
    is_quicker: |_| true,
    is_portable: false,
    tables: |problem, demand| ready(outline(problem, asked(problem, demand))),
};

/// What it is for.
const OWN: &[Feature] =
    &[Feature::BlockedLines, Feature::Hops, Feature::Quotas, Feature::Degrees, Feature::Dominating];

/// Whether it counts a problem: exact numbers, and something that is no matter of pairs. Walls are counted beside what hops; else
/// they are holes by then.
fn is_for(problem: &Problem, dominating: Demand) -> bool {
    let is_settled = problem.walls().is_none() || !problem.has_fixed_moves();
    let is_needed = dominating != Demand::Nothing || !problem.is_pairwise();
    problem.objective() == Objective::Exactly && is_settled && is_needed
}

fn asked(problem: &Problem, demand: Demand) -> Asked {
    Asked { degrees: problem.degrees(), demand }
}

/// The placements of a problem with exact numbers that meet a demand, one after another.
pub fn walk(problem: &Problem, dominating: Demand) -> Box<dyn Walk> {
    ready(outline(problem, asked(problem, dominating))).walk()
}
