//! A leaf that is swept: it has no units, but a state that can be kept while it runs.

use crate::clock::Instant;
use crate::engines::Engine;
use crate::engines::estimate::Estimate;
use crate::engines::expression::Outline;
use crate::engines::frontier::{
    self, CheckpointError, Frontier, Limits, Ranked, Reader, SweepKeeper, SweepRecipe, Symmetries,
};
use crate::engines::tally::NumberCount;
use crate::plan::observer::{Observer, UnitDone};
use crate::plan::outcome::{Outcome, RunError};
use crate::plan::units::quotient;
use crate::plan::{Pool, Settings, Summary};
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;
use num_bigint::BigUint;
use std::io::{Read, Seek};
use std::time::Duration;

/// The longest trial, in seconds.
pub(crate) const MAX_TRIAL_SECONDS: f64 = 0.5;
/// A sweep that takes longer than this is worth other threads, in seconds.
const PARALLEL_THRESHOLD_SECONDS: f64 = 0.01;

/// Whether a sweep can recognise what is the same.
pub(crate) fn can_be_swept(question: &Question, group: &[Symmetry]) -> bool {
    question.up_to != UpTo::Translation && group.iter().all(Symmetry::keeps_armies)
}

/// A plan that is a sweep.
pub struct SweepPlan {
    frontier: Box<Frontier>,
    /// Bytes that it may take.
    memory: usize,
    /// The time that trials took.
    trials: Duration,
    finest: bool,
    pool: Pool,
    /// The size of the symmetry group, or 0 if every placement is one of its own.
    symmetries: usize,
}

impl SweepPlan {
    /// The sweep of a question, after a trial of that many seconds; `None` if states would be too wide.
    pub(crate) fn new(
        question: &Question,
        settings: &Settings,
        symmetries: Symmetries<'_>,
        trial: f64,
        recipe: Option<&SweepRecipe>,
    ) -> Option<Self> {
        let start = Instant::now();
        let memory =
            settings.memory.map_or(usize::MAX, |memory| usize::try_from(memory).unwrap_or(usize::MAX));
        let should_stop = || settings.cancel.is_cancelled();
        let limits = Limits { should_stop: &should_stop, ..Limits::alone(memory) };
        let successor = Engine::techniques().find_map(|(_, technique)| technique.successor());
        let trial = trial.min(MAX_TRIAL_SECONDS);
        let frontier = Frontier::new(question, symmetries, trial, recipe, successor, &limits)?;
        Some(Self {
            frontier: Box::new(frontier),
            memory,
            trials: start.elapsed(),
            finest: settings.finest_units,
            pool: settings.pool(),
            symmetries: symmetries.same.len(),
        })
    }

    /// What it is expected to take, the trials included.
    pub(crate) fn estimate(&self) -> Estimate {
        let seconds = self.trials.as_secs_f64() + self.frontier.expected_seconds();
        Estimate::by_trial(seconds, self.frontier.is_finished())
    }

    pub(crate) fn summary(&self, question: &Question, group: &[Symmetry]) -> Summary {
        Summary {
            engine: (frontier::NAME, frontier::VERSION),
            terms: self.frontier.terms(),
            maximal: question.maximal,
            units: self.frontier.components(),
            estimate: self.estimate(),
            mask_words: self.frontier.bits().div_ceil(64),
            memory: self.frontier.expected_memory(),
            ..Summary::of(question, group, self.pool.threads)
        }
    }

    /// Whether memory was short in its trials.
    pub(crate) fn is_cut(&self) -> bool {
        self.frontier.is_cut()
    }

    /// What is swept, as it is shown.
    pub(crate) fn outline(&self) -> Outline {
        self.frontier.outline()
    }

    /// How the same sweep is planned again.
    #[must_use]
    pub fn recipe(&self) -> SweepRecipe {
        self.frontier.recipe()
    }

    /// All placements by rank; see [`Frontier::ranked`].
    pub(crate) fn ranked(&self, memory: usize, observer: &dyn Observer) -> Option<Ranked> {
        self.frontier.ranked(memory, &|| observer.should_stop())
    }

    /// Reads a state that a sweep has written, with the hash that it had then: the plan goes on from there when it is run.
    /// Returns the share of the count that is done.
    ///
    /// # Errors
    /// States that are damaged, or of another sweep; then nothing has changed.
    pub fn load<R: Read + Seek + Send + 'static>(
        &self,
        from: R,
        digest: &str,
    ) -> Result<f64, CheckpointError> {
        self.frontier.load(Reader::new(from, digest)?)
    }

    /// Counts, and offers the state of the sweep to the keeper now and then.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    pub fn run_kept(&self, keeper: &dyn SweepKeeper, observer: &dyn Observer) -> Result<Outcome, RunError> {
        self.sweep(Some(keeper), observer)
    }

    pub(crate) fn run(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        self.sweep(None, observer)
    }

    fn sweep(&self, keeper: Option<&dyn SweepKeeper>, observer: &dyn Observer) -> Result<Outcome, RunError> {
        let (start, frontier) = (Instant::now(), &self.frontier);
        let parallel = self.finest
            || (self.pool.threads > 1 && frontier.expected_seconds() > PARALLEL_THRESHOLD_SECONDS);
        let limits = Limits {
            parallel,
            parallel_threshold: if self.finest { 0 } else { frontier::PARALLEL_THRESHOLD_STATES },
            should_stop: &|| observer.should_stop(),
            progress: &|share, nodes| observer.unit_done(&UnitDone::step(0, share, nodes)),
            ..Limits::alone(self.memory)
        };
        let found = if parallel {
            self.pool.install(|| frontier.run(&limits, keeper))?
        } else {
            frontier.run(&limits, keeper)
        };
        let group = self.symmetries.max(1) as u64;
        let classes = |count: BigUint| quotient(count, group, found.complete);
        let by_number = found.by_number.map(|counts| {
            let classes_of = |(pieces, count)| Ok(NumberCount { pieces, count: classes(count)? });
            counts.into_iter().map(classes_of).collect::<Result<Vec<_>, _>>()
        });
        Ok(Outcome {
            count: classes(found.count)?,
            maximum: found.maximum,
            by_number: by_number.transpose()?,
            placements: (self.symmetries > 0).then_some(found.placements),
            complete: found.complete,
            units_done: if found.complete { frontier.components() } else { 0 },
            nodes: found.nodes,
            elapsed: start.elapsed() + self.trials,
        })
    }
}
