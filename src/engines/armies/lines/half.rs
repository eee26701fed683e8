//! One square colour: labelling its diagonals, the most contested first.
//!
//! The squares of one colour form a board of their own, turned by 45 degrees, with the diagonals as its ranks and
//! files. A node gives some of them to an army; a diagonal with live squares of one army only needs no label. A node with
//! no contested diagonal is a *leaf*: all its live squares of both armies are at peace.

use super::lanes::{Bounds, Counts, FAMILY, LINES, Lanes};
use super::squares::Crossings;
use std::ops::ControlFlow;

/// One square colour of a pair of rows and columns, with no diagonal labelled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half {
    /// Live squares on each diagonal, of each army.
    pub(super) counts: [Counts; 2],
    /// Where they are.
    pub(super) crossings: [Crossings; 2],
}

/// Diagonals that are given to each army, as bits. The other army has no square there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Labels(pub(super) [u64; 2]);

/// A partial labelling.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    counts: [Counts; 2],
    labels: Labels,
    /// No diagonal has more squares of both armies.
    contested: u8,
}

/// What a search looks for.
pub(super) trait Goal {
    /// What a node's bounds must be for it to be of interest.
    fn targets(&self) -> &Bounds;

    /// Takes a leaf with so many squares of each army.
    fn leaf(&mut self, reached: [u32; 2], labels: Labels) -> ControlFlow<()>;
}

/// Walks the labellings that reach the goal's targets, each leaf once.
///
/// Returns whether the goal broke off. `nodes` counts what was looked at.
#[inline(always)]
pub(super) fn search<L: Lanes, G: Goal>(
    lanes: L,
    half: &Half,
    stack: &mut Vec<Node>,
    goal: &mut G,
    nodes: &mut u64,
) -> ControlFlow<()> {
    stack.clear();
    stack.push(Node { counts: half.counts, labels: Labels::default(), contested: FAMILY as u8 });
    while let Some(mut node) = stack.pop() {
        *nodes += 1;
        let [white, black] = &node.counts;
        if !lanes.reach(&lanes.bounds(white, black), goal.targets()) {
            continue;
        }
        let mut lines = 0;
        while node.contested > 0 {
            lines = lanes.contested(white, black, node.contested);
            if lines != 0 {
                break;
            }
            node.contested -= 1;
        }
        if lines == 0 {
            let sum = |counts: &Counts| counts.0[..FAMILY].iter().map(|&count| u32::from(count)).sum();
            goal.leaf([sum(white), sum(black)], node.labels)?;
            continue;
        }
        let line = lines.trailing_zeros() as usize % LINES;
        // The other family's lines.
        let (shift, family) = if line < FAMILY { (FAMILY, 0) } else { (0, FAMILY) };
        debug_assert!(family <= line);
        for army in 0..2 {
            let other = 1 - army;
            let mut child = node;
            // Squares of the other army that no label has taken yet.
            let alive = half.crossings[other][line] & !((node.labels.0[army] >> shift) as u32);
            lanes.clear(&mut child.counts[other], line, u64::from(alive) << shift);
            child.labels.0[army] |= 1 << line;
            stack.push(child);
        }
    }
    ControlFlow::Continue(())
}
