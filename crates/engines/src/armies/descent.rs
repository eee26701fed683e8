//! Random descents through the search, to forecast its cost ([`crate::engines::estimate`]).
//!
//! A descent follows the search. On each node, the probability of a branch is proportional to the number of
//! sets of squares that the branch could take: lower squares have more squares above them.

use super::tables::{ArmyTables, sort};
use crate::board::Mask;
use crate::engines::estimate::Sample;
use crate::engines::kernel::Kernel;
use crate::engines::random::Random;

/// Nanoseconds for a unit.
const UNIT: f64 = 300.0;
/// Nanoseconds for an open square that is examined, for each word.
const LOOKED_AT: f64 = 2.5;
/// Nanoseconds for an open square of the last piece, for each word.
const LAST: f64 = 1.1;
/// Nanoseconds for a node, in addition to its squares.
const NODE: f64 = 15.0;
/// The factor by which the portable kernel takes longer, because it counts bits in several steps.
const PORTABLE: f64 = 2.5;
/// The share of choices made without regard to the model.
const ANY_BRANCH: f64 = 0.1;

/// Makes one descent from a partial placement.
pub(super) fn sample<M: Mask>(
    tables: &ArmyTables<M>,
    placed: usize,
    mut free: Vec<M>,
    kernel: Kernel,
    random: &mut Random,
) -> Sample {
    let words = M::WORDS as f64 * if kernel == Kernel::Portable { PORTABLE } else { 1.0 };
    let mut sample = Sample { nodes: 0.0, nanoseconds: UNIT, spent: UNIT };
    let (mut class, mut left) = tables.class_after(placed);
    let (mut pool, mut stands_for) = (0, 1.0);
    loop {
        sample.nodes += stands_for;
        sample.nanoseconds += stands_for * NODE;
        while left == 0 {
            class += 1;
            pool = 0;
            if class >= tables.tried {
                return sample;
            }
            left = tables.pieces[class];
        }
        let open = f64::from(free[class].count());
        if left == 1 && class + 1 == tables.tried && tables.tail.classes() == 1 {
            sample.nanoseconds += stands_for * open * LAST * words;
            return sample;
        }
        let looked_at = open * LOOKED_AT * words * (tables.pieces.len() - class - 1).max(1) as f64;
        sample.nanoseconds += stands_for * looked_at;
        sample.spent += 2.0 * looked_at + 100.0;
        let sorted = sort(tables, class, &free);
        pool += sorted.pool;
        let all = pool + sorted.todo.count();
        if all < left {
            return sample;
        }
        // The branches: all pieces from the pool, or one of the squares as the lowest.
        let squares: Vec<usize> = sorted.todo.squares().collect();
        let above = |place: usize| f64::from(all) - place as f64 - 1.0;
        let sets = |place: usize| {
            if above(place) < f64::from(left - 1) { 0.0 } else { power(above(place), left - 1) }
        };
        let mut weights: Vec<f64> = (0..squares.len()).map(sets).collect();
        weights.push(if pool >= left { power(f64::from(pool), left - 1) } else { 0.0 });
        let Some((chosen, chance)) = random.choose(&weights, ANY_BRANCH) else { return sample };
        stands_for /= chance;
        match squares.get(chosen) {
            Some(&square) => {
                tables.conflicts.exclude(class, square, &mut free);
                free[class] = sorted
                    .todo
                    .squares_above(square)
                    .and_not(tables.conflicts.conflict_mask(class, square, class));
                left -= 1;
            }
            None => left = 0,
        }
    }
}

fn power(base: f64, exponent: u32) -> f64 {
    base.max(1.0).powi(exponent.min(60) as i32)
}
