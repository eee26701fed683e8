//! Maximal placements, which cannot be extended: the maximal independent sets of the graph of conflicts, one
//! by one.
//!
//! A sweep would have to remember, for every square behind it, whether it is attacked yet, and pieces of long
//! range make nearly all squares relevant. But there are few such placements, because a queen leaves little
//! room for others. So the engine searches for them. Every kind on every square is a *place* that is taken or
//! attacked in the end ([`places`], [`search`]): taken places [cover](crate::engines::cover) all others. For
//! classes, the placements that a symmetry fixes are found by the same search among orbits of places.

mod places;
mod search;
#[cfg(test)]
mod tests;

use crate::board::Set;
use crate::engines::cover::{Field, SplitOptions, Unit, split};
use crate::engines::estimate::{self, Effort, Estimate};
use crate::engines::feature::{Feature, IN_INSTANCES};
use crate::engines::instance::Instance;
use crate::engines::leaf::{Facts, Leaf, is_worth_threads};
use crate::engines::problem::{Objective, Quantity};
use crate::engines::question::Question;
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, NumberCount};
use crate::engines::technique::{Limits, Suit, Symmetries, Task, Technique, knows};
use crate::symmetry::{Symmetry, group};
use crate::up_to::UpTo;
use num_bigint::BigUint;
use places::Places;
use rayon::prelude::*;
use search::{CellCounts, MaximalSearch};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The name of the engine in results.
const NAME: &str = "maximal";
/// The version. It is raised whenever the counts change.
const VERSION: u32 = 1;

/// The features that the engine supports, in addition to those of instances.
const KNOWN: &[Feature] = &[
    Feature::Maximal,
    Feature::AnyNumber,
    Feature::LargestNumber,
    Feature::ByNumber,
    Feature::Sameness,
    Feature::FixedByMaps,
];

/// The maximal engine, as a technique for plans.
pub(crate) struct MaximalEngine;

impl Technique for MaximalEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "By the place that the fewest can attack, for placements that cannot be extended"
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let Task::Question(question, symmetries) = *task else { return None };
        Some(Box::new(MaximalQuestion::new(question, symmetries, limits.stake)?))
    }

    fn suits_questions(&self) -> Option<Suit> {
        Some(Suit::Model)
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[IN_INSTANCES, KNOWN]
    }

    fn needs(&self) -> &'static [Feature] {
        &[Feature::Maximal]
    }

    fn has_kernels(&self) -> bool {
        false
    }

    fn misfit(&self) -> &'static str {
        "the maximal engine counts at most 1024 choices of kind and square, and does not count up to shifts"
    }
}

/// The maximum number of places in a set.
const MAX_PLACES: usize = 1024;
/// The maximum number of units for all placements, which is enough for many threads.
const MOST_UNITS: usize = 1 << 9;
/// The maximum number of units for the placements that a symmetry fixes, which are few.
const MOST_UNITS_FIXED: usize = 1 << 4;
/// The approximate factor by which one free place increases the weight of a unit.
const WEIGHT_OF_A_PLACE: f64 = 1.15;
/// The maximum number of free places of a unit that is counted without an estimate.
const FEW_PLACES: u32 = 8;
/// The maximum number of free places of a unit that is not split.
const LEAST_FREE: u32 = 16;
/// The time that descents may take for each second at stake, in nanoseconds.
const SHARE_OF_STAKE: f64 = 1e8;

/// A question about maximal placements.
struct MaximalQuestion {
    places: Places,
    /// The terms: all placements first, then those that symmetries fix.
    terms: Vec<Term>,
    /// The number of symmetries under which placements are equivalent; 1 if there are none.
    symmetries: u64,
    /// Whether placements are counted up to symmetry.
    has_classes: bool,
    /// The number of pre-placed pieces of each kind.
    given: Vec<u32>,
    /// The kinds without an exact number, and whether the number is to be maximised.
    told: Vec<(usize, bool)>,
    objective: Objective,
    facts: Facts,
    estimate: Estimate,
}

/// A term of the sum: the placements of one field.
struct Term {
    /// The independent parts of the field. Each is counted by itself, and the counts are then combined.
    parts: Vec<Part>,
    /// The number of symmetries with the same count.
    times: u64,
}

/// The search in an independent part of a field.
struct Part {
    search: Box<dyn MaximalSearch>,
    units: Vec<Unit>,
}

