//! A leaf that is swept: it counts all placements at once, and its state can be kept while it runs.

use super::check::check_engine;
use super::error::PlanError;
use super::settings::Settings;
use super::units::quotient;
use super::without::PlanOmissions;
use crate::clock::Instant;
use crate::engines::Engine;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::expression::Outline;
use crate::engines::frontier::{self, CheckpointReader, Frontier, SweepLimits};
use crate::engines::leaf::{Extent, Facts, Leaf, is_worth_threads};
use crate::engines::random::Random;
use crate::engines::resumable::{
    CheckpointError, RankedPlacements, Resumable, Source, SweepKeeper, SweepRecipe,
};
use crate::engines::run::Run;
use crate::engines::tally::NumberCount;
use crate::engines::technique::{Symmetries, Technique};
use crate::engines::{Counts, RunError};
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::up_to::UpTo;
use crate::work::Errand;
use num_bigint::BigUint;
use std::time::Duration;

/// The maximum length of a trial, in seconds.
pub(crate) const MAX_TRIAL_SECONDS: f64 = 0.5;
/// The maximum length of a trial for a nested plan, in seconds. A nested plan does not continue the states of
/// its trial.
pub(crate) const MAX_NESTED_TRIAL_SECONDS: f64 = 0.1;
/// The share of the expected time of units that a trial may take, if both can count.
pub(crate) const TRIAL_SHARE: f64 = 0.2;

/// Whether there are files for states that do not fit in memory.
const HAS_DISC: bool = cfg!(not(target_family = "wasm"));

/// Returns the engine that sweeps the question, unless it is left out.
///
/// # Errors
/// Why it cannot answer the question.
pub(crate) fn sweeper(
    question: &Question,
    without: PlanOmissions,
) -> Result<(Engine, &'static dyn Technique), PlanError> {
    let engine = Engine::SWEEP;
    let technique = engine.technique().ok_or(PlanError::OtherSweep)?;
    check_engine(technique, question)?;
    without.check(engine).map(|()| (engine, technique))
}

/// Returns true if a sweep can recognise equivalent placements.
pub(crate) fn can_be_swept(question: &Question, group: &[Symmetry]) -> bool {
    question.up_to != UpTo::Translation && group.iter().all(Symmetry::keeps_armies)
}

/// A question that is counted by a sweep.
pub(crate) struct SweepLeaf {
    frontier: Box<Frontier>,
    facts: Facts,
    /// The memory limit, in bytes.
    memory: usize,
    /// The wall time of the trials.
    trials: Duration,
    finest: bool,
    /// The order of the symmetry group, or 0 if every placement is its own class.
    symmetries: usize,
}

impl SweepLeaf {
    /// Returns the sweep of a question, after a trial of `trial` seconds; `None` if its states would be too
    /// wide.
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
        let (trial, pool) = (trial.min(MAX_TRIAL_SECONDS), settings.pool());
        let parallel = pool.threads > 1 && is_worth_threads(trial);
        let limits = SweepLimits {
            should_stop: &should_stop,
            parallel,
            disc: HAS_DISC,
            ..SweepLimits::single_threaded(memory)
        };
        let successor = Engine::techniques_without(settings.without.engines)
            .find_map(|(_, technique)| technique.successor());
        let made = || Frontier::new(question, symmetries, trial, recipe, successor, &limits);
        let frontier = if parallel { pool.install(|| Errand::run(made)).ok()?.take() } else { made() }?;
        Some(Self {
            frontier: Box::new(frontier),
            facts: Facts::single_unit((frontier::NAME, frontier::VERSION), question.by_number),
            memory,
            trials: start.elapsed(),
            finest: settings.finest_units,
            symmetries: symmetries.same.len(),
        })
    }

    fn sweep(&self, keeper: Option<&dyn SweepKeeper>, run: &Run<'_>) -> Result<Counts, RunError> {
        let should_stop = || (run.should_stop)();
        let limits = SweepLimits {
            parallel: run.is_parallel,
            disc: HAS_DISC,
            parallel_threshold: if self.finest { 0 } else { frontier::PARALLEL_THRESHOLD_STATES },
            should_stop: &should_stop,
            progress: &|share, nodes| (run.progress)(share, nodes),
            ..SweepLimits::single_threaded(self.memory)
        };
        let found = self.frontier.run(&limits, keeper);
        if let Some(failure) = found.failure {
            return Err(RunError::Disc(failure));
        }
        let group = self.symmetries.max(1) as u64;
        let classes = |count: BigUint| quotient(count, group, found.complete);
        let classes_of = |(pieces, count)| Ok(NumberCount { pieces, count: classes(count)? });
        let by_number = found.by_number.into_iter().flatten().map(classes_of);
        Ok(Counts {
            count: classes(found.count)?,
            maximum: found.maximum,
            by_number: by_number.collect::<Result<_, _>>()?,
            placements: (self.symmetries > 0).then_some(found.placements),
            complete: found.complete,
            nodes: found.nodes,
        })
    }
}

