//! The eight rotations and reflections of the plane that map the square grid to itself.

use super::Square;

/// A map of the plane that keeps the origin: a rotation, perhaps after a reflection. It acts on steps and on
/// squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointMap {
    /// Whether rows and columns are exchanged first.
    pub transpose: bool,
    /// Whether the order of the rows is then reversed.
    pub flip_rows: bool,
    /// Whether the order of the columns is then reversed.
    pub flip_cols: bool,
}

impl PointMap {
    /// The identity.
    pub const IDENTITY: Self = Self { transpose: false, flip_rows: false, flip_cols: false };
    /// The map that exchanges ranks and files.
    pub const TRANSPOSE: Self = Self { transpose: true, flip_rows: false, flip_cols: false };

    /// Returns all eight maps, the identity first.
    #[must_use]
    pub fn all() -> [Self; 8] {
        std::array::from_fn(|bits| Self {
            transpose: bits & 4 != 0,
            flip_rows: bits & 2 != 0,
            flip_cols: bits & 1 != 0,
        })
    }

    /// Returns the image of a step, in rows and columns.
    #[must_use]
    pub fn apply_to_step(self, (rows, cols): (i32, i32)) -> (i32, i32) {
        let (rows, cols) = if self.transpose { (cols, rows) } else { (rows, cols) };
        let turned = |along: i32, flip: bool| if flip { along.wrapping_neg() } else { along };
        (turned(rows, self.flip_rows), turned(cols, self.flip_cols))
    }

    /// Returns the image of a square. The board after the map has `rows` by `cols` squares.
    #[must_use]
    pub fn apply_to_square(self, square: Square, (rows, cols): (usize, usize)) -> Square {
        let (row, col) = if self.transpose { (square.col, square.row) } else { (square.row, square.col) };
        Square {
            row: if self.flip_rows { rows - 1 - row } else { row },
            col: if self.flip_cols { cols - 1 - col } else { col },
        }
    }

    /// Returns true if the map is a rotation without a reflection: its determinant is 1.
    #[must_use]
    pub fn is_turn(self) -> bool {
        !(self.transpose ^ self.flip_rows ^ self.flip_cols)
    }

    /// Returns the everyday name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match (self.transpose, self.flip_rows, self.flip_cols) {
            (false, false, false) => "identity",
            (false, true, false) => "top-bottom reflection",
            (false, false, true) => "left-right reflection",
            (false, true, true) => "half turn",
            (true, false, false) => "reflection in the rising diagonal",
            (true, true, true) => "reflection in the falling diagonal",
            (true, true, false) | (true, false, true) => "quarter turn",
        }
    }
}
