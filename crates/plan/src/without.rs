//! Engines and strategies that planning leaves out by name, to measure their value and to check that the
//! others count the same.
//!
//! They are also left out of nested plans. A written tree keeps its ways, because they are already decided.

use super::error::PlanError;
use crate::engines::Engine;
use crate::engines::tuning::EngineSet;
use crate::named::{Named, named};

named! {
    /// A strategy that planning can do without. The others are for questions that have no other plan.
    pub(crate) enum OptionalStrategy {
        /// Engines that read the question, before anybody else is asked.
        AtOnce = "at-once",
        /// Longer trials of a sweep.
        Sweep = "sweep",
        /// Units once more that looked hopeless.
        Again = "again",
        /// Engines that read the question, where much is at stake.
        Direct = "direct",
        /// A sum over numbers of pieces.
        Numbers = "numbers",
        /// A plan for each number of pieces.
        EachNumber = "each-number",
        /// Parts that do not interact.
        Parts = "parts",
        /// Few pieces first.
        Leaders = "leaders",
    }
}

/// An engine or a strategy that planning can do without; engines come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Omission(usize);

/// The number of engines that can be left out: all but the first of the registry, which means the best one,
/// and the last, the oracle, which must be named.
const ENGINES: usize = Engine::ALL.len() - 2;
const ALL: [Omission; ENGINES + OptionalStrategy::ALL.len()] = {
    let mut all = [Omission(0); ENGINES + OptionalStrategy::ALL.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = Omission(place);
        place += 1;
    }
    all
};

impl Omission {
    /// Returns the engine's place in the registry, if it is an engine.
    const fn engine(self) -> Option<usize> {
        if self.0 < ENGINES { Some(self.0 + 1) } else { None }
    }
}

/// Engines have their names, and strategies theirs.
impl Named for Omission {
    const ALL: &'static [Self] = &ALL;

    fn name(self) -> &'static str {
        match self.engine() {
            Some(place) => Engine::ALL[place].name(),
            None => OptionalStrategy::ALL[self.0 - ENGINES].name(),
        }
    }

    fn description(self) -> &'static str {
        match self.engine() {
            Some(place) => Engine::ALL[place].description(),
            None => OptionalStrategy::ALL[self.0 - ENGINES].description(),
        }
    }
}

/// The engines and strategies that planning leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlanOmissions {
    pub(crate) engines: EngineSet,
    /// The strategies, with a bit for each.
    strategies: u32,
}

impl PlanOmissions {
    /// Returns this set with one more omission.
    #[must_use]
    pub const fn with_omission(self, omission: Omission) -> Self {
        match omission.engine() {
            Some(place) => Self { engines: self.engines.with_engine(place), ..self },
            None => Self { strategies: self.strategies | 1 << (omission.0 - ENGINES), ..self },
        }
    }

    /// Returns true if an engine is left out.
    pub(crate) fn has(self, engine: Engine) -> bool {
        self != Self::default()
            && Engine::ALL
                .iter()
                .position(|&other| other == engine)
                .is_some_and(|place| self.engines.has(place))
    }

    /// Returns true if a strategy is left out.
    pub(crate) const fn has_strategy(self, strategy: OptionalStrategy) -> bool {
        self.strategies >> strategy as u32 & 1 == 1
    }

    /// Rejects an engine that is left out.
    pub(crate) fn check(self, engine: Engine) -> Result<(), PlanError> {
        match self.has(engine) {
            true => Err(PlanError::Refused {
                engine: engine.name(),
                why: format!("the {} engine is excluded", engine.name()),
                is_chosen: false,
            }),
            false => Ok(()),
        }
    }
}

impl FromIterator<Omission> for PlanOmissions {
    fn from_iter<T: IntoIterator<Item = Omission>>(omissions: T) -> Self {
        omissions.into_iter().fold(Self::default(), Self::with_omission)
    }
}
