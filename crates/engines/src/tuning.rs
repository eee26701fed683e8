//! How an instance is to be counted: by which instructions, in how many units, with how many threads.

use crate::engines::kernel::Kernel;

/// How an instance is to be counted.
#[derive(Debug, Clone, Copy)]
pub struct Tuning {
    pub kernel: Kernel,
    /// The kernel by whose speed an engine is chosen.
    pub tuned: Kernel,
    pub granularity: Granularity,
    /// How many threads will count.
    pub threads: usize,
    /// How many bytes it may take, about, where there is a choice; no limit if `None`.
    pub memory: Option<u64>,
    /// Engines that do not count it.
    pub left_out: EngineSet,
}

/// A set of engines, by their places in the registry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EngineSet(u32);

impl EngineSet {
    /// The same with the engine at a place.
    #[must_use]
    pub const fn with(self, place: usize) -> Self {
        Self(self.0 | 1 << place)
    }

    /// Whether it has the engine at a place.
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }
}

#[cfg(test)]
impl Tuning {
    /// On one thread, in one unit or the finest, and without a limit.
    pub(crate) fn alone(kernel: Kernel, finest: bool) -> Self {
        let granularity = Granularity { max_units: 1, finest, shared: false };
        Self { kernel, tuned: kernel, granularity, threads: 1, memory: None, left_out: EngineSet::default() }
    }
}

impl Tuning {
    /// The kernel, or the best one if this processor lacks it: a plan for other machines may have one that it lacks.
    pub(crate) fn usable_kernel(self) -> Kernel {
        if self.kernel.is_available() { self.kernel } else { Kernel::best() }
    }
}

/// How far an instance is split.
#[derive(Debug, Clone, Copy)]
pub struct Granularity {
    /// No more units than about this.
    pub max_units: usize,
    /// Whether to split as far as units can be split, however small they get; for tests.
    pub finest: bool,
    /// Whether the units are for many machines, so that planning may take longer.
    pub shared: bool,
}
