//! Limits and conditions of the search for a formula.

use super::found::CountedObject;
use crate::plan::Settings;
use crate::question::Demand;
use crate::up_to::UpTo;
use std::time::Duration;

/// Limits and conditions of the search for a formula.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Search {
    /// The settings with which terms are counted.
    pub settings: Settings,
    /// The time limit.
    pub budget: Duration,
    /// The number of terms to compute if the rule is too long to print; 0 for about forty.
    pub terms: usize,
    /// The equivalence up to which placements are counted.
    pub up_to: UpTo,
    /// Whether only placements that cannot be extended count.
    pub maximal: bool,
    /// The squares that the pieces must attack; they may then attack each other.
    pub dominating: Demand,
}

impl Search {
    /// Returns the objects that are counted.
    #[must_use]
    pub fn counted_object(&self) -> CountedObject {
        CountedObject::Placements { up_to: self.up_to, maximal: self.maximal, dominating: self.dominating }
    }

    /// Returns a search with these settings and this time limit.
    #[must_use]
    pub fn new(settings: Settings, budget: Duration) -> Self {
        let dominating = Demand::Nothing;
        Self { settings, budget, terms: 0, up_to: UpTo::Nothing, maximal: false, dominating }
    }

    /// Returns this search with a number of terms for rules that are too long to print.
    #[must_use]
    pub fn with_terms(self, terms: usize) -> Self {
        Self { terms, ..self }
    }

    /// Returns this search with another equivalence of placements.
    #[must_use]
    pub fn with_up_to(self, up_to: UpTo) -> Self {
        Self { up_to, ..self }
    }

    /// Returns this search for maximal placements only, or for all.
    #[must_use]
    pub fn with_maximal(self, maximal: bool) -> Self {
        Self { maximal, ..self }
    }

    /// Returns this search for placements that attack all squares, or all empty ones.
    #[must_use]
    pub fn with_dominating(self, dominating: Demand) -> Self {
        Self { dominating, ..self }
    }
}