impl Term {
    fn new(field: &Field, cells: usize, times: u64, most_units: usize) -> Self {
        let part = |part: &Field| {
            // The places that attack the most are decided first, because few of them fit together.
            let rank = |orbit: &[usize]| (usize::MAX - part.covers[orbit[0]].size() as usize, orbit.len());
            let how = SplitOptions { most: most_units, least_free: LEAST_FREE, rank: &rank };
            Part { search: search::search(part, cells), units: split(part, &how) }
        };
        Self { parts: field.parts().iter().map(part).collect(), times }
    }
}

impl Part {
    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        if self.units.iter().all(|unit| unit.free.size() <= FEW_PLACES) {
            return Estimate::by_model(search::UNIT * self.units.len() as f64);
        }
        let mut costs = self.units.iter().map(|unit| WEIGHT_OF_A_PLACE.powi(unit.free.size() as i32));
        let mut sample = |unit: usize, random: &mut Random| self.search.sample(&self.units[unit], random);
        estimate::by_descents(&mut costs, &mut sample, effort, random)
    }
}

impl MaximalQuestion {
    /// Prepares a question; `None` if the engine does not support it, or if it is too large.
    fn new(question: &Question, symmetries: Symmetries<'_>, stake: f64) -> Option<Self> {
        let problem = &question.problem;
        let is_shifted = question.up_to == UpTo::Translation || question.up_to.group().on_torus().is_some();
        let is_known =
            question.maximal && question.features().iter().all(|&feature| knows(&MaximalEngine, feature));
        if !is_known || is_shifted || problem.board().is_large() {
            return None;
        }
        // Counts by number cannot be combined with symmetries that exchange armies.
        let Symmetries { same, fixed_by } = symmetries;
        let tells_numbers = question.by_number || problem.objective() == Objective::Maximum;
        if tells_numbers && !same.iter().chain(fixed_by).all(Symmetry::keeps_armies) {
            return None;
        }
        let instance = Instance::with_kinds(problem, &|_| true);
        let places: u32 = instance.allowed_squares().iter().map(Set::size).sum();
        if places as usize > MAX_PLACES {
            return None;
        }
        let places = Places::new(problem, &instance, question.by_number)?;
        let is_possible =
            instance.factor != BigUint::ZERO && problem.given_pieces() <= problem.board().open_area() as u64;
        let cells = places.numbers.cells;
        let mut terms = Vec::new();
        if is_possible && !fixed_by.is_empty() {
            let field = places.kept_by(problem, &fixed_by.iter().collect::<Vec<_>>())?;
            terms.push(Term::new(&field, cells, 1, MOST_UNITS));
        } else if is_possible {
            terms.push(Term::new(&places.whole, cells, 1, MOST_UNITS));
            for (symmetry, times) in group::conjugacy_classes(same).into_iter().skip(1) {
                let field = places.kept_by(problem, &[symmetry])?;
                terms.push(Term::new(&field, cells, times, MOST_UNITS_FIXED));
            }
        }
        let longest = (stake * SHARE_OF_STAKE).min(Effort::PLANNING.longest);
        let (effort, mut random) = (Effort { longest, ..Effort::PLANNING }, Random::new(0));
        let parts = terms.iter().flat_map(|term: &Term| &term.parts);
        let estimates: Vec<Estimate> = parts.map(|part| part.estimate(effort, &mut random)).collect();
        let is_told = |quantity| !matches!(quantity, Quantity::Exactly(_));
        let told = problem.pieces().enumerate().filter(|(_, pieces)| is_told(pieces.quantity));
        Some(Self {
            terms,
            places,
            symmetries: same.len().max(1) as u64,
            has_classes: !same.is_empty(),
            given: problem.pieces().map(|pieces| pieces.fixed.len() as u32).collect(),
            told: told.map(|(kind, pieces)| (kind, pieces.quantity == Quantity::Max)).collect(),
            objective: problem.objective(),
            facts: Facts::single_unit((NAME, VERSION), question.by_number),
            estimate: Estimate::sum(&estimates),
        })
    }

