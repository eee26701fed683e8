//! The rows and columns of the white army: pairs (R, C) up to symmetry, and the first bounds.
//!
//! A square can be white if its row is in R and its column in C, black if neither is. For given rows the columns are
//! decided from the border to the middle, two at a time: that way a set and its mirror image part early, and only one
//! of them is followed. Undecided columns count for both armies, so a partial set has bounds too, and one that fails
//! them fails with all columns that could follow.

use super::lanes::{Bounds, Counts, Lanes};
use super::squares::{Board, Rectangle, reversed};
use super::{Proof, Sizes};
use std::ops::ControlFlow;

/// The rows and columns of each army.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) squares: [Rectangle; 2],
    /// Live squares of each army on each diagonal, by square colour.
    pub(super) counts: [[Counts; 2]; 2],
    /// The bounds of each square colour.
    pub(super) bounds: [Bounds; 2],
}

/// How many columns an army may have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub(super) least: u32,
    pub(super) most: u32,
}

/// A choice for two columns: what it takes from each army, by square colour.
#[derive(Debug, Clone)]
struct Choice {
    /// The columns that become white.
    white: u32,
    less: [[Counts; 2]; 2],
    /// 0 if both columns are treated alike, 1 if the left one alone is white, 2 if the right one alone is.
    lopsided: u8,
}

/// A partial set of columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    counts: [[Counts; 2]; 2],
    columns: u32,
    level: u8,
    /// Whether it is its own mirror image so far.
    symmetric: bool,
}

/// What is done with the pairs that pass.
pub(super) trait Visit {
    fn pair<L: Lanes>(&mut self, lanes: L, pair: &Pair, proof: &mut Proof) -> ControlFlow<()>;
}

/// The columns that go with some rows.
pub(super) struct Columns {
    pub(super) board: Board,
    pub(super) rows: u32,
    pub(super) range: Range,
    /// Columns as many as the rows must not be less than these, as numbers.
    pub(super) not_less: Option<u32>,
}

impl Columns {
    /// The choices for each two columns, from the border on; all but a middle column are in twos.
    fn levels(&self) -> Vec<Vec<Choice>> {
        let columns = self.board.columns;
        let rows = [self.rows, self.board.all_rows() & !self.rows];
        let level = |left: usize| {
            let right = columns - 1 - left;
            let both = if left == right { vec![left] } else { vec![left, right] };
            let choice = |chosen: usize| {
                let (mut white, mut less) = (0, [[Counts::default(); 2]; 2]);
                for (index, &column) in both.iter().enumerate() {
                    let army = 1 - (chosen >> index & 1);
                    white |= u32::from(army == 0) << column;
                    // A column loses the squares of the other army.
                    let other = 1 - army;
                    self.board.count(other, rows[other], column, &mut less[other]);
                }
                let lopsided = if both.len() == 2 && chosen % 3 != 0 { chosen as u8 } else { 0 };
                Choice { white, less, lopsided }
            };
            (0..1 << both.len()).map(choice).collect()
        };
        (0..columns.div_ceil(2)).map(level).collect()
    }

    /// Visits those that pass the bounds.
    #[inline(always)]
    pub(super) fn visit<L: Lanes, V: Visit>(
        &self,
        lanes: L,
        sizes: &Sizes,
        visitor: &mut V,
        proof: &mut Proof,
    ) -> ControlFlow<()> {
        let levels = self.levels();
        let rows = [self.rows, self.board.all_rows() & !self.rows];
        let mut root = Node { counts: Default::default(), columns: 0, level: 0, symmetric: true };
        for (army, rows) in rows.into_iter().enumerate() {
            for column in 0..self.board.columns {
                self.board.count(army, rows, column, &mut root.counts[army]);
            }
        }
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            proof.sets += 1;
            let depth = usize::from(node.level);
            if depth == levels.len() {
                if self.not_less.is_some_and(|least| {
                    node.columns.count_ones() == self.rows.count_ones() && node.columns < least
                }) {
                    continue;
                }
                proof.decided += 1;
            }
            let bounds = self.bounds(lanes, &node);
            if !self.passes(lanes, &bounds, sizes) {
                proof.bounded += u64::from(depth == levels.len());
                continue;
            }
            if depth == levels.len() {
                let columns = [node.columns, self.board.all_columns() & !node.columns];
                let squares = [0, 1].map(|army| Rectangle::new(&self.board, rows[army], columns[army]));
                visitor.pair(lanes, &Pair { squares, counts: node.counts, bounds }, proof)?;
                continue;
            }
            let undecided = (self.board.columns - 2 * depth).saturating_sub(2) as u32;
            for choice in &levels[depth] {
                if node.symmetric && choice.lopsided == 2 {
                    continue;
                }
                let columns = node.columns | choice.white;
                let len = columns.count_ones();
                if len > self.range.most || len + undecided < self.range.least {
                    continue;
                }
                let mut child = Node {
                    counts: node.counts,
                    columns,
                    level: node.level + 1,
                    symmetric: node.symmetric && choice.lopsided == 0,
                };
                for (counts, less) in child.counts.iter_mut().zip(&choice.less) {
                    for (counts, less) in counts.iter_mut().zip(less) {
                        lanes.take(counts, less);
                    }
                }
                stack.push(child);
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn bounds<L: Lanes>(&self, lanes: L, node: &Node) -> [Bounds; 2] {
        let [white, black] = &node.counts;
        [lanes.bounds(&white[0], &black[0]), lanes.bounds(&white[1], &black[1])]
    }

    #[inline(always)]
    fn passes<L: Lanes>(&self, lanes: L, bounds: &[Bounds; 2], sizes: &Sizes) -> bool {
        lanes.reach(&bounds[0], &sizes.needed.less(&bounds[1]))
    }
}

/// The only pair when ranks and files do not matter: all rows and columns for both armies.
#[inline(always)]
pub(super) fn whole<L: Lanes, V: Visit>(
    lanes: L,
    board: Board,
    sizes: &Sizes,
    visitor: &mut V,
    proof: &mut Proof,
) -> ControlFlow<()> {
    let mut counts = [[Counts::default(); 2]; 2];
    for (army, counts) in counts.iter_mut().enumerate() {
        (0..board.columns).for_each(|column| board.count(army, board.all_rows(), column, counts));
    }
    let bounds = [0, 1].map(|colour| lanes.bounds(&counts[0][colour], &counts[1][colour]));
    proof.decided += 1;
    if !lanes.reach(&bounds[0], &sizes.needed.less(&bounds[1])) {
        proof.bounded += 1;
        return ControlFlow::Continue(());
    }
    let squares = [Rectangle::new(&board, board.all_rows(), board.all_columns()); 2];
    let pair = Pair { squares, counts, bounds };
    visitor.pair(lanes, &pair, proof)
}

/// Sets of rows or columns up to reversal, the smaller ones first.
pub(super) fn sets(len: usize) -> Vec<u32> {
    let mut sets: Vec<u32> = (0..1_u32 << len).filter(|&set| set <= reversed(set, len)).collect();
    sets.sort_unstable_by_key(|&set| (set.count_ones(), set));
    sets
}
