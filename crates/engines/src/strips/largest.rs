//! The maximum number of pieces on `n` ranks, for all `n`.
//!
//! The steps are those of [`terms`](super::terms), in the algebra in which the sum of two numbers is the
//! larger one and their product is their sum. They then find the most pieces instead of the number of
//! placements (G. Cohen, D. Dubois, J.-P. Quadrat and M. Viot, *A linear-system-theoretic view of
//! discrete-event processes*, 1985). Let `v(n)` be the vector for `n` ranks. Suppose that
//! `v(n + P) = v(n) + G` for all `n` from `N` to `N + P`, with one gain for each state, and that no state is
//! followed by one of a larger gain. Then this holds for ever. The best successor of a state at `n + P` ranks
//! had the same gain as the state and was its best successor at `n`. It is so again a period later, while all
//! others have not gained more. So `max(n + P) = max(n) + G` with the gain of the empty state. (Gains differ
//! if lines close files for ever.)
//!
//! A period is suspected if the *increments* `v(n + 1) - v(n)` return to earlier values. They are compared
//! with stored ones, which are replaced at every power of two (R. P. Brent, *An improved Monte Carlo
//! factorization algorithm*, 1980). Then the vectors of both places continue in parallel for a period.
//!
//! The terms may repeat earlier and faster than the vectors. They repeat for ever from some index on, so a
//! shorter period that holds for one long period also holds for ever. An earlier start is a matter of
//! finitely many terms.

use super::closure::Transfer;
use super::terms::{Ring, step_back};

/// The number of ranks after which a maximum must repeat.
pub const MAX_RANKS: usize = 1 << 16;
/// The maximum number of steps from square to square for finding a bound.
const MAX_STEPS: usize = 1 << 25;

/// The proved continuation of `max`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargestNumbers {
    /// The number of ranks after which the maximum grows by `gain`.
    pub period: usize,
    /// The growth of the maximum in a period.
    pub gain: u64,
    /// The first number of ranks from which on this is true.
    pub start: usize,
    /// The maxima on 0 ranks and more, as many as determine all others.
    pub initial: Vec<u64>,
    /// The start and the period of the vectors of all states: the start may be later, and the period longer.
    pub(super) of_states: (usize, usize),
}

impl LargestNumbers {
    /// Returns the maximum on this number of ranks.
    pub fn maximum(&self, ranks: usize) -> Option<u64> {
        let periods = match ranks < self.initial.len() {
            true => 0,
            false => (ranks - self.start) / self.period,
        };
        self.initial.get(ranks - periods * self.period).map(|least| least + periods as u64 * self.gain)
    }
}

/// The algebra of maximum and plus.
pub(super) struct MaxPlus;

impl Ring for MaxPlus {
    type Number = i64;

    fn zero(&self) -> i64 {
        i64::MIN / 4
    }

    fn one(&self) -> i64 {
        0
    }

    fn add(&self, sum: &mut i64, number: &i64) {
        *sum = *number.max(sum);
    }

    fn times(&self, first: &i64, second: &i64) -> i64 {
        first + second
    }

    fn combine<'a>(&self, parts: impl Iterator<Item = (u64, &'a i64)>) -> i64 {
        parts.filter(|(ways, _)| *ways > 0).map(|(_, number)| *number).max().unwrap_or(self.zero())
    }
}

/// Returns the continuation of `max`; `None` if stopped, or if nothing repeats within `max_ranks`.
pub fn largest_numbers(
    transfer: &Transfer,
    max_ranks: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<LargestNumbers> {
    let weights: Vec<i64> = transfer.sought.iter().map(|&is_sought| i64::from(is_sought)).collect();
    let step = |vector: &Vec<i64>| transfer.weighted_step(&MaxPlus, Some(&weights), vector);
    let mut vector = vec![0; transfer.states()];
    let mut numbers = vec![0u64];
    let mut kept: Option<(usize, Vec<i64>, Vec<i64>)> = None;
    loop {
        let next = step(&vector);
        let increments = difference(&next, &vector);
        let ranks = numbers.len() - 1;
        numbers.push(u64::try_from(*next.first()?).ok()?);
        if let Some((at, before, known)) = &kept
            && *known == increments
            && repeats(transfer, &step, before, &vector, ranks - at)
        {
            return reduce(&numbers, *at, ranks - at);
        }
        if kept.as_ref().is_none_or(|(at, ..)| ranks >= 2 * at) {
            kept = Some((ranks, vector, increments));
        }
        vector = next;
        if ranks >= max_ranks || should_stop() {
            return None;
        }
    }
}

/// Returns an upper bound of the number of pieces of a kind on this number of ranks.
pub(super) fn most_pieces(transfer: &Transfer, kind: usize, ranks: usize) -> usize {
    let trivial = transfer.layers.len() * ranks;
    if ranks.saturating_mul(transfer.edges()) > MAX_STEPS {
        return trivial;
    }
    let weights: Vec<i64> = (0..transfer.sought.len()).map(|other| i64::from(other == kind)).collect();
    let step = |numbers: &[i64]| transfer.weighted_step(&MaxPlus, Some(&weights), numbers);
    let numbers = step_back(vec![0; transfer.states()], ranks, step, &|| false, &|| {});
    let most = numbers.and_then(|numbers| usize::try_from(*numbers.first()?).ok());
    most.unwrap_or(trivial)
}

fn difference(second: &[i64], first: &[i64]) -> Vec<i64> {
    second.iter().zip(first).map(|(second, first)| second - first).collect()
}

/// Returns true if two vectors, the second a period after the first, differ by the same gains for a period,
/// and no state is followed by one with a larger gain.
fn repeats(
    transfer: &Transfer,
    step: &dyn Fn(&Vec<i64>) -> Vec<i64>,
    first: &[i64],
    second: &[i64],
    period: usize,
) -> bool {
    let gains = difference(second, first);
    let unweighted = vec![0; transfer.sought.len()];
    let followers = transfer.weighted_step(&MaxPlus, Some(&unweighted), &gains);
    let (mut first, mut second) = (first.to_vec(), second.to_vec());
    followers.iter().zip(&gains).all(|(follower, gain)| follower <= gain)
        && (0..period).all(|_| {
            (first, second) = (step(&first), step(&second));
            difference(&second, &first) == gains
        })
}

/// Returns the shortest period and the earliest start of numbers that repeat from `start` on with this
/// period.
fn reduce(numbers: &[u64], start: usize, period: usize) -> Option<LargestNumbers> {
    let gain = |from: usize, to: usize| numbers.get(to).zip(numbers.get(from)).map(|(to, from)| to - from);
    let steps: Vec<u64> =
        (0..period).map(|place| gain(start + place, start + place + 1)).collect::<Option<_>>()?;
    let repeats = |shorter: usize| (0..period).all(|place| steps[place] == steps[(place + shorter) % period]);
    let shorter = (1..=period).find(|&shorter| period.is_multiple_of(shorter) && repeats(shorter))?;
    let gained: u64 = steps.iter().take(shorter).sum();
    let mut first = start;
    while first > 0 && gain(first - 1, first - 1 + shorter) == Some(gained) {
        first -= 1;
    }
    let initial = numbers.get(..first + shorter)?.to_vec();
    Some(LargestNumbers { period: shorter, gain: gained, start: first, initial, of_states: (start, period) })
}
