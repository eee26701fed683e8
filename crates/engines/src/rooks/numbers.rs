//! Rook numbers: the numbers of ways to place no rook, one rook, two rooks and so on, no two in a row or
//! column.
//!
//! * On `m` x `n` squares they are `C(m, k) C(n, k) k!`.
//! * On a *Ferrers board*, whose rows are nested, a rook on a row of length l has l - j squares if j rooks
//!   stand on shorter rows, wherever these stand (I. Kaplansky and J. Riordan, *The problem of the rooks and
//!   its applications*, 1946).
//! * On any board they are found row by row. A state records which columns with squares both above and below
//!   are taken.
//! * If some squares of a rectangle are closed, inclusion and exclusion leaves them out: `j` rooks on closed
//!   squares leave a rectangle with `j` fewer rows and columns.

use num_bigint::BigUint;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The rook numbers for no rook, one rook, and so on.
pub(super) type RookNumbers = Vec<BigUint>;

/// The maximum number of columns in one word.
const MAX_COLUMNS: usize = 48;

/// Returns the numbers of a rectangle, for at most `most` rooks.
pub(super) fn of_rectangle(rows: usize, cols: usize, most: usize) -> RookNumbers {
    let mut numbers = vec![BigUint::from(1u32)];
    for rooks in 0..rows.min(cols).min(most) {
        let next = &numbers[rooks] * ((rows - rooks) as u64) * ((cols - rooks) as u64) / (rooks as u64 + 1);
        numbers.push(next);
    }
    numbers
}

/// Returns in how many ways rooks take a set of lines across, once there is one more line along: none of them stands on it,
/// or one does, where it meets a line of the set. `ways` are the numbers without that line, by set. A sum that does not fit is
/// the largest number.
pub(super) fn with_line(ways: &[u128], line: u32, set: usize) -> u128 {
    let (mut sum, mut taken) = (ways[set], set as u32 & line);
    while taken != 0 {
        sum = sum.saturating_add(ways[set & !(1 << taken.trailing_zeros())]);
        taken &= taken - 1;
    }
    sum
}

/// Returns the numbers of a Ferrers board with rows of these lengths, for at most `most` rooks; `None` if it
/// was stopped.
pub(super) fn of_nested_rows(
    mut lengths: Vec<usize>,
    most: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<RookNumbers> {
    lengths.sort_unstable();
    let mut numbers = vec![BigUint::from(1u32)];
    for length in lengths {
        if should_stop() {
            return None;
        }
        let placed = numbers.iter().enumerate().map(|(rooks, ways)| ways * length.saturating_sub(rooks));
        let placed: Vec<BigUint> = placed.collect();
        numbers.push(BigUint::ZERO);
        numbers[1..].iter_mut().zip(placed).for_each(|(number, ways)| *number += ways);
        numbers.truncate(most + 1);
    }
    Some(numbers)
}

/// Returns the numbers of two boards together that have no common row or column.
pub(super) fn multiply(one: &[BigUint], other: &[BigUint], most: usize) -> RookNumbers {
    let mut numbers = vec![BigUint::ZERO; (one.len() + other.len() - 1).min(most + 1)];
    for (place, ways) in one.iter().enumerate() {
        for (number, others) in numbers.iter_mut().skip(place).zip(other) {
            *number += ways * others;
        }
    }
    numbers
}

/// A board of arbitrary squares, row by row: the columns in which each row has squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnySquares {
    rows: Vec<Vec<usize>>,
    /// For each row, the columns whose last square is in the row before.
    ended: Vec<Vec<usize>>,
}

impl AnySquares {
    /// Creates the board of these squares, by rows or by columns, whichever is less work.
    pub(super) fn new(squares: &[(usize, usize)]) -> Self {
        let one = Self::by_rows(squares.iter().copied());
        let other = Self::by_rows(squares.iter().map(|&(row, col)| (col, row)));
        if other.work() < one.work() { other } else { one }
    }

    fn by_rows(squares: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        squares.for_each(|(row, col)| rows.entry(row).or_default().push(col));
        let rows: Vec<Vec<usize>> = rows.into_values().collect();
        let mut last = BTreeMap::new();
        rows.iter().enumerate().for_each(|(row, cols)| {
            last.extend(cols.iter().map(|&col| (col, row)));
        });
        let mut ended = vec![Vec::new(); rows.len() + 1];
        last.into_iter().for_each(|(col, row)| ended[row + 1].push(col));
        Self { rows, ended }
    }

