//! Placements in reading order, piece by piece: one search, for engines that differ in a rule.
//!
//! If attacks depend on more than pairs, a placement that is forbidden now can become allowed later. Order
//! helps. With pieces placed from the first square to the last, all squares up to the last piece are decided,
//! and so is everything that depends only on them. The engine's [`ReadingRule`] decides where the next piece
//! can stand, and whether the remaining pieces can still complete the placement. Everything else is common
//! ([`search`]). The first pieces make units ([`units`]); the last piece is not placed but counted. For
//! counts up to symmetry the placements are visited again, and the symmetries that fix each of them are
//! counted ([`crate::symmetry::classes`]). Placements are listed in the same order ([`Walk`]).
//!
//! An engine consists of its description and the tables of its rule ([`ReadingEngine`]): shields, hurdles and
//! tallies are such engines. Tables are computed once, without a width ([`ReadingProblem`]); the search is
//! compiled for each rule and each width.

mod lines;
mod order;
mod rule;
mod search;
mod tables;
mod units;
mod walk;

use crate::engines::estimate::{self, Effort, Estimate};
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::Counts;
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
use crate::engines::tuning::Tuning;
use crate::feature::Feature;
use crate::problem::Problem;
use crate::question::{Demand, Question};
use crate::symmetry::classes::Classes;
pub(super) use lines::{LameLeap, LineAttack, attacks_along_lines, lame, lines, number};
pub(super) use rule::{ReadingNode, ReadingRule, Widen};
pub(super) use search::prepare;
pub(super) use tables::{ReadingProblem, free, pairs, preplaced_pieces};
use units::PlacementUnit;
pub use walk::{Reading, Walk, WalkEnd};

/// An engine that counts in reading order, by a rule of its own.
pub(crate) struct ReadingEngine {
    pub(super) name: &'static str,
    pub(super) version: u32,
    pub(super) about: &'static str,
    pub(super) features: &'static [&'static [Feature]],
    pub(super) needs: &'static [Feature],
    /// True if the engine counts a problem with supported features, and with this demand.
    pub(super) is_for: fn(&Problem, Demand) -> bool,
    /// The message for problems that the engine does not count.
    pub(super) refusal: &'static str,
    /// True if the engine is quicker than engines with more rules that count the same problems.
    pub(super) is_quicker: fn(&Problem) -> bool,
    /// Whether the rule gains nothing from further instructions.
    pub(super) is_portable: bool,
    /// Builds the tables of the rule for a problem.
    pub(super) tables: fn(&Problem, Demand) -> Box<dyn Reading>,
}

impl Technique for ReadingEngine {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn description(&self) -> &'static str {
        self.about
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        self.features
    }

    fn needs(&self) -> &'static [Feature] {
        self.needs
    }

    fn refuses(&self, question: &Question) -> Option<&'static str> {
        (!(self.is_for)(&question.problem, question.dominating)).then_some(self.refusal)
    }

    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        let problem = ready.problem.filter(|problem| (self.is_for)(problem, ready.dominating))?;
        (self.is_quicker)(problem).then_some(Suit::Shape)
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let (problem, demand, group) = match *task {
            Task::Placements(ready) => (ready.problem?, ready.dominating, None),
            Task::Classes { question, group, is_shifted } => {
                (&question.problem, question.dominating, Some((group, is_shifted)))
            }
            Task::Squares(_) | Task::Question(..) => return None,
        };
        if !(self.is_for)(problem, demand) {
            return None;
        }
        let fixing = group.map(|(group, is_shifted)| Classes::new(problem, group, is_shifted));
        let (engine, tables) = ((self.name, self.version), (self.tables)(problem, demand));
        let kernel = if self.is_portable { Kernel::Portable } else { limits.tuning.kernel };
        let tuning = Tuning { kernel, ..limits.tuning };
        Some(Box::new(ReadingCounter::new(engine, problem, tables, fixing, tuning)))
    }
}

/// A problem that is ready to be counted.
pub(crate) struct ReadingCounter {
    tables: Box<dyn Reading>,
    units: Vec<PlacementUnit>,
    /// The data for counting, instead of placements, the symmetries that fix them; `None` if placements are
    /// counted.
    fixing: Option<Classes>,
    facts: Facts,
}

impl ReadingCounter {
    /// Creates a counter of the placements of a problem with exact numbers, or of the symmetries that fix
    /// them, as [`Classes::count_fixing`] counts these.
    pub(super) fn new(
        engine: (&'static str, u32),
        problem: &Problem,
        tables: Box<dyn Reading>,
        fixing: Option<Classes>,
        tuning: Tuning,
    ) -> Self {
        let Tuning { kernel, granularity, .. } = tuning;
        // With more pieces than squares, the search would place as many as fit, in every way, and find
        // nothing.
        let units = if problem.given_pieces() > problem.board().open_area() as u64 {
            Vec::new()
        } else {
            units::split(&*tables, granularity)
        };
        let costs = units.iter().map(|unit| unit.work).collect();
        Self { tables, units, fixing, facts: Facts::with_costs(engine, kernel, costs) }
    }
}

impl Leaf for ReadingCounter {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let total = self.facts.work();
        if total < effort.worth {
            return Estimate::by_model(total);
        }
        let are_looked_at = self.fixing.is_some() || self.tables.is_walked();
        let mut sample = |unit: usize, random: &mut Random| {
            let PlacementUnit { pieces, .. } = &self.units[unit];
            units::sample(&*self.tables, pieces, are_looked_at, random)
        };
        estimate::by_descents(&mut self.facts.costs(), &mut sample, effort, random)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        for &(square, kind) in &self.units[unit].pieces {
            into.extend_from_slice(&(square as u16).to_le_bytes());
            into.extend_from_slice(&(kind as u16).to_le_bytes());
        }
    }

    fn memory(&self) -> usize {
        let pieces: usize = self.units.iter().map(|unit| unit.pieces.len()).sum();
        pieces * size_of::<(usize, usize)>()
            + self.units.len() * size_of::<PlacementUnit>()
            + self.tables.memory()
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let (pieces, kernel) = (&self.units[unit].pieces, self.facts.kernel);
        Ok(self.tables.count(pieces, self.fixing.as_ref(), kernel, run.should_stop).into())
    }
}
