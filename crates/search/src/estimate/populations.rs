//! The size and the number of populations.

use super::anneal::{AnnealedSystem, Schedule, Size};
use super::interval::{interval, scatter, student};
use crate::clock::Instant;
use crate::engines::random::Random;
use crate::plan::{Observer, UnitDone};
use rayon::prelude::*;
use std::ops::Range;

/// The number of chains of a population. Longer chains are better than more of them, because neighbours are
/// alike only at low temperatures.
const CHAINS: usize = 16;
/// The number of links of the chains in the first trial.
const FIRST_LINKS: usize = 8;
/// The factor by which the number of links grows from trial to trial.
const MORE_LINKS: usize = 4;
/// The largest number of links that is tried.
const MAX_LINKS: usize = 1 << 13;
/// The least scatter, relative to the mean, that is required of populations. Above it, the required scatter
/// is the requested precision.
const SCATTER: f64 = 0.2;
/// The largest scatter, relative to the mean, that is allowed for populations, whatever the precision.
const MAX_SCATTER: f64 = 0.5;
/// The number of populations of a trial, from which the scatter is estimated.
const TRIED: usize = 8;
/// The largest number of bytes of the next population in all threads; a larger one is not tried.
const MAX_BYTES: usize = 1 << 29;
/// The largest share of the remaining time that another trial may take.
const TRIAL_SHARE: f64 = 0.2;
/// The number of populations that decide how many are needed: an interval from fewer would be short by luck.
const FIRST_POPULATIONS: usize = 32;
/// The largest number of populations.
const MAX_POPULATIONS: usize = 1 << 24;
/// The largest number of populations that are made at a time.
const ROUND: usize = 1 << 12;

/// The precision to attain, and the time limit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    /// Half the width of the interval, relative to the number; as small as possible in the time if `None`.
    pub(super) relative: Option<f64>,
    pub(super) end: Option<Instant>,
}

/// The populations as they are going to be.
pub(super) struct TunedPopulations {
    schedule: Schedule,
    pub(super) size: Size,
    /// The results of the populations that were tried.
    pub(super) samples: Vec<f64>,
    /// The time of one population on one thread.
    seconds: f64,
    is_stopped: bool,
}

/// The results of all populations.
pub(super) struct PopulationResults {
    /// The logarithms of the results; minus infinity for a population without a placement.
    pub(super) samples: Vec<f64>,
    pub(super) size: Size,
    pub(super) steps: usize,
    /// True if the goal was attained.
    pub(super) complete: bool,
}

/// The system to anneal, with its random numbers and its observer.
#[derive(Clone, Copy)]
pub(super) struct Laboratory<'a> {
    pub(super) system: &'a dyn AnnealedSystem,
    pub(super) goal: Goal,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) observer: &'a dyn Observer,
}

/// The random numbers that choose a schedule. Each purpose has its own, so that those of a trial are not used
/// again.
const SCHEDULE: u64 = 1;
/// The random numbers of a trial.
const TRIAL: u64 = 2;
/// The random numbers of the result.
const RESULT: u64 = 3;

