//! Bounds of the vectors that begin in a given set and are mapped repeatedly.
//!
//! Only directions matter. So a vector is divided by its first coordinate, and *boxes* enclose the others,
//! each in units of its own size, a power of two. A map takes a box to a set whose sides are found by adding
//! sizes, rounded outward. Two methods give boxes for all vectors:
//!
//! - A box that every map takes into itself, and in which the vectors begin, is never left ([`invariant`]).
//! - From such boxes, words of several maps at once lead to smaller ones ([`refine`]). Words shrink boxes,
//!   although each of their letters may do so only after a rotation of the coordinates, and the box of a
//!   rotated box has longer sides. These boxes are correct for all vectors that have been mapped often
//!   enough.
//!
//! All numbers are integers: those of maps have [`FINE`] binary places and a common error, those of boxes
//! have [`COARSE`].

use num_bigint::BigInt;

/// The number of binary places of the entries of maps.
const FINE: u32 = 50;
/// The number of binary places of the sides of boxes.
pub(super) const COARSE: u32 = 12;
/// Entries of maps are smaller than 2 to this power, in units. The products of two of them, and sums of these
/// products, then fit.
const MAX_ENTRY_BITS: u32 = 58;
/// Sides of boxes are smaller than 2 to this power, in units.
const MAX_SIDE_BITS: u32 = 60;
/// The maximum number of coordinates.
pub(super) const MAX_SIZE: usize = 1 << 8;
/// The maximum number of rounds until a box is invariant.
const MAX_ROUNDS: usize = 400;
/// The number of rounds after which boxes are widened.
const WIDENED_EVERY: usize = 100;
/// The maximum number of rounds in which words make boxes smaller.
const MAX_REFINEMENTS: usize = 16;
/// The number of first steps in which boxes may grow.
const FIRST_STEPS: usize = 4;
/// Words are made longer as long as there are no more of them than this.
const MAX_WORDS: usize = 40;
/// The maximum length of words.
const MAX_LENGTH: usize = 8;

/// A matrix between the spaces of two contents, in units of their coordinates. Each entry of a row may be
/// wrong by the error of the row.
#[derive(Debug, Clone)]
pub(super) struct Map {
    pub(super) from: usize,
    pub(super) to: usize,
    rows: Vec<Vec<i64>>,
    errors: Vec<i64>,
}

impl Map {
    /// Makes a map from entries with `bits` binary places, each wrong by at most `error` units of the last
    /// place. The unit of each coordinate is 2 to the power of minus its exponent. `None` if an entry is too
    /// large.
    pub(super) fn new(
        (from, to): (usize, usize),
        entries: &[Vec<BigInt>],
        (bits, error): (u32, &BigInt),
        (of_from, of_to): (&[u32], &[u32]),
    ) -> Option<Self> {
        let row = |(entries, &up): (&Vec<BigInt>, &u32)| {
            let scaled =
                |(entry, &down): (&BigInt, &u32)| fitting(&((entry << (FINE + up)) >> (bits + down)));
            entries.iter().zip(of_from).map(scaled).collect::<Option<Vec<i64>>>()
        };
        let rows = entries.iter().zip(of_to).map(row).collect::<Option<Vec<_>>>()?;
        let blur = |up: &u32| fitting(&(((error << (FINE + up)) >> bits) + 2));
        let errors = of_to.iter().map(blur).collect::<Option<Vec<i64>>>()?;
        Some(Self { from, to, rows, errors })
    }

