//! Random numbers by SplitMix64, which is small, fast, and good enough for choices (G. L. Steele, D. Lea, C.
//! H. Flood, *Fast splittable pseudorandom number generators*, 2014).

/// A sequence of random numbers. A seed gives the same sequence on all machines.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Returns the sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns 64 random bits.
    #[expect(clippy::should_implement_trait, reason = "there is no end to them")]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a number below `bound`, which must be at most 2^32.
    #[inline]
    pub fn draw_below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// Shuffles a list; all orders have equal probability.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        (1..list.len()).rev().for_each(|last| list.swap(last, self.draw_below(last + 1)));
    }

    /// Chooses a branch at random and returns it with its probability. The probability is proportional to the
    /// weights, except that a share `any` of the choices takes any branch with a positive weight. `None` if
    /// all weights are zero.
    pub fn choose(&mut self, weights: &[f64], any: f64) -> Option<(usize, f64)> {
        let total: f64 = weights.iter().sum();
        let possible = weights.iter().filter(|&&weight| weight > 0.0).count() as f64;
        let chance = |weight: f64| (1.0 - any) * weight / total + any / possible;
        let mut at = self.fraction();
        let mut chosen = None;
        for (branch, &weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight > 0.0) {
            chosen = Some((branch, chance(weight)));
            at -= chance(weight);
            if at < 0.0 {
                break;
            }
        }
        chosen
    }
}
