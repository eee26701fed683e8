//! What the engine expects to do and to hold, before it enumerates anything.
//!
//! A mean-field model: `k` pieces stand in `k` rows and columns in `k!` ways, each piece finds its square allowed
//! with one probability, each two of them are at peace with another one. For a quarter of 10 queens that gives 0.97 times
//! the placements that there are, for 16 queens 1.14 times, for 14 amazons 1.3 times.
//!
//! From the half boards follows the time of either way to count their pairs, and which of the two is taken.

use super::crossing::Crossing;
use super::grid::Grid;
use super::lanes::MARK_BITS;
use super::quarters::QuarterSheet;
use super::row_sets::{Cut, RowSets};
use crate::engines::binomial::about_binomial;
use crate::engines::kernel::Kernel;

/// What there is of a way to count.
pub(super) struct Model {
    cuts: Vec<CutModel>,
    /// How many rows have a piece in the north and in the south.
    rows: [u32; 2],
    western_pieces: u32,
    /// Words that must not meet between the quarters of a half, and words of a half board.
    joins: usize,
    words: usize,
    splits: bool,
    /// Lists of codes of an eastern sheet.
    codes: usize,
    /// Time of an operation, against AVX-512.
    slowness: f64,
    /// By the number of northern rows of a row set, on which alone they depend: how many half boards are expected, western and
    /// eastern, and the time. There are up to some ten million row sets, and powers take long.
    boards: Vec<[f64; 2]>,
    costs: Vec<f64>,
}

/// A half of the board in one way to cut it.
struct CutModel {
    cut: Cut,
    quarters: [QuarterModel; 2],
    /// The probability that a northern and a southern piece are at peace.
    peace: f64,
}

/// A quarter.
struct QuarterModel {
    /// Its length and width as far as pieces may stand there, and the columns in which every placement has a piece.
    rows: u32,
    cols: u32,
    needed: u32,
    /// How many placements one pair of sets of rows and columns has on average, by their size.
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
        let needed = row_sets.needed(cut, is_south).1.count_ones();
        let of_size = |pieces: u32| {
            let k = f64::from(pieces);
            let ways = (1..=pieces).map(|piece| f64::from(piece) * open).product::<f64>()
                * peace.powf(k * (k - 1.0) / 2.0);
            // Of the two orders of the middle pieces one is taken; and of quarters that have them both, the southern one may have
            // one piece in the centre instead.
            match needed {
                0 => ways,
                _ if is_south => ways * (k + 1.0) / (2.0 * k.max(1.0)),
                _ => ways * (k - 1.0).max(0.0) / (2.0 * k.max(1.0)),
            }
        };
        Self { rows, cols, needed, per_pair: (0..=rows).map(of_size).collect() }
    }

    /// Placements of one set of so many rows and one of as many columns.
    fn on_pair(&self, pieces: u32) -> f64 {
        self.per_pair.get(pieces as usize).copied().unwrap_or(0.0)
    }

    /// Placements on the sheet of so many rows.
    fn on_sheet(&self, pieces: u32) -> f64 {
        let Some(chosen) = pieces.checked_sub(self.needed) else { return 0.0 };
        about_binomial(self.cols.saturating_sub(self.needed), chosen) * self.on_pair(pieces)
    }

    /// All placements.
    fn all(&self) -> f64 {
        (0..=self.rows).map(|pieces| self.sheets(pieces) * self.on_sheet(pieces)).sum()
    }

    /// How many sheets of so many rows may be looked at.
    fn sheets(&self, pieces: u32) -> f64 {
        match pieces.checked_sub(self.needed) {
            Some(chosen) => about_binomial(self.rows.saturating_sub(self.needed), chosen),
            None => 0.0,
        }
    }
}

/// The half boards of a row set in one cut.
struct ExpectedHalf {
    /// Ways to share out the columns.
    ways: f64,
    /// Placements in the north and in the south, in all ways.
    placements: [f64; 2],
    boards: f64,
}

