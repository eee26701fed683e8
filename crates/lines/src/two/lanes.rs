//! The operations of the search on counts of squares: one byte for each diagonal of one square colour.
//!
//! A diagonal that is given to one army takes the squares of the other off the diagonals that cross it, which is one
//! subtraction under a mask; and all bounds are sums of the larger of two weighted counts. All is defined in plain loops,
//! which [`PortableSheetLanes`] is for any processor; [`super::lanes_avx2`] and [`super::lanes_avx512`] have
//! intrinsics for what gains by them.

use super::flow;
use super::sheet::{DiagonalCounts, FAMILY, LINES, Sheet, SheetPlaces, WEIGHTS};

/// The same, what a white square is worth first.
const WORTH: [[i16; WEIGHTS.len()]; 2] = {
    let mut worth = [[0; WEIGHTS.len()]; 2];
    let mut index = 0;
    while index < WEIGHTS.len() {
        worth[0][index] = WEIGHTS[index].0 as i16;
        worth[1][index] = WEIGHTS[index].1 as i16;
        index += 1;
    }
    worth
};

/// This many of the weights are tried on single lines. All of them find little more and take longer.
pub(super) const FORCING: usize = 8;

/// Makes bounds of different weights comparable.
const SCALES: [u16; WEIGHTS.len()] = {
    let mut scales = [0; WEIGHTS.len()];
    let mut index = 0;
    while index < WEIGHTS.len() {
        scales[index] = 512 / (WEIGHTS[index].0 + WEIGHTS[index].1) as u16;
        index += 1;
    }
    scales
};

/// A number for each of the [`WEIGHTS`].
#[repr(C, align(32))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Bounds(pub(super) [u16; WEIGHTS.len()]);

impl Bounds {
    /// What armies of these sizes are worth.
    pub(super) fn of(white: u32, black: u32) -> Self {
        Self(WEIGHTS.map(|(alpha, beta)| (u32::from(alpha) * white + u32::from(beta) * black) as u16))
    }

    /// Both added up.
    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut result = *self;
        for (own, other) in result.0.iter_mut().zip(&other.0) {
            *own += *other;
        }
        result
    }

    /// Whether each is at least its target.
    #[inline(always)]
    pub(super) fn reach(&self, targets: &Self) -> bool {
        let mut reached = true;
        for (bound, target) in self.0.iter().zip(&targets.0) {
            reached &= bound >= target;
        }
        reached
    }

    /// The weights for which the targets are nearest.
    #[inline(always)]
    pub(super) fn nearest(&self, targets: &Self) -> usize {
        let mut nearest = u16::MAX;
        for (index, scale) in SCALES.iter().enumerate() {
            // The distance in pieces, as a multiple of sixteen, and the index.
            let distance = (self.0[index].wrapping_sub(targets.0[index])).min(255) * scale;
            nearest = nearest.min(distance & !15 | index as u16);
        }
        usize::from(nearest % 16)
    }

    /// What is left to be reached when `other` is reached elsewhere.
    #[inline(always)]
    pub(super) fn less(&self, other: &Self) -> Self {
        let mut result = *self;
        for (own, other) in result.0.iter_mut().zip(&other.0) {
            *own = own.saturating_sub(*other);
        }
        result
    }

    /// The larger of each.
    #[inline(always)]
    pub(super) fn max(&self, other: &Self) -> Self {
        let mut result = *self;
        for (own, other) in result.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*other);
        }
        result
    }
}

/// The operations, in plain loops unless an implementation knows better. A value stands for the right to use these.
pub(super) trait SheetLanes: Copy {
    /// For each square colour and each of the weights the smaller of both families' bounds.
    #[inline(always)]
    fn colours<const N: usize>(self, white: &Sheet<N>, black: &Sheet<N>) -> [Bounds; 2] {
        let mut bounds = [Bounds::default(); 2];
        for (colour, bounds) in bounds.iter_mut().enumerate() {
            // A diagonal after the other, all weights next to each other.
            let mut sums = [[0_i16; WEIGHTS.len()]; 2];
            for (family, sums) in sums.iter_mut().enumerate() {
                let lines = white.quarter(family, colour).iter().zip(black.quarter(family, colour));
                for (&white, &black) in lines.filter(|&(white, black)| white | black != 0) {
                    let (white, black) = (i16::from(white), i16::from(black));
                    for index in 0..WEIGHTS.len() {
                        sums[index] += (WORTH[0][index] * white).max(WORTH[1][index] * black);
                    }
                }
            }
            for (index, bound) in bounds.0.iter_mut().enumerate() {
                *bound = sums[0][index].min(sums[1][index]) as u16;
            }
        }
        bounds
    }

    /// For each square colour the bound of *both* families together, for the weights at an index, by a flow: see
    /// [`super::flow`]. The family that comes first is the falling one, or the rising one if `order` is 1.
    #[inline(always)]
    fn flow<const N: usize>(
        self,
        sheets: [&Sheet<N>; 2],
        weights: usize,
        field: &SheetPlaces,
        order: usize,
    ) -> [u32; 2] {
        flow::bound(sheets, weights, field, order)
    }

