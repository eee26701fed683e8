//! The number of arrangements without energy, by annealed importance sampling (R. M. Neal, 2001). Populations
//! are resampled (P. Del Moral, A. Doucet, A. Jasra, *Sequential Monte Carlo samplers*, 2006) without waste
//! (H.-D. Dau, N. Chopin, *Waste-free sequential Monte Carlo*, 2022).
//!
//! The number of all arrangements is known. The method goes in steps from equal weights for all of them to
//! weights `exp(-cold * energy)`, which leave nearly only placements if `cold` is large. A population
//! accompanies the steps. At each step, the mean factor by which its weights change estimates the ratio of
//! the two sums of weights. Then a few arrangements are drawn by weight, and each begins a chain that walks
//! in the new distribution. All arrangements of the chains are the next population. Take the product of the
//! ratios, times the share of placements at the end, times the number of all arrangements. Its mean is
//! exactly the number of placements, whatever the steps, the size of the population, and the length of the
//! walks. These determine only the scatter.
//!
//! A population that is thrown away chooses the steps: if they depended on the one that counts, they would
//! bias it.

use super::system::{Chances, System};
use crate::engines::random::Random;

/// The number of arrangements of a population.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    /// The number of chains.
    pub(super) chains: usize,
    /// The number of arrangements of each chain.
    pub(super) links: usize,
}

impl Size {
    pub(super) fn total(self) -> usize {
        self.chains * self.links
    }

    /// Returns the size at a step: at low temperatures, the arrangements of a chain stay alike for longer, so
    /// chains are longer.
    fn at_temperature(self, cold: f64) -> Self {
        Self { links: if cold > COLD { COLD_TIMES * self.links } else { self.links }, ..self }
    }

    /// Returns the number of arrangements at the end.
    pub(super) fn last(self) -> usize {
        COLD_TIMES * self.total()
    }
}

/// The way from equal weights to those of placements: the values of `cold` at each step, beginning with zero.
#[derive(Debug, Clone)]
pub(super) struct Schedule(Vec<f64>);

/// The approximate share of a population that stays effective in a step (J. S. Liu, 1996).
const KEPT: f64 = 0.7;
/// The share of placements in a population at which cooling ends.
const ENOUGH: f64 = 0.5;
/// The value of `cold` at which cooling ends in any case: a conflict costs six digits of weight.
const COLDEST: f64 = 14.0;
/// The value of `cold` above which chains are longer. For 20 and 200 queens and 14 bishops the longer chains
/// halve the variance for the same time.
const COLD: f64 = 2.0;
/// The factor by which they are longer.
const COLD_TIMES: usize = 4;
/// The least step.
const LEAST: f64 = 1e-9;

/// Any system that can be annealed. (Unlike a [`System`], this trait has no associated type of arrangements,
/// so its callers are compiled once.)
pub(super) trait AnnealedSystem: Sync {
    /// Returns the logarithm of the number of arrangements; minus infinity if there are none.
    fn arrangements(&self) -> f64;

    /// Returns the approximate number of bytes of an arrangement.
    fn bytes(&self) -> usize;

    /// Chooses the steps with a population of this size; `None` if it is stopped.
    fn choose(&self, size: Size, random: &mut Random, stops: &dyn Fn() -> bool) -> Option<Schedule>;

    /// Returns the logarithm of the estimate of one population, minus infinity if it found no placement;
    /// `None` if it is stopped.
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

impl<S: System> AnnealedSystem for S {
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
            walk(self, &mut states, size.at_temperature(cold), (more, cold), random, stops)?;
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
            logarithm += walk(
                self,
                &mut states,
                size.at_temperature(pair[1]),
                (pair[1] - pair[0], pair[1]),
                random,
                stops,
            )?;
        }
        let found = states.iter().filter(|state| self.energy(state) == 0).count();
        Some(logarithm + (found as f64 / states.len() as f64).ln())
    }
}

/// Increases `cold` by `more`, draws by weight, and walks. Returns the logarithm of the mean weight; `None`
/// if it is stopped.
fn walk<S: System>(
    system: &S,
    states: &mut Vec<S::State>,
    size: Size,
    (more, cold): (f64, f64),
    random: &mut Random,
    stops: &dyn Fn() -> bool,
) -> Option<f64> {
    // Weights are relative to the largest one: for high energies all of them would be zero.
    let least = states.iter().map(|state| system.energy(state)).min().map_or(0.0, f64::from);
    let weight = |state: &S::State| (-more * (f64::from(system.energy(state)) - least)).exp();
    let weights: Vec<f64> = states.iter().map(weight).collect();
    let mean = weights.iter().sum::<f64>() / weights.len() as f64;
    let chances = Chances::new(cold);
    let starts: Vec<S::State> =
        draw_places(&weights, size.chains, random).into_iter().map(|place| states[place].clone()).collect();
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

/// Returns the amount by which `cold` may increase, at most `most`.
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

/// Draws `number` places, each as often as its share of the weight, as evenly as possible (J. Carpenter, P.
/// Clifford, P. Fearnhead, 1999).
fn draw_places(weights: &[f64], number: usize, random: &mut Random) -> Vec<usize> {
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
    // Rounding may omit the last place.
    places.resize(number, weights.len() - 1);
    places
}
