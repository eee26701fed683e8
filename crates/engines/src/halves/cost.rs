//! The expected work and memory of the engine, before it enumerates anything.
//!
//! The model is a mean-field model. `k` pieces stand in `k` rows and columns in `k!` ways. Each square is
//! allowed with one probability, and each pair of pieces is non-attacking with another one. For a quarter of
//! 10 queens it gives 0.97 times the number of placements, for 16 queens 1.14 times, and for 14 amazons 1.3
//! times.
//!
//! The number of half boards gives the time of both ways to count their pairs, and so the choice between the
//! ways.

use super::crossing::Crossing;
use super::grid::Grid;
use super::lanes::MARK_BITS;
use super::quarters::QuarterSheet;
use super::row_sets::{Cut, RowSets};
use crate::engines::binomial::about_binomial;
use crate::engines::kernel::Kernel;

/// The model of a count: the expected numbers of half boards, their time and their memory.
pub(super) struct Model {
    /// The halves of the board, in each way to cut them.
    cuts: Vec<CutModel>,
    /// Number of rows with a piece, in the north and in the south.
    rows: [u32; 2],
    /// Number of pieces in the west.
    western_pieces: u32,
    /// Number of words that must not meet between the quarters of a half.
    joins: usize,
    /// Number of words of a half board.
    words: usize,
    /// Whether lists of half boards are split.
    splits: bool,
    /// Number of lists of codes of an eastern sheet.
    codes: usize,
    /// Time of an operation, relative to AVX-512.
    slowness: f64,
    /// Expected numbers of western and eastern half boards of a row set, by its number of northern rows,
    /// which alone determines them. They are stored because there are up to some ten million row sets, and
    /// powers are slow.
    boards: Vec<[f64; 2]>,
    /// Expected time of a row set, by its number of northern rows.
    costs: Vec<f64>,
}

/// The model of a half of the board, for one way to cut it.
struct CutModel {
    cut: Cut,
    quarters: [QuarterModel; 2],
    /// The probability that a northern and a southern piece do not attack each other.
    peace: f64,
}

/// The model of a quarter.
struct QuarterModel {
    /// Number of rows in which pieces may stand.
    rows: u32,
    /// Number of columns in which pieces may stand.
    cols: u32,
    /// Number of columns in which every placement has a piece.
    needed: u32,
    /// Average number of placements for one set of rows and one set of columns, by the size of the sets.
    per_pair: Vec<f64>,
}

impl QuarterModel {
    fn new(grid: &Grid, row_sets: &RowSets, (cut, is_south): (&Cut, bool), squares: &[usize]) -> Self {
        let lines = |line: &dyn Fn(usize) -> usize| {
            let mut lines: Vec<usize> = squares.iter().map(|&square| line(square)).collect();
            lines.sort_unstable();
            lines.dedup();
            lines.len() as u32
        };
        let rows = lines(&|square| square / grid.side);
        let cols = lines(&|square| square % grid.side);
        let open = squares.len() as f64 / f64::from((rows * cols).max(1));
        let peace = at_peace(grid, squares, squares);
        let needed = row_sets.needed_lines(cut, is_south).1.count_ones();
        let of_size = |pieces: u32| {
            let k = f64::from(pieces);
            let ways = (1..=pieces).map(|piece| f64::from(piece) * open).product::<f64>()
                * peace.powf(k * (k - 1.0) / 2.0);
            // Only one of the two orders of the middle pieces is counted. If both middle pieces are in one
            // quarter, the southern quarter may have one piece in the centre instead.
            match needed {
                0 => ways,
                _ if is_south => ways * (k + 1.0) / (2.0 * k.max(1.0)),
                _ => ways * (k - 1.0).max(0.0) / (2.0 * k.max(1.0)),
            }
        };
        Self { rows, cols, needed, per_pair: (0..=rows).map(of_size).collect() }
    }

    /// Returns the expected number of placements for one set of `pieces` rows and one set of as many columns.
    fn on_pair(&self, pieces: u32) -> f64 {
        self.per_pair.get(pieces as usize).copied().unwrap_or(0.0)
    }