impl Leaf for SweepLeaf {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        self.sweep(None, run)
    }

    /// Estimates the time of the sweep, including its trials.
    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        let seconds = self.trials.as_secs_f64() + self.frontier.expected_seconds();
        Estimate::by_trial(seconds, self.frontier.is_finished())
    }

    fn memory(&self) -> usize {
        self.frontier.expected_memory()
    }

    fn outline(&self) -> Option<Outline> {
        let mut outline = self.frontier.outline();
        // As in the estimate, the trials are part of the sweep.
        outline.seconds += self.trials.as_secs_f64();
        Some(outline)
    }

    fn extent(&self) -> Extent {
        Extent {
            terms: self.frontier.terms(),
            units: self.frontier.components(),
            words: self.frontier.bits().div_ceil(64),
        }
    }

    fn is_parallel(&self, threads: usize) -> bool {
        self.finest || threads > 1 && is_worth_threads(self.frontier.expected_seconds())
    }

    fn trial_time(&self) -> Duration {
        self.trials
    }

    fn state(&self) -> Option<&dyn Resumable> {
        Some(self)
    }

    fn is_short_of_memory(&self) -> bool {
        self.frontier.is_cut()
    }

    fn rank_placements(
        &self,
        memory: usize,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Box<dyn RankedPlacements>> {
        self.frontier.rank_placements(memory, should_stop)
    }
}

impl Resumable for SweepLeaf {
    fn recipe(&self) -> SweepRecipe {
        self.frontier.recipe()
    }

    fn load(&self, from: Box<dyn Source>, digest: &str) -> Result<f64, CheckpointError> {
        self.frontier.load(CheckpointReader::new(from, digest)?)
    }

    fn count_kept(&self, keeper: &dyn SweepKeeper, run: &Run<'_>) -> Result<Counts, RunError> {
        self.sweep(Some(keeper), run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::expression::{Expression, SumSubject, Summand};
    use crate::engines::kernel::Kernel;
    use crate::plan::Silent;
    use crate::plan::term::Term;
    use crate::plan::tree::Way;
    use crate::plan::units::UnitPlan;

    /// A piece that attacks one square ahead has F(n + 2) placements on a file of `n` squares, where F are
    /// the Fibonacci numbers.
    #[test]
    fn numbers_have_any_size_alone_and_that_of_a_unit_in_a_tree() {
        let settings = Settings::default().with_threads(1);
        let leaf = |size: &str| {
            let question = Question::new(format!("{size} X* X=fW").parse().unwrap());
            let leaf = SweepLeaf::new(&question, &settings, Symmetries::equivalent(&[]), 0.0, None).unwrap();
            Term::new(Way::Sweep(leaf.recipe()), Box::new(leaf))
        };
        let twice = |size: &str| {
            let summands = [(); 2].map(|()| Summand::times(1, ())).into();
            let sum = Expression::Sum { over: SumSubject::Numbers, summands, divisor: 1 };
            let leaves = vec![leaf(size), leaf(size)];
            UnitPlan::new(&sum, leaves, false, settings.pool(), Kernel::Portable).run(&Silent)
        };
        let alone =
            UnitPlan::from_leaf(leaf("32x7"), settings.pool(), Kernel::Portable).run(&Silent).unwrap();
        assert_eq!(alone.count, BigUint::from(5_702_887u32).pow(7));
        assert_eq!(twice("8x1").unwrap().count, (55u32 + 55).into());
        assert_eq!(twice("32x7"), Err(RunError::TooLarge));
    }
}
