//! A placement: pieces on squares, and the check against a problem.
//!
//! [`Placement`] is the type of all placements that are found, read or drawn. [`Placement::fault`] checks one
//! by walking every move of every piece. It shares only the movement rules with the engines.

mod lines;
mod rings;

use crate::board::{Square, Topology};
use crate::piece::Moves;
use crate::problem::{Pieces, Problem, Span};
use std::collections::{BTreeSet, HashMap};

/// The maximum product of pieces and squares along a side for walking; beyond it, lines are sorted.
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

/// A piece in the form that messages name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The letter of its kind.
    pub letter: char,
    /// The name of the kind; `None` for custom kinds.
    pub name: Option<&'static str>,
    /// The square of the piece.
    pub square: Square,
}

impl PlacedPiece {
    fn new(pieces: &Pieces, square: Square) -> Self {
        Self { letter: pieces.kind.letter(), name: pieces.kind.name(), square }
    }
}

impl std::fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name {
            Some(name) => write!(f, "{name} on {}", self.square),
            None => write!(f, "{} on {}", self.letter, self.square),
        }
    }
}

/// The reasons why pieces are not a placement of a problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlacementFault {
    /// A kind that the problem does not have.
    #[error("a piece of kind number {0}, which the problem does not have")]
    NoKind(usize),
    /// A piece off the board or on a hole.
    #[error("the {0} stands off the board or on a hole")]
    Closed(PlacedPiece),
    /// A piece on a square where its kind may not stand.
    #[error("the {0} stands on a square that is reserved or not open to its kind")]
    Reserved(PlacedPiece),
    /// A line or region whose number of pieces is outside its quota.
    #[error("{found} of {} on {}: the quota is {span}", letter.map_or("the pieces".to_owned(), String::from), list(squares))]
    Quota {
        /// The squares of the line.
        squares: Vec<Square>,
        /// The letter of the kind that is counted; `None` for all pieces.
        letter: Option<char>,
        /// Number of pieces on the line.
        found: u32,
        /// The range of accepted numbers.
        span: Span,
    },
    /// A piece with too many or too few attackers.
    #[error("the {piece} is attacked by {found}: expected {span}")]
    Degree {
        /// The piece.
        piece: PlacedPiece,
        /// Number of attackers.
        found: u32,
        /// The range of accepted numbers.
        span: Span,
    },
    /// The number of attacking pairs is outside its range.
    #[error("{found} attacking pairs: expected {span}")]
    Pairs {
        /// Number of pairs.
        found: u32,
        /// The range of accepted numbers.
        span: Span,
    },
    /// Two pieces on one square.
    #[error("the {0} and the {1} share a square")]
    Shared(PlacedPiece, PlacedPiece),
    /// Two pieces in conflict.
    #[error("the {0} attacks the {1}")]
    Attack(PlacedPiece, PlacedPiece),
    /// The number of pieces of a kind differs from the number asked for.
    #[error("{found} of {letter}, but the problem asks for {asked}")]
    Number {
        /// The letter of the kind.
        letter: char,
        /// Number of pieces in the placement.
        found: usize,
        /// Numbers of pieces that the problem asks for.
        asked: Span,
    },
    /// A pre-placed piece that is missing.
    #[error("the pre-placed {0} is missing")]
    Missing(PlacedPiece),
}

/// The maximum number of squares of a line in a message.
const MAX_SQUARES: usize = 3;

fn list(squares: &[Square]) -> String {
    let shown: Vec<String> = squares.iter().take(MAX_SQUARES).map(Square::to_string).collect();
    let more = if squares.len() > MAX_SQUARES { ", ..." } else { "" };
    shown.join(", ") + more
}

impl Placement {
    /// Returns the placement of these pieces, in any order: the number of the kind, and the square.
    #[must_use]
    pub fn new(mut pieces: Vec<(usize, Square)>) -> Self {
        pieces.sort_unstable();
        Self { pieces }
    }

    /// Returns this placement with more pieces, each with the number of its kind.
    #[doc(hidden)]
    pub fn with_pieces(&self, more: &[(usize, Square)]) -> Self {
        Self::new([&self.pieces[..], more].concat())
    }

    /// Returns the pieces by kind, then by square, lowest rank first.
    #[must_use]
    pub fn pieces(&self) -> &[(usize, Square)] {
        &self.pieces
    }

    /// Returns the pieces with the letters of their kinds in `problem`, which must have these kinds.
    #[must_use]
    pub fn letters_and_squares(&self, problem: &Problem) -> Vec<(char, Square)> {
        let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
        let known = self.pieces.iter().filter(|(kind, _)| *kind < letters.len());
        known.map(|&(kind, square)| (letters[kind], square)).collect()
    }

    /// Returns the first fault of the pieces as a placement of a problem; `None` if they are one.
    ///
    /// With several armies, only pieces of different armies must not attack each other, within the problem's
    /// rule for lines. The time is proportional to the number of squares in reach of all pieces. For one very
    /// large army on a plane, a cylinder or a torus, it is little more than the time to sort the pieces.
    #[must_use]
    pub fn fault(&self, problem: &Problem) -> Option<PlacementFault> {
        self.fault_among(problem, true)
    }

