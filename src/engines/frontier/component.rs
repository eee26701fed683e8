//! A part of the field that does not interact with the rest, and the sweeps that count it.

use super::blueprint::Blueprint;
use super::field::Field;
use super::numbers::Numbers;
use super::order::Order;
use super::program::{Aim, Program};
use super::shape::Variable;
use super::sweep::{Limits, Status, Sweep};
use super::trial::{self, Forecast};
use crate::board::Mask;
use crate::with_mask;
use std::sync::{Mutex, PoisonError};

/// A sweep whose keys have whatever width they need.
pub(super) trait AnySweep: Send {
    fn run(&mut self, limits: &Limits<'_>) -> Status;
    fn numbers(&self) -> &Numbers;
    fn emissions(&self) -> u64;
    /// What the rest is expected to take.
    fn forecast(&self, blueprint: &Blueprint) -> Forecast;
}

impl<K: Mask> AnySweep for Sweep<K> {
    fn run(&mut self, limits: &Limits<'_>) -> Status {
        Self::run(self, limits)
    }

    fn numbers(&self) -> &Numbers {
        Self::numbers(self)
    }

    fn emissions(&self) -> u64 {
        self.emissions
    }

    fn forecast(&self, blueprint: &Blueprint) -> Forecast {
        trial::forecast(self, blueprint)
    }
}

/// A part of the field, with the ways in which it could be swept.
pub(super) struct Component {
    maximal: bool,
    /// One for each order that is worth a trial.
    blueprints: Vec<Blueprint>,
    /// The way that came out best of a trial.
    best: Mutex<Option<Best>>,
}

/// The way to sweep that came out best.
struct Best {
    blueprint: usize,
    grouped: Vec<bool>,
    forecast: Forecast,
    /// The trial sweep, to be gone on with, and what was asked of it.
    started: Option<(Aim, Box<dyn AnySweep>)>,
}

/// The widest state.
const MOST_BITS: usize = 1024;

impl Component {
    /// Some points of a field made ready; nothing if a state would be too wide whatever the order.
    pub(super) fn new<M: Mask>(field: &Field<M>, points: &[usize], maximal: bool) -> Option<Self> {
        let mut blueprints: Vec<Blueprint> = Vec::new();
        for order in Order::candidates(field, points) {
            let blueprint = Blueprint::new(field, &order, maximal);
            if blueprint.bits <= MOST_BITS && !blueprints.contains(&blueprint) {
                blueprints.push(blueprint);
            }
        }
        (!blueprints.is_empty()).then_some(Self { maximal, blueprints, best: Mutex::new(None) })
    }

    /// The most pieces that it can hold, judged by cliques.
    pub(super) fn capacity(&self, variable: &Variable) -> u32 {
        let of = |blueprint: &Blueprint| match blueprint.steps.last() {
            Some(step) => variable.kinds.iter().map(|&kind| step.behind[kind]).sum(),
            None => 0,
        };
        of(&self.blueprints[0])
    }

    /// Finds out by trial which order and which groups are best.
    pub(super) fn try_out(&self, variables: &[Variable], seconds: f64, limits: &Limits<'_>) {
        let mut ways = Vec::new();
        for (blueprint, plan) in self.blueprints.iter().enumerate() {
            for grouped in trial::groupings(plan, variables) {
                ways.push((blueprint, grouped));
            }
        }
        let mut sweeps: Vec<Box<dyn AnySweep>> = Vec::new();
        for (blueprint, grouped) in &ways {
            sweeps.extend(self.start(*blueprint, &self.aim(variables, grouped)));
        }
        if sweeps.len() < ways.len() {
            // No number asked for can be reached.
            return;
        }
        let (which, forecast) =
            trial::race(&mut sweeps, |way| &self.blueprints[ways[way].0], seconds, limits);
        let (blueprint, grouped) = ways.swap_remove(which);
        let aim = self.aim(variables, &grouped);
        let started = Some((aim, sweeps.swap_remove(which)));
        *self.best.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Best { blueprint, grouped, forecast, started });
    }

    fn aim(&self, variables: &[Variable], grouped: &[bool]) -> Aim {
        Aim { variables: variables.to_vec(), grouped: grouped.to_vec(), maximal: self.maximal }
    }

    /// A new sweep; nothing if no number asked for can be reached.
    fn start(&self, blueprint: usize, aim: &Aim) -> Option<Box<dyn AnySweep>> {
        let blueprint = &self.blueprints[blueprint];
        with_mask!(blueprint.bits, K => {
            let program = Program::<K>::new(blueprint, aim)?;
            Some(Box::new(Sweep::new(program)) as Box<dyn AnySweep>)
        })
    }

    /// Counts by numbers of the variables, and how far that went.
    pub(super) fn count(&self, variables: &[Variable], limits: &Limits<'_>) -> (Numbers, Status, u64) {
        let (blueprint, aim, started) = {
            let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
            match best.as_mut() {
                Some(best) => {
                    let aim = self.aim(variables, &best.grouped);
                    let started = best.started.take().filter(|(other, _)| *other == aim);
                    (best.blueprint, aim, started)
                }
                None => (0, self.aim(variables, &vec![false; variables.len()]), None),
            }
        };
        let Some(mut sweep) = started.map(|(_, sweep)| sweep).or_else(|| self.start(blueprint, &aim)) else {
            return (Numbers::new(), Status::Finished, 0);
        };
        let status = sweep.run(limits);
        (sweep.numbers().clone(), status, sweep.emissions())
    }

    fn of_best<T>(&self, value: impl Fn(&Best) -> T) -> Option<T> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(value)
    }

    pub(super) fn expected_seconds(&self) -> f64 {
        self.of_best(|best| best.forecast.seconds).unwrap_or(0.0)
    }

    pub(super) fn expected_memory(&self) -> usize {
        self.of_best(|best| best.forecast.memory as usize).unwrap_or(0)
    }

    /// Bits in a state.
    pub(super) fn bits(&self) -> usize {
        self.of_best(|best| self.blueprints[best.blueprint].bits).unwrap_or(0)
    }
}
