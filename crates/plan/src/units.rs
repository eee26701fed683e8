//! The units of a plan. A run counts them on all cores by work stealing, adds the counts up and checks the
//! sum. The units also let a count be stopped, continued, or distributed among machines.
//!
//! A question with a given [tree](super::tree::Tree) has the same units with the same numbers on all
//! machines. So a unit that was counted on one day or machine need not be counted again on another. A
//! comparison of numbers shows whether every unit was counted exactly once. The code also checks that the
//! plan is the same: [`UnitPlan::digest`] is a hash of the tasks of all units.

use super::counted::UnitCounts;
use super::observer::{Observer, UnitDone};
use super::outcome::{Outcome, RunError};
use super::parts;
use super::pool::Pool;
use super::term::Term;
use super::tree::Tree;
use crate::clock::Instant;
use crate::engines::UnitCount;
use crate::engines::estimate::Estimate;
use crate::engines::expression::{Expression, Outline, Share, Summand, Value};
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::resumable::SweepKeeper;
use crate::engines::run::Run;
use crate::engines::tally::Tally;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

/// Below this expected cost, roughly in nanoseconds, a run stays on the calling thread, because starting
/// others takes longer.
const PARALLEL_THRESHOLD_NS: f64 = 300_000.0;

/// The leaves of a plan, the expression that combines their counts, and the units of all leaves.
pub struct UnitPlan {
    /// The expression, whose leaves are the numbers of their terms.
    tree: Expression<usize>,
    terms: Vec<Term>,
    /// The factor, sign and divisor with which each term enters the whole.
    shares: Vec<Share>,
    /// The first unit of each term, followed by the number of all units.
    starts: Vec<usize>,
    /// The expected cost of all units.
    work: f64,
    /// The heaviest unit's share of that cost.
    heaviest: f64,
    /// Whether the first term counts all placements and the whole counts classes.
    is_mean: bool,
    pool: Pool,
    /// The instruction set for whose speed the plan was made.
    kernel: Kernel,
}

impl UnitPlan {
    /// Returns the units of a tree of this shape with built leaves, for these threads. The first leaf counts
    /// all placements; `is_mean` is true if the whole counts classes.
    pub(crate) fn new<L>(
        shape: &Expression<L>,
        terms: Vec<Term>,
        is_mean: bool,
        pool: Pool,
        kernel: Kernel,
    ) -> Self {
        let shares: Vec<Share> = shape.leaves().into_iter().map(|(_, share)| share).collect();
        let mut numbers = 0..;
        let tree = shape.map(&mut |_| numbers.next().unwrap_or_default());
        let costs = |term: &Term| {
            (0..term.counter.facts().units.len()).map(|unit| term.work(unit)).collect::<Vec<_>>()
        };
        let costs: Vec<f64> = terms.iter().flat_map(costs).collect();
        let work: f64 = costs.iter().sum();
        let mut starts = vec![0];
        for term in &terms {
            starts.push(starts[starts.len() - 1] + term.counter.facts().units.len());
        }
        let heaviest = costs.iter().copied().fold(0.0, f64::max) / work.max(1.0);
        Self { tree, terms, shares, starts, work, heaviest, is_mean, pool, kernel }
    }

    /// Returns the units of a single leaf.
    pub(crate) fn from_leaf(leaf: Term, pool: Pool, kernel: Kernel) -> Self {
        Self::new(&Expression::Leaf(()), vec![leaf], false, pool, kernel)
    }

    /// Returns the leaf that answers the whole question at once, if the plan is such a leaf.
    pub(crate) fn as_whole(&self) -> Option<&dyn Leaf> {
        match (&self.tree, &self.terms[..]) {
            (Expression::Leaf(_), [term]) => Some(&*term.counter).filter(|leaf| leaf.facts().is_whole),
            _ => None,
        }
    }

    /// Returns the written plan.
    pub(crate) fn tree(&self) -> Tree {
        Tree { kernel: self.kernel, whole: self.tree.map(&mut |&number| self.terms[number].leaf()) }
    }

