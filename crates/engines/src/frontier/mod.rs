//! The frontier engine: many placements, few states.
//!
//! The engine sweeps the board square by square. Of the pieces placed so far, it remembers only their effect
//! on the squares to come: the kinds that can still stand on each of them. Partial placements with the same
//! effect are one *state*. The weight of a state says how many placements it represents. There are 10^54 ways
//! to put kings on a board of 20x20, but never more than 9,360 states. These rules keep the states few:
//!
//! * A state has bits only for squares in doubt: attacked by something behind, but not yet swept
//!   ([`blueprint`]).
//! * The sweep follows short lines, and a trial chooses among the orders ([`order`], [`trial`]).
//! * Parts of the board that do not interact, like the two colours for bishops, are swept separately and
//!   multiplied.
//! * States that a symmetry of the remaining board makes equivalent are merged. These symmetries are
//!   reflections, rotations of a cylinder and, for rooks, all permutations of the columns to come
//!   ([`program`]).
//! * The weight is a polynomial: it has a count for every number of pieces, so numbers do not multiply the
//!   states ([`shape`]). If kinds reach far and run out, each number has a table instead, and states can
//!   forget such kinds.
//! * States that cannot reach a requested number are dropped. The bound comes from cliques: a row holds one
//!   rook.
//!
//! The method is known as the broken profile or, in physics, as the transfer matrix. As a general engine for
//! constraints it is bucket elimination along a fixed order (R. Dechter 1999), with the normal forms above.

mod blueprint;
mod buffers;
mod canonical;
mod checkpoint;
mod component;
mod field;
mod files;
mod forecast;
mod growth;
mod level;
mod limits;
mod numbers;
mod order;
mod program;
mod ranks;
mod rest;
mod shape;
mod stream;
mod sweep;
mod table;
mod trial;

use crate::engines::expression::Outline;
use crate::engines::leaf::Successor;
use crate::engines::resumable::{CheckpointError, RankedPlacements, SweepKeeper, SweepRecipe, SweepWay};
use crate::engines::technique::{Symmetries, Technique};
use crate::feature::{BY_PLANNING, Feature, IN_INSTANCES};
use crate::problem::Quantity;
use crate::question::Question;
use crate::symmetry;
pub use checkpoint::CheckpointReader;
use checkpoint::{Call, Course};
use component::FieldComponent;
use field::{Field, is_swept};
pub use limits::{PARALLEL_THRESHOLD_STATES, SweepLimits};
use num_bigint::BigUint;
use numbers::Numbers;
use ranks::RankedSweep;
use shape::Variable;
use std::sync::{Mutex, PoisonError};
use sweep::SweepStatus;

/// The name of the engine in results.
pub const NAME: &str = "frontier";
/// The version of the engine, raised whenever its way to reach a count changes.
pub const VERSION: u32 = 2;

/// The engine. It has no counter, because a sweep answers whole questions.
pub(crate) struct FrontierEngine;

/// The supported features, in addition to those of instances and those that planning handles.
const KNOWN: &[Feature] = &[Feature::AnyNumber, Feature::LargestNumber, Feature::Maximal, Feature::ByNumber];

impl Technique for FrontierEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "Square by square, merging equal states (a transfer matrix)"
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[IN_INSTANCES, BY_PLANNING, KNOWN]
    }

    fn has_kernels(&self) -> bool {
        false
    }

    fn misfit(&self) -> &'static str {
        "the frontier engine would need states of more than 1024 bits, or of millions of numbers, here: use fewer kinds or a \
         smaller board"
    }
}