    /// Returns the number of placements in each cell, for each term.
    fn sums(&self, run: &Run<'_>) -> Option<Vec<Vec<BigUint>>> {
        let parts: Vec<&Part> = self.terms.iter().flat_map(|term| &term.parts).collect();
        let units: Vec<(usize, &Unit)> = (parts.iter().enumerate())
            .flat_map(|(part, of)| of.units.iter().map(move |unit| (part, unit)))
            .collect();
        let numbers = &self.places.numbers;
        let sums = Mutex::new((vec![vec![0u128; numbers.cells]; parts.len()], 0));
        let count = |&(part, unit): &(usize, &Unit)| {
            let CellCounts { cells, complete } = parts[part].search.count(unit, run.should_stop);
            let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
            for (sum, count) in sums.0[part].iter_mut().zip(cells) {
                *sum += u128::from(count) * u128::from(unit.weight);
            }
            sums.1 += 1;
            (run.progress)(f64::from(sums.1) / units.len() as f64, 0);
            complete.then_some(())
        };
        let done = match run.is_parallel {
            true => units.par_iter().try_for_each(count),
            false => units.iter().try_for_each(count),
        };
        done?;
        let mut sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner).0.into_iter();
        let together = |term: &Term| {
            let mut all = vec![BigUint::ZERO; numbers.cells];
            all[0] = BigUint::from(1u32);
            for sums in sums.by_ref().take(term.parts.len()) {
                let mut with = vec![BigUint::ZERO; numbers.cells];
                for (one, before) in all.iter().enumerate().filter(|(_, before)| **before != BigUint::ZERO) {
                    for (other, &sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0) {
                        if let Some(cell) = numbers.union_cell(one, other) {
                            with[cell] += before * sum;
                        }
                    }
                }
                all = with;
            }
            all
        };
        Some(self.terms.iter().map(together).collect())
    }

    fn make_counts(&self, sums: &[Vec<BigUint>]) -> Counts {
        // The key is the number of pieces to maximise, and all open numbers. The value is the sum over the
        // symmetries, and the number of all placements.
        let mut all: BTreeMap<(u32, Vec<u32>), (BigUint, BigUint)> = BTreeMap::new();
        for (number, (term, sums)) in self.terms.iter().zip(sums).enumerate() {
            for (cell, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum != BigUint::ZERO) {
                let Some(numbers) = self.places.numbers_of(cell) else { continue };
                let of = |kind: usize| self.given[kind] + numbers[kind] as u32;
                let told = self.told.iter().map(|&(kind, _)| of(kind)).collect();
                let most = self.told.iter().filter(|(_, is_most)| *is_most).map(|&(kind, _)| of(kind)).sum();
                let entry = all.entry((most, told)).or_default();
                entry.0 += sum * term.times;
                if number == 0 {
                    entry.1 += sum;
                }
            }
        }
        let classes = |sum: &BigUint| {
            debug_assert_eq!(sum % self.symmetries, BigUint::ZERO, "a sum over a group");
            sum / self.symmetries
        };
        let most = all.last_key_value().map(|((most, _), _)| *most);
        let reached = || all.iter().filter(|((number, _), _)| Some(*number) == most).map(|(_, sums)| sums);
        let count = classes(&reached().map(|(sum, _)| sum).sum());
        let placements = self.has_classes.then(|| reached().map(|(_, all)| all).sum());
        let mut by_number = Vec::new();
        if self.facts.is_by_number {
            let number = |((_, pieces), (sum, _)): (&(u32, Vec<u32>), &(BigUint, BigUint))| NumberCount {
                pieces: pieces.clone(),
                count: classes(sum),
            };
            by_number = all.iter().map(number).collect();
            by_number.sort_by(|one, other| one.pieces.cmp(&other.pieces));
        }
        let maximum = most.filter(|_| self.objective == Objective::Maximum);
        Counts { placements, maximum, by_number, ..Counts::from_count(count) }
    }
}

impl Leaf for MaximalQuestion {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        self.estimate
    }

    fn memory(&self) -> usize {
        let of_unit = |unit: &Unit| size_of::<Unit>() + 2 * size_of_val(&unit.free[..]);
        let cells = self.places.numbers.cells * size_of::<u128>();
        let of_part =
            |part: &Part| cells + part.search.memory() + part.units.iter().map(of_unit).sum::<usize>();
        self.terms.iter().flat_map(|term| &term.parts).map(of_part).sum()
    }

    fn note(&self) -> Option<String> {
        let parts: Vec<&Part> = self.terms.iter().flat_map(|term| &term.parts).collect();
        let units: usize = parts.iter().map(|part| part.units.len()).sum();
        Some(format!("{NAME} {VERSION}, {units} units of {} parts", parts.len()))
    }

    fn is_parallel(&self, threads: usize) -> bool {
        threads > 1 && is_worth_threads(self.estimate.seconds)
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        Ok(self.sums(run).map(|sums| self.make_counts(&sums)).unwrap_or_default())
    }
}
