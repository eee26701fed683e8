//! A bound of both families of diagonals together, by a flow.
//!
//! If a diagonal has squares of both armies, one army loses all of its squares there. With weights α and β
//! this costs at least min(α·white, β·black), on each diagonal of one family. The rest of the larger side
//! still meets the other army on the diagonals of the *other* family, and also costs something there. To add
//! the two costs without counting anything twice, a square's worth is used up as it pays. The larger side of
//! a diagonal keeps, of each of its squares, the part that was not needed to match the smaller side. The kept
//! parts of both armies are added up on the diagonals of the other family, and there the smaller sum is lost
//! again.
//!
//! In terms of graphs, squares that attack each other may not both be used. The pieces are therefore an
//! independent set of weighted squares, and the loss is a vertex cover of the attacks between the armies. Any
//! flow from the white squares through attacks to the black ones is a lower bound on a cover. This flow is
//! made greedily, in two sweeps, and nearly always good enough: it leaves some thousandths of the pairs that
//! neither family refutes alone. A third sweep, the other order of the families, or a second pair of weights
//! refute little more and take longer.

use super::sheet::{FAMILY, Sheet, SheetPlaces, WEIGHTS};

/// The number of parts of a square's worth. Sums of a diagonal's squares must fit in fifteen bits.
pub(super) const PARTS: u32 = 8;

/// 65535 divided by each count. For a count of 0 the share is irrelevant, because there is nothing to divide.
pub(super) const SHARES: [u16; FAMILY] = {
    let mut shares = [0; FAMILY];
    let mut count = 1;
    while count < FAMILY {
        shares[count] = u16::MAX / count as u16;
        count += 1;
    }
    shares
};

/// The number of diagonals that are processed at once.
const PART: usize = 16;

/// One bit for each of these diagonals.
pub(super) static BITS: [u16; PART] = {
    let mut bits = [0; PART];
    let mut line = 0;
    while line < PART {
        bits[line] = 1 << line;
        line += 1;
    }
    bits
};

/// Returns the bound for each square colour, in plain loops.
#[inline(always)]
pub(super) fn bound<const N: usize>(
    [white, black]: [&Sheet<N>; 2],
    weights: usize,
    field: &SheetPlaces,
    order: usize,
) -> [u32; 2] {
    let (alpha, beta) = WEIGHTS[weights];
    let mut bounds = [0; 2];
    for (colour, bound) in bounds.iter_mut().enumerate() {
        // The part that each square on a diagonal keeps, with room on both sides for all shifts.
        let mut kept = [[0_u16; 3 * FAMILY]; 2];
        let (white, black) = (white.quarter(order, colour), black.quarter(order, colour));
        let mut worth = 0;
        for line in 0..Sheet::<N>::QUARTER {
            let (more, less) = (u16::from(alpha * white[line]), u16::from(beta * black[line]));
            let share = |left: u16, count: u8| {
                ((u32::from(left << PARTS) * u32::from(SHARES[usize::from(count) % FAMILY])) >> 16) as u16
            };
            kept[0][FAMILY + line] = share(more.saturating_sub(less), white[line]);
            kept[1][FAMILY + line] = share(less.saturating_sub(more), black[line]);
            worth += u32::from(more.max(less));
        }
        let mut left = [[0_u16; FAMILY]; 2];
        for army in 0..2 {
            let mut rows = field.rows[order][army];
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let steps = (field.steps[army][row % 2] << (row / 2)) >> (colour * Sheet::<N>::QUARTER);
                let from = &kept[army][FAMILY + field.shift - row..][..FAMILY];
                let parts = left[army].as_chunks_mut::<PART>().0.iter_mut().zip(from.as_chunks::<PART>().0);
                for (part, (left, kept)) in parts.take(N).enumerate() {
                    let steps = (steps >> (part * PART)) as u16;
                    for line in 0..PART {
                        let mask = u16::from(steps & BITS[line] == BITS[line]).wrapping_neg();
                        left[line] = left[line].wrapping_add(kept[line] & mask);
                    }
                }
            }
        }
        let lost: u32 =
            (0..Sheet::<N>::QUARTER).map(|line| u32::from(left[0][line].min(left[1][line]))).sum();
        *bound = ((worth << PARTS) - lost) >> PARTS;
    }
    bounds
}
