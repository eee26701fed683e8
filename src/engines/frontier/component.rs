//! A part of the field that does not interact with the rest, and the sweeps that count it.

use super::blueprint::Blueprint;
use super::field::Field;
use super::numbers::Numbers;
use super::order::Order;
use super::program::{self, Aim, Program};
use super::rest::{self, Ground, Rest};
use super::shape::Variable;
use super::sweep::{Limits, Status, Sweep};
use super::trial::{self, Forecast};
use crate::board::Mask;
use crate::with_mask;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A sweep whose keys have whatever width they need.
pub(super) trait AnySweep: Send {
    fn run(&mut self, limits: &Limits<'_>) -> Status;
    fn numbers(&self) -> &Numbers;
    fn nodes(&self) -> u64;
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

    fn nodes(&self) -> u64 {
        Self::nodes(self)
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
    /// For states that are handed over; nothing if none can be.
    ground: Option<Arc<dyn Ground>>,
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
/// The ways that are tried may take so many bytes before the first step, however little memory states may take,
const LEAST_ROOM: usize = 1 << 26;
/// and however much: to fill more takes longer than a trial.
const MOST_ROOM: usize = 1 << 30;
/// The share of a trial after which no further orders, and no further ways, are made ready: a short trial is for a problem
/// that does not take long, and had better look at one way than make many.
const SHARE_FOR_ORDERS: f64 = 0.25;
const SHARE_FOR_WAYS: f64 = 0.5;

impl Component {
    /// Some points of a field made ready for a trial of so many seconds; nothing if a state would be too wide whatever the
    /// order.
    pub(super) fn new<M: Mask>(
        field: &Field<M>,
        points: &[usize],
        maximal: bool,
        seconds: f64,
    ) -> Option<Self> {
        let start = Instant::now();
        let mut blueprints: Vec<Blueprint> = Vec::new();
        for order in Order::candidates(field, points) {
            if !blueprints.is_empty() && start.elapsed().as_secs_f64() > seconds * SHARE_FOR_ORDERS {
                break;
            }
            let blueprint = Blueprint::new(field, &order, maximal);
            // The same steps on other points are found again where the field looks the same another way round.
            let is_new = blueprints.iter().all(|other| other.steps != blueprint.steps);
            if blueprint.bits <= MOST_BITS && is_new {
                blueprints.push(blueprint);
            }
        }
        let ground = if maximal { None } else { rest::ground(field) };
        (!blueprints.is_empty()).then_some(Self { maximal, blueprints, ground, best: Mutex::new(None) })
    }

    /// The most pieces that it can hold, judged by cliques.
    pub(super) fn capacity(&self, variable: &Variable) -> u32 {
        let of = |blueprint: &Blueprint| match blueprint.steps.last() {
            Some(step) => variable.kinds.iter().map(|&kind| step.behind[kind]).sum(),
            None => 0,
        };
        of(&self.blueprints[0])
    }

    /// Finds out by trial which order and which groups are best; says no if there are too many numbers for any.
    pub(super) fn try_out(&self, variables: &[Variable], seconds: f64, limits: &Limits<'_>) -> bool {
        let mut ways = Vec::new();
        let mut room = (limits.memory / 4).clamp(LEAST_ROOM, MOST_ROOM) as f64;
        for (blueprint, plan) in self.blueprints.iter().enumerate() {
            for grouped in trial::groupings(plan, variables) {
                let bytes = program::bytes(plan, &self.aim(variables, &grouped));
                if bytes <= room {
                    room -= bytes;
                    ways.push((blueprint, grouped));
                }
            }
        }
        if ways.is_empty() {
            return false;
        }
        let start = Instant::now();
        let mut sweeps: Vec<Box<dyn AnySweep>> = Vec::new();
        for (blueprint, grouped) in &ways {
            if !sweeps.is_empty() && start.elapsed().as_secs_f64() > seconds * SHARE_FOR_WAYS {
                break;
            }
            // Nothing if no number asked for can be reached.
            let Some(sweep) = self.start(*blueprint, &self.aim(variables, grouped)) else { return true };
            sweeps.push(sweep);
        }
        let (which, forecast) =
            trial::race(&mut sweeps, |way| &self.blueprints[ways[way].0], seconds, limits);
        let (blueprint, grouped) = ways.swap_remove(which);
        let aim = self.aim(variables, &grouped);
        let started = Some((aim, sweeps.swap_remove(which)));
        *self.best.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Best { blueprint, grouped, forecast, started });
        true
    }

    fn aim(&self, variables: &[Variable], grouped: &[bool]) -> Aim {
        Aim { variables: variables.to_vec(), grouped: grouped.to_vec(), maximal: self.maximal }
    }

    /// A new sweep; nothing if no number asked for can be reached.
    fn start(&self, blueprint: usize, aim: &Aim) -> Option<Box<dyn AnySweep>> {
        let blueprint = &self.blueprints[blueprint];
        with_mask!(blueprint.bits, K => {
            let program = Program::<K>::new(blueprint, aim)?;
            let rest = self.ground.as_ref().and_then(|ground| Rest::new(ground, blueprint, &aim.variables));
            Some(Box::new(Sweep::new(program, rest)) as Box<dyn AnySweep>)
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
        (sweep.numbers().clone(), status, sweep.nodes())
    }

    fn of_best<T>(&self, value: impl Fn(&Best) -> T) -> Option<T> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(value)
    }

    /// Seconds that the rest of the sweep is expected to take with one thread.
    pub(super) fn expected_seconds(&self) -> f64 {
        let rest =
            |forecast: &Forecast| if forecast.finished { 0.0 } else { forecast.seconds - forecast.spent };
        self.of_best(|best| rest(&best.forecast)).unwrap_or(0.0)
    }

    /// Whether the trial got to the end.
    pub(super) fn is_finished(&self) -> bool {
        self.of_best(|best| best.forecast.finished).unwrap_or(true)
    }

    pub(super) fn expected_memory(&self) -> usize {
        self.of_best(|best| best.forecast.memory as usize).unwrap_or(0)
    }

    /// Bits in a state.
    pub(super) fn bits(&self) -> usize {
        self.of_best(|best| self.blueprints[best.blueprint].bits).unwrap_or(0)
    }
}
