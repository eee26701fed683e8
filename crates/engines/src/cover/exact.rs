//! Exact numbers of pieces: counts covers with a given number of places of each group.
//!
//! With `left` pieces, at most `left` times the squares of the best place can be covered. A piece is useless
//! if it covers less than the others would leave even if each of them were the best. This bound cuts off
//! nearly everything for pieces with long arms. Pieces with short arms cover each other's squares at the
//! edges, which the bound does not notice. Therefore the items are [weighed](super::weights), which also
//! shows where pieces must or cannot stand. The last piece is not placed: the places that cover all remaining
//! items are found as a set. If everything is covered and pieces are left, binomial coefficients count their
//! placements.

use super::places::Places;
use super::search::{Cover, Node, Visitor};
use super::split::{SplitOptions, Unit, split};
use super::weights::Weights;
use crate::board::{Mask, Set};
use crate::engines::estimate::{self, Effort, Estimate, Sample};
use crate::engines::kernel::{Kernel, Vectored};
use crate::engines::random::Random;
use crate::with_words;
use std::sync::Arc;

/// The maximum number of descents that test whether weighing is useful.
const DESCENTS: usize = 16;
/// The approximate factor by which each free place makes a unit heavier.
const WEIGHT_OF_A_PLACE: f64 = 1.1;
/// The number of free places up to which units are not split.
pub(super) const LEAST_FREE: u32 = 8;

/// A callback for choices. It receives some places, and the number of choices that they represent; the
/// largest number represents all that do not fit. Returns whether to continue.
pub type ChoiceCallback<'a> = dyn FnMut(&[usize], u128) -> bool + 'a;

/// The options of a search through choices.
#[derive(Clone, Copy)]
pub struct ChoiceOptions<'a> {
    /// Whether each choice is distinguished from all others.
    pub is_each: bool,
    pub kernel: Kernel,
    /// Called now and then; returns whether to stop.
    pub should_stop: &'a dyn Fn() -> bool,
}

/// The result of a search through choices.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceReport {
    pub nodes: u64,
    /// Whether all choices were visited, or as many as were wanted.
    pub complete: bool,
}

/// The covers with exact numbers of places, in units.
pub struct ExactCovers {
    search: Box<dyn ExactSearch>,
    units: Vec<Unit>,
    /// The number of pieces of each group.
    numbers: Vec<u32>,
    /// The digit of a cell that each of these numbers is: its stride, and the number plus one.
    digits: Vec<(usize, usize)>,
    weights: Weights,
}

impl ExactCovers {
    /// Prepares the choices of places with `open` pieces of open number, in about `most_units` units. The
    /// choices are up to symmetry unless `is_each` is set. `None` if there are too many numbers to
    /// distinguish.
    pub fn new(places: &Places, open: u32, most_units: usize, is_each: bool) -> Option<Self> {
        Self::split(places, open, (most_units, LEAST_FREE), is_each)
    }

    /// Like [`new`](Self::new), but also limits splitting: units with at most `least_free` free places are
    /// not split.
    pub(super) fn split(
        places: &Places,
        open: u32,
        (most, least_free): (usize, u32),
        is_each: bool,
    ) -> Option<Self> {
        let (mut field, digits) = places.field(open)?;
        if is_each {
            field.maps.truncate(1);
        }
        let numbers = digits.iter().map(|&(_, radix)| radix as u32 - 1).collect();
        let (search, lists) = with_words!(field.covers.width(), M => {
            let groups = places.groups.iter().map(M::from_slice).collect();
            let search = Graph::<M> { cover: Cover::new(&field), groups, group_of: places.group_of.clone() };
            let list = |items: &[u64]| items.squares().map(|item| item as u16).collect();
            (Box::new(search) as Box<dyn ExactSearch>, Arc::new(places.covers.iter().map(list).collect()))
        });
        let weights = Weights::new(lists, (places.coverers.number(), digits.len()));
        let mut this = Self { search, units: Vec::new(), numbers, digits, weights };
        // The places of the items with the fewest coverers are decided first.
        let hardest = |place: usize| {
            places.covers[place].squares().map(|item| places.coverers[item].size()).min().unwrap_or(u32::MAX)
        };
        let rank = |orbit: &[usize]| (hardest(orbit[0]) as usize, orbit.len());
        let whole = split(&field, &SplitOptions { most: 1, least_free: 0, rank: &rank });
        if whole.first().is_none_or(|whole| this.search.is_enough(whole, &this.numbers, &mut this.weights)) {
            let how = SplitOptions { most, least_free, rank: &rank };
            this.units = split(&field, &how);
        }
        Some(this)
    }

    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Returns the number of pieces of each group that a unit still has to place.
    fn remaining_numbers(&self, unit: &Unit) -> Vec<u32> {
        let digits = self.digits.iter().zip(&self.numbers);
        digits.map(|(&(stride, radix), number)| number - (unit.cell / stride % radix) as u32).collect()
    }

