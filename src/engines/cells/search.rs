//! The backtracker: piece by piece, one mask of free squares for each class still to be placed.
//!
//! A node places one piece of the current class on the lowest square of its mask that was not tried yet; pieces of
//! one class go by increasing squares, so that no set of them is met twice. Its children's masks are the parent's
//! without the squares in conflict: one AND per class, read from one stretch of the conflict table. The last three
//! pieces are the business of the [leaf](super::leaf).

use super::leaf::{BATCH, Buffer, Leaf, LeafTables};
use crate::board::Mask;
use crate::conflict::Conflicts;

/// An instance made ready for the search: classes are in search order.
#[derive(Debug)]
pub(super) struct Tables<M> {
    pub(super) conflicts: Conflicts<M>,
    /// The class of each piece, in the order they are placed.
    pub(super) steps: Vec<usize>,
    /// `None` if there are fewer than two pieces.
    pub(super) leaf: Option<LeafTables>,
}

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) placements: u128,
    /// Pieces placed one by one or in lanes.
    pub(super) nodes: u64,
    /// Whether the search went to its end.
    pub(super) complete: bool,
}

/// A node of the search: the squares its piece can still try, at which step it is.
struct Frame<M> {
    untried: M,
}

/// Counts the placements of the pieces `steps[start ..]` on the free squares `masks`, one mask a class.
///
/// `should_stop` is asked once a batch of leaf states.
#[inline(always)]
pub(super) fn search<M: Mask, L: Leaf>(
    tables: &Tables<M>,
    start: usize,
    masks: &[M],
    should_stop: &dyn Fn() -> bool,
) -> Found {
    let steps = &tables.steps[start..];
    let (Some(leaf), true) = (&tables.leaf, steps.len() >= 2) else {
        let placements = steps.first().map_or(1, |&class| u128::from(masks[class].count()));
        return Found { placements, nodes: steps.len() as u64, complete: true };
    };
    let mut buffer = Buffer::new(leaf);
    let [place_class, first_class, second_class] = leaf.classes;
    if steps.len() == 2 {
        buffer.push(masks[first_class], masks[second_class]);
        L::count::<M>(leaf, &mut buffer);
        return Found { placements: buffer.pairs, nodes: 1, complete: true };
    }
    let classes = masks.len();
    // Frame `depth` places step `depth` with the masks in `free[depth * classes ..]`; the last one is the leaf's.
    let leaf_depth = steps.len() - 3;
    let mut free = vec![M::EMPTY; (leaf_depth + 1) * classes];
    free[..classes].copy_from_slice(masks);
    let mut frames: Vec<Frame<M>> = (0..=leaf_depth).map(|_| Frame { untried: M::EMPTY }).collect();
    frames[0].untried = masks[steps[0]];
    // How many more of its class a step needs after itself: with fewer free squares a branch is dead.
    let needed: Vec<u32> =
        (0..steps.len()).map(|at| steps[at..].iter().take_while(|&&class| class == steps[at]).count() as u32).collect();
    let (mut depth, mut nodes) = (0, 0);
    let mut complete = true;
    loop {
        if depth == leaf_depth {
            let masks = &free[depth * classes..];
            L::expand(leaf, &mut buffer, frames[depth].untried, masks[first_class], masks[second_class]);
            debug_assert_eq!(steps[depth], place_class);
            if buffer.len >= BATCH {
                L::count::<M>(leaf, &mut buffer);
                if should_stop() {
                    complete = false;
                    break;
                }
            }
            if depth == 0 {
                break;
            }
            depth -= 1;
            continue;
        }
        let Some(square) = frames[depth].untried.lowest() else {
            if depth == 0 {
                break;
            }
            depth -= 1;
            continue;
        };
        let untried = frames[depth].untried.without_lowest();
        frames[depth].untried = untried;
        let (class, next) = (steps[depth], steps[depth + 1]);
        let row = tables.conflicts.row(class, square);
        let (here, below) = free[depth * classes..].split_at_mut(classes);
        for other in class..classes {
            below[other] = here[other].and_not(row[other]);
        }
        // A further piece of the class stands on a higher square.
        let mut untried_next = below[next];
        if next == class {
            untried_next = untried.and_not(row[class]);
            below[class] = untried_next;
        }
        nodes += 1;
        if untried_next.count() >= needed[depth + 1] {
            depth += 1;
            frames[depth].untried = untried_next;
        }
    }
    if complete {
        L::count::<M>(leaf, &mut buffer);
    }
    Found { placements: buffer.pairs, nodes: nodes + buffer.states, complete }
}
