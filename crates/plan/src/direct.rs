//! A leaf that is answered by an engine that reads the question itself, on a board of any size.

use super::check::{check_engine, misfit};
use super::observer::{Observer, UnitDone};
use super::outcome::{Outcome, RunError};
use super::pool::Pool;
use super::same::{members, same};
use super::settings::Settings;
use super::summary::Summary;
use super::term::Term;
use super::tree::Way;
use super::units::UnitPlan;
use super::whole::Whole;
use super::{Plan, PlanError};
use crate::clock::Instant;
use crate::engines::Engine;
use crate::engines::counter::{Divided, Facts};
use crate::engines::direct::{Direct, Look, OverMemory, Run};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::kernel::Kernel;
use crate::engines::random::Random;
use crate::engines::tally::Counts;
use crate::engines::technique::{Manner, Suit, Symmetries, Technique};
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;
use std::time::Duration;

/// No more seconds than this are at stake for an engine that is not asked for by name.
pub(crate) const MOST_STAKE: f64 = 20.0;

/// An answer that takes longer than this is worth other threads, in seconds.
const PARALLEL_THRESHOLD_SECONDS: f64 = 0.01;

/// A question that is answered so.
struct DirectLeaf {
    direct: Box<dyn Direct>,
    facts: Facts,
    by_number: bool,
    pool: Pool,
    /// Bytes that it may take, if they are limited.
    memory: Option<u64>,
}

impl Divided for DirectLeaf {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        self.direct.estimate()
    }

    fn memory(&self) -> usize {
        self.direct.memory()
    }

    fn note(&self) -> Option<String> {
        Some(self.direct.note())
    }
}

impl Whole for DirectLeaf {
    fn answer(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let progress = |share, nodes| observer.unit_done(&UnitDone::step(0, share, nodes));
        let should_stop = || observer.should_stop();
        let is_long = self.direct.estimate().seconds > PARALLEL_THRESHOLD_SECONDS;
        let is_parallel = self.pool.threads > 1 && is_long;
        let run = Run { is_parallel, should_stop: &should_stop, progress: &progress };
        let counts = match is_parallel {
            true => self.pool.install(|| self.direct.answer(&run))?,
            false => self.direct.answer(&run),
        };
        let over = |OverMemory| RunError::Memory { allowed: self.memory.unwrap_or(u64::MAX) };
        Ok(answered(counts.map_err(over)?, self.by_number, start.elapsed() + self.direct.spent()))
    }

    fn outline(&self) -> Outline {
        Outline::leaf(self.direct.note(), self.direct.estimate().seconds, self.direct.memory())
    }

    fn summary(&self, of_any: Summary) -> Summary {
        Summary { mask_words: self.direct.words(), ..of_any }
    }
}

/// The outcome of a whole question.
pub(crate) fn answered(counts: Counts, by_number: bool, elapsed: Duration) -> Outcome {
    let Counts { count, placements, maximum, by_number: numbers, nodes, complete } = counts;
    Outcome {
        count,
        maximum,
        by_number: by_number.then_some(numbers),
        placements,
        complete,
        units_done: usize::from(complete),
        nodes,
        elapsed,
    }
}

impl DirectLeaf {
    /// The leaf of an engine that reads the question itself, where `stake` seconds are at stake.
    ///
    /// # Errors
    /// Why it cannot answer it.
    fn term(
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
        let (memory, should_stop) = (settings.memory, || settings.cancel.is_cancelled());
        let look = Look { memory, stake, should_stop: &should_stop };
        let symmetries = Symmetries { same, fixed_by: &fixed_by };
        let direct = technique.direct(question, symmetries, &look).ok_or_else(|| misfit(engine))?;
        let about = (technique.name(), technique.version());
        let facts = Facts::plain(about, Kernel::Portable, vec![direct.estimate().seconds * 1e9]);
        let (by_number, pool) = (question.by_number, settings.pool());
        Ok(Term::whole(Way::Direct { engine }, Self { direct, facts, by_number, pool, memory }))
    }
}