impl CutModel {
    /// The half boards of so many pieces in the north and in the south.
    fn expected(&self, pieces: [u32; 2]) -> ExpectedHalf {
        let [north, south] = &self.quarters;
        let cols = (north.cols.max(south.cols)).saturating_sub(north.needed + south.needed);
        let ways = about_binomial(cols, pieces[0].saturating_sub(north.needed));
        let placements = [0, 1].map(|quarter| ways * self.quarters[quarter].on_pair(pieces[quarter]));
        // Of independent squares there would be more by half than there are.
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
        let marked = row_sets.marked(grid);
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
        // By matching and by splitting: the time of all row sets, and of one.
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
        // Tiles are laid out by what row sets take with AVX-512, whatever instructions there are: the ways find the same.
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

    /// Whether lists of half boards are to be split.
    pub(super) fn splits(&self) -> bool {
        self.splits
    }

    /// Gives a half board so many words instead.
    pub(super) fn widen(&mut self, words: usize) {
        self.words = words;
    }

    /// Words of a half board.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The half boards of a row set with so many rows in the north of the west: those of the west, and of the ways to cut the east.
    fn halves(&self, north: u32) -> Vec<ExpectedHalf> {
        self.cuts.iter().map(|model| model.expected(self.pieces(&model.cut, north))).collect()
    }

    /// How many pieces a cut has in the north and in the south, if so many rows have theirs in the north of the west.
    fn pieces(&self, cut: &Cut, north: u32) -> [u32; 2] {
        let western = [north, self.western_pieces - north];
        if !cut.is_east {
            return western;
        }
        let [north, south] = [0, 1].map(|quarter| self.rows[quarter].saturating_sub(western[quarter]));
        // The middle row goes from the south to the north.
        if cut.is_middle_northern() { [north + 1, south.saturating_sub(1)] } else { [north, south] }
    }

    /// Time of an operation, against AVX-512.
    pub(super) fn slowness(&self) -> f64 {
        self.slowness
    }

    /// How many placements there are on the quarter of a cut.
    #[cfg(test)]
    pub(super) fn on_quarter(&self, cut: usize, is_south: bool) -> f64 {
        self.cuts[cut].quarters[usize::from(is_south)].all()
    }

    /// Bytes of the sheets of the northern quarters, or of the southern ones, where so many rows have their pieces there in the west.
    pub(super) fn sheet_bytes(&self, is_south: bool, western: usize) -> f64 {
        let western = western as u32;
        let north = if is_south { self.western_pieces.saturating_sub(western) } else { western };
        let of_cut = |model: &CutModel| {
            let pieces = self.pieces(&model.cut, north)[usize::from(is_south)];
            self.bytes_of(&model.cut, model.quarters[usize::from(is_south)].on_sheet(pieces))
        };
        self.cuts.iter().map(of_cut).sum()
    }

    /// Bytes of a sheet of a cut with so many placements.
    fn bytes_of(&self, cut: &Cut, placements: f64) -> f64 {
        let has_words = !cut.is_east || self.splits;
        let codes = if cut.is_east { self.codes } else { 0 };
        QuarterSheet::bytes(placements, self.joins, if has_words { self.words } else { 0 }, codes)
    }

    /// The expected time of writing all sheets, in about nanoseconds.
    pub(super) fn writing(&self) -> f64 {
        let quarters = self.cuts.iter().flat_map(|cut| &cut.quarters);
        quarters.map(|quarter| 700.0 * f64::from(quarter.rows).exp2() + 16.0 * quarter.all()).sum()
    }

    /// Bytes of all sheets.
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

    /// Bytes of the half boards of a row set, at most, with room for more.
    pub(super) fn half_board_bytes(&self) -> f64 {
        let of_row_set = |&[west, east]: &[f64; 2]| match self.splits {
            // Both lists, and what the levels of the recursion hold: some more than the longer list again.
            true => 8.0 * self.words as f64 * (2.0 * (west + east) + 2.0 * west.max(east)),
            false => 1.5 * (8.0 * self.words as f64 * west + 4.0 * east),
        };
        self.boards.iter().map(of_row_set).fold(0.0, f64::max)
    }

    /// The expected time of a row set with AVX-512, in about nanoseconds, by its number of rows in the north of the west. Fitted to
    /// queens.
    pub(super) fn cost(&self, north: usize) -> f64 {
        self.costs.get(north).copied().unwrap_or(0.0)
    }
}

/// Time with these instructions, against AVX-512: of matching, and of splitting.
pub(super) fn slowness(kernel: Kernel) -> [f64; 2] {
    match kernel {
        Kernel::Avx512 => [1.0, 1.0],
        Kernel::Avx2 => [1.6, 1.45],
        // By the number of instructions, next to AVX2.
        Kernel::Neon => [1.6, 1.45],
        Kernel::Portable => [2.7, 6.3],
    }
}

/// The time to write down half boards: as words, or as pairs.
fn listing_time(half: &ExpectedHalf, per_board: f64) -> f64 {
    half.ways + 2.0 * half.placements[0].min(half.placements[1]) + per_board * half.boards
}

/// The time of a row set whose western half boards are taken 512 at a time.
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

/// How long splitting takes, for the bits between two halves.
pub(super) struct Splitter {
    /// The share of pairs that a good bit keeps apart, and the power of the number of pairs that the number of leaves grows with.
    apart: f64,
    exponent: f64,
    /// How many bits are expected to matter in a leaf.
    relevant: f64,
}

impl Splitter {
    /// So many bits are about equally good.
    const GOOD: usize = 10;
    /// A good bit is that much better than a bit would be if the pieces stood anywhere: the boards at hand have what is left by the
    /// bits before.
    const BETTER: f64 = 1.5;
    /// But not better than this: the long diagonals of odd boards, which are the longest, are not.
    const MOST_APART: f64 = 0.31;
    const CLASSES: f64 = 1.2;
    /// Of the bits that stand for lines so many matter in a leaf: the others are decided, or no board has them, or all have.
    const LINES: usize = 26;
    /// Boards of a list that are looked at.
    const SAMPLE: usize = 1 << 10;

