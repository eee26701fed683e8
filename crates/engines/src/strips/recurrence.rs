//! The smallest linear recurrence of a strip, proved.
//!
//! Terms modulo several primes below 2^62 give the smallest recurrence modulo each (Berlekamp and Massey). By
//! the lemmas of Gauss and Fatou the smallest recurrence of the integers has integer coefficients and the
//! first of them is 1, so no fractions have to be found. Chinese remainders with the values closest to zero
//! are used until a further prime changes nothing. An unlucky prime shows a shorter recurrence; only the
//! longest ones count. The result is a candidate, which the [`proof`] confirms.
//!
//! The number of classes bounds the order, so twice as many terms are enough for a prime, and the order
//! modulo one prime is never larger than the true one.

use super::classes::Quotient;
use super::closure::{NoClosure, PlacementFilter, Transfer};
use super::moves::Strip;
use super::proof;
use super::state::StateReplacement;
use super::terms::{IntegerRing, LANES, ModularRing, Ring, Steps, terms};
use crate::algebra::berlekamp_massey::BerlekampMassey;
use crate::algebra::modular::Modulus;
use crate::algebra::recurrence::Recurrence;
use crate::algebra::residues::Residues;
use num_bigint::BigInt;

/// The default maximum number of states of all layers together.
pub const MAX_STATES: usize = 1 << 24;

/// The limits of the search for a recurrence.
#[derive(Debug, Clone, Copy)]
pub struct StripLimits {
    /// The maximum number of states of all layers together; each takes about a hundred bytes.
    pub max_states: usize,
    /// The longest recurrence whose coefficients are found.
    pub max_order: usize,
    /// The maximum number of numbers that are read while terms are computed, for each prime.
    pub max_work: u64,
}

impl Default for StripLimits {
    fn default() -> Self {
        Self { max_states: MAX_STATES, max_order: 2_000, max_work: 1 << 36 }
    }
}

/// The reason why there is no recurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRecurrence {
    /// There is no closure.
    Closure(NoClosure),
    /// More terms are needed than the limits allow, for a closure with these numbers of states and classes.
    Work {
        /// The number of boundary states.
        states: usize,
        /// The number of their classes.
        classes: usize,
    },
    /// The ends of the strip meet and lines never end: there is no trace.
    Endless,
    /// The search was stopped on request.
    Stopped,
    /// A candidate was refuted, which is a bug.
    Refuted,
}

impl From<NoClosure> for NoRecurrence {
    fn from(reason: NoClosure) -> Self {
        Self::Closure(reason)
    }
}

/// The results for a strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripRecurrence {
    /// The number of boundary states.
    pub states: usize,
    /// The number of their classes with equal futures: the proved upper bound of the order.
    pub classes: usize,
    /// The order of the smallest recurrence. Without a recurrence it is a lower bound, the order modulo a
    /// prime.
    pub order: usize,
    /// The number of terms at the beginning that do not obey it. The recurrence holds for all `n` from
    /// `exceptions + order` on, because it does not involve terms with numbers below `exceptions`.
    pub exceptions: usize,
    /// The recurrence with its initial terms, those with numbers 0 to `exceptions + order - 1`; `None` if it
    /// is longer than the limits allow.
    pub recurrence: Option<Recurrence>,
    /// The first index whose term is the number of placements; 0 on strips with two ends.
    pub first: usize,
}

/// Returns the smallest recurrence of the numbers of placements of any numbers of pieces on `n` ranks, with
/// its proof.
///
/// # Errors
/// Fails if there are too many states, if states are too large, or if it was stopped.
pub fn recurrence(
    strip: &Strip,
    limits: &StripLimits,
    should_stop: &dyn Fn() -> bool,
) -> Result<StripRecurrence, NoRecurrence> {
    recurrence_of(PlacementFilter::All, strip, limits, should_stop)
}

/// Like [`recurrence`], but only for certain placements.
///
/// # Errors
/// Fails if there are too many states, if states are too large, or if it was stopped.
pub fn recurrence_of(
    which: PlacementFilter,
    strip: &Strip,
    limits: &StripLimits,
    should_stop: &dyn Fn() -> bool,
) -> Result<StripRecurrence, NoRecurrence> {
    let transfer =
        Transfer::with_filter(which, strip, StateReplacement::ALL, limits.max_states, should_stop)?;
    let quotient = Quotient::new(&transfer, limits.max_work, should_stop);
    if should_stop() {
        return Err(NoRecurrence::Stopped);
    }
    recurrence_of_states(&transfer, quotient.as_ref(), limits, should_stop)
}

/// Like [`recurrence`], but for a closure, with its quotient if that is known.
pub(super) fn recurrence_of_states(
    transfer: &Transfer,
    quotient: Option<&Quotient>,
    limits: &StripLimits,
    should_stop: &dyn Fn() -> bool,
) -> Result<StripRecurrence, NoRecurrence> {
    let states = transfer.states();
    let classes = quotient.map_or(states, Quotient::classes);
    // Layers need only additions; for big integers these are as expensive as products with small numbers.
    let (fast, exact) = (Matrix::choose(transfer, quotient, PRODUCT), Matrix::choose(transfer, quotient, 1));
    let count = 2 * classes + 2;
    if (count as u64).saturating_mul(fast.cost() as u64) > limits.max_work {
        return Err(NoRecurrence::Work { states, classes });
    }
    let residues = |ring: &ModularRing| terms(&fast, ring, count, should_stop);
    let mut search = RecurrenceSearch::default();
    let is_short = search.run(&residues, limits.max_order).ok_or(NoRecurrence::Stopped)?;
    let (order, exceptions) = search.shape();
    let found = StripRecurrence { states, classes, order, exceptions, recurrence: None, first: 0 };
    if !is_short {
        return Ok(found);
    }
    let coefficients = search.coefficients();
    match proof::holds(&exact, &coefficients, exceptions, classes, should_stop) {
        None => Err(NoRecurrence::Stopped),
        Some(false) => Err(NoRecurrence::Refuted),
        Some(true) => {
            let initial =
                terms(&exact, &IntegerRing, order + exceptions, should_stop).ok_or(NoRecurrence::Stopped)?;
            Ok(StripRecurrence { recurrence: make_recurrence(&coefficients, initial), ..found })
        }
    }
}

