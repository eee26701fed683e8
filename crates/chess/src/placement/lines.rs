//! Attacks among very many pieces, line by line.
//!
//! Walking every move of a million queens on a board of a million ranks would take 10^13 steps. But only
//! neighbours on a line matter: a piece that attacks any piece also attacks the next piece in that direction.
//! So for each leap of any kind, the pieces and the holes are sorted by line and by place on the line, and
//! each is compared with the next one. A line repeats the leap. Lines of a plain board are not closed;
//! wrapped boards are walked.

use crate::board::{Board, Square};
use crate::piece::{Moves, Range};

/// Returns the numbers of two pieces, the first of which attacks the second, if there are any. The board has
/// no wrapped edges.
pub(super) fn find_attack(board: &Board, pieces: &[(&Moves, Square)]) -> Option<(usize, usize)> {
    let mut steps: Vec<(i32, i32)> = Vec::new();
    let mut seen: Vec<&Moves> = Vec::new();
    for (moves, _) in pieces {
        if !seen.contains(moves) {
            seen.push(moves);
            // Each line is visited once, downwards.
            let forward =
                |(rows, cols): (i32, i32)| if (rows, cols) < (0, 0) { (-rows, -cols) } else { (rows, cols) };
            steps.extend(moves.rides().map(|(step, _)| forward(step)));
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps.into_iter().find_map(|step| attack_along(board, pieces, step))
}

/// Like [`find_attack`], but only for repetitions of one leap or of its reverse.
fn attack_along(
    board: &Board,
    pieces: &[(&Moves, Square)],
    (rows, cols): (i32, i32),
) -> Option<(usize, usize)> {
    let (a, b) = (i64::from(rows), i64::from(cols));
    // The line of a square, and its position on the line in leaps.
    let place = |square: Square| {
        let (row, col) = (square.row as i64, square.col as i64);
        let (along, by) = if a == 0 { (col, b) } else { (row, a) };
        (row * b - col * a, along.rem_euclid(by), along.div_euclid(by))
    };
    let standing = pieces.iter().enumerate().map(|(number, &(_, square))| (place(square), number));
    let holes = board.holes().iter().map(|&hole| (place(hole), usize::MAX));
    let mut places: Vec<((i64, i64, i64), usize)> = standing.chain(holes).collect();
    places.sort_unstable();
    let reaches = |number: usize, step: (i32, i32), leaps: i64| {
        pieces[number].0.rides().any(|(ride, range)| {
            ride == step
                && match range {
                    Range::Times(times) => leaps <= i64::from(times),
                    Range::Unlimited => true,
                }
        })
    };
    places.windows(2).find_map(|pair| {
        let [((line, rest, from), first), ((other_line, other_rest, to), second)] = [pair[0], pair[1]];
        if (line, rest) != (other_line, other_rest) || first == usize::MAX || second == usize::MAX {
            return None;
        }
        match () {
            () if reaches(first, (rows, cols), to - from) => Some((first, second)),
            () if reaches(second, (-rows, -cols), to - from) => Some((second, first)),
            () => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::tests::assert_found_as_by_walking;
    use crate::problem::Problem;

    /// Every way to place two or three pieces on small boards, by lines and by walking.
    #[test]
    fn lines_find_what_walking_finds() {
        let (mut at_peace, mut in_conflict) = (0, 0);
        for text in [
            "4x5 Q1 N1",
            "5x4-b2,c3 R1 H1",
            "5x5 P2 B1",
            "4x4 X2 Y1 X=fW2 Y=C",
            "6x3-a4 A1 T1",
            "3x6 X2 X=lNN",
        ] {
            let problem: Problem = text.parse().unwrap();
            let board = problem.board();
            let moves: Vec<&Moves> = problem
                .pieces()
                .flat_map(|pieces| std::iter::repeat_n(pieces.kind.moves(), pieces.free_pieces() as usize))
                .collect();
            let open: Vec<Square> = (0..board.squares())
                .map(|index| board.square(index))
                .filter(|&at| board.is_open(at))
                .collect();
            let mut ways = vec![Vec::new()];
            for _ in &moves {
                let with = |way: &Vec<Square>| {
                    let others = open.iter().filter(|at| !way.contains(at)).copied().collect::<Vec<_>>();
                    others.into_iter().map(|at| [way.as_slice(), &[at]].concat()).collect::<Vec<_>>()
                };
                ways = ways.iter().flat_map(with).collect();
            }
            for way in ways.iter().step_by(3) {
                let pieces: Vec<(&Moves, Square)> = moves.iter().copied().zip(way.iter().copied()).collect();
                let expected = assert_found_as_by_walking(board, &pieces, find_attack(board, &pieces), text);
                if expected { in_conflict += 1 } else { at_peace += 1 }
            }
        }
        assert!(at_peace > 500 && in_conflict > 500, "{at_peace} at peace, {in_conflict} in conflict");
    }
}
