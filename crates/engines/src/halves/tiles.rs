//! The units: tiles of row sets.
//!
//! A row set is a set of rows in the north of the west and one in the south. Those with `k` rows in the north
//! are a rectangle, northern sets by southern ones. A *tile* is a part of it: some consecutive northern sets
//! with some southern ones. Tiles are nearly square, because such tiles need the fewest
//! [sheets](super::quarters::QuarterSheet). But if a row set takes so little time that all sheets are kept,
//! one northern set is combined with many southern ones, in the order in which they are in memory.
//!
//! Tiles depend only on the problem and its model of cost, not on instructions, memory or threads. A count
//! that was begun with ample memory can be continued with little.

use super::cost::Model;
use super::row_sets::RowSets;
use super::subsets::Subsets;
use std::ops::Range;

/// Some row sets.
#[derive(Debug, Clone)]
pub(super) struct Tile {
    /// The number of rows that have their pieces in the north of the west.
    pub(super) size: u8,
    /// The sets of rows in the north of the west, by their number among those of this size.
    pub(super) norths: Range<u16>,
    /// The sets of rows in the south of the west, by their number among those of their size.
    pub(super) souths: Range<u16>,
    /// Its expected time with the current instructions, in nanoseconds.
    pub(super) work: f64,
}

impl Tile {
    /// Returns its sets of rows, of the north and of the south.
    pub(super) fn rows(&self, subsets: &[Subsets; 2], row_sets: &RowSets) -> [Vec<u16>; 2] {
        let size = usize::from(self.size);
        let west = row_sets.western_pieces();
        let part = |mut rows: Vec<u16>, range: &Range<u16>| {
            rows.truncate(range.end.into());
            rows.split_off(usize::from(range.start).min(rows.len()))
        };
        [
            part(row_sets.western_rows(subsets, false, size), &self.norths),
            part(row_sets.western_rows(subsets, true, west.saturating_sub(size)), &self.souths),
        ]
    }
}

/// An odd number, so that multiplication by it is one to one; near the golden ratio of 2^32, so that it mixes
/// well (Knuth, *The Art of Computer Programming* 3, 6.4).
const MIXER: u32 = 0x9e37_79b1;

/// The least expected time of a tile in nanoseconds, because a larger number of tiles also takes time.
const LEAST_TILE_NS: f64 = 20_000.0;
/// The least number of tiles of a longer count, so that threads can share them and progress is visible.
const COARSE: f64 = 512.0;
/// The largest expected time of a tile, in nanoseconds with AVX-512, so that a run that is stopped loses
/// little.
const MAX_TILE_NS: f64 = 1e10;
/// The number of tiles above which a tile may take longer than [`MAX_TILE_NS`].
const FINE: f64 = 65_536.0;
/// The largest expected time of a tile in that case, in nanoseconds with AVX-512.
const MOST_TILE_NS: f64 = 3e11;
/// The expected time of a row set, in nanoseconds with AVX-512, below which tiles have one northern set. With
/// 3,500 row sets each, square tiles took 1.07 times as long.
const SHORT_NS: f64 = 3e4;
/// The maximum number of bytes of the northern sheets of a tile with more than one northern set.
const NORTHERN_BYTES: f64 = 1.28e8;

/// Returns the tiles in mixed order. If `is_finest`, each tile has one row set.
pub(super) fn cut_tiles(
    subsets: &[Subsets; 2],
    row_sets: &RowSets,
    model: &Model,
    is_finest: bool,
) -> Vec<Tile> {
    let rectangles: Vec<RowSetBlock> = (0..=row_sets.western_pieces())
        .filter_map(|size| RowSetBlock::new(subsets, (row_sets, model), size))
        .collect();
    let total: f64 = rectangles.iter().map(|rectangle| rectangle.cost * rectangle.counted as f64).sum();
    let coarse = (total / COARSE).clamp(LEAST_TILE_NS, MAX_TILE_NS);
    let most = (total / FINE).min(MOST_TILE_NS).max(coarse);
    let mut tiles = Vec::new();
    for rectangle in rectangles {
        rectangle.cut(if is_finest { 0.0 } else { most }, &mut tiles);
    }
    tiles.iter_mut().for_each(|tile| tile.work *= model.slowness());
    // Neighbouring sets take about the same time, so the estimates of all may be too high or too low. In
    // mixed order, the finished tiles are a fair sample at any time, and so the remaining time is predicted
    // well.
    let mut mixed: Vec<(u32, Tile)> =
        (0u32..).map(|number| number.wrapping_mul(MIXER)).zip(tiles.drain(..)).collect();
    mixed.sort_unstable_by_key(|&(key, _)| key);
    mixed.into_iter().map(|(_, tile)| tile).collect()
}

/// All row sets with the same number of rows in the north of the west.
struct RowSetBlock<'a> {
    row_sets: &'a RowSets,
    size: usize,
    norths: Vec<u16>,
    souths: Vec<u16>,
    /// The number of row sets that are counted.
    counted: usize,
    /// The expected time of a row set that is counted.
    cost: f64,
    /// True if that time is short.
    is_short: bool,
    /// The bytes of the northern sheets of one row set.
    northern_bytes: f64,
}

impl<'a> RowSetBlock<'a> {
    /// Makes the block; `None` if none of its row sets is counted.
    fn new(subsets: &[Subsets; 2], (row_sets, model): (&'a RowSets, &Model), size: usize) -> Option<Self> {
        let norths = row_sets.western_rows(subsets, false, size);
        let souths = row_sets.western_rows(subsets, true, row_sets.western_pieces() - size);
        let counted = row_sets.count_row_sets(&norths, &souths);
        (counted > 0).then(|| Self {
            row_sets,
            size,
            norths,
            souths,
            counted,
            cost: model.cost(size),
            is_short: model.cost(size) < SHORT_NS,
            northern_bytes: model.sheet_bytes(false, size),
        })
    }

    /// Cuts the block into tiles of which none is expected to take longer than `most`, if possible.
    fn cut(&self, most: f64, tiles: &mut Vec<Tile>) {
        // The order of row sets decides which ones are counted, so all row sets of a tile may be counted,
        // even if few of all are.
        let pairs = (self.norths.len() * self.souths.len()) as f64;
        let area = (most / self.cost.max(1e-3)).clamp(1.0, pairs);
        let most_norths = (NORTHERN_BYTES / self.northern_bytes.max(1.0)).max(1.0);
        let height = if self.is_short { 1.0 } else { area.sqrt() };
        let height = height.min(most_norths).clamp(1.0, self.norths.len() as f64);
        let width = (area / height).clamp(1.0, self.souths.len() as f64);
        let height = (area / width).min(most_norths).clamp(1.0, self.norths.len() as f64);
        for norths in divide_evenly(self.norths.len(), height) {
            for souths in divide_evenly(self.souths.len(), width) {
                let rows = (&self.norths[norths.clone()], &self.souths[souths.clone()]);
                let counted = self.row_sets.count_row_sets(rows.0, rows.1);
                if counted > 0 {
                    tiles.push(Tile {
                        size: self.size as u8,
                        norths: norths.start as u16..norths.end as u16,
                        souths: souths.start as u16..souths.end as u16,
                        work: self.cost * counted as f64,
                    });
                }
            }
        }
    }
}

/// Divides `things` things into parts of almost equal size, at most `size`.
fn divide_evenly(things: usize, size: f64) -> impl Iterator<Item = Range<usize>> {
    let parts = things.div_ceil((size as usize).max(1)).max(1);
    (0..parts).map(move |part| part * things / parts..(part + 1) * things / parts)
}
