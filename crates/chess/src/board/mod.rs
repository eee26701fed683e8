//! The board: its lattice, shape and size, its edges and holes, its squares and sets of squares, and its
//! symmetries.
//!
//! Every board is drawn in a rectangle of ranks and files. A shape has only some of its squares, and the
//! layers of a board in space lie above one another in it. So a square is always a rank and a file, and code
//! for sets of squares needs nothing else. Only the board's [`Lattice`] and [`Topology`] define which squares
//! are neighbours. Code that walks from square to square calls the board for each step.
//!
//! This module does not depend on pieces.

mod lattice;
mod mask;
mod point;
mod reading;
mod set;
mod shape;
mod square;
mod symmetry;
mod topology;
mod walk;

pub use lattice::{Lattice, LatticeMap, Leap, MAX_AXES};
pub use mask::{Mask, Squares, WideMask};
pub use point::PointMap;
pub use reading::ReadingOrder;
pub use set::{Set, Sets, SquaresOf, words_for};
pub(crate) use shape::SHAPES;
pub use shape::Shape;
pub use square::{NoSquare, Square};
pub use symmetry::BoardMap;
pub use topology::{Seam, Topology};

use crate::feature::{Feature, find_unsupported, select_features};
use std::fmt;

/// The longest side of a board, in squares.
pub const MAX_SIDE: usize = 1_000_000;

/// The maximum number of squares of a board that supports sets of squares. Code that uses such sets does not
/// count on [larger](Board::is_large) boards.
pub const MAX_AREA: usize = 1024;

/// The reason why a board cannot exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A side of zero squares, or of more than [`MAX_SIDE`].
    #[error("no board of this size: each side has 1 to {MAX_SIDE} squares")]
    Size {
        /// Number of ranks that the caller asked for.
        rows: usize,
        /// Number of files that the caller asked for.
        cols: usize,
    },
    /// All layers, or the rectangle around a shape, have more squares than [`MAX_AREA`].
    #[error(
        "no board of this size: all layers together, or the rectangle around a shape, have at most {MAX_AREA} squares"
    )]
    Area,
    /// A board with joined edges that is not a rectangle.
    #[error("only rectangles have edges that can be joined")]
    Joined,
    /// A hole outside the board.
    #[error("the hole {0} is off the board")]
    HoleOffBoard(Square),
    /// A hole that occurs twice.
    #[error("the hole {0} is listed twice")]
    HoleTwice(Square),
}

/// A board: a rectangle or another shape. It may have joined edges, holes and layers.
///
/// No piece stands on a hole, and a rider's line stops there. Squares of the rectangle that are outside the
/// shape are also holes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    /// Number of squares along each axis: ranks, files, layers, blocks. It is 1 for an axis that the board
    /// does not have.
    sizes: [usize; MAX_AXES],
    topology: Topology,
    /// The holes, sorted.
    holes: Vec<Square>,
}

impl Board {
    /// Returns a rectangle without holes.
    ///
    /// # Errors
    ///
    /// A side that is not 1 to [`MAX_SIDE`] squares long.
    pub fn new(rows: usize, cols: usize, topology: Topology) -> Result<Self, BoardError> {
        let sides = 1..=MAX_SIDE;
        // With 32-bit addresses, squares of such a board could not be numbered.
        if !sides.contains(&rows) || !sides.contains(&cols) || rows.checked_mul(cols).is_none() {
            return Err(BoardError::Size { rows, cols });
        }
        Ok(Self { shape: Shape::Rectangle, sizes: [rows, cols, 1, 1], topology, holes: Vec::new() })
    }

    /// Returns a board of this shape, on the plane.
    ///
    /// # Errors
    ///
    /// The rectangle around the shape has no square or more than [`MAX_AREA`]. A
    /// [rectangle](Shape::Rectangle) is also an error, because that shape does not include a size.
    pub fn of_shape(shape: Shape) -> Result<Self, BoardError> {
        let (rows, cols) = shape.sides();
        let mut board = Self::new(rows, cols, Topology::Plane)?;
        if board.is_large() {
            return Err(BoardError::Area);
        }
        let outside = (0..board.squares()).map(|index| board.square(index));
        board.holes = outside.filter(|square| !shape.has(square.row, square.col)).collect();
        board.shape = shape;
        Ok(board)
    }

