//! The attacks of a kind: rides, which do not depend on other pieces, and hops, which do.

use super::hop::{Hop, Occupancy};
use crate::board::{Board, BoardMap, LatticeMap, Leap, PointMap, Seam, Square};
use crate::feature::{Feature, select_features};
use std::collections::BTreeSet;

/// The maximum number of repetitions of a leap in one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Range {
    /// At most this number of repetitions. A leaper has one.
    Times(u32),
    /// Repetitions up to the edge of the board or a hole: a rider.
    Unlimited,
}

impl Range {
    /// Returns the maximum number of repetitions.
    #[doc(hidden)]
    pub fn times(self) -> usize {
        match self {
            Self::Times(times) => times as usize,
            Self::Unlimited => usize::MAX,
        }
    }
}

/// A set of rides and hops. A ride repeats a leap from each square, up to its range.
///
/// A leaper jumps over pieces and holes. A rider lands on every square on its way and stops before a hole. In
/// non-attacking placements it does not matter whether other pieces stop a rider, because the first piece on
/// an attacked line is itself attacked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moves {
    /// The rides, in increasing order of their leaps, each leap once.
    rides: Vec<(Leap, Range)>,
    /// The hops, in increasing order, each once.
    hops: Vec<(Leap, Hop)>,
}

impl FromIterator<((i32, i32), Range)> for Moves {
    /// Returns the rides by these leaps; of two rides with the same leap, the longer one.
    fn from_iter<I: IntoIterator<Item = ((i32, i32), Range)>>(rides: I) -> Self {
        let mut moves = Self::default();
        rides.into_iter().for_each(|(step, range)| moves.add(step, range));
        moves
    }
}

impl FromIterator<(Leap, Range)> for Moves {
    /// Returns the rides by these leaps; of two rides with the same leap, the longer one.
    fn from_iter<I: IntoIterator<Item = (Leap, Range)>>(rides: I) -> Self {
        let mut moves = Self::default();
        rides.into_iter().for_each(|(leap, range)| moves.add_leap(leap, range));
        moves
    }
}

impl Moves {
    /// Adds a ride by a leap of these rows and columns. Of two rides with the same leap, the longer one
    /// stays.
    pub fn add(&mut self, (rows, cols): (i32, i32), range: Range) {
        self.add_leap([rows, cols, 0, 0], range);
    }

    /// Like [`add`](Self::add), but for a leap along any axes.
    pub fn add_leap(&mut self, leap: Leap, range: Range) {
        match self.rides.binary_search_by_key(&leap, |ride| ride.0) {
            Ok(place) => self.rides[place].1 = range.max(self.rides[place].1),
            Err(place) => self.rides.insert(place, (leap, range)),
        }
    }

    /// Adds attacks by a leap that depend on other pieces.
    pub fn add_hop(&mut self, leap: Leap, hop: Hop) {
        if let Err(place) = self.hops.binary_search(&(leap, hop)) {
            self.hops.insert(place, (leap, hop));
        }
    }

