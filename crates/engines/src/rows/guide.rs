//! The guide of the row search, and its expected cost: a few random descents.
//!
//! The mean-field estimate of the cells engine is useless here. If every row must have a piece, nearly all
//! partial placements are dead ends, and that estimate is too high by orders of magnitude. Knuth's estimate
//! notices the dead ends: go down from the partial placement by random choices, and multiply the numbers of
//! choices on the way. The mean of that product over all ways down is the number of partial placements.
//! Chance is a fixed sequence, so the units are the same everywhere.
//!
//! (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975.)

use super::cliques::Cliques;
use crate::board::{Mask, Set, Sets};
use crate::engines::estimate::Sample;
use crate::engines::instance::Instance;
use crate::engines::random::Random;
use crate::engines::units::{Guide, Unit};
use crate::with_words;

/// The cost of a child, whether it lives or not, in nanoseconds. Measured with AVX-512; other kernels take 2
/// to 4 times as long.
const CHILD: f64 = 2.0;
/// The number of descents that are averaged for a unit.
const DESCENTS: u32 = 8;
/// The maximum cost; a million such costs can be added up.
const MAX_COST: f64 = 1e290;

/// The additional cost of every unit, in nanoseconds.
const UNIT: f64 = 150.0;

/// The end of a descent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DescentEnd {
    /// The descent ends with two pieces to come. This suits comparisons of units, whose numbers follow from
    /// it. But the search continues if rows stay empty.
    Pieces,
    /// The descent ends with three rows to come, like the search.
    Rows,
}

/// The results of a descent.
#[derive(Debug, Clone, Copy, Default)]
struct DescentResult {
    /// The number of children, whether they live or not.
    children: f64,
    /// The number of children as results report them.
    nodes: f64,
    /// The number of rows in which a choice was made.
    depth: usize,
}

/// Cliques, each as its non-zero words: a row has one or two of them, whatever the board.
#[derive(Default)]
struct SparseCliques {
    /// The index in `words` at which each clique begins, and at the end the number of all words.
    starts: Vec<usize>,
    /// The non-zero words of all cliques, each with its place.
    words: Vec<(usize, u64)>,
}

impl SparseCliques {
    fn new<'a>(cliques: impl Iterator<Item = &'a Vec<usize>>) -> Self {
        let mut sparse = Self { starts: vec![0], words: Vec::new() };
        for clique in cliques {
            for &square in clique {
                let start = sparse.starts[sparse.starts.len() - 1];
                let (word, bit) = (square / 64, 1 << (square % 64));
                match sparse.words[start..].iter_mut().find(|other| other.0 == word) {
                    Some((_, bits)) => *bits |= bit,
                    None => sparse.words.push((word, bit)),
                }
            }
            sparse.starts.push(sparse.words.len());
        }
        sparse
    }

    fn clique(&self, place: usize) -> &[(usize, u64)] {
        &self.words[self.starts[place]..self.starts[place + 1]]
    }

    fn memory(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.words[..])
    }
}

/// Sets that hold at most one piece each, arranged for counting those with a free square.
struct CliqueSets {
    sets: Sets,
    /// The count, compiled for the width: descents do hardly anything else.
    count: fn(&[u64], &[u64]) -> usize,
}

impl CliqueSets {
    fn new<'a>(cliques: impl Iterator<Item = &'a Vec<usize>>, width: usize) -> Self {
        let mut sets = Sets::empty(0, width);
        for clique in cliques {
            sets.push(&vec![0; width]);
            let last = sets.number() - 1;
            clique.iter().for_each(|&square| sets[last].add_square(square));
        }
        Self { sets, count: with_words!(width, M => count_open::<M>) }
    }

    fn number(&self) -> usize {
        self.sets.number()
    }

    /// Returns the number of sets from `place` on that have a free square.
    fn open(&self, place: usize, free: &[u64]) -> usize {
        (self.count)(&self.sets.words()[place * self.sets.width()..], free)
    }
}

