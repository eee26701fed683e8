//! A placement with the maximum number of pieces on a strip.
//!
//! The vectors of [`largest`](super::largest) have, for each state and number of ranks, the largest number of
//! pieces that can follow. A walk from the empty state, which always goes to a state with the best
//! continuation, places that number on the board. States are merged if they forbid the same squares, but not
//! with their mirror images, so the walk is a placement.

use super::closure::Transfer;
use super::largest::MaxPlus;
use super::moves::{GrowingSide, Strip};
use super::state::StateReplacement;
use super::terms::Ring;
use crate::board::Square;
use crate::problem::{Objective, Problem, Quantity};

/// The maximum number of values that are held: of all states, after each rank.
const MAX_NUMBERS: usize = 1 << 26;
/// The maximum number of states of all layers together.
const MAX_STATES: usize = 1 << 21;

/// Returns the maximum number of pieces of the kinds written `max`, and a placement that attains it: a kind
/// and a square for each piece. `None` if the board is not a strip with two ends and kinds in any or the
/// maximum number, if it has too many states, or if it was stopped.
pub fn largest_placement(
    problem: &Problem,
    should_stop: &dyn Fn() -> bool,
) -> Option<(u32, Vec<(usize, Square)>)> {
    let board = problem.board();
    let (growing, ranks) = match board.cols() > board.rows() {
        true => (GrowingSide::Files, board.cols()),
        false => (GrowingSide::Ranks, board.rows()),
    };
    let has_exact = problem.pieces().any(|pieces| matches!(pieces.quantity, Quantity::Exactly(_)));
    let strip = Strip::with_numbers(problem, growing).filter(|strip| !strip.is_ring && !has_exact)?;
    if problem.objective() != Objective::Maximum {
        return None;
    }
    let merging = StateReplacement { mirror: false, canonical: true };
    let transfer = Transfer::new(&strip, merging, MAX_STATES, should_stop).ok()?;
    if transfer.states().checked_mul(ranks + 1)? > MAX_NUMBERS {
        return None;
    }
    let weights: Vec<i64> = strip.sought.iter().map(|&is_sought| i64::from(is_sought)).collect();
    // The values after no rank, one rank, and so on.
    let mut following = vec![vec![0; transfer.states()]];
    for _ in 0..ranks {
        following.push(transfer.weighted_step(&MaxPlus, Some(&weights), following.last()?));
        if should_stop() {
            return None;
        }
    }
    let most = u32::try_from(*following.last()?.first()?).ok()?;
    let (mut state, mut placed) = (0, Vec::with_capacity(most as usize));
    for (rank, after) in following.iter().rev().skip(1).enumerate() {
        for (file, numbers) in within_rank(&transfer, &weights, after)?.iter().enumerate() {
            let layer = transfer.layers.get(file)?;
            let places = layer.place.iter().zip(&weights).enumerate();
            let pieces = places.map(|(kind, (place, weight))| (Some(kind), place[state], *weight));
            let choices = std::iter::once((None, layer.skip[state], 0)).chain(pieces);
            // The first of the best: no piece if none is needed.
            let gain = |next: u32, weight: i64| numbers.get(next as usize).map(|number| number + weight);
            let best = choices
                .filter_map(|(kind, next, weight)| Some((gain(next, weight)?, kind, next)))
                .reduce(|best, other| if other.0 > best.0 { other } else { best })?;
            if let Some(kind) = best.1 {
                let (row, col) = if growing == GrowingSide::Files { (file, rank) } else { (rank, file) };
                placed.push((kind, Square { row, col }));
            }
            state = best.2 as usize;
        }
    }
    Some((most, placed))
}

/// Returns, for each square of a rank, the largest number of pieces that can follow, by the state after the
/// square.
fn within_rank(transfer: &Transfer, weights: &[i64], after: &[i64]) -> Option<Vec<Vec<i64>>> {
    let mut numbers = vec![after.to_vec()];
    for layer in transfer.layers.iter().skip(1).rev() {
        let last = numbers.last()?;
        let number =
            |next: u32, weight| last.get(next as usize).map_or(MaxPlus.zero(), |number| number + weight);
        let before = |state: usize| {
            let places = layer.place.iter().zip(weights).map(|(place, weight)| number(place[state], *weight));
            places.chain([number(layer.skip[state], 0)]).max().unwrap_or(MaxPlus.zero())
        };
        numbers.push((0..layer.skip.len()).map(before).collect());
    }
    numbers.reverse();
    Some(numbers)
}
