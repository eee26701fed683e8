//! The tables for counting the last three pieces.
//!
//! Let A, B, C be the squares that are left to the three pieces, and let two pieces on one square be in
//! conflict. By inclusion and exclusion over the three pairs that may be in conflict there are
//!
//! `|A||B||C| - e(ab)|C| - e(ac)|B| - e(bc)|A| + s(a) + s(b) + s(c) - t`
//!
//! placements. Here `e` are numbers of conflicts, `s(a)` is the sum over A of the number of conflicts with B
//! times that with C, and `t` is the number of triples in which all three pairs are in conflict. These
//! triples are
//!
//! * on one square: `|ABC|`;
//! * two on one square: the sum over AB of conflicts of both kinds with C, and the corresponding sums for AC
//!   and BC;
//! * on one line of all three pairs: from the numbers on each line;
//! * others: a *shape*, which is two displacements, for each way in which three squares may lie. Queens have
//!   about 6 n of them, and triples of a shape are found a row at a time, by shifts.
//!
//! So everything except shapes follows from *sums* along lines and from *degrees*, the numbers of conflicts
//! at a square, which are sums of sums.

use super::displacements::{DisplacementParts, Displacements, LANES, Step, is_multiple};
use crate::board::Sets;

/// The maximum number of pairs of displacements among which shapes are sought: queens have four million on
/// the largest boards.
const MAX_PAIRS: usize = 1 << 24;
/// The widths in which boards are counted. A line must have fewer squares than the last width.
const WIDTHS: [usize; 3] = [64, 128, 256];

/// Lines of one direction.
#[derive(Debug)]
pub(super) struct Direction {
    pub(super) step: Step,
    /// For each row, the place of its first square's line among the sums; the lines of its other squares
    /// follow.
    pub(super) starts: Vec<usize>,
    /// The number of sums.
    pub(super) size: usize,
}

impl Direction {
    fn new(step: Step, rows: usize, width: usize) -> Self {
        let (row_step, col_step) = (step.0.unsigned_abs() as usize, step.1);
        if row_step == 0 {
            return Self { step, starts: (0..rows).map(|row| row * width).collect(), size: rows * width };
        }
        // The rows of a line differ by multiples of the row step. Rows of each remainder have sums of their
        // own, which move by the column step from one row of the line to the next.
        let last = (rows - 1) / row_step * col_step.unsigned_abs() as usize;
        let start = |row: usize| {
            let moved = row / row_step * col_step.unsigned_abs() as usize;
            row % row_step * (width + last) + if col_step < 0 { moved } else { last - moved }
        };
        Self { step, starts: (0..rows).map(start).collect(), size: row_step * (width + last) }
    }
}

/// Degrees: for each square the number of squares of a set that it is in conflict with.
#[derive(Debug)]
pub(super) struct Degrees {
    displacements: Displacements,
    /// The set.
    pub(super) source: usize,
    /// The sums that are added.
    pub(super) sums: Vec<usize>,
    /// The displacements that are not on lines.
    pub(super) leaps: Vec<Step>,
    /// The additional number of times that a square itself counts.
    pub(super) own: i16,
}

/// A sum over the squares of a set of degrees, or of products of degrees.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DegreeSum {
    pub(super) target: usize,
    pub(super) first: usize,
    pub(super) second: Option<usize>,
}

/// Triples of squares from three sets in a fixed relative position.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TripleShape {
    /// The sets, that of the leftmost square first.
    pub(super) sets: [usize; 3],
    /// The number of rows of each square above the lowest one.
    pub(super) rows: [usize; 3],
    /// The number of columns of the other two squares to the right of the first one.
    pub(super) shifts: [u32; 2],
    /// The number of words to be searched in each plane, a multiple of [`LANES`].
    pub(super) length: usize,
    /// The number of planes that the first square can be in.
    pub(super) planes: usize,
}

/// Tables for three pieces, of the kinds of roles a, b, c.
#[derive(Debug)]
pub(super) struct Triple {
    pub(super) sides: (usize, usize),
    /// The width in which the board is counted: 64, or longer than each side.
    pub(super) width: usize,
    /// The kinds.
    pub(super) kinds: [usize; 3],
    /// The sets of squares: the kinds whose sets are intersected. Sets of one kind come first.
    pub(super) sets: Vec<Vec<usize>>,
    /// The directions of lines.
    pub(super) directions: Vec<Direction>,
    /// The sums: each of a set, in a direction.
    pub(super) sums: Vec<(usize, usize)>,
    /// The degrees that are computed.
    pub(super) degrees: Vec<Degrees>,
    /// The sums of degrees that are computed.
    pub(super) terms: Vec<DegreeSum>,
    /// The use of the terms.
    pub(super) recipe: TripleRecipe,
    /// The shapes that are searched.
    pub(super) shapes: Vec<TripleShape>,
    /// The number of triples that each triple of a shape represents.
    pub(super) times: i64,
}

