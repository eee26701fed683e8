//! Rejects questions that no engine counts, and names an engine that counts a question which another engine
//! rejects.

use super::cases::Split;
use super::error::{ONE_OF_THEM, PlanError};
use super::settings::Settings;
use crate::engines::Engine;
use crate::engines::technique::{Technique, knows};
use crate::feature::Feature;
use crate::named::Named;
use crate::problem::{Lines, Objective};
use crate::question::{Demand, Question};
use crate::up_to::UpTo;

/// Rejects questions that no engine counts, or that the named engine does not count.
pub(crate) fn check(question: &Question, settings: &Settings) -> Result<(), PlanError> {
    let Question { problem, up_to, maximal, by_number, fixed_by, dominating: _ } = question;
    check_dominating(question)?;
    let (technique, is_oracle) = (settings.engine.technique(), settings.engine == Engine::ORACLE);
    let is_open = problem.objective() != Objective::Exactly;
    if *maximal {
        // An additional piece can remove attacks, so a placement that one piece cannot extend may be extended
        // by two.
        let instead = "maximal placements are of non-attacking pieces, with quotas of at most one, like \
                       rank=..1";
        let what = Feature::Maximal.words();
        PlanError::refuse_together(question, what, &[Feature::Quotas, Feature::Degrees], instead)?;
    }
    for depends in [Feature::BlockedLines, Feature::Hops] {
        let open = [Feature::LargestNumber, Feature::AnyNumber];
        let refused = if is_oracle { &[][..] } else { &open };
        if question.features().contains(&depends) {
            refuse_unless_exact(question, depends, refused)?;
        }
    }
    if !fixed_by.is_identity() {
        if *up_to != UpTo::Nothing {
            return Err(PlanError::FixedClasses);
        }
        let what = Feature::FixedByMaps.words();
        PlanError::refuse_unpaired(question, what)?;
        PlanError::refuse_together(question, what, &[Feature::LargestNumber], ONE_OF_THEM)?;
    }
    if Split::needed_split(problem).is_some() {
        let open = [Feature::LargestNumber, Feature::ByNumber];
        let refused = if is_oracle { &[][..] } else { &open };
        let refused = [&[Feature::Maximal], refused].concat();
        PlanError::refuse_together(question, Feature::Walls.words(), &refused, ONE_OF_THEM)?;
    }
    if *by_number && !is_open {
        return Err(PlanError::NoNumbers);
    }
    if let Some(technique) = technique {
        // Other engines count the exact numbers of ranges, or any number.
        if is_oracle || !problem.has_ranges() {
            check_engine(technique, question)?;
        }
        settings.without.check(settings.engine)?;
        check_kernel(technique, settings)?;
    }
    match settings.kernel.filter(|kernel| !kernel.is_available()) {
        Some(kernel) => Err(PlanError::Kernel(kernel)),
        None => Ok(()),
    }
}

/// Rejects the open numbers in `refused`, and maximal placements, if other pieces decide what a piece attacks.
#[doc(hidden)]
pub fn refuse_unless_exact(
    question: &Question,
    depends: Feature,
    refused: &[Feature],
) -> Result<(), PlanError> {
    let what = depends.words();
    PlanError::refuse_together(question, what, &[Feature::Maximal], "leave out --maximal")?;
    PlanError::refuse_together(question, what, refused, "give each kind an exact number")
}

/// Rejects a domination demand that is combined with a feature which it replaces.
#[doc(hidden)]
pub fn check_dominating(question: &Question) -> Result<(), PlanError> {
    if question.dominating == Demand::Nothing {
        return Ok(());
    }
    let what = Feature::Dominating.words();
    let instead = "dominating pieces belong to one army, may attack each other, and see along whole lines";
    let refused = [
        Feature::Armies,
        Feature::Groups,
        Feature::Degrees,
        Feature::BlockedLines,
        Feature::Walls,
        Feature::Maximal,
    ];
    PlanError::refuse_together(question, what, &refused, instead)?;
    match question.problem.lines() {
        // The caller asked for blocked lines, even if they make no difference within one army.
        Lines::Blocked => Err(PlanError::Together { what, feature: Feature::BlockedLines, instead }),
        Lines::Sight => Ok(()),
    }
}

