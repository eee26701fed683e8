//! The operations of the search on counts of squares: one byte for each diagonal of one square colour.
//!
//! A diagonal that is given to one army takes the squares of the other army off the diagonals that cross it.
//! This is one subtraction under a mask. All bounds are sums of the larger of two weighted counts.
//! [`PortableSheetLanes`] defines every operation in plain loops, for any processor. [`super::lanes_avx2`]
//! and [`super::lanes_avx512`] have intrinsics for the operations that gain by them.

use super::flow;
use super::sheet::{DiagonalCounts, FAMILY, LINES, Sheet, SheetPlaces, WEIGHTS};

/// The [`WEIGHTS`] by army: the worth of a white square comes first.
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

/// The number of weights that are tried on single lines. All of them find little more and take longer.
pub(super) const FORCING: usize = 8;

/// Factors that make bounds of different weights comparable.
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
    /// Returns the worth of armies of these sizes.
    pub(super) fn from_sizes(white: u32, black: u32) -> Self {
        Self(WEIGHTS.map(|(alpha, beta)| (u32::from(alpha) * white + u32::from(beta) * black) as u16))
    }

    /// Returns the sum of both bounds.
    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut result = *self;
        for (own, other) in result.0.iter_mut().zip(&other.0) {
            *own += *other;
        }
        result
    }

    /// Returns true if each bound is at least its target.
    #[inline(always)]
    pub(super) fn reach(&self, targets: &Self) -> bool {
        let mut reached = true;
        for (bound, target) in self.0.iter().zip(&targets.0) {
            reached &= bound >= target;
        }
        reached
    }

    /// Returns the weights whose bound is nearest to its target.
    #[inline(always)]
    pub(super) fn nearest(&self, targets: &Self) -> usize {
        let mut nearest = u16::MAX;
        for (index, scale) in SCALES.iter().enumerate() {
            // The distance in pieces, as a multiple of sixteen, with the index.
            let distance = (self.0[index].wrapping_sub(targets.0[index])).min(255) * scale;
            nearest = nearest.min(distance & !15 | index as u16);
        }
        usize::from(nearest % 16)
    }

    /// Returns the targets that remain if `other` is attained elsewhere.
    #[inline(always)]
    pub(super) fn remaining_targets(&self, other: &Self) -> Self {
        let mut result = *self;
        for (own, other) in result.0.iter_mut().zip(&other.0) {
            *own = own.saturating_sub(*other);
        }
        result
    }

    /// Returns the larger of each pair of bounds.
    #[inline(always)]
    pub(super) fn max(&self, other: &Self) -> Self {
        let mut result = *self;
        for (own, other) in result.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*other);
        }
        result
    }
}

/// The operations, in plain loops unless an implementation overrides them. A value of the type is the
/// permission to use its instructions.
pub(super) trait SheetLanes: Copy {
    /// Returns, for each square colour and each of the weights, the smaller of both families' bounds.
    #[inline(always)]
    fn colours<const N: usize>(self, white: &Sheet<N>, black: &Sheet<N>) -> [Bounds; 2] {
        let mut bounds = [Bounds::default(); 2];
        for (colour, bounds) in bounds.iter_mut().enumerate() {
            // One diagonal after the other, with all weights next to each other.
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

    /// Returns for each square colour the bound of *both* families together, for the weights at an index, by
    /// a flow: see [`super::flow`]. The family that comes first is the falling one, or the rising one if
    /// `order` is 1.
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

    /// Clears the count of `line` and subtracts one from the counts of `crossing`, a set of lines.
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

    /// Returns for each army the contested lines that the other army cannot have. They follow from bounds of
    /// labellings with one line given to an army. `None` if no labelling attains the targets.
    #[inline(always)]
    fn forced_lines(
        self,
        white: &DiagonalCounts,
        black: &DiagonalCounts,
        targets: &Bounds,
    ) -> Option<[u64; 2]> {
        // The excess over the spare worth by which a line is worth less to white than to black, and the
        // reverse.
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
        let contested = self.contested_lines(white, black, 1);
        let lines = over
            .map(|over| (0..LINES).map(|line| u64::from(over[line] != 0) << line).sum::<u64>() & contested);
        (lines[0] & lines[1] == 0).then_some(lines)
    }

    /// Returns the lines with at least `least` squares of either army.
    #[inline(always)]
    fn contested_lines(self, white: &DiagonalCounts, black: &DiagonalCounts, least: u8) -> u64 {
        let mut lines = 0;
        for line in 0..LINES {
            lines |= u64::from(white.0[line].min(black.0[line]) >= least) << line;
        }
        lines
    }
}

/// Defines sums of weighted counts in registers of any width, from the instructions that are filled in.
#[cfg(target_arch = "x86_64")]
macro_rules! weighted_sums {
    ($features:literal $register:ty: $zero:ident $add_bytes:ident $max_bytes:ident $sum_bytes:ident $shift:ident
     $or:ident $low:ident $high:ident $add_shorts:ident) => {
        /// Multiplies counts by a factor from 0 to 6.
        #[target_feature(enable = $features)]
        #[inline]
        fn multiples(one: $register) -> [$register; 7] {
            let two = $add_bytes(one, one);
            let three = $add_bytes(one, two);
            [$zero(), one, two, three, $add_bytes(two, two), $add_bytes(two, three), $add_bytes(three, three)]
        }

        /// Moves four numbers, each in the lowest sixteen bits of a 64-bit lane, next to each other.
        #[target_feature(enable = $features)]
        #[inline]
        fn pack(a: $register, b: $register, c: $register, d: $register) -> $register {
            $or($or(a, $shift::<16>(b)), $or($shift::<32>(c), $shift::<48>(d)))
        }

        /// Adds up the larger of two weighted counts in groups of sixteen, for eight weights in each 128
        /// bits, beginning at `FIRST`.
        #[target_feature(enable = $features)]
        #[inline]
        fn sixteens<const FIRST: usize>(white: &[$register; 7], black: &[$register; 7]) -> $register {
            let mut eights = [$zero(); 8];
            for (eight, (alpha, beta)) in eights.iter_mut().zip(&WEIGHTS[FIRST..]) {
                *eight =
                    $sum_bytes($max_bytes(white[usize::from(*alpha)], black[usize::from(*beta)]), $zero());
            }
            let [a, b, c, d, e, f, g, h] = eights;
            let (low, high) = (pack(a, b, c, d), pack(e, f, g, h));
            $add_shorts($low(low, high), $high(low, high))
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) use weighted_sums;

/// Returns the sum of the larger of two weighted counts.
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
