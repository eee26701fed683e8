//! What no engine counts, and which engine counts what another one refuses.

use super::error::PlanError;
use super::settings::Settings;
use crate::engines::Engine;
use crate::engines::technique::{Manner, Technique};
use crate::named::Named;
use crate::problem::Objective;
use crate::question::{Ask, Question};
use crate::up_to::UpTo;

/// Refuses what no engine counts, or not the one that is asked for.
pub(crate) fn check(question: &Question, settings: &Settings) -> Result<(), PlanError> {
    let Question { problem, up_to, maximal, by_number, fixed_by } = question;
    if problem.board().is_large() {
        return Err(PlanError::LargeBoard);
    }
    let manner = settings.engine.technique().map(Technique::manner);
    let is_open = problem.objective() != Objective::Exactly;
    // A further piece can make peace where there was none: what cannot be extended by one may be by two.
    if !problem.is_pairwise() && (*maximal || (is_open && manner != Some(Manner::Definition))) {
        return Err(PlanError::BlockedIsPlain);
    }
    if !fixed_by.is_identity() {
        if *up_to != UpTo::Nothing {
            return Err(PlanError::FixedClasses);
        }
        if !problem.is_pairwise() || problem.walls().is_some() || problem.objective() == Objective::Maximum {
            return Err(PlanError::FixedIsPlain);
        }
    }
    if problem.walls().is_some() {
        let is_simple = problem.objective() != Objective::Maximum
            && !*by_number
            && matches!(up_to, UpTo::Nothing | UpTo::Symmetry);
        if *maximal || !(is_simple || manner == Some(Manner::Definition)) {
            return Err(PlanError::WallsArePlain);
        }
    }
    let technique = settings.engine.technique();
    let refused = |why| PlanError::Refused { engine: settings.engine.name(), why };
    if let Some(why) = technique.and_then(|technique| refusal(technique, question)) {
        return Err(refused(why));
    }
    if *by_number && !is_open {
        return Err(PlanError::NoNumbers);
    }
    if settings.kernel.is_some()
        && let Some(why) = technique.and_then(Technique::refuses_kernels)
    {
        return Err(refused(why.to_owned()));
    }
    match settings.kernel.filter(|kernel| !kernel.is_available()) {
        Some(kernel) => Err(PlanError::Kernel(kernel)),
        None => Ok(()),
    }
}

/// Why an engine cannot answer a question; `None` if it may be able to.
pub(crate) fn refusal(technique: &dyn Technique, question: &Question) -> Option<String> {
    let unanswered = question.asks().find(|&ask| !technique.answers(ask));
    let Some(ask) = unanswered else { return technique.refuses(question).map(str::to_owned) };
    let able: Vec<&str> = (Engine::techniques().filter(|(_, other)| other.answers(ask)))
        .map(|(engine, _)| engine.name())
        .collect();
    let engines = match able[..] {
        [] => "no engine can".to_owned(),
        [one] => format!("only the engine {one} can"),
        [ref others @ .., last] => format!("only the engines {} and {last}", others.join(", ")),
    };
    let about = ask.about();
    let advice = if matches!(ask, Ask::Blocked | Ask::Hops) { ": use the engine best" } else { "" };
    Some(format!("{engines} {}{}{advice}", about[..1].to_lowercase(), &about[1..]))
}

/// Whether an engine that goes this way may be able to answer a question.
pub(crate) fn can(manner: Manner, question: &Question) -> bool {
    let mut going = Engine::techniques().filter(|(_, technique)| technique.manner() == manner);
    going.any(|(_, technique)| refusal(technique, question).is_none())
}

/// All engines but the oracle.
pub(super) fn engines_that_count() -> impl Iterator<Item = Engine> {
    let counts = Engine::techniques().filter(|(_, technique)| technique.manner() != Manner::Definition);
    counts.map(|(engine, _)| engine)
}
