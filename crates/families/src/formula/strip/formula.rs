//! The formula of a family of strips, from their closure.

use super::by_number::{Rows, checked_quotient};
use crate::algebra::{Annihilator, Decimal, QuasiPolynomial, Recurrence, largest_root};
use crate::engines::strips::attacked::AttackConditions;
use crate::engines::strips::burnside::recurrence_up_to_symmetry;
use crate::engines::strips::closure::{NoClosure, PlacementFilter, Transfer};
use crate::engines::strips::exact::{Diagonal, near_largest, terms_of_numbers};
use crate::engines::strips::largest::{MAX_RANKS, largest_numbers};
use crate::engines::strips::moves::{GrowingSide, Strip};
use crate::engines::strips::recurrence::{
    MAX_STATES, NoRecurrence, StripLimits, StripRecurrence, recurrence, recurrence_of,
};
use crate::engines::strips::state::StateReplacement;
use crate::engines::strips::traces::ring_recurrence;
use crate::formula::claim::{Claim, Reason};
use crate::formula::error::FormulaError;
use crate::formula::found::{CountedObject, Formula, Rule};
use crate::formula::shape::{AffineForm, FamilyShape};
use crate::formula::terms::Terms;
use crate::plan::Observer;
use crate::problem::{Objective, Problem};
use crate::question::Demand;
use crate::symmetry::symmetries;
use num_bigint::BigInt;

/// The maximum order of recurrences whose growth rates are computed. Longer ones take too long.
const MAX_GROWTH_ORDER: usize = 1_200;
/// The number of terms, for exact numbers of pieces, from which a recurrence is guessed.
const NUMBERED: usize = 160;
/// The memory of a state with demands, divided by that of a state without.
const DEMANDS: usize = 4;
/// The number of printed terms of a recurrence that is too long to print.
const SHOWN: usize = 40;

/// Returns the formula of a family of strips with any numbers of pieces; `None` if the family is of another
/// type, or has no closure.
pub(in crate::formula) fn formula(
    shape: &FamilyShape,
    terms: &mut Terms<'_>,
) -> Result<Option<Formula>, FormulaError> {
    let (growing, length) = growing_side(shape);
    let Some(strip) = Strip::new(&shape.problem, growing) else { return Ok(None) };
    let limits = StripLimits::default();
    let should_stop = || terms.is_over();
    if strip.sought.iter().any(|&is_sought| is_sought) {
        return maximum_formula(shape, &strip, length, &limits, terms);
    }
    let found = match strip.is_ring {
        true => ring_recurrence(&strip, &limits, &should_stop),
        false => recurrence(&strip, &limits, &should_stop),
    };
    match found {
        Ok(found) => Ok(Some(of_recurrence(shape, (&strip, PlacementFilter::All), length, &found, terms)?)),
        Err(NoRecurrence::Endless) => Ok(None),
        // The states give terms even without a recurrence.
        Err(NoRecurrence::Work { states, classes }) if !strip.is_ring => {
            let unknown =
                StripRecurrence { states, classes, order: 0, exceptions: 0, recurrence: None, first: 0 };
            Ok(Some(of_recurrence(shape, (&strip, PlacementFilter::All), length, &unknown, terms)?))
        }
        Err(error) => Err(formula_error(error, &limits)),
    }
}

/// Like [`formula()`], but for maximal placements; `None` also if there are too many states, or if half of
/// the time is over.
pub(in crate::formula) fn maximal_formula(
    shape: &FamilyShape,
    terms: &Terms<'_>,
) -> Result<Option<Formula>, FormulaError> {
    let (growing, length) = growing_side(shape);
    let strip = Strip::new(&shape.problem, growing)
        .filter(|strip| !strip.sought.contains(&true) && !shape.problem.is_blocked());
    strip.map_or(Ok(None), |strip| filtered_formula(shape, (&strip, PlacementFilter::Maximal), length, terms))
}

