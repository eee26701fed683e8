//! One row set: half boards are joined, and pairs of half boards counted.
//!
//! A row set decides which rows have their piece in the west. Then the halves are independent except for the
//! moves that cross the middle.
//!
//! 1. The **western half boards** are joined from quarters and written as words of bits: the bits that they
//!    set.
//! 2. The **eastern half boards** are also joined, but only written as pairs of numbers, a northern and a
//!    southern placement. They come in batches whose placements are few enough to stay in the first-level
//!    cache.
//! 3. The western words are taken 512 at a time and transposed: for each bit this gives the set of boards
//!    that do not have it. From these sets follows, for each eastern square, the set of western half boards
//!    that are compatible with a piece there. Tables then have the sets for each two squares of two rows, and
//!    two or three table entries give the set for each northern and each southern placement of a batch. A
//!    pair's set is the intersection of its two placements' sets, and the size of the set is the wanted
//!    number. This takes one instruction for the intersection and one for the count.
//!
//! The method is for few half boards, and for kinds for which most halves are compatible; otherwise both
//! lists are [split](super::splitting) first.

use super::frame::Frame;
use super::joining::{HalfBoards, PairBatches, PairCounts, QuarterPair, Side, with_constant};
use super::lanes::{
    BYTES, Blocks, Buffer, HalfBoardFilter, JoinLanes, LANES, Lane512, Pairs, Sets, positions,
};
use super::quarters::code_lists;
use super::row_sets::RowSet;
use std::ops::Range;

/// The maximum number of placements of a quarter in a batch.
pub(super) const MAX_IN_BATCH: usize = 256;

/// The maximum number of tables of a quarter: two rows each.
const MAX_TABLES: usize = 8;

/// Buffers that are used for one row set after another.
#[derive(Default)]
pub(super) struct MatchingBuffers {
    west: Vec<Buffer<u64>>,
    partners: Vec<[u32; 3]>,
    paired: PairBatches,
    slices: Vec<Lane512>,
    squares: Vec<Lane512>,
    tables: [Vec<Lane512>; 2],
    sets: Vec<Lane512>,
}

