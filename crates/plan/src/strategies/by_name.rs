//! Named engines that count no units: those that read the question themselves, and smaller boards.

use super::strategy::{Proposal, Stake};
use crate::check::misfit;
use crate::classes::of_classes;
use crate::clusters::Clusters;
use crate::draft::Draft;
use crate::engines::Engine;
use crate::{Plan, PlanError};

pub(super) fn propose<'a>(draft: &'a Draft<'_>, _: Stake) -> Result<Option<Proposal<'a>>, PlanError> {
    let (question, settings, engine) =
        (draft.ground.question, draft.ground.settings, draft.ground.settings.engine);
    // Large boards have their own strategy.
    let has_smaller = engine == Engine::CLUSTERS && !question.problem.board().is_large();
    if !engine.reads_questions() && !has_smaller {
        return Ok(None);
    }
    if draft.ground.is_part {
        return Err(misfit(engine));
    }
    let plan = match has_smaller {
        true => Clusters::new(draft.ground.problem(), &draft.ground.nested_planner())
            .ok_or_else(|| misfit(engine))
            .and_then(|clusters| of_classes(draft, clusters.term())),
        false => match Plan::direct(question, settings, engine, f64::INFINITY) {
            // An engine may also count instances.
            Err(PlanError::Refused { .. }) if counts_instances(draft, engine) => return Ok(None),
            plan => plan,
        },
    };
    plan.map(Proposal::at_no_price).map(Some)
}

/// Whether an engine that reads questions counts this one as an instance.
fn counts_instances(draft: &Draft<'_>, engine: Engine) -> bool {
    let ready = draft.ground.whole_site().leaf_instance();
    engine.technique().is_some_and(|technique| technique.suits(&ready).is_some())
}
