//! How to count: what is asked for, and what follows from it where it is left open.

use super::error::PlanError;
use super::recipe::UnitRecipe;
use crate::engines::Engine;
use crate::engines::kernel::Kernel;
use crate::engines::tuning::{Granularity, Tuning};
use crate::engines::units::MAX_UNITS;

/// How to count.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Which engine.
    pub engine: Engine,
    /// Which instructions; the best that the processor has if `None`.
    pub kernel: Option<Kernel>,
    /// How many threads; one for each core if `None` or 0.
    pub threads: Option<usize>,
    /// How many bytes tables and buffers may take, about; no limit if `None`.
    pub memory: Option<u64>,
    /// Splits into the smallest units that the engine can make, and uses threads for the least level. The sum is the same;
    /// for tests.
    pub finest_units: bool,
    /// Plans for a count that is shared among machines: only units, more of them where the count takes very long, and tuned for
    /// AVX-512 whatever this machine has, so that the plan is the same on all of them.
    pub shared: bool,
}

/// Refuses what needs more memory than is allowed.
pub(crate) fn check_memory(needed: usize, settings: &Settings) -> Result<(), PlanError> {
    match settings.memory {
        Some(allowed) if needed as u64 > allowed => Err(PlanError::Memory { needed: needed as u64, allowed }),
        _ => Ok(()),
    }
}

pub(crate) fn threads(settings: &Settings) -> usize {
    let threads = settings.threads.filter(|&threads| threads > 0);
    threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// How the settings, and a recipe if there is one, would have an instance counted.
pub(crate) fn tuning(settings: &Settings, recipe: Option<&UnitRecipe>) -> Tuning {
    let granularity =
        Granularity { max_units: MAX_UNITS, finest: settings.finest_units, shared: settings.shared };
    // A recipe says by whose speed, and this machine counts.
    let best = || match settings.shared && recipe.is_none() {
        true => Kernel::Avx512,
        false => Kernel::best(),
    };
    let kernel = settings.kernel.unwrap_or_else(best);
    let tuned = recipe.map_or(kernel, |recipe| recipe.kernel);
    Tuning { kernel, tuned, granularity, threads: threads(settings) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_threads_as_are_asked_for_and_else_as_many_as_there_are() {
        let of = |number| threads(&Settings { threads: number, ..Settings::default() });
        assert_eq!([Some(1), Some(97)].map(of), [1, 97]);
        assert_eq!(of(None), std::thread::available_parallelism().map_or(1, usize::from));
        assert_eq!(of(Some(0)), of(None));
    }
}
