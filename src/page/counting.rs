//! Numbers of placements, as the command writes them.

use super::asked::{About, Fault, PageContext};
use super::position::placement_value;
use crate::answer::{AnswerError, answer, plan_answer};
use crate::clock::Instant;
use crate::plan::{self, PlanError};
use crate::report::text::Style;
use crate::report::{armies, estimate as estimates, explanation, json, numbers};
use crate::search::{self, ArmiesQuestion, Effort, EstimateOrCount, Finder};
use crate::{MapGroup, MapName, Named, Pieces, Placement, Quantity, Question, UpTo};
use serde_json::{Value, json};
use std::time::Duration;

/// The duration of an estimate.
const ESTIMATING: Duration = Duration::from_secs(10);

/// Explains how the count would run, and how long it would take on the page and with the command.
pub(super) fn explain(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let (question, settings) = (about.question()?, means.settings.clone());
    let explained = plan::unless_stopped(means.observer, move |cancel| {
        let plan = plan_answer(&question, &settings.with_cancel(cancel.clone()), &cancel)?;
        let considered = plan::consider(&plan);
        Ok::<_, AnswerError>([
            explanation::json(&plan, &considered, None),
            explanation::text(&plan, &considered, None, false),
        ])
    });
    let [explained, text] = explained.ok_or("stopped")??;
    let mut explained: Value = serde_json::from_str(&explained)?;
    explained["text"] = json!(text);
    Ok(explained)
}

/// Counts the placements.
pub(super) fn count(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let answer = answer(&about.question()?, means.settings, &(), means.observer)?;
    Ok(serde_json::from_str(&json::count(&answer))?)
}

/// Estimates the number of placements. The form differs from that of counts: `≈ 2.4e17 (±1 %, 95 %)`.
pub(super) fn estimate(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let (question, begun) = (about.question()?, Instant::now());
    let effort = Effort { relative: None, time: Some(ESTIMATING), seed: about.seed, counts: true };
    let about = match search::estimate(&question, effort, means.settings, means.observer)? {
        EstimateOrCount::Counted(answer) if answer.outcome.complete => {
            format!("exactly {} (counting was quicker)", numbers::group_digits(&answer.outcome.count))
        }
        EstimateOrCount::Counted(_) => return Err(Fault::from("stopped")),
        EstimateOrCount::About(estimate) => {
            let line = estimates::text(&estimate, Style::Plain);
            let about = line.trim_end().strip_prefix(&question.problem.to_string());
            about.unwrap_or(&line).trim_start_matches(": ").to_owned()
        }
    };
    Ok(json!({ "about": about, "seconds": begun.elapsed().as_secs_f64() }))
}

/// Returns the groups of maps up to which placements of the problem can be counted, each with its name in a
/// sentence.
pub(super) fn maps(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let problem = about.problem()?;
    // A single map is judged through the subgroups that contain it. Nothing is counted for it.
    let is_missing = |name: MapName| {
        let question =
            Question::new(problem.clone()).with_up_to(UpTo::from_group(MapGroup::from_names(&[name])));
        let found = plan::by_symmetry(&question, means.settings);
        matches!(found, Err(PlanError::NoSuchSymmetry { .. } | PlanError::TooManyExchanges))
    };
    let topology = problem.board().topology();
    let wraps = topology.rows_wrap() || topology.cols_wrap();
    // On a plane board, maps of the torus act as if the edges met.
    let is_plain =
        |pieces: &Pieces| matches!(pieces.quantity, Quantity::Exactly(_)) && pieces.fixed.is_empty();
    let is_torus_meant = problem.board().is_plain()
        && problem.armies().len() == 1
        && problem.pieces().all(is_plain)
        && !about.maximal;
    let suits = |name: MapName| match name {
        MapName::Shifts => wraps && !topology.is_twisted(),
        MapName::Affine => !problem.board().dilations().is_empty(),
        MapName::TorusShifts => is_torus_meant,
        MapName::TorusAffine => is_torus_meant && problem.board().rows() == problem.board().cols(),
        name => (!name.exchanges_armies() || problem.armies().len() > 1) && !is_missing(name),
    };
    let names = MapName::ALL.iter().filter(|&&name| suits(name));
    let named =
        names.map(|name| json!({ "name": name.name(), "phrase": MapGroup::from_names(&[*name]).phrase() }));
    Ok(json!({ "maps": named.collect::<Vec<_>>() }))
}

/// Sorts the words for groups of maps, and leaves out those that other words cover.
pub(super) fn sort_group_words(about: &About) -> Result<Value, Fault> {
    let up_to = about.up_to()?;
    Ok(json!({ "upTo": up_to.to_string(), "phrase": up_to.phrase().trim_start() }))
}

/// Combines the text that the command would write with the placement in the form of the page.
fn with_placement(written: &str, placement: Option<&Placement>) -> Result<Value, Fault> {
    let mut written: Value = serde_json::from_str(written)?;
    written["placed"] = json!(placement.map(placement_value));
    Ok(written)
}

/// Returns the smallest number of pieces that satisfy the demand.
pub(super) fn min(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let problem = about.problem_of(Quantity::Any)?;
    let smallest = search::smallest(&problem, about.demand()?, true, means.settings, means.observer)?;
    let smallest = smallest.filter(|smallest| smallest.count.is_some()).ok_or("stopped")?;
    let placement = smallest.placement.as_ref().map(|(_, placement)| placement);
    with_placement(&json::smallest(&problem, smallest.demand, Some(&smallest)), placement)
}

/// Returns the maximum of the pieces, or of equal armies.
pub(super) fn max(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let question = Question::new(about.problem_of(Quantity::Max)?);
    if question.problem.armies().len() == 1 {
        let found = search::largest(&question, means.settings, Finder::Best, false, means.observer)?;
        return with_placement(&json::largest(&found), Some(&found.placement));
    }
    let asked = ArmiesQuestion::default();
    let found = search::largest_armies(&question, means.settings, asked, means.observer)?;
    with_placement(&armies::json(&found), found.largest.as_ref().map(|attained| &attained.placement))
}
