//! The number that an estimate reports.

use crate::search::{Estimate, Interval};
use std::f64::consts::LN_10;

/// Returns the result of an estimate if the seed alone decides it; `None` if time ended it.
pub(super) fn reproducible_interval(estimate: &Estimate) -> Option<&Interval> {
    estimate.interval.as_ref().filter(|_| estimate.complete)
}

/// Writes a number of any size, given by its natural logarithm: `2.34e143`.
pub(super) fn scientific(logarithm: f64, digits: usize) -> String {
    let power = logarithm / LN_10;
    let (mut exponent, decimals) = (power.floor(), digits - 1);
    let mut mantissa = format!("{:.decimals$}", 10f64.powf(power - exponent));
    if mantissa.starts_with("10") {
        exponent += 1.0;
        mantissa = format!("{:.decimals$}", 1.0);
    }
    format!("{mantissa}e{exponent:.0}")
}
