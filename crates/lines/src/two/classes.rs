//! One placement of each class.
//!
//! A class contains the images of a placement under the board's symmetries and, if the armies are equally
//! large, under swapped colours. Its placements are compared by their *keys*, and the placement with the
//! least key represents the class. A key begins with the order of the pairs of rows and columns, so the
//! representative is at a pair that the search visits. A listing has every placement of a pair once. Each
//! class therefore occurs exactly once, without a table of the classes visited before.

use super::listing::PlacementBundle;
use super::squares::{LineBoard, SquareSet};
use super::subsets::combinations;
use std::ops::ControlFlow;

/// A function that takes the squares of each army and the size of the class.
type Visitor<'a> = dyn FnMut(&[usize], &[usize], u64) -> ControlFlow<()> + 'a;

/// The key by which placements are compared: the white army's rows and columns, smaller sets first, then the
/// squares of both.
type Key = (u32, [(u32, u32); 2], [SquareSet; 2]);

fn key(board: &LineBoard, armies: [SquareSet; 2]) -> Key {
    let (mut rows, mut columns) = (0_u32, 0_u32);
    if board.families.orthogonals() {
        for square in armies[0].iter() {
            rows |= 1 << (square / board.columns);
            columns |= 1 << (square % board.columns);
        }
    }
    let lines = [rows, columns].map(|set| (set.count_ones(), set));
    (lines[0].0 + lines[1].0, lines, armies)
}

/// Returns the image of the squares under a symmetry: reflected in one or both axes, and in the main
/// diagonal.
fn image(board: &LineBoard, squares: &SquareSet, symmetry: usize) -> SquareSet {
    let LineBoard { rows, columns, .. } = *board;
    let moved = |square: usize| {
        let (row, column) = (square / columns, square % columns);
        let row = if symmetry & 1 != 0 { rows - 1 - row } else { row };
        let column = if symmetry & 2 != 0 { columns - 1 - column } else { column };
        if symmetry & 4 != 0 { column * columns + row } else { row * columns + column }
    };
    squares.iter().map(moved).collect()
}

/// The number of placements between two calls of `should_stop`. Far from the maximum sizes, a single leaf of
/// the search can have billions of placements.
const ASK: u32 = 1 << 12;

/// Passes on the placements that have the least key of their class.
pub(super) fn visit(
    placed: &PlacementBundle<'_>,
    visit: &mut Visitor<'_>,
    should_stop: &dyn Fn() -> bool,
) -> ControlFlow<()> {
    let mut looked_at = 0u32;
    let board = placed.board;
    let symmetries = if board.rows == board.columns { 8 } else { 4 };
    let colours = if placed.sizes[0] == placed.sizes[1] { 2 } else { 1 };
    let free: Vec<usize> = placed.free.iter().collect();
    let black: Vec<usize> = placed.black.iter().collect();
    combinations(&free, placed.to_choose as usize, &mut |added: &[usize]| {
        let white = placed.chosen.or(&added.iter().copied().collect());
        combinations(&black, placed.sizes[1] as usize, &mut |black: &[usize]| {
            looked_at = looked_at.wrapping_add(1);
            if looked_at.is_multiple_of(ASK) && should_stop() {
                return ControlFlow::Break(());
            }
            let armies = [white, black.iter().copied().collect()];
            let own = key(board, armies);
            let mut same = 0;
            for image_number in 0..symmetries * colours {
                let (symmetry, swapped) = (image_number % symmetries, image_number >= symmetries);
                let mut images = armies.map(|army| image(board, &army, symmetry));
                if swapped {
                    images.swap(0, 1);
                }
                let other = key(board, images);
                if other < own {
                    return ControlFlow::Continue(());
                }
                same += u64::from(other == own);
            }
            let squares = |army: &SquareSet| army.iter().collect::<Vec<usize>>();
            visit(&squares(&armies[0]), &squares(&armies[1]), (symmetries * colours) as u64 / same)
        })
    })
}
