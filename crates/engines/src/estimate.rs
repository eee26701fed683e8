//! Forecasts the cost of a search from a few random descents.
//!
//! Go down the tree of partial placements by random choices, and weight every partial placement on the way
//! with the reciprocal of the probability of reaching it. The mean of the sum of these weights over all ways
//! down is the number of partial placements. With the costs of partial placements as factors, it is the total
//! cost. This is D. E. Knuth's estimate (*Estimating the efficiency of backtrack programs*, Mathematics of
//! Computation 29, 1975). It is right on average for any probabilities, and the more precise the closer the
//! probability of a choice is to its share of the work (Knuth's section 5; P.-C. Chen, *Heuristic sampling*,
//! 1992). The guide here is the mean-field model, which also estimates the work of units:
//!
//! * A descent starts from a unit, not from the empty board, so that everything that units save is also saved
//!   here. The probability of a unit is proportional to its expected work. The units of one batch are taken
//!   at equal distances along the sum of all work (systematic sampling), so that each batch visits each part
//!   of the tree.
//! * The engine decides how a descent chooses.
//!
//! The spread of the descents gives the error. (This treats their units as independent, which they are not,
//! so the true error is somewhat smaller. The spread of the batches would be more accurate if there were
//! many.) Chance is a fixed sequence: the same plan has the same estimate everywhere.

use super::random::Random;

/// The expected cost of a count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The expected number of partial placements, as results report them; `None` if the engine cannot
    /// estimate it.
    pub nodes: Option<f64>,
    /// The approximate seconds on one core.
    pub seconds: f64,
    /// The standard error of `seconds` due to chance, relative to `seconds`. `None` if they follow from a
    /// model alone. The model of halves is usually right within a fifth; a mean field may be wrong by orders
    /// of magnitude.
    pub relative_error: Option<f64>,
    /// The number of random descents.
    pub descents: u32,
}

impl Estimate {
    /// Creates an estimate by a model alone.
    #[doc(hidden)]
    pub fn by_model(nanoseconds: f64) -> Self {
        Self { nodes: None, seconds: nanoseconds * 1e-9, relative_error: None, descents: 0 }
    }

    /// Creates an estimate from the beginning of the run itself: exact if the run is finished, and otherwise
    /// usually within a factor of two.
    #[doc(hidden)]
    pub fn by_trial(seconds: f64, finished: bool) -> Self {
        Self { nodes: None, seconds, relative_error: finished.then_some(0.0), descents: 0 }
    }

    /// Returns the estimate of several parts together.
    #[doc(hidden)]
    pub fn sum(parts: &[Self]) -> Self {
        let seconds: f64 = parts.iter().map(|part| part.seconds).sum();
        // A part without an error does not affect the error of the sum if its time is negligible.
        let error = |part: &Self| match part.relative_error {
            Some(error) => Some(error * part.seconds),
            None => (part.seconds < NEGLIGIBLE * seconds).then_some(0.0),
        };
        let errors: Option<Vec<f64>> = parts.iter().map(error).collect();
        let length = |errors: Vec<f64>| errors.iter().fold(0.0, |length: f64, &error| length.hypot(error));
        Self {
            nodes: parts.iter().map(|part| part.nodes).sum(),
            seconds,
            relative_error: errors.map(|errors| if seconds > 0.0 { length(errors) / seconds } else { 0.0 }),
            descents: parts.iter().map(|part| part.descents).sum(),
        }
    }
}

/// The share of the total time below which a part is negligible.
const NEGLIGIBLE: f64 = 0.02;

/// The limits of an estimate by descents.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct Effort {
    /// The maximum number of descents.
    pub descents: u32,
    /// The relative error that is sufficient.
    #[doc(hidden)]
    pub error: f64,
    /// The minimum work in nanoseconds that justifies an estimate by descents, if there is a good model.
    #[doc(hidden)]
    pub worth: f64,
    /// The share of the time at stake that may be spent, up to a millisecond, even if the error is small.
    #[doc(hidden)]
    pub share: f64,
    /// The maximum time in nanoseconds if the error is large, provided that it is a small share of the time
    /// at stake.
    #[doc(hidden)]
    pub longest: f64,
    /// The time at stake in nanoseconds: the cost of another way. It limits the effort, and a way that takes
    /// many times as long is not examined further.
    #[doc(hidden)]
    pub stake: f64,
}

