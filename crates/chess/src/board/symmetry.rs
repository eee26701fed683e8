//! The maps of a board onto itself.
//!
//! A map carries squares to squares so that every way on the board becomes a way. Around one square it is a
//! map of the [lattice](super::Lattice), an integer matrix. That matrix and the image of one square determine
//! the map: the straight way from the first square to another has as its image the way to the other square's
//! image. So all maps are *found* by trying each matrix with each image of the first square. They are
//! *checked* by taking every step from every square. On a twisted board, the matrix changes if the way to a
//! square leads over the seam ([`BoardMap::matrices`]).
//!
//! On a rectangle whose edges are not twisted, the maps are known without a search. A square board has eight
//! *point maps* (four rotations, with and without a reflection), another rectangle four. If edges are joined,
//! every *translation* round them is also a map, alone or after a point map. A cylinder whose sides are equal
//! still has no quarter rotation, because only one pair of edges meets.
//!
//! The code that knows kinds decides which of these maps also keep the kinds of a problem. This file deals
//! with squares only.

use super::walk::Heading;
use super::{Board, Lattice, LatticeMap, PointMap, Square, Topology};
use std::collections::BTreeSet;

/// A map of a board onto itself that carries holes to holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardMap {
    /// The lattice of the board.
    pub lattice: Lattice,
    /// The effect on leaps: one matrix, and further ones for squares whose way leads over a twisted seam. The
    /// map keeps a kind if each matrix keeps its moves.
    pub matrices: Vec<LatticeMap>,
    /// The factor by which ranks and files are multiplied first, round the joined edges. It is 1 unless the
    /// map is a dilation of a square torus.
    pub times: usize,
    /// Whether the map is one of the board as it is drawn: without a translation, so that it carries no
    /// square over an edge.
    pub keeps_drawing: bool,
    /// The shift that follows, in rows and columns, round the edges that are joined and not twisted.
    pub shift: (usize, usize),
    /// `images[square]` is the number of the square that `square` is carried to.
    pub images: Vec<u16>,
}

impl BoardMap {
    /// Returns the point map with the same effect on leaps everywhere; `None` if there is none.
    #[must_use]
    pub fn point(&self) -> Option<PointMap> {
        match &self.matrices[..] {
            [matrix] => matrix.point(),
            _ => None,
        }
    }

    /// Returns true if the map is one of the board as it is drawn, without a dilation or a translation.
    #[must_use]
    pub fn keeps_centre(&self) -> bool {
        self.keeps_drawing && self.times == 1
    }

    /// Returns true if the map is a translation, perhaps by zero squares.
    #[must_use]
    pub fn is_shift(&self) -> bool {
        self.is_scaling() && self.times == 1
    }

    /// Returns true if the map is a dilation and a translation, without a rotation or a reflection.
    #[must_use]
    pub fn is_scaling(&self) -> bool {
        self.matrices == [LatticeMap::IDENTITY]
    }

    /// Returns true if the map keeps left and right.
    #[must_use]
    pub fn is_turn(&self) -> bool {
        self.matrices.iter().all(|matrix| !matrix.is_reflected())
    }

