//! The engine: placements of exact numbers of pieces that attack all squares.

use super::exact::{ChoiceOptions, ChoiceReport, ExactCovers, LEAST_FREE};
use super::places::Places;
use crate::board::ReadingOrder;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
use crate::engines::tuning::{Granularity, Tuning};
use crate::feature::Feature;
use crate::problem::{Objective, Problem};
use crate::question::{Demand, Question};
use crate::symmetry::classes::Classes;

/// The name of the engine in results.
const NAME: &str = "cover";
/// The version of the engine, raised whenever units or their numbering change.
const VERSION: u32 = 1;

/// The engine.
pub(crate) struct CoverEngine;

impl Technique for CoverEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "By the square that the fewest can attack, for domination"
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[KNOWN, OWN]
    }

    fn needs(&self) -> &'static [Feature] {
        OWN
    }

    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        (ready.dominating != Demand::Nothing).then_some(Suit::Shape)
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let tuning = limits.tuning;
        let counter = match *task {
            Task::Placements(ready) => CoverCounter::new(ready.problem?, ready.dominating, None, tuning),
            Task::Classes { question: Question { problem, dominating, .. }, group, is_shifted } => {
                CoverCounter::new(
                    problem,
                    *dominating,
                    Some(Classes::new(problem, group, is_shifted)),
                    tuning,
                )
            }
            Task::Squares(_) | Task::Question(..) => None,
        };
        Some(Box::new(counter?))
    }
}

/// The feature that a question must have.
const OWN: &[Feature] = &[Feature::Dominating];
/// The other features that a question may have.
const KNOWN: &[Feature] = &[
    Feature::JoinedEdges,
    Feature::TwistedEdges,
    Feature::OtherShape,
    Feature::OtherLattice,
    Feature::Holes,
    Feature::ClosedSquares,
    Feature::GivenPieces,
    Feature::Sameness,
];

/// The usual number of units. It is exceeded only if a unit takes longer than [`MAX_UNIT_SECONDS`].
const USUAL_UNITS: usize = 1 << 9;
/// The maximum seconds of a unit; a longer unit is split further.
const MAX_UNIT_SECONDS: f64 = 10.0;
/// The maximum number of units.
const MAX_UNITS: usize = 1 << 14;

/// A problem that is ready to be counted.
struct CoverCounter {
    exact: ExactCovers,
    facts: Facts,
    /// The data for counting, instead of placements, the symmetries that fix them; `None` if placements are
    /// counted.
    fixing: Option<Equivalence>,
}

/// The equivalence of placements, and the data that it needs.
struct Equivalence {
    classes: Classes,
    /// For each place, its square in reading order and its kind.
    places: Vec<(usize, usize)>,
    /// The places of pre-placed pieces.
    given: Vec<usize>,
}

impl CoverCounter {
    fn new(problem: &Problem, demand: Demand, fixing: Option<Classes>, tuning: Tuning) -> Option<Self> {
        if demand == Demand::Nothing || problem.objective() != Objective::Exactly {
            return None;
        }
        let places = Places::from_problem(problem, demand)?;
        let Granularity { max_units, finest, .. } = tuning.granularity;
        let least_free = if finest { 0 } else { LEAST_FREE };
        // With more pieces than squares, the search would try all covers in every way and find no room for
        // the other pieces.
        let has_room = problem.given_pieces() <= problem.board().open_area() as u64;
        let split = |most: usize| {
            let mut exact =
                ExactCovers::split(&places, 0, (most.min(max_units), least_free), fixing.is_some())?;
            exact.probe();
            let seconds = exact.estimate(Effort::LOOK, &mut Random::new(0)).seconds;
            Some((exact, seconds))
        };
        let (mut exact, mut seconds) = split(USUAL_UNITS)?;
        let most = ((seconds / MAX_UNIT_SECONDS) as usize).min(MAX_UNITS);
        if most > USUAL_UNITS && most.min(max_units) > USUAL_UNITS {
            (exact, seconds) = split(most)?;
        }
        let kernel = tuning.usable_kernel();
        let mut facts = Facts::with_costs((NAME, VERSION), kernel, Vec::new());
        let units = exact.units().iter().zip(exact.shares());
        facts.units = units
            .take(if has_room { usize::MAX } else { 0 })
            .map(|(unit, share)| UnitFacts { weight: unit.weight, work: 1e9 * seconds * share })
            .collect();
        let order = ReadingOrder::new(problem.board());
        let at = |&(kind, square): &(usize, usize)| (order.place(problem.board().square(square)), kind);
        let fixing = fixing.map(|classes| Equivalence {
            classes,
            places: places.places.iter().map(at).collect(),
            given: places.given.clone(),
        });
        Some(Self { exact, facts, fixing })
    }
}

impl Leaf for CoverCounter {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        self.exact.estimate(effort, random)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        let unit = &self.exact.units()[unit];
        unit.free.iter().chain(&unit.uncovered).for_each(|word| into.extend_from_slice(&word.to_le_bytes()));
        into.extend_from_slice(&(unit.cell as u64).to_le_bytes());
    }

    fn memory(&self) -> usize {
        self.exact.memory()
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let mut placements = 0u128;
        let how = ChoiceOptions {
            is_each: self.fixing.is_some(),
            kernel: self.facts.kernel,
            should_stop: run.should_stop,
        };
        let ChoiceReport { nodes, complete } = match &self.fixing {
            None => self.exact.look(unit, how, &mut |_, ways| {
                placements = placements.saturating_add(ways);
                true
            }),
            Some(Equivalence { classes, places, given }) => self.exact.look(unit, how, &mut |chosen, _| {
                let mut pieces: Vec<_> = given.iter().chain(chosen).map(|&place| places[place]).collect();
                pieces.sort_unstable();
                placements += u128::from(classes.count_fixing(&pieces));
                true
            }),
        };
        Ok(UnitCount { placements, nodes, complete }.into())
    }
}
