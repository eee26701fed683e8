//! Handing over: the states of a level become weighted units of another engine.
//!
//! If the next level does not fit into memory and few pieces are left, sweeping on in parts can be slow. It
//! can then be quicker to count the completions of each state separately. A state contains everything that
//! this needs: for each kind the squares to come that are still free and the number of pieces left, and the
//! number of ways that lead to the state, which is the weight of the unit.

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

/// The squares of each kind, and the conflicts between them: the board as seen by the engine that takes over.
pub(super) struct HandoverGround {
    successor: Successor,
    open: Vec<Vec<u64>>,
    conflicts: Conflicts,
}

impl HandoverGround {
    /// Returns a counter with one unit for each of some states. In these states the `points` are still to
    /// come, and `pieces` of each kind, at least one in all. `is_attacked` tells whether a bit of a state is
    /// set.
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
            let mut free = instance.allowed_squares();
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

/// The data for handing over the states of one sweep.
#[derive(Clone)]
pub(super) struct Handover {
    ground: Arc<HandoverGround>,
    points: Vec<usize>,
    doubts: Vec<Doubt>,
    /// The number of pieces of each kind.
    pieces: Vec<u32>,
    /// The places of the bits if states are kept in order.
    window: Option<Window>,
}

/// Returns the ground of a field. `None` if no engine takes over, or if the points are not single squares,
/// because other engines support only squares.
pub(super) fn ground(field: &Field) -> Option<Arc<HandoverGround>> {
    let successor = field.successor?;
    let open = field.kinds.iter().map(|kind| kind.open.clone()).collect();
    let is_plain = field.sizes.iter().all(|&size| size == 1);
    is_plain.then(|| Arc::new(HandoverGround { successor, open, conflicts: field.conflicts.clone() }))
}

impl Handover {
    /// Prepares the sweep of a blueprint on this ground. `None` unless every kind has its own variable with
    /// one exact number.
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

    /// Returns the data for states that are kept in order.
    pub(super) fn with_window(self, window: Option<Window>) -> Self {
        Self { window, ..self }
    }

    /// Returns the number of pieces of each kind.
    pub(super) fn pieces(&self) -> &[u32] {
        &self.pieces
    }

    /// Returns a counter with one unit for each state after some steps. `placed` pieces of each kind already
    /// stand, and at least one piece is left; see [`HandoverGround::counter`].
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
    /// A counter with a unit for each state; `None` if no piece is left.
    pub(super) counter: Option<Box<dyn Leaf>>,
}

impl StateBatch {
    /// Estimates the seconds that counting takes.
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

    /// Returns the sum of the weighted counts, and the nodes; `None` if it was stopped.
    pub(super) fn count(&self, limits: &SweepLimits<'_>) -> Option<(BigUint, u64)> {
        let Some(counter) = &self.counter else { return Some((self.weights.iter().sum(), 0)) };
        let count = |unit: usize| {
            let should_stop = || (limits.should_stop)();
            let found = counter
                .count(unit, &Run::without_reports(&should_stop))
                .ok()
                .filter(|found| found.complete)?;
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
