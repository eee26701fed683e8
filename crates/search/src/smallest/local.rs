//! A choice of a given number of places that covers everything, by local search: a way to end early if the
//! choices need not be counted.
//!
//! A search from below ends at the first number with a choice, and finding that choice takes most of the
//! time. Local search keeps the given number of pieces on the board and moves one after another. It removes
//! the piece whose items are least important, and adds one that covers some uncovered item. Items that stay
//! uncovered become more important with each step, so that the search does not get stuck (row weighting: C.
//! Gao, X. Yao, T. Weise and J. Li 2015).

use crate::engines::random::Random;
use std::sync::Arc;

/// The seed: each problem is always searched in the same way.
const SEED: u64 = 0xc0fe;

/// Places that cover items, with the importance of the items.
pub(super) struct CoverSearch {
    covers: Arc<Vec<Vec<u16>>>,
    coverers: Vec<Vec<u16>>,
    importance: Vec<u64>,
    /// The number of chosen places that cover each item.
    times: Vec<u32>,
    /// The items that no chosen place covers.
    uncovered: Vec<u16>,
    /// For each item, its place in `uncovered`.
    at: Vec<usize>,
    given: Vec<usize>,
    chosen: Vec<usize>,
    /// For each place, the step in which it was last added or removed.
    moved: Vec<u64>,
    step: u64,
    random: Random,
}

impl CoverSearch {
    /// Makes a search in which the places `given` are always chosen.
    pub(super) fn new(covers: Arc<Vec<Vec<u16>>>, items: usize, given: &[usize]) -> Self {
        let mut coverers = vec![Vec::new(); items];
        for (place, items) in covers.iter().enumerate() {
            items.iter().for_each(|&item| coverers[usize::from(item)].push(place as u16));
        }
        let mut search = Self {
            moved: vec![0; covers.len()],
            covers,
            coverers,
            importance: vec![1; items],
            times: vec![0; items],
            uncovered: (0..items as u16).collect(),
            at: (0..items).collect(),
            given: given.to_vec(),
            chosen: Vec::new(),
            step: 0,
            random: Random::new(SEED),
        };
        given.iter().for_each(|&place| search.cover(place));
        search
    }

    /// Looks for `number` places that cover all items that the pre-placed ones do not, in a limited number of
    /// steps.
    pub(super) fn run(
        &mut self,
        number: usize,
        steps: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Vec<usize>> {
        while self.chosen.len() > number {
            self.drop_one();
        }
        let end = self.step + steps;
        loop {
            if self.uncovered.is_empty() && self.chosen.len() == number {
                return Some([&self.given[..], &self.chosen].concat());
            }
            if self.step >= end || self.step.is_multiple_of(1 << 10) && is_stopped() {
                return None;
            }
            self.step += 1;
            if self.chosen.len() >= number {
                self.drop_one();
            }
            if !self.add_one() {
                return None;
            }
            self.uncovered.iter().for_each(|&item| self.importance[usize::from(item)] += 1);
        }
    }

    fn cover(&mut self, place: usize) {
        for &item in &self.covers[place] {
            let times = &mut self.times[usize::from(item)];
            *times += 1;
            if *times == 1 {
                let at = self.at[usize::from(item)];
                self.uncovered.swap_remove(at);
                if let Some(&moved) = self.uncovered.get(at) {
                    self.at[usize::from(moved)] = at;
                }
            }
        }
    }

    fn uncover(&mut self, place: usize) {
        for &item in &self.covers[place] {
            let times = &mut self.times[usize::from(item)];
            *times -= 1;
            if *times == 0 {
                self.at[usize::from(item)] = self.uncovered.len();
                self.uncovered.push(item);
            }
        }
    }

    /// Returns the importance of the items that `times` chosen places cover, this one among them or not.
    fn importance(&self, place: usize, times: u32) -> u64 {
        let items = self.covers[place].iter().map(|&item| usize::from(item));
        items.filter(|&item| self.times[item] == times).map(|item| self.importance[item]).sum()
    }

    /// Removes the place that is least important; on ties, the one that was chosen longest ago.
    fn drop_one(&mut self) {
        let missed = |&at: &usize| (self.importance(self.chosen[at], 1), self.moved[self.chosen[at]]);
        let Some(least) = (0..self.chosen.len()).min_by_key(missed) else { return };
        let place = self.chosen.swap_remove(least);
        self.uncover(place);
        self.moved[place] = self.step;
    }

    /// Adds a place that covers some uncovered item, or any place if there is none. Returns false if there is
    /// no place.
    fn add_one(&mut self) -> bool {
        let uncovered = self.uncovered.len();
        let item = (uncovered > 0).then(|| usize::from(self.uncovered[self.random.draw_below(uncovered)]));
        let is_free = |place: &usize| !self.chosen.contains(place) && !self.given.contains(place);
        let gain = |&place: &usize| (self.importance(place, 0), std::cmp::Reverse(self.moved[place]));
        let found = match item {
            None => (0..self.covers.len()).find(is_free),
            Some(item) => {
                let places = self.coverers[item].iter().map(|&place| usize::from(place)).filter(is_free);
                // A place that was just removed is not added again if there is another.
                let others = places.clone().filter(|&place| self.moved[place] != self.step);
                others.max_by_key(gain).or_else(|| places.max_by_key(gain))
            }
        };
        let Some(place) = found else { return false };
        self.cover(place);
        self.chosen.push(place);
        self.moved[place] = self.step;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In small random coverings it finds the minimum, and never less.
    #[test]
    fn least_covers_are_found() {
        let mut random = Random::new(46);
        for round in 0..500 {
            let (places, items) = (3 + random.draw_below(7), 2 + random.draw_below(8));
            let covers: Vec<Vec<u16>> = (0..places)
                .map(|_| (0..items as u16).filter(|_| random.draw_below(3) == 0).collect())
                .collect();
            let given: Vec<usize> = (0..random.draw_below(2)).collect();
            let covered = |chosen: &mut dyn Iterator<Item = usize>| {
                let mut seen = vec![false; items];
                chosen
                    .for_each(|place| covers[place].iter().for_each(|&item| seen[usize::from(item)] = true));
                seen.into_iter().all(|seen| seen)
            };
            let squares = |set: u32| (0..places).filter(move |place| set >> place & 1 == 1);
            let sets = (0..1u32 << places).filter(|set| given.iter().all(|place| set >> place & 1 == 1));
            let least = sets.filter(|&set| covered(&mut squares(set))).map(u32::count_ones).min();
            for number in given.len()..=places {
                let mut search = CoverSearch::new(Arc::new(covers.clone()), items, &given);
                let found = search.run(number - given.len(), 2_000, &|| false);
                let problem = format!("round {round}: {covers:?}, given {given:?}, {number} places");
                assert_eq!(found.is_some(), least.is_some_and(|least| number as u32 >= least), "{problem}");
                if let Some(mut found) = found {
                    found.sort_unstable();
                    assert!(
                        covered(&mut found.iter().copied()) && found.starts_with(&given),
                        "{problem}: {found:?}"
                    );
                    found.dedup();
                    assert_eq!(found.len(), number, "{problem}");
                }
            }
        }
    }
}
