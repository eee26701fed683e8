//! Streams: a sweep whose states are kept in order, for kinds that reach a few squares.
//!
//! If a piece sets few bits of a state, no hashing is needed. The bits of a key lie in the order in which
//! their squares are swept, the next one lowest, and after each step the key is shifted by the finished
//! square ([`window`]). Three facts follow:
//!
//! * Leaving a square empty keeps the order of the states, and states that become equal are neighbours.
//! * Placing a piece sets certain bits. States in which the same ones of these bits were set before also keep
//!   their order. So the states that a move reaches are a few sorted *runs*, one for each pattern of those
//!   bits ([`runs`]).
//! * All runs are merged into the next level, range of keys by range of keys, each within the nearest cache
//!   ([`merge`]).
//!
//! At the ends of lines, equivalent states may be merged. States that are not the least of their class are
//! then a run of their own that has to be sorted ([`alike`]). Nothing is looked up at random, so a transition
//! costs 10 ns, while a look-up costs 60 ns and more, and two threads can merge two ranges. Queens set a
//! dozen bits at every step: their runs would be thousands, so their states are hashed.

mod alike;
mod disc;
mod each;
pub(super) mod file;
mod merge;
mod runs;
pub(super) mod window;

pub(super) use disc::{Source, expand_to_disc};

use super::buffers::Buffers;
use super::level::SweepLevel;
use super::program::{StateSymmetry, SweepStep};
use super::sweep::expansion::{Expansion, ExpansionLimits, Halt};
use super::table::StateTable;
use each::map_numbers;
use merge::{Merger, Transfer};

/// Returns the tables of the level after a step in order, their number, and the emissions. `open` holds the
/// bits that states of the level can have.
pub(super) fn expand(
    step: &SweepStep,
    open: u64,
    level: &SweepLevel,
    bound: ExpansionLimits<'_>,
    parallel: bool,
    buffers: &Buffers,
) -> Result<(Vec<StateTable>, usize, u64), Halt> {
    let tables = &level.tables;
    let lists: Vec<Vec<Vec<u32>>> =
        map_numbers(tables.len(), parallel, &|place| runs::sift(step, open, &tables[place]));
    if (bound.should_stop)() {
        return Err(Halt::Stopped);
    }
    let runs = runs::of_step(step, open, tables, lists);
    let emissions = runs.iter().map(|run| run.len() as u64).sum();
    let transfer = Transfer::of_step(step, level.words);
    let mut next = Merger { tables, runs: &runs, transfer: &transfer, buffers }.merge(bound, parallel)?;
    if !matches!(step.likeness, StateSymmetry::None) {
        let transfer = Transfer::unweighted(step, level.words);
        let merged = alike::merge_tables(&Expansion::new(step), &transfer, &next, bound, parallel, buffers)?;
        buffers.keep(std::mem::replace(&mut next, merged).into_iter().map(StateTable::into_entries));
    }
    if !step.bounds.is_empty() {
        next = map_numbers(next.len(), parallel, &|place| alike::of_use(step, &next[place], level.words));
    }
    next.retain(|table| table.len() > 0);
    let parts = next.len();
    Ok((next, parts, emissions))
}

#[cfg(test)]
mod tests;
