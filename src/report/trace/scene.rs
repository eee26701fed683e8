//! The board at a step of a search: a watcher that keeps the content of the events.

use crate::Problem;
use crate::board::Square;
use crate::search::listing::Event;

/// The pieces, the squares that are free for each kind, and the last event.
#[derive(Debug, Clone)]
pub struct Scene {
    cols: usize,
    letters: Vec<char>,
    /// For each kind, the number of pieces that are still to be placed.
    lacking: Vec<usize>,
    /// The pieces in the order in which they were placed.
    pieces: Vec<(usize, Square)>,
    /// For each kind and square, whether the kind could stand there.
    free: Vec<Vec<bool>>,
    /// The squares that the last choice ruled out.
    taken: Vec<(usize, Square)>,
    choices: u64,
    placements: u64,
    said: String,
}

impl Scene {
    /// Creates the board before the search.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let open: Vec<bool> = (0..board.squares()).map(|index| board.is_open(board.square(index))).collect();
        let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
        Self {
            cols: board.cols(),
            lacking: problem.pieces().map(|pieces| pieces.quantity.exact_number() as usize).collect(),
            free: vec![open; letters.len()],
            letters,
            pieces: Vec::new(),
            taken: Vec::new(),
            choices: 0,
            placements: 0,
            said: "start".to_owned(),
        }
    }

    /// Follows an event, and returns whether it is a step worth showing.
    ///
    /// The squares that a choice rules out come after it, so a step should be shown when the next one begins.
    pub fn follow(&mut self, event: &Event<'_>) -> bool {
        match *event {
            Event::Fix { kind, square } => {
                self.pieces.push((kind, square));
                self.lacking[kind] -= 1;
                return false;
            }
            Event::Choose { kind, square, .. } => {
                self.pieces.push((kind, square));
                self.lacking[kind] -= 1;
                self.taken.clear();
                self.choices += 1;
                self.said = format!("{} on {square}", self.letters[kind]);
            }
            Event::Take { kind, square } => {
                self.set(kind, square, false);
                self.taken.push((kind, square));
                return false;
            }
            Event::RuleOut { kind, square } => {
                self.set(kind, square, false);
                return false;
            }
            Event::Restore { kind, square } => {
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
                self.lacking[kind] += 1;
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

    /// Returns the pieces on the board in the order in which they were placed.
    #[must_use]
    pub fn pieces(&self) -> &[(usize, Square)] {
        &self.pieces
    }

    /// Returns the letter of the piece on a square.
    #[must_use]
    pub fn letter_on(&self, square: Square) -> Option<char> {
        self.pieces.iter().find(|piece| piece.1 == square).map(|piece| self.letters[piece.0])
    }

    /// Returns whether a piece that is still to be placed could stand on a square.
    #[must_use]
    pub fn is_free(&self, square: Square) -> bool {
        let index = square.row * self.cols + square.col;
        self.lacking.iter().zip(&self.free).any(|(&lacking, free)| lacking > 0 && free[index])
    }

    /// Returns the squares that the last choice ruled out, with the kinds for which it did.
    #[must_use]
    pub fn ruled_out(&self) -> &[(usize, Square)] {
        &self.taken
    }

    /// Returns the number of pieces placed until now, including those taken off again.
    #[must_use]
    pub fn choices(&self) -> u64 {
        self.choices
    }

    /// Returns the number of placements found until now.
    #[must_use]
    pub fn placements(&self) -> u64 {
        self.placements
    }

    /// Describes the last event in a few words.
    #[must_use]
    pub fn said(&self) -> &str {
        &self.said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::trace::record;
    use crate::search::listing::{Heuristic, Watcher};

    /// A scene with its description of each step.
    struct Diary(Scene, Vec<String>);

    impl Watcher for Diary {
        fn on_event(&mut self, event: Event<'_>) {
            if self.0.follow(&event) {
                self.1.push(format!("{}, {} pieces", self.0.said(), self.0.pieces().len()));
            }
        }
    }

    #[test]
    fn steps_in_words() {
        let problem: Problem = "3 Q3".parse().unwrap();
        let mut diary = Diary(Scene::new(&problem), Vec::new());
        record(&problem, Heuristic::default(), None, 5, &mut diary).unwrap();
        let steps = ["Q on a1, 1 pieces", "Q on b3, 2 pieces", "dead end: no room for Q in file c, 2 pieces"];
        assert_eq!(diary.1[..3], steps);
        assert_eq!(diary.1[3], "back from Q on b3, 1 pieces");
    }

    #[test]
    fn squares_are_free_for_pieces_that_are_still_to_come() {
        let problem: Problem = "3 K2 N".parse().unwrap();
        let mut scene = Scene::new(&problem);
        let square = |name: &str| name.parse().unwrap();
        for (kind, at) in [(0, "a1"), (0, "a3")] {
            scene.follow(&Event::Choose { depth: 1, kind, square: square(at) });
        }
        assert!(scene.is_free(square("c3")));
        scene.follow(&Event::Take { kind: 1, square: square("c3") });
        assert!(!scene.is_free(square("c3")), "both kings stand");
        assert_eq!(scene.letter_on(square("a3")), Some('K'));
        scene.follow(&Event::Retreat { depth: 2, kind: 0, square: square("a3") });
        assert!(scene.is_free(square("c3")));
        assert_eq!((scene.pieces().len(), scene.choices()), (1, 2));
    }
}