    /// Tests by some descents whether weighing is useful.
    pub(super) fn probe(&mut self) {
        let mut random = Random::new(0);
        let mut descents = if self.units.is_empty() { 0 } else { DESCENTS };
        while descents > 0 && !self.weights.are_judged() {
            descents -= 1;
            let unit = &self.units[random.draw_below(self.units.len())];
            let start = Start { unit, left: self.remaining_numbers(unit), weights: self.weights.clone() };
            self.weights.judge_by(&self.search.sample(start, &mut random).1);
        }
    }

    /// Returns the expected cost of each unit as a share of the total.
    pub(super) fn shares(&self) -> Vec<f64> {
        let work = |unit: &Unit| WEIGHT_OF_A_PLACE.powi(unit.free.size() as i32);
        let all: f64 = self.units.iter().map(work).sum();
        self.units.iter().map(|unit| work(unit) / all).collect()
    }

    pub(super) fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let mut sample = |unit: usize, random: &mut Random| {
            let unit = &self.units[unit];
            let start = Start { unit, left: self.remaining_numbers(unit), weights: self.weights.clone() };
            self.search.sample(start, random).0
        };
        estimate::by_descents(
            &mut self.shares().into_iter().map(|share| 1e9 * share),
            &mut sample,
            effort,
            random,
        )
    }

    /// Visits the choices of a unit, without their weight.
    pub fn look(&self, unit: usize, how: ChoiceOptions<'_>, leaf: &mut ChoiceCallback<'_>) -> ChoiceReport {
        let unit = &self.units[unit];
        self.search.look(
            Start { unit, left: self.remaining_numbers(unit), weights: self.weights.clone() },
            how,
            leaf,
        )
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        let of_unit = |unit: &Unit| size_of::<Unit>() + 2 * size_of_val(&unit.free[..]);
        self.search.memory() + self.units.iter().map(of_unit).sum::<usize>()
    }
}

/// The start of a search.
struct Start<'a> {
    unit: &'a Unit,
    left: Vec<u32>,
    weights: Weights,
}

/// A field in sets of any width, and the search in it.
trait ExactSearch: Send + Sync {
    fn look(&self, start: Start<'_>, how: ChoiceOptions<'_>, leaf: &mut ChoiceCallback<'_>) -> ChoiceReport;
    /// Estimates the time of a search by one descent; returns also the weights after it.
    fn sample(&self, start: Start<'_>, random: &mut Random) -> (Sample, Weights);
    /// True if these numbers of pieces may be enough, according to their weights.
    fn is_enough(&self, whole: &Unit, numbers: &[u32], weights: &mut Weights) -> bool;
    /// Returns the number of bytes held.
    fn memory(&self) -> usize;
}

struct Graph<M> {
    cover: Cover<M>,
    groups: Vec<M>,
    group_of: Vec<usize>,
}

/// A visitor that keeps track of numbers of pieces.
struct NumberVisitor<'a, M> {
    graph: &'a Graph<M>,
    /// The number of pieces of each group that are still to come.
    left: Vec<u32>,
    /// The chosen places.
    chosen: Vec<usize>,
    weights: Weights,
    /// The time that weighing takes, in nanoseconds.
    weighing: f64,
    /// For each free place of a node, the number of items that it covers.
    gains: Vec<(u16, u16)>,
    nodes: u64,
    is_each: bool,
    is_done: bool,
    leaf: &'a mut ChoiceCallback<'a>,
}

/// Nanoseconds for a unit.
const UNIT: f64 = 2_000.0;
/// Nanoseconds for a node.
const NODE: f64 = 30.0;
/// Nanoseconds for a place or an item that is examined.
const LOOKED_AT: f64 = 1.5;
/// Nanoseconds for a pair of a place and an item in a step of weighing.
const WEIGHED: f64 = 1.2;
/// The share of the time for an examination that each further word of a mask adds.
const WORD: f64 = 0.5;

impl<M: Mask> Visitor<M> for NumberVisitor<'_, M> {
    const PATIENCE: u32 = 1 << 6;
    const BRANCH: f64 = 10.0;

