//! The search: a stack of partial placements, and binomials at its end.
//!
//! A node has decided some pieces of one class. Each square that is still open to the class is examined once.
//! A square is dropped if a piece there would leave another class too few squares. It goes into the pool if
//! it takes nothing from any class, including its own. The search branches on the others, lowest square
//! first, in each case with a piece before without. With `left` pieces to place and `p` squares in the pool,
//! one further branch takes all of them from the pool, in `C(p, left)` ways. The last piece of the last tried
//! class is not placed. For each of its squares, the population count of the remaining squares is looked up
//! in a table of binomials. Nearly all the time goes there, about two nanoseconds a square.
//!
//! Sums stop at the largest number of 128 bits, which then represents all numbers that do not fit; the run
//! reports this.

use super::descent;
use super::tables::{ArmyTables, sort};
use crate::board::{Mask, Sets, WideMask};
use crate::engines::estimate::Sample;
use crate::engines::instance::Instance;
use crate::engines::kernel::{Kernel, Vectored};
use crate::engines::random::Random;
use crate::engines::tally::UnitCount;
use crate::with_mask;

/// The number of nodes between two checks whether to stop.
const PATIENCE: u64 = 1 << 12;

/// Tables of any width, and the search over them.
pub(super) trait ArmySearch: Send + Sync {
    /// Counts the completions of a partial placement.
    fn count(&self, placed: usize, free: &Sets, kernel: Kernel, should_stop: &dyn Fn() -> bool) -> UnitCount;
    /// Estimates the cost of that count by one descent.
    fn sample(&self, placed: usize, free: &Sets, kernel: Kernel, random: &mut Random) -> Sample;
    /// Returns the number of bytes held.
    fn memory(&self) -> usize;
}

/// Builds the tables of an instance in whose order the first `tried` classes are tried.
pub(super) fn tables(instance: &Instance, tried: usize) -> Box<dyn ArmySearch> {
    let width = instance.conflicts.width();
    with_mask!(width, M = u64 | u128 | WideMask<4> | WideMask<16> => Box::new(ArmyTables::<M>::new(instance, tried)))
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

/// A partial placement whose open squares were examined.
struct ArmyNode<M> {
    class: usize,
    /// The number of pieces of the class that are not placed.
    left: u32,
    /// The number of squares that take nothing.
    pool: u32,
    /// Whether the branch that takes all pieces from the pool is still to come.
    is_pool_left: bool,
    /// The squares to branch on.
    todo: M,
    /// The number of placements that this one represents.
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
    /// Processes a partial placement whose masks are in the node at `depth`: counts it, drops it, or leaves
    /// it on the stack.
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

    /// Searches everything on the stack.
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

/// Returns the number of ways to place the last tried piece, followed by the single class that is counted.
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

/// A count of the placements that extend some pieces and leave these squares free.
struct ArmyTask<'a, M> {
    tables: &'a ArmyTables<M>,
    placed: usize,
    free: &'a [M],
    should_stop: &'a dyn Fn() -> bool,
}

impl<M: Mask> Vectored for ArmyTask<'_, M> {
    type Output = UnitCount;

    /// The code gains only from a faster population count, which AVX2 has.
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
        // The stack has a node for each piece, one for each class that is taken from its pool, and room for a
        // child.
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