    /// Returns the everyday name: the effect on leaps, with the dilation and the shift if there are any.
    #[must_use]
    pub fn name(&self) -> String {
        let mut parts = Vec::new();
        if !self.is_scaling() || self.keeps_centre() {
            parts.extend(self.matrices.first().map(|matrix| matrix.name(self.lattice)));
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
    /// Returns the maps of the board onto itself: the identity first, and maps without a translation before
    /// maps with one.
    ///
    /// `translations` adds the translations round joined edges. On a plane there are none.
    #[must_use]
    pub fn maps(&self, translations: bool) -> Vec<BoardMap> {
        match self.is_straight() && self.lattice() == Lattice::Square {
            true => self.rectangle_maps(1, translations),
            false => self.isometries(translations),
        }
    }

    /// Returns the maps of a rectangle whose edges are not twisted, and of shapes in it, after a
    /// multiplication of ranks and files.
    fn rectangle_maps(&self, times: usize, translations: bool) -> Vec<BoardMap> {
        // A quarter rotation needs equal sides, and edges that meet in both directions or in none.
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

    /// Returns the factors by which ranks and files of a square torus can be multiplied, 1 first: those
    /// coprime to the side. The list is empty if edges do not meet or sides differ.
    #[must_use]
    pub fn dilations(&self) -> Vec<usize> {
        let is_square_torus = self.topology() == Topology::Torus && self.rows() == self.cols();
        let coprime = |&times: &usize| greatest_common_divisor(times, self.rows()) == 1;
        if is_square_torus { (1..=self.rows()).filter(coprime).collect() } else { Vec::new() }
    }

    /// Returns the maps of a square torus that multiply ranks and files by `times`, one of its
    /// [dilations](Board::dilations), followed by any rotation, reflection and translation.
    #[must_use]
    pub fn dilated_maps(&self, times: usize) -> Vec<BoardMap> {
        self.rectangle_maps(times, true)
    }

    /// Returns the map if it carries holes to holes.
    fn map(&self, point: PointMap, times: usize, shift: (usize, usize)) -> Option<BoardMap> {
        let image = |Square { row, col }: Square| {
            let square = Square { row: row * times % self.rows(), col: col * times % self.cols() };
            let Square { row, col } = point.apply_to_square(square, (self.rows(), self.cols()));
            Square { row: (row + shift.0) % self.rows(), col: (col + shift.1) % self.cols() }
        };
        if self.holes().iter().any(|&hole| self.is_open(image(hole))) {
            return None;
        }
        // The image of a rank does not depend on the file, nor that of a file on the rank. So each adds its
        // part to the image, as a rank or as a file.
        let part = |square: Square, of_rank: bool| match of_rank != point.transpose {
            true => image(square).row * self.cols(),
            false => image(square).col,
        };
        let files: Vec<usize> = (0..self.cols()).map(|col| part(Square { row: 0, col }, false)).collect();
        let ranks = (0..self.rows()).map(|row| part(Square { row, col: 0 }, true));
        let images = ranks.flat_map(|rank| files.iter().map(move |file| (rank + file) as u16)).collect();
        Some(BoardMap {
            lattice: self.lattice(),
            matrices: vec![point.into()],
            times,
            keeps_drawing: shift == (0, 0),
            shift,
            images,
        })
    }

    /// Returns the maps of any board. It tries each matrix at the first square and each image of that square.
    fn isometries(&self, translations: bool) -> Vec<BoardMap> {
        let cells: Vec<Square> = (0..self.squares())
            .map(|index| self.square(index))
            .filter(|square| self.shape.has(square.row, square.col))
            .collect();
        let Some(&first) = cells.first() else { return Vec::new() };
        let mut maps = Vec::new();
        for &matrix in self.lattice().maps() {
            for &image in &cells {
                maps.extend(self.isometry(&cells, (first, image), matrix, translations));
            }
        }
        // The sort is stable: each group stays ordered by matrix, then by the image of the first square.
        maps.sort_by_key(|map| !map.keeps_drawing);
        maps
    }

    /// Returns the map that carries one cell to another and leaps from there to their images; `None` if it
    /// does not map the board to itself.
    fn isometry(
        &self,
        cells: &[Square],
        (first, image): (Square, Square),
        matrix: LatticeMap,
        translations: bool,
    ) -> Option<BoardMap> {
        let from = self.coordinates(first).map(|along| along as i32);
        // The image of each cell, and the effect on leaps from it.
        let mut images = vec![None; self.squares()];
        let mut is_flat = true;
        for &cell in cells {
            let to = self.coordinates(cell).map(|along| along as i32);
            let way = matrix.apply(std::array::from_fn(|axis| to[axis] - from[axis]));
            let (landed, heading) = self.land(image, way)?;
            if !self.shape.has(landed.row, landed.col) || self.is_open(cell) != self.is_open(landed) {
                return None;
            }
            is_flat &= self.is_flat((image, landed), way);
            images[self.index(cell)] = Some((landed, heading.map().compose(&matrix)));
        }
        let is_wanted = translations || is_flat;
        if !is_wanted || !self.keeps_steps(cells, &images) {
            return None;
        }
        let taken: BTreeSet<Square> = images.iter().flatten().map(|&(landed, _)| landed).collect();
        if taken.len() < cells.len() {
            return None;
        }
        let matrices: BTreeSet<LatticeMap> = images.iter().flatten().map(|&(_, matrix)| matrix).collect();
        // Squares outside of the shape stay in place.
        let number = |(at, image): (usize, &Option<(Square, LatticeMap)>)| match image {
            Some((landed, _)) => self.index(*landed) as u16,
            None => at as u16,
        };
        let numbers = images.iter().enumerate().map(number).collect();
        let matrices = matrices.into_iter().collect();
        Some(BoardMap {
            lattice: self.lattice(),
            matrices,
            times: 1,
            keeps_drawing: is_flat,
            shift: (0, 0),
            images: numbers,
        })
    }

    /// Returns true if the straight way from one square to another crosses no seam.
    fn is_flat(&self, (from, to): (Square, Square), way: super::Leap) -> bool {
        let (from, to) = (self.coordinates(from), self.coordinates(to));
        (0..way.len()).all(|axis| from[axis] as i64 + i64::from(way[axis]) == to[axis] as i64)
    }

    /// Returns true if every step between cells is carried to a step, and the effect on leaps after it fits.
    fn keeps_steps(&self, cells: &[Square], images: &[Option<(Square, LatticeMap)>]) -> bool {
        let units = self.lattice().units();
        let has = |square: &Square| self.shape.has(square.row, square.col);
        let is_kept = |&cell: &Square| {
            let Some((image, matrix)) = images[self.index(cell)] else { return false };
            units.iter().all(|&unit| {
                let on = |found: Option<(Square, Heading)>| found.filter(|(square, _)| has(square));
                match (on(self.land(cell, unit)), on(self.land(image, matrix.apply(unit)))) {
                    (None, None) => true,
                    (Some((to, heading)), Some((landed, its))) => {
                        images[self.index(to)].is_some_and(|(expected, behind)| {
                            expected == landed && behind.compose(&heading.map()) == its.map().compose(&matrix)
                        })
                    }
                    _ => false,
                }
            })
        };
        cells.iter().all(is_kept)
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

    /// Each dilation combines with eight rotations and reflections and all translations.
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
            assert!(Board::new(rows, cols, topology).unwrap().dilations().is_empty());
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

    /// The maps that are written down for rectangles are those that the search finds.
    #[test]
    fn rectangles_have_the_maps_that_are_found() {
        let key = |map: &BoardMap| (map.matrices.clone(), map.images.clone());
        for topology in [Topology::Plane, Topology::Cylinder, Topology::Roll, Topology::Torus] {
            for (rows, cols) in [(3, 3), (4, 4), (3, 5), (5, 2), (1, 4), (1, 1)] {
                let mut boards = vec![Board::new(rows, cols, topology).unwrap()];
                boards.extend(boards[0].clone().with_hole(Square { row: 0, col: 0 }));
                for board in boards {
                    for translations in [false, true] {
                        let sorted = |maps: Vec<BoardMap>| maps.iter().map(key).collect::<BTreeSet<_>>();
                        let (known, found) = (board.maps(translations), board.isometries(translations));
                        assert_eq!(sorted(known), sorted(found), "{board}, translations: {translations}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_boards_have_as_many_maps_as_geometry_books_say() {
        for (text, drawn, all) in [
            ("hexagon:3", 12, 12),
            ("hexagon:3-c3", 12, 12),
            ("hexagon:3-a3", 2, 2),
            ("triangle:4", 6, 6),
            ("staircase:4", 2, 2),
            ("diamond:3", 8, 8),
            ("cross:2", 8, 8),
            ("quarter:4", 2, 2),
            ("ring:4x5", 4, 4),
            ("3x3x3", 48, 48),
            ("3x3x2", 16, 16),
            ("2x3x4", 8, 8),
            ("2x2x2x2", 384, 384),
            // Five files round the band and five behind it; for Klein's bottle, also half way round past its
            // ranks.
            ("4x5/moebius", 4, 20),
            ("4x5/klein", 4, 40),
            ("3x5/klein", 4, 20),
        ] {
            let board: Board = text.parse().unwrap();
            assert_eq!((board.maps(false).len(), board.maps(true).len()), (drawn, all), "{text}");
            for map in board.maps(true) {
                let mut images = map.images.clone();
                images.sort_unstable();
                assert!(images.iter().enumerate().all(|(place, &image)| place == usize::from(image)));
            }
        }
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
                            let mapped = board.step(image(from), map.point().unwrap().apply_to_step(step));
                            assert_eq!(stepped, mapped, "{board} {map:?} {step:?}");
                        }
                    }
                }
            }
        }
    }
}