impl Effort {
    /// The effort for planning: precise enough, and too short to notice.
    #[doc(hidden)]
    pub const PLANNING: Self = Self {
        descents: 1 << 16,
        error: 0.04,
        worth: 100_000.0,
        share: 0.3,
        longest: 1e8,
        stake: f64::INFINITY,
    };
    /// Like [`PLANNING`](Self::PLANNING), but for a first look, before anything else is tried.
    #[doc(hidden)]
    pub const LOOK: Self = Self { longest: 1e6, ..Self::PLANNING };
    /// Like [`PLANNING`](Self::PLANNING), but for one of many plans inside another, which only distinguishes
    /// years from seconds. With the patience of [`PLANNING`](Self::PLANNING) `12x12 N30 Q`, a plan for each
    /// orbit of the queen, planned longer than it counted.
    #[doc(hidden)]
    pub const NESTED: Self = Self { longest: 5e6, ..Self::PLANNING };

    /// Returns the effort if `seconds` seconds are at stake.
    #[doc(hidden)]
    pub fn with_stake(self, seconds: f64) -> Self {
        Self { stake: seconds * 1e9, ..self }
    }

    /// True if an estimate of `seconds` seconds is hopeless, so that it was not refined.
    #[doc(hidden)]
    pub fn is_hopeless(&self, seconds: f64) -> bool {
        seconds * 1e9 > HOPELESS * self.stake
    }
}

/// The estimate for a unit from one descent.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sample {
    /// The number of partial placements of the unit.
    pub(crate) nodes: f64,
    /// The expected time for counting the unit.
    pub(crate) nanoseconds: f64,
    /// The time that the descent itself takes, in approximate nanoseconds. (It is not measured by a clock,
    /// because that would not be reproducible.)
    pub(crate) spent: f64,
}

/// The number of descents in one batch.
const BATCH: u32 = 8;
/// The minimum number of descents; fewer of them show little about the error.
const MIN_DESCENTS: u32 = 128;
/// The maximum time that an estimate may take for a share of the time at stake, in nanoseconds.
const MAX_SPENT: f64 = 1e6;
/// The time that an estimate may take in any case, in nanoseconds.
const MIN_SPENT: f64 = 1e5;
/// The error above which an estimate may take longer.
const LARGE_ERROR: f64 = 0.2;
/// The share of the time at stake that an estimate with a large error may take, up to [`Effort::longest`].
const SHARE_SPENT: f64 = 0.05;
/// The factor beyond the time at stake from which a way is hopeless, however large the error. Descents are
/// right on average. So by A. A. Markov's inequality a mean of k times the truth occurs in at most one look
/// in k.
const HOPELESS: f64 = 32.0;
/// The share of descents that start from uniformly chosen units, because units that the model values at
/// nothing must not be missed.
const ANY_UNIT: f64 = 0.1;

/// Estimates all units together by random descents from some of them.
pub(crate) fn by_descents(
    costs: &mut dyn Iterator<Item = f64>,
    descent: &mut dyn FnMut(usize, &mut Random) -> Sample,
    effort: Effort,
    random: &mut Random,
) -> Estimate {
    let Effort { descents: most_descents, error: enough, share, longest, stake, .. } = effort;
    // The sum must be right even if costs are impossibly large.
    let mut ends: Vec<f64> = costs
        .scan(0.0, |sum, work| {
            *sum += work.max(1.0);
            Some(*sum)
        })
        .collect();
    let units = ends.len();
    let Some(&total) = ends.last() else {
        return Estimate { nodes: Some(0.0), seconds: 0.0, relative_error: Some(0.0), descents: 0 };
    };
    for (unit, end) in ends.iter_mut().enumerate() {
        *end = (1.0 - ANY_UNIT) * *end / total + ANY_UNIT * (unit + 1) as f64 / units as f64;
    }
    let (mut nodes, mut time) = (Mean::default(), Mean::default());
    let (mut descents, mut spent) = (0, 0.0);
    loop {
        let offset = random.fraction();
        for number in 0..BATCH {
            let point = (f64::from(number) + offset) / f64::from(BATCH);
            let unit = ends.partition_point(|&end| end <= point).min(units - 1);
            let chance = ends[unit] - if unit == 0 { 0.0 } else { ends[unit - 1] };
            let sample = descent(unit, random);
            nodes.add(sample.nodes / chance);
            time.add(sample.nanoseconds / chance);
            spent += sample.spent;
        }
        descents += BATCH;
        let error = time.relative_error();
        let at_stake = time.mean.min(stake);
        let may_go_on = spent < (share * at_stake).clamp(MIN_SPENT, MAX_SPENT)
            || (error > LARGE_ERROR && spent < (SHARE_SPENT * at_stake).min(longest));
        let is_hopeless = descents >= MIN_DESCENTS && effort.is_hopeless(time.mean * 1e-9);
        // Checking after every batch would stop at a lucky moment, with an error that seems small.
        let is_enough = descents >= MIN_DESCENTS && descents.is_power_of_two() && error < enough;
        if is_enough || is_hopeless || !may_go_on || descents >= most_descents {
            return Estimate {
                nodes: Some(nodes.mean),
                seconds: time.mean * 1e-9,
                relative_error: Some(error),
                descents,
            };
        }
    }
}

