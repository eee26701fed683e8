//! Bodies of pieces that are rigidly joined, and the arrangements of lines between them.

use super::relation::{Relation, Step};
use crate::algebra::arrangement::start::stable_from;
use crate::algebra::arrangement::{Arrangement, Line};
use std::collections::{BTreeSet, HashSet};

/// The maximum number of bodies.
const MOST_BODIES: usize = 1 << 14;

/// A set of rigidly joined pieces, as kinds and their squares.
type Body = BTreeSet<(usize, Step)>;

/// Kinds of pieces with their numbers.
pub(super) struct Kinds<'a> {
    pub(super) relations: Vec<Vec<Relation>>,
    pub(super) numbers: &'a [u32],
}

impl Kinds<'_> {
    /// Returns the kind of each piece.
    pub(super) fn all(&self) -> Vec<usize> {
        let each = self.numbers.iter().enumerate();
        each.flat_map(|(kind, &number)| std::iter::repeat_n(kind, number as usize)).collect()
    }

    /// Returns the longest leap from one piece to another along a rank or a file; `None` if there is no leap.
    pub(super) fn longest_leap(&self) -> Option<i64> {
        let all = self.all();
        let pairs = (1..all.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        let leaps = pairs.flat_map(|(one, other)| &self.relations[all[one]][all[other]].leaps);
        leaps.map(|(rows, cols)| rows.abs().max(cols.abs())).max()
    }

    /// Returns the directions of lines between two bodies that stand on a square each.
    fn lines_between(&self, one: &[usize], other: &[usize]) -> BTreeSet<Step> {
        let pairs = one.iter().flat_map(|&one| other.iter().map(move |&other| (one, other)));
        pairs.flat_map(|(one, other)| self.relations[one][other].lines.iter().copied()).collect()
    }

    /// Returns the arrangements of lines without constants between pieces. Also those between groups of
    /// pieces on one square each, if such a group has more lines than any of its pieces.
    pub(super) fn linear_arrangements(&self) -> Vec<Arrangement> {
        let mut found: Vec<(Vec<Vec<usize>>, Arrangement)> = Vec::new();
        for mut bodies in partitions(&self.all()) {
            bodies.sort_unstable();
            if found.iter().any(|(others, _)| *others == bodies) || self.has_representatives(&bodies, &[]) {
                continue;
            }
            let mut lines = Vec::new();
            for (other, second) in bodies.iter().enumerate() {
                for (one, first) in bodies[..other].iter().enumerate() {
                    let line = |step| Line { points: (one, other), step, constant: 0 };
                    lines.extend(self.lines_between(first, second).into_iter().map(line));
                }
            }
            let points = bodies.iter().map(Vec::len).collect();
            found.push((bodies, Arrangement { points, lines }));
        }
        found.into_iter().map(|(_, arrangement)| arrangement).collect()
    }

    /// Returns true if there are more pieces than bodies, and each body without a chosen representative has
    /// one piece with all lines of the body.
    fn has_representatives(&self, bodies: &[Vec<usize>], chosen: &[usize]) -> bool {
        let Some(body) = bodies.get(chosen.len()) else {
            return bodies.iter().any(|body| body.len() > 1);
        };
        body.iter().any(|&piece| {
            let has_lines = |(&other, of): (&usize, &Vec<usize>)| {
                self.lines_between(of, body) == self.relations[other][piece].lines
            };
            let longer = [chosen, &[piece]].concat();
            chosen.iter().zip(bodies).all(has_lines) && self.has_representatives(bodies, &longer)
        })
    }

    /// Returns the value from which only sizes change, on a board with these largest coordinates.
    pub(super) fn start(
        &self,
        board: (Step, Step),
        first: i64,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<i64> {
        let mut bodies: Vec<Body> = self.bodies()?.into_iter().collect();
        bodies.sort_by_key(|body| std::cmp::Reverse(body.len()));
        let pieces = self.all().len();
        // A body of all pieces has room if a chain of the longest leaps has room.
        let chain = self.longest_leap().unwrap_or(0) * (pieces as i64 - 1);
        let has_room = |side: Step, n: i64| side.0 * n + side.1 >= chain;
        let mut from = (first..).find(|&n| has_room(board.0, n) && has_room(board.1, n))?;
        let mut seen = HashSet::new();
        let mut stack: Vec<Vec<usize>> = (0..bodies.len()).map(|body| vec![body]).collect();
        while let Some(chosen) = stack.pop() {
            let own: Vec<&Body> = chosen.iter().map(|&body| &bodies[body]).collect();
            let kinds = own.iter().flat_map(|body| body.iter().map(|piece| piece.0));
            if should_stop() {
                return None;
            }
            if !self.are_there(kinds) {
                continue;
            }
            let upper: Vec<(Step, Step)> = own.iter().map(|body| room(board, body)).collect();
            let arrangement = Arrangement { points: vec![1; own.len()], lines: self.lines_of(&own) };
            if seen.insert((arrangement.clone(), upper.clone())) {
                from = stable_from(&arrangement, &upper, from, should_stop)?;
            }
            let left = pieces - own.iter().map(|body| body.len()).sum::<usize>();
            let last = chosen.last().copied().unwrap_or(0);
            let next = last.max(bodies.partition_point(|body| body.len() > left));
            stack.extend((next..bodies.len()).map(|body| [chosen.as_slice(), &[body]].concat()));
        }
        Some(from)
    }

    /// Returns true if there are enough pieces of each kind.
    fn are_there(&self, kinds: impl Iterator<Item = usize>) -> bool {
        let mut left = self.numbers.to_vec();
        kinds.into_iter().all(|kind| match left[kind].checked_sub(1) {
            Some(rest) => {
                left[kind] = rest;
                true
            }
            None => false,
        })
    }

    /// Returns all bodies that pieces can make, except those of all pieces; `None` if there are too many.
    fn bodies(&self) -> Option<BTreeSet<Body>> {
        let one = |kind: usize| Body::from([(kind, (0, 0))]);
        let kinds = || (0..self.numbers.len()).filter(|&kind| self.numbers[kind] > 0);
        let mut all: BTreeSet<Body> = kinds().map(one).collect();
        let mut level = all.clone();
        for _ in 2..self.all().len() {
            let mut next = BTreeSet::new();
            for body in &level {
                for (&(piece, (row, col)), kind) in
                    body.iter().flat_map(|piece| kinds().map(move |kind| (piece, kind)))
                {
                    let leaps = self.relations[piece][kind].leaps.iter().copied();
                    for (rows, cols) in leaps.chain([(0, 0)]) {
                        let mut longer = body.clone();
                        longer.insert((kind, (row + rows, col + cols)));
                        if self.are_there(longer.iter().map(|piece| piece.0)) {
                            next.insert(from_the_corner(&longer));
                        }
                    }
                }
            }
            level = next.difference(&all).cloned().collect();
            all.append(&mut next);
            if all.len() > MOST_BODIES {
                return None;
            }
        }
        Some(all)
    }

    /// Returns the lines between bodies, shifted by the positions of pieces within the bodies.
    fn lines_of(&self, bodies: &[&Body]) -> Vec<Line> {
        let mut lines = BTreeSet::new();
        for (other, second) in bodies.iter().enumerate() {
            for (one, first) in bodies[..other].iter().enumerate() {
                for (&(kind, at), &(with, to)) in
                    first.iter().flat_map(|piece| second.iter().map(move |to| (piece, to)))
                {
                    let way = (to.0 - at.0, to.1 - at.1);
                    let line = |&step: &Step| {
                        let constant = way.1 * step.0 - way.0 * step.1;
                        Line { points: (one, other), step, constant }
                    };
                    lines.extend(self.relations[kind][with].lines.iter().map(line));
                }
            }
        }
        lines.into_iter().collect()
    }
}

/// Returns a body moved so that its first rank and file are the first ones of the board.
fn from_the_corner(body: &Body) -> Body {
    let least =
        |coordinate: fn(&Step) -> i64| body.iter().map(|piece| coordinate(&piece.1)).min().unwrap_or(0);
    let (row, col) = (least(|step| step.0), least(|step| step.1));
    body.iter().map(|&(kind, at)| (kind, (at.0 - row, at.1 - col))).collect()
}

/// Returns the largest coordinates of a body's corner on a board.
fn room((rows, cols): (Step, Step), body: &Body) -> (Step, Step) {
    let most =
        |coordinate: fn(&Step) -> i64| body.iter().map(|piece| coordinate(&piece.1)).max().unwrap_or(0);
    ((rows.0, rows.1 - most(|step| step.0)), (cols.0, cols.1 - most(|step| step.1)))
}

/// Returns all ways to divide pieces among bodies.
fn partitions(pieces: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let mut all: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
    for &piece in pieces {
        let longer = |bodies: &Vec<Vec<usize>>| {
            let alone = [bodies.as_slice(), &[vec![piece]]].concat();
            let with = |place: usize| {
                let mut bodies = bodies.clone();
                bodies[place].push(piece);
                bodies
            };
            (0..bodies.len()).map(with).chain([alone]).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
