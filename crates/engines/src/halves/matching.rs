//! One row set: half boards joined, and pairs of half boards counted.
//!
//! The rows are shared out: which have their piece in the west. Then the halves do not depend on each other but for
//! the moves that cross the middle.
//!
//! 1. The **western half boards** are joined from quarters and written down as words of bits: what they set.
//! 2. The **eastern half boards** are joined too, but only written down as pairs of numbers, a northern and a southern
//!    placement. They come in batches whose placements are few enough to stay in the first-level cache.
//! 3. The western words are taken 512 at a time and turned on their side: for each bit the set of those that do not
//!    have it. From these comes, for each eastern square, the set of western half boards that are at peace with a piece
//!    there; then, in tables, for each two squares of two rows; and then, by looking up two or three table entries,
//!    for each northern and each southern placement of a batch. A pair's set is the intersection of its two
//!    placements' sets, and its size is what is asked for: one instruction for the intersection and one for the count.
//!
//! Hardly any pair of halves is at peace, and most sets of pairs are empty. Where there are many western half boards they are
//! sorted first, so that those in a word of 64 have bits in common. Then it is seen in bytes, a bit for each word, what may
//! be *alive* of a placement, and of a pair: sets that are not alive are not looked up, pairs are sifted before they are
//! counted. Sorting by the diagonals with the largest product of shares in both halves comes within a few per cent of a
//! two-sided trie (measured for 16 to 22 queens).

use super::grid::Quarter;
use super::joining::{MAX_WORDS, Paired, QuarterPair, Side, sort, with_constant};
use super::lanes::{BYTES, Blocks, Buffer, JoinLanes, LANES, Lane512, Pairs, Sets};
use super::quarters::{QuarterSheet, code_lists};
use super::starts::{RowSet, Start};
use super::subsets::Subsets;
use std::ops::Range;

/// A batch has no more placements of a quarter than this.
pub(super) const MAX_IN_BATCH: usize = 256;

/// Most tables of a quarter: two rows each.
const MAX_TABLES: usize = 8;
/// More bits than there are between the halves.
const BITS: usize = 32 * MAX_WORDS;
/// From how many western half boards on it pays to sort them.
const SORTED_FROM: usize = 4_000;
/// But only where fewer pairs of halves than this are at peace, by the share of squares that are: of queens' and amazons' halves
/// that is one in a hundred or less, of rooks' with leaps every other one. Sifting these gained nothing, and took a quarter of the
/// time.
const SORTED_AT_PEACE: f64 = 0.1;

/// From how many western half boards on they are sorted, where such a share of pairs is expected to be at peace.
pub(super) fn sorted_from(at_peace: f64) -> usize {
    if at_peace < SORTED_AT_PEACE { SORTED_FROM } else { usize::MAX }
}

/// They are sorted by so many bits that so few of them would be equal, if each bit halved them.
const SORTED_TO: usize = 64;

/// The sheets that a row set needs: of its rows in the west, and of the others in the east.
#[derive(Clone, Copy)]
pub(super) struct Sheets<'a> {
    /// North and south. The first words are joins, the others what crosses the middle.
    pub(super) west: [&'a QuarterSheet; 2],
    /// North and south. All words are joins.
    pub(super) east: [&'a QuarterSheet; 2],
}

/// What all starts have in common.
pub(super) struct StartFrame {
    pub(super) subsets: Subsets,
    /// How many of the words are joins.
    pub(super) joins: usize,
    /// How many words a western half board has.
    pub(super) words: usize,
    /// Most outer placements in a batch, and most inner ones: at most 256.
    pub(super) batch: usize,
    /// From how many western half boards on these are sorted.
    pub(super) sorted_from: usize,
    /// By quarter of the east, north and south, and place: the bits that a piece there meets.
    pub(super) meets: [Vec<Vec<u16>>; 2],
    /// By bit: the rows in which a western square sets it, and those in which an eastern one meets it; those of the south
    /// from bit 16 on.
    pub(super) lines: Vec<[u32; 2]>,
}

/// Buffers, used for one row set after another.
#[derive(Default)]
pub(super) struct MatchingBuffers {
    west: Vec<Buffer<u32>>,
    partners: Vec<[u32; 3]>,
    paired: Paired,
    slices: Vec<Lane512>,
    squares: Vec<Lane512>,
    tables: [Vec<Lane512>; 2],
    sets: Vec<Lane512>,
    spare: [Vec<Buffer<u32>>; 2],
    order: Vec<u32>,
    kept: [Pairs; 3],
    left: Pairs,
    numbers: Buffer<u8>,
}

/// A count of a row set.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct RowSetCount {
    /// Placements, with the weights of the row set.
    pub placements: u128,
    /// Half boards made.
    pub(super) half_boards: u64,
}

