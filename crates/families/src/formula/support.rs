//! The support of an unproved rule: nonzero terms that it predicts, on boards where all parts of the family
//! have an effect.
//!
//! A leap of fourteen squares attacks nothing on boards of up to fourteen ranks and files. The terms of these
//! boards obey the rule of another family, in which the piece does not leap, and tell nothing about later
//! terms. The same holds for boards that are too small for a hole in every ninth rank, or for more pieces in
//! a rank than the limit there. It also holds for boards whose sides are far from their final proportion.
//! Three bishops on n x (n + 12) obey one rule up to n = 22, and then another. In general the size from which
//! all parts have an effect is not known. For k pieces it was never larger than k - 1 of the longest leaps in
//! a row. For any numbers of pieces, terms may repeat after two leaps, so as many terms are required.

use super::shape::{AffineForm, FamilyShape};
use crate::algebra::integer::count_predicted;
use crate::piece::Range;
use num_bigint::BigInt;

/// Returns the number of the last terms that follow from others and so support a rule. `None` if it is too
/// small, or if the terms are so small that they may agree by chance. The terms begin with a(first).
pub(super) fn count_supporting_terms(
    shape: &FamilyShape,
    (first, terms): (i64, &[BigInt]),
    further: usize,
    least: usize,
) -> Option<usize> {
    let (from, more) = first_effective_value(shape);
    let before = usize::try_from(from - first).unwrap_or(0);
    let begin = terms.len().checked_sub(further)?.max(before);
    count_predicted(terms.get(begin..).unwrap_or_default(), least.max(more))
}

/// Returns the value of the variable from which all parts have an effect, and the minimum number of terms.
fn first_effective_value(shape: &FamilyShape) -> (i64, usize) {
    let (reach, limit) = (reach(shape), limit(&shape.family.to_string()));
    let (leaps, repeats) = match shape.fixed_numbers() {
        Some(numbers) => (numbers.iter().map(|&number| i64::from(number)).sum::<i64>(), limit),
        None => (2, reach.max(limit)),
    };
    let sides = [&shape.rows, &shape.cols];
    let step = |side: &AffineForm| side.steps.first().copied().unwrap_or(0);
    let width = sides.iter().filter(|side| step(side) == 0).map(|side| side.constant).max().unwrap_or(0);
    let links = if shape.fixed_numbers().is_some() { leaps - 1 } else { leaps };
    let long = [(leaps, reach), (limit, reach + 1), (links, width)];
    let long = long.iter().map(|&(times, length)| times.saturating_mul(length)).max().unwrap_or(0);
    // The first value at which a growing side is this long.
    let value = |side: &&AffineForm| {
        let step = Some(step(side)).filter(|&step| step > 0)?;
        Some((long - side.constant + step - 1).div_euclid(step))
    };
    // The amount by which one side is ahead of the other, if both grow.
    let ahead = (step(sides[0]) * sides[1].constant - step(sides[1]) * sides[0].constant).abs();
    let even = if width == 0 { leaps.saturating_mul(ahead) } else { 0 };
    let from = sides.iter().filter_map(value).max().unwrap_or(0);
    let least = usize::try_from(repeats.saturating_mul(2)).unwrap_or(usize::MAX);
    (from.max(even).max(shape.first[0]), least)
}

/// Returns the longest move along either side; for unlimited riders, a single leap.
fn reach(shape: &FamilyShape) -> i64 {
    let moves = || shape.problem.pieces().map(|pieces| pieces.kind.moves());
    let rides = moves().flat_map(|moves| {
        moves.leaps().map(|(leap, range)| match range {
            Range::Times(times) => (leap, i64::from(times)),
            Range::Unlimited => (leap, 1),
        })
    });
    let hops = moves().flat_map(|moves| moves.hops().map(|(leap, _)| (leap, 1)));
    let length = |(leap, times): (crate::board::Leap, i64)| {
        leap.iter().map(|&part| i64::from(part.abs())).max().unwrap_or(0).saturating_mul(times)
    };
    rides.chain(hops).map(length).max().unwrap_or(0)
}

/// Returns the largest number in a condition on squares or pieces, such as `every:9x9` or `rank=..12`.
fn limit(family: &str) -> i64 {
    let numbers = |text: &str| {
        let all = text.split(|sign: char| !sign.is_ascii_digit()).filter_map(|number| number.parse().ok());
        all.max().unwrap_or(0)
    };
    let word = |word: &str| match (word.split_once("every:"), word.split_once('=')) {
        (Some((_, sides)), _) => numbers(sides),
        (None, Some((name, range))) if name.starts_with(|sign: char| sign.is_ascii_lowercase()) => {
            numbers(range)
        }
        _ => 0,
    };
    family.split_whitespace().map(word).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen_of(text: &str) -> (i64, usize) {
        first_effective_value(&FamilyShape::from_family(&text.parse().unwrap()).unwrap())
    }

    #[test]
    fn leaps_and_limits_are_seen_on_boards_with_room_for_them() {
        for (text, expected) in [
            ("{n}x{n} Q3", (3, 0)),
            ("{n}x{n} Q N X X=(1,14)", (42, 0)),
            ("{2n}x{n+1} Q X X=R9", (17, 0)),
            ("{n}x{n+12} B3", (36, 0)),
            ("2x{n}-a1 N2 G X X=nH", (12, 0)),
            ("9x{n}-a1 N2 G X X=nH", (27, 0)),
            ("9x{n}-a1 N*", (18, 4)),
            ("{n}x{n} N*", (4, 4)),
            ("{n}x{n} Xmax X=(0,20)", (40, 40)),
            ("{n}x{n} Kmax rank=..12", (24, 24)),
            ("{n}x{n}-every:9x4 Q2", (18, 18)),
            ("hexagon:{n} K2", (3, 0)),
        ] {
            assert_eq!(seen_of(text), expected, "{text}");
        }
    }

    #[test]
    fn terms_of_boards_on_which_not_all_is_seen_support_nothing() {
        let shape = FamilyShape::from_family(&"{n}x{n} Q X X=(1,14)".parse().unwrap()).unwrap();
        let terms: Vec<BigInt> = (1..=31).map(|n| BigInt::from(n * n)).collect();
        assert_eq!(count_supporting_terms(&shape, (1, &terms), 25, 3), Some(4));
        assert_eq!(count_supporting_terms(&shape, (1, &terms), 2, 3), None);
        assert_eq!(count_supporting_terms(&shape, (1, &terms[..29]), 25, 3), None);
        assert_eq!(count_supporting_terms(&shape, (30, &terms), 31, 3), Some(31));
    }
}
