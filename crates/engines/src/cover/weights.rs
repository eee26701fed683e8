//! Weights of items: a bound as good as linear programming's.
//!
//! Give each item a weight, and each place the sum of the weights of the items that it covers. If the
//! uncovered items weigh more than the `left` heaviest places together, `left` pieces cannot cover them,
//! wherever they stand. Weights that prove this exist whenever the linear relaxation proves it, in which
//! pieces may be divided (J. Farkas 1902). Equal weights give the bound by shares. All arithmetic is in
//! integers, so a proof by weights is exact.
//!
//! Weights are found by relaxation (S. Agmon 1954, T. Motzkin and I. Schoenberg 1954; B. Polyak's step of
//! 1969). Let pieces stand on the heaviest places. Make items that they leave out heavier and those that they
//! cover twice lighter, by the amount that would close the gap, and repeat. A choice of pieces begins with
//! the weights of the choice that it extends, so that a few steps are enough.
//!
//! The weights also show for single places that no piece or some piece must stand there, because otherwise
//! the rest would weigh too much. That is worth more than the bound itself.

use crate::board::Mask;
use std::sync::Arc;

/// The approximate weight of an item at the beginning.
const FIRST: i64 = 1 << 22;
/// The weight at which steps end: sums of a thousand such weights, a few times over, are far from
/// overflowing.
const MOST: i64 = 1 << 40;
/// The maximum number of steps for a choice without earlier weights.
const FIRST_STEPS: usize = 200;
/// The maximum number of steps for a choice that extends a weighed one.
const STEPS: usize = 15;
/// The factor by which a step goes further than the gap. This factor halves the number of steps; from two on
/// they do not converge.
const FARTHER: (i64, i64) = (7, 4);
/// The number of choices that are weighed before the usefulness of weighing is judged.
const TRIES: u32 = 64;
/// Weighing is useful if it helped with one choice in this number; with queens it does not.
const USEFUL: u32 = 8;

/// The result of weighing a choice that may be completed.
pub(super) struct CompletableChoice<M> {
    /// The places where the next pieces may stand.
    pub(super) free: M,
    /// A place where a piece must stand; `None` if there is none.
    pub(super) needed: Option<usize>,
}

/// Weights of the items, for a choice and those that it extends.
#[derive(Clone)]
pub(super) struct Weights {
    /// For each place, the items that it covers.
    covers: Arc<Vec<Vec<u16>>>,
    /// The initial weights of the items, then their weights by the number of chosen pieces.
    of_items: Vec<Vec<i64>>,
    /// The weights of the items for the current choice: zero for covered items.
    weights: Vec<i64>,
    /// The weights of the places for the current choice.
    of_places: Vec<i64>,
    /// For each group the free places; the heaviest come first, as many as pieces are to come.
    heaviest: Vec<Vec<u16>>,
    /// For each item, the number of pieces on the heaviest places that cover it.
    times: Vec<i64>,
    /// The number of choices that were weighed.
    tries: u32,
    /// The number of times that weighing was useful.
    uses: u32,
}

impl Weights {
    /// Creates weights for `items` items, for places that cover them, and for `groups` groups of places.
    pub(super) fn new(covers: Arc<Vec<Vec<u16>>>, (items, groups): (usize, usize)) -> Self {
        Self {
            of_places: vec![0; covers.len()],
            covers,
            of_items: vec![vec![FIRST; items]],
            weights: vec![0; items],
            heaviest: vec![Vec::new(); groups],
            times: vec![0; items],
            tries: 0,
            uses: 0,
        }
    }

    /// True if enough choices were weighed to judge whether weighing is useful.
    pub(super) fn are_judged(&self) -> bool {
        self.tries >= TRIES
    }

    /// True if weighing is useful here.
    pub(super) fn are_useful(&self) -> bool {
        !self.are_judged() || self.uses >= self.tries / USEFUL
    }

    /// Takes over the judgement of other weights.
    pub(super) fn judge_by(&mut self, others: &Self) {
        (self.tries, self.uses) = (others.tries, others.uses);
    }

    /// Returns the approximate number of pairs of places and items that a weighing visits.
    pub(super) fn looked_at(&self) -> f64 {
        (STEPS * self.covers.iter().map(Vec::len).sum::<usize>()) as f64
    }

    /// Weighs a choice of `depth` pieces, with `left` pieces of each group to come; `None` if they are not
    /// enough.
    pub(super) fn weigh<M: Mask>(
        &mut self,
        chosen: usize,
        (uncovered, free): (M, M),
        (groups, left): (&[M], &[u32]),
    ) -> Option<CompletableChoice<M>> {
        self.tries += 1;
        let (depth, known) = (chosen, self.of_items.len());
        let start = self.of_items[depth.min(known - 1)].clone();
        self.weights.fill(0);
        // Only ratios matter.
        let heaviest = uncovered.squares().map(|item| start[item]).max().unwrap_or(0).max(1);
        uncovered
            .squares()
            .for_each(|item| self.weights[item] = (start[item] * FIRST / heaviest).max(FIRST >> 8));
        for (heaviest, &group) in self.heaviest.iter_mut().zip(groups) {
            heaviest.clear();
            heaviest.extend(free.and(group).squares().map(|place| place as u16));
        }
        let mut best: Option<(i64, Vec<i64>)> = None;
        for _ in 0..if known == 1 { FIRST_STEPS } else { STEPS } {
            let excess = self.excess(left);
            if best.as_ref().is_none_or(|(most, _)| excess > *most) {
                best = Some((excess, self.weights.clone()));
            }
            if excess > 0 || !self.step(uncovered, left, excess) {
                break;
            }
        }
        let (excess, weights) = best?;
        self.weights.copy_from_slice(&weights);
        // Choices between the first one and this one may not have been weighed.
        self.of_items.resize(depth + 1, start);
        self.of_items.push(weights);
        if excess > 0 {
            self.uses += 1;
            return None;
        }
        self.excess(left);
        let weighed = self.by_place(free, left, excess);
        self.uses += u32::from(weighed.needed.is_some() || weighed.free != free);
        Some(weighed)
    }

