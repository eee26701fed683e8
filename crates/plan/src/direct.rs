//! Leaves that an engine answers by reading the question itself, on boards of any size.

use super::check::{check_engine, misfit};
use super::same::{equivalence_symmetries, members};
use super::settings::{Settings, tuning};
use super::term::Term;
use super::tree::Way;
use super::units::UnitPlan;
use super::{Plan, PlanError};
use crate::engines::Engine;
use crate::engines::kernel::Kernel;
use crate::engines::technique::{Limits, Suit, Symmetries, Task};
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;

/// The maximum stake, in seconds, of an engine that was not named.
pub(crate) const MOST_STAKE: f64 = 20.0;

/// Returns the leaf of an engine that reads the question itself; `stake` is in seconds.
///
/// # Errors
/// Why the engine cannot answer the question.
fn leaf(
    question: &Question,
    settings: &Settings,
    engine: Engine,
    same: &[Symmetry],
    stake: f64,
) -> Result<Term, PlanError> {
    let technique = engine.technique().ok_or_else(|| misfit(engine))?;
    let fixed_by = match question.fixed_by.is_identity() || !is_written(question) {
        true => Vec::new(),
        false => members(&question.problem, question.maximal, question.fixed_by)?,
    };
    let should_stop = || settings.cancel.is_cancelled();
    let limits = Limits { tuning: tuning(settings, None), stake, should_stop: &should_stop };
    let task = Task::Question(question, Symmetries { same, fixed_by: &fixed_by });
    let leaf = technique.prepare(&task, &limits).ok_or_else(|| misfit(engine))?;
    Ok(Term::new(Way::Direct { engine }, leaf))
}

/// Returns false on large boards, and for maps that do not preserve the question: their groups are not
/// listed.
fn is_written(question: &Question) -> bool {
    !question.problem.board().is_large() && question.up_to.group().on_torus().is_none()
}

impl Plan {
    /// Returns the plan of an engine that reads the question itself; `stake` is in seconds.
    ///
    /// # Errors
    /// Why the engine cannot answer the question.
    pub(crate) fn direct(
        question: &Question,
        settings: &Settings,
        engine: Engine,
        stake: f64,
    ) -> Result<Self, PlanError> {
        check_engine(engine.technique().ok_or_else(|| misfit(engine))?, question)?;
        let has_group = question.up_to != UpTo::Nothing && is_written(question);
        let same = if has_group { equivalence_symmetries(question)? } else { Vec::new() };
        let term = leaf(question, settings, engine, &same, stake)?;
        let units = UnitPlan::from_leaf(term, settings.pool(), Kernel::Portable);
        Self::of_units(units, question, settings, &same, (1, 0)).check_memory(settings)
    }
}

/// Returns the fastest plan of an engine that reads the question itself and whose fit is `suit`, if there is
/// one. `stake` is in seconds.
pub(crate) fn fastest_plan(question: &Question, settings: &Settings, suit: Suit, stake: f64) -> Option<Plan> {
    let stake = stake.min(MOST_STAKE);
    let engines = Engine::techniques_without(settings.without.engines)
        .filter(|(_, technique)| technique.suits_questions() == Some(suit));
    let plans = engines.filter_map(|(engine, _)| Plan::direct(question, settings, engine, stake).ok());
    let seconds = |plan: &Plan| plan.summary().estimate.seconds;
    plans.min_by(|one, other| seconds(one).total_cmp(&seconds(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::expression::{Expression, NumberedPart, Portion};
    use crate::plan::{CancelToken, Silent, plan};

    /// Units do not add up to the maximum, nor to counts by number.
    #[test]
    fn alone_it_answers_whatever_is_asked() {
        let settings = Settings::default().with_engine(Engine::ORACLE);
        let question = Question::new("3x3 Q1 Nmax".parse().unwrap()).with_by_number(true);
        let plan = plan(&question, &settings).unwrap();
        let outcome = plan.run(&Silent).unwrap();
        assert_eq!((outcome.maximum, outcome.count), (Some(0), 9u32.into()));
        assert_eq!(outcome.by_number.map(|counts| counts.len()), Some(1));
        // A journal of units could not hold such an answer.
        assert!(plan.units().is_none() && plan.resumable_sweep().is_none());
        let stopped = CancelToken::new();
        stopped.cancel();
        let outcome = plan.run(&stopped).unwrap();
        assert_eq!((outcome.complete, outcome.units_done), (false, 0));
    }

    #[test]
    fn in_a_tree_it_is_a_unit_like_any_other() {
        let leaves = ["4x4 R4", "3x3 R3"].map(|text| {
            let question = Question::new(text.parse().unwrap());
            leaf(&question, &Settings::default(), Engine::ORACLE, &[], f64::INFINITY).unwrap()
        });
        let portion = |squares, number| {
            let counts = vec![NumberedPart { numbers: vec![number], node: Expression::Leaf(()) }];
            Portion { squares, times: 1, counts }
        };
        let product = Expression::Product { numbers: vec![7], portions: vec![portion(16, 4), portion(9, 3)] };
        let pool = Settings::default().with_threads(1).pool();
        let units = UnitPlan::new(&product, leaves.into(), false, pool, Kernel::Portable);
        let outcome = units.run(&Silent).unwrap();
        assert_eq!((outcome.count, outcome.units_done, outcome.complete), ((24u32 * 6).into(), 2, true));
    }
}
