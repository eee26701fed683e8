//! The walk through the pairs of a unit, compiled for each set of instructions.

use super::lanes::{Lanes, Portable};
#[cfg(target_arch = "x86_64")]
use super::lanes_avx2::Avx2;
use super::pairs::{self, Visit};
use super::{Lines, Proof, Purpose};
#[cfg(target_arch = "x86_64")]
use crate::engines::avx512::Avx512;
use crate::engines::kernel::Kernel;
use std::ops::ControlFlow;

/// A unit to be walked.
pub(super) struct Task<'a, V> {
    pub(super) lines: &'a Lines,
    pub(super) unit: usize,
    pub(super) purpose: Purpose,
    pub(super) visitor: &'a mut V,
    pub(super) proof: &'a mut Proof,
    pub(super) should_stop: &'a dyn Fn() -> bool,
}

impl<V: Visit> Task<'_, V> {
    /// Walks with the instructions that the lines were made for.
    pub(super) fn walk(self) -> ControlFlow<()> {
        match self.lines.kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => match Avx512::new() {
                // SAFETY: there is a value of this type, so the processor has the features.
                Some(lanes) => unsafe { with_avx512(lanes, self) },
                None => self.run(Portable),
            },
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => match Avx2::new() {
                // SAFETY: there is a value of this type, so the processor has the features.
                Some(lanes) => unsafe { with_avx2(lanes, self) },
                None => self.run(Portable),
            },
            _ => self.run(Portable),
        }
    }

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> ControlFlow<()> {
        let Self { lines, unit, purpose, visitor, proof, should_stop } = self;
        if !lines.board.families.orthogonals() {
            proof.pairs += 1;
            return pairs::whole(lanes, lines.board, &lines.sizes, visitor, proof);
        }
        for index in lines.rows_of(unit) {
            let (all, fitting) = lines.considered(index, purpose);
            proof.pairs += all;
            proof.area += all - fitting;
            if let Some(columns) = lines.columns(index, purpose) {
                if should_stop() {
                    return ControlFlow::Break(());
                }
                if lines.board.rows.max(lines.board.columns) <= pairs::SMALL {
                    columns.visit::<1, L, V>(lanes, &lines.sizes, visitor, proof)?;
                } else {
                    columns.visit::<2, L, V>(lanes, &lines.sizes, visitor, proof)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The walk, compiled for AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
fn with_avx512<V: Visit>(lanes: Avx512, task: Task<'_, V>) -> ControlFlow<()> {
    task.run(lanes)
}

/// The walk, compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<V: Visit>(lanes: Avx2, task: Task<'_, V>) -> ControlFlow<()> {
    task.run(lanes)
}
