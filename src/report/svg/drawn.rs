//! The content of pictures.

use super::attacks;
use super::legend::LegendEntry;
use super::title::title;
use crate::LineType;
use crate::board::{Board, Square};
use crate::piece::{Kind, WALL};
use crate::{Placement, Problem};
use std::collections::BTreeSet;

/// A piece on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnPiece {
    /// The kind's letter.
    pub letter: char,
    /// The army of the piece: 0 is the first one, which is light.
    pub army: usize,
    /// The square of the piece.
    pub square: Square,
}

/// The content of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The board.
    pub board: Board,
    /// The pieces. Those off the board are left out.
    pub pieces: Vec<DrawnPiece>,
    /// The text for screen readers and tooltips.
    pub title: String,
    /// The reserved squares, which are crossed out.
    pub reserved: Vec<Square>,
    /// Neighbours between which a region ends.
    pub borders: Vec<(Square, Square)>,
    /// The squares with a dot.
    pub attacked: Vec<Square>,
    /// The pairs of squares that a red line joins.
    pub conflicts: Vec<(Square, Square)>,
    /// The kinds that are explained below the board. By default, these are the custom ones.
    pub legend: Vec<LegendEntry>,
    /// The name under the picture in a gallery, before its number.
    pub name: Option<String>,
    /// The number of the picture in a gallery.
    pub number: Option<u64>,
    /// The number of placements that the picture stands for in a gallery.
    pub class_size: Option<u64>,
}

impl Picture {
    /// Creates the picture of a placement.
    #[must_use]
    pub fn new(problem: &Problem, placement: &Placement) -> Self {
        let armies = attacks::armies(problem);
        let lettered = placement.letters_and_squares(problem).into_iter().zip(placement.pieces());
        let piece = |((letter, square), (kind, _)): ((char, Square), &(usize, Square))| DrawnPiece {
            letter,
            army: armies.get(*kind).copied().unwrap_or_default(),
            square,
        };
        let bare = Self::bare(problem.board(), lettered.map(piece).collect(), title(problem, placement));
        let own =
            bare.kinds_on_board(problem).filter(|kind| kind.name().is_none()).map(LegendEntry::new).collect();
        let (reserved, borders) = (problem.reserved_squares().to_vec(), borders(problem));
        Self { legend: own, reserved, borders, ..bare }
    }

    /// Returns the kinds that are on the board.
    fn kinds_on_board<'a>(&self, problem: &'a Problem) -> impl Iterator<Item = &'a Kind> {
        let standing: BTreeSet<char> = self.pieces.iter().map(|piece| piece.letter).collect();
        problem.kinds().into_iter().filter(move |kind| standing.contains(&kind.letter()))
    }

    /// Creates a picture of pieces on a board, and nothing else.
    pub(super) fn bare(board: &Board, pieces: Vec<DrawnPiece>, title: String) -> Self {
        Self {
            board: board.clone(),
            pieces,
            title,
            reserved: Vec::new(),
            borders: Vec::new(),
            attacked: Vec::new(),
            conflicts: Vec::new(),
            legend: Vec::new(),
            name: None,
            number: None,
            class_size: None,
        }
    }

    /// Creates a picture of the squares that a kind attacks from the middle of a board.
    #[must_use]
    pub fn of_kind(board: &Board, kind: &Kind) -> Self {
        let square = board.middle();
        let (hurdles, attacked) = kind.moves().example_attacks(board, square);
        let name = kind.name().map_or_else(|| kind.letter().to_string(), str::to_owned);
        let caption = match kind.name() {
            Some(name) => format!("{} {name} · {}", kind.letter(), kind.betza()),
            None => LegendEntry::new(kind).text,
        };
        let hurdles = hurdles.into_iter().map(|square| DrawnPiece { letter: WALL, army: 0, square });
        let pieces =
            std::iter::once(DrawnPiece { letter: kind.letter(), army: 0, square }).chain(hurdles).collect();
        let title = format!("What the {name} ({}) attacks", kind.betza());
        Self { attacked, name: Some(caption), ..Self::bare(board, pieces, title) }
    }

    /// Returns the picture with a legend of all kinds on the board.
    #[must_use]
    pub fn with_legend(self, problem: &Problem) -> Self {
        let legend = self.kinds_on_board(problem).map(LegendEntry::new).collect();
        Self { legend, ..self }
    }

    /// Returns the picture with dots on attacked squares, and red lines between pieces that attack each other
    /// although they must not.
    #[must_use]
    pub fn with_attacks(mut self, problem: &Problem, placement: &Placement) -> Self {
        (self.attacked, self.conflicts) = attacks::attacks(problem, placement);
        self
    }
}

/// Returns the neighbours on a rectangle that are in different regions.
fn borders(problem: &Problem) -> Vec<(Square, Square)> {
    let board = problem.board();
    let regions = problem.lines_along(LineType::Region);
    if regions.is_empty() || !board.is_rectangle() {
        return Vec::new();
    }
    let mut of = vec![None; board.squares()];
    for (region, squares) in regions.iter().enumerate() {
        squares.iter().for_each(|&square| of[square] = Some(region));
    }
    let squares = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| Square { row, col }));
    let next = |from: Square| {
        [(1, 0), (0, 1)].map(|(up, right)| (from, Square { row: from.row + up, col: from.col + right }))
    };
    let differ = |&(one, other): &(Square, Square)| {
        board.is_inside(other) && of[board.index(one)] != of[board.index(other)]
    };
    squares.flat_map(next).filter(differ).collect()
}
