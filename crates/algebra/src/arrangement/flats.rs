//! The flats of an arrangement that connect the points they concern, up to symmetry.
//!
//! A flat is given by the set of all lines that hold on it. It grows by one line at a time, which begins at a
//! point that the flat already concerns. So all connected flats are found, rank by rank. Of flats that a
//! symmetry sends to each other, only the one with the least set of lines is kept.

use super::solutions::{Restriction, Solutions};
use super::{Arrangement, Line};
use std::collections::{HashMap, HashSet};

/// The maximum number of lines.
const MOST_LINES: usize = 128;
/// The maximum number of flats of one rank; these take about 150 MB.
const MOST_FLATS: usize = 1 << 17;

/// A set of lines, as bits of their numbers.
pub(super) type Lines = u128;

/// The intersection of some lines.
#[derive(Debug, Clone)]
pub(super) struct Flat<const K: usize> {
    /// All lines that hold on it.
    lines: Lines,
    /// The maximum number of independent ones among them.
    pub(super) rank: usize,
    /// The points that these lines concern.
    pub(super) points: Vec<usize>,
    pub(super) solutions: Solutions<K>,
}

impl Line {
    /// Returns the value of the line's linear form, which is constant on the line.
    fn form(&self, at: &[i64]) -> i64 {
        let (one, other) = (2 * self.points.0, 2 * self.points.1);
        (at[other] - at[one]) * self.step.1 - (at[other + 1] - at[one + 1]) * self.step.0
    }

    /// Returns the constant of the line in the parts of the right-hand side, where it is in every part but
    /// the first.
    fn value<const K: usize>(&self) -> [i64; K] {
        std::array::from_fn(|part| if part > 0 { self.constant } else { 0 })
    }

    /// Returns the line with its points in order, and with a step whose first nonzero coordinate is positive.
    fn normal_form(self) -> Self {
        let (sign, points) = match self.points {
            (one, other) if one > other => (-1, (other, one)),
            points => (1, points),
        };
        let turn = if self.step < (0, 0) { -1 } else { 1 };
        let step = (turn * self.step.0, turn * self.step.1);
        Self { points, step, constant: sign * turn * self.constant }
    }
}

impl<const K: usize> Flat<K> {
    /// Returns true if two of its points coincide everywhere on the flat.
    pub(super) fn has_equal_points(&self) -> bool {
        let is_equal = |one: usize, other: usize| {
            let mut directions = self.solutions.directions().iter();
            directions.all(|z| (z[2 * one], z[2 * one + 1]) == (z[2 * other], z[2 * other + 1]))
        };
        let mut pairs = (1..self.points.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        pairs.any(|(one, other)| is_equal(self.points[one], self.points[other]))
    }

    /// Returns the solutions in the coordinates of the points that the flat concerns.
    pub(super) fn own_solutions(&self) -> Solutions<K> {
        let unknowns: Vec<usize> = self.points.iter().flat_map(|point| [2 * point, 2 * point + 1]).collect();
        self.solutions.project(&unknowns)
    }

    /// Returns the flat of solutions of rank `rank`.
    fn from_solutions(arrangement: &Arrangement, rank: usize, solutions: Solutions<K>) -> Self {
        let holds = |line: &Line| {
            let mut directions = solutions.directions().iter();
            let mut parts = solutions.at.iter().zip(line.value::<K>());
            directions.all(|direction| line.form(direction) == 0)
                && parts.all(|(at, value)| line.form(at) == value * solutions.denominator)
        };
        let mut lines: Lines = 0;
        let mut points = Vec::new();
        for (number, line) in arrangement.lines.iter().enumerate().filter(|(_, line)| holds(line)) {
            lines |= 1 << number;
            points.extend([line.points.0, line.points.1]);
        }
        points.sort_unstable();
        points.dedup();
        Self { lines, rank, points, solutions }
    }
}

/// Visits all flats that connect the points they concern, rank by rank, with `K` parts of right-hand sides.
/// If the visitor returns false for a flat, it is not extended. `None` if there are too many or too large
/// ones, or if the visitor stops.
pub(super) fn visit_flats<const K: usize>(
    arrangement: &Arrangement,
    symmetries: &[Vec<usize>],
    visit: &mut dyn FnMut(&Flat<K>) -> Option<bool>,
) -> Option<()> {
    if arrangement.lines.len() > MOST_LINES {
        return None;
    }
    let all = Solutions::<K>::all(2 * arrangement.points.len())?;
    let mut level = vec![Flat { lines: 0, rank: 0, points: Vec::new(), solutions: all }];
    while !level.is_empty() {
        let mut next = Vec::new();
        let (mut seen, mut least) = (HashSet::new(), HashSet::new());
        for flat in &level {
            for (number, line) in arrangement.lines.iter().enumerate() {
                let begins = |point: usize| flat.points.is_empty() || flat.points.contains(&point);
                if flat.lines >> number & 1 != 0 || !(begins(line.points.0) || begins(line.points.1)) {
                    continue;
                }
                let solutions = match flat.solutions.restrict(|z| line.form(z), line.value()) {
                    Restriction::Fewer(solutions) => solutions,
                    Restriction::Same => continue,
                    Restriction::Large => return None,
                };
                let further = Flat::from_solutions(arrangement, flat.rank + 1, solutions);
                let is_new =
                    seen.insert(further.lines) && least.insert(least_image(further.lines, symmetries));
                if is_new && visit(&further)? {
                    next.push(further);
                }
            }
            if next.len() > MOST_FLATS {
                return None;
            }
        }
        level = next;
    }
    Some(())
}

/// Returns the least image of a set of lines.
fn least_image(lines: Lines, symmetries: &[Vec<usize>]) -> Lines {
    let image = |symmetry: &Vec<usize>| {
        let (mut left, mut image) = (lines, 0);
        while left != 0 {
            image |= 1 << symmetry[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        image
    };
    symmetries.iter().map(image).min().unwrap_or(lines)
}

/// Returns the permutations of the lines that come from permutations of points, and from rotations and
/// reflections of the box, which preserve an arrangement without constants. Ranks and files are exchanged
/// only if `can_turn`.
pub(super) fn symmetries(arrangement: &Arrangement, can_turn: bool) -> Vec<Vec<usize>> {
    let lines: Vec<Line> = arrangement.lines.iter().map(|line| line.normal_form()).collect();
    if lines.iter().any(|line| line.constant != 0) {
        return Vec::new();
    }
    let places: HashMap<Line, usize> = lines.iter().enumerate().map(|(place, line)| (*line, place)).collect();
    let turned = |(rows, cols): (i64, i64), turn: usize| {
        let (rows, cols) = if turn & 1 != 0 { (cols, rows) } else { (rows, cols) };
        (rows, if turn & 2 != 0 { -cols } else { cols })
    };
    let turns = || (0..4).filter(|turn| can_turn || turn & 1 == 0);
    let mut found = Vec::new();
    for order in permutations(&arrangement.points) {
        for turn in turns() {
            let image = |line: &Line| {
                let points = (order[line.points.0], order[line.points.1]);
                let image = Line { points, step: turned(line.step, turn), constant: 0 };
                places.get(&image.normal_form()).copied()
            };
            found.extend(lines.iter().map(image).collect::<Option<Vec<usize>>>());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns all permutations that send each place to one with the same label.
fn permutations(labels: &[usize]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for label in labels {
        let longer = |order: &Vec<usize>| {
            let free = (0..labels.len()).filter(|place| labels[*place] == *label && !order.contains(place));
            free.map(|place| [order.as_slice(), &[place]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
