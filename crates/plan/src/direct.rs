//! A leaf that is answered by an engine that reads the question itself, on a board of any size.

use super::check::{check_engine, misfit};
use super::observer::{Observer, UnitDone};
use super::outcome::{Outcome, RunError};
use super::pool::Pool;
use super::same::{members, same};
use super::settings::Settings;
use super::term::Term;
use super::tree::Way;
use super::units::UnitPlan;
use super::whole::Whole;
use super::{Plan, PlanError};
use crate::clock::Instant;
use crate::engines::Engine;
use crate::engines::counter::{Divided, Facts};
use crate::engines::direct::Direct;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::kernel::Kernel;
use crate::engines::random::Random;
use crate::engines::tally::Found;
use crate::engines::technique::{Manner, Symmetries};
use crate::question::Question;
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
        let progress = |share| observer.unit_done(&UnitDone::step(0, share, 0));
        let should_stop = || observer.should_stop();
        let is_long = self.direct.estimate().seconds > PARALLEL_THRESHOLD_SECONDS;
        let found = match self.pool.threads > 1 && is_long {
            true => self.pool.install(|| self.direct.answer(true, &should_stop, &progress))?,
            false => self.direct.answer(false, &should_stop, &progress),
        };
        Ok(answered(found, self.by_number, start.elapsed()))
    }

    fn outline(&self) -> Outline {
        Outline::leaf(self.direct.note(), self.direct.estimate().seconds, self.direct.memory())
    }
}

/// The outcome of what was found in one go; before that nothing is a placement.
pub(crate) fn answered(found: Option<Found>, by_number: bool, elapsed: Duration) -> Outcome {
    let complete = found.is_some();
    let nothing = || Found { count: 0u32.into(), placements: None, maximum: None, by_number: Vec::new() };
    let Found { count, placements, maximum, by_number: numbers } = found.unwrap_or_else(nothing);
    Outcome {
        count,
        maximum,
        by_number: by_number.then_some(numbers),
        placements,
        complete,
        units_done: usize::from(complete),
        nodes: 0,
        elapsed,
    }
}

impl Plan {
    /// The plan of an engine that reads the question itself, where so many seconds are at stake.
    ///
    /// # Errors
    /// Why it cannot answer it.
    pub(crate) fn direct(
        question: &Question,
        settings: &Settings,
        engine: Engine,
        stake: f64,
    ) -> Result<Self, PlanError> {
        let technique = engine.technique().ok_or_else(|| misfit(engine))?;
        check_engine(technique, question)?;
        // On a large board, and for maps that do not keep the question, no group is written down.
        let is_written = !question.problem.board().is_large() && question.up_to.group().on_torus().is_none();
        let same = if question.up_to != UpTo::Nothing && is_written { same(question)? } else { Vec::new() };
        let mut fixed_by = Vec::new();
        if !question.fixed_by.is_identity() && is_written {
            fixed_by = members(&question.problem, question.maximal, question.fixed_by)?;
        }
        let symmetries = Symmetries { same: &same, fixed_by: &fixed_by };
        let direct =
            technique.direct(question, symmetries, settings.memory, stake).ok_or_else(|| misfit(engine))?;
        let facts = Facts::plain(
            (technique.name(), technique.version()),
            Kernel::Portable,
            vec![direct.estimate().seconds * 1e9],
        );
        let leaf = DirectLeaf { direct, facts, by_number: question.by_number, pool: settings.pool() };
        let term = Term::whole(Way::Direct { engine }, leaf);
        let units = UnitPlan::of(term, settings.pool(), Kernel::Portable);
        Self::of_units(units, question, settings, &same, (1, 0)).within(settings)
    }
}

/// The quickest plan of an engine that reads the question itself, if there is one where so many seconds are at stake.
pub(crate) fn quickest(question: &Question, settings: &Settings, stake: f64) -> Option<Plan> {
    let stake = stake.min(MOST_STAKE);
    let engines = Engine::of(Manner::Direct).filter(|&engine| !settings.without.has(engine));
    let plans = engines.filter_map(|engine| Plan::direct(question, settings, engine, stake).ok());
    let seconds = |plan: &Plan| plan.summary().estimate.seconds;
    plans.min_by(|one, other| seconds(one).total_cmp(&seconds(other)))
}
