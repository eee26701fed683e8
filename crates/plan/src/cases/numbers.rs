//! Any number of pieces as a sum over numbers.
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
use crate::problem::{Problem, Quantity};
use crate::question::Demand;

/// The maximum number of combinations that are counted one by one.
const MAX_COMBINATIONS: usize = 1 << 9;

/// Returns the possible numbers of all kinds in any number, without numbers that cannot fit; `None` if there
/// are too many.
pub(super) fn combinations(problem: &Problem, dominating: Demand) -> Option<Vec<Orbit>> {
    let combinations = combinations_of_kinds(
        problem,
        dominating,
        &problem.numbers_of(|pieces| pieces.quantity == Quantity::Any),
    )?;
    Some(combinations.into_iter().map(|numbers| (numbers, 1)).collect())
}

/// Like [`combinations`], but only for the kinds `open`.
pub(super) fn combinations_of_kinds(
    problem: &Problem,
    dominating: Demand,
    open: &[usize],
) -> Option<Vec<Choice>> {
    // Classes are numbered like kinds, because the instance contains all kinds.
    let may_attack = dominating != Demand::Nothing || problem.degrees().are_asked();
    let instance = if may_attack { None } else { Some(Instance::with_kinds(problem, &|_| true)) };
    let mut combinations = vec![Vec::new()];
    for &kind in open {
        // At least the pre-placed pieces, and at most one more from each clique.
        let pieces = problem.pieces().nth(kind)?;
        let least = pieces.fixed.len() as u32;
        let most = match &instance {
            Some(instance) => least + instance.cliques(kind),
            None => problem.domain(pieces).size(),
        };
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
    }
}
