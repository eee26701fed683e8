//! Determines the type of a family's formula, and derives the formula.

use super::error::FormulaError;
use super::found::Formula;
use super::known::KnownTerms;
use super::search::Search;
use super::shape::FamilyShape;
use super::strip::NumbersResult;
use super::terms::Terms;
use super::{bounded, classes, fitted, guessed, leapers, strip};
use crate::notation::Family;
use crate::plan::Observer;
use crate::problem::Objective;
use crate::question::Demand;
use crate::up_to::UpTo;
use num_bigint::BigInt;

/// Derives the formula of a family.
///
/// ```
/// use armistice::formula::{Claim, Search, derive};
/// use armistice::plan::{Settings, Silent};
/// use std::time::Duration;
///
/// let search = Search::new(Settings::default(), Duration::from_secs(10));
/// let formula = derive(&"2x{n} K*".parse()?, &search, &Silent)?;
/// assert!(matches!(formula.claim, Claim::Proved(_)));
/// let terms: Vec<String> = formula.all_terms().into_iter().flatten().take(6).map(|a| a.to_string()).collect();
/// assert_eq!(terms, ["1", "3", "5", "11", "21", "43"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Why there is no formula, and the terms that were counted.
pub fn derive(family: &Family, search: &Search, observer: &dyn Observer) -> Result<Formula, FormulaError> {
    find_formula(family, search, observer)?.check()
}

/// Returns the formula of a family before its check.
fn find_formula(family: &Family, search: &Search, observer: &dyn Observer) -> Result<Formula, FormulaError> {
    let shape = FamilyShape::from_family(family)?;
    let terms = Terms::new(search, observer);
    for (place, &variable) in shape.variables.iter().enumerate() {
        if shape.rows.steps[place] < 0 || shape.cols.steps[place] < 0 {
            return Err(FormulaError::Shrinking(variable));
        }
    }
    if shape.count_growing_sides() == 0 {
        return Err(FormulaError::FixedBoard);
    }
    let counted = search.counted_object();
    let (maximal, demand) = (search.maximal, search.dominating);
    if maximal || demand != Demand::Nothing {
        let is_proved = search.up_to == UpTo::Nothing && is_strip(&shape);
        let proved = match demand {
            _ if !is_proved => None,
            Demand::Nothing => strip::maximal_formula(&shape, &terms)?,
            Demand::Dominating | Demand::Total if maximal => None,
            Demand::Dominating | Demand::Total => strip::attack_formula(&shape, demand, &terms)?,
        };
        let found = proved.map_or_else(|| guess(&shape, terms, None), Ok);
        return found.map(|found| Formula { counted, ..found });
    }
    match search.up_to {
        UpTo::Nothing => of_placements(&shape, terms),
        UpTo::Symmetry | UpTo::Armies | UpTo::Maps(_) if shape.problem.objective() == Objective::Maximum => {
            Err(FormulaError::Classes)
        }
        UpTo::Symmetry | UpTo::Armies | UpTo::Maps(_) => {
            let mut terms = terms;
            // Strips are folded by all their rotations and reflections.
            let is_folded = !matches!(search.up_to, UpTo::Maps(_)) && is_strip(&shape);
            let proved = if is_folded { strip::up_to_symmetry(&shape, &mut terms)? } else { None };
            if let Some(found) = proved {
                return Ok(Formula { counted, ..found });
            }
            // If there is no formula, the rest of the time is for terms of the question.
            let all = of_placements(&shape, terms.asking(UpTo::Nothing).with_most_of_the_time());
            let all = all.map_err(|error| of_classes(error, &shape, &mut terms.asking(search.up_to)))?;
            let found = classes::formula(&shape, &all, search.up_to, &mut terms.asking(search.up_to))?;
            Ok(Formula { counted, ..found })
        }
        _ => Err(FormulaError::Translation),
    }
}

/// Returns the error with terms of the question instead of those of all placements, as far as there is time.
fn of_classes(error: FormulaError, shape: &FamilyShape, terms: &mut Terms<'_>) -> FormulaError {
    let Some(known) = error.known_terms() else { return error };
    for value in (known.first..).take(known.terms.len()) {
        if !matches!(terms.term(shape, value), Ok(Some(_))) {
            break;
        }
    }
    match terms.has_too_few() {
        true => FormulaError::Stopped { terms: terms.known_terms() },
        false => error.with_known(terms.known_terms()),
    }
}

