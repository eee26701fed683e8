//! What a plan is going to do, in numbers.

use crate::engines::estimate::Estimate;
use crate::engines::kernel::Kernel;
use crate::symmetry::{EXCHANGED, Symmetry};

/// What a plan is going to do.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Name and version of the engine.
    pub engine: (&'static str, u32),
    /// Its instructions, if it has a choice.
    pub kernel: Option<Kernel>,
    /// How many maps of the board keep the problem, and so let placements be counted once for several; 0 for engines that
    /// do not use them.
    pub maps: usize,
    /// Up to symmetry: the symmetries that make placements the same, by name. Empty otherwise.
    pub symmetries: Vec<String>,
    /// Counts that go into the sum: one, or up to symmetry one for each class of conjugate symmetries.
    pub terms: usize,
    /// Independent units of work; parts of the board that do not interact, for the frontier engine.
    pub units: usize,
    /// The heaviest unit's share of the expected work, 0 to 1.
    pub heaviest: f64,
    /// What counting is expected to take on one core.
    pub estimate: Estimate,
    /// 64-bit words in a mask; 0 for the naive engine, which has none.
    pub mask_words: usize,
    /// Bytes held by tables and units.
    pub memory: usize,
    /// Threads that will count.
    pub threads: usize,
}

impl Summary {
    /// What symmetries and a number of threads say, and nothing of an engine.
    pub(crate) fn of(group: &[Symmetry], threads: usize) -> Self {
        Self {
            engine: ("", 0),
            kernel: None,
            maps: 0,
            symmetries: group.iter().map(Symmetry::name).collect(),
            terms: 1,
            units: 1,
            heaviest: 1.0,
            estimate: Estimate::by_model(0.0),
            mask_words: 0,
            memory: 0,
            threads,
        }
    }

    /// Seconds that counting is expected to take on the threads that there are.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.estimate.seconds / self.threads.max(1) as f64
    }

    /// Whether some of the symmetries exchange armies.
    #[must_use]
    pub fn exchanges_armies(&self) -> bool {
        self.symmetries.iter().any(|name| name.ends_with(EXCHANGED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::named::Named;
    use crate::plan::{Settings, plan};
    use crate::question::Question;
    use crate::up_to::UpTo;

    #[test]
    fn threads_share_the_time() {
        let seconds = |threads| {
            let estimate = Estimate::by_model(1e9);
            Summary { estimate, ..Summary::of(&[], threads) }.seconds()
        };
        assert_eq!((seconds(0), 4.0 * seconds(4)), (seconds(1), seconds(1)));
    }

    /// Conjugate symmetries fix equally many placements, and one count does for all of them: of the eight of a square there
    /// are five classes, of the four of a rectangle four.
    #[test]
    fn there_is_a_count_for_each_class_of_symmetries() {
        for engine in ["best", "cells", "frontier"] {
            let engine = Engine::named(engine).unwrap();
            for (text, classes) in [("5x5 Q5", 5), ("4x5 Q4", 4), ("5x5-r1c1 Q4", 2)] {
                let plain: Question = text.parse().unwrap();
                let settings = Settings { engine, ..Settings::default() };
                let terms = |question: &Question| plan(question, &settings).unwrap().summary().terms;
                assert_eq!(terms(&plain), 1, "{engine} {text}");
                assert_eq!(terms(&Question { up_to: UpTo::Symmetry, ..plain }), classes, "{engine} {text}");
            }
        }
    }
}
