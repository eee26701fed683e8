//! Army by army: the last one is not placed but counted.
//!
//! Once the other armies stand, pieces of the last one may stand on any of the squares that nobody attacks, in every
//! combination: `n` pieces on `f` free squares in `C(f, n)` ways. So the search places the other armies alone, the cheap
//! ones first, and for each placement adds a binomial ([`tail`]). Within an army the same holds for a single piece: where
//! it takes no square from anyone still to come, it costs nothing, and such squares are put aside in a *pool* and chosen
//! from all at once in the end; only squares that take something are branched on ([`mod@search`]). Mirror images are counted
//! once, by the units ([`super::super::units`]).
//!
//! The engine knows classes and conflicts alone, no armies: whatever classes leave each other in peace can be counted at
//! the end, also those of a placement that a symmetry keeps ([`super::super::fixed`]).
//!
//! (B. M. Smith, K. E. Petrie, I. P. Gent, *Models and symmetry breaking for "peaceable armies of queens"*, CPAIOR 2004,
//! have the idea to place one army and to look only at the squares left to the other.)

mod descent;
mod order;
mod search;
mod tail;

use super::super::estimate::{self, Effort, Estimate, Random};
use super::super::instance::Instance;
use super::super::units::{Fineness, Splitter, Unit, Units};
use super::super::{Counter, Kernel, Partial};
use crate::board::Mask;
use num_bigint::BigUint;
use order::Guide;
pub(super) use order::Order;
use search::{Tables, Task};

/// Its name in results.
pub(in crate::engines) const NAME: &str = "armies";
/// Raised whenever units or their numbering change.
const VERSION: u32 = 1;

/// An instance made ready to be counted.
pub(in crate::engines) struct OneByOne<M> {
    tables: Tables<M>,
    units: Vec<Unit<M>>,
    divisor: u64,
    is_coarse: bool,
    factor: BigUint,
    kernel: Kernel,
}

impl<M: Mask> OneByOne<M> {
    /// Whether an instance has several pieces that leave each other in peace wherever they stand: then it is worth it.
    pub(in crate::engines) fn suits(instance: &Instance<M>) -> bool {
        let classes = instance.classes.iter().enumerate();
        classes.filter(|(_, of)| of.pieces > 1).any(|(class, _)| order::are_at_peace(instance, class, class))
    }

    /// Orders, splits and builds the tables of an instance.
    pub(in crate::engines) fn new(instance: &Instance<M>, kernel: Kernel, fineness: Fineness) -> Self {
        if instance.is_hopeless() {
            let tables = Tables::new(&instance.select(&[]), 0);
            let (units, factor) = (Vec::new(), BigUint::ZERO);
            return Self { tables, units, divisor: 1, is_coarse: false, factor, kernel };
        }
        let order = Order::of(instance);
        let instance = instance.select(&order.classes);
        let guide = Guide::new(&instance, order.tried);
        let splitter = Splitter::new(&instance, &guide, &guide.steps, order.is_pointed);
        let Units { units, divisor, is_coarse } = splitter.split(fineness);
        let tables = Tables::new(&instance, order.tried);
        Self { tables, units, divisor, is_coarse, factor: instance.factor, kernel }
    }
}

impl<M: Mask> Counter for OneByOne<M> {
    fn engine(&self) -> (&'static str, u32) {
        (NAME, VERSION)
    }

    fn kernel(&self) -> Option<Kernel> {
        Some(self.kernel)
    }

    fn units(&self) -> usize {
        self.units.len()
    }

    fn is_coarse(&self) -> bool {
        self.is_coarse
    }

    fn weight(&self, unit: usize) -> u64 {
        self.units[unit].weight
    }

    fn work(&self, unit: usize) -> f64 {
        self.units[unit].work
    }

    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let works = self.units.iter().map(|unit| unit.work);
        let total: f64 = works.clone().sum();
        if total < effort.worth {
            return Estimate::by_model(total);
        }
        let sample = |unit, random: &mut Random| {
            let Unit { placed, free, .. } = &self.units[unit];
            descent::sample(&self.tables, *placed, free, self.kernel, random)
        };
        estimate::by_descents(works, sample, effort, random)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        self.units[unit].describe(into);
    }

    fn divisor(&self) -> u64 {
        self.divisor
    }

    fn factor(&self) -> &BigUint {
        &self.factor
    }

    fn count(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> Partial {
        let Unit { placed, free, .. } = &self.units[unit];
        self.kernel.run(Task { tables: &self.tables, placed: *placed, free, should_stop })
    }

    fn memory(&self) -> usize {
        let masks = self.units.first().map_or(0, |unit| unit.free.len());
        self.units.len() * (size_of::<Unit<M>>() + masks * size_of::<M>()) + self.tables.memory()
    }
}
