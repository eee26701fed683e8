//! The search: a stack of partial placements, and binomials at its end.
//!
//! A node has decided some pieces of one class. Each square that is still open to the class is looked at once: where a
//! piece would leave another class too few squares it is dropped; where it takes nothing from any class, its own included,
//! it goes into the pool; the others are branched on, lowest square first, those before staying empty. With `left` pieces
//! to place and `p` squares in the pool, one further branch takes all of them from the pool, in `C(p, left)` ways. The last
//! piece of the last class that is tried is not placed: for each square the population count of what it leaves is looked
//! up in a table of binomials, which is where nearly all the time goes, about two nanoseconds a square.
//!
//! Sums stop at the largest number of 128 bits, which then stands for what does not fit; the run says so.

use super::descent;
use super::tables::{ArmyTables, sort};
use crate::board::{Mask, Sets, Wide};
use crate::engines::estimate::Sample;
use crate::engines::instance::Instance;
use crate::engines::kernel::{Kernel, Vectored};
use crate::engines::random::Random;
use crate::engines::tally::UnitCount;
use crate::with_mask;

/// Nodes between two looks at whether to stop.
const PATIENCE: u64 = 1 << 12;

/// Tables of any width, and the search over them.
pub(super) trait ArmySearch: Send + Sync {
    /// Counts what follows from a partial placement.
    fn count(&self, placed: usize, free: &Sets, kernel: Kernel, should_stop: &dyn Fn() -> bool) -> UnitCount;
    /// What that is expected to take, after one descent.
    fn sample(&self, placed: usize, free: &Sets, kernel: Kernel, random: &mut Random) -> Sample;
    /// Bytes held.
    fn memory(&self) -> usize;
}

/// The tables of an instance in whose order the first `tried` classes are tried.
pub(super) fn tables(instance: &Instance, tried: usize) -> Box<dyn ArmySearch> {
    let width = instance.conflicts.width();
    with_mask!(width, M = u64 | u128 | Wide<4> | Wide<16> => Box::new(ArmyTables::<M>::new(instance, tried)))
}

impl<M: Mask> ArmySearch for ArmyTables<M> {
    fn count(&self, placed: usize, free: &Sets, kernel: Kernel, should_stop: &dyn Fn() -> bool) -> UnitCount {
        kernel.run(ArmyTask { tables: self, placed, free: &free.masks(), should_stop })
    }

    fn sample(&self, placed: usize, free: &Sets, kernel: Kernel, random: &mut Random) -> Sample {
        descent::sample(self, placed, free.masks(), kernel, random)
    }

    fn memory(&self) -> usize {
        self.conflicts.squares() * self.pieces.len().pow(2) * size_of::<M>() + self.tail.memory()
    }
}

/// A partial placement whose open squares were looked at.
struct ArmyNode<M> {
    class: usize,
    /// Pieces of the class that are not placed.
    left: u32,
    /// Squares that take nothing.
    pool: u32,
    /// Whether the branch that takes all of them from the pool is still to come.
    is_pool_left: bool,
    /// Squares to branch on.
    todo: M,
    /// How many placements this one stands for.
    times: u128,
    /// The squares open to each class.
    free: Vec<M>,
}

struct ArmyWalk<'a, M> {
    tables: &'a ArmyTables<M>,
    stack: Vec<ArmyNode<M>>,
    depth: usize,
    placements: u128,
    nodes: u64,
}

