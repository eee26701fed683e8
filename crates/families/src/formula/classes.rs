//! Classes of placements up to symmetry.
//!
//! By Burnside's lemma, `g` times the number of classes is the number of all placements plus the numbers that
//! each of the other `g - 1` symmetries fixes. All placements have a formula of their own, with its own proof
//! or evidence. Far fewer placements are fixed by symmetries. For example, one half of a mirror-symmetric
//! placement determines it. So for k pieces on growing squares there is a quasi-polynomial of degree k, not
//! 2k, and few terms are enough to fit it. The lemma gives its terms as a difference. (For strips with any
//! numbers of pieces it is proved instead: `strip::burnside`.)

use super::claim::Claim;
use super::error::FormulaError;
use super::found::{Formula, Rule, first_right};
use super::shape::FamilyShape;
use super::support::count_supporting_terms;
use super::terms::Terms;
use crate::algebra::fit::fit_counts;
use crate::algebra::{QuasiPolynomial, Recurrence};
use crate::plan::equivalence_symmetries;
use crate::question::Question;
use crate::up_to::UpTo;
use num_bigint::BigInt;

/// The number of boards from which the usual number of symmetries is found. The first boards can be squares
/// among oblongs.
const NEIGHBOURS: usize = 12;

/// The minimum number of nonzero terms of fixed placements that must agree, apart from those that determine
/// the rule.
const FURTHER: usize = 4;
/// The number of nonzero class numbers that must equal those of all placements divided by the number of
/// symmetries, if symmetries seem to fix nothing. Fixed placements may begin on larger boards than the
/// others.
const FURTHER_OF_NOTHING: usize = 12;

/// The description of an unsuccessful search.
const LOOKED: &str = "no rule fits the placements that symmetries fix, with four non-zero terms to spare (twelve if there are none)";

/// Returns the formula of the number of classes, from the formula of all placements.
pub(super) fn formula(
    shape: &FamilyShape,
    all: &Formula,
    up_to: UpTo,
    terms: &mut Terms<'_>,
) -> Result<Formula, FormulaError> {
    let group = |value: i64| {
        let problem = shape.problem_at(&[value])?;
        Some(equivalence_symmetries(&Question::from(problem).with_up_to(up_to)).ok()?.len())
    };
    let first = all.first.max(shape.first[0]);
    let skipped = usize::try_from(first - all.first).unwrap_or(0);
    let Some(placements) = all.all_terms() else { return Err(FormulaError::TwoVariables) };
    if !matches!(all.rule, Rule::QuasiPolynomial(_) | Rule::Recurrence(_)) {
        return Err(FormulaError::Classes);
    }
    let mut placements = placements.skip(skipped);
    // A square among longer boards has more symmetries, so the search begins at the next board.
    let size = (first..).map_while(&group).take(NEIGHBOURS).last().unwrap_or(1);
    let (mut start, mut counted, mut fixed) = (first, Vec::new(), Vec::new());
    let mut found = None;
    while let Some(term) = terms.term(shape, first + counted.len() as i64)? {
        let value = first + counted.len() as i64;
        let Some(of_all) = placements.next() else { break };
        counted.push(term.clone());
        match group(value) == Some(size) {
            true => fixed.push(term * size - of_all),
            false => (start, fixed) = (value + 1, Vec::new()),
        }
        found = what_is_fixed(shape, &all.rule, (start, &fixed), (first, &counted));
        if found.as_ref().is_some_and(|found| found.further >= found.unknown) {
            break;
        }
    }
    let Some(found) = found else { return Err(terms.no_formula_error(LOOKED)) };
    let rule = combine_rules(all, &found, (first, start), size, &counted).ok_or(FormulaError::Refuted)?;
    let (unknown, further) = (found.unknown, found.further);
    let claim = match all.rule {
        Rule::QuasiPolynomial(_) => Claim::Fitted { unknown, further },
        _ => Claim::Guessed { unknown, further },
    };
    let formula = Formula::new(shape, claim, rule, (first, counted));
    if formula.goes_on() { Ok(formula) } else { Err(terms.no_formula_error(LOOKED)) }
}

