//! The rule: the last piece may stand where it completes a non-attacking placement, and the others wherever
//! such a placement is still possible.

use super::lines::{HurdleLines, LameLeap};
use super::view::PiecesOnBoard;
use crate::board::Mask;
use crate::engines::kernel::Kernel;
use crate::engines::reading::{ReadingNode, ReadingRule};

impl<M: Mask> ReadingRule for HurdleLines<Vec<M>> {
    type Mask = M;
    type Position = PiecesOnBoard<M>;

    /// Following lists gains nothing from further instructions.
    const BEST: Kernel = Kernel::Portable;

    fn empty_position(&self) -> PiecesOnBoard<M> {
        PiecesOnBoard::empty(self.squares)
    }

    #[inline(always)]
    fn push(&self, standing: &mut PiecesOnBoard<M>, square: usize, kind: usize) {
        standing.push(square, kind);
    }

    #[inline(always)]
    fn pop(&self, standing: &mut PiecesOnBoard<M>) {
        standing.pop();
    }

    fn open(&self, standing: &PiecesOnBoard<M>, node: &mut ReadingNode<M>, from: usize) -> bool {
        let to_come = self.open[0].and_not(M::full(from));
        let kinds = node.left.iter().zip(&node.free).zip(&mut node.todo);
        for ((&left, free), todo) in kinds {
            *todo = if left == 0 { M::EMPTY } else { free.and(to_come) };
        }
        let left = || node.left.iter().enumerate().filter(|(_, left)| **left > 0);
        match node.total {
            0 => standing.is_peace(self),
            1 => left().any(|(kind, _)| {
                node.todo[kind] = standing.peace_with(self, kind, node.todo[kind]);
                !node.todo[kind].is_empty()
            }),
            total => {
                let stops = left().any(|(kind, _)| self.stops[kind]);
                let has_room = left().all(|(kind, &left)| node.todo[kind].count() >= left);
                has_room && to_come.count() >= total && standing.can_be_peace(self, to_come, stops)
            }
        }
    }

    fn memory(&self) -> usize {
        let lines: usize = self.lines.iter().map(|line| 2 * line.len() + size_of::<(Vec<u16>, M)>()).sum();
        let attacks = self.attacks.iter().flat_map(|of| of.lame_from.iter().chain(&of.lame_to));
        let lame = attacks.map(|lame| size_of_val(&lame[..]) + size_of::<Vec<LameLeap>>());
        lines + lame.sum::<usize>() + self.ways.len() * size_of::<M>()
    }
}
