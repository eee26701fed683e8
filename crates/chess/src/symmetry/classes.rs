//! Classes of equivalent placements: symmetries and shifts applied to one placement after another.
//!
//! Counting uses another method if it can (`plan::burnside`). Here a placement is a list of (square, kind)
//! pairs in increasing order. Squares are numbered in reading order: top rank first, each rank from left to
//! right.

use crate::board::{ReadingOrder, Square};
use crate::problem::Problem;
use crate::symmetry::Symmetry;

/// Pieces by square and kind.
type Pieces = [(usize, usize)];

/// An equivalence of placements.
#[derive(Debug, Clone)]
pub struct Classes {
    order: ReadingOrder,
    rows: usize,
    cols: usize,
    /// Permutations of the squares in reading order and of the kinds, without the identity.
    maps: Vec<(Vec<usize>, Vec<usize>)>,
    /// Whether placements are also equivalent under shifts that keep every piece on the board.
    is_shifted: bool,
}

impl Classes {
    /// Returns the classes under a group of symmetries, the identity first, and perhaps under shifts.
    pub fn new(problem: &Problem, group: &[Symmetry], is_shifted: bool) -> Self {
        let (rows, cols) = (problem.board().rows(), problem.board().cols());
        let order = ReadingOrder::new(problem.board());
        let images = |symmetry: &Symmetry| {
            let squares =
                (0..rows * cols).map(|at| order.exchange(symmetry.map.images[order.exchange(at)] as usize));
            (squares.collect(), symmetry.pieces(problem))
        };
        Self { order, rows, cols, maps: group.iter().skip(1).map(images).collect(), is_shifted }
    }

    /// Returns the square with this number in reading order.
    pub fn square(&self, at: usize) -> Square {
        self.order.square(at)
    }

    /// Returns the size of a placement's class, if the placement is the first of its class.
    pub fn size_if_first(&self, pieces: &Pieces) -> Option<u64> {
        let mut shifts = 1;
        if self.is_shifted {
            let (pushed, places) = self.push_to_corner(pieces.to_vec());
            if pushed != *pieces {
                return None;
            }
            shifts = places;
        }
        let mut fixing = 1;
        for map in &self.maps {
            let image = self.image(map, pieces);
            if *image < *pieces {
                return None;
            }
            fixing += usize::from(image == *pieces);
        }
        Some(((self.maps.len() + 1) / fixing * shifts) as u64)
    }

    /// Without shifts, returns the number of symmetries other than the identity that fix a placement. With
    /// shifts, returns the number of symmetries, including the identity, that fix it up to shifts, if it is
    /// pushed to the upper left, and 0 otherwise. The sum over all placements, divided by the number of
    /// symmetries, is the number of classes. Without shifts, the number of placements must first be added to
    /// the sum.
    pub fn count_fixing(&self, pieces: &Pieces) -> u64 {
        let is_pushed = pieces.iter().any(|piece| piece.0 < self.cols)
            && pieces.iter().any(|piece| piece.0.is_multiple_of(self.cols));
        if self.is_shifted && !is_pushed && !pieces.is_empty() {
            return 0;
        }
        let fixes = |(squares, kinds): &&(Vec<usize>, Vec<usize>)| {
            let images = || pieces.iter().map(|&(square, kind)| (squares[square], kinds[kind]));
            let mut shift = 0;
            if self.is_shifted {
                let row = images().map(|(square, _)| square / self.cols).min().unwrap_or(0);
                let col = images().map(|(square, _)| square % self.cols).min().unwrap_or(0);
                shift = row * self.cols + col;
            }
            images().all(|(square, kind)| pieces.binary_search(&(square - shift, kind)).is_ok())
        };
        u64::from(self.is_shifted) + self.maps.iter().filter(fixes).count() as u64
    }

    /// Returns the image under a map, pushed to the upper left if shifts make placements equivalent.
    fn image(&self, (squares, kinds): &(Vec<usize>, Vec<usize>), pieces: &Pieces) -> Vec<(usize, usize)> {
        let mut image: Vec<_> = pieces.iter().map(|&(square, kind)| (squares[square], kinds[kind])).collect();
        image.sort_unstable();
        if self.is_shifted { self.push_to_corner(image).0 } else { image }
    }

    /// Returns the pieces pushed to the upper left, and the number of positions on the board where they fit.
    fn push_to_corner(&self, mut pieces: Vec<(usize, usize)>) -> (Vec<(usize, usize)>, usize) {
        let cols = self.cols;
        let range = |of: &dyn Fn(usize) -> usize| {
            let places = pieces.iter().map(|&(square, _)| of(square));
            let (least, most) = (places.clone().min().unwrap_or(0), places.max().unwrap_or(0));
            (least, most - least + 1)
        };
        let ((row, rows), (col, width)) = (range(&|square| square / cols), range(&|square| square % cols));
        pieces.iter_mut().for_each(|(square, _)| *square -= row * cols + col);
        // Without a piece, nothing can be shifted.
        let places = (self.rows - rows + 1) * (cols - width + 1);
        if pieces.is_empty() { (pieces, 1) } else { (pieces, places) }
    }
}
