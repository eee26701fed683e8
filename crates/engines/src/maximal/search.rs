//! The search for covers with places as items: maximal independent sets of the graph of conflicts.
//!
//! A place that is not taken has to be attacked, and a free place counts as attacking itself. The search is
//! then the algorithm of C. Bron and J. Kerbosch (*Finding all cliques of an undirected graph*,
//! Communications of the ACM 16, 1973) on the complement, with the pivot of E. Tomita, A. Tanaka and H.
//! Takahashi (2006). If at most one place is free, no node is made.

use crate::board::Mask;
use crate::engines::cover::{Cover, Field, Node, Unit, Visitor};
use crate::engines::estimate::Sample;
use crate::engines::kernel::{Kernel, Vectored};
use crate::engines::random::Random;
use crate::with_words;

/// The counts of a unit.
pub(super) struct CellCounts {
    /// The number of placements in each cell, not yet weighted.
    pub(super) cells: Vec<u64>,
    /// Whether the unit was counted to its end.
    pub(super) complete: bool,
}

/// The search in a field, for sets of any width.
pub(super) trait MaximalSearch: Send + Sync {
    fn count(&self, unit: &Unit, should_stop: &dyn Fn() -> bool) -> CellCounts;
    /// Returns the expected cost of the search, after one descent.
    fn sample(&self, unit: &Unit, random: &mut Random) -> Sample;
    /// Returns the bytes of the search.
    fn memory(&self) -> usize;
}

/// Returns the search in a field whose placements have `cells` cells.
pub(super) fn search(field: &Field, cells: usize) -> Box<dyn MaximalSearch> {
    with_words!(field.covers.width(), M => {
        Box::new(Graph { cover: Cover::<M>::new(field), cells }) as Box<dyn MaximalSearch>
    })
}

struct Graph<M> {
    cover: Cover<M>,
    cells: usize,
}

/// A visitor that counts placements by their cells.
struct Cells(Vec<u64>);

/// The time of a unit, in nanoseconds.
pub(super) const UNIT: f64 = 300.0;
/// The time of a node, in nanoseconds.
const NODE: f64 = 5.0;
/// The time of a visited place, in nanoseconds.
const LOOKED_AT: f64 = 0.8;
/// The time of a branch, in nanoseconds.
const BRANCH: f64 = 6.0;
/// The time that each further word adds to a place or a branch, as a share of the time of one word.
const WORD: f64 = 0.8;

/// Returns the time of a set, relative to one word.
const fn words<M: Mask>() -> f64 {
    1.0 + WORD * (M::WORDS - 1) as f64
}

impl<M: Mask> Visitor<M> for Cells {
    const PATIENCE: u32 = 1 << 12;
    const BRANCH: f64 = BRANCH * words::<M>();

    #[inline(always)]
    fn branches(&mut self, cover: &Cover<M>, node: &mut Node<M>) -> Option<M> {
        let Some(next) = node.free.lowest() else {
            self.0[node.cell] += u64::from(node.uncovered.is_empty());
            return None;
        };
        if node.free.without_lowest().is_empty() {
            let is_done = node.uncovered.and_not(cover.covers[next]).is_empty();
            self.0[node.cell + cover.steps[next]] += u64::from(is_done);
            return None;
        }
        cover.fewest(node)
    }

    fn price(&self, cover: &Cover<M>, node: &Node<M>) -> Option<f64> {
        let looked_at = || f64::from(cover.looked_at(node));
        (node.free.count() > 1).then(|| NODE + LOOKED_AT * words::<M>() * looked_at())
    }
}

/// The count of a unit, for a kernel.
struct Task<'a, M> {
    graph: &'a Graph<M>,
    unit: &'a Unit,
    should_stop: &'a dyn Fn() -> bool,
}

impl<M: Mask> Vectored for Task<'_, M> {
    type Output = CellCounts;

    /// The population count decides the speed.
    const BEST: Kernel = Kernel::Avx2;

    #[inline(always)]
    fn portable(self) -> CellCounts {
        let mut cells = Cells(vec![0; self.graph.cells]);
        let complete = self.graph.cover.walk(Node::from_unit(self.unit), &mut cells, self.should_stop);
        CellCounts { cells: cells.0, complete }
    }
}

impl<M: Mask> MaximalSearch for Graph<M> {
    fn count(&self, unit: &Unit, should_stop: &dyn Fn() -> bool) -> CellCounts {
        Kernel::best().run(Task { graph: self, unit, should_stop })
    }

    fn sample(&self, unit: &Unit, random: &mut Random) -> Sample {
        self.cover.descend(Node::from_unit(unit), &mut Cells(vec![0; self.cells]), UNIT, random)
    }

    fn memory(&self) -> usize {
        self.cover.memory()
    }
}
