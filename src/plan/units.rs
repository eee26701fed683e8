//! Running a plan made of units: over the cores by work stealing, summed with weights, checked.

use crate::engines::counter::{Counter, Partial};
use crate::engines::estimate::{Effort, Estimate, Random};
use crate::engines::labelling::LINES;
use crate::engines::tally::Tally;
use crate::plan::ledger::{Counted, TermFacts};
use crate::plan::observer::{Observer, UnitCount, UnitDone};
use crate::plan::outcome::{Outcome, RunError};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Counters whose units make up a count.
pub(crate) struct UnitPlan {
    terms: Vec<Term>,
    /// Where the units of each term begin, and in the end their number.
    starts: Vec<usize>,
    /// Expected cost of all units.
    work: f64,
    /// The heaviest unit's share of it.
    heaviest: f64,
    /// The size of the symmetry group, or 0 if every placement is one of its own.
    symmetries: usize,
}

/// One counter of a plan, and how many times its count goes into the sum.
pub(crate) struct Term {
    counter: Box<dyn Counter>,
    times: u64,
    /// Whether its count is taken away from the sum, not added.
    is_taken_away: bool,
    /// For each placement that a unit finds how many it adds to the sum, about, besides the unit's weight.
    scale: f64,
    /// What its units' works add up to.
    work: f64,
    /// Made when somebody asks: it takes a while.
    estimate: OnceLock<Estimate>,
}

impl Term {
    pub(crate) fn new(counter: Box<dyn Counter>, times: u64) -> Self {
        // Only for progress; a factor too large for this shows as infinity.
        let factor: f64 = counter.factor().to_string().parse().unwrap_or(f64::INFINITY);
        let scale = factor * times as f64 / counter.divisor() as f64;
        let work: f64 = (0..counter.units()).map(|unit| counter.work(unit)).sum();
        Self { counter, times, is_taken_away: false, scale, work, estimate: OnceLock::new() }
    }

    /// The same with its count taken away. What it finds does not go into what is shown while it is counted.
    pub(crate) fn taken_away(self) -> Self {
        Self { is_taken_away: true, scale: 0.0, ..self }
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

    /// Whether it counts by the lines of armies.
    pub(crate) fn is_labelled(&self) -> bool {
        self.counter.engine().0 == LINES
    }

    /// Whether it would have more units, had more been allowed.
    pub(crate) fn is_coarse(&self) -> bool {
        self.counter.is_coarse()
    }

    /// The expected cost of a unit, in about nanoseconds.
    fn work(&self, unit: usize) -> f64 {
        self.pace() * self.counter.work(unit)
    }
}

/// Below this expected cost (about nanoseconds) a run stays on the calling thread: starting others takes longer.
const WORTH_THREADS: f64 = 300_000.0;

impl UnitPlan {
    /// The terms, the one for all placements first; `symmetries` is the size of the symmetry group, or 0.
    pub(crate) fn new(terms: Vec<Term>, symmetries: usize) -> Self {
        let works = |term: &Term| (0..term.counter.units()).map(|unit| term.work(unit)).collect::<Vec<_>>();
        let works: Vec<f64> = terms.iter().flat_map(works).collect();
        let work: f64 = works.iter().sum();
        let mut starts = vec![0];
        for term in &terms {
            starts.push(starts[starts.len() - 1] + term.counter.units());
        }
        let heaviest = works.iter().copied().fold(0.0, f64::max) / work.max(1.0);
        Self { terms, starts, work, heaviest, symmetries }
    }

    /// What the sum of the terms is divided by.
    fn group(&self) -> u64 {
        self.symmetries.max(1) as u64
    }

    /// The counter of all placements.
    pub(crate) fn first(&self) -> &dyn Counter {
        self.terms[0].counter.as_ref()
    }

    /// How many counts go into the sum.
    pub(crate) fn terms(&self) -> usize {
        self.terms.len()
    }