/// The use of the terms.
#[derive(Debug, Default)]
pub(super) struct TripleRecipe {
    /// The sets of a, b, c.
    pub(super) roles: [usize; 3],
    /// The set of squares that are left to all three.
    pub(super) all: usize,
    /// The terms of conflicts between b and c, a and c, a and b: each pair is at the place of the role that
    /// it leaves out.
    pub(super) conflicts: [usize; 3],
    /// The terms of pairs of conflicts with a, b, c.
    pub(super) forks: [usize; 3],
    /// The terms of two pieces on one square, in conflict with a, b, c.
    pub(super) meetings: [usize; 3],
    /// For lines of each direction of all three pairs: the sums of a, b, c, of bc, ac, ab, and of abc.
    pub(super) lines: Vec<[usize; 7]>,
}

/// For each role, the other two roles.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// Returns the place of a value in a list, and adds the value if the list lacks it.
fn place<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|other| *other == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

impl Triple {
    /// Builds the tables for three kinds, equal ones adjacent; `None` if there are too many displacements.
    /// `conflicts` are between any two kinds; lines go by `steps`.
    pub(super) fn new(
        kinds: [usize; 3],
        sides: (usize, usize),
        conflicts: &[Vec<Displacements>],
        steps: &[Step],
    ) -> Option<Self> {
        // If two kinds are equal, they become a and b.
        let [a, b, c] = kinds;
        let kinds = if b == c { [b, c, a] } else { kinds };
        let is_twofold = kinds[0] == kinds[1];
        let times = if a == c && is_twofold { 6 } else { 1 + i64::from(is_twofold) };
        let longest = sides.0.max(sides.1);
        let width = WIDTHS.into_iter().find(|&width| longest < width || longest == WIDTHS[0])?;
        let mut triple = Self {
            sides,
            width,
            kinds,
            sets: Vec::new(),
            directions: Vec::new(),
            sums: Vec::new(),
            degrees: Vec::new(),
            terms: Vec::new(),
            recipe: TripleRecipe::default(),
            shapes: Vec::new(),
            times,
        };
        let between = |one: usize, other: usize| &conflicts[kinds[one]][kinds[other]];
        if between(0, 1).steps().len() * between(0, 2).steps().len() > MAX_PAIRS {
            return None;
        }
        let mut recipe =
            TripleRecipe { roles: [0, 1, 2].map(|role| triple.set(&[role])), ..TripleRecipe::default() };
        recipe.all = triple.set(&[0, 1, 2]);
        for (role, &[one, other]) in OTHERS.iter().enumerate() {
            let at_one = triple.degrees(other, between(one, other), steps);
            recipe.conflicts[role] = triple.term(&[one], at_one, None);
            let by_one = triple.degrees(one, between(role, one), steps);
            let by_other = triple.degrees(other, between(role, other), steps);
            recipe.forks[role] = triple.term(&[role], by_one.min(by_other), Some(by_one.max(by_other)));
            let both = between(one, role).and(between(other, role));
            let by_role = triple.degrees(role, &both, steps);
            recipe.meetings[role] = triple.term(&[one, other], by_role, None);
        }
        let all = between(0, 1).and(between(0, 2)).and(between(1, 2));
        let lines = all.split(steps).lines;
        for &line in &lines {
            let roles: [&[usize]; 7] = [&[0], &[1], &[2], &[1, 2], &[0, 2], &[0, 1], &[0, 1, 2]];
            recipe.lines.push(roles.map(|roles| triple.sum(roles, line)));
        }
        triple.recipe = recipe;
        triple.find_shapes([between(0, 1), between(0, 2), between(1, 2)], &lines);
        triple.has_small_sums().then_some(triple)
    }

    /// True if degrees fit 16 bits with their sign, and their sums along a row fit 32 bits.
    fn has_small_sums(&self) -> bool {
        let squares = self.sides.0 * self.sides.1;
        let most = |degrees: &Degrees| {
            (degrees.sums.len() * self.width + degrees.leaps.len() + degrees.own.unsigned_abs() as usize)
                .min(squares + degrees.own.unsigned_abs() as usize)
        };
        let most: Vec<usize> = self.degrees.iter().map(most).collect();
        let of_row =
            |term: &DegreeSum| most[term.first] * term.second.map_or(1, |second| most[second]) * self.sides.1;
        most.iter().all(|&most| most <= i16::MAX as usize)
            && self.terms.iter().all(|term| of_row(term) <= i32::MAX as usize)
    }