/// A problem that is ready to be swept.
pub struct Frontier {
    /// The terms of the sum over symmetries: first the whole, then for each symmetry the placements that it
    /// fixes, with the number of its conjugates.
    terms: Vec<(ComponentProduct, u64)>,
    /// The swept kinds, as numbers among all kinds of the problem.
    kinds: Vec<usize>,
    /// The variables, with their requested numbers.
    variables: Vec<Variable>,
    /// The variable to be maximised.
    largest: Option<usize>,
    /// The number of pre-placed pieces for each variable that the result is listed by, and for the maximised
    /// one.
    fixed: Vec<u32>,
    /// The variables that counts by number are listed by; `None` if counts by number are not requested.
    listed_by: Option<Vec<usize>>,
    /// For counts by number: the variables whose sum is to be maximised.
    summed: Vec<usize>,
    /// The results of calls in a checkpoint that was read.
    known: Mutex<Vec<Call>>,
}

/// The result of a sweep; for counts up to symmetry, sums over the symmetry group.
#[derive(Debug, Clone, Default)]
pub struct SweepTotals {
    pub count: BigUint,
    /// The number of placements without regard to symmetry.
    pub placements: BigUint,
    /// The maximum of the maximised variable, if there is one; for counts by number, the largest sum.
    pub maximum: Option<u32>,
    pub by_number: Option<Vec<(Vec<u32>, BigUint)>>,
    pub complete: bool,
    /// The number of times that states were reached, plus the partial placements made from states that were
    /// handed over.
    pub nodes: u64,
    /// The reason why states could not be kept in files.
    pub failure: Option<std::io::ErrorKind>,
}

/// Placements that are swept in parts that do not interact.
struct ComponentProduct {
    components: Vec<FieldComponent>,
    is_possible: bool,
}

/// How far below the bound from cliques the maximum is first sought. The distance is then doubled.
const FIRST_SLACK: u32 = 1;

impl Frontier {
    /// Prepares a problem, after a trial of at most about `trial` seconds. `None` if a state would have more
    /// bits than the widest mask, or too many numbers.
    pub fn new(
        question: &Question,
        Symmetries { same: group, fixed_by }: Symmetries<'_>,
        trial: f64,
        recipe: Option<&SweepRecipe>,
        successor: Option<Successor>,
        limits: &SweepLimits<'_>,
    ) -> Option<Self> {
        let problem = &question.problem;
        let mut given = recipe.map(|recipe| recipe.ways.iter());
        let kinds = problem.numbers_of(|pieces| is_swept(pieces, question.maximal));
        let swept = problem.pieces().filter(|pieces| is_swept(pieces, question.maximal));
        let mut variables = Vec::new();
        let mut fixed = Vec::new();
        let mut listed_by = Vec::new();
        let (mut largest, mut summed) = (None, Vec::new());
        for (kind, pieces) in swept.enumerate() {
            let own = |least, most| Variable { kinds: vec![kind], least, most };
            match (pieces.quantity, largest) {
                (Quantity::Exactly(_), _) => variables.push(own(pieces.free_pieces(), pieces.free_pieces())),
                (Quantity::Any, _) if !question.by_number => continue,
                (Quantity::Any | Quantity::Max, _) if question.by_number => {
                    if pieces.quantity == Quantity::Max {
                        summed.push(variables.len());
                    }
                    listed_by.push(variables.len());
                    variables.push(own(0, u32::MAX));
                }
                (_, Some(index)) => {
                    let variable: &mut Variable = &mut variables[index];
                    variable.kinds.push(kind);
                    fixed[index] += pieces.fixed.len() as u32;
                    continue;
                }
                (_, None) => {
                    largest = Some(variables.len());
                    variables.push(own(0, u32::MAX));
                }
            }
            fixed.push(pieces.fixed.len() as u32);
        }
        let listed_by = question.by_number.then_some(listed_by);
        let mut whole = Field { successor, ..Field::from_problem(problem, question.maximal) };
        if !fixed_by.is_empty() {
            whole = whole.kept_by(&fixed_by.iter().map(|symmetry| &symmetry.map).collect::<Vec<_>>());
        }
        let mut term = |field: &Field| {
            ComponentProduct::new(field, &variables, question.maximal, largest, trial, &mut given, limits)
        };
        let mut terms = vec![(term(&whole)?, 1)];
        for (symmetry, times) in symmetry::group::conjugacy_classes(group).into_iter().skip(1) {
            terms.push((term(&whole.kept_by(&[&symmetry.map]))?, times));
        }
        Some(Self { terms, kinds, variables, largest, fixed, listed_by, summed, known: Mutex::default() })
    }