    #[inline(always)]
    fn branches(&mut self, cover: &Cover<M>, node: &mut Node<M>) -> Option<M> {
        self.nodes += 1;
        if node.uncovered.is_empty() {
            self.complete(node.free, 1);
            return None;
        }
        let left: u32 = self.left.iter().sum();
        match left {
            0 => return None,
            1 => {
                let mut last = node.free;
                for item in node.uncovered.squares() {
                    last = last.and(cover.coverers[item]);
                    if last.is_empty() {
                        return None;
                    }
                }
                self.finish(last);
                return None;
            }
            _ => {}
        }
        if !self.prune(cover, node, left) {
            return None;
        }
        let places = cover.fewest(node)?;
        if !self.is_worth_weighing(node, left, places.count()) {
            return Some(places);
        }
        let choice = (node.uncovered, node.free);
        let weighed = self.weights.weigh(self.chosen.len(), choice, (&self.graph.groups, &self.left))?;
        node.free = weighed.free;
        match weighed.needed {
            Some(place) => Some(M::EMPTY.with_square(place)),
            None => cover.fewest(node),
        }
    }

    fn price(&self, cover: &Cover<M>, node: &Node<M>) -> Option<f64> {
        let left: u32 = self.left.iter().sum();
        if left < 2 || node.uncovered.is_empty() {
            return Some(NODE);
        }
        let branches = cover.fewest(node).map_or(0, M::count);
        let weighing = if self.is_worth_weighing(node, left, branches) { self.weighing } else { 0.0 };
        Some(examination_time(node) + weighing)
    }

    #[inline(always)]
    fn push(&mut self, place: usize) {
        self.chosen.push(place);
        self.left[self.graph.group_of[place]] -= 1;
    }

    #[inline(always)]
    fn pop(&mut self) {
        if let Some(place) = self.chosen.pop() {
            self.left[self.graph.group_of[place]] += 1;
        }
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.is_done
    }
}

/// Returns the time for examining a node, without weighing.
fn examination_time<M: Mask>(node: &Node<M>) -> f64 {
    let words = 1.0 + WORD * (M::WORDS - 1) as f64;
    NODE + LOOKED_AT * words * f64::from(node.free.count() + node.uncovered.count())
}

impl<M: Mask> NumberVisitor<'_, M> {
    /// True if the nodes below one with `branches` branches may take longer than weighing it. All but the
    /// last two pieces branch.
    #[inline(always)]
    fn is_worth_weighing(&self, node: &Node<M>, left: u32, branches: u32) -> bool {
        let nodes = || f64::from(branches).powi(left as i32 - 2);
        left > 2 && self.weights.are_useful() && nodes() * examination_time(node) > self.weighing
    }

    /// Removes from a node the places that cover too little, whatever the others are; false if `left` pieces
    /// cannot cover all.
    #[inline(always)]
    fn prune(&mut self, cover: &Cover<M>, node: &mut Node<M>, left: u32) -> bool {
        self.gains.clear();
        let mut most = 0;
        for place in node.free.squares() {
            let gain = cover.covers[place].and(node.uncovered).count();
            most = most.max(gain);
            self.gains.push((place as u16, gain as u16));
        }
        let all = node.uncovered.count();
        let least = all.saturating_sub(most.saturating_mul(left - 1));
        if least > most {
            return false;
        }
        if least > 0 {
            for &(place, gain) in &self.gains {
                if u32::from(gain) < least {
                    node.free = node.free.without_square(usize::from(place));
                }
            }
        }
        true
    }

    /// Reports the choices that any one of these places completes.
    fn finish(&mut self, last: M) {
        let number = last.count();
        for place in last.squares().take(if self.is_each { number as usize } else { 1 }) {
            self.chosen.push(place);
            self.is_done |= !(self.leaf)(&self.chosen, if self.is_each { 1 } else { u128::from(number) });
            self.chosen.pop();
        }
    }

    /// Counts the ways to put the remaining pieces on free places, if everything is covered; each way counts
    /// `times` times.
    fn complete(&mut self, free: M, times: u128) {
        if self.is_done {
            return;
        }
        let Some(group) = self.left.iter().position(|&left| left > 0) else {
            self.is_done |= !(self.leaf)(&self.chosen, times);
            return;
        };
        let left = self.left[group] as usize;
        let places = free.and(self.graph.groups[group]);
        if self.is_each {
            let mut free = free;
            for place in places.squares() {
                free = free.without_square(place);
                self.push(place);
                self.complete(free.and_not(self.graph.cover.excludes[place]), times);
                self.pop();
            }
            return;
        }
        // The places left to the other groups depend only on how many pieces stand where each of these groups
        // could stand.
        let others: Vec<usize> = (group + 1..self.left.len()).filter(|&other| self.left[other] > 0).collect();
        let mut kinds: Vec<(M, Vec<usize>)> = Vec::new();
        for place in places.squares() {
            let beside = self.graph.cover.excludes[place].and(free);
            let meets = |group: usize| !beside.and(self.graph.groups[group]).is_empty();
            let key = others
                .iter()
                .fold(M::EMPTY, |key, &other| if meets(other) { key.with_square(other) } else { key });
            match kinds.iter_mut().find(|(other, _)| *other == key) {
                Some((_, places)) => places.push(place),
                None => kinds.push((key, vec![place])),
            }
        }
        let kinds: Vec<Vec<usize>> = kinds.into_iter().map(|(_, places)| places).collect();
        self.share(&kinds, left, free.and_not(self.graph.groups[group]), (group, times));
    }

    /// Shares `left` pieces of a group among places of several kinds; of each kind it takes the first places.
    fn share(&mut self, kinds: &[Vec<usize>], left: usize, free: M, (group, times): (usize, u128)) {
        let Some((places, rest)) = kinds.split_first() else {
            if left == 0 {
                let before = std::mem::take(&mut self.left[group]);
                self.complete(free, times);
                self.left[group] = before;
            }
            return;
        };
        let beyond: usize = rest.iter().map(Vec::len).sum();
        let (mut free, depth) = (free, self.chosen.len());
        for taken in 0..=left.min(places.len()) {
            if left - taken <= beyond {
                let ways = binomial(places.len(), taken).saturating_mul(times);
                self.share(rest, left - taken, free, (group, ways));
            }
            if let Some(&place) = places.get(taken) {
                free = free.and_not(self.graph.cover.excludes[place]);
                self.chosen.push(place);
            }
        }
        self.chosen.truncate(depth);
    }
}

