//! Placements at random, all equally likely.
//!
//! To draw from more placements than can be listed, it is enough to find the placement of any given *rank*.
//! Ranks are drawn, and every placement is then exactly as likely as any other. Three methods find a
//! placement from its rank, all by counts:
//!
//! * a short list is made once;
//! * a sweep that keeps its levels is read backwards (`engines::frontier`), thousands of ranks at a time:
//!   `8x8 N10`, `20x20 K*`;
//! * if units are counted, the placements are divided by the square of their first piece, each part by the
//!   next one, and so on; the parts are counted, and the rank decides which one to enter (`parts`):
//!   `8x8 K2 Q2 B2 N`.
//!
//! If a problem is divided into cases, a rank belongs to one of them and to a symmetry that maps the case:
//! `8x8 Q9 #1`. Ranges of numbers are divided into exact numbers.
//!
//! Only if counting is infeasible, local search begins at random. Its results are also random, but some
//! placements are likelier than others, by an unknown factor.
//!
//! (Drawing by counts of the rest is as old as counting itself: A. Nijenhuis, H. S. Wilf, *Combinatorial
//! Algorithms*, 1975.)

mod parts;

use crate::clock::Instant;
use crate::engines::random::Random;
use crate::engines::resumable::RankedPlacements;
use crate::placement::Placement;
use crate::plan::cases::{Cases, Split, cases_up_to};
use crate::plan::{Observer, Settings, StoppingObserver};
use crate::problem::{Objective, Problem, Quantity, fixed_pieces};
use crate::question::Demand;
use crate::search::budget::{MAX_MEMORY, count_within, plan_count, run_within};
use crate::search::error::SearchError;
use crate::search::first::search_at_random;
use crate::search::found::First;
use crate::search::largest::{Finder, largest};
use crate::search::listing::{Selection, list_lex};
use crate::symmetry::{Symmetry, symmetries};
use num_bigint::BigUint;
use parts::PrefixTree;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// The longest expected time of a count; longer waits for a first placement are not acceptable.
const MAX_COUNT_TIME: Duration = Duration::from_secs(10);
/// The largest number of placements in a list that is made and kept.
const MAX_LISTED: u32 = 1 << 16;
/// The largest number of partial placements that such a list may take.
const MAX_LIST_STEPS: u64 = 1 << 22;

/// Draws placements of a problem at random, one independent of another.
///
/// ```
/// use armistice::{Problem, plan::Silent, search::random::Sampler};
///
/// let problem: Problem = "20x20 K*".parse()?;
/// let mut sampler = Sampler::new(&problem, 7, &Silent)?;
/// assert!(sampler.is_uniform());
/// let drawn = sampler.draw(3, &Silent)?;
/// assert!(drawn.iter().all(|placement| placement.fault(&problem).is_none()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sampler {
    problem: Problem,
    way: UnrankingMethod,
    seed: u64,
    random: Random,
    /// The number of placements drawn so far.
    drawn: u64,
}

/// A method that finds the placement of a rank.
enum UnrankingMethod {
    Listed(Vec<Placement>),
    Swept(Box<dyn RankedPlacements>),
    Parts(Box<PrefixTree>),
    /// Placements of the cases that the problem is divided into.
    Cases(Box<CaseRanks>),
    /// Local search, without ranks.
    Local,
}

impl Sampler {
    /// Makes a problem ready; the seed determines the draws. The observer can stop this, and then nothing can
    /// be drawn.
    ///
    /// # Errors
    /// Fails for problems whose placements can neither be counted nor searched for.
    pub fn new(problem: &Problem, seed: u64, observer: &dyn Observer) -> Result<Self, SearchError> {
        let exact = with_largest(problem, observer)?;
        let problem = exact.unwrap_or_else(|| problem.clone());
        let way = way(&problem, observer)?;
        Ok(Self { problem, way, seed, random: Random::new(seed), drawn: 0 })
    }

