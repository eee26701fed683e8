//! The baselines: backtracking as in a textbook, with masks.
//!
//! For any mix, one piece at a time is placed on every free square, and pieces of one kind are placed on
//! increasing squares. Each placement is reached and counted as one. The baseline uses no symmetry, counts no
//! several pieces at once, and has no lanes. Boards have up to 64 squares.
//!
//! For any number of leapers, a sweep with a broken profile uses the occupied squares of the last rows as the
//! key of a hash map. If a number is given, the values are polynomials.
//!
//! For `n` pieces on `n` rows, one piece is placed on each row. Masks of columns and lines are shifted from
//! row to row, and reflections count twice.

use armistice::conflict::{ConflictMasks, Conflicts};
use armistice::{Problem, Quantity};
use std::collections::HashMap;

/// Counts the placements of a problem with exact numbers.
pub(crate) fn count(problem: &Problem) -> u64 {
    let board = problem.board();
    let kinds: Vec<_> = problem.pieces().map(|pieces| pieces.kind.moves()).collect();
    let army_of = problem.army_of();
    let is_one_army = problem.armies().len() == 1;
    let opposed = &|first: usize, second: usize| is_one_army || army_of[first] != army_of[second];
    let conflicts = Conflicts::from_kinds(board, &kinds, opposed).masks();
    let number = |quantity| match quantity {
        Quantity::Exactly(number) => number as usize,
        Quantity::Within(_) | Quantity::Any | Quantity::Max => 0,
    };
    let pieces: Vec<usize> = problem
        .pieces()
        .enumerate()
        .flat_map(|(kind, pieces)| std::iter::repeat_n(kind, number(pieces.quantity)))
        .collect();
    let free = vec![board.open_squares::<u64>(); kinds.len()];
    place(&conflicts, &pieces, &free)
}

fn place(conflicts: &ConflictMasks<u64>, pieces: &[usize], free: &[u64]) -> u64 {
    let Some((&kind, rest)) = pieces.split_first() else { return 1 };
    let mut count = 0;
    let mut squares = free[kind];
    let mut next = [0; 16];
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        for (other, (next, &free)) in next.iter_mut().zip(free).enumerate() {
            *next = free & !conflicts.conflict_mask(kind, square, other);
        }
        // The next piece of the kind must stand on a higher square.
        next[kind] &= squares;
        count += place(conflicts, rest, &next[..free.len()]);
    }
    count
}

/// The squares that the placed pieces rule out in the next row besides their columns, as masks.
pub(crate) trait Rows: Copy {
    /// The state without pieces.
    const NONE: Self;
    /// Returns the squares ruled out in the next row.
    fn taken(self) -> u32;
    /// Returns the state one row further, with a piece on `square` in between.
    fn with(self, square: u32) -> Self;
}

/// The state of queens: the diagonals to the left, and those to the right.
#[derive(Clone, Copy)]
pub(crate) struct Queens(u32, u32);

impl Rows for Queens {
    const NONE: Self = Self(0, 0);

    fn taken(self) -> u32 {
        self.0 | self.1
    }

    fn with(self, square: u32) -> Self {
        Self((self.0 | square) << 1, (self.1 | square) >> 1)
    }
}

/// The state of queens that also leap like knights. The masks are those of the leaps in the next row and the
/// row after it.
#[derive(Clone, Copy)]
pub(crate) struct Amazons(Queens, [u32; 2]);

impl Rows for Amazons {
    const NONE: Self = Self(Queens::NONE, [0; 2]);

    fn taken(self) -> u32 {
        self.0.taken() | self.1[0]
    }

    fn with(self, square: u32) -> Self {
        let [_, next] = self.1;
        Self(self.0.with(square), [next | square << 2 | square >> 2, square << 1 | square >> 1])
    }
}

/// The state of queens that also leap (1,3). The masks are those of the leaps in the next three rows.
#[derive(Clone, Copy)]
pub(crate) struct QueenLeapers(Queens, [u32; 3]);

impl Rows for QueenLeapers {
    const NONE: Self = Self(Queens::NONE, [0; 3]);

    fn taken(self) -> u32 {
        self.0.taken() | self.1[0]
    }

    fn with(self, square: u32) -> Self {
        let [_, next, after] = self.1;
        Self(self.0.with(square), [next | square << 3 | square >> 3, after, square << 1 | square >> 1])
    }
}

/// The state of rooks that also ride (1,3).
///
/// It has the flat lines to the left and right, and the steep ones. Steep lines meet every third row, so they
/// wait in a queue of three.
#[derive(Clone, Copy)]
pub(crate) struct RookRiders([u32; 2], [[u32; 2]; 3]);

