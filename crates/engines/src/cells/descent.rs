//! Random descents through the search, to forecast its cost ([`crate::engines::estimate`]).
//!
//! A descent follows the search: the same order of classes, pieces of one class by increasing squares, and no
//! states for the last two pieces. On each level it tries all children of its state, or a sample of them if
//! they are many, so that chance does not affect how many of them live. It then takes one of the live
//! children. The probability of a child is proportional to its value in the mean-field model: the product,
//! over the pieces still to be placed before the last two, of the number of squares free for each. Without
//! these weights, a lowest piece on a high square, which has hardly any squares below it, would be taken as
//! often as one on a low square, which has nearly all of them.

use super::buffer::LANES;
use super::prices::Prices;
use super::tables::CellTables;
use crate::board::{Set, Sets};
use crate::engines::estimate::Sample;
use crate::engines::kernel::Kernel;
use crate::engines::random::Random;
use crate::engines::units::Unit;

/// The number of children beyond which only a sample of them is tried.
const MAX_TRIED: usize = 64;
/// The share of choices made without regard to the model, because children that it values at nothing must not
/// be missed.
const ANY_CHILD: f64 = 0.1;

/// The operations of a search, by their types.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Operations {
    /// The states whose children are listed, times words of a mask.
    pub(crate) listed_words: f64,
    /// The children, whether they live or not.
    pub(crate) children: f64,
    /// The words of children's masks that are made.
    pub(crate) made_words: f64,
    /// The states whose last two pieces are counted, times words.
    pub(crate) counted_words: f64,
    /// The states whose last two pieces are counted, times words and displacements.
    pub(crate) displaced_words: f64,
    /// The time for counting last three pieces, in nanoseconds.
    pub(crate) triples: f64,
    /// The states, as results report them.
    pub(crate) nodes: f64,
}

impl Operations {
    /// Returns the expected time.
    fn nanoseconds(&self, prices: &Prices) -> f64 {
        prices.unit
            + prices.listed * self.listed_words
            + prices.child * self.children
            + prices.made * self.made_words
            + prices.counted * self.counted_words
            + prices.displaced * self.displaced_words
            + self.triples
    }
}

/// The data that descents read and write.
pub(super) struct Descents<'a> {
    tables: &'a CellTables,
    prices: Prices,
    /// For each level and each class of the next one, the number of pieces of the class that are placed there
    /// and later, except the last two of all.
    to_place: Vec<Vec<i32>>,
    /// The number of word pairs that a pair count reads.
    displaced_words: f64,
    /// The live children: their squares, and running sums of their values in the model.
    living: Vec<(usize, f64)>,
}

impl<'a> Descents<'a> {
    pub(super) fn new(tables: &'a CellTables, kernel: Kernel) -> Self {
        let last = tables.levels.len();
        let to_place = (0..last).map(|at| {
            let next = tables.steps[at + 1];
            let of_class =
                |class| tables.steps[at + 1..last].iter().filter(|&&step| step == next + class).count();
            (0..tables.levels[at].takes.len()).map(|class| of_class(class) as i32).collect()
        });
        let displaced_words = tables.pair.as_ref().map_or(0.0, |pair| pair.displaced_words(tables.words));
        let prices = Prices::new(kernel);
        Self { tables, prices, to_place: to_place.collect(), displaced_words, living: Vec::new() }
    }

    /// Returns the expected cost of the unit according to one descent.
    pub(super) fn sample(&mut self, unit: &Unit, random: &mut Random) -> Sample {
        let (operations, spent) = self.descent(unit, random);
        Sample { nodes: operations.nodes, nanoseconds: operations.nanoseconds(&self.prices), spent }
    }

