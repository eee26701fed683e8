//! A leaf that is swept with numbers in its states: all at once, without a state that could be kept.

use super::check::{check_engine, misfit};
use super::direct::answered;
use super::observer::{Observer, UnitDone};
use super::outcome::{Outcome, RunError};
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
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::kernel::Kernel;
use crate::engines::profile::{Halt, NAME, Profile, Sweep, VERSION};
use crate::engines::random::Random;
use crate::engines::technique::Manner;
use crate::question::Question;
use std::time::Duration;

/// A question that is swept so.
pub(crate) struct ProfileLeaf {
    profile: Profile,
    facts: Facts,
    by_number: bool,
    /// What it has come to in its trial.
    begun: Sweep,
    /// The time that this took.
    trial: Duration,
    /// Bytes that it may take, as it was said.
    allowed: Option<u64>,
}

impl ProfileLeaf {
    /// After a trial of so many seconds; `None` if states would be too wide.
    fn new(question: &Question, settings: &Settings, trial: f64) -> Option<Self> {
        let start = Instant::now();
        let profile = Profile::new(question)?;
        let memory = bytes(settings.memory);
        let begun = profile.trial(trial, memory, &|| settings.cancel.is_cancelled());
        let facts = Facts::plain((NAME, VERSION), Kernel::Portable, vec![1.0]);
        let (by_number, allowed) = (question.by_number, settings.memory);
        Some(Self { profile, facts, by_number, begun, trial: start.elapsed(), allowed })
    }
}

fn bytes(memory: Option<u64>) -> usize {
    memory.map_or(usize::MAX, |memory| usize::try_from(memory).unwrap_or(usize::MAX))
}

impl Divided for ProfileLeaf {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The trial included.
    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        let rest = self.profile.rest(&self.begun);
        Estimate { seconds: self.trial.as_secs_f64() + rest.seconds, ..rest }
    }

    /// What it holds so far: how many states it will have is known when it has them.
    fn memory(&self) -> usize {
        self.begun.bytes()
    }
}

impl Whole for ProfileLeaf {
    fn answer(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        let (start, mut sweep) = (Instant::now(), self.begun.clone());
        let memory = bytes(self.allowed).saturating_sub(self.begun.bytes());
        let progress = |share, nodes| observer.unit_done(&UnitDone::step(0, share, nodes));
        let halt = self.profile.go_on(&mut sweep, memory, &|| observer.should_stop(), &progress).err();
        if halt == Some(Halt::Memory) {
            return Err(RunError::Memory { allowed: self.allowed.unwrap_or(u64::MAX) });
        }
        // Before the last square nothing is a placement yet.
        let found = halt.is_none().then(|| self.profile.found(&sweep));
        let elapsed = start.elapsed() + self.trial;
        Ok(Outcome { nodes: sweep.nodes(), ..answered(found, self.by_number, elapsed) })
    }

    fn outline(&self) -> Outline {
        let seconds = self.trial.as_secs_f64() + self.profile.rest(&self.begun).seconds;
        let what = format!("swept with numbers in its states, of {} words", self.profile.words());
        Outline::leaf(what, seconds, self.begun.bytes())
    }

    fn summary(&self, of_any: Summary) -> Summary {
        Summary { mask_words: self.profile.words(), ..of_any }
    }
}

impl Plan {
    /// The plan that sweeps a question with numbers in its states, after a trial of so many seconds.
    ///
    /// # Errors
    /// Why the engine cannot answer it.
    pub(crate) fn profile(question: &Question, settings: &Settings, trial: f64) -> Result<Self, PlanError> {
        let engine = Engine::of(Manner::Profile).next().unwrap_or(Engine::BEST);
        engine.technique().map_or(Ok(()), |technique| check_engine(technique, question))?;
        let leaf = ProfileLeaf::new(question, settings, trial).ok_or_else(|| misfit(engine))?;
        let units = UnitPlan::of(Term::whole(Way::Profile, leaf), settings.pool(), Kernel::Portable);
        Ok(Self::of_units(units, question, settings, &[], (1, 0)))
    }
}
