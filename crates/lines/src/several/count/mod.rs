//! The number of placements, counted by the lines that they occupy, for sizes near the maximum.
//!
//! Here a line has the label of the army that has queens on it, and no label if no army has. Every placement
//! therefore has one labelling, and the placements of a labelling are counted. Ranks and files are labelled
//! as in [`super::files`], but some may stay empty, and their symmetries are counted instead of dropped. Then
//! each diagonal with squares of several armies is given to one of them, which must occupy it, or to none. In
//! the end no line joins squares of different armies. It remains to count, for each army, the sets of squares
//! that meet all of its lines.

mod dispatch;
mod set;

use super::files::{self, LAST};
use super::gauges::{self, FewGauges, MAX_ARMIES, WeightedBound, Words};
use super::geometry::{Geometry, Profile};
use super::ranks::{self, MirrorOrder};
use super::shares::{self, ArmyShare};
use super::units::{RankUnit, units};
use crate::kernel::Kernel;
use dispatch::{ContestedSquares, FileJudgement};
use set::{Set, intersect, size};
use std::cmp::Ordering;

/// The result of counting a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelCount {
    /// The number of placements with the armies distinguished; `None` if it exceeds a `u128`.
    pub placements: Option<u128>,
    /// The number of labels given to files.
    pub file_labels: u64,
    /// The number of labellings of all ranks and files whose placements were counted.
    pub(crate) pairs: u64,
    /// True if the unit was counted to its end.
    pub complete: bool,
}

/// The question how many placements of armies of given sizes a rectangle has, split into independent units.
///
/// The number of placements is the sum over the units.
#[derive(Debug, Clone)]
pub struct SeveralArmiesCount {
    board: Geometry,
    armies: usize,
    /// The shares, each with the number of shares that it represents. An additional army without queens
    /// stands for lines of no army.
    shares: Vec<(ArmyShare, u128)>,
    units: Vec<RankUnit>,
    kernel: Kernel,
}

impl SeveralArmiesCount {
    /// Makes the count ready for armies of these sizes on a rectangle. `None` unless there are two to four
    /// armies, all with queens, and the rectangle has at most 32 ranks and files together. `None` also for
    /// sizes so far below the maximum that the count cannot end.
    pub fn new(rows: usize, cols: usize, sizes: &[u32]) -> Option<Self> {
        let (rows, cols) = (rows.min(cols), rows.max(cols));
        let board = Geometry::new(rows, cols)?;
        if !(2..=MAX_ARMIES).contains(&sizes.len()) || sizes.contains(&0) {
            return None;
        }
        let sizes: Vec<usize> = sizes.iter().map(|&size| size as usize).collect();
        let shares = shares::with_nobody(rows, cols, &sizes)?;
        let costs = shares.iter().map(|(share, _)| {
            let ranks = share.rank_labellings();
            (ranks, 30.0 * ranks * shares::labellings(&share.files))
        });
        let units = units(costs);
        Some(Self { board, armies: sizes.len(), shares, units, kernel: Kernel::best() })
    }

