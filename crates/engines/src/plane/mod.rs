//! The whole plane: the factor by which each additional square multiplies the number of placements, with
//! proved digits.
//!
//! Pieces that conflict at most with the eight squares around them ([`Neighbours`]) stand on m columns and
//! more and more rows. Let T be the transfer matrix from row to row: entry 1 if one row can stand above
//! another, else 0. Its largest eigenvalue Λ(m) multiplies the number of placements with each row, and the
//! constant of the plane is the limit of Λ(m)^(1/m).
//!
//! **Lemma** (L. Collatz 1942, H. Wielandt 1950). If a vector ψ > 0 obeys `l ψ ≤ T ψ ≤ u ψ` in each
//! coordinate, then `l ≤ Λ ≤ u`: apply T again and again. ψ has a coordinate for each row, so it is written
//! as a product of small matrices, one for each pair of neighbouring squares:
//! `ψ(σ) = λᵀ F(σ1, σ2) F(σ2, σ3) … F(σ(m-1), σm) e`, as approximate [corners](corners) have them. Then `T ψ`
//! is also such a product, with larger matrices `B(a, b)`, whose block (c, d) is F(c, d) if a b can stand
//! above c d, else 0.
//!
//! **Theorem.** Let Q(a) be invertible matrices of the size of the B, `M(a, b) = Q(a)^-1 B(a, b) Q(b)`, and
//! G(a) the first columns of Q(a), as many as F has. Suppose that for all rows, far from the ends, the
//! vectors `r = F(σj, ·) … e` and `l = M(σ1, ·)ᵀ … M(·, σj)ᵀ l1` lie in certain sets K(σj) and L(σj). If for
//! each pair a, b, all r in K(b) and all l in L(a) `|lᵀ (M(a, b) G - κ [F(a, b); 0]) r| ≤ δ κ lᵀ [F(a, b); 0]
//! r`, where G picks the first columns and 0 fills the other rows, then the constant of the plane lies
//! between κ (1 - δ) and κ (1 + δ).
//!
//! *Proof.* Write p(j) for the product with M on the left of place j, and κ F on its right. Then p(1) is κ^m
//! ψ(σ) and p(m) is `T ψ(σ)`, except at the ends; and by the condition p(j + 1) / p(j) is between `1 - δ` and
//! `1 + δ`. Near the ends it is enough that all these quotients have positive bounds, which contribute
//! constant factors, and vanish in the m-th root. Now use the lemma. ∎
//!
//! The sets are [boxes](boxes) around all possible vectors; they and δ are found in
//! [integers](mod@enclosure). The proof does not use that T is symmetric, nor that the corners are right. If
//! the corners are good, δ is small, about the square of the largest omitted eigenvalue, and κ itself is
//! right to about twice as many digits.
//!
//! Leapers that reach farther have bounds from [strips and rings](mod@colours), if their moves change the
//! colour of the square.
//!
//! Earlier bounds are by N. J. Calkin and H. S. Wilf (1998), and by Y. Chan and A. Rechnitzer (*Upper bounds
//! on the growth rates of hard squares and related models via corner transfer matrices*, 2014), who put
//! corner transfer matrices into the lemma on long cylinders.

mod boxes;
mod chain;
mod colours;
mod conflicts;
mod corners;
mod enclosure;
mod neighbours;

#[cfg(test)]
mod tests;

use crate::algebra::Decimal;
pub use colours::constant_of_colours;
pub use conflicts::LeapConflicts;
use corners::Corners;
use enclosure::{Enclosure, enclosure};
pub use neighbours::Neighbours;
use num_bigint::BigInt;

/// The numbers of vectors that are kept, one after another.
const KEPT: [usize; 11] = [4, 8, 16, 24, 32, 48, 64, 96, 128, 176, 240];
/// The maximum number of growth steps of corners with each number of vectors.
const MAX_GROWTH: usize = 400;
/// Corners have grown enough when changes, relative to the omitted part, are below this.
const SETTLED: f64 = 1e-2;
/// The size of changes that are rounding errors.
const ROUNDING: f64 = 1e-30;
/// The number of decimal places that are shown.
const PLACES: u32 = 34;
/// The maximum number of decimal places of an estimate that can be right.
const MAX_BELIEVED: u32 = 27;
/// Bounds closer than 2^-90 are not improved, because the numbers in corners have no more places.
const FINEST: u32 = Enclosure::BITS - 90;

