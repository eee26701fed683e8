//! Estimates as JSON, with a schema of their own or within the record of a plan.

use super::number::{reproducible_interval, scientific};
use crate::report::json;
use crate::search::{CONFIDENCE, Estimate, Interval};
use crate::{Named, Problem};
use serde::Serialize;
use std::f64::consts::LN_10;

/// The name of the fields and their meaning. It is raised when they change.
const SCHEMA: &str = "armistice.estimate/1";
/// The digits of numbers in JSON.
const DIGITS: usize = 8;

#[derive(Serialize)]
struct EstimateJson {
    schema: &'static str,
    problem: String,
    identity: String,
    kinds: Vec<json::KindNotation>,
    objective: &'static str,
    /// The estimate. It is not a count, for which other records have a field.
    estimate: Option<String>,
    low: Option<String>,
    high: Option<String>,
    log10: Option<f64>,
    low_log10: Option<f64>,
    high_log10: Option<f64>,
    confidence: f64,
    relative_error: Option<f64>,
    complete: bool,
    populations: usize,
    populations_with_placements: usize,
    population_size: usize,
    steps: usize,
    seed: u64,
    seconds: f64,
    version: &'static str,
}

/// Returns an estimate as JSON.
#[must_use]
pub fn json(estimate: &Estimate) -> String {
    let problem: &Problem = &estimate.question.problem;
    let interval = estimate.interval.as_ref();
    let of = |end: fn(&Interval) -> f64| interval.map(end).filter(|end| end.is_finite());
    let (middle, low, high) = (of(|all| all.logarithm), of(|all| all.low), of(|all| all.high));
    let number = |logarithm: Option<f64>| logarithm.map(|logarithm| scientific(logarithm, DIGITS));
    let log10 = |logarithm: Option<f64>| logarithm.map(|logarithm| logarithm / LN_10);
    json::line(&EstimateJson {
        schema: SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        kinds: json::kinds(problem),
        objective: problem.objective().name(),
        estimate: number(middle),
        // The interval begins at zero if it reaches that far.
        low: number(low).or_else(|| interval.map(|_| "0".to_owned())),
        high: number(high),
        log10: log10(middle),
        low_log10: log10(low),
        high_log10: log10(high),
        confidence: CONFIDENCE,
        relative_error: interval.map(Interval::relative_error).filter(|error| error.is_finite()),
        complete: estimate.complete,
        populations: estimate.populations,
        populations_with_placements: estimate.found,
        population_size: estimate.size,
        steps: estimate.steps,
        seed: estimate.seed,
        seconds: estimate.elapsed.as_secs_f64(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// An estimate within the record of a plan.
#[derive(Serialize)]
pub(in crate::report) struct EstimateRecord {
    estimate: String,
    low: String,
    high: String,
    log10: f64,
    confidence: f64,
    seed: u64,
}

impl EstimateRecord {
    /// Returns the estimate; `None` if its numbers depend on time.
    pub(in crate::report) fn from_estimate(estimate: &Estimate) -> Option<Self> {
        let interval = reproducible_interval(estimate)?;
        let number = |logarithm: f64| match logarithm.is_finite() {
            true => scientific(logarithm, DIGITS),
            false => "0".to_owned(),
        };
        Some(Self {
            estimate: number(interval.logarithm),
            low: number(interval.low),
            high: number(interval.high),
            log10: interval.logarithm / LN_10,
            confidence: CONFIDENCE,
            seed: estimate.seed,
        })
    }
}
