//! The squares of ranks and files that survive on the diagonals: bounds for all labels of a file at once.
//!
//! A diagonal is given to one army, and the squares of other armies on it are lost. Take any weights of the
//! armies. On each diagonal the army with the greatest weighted number of squares keeps at most that number,
//! and the sum of these numbers bounds the squares that a family of diagonals keeps. This holds for the
//! squares of either colour by themselves, and for each colour the worse of the two families counts. Files
//! without a label are assumed to lose nothing. The kept squares must be worth at least as much as the
//! queens.
//!
//! The bounds of all armies that a file can be given to are taken together, each in a [slot](SLOT) of 16
//! bits. With 64 diagonals in a register, a bound for three armies takes some twenty instructions.

use super::geometry::{LANES, Profile, QUARTER};
use super::shares::ArmyShare;

/// The maximum number of armies: their bounds share a word.
pub(super) const MAX_ARMIES: usize = 4;
/// The maximum number of [few](FewGauges) weights.
const MAX_FEW: usize = 2 * MAX_ARMIES - 2;
/// The number of bits of a slot.
const SLOT: usize = 16;
/// The bit of a slot that is set if the bound is met. A slot counts up to this bit, and to less than twice
/// its value.
const MET: u64 = 0x8000;

/// The weight of each army in a bound.
pub(super) type Weights<const K: usize> = [u8; K];

/// The words of the [few](FewGauges).
pub(super) type Words = [u64; MAX_FEW];

/// The weights that every file is judged with. They are constants, so that each bound is compiled for its
/// weights.
///
/// They are meant for armies ordered by their possible loss, smallest loss first: only the first army is
/// weighed against the others.
pub(super) struct FewGauges<const K: usize>;

impl<const K: usize> FewGauges<K> {
    /// The number of weights.
    pub(super) const COUNT: usize = 2 * K - 2;
    /// The weights: equal for all armies, for all but the last ones, and double for the first ones. The rest
    /// is zeros.
    pub(super) const ALL: [Weights<K>; MAX_FEW] = {
        let mut all = [[0; K]; MAX_FEW];
        let mut army = 0;
        while army < K {
            let mut weights = 0;
            while weights < Self::COUNT {
                all[weights][army] = if weights < K - 1 {
                    (army < K - weights) as u8
                } else {
                    1 + (army < weights + 2 - K) as u8
                };
                weights += 1;
            }
            army += 1;
        }
        all
    };
}

/// Returns all weights in use except the [few](FewGauges): for two or more armies alone, or with double
/// weight for some.
pub(super) fn further_weights<const K: usize>() -> Vec<Weights<K>> {
    let sets = |least: u32, extra: u8| {
        (1u32..(1 << K) - 1)
            .filter(move |set| set.count_ones() >= least)
            .map(move |set| std::array::from_fn::<u8, K, _>(|army| (set >> army & 1) as u8 + extra))
    };
    sets(2, 0)
        .chain(sets(1, 1))
        .filter(|weights| !FewGauges::<K>::ALL[..FewGauges::<K>::COUNT].contains(weights))
        .collect()
}

/// A bound with some weights.
#[derive(Debug, Clone)]
pub(super) struct WeightedBound<const K: usize> {
    pub(super) weights: Weights<K>,
    /// The slots before any file is labelled: [`MET`], less the worth of the queens, plus the worth of all
    /// squares in the files except the first. The squares that the diagonals keep in the files up to the
    /// first are added to this.
    pub(super) word: u64,
    /// For each army, the decrease of the slots by a file that it receives.
    pub(super) taken: [u64; K],
}

impl<const K: usize> WeightedBound<K> {
    pub(super) fn new(weights: Weights<K>, share: &ArmyShare) -> Self {
        let file: [u64; K] = std::array::from_fn(|army| u64::from(weights[army]) * share.ranks[army] as u64);
        let mut slot = MET;
        for army in 0..K {
            slot += file[army] * share.files[army] as u64;
            slot -= u64::from(weights[army]) * share.sizes[army] as u64;
        }
        let ones: u64 = (0..K).map(|army| 1 << (SLOT * army)).sum();
        let word = (0..K).map(|army| (slot - file[army]) << (SLOT * army)).sum();
        Self { weights, word, taken: file.map(|squares| squares * ones) }
    }
}