    /// Returns true if there are neither rides nor hops.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rides.is_empty() && self.hops.is_empty()
    }

    /// Returns true if the attacks do not depend on other pieces.
    #[must_use]
    pub fn are_fixed(&self) -> bool {
        self.features().is_empty()
    }

    /// Returns the features of the moves beyond rides.
    pub(crate) fn features(&self) -> Vec<Feature> {
        let Self { rides: _, hops } = self;
        select_features(&[(!hops.is_empty(), Feature::Hops)])
    }

    /// Returns the hops, with the leap along every axis. Hops are not among the [rides](Self::leaps).
    pub fn hops(&self) -> impl Iterator<Item = (Leap, Hop)> + Clone + '_ {
        self.hops.iter().copied()
    }

    /// Returns the rides: the leap in rows and columns (forward is towards higher rows), and its range. Rides
    /// that leave a layer of a board in space are left out.
    pub fn rides(&self) -> impl Iterator<Item = ((i32, i32), Range)> + '_ {
        let flat = |&([rows, cols, layers, blocks], range): &(Leap, Range)| {
            ((layers, blocks) == (0, 0)).then_some(((rows, cols), range))
        };
        self.rides.iter().filter_map(flat)
    }

    /// Returns all rides, with the leap along every axis.
    pub fn leaps(&self) -> impl Iterator<Item = (Leap, Range)> + '_ {
        self.rides.iter().copied()
    }

    /// Returns the squares that a piece on `from` attacks, in the order of its rides. A square may occur
    /// twice. Hops are left out.
    ///
    /// On a wrapped board, a ride ends when it comes back to `from`: a piece does not attack itself. A square
    /// off the board attacks nothing.
    pub fn attacked_squares<'a>(
        &'a self,
        board: &'a Board,
        from: Square,
    ) -> impl Iterator<Item = Square> + 'a {
        self.rides_from(board, from).flatten()
    }

    /// Like [`attacked_squares`](Self::attacked_squares), but ride by ride, each ride from the nearest square
    /// on.
    pub fn rides_from<'a>(
        &'a self,
        board: &'a Board,
        from: Square,
    ) -> impl Iterator<Item = impl Iterator<Item = Square> + 'a> + 'a {
        let leaps = self.leaps().filter(move |_| board.has(from));
        leaps.map(move |(leap, range)| board.line(from, leap).take(range.times()))
    }

    /// Returns the squares that hops from `from` attack, with pieces on the squares where `is_taken` is true.
    /// A square may occur twice.
    ///
    /// ```
    /// use armistice::board::{Board, Square};
    /// use armistice::piece::betza;
    ///
    /// let board: Board = "8x8".parse()?;
    /// let (from, hurdle): (Square, Square) = ("a1".parse()?, "a4".parse()?);
    /// let hops = |betza| -> Result<Vec<String>, Box<dyn std::error::Error>> {
    ///     let moves = betza::parse(betza)?;
    ///     let squares = moves.hop_squares(&board, from, &|square| square == hurdle);
    ///     Ok(squares.iter().map(Square::to_string).collect())
    /// };
    /// // A grasshopper, a cannon, and a Chinese horse.
    /// assert_eq!(hops("gQ")?, ["a5"]);
    /// assert_eq!(hops("pR")?, ["a5", "a6", "a7", "a8"]);
    /// assert_eq!(hops("nN")?, ["c2", "b3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hop_squares(&self, board: &Board, from: Square, is_taken: Occupancy<'_>) -> Vec<Square> {
        let hops = self.hops.iter().filter(|_| board.has(from));
        hops.flat_map(|&(leap, hop)| hop.attacked_squares(board, from, leap, is_taken)).collect()
    }

    /// Returns hurdles and attacked squares that show the attacks of a piece on `from`, on an otherwise empty
    /// board. Each hurdle of its hops is on the second square of a line, or on the first if the line has only
    /// one. The attacked squares are in order.
    #[must_use]
    pub fn example_attacks(&self, board: &Board, from: Square) -> (Vec<Square>, Vec<Square>) {
        let hoppers = self.hops.iter().filter(|(_, hop)| *hop != Hop::Lame);
        let hurdle = |&(leap, _): &(Leap, Hop)| {
            let mut line = board.line(from, leap);
            let near = line.next()?;
            Some(line.next().unwrap_or(near))
        };
        let hurdles: BTreeSet<Square> = hoppers.filter_map(hurdle).collect();
        let hopped = self.hop_squares(board, from, &|at| hurdles.contains(&at));
        let attacked: BTreeSet<Square> = self.attacked_squares(board, from).chain(hopped).collect();
        (hurdles.into_iter().collect(), attacked.into_iter().collect())
    }

    /// Returns true if a piece that has passed a twisted edge of the board attacks like one that has not. If
    /// not, the directions of the kind have no meaning there, because going forwards leads to going
    /// backwards.
    #[must_use]
    pub fn are_kept_by_seams(&self, board: &Board) -> bool {
        let twist = |seam: Seam, map: PointMap| seam != Seam::Twisted || self.map(map) == *self;
        twist(board.topology().of_files(), PointMap { flip_rows: true, ..PointMap::IDENTITY })
            && twist(board.topology().of_ranks(), PointMap { flip_cols: true, ..PointMap::IDENTITY })
    }

    /// Returns the moves of the kind after `map`.
    #[must_use]
    pub fn map(&self, map: PointMap) -> Self {
        self.mapped_by(&map.into())
    }

    /// Returns the moves of the reversed kind, which goes down the board where this one goes up.
    #[must_use]
    pub fn reverse(&self) -> Self {
        self.map(PointMap { flip_rows: true, ..PointMap::IDENTITY })
    }

    /// Like [`map`](Self::map), but by any map of a lattice.
    #[must_use]
    pub fn mapped_by(&self, map: &LatticeMap) -> Self {
        let mut mapped = Self::default();
        self.rides.iter().for_each(|&(leap, range)| mapped.add_leap(map.apply(leap), range));
        self.hops.iter().for_each(|&(leap, hop)| mapped.add_hop(map.apply(leap), hop));
        mapped
    }

    /// Returns true if a map of a board keeps the moves, wherever it leads.
    #[must_use]
    pub fn are_kept_by(&self, map: &BoardMap) -> bool {
        map.matrices.iter().all(|matrix| self.mapped_by(matrix) == *self)
    }

    /// Returns the moves for the relation "one of the two kinds attacks the other": these rides, and the
    /// reversed rides of the other kind. Hops are left out because they are not a relation of two squares.
    ///
    /// This is enough for conflicts, because a ride from `a` to `b` and its reverse pass over the same
    /// squares. It also holds on twisted boards, because there [problems](crate::Problem) only have kinds
    /// that [their seams keep](Self::are_kept_by_seams).
    #[must_use]
    pub fn closed_with(&self, other: &Self) -> Self {
        let mut closure = Self { rides: self.rides.clone(), hops: Vec::new() };
        for (leap, range) in other.leaps() {
            closure.add_leap(leap.map(i32::wrapping_neg), range);
        }
        closure
    }
}
