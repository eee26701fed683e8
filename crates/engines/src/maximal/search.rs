//! What the search for covers comes to where places are items: maximal independent sets of the graph of conflicts.
//!
//! A place that is not taken has to be attacked, and one that is free attacks itself. Then this is the algorithm of C. Bron and J.
//! Kerbosch (*Finding all cliques of an undirected graph*, Communications of the ACM 16, 1973) on the complement, with the pivot
//! of E. Tomita, A. Tanaka and H. Takahashi (2006). Where at most one place is left free, no node is made.

use crate::board::Mask;
use crate::engines::cover::{Cover, Field, Node, Unit, Visitor};
use crate::engines::estimate::Sample;
use crate::engines::kernel::{Kernel, Vectored};
use crate::engines::random::Random;
use crate::with_words;

/// What a unit has come to.
pub(super) struct Counted {
    /// The placements in each cell, not yet weighted.
    pub(super) cells: Vec<u64>,
    pub(super) complete: bool,
}

/// A field in sets of any width, and the search in it.
pub(super) trait MaximalSearch: Send + Sync {
    fn count(&self, unit: &Unit, should_stop: &dyn Fn() -> bool) -> Counted;
    /// What that is expected to take, after one descent.
    fn sample(&self, unit: &Unit, random: &mut Random) -> Sample;
    /// Bytes held.
    fn memory(&self) -> usize;
}

/// The search in a field whose placements have so many cells.
pub(super) fn search(field: &Field, cells: usize) -> Box<dyn MaximalSearch> {
    with_words!(field.covers.width(), M => {
        Box::new(Graph { cover: Cover::<M>::new(field), cells }) as Box<dyn MaximalSearch>
    })
}

struct Graph<M> {
    cover: Cover<M>,
    cells: usize,
}

/// Counts placements by their cells.
struct Cells(Vec<u64>);

/// Nanoseconds for a unit, for a node, for a place that is looked at and for a branch; and the share of the last two that each further
/// word takes besides.
pub(super) const UNIT: f64 = 300.0;
const NODE: f64 = 5.0;
const LOOKED_AT: f64 = 0.8;
const BRANCH: f64 = 6.0;
const WORD: f64 = 0.8;

/// The share of one word that a set takes.
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

/// A unit to be counted.
struct Task<'a, M> {
    graph: &'a Graph<M>,
    unit: &'a Unit,
    should_stop: &'a dyn Fn() -> bool,
}

impl<M: Mask> Vectored for Task<'_, M> {
    type Output = Counted;

    /// What matters is the population count.
    const BEST: Kernel = Kernel::Avx2;

    #[inline(always)]
    fn portable(self) -> Counted {
        let mut cells = Cells(vec![0; self.graph.cells]);
        let complete = self.graph.cover.walk(Node::of(self.unit), &mut cells, self.should_stop);
        Counted { cells: cells.0, complete }
    }
}

impl<M: Mask> MaximalSearch for Graph<M> {
    fn count(&self, unit: &Unit, should_stop: &dyn Fn() -> bool) -> Counted {
        Kernel::best().run(Task { graph: self, unit, should_stop })
    }

    fn sample(&self, unit: &Unit, random: &mut Random) -> Sample {
        self.cover.descend(Node::of(unit), &mut Cells(vec![0; self.cells]), UNIT, random)
    }

    fn memory(&self) -> usize {
        self.cover.memory()
    }
}
