//! One placement: the best labellings of one square colour, completed in the other.

use super::half::{self, Goal, Half, Labels};
use super::lanes::{Bounds, SheetLanes};
use super::pairs::{Pair, Visit};
use super::proof::TwoArmiesProof;
use super::sizes::Sizes;
use super::squares::{LineBoard, SquareSet};
use std::ops::ControlFlow;

/// Searches pairs until there is a placement.
pub(super) struct Existence<'a> {
    board: LineBoard,
    sizes: Sizes,
    stack: Vec<half::HalfLabelling>,
    front: Vec<ColourReach>,
    should_stop: &'a dyn Fn() -> bool,
    pub(super) witness: Option<(Vec<usize>, Vec<usize>)>,
}

/// The numbers of squares that a labelling of one square colour attains.
#[derive(Debug, Clone, Copy)]
struct ColourReach {
    reached: [u32; 2],
    labels: Labels,
}

/// A collection of the points that no other one matches in both armies: the *Pareto front*.
struct Front<'a> {
    targets: Bounds,
    points: &'a mut Vec<ColourReach>,
}

impl Goal for Front<'_> {
    #[inline(always)]
    fn targets(&self) -> &Bounds {
        &self.targets
    }

    #[inline(always)]
    fn leaf(&mut self, reached: [u32; 2], labels: Labels) -> ControlFlow<()> {
        let at_least = |more: [u32; 2], less: [u32; 2]| more[0] >= less[0] && more[1] >= less[1];
        if !self.points.iter().any(|point| at_least(point.reached, reached)) {
            self.points.retain(|point| !at_least(reached, point.reached));
            self.points.push(ColourReach { reached, labels });
        }
        ControlFlow::Continue(())
    }
}

/// A search for a point that completes one of a front.
struct Completion<'a> {
    targets: Bounds,
    needed: [u32; 2],
    front: &'a [ColourReach],
    /// The labels of both colours, those of the front first.
    found: Option<[Labels; 2]>,
}

impl Goal for Completion<'_> {
    #[inline(always)]
    fn targets(&self) -> &Bounds {
        &self.targets
    }

    #[inline(always)]
    fn leaf(&mut self, reached: [u32; 2], labels: Labels) -> ControlFlow<()> {
        let completes = |point: &&ColourReach| {
            (0..2).all(|army| point.reached[army] + reached[army] >= self.needed[army])
        };
        match self.front.iter().find(completes) {
            Some(point) => {
                self.found = Some([point.labels, labels]);
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    }
}

impl<'a> Existence<'a> {
    pub(super) fn new(board: LineBoard, sizes: Sizes, should_stop: &'a dyn Fn() -> bool) -> Self {
        Self { board, sizes, stack: Vec::new(), front: Vec::new(), should_stop, witness: None }
    }
}

/// Returns one square colour of a pair.
#[inline(always)]
pub(super) fn half<'a>(board: &'a LineBoard, pair: &'a Pair, colour: usize) -> Half<'a> {
    let counts = [&pair.counts[0][colour], &pair.counts[1][colour]];
    Half { board, colour, counts, squares: &pair.squares }
}

/// Returns the squares of an army that labels leave alive, for both square colours.
pub(super) fn live_squares(board: &LineBoard, pair: &Pair, labels: &[Labels; 2], army: usize) -> SquareSet {
    let mut squares = SquareSet::default();
    for row in (0..board.rows).filter(|row| pair.squares[army].rows >> row & 1 != 0) {
        for column in (0..board.columns).filter(|column| pair.squares[army].columns >> column & 1 != 0) {
            let (colour, falling, rising) = board.diagonals(row, column);
            if labels[colour].0[1 - army] & (1 << falling | 1 << rising) == 0 {
                squares.insert(row * board.columns + column);
            }
        }
    }
    squares
}

impl Visit for Existence<'_> {
    #[inline(always)]
    fn pair<L: SheetLanes>(&mut self, lanes: L, pair: &Pair, proof: &mut TwoArmiesProof) -> ControlFlow<()> {
        let needed = &self.sizes.needed;
        self.front.clear();
        let mut front = Front { targets: needed.remaining_targets(&pair.bounds[1]), points: &mut self.front };
        half::search(
            lanes,
            &half(&self.board, pair, 0),
            &mut self.stack,
            &mut front,
            &mut proof.labellings,
            self.should_stop,
        )?;
        if self.front.is_empty() {
            proof.one_colour += 1;
            return ControlFlow::Continue(());
        }
        proof.both_colours += 1;
        let reached = self.front.iter().fold(Bounds::from_sizes(0, 0), |best, point| {
            best.max(&Bounds::from_sizes(point.reached[0], point.reached[1]))
        });
        let mut completion = Completion {
            targets: needed.remaining_targets(&reached),
            needed: self.sizes.armies,
            front: &self.front,
            found: None,
        };
        let half = half(&self.board, pair, 1);
        let searched = half::search(
            lanes,
            &half,
            &mut self.stack,
            &mut completion,
            &mut proof.labellings,
            self.should_stop,
        );
        if let Some(labels) = completion.found {
            let squares = |army: usize| {
                let alive = live_squares(&self.board, pair, &labels, army);
                alive.iter().take(self.sizes.armies[army] as usize).collect::<Vec<usize>>()
            };
            self.witness = Some((squares(0), squares(1)));
        }
        searched
    }
}
