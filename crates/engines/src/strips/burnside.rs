//! Placements on a strip up to its symmetries.
//!
//! By Burnside's lemma the number of classes, times the number of symmetries, is the sum of the numbers of
//! placements that each symmetry fixes. Each has a [closure](super::closure) of its own. Those of all
//! placements and of placements that are their own image left and right go along the strip. Those of
//! placements that are fixed when the strip is [rotated or reversed](super::folded) go along half of it, with
//! even and odd lengths apart.
//!
//! Each obeys a proved recurrence. A recurrence for even lengths only has twice the order, with a coefficient
//! of zero after each other one. So their sum obeys the product of all of them, from the last of their
//! exceptions on, of an order `D` that is the sum of their orders. The smallest recurrence is found from the
//! terms; its defects also obey the product, and `D` zeros in a row prove it.

use super::closure::PlacementFilter;
use super::folded::Fold;
use super::moves::Strip;
use super::recurrence::{NoRecurrence, StripLimits, StripRecurrence, recurrence_of};
use crate::algebra::Recurrence;
use num_bigint::BigInt;

/// The longest product of all recurrences for which the smallest recurrence is searched.
const MAX_PRODUCT: usize = 1_500;

/// Returns the smallest recurrence of the numbers of placements up to symmetry on `n` ranks, of any numbers
/// of pieces, with its proof. The symmetries are the rotations and reflections of a strip that keep the
/// kinds' moves. A square board may have more.
///
/// # Errors
/// Fails if there are too many states, if states are too large, or if it was stopped.
pub fn recurrence_up_to_symmetry(
    strip: &Strip,
    limits: &StripLimits,
    should_stop: &dyn Fn() -> bool,
) -> Result<StripRecurrence, NoRecurrence> {
    let group = group(strip);
    let (mut states, mut bound, mut settled) = (0, 0, 0);
    let mut parts = Vec::new();
    for &(flip_rows, flip_cols) in &group {
        for (which, lengths) in walks(flip_rows, flip_cols) {
            let found = recurrence_of(which, strip, limits, should_stop)?;
            states += found.states;
            bound += lengths.step * found.order;
            settled = settled.max(lengths.step * found.exceptions);
            let too_long = NoRecurrence::Work { states, classes: bound };
            if bound > MAX_PRODUCT.min(limits.max_order) {
                return Err(too_long);
            }
            parts.push((found.recurrence.ok_or(too_long)?, lengths));
        }
    }
    let count = 2 * (settled + bound) + 2;
    let mut sums = vec![BigInt::ZERO; count];
    for (recurrence, Lengths { first, step }) in &parts {
        let terms = recurrence.terms().skip(*first);
        // For odd lengths the walk has one rank more than half, and there is no walk of no rank.
        for (sum, term) in sums.iter_mut().skip(*first).step_by(*step).zip(terms) {
            *sum += term;
        }
        if should_stop() {
            return Err(NoRecurrence::Stopped);
        }
    }
    let order = group.len();
    if sums.iter().any(|sum| sum % order != BigInt::ZERO) {
        return Err(NoRecurrence::Refuted);
    }
    let classes: Vec<BigInt> = sums.into_iter().map(|sum| sum / order).collect();
    let recurrence = Recurrence::of_terms(0, &classes, 1).ok_or(NoRecurrence::Refuted)?;
    // The defects that obey the product and are zero.
    let order = recurrence.order();
    let given = recurrence.initial().len();
    let zeros = count.saturating_sub(given.max(settled + order));
    if zeros < bound {
        return Err(NoRecurrence::Refuted);
    }
    let exceptions = given - order;
    Ok(StripRecurrence { states, classes: bound, order, exceptions, recurrence: Some(recurrence), first: 0 })
}

/// Returns the walks over the placements that a rotation or reflection fixes, each with the lengths of strips
/// that it counts for.
fn walks(flip_rows: bool, flip_cols: bool) -> Vec<(PlacementFilter, Lengths)> {
    match (flip_rows, flip_cols) {
        (false, false) => vec![(PlacementFilter::All, Lengths::ALL)],
        (false, true) => vec![(PlacementFilter::Fixed(Fold::Mirror), Lengths::ALL)],
        (true, half_turn) => vec![
            (PlacementFilter::Fixed(Fold::Seam { half_turn, has_middle: false }), Lengths::EVEN),
            (PlacementFilter::Fixed(Fold::Seam { half_turn, has_middle: true }), Lengths::ODD),
        ],
    }
}

/// Returns, for each symmetry of a strip of `ranks` ranks, the placements to walk over, and the number of
/// ranks of the walk.
pub(super) fn fixed_by_each(strip: &Strip, ranks: usize) -> Vec<(PlacementFilter, usize)> {
    let all = group(strip).into_iter().flat_map(|(flip_rows, flip_cols)| walks(flip_rows, flip_cols));
    let walked = |(which, lengths): (PlacementFilter, Lengths)| Some((which, lengths.walk_length(ranks)?));
    all.filter_map(walked).collect()
}

/// The numbers of ranks that a walk counts for: the first of them and the step to the next. The first is also
/// the number of terms of the walk that are omitted.
#[derive(Clone, Copy)]
struct Lengths {
    first: usize,
    step: usize,
}

impl Lengths {
    const ALL: Self = Self { first: 0, step: 1 };
    const EVEN: Self = Self { first: 0, step: 2 };
    const ODD: Self = Self { first: 1, step: 2 };

