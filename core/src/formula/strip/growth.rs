//! By what factor one rank more multiplies the number of placements, in the long run.
//!
//! That is the spectral radius of the transfer matrix. Power iteration finds it, and for any vector `v` of
//! positive numbers it lies between the least and the largest of the quotients `(M v)(s) / v(s)` (L. Collatz
//! 1942, H. Wielandt 1950). So the bounds are exact up to the rounding of floating-point numbers; where some
//! states can never be reached again they do not meet, and the quotient of two terms is all there is.

use super::closure::Transfer;
use super::terms::{Real, Steps};

/// The growth of a strip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Growth {
    /// The last quotient of two terms.
    pub(crate) factor: f64,
    /// A lower bound.
    pub(crate) low: f64,
    /// An upper bound.
    pub(crate) high: f64,
    /// Ranks that it took.
    pub(crate) ranks: usize,
}

/// How far bounds are apart when rounding is all that is left.
const ROUNDING: f64 = 1e-15;

/// The growth, from as many ranks as it takes or `max_ranks`; `None` if stopped.
pub(crate) fn growth(steps: &impl Steps, max_ranks: usize, should_stop: &dyn Fn() -> bool) -> Option<Growth> {
    let mut numbers = vec![1.0f64; steps.states()];
    let (mut low, mut high) = (0.0f64, f64::INFINITY);
    for ranks in 1.. {
        let after = steps.step(&Real, &numbers);
        let quotients = after.iter().zip(&numbers).map(|(after, before)| after / before);
        let (least, most) =
            quotients.fold((f64::INFINITY, 0.0f64), |(least, most), one| (least.min(one), most.max(one)));
        (low, high) = (low.max(least), high.min(most));
        let factor = after.first()? / numbers.first()?;
        if high - low <= ROUNDING * high || ranks >= max_ranks {
            return Some(Growth { factor, low, high, ranks });
        }
        let scale = *after.first()?;
        numbers = after.into_iter().map(|number| number / scale).collect();
        if should_stop() {
            return None;
        }
    }
    None
}

impl Transfer {
    /// Its [growth](growth()).
    pub(crate) fn growth(&self, max_ranks: usize, should_stop: &dyn Fn() -> bool) -> Option<Growth> {
        growth(self, max_ranks, should_stop)
    }
}
