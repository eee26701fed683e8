//! The maps of the board as maps of row sets, and which row sets are counted.
//!
//! A map of the board that carries rows to rows carries the placements with dark pieces in the rows `R` and
//! the columns `C` to those with other rows and columns. If it exchanges the colours, the rows of the new dark
//! pieces are the images of the rows *without* dark pieces. So the maps divide row sets into classes, and
//! column sets too. The placements of a row set with all column sets of a class are as many for every row set
//! of its class. So one row set of each class is counted, its *leader*.
//!
//! A map that exchanges rows and columns identifies classes of column sets with classes of row sets. The
//! placements of two classes are as many as those of the two exchanged. So a row set is counted only with the
//! column sets whose class does not come later. The order of classes begins with the even rows alone, so that
//! these column sets are nearly a square block of even and odd columns.

use crate::engines::halves::grid::Grid;

/// The rows or columns of a colour: the even ones in the low half, the odd ones in the high half.
pub(super) type LineSet = u32;

/// Returns the even lines and the odd ones of a set.
pub(super) fn halves(set: LineSet) -> [u16; 2] {
    [set as u16, (set >> 16) as u16]
}

/// Returns the set of these even and odd lines.
pub(super) fn join(even: u16, odd: u16) -> LineSet {
    u32::from(even) | u32::from(odd) << 16
}

/// A map of sets of lines.
struct SetMap {
    /// For each set of even lines and each set of odd lines, the image.
    images: [Vec<LineSet>; 2],
    /// All lines if the colours are exchanged, so that the image is a complement.
    exchanged: LineSet,
}

impl SetMap {
    /// Makes the map of these lines, of which `live` have pieces, to lines given by `image`.
    fn new(side: usize, image: &dyn Fn(usize) -> usize, exchanged: LineSet) -> Self {
        let images = [0, 1].map(|parity| {
            let lines = (side + 1 - parity) / 2;
            let mut images = vec![0; 1 << lines];
            for set in 1..images.len() {
                let line = set.trailing_zeros() as usize;
                images[set] = images[set & (set - 1)] | line_bit(image(2 * line + parity));
            }
            images
        });
        Self { images, exchanged }
    }

    fn image(&self, set: LineSet) -> LineSet {
        let [even, odd] = halves(set).map(usize::from);
        (self.images[0][even] | self.images[1][odd]) ^ self.exchanged
    }

    /// Returns the image of a set of even lines if it is one of even lines; `None` if it is one of odd lines.
    fn even_image(&self, even: u16) -> Option<u16> {
        let image = self.images[0][usize::from(even)];
        let stays = self.images[0].last().is_some_and(|all| all >> 16 == 0);
        stays.then_some(halves(image ^ self.exchanged)[0])
    }

    fn is_identity(&self) -> bool {
        self.exchanged == 0
            && self.images[0].iter().enumerate().all(|(set, &image)| image as usize == set)
            && self.images[1].iter().enumerate().all(|(set, &image)| image as usize == set << 16)
    }
}

fn line_bit(line: usize) -> LineSet {
    1 << (line / 2 + 16 * (line % 2))
}

/// The maps of row sets and of column sets.
pub(super) struct Symmetry {
    /// The rows with a piece, and the columns with one.
    pub(super) live: [LineSet; 2],
    /// The maps that carry rows to rows, as maps of row sets.
    rows: Vec<SetMap>,
    /// The maps that leave every row where it is, as maps of column sets.
    mirrors: Vec<SetMap>,
    /// A map that carries columns to rows, as a map of column sets.
    turn: Option<SetMap>,
    /// For each set of even rows, its place in the order of such sets.
    ranks: Vec<u32>,
}

/// A class of row sets, by its place in the order of classes.
pub(super) type ClassKey = u64;

impl Symmetry {
    pub(super) fn new(grid: &Grid, maps: &[Vec<u16>]) -> Self {
        let side = grid.side;
        let lines = |of: &dyn Fn(usize, usize) -> usize| -> LineSet {
            let live = (0..side).filter(|&line| (0..side).any(|place| grid.is_allowed(of(line, place))));
            live.map(line_bit).fold(0, |all, bit| all | bit)
        };
        let live = [lines(&|row, col| row * side + col), lines(&|col, row| row * side + col)];
        let mut symmetry =
            Self { live, rows: Vec::new(), mirrors: Vec::new(), turn: None, ranks: Vec::new() };
        for map in maps {
            symmetry.add(side, map);
        }
        let evens = 1u32 << side.div_ceil(2);
        symmetry.ranks = (0..evens).map(|even| symmetry.rank_of(even as u16)).collect();
        symmetry
    }

