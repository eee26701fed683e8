//! How many arrangements have no energy: annealed importance sampling (R. M. Neal, 2001) by populations that are resampled
//! (P. Del Moral, A. Doucet, A. Jasra, *Sequential Monte Carlo samplers*, 2006) and wasted nothing of (H.-D. Dau, N. Chopin,
//! *Waste-free sequential Monte Carlo*, 2022).
//!
//! All arrangements are known in number. From equal weights for all of them one goes on in steps to weights
//! `exp(-cold * energy)`, which leave nearly nothing but placements where it is cold. A population goes along: at each step the mean
//! factor by which its weights change estimates the ratio of the two sums of weights. Then a few arrangements are drawn by
//! weight, each begins a chain that walks in the new distribution, and all that it comes by are the next population. The product of the ratios,
//! times the share of placements at the end, times the number of all arrangements has the number of placements as its mean,
//! exactly, whatever the steps, the size of the population, and how far the walks lead: these decide only how much it scatters.
//!
//! Steps are chosen by a population that is thrown away: depending on the one that counts, they would bias it.

use super::system::{Chances, System};
use crate::engines::random::Random;

/// How many arrangements go along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    /// Chains of them.
    pub(super) chains: usize,
    /// How many each chain has.
    pub(super) links: usize,
}

impl Size {
    pub(super) fn total(self) -> usize {
        self.chains * self.links
    }

    /// The same at a step: where it is cold, what a chain comes by stays alike for longer.
    fn at(self, cold: f64) -> Self {
        Self { links: if cold > COLD { COLD_TIMES * self.links } else { self.links }, ..self }
    }

    /// How many arrangements there are at the end.
    pub(super) fn last(self) -> usize {
        COLD_TIMES * self.total()
    }
}

/// How weights are led from equal ones to those of placements: how cold it is at each step, from zero on.
#[derive(Debug, Clone)]
pub(super) struct Schedule(Vec<f64>);

/// A step leaves about this share of a population effective (J. S. Liu, 1996).
const KEPT: f64 = 0.7;
/// It is cold enough where this share of a population are placements,
const ENOUGH: f64 = 0.5;
/// or here: a conflict takes off six digits.
const COLDEST: f64 = 14.0;
/// Colder than this, chains are so many times as long: for 20 and 200 queens and 14 bishops this halves the variance for the same time.
const COLD: f64 = 2.0;
const COLD_TIMES: usize = 4;
/// The least step.
const LEAST: f64 = 1e-9;

/// Whatever can be annealed. (A [`System`] has a type of arrangements of its own, this has not: who asks is compiled once.)
pub(super) trait Annealed: Sync {
    /// The logarithm of how many arrangements there are; of zero, minus infinity.
    fn arrangements(&self) -> f64;

    /// About how many bytes one of them takes.
    fn bytes(&self) -> usize;

    /// Chooses steps by a population of this size; `None` if it is stopped.
    fn choose(&self, size: Size, random: &mut Random, stops: &dyn Fn() -> bool) -> Option<Schedule>;

    /// The logarithm of what one population estimates, minus infinity if it found no placement; `None` if it is stopped.
    fn sample(
        &self,
        schedule: &Schedule,
        size: Size,
        random: &mut Random,
        stops: &dyn Fn() -> bool,
    ) -> Option<f64>;
}

impl Schedule {
    pub(super) fn steps(&self) -> usize {
        self.0.len()
    }
}

impl<S: System> Annealed for S {
    fn arrangements(&self) -> f64 {
        self.logarithm()
    }

    fn bytes(&self) -> usize {
        System::bytes(self)
    }