    /// Returns a board in three dimensions: layers of rectangles above one another. With a fourth number, the
    /// board has that number of blocks of layers, in four dimensions.
    ///
    /// A square's rank is counted on from layer to layer: on a board of 4 ranks the second layer begins at
    /// rank 5.
    ///
    /// # Errors
    /// A side of zero squares, or more than [`MAX_AREA`] squares.
    ///
    /// ```
    /// use armistice::board::Board;
    ///
    /// let board = Board::in_layers((4, 4), 4, None)?;
    /// assert_eq!((board.rows(), board.cols(), board.squares()), (16, 4, 64));
    /// assert_eq!(board.to_string(), "4x4x4");
    /// # Ok::<(), armistice::board::BoardError>(())
    /// ```
    pub fn in_layers(
        (rows, cols): (usize, usize),
        layers: usize,
        blocks: Option<usize>,
    ) -> Result<Self, BoardError> {
        let sizes = [rows, cols, layers, blocks.unwrap_or(1)];
        if sizes.contains(&0) {
            return Err(BoardError::Size { rows: 0, cols: 0 });
        }
        let area = sizes.iter().try_fold(1usize, |area, &side| area.checked_mul(side));
        if area.is_none_or(|area| area > MAX_AREA) {
            return Err(BoardError::Area);
        }
        let shape = if blocks.is_some() { Shape::Tesseract } else { Shape::Cuboid };
        Ok(Self { shape, sizes, topology: Topology::Plane, holes: Vec::new() })
    }

