//! What each operation of the search is expected to take, with each set of instructions.

use super::buffer::LANES;
use super::triple::Triple;
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
    /// For three last pieces, any, and for each [operation](Triple::operations) on eight states.
    pub(super) triple: f64,
    pub(super) triple_operation: f64,
}

impl Prices {
    /// They were fitted to the best times of 45 problems, from `6x6 K6` to `32x32 Q3`, on one core of a Xeon with AVX-512,
    /// each kernel by itself; nearly all are met within an eighth. Those of triples were fitted to queens on 8x8 to 24x24,
    /// knights, and mixes, on one core of an EPYC; they are met within a fifth.
    pub(super) fn of(kernel: Kernel) -> Self {
        let [unit, listed, child, made, counted, displaced, triple, triple_operation] = match kernel {
            Kernel::Avx512 => [25.0, 3.2, 0.26, 0.69, 0.0, 0.111, 5.5, 0.56],
            Kernel::Avx2 => [10.0, 2.6, 0.92, 1.3, 0.82, 0.263, 6.0, 1.3],
            Kernel::Portable => [70.0, 3.7, 1.08, 1.63, 1.49, 0.64, 11.5, 2.7],
        };
        Self { unit, listed, child, made, counted, displaced, triple, triple_operation }
    }

    /// For the last two pieces of a state.
    pub(super) fn pairs(&self, words: usize, displaced_words: f64) -> f64 {
        self.counted * words as f64 + self.displaced * displaced_words
    }

    /// For the last three pieces of a state.
    pub(super) fn triples(&self, triple: &Triple) -> f64 {
        self.triple + self.triple_operation * triple.operations() / LANES as f64
    }
}
