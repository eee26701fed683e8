//! The search: row by row, states of one depth together, the deepest first.
//!
//! A state reduces a partial placement to its effect on the future: for each row still to come its free
//! squares, and the same squares again by columns. States with equally many rows decided form a *level* and
//! wait in its buffer. A level with a full buffer is emptied before any shallower one continues. The last
//! three rows make no states ([`lanes`](super::lanes)).

use super::lanes::{
    Lane, LastRows, OpenRow, PortableRowLanes, RowChildren, RowLanes, RowPiece, RowStates, pairs,
};
use super::tables::{Root, RowTables, StateBlock};
#[cfg(target_arch = "x86_64")]
use crate::engines::kernel::Avx512;
#[cfg(target_arch = "aarch64")]
use crate::engines::kernel::Neon;
use crate::engines::kernel::Vectored;
use crate::engines::tally::UnitCount;

/// The number of listed children, or of states in a level, from which the next level is worked on. A last
/// parent may add some more.
const WAITING: usize = 512;

/// The buffers of all levels, used for one unit after another.
#[derive(Debug)]
pub(super) struct RowBuffers {
    bits: usize,
    blocks: usize,
    levels: Vec<RowStates>,
    children: RowChildren,
}

impl RowBuffers {
    pub(super) fn new(tables: &RowTables) -> Self {
        // A state's children are added to the waiting states.
        let room = WAITING + tables.bits;
        Self {
            bits: tables.bits,
            blocks: tables.blocks,
            levels: Vec::new(),
            children: RowChildren::new(room, room),
        }
    }

    /// True if the buffers were made for states like these.
    pub(super) fn fits(&self, tables: &RowTables) -> bool {
        (self.bits, self.blocks) == (tables.bits, tables.blocks)
    }

    /// Empties the levels, and adjusts their number.
    fn clear(&mut self, levels: usize) {
        let room = self.children.states;
        let blocks = self.blocks;
        let buffer = || RowStates { blocks: vec![StateBlock::default(); room * blocks], len: 0 };
        if self.levels.len() < levels {
            self.levels.resize_with(levels, buffer);
        }
        self.levels.iter_mut().for_each(|level| level.len = 0);
        self.children.len = 0;
    }
}

/// A search to be done: the placements in the rows of the root.
pub(super) struct RowTask<'a> {
    pub(super) tables: &'a RowTables,
    pub(super) workspace: &'a mut RowBuffers,
    pub(super) root: &'a Root,
    /// Called every few hundred states; if it returns true, the count so far is the answer.
    pub(super) should_stop: &'a dyn Fn() -> bool,
}

impl Vectored for RowTask<'_> {
    type Output = UnitCount;

    #[inline(always)]
    fn portable(self) -> UnitCount {
        search(PortableRowLanes, self)
    }

    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    fn neon(self, lanes: Neon) -> UnitCount {
        search(lanes, self)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, lanes: Avx512) -> UnitCount {
        search(lanes, self)
    }
}

/// Counts the placements of a task.
#[inline(always)]
fn search(lanes: impl RowLanes, task: RowTask<'_>) -> UnitCount {
    match (task.tables.bits, task.tables.blocks) {
        (16, _) => search_rows::<16, 1>(lanes, task),
        (_, 1) => search_rows::<32, 1>(lanes, task),
        (_, 2) => search_rows::<32, 2>(lanes, task),
        (_, 3) => search_rows::<32, 3>(lanes, task),
        _ => search_rows::<32, 4>(lanes, task),
    }
}

#[inline(always)]
fn search_rows<const BITS: usize, const BLOCKS: usize>(lanes: impl RowLanes, task: RowTask<'_>) -> UnitCount {
    let RowTask { tables, workspace, root, should_stop } = task;
    let Root { state, rows, lanes_per_row } = root;
    let mut found = UnitCount { placements: 0, nodes: rows.len() as u64, complete: true };
    let (first, last) = match rows[..] {
        [] => return UnitCount { placements: 1, ..found },
        // A single row either has its only piece to come, or stays empty.
        [row] => {
            let choices = Lane::new(BITS, row).value::<BITS>(state);
            let ones = if choices & tables.empty == 0 { choices.count_ones() } else { 1 };
            return UnitCount { placements: u128::from(ones), ..found };
        }
        [.., first, last] => (first, last),
    };
    let pair = LastRows::new(tables, first, last);
    if rows.len() == 2 {
        let lane = |lane: Lane| lane.value::<BITS>(state);
        found.placements = u128::from(pairs::<BITS>(&pair, lane(pair.first), lane(pair.second)));
        return found;
    }
    let deepest = rows.len() - 3;
    workspace.clear(deepest + 1);
    let RowBuffers { levels, children, .. } = workspace;
    levels[0].blocks[..BLOCKS].copy_from_slice(state);
    levels[0].len = 1;
    let taken = |row: usize| &tables.taken[row * BITS * BLOCKS..][..BITS * BLOCKS];
    // The shallowest level that may hold states, and the current level.
    let (mut shallowest, mut at) = (0, 0);
    loop {
        if levels[at].len == 0 {
            if at > shallowest {
                at -= 1;
                continue;
            }
            // No more states come from above, so the waiting levels below are emptied from the top.
            match (at..=deepest).find(|&level| levels[level].len > 0) {
                Some(level) => (shallowest, at) = (level, level),
                None => return found,
            }
            continue;
        }
        let (above, below) = levels.split_at_mut(at + 1);
        let from = &mut above[at];
        let row = OpenRow { lane: Lane::new(BITS, rows[at]), empty: tables.empty };
        let waiting = below.first().filter(|_| at < deepest).map_or(0, |to| to.len);
        lanes.list::<BITS, BLOCKS>(children, from, row, WAITING - waiting);
        if at == deepest {
            found.nodes += children.len as u64;
            found.placements +=
                u128::from(lanes.count_pairs::<BITS, BLOCKS>(taken(rows[at]), &pair, children, from));
        } else {
            let needed = (lanes_per_row * (rows.len() - at - 1)) as u32;
            let step = RowPiece { taken: taken(rows[at]), alive: &tables.alive, needed };
            let to = &mut below[0];
            lanes.expand::<BITS, BLOCKS>(step, children, from, to);
            found.nodes += (to.len - waiting) as u64;
            if to.len >= WAITING {
                at += 1;
            }
        }
        // The check is here, about once in a hundred states: a search of dead ends may never reach the last
        // rows.
        if should_stop() {
            found.complete = false;
            return found;
        }
    }
}
