//! Army by army: the last army is not placed but counted.
//!
//! Once the other armies stand, pieces of the last one may stand on any of the squares that are not attacked,
//! in every combination: `n` pieces on `f` free squares in `C(f, n)` ways. So the search places only the
//! other armies, the cheap ones first, and for each placement adds a binomial ([`tail`]). Within an army the
//! argument holds for a single piece. If its square takes no square from any piece still to come, it costs
//! nothing. Such squares are put aside in a *pool*, and pieces are chosen from all of them together at the
//! end. The search branches only on squares that take something ([`mod@search`]). The units count equivalent
//! placements once ([`crate::engines::units`]).
//!
//! The engine uses only classes and conflicts, not armies. Any classes that do not attack each other can be
//! counted at the end, including those of a placement fixed by a symmetry (`plan::burnside`).
//!
//! (B. M. Smith, K. E. Petrie, I. P. Gent, *Models and symmetry breaking for "peaceable armies of queens"*,
//! CPAIOR 2004, have the idea to place one army and to consider only the squares left to the other.)

mod descent;
mod order;
mod search;
mod tables;
mod tail;

use crate::engines::estimate::{self, Effort, Estimate};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::Counts;
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
use crate::engines::tuning::Granularity;
use crate::engines::units::{Splitter, Unit, Units};
use num_bigint::BigUint;
use order::ArmyGuide;
pub use order::ClassOrder;
use search::ArmySearch;

/// The name of the engine in results.
pub const NAME: &str = "armies";
/// The version of the engine, raised whenever units or their numbering change.
const VERSION: u32 = 1;

/// The engine.
pub(crate) struct ArmiesEngine;

impl Technique for ArmiesEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "Opposing armies: army by army, the last one counted"
    }

    /// Judges the engine by classes with several pieces. It suits the instance if the pieces of such a class
    /// never attack each other. If they do, several of the last pieces may still stand on squares that no
    /// piece attacks any more, and go into the pool.
    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        let classes = ready.instance.classes.iter().enumerate();
        let mut many = classes.filter(|(_, of)| of.pieces > 1).peekable();
        many.peek()?;
        match many.any(|(class, _)| order::are_at_peace(ready.instance, class, class)) {
            true => Some(Suit::Shape),
            false => Some(Suit::Descents),
        }
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let Task::Placements(ready) = task else { return None };
        let tuning = limits.tuning;
        Some(Box::new(ArmiesCounter::new(ready.instance, tuning.kernel, tuning.granularity)))
    }
}

/// An instance that is ready to be counted.
pub(crate) struct ArmiesCounter {
    tables: Box<dyn ArmySearch>,
    units: Vec<Unit>,
    facts: Facts,
}

impl ArmiesCounter {
    /// Orders and splits an instance, and builds its tables.
    pub(crate) fn new(instance: &Instance, kernel: Kernel, granularity: Granularity) -> Self {
        if instance.is_hopeless() {
            let tables = search::tables(&instance.select(&[]), 0);
            let none = Units { units: Vec::new(), divisor: 1, is_coarse: false };
            let facts = none.facts((NAME, VERSION), kernel, BigUint::ZERO);
            return Self { tables, units: none.units, facts };
        }
        let order = ClassOrder::from_instance(instance);
        let instance = instance.select(&order.classes);
        let guide = ArmyGuide::new(&instance, order.tried);
        let splitter = Splitter::new(&instance, &guide, &guide.steps, order.is_pointed);
        let units = splitter.split(granularity);
        let tables = search::tables(&instance, order.tried);
        let facts = units.facts((NAME, VERSION), kernel, instance.factor);
        Self { tables, units: units.units, facts }
    }
}

impl Leaf for ArmiesCounter {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let total = self.facts.work();
        if total < effort.worth {
            return Estimate::by_model(total);
        }
        let mut sample = |unit: usize, random: &mut Random| {
            let Unit { placed, free, .. } = &self.units[unit];
            self.tables.sample(*placed, free, self.facts.kernel, random)
        };
        estimate::by_descents(&mut self.facts.costs(), &mut sample, effort, random)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        self.units[unit].describe(into);
    }

    fn memory(&self) -> usize {
        self.units.iter().map(Unit::memory).sum::<usize>() + self.tables.memory()
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let Unit { placed, free, .. } = &self.units[unit];
        Ok(self.tables.count(*placed, free, self.facts.kernel, run.should_stop).into())
    }
}
