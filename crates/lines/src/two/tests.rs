//! Comparisons with the definition and with known results.

use super::lanes::{PortableSheetLanes, SheetLanes};
use super::pairs::MAX_SIDE_IN_REGISTER;
use super::sheet::{DiagonalCounts, FAMILY, LINES, Sheet, WEIGHTS};
use super::squares::LineBoard;
use super::{Families, TwoArmies, TwoArmiesProof, TwoArmiesResult};
use crate::kernel::Kernel;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// A board and two armies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TwoArmiesCase {
    rows: usize,
    columns: usize,
    families: Families,
    first: u32,
    second: u32,
}

fn queens(rows: usize, columns: usize, first: u32, second: u32) -> TwoArmiesCase {
    TwoArmiesCase { rows, columns, families: Families::Queen, first, second }
}

impl TwoArmiesCase {
    fn lines(self, kernel: Kernel) -> Option<TwoArmies> {
        TwoArmies::new(self.rows, self.columns, self.families, self.first, self.second)
            .unwrap_or_else(|| panic!("{self:?} is supported"))
            .with_kernel(kernel)
    }

    /// Returns true if pieces on two squares attack each other, by the definition.
    fn attacks(self, one: usize, other: usize) -> bool {
        let [one, other] =
            [one, other].map(|square| ((square / self.columns) as i32, (square % self.columns) as i32));
        let (rows, columns) = (one.0 - other.0, one.1 - other.1);
        let straight = self.families != Families::Bishop && (rows == 0 || columns == 0);
        let diagonal = self.families != Families::Rook && rows.abs() == columns.abs();
        straight || diagonal
    }

    /// Returns all placements, each army as a set of bits: the oracle for the tests.
    fn placements(self) -> HashSet<(u64, u64)> {
        let squares = self.rows * self.columns;
        let attacked: Vec<u64> = (0..squares)
            .map(|one| (0..squares).filter(|&other| self.attacks(one, other)).map(|other| 1 << other).sum())
            .collect();
        fn subsets(of: u64, len: u32, chosen: u64, visit: &mut dyn FnMut(u64)) {
            if len == 0 {
                return visit(chosen);
            }
            let mut rest = of;
            while rest.count_ones() >= len {
                let lowest = rest & rest.wrapping_neg();
                rest ^= lowest;
                subsets(rest, len - 1, chosen | lowest, visit);
            }
        }
        let all = (1 << squares) - 1;
        let mut placements = HashSet::new();
        subsets(all, self.first, 0, &mut |first| {
            let taken = (0..squares)
                .filter(|square| first >> square & 1 != 0)
                .fold(0, |taken, square| taken | attacked[square]);
            subsets(all & !taken, self.second, 0, &mut |second| {
                placements.insert((first, second));
            });
        });
        placements
    }

    /// Returns the images of a placement under the symmetries, itself included.
    fn images(self, placement: (u64, u64)) -> HashSet<(u64, u64)> {
        let Self { rows, columns, .. } = self;
        let moved = |set: u64, symmetry: usize| {
            (0..rows * columns)
                .filter(|square| set >> square & 1 != 0)
                .map(|square| {
                    let (mut row, mut column) = (square / columns, square % columns);
                    if symmetry & 1 != 0 {
                        row = rows - 1 - row;
                    }
                    if symmetry & 2 != 0 {
                        column = columns - 1 - column;
                    }
                    if symmetry & 4 != 0 {
                        1_u64 << (column * rows + row)
                    } else {
                        1 << (row * columns + column)
                    }
                })
                .sum()
        };
        let mut images = HashSet::new();
        for symmetry in 0..if rows == columns { 8 } else { 4 } {
            let (first, second) = (moved(placement.0, symmetry), moved(placement.1, symmetry));
            images.insert((first, second));
            if self.first == self.second {
                images.insert((second, first));
            }
        }
        images
    }

    /// Returns true if the two lists of squares are the armies and do not attack each other.
    fn is_peaceful(self, first: &[usize], second: &[usize]) -> bool {
        let right = |army: &[usize], len: u32| {
            let different: HashSet<usize> = army.iter().copied().collect();
            different.len() == len as usize
                && army.len() == len as usize
                && army.iter().all(|&square| square < self.rows * self.columns)
        };
        right(first, self.first)
            && right(second, self.second)
            && first.iter().all(|&one| second.iter().all(|&other| !self.attacks(one, other)))
    }
}

