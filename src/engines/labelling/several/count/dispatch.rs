//! The dispatch points of the count: its inner loops compiled for each set of instructions.

use super::Set;
use crate::engines::kernel::Kernel;
use crate::engines::labelling::several::gauges::{Lanes, Portable, Weights, Words};
use crate::engines::labelling::several::geometry::{Geometry, Profile};

/// How many live squares the diagonals keep at most, and the diagonal that loses most, with its colour, if there is
/// one with squares of several armies.
///
/// Compiled with the instruction that counts bits, where there is one: the count spends most of its time here.
pub(super) fn contested<const K: usize>(
    kernel: Kernel,
    board: &Geometry,
    live: &[Set; K],
) -> (u32, Option<(usize, u128)>) {
    #[inline(always)]
    fn judge<const K: usize>(board: &Geometry, live: &[Set; K]) -> (u32, Option<(usize, u128)>) {
        let (mut kept, mut worst, mut contested) = (0, 0, None);
        for colour in 0..2 {
            let any = live.iter().fold(0, |any, squares| any | squares[colour]);
            let mut by_family = [0; 2];
            for (kept, diagonals) in by_family.iter_mut().zip(&board.diagonals[colour]) {
                for &line in diagonals.iter().filter(|&&line| any & line != 0) {
                    let (mut all, mut most) = (0, 0);
                    for squares in live {
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

    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn judge_avx2<const K: usize>(board: &Geometry, live: &[Set; K]) -> (u32, Option<(usize, u128)>) {
            judge(board, live)
        }

        if kernel != Kernel::Portable && kernel.is_available() {
            // SAFETY: the kernel was just seen to be available, so the processor has all the features above.
            return unsafe { judge_avx2(board, live) };
        }
    }
    let _ = kernel;
    judge(board, live)
}

/// The armies, as bits, that can have the next file as far as the few gauges and others say, by weights and words.
///
/// The dispatch point: the bounds compiled for each set of instructions. In plain 64-bit words they take ten times
/// longer.
pub(super) fn judged<const K: usize>(
    kernel: Kernel,
    held: &[Profile; K],
    shots: &[Profile; K],
    words: &Words,
    others: &[(Weights<K>, u64)],
) -> u32 {
    #[inline(always)]
    fn judge<const K: usize, L: Lanes>(
        lanes: L,
        held: &[Profile; K],
        shots: &[Profile; K],
        words: &Words,
        others: &[(Weights<K>, u64)],
    ) -> u32 {
        let [_, few] = lanes.few(held, shots, words, (1 << K) - 1);
        others
            .iter()
            .fold(few, |armies, &(weights, word)| armies & lanes.admitted(held, shots, weights, word))
    }

    #[cfg(target_arch = "x86_64")]
    {
        use crate::engines::avx512::Avx512;

        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn judge_avx2<const K: usize>(
            held: &[Profile; K],
            shots: &[Profile; K],
            words: &Words,
            others: &[(Weights<K>, u64)],
        ) -> u32 {
            judge(Portable, held, shots, words, others)
        }

        #[target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
        )]
        fn judge_avx512<const K: usize>(
            lanes: Avx512,
            held: &[Profile; K],
            shots: &[Profile; K],
            words: &Words,
            others: &[(Weights<K>, u64)],
        ) -> u32 {
            judge(lanes, held, shots, words, others)
        }

        match (kernel, Avx512::new()) {
            (Kernel::Avx512, Some(lanes)) => {
                // SAFETY: the value `lanes` exists only on a processor with all the features above.
                return unsafe { judge_avx512(lanes, held, shots, words, others) };
            }
            (Kernel::Avx2, _) if kernel.is_available() => {
                // SAFETY: the kernel was just seen to be available, so the processor has all the features above.
                return unsafe { judge_avx2(held, shots, words, others) };
            }
            _ => {}
        }
    }
    let _ = kernel;
    judge(Portable, held, shots, words, others)
}
