//! The units of a plan, one by one: what a count that is stopped, continued or shared among machines has to know.
//!
//! The same problem, planned by the same [`Recipe`], has the same units everywhere, with the same numbers. So a unit that was
//! counted on one day or machine need not be counted again on another, and whether every unit was counted exactly once is a
//! matter of looking at numbers. That it is the same plan is not taken on trust: [`Ledger::digest`] is a hash over what
//! every unit is to count.

use crate::engines::kernel::Kernel;
use crate::plan::observer::UnitCount;
use crate::plan::units::UnitPlan;
use num_bigint::BigUint;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a plan settled that depends on the machine or the clock, so that the same plan can be made again anywhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// The instructions by whose speed an engine was chosen; others can count.
    pub kernel: Kernel,
    /// For each time that armies could be counted by their lines, whether they are: both ways were timed.
    pub by_lines: Vec<bool>,
    /// For each term how much longer its units take than their works say.
    pub paces: Vec<f64>,
}

/// A count that goes into the sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermFacts {
    /// Name and version of its engine.
    pub engine: (&'static str, u32),
    /// Its units, of all units of the plan.
    pub units: std::ops::Range<usize>,
    /// What the weighted sum over its units is divided by,
    pub divisor: u64,
    /// what the quotient is multiplied by,
    pub factor: BigUint,
    /// and how many times that goes into the sum.
    pub times: u64,
    /// Whether it is taken away from the sum.
    pub is_taken_away: bool,
}

/// A view of the units of a plan.
#[derive(Clone, Copy)]
pub struct Ledger<'a> {
    plan: &'a UnitPlan,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(plan: &'a UnitPlan) -> Self {
        Self { plan }
    }

    /// How many units there are, of all terms.
    #[must_use]
    pub fn units(&self) -> usize {
        self.plan.units()
    }

    /// The counts that go into the sum.
    #[must_use]
    pub fn terms(&self) -> Vec<TermFacts> {
        self.plan.facts()
    }

    /// The number of the term that a unit belongs to.
    #[must_use]
    pub fn term_of(&self, unit: usize) -> usize {
        self.plan.place(unit).0
    }

    /// How many placements each one found in a unit stands for.
    #[must_use]
    pub fn weight(&self, unit: usize) -> u64 {
        self.plan.weight(unit)
    }

    /// A unit's share of the expected work, 0 to 1.
    #[must_use]
    pub fn share(&self, unit: usize) -> f64 {
        self.plan.share(unit)
    }

    /// The share of the expected work that was done, 0 to 1.
    #[must_use]
    pub fn share_of(&self, counted: &Counted) -> f64 {
        let done = (0..self.units()).filter(|&unit| counted.get(unit).is_some());
        done.map(|unit| self.share(unit)).sum::<f64>().min(1.0)
    }

    /// A hash over the terms and what each of their units is to count, in hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut bytes = Vec::new();
        for (number, term) in self.terms().iter().enumerate() {
            let TermFacts { engine: (name, version), units, divisor, factor, times, is_taken_away } = term;
            let sign = if *is_taken_away { '-' } else { '+' };
            let head = format!("{sign}{times} {name}/{version} {} {divisor} {factor}\n", units.len());
            hasher.update(head.as_bytes());
            for unit in units.clone() {
                bytes.clear();
                self.plan.describe(number, unit - units.start, &mut bytes);
                hasher.update(&(bytes.len() as u64).to_le_bytes());
                hasher.update(&self.weight(unit).to_le_bytes());
                hasher.update(&bytes);
            }
        }
        hasher.finalize().to_hex().to_string()
    }

    /// Shares the units out among so many parts that are expected to take about the same time: for each part its units, in
    /// increasing order. Works are compared as whole numbers, which is the same everywhere.
    ///
    /// From the heaviest unit on, each goes to the part that has least so far (R. L. Graham, *Bounds on multiprocessing timing
    /// anomalies*, 1969). So neighbours, whose works are likely to be wrong by the same, come to different parts. But units
    /// that need the same lists stay together, as far as parts of equal size allow: for 19 queens in 20 parts, lists made
    /// everywhere took longer than counting.
    #[must_use]
    pub fn share_out(&self, parts: usize) -> Vec<Vec<usize>> {
        // No sum of works up to this one overflows.
        let work = |unit: usize| self.plan.work(unit).clamp(1.0, 1e30) as u128;
        let mut shared = vec![Vec::new(); parts];
        if parts == 0 {
            return shared;
        }
        let mut sums = vec![0u128; parts];
        let (mut together, mut single): (Vec<usize>, Vec<usize>) =
            (0..self.units()).partition(|&unit| self.plan.group_of(unit).is_some());
        together.sort_by_key(|&unit| (self.plan.group_of(unit), unit));
        let all: u128 = together.iter().map(|&unit| work(unit)).sum();
        let mut before = 0;
        for unit in together {
            // Where its middle lies decides.
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

/// Which units of a plan were counted, and what came out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted(Vec<Option<UnitCount>>);

impl Counted {
    /// None of so many units.
    #[must_use]
    pub fn none(units: usize) -> Self {
        Self(vec![None; units])
    }

    /// What was counted in a unit; nothing if it was not, or if there is no such unit.
    #[must_use]
    pub fn get(&self, unit: usize) -> Option<UnitCount> {
        self.0.get(unit).copied().flatten()
    }

    /// Takes note of a unit. What was known of it before is returned, and holds if the two differ.
    pub fn note(&mut self, unit: usize, count: UnitCount) -> Option<UnitCount> {
        let known = self.0.get_mut(unit)?;
        if known.is_none() {
            *known = Some(count);
            return None;
        }
        *known
    }

    /// How many units were counted.
    #[must_use]
    pub fn done(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Whether all were.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }
}