/// Searches the units in turn until there is a placement.
fn search(lines: &TwoArmies) -> TwoArmiesResult {
    let mut found = TwoArmiesResult { witness: None, proof: TwoArmiesProof::default(), complete: true };
    for unit in 0..lines.units() {
        let TwoArmiesResult { witness, proof, complete } = lines.search(unit, &|| false);
        assert!(complete, "nothing stopped unit {unit}");
        found.proof += proof;
        if witness.is_some() {
            return TwoArmiesResult { witness, ..found };
        }
    }
    found
}

/// Returns all placements that a listing visits.
fn list(lines: &TwoArmies) -> Vec<(Vec<u16>, Vec<u16>, u64)> {
    let mut listed = Vec::new();
    for unit in 0..lines.units() {
        let complete = lines.list(
            unit,
            &mut |first, second, class| {
                listed.push((first.to_vec(), second.to_vec(), class));
                ControlFlow::Continue(())
            },
            &|| false,
        );
        assert!(complete, "nothing stopped unit {unit}");
    }
    listed
}

fn count(lines: &TwoArmies) -> u128 {
    (0..lines.units())
        .map(|unit| lines.count(unit, &|| false).unwrap_or_else(|| panic!("nothing stopped unit {unit}")))
        .sum()
}

/// Searches, lists and counts a case with each kernel and compares the results with all its placements.
fn agrees(case: TwoArmiesCase) {
    let placements = case.placements();
    let mut listings = Vec::new();
    let mut proofs = Vec::new();
    for lines in Kernel::available().filter_map(|kernel| case.lines(kernel)) {
        let found = search(&lines);
        assert_eq!(found.witness.is_some(), !placements.is_empty(), "{case:?}: whether there is one");
        if let Some((first, second)) = &found.witness {
            assert!(case.is_peaceful(first, second), "{case:?}: {first:?} and {second:?}");
        }
        proofs.push(found.proof);
        assert_eq!(count(&lines), placements.len() as u128, "{case:?}: the count");
        let listed = list(&lines);
        let mut seen = HashSet::new();
        for (first, second, class) in &listed {
            let set = |army: &[u16]| army.iter().map(|&square| 1_u64 << square).sum();
            let placement = (set(first), set(second));
            assert!(placements.contains(&placement), "{case:?}: {first:?} and {second:?} were listed");
            let images = case.images(placement);
            assert_eq!(images.len() as u64, *class, "{case:?}: the class of {first:?} and {second:?}");
            for image in images {
                assert!(seen.insert(image), "{case:?}: the class of {first:?} and {second:?} comes twice");
            }
        }
        assert_eq!(seen.len(), placements.len(), "{case:?}: not all were listed");
        listings.push(listed);
    }
    assert!(listings.windows(2).all(|two| two[0] == two[1]), "{case:?}: kernels list differently");
    assert!(
        proofs.windows(2).all(|two| two[0] == two[1]),
        "{case:?}: kernels refute differently: {proofs:?}"
    );
}

#[test]
fn small_boards_agree_with_the_definition() {
    let boards = [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (2, 7), (3, 5), (5, 3), (4, 4), (4, 5)];
    for (rows, columns) in boards {
        for families in [Families::Queen, Families::Rook, Families::Bishop] {
            for first in 0..=3 {
                for second in 0..=4 {
                    if first + second <= (rows * columns) as u32 {
                        agrees(TwoArmiesCase { rows, columns, families, first, second });
                    }
                }
            }
        }
    }
}

#[test]
fn larger_armies_agree_with_the_definition() {
    for case in [
        queens(4, 6, 4, 4),
        queens(4, 6, 5, 3),
        queens(6, 4, 3, 5),
        queens(5, 5, 4, 4),
        queens(5, 5, 5, 4),
        queens(5, 5, 2, 3),
        queens(5, 5, 3, 2),
        queens(5, 5, 3, 6),
        queens(3, 8, 4, 4),
        TwoArmiesCase { families: Families::Rook, ..queens(5, 4, 5, 4) },
        TwoArmiesCase { families: Families::Rook, ..queens(5, 5, 6, 6) },
        TwoArmiesCase { families: Families::Bishop, ..queens(4, 4, 8, 8) },
        TwoArmiesCase { families: Families::Bishop, ..queens(4, 5, 9, 9) },
    ] {
        agrees(case);
    }
}

