//! As many as possible on two sides that exclude each other: a bound for two armies.
//!
//! Of what is left to the one side and what is left to the other as much as possible, weighted, is a largest independent set of a
//! bipartite graph, and a flow shows that there is no larger one (Kőnig, 1931). Each unit of the flow is a pair that
//! excludes each other, so that a sum of pairs is broken. The weights of the sides are looked for: those with which the sum is
//! too small.

use super::flow::Flow;
use crate::{Assignment, Bound, Literal};
use std::collections::BTreeMap;

/// Two sides, each with a variable for each square: those of the first side come first, those of the second after them.
#[derive(Debug)]
pub struct Rivals {
    squares: usize,
    /// How many lines there are, and for each square its lines. What is on a line excludes everything of the other side on it.
    lines: usize,
    of: Vec<Vec<usize>>,
    /// For each square of the first side those of the second that it excludes though they have no line in common.
    beside: Vec<Vec<usize>>,
    /// For each pair of squares, of the first side and of the second, that exclude each other, the place of the constraint.
    pairs: BTreeMap<(usize, usize), usize>,
    /// For each side the place of the constraint how many it has at least, and that number.
    least: [(usize, i64); 2],
    flow: Flow,
    /// The weights that were right last.
    last: usize,
}

/// What one of each side is worth.
const WEIGHTS: [(i64, i64); 11] =
    [(1, 5), (1, 3), (1, 2), (2, 3), (4, 5), (1, 1), (5, 4), (3, 2), (2, 1), (3, 1), (5, 1)];

impl Rivals {
    /// Sides with the lines of each square, and the places of the constraints.
    #[must_use]
    pub fn new(
        of: Vec<Vec<usize>>,
        pairs: BTreeMap<(usize, usize), usize>,
        least: [(usize, i64); 2],
    ) -> Self {
        let lines = of.iter().flatten().max().map_or(0, |last| last + 1);
        let mut beside = vec![Vec::new(); of.len()];
        for &(first, second) in pairs.keys() {
            if !of[first].iter().any(|line| of[second].contains(line)) {
                beside[first].push(second);
            }
        }
        Self {
            squares: of.len(),
            lines,
            of,
            beside,
            pairs,
            least,
            flow: Flow::default(),
            last: WEIGHTS.len() / 2,
        }
    }

    /// The network of the squares that are left to the armies.
    fn send(&mut self, left: &[Vec<usize>; 2], (ours, theirs): (i64, i64)) -> i64 {
        let Self { squares, lines, of, beside, flow, .. } = self;
        let middle = 2 * *squares;
        let (source, sink) = (middle + *lines, middle + *lines + 1);
        flow.clear(sink + 1);
        let mut is_left = vec![false; *squares];
        for &square in &left[1] {
            is_left[square] = true;
            of[square].iter().for_each(|line| flow.arc(middle + line, *squares + square, i64::MAX / 4));
            flow.arc(*squares + square, sink, theirs);
        }
        for &square in &left[0] {
            flow.arc(source, square, ours);
            of[square].iter().for_each(|line| flow.arc(square, middle + line, i64::MAX / 4));
            for &other in beside[square].iter().filter(|&&other| is_left[other]) {
                flow.arc(square, *squares + other, i64::MAX / 4);
            }
        }
        flow.run(source, sink)
    }

    /// The pairs of squares between which it flows, and how much.
    fn pairs_of_flow(&self, left: &[Vec<usize>; 2], parts: &mut Vec<(usize, i64)>) {
        let squares = self.squares;
        for &square in &left[0] {
            for (to, _, sent) in self.flow.arcs(square) {
                if sent > 0 && (squares..2 * squares).contains(&to) {
                    parts.extend(self.pairs.get(&(square, to - squares)).map(|&place| (place, sent)));
                }
            }
        }
        for line in 0..self.lines {
            let mut from: Vec<(usize, i64)> = Vec::new();
            let mut to: Vec<(usize, i64)> = Vec::new();
            for (node, back, sent) in self.flow.arcs(2 * squares + line) {
                match node < squares {
                    true if back > 0 => from.push((node, back)),
                    false if node < 2 * squares && sent > 0 => to.push((node - squares, sent)),
                    _ => {}
                }
            }
            while let (Some((first, given)), Some((second, taken))) = (from.last_mut(), to.last_mut()) {
                let sent = (*given).min(*taken);
                parts.extend(self.pairs.get(&(*first, *second)).map(|&place| (place, sent)));
                *given -= sent;
                *taken -= sent;
                let is_over = (*given == 0, *taken == 0);
                if is_over.0 {
                    from.pop();
                }
                if is_over.1 {
                    to.pop();
                }
            }
        }
    }
}

impl Bound for Rivals {
    fn broken(&mut self, values: &Assignment, parts: &mut Vec<(usize, i64)>) {
        let squares = self.squares;
        let left = [0, squares].map(|first| {
            let is_left = |&square: &usize| !values.is_false(Literal::of(first + square));
            (0..squares).filter(is_left).collect::<Vec<usize>>()
        });
        let [(ours_at, ours), (theirs_at, theirs)] = self.least;
        // Where the right weights can be.
        let (mut low, mut high) = (0, WEIGHTS.len());
        let mut at = self.last;
        while low < high {
            let weights = WEIGHTS[at];
            let sent = self.send(&left, weights);
            let most = weights.0 * left[0].len() as i64 + weights.1 * left[1].len() as i64 - sent;
            if most < weights.0 * ours + weights.1 * theirs {
                self.last = at;
                parts.extend([(ours_at, weights.0), (theirs_at, weights.1)]);
                self.pairs_of_flow(&left, parts);
                return;
            }
            let of_ours = left[0].iter().filter(|&&square| self.flow.is_reached(square)).count() as i64;
            let of_theirs =
                left[1].iter().filter(|&&square| !self.flow.is_reached(squares + square)).count() as i64;
            match (of_ours < ours, of_theirs < theirs) {
                (true, _) => low = at + 1,
                (false, true) => high = at,
                // These armies are large enough.
                (false, false) => return,
            }
            at = usize::midpoint(low, high);
        }
    }
}
