//! The maps of a board onto itself.
//!
//! A square board has eight *point maps* (four quarter turns, with and without a mirror), another rectangle has
//! four of them. Where edges wrap, every *translation* round them is a map too, alone or after a point map; a
//! cylinder whose sides are equal still cannot be turned by a quarter, since only one pair of edges meets.
//!
//! Which of these maps also keep the kinds of a problem is decided where kinds are known; this file only knows
//! squares.

use super::{Board, Square};

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

/// A map of a board onto itself that carries holes to holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardMap {
    /// What it does to steps, up to the dilation.
    pub point: PointMap,
    /// What ranks and files are multiplied by first, round the edges that wrap; 1 unless it is a dilation of a square torus.
    pub times: usize,
    /// How far it shifts afterwards, in rows and columns, round the edges that wrap.
    pub shift: (usize, usize),
    /// `images[square]` is the number of the square that `square` is carried to.
    pub images: Vec<u16>,
}

impl BoardMap {
    /// Whether it is a point map alone, without a dilation or a translation.
    #[must_use]
    pub fn keeps_centre(&self) -> bool {
        self.shift == (0, 0) && self.times == 1
    }

    /// Whether it is a translation alone, of no square or more.
    #[must_use]
    pub fn is_shift(&self) -> bool {
        self.point == PointMap::IDENTITY && self.times == 1
    }

    /// Whether it is a dilation and a translation, without a turn or a mirror.
    #[must_use]
    pub fn is_scaling(&self) -> bool {
        self.point == PointMap::IDENTITY
    }

    /// The everyday name: of the point map, with the dilation and the shift if it has any.
    #[must_use]
    pub fn name(&self) -> String {
        let mut parts = Vec::new();
        if self.point != PointMap::IDENTITY || self.keeps_centre() {
            parts.push(self.point.name().to_owned());
        }
        if self.times != 1 {
            parts.push(format!("dilation by {}", self.times));
        }
        if self.shift != (0, 0) {
            parts.push(format!("shift by {} files and {} ranks", self.shift.1, self.shift.0));
        }
        parts.join(", ")
    }
}

impl Board {
    /// The maps of the board onto itself, identity first, then without translations before with them.
    ///
    /// `translations` asks for those round the wrapped edges as well; on a plane there are none.
    #[must_use]
    pub fn maps(&self, translations: bool) -> Vec<BoardMap> {
        self.maps_times(1, translations)
    }

    /// The same after a multiplication of ranks and files.
    fn maps_times(&self, times: usize, translations: bool) -> Vec<BoardMap> {
        // A turn by a quarter needs equal sides and edges that meet in both directions or in none.
        let square = self.rows() == self.cols() && self.topology().rows_wrap() == self.topology().cols_wrap();
        let shifts = |wraps: bool, length: usize| if translations && wraps { 0..length } else { 0..1 };
        let mut maps = Vec::new();
        for row_shift in shifts(self.topology().rows_wrap(), self.rows()) {
            for col_shift in shifts(self.topology().cols_wrap(), self.cols()) {
                for point in PointMap::all() {
                    if square || !point.transpose {
                        maps.extend(self.map(point, times, (row_shift, col_shift)));
                    }
                }
            }
        }
        maps
    }

    /// By what ranks and files of a square torus can be multiplied, 1 first: what has no divisor in common with the side. None
    /// where edges do not meet or sides differ.
    #[must_use]
    pub fn dilations(&self) -> Vec<usize> {
        let is_square_torus = self.topology().rows_wrap() && self.rows() == self.cols();
        let coprime = |&times: &usize| greatest_common_divisor(times, self.rows()) == 1;
        if is_square_torus { (1..=self.rows()).filter(coprime).collect() } else { Vec::new() }
    }

    /// The maps of a square torus that multiply ranks and files by `times`, one of its [dilations](Board::dilations), with
    /// all turns, mirrors and translations afterwards.
    #[must_use]
    pub fn dilated_maps(&self, times: usize) -> Vec<BoardMap> {
        self.maps_times(times, true)
    }

