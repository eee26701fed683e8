//! Sets of displacements: the relative positions at which two pieces are in conflict.

use crate::board::{Board, Sets};
use crate::piece::{Moves, Range};
use num_integer::gcd;

/// The number of words that are counted together.
pub(super) const LANES: usize = 8;

/// Rows and columns from one square to another.
pub(super) type Step = (i32, i32);

/// The geometry of a board: for each side its length, and whether its ends are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) rows: Side,
    pub(super) cols: Side,
}

/// One side of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) length: i32,
    pub(super) is_joined: bool,
}

impl Side {
    /// Returns the distance in its normal form; `None` if it is too long.
    fn normal_distance(self, distance: i64) -> Option<i32> {
        let length = i64::from(self.length);
        let distance = if self.is_joined { distance.rem_euclid(length) } else { distance };
        i32::try_from(distance).ok().filter(|_| distance.abs() < length)
    }

    /// Returns the number of times that a leap can be repeated along the side before it returns to its start
    /// or leaves the board.
    fn times(self, leap: i32) -> u64 {
        let (length, leap) = (u64::from(self.length.unsigned_abs()), u64::from(leap.unsigned_abs()));
        match (leap % length, self.is_joined) {
            (0, true) => 1,
            (leap, true) => length / gcd(length, leap),
            (_, false) => (length - 1).checked_div(leap).unwrap_or(u64::MAX),
        }
    }

    /// Returns the number of places on the side from which two displacements both lead to the board.
    #[inline(always)]
    pub(super) fn places(self, one: i32, other: i32) -> u64 {
        let span = if self.is_joined { 0 } else { one.max(other).max(0) - one.min(other).min(0) };
        (self.length - span).max(0).unsigned_abs().into()
    }
}

impl Extent {
    /// Returns the extent of a rectangle without holes or twists; `None` if the board is different.
    pub(super) fn from_board(board: &Board) -> Option<Self> {
        let side = |length: usize, is_joined| Some(Side { length: i32::try_from(length).ok()?, is_joined });
        let topology = board.topology();
        Some(Self {
            rows: side(board.rows(), topology.rows_wrap())?,
            cols: side(board.cols(), topology.cols_wrap())?,
        })
    }

    pub(super) fn squares(self) -> u64 {
        u64::from(self.rows.length.unsigned_abs()) * u64::from(self.cols.length.unsigned_abs())
    }

    /// Returns the number of squares from which two displacements both lead to the board.
    #[inline(always)]
    pub(super) fn places(self, one: Step, other: Step) -> u64 {
        self.rows.places(one.0, other.0) * self.cols.places(one.1, other.1)
    }

    /// Returns the displacement in its normal form, if it exists on the board.
    #[inline(always)]
    pub(super) fn normal_step(self, (rows, cols): (i64, i64)) -> Option<Step> {
        Some((self.rows.normal_distance(rows)?, self.cols.normal_distance(cols)?))
    }

    /// Returns a bound on the number of displacements at which two pieces are in conflict.
    pub(super) fn most_displacements(self, one: &Moves, other: &Moves) -> u64 {
        let of_ride = |((rows, cols), range): ((i32, i32), Range)| {
            let (along_rows, along_cols) = (self.rows.times(rows), self.cols.times(cols));
            let times = match (self.rows.is_joined, self.cols.is_joined) {
                // The ride ends when both coordinates return to their start.
                (true, true) => along_rows / gcd(along_rows, along_cols) * along_cols,
                (true, false) if cols == 0 => along_rows,
                (true, false) => along_cols,
                (false, true) if rows == 0 => along_cols,
                (false, true) => along_rows,
                (false, false) => along_rows.min(along_cols),
            };
            times.min(range.times() as u64)
        };
        one.closed_with(other).rides().map(of_ride).fold(1, u64::saturating_add)
    }