    /// Returns the expected number of placements on the sheet of a set of `pieces` rows.
    fn on_sheet(&self, pieces: u32) -> f64 {
        let Some(chosen) = pieces.checked_sub(self.needed) else { return 0.0 };
        about_binomial(self.cols.saturating_sub(self.needed), chosen) * self.on_pair(pieces)
    }

    /// Returns the expected number of all placements.
    fn expected_placements(&self) -> f64 {
        (0..=self.rows).map(|pieces| self.sheets(pieces) * self.on_sheet(pieces)).sum()
    }

    /// Returns the number of sheets with `pieces` rows that may be used.
    fn sheets(&self, pieces: u32) -> f64 {
        match pieces.checked_sub(self.needed) {
            Some(chosen) => about_binomial(self.rows.saturating_sub(self.needed), chosen),
            None => 0.0,
        }
    }
}

/// The half boards of a row set in one cut.
struct ExpectedHalf {
    /// Number of ways to share out the columns.
    ways: f64,
    /// Expected number of placements in the north and in the south, in all ways.
    placements: [f64; 2],
    /// Expected number of half boards.
    boards: f64,
}

impl CutModel {
    /// Returns the expected half boards for these numbers of pieces in the north and in the south.
    fn expected_half(&self, pieces: [u32; 2]) -> ExpectedHalf {
        let [north, south] = &self.quarters;
        let cols = (north.cols.max(south.cols)).saturating_sub(north.needed + south.needed);
        let ways = about_binomial(cols, pieces[0].saturating_sub(north.needed));
        let placements = [0, 1].map(|quarter| ways * self.quarters[quarter].on_pair(pieces[quarter]));
        // Independent squares would give about half as many again.
        let boards = 0.65 * placements[0] * placements[1] / ways.max(1.0)
            * self.peace.powf(f64::from(pieces[0] * pieces[1]));
        ExpectedHalf { ways, placements, boards }
    }
}

impl Model {
    pub(super) fn new(
        grid: &Grid,
        row_sets: &RowSets,
        across: &Crossing,
        joins: usize,
        ([used, tuned], splits): ([Kernel; 2], Option<bool>),
    ) -> Self {
        let marked = row_sets.marked_squares(grid);
        let of_cut = |cut: Cut| {
            let squares = [false, true].map(|is_south| row_sets.open_squares(grid, &cut, is_south));
            let quarter = |is_south: bool| {
                QuarterModel::new(grid, row_sets, (&cut, is_south), &squares[usize::from(is_south)])
            };
            let quarters = [quarter(false), quarter(true)];
            let peace = at_peace(grid, &squares[0], &squares[1]);
            CutModel { cut, quarters, peace }
        };
        let mut model = Self {
            cuts: row_sets.cuts().into_iter().map(of_cut).collect(),
            rows: [row_sets.rows.0, row_sets.rows.1].map(u16::count_ones),
            western_pieces: row_sets.western_pieces() as u32,
            joins,
            words: 1,
            splits: false,
            codes: 0,
            slowness: 1.0,
            boards: Vec::new(),
            costs: Vec::new(),
        };
        let words = |marks: usize| (across.bits() + marks).div_ceil(64).max(1).next_power_of_two();
        let marks = if marked.contains(&true) { MARK_BITS } else { 0 };
        let splitter = Splitter::new(grid.side, across);
        // The time of all row sets and the time of one, by matching and by splitting.
        let (mut totals, mut costs) = ([0.0; 2], [Vec::new(), Vec::new()]);
        for north in 0..=model.western_pieces {
            let halves = model.halves(north);
            let row_sets = about_binomial(model.rows[0], north)
                * about_binomial(model.rows[1], model.western_pieces - north);
            let times = [matching_time(&halves, words(0)), splitter.time(&halves, words(marks))];
            for ((total, costs), time) in totals.iter_mut().zip(&mut costs).zip(times) {
                *total += row_sets * time;
                costs.push(time.min(1e290));
            }
            let east = halves[1..].iter().map(|half| half.boards).sum();
            model.boards.push([halves[0].boards, east]);
        }
        // The layout of tiles uses the times with AVX-512 for all kernels, because both ways give the same
        // counts.
        let best = usize::from(totals[1] < totals[0]);
        let with = |kernel: Kernel| {
            let slower = slowness(kernel);
            [totals[0] * slower[0], totals[1] * slower[1]]
        };
        let [matching, splitting] = with(used);
        model.splits = splits.unwrap_or(splitting < matching);
        model.words = words(if model.splits { marks } else { 0 });
        let tuned = with(tuned);
        model.slowness = (tuned[0].min(tuned[1]) / totals[best].max(1e-3)).max(1.0);
        model.costs = std::mem::take(&mut costs[best]);
        model.codes = if model.splits { 0 } else { grid.side.div_ceil(2).div_ceil(2) };
        model
    }