    /// Returns the excess of the items' weight over that of the heaviest places, and moves these to the front
    /// of their groups.
    fn excess(&mut self, left: &[u32]) -> i64 {
        let mut excess: i64 = self.weights.iter().sum();
        for (places, &left) in self.heaviest.iter_mut().zip(left) {
            for &place in places.iter() {
                let covers = &self.covers[usize::from(place)];
                self.of_places[usize::from(place)] =
                    covers.iter().map(|&item| self.weights[usize::from(item)]).sum();
            }
            let left = left as usize;
            if left > 0 && left < places.len() {
                places.select_nth_unstable_by_key(left, |&place| {
                    std::cmp::Reverse((self.of_places[usize::from(place)], place))
                });
            }
            let weight = |place: &u16| self.of_places[usize::from(*place)];
            excess -= places.iter().take(left).map(weight).sum::<i64>();
        }
        excess
    }

    /// Makes items lighter or heavier, to close a gap; returns whether that is possible.
    fn step<M: Mask>(&mut self, uncovered: M, left: &[u32], excess: i64) -> bool {
        self.times.fill(0);
        for (places, &left) in self.heaviest.iter().zip(left) {
            for &place in places.iter().take(left as usize) {
                self.covers[usize::from(place)].iter().for_each(|&item| self.times[usize::from(item)] += 1);
            }
        }
        let change = |times: i64, weight: i64| if times > 1 && weight == 0 { 0 } else { 1 - times };
        let squares: i64 =
            uncovered.squares().map(|item| change(self.times[item], self.weights[item]).pow(2)).sum();
        if squares == 0 {
            return false;
        }
        let step = (-excess * FARTHER.0 / (FARTHER.1 * squares)).max(1);
        for item in uncovered.squares() {
            let weight = &mut self.weights[item];
            *weight = (*weight + step * change(self.times[item], *weight)).max(0);
        }
        self.weights.iter().all(|&weight| weight < MOST)
    }

    /// Returns the consequences of the weights for each place.
    fn by_place<M: Mask>(&self, mut free: M, left: &[u32], excess: i64) -> CompletableChoice<M> {
        let mut needed = None;
        for (places, &left) in self.heaviest.iter().zip(left) {
            let weight = |place: &u16| self.of_places[usize::from(*place)];
            let (inside, outside) = places.split_at(places.len().min(left as usize));
            let (Some(last), Some(next)) =
                (inside.iter().map(weight).min(), outside.iter().map(weight).max())
            else {
                continue;
            };
            for place in outside {
                if excess + last - weight(place) > 0 {
                    free = free.without_square(usize::from(*place));
                }
            }
            needed = needed.or_else(|| {
                inside.iter().find(|place| excess + weight(place) - next > 0).map(|&place| usize::from(place))
            });
        }
        CompletableChoice { free, needed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::random::Random;

    /// Small random coverings: every conclusion about a choice or a single place holds for all ways to
    /// complete the choice.
    #[test]
    fn weights_show_only_what_is_so() {
        let mut random = Random::new(45);
        let (mut cut, mut narrowed, mut needed) = (0, 0, 0);
        for round in 0..3000 {
            let (places, items) = (4 + random.draw_below(6), 4 + random.draw_below(8));
            let one_in = 2 + random.draw_below(3);
            let covers: Vec<u64> = (0..places)
                .map(|_| {
                    (0..items).filter(|_| random.draw_below(one_in) == 0).fold(0, |set, item| set | 1 << item)
                })
                .collect();
            let split = random.draw_below(places);
            let groups = [(1u64 << split) - 1, (1 << places) - (1 << split)];
            let left = [random.draw_below(3) as u32, 1 + random.draw_below(3) as u32];
            let (uncovered, free) =
                (random.draw_below(1 << items) as u64, random.draw_below(1 << places) as u64);
            let lists =
                covers.iter().map(|items| items.squares().map(|item| item as u16).collect()).collect();
            let mut weights = Weights::new(Arc::new(lists), (items, groups.len()));
            let is_enough = |chosen: &u64| {
                let covered = chosen.squares().fold(0, |covered, place| covered | covers[place]);
                let is_full = |(group, left): (&u64, &u32)| (chosen & group).count_ones() == *left;
                uncovered & !covered == 0 && groups.iter().zip(&left).all(is_full)
            };
            let complete: Vec<u64> =
                (0..1 << places).filter(|chosen| chosen & !free == 0).filter(is_enough).collect();
            let problem = || format!("round {round}: {covers:?} {groups:?} {left:?} {uncovered:b} {free:b}");
            match weights.weigh(0, (uncovered, free), (&groups, &left)) {
                None => {
                    cut += 1;
                    assert_eq!(complete, [0u64; 0], "{}", problem());
                }
                Some(weighed) => {
                    assert!(complete.iter().all(|chosen| chosen & !weighed.free == 0), "{}", problem());
                    narrowed += usize::from(weighed.free != free);
                    if let Some(place) = weighed.needed {
                        needed += 1;
                        assert!(complete.iter().all(|chosen| chosen >> place & 1 == 1), "{}", problem());
                    }
                }
            }
        }
        assert!(cut > 100 && narrowed > 100 && needed > 100, "{cut} {narrowed} {needed}");
    }
}
