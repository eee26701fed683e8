//! All placements on a quarter of the board, filed by the rows and columns that they use.
//!
//! A quarter has `h x h` squares and takes 0 to `h` pieces. Its placements at peace are enumerated once; those that use
//! the same rows and the same columns stand together, so that a half board is looked up, not searched: for any way to
//! share out rows and columns, the northern and the southern placements that fit are two short lists. For 18 queens
//! there are 915,442 placements on 9x9, filed under 48,620 pairs of four and four rows and columns, or five and five.
//!
//! What a placement looks like to the rest of the board is kept in words of bits ([`Crossing`](super::crossing)); the
//! squares themselves only as a code, two columns to a byte.

use super::grid::{Grid, Quarter};
use super::lanes::{BYTES, MARGIN};
use super::subsets::Subsets;
use rayon::prelude::*;

/// Longest row of a quarter.
const LANES: usize = 16;

/// What to enumerate.
pub(super) struct Recipe<'a> {
    pub(super) grid: &'a Grid,
    pub(super) subsets: &'a Subsets,
    pub(super) quarter: Quarter,
    /// By square of the grid: whether a piece may stand there.
    pub(super) allowed: &'a [bool],
    /// By square of the grid: whether a piece there is marked.
    pub(super) marked: &'a [bool],
    /// By place in the quarter: the words of a piece there. All equally many.
    pub(super) words: Vec<Vec<u32>>,
}

impl Recipe<'_> {
    /// How many words a placement has.
    fn width(&self) -> usize {
        self.words.first().map_or(1, Vec::len)
    }
}

/// The placements on a quarter.
#[derive(Debug, Default)]
pub(super) struct Placements {
    /// Where the placements of each pair of rows and columns begin: first those without a marked piece, then those with
    /// one.
    firsts: Vec<u32>,
    /// The joined words of the pieces, word by word.
    pub(super) words: Vec<Vec<u32>>,
    /// The columns of the pieces, two rows to a byte: list `t` has `first * h + second` of the rows `2t` and `2t + 1` among
    /// those used; if their number is odd, the last is one column. There is room behind for any number of one byte.
    pub(super) codes: Vec<Vec<u8>>,
    /// Twice the rank of the columns among sets of their size, and one more if there is a marked piece.
    pub(super) cells: Vec<u16>,
}

/// What enumerates, and how to ask whether to give up.
#[derive(Clone, Copy)]
pub(super) enum By<'a> {
    /// The thread that asks for it.
    One(&'a dyn Fn() -> bool),
    /// All threads of the pool that this is called in.
    All(&'a (dyn Fn() -> bool + Sync)),
}

impl Placements {
    /// Enumerates; `None` if it was given up. That is asked for each set of rows: of some thousand, none takes long.
    pub(super) fn new(recipe: &Recipe<'_>, by: By<'_>) -> Option<Self> {
        // A word more than needed costs little, a variable number of words much.
        match recipe.width() {
            1 => Self::with_width::<1>(recipe, by),
            2 => Self::with_width::<2>(recipe, by),
            3 => Self::with_width::<3>(recipe, by),
            4 => Self::with_width::<4>(recipe, by),
            5..=6 => Self::with_width::<6>(recipe, by),
            7..=8 => Self::with_width::<8>(recipe, by),
            _ => Self::with_width::<16>(recipe, by),
        }
    }

    fn with_width<const WIDTH: usize>(recipe: &Recipe<'_>, by: By<'_>) -> Option<Self> {
        let search = Search::<WIDTH>::new(recipe);
        let sets = 0..1u32 << recipe.subsets.side;
        let mut placements = Self {
            firsts: Vec::with_capacity(2 * recipe.subsets.pairs() + 1),
            words: vec![Vec::new(); recipe.width()],
            codes: vec![Vec::new(); recipe.subsets.side.div_ceil(2)],
            cells: Vec::new(),
        };
        match by {
            By::All(should_stop) => {
                let enumerate = |rows: u32| {
                    let mut found = Vec::new();
                    if !should_stop() {
                        search.enumerate(rows as u16, &mut found);
                    }
                    found
                };
                let found: Vec<Vec<Found<WIDTH>>> = sets.clone().into_par_iter().map(enumerate).collect();
                let total = found.iter().map(Vec::len).sum::<usize>() + MARGIN;
                placements.words.iter_mut().for_each(|words| words.reserve_exact(total));
                placements.codes.iter_mut().for_each(|codes| codes.reserve_exact(total + BYTES));
                placements.cells.reserve_exact(total);
                for (rows, found) in sets.zip(found) {
                    if should_stop() {
                        return None;
                    }
                    placements.file(recipe.subsets, rows as u16, &found);
                }
            }
            By::One(should_stop) => {
                let mut found = Vec::new();
                for rows in sets {
                    if should_stop() {
                        return None;
                    }
                    search.enumerate(rows as u16, &mut found);
                    placements.file(recipe.subsets, rows as u16, &found);
                    found.clear();
                }
            }
        }
        placements.firsts.push(placements.cells.len() as u32);
        placements.codes.iter_mut().for_each(|codes| codes.resize(codes.len() + BYTES, 0));
        placements.words.iter_mut().for_each(|words| words.resize(words.len() + MARGIN, 0));
        Some(placements)
    }

    /// Adds the placements that use just these rows, those of each set of columns together.
    fn file<const WIDTH: usize>(&mut self, subsets: &Subsets, rows: u16, found: &[Found<WIDTH>]) {
        let before = self.cells.len();
        let cells = 2 * subsets.of_size(rows.count_ones() as usize).len();
        let mut places = vec![0u32; cells];
        for placement in found {
            places[placement.cell as usize] += 1;
        }
        let mut next = before as u32;
        for place in &mut places {
            self.firsts.push(next);
            next += std::mem::replace(place, next - before as u32);
        }
        self.codes.iter_mut().for_each(|codes| codes.resize(next as usize, 0));
        self.cells.resize(next as usize, 0);
        self.words.iter_mut().for_each(|words| words.resize(next as usize, 0));
        for placement in found {
            let place = &mut places[placement.cell as usize];
            let at = before + *place as usize;
            *place += 1;
            for (codes, code) in self.codes.iter_mut().zip(placement.code.to_le_bytes()) {
                codes[at] = code;
            }
            self.cells[at] = placement.cell as u16;
            for (words, &word) in self.words.iter_mut().zip(&placement.words) {
                words[at] = word;
            }
        }
    }

    /// The placements of a pair of rows and columns: where those without a marked piece begin, where those with one, and
    /// where they end.
    #[inline(always)]
    pub(super) fn of_pair(&self, pair: usize) -> [usize; 3] {
        let Some(&[first, marked, end]) = self.firsts[2 * pair..].first_chunk() else { return [0; 3] };
        [first as usize, marked as usize, end as usize]
    }
}

/// A placement found.
struct Found<const WIDTH: usize> {
    /// Twice the rank of its columns, and one more if it has a marked piece.
    cell: u32,
    code: u64,
    words: [u32; WIDTH],
}

/// A partial placement: rows above the next one are done.
#[derive(Clone, Copy)]
struct Partly<const WIDTH: usize> {
    cols: u16,
    code: u64,
    is_marked: bool,
    words: [u32; WIDTH],
}

/// The tables of the enumeration: row by row, with masks of the columns still free in every row.
struct Search<'a, const WIDTH: usize> {
    subsets: &'a Subsets,
    free: [u16; LANES],
    /// By place: what a piece there takes from every row, and its words.
    taken: Vec<[u16; LANES]>,
    words: Vec<[u32; WIDTH]>,
    /// By row: the columns that are marked.
    marked: [u16; LANES],
}

