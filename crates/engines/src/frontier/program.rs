//! A blueprint prepared for certain numbers: sets instead of lists of bits, windows and groups.
//!
//! A variable with an exact number can be kept in two ways. As an exponent of the weight, it merges states
//! with different numbers of pieces. By *groups*, with a table of states for each number, it allows the bits
//! of used-up kinds to be dropped.

use super::blueprint::{Blueprint, Likeness};
use super::shape::{Stretch, Variable, WeightShape};
use crate::board::{Set, Sets, words_for};

/// The task of a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SweepAim {
    pub(super) variables: Vec<Variable>,
    /// For each variable whether it is kept by groups.
    pub(super) grouped: Vec<bool>,
    /// Whether placements must not be extendable.
    pub(super) maximal: bool,
}

/// Steps ready to be run. Keys of states and sets of bits have `words` words each.
pub(super) struct SweepProgram {
    pub(super) words: usize,
    pub(super) steps: Vec<SweepStep>,
    /// The variables kept by groups, as numbers in the aim.
    pub(super) grouped: Vec<usize>,
    /// The variables kept in the weights, as numbers in the aim.
    pub(super) weighted: Vec<usize>,
    /// The number of bytes held.
    pub(super) memory: usize,
}

/// The reason why there is no program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoProgram {
    /// No requested number can be reached, so there are no placements.
    OutOfReach,
    /// Nothing is known, because it was stopped.
    Stopped,
}

/// A set of bits of a state.
pub(super) type Bits = Vec<u64>;

pub(super) struct SweepStep {
    /// The move that leaves the point empty, then one move for each kind that can be placed.
    pub(super) moves: Vec<Move>,
    /// The bits that must be set after the move.
    pub(super) required: Bits,
    /// For each group after the step the bits that still matter.
    pub(super) kept: Sets,
    /// The groups after the step: each coefficient of this shape is a group.
    pub(super) groups: WeightShape,
    /// The weights after the step.
    pub(super) weights: WeightShape,
    /// The exchanges of bits that make states equivalent.
    pub(super) likeness: StateSymmetry,
    /// The bounds on numbers of pieces to come.
    pub(super) bounds: Vec<CapacityBound>,
    /// The number of bits by which keys are shifted down after the step, if states are kept in order
    /// ([`stream`](super::stream)).
    pub(super) shift: u32,
}

pub(super) struct Move {
    pub(super) blocked: Bits,
    pub(super) set: Bits,
    /// For each group before the step, the group after it.
    pub(super) group: Vec<Option<usize>>,
    /// The destinations of the coefficients.
    pub(super) stretches: Vec<Stretch>,
}

/// A bound on the number of pieces that the points to come can hold in a state.
pub(super) struct CapacityBound {
    pub(super) least: u32,
    /// Whether the variable is kept by groups.
    pub(super) grouped: bool,
    /// The number of the variable among those that are kept in this way.
    pub(super) variable: usize,
    /// The size and the bits of the cliques; cliques without bits always hold one piece.
    pub(super) cliques: Vec<(u32, Bits)>,
    pub(super) free: u32,
}

pub(super) enum StateSymmetry {
    None,
    /// The new place of each bit, followed by the bits in use in the order of their points.
    Maps(Vec<Vec<u16>>, Vec<u16>),
    /// The bundles to be sorted, and all of their bits.
    Twins(Vec<(Bits, Vec<Vec<usize>>)>),
}

fn set_of(words: usize, bits: &[usize]) -> Bits {
    let mut set = vec![0; words];
    bits.iter().for_each(|&bit| set.add_square(bit));
    set
}