/// The bounds and the estimate of the constant of the plane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaneConstant {
    /// The proved lower bound.
    pub lower: Decimal,
    /// The proved upper bound.
    pub upper: Decimal,
    /// An estimate, in the places that did not change with more vectors or more files.
    pub estimate: Option<Decimal>,
}

/// Returns bounds of the constant, narrower and narrower until stopped, or until they have all possible
/// places; `None` if none were found.
pub fn plane_constant(neighbours: &Neighbours, should_stop: &dyn Fn() -> bool) -> Option<PlaneConstant> {
    with_kept(neighbours, &KEPT, should_stop)
}

/// Like [`plane_constant`], but with these numbers of vectors.
fn with_kept(
    neighbours: &Neighbours,
    kept: &[usize],
    should_stop: &dyn Fn() -> bool,
) -> Option<PlaneConstant> {
    let mut corners = Corners::new(neighbours);
    let mut last: Option<Enclosure> = None;
    let mut best: Option<PlaneConstant> = None;
    for &keep in kept {
        if !has_settled(&mut corners, keep, should_stop) {
            break;
        }
        let found = enclosure(&corners, should_stop);
        if should_stop() && found.is_none() {
            break;
        }
        let Some(found) = found else { continue };
        let estimate = last.as_ref().and_then(|last| agreeing_places(last, &found));
        best = Some(combine_bounds(&found, estimate, best));
        let is_done = found.spread() < BigInt::from(1) << FINEST;
        last = Some(found);
        if is_done {
            break;
        }
    }
    best
}

/// Grows corners until no relevant change remains. Returns false if that does not happen, or if it was
/// stopped.
fn has_settled(corners: &mut Corners<'_>, keep: usize, should_stop: &dyn Fn() -> bool) -> bool {
    for _ in 0..MAX_GROWTH {
        if should_stop() {
            return false;
        }
        let Some(change) = corners.grow(keep, should_stop) else { return false };
        let least = corners.weights.iter().flatten().map(|weight| weight.high().abs()).fold(1.0, f64::min);
        if change <= (least * least * SETTLED).max(ROUNDING) {
            return true;
        }
    }
    false
}

/// Returns the places in which the middles of two enclosures agree, except the last two.
fn agreeing_places(before: &Enclosure, found: &Enclosure) -> Option<Decimal> {
    let in_places = |number: &BigInt, places| (number * BigInt::from(10).pow(places)) >> Enclosure::BITS;
    let difference = in_places(&(&found.middle - &before.middle), PLACES);
    let places = PLACES.checked_sub(difference.magnitude().to_string().len() as u32 + 2)?.min(MAX_BELIEVED);
    (places > 0).then(|| Decimal::new(in_places(&found.middle, PLACES), PLACES).round(places))
}

/// Returns the bounds rounded outward, combined with earlier bounds.
fn combine_bounds(
    found: &Enclosure,
    estimate: Option<Decimal>,
    known: Option<PlaneConstant>,
) -> PlaneConstant {
    let spread = found.spread();
    let scaled = |number: BigInt| (number * BigInt::from(10).pow(PLACES)) >> Enclosure::BITS;
    let mut lower = Decimal::new(scaled(&found.middle - &spread), PLACES);
    let mut upper = Decimal::new(scaled(&found.middle + &spread) + 1, PLACES);
    let mut best = estimate;
    if let Some(known) = known {
        if known.lower.units() > lower.units() {
            lower = known.lower;
        }
        if known.upper.units() < upper.units() {
            upper = known.upper;
        }
        best = best.or(known.estimate);
    }
    PlaneConstant { lower, upper, estimate: best }
}
