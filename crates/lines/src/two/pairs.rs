//! The rows and columns of the white army: pairs (R, C) up to symmetry, and the first bounds.
//!
//! A square can be white if its row is in R and its column in C, and black if neither is. For given rows, the
//! columns are decided from the border to the middle, two at a time. In this way a set and its mirror image
//! differ early, and only one of them is followed. Undecided columns count for both armies, so a partial set
//! also has bounds. A partial set that fails its bounds fails with all columns that could follow.

use super::lanes::{Bounds, SheetLanes};
use super::proof::TwoArmiesProof;
use super::sheet::{DiagonalCounts, Sheet};
use super::sizes::Sizes;
use super::squares::{LineBoard, Rectangle, reverse_bits};
use std::ops::ControlFlow;

/// The longest side of boards that need only one register for an army's [`Sheet`].
pub(super) const MAX_SIDE_IN_REGISTER: usize = 16;

/// The rows and columns of each army.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) squares: [Rectangle; 2],
    /// The live squares of each army on each diagonal, by square colour.
    pub(super) counts: [[DiagonalCounts; 2]; 2],
    /// The bounds of each square colour.
    pub(super) bounds: [Bounds; 2],
}

/// The range of the number of columns of an army.
#[derive(Debug, Clone, Copy)]
pub(super) struct ColumnRange {
    pub(super) least: u32,
    pub(super) most: u32,
}

/// A choice for two columns, with the squares that each army loses by it.
#[derive(Debug, Clone)]
struct ColumnChoice<const N: usize> {
    /// The columns that become white.
    white: u32,
    less: [Sheet<N>; 2],
    /// The asymmetry of the choice: 0 if both columns are treated alike, 1 if only the left one is white, 2
    /// if only the right one is.
    lopsided: u8,
}

/// A partial set of columns.
#[derive(Debug, Clone, Copy)]
struct ColumnNode<const N: usize> {
    sheets: [Sheet<N>; 2],
    columns: u32,
    level: u8,
    /// True if the set is its own mirror image so far.
    symmetric: bool,
}

/// The treatment of the pairs that pass the bounds.
pub(super) trait Visit {
    fn pair<L: SheetLanes>(&mut self, lanes: L, pair: &Pair, proof: &mut TwoArmiesProof) -> ControlFlow<()>;
}

/// The column sets that are combined with some rows.
pub(super) struct Columns {
    pub(super) board: LineBoard,
    pub(super) rows: u32,
    pub(super) range: ColumnRange,
    /// The number that a column set must not be below, if it has as many columns as there are rows.
    pub(super) not_less: Option<u32>,
}

impl Columns {
    /// Returns the choices for each pair of columns, from the border inwards; only a middle column is alone.
    fn levels<const N: usize>(&self) -> Vec<Vec<ColumnChoice<N>>> {
        let columns = self.board.columns;
        let rows = [self.rows, self.board.all_rows() & !self.rows];
        let level = |left: usize| {
            let right = columns - 1 - left;
            let both = if left == right { vec![left] } else { vec![left, right] };
            let choice = |chosen: usize| {
                let (mut white, mut less) = (0, [Sheet::default(); 2]);
                for (index, &column) in both.iter().enumerate() {
                    let army = 1 - (chosen >> index & 1);
                    white |= u32::from(army == 0) << column;
                    // A column loses the squares of the other army.
                    let other = 1 - army;
                    self.board.count(other, rows[other], column, &mut less[other]);
                }
                let lopsided = if both.len() == 2 && !chosen.is_multiple_of(3) { chosen as u8 } else { 0 };
                ColumnChoice { white, less, lopsided }
            };
            (0..1 << both.len()).map(choice).collect()
        };
        (0..columns.div_ceil(2)).map(level).collect()
    }

    /// Returns true if these columns occur elsewhere through the board's reflection in a main diagonal: the
    /// pair is in the wrong order.
    #[inline(always)]
    fn is_doubled(&self, columns: u32) -> bool {
        match self.not_less {
            Some(least) => columns.count_ones() == least.count_ones() && columns < least,
            None => false,
        }
    }

