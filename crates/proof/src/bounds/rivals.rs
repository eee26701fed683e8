//! As many as possible on two sides that exclude each other: a bound for two armies.
//!
//! Of what is left to the one side and what is left to the other as much as possible, weighted, is a largest independent set of a
//! bipartite graph, and a flow shows that there is no larger one (Kőnig, 1931). Each unit of the flow is a pair that
//! excludes each other, so that a sum of pairs is broken. The weights of the sides are looked for: those with which the sum is
//! too small.
//!
//! Then lines are given back, one by one, as long as the sum stays too small: what is learned is about few of them.

use super::flow::Flow;
use crate::{Assignment, Bound, Broken, Literal};
use std::collections::BTreeMap;

/// Two sides, each with a variable for each square: those of the first side come first, those of the second after them.
#[derive(Debug)]
pub struct Rivals {
    sides: Sides,
    flow: Flow,
    /// The weights that were right last.
    last: usize,
    /// By side, how many reasons there are that a square is not left to it.
    closed: [Vec<u32>; 2],
    /// By variable, whether a square is not left to a side although no line keeps it from it.
    by_itself: Vec<bool>,
}

/// What excludes what, and how many there are to be.
#[derive(Debug, Clone)]
pub struct Sides {
    /// How many squares there are.
    pub squares: usize,
    /// The variable of the first line. It is true if the line is left to the first side, and false if it is left to the second.
    pub first_line: usize,
    /// The squares of the lines. What is on a line excludes everything of the other side on it.
    pub lines: Vec<Vec<usize>>,
    /// For each pair of squares, of the first side and of the second, that exclude each other, the place of the constraint.
    pub pairs: BTreeMap<(usize, usize), usize>,
    /// For each side the place of the constraint how many it has at least, and that number, if there is one.
    pub least: [Option<(usize, i64)>; 2],
}

/// What one of each side is worth.
const WEIGHTS: [[i64; 2]; 13] =
    [[0, 1], [1, 5], [1, 3], [1, 2], [2, 3], [4, 5], [1, 1], [5, 4], [3, 2], [2, 1], [3, 1], [5, 1], [1, 0]];

impl Sides {
    /// What excludes each other: on lines, and in pairs that are on none.
    fn groups(&self) -> Vec<[Vec<usize>; 2]> {
        let mut groups: Vec<[Vec<usize>; 2]> =
            self.lines.iter().map(|line| [line.clone(), line.clone()]).collect();
        let mut beside: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &(first, second) in self.pairs.keys() {
            if !self.is_on_line(first, second) {
                beside.entry(first).or_default().push(second);
            }
        }
        groups.extend(beside.into_iter().map(|(first, others)| [vec![first], others]));
        groups
    }

    fn is_on_line(&self, first: usize, second: usize) -> bool {
        self.lines.iter().any(|line| line.contains(&first) && line.contains(&second))
    }

    /// Whether lines say everything.
    #[must_use]
    pub fn are_of_lines(&self) -> bool {
        self.pairs.keys().all(|&(first, second)| self.is_on_line(first, second))
    }
}

impl Rivals {
    /// The bound for such sides.
    #[must_use]
    pub fn new(sides: Sides) -> Self {
        let flow = Flow::new(sides.squares, &sides.groups());
        let closed = [0, 1].map(|_| vec![0; sides.squares]);
        let by_itself = vec![false; 2 * sides.squares];
        Self { sides, flow, last: WEIGHTS.len() / 2, closed, by_itself }
    }

    /// What is left.
    fn look_at(&mut self, values: &Assignment) {
        let Sides { squares, first_line, lines, .. } = &self.sides;
        self.closed.iter_mut().for_each(|closed| closed.fill(0));
        for (at, line) in lines.iter().enumerate() {
            let is_first = Literal::of(first_line + at);
            let closed = match (values.is_true(is_first), values.is_false(is_first)) {
                (true, _) => 1,
                (_, true) => 0,
                _ => continue,
            };
            line.iter().for_each(|&square| self.closed[closed][square] += 1);
        }
        for (variable, by_itself) in self.by_itself.iter_mut().enumerate() {
            let closed = &mut self.closed[variable / squares][variable % squares];
            *by_itself = *closed == 0 && values.is_false(Literal::of(variable));
            *closed += u32::from(*by_itself);
        }
    }

