//! Local search for large sets of non-attacking vertices: a lower bound for the start, and very often the
//! answer.
//!
//! Pieces of exact numbers are placed at random; squares that leave much free are preferred. Then a set of
//! other vertices grows as long as possible. After that, a piece is added in exchange for one, seldom two,
//! that must be removed, and a removed piece may not return for a few steps. This is tabu search (F. Glover
//! 1986), applied to independent sets. Every run begins from the same seed, so equal problems give equal
//! placements.

use super::network::Network;
use crate::engines::random::Random;

/// The number of steps between two looks at the clock; steps are cheap.
const LOOK: usize = 1 << 7;
/// A removed piece may not return for this number of steps, plus a random number below it.
const TABU: usize = 4;
/// One step in this many adds a vertex that excludes two pieces.
const LARGE_STEPS: usize = 32;
/// The number of squares tried for each piece of an exact number.
const TRIES: usize = 4;
/// The number of steps with one choice of the pieces of exact numbers.
const STAY: usize = 400;

/// A placement, by vertices.
#[derive(Debug, Clone, Default)]
struct VertexPlacement {
    exact: Vec<usize>,
    sought: Vec<usize>,
}

pub(crate) struct LocalSearch<'a> {
    network: &'a Network,
    random: Random,
    /// For each vertex, the number of placed pieces that conflict with it.
    pressed: Vec<usize>,
    is_placed: Vec<bool>,
    /// For each vertex, the step from which it may return.
    free_at: Vec<usize>,
    clock: usize,
    best: Option<VertexPlacement>,
}

impl<'a> LocalSearch<'a> {
    pub(crate) fn new(network: &'a Network, seed: u64) -> Self {
        let count = network.vertices.len();
        Self {
            network,
            random: Random::new(seed),
            pressed: vec![0; count],
            is_placed: vec![false; count],
            free_at: vec![0; count],
            clock: 0,
            best: None,
        }
    }

    /// Looks for a set with `target` vertices to be maximised, for about `effort` looks at a vertex. Returns
    /// the largest set.
    pub(crate) fn run(
        &mut self,
        target: usize,
        effort: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<usize>> {
        let steps = effort / self.network.vertices.len().max(1);
        let begin = self.clock;
        while self.clock - begin < steps
            && self.number().is_none_or(|number| number < target)
            && !should_stop()
        {
            let from = self.best.as_ref().map_or(Vec::new(), |best| best.exact.clone());
            self.clock += 1 + TRIES * self.network.exact.iter().map(|exact| exact.number).sum::<usize>();
            let Some(exact) = self.place_exact(from) else { continue };
            let stay = if exact.is_empty() { steps } else { STAY };
            self.maximise(&exact, target, stay.min(steps), should_stop);
        }
        let best = self.best.as_ref()?;
        Some(best.exact.iter().chain(&best.sought).copied().collect())
    }

    /// Returns the number of vertices to be maximised in the best placement.
    pub(crate) fn number(&self) -> Option<usize> {
        self.best.as_ref().map(|best| best.sought.len())
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.random.draw_below(one_in) == 0
    }

    /// Returns non-attacking pieces of exact numbers: the earlier ones except one or two, or all new; `None`
    /// if that fails.
    fn place_exact(&mut self, mut placed: Vec<usize>) -> Option<Vec<usize>> {
        if self.network.exact.is_empty() {
            return Some(Vec::new());
        }
        if self.chance(4) {
            placed.clear();
        }
        for _ in 0..1 + self.random.draw_below(2) {
            if !placed.is_empty() {
                placed.swap_remove(self.random.draw_below(placed.len()));
            }
        }
        let network = self.network;
        let mut is_closed = vec![false; network.vertices.len()];
        let close = |is_closed: &mut Vec<bool>, vertex: usize| {
            is_closed[vertex] = true;
            network.neighbours[vertex].iter().for_each(|&other| is_closed[other] = true);
        };
        placed.iter().for_each(|&vertex| close(&mut is_closed, vertex));
        for exact in &network.exact {
            let there = placed.iter().filter(|vertex| exact.vertices.binary_search(vertex).is_ok()).count();
            for _ in there..exact.number {
                let open: Vec<usize> = exact.vertices.iter().copied().filter(|&v| !is_closed[v]).collect();
                if open.is_empty() {
                    return None;
                }
                let tries: Vec<usize> =
                    (0..TRIES).map(|_| open[self.random.draw_below(open.len())]).collect();
                let closes =
                    |&vertex: &usize| network.neighbours[vertex].iter().filter(|&&v| !is_closed[v]).count();
                let vertex = tries.into_iter().min_by_key(closes)?;
                close(&mut is_closed, vertex);
                placed.push(vertex);
            }
        }
        placed.sort_unstable();
        Some(placed)
    }

    /// Runs tabu search with these pieces fixed.
    fn maximise(&mut self, exact: &[usize], target: usize, steps: usize, should_stop: &dyn Fn() -> bool) {
        let network = self.network;
        self.pressed.fill(0);
        self.is_placed.fill(false);
        self.free_at.fill(0);
        let mut is_closed = vec![false; network.vertices.len()];
        for &vertex in exact {
            network.neighbours[vertex].iter().for_each(|&other| is_closed[other] = true);
        }
        let open: Vec<usize> =
            (0..network.vertices.len()).filter(|&v| network.is_sought[v] && !is_closed[v]).collect();
        let mut placed = 0;
        let end = self.clock + steps;
        loop {
            if self.number().is_none_or(|number| number < placed) {
                let sought = open.iter().copied().filter(|&vertex| self.is_placed[vertex]).collect();
                self.best = Some(VertexPlacement { exact: exact.to_vec(), sought });
            }
            self.clock += 1;
            if placed >= target || self.clock >= end || (self.clock.is_multiple_of(LOOK) && should_stop()) {
                return;
            }
            let most = if self.chance(LARGE_STEPS) { 2 } else { 1 };
            let Some(vertex) = self.choose(&open, most).or_else(|| self.choose(&open, usize::MAX)) else {
                continue;
            };
            for &other in &network.neighbours[vertex] {
                if self.is_placed[other] {
                    self.lift(other);
                    placed -= 1;
                }
            }
            self.is_placed[vertex] = true;
            network.neighbours[vertex].iter().for_each(|&other| self.pressed[other] += 1);
            placed += 1;
        }
    }

    fn lift(&mut self, vertex: usize) {
        self.is_placed[vertex] = false;
        self.free_at[vertex] = self.clock + TABU + self.random.draw_below(TABU);
        self.network.neighbours[vertex].iter().for_each(|&other| self.pressed[other] -= 1);
    }

    /// Returns a vertex that excludes no piece, or otherwise a random one that excludes at most `most`
    /// pieces.
    fn choose(&mut self, open: &[usize], most: usize) -> Option<usize> {
        let (mut chosen, mut alike, mut fewest) = (None, 0, most);
        // If two pieces may be removed, two count as one.
        for &vertex in open {
            let pressed = self.pressed[vertex];
            if self.is_placed[vertex]
                || pressed > fewest
                || (pressed > 0 && self.free_at[vertex] > self.clock)
            {
                continue;
            }
            let is_better = pressed < fewest && (pressed == 0 || most == usize::MAX);
            if is_better {
                (fewest, alike) = (pressed, 0);
            }
            alike += 1;
            if self.random.draw_below(alike) == 0 {
                chosen = Some(vertex);
            }
        }
        chosen
    }
}
