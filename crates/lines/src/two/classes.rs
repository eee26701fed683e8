//! One placement of each class.
//!
//! A class is what the board's symmetries make of a placement, and swapped colours if the armies are equally large.
//! Its placements are compared by their *keys*, and the least one stands for the class. A key begins with what the
//! pairs of rows and columns are ordered by, so the least one is at a pair that the search visits; and because a
//! listing has every placement of a pair once, each class comes exactly once, without a table of those that have been
//! seen.

use super::listing::PlacementBundle;
use super::squares::{LineBoard, SquareSet};
use super::subsets::combinations;
use std::ops::ControlFlow;

/// Takes the squares of each army and how many placements are in the class.
type Visitor<'a> = dyn FnMut(&[usize], &[usize], u64) -> ControlFlow<()> + 'a;

/// What placements are compared by: the white army's rows and columns, smaller sets first, then the squares of both.
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

/// The squares after a symmetry: reflected in one or both axes, and in the main diagonal.
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

/// After this many placements it is asked whether to stop: far from the largest sizes a single leaf of the search can have
/// billions.
const ASK: u32 = 1 << 12;

/// Hands on those placements that come first of their class, by their key.
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
