//! The positions of the squares of a board in a picture.
//!
//! Squares of the square lattice are drawn as squares. Those of the hexagonal lattice are regular hexagons
//! with a corner at the top, as wide as a square. A rank is a horizontal row of hexagons. It begins half a
//! hexagon to the right of the rank below, so that neighbours share an edge. The layers of a board in space
//! are drawn next to each other, the lowest on the left. Its blocks of layers are drawn in rows, the first at
//! the bottom. Squares outside the shape take no room at the sides.

use crate::board::{Board, Lattice, Square};

/// The width of a square or a hexagon.
pub(in crate::report) const SIDE: f64 = 45.0;
/// The distance from a row of hexagons to the next: 45 · √3 / 2, rounded to a whole number.
const PITCH: f64 = 39.0;
/// The distance from the middle of a hexagon to its corners: 45 / √3.
const RADIUS: f64 = 26.0;
/// The side up to which coordinates have their normal size. Those of longer boards are larger, because the
/// picture will be shown smaller.
const PLAIN_SIDE: f64 = 16.0;

/// The positions of the squares of a board. x grows to the right and y downwards.
pub(in crate::report) struct BoardLayout<'a> {
    board: &'a Board,
    is_hexagonal: bool,
    /// The distance that is cut off to the left of the first hexagon.
    left: f64,
    /// The distance between layers.
    gap: f64,
    size: (f64, f64),
}

impl<'a> BoardLayout<'a> {
    pub(in crate::report) fn new(board: &'a Board) -> Self {
        let is_hexagonal = board.lattice() == Lattice::Hexagonal;
        let mut layout = Self { board, is_hexagonal, left: 0.0, gap: 0.0, size: (0.0, 0.0) };
        let [rows, cols, layers, blocks] = board.sizes().map(|size| size as f64);
        if is_hexagonal {
            let places: Vec<f64> =
                layout.squares().map(|square| layout.middle(square).0 - SIDE / 2.0).collect();
            layout.left = places.iter().copied().fold(f64::INFINITY, f64::min);
            let width = places.iter().copied().fold(0.0, f64::max) + SIDE - layout.left;
            layout.size = (width, PITCH * (rows - 1.0) + 2.0 * RADIUS);
            return layout;
        }
        if !layout.is_one_layer() {
            // The gap has room for coordinates, which are larger on large boards.
            layout.gap = SIDE * (layout.longest() as f64 / PLAIN_SIDE).max(1.0);
        }
        let along = |size: f64, times: f64| size * SIDE * times + layout.gap * (times - 1.0);
        layout.size = (along(cols, layers), along(rows, blocks));
        layout
    }

    /// Returns the width and the height.
    pub(in crate::report) fn size(&self) -> (f64, f64) {
        self.size
    }

    pub(in crate::report) fn is_hexagonal(&self) -> bool {
        self.is_hexagonal
    }

    fn is_one_layer(&self) -> bool {
        self.board.sizes()[2..] == [1, 1]
    }

    /// Returns the larger one of width and height in squares, including those between layers.
    pub(in crate::report) fn longest(&self) -> usize {
        let [rows, cols, layers, blocks] = self.board.sizes();
        if self.is_one_layer() { rows.max(cols) } else { (layers * (cols + 1)).max(blocks * (rows + 1)) - 1 }
    }