    /// Whether what is left is worth too little with these weights.
    fn is_below(&mut self, weights: [i64; 2], target: i64) -> bool {
        self.flow.set_worth(weights);
        for (side, closed) in self.closed.iter().enumerate() {
            for (square, &closed) in closed.iter().enumerate() {
                match (closed == 0, self.flow.is_there(side, square)) {
                    (true, false) => self.flow.add(side, square),
                    (false, true) => self.flow.remove(side, square),
                    _ => {}
                }
            }
        }
        let is_below = self.flow.is_below(target);
        self.flow.keep();
        is_below
    }

    /// The place of weights with which what is left is worth too little.
    fn weights(&mut self) -> Option<usize> {
        let [ours, theirs] = self.sides.least.map(|least| least.map_or(0, |(_, number)| number));
        // Where the right weights can be.
        let (mut low, mut high) = match self.sides.least {
            [Some(_), Some(_)] => (0, WEIGHTS.len()),
            [Some(_), None] => (WEIGHTS.len() - 1, WEIGHTS.len()),
            [None, Some(_)] => (0, 1),
            [None, None] => return None,
        };
        let mut at = self.last.clamp(low, high - 1);
        while low < high {
            let weights = WEIGHTS[at];
            if self.is_below(weights, weights[0] * ours + weights[1] * theirs) {
                return Some(at);
            }
            let [of_ours, of_theirs] = self.flow.independent();
            match (of_ours < ours, of_theirs < theirs) {
                (true, _) => low = at + 1,
                (false, true) => high = at,
                // These armies are large enough.
                (false, false) => return None,
            }
            at = usize::midpoint(low, high);
        }
        None
    }

    /// Gives back what can be done without, the latest first; for what cannot, that it is false.
    fn give_back(&mut self, trail: &[Literal], target: i64) -> Vec<Literal> {
        let Self { sides, flow, closed, by_itself, .. } = self;
        let mut because = Vec::new();
        for &literal in trail.iter().rev() {
            let variable = literal.variable();
            let own = variable % sides.squares;
            let line = variable.checked_sub(sides.first_line).and_then(|at| sides.lines.get(at));
            let (side, squares) = match line {
                Some(line) => (usize::from(!literal.is_negated()), &line[..]),
                None if variable < 2 * sides.squares && by_itself[variable] => {
                    (variable / sides.squares, std::slice::from_ref(&own))
                }
                None => continue,
            };
            for &square in squares {
                closed[side][square] -= 1;
                if closed[side][square] == 0 {
                    flow.add(side, square);
                }
            }
            if flow.may_be_below(target) && flow.is_below(target) {
                flow.keep();
            } else {
                flow.take_back();
                squares.iter().for_each(|&square| closed[side][square] += 1);
                because.push(!literal);
            }
        }
        because
    }
}

impl Bound for Rivals {
    fn broken(&mut self, values: &Assignment, trail: &[Literal], broken: &mut Broken) {
        self.look_at(values);
        let Some(at) = self.weights() else { return };
        self.last = at;
        let weights = WEIGHTS[at];
        let mut target = 0;
        for (least, weight) in self.sides.least.iter().zip(weights) {
            if let Some((place, number)) = least.filter(|_| weight > 0) {
                target += weight * number;
                broken.parts.push((place, weight));
            }
        }
        broken.because = Some(self.give_back(trail, target));
        let (pairs, parts) = (&self.sides.pairs, &mut broken.parts);
        self.flow.pairs(|first, second, times| parts.push((pairs[&(first, second)], times)));
    }
}
