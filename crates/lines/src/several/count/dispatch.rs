//! The inner loops of the count, which are compiled for each set of instructions.

use super::set::Set;
#[cfg(target_arch = "x86_64")]
use crate::kernel::Avx512;
use crate::kernel::Kernel;
use crate::kernel::Vectored;
use crate::several::gauges::{PortableProfileLanes, ProfileLanes, Weights, Words};
use crate::several::geometry::{Geometry, Profile};

/// The largest number of live squares that the diagonals keep, and the diagonal that loses most, with its
/// colour, if one has squares of several armies.
///
/// The function is compiled with the instruction that counts bits, if the processor has it, because the count
/// spends most of its time here.
pub(super) struct ContestedSquares<'a, const K: usize> {
    pub(super) board: &'a Geometry,
    pub(super) live: &'a [Set; K],
}

impl<const K: usize> Vectored for ContestedSquares<'_, K> {
    type Output = (u32, Option<(usize, u128)>);

    const BEST: Kernel = Kernel::Avx2;

    #[inline(always)]
    fn portable(self) -> Self::Output {
        let (mut kept, mut worst, mut contested) = (0, 0, None);
        for colour in 0..2 {
            let any = self.live.iter().fold(0, |any, squares| any | squares[colour]);
            let mut by_family = [0; 2];
            for (kept, diagonals) in by_family.iter_mut().zip(&self.board.diagonals[colour]) {
                for &line in diagonals.iter().filter(|&&line| any & line != 0) {
                    let (mut all, mut most) = (0, 0);
                    for squares in self.live {
                        let count = (squares[colour] & line).count_ones();
                        (all, most) = (all + count, most.max(count));
                    }
                    *kept += most;
                    if all - most > worst {
                        (worst, contested) = (all - most, Some((colour, line)));
                    }
                }
            }
            kept += by_family[0].min(by_family[1]);
        }
        (kept, contested)
    }
}

/// The armies, as bits, that can have the next file according to the few gauges and the others, by weights
/// and words.
///
/// In plain 64-bit words the bounds take ten times longer than in registers.
pub(super) struct FileJudgement<'a, const K: usize> {
    pub(super) held: &'a [Profile; K],
    pub(super) shots: &'a [Profile; K],
    pub(super) words: &'a Words,
    pub(super) others: &'a [(Weights<K>, u64)],
}

impl<const K: usize> Vectored for FileJudgement<'_, K> {
    type Output = u32;

    #[inline(always)]
    fn portable(self) -> u32 {
        self.judge(PortableProfileLanes)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, lanes: Avx512) -> u32 {
        self.judge(lanes)
    }
}

impl<const K: usize> FileJudgement<'_, K> {
    #[inline(always)]
    fn judge(self, lanes: impl ProfileLanes) -> u32 {
        let Self { held, shots, words, others } = self;
        let [_, few] = lanes.admitted_by_few(held, shots, words, (1 << K) - 1);
        others
            .iter()
            .fold(few, |armies, &(weights, word)| armies & lanes.admitted_armies(held, shots, weights, word))
    }
}
