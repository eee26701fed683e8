//! What the engine expects to do and to hold, before it enumerates anything.
//!
//! A mean-field model: `k` pieces stand in `k` rows and columns in `k!` ways, each piece finds its square allowed
//! with one probability, each two of them are at peace with another one. For a quarter of 10 queens that gives 0.97 times
//! the placements that there are, for 16 queens 1.14 times, for 14 amazons 1.3 times. For 20 queens the time left is
//! within a fifth after the first tenth of the run, and within a twentieth in the middle.

use super::grid::{Grid, Quarter};
use super::matching::StartFrame;
use super::quarters::QuarterSheet;
use super::starts::{Pair, Start, quarter_squares};
use crate::engines::kernel::Kernel;

/// Whether they are eastern, and southern.
const QUARTERS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

/// The model of a start.
pub(super) struct StartModel {
    /// By half, west and east, and quarter, north and south: how many placements one pair has on
    /// average, by its number of rows and columns.
    per_pair: [[Vec<f64>; 2]; 2],
    /// By half: the probability that a northern and a southern piece are at peace.
    peace: [f64; 2],
    cols: Pair,
    /// Time of an operation, against AVX-512.
    slowness: f64,
    /// From so many western half boards on pairs are sifted.
    sorted_from: f64,
    /// Words between the quarters of a half, and of a western half board.
    joins: usize,
    words: f64,
    /// Length of a quarter's side.
    half: u32,
    /// By the number of northern rows of a row set, on which alone they depend: how many half boards are expected, western and
    /// eastern, and the time. There are up to some ten million row sets, and powers take long.
    boards: Vec<[f64; 2]>,
    costs: Vec<f64>,
}