/// Returns a recurrence from coefficients of which the first is 1.
pub(super) fn make_recurrence(coefficients: &[BigInt], initial: Vec<BigInt>) -> Option<Recurrence> {
    Recurrence::new(coefficients.iter().skip(1).map(|coefficient| -coefficient).collect(), 0, initial)
}

/// The transfer matrix in one of its forms.
pub(super) enum Matrix<'a> {
    Layers(&'a Transfer),
    Classes(&'a Quotient),
}

impl<'a> Matrix<'a> {
    /// Returns the quotient, if its steps are cheaper even when each costs `factor` times as much.
    pub(super) fn choose(transfer: &'a Transfer, quotient: Option<&'a Quotient>, factor: usize) -> Self {
        match quotient {
            Some(quotient) if factor * quotient.cost() <= transfer.cost() => Self::Classes(quotient),
            _ => Self::Layers(transfer),
        }
    }
}

impl Steps for Matrix<'_> {
    fn states(&self) -> usize {
        match self {
            Self::Layers(transfer) => transfer.states(),
            Self::Classes(quotient) => quotient.classes(),
        }
    }

    fn is_end(&self, state: usize) -> bool {
        match self {
            Self::Layers(transfer) => transfer.is_end(state),
            Self::Classes(quotient) => quotient.is_end(state),
        }
    }

    fn cost(&self) -> usize {
        match self {
            Self::Layers(transfer) => transfer.cost(),
            Self::Classes(quotient) => quotient.cost(),
        }
    }

    fn step<R: Ring>(&self, ring: &R, numbers: &[R::Number]) -> Vec<R::Number> {
        match self {
            Self::Layers(transfer) => transfer.step(ring, numbers),
            Self::Classes(quotient) => quotient.step(ring, numbers),
        }
    }
}

/// The cost of an entry of the quotient modulo primes, in entries of layers.
const PRODUCT: usize = 3;

/// Candidates from prime to prime.
#[derive(Default)]
pub(super) struct RecurrenceSearch {
    /// The length of the recurrence, exceptions included, and its order.
    length: usize,
    order: usize,
    residues: Option<Residues>,
    primes: usize,
}

impl RecurrenceSearch {
    /// Takes primes until one more changes nothing. Returns false if the recurrence is too long and
    /// coefficients were not searched; `None` if stopped.
    fn run(
        &mut self,
        residues: &dyn Fn(&ModularRing) -> Option<Vec<[u64; LANES]>>,
        max_order: usize,
    ) -> Option<bool> {
        let mut moduli = Modulus::descending().skip(self.primes);
        loop {
            let mut batch = Vec::with_capacity(LANES);
            batch.extend(moduli.by_ref().take(LANES));
            let ring = ModularRing::new(<[Modulus; LANES]>::try_from(batch.as_slice()).ok()?);
            let terms = residues(&ring)?;
            let mut is_stable = false;
            for (lane, modulus) in batch.into_iter().enumerate() {
                let forms: Vec<u64> = terms.iter().map(|term| term[lane]).collect();
                is_stable = !self.absorb(modulus, &forms, max_order);
                if self.length > max_order {
                    return Some(false);
                }
            }
            if is_stable {
                return Some(true);
            }
        }
    }

    /// Takes one prime. Returns true if it changed something.
    pub(super) fn absorb(&mut self, modulus: Modulus, forms: &[u64], max_order: usize) -> bool {
        self.primes += 1;
        let found = BerlekampMassey::of_terms(modulus, forms);
        let (length, order) = (found.length(), found.connection().len() - 1);
        // An unlucky prime, which divides a certain number, shows a shorter recurrence.
        if (length, order) < (self.length, self.order) && self.residues.is_some() {
            return true;
        }
        if (length, order) > (self.length, self.order) || self.residues.is_none() {
            (self.length, self.order) = (length, order);
            self.residues = Some(Residues::new(order + 1));
        }
        match &mut self.residues {
            Some(residues) if length <= max_order => residues.absorb(&modulus, found.connection()),
            _ => false,
        }
    }

    /// Returns the order of the recurrence, and the number of terms at the beginning that do not obey it.
    pub(super) fn shape(&self) -> (usize, usize) {
        (self.order, self.length - self.order)
    }

    /// Returns the product of the primes that agree.
    pub(super) fn product(&self) -> Option<&BigInt> {
        self.residues.as_ref().map(Residues::product)
    }

    /// Returns the candidate.
    pub(super) fn coefficients(&self) -> Vec<BigInt> {
        self.residues.as_ref().map(|residues| residues.values().to_vec()).unwrap_or_default()
    }
}
