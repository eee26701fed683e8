//! Squares in reading order.

use super::{Board, Square};

/// The squares of a board in reading order: top rank first, each rank from left to right. The board itself
/// numbers its squares from the lowest rank.
#[derive(Debug, Clone, Copy)]
pub struct ReadingOrder {
    rows: usize,
    cols: usize,
}

impl ReadingOrder {
    /// Returns the reading order of a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self { rows: board.rows(), cols: board.cols() }
    }

    /// Returns the square in a place of the order.
    #[must_use]
    pub fn square(self, place: usize) -> Square {
        Square { row: self.rows - 1 - place / self.cols, col: place % self.cols }
    }

    /// Returns the place of a square.
    #[must_use]
    pub fn place(self, Square { row, col }: Square) -> usize {
        (self.rows - 1 - row) * self.cols + col
    }

    /// Returns the place of the square with this number on the board. It also returns the number of the
    /// square in this place, because reversing the ranks is its own inverse.
    #[must_use]
    pub fn exchange(self, index: usize) -> usize {
        (self.rows - 1 - index / self.cols) * self.cols + index % self.cols
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_are_read_from_above() {
        let board = Board::new(2, 3, crate::board::Topology::Plane).unwrap();
        let order = ReadingOrder::new(&board);
        let read: Vec<String> = (0..6).map(|place| order.square(place).to_string()).collect();
        assert_eq!(read.join(" "), "a2 b2 c2 a1 b1 c1");
        for place in 0..6 {
            assert_eq!(
                (order.place(order.square(place)), order.exchange(order.exchange(place))),
                (place, place)
            );
            assert_eq!(order.exchange(place), board.index(order.square(place)));
        }
    }
}
