//! A bound for two armies: the maximum on two sides that exclude each other.
//!
//! The best weighted choice among the squares open to either side is a maximum independent set of a bipartite
//! graph. A flow shows that no larger set exists (Kőnig, 1931). Each unit of the flow is a pair of squares
//! that exclude each other, so a sum of pairs is violated. The bound looks for weights of the sides with
//! which the sum is too small.
//!
//! Then it releases lines one by one as long as the sum stays too small, so that the learned clause contains
//! few lines.

use super::flow::Flow;
use crate::{Assignment, Bound, Literal, ViolatedSum};
use std::collections::BTreeMap;

/// Two sides with a variable for each square. The variables of the first side precede those of the second.
#[derive(Debug)]
pub struct Rivals {
    sides: Sides,
    flow: Flow,
    /// The index of the weights that last violated a sum.
    last: usize,
    /// For each side, the number of reasons why each square is closed to it.
    closed: [Vec<u32>; 2],
    /// For each variable, whether its square is closed to the side although no line closes it.
    by_itself: Vec<bool>,
}

/// The exclusions and the required numbers of pieces.
#[derive(Debug, Clone)]
pub struct Sides {
    /// The number of squares.
    pub squares: usize,
    /// The variable of the first line. It is true if the line is open to the first side, and false if it is
    /// open to the second.
    pub first_line: usize,
    /// The squares of each line. A piece on a line excludes all pieces of the other side from that line.
    pub lines: Vec<Vec<usize>>,
    /// For each pair of squares, of the first side and of the second, that exclude each other, the index of
    /// the constraint.
    pub pairs: BTreeMap<(usize, usize), usize>,
    /// For each side, the constraint on its least number of pieces, if there is one: its index and that
    /// number.
    pub least: [Option<(usize, i64)>; 2],
}

/// The weights to try: the weight of a square of each side.
const WEIGHTS: [[i64; 2]; 13] =
    [[0, 1], [1, 5], [1, 3], [1, 2], [2, 3], [4, 5], [1, 1], [5, 4], [3, 2], [2, 1], [3, 1], [5, 1], [1, 0]];

impl Sides {
    /// Returns the groups in which squares exclude each other: lines, and pairs that share no line.
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

    /// Returns true if lines cover every exclusion.
    #[must_use]
    pub fn are_of_lines(&self) -> bool {
        self.pairs.keys().all(|&(first, second)| self.is_on_line(first, second))
    }
}

impl Rivals {
    /// Makes the bound for these sides.
    #[must_use]
    pub fn new(sides: Sides) -> Self {
        let flow = Flow::new(sides.squares, &sides.groups());
        let closed = [0, 1].map(|_| vec![0; sides.squares]);
        let by_itself = vec![false; 2 * sides.squares];
        Self { sides, flow, last: WEIGHTS.len() / 2, closed, by_itself }
    }

    /// Updates the squares that are open to each side.
    fn look_at(&mut self, values: &Assignment) {
        let Sides { squares, first_line, lines, .. } = &self.sides;
        self.closed.iter_mut().for_each(|closed| closed.fill(0));
        for (at, line) in lines.iter().enumerate() {
            let is_first = Literal::from_variable(first_line + at);
            let closed = match (values.is_true(is_first), values.is_false(is_first)) {
                (true, _) => 1,
                (_, true) => 0,
                _ => continue,
            };
            line.iter().for_each(|&square| self.closed[closed][square] += 1);
        }
        for (variable, by_itself) in self.by_itself.iter_mut().enumerate() {
            let closed = &mut self.closed[variable / squares][variable % squares];
            *by_itself = *closed == 0 && values.is_false(Literal::from_variable(variable));
            *closed += u32::from(*by_itself);
        }
    }

    /// Returns true if the open squares are worth too little with these weights.
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

    /// Returns the index of weights with which the open squares are worth too little.
    fn weights(&mut self) -> Option<usize> {
        let [ours, theirs] = self.sides.least.map(|least| least.map_or(0, |(_, number)| number));
        // The range in which suitable weights can be.
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
            let [of_ours, of_theirs] = self.flow.independent_squares();
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

    /// Releases lines that the bound does not need, the latest first. Returns, for the others, the literals
    /// that are false.
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
    fn find_violated(&mut self, values: &Assignment, trail: &[Literal], broken: &mut ViolatedSum) {
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
