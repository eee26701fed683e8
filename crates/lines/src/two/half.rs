//! One square colour: its diagonals are labelled, the most contested first.
//!
//! The squares of one colour form a board of their own, rotated by 45 degrees, with the diagonals as its
//! ranks and files. A node gives some of them to an army. A diagonal with live squares of one army only needs
//! no label. A node without a contested diagonal is a *leaf*: its live squares of both armies do not attack
//! each other.

use super::lanes::{Bounds, SheetLanes};
use super::sheet::{DiagonalCounts, FAMILY, LINES};
use super::squares::{LineBoard, Rectangle};
use std::ops::ControlFlow;

/// The number of labellings between two calls of `should_stop`.
const ASK: u64 = 4096;

/// One square colour of a pair of rows and columns, with no diagonal labelled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half<'a> {
    pub(super) board: &'a LineBoard,
    pub(super) colour: usize,
    /// The number of live squares of each army on each diagonal.
    pub(super) counts: [&'a DiagonalCounts; 2],
    /// The live squares of each army.
    pub(super) squares: &'a [Rectangle; 2],
}

/// The diagonals that are given to each army, as bits. The other army has no square on them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Labels(pub(super) [u64; 2]);

/// A partial labelling.
#[derive(Debug, Clone, Copy)]
pub(super) struct HalfLabelling {
    counts: [DiagonalCounts; 2],
    labels: Labels,
    /// The largest number of squares of both armies on one diagonal.
    contested: u8,
}

impl HalfLabelling {
    /// Gives a line to an army: the other one loses its squares there.
    #[inline(always)]
    fn give<L: SheetLanes>(&mut self, lanes: L, half: &Half<'_>, line: usize, army: usize) {
        let other = 1 - army;
        // The place of the other family's lines.
        let shift = if line < FAMILY { FAMILY } else { 0 };
        // The squares that no label has taken yet.
        let alive = half.board.crossings(half.colour, line, &half.squares[other])
            & !((self.labels.0[army] >> shift) as u32);
        lanes.clear(&mut self.counts[other], line, u64::from(alive) << shift);
        self.labels.0[army] |= 1 << line;
    }
}

/// Gives away all lines that only one army can have. Returns true if the targets can still be attained.
#[inline(always)]
fn force<L: SheetLanes>(lanes: L, half: &Half<'_>, node: &mut HalfLabelling, targets: &Bounds) -> bool {
    loop {
        let [white, black] = &node.counts;
        let Some(forced) = lanes.forced_lines(white, black, targets) else { return false };
        if forced == [0; 2] {
            return true;
        }
        for (army, mut rest) in forced.into_iter().enumerate() {
            while rest != 0 {
                node.give(lanes, half, rest.trailing_zeros() as usize % LINES, army);
                rest &= rest - 1;
            }
        }
    }
}

/// The goal of a search.
pub(super) trait Goal {
    /// Returns the targets that a node's bounds must attain.
    fn targets(&self) -> &Bounds;

    /// Takes a leaf, with the number of squares of each army.
    fn leaf(&mut self, reached: [u32; 2], labels: Labels) -> ControlFlow<()>;
}

/// Visits the labellings that attain the goal's targets, each leaf once.
///
/// Ends when the goal or `should_stop` says so. `labellings` counts the labellings that were visited.
#[inline(always)]
pub(super) fn search<L: SheetLanes, G: Goal>(
    lanes: L,
    half: &Half<'_>,
    stack: &mut Vec<HalfLabelling>,
    goal: &mut G,
    labellings: &mut u64,
    should_stop: &dyn Fn() -> bool,
) -> ControlFlow<()> {
    stack.clear();
    stack.push(HalfLabelling {
        counts: [*half.counts[0], *half.counts[1]],
        labels: Labels::default(),
        contested: FAMILY as u8,
    });
    while let Some(mut node) = stack.pop() {
        *labellings += 1;
        if labellings.is_multiple_of(ASK) && should_stop() {
            return ControlFlow::Break(());
        }
        if !force(lanes, half, &mut node, goal.targets()) {
            continue;
        }
        let [white, black] = &node.counts;
        let mut lines = 0;
        while node.contested > 0 {
            lines = lanes.contested_lines(white, black, node.contested);
            if lines != 0 {
                break;
            }
            node.contested -= 1;
        }
        if lines == 0 {
            let sum =
                |counts: &DiagonalCounts| counts.0[..FAMILY].iter().map(|&count| u32::from(count)).sum();
            goal.leaf([sum(white), sum(black)], node.labels)?;
            continue;
        }
        let line = lines.trailing_zeros() as usize % LINES;
        for army in 0..2 {
            let mut child = node;
            child.give(lanes, half, line, army);
            stack.push(child);
        }
    }
    ControlFlow::Continue(())
}
