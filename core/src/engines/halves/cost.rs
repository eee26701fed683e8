//! What the engine expects to do and to hold, before it enumerates anything.
//!
//! A mean-field model: `k` pieces stand in `k` rows and columns in `k!` ways, each piece finds its square allowed
//! with one probability, each two of them are at peace with another one. For a quarter of 10 queens that gives 0.97 times
//! the placements that there are, for 16 queens 1.14 times, for 14 amazons 1.3 times. For 20 queens the time left is
//! within a fifth after the first tenth of the run, and within a twentieth in the middle.

use super::grid::{Grid, Quarter};
use super::starts::{Pair, RowSet, Start, quarter_squares};
use crate::engines::kernel::Kernel;

/// The model of a start.
pub(super) struct Model {
    /// By half, west and east, and quarter, north and south: how many placements one pair has on
    /// average, by its number of rows and columns.
    per_pair: [[Vec<f64>; 2]; 2],
    /// By half: the probability that a northern and a southern piece are at peace.
    peace: [f64; 2],
    cols: Pair,
    /// Time of an operation, against AVX-512.
    slowness: f64,
    /// Words of a western half board.
    words: f64,
    /// The expected time of a row set by the number of its northern rows, on which alone it depends: there are up to some
    /// ten thousand row sets, and powers take long.
    costs: Vec<f64>,
}

impl Model {
    pub(super) fn new(grid: &Grid, start: &Start, words: usize, kernel: Kernel) -> Self {
        let marked = start.marked(grid);
        let squares = |south: bool, east: bool| -> Vec<usize> {
            let fits = |&square: &usize| start.allowed[square] && (east || !marked[square]);
            quarter_squares(grid, Quarter { south, east }).filter(fits).collect()
        };
        let lines = |south: bool, east: bool| {
            let rows = if south { start.rows.1 } else { start.rows.0 };
            let cols = if east { start.cols.1 } else { start.cols.0 };
            (rows.count_ones(), cols.count_ones())
        };
        let per_pair = [false, true].map(|east| {
            [false, true].map(|south| {
                let squares = squares(south, east);
                let (rows, cols) = lines(south, east);
                let open = squares.len() as f64 / f64::from((rows * cols).max(1));
                let peace = at_peace(grid, &squares, &squares);
                let of_size = |pieces: usize| {
                    let k = pieces as f64;
                    (1..=pieces).map(|piece| piece as f64 * open).product::<f64>()
                        * peace.powf(k * (k - 1.0) / 2.0)
                };
                (0..=grid.half()).map(of_size).collect()
            })
        });
        let peace = [false, true].map(|east| at_peace(grid, &squares(false, east), &squares(true, east)));
        let slowness = match kernel {
            Kernel::Avx512 => 1.0,
            Kernel::Avx2 => 2.1,
            Kernel::Portable => 3.4,
        };
        let mut model =
            Self { per_pair, peace, cols: start.cols, slowness, words: words as f64, costs: Vec::new() };
        let west = start.cols.0.count_ones();
        model.costs = (0..=west).map(|north| model.cost_of(start, [north, west - north])).collect();
        model
    }

    /// Time of an operation, against AVX-512.
    pub(super) fn slowness(&self) -> f64 {
        self.slowness
    }

    /// How many placements there are on each quarter, by half and quarter.
    pub(super) fn placements(&self, grid: &Grid) -> [[f64; 2]; 2] {
        let side = grid.half() as u32;
        self.per_pair.each_ref().map(|half| {
            half.each_ref().map(|per_pair| {
                per_pair.iter().zip(0..).map(|(each, k)| each * choose(side, k).powi(2)).sum()
            })
        })
    }

    /// The expected time of a row set, in about nanoseconds. Fitted to queens.
    pub(super) fn cost(&self, set: RowSet) -> f64 {
        self.costs.get(set.north.count_ones() as usize).copied().unwrap_or(0.0)
    }

    /// The expected time of a row set whose western pieces are so many in the north and in the south.
    fn cost_of(&self, start: &Start, west: [u32; 2]) -> f64 {
        let rows = [start.rows.0, start.rows.1].map(u16::count_ones);
        let east = [0, 1].map(|quarter| rows[quarter].saturating_sub(west[quarter]));
        let half = |which: usize, cols: u16, [north, south]: [u32; 2]| {
            let ways = choose(cols.count_ones(), north);
            let of = |quarter: usize, pieces: u32| {
                ways * self.per_pair[which][quarter].get(pieces as usize).copied().unwrap_or(0.0)
            };
            let (north_placements, south_placements) = (of(0, north), of(1, south));
            let boards = north_placements * south_placements / ways.max(1.0)
                * self.peace[which].powf(f64::from(north * south));
            (ways, north_placements, south_placements, boards)
        };
        let (ways, north, south, boards) = half(0, self.cols.0, west);
        let joining = 3.0 * ways + 4.0 * north.min(south) + self.words * (0.5 + 0.6 * boards);
        let blocks = (boards / 512.0 + 0.5).max(1.0);
        let (ways, north, south, pairs) = half(1, self.cols.1, east);
        let pairing = 3.0 * ways + 6.0 * north.min(south);
        let matching = 500.0 + 150.0 * self.words + 0.4 * (north + south) + 0.35 * pairs;
        (self.slowness * (joining + pairing + blocks * matching)).min(1e290)
    }
}

/// The share of pairs of squares, not in one row or column, that are at peace; 1 if there is none.
fn at_peace(grid: &Grid, first: &[usize], second: &[usize]) -> f64 {
    let (mut pairs, mut peaceful) = (0u32, 0u32);
    for &a in first {
        for &b in second {
            if a / grid.side != b / grid.side && a % grid.side != b % grid.side {
                pairs += 1;
                peaceful += u32::from(!grid.conflict(a, b));
            }
        }
    }
    if pairs == 0 { 1.0 } else { f64::from(peaceful) / f64::from(pairs) }
}

/// Binomial coefficient.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n.saturating_sub(i)) / f64::from(i + 1)).product()
}
