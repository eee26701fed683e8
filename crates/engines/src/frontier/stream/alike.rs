//! Merges equivalent states at the ends of lines, and drops states that lead to no requested number.

use super::super::buffers::Buffers;
use super::super::program::SweepStep;
use super::super::sweep::expansion::{Expansion, ExpansionLimits, Halt};
use super::super::table::StateTable;
use super::each::map_numbers;
use super::merge::{Merger, Transfer};
use super::runs::{Emission, Run};
use rayon::prelude::*;

/// Returns the states of tables in order, with equivalent states added up.
pub(super) fn merge_tables(
    expansion: &Expansion<'_, u64>,
    transfer: &Transfer,
    tables: &[StateTable],
    bound: ExpansionLimits<'_>,
    parallel: bool,
    buffers: &Buffers,
) -> Result<Vec<StateTable>, Halt> {
    let sift = |place: usize| {
        let (mut stay, mut go) = (Vec::new(), Vec::new());
        for (at, key) in tables[place].keys().enumerate() {
            match expansion.representative(key) {
                same if same == key => stay.push(at as u32),
                other => go.push(Emission::new(other, 0, place, at as u32)),
            }
        }
        (stay, go)
    };
    let (lists, moved): (Vec<_>, Vec<_>) = map_numbers(tables.len(), parallel, &sift).into_iter().unzip();
    let mut moved = moved.concat();
    if (bound.should_stop)() {
        return Err(Halt::Stopped);
    }
    if parallel {
        moved.par_sort_unstable_by_key(|emission| emission.key);
    } else {
        moved.sort_unstable_by_key(|emission| emission.key);
    }
    let stay = Run::Some { tables, shift: 0, by: 0, set: 0, lists };
    let runs = [stay, Run::Listed(moved)];
    Merger { tables, runs: &runs, transfer, buffers }.merge(bound, parallel)
}

/// Returns the states of a table from which a requested number can still be reached, with only their useful
/// coefficients.
pub(super) fn of_use(step: &SweepStep, table: &StateTable, words: usize) -> StateTable {
    let expansion = Expansion::<u64>::new(step);
    let mut entries = Vec::new();
    for at in 0..table.len() {
        let (key, weight) = table.entry(at);
        if let Some(least) = expansion.least_of_use(0, key[0]) {
            entries.extend_from_slice(key);
            let nothing = (usize::from(least) * words).min(weight.len());
            entries.extend(std::iter::repeat_n(0, nothing));
            entries.extend_from_slice(&weight[nothing..]);
        }
    }
    StateTable::from_entries(entries, 1, table.stride())
}
