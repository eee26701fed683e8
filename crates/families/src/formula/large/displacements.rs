//! Sets of displacements: where one piece must not stand, seen from another.

use crate::piece::{Moves, Range};

/// The longest side of a board.
pub(super) const MAX_SIDE: usize = 64;
/// Words for a set of squares: one for each row, and so many empty ones behind them that loops over rows may run on to a
/// multiple of [`LANES`].
pub(super) const WORDS: usize = 2 * MAX_SIDE + LANES;
/// Words that are counted together.
pub(super) const LANES: usize = 8;

/// A set of squares: a word for each row.
pub(super) type Squares = [u64; WORDS];

/// Rows and columns from one square to another.
pub(super) type Step = (i64, i64);

/// A set of displacements on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Displacements {
    sides: (usize, usize),
    /// For each difference of rows, from the most negative one on, the differences of columns as bits, likewise.
    bits: Vec<u128>,
}

/// A set of displacements taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DisplacementParts {
    /// Steps of lines: all their multiples are in the set, forwards and backwards, and no displacement is on two lines.
    pub(super) lines: Vec<Step>,
    /// The others but that of no step.
    pub(super) leaps: Vec<Step>,
}

impl Displacements {
    /// Those at which a piece of one kind is in conflict with one of another. Two on one square are, too.
    pub(super) fn of_conflict(one: &Moves, other: &Moves, sides: (usize, usize)) -> Self {
        let mut set = Self { sides, bits: vec![0; 2 * sides.0 - 1] };
        set.add((0, 0));
        for ((rows, cols), range) in one.closed_with(other).rides() {
            let times = match range {
                Range::Times(times) => times.min(MAX_SIDE as u32),
                Range::Unlimited => MAX_SIDE as u32,
            };
            for time in 1..=i64::from(times) {
                set.add((time * i64::from(rows), time * i64::from(cols)));
            }
        }
        set
    }

    /// Whether a board has two squares so far apart.
    pub(super) fn fits(&self, (rows, cols): Step) -> bool {
        rows.unsigned_abs() < self.sides.0 as u64 && cols.unsigned_abs() < self.sides.1 as u64
    }

    /// Where the bit of a displacement is: its row and its place there.
    fn place(&self, (rows, cols): Step) -> Option<(usize, usize)> {
        let place = |by: i64, side: usize| usize::try_from(by + side as i64 - 1).ok();
        if !self.fits((rows, cols)) {
            return None;
        }
        Some((place(rows, self.sides.0)?, place(cols, self.sides.1)?))
    }

    /// Adds a displacement, if the board has squares so far apart.
    fn add(&mut self, step: Step) {
        if let Some((row, bit)) = self.place(step)
            && let Some(bits) = self.bits.get_mut(row)
        {
            *bits |= 1 << bit;
        }
    }

    /// Whether a displacement is in the set.
    pub(super) fn has(&self, step: Step) -> bool {
        let Some((row, bit)) = self.place(step) else { return false };
        self.bits.get(row).is_some_and(|bits| bits >> bit & 1 != 0)
    }

    /// Those that are in both sets.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self { sides: self.sides, bits: self.bits.iter().zip(&other.bits).map(|(a, b)| a & b).collect() }
    }

    /// All, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = Step> {
        let (rows, cols) = (self.sides.0 as i64, self.sides.1 as i64);
        (1 - rows..rows)
            .flat_map(move |row| (1 - cols..cols).map(move |col| (row, col)))
            .filter(|&step| self.has(step))
    }

    /// Ordered pairs of squares so far apart.
    pub(super) fn pairs(&self) -> u64 {
        let along = |by: i64, side: usize| (side as u64).saturating_sub(by.unsigned_abs());
        self.iter().map(|(rows, cols)| along(rows, self.sides.0) * along(cols, self.sides.1)).sum()
    }

    /// Takes the squares out of a set that are so far from a square.
    pub(super) fn remove_from(&self, squares: &mut Squares, (row, col): (usize, usize)) {
        let (last_row, last_col) = (self.sides.0 - 1, self.sides.1 - 1);
        let bits = self.bits.get(last_row.saturating_sub(row)..).unwrap_or_default();
        for (word, bits) in squares.iter_mut().zip(bits).take(self.sides.0) {
            *word &= !((bits >> last_col.saturating_sub(col)) as u64);
        }
    }

    /// The set as lines along some of these steps, the shortest ones first, and what they leave.
    pub(super) fn split(&self, steps: &[Step]) -> DisplacementParts {
        let mut lines: Vec<Step> = Vec::new();
        for &(rows, cols) in steps {
            let multiple = |time: i64| (time * rows, time * cols);
            let mut multiples = (1..MAX_SIDE as i64).take_while(|&time| self.fits(multiple(time)));
            let is_parallel = lines.iter().any(|line| line.0 * cols == line.1 * rows);
            if !is_parallel && multiples.all(|time| self.has(multiple(time)) && self.has(multiple(-time))) {
                lines.push((rows, cols));
            }
        }
        let is_leap = |&step: &Step| step != (0, 0) && !lines.iter().any(|&line| is_multiple(step, line));
        DisplacementParts { leaps: self.iter().filter(is_leap).collect(), lines }
    }
}

/// Whether a displacement is a whole number of steps, forwards or backwards.
pub(super) fn is_multiple((rows, cols): Step, (row_step, col_step): Step) -> bool {
    let divides = |step: i64, by: i64| if step == 0 { by == 0 } else { by % step == 0 };
    rows * col_step == cols * row_step && divides(row_step, rows) && divides(col_step, cols)
}

/// The steps of rides of these kinds, each in the direction of increasing rows or else columns, the shortest ones first.
pub(super) fn steps<'a>(kinds: impl Iterator<Item = &'a Moves>) -> Vec<Step> {
    let forwards = |step: (i32, i32)| {
        let step = (i64::from(step.0), i64::from(step.1));
        if step < (0, 0) { (-step.0, -step.1) } else { step }
    };
    let mut steps: Vec<Step> = kinds.flat_map(Moves::rides).map(|(step, _)| forwards(step)).collect();
    let far = |step: &Step| step.0.unsigned_abs().max(step.1.unsigned_abs()) >= MAX_SIDE as u64;
    steps.retain(|step| *step != (0, 0) && !far(step));
    steps.sort_unstable_by_key(|&(rows, cols)| (rows * rows + cols * cols, rows, cols));
    steps.dedup();
    steps
}