    /// Returns the composition: first another map, then this one; `None` if an entry is too large.
    fn compose(&self, first: &Self) -> Option<Self> {
        let width = first.rows.first()?.len();
        let mut rows = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let mut sums = vec![0i128; width];
            for (&factor, other) in row.iter().zip(&first.rows).filter(|(factor, _)| **factor != 0) {
                for (sum, &entry) in sums.iter_mut().zip(other) {
                    *sum += i128::from(factor) * i128::from(entry);
                }
            }
            let fits = |sum: i128| {
                i64::try_from(sum >> FINE).ok().filter(|entry| entry.unsigned_abs() >> MAX_ENTRY_BITS == 0)
            };
            rows.push(sums.into_iter().map(fits).collect::<Option<Vec<i64>>>()?);
        }
        let columns = (0..width)
            .map(|j| sum(first.rows.iter().map(|row| (1, i128::from(row[j]).abs()))))
            .collect::<Option<Vec<_>>>()?;
        let down = columns
            .into_iter()
            .max()?
            .checked_add(sum(first.errors.iter().map(|&error| (1, i128::from(error))))?)?;
        let blur = |(row, &own): (&Vec<i64>, &i64)| {
            let others =
                sum(row.iter().zip(&first.errors).map(|(&x, &y)| (i128::from(x).abs(), i128::from(y))))?;
            let error = others.checked_add(i128::from(own).checked_mul(down)?)? >> FINE;
            i64::try_from(error + 2).ok().filter(|error| error >> MAX_ENTRY_BITS == 0)
        };
        let errors = self.rows.iter().zip(&self.errors).map(blur).collect::<Option<Vec<i64>>>()?;
        Some(Self { from: first.from, to: self.to, rows, errors })
    }

    /// Returns a box around the image of a box; `None` if the first coordinate of an image may vanish, or
    /// numbers are too large.
    fn image(&self, of: &VectorBox) -> Option<VectorBox> {
        let head = self.rows.first()?;
        let errors = || self.errors.iter().map(|&error| i128::from(error));
        let of_head = errors().next()?;
        let size = sum(of.middle.iter().zip(&of.radius).map(|(middle, radius)| (1, middle.abs() + radius)))?;
        let at_middle = |row: &[i64]| sum(row.iter().zip(&of.middle).map(|(&x, &y)| (i128::from(x), y)));
        let first = at_middle(head)?;
        let swing = sum(head.iter().zip(&of.radius).map(|(&x, &y)| (i128::from(x).abs(), y)))?;
        let least = first.checked_sub(swing)?.checked_sub(of_head.checked_mul(size)?)?;
        if least <= 0 {
            return None;
        }
        let one = 1i128 << COARSE;
        let mut image = VectorBox { middle: vec![one], radius: vec![0] };
        for (row, error) in self.rows.iter().zip(errors()).skip(1) {
            let middle = at_middle(row)?.checked_mul(one)?;
            let quotient = middle / first;
            // The remainder after subtracting the quotient times the first coordinate, for every point of the
            // box.
            let rest = (middle.checked_sub(quotient.checked_mul(first)?)?.abs() >> COARSE) + 1;
            let tilts = row.iter().zip(head).map(|(&x, &y)| {
                let tilt = (i128::from(x) << COARSE) - quotient.checked_mul(i128::from(y))?;
                Some((tilt.abs() >> COARSE) + 1)
            });
            let tilts = tilts.collect::<Option<Vec<i128>>>()?;
            let swing = sum(tilts.into_iter().zip(of.radius.iter().copied()))?;
            let blur = error.checked_add((quotient.abs().checked_mul(of_head)? >> COARSE) + 1)?;
            let total = rest.checked_add(swing)?.checked_add(blur.checked_mul(size)?)?;
            image.middle.push(quotient);
            image.radius.push(total.checked_mul(one)? / least + 1);
        }
        let is_short = (0..image.middle.len()).all(|place| image.size(place) >> MAX_SIDE_BITS == 0);
        is_short.then_some(image)
    }
}

/// Returns the sum of products; `None` if it is too large.
fn sum(mut products: impl Iterator<Item = (i128, i128)>) -> Option<i128> {
    products.try_fold(0i128, |sum, (one, other)| sum.checked_add(one.checked_mul(other)?))
}

/// Returns a number as an entry, if it is small enough.
fn fitting(number: &BigInt) -> Option<i64> {
    i64::try_from(number).ok().filter(|number| number.unsigned_abs() >> MAX_ENTRY_BITS == 0)
}

/// A box around vectors whose first coordinate is 1: its middle and half the length of its sides, in units of
/// the coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct VectorBox {
    middle: Vec<i128>,
    radius: Vec<i128>,
}

impl VectorBox {
    /// Returns a box around one vector, divided by its first coordinate; `None` if that is not positive.
    pub(super) fn point(vector: &[BigInt], exponents: &[u32]) -> Option<Self> {
        let first = vector.first().filter(|first| **first > BigInt::ZERO)?;
        let side = |(entry, &up): (&BigInt, &u32)| i128::try_from(&((entry << (COARSE + up)) / first)).ok();
        let middle = vector.iter().zip(exponents).map(side).collect::<Option<Vec<i128>>>()?;
        let is_short = middle.iter().all(|side| side.abs() >> MAX_SIDE_BITS == 0);
        let radius = (0..vector.len()).map(|place| i128::from(place > 0)).collect();
        is_short.then_some(Self { middle, radius })
    }

    /// Returns the largest distance of a coordinate from zero.
    pub(super) fn size(&self, place: usize) -> i128 {
        self.middle[place].abs() + self.radius[place]
    }

    fn sides(&self) -> impl Iterator<Item = (i128, i128)> {
        self.middle.iter().zip(&self.radius).map(|(middle, radius)| (middle - radius, middle + radius))
    }

