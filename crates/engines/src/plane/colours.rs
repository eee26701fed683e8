//! Bounds of the constant of the plane for one kind of leaper whose moves change the colour of the square:
//! knights, zebras.
//!
//! All sets of squares of one colour alone make a factor of √2 for each square, and in a typical placement of
//! knights nearly all pieces do stand on one colour. Either colour is equally good, so the contents of a row
//! have effects far away: the [vectors](super) of corners would have to describe the boundaries between the
//! colours, however long. Here the two colours, A and B, give bounds instead.
//!
//! Suppose the pieces on B stand on S. Then each square of A is free unless it is among the N(S) that they
//! attack. So there are `2^|A| Σ 2^-|N(S)|` placements, the sum being over all sets S of squares of B. A
//! square attacked from both of two sets is attacked from each, so
//! `|N(S ∪ T)| + |N(S ∩ T)| ≤ |N(S)| + |N(T)|`. By the inequality of four functions (R. Ahlswede and D. E.
//! Daykin, *An inequality for the weights of two families of sets, their unions and intersections*, 1978) the
//! sums Ξ(B), over the subsets of a set B of squares, then obey `Ξ(B) Ξ(B') ≤ Ξ(B ∪ B') Ξ(B ∩ B')`.
//!
//! **Theorem 1** (strips). Take all squares of w files, and next to them, as far as leaps reach, those of A.
//! If two more ranks multiply the number of placements by Λ(w), then `Λ(w + 1) / Λ(w)` does not fall with w,
//! and is at most the square of the constant of the plane.
//!
//! *Proof.* Let B be the squares of this colour on the files 1 to w, and B' those on the files 2 to w + 1, on
//! many ranks. Union and intersection are also strips, so Ξ(w)² ≤ Ξ(w + 1) Ξ(w - 1), and so for the factors.
//! With each file the strip has one more square of A in two ranks, hence Λ obeys the same inequality. The
//! margins change Λ by at most a constant factor, so that Λ(w)^(1/w) converges to the square of the constant;
//! and quotients that do not fall stay below the limit of the roots. ∎
//!
//! **Theorem 2** (rings). Let H be a graph of conflicts with two squares above each square of a graph G, and
//! two conflicts above each conflict (there may be two between the same squares), and let both be coloured
//! alike. Then H has at most as many placements as G has pairs of them.
//!
//! *Proof.* Write x = 1 for a square of A with a piece, and for one of B without. Placements of G are those x
//! with x(a) ≤ x(b) for all conflicts of a in A and b in B. Those of H are pairs of numbers, x and x', above
//! each square with the same inequality for two pairs of squares, straight or crosswise. In either case the
//! maxima of x and x' are a placement of G, and so are the minima. So let g ≥ 0 be a function of pairs with
//! `g(p) g(q) ≤ g(p ∨ q) g(p ∧ q)`, and f ≥ 0 one with `g(x, x') ≤ f1(x ∨ x') f2(x ∧ x')`; then
//! `Σ g ≤ Σ f1 Σ f2`. With one square, α = f1(1) f2(0) and β = f1(0) f2(1), both g(0, 1) and g(1, 0) are at
//! most α, and their product at most g(1, 1) g(0, 0) ≤ α β. Hence their sum is at most α + β. Squares are
//! summed over one by one: sums over one obey all conditions again, the first by Ahlswede and Daykin, the
//! second by the case of one square. ∎ (N. Ruozzi, *The Bethe partition function of log-supermodular
//! graphical models*, 2012, for any number of squares above one.)
//!
//! Rolled up along (r, 1) for r odd, the plane keeps its colours, and twice as far around there are two
//! squares above each. So the number of placements per square does not grow if the ring is made twice as
//! long, again and again. In the end a parallelogram as large as you like fits on it, except for a seam.
//! Hence **the constant is at most the factor for each square of such a ring**.
//!
//! Both theorems hold for one kind of piece, whatever its leaps are across the colours. Quotients of strips
//! converge evenly, so that their limit can be [estimated](crate::algebra::wynn). Rings converge more slowly,
//! because pieces on them change from one colour to the other.

use super::PlaneConstant;
use super::chain::{Chain, Factor};
use super::conflicts::LeapConflicts;
use crate::algebra::Decimal;
use crate::algebra::wynn::limit;

/// The number of decimal places of bounds.
const PLACES: u32 = 18;
/// The number of decimal places of the numbers from which the limit is estimated.
const SURE_PLACES: u32 = 15;
/// The maximum number of states of a period: each takes eight bytes.
const MAX_STATES: usize = 1 << 27;
/// The difference between the length of rings and the width of strips: both then take about as long.
const LONGER: i64 = 2;

/// Returns bounds of the constant from wider and wider strips and longer and longer rings, until stopped, or
/// until there are too many states. `None` if conflicts are not all between the colours, or there was no time
/// for any.
pub fn constant_of_colours(
    conflicts: &LeapConflicts,
    should_stop: &dyn Fn() -> bool,
) -> Option<PlaneConstant> {
    widths(conflicts, usize::MAX, should_stop)
}