    /// Returns true if all placements have the same probability.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        !matches!(self.way, UnrankingMethod::Local)
    }

    /// Returns the number of placements, if they were counted.
    #[must_use]
    pub fn count(&self) -> Option<BigUint> {
        match &self.way {
            UnrankingMethod::Listed(list) => Some(list.len().into()),
            UnrankingMethod::Swept(ranked) => Some(ranked.count()),
            UnrankingMethod::Parts(parts) => Some(parts.count().clone()),
            UnrankingMethod::Cases(cases) => Some(cases.ends.last().cloned().unwrap_or_default()),
            UnrankingMethod::Local => None,
        }
    }

    /// Draws `number` placements; fewer only if there is none, or if the observer stopped it.
    ///
    /// # Errors
    /// Fails if a placement of local search does not pass its check, or if a count fails.
    pub fn draw(&mut self, number: usize, observer: &dyn Observer) -> Result<Vec<Placement>, SearchError> {
        let Some(count) = self.count() else { return self.draw_locally(number, observer) };
        if count == BigUint::ZERO {
            return Ok(Vec::new());
        }
        let ranks: Vec<BigUint> = (0..number).map(|_| draw_below(&mut self.random, &count)).collect();
        self.drawn += number as u64;
        self.of_ranks(&ranks, observer)
    }

    /// Returns the placements with these ranks, each below their number; fewer only if the observer stopped
    /// it.
    fn of_ranks(
        &mut self,
        ranks: &[BigUint],
        observer: &dyn Observer,
    ) -> Result<Vec<Placement>, SearchError> {
        match &mut self.way {
            UnrankingMethod::Listed(list) => {
                let at = |rank: &BigUint| usize::try_from(rank).ok().and_then(|rank| list.get(rank).cloned());
                Ok(ranks.iter().filter_map(at).collect())
            }
            UnrankingMethod::Swept(ranked) => {
                let placements = ranked.placements(ranks, &|| observer.should_stop()).unwrap_or_default();
                let board = self.problem.board();
                let piece = |(kind, square): (usize, usize)| (kind, board.square(square));
                let whole = |pieces: Vec<(usize, usize)>| {
                    let fixed = fixed_pieces(self.problem.pieces());
                    Placement::new(fixed.chain(pieces.into_iter().map(piece)).collect())
                };
                Ok(placements.into_iter().map(whole).collect())
            }
            UnrankingMethod::Parts(parts) => Ok(parts.placements(ranks, observer)?),
            UnrankingMethod::Cases(cases) => cases.of_ranks(&self.problem, ranks, observer),
            UnrankingMethod::Local => Ok(Vec::new()),
        }
    }

    fn draw_locally(
        &mut self,
        number: usize,
        observer: &dyn Observer,
    ) -> Result<Vec<Placement>, SearchError> {
        let mut placements = Vec::new();
        for _ in 0..number {
            match search_at_random(&self.problem, self.seed.wrapping_add(self.drawn << 32), observer)? {
                First::Found { placement, .. } => placements.push(placement),
                First::None { .. } => {
                    // There is nothing to draw from.
                    self.way = UnrankingMethod::Listed(Vec::new());
                    break;
                }
                First::Stopped => break,
            }
            self.drawn += 1;
        }
        Ok(placements)
    }
}

/// Placements by rank if a problem is divided into cases: each rank is in one of them, or in an image of one
/// under symmetries.
struct CaseRanks {
    cases: Cases,
    group: Vec<Symmetry>,
    /// For each case, the number of placements up to and including it, with equivalent ones.
    ends: Vec<BigUint>,
    /// The samplers made so far, by case.
    samplers: HashMap<usize, Sampler>,
}

impl CaseRanks {
    /// Counts all cases; `None` if that takes too long, or if it was stopped.
    fn new(problem: &Problem, by: Split<'_>, observer: &dyn Observer) -> Result<Option<Self>, SearchError> {
        let group = symmetries(problem, false, false);
        let cases = cases_up_to(problem, by, &group)?;
        let (start, mut end) = (Instant::now(), BigUint::ZERO);
        let mut ends = Vec::new();
        for number in 0..cases.number() {
            let left = MAX_COUNT_TIME.saturating_sub(start.elapsed());
            let count = match cases.case(number) {
                Some(case) => count_within(&case.of, left, observer)?.map(|(count, _)| count * case.weight),
                None => Some(BigUint::ZERO),
            };
            let Some(count) = count else { return Ok(None) };
            end += &count;
            ends.push(end.clone());
        }
        Ok(Some(Self { cases, group, ends, samplers: HashMap::new() }))
    }

    fn of_ranks(
        &mut self,
        problem: &Problem,
        ranks: &[BigUint],
        observer: &dyn Observer,
    ) -> Result<Vec<Placement>, SearchError> {
        // For each case, the ranks in it, each with its place among all.
        let mut wanted: BTreeMap<usize, Vec<(usize, BigUint)>> = BTreeMap::new();
        for (place, rank) in ranks.iter().enumerate() {
            let number = self.ends.partition_point(|end| end <= rank);
            let before = number.checked_sub(1).map_or(BigUint::ZERO, |before| self.ends[before].clone());
            wanted.entry(number).or_default().push((place, rank - before));
        }
        let mut found = vec![None; ranks.len()];
        for (number, wanted) in wanted {
            let Some(case) = self.cases.case(number) else { continue };
            let sampler = match self.samplers.entry(number) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(Sampler::new(&case.of, 0, observer)?),
            };
            let Some(count) = sampler.count().filter(|count| *count > BigUint::ZERO) else {
                return if observer.should_stop() { Ok(Vec::new()) } else { Err(SearchError::Walls) };
            };
            let ranks: Vec<BigUint> = wanted.iter().map(|(_, rank)| rank % &count).collect();
            let carrying = self.cases.carrying(number, &self.group);
            let drawn = sampler.of_ranks(&ranks, observer)?;
            for ((place, rank), placement) in wanted.iter().zip(drawn) {
                let image = usize::try_from(rank / &count).ok().and_then(|image| carrying.get(image));
                let placement = placement.with_pieces(&case.beside);
                found[*place] = image.map(|symmetry| image_of(&placement, problem, symmetry));
            }
        }
        Ok(found.into_iter().flatten().collect())
    }
}

