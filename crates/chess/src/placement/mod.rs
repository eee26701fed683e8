//! A placement: pieces on squares, and whether they are what a problem asks for.
//!
//! What is found, read or drawn is a [`Placement`]. [`Placement::fault`] checks one by walking every move of every piece,
//! and shares nothing with the engines but the movement rules.

mod lines;

use crate::board::{Square, Topology};
use crate::piece::Moves;
use crate::problem::{Problem, Quantity};
use std::collections::HashMap;

/// With more pieces times squares along a side than this, lines are sorted and not walked.
const MAX_WALKED: usize = 1 << 22;

/// Pieces on squares, each with the number of its kind among the [pieces](Problem::pieces) of a problem.
///
/// ```
/// use armistice::{Placement, Problem, board::Square};
///
/// let problem: Problem = "3x3 N2 K1".parse()?;
/// let (corner, next) = (Square { row: 0, col: 0 }, Square { row: 0, col: 1 });
/// // Kings come before knights.
/// let placement = Placement::new(vec![(1, Square { row: 2, col: 1 }), (1, next), (0, corner)]);
/// let fault = placement.fault(&problem).unwrap();
/// assert_eq!(fault.to_string(), "the king on a1 attacks the knight on b1");
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Placement {
    pieces: Vec<(usize, Square)>,
}

/// A piece, as messages name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The letter of its kind.
    pub letter: char,
    /// What the kind is called; `None` for custom kinds.
    pub name: Option<&'static str>,
    /// Where it stands.
    pub square: Square,
}

impl std::fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name {
            Some(name) => write!(f, "{name} on {}", self.square),
            None => write!(f, "{} on {}", self.letter, self.square),
        }
    }
}

/// Why pieces are no placement of a problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlacementFault {
    /// A kind that the problem does not have.
    #[error("a piece of kind number {0}, which the problem does not have")]
    NoKind(usize),
    /// A piece off the board or on a hole.
    #[error("the {0} stands off the board or on a hole")]
    Closed(PlacedPiece),
    /// Two pieces on one square.
    #[error("the {0} and the {1} share a square")]
    Shared(PlacedPiece, PlacedPiece),
    /// Two pieces in conflict.
    #[error("the {0} attacks the {1}")]
    Attack(PlacedPiece, PlacedPiece),
    /// More or fewer pieces than asked for.
    #[error("{found} of {letter}, but {asked} are asked for")]
    Number {
        /// The letter of the kind.
        letter: char,
        /// How many there are.
        found: usize,
        /// How many there should be.
        asked: u32,
    },
    /// A fixed piece that is not there.
    #[error("the {0} is missing, which the problem gives")]
    Missing(PlacedPiece),
}

impl Placement {
    /// A placement of these pieces, in whatever order: the number of the kind, and the square.
    #[must_use]
    pub fn new(mut pieces: Vec<(usize, Square)>) -> Self {
        pieces.sort_unstable();
        Self { pieces }
    }

    /// The same with more pieces, kinds by their numbers too.
    #[doc(hidden)]
    pub fn with(&self, more: &[(usize, Square)]) -> Self {
        Self::new([&self.pieces[..], more].concat())
    }

    /// The pieces by kind, then by square, lowest rank first.
    #[must_use]
    pub fn pieces(&self) -> &[(usize, Square)] {
        &self.pieces
    }

    /// The pieces with the letters of their kinds in a problem, which has them.
    #[must_use]
    pub fn lettered(&self, problem: &Problem) -> Vec<(char, Square)> {
        let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
        let known = self.pieces.iter().filter(|(kind, _)| *kind < letters.len());
        known.map(|&(kind, square)| (letters[kind], square)).collect()
    }