/// Like [`constant_of_colours`], but with strips of at most `most` files.
fn widths(conflicts: &LeapConflicts, most: usize, should_stop: &dyn Fn() -> bool) -> Option<PlaneConstant> {
    let leaps = conflicts.between_colours()?;
    let (mut lowers, mut uppers, mut quotients) = (Vec::new(), Vec::new(), Vec::new());
    let mut last: Option<Factor> = None;
    for width in 1..=most {
        let Some(strip) = Chain::strip(&leaps, width).and_then(|chain| chain.factor(MAX_STATES, should_stop))
        else {
            break;
        };
        if let Some(last) = last.replace(strip.clone()) {
            lowers.push(Decimal::quotient(&strip.lower, &last.upper, 2 * PLACES)?.root(2, PLACES)?);
            let middle = |factor: &Factor| &factor.lower + &factor.upper;
            quotients
                .push(Decimal::quotient(&middle(&strip), &middle(&last), 2 * PLACES)?.root(2, SURE_PLACES)?);
        }
        let rows = i64::try_from(width).ok()? + LONGER;
        if rows % 2 == 1 {
            let ring = Chain::ring(&leaps, rows).and_then(|chain| chain.factor(MAX_STATES, should_stop));
            uppers.extend(ring.map(|ring| ring.upper_in(PLACES)));
        }
    }
    let lower = lowers.into_iter().max_by(|one, other| one.units().cmp(other.units()))?;
    let upper = uppers.into_iter().min_by(|one, other| one.units().cmp(other.units()))?;
    let estimate = limit(&quotients).filter(|limit| limit.places > 0).map(|limit| limit.reliable_value());
    Some(PlaneConstant { lower, upper, estimate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::random::Random;
    use num_bigint::BigInt;

    /// The constant by R. J. Baxter 1999, which does not depend on this file.
    const SQUARES: &str = "1.503048082475332264";

    fn conflicts(kinds: &str) -> LeapConflicts {
        LeapConflicts::from_problem(&format!("9x9 {kinds}").parse().expect(kinds)).expect(kinds)
    }

    fn float(number: &Decimal) -> f64 {
        number.to_string().parse().expect("a number")
    }

    #[test]
    fn wazirs_have_the_constant_that_is_known() {
        let found = widths(&conflicts("W*"), 11, &|| false).unwrap();
        let known: BigInt = SQUARES.replace('.', "").parse().unwrap();
        assert_eq!(found.lower.places(), 18);
        assert!(*found.lower.units() <= known && known <= *found.upper.units(), "{found:?}");
        assert!(float(&found.upper) - float(&found.lower) < 5e-5, "{found:?}");
        let estimate = found.estimate.unwrap();
        let error = estimate.units() - Decimal::new(known, 18).round(estimate.places()).units();
        assert!(estimate.places() >= 4 && *error.magnitude() <= 1u32.into(), "{estimate}");
    }

    #[test]
    fn knights_have_more_than_all_sets_of_one_colour() {
        let found = widths(&conflicts("N*"), 8, &|| false).unwrap();
        assert!(float(&found.lower) > 2f64.sqrt() + 0.003 && float(&found.upper) < 1.42, "{found:?}");
        let camels = widths(&conflicts("L*").on_one_lattice().0, 8, &|| false).unwrap();
        assert_eq!(camels, found);
        for kinds in ["K*", "N* K*", "X* X=NA"] {
            assert_eq!(widths(&conflicts(kinds), 4, &|| false), None, "{kinds}");
        }
        assert_eq!(widths(&conflicts("N*"), 8, &|| true), None);
    }

    /// Bounds of any leaps across the colours become closer, and never contradict each other.
    #[test]
    fn random_leapers_have_bounds_that_fit() {
        let mut random = Random::new(3);
        for _ in 0..12 {
            let leaps: Vec<(usize, usize)> = (0..1 + random.draw_below(2))
                .map(|_| [(0, 1), (1, 0), (1, 2), (2, 1), (0, 3), (3, 0)][random.draw_below(6)])
                .collect();
            let both: Vec<(i64, i64)> = leaps
                .iter()
                .flat_map(|&(rows, cols)| {
                    let (rows, cols) = (rows as i64, cols as i64);
                    [(rows, cols), (-rows, -cols), (rows, -cols), (-rows, cols)]
                })
                .collect();
            let rings: Vec<Factor> = [7, 9]
                .map(|rows| Chain::ring(&both, rows)?.factor(1 << 20, &|| false))
                .into_iter()
                .flatten()
                .collect();
            let mut before = BigInt::ZERO;
            let strips: Vec<Factor> = (1..5)
                .map(|width| Chain::strip(&both, width).unwrap().factor(1 << 22, &|| false).unwrap())
                .collect();
            for pair in strips.windows(2) {
                let lower = (&pair[1].lower << 60) / &pair[0].upper;
                let higher = (&pair[1].upper << 60) / &pair[0].lower + 1;
                assert!(before <= higher, "{leaps:?}");
                for ring in &rings {
                    // The factor is for both of two squares.
                    assert!(lower <= (&ring.upper * &ring.upper) >> 48, "{leaps:?}");
                }
                before = lower;
            }
        }
    }
}
