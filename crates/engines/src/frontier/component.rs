//! A part of the field that does not interact with the rest, and the sweeps that count it.

use super::blueprint::Blueprint;
use super::checkpoint::{Call, Course, NO_SWEEP, RunningSweep};
use super::field::Field;
use super::forecast::Forecast;
use super::limits::SweepLimits;
use super::numbers::Numbers;
use super::order::PointOrder;
use super::program::{self, NoProgram, SweepAim, SweepProgram};
use super::ranks::RankedField;
use super::rest::{self, Handover, HandoverGround};
use super::shape::Variable;
use super::sweep::ranks::Ranks;
use super::sweep::{Sweep, SweepStatus};
use super::trial;
use crate::engines::resumable::SweepWay;
use crate::work::Stopwatch;
use std::sync::{Arc, Mutex, PoisonError};

/// A part of the field, with the ways in which it could be swept.
pub(super) struct FieldComponent {
    maximal: bool,
    /// The blueprints, one for each order that is worth a trial.
    blueprints: Vec<Blueprint>,
    /// For each blueprint the number of its order among all orders.
    orders: Vec<usize>,
    /// The ground for states that are handed over; `None` if none can be.
    ground: Option<Arc<HandoverGround>>,
    /// The best way according to a trial.
    best: Mutex<Option<SweepChoice>>,
}

/// The best way to sweep.
struct SweepChoice {
    blueprint: usize,
    grouped: Vec<bool>,
    forecast: Forecast,
    /// The trial sweep, to be continued, and its aim.
    started: Option<(SweepAim, Sweep)>,
}

/// The maximum number of bits of a state.
const MAX_BITS: usize = 1024;
/// The minimum number of bytes for the programs on trial before the first step, even if states may take less.
const MIN_ROOM: usize = 1 << 26;
/// The maximum number of bytes for them, even if states may take more: filling more takes longer than a
/// trial.
const MAX_ROOM: usize = 1 << 30;
/// The share of a trial after which no further orders are prepared.
///
/// A short trial is for a quick problem, for which one way is better than many prepared ways.
const SHARE_FOR_ORDERS: f64 = 0.25;
/// The share of a trial after which no further ways are prepared.
const SHARE_FOR_WAYS: f64 = 0.5;
/// The seconds from which a trial considers all orders, and more ways.
///
/// Other work on the machine then cannot decide which orders are considered: bishops by ranks would take
/// years.
const LONG_TRIAL: f64 = 0.1;
/// The share of a long trial after which no further ways are prepared.
const SHARE_FOR_WAYS_OF_LONG: f64 = 2.0;

impl FieldComponent {
    /// Prepares some points of a field for a trial of `seconds`. `None` if a state would be too wide in every
    /// order.
    pub(super) fn new(field: &Field, points: &[usize], maximal: bool, seconds: f64) -> Option<Self> {
        let watch = Stopwatch::start();
        let (mut blueprints, mut orders): (Vec<Blueprint>, Vec<usize>) = Default::default();
        for order in PointOrder::candidates(field, points) {
            let is_late = seconds < LONG_TRIAL && watch.seconds() > seconds * SHARE_FOR_ORDERS;
            if is_late && !blueprints.is_empty() {
                break;
            }
            let blueprint = Blueprint::new(field, &order, maximal);
            // If a map preserves the field, other orders can have the same steps on other points.
            let is_new = blueprints.iter().all(|other| other.steps != blueprint.steps);
            if blueprint.bits <= MAX_BITS && is_new {
                blueprints.push(blueprint);
                orders.push(order.number);
            }
        }
        let ground = if maximal { None } else { rest::ground(field) };
        (!blueprints.is_empty()).then_some(Self {
            maximal,
            blueprints,
            orders,
            ground,
            best: Mutex::new(None),
        })
    }

    /// Prepares the points to be swept in a way that was chosen before; `None` if there is no such way.
    pub(super) fn with_known_way(
        field: &Field,
        points: &[usize],
        maximal: bool,
        way: &SweepWay,
    ) -> Option<Self> {
        let (mut blueprints, mut orders): (Vec<Blueprint>, Vec<usize>) = Default::default();
        for order in PointOrder::candidates(field, points) {
            // The first blueprint tells how many pieces there can be.
            if blueprints.is_empty() || order.number == way.order {
                let blueprint = Blueprint::new(field, &order, maximal);
                if blueprint.bits <= MAX_BITS {
                    blueprints.push(blueprint);
                    orders.push(order.number);
                }
            }
        }
        let blueprint = orders.iter().position(|&order| order == way.order)?;
        let forecast = Forecast {
            seconds: way.seconds,
            memory: way.memory as f64,
            spent: 0.0,
            finished: false,
            can_spill: false,
            is_cut: false,
        };
        let best = SweepChoice { blueprint, grouped: way.grouped.clone(), forecast, started: None };
        let ground = if maximal { None } else { rest::ground(field) };
        Some(Self { maximal, blueprints, orders, ground, best: Mutex::new(Some(best)) })
    }

