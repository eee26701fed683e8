//! The rule: a further piece may stand where no pair forbids it, outside all dangers of its kind.

use super::lines::ShieldLines;
use crate::board::Mask;
use crate::engines::kernel::Kernel;
use crate::engines::reading::{ReadingNode, ReadingRule};

impl<M: Mask> ReadingRule for ShieldLines<Vec<M>> {
    type Mask = M;
    type Position = ();

    const BEST: Kernel = Kernel::Avx2;

    fn empty_position(&self) {}

    /// Returns the number of dangers.
    fn kept_sets(&self) -> usize {
        self.dangers
    }

    #[inline(always)]
    fn keep(&self, before: &[M], after: &mut [M], square: usize, kind: usize) {
        let changes = self.shielded_squares(square).iter().zip(self.endangered_squares(kind, square));
        for (after, (&danger, (&swept, &raised))) in after.iter_mut().zip(before.iter().zip(changes)) {
            *after = danger.and_not(swept).or(raised);
        }
    }

    #[inline(always)]
    fn open(&self, _: &(), node: &mut ReadingNode<M>, from: usize) -> bool {
        let gone = M::full(from);
        let limit = self.next_fixed[from];
        let within = M::full(limit + 1);
        for kind in 0..node.left.len() {
            node.todo[kind] = M::EMPTY;
            let mut within = within;
            if limit < self.squares() {
                let fixed = self.fixed[kind].and_not(gone);
                if fixed.count() > node.left[kind] {
                    return false;
                }
                if fixed.count() == node.left[kind] {
                    within = within.and(fixed);
                }
            }
            if node.left[kind] == 0 {
                continue;
            }
            let free = node.free[kind].and_not(gone);
            // A square in danger can be shielded later.
            if free.count() < node.left[kind] {
                return false;
            }
            let danger = self.own[kind].iter().fold(M::EMPTY, |danger, &own| danger.or(node.kept[own]));
            node.todo[kind] = free.and(within).and_not(danger);
        }
        true
    }

    fn is_walked(&self) -> bool {
        !self.rides.is_empty()
    }

    /// If edges wrap, true if no ride meets an enemy first.
    fn is_peace(&self, pieces: &[(usize, usize)]) -> bool {
        let on = |at: usize| pieces.iter().find(|piece| piece.0 == at).map(|piece| piece.1);
        let meets_none = |&(at, kind): &(usize, usize)| {
            let rides = &self.rides[kind * self.squares() + at];
            rides.iter().all(|ride| {
                let first = ride.iter().find_map(|&at| on(at));
                first.is_none_or(|other| self.army_of[other] == self.army_of[kind])
            })
        };
        !self.is_walked() || pieces.iter().all(meets_none)
    }

    fn memory(&self) -> usize {
        let rides: usize = self.rides.iter().flatten().map(|ride| 8 * ride.len() + 24).sum();
        (self.swept.len() + self.raised.len()) * size_of::<M>() + rides
    }
}
