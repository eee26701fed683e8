//! Placements at random.
//!
//! Where there are not too many, each has the same chance: they are counted, ranks in the list of all are drawn, and the
//! placements with these ranks are picked out of the list as it goes by. Where there are more, local search begins at
//! random; what it finds is random too, but some placements are more likely than others.

use super::{ListingError, Selection, list_lex};
use crate::engines::estimate::Random;
use crate::placement::Placement;
use crate::plan::Observer;
use crate::problem::Problem;
use crate::search::budget::count_within;
use crate::search::first::{First, search_at_random};
use crate::search::largest::LargestError;
use std::time::Duration;

/// Lists of more placements are not gone through: that would take more than some seconds.
const MOST_LISTED: u32 = 1 << 23;
/// Nor are placements counted that are expected to take longer.
const LONGEST_COUNT: Duration = Duration::from_secs(5);

/// Placements drawn at random, one independent of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// As many as were asked for; fewer only if there is no placement, or the observer stopped the search.
    pub placements: Vec<Placement>,
    /// Whether all placements of the problem had the same chance.
    pub is_uniform: bool,
    /// Whether it is known that there is no placement.
    pub is_empty: bool,
}

/// Draws so many placements of a problem with one army; the same ones for the same seed.
///
/// Uniformly over all placements if there are no more than about eight million (2^23) and they can be counted in some
/// seconds; of other problems, if all numbers are exact, by local search.
///
/// # Errors
/// Several armies, and problems that neither way is for.
pub fn sample(
    problem: &Problem,
    number: usize,
    seed: u64,
    observer: &dyn Observer,
) -> Result<Sample, ListingError> {
    if problem.armies().len() > 1 {
        return Err(ListingError::Armies(problem.armies().len()));
    }
    let mut random = Random::new(seed);
    if let Some(count) = count(problem, observer)? {
        let drawn: Vec<usize> = match count {
            0 => Vec::new(),
            _ => (0..number).map(|_| random.below(count)).take_while(|_| !observer.should_stop()).collect(),
        };
        let placements = of_ranks(problem, &drawn, observer)?;
        return Ok(Sample { placements, is_uniform: true, is_empty: count == 0 });
    }
    if let Some(open) = problem.open_pieces().next() {
        return Err(ListingError::OpenNumber { letter: open.kind.letter() });
    }
    let mut placements = Vec::new();
    for turn in 0..number as u64 {
        match search_at_random(problem, seed.wrapping_add(turn << 32), observer)? {
            First::Found { placement, .. } => placements.push(placement),
            First::None { .. } => return Ok(Sample { placements, is_uniform: false, is_empty: true }),
            First::Stopped => break,
        }
    }
    Ok(Sample { placements, is_uniform: false, is_empty: false })
}

/// How many placements there are, if they can be counted and listed.
fn count(problem: &Problem, observer: &dyn Observer) -> Result<Option<usize>, ListingError> {
    let counted = count_within(problem, LONGEST_COUNT, observer).map_err(LargestError::Run)?;
    let count = counted.and_then(|(count, _)| u32::try_from(count).ok());
    Ok(count.filter(|&count| count <= MOST_LISTED).map(|count| count as usize))
}

/// The placements with these ranks, from 0, in the order of the ranks given.
fn of_ranks(
    problem: &Problem,
    ranks: &[usize],
    observer: &dyn Observer,
) -> Result<Vec<Placement>, ListingError> {
    let mut wanted: Vec<(usize, usize)> =
        ranks.iter().copied().enumerate().map(|(at, rank)| (rank, at)).collect();
    wanted.sort_unstable();
    let mut found: Vec<Option<Placement>> = vec![None; ranks.len()];
    let mut listing = list_lex(problem, Selection::default(), observer)?;
    let mut next = 0;
    let mut last: Option<Placement> = None;
    for (rank, at) in wanted {
        while next <= rank {
            last = listing.advance(&|| observer.should_stop()).map(|listed| listed.placement);
            next += 1;
            if last.is_none() {
                return Ok(found.into_iter().flatten().collect());
            }
        }
        if observer.should_stop() {
            break;
        }
        found[at].clone_from(&last);
    }
    Ok(found.into_iter().flatten().collect())
}
