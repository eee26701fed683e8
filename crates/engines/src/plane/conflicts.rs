//! Leaps that bring pieces into conflict, and independent lattices of squares.
//!
//! A ferz stays on squares of one colour. Seen from one of them, the others are like squares rotated by 45
//! degrees, on which it is a wazir. More generally, suppose the leaps of all conflicts lie in a sublattice of
//! the squares. Then its translates are independent, and a placement is an independent choice on each of
//! them. A large board has nearly the same part of each, like a large piece of the plane, and the loss along
//! the edges grows only with the edges. So **the constant of the plane is that of one lattice**, in whose own
//! coordinates leaps are shorter: ferz and dabbaba are wazirs, a camel is a knight.

use super::neighbours::Neighbours;
use crate::engines::feature::Feature;
use crate::engines::piece::Range;
use crate::engines::problem::{Pieces, Problem};
use std::collections::BTreeSet;

/// Leaps in rows and columns.
type Leaps = BTreeSet<(i64, i64)>;

/// For each two kinds, the leaps between two pieces of these kinds that conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeapConflicts {
    /// The leaps by kind and kind.
    leaps: Vec<Vec<Leaps>>,
}

impl LeapConflicts {
    /// Returns the conflicts of a problem of leapers in any numbers; `None` for other problems.
    pub fn from_problem(problem: &Problem) -> Option<Self> {
        use Feature::{AnyNumber, JoinedEdges, ManySquares};
        if !problem.has_only(&[ManySquares, JoinedEdges, AnyNumber]) {
            return None;
        }
        let between = |one: &Pieces, other: &Pieces| {
            let mut leaps = Leaps::new();
            for ((rows, cols), range) in one.kind.moves().closed_with(other.kind.moves()).rides() {
                let Range::Times(times) = range else { return None };
                let times = 1..=i64::from(times.min(MAX_TIMES));
                leaps.extend(times.map(|time| (time * i64::from(rows), time * i64::from(cols))));
            }
            Some(leaps)
        };
        let row = |one| problem.pieces().map(|other| between(one, other)).collect();
        Some(Self { leaps: problem.pieces().map(row).collect::<Option<_>>()? })
    }

    fn all(&self) -> impl Iterator<Item = (i64, i64)> {
        self.leaps.iter().flatten().flatten().copied()
    }

    fn map(&self, map: impl Fn(i64, i64) -> (i64, i64)) -> Self {
        let of = |leaps: &Leaps| leaps.iter().map(|&(rows, cols)| map(rows, cols)).collect();
        Self { leaps: self.leaps.iter().map(|row| row.iter().map(of).collect()).collect() }
    }

    /// Returns the largest distance of two pieces in conflict along one side of the board.
    pub fn reach(&self) -> i64 {
        self.all().map(|(rows, cols)| rows.abs().max(cols.abs())).max().unwrap_or(0)
    }

    /// Returns the conflicts in the coordinates of one of the independent lattices, and the number of these
    /// lattices.
    pub fn on_one_lattice(&self) -> (Self, u64) {
        let (mut conflicts, mut lattices) = (self.clone(), 1);
        if self.all().next().is_none() {
            return (conflicts, lattices);
        }
        loop {
            let divisor = conflicts.all().fold(0, |divisor, (rows, cols)| gcd(divisor, gcd(rows, cols)));
            if divisor > 1 {
                conflicts = conflicts.map(|rows, cols| (rows / divisor, cols / divisor));
                lattices *= divisor.unsigned_abs().pow(2);
            } else if conflicts.all().all(|(rows, cols)| (rows + cols) % 2 == 0) {
                conflicts = conflicts.map(|rows, cols| ((rows + cols) / 2, (rows - cols) / 2));
                lattices *= 2;
            } else {
                return (conflicts, lattices);
            }
        }
    }

    /// Returns the neighbours if all conflicts are between neighbouring squares and alike in all directions.
    pub fn neighbours(&self) -> Option<Neighbours> {
        let is_even = |leaps: &Leaps| {
            let images = |(rows, cols): (i64, i64)| [(-rows, cols), (rows, -cols), (cols, rows)];
            leaps.iter().all(|&leap| images(leap).iter().all(|image| leaps.contains(image)))
        };
        if self.reach() > 1 || self.leaps.len() > MAX_KINDS || !self.leaps.iter().flatten().all(is_even) {
            return None;
        }
        let has = |one: usize, other: usize, leap| self.leaps[one - 1][other - 1].contains(&leap);
        let beside = |one, other| !has(one, other, (0, 1));
        Some(Neighbours::new(self.leaps.len(), beside, |one, other| !has(one, other, (1, 1))))
    }

    /// Returns the leaps between two pieces of the only kind, if all of them change the colour of the square.
    pub(super) fn between_colours(&self) -> Option<Vec<(i64, i64)>> {
        let [row] = &self.leaps[..] else { return None };
        let leaps: Vec<(i64, i64)> = row.iter().flatten().copied().collect();
        let changes = |&(rows, cols): &(i64, i64)| (rows + cols) % 2 != 0;
        (!leaps.is_empty() && leaps.iter().all(changes)).then_some(leaps)
    }

    /// Returns the leaps between two pieces of the same kind, for each kind, each in one of its directions,
    /// nearest first.
    pub fn own_leaps(&self) -> Vec<Vec<(i64, i64)>> {
        let own = |(kind, row): (usize, &Vec<Leaps>)| {
            let leaps: Leaps = row[kind]
                .iter()
                .map(|&(rows, cols)| (rows.abs().min(cols.abs()), rows.abs().max(cols.abs())))
                .collect();
            leaps.into_iter().collect()
        };
        self.leaps.iter().enumerate().map(own).collect()
    }
}

/// The maximum number of kinds whose corners can be found in a reasonable time.
const MAX_KINDS: usize = 5;
/// The maximum number of repetitions of a leap.
const MAX_TIMES: u32 = 64;

/// Returns the greatest common divisor.
fn gcd(one: i64, other: i64) -> i64 {
    if other == 0 { one.abs() } else { gcd(other, one % other) }
}
