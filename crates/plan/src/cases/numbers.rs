//! Any number of pieces, or a range of numbers, as a sum over numbers.
//!
//! A sweep counts all numbers of pieces at once. Nothing is better if there are many pieces and few states.
//! But few queens fit on any board: at most twelve on 12x12, and a sweep of `12x12 Q*` reaches millions of
//! states that remember the occupied lines. Engines that place pieces count one queen, two queens, up to
//! twelve, in a hundredth of that time, most of it for the numbers in the middle. So each combination of
//! numbers that the board can hold is a summand.
//!
//! Cliques bound the number of pieces: of squares that all attack each other, only one holds a piece. If
//! pieces may attack each other, every square may be occupied.

use super::orbits::{Choice, Orbit};
use crate::board::Set;
use crate::engines::instance::Instance;
use crate::problem::{Pieces, Problem};
use crate::question::Demand;

/// The maximum number of combinations that are counted one by one.
const MAX_COMBINATIONS: usize = 1 << 9;

/// Returns the possible numbers of all kinds in any number or in a range, without numbers that cannot fit;
/// `None` if there are too many.
pub(super) fn combinations(problem: &Problem, dominating: Demand) -> Option<Vec<Orbit>> {
    let combinations = combinations_of_kinds(problem, dominating, &problem.numbers_of(is_sum))?;
    Some(combinations.into_iter().map(|numbers| (numbers, 1)).collect())
}

/// Returns true for pieces whose number is a sum over exact numbers.
pub(super) fn is_sum(pieces: &Pieces) -> bool {
    pieces.quantity.is_sum()
}

/// Like [`combinations`], but only for the kinds `open`.
pub(super) fn combinations_of_kinds(
    problem: &Problem,
    dominating: Demand,
    open: &[usize],
) -> Option<Vec<Choice>> {
    // Classes are numbered like kinds, because the instance contains all kinds.
    // Walls and pieces between others can remove attacks, so squares that attack each other may all be taken.
    let may_attack = problem.board().is_large()
        || dominating != Demand::Nothing
        || problem.degrees().are_asked()
        || problem.is_blocked()
        || problem.walls().is_some()
        || !problem.has_fixed_moves();
    let instance = if may_attack { None } else { Some(Instance::with_kinds(problem, &|_| true)) };
    let mut combinations = vec![Vec::new()];
    for &kind in open {
        // At least the pre-placed pieces, and at most one more from each clique.
        let pieces = problem.pieces().nth(kind)?;
        let fixed = pieces.fixed.len() as u32;
        let fit = match &instance {
            Some(instance) => fixed + instance.cliques(kind),
            None => problem.domain(pieces).size(),
        };
        let span = pieces.quantity.span();
        // One number that does not fit shows that there is no placement.
        let least = span.least.max(fixed);
        let most = span.most.map_or(fit, |most| most.min(fit)).max(least);
        if combinations.len() * (most - least + 1) as usize > MAX_COMBINATIONS {
            return None;
        }
        let with = |numbers: Vec<(usize, usize)>| {
            (least..=most).map(move |number| [&numbers[..], &[(kind, number as usize)]].concat())
        };
        combinations = combinations.into_iter().flat_map(with).collect();
    }
    Some(combinations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_hold_no_more_than_their_cliques() {
        for (text, most) in [
            ("8x8 Q*", 8),
            ("5x7 R*", 5),
            ("8x8 B*", 14),
            ("4x4 K*", 4),
            ("8x8-a1 Q*", 8),
            ("6x6/torus Q*@c3", 5),
        ] {
            let problem: Problem = text.parse().unwrap();
            let combinations = combinations(&problem, Demand::Nothing).unwrap();
            assert_eq!(combinations.last(), Some(&(vec![(0, most)], 1)), "{text}");
        }
        let number = |text: &str, dominating| {
            combinations(&text.parse().unwrap(), dominating).map(|combinations| combinations.len())
        };
        assert_eq!(number("4x4 Q* N2 R*", Demand::Nothing), Some(25));
        assert_eq!(number("20x20 N* K*", Demand::Nothing), None);
        assert_eq!(number("4x4~a1 Q* each=1", Demand::Nothing), Some(16));
        assert_eq!(number("4x4 Q*@b2", Demand::Total), Some(16));
        for (text, expected) in [("8x8 Q2..5", 4), ("8x8 Q..3", 4), ("8x8 Q6..", 3), ("8x8 Q9..", 1)] {
            assert_eq!(number(text, Demand::Nothing), Some(expected), "{text}");
        }
        assert_eq!(number("8x8 Q1..3@a1,b3 N..1", Demand::Nothing), Some(4));
    }
}
