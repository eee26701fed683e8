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
//! Only where counting is out of reach, local search begins at random: what it finds is random too, but some placements are
//! likelier than others, and by how much is unknown.
//!
//! (Drawing by counts of the rest is as old as counting itself: A. Nijenhuis, H. S. Wilf, *Combinatorial Algorithms*, 1975.)

mod parts;

use crate::clock::Instant;
use crate::engines::frontier::Ranked;
use crate::engines::random::Random;
use crate::placement::Placement;
use crate::plan::{Observer, PlanError, Settings, Until};
use crate::problem::{Objective, Problem, Quantity, fixed_pieces};
use crate::search::budget::{MAX_MEMORY, planned, run_within};
use crate::search::first::{First, FirstError, search_at_random};
use crate::search::largest::{Finder, LargestError, largest};
use crate::search::listing::{ListingError, Selection, list_lex};
use num_bigint::BigUint;
use parts::Parts;
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
    way: Way,
    seed: u64,
    random: Random,
    /// How many were drawn.
    drawn: u64,
}

/// From a rank to a placement.
enum Way {
    Listed(Vec<Placement>),
    Swept(Ranked),
    Parts(Box<Parts>),
    /// Not by ranks: by local search.
    Local,
}

impl Sampler {
    /// Makes a problem ready; what is drawn depends on the seed. The observer can stop this, and then nothing can be drawn.
    ///
    /// # Errors
    /// Problems whose placements can neither be counted nor looked for.
    pub fn new(problem: &Problem, seed: u64, observer: &dyn Observer) -> Result<Self, ListingError> {
        if problem.walls().is_some() {
            return Err(LargestError::from(PlanError::NoWalls).into());
        }
        let exact = with_largest(problem, observer)?;
        let problem = exact.unwrap_or_else(|| problem.clone());
        let way = way(&problem, observer)?;
        Ok(Self { problem, way, seed, random: Random::new(seed), drawn: 0 })
    }

    /// Whether all placements have the same chance.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        !matches!(self.way, Way::Local)
    }

    /// How many placements there are, if they were counted.
    #[must_use]
    pub fn count(&self) -> Option<BigUint> {
        match &self.way {
            Way::Listed(list) => Some(list.len().into()),
            Way::Swept(ranked) => Some(ranked.count()),
            Way::Parts(parts) => Some(parts.count().clone()),
            Way::Local => None,
        }
    }

    /// Draws `number` placements: fewer only if there is none, or if the observer stopped it.
    ///
    /// # Errors
    /// What local search finds is checked, and counts can fail.
    pub fn draw(&mut self, number: usize, observer: &dyn Observer) -> Result<Vec<Placement>, ListingError> {
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
    ) -> Result<Vec<Placement>, ListingError> {
        match &mut self.way {
            Way::Listed(list) => {
                let at = |rank: &BigUint| usize::try_from(rank).ok().and_then(|rank| list.get(rank).cloned());
                Ok(ranks.iter().filter_map(at).collect())
            }
            Way::Swept(ranked) => {
                let placements = ranked.placements(ranks, &|| observer.should_stop()).unwrap_or_default();
                let board = self.problem.board();
                let piece = |(kind, square): (usize, usize)| (kind, board.square(square));
                let whole = |pieces: Vec<(usize, usize)>| {
                    let fixed = fixed_pieces(self.problem.pieces());
                    Placement::new(fixed.chain(pieces.into_iter().map(piece)).collect())
                };
                Ok(placements.into_iter().map(whole).collect())
            }
            Way::Parts(parts) => Ok(parts.placements(ranks, observer).map_err(LargestError::Run)?),
            Way::Local => Ok(Vec::new()),
        }
    }

    fn draw_locally(
        &mut self,
        number: usize,
        observer: &dyn Observer,
    ) -> Result<Vec<Placement>, ListingError> {
        let mut placements = Vec::new();
        for _ in 0..number {
            match search_at_random(&self.problem, self.seed.wrapping_add(self.drawn << 32), observer)? {
                First::Found { placement, .. } => placements.push(placement),
                First::None { .. } => {
                    // It is known that there is nothing to draw from.
                    self.way = Way::Listed(Vec::new());
                    break;
                }
                First::Stopped => break,
            }
            self.drawn += 1;
        }
        Ok(placements)
    }
}

/// For a problem with one kind written `max`: the same with the largest number. `None` for others.
fn with_largest(problem: &Problem, observer: &dyn Observer) -> Result<Option<Problem>, ListingError> {
    let sought = problem.numbers_of(|pieces| pieces.quantity == Quantity::Max);
    let ([kind], false) = (&sought[..], !problem.is_pairwise()) else { return Ok(None) };
    let found = largest(&problem.into(), &Settings::default(), Finder::Best, false, observer)?;
    let number = found.number.filter(|_| found.proved);
    Ok(number.and_then(|number| problem.with_number(*kind, number)))
}

/// The way that suits a problem.
fn way(problem: &Problem, observer: &dyn Observer) -> Result<Way, ListingError> {
    if problem.board().is_large() {
        return locally(problem);
    }
    let Some(plan) = planned(problem, observer) else { return locally(problem) };
    if let Some(count) = run_within(&plan, MAX_COUNT_TIME, observer).map_err(LargestError::Run)? {
        let is_short = count <= MAX_LISTED.into();
        if is_short && let Some(list) = listed(problem, &count, observer)? {
            return Ok(Way::Listed(list));
        }
        let end = Instant::now().checked_add(MAX_COUNT_TIME);
        let observer = &Until { observer, end };
        if let Some(ranked) = plan.ranked(MAX_MEMORY as usize, observer) {
            return Ok(Way::Swept(ranked));
        }
        if let Some(parts) = Parts::new(problem, MAX_COUNT_TIME, observer).map_err(LargestError::Run)? {
            return Ok(Way::Parts(Box::new(parts)));
        }
    }
    locally(problem)
}

/// All placements, if they are found quickly.
fn listed(
    problem: &Problem,
    count: &BigUint,
    observer: &dyn Observer,
) -> Result<Option<Vec<Placement>>, ListingError> {
    let Ok(mut listing) = list_lex(problem, Selection::default(), observer) else { return Ok(None) };
    let next = || listing.advance_to(MAX_LIST_STEPS, &|| observer.should_stop());
    let list: Vec<Placement> = std::iter::from_fn(next).map(|listed| listed.placement).collect();
    Ok((BigUint::from(list.len()) == *count).then_some(list))
}

/// Local search, if it is for such a problem.
fn locally(problem: &Problem) -> Result<Way, ListingError> {
    if problem.armies().len() > 1 {
        return Err(ListingError::Armies(problem.armies().len()));
    }
    if !problem.is_pairwise() {
        return Err(FirstError::Blocked.into());
    }
    if problem.objective() != Objective::Exactly
        && let Some(open) = problem.open_pieces().next()
    {
        return Err(ListingError::OpenNumber { letter: open.kind.letter() });
    }
    Ok(Way::Local)
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
