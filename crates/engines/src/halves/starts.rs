//! What is decided before the halves are joined: the middle row and column, and symmetry.
//!
//! **Odd side.** The middle row and the middle column belong to no quarter. Their pieces (two, or one in the centre)
//! are placed first. The maps of the board carry such *starts* to each other; of each orbit one is counted, with the
//! orbit's size as weight. For queens this is an exact eighth: with the pieces `x` and `y` squares from the centre,
//! `x = y` would put them on one diagonal, so each orbit has eight starts.
//!
//! **Row sets.** Then it is chosen which rows have their piece in the western half. The maps that keep the start and
//! carry rows to rows (mirror top to bottom, left to right, half turn) carry row sets to row sets; of each orbit
//! one is counted.
//!
//! **Long diagonals** (even side, all eight maps, at most one piece on each long diagonal). By the diagonal mirrors
//! there is more to gain. A placement has a piece on two, one or none of the long diagonals; say that such a piece is
//! *marked*. If there are two, they stand in neighbouring quarters, hence both in one of four halves (north, east,
//! south, west), and by symmetry each half has equally many such placements: count those with both in the east, four
//! times. If there is one, the four quarters have equally many: count those in the two eastern ones, twice. So the
//! western half never has a marked piece, which leaves about a quarter of its placements, and all that is left of the
//! maps is the mirror top to bottom; and, for placements without a marked piece, the mirror left to right as well.
//! (After Evgeny Kluev's counter of 2013.)

use super::grid::{Grid, Quarter};
use super::subsets::Subsets;

/// Sets of rows (north, south) or columns (west, east), in numbers local to the quarters.
pub(super) type Pair = (u16, u16);

/// The pieces on the middle lines, and what they leave.
#[derive(Debug, Clone)]
pub(super) struct Start {
    /// How many starts it stands for.
    pub(super) weight: u64,
    /// By square: whether a piece of a quarter may stand there.
    pub(super) allowed: Vec<bool>,
    /// Rows that still need a piece, north and south.
    pub(super) rows: Pair,
    /// Columns that still need a piece, west and east.
    pub(super) cols: Pair,
    symmetry: RowSetMaps,
}

/// The maps that carry row sets to row sets.
#[derive(Debug, Clone, Copy)]
struct RowSetMaps {
    /// Top to bottom.
    flip: bool,
    /// Left to right.
    mirror: bool,
    /// Half turn.
    turn: bool,
    /// Whether the long diagonals are used, and then no other map but the flip.
    long_diagonals: bool,
}

/// Rows of the pieces in the western half, north and south, with how often to count the placements that have no
/// marked piece, one, and two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowSet {
    pub(super) north: u16,
    pub(super) south: u16,
    pub(super) weights: [u64; 3],
}

impl Start {
    /// All starts of a grid up to these maps of its squares, a group.
    pub(super) fn all(grid: &Grid, maps: &[Vec<u16>]) -> Vec<Self> {
        let mut starts = Vec::new();
        for pieces in middle_placements(grid) {
            let image = |map: &Vec<u16>| {
                let mut image: Vec<usize> = pieces.iter().map(|&square| map[square] as usize).collect();
                image.sort_unstable();
                image
            };
            let images: Vec<Vec<usize>> = maps.iter().map(image).collect();
            // The largest: it tends to have its pieces in the east, so that the west has more half boards.
            if images.iter().any(|image| *image > pieces) {
                continue;
            }
            let mut orbit = images.clone();
            orbit.sort_unstable();
            orbit.dedup();
            let kept: Vec<&Vec<u16>> =
                maps.iter().zip(&images).filter(|(_, image)| **image == pieces).map(|(map, _)| map).collect();
            starts.push(Self::new(grid, &pieces, orbit.len() as u64, &kept, maps.len()));
        }
        starts
    }

