//! A leaf that is counted unit by unit.

use super::tree::{self, Built, Target, Way};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::leaf::Leaf;
use crate::engines::random::Random;
use std::sync::OnceLock;

/// A leaf that was built: what counts its units, and what it is expected to take.
pub(crate) struct Term {
    pub(crate) counter: Box<dyn Leaf>,
    counts: Target,
    by: Way,
    /// What it counts, in words.
    what: String,
    /// What its units' costs add up to, as modelled.
    work: f64,
    effort: Effort,
    /// Made on demand: it takes a while.
    estimate: OnceLock<Estimate>,
}

impl Term {
    /// A leaf for all placements.
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

    /// The same as a count of something else, which is said in words, too.
    pub(crate) fn of(self, counts: Target, what: String) -> Self {
        Self { counts, what, ..self }
    }

    /// The same in a plan inside another one, if it is.
    pub(crate) fn nested(self, is_nested: bool) -> Self {
        Self { effort: if is_nested { Effort::NESTED } else { self.effort }, ..self }
    }

    /// The same with a known calibration factor, so that nothing is estimated.
    pub(crate) fn with_calibration(self, factor: f64) -> Self {
        Self { estimate: OnceLock::from(Estimate::by_model(factor * self.work)), ..self }
    }

    /// What counting it is expected to take.
    pub(crate) fn estimate(&self) -> Estimate {
        *self.estimate.get_or_init(|| self.counter.estimate(self.effort, &mut Random::new(0)))
    }

    /// The same as far as so many seconds are at stake: of what looks hopeless beside these it is only known that it is.
    pub(crate) fn estimate_at(&self, stake: f64) -> Estimate {
        if stake.is_infinite() { self.estimate() } else { self.estimate_by(self.effort.at(stake)) }
    }

    /// The same at a glance.
    pub(crate) fn look(&self, stake: f64) -> Estimate {
        self.estimate_by(Effort::LOOK.at(stake))
    }

    /// Whether no more is known of what is estimated to take so many seconds than that it looks hopeless beside what is at stake.
    pub(crate) fn is_hopeless(&self, seconds: f64, stake: f64) -> bool {
        self.effort.at(stake).is_hopeless(seconds)
    }

    fn estimate_by(&self, effort: Effort) -> Estimate {
        let made = || self.counter.estimate(effort, &mut Random::new(0));
        self.estimate.get().copied().unwrap_or_else(made)
    }

    /// What it counts, in words.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    /// The leaf as it is written down.
    pub(crate) fn leaf(&self) -> tree::Leaf {
        let facts = self.counter.facts();
        let built = Built {
            engine: facts.engine.0.to_owned(),
            version: facts.engine.1,
            units: facts.units.len(),
            divisor: facts.divisor,
            factor: facts.factor.to_string(),
        };
        tree::Leaf {
            counts: self.counts.clone(),
            by: self.by.clone(),
            // What answers at once has been tried, not modelled.
            calibration: (!facts.is_whole).then(|| self.calibration()),
            built: Some(built),
        }
    }

    /// What it is, as it is shown.
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

    /// The calibration factor: what its units take, over what the model says they cost, which is good for comparing only.
    pub(crate) fn calibration(&self) -> f64 {
        // Journals are to be read again, and have no word for what is not finite.
        let factor = self.estimate().seconds * 1e9 / self.work;
        if factor.is_finite() { factor } else { 1.0 }
    }

    /// The expected cost of a unit, in about nanoseconds.
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
    use crate::engines::technique::Ready;
    use crate::plan::choose;
    use crate::plan::settings::{Settings, tuning};
    use crate::question::Demand;

    /// A plan that is made again elsewhere has the same shares there.
    #[test]
    fn known_calibration_is_not_estimated_again() {
        let problem: Problem = "6x6 Q6".parse().unwrap();
        let instance = Instance::new(&problem).merged();
        let counter = choose::best(
            &Ready::whole(&problem, &instance, Demand::Nothing),
            tuning(&Settings::default(), None),
        );
        let term = Term::new(Way::by(Engine::BEST), counter.unwrap()).with_calibration(1234.5);
        assert!((term.calibration() - 1234.5).abs() < 1e-6, "{}", term.calibration());
    }
}
