//! What the head of a count by units says of them.

use super::head::{Content, Head, HeadError, named};
use super::old;
use crate::Named;
use crate::Question;
use crate::plan::kept::{Built, Share, Tree};
use crate::plan::{Plan, Settings};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// The units of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Units {
    /// The engine as it was asked for.
    engine: String,
    /// Whether it was planned for many machines.
    shared: bool,
    /// The plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<Tree>,
    /// What a head of before has in its place.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    old: Option<old::Units>,
    /// How many there are.
    units: usize,
    /// The hash of what every unit is to count.
    plan: String,
    /// What counting was expected to take on one core.
    pub expected_seconds: f64,
}

impl Content for Units {
    const OLD_SCHEMA: &'static str = "armistice.run/1";

    fn of(plan: &Plan) -> Option<Self> {
        let (units, settings) = (plan.units()?, plan.settings());
        Some(Self {
            engine: settings.engine.name().to_owned(),
            shared: settings.shared,
            tree: Some(plan.tree()?),
            old: None,
            units: units.units(),
            plan: units.digest(),
            expected_seconds: plan.summary().estimate.seconds,
        })
    }

    fn key(&self) -> String {
        self.plan.clone()
    }

    fn tree(&self, question: &mut Question, settings: &mut Settings) -> Result<Tree, HeadError> {
        (settings.engine, settings.shared) = (named("the engine", &self.engine)?, self.shared);
        match (&self.tree, &self.old) {
            (Some(tree), _) => Ok(tree.clone()),
            (None, Some(old)) => old.tree(question, settings),
            (None, None) => Err(old::no_plan()),
        }
    }

    fn check(then: &Head<Self>, now: &Head<Self>) -> Result<(), HeadError> {
        if !then.content.is_as(&now.content) {
            let name = |head: &Head<Self>| format!("{} units (plan {})", head.content.units, head.id());
            return Err(HeadError::Plan { then: name(then), now: name(now) });
        }
        Ok(())
    }
}

impl Units {
    /// The counts that go into the whole, each with what it goes through; and whether some are multiplied.
    fn leaves(&self) -> (Vec<(&Built, Share)>, bool) {
        match (&self.tree, &self.old) {
            (Some(tree), _) => {
                let leaves = tree.whole.leaves().into_iter();
                let built = leaves.filter_map(|(leaf, share)| Some((leaf.built.as_ref()?, share)));
                (built.collect(), tree.whole.has_products())
            }
            (None, Some(old)) => old.leaves(),
            (None, None) => (Vec::new(), false),
        }
    }

    /// Whether the units are the same, and go into the sum in the same way.
    fn is_as(&self, other: &Self) -> bool {
        let leaves = |units: &Self| -> Vec<(Built, u64, bool)> {
            let leaves = units.leaves().0.into_iter();
            leaves.map(|(built, share)| (built.clone(), share.times, share.is_subtracted)).collect()
        };
        (leaves(self), self.units, &self.plan) == (leaves(other), other.units, &other.plan)
    }

    /// A lower bound on the count, if this was found for each term, with weights. Of a difference, or a product, nothing is
    /// known before all is counted.
    #[must_use]
    pub fn bound(&self, weighted: &[BigUint]) -> BigUint {
        let (leaves, has_products) = self.leaves();
        if has_products || leaves.iter().any(|(_, share)| share.is_subtracted) {
            return BigUint::ZERO;
        }
        let of_term = |((built, share), sum): (&(&Built, Share), &BigUint)| {
            let factor: BigUint = built.factor.parse().unwrap_or_default();
            sum / built.divisor.max(1) * factor * share.times
        };
        let group = leaves.first().map_or(1, |(_, share)| share.divisor);
        leaves.iter().zip(weighted).map(of_term).sum::<BigUint>() / group.max(1)
    }

    /// How many terms there are.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.leaves().0.len()
    }
}

impl Head<Units> {
    /// How many units there are.
    #[must_use]
    pub fn units(&self) -> usize {
        self.content.units
    }

    /// Whether it is about the same count as another one.
    #[must_use]
    pub fn is_of(&self, other: &Self) -> bool {
        self.asks_as(other) && self.content.is_as(&other.content)
    }
}