    /// Returns the displacements at which a piece of one kind is in conflict with one of another, in
    /// increasing order. Two pieces on one square are in conflict too.
    pub(super) fn displacements(self, one: &Moves, other: &Moves) -> Vec<Step> {
        let mut all = vec![(0, 0)];
        for ((rows, cols), range) in one.closed_with(other).rides() {
            let most = match range {
                Range::Times(times) => i64::from(times),
                Range::Unlimited => i64::MAX,
            };
            let (mut to, mut time) = ((0i64, 0i64), 0);
            while time < most {
                to = (to.0 + i64::from(rows), to.1 + i64::from(cols));
                match self.normal_step(to) {
                    None | Some((0, 0)) => break,
                    Some(step) => all.push(step),
                }
                time += 1;
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// A set of displacements with fast membership tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Displacements {
    /// The displacements in increasing order.
    steps: Vec<Step>,
    /// The maximum numbers of rows and columns.
    reach: (i32, i32),
    /// The number of words of a row of bits: one more than the last bit needs.
    width: usize,
    /// The columns of the displacements as bits, for each difference of rows. Rows and columns begin with the
    /// most negative difference.
    bits: Vec<u64>,
}

/// A set of displacements divided into lines and leaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DisplacementParts {
    /// The steps of lines: all their multiples are in the set, forwards and backwards, and no displacement is
    /// on two lines.
    pub(super) lines: Vec<Step>,
    /// The other displacements, except zero.
    pub(super) leaps: Vec<Step>,
}

impl Displacements {
    /// Creates the set of these displacements, in increasing order and within the reach.
    pub(super) fn new(steps: Vec<Step>, reach: (i32, i32)) -> Self {
        let width = (2 * reach.1).unsigned_abs() as usize / 64 + 2;
        let rows = (2 * reach.0).unsigned_abs() as usize + 1;
        let mut set = Self { steps: Vec::new(), reach, width, bits: vec![0; width * rows] };
        for &step in &steps {
            if let Some((word, bit)) = set.place(step)
                && let Some(bits) = set.bits.get_mut(word)
            {
                *bits |= 1 << bit;
            }
        }
        Self { steps, ..set }
    }

    /// Returns the number of bytes that a set of `steps` displacements takes.
    pub(super) fn memory(steps: u64, reach: (i32, i32)) -> u64 {
        let rows = u64::from((2 * reach.0).unsigned_abs()) + 1;
        rows * (u64::from((2 * reach.1).unsigned_abs()) / 8 + 16) + 8 * steps
    }

    /// True if a displacement is within the reach.
    pub(super) fn fits(&self, (rows, cols): Step) -> bool {
        rows.abs() <= self.reach.0 && cols.abs() <= self.reach.1
    }

    /// Returns the position of the bit of a displacement: its word, and the bit in it.
    #[inline(always)]
    fn place(&self, step: Step) -> Option<(usize, usize)> {
        let place = |by: i32, reach: i32| (by + reach) as usize;
        self.fits(step).then(|| {
            let (row, col) = (place(step.0, self.reach.0), place(step.1, self.reach.1));
            (row * self.width + col / 64, col % 64)
        })
    }

    /// True if a displacement is in the set.
    #[inline(always)]
    pub(super) fn has(&self, step: Step) -> bool {
        let Some((word, bit)) = self.place(step) else { return false };
        self.bits.get(word).is_some_and(|bits| bits >> bit & 1 != 0)
    }

    /// Returns the displacements that are in both sets.
    pub(super) fn and(&self, other: &Self) -> Self {
        let both = self.steps.iter().copied().filter(|&step| other.has(step));
        Self::new(both.collect(), self.reach)
    }

    /// Returns all displacements, in increasing order.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Removes the squares at these displacements from a square. The board must lie within the reach of the
    /// set; the planes of `squares` have `rows` words.
    pub(super) fn remove_from(&self, squares: &mut [u64], rows: usize, (row, col): (usize, usize)) {
        let (last_row, last_col) = (self.reach.0 as usize, self.reach.1 as usize);
        let (first, bit) = ((last_col - col) / 64, (last_col - col) % 64);
        for (plane, squares) in squares.chunks_exact_mut(rows).take(last_col / 64 + 1).enumerate() {
            let bits = self.bits.chunks_exact(self.width).skip(last_row - row);
            for (word, bits) in squares.iter_mut().zip(bits).take(last_row + 1) {
                let place = first + plane;
                *word &= !(bits[place] >> bit | bits[place + 1] << 1 << (63 - bit));
            }
        }
    }

    /// Divides the set into lines along some of these steps, the shortest steps first, and the remaining
    /// displacements.
    pub(super) fn split(&self, steps: &[Step]) -> DisplacementParts {
        let mut lines: Vec<Step> = Vec::new();
        for &(rows, cols) in steps {
            let multiple = |time: i32| (time * rows, time * cols);
            let mut multiples = (1..).take_while(|&time| self.fits(multiple(time)));
            let is_parallel = lines.iter().any(|line| line.0 * cols == line.1 * rows);
            if !is_parallel && multiples.all(|time| self.has(multiple(time)) && self.has(multiple(-time))) {
                lines.push((rows, cols));
            }
        }
        let is_leap = |&step: &Step| step != (0, 0) && !lines.iter().any(|&line| is_multiple(step, line));
        DisplacementParts { leaps: self.steps.iter().copied().filter(is_leap).collect(), lines }
    }
}

/// True if a displacement is a whole number of steps, forwards or backwards.
pub(super) fn is_multiple((rows, cols): Step, (row_step, col_step): Step) -> bool {
    let divides = |step: i32, by: i32| if step == 0 { by == 0 } else { by % step == 0 };
    rows * col_step == cols * row_step && divides(row_step, rows) && divides(col_step, cols)
}

/// Returns the steps of rides of these kinds, shorter than `longest`, the shortest first. Each points in the
/// direction of increasing rows, or else columns.
pub(super) fn steps<'a>(kinds: impl Iterator<Item = &'a Moves>, longest: usize) -> Vec<Step> {
    let forwards = |step: Step| if step < (0, 0) { (-step.0, -step.1) } else { step };
    let far = |step: &Step| step.0.unsigned_abs().max(step.1.unsigned_abs()) as usize >= longest;
    let rides = kinds.flat_map(Moves::rides).map(|(step, _)| step);
    let mut steps: Vec<Step> = rides.filter(|step| !far(step)).map(forwards).collect();
    steps.retain(|step| *step != (0, 0));
    steps.sort_unstable_by_key(|&(rows, cols)| (rows * rows + cols * cols, rows, cols));
    steps.dedup();
    steps
}

/// Returns the empty board as a set of squares for each of `kinds` kinds: planes with a word for each row and
/// 64 columns each. One further plane and [`LANES`] further rows are empty, so that loops may run over the
/// end.
pub(super) fn all_squares(kinds: usize, side: usize, (rows, cols): (usize, usize)) -> Sets {
    let mut set = Vec::new();
    for plane in 0..=side / 64 {
        let left = cols.saturating_sub(64 * plane).min(64) as u32;
        let row = u64::MAX.checked_shr(64 - left).unwrap_or(0);
        set.extend(std::iter::repeat_n(row, rows));
        set.extend(std::iter::repeat_n(0, side + LANES - rows));
    }
    Sets::new(set.len(), set.repeat(kinds))
}