/// Returns the number of sets that have a free square; it does not branch.
fn count_open<M: Mask>(sets: &[u64], free: &[u64]) -> usize {
    let free = M::from_slice(free);
    sets.chunks_exact(M::WORDS).map(|set| usize::from(!M::from_slice(set).and(free).is_empty())).sum()
}

/// A guide that places pieces row by row.
pub(super) struct RowGuide {
    pieces: usize,
    allowed: Vec<u64>,
    /// For a piece on each square, the squares it takes.
    taken: Sets,
    /// The rows, for their choices.
    choices: SparseCliques,
    /// The rows, for counting.
    rows: CliqueSets,
    /// The columns, for counting.
    columns: CliqueSets,
    /// For each square, the place of its row in the order of the search.
    row_of: Vec<usize>,
}

impl RowGuide {
    pub(super) fn new(instance: &Instance, cliques: &Cliques) -> Self {
        let squares = instance.conflicts.squares();
        let mut row_of = vec![usize::MAX; squares];
        for (place, row) in cliques.rows.iter().enumerate() {
            row.iter().for_each(|&square| row_of[square] = place);
        }
        let class = &instance.classes[0];
        let width = instance.conflicts.width();
        let mut taken = Sets::empty(0, width);
        (0..squares).for_each(|square| taken.push(instance.conflicts.conflict_set(0, square, 0)));
        Self {
            pieces: class.pieces as usize,
            allowed: class.allowed.clone(),
            taken,
            choices: SparseCliques::new(cliques.rows.iter()),
            rows: CliqueSets::new(cliques.rows.iter(), width),
            columns: CliqueSets::new(cliques.columns.iter().flatten(), width),
            row_of,
        }
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        let sets = [&self.taken, &self.rows.sets, &self.columns.sets];
        let sets: usize = sets.iter().map(|sets| size_of_val(sets.words())).sum();
        sets + self.choices.memory() + size_of_val(&self.row_of[..])
    }

    /// Returns the expected cost of the whole search without symmetry, in approximate nanoseconds.
    pub(super) fn whole_cost(&self, descents: u32) -> f64 {
        self.estimate(&self.allowed, self.to_come(0), descents)
    }

    /// Returns the mean over some descents.
    fn estimate(&self, free: &[u64], to_come: usize, descents: u32) -> f64 {
        let mut chance = 0u64;
        // A linear congruential generator; its high bits are the good ones. (The numbers of units depend on
        // it.)
        let mut choose = |squares: usize, stays_empty: f64| {
            chance = chance.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let number = squares + usize::from(stays_empty > 0.0);
            ((((chance >> 32) * number as u64) >> 32) as usize, number as f64)
        };
        let children: f64 = (0..descents)
            .map(|_| self.descent(free, to_come, DescentEnd::Pieces, &mut choose).children)
            .sum();
        (CHILD * (1.0 + children / f64::from(descents))).min(MAX_COST)
    }

    /// Returns the expected cost of a unit according to one descent, for a search that takes `child`
    /// nanoseconds per child.
    pub(super) fn sample(&self, unit: &Unit, child: f64, random: &mut Random) -> Sample {
        let to_come = self.to_come(unit.placed);
        // A row stays empty with the average frequency of empty rows.
        let mut choose = |squares: usize, stays_empty: f64| {
            if random.fraction() < stays_empty {
                (squares, 1.0 / stays_empty)
            } else {
                (random.draw_below(squares), squares as f64 / (1.0 - stays_empty))
            }
        };
        let met = self.descent(&unit.free[0], to_come, DescentEnd::Rows, &mut choose);
        let spent = 50.0 + met.depth as f64 * self.rows.number() as f64 * 4.0;
        let open = self.rows.open(0, &unit.free[0]);
        Sample { nodes: met.nodes + open as f64, nanoseconds: UNIT + child * met.children, spent }
    }

    /// Returns the number of pieces to come when `placed` stand.
    fn to_come(&self, placed: usize) -> usize {
        self.pieces - placed
    }