#[test]
fn known_numbers_are_found() {
    // Each case has its number of placements and its number of classes.
    for (case, placements, classes) in [
        (queens(6, 6, 5, 5), 560, 35),
        (queens(6, 6, 4, 5), 6864, 865),
        (queens(7, 7, 7, 7), 304, 19),
        (queens(8, 8, 9, 9), 1136, 71),
        (queens(9, 9, 12, 12), 200, 18),
        (queens(10, 10, 14, 14), 6056, 380),
        (queens(7, 9, 10, 10), 16, 3),
        (queens(9, 7, 10, 10), 16, 3),
        (queens(10, 5, 9, 9), 144, 18),
        (queens(6, 8, 7, 7), 2544, 318),
        (TwoArmiesCase { families: Families::Rook, ..queens(6, 6, 9, 9) }, 400, 34),
        (TwoArmiesCase { families: Families::Rook, ..queens(7, 7, 12, 12) }, 2450, 190),
        (TwoArmiesCase { families: Families::Bishop, ..queens(5, 5, 12, 12) }, 26, 4),
    ] {
        for lines in Kernel::available().filter_map(|kernel| case.lines(kernel)) {
            let listed = list(&lines);
            assert_eq!(listed.len(), classes, "{case:?}: classes");
            assert_eq!(listed.iter().map(|listed| listed.2).sum::<u64>(), placements, "{case:?}: listed");
            assert_eq!(count(&lines), u128::from(placements), "{case:?}: counted");
        }
    }
    for (case, placements) in
        [(queens(8, 8, 9, 10), 24), (queens(8, 8, 10, 9), 24), (queens(8, 8, 8, 8), 286_858)]
    {
        let lines = case.lines(Kernel::best()).unwrap_or_else(|| panic!("the best kernel is available"));
        assert_eq!(count(&lines), placements, "{case:?}: counted");
    }
}

#[test]
fn largest_armies_are_found_and_no_larger_ones() {
    let square = [(3, 1), (4, 2), (5, 4), (6, 5), (7, 7), (8, 9), (9, 12), (10, 14), (11, 17)];
    let square = square.into_iter().map(|(side, most)| queens(side, side, most, most));
    let rectangles = [(2, 10, 4), (3, 10, 6), (4, 9, 7), (5, 9, 8), (6, 9, 9), (8, 9, 10), (9, 10, 14)];
    let rectangles = rectangles.into_iter().map(|(rows, columns, most)| queens(rows, columns, most, most));
    for case in square.chain(rectangles) {
        for kernel in Kernel::available() {
            let Some(lines) = case.lines(kernel) else { continue };
            let Some((first, second)) = search(&lines).witness else { panic!("{case:?} has a placement") };
            assert!(case.is_peaceful(&first, &second), "{case:?}: {first:?} and {second:?}");
            let more = TwoArmiesCase { first: case.first + 1, second: case.second + 1, ..case };
            let found = more.lines(kernel).map(|lines| search(&lines).witness);
            assert_eq!(found, Some(None), "{more:?} has none");
        }
    }
}

#[test]
fn guesses_are_right_and_mostly_found() {
    for case in [
        queens(1, 1, 0, 0),
        queens(5, 5, 4, 4),
        queens(8, 8, 9, 10),
        queens(12, 12, 21, 21),
        queens(9, 10, 14, 14),
        queens(16, 16, 37, 37),
        queens(20, 20, 58, 58),
        queens(11, 7, 12, 13),
        TwoArmiesCase { families: Families::Rook, ..queens(7, 7, 12, 12) },
        TwoArmiesCase { families: Families::Bishop, ..queens(5, 5, 12, 12) },
    ] {
        let lines = case.lines(Kernel::best()).unwrap_or_else(|| panic!("the best kernel is available"));
        let guesses: Vec<_> = (0..4).filter_map(|seed| lines.guess(seed, &|| false)).collect();
        assert!(!guesses.is_empty(), "{case:?}: nothing was found");
        for (first, second) in guesses {
            assert!(case.is_peaceful(&first, &second), "{case:?}: {first:?} and {second:?}");
        }
    }
    let none = queens(8, 8, 10, 10).lines(Kernel::best());
    assert!(none.is_some_and(|lines| lines.guess(0, &|| false).is_none()));
}

#[test]
fn boards_that_are_too_large_are_refused() {
    assert!(TwoArmies::new(21, 4, Families::Queen, 1, 1).is_none());
    assert!(TwoArmies::new(0, 4, Families::Queen, 1, 1).is_none());
    let largest = TwoArmies::new(20, 20, Families::Queen, 58, 58);
    assert!(largest.is_some_and(|lines| (0..lines.units()).all(|unit| lines.work(unit) >= 1.0)));
}

