//! What may be spent on a formula.

use super::found::Counted;
use crate::plan::Settings;
use crate::question::Demand;
use crate::up_to::UpTo;
use std::time::Duration;

/// What may be spent on a formula.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Search {
    /// How terms are counted.
    pub settings: Settings,
    /// For how long.
    pub budget: Duration,
    /// How many terms are computed if the rule is too long to be written out; 0 for some forty.
    pub terms: usize,
    /// What counts as the same placement.
    pub up_to: UpTo,
    /// Whether only placements count that cannot be extended.
    pub maximal: bool,
    /// What pieces must attack, in the place of leaving each other in peace.
    pub dominating: Demand,
}

impl Search {
    /// What is counted.
    #[must_use]
    pub fn counted(&self) -> Counted {
        Counted::Placements { up_to: self.up_to, maximal: self.maximal, dominating: self.dominating }
    }

    /// With these settings, for so long.
    #[must_use]
    pub fn new(settings: Settings, budget: Duration) -> Self {
        let dominating = Demand::Nothing;
        Self { settings, budget, terms: 0, up_to: UpTo::Nothing, maximal: false, dominating }
    }

    /// The same with so many terms of rules that are too long to be written out.
    #[must_use]
    pub fn with_terms(self, terms: usize) -> Self {
        Self { terms, ..self }
    }

    /// The same with another notion of sameness.
    #[must_use]
    pub fn with_up_to(self, up_to: UpTo) -> Self {
        Self { up_to, ..self }
    }

    /// The same of maximal placements only, or of all.
    #[must_use]
    pub fn with_maximal(self, maximal: bool) -> Self {
        Self { maximal, ..self }
    }

    /// The same of placements that attack all squares, or all empty ones.
    #[must_use]
    pub fn with_dominating(self, dominating: Demand) -> Self {
        Self { dominating, ..self }
    }
}
