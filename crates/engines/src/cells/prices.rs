//! The expected time of each operation of the search, for each set of instructions.

use super::buffer::LANES;
use super::triple::LastTriple;
use crate::engines::kernel::Kernel;

/// Nanoseconds for one operation of each type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices {
    pub(super) unit: f64,
    pub(super) listed: f64,
    pub(super) child: f64,
    pub(super) made: f64,
    pub(super) counted: f64,
    pub(super) displaced: f64,
    /// The price of counting three last pieces of eight states, before any operation.
    pub(super) triple: f64,
    /// The price of each [operation](LastTriple::operations) on eight states.
    pub(super) triple_operation: f64,
}

impl Prices {
    /// Returns the prices of a kernel.
    ///
    /// They were fitted to the CPU time of 31 problems, from `8x8 N8` to `28x28 R2 B2 Q`, on one core of an
    /// EPYC with AVX-512, each kernel by itself; nearly all are met within a quarter. The price of a unit
    /// includes its part of the planning. On a Xeon of the same year most operations took from a third to a
    /// half of these times.
    pub(super) fn new(kernel: Kernel) -> Self {
        let [unit, listed, child, made, counted, displaced, triple, triple_operation] = match kernel {
            Kernel::Avx512 => [790.0, 7.0, 0.65, 0.44, 0.04, 0.305, 15.3, 1.63],
            // NEON prices follow from the number of instructions.
            Kernel::Avx2 | Kernel::Neon => [850.0, 10.2, 2.2, 0.64, 0.63, 0.61, 7.2, 3.74],
            Kernel::Portable => [770.0, 12.2, 2.65, 1.21, 1.43, 1.33, 12.7, 7.8],
        };
        Self { unit, listed, child, made, counted, displaced, triple, triple_operation }
    }

    /// Returns the price of the last two pieces of a state.
    pub(super) fn pairs(&self, words: usize, displaced_words: f64) -> f64 {
        self.counted * words as f64 + self.displaced * displaced_words
    }

    /// Returns the price of the last three pieces of a state.
    pub(super) fn triples(&self, triple: &LastTriple) -> f64 {
        self.triple + self.triple_operation * triple.operations() / LANES as f64
    }
}