impl Laboratory<'_> {
    fn stops(&self) -> bool {
        self.observer.should_stop() || self.goal.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the random numbers for the `number`th population of a purpose.
    fn random(&self, purpose: u64, number: usize) -> Random {
        let mut start = self.seed;
        for word in [purpose, number as u64] {
            start = Random::new(start ^ word).next();
        }
        Random::new(start)
    }

    /// Finds a sufficient size of populations; `None` if it is stopped before the first trial ends.
    pub(super) fn tune(&self) -> Option<TunedPopulations> {
        let mut links = FIRST_LINKS;
        let mut tuned: Option<TunedPopulations> = None;
        loop {
            let begun = Instant::now();
            let size = Size { chains: CHAINS, links };
            let stops = || self.stops();
            let trial =
                self.system.choose(size, &mut self.random(SCHEDULE, links), &stops).and_then(|schedule| {
                    let samples =
                        self.samples(&schedule, size, TRIAL, links * TRIED..(links + 1) * TRIED, 0.0);
                    (samples.len() == TRIED).then_some((schedule, samples))
                });
            let Some((schedule, samples)) = trial else {
                return tuned.map(|tuned| TunedPopulations { is_stopped: true, ..tuned });
            };
            let spent = begun.elapsed().as_secs_f64();
            // One population chose the schedule before.
            let rounds = 1 + TRIED.div_ceil(self.threads);
            let scatter = scatter(&samples).map_or(f64::INFINITY, |(scatter, _)| scatter);
            let seconds = spent / rounds as f64;
            tuned = Some(TunedPopulations { schedule, size, samples, seconds, is_stopped: false });
            let left = self
                .goal
                .end
                .map_or(f64::INFINITY, |end| end.saturating_duration_since(Instant::now()).as_secs_f64());
            let bytes = self.system.bytes() * size.last() * MORE_LINKS * self.threads;
            let scattered = self.goal.relative.unwrap_or(0.0).clamp(SCATTER, MAX_SCATTER);
            let is_enough = scatter <= scattered || links >= MAX_LINKS || bytes > MAX_BYTES;
            if is_enough || spent * MORE_LINKS as f64 > TRIAL_SHARE * left {
                return tuned;
            }
            links *= MORE_LINKS;
        }
    }

    /// Estimates the time in seconds until the goal is attained.
    pub(super) fn seconds(&self, tuned: &TunedPopulations) -> f64 {
        let populations =
            self.goal.relative.map_or(0, |relative| needed_populations(&tuned.samples, relative));
        populations as f64 * tuned.seconds / self.threads as f64
    }

    /// Makes as many populations as the goal needs.
    pub(super) fn populate(&self, tuned: TunedPopulations) -> PopulationResults {
        let TunedPopulations { schedule, size, samples: tried, seconds, is_stopped } = tuned;
        let steps = schedule.steps();
        if is_stopped {
            return PopulationResults { samples: tried, size, steps, complete: false };
        }
        let samples = match self.goal.relative {
            Some(relative) => {
                self.until_known(&schedule, size, relative, needed_populations(&tried, relative))
            }
            None => self.until_over(&schedule, size, seconds),
        };
        let is_narrow = |relative: f64| match interval(&samples) {
            Some(interval) => interval.relative_error() <= relative,
            // None of the first populations found a placement.
            None => samples.len() >= FIRST_POPULATIONS && scatter(&samples).is_none(),
        };
        let complete = self.goal.relative.map_or(!self.observer.should_stop(), is_narrow);
        // If time is short, the trial populations must do: only time chose their size.
        let samples = if samples.len() < 2 { tried } else { samples };
        PopulationResults { samples, size, steps, complete }
    }

    /// Makes populations until the interval is as narrow as requested. The first of them determine how many
    /// are needed (C. Stein, 1945). A check after each one would stop as soon as the interval seems narrow by
    /// chance.
    fn until_known(&self, schedule: &Schedule, size: Size, relative: f64, expected: usize) -> Vec<f64> {
        let mut samples = Vec::new();
        let (mut wanted, mut share) = (FIRST_POPULATIONS, 1.0 / expected as f64);
        loop {
            let until = wanted.min(samples.len() + ROUND);
            samples.extend(self.samples(schedule, size, RESULT, samples.len()..until, share));
            if samples.len() < until {
                return samples;
            }
            if until < wanted {
                continue;
            }
            let is_narrow = interval(&samples).is_some_and(|found| found.relative_error() <= relative);
            let is_nothing = scatter(&samples).is_none();
            if is_narrow || is_nothing || wanted >= MAX_POPULATIONS {
                return samples;
            }
            let done = samples.len();
            wanted = needed_populations(&samples, relative).max(done + done / 8);
            let left = (1.0 - done as f64 / expected as f64).max(0.0);
            share = left / (wanted - done) as f64;
        }
    }

    /// Makes populations until the time is over.
    fn until_over(&self, schedule: &Schedule, size: Size, seconds: f64) -> Vec<f64> {
        let mut samples = Vec::new();
        let left = self.goal.end.map(|end| end.saturating_duration_since(Instant::now()));
        let rounds = left.map_or(f64::INFINITY, |left| left.as_secs_f64() / seconds);
        let share = 1.0 / (rounds * self.threads as f64).max(1.0);
        while !self.stops() && samples.len() < MAX_POPULATIONS {
            let range = samples.len()..samples.len() + self.threads;
            samples.extend(self.samples(schedule, size, RESULT, range, share));
        }
        samples
    }

    /// Returns the results of some populations, in order; stopped ones are omitted.
    fn samples(
        &self,
        schedule: &Schedule,
        size: Size,
        purpose: u64,
        numbers: Range<usize>,
        share: f64,
    ) -> Vec<f64> {
        let sample = |number: usize| {
            if self.stops() {
                return None;
            }
            let mut random = self.random(purpose, number);
            let sample = self.system.sample(schedule, size, &mut random, &|| self.stops())?;
            self.observer.unit_done(&UnitDone::step(number, share, size.last() as u64));
            Some(sample)
        };
        numbers.into_par_iter().map(sample).collect::<Vec<_>>().into_iter().flatten().collect()
    }
}

/// Estimates from these samples the number of populations that an interval of this precision needs.
fn needed_populations(samples: &[f64], relative: f64) -> usize {
    let Some((scatter, _)) = scatter(samples) else { return FIRST_POPULATIONS };
    let number = (student(samples.len().max(2) - 1) * scatter / relative).powi(2).ceil();
    (number as usize).clamp(FIRST_POPULATIONS, MAX_POPULATIONS)
}