/// Returns the armies, as bits, whose slots are met.
#[inline(always)]
fn armies_met<const K: usize>(slots: u64) -> u32 {
    let mut armies = 0;
    for army in 0..K {
        armies |= ((slots >> (SLOT * army + SLOT - 1)) as u32 & 1) << army;
    }
    armies
}

/// The operations of the search that differ between sets of instructions.
///
/// The squares held so far, and those of each army in the next file, come as one [`Profile`] for each army.
pub(super) trait ProfileLanes: Copy {
    /// Returns the weighted squares that are kept once an army has the file, in the slot of each army with
    /// weight.
    fn kept_squares<const K: usize>(
        self,
        held: &[Profile; K],
        shots: &[Profile; K],
        weights: Weights<K>,
    ) -> u64;

    /// Returns the armies, as bits, that can have the file according to a gauge whose current word is `word`.
    #[inline(always)]
    fn admitted_armies<const K: usize>(
        self,
        held: &[Profile; K],
        shots: &[Profile; K],
        weights: Weights<K>,
        word: u64,
    ) -> u32 {
        let mut armies = armies_met::<K>(word + self.kept_squares(held, shots, weights));
        for (army, &weight) in weights.iter().enumerate() {
            // The file of an army without weight takes nothing from a bound that was met before.
            armies |= u32::from(weight == 0) << army;
        }
        armies
    }

    /// Returns those of the armies `wanted`, as bits, that can have the file according to the first of the
    /// [few](FewGauges), and according to all of them.
    fn admitted_by_few<const K: usize>(
        self,
        held: &[Profile; K],
        shots: &[Profile; K],
        words: &Words,
        wanted: u32,
    ) -> [u32; 2];
}

/// Plain loops, which compilers vectorise.
#[derive(Debug, Clone, Copy)]
pub(super) struct PortableProfileLanes;

impl ProfileLanes for PortableProfileLanes {
    #[inline(always)]
    fn kept_squares<const K: usize>(
        self,
        held: &[Profile; K],
        shots: &[Profile; K],
        weights: Weights<K>,
    ) -> u64 {
        let with_weight = (0..K).filter(|&army| weights[army] > 0);
        with_weight.map(|army| kept_with(held, shots, weights, army) << (SLOT * army)).sum()
    }

    /// Judges army by army: a refuted army costs no further bound.
    #[inline(always)]
    fn admitted_by_few<const K: usize>(
        self,
        held: &[Profile; K],
        shots: &[Profile; K],
        words: &Words,
        wanted: u32,
    ) -> [u32; 2] {
        let mut both = [wanted; 2];
        for (index, (&weights, &word)) in
            FewGauges::ALL.iter().zip(words).enumerate().take(FewGauges::<K>::COUNT)
        {
            for army in 0..K {
                if both[1] >> army & 1 == 1
                    && weights[army] > 0
                    && ((word >> (SLOT * army)) + kept_with(held, shots, weights, army)) & MET == 0
                {
                    both[1] &= !(1 << army);
                }
            }
            if index == 0 {
                both[0] = both[1];
            }
            if both[1] == 0 {
                break;
            }
        }
        both
    }
}