/// Adds the placements of a row set; `false` if it was asked to stop, which it does between two blocks.
///
/// What knows how many words there are is inlined where it is chosen, and nothing else: this function is compiled for each
/// set of instructions, and was the longest of all to compile while all of it stood once for each number of words.
#[inline(always)]
pub(super) fn count<L: JoinLanes>(
    lanes: L,
    frame: &StartFrame,
    (start, sheets): (&Start, Sheets<'_>),
    set: RowSet,
    workspace: &mut MatchingBuffers,
    should_stop: &dyn Fn() -> bool,
    counted: &mut RowSetCount,
) -> bool {
    workspace.west.resize_with(frame.words, Buffer::default);
    let west = QuarterPair::new(sheets.west, [set.north, set.south], start.cols.0);
    west.join(lanes, (&frame.subsets, frame.joins), &mut workspace.partners, &mut workspace.west);
    let boards = workspace.west[0].len;
    counted.half_boards += boards as u64;
    if boards == 0 {
        return true;
    }
    let east_rows = <[u16; 2]>::from(start.others((set.north, set.south)));
    let east = QuarterPair::new(sheets.east, east_rows, start.cols.1);
    let is_sorted = L::SIFTS && boards >= frame.sorted_from;
    // Sets that are looked up should stay in the first-level cache; behind the sieve they are few.
    let most = if boards > LANES && !is_sorted { frame.batch.div_ceil(2) } else { frame.batch };
    east.pair(lanes, (&frame.subsets, frame.joins), most, set.weights, &mut workspace.paired);
    let pairs = workspace.paired.pairs.iter().map(Pairs::len).sum::<usize>();
    counted.half_boards += pairs as u64;
    if pairs == 0 {
        return true;
    }
    if is_sorted {
        let MatchingBuffers { west, spare, order, .. } = workspace;
        order_of(frame, [set.north, set.south], east_rows, order);
        let depth = boards.div_ceil(SORTED_TO).next_power_of_two().trailing_zeros() as usize;
        let depth = depth.min(order.len());
        sort(lanes, west, spare, order[..depth].iter().rev().map(|&entry| entry as usize % BITS));
    }
    let mut first = 0;
    while first < boards {
        if should_stop() {
            return false;
        }
        let left = boards - first;
        let counts = if left > LANES {
            match_blocks::<2>(lanes, frame, [east.outer, east.inner], (first, is_sorted), workspace)
        } else {
            match_blocks::<1>(lanes, frame, [east.outer, east.inner], (first, is_sorted), workspace)
        };
        for (count, weight) in counts.into_iter().zip(set.weights) {
            // At most 32! < 2^118 placements in all, times a weight of at most eight.
            counted.placements += u128::from(count) * u128::from(weight);
        }
        first += left.min(2 * LANES);
    }
    true
}

/// Sets of several blocks, as they lie in a list of single ones.
#[inline(always)]
fn blocks<const BLOCKS: usize>(sets: &mut Vec<Lane512>, len: usize) -> &mut [Blocks<BLOCKS>] {
    if sets.len() < len * BLOCKS {
        sets.resize(len * BLOCKS, Lane512::EMPTY);
    }
    &mut sets.as_chunks_mut().0[..len]
}

/// Counts the pairs of all batches with some blocks of western half boards: those with no marked piece, one and two.
///
/// The counts are below 512 times the blocks times the number of pairs held in memory, so they fit.
#[inline(always)]
fn match_blocks<const BLOCKS: usize>(
    lanes: impl JoinLanes,
    frame: &StartFrame,
    sides: [Side<'_>; 2],
    (first, is_sorted): (usize, bool),
    workspace: &mut MatchingBuffers,
) -> [u64; 3] {
    let MatchingBuffers { west, paired, slices, squares, tables, sets, kept, left, numbers, .. } = workspace;
    let slices = blocks::<BLOCKS>(slices, 32 * west.len());
    let mut valid = [Lane512::EMPTY; BLOCKS];
    for (block, valid) in valid.iter_mut().enumerate() {
        let boards = first + LANES * block..west[0].len.min(first + LANES * (block + 1));
        *valid = Lane512::first(boards.len());
        for (words, sets) in west.iter().zip(slices.chunks_mut(32)) {
            lanes.slice(&words.items[boards.clone()], block, sets);
        }
    }
    let area = frame.subsets.side.pow(2);
    let room = area * frame.subsets.side.div_ceil(2) + BYTES;
    let mut tables = tables.each_mut().map(|tables| blocks::<BLOCKS>(tables, room));
    for (side, tables) in sides.into_iter().zip(&mut tables) {
        tabulate(lanes, frame, side, (&valid, slices), squares, tables);
    }
    let mut alive_in_tables = [[[0; BYTES]; MAX_TABLES]; 2];
    if is_sorted {
        for ((side, tables), alive) in sides.into_iter().zip(&tables).zip(&mut alive_in_tables) {
            for (alive, sets) in alive.iter_mut().zip(tables.chunks(area)).take(tables_of(side)) {
                for (alive, set) in alive.iter_mut().zip(sets) {
                    *alive = lanes.alive(set);
                }
            }
        }
    }
    let (outer_sets, inner_sets) = blocks(sets, 2 * BYTES).as_chunks_mut().0.split_at_mut(1);
    let (outer_sets, inner_sets) = (&mut outer_sets[0], &mut inner_sets[0]);
    let mut tallies = [Lane512::EMPTY; 3];
    let mut alive = [[0; BYTES]; 2];
    for batch in &paired.batches {
        let ranges = [&batch.outer, &batch.inner];
        let most = ranges[0].len().max(ranges[1].len());
        if is_sorted {
            alive = [[0; BYTES]; 2];
            for number in 0..2 {
                let (side, alive) = (sides[number], &mut alive[number]);
                gauge(lanes, side, &alive_in_tables[number], ranges[number].clone(), alive);
            }
            for ((kept, pairs), range) in kept.iter_mut().zip(&paired.pairs).zip(&batch.pairs) {
                lanes.sift(alive.each_ref(), most, (pairs, range.clone()), kept);
            }
        }
        for (number, sets) in [&mut *outer_sets, &mut *inner_sets].into_iter().enumerate() {
            let range = ranges[number].clone();
            let (window, tables) = ((sides[number], range.start), (&*tables[number], area));
            if is_sorted {
                numbers.len = 0;
                lanes.pick(&alive[number], numbers);
                let numbers = &numbers.items[..numbers.len];
                let numbers = numbers.iter().copied();
                fill::<BLOCKS, true>(lanes, window, tables, numbers, (sets, &mut alive[number]));
            } else if let Some(last) = range.len().checked_sub(1) {
                let numbers = 0..=last as u8;
                fill::<BLOCKS, false>(lanes, window, tables, numbers, (sets, &mut alive[number]));
            }
        }
        for (marks, tally) in tallies.iter_mut().enumerate() {
            let (mut pairs, mut range) = (&paired.pairs[marks], batch.pairs[marks].clone());
            if range.is_empty() {
                continue;
            }
            if is_sorted {
                lanes.sift(alive.each_ref(), most, (&kept[marks], 0..kept[marks].len()), left);
                (pairs, range) = (&*left, 0..left.len());
            }
            let outer = (&*outer_sets, &pairs.outer.items[range.clone()]);
            let inner = (&*inner_sets, &pairs.inner.items[range]);
            lanes.count(outer, inner, tally);
        }
    }
    tallies.map(|tally| tally.0.iter().sum())
}

/// Makes the tables of a quarter: for each two rows that it uses, and each column in them, the half boards at peace
/// with the two pieces.
#[inline(always)]
fn tabulate<const BLOCKS: usize>(
    lanes: impl JoinLanes,
    frame: &StartFrame,
    side: Side<'_>,
    (valid, slices): (&Blocks<BLOCKS>, &[Blocks<BLOCKS>]),
    squares: &mut Vec<Lane512>,
    tables: &mut [Blocks<BLOCKS>],
) {
    let length = frame.subsets.side;
    let meets = &frame.meets[usize::from(side.south)];
    let squares = blocks(squares, length * length);
    let mut rows = 0;
    for row in (0..length).filter(|row| side.rows >> row & 1 == 1) {
        for col in 0..length {
            squares[rows * length + col] = lanes.intersect(valid, slices, &meets[row * length + col]);
        }
        rows += 1;
    }
    if rows == 0 {
        tables[0] = *valid;
    }
    for (pair, table) in squares[..rows * length].chunks(2 * length).zip(tables.chunks_mut(length * length)) {
        match pair.split_at(length) {
            (first, []) => table[..length].copy_from_slice(first),
            (first, second) => lanes.multiply(first, second, table),
        }
    }
}

/// The sets that a byte can choose, from `first` on. Tables overlap: what lies behind one is never chosen.
#[inline(always)]
fn window<const BLOCKS: usize>(sets: &[Blocks<BLOCKS>], first: usize) -> &Sets<BLOCKS> {
    sets[first..].first_chunk().unwrap_or(&[[Lane512::EMPTY; BLOCKS]; BYTES])
}

/// Tables that follow each other, all equally long.
#[inline(always)]
fn windows<const BLOCKS: usize, const TABLES: usize>(
    tables: &[Blocks<BLOCKS>],
    area: usize,
) -> [&Sets<BLOCKS>; TABLES] {
    let mut windows = [window(tables, 0); TABLES];
    for (table, sets) in windows.iter_mut().enumerate().skip(1) {
        *sets = window(tables, table * area);
    }
    windows
}

/// How many tables a quarter has.
#[inline(always)]
fn tables_of(side: Side<'_>) -> usize {
    code_lists(side.rows.count_ones() as usize)
}

/// The codes of a quarter's placements from `first` on.
#[inline(always)]
fn codes_of<const TABLES: usize>(side: Side<'_>, first: usize) -> [&[u8; BYTES]; TABLES] {
    std::array::from_fn(|table| side.sheet.codes(table, first))
}

/// What may be alive of some of a quarter's placements.
#[inline(always)]
fn gauge(
    lanes: impl JoinLanes,
    side: Side<'_>,
    tables: &[[u8; BYTES]; MAX_TABLES],
    range: Range<usize>,
    alive: &mut [u8; BYTES],
) {
    with_constant!(tables_of(side), one of 1 2 3 4 5 6 7 or MAX_TABLES, TABLES => {
        if let Some(tables) = tables.first_chunk::<TABLES>() {
            lanes.gauge(tables, codes_of(side, range.start), range.len(), alive);
        }
    });
}

/// Looks up the sets of those of a quarter's placements from `first` on that have these numbers, and what of them is alive, if
/// that is asked.
#[inline(always)]
fn fill<const BLOCKS: usize, const ALIVE: bool>(
    lanes: impl JoinLanes,
    (side, first): (Side<'_>, usize),
    (tables, area): (&[Blocks<BLOCKS>], usize),
    numbers: impl Iterator<Item = u8>,
    found: (&mut Sets<BLOCKS>, &mut [u8; BYTES]),
) {
    with_constant!(tables_of(side), one of 1 2 3 4 5 6 7 or MAX_TABLES, TABLES => {
        let tables = windows::<BLOCKS, TABLES>(tables, area);
        lanes.fill::<BLOCKS, TABLES, ALIVE>(tables, codes_of(side, first), numbers, found);
    });
}

/// The bits by which half boards are sorted, those that keep most pairs apart first: the product of how often either half
/// has them. Each row that has a square of such a line adds about as much.
#[inline(always)]
fn order_of(frame: &StartFrame, west: [u16; 2], east: [u16; 2], order: &mut Vec<u32>) {
    let lines = |[north, south]: [u16; 2]| u32::from(north) | u32::from(south) << 16;
    let (west, east) = (lines(west), lines(east));
    order.clear();
    for (bit, [sets, meets]) in frame.lines.iter().enumerate() {
        let product = (sets & west).count_ones() * (meets & east).count_ones();
        order.push(product * BITS as u32 + bit as u32);
    }
    order.sort_unstable_by_key(|&entry| std::cmp::Reverse(entry));
}

/// The quarters of the east, which a frame speaks of.
pub(super) const EAST: [Quarter; 2] =
    [Quarter { south: false, east: true }, Quarter { south: true, east: true }];
