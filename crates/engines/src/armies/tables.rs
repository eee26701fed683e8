//! What the search reads, and the look that it takes at each open square.

use super::tail::Tail;
use crate::board::Mask;
use crate::conflict::ConflictMasks;
use crate::engines::instance::Instance;

/// What the search reads.
pub(super) struct ArmyTables<M> {
    pub(super) conflicts: ConflictMasks<M>,
    /// The numbers of pieces of all classes.
    pub(super) pieces: Vec<u32>,
    /// How many classes are tried; the others are counted.
    pub(super) tried: usize,
    pub(super) tail: Tail,
}

impl<M: Mask> ArmyTables<M> {
    pub(super) fn new(instance: &Instance, tried: usize) -> Self {
        let pieces: Vec<u32> = instance.classes.iter().map(|class| class.pieces).collect();
        let most = pieces.iter().copied().max().unwrap_or(0);
        let tail = Tail::new(pieces[tried..].to_vec(), instance.conflicts.squares(), most);
        Self { conflicts: instance.conflicts.masks(), pieces, tried, tail }
    }

    /// The class to be placed after this number of pieces, and how many pieces of it are left.
    pub(super) fn class_after(&self, placed: usize) -> (usize, u32) {
        let mut placed = placed as u32;
        for class in 0..self.tried {
            match self.pieces[class].checked_sub(placed) {
                Some(left) if left > 0 => return (class, left),
                _ => placed -= self.pieces[class],
            }
        }
        (self.tried, 0)
    }
}

/// What was looked at of a node's squares.
pub(super) struct NodeSquares<M> {
    /// To branch on.
    pub(super) todo: M,
    /// How many take nothing.
    pub(super) pool: u32,
}

/// Looks at each open square of a class: what would a piece there take?
#[inline(always)]
pub(super) fn sort<M: Mask>(tables: &ArmyTables<M>, class: usize, free: &[M]) -> NodeSquares<M> {
    let (mut todo, mut pool) = (M::EMPTY, 0);
    for square in free[class].squares() {
        let taken = tables.conflicts.row(class, square);
        let (mut is_free, mut lives) = (taken[class].and(free[class]).count() <= 1, true);
        for other in class + 1..free.len() {
            let rest = free[other].and_not(taken[other]);
            is_free &= rest == free[other];
            lives &= rest.count() >= tables.pieces[other];
        }
        pool += u32::from(is_free & lives);
        if lives & !is_free {
            todo = todo.with(square);
        }
    }
    NodeSquares { todo, pool }
}