/// Like [`formula()`], but for pieces with a prescribed number of attackers, or pieces that must attack all
/// squares.
pub(in crate::formula) fn attack_formula(
    shape: &FamilyShape,
    demand: Demand,
    terms: &Terms<'_>,
) -> Result<Option<Formula>, FormulaError> {
    let (growing, length) = growing_side(shape);
    let asked = AttackConditions { degrees: shape.problem.degrees(), demand };
    let strip = Strip::with_attacks(&shape.problem, growing);
    strip.map_or(Ok(None), |strip| {
        filtered_formula(shape, (&strip, PlacementFilter::Attacked(asked)), length, terms)
    })
}

/// Returns the formula of the placements `which` on a strip with two ends.
fn filtered_formula(
    shape: &FamilyShape,
    (strip, which): (&Strip, PlacementFilter),
    length: &AffineForm,
    terms: &Terms<'_>,
) -> Result<Option<Formula>, FormulaError> {
    if strip.is_ring {
        return Ok(None);
    }
    let half = terms.half();
    let limits = StripLimits { max_states: MAX_STATES / DEMANDS, ..StripLimits::default() };
    match recurrence_of(which, strip, &limits, &|| half.should_stop()) {
        Ok(found) => of_recurrence(shape, (strip, which), length, &found, terms).map(Some),
        Err(NoRecurrence::Refuted) => Err(FormulaError::Refuted),
        Err(_) => Ok(None),
    }
}

/// Like [`formula()`], but up to symmetry; `None` also if there are too many states, or if half of the time
/// is over.
pub(in crate::formula) fn up_to_symmetry(
    shape: &FamilyShape,
    terms: &mut Terms<'_>,
) -> Result<Option<Formula>, FormulaError> {
    let (growing, length) = growing_side(shape);
    let strip = Strip::new(&shape.problem, growing);
    let strip = strip.filter(|strip| !strip.is_ring && !strip.sought.contains(&true));
    let Some(strip) = strip else { return Ok(None) };
    let half = terms.half();
    let limits = StripLimits { max_states: MAX_STATES / DEMANDS, ..StripLimits::default() };
    let found = match recurrence_up_to_symmetry(&strip, &limits, &|| half.should_stop()) {
        Ok(found) => found,
        Err(NoRecurrence::Refuted) => return Err(FormulaError::Refuted),
        Err(_) => return Ok(None),
    };
    let claim = Claim::Proved(Reason::Symmetries { states: found.states, order: found.classes });
    let Some(in_values) = in_values(length, &found)? else { return Ok(None) };
    // A square among the boards may have more symmetries.
    let square = first_value(length, strip.width);
    let problem = shape.problem_at(&[square]).filter(|_| length.value_at(&[square]) == strip.width as i64);
    let is_turned = problem.is_some_and(|problem| {
        symmetries(&problem, false, false)
            .iter()
            .any(|symmetry| symmetry.map.point().is_some_and(|point| point.transpose))
    });
    let in_values = match is_turned {
        false => in_values,
        true => {
            // If its term is unknown, the formula begins later.
            let term = terms.term(shape, square).unwrap_or(None);
            with_exception(&in_values, square, term).ok_or(FormulaError::Refuted)?
        }
    };
    Ok(Some(of_proved(shape, claim, in_values)))
}

/// Returns the recurrence with another term at one value; without a term, it begins at the next value.
fn with_exception(recurrence: &Recurrence, value: i64, term: Option<BigInt>) -> Option<Recurrence> {
    let place = usize::try_from(value - recurrence.first()).ok()?;
    let length = recurrence.initial().len().max(place + 1 + recurrence.order());
    let mut initial: Vec<BigInt> = recurrence.terms().take(length).collect();
    let first = match term {
        Some(term) => {
            *initial.get_mut(place)? = term;
            recurrence.first()
        }
        None => {
            initial.drain(..=place);
            value + 1
        }
    };
    Recurrence::new(recurrence.coefficients().to_vec(), first, initial)
}

/// The result of a strip for exact numbers of pieces that grow.
pub(in crate::formula) enum NumbersResult {
    /// A formula.
    Proved(Box<Formula>),
    /// Terms from the first value on, without a proof.
    Terms(Vec<BigInt>),
}