    /// Returns the squares of the shape, including holes.
    pub(in crate::report) fn squares(&self) -> impl Iterator<Item = Square> + 'a {
        let board = self.board;
        (0..board.squares()).map(|index| board.square(index)).filter(|&square| board.is_inside(square))
    }

    /// Returns the first square of each layer.
    pub(in crate::report) fn layers(&self) -> impl Iterator<Item = Square> + 'a {
        let board = self.board;
        (0..board.rows()).step_by(board.sizes()[0]).map(|row| Square { row, col: 0 })
    }

    /// Returns the middle of a square.
    pub(in crate::report) fn middle(&self, square: Square) -> (f64, f64) {
        let [rows, cols, _, blocks] = self.board.sizes();
        let [row, col, layer, block] = self.board.coordinates(square);
        let above = (rows - 1 - row) as f64;
        if self.is_hexagonal {
            let x = SIDE * (col as f64 + row as f64 / 2.0 + 0.5);
            return (x - self.left, PITCH * above + RADIUS);
        }
        let x = SIDE * (col as f64 + 0.5) + layer as f64 * (cols as f64 * SIDE + self.gap);
        let blocks_above = (blocks - 1 - block) as f64;
        (x, SIDE * (above + 0.5) + blocks_above * (rows as f64 * SIDE + self.gap))
    }

    /// Returns the colour of a square: 0 is dark, 1 is light, and 2 is between them (hexagons only).
    /// Neighbours differ.
    pub(in crate::report) fn colour(&self, square: Square) -> usize {
        match self.is_hexagonal {
            true => (square.col + 2 * square.row) % 3,
            false => (square.row + square.col) % 2,
        }
    }

    /// Returns the corners of a square, relative to its middle.
    pub(in crate::report) fn corners(&self) -> &'static [(f64, f64)] {
        const HALF: f64 = SIDE / 2.0;
        match self.is_hexagonal {
            true => &[(0.0, -26.0), (HALF, -13.0), (HALF, 13.0), (0.0, 26.0), (-HALF, 13.0), (-HALF, -13.0)],
            false => &[(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)],
        }
    }

    /// Returns, for each name of a file or rank, whether it is a file and the square that it is written
    /// beside.
    ///
    /// Names of ranks are to the left of their first squares. Names of files are below their lowest squares;
    /// on the square lattice, the lowest square is that of the rectangle around a shape. Names of files of
    /// hexagons are above their highest squares, so that no edge has names of both types.
    pub(in crate::report) fn names(&self) -> impl Iterator<Item = (bool, Square)> + 'a {
        let (board, is_hexagonal) = (self.board, self.is_hexagonal);
        let first = move |mut line: Box<dyn Iterator<Item = Square> + 'a>| {
            line.find(|&square| !is_hexagonal || board.is_inside(square))
        };
        let files = self.layers().flat_map(move |corner| {
            let file =
                move |col| (corner.row..corner.row + board.sizes()[0]).map(move |row| Square { row, col });
            let end = move |col| match is_hexagonal {
                true => first(Box::new(file(col).rev())),
                false => first(Box::new(file(col))),
            };
            (0..board.cols()).filter_map(end)
        });
        let ranks = (0..board.rows())
            .filter_map(move |row| first(Box::new((0..board.cols()).map(move |col| Square { row, col }))));
        files.map(|square| (true, square)).chain(ranks.map(|square| (false, square)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn neighbouring_hexagons_share_an_edge_and_differ_in_colour() {
        let board = board("hexagon:4");
        let layout = BoardLayout::new(&board);
        for square in layout.squares() {
            for leap in board.lattice().units() {
                let Some((next, _)) = board.leap(square, leap).filter(|to| board.is_inside(to.0)) else {
                    continue;
                };
                let ((x, y), (to_x, to_y)) = (layout.middle(square), layout.middle(next));
                // The pitch is rounded, so the distance is not exact.
                assert!(((x - to_x).hypot(y - to_y) - SIDE).abs() < 0.1, "{square} {next}");
                assert_ne!(layout.colour(square), layout.colour(next), "{square} {next}");
            }
        }
    }

    /// Every square is within the picture, and no two squares overlap.
    #[test]
    fn squares_lie_apart_and_within() {
        for text in
            ["5x3", "hexagon:1", "hexagon:4", "triangle:5", "diamond:3", "4x3x2", "2x3x3x2", "12x12x7"]
        {
            let board = board(text);
            let layout = BoardLayout::new(&board);
            let (width, height) = layout.size();
            let mut seen = BTreeSet::new();
            let (mut left, mut right) = (f64::INFINITY, 0.0f64);
            for square in layout.squares() {
                let (x, y) = layout.middle(square);
                for (dx, dy) in layout.corners() {
                    assert!(
                        (0.0..=width).contains(&(x + dx)) && (0.0..=height).contains(&(y + dy)),
                        "{text} {square}"
                    );
                    (left, right) = (left.min(x + dx), right.max(x + dx));
                }
                assert!(seen.insert(((2.0 * x) as usize, (2.0 * y) as usize)), "{text} {square}");
            }
            assert_eq!((left, right), (0.0, width), "{text}");
        }
    }

    #[test]
    fn layers_are_named_as_their_ranks_are_numbered() {
        let board = board("2x3x2");
        let layout = BoardLayout::new(&board);
        let names: Vec<String> = layout.names().map(|(_, square)| square.to_string()).collect();
        assert_eq!(names, ["a1", "b1", "c1", "a3", "b3", "c3", "a1", "a2", "a3", "a4"]);
        assert_eq!(layout.middle(Square { row: 2, col: 0 }), (4.5 * SIDE, 1.5 * SIDE));
        let hexagon: Board = "hexagon:2".parse().unwrap();
        let names: Vec<String> =
            BoardLayout::new(&hexagon).names().map(|(_, square)| square.to_string()).collect();
        assert_eq!(names, ["a3", "b3", "c2", "b1", "a2", "a3"]);
    }
}
