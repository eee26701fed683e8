//! The board at a step of a search: a watcher that keeps what it hears.

use crate::board::Square;
use crate::engines::listing::Event;
use crate::problem::Problem;

/// Pieces, squares that are free for each kind, and what happened last.
#[derive(Debug, Clone)]
pub struct Scene {
    cols: usize,
    letters: Vec<char>,
    /// The pieces in the order they came.
    pieces: Vec<(usize, Square)>,
    /// For each kind and square, whether the kind could stand there.
    free: Vec<Vec<bool>>,
    /// The squares that the last choice took.
    taken: Vec<(usize, Square)>,
    choices: u64,
    placements: u64,
    said: String,
}

impl Scene {
    /// The board before the search.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let open: Vec<bool> = (0..board.squares()).map(|index| board.is_open(board.square(index))).collect();
        let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
        Self {
            cols: board.cols(),
            free: vec![open; letters.len()],
            letters,
            pieces: Vec::new(),
            taken: Vec::new(),
            choices: 0,
            placements: 0,
            said: "start".to_owned(),
        }
    }

    /// Follows an event; says whether it is a step that is worth to be shown.
    ///
    /// Squares that a choice takes come after it: a step is to be shown when the next one begins.
    pub fn follow(&mut self, event: &Event<'_>) -> bool {
        match *event {
            Event::Fix { kind, square } => {
                self.pieces.push((kind, square));
                return false;
            }
            Event::Choose { kind, square, .. } => {
                self.pieces.push((kind, square));
                self.taken.clear();
                self.choices += 1;
                self.said = format!("{} on {square}", self.letters[kind]);
            }
            Event::Take { kind, square } => {
                self.set(kind, square, false);
                self.taken.push((kind, square));
                return false;
            }
            Event::Deny { kind, square } => {
                self.set(kind, square, false);
                return false;
            }
            Event::GiveBack { kind, square } => {
                self.set(kind, square, true);
                return false;
            }
            Event::DeadEnd { kind, column } => {
                let place = column.map(|col| format!(" in file {}", Square { row: 0, col }.file_name()));
                self.said =
                    format!("dead end: no room for {}{}", self.letters[kind], place.unwrap_or_default());
            }
            Event::Retreat { kind, square, .. } => {
                self.pieces.pop();
                self.taken.clear();
                self.said = format!("back from {} on {square}", self.letters[kind]);
            }
            Event::Found(_) => {
                self.taken.clear();
                self.placements += 1;
                self.said = format!("placement {}", self.placements);
            }
        }
        true
    }

    fn set(&mut self, kind: usize, square: Square, free: bool) {
        self.free[kind][square.row * self.cols + square.col] = free;
    }

    /// The pieces that stand, in the order they came.
    #[must_use]
    pub fn pieces(&self) -> &[(usize, Square)] {
        &self.pieces
    }

    /// The letter of the piece on a square.
    #[must_use]
    pub fn letter_on(&self, square: Square) -> Option<char> {
        self.pieces.iter().find(|piece| piece.1 == square).map(|piece| self.letters[piece.0])
    }

    /// How many kinds there are.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.letters.len()
    }

    /// Whether a kind could stand on a square.
    #[must_use]
    pub fn is_free(&self, kind: usize, square: Square) -> bool {
        self.free[kind][square.row * self.cols + square.col]
    }

    /// The squares that the last choice took, with the kinds it took them from.
    #[must_use]
    pub fn taken(&self) -> &[(usize, Square)] {
        &self.taken
    }

    /// How many pieces were put on the board so far.
    #[must_use]
    pub fn choices(&self) -> u64 {
        self.choices
    }

    /// How many placements were found so far.
    #[must_use]
    pub fn placements(&self) -> u64 {
        self.placements
    }

    /// What happened last, in a few words.
    #[must_use]
    pub fn said(&self) -> &str {
        &self.said
    }
}
