//! What a kind attacks: rides, whatever stands on the board; and hops, which depend on it.

use super::hop::{Hop, Taken};
use crate::board::{Board, BoardMap, LatticeMap, Leap, PointMap, Seam, Square};
use crate::feature::{Feature, those};
use std::collections::BTreeSet;

/// How often a leap can be repeated in one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Range {
    /// At most this many times; once makes a leaper.
    Times(u32),
    /// Until the edge of the board or a hole: a rider.
    Unlimited,
}

impl Range {
    /// How often at most.
    #[doc(hidden)]
    pub fn times(self) -> usize {
        match self {
            Self::Times(times) => times as usize,
            Self::Unlimited => usize::MAX,
        }
    }
}

/// A set of rides: from each square, repeat a leap up to its range. And of hops, if the kind has any.
///
/// A leaper jumps over whatever lies between, holes too; a rider lands on every square on its way and stops
/// before a hole. Whether other pieces stop a rider does not matter for placements at peace: the first piece on
/// an attacked line is itself attacked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moves {
    /// In increasing order of their leaps, each of which comes once.
    rides: Vec<(Leap, Range)>,
    /// In increasing order, each once.
    hops: Vec<(Leap, Hop)>,
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
        match self.rides.binary_search_by_key(&leap, |ride| ride.0) {
            Ok(place) => self.rides[place].1 = range.max(self.rides[place].1),
            Err(place) => self.rides.insert(place, (leap, range)),
        }
    }

    /// Adds attacks by a leap that depend on where other pieces stand.
    pub fn add_hop(&mut self, leap: Leap, hop: Hop) {
        if let Err(place) = self.hops.binary_search(&(leap, hop)) {
            self.hops.insert(place, (leap, hop));
        }
    }

    /// Whether there is no ride and no hop at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rides.is_empty() && self.hops.is_empty()
    }

    /// Whether what they attack is the same wherever other pieces stand.
    #[must_use]
    pub fn are_fixed(&self) -> bool {
        self.features().is_empty()
    }

    /// What they have beyond rides.
    pub(crate) fn features(&self) -> Vec<Feature> {
        let Self { rides: _, hops } = self;
        those(&[(!hops.is_empty(), Feature::Hops)])
    }

    /// The hops, with the leap along every axis. They are no [rides](Self::leaps).
    pub fn hops(&self) -> impl Iterator<Item = (Leap, Hop)> + Clone + '_ {
        self.hops.iter().copied()
    }

    /// The rides: the leap in rows and columns (forward is towards higher rows), and how often it repeats. Those that leave
    /// a layer of a board in space are not among them.
    pub fn rides(&self) -> impl Iterator<Item = ((i32, i32), Range)> + '_ {
        let flat = |&([rows, cols, layers, blocks], range): &(Leap, Range)| {
            ((layers, blocks) == (0, 0)).then_some(((rows, cols), range))
        };
        self.rides.iter().filter_map(flat)
    }

    /// All rides, with the leap along every axis.
    pub fn leaps(&self) -> impl Iterator<Item = (Leap, Range)> + '_ {
        self.rides.iter().copied()
    }

    /// The squares that a piece on `from` attacks, in the order of its rides; a square may come twice. Hops are left out.
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
        let leaps = self.leaps().filter(move |_| board.has(from));
        leaps.map(move |(leap, range)| board.line(from, leap).take(range.times()))
    }

    /// The squares that hops from `from` attack, pieces standing where `is_taken` says so; a square may come twice.
    ///
    /// ```
    /// use armistice::board::{Board, Square};
    /// use armistice::piece::betza;
    ///
    /// let board: Board = "8x8".parse()?;
    /// let (from, hurdle): (Square, Square) = ("a1".parse()?, "a4".parse()?);
    /// let hops = |betza| -> Result<Vec<String>, Box<dyn std::error::Error>> {
    ///     let moves = betza::parse(betza)?;
    ///     Ok(moves.hopped(&board, from, &|square| square == hurdle).iter().map(Square::to_string).collect())
    /// };
    /// // A grasshopper, a cannon, and a Chinese horse.
    /// assert_eq!(hops("gQ")?, ["a5"]);
    /// assert_eq!(hops("pR")?, ["a5", "a6", "a7", "a8"]);
    /// assert_eq!(hops("nN")?, ["c2", "b3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hopped(&self, board: &Board, from: Square, is_taken: Taken<'_>) -> Vec<Square> {
        let hops = self.hops.iter().filter(|_| board.has(from));
        hops.flat_map(|&(leap, hop)| hop.attacked(board, from, leap, is_taken)).collect()
    }

    /// What shows how a piece on `from` attacks on a board that is else empty: hurdles for its hops, on the second square of
    /// each line where there are two, and all squares that are attacked then, in order.
    #[must_use]
    pub fn shown(&self, board: &Board, from: Square) -> (Vec<Square>, Vec<Square>) {
        let hoppers = self.hops.iter().filter(|(_, hop)| *hop != Hop::Lame);
        let hurdle = |&(leap, _): &(Leap, Hop)| {
            let mut line = board.line(from, leap);
            let near = line.next()?;
            Some(line.next().unwrap_or(near))
        };
        let hurdles: BTreeSet<Square> = hoppers.filter_map(hurdle).collect();
        let hopped = self.hopped(board, from, &|at| hurdles.contains(&at));
        let attacked: BTreeSet<Square> = self.attacked(board, from).chain(hopped).collect();
        (hurdles.into_iter().collect(), attacked.into_iter().collect())
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

    /// The moves of a kind that goes down the board where this one goes up.
    #[must_use]
    pub fn turned(&self) -> Self {
        self.mapped(PointMap { flip_rows: true, ..PointMap::IDENTITY })
    }

    /// The same by any map of a lattice.
    #[must_use]
    pub fn mapped_by(&self, map: &LatticeMap) -> Self {
        let mut mapped = Self::default();
        self.rides.iter().for_each(|&(leap, range)| mapped.add_leap(map.apply(leap), range));
        self.hops.iter().for_each(|&(leap, hop)| mapped.add_hop(map.apply(leap), hop));
        mapped
    }

    /// Whether a map of a board keeps them, wherever it leads.
    #[must_use]
    pub fn are_kept_by(&self, map: &BoardMap) -> bool {
        map.matrices.iter().all(|matrix| self.mapped_by(matrix) == *self)
    }

    /// The relation "this kind attacks that one, or that one this": these rides, and the other's ones backwards. Hops are left
    /// out: they are no relation of two squares.
    ///
    /// Conflict needs no more than this: a ride from `a` to `b` and its reverse pass over the same squares. So it
    /// is on twisted boards, too, since [problems](crate::Problem) have only kinds there that [their seams
    /// keep](Self::are_kept_by_seams).
    #[must_use]
    pub fn closed_with(&self, other: &Self) -> Self {
        let mut closure = Self { rides: self.rides.clone(), hops: Vec::new() };
        for (leap, range) in other.leaps() {
            closure.add_leap(leap.map(i32::wrapping_neg), range);
        }
        closure
    }
}
