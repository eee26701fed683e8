//! Pieces that are placed last, by a matching.
//!
//! Groups ignore each other, but share the squares. If one group is a kind of leapers that change the colour
//! of their square, the largest number of them on the squares that the other groups leave is known at once
//! ([`largest`](mod@crate::search::largest)). So local search moves only the other pieces. These avoid the
//! squares of one colour, where most of the leapers will stand: with `10x10 Q10 + R10 + B18 + N37` a
//! thousand moves suffice, and a search that also moves the knights finds nothing in minutes.

use crate::board::Board;
use crate::piece::Moves;
use crate::problem::{Pieces, Problem};
use crate::search::largest::matching::{most_of_two_colours, two_colours};

/// The largest number of squares of a board for which matchings are made.
const MAX_SQUARES: usize = 1 << 14;

/// A kind whose pieces only conflict with each other, and only on squares of different colours.
pub(super) struct MatchedKind {
    pub(super) kind: usize,
    number: usize,
    /// For each square that the kind may use, the squares of its conflicts; empty for other squares.
    neighbours: Vec<Vec<usize>>,
    is_open: Vec<bool>,
    /// For each square, its colour.
    is_dark: Vec<bool>,
}

impl MatchedKind {
    /// Returns the most numerous such kind of a problem with groups, if there is one.
    pub(super) fn of_problem(problem: &Problem) -> Option<Self> {
        if problem.armies().len() < 2 || problem.board().squares() > MAX_SQUARES {
            return None;
        }
        let kinds: Vec<&Pieces> = problem.pieces().collect();
        let opposed = problem.opposition();
        let is_alone = |kind: usize| (0..kinds.len()).all(|other| opposed(kind, other) == (kind == other));
        let mut alone: Vec<usize> =
            (0..kinds.len()).filter(|&kind| is_alone(kind) && kinds[kind].fixed.is_empty()).collect();
        alone.sort_by_key(|&kind| std::cmp::Reverse(kinds[kind].free_pieces()));
        alone.into_iter().find_map(|kind| Self::new(problem, kind, kinds[kind]))
    }

    fn new(problem: &Problem, kind: usize, pieces: &Pieces) -> Option<Self> {
        let board = problem.board();
        let closure = pieces.kind.moves().closed_with(pieces.kind.moves());
        let mut is_open = vec![true; board.squares()];
        for square in board.holes().iter().chain(problem.reserved_squares()).chain(&pieces.closed) {
            is_open[board.index(*square)] = false;
        }
        let neighbours = conflicts(board, &closure, &is_open);
        let is_dark = two_colours(&neighbours)?;
        Some(Self { kind, number: pieces.free_pieces() as usize, neighbours, is_open, is_dark })
    }

    /// Returns the squares of one colour.
    pub(super) fn squares_of(&self, is_dark: bool) -> impl Iterator<Item = usize> {
        (0..self.is_dark.len()).filter(move |&square| self.is_dark[square] == is_dark)
    }

    /// Returns squares for all pieces of the kind among those that are not taken; `None` if there are too
    /// few, or if it was stopped.
    pub(super) fn squares_beside(
        &self,
        is_taken: &[bool],
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<usize>> {
        let free: Vec<usize> =
            (0..is_taken.len()).filter(|&square| self.is_open[square] && !is_taken[square]).collect();
        let place = |square: &usize| free.binary_search(square).ok();
        let neighbours: Vec<Vec<usize>> =
            free.iter().map(|&square| self.neighbours[square].iter().filter_map(place).collect()).collect();
        let most = most_of_two_colours(&neighbours, should_stop)?;
        let squares = || most.iter().take(self.number).map(|&place| free[place]).collect();
        (most.len() >= self.number).then(squares)
    }
}

/// Returns for each open square the open squares in conflict with it.
fn conflicts(board: &Board, closure: &Moves, is_open: &[bool]) -> Vec<Vec<usize>> {
    let of_square = |from: usize| -> Vec<usize> {
        let reached = closure.attacked_squares(board, board.square(from));
        let mut reached: Vec<usize> =
            reached.map(|square| board.index(square)).filter(|&square| is_open[square]).collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    };
    (0..board.squares()).map(|from| if is_open[from] { of_square(from) } else { Vec::new() }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails should stop")]
mod tests {
    use super::*;
    use crate::engines::naive;
    use crate::engines::random::Random;
    use crate::placement::Placement;

    /// Knights, wazirs and camels beside taken squares have places if and only if the definition has one.
    #[test]
    fn all_pieces_have_a_square_where_the_definition_has_one() {
        let (mut found, mut none) = (0, 0);
        for seed in 1..=200 {
            let random = &mut Random::new(seed);
            let (rows, cols) = (1 + random.draw_below(4), 1 + random.draw_below(4));
            let name =
                |square: usize| format!("{}{}", (b'a' + (square % cols) as u8) as char, square / cols + 1);
            let is_taken: Vec<bool> = (0..rows * cols).map(|_| random.draw_below(3) == 0).collect();
            let taken: Vec<String> = (0..rows * cols)
                .filter(|&square| is_taken[square])
                .map(|square| format!("~{}", name(square)))
                .collect();
            let number = random.draw_below(rows * cols + 1);
            let (kind, edges) =
                (["N", "W", "L"][random.draw_below(3)], ["", "/cylinder"][random.draw_below(2)]);
            let alone: Problem =
                format!("{rows}x{cols}{}{edges} {kind}{number}", taken.concat()).parse().unwrap();
            let is_possible = naive::count(&alone, &|| false).0 > 0;
            let grouped: Problem = format!("{rows}x{cols}{edges} Q + {kind}{number}").parse().unwrap();
            // On a board of one square, the queen has no conflict either.
            let Some(matched) = MatchedKind::of_problem(&grouped).filter(|matched| matched.kind == 1) else {
                continue;
            };
            // Squares of the board are numbered from the top.
            let board = grouped.board();
            let is_taken: Vec<bool> = (0..rows * cols)
                .map(|square| alone.reserved_squares().contains(&board.square(square)))
                .collect();
            let squares = matched.squares_beside(&is_taken, &|| false);
            assert_eq!(squares.is_some(), is_possible, "seed {seed}: {alone}");
            match squares {
                None => none += 1,
                Some(squares) => {
                    let pieces = squares.iter().map(|&square| (0, board.square(square))).collect();
                    assert_eq!(Placement::new(pieces).fault(&alone), None, "seed {seed}: {alone}");
                    found += 1;
                }
            }
        }
        assert!(found > 40 && none > 40, "{found} found, {none} none");
    }

    #[test]
    fn only_groups_of_one_kind_with_two_colours_are_placed_last() {
        for (text, kind) in [
            ("6x6 Q2 + N5", Some(1)),
            ("6x6 N2 + Q2 + W5", Some(2)),
            ("6x6 N2 + N5", Some(1)),
            ("6x6 Q2 + N5 R1", None),
            ("6x6 Q2 + K5", None),
            ("6x6 Q2 N5", None),
            ("6x6 Q2 / N5", None),
            ("6x6 Q2 + N5@a1", None),
        ] {
            let problem: Problem = text.parse().unwrap();
            assert_eq!(MatchedKind::of_problem(&problem).map(|matched| matched.kind), kind, "{text}");
        }
    }
}