    /// Returns the length of the walk for `ranks` ranks; `None` if the walk does not count for them.
    fn walk_length(self, ranks: usize) -> Option<usize> {
        let further = ranks.checked_sub(self.first)?;
        further.is_multiple_of(self.step).then_some(self.first + further / self.step)
    }
}

/// Returns the symmetries of a strip that keep the kinds' moves: whether ranks, and whether files are in the
/// opposite order; the identity is first.
fn group(strip: &Strip) -> Vec<(bool, bool)> {
    let maps = [(false, false), (false, true), (true, false), (true, true)];
    maps.into_iter().filter(|&(rows, cols)| strip.has_symmetry(rows, cols)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointMap;
    use crate::engines::naive;
    use crate::engines::random::Random;
    use crate::problem::{Problem, Quantity};
    use crate::question::Question;
    use crate::strips::closure::Transfer;
    use crate::strips::moves::GrowingSide;
    use crate::strips::state::StateReplacement;
    use crate::strips::tests::{STRIPS, asked, on_ranks, random_problem, strip};
    use crate::up_to::UpTo;

    /// Returns the number of placements that a rotation or reflection of the board fixes, by the definition.
    fn fixed(problem: &Problem, (flip_rows, flip_cols): (bool, bool)) -> BigInt {
        let (rows, cols) = (problem.board().rows() as i64, problem.board().cols() as i64);
        let image = |(kind, (row, col)): naive::KindOnSquare| {
            let row = if flip_rows { rows - 1 - row } else { row };
            (kind, (row, if flip_cols { cols - 1 - col } else { col }))
        };
        let mut count = 0;
        naive::visit_placements(problem, &|| false, &mut |placed| {
            count += u32::from(placed.iter().all(|&piece| placed.contains(&image(piece))));
        });
        BigInt::from(count)
    }

    /// Compares the fixed placements of every symmetry of a strip with the oracle. Returns the number of
    /// comparisons.
    fn compare(strip: &Strip, count: usize, problem: &dyn Fn(usize) -> Problem) -> usize {
        let mut compared = 0;
        for merging in [StateReplacement::NONE, StateReplacement::ALL] {
            for &(flip_rows, flip_cols) in &group(strip)[1..] {
                let folds = match flip_rows {
                    false => vec![(Fold::Mirror, 0, 1)],
                    true => [false, true]
                        .map(|has_middle| {
                            (Fold::Seam { half_turn: flip_cols, has_middle }, usize::from(has_middle), 2)
                        })
                        .to_vec(),
                };
                for (fold, first, step) in folds {
                    let which = PlacementFilter::Fixed(fold);
                    let Ok(transfer) = Transfer::with_filter(which, strip, merging, 100_000, &|| false)
                    else {
                        continue;
                    };
                    let terms = transfer.exact_terms(count, &|| false).expect("terms");
                    for (ranks, term) in (first..count).step_by(step).zip(terms.into_iter().skip(first)) {
                        if ranks > 0 {
                            let problem = problem(ranks);
                            let expected = fixed(&problem, (flip_rows, flip_cols));
                            assert_eq!(term, expected, "{problem} {fold:?} {merging:?}");
                            compared += 1;
                        }
                    }
                }
            }
        }
        compared
    }

    #[test]
    fn what_symmetries_fix_is_that_of_the_oracle() {
        let mut compared = 0;
        for text in STRIPS {
            let strip = strip(&format!("1x{text}"));
            compared += compare(&strip, 1 + 14 / strip.width.max(2), &|ranks| on_ranks(text, ranks));
        }
        assert!(compared > 500, "{compared}");
    }

    #[test]
    fn random_kinds_are_fixed_as_by_the_oracle() {
        let (mut random, mut compared) = (Random::new(5), 0);
        for round in 0..200 {
            let map = PointMap { flip_rows: round % 3 > 0, flip_cols: round % 3 < 2, ..PointMap::IDENTITY };
            let (width, on) = random_problem(&mut random, 1 + round / 3 % 2, map);
            let strip = Strip::new(&on(1, Quantity::Any), GrowingSide::Ranks).expect("a strip");
            if !strip.is_ring {
                compared += compare(&strip, 1 + 12 / width.max(2), &|ranks| on(ranks, Quantity::Any));
            }
        }
        assert!(compared > 50, "{compared}");
    }

    /// Recurrences against counts by the engines, on strips longer than wide.
    #[test]
    fn recurrences_continue_the_counts_of_the_engines() {
        for (text, ranks) in [
            ("1 W*", 12),
            ("2 K*", 14),
            ("3 K*", 12),
            ("4 W*", 9),
            ("3 N*", 9),
            ("3 B*", 9),
            ("4 R*", 8),
            ("3 Q*", 12),
            ("3 X* X=fWlN", 7),
        ] {
            let strip = strip(&format!("1x{text}"));
            let found = recurrence_up_to_symmetry(&strip, &StripLimits::default(), &|| false).expect(text);
            let terms: Vec<BigInt> = found.recurrence.expect("short").terms().take(ranks + 1).collect();
            for ranks in [1, strip.width + 1, ranks - 1, ranks] {
                let question = Question::new(on_ranks(text, ranks)).with_up_to(UpTo::Symmetry);
                assert_eq!(terms[ranks], asked(&question), "{text} on {ranks} ranks");
            }
        }
    }
}
