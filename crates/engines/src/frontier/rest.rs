//! Handing over: the states of a level as weighted units of another engine.
//!
//! When the next level does not fit into memory, and few pieces are left, it can be quicker to count what each state leads
//! to by itself than to sweep on in parts. A state says all that is needed for that: which squares to come are still free
//! for each kind, how many pieces of each are left, and how many ways lead to it, which is the unit's weight.

use super::blueprint::{Blueprint, Doubt};
use super::field::Field;
use super::limits::SweepLimits;
use super::shape::Variable;
use super::stream::window::Window;
use crate::board::Set;
use crate::conflict::Conflicts;
use crate::engines::estimate::Effort;
use crate::engines::instance::{Class, Instance};
use crate::engines::leaf::{Leaf, Successor};
use crate::engines::random::Random;
use crate::engines::run::Run;
use num_bigint::BigUint;
use rayon::prelude::*;
use std::sync::Arc;

/// Where each kind may stand, and what it excludes: the board as the engine sees it that takes over.
pub(super) struct HandoverGround {
    successor: Successor,
    open: Vec<Vec<u64>>,
    conflicts: Conflicts,
}

impl HandoverGround {
    /// A counter with a unit for each of some states in which these points are still to come, and these pieces of each
    /// kind, one at least in all; `is_attacked` says of a state and a bit whether it is set.
    fn counter(
        &self,
        points: &[usize],
        doubts: &[Doubt],
        left: &[u32],
        states: usize,
        is_attacked: &dyn Fn(usize, usize) -> bool,
    ) -> Box<dyn Leaf> {
        let mut ahead = vec![0; self.conflicts.width()];
        points.iter().for_each(|&point| ahead.add_square(point));
        let kinds: Vec<usize> = (0..self.open.len()).filter(|&kind| left[kind] > 0).collect();
        let class = |&kind: &usize| {
            let mut allowed = self.open[kind].clone();
            allowed.keep(&ahead);
            Class { allowed, pieces: left[kind] }
        };
        let classes: Vec<Class> = kinds.iter().map(class).collect();
        let conflicts = self.conflicts.select(&kinds);
        let instance = Instance::without_maps(classes, conflicts, BigUint::from(1u32));
        let free = |state: usize| {
            let mut free = instance.allowed();
            for (class, &kind) in kinds.iter().enumerate() {
                let of_kind = doubts.iter().filter(|doubt| doubt.kind == kind);
                for doubt in of_kind.filter(|doubt| is_attacked(state, doubt.bit)) {
                    free[class].remove_square(doubt.point);
                }
            }
            free
        };
        (self.successor)(&instance, (0..states).map(free).collect())
    }
}

/// What is needed to hand the states of one sweep over.
#[derive(Clone)]
pub(super) struct Handover {
    ground: Arc<HandoverGround>,
    points: Vec<usize>,
    doubts: Vec<Doubt>,
    /// How many pieces there are of each kind.
    pieces: Vec<u32>,
    /// Where bits lie if states are kept in order.
    window: Option<Window>,
}

/// The ground of a field; `None` if no engine takes over, or if its points are not single squares, which others do not know.
pub(super) fn ground(field: &Field) -> Option<Arc<HandoverGround>> {
    let successor = field.successor?;
    let open = field.kinds.iter().map(|kind| kind.open.clone()).collect();
    let is_plain = field.sizes.iter().all(|&size| size == 1);
    is_plain.then(|| Arc::new(HandoverGround { successor, open, conflicts: field.conflicts.clone() }))
}

impl Handover {
    /// For the sweep of a blueprint on this ground; `None` if not every kind has a variable of its own, with one number.
    pub(super) fn new(
        ground: &Arc<HandoverGround>,
        blueprint: &Blueprint,
        variables: &[Variable],
    ) -> Option<Self> {
        let is_plain = |(kind, variable): (usize, &Variable)| {
            variable.kinds == [kind] && variable.least == variable.most
        };
        let all = variables.len() == blueprint.bits_of_kind.len();
        (all && variables.iter().enumerate().all(is_plain)).then(|| Self {
            ground: Arc::clone(ground),
            points: blueprint.points.clone(),
            doubts: blueprint.doubts.clone(),
            pieces: variables.iter().map(|variable| variable.most).collect(),
            window: None,
        })
    }

    /// The same for states that are kept in order.
    pub(super) fn with_window(self, window: Option<Window>) -> Self {
        Self { window, ..self }
    }

    /// How many pieces there are of each kind.
    pub(super) fn pieces(&self) -> &[u32] {
        &self.pieces
    }

    /// A counter for states after some steps in which these pieces of each kind, one at least in all, are placed already,
    /// with a unit for each state; see [`HandoverGround::counter`].
    pub(super) fn counter(
        &self,
        steps: usize,
        placed: &[u32],
        states: usize,
        is_attacked: &dyn Fn(usize, usize) -> bool,
    ) -> Box<dyn Leaf> {
        let left: Vec<u32> = self.pieces.iter().zip(placed).map(|(all, placed)| all - placed).collect();
        let open = self.doubts.iter().filter(|doubt| doubt.is_open(steps));
        let bit = |doubt: &Doubt| self.window.as_ref().map_or(doubt.bit, |window| window.bit(doubt, steps));
        let doubts: Vec<Doubt> = open.map(|doubt| doubt.with_bit(bit(doubt))).collect();
        self.ground.counter(&self.points[steps..], &doubts, &left, states, is_attacked)
    }
}

/// States with the same numbers of pieces placed, to be counted by another engine.
pub(super) struct StateBatch {
    pub(super) weights: Vec<BigUint>,
    /// With a unit for each state; `None` if no piece is left.
    pub(super) counter: Option<Box<dyn Leaf>>,
}

impl StateBatch {
    /// How many seconds counting it is expected to take.
    pub(super) fn estimate(&self) -> f64 {
        let effort = Effort {
            descents: 8 * self.weights.len() as u32,
            error: 0.05,
            worth: 0.0,
            share: 1.0,
            ..Effort::PLANNING
        };
        self.counter.as_ref().map_or(0.0, |counter| counter.estimate(effort, &mut Random::new(0)).seconds)
    }

    /// The sum of the weighted counts and the nodes; `None` if it was stopped.
    pub(super) fn count(&self, limits: &SweepLimits<'_>) -> Option<(BigUint, u64)> {
        let Some(counter) = &self.counter else { return Some((self.weights.iter().sum(), 0)) };
        let count = |unit: usize| {
            let should_stop = || (limits.should_stop)();
            let found =
                counter.count(unit, &Run::silent(&should_stop)).ok().filter(|found| found.complete)?;
            Some((&self.weights[unit] * found.count, found.nodes))
        };
        let add = |(sum, nodes): (BigUint, u64), (count, made): (BigUint, u64)| (sum + count, nodes + made);
        let units = 0..self.weights.len();
        if limits.parallel {
            units.into_par_iter().map(count).try_reduce(Default::default, |a, b| Some(add(a, b)))
        } else {
            units.map(count).try_fold(Default::default(), |sum, found| Some(add(sum, found?)))
        }
    }
}