    /// Returns the number of rows from `place` on that have a free square, if these and the columns are
    /// enough for `to_come` pieces.
    fn open_if_alive(&self, place: usize, free: &[u64], to_come: usize) -> Option<usize> {
        let open = self.rows.open(place, free);
        let partitions = self.columns.number() / self.rows.number().max(1);
        (open >= to_come && self.columns.open(0, free) >= partitions * to_come).then_some(open)
    }

    /// Returns the results of one descent; each child counts for all equivalent ones.
    ///
    /// `choose` takes one of some squares. If rows stay empty it may also take no square, which is the choice
    /// after all squares; the second argument is the share of empty rows. It also returns the number of
    /// choices that the choice represents: the reciprocal of its probability.
    #[inline]
    fn descent(
        &self,
        free: &[u64],
        mut to_come: usize,
        end: DescentEnd,
        choose: &mut dyn FnMut(usize, f64) -> (usize, f64),
    ) -> DescentResult {
        let (mut states, mut met) = (1.0, DescentResult::default());
        let mut free = free.to_vec();
        // The number of rows from this one on with a free square; earlier rows have none.
        let mut open = self.rows.open(0, &free);
        for place in 0..self.rows.number() {
            if end == DescentEnd::Pieces && to_come <= 2 {
                break;
            }
            let row = self.choices.clique(place);
            let squares: u32 = row.iter().map(|&(word, bits)| (free[word] & bits).count_ones()).sum();
            if squares == 0 {
                continue;
            }
            if end == DescentEnd::Rows && open <= 2 {
                break;
            }
            let (squares, empty) = (squares as usize, open.saturating_sub(to_come));
            let children = states * (squares + usize::from(empty > 0)) as f64;
            met.children += children;
            met.depth += 1;
            if end == DescentEnd::Rows && open == 3 {
                met.nodes += children;
                break;
            }
            let (chosen, stands_for) = choose(squares, empty as f64 / open as f64);
            states *= stands_for;
            if chosen < squares {
                let square = nth_square(row, &free, chosen);
                free.subtract(&self.taken[square]);
                to_come -= 1;
            } else {
                row.iter().for_each(|&(word, bits)| free[word] &= !bits);
            }
            match self.open_if_alive(place + 1, &free, to_come) {
                Some(still) => open = still,
                None => break,
            }
            met.nodes += states;
        }
        met
    }
}

/// Returns the free square of a row with this number, lowest first.
fn nth_square(row: &[(usize, u64)], free: &[u64], mut number: usize) -> usize {
    for &(word, bits) in row {
        let mut choices = free[word] & bits;
        let count = choices.count_ones() as usize;
        if number < count {
            (0..number).for_each(|_| choices &= choices - 1);
            return 64 * word + choices.trailing_zeros() as usize;
        }
        number -= count;
    }
    0
}

impl Guide for RowGuide {
    /// Ranks the first row of the search, and its images under the maps, first.
    fn rank(&self, orbit: &[usize]) -> (usize, usize) {
        let row = orbit.iter().map(|&square| self.row_of[square]).min();
        (row.unwrap_or(usize::MAX), usize::MAX - orbit.len())
    }

    fn cost(&self, placed: usize, free: &Sets) -> Option<f64> {
        let to_come = self.to_come(placed);
        self.open_if_alive(0, &free[0], to_come)?;
        Some(self.estimate(&free[0], to_come, DESCENTS))
    }

    fn branches(&self, placed: usize, free: &Sets) -> Vec<(usize, Sets)> {
        let has_choice =
            |&place: &usize| self.choices.clique(place).iter().any(|&(word, bits)| free[0][word] & bits != 0);
        let Some(first) = (0..self.rows.number()).find(has_choice) else { return Vec::new() };
        let mut choices = vec![0; free.width()];
        for &(word, bits) in self.choices.clique(first) {
            choices[word] = free[0][word] & bits;
        }
        let without = |more: usize, taken: &[u64]| {
            let mut free = free.clone();
            free.subtract(taken);
            (more, free)
        };
        let stays_empty = self.rows.open(first, &free[0]) > self.to_come(placed);
        let with = choices.squares().map(|square| without(1, &self.taken[square]));
        with.chain(stays_empty.then(|| without(0, &choices))).collect()
    }
}
