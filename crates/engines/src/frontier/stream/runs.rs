//! The emissions of a level as sorted runs: one for each move and each pattern of the bits that the move
//! sets.
//!
//! A run does not hold states, but only references to their sources: 4 bytes each.

use super::super::program::{Move, SweepStep};
use super::super::table::StateTable;

/// An emission: the key that it reaches, and its source.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Emission {
    pub(super) key: u64,
    /// The move, the table, and the place of the state in the table: 16, 16 and 32 bits.
    pub(super) from: u64,
}

impl Emission {
    #[inline(always)]
    pub(super) fn new(key: u64, by: usize, table: usize, at: u32) -> Self {
        Self { key, from: (by as u64) << 48 | (table as u64) << 32 | u64::from(at) }
    }

    /// Returns the move, the table, and the place of the state in the table.
    #[inline(always)]
    pub(super) fn source(self) -> (usize, usize, usize) {
        ((self.from >> 48) as usize, (self.from >> 32) as usize & 0xffff, self.from as u32 as usize)
    }
}

/// Emissions whose keys do not decrease.
pub(super) enum Run<'a> {
    /// All states of some tables, by the move that sets nothing.
    All { tables: &'a [StateTable], shift: u32 },
    /// Some states of each table, by one move.
    Some { tables: &'a [StateTable], shift: u32, by: usize, set: u64, lists: Vec<Vec<u32>> },
    /// A list of emissions.
    Listed(Vec<Emission>),
}

impl Run<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::All { tables, .. } => tables.iter().map(StateTable::len).sum(),
            Self::Some { lists, .. } => lists.iter().map(Vec::len).sum(),
            Self::Listed(list) => list.len(),
        }
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        match self {
            Self::All { .. } => 0,
            Self::Some { lists, .. } => lists.iter().map(|list| list.capacity() * size_of::<u32>()).sum(),
            Self::Listed(list) => list.capacity() * size_of::<Emission>(),
        }
    }

    /// Returns the number of consecutive lists that form the run.
    fn lists(&self) -> usize {
        match self {
            Self::All { tables, .. } => tables.len(),
            Self::Some { lists, .. } => lists.len(),
            Self::Listed(_) => 1,
        }
    }

    /// Returns the number of emissions of a list.
    fn list_len(&self, list: usize) -> usize {
        match self {
            Self::All { tables, .. } => tables[list].len(),
            Self::Some { lists, .. } => lists[list].len(),
            Self::Listed(all) => all.len(),
        }
    }

    #[inline(always)]
    fn emission(&self, list: usize, at: usize) -> Emission {
        match self {
            Self::All { tables, shift } => {
                Emission::new(tables[list].key::<u64>(at) >> shift, 0, list, at as u32)
            }
            Self::Some { tables, shift, by, set, lists } => {
                let at = lists[list][at];
                let key = tables[list].key::<u64>(at as usize);
                Emission::new((key | set) >> shift, *by, list, at)
            }
            Self::Listed(all) => all[at],
        }
    }

    /// Adds the key of every `every`-th emission.
    pub(super) fn sample(&self, every: usize, into: &mut Vec<u64>) {
        for list in 0..self.lists() {
            let places = (every - 1..self.list_len(list)).step_by(every);
            into.extend(places.map(|at| self.emission(list, at).key));
        }
    }

    /// Returns for each list the last key of the lists up to it.
    pub(super) fn ends(&self) -> Vec<u64> {
        let end = |last: &mut u64, list: usize| {
            if let Some(at) = self.list_len(list).checked_sub(1) {
                *last = self.emission(list, at).key;
            }
            Some(*last)
        };
        (0..self.lists()).scan(0, end).collect()
    }

    /// Returns the first emission with a key of at least `key`, given the [ends](Self::ends) of the lists.
    pub(super) fn seek(&self, ends: &[u64], key: u64) -> Cursor {
        let list = ends.partition_point(|&end| end < key);
        let (mut low, mut high) = (0, if list < ends.len() { self.list_len(list) } else { 0 });
        while low < high {
            let middle = (low + high) / 2;
            if self.emission(list, middle).key < key { low = middle + 1 } else { high = middle }
        }
        Cursor { list, at: low }
    }

    /// Appends the emissions from a cursor on whose keys are below `end`; all of them if there is no `end`.
    pub(super) fn take_below(&self, cursor: &mut Cursor, end: Option<u64>, into: &mut Vec<Emission>) {
        let below = |emission: &Emission| end.is_none_or(|end| emission.key < end);
        while cursor.list < self.lists() {
            let length = self.list_len(cursor.list);
            let list = cursor.list;
            let before = into.len();
            // The match is outside the loop: once for each list, not for each emission.
            match self {
                Self::All { tables, shift } => {
                    let keys = tables[list].keys().enumerate().skip(cursor.at);
                    let of = |(at, key): (usize, u64)| Emission::new(key >> shift, 0, list, at as u32);
                    into.extend(keys.map(of).take_while(below));
                }
                Self::Some { tables, shift, by, set, lists } => {
                    let of = |&at: &u32| {
                        let key = tables[list].key::<u64>(at as usize);
                        Emission::new((key | set) >> shift, *by, list, at)
                    };
                    into.extend(lists[list][cursor.at..].iter().map(of).take_while(below));
                }
                Self::Listed(all) => into.extend(all[cursor.at..].iter().copied().take_while(below)),
            }
            cursor.at += into.len() - before;
            if cursor.at < length {
                return;
            }
            *cursor = Cursor { list: list + 1, at: 0 };
        }
    }
}