    /// Adds a map, unless it mixes colours or parities.
    fn add(&mut self, side: usize, map: &[u16]) {
        let image = |row: usize, col: usize| {
            let image = usize::from(map[row * side + col]);
            [image / side, image % side]
        };
        let is_turned = side > 1 && image(0, 0)[0] != image(0, 1)[0];
        let (of_rows, of_cols) = if is_turned { (1, 0) } else { (0, 1) };
        let row_image = |row: usize| image(row, 0)[of_rows];
        let col_image = |col: usize| image(0, col)[of_cols];
        let shift = |of: &dyn Fn(usize) -> usize| {
            let first = of(0) % 2;
            (0..side).all(|line| (of(line) + line) % 2 == first).then_some(first)
        };
        let (Some(rows), Some(cols)) = (shift(&row_image), shift(&col_image)) else { return };
        let is_exchanged = rows != cols;
        let exchanged = |live: LineSet| if is_exchanged { live } else { 0 };
        if is_turned {
            // Lines of the image are rows, and a complement is taken among them.
            self.turn.get_or_insert_with(|| SetMap::new(side, &col_image, exchanged(self.live[0])));
            return;
        }
        let of_rows = SetMap::new(side, &row_image, exchanged(self.live[0]));
        if of_rows.is_identity() {
            self.mirrors.push(SetMap::new(side, &col_image, 0));
        }
        self.rows.push(of_rows);
    }

    /// Returns the place of a set of even rows in the order of such sets: the same for all images.
    fn rank_of(&self, even: u16) -> u32 {
        let live = halves(self.live[0])[0];
        let images = self.rows.iter().map(|map| match map.even_image(even & live) {
            Some(image) => (image.count_ones(), 1, image),
            None => {
                let [_, image] = halves(map.image(u32::from(even & live)));
                (image.count_ones(), 0, image)
            }
        });
        images.map(|(size, is_even, set)| size << 17 | is_even << 16 | u32::from(set)).max().unwrap_or(0)
    }

    /// Returns the sizes of the even and odd parts, for sorting.
    fn seniority(&self, set: LineSet) -> (u32, u32, LineSet) {
        let [even, _] = halves(set);
        (even.count_ones(), self.ranks[usize::from(even)], set)
    }

    /// Returns the number of row sets of the class if this one is its leader, and 0 if it is not.
    pub(super) fn weigh(&self, set: LineSet) -> u64 {
        let own = self.seniority(set);
        let mut images = [0; 8];
        let mut len = 0;
        for map in &self.rows {
            let image = map.image(set);
            if self.seniority(image) > own {
                return 0;
            }
            if !images[..len].contains(&image) {
                images[len] = image;
                len += 1;
            }
        }
        len as u64
    }

    /// Returns the class of a row set.
    pub(super) fn class(&self, set: LineSet) -> ClassKey {
        let images = self.rows.iter().map(|map| self.seniority(map.image(set)));
        let (_, rank, leader) = images.max().unwrap_or_default();
        u64::from(rank) << 32 | u64::from(leader)
    }

    /// Returns the class of a column set if columns and rows may be exchanged. It is that of a row set.
    pub(super) fn column_class(&self, set: LineSet) -> Option<ClassKey> {
        self.turn.as_ref().map(|turn| self.class(turn.image(set)))
    }

    /// Returns the number of sets of even columns that the maps which keep every row identify with this one
    /// if it is the least of them, and 0 if it is not.
    pub(super) fn weigh_columns(&self, even: u16) -> u64 {
        let mut images: Vec<u16> = self.mirrors.iter().filter_map(|map| map.even_image(even)).collect();
        if images.iter().any(|&image| image < even) {
            return 0;
        }
        images.sort_unstable();
        images.dedup();
        images.len() as u64
    }

    /// Returns the place of a set of even rows, or that of the image of a set of odd ones, to sort them.
    pub(super) fn rank(&self, is_odd: bool, set: u16) -> u32 {
        if !is_odd {
            return self.ranks[usize::from(set)];
        }
        let images = self.rows.iter().map(|map| halves(map.images[1][usize::from(set)]));
        images
            .map(|[even, odd]| if even > 0 { self.ranks[usize::from(even)] } else { u32::from(odd) })
            .max()
            .unwrap_or(0)
    }

    /// True if rows and columns may be exchanged.
    pub(super) fn has_turn(&self) -> bool {
        self.turn.is_some()
    }

    /// True if even and odd rows may be exchanged.
    pub(super) fn has_exchange(&self) -> bool {
        self.rows.iter().any(|map| map.even_image(0).is_none())
    }

    /// Returns the number of maps that leave every row where it is.
    pub(super) fn mirrors(&self) -> usize {
        self.mirrors.len()
    }
}