    /// How many units there are.
    pub(crate) fn units(&self) -> usize {
        self.starts[self.terms.len()]
    }

    /// What counting is expected to take.
    pub(crate) fn estimate(&self) -> Estimate {
        Estimate::sum(&self.terms.iter().map(Term::estimate).collect::<Vec<_>>())
    }

    /// The heaviest unit's share of the expected work, 0 to 1.
    pub(crate) fn heaviest(&self) -> f64 {
        self.heaviest
    }

    /// Bytes held by tables and units.
    pub(crate) fn memory(&self) -> usize {
        self.terms.iter().map(|term| term.counter.memory()).sum()
    }

    /// For each term how much longer its units take than their works say.
    pub(crate) fn paces(&self) -> Vec<f64> {
        self.terms.iter().map(Term::pace).collect()
    }

    /// The terms, as others may know them.
    pub(crate) fn facts(&self) -> Vec<TermFacts> {
        let facts = |(number, term): (usize, &Term)| TermFacts {
            engine: term.counter.engine(),
            units: self.starts[number]..self.starts[number + 1],
            divisor: term.counter.divisor(),
            factor: term.counter.factor().clone(),
            times: term.times,
            is_taken_away: term.is_taken_away,
        };
        self.terms.iter().enumerate().map(facts).collect()
    }

    /// The term of a unit, and the unit's number in it.
    pub(crate) fn place(&self, unit: usize) -> (usize, usize) {
        let term = self.starts.partition_point(|&start| start <= unit) - 1;
        (term, unit - self.starts[term])
    }

    /// How many placements each one found in a unit stands for.
    pub(crate) fn weight(&self, unit: usize) -> u64 {
        let (term, within) = self.place(unit);
        self.terms[term].counter.weight(within)
    }

    /// What a unit is expected to take, in about nanoseconds.
    pub(crate) fn work(&self, unit: usize) -> f64 {
        let (term, within) = self.place(unit);
        self.terms[term].work(within)
    }

    /// Term and group of a unit that is best counted together with others; nothing if it is not.
    pub(crate) fn group_of(&self, unit: usize) -> Option<(usize, usize)> {
        let (term, within) = self.place(unit);
        Some((term, self.terms[term].counter.group(within)?))
    }

    /// A unit's share of the expected work, 0 to 1.
    pub(crate) fn share(&self, unit: usize) -> f64 {
        self.work(unit) / self.work.max(f64::MIN_POSITIVE)
    }

    /// What a unit of a term is to count, as bytes.
    pub(crate) fn describe(&self, term: usize, within: usize, into: &mut Vec<u8>) {
        self.terms[term].counter.describe(within, into);
    }