/// Returns the number of ways to take `taken` of some `things`; the largest number represents all that do not
/// fit.
fn binomial(things: usize, taken: usize) -> u128 {
    let taken = taken.min(things - taken);
    (0..taken as u128)
        .try_fold(1u128, |ways, number| Some(ways.checked_mul(things as u128 - number)? / (number + 1)))
        .unwrap_or(u128::MAX)
}

/// A unit to be searched.
struct Task<'a, 'b, M> {
    visitor: NumberVisitor<'a, M>,
    root: Node<M>,
    should_stop: &'b dyn Fn() -> bool,
}

impl<M: Mask> Vectored for Task<'_, '_, M> {
    type Output = ChoiceReport;

    /// The code gains only from a faster population count, which AVX2 has.
    const BEST: Kernel = Kernel::Avx2;

    #[inline(always)]
    fn portable(self) -> ChoiceReport {
        let Self { mut visitor, root, should_stop } = self;
        let complete = visitor.graph.cover.walk(root, &mut visitor, should_stop);
        ChoiceReport { nodes: visitor.nodes, complete }
    }
}

impl<M: Mask> Graph<M> {
    fn visitor<'a>(
        &'a self,
        start: Start<'_>,
        is_each: bool,
        leaf: &'a mut ChoiceCallback<'a>,
    ) -> NumberVisitor<'a, M> {
        NumberVisitor {
            graph: self,
            left: start.left,
            chosen: start.unit.taken.clone(),
            weighing: WEIGHED * start.weights.looked_at(),
            weights: start.weights,
            gains: Vec::new(),
            nodes: 0,
            is_each,
            is_done: false,
            leaf,
        }
    }
}

impl<M: Mask> ExactSearch for Graph<M> {
    fn look(&self, start: Start<'_>, how: ChoiceOptions<'_>, leaf: &mut ChoiceCallback<'_>) -> ChoiceReport {
        let root = Node::from_unit(start.unit);
        let mut leaf = |chosen: &[usize], ways: u128| leaf(chosen, ways);
        let visitor = self.visitor(start, how.is_each, &mut leaf);
        how.kernel.run(Task { visitor, root, should_stop: how.should_stop })
    }

    fn sample(&self, start: Start<'_>, random: &mut Random) -> (Sample, Weights) {
        let root = Node::from_unit(start.unit);
        let mut leaf = |_: &[usize], _: u128| true;
        let mut visitor = self.visitor(start, false, &mut leaf);
        let sample = self.cover.descend(root, &mut visitor, UNIT, random);
        (sample, visitor.weights)
    }

    fn is_enough(&self, whole: &Unit, numbers: &[u32], weights: &mut Weights) -> bool {
        let (uncovered, free) = (M::from_slice(&whole.uncovered), M::from_slice(&whole.free));
        weights.weigh(0, (uncovered, free), (&self.groups, numbers)).is_some()
    }

    fn memory(&self) -> usize {
        self.cover.memory()
    }
}
