//! The search: states of one depth together, the deepest first.
//!
//! A state reduces a partial placement to its effect on the future: for each class still to be placed, the
//! squares that are free for it. States with equally many pieces form a *level* and wait in its buffer.
//! Placing a piece turns a state into its children, those of many states in one loop
//! ([`lanes`](super::lanes)). A level with a full buffer is emptied before any shallower one continues, which
//! bounds the memory: the search is depth-first, but by the hundred. The last two pieces are not placed;
//! states that lack only them are counted in batches. So are states that lack three pieces, if they have so
//! many children that this takes less time ([`triples`](super::triples)).

use super::buffer::{CellStates, LANES};
use super::lanes::{CellChildren, CellLanes, PortableCellLanes};
use super::tables::CellTables;
use crate::board::{Mask, Set, Sets};
#[cfg(target_arch = "x86_64")]
use crate::engines::kernel::Avx512;
#[cfg(target_arch = "aarch64")]
use crate::engines::kernel::Neon;
use crate::engines::kernel::Vectored;
use crate::engines::tally::UnitCount;
use std::marker::PhantomData;

/// The number of states of the last level that are counted together: for a chess board they stay in the
/// first-level cache.
const BATCH: usize = 1024;
/// The number of states in a level from which the next level is worked on; a last parent may add some more.
const WAITING: usize = 128;

/// The buffers of all levels, used for one unit after another.
#[derive(Debug)]
pub(super) struct CellBuffers {
    /// The number of the tables for which the buffers were made.
    tables: u64,
    /// The buffer of each level; the last one is for the states whose last two pieces are counted.
    levels: Vec<CellStates>,
    children: CellChildren,
}

impl CellBuffers {
    pub(super) fn new(tables: &CellTables) -> Self {
        // A state's children are added to the waiting states.
        let room = |waiting: usize| waiting + tables.bits();
        let waiting = |at: usize| if at == tables.levels.len() { BATCH } else { WAITING };
        let buffer = |at: usize| CellStates::new(tables.masks_at(at), tables.words, room(waiting(at)));
        let levels = (0..=tables.levels.len()).map(buffer).collect();
        Self { tables: tables.number, levels, children: CellChildren::new(room(BATCH), room(WAITING)) }
    }

    /// True if the buffers were made for these tables.
    pub(super) fn fits(&self, tables: &CellTables) -> bool {
        self.tables == tables.number
    }
}

/// A search with masks of one width: it finds the placements of the pieces `steps[start ..]` on the `free`
/// squares of each class.
pub(super) struct CellTask<'a, M> {
    tables: &'a CellTables,
    workspace: &'a mut CellBuffers,
    start: usize,
    free: &'a Sets,
    /// Called every few hundred states; if it returns true, the count so far is the answer.
    should_stop: &'a dyn Fn() -> bool,
    width: PhantomData<M>,
}

impl<'a, M: Mask> CellTask<'a, M> {
    /// Creates a task from a partial placement with `start` pieces, and the squares that it leaves free.
    pub(super) fn new(
        (tables, workspace, start, free): (&'a CellTables, &'a mut CellBuffers, usize, &'a Sets),
        should_stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self { tables, workspace, start, free, should_stop, width: PhantomData }
    }
}

impl<M: Mask> Vectored for CellTask<'_, M> {
    type Output = UnitCount;

    #[inline(always)]
    fn portable(self) -> UnitCount {
        search(PortableCellLanes, self)
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
fn search<M: Mask>(lanes: impl CellLanes, task: CellTask<'_, M>) -> UnitCount {
    let CellTask { tables, workspace, start, free, should_stop, .. } = task;
    let left = &tables.steps[start..];
    let Some(pair) = tables.pair.as_ref().filter(|_| left.len() >= 2) else {
        let placements = left.first().map_or(1, |&class| u128::from(free[class].size()));
        return UnitCount { placements, nodes: left.len() as u64, complete: true };
    };
    let levels = &mut workspace.levels;
    levels.iter_mut().for_each(|level| level.len = 0);
    levels[start].push(&free.masks::<M>()[left[0]..]);
    let last = tables.levels.len();
    let mut found = UnitCount::NOTHING;
    // The shallowest level that may hold states, and the current level.
    let (mut shallowest, mut at) = (start, start);
    loop {
        if at == last {
            found.nodes += levels[last].len as u64;
            found.placements += u128::from(lanes.count_pairs::<M>(pair, &mut levels[last]));
        }
        if levels[at].len == 0 {
            if at > shallowest {
                at -= 1;
                continue;
            }
            // No more states come from above, so the waiting levels below are emptied from the top.
            match (at..=last).find(|&level| levels[level].len > 0) {
                Some(level) => (shallowest, at) = (level, level),
                None => return found,
            }
            continue;
        }
        if let Some(triple) = tables.triple.as_ref().filter(|_| at + 1 == last)
            && is_for_triples(tables, &levels[at])
        {
            found.nodes += u64::from(at == start);
            found.placements += u128::from(lanes.count_triples(triple, &mut levels[at]));
            continue;
        }
        let (above, below) = levels.split_at_mut(at + 1);
        let (from, to) = (&mut above[at], &mut below[0]);
        let full = if at + 1 == last { BATCH } else { WAITING };
        let before = to.len;
        while from.len > 0 && to.len + workspace.children.len < full {
            from.len -= 1;
            lanes.list::<M>(&mut workspace.children, from.len, from.mask(0, from.len));
        }
        lanes.expand::<M>(tables, &tables.levels[at], &mut workspace.children, from, to);
        if at + 1 < last {
            found.nodes += (to.len - before) as u64;
        }
        if to.len >= full {
            at += 1;
        }
        // The check is here, about once in a hundred states: a search of dead ends may never reach the last
        // level.
        if should_stop() {
            found.complete = false;
            return found;
        }
    }
}

/// True if counting the last three pieces of these states is expected to take less time than placing one of
/// them.
#[inline(always)]
fn is_for_triples(tables: &CellTables, states: &CellStates) -> bool {
    let plane = |word: usize| &states.planes[word * states.capacity..][..states.len];
    let children: u64 = (0..tables.words).flat_map(plane).map(|word| u64::from(word.count_ones())).sum();
    children as f64 >= tables.squares_for_triple * states.len.next_multiple_of(LANES) as f64
}
