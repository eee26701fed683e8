//! Which engine goes through an instance.

use super::cells::Cells;
use super::instance::Instance;
use super::rows::{Cliques, Rows};
use super::units::Fineness;
use super::{Counter, Engine, Kernel};
use crate::board::Mask;

/// More empty rows than this would not fit, whatever the instance.
const MOST_EMPTY: usize = 16;

/// How an instance is to be counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Rows where it does not apply falls back to cells, as the best one does.
    pub(super) engine: Engine,
    pub(super) kernel: Kernel,
    pub(super) fineness: Fineness,
}

/// Whether the rows engine can count an instance. If it can, it can count every part of it with a piece placed.
pub(super) fn has_rows<M: Mask>(instance: &Instance<M>) -> bool {
    Cliques::of(instance, MOST_EMPTY).is_some()
}

/// The instance made ready by rows if the way allows that and the instance has the shape, or else by cells.
pub(super) fn tree<M: Mask>(instance: &Instance<M>, way: Way) -> Box<dyn Counter> {
    let most_empty = match way.engine {
        // With two pieces to an empty row, rows took from a twelfth of the time of cells (9 queens on 12x12) to 2.4 times
        // as long (6 rooks on 9x9); with fewer pieces it lost as a rule.
        Engine::Best => instance.classes.first().map(|class| class.pieces as usize / 2),
        Engine::Rows => Some(MOST_EMPTY),
        Engine::Cells | Engine::Naive => None,
    };
    match most_empty.and_then(|most_empty| Cliques::of(instance, most_empty)) {
        Some(cliques) => Box::new(Rows::new(instance, &cliques, way.kernel, way.fineness)),
        None => Box::new(Cells::new(instance, way.kernel, way.fineness)),
    }
}