    /// Returns true if lists of half boards are to be split.
    pub(super) fn splits(&self) -> bool {
        self.splits
    }

    /// Sets the number of words of a half board.
    pub(super) fn widen(&mut self, words: usize) {
        self.words = words;
    }

    /// Returns the number of words of a half board.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns the expected half boards of a row set with `north` rows in the north of the west: first the
    /// western ones, then those of each way to cut the east.
    fn halves(&self, north: u32) -> Vec<ExpectedHalf> {
        self.cuts.iter().map(|model| model.expected_half(self.pieces(&model.cut, north))).collect()
    }

    /// Returns the number of pieces of a cut in the north and in the south, if `north` rows have their pieces
    /// in the north of the west.
    fn pieces(&self, cut: &Cut, north: u32) -> [u32; 2] {
        let western = [north, self.western_pieces - north];
        if !cut.is_east {
            return western;
        }
        let [north, south] = [0, 1].map(|quarter| self.rows[quarter].saturating_sub(western[quarter]));
        // The middle row moves from the south to the north.
        if cut.is_middle_northern() { [north + 1, south.saturating_sub(1)] } else { [north, south] }
    }

    /// Returns the time of an operation, relative to AVX-512.
    pub(super) fn slowness(&self) -> f64 {
        self.slowness
    }

    /// Returns the expected number of placements on a quarter of a cut.
    #[cfg(test)]
    pub(super) fn on_quarter(&self, cut: usize, is_south: bool) -> f64 {
        self.cuts[cut].quarters[usize::from(is_south)].expected_placements()
    }

    /// Returns the bytes of the sheets of the northern or the southern quarters, if `western` rows of that
    /// side have their pieces in the west.
    pub(super) fn sheet_bytes(&self, is_south: bool, western: usize) -> f64 {
        let western = western as u32;
        let north = if is_south { self.western_pieces.saturating_sub(western) } else { western };
        let of_cut = |model: &CutModel| {
            let pieces = self.pieces(&model.cut, north)[usize::from(is_south)];
            self.bytes_of(&model.cut, model.quarters[usize::from(is_south)].on_sheet(pieces))
        };
        self.cuts.iter().map(of_cut).sum()
    }

    /// Returns the bytes of a sheet of a cut with this number of placements.
    fn bytes_of(&self, cut: &Cut, placements: f64) -> f64 {
        let has_words = !cut.is_east || self.splits;
        let codes = if cut.is_east { self.codes } else { 0 };
        QuarterSheet::bytes(placements, self.joins, if has_words { self.words } else { 0 }, codes)
    }

    /// Returns the expected time of writing all sheets, in about nanoseconds.
    pub(super) fn writing_time(&self) -> f64 {
        let quarters = self.cuts.iter().flat_map(|cut| &cut.quarters);
        quarters
            .map(|quarter| 700.0 * f64::from(quarter.rows).exp2() + 16.0 * quarter.expected_placements())
            .sum()
    }

