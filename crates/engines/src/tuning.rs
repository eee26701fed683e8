//! The options for counting an instance: the instructions, the number of units, the number of threads.

use crate::engines::kernel::Kernel;

/// The options for counting an instance.
#[derive(Debug, Clone, Copy)]
pub struct Tuning {
    pub kernel: Kernel,
    /// The kernel whose speed decides the choice of an engine.
    pub tuned: Kernel,
    /// The limits for splitting the instance.
    pub granularity: Granularity,
    /// The number of threads that will count.
    pub threads: usize,
    /// The approximate number of bytes that the count may take, if it has a choice; no limit if `None`.
    pub memory: Option<u64>,
    /// The engines that must not be used.
    pub left_out: EngineSet,
}

/// A set of engines, by their places in the registry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EngineSet(u32);

impl EngineSet {
    /// Returns the set with the engine at a place added.
    #[must_use]
    pub const fn with_engine(self, place: usize) -> Self {
        Self(self.0 | 1 << place)
    }

    /// True if the set has the engine at a place.
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }
}

#[cfg(test)]
impl Tuning {
    /// Returns options for one thread, with one unit or the finest units, and without a limit.
    pub(crate) fn single_threaded(kernel: Kernel, finest: bool) -> Self {
        let granularity = Granularity { max_units: 1, finest, shared: false };
        Self { kernel, tuned: kernel, granularity, threads: 1, memory: None, left_out: EngineSet::default() }
    }
}

impl Tuning {
    /// Returns the kernel, or the best one if this processor lacks it: a plan for other machines may name
    /// such a kernel.
    pub(crate) fn usable_kernel(self) -> Kernel {
        if self.kernel.is_available() { self.kernel } else { Kernel::best() }
    }
}

/// The limits for splitting an instance.
#[derive(Debug, Clone, Copy)]
pub struct Granularity {
    /// The approximate maximum number of units.
    pub max_units: usize,
    /// Whether to split units as far as possible, however small they become; for tests.
    pub finest: bool,
    /// Whether the units are for many machines, so that planning may take longer.
    pub shared: bool,
}