    /// Returns facts about the counter of all placements.
    pub(crate) fn first_facts(&self) -> &Facts {
        self.terms[0].counter.facts()
    }

    /// Returns the name and version of the engine, or of a tree that has a name of its own.
    pub(crate) fn engine(&self) -> (&'static str, u32) {
        match self.tree {
            Expression::Product { .. } => (parts::NAME, parts::VERSION),
            _ => self.first_facts().engine,
        }
    }

    /// Returns the number of units of all terms.
    #[must_use]
    pub fn units(&self) -> usize {
        self.starts[self.terms.len()]
    }

    /// Returns the expected cost of the count.
    pub(crate) fn estimate(&self) -> Estimate {
        Estimate::sum(&self.terms.iter().map(Term::estimate).collect::<Vec<_>>())
    }

    /// Returns the heaviest unit's share of the expected work, from 0 to 1.
    pub(crate) fn heaviest(&self) -> f64 {
        self.heaviest
    }

    /// Returns the memory of tables and units, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.terms.iter().fold(0, |memory, term| term.counter.memory().saturating_add(memory))
    }

    /// Returns the outline of the tree, for display.
    pub(crate) fn outline(&self) -> Outline {
        self.tree
            .outline(&|&number| (self.terms[number].description().to_owned(), self.terms[number].outline()))
    }

    /// Returns the number of counts in the expression.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms.len()
    }

    /// Returns the term of a unit, and the unit's number in the term.
    fn place(&self, unit: usize) -> (usize, usize) {
        let term = self.starts.partition_point(|&start| start <= unit) - 1;
        (term, unit - self.starts[term])
    }

    /// Returns the number of the term that contains a unit.
    #[must_use]
    pub fn term_of(&self, unit: usize) -> usize {
        self.place(unit).0
    }

    /// Returns the number of placements that each placement found in a unit represents.
    #[must_use]
    pub fn weight(&self, unit: usize) -> u64 {
        let (term, within) = self.place(unit);
        self.terms[term].counter.facts().units[within].weight
    }

    /// Returns the expected cost of a unit, roughly in nanoseconds.
    fn work(&self, unit: usize) -> f64 {
        let (term, within) = self.place(unit);
        self.terms[term].work(within)
    }

    /// Returns the term and the group of a unit that should be counted together with others; `None` for other
    /// units.
    fn group_of(&self, unit: usize) -> Option<(usize, usize)> {
        let (term, within) = self.place(unit);
        Some((term, self.terms[term].counter.group(within)?))
    }

    /// Returns a unit's share of the expected work, from 0 to 1.
    #[must_use]
    pub fn share(&self, unit: usize) -> f64 {
        let share = self.work(unit) / self.work;
        // If there is no work, or its amount is not a number, all units have equal shares.
        if share.is_finite() { share } else { 1.0 / self.units() as f64 }
    }

    /// Returns the share of the expected work that has been done, from 0 to 1.
    #[must_use]
    pub fn share_of(&self, counted: &UnitCounts) -> f64 {
        let done = (0..self.units()).filter(|&unit| counted.get(unit).is_some());
        done.map(|unit| self.share(unit)).sum::<f64>().min(1.0)
    }

    /// Returns a hash of the terms and of the tasks of their units, in hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut bytes = Vec::new();
        for (number, (term, share)) in self.terms.iter().zip(&self.shares).enumerate() {
            let Facts { engine: (name, version), divisor, ref factor, .. } = *term.counter.facts();
            let (sign, times) = (if share.is_subtracted { '-' } else { '+' }, share.times);
            let units = self.starts[number]..self.starts[number + 1];
            let head = format!("{sign}{times} {name}/{version} {} {divisor} {factor}\n", units.len());
            hasher.update(head.as_bytes());
            for unit in units.clone() {
                bytes.clear();
                term.counter.describe(unit - units.start, &mut bytes);
                hasher.update(&(bytes.len() as u64).to_le_bytes());
                hasher.update(&self.weight(unit).to_le_bytes());
                hasher.update(&bytes);
            }
        }
        if !self.is_flat() {
            hasher.update(self.tree.format(&|number| self.terms[number].description().to_owned()).as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    /// Returns true if terms, signs and the divisor describe the whole tree: it has at most one sum, and no
    /// product.
    fn is_flat(&self) -> bool {
        let is_leaf = |node: &Expression<usize>| matches!(node, Expression::Leaf(_));
        match &self.tree {
            Expression::Sum { summands, .. } => summands.iter().all(|Summand { node, .. }| is_leaf(node)),
            tree => is_leaf(tree),
        }
    }

    /// Distributes the units among `parts` parts with about equal expected times. Returns the units of each
    /// part, in increasing order. Costs are compared as integers, so that the result is the same on all
    /// machines.
    ///
    /// Beginning with the heaviest unit, each unit goes to the part with the least work so far (R. L. Graham,
    /// *Bounds on multiprocessing timing anomalies*, 1969). So neighbouring units, whose costs probably have
    /// similar errors, go to different parts. But units that need the same lists stay together, as far as
    /// parts of equal size allow. For 19 queens in 20 parts, making the lists in every part took longer than
    /// counting.
    #[must_use]
    pub fn share_out(&self, parts: usize) -> Vec<Vec<usize>> {
        // With this bound, no sum of costs overflows.
        let work = |unit: usize| self.work(unit).clamp(1.0, 1e30) as u128;
        let mut shared = vec![Vec::new(); parts];
        if parts == 0 {
            return shared;
        }
        let mut sums = vec![0u128; parts];
        let (mut together, mut single): (Vec<usize>, Vec<usize>) =
            (0..self.units()).partition(|&unit| self.group_of(unit).is_some());
        together.sort_by_key(|&unit| (self.group_of(unit), unit));
        let all: u128 = together.iter().map(|&unit| work(unit)).sum();
        let mut before = 0;
        for unit in together {
            // The midpoint of a unit determines its part.
            let own = work(unit);
            let part = ((before + own / 2) as f64 / all as f64 * parts as f64) as usize;
            let part = part.min(parts - 1);
            shared[part].push(unit);
            sums[part] += own;
            before += own;
        }
        single.sort_by_key(|&unit| (Reverse(work(unit)), unit));
        let mut least: BinaryHeap<_> =
            sums.into_iter().enumerate().map(|(part, sum)| Reverse((sum, part))).collect();
        for unit in single {
            let Some(Reverse((sum, part))) = least.pop() else { break };
            shared[part].push(unit);
            least.push(Reverse((sum + work(unit), part)));
        }
        shared.iter_mut().for_each(|units| units.sort_unstable());
        shared
    }
}

impl UnitPlan {
    /// Answers the whole question, or counts all units.
    pub(crate) fn run(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        match self.as_whole() {
            Some(_) => self.answer(observer, None),
            None => self.run_from(&UnitCounts::empty(self.units()), observer),
        }
    }

    /// Answers the whole question, with a keeper of states if there is one.
    ///
    /// # Errors
    /// Threads that cannot be started, and a leaf that has no answer or no state to keep.
    pub(crate) fn answer(
        &self,
        observer: &dyn Observer,
        keeper: Option<&dyn SweepKeeper>,
    ) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let leaf = self.as_whole().ok_or(RunError::Check { what: "units are no answer" })?;
        let run = Run {
            is_parallel: leaf.is_parallel(self.pool.threads),
            should_stop: &|| observer.should_stop(),
            progress: &|share, nodes| observer.unit_done(&UnitDone::step(0, share, nodes)),
        };
        let count = || match (keeper, leaf.state()) {
            (None, _) => leaf.count(0, &run),
            (Some(keeper), Some(state)) => state.count_kept(keeper, &run),
            (Some(_), None) => Err(RunError::Check { what: "there is no state to be kept" }),
        };
        let counts = if run.is_parallel { self.pool.install(count)? } else { count() }?;
        Ok(Outcome::from_counts(counts, leaf, start.elapsed() + leaf.trial_time()))
    }

    /// Counts the units that are not yet known, and adds up all units. Units go to the threads by work
    /// stealing. Each is reported to the observer, which can stop the run.
    ///
    /// # Errors
    /// Threads that cannot be started, units that have no count, and sums that fail a check.
    pub fn run_from(&self, known: &UnitCounts, observer: &dyn Observer) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let wanted: Vec<usize> = (0..self.units()).filter(|&unit| known.get(unit).is_none()).collect();
        let found = self.count(&wanted, observer)?;
        let mut partials = self.partials(known);
        for (unit, partial) in wanted.into_iter().zip(found) {
            partials[unit] = partial;
        }
        Ok(self.sum_up(&partials)?.add_time(start.elapsed()))
    }

    /// Counts some units, and reports the results to the observer.
    ///
    /// # Errors
    /// Threads that cannot be started, and units that have no count.
    pub fn count_units(&self, units: &[usize], observer: &dyn Observer) -> Result<(), RunError> {
        self.count(units, observer).map(|_| ())
    }

    /// Returns the sum of the units that were counted; a lower bound if some are missing.
    ///
    /// # Errors
    /// Sums that fail a check.
    pub fn add_up(&self, counted: &UnitCounts) -> Result<Outcome, RunError> {
        self.sum_up(&self.partials(counted))
    }

    fn count(&self, units: &[usize], observer: &dyn Observer) -> Result<Vec<Option<UnitCount>>, RunError> {
        let work: f64 = units.iter().map(|&unit| self.work(unit)).sum();
        if self.pool.threads == 1 || work < PARALLEL_THRESHOLD_NS || units.len() < 2 {
            self.prepare(observer);
            return units.iter().map(|&unit| self.count_unit(unit, observer)).collect();
        }
        self.pool.install(|| {
            self.prepare(observer);
            units.par_iter().with_max_len(1).map(|&unit| self.count_unit(unit, observer)).collect()
        })?
    }

    fn prepare(&self, observer: &dyn Observer) {
        let should_stop = || observer.should_stop();
        self.terms.iter().for_each(|term| term.counter.prepare(&should_stop));
    }

    /// Counts the unit with this number; `None` if the run must stop.
    fn count_unit(&self, unit: usize, observer: &dyn Observer) -> Result<Option<UnitCount>, RunError> {
        if observer.should_stop() {
            return Ok(None);
        }
        let start = Instant::now();
        let (term, within) = self.place(unit);
        let counter = &self.terms[term].counter;
        let partial = counter.count(within, &Run::without_reports(&|| observer.should_stop()))?.unit()?;
        if partial.complete {
            let weight = counter.facts().units[within].weight as f64 * self.scale(term);
            observer.unit_done(&UnitDone {
                unit,
                share: self.share(unit),
                found: partial.placements as f64 * weight,
                nodes: partial.nodes,
                exact: Some(partial),
                time: start.elapsed(),
            });
        }
        Ok(Some(partial))
    }

    /// Returns the contribution to the final count of each placement found in a term's units, apart from its
    /// weight. It is approximate, for progress reports. Terms that are subtracted or multiplied contribute 0
    /// to the running total.
    fn scale(&self, term: usize) -> f64 {
        let Share { times, is_subtracted, divisor } = self.shares[term];
        if is_subtracted || self.tree.has_products() {
            return 0.0;
        }
        let facts = self.terms[term].counter.facts();
        // A factor that is too large for this type becomes infinity.
        let factor = facts.factor.to_f64().unwrap_or(f64::INFINITY);
        factor * times as f64 / facts.divisor as f64 / divisor as f64
    }

    /// Returns the known units, as if they had just been counted.
    fn partials(&self, known: &UnitCounts) -> Vec<Option<UnitCount>> {
        (0..self.units()).map(|unit| known.get(unit)).collect()
    }

    /// Combines the counts by the tree; the result is a lower bound if units are missing.
    fn sum_up(&self, partials: &[Option<UnitCount>]) -> Result<Outcome, RunError> {
        let placements = self.sum(partials, 0)?.number;
        let whole = self.tree.value(&mut |&term| self.sum(partials, term))?;
        let found: Vec<&UnitCount> = partials.iter().flatten().collect();
        Ok(Outcome {
            count: whole.number,
            maximum: None,
            by_number: None,
            placements: self.is_mean.then_some(placements),
            complete: whole.complete,
            units_done: found.iter().filter(|partial| partial.complete).count(),
            nodes: found.iter().map(|partial| partial.nodes).sum(),
            elapsed: Duration::ZERO,
        })
    }

    /// Returns the number of placements that a term counts; a lower bound if units are missing.
    fn sum(&self, partials: &[Option<UnitCount>], term: usize) -> Result<Count, RunError> {
        let facts = self.terms[term].counter.facts();
        let mut tally = Tally::default();
        let mut complete = true;
        for (unit, partial) in partials[self.starts[term]..self.starts[term + 1]].iter().enumerate() {
            complete &= partial.is_some_and(|partial| partial.complete);
            if let Some(partial) = partial {
                tally.add(partial.placements, facts.units[unit].weight);
            }
        }
        let number = quotient(tally.total(), facts.divisor, complete)? * &facts.factor;
        Ok(Count { number, complete })
    }
}

