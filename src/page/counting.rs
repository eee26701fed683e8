//! Numbers.

use super::asked::{Asked, Fault, Means};
use super::position::{placed, read, without_walls};
use crate::clock::Instant;
use crate::notation::problem_with_bare;
use crate::plan;
use crate::report::text;
use crate::search::{self, ArmiesQuestion, Finder};
use crate::{Quantity, Question, UpTo};
use serde_json::{Value, json};

pub(super) fn sameness(asked: &Asked) -> Result<UpTo, Fault> {
    if asked.up_to.is_empty() { Ok(UpTo::Nothing) } else { Ok(asked.up_to.parse()?) }
}

fn question(asked: &Asked) -> Result<Question, Fault> {
    let question = Question::new(read(asked)?).with_up_to(sameness(asked)?);
    Ok(question.with_maximal(asked.maximal).with_by_number(asked.by_number))
}

/// How it would be counted, and how long that would take here and by the command.
pub(super) fn explain(asked: &Asked, means: &Means<'_>) -> Result<Value, Fault> {
    let question = question(asked)?;
    let plan = plan::plan(&question, means.settings)?;
    let summary = plan.summary();
    let considered = plan::consider(&plan);
    Ok(json!({
        "engine": summary.engine.0,
        "expectedSeconds": summary.seconds(),
        "memory": summary.memory,
        "text": text::explanation(&question.problem, &plan, &considered, false),
    }))
}

/// How many placements there are.
pub(super) fn count(asked: &Asked, means: &Means<'_>) -> Result<Value, Fault> {
    let question = question(asked)?;
    let start = Instant::now();
    let plan = plan::plan(&question, means.settings)?;
    let (outcome, instead) = plan.run_to_any_size(means.observer)?;
    let plan = instead.unwrap_or(plan);
    let by_number = outcome.by_number.as_ref().map(|numbers| {
        let of = |of: &plan::NumberCount| json!({ "pieces": of.pieces, "count": of.count.to_string() });
        numbers.iter().map(of).collect::<Vec<_>>()
    });
    Ok(json!({
        "problem": question.problem.to_string(),
        "count": outcome.count.to_string(),
        "placements": outcome.placements.as_ref().map(ToString::to_string),
        "maximum": outcome.maximum,
        "byNumber": by_number,
        "engine": plan.summary().engine.0,
        "seconds": start.elapsed().as_secs_f64(),
    }))
}

/// The largest number of pieces, or of equal armies.
pub(super) fn max(asked: &Asked, means: &Means<'_>) -> Result<Value, Fault> {
    let problem = without_walls(problem_with_bare(&asked.text, Quantity::Max)?)?;
    let start = Instant::now();
    let question = Question::new(problem);
    if question.problem.armies().len() == 1 {
        let found = search::largest(&question, means.settings, Finder::Best, false, means.observer)?;
        let text = question.problem.to_string();
        return Ok(json!({
            "number": found.number,
            "proved": found.proved,
            "problem": text,
            "placed": placed(&found.placement),
            "seconds": start.elapsed().as_secs_f64(),
        }));
    }
    let asked = ArmiesQuestion { count: false, pareto: false, aggressor: false };
    let found = search::largest_armies(&question, means.settings, asked, means.observer)?;
    let sizes = found.largest.as_ref().map(|attained| {
        let army =
            |army: &crate::Army| army.pieces().iter().map(|pieces| pieces.quantity.given()).sum::<u32>();
        attained.problem.armies().iter().map(army).collect::<Vec<_>>()
    });
    Ok(json!({
        "armies": sizes,
        "proved": found.proved,
        "problem": found.largest.as_ref().map(|attained| attained.problem.to_string()),
        "placed": found.largest.as_ref().map(|attained| placed(&attained.placement)),
        "seconds": start.elapsed().as_secs_f64(),
    }))
}