    /// Returns true if the board has more than [`MAX_AREA`] squares.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.squares() > MAX_AREA
    }

    /// Returns true if the board is a full rectangle on the plane: no holes and no joined edges.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        find_unsupported(&self.features(), &[Feature::ManySquares]).is_none()
    }

    /// Returns the features of the board beyond a rectangle with four edges.
    pub(crate) fn features(&self) -> Vec<Feature> {
        let Self { shape, sizes: _, topology, holes } = self;
        let seams = [topology.of_ranks(), topology.of_files()];
        let is_of_squares = self.lattice() == Lattice::Square;
        select_features(&[
            (self.is_large(), Feature::ManySquares),
            (seams.contains(&Seam::Joined), Feature::JoinedEdges),
            (seams.contains(&Seam::Twisted), Feature::TwistedEdges),
            (is_of_squares && *shape != Shape::Rectangle, Feature::OtherShape),
            (!is_of_squares, Feature::OtherLattice),
            (!holes.is_empty(), Feature::Holes),
        ])
    }

    /// Returns true if the board is a rectangle, with or without holes and joined edges.
    #[must_use]
    pub fn is_rectangle(&self) -> bool {
        self.shape == Shape::Rectangle
    }

    /// Returns true if a step of the same ranks and files leads equally far from every square, and no way
    /// round an edge reverses it. This holds for planes, cylinders and tori of two dimensions, whatever their
    /// shape.
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.lattice().axes() == 2 && !self.topology.is_twisted()
    }

    /// Returns its shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the lattice of its squares.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.shape.lattice()
    }

    /// Returns the number of squares along each axis: ranks of a layer, files, layers, blocks of layers.
    #[must_use]
    pub fn sizes(&self) -> [usize; MAX_AXES] {
        self.sizes
    }

    /// Returns this board with one more hole.
    ///
    /// # Errors
    ///
    /// A hole off the board, or a hole that the board already has.
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

    /// Returns the number of ranks of all layers together.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.sizes[0] * self.sizes[2] * self.sizes[3]
    }

    /// Returns the number of files.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.sizes[1]
    }

    /// Returns the topology: how its edges meet.
    #[must_use]
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Returns the holes, in increasing order.
    #[must_use]
    pub fn holes(&self) -> &[Square] {
        &self.holes
    }

    /// Returns the number of squares, holes included.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.rows() * self.cols()
    }

    /// Returns the number of squares that are not holes.
    #[must_use]
    pub fn open_area(&self) -> usize {
        self.squares() - self.holes.len()
    }

    /// Returns true if the rectangle contains the square (hole or not).
    #[must_use]
    pub fn has(&self, square: Square) -> bool {
        square.row < self.rows() && square.col < self.cols()
    }

    /// Returns true if the shape contains the square (hole or not). Diagrams leave the other squares of the
    /// rectangle blank.
    #[must_use]
    pub fn is_inside(&self, square: Square) -> bool {
        self.has(square) && self.shape.has(square.row, square.col)
    }

    /// Returns the square in the middle along every axis, or the first of the nearest ones that the shape
    /// contains.
    ///
    /// ```
    /// use armistice::board::Board;
    ///
    /// let middle = |text: &str| text.parse::<Board>().map(|board| board.middle().to_string());
    /// assert_eq!(middle("hexagon:5").as_deref(), Ok("e5"));
    /// assert_eq!(middle("5x5x3").as_deref(), Ok("c8"));
    /// assert_eq!(middle("ring:6").as_deref(), Ok("f4"));
    /// ```
    #[must_use]
    pub fn middle(&self) -> Square {
        let middle = self.square_at(self.sizes.map(|size| size / 2));
        if self.is_inside(middle) {
            return middle;
        }
        let away =
            |square: &Square| square.row.abs_diff(middle.row).pow(2) + square.col.abs_diff(middle.col).pow(2);
        let inside =
            (0..self.squares()).map(|index| self.square(index)).filter(|&square| self.is_inside(square));
        inside.min_by_key(away).unwrap_or(middle)
    }

    /// Returns true if a piece can stand on the square: it is on the board and not a hole.
    #[must_use]
    pub fn is_open(&self, square: Square) -> bool {
        self.has(square) && self.holes.binary_search(&square).is_err()
    }

    /// Returns the number of a square of this board: `row * cols + col`.
    #[must_use]
    pub fn index(&self, square: Square) -> usize {
        square.row * self.cols() + square.col
    }

    /// Returns the square with this number.
    #[must_use]
    pub fn square(&self, index: usize) -> Square {
        Square { row: index / self.cols(), col: index % self.cols() }
    }

    /// Returns the squares that are not holes, as a mask.
    #[must_use]
    pub fn open_squares<M: Mask>(&self) -> M {
        self.holes.iter().fold(M::full(self.squares()), |mask, &hole| mask.without_square(self.index(hole)))
    }

    /// Returns the squares that are not holes as words. The number of words is that of the board's mask, or
    /// just enough on larger boards.
    #[must_use]
    pub fn open_set(&self) -> Vec<u64> {
        let mut open = vec![!0; self.squares() / 64];
        open.resize(words_for(self.squares()).max(self.squares().div_ceil(64)), 0);
        (self.squares() / 64 * 64..self.squares()).for_each(|square| open.add_square(square));
        self.holes.iter().for_each(|&hole| open.remove_square(self.index(hole)));
        open
    }
}

impl fmt::Display for Board {
    /// Writes the board as in problem text: `10x10/torus-c3,d4`, `4x4x4`, `hexagon:5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape.sides() == (0, 0) {
            write!(f, "{}x{}", self.sizes[0], self.sizes[1])?;
            let more = &self.sizes[2..self.lattice().axes()];
            more.iter().try_for_each(|side| write!(f, "x{side}"))?;
        } else {
            write!(f, "{}", self.shape)?;
        }
        if self.topology != Topology::Plane {
            write!(f, "/{}", self.topology)?;
        }
        let inside = self.holes.iter().filter(|hole| self.shape.has(hole.row, hole.col));
        for (place, hole) in inside.enumerate() {
            write!(f, "{}{hole}", if place == 0 { '-' } else { ',' })?;
        }
        Ok(())
    }
}
