//! The plan in the head of a count, which is written as a [`Tree`], and the terms of the sum.
//!
//! Heads of the [first form](super::old) are also read. The rest of this module tree does not distinguish the
//! two forms.

use super::head_error::{HeadError, find_named};
use super::old;
use crate::plan::kept::{CounterFacts, Share, Tree, UnitPlan};
use crate::plan::{Plan, Settings};
use crate::{Demand, Named, Question};
use num_bigint::BigUint;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The plan of a count.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum KeptPlan {
    /// A tree.
    Tree(PlannedTree),
    /// A count by units, in the first form.
    OldUnits(old::OldUnits),
    /// A sweep, in the first form.
    OldSweep(old::OldSweep),
}

/// The fields decide the form, so that errors name the faulty field.
impl<'de> Deserialize<'de> for KeptPlan {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(from)?;
        let has = |name: &str| fields.contains_key(name);
        let (is_sweep, are_units) = (has("ways"), has("terms"));
        let fields = Value::Object(fields);
        let read = match () {
            () if is_sweep => serde_json::from_value(fields).map(Self::OldSweep),
            () if are_units => serde_json::from_value(fields).map(Self::OldUnits),
            () => serde_json::from_value(fields).map(Self::Tree),
        };
        read.map_err(D::Error::custom)
    }
}

/// A plan that is written as a tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlannedTree {
    /// Whether only maximal placements are counted: those to which no piece can be added.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    maximal: bool,
    /// Whether placements are counted separately by number of pieces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_number: bool,
    /// The demand on squares that must be attacked, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dominating: Option<String>,
    /// The engine as it was requested.
    engine: String,
    /// Whether the count was planned for many machines.
    shared: bool,
    tree: Tree,
    /// The number of units; a sweep is one unit.
    units: usize,
    /// The hash of the work of all units, if units can be counted separately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plan: Option<String>,
    /// The seconds that the count was expected to take on one core.
    expected_seconds: f64,
}

impl KeptPlan {
    /// Describes a plan; `None` if nothing of the plan can be kept.
    pub(super) fn from_plan(plan: &Plan) -> Option<Self> {
        let (units, settings) = (plan.units(), plan.settings());
        let Question { maximal, by_number, dominating, .. } = *plan.question();
        let is_kept = units.is_some() || plan.resumable_sweep().is_some();
        Some(Self::Tree(PlannedTree {
            maximal,
            by_number,
            dominating: (dominating != Demand::Nothing).then(|| dominating.to_string()),
            engine: settings.engine.name().to_owned(),
            shared: settings.shared,
            tree: plan.tree().filter(|_| is_kept)?,
            units: units.map_or(1, UnitPlan::units),
            plan: units.map(UnitPlan::digest),
            // JSON has no number for infinity.
            expected_seconds: plan.summary().estimate.seconds.min(f64::MAX),
        }))
    }

