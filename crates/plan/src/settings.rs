//! How to count: what is asked for, and what follows from it where it is left open.

use super::error::PlanError;
use super::observer::CancelToken;
use super::pool::Pool;
use super::without::Without;
use crate::engines::Engine;
use crate::engines::kernel::Kernel;
use crate::engines::tuning::{Granularity, Tuning};
use crate::engines::units::MAX_UNITS;

/// How to count. What is not said is left to the planner.
///
/// ```
/// use armistice::{engines::Kernel, plan::Settings};
///
/// let settings = Settings::default().with_engine("cells".parse()?).with_threads(4).with_memory(1 << 30);
/// assert_eq!((settings.threads, settings.kernel), (Some(4), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Settings {
    /// Which engine.
    pub engine: Engine,
    /// Which instructions; the best that the processor has if `None`.
    pub kernel: Option<Kernel>,
    /// How many threads; one for each core if `None` or 0.
    pub threads: Option<usize>,
    /// Counts on the threads of the caller's rayon pool (the global one, where the caller is in none) and starts no others;
    /// without a number of `threads` all of them are expected to help.
    pub in_callers_pool: bool,
    /// How many bytes tables and buffers may take, about; no limit if `None`.
    pub memory: Option<u64>,
    /// Splits into the smallest units that the engine can make, and uses threads for the least level. The sum is the same;
    /// for tests.
    pub finest_units: bool,
    /// Plans for a count that is shared among machines: only units, more of them where the count takes very long, and tuned for
    /// AVX-512 whatever this machine has, so that the plan is the same on all of them.
    pub shared: bool,
    /// Has the same number found once more, in another way, by the `answer` that everybody asks for.
    pub double_check: bool,
    /// What planning leaves out, in plans inside plans as well.
    #[doc(hidden)]
    pub without: Without,
    /// Gives up planning.
    pub(crate) cancel: CancelToken,
    /// For what is left when the leaders of a problem are placed: that has none of its own.
    pub(crate) is_rest: bool,
    /// For one of the numbers of a sum over numbers: that is no such sum in turn.
    pub(crate) is_summand: bool,
}

impl Settings {
    /// Whether the planner may take what it likes.
    #[doc(hidden)]
    pub fn is_free(&self) -> bool {
        self.engine == Engine::BEST && self.kernel.is_none()
    }

    /// The threads that runs use.
    #[doc(hidden)]
    pub fn pool(&self) -> Pool {
        Pool::new(self.threads, self.in_callers_pool)
    }

    /// The same with an [engine](Settings::engine).
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// The same with [instructions](Settings::kernel).
    #[must_use]
    pub fn with_kernel(self, kernel: impl Into<Option<Kernel>>) -> Self {
        Self { kernel: kernel.into(), ..self }
    }

    /// The same with a [number of threads](Settings::threads).
    #[must_use]
    pub fn with_threads(self, threads: impl Into<Option<usize>>) -> Self {
        Self { threads: threads.into(), ..self }
    }

    /// The same [inside the caller's rayon pool](Settings::in_callers_pool).
    #[must_use]
    pub fn with_callers_pool(self, in_callers_pool: bool) -> Self {
        Self { in_callers_pool, ..self }
    }

    /// The same with a [limit on memory](Settings::memory) in bytes.
    #[must_use]
    pub fn with_memory(self, memory: impl Into<Option<u64>>) -> Self {
        Self { memory: memory.into(), ..self }
    }

    /// The same with, or without, the [smallest units](Settings::finest_units).
    #[must_use]
    pub fn with_finest_units(self, finest_units: bool) -> Self {
        Self { finest_units, ..self }
    }

    /// The same with, or without, a [second count](Settings::double_check).
    #[must_use]
    pub fn with_double_check(self, double_check: bool) -> Self {
        Self { double_check, ..self }
    }

    /// The same for a plan that is no longer wanted once this is cancelled: planning is given up soon, with
    /// [`PlanError::Stopped`]. (Runs are stopped by their observer.)
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// The same without some engines and strategies.
    #[doc(hidden)]
    #[must_use]
    pub fn with_without(self, without: Without) -> Self {
        Self { without, ..self }
    }

    /// The same for a count that is, or is not, [shared among machines](Settings::shared).
    #[must_use]
    pub fn with_shared(self, shared: bool) -> Self {
        Self { shared, ..self }
    }
}

/// Refuses to go on once nobody wants the plan any more.
pub(crate) fn check_wanted(settings: &Settings) -> Result<(), PlanError> {
    if settings.cancel.is_cancelled() { Err(PlanError::Stopped) } else { Ok(()) }
}

/// Refuses what needs more memory than is allowed.
pub(crate) fn check_memory(needed: usize, settings: &Settings) -> Result<(), PlanError> {
    match settings.memory {
        Some(allowed) if needed as u64 > allowed => Err(PlanError::Memory { needed: needed as u64, allowed }),
        _ => Ok(()),
    }
}

/// How the settings would have an instance counted; by the speed of these instructions, if a plan is made again.
pub(crate) fn tuning(settings: &Settings, planned: Option<Kernel>) -> Tuning {
    let granularity =
        Granularity { max_units: MAX_UNITS, finest: settings.finest_units, shared: settings.shared };
    // A plan says by whose speed, and this machine counts.
    let best = || match settings.shared && planned.is_none() {
        true => Kernel::Avx512,
        false => Kernel::best(),
    };
    let kernel = settings.kernel.unwrap_or_else(best);
    let tuned = planned.unwrap_or(kernel);
    let (threads, memory, left_out) = (settings.pool().threads, settings.memory, settings.without.engines);
    Tuning { kernel, tuned, granularity, threads, memory, left_out }
}
