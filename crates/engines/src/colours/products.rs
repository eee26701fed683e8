//! The sum of the products of two matrices.

use super::lanes::{Cell, Row, SlotLanes};
use super::lattice::LANES;
use crate::engines::halves::lanes::vectored;

/// Blocks of two matrices whose products are to be summed.
pub(super) struct Products<'a, C> {
    pub(super) dark: &'a [Row<C>],
    pub(super) light: &'a [Row<C>],
    /// The classes of the column sets of each row and lane.
    pub(super) classes: &'a [[u32; LANES]],
    /// The class of the row set. Column sets of earlier classes count twice, and those of later ones do not
    /// count.
    pub(super) class: u32,
    /// For each lane, the number of column sets that it represents.
    pub(super) weights: &'a [u64],
}

vectored!([C: Cell] Products<'_, C>, sum -> Option<u128>);

impl<C: Cell> Products<'_, C> {
    /// Returns the sum; `None` if a number may be too large for its cell.
    #[inline(always)]
    fn sum(self, _: impl SlotLanes) -> Option<u128> {
        let Self { dark, light, classes, class, weights } = self;
        let mut total = 0;
        let mut is_full = false;
        // The sums of products of short cells fit into a word: at most 2^16 rows, each twice.
        let mut sums = [C::Sum::default(); LANES];
        for ((dark, light), classes) in dark.iter().zip(light).zip(classes) {
            for lane in 0..LANES {
                let (dark, light) = (dark.0[lane], light.0[lane]);
                is_full |= (dark == C::FULL) | (light == C::FULL);
                let times = u32::from(classes[lane] < class) + u32::from(classes[lane] <= class);
                C::add_product(&mut sums[lane], [dark, light], times);
            }
        }
        for (&sum, &weight) in sums.iter().zip(weights) {
            total += Into::<u128>::into(sum) * u128::from(weight);
        }
        (!is_full).then_some(total)
    }
}
