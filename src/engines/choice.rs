//! Which engine goes through an instance.

use super::armies::one_by_one::OneByOne;
use super::cells::Cells;
use super::halves::Halves;
use super::instance::Instance;
use super::rows::{self, Cliques, Rows};
use super::units::Fineness;
use super::{Counter, Engine, Kernel};
use crate::board::{Board, Mask};

/// More empty rows than this would not fit, whatever the instance.
const MOST_EMPTY: usize = 16;

/// Below this expected cost, in nanoseconds, halves is taken if it applies: to estimate rows would take as long.
const NOT_WORTH_COMPARING: f64 = 200_000.0;

/// How an instance is to be counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Where it does not apply to a part of a problem, the best other one is taken.
    pub(super) engine: Engine,
    pub(super) kernel: Kernel,
    /// The kernel by whose speed an engine is chosen.
    pub(super) tuned: Kernel,
    pub(super) fineness: Fineness,
    /// How many threads will count.
    pub(super) threads: usize,
}

impl Way {
    /// The kernel, or the best one if this processor lacks it: a plan for other machines may have one that it lacks.
    pub(super) fn usable_kernel(self) -> Kernel {
        if self.kernel.is_available() { self.kernel } else { Kernel::best() }
    }
}

/// A whole problem made ready by the engine that the way names, or by the best one; nothing if it does not apply.
pub(super) fn whole<M: Mask>(board: &Board, instance: &Instance<M>, way: Way) -> Option<Box<dyn Counter>> {
    match way.engine {
        Engine::Best | Engine::Cells | Engine::Frontier | Engine::Lines | Engine::Shields | Engine::Naive => {
            Some(part(board, instance, way))
        }
        Engine::Armies => Some(Box::new(OneByOne::new(instance, way.kernel, way.fineness))),
        Engine::Halves => halves(board, instance, way),
        // If it can count an instance, it can count every part of it with a piece placed.
        Engine::Rows => Cliques::of(instance, MOST_EMPTY).map(|_| tree(instance, way)),
    }
}

/// A part of a problem made ready: by halves if the way allows that, the part has the shape, and rows is not expected to
/// be faster; or else by a tree.
pub(super) fn part<M: Mask>(board: &Board, instance: &Instance<M>, way: Way) -> Box<dyn Counter> {
    let halves = halves(board, instance, way).filter(|halves| {
        let cost: f64 = (0..halves.units()).map(|unit| halves.work(unit)).sum();
        way.engine == Engine::Halves
            || cost < NOT_WORTH_COMPARING
            || Cliques::of(instance, 0).is_none_or(|cliques| {
                // About a tenth of the time that is at stake.
                let descents = (cost / 20_000.0).clamp(64.0, 1024.0) as u32;
                cost < rows::expected_cost(instance, &cliques, way.tuned, descents)
            })
    });
    halves.unwrap_or_else(|| tree(instance, way))
}

fn halves<M: Mask>(board: &Board, instance: &Instance<M>, way: Way) -> Option<Box<dyn Counter>> {
    if !matches!(way.engine, Engine::Best | Engine::Halves) {
        return None;
    }
    Some(Box::new(Halves::new(board, instance, way)?))
}

/// The instance made ready by an engine that searches a tree: army by army or by rows if the way allows that and the
/// instance has the shape, or else by cells.
pub(super) fn tree<M: Mask>(instance: &Instance<M>, way: Way) -> Box<dyn Counter> {
    let may_be_armies = matches!(way.engine, Engine::Best | Engine::Lines) && OneByOne::suits(instance);
    if way.engine == Engine::Armies || may_be_armies {
        return Box::new(OneByOne::new(instance, way.kernel, way.fineness));
    }
    let most_empty = match way.engine {
        // With two pieces to an empty row, rows took from a twelfth of the time of cells (9 queens on 12x12) to 2.4 times
        // as long (6 rooks on 9x9); with fewer pieces it lost as a rule.
        Engine::Best | Engine::Halves => instance.classes.first().map(|class| class.pieces as usize / 2),
        Engine::Rows => Some(MOST_EMPTY),
        Engine::Armies
        | Engine::Cells
        | Engine::Frontier
        | Engine::Lines
        | Engine::Shields
        | Engine::Naive => None,
    };
    match most_empty.and_then(|most_empty| Cliques::of(instance, most_empty)) {
        Some(cliques) => Box::new(Rows::new(instance, &cliques, way.kernel, way.fineness)),
        None => Box::new(Cells::new(instance, way.kernel, way.fineness)),
    }
}