/// A rule for the placements that symmetries fix.
struct FixedRule {
    rule: Rule,
    from: i64,
    unknown: usize,
    further: usize,
}

/// Returns the rule of the terms of fixed placements, of the same type as the rule of all placements; `None`
/// if there is none. The numbers of classes and the terms both begin at `start`, and their lists have equal
/// lengths.
fn what_is_fixed(
    shape: &FamilyShape,
    all: &Rule,
    (start, terms): (i64, &[BigInt]),
    classes: (i64, &[BigInt]),
) -> Option<FixedRule> {
    let supported = |unknown: usize, further: usize| match unknown {
        0 => count_supporting_terms(shape, classes, further, FURTHER_OF_NOTHING),
        _ => count_supporting_terms(shape, (start, terms), further, FURTHER),
    };
    match all {
        Rule::QuasiPolynomial(_) => {
            let pieces = shape.fixed_numbers()?.iter().sum::<u32>() as usize;
            let fit = fit_counts(start, terms, (pieces, pieces), None)?;
            let unknown = fit.annihilator.order();
            let further = supported(unknown, fit.further)?;
            Some(FixedRule { rule: Rule::QuasiPolynomial(fit.formula), from: fit.from, unknown, further })
        }
        Rule::Recurrence(_) => {
            let found = Recurrence::of_terms(start, terms, FURTHER)?;
            let (unknown, from) = (found.order(), found.first_computed());
            let further = supported(unknown, terms.len().checked_sub(found.determining_terms())?)?;
            Some(FixedRule { rule: Rule::Recurrence(found), from, unknown, further })
        }
        _ => None,
    }
}

/// Returns the rule for classes, and the value from which it holds. `None` if the terms that were counted
/// from `first` on do not obey it.
fn combine_rules(
    all: &Formula,
    fixed: &FixedRule,
    (first, start): (i64, i64),
    size: usize,
    counted: &[BigInt],
) -> Option<(Rule, Vec<i64>)> {
    match (&all.rule, &fixed.rule) {
        (Rule::QuasiPolynomial(of_all), Rule::QuasiPolynomial(of_fixed)) => {
            let from = fixed.from.max(*all.from.first()?).max(start);
            let annihilator = of_all.annihilator().least_common_multiple(&of_fixed.annihilator());
            let value = |n: i64| {
                let n = BigInt::from(n);
                let sum = of_all.value(&n)? + of_fixed.value(&n)?;
                (&sum % size == BigInt::ZERO).then(|| sum / size)
            };
            let values = (from..).take(2 * annihilator.order() + 2).map(value).collect::<Option<Vec<_>>>()?;
            let rule = QuasiPolynomial::annihilated(&annihilator.reduce(&values), from, &values)?;
            let known = counted.get(usize::try_from(from - first).ok()?..)?;
            if rule.first_contradiction(from, known).is_some() {
                return None;
            }
            let from = match rule.period() {
                1 => first_right(&rule.mean(), first, counted, from),
                _ => from,
            };
            Some((Rule::QuasiPolynomial(rule), vec![from]))
        }
        (Rule::Recurrence(of_all), Rule::Recurrence(of_fixed)) => {
            let exceptions = of_all.initial().len() + of_fixed.initial().len();
            let length = 2 * (of_all.order() + of_fixed.order()) + exceptions + 8;
            let skipped = usize::try_from(start - of_all.first()).ok()?;
            let sums = of_all.terms().skip(skipped).zip(of_fixed.terms());
            let values: Vec<BigInt> = sums.take(length).map(|(one, other)| (one + other) / size).collect();
            let known = counted.get(usize::try_from(start - first).ok()?..)?;
            if values.iter().zip(known).any(|(value, known)| value != known) {
                return None;
            }
            let (rule, from) = Rule::of_recurrence(Recurrence::of_terms(start, &values, 1)?);
            Some((rule, vec![from]))
        }
        _ => None,
    }
}
