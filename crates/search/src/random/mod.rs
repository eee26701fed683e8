//! Placements at random, all equally likely.
//!
//! To draw from more placements than can be listed they need not be listed: it is enough to know, of any *rank*, which
//! placement has it. Then ranks are drawn, and every placement is as likely as another, exactly. Three ways lead from a rank
//! to a placement, all by counts:
//!
//! * a short list is made once;
//! * a sweep that keeps its levels is read backwards (`engines::frontier`), thousands of ranks at a time: `8x8 N10`,
//!   `20x20 K*`;
//! * where units are counted, the placements are parted by the square of their first piece, each part by the next one, and
//!   so on; the parts are counted, and the rank says which of them to go into (`parts`): `8x8 K2 Q2 B2 N`.
//!
//! A problem that falls into cases has a rank in one of them, and a symmetry that carries that one there: `8x8 Q9 #1`.
//!
//! Only where counting is out of reach, local search begins at random: what it finds is random too, but some placements are
//! likelier than others, and by how much is unknown.
//!
//! (Drawing by counts of the rest is as old as counting itself: A. Nijenhuis, H. S. Wilf, *Combinatorial Algorithms*, 1975.)

mod parts;

use crate::clock::Instant;
use crate::engines::random::Random;
use crate::engines::resumable::RankedPlacements;
use crate::placement::Placement;
use crate::plan::cases::{Cases, Split, cases_up_to};
use crate::plan::{Observer, Settings, Until};
use crate::problem::{Objective, Problem, Quantity, fixed_pieces};
use crate::search::budget::{MAX_MEMORY, count_within, planned, run_within};
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

/// Counts that are expected to take longer are out of reach: nobody waits that long for a first placement.
const MAX_COUNT_TIME: Duration = Duration::from_secs(30);
/// A list of this many placements is made and kept; partial placements that this may take.
const MAX_LISTED: u32 = 1 << 16;
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
    way: Unranking,
    seed: u64,
    random: Random,
    /// How many were drawn.
    drawn: u64,
}

/// From a rank to a placement.
enum Unranking {
    Listed(Vec<Placement>),
    Swept(Box<dyn RankedPlacements>),
    Parts(Box<PrefixTree>),
    /// In the cases that the problem falls into.
    Cases(Box<InCases>),
    /// Not by ranks: by local search.
    Local,
}

impl Sampler {
    /// Makes a problem ready; what is drawn depends on the seed. The observer can stop this, and then nothing can be drawn.
    ///
    /// # Errors
    /// Problems whose placements can neither be counted nor looked for.
    pub fn new(problem: &Problem, seed: u64, observer: &dyn Observer) -> Result<Self, SearchError> {
        let exact = with_largest(problem, observer)?;
        let problem = exact.unwrap_or_else(|| problem.clone());
        let way = way(&problem, observer)?;
        Ok(Self { problem, way, seed, random: Random::new(seed), drawn: 0 })
    }

    /// Whether all placements have the same chance.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        !matches!(self.way, Unranking::Local)
    }

    /// How many placements there are, if they were counted.
    #[must_use]
    pub fn count(&self) -> Option<BigUint> {
        match &self.way {
            Unranking::Listed(list) => Some(list.len().into()),
            Unranking::Swept(ranked) => Some(ranked.count()),
            Unranking::Parts(parts) => Some(parts.count().clone()),
            Unranking::Cases(cases) => Some(cases.ends.last().cloned().unwrap_or_default()),
            Unranking::Local => None,
        }
    }

    /// Draws `number` placements: fewer only if there is none, or if the observer stopped it.
    ///
    /// # Errors
    /// What local search finds is checked, and counts can fail.
    pub fn draw(&mut self, number: usize, observer: &dyn Observer) -> Result<Vec<Placement>, SearchError> {
        let Some(count) = self.count() else { return self.draw_locally(number, observer) };
        if count == BigUint::ZERO {
            return Ok(Vec::new());
        }
        let ranks: Vec<BigUint> = (0..number).map(|_| below(&mut self.random, &count)).collect();
        self.drawn += number as u64;
        self.of_ranks(&ranks, observer)
    }

    /// The placements with these ranks, each less than their number; fewer only if the observer stopped it.
    fn of_ranks(
        &mut self,
        ranks: &[BigUint],
        observer: &dyn Observer,
    ) -> Result<Vec<Placement>, SearchError> {
        match &mut self.way {
            Unranking::Listed(list) => {
                let at = |rank: &BigUint| usize::try_from(rank).ok().and_then(|rank| list.get(rank).cloned());
                Ok(ranks.iter().filter_map(at).collect())
            }
            Unranking::Swept(ranked) => {
                let placements = ranked.placements(ranks, &|| observer.should_stop()).unwrap_or_default();
                let board = self.problem.board();
                let piece = |(kind, square): (usize, usize)| (kind, board.square(square));
                let whole = |pieces: Vec<(usize, usize)>| {
                    let fixed = fixed_pieces(self.problem.pieces());
                    Placement::new(fixed.chain(pieces.into_iter().map(piece)).collect())
                };
                Ok(placements.into_iter().map(whole).collect())
            }
            Unranking::Parts(parts) => Ok(parts.placements(ranks, observer)?),
            Unranking::Cases(cases) => cases.of_ranks(&self.problem, ranks, observer),
            Unranking::Local => Ok(Vec::new()),
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
                    // It is known that there is nothing to draw from.
                    self.way = Unranking::Listed(Vec::new());
                    break;
                }
                First::Stopped => break,
            }
            self.drawn += 1;
        }
        Ok(placements)
    }
}