    /// Like [`fault`](Self::fault), but ignores attacks between pieces.
    #[must_use]
    #[doc(hidden)]
    pub fn fault_beside_attacks(&self, problem: &Problem) -> Option<PlacementFault> {
        self.fault_among(problem, false)
    }

    /// Returns a square that no piece attacks: an empty one, or any square if `are_all`.
    #[must_use]
    #[doc(hidden)]
    pub fn find_unattacked(&self, problem: &Problem, are_all: bool) -> Option<Square> {
        let board = problem.board();
        let taken: BTreeSet<Square> = self.pieces.iter().map(|piece| piece.1).collect();
        let kinds: Vec<_> = problem.pieces().collect();
        let mut attacked = BTreeSet::new();
        for &(kind, square) in &self.pieces {
            let moves = kinds[kind].kind.moves();
            attacked.extend(moves.attacked_squares(board, square));
            attacked.extend(moves.hop_squares(board, square, &|at| taken.contains(&at)));
        }
        let squares = (0..board.squares()).map(|at| board.square(at)).filter(|&at| board.is_open(at));
        squares.into_iter().find(|at| !attacked.contains(at) && (are_all || !taken.contains(at)))
    }

    fn fault_among(&self, problem: &Problem, may_not_attack: bool) -> Option<PlacementFault> {
        let board = problem.board();
        let kinds: Vec<_> = problem.pieces().collect();
        let placed = |(kind, square): (usize, Square)| PlacedPiece::new(kinds[kind], square);
        let mut standing: HashMap<Square, usize> = HashMap::with_capacity(self.pieces.len());
        for &(kind, square) in &self.pieces {
            if kind >= kinds.len() {
                return Some(PlacementFault::NoKind(kind));
            }
            if !board.is_open(square) {
                return Some(PlacementFault::Closed(placed((kind, square))));
            }
            if !problem.may_stand(kinds[kind], square) {
                return Some(PlacementFault::Reserved(placed((kind, square))));
            }
            if let Some(other) = standing.insert(square, kind) {
                return Some(PlacementFault::Shared(placed((other, square)), placed((kind, square))));
            }
        }
        let degrees = problem.degrees();
        if !may_not_attack {
            // Attacks between the pieces are not restricted.
        } else if degrees.are_asked() {
            if let Some(fault) = self.degree_fault(problem, &standing) {
                return Some(fault);
            }
        } else if let Some((first, second)) = self.find_attack(problem, &standing) {
            return Some(PlacementFault::Attack(placed(first), placed(second)));
        }
        for line in problem.line_quotas() {
            let is_counted = |square: &usize| {
                let kind = standing.get(&board.square(*square));
                kind.is_some_and(|&kind| kinds[kind].are_counted(line.letter))
            };
            let found = line.squares.iter().filter(|square| is_counted(square)).count() as u32;
            if !line.span.has(found) {
                let squares = line.squares.iter().map(|&square| board.square(square)).collect();
                return Some(PlacementFault::Quota { squares, letter: line.letter, found, span: line.span });
            }
        }
        for (kind, pieces) in kinds.iter().enumerate() {
            let found = self.pieces.iter().filter(|piece| piece.0 == kind).count();
            let asked = pieces.quantity.span();
            if !asked.has(found as u32) {
                return Some(PlacementFault::Number { letter: pieces.kind.letter(), found, asked });
            }
            if let Some(&square) = pieces.fixed.iter().find(|square| standing.get(square) != Some(&kind)) {
                return Some(PlacementFault::Missing(placed((kind, square))));
            }
        }
        None
    }

    /// Returns two pieces, the first of which attacks the second against the treaty.
    fn find_attack(
        &self,
        problem: &Problem,
        standing: &HashMap<Square, usize>,
    ) -> Option<((usize, Square), (usize, Square))> {
        let board = problem.board();
        let is_one_army = problem.armies().len() == 1;
        let is_walked = problem.walls().is_some()
            || !problem.has_fixed_moves()
            || self.pieces.len() * board.rows().max(board.cols()) < MAX_WALKED;
        let is_plane = board.topology() == Topology::Plane;
        let has_lines = board.is_straight() && (is_plane || board.is_rectangle() && board.holes().is_empty());
        if is_one_army && !is_walked && has_lines {
            let kinds: Vec<_> = problem.pieces().collect();
            let pieces: Vec<(&Moves, Square)> =
                self.pieces.iter().map(|&(kind, square)| (kinds[kind].kind.moves(), square)).collect();
            let find = if is_plane { lines::find_attack } else { rings::find_attack };
            let (first, second) = find(board, &pieces)?;
            return Some((self.pieces[first], self.pieces[second]));
        }
        let attacker = Attacker::new(problem, standing);
        self.pieces.iter().find_map(|&piece| Some((piece, *attacker.attacked_pieces(piece).first()?)))
    }