    /// Returns the set of squares that are left to all of these roles.
    fn set(&mut self, roles: &[usize]) -> usize {
        let mut kinds: Vec<usize> = roles.iter().map(|&role| self.kinds[role]).collect();
        kinds.sort_unstable();
        kinds.dedup();
        place(&mut self.sets, kinds)
    }

    fn sum(&mut self, roles: &[usize], step: Step) -> usize {
        let set = self.set(roles);
        let known = self.directions.iter().position(|direction| direction.step == step);
        let direction = known.unwrap_or_else(|| {
            self.directions.push(Direction::new(step, self.sides.0, self.width));
            self.directions.len() - 1
        });
        place(&mut self.sums, (set, direction))
    }

    fn degrees(&mut self, role: usize, displacements: &Displacements, steps: &[Step]) -> usize {
        let source = self.set(&[role]);
        let is_same = |known: &Degrees| known.source == source && known.displacements == *displacements;
        if let Some(known) = self.degrees.iter().position(is_same) {
            return known;
        }
        let DisplacementParts { lines, leaps } = displacements.split(steps);
        let own = 1 - lines.len() as i16;
        let sums = lines.iter().map(|&line| self.sum(&[role], line)).collect();
        self.degrees.push(Degrees { displacements: displacements.clone(), source, sums, leaps, own });
        self.degrees.len() - 1
    }

    fn term(&mut self, roles: &[usize], first: usize, second: Option<usize>) -> usize {
        let target = self.set(roles);
        place(&mut self.terms, DegreeSum { target, first, second })
    }

    /// Finds the shapes: two displacements from a, to b and to c, that are not along one of the lines.
    fn find_shapes(&mut self, [to_b, to_c, from_b_to_c]: [&Displacements; 3], lines: &[Step]) {
        let (rows, cols) = (self.sides.0 as i32, self.sides.1 as i32);
        let is_away = |&step: &Step| step != (0, 0);
        let to_c: Vec<Step> = to_c.steps().iter().copied().filter(is_away).collect();
        for b in to_b.steps().iter().copied().filter(is_away) {
            // Equal pieces are taken in one order.
            if self.times > 1 && b < (0, 0) {
                continue;
            }
            for &c in &to_c {
                let is_in_order = b != c && (self.times < 6 || b < c);
                if !is_in_order || !from_b_to_c.has((c.0 - b.0, c.1 - b.1)) {
                    continue;
                }
                let low = b.0.min(c.0).min(0);
                let left = b.1.min(c.1).min(0);
                let height = b.0.max(c.0).max(0) - low;
                let width = b.1.max(c.1).max(0) - left;
                let is_on_line = || lines.iter().any(|&line| is_multiple(b, line) && is_multiple(c, line));
                if height >= rows || width >= cols || is_on_line() {
                    continue;
                }
                let roles = self.recipe.roles;
                let mut squares = [(0, 0, roles[0]), (b.1, b.0, roles[1]), (c.1, c.0, roles[2])];
                squares.sort_unstable();
                let shift = |place: usize| (squares[place].0 - left) as u32;
                self.shapes.push(TripleShape {
                    sets: squares.map(|square| square.2),
                    rows: squares.map(|square| (square.1 - low) as usize),
                    shifts: [shift(1), shift(2)],
                    length: ((rows - height) as usize).next_multiple_of(LANES),
                    planes: ((cols - width) as usize).div_ceil(64),
                });
            }
        }
        // Loops of one length follow each other.
        self.shapes.sort_by_key(|shape| (shape.sets, shape.length));
    }

    /// Returns the approximate nanoseconds of one count.
    pub(super) fn nanoseconds(&self) -> f64 {
        let words = |shape: &TripleShape| match self.width {
            64 => 4 + shape.length / 2,
            _ => shape.planes * (4 + shape.length),
        };
        let words: usize = self.shapes.iter().map(words).sum();
        let looked_up = |degrees: &Degrees| 2 * degrees.sums.len() + 2 * degrees.leaps.len() + 2;
        let row: usize = self.degrees.iter().map(looked_up).sum::<usize>()
            + 4 * self.terms.len()
            + 5 * self.sets.len()
            + 3 * self.sums.len();
        (words + row * self.sides.0 * (self.width / 64) + 100) as f64
    }

    /// Computes the sets of squares from those of each kind.
    pub(super) fn squares(&self, free: &Sets, into: &mut Vec<Vec<u64>>) {
        into.resize_with(self.sets.len(), Vec::new);
        for (kinds, set) in self.sets.iter().zip(into) {
            set.clear();
            set.resize(free.width(), u64::MAX);
            for &kind in kinds {
                set.iter_mut().zip(&free[kind]).for_each(|(word, free)| *word &= free);
            }
        }
    }
}
