//! The eight turns and mirrors of the plane that keep squares squares.

use super::Square;

/// A map of the plane that keeps the origin: a turn, perhaps after a mirror. It acts on steps and on squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointMap {
    /// Rows and columns change places first.
    pub transpose: bool,
    /// Then rows are counted from the other end.
    pub flip_rows: bool,
    /// And columns from the other end.
    pub flip_cols: bool,
}

impl PointMap {
    /// The map that leaves everything in its place.
    pub const IDENTITY: Self = Self { transpose: false, flip_rows: false, flip_cols: false };
    /// Ranks for files.
    pub const TRANSPOSE: Self = Self { transpose: true, flip_rows: false, flip_cols: false };

    /// All eight, the identity first.
    #[must_use]
    pub fn all() -> [Self; 8] {
        std::array::from_fn(|bits| Self {
            transpose: bits & 4 != 0,
            flip_rows: bits & 2 != 0,
            flip_cols: bits & 1 != 0,
        })
    }

    /// The image of a step, in rows and columns.
    #[must_use]
    pub fn apply_to_step(self, (rows, cols): (i32, i32)) -> (i32, i32) {
        let (rows, cols) = if self.transpose { (cols, rows) } else { (rows, cols) };
        let turned = |along: i32, flip: bool| if flip { along.wrapping_neg() } else { along };
        (turned(rows, self.flip_rows), turned(cols, self.flip_cols))
    }

    /// The image of a square; the board becomes one of `rows` by `cols`.
    #[must_use]
    pub fn apply_to_square(self, square: Square, (rows, cols): (usize, usize)) -> Square {
        let (row, col) = if self.transpose { (square.col, square.row) } else { (square.row, square.col) };
        Square {
            row: if self.flip_rows { rows - 1 - row } else { row },
            col: if self.flip_cols { cols - 1 - col } else { col },
        }
    }

    /// Whether it is a turn, without a mirror: its determinant is 1.
    #[must_use]
    pub fn is_turn(self) -> bool {
        !(self.transpose ^ self.flip_rows ^ self.flip_cols)
    }

    /// The everyday name.
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
