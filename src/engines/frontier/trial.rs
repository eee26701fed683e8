//! Trials: which way of sweeping is best, and what the rest of a sweep will take.
//!
//! All ways are swept in turn, each a little further than before, until one is done or the race has cost enough. A trial is
//! the beginning of the real sweep, which goes on from there, so nothing is done twice.

use super::blueprint::Blueprint;
use super::component::AnySweep;
use super::shape::Variable;
use super::sweep::{Limits, Status, Sweep};
use crate::board::Mask;
use std::time::Instant;

/// What a sweep is expected to take, the part that is done included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Forecast {
    /// On one thread.
    pub(super) seconds: f64,
    /// Bytes held at most.
    pub(super) memory: f64,
    /// Whether the sweep is finished, so that these are measured.
    pub(super) finished: bool,
}

/// Emissions of the first round of a race.
const FIRST_ROUND: u64 = 1 << 11;

/// Which variables to keep by groups: sensible ways, the most promising first.
pub(super) fn groupings(blueprint: &Blueprint, variables: &[Variable]) -> Vec<Vec<bool>> {
    let exact = |variable: &Variable| variable.least == variable.most && variable.most != 0;
    // A kind that reaches far has bits for a good part of the board.
    let far = |variable: &Variable| {
        let bits = |&kind: &usize| blueprint.bits_of_kind[kind].len();
        variable.kinds.iter().map(bits).max().unwrap_or(0) * 3 > blueprint.steps.len()
    };
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

/// Sweeps all a little, then those further that look best, until one is done or the race has taken about so many seconds. Returns
/// the best one and what it is expected to take.
pub(super) fn race<'a>(
    sweeps: &mut [Box<dyn AnySweep>],
    blueprint: impl Fn(usize) -> &'a Blueprint,
    seconds: f64,
    limits: &Limits<'_>,
) -> (usize, Forecast) {
    let start = Instant::now();
    let silent = |_: f64, _: u64| {};
    let mut still: Vec<usize> = (0..sweeps.len()).collect();
    let mut round = FIRST_ROUND;
    loop {
        let limits = Limits { emissions: round, progress: &silent, ..*limits };
        let mut forecasts = Vec::new();
        for &way in &still {
            let status = sweeps[way].run(&limits);
            let forecast = sweeps[way].forecast(blueprint(way));
            if status != Status::Paused {
                return (way, Forecast { finished: status == Status::Finished, ..forecast });
            }
            forecasts.push((forecast, way));
        }
        forecasts.sort_by(|a, b| a.0.seconds.total_cmp(&b.0.seconds));
        let (best, way) = forecasts[0];
        // A way that looks ten times as slow is left behind.
        still =
            forecasts.iter().filter(|(f, _)| f.seconds < 10.0 * best.seconds).map(|&(_, way)| way).collect();
        // The next round costs about four times as much as all before it.
        let is_over = 5.0 * start.elapsed().as_secs_f64() > seconds;
        if is_over {
            return (way, best);
        }
        round *= 4;
    }
}

/// What a sweep is expected to take, from how the number of its states has grown.
pub(super) fn forecast<K: Mask>(sweep: &Sweep<K>, blueprint: &Blueprint) -> Forecast {
    let done = sweep.profile.len();
    let steps = blueprint.steps.len();
    let mut states: Vec<f64> = sweep.profile.iter().map(|&states| states as f64).collect();
    let live = live_bits(blueprint);
    // Kinds that reach far have all their bits in doubt after a line or two, while their states go on to grow with the
    // pieces placed, like a power of what is swept. That power is measured over the second half of what is done.
    let reached = states.last().copied().unwrap_or(1.0).max(1.0);
    let power = match done {
        0 | 1 => 0.0,
        _ => {
            let growth = (reached / states[done / 2 - 1].max(1.0)).max(1.0);
            growth.ln() / (done as f64 / (done / 2) as f64).ln()
        }
    };
    // They grow no more near the end.
    let last_growth = steps * 2 / 3;
    let mut by_bits = reached;
    for step in done..steps {
        let (bits, bits_before) =
            (live[step].max(1) as f64, if step == 0 { 1.0 } else { live[step - 1].max(1) as f64 });
        by_bits = by_bits.powf(bits / bits_before).max(1.0);
        let swept = (step + 1).min(last_growth) as f64 / done.max(1) as f64;
        states.push(by_bits.max(reached * swept.max(1.0).powf(power)));
    }
    let total: f64 = states.iter().sum();
    let so_far: f64 = states[..done].iter().sum::<f64>().max(1.0);
    let most = states.iter().copied().fold(1.0, f64::max);
    let most_so_far = states[..done].iter().copied().fold(1.0, f64::max);
    Forecast {
        seconds: sweep.seconds * (total / so_far).max(1.0),
        memory: sweep.peak as f64 * (most / most_so_far).max(1.0),
        finished: false,
    }
}

/// After each step how many bits of the state can be in doubt.
fn live_bits(blueprint: &Blueprint) -> Vec<usize> {
    let mut live = std::collections::BTreeSet::new();
    let mut counts = Vec::with_capacity(blueprint.steps.len());
    for step in &blueprint.steps {
        live.extend(step.choices.iter().flat_map(|choice| choice.set.iter().copied()));
        step.freed.iter().for_each(|bit| {
            live.remove(bit);
        });
        counts.push(live.len());
    }
    counts
}