/// Returns the formula of a family of strips with exact numbers of pieces, or its terms. `None` if the family
/// is of another type, or if there is no time.
pub(in crate::formula) fn of_numbers(shape: &FamilyShape, terms: &Terms<'_>) -> Option<NumbersResult> {
    let (growing, length) = growing_side(shape);
    let strip = Strip::with_numbers(&shape.problem, growing).filter(|strip| !strip.is_ring)?;
    if shape.problem.objective() == Objective::Maximum {
        return None;
    }
    let should_stop = || terms.is_over();
    let transfer = Transfer::new(&strip, StateReplacement::ALL, MAX_STATES, &should_stop).ok()?;
    let (first, numbers) = (shape.first[0], shape.numbers.iter().flatten());
    let ranks = |value: i64| length.value_at(&[value]);
    if let [number] = numbers.clone().collect::<Vec<_>>().as_slice()
        && let Some(largest) = largest_numbers(&transfer, MAX_RANKS, &should_stop)
    {
        let half = terms.half();
        let pieces = |value: i64| number.value_at(&[value]);
        let found = near_largest(&transfer, &largest, first, &ranks, Some(&pieces), &|| half.should_stop());
        if let Some(found) = found {
            return Some(NumbersResult::Proved(Box::new(of_diagonal(shape, &transfer, found))));
        }
    }
    let pieces = |value: i64| numbers.clone().map(|number| number.value_at(&[value])).collect();
    let counted = terms_of_numbers(&transfer, (first, NUMBERED), &ranks, &pieces, &should_stop)?;
    Some(NumbersResult::Terms(counted))
}

/// Returns a proved recurrence as a formula.
fn of_diagonal(shape: &FamilyShape, transfer: &Transfer, found: Diagonal) -> Formula {
    let claim = Claim::Proved(Reason::Largest { states: transfer.states(), order: found.bound });
    of_proved(shape, claim, found.recurrence)
}

/// Returns a recurrence in the variable of the family as a formula.
fn of_proved(shape: &FamilyShape, claim: Claim, recurrence: Recurrence) -> Formula {
    let (first, initial) = (recurrence.first(), recurrence.initial().to_vec());
    let (rule, from) = Rule::of_recurrence(recurrence);
    Formula::new(shape, claim, (rule, vec![from]), (first, initial))
}

/// Returns the boundary states of a strip with any numbers of pieces, and its generating function by the
/// number of pieces.
pub(in crate::formula) fn by_number(
    shape: &FamilyShape,
    terms: &Terms<'_>,
) -> Result<(usize, (Rows, Rows)), FormulaError> {
    let strip = Strip::new(&shape.problem, growing_side(shape).0).filter(|strip| !strip.is_ring);
    let strip = strip.filter(|strip| !strip.sought.contains(&true)).ok_or(FormulaError::NoNumbers)?;
    let should_stop = || terms.is_over();
    let transfer = Transfer::new(&strip, StateReplacement::ALL, MAX_STATES, &should_stop)
        .map_err(|error| formula_error(error.into(), &StripLimits::default()))?;
    let states = transfer.states();
    match checked_quotient(&transfer, &should_stop) {
        Some(Ok(found)) => Ok((states, found)),
        Some(Err(())) => Err(FormulaError::Refuted),
        None if should_stop() => Err(FormulaError::StoppedStrip),
        None => Err(FormulaError::LongStrip { states, classes: states }),
    }
}

/// Returns the side of a strip that grows, and its length.
fn growing_side(shape: &FamilyShape) -> (GrowingSide, &AffineForm) {
    match shape.rows.is_constant() {
        true => (GrowingSide::Files, &shape.cols),
        false => (GrowingSide::Ranks, &shape.rows),
    }
}

/// Returns the error for a strip without a recurrence.
fn formula_error(error: NoRecurrence, limits: &StripLimits) -> FormulaError {
    match error {
        NoRecurrence::Closure(NoClosure::Reach) => FormulaError::Reach,
        NoRecurrence::Closure(NoClosure::States) => FormulaError::ManyStates(limits.max_states),
        NoRecurrence::Closure(NoClosure::Stopped) | NoRecurrence::Stopped => FormulaError::StoppedStrip,
        NoRecurrence::Work { states, classes } => FormulaError::LongStrip { states, classes },
        NoRecurrence::Endless => FormulaError::Mixed("lines that never end on a ring"),
        NoRecurrence::Refuted => FormulaError::Refuted,
    }
}