    /// Visits the column sets that pass the bounds.
    #[inline(always)]
    pub(super) fn visit<const N: usize, L: SheetLanes, V: Visit>(
        &self,
        lanes: L,
        sizes: &Sizes,
        visitor: &mut V,
        proof: &mut TwoArmiesProof,
    ) -> ControlFlow<()> {
        let board = &self.board;
        let levels = self.levels::<N>();
        let rows = [self.rows, board.all_rows() & !self.rows];
        let mut root =
            ColumnNode { sheets: [Sheet::<N>::default(); 2], columns: 0, level: 0, symmetric: true };
        for (army, sheet) in root.sheets.iter_mut().enumerate() {
            (0..board.columns).for_each(|column| board.count(army, rows[army], column, sheet));
        }
        let mut field = board.field(rows);
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            proof.sets += 1;
            let depth = usize::from(node.level);
            let decided = depth == levels.len();
            if decided && self.is_doubled(node.columns) {
                continue;
            }
            let [white, black] = &node.sheets;
            let mut bounds = lanes.colours(white, black);
            let sum = bounds[0].and(&bounds[1]);
            if !sum.reach(&sizes.needed) {
                proof.families += u64::from(decided);
                continue;
            }
            // The undecided columns lie between the decided ones.
            let all = board.all_columns();
            let undecided = if decided { 0 } else { (all >> depth << depth) & (all >> depth) };
            let columns = [node.columns | undecided, all & !node.columns];
            if board.families.diagonals() {
                board.steps::<N>(columns, &mut field);
                let weights = sum.nearest(&sizes.needed);
                let flow = lanes.flow([white, black], weights, &field, 0);
                if flow[0] + flow[1] < u32::from(sizes.needed.0[weights]) {
                    proof.flow += u64::from(decided);
                    continue;
                }
                for (bounds, flow) in bounds.iter_mut().zip(flow) {
                    bounds.0[weights] = bounds.0[weights].min(flow as u16);
                }
            }
            if decided {
                let squares = [0, 1].map(|army| Rectangle::new(board, rows[army], columns[army]));
                let counts = node.sheets.map(|sheet| [0, 1].map(|colour| sheet.colour(colour)));
                visitor.pair(lanes, &Pair { squares, counts, bounds }, proof)?;
                continue;
            }
            let undecided = (board.columns - 2 * depth).saturating_sub(2) as u32;
            for choice in &levels[depth] {
                if node.symmetric && choice.lopsided == 2 {
                    continue;
                }
                let columns = node.columns | choice.white;
                let len = columns.count_ones();
                if len > self.range.most || len + undecided < self.range.least {
                    continue;
                }
                let symmetric = node.symmetric && choice.lopsided == 0;
                let mut child = ColumnNode { columns, level: node.level + 1, symmetric, ..node };
                for (sheet, less) in child.sheets.iter_mut().zip(&choice.less) {
                    sheet.take(less);
                }
                stack.push(child);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Visits the only pair if ranks and files do not matter: all rows and columns for both armies.
#[inline(always)]
pub(super) fn visit_whole_board<L: SheetLanes, V: Visit>(
    lanes: L,
    board: LineBoard,
    sizes: &Sizes,
    visitor: &mut V,
    proof: &mut TwoArmiesProof,
) -> ControlFlow<()> {
    let mut sheets = [Sheet::<2>::default(); 2];
    for (army, sheet) in sheets.iter_mut().enumerate() {
        (0..board.columns).for_each(|column| board.count(army, board.all_rows(), column, sheet));
    }
    let bounds = lanes.colours(&sheets[0], &sheets[1]);
    let counts = sheets.map(|sheet| [0, 1].map(|colour| sheet.colour(colour)));
    if !bounds[0].and(&bounds[1]).reach(&sizes.needed) {
        proof.families += 1;
        return ControlFlow::Continue(());
    }
    let squares = [Rectangle::new(&board, board.all_rows(), board.all_columns()); 2];
    let pair = Pair { squares, counts, bounds };
    visitor.pair(lanes, &pair, proof)
}

/// Returns the sets of rows or columns up to reversal, the smaller ones first, and sets of one size in
/// increasing order.
pub(super) fn sets(len: usize) -> Vec<u32> {
    let of_size = |size: usize| std::iter::successors(Some((1_u64 << size) - 1), |&set| next_of_size(set));
    let all = (0..=len).flat_map(|size| of_size(size).take_while(|&set| set < 1 << len));
    all.map(|set| set as u32).filter(|&set| set <= reverse_bits(set, len)).collect()
}

/// Returns the next larger set with the same number of members; `None` for the empty set. (R. W. Gosper,
/// HAKMEM, item 175, 1972.)
fn next_of_size(set: u64) -> Option<u64> {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    (set != 0).then(|| carried | (((set ^ carried) / lowest) >> 2))
}
