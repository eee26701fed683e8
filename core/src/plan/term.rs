//! A leaf that is counted unit by unit.

use crate::engines::counter::Counter;
use crate::engines::estimate::{Effort, Estimate, Random};
use std::sync::OnceLock;

/// A counter, and what it is expected to take.
pub(crate) struct Term {
    pub(crate) counter: Box<dyn Counter>,
    /// What its units' works add up to.
    work: f64,
    /// Made when somebody asks: it takes a while.
    estimate: OnceLock<Estimate>,
}

impl Term {
    pub(crate) fn new(counter: Box<dyn Counter>) -> Self {
        Self { work: counter.facts().work(), counter, estimate: OnceLock::new() }
    }

    /// The same with a pace that is known, so that nothing is estimated.
    pub(crate) fn with_pace(self, pace: f64) -> Self {
        Self { estimate: OnceLock::from(Estimate::by_model(pace * self.work)), ..self }
    }

    /// What counting it is expected to take.
    pub(crate) fn estimate(&self) -> Estimate {
        *self.estimate.get_or_init(|| self.counter.estimate(Effort::PLANNING, &mut Random::new(0)))
    }

    /// How much longer its units take than their works say: these are good for comparing only.
    pub(crate) fn pace(&self) -> f64 {
        if self.work > 0.0 { self.estimate().seconds * 1e9 / self.work } else { 1.0 }
    }

    /// The expected cost of a unit, in about nanoseconds.
    pub(crate) fn work(&self, unit: usize) -> f64 {
        self.pace() * self.counter.facts().units[unit].work
    }
}