    /// Returns the sum over symmetries of products of parts, for display.
    pub fn outline(&self) -> Outline {
        let leaf = |part: &FieldComponent| {
            let what = format!("{NAME} {VERSION}, a sweep");
            Outline::leaf(what, part.expected_seconds(), part.expected_memory())
        };
        let product = |term: &'_ ComponentProduct| match &term.components[..] {
            [single] => leaf(single),
            parts => {
                let what = "the product of parts that do not interact".to_owned();
                Outline::of_parts(what, parts.iter().map(leaf).collect())
            }
        };
        let outline = match &self.terms[..] {
            [(whole, _)] => product(whole),
            terms => {
                let what = |number| if number == 0 { "all placements" } else { "fixed by a symmetry" };
                let summand = |(number, (term, times)): (usize, &(ComponentProduct, u64))| {
                    product(term).in_sum(what(number), *times, false)
                };
                let divisor = terms.iter().map(|(_, times)| times).sum();
                Outline::of_sum("symmetries", divisor, terms.iter().enumerate().map(summand).collect())
            }
        };
        outline.one_after_another()
    }

    /// Returns the number of parts that are swept.
    pub fn components(&self) -> usize {
        self.parts().count()
    }

    fn parts(&self) -> impl Iterator<Item = &FieldComponent> {
        self.terms.iter().flat_map(|(term, _)| &term.components)
    }

    /// Returns the number of fields that are swept: one, or for counts up to symmetry one for each class of
    /// conjugate symmetries.
    pub fn terms(&self) -> usize {
        self.terms.len()
    }

    /// True if the trials finished all sweeps, so that only sums remain.
    pub fn is_finished(&self) -> bool {
        self.parts().all(FieldComponent::is_finished)
    }

    /// Returns the seconds that the rest after the trials is expected to take with one thread.
    pub fn expected_seconds(&self) -> f64 {
        self.parts().map(FieldComponent::expected_seconds).sum()
    }

    /// True if memory was short in a trial that did not finish its sweep.
    pub fn is_cut(&self) -> bool {
        self.parts().any(FieldComponent::is_cut)
    }

    /// Returns the number of bytes that the engine is expected to hold at most.
    pub fn expected_memory(&self) -> usize {
        self.parts().map(FieldComponent::expected_memory).max().unwrap_or(0)
    }

    /// Returns the number of bits in a state.
    pub fn bits(&self) -> usize {
        self.parts().map(FieldComponent::bits).max().unwrap_or(0)
    }

    /// Returns the ways in which the parts are swept.
    pub fn recipe(&self) -> SweepRecipe {
        SweepRecipe { ways: self.parts().map(|part| part.way(self.variables.len())).collect() }
    }

    /// Ranks all placements, swept in the same way with all levels kept. `None` if the levels take more than
    /// `memory` bytes, if it was stopped, or if the question asks for anything except all placements.
    pub fn rank_placements(
        &self,
        memory: usize,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Box<dyn RankedPlacements>> {
        let [(whole, _)] = &self.terms[..] else { return None };
        if self.largest.is_some() || self.listed_by.is_some() {
            return None;
        }
        let variables = &self.variables;
        let (mut parts, mut left) = (Vec::new(), memory);
        for (index, component) in whole.components.iter().enumerate() {
            let part = component.rank_placements(&whole.aims(variables, index), left, should_stop)?;
            left = left.saturating_sub(part.memory());
            parts.push(part);
        }
        let most: Vec<u32> = variables.iter().map(|variable| variable.most).collect();
        let is_asked_for = |exponents: &[u32]| whole.is_possible && asked_for(exponents, variables);
        Some(Box::new(RankedSweep::new(parts, self.kinds.clone(), &most, is_asked_for)))
    }

    /// Counts, starting from the checkpoint if one was read. It offers intermediate states to the keeper.
    pub fn run(&self, limits: &SweepLimits<'_>, keeper: Option<&dyn SweepKeeper>) -> SweepTotals {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if known.is_empty() && keeper.is_none() {
            return self.count(limits);
        }
        let course = Course::new(known, self.components(), keeper);
        let found = self.count(&SweepLimits { course: Some(&course), ..*limits });
        if found.complete {
            course.finish();
        }
        found
    }

    /// Reads a checkpoint in order to continue from it; returns the share of the count that is done.
    pub fn load(&self, reader: CheckpointReader) -> Result<f64, CheckpointError> {
        let course = Course::new_for_loading(reader, self.components())?;
        let found =
            self.count(&SweepLimits { course: Some(&course), ..SweepLimits::single_threaded(usize::MAX) });
        let (calls, share) = course.finish_loading(found.complete)?;
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = calls;
        Ok(share)
    }

    fn count(&self, limits: &SweepLimits<'_>) -> SweepTotals {
        let mut found = SweepTotals { complete: true, ..SweepTotals::default() };
        let share = 1.0 / self.components().max(1) as f64;
        let progress = |done: f64, nodes: u64| (limits.progress)(done * share, nodes);
        let limits = SweepLimits { progress: &progress, ..*limits };
        let mut variables = self.variables.clone();
        let (whole, _) = &self.terms[0];
        let mut numbers = match self.largest {
            Some(largest) => whole.count_near_maximum(&mut variables, largest, &limits, &mut found),
            None => whole.count(&variables, &limits, &mut found),
        };
        if let Some(largest) = self.largest {
            let most = numbers.keys().map(|exponents| exponents[largest]).max();
            numbers.retain(|exponents, _| Some(exponents[largest]) == most);
            found.maximum = most.map(|most| most + self.fixed[largest]);
            if let Some(most) = most {
                (variables[largest].least, variables[largest].most) = (most, most);
            }
        }
        found.placements = self.largest_of(&numbers).1;
        for (term, times) in &self.terms[1..] {
            if !found.complete || numbers.is_empty() {
                break;
            }
            for (exponents, count) in term.count(&variables, &limits, &mut found) {
                *numbers.entry(exponents).or_default() += count * times;
            }
        }
        if !found.complete {
            // The number of classes does not follow from a part of the sums.
            if self.terms.len() > 1 || self.largest.is_some() {
                numbers.clear();
            }
            // The number of placements that attain the maximum is unknown until the whole count is done.
            if self.largest.is_some() || !self.summed.is_empty() {
                found.placements = BigUint::ZERO;
            }
        }
        self.tell(numbers, &mut found);
        found
    }

    /// Returns the largest sum and the number of placements that have it, for counts by number. Otherwise
    /// returns `None` and the number of all placements.
    fn largest_of(&self, numbers: &Numbers) -> (Option<u32>, BigUint) {
        if self.summed.is_empty() {
            return (None, numbers.values().sum());
        }
        let sum = |exponents: &Vec<u32>| -> u32 {
            self.summed.iter().map(|&variable| exponents[variable] + self.fixed[variable]).sum()
        };
        let most = numbers.keys().map(sum).max();
        let largest = numbers.iter().filter(|(exponents, _)| Some(sum(exponents)) == most);
        (most, largest.map(|(_, count)| count).sum())
    }

    /// Converts the numbers into the terms of the question.
    fn tell(&self, numbers: Numbers, found: &mut SweepTotals) {
        let (most, count) = self.largest_of(&numbers);
        if found.complete || self.summed.is_empty() {
            found.count = count;
            found.maximum = found.maximum.filter(|_| found.complete).or(most);
        }
        let Some(listed_by) = &self.listed_by else { return };
        let listed = |(exponents, count): (Vec<u32>, BigUint)| {
            (listed_by.iter().map(|&variable| exponents[variable] + self.fixed[variable]).collect(), count)
        };
        found.by_number = Some(numbers.into_iter().map(listed).collect());
    }
}