    /// Clears the count of `line` and takes one off the counts of `crossing`, a set of lines.
    #[inline(always)]
    fn clear(self, counts: &mut DiagonalCounts, line: usize, crossing: u64) {
        let mut rest = crossing;
        while rest != 0 {
            let count = &mut counts.0[rest.trailing_zeros() as usize];
            *count = count.wrapping_sub(1);
            rest &= rest - 1;
        }
        counts.0[line % LINES] = 0;
    }

    /// What bounds of labellings with one line given to an army demand: for each army the contested lines that the
    /// other one cannot have. `None` if no labelling reaches the targets.
    #[inline(always)]
    fn forced(self, white: &DiagonalCounts, black: &DiagonalCounts, targets: &Bounds) -> Option<[u64; 2]> {
        // By how much more than can be spared a line is worth less to white than to black, and the other way round.
        let mut over = [[0_u8; LINES]; 2];
        for (index, &(alpha, beta)) in WEIGHTS.iter().enumerate() {
            for family in 0..2 {
                let range = family * FAMILY..(family + 1) * FAMILY;
                let (white, black) = (&white.0[range.clone()], &black.0[range.clone()]);
                let sum = larger(white, black, (alpha, beta));
                let spare = sum.checked_sub(targets.0[index])?.min(255) as u8;
                if index >= FORCING {
                    continue;
                }
                for (line, (white, black)) in white.iter().zip(black).enumerate() {
                    let (white, black) = (alpha.wrapping_mul(*white), beta.wrapping_mul(*black));
                    let line = family * FAMILY + line;
                    over[0][line] |= white.saturating_sub(black).saturating_sub(spare);
                    over[1][line] |= black.saturating_sub(white).saturating_sub(spare);
                }
            }
        }
        let contested = self.contested(white, black, 1);
        let lines = over
            .map(|over| (0..LINES).map(|line| u64::from(over[line] != 0) << line).sum::<u64>() & contested);
        (lines[0] & lines[1] == 0).then_some(lines)
    }

    /// The lines with at least `least` squares of either army.
    #[inline(always)]
    fn contested(self, white: &DiagonalCounts, black: &DiagonalCounts, least: u8) -> u64 {
        let mut lines = 0;
        for line in 0..LINES {
            lines |= u64::from(white.0[line].min(black.0[line]) >= least) << line;
        }
        lines
    }
}

/// Bounds in registers, whatever their width: sums of weighted counts, with the instructions for it filled in.
#[cfg(target_arch = "x86_64")]
macro_rules! weighted_sums {
    ($features:literal $register:ty: $zero:ident $add_bytes:ident $max_bytes:ident $sum_bytes:ident $shift:ident
     $or:ident $low:ident $high:ident $add_shorts:ident) => {
        /// Counts times 0 to 6.
        #[target_feature(enable = $features)]
        #[inline]
        fn multiples(one: $register) -> [$register; 7] {
            let two = $add_bytes(one, one);
            let three = $add_bytes(one, two);
            [$zero(), one, two, three, $add_bytes(two, two), $add_bytes(two, three), $add_bytes(three, three)]
        }

        /// Four numbers, each in the lowest sixteen bits of a 64-bit lane, next to each other.
        #[target_feature(enable = $features)]
        #[inline]
        fn packed(a: $register, b: $register, c: $register, d: $register) -> $register {
            $or($or(a, $shift::<16>(b)), $or($shift::<32>(c), $shift::<48>(d)))
        }

        /// The larger of two weighted counts, added up in sixteens, for the weights from `FIRST` on: eight of them in
        /// each 128 bits.
        #[target_feature(enable = $features)]
        #[inline]
        fn sixteens<const FIRST: usize>(white: &[$register; 7], black: &[$register; 7]) -> $register {
            let mut eights = [$zero(); 8];
            for (eight, (alpha, beta)) in eights.iter_mut().zip(&WEIGHTS[FIRST..]) {
                *eight =
                    $sum_bytes($max_bytes(white[usize::from(*alpha)], black[usize::from(*beta)]), $zero());
            }
            let [a, b, c, d, e, f, g, h] = eights;
            let (low, high) = (packed(a, b, c, d), packed(e, f, g, h));
            $add_shorts($low(low, high), $high(low, high))
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) use weighted_sums;

/// The larger of two weighted counts, added up.
#[inline(always)]
fn larger(white: &[u8], black: &[u8], (alpha, beta): (u8, u8)) -> u16 {
    let mut sum = 0;
    for (white, black) in white.iter().zip(black) {
        sum += u16::from((alpha.wrapping_mul(*white)).max(beta.wrapping_mul(*black)));
    }
    sum
}

/// The operations in plain loops.
#[derive(Clone, Copy)]
pub(super) struct PortableSheetLanes;

impl SheetLanes for PortableSheetLanes {}