impl Rows for RookRiders {
    const NONE: Self = Self([0; 2], [[0; 2]; 3]);

    fn taken(self) -> u32 {
        self.0[0] | self.0[1] | self.1[0][0] | self.1[0][1]
    }

    fn with(self, square: u32) -> Self {
        let (flat, [now, next, after]) = (self.0, self.1);
        Self(
            [(flat[0] | square) << 3, (flat[1] | square) >> 3],
            [next, after, [(now[0] | square) << 1, (now[1] | square) >> 1]],
        )
    }
}

/// Counts the placements of `n` pieces of a kind on `n` rows of `n` squares, one in each row, by the usual
/// recursion.
///
/// Reflections count twice: the first piece is in the left half, or in the middle.
pub(crate) fn count_rows<R: Rows>(n: u32) -> u64 {
    let full = (1 << n) - 1;
    let with_first = |column: u32| place_rows(full, 1 << column, R::NONE.with(1 << column));
    let half: u64 = (0..n / 2).map(with_first).sum();
    2 * half + if n % 2 == 1 { with_first(n / 2) } else { 0 }
}

fn place_rows<R: Rows>(full: u32, columns: u32, rows: R) -> u64 {
    if columns == full {
        return 1;
    }
    let mut count = 0;
    let mut free = full & !(columns | rows.taken());
    while free != 0 {
        let square = free & free.wrapping_neg();
        free &= free - 1;
        count += place_rows(full, columns | square, rows.with(square));
    }
    count
}

/// A leaper with its number of pieces; any number if `None`.
#[derive(Clone, Copy)]
pub(crate) struct Leaper {
    /// The rows and columns of its leaps downwards and to the left.
    pub(crate) leaps: &'static [(usize, i64)],
    pub(crate) pieces: Option<usize>,
}

/// The leaps of a king to squares that come earlier.
pub(crate) const KING: &[(usize, i64)] = &[(0, 1), (1, -1), (1, 0), (1, 1)];
/// The leaps of a knight to squares that come earlier.
pub(crate) const KNIGHT: &[(usize, i64)] = &[(1, 2), (1, -2), (2, 1), (2, -1)];

/// Counts the placements of one or two kinds of leapers on a board of `rows` times `cols`.
pub(crate) fn sweep(rows: usize, cols: usize, kinds: &[Leaper]) -> u128 {
    let most: Vec<usize> = kinds.iter().map(|kind| kind.pieces.unwrap_or(0)).collect();
    let second = most.get(1).map_or(1, |most| most + 1);
    let coefficients = (most[0] + 1) * second;
    // Each piece shifts a weight by this number of coefficients.
    let grows: Vec<usize> = kinds.iter().zip([second, 1]).map(|(k, by)| k.pieces.map_or(0, |_| by)).collect();
    let window = (1u64 << (2 * cols + 2)) - 1;
    let mut one = vec![0u128; coefficients];
    one[0] = 1;
    let mut profiles = HashMap::from([([0u64; 2], one)]);
    for square in 0..rows * cols {
        // The earlier squares that each kind leaps to. Bit 0 is the last square.
        let reach = |kind: &Leaper| -> u64 {
            let bit = |&(down, left): &(usize, i64)| {
                let col = (square % cols) as i64 - left;
                let is_on = square / cols >= down && (0..cols as i64).contains(&col);
                if is_on { 1 << ((down * cols) as i64 + left - 1) } else { 0 }
            };
            kind.leaps.iter().map(bit).sum()
        };
        let reaches: Vec<u64> = kinds.iter().map(reach).collect();
        let mut next: HashMap<[u64; 2], Vec<u128>> = HashMap::with_capacity(profiles.len());
        for (profile, weight) in profiles {
            let shifted = profile.map(|occupied| occupied << 1 & window);
            let mut add = |key: [u64; 2], kind: Option<usize>| {
                let sums = next.entry(key).or_insert_with(|| vec![0; coefficients]);
                for (index, more) in weight.iter().enumerate() {
                    let by = kind.map_or(0, |kind| grows[kind]);
                    // A piece too many must not be carried over to the other kind.
                    let is_full =
                        kind.is_some_and(|kind| by > 0 && index / by % (most[kind] + 1) == most[kind]);
                    if !is_full {
                        sums[index + by] += more;
                    }
                }
            };
            add(shifted, None);
            for kind in 0..kinds.len() {
                let is_free =
                    (0..kinds.len()).all(|other| profile[other] & (reaches[kind] | reaches[other]) == 0);
                if is_free {
                    let mut with = shifted;
                    with[kind] |= 1;
                    add(with, Some(kind));
                }
            }
        }
        profiles = next;
    }
    profiles.values().map(|weight| weight[coefficients - 1]).sum()
}
