//! What a kind attacks on an otherwise empty board, as a set of rides.

use crate::board::{Board, PointMap, Square};
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
    rides: BTreeMap<(i32, i32), Range>,
}

impl FromIterator<((i32, i32), Range)> for Moves {
    /// The rides by these leaps; of two with the same leap the longer one.
    fn from_iter<I: IntoIterator<Item = ((i32, i32), Range)>>(rides: I) -> Self {
        let mut moves = Self::default();
        rides.into_iter().for_each(|(step, range)| moves.add(step, range));
        moves
    }
}

impl Moves {
    /// Adds a ride by leaps of this many rows and columns; of two rides with the same leap the longer one stays.
    pub fn add(&mut self, step: (i32, i32), range: Range) {
        let kept = self.rides.entry(step).or_insert(range);
        *kept = range.max(*kept);
    }

    /// Whether there is no ride at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rides.is_empty()
    }

    /// The rides: the leap in rows and columns (forward is towards higher rows), and how often it repeats.
    pub fn rides(&self) -> impl Iterator<Item = ((i32, i32), Range)> + '_ {
        self.rides.iter().map(|(&step, &range)| (step, range))
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
        self.rides().filter(move |_| board.has(from)).map(move |(step, range)| {
            let times = match range {
                Range::Times(times) => times as usize,
                Range::Unlimited => usize::MAX,
            };
            std::iter::successors(board.step(from, step), move |&at| board.step(at, step))
                .take_while(move |&at| at != from && board.is_open(at))
                .take(times)
        })
    }

    /// The moves of a kind turned by `map`.
    #[must_use]
    pub fn mapped(&self, map: PointMap) -> Self {
        self.rides().map(|(step, range)| (map.apply_to_step(step), range)).collect()
    }

    /// The relation "this kind attacks that one, or that one this": these rides, and the other's ones backwards.
    ///
    /// Conflict needs no more than this: a ride from `a` to `b` and its reverse pass over the same squares.
    #[must_use]
    pub fn closed_with(&self, other: &Self) -> Self {
        let mut closure = self.clone();
        for ((rows, cols), range) in other.rides() {
            closure.add((rows.wrapping_neg(), cols.wrapping_neg()), range);
        }
        closure
    }
}
