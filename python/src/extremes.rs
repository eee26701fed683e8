//! The maximum of the pieces or the armies, and the fewest pieces that satisfy a demand or leave no room.

use crate::counting::{of_answer, sameness, settings, time};
use crate::listing::checked;
use crate::numbers::integer;
use crate::placement::Placement;
use crate::problem::{self, refused};
use crate::waiting::{Wait, expired};
use armistice::answer::AnswerError;
use armistice::report::text::Style;
use armistice::report::{armies, json, text};
use armistice::search::{self, ArmiesQuestion, Finder};
use armistice::{Demand, Quantity, Question};
use pyo3::prelude::*;

/// A result as text and as JSON, and a placement that attains it; `None` if there is none.
type Extreme = (String, String, Option<Placement>);

/// The result of a search for a maximum, whether the search was completed, and the number that it reached.
struct Found {
    extreme: PyResult<Extreme>,
    is_proved: bool,
    number: Option<u32>,
}

/// Finds the maximum.
#[pyfunction]
#[pyo3(signature = (problem, count, up_to, maximal, ratio, curve, threads, memory, progress, timeout))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn largest(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    count: bool,
    up_to: Option<&str>,
    maximal: bool,
    ratio: bool,
    curve: bool,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'_, PyAny>>,
    timeout: Option<f64>,
) -> PyResult<Extreme> {
    let problem = problem::read(problem, if ratio { Quantity::Exactly(1) } else { Quantity::Max })?;
    let has_armies = problem.armies().len() > 1;
    if !has_armies && (ratio || curve) {
        return Err(refused("ratio and curve are for opposing armies, like 8x8 Q/Q"));
    }
    let asked = problem.clone();
    let question = Question::new(problem).with_up_to(sameness(up_to)?).with_maximal(maximal);
    let settings = settings(threads, memory, None)?;
    let timeout = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let wait = Wait { progress: progress.as_ref(), timeout, has_journal: false };
    let answered = wait.run(python, move |watch| {
        if has_armies {
            let asked = ArmiesQuestion { count, ratio, pareto: curve, ..ArmiesQuestion::default() };
            search::largest_armies(&question, &settings, asked, watch).map(|found| of_armies(&found))
        } else {
            search::largest(&question, &settings, Finder::Best, count, watch).map(|found| of_pieces(&found))
        }
    })?;
    let found = match answered.transpose().map_err(AnswerError::from) {
        Ok(None) | Err(AnswerError::Stopped) => return Err(expired(python, &asked, None, None)),
        Ok(Some(found)) => found,
        Err(error) => return Err(of_answer(error)),
    };
    let extreme = found.extreme?;
    if found.is_proved {
        return Ok(extreme);
    }
    let reached = found.number.map(|number| integer(python, &number.into())).transpose()?;
    Err(expired(python, &asked, reached, extreme.2))
}

/// Returns the maximum of the pieces of one army.
fn of_pieces(largest: &search::Maximum) -> Found {
    // With the number in place of `max`, the placement fits a problem.
    let placement = largest
        .number
        .map(|_| checked(&largest.question.problem, Demand::Nothing, largest.placement.clone(), None));
    let written = (text::largest(largest, Style::Plain), json::largest(largest));
    let is_counted = !largest.is_counted || largest.number.is_none() || largest.outcome.is_some();
    Found {
        extreme: placement.transpose().map(|placement| extreme(written, placement)),
        is_proved: largest.proved && is_counted,
        number: largest.number,
    }
}

/// Returns the maximum of several armies.
fn of_armies(armies: &search::LargestArmies) -> Found {
    let placement = armies
        .largest
        .as_ref()
        .map(|attained| checked(&attained.problem, Demand::Nothing, attained.placement.clone(), None));
    let written = (armies::text(armies, Style::Plain), armies::json(armies));
    let is_counted = !armies.asked.count || armies.largest.is_none() || armies.outcome.is_some();
    Found {
        extreme: placement.transpose().map(|placement| extreme(written, placement)),
        is_proved: armies.proved && is_counted,
        number: armies.largest.as_ref().map(|_| armies.number),
    }
}

fn extreme((text, record): (String, String), placement: Option<Placement>) -> Extreme {
    (text.trim_end().to_owned(), record, placement)
}

/// Finds the smallest sufficient number of pieces.
#[pyfunction]
#[pyo3(signature = (problem, dominating, threads, memory, progress, timeout))]
pub(crate) fn smallest(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    dominating: Option<&str>,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Bound<'_, PyAny>>,
    timeout: Option<f64>,
) -> PyResult<Extreme> {
    let problem = problem::read(problem, Quantity::Any)?;
    let demand = dominating.map_or(Ok(Demand::Nothing), |demand| demand.parse().map_err(refused))?;
    let settings = settings(threads, memory, None)?;
    let timeout = timeout.map(|seconds| time(seconds, "timeout")).transpose()?;
    let wait = Wait { progress: progress.as_ref(), timeout, has_journal: false };
    let asked = problem.clone();
    let answered =
        wait.run(python, move |watch| search::smallest(&problem, demand, true, &settings, watch))?;
    let smallest = match answered.transpose().map_err(AnswerError::from) {
        Ok(None | Some(None)) | Err(AnswerError::Stopped) => return Err(expired(python, &asked, None, None)),
        Ok(Some(Some(smallest))) if smallest.count.is_none() => {
            return Err(expired(python, &asked, None, None));
        }
        Ok(Some(Some(smallest))) => smallest,
        Err(error) => return Err(of_answer(error)),
    };
    let written = (
        text::smallest(&asked, Some(&smallest), Style::Plain),
        json::smallest(&asked, demand, Some(&smallest)),
    );
    let placement = smallest.placement.map(|(problem, placement)| checked(&problem, demand, placement, None));
    Ok(extreme(written, placement.transpose()?))
}