    /// Returns this count with other instructions, if the processor has them.
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        if kernel.is_available() {
            self.kernel = kernel;
        }
        self
    }

    /// Returns the number of units, which is the same on every machine.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// Estimates the work of a unit, for comparing units.
    pub fn work(&self, unit: usize) -> f64 {
        self.units[unit].work
    }

    /// Counts a unit. The search calls `should_stop` at intervals; a stopped unit returns its result so far.
    pub fn count(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> LabelCount {
        match self.armies {
            2 => self.count_for::<2>(unit, should_stop),
            3 => self.count_for::<3>(unit, should_stop),
            _ => self.count_for::<4>(unit, should_stop),
        }
    }

    fn count_for<const K: usize>(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> LabelCount {
        let RankUnit { share, part, parts, .. } = self.units[unit];
        let (share, shares) = &self.shares[share];
        let gauges: Vec<WeightedBound<K>> = FewGauges::ALL
            .into_iter()
            .take(FewGauges::<K>::COUNT)
            .map(|weights| WeightedBound::new(weights, share))
            .collect();
        let mut words = Words::default();
        for (word, gauge) in words.iter_mut().zip(&gauges) {
            *word = gauge.word;
        }
        let nothing = LabelCount { placements: Some(0), file_labels: 0, pairs: 0, complete: true };
        let mut count = ShareCount {
            board: &self.board,
            share,
            kernel: self.kernel,
            gauges,
            others: gauges::further_weights()
                .into_iter()
                .map(|weights| WeightedBound::new(weights, share))
                .collect(),
            shots: Vec::new(),
            ranks: Vec::new(),
            files: Vec::new(),
            weight: 0,
            counted: nothing,
            should_stop,
        };
        let exchanges: u128 = (0..K)
            .map(|army| {
                share.class[..=army].iter().filter(|&&class| class == share.class[army]).count() as u128
            })
            .product();
        ranks::each_labelling(share, (part, parts), &mut |ranks, order| {
            // Armies of a class can be exchanged, and ranks reflected unless that changes nothing else.
            count.weight = shares * exchanges * if order == MirrorOrder::Alike { 1 } else { 2 };
            count.ranks = ranks.to_vec();
            count.shots = files::shots(&self.board, ranks);
            count.descend(&[Profile::EMPTY; K], words, &mut share.files.clone(), false);
            count.counted.complete
        });
        count.counted
    }
}

/// The count for a share.
struct ShareCount<'a, const K: usize> {
    board: &'a Geometry,
    share: &'a ArmyShare,
    kernel: Kernel,
    /// The few gauges.
    gauges: Vec<WeightedBound<K>>,
    /// The gauges for the last files.
    others: Vec<WeightedBound<K>>,
    shots: Vec<[Profile; K]>,
    ranks: Vec<u8>,
    files: Vec<u8>,
    /// The number of labellings of the ranks that the current one represents.
    weight: u128,
    counted: LabelCount,
    should_stop: &'a dyn Fn() -> bool,
}

