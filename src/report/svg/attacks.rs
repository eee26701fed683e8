//! The squares that pieces attack, and the pairs of pieces in conflict.

use crate::Placement;
use crate::Problem;
use crate::board::Square;
use std::collections::{BTreeSet, HashMap};

/// Returns the army of each kind, by its number among the pieces of a problem.
pub(super) fn armies(problem: &Problem) -> Vec<usize> {
    let armies = problem.armies().iter().enumerate();
    armies.flat_map(|(army, of)| of.pieces().iter().map(move |_| army)).collect()
}

/// Returns the attacked empty squares, and the pairs of squares whose pieces are in conflict; each once, in
/// order.
pub(super) fn attacks(problem: &Problem, placement: &Placement) -> (Vec<Square>, Vec<(Square, Square)>) {
    let opposed = problem.opposition();
    let kinds: Vec<_> = problem.pieces().collect();
    // No ride goes beyond a wall, and no piece attacks a wall.
    let is_wall = |kind: usize| kinds.get(kind).is_some_and(|pieces| pieces.kind.is_wall());
    let walls = placement.pieces().iter().filter(|(kind, _)| is_wall(*kind));
    let board = walls.fold(problem.board().clone(), |board, &(_, wall)| {
        let walled = board.clone().with_hole(wall);
        walled.unwrap_or(board)
    });
    let board = &board;
    let standing: HashMap<Square, usize> = placement.pieces().iter().map(|&(kind, at)| (at, kind)).collect();
    let (mut attacked, mut conflicts) = (BTreeSet::new(), BTreeSet::new());
    for &(kind, from) in placement.pieces().iter().filter(|(kind, _)| *kind < kinds.len()) {
        let moves = kinds[kind].kind.moves();
        // A hopper needs the walls in their places.
        let hopped = moves.hop_squares(problem.board(), from, &|at| standing.contains_key(&at));
        for reached in moves.attacked_squares(board, from).chain(hopped) {
            match standing.get(&reached) {
                None => {
                    attacked.insert(reached);
                }
                Some(&other) => {
                    let is_peace = is_wall(other) || !opposed(kind, other);
                    if !is_peace {
                        conflicts.insert((from.min(reached), from.max(reached)));
                    }
                }
            }
        }
    }
    (attacked.into_iter().collect(), conflicts.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_what_the_checker_finds() {
        let problem: Problem = "4x4 K* N*".parse().unwrap();
        let square = |text: &str| text.parse::<Square>().unwrap();
        let at = |pieces: &[(usize, &str)]| {
            Placement::new(pieces.iter().map(|&(kind, text)| (kind, square(text))).collect())
        };
        let peaceful = at(&[(0, "a1"), (1, "d4")]);
        let (attacked, conflicts) = attacks(&problem, &peaceful);
        assert_eq!(attacked, ["b1", "a2", "b2", "c2", "b3"].map(square));
        assert!(conflicts.is_empty() && peaceful.fault(&problem).is_none());
        let quarrel = at(&[(0, "a1"), (0, "b1"), (1, "b3")]);
        let (_, conflicts) = attacks(&problem, &quarrel);
        assert_eq!(conflicts, [("a1", "b1"), ("a1", "b3")].map(|(one, other)| (square(one), square(other))));
        let walls: Problem = "4x4 R2 #1".parse().unwrap();
        let walled = at(&[(0, "a1"), (0, "d1"), (1, "c1")]);
        let (attacked, conflicts) = attacks(&walls, &walled);
        assert_eq!(attacked, ["b1", "a2", "d2", "a3", "d3", "a4", "d4"].map(square));
        assert!(conflicts.is_empty() && walled.fault(&walls).is_none());
        let armies: Problem = "4x4 K2/N1".parse().unwrap();
        assert_eq!(attacks(&armies, &quarrel).1, [(square("a1"), square("b3"))]);
    }
}
