//! The conditions of the [theorem](super), checked in integers.
//!
//! The numbers of approximate corners are rounded to [`BITS`] binary places, and from then on are exact: F,
//! the half rows, and Q, the eigenvectors. Nothing depends on their accuracy; bad numbers only give bad
//! bounds. Q is orthogonal except for a small defect E, QᵀQ = 1 + E, so its inverse is Qᵀ except for a part
//! of at most 2 E. Hence M, the inverse of Q times B times Q, is known except for an error that is added
//! wherever M is used.

use super::boxes::{self, COARSE, MAX_SIZE, Map, VectorBox};
use super::corners::Corners;
use crate::algebra::double_double::DoubleDouble;
use num_bigint::BigInt;

/// The number of binary places.
const BITS: u32 = 120;
/// Units of coordinates are at least 2 to the power of minus this.
const MAX_EXPONENT: u32 = 56;
/// Units are also at least 2 to the power of minus this times the smallest that is kept.
const MAX_BELOW: u32 = 8;

/// Rows of numbers with [`BITS`] binary places.
type Rows = Vec<Vec<BigInt>>;

/// The constant is `middle (1 ± width)`, both with [`Enclosure::BITS`] binary places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Enclosure {
    pub(super) middle: BigInt,
    pub(super) width: BigInt,
}

impl Enclosure {
    /// The number of binary places.
    pub(super) const BITS: u32 = BITS;

    /// Returns the distance of the ends from the middle.
    pub(super) fn spread(&self) -> BigInt {
        times(&self.middle, &self.width) + 1
    }
}

/// The matrices of the theorem, in integers.
struct IntegerMatrices<'a, 'b> {
    corners: &'b Corners<'a>,
    /// The matrices F.
    halves: Vec<Vec<Rows>>,
    /// The transposes of the matrices Q.
    bases: Vec<Rows>,
    /// The matrices M.
    grown: Vec<Vec<Rows>>,
    /// A bound of the error of each entry of M.
    error: BigInt,
    /// The exponents of the units of all coordinates.
    exponents: Vec<Vec<u32>>,
}

/// Returns bounds from corners; `None` if they prove nothing.
pub(super) fn enclosure(corners: &Corners<'_>, should_stop: &dyn Fn() -> bool) -> Option<Enclosure> {
    let exact = IntegerMatrices::new(corners, should_stop)?;
    let (right, left) = (exact.right_maps()?, exact.left_maps()?);
    let right_all = boxes::invariant(&right, &exact.right_starts()?)?;
    let mut left_first = boxes::passed(&left, exact.left_starts()?)?;
    let left_all = boxes::invariant(&left, &left_first.pop()?)?;
    let (right_far, left_far) = (boxes::refine(&right, &right_all)?, boxes::refine(&left, &left_all)?);
    let middle = (exact.halves[0][0][0][0] > BigInt::ZERO)
        .then(|| (&exact.grown[0][0][0][0] << BITS) / &exact.halves[0][0][0][0])?;
    // Near the ends quotients only have to be positive.
    let one = BigInt::from(1) << BITS;
    let width = |left: &[VectorBox], right: &[VectorBox]| {
        exact.width(&middle, (left, right)).filter(|width| *width < one)
    };
    for left in left_first.iter().chain([&left_all]) {
        if should_stop() {
            return None;
        }
        width(left, &right_all)?;
    }
    let width = width(&left_far, &right_far)?;
    exact.ends_are_positive(&left_all).then_some(Enclosure { middle, width })
}

/// Returns the product of two numbers with [`BITS`] places, rounded down.
fn times(one: &BigInt, other: &BigInt) -> BigInt {
    (one * other) >> BITS
}

fn round_rows(rows: &[Vec<DoubleDouble>]) -> Rows {
    rows.iter().map(|row| row.iter().map(|entry| entry.units(BITS)).collect()).collect()
}

fn size(number: &BigInt) -> BigInt {
    BigInt::from(number.magnitude().clone())
}

/// Returns the largest sum of sizes in a row.
fn largest_row_sum(rows: &Rows) -> BigInt {
    rows.iter().map(|row| row.iter().map(size).sum::<BigInt>()).max().unwrap_or_default()
}

/// Multiplies every row of one matrix by every row of another. Each entry is wrong by at most a unit.
fn by_rows(one: &Rows, other: &Rows) -> Rows {
    let entry = |row: &Vec<BigInt>, column: &Vec<BigInt>| -> BigInt {
        let pairs = row.iter().zip(column).filter(|(x, _)| **x != BigInt::ZERO);
        pairs.map(|(x, y)| x * y).sum::<BigInt>() >> BITS
    };
    one.iter().map(|row| other.iter().map(|column| entry(row, column)).collect()).collect()
}

