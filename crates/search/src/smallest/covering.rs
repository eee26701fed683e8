//! The smallest choices of places that cover everything, by branch and bound.
//!
//! A place is a square with a kind on it, and items are to be covered. Of placements that cannot be extended, places are items
//! too: two are neighbours if they are in conflict, a chosen one covers itself and its neighbours, and excludes them. Of
//! dominating placements squares are items, which are covered by what attacks them or stands there, and a place excludes the
//! others of its square.
//!
//! So take an item that is not covered yet: one of the places that cover it must be chosen. Those that can are tried in turn, and
//! what was tried is not chosen later, so that each choice is met once. Of all items the one with the fewest places is taken.
//! With `left` pieces, no more can be covered than `left` times what the best place covers: this bound cuts off nearly
//! everything, for pieces with long arms. Those with short arms cover each other's squares at the edges, which it does not see.
//! So the items are [weighed](super::weights), which also says where pieces must or cannot stand.
//!
//! Some kinds can have exact numbers. Of the others the number is tried from below: the first with which there is a choice is the
//! least, and the search with that number meets all choices that have it. Nothing is kept, so that it runs in no memory on
//! boards where the states of a sweep do not fit; where pieces reach only a few squares the sweep is the quicker one.

use super::choice::{FoundChoices, SmallestChoice, binomial, on_all_threads};
use super::local::CoverSearch;
use super::places::{OPEN, Places};
use super::weights::Weights;
use crate::board::{Mask, Set, Sets};
use num_bigint::BigUint;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1 << 8;
/// With fewer pieces to come, weighing cuts off less than it takes.
const LEAST_LEFT_TO_WEIGH: u32 = 3;
/// Steps of local search for each number, at least, and for each node that was searched before: they take no longer than the nodes.
const LOCAL_STEPS: u64 = 20_000;
const STEPS_A_NODE: u64 = 20;
/// The same, a few seconds, for a number that is known to be enough.
const STEPS_FOR_ONE: u64 = 2_000_000;
/// As many pieces are chosen before the search is shared among threads,
const SHARED_DEPTH: u32 = 2;
/// unless some item's places and what symmetry makes of them are so few that all ways to stand there can be gone through.
const MAX_ORBIT: u32 = 16;

/// The places of a problem and its items as masks.
pub(super) struct Covering<'a, M> {
    of: &'a Places,
    /// The items that each place covers.
    covers: Vec<M>,
    /// The places that cover each item.
    coverers: Vec<M>,
    /// The places that are no longer free if one is taken, itself among them.
    excludes: Vec<M>,
    /// The places of each group of pieces.
    groups: Vec<M>,
    /// The items that each place covers, as a list.
    lists: Arc<Vec<Vec<u16>>>,
}

/// A choice of some places.
#[derive(Clone)]
struct PartialChoice<M> {
    uncovered: M,
    /// Places that can still be chosen.
    free: M,
    /// How many pieces of each group are to be chosen yet.
    left: Vec<u32>,
    chosen: Vec<usize>,
}

impl<'a, M: Mask> Covering<'a, M> {
    pub(super) fn new(of: &'a Places) -> Self {
        let masks = |sets: &Sets| sets.iter().map(M::from_slice).collect::<Vec<_>>();
        let list = |items: &[u64]| items.squares().map(|item| item as u16).collect();
        Self {
            lists: Arc::new(of.covers.iter().map(list).collect()),
            of,
            covers: masks(&of.covers),
            coverers: masks(&of.coverers),
            excludes: masks(&of.excludes),
            groups: masks(&of.groups),
        }
    }

