//! The smallest choices of places that cover everything, by branch and bound.
//!
//! Some kinds can have exact numbers. For the others, numbers are tried upwards: the first one with a
//! [cover](crate::engines::cover) is the minimum, and the search with that number finds all its covers.
//! Nothing is kept, so the search needs no memory even on boards on which the states of a sweep do not fit.
//! For pieces that reach only a few squares the sweep is quicker.

use super::choice::{FoundChoices, SmallestChoice, on_all_threads};
use super::local::CoverSearch;
use crate::board::Set;
use crate::engines::cover::{ChoiceOptions, ChoiceReport, ExactCovers, Places};
use crate::engines::kernel::Kernel;
use num_bigint::BigUint;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The least number of steps of local search for each number of pieces.
const LOCAL_STEPS: u64 = 20_000;
/// The number of steps of local search for each node that was searched before: they take no longer than the
/// nodes.
const STEPS_A_NODE: u64 = 20;
/// The number of steps, a few seconds, for a number that is known to be sufficient.
const STEPS_FOR_ONE: u64 = 2_000_000;
/// The approximate number of units into which a search is divided for threads.
const UNITS: usize = 1 << 8;

/// Finds the smallest choices with the pre-placed places, or only some of these choices, unless they are to
/// be counted. The result has no number if there is no choice. `None` if the search was stopped before the
/// minimum was known. `is_stopped` is called at intervals, on any thread. Numbers that were refuted before
/// are not tried again.
pub(super) fn smallest(
    of: &Places,
    is_counted: bool,
    refuted: &AtomicU32,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Option<SmallestChoice> {
    let mut nodes = 0;
    let number_given = of.given_of_open() as u32;
    let mut local = if is_counted { None } else { local_search(of) };
    let numbers = refuted.load(Ordering::Relaxed)..=of.covers.number() as u32;
    for left in numbers.take_while(|_| of.is_possible()) {
        if is_stopped() {
            return None;
        }
        let exact = ExactCovers::new(of, left, UNITS, false)?;
        if !exact.units().is_empty() {
            let steps = LOCAL_STEPS.max(nodes * STEPS_A_NODE);
            let met = local.as_mut().and_then(|local| local.run(left as usize, steps, is_stopped));
            if met.is_some() {
                let found = FoundChoices { count: 1u32.into(), chosen: met };
                let number = Some(number_given + left);
                return Some(SmallestChoice { number, found, is_counted: true, nodes });
            }
        }
        let (is_found, is_beyond) = (AtomicBool::new(false), AtomicBool::new(false));
        let (found, more) = on_all_threads(exact.units().len(), &|unit| {
            let should_stop = || is_stopped() || !is_counted && is_found.load(Ordering::Relaxed);
            if should_stop() {
                return Default::default();
            }
            let (mut count, mut first) = (0u128, None);
            let how = ChoiceOptions { is_each: false, kernel: Kernel::best(), should_stop: &should_stop };
            let ChoiceReport { nodes, .. } = exact.look(unit, how, &mut |chosen, ways| {
                count = count.saturating_add(ways);
                first.get_or_insert_with(|| [&of.given[..], chosen].concat());
                is_counted
            });
            is_found.fetch_or(first.is_some(), Ordering::Relaxed);
            is_beyond.fetch_or(count == u128::MAX, Ordering::Relaxed);
            let count = BigUint::from(count) * exact.units()[unit].weight;
            (FoundChoices { count, chosen: first }, nodes)
        });
        nodes += more;
        let is_whole = !is_stopped();
        if found.chosen.is_some() {
            let is_counted = is_whole && !is_beyond.into_inner();
            return Some(SmallestChoice { number: Some(number_given + left), found, is_counted, nodes });
        }
        if !is_whole {
            return None;
        }
        refuted.store(left + 1, Ordering::Relaxed);
    }
    Some(SmallestChoice { number: None, found: FoundChoices::default(), is_counted: true, nodes })
}

/// Finds a choice with `number` pieces of open number, including the pre-placed ones: the first that the
/// search meets. `None` if there is none or the search was stopped.
pub(super) fn find_one(
    of: &Places,
    number: u32,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<usize>> {
    let open = number.checked_sub(of.given_of_open() as u32)?;
    let met = local_search(of).and_then(|mut local| local.run(open as usize, STEPS_FOR_ONE, is_stopped));
    if met.is_some() {
        return met;
    }
    let exact = ExactCovers::new(of, open, 1, false)?;
    let mut first = None;
    let how = ChoiceOptions { is_each: false, kernel: Kernel::best(), should_stop: &|| is_stopped() };
    for unit in 0..exact.units().len() {
        exact.look(unit, how, &mut |chosen, _| {
            first = Some([&of.given[..], chosen].concat());
            false
        });
    }
    first
}

/// Makes a local search, if all pieces have open numbers and never exclude each other from other places.
fn local_search(of: &Places) -> Option<CoverSearch> {
    let is_free = of.exact.is_empty() && of.excludes.iter().all(|places| places.size() == 1);
    let list = |items: &[u64]| items.squares().map(|item| item as u16).collect();
    let lists = || Arc::new(of.covers.iter().map(list).collect());
    is_free.then(|| CoverSearch::new(lists(), of.coverers.number(), &of.given))
}
