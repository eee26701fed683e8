//! Terms of the sequence: `a(n) = e M^n 1`, step by step from the right.
//!
//! Before the first step every state has the number 1, the ways to continue when no rank is left (or 0, if
//! the placement does not count when the strip ends there). After a step, it has its number of ways with one
//! rank more, and the number of the empty state is a term. A step *gathers*: the number of a state is the sum
//! of the numbers of its successors. A vector modulo a prime therefore needs only additions, and several
//! primes share the cost of reading the graph. All steps are generic over the summands: residues modulo
//! several primes ([`ModularRing`]), or exact integers ([`IntegerRing`]).

use super::closure::Transfer;
use crate::algebra::modular::Modulus;
use num_bigint::BigInt;

/// The number of residues that are computed at once.
pub(super) const LANES: usize = 4;

/// The ring of the numbers of states.
pub trait Ring {
    /// A number.
    type Number: Clone;
    fn zero(&self) -> Self::Number;
    fn one(&self) -> Self::Number;
    fn add(&self, sum: &mut Self::Number, number: &Self::Number);
    fn times(&self, first: &Self::Number, second: &Self::Number) -> Self::Number;
    /// Returns the sum of numbers, each multiplied by its factor.
    fn combine<'a>(&self, parts: impl Iterator<Item = (u64, &'a Self::Number)>) -> Self::Number
    where
        Self::Number: 'a;
}

/// Residues modulo several primes; if there are fewer, the last one is repeated. Sums need no Montgomery
/// forms, but products of two numbers do, so all residues are in these forms.
pub(super) struct ModularRing {
    moduli: [Modulus; LANES],
    /// 2^64 in the form that, multiplied by a plain number, gives the form of that number.
    squares: [u64; LANES],
}

impl ModularRing {
    pub(super) fn new(moduli: [Modulus; LANES]) -> Self {
        Self { moduli, squares: moduli.map(|modulus| modulus.form(modulus.one())) }
    }
}

impl Ring for ModularRing {
    type Number = [u64; LANES];

    fn zero(&self) -> [u64; LANES] {
        [0; LANES]
    }

    fn one(&self) -> [u64; LANES] {
        self.moduli.map(|modulus| modulus.one())
    }

    #[inline]
    fn add(&self, sum: &mut [u64; LANES], number: &[u64; LANES]) {
        for lane in 0..LANES {
            sum[lane] = self.moduli[lane].sum(sum[lane], number[lane]);
        }
    }

    fn times(&self, first: &[u64; LANES], second: &[u64; LANES]) -> [u64; LANES] {
        std::array::from_fn(|lane| self.moduli[lane].product(first[lane], second[lane]))
    }

    fn combine<'a>(&self, parts: impl Iterator<Item = (u64, &'a [u64; LANES])>) -> [u64; LANES] {
        // A number of ways is below 2^64 and a residue below 2^62. Their sum stays below 2^128 while that of
        // the ways stays below 2^66, and is reduced once.
        let mut sums = [0u128; LANES];
        for (ways, number) in parts {
            for lane in 0..LANES {
                sums[lane] += u128::from(ways) * u128::from(number[lane]);
            }
        }
        std::array::from_fn(|lane| {
            let modulus = &self.moduli[lane];
            let (high, low) = ((sums[lane] >> 64) as u64, sums[lane] as u64);
            // high 2^64 + low, where both become forms: low times R²/R is low R, and so on.
            let plain =
                modulus.sum(modulus.product(modulus.form(high), self.squares[lane]), modulus.form(low));
            modulus.number(plain)
        })
    }
}

/// Integers of any size: the slow twin of [`ModularRing`], and the basis of proofs.
pub struct IntegerRing;

impl Ring for IntegerRing {
    type Number = BigInt;

    fn zero(&self) -> BigInt {
        BigInt::ZERO
    }

    fn one(&self) -> BigInt {
        BigInt::from(1)
    }

    fn add(&self, sum: &mut BigInt, number: &BigInt) {
        *sum += number;
    }

    fn times(&self, first: &BigInt, second: &BigInt) -> BigInt {
        first * second
    }

    fn combine<'a>(&self, parts: impl Iterator<Item = (u64, &'a BigInt)>) -> BigInt {
        let mut sum = BigInt::ZERO;
        for (ways, number) in parts {
            match ways {
                1 => sum += number,
                _ => sum += number * ways,
            }
        }
        sum
    }
}