/// A mean and its standard error (B. P. Welford, 1962).
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    number: f64,
    mean: f64,
    /// The sum of the squares of the deviations.
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.number += 1.0;
        let before = value - self.mean;
        self.mean += before / self.number;
        self.squares += before * (value - self.mean);
    }

    /// Returns the standard error of the mean, as a share of it; infinite after one value.
    fn relative_error(self) -> f64 {
        if self.number < 2.0 {
            return f64::INFINITY;
        }
        if self.squares == 0.0 {
            return 0.0;
        }
        (self.squares / (self.number * (self.number - 1.0))).sqrt() / self.mean
    }
}

#[cfg(test)]
mod tests {
    use crate::engines::estimate::*;

    fn estimate(costs: &[f64], nodes: &[f64], enough: f64) -> Estimate {
        let sample = |unit: usize, random: &mut Random| {
            // Half of the descents find twice the true number, the others none.
            let found = if random.draw_below(2) == 0 { 0.0 } else { 2.0 * nodes[unit] };
            Sample { nodes: found, nanoseconds: 10.0 * found, spent: 100.0 }
        };
        let effort =
            Effort { descents: 1 << 12, error: enough, worth: 0.0, share: f64::INFINITY, ..Effort::PLANNING };
        by_descents(&mut costs.iter().copied(), &mut { sample }, effort, &mut Random::new(7))
    }

    #[test]
    fn descents_add_up_whatever_the_works_say() {
        let nodes = [100.0, 7.0, 300.0, 0.0, 50.0];
        let total: f64 = nodes.iter().sum();
        for costs in [[100.0, 7.0, 300.0, 1.0, 50.0], [1.0; 5], [900.0, 1.0, 20.0, 5.0, 1.0]] {
            let estimate = estimate(&costs, &nodes, 0.0);
            let error = estimate.relative_error.unwrap();
            assert_eq!(estimate.descents, 1 << 12);
            assert!(error < 0.1, "{error}");
            assert!((estimate.nodes.unwrap() / total - 1.0).abs() < 4.0 * error, "{estimate:?}");
            assert!((estimate.seconds * 1e9 / (10.0 * total) - 1.0).abs() < 4.0 * error, "{estimate:?}");
        }
    }

    #[test]
    fn descents_end_when_they_are_enough() {
        assert_eq!(estimate(&[1.0; 3], &[5.0; 3], 0.2).descents, MIN_DESCENTS);
        assert_eq!(estimate(&[1.0; 3], &[5.0; 3], 0.05).descents, 512);
        let nothing = estimate(&[], &[], 0.1);
        assert_eq!((nothing.descents, nothing.seconds), (0, 0.0));
        // Costs may be impossibly large, or all zero.
        assert!(estimate(&[1e290, 1e290, 0.0], &[1e300, 1e300, 1.0], 0.1).seconds > 1e280);
        assert_eq!(estimate(&[0.0; 2], &[0.0; 2], 0.1).relative_error, Some(0.0));
    }

    #[test]
    fn parts_add_up() {
        let part =
            |seconds, relative_error| Estimate { nodes: Some(seconds), seconds, relative_error, descents: 1 };
        let sum = Estimate::sum(&[part(3.0, Some(0.1)), part(1.0, Some(0.4))]);
        assert_eq!((sum.nodes, sum.seconds, sum.descents), (Some(4.0), 4.0, 2));
        assert!((sum.relative_error.unwrap() - 0.125).abs() < 1e-9);
        assert_eq!(Estimate::sum(&[part(3.0, Some(0.1)), part(1.0, None)]).relative_error, None);
        assert!(Estimate::sum(&[part(3.0, Some(0.1)), part(0.01, None)]).relative_error.is_some());
        assert_eq!(Estimate::sum(&[]).relative_error, Some(0.0));
    }
}
