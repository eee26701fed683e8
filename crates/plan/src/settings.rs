//! Settings of a count, with defaults for open ones.

use super::error::PlanError;
use super::observer::CancelToken;
use super::pool::Pool;
use super::without::PlanOmissions;
use crate::engines::Engine;
use crate::engines::kernel::Kernel;
use crate::engines::tuning::{Granularity, Tuning};
use crate::engines::units::MAX_UNITS;

/// Settings of a count. The planner chooses the settings that are left open.
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
    /// The engine.
    pub engine: Engine,
    /// The instruction set; `None` for the best that the processor has.
    pub kernel: Option<Kernel>,
    /// The number of threads; `None` or 0 for one for each core.
    pub threads: Option<usize>,
    /// Counts on the threads of the caller's rayon pool (the global one if the caller is in none) and starts
    /// no others. Without a number of `threads`, all threads of the pool are expected to help.
    pub in_callers_pool: bool,
    /// The approximate limit for tables and buffers, in bytes; `None` for no limit.
    pub memory: Option<u64>,
    /// Splits into the smallest units that the engine can make, and uses threads for even the smallest task.
    /// The sum does not change. For tests.
    pub finest_units: bool,
    /// Plans for a count that is distributed among machines, so that all machines have the same plan. The
    /// plan consists of units only, and has more of them for very long counts. It is tuned for AVX-512,
    /// whatever this machine has.
    pub shared: bool,
    /// Makes `answer` count the number again in another way.
    pub double_check: bool,
    /// The engines and strategies that planning leaves out, also in plans inside plans.
    #[doc(hidden)]
    pub without: PlanOmissions,
    /// Cancels planning.
    pub(crate) cancel: CancelToken,
    /// Whether the problem is the rest of one whose leaders are placed. The rest has no leaders.
    pub(crate) is_rest: bool,
    /// Whether the problem is a summand of a sum over numbers. A summand is not such a sum itself.
    pub(crate) is_summand: bool,
}

impl Settings {
    /// Returns true if the planner may choose the engine and the kernel.
    #[doc(hidden)]
    pub fn is_free(&self) -> bool {
        self.engine == Engine::BEST && self.kernel.is_none()
    }

    /// Returns the threads of runs.
    #[doc(hidden)]
    pub fn pool(&self) -> Pool {
        Pool::new(self.threads, self.in_callers_pool)
    }

    /// Returns these settings with an [engine](Settings::engine).
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// Returns these settings with [instructions](Settings::kernel).
    #[must_use]
    pub fn with_kernel(self, kernel: impl Into<Option<Kernel>>) -> Self {
        Self { kernel: kernel.into(), ..self }
    }

    /// Returns these settings with a [number of threads](Settings::threads).
    #[must_use]
    pub fn with_threads(self, threads: impl Into<Option<usize>>) -> Self {
        Self { threads: threads.into(), ..self }
    }

    /// Returns these settings for a run [inside the caller's rayon pool](Settings::in_callers_pool), or
    /// outside it.
    #[must_use]
    pub fn with_callers_pool(self, in_callers_pool: bool) -> Self {
        Self { in_callers_pool, ..self }
    }

    /// Returns these settings with a [memory limit](Settings::memory) in bytes.
    #[must_use]
    pub fn with_memory(self, memory: impl Into<Option<u64>>) -> Self {
        Self { memory: memory.into(), ..self }
    }

    /// Returns these settings with, or without, the [smallest units](Settings::finest_units).
    #[must_use]
    pub fn with_finest_units(self, finest_units: bool) -> Self {
        Self { finest_units, ..self }
    }

    /// Returns these settings with, or without, a [double-check](Settings::double_check).
    #[must_use]
    pub fn with_double_check(self, double_check: bool) -> Self {
        Self { double_check, ..self }
    }

    /// Returns these settings with a token that cancels planning, which then soon returns
    /// [`PlanError::Stopped`]. (Runs are stopped by their observer.)
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// Returns these settings without some engines and strategies.
    #[doc(hidden)]
    #[must_use]
    pub fn with_without(self, without: PlanOmissions) -> Self {
        Self { without, ..self }
    }

    /// Returns these settings for a count that is, or is not, [distributed among machines](Settings::shared).
    #[must_use]
    pub fn with_shared(self, shared: bool) -> Self {
        Self { shared, ..self }
    }
}

/// Returns an error if planning was cancelled.
pub(crate) fn check_wanted(settings: &Settings) -> Result<(), PlanError> {
    if settings.cancel.is_cancelled() { Err(PlanError::Stopped) } else { Ok(()) }
}

/// Rejects a plan that needs more memory than the settings allow.
pub(crate) fn check_memory(needed: usize, settings: &Settings) -> Result<(), PlanError> {
    match settings.memory {
        Some(allowed) if needed as u64 > allowed => Err(PlanError::Memory { needed: needed as u64, allowed }),
        _ => Ok(()),
    }
}

/// Returns the tuning of an instance by the settings. If a plan is made again, it is for the speed of the
/// kernel `planned`.
pub(crate) fn tuning(settings: &Settings, planned: Option<Kernel>) -> Tuning {
    let granularity =
        Granularity { max_units: MAX_UNITS, finest: settings.finest_units, shared: settings.shared };
    // A written plan names the kernel for whose speed it was made, but this machine's kernel counts.
    let best = || match settings.shared && planned.is_none() {
        true => Kernel::Avx512,
        false => Kernel::best(),
    };
    let kernel = settings.kernel.unwrap_or_else(best);
    let tuned = planned.unwrap_or(kernel);
    let (threads, memory, left_out) = (settings.pool().threads, settings.memory, settings.without.engines);
    Tuning { kernel, tuned, granularity, threads, memory, left_out }
}