    /// The map, if it carries holes to holes.
    fn map(&self, point: PointMap, times: usize, shift: (usize, usize)) -> Option<BoardMap> {
        let image = |Square { row, col }: Square| {
            let square = Square { row: row * times % self.rows(), col: col * times % self.cols() };
            let Square { row, col } = point.apply_to_square(square, (self.rows(), self.cols()));
            Square { row: (row + shift.0) % self.rows(), col: (col + shift.1) % self.cols() }
        };
        if self.holes().iter().any(|&hole| self.is_open(image(hole))) {
            return None;
        }
        let images = (0..self.squares()).map(|index| self.index(image(self.square(index))) as u16).collect();
        Some(BoardMap { point, times, shift, images })
    }
}

fn greatest_common_divisor(mut one: usize, mut other: usize) -> usize {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Topology;

    /// As many affine maps as there are matrices of a turn, a mirror or none times a unit, and translations.
    #[test]
    fn a_square_torus_has_dilations() {
        for (side, units) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (7, 6), (8, 4), (12, 4)] {
            let board = Board::new(side, side, Topology::Torus).unwrap();
            assert_eq!(board.dilations().len(), units, "{side}");
            for times in board.dilations() {
                let maps = board.dilated_maps(times);
                assert_eq!(maps.len(), 8 * side * side);
                for map in maps {
                    let mut images = map.images.clone();
                    images.sort_unstable();
                    assert!(images.iter().enumerate().all(|(place, &image)| place == usize::from(image)));
                }
            }
        }
        for (rows, cols, topology) in
            [(5, 5, Topology::Plane), (5, 5, Topology::Cylinder), (5, 7, Topology::Torus)]
        {
            assert_eq!(Board::new(rows, cols, topology).unwrap().dilations(), []);
        }
    }

    #[test]
    fn four_of_the_eight_are_turns() {
        assert_eq!(PointMap::all().into_iter().filter(|map| map.is_turn()).count(), 4);
        let is_turn = |map: &PointMap| map.name().ends_with("turn") || *map == PointMap::IDENTITY;
        assert!(PointMap::all().iter().all(|map| map.is_turn() == is_turn(map)));
    }

    fn count(rows: usize, cols: usize, topology: Topology, translations: bool) -> usize {
        Board::new(rows, cols, topology).unwrap().maps(translations).len()
    }

    #[test]
    fn a_board_has_as_many_maps_as_its_shape_allows() {
        assert_eq!(count(8, 8, Topology::Plane, true), 8);
        assert_eq!(count(6, 9, Topology::Plane, true), 4);
        assert_eq!(count(6, 6, Topology::Cylinder, false), 4);
        assert_eq!(count(6, 5, Topology::Cylinder, true), 4 * 5);
        assert_eq!(count(5, 5, Topology::Torus, true), 8 * 25);
        assert_eq!(count(5, 4, Topology::Torus, false), 4);
    }

    #[test]
    fn holes_take_symmetry_away() {
        let board = Board::new(4, 4, Topology::Plane).unwrap();
        let corner = board.clone().with_hole("a1".parse().unwrap()).unwrap();
        assert_eq!(corner.maps(false).len(), 2);
        let edge = board.with_hole("b1".parse().unwrap()).unwrap();
        assert_eq!(edge.maps(false).len(), 1);
    }

    #[test]
    fn maps_are_permutations_and_steps_follow_squares() {
        for topology in [Topology::Plane, Topology::Cylinder, Topology::Torus] {
            for (rows, cols) in [(4, 4), (3, 5)] {
                let board = Board::new(rows, cols, topology).unwrap();
                for map in board.maps(true) {
                    let mut images = map.images.clone();
                    images.sort_unstable();
                    assert!(images.iter().enumerate().all(|(place, &image)| place == image as usize));
                    for from in 0..board.squares() {
                        for step in [(1, 0), (0, 1), (2, 1), (-1, 1)] {
                            let image = |index: usize| board.square(map.images[index] as usize);
                            let stepped =
                                board.step(board.square(from), step).map(|to| image(board.index(to)));
                            let mapped = board.step(image(from), map.point.apply_to_step(step));
                            assert_eq!(stepped, mapped, "{board} {map:?} {step:?}");
                        }
                    }
                }
            }
        }
    }
}
