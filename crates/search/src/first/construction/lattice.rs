//! Lattices: the squares whose `row + factor * col` leaves one remainder when it is divided by a period.
//!
//! Two squares of a lattice differ by ranks and files with `ranks + factor * files` divisible by the period,
//! and every such difference occurs between two squares. So pieces on it do not attack each other if and only
//! if no ride has such a multiple that stays on the board and does not lead back to its own square. This
//! takes one division for each ride, whatever the size of the board. If edges are joined, the lattice must
//! continue across them.
//!
//! * Leapers: the densest lattice with a small period (every second square for knights).
//! * Rooks, and empresses (rook and knight): a diagonal, whose period is the side.
//! * *n* queens on the torus of *n* ranks and files, if neither 2 nor 3 divides *n*: period *n*, factor 2.
//!   There are none for other *n* (G. Pólya, *Über die "doppelt-periodischen" Lösungen des n-Damen-Problems*,
//!   in W. Ahrens, *Mathematische Unterhaltungen und Spiele* 2, 1918).
//! * *n* superqueens (queen and knight): the lattice of queens with factor 3 or another one, from *n* = 11
//!   on. On the plane this also gives one fewer than such an *n*: the lattice without its square in a corner,
//!   and without the rank and the file of that square.

use crate::board::{Board, Square};
use crate::piece::{Moves, Range};
use num_integer::gcd;

/// The largest number of rows after which patterns of leapers repeat.
const MAX_PERIOD: usize = 24;
/// The number of factors of large periods that are tried: if there are few rides, one of the first factors is
/// suitable.
const MAX_FACTOR: usize = 64;

/// Returns the densest lattice of a small period with as many squares as pieces.
pub(super) fn densest_lattice(moves: &Moves, board: &Board, number: usize) -> Option<Vec<Square>> {
    let lattices = (1..=MAX_PERIOD).flat_map(|period| (0..period).map(move |factor| (period, factor, 0)));
    lattices.into_iter().find_map(|lattice| Lattice::new(lattice).squares(moves, board, number))
}

/// Returns a lattice with one square in each rank and file.
pub(super) fn wide_lattice(moves: &Moves, board: &Board, number: usize) -> Option<Vec<Square>> {
    let side = board.rows().max(board.cols());
    let lattices = [side, side + 1].into_iter().flat_map(|period| {
        let factors = [period - 1].into_iter().chain(2..MAX_FACTOR.min(period));
        // A longer period has its corner square just off the board.
        let remainder = move |factor: usize| if period == side { 0 } else { period - (1 + factor) % period };
        factors.map(move |factor| (period, factor, remainder(factor) % period))
    });
    lattices.into_iter().find_map(|lattice| Lattice::new(lattice).squares(moves, board, number))
}

struct Lattice {
    period: usize,
    factor: usize,
    remainder: usize,
}

impl Lattice {
    fn new((period, factor, remainder): (usize, usize, usize)) -> Self {
        Self { period, factor, remainder }
    }

    /// Returns the first `number` squares of the lattice on a board, if there are as many and pieces on them
    /// do not attack each other.
    fn squares(&self, moves: &Moves, board: &Board, number: usize) -> Option<Vec<Square>> {
        let Self { period, factor, remainder } = *self;
        let (rows, cols) = (board.rows(), board.cols());
        // The number of files from one square of a rank to the next.
        let step = period / gcd(period, factor);
        if rows.saturating_mul(cols.div_ceil(step)) < number || !self.suits(board) {
            return None;
        }
        if moves.rides().any(|(ride, range)| self.is_met(board, ride, range)) {
            return None;
        }
        // For each remainder of a rank, its first square.
        let mut first = vec![None; period];
        for col in (0..step.min(cols)).rev() {
            first[factor * col % period] = Some(col);
        }
        let of_rank = |row: usize| {
            let first = first[(remainder + period - row % period) % period];
            first
                .into_iter()
                .flat_map(move |first| (first..cols).step_by(step).map(move |col| Square { row, col }))
        };
        let squares: Vec<Square> = (0..rows).flat_map(of_rank).take(number).collect();
        (squares.len() == number).then_some(squares)
    }

    /// Returns true if the lattice continues across joined edges.
    fn suits(&self, board: &Board) -> bool {
        let topology = board.topology();
        (!topology.rows_wrap() || board.rows().is_multiple_of(self.period))
            && (!topology.cols_wrap() || (self.factor * board.cols()).is_multiple_of(self.period))
    }

    /// Returns true if a ride leads from a square of the lattice to another one.
    fn is_met(&self, board: &Board, (down, right): (i32, i32), range: Range) -> bool {
        let (period, factor) = (self.period as i64, self.factor as i64);
        let sum = (i64::from(down) + factor * i64::from(right)).rem_euclid(period);
        // After this number of leaps the ride is on the lattice for the first time; later it is no nearer.
        let leaps = period / gcd(self.period, sum as usize) as i64;
        let is_in_reach = match range {
            Range::Times(times) => leaps <= i64::from(times),
            Range::Unlimited => true,
        };
        let along = |by: i32, side: usize, is_joined: bool| {
            let (far, side) = (leaps * i64::from(by), side as i64);
            match is_joined {
                true => Some(far.rem_euclid(side)),
                false => (far.abs() < side).then_some(far),
            }
        };
        let topology = board.topology();
        let places = (
            along(down, board.rows(), topology.rows_wrap()),
            along(right, board.cols(), topology.cols_wrap()),
        );
        is_in_reach && matches!(places, (Some(rows), Some(cols)) if (rows, cols) != (0, 0))
    }
}
