//! Squares of a strip or a ring, one after another in an endless row, with the growth factor of their
//! placements.
//!
//! Square by square, the *state* records which of the squares ahead must stay empty. All states that follow
//! the empty one are collected, and T is the matrix that leads through one period. If a vector v > 0 obeys
//! `l v ≤ T v ≤ u v` in each coordinate, then the factor lies between l and u, as in the [lemma](super) of
//! Collatz and Wielandt. Vectors have integer coordinates. Each is the last one plus its image, divided by a
//! power of two and rounded. Rounding does no harm, because the bounds hold for the rounded vector.

use crate::algebra::Decimal;
use num_bigint::BigInt;

/// The number of bits of the largest coordinate of a vector.
const VECTOR_BITS: u32 = 72;
/// The number of binary places of bounds.
const FRACTION_BITS: u32 = 54;
/// The distance of bounds is measured in units of this part of the factor.
const FINEST: u128 = 1 << 64;
/// The maximum number of squares of a period: each may double the numbers, which have to fit.
const MAX_PERIOD: usize = 127 - VECTOR_BITS as usize;
/// The absence of a state.
const NONE: u32 = u32::MAX;
/// The number of states after which the stop is checked at the latest.
const ASK_EVERY: usize = 1 << 20;

/// Leaps in rows and columns, each with its opposite.
pub(super) type Leaps = [(i64, i64)];

/// The squares of a period, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chain {
    /// For each of them, the squares ahead that a piece on it forbids: bit k - 1 is the square k places
    /// ahead.
    forbidden: Vec<u64>,
}

/// The factor of the number of placements for each period: proved bounds with [`FRACTION_BITS`] binary
/// places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Factor {
    pub(super) lower: BigInt,
    pub(super) upper: BigInt,
}

impl Factor {
    /// Returns the upper bound, rounded up to `places` places.
    pub(super) fn upper_in(&self, places: u32) -> Decimal {
        Decimal::new(((&self.upper * BigInt::from(10).pow(places)) >> FRACTION_BITS) + 1, places)
    }
}

/// For each square of a period, and each state before it, the states after it: without a piece, and with one.
type Arcs = Vec<Vec<[u32; 2]>>;

impl Chain {
    /// Returns a strip of `width` files, rank by rank. Margins of one colour on both sides contain all
    /// squares of this colour that conflict with squares of the other one in the strip. A period is two
    /// ranks. `None` if the strip is too wide.
    pub(super) fn strip(leaps: &Leaps, width: usize) -> Option<Self> {
        let margin = leaps.iter().map(|&(_, cols)| cols.abs()).max()?;
        let width = i64::try_from(width).ok()?;
        let is_open = |row: i64, col: i64| {
            let is_inside = (0..width).contains(&col);
            (-margin..width + margin).contains(&col) && (is_inside || (row + col).rem_euclid(2) == 0)
        };
        let columns = || -margin..width + margin;
        let squares: Vec<(i64, i64)> = (0..2)
            .flat_map(|row| columns().map(move |col| (row, col)))
            .filter(|&(row, col)| is_open(row, col))
            .collect();
        let period = i64::try_from(squares.len()).ok()?;
        let place = |(row, col): (i64, i64)| {
            let square = squares.iter().position(|&square| square == (row.rem_euclid(2), col))?;
            Some(i64::try_from(square).ok()? + row.div_euclid(2) * period)
        };
        let mut forbidden = Vec::with_capacity(squares.len());
        for &(row, col) in &squares {
            let mut mask = 0u64;
            for (down, right) in leaps {
                let Some(target) = place((row + down, col + right)) else { continue };
                let ahead = target - place((row, col))?;
                mask |= if ahead > 0 { bit(ahead)? } else { 0 };
            }
            forbidden.push(mask);
        }
        (forbidden.len() <= MAX_PERIOD).then_some(Self { forbidden })
    }

    /// Returns the plane rolled up so that each square is identified with the one `rows` rows and one column
    /// further. A period is one square. `None` if a piece conflicts with itself, or the ring is too long.
    pub(super) fn ring(leaps: &Leaps, rows: i64) -> Option<Self> {
        let masks = leaps.iter().map(|(down, right)| bit((down - right * rows).abs()));
        let forbidden = masks.collect::<Option<Vec<u64>>>()?;
        Some(Self { forbidden: vec![forbidden.iter().fold(0, |all, mask| all | mask)] })
    }

