//! All placements on a quarter of the board, filed by the rows and columns that they use.
//!
//! A quarter has about `h x h` squares and takes 0 to about `h` pieces. Its placements of non-attacking
//! pieces are enumerated row set by row set. Those that use the same rows make a *sheet*, on which those that
//! use the same columns are next to each other. So a half board is looked up, not searched: for any division
//! of rows and columns, the northern and the southern placements that fit are two short lists. For 18 queens
//! there are 915,442 placements on 9x9, on 512 sheets, filed under 48,620 pairs of four and four rows and
//! columns, or five and five.
//!
//! A row set of the board needs only four sheets, or six. So all sheets may be kept, or each may be written
//! when it is needed; the memory decides between the two.
//!
//! Words of bits describe the effect of a placement on the rest of the board ([`Crossing`](super::crossing)).
//! The squares themselves are kept only as a code, two columns to a byte.

use super::grid::{Grid, Quarter};
use super::lanes::{ALL_BYTES, BYTES, MARGIN, MAX_JOINS, MAX_WORDS};
use super::names::Name;
use super::row_sets::Pair;
use super::subsets::Subsets;

/// The maximum number of rows of a quarter.
const LANES: usize = 16;

/// The placements to enumerate.
pub(super) struct QuarterQuestion<'a> {
    pub(super) grid: &'a Grid,
    pub(super) quarter: &'a Quarter,
    /// For each square of the grid, true if a piece may use it.
    pub(super) allowed: &'a [bool],
    /// For each square of the grid, true if a piece there is marked.
    pub(super) marked: &'a [bool],
    /// Returns true if two squares of the grid cannot both hold a piece.
    pub(super) conflict: &'a dyn Fn(usize, usize) -> bool,
    /// The rows and columns in which every placement has a piece.
    pub(super) needed: Pair,
    /// For each place in the quarter, the bits of a piece there that must not meet. All places have equally
    /// many words.
    pub(super) joins: Vec<Vec<u32>>,
    /// For each place in the quarter, the bits of a piece there that cross the middle. All places have
    /// equally many words.
    pub(super) words: Vec<Vec<u64>>,
    /// True if the squares of placements are needed.
    pub(super) has_codes: bool,
    /// The naming of placements in their last word, if they have names.
    pub(super) name: Option<Name>,
}

/// The placements on a quarter that use the same rows.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct QuarterSheet {
    /// For each rank of the columns, the beginning of the placements with these columns: first those without
    /// a marked piece, then those with one.
    firsts: Vec<u32>,
    /// The bits of the pieces that must not meet: all first words, then all second ones. Behind them is room
    /// for readers of whole registers.
    joins: Vec<u32>,
    /// The bits that cross the middle: all first words, then all second ones, with room behind them.
    words: Vec<u64>,
    /// The columns of the pieces, two rows to a byte: list `t` has `first * w + second` of the rows `2t` and
    /// `2t + 1` among those used; if their number is odd, the last is one column. The lists follow each
    /// other, and behind them is room for any number of one byte. There are no lists if the codes are not
    /// needed.
    codes: Vec<u8>,
    /// For each placement, twice the rank of its columns among sets of their size, plus one if it has a
    /// marked piece.
    pub(super) cells: Vec<u16>,
}

impl QuarterSheet {
    /// Returns the number of placements.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the bounds of the placements with the columns of this rank: the beginning of those without a
    /// marked piece, the beginning of those with one, and the end. They are empty if there is no such rank.
    #[inline(always)]
    pub(super) fn of_cols(&self, rank: usize) -> [usize; 3] {
        let firsts = self.firsts.get(2 * rank..).unwrap_or_default();
        let Some(&[first, marked, end]) = firsts.first_chunk() else { return [0; 3] };
        [first as usize, marked as usize, end as usize]
    }

    /// Returns one of the words that must not meet for each placement, with the room behind.
    #[inline(always)]
    pub(super) fn joins(&self, word: usize) -> &[u32] {
        let len = self.len();
        &self.joins[word * len..(word + 1) * len + MARGIN]
    }

    /// Returns one of the words that cross the middle for each placement, with the room behind.
    #[inline(always)]
    pub(super) fn words(&self, word: usize) -> &[u64] {
        let len = self.len();
        &self.words[word * len..(word + 1) * len + MARGIN]
    }

    /// Returns the codes from one placement on, with the room behind.
    #[inline(always)]
    pub(super) fn codes(&self, list: usize, first: usize) -> &[u8; BYTES] {
        self.codes.get(list * self.len() + first..).and_then(<[u8]>::first_chunk).unwrap_or(&ALL_BYTES)
    }

    /// Returns the codes of all placements.
    pub(super) fn code_list(&self, list: usize) -> &[u8] {
        let len = self.len();
        self.codes.get(list * len..(list + 1) * len).unwrap_or_default()
    }

