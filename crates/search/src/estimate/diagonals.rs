//! Attacks along diagonals, across joined edges, for queens, and between queens and rooks. They need no table
//! of conflicts, so the board may have any size.

use super::grid::{Attacks, Grid, Piece};
use crate::board::Topology;
use crate::feature::Feature;
use crate::piece::{Moves, built_in};
use crate::problem::{Pieces, Problem};
use num_integer::Integer;

/// Attacks along diagonals, across joined edges, for queens, and between queens and rooks.
pub(super) struct Diagonals {
    /// For each class, true if it rides along diagonals.
    rides: Vec<bool>,
    /// The number of diagonals in each direction.
    number: usize,
    /// The contribution of each rank to the numbers of its diagonals.
    of_rank: Vec<u32>,
    /// The contribution of each file to the numbers of its diagonals, in each direction.
    of_file: [Vec<u32>; 2],
}

/// The largest side of a board: a number of 16 bits.
const MAX_SIDE: usize = u16::MAX as usize;

impl Grid<Diagonals> {
    /// Makes the arrangements of the queens and rooks of a problem. `None` if it has other pieces, an open
    /// number, or a board other than a rectangle with possibly joined edges.
    pub(super) fn of_queens(problem: &Problem) -> Option<Self> {
        let board = problem.board();
        let (ranks, files) = (board.rows(), board.cols());
        if !problem.has_only(&[Feature::ManySquares, Feature::JoinedEdges]) || ranks.max(files) > MAX_SIDE {
            return None;
        }
        let moves = |letter: char| built_in(letter).map(|entry| entry.kind.moves());
        let rides = |pieces: &Pieces| {
            let moves_as = |other: Option<&Moves>| other == Some(pieces.kind.moves());
            if moves_as(moves('Q')) { Some(true) } else { moves_as(moves('R')).then_some(false) }
        };
        let placed = || problem.pieces().filter(|pieces| pieces.free_pieces() > 0);
        let rides: Vec<bool> = placed().map(rides).collect::<Option<_>>()?;
        let pieces: Vec<u32> = placed().map(Pieces::free_pieces).collect();
        let attacks = Diagonals::new(ranks, files, board.topology(), rides);
        (!pieces.is_empty()).then(|| Self::new(ranks, files, pieces, attacks))
    }
}

impl Diagonals {
    fn new(ranks: usize, files: usize, topology: Topology, rides: Vec<bool>) -> Self {
        // After this number of steps along a rank one is on the same diagonal again.
        let number = match (topology.rows_wrap(), topology.cols_wrap()) {
            (false, false) => ranks + files,
            (false, true) => files,
            (true, false) => ranks,
            (true, true) => ranks.gcd(&files),
        };
        let of_file = |file: usize| [file % number, (number - file % number) % number];
        let [rising, falling] =
            [0, 1].map(|direction| (0..files).map(|file| of_file(file)[direction] as u32).collect());
        let of_rank = (0..ranks).map(|rank| (rank % number) as u32).collect();
        Self { rides, number, of_rank, of_file: [rising, falling] }
    }

    fn counters(&self) -> usize {
        let all_ride = self.rides.iter().all(|&rides| rides);
        self.number * if all_ride { 2 } else { 4 }
    }

    /// Returns the diagonals of a square as indices among all of them.
    #[inline]
    fn diagonals(&self, piece: Piece) -> [usize; 2] {
        let along = |direction: usize| {
            let sum = (self.of_rank[piece.rank] + self.of_file[direction][piece.file]) as usize;
            let line = if sum >= self.number { sum - self.number } else { sum };
            direction * self.number + line
        };
        [along(0), along(1)]
    }
}

impl Attacks for Diagonals {
    /// The number of pieces on each diagonal: those that ride, and after them the others.
    type Position = Box<[u16]>;

    fn bytes(&self) -> usize {
        size_of::<u16>() * self.counters()
    }

    fn empty(&self) -> Box<[u16]> {
        vec![0; self.counters()].into()
    }

    #[inline]
    fn clash(&self, standing: &Box<[u16]>, piece: Piece) -> u32 {
        let has_others = self.rides[piece.class] && standing.len() > 2 * self.number;
        let on = |line: usize| {
            let others = if has_others { standing[line + 2 * self.number] } else { 0 };
            u32::from(standing[line]) + u32::from(others)
        };
        let [first, second] = self.diagonals(piece);
        on(first) + on(second)
    }

    #[inline]
    fn count_conflicts(&self, one: Piece, other: Piece) -> u32 {
        if !self.rides[one.class] && !self.rides[other.class] {
            return 0;
        }
        let (one, other) = (self.diagonals(one), self.diagonals(other));
        u32::from(one[0] == other[0]) + u32::from(one[1] == other[1])
    }

    #[inline]
    fn put(&self, standing: &mut Box<[u16]>, piece: Piece) {
        let start = if self.rides[piece.class] { 0 } else { 2 * self.number };
        self.diagonals(piece).into_iter().for_each(|line| standing[start + line] += 1);
    }

    #[inline]
    fn take(&self, standing: &mut Box<[u16]>, piece: Piece) {
        let start = if self.rides[piece.class] { 0 } else { 2 * self.number };
        self.diagonals(piece).into_iter().for_each(|line| standing[start + line] -= 1);
    }
}
