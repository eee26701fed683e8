//! Which engine goes through an instance.

use crate::board::Board;
use crate::engines::Engine;
use crate::engines::cells::Cells;
use crate::engines::counter::Counter;
use crate::engines::halves::Halves;
use crate::engines::instance::Instance;
use crate::engines::one_by_one::OneByOne;
use crate::engines::rows::{self, Cliques, Rows};
use crate::engines::tuning::Way;

/// More empty rows than this would not fit, whatever the instance.
const MOST_EMPTY: usize = 16;

/// Below this expected cost, in nanoseconds, halves is taken if it applies: to estimate rows would take as long.
const NOT_WORTH_COMPARING: f64 = 200_000.0;

/// A whole problem made ready by the engine that the way names, or by the best one; nothing if it does not apply.
pub(crate) fn whole(board: &Board, instance: &Instance, way: Way) -> Option<Box<dyn Counter>> {
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
pub(crate) fn part(board: &Board, instance: &Instance, way: Way) -> Box<dyn Counter> {
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

fn halves(board: &Board, instance: &Instance, way: Way) -> Option<Box<dyn Counter>> {
    if !matches!(way.engine, Engine::Best | Engine::Halves) {
        return None;
    }
    Some(Box::new(Halves::new(board, instance, way)?))
}

/// The instance made ready by an engine that searches a tree: army by army or by rows if the way allows that and the
/// instance has the shape, or else by cells.
pub(crate) fn tree(instance: &Instance, way: Way) -> Box<dyn Counter> {
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
