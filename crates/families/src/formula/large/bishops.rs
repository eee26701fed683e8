//! Any number of bishops on a square board, by rook numbers.
//!
//! Bishops of one colour are rooks: their diagonals are rows, and those across them columns. On a square board the diagonals of a
//! colour, ordered by length, lie one within the other as seen from the columns, a *Ferrers board*; so a rook on a row of
//! length l has l - j squares left by j rooks on shorter rows, wherever these stand (I. Kaplansky and J. Riordan, *The problem of
//! the rooks and its applications*, 1946). Colours do not meet.

use crate::feature::Feature;
use crate::piece::built_in;
use crate::question::Question;
use num_bigint::BigUint;

/// The number of all placements; `None` if these are not bishops in a given number on a plain square board.
pub(in crate::formula) fn bishops(question: &Question) -> Option<BigUint> {
    if !question.has_only(&[Feature::ManySquares]) {
        return None;
    }
    let (board, mut kinds) = (question.problem.board(), question.problem.pieces());
    let (pieces, None) = (kinds.next()?, kinds.next()) else { return None };
    let number = pieces.quantity.given();
    let (moves, bishop) = (pieces.kind.moves(), built_in('B')?.kind.moves());
    let is_bishop = moves.closed_with(moves) == bishop.closed_with(bishop);
    if board.rows() != board.cols() || !is_bishop {
        return None;
    }
    let colours = [0, 1].map(|colour| rook_numbers(board.rows(), colour));
    let of = |colour: usize, number: usize| colours[colour].get(number).cloned().unwrap_or_default();
    let number = number as usize;
    Some((0..=number.min(colours[0].len())).map(|first| of(0, first) * of(1, number - first)).sum())
}

/// The numbers of placements of no bishop, one, and so on, on the squares of a colour: 0 is that of the first square.
fn rook_numbers(side: usize, colour: usize) -> Vec<BigUint> {
    // Diagonals so far from the long one, on both sides of it.
    let away = (0..side).filter(|away| away % 2 == colour);
    let mut lengths: Vec<usize> =
        away.flat_map(|away| std::iter::repeat_n(side - away, if away == 0 { 1 } else { 2 })).collect();
    lengths.sort_unstable();
    let mut numbers = vec![BigUint::from(1u32)];
    for length in lengths {
        let placed = numbers.iter().enumerate().map(|(rooks, ways)| ways * length.saturating_sub(rooks));
        let placed: Vec<BigUint> = placed.collect();
        numbers.push(BigUint::ZERO);
        numbers[1..].iter_mut().zip(placed).for_each(|(number, ways)| *number += ways);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::count;
    use crate::problem::Problem;
    use crate::up_to::UpTo;

    /// Against engines, and the oracle by them.
    #[test]
    fn bishops_are_as_many_as_engines_count() {
        for side in 1..=8u32 {
            for number in 0..=2 * side {
                let problem: Problem = format!("{side}x{side} B{number}").parse().unwrap();
                assert_eq!(bishops(&(&problem).into()), Some(count(&problem).unwrap()), "{problem}");
            }
        }
        let asked = |text: &str| Question::new(text.parse().unwrap());
        assert_eq!(bishops(&asked("6x6 X5 X=fB")), Some(count(&"6x6 B5".parse().unwrap()).unwrap()));
        for other in [
            "6x7 B3",
            "6x6/torus B3",
            "6x6-a1 B3",
            "6x6 B2 N",
            "6x6 Q3",
            "6x6 B*",
            "6x6 B2@a1",
            "6x6 B/B",
            "6x6 B3 #1",
            "6x6 X5 X=flbrB",
            "6x6 X3 X=BgR",
            "6x6 X3 X=BnD",
        ] {
            assert_eq!(bishops(&asked(other)), None, "{other}");
        }
        assert_eq!(bishops(&asked("6x6 B3").with_up_to(UpTo::Symmetry)), None);
        assert_eq!(bishops(&asked("6x6 B3").with_maximal(true)), None);
    }
}