    /// Counts the units that are not known yet. Units go to the threads by work stealing; the observer hears of each and can
    /// stop the run.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    pub(crate) fn run(
        &self,
        threads: usize,
        known: &Counted,
        observer: &dyn Observer,
    ) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let wanted: Vec<usize> = (0..self.units()).filter(|&unit| known.get(unit).is_none()).collect();
        let found = self.count_units(threads, &wanted, observer)?;
        let mut partials = self.partials(known);
        for (unit, partial) in wanted.into_iter().zip(found) {
            partials[unit] = partial;
        }
        Ok(self.add_up(&partials)?.after(start.elapsed()))
    }

    /// Counts some units.
    pub(crate) fn count_units(
        &self,
        threads: usize,
        units: &[usize],
        observer: &dyn Observer,
    ) -> Result<Vec<Option<Partial>>, RunError> {
        let work: f64 = units.iter().map(|&unit| self.work(unit)).sum();
        if threads == 1 || work < WORTH_THREADS || units.len() < 2 {
            self.prepare();
            return Ok(units.iter().map(|&unit| self.count_unit(unit, observer)).collect());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|_| RunError::Threads(threads))?;
        Ok(pool.install(|| {
            self.prepare();
            units.par_iter().with_max_len(1).map(|&unit| self.count_unit(unit, observer)).collect()
        }))
    }

    /// What is known, as if it had just been counted.
    pub(crate) fn partials(&self, known: &Counted) -> Vec<Option<Partial>> {
        let partial = |UnitCount { placements, nodes }| Partial { placements, nodes, complete: true };
        (0..self.units()).map(|unit| known.get(unit).map(partial)).collect()
    }

    /// The sum of what was counted, with what each unit and term stands for; a lower bound if units are missing.
    pub(crate) fn add_up(&self, partials: &[Option<Partial>]) -> Result<Outcome, RunError> {
        let complete = partials.iter().all(|partial| partial.is_some_and(|partial| partial.complete));
        let placements = self.sum(partials, 0)?;
        let (mut count, mut taken_away) = (placements.clone(), BigUint::ZERO);
        for (number, term) in self.terms.iter().enumerate().skip(1) {
            let sum = self.sum(partials, number)? * term.times;
            *if term.is_taken_away { &mut taken_away } else { &mut count } += sum;
        }
        let is_difference = self.terms.iter().any(|term| term.is_taken_away);
        if is_difference && !complete {
            // Nothing is known of a difference of parts.
            (count, taken_away) = (BigUint::ZERO, BigUint::ZERO);
        }
        if count < taken_away {
            return Err(RunError::Negative);
        }
        let count = count - taken_away;
        let found: Vec<&Partial> = partials.iter().flatten().collect();
        Ok(Outcome {
            count: quotient(count, self.group(), complete)?,
            maximum: None,
            by_number: None,
            placements: (self.symmetries > 0).then_some(placements),
            complete,
            units_done: found.iter().filter(|partial| partial.complete).count(),
            nodes: found.iter().map(|partial| partial.nodes).sum(),
            elapsed: Duration::ZERO,
        })
    }

    fn prepare(&self) {
        self.terms.iter().for_each(|term| term.counter.prepare());
    }

    /// Counts the unit with this number, unless the run is to stop.
    fn count_unit(&self, unit: usize, observer: &dyn Observer) -> Option<Partial> {
        if observer.should_stop() {
            return None;
        }
        let start = Instant::now();
        let (term, within) = self.place(unit);
        let counter = &self.terms[term].counter;
        let partial = counter.count(within, &|| observer.should_stop());
        if partial.complete {
            let weight = counter.weight(within) as f64 * self.terms[term].scale;
            observer.unit_done(&UnitDone {
                unit,
                share: self.terms[term].work(within) / self.work,
                found: partial.placements as f64 * weight / self.group() as f64,
                nodes: partial.nodes,
                exact: Some(UnitCount { placements: partial.placements, nodes: partial.nodes }),
                time: start.elapsed(),
            });
        }
        Some(partial)
    }

    /// The number of placements that a term counts; a lower bound if units are missing.
    fn sum(&self, partials: &[Option<Partial>], term: usize) -> Result<BigUint, RunError> {
        let counter = &self.terms[term].counter;
        let mut tally = Tally::default();
        let mut complete = true;
        for (unit, partial) in partials[self.starts[term]..self.starts[term + 1]].iter().enumerate() {
            complete &= partial.is_some_and(|partial| partial.complete);
            if let Some(partial) = partial {
                if partial.placements == u128::MAX {
                    return Err(RunError::TooLarge);
                }
                tally.add(partial.placements, counter.weight(unit));
            }
        }
        Ok(quotient(tally.total(), counter.divisor(), complete)? * counter.factor())
    }
}

/// `sum / divisor`: checked to have no remainder if the sum is complete, else rounded down.
pub(crate) fn quotient(sum: BigUint, divisor: u64, complete: bool) -> Result<BigUint, RunError> {
    let quotient = &sum / divisor;
    if complete && &quotient * divisor != sum {
        return Err(RunError::NoMultiple { sum, divisor });
    }
    Ok(quotient)
}
