//! A summary of a plan, in numbers.

use crate::engines::estimate::Estimate;
use crate::engines::kernel::Kernel;
use crate::symmetry::{EXCHANGED, Symmetry};

/// A summary of a plan.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// The name and version of the engine.
    pub engine: (&'static str, u32),
    /// The instruction set of the engine, if it has a choice.
    pub kernel: Option<Kernel>,
    /// The number of maps of the board that preserve the problem and let one counted placement represent
    /// several; 0 for engines that do not use them.
    pub maps: usize,
    /// Up to symmetry: the names of the symmetries that make placements equivalent. Empty otherwise.
    pub symmetries: Vec<String>,
    /// The number of counts in the sum: one, or up to symmetry one for each conjugacy class of symmetries.
    pub terms: usize,
    /// The number of independent units of work; for the frontier engine, of parts of the board that do not
    /// interact.
    pub units: usize,
    /// The heaviest unit's share of the expected work, from 0 to 1.
    pub heaviest: f64,
    /// The expected time of the count on one core.
    pub estimate: Estimate,
    /// The number of 64-bit words in a mask; 0 for the naive engine, which has none.
    pub mask_words: usize,
    /// The memory of tables and units, in bytes.
    pub memory: usize,
    /// The number of threads that will count.
    pub threads: usize,
}

impl Summary {
    /// Returns a summary with the symmetries and the number of threads, but without an engine.
    pub(crate) fn new(group: &[Symmetry], threads: usize) -> Self {
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

    /// Returns the expected time on the available threads, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.estimate.seconds / self.threads.max(1) as f64
    }

    /// Returns true if some of the symmetries exchange armies.
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
            Summary { estimate, ..Summary::new(&[], threads) }.seconds()
        };
        assert_eq!((seconds(0), 4.0 * seconds(4)), (seconds(1), seconds(1)));
    }

    /// Conjugate symmetries fix equally many placements, so one count is enough for all of them. The eight
    /// symmetries of a square have five classes, the four of a rectangle have four.
    #[test]
    fn there_is_a_count_for_each_class_of_symmetries() {
        for engine in ["best", "cells", "frontier"] {
            let engine = Engine::from_name(engine).unwrap();
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
