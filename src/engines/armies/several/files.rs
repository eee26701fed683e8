//! The labellings of the files for one labelling of the ranks, pruned by what the diagonals leave.

use super::Proof;
use super::gauges::{self, Gauge, Lanes, Sets, Words};
use super::geometry::{Geometry, Profile};
use super::ranks::{Renamer, mirror};
use super::shares::Share;
use std::cmp::Ordering;

/// Files labelled between two questions whether to stop.
const PATIENCE: u32 = 1 << 16;
/// How many of the last files are also judged with doubled weights. They refute most of what is left then, before its
/// diagonals are labelled; for more files they cost what they save.
const LAST: usize = 2;

/// Where the search stands with the first files labelled.
#[derive(Debug, Clone)]
struct Level<const K: usize> {
    /// The squares of each army in those files.
    held: [Profile; K],
    /// The words of the gauges for sets of armies.
    words: Words,
    /// How many files each army has still to get.
    left: [u8; K],
    /// The armies that the next file is yet to be given to, as bits.
    armies: u32,
    /// Whether the files differ from their mirror image.
    lopsided: bool,
    /// Whether the files, taken as ranks, may still come before the ranks.
    tied: bool,
}

/// The search for one share, made ready for any labelling of its ranks.
pub(super) struct Files<'a, const K: usize> {
    board: &'a Geometry,
    share: &'a Share,
    /// What a file that is given to an army takes from the words.
    taken: [Words; K],
    doubled: Vec<Gauge<K>>,
    levels: Vec<Level<K>>,
    /// For each place of a file and each army, the squares that the army has if the file is its own.
    shots: Vec<[Profile; K]>,
    /// Whether the mirror image of the file at a place comes no later.
    paired: Vec<bool>,
    /// The labels of the files in [`Geometry::file_order`].
    labels: Vec<u8>,
    patience: u32,
}

impl<'a, const K: usize> Files<'a, K> {
    pub(super) fn new(board: &'a Geometry, share: &'a Share, sizes: &[usize; K]) -> Self {
        let mut root = Level {
            held: [Profile::EMPTY; K],
            words: Words::default(),
            left: std::array::from_fn(|army| share.files[army] as u8),
            armies: 0,
            lopsided: false,
            tied: share.transposed.is_some(),
        };
        let mut taken = [Words::default(); K];
        for index in 0..Sets::<K>::COUNT {
            let gauge = Gauge::new(gauges::weights(Sets::<K>::ALL[index]), share, sizes);
            root.words[index] = gauge.word;
            for army in 0..K {
                taken[army][index] = gauge.taken[army];
            }
        }
        Self {
            board,
            share,
            taken,
            doubled: gauges::doubled_weights().map(|weights| Gauge::new(weights, share, sizes)).collect(),
            levels: vec![root; board.cols],
            shots: vec![[Profile::EMPTY; K]; board.cols],
            paired: (0..board.cols).map(|place| mirror(board.cols, place) <= place).collect(),
            labels: vec![0; board.cols],
            patience: PATIENCE,
        }
    }

