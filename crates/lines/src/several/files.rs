//! The labellings of the files for one labelling of the ranks, pruned by bounds on the diagonals.

use super::gauges::{self, FewGauges, ProfileLanes, WeightedBound, Words};
use super::geometry::{Geometry, Profile};
use super::proof::SeveralArmiesProof;
use super::ranks::{Renamer, mirror};
use super::shares::ArmyShare;
use std::cmp::Ordering;

/// The number of files labelled between two calls of `should_stop`.
const PATIENCE: u32 = 1 << 16;
/// The number of last files that are also judged with the other weights. These refute most of the remaining
/// labellings before the diagonals are labelled. For more files they cost as much as they save.
pub(super) const LAST: usize = 2;

/// The first files with a label each.
#[derive(Debug, Clone)]
struct FileLabelling<const K: usize> {
    /// The squares of each army in those files.
    held: [Profile; K],
    /// The words of the few gauges.
    words: Words,
    /// The number of files that each army still needs, one byte for each.
    left: u32,
    /// The armies that can have the next file, as bits.
    armies: u32,
    /// The army of the last of the files.
    army: u8,
    /// True if the files differ from their mirror image.
    lopsided: bool,
    /// True if the files, taken as ranks, may still come before the ranks.
    tied: bool,
}

/// The unexpanded nodes with the same number of labelled files: children of one node.
///
/// Children are judged together before the first one is expanded, so that the processor overlaps their
/// bounds. This takes an eighth less time than judging them one by one.
#[derive(Debug, Clone)]
struct Level<const K: usize> {
    nodes: [FileLabelling<K>; K],
    waiting: usize,
}

/// The search for one share, made ready for any labelling of its ranks.
pub(super) struct Files<'a, const K: usize> {
    board: &'a Geometry,
    share: &'a ArmyShare,
    /// For each army, the decrease of the words of the few gauges by a file that it receives.
    taken: [Words; K],
    /// The gauges for the last files.
    others: Vec<WeightedBound<K>>,
    levels: Vec<Level<K>>,
    /// The squares of each army in each file: see [`shots`].
    shots: Vec<[Profile; K]>,
    /// For each place, true if the mirror image of its file comes no later.
    paired: Vec<bool>,
    /// The labels of the files in [`Geometry::file_order`].
    labels: Vec<u8>,
    patience: u32,
}

impl<'a, const K: usize> Files<'a, K> {
    pub(super) fn new(board: &'a Geometry, share: &'a ArmyShare) -> Self {
        let mut root = FileLabelling {
            held: [Profile::EMPTY; K],
            words: Words::default(),
            left: (0..K).map(|army| (share.files[army] as u32) << (8 * army)).sum(),
            armies: 0,
            army: 0,
            lopsided: false,
            tied: share.transposed.is_some(),
        };
        let mut taken = [Words::default(); K];
        for (index, weights) in FewGauges::<K>::ALL.into_iter().enumerate().take(FewGauges::<K>::COUNT) {
            let gauge = WeightedBound::new(weights, share);
            root.words[index] = gauge.word;
            for (words, by_army) in taken.iter_mut().zip(gauge.taken) {
                words[index] = by_army;
            }
        }
        Self {
            board,
            share,
            taken,
            others: gauges::further_weights()
                .into_iter()
                .map(|weights| WeightedBound::new(weights, share))
                .collect(),
            levels: vec![Level { nodes: std::array::from_fn(|_| root.clone()), waiting: 0 }; board.cols],
            shots: vec![[Profile::EMPTY; K]; board.cols],
            paired: (0..board.cols).map(|place| mirror(board.cols, place) <= place).collect(),
            labels: vec![0; board.cols],
            patience: PATIENCE,
        }
    }

