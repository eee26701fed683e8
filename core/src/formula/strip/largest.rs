//! The largest number of pieces on `n` ranks, for all `n`.
//!
//! The same steps as for [`terms`](super::terms), in the algebra where the sum of two numbers is the larger one and their product is
//! their sum, count the most pieces instead of the placements. A step commutes with adding a constant to all numbers. So take the
//! vector relative to the entry of the empty state: as soon as it is the same after `n` and after `n + P` ranks, while that entry
//! has grown by `G`, everything repeats, and `max(n + P) = max(n) + G` for ever (G. Cohen, D. Dubois, J.-P. Quadrat and M. Viot, *A
//! linear-system-theoretic view of discrete-event processes*, 1985). Vectors are compared as they are, with one that is kept and
//! replaced at every power of two (R. P. Brent, *An improved Monte Carlo factorization algorithm*, 1980).
//!
//! The terms may repeat earlier and faster than the vectors. Since they repeat for ever from some index on, a shorter period that
//! holds for one long period holds for ever, too, and an earlier start is a matter of finitely many terms.
//!
//! It need not end: where a line closes a file for ever, states may fall behind more and more.

use super::closure::Transfer;
use super::terms::Ring;

/// How `max` goes on, proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LargestNumbers {
    /// After so many ranks more ...
    pub(crate) period: usize,
    /// ... there are so many pieces more.
    pub(crate) gain: u64,
    /// The first number of ranks of which that is true.
    pub(crate) start: usize,
    /// The largest numbers on 0 ranks and more, as many as give all others.
    pub(crate) initial: Vec<u64>,
}

impl LargestNumbers {
    /// The largest number on so many ranks.
    pub(crate) fn on(&self, ranks: usize) -> Option<u64> {
        let periods = match ranks < self.initial.len() {
            true => 0,
            false => (ranks - self.start) / self.period,
        };
        self.initial.get(ranks - periods * self.period).map(|least| least + periods as u64 * self.gain)
    }
}

/// The algebra of maximum and plus.
struct MaxPlus;

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

/// How `max` goes on; `None` if stopped, or if nothing repeats within `max_ranks`.
pub(crate) fn largest_numbers(
    transfer: &Transfer,
    max_ranks: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<LargestNumbers> {
    let weights: Vec<i64> = transfer.sought.iter().map(|&is_sought| i64::from(is_sought)).collect();
    let mut relative = vec![0; transfer.states()];
    let mut numbers = vec![0u64];
    let (mut kept, mut kept_at) = (relative.clone(), 0);
    loop {
        relative = transfer.weighted_step(&MaxPlus, Some(&weights), &relative);
        let grown = *relative.first()?;
        relative.iter_mut().for_each(|number| *number -= grown);
        numbers.push(numbers.last()? + u64::try_from(grown).ok()?);
        let ranks = numbers.len() - 1;
        if relative == kept {
            return reduced(&numbers, kept_at, ranks - kept_at);
        }
        if ranks >= 2 * kept_at {
            (kept, kept_at) = (relative.clone(), ranks);
        }
        if ranks >= max_ranks || should_stop() {
            return None;
        }
    }
}

/// The shortest period and the earliest start of numbers that repeat from `start` on with this period.
fn reduced(numbers: &[u64], start: usize, period: usize) -> Option<LargestNumbers> {
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
    Some(LargestNumbers { period: shorter, gain: gained, start: first, initial })
}