/// A place in a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor {
    list: usize,
    at: usize,
}

/// Returns the bits of a move that a state can already have.
fn known_bits(choice: &Move, open: u64) -> u64 {
    choice.set[0] & open
}

/// A reader of the pattern of some bits of a key; adjacent bits are read together.
struct Pattern(Vec<(u32, u64)>);

impl Pattern {
    fn new(mut bits: u64) -> Self {
        let (mut parts, mut read) = (Vec::new(), 0);
        while bits != 0 {
            let low = bits.trailing_zeros();
            let length = (bits >> low).trailing_ones();
            let mask = ((1u128 << length) - 1) as u64;
            parts.push((low - read, mask << read));
            read += length;
            bits &= !(mask << low);
        }
        Self(parts)
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        self.0.iter().fold(0, |pattern, &(shift, mask)| pattern | key >> shift & mask) as usize
    }
}

/// Returns the states of a table to which a move can be applied, in one list for each move that places a
/// piece and each pattern of the bits that it sets.
pub(super) fn sift(step: &SweepStep, open: u64, table: &StateTable) -> Vec<Vec<u32>> {
    let mut lists = Vec::new();
    for choice in &step.moves[1..] {
        let known = known_bits(choice, open);
        let (blocked, pattern) = (choice.blocked[0], Pattern::new(known));
        let mut lengths = vec![0usize; 1 << known.count_ones()];
        table.keys().for_each(|key| lengths[pattern.index(key)] += usize::from(key & blocked == 0));
        // The extra place takes values that are written but not counted.
        let mut own: Vec<Vec<u32>> = lengths.iter().map(|&length| vec![0; length + 1]).collect();
        lengths.fill(0);
        for (at, key) in table.keys().enumerate() {
            let which = pattern.index(key);
            own[which][lengths[which]] = at as u32;
            lengths[which] += usize::from(key & blocked == 0);
        }
        own.iter_mut().zip(lengths).for_each(|(list, length)| list.truncate(length));
        lists.extend(own);
    }
    lists
}

/// Returns the move of each list that [`sift`] makes.
pub(super) fn moves(step: &SweepStep, open: u64) -> Vec<usize> {
    let lists = |(by, choice)| std::iter::repeat_n(by, 1 << known_bits(choice, open).count_ones());
    step.moves.iter().enumerate().skip(1).flat_map(lists).collect()
}

/// Returns the runs of a step, from the sifted lists of each table.
pub(super) fn of_step<'a>(
    step: &SweepStep,
    open: u64,
    tables: &'a [StateTable],
    mut sifted: Vec<Vec<Vec<u32>>>,
) -> Vec<Run<'a>> {
    let shift = step.shift;
    let mut runs = vec![Run::All { tables, shift }];
    for (number, by) in moves(step, open).into_iter().enumerate() {
        let lists: Vec<Vec<u32>> =
            sifted.iter_mut().map(|lists| std::mem::take(&mut lists[number])).collect();
        if lists.iter().any(|list| !list.is_empty()) {
            runs.push(Run::Some { tables, shift, by, set: step.moves[by].set[0], lists });
        }
    }
    runs
}