    /// Returns the bytes of a sheet with this number of placements, which have `joins` and `words` words of
    /// the two types and `codes` lists of codes.
    pub(super) fn bytes(placements: f64, joins: usize, words: usize, codes: usize) -> f64 {
        // The lists themselves, and the room behind their ends.
        let rest = 12 * MARGIN + BYTES + size_of::<Self>();
        placements * (4 * joins + 8 * words + codes + 2) as f64 + rest as f64
    }

    /// Files the placements found on a quarter, with `joins` and `words` words of the two types and `codes`
    /// lists of codes, so that those of each set of columns are next to each other. `places` has a zero for
    /// each cell.
    fn file<const JOINS: usize, const WORDS: usize>(
        &mut self,
        ([joins, words, codes], name): ([usize; 3], Option<Name>),
        found: &[QuarterPlacement<JOINS, WORDS>],
        places: &mut [u32],
    ) {
        for placement in found {
            places[placement.cell as usize] += 1;
        }
        self.firsts.clear();
        let mut next = 0;
        for place in places.iter_mut() {
            self.firsts.push(next);
            next += std::mem::replace(place, next);
        }
        self.firsts.push(next);
        let len = next as usize;
        self.cells.resize(len, 0);
        self.codes.resize(codes * len + BYTES, 0);
        self.joins.resize(joins * len + MARGIN, 0);
        self.words.resize(words * len + MARGIN, 0);
        for placement in found {
            let place = &mut places[placement.cell as usize];
            let at = *place as usize;
            *place += 1;
            for (list, &code) in placement.code.to_le_bytes()[..codes].iter().enumerate() {
                self.codes[list * len + at] = code;
            }
            self.cells[at] = placement.cell as u16;
            for (list, &word) in placement.joins[..joins].iter().enumerate() {
                self.joins[list * len + at] = word;
            }
            for (list, &word) in placement.words[..words].iter().enumerate() {
                self.words[list * len + at] = word;
            }
            if let Some(name) = name {
                self.words[(words - 1) * len + at] |= name.name(at);
            }
        }
    }
}

/// Returns the number of lists of codes for this number of pieces.
#[inline(always)]
pub(super) fn code_lists(pieces: usize) -> usize {
    pieces.div_ceil(2).max(1)
}

/// A writer of the sheets of a quarter.
pub(super) trait SheetSource: Send + Sync {
    /// Writes the sheets of these rows over other ones.
    fn write(&self, subsets: &Subsets, sheets: &mut dyn Iterator<Item = (u16, &mut QuarterSheet)>);
}

/// Returns the writer of the sheets of this quarter.
pub(super) fn source(question: &QuarterQuestion<'_>) -> Box<dyn SheetSource> {
    // A word more than needed costs little, a variable number of words much.
    let words = |words: Option<usize>| words.unwrap_or(0);
    let joins = words(question.joins.first().map(Vec::len));
    match (joins, words(question.words.first().map(Vec::len))) {
        (..=1, 0) => Box::new(QuarterTables::<1, 0>::new(question)),
        (..=1, 1) => Box::new(QuarterTables::<1, 1>::new(question)),
        (..=2, 0..=1) => Box::new(QuarterTables::<2, 1>::new(question)),
        (..=2, 2) => Box::new(QuarterTables::<2, 2>::new(question)),
        (_, 0..=2) => Box::new(QuarterTables::<MAX_JOINS, 2>::new(question)),
        _ => Box::new(QuarterTables::<MAX_JOINS, MAX_WORDS>::new(question)),
    }
}

/// A placement found.
struct QuarterPlacement<const JOINS: usize, const WORDS: usize> {
    /// Twice the rank of its columns, plus one if it has a marked piece.
    cell: u32,
    code: u64,
    joins: [u32; JOINS],
    words: [u64; WORDS],
}

/// A partial placement: rows above the next one are done.
#[derive(Clone, Copy)]
struct PartialPlacement<const JOINS: usize, const WORDS: usize> {
    cols: u16,
    code: u64,
    is_marked: bool,
    joins: [u32; JOINS],
    words: [u64; WORDS],
}

/// The tables of the enumeration: row by row, with masks of the columns still free in every row.
struct QuarterTables<const JOINS: usize, const WORDS: usize> {
    height: usize,
    width: usize,
    needed: Pair,
    /// The number of words of each type of a placement.
    words_of_one: [usize; 2],
    has_codes: bool,
    name: Option<Name>,
    free: [u16; LANES],
    /// For each place, the columns that a piece there takes from every row.
    taken: Vec<[u16; LANES]>,
    /// For each place, the words of a piece there that must not meet.
    joins: Vec<[u32; JOINS]>,
    /// For each place, the words of a piece there that cross the middle.
    words: Vec<[u64; WORDS]>,
    /// For each row, the columns that are marked.
    marked: [u16; LANES],
}