    /// The smallest choices with the given places, or some of them, unless they are to be counted; without number if there is none,
    /// `None` if it was stopped before the number was known. `is_stopped` is asked now and then, on any thread. What was refuted before is not tried again.
    pub(super) fn smallest(
        &self,
        is_counted: bool,
        refuted: &AtomicU32,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<SmallestChoice> {
        let mut nodes = 0;
        let number_given = self.of.given_of_open() as u32;
        let mut local = if is_counted { None } else { self.local() };
        for left in refuted.load(Ordering::Relaxed)..=self.covers.len() as u32 {
            if is_stopped() {
                return None;
            }
            let Some(root) = self.root(left) else { break };
            let (mut weights, mut shared) = (self.weights(), Vec::new());
            let is_enough =
                weights.weigh(root.chosen.len(), (root.uncovered, root.free), (&self.groups, &root.left));
            if is_enough.is_some() {
                let steps = LOCAL_STEPS.max(nodes * STEPS_A_NODE);
                let met = local.as_mut().and_then(|local| local.run(left as usize, steps, is_stopped));
                if met.is_some() {
                    let found = FoundChoices { count: 1u32.into(), chosen: met };
                    let number = Some(number_given + left);
                    return Some(SmallestChoice { number, found, is_counted: true, nodes });
                }
                self.share(root, &mut shared, is_stopped);
            }
            let is_found = AtomicBool::new(false);
            let (found, more) = on_all_threads(shared.len(), &|part| {
                let (choice, images) = &shared[part];
                let mut walk = self.walk(choice, weights.clone(), is_stopped);
                walk.is_one_enough = !is_counted;
                if is_found.load(Ordering::Relaxed) {
                    return Default::default();
                }
                walk.search(choice.uncovered, choice.free);
                walk.found.count *= *images;
                if !is_counted && walk.found.chosen.is_some() {
                    is_found.store(true, Ordering::Relaxed);
                }
                (walk.found, walk.nodes)
            });
            nodes += more;
            let is_counted = !is_stopped();
            if found.chosen.is_some() {
                return Some(SmallestChoice { number: Some(number_given + left), found, is_counted, nodes });
            }
            if !is_counted {
                return None;
            }
            refuted.store(left + 1, Ordering::Relaxed);
        }
        Some(SmallestChoice { number: None, found: FoundChoices::default(), is_counted: true, nodes })
    }

    /// A choice with so many pieces of open number, the given ones included: the first that is met; `None` if there is none or the
    /// search was stopped.
    pub(super) fn one(&self, number: u32, is_stopped: &(dyn Fn() -> bool + Sync)) -> Option<Vec<usize>> {
        let open = number.checked_sub(self.of.given_of_open() as u32)?;
        let met = self.local().and_then(|mut local| local.run(open as usize, STEPS_FOR_ONE, is_stopped));
        if met.is_some() {
            return met;
        }
        let root = self.root(open)?;
        let mut walk = self.walk(&root, self.weights(), is_stopped);
        walk.is_one_enough = true;
        walk.search(root.uncovered, root.free);
        walk.found.chosen
    }

    /// The given pieces alone; `None` if two of them exclude each other.
    fn root(&self, open: u32) -> Option<PartialChoice<M>> {
        let left: Vec<u32> = [open].into_iter().chain(self.of.exact.iter().copied()).collect();
        let (mut uncovered, mut free) = (M::full(self.coverers.len()), M::full(self.covers.len()));
        for &place in &self.of.given {
            if !free.contains(place) {
                return None;
            }
            uncovered = uncovered.and_not(self.covers[place]);
            free = free.and_not(self.excludes[place]);
        }
        let full = self.groups.iter().zip(&left).filter(|(_, left)| **left == 0);
        let free = full.fold(free, |free, (group, _)| free.and_not(*group));
        Some(PartialChoice { uncovered, free, left, chosen: self.of.given.clone() })
    }

    fn walk<'b>(
        &'b self,
        from: &PartialChoice<M>,
        weights: Weights,
        is_stopped: &'b (dyn Fn() -> bool + Sync),
    ) -> CoveringWalk<'b, M> {
        CoveringWalk {
            of: self,
            is_stopped,
            nodes: 0,
            found: FoundChoices::default(),
            left: from.left.clone(),
            chosen: from.chosen.clone(),
            is_one_enough: false,
            weights,
        }
    }

    /// Weights for a search.
    fn weights(&self) -> Weights {
        Weights::new(self.lists.clone(), (self.coverers.len(), self.groups.len(), self.of.given.len()))
    }

    /// Local search, where pieces are of open numbers alone and leave each other all other places.
    fn local(&self) -> Option<CoverSearch> {
        let is_free = self.of.exact.is_empty() && self.excludes.iter().all(|places| places.count() == 1);
        is_free.then(|| CoverSearch::new(self.lists.clone(), self.coverers.len(), &self.of.given))
    }

    /// The same with one more place.
    fn with(&self, choice: &PartialChoice<M>, place: usize) -> PartialChoice<M> {
        let group = self.of.group_of[place];
        let mut with = choice.clone();
        with.chosen.push(place);
        with.left[group] -= 1;
        with.uncovered = choice.uncovered.and_not(self.covers[place]);
        with.free = choice.free.and_not(self.excludes[place]);
        if with.left[group] == 0 {
            with.free = with.free.and_not(self.groups[group]);
        }
        with
    }

    /// Parts of a search, each with the number of others that symmetry makes equal to it, itself included; only some of them if it
    /// is stopped.
    fn share(
        &self,
        root: PartialChoice<M>,
        into: &mut Vec<(PartialChoice<M>, u32)>,
        is_stopped: &dyn Fn() -> bool,
    ) {
        match self.orbit(&root) {
            Some(orbit) => self.expand_orbit(root, (&orbit, 0), into, is_stopped),
            None => {
                let depth = SHARED_DEPTH.min(root.left.iter().sum());
                self.expand(root, depth, into);
            }
        }
    }

    /// The places that cover some item and what symmetry makes of them, where those are few.
    fn orbit(&self, root: &PartialChoice<M>) -> Option<Vec<usize>> {
        let images = |places: M| {
            self.of.maps.iter().fold(places, |all, map| {
                places.squares().fold(all, |all, place| all.with(usize::from(map[place])))
            })
        };
        let orbits = root.uncovered.squares().map(|item| images(self.coverers[item].and(root.free)));
        let orbit = orbits.min_by_key(|orbit| orbit.count())?;
        (!self.of.maps.is_empty() && orbit.count() <= MAX_ORBIT).then(|| orbit.squares().collect())
    }

    /// The choices in which it is decided where on an orbit pieces stand, one of each that symmetry makes equal.
    fn expand_orbit(
        &self,
        choice: PartialChoice<M>,
        (orbit, decided): (&[usize], usize),
        into: &mut Vec<(PartialChoice<M>, u32)>,
        is_stopped: &dyn Fn() -> bool,
    ) {
        if is_stopped() {
            return;
        }
        let Some(&place) = orbit.get(decided) else {
            into.extend(self.images(&choice.chosen[self.of.given.len()..]).map(|images| (choice, images)));
            return;
        };
        if choice.uncovered.squares().any(|item| self.coverers[item].and(choice.free).is_empty()) {
            return;
        }
        if choice.free.contains(place) {
            self.expand_orbit(self.with(&choice, place), (orbit, decided + 1), into, is_stopped);
        }
        let without = PartialChoice { free: choice.free.without(place), ..choice };
        self.expand_orbit(without, (orbit, decided + 1), into, is_stopped);
    }

    /// How many different sets symmetry makes of one of places in increasing order; `None` if it is not the first of them.
    fn images(&self, places: &[usize]) -> Option<u32> {
        let mut images = vec![places.to_vec()];
        for map in &self.of.maps {
            let mut image: Vec<usize> = places.iter().map(|&place| map[place].into()).collect();
            image.sort_unstable();
            images.push(image);
        }
        images.sort_unstable();
        images.dedup();
        (images[0] == places).then_some(images.len() as u32)
    }

    /// The choices some places further on; those that cover everything already are counted.
    fn expand(&self, choice: PartialChoice<M>, depth: u32, into: &mut Vec<(PartialChoice<M>, u32)>) {
        if depth == 0 || choice.uncovered.is_empty() {
            into.push((choice, 1));
            return;
        }
        let mut rest = choice;
        for place in self.choices(rest.uncovered, rest.free).squares() {
            self.expand(self.with(&rest, place), depth - 1, into);
            rest.free = rest.free.without(place);
        }
    }

    /// The places for the item that has the fewest.
    #[inline]
    fn choices(&self, uncovered: M, free: M) -> M {
        let mut best = M::EMPTY;
        let mut fewest = u32::MAX;
        for item in uncovered.squares() {
            let choices = self.coverers[item].and(free);
            let number = choices.count();
            if number < fewest {
                (best, fewest) = (choices, number);
                if number <= 1 {
                    break;
                }
            }
        }
        best
    }
}

