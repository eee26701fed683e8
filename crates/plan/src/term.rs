//! A leaf that is counted unit by unit.

use super::tree::{self, CounterFacts, Target, Way};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::leaf::Leaf;
use crate::engines::random::Random;
use std::sync::OnceLock;

/// A leaf with the counter of its units and its expected cost.
pub(crate) struct Term {
    pub(crate) counter: Box<dyn Leaf>,
    counts: Target,
    by: Way,
    /// A description of the counted placements.
    what: String,
    /// The sum of the units' costs in the engine's model.
    work: f64,
    effort: Effort,
    /// The estimate, made on demand, because it takes a while.
    estimate: OnceLock<Estimate>,
}

impl Term {
    /// Returns a leaf for all placements.
    pub(crate) fn new(by: Way, counter: Box<dyn Leaf>) -> Self {
        Self {
            work: counter.facts().work(),
            counter,
            counts: Target::All,
            by,
            what: "all placements".to_owned(),
            effort: Effort::PLANNING,
            estimate: OnceLock::new(),
        }
    }

    /// Returns this leaf with another target and its description.
    pub(crate) fn with_target(self, counts: Target, what: String) -> Self {
        Self { counts, what, ..self }
    }

    /// Returns this leaf for use in a nested plan, if `is_nested`.
    pub(crate) fn for_nested_plan(self, is_nested: bool) -> Self {
        Self { effort: if is_nested { Effort::NESTED } else { self.effort }, ..self }
    }

    /// Returns this leaf with a known calibration factor, so that it makes no estimate.
    pub(crate) fn with_calibration(self, factor: f64) -> Self {
        Self { estimate: OnceLock::from(Estimate::by_model(factor * self.work)), ..self }
    }

    /// Returns the expected cost of the count.
    pub(crate) fn estimate(&self) -> Estimate {
        *self.estimate.get_or_init(|| self.counter.estimate(self.effort, &mut Random::new(0)))
    }

    /// Returns the expected cost, with an accuracy that `stake` seconds justify. A leaf that looks hopeless
    /// at this stake is not estimated further.
    pub(crate) fn estimate_at(&self, stake: f64) -> Estimate {
        if stake.is_infinite() { self.estimate() } else { self.estimate_by(self.effort.with_stake(stake)) }
    }

    /// Returns a quick estimate of the cost.
    pub(crate) fn look(&self, stake: f64) -> Estimate {
        self.estimate_by(Effort::LOOK.with_stake(stake))
    }

    /// Returns true if an estimate of `seconds` seconds only means that the leaf looks hopeless at this
    /// stake.
    pub(crate) fn is_hopeless(&self, seconds: f64, stake: f64) -> bool {
        self.effort.with_stake(stake).is_hopeless(seconds)
    }

    fn estimate_by(&self, effort: Effort) -> Estimate {
        let made = || self.counter.estimate(effort, &mut Random::new(0));
        self.estimate.get().copied().unwrap_or_else(made)
    }

    /// Returns a description of the counted placements.
    pub(crate) fn description(&self) -> &str {
        &self.what
    }

    /// Returns the written form of the leaf.
    pub(crate) fn leaf(&self) -> tree::Leaf {
        let facts = self.counter.facts();
        let built = CounterFacts {
            engine: facts.engine.0.to_owned(),
            version: facts.engine.1,
            units: facts.units.len(),
            divisor: facts.divisor,
            factor: facts.factor.to_string(),
        };
        tree::Leaf {
            counts: self.counts.clone(),
            by: self.by.clone(),
            // A leaf that answers at once has been tried, not modelled.
            calibration: (!facts.is_whole).then(|| self.calibration()),
            built: Some(built),
        }
    }

    /// Returns the outline of the leaf, for display.
    pub(crate) fn outline(&self) -> Outline {
        if let Some(outline) = self.counter.outline() {
            return outline;
        }
        let facts = self.counter.facts();
        let (seconds, memory) = (self.estimate().seconds, self.counter.memory());
        if let Some(note) = self.counter.note().filter(|_| facts.is_whole) {
            return Outline::leaf(note, seconds, memory);
        }
        let ((name, version), units) = (facts.engine, facts.units.len());
        let plural = if units == 1 { "" } else { "s" };
        let note = self.counter.note().map_or(String::new(), |note| format!(": {note}"));
        let what = format!("{name} {version}, {units} unit{plural}{note}");
        Outline::leaf(what, seconds, memory)
    }

    /// Returns the calibration factor: the time of the units divided by their cost in the model, which is
    /// good only for comparisons.
    pub(crate) fn calibration(&self) -> f64 {
        // Journals must remain readable, and cannot represent a number that is not finite.
        let factor = self.estimate().seconds * 1e9 / self.work;
        if factor.is_finite() { factor } else { 1.0 }
    }

    /// Returns the expected cost of a unit, roughly in nanoseconds.
    pub(crate) fn work(&self, unit: usize) -> f64 {
        self.calibration() * self.counter.facts().units[unit].work
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use crate::engines::Engine;
    use crate::engines::instance::Instance;
    use crate::engines::technique::LeafInstance;
    use crate::plan::choose;
    use crate::plan::settings::{Settings, tuning};
    use crate::question::Demand;

    /// A plan that is made again elsewhere has the same shares there.
    #[test]
    fn known_calibration_is_not_estimated_again() {
        let problem: Problem = "6x6 Q6".parse().unwrap();
        let instance = Instance::new(&problem).merge_classes();
        let counter = choose::best_leaf(
            &LeafInstance::from_problem(&problem, &instance, Demand::Nothing),
            tuning(&Settings::default(), None),
        );
        let term = Term::new(Way::from_engine(Engine::BEST), counter.unwrap()).with_calibration(1234.5);
        assert!((term.calibration() - 1234.5).abs() < 1e-6, "{}", term.calibration());
    }
}
