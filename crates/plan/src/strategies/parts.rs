//! Parts that do not interact, as a product ([`parts`](crate::parts)). Each of its counts is made by an
//! engine, or by a plan of its own if that is faster.
//!
//! If a sweep can count a problem, parts are seldom faster. They help if no sweep can, or if the count is
//! distributed among machines, which a sweep does not support. `12x12 B8 F8` is expected to take 2 minutes by
//! parts, and 31 years by cells.

use super::strategy::{Proposal, Stake};
use crate::PlanError;
use crate::build::{by_engine, term_of_deferred_plan};
use crate::draft::Draft;
use crate::planned::DeferredPlan;
use crate::shape::shape;
use crate::term::Term;
use crate::tree::{Form, Target};
use crate::up_to::UpTo;

/// A count that takes longer than this, in seconds, is worth the search for parts.
const PARTS_THRESHOLD_SECONDS: f64 = 0.3;
/// A count of a part that takes longer than this, in seconds, is worth a plan of its own.
const PLANNED_THRESHOLD_SECONDS: f64 = 0.01;
/// The seconds for planning a count of a part with a hundred squares. Tables of conflicts grow with the
/// square of the number of squares.
const PLANNING_SECONDS_OF_A_PART: f64 = 0.001;
/// The share of the expected time that the planning of all parts may take.
const PARTS_SHARE: f64 = 0.2;

/// Proposes parts if the time at worst justifies them, because a forecast from few levels can be far too low.
pub(super) fn propose<'a>(draft: &'a Draft<'_>, stake: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let is_plain = draft.ground.settings.is_free() && draft.ground.question.up_to == UpTo::Nothing;
    let is_worth_it = !draft.is_swept && is_plain && stake.at_worst >= PARTS_THRESHOLD_SECONDS;
    Ok(is_worth_it.then(|| product(draft, stake.at_worst)).flatten())
}

fn product<'a>(draft: &Draft<'_>, stake: f64) -> Option<Proposal<'a>> {
    let parts = draft.ground.parts()?;
    let hundreds = (parts.largest_board() as f64 / 100.0).max(1.0);
    let mut seconds = parts.counts() as f64 * PLANNING_SECONDS_OF_A_PART * hundreds.powi(2);
    if seconds > stake * PARTS_SHARE {
        return None;
    }
    let (shape, mut terms) = (shape(draft.ground, Form::Parts).ok()?, Vec::new());
    for (counts, _) in shape.leaves() {
        let term = of_a_part(draft, counts, parts.counts())?;
        seconds += term.estimate().seconds;
        if seconds >= stake {
            return None;
        }
        terms.push(term);
    }
    draft.finish(&shape, terms).ok().map(Proposal::from_plan)
}

/// Returns the leaf of one of `among` counts of parts.
fn of_a_part(draft: &Draft<'_>, counts: &Target, among: usize) -> Option<Term> {
    let (ground, settings) = (draft.ground, draft.ground.settings);
    let site = ground.site(counts)?;
    let term = by_engine(ground, counts, &site, settings.engine, None).ok()?;
    let term = draft.faster_by_model(term, counts, &site);
    let alone = term.estimate().seconds;
    if alone <= PLANNED_THRESHOLD_SECONDS || settings.shared {
        return Some(term);
    }
    let nested = ground.nested_planner().as_before(settings);
    // For the same engine, units that many threads can count are better than a single one.
    let engine = Some(term.counter.facts().engine.0);
    let other = DeferredPlan::new(site.problem.clone(), &nested, among)
        .filter(|other| other.engine() != engine && other.seconds_at_worst() < alone);
    Some(other.map_or(term, |other| term_of_deferred_plan(ground, counts, &site, other)))
}