/// A matrix of numbers of ways that can be multiplied by a vector. The empty state has number 0.
pub(super) trait Steps {
    /// Returns the number of states.
    fn states(&self) -> usize;
    /// Returns true if the placement counts when the strip ends at a state.
    fn is_end(&self, state: usize) -> bool;
    /// Returns the number of numbers that a step reads.
    fn cost(&self) -> usize;
    /// Returns the vector one rank earlier.
    fn step<R: Ring>(&self, ring: &R, numbers: &[R::Number]) -> Vec<R::Number>;
}

impl Transfer {
    /// Returns the result of a step in which a piece of each kind counts as its weight.
    pub fn weighted_step<R: Ring>(
        &self,
        ring: &R,
        weights: Option<&[R::Number]>,
        numbers: &[R::Number],
    ) -> Vec<R::Number> {
        let mut numbers = numbers.to_vec();
        for layer in self.layers.iter().rev() {
            // An attacked square has no ways.
            numbers.push(ring.zero());
            let mut before: Vec<R::Number> =
                layer.skip.iter().map(|&next| numbers[next as usize].clone()).collect();
            for (kind, places) in layer.place.iter().enumerate() {
                match weights.and_then(|weights| weights.get(kind)) {
                    None => {
                        for (sum, &next) in before.iter_mut().zip(places) {
                            ring.add(sum, &numbers[next as usize]);
                        }
                    }
                    Some(weight) => {
                        for (sum, &next) in before.iter_mut().zip(places) {
                            ring.add(sum, &ring.times(weight, &numbers[next as usize]));
                        }
                    }
                }
            }
            numbers = before;
        }
        numbers
    }

    /// Returns the terms `a(0), a(1), ...` in which each piece counts as its weight; `None` if stopped.
    pub fn terms_with_weight<R: Ring>(
        &self,
        ring: &R,
        weight: &R::Number,
        count: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<R::Number>> {
        let weights: Vec<R::Number> = self.sought.iter().map(|_| weight.clone()).collect();
        let step = |numbers: &[R::Number]| self.weighted_step(ring, Some(&weights), numbers);
        collect_terms(last_numbers(self, ring), count, step, should_stop)
    }

    /// Returns the first terms exactly; `None` if stopped.
    pub fn exact_terms(&self, count: usize, should_stop: &dyn Fn() -> bool) -> Option<Vec<BigInt>> {
        terms(self, &IntegerRing, count, should_stop)
    }
}

impl Steps for Transfer {
    fn states(&self) -> usize {
        Self::states(self)
    }

    fn is_end(&self, state: usize) -> bool {
        self.ends.get(state) == Some(&true)
    }

    fn cost(&self) -> usize {
        self.edges()
    }

    fn step<R: Ring>(&self, ring: &R, numbers: &[R::Number]) -> Vec<R::Number> {
        self.weighted_step(ring, None, numbers)
    }
}

/// Returns the terms `a(0), a(1), ...`; `None` if stopped.
pub(super) fn terms<R: Ring>(
    steps: &impl Steps,
    ring: &R,
    count: usize,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<R::Number>> {
    collect_terms(last_numbers(steps, ring), count, |numbers| steps.step(ring, numbers), should_stop)
}

/// Returns the numbers of states when no rank is left.
pub(super) fn last_numbers<R: Ring>(steps: &impl Steps, ring: &R) -> Vec<R::Number> {
    let number = |state| if steps.is_end(state) { ring.one() } else { ring.zero() };
    (0..steps.states()).map(number).collect()
}

/// Returns the numbers of states `ranks` ranks earlier; `None` if stopped. Each step is reported.
pub(super) fn step_back<N>(
    mut numbers: Vec<N>,
    ranks: usize,
    step: impl Fn(&[N]) -> Vec<N>,
    should_stop: &dyn Fn() -> bool,
    done: &dyn Fn(),
) -> Option<Vec<N>> {
    for _ in 0..ranks {
        numbers = step(&numbers);
        done();
        if should_stop() {
            return None;
        }
    }
    Some(numbers)
}

fn collect_terms<N: Clone>(
    mut numbers: Vec<N>,
    count: usize,
    step: impl Fn(&[N]) -> Vec<N>,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<N>> {
    let mut terms = Vec::with_capacity(count);
    while terms.len() < count {
        if !terms.is_empty() {
            numbers = step(&numbers);
        }
        terms.push(numbers.first()?.clone());
        if should_stop() {
            return None;
        }
    }
    Some(terms)
}
