//! Makes the tree for classes of placements from a leaf for all placements.
//!
//! The question determines what the leaves of the tree count ([`shape`](super::shape)). This module chooses
//! the counters of the other leaves.

use super::build::{build, class_counter, led_classes, plan_with_leaders, term_of_counter, usual_units};
use super::check::misfit;
use super::choose;
use super::draft::{Draft, TIMING_THRESHOLD_SECONDS};
use super::ground::{Ground, Site};
use super::leaders::Leaders;
use super::shape::shape;
use super::term::Term;
use super::tree::{Form, Leaf, Target, Way};
use super::{Plan, PlanError};
use crate::engines::Engine;
use crate::engines::expression::Expression;
use crate::engines::technique::LeafInstance;
use crate::named::Named;
use crate::problem::Objective;
use crate::up_to::UpTo;
use std::borrow::Cow;

/// Returns the plan with this leaf for all placements. For classes, it is the mean over the symmetries of the
/// numbers of fixed placements, or a single additional leaf that lists classes, if that is faster.
pub(crate) fn of_classes(draft: &Draft<'_>, all: Term) -> Result<Plan, PlanError> {
    let ground = draft.ground;
    if ground.question.up_to == UpTo::Nothing {
        return draft.finish(&Expression::Leaf(Target::All), vec![all]);
    }
    let shape_of_fixed = shape(ground, Form::Fixed)?;
    let targets = shape_of_fixed.leaves().into_iter().skip(1);
    let fixed = targets.map(|(counts, _)| term_of_fixed(draft, counts)).collect::<Result<Vec<Term>, _>>()?;
    if let Some(listed) = list_classes(ground, &all, &fixed) {
        return draft.finish(&shape(ground, Form::Classes)?, vec![all, listed]);
    }
    draft.finish(&shape_of_fixed, std::iter::once(all).chain(fixed).collect())
}

/// Returns the plan with leaders for all placements. For classes, the same leaders also count the fixed
/// placements if they can.
pub(crate) fn of_led_classes(draft: &Draft<'_>, leaders: Leaders) -> Result<Plan, PlanError> {
    let ground = draft.ground;
    match led_classes(ground, &leaders) {
        Some(classes) => {
            draft.finish(&shape(ground, Form::Classes)?, vec![plan_with_leaders(leaders), classes])
        }
        // The placements that symmetries fix have exact numbers of pieces.
        None if is_by_maps(ground) && ground.problem().objective() != Objective::Exactly => {
            Err(misfit(ground.settings.engine))
        }
        None => of_classes(draft, plan_with_leaders(leaders)),
    }
}

/// Returns true if the classes are those of maps of the board.
pub(crate) fn is_by_maps(ground: &Ground<'_>) -> bool {
    !matches!(ground.question.up_to, UpTo::Nothing | UpTo::Translation)
}

/// Returns the leaf of the placements that a symmetry fixes, or of all placements on a smaller board.
fn term_of_fixed(draft: &Draft<'_>, counts: &Target) -> Result<Term, PlanError> {
    let (ground, engine) = (draft.ground, draft.ground.settings.engine);
    let Some(site) = ground.site(counts) else {
        return build(ground, &Leaf::new(counts.clone(), Way::Quotient));
    };
    let part = LeafInstance::part(site.problem.board(), &site.instance);
    let counter = choose::part(&part, engine, ground.tuning).ok_or_else(|| misfit(engine))?;
    let term = term_of_counter(ground, counts, &site, counter, usual_units(ground, counts));
    Ok(draft.faster_by_model(term, counts, &site))
}

/// Returns a leaf that lists the classes one by one, with the engine that counts all placements. It replaces
/// the leaves of the fixed placements if the classes are few and this is faster.
fn list_classes(ground: &Ground<'_>, all: &Term, fixed: &[Term]) -> Option<Term> {
    let engine = Engine::from_name(all.counter.facts().engine.0)?;
    let technique = engine.technique()?;
    let site: Cow<'_, Site> = ground.site(&Target::All)?;
    let is_on_trial =
        choose::on_trial(&site.leaf_instance(), ground.tuning).any(|other| other.name() == technique.name());
    // An engine that lists classes supports rotations, reflections and exchanges of armies.
    let is_known = matches!(ground.question.up_to, UpTo::Symmetry | UpTo::Armies);
    if ground.settings.engine != Engine::BEST || !is_on_trial || !is_known {
        return None;
    }
    let seconds = fixed.iter().map(|term| term.estimate().seconds).sum::<f64>();
    let listed = if seconds >= TIMING_THRESHOLD_SECONDS { class_counter(ground, engine).ok() } else { None };
    listed.filter(|listed| listed.estimate().seconds < seconds)
}
