//! What the rest of a sweep will take, from what a trial has seen of it.

use super::blueprint::Blueprint;
use super::sweep::Sweep;
use crate::board::Mask;

/// What a sweep is expected to take, the part that is done included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Forecast {
    /// On one thread.
    pub(super) seconds: f64,
    /// Of these, the seconds that have passed.
    pub(super) spent: f64,
    /// Bytes held at most.
    pub(super) memory: f64,
    /// Whether the sweep is finished, so that these are measured.
    pub(super) finished: bool,
}

/// Past this many bytes states are not found in the caches any more: nanoseconds that a state reached takes then.
const CACHE_BYTES: f64 = 16e6;
const OUT_OF_CACHE_SECONDS: f64 = 90e-9;
/// Where kinds reach far the number of states grows up to about this part of all lines, or of as many lines as a line has
/// points, if these are fewer.
const GROWTH_ENDS: f64 = 0.78;
/// How slowly the growth ends.
const GROWTH_POWER: i32 = 4;

/// What a sweep is expected to take, from how the number of its states has grown line by line.
///
/// Kinds that reach a few lines ahead have their full number of states after that many lines, and keep it until shortly
/// before the end. Where kinds reach far, states double and double again; the growth per line, on a logarithmic scale,
/// was seen to fall off like `1 - (line / 0.78 lines)^4` on square boards, for mixes, queens, and any number of queens alike,
/// which shows the sum within a factor of about two. On a long board it is over when each line along it was hit, after
/// about as many lines as a line has points, and the number of states stays until that many lines are left.
pub(super) fn forecast<K: Mask>(sweep: &Sweep<K>, blueprint: &Blueprint) -> Forecast {
    let states: Vec<f64> = sweep.profile.iter().map(|&states| states as f64).collect();
    let ends: Vec<usize> =
        (0..blueprint.steps.len()).filter(|&step| blueprint.steps[step].ends_line).collect();
    let lines = ends.len();
    // Lines swept to their end, the states at the end of each, and all states within each.
    let done = ends.iter().filter(|&&end| end < states.len()).count();
    let begin = |line: usize| if line == 0 { 0 } else { ends[line - 1] + 1 };
    let within = |line: usize| states[begin(line)..=ends[line]].iter().sum::<f64>();
    let swept: f64 = states.iter().sum::<f64>().max(1.0);
    let most_so_far = states.iter().copied().fold(1.0, f64::max);
    let (mut rest, mut most) = (0.0, most_so_far);
    let growth = Growth::new(blueprint, &ends);
    let (mut line_states, mut last) = match done {
        // Not even one line: as if each further step of it were like the last, at least.
        0 => (most_so_far * (ends[0] + 1) as f64, most_so_far),
        _ => (within(done - 1), states[ends[done - 1]]),
    };
    let mut before = if done >= 2 { states[ends[done - 2]] } else { 1.0 };
    for line in done.max(1)..lines {
        let factor = growth.factor(line, lines, last / before);
        (before, last) = (last, (last * factor).max(1.0));
        line_states *= factor;
        most = f64::max(most, last);
        rest += line_states;
    }
    let begun: f64 = states[if done == 0 { 0 } else { ends[done - 1] + 1 }..].iter().sum();
    rest = (rest - begun).max(0.0);
    let memory = sweep.peak as f64 * most / most_so_far;
    let pace = sweep.seconds / swept;
    // A state is reached about twice.
    let slow = if memory > CACHE_BYTES { pace.max(2.0 * OUT_OF_CACHE_SECONDS) } else { pace };
    Forecast { seconds: sweep.seconds + rest * slow, spent: sweep.seconds, memory, finished: false }
}

/// How the number of states goes on.
struct Growth {
    /// The line after which it stays; `None` where kinds reach far.
    full: Option<usize>,
    /// The line up to which it grows where kinds reach far,
    grown: f64,
    /// and with how many lines to go it begins to fall; in between it stays.
    falls: f64,
}

impl Growth {
    fn new(blueprint: &Blueprint, ends: &[usize]) -> Self {
        let live = live_bits(blueprint);
        let pairs: usize = blueprint.steps.iter().map(|step| step.choices.len()).sum();
        let first = live[ends[0]];
        let is_near = 2 * first < pairs;
        let per_line = pairs.div_ceil(ends.len()).max(1);
        let (lines, points) = (ends.len() as f64, blueprint.steps.len() as f64 / ends.len() as f64);
        let grown = points.min(GROWTH_ENDS * lines);
        Self {
            full: is_near.then(|| first.div_ceil(per_line)),
            grown,
            falls: (1.0 - GROWTH_ENDS) * points.min(lines),
        }
    }

    /// By which factor the states grow on a line, if they grew by `before` on the line before it.
    fn factor(&self, line: usize, lines: usize, before: f64) -> f64 {
        let before = before.max(1e-3);
        if let Some(full) = self.full {
            return match () {
                // Growth slows down as soon as lines begin to overlap.
                () if line < full && line == 1 => before.powf(0.4),
                () if line < full => before,
                () if line + full < lines => 1.0,
                () => 0.5,
            };
        }
        let fall = |line: usize| (1.0 - ((line + 1) as f64 / self.grown).powi(GROWTH_POWER)).max(0.0);
        match () {
            () if fall(line - 1) > 0.05 && before > 1.0 => before.powf(fall(line) / fall(line - 1)),
            () if (lines - line) as f64 > self.falls => 1.0,
            // Past the middle it falls faster and faster.
            () => before.min(1.0) * 0.3,
        }
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
