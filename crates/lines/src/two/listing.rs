//! All placements: every labelling of both square colours, joined, with the pieces chosen among the remaining
//! squares.
//!
//! To visit each placement once, labels have a stricter meaning here. A diagonal that is given to white
//! *holds* a white piece, and one that is given to black holds none. Similarly, R and C are the rows and
//! columns that hold a white piece. Each placement then has one path through the search, and black may use
//! any square that remains for it.

use super::existence::{half, live_squares};
use super::half::{self, Goal, Labels};
use super::lanes::{Bounds, SheetLanes};
use super::pairs::{Pair, Visit};
use super::proof::TwoArmiesProof;
use super::sizes::Sizes;
use super::squares::{LineBoard, SquareSet, reverse_bits};
use super::subsets::{HittingSets, binomial};
use std::ops::ControlFlow;

/// The number of leaves of one square colour above which a listing gives up, because the sizes are too far
/// from the maximum.
const MAX_LEAVES: usize = 1 << 22;

/// A leaf of one square colour.
#[derive(Debug, Clone, Copy)]
struct HalfLeaf {
    reached: [u32; 2],
    labels: Labels,
}

/// A collection of all leaves that attain the targets.
struct Leaves<'a> {
    targets: Bounds,
    leaves: &'a mut Vec<HalfLeaf>,
}

impl Goal for Leaves<'_> {
    #[inline(always)]
    fn targets(&self) -> &Bounds {
        &self.targets
    }

    #[inline(always)]
    fn leaf(&mut self, reached: [u32; 2], labels: Labels) -> ControlFlow<()> {
        self.leaves.push(HalfLeaf { reached, labels });
        if self.leaves.len() < MAX_LEAVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Placements with the same labels: some white pieces, any `to_choose` of the remaining white squares, and
/// any black squares.
pub(super) struct PlacementBundle<'a> {
    pub(super) board: &'a LineBoard,
    pub(super) sizes: [u32; 2],
    /// White's rows and columns.
    pub(super) signature: [u32; 2],
    pub(super) chosen: SquareSet,
    pub(super) free: SquareSet,
    pub(super) to_choose: u32,
    pub(super) black: SquareSet,
}

impl PlacementBundle<'_> {
    /// Returns the number of these placements with their images under the board's symmetries.
    pub(super) fn count(&self) -> u128 {
        let LineBoard { rows, columns, families, .. } = *self.board;
        let mut weight = 1;
        if families.orthogonals() {
            let [white_rows, white_columns] = self.signature;
            weight <<= u32::from(white_rows != reverse_bits(white_rows, rows));
            weight <<= u32::from(white_columns != reverse_bits(white_columns, columns));
            weight <<= u32::from(rows == columns && white_rows != white_columns);
        }
        weight * binomial(self.free.len(), self.to_choose) * binomial(self.black.len(), self.sizes[1])
    }
}

/// A function that takes the placements found.
pub(super) type Take<'a> = dyn FnMut(&PlacementBundle<'_>) -> ControlFlow<()> + 'a;

/// A listing of all placements of pairs.
pub(super) struct PairListing<'a> {
    board: LineBoard,
    sizes: Sizes,
    stack: Vec<half::HalfLabelling>,
    leaves: [Vec<HalfLeaf>; 2],
    take: &'a mut Take<'a>,
    should_stop: &'a dyn Fn() -> bool,
}

impl<'a> PairListing<'a> {
    pub(super) fn new(
        board: LineBoard,
        sizes: Sizes,
        take: &'a mut Take<'a>,
        should_stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self { board, sizes, stack: Vec::new(), leaves: Default::default(), take, should_stop }
    }

    /// Chooses the pieces of two leaves.
    fn join(&mut self, pair: &Pair, labels: &[Labels; 2]) -> ControlFlow<()> {
        let board = self.board;
        let [white, black] = [0, 1].map(|army| live_squares(&board, pair, labels, army));
        let mut lines = Vec::new();
        let mut line = |on_it: &dyn Fn(usize, usize) -> bool| {
            let squares = white.iter().filter(|square| on_it(square / board.columns, square % board.columns));
            lines.push(squares.collect::<SquareSet>());
        };
        if board.families.orthogonals() {
            (0..board.rows)
                .filter(|index| pair.squares[0].rows >> index & 1 != 0)
                .for_each(|index| line(&|row, _| row == index));
            (0..board.columns)
                .filter(|index| pair.squares[0].columns >> index & 1 != 0)
                .for_each(|index| line(&|_, column| column == index));
        }
        for (colour, labels) in labels.iter().enumerate() {
            let mut rest = labels.0[0];
            while rest != 0 {
                let labelled = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                line(&|row, column| {
                    let (of_square, falling, rising) = board.diagonals(row, column);
                    of_square == colour && (falling == labelled || rising == labelled)
                });
            }
        }
        let signature = [pair.squares[0].rows, pair.squares[0].columns];
        let sizes = self.sizes.armies;
        let take = &mut self.take;
        let mut hitting = HittingSets::new(lines, |chosen: &SquareSet, free: &SquareSet, to_choose: u32| {
            take(&PlacementBundle {
                board: &board,
                sizes,
                signature,
                chosen: *chosen,
                free: *free,
                to_choose,
                black,
            })
        });
        hitting.choose(white, sizes[0])
    }
}

impl Visit for PairListing<'_> {
    #[inline(always)]
    fn pair<L: SheetLanes>(&mut self, lanes: L, pair: &Pair, proof: &mut TwoArmiesProof) -> ControlFlow<()> {
        let mut targets = self.sizes.needed.remaining_targets(&pair.bounds[1]);
        for colour in 0..2 {
            self.leaves[colour].clear();
            let mut leaves = Leaves { targets, leaves: &mut self.leaves[colour] };
            let half = half(&self.board, pair, colour);
            half::search(
                lanes,
                &half,
                &mut self.stack,
                &mut leaves,
                &mut proof.labellings,
                self.should_stop,
            )?;
            if self.leaves[colour].is_empty() {
                return ControlFlow::Continue(());
            }
            let reached = self.leaves[colour].iter().fold(Bounds::from_sizes(0, 0), |best, leaf| {
                best.max(&Bounds::from_sizes(leaf.reached[0], leaf.reached[1]))
            });
            targets = self.sizes.needed.remaining_targets(&reached);
        }
        let [first, second] = std::mem::take(&mut self.leaves);
        for one in &first {
            for other in &second {
                if (0..2).all(|army| one.reached[army] + other.reached[army] >= self.sizes.armies[army]) {
                    if (self.should_stop)() {
                        return ControlFlow::Break(());
                    }
                    self.join(pair, &[one.labels, other.labels])?;
                }
            }
        }
        self.leaves = [first, second];
        ControlFlow::Continue(())
    }
}
