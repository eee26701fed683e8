//! What the AVX-512 kernels of the engines share.

use crate::engines::kernel::Kernel;

/// The operations for processors with AVX-512 F, BW, DQ, VL, VBMI2 and VPOPCNTDQ: a value exists on these alone.
///
/// To be fast they must be inlined into a function that is compiled for these features.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The operations, if this processor has the features.
    pub(crate) fn new() -> Option<Self> {
        Kernel::Avx512.is_available().then_some(Self(()))
    }
}

/// Sixteen-bit numbers in a register.
pub(crate) const SHORTS: usize = 32;

/// 0, 1, 2, …
pub(crate) static NUMBERS: [u16; SHORTS] = {
    let mut numbers = [0; SHORTS];
    let mut number = 0;
    while number < SHORTS {
        numbers[number] = number as u16;
        number += 1;
    }
    numbers
};
