//! Trials: which way of sweeping is best.
//!
//! All ways are swept in turn, each a little further than before, until one is done or the race has cost enough. A trial is
//! the beginning of the real sweep, which goes on from there, so nothing is done twice. Where there are threads, each takes a way;
//! a way itself keeps to one, so that what it takes can be told from that. Times are those that
//! threads [work](crate::work), all together: what else the machine does ends no race.

use super::blueprint::{Blueprint, PointChoices};
use super::forecast::{Forecast, forecast};
use super::limits::SweepLimits;
use super::shape::Variable;
use super::sweep::{Sweep, SweepStatus};
use crate::work::{Errand, Stopwatch};
use rayon::prelude::*;

/// Emissions of the first round of a race.
const FIRST_ROUND: u64 = 1 << 8;
/// Of a race of this many seconds no time ends the rounds up to this one.
const LONG_TRIAL: f64 = 0.1;
const LONG_TRIAL_ROUND: u64 = 1 << 12;
/// The end of a race of no more than so many seconds is near if the whole sweep is expected to take no more than so many races.
const BRIEF_TRIAL: f64 = 0.01;
const NEAR: f64 = 4.0;

/// Which variables to keep by groups: sensible ways, the most promising first.
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

/// Sweeps all a little, then those further that look best, until one is done or the race has taken about `seconds`. Returns
/// the best one and what it is expected to take.
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
                (status, forecast(sweep, blueprint(way)).within(&limits), way)
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
        // A way that looks ten times as slow is left behind, but not the most promising one: a forecast from a few lines can
        // be wrong by far more, and to go on with it costs no more than it takes.
        let is_left =
            |(forecast, way): &&(Forecast, usize)| *way == 0 || forecast.seconds < 10.0 * best.seconds;
        still = forecasts.iter().filter(is_left).map(|&(_, way)| way).collect();
        // The next round costs about four times as much as all before it.
        let may_end = seconds < LONG_TRIAL || round >= LONG_TRIAL_ROUND;
        let passed = watch.seconds();
        // With the end near enough, the trial had better get there than tell what it would take.
        let is_near = seconds <= BRIEF_TRIAL && best.seconds.max(passed) < NEAR * seconds;
        let is_over = may_end && 5.0 * passed > seconds && !is_near;
        if is_over {
            return (way, best);
        }
        round *= 4;
    }
}