impl<'a, const WIDTH: usize> Search<'a, WIDTH> {
    fn new(recipe: &Recipe<'a>) -> Self {
        let Recipe { grid, quarter, .. } = recipe;
        let side = grid.half();
        let square = |place: usize| grid.square(*quarter, place);
        let places = |fits: &dyn Fn(usize) -> bool| -> [u16; LANES] {
            let mut rows = [0; LANES];
            (0..side * side)
                .filter(|&place| fits(square(place)))
                .for_each(|place| rows[place / side] |= 1 << (place % side));
            rows
        };
        let taken = |place| places(&|other| grid.conflict(square(place), other));
        let widened = |words: &Vec<u32>| std::array::from_fn(|word| words.get(word).copied().unwrap_or(0));
        Self {
            subsets: recipe.subsets,
            free: places(&|square| recipe.allowed[square]),
            taken: (0..side * side).map(taken).collect(),
            words: recipe.words.iter().map(widened).collect(),
            marked: places(&|square| recipe.marked[square]),
        }
    }

    /// Adds the placements with a piece in each of these rows and none in another.
    fn enumerate(&self, rows: u16, found: &mut Vec<Found<WIDTH>>) {
        let mut used = [0; LANES];
        let mut pieces = 0;
        for row in 0..self.subsets.side {
            used[pieces] = row;
            pieces += usize::from(rows >> row & 1 == 1);
        }
        let none = Partly { cols: 0, code: 0, is_marked: false, words: [0; WIDTH] };
        if used[..pieces].iter().all(|&row| self.free[row] != 0) {
            self.extend(&used[..pieces], 0, &self.free, none, found);
        }
    }

    fn found(&self, placement: Partly<WIDTH>) -> Found<WIDTH> {
        let Partly { cols, code, is_marked, words } = placement;
        Found { cell: 2 * self.subsets.rank(cols) as u32 + u32::from(is_marked), code, words }
    }

    fn extend(
        &self,
        rows: &[usize],
        depth: usize,
        free: &[u16; LANES],
        partly: Partly<WIDTH>,
        found: &mut Vec<Found<WIDTH>>,
    ) {
        let Some(&row) = rows.get(depth) else { return found.push(self.found(partly)) };
        let side = self.subsets.side;
        // The second column of a byte comes under the first, which becomes `first * h`.
        let shift = 8 * (depth / 2);
        let upper = if depth % 2 == 1 { ((partly.code >> shift) * (side as u64 - 1)) << shift } else { 0 };
        let mut cols = free[row];
        while cols != 0 {
            let col = cols.trailing_zeros() as usize;
            cols &= cols - 1;
            let place = row * side + col;
            let mut next = partly;
            next.cols |= 1 << col;
            next.code += upper + ((col as u64) << shift);
            next.is_marked |= self.marked[row] >> col & 1 == 1;
            for (word, &own) in next.words.iter_mut().zip(&self.words[place]) {
                *word |= own;
            }
            let taken = &self.taken[place];
            if depth + 1 == rows.len() {
                found.push(self.found(next));
            } else {
                let left = std::array::from_fn(|row| free[row] & !taken[row]);
                self.extend(rows, depth + 1, &left, next, found);
            }
        }
    }
}