    fn choose(&self, size: Size, random: &mut Random, stops: &dyn Fn() -> bool) -> Option<Schedule> {
        let (mut steps, mut cold) = (vec![0.0], 0.0);
        let mut states: Vec<S::State> = (0..size.total()).map(|_| self.start(random)).collect();
        loop {
            let energies: Vec<u32> = states.iter().map(|state| self.energy(state)).collect();
            let placements = energies.iter().filter(|&&energy| energy == 0).count();
            if placements as f64 >= ENOUGH * states.len() as f64 || cold >= COLDEST {
                return Some(Schedule(steps));
            }
            let more = step(&energies, COLDEST - cold);
            cold = if more >= COLDEST - cold { COLDEST } else { cold + more };
            steps.push(cold);
            walk(self, &mut states, size.at(cold), (more, cold), random, stops)?;
        }
    }

    fn sample(
        &self,
        schedule: &Schedule,
        size: Size,
        random: &mut Random,
        stops: &dyn Fn() -> bool,
    ) -> Option<f64> {
        let mut logarithm = self.logarithm();
        if logarithm == f64::NEG_INFINITY {
            return Some(logarithm);
        }
        let mut states: Vec<S::State> = (0..size.total()).map(|_| self.start(random)).collect();
        for pair in schedule.0.windows(2) {
            logarithm +=
                walk(self, &mut states, size.at(pair[1]), (pair[1] - pair[0], pair[1]), random, stops)?;
        }
        let found = states.iter().filter(|state| self.energy(state) == 0).count();
        Some(logarithm + (found as f64 / states.len() as f64).ln())
    }
}

/// Makes it colder by `more`, draws by weight, and walks; the logarithm of the mean weight. `None` if it is stopped.
fn walk<S: System>(
    system: &S,
    states: &mut Vec<S::State>,
    size: Size,
    (more, cold): (f64, f64),
    random: &mut Random,
    stops: &dyn Fn() -> bool,
) -> Option<f64> {
    // Relative to the largest weight: far down all of them would be zero.
    let least = states.iter().map(|state| system.energy(state)).min().map_or(0.0, f64::from);
    let weight = |state: &S::State| (-more * (f64::from(system.energy(state)) - least)).exp();
    let weights: Vec<f64> = states.iter().map(weight).collect();
    let mean = weights.iter().sum::<f64>() / weights.len() as f64;
    let chances = Chances::new(cold);
    let starts: Vec<S::State> =
        drawn(&weights, size.chains, random).into_iter().map(|place| states[place].clone()).collect();
    // Chains are longer at some step than before.
    while states.len() < size.total() {
        states.push(starts[0].clone());
    }
    let mut places = states.iter_mut();
    for mut state in starts {
        if stops() {
            return None;
        }
        for place in places.by_ref().take(size.links) {
            system.sweep(&mut state, &chances, random);
            place.clone_from(&state);
        }
    }
    Some(mean.ln() - more * least)
}

/// By how much it may become colder, at most `most`.
fn step(energies: &[u32], most: f64) -> f64 {
    let least = f64::from(energies.iter().copied().min().unwrap_or(0));
    let kept = |more: f64| {
        let (mut sum, mut squares) = (0.0, 0.0);
        for &energy in energies {
            let weight = (-more * (f64::from(energy) - least)).exp();
            sum += weight;
            squares += weight * weight;
        }
        sum * sum / (squares * energies.len() as f64)
    };
    if kept(most) >= KEPT {
        return most;
    }
    let (mut low, mut high) = (0.0, most);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if kept(middle) >= KEPT { low = middle } else { high = middle }
    }
    low.max(LEAST)
}

/// So many places, each as often as its weight has a share, as evenly as can be (J. Carpenter, P. Clifford, P. Fearnhead, 1999).
fn drawn(weights: &[f64], number: usize, random: &mut Random) -> Vec<usize> {
    let total: f64 = weights.iter().sum();
    let offset = random.fraction();
    let mut places = Vec::with_capacity(number);
    let mut sum = 0.0;
    for (place, weight) in weights.iter().enumerate() {
        sum += weight;
        while places.len() < number && (places.len() as f64 + offset) * total < sum * number as f64 {
            places.push(place);
        }
    }
    // Rounding may leave out the last one.
    places.resize(number, weights.len() - 1);
    places
}
