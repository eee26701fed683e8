//! The tables of the search, and the examination of open squares.

use super::tail::Tail;
use crate::board::Mask;
use crate::conflict::ConflictMasks;
use crate::engines::instance::Instance;

/// The tables of the search.
pub(super) struct ArmyTables<M> {
    pub(super) conflicts: ConflictMasks<M>,
    /// The numbers of pieces of all classes.
    pub(super) pieces: Vec<u32>,
    /// The number of classes that are tried; the others are counted.
    pub(super) tried: usize,
    /// The count of the other classes.
    pub(super) tail: Tail,
}

impl<M: Mask> ArmyTables<M> {
    pub(super) fn new(instance: &Instance, tried: usize) -> Self {
        let pieces: Vec<u32> = instance.classes.iter().map(|class| class.pieces).collect();
        let most = pieces.iter().copied().max().unwrap_or(0);
        let tail = Tail::new(pieces[tried..].to_vec(), instance.conflicts.squares(), most);
        Self { conflicts: instance.conflicts.masks(), pieces, tried, tail }
    }

    /// Returns the class to be placed after this number of pieces, and the number of pieces of it that are
    /// left.
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

/// The examined squares of a node.
pub(super) struct NodeSquares<M> {
    /// The squares to branch on.
    pub(super) todo: M,
    /// The number of squares that take nothing.
    pub(super) pool: u32,
}

/// Examines each open square of a class: which squares would a piece there take?
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
            todo = todo.with_square(square);
        }
    }
    NodeSquares { todo, pool }
}