/// True if every variable has a requested number.
fn asked_for(exponents: &[u32], variables: &[Variable]) -> bool {
    let asked = |(&exponent, of): (&u32, &Variable)| (of.least..=of.most).contains(&exponent);
    exponents.iter().zip(variables).all(asked)
}

impl ComponentProduct {
    fn new(
        field: &Field,
        variables: &[Variable],
        maximal: bool,
        largest: Option<usize>,
        trial: f64,
        given: &mut Option<std::slice::Iter<'_, SweepWay>>,
        limits: &SweepLimits<'_>,
    ) -> Option<Self> {
        let mut components = Vec::new();
        if field.is_possible {
            let parts = field.components();
            for points in &parts {
                components.push(match given {
                    Some(ways) => {
                        let way = ways.next().filter(|way| way.grouped.len() == variables.len())?;
                        FieldComponent::with_known_way(field, points, maximal, way)?
                    }
                    None => FieldComponent::new(field, points, maximal, trial / parts.len() as f64)?,
                });
            }
        }
        let term = Self { components, is_possible: field.is_possible };
        if given.is_some() {
            return Some(term);
        }
        let mut variables = variables.to_vec();
        if let Some(largest) = largest {
            variables[largest].least = term.capacity(&variables[largest]).saturating_sub(FIRST_SLACK);
        }
        for (index, component) in term.components.iter().enumerate() {
            let seconds = trial / term.components.len() as f64;
            if !component.try_out(&term.aims(&variables, index), seconds, limits) {
                return None;
            }
        }
        Some(term)
    }

