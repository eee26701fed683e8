//! The tables of the search: for each step the squares that a piece takes, and the conflicts of the last two
//! pieces.
//!
//! All masks are split into words and kept in *planes*: the same word for many squares, or for many states,
//! side by side. A register then holds that word for eight of them, whatever the width of the board.

use super::prices::Prices;
use super::triple::LastTriple;
use crate::board::{Mask, Set, Sets};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// An instance that is ready for the search. Its classes are in search order.
#[derive(Debug)]
pub(super) struct CellTables {
    /// A number that differs for any two tables of this process.
    pub(super) number: u64,
    /// The number of words of a mask.
    pub(super) words: usize,
    /// The class of each piece, in the order of placing.
    pub(super) steps: Vec<usize>,
    /// The steps that place all pieces but the last two.
    pub(super) levels: Vec<CellLevel>,
    /// The last two pieces; `None` if there are fewer than two.
    pub(super) pair: Option<LastPair>,
    /// The last three pieces; `None` if they are not counted together.
    pub(super) triple: Option<LastTriple>,
    /// The average number of squares for the first of three pieces from which the three are counted together.
    pub(super) squares_for_triple: f64,
    /// The squares that pieces take. For a piece of class `p` on square `s`, word `w` of the squares it takes
    /// from class `q` is at `start(p, q) + w * bits + s`, for every square that a mask of `bits` could hold,
    /// on the board or not. From its own class it also takes the squares up to `s`, since pieces of one class
    /// are placed by increasing squares. The starts are in [`CellLevel::takes`].
    pub(super) taken: Vec<u64>,
}

/// One step of the search: it places a piece and turns the states of this level into those of the next.
///
/// A state has one mask for each class that is still to be placed, the next class first.
#[derive(Debug, Clone)]
pub(super) struct CellLevel {
    /// For each class of the next level, the start of its table of taken squares.
    pub(super) takes: Vec<usize>,
    /// The mask of this level that becomes the first mask of the next level: 0 if more pieces of this class
    /// follow.
    pub(super) shift: usize,
    /// The number of pieces of the next level's first class that are to be placed there and later. A state
    /// with fewer squares for them is dead.
    pub(super) needed: u32,
}

/// The last two pieces, counted together.
#[derive(Debug, Clone)]
pub(super) struct LastPair {
    /// Whether both are of one class.
    pub(super) is_same: bool,
    /// The displacements of their conflicts.
    pub(super) displacements: Vec<Displacement>,
    /// For each displacement `d` the squares `s` that are in conflict with `s + d`, in the words of a mask.
    pub(super) valid: Vec<u64>,
}

/// A distance between conflicting squares, as a shift of whole words and of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Displacement {
    pub(super) words: usize,
    pub(super) bits: u32,
    /// Whether the higher square is the first piece's. Always false for pieces of one class.
    pub(super) first_is_higher: bool,
    /// The first word that has no lower squares; later words have none either.
    pub(super) end: usize,
}

impl Displacement {
    /// Returns the words that lower squares may be in. Wide masks are seldom full; for narrow ones a constant
    /// number of words is worth more.
    #[inline(always)]
    pub(super) fn starts<M: Mask>(&self) -> Range<usize> {
        0..if M::WORDS > MAX_FIXED_WORDS { self.end } else { M::WORDS - self.words }
    }

    /// Returns the number of words that lower squares may be in.
    pub(super) fn number_of_starts(&self, words: usize) -> usize {
        if words > MAX_FIXED_WORDS { self.end } else { words - self.words }
    }
}

/// Searches that take less than this, in nanoseconds, do not consider counting the last three pieces
/// together.
const MIN_WORK_FOR_TRIPLE: f64 = 2_000_000.0;
/// The maximum share of a search that building the tables for three pieces may take.
const SHARE_FOR_TRIPLE: f64 = 0.05;
/// The minimum expected gain of counting three pieces together. It exceeds 1 because prices are not met
/// exactly.
const GAIN_OF_TRIPLE: f64 = 1.25;
/// The maximum number of words of masks that are always read to their end.
const MAX_FIXED_WORDS: usize = 4;

impl CellTables {
    /// Builds the tables of an instance whose pieces are placed in the order `steps`, class by class.
    pub(super) fn new(instance: &Instance, steps: Vec<usize>) -> Self {
        let classes = instance.classes.len();
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let words = instance.conflicts.width();
        let mut tables = Self {
            number,
            words,
            steps,
            levels: Vec::new(),
            pair: None,
            triple: None,
            squares_for_triple: 0.0,
            taken: Vec::new(),
        };
        let Some(last_level) = tables.steps.len().checked_sub(2) else { return tables };
        let mut starts = vec![None; classes * classes];
        for at in 0..last_level {
            let (class, next) = (tables.steps[at], tables.steps[at + 1]);
            let mut takes = Vec::new();
            for other in next..classes {
                let start = starts[class * classes + other].unwrap_or_else(|| {
                    let start = tables.taken.len();
                    tables.taken.resize(start + words * tables.bits(), 0);
                    fill_taken(instance, class, other, &mut tables.taken[start..]);
                    start
                });
                starts[class * classes + other] = Some(start);
                takes.push(start);
            }
            let of_next = tables.steps[at + 1..].iter().take_while(|&&other| other == next);
            let needed = of_next.count() as u32;
            tables.levels.push(CellLevel { takes, shift: next - class, needed });
        }
        tables.pair = Some(LastPair::new(instance, tables.steps[last_level], tables.steps[last_level + 1]));
        tables
    }