impl<M: Mask> ArmyWalk<'_, M> {
    /// Takes up a partial placement whose masks are in the node at `depth`: counts it, drops it, or leaves it on the stack.
    #[inline(always)]
    fn enter(&mut self, mut class: usize, mut left: u32, mut pool: u32, times: u128) {
        let tables = self.tables;
        self.nodes += 1;
        while left == 0 {
            class += 1;
            pool = 0;
            if class >= tables.tried {
                let ways = tables.tail.ways(&self.stack[self.depth].free[tables.tried..]);
                self.placements = self.placements.saturating_add(times.saturating_mul(ways));
                return;
            }
            left = tables.pieces[class];
        }
        let node = &mut self.stack[self.depth];
        if left == 1 && class + 1 == tables.tried && tables.tail.classes() == 1 {
            let ways = last_piece(tables, class, pool, &node.free);
            self.placements = self.placements.saturating_add(times.saturating_mul(ways));
            return;
        }
        let sorted = sort(tables, class, &node.free);
        pool += sorted.pool;
        if pool + sorted.todo.count() < left {
            return;
        }
        (node.class, node.left, node.pool, node.times) = (class, left, pool, times);
        (node.todo, node.is_pool_left) = (sorted.todo, pool >= left);
        self.depth += 1;
    }

    /// Goes through everything on the stack.
    #[inline(always)]
    fn run(&mut self, should_stop: &dyn Fn() -> bool) -> bool {
        let mut look = PATIENCE;
        while self.depth > 0 {
            if self.nodes >= look {
                look = self.nodes + PATIENCE;
                if should_stop() {
                    return false;
                }
            }
            let (parents, children) = self.stack.split_at_mut(self.depth);
            let (parent, child) = (&mut parents[self.depth - 1], &mut children[0]);
            let (class, left, pool, times) = (parent.class, parent.left, parent.pool, parent.times);
            if parent.is_pool_left {
                parent.is_pool_left = false;
                child.free.copy_from_slice(&parent.free);
                let ways = self.tables.tail.binomial(pool, left);
                self.enter(class, 0, 0, times.saturating_mul(ways));
            } else if let Some(square) = parent.todo.lowest() {
                parent.todo = parent.todo.without_lowest();
                if pool + parent.todo.count() + 1 < left {
                    self.depth -= 1;
                    continue;
                }
                let taken = self.tables.conflicts.row(class, square);
                for (child, (&free, &taken)) in child.free.iter_mut().zip(parent.free.iter().zip(taken)) {
                    *child = free.and_not(taken);
                }
                child.free[class] = parent.todo.and_not(taken[class]);
                self.enter(class, left - 1, pool, times);
            } else {
                self.depth -= 1;
            }
        }
        true
    }
}

/// The ways to place the last piece that is tried, and then the single class that is counted.
#[inline(always)]
fn last_piece<M: Mask>(tables: &ArmyTables<M>, class: usize, pool: u32, free: &[M]) -> u128 {
    let last = class + 1;
    let rest = free[last];
    match tables.tail.short() {
        Some(ways) => {
            let mut sum = u64::from(pool) * ways[rest.count() as usize];
            for square in free[class].squares() {
                sum += ways[rest.and_not(tables.conflicts.row(class, square)[last]).count() as usize];
            }
            u128::from(sum)
        }
        None => {
            let mut sum = u128::from(pool).saturating_mul(tables.tail.ways(&[rest]));
            for square in free[class].squares() {
                let rest = rest.and_not(tables.conflicts.row(class, square)[last]);
                sum = sum.saturating_add(tables.tail.ways(&[rest]));
            }
            sum
        }
    }
}

/// Placements to be counted: those with some pieces, that leave these squares free.
struct ArmyTask<'a, M> {
    tables: &'a ArmyTables<M>,
    placed: usize,
    free: &'a [M],
    should_stop: &'a dyn Fn() -> bool,
}

impl<M: Mask> Vectored for ArmyTask<'_, M> {
    type Output = UnitCount;

    /// What matters is the population count.
    const BEST: Kernel = Kernel::Avx2;

    #[inline(always)]
    fn portable(self) -> UnitCount {
        let Self { tables, placed, free, should_stop } = self;
        let pieces: u32 = tables.pieces[..tables.tried].iter().sum();
        let node = || ArmyNode {
            class: 0,
            left: 0,
            pool: 0,
            is_pool_left: false,
            todo: M::EMPTY,
            times: 1,
            free: free.to_vec(),
        };
        // A node for each piece and one more for each class that is taken from its pool, and room for a child.
        let stack = (0..pieces as usize + tables.tried + 2).map(|_| node()).collect();
        let mut search = ArmyWalk { tables, stack, depth: 0, placements: 0, nodes: 0 };
        let (class, left) = tables.class_after(placed);
        if class == tables.tried {
            search.enter(class, 0, 0, 1);
        } else {
            search.enter(class, left, 0, 1);
        }
        let complete = search.run(should_stop);
        UnitCount { placements: search.placements, nodes: search.nodes, complete }
    }
}