    /// Returns the maximum number of columns with squares in one row, or both above and below it.
    fn columns(&self) -> usize {
        let (mut open, mut most) = (BTreeSet::new(), 0);
        for (cols, ended) in self.rows.iter().zip(&self.ended) {
            open.retain(|col| !ended.contains(col));
            open.extend(cols.iter().copied());
            most = most.max(open.len());
        }
        most
    }

    /// Returns the approximate number of steps.
    pub(super) fn work(&self) -> f64 {
        let cells: usize = self.rows.iter().map(Vec::len).sum();
        2f64.powi(self.columns() as i32) * cells as f64 * (self.rows.len() as f64).min(64.0)
    }

    /// Returns the numbers, for at most `most` rooks; `None` if it was stopped, or if too many columns are
    /// open at once.
    pub(super) fn numbers(&self, most: usize, should_stop: &dyn Fn() -> bool) -> Option<RookNumbers> {
        if self.columns() > MAX_COLUMNS {
            return None;
        }
        // Each open column has a bit in a word.
        let (mut places, mut free) = (HashMap::new(), (0..=MAX_COLUMNS).rev().collect::<Vec<usize>>());
        let mut states: HashMap<u64, RookNumbers> = HashMap::from([(0, vec![BigUint::from(1u32)])]);
        for (cols, ended) in self.rows.iter().zip(&self.ended) {
            let mut gone = 0u64;
            for place in ended.iter().filter_map(|col| places.remove(col)) {
                gone |= 1u64 << place;
                free.push(place);
            }
            let mut next: HashMap<u64, RookNumbers> = HashMap::new();
            for &col in cols {
                if let Entry::Vacant(entry) = places.entry(col) {
                    entry.insert(free.pop()?);
                }
            }
            let of_row: Vec<u64> = cols.iter().filter_map(|col| Some(1 << *places.get(col)?)).collect();
            for (state, numbers) in states {
                if should_stop() {
                    return None;
                }
                let state = state & !gone;
                add(next.entry(state).or_default(), &numbers, 0, most);
                for place in of_row.iter().filter(|&&place| state & place == 0) {
                    add(next.entry(state | place).or_default(), &numbers, 1, most);
                }
            }
            states = next;
        }
        let mut all = RookNumbers::new();
        states.values().for_each(|numbers| add(&mut all, numbers, 0, most));
        Some(all)
    }
}

/// Adds numbers, each with `more` further rooks.
fn add(to: &mut RookNumbers, numbers: &[BigUint], more: usize, most: usize) {
    let length = (numbers.len() + more).min(most + 1);
    if to.len() < length {
        to.resize(length, BigUint::ZERO);
    }
    to.iter_mut().skip(more).zip(numbers).for_each(|(to, number)| *to += number);
}

/// Divides squares into parts that have no common row or column.
pub(super) fn parts(squares: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
    let mut parts: Vec<Vec<(usize, usize)>> = Vec::new();
    for &square in squares {
        let meets =
            |part: &Vec<(usize, usize)>| part.iter().any(|other| other.0 == square.0 || other.1 == square.1);
        let (met, apart): (Vec<_>, Vec<_>) = parts.into_iter().partition(meets);
        parts = apart;
        parts.push(met.into_iter().flatten().chain([square]).collect());
    }
    parts
}

/// Returns the numbers of a rectangle without some squares, from the rook numbers of these; `None` if it was
/// stopped.
pub(super) fn of_rectangle_without(
    (rows, cols): (usize, usize),
    closed: &[BigUint],
    most: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<RookNumbers> {
    let (mut added, mut taken) = (RookNumbers::new(), RookNumbers::new());
    for (rooks, ways) in closed.iter().enumerate().take(rows.min(cols).min(most) + 1) {
        if should_stop() {
            return None;
        }
        let left = of_rectangle(rows - rooks, cols - rooks, most - rooks);
        let numbers: Vec<BigUint> = left.into_iter().map(|number| number * ways).collect();
        add(if rooks % 2 == 0 { &mut added } else { &mut taken }, &numbers, rooks, most);
    }
    added.iter_mut().zip(taken).for_each(|(number, taken)| *number -= taken);
    Some(added)
}