/// Returns true if the numbers of placements in cases or units add up to the answer.
pub(crate) fn is_added_up(question: &Question) -> bool {
    !question.maximal
}

/// Rejects a question that an engine cannot answer.
pub(crate) fn check_engine(technique: &dyn Technique, question: &Question) -> Result<(), PlanError> {
    match refusal(technique, question) {
        Some(why) => Err(PlanError::Refused { engine: technique.name(), why, is_chosen: false }),
        None => Ok(()),
    }
}

/// Rejects a choice of instruction set for an engine that has none.
pub(crate) fn check_kernel(technique: &dyn Technique, settings: &Settings) -> Result<(), PlanError> {
    if technique.has_kernels() || settings.kernel.is_none() {
        return Ok(());
    }
    let why = format!("the {} engine has no kernels to choose from; omit the kernel", technique.name());
    Err(PlanError::Refused { engine: technique.name(), why, is_chosen: false })
}

/// Returns the error of an engine that has no counter, or of a question without a sweep.
pub(crate) fn misfit(engine: Engine) -> PlanError {
    let why = engine.technique().map_or("no engine counts this problem", Technique::misfit);
    PlanError::Refused { engine: engine.name(), why: why.to_owned(), is_chosen: false }
}

/// Returns the reason why an engine cannot answer a question; `None` if it may be able to.
fn refusal(technique: &dyn Technique, question: &Question) -> Option<String> {
    let features = question.features();
    if let Some(&unknown) = features.iter().find(|&&feature| !knows(technique, feature)) {
        return Some(unknown_feature(technique, unknown));
    }
    let needs = technique.needs();
    if !needs.is_empty() && !needs.iter().any(|feature| features.contains(feature)) {
        let words: Vec<&str> = needs.iter().map(|feature| feature.words()).collect();
        // Lines that were typed are no feature if no piece can stand on them.
        let is_idle = needs.contains(&Feature::BlockedLines) && question.problem.lines() == Lines::Blocked;
        let idle = if is_idle { ", and 'blocked' changes nothing in this problem" } else { "" };
        return Some(format!("the {} engine needs {}{idle}", technique.name(), words.join(" or ")));
    }
    technique.refuses(question).map(str::to_owned)
}

/// The maximum number of engines that the message names.
const MOST_NAMED: usize = 6;

/// Returns the message that an engine does not support a feature, with the engines that do.
fn unknown_feature(technique: &dyn Technique, feature: Feature) -> String {
    let able: Vec<&str> = (Engine::techniques().filter(|&(_, other)| knows(other, feature)))
        .map(|(engine, _)| engine.name())
        .collect();
    let words = feature.words();
    match able[..] {
        [] => format!("no engine can count {words}"),
        [one] => format!("only the engine {one} can count {words}"),
        [ref others @ .., last] if others.len() < MOST_NAMED => {
            format!("only the engines {} and {last} count {words}", others.join(", "))
        }
        _ => format!("the {} engine does not count {words}", technique.name()),
    }
}

/// Returns true if an engine that counts units may be able to answer the question.
pub(crate) fn can_be_counted_by_units(question: &Question, settings: &Settings) -> bool {
    let mut with_units =
        Engine::techniques_without(settings.without.engines).filter(|(engine, _)| engine.has_units());
    with_units.any(|(_, technique)| refusal(technique, question).is_none())
}

/// Returns all engines but the oracle.
pub(super) fn engines_that_count() -> impl Iterator<Item = Engine> {
    Engine::techniques().map(|(engine, _)| engine).filter(|&engine| engine != Engine::ORACLE)
}
