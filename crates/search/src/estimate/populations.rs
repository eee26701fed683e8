//! How large populations are, and how many of them there are.

use super::anneal::{Annealed, Schedule, Size};
use super::interval::{interval, scatter, student};
use crate::clock::Instant;
use crate::engines::random::Random;
use crate::plan::{Observer, UnitDone};
use rayon::prelude::*;
use std::ops::Range;

/// Populations have this many chains; longer chains are better than more of them, as neighbours are alike only where it is cold.
const CHAINS: usize = 16;
/// Links of chains that are tried, each so many times as many as before.
const FIRST_LINKS: usize = 8;
const MORE_LINKS: usize = 4;
const MAX_LINKS: usize = 1 << 13;
/// Populations are large enough that scatter by no more than this, relative to their mean, or than what is asked for is wide,
const SCATTER: f64 = 0.2;
const MAX_SCATTER: f64 = 0.5;
/// as so many of them tell,
const TRIED: usize = 8;
/// or that take so many bytes in all threads.
const MAX_BYTES: usize = 1 << 29;
/// Of the time that is left no more than this share goes into another trial.
const TRIAL_SHARE: f64 = 0.2;
/// So many populations tell how many are needed: an interval by fewer would be short by luck.
const FIRST_POPULATIONS: usize = 32;
/// There are no more than this, and no more at a time.
const MAX_POPULATIONS: usize = 1 << 24;
const ROUND: usize = 1 << 12;

/// How far a number is to be known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    /// Half the width of the interval, relative to the number; as short as can be in the time if `None`.
    pub(super) relative: Option<f64>,
    pub(super) end: Option<Instant>,
}

/// Populations as they are going to be.
pub(super) struct Tuned {
    schedule: Schedule,
    pub(super) size: Size,
    /// What the populations found that were tried.
    pub(super) samples: Vec<f64>,
    /// How long one of them takes a thread.
    seconds: f64,
    is_stopped: bool,
}

/// What all populations found.
pub(super) struct Found {
    /// Logarithms; minus infinity of a population without a placement.
    pub(super) samples: Vec<f64>,
    pub(super) size: Size,
    pub(super) steps: usize,
    /// Whether the goal was reached.
    pub(super) complete: bool,
}

/// Who anneals, from which random numbers, and who watches.
#[derive(Clone, Copy)]
pub(super) struct Laboratory<'a> {
    pub(super) system: &'a dyn Annealed,
    pub(super) goal: Goal,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) observer: &'a dyn Observer,
}

/// What random numbers are for. Those of a trial must not be used again.
const SCHEDULE: u64 = 1;
const TRIAL: u64 = 2;
const RESULT: u64 = 3;

impl Laboratory<'_> {
    fn stops(&self) -> bool {
        self.observer.should_stop() || self.goal.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The random numbers for the `number`th population of a kind.
    fn random(&self, purpose: u64, number: usize) -> Random {
        let mut start = self.seed;
        for word in [purpose, number as u64] {
            start = Random::new(start ^ word).next();
        }
        Random::new(start)
    }

    /// Finds out how large populations must be; `None` if it is stopped before anything is known.
    pub(super) fn tune(&self) -> Option<Tuned> {
        let mut links = FIRST_LINKS;
        let mut tuned: Option<Tuned> = None;
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
                return tuned.map(|tuned| Tuned { is_stopped: true, ..tuned });
            };
            let spent = begun.elapsed().as_secs_f64();
            // One chose the steps, by itself.
            let rounds = 1 + TRIED.div_ceil(self.threads);
            let scatter = scatter(&samples).map_or(f64::INFINITY, |(scatter, _)| scatter);
            let seconds = spent / rounds as f64;
            tuned = Some(Tuned { schedule, size, samples, seconds, is_stopped: false });
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

    /// About how long it takes to reach the goal.
    pub(super) fn seconds(&self, tuned: &Tuned) -> f64 {
        let populations = self.goal.relative.map_or(0, |relative| needed(&tuned.samples, relative));
        populations as f64 * tuned.seconds / self.threads as f64
    }

    /// As many populations as the goal needs.
    pub(super) fn populate(&self, tuned: Tuned) -> Found {
        let Tuned { schedule, size, samples: tried, seconds, is_stopped } = tuned;
        let steps = schedule.steps();
        if is_stopped {
            return Found { samples: tried, size, steps, complete: false };
        }
        let samples = match self.goal.relative {
            Some(relative) => self.until_known(&schedule, size, relative, needed(&tried, relative)),
            None => self.until_over(&schedule, size, seconds),
        };
        let is_narrow = |relative: f64| match interval(&samples) {
            Some(interval) => interval.relative_error() <= relative,
            // Nothing was found, by all of the first ones.
            None => samples.len() >= FIRST_POPULATIONS && scatter(&samples).is_none(),
        };
        let complete = self.goal.relative.map_or(!self.observer.should_stop(), is_narrow);
        // In a hurry, those that were tried must do: their size was chosen by nothing else than time.
        let samples = if samples.len() < 2 { tried } else { samples };
        Found { samples, size, steps, complete }
    }

    /// Populations until the interval is as narrow as asked for. How many there must be is seen from the first of them
    /// (C. Stein, 1945): to look after each would be to stop where chance makes it seem narrow.
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
            wanted = needed(&samples, relative).max(done + done / 8);
            let left = (1.0 - done as f64 / expected as f64).max(0.0);
            share = left / (wanted - done) as f64;
        }
    }

    /// Populations until the time is over.
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

    /// What some populations find, in order; those that are stopped are left out.
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

/// How many populations an interval needs that is so narrow, as far as these samples tell.
fn needed(samples: &[f64], relative: f64) -> usize {
    let Some((scatter, _)) = scatter(samples) else { return FIRST_POPULATIONS };
    let number = (student(samples.len().max(2) - 1) * scatter / relative).powi(2).ceil();
    (number as usize).clamp(FIRST_POPULATIONS, MAX_POPULATIONS)
}
