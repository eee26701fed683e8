//! The lanes in which the diagonals of a square are counted, and the squares of each line.

/// The number of bytes of a [`Profile`]: a quarter for each family of diagonals and colour of squares.
pub(super) const LANES: usize = 64;
/// The number of bytes of a quarter.
pub(super) const QUARTER: usize = 16;
/// The largest number of ranks and files together: a family then has at most 31 diagonals, 16 of a colour.
pub(super) const MAX_LINES: usize = 32;

/// The number of squares of an army on each diagonal.
///
/// The quarters are diagonals with even squares, diagonals with odd squares, then antidiagonals in the same
/// order. Squares with an even and with an odd sum of rank and file have no diagonal in common, so the
/// quarters are independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Profile(pub(super) [u8; LANES]);

impl Profile {
    pub(super) const EMPTY: Self = Self([0; LANES]);

    /// Returns the squares of both.
    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut sum = *self;
        for (byte, &more) in sum.0.iter_mut().zip(&other.0) {
            *byte += more;
        }
        sum
    }
}

/// A rectangle of squares and its lines.
#[derive(Debug, Clone)]
pub(super) struct Geometry {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The ranks from the middle outwards, mirror images next to each other.
    pub(super) rank_order: Vec<usize>,
    /// The files from the middle outwards: neighbours share the most diagonals, so that conflicts show early.
    pub(super) file_order: Vec<usize>,
    /// For each colour, the squares of each rank, as sets.
    pub(super) ranks: [Vec<u128>; 2],
    /// For each colour, the squares of each file, as sets.
    pub(super) files: [Vec<u128>; 2],
    /// For each colour, the squares of each diagonal of the two families.
    pub(super) diagonals: [[Vec<u128>; 2]; 2],
    squares: [Vec<usize>; 2],
}

impl Geometry {
    /// Makes the geometry; `None` if the rectangle is empty or has more lines than a [`Profile`] holds.
    pub(super) fn new(rows: usize, cols: usize) -> Option<Self> {
        if rows == 0 || cols == 0 || rows + cols > MAX_LINES || rows * cols > 256 {
            return None;
        }
        let mut board = Self {
            rows,
            cols,
            rank_order: from_the_middle(rows),
            file_order: from_the_middle(cols),
            ranks: [vec![0; rows], vec![0; rows]],
            files: [vec![0; cols], vec![0; cols]],
            diagonals: [[vec![0; QUARTER], vec![0; QUARTER]], [vec![0; QUARTER], vec![0; QUARTER]]],
            squares: [Vec::new(), Vec::new()],
        };
        for row in 0..rows {
            for col in 0..cols {
                let colour = (row + col) & 1;
                let bit = 1 << board.squares[colour].len();
                board.squares[colour].push(row * cols + col);
                board.ranks[colour][row] |= bit;
                board.files[colour][col] |= bit;
                for (family, lane) in board.lanes(row, col).into_iter().enumerate() {
                    board.diagonals[colour][family][lane % QUARTER] |= bit;
                }
            }
        }
        Some(board)
    }

    /// Returns the bytes of the diagonal and of the antidiagonal through a square.
    pub(super) fn lanes(&self, row: usize, col: usize) -> [usize; 2] {
        let quarter = QUARTER * ((row + col) & 1);
        [quarter + (row + col) / 2, 2 * QUARTER + quarter + (row + self.cols - 1 - col) / 2]
    }

    /// Returns the squares of a set, as `row * cols + col`.
    pub(super) fn squares(&self, colour: usize, mut set: u128) -> Vec<usize> {
        let mut squares = Vec::new();
        while set != 0 {
            squares.push(self.squares[colour][set.trailing_zeros() as usize]);
            set &= set - 1;
        }
        squares
    }
}

/// Returns 0, 1, ... ordered by the distance to the middle; the two at the same distance are neighbours, the
/// lower one first.
fn from_the_middle(length: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by_key(|&line| ((2 * line + 1).abs_diff(length), line));
    order
}