    /// Returns the bytes of all sheets.
    pub(super) fn all_bytes(&self) -> f64 {
        let of_quarter = |cut: &Cut, quarter: &QuarterModel| -> f64 {
            let sheet = |pieces| {
                about_binomial(quarter.rows, pieces) * self.bytes_of(cut, 0.0)
                    + quarter.sheets(pieces)
                        * (self.bytes_of(cut, quarter.on_sheet(pieces)) - self.bytes_of(cut, 0.0))
            };
            (0..=quarter.rows).map(sheet).sum()
        };
        let of_cut = |model: &CutModel| -> f64 {
            model.quarters.iter().map(|quarter| of_quarter(&model.cut, quarter)).sum()
        };
        self.cuts.iter().map(of_cut).sum()
    }

    /// Returns the maximum expected bytes of the half boards of a row set, with a margin.
    pub(super) fn half_board_bytes(&self) -> f64 {
        let of_row_set = |&[west, east]: &[f64; 2]| match self.splits {
            // Both lists, and the levels of the recursion, which hold somewhat more than the longer list
            // again.
            true => 8.0 * self.words as f64 * (2.0 * (west + east) + 2.0 * west.max(east)),
            false => 1.5 * (8.0 * self.words as f64 * west + 4.0 * east),
        };
        self.boards.iter().map(of_row_set).fold(0.0, f64::max)
    }

    /// Returns the expected time of a row set with AVX-512, in about nanoseconds, by its number of rows in
    /// the north of the west. The model is fitted to queens.
    pub(super) fn cost(&self, north: usize) -> f64 {
        self.costs.get(north).copied().unwrap_or(0.0)
    }
}

/// Returns the time of matching and of splitting with this kernel, relative to AVX-512.
pub(super) fn slowness(kernel: Kernel) -> [f64; 2] {
    match kernel {
        Kernel::Avx512 => [1.0, 1.0],
        Kernel::Avx2 => [1.6, 1.45],
        // Derived from the number of instructions, compared with AVX2.
        Kernel::Neon => [1.6, 1.45],
        Kernel::Portable => [2.7, 6.3],
    }
}

/// Returns the time to write down half boards, as words or as pairs.
fn listing_time(half: &ExpectedHalf, per_board: f64) -> f64 {
    half.ways + 2.0 * half.placements[0].min(half.placements[1]) + per_board * half.boards
}

/// Returns the time of a row set by matching, which takes 512 western half boards at a time.
fn matching_time(halves: &[ExpectedHalf], words: usize) -> f64 {
    let west = &halves[0];
    let blocks = (west.boards / 512.0 + 0.5).max(1.0) * (2.0 * west.boards).min(1.0);
    let mut time = 150.0 + listing_time(west, 0.5 * words as f64);
    for east in &halves[1..] {
        let [north, south] = east.placements;
        time += listing_time(east, 2.0);
        time += blocks * (550.0 + 80.0 * words as f64 + 0.95 * (north + south) + 0.45 * east.boards);
    }
    time
}

/// The model of the time of splitting, for the bits between two halves.
pub(super) struct Splitter {
    /// The share of pairs that a good bit separates.
    apart: f64,
    /// The exponent with which the number of leaves grows with the number of pairs.
    exponent: f64,
    /// Expected number of bits that matter in a leaf.
    relevant: f64,
}

impl Splitter {
    /// The number of bits that are about equally good.
    const GOOD: usize = 10;
    /// The factor by which a good bit is better than it would be for independent pieces, because earlier bits
    /// have selected the boards.
    const BETTER: f64 = 1.5;
    /// The maximum share of pairs that a good bit separates. The longest lines, the long diagonals of odd
    /// boards, are not better than that.
    const MOST_APART: f64 = 0.31;
    /// The factor of the time if some eastern boards are a class of their own, in shorter lists.
    const CLASSES: f64 = 1.2;
    /// The maximum number of line bits that matter in a leaf. The others are decided, or no board or every
    /// board has them.
    const LINES: usize = 26;
    /// The number of boards in the sample of a list.
    const SAMPLE: usize = 1 << 10;

