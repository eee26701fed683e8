//! The expected work and memory of the engine, before it enumerates anything.
//!
//! As in the model of [halves](crate::engines::halves::cost), squares are allowed independently, and pairs of
//! pieces are non-attacking independently. That gives the length of the list of a row set and a column set,
//! and so the number of leaves, of prefixes and of vectors. Their times were measured for queens.

use super::family::Family;
use super::forest::MAX_LATE;
use super::lanes::Row;
use super::lattice::{LANES, squares};
use super::symmetry::{Symmetry, halves};
use crate::engines::binomial::about_binomial;
use crate::engines::halves::cost::at_peace;
use crate::engines::halves::grid::Grid;
use crate::engines::kernel::Kernel;

/// Times in nanoseconds with AVX-512: of a leaf, of each vector of a leaf, of a prefix, of each vector of a
/// prefix, and of a product.
const LEAF: f64 = 4.5;
const LEAF_VECTOR: f64 = 1.0;
const PREFIX: f64 = 350.0;
const PREFIX_VECTOR: f64 = 150.0;
const PRODUCT: f64 = 0.5;
/// The factor of the time if even and odd rows are not exchanged by any map, as on boards of odd sides. Then
/// blocks of lanes are not as full.
const UNEVEN: f64 = 1.9;
/// The time of a placement in a sheet or a forest, for a tile.
const PLACEMENT: f64 = 25.0;
/// The number of row sets that share a prefix.
const SHARED: f64 = 3.0;
/// The share of lanes, or of leaves, that are needed if row sets and column sets may be exchanged.
const NEEDED: f64 = 0.6;

/// The maximum numbers of sets of even rows, and of odd rows, of a tile.
const TILE: [usize; 2] = [8, 16];
/// The maximum expected number of placements of a forest or of the sheets of a tile.
const MAX_PLACEMENTS: f64 = 16e6;

/// Returns the number of pieces that are not in the prefix, for placements of some pieces on a lattice of some
/// rows. If few pairs are left, longer prefixes would have hardly any placements.
pub(super) fn late(pieces: usize, rows: usize) -> usize {
    if 2 * pieces > rows + 3 { MAX_LATE } else { MAX_LATE - 1 }
}

/// The model of a count.
pub(super) struct Model {
    side: usize,
    /// The lattices of the dark squares and those of the light ones.
    lattices: [LatticeModel; 2],
    /// For each parity the numbers of rows and of columns with a piece.
    live: [[usize; 2]; 2],
    /// The shares of sets of even and of odd columns that are needed.
    needed: [f64; 2],
    /// The number of column sets that one lane represents.
    mirrors: f64,
    slowness: f64,
}

/// The model of the lattices of a colour.
struct LatticeModel {
    /// The share of squares that are open.
    open: f64,
    /// The probability that two pieces on a lattice do not attack each other.
    within: f64,
    /// The probability that a piece on one lattice and a piece on the other do not attack each other.
    across: f64,
}

impl LatticeModel {
    /// Returns the expected number of placements on a lattice for a row set and a column set of this size.
    fn list(&self, pieces: usize) -> f64 {
        let k = pieces as f64;
        (1..=pieces).map(|piece| piece as f64 * self.open).product::<f64>()
            * self.within.powf(k * (k - 1.0) / 2.0)
    }
}

impl Model {
    pub(super) fn new(grid: &Grid, symmetry: &Symmetry, kernel: Kernel) -> Self {
        let side = grid.side;
        let lattices = [0, 1].map(|colour| {
            let [one, other] = [[0, colour], [1, 1 - colour]].map(|parities| squares(grid, parities));
            let all = one.len() + other.len();
            LatticeModel {
                open: all as f64 / (side * side).div_ceil(2) as f64,
                within: (at_peace(grid, &one, &one) + at_peace(grid, &other, &other)) / 2.0,
                across: at_peace(grid, &one, &other),
            }
        });
        Self {
            side,
            lattices,
            live: symmetry.live.map(|lines| halves(lines).map(|lines| lines.count_ones() as usize)),
            needed: [true, symmetry.has_exchange()]
                .map(|is_bound| if is_bound && symmetry.has_turn() { NEEDED } else { 1.0 }),
            mirrors: symmetry.mirrors() as f64,
            slowness: slowness(kernel) * if symmetry.has_exchange() { 1.0 } else { UNEVEN },
        }
    }

    /// Returns the numbers of sets of even and of odd columns of a family.
    fn column_sets(&self, pieces: [usize; 2]) -> [f64; 2] {
        let sets = [0, 1].map(|parity| about_binomial(self.live[1][parity] as u32, pieces[parity] as u32));
        [sets[0] / self.mirrors, sets[1]]
    }