impl<'a, 'b> IntegerMatrices<'a, 'b> {
    /// Makes the matrices; `None` if the eigenvectors are not nearly orthogonal, or there are too many of
    /// them.
    fn new(corners: &'b Corners<'a>, should_stop: &dyn Fn() -> bool) -> Option<Self> {
        let contents = corners.neighbours.contents();
        let bases: Vec<Rows> = corners.bases.iter().map(|basis| round_rows(basis)).collect();
        let is_whole = |tip: usize| {
            (1..=MAX_SIZE).contains(&bases[tip].len()) && bases[tip].len() == corners.line(tip).len()
        };
        if !(0..contents).all(is_whole) {
            return None;
        }
        let halves: Vec<Vec<Rows>> =
            corners.halves.iter().map(|row| row.iter().map(|half| round_rows(half)).collect()).collect();
        let (mut defect, mut longest_row) = (BigInt::ZERO, BigInt::ZERO);
        for basis in &bases {
            let mut gram = by_rows(basis, basis);
            for (place, row) in gram.iter_mut().enumerate() {
                row[place] -= BigInt::from(1) << BITS;
            }
            defect = defect.max(largest_row_sum(&gram) + BigInt::from(basis.len()));
            longest_row = longest_row.max(largest_row_sum(basis));
            if should_stop() {
                return None;
            }
        }
        if defect > BigInt::from(1) << (BITS - 1) {
            return None;
        }
        let mut grown = vec![vec![Rows::new(); contents]; contents];
        let mut largest = BigInt::ZERO;
        for (a, b) in pairs(corners) {
            let half = transpose(&round_rows(&corners.half_row((a, b))));
            grown[a][b] = by_rows(&by_rows(&bases[a], &half), &bases[b]);
            largest = largest.max(grown[a][b].iter().flatten().map(size).max().unwrap_or_default());
            if should_stop() {
                return None;
            }
        }
        // One rounding is multiplied with a row of Q; the inverse of Q is its transpose except for twice the
        // defect.
        let error = (longest_row >> BITS) + 3 + times(&(defect * 2), &(largest + 1)) + 1;
        let exponents =
            (0..contents).map(|tip| exponents(&corners.spectra[tip], corners.kept_vectors(tip))).collect();
        Some(Self { corners, halves, bases, grown, error, exponents })
    }

    fn kept_vectors(&self, tip: usize) -> usize {
        self.corners.kept_vectors(tip)
    }

    /// Returns the units of the coordinates that are kept.
    fn kept_exponents(&self, tip: usize) -> &[u32] {
        &self.exponents[tip][..self.kept_vectors(tip)]
    }

    /// Returns the maps F, which add a square to the left of vectors of a half row.
    fn right_maps(&self) -> Option<Vec<Map>> {
        let map = |(a, b): (usize, usize)| {
            let units = (self.kept_exponents(b), self.kept_exponents(a));
            Map::new((b, a), &self.halves[a][b], (BITS, &BigInt::ZERO), units)
        };
        pairs(self.corners).into_iter().map(map).collect()
    }

    /// Returns the maps M, which add a square to the right of vectors of two half rows.
    fn left_maps(&self) -> Option<Vec<Map>> {
        let map = |(a, b): (usize, usize)| {
            let units = (&self.exponents[a][..], &self.exponents[b][..]);
            Map::new((a, b), &transpose(&self.grown[a][b]), (BITS, &self.error), units)
        };
        pairs(self.corners).into_iter().map(map).collect()
    }

    /// Returns the first vector at the right end.
    fn right_starts(&self) -> Option<Vec<VectorBox>> {
        let start = |tip: usize| {
            let mut unit = vec![BigInt::ZERO; self.kept_vectors(tip)];
            *unit.first_mut()? = BigInt::from(1);
            VectorBox::point(&unit, self.kept_exponents(tip))
        };
        (0..self.bases.len()).map(start).collect()
    }

    /// Returns the first vectors at the left end: equal for all squares, times the weight of the corner.
    fn left_starts(&self) -> Option<Vec<VectorBox>> {
        let start = |tip: usize| {
            let line = self.corners.line(tip);
            let weight = |&(next, vector): &(usize, usize)| {
                // The weight is positive, so that every row has a positive coordinate.
                let weight = self.corners.weights[next][0].abs().units(BITS) + 1;
                if vector == 0 { weight } else { BigInt::ZERO }
            };
            let end: Vec<BigInt> = line.iter().map(weight).collect();
            let coordinates =
                self.bases[tip].iter().map(|row| row.iter().zip(&end).map(|(x, y)| x * y).sum());
            VectorBox::point(&coordinates.collect::<Vec<BigInt>>(), &self.exponents[tip])
        };
        (0..self.bases.len()).map(start).collect()
    }