    /// Returns the name of the lines and their meaning. It is raised when they change.
    pub(super) fn schema(&self) -> &'static str {
        match self {
            Self::Tree(_) => "armistice.run/2",
            Self::OldUnits(_) => old::UNITS_SCHEMA,
            Self::OldSweep(_) => old::SWEEP_SCHEMA,
        }
    }

    /// Returns a text that distinguishes a count from others of the same problem and symmetry.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Tree(PlannedTree { plan: Some(plan), .. }) => plan.clone(),
            Self::Tree(PlannedTree { maximal, by_number, dominating, .. }) => {
                let demand = dominating.as_ref().map_or(String::new(), |demand| format!(" {demand}"));
                format!("{maximal} {by_number}{demand}")
            }
            Self::OldUnits(units) => units.plan.clone(),
            Self::OldSweep(sweep) => format!("{} {}", sweep.maximal, sweep.by_number),
        }
    }

    /// Returns the plan as a tree. Adds to the question and the settings the details that the head records.
    ///
    /// # Errors
    /// Returns an error for names that this program does not have.
    pub(super) fn tree(&self, question: &mut Question, settings: &mut Settings) -> Result<Tree, HeadError> {
        match self {
            Self::Tree(PlannedTree { maximal, by_number, dominating, engine, shared, tree, .. }) => {
                (question.maximal, question.by_number) = (*maximal, *by_number);
                question.dominating = match dominating {
                    Some(demand) => find_named("what must be attacked", demand)?,
                    None => Demand::Nothing,
                };
                (settings.engine, settings.shared) = (find_named("the engine", engine)?, *shared);
                Ok(tree.clone())
            }
            Self::OldUnits(units) => {
                (settings.engine, settings.shared) = (find_named("the engine", &units.engine)?, units.shared);
                units.tree(question, settings)
            }
            Self::OldSweep(sweep) => {
                (question.maximal, question.by_number) = (sweep.maximal, sweep.by_number);
                settings.engine = find_named("the engine", &sweep.asked)?;
                Ok(sweep.tree())
            }
        }
    }

    /// Returns whether the count is a sweep.
    pub(super) fn is_swept(&self) -> bool {
        match self {
            Self::Tree(planned) => planned.plan.is_none(),
            Self::OldUnits(_) => false,
            Self::OldSweep(_) => true,
        }
    }

    /// Returns the counts that the total consists of, each with its share.
    fn leaves(&self) -> Vec<(CounterFacts, Share)> {
        match self {
            Self::Tree(PlannedTree { tree, .. }) => {
                let leaves = tree.whole.leaves().into_iter();
                leaves.filter_map(|(leaf, share)| Some((leaf.built.clone()?, share))).collect()
            }
            Self::OldUnits(units) => units.leaves(),
            Self::OldSweep(sweep) => {
                vec![(sweep.counter_facts(), Share { times: 1, is_subtracted: false, divisor: 1 })]
            }
        }
    }

    /// Returns the engines that count, with their versions.
    pub(super) fn engines(&self) -> Vec<String> {
        let name = |(built, _): (CounterFacts, Share)| format!("{} {}", built.engine, built.version);
        self.leaves().into_iter().map(name).collect()
    }

    /// Describes the first difference between two counts in words.
    ///
    /// `None` if their units are the same and enter the sum in the same way.
    pub(super) fn difference(&self, wanted: &Self) -> Option<String> {
        let unlike = |what, of: &dyn Fn(&Self) -> String| {
            let (own, wanted) = (of(self), of(wanted));
            (own != wanted).then(|| differs(what, &own, &wanted))
        };
        let summed = |how: &Self| {
            let leaves = how.leaves().into_iter();
            let leaves: Vec<(CounterFacts, u64, bool)> =
                leaves.map(|(built, share)| (built, share.times, share.is_subtracted)).collect();
            (leaves, how.is_swept(), how.key())
        };
        unlike("it was counted by", &|how| how.engines().join(", "))
            .or_else(|| unlike("the number of its units is", &|how| how.units().to_string()))
            .or_else(|| (summed(self) != summed(wanted)).then(|| "its units are others".to_owned()))
    }

    /// Returns the number of units.
    pub(super) fn units(&self) -> usize {
        match self {
            Self::Tree(planned) => planned.units,
            Self::OldUnits(units) => units.units,
            Self::OldSweep(_) => 1,
        }
    }

    /// Returns a lower bound on the count, given the weighted number found for each term.
    ///
    /// The bound is zero for a difference or a product until all is counted. A sweep has none, because its
    /// numbers are in its state.
    pub(super) fn bound(&self, weighted: &BTreeMap<usize, BigUint>) -> Option<BigUint> {
        if self.is_swept() {
            return None;
        }
        let has_products = match self {
            Self::Tree(planned) => planned.tree.whole.has_products(),
            Self::OldUnits(units) => units.parts,
            Self::OldSweep(_) => false,
        };
        let leaves = self.leaves();
        if has_products || leaves.iter().any(|(_, share)| share.is_subtracted) {
            return Some(BigUint::ZERO);
        }
        let of_leaf = |(number, (built, share)): (usize, &(CounterFacts, Share))| {
            let factor: BigUint = built.factor.parse().unwrap_or_default();
            let sum = weighted.get(&number)?;
            Some(sum / built.divisor.max(1) * factor * share.times)
        };
        let group = leaves.first().map_or(1, |(_, share)| share.divisor.max(1));
        Some(leaves.iter().enumerate().filter_map(of_leaf).sum::<BigUint>() / group)
    }

    /// Returns the seconds that the count was expected to take on one core, if the head records them.
    pub(super) fn expected_seconds(&self) -> f64 {
        match self {
            Self::Tree(planned) => planned.expected_seconds,
            Self::OldUnits(units) => units.expected_seconds,
            Self::OldSweep(_) => 0.0,
        }
    }
}

/// Says that a thing has one value and not the wanted one.
pub(super) fn differs(what: &str, own: &str, wanted: &str) -> String {
    format!("{what} {own}, not {wanted}")
}