/// Returns the image of a placement under a symmetry of a problem.
fn image_of(placement: &Placement, problem: &Problem, symmetry: &Symmetry) -> Placement {
    let (board, kinds) = (problem.board(), symmetry.pieces(problem));
    let square = |square| board.square(usize::from(symmetry.map.images[board.index(square)]));
    Placement::new(placement.pieces().iter().map(|&(kind, at)| (kinds[kind], square(at))).collect())
}

/// Replaces `max` by the maximum in a problem with one such kind. `None` for other problems.
fn with_largest(problem: &Problem, observer: &dyn Observer) -> Result<Option<Problem>, SearchError> {
    let sought = problem.numbers_of(|pieces| pieces.quantity == Quantity::Max);
    let ([kind], false) = (&sought[..], !problem.is_pairwise()) else { return Ok(None) };
    let found = largest(&problem.into(), &Settings::default(), Finder::Best, false, observer)?;
    let number = found.number.filter(|_| found.proved);
    Ok(number.and_then(|number| problem.with_number(*kind, number)))
}

/// Chooses the method for a problem.
fn way(problem: &Problem, observer: &dyn Observer) -> Result<UnrankingMethod, SearchError> {
    if let Some(by) = Split::needed_split(problem) {
        if problem.board().is_large() || problem.objective() == Objective::Maximum {
            return Err(SearchError::Walls);
        }
        return match CaseRanks::new(problem, by, observer)? {
            Some(cases) => Ok(UnrankingMethod::Cases(Box::new(cases))),
            None if observer.should_stop() => Ok(UnrankingMethod::Listed(Vec::new())),
            None => Err(SearchError::Walls),
        };
    }
    if problem.board().is_large() {
        return local_method(problem);
    }
    if problem.has_ranges() {
        let by = Split::Numbers { dominating: Demand::Nothing };
        let cases = match problem.objective() {
            Objective::Maximum => None,
            _ => CaseRanks::new(problem, by, observer)?,
        };
        return match cases {
            Some(cases) => Ok(UnrankingMethod::Cases(Box::new(cases))),
            None if observer.should_stop() => Ok(UnrankingMethod::Listed(Vec::new())),
            None => local_method(problem),
        };
    }
    let Some(plan) = plan_count(problem, observer) else { return local_method(problem) };
    if let Some(count) = run_within(&plan, MAX_COUNT_TIME, observer)? {
        let is_short = count <= MAX_LISTED.into();
        if is_short && let Some(list) = list_quickly(problem, &count, observer)? {
            return Ok(UnrankingMethod::Listed(list));
        }
        let end = Instant::now().checked_add(MAX_COUNT_TIME);
        let observer = &StoppingObserver { observer, end };
        if let Some(ranked) = plan.rank_placements(MAX_MEMORY as usize, observer) {
            return Ok(UnrankingMethod::Swept(ranked));
        }
        if let Some(parts) = PrefixTree::new(problem, MAX_COUNT_TIME, observer)? {
            return Ok(UnrankingMethod::Parts(Box::new(parts)));
        }
    }
    local_method(problem)
}

/// Returns all placements, if they are found quickly.
fn list_quickly(
    problem: &Problem,
    count: &BigUint,
    observer: &dyn Observer,
) -> Result<Option<Vec<Placement>>, SearchError> {
    let Ok(mut listing) = list_lex(problem, Selection::default(), observer) else { return Ok(None) };
    let next = || listing.advance_to(MAX_LIST_STEPS, &|| observer.should_stop());
    let list: Vec<Placement> = std::iter::from_fn(next).map(|listed| listed.placement).collect();
    Ok((BigUint::from(list.len()) == *count).then_some(list))
}

/// Returns local search, if it supports the problem.
fn local_method(problem: &Problem) -> Result<UnrankingMethod, SearchError> {
    if problem.has_enemies() {
        return Err(SearchError::Armies(problem.armies().len()));
    }
    if !problem.is_pairwise() {
        return Err(SearchError::Blocked);
    }
    if problem.objective() != Objective::Exactly
        && let Some(open) = problem.open_pieces().next()
    {
        return Err(SearchError::OpenNumber { letter: open.kind.letter() });
    }
    Ok(UnrankingMethod::Local)
}

/// Returns a random number below the bound, which is not 0. It draws as many bits as the bound has until they
/// give one.
fn draw_below(random: &mut Random, bound: &BigUint) -> BigUint {
    let bits = bound.bits();
    let surplus = bits.next_multiple_of(32) - bits;
    loop {
        let words = (0..bits.div_ceil(32)).map(|_| (random.next() >> 32) as u32).collect();
        let number = BigUint::new(words) >> surplus;
        if number < *bound {
            return number;
        }
    }
}

#[cfg(test)]
mod tests;
