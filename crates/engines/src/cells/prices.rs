//! What each operation of the search is expected to take, with each set of instructions.

use super::buffer::LANES;
use super::triple::LastTriple;
use crate::engines::kernel::Kernel;

/// Nanoseconds for one operation of each sort.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices {
    pub(super) unit: f64,
    pub(super) listed: f64,
    pub(super) child: f64,
    pub(super) made: f64,
    pub(super) counted: f64,
    pub(super) displaced: f64,
    /// For three last pieces, any, and for each [operation](LastTriple::operations) on eight states.
    pub(super) triple: f64,
    pub(super) triple_operation: f64,
}

impl Prices {
    /// They were fitted to the processor time of 31 problems, from `8x8 N8` to `28x28 R2 B2 Q`, on one core of an EPYC with
    /// AVX-512, each kernel by itself; nearly all are met within a quarter. A unit has its part of the planning in it. On a
    /// Xeon of the same year most operations took from a third to a half of that.
    pub(super) fn of(kernel: Kernel) -> Self {
        let [unit, listed, child, made, counted, displaced, triple, triple_operation] = match kernel {
            Kernel::Avx512 => [790.0, 7.0, 0.65, 0.44, 0.04, 0.305, 15.3, 1.63],
            // NEON by the number of instructions.
            Kernel::Avx2 | Kernel::Neon => [850.0, 10.2, 2.2, 0.64, 0.63, 0.61, 7.2, 3.74],
            Kernel::Portable => [770.0, 12.2, 2.65, 1.21, 1.43, 1.33, 12.7, 7.8],
        };
        Self { unit, listed, child, made, counted, displaced, triple, triple_operation }
    }

    /// For the last two pieces of a state.
    pub(super) fn pairs(&self, words: usize, displaced_words: f64) -> f64 {
        self.counted * words as f64 + self.displaced * displaced_words
    }

    /// For the last three pieces of a state.
    pub(super) fn triples(&self, triple: &LastTriple) -> f64 {
        self.triple + self.triple_operation * triple.operations() / LANES as f64
    }
}