/// Placements by rank where a problem falls into cases: each rank falls into one of them, or its images under symmetries.
struct InCases {
    cases: Cases,
    group: Vec<Symmetry>,
    /// How many placements there are up to each, with those that are the same.
    ends: Vec<BigUint>,
    /// What was made to draw from them.
    samplers: HashMap<usize, Sampler>,
}

impl InCases {
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
        // By case the ranks in it, each with its place among all.
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
                let placement = placement.with(&case.beside);
                found[*place] = image.map(|symmetry| image_of(&placement, problem, symmetry));
            }
        }
        Ok(found.into_iter().flatten().collect())
    }
}

/// What a symmetry of a problem makes of a placement.
fn image_of(placement: &Placement, problem: &Problem, symmetry: &Symmetry) -> Placement {
    let (board, kinds) = (problem.board(), symmetry.pieces(problem));
    let square = |square| board.square(usize::from(symmetry.map.images[board.index(square)]));
    Placement::new(placement.pieces().iter().map(|&(kind, at)| (kinds[kind], square(at))).collect())
}

/// For a problem with one kind written `max`: the same with the largest number. `None` for others.
fn with_largest(problem: &Problem, observer: &dyn Observer) -> Result<Option<Problem>, SearchError> {
    let sought = problem.numbers_of(|pieces| pieces.quantity == Quantity::Max);
    let ([kind], false) = (&sought[..], !problem.is_pairwise()) else { return Ok(None) };
    let found = largest(&problem.into(), &Settings::default(), Finder::Best, false, observer)?;
    let number = found.number.filter(|_| found.proved);
    Ok(number.and_then(|number| problem.with_number(*kind, number)))
}

/// The way that suits a problem.
fn way(problem: &Problem, observer: &dyn Observer) -> Result<Unranking, SearchError> {
    if let Some(by) = Split::needed(problem) {
        if problem.board().is_large() || problem.objective() == Objective::Maximum {
            return Err(SearchError::Walls);
        }
        return match InCases::new(problem, by, observer)? {
            Some(cases) => Ok(Unranking::Cases(Box::new(cases))),
            None if observer.should_stop() => Ok(Unranking::Listed(Vec::new())),
            None => Err(SearchError::Walls),
        };
    }
    if problem.board().is_large() {
        return locally(problem);
    }
    let Some(plan) = planned(problem, observer) else { return locally(problem) };
    if let Some(count) = run_within(&plan, MAX_COUNT_TIME, observer)? {
        let is_short = count <= MAX_LISTED.into();
        if is_short && let Some(list) = listed(problem, &count, observer)? {
            return Ok(Unranking::Listed(list));
        }
        let end = Instant::now().checked_add(MAX_COUNT_TIME);
        let observer = &Until { observer, end };
        if let Some(ranked) = plan.ranked(MAX_MEMORY as usize, observer) {
            return Ok(Unranking::Swept(ranked));
        }
        if let Some(parts) = PrefixTree::new(problem, MAX_COUNT_TIME, observer)? {
            return Ok(Unranking::Parts(Box::new(parts)));
        }
    }
    locally(problem)
}

/// All placements, if they are found quickly.
fn listed(
    problem: &Problem,
    count: &BigUint,
    observer: &dyn Observer,
) -> Result<Option<Vec<Placement>>, SearchError> {
    let Ok(mut listing) = list_lex(problem, Selection::default(), observer) else { return Ok(None) };
    let next = || listing.advance_to(MAX_LIST_STEPS, &|| observer.should_stop());
    let list: Vec<Placement> = std::iter::from_fn(next).map(|listed| listed.placement).collect();
    Ok((BigUint::from(list.len()) == *count).then_some(list))
}

/// Local search, if it is for such a problem.
fn locally(problem: &Problem) -> Result<Unranking, SearchError> {
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
    Ok(Unranking::Local)
}

/// A number below the bound, which is not 0: as many random bits as it has, until they make one.
fn below(random: &mut Random, bound: &BigUint) -> BigUint {
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