/// A search on one thread.
struct CoveringWalk<'a, M> {
    of: &'a Covering<'a, M>,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    nodes: u64,
    found: FoundChoices,
    /// How many pieces of each group are to be chosen yet.
    left: Vec<u32>,
    chosen: Vec<usize>,
    /// Whether the first choice that is met ends the search.
    is_one_enough: bool,
    weights: Weights,
}

impl<M: Mask> CoveringWalk<'_, M> {
    /// Returns whether to go on.
    fn search(&mut self, uncovered: M, mut free: M) -> bool {
        // To weigh takes longer than to look at the clock.
        let is_time_to_look = self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) || self.weights.are_useful();
        if is_time_to_look && (self.is_stopped)() {
            return false;
        }
        self.nodes += 1;
        if uncovered.is_empty() {
            self.complete(free);
            return !self.is_one_enough || self.found.chosen.is_none();
        }
        let left: u32 = self.left.iter().sum();
        if left == 0 {
            return true;
        }
        let needed = uncovered.count().div_ceil(left);
        let covers_enough = |place: usize| self.of.covers[place].and(uncovered).count() >= needed;
        // One of the choices must cover its share, though not the first one.
        if !free.squares().any(covers_enough) {
            return true;
        }
        let Some((choices, narrowed)) = self.next(left, uncovered, free) else {
            return true;
        };
        free = narrowed;
        for place in choices.squares() {
            let group = self.of.of.group_of[place];
            self.chosen.push(place);
            self.left[group] -= 1;
            let mut still_free = free.and_not(self.of.excludes[place]);
            if self.left[group] == 0 {
                still_free = still_free.and_not(self.of.groups[group]);
            }
            let goes_on = self.search(uncovered.and_not(self.of.covers[place]), still_free);
            self.left[group] += 1;
            self.chosen.pop();
            if !goes_on {
                return false;
            }
            free = free.without(place);
        }
        true
    }

    /// The places of which one is chosen next, and those that are free still; `None` if what is left is not enough.
    fn next(&mut self, left: u32, uncovered: M, free: M) -> Option<(M, M)> {
        if left < LEAST_LEFT_TO_WEIGH || !self.weights.are_useful() {
            return Some((self.of.choices(uncovered, free), free));
        }
        let weighed =
            self.weights.weigh(self.chosen.len(), (uncovered, free), (&self.of.groups, &self.left))?;
        let choices = match weighed.needed {
            Some(place) => M::EMPTY.with(place),
            None => self.of.choices(uncovered, weighed.free),
        };
        Some((choices, weighed.free))
    }

    /// Counts the ways in which the pieces that are left can stand on free places, where everything is covered.
    fn complete(&mut self, mut free: M) {
        // With pieces of open number to spare, fewer would have been enough, and fewer have been tried.
        if self.left[OPEN] > 0 {
            return;
        }
        let mut lacking = (0..self.left.len()).filter(|&group| self.left[group] > 0);
        let (first, second) = (lacking.next(), lacking.next());
        let choices = first.map_or(M::EMPTY, |group| free.and(self.of.groups[group]));
        let Some((group, _)) = first.zip(second) else {
            // Those of one kind exclude none of each other: peace is not asked for where numbers are exact.
            let left = first.map_or(0, |group| self.left[group]);
            let count = binomial(choices.count(), left);
            if count > BigUint::ZERO {
                let rest = choices.squares().take(left as usize);
                let chosen = self.chosen.iter().copied().chain(rest).collect();
                self.found.add(FoundChoices { count, chosen: Some(chosen) });
            }
            return;
        };
        self.left[group] -= 1;
        for place in choices.squares() {
            self.chosen.push(place);
            self.complete(free.and_not(self.of.excludes[place]));
            self.chosen.pop();
            free = free.without(place);
        }
        self.left[group] += 1;
    }
}