/// Returns the formula of all placements.
fn of_placements(shape: &FamilyShape, mut terms: Terms<'_>) -> Result<Formula, FormulaError> {
    let grows = shape.count_growing_sides();
    let is_fixed = shape.fixed_numbers().is_some();
    let is_plain = !shape.is_irregular;
    if shape.variables.len() > 1 {
        return match is_plain && is_fixed && shape.is_of_leapers() {
            true => leapers::formula(shape, &mut terms),
            false => Err(FormulaError::TwoVariables),
        };
    }
    if is_fixed {
        if is_plain && shape.is_of_leapers() {
            return leapers::formula(shape, &mut terms);
        }
        let proved = if is_plain { bounded::formula(shape, &mut terms)? } else { None };
        return match proved {
            Some(formula) => Ok(formula),
            None => fitted::formula(shape, &mut terms),
        };
    }
    if shape.has_degrees && is_long(shape) {
        let found = strip::attack_formula(shape, Demand::Nothing, &terms)?;
        if let Some(formula) = found {
            return Ok(formula);
        }
    }
    if is_strip(shape) {
        let found = strip::formula(shape, &mut terms)?;
        if let Some(formula) = found {
            return Ok(formula);
        }
    }
    if shape.problem.objective() == Objective::Maximum {
        if shape.problem.armies().len() > 1 {
            return Err(FormulaError::Mixed("the largest opposing armies"));
        }
        return fitted::of_largest(shape, &mut terms);
    }
    let of_numbers = match is_plain && !shape.is_open() && grows == 1 {
        true => strip::of_numbers(shape, &terms),
        false => None,
    };
    match of_numbers {
        Some(NumbersResult::Proved(formula)) => Ok(*formula),
        Some(NumbersResult::Terms(counted)) => guess(shape, terms, Some(&counted)),
        None => guess(shape, terms, None),
    }
}

/// Returns true if pieces of one army, in any number or in the maximum number, stand on a strip that grows in
/// its length.
fn is_strip(shape: &FamilyShape) -> bool {
    !shape.is_irregular && is_long(shape)
}

/// Like [`is_strip`], but irregular families are allowed.
fn is_long(shape: &FamilyShape) -> bool {
    let is_one = shape.problem.armies().len() == 1;
    is_one && shape.is_open() && shape.count_growing_sides() == 1 && shape.variables.len() == 1
}

/// Returns a guess from terms, which are counted one by one if `counted` is `None`.
fn guess(
    shape: &FamilyShape,
    mut terms: Terms<'_>,
    counted: Option<&[BigInt]>,
) -> Result<Formula, FormulaError> {
    if shape.variables.len() > 1 {
        return Err(FormulaError::TwoVariables);
    }
    let found = match counted {
        Some(counted) => guessed::of_terms(shape, counted),
        None => guessed::formula(shape, &mut terms)?,
    };
    found.ok_or_else(|| {
        let known =
            counted.map_or_else(|| terms.known_terms(), |terms| KnownTerms::new(shape.first[0], terms));
        let looked = "no short recurrence fits them";
        if counted.is_none() && terms.has_too_few() {
            return FormulaError::Stopped { terms: known };
        }
        match shape.count_growing_sides() == 2 && shape.is_open() {
            true => FormulaError::BothGrow { terms: known },
            false => FormulaError::Unfitted { terms: known, looked },
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Settings, Silent};
    use std::time::Duration;

    /// The terms are the classes of queens (A002562) 1, 0, 0, 1, 2, 1, not the placements 1, 0, 0, 2, 10, 4.
    #[test]
    fn a_search_in_vain_has_the_terms_that_were_asked_for() {
        let search = Search::new(Settings::default(), Duration::from_secs(600)).with_up_to(UpTo::Symmetry);
        let shape = FamilyShape::from_family(&"{n}x{n} Q{n}".parse().unwrap()).unwrap();
        let placements = KnownTerms::new(1, &[1, 0, 0, 2, 10, 4].map(BigInt::from));
        let error = of_classes(
            FormulaError::Stopped { terms: placements },
            &shape,
            &mut Terms::new(&search, &Silent).asking(UpTo::Symmetry),
        );
        assert_eq!(error.known_terms(), Some(&KnownTerms::new(1, &[1, 0, 0, 1, 2, 1].map(BigInt::from))));
    }
}