    /// Returns the way of sweeping with `variables` variables.
    pub(super) fn way(&self, variables: usize) -> SweepWay {
        let chosen = self.of_best(|best| (best.blueprint, best.grouped.clone()));
        let (blueprint, grouped) = chosen.unwrap_or_else(|| (0, vec![false; variables]));
        SweepWay {
            order: self.orders[blueprint],
            grouped,
            // The number must be finite to be written.
            seconds: self.expected_seconds().clamp(0.0, 1e18),
            memory: self.expected_memory() as u64,
        }
    }

    /// Returns a bound from cliques on the number of pieces that the part can hold.
    pub(super) fn capacity(&self, variable: &Variable) -> u32 {
        let of = |blueprint: &Blueprint| match blueprint.steps.last() {
            Some(step) => variable.kinds.iter().map(|&kind| step.behind[kind]).sum(),
            None => 0,
        };
        of(&self.blueprints[0])
    }

    /// Finds the best order and the best groups by trial. Returns false if all ways have too many numbers, or
    /// if it was stopped before it began.
    pub(super) fn try_out(&self, variables: &[Variable], seconds: f64, limits: &SweepLimits<'_>) -> bool {
        let mut ways = Vec::new();
        let mut room = (limits.memory / 4).clamp(MIN_ROOM, MAX_ROOM) as f64;
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
        let watch = Stopwatch::start();
        let mut sweeps: Vec<Sweep> = Vec::new();
        for (blueprint, grouped) in &ways {
            let share = if seconds < LONG_TRIAL { SHARE_FOR_WAYS } else { SHARE_FOR_WAYS_OF_LONG };
            if !sweeps.is_empty() && watch.seconds() > seconds * share {
                break;
            }
            match self.start(*blueprint, &self.aim(variables, grouped), limits) {
                Ok(sweep) => sweeps.push(sweep),
                Err(why) => return why == NoProgram::OutOfReach,
            }
        }
        let (which, forecast) =
            trial::race(&mut sweeps, |way| &self.blueprints[ways[way].0], seconds, limits);
        let (blueprint, grouped) = ways.swap_remove(which);
        let aim = self.aim(variables, &grouped);
        let started = Some((aim, sweeps.swap_remove(which)));
        *self.best.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(SweepChoice { blueprint, grouped, forecast, started });
        true
    }

    fn aim(&self, variables: &[Variable], grouped: &[bool]) -> SweepAim {
        SweepAim { variables: variables.to_vec(), grouped: grouped.to_vec(), maximal: self.maximal }
    }

    /// Starts a new sweep.
    fn start(&self, blueprint: usize, aim: &SweepAim, limits: &SweepLimits<'_>) -> Result<Sweep, NoProgram> {
        let blueprint = &self.blueprints[blueprint];
        let mut program = SweepProgram::new(blueprint, aim, limits.should_stop)?;
        let window = program.make_window(blueprint);
        let rest = self.ground.as_ref().and_then(|ground| Handover::new(ground, blueprint, &aim.variables));
        Ok(Sweep::new(program, rest.map(|rest| rest.with_window(window))))
    }