    fn new(side: usize, across: &Crossing) -> Self {
        let lines = across.lines();
        // A piece stands on a given square of its row with probability one over the number of columns.
        let products: Vec<f64> = (lines.iter())
            .map(|lines| lines.iter().map(|&squares| (squares as f64 / side as f64).min(1.0)).product())
            .collect();
        let long = lines.iter().filter(|lines| lines.iter().all(|&squares| squares > 2)).count();
        Self::of_products(products, lines.len() - long + long.min(Self::LINES))
    }

    /// Returns the model for two lists of boards. A sample gives the share of boards that have each bit.
    pub(super) fn of_lists(lists: [&[Vec<u64>]; 2], free: &[u64]) -> Self {
        let shares = |words: &[Vec<u64>], (word, bit): (usize, u32)| {
            let boards = words[word].len();
            let some = boards.min(Self::SAMPLE);
            let have = (0..some).filter(|number| words[word][boards * number / some] >> bit & 1 == 1).count();
            have as f64 / some.max(1) as f64
        };
        let bits = free.iter().enumerate().flat_map(|(word, bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| (word, bit))
        });
        let products: Vec<f64> =
            bits.map(|bit| lists.iter().map(|list| shares(list, bit)).product()).collect();
        let relevant = products.iter().filter(|&&share| share > 0.0).count();
        Self::of_products(products, relevant.min(Self::LINES))
    }

    /// Returns the model for the shares of pairs that bits separate, and the number of bits that matter in a
    /// leaf.
    fn of_products(mut products: Vec<f64>, relevant: usize) -> Self {
        products.sort_unstable_by(|one, other| other.total_cmp(one));
        products.truncate(Self::GOOD);
        let apart = Self::BETTER * products.iter().sum::<f64>() / products.len().max(1) as f64;
        let apart = apart.min(Self::MOST_APART);
        // Each split turns one pair of lists into two, and leaves `1 - apart` of the pairs of boards.
        let exponent = 2_f64.ln() / (2.0 / (1.0 - apart)).ln();
        Self { apart: apart.max(1e-6), exponent, relevant: relevant as f64 }
    }

    /// Returns the time to count the pairs of two lists, with boards of `words` words, once the lists are
    /// written down.
    pub(super) fn of_pairs(&self, boards: f64, others: f64, words: usize) -> f64 {
        let most = 6e4 / self.apart;
        if boards * others <= most {
            return self.leaf_time(boards.max(others), boards.min(others));
        }
        let side = most.sqrt();
        let leaves = (boards * others / most).powf(self.exponent);
        (1.0 + 0.3 * words as f64) * self.leaf_time(side, side) * leaves
    }

    /// Returns the time of a leaf.
    fn leaf_time(&self, longer: f64, shorter: f64) -> f64 {
        let chunks = (self.relevant / 6.0).ceil().max(1.0);
        let visit = 0.43 + if chunks <= 8.0 { 0.145 } else { 0.25 } * chunks;
        let block = 100.0 + 4.0 * self.relevant + 20.0 * chunks + shorter * visit;
        150.0 + 0.6 * (longer + shorter) + (longer / 512.0).ceil() * block
    }

    /// Returns the time of a row set by splitting.
    fn time(&self, halves: &[ExpectedHalf], words: usize) -> f64 {
        let west = halves[0].boards;
        let east: f64 = halves[1..].iter().map(|half| half.boards).sum();
        let listing: f64 = halves.iter().map(|half| listing_time(half, 0.5 * words as f64)).sum();
        let parted = self.of_pairs(west, east, words);
        // With two cuts of the east, some eastern boards are a class of their own, in shorter lists.
        let classes = if halves.len() > 2 { Self::CLASSES } else { 1.0 };
        800.0 + classes * (listing + parted)
    }
}

/// Returns the share of non-attacking pairs among the pairs of squares in different rows and columns; 1 if
/// there are no such pairs.
pub(crate) fn at_peace(grid: &Grid, first: &[usize], second: &[usize]) -> f64 {
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
