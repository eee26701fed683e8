//! Engines and strategies that planning leaves out by name: to see what each is worth, and that the others count the same.
//!
//! Plans inside plans leave them out as well. A tree that is read keeps its ways, whatever is left out, since it is decided already.

use super::error::PlanError;
use crate::engines::Engine;
use crate::engines::technique::Manner;
use crate::engines::tuning::EngineSet;
use crate::named::Named;

/// Something that planning can do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Omission(usize);

/// Strategies that can be left out, and for what they are good.
const STRATEGIES: [(&str, &str); 8] = [
    ("at-once", "Engines that read the question, before anybody else is asked"),
    ("sweep", "Longer trials of a sweep"),
    ("again", "Units once more that looked hopeless"),
    ("direct", "Engines that read the question, where much is at stake"),
    ("numbers", "A sum over numbers of pieces"),
    ("each-number", "A plan for each number of pieces"),
    ("parts", "Parts that do not interact"),
    ("leaders", "Few pieces first"),
];

/// All engines but the first of the registry, which stands for the best one, and the last, the oracle, which is asked for by name
/// only.
const ENGINES: usize = Engine::ALL.len() - 2;
const ALL: [Omission; ENGINES + STRATEGIES.len()] = {
    let mut all = [Omission(0); ENGINES + STRATEGIES.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = Omission(place);
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
            None => STRATEGIES[self.0 - ENGINES].0,
        }
    }

    fn about(self) -> &'static str {
        match self.engine() {
            Some(place) => Engine::ALL[place].about(),
            None => STRATEGIES[self.0 - ENGINES].1,
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

    /// Whether all engines that come to an answer so are left out.
    pub(crate) fn has_all(self, manner: Manner) -> bool {
        Engine::of(manner).all(|engine| self.has(engine))
    }

    /// Whether the strategy with this name is left out.
    pub(crate) fn has_strategy(self, name: &str) -> bool {
        let place = STRATEGIES.iter().position(|(other, _)| *other == name);
        place.is_some_and(|place| self.strategies >> place & 1 == 1)
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