    /// Returns bounds of the factor of a period; `None` if stopped, or if there are more than `most` states
    /// in it.
    pub(super) fn factor(&self, most: usize, should_stop: &dyn Fn() -> bool) -> Option<Factor> {
        let arcs = self.arcs(most, should_stop)?;
        let mut vector = vec![1u128 << VECTOR_BITS; arcs.first()?.len()];
        let (mut steps, mut measured) = (0, 0);
        let mut last: Option<(Factor, u128)> = None;
        loop {
            let image = image(&arcs, &vector, should_stop)?;
            if steps >= measured {
                let (factor, spread) = bounds(&vector, &image);
                // At first the extremes do not change, until distant squares take effect.
                let is_best =
                    last.as_ref().is_some_and(|(_, before)| spread >= *before && spread < FINEST >> 20);
                if spread <= FINEST >> 60 || is_best {
                    let best = last.filter(|(_, before)| *before < spread).map(|(factor, _)| factor);
                    return Some(best.unwrap_or(factor));
                }
                last = Some((factor, spread));
                measured = steps + (steps / 4).max(8);
            }
            steps += 1;
            vector = next(&vector, image);
        }
    }

    /// Returns all states that follow the empty one, with their successors.
    fn arcs(&self, most: usize, should_stop: &dyn Fn() -> bool) -> Option<Arcs> {
        let mut first = vec![0u64];
        loop {
            let (mut states, mut arcs) = (first.clone(), Arcs::new());
            let mut total = 0;
            for &forbidden in &self.forbidden {
                total += states.len();
                if total > most || should_stop() {
                    return None;
                }
                let (after, arcs_of_square) = states_after(&states, forbidden)?;
                states = after;
                arcs.push(arcs_of_square);
            }
            // The empty state follows itself, so the set of states only grows.
            if states == first {
                return Some(arcs);
            }
            first = states;
        }
    }
}

/// Returns the bit of the square `ahead` places ahead.
fn bit(ahead: i64) -> Option<u64> {
    u32::try_from(ahead).ok()?.checked_sub(1).and_then(|place| 1u64.checked_shl(place))
}

/// Returns the states after a square, in order, and the successors of the states before it; `None` if there
/// are too many.
fn states_after(states: &[u64], forbidden: u64) -> Option<(Vec<u64>, Vec<[u32; 2]>)> {
    u32::try_from(2 * states.len() + 1).ok()?;
    let mut with_piece: Vec<(u64, usize)> = states
        .iter()
        .enumerate()
        .filter(|(_, state)| *state & 1 == 0)
        .map(|(place, state)| (state >> 1 | forbidden, place))
        .collect();
    with_piece.sort_unstable();
    let mut without = states.iter().map(|state| state >> 1).enumerate().peekable();
    let mut with_piece = with_piece.into_iter().peekable();
    let mut arcs = vec![[NONE; 2]; states.len()];
    let mut after: Vec<u64> = Vec::with_capacity(states.len());
    loop {
        let (state, from, has_piece) = match (without.peek(), with_piece.peek()) {
            (Some(&(from, state)), Some(&(other, _))) if state <= other => (state, from, 0),
            (Some(&(from, state)), None) => (state, from, 0),
            (_, Some(&(state, from))) => (state, from, 1),
            (None, None) => return Some((after, arcs)),
        };
        if has_piece == 0 {
            without.next();
        } else {
            with_piece.next();
        }
        if after.last() != Some(&state) {
            after.push(state);
        }
        arcs[from][has_piece] = after.len() as u32 - 1;
    }
}

/// Returns T v; `None` if stopped.
fn image(arcs: &Arcs, vector: &[u128], should_stop: &dyn Fn() -> bool) -> Option<Vec<u128>> {
    let mut image = vector.to_vec();
    let mut done = 0;
    for arcs in arcs.iter().rev() {
        done += arcs.len();
        if done >= ASK_EVERY {
            done = 0;
            if should_stop() {
                return None;
            }
        }
        let number = |&[without, with_piece]: &[u32; 2]| {
            let others = if with_piece == NONE { 0 } else { image[with_piece as usize] };
            image[without as usize] + others
        };
        image = arcs.iter().map(number).collect();
    }
    (!should_stop()).then_some(image)
}

