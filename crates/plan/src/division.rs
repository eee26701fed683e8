//! Placements by the square of their first piece: a sum over squares whose parts are shown.

use super::build::prepare_whole;
use super::cases::Split;
use super::check::check;
use super::choose;
use super::error::ONE_OF_THEM;
use super::settings::{check_memory, tuning};
use super::term::Term;
use super::tree::Way;
use super::units::UnitPlan;
use super::{Plan, PlanError, Settings};
use crate::board::Square;
use crate::engines::instance::Instance;
use crate::engines::technique::LeafInstance;
use crate::feature::{Feature, IN_INSTANCES};
use crate::named::Named;
use crate::question::Question;

/// The placements of a problem by the square of one piece, made by [`divide`].
#[non_exhaustive]
pub struct Division {
    /// The letter of the kind by whose lowest square the placements are divided.
    pub letter: char,
    /// For each square where that piece can stand, lowest first, the plan that counts these placements.
    pub parts: Box<dyn Iterator<Item = (Square, Plan)>>,
}

const DIVISION: &str = "subtotals by the first square (--divide)";

/// Divides the placements of a problem by the lowest square that holds a piece of its first kind. Pre-placed
/// pieces do not count.
///
/// # Errors
/// Everything that [`plan`](super::plan()) rejects, problems without a piece to divide by, and questions
/// about classes, open numbers or blocked lines.
pub fn divide(question: &Question, settings: &Settings) -> Result<Division, PlanError> {
    check(question, settings)?;
    let problem = &question.problem;
    PlanError::refuse_unpaired(question, DIVISION)?;
    if Split::needed_split(problem).is_some() {
        return Err(PlanError::Together { what: DIVISION, feature: Feature::Walls, instead: ONE_OF_THEM });
    }
    if let Some(feature) = question.find_unsupported(IN_INSTANCES) {
        return Err(PlanError::Together { what: DIVISION, feature, instead: ONE_OF_THEM });
    }
    if !settings.engine.has_units() {
        return Err(PlanError::NoUnits(settings.engine.name()));
    }
    let tuning = tuning(settings, None);
    let instance = Instance::new(problem);
    let needed = prepare_whole(
        &LeafInstance::from_problem(problem, &instance.clone().merge_classes(), question.dominating),
        settings.engine,
        tuning,
    )?
    .memory();
    check_memory(needed, settings)?;
    let first = problem.pieces().find(|pieces| pieces.free_pieces() > 0).ok_or(PlanError::NothingToDivide)?;
    let letter = first.kind.letter();
    let (question, settings) = (question.clone(), settings.clone());
    let squares = question.problem.board().squares();
    let parts = (0..squares).filter_map(move |index| {
        let part = instance.with_lowest(index)?;
        Some((question.problem.board().square(index), plan_part(part, &question, &settings, None)?))
    });
    Ok(Division { letter, parts: Box::new(parts) })
}

/// Returns the plan that counts a part of the placements of a question, before classes are merged. With a
/// known calibration factor it does not estimate.
#[doc(hidden)]
pub fn plan_part(
    part: Instance,
    question: &Question,
    settings: &Settings,
    factor: Option<f64>,
) -> Option<Plan> {
    let tuning = tuning(settings, None);
    let (maps, words) = (part.maps.len(), part.conflicts.width());
    let merged = part.merge_classes();
    let ready = LeafInstance::part(question.problem.board(), &merged);
    let counter = choose::part(&ready, settings.engine, tuning)?;
    let term = Term::new(Way::from_engine(settings.engine), counter);
    let term = match factor {
        Some(factor) => term.with_calibration(factor),
        None => term,
    };
    let units = UnitPlan::from_leaf(term, settings.pool(), tuning.tuned);
    Some(Plan { is_part: true, ..Plan::of_units(units, question, settings, &[], (maps, words)) })
}

#[cfg(test)]
mod tests {
    use super::super::check::misfit;
    use super::*;

    /// A part without a counter would be missing from the sum without a message.
    #[test]
    fn every_part_has_a_counter() {
        assert!(misfit(crate::engines::Engine::BEST).to_string().contains("no engine"));
        for text in ["4x4 Q4", "4x4 N3 K1", "3x3 R3", "4x4 Q2/Q2"] {
            let question = Question::new(text.parse().unwrap());
            let instance = Instance::new(&question.problem);
            let open =
                (0..question.problem.board().squares()).filter(|&at| instance.with_lowest(at).is_some());
            let division = divide(&question, &Settings::default()).unwrap();
            assert_eq!(division.parts.count(), open.count(), "{text}");
        }
    }
}