    /// Returns the expected time of a row set with these numbers of dark pieces in even and odd rows.
    pub(super) fn cost(&self, [pieces, odd]: [usize; 2]) -> f64 {
        let [evens, odds] = self.column_sets([pieces, odd]);
        let [lanes, rows] = [evens * self.needed[0], odds * self.needed[1]];
        let blocks = (lanes / LANES as f64 + 0.4).max(1.0);
        let [even_rows, odd_rows] = self.live[0];
        let dark = self.matrix(0, (pieces, odd), rows);
        let light = self.matrix(1, (odd_rows - odd, even_rows - pieces), rows);
        let sheets: f64 =
            [(0, pieces, evens), (0, odd, odds), (1, odd_rows - odd, evens), (1, even_rows - pieces, odds)]
                .into_iter()
                .zip([TILE[1], TILE[0], TILE[0], TILE[1]])
                .map(|((colour, pieces, sets), share)| {
                    sets * self.lattices[colour].list(pieces) / share as f64
                })
                .sum();
        let time = blocks * (dark + light + rows * LANES as f64 * PRODUCT) + PLACEMENT * sheets;
        (time * self.slowness).min(1e290)
    }

    /// Returns the expected time of a block of a matrix, for a row set.
    fn matrix(&self, colour: usize, (of_lane, pieces): (usize, usize), rows: f64) -> f64 {
        let lattice = &self.lattices[colour];
        let depth = pieces.saturating_sub(late(pieces, self.side / 2));
        let leaves = rows * lattice.list(pieces);
        let cols = self.side / 2;
        let prefixes = (0..depth).map(|piece| (cols - piece) as f64 * lattice.within.powf(piece as f64));
        let prefixes = prefixes.product::<f64>() / SHARED;
        let left = lattice.list(of_lane) * lattice.across.powf((of_lane * depth) as f64);
        // Lists differ, so that the longest ones need more vectors. Few prefixes leave nothing at all.
        let vectors = 1.0 + 1.4 * left / 8.0;
        let some = (LANES as f64 * left).min(1.0);
        let found =
            (left * LANES as f64 * lattice.across.powf((of_lane * (pieces - depth)) as f64) * 8.0).min(1.0);
        some * (prefixes * (PREFIX + PREFIX_VECTOR * vectors)
            + leaves * found.max(0.3) * (LEAF + LEAF_VECTOR * vectors))
    }

    /// Returns the numbers of sets of even and of odd rows of a tile of a family, which need not have too many
    /// placements.
    pub(super) fn tile(&self, family: &Family) -> [usize; 2] {
        let [pieces, odd] = family.pieces;
        let [evens, odds] = self.column_sets(family.pieces);
        let [even_rows, odd_rows] = self.live[0];
        let dark = [evens * self.lattices[0].list(pieces), odds * self.lattices[0].list(odd)];
        let light =
            [odds * self.lattices[1].list(even_rows - pieces), evens * self.lattices[1].list(odd_rows - odd)];
        [0, 1].map(|parity| {
            let most = (MAX_PLACEMENTS / dark[parity].max(light[parity]).max(1.0)) as usize;
            TILE[parity].min(most).clamp(1, family.rows[parity].len().max(1))
        })
    }

    /// Returns the expected bytes of a tile of a family.
    pub(super) fn memory(&self, family: &Family) -> f64 {
        let [pieces, odd] = family.pieces;
        let [evens, odds] = self.column_sets(family.pieces);
        let tile = self.tile(family).map(|sets| sets as f64);
        let matrices = odds * tile[1] * (tile[0] + 1.0) * size_of::<Row<u16>>() as f64;
        let [even_rows, odd_rows] = self.live[0];
        let words = [(0, pieces, evens, tile[0]), (1, odd_rows - odd, evens, tile[1])];
        let leaves = [(0, odd, odds, tile[1]), (1, even_rows - pieces, odds, tile[0])];
        let placements = |(colour, pieces, sets, share): (usize, usize, f64, f64)| {
            sets * share * self.lattices[colour].list(pieces)
        };
        matrices
            + 8.0 * words.into_iter().map(placements).sum::<f64>()
            + 8.0 * leaves.into_iter().map(placements).sum::<f64>()
            + 4.0 * evens * odds
    }
}

/// Returns the time with this kernel, relative to AVX-512.
fn slowness(kernel: Kernel) -> f64 {
    match kernel {
        Kernel::Avx512 => 1.0,
        Kernel::Avx2 => 1.4,
        // The kernel of NEON is the portable one with its instructions.
        Kernel::Neon => 2.2,
        Kernel::Portable => 2.6,
    }
}
