//! The smallest placements that cannot be extended.
//!
//! What fits at most is looked for by branch and bound; what can be the least is not found so: a placement that cannot be extended
//! is no part of a larger one. So all of them are counted, by the number of pieces, and the least number is read off. (For one
//! kind it is the independent domination number of its conflict graph.)

use super::largest::LargestError;
use super::listing::{ListingError, Selection, list_lex};
use crate::clock::Instant;
use crate::placement::Placement;
use crate::plan::{Observer, PlanError, Settings, plan};
use crate::problem::{Problem, Quantity};
use crate::question::Question;
use num_bigint::BigUint;
use std::time::Duration;

/// The smallest number of pieces with which no further one fits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Smallest {
    /// The pieces of the kinds whose number was left open, together; `None` if there is no placement.
    pub number: Option<u32>,
    /// How many placements have so few.
    pub count: BigUint,
    /// One of them, with the problem in which their numbers are given; `None` if there is no placement.
    pub placement: Option<(Problem, Placement)>,
    /// Name and version of the engine that counted.
    pub engine: (&'static str, u32),
    /// Time for all of it.
    pub elapsed: Duration,
}

/// Finds the smallest placements that cannot be extended, of a problem in which some numbers are open (`*` or `max`: either is
/// the same here). `None` if the observer stopped it.
///
/// ```
/// use armistice::{Problem, plan::{Settings, Silent}, search::smallest};
///
/// let queens: Problem = "8x8 Q*".parse()?;
/// let smallest = smallest(&queens, &Settings::default(), &Silent)?.ok_or("stopped")?;
/// assert_eq!((smallest.number, smallest.count.to_string().as_str()), (Some(5), "728"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Problems in which no number is open, several armies, settings that cannot be met, and checks that failed.
pub fn smallest(
    problem: &Problem,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Option<Smallest>, LargestError> {
    let start = Instant::now();
    let is_open = |quantity: Quantity| !matches!(quantity, Quantity::Exactly(_));
    if !problem.pieces().any(|pieces| is_open(pieces.quantity)) {
        return Err(LargestError::NothingToMinimise);
    }
    if problem.walls().is_some() {
        return Err(PlanError::NoWalls.into());
    }
    let question = Question::new(problem.with_open_numbers()).with_maximal(true).with_by_number(true);
    let plan = plan(&question, settings)?;
    let outcome = plan.run(observer)?;
    if !outcome.complete {
        return Ok(None);
    }
    let by_number = outcome.by_number.unwrap_or_default();
    let size = |pieces: &[u32]| pieces.iter().sum::<u32>();
    let number = by_number.iter().map(|of| size(&of.pieces)).min();
    let least: Vec<_> = by_number.iter().filter(|of| Some(size(&of.pieces)) == number).collect();
    let placement = match least.first() {
        None => None,
        Some(numbers) => {
            let open = problem.pieces().enumerate().filter(|(_, pieces)| is_open(pieces.quantity));
            let given =
                open.zip(&numbers.pieces).try_fold(problem.clone(), |problem, ((piece, _), &number)| {
                    problem.with_number(piece, number)
                });
            let unsound = || LargestError::Unsound(format!("{problem} has no placement of the least number"));
            let given = given.ok_or_else(unsound)?;
            let selection = Selection { maximal: true, ..Selection::default() };
            let mut listing = list_lex(&given, selection, observer).map_err(|error| match error {
                ListingError::Largest(error) => error,
                error => LargestError::Unsound(error.to_string()),
            })?;
            match listing.advance(&|| observer.should_stop()) {
                Some(listed) => Some((given, listed.placement)),
                None if observer.should_stop() => return Ok(None),
                None => return Err(unsound()),
            }
        }
    };
    let count = least.iter().map(|of| &of.count).sum();
    let engine = plan.summary().engine;
    Ok(Some(Smallest { number, count, placement, engine, elapsed: start.elapsed() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::naive;
    use crate::plan::{CancelToken, Silent};

    #[test]
    fn the_least_numbers_are_those_of_the_oracle() {
        for text in
            ["4x4 Q*", "4x4 Kmax", "3x5 N*", "3x3 K* N*", "4x3/torus R*", "4x4-b2 B* K*", "3x3 Q* N@a1"]
        {
            let problem: Problem = text.parse().unwrap();
            let found = smallest(&problem, &Settings::default(), &Silent).unwrap().unwrap();
            let all = naive::answer(&problem.with_open_numbers(), true, &|| false).by_number;
            let size = |of: &crate::plan::NumberCount| of.pieces.iter().sum::<u32>();
            let least = all.iter().map(size).min();
            assert_eq!(found.number, least, "{text}");
            let count: BigUint = all.iter().filter(|of| Some(size(of)) == least).map(|of| &of.count).sum();
            assert_eq!(found.count, count, "{text}");
            assert_eq!(found.placement.is_some(), least.is_some(), "{text}");
            let Some((given, placement)) = found.placement else { continue };
            assert_eq!(placement.fault(&given), None, "{text}");
            let placed: Vec<_> = (placement.pieces().iter())
                .map(|&(kind, square)| (kind, (square.row as i64, square.col as i64)))
                .collect();
            assert!(naive::is_maximal(&given, &placed), "{text}");
        }
    }

    #[test]
    fn what_has_no_open_number_is_refused_and_a_stop_is_heard() {
        let refused = smallest(&"4x4 Q4".parse().unwrap(), &Settings::default(), &Silent);
        assert_eq!(refused, Err(LargestError::NothingToMinimise));
        let token = CancelToken::new();
        token.cancel();
        assert_eq!(smallest(&"12x12 N*".parse().unwrap(), &Settings::default(), &token), Ok(None));
        let none =
            smallest(&"2x2 K* Q@a1 N@b2".parse().unwrap(), &Settings::default(), &Silent).unwrap().unwrap();
        assert_eq!((none.number, none.placement), (None, None));
    }
}