/// Returns the order of the recurrence of strips that contain a board, and the factor by which their terms
/// grow; `None` if there is no time. For a plain board, the strip is as wide as the board is high. If edges
/// are joined, it is as wide as the ring is long. The ends of the strip do not affect the factor, so a torus
/// has the factor of a cylinder.
///
/// # Errors
/// There is no such strip, or no factor above 1.
pub(in crate::formula) fn growth(
    problem: &Problem,
    places: u32,
    terms: &Terms<'_>,
) -> Result<Option<(usize, Decimal)>, FormulaError> {
    let growing =
        if problem.board().topology().cols_wrap() { GrowingSide::Ranks } else { GrowingSide::Files };
    let Some(mut strip) = Strip::new(problem, growing) else { return Err(FormulaError::NoWidths) };
    if strip.sought.iter().any(|&is_sought| is_sought) || strip.is_ring && strip.has_endless_lines() {
        return Err(FormulaError::NoWidths);
    }
    strip.is_ring = false;
    let limits = StripLimits { max_order: MAX_GROWTH_ORDER, ..StripLimits::default() };
    let found = match recurrence(&strip, &limits, &|| terms.is_over()) {
        Ok(found) => found,
        Err(NoRecurrence::Refuted) => return Err(FormulaError::Refuted),
        Err(_) => return Ok(None),
    };
    let root = found.recurrence.and_then(|found| largest_root(&found.characteristic(), places));
    match root {
        Some(root) if *root.units() <= BigInt::from(10).pow(places) => Err(FormulaError::SlowGrowth),
        root => Ok(root.map(|root| (found.order, root))),
    }
}

/// Returns the least value of the variable, from 0 on, with at least `ranks` ranks.
fn first_value(length: &AffineForm, ranks: usize) -> i64 {
    let (step, rest) = (length.steps[0], ranks as i64 - length.constant);
    (rest.div_euclid(step) + i64::from(rest.rem_euclid(step) > 0)).max(0)
}

/// Returns the formula of a strip in the variable of the family.
fn of_recurrence(
    shape: &FamilyShape,
    (strip, which): (&Strip, PlacementFilter),
    length: &AffineForm,
    found: &StripRecurrence,
    terms: &Terms<'_>,
) -> Result<Formula, FormulaError> {
    let (should_stop, wanted) = (&|| terms.is_over(), terms.wanted);
    let claim = Claim::Proved(Reason::Closure { states: found.states, classes: found.classes });
    if let Some(in_values) = in_values(length, found)? {
        return Ok(of_proved(shape, claim, in_values));
    }
    let first = first_value(length, found.first);
    let (start, step) = (length.value_at(&[first]) as usize, length.steps[0] as usize);
    let transfer = Transfer::with_filter(which, strip, StateReplacement::ALL, MAX_STATES, should_stop)
        .map_err(|error| formula_error(error.into(), &StripLimits::default()))?;
    let terms = match strip.is_ring {
        true => Vec::new(),
        false => transfer
            .exact_terms(start + step * SHOWN.max(wanted), should_stop)
            .ok_or(FormulaError::StoppedStrip)?,
    };
    let shown = terms.into_iter().skip(start).step_by(step).collect();
    let rule = Rule::LongRecurrence { order: found.order };
    Ok(Formula::new(shape, claim, (rule, vec![first]), (first, shown)))
}

/// Returns the recurrence in the variable of the family, from the one in ranks; `None` if there is none.
fn in_values(length: &AffineForm, found: &StripRecurrence) -> Result<Option<Recurrence>, FormulaError> {
    let Some(in_ranks) = &found.recurrence else { return Ok(None) };
    let first = first_value(length, found.first);
    let (start, step) = (length.value_at(&[first]) as usize, length.steps[0] as usize);
    let every = || in_ranks.terms().skip(start).step_by(step);
    let given = found.order + found.exceptions;
    let in_values = match step {
        1 => {
            let initial = given.saturating_sub(start).max(found.order);
            Recurrence::new(in_ranks.coefficients().to_vec(), first, every().take(initial).collect())
                .map(Recurrence::shorten)
        }
        // If a sequence obeys a recurrence, so does every n-th term, with no larger order. Twice as many
        // terms determine it.
        _ => Recurrence::of_terms(first, &every().take(2 * given + 2).collect::<Vec<_>>(), 1),
    };
    in_values.map(Some).ok_or(FormulaError::Refuted)
}