impl<const K: usize> ShareCount<'_, K> {
    fn descend(&mut self, held: &[Profile; K], words: Words, left: &mut [usize], lopsided: bool) {
        let place = self.files.len();
        if place == self.board.cols {
            self.counted.pairs += 1;
            let weight = self.weight * if lopsided { 2 } else { 1 };
            let found = self.pair().and_then(|count| count.checked_mul(weight));
            self.counted.placements =
                self.counted.placements.zip(found).and_then(|(one, other)| one.checked_add(other));
            return;
        }
        self.counted.file_labels += 1;
        if self.counted.file_labels.is_multiple_of(1 << 14) && (self.should_stop)() {
            self.counted.complete = false;
        }
        let others = if place + LAST < self.board.cols { &[] } else { self.others.as_slice() };
        let others = others.iter().map(|gauge| {
            let given = |army: usize| (self.share.files[army] - left[army]) as u64;
            (gauge.weights, (0..K).fold(gauge.word, |word, army| word - gauge.taken[army] * given(army)))
        });
        let others: Vec<_> = others.collect();
        let judged = FileJudgement { held, shots: &self.shots[place], words: &words, others: &others };
        let admitted = self.kernel.run(judged);
        let mirror = ranks::mirror(self.board.cols, place);
        for army in 0..=K {
            // An empty file takes nothing from a bound that was met before.
            if left[army] == 0 || !self.counted.complete || (army < K && admitted >> army & 1 == 0) {
                continue;
            }
            let order = if lopsided || mirror >= place {
                Ordering::Equal
            } else {
                usize::from(self.files[mirror]).cmp(&army)
            };
            if order == Ordering::Greater {
                continue;
            }
            let (mut held, mut words) = (*held, words);
            if army < K {
                held[army] = held[army].and(&self.shots[place][army]);
                for (word, gauge) in words.iter_mut().zip(&self.gauges) {
                    *word -= gauge.taken[army];
                }
            }
            left[army] -= 1;
            self.files.push(army as u8);
            self.descend(&held, words, left, lopsided || order == Ordering::Less);
            self.files.pop();
            left[army] += 1;
        }
    }

    /// Returns the number of placements that occupy the ranks and files as labelled.
    fn pair(&self) -> Option<u128> {
        let mut live = [[0; 2]; K];
        let mut lines: [Vec<Set>; K] = std::array::from_fn(|_| Vec::new());
        for army in 0..K {
            let of = |labels: &[u8], order: &[usize], sets: &[Vec<u128>; 2]| -> Vec<Set> {
                let own = order.iter().zip(labels).filter(|&(_, &label)| usize::from(label) == army);
                own.map(|(&line, _)| [sets[0][line], sets[1][line]]).collect()
            };
            let rows = of(&self.ranks, &self.board.rank_order, &self.board.ranks);
            let cols = of(&self.files, &self.board.file_order, &self.board.files);
            for (row, col) in rows.iter().flat_map(|row| cols.iter().map(move |col| (row, col))) {
                live[army] = std::array::from_fn(|colour| live[army][colour] | (row[colour] & col[colour]));
            }
            lines[army] = rows.into_iter().chain(cols).collect();
        }
        self.diagonals(&live, &mut lines)
    }

    /// Returns the number of placements on the live squares that occupy the lines of each army.
    fn diagonals(&self, live: &[Set; K], lines: &mut [Vec<Set>; K]) -> Option<u128> {
        for army in 0..K {
            let meets = |line: &Set| intersect(&live[army], line) != [0; 2];
            if size(&live[army]) < self.share.sizes[army] || !lines[army].iter().all(meets) {
                return Some(0);
            }
        }
        let (kept, contested) = self.kernel.run(ContestedSquares { board: self.board, live });
        if (kept as usize) < self.share.sizes.iter().sum() {
            return Some(0);
        }
        let Some((colour, line)) = contested else {
            return (0..K).try_fold(1u128, |product, army| {
                product.checked_mul(subsets(live[army], self.share.sizes[army], &lines[army])?)
            });
        };
        let mut nobody = *live;
        for squares in &mut nobody {
            squares[colour] &= !line;
        }
        let mut sum = self.diagonals(&nobody, lines)?;
        for army in (0..K).filter(|&army| live[army][colour] & line != 0) {
            let mut next = nobody;
            next[army] = live[army];
            let mut diagonal = [0; 2];
            diagonal[colour] = line;
            lines[army].push(diagonal);
            let count = self.diagonals(&next, lines);
            lines[army].pop();
            sum = sum.checked_add(count?)?;
        }
        Some(sum)
    }
}

/// Returns the number of sets of `many` of the squares that meet all the lines.
fn subsets(squares: Set, many: usize, lines: &[Set]) -> Option<u128> {
    let Some(line) = lines.iter().map(|line| intersect(&squares, line)).min_by_key(size) else {
        return choose(size(&squares), many);
    };
    if many == 0 {
        return Some(0);
    }
    // The sets are divided by the first square of the line that they contain.
    let (mut squares, mut sum) = (squares, 0u128);
    for colour in 0..2 {
        let mut here = line[colour];
        while here != 0 {
            let square = here & here.wrapping_neg();
            here &= here - 1;
            squares[colour] &= !square;
            let rest: Vec<Set> = lines.iter().copied().filter(|line| line[colour] & square == 0).collect();
            sum = sum.checked_add(subsets(squares, many - 1, &rest)?)?;
        }
    }
    Some(sum)
}

fn choose(all: usize, many: usize) -> Option<u128> {
    if many > all {
        return Some(0);
    }
    (0..many as u128).try_fold(1u128, |ways, done| Some(ways.checked_mul(all as u128 - done)? / (done + 1)))
}
