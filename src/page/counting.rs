//! Numbers.

use super::asked::{Asked, Fault, Means};
use super::position::{placed, read, without_walls};
use crate::clock::Instant;
use crate::notation::problem_with_bare;
use crate::plan::{self, PlanError};
use crate::report::text;
use crate::search::{self, ArmiesQuestion, Finder};
use crate::{MapGroup, MapName, Named, Pieces, Quantity, Question, UpTo};
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
    let (question, settings) = (question(asked)?, means.settings.clone());
    let explained = plan::unless_stopped(means.observer, move |cancel| {
        let plan = plan::plan(&question, &settings.with_cancel(cancel))?;
        let summary = plan.summary();
        let considered = plan::consider(&plan);
        Ok::<_, PlanError>(json!({
            "engine": summary.engine.0,
            "expectedSeconds": summary.seconds(),
            "memory": summary.memory,
            "text": text::explanation(&question.problem, &plan, &considered, false),
        }))
    });
    Ok(explained.ok_or("stopped")??)
}

/// How many placements there are.
pub(super) fn count(asked: &Asked, means: &Means<'_>) -> Result<Value, Fault> {
    let question = question(asked)?;
    let start = Instant::now();
    let plan = plan::plan_unless_stopped(&question, means.settings, means.observer)?.ok_or("stopped")?;
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

/// The groups of maps that placements of the problem can be counted up to, with what they are called in a sentence.
pub(super) fn maps(asked: &Asked, means: &Means<'_>) -> Result<Value, Fault> {
    let problem = read(asked)?;
    // What a single map does to a problem is known where its subgroups are looked at; nothing is counted for it.
    let is_missing = |name: MapName| {
        let question = Question::new(problem.clone()).with_up_to(UpTo::of(MapGroup::of(&[name])));
        let found = plan::by_symmetry(&question, means.settings);
        matches!(found, Err(PlanError::NoSuchSymmetry { .. } | PlanError::TooManyExchanges))
    };
    let topology = problem.board().topology();
    let wraps = topology.rows_wrap() || topology.cols_wrap();
    // As if the edges of a plane board met.
    let is_plain =
        |pieces: &Pieces| matches!(pieces.quantity, Quantity::Exactly(_)) && pieces.fixed.is_empty();
    let is_torus_meant = problem.board().is_plain()
        && problem.armies().len() == 1
        && problem.pieces().all(is_plain)
        && !asked.maximal;
    let suits = |name: MapName| match name {
        MapName::Shifts => wraps && !topology.is_twisted(),
        MapName::Affine => !problem.board().dilations().is_empty(),
        MapName::TorusShifts => is_torus_meant,
        MapName::TorusAffine => is_torus_meant && problem.board().rows() == problem.board().cols(),
        name => (!name.exchanges_armies() || problem.armies().len() > 1) && !is_missing(name),
    };
    let names = MapName::ALL.iter().filter(|&&name| suits(name));
    let named = names.map(|name| json!({ "name": name.name(), "phrase": MapGroup::of(&[*name]).phrase() }));
    Ok(json!({ "maps": named.collect::<Vec<_>>() }))
}

/// Words for groups of maps, put in order: those that others cover are left out.
pub(super) fn same(asked: &Asked) -> Result<Value, Fault> {
    let up_to = sameness(asked)?;
    Ok(json!({ "upTo": up_to.to_string(), "phrase": up_to.phrase().trim_start() }))
}

/// The smallest number of pieces with which no further one fits.
pub(super) fn min(asked: &Asked, means: &Means<'_>) -> Result<Value, Fault> {
    let problem = without_walls(problem_with_bare(&asked.text, Quantity::Any)?)?;
    let start = Instant::now();
    let smallest = search::smallest(&problem, means.settings, means.observer)?.ok_or("stopped")?;
    let placed = smallest.placement.as_ref().map(|(_, placement)| placed(placement));
    Ok(json!({
        "number": smallest.number,
        "count": smallest.count.to_string(),
        "placed": placed,
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
    let asked = ArmiesQuestion::default();
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