/// A number that is complete, or a lower bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) number: BigUint,
    pub(crate) complete: bool,
}

impl Value for Count {
    type Error = RunError;

    fn product(values: Vec<Self>) -> Result<Self, RunError> {
        let complete = values.iter().all(|value| value.complete);
        Ok(Self { number: values.into_iter().map(|value| value.number).product(), complete })
    }

    fn sum(values: Vec<(Self, u64, bool)>, divisor: u64) -> Result<Self, RunError> {
        let complete = values.iter().all(|(value, ..)| value.complete);
        if !complete && values.iter().any(|&(.., is_subtracted)| is_subtracted) {
            // A partial difference of counts is not a lower bound.
            return Ok(Self { number: BigUint::ZERO, complete });
        }
        let part = |subtracted: bool| -> BigUint {
            let wanted = values.iter().filter(|value| value.2 == subtracted);
            wanted.map(|(value, times, _)| &value.number * times).sum()
        };
        let (added, subtracted) = (part(false), part(true));
        if added < subtracted {
            return Err(RunError::Negative);
        }
        Ok(Self { number: quotient(added - subtracted, divisor, complete)?, complete })
    }
}

/// Returns `sum / divisor`. A complete sum must have no remainder; any other is rounded down.
pub(crate) fn quotient(sum: BigUint, divisor: u64, complete: bool) -> Result<BigUint, RunError> {
    let quotient = &sum / divisor;
    if complete && &quotient * divisor != sum {
        return Err(RunError::NoMultiple { sum, divisor });
    }
    Ok(quotient)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::named::Named;
    use crate::plan::{Plan, Settings, Silent, plan};
    use crate::question::Question;
    use crate::up_to::UpTo;
    use std::sync::Mutex;

    /// Returns plans with weighted units, with several terms, and with units that should be counted together.
    fn plans() -> impl Iterator<Item = Plan> {
        [
            ("8x8 Q8", UpTo::Nothing, "cells"),
            ("6x6 N3 K", UpTo::Symmetry, "cells"),
            ("11x11 Q11", UpTo::Nothing, "halves"),
        ]
        .into_iter()
        .map(|(text, up_to, engine)| {
            let question = Question { up_to, ..text.parse().unwrap() };
            let engine = Engine::from_name(engine).unwrap();
            plan(&question, &Settings { engine, ..Settings::default() }).unwrap()
        })
    }

    /// Adds up the reports.
    #[derive(Default)]
    struct ReportSum(Mutex<(f64, f64)>);

    impl Observer for ReportSum {
        fn unit_done(&self, unit: &UnitDone) {
            let mut sum = self.0.lock().unwrap();
            *sum = (sum.0 + unit.share, sum.1 + unit.found);
        }
    }

    #[test]
    fn what_is_told_of_units_adds_up() {
        for plan in plans() {
            let reported = ReportSum::default();
            let count: f64 = plan.run(&reported).unwrap().count.to_string().parse().unwrap();
            let (share, found) = reported.0.into_inner().unwrap();
            assert!((share - 1.0).abs() < 1e-9, "{:?}: {share}", plan.question());
            assert!((found / count - 1.0).abs() < 1e-9, "{:?}: {found} of {count}", plan.question());
            let units = plan.units().unwrap();
            let shares: f64 = (0..units.units()).map(|unit| units.share(unit)).sum();
            assert!((shares - 1.0).abs() < 1e-9, "{:?}: {shares}", plan.question());
        }
    }

    /// Every unit is in one part, and no part exceeds its share by more than one unit.
    #[test]
    fn parts_are_even() {
        for plan in plans() {
            let units = plan.units().unwrap();
            for parts in 1..=5 {
                let shared = units.share_out(parts);
                let mut all = shared.concat();
                all.sort_unstable();
                assert!(shared.len() == parts && all.into_iter().eq(0..units.units()), "{shared:?}");
                let due = 1.0 / parts as f64 + units.heaviest();
                let share = |part: &Vec<usize>| part.iter().map(|&unit| units.share(unit)).sum::<f64>();
                assert!(shared.iter().all(|part| share(part) <= due + 1e-6), "{:?}", plan.question());
            }
        }
    }

    #[test]
    fn a_sum_that_is_no_multiple_is_no_count() {
        let quotient = |sum: u32, complete| quotient(sum.into(), 8, complete);
        assert_eq!(quotient(96, true), Ok(12u32.into()));
        assert_eq!(quotient(97, true), Err(RunError::NoMultiple { sum: 97u32.into(), divisor: 8 }));
        assert_eq!(quotient(103, false), Ok(12u32.into()));
    }

    /// If sums are divided, an error of one placement in a unit is detected, unless the unit's weight is a
    /// multiple of the divisor.
    #[test]
    fn a_unit_that_lies_is_found_out_where_sums_are_divided() {
        for (text, up_to) in [
            ("8x8 Q8", UpTo::Symmetry),
            ("6x6 N5", UpTo::Symmetry),
            ("7x7/torus Q5", UpTo::Nothing),
            ("5x5/torus K3", UpTo::Nothing),
        ] {
            let question = Question { up_to, ..Question::new(text.parse().unwrap()) };
            let plan = plan(&question, &Settings { finest_units: true, ..Settings::default() }).unwrap();
            let units = plan.units().unwrap();
            let honest = plan.run(&Silent).unwrap().count;
            let mut counted = UnitCounts::empty(units.units());
            for unit in 0..units.units() {
                let partial = units.count_unit(unit, &Silent).unwrap().unwrap();
                counted.note(unit, partial);
            }
            assert_eq!(units.add_up(&counted).unwrap().count, honest, "{text}");
            let mut found_out = 0;
            for unit in 0..units.units() {
                let true_count = counted.get(unit).unwrap();
                let more = UnitCount { placements: true_count.placements + 1, ..true_count };
                let mut lying = UnitCounts::empty(units.units());
                for other in 0..units.units() {
                    lying.note(other, if other == unit { more } else { counted.get(other).unwrap() });
                }
                match units.add_up(&lying) {
                    Err(RunError::NoMultiple { .. }) => found_out += 1,
                    Err(other) => panic!("{text}: {other}"),
                    Ok(outcome) => assert!(outcome.count != honest, "{text}"),
                }
            }
            assert!(found_out > 0, "{text}");
        }
    }
}