    /// Calls `found` with each labelling of the files that is not refuted, until it says to stop. Returns whether to go on.
    #[inline(always)]
    pub(super) fn search<L: Lanes>(
        &mut self,
        lanes: L,
        ranks: &[u8],
        proof: &mut Proof,
        should_stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(&[u8], &mut Proof) -> bool,
    ) -> bool {
        self.aim(ranks);
        let last = self.board.cols - 1;
        let mut place = 0;
        self.levels[0].armies = self.wanted(0);
        proof.file_labels += K as u64;
        loop {
            let level = &mut self.levels[place];
            if level.armies == 0 {
                if place == 0 {
                    return true;
                }
                place -= 1;
                continue;
            }
            let army = level.armies.trailing_zeros() as usize;
            level.armies &= level.armies - 1;
            let (mut lopsided, mut tied) = (level.lopsided, level.tied);
            self.labels[place] = army as u8;
            if self.paired[place] {
                // Of files and their mirror image one is enough: where they differ first, from the middle outwards, the
                // lower file has the earlier army.
                if !lopsided && mirror(self.board.cols, place) < place {
                    match self.labels[place - 1].cmp(&(army as u8)) {
                        Ordering::Less => lopsided = true,
                        Ordering::Equal => {}
                        Ordering::Greater => continue,
                    }
                }
                if tied {
                    match self.against(ranks, place + 1) {
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
            let (before, after) = self.levels.split_at_mut(place + 1);
            let (parent, child) = (&before[place], &mut after[0]);
            child.held = parent.held;
            child.held[army] = lanes.sum(&parent.held[army], &self.shots[place][army]);
            for index in 0..Sets::<K>::COUNT {
                child.words[index] = parent.words[index] - self.taken[army][index];
            }
            child.left = parent.left;
            child.left[army] -= 1;
            (child.lopsided, child.tied) = (lopsided, tied);
            place += 1;
            let armies = self.wanted(place);
            self.levels[place].armies = self.judged(lanes, place, armies, proof);
            self.patience -= 1;
            if self.patience == 0 {
                self.patience = PATIENCE;
                if should_stop() {
                    return false;
                }
            }
        }
    }

    /// The armies that have files to get, as bits.
    #[inline(always)]
    fn wanted(&self, place: usize) -> u32 {
        let mut armies = 0;
        for (army, &left) in self.levels[place].left.iter().enumerate() {
            armies |= u32::from(left > 0) << army;
        }
        armies
    }

    /// Those of the armies that can have the next file as far as the gauges say.
    #[inline(always)]
    fn judged<L: Lanes>(&self, lanes: L, place: usize, wanted: u32, proof: &mut Proof) -> u32 {
        let (level, shots) = (&self.levels[place], &self.shots[place]);
        proof.file_labels += u64::from(wanted.count_ones());
        let mut armies = wanted & lanes.admitted(&level.held, shots, [1; K], level.words[0]);
        proof.refuted_by_all += u64::from((wanted & !armies).count_ones());
        if armies == 0 {
            return 0;
        }
        let before = armies;
        for index in 1..Sets::<K>::COUNT {
            let weights = gauges::weights(Sets::<K>::ALL[index]);
            armies &= lanes.admitted(&level.held, shots, weights, level.words[index]);
        }
        proof.refuted_by_some += u64::from((before & !armies).count_ones());
        if armies == 0 || place + LAST < self.board.cols {
            return armies;
        }
        let before = armies;
        for gauge in &self.doubled {
            let word = (0..K).fold(gauge.word, |word, army| {
                word - gauge.taken[army] * (self.share.files[army] - usize::from(level.left[army])) as u64
            });
            armies &= lanes.admitted(&level.held, shots, gauge.weights, word);
        }
        proof.refuted_by_doubled += u64::from((before & !armies).count_ones());
        armies
    }

    /// Finds the squares of each army in each file.
    fn aim(&mut self, ranks: &[u8]) {
        for (shot, &col) in self.shots.iter_mut().zip(&self.board.file_order) {
            *shot = [Profile::EMPTY; K];
            for (&row, &army) in self.board.rank_order.iter().zip(ranks) {
                for lane in self.board.lanes(row, col) {
                    shot[usize::from(army)].0[lane] += 1;
                }
            }
        }
    }

    /// How the first files, turned into ranks in normal form, compare with the ranks.
    #[inline(never)]
    fn against(&self, ranks: &[u8], files: usize) -> Ordering {
        let Some(exchange) = &self.share.transposed else { return Ordering::Greater };
        let compared = |mirrored: bool| {
            let mut renamer = Renamer::new(&self.share.class);
            (0..files)
                .map(|place| {
                    let from = if mirrored { mirror(self.board.cols, place) } else { place };
                    let army = renamer.rename(exchange[usize::from(self.labels[from])]);
                    army.cmp(&usize::from(ranks[place]))
                })
                .find(|&order| order != Ordering::Equal)
                .unwrap_or(Ordering::Equal)
        };
        compared(false).min(compared(true))
    }
}
