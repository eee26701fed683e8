//! Engines and strategies that planning leaves out by name: to see what each is worth, and that the others count the same.
//!
//! Plans inside plans leave them out as well. A tree that is read keeps its ways, whatever is left out, since it is decided already.

use super::error::PlanError;
use super::strategies::STRATEGIES;
use crate::engines::Engine;
use crate::engines::tuning::EngineSet;
use crate::named::Named;

/// Something that planning can do without: engines by their places in the registry, but the first, then strategies by theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Omission(usize);

/// All engines but the first of the registry, which stands for the best one, and the last, the oracle, which is asked for by name
/// only.
const ENGINES: usize = Engine::ALL.len() - 2;

/// Strategies that can be left out.
const NAMED: usize = {
    let (mut named, mut place) = (0, 0);
    while place < STRATEGIES.len() {
        if !STRATEGIES[place].name.is_empty() {
            named += 1;
        }
        place += 1;
    }
    named
};

const ALL: [Omission; ENGINES + NAMED] = {
    let mut all = [Omission(0); ENGINES + NAMED];
    let (mut number, mut place) = (0, 0);
    while number < all.len() {
        if place < ENGINES || !STRATEGIES[place - ENGINES].name.is_empty() {
            all[number] = Omission(place);
            number += 1;
        }
        place += 1;
    }
    all
};

impl Omission {
    /// Its place in the registry, if it is an engine.
    const fn engine(self) -> Option<usize> {
        if self.0 < ENGINES { Some(self.0 + 1) } else { None }
    }
}

/// Engines by their names, then strategies by theirs.
impl Named for Omission {
    const ALL: &'static [Self] = &ALL;

    fn name(self) -> &'static str {
        match self.engine() {
            Some(place) => Engine::ALL[place].name(),
            None => STRATEGIES[self.0 - ENGINES].name,
        }
    }

    fn about(self) -> &'static str {
        match self.engine() {
            Some(place) => Engine::ALL[place].about(),
            None => STRATEGIES[self.0 - ENGINES].about,
        }
    }
}

/// What planning leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Without {
    pub(crate) engines: EngineSet,
    /// A bit each.
    strategies: u32,
}

impl Without {
    /// The same with something else that is left out.
    #[must_use]
    pub const fn with(self, omission: Omission) -> Self {
        match omission.engine() {
            Some(place) => Self { engines: self.engines.with(place), ..self },
            None => Self { strategies: self.strategies | 1 << (omission.0 - ENGINES), ..self },
        }
    }

    /// Whether an engine is left out.
    pub(crate) fn has(self, engine: Engine) -> bool {
        self != Self::default()
            && Engine::ALL
                .iter()
                .position(|&other| other == engine)
                .is_some_and(|place| self.engines.has(place))
    }

    /// Whether the strategy at this place in the list of them is left out.
    pub(crate) const fn has_strategy(self, place: usize) -> bool {
        self.strategies >> place & 1 == 1
    }

    /// Refuses an engine that is left out.
    pub(crate) fn check(self, engine: Engine) -> Result<(), PlanError> {
        match self.has(engine) {
            true => Err(PlanError::Refused {
                engine: engine.name(),
                why: format!("the engine {} is left out", engine.name()),
                is_chosen: false,
            }),
            false => Ok(()),
        }
    }
}

impl FromIterator<Omission> for Without {
    fn from_iter<T: IntoIterator<Item = Omission>>(omissions: T) -> Self {
        omissions.into_iter().fold(Self::default(), Self::with)
    }
}
