//! Exact numbers of pieces, including riders, on a strip: polynomials, with proof.
//!
//! On a strip of constant width, every line except a file leaves the strip after few ranks. So pieces joined
//! by conflicts span a bounded number of ranks. As for [leapers](super::leapers), the number of placements of
//! k pieces is then a polynomial of degree k in the length, if the length is at least that of the longest
//! cluster. k + 1 counts beyond this length determine it.
//!
//! Files do not end. But if every kind excludes all others from its file, pieces stand on different files.
//! Then only clusters with at most one piece on each file matter. For each choice of files the count is a
//! polynomial, and so is the sum over the choices. A path through k files has at most w - d leaps
//! over d files.

use super::claim::{Claim, Reason};
use super::error::FormulaError;
use super::found::{Formula, Rule, first_right};
use super::shape::{AffineForm, FamilyShape};

use super::terms::Terms;
use crate::algebra::{Polynomial, QuasiPolynomial};
use crate::board::PointMap;
use crate::engines::strips::numbers::counts;
use crate::engines::strips::recurrence::MAX_STATES;
use crate::piece::{Moves, Range};
use crate::plan::clusters::longest_path;
use num_bigint::BigInt;

/// The longest boards that are counted one by one. A formula is proved from at most twice this length on.
const LONG: usize = 32;

/// Returns the formula of a strip with exact numbers of pieces. `None` if this method does not prove it, or
/// if the boards that it needs are too long to count.
pub(super) fn formula(shape: &FamilyShape, terms: &mut Terms<'_>) -> Result<Option<Formula>, FormulaError> {
    let Some((width, length, turn)) = strip(shape) else { return Ok(None) };
    let Some(numbers) = shape.fixed_numbers() else { return Ok(None) };
    let pieces = numbers.iter().sum::<u32>() as usize;
    let moves: Vec<Moves> = shape.problem.pieces().map(|pieces| pieces.kind.moves().map(turn)).collect();
    let topology = shape.topology();
    if topology.rows_wrap() || topology.cols_wrap() || pieces == 0 || shape.problem.armies().len() > 1 {
        return Ok(None);
    }
    let Some(least) = longest_cluster(width, &moves, &numbers) else { return Ok(None) };
    let Some(proved_from) =
        (shape.first[0]..).take(2 * LONG).find(|&n| length.value_at(&[n]) >= least as i64)
    else {
        return Ok(None);
    };
    let first = shape.first[0];
    let last = proved_from + pieces as i64;
    let Some(counted) = count_terms(shape, &moves, (width, length), last, terms)? else { return Ok(None) };
    let below = (proved_from - first) as usize;
    let polynomial = Polynomial::interpolate(proved_from, 1, &counted[below..]);
    let from = first_right(&polynomial, first, &counted, proved_from);
    let rule = Rule::QuasiPolynomial(QuasiPolynomial::of_polynomial(polynomial));
    let claim = Claim::Proved(Reason::ShortClusters { ranks: least });
    Ok(Some(Formula::new(shape, claim, (rule, vec![from]), (first, counted))))
}

/// Returns the terms up to the last value. They are counted one by one, or by the boundary states of the
/// strip for boards that are too long. `None` if there are too many states, or no time.
fn count_terms(
    shape: &FamilyShape,
    moves: &[Moves],
    (width, length): (usize, &AffineForm),
    last: i64,
    terms: &mut Terms<'_>,
) -> Result<Option<Vec<BigInt>>, FormulaError> {
    let first = shape.first[0];
    if length.value_at(&[last]) <= LONG as i64 {
        let each = (first..=last).map(|n| terms.term(shape, n));
        return each.collect();
    }
    let ([moves], Some(numbers)) = (moves, shape.fixed_numbers()) else { return Ok(None) };
    let pieces = numbers.iter().sum::<u32>() as usize;
    let lengths = length.value_at(&[last]) as usize + 1;
    let all = counts(width, moves, pieces, lengths, MAX_STATES, &|| terms.is_over());
    Ok(all.and_then(|all| (first..=last).map(|n| all.get(length.value_at(&[n]) as usize).cloned()).collect()))
}

/// Returns the width of a strip, its length, and the map that makes rows of its ranks; `None` for boards of
/// which both sides grow.
fn strip(shape: &FamilyShape) -> Option<(usize, &AffineForm, PointMap)> {
    match (shape.rows.is_constant(), shape.cols.is_constant()) {
        (false, true) => Some((usize::try_from(shape.cols.constant).ok()?, &shape.rows, PointMap::IDENTITY)),
        (true, false) => Some((usize::try_from(shape.rows.constant).ok()?, &shape.cols, PointMap::TRANSPOSE)),
        _ => None,
    }
}

