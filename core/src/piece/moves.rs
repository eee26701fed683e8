//! What a kind attacks on an otherwise empty board, as a set of rides.

use crate::board::{Board, BoardMap, LatticeMap, Leap, PointMap, Seam, Square};
use std::collections::BTreeMap;

/// How often a leap can be repeated in one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Range {
    /// At most this many times; once makes a leaper.
    Times(u32),
    /// Until the edge of the board or a hole: a rider.
    Unlimited,
}

/// A set of rides: from each square, repeat a leap up to its range.
///
/// A leaper jumps over whatever lies between, holes too; a rider lands on every square on its way and stops
/// before a hole. Whether other pieces stop a rider does not matter for placements at peace: the first piece on
/// an attacked line is itself attacked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moves {
    rides: BTreeMap<Leap, Range>,
}

impl FromIterator<((i32, i32), Range)> for Moves {
    /// The rides by these leaps; of two with the same leap the longer one.
    fn from_iter<I: IntoIterator<Item = ((i32, i32), Range)>>(rides: I) -> Self {
        let mut moves = Self::default();
        rides.into_iter().for_each(|(step, range)| moves.add(step, range));
        moves
    }
}

impl FromIterator<(Leap, Range)> for Moves {
    /// The rides by these leaps; of two with the same leap the longer one.
    fn from_iter<I: IntoIterator<Item = (Leap, Range)>>(rides: I) -> Self {
        let mut moves = Self::default();
        rides.into_iter().for_each(|(leap, range)| moves.add_leap(leap, range));
        moves
    }
}

impl Moves {
    /// Adds a ride by leaps of this many rows and columns; of two rides with the same leap the longer one stays.
    pub fn add(&mut self, (rows, cols): (i32, i32), range: Range) {
        self.add_leap([rows, cols, 0, 0], range);
    }

    /// The same by leaps along any axes.
    pub fn add_leap(&mut self, leap: Leap, range: Range) {
        let kept = self.rides.entry(leap).or_insert(range);
        *kept = range.max(*kept);
    }

    /// Whether there is no ride at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rides.is_empty()
    }

    /// The rides: the leap in rows and columns (forward is towards higher rows), and how often it repeats. Those that leave
    /// a layer of a board in space are not among them.
    pub fn rides(&self) -> impl Iterator<Item = ((i32, i32), Range)> + '_ {
        let flat = |&(&[rows, cols, layers, blocks], &range): &(&Leap, &Range)| {
            ((layers, blocks) == (0, 0)).then_some(((rows, cols), range))
        };
        self.rides.iter().filter_map(move |ride| flat(&ride))
    }

    /// All rides, with the leap along every axis.
    pub fn leaps(&self) -> impl Iterator<Item = (Leap, Range)> + '_ {
        self.rides.iter().map(|(&leap, &range)| (leap, range))
    }

    /// The squares that a piece on `from` attacks, in the order of its rides; a square may come twice.
    ///
    /// On a wrapped board a ride ends where it comes back to `from`: a piece does not attack itself. From a square off
    /// the board nothing is attacked.
    pub fn attacked<'a>(&'a self, board: &'a Board, from: Square) -> impl Iterator<Item = Square> + 'a {
        self.rides_from(board, from).flatten()
    }

    /// The same ride by ride, each from the nearest square on.
    pub fn rides_from<'a>(
        &'a self,
        board: &'a Board,
        from: Square,
    ) -> impl Iterator<Item = impl Iterator<Item = Square> + 'a> + 'a {
        self.leaps().filter(move |_| board.has(from)).map(move |(leap, range)| {
            let times = match range {
                Range::Times(times) => times as usize,
                Range::Unlimited => usize::MAX,
            };
            std::iter::successors(board.leap(from, leap), move |&(at, leap)| board.leap(at, leap))
                .map(|(at, _)| at)
                .take_while(move |&at| at != from && board.is_open(at))
                .take(times)
        })
    }

    /// Whether a piece that went round a twisted edge of the board still attacks as one that did not: there is no forwards
    /// where forwards leads to backwards.
    #[must_use]
    pub fn are_kept_by_seams(&self, board: &Board) -> bool {
        let twist = |seam: Seam, map: PointMap| seam != Seam::Twisted || self.mapped(map) == *self;
        twist(board.topology().of_files(), PointMap { flip_rows: true, ..PointMap::IDENTITY })
            && twist(board.topology().of_ranks(), PointMap { flip_cols: true, ..PointMap::IDENTITY })
    }

    /// The moves of a kind turned by `map`.
    #[must_use]
    pub fn mapped(&self, map: PointMap) -> Self {
        self.mapped_by(&map.into())
    }

    /// The same by any map of a lattice.
    #[must_use]
    pub fn mapped_by(&self, map: &LatticeMap) -> Self {
        self.leaps().map(|(leap, range)| (map.apply(leap), range)).collect()
    }

    /// Whether a map of a board keeps them, wherever it leads.
    #[must_use]
    pub fn are_kept_by(&self, map: &BoardMap) -> bool {
        map.matrices.iter().all(|matrix| self.mapped_by(matrix) == *self)
    }

    /// The relation "this kind attacks that one, or that one this": these rides, and the other's ones backwards.
    ///
    /// Conflict needs no more than this: a ride from `a` to `b` and its reverse pass over the same squares. So it
    /// is on twisted boards, too, since [problems](crate::Problem) have only kinds there that [their seams
    /// keep](Self::are_kept_by_seams).
    #[must_use]
    pub fn closed_with(&self, other: &Self) -> Self {
        let mut closure = self.clone();
        for (leap, range) in other.leaps() {
            closure.add_leap(leap.map(i32::wrapping_neg), range);
        }
        closure
    }
}
