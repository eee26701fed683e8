//! Pieces and the squares for them: the variables of a search over free squares.
//!
//! A kind with one piece in each column has a class for each column, or for each rank. Any other kind has one
//! class in all.

use crate::board::{Board, Set, Square};
use crate::piece::{Moves, Range};
use std::cmp::Ordering;

/// Some pieces of one kind, with the squares for them.
pub(super) struct PieceClass {
    pub(super) kind: usize,
    /// The line of these squares; `None` if they may be anywhere.
    pub(super) line: Option<(ClassLines, usize)>,
    /// The number of free squares.
    pub(super) free: usize,
    /// The number of pieces to place.
    pub(super) lacking: usize,
}

impl PieceClass {
    /// Returns the squares of the class, from the lowest.
    pub(super) fn squares(&self, board: &Board) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let (cols, squares) = (board.cols(), board.squares());
        let (first, end, step) = match self.line {
            Some((ClassLines::Columns, col)) => (col, squares, cols),
            Some((ClassLines::Ranks, row)) => (row * cols, (row + 1) * cols, 1),
            None => (0, squares, 1),
        };
        (first..end).step_by(step)
    }
}

/// The classes of a kind: the first class of its columns and of its ranks, or one class for all its squares.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KindClasses {
    columns: Option<usize>,
    ranks: Option<usize>,
    whole: Option<usize>,
}

impl KindClasses {
    /// Returns true if each column is a class.
    pub(super) fn has_columns(self) -> bool {
        self.columns.is_some()
    }

    fn first_of(&mut self, along: ClassLines) -> &mut Option<usize> {
        match along {
            ClassLines::Columns => &mut self.columns,
            ClassLines::Ranks => &mut self.ranks,
        }
    }

    /// Returns the classes that contain a square.
    #[inline]
    pub(super) fn classes(self, square: usize, cols: usize) -> impl Iterator<Item = usize> {
        let (column, rank) = (square % cols, square / cols);
        let line = |first: Option<usize>, line: usize| first.map(|first| first + line);
        [line(self.columns, column), line(self.ranks, rank), self.whole].into_iter().flatten()
    }
}

/// All pieces of a kind that are to be divided into classes.
pub(super) struct KindPieces<'a> {
    pub(super) board: &'a Board,
    pub(super) kind: usize,
    pub(super) number: usize,
    pub(super) free: &'a [u64],
    /// The moves by which two pieces of the kind conflict.
    pub(super) reach: &'a Moves,
}

impl KindPieces<'_> {
    /// Divides the pieces by lines of these types if each line has a piece. `None` if there are more pieces
    /// than such lines.
    pub(super) fn divide(&self, sorts: &[ClassLines], classes: &mut Vec<PieceClass>) -> Option<KindClasses> {
        let &Self { board, kind, number, free, reach } = self;
        let mut divided = KindClasses::default();
        for &along in sorts {
            if !lines_exclude(board, free, reach, along) {
                continue;
            }
            let lines = free_by_line(board, free, along);
            match number.cmp(&lines.iter().filter(|&&free| free > 0).count()) {
                Ordering::Less => continue,
                Ordering::Equal => {}
                Ordering::Greater => return None,
            }
            *divided.first_of(along) = Some(classes.len());
            classes.extend(lines.into_iter().enumerate().map(|(line, free)| {
                let line = Some((along, line));
                PieceClass { kind, line, free, lacking: usize::from(free > 0) }
            }));
        }
        if divided.columns.or(divided.ranks).is_none() {
            divided.whole = Some(classes.len());
            classes.push(PieceClass { kind, line: None, free: free.size() as usize, lacking: number });
        }
        Some(divided)
    }
}

/// The types of line that may be classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClassLines {
    Columns,
    Ranks,
}

impl ClassLines {
    /// Returns the number of lines and the number of squares of each.
    fn sides(self, board: &Board) -> (usize, usize) {
        match self {
            Self::Columns => (board.cols(), board.rows()),
            Self::Ranks => (board.rows(), board.cols()),
        }
    }

    /// Returns the square at a place of a line.
    fn square(self, line: usize, at: usize) -> Square {
        match self {
            Self::Columns => Square { row: at, col: line },
            Self::Ranks => Square { row: line, col: at },
        }
    }

    /// Returns the components of a step across its line and along it.
    fn step(self, (down, right): (i32, i32)) -> (i32, i32) {
        match self {
            Self::Columns => (right, down),
            Self::Ranks => (down, right),
        }
    }

    /// Returns the line of a square, and its place on the line.
    fn place(self, square: Square) -> (usize, usize) {
        match self {
            Self::Columns => (square.col, square.row),
            Self::Ranks => (square.row, square.col),
        }
    }
}

/// Returns the number of free squares of each line.
fn free_by_line(board: &Board, free: &[u64], along: ClassLines) -> Vec<usize> {
    let (lines, long) = along.sides(board);
    let is_free = |line: usize, at: usize| free.holds(board.index(along.square(line, at)));
    (0..lines).map(|line| (0..long).filter(|&at| is_free(line, at)).count()).collect()
}

/// Returns true if any two free squares of a line exclude each other along these rides.
fn lines_exclude(board: &Board, free: &[u64], reach: &Moves, along: ClassLines) -> bool {
    let (lines, long) = along.sides(board);
    let mut straight = Moves::default();
    for (step, range) in reach.rides().filter(|&(step, _)| along.step(step).0 == 0) {
        straight.add(step, range);
    }
    let is_long = |range| match range {
        Range::Times(times) => times as usize + 1 >= long,
        Range::Unlimited => true,
    };
    if board.is_rectangle()
        && board.holes().is_empty()
        && straight.rides().any(|(step, range)| along.step(step).1.abs() == 1 && is_long(range))
    {
        return true;
    }
    let mut seen = vec![false; long];
    // Lines that are entirely free are all alike.
    let mut has_whole = false;
    (0..lines).all(|line| {
        let is_free = |at: &usize| free.holds(board.index(along.square(line, *at)));
        let places: Vec<usize> = (0..long).filter(is_free).collect();
        if places.len() == long && std::mem::replace(&mut has_whole, true) {
            return true;
        }
        places.iter().all(|&from| {
            seen.fill(false);
            seen[from] = true;
            let attacked =
                straight.attacked_squares(board, along.square(line, from)).map(|square| along.place(square));
            attacked.filter(|reached| reached.0 == line).for_each(|reached| seen[reached.1] = true);
            places.iter().all(|&at| seen[at])
        })
    })
}
