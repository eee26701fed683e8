//! What the head of a count says of its plan, which is written down as a [`Tree`], and what there is to add up.
//!
//! Heads of the [first form](super::old) are read as well. Nothing else in this module knows which of them it has before it.

use super::head_error::{HeadError, named};
use super::old;
use crate::plan::kept::{Built, Share, Tree, UnitPlan};
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
pub(crate) enum How {
    /// Written down.
    Tree(Planned),
    /// By units, in the first form.
    OldUnits(old::OldUnits),
    /// As a sweep, in the first form.
    OldSweep(old::OldSweep),
}

/// By the fields, so that what is wrong with one of them is said.
impl<'de> Deserialize<'de> for How {
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

/// A plan that is written down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Planned {
    /// Whether only placements are counted that cannot be extended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    maximal: bool,
    /// Whether every number of pieces is counted by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_number: bool,
    /// What the pieces must attack, where that is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dominating: Option<String>,
    /// The engine as it was asked for.
    engine: String,
    /// Whether it was planned for many machines.
    shared: bool,
    tree: Tree,
    /// How many units there are; a sweep is one.
    units: usize,
    /// The hash of what every unit is to count, if there are units that can be counted by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plan: Option<String>,
    /// What counting was expected to take on one core.
    expected_seconds: f64,
}

impl How {
    /// What is to be said of a plan; `None` if nothing can be kept of it.
    pub(super) fn of(plan: &Plan) -> Option<Self> {
        let (units, settings) = (plan.units(), plan.settings());
        let Question { maximal, by_number, dominating, .. } = *plan.question();
        let is_kept = units.is_some() || plan.swept().is_some();
        Some(Self::Tree(Planned {
            maximal,
            by_number,
            dominating: (dominating != Demand::Nothing).then(|| dominating.to_string()),
            engine: settings.engine.name().to_owned(),
            shared: settings.shared,
            tree: plan.tree().filter(|_| is_kept)?,
            units: units.map_or(1, UnitPlan::units),
            plan: units.map(UnitPlan::digest),
            // There is no number for infinity in JSON.
            expected_seconds: plan.summary().estimate.seconds.min(f64::MAX),
        }))
    }

    /// Names the lines and their meaning; raised when they change.
    pub(super) fn schema(&self) -> &'static str {
        match self {
            Self::Tree(_) => "armistice.run/2",
            Self::OldUnits(_) => old::UNITS_SCHEMA,
            Self::OldSweep(_) => old::SWEEP_SCHEMA,
        }
    }

    /// What distinguishes a count from others of the same problem, up to the same.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Tree(Planned { plan: Some(plan), .. }) => plan.clone(),
            Self::Tree(Planned { maximal, by_number, dominating, .. }) => {
                let demand = dominating.as_ref().map_or(String::new(), |demand| format!(" {demand}"));
                format!("{maximal} {by_number}{demand}")
            }
            Self::OldUnits(units) => units.plan.clone(),
            Self::OldSweep(sweep) => format!("{} {}", sweep.maximal, sweep.by_number),
        }
    }

    /// The plan, written down; puts in what it answers and how it was asked for.
    ///
    /// # Errors
    /// Names that this program does not know.
    pub(super) fn tree(&self, question: &mut Question, settings: &mut Settings) -> Result<Tree, HeadError> {
        match self {
            Self::Tree(Planned { maximal, by_number, dominating, engine, shared, tree, .. }) => {
                (question.maximal, question.by_number) = (*maximal, *by_number);
                question.dominating = match dominating {
                    Some(demand) => named("what must be attacked", demand)?,
                    None => Demand::Nothing,
                };
                (settings.engine, settings.shared) = (named("the engine", engine)?, *shared);
                Ok(tree.clone())
            }
            Self::OldUnits(units) => {
                (settings.engine, settings.shared) = (named("the engine", &units.engine)?, units.shared);
                units.tree(question, settings)
            }
            Self::OldSweep(sweep) => {
                (question.maximal, question.by_number) = (sweep.maximal, sweep.by_number);
                settings.engine = named("the engine", &sweep.asked)?;
                Ok(sweep.tree())
            }
        }
    }

    /// Whether it is a sweep.
    pub(super) fn is_swept(&self) -> bool {
        match self {
            Self::Tree(planned) => planned.plan.is_none(),
            Self::OldUnits(_) => false,
            Self::OldSweep(_) => true,
        }
    }

    /// The counts that go into the whole, each with what it goes through.
    fn leaves(&self) -> Vec<(Built, Share)> {
        match self {
            Self::Tree(Planned { tree, .. }) => {
                let leaves = tree.whole.leaves().into_iter();
                leaves.filter_map(|(leaf, share)| Some((leaf.built.clone()?, share))).collect()
            }
            Self::OldUnits(units) => units.leaves(),
            Self::OldSweep(sweep) => {
                vec![(sweep.built(), Share { times: 1, is_subtracted: false, divisor: 1 })]
            }
        }
    }

    /// The engines that count, with their versions.
    pub(super) fn engines(&self) -> Vec<String> {
        let name = |(built, _): (Built, Share)| format!("{} {}", built.engine, built.version);
        self.leaves().into_iter().map(name).collect()
    }

    /// The first thing in which what is counted differs, in words; `None` if the units are the same, and go into the sum in
    /// the same way.
    pub(super) fn difference(&self, wanted: &Self) -> Option<String> {
        let unlike = |what, of: &dyn Fn(&Self) -> String| {
            let (own, wanted) = (of(self), of(wanted));
            (own != wanted).then(|| differs(what, &own, &wanted))
        };
        let summed = |how: &Self| {
            let leaves = how.leaves().into_iter();
            let leaves: Vec<(Built, u64, bool)> =
                leaves.map(|(built, share)| (built, share.times, share.is_subtracted)).collect();
            (leaves, how.is_swept(), how.key())
        };
        unlike("it was counted by", &|how| how.engines().join(", "))
            .or_else(|| unlike("the number of its units is", &|how| how.units().to_string()))
            .or_else(|| (summed(self) != summed(wanted)).then(|| "its units are others".to_owned()))
    }

    /// How many units there are.
    pub(super) fn units(&self) -> usize {
        match self {
            Self::Tree(planned) => planned.units,
            Self::OldUnits(units) => units.units,
            Self::OldSweep(_) => 1,
        }
    }

    /// A lower bound on the count, if this was found for each term, with weights. Of a difference, or a product, nothing is
    /// known before all is counted; of a sweep not even then, since its state has it.
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
        let of_leaf = |(number, (built, share)): (usize, &(Built, Share))| {
            let factor: BigUint = built.factor.parse().unwrap_or_default();
            let sum = weighted.get(&number)?;
            Some(sum / built.divisor.max(1) * factor * share.times)
        };
        let group = leaves.first().map_or(1, |(_, share)| share.divisor.max(1));
        Some(leaves.iter().enumerate().filter_map(of_leaf).sum::<BigUint>() / group)
    }

    /// What counting was expected to take on one core, in seconds, where that is written down.
    pub(super) fn expected_seconds(&self) -> f64 {
        match self {
            Self::Tree(planned) => planned.expected_seconds,
            Self::OldUnits(units) => units.expected_seconds,
            Self::OldSweep(_) => 0.0,
        }
    }
}

/// What one thing is, and what it is not.
pub(super) fn differs(what: &str, own: &str, wanted: &str) -> String {
    format!("{what} {own}, not {wanted}")
}