/// Returns the vector plus its image, with [`VECTOR_BITS`] again. The sum damps oscillations, and no
/// coordinate vanishes.
fn next(vector: &[u128], mut image: Vec<u128>) -> Vec<u128> {
    for (sum, own) in image.iter_mut().zip(vector) {
        *sum += own;
    }
    let largest = image.iter().copied().max().unwrap_or(1);
    let shift = (u128::BITS - largest.leading_zeros()).saturating_sub(VECTOR_BITS);
    for sum in &mut image {
        *sum = (*sum >> shift).max(1);
    }
    image
}

/// Returns the smallest and the largest quotient of coordinates, and their distance as a part of the factor,
/// in units of 1 / [`FINEST`].
fn bounds(vector: &[u128], image: &[u128]) -> (Factor, u128) {
    let quotient = |(own, image): (&u128, &u128)| (image / own, ((image % own) << FRACTION_BITS) / own);
    let quotients = || vector.iter().zip(image).map(quotient);
    let whole = |(whole, part): (u128, u128)| (BigInt::from(whole) << FRACTION_BITS) + part;
    let lower = whole(quotients().min().unwrap_or_default());
    let upper = whole(quotients().max().unwrap_or_default()) + 1;
    let spread = ((&upper - &lower) * FINEST) / (&lower + 1u32);
    (Factor { lower, upper }, u128::try_from(spread).unwrap_or(u128::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNIGHT: [(i64, i64); 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

    /// Returns the number of ways to fill the first squares of a chain, by enumerating the sets of squares.
    fn by_definition(chain: &Chain, squares: usize) -> u128 {
        let is_peaceful = |set: &u32| {
            (0..squares).all(|place| {
                let forbidden = chain.forbidden[place % chain.forbidden.len()];
                set >> place & 1 == 0
                    || (place + 1..squares)
                        .all(|other| set >> other & 1 == 0 || forbidden >> (other - place - 1) & 1 == 0)
            })
        };
        (0..1u32 << squares).filter(is_peaceful).count() as u128
    }

    #[test]
    fn states_count_placements() {
        for chain in [Chain::strip(&KNIGHT, 1), Chain::strip(&KNIGHT, 3), Chain::ring(&KNIGHT, 5)] {
            let chain = chain.unwrap();
            let arcs = chain.arcs(1 << 20, &|| false).unwrap();
            let periods = 18 / chain.forbidden.len();
            let mut numbers = vec![1; arcs[0].len()];
            for _ in 0..periods {
                numbers = image(&arcs, &numbers, &|| false).unwrap();
            }
            // The empty state comes first.
            assert_eq!(numbers[0], by_definition(&chain, periods * chain.forbidden.len()), "{chain:?}");
        }
    }

    /// Two ranks of one file are two squares, with four more in their margins.
    #[test]
    fn squares_of_strips_are_inside_or_of_one_colour() {
        assert_eq!(Chain::strip(&KNIGHT, 1).unwrap().forbidden.len(), 2 + 4);
        assert_eq!(Chain::strip(&KNIGHT, 6).unwrap().forbidden.len(), 12 + 4);
        assert_eq!((Chain::strip(&KNIGHT, 40), Chain::ring(&KNIGHT, 2)), (None, None));
        assert_eq!(Chain::ring(&KNIGHT, 7).unwrap().forbidden, [1 << 4 | 1 << 8 | 1 << 12 | 1 << 14]);
    }

    /// Fibonacci numbers: wazirs on a single file grow by the golden ratio.
    #[test]
    fn factors_are_enclosed() {
        let chain = Chain { forbidden: vec![1] };
        let found = chain.factor(10, &|| false).unwrap();
        let golden =
            BigInt::from(((1.0 + 5f64.sqrt()) / 2.0 * f64::from(1u32 << 31)) as u64) << (FRACTION_BITS - 31);
        let near = BigInt::from(1) << 24;
        assert!(found.lower <= &golden + &near && &golden - &near <= found.upper, "{found:?}");
        assert!(&found.upper - &found.lower < BigInt::from(100), "{found:?}");
        assert_eq!((chain.factor(1, &|| false), chain.factor(10, &|| true)), (None, None));
    }
}