impl<const JOINS: usize, const WORDS: usize> QuarterTables<JOINS, WORDS> {
    fn new(question: &QuarterQuestion<'_>) -> Self {
        let QuarterQuestion { grid, quarter, .. } = question;
        let (width, area) = (quarter.width(), quarter.places());
        let square = |place: usize| grid.square(quarter, place);
        let places = |fits: &dyn Fn(usize) -> bool| -> [u16; LANES] {
            let mut rows = [0; LANES];
            (0..area)
                .filter(|&place| fits(square(place)))
                .for_each(|place| rows[place / width] |= 1 << (place % width));
            rows
        };
        let taken = |place| places(&|other| (question.conflict)(square(place), other));
        Self {
            height: quarter.rows.len(),
            width,
            needed: question.needed,
            words_of_one: [
                question.joins.first().map_or(0, Vec::len),
                question.words.first().map_or(0, Vec::len),
            ],
            has_codes: question.has_codes,
            name: question.name,
            free: places(&|square| question.allowed[square]),
            taken: (0..area).map(taken).collect(),
            joins: question.joins.iter().map(|words| widen(words)).collect(),
            words: question.words.iter().map(|words| widen(words)).collect(),
            marked: places(&|square| question.marked[square]),
        }
    }

    /// Adds the placements with a piece in each of these rows and none in another.
    fn enumerate(&self, subsets: &Subsets, rows: u16, found: &mut Vec<QuarterPlacement<JOINS, WORDS>>) {
        let mut used = [0; LANES];
        let mut pieces = 0;
        for row in 0..self.height {
            if rows >> row & 1 == 1 {
                used[pieces] = row;
                pieces += 1;
            }
        }
        let none =
            PartialPlacement { cols: 0, code: 0, is_marked: false, joins: [0; JOINS], words: [0; WORDS] };
        let is_whole = rows & self.needed.0 == self.needed.0;
        if is_whole && used[..pieces].iter().all(|&row| self.free[row] != 0) {
            self.extend((subsets, &used[..pieces]), 0, &self.free, none, found);
        }
    }

    /// Adds a placement, if it has the required columns.
    #[inline]
    fn add(
        &self,
        subsets: &Subsets,
        whole: PartialPlacement<JOINS, WORDS>,
        found: &mut Vec<QuarterPlacement<JOINS, WORDS>>,
    ) {
        let PartialPlacement { cols, code, is_marked, joins, words } = whole;
        if cols & self.needed.1 == self.needed.1 {
            let cell = 2 * subsets.rank(cols) as u32 + u32::from(is_marked);
            found.push(QuarterPlacement { cell, code, joins, words });
        }
    }

    fn extend(
        &self,
        (subsets, rows): (&Subsets, &[usize]),
        depth: usize,
        free: &[u16; LANES],
        partly: PartialPlacement<JOINS, WORDS>,
        found: &mut Vec<QuarterPlacement<JOINS, WORDS>>,
    ) {
        let Some(&row) = rows.get(depth) else { return self.add(subsets, partly, found) };
        let width = self.width;
        // The second column of a byte comes under the first, which becomes `first * w`.
        let shift = 8 * (depth / 2);
        let upper = if depth % 2 == 1 { ((partly.code >> shift) * (width as u64 - 1)) << shift } else { 0 };
        let mut cols = free[row];
        while cols != 0 {
            let col = cols.trailing_zeros() as usize;
            cols &= cols - 1;
            let place = row * width + col;
            let mut next = partly;
            next.cols |= 1 << col;
            next.code += upper + ((col as u64) << shift);
            next.is_marked |= self.marked[row] >> col & 1 == 1;
            for (word, &own) in next.joins.iter_mut().zip(&self.joins[place]) {
                *word |= own;
            }
            for (word, &own) in next.words.iter_mut().zip(&self.words[place]) {
                *word |= own;
            }
            let taken = &self.taken[place];
            if depth + 1 == rows.len() {
                self.add(subsets, next, found);
            } else {
                let left = std::array::from_fn(|row| free[row] & !taken[row]);
                self.extend((subsets, rows), depth + 1, &left, next, found);
            }
        }
    }
}

/// Returns the words, followed by zeros.
fn widen<T: Copy + Default, const WORDS: usize>(words: &[T]) -> [T; WORDS] {
    std::array::from_fn(|word| words.get(word).copied().unwrap_or_default())
}

impl<const JOINS: usize, const WORDS: usize> SheetSource for QuarterTables<JOINS, WORDS> {
    fn write(&self, subsets: &Subsets, sheets: &mut dyn Iterator<Item = (u16, &mut QuarterSheet)>) {
        let (mut found, mut places) = (Vec::new(), Vec::new());
        for (rows, sheet) in sheets {
            self.enumerate(subsets, rows, &mut found);
            let pieces = rows.count_ones() as usize;
            let codes = if self.has_codes { code_lists(pieces) } else { 0 };
            places.clear();
            places.resize(2 * subsets.of_size(pieces).len(), 0);
            let [joins, words] = self.words_of_one;
            sheet.file(([joins, words, codes], self.name), &found, &mut places);
            found.clear();
        }
    }
}