    /// Returns true if a row that ends with the first vector has a positive number of ways, whatever is to
    /// its left.
    fn ends_are_positive(&self, left: &[VectorBox]) -> bool {
        let is_positive = |tip: usize| {
            let line = self.corners.line(tip);
            let is_end: Vec<bool> = line.iter().map(|&(_, vector)| vector == 0).collect();
            let mut least = BigInt::ZERO;
            for (place, row) in self.bases[tip].iter().enumerate() {
                let sum: BigInt =
                    row.iter().zip(&is_end).filter(|(_, is_end)| **is_end).map(|(x, _)| x).sum();
                // Again the transpose replaces the inverse.
                let blur = &self.error * (line.len() as u64);
                let reach = |sum: BigInt| -> BigInt {
                    times(&sum, &self.reach(&left[tip], place, &self.exponents[tip])) + 1
                };
                least += if place == 0 { sum - blur } else { -reach(size(&sum) + blur) };
            }
            least > BigInt::ZERO
        };
        (0..self.bases.len()).all(is_positive)
    }

    /// Returns the largest size of a coordinate, with [`BITS`] places; the first one is 1.
    fn reach(&self, of: &VectorBox, place: usize, exponents: &[u32]) -> BigInt {
        match place {
            0 => BigInt::from(1) << BITS,
            _ => ((BigInt::from(of.size(place)) << (BITS - COARSE)) >> exponents[place]) + 1,
        }
    }

    /// Returns the largest ratio of a residual to the product that it belongs to; `None` if that product may
    /// vanish.
    fn width(&self, middle: &BigInt, (left, right): (&[VectorBox], &[VectorBox])) -> Option<BigInt> {
        let reaches = |of: &VectorBox, exponents: &[u32]| -> Vec<BigInt> {
            (0..exponents.len()).map(|place| self.reach(of, place, exponents)).collect()
        };
        let of_right = |tip: usize| reaches(&right[tip], self.kept_exponents(tip));
        let mut width = BigInt::ZERO;
        for (a, b) in pairs(self.corners) {
            let (l, r, next) = (reaches(&left[a], &self.exponents[a]), of_right(b), of_right(a));
            let half = &self.halves[a][b];
            let mut residual = BigInt::ZERO;
            for (i, row) in self.grown[a][b].iter().enumerate() {
                let mut sum = BigInt::ZERO;
                for (j, reach) in r.iter().enumerate() {
                    let wanted = half.get(i).map_or(BigInt::ZERO, |row| times(middle, &row[j]));
                    sum += (size(&(&row[j] - wanted)) + &self.error + 1) * reach;
                }
                residual += ((sum >> BITS) + 1) * &l[i];
            }
            let first: BigInt = &half[0][0]
                - r.iter().zip(&half[0]).skip(1).map(|(r, x)| times(r, &size(x)) + 1).sum::<BigInt>();
            let pairing: BigInt = (BigInt::from(1) << BITS)
                - l.iter().zip(&next).skip(1).map(|(l, r)| times(l, r) + 1).sum::<BigInt>();
            if first <= BigInt::ZERO || pairing <= BigInt::ZERO {
                return None;
            }
            let whole = times(&times(middle, &first), &pairing);
            if whole <= BigInt::ZERO {
                return None;
            }
            width = width.max(residual / whole + 1);
        }
        Some(width)
    }
}

/// Returns all pairs of contents that may stand side by side.
fn pairs(corners: &Corners<'_>) -> Vec<(usize, usize)> {
    let all = 0..corners.neighbours.contents();
    let pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
    pairs.filter(|&(a, b)| corners.neighbours.can_adjoin(a, b)).collect()
}

fn transpose(rows: &Rows) -> Rows {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect()
}

/// Returns the exponents of powers of two about as large as these sizes, the first of which is 1.
fn exponents(sizes: &[f64], kept: usize) -> Vec<u32> {
    let first = sizes.first().copied().unwrap_or(1.0);
    let exponent = |size: &f64| (-(size / first).log2()).clamp(0.0, f64::from(MAX_EXPONENT)) as u32;
    let most = sizes.get(kept - 1).map_or(0, exponent) + MAX_BELOW;
    sizes.iter().map(|size| exponent(size).min(most)).collect()
}