    /// Adds tables for the last three pieces, if they are worth building for a search that may take `work`
    /// nanoseconds.
    ///
    /// The decision to use them is the same for all kernels, and so are the numbers of nodes: if different
    /// machines count the same unit, their numbers of nodes are compared too.
    pub(super) fn with_triple(mut self, instance: &Instance, work: f64) -> Self {
        let (&[.., first, second, third], Some(level), Some(pair)) =
            (&self.steps[..], self.levels.last(), &self.pair)
        else {
            return self;
        };
        if work < MIN_WORK_FOR_TRIPLE {
            return self;
        }
        let Some(triple) = LastTriple::new(instance, [first, second, third], work * SHARE_FOR_TRIPLE) else {
            return self;
        };
        let prices = Prices::new(Kernel::Avx512);
        let made = prices.child + prices.made * (self.words * level.takes.len()) as f64;
        let pairs = prices.pairs(self.words, pair.displaced_words(self.words));
        // After the highest squares too few are left for the others of the class: these children die
        // uncounted.
        let dead = if level.shift == 0 { f64::from(level.needed) } else { 0.0 };
        self.squares_for_triple = GAIN_OF_TRIPLE * (prices.triples(&triple) + dead * pairs) / (made + pairs);
        let most = instance.classes[first].allowed.size();
        self.triple = Some(triple).filter(|_| self.squares_for_triple <= f64::from(most));
        self
    }

    /// Returns the number of squares that a mask could hold.
    pub(super) fn bits(&self) -> usize {
        64 * self.words
    }

    /// Returns the number of masks of a state before step `at`.
    pub(super) fn masks_at(&self, at: usize) -> usize {
        match (self.steps.get(at), self.steps.last()) {
            (Some(next), Some(last)) => last - next + 1,
            _ => 0,
        }
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        let valid = self.pair.as_ref().map_or(0, |pair| pair.valid.len());
        let triple = self.triple.as_ref().map_or(0, LastTriple::memory);
        (self.taken.len() + valid) * size_of::<u64>() + triple
    }
}

/// Fills in the squares taken from `other` by a piece of `class` on each square.
fn fill_taken(instance: &Instance, class: usize, other: usize, planes: &mut [u64]) {
    let words = instance.conflicts.width();
    for square in 0..instance.conflicts.squares() {
        for (word, &conflict) in instance.conflicts.conflict_set(class, square, other).iter().enumerate() {
            let before = match (square + 1).saturating_sub(64 * word) {
                _ if class != other => 0,
                0 => 0,
                rest @ 1..64 => !(!0 << rest),
                _ => !0,
            };
            planes[word * words * 64 + square] = conflict | before;
        }
    }
}

impl LastPair {
    /// Returns the number of word pairs that a count reads.
    pub(super) fn displaced_words(&self, words: usize) -> f64 {
        let of_one = |displacement: &Displacement| displacement.number_of_starts(words);
        self.displacements.iter().map(of_one).sum::<usize>() as f64
    }

    fn new(instance: &Instance, first: usize, second: usize) -> Self {
        let is_same = first == second;
        let squares = instance.conflicts.squares();
        let (mut displacements, mut valid) = (Vec::new(), Vec::new());
        // For a pair of one class the lower square may be called the first.
        let orders = if is_same { &[false][..] } else { &[false, true] };
        for &first_is_higher in orders {
            let (low, high) = if first_is_higher { (second, first) } else { (first, second) };
            // For each distance, the lower squares that are in conflict with the square at this distance
            // above.
            let mut starts = Sets::empty(squares, instance.conflicts.width());
            for square in 0..squares {
                let higher = instance.conflicts.conflict_set(low, square, high).squares();
                higher
                    .filter(|&other| other > square)
                    .for_each(|other| starts[other - square].add_square(square));
            }
            for (distance, starts) in starts.iter().enumerate() {
                let Some(last) = starts.iter().rposition(|&word| word != 0) else { continue };
                let (words, bits) = (distance / 64, (distance % 64) as u32);
                displacements.push(Displacement { words, bits, first_is_higher, end: last + 1 });
                valid.extend_from_slice(starts);
            }
        }
        Self { is_same, displacements, valid }
    }
}
