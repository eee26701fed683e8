//! The most pieces of one army next to others whose numbers are given.
//!
//! For queens alone this is the number of squares that a number of queens can leave unattacked: A001366 has
//! as many queens as the board has ranks. The armies of a placement are filled up with pieces of the open
//! kinds as far as there is room, so that few numbers are tried. If an army has several such kinds, each way
//! to divide a number among them is a problem of its own. A problem without a placement also settles all
//! problems that have no fewer pieces of any kind.

use super::decide::Refutation;
use super::exact::with_exact;
use super::optimum::{AttainedArmies, ClimbResult, Knowledge, Quest};
use crate::placement::Placement;
use crate::plan::Outcome;
use crate::problem::{Problem, Quantity};
use crate::question::Question;
use crate::search::error::SearchError;
use std::cell::RefCell;

impl Quest<'_> {
    /// Maximises the number of these [pieces](Problem::pieces) together.
    pub(super) fn maximise_beside(&self, kinds: &[usize]) -> Result<ClimbResult, SearchError> {
        let least: u32 = preplaced_numbers(self.problem, kinds).iter().sum();
        let times = vec![1; self.problem.armies().len()];
        let refuted: RefCell<Vec<Vec<u32>>> = RefCell::default();
        let is_known = |numbers: &[u32]| {
            let fewer = |known: &Vec<u32>| known.iter().zip(numbers).all(|(known, number)| known <= number);
            self.is_hereditary && refuted.borrow().iter().any(fewer)
        };
        let ask = |number: u32| {
            let mut none: Vec<Refutation> = Vec::new();
            for (numbers, problem) in divide_number(self.problem, kinds, number) {
                if is_known(&numbers) {
                    continue;
                }
                match self.decide(problem, &times)? {
                    Knowledge::Attained(attained) if self.is_hereditary => {
                        return Ok(Knowledge::Attained(Box::new(filled_up(*attained, kinds))));
                    }
                    Knowledge::Refuted(refutation) => none.push(refutation),
                    known => return Ok(known),
                }
                refuted.borrow_mut().push(numbers);
            }
            let of_numbers = || Refutation::of_numbers(self.problem, &format!("{number} for max"));
            let refutation = Refutation::of_all(self.problem, number, &none).unwrap_or_else(of_numbers);
            Ok(Knowledge::Refuted(refutation))
        };
        self.climb(least, ask, |attained| numbers(&attained.problem, kinds).iter().sum())
    }

    /// Counts the placements with `number` pieces of these kinds together.
    pub(super) fn placements(
        &self,
        about: &Question,
        kinds: &[usize],
        number: u32,
    ) -> Result<Option<Outcome>, SearchError> {
        let mut sum: Option<Outcome> = None;
        for (_, problem) in divide_number(self.problem, kinds, number) {
            // If the numbers make armies alike that may be exchanged, the count is not a sum over the
            // divisions.
            let Some(exact) = with_exact(about, problem) else {
                return self.count_placements(about);
            };
            let Some(part) = self.count_placements(&exact)? else { return Ok(None) };
            match &mut sum {
                None => sum = Some(part),
                Some(sum) => {
                    sum.add(&part);
                    let all = sum.placements.take().zip(part.placements);
                    sum.placements = all.map(|(sum, part)| sum + part);
                }
            }
        }
        Ok(Some(sum.unwrap_or_else(Outcome::zero)))
    }
}

/// Returns the ways to divide a number among kinds, each with its problem, as far as the board has squares.
fn divide_number(
    problem: &Problem,
    kinds: &[usize],
    number: u32,
) -> impl Iterator<Item = (Vec<u32>, Problem)> {
    shares(number, &preplaced_numbers(problem, kinds)).into_iter().filter_map(|numbers| {
        let given = |problem: Problem, (&kind, &number): (&usize, &u32)| problem.with_number(kind, number);
        let shared = kinds.iter().zip(&numbers).try_fold(problem.clone(), given)?;
        (shared.given_pieces() <= shared.board().open_area() as u64).then_some((numbers, shared))
    })
}

/// Returns the ways to write a number as a sum of at least these numbers.
fn shares(number: u32, least: &[u32]) -> Vec<Vec<u32>> {
    match *least {
        [] => Vec::new(),
        [least] => {
            if number < least {
                Vec::new()
            } else {
                vec![vec![number]]
            }
        }
        [least, ref others @ ..] => {
            let first = (least..=number).rev();
            first
                .flat_map(|first| {
                    shares(number - first, others).into_iter().map(move |rest| [vec![first], rest].concat())
                })
                .collect()
        }
    }
}

/// Returns the number of pre-placed pieces of each kind.
fn preplaced_numbers(problem: &Problem, kinds: &[usize]) -> Vec<u32> {
    let fixed = |&kind: &usize| problem.pieces().nth(kind).map_or(0, |pieces| pieces.fixed.len() as u32);
    kinds.iter().map(fixed).collect()
}

/// Returns the number of pieces of each kind.
fn numbers(problem: &Problem, kinds: &[usize]) -> Vec<u32> {
    let number =
        |&kind: &usize| problem.pieces().nth(kind).map_or(0, |pieces| pieces.quantity.exact_number());
    kinds.iter().map(number).collect()
}

/// Returns the placement with a piece of one of the kinds on each square that has room for one.
fn filled_up(mut attained: AttainedArmies, kinds: &[usize]) -> AttainedArmies {
    let board = attained.problem.board().clone();
    for square in
        (0..board.squares()).map(|index| board.square(index)).filter(|square| board.is_open(*square))
    {
        for &kind in kinds {
            let pieces = attained.placement.pieces();
            if pieces.iter().any(|(_, taken)| *taken == square) {
                break;
            }
            let Some(Quantity::Exactly(number)) =
                attained.problem.pieces().nth(kind).map(|pieces| pieces.quantity)
            else {
                return attained;
            };
            let Some(problem) = attained.problem.with_number(kind, number + 1) else { continue };
            let placement = Placement::new(pieces.iter().copied().chain([(kind, square)]).collect());
            if placement.fault(&problem).is_none() {
                (attained.problem, attained.placement) = (problem, placement);
            }
        }
    }
    attained
}
