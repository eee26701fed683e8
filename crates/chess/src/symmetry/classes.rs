//! Which placements are the same: symmetries and shifts applied to one placement after another.
//!
//! Counting goes another way where it can (`plan::burnside`). Here a placement is a list of (square, kind) pairs in
//! increasing order, squares numbered in reading order: top rank first, each rank from left to right.

use crate::board::{ReadingOrder, Square};
use crate::problem::Problem;
use crate::symmetry::Symmetry;

/// Pieces by square and kind.
type Pieces = [(usize, usize)];

/// What makes placements the same.
#[derive(Debug, Clone)]
pub struct Classes {
    order: ReadingOrder,
    rows: usize,
    cols: usize,
    /// Permutations of the squares in reading order and of the kinds; the identity is left out.
    maps: Vec<(Vec<usize>, Vec<usize>)>,
    /// Whether shifts that keep every piece on the board make placements the same, too.
    is_shifted: bool,
}

impl Classes {
    /// The classes under a group of symmetries, the identity first, and perhaps under shifts.
    pub fn new(problem: &Problem, group: &[Symmetry], is_shifted: bool) -> Self {
        let (rows, cols) = (problem.board().rows(), problem.board().cols());
        let order = ReadingOrder::of(problem.board());
        let images = |symmetry: &Symmetry| {
            let squares =
                (0..rows * cols).map(|at| order.turned(symmetry.map.images[order.turned(at)] as usize));
            (squares.collect(), symmetry.pieces(problem))
        };
        Self { order, rows, cols, maps: group.iter().skip(1).map(images).collect(), is_shifted }
    }

    /// The square with this number in reading order.
    pub fn square(&self, at: usize) -> Square {
        self.order.square(at)
    }

    /// The size of a placement's class, if it is the first of it.
    pub fn size_if_first(&self, pieces: &Pieces) -> Option<u64> {
        let mut shifts = 1;
        if self.is_shifted {
            let (pushed, places) = self.pushed(pieces.to_vec());
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

    /// Without shifts: how many symmetries other than the identity fix a placement. With shifts: how many symmetries fix
    /// it up to shifts, the identity too, if it is pushed to the upper left; none if it is not. These numbers, added up over
    /// all placements (without shifts, with the placements themselves), make the number of classes when divided by the
    /// number of symmetries.
    pub fn fixing(&self, pieces: &Pieces) -> u64 {
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

    /// The image under a map, pushed to the upper left if shifts make placements the same.
    fn image(&self, (squares, kinds): &(Vec<usize>, Vec<usize>), pieces: &Pieces) -> Vec<(usize, usize)> {
        let mut image: Vec<_> = pieces.iter().map(|&(square, kind)| (squares[square], kinds[kind])).collect();
        image.sort_unstable();
        if self.is_shifted { self.pushed(image).0 } else { image }
    }

    /// The pieces pushed to the upper left as far as they go, and in how many places of the board they fit.
    fn pushed(&self, mut pieces: Vec<(usize, usize)>) -> (Vec<(usize, usize)>, usize) {
        let cols = self.cols;
        let range = |of: &dyn Fn(usize) -> usize| {
            let places = pieces.iter().map(|&(square, _)| of(square));
            let (least, most) = (places.clone().min().unwrap_or(0), places.max().unwrap_or(0));
            (least, most - least + 1)
        };
        let ((row, rows), (col, width)) = (range(&|square| square / cols), range(&|square| square % cols));
        pieces.iter_mut().for_each(|(square, _)| *square -= row * cols + col);
        // Without a piece there is nothing to shift.
        let places = (self.rows - rows + 1) * (cols - width + 1);
        if pieces.is_empty() { (pieces, 1) } else { (pieces, places) }
    }
}
