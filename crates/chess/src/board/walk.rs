//! From square to square: the target of a leap, round the edges that are joined.
//!
//! A leap is added to the coordinates of a square. Then the coordinates are brought back onto the board, axis
//! by axis. Each time the way passes a twisted seam, the other coordinate is mirrored, and so is the rest of
//! the leap. For example, a rider on Möbius's band that climbs towards the seam descends after it.

use super::{Board, LatticeMap, Leap, MAX_AXES, PointMap, Seam, Square};

/// The orientation of a piece after its way round edges: whether its ranks and its files are mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Heading {
    flip_rows: bool,
    flip_cols: bool,
}

impl Heading {
    /// Returns the leap as it continues from here.
    fn turn(self, leap: Leap) -> Leap {
        let [rows, cols, ..] = leap;
        let along = |along: i32, flip: bool| if flip { along.wrapping_neg() } else { along };
        let mut turned = leap;
        (turned[0], turned[1]) = (along(rows, self.flip_rows), along(cols, self.flip_cols));
        turned
    }

    /// Returns the heading as a map of the lattice.
    pub(super) fn map(self) -> LatticeMap {
        PointMap { transpose: false, flip_rows: self.flip_rows, flip_cols: self.flip_cols }.into()
    }
}

impl Board {
    /// Returns the square that lies `(rows, cols)` away, round the edges that are joined; `None` past an
    /// edge.
    ///
    /// Holes count as squares here: the caller decides what they mean.
    #[must_use]
    pub fn step(&self, from: Square, (rows, cols): (i32, i32)) -> Option<Square> {
        self.leap(from, [rows, cols, 0, 0]).map(|(square, _)| square)
    }

    /// Returns the target of a leap, round the edges that are joined, and the leap as it continues from
    /// there; `None` past an edge. Holes count as squares here.
    ///
    /// ```
    /// use armistice::board::{Board, Square};
    ///
    /// let board: Board = "4x4/moebius".parse()?;
    /// let square = |name: &str| name.parse::<Square>().map_err(|_| ());
    /// // Over the seam, and mirrored: the climbing leap now descends.
    /// let (to, next) = board.leap(Square { row: 0, col: 3 }, [1, 1, 0, 0]).unwrap();
    /// assert_eq!((Ok(to), next), (square("a3"), [-1, 1, 0, 0]));
    /// # Ok::<(), armistice::notation::TextError>(())
    /// ```
    #[must_use]
    pub fn leap(&self, from: Square, leap: Leap) -> Option<(Square, Leap)> {
        let (square, heading) = self.land(from, leap)?;
        Some((square, heading.turn(leap)))
    }

    /// Returns the squares that repetitions of a leap lead to, up to an edge, a hole, or the start.
    #[doc(hidden)]
    pub fn line(&self, from: Square, leap: Leap) -> impl Iterator<Item = Square> {
        std::iter::successors(self.leap(from, leap), |&(at, leap)| self.leap(at, leap))
            .map(|(at, _)| at)
            .take_while(move |&at| at != from && self.is_open(at))
    }

    /// Returns the target of a leap, and the heading of a piece after it.
    pub(super) fn land(&self, from: Square, leap: Leap) -> Option<(Square, Heading)> {
        let mut heading = Heading::default();
        let mut at: [i64; MAX_AXES] = self.coordinates(from).map(|place| place as i64);
        at.iter_mut().zip(leap).for_each(|(place, along)| *place += i64::from(along));
        let sizes = self.sizes.map(|size| size as i64);
        // Ranks come first. A way past a twisted seam of files then keeps the rank on the board.
        for (axis, seam) in [self.topology.of_ranks(), self.topology.of_files()].into_iter().enumerate() {
            if (0..sizes[axis]).contains(&at[axis]) {
                continue;
            }
            let other = 1 - axis;
            let times = at[axis].div_euclid(sizes[axis]);
            at[axis] = at[axis].rem_euclid(sizes[axis]);
            match seam {
                Seam::Edge => return None,
                Seam::Joined => {}
                Seam::Twisted if times % 2 == 0 => {}
                Seam::Twisted => {
                    at[other] = sizes[other] - 1 - at[other];
                    let flip = if other == 0 { &mut heading.flip_rows } else { &mut heading.flip_cols };
                    *flip = !*flip;
                }
            }
        }
        if !(2..MAX_AXES).all(|axis| (0..sizes[axis]).contains(&at[axis])) {
            return None;
        }
        Some((self.square_at(at.map(|place| place as usize)), heading))
    }

    /// Returns the rank within its layer, the file, the layer and the block of a square, all from 0.
    #[must_use]
    pub fn coordinates(&self, square: Square) -> [usize; MAX_AXES] {
        let [rows, _, layers, _] = self.sizes;
        // Most boards have one layer, so that no division is needed.
        if square.row < rows {
            return [square.row, square.col, 0, 0];
        }
        [square.row % rows, square.col, square.row / rows % layers, square.row / rows / layers]
    }

    /// Returns the square with these [coordinates](Self::coordinates).
    pub(super) fn square_at(&self, [row, col, layer, block]: [usize; MAX_AXES]) -> Square {
        let [rows, _, layers, _] = self.sizes;
        Square { row: row + rows * (layer + layers * block), col }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Topology;
    use crate::named::Named;

    /// Every step on every kind of board has a reverse step, given the heading after it.
    #[test]
    fn ways_lead_back() {
        let mut boards: Vec<Board> =
            Topology::ALL.iter().map(|&topology| Board::new(4, 5, topology).unwrap()).collect();
        boards.extend(["hexagon:3", "3x4x2", "2x3x2x2"].map(|text| text.parse::<Board>().unwrap()));
        for board in boards {
            for from in (0..board.squares()).map(|index| board.square(index)) {
                for leap in board.lattice().nearest_leaps() {
                    let Some((to, ahead)) = board.leap(from, leap) else { continue };
                    let back = board.leap(to, ahead.map(|along| -along));
                    assert_eq!(back, Some((from, leap.map(|along| -along))), "{board} {from} {leap:?}");
                }
            }
        }
    }

    #[test]
    fn layers_are_apart() {
        let board: Board = "3x3x2".parse().unwrap();
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(board.step(square("a3"), (1, 0)), None);
        assert_eq!(board.leap(square("a3"), [0, 0, 1, 0]), Some((square("a6"), [0, 0, 1, 0])));
        assert_eq!(board.leap(square("a3"), [-1, 1, 1, 0]).map(|to| to.0), Some(square("b5")));
    }
}
