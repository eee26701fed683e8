//! The walk through the pairs of a unit, compiled for each set of instructions.

use super::lanes::{PortableSheetLanes, SheetLanes};
use super::lines::{Purpose, TwoArmies};
use super::pairs::{self, Visit};
use super::proof::TwoArmiesProof;
use crate::kernel::Vectored;
#[cfg(target_arch = "x86_64")]
use crate::kernel::{Avx2, Avx512};
use std::ops::ControlFlow;

/// A unit to be walked.
pub(super) struct Task<'a, V> {
    pub(super) lines: &'a TwoArmies,
    pub(super) unit: usize,
    pub(super) purpose: Purpose,
    pub(super) visitor: &'a mut V,
    pub(super) proof: &'a mut TwoArmiesProof,
    pub(super) should_stop: &'a dyn Fn() -> bool,
}

impl<V: Visit> Vectored for Task<'_, V> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn portable(self) -> ControlFlow<()> {
        self.walk(PortableSheetLanes)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx2(self, lanes: Avx2) -> ControlFlow<()> {
        self.walk(lanes)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, lanes: Avx512) -> ControlFlow<()> {
        self.walk(lanes)
    }
}

impl<V: Visit> Task<'_, V> {
    #[inline(always)]
    fn walk<L: SheetLanes>(self, lanes: L) -> ControlFlow<()> {
        let Self { lines, unit, purpose, visitor, proof, should_stop } = self;
        if !lines.board.families.orthogonals() {
            proof.pairs += 1;
            return pairs::visit_whole_board(lanes, lines.board, &lines.sizes, visitor, proof);
        }
        for index in lines.rows_of(unit) {
            let (all, fitting) = lines.considered(index, purpose);
            proof.pairs += all;
            proof.area += all - fitting;
            if let Some(columns) = lines.columns(index, purpose) {
                if should_stop() {
                    return ControlFlow::Break(());
                }
                if lines.board.rows.max(lines.board.columns) <= pairs::MAX_SIDE_IN_REGISTER {
                    columns.visit::<1, L, V>(lanes, &lines.sizes, visitor, proof)?;
                } else {
                    columns.visit::<2, L, V>(lanes, &lines.sizes, visitor, proof)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