impl StartModel {
    pub(super) fn new(grid: &Grid, start: &Start, frame: &StartFrame, kernel: Kernel) -> Self {
        let marked = start.marked(grid);
        let squares = |south: bool, east: bool| -> Vec<usize> {
            let fits = |&square: &usize| start.allowed[square] && (east || !marked[square]);
            quarter_squares(grid, Quarter { south, east }).filter(fits).collect()
        };
        let lines = |south: bool, east: bool| {
            let rows = start.rows_of(south);
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
        let (slowness, sifts) = match kernel {
            Kernel::Avx512 => (1.0, true),
            Kernel::Avx2 => (1.6, false),
            Kernel::Portable => (2.7, false),
        };
        let mut model = Self {
            per_pair,
            peace,
            cols: start.cols,
            slowness,
            sorted_from: if sifts { frame.sorted_from as f64 } else { f64::INFINITY },
            joins: frame.joins,
            words: frame.words as f64,
            half: grid.half() as u32,
            boards: Vec::new(),
            costs: Vec::new(),
        };
        let west = start.cols.0.count_ones();
        (model.boards, model.costs) =
            (0..=west).map(|north| model.expected(start, [north, west - north])).unzip();
        model
    }

    /// Time of an operation, against AVX-512.
    pub(super) fn slowness(&self) -> f64 {
        self.slowness
    }

    /// How many placements there are on a quarter.
    pub(super) fn on_quarter(&self, east: bool, south: bool) -> f64 {
        let of_size = |rows: u32| choose(self.half, rows) * self.on_sheet(east, south, rows as usize);
        (0..=self.half).map(of_size).sum()
    }

    /// How many placements the sheets of so many rows have on a quarter, each.
    fn on_sheet(&self, east: bool, south: bool, rows: usize) -> f64 {
        let per_pair = self.per_pair[usize::from(east)][usize::from(south)].get(rows);
        choose(self.half, rows as u32) * per_pair.copied().unwrap_or(0.0)
    }

    /// Bytes of a western and an eastern sheet, of the north or of the south, where so many rows have their pieces in the
    /// west.
    pub(super) fn sheet_bytes(&self, start: &Start, south: bool, western: usize) -> f64 {
        let rows = start.rows_of(south).count_ones() as usize;
        let bytes = |east: bool, rows: usize| {
            let (words, codes) = self.lists(east);
            QuarterSheet::bytes(self.on_sheet(east, south, rows), words, codes)
        };
        bytes(false, western) + bytes(true, rows.saturating_sub(western))
    }

    /// The expected time of writing all sheets, in about nanoseconds.
    pub(super) fn writing(&self) -> f64 {
        let mut sum = 4.0 * 700.0 * f64::from(self.half).exp2();
        for (east, south) in QUARTERS {
            sum += 16.0 * self.on_quarter(east, south);
        }
        sum
    }

    /// Bytes of all sheets.
    pub(super) fn all_bytes(&self) -> f64 {
        let mut sum = 0.0;
        for (east, south) in QUARTERS {
            let (words, codes) = self.lists(east);
            for rows in 0..=self.half {
                let placements = self.on_sheet(east, south, rows as usize);
                sum += choose(self.half, rows) * QuarterSheet::bytes(placements, words, codes);
            }
        }
        sum
    }

    /// Bytes of the half boards of a row set, at most, with room for more.
    pub(super) fn half_board_bytes(&self) -> f64 {
        self.boards
            .iter()
            .map(|[west, east]| 1.5 * (12.0 * self.words * west + 4.0 * east))
            .fold(0.0, f64::max)
    }

    /// How many lists of words, and of codes, a sheet has.
    fn lists(&self, east: bool) -> (usize, usize) {
        match east {
            false => (self.joins + self.words as usize, 0),
            true => (self.joins, (self.half as usize).div_ceil(2)),
        }
    }

    /// The expected time of a row set, in about nanoseconds, by its number of rows in the north of the west. Fitted to queens.
    pub(super) fn cost(&self, north: usize) -> f64 {
        self.costs.get(north).copied().unwrap_or(0.0)
    }

    /// The expected half boards and time of a row set whose western pieces are so many in the north and in the south.
    fn expected(&self, start: &Start, west: [u32; 2]) -> ([f64; 2], f64) {
        let rows = [start.rows.0, start.rows.1].map(u16::count_ones);
        let east = [0, 1].map(|quarter| rows[quarter].saturating_sub(west[quarter]));
        let half = |which: usize, cols: u16, [north, south]: [u32; 2]| {
            let ways = choose(cols.count_ones(), north);
            let of = |quarter: usize, pieces: u32| {
                ways * self.per_pair[which][quarter].get(pieces as usize).copied().unwrap_or(0.0)
            };
            let (north_placements, south_placements) = (of(0, north), of(1, south));
            // Of independent squares there would be more by half than there are.
            let boards = 0.65 * north_placements * south_placements / ways.max(1.0)
                * self.peace[which].powf(f64::from(north * south));
            (ways, north_placements, south_placements, boards)
        };
        let (western_ways, north, south, boards) = half(0, self.cols.0, west);
        let western = 1.0 * western_ways + 4.0 * north.min(south) + 1.2 * self.words * boards;
        let blocks = (boards / 512.0 + 0.5).max(1.0) * (2.0 * boards).min(1.0);
        let (ways, north, south, pairs) = half(1, self.cols.1, east);
        let eastern = 1.0 * ways + 4.0 * north.min(south) + 3.0 * pairs;
        // Behind the sieve hardly a pair is left, the fewer, the more half boards there are.
        let share = (boards / self.sorted_from).max(1.0).powf(-0.69);
        let matching = 700.0 + 50.0 * self.words + 1.2 * (north + south) + 0.3 * pairs * share;
        let cost = self.slowness * (190.0 + western + eastern + blocks * matching);
        ([boards, pairs], cost.min(1e290))
    }
}

/// The share of pairs of squares, not in one row or column, that are at peace; 1 if there is none.
pub(super) fn at_peace(grid: &Grid, first: &[usize], second: &[usize]) -> f64 {
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
