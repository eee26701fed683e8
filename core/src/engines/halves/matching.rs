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

use super::grid::Quarter;
use super::joining::{Half, Paired, Side};
use super::lanes::{BYTES, Blocks, Buffer, LANES, Lane512, Lanes, Pairs, Sets};
use super::quarters::Placements;
use super::starts::{RowSet, Start};
use super::subsets::Subsets;

/// A batch has no more placements of a quarter than this.
pub(super) const MAX_IN_BATCH: usize = 256;

/// What a start's row sets are counted with.
pub(super) struct Lists {
    /// North and south. The first words are joins, the others what crosses the middle.
    pub(super) west: [Placements; 2],
    /// North and south. All words are joins.
    pub(super) east: [Placements; 2],
}

/// What all starts have in common.
pub(super) struct Frame {
    pub(super) subsets: Subsets,
    /// How many of the words are joins.
    pub(super) joins: usize,
    /// How many words a western half board has.
    pub(super) words: usize,
    /// Most outer placements in a batch, and most inner ones: at most 256.
    pub(super) batch: usize,
    /// By quarter of the east, north and south, and place: the bits that a piece there meets.
    pub(super) meets: [Vec<Vec<u16>>; 2],
}

/// Buffers, used for one row set after another.
#[derive(Default)]
pub(super) struct Workspace {
    west: Vec<Buffer<u32>>,
    partners: Vec<[u32; 3]>,
    paired: Paired,
    slices: Vec<Lane512>,
    squares: Vec<Lane512>,
    tables: [Vec<Lane512>; 2],
    sets: Vec<Lane512>,
}

/// A count of a row set.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Counted {
    /// Placements, with the weights of the row set.
    pub(super) placements: u128,
    /// Half boards made.
    pub(super) half_boards: u64,
}

/// Counts the placements of a row set; stops between two blocks if asked to, with what it has, and says so.
///
/// What knows how many words there are is inlined where it is chosen, and nothing else: this function is compiled for each
/// set of instructions, and was the longest of all to compile while all of it stood once for each number of words.
#[inline(always)]
pub(super) fn count(
    lanes: impl Lanes,
    frame: &Frame,
    (start, lists): (&Start, &Lists),
    set: RowSet,
    workspace: &mut Workspace,
    should_stop: &dyn Fn() -> bool,
) -> (Counted, bool) {
    let mut counted = Counted::default();
    workspace.west.resize_with(frame.words, Buffer::default);
    let west = Half::new(&frame.subsets, &lists.west, [set.north, set.south], start.cols.0);
    west.join(lanes, (&frame.subsets, frame.joins), &mut workspace.partners, &mut workspace.west);
    let boards = workspace.west[0].len;
    counted.half_boards = boards as u64;
    if boards == 0 {
        return (counted, true);
    }
    let east_rows = [start.rows.0 & !set.north, start.rows.1 & !set.south];
    let east = Half::new(&frame.subsets, &lists.east, east_rows, start.cols.1);
    let most = if boards > LANES { frame.batch.div_ceil(2) } else { frame.batch };
    east.pair(lanes, (&frame.subsets, frame.joins), most, set.weights, &mut workspace.paired);
    counted.half_boards += workspace.paired.pairs.iter().map(Pairs::len).sum::<usize>() as u64;
    let mut first = 0;
    while first < boards {
        if should_stop() {
            return (counted, false);
        }
        let left = boards - first;
        let counts = if left > LANES {
            match_blocks::<2>(lanes, frame, [east.outer, east.inner], first, workspace)
        } else {
            match_blocks::<1>(lanes, frame, [east.outer, east.inner], first, workspace)
        };
        for (count, weight) in counts.into_iter().zip(set.weights) {
            // At most 32! < 2^118 placements in all, times a weight of at most eight.
            counted.placements += u128::from(count) * u128::from(weight);
        }
        first += left.min(2 * LANES);
    }
    (counted, true)
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
    lanes: impl Lanes,
    frame: &Frame,
    sides: [Side<'_>; 2],
    first: usize,
    workspace: &mut Workspace,
) -> [u64; 3] {
    let Workspace { west, paired, slices, squares, tables, sets, .. } = workspace;
    let slices = blocks::<BLOCKS>(slices, 32 * west.len());
    let mut valid = [Lane512::EMPTY; BLOCKS];
    for (block, valid) in valid.iter_mut().enumerate() {
        let boards = first + LANES * block..west[0].len.min(first + LANES * (block + 1));
        *valid = Lane512::first(boards.len());
        for (words, sets) in west.iter().zip(slices.chunks_mut(32)) {
            lanes.slice(&words.items[boards.clone()], block, sets);
        }
    }
    let (area, most) = (frame.subsets.side.pow(2), frame.batch);
    let room = area * frame.subsets.side.div_ceil(2) + BYTES;
    let mut tables = tables.each_mut().map(|tables| blocks::<BLOCKS>(tables, room));
    for (side, tables) in sides.into_iter().zip(&mut tables) {
        tabulate(lanes, frame, side, (&valid, slices), squares, tables);
    }
    let sets = blocks(sets, 2 * most + BYTES);
    let mut tallies = [Lane512::EMPTY; 3];
    for batch in &paired.batches {
        let placements = [batch.outer.clone(), batch.inner.clone()];
        for (number, (side, placements)) in sides.into_iter().zip(placements).enumerate() {
            let codes = &side.placements.codes[placements];
            fill(lanes, (side, area), tables[number], codes, &mut sets[number * most..]);
        }
        let (outer, inner) = (window(sets, 0), window(sets, most));
        for ((tally, pairs), range) in tallies.iter_mut().zip(&paired.pairs).zip(&batch.pairs) {
            if !range.is_empty() {
                let outer = (outer, &pairs.outer.items[range.clone()]);
                let inner = (inner, &pairs.inner.items[range.clone()]);
                lanes.count(outer, inner, tally);
            }
        }
    }
    tallies.map(|tally| tally.0.iter().sum())
}

/// Makes the tables of a quarter: for each two rows that it uses, and each column in them, the half boards at peace
/// with the two pieces.
#[inline(always)]
fn tabulate<const BLOCKS: usize>(
    lanes: impl Lanes,
    frame: &Frame,
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

/// Looks up the sets of a quarter's placements.
#[inline(always)]
fn fill<const BLOCKS: usize>(
    lanes: impl Lanes,
    (side, area): (Side<'_>, usize),
    tables: &[Blocks<BLOCKS>],
    codes: &[u64],
    sets: &mut [Blocks<BLOCKS>],
) {
    match side.rows.count_ones() {
        0..=2 => lanes.fill(windows::<BLOCKS, 1>(tables, area), codes, sets),
        3..=4 => lanes.fill(windows::<BLOCKS, 2>(tables, area), codes, sets),
        5..=6 => lanes.fill(windows::<BLOCKS, 3>(tables, area), codes, sets),
        7..=8 => lanes.fill(windows::<BLOCKS, 4>(tables, area), codes, sets),
        9..=10 => lanes.fill(windows::<BLOCKS, 5>(tables, area), codes, sets),
        11..=12 => lanes.fill(windows::<BLOCKS, 6>(tables, area), codes, sets),
        13..=14 => lanes.fill(windows::<BLOCKS, 7>(tables, area), codes, sets),
        _ => lanes.fill(windows::<BLOCKS, 8>(tables, area), codes, sets),
    }
}

/// The quarters of the east, which a frame speaks of.
pub(super) const EAST: [Quarter; 2] =
    [Quarter { south: false, east: true }, Quarter { south: true, east: true }];