/// Returns the formula of the maximum, which is linear with a period.
fn maximum_formula(
    shape: &FamilyShape,
    strip: &Strip,
    length: &AffineForm,
    limits: &StripLimits,
    terms: &Terms<'_>,
) -> Result<Option<Formula>, FormulaError> {
    if strip.is_ring {
        return Ok(None);
    }
    let should_stop = &|| terms.is_over();
    let transfer = Transfer::new(strip, StateReplacement::ALL, limits.max_states, should_stop)
        .map_err(|error| formula_error(error.into(), limits))?;
    let Some(found) = largest_numbers(&transfer, MAX_RANKS, should_stop) else {
        return Err(terms.no_formula_error("the maximum did not repeat on the ranks that were tried"));
    };
    let first = first_value(length, 1);
    let from = first_value(length, found.start).max(first);
    let value = |n: i64| {
        let ranks = usize::try_from(length.value_at(&[n])).ok();
        ranks.and_then(|ranks| found.maximum(ranks)).map(BigInt::from).ok_or(FormulaError::Refuted)
    };
    let divisors = (2..=found.period).filter(|divisor| found.period.is_multiple_of(*divisor));
    let factors: Vec<(usize, usize)> =
        [(1, 2)].into_iter().chain(divisors.map(|divisor| (divisor, 1))).collect();
    let annihilator = Annihilator::new(&factors);
    let count = 2 * annihilator.order() as i64 + 2;
    let repeated: Vec<BigInt> = (from..from + count).map(value).collect::<Result<_, _>>()?;
    let rule = QuasiPolynomial::annihilated(&annihilator.reduce(&repeated), from, &repeated)
        .ok_or(FormulaError::Refuted)?;
    let known: Vec<BigInt> = (first..=from).map(value).collect::<Result<_, _>>()?;
    let claim = Claim::Proved(Reason::Closure { states: transfer.states(), classes: transfer.states() });
    let rule = (Rule::QuasiPolynomial(rule), vec![from]);
    let (half, ranks) = (terms.half(), |value: i64| length.value_at(&[value]));
    let is_one = strip.sought.iter().filter(|&&is_sought| is_sought).count() == 1;
    let reached = is_one
        .then(|| near_largest(&transfer, &found, first, &ranks, None, &|| half.should_stop()))
        .flatten();
    let counted = CountedObject::ReachingLargest;
    let reached =
        reached.map(|found| Formula { counted, ..of_diagonal(shape, &transfer, found) }).map(Box::new);
    Ok(Some(Formula { reached, ..Formula::new(shape, claim, rule, (first, known)) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An exceptional or unknown term, and the terms after it.
    #[test]
    fn exceptions_are_kept() {
        let big = |numbers: &[i64]| numbers.iter().copied().map(BigInt::from).collect::<Vec<_>>();
        let fibonacci = Recurrence::new(big(&[1, 1]), 0, big(&[0, 1])).unwrap();
        let terms = |term| {
            let found = with_exception(&fibonacci, 4, term).unwrap();
            (found.first(), found.first_computed(), found.terms().take(6).collect::<Vec<_>>())
        };
        assert_eq!(terms(Some(BigInt::from(9))), (0, 7, big(&[0, 1, 1, 2, 9, 5])));
        assert_eq!(terms(None), (5, 7, big(&[5, 8, 13, 21, 34, 55])));
        // A recurrence that has exceptions itself.
        let late = Recurrence::new(big(&[2]), 0, big(&[7, 7, 7, 7, 7, 7, 1])).unwrap();
        let found = with_exception(&late, 2, None).unwrap();
        assert_eq!((found.first(), found.first_computed()), (3, 7));
        assert!(found.terms().take(6).eq(big(&[7, 7, 7, 1, 2, 4])));
        assert_eq!(with_exception(&late, -1, None), None);
    }
}