#[test]
fn a_search_can_be_stopped() {
    let lines =
        queens(8, 8, 10, 10).lines(Kernel::best()).unwrap_or_else(|| panic!("the best kernel is available"));
    assert!((0..lines.units()).any(|unit| !lines.search(unit, &|| true).complete));
    assert!((0..lines.units()).any(|unit| lines.count(unit, &|| true).is_none()));
}

/// Returns pseudo-random numbers that are the same in every run.
fn mixed(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state ^ *state >> 29
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_operations_agree() {
    if let Some(lanes) = crate::kernel::Avx512::new() {
        operations_agree(lanes);
    }
    if let Some(lanes) = crate::kernel::Avx2::new() {
        operations_agree(lanes);
    }
}

/// Compares the operations of an implementation with the portable ones, on the same counts.
#[cfg(target_arch = "x86_64")]
fn operations_agree<L: SheetLanes>(lanes: L) {
    let mut state = 1;
    for round in 0..2000 {
        let mut counts = || DiagonalCounts(std::array::from_fn(|_| (mixed(&mut state) >> 33) as u8 % 21));
        let (white, black) = (counts(), counts());
        let least = round as u8 % 20 + 1;
        let contested = PortableSheetLanes.contested_lines(&white, &black, least);
        assert_eq!(contested, lanes.contested_lines(&white, &black, least), "round {round}: contested");
        let (mut one, mut other) = (white, white);
        let (line, crossing) = (mixed(&mut state) as usize % LINES, mixed(&mut state));
        let crossing = crossing & if line < FAMILY { !0 << FAMILY } else { !0 >> FAMILY };
        PortableSheetLanes.clear(&mut one, line, crossing);
        lanes.clear(&mut other, line, crossing);
        assert_eq!(one, other, "round {round}: clear");
        // Targets that are just attained, or nearly.
        let [even, odd] = PortableSheetLanes.colours(&Sheet([white]), &Sheet([black]));
        let mut targets = even.and(&odd);
        for target in &mut targets.0 {
            *target = target.saturating_sub((mixed(&mut state) >> 33) as u16 % 40);
        }
        let forced = PortableSheetLanes.forced_lines(&white, &black, &targets);
        assert_eq!(forced, lanes.forced_lines(&white, &black, &targets), "round {round}: forced");
    }
    for round in 0..2000 {
        let side = |number: u64| number as usize % 20 + 1;
        let (rows, columns) = (side(mixed(&mut state) >> 33), side(mixed(&mut state) >> 33));
        operations_agree_on::<2, L>(lanes, &mut state, rows, columns, round);
        if rows.max(columns) <= MAX_SIDE_IN_REGISTER {
            operations_agree_on::<1, L>(lanes, &mut state, rows, columns, round);
        }
    }
}

/// Like [`operations_agree`], but on a board with some rows and columns.
#[cfg(target_arch = "x86_64")]
fn operations_agree_on<const N: usize, L: SheetLanes>(
    lanes: L,
    state: &mut u64,
    rows: usize,
    columns: usize,
    round: usize,
) {
    let board = LineBoard::new(rows, columns, Families::Queen);
    let case = format!("round {round}, {rows} by {columns}, {N}");
    let mut set = |all: u32| (mixed(state) >> 20) as u32 & all;
    let white_rows = set(board.all_rows());
    let rows = [white_rows, board.all_rows() & !white_rows];
    let columns = [set(board.all_columns()), set(board.all_columns())];
    let sheets = [0, 1].map(|army| {
        let mut sheet = Sheet::<N>::default();
        (0..board.columns)
            .filter(|column| columns[army] >> column & 1 != 0)
            .for_each(|column| board.count(army, rows[army], column, &mut sheet));
        sheet
    });
    let [white, black] = &sheets;
    assert_eq!(PortableSheetLanes.colours(white, black), lanes.colours(white, black), "{case}: colours");
    let mut field = board.field(rows);
    board.steps::<N>(columns, &mut field);
    for weights in 0..WEIGHTS.len() {
        for order in 0..2 {
            let bounds = PortableSheetLanes.flow([white, black], weights, &field, order);
            let others = lanes.flow([white, black], weights, &field, order);
            assert_eq!(bounds, others, "{case}: the flow of weights {weights}, order {order}");
        }
    }
}
