//! The board: its size, how its edges meet, where its holes are; squares, sets of squares, symmetries.
//!
//! This module knows nothing of pieces.

mod mask;
mod set;
mod square;
mod symmetry;

pub use mask::{Mask, Squares, Wide};
pub use set::{Set, Sets, SquaresOf, words_for};
pub use square::{NoSquare, Square};
pub use symmetry::{BoardMap, PointMap};

use crate::named::named;
use std::fmt;

/// The longest side of a board on which everything can be asked, in squares.
pub const MAX_SIDE: usize = 32;

/// The longest side of a [large board](Board::large), in squares.
pub const MAX_LARGE_SIDE: usize = 1_000_000;

named! {
    /// How the edges of a board meet.
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum Topology {
        /// Four edges.
        #[default]
        Plane = "plane",
        /// The first and the last file are neighbours.
        Cylinder = "cylinder",
        /// The first and the last file are neighbours, and so are the first and the last rank.
        Torus = "torus",
    }
}

impl Topology {
    /// Whether the ranks wrap round, so that a piece leaves by the top and enters at the bottom.
    #[must_use]
    pub fn rows_wrap(self) -> bool {
        self == Self::Torus
    }

    /// Whether the files wrap round.
    #[must_use]
    pub fn cols_wrap(self) -> bool {
        self != Self::Plane
    }
}

/// Why there is no such board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A side of zero squares, or of more than [`MAX_SIDE`].
    #[error("no board of this size: each side has 1 to {MAX_SIDE} squares")]
    Size {
        /// Number of rows asked for.
        rows: usize,
        /// Number of columns asked for.
        cols: usize,
    },
    /// A side of zero squares, or of more than [`MAX_LARGE_SIDE`].
    #[error("no board of this size: each side has 1 to {MAX_LARGE_SIDE} squares")]
    LargeSize {
        /// Number of rows asked for.
        rows: usize,
        /// Number of columns asked for.
        cols: usize,
    },
    /// A hole outside the board.
    #[error("the hole {0} is off the board")]
    HoleOffBoard(Square),
    /// The same hole twice.
    #[error("the hole {0} stands there twice")]
    HoleTwice(Square),
}

/// A rectangular board, perhaps wrapped, perhaps with holes.
///
/// Nothing stands on a hole, and a rider's line stops there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    cols: usize,
    topology: Topology,
    /// Sorted.
    holes: Vec<Square>,
}

impl Board {
    /// A board without holes.
    ///
    /// # Errors
    /// A side that is not 1 to [`MAX_SIDE`] squares long.
    pub fn new(rows: usize, cols: usize, topology: Topology) -> Result<Self, BoardError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return Err(BoardError::Size { rows, cols });
        }
        Ok(Self { rows, cols, topology, holes: Vec::new() })
    }

    /// A board without holes that may be too large for masks of squares: placements can be found, checked and drawn on
    /// it, and not counted.
    ///
    /// # Errors
    /// A side that is not 1 to [`MAX_LARGE_SIDE`] squares long.
    pub fn large(rows: usize, cols: usize, topology: Topology) -> Result<Self, BoardError> {
        let sides = 1..=MAX_LARGE_SIDE;
        // Where an address has 32 bits, squares could not be numbered.
        if !sides.contains(&rows) || !sides.contains(&cols) || rows.checked_mul(cols).is_none() {
            return Err(BoardError::LargeSize { rows, cols });
        }
        Ok(Self { rows, cols, topology, holes: Vec::new() })
    }

    /// Whether it has a side longer than [`MAX_SIDE`].
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.rows.max(self.cols) > MAX_SIDE
    }

    /// The same board with one more hole.
    ///
    /// # Errors
    /// A hole off the board, or one that is there already.
    pub fn with_hole(mut self, hole: Square) -> Result<Self, BoardError> {
        if !self.has(hole) {
            return Err(BoardError::HoleOffBoard(hole));
        }
        match self.holes.binary_search(&hole) {
            Ok(_) => Err(BoardError::HoleTwice(hole)),
            Err(place) => {
                self.holes.insert(place, hole);
                Ok(self)
            }
        }
    }

    /// Number of ranks.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of files.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// How its edges meet.
    #[must_use]
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// The holes, in increasing order.
    #[must_use]
    pub fn holes(&self) -> &[Square] {
        &self.holes
    }

    /// Number of squares, holes included.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.rows * self.cols
    }

    /// Number of squares that are no holes.
    #[must_use]
    pub fn open_area(&self) -> usize {
        self.squares() - self.holes.len()
    }

    /// Whether the rectangle contains the square (hole or not).
    #[must_use]
    pub fn has(&self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }

    /// Whether a piece can stand there: on the board and no hole.
    #[must_use]
    pub fn is_open(&self, square: Square) -> bool {
        self.has(square) && self.holes.binary_search(&square).is_err()
    }

    /// The number of a square of this board: `row * cols + col`.
    #[must_use]
    pub fn index(&self, square: Square) -> usize {
        square.row * self.cols + square.col
    }

    /// The square with this number.
    #[must_use]
    pub fn square(&self, index: usize) -> Square {
        Square { row: index / self.cols, col: index % self.cols }
    }

    /// The squares that are no holes, as a mask.
    #[must_use]
    pub fn open_squares<M: Mask>(&self) -> M {
        self.holes.iter().fold(M::full(self.squares()), |mask, &hole| mask.without(self.index(hole)))
    }

    /// The squares that are no holes, in as many words as the mask of the board has.
    #[must_use]
    pub fn open_set(&self) -> Vec<u64> {
        let mut open = vec![0; words_for(self.squares())];
        (0..self.squares()).for_each(|square| open.add_square(square));
        self.holes.iter().for_each(|&hole| open.remove_square(self.index(hole)));
        open
    }

    /// The square that lies `(rows, cols)` away, round the edges that wrap; `None` past an edge.
    ///
    /// Holes are squares here: whoever walks decides what they mean.
    #[must_use]
    pub fn step(&self, from: Square, (rows, cols): (i32, i32)) -> Option<Square> {
        let along = |place: usize, by: i32, length: usize, wraps: bool| -> Option<usize> {
            let (place, length) = (place as i64 + i64::from(by), length as i64);
            let place = if wraps { place.rem_euclid(length) } else { place };
            (0..length).contains(&place).then_some(place as usize)
        };
        Some(Square {
            row: along(from.row, rows, self.rows, self.topology.rows_wrap())?,
            col: along(from.col, cols, self.cols, self.topology.cols_wrap())?,
        })
    }
}

impl fmt::Display for Board {
    /// As in problem text: `10x10/torus-c3,d4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)?;
        if self.topology != Topology::Plane {
            write!(f, "/{}", self.topology)?;
        }
        for (place, hole) in self.holes.iter().enumerate() {
            write!(f, "{}{hole}", if place == 0 { '-' } else { ',' })?;
        }
        Ok(())
    }
}
