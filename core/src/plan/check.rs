//! What no engine counts, and who counts what another one refuses.

use super::error::PlanError;
use super::settings::Settings;
use crate::engines::Engine;
use crate::engines::technique::{Manner, Refusal, Technique, is_open};
use crate::named::Named;
use crate::question::{Question, UpTo};

/// Refuses what no engine counts, or not the one that is asked for.
pub(crate) fn check(question: &Question, settings: &Settings) -> Result<(), PlanError> {
    let Question { problem, up_to: _, maximal, by_number } = question;
    if problem.board().is_large() {
        return Err(PlanError::LargeBoard);
    }
    let manner = settings.engine.technique().map(Technique::manner);
    // A further piece can make peace where there was none: what cannot be extended by one may be by two.
    if problem.is_blocked() && (*maximal || (is_open(question) && manner != Some(Manner::Definition))) {
        return Err(PlanError::BlockedIsPlain);
    }
    let refusal = settings.engine.technique().and_then(|technique| technique.refuses(question));
    if let Some(refusal) = refusal {
        let why = match refusal {
            Refusal::Because(why) => why.to_owned(),
            Refusal::Lines => {
                format!("only {} let pieces block lines: take the engine best", named(question))
            }
            Refusal::Numbers => {
                let all = Question { up_to: UpTo::Nothing, ..question.clone() };
                let able = named(&all);
                format!("only {able} count any number, the largest number or maximal placements")
            }
        };
        return Err(PlanError::Refused { engine: settings.engine.name(), why });
    }
    if *by_number && !is_open(question) {
        return Err(PlanError::NoNumbers);
    }
    if manner == Some(Manner::Definition)
        && settings.kernel.is_some()
        && let Some(why) = settings.engine.technique().and_then(Technique::refuses_kernels)
    {
        return Err(PlanError::Refused { engine: settings.engine.name(), why: why.to_owned() });
    }
    match settings.kernel.filter(|kernel| !kernel.is_available()) {
        Some(kernel) => Err(PlanError::Kernel(kernel)),
        None => Ok(()),
    }
}

/// The engines that do not refuse a question.
pub(crate) fn able(question: &Question) -> impl Iterator<Item = Engine> {
    let able = |technique: &'static dyn Technique| technique.refuses(question).is_none();
    Engine::techniques().filter(move |(_, technique)| able(*technique)).map(|(engine, _)| engine)
}

/// The engines that do not refuse a question: `the engines frontier and naive`.
fn named(question: &Question) -> String {
    let names: Vec<&str> = able(question).map(Named::name).collect();
    format!("the engines {}", names.join(" and "))
}
