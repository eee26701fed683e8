//! The cells engine: few pieces, any mix, any board.
//!
//! Pieces are placed one after another on the cells of the board, over masks of free squares. The engine is
//! fast for these reasons:
//!
//! * the order of the classes minimises the expected cost of the search ([`order`]);
//! * equivalent placements are counted once, with weights ([`crate::engines::units`]);
//! * partial placements of one depth are treated together, eight to a register, whatever their branches
//!   ([`mod@search`]);
//! * the last two pieces are never placed: population counts of shifted masks count them ([`lanes`]);
//! * if many squares are free, the last three pieces are not placed either ([`triples`]).

mod buffer;
mod descent;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_avx512;
#[cfg(target_arch = "aarch64")]
mod lanes_neon;
mod order;
mod prices;
mod register;
mod search;
mod tables;
mod triple;
mod triples;

use crate::board::{Set, Sets};
use crate::engines::estimate::{self, Effort, Estimate};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf, Successor};
use crate::engines::model::MeanField;
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::Counts;
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
use crate::engines::tuning::Granularity;
use crate::engines::units::{Guide, Splitter, Unit, Units, pointed_class};
use crate::with_words;
use descent::Descents;
use num_bigint::BigUint;
use order::CellGuide;
use search::{CellBuffers, CellTask};
use std::cell::Cell;
use tables::CellTables;

/// The name of the engine in results.
pub(crate) const NAME: &str = "cells";
/// The version of the engine, raised whenever units or their numbering change.
pub(crate) const VERSION: u32 = 1;

/// The engine.
pub(crate) struct CellsEngine;

impl Technique for CellsEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "Piece by piece over masks of free squares"
    }

    fn suits(&self, _: &LeafInstance<'_>) -> Option<Suit> {
        Some(Suit::Anything)
    }

    fn successor(&self) -> Option<Successor> {
        Some(|instance, states| Box::new(Cells::from_states(instance, Kernel::best(), states)))
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let Task::Placements(ready) = task else { return None };
        let tuning = limits.tuning;
        Some(Box::new(Cells::new(ready.instance, tuning.kernel, tuning.granularity)))
    }
}

/// An instance that is ready to be counted.
pub(crate) struct Cells {
    tables: CellTables,
    units: Vec<Unit>,
    facts: Facts,
}

impl Cells {
    /// Orders and splits an instance, and builds its tables.
    pub(crate) fn new(instance: &Instance, kernel: Kernel, granularity: Granularity) -> Self {
        if instance.is_hopeless() {
            let none = Units { units: Vec::new(), divisor: 1, is_coarse: false };
            return Self::from_units(none, CellTables::new(instance, Vec::new()), kernel, BigUint::ZERO);
        }
        let pointed = pointed_class(instance);
        let pieces: Vec<u32> = instance.classes.iter().map(|class| class.pieces).collect();
        let free: Vec<f64> = instance.classes.iter().map(|class| f64::from(class.allowed.size())).collect();
        let model = MeanField::new(instance);
        let order = model.best_order(&pieces, &free, pointed);
        let (instance, model) = (instance.select(&order), model.select(&order));
        let steps = steps(&instance);
        let guide = CellGuide { instance: &instance, model: &model, steps: &steps };
        let units = Splitter::new(&instance, &guide, &steps, pointed.is_some()).split(granularity);
        let work = units.units.iter().map(|unit| unit.work).sum();
        let tables = CellTables::new(&instance, steps).with_triple(&instance, work);
        Self::from_units(units, tables, kernel, instance.factor)
    }

    fn from_units(units: Units, tables: CellTables, kernel: Kernel, factor: BigUint) -> Self {
        let facts = units.facts((NAME, VERSION), kernel, factor);
        Self { tables, units: units.units, facts }
    }
}

impl Cells {
    /// Creates a unit of weight 1 for each of these states: for each class of the instance the squares that
    /// are still free, a subset of the allowed ones. The instance has at least one class.
    fn from_states(instance: &Instance, kernel: Kernel, states: Vec<Sets>) -> Self {
        let pieces: Vec<u32> = instance.classes.iter().map(|class| class.pieces).collect();
        let mean = |class: usize| {
            let free: f64 = states.iter().map(|free| f64::from(free[class].size())).sum();
            free / states.len().max(1) as f64
        };
        let free: Vec<f64> = (0..pieces.len()).map(mean).collect();
        let model = MeanField::new(instance);
        let order = model.best_order(&pieces, &free, None);
        let (instance, model) = (instance.select(&order), model.select(&order));
        let steps = steps(&instance);
        let guide = CellGuide { instance: &instance, model: &model, steps: &steps };
        let unit = |state: Sets| {
            let free = state.select(&order);
            match guide.cost(0, &free) {
                Some(work) => Unit { placed: 0, free, weight: 1, work },
                // A class with too few squares has no free ones.
                None => {
                    let free = Sets::empty(free.number(), free.width());
                    Unit { placed: 0, free, weight: 1, work: 0.0 }
                }
            }
        };
        let units: Vec<Unit> = states.into_iter().map(unit).collect();
        let work = units.iter().map(|unit| unit.work).sum();
        let tables = CellTables::new(&instance, steps).with_triple(&instance, work);
        Self::from_units(Units { units, divisor: 1, is_coarse: false }, tables, kernel, instance.factor)
    }
}

/// Returns the class of each piece, in the order of the classes.
fn steps(instance: &Instance) -> Vec<usize> {
    let step = |(class, pieces): (usize, u32)| std::iter::repeat_n(class, pieces as usize);
    instance.classes.iter().map(|class| class.pieces).enumerate().flat_map(step).collect()
}