/// Returns the maximum number of ranks, beyond the first, that pieces joined by conflicts span; `None` if
/// there is no bound.
fn longest_cluster(width: usize, moves: &[Moves], numbers: &[u32]) -> Option<usize> {
    let reach_over = |step: (i32, i32), range: Range, most: usize| {
        let (rows, cols) = (step.0.unsigned_abs() as usize, step.1.unsigned_abs() as usize);
        // The number of leaps that stay on the strip.
        let times = range.times();
        let times = most.checked_div(cols).map_or(times, |leaps| times.min(leaps));
        (rows > 0).then_some((rows, cols, times))
    };
    let is_file = |(step, range): ((i32, i32), Range)| range == Range::Unlimited && step.1 == 0;
    let close_files = |sign: i32| {
        let is_closed = |moves: &Moves| moves.rides().any(|ride| is_file(ride) && ride.0.0 == sign);
        moves.iter().all(is_closed)
    };
    let riders = moves.iter().filter(|moves| moves.rides().any(is_file)).count();
    if riders == 0 {
        let leap = |moves: &Moves| {
            let rides =
                moves.rides().filter_map(|(step, range)| reach_over(step, range, width.saturating_sub(1)));
            rides.map(|(rows, _, times)| rows * times).max().unwrap_or(0)
        };
        return longest_path(
            moves.iter().map(leap).zip(numbers.iter().map(|&number| number as usize)).collect(),
        );
    }
    // Two pieces on a file must be impossible: the first attacks the other, square by square, or the other
    // attacks the first.
    if !close_files(1) && !close_files(-1) {
        return None;
    }
    let pieces = numbers.iter().sum::<u32>() as usize;
    let mut reach = vec![0; width];
    for (step, range) in moves.iter().flat_map(Moves::rides) {
        let Some((rows, cols, times)) = reach_over(step, range, width.saturating_sub(1)) else { continue };
        for leaps in 1..=times {
            if cols == 0 {
                break;
            }
            if let Some(reach) = reach.get_mut(leaps * cols) {
                *reach = (*reach).max(leaps * rows);
            }
        }
    }
    // The longest leaps, with one for each pair of files at that distance.
    let mut leaps: Vec<usize> =
        (1..width).flat_map(|files| std::iter::repeat_n(reach[files], width - files)).collect();
    leaps.sort_unstable_by(|one, other| other.cmp(one));
    Some(leaps.into_iter().take(pieces.min(width).saturating_sub(1)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Riders that skip squares of their file, or look away from each other, may stand on one file.
    #[test]
    fn files_that_are_not_closed_have_no_bound() {
        let clusters = |text: &str| {
            let problem: crate::Problem = text.parse().unwrap();
            let moves: Vec<Moves> = problem.pieces().map(|pieces| pieces.kind.moves().clone()).collect();
            let numbers: Vec<u32> = problem.pieces().map(|pieces| pieces.quantity.exact_number()).collect();
            longest_cluster(problem.board().cols(), &moves, &numbers)
        };
        for text in ["8x4 X2 X=vDD", "8x4 X1 Y1 X=fR Y=bR", "8x4 R1 B1", "8x4 X2 X=vDDN"] {
            assert_eq!(clusters(text), None, "{text}");
        }
        for text in ["8x4 R2", "8x4 X2 X=fR", "8x4 X1 Q1 X=bRN", "8x4 X1 Y1 X=fR Y=vR"] {
            assert!(clusters(text).is_some(), "{text}");
        }
    }

    /// These are the exact starts; the bound is not smaller.
    #[test]
    fn clusters_on_strips_have_room() {
        for (text, least) in
            [("5x8 B3", 8), ("6x8 B4", 15), ("4x8 H3", 12), ("5x8 N3", 4), ("5x8 Q3", 7), ("6x8 Q4", 13)]
        {
            let problem: crate::Problem = text.parse().unwrap();
            let moves: Vec<Moves> =
                problem.pieces().map(|pieces| pieces.kind.moves().map(PointMap::TRANSPOSE)).collect();
            let numbers: Vec<u32> = problem.pieces().map(|pieces| pieces.quantity.exact_number()).collect();
            let found = longest_cluster(problem.board().rows(), &moves, &numbers).unwrap();
            assert!(found >= least && found < 2 * least, "{text}: {found}");
        }
    }
}