    /// Ranks the placements with these numbers of the variables; `None` if that takes more than `memory`
    /// bytes.
    ///
    /// Ranks depend on the way of sweeping, and a rank should always denote the same placement. But the
    /// winner of a trial depends on timings. Therefore this takes the most promising way, and the winner only
    /// if that way takes too much memory.
    pub(super) fn rank_placements(
        &self,
        variables: &[Variable],
        memory: usize,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<RankedField> {
        let promising = trial::groupings(&self.blueprints[0], variables).into_iter().next()?;
        let ranked = |blueprint: usize, grouped: &[bool]| {
            let blueprint = self.blueprints[blueprint].clone().without_likeness();
            let aim = self.aim(variables, grouped);
            let ranks = match SweepProgram::new(&blueprint, &aim, should_stop) {
                Ok(program) => Some(Ranks::new(program, memory, should_stop)?),
                Err(NoProgram::OutOfReach) => None,
                Err(NoProgram::Stopped) => return None,
            };
            Some(RankedField::new(blueprint, ranks))
        };
        let best = || {
            let best = self.of_best(|best| (best.blueprint, best.grouped.clone()))?;
            let (blueprint, grouped) = Some(best).filter(|best| (best.0, &best.1) != (0, &promising))?;
            ranked(blueprint, &grouped)
        };
        ranked(0, &promising).or_else(best)
    }

    /// Counts by numbers of the variables, and reports whether the count is complete.
    pub(super) fn count(
        &self,
        variables: &[Variable],
        limits: &SweepLimits<'_>,
    ) -> (Numbers, SweepStatus, u64) {
        let is_loading = limits.course.is_some_and(Course::is_loading);
        let known = limits.course.and_then(Course::next);
        if let Some(call) = known.as_ref().filter(|_| !is_loading) {
            return (call.numbers.clone(), SweepStatus::Finished, call.nodes);
        }
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
        let started = started.map(|(_, sweep)| Ok(sweep));
        let mut sweep = match started.unwrap_or_else(|| self.start(blueprint, &aim, limits)) {
            Ok(sweep) => Some(sweep),
            Err(NoProgram::OutOfReach) => None,
            Err(NoProgram::Stopped) => return (Numbers::new(), SweepStatus::Stopped, 0),
        };
        if let Some(course) = limits.course.filter(|_| is_loading) {
            return self.load(course, known, sweep, aim);
        }
        let note = |digest, numbers: &Numbers, nodes| {
            if let Some(course) = limits.course {
                course.note(Call { digest, numbers: numbers.clone(), nodes });
            }
        };
        let Some(sweep) = &mut sweep else {
            note(NO_SWEEP, &Numbers::new(), 0);
            return (Numbers::new(), SweepStatus::Finished, 0);
        };
        let status = sweep.run(limits);
        if status == SweepStatus::Finished && limits.course.is_some() {
            note(sweep.digest(), sweep.numbers(), sweep.nodes());
        }
        (sweep.numbers().clone(), status, sweep.nodes())
    }

    /// Finds out whether a sweep is the one whose result is known, or the one whose levels are to be read. In
    /// the second case it reads the levels, and the sweep waits to be continued.
    fn load(
        &self,
        course: &Course<'_>,
        known: Option<Call>,
        sweep: Option<Sweep>,
        aim: SweepAim,
    ) -> (Numbers, SweepStatus, u64) {
        let stopped = (Numbers::new(), SweepStatus::Stopped, 0);
        let digest = sweep.as_ref().map_or(NO_SWEEP, RunningSweep::digest);
        match (known, sweep) {
            (Some(call), _) if call.digest == digest => (call.numbers, SweepStatus::Finished, call.nodes),
            (None, Some(mut sweep)) => {
                if course.load(&mut sweep)
                    && let Some(best) = self.best.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
                {
                    best.started = Some((aim, sweep));
                }
                stopped
            }
            _ => {
                course.refuse();
                stopped
            }
        }
    }

    fn of_best<T>(&self, value: impl Fn(&SweepChoice) -> T) -> Option<T> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(value)
    }

    /// Returns the seconds that the rest of the sweep is expected to take with one thread.
    pub(super) fn expected_seconds(&self) -> f64 {
        let rest =
            |forecast: &Forecast| if forecast.finished { 0.0 } else { forecast.seconds - forecast.spent };
        self.of_best(|best| rest(&best.forecast)).unwrap_or(0.0)
    }

    /// True if the trial finished the sweep.
    pub(super) fn is_finished(&self) -> bool {
        self.of_best(|best| best.forecast.finished).unwrap_or(true)
    }

    /// True if levels were cut for lack of memory, and the trial did not finish the sweep.
    pub(super) fn is_cut(&self) -> bool {
        self.of_best(|best| best.forecast.is_cut && !best.forecast.finished).unwrap_or(false)
    }

    /// Returns the maximum number of bytes held.
    pub(super) fn expected_memory(&self) -> usize {
        self.of_best(|best| best.forecast.memory as usize).unwrap_or(0)
    }

    /// Returns the number of bits in a state.
    pub(super) fn bits(&self) -> usize {
        self.of_best(|best| self.blueprints[best.blueprint].bits).unwrap_or(0)
    }
}