    /// Calls `found` with each labelling of the files that is not refuted, until it says to stop. Returns
    /// true if the search continues.
    #[inline(always)]
    pub(super) fn search<L: ProfileLanes>(
        &mut self,
        lanes: L,
        ranks: &[u8],
        proof: &mut SeveralArmiesProof,
        should_stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(&[u8], &mut SeveralArmiesProof) -> bool,
    ) -> bool {
        self.shots = shots(self.board, ranks);
        let last = self.board.cols - 1;
        let mut place = 0;
        self.levels[0].waiting = 1;
        self.levels[0].nodes[0].armies = (1 << K) - 1;
        proof.file_labels += K as u64;
        loop {
            let (before, after) = self.levels.split_at_mut(place + 1);
            let level = &mut before[place];
            if level.waiting == 0 {
                if place == 0 {
                    return true;
                }
                place -= 1;
                continue;
            }
            level.waiting -= 1;
            let parent = &level.nodes[level.waiting];
            if place > 0 {
                self.labels[place - 1] = parent.army;
            }
            let mut armies = parent.armies;
            let mut waiting = 0;
            while armies != 0 {
                let army = armies.trailing_zeros() as usize;
                armies &= armies - 1;
                let (mut lopsided, mut tied) = (parent.lopsided, parent.tied);
                self.labels[place] = army as u8;
                if self.paired[place] && (!lopsided || tied) {
                    // Of the files and their mirror image one is enough: at the first difference from the
                    // middle outwards, the lower file has the earlier army.
                    if !lopsided && mirror(self.board.cols, place) < place {
                        match self.labels[place - 1].cmp(&(army as u8)) {
                            Ordering::Less => lopsided = true,
                            Ordering::Equal => {}
                            Ordering::Greater => continue,
                        }
                    }
                    if tied {
                        match compare_with_ranks(self.board, self.share, &self.labels, ranks, place + 1) {
                            Ordering::Less => continue,
                            Ordering::Equal => {}
                            Ordering::Greater => tied = false,
                        }
                    }
                }
                if place == last {
                    proof.pairs += 1;
                    if !found(&self.labels, proof) {
                        return false;
                    }
                    continue;
                }
                let child = &mut after[0].nodes[waiting];
                child.held = parent.held;
                child.held[army] = parent.held[army].and(&self.shots[place][army]);
                for index in 0..FewGauges::<K>::COUNT {
                    child.words[index] = parent.words[index] - self.taken[army][index];
                }
                child.left = parent.left - (1 << (8 * army));
                child.army = army as u8;
                (child.lopsided, child.tied) = (lopsided, tied);
                child.armies = possible_armies(lanes, child, &self.shots[place + 1], proof);
                if place + 1 + LAST >= self.board.cols && child.armies != 0 {
                    child.armies =
                        judged_at_last(lanes, child, &self.shots[place + 1], &self.others, self.share, proof);
                }
                waiting += usize::from(child.armies != 0);
            }
            if waiting > 0 {
                place += 1;
                self.levels[place].waiting = waiting;
                self.patience -= 1;
                if self.patience == 0 {
                    self.patience = PATIENCE;
                    if should_stop() {
                        return false;
                    }
                }
            }
        }
    }
}

/// Returns, for each place of a file and each army, the squares of the army if it has the file.
pub(super) fn shots<const K: usize>(board: &Geometry, ranks: &[u8]) -> Vec<[Profile; K]> {
    let mut shots = vec![[Profile::EMPTY; K]; board.cols];
    for (shot, &col) in shots.iter_mut().zip(&board.file_order) {
        for (&row, &army) in board.rank_order.iter().zip(ranks) {
            // A rank without an army has no squares.
            let Some(squares) = shot.get_mut(usize::from(army)) else { continue };
            for lane in board.lanes(row, col) {
                squares.0[lane] += 1;
            }
        }
    }
    shots
}

/// Returns those of the armies that can have the next file according to the few gauges.
#[inline(always)]
fn possible_armies<const K: usize, L: ProfileLanes>(
    lanes: L,
    node: &FileLabelling<K>,
    shots: &[Profile; K],
    proof: &mut SeveralArmiesProof,
) -> u32 {
    let mut wanted = 0;
    for army in 0..K {
        wanted |= u32::from(node.left >> (8 * army) & 0xff > 0) << army;
    }
    let [first, armies] = lanes.admitted_by_few(&node.held, shots, &node.words, wanted);
    proof.file_labels += u64::from(wanted.count_ones());
    proof.refuted_by_all += u64::from((wanted & !first).count_ones());
    proof.refuted_by_some += u64::from((first & !armies).count_ones());
    armies
}

/// Returns those of the armies that can have the next file according to the other gauges.
#[inline(always)]
fn judged_at_last<const K: usize, L: ProfileLanes>(
    lanes: L,
    node: &FileLabelling<K>,
    shots: &[Profile; K],
    gauges: &[WeightedBound<K>],
    share: &ArmyShare,
    proof: &mut SeveralArmiesProof,
) -> u32 {
    let mut armies = node.armies;
    for gauge in gauges {
        let word = (0..K).fold(gauge.word, |word, army| {
            let given = share.files[army] as u32 - (node.left >> (8 * army) & 0xff);
            word - gauge.taken[army] * u64::from(given)
        });
        armies &= lanes.admitted_armies(&node.held, shots, gauge.weights, word);
    }
    proof.refuted_at_last += u64::from((node.armies & !armies).count_ones());
    armies
}

/// Compares the first files, turned into ranks in normal form, with the ranks.
#[inline(never)]
fn compare_with_ranks(
    board: &Geometry,
    share: &ArmyShare,
    labels: &[u8],
    ranks: &[u8],
    files: usize,
) -> Ordering {
    let Some(exchange) = &share.transposed else { return Ordering::Greater };
    let compared = |mirrored: bool| {
        let mut renamer = Renamer::new(&share.class);
        (0..files)
            .map(|place| {
                let from = if mirrored { mirror(board.cols, place) } else { place };
                let army = renamer.rename(exchange[usize::from(labels[from])]);
                army.cmp(&usize::from(ranks[place]))
            })
            .find(|&order| order != Ordering::Equal)
            .unwrap_or(Ordering::Equal)
    };
    compared(false).min(compared(true))
}