thread_local! {
    /// The buffers of the thread's last unit. Buffers stay with their thread, in the cache of its core: when
    /// threads passed buffers to each other, two threads were 1.7 times as fast as one instead of nearly 2
    /// times.
    static WORKSPACE: Cell<Option<CellBuffers>> = const { Cell::new(None) };
}

impl Leaf for Cells {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let total = self.facts.work();
        if total < effort.worth {
            return Estimate::by_model(total);
        }
        let mut descents = Descents::new(&self.tables, self.facts.kernel);
        let mut sample = |unit: usize, random: &mut Random| descents.sample(&self.units[unit], random);
        estimate::by_descents(&mut self.facts.costs(), &mut sample, effort, random)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        self.units[unit].describe(into);
    }

    fn memory(&self) -> usize {
        self.units.iter().map(Unit::memory).sum::<usize>() + self.tables.memory()
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let Unit { placed, free, .. } = &self.units[unit];
        let mut workspace = match WORKSPACE.take() {
            Some(workspace) if workspace.fits(&self.tables) => workspace,
            _ => CellBuffers::new(&self.tables),
        };
        let task = (&self.tables, &mut workspace, *placed, free);
        let found = with_words!(self.tables.words, M => self.facts.kernel.run(CellTask::<M>::new(task, run.should_stop)));
        WORKSPACE.set(Some(workspace));
        Ok(found.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::leaf::count_unit;
    use crate::engines::units::MAX_UNITS;
    use crate::problem::Problem;
    use triple::LastTriple;

    /// Saturated and open problems, pointed and not, with one class and with several.
    const PROBLEMS: [&str; 12] = [
        "6x6 K6",
        "8x8 Q8",
        "7x7 K2 Q2 B2 N",
        "6x6 N8",
        "5x5 N5 K2",
        "6x6/torus Q4",
        "5x7/cylinder R3 N2",
        "7x7-c3 B6",
        "5x5 Q R B N K",
        "4x4 X4 X=fRbN",
        "8x8 Q2",
        "8x8 Q1",
    ];

    /// The mean of many estimates is the number of nodes, and single estimates deviate from it about as much
    /// as they report.
    #[test]
    fn estimates_are_right_on_average_and_know_their_error() {
        let (mut estimates, mut wide_of_it) = (0, 0);
        for text in PROBLEMS {
            let problem: Problem = text.parse().unwrap();
            let instance = Instance::new(&problem).merge_classes();
            for finest in [false, true] {
                let cells = Cells::new(
                    &instance,
                    Kernel::Portable,
                    Granularity { max_units: MAX_UNITS, finest, shared: false },
                );
                let nodes: u64 =
                    (0..cells.units.len()).map(|unit| count_unit(&cells, unit, &|| false).nodes).sum();
                let (nodes, mut sum, seeds) = (nodes as f64, 0.0, 60);
                for seed in 0..seeds {
                    let effort = Effort { worth: 0.0, ..Effort::PLANNING };
                    let estimate = cells.estimate(effort, &mut Random::new(seed));
                    let (found, error) = (estimate.nodes.unwrap(), estimate.relative_error.unwrap());
                    // The cost includes other parts than the nodes, so its error differs slightly.
                    let is_wide = (found / nodes - 1.0).abs() > 3.0 * error.max(0.02);
                    (estimates, wide_of_it) = (estimates + 1, wide_of_it + i32::from(is_wide));
                    sum += found / nodes;
                }
                let mean = sum / seeds as f64;
                assert!((mean - 1.0).abs() < 0.04, "{text}, finest {finest}: {mean} times the nodes");
            }
        }
        assert!(wide_of_it * 25 < estimates, "{wide_of_it} of {estimates} are wide of it");
    }

    /// Compares counting the last three pieces together, whenever possible, with placing all but two.
    #[test]
    fn three_last_pieces_together_are_as_many_as_one_by_one() {
        let problems = PROBLEMS.into_iter().chain(["9x9 Q4", "7x7-d4 Q3 B N", "8x8 N2 K2 Q"]);
        let mut above_zero = 0;
        for text in problems {
            let problem: Problem = text.parse().unwrap();
            let instance = Instance::new(&problem).merge_classes();
            for kernel in Kernel::available() {
                let granularity = Granularity { max_units: 20, finest: false, shared: false };
                let mut cells = Cells::new(&instance, kernel, granularity);
                let count = |cells: &Cells| -> Vec<u128> {
                    (0..cells.units.len()).map(|unit| count_unit(cells, unit, &|| false).placements).collect()
                };
                cells.tables.triple = None;
                let by_pairs = count(&cells);
                let steps = cells.tables.steps.clone();
                let Some(&last) = steps.last_chunk::<3>() else { continue };
                // The tables number the classes by their places in the search.
                let model = MeanField::new(&instance);
                let pieces: Vec<u32> = instance.classes.iter().map(|class| class.pieces).collect();
                let free: Vec<f64> =
                    instance.classes.iter().map(|class| f64::from(class.allowed.size())).collect();
                let order = model.best_order(&pieces, &free, pointed_class(&instance));
                cells.tables.triple = LastTriple::new(&instance.select(&order), last, f64::INFINITY);
                cells.tables.squares_for_triple = 0.0;
                assert!(cells.tables.triple.is_some(), "{text}");
                assert_eq!(count(&cells), by_pairs, "{text}, {kernel}");
                above_zero += usize::from(by_pairs.iter().sum::<u128>() > 0);
            }
        }
        assert!(above_zero > 10);
    }
}