    fn contains(&self, other: &Self) -> bool {
        self.sides().zip(other.sides()).all(|(own, other)| own.0 <= other.0 && other.1 <= own.1)
    }

    /// Returns a box around both boxes.
    fn join(&self, other: &Self) -> Self {
        let sides = self.sides().zip(other.sides()).map(|(one, two)| (one.0.min(two.0), one.1.max(two.1)));
        let (mut middle, mut radius) = (Vec::new(), Vec::new());
        for (low, high) in sides {
            let centre = (low + high) >> 1;
            middle.push(centre);
            radius.push((high - centre).max(centre - low));
        }
        Self { middle, radius }
    }

    /// Returns a slightly larger box; the first coordinate is unchanged.
    fn widen(mut self) -> Self {
        self.radius.iter_mut().skip(1).for_each(|radius| *radius += (*radius >> 5) + 1);
        self
    }

    /// Returns true if no side has grown much.
    fn is_nearly(&self, before: &Self) -> bool {
        self.radius.iter().zip(&before.radius).all(|(new, old)| new - old <= old >> 7)
    }
}

/// Returns boxes, one for each contents, that contain the starts and that all maps keep; `None` if none are
/// found.
pub(super) fn invariant(maps: &[Map], starts: &[VectorBox]) -> Option<Vec<VectorBox>> {
    let mut boxes = starts.to_vec();
    let mut rest = 0;
    for round in 0..MAX_ROUNDS {
        let mut is_kept = true;
        let before = boxes.clone();
        for map in maps {
            let image = map.image(&boxes[map.from])?;
            if !boxes[map.to].contains(&image) {
                is_kept = false;
                boxes[map.to] = boxes[map.to].join(&image);
            }
        }
        if is_kept {
            return Some(boxes);
        }
        // Boxes approach the smallest invariant boxes from within, and have to be widened slightly. This must
        // not happen too often, because boxes that follow from others have to catch up.
        let has_settled = boxes.iter().zip(&before).all(|(new, old)| new.is_nearly(old));
        if has_settled && round >= rest {
            rest = round + WIDENED_EVERY;
            boxes = boxes.into_iter().map(VectorBox::widen).collect();
        }
    }
    None
}

/// Returns the boxes after one step, two steps, and so on, as long as they become smaller: all boxes on the
/// way, and the last one.
pub(super) fn passed(maps: &[Map], starts: Vec<VectorBox>) -> Option<Vec<Vec<VectorBox>>> {
    let mut passed = vec![starts];
    for _ in 0..MAX_ROUNDS {
        let boxes = passed.last()?;
        let next = images(maps, boxes)?;
        let is_smaller = passed.len() <= FIRST_STEPS || total(&next) < total(boxes) - (total(boxes) >> 6);
        if !is_smaller {
            break;
        }
        passed.push(next);
    }
    Some(passed)
}

/// Returns boxes around the images of boxes under all maps.
fn images(maps: &[Map], boxes: &[VectorBox]) -> Option<Vec<VectorBox>> {
    let mut images: Vec<Option<VectorBox>> = vec![None; boxes.len()];
    for map in maps {
        let image = map.image(&boxes[map.from])?;
        let joined = images[map.to].as_ref().map(|known| known.join(&image));
        images[map.to] = Some(joined.unwrap_or(image));
    }
    images.into_iter().collect()
}

/// Returns the total size of boxes.
fn total(boxes: &[VectorBox]) -> i128 {
    boxes.iter().flat_map(|one| (0..one.radius.len()).map(|place| one.size(place))).sum()
}

/// Returns smaller boxes for vectors that have been mapped often.
pub(super) fn refine(maps: &[Map], invariant: &[VectorBox]) -> Option<Vec<VectorBox>> {
    let words = words(maps);
    let mut boxes = invariant.to_vec();
    for _ in 0..MAX_REFINEMENTS {
        let next = images(&words, &boxes)?;
        let is_smaller = total(&next) < total(&boxes) - (total(&boxes) >> 7);
        boxes = next;
        if !is_smaller {
            break;
        }
    }
    Some(boxes)
}

/// Returns all words of the greatest length at which they are neither too many nor too large.
fn words(maps: &[Map]) -> Vec<Map> {
    let mut words = maps.to_vec();
    for _ in 1..MAX_LENGTH {
        let pairs = || {
            words
                .iter()
                .flat_map(|word| maps.iter().filter(|map| map.from == word.to).map(move |map| (map, word)))
        };
        if pairs().count() > MAX_WORDS {
            break;
        }
        let Some(longer) = pairs().map(|(map, word)| map.compose(word)).collect::<Option<Vec<Map>>>() else {
            break;
        };
        words = longer;
    }
    words
}