    fn new(grid: &Grid, pieces: &[usize], weight: u64, kept: &[&Vec<u16>], maps: usize) -> Self {
        let (side, half) = (grid.side, grid.half());
        let squares = side * side;
        let allowed: Vec<bool> = (0..squares)
            .map(|square| {
                grid.is_allowed(square)
                    && !pieces.iter().any(|&piece| piece == square || grid.conflict(piece, square))
            })
            .collect();
        // A line that is not done needs a piece, even if no square of it is left.
        let live = |line: usize, by_row: bool| {
            let square = |place| if by_row { line * side + place } else { place * side + line };
            let taken = pieces.iter().any(|&piece| line == if by_row { piece / side } else { piece % side });
            !taken && (0..side).any(|place| grid.is_allowed(square(place)))
        };
        let lines = |first: usize, by_row: bool| -> u16 {
            (0..half).filter(|&line| live(first + line, by_row)).fold(0, |lines, line| lines | 1 << line)
        };
        let has = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
            kept.iter().any(|map| {
                (0..squares).all(|square| {
                    let (row, col) = image(square / side, square % side);
                    map[square] as usize == row * side + col
                })
            })
        };
        let (flip, mirror, turn) = (
            has(&|row, col| (side - 1 - row, col)),
            has(&|row, col| (row, side - 1 - col)),
            has(&|row, col| (side - 1 - row, side - 1 - col)),
        );
        let long_diagonals = side.is_multiple_of(2)
            && maps == 8
            && [false, true].iter().all(|&rising| grid.is_clique(&grid.long_diagonal(rising)));
        Self {
            weight,
            allowed,
            rows: (lines(0, true), lines(side - half, true)),
            cols: (lines(0, false), lines(side - half, false)),
            symmetry: RowSetMaps { flip, mirror, turn, long_diagonals },
        }
    }

    /// By square: whether a piece of the east is marked there, and none of the west may stand there.
    pub(super) fn marked(&self, grid: &Grid) -> Vec<bool> {
        let mut marked = vec![false; grid.side * grid.side];
        if self.symmetry.long_diagonals {
            for rising in [false, true] {
                grid.long_diagonal(rising).into_iter().for_each(|square| marked[square] = true);
            }
        }
        marked
    }

    /// The rows of the north, or of the south, that take a piece.
    #[inline]
    pub(super) fn rows_of(&self, south: bool) -> u16 {
        if south { self.rows.1 } else { self.rows.0 }
    }

    /// The rows that have their pieces in the east, where these have them in the west; so the row set of the mirror image, left
    /// to right.
    #[inline]
    pub(super) fn others(&self, (north, south): Pair) -> Pair {
        (self.rows.0 & !north, self.rows.1 & !south)
    }

    /// The sets of so many rows that may have their pieces in the north of the west, or in the south.
    pub(super) fn western_rows(&self, subsets: &Subsets, south: bool, size: usize) -> Vec<u16> {
        let live = self.rows_of(south);
        subsets.of_size(size).iter().copied().filter(|rows| rows & !live == 0).collect()
    }

    /// Whether a row set is counted, not another one in its place. The order of row sets is that of their northern rows.
    #[inline]
    pub(super) fn is_counted(&self, subsets: &Subsets, set: Pair) -> bool {
        let RowSetMaps { flip, mirror, turn, long_diagonals } = self.symmetry;
        let flipped = flipped(subsets, set);
        (!(flip || long_diagonals) || flipped >= set)
            && (long_diagonals || !mirror || self.others(set) >= set)
            && (long_diagonals || !turn || self.others(flipped) >= set)
    }

    /// How many row sets of these northern and southern rows are counted.
    pub(super) fn counted(&self, subsets: &Subsets, norths: &[u16], souths: &[u16]) -> usize {
        let RowSetMaps { flip, mirror, turn, long_diagonals } = self.symmetry;
        if !(flip || mirror || turn || long_diagonals) {
            return norths.len() * souths.len();
        }
        let of_north =
            |&north: &u16| souths.iter().filter(|&&south| self.is_counted(subsets, (north, south))).count();
        norths.iter().map(of_north).sum()
    }

    /// The row set with its weights, if it is [counted](Self::is_counted).
    pub(super) fn weigh(&self, subsets: &Subsets, set: Pair) -> Option<RowSet> {
        if !self.is_counted(subsets, set) {
            return None;
        }
        let RowSetMaps { flip, mirror, turn, long_diagonals } = self.symmetry;
        let (flip_image, mirror_image) = (flipped(subsets, set), self.others(set));
        let (north, south) = set;
        if long_diagonals {
            let twice = if flip_image == set { 1 } else { 2 };
            let lowest = mirror_image.min(flipped(subsets, mirror_image));
            let unmarked = match lowest.cmp(&set) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            };
            return Some(RowSet { north, south, weights: [twice * unmarked, 2 * twice, 4 * twice] });
        }
        let mut orbit = vec![set];
        orbit.extend(flip.then_some(flip_image));
        orbit.extend(mirror.then_some(mirror_image));
        orbit.extend(turn.then(|| self.others(flip_image)));
        orbit.sort_unstable();
        orbit.dedup();
        Some(RowSet { north, south, weights: [orbit.len() as u64, 0, 0] })
    }
}

/// The row set turned upside down.
#[inline]
fn flipped(subsets: &Subsets, (north, south): Pair) -> Pair {
    (subsets.reversed(south), subsets.reversed(north))
}

/// Every way to put a piece into the middle row and one into the middle column, if there are such lines and they need
/// one: the squares, sorted.
fn middle_placements(grid: &Grid) -> Vec<Vec<usize>> {
    let side = grid.side;
    if side.is_multiple_of(2) {
        return vec![Vec::new()];
    }
    let middle = side / 2;
    let allowed = |squares: Vec<usize>| -> Vec<usize> {
        squares.into_iter().filter(|&square| grid.is_allowed(square)).collect()
    };
    let row = allowed((0..side).map(|col| middle * side + col).collect());
    let col = allowed((0..side).map(|row| row * side + middle).collect());
    let centre = middle * side + middle;
    let mut placements = Vec::new();
    match (row.is_empty(), col.is_empty()) {
        (true, true) => placements.push(Vec::new()),
        // One of the two lines needs no piece; the centre is on both, so no piece can stand there.
        (false, true) => placements.extend(row.iter().map(|&square| vec![square])),
        (true, false) => placements.extend(col.iter().map(|&square| vec![square])),
        (false, false) => {
            for &in_row in &row {
                for &in_col in &col {
                    let mut pair = vec![in_row, in_col];
                    pair.sort_unstable();
                    if in_row == in_col {
                        placements.push(vec![in_row]);
                    } else if in_row != centre && in_col != centre && !grid.conflict(in_row, in_col) {
                        placements.push(pair);
                    }
                }
            }
        }
    }
    placements
}

/// The squares of a half, west or east, that belong to a quarter and satisfy a condition.
pub(super) fn half_squares(grid: &Grid, east: bool, fits: impl Fn(usize) -> bool) -> Vec<usize> {
    [false, true]
        .into_iter()
        .flat_map(|south| quarter_squares(grid, Quarter { south, east }))
        .filter(|&s| fits(s))
        .collect()
}

/// The squares of a quarter, by rows.
pub(super) fn quarter_squares(grid: &Grid, quarter: Quarter) -> impl Iterator<Item = usize> + '_ {
    (0..grid.half() * grid.half()).map(move |place| grid.square(quarter, place))
}
