//! Random numbers from a seed.

use std::fmt::Debug;
use std::ops::Range;

/// Returns the first seed of a run. `ARMISTICE_SEED` gives another one, to test other problems or to repeat a
/// failure.
pub fn first_seed() -> u64 {
    std::env::var("ARMISTICE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

/// Returns the divisor by which tests of many problems are shortened, so that `cargo test` is short.
///
/// With `ARMISTICE_TESTS=4`, which `.ci/run` sets, they take a quarter of the problems, with `all` all.
pub fn one_in() -> u64 {
    match std::env::var("ARMISTICE_TESTS").as_deref() {
        Ok("all") => 1,
        Ok(number) => number.parse().unwrap_or_else(|_| panic!("ARMISTICE_TESTS={number}: a number or all")),
        Err(_) => 32,
    }
}

/// Returns the number of problems that a test takes of `all`.
pub fn sample(all: u64) -> u64 {
    all.div_ceil(one_in())
}

/// Returns the least number of problems of a sample that must have a property, if `all` of the complete test
/// must have it.
///
/// Samples vary, so a quarter of the share suffices, and a rare property need not occur.
pub fn fewest<N: TryFrom<u64, Error: Debug>>(all: u64) -> N {
    let fewest = if one_in() == 1 { all } else { all / one_in() / 4 };
    N::try_from(fewest).unwrap()
}

/// Returns the seeds of a test that has `all` random problems.
pub fn seeds(all: u64) -> Range<u64> {
    first_seed()..first_seed() + sample(all)
}

/// A small generator of random numbers (SplitMix64; Steele, Lea and Flood 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + (self.next() % (high - low + 1) as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.between(1, one_in) == 1
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.between(0, from.len() - 1)].clone()
    }
}