    /// Returns a fault in the numbers of attackers.
    fn degree_fault(&self, problem: &Problem, standing: &HashMap<Square, usize>) -> Option<PlacementFault> {
        let kinds: Vec<_> = problem.pieces().collect();
        let degrees = problem.degrees();
        let attacks = self.attacks(problem, standing);
        for &(kind, square) in self.pieces.iter().filter(|piece| !kinds[piece.0].kind.is_wall()) {
            let found = attacks.iter().filter(|attack| attack.1 == square).count() as u32;
            if let Some(span) = degrees.each.filter(|span| !span.has(found)) {
                let piece = PlacedPiece::new(kinds[kind], square);
                return Some(PlacementFault::Degree { piece, found, span });
            }
        }
        let found = pairs(&attacks).count() as u32;
        degrees.pairs.filter(|span| !span.has(found)).map(|span| PlacementFault::Pairs { found, span })
    }

    /// Returns the origin and target of all attacks between opposed pieces, each once.
    fn attacks(&self, problem: &Problem, standing: &HashMap<Square, usize>) -> BTreeSet<(Square, Square)> {
        let attacker = Attacker::new(problem, standing);
        let of = |&piece: &(usize, Square)| {
            attacker.attacked_pieces(piece).into_iter().map(move |(_, square)| (piece.1, square))
        };
        self.pieces.iter().flat_map(of).collect()
    }

    /// Returns all pairs of pieces that attack each other against the treaty, in the order of their squares. A
    /// piece that attacks the other stands first. Every piece must be of a kind of the problem and stand on an
    /// open square.
    #[must_use]
    pub fn attacking_pairs(&self, problem: &Problem) -> Vec<(PlacedPiece, PlacedPiece)> {
        let kinds: Vec<_> = problem.pieces().collect();
        let standing: HashMap<Square, usize> =
            self.pieces.iter().map(|&(kind, square)| (square, kind)).collect();
        let placed = |square: Square| PlacedPiece::new(kinds[standing[&square]], square);
        pairs(&self.attacks(problem, &standing)).map(|(from, to)| (placed(from), placed(to))).collect()
    }
}

/// Returns one attack of each pair of pieces.
fn pairs(attacks: &BTreeSet<(Square, Square)>) -> impl Iterator<Item = (Square, Square)> {
    attacks.iter().copied().filter(|&(from, to)| from <= to || !attacks.contains(&(to, from)))
}

/// The attacks of pieces among the pieces on the board.
struct Attacker<'a, F> {
    problem: &'a Problem,
    kinds: Vec<&'a Pieces>,
    standing: &'a HashMap<Square, usize>,
    opposed: F,
}

impl<'a> Attacker<'a, ()> {
    fn new(
        problem: &'a Problem,
        standing: &'a HashMap<Square, usize>,
    ) -> Attacker<'a, impl Fn(usize, usize) -> bool> {
        Attacker { problem, kinds: problem.pieces().collect(), standing, opposed: problem.opposition() }
    }
}

impl<F: Fn(usize, usize) -> bool> Attacker<'_, F> {
    /// Returns the opposed pieces that one piece attacks, hops first. Some may occur twice.
    fn attacked_pieces(&self, (kind, square): (usize, Square)) -> Vec<(usize, Square)> {
        let (board, moves) = (self.problem.board(), self.kinds[kind].kind.moves());
        let is_wall = |kind: usize| self.kinds[kind].kind.is_wall();
        let is_enemy = |other: &(usize, Square)| !is_wall(other.0) && (self.opposed)(kind, other.0);
        let is_blocked = self.problem.is_blocked();
        let standing_on = |at: Square| Some((*self.standing.get(&at)?, at));
        let hopped = moves.hop_squares(board, square, &|at| self.standing.contains_key(&at));
        let mut attacked: Vec<_> = hopped.into_iter().filter_map(standing_on).filter(is_enemy).collect();
        for ride in moves.rides_from(board, square) {
            let met = ride.filter_map(standing_on).take_while(|met| !is_wall(met.0));
            // If lines are blocked, a ride ends with the first piece on its way.
            attacked.extend(met.take(if is_blocked { 1 } else { usize::MAX }).filter(is_enemy));
        }
        attacked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// Asserts that an attack was found if walking finds one, and that it is an attack. Returns true if there
    /// is one.
    pub(super) fn assert_found_as_by_walking(
        board: &Board,
        pieces: &[(&Moves, Square)],
        found: Option<(usize, usize)>,
        text: &str,
    ) -> bool {
        let attacks = |first: usize, second: usize| {
            pieces[first].0.attacked_squares(board, pieces[first].1).any(|at| at == pieces[second].1)
        };
        let all = 0..pieces.len();
        let expected =
            all.clone().any(|first| all.clone().any(|second| first != second && attacks(first, second)));
        assert_eq!(found.is_some(), expected, "{text}: {pieces:?}");
        assert!(found.is_none_or(|(first, second)| attacks(first, second)), "{text}: {pieces:?}");
        expected
    }

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
        assert_eq!(said("3x3 K2", &[(0, "b2")]), "1 of K, but the problem asks for 2");
        assert_eq!(said("3x3 K1@c3", &[(0, "b2")]), "the pre-placed king on c3 is missing");
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
