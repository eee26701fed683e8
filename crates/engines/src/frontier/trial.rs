//! Trials: which way of sweeping is best.
//!
//! All ways are swept in turn, each a little further than before, until one is done or the race has cost
//! enough. A trial is the beginning of the real sweep, which continues from there, so no work is repeated.
//! With several threads each takes a way. A way itself uses one thread, so that its time is a measure of its
//! work. The race measures the CPU time of its own threads ([work](crate::work)), so that other load on the
//! machine does not end a race.

use super::blueprint::{Blueprint, PointChoices};
use super::forecast::{Forecast, forecast};
use super::limits::SweepLimits;
use super::shape::Variable;
use super::sweep::{Sweep, SweepStatus};
use crate::work::{Errand, Stopwatch};
use rayon::prelude::*;

/// The number of emissions of the first round of a race.
const FIRST_ROUND: u64 = 1 << 8;
/// The seconds from which a race is long. A long race runs at least until the round of [`LONG_TRIAL_ROUND`]
/// emissions.
const LONG_TRIAL: f64 = 0.1;
/// The number of emissions in the first round after which a long race may end.
const LONG_TRIAL_ROUND: u64 = 1 << 12;
/// The maximum seconds of a brief race. A brief race whose end is near runs to the end.
const BRIEF_TRIAL: f64 = 0.01;
/// The end of a brief race is near if the whole sweep is expected to take less than this many times its
/// seconds.
const NEAR: f64 = 4.0;

/// Returns sensible choices of variables to keep by groups, the most promising first.
pub(super) fn groupings(blueprint: &Blueprint, variables: &[Variable]) -> Vec<Vec<bool>> {
    let exact = |variable: &Variable| variable.least == variable.most && variable.most != 0;
    // A kind that reaches far has bits for a good part of its points.
    let reaches_far = |&kind: &usize| {
        let has = |step: &&PointChoices| step.choices.iter().any(|choice| choice.kind == kind);
        blueprint.bits_of_kind[kind].len() * 3 > blueprint.steps.iter().filter(has).count()
    };
    let far = |variable: &Variable| variable.kinds.iter().any(reaches_far);
    let all: Vec<bool> = variables.iter().map(exact).collect();
    let some: Vec<bool> = variables.iter().map(|variable| exact(variable) && far(variable)).collect();
    let none = vec![false; variables.len()];
    let mut groupings = vec![some, all, none];
    let mut seen = Vec::new();
    groupings.retain(|grouping| {
        !seen.contains(grouping) && {
            seen.push(grouping.clone());
            true
        }
    });
    groupings
}

/// Sweeps all ways a little, then the best ones further, until one is done or the race has taken about
/// `seconds`. Returns the best way and its expected cost.
pub(super) fn race<'a>(
    sweeps: &mut [Sweep],
    blueprint: impl Fn(usize) -> &'a Blueprint + Sync,
    seconds: f64,
    limits: &SweepLimits<'_>,
) -> (usize, Forecast) {
    let watch = Stopwatch::start();
    let silent = |_: f64, _: u64| {};
    let mut still: Vec<usize> = (0..sweeps.len()).collect();
    let mut round = FIRST_ROUND;
    loop {
        let is_shared = limits.parallel && still.len() > 1;
        let limits = SweepLimits { emissions: round, progress: &silent, parallel: false, ..*limits };
        let run = |(way, sweep): (usize, &mut Sweep)| {
            Errand::run(|| {
                let status = sweep.run(&limits);
                (status, forecast(sweep, blueprint(way)).limit_memory(&limits), way)
            })
        };
        let of_round: Vec<(usize, &mut Sweep)> =
            sweeps.iter_mut().enumerate().filter(|(way, _)| still.contains(way)).collect();
        let mut tried = Vec::new();
        if is_shared {
            let errands: Vec<_> = of_round.into_par_iter().map(run).collect();
            tried.extend(errands.into_iter().map(Errand::take));
        } else {
            for of_way in of_round {
                tried.push(run(of_way).take());
                if tried.last().is_some_and(|(status, ..)| *status != SweepStatus::Paused) {
                    break;
                }
            }
        }
        if let Some(&(status, forecast, way)) =
            tried.iter().find(|(status, ..)| *status != SweepStatus::Paused)
        {
            return (way, Forecast { finished: status == SweepStatus::Finished, ..forecast });
        }
        let mut forecasts: Vec<(Forecast, usize)> =
            tried.into_iter().map(|(_, forecast, way)| (forecast, way)).collect();
        forecasts.sort_by(|a, b| a.0.seconds.total_cmp(&b.0.seconds));
        let (best, way) = forecasts[0];
        // A way that looks ten times as slow is abandoned, except the most promising one. Its forecast from a
        // few lines can be wrong by far more than that, and continuing it costs no more than the next round.
        let is_left =
            |(forecast, way): &&(Forecast, usize)| *way == 0 || forecast.seconds < 10.0 * best.seconds;
        still = forecasts.iter().filter(is_left).map(|&(_, way)| way).collect();
        // The next round costs about four times as much as all before it.
        let may_end = seconds < LONG_TRIAL || round >= LONG_TRIAL_ROUND;
        let passed = watch.seconds();
        // If the end is near, finishing the sweep is better than forecasting it.
        let is_near = seconds <= BRIEF_TRIAL && best.seconds.max(passed) < NEAR * seconds;
        let is_over = may_end && 5.0 * passed > seconds && !is_near;
        if is_over {
            return (way, best);
        }
        round *= 4;
    }
}