    fn new(side: usize, across: &Crossing) -> Self {
        let lines = across.lines();
        // A piece stands on a square once in as many times as there are columns.
        let products: Vec<f64> = (lines.iter())
            .map(|lines| lines.iter().map(|&squares| (squares as f64 / side as f64).min(1.0)).product())
            .collect();
        let long = lines.iter().filter(|lines| lines.iter().all(|&squares| squares > 2)).count();
        Self::of_products(products, lines.len() - long + long.min(Self::LINES))
    }

    /// The same for two lists of boards: how many have each bit is counted in a sample.
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

    /// By the shares of pairs that bits keep apart, and how many bits matter in a leaf.
    fn of_products(mut products: Vec<f64>, relevant: usize) -> Self {
        products.sort_unstable_by(|one, other| other.total_cmp(one));
        products.truncate(Self::GOOD);
        let apart = Self::BETTER * products.iter().sum::<f64>() / products.len().max(1) as f64;
        let apart = apart.min(Self::MOST_APART);
        // Each split makes two of one, and leaves `1 - apart` of the pairs.
        let exponent = 2_f64.ln() / (2.0 / (1.0 - apart)).ln();
        Self { apart: apart.max(1e-6), exponent, relevant: relevant as f64 }
    }

    /// The time to count the pairs of two lists, of boards of so many words, once they are written down.
    pub(super) fn of_pairs(&self, boards: f64, others: f64, words: usize) -> f64 {
        let most = 6e4 / self.apart;
        if boards * others <= most {
            return self.leaf_time(boards.max(others), boards.min(others));
        }
        let side = most.sqrt();
        let leaves = (boards * others / most).powf(self.exponent);
        (1.0 + 0.3 * words as f64) * self.leaf_time(side, side) * leaves
    }

    /// The time of a leaf.
    fn leaf_time(&self, longer: f64, shorter: f64) -> f64 {
        let chunks = (self.relevant / 6.0).ceil().max(1.0);
        let visit = 0.43 + if chunks <= 8.0 { 0.145 } else { 0.25 } * chunks;
        let block = 100.0 + 4.0 * self.relevant + 20.0 * chunks + shorter * visit;
        150.0 + 0.6 * (longer + shorter) + (longer / 512.0).ceil() * block
    }

    /// The time of a row set.
    fn time(&self, halves: &[ExpectedHalf], words: usize) -> f64 {
        let west = halves[0].boards;
        let east: f64 = halves[1..].iter().map(|half| half.boards).sum();
        let listing: f64 = halves.iter().map(|half| listing_time(half, 0.5 * words as f64)).sum();
        let parted = self.of_pairs(west, east, words);
        // Of the east in two cuts some boards are a class of their own, in shorter lists.
        let classes = if halves.len() > 2 { Self::CLASSES } else { 1.0 };
        800.0 + classes * (listing + parted)
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