    fn descent(&mut self, unit: &Unit, random: &mut Random) -> (Operations, f64) {
        let Unit { placed: start, free, .. } = unit;
        let (last, words) = (self.tables.levels.len(), self.tables.words as f64);
        let mut did = Operations::default();
        let mut spent = 100.0;
        let left = &self.tables.steps[*start..];
        if left.len() < 2 {
            did.nodes = left.len() as f64;
            return (did, spent);
        }
        let mut masks = free.select(&(left[0]..free.number()).collect::<Vec<_>>());
        // The number of states that the current one represents.
        let mut states = 1.0;
        for at in *start..last {
            let choices = masks[0].size() as usize;
            if let Some(triple) = self.tables.triple.as_ref().filter(|_| at + 1 == last)
                && choices as f64 >= self.tables.squares_for_triple
            {
                did.triples = add_padding(states) * self.prices.triples(triple);
                did.nodes += if at == *start { 1.0 } else { 0.0 };
                return (did, spent);
            }
            let living = self.try_children(at, &masks, random, &mut spent);
            did.listed_words += states * words;
            did.children += states * choices as f64;
            did.made_words +=
                states * words * (choices as f64 + living * (masks_made(self.tables, at) - 1.0));
            did.nodes += states * living;
            if at + 1 == last {
                states *= living;
                break;
            }
            let Some((square, chance)) = self.choose(random) else {
                states = 0.0;
                break;
            };
            // Each tried child represents several children.
            states *= living / self.living.len() as f64 / chance;
            let level = &self.tables.levels[at];
            let mut kept = Sets::empty(level.takes.len(), self.tables.words);
            for (class, &start) in level.takes.iter().enumerate() {
                kept[class].copy_from_slice(&masks[level.shift + class]);
                let taken = taken_squares(self.tables, start, square);
                kept[class].iter_mut().zip(taken).for_each(|(word, taken)| *word &= !taken);
            }
            masks = kept;
        }
        if *start == last {
            did.nodes = 1.0;
        }
        let counted = add_padding(states);
        did.counted_words = counted * words;
        did.displaced_words = counted * self.displaced_words;
        (did, spent)
    }

    /// Tries the children of a state and remembers the live ones; returns their approximate number.
    fn try_children(&mut self, at: usize, masks: &Sets, random: &mut Random, spent: &mut f64) -> f64 {
        self.living.clear();
        let (level, to_place) = (&self.tables.levels[at], &self.to_place[at]);
        let choices = masks[0].size() as usize;
        let stride = choices.div_ceil(MAX_TRIED).max(1);
        let first = if stride > 1 { random.draw_below(stride) } else { 0 };
        let left = |class: usize, square| {
            let mask = masks[level.shift + class].iter();
            let taken = taken_squares(self.tables, level.takes[class], square);
            mask.zip(taken).map(|(word, taken)| (word & !taken).count_ones()).sum::<u32>()
        };
        let (mut tried, mut sum) = (0, 0.0);
        for square in masks[0].squares().skip(first).step_by(stride) {
            tried += 1;
            let of_first = left(0, square);
            if of_first < level.needed {
                continue;
            }
            let mut expected = f64::from(of_first).powi(to_place[0]);
            for (class, &pieces) in to_place.iter().enumerate().skip(1).filter(|&(_, &pieces)| pieces > 0) {
                expected *= f64::from(left(class, square)).powi(pieces);
            }
            sum += expected;
            self.living.push((square, sum));
        }
        *spent +=
            (tried * self.tables.words) as f64 * 2.0 + self.living.len() as f64 * 5.0 * to_place.len() as f64;
        (self.living.len() * stride) as f64
    }

    /// Chooses one of the live children; returns it with its probability.
    fn choose(&self, random: &mut Random) -> Option<(usize, f64)> {
        let &(_, total) = self.living.last()?;
        let number = self.living.len();
        let any = if total > 0.0 && total.is_finite() { ANY_CHILD } else { 1.0 };
        let place = if random.fraction() < any {
            random.draw_below(number)
        } else {
            let point = random.fraction() * total;
            self.living.partition_point(|&(_, sum)| sum <= point).min(number - 1)
        };
        let (square, end) = self.living[place];
        let before = if place == 0 { 0.0 } else { self.living[place - 1].1 };
        let by_model = if any < 1.0 { (1.0 - any) * (end - before) / total } else { 0.0 };
        Some((square, any / number as f64 + by_model))
    }
}

/// Adds the padding of states: last pieces are counted eight states at a time, and the last register of a
/// unit is half full on average.
fn add_padding(states: f64) -> f64 {
    if states > 0.0 { states + 0.5 * (LANES - 1) as f64 } else { 0.0 }
}

/// Returns the squares that a piece takes, word by word, from the table that begins at `start`.
fn taken_squares(tables: &CellTables, start: usize, square: usize) -> impl Iterator<Item = u64> {
    tables.taken[start + square..].iter().step_by(tables.bits()).copied()
}

/// Returns the number of masks of a child of this level.
fn masks_made(tables: &CellTables, at: usize) -> f64 {
    tables.levels[at].takes.len() as f64
}