    /// What is wrong with it as a placement of a problem, the first that is found; `None` if it is one.
    ///
    /// Of several armies, only pieces of different ones must leave each other in peace, as far as the problem's rule for
    /// lines lets them see. Takes as many steps as all pieces
    /// have squares in reach; for one army of very many on a plain board, little more than to sort the pieces.
    #[must_use]
    pub fn fault(&self, problem: &Problem) -> Option<PlacementFault> {
        let board = problem.board();
        let kinds: Vec<_> = problem.pieces().collect();
        let army_of = problem.army_of();
        let placed = |(kind, square): (usize, Square)| PlacedPiece {
            letter: kinds[kind].kind.letter(),
            name: kinds[kind].kind.name(),
            square,
        };
        let mut standing: HashMap<Square, usize> = HashMap::with_capacity(self.pieces.len());
        for &(kind, square) in &self.pieces {
            if kind >= kinds.len() {
                return Some(PlacementFault::NoKind(kind));
            }
            if !board.is_open(square) {
                return Some(PlacementFault::Closed(placed((kind, square))));
            }
            if let Some(other) = standing.insert(square, kind) {
                return Some(PlacementFault::Shared(placed((other, square)), placed((kind, square))));
            }
        }
        let is_one_army = problem.armies().len() == 1;
        let is_wall = |kind: usize| kinds[kind].kind.is_wall();
        let is_walked = problem.walls().is_some()
            || !problem.has_fixed_moves()
            || self.pieces.len() * board.rows().max(board.cols()) < MAX_WALKED;
        let has_lines = board.topology() == Topology::Plane && board.is_straight();
        if is_one_army && !is_walked && has_lines {
            let pieces: Vec<(&Moves, Square)> =
                self.pieces.iter().map(|&(kind, square)| (kinds[kind].kind.moves(), square)).collect();
            if let Some((first, second)) = lines::find_attack(board, &pieces) {
                let [first, second] = [first, second].map(|number| placed(self.pieces[number]));
                return Some(PlacementFault::Attack(first, second));
            }
        } else {
            let is_blocked = problem.is_blocked();
            for &(kind, square) in &self.pieces {
                let is_enemy =
                    |other: usize| !is_wall(other) && (is_one_army || army_of[kind] != army_of[other]);
                let hopped = kinds[kind].kind.moves().hopped(board, square, &|at| standing.contains_key(&at));
                let mut met = hopped.into_iter().filter_map(|at| Some((*standing.get(&at)?, at)));
                if let Some(enemy) = met.find(|(other, _)| is_enemy(*other)) {
                    return Some(PlacementFault::Attack(placed((kind, square)), placed(enemy)));
                }
                for ride in kinds[kind].kind.moves().rides_from(board, square) {
                    let met = ride.filter_map(|reached| Some((*standing.get(&reached)?, reached)));
                    let mut met = met.take_while(|&(other, _)| !is_wall(other));
                    // Where lines are blocked, a ride ends with the first piece that it meets.
                    let attacked = met.by_ref().take(if is_blocked { 1 } else { usize::MAX });
                    let mut enemies = attacked.filter(|(other, _)| is_enemy(*other));
                    if let Some(enemy) = enemies.next() {
                        return Some(PlacementFault::Attack(placed((kind, square)), placed(enemy)));
                    }
                }
            }
        }
        for (kind, pieces) in kinds.iter().enumerate() {
            let found = self.pieces.iter().filter(|piece| piece.0 == kind).count();
            if let Quantity::Exactly(asked) = pieces.quantity
                && found != asked as usize
            {
                return Some(PlacementFault::Number { letter: pieces.kind.letter(), found, asked });
            }
            if let Some(&square) = pieces.fixed.iter().find(|square| standing.get(square) != Some(&kind)) {
                return Some(PlacementFault::Missing(placed((kind, square))));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str, pieces: &[(usize, &str)]) -> Option<String> {
        let problem: Problem = text.parse().unwrap();
        let pieces = pieces.iter().map(|&(kind, square)| (kind, square.parse().unwrap())).collect();
        Placement::new(pieces).fault(&problem).map(|fault| fault.to_string())
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(fault("3x3 K1 N1", &[(0, "a1"), (1, "c1")]), None);
        let said = |text, pieces: &[_]| fault(text, pieces).unwrap();
        assert_eq!(said("3x3 K1 N1", &[(0, "a1"), (1, "b2")]), "the king on a1 attacks the knight on b2");
        assert_eq!(said("3x3 K1 N1", &[(0, "a1"), (1, "b3")]), "the knight on b3 attacks the king on a1");
        assert_eq!(
            said("3x3 K1 N1", &[(0, "a1"), (1, "a1")]),
            "the king on a1 and the knight on a1 share a square"
        );
        assert_eq!(
            said("3x3 K1 N1", &[(0, "a1"), (1, "d1")]),
            "the knight on d1 stands off the board or on a hole"
        );
        assert_eq!(said("3x3-b2 K1", &[(0, "b2")]), "the king on b2 stands off the board or on a hole");
        assert_eq!(said("3x3 K2", &[(0, "b2")]), "1 of K, but 2 are asked for");
        assert_eq!(said("3x3 K1@c3", &[(0, "b2")]), "the king on c3 is missing, which the problem gives");
        assert_eq!(said("3x3 K1", &[(1, "b2")]), "a piece of kind number 1, which the problem does not have");
        assert_eq!(said("4x4 X2 X=C", &[(0, "a1"), (0, "b4")]), "the X on a1 attacks the X on b4");
    }

    #[test]
    fn armies_may_attack_their_own() {
        assert_eq!(fault("3x3 K2/K1", &[(0, "a1"), (0, "a2"), (1, "c3")]), None);
        assert_eq!(
            fault("3x3 K2/K1", &[(0, "a1"), (0, "a2"), (1, "a3")]).unwrap(),
            "the king on a2 attacks the king on a3"
        );
        assert_eq!(fault("3x3 Q*", &[(0, "a1"), (0, "b3")]), None);
    }

    #[test]
    fn pieces_shield_those_behind_them() {
        let behind = [(0, "a1"), (1, "b1"), (2, "c1")];
        let said = |text, pieces: &[_]| fault(text, pieces).unwrap();
        assert_eq!(said("1x3 R1 N1/N1", &behind), "the rook on a1 attacks the knight on c1");
        assert_eq!(fault("1x3 R1 N1/N1 blocked", &behind), None);
        assert_eq!(said("1x3 R1/N1/N1 blocked", &behind), "the rook on a1 attacks the knight on b1");
        let before = [(1, "a1"), (0, "b1"), (2, "c1")];
        assert_eq!(said("1x3 R1 N1/N1 blocked", &before), "the rook on b1 attacks the knight on c1");
    }
}