/// On a large board, and for maps that do not keep the question, no group is written down.
fn is_written(question: &Question) -> bool {
    !question.problem.board().is_large() && question.up_to.group().on_torus().is_none()
}

impl Plan {
    /// The plan of an engine that reads the question itself, where `stake` seconds are at stake.
    ///
    /// # Errors
    /// Why it cannot answer it.
    pub(crate) fn direct(
        question: &Question,
        settings: &Settings,
        engine: Engine,
        stake: f64,
    ) -> Result<Self, PlanError> {
        check_engine(engine.technique().ok_or_else(|| misfit(engine))?, question)?;
        let has_group = question.up_to != UpTo::Nothing && is_written(question);
        let same = if has_group { same(question)? } else { Vec::new() };
        let term = DirectLeaf::term(question, settings, engine, &same, stake)?;
        let units = UnitPlan::of(term, settings.pool(), Kernel::Portable);
        Self::of_units(units, question, settings, &same, (1, 0)).within(settings)
    }
}

/// The quickest plan of an engine that reads the question itself and suits questions so, if there is one where so many seconds are
/// at stake.
pub(crate) fn quickest(question: &Question, settings: &Settings, suit: Suit, stake: f64) -> Option<Plan> {
    let stake = stake.min(MOST_STAKE);
    let suits = |engine: &Engine| engine.technique().and_then(Technique::suits_questions) == Some(suit);
    let is_there = |engine: &Engine| suits(engine) && !settings.without.has(*engine);
    let engines = Engine::of(Manner::Direct).filter(is_there);
    let plans = engines.filter_map(|engine| Plan::direct(question, settings, engine, stake).ok());
    let seconds = |plan: &Plan| plan.summary().estimate.seconds;
    plans.min_by(|one, other| seconds(one).total_cmp(&seconds(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::expression::{Expression, Holding, Portion};
    use crate::plan::{CancelToken, Silent, plan};

    /// The largest number, and counts by number, are more than what units add up to.
    #[test]
    fn alone_it_answers_whatever_is_asked() {
        let settings = Settings::default().with_engine(Engine::ORACLE);
        let question = Question::new("3x3 Q1 Nmax".parse().unwrap()).with_by_number(true);
        let plan = plan(&question, &settings).unwrap();
        let outcome = plan.run(&Silent).unwrap();
        assert_eq!((outcome.maximum, outcome.count), (Some(0), 9u32.into()));
        assert_eq!(outcome.by_number.map(|counts| counts.len()), Some(1));
        // Of that no journal of units would know.
        assert!(plan.units().is_none() && plan.swept().is_none());
        let stopped = CancelToken::new();
        stopped.cancel();
        let outcome = plan.run(&stopped).unwrap();
        assert_eq!((outcome.complete, outcome.units_done), (false, 0));
    }

    #[test]
    fn in_a_tree_it_is_a_unit_like_any_other() {
        let leaves = ["4x4 R4", "3x3 R3"].map(|text| {
            let question = Question::new(text.parse().unwrap());
            DirectLeaf::term(&question, &Settings::default(), Engine::ORACLE, &[], f64::INFINITY).unwrap()
        });
        let portion = |squares, number| {
            let counts = vec![Holding { numbers: vec![number], node: Expression::Leaf(()) }];
            Portion { squares, times: 1, counts }
        };
        let product = Expression::Product { numbers: vec![7], portions: vec![portion(16, 4), portion(9, 3)] };
        let pool = Settings::default().with_threads(1).pool();
        let units = UnitPlan::new(&product, leaves.into(), false, pool, Kernel::Portable);
        let outcome = units.run(&Silent).unwrap();
        assert_eq!((outcome.count, outcome.units_done, outcome.complete), ((24u32 * 6).into(), 2, true));
    }
}