    /// Returns a bound from cliques on the number of pieces that all components can hold together.
    fn capacity(&self, variable: &Variable) -> u32 {
        self.components.iter().map(|component| component.capacity(variable)).sum()
    }

    /// Returns the numbers that a component must reach, given that the others hold no more than their
    /// capacity.
    fn aims(&self, variables: &[Variable], component: usize) -> Vec<Variable> {
        let aim = |variable: &Variable| {
            let others = self.capacity(variable) - self.components[component].capacity(variable);
            Variable { least: variable.least.saturating_sub(others), ..variable.clone() }
        };
        variables.iter().map(aim).collect()
    }

    /// Returns the counts for the requested numbers of the variables.
    fn count(&self, variables: &[Variable], limits: &SweepLimits<'_>, found: &mut SweepTotals) -> Numbers {
        if !self.is_possible {
            return Numbers::new();
        }
        let most: Vec<u32> = variables.iter().map(|variable| variable.most).collect();
        let mut all = numbers::one(variables.len());
        for (index, component) in self.components.iter().enumerate() {
            let (numbers, status, nodes) = component.count(&self.aims(variables, index), limits);
            found.nodes += nodes;
            if status != SweepStatus::Finished {
                found.complete = false;
                if let SweepStatus::Failed(failure) = status {
                    found.failure = Some(failure);
                }
                // The partial count of a single component is a lower bound; a product of partial counts is
                // not.
                return if self.components.len() == 1 { numbers } else { Numbers::new() };
            }
            all = numbers::product(&all, &numbers, &most);
            if all.is_empty() {
                break;
            }
        }
        all.retain(|exponents, _| asked_for(exponents, variables));
        all
    }

    /// Like [`count`](Self::count), but with one variable within reach of its maximum, if there is one.
    ///
    /// It first looks for numbers close to the bound from cliques, because that leaves few states. It then
    /// moves further and further away from the bound.
    fn count_near_maximum(
        &self,
        variables: &mut [Variable],
        largest: usize,
        limits: &SweepLimits<'_>,
        found: &mut SweepTotals,
    ) -> Numbers {
        let capacity = self.capacity(&variables[largest]);
        let mut slack = FIRST_SLACK;
        loop {
            variables[largest].least = capacity.saturating_sub(slack);
            let numbers = self.count(variables, limits, found);
            if !numbers.is_empty() || slack >= capacity || !found.complete {
                return numbers;
            }
            slack = slack * 2 + 1;
        }
    }
}