/// Counts the pairs of a row set; it may be stopped between two blocks.
///
/// Only the parts that depend on the number of words are inlined where it is chosen. This function is
/// compiled for each set of instructions, and took the longest of all to compile while it existed once for
/// each number of words.
#[inline(always)]
pub(super) fn count(
    lanes: impl JoinLanes,
    frame: &Frame,
    (halves, set): (&HalfBoards<'_>, &RowSet),
    workspace: &mut MatchingBuffers,
    should_stop: &dyn Fn() -> bool,
) -> PairCounts {
    let mut counted = PairCounts { complete: true, ..PairCounts::default() };
    workspace.west.resize_with(frame.words, Buffer::default);
    workspace.west.iter_mut().for_each(|words| words.len = 0);
    halves.west.join(
        lanes,
        frame.joins,
        HalfBoardFilter::Unmarked,
        &mut workspace.partners,
        &mut workspace.west,
    );
    let boards = workspace.west[0].len;
    counted.half_boards += boards as u64;
    if boards == 0 {
        return counted;
    }
    // Sets that are looked up should stay in the first-level cache.
    let most = if boards > LANES { frame.batch.div_ceil(2) } else { frame.batch };
    for east in halves.easts.iter().flatten() {
        east.pair(lanes, frame.joins, most, set.weights, &mut workspace.paired);
        let pairs = workspace.paired.pairs.iter().map(Pairs::len).sum::<usize>();
        counted.half_boards += pairs as u64;
        if pairs == 0 {
            continue;
        }
        let mut first = 0;
        while first < boards {
            if should_stop() {
                return PairCounts { complete: false, ..counted };
            }
            let left = boards - first;
            let pairs = if left > LANES {
                match_blocks::<2>(lanes, frame, east, first, workspace)
            } else {
                match_blocks::<1>(lanes, frame, east, first, workspace)
            };
            counted.pairs.iter_mut().zip(pairs).for_each(|(sum, pairs)| *sum += pairs);
            first += left.min(2 * LANES);
        }
    }
    counted
}

/// Returns sets of several blocks in a list of single ones.
#[inline(always)]
fn blocks<const BLOCKS: usize>(sets: &mut Vec<Lane512>, len: usize) -> &mut [Blocks<BLOCKS>] {
    if sets.len() < len * BLOCKS {
        sets.resize(len * BLOCKS, Lane512::EMPTY);
    }
    &mut sets.as_chunks_mut().0[..len]
}

/// Counts the pairs of all batches with some blocks of western half boards: those with no marked piece, one
/// and two.
///
/// The counts are below 512 times the blocks times the number of pairs held in memory, so they fit.
#[inline(always)]
fn match_blocks<const BLOCKS: usize>(
    lanes: impl JoinLanes,
    frame: &Frame,
    east: &QuarterPair<'_>,
    first: usize,
    workspace: &mut MatchingBuffers,
) -> [u64; 3] {
    let MatchingBuffers { west, paired, slices, squares, tables, sets, .. } = workspace;
    let slices = blocks::<BLOCKS>(slices, 64 * west.len());
    let mut valid = [Lane512::EMPTY; BLOCKS];
    for (block, valid) in valid.iter_mut().enumerate() {
        let boards = first + LANES * block..west[0].len.min(first + LANES * (block + 1));
        *valid = Lane512::first(boards.len());
        for ((words, sets), &free) in west.iter().zip(slices.chunks_mut(64)).zip(&frame.free) {
            let (bits, number) = positions(free);
            for (group, words) in words.items[boards.clone()].chunks(64).enumerate() {
                lanes.slice(words, &bits[..number], (block, group), sets);
            }
        }
    }
    let sides = [east.outer, east.inner];
    let area = frame.width.pow(2);
    let room = area * frame.width.div_ceil(2) + BYTES;
    let mut tables = tables.each_mut().map(|tables| blocks::<BLOCKS>(tables, room));
    for (side, tables) in sides.into_iter().zip(&mut tables) {
        tabulate(lanes, frame.width, side, (&valid, slices), squares, tables);
    }
    let (outer_sets, inner_sets) = blocks(sets, 2 * BYTES).as_chunks_mut().0.split_at_mut(1);
    let (outer_sets, inner_sets) = (&mut outer_sets[0], &mut inner_sets[0]);
    let mut tallies = [Lane512::EMPTY; 3];
    for batch in &paired.batches {
        let ranges = [&batch.outer, &batch.inner];
        for (number, sets) in [&mut *outer_sets, &mut *inner_sets].into_iter().enumerate() {
            fill(lanes, (sides[number], ranges[number].clone()), (&*tables[number], area), sets);
        }
        for ((pairs, range), tally) in paired.pairs.iter().zip(&batch.pairs).zip(&mut tallies) {
            if !range.is_empty() {
                let outer = (&*outer_sets, &pairs.outer.items[range.clone()]);
                let inner = (&*inner_sets, &pairs.inner.items[range.clone()]);
                lanes.count(outer, inner, tally);
            }
        }
    }
    tallies.map(|tally| tally.0.iter().sum())
}

/// Makes the tables of a quarter: for each two rows that it uses, and each column in them, the half boards
/// that are compatible with the two pieces.
#[inline(always)]
fn tabulate<const BLOCKS: usize>(
    lanes: impl JoinLanes,
    length: usize,
    side: Side<'_>,
    (valid, slices): (&Blocks<BLOCKS>, &[Blocks<BLOCKS>]),
    squares: &mut Vec<Lane512>,
    tables: &mut [Blocks<BLOCKS>],
) {
    let squares = blocks(squares, length * length);
    let mut rows = 0;
    for row in (0..side.meets.len() / length).filter(|row| side.rows >> row & 1 == 1) {
        for col in 0..length {
            squares[rows * length + col] = lanes.intersect(valid, slices, &side.meets[row * length + col]);
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

/// Returns the sets that a byte can choose, from `first` on. Tables overlap: the sets behind a table are
/// never chosen.
#[inline(always)]
fn window<const BLOCKS: usize>(sets: &[Blocks<BLOCKS>], first: usize) -> &Sets<BLOCKS> {
    sets[first..].first_chunk().unwrap_or(&[[Lane512::EMPTY; BLOCKS]; BYTES])
}

/// Returns tables that follow each other, all of equal length.
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

/// Returns the number of tables of a quarter.
#[inline(always)]
fn tables_of(side: Side<'_>) -> usize {
    code_lists(side.rows.count_ones() as usize)
}

/// Returns the codes of a quarter's placements from `first` on.
#[inline(always)]
fn codes_of<const TABLES: usize>(side: Side<'_>, first: usize) -> [&[u8; BYTES]; TABLES] {
    std::array::from_fn(|table| side.sheet.codes(table, first))
}

/// Looks up the sets of some of a quarter's placements.
#[inline(always)]
fn fill<const BLOCKS: usize>(
    lanes: impl JoinLanes,
    (side, range): (Side<'_>, Range<usize>),
    (tables, area): (&[Blocks<BLOCKS>], usize),
    sets: &mut Sets<BLOCKS>,
) {
    with_constant!(tables_of(side), one of 1 2 3 4 5 6 7 or MAX_TABLES, TABLES => {
        let tables = windows::<BLOCKS, TABLES>(tables, area);
        lanes.fill::<BLOCKS, TABLES>(tables, codes_of(side, range.start), range.len(), sets);
    });
}