impl SweepProgram {
    /// Creates the program, unless it is stopped: with many numbers this can take seconds.
    pub(super) fn new(
        blueprint: &Blueprint,
        aim: &SweepAim,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoProgram> {
        let (grouped, weighted): (Vec<usize>, Vec<usize>) =
            (0..aim.variables.len()).partition(|&variable| aim.grouped[variable]);
        let shape = |windows: &[(u32, u32)], of: &[usize]| WeightShape {
            windows: of.iter().map(|&variable| windows[variable]).collect(),
        };
        let start = vec![(0, 1); aim.variables.len()];
        let (mut groups, mut weights) = (shape(&start, &grouped), shape(&start, &weighted));
        let words = words_for(blueprint.bits);
        let set_of = |bits: &[usize]| set_of(words, bits);
        let bits_of_kind = |&kind: &usize| blueprint.bits_of_kind[kind].clone();
        let bits_of =
            |variable: &Variable| set_of(&variable.kinds.iter().flat_map(bits_of_kind).collect::<Vec<_>>());
        let bits_of: Vec<Bits> = aim.variables.iter().map(bits_of).collect();
        let all: Vec<usize> = (0..blueprint.bits).collect();
        let mut steps = Vec::with_capacity(blueprint.steps.len());
        for (at, step) in blueprint.steps.iter().enumerate() {
            if should_stop() {
                return Err(NoProgram::Stopped);
            }
            let windows = aim.variables.iter().map(|variable| window(variable, step));
            let windows = windows.collect::<Option<Vec<_>>>().ok_or(NoProgram::OutOfReach)?;
            let next_groups = shape(&windows, &grouped);
            let next_weights = shape(&windows, &weighted);
            let place = |choice: Option<&super::blueprint::KindChoice>| {
                let counted = choice.and_then(|choice| {
                    aim.variables.iter().position(|variable| variable.kinds.contains(&choice.kind))
                });
                let grown = |of: &[usize]| {
                    let which =
                        counted.and_then(|counted| of.iter().position(|&variable| variable == counted));
                    which.map(|which| (which, step.size))
                };
                let mut group = vec![None; groups.coefficients()];
                for stretch in groups.stretches(&next_groups, grown(&grouped)) {
                    (0..stretch.length).for_each(|at| group[stretch.from + at] = Some(stretch.to + at));
                }
                let blocked = choice.and_then(|choice| choice.blocked);
                Move {
                    blocked: set_of(blocked.as_slice()),
                    set: set_of(choice.map_or(&[], |choice| &choice.set)),
                    group,
                    stretches: weights.stretches(&next_weights, grown(&weighted)),
                }
            };
            let moves =
                std::iter::once(place(None)).chain(step.choices.iter().map(|choice| place(Some(choice))));
            let moves = moves.collect();
            let mut kept = Sets::empty(0, words);
            let mut open = set_of(&all);
            open.subtract(&set_of(&step.freed));
            for group in 0..next_groups.coefficients() {
                kept.push(&open);
                for (at, &variable) in grouped.iter().enumerate() {
                    let number = next_groups.exponent(group, at);
                    if number == aim.variables[variable].most && !aim.maximal {
                        kept[group].subtract(&bits_of[variable]);
                    }
                }
            }
            let bound = |(index, variable): (usize, &Variable)| {
                let cliques = || variable.kinds.iter().filter_map(|&kind| step.cover.get(kind)).flatten();
                let (which, grouped) = match grouped.iter().position(|&other| other == index) {
                    Some(which) => (which, true),
                    None => (weighted.iter().position(|&other| other == index)?, false),
                };
                (variable.least > 0 && !step.cover.is_empty()).then(|| CapacityBound {
                    least: variable.least,
                    grouped,
                    variable: which,
                    cliques: cliques().filter_map(|c| Some((c.size, set_of(c.bits.as_ref()?)))).collect(),
                    free: cliques().filter(|clique| clique.bits.is_none()).map(|clique| clique.size).sum(),
                })
            };
            steps.push(SweepStep {
                moves,
                required: set_of(&step.required),
                kept,
                likeness: state_symmetry(words, blueprint, at, &step.likeness),
                bounds: aim.variables.iter().enumerate().filter_map(bound).collect(),
                groups: next_groups.clone(),
                weights: next_weights.clone(),
                shift: 0,
            });
            (groups, weights) = (next_groups, next_weights);
        }
        let memory = steps.iter().map(|step| (step.moves.len() * 2 + step.kept.number()) * words * 8).sum();
        Ok(Self { words, steps, grouped, weighted, memory })
    }
}

/// Estimates the bytes that a program and a few states take; many kinds with many numbers each can make this
/// far too large. Variables without an exact number count as if every number were requested.
pub(super) fn bytes(blueprint: &Blueprint, aim: &SweepAim) -> f64 {
    let (mut all, mut widest) = (0.0, 0.0);
    for step in &blueprint.steps {
        let length = |variable: &Variable| {
            let is_exact = variable.least == variable.most;
            let least = if is_exact { variable.least } else { 0 };
            let open = Variable { least, ..variable.clone() };
            window(&open, step).map_or(0.0, |(_, length)| f64::from(length))
        };
        let of = |grouped: bool| {
            let these = (aim.variables.iter().zip(&aim.grouped)).filter(move |pair| *pair.1 == grouped);
            these.map(|(variable, _)| length(variable)).collect::<Vec<_>>()
        };
        let (groups, weights) = (of(true), of(false));
        let coefficients = weights.iter().product::<f64>();
        let stretches = coefficients / weights.last().copied().unwrap_or(1.0).max(1.0);
        let groups = groups.iter().product::<f64>();
        let moves = (step.choices.len() + 1) as f64;
        let (per_group, per_stretch) = (size_of::<Option<usize>>() as f64, size_of::<Stretch>() as f64);
        let kept = groups * (blueprint.bits.div_ceil(64) * 8) as f64;
        all += moves * (groups * per_group + stretches * per_stretch) + kept;
        widest = coefficients.max(widest);
    }
    all + MIN_STATES * widest * 8.0
}

/// The minimum number of states that a sweep is expected to hold.
const MIN_STATES: f64 = 64.0;

/// Returns the exponents of a variable that can occur after a step and still lead to a requested number: the
/// smallest, and their number.
fn window(variable: &Variable, step: &super::blueprint::PointChoices) -> Option<(u32, u32)> {
    let most = |of: &[u32]| variable.kinds.iter().map(|&kind| of[kind]).sum::<u32>();
    let low = variable.least.saturating_sub(most(&step.ahead));
    let high = variable.most.min(most(&step.behind));
    (low <= high).then(|| (low, high - low + 1))
}

fn state_symmetry(words: usize, blueprint: &Blueprint, at: usize, likeness: &Likeness) -> StateSymmetry {
    match likeness {
        Likeness::None => StateSymmetry::None,
        Likeness::Maps(maps) => {
            let mut open: Vec<_> = blueprint.doubts.iter().filter(|doubt| doubt.is_open(at + 1)).collect();
            open.sort_unstable_by_key(|doubt| (doubt.last(), doubt.kind));
            StateSymmetry::Maps(maps.clone(), open.iter().map(|doubt| doubt.bit as u16).collect())
        }
        Likeness::Twins(classes) => {
            let with_all = |bundles: &Vec<Vec<usize>>| (set_of(words, &bundles.concat()), bundles.clone());
            StateSymmetry::Twins(classes.iter().map(with_all).collect())
        }
    }
}

impl SweepProgram {
    /// Returns the numbers of the variables that a coefficient of a group represents after a step.
    pub(super) fn exponents(&self, step: &SweepStep, group: usize, coefficient: usize) -> Vec<u32> {
        let mut exponents = vec![0; self.grouped.len() + self.weighted.len()];
        let mut set = |shape: &WeightShape, of: &[usize], index: usize| {
            for (at, &variable) in of.iter().enumerate() {
                exponents[variable] = shape.exponent(index, at);
            }
        };
        set(&step.groups, &self.grouped, group);
        set(&step.weights, &self.weighted, coefficient);
        exponents
    }
}

impl Move {
    /// Returns the coefficient before the move that is added to this one after it. `None` if there is none,
    /// or if it is below `least`, the first useful one.
    pub(super) fn source(&self, coefficient: usize, least: usize) -> Option<usize> {
        let stretch =
            self.stretches.iter().find(|run| (run.to..run.to + run.length).contains(&coefficient))?;
        (coefficient >= least).then(|| stretch.from + (coefficient - stretch.to))
    }
}