/// Returns the weighted squares that are kept once an army has the file.
#[inline(always)]
fn kept_with<const K: usize>(
    held: &[Profile; K],
    shots: &[Profile; K],
    weights: Weights<K>,
    army: usize,
) -> u64 {
    let mut most = [0; LANES];
    for other in (0..K).filter(|&other| weights[other] > 0) {
        for ((most, &held), &shot) in most.iter_mut().zip(&held[other].0).zip(&shots[army].0) {
            let squares = if other == army { held + shot } else { held };
            *most = (*most).max(squares * weights[other]);
        }
    }
    let (quarters, _) = most.as_chunks::<QUARTER>();
    // The two halves of a quarter are added before they are widened: no diagonal has more than 32 weighted
    // squares.
    let quarter = |index: usize| {
        let (halves, _) = quarters[index].as_chunks::<{ QUARTER / 2 }>();
        halves[0].iter().zip(&halves[1]).map(|(&one, &other)| u64::from(one + other)).sum::<u64>()
    };
    quarter(0).min(quarter(2)) + quarter(1).min(quarter(3))
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{FewGauges, MAX_ARMIES, ProfileLanes, Weights, Words};
    use crate::kernel::{Avx512, load};
    use crate::several::geometry::Profile;
    use std::arch::x86_64::*;

    impl ProfileLanes for Avx512 {
        #[inline(always)]
        fn kept_squares<const K: usize>(
            self,
            held: &[Profile; K],
            shots: &[Profile; K],
            weights: Weights<K>,
        ) -> u64 {
            // SAFETY: there is a value of this type, so the processor has the features.
            unsafe {
                let slots = slots(held, shots, weights);
                _mm_cvtsi128_si64(add_colours(slots, slots)) as u64
            }
        }

        #[inline(always)]
        fn admitted_by_few<const K: usize>(
            self,
            held: &[Profile; K],
            shots: &[Profile; K],
            words: &Words,
            wanted: u32,
        ) -> [u32; 2] {
            let (words, _) = words.as_chunks::<2>();
            let mut both = [wanted; 2];
            for (pair, words) in words.iter().enumerate().take(FewGauges::<K>::COUNT / 2) {
                // SAFETY: there is a value of this type, so the processor has the features.
                let met = unsafe {
                    let one = slots(held, shots, FewGauges::<K>::ALL[2 * pair]);
                    let other = slots(held, shots, FewGauges::<K>::ALL[2 * pair + 1]);
                    u32::from(_mm_movepi16_mask(_mm_add_epi64(add_colours(one, other), load(words))))
                };
                for half in 0..2 {
                    let mut armies = met >> (MAX_ARMIES * half);
                    for (army, &weight) in FewGauges::<K>::ALL[2 * pair + half].iter().enumerate() {
                        armies |= u32::from(weight == 0) << army;
                    }
                    if 2 * pair + half == 0 {
                        both[0] &= armies;
                    }
                    both[1] &= armies;
                }
            }
            both
        }
    }

    /// Returns, for each army in its slot, the weighted squares that are kept once it has the file, by eights
    /// of diagonals.
    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn slots<const K: usize>(held: &[Profile; K], shots: &[Profile; K], weights: Weights<K>) -> __m512i {
        let zero = _mm512_setzero_si512();
        let mut weighed = [zero; K];
        for army in 0..K {
            weighed[army] = load(&held[army].0);
            if weights[army] == 2 {
                weighed[army] = _mm512_add_epi8(weighed[army], weighed[army]);
            }
        }
        let mut slots = zero;
        for army in (0..K).rev() {
            slots = _mm512_slli_epi64::<16>(slots);
            if weights[army] == 0 {
                continue;
            }
            let mut most = _mm512_add_epi8(weighed[army], load(&shots[army].0));
            if weights[army] == 2 {
                most = _mm512_add_epi8(most, load(&shots[army].0));
            }
            for other in 0..K {
                if other != army && weights[other] > 0 {
                    most = _mm512_max_epu8(most, weighed[other]);
                }
            }
            slots = _mm512_or_si512(slots, _mm512_sad_epu8(most, zero));
        }
        slots
    }

    /// Returns the sum over the colours of the family that keeps less, for two bounds.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    #[inline]
    fn add_colours(one: __m512i, other: __m512i) -> __m128i {
        // A quarter occupies two words.
        let quarters = _mm512_add_epi16(_mm512_unpacklo_epi64(one, other), _mm512_unpackhi_epi64(one, other));
        let families = _mm512_shuffle_i64x2::<0b01_00_11_10>(quarters, quarters);
        let colours = _mm512_castsi512_si256(_mm512_min_epu16(quarters, families));
        _mm_add_epi16(_mm256_castsi256_si128(colours), _mm256_extracti128_si256::<1>(colours))
    }
}
