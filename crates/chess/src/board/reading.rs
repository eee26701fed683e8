//! Squares in reading order.

use super::{Board, Square};

/// Squares in reading order: top rank first, each rank from left to right. On the board they are numbered from the lowest rank.
#[derive(Debug, Clone, Copy)]
pub struct ReadingOrder {
    rows: usize,
    cols: usize,
}

impl ReadingOrder {
    /// Of the squares of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self { rows: board.rows(), cols: board.cols() }
    }

    /// The square in a place of the order.
    #[must_use]
    pub fn square(self, place: usize) -> Square {
        Square { row: self.rows - 1 - place / self.cols, col: place % self.cols }
    }

    /// The place of a square.
    #[must_use]
    pub fn place(self, Square { row, col }: Square) -> usize {
        (self.rows - 1 - row) * self.cols + col
    }

    /// The place of the square with a number on the board; or the number of the square in a place: ranks the other way round are
    /// their own inverse.
    #[must_use]
    pub fn turned(self, index: usize) -> usize {
        (self.rows - 1 - index / self.cols) * self.cols + index % self.cols
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_are_read_from_above() {
        let board = Board::new(2, 3, crate::board::Topology::Plane).unwrap();
        let order = ReadingOrder::of(&board);
        let read: Vec<String> = (0..6).map(|place| order.square(place).to_string()).collect();
        assert_eq!(read.join(" "), "a2 b2 c2 a1 b1 c1");
        for place in 0..6 {
            assert_eq!((order.place(order.square(place)), order.turned(order.turned(place))), (place, place));
            assert_eq!(order.turned(place), board.index(order.square(place)));
        }
    }
}
