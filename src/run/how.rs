//! What the head of a count says of its plan: how the same one is made again, and what there is to add up.
//!
//! There are two forms, each with its schema: that of a plan of units, and that of a sweep, which answers all at once and so
//! is a single unit. Nothing else in this module knows which of them it has before it.

use crate::Named;
use crate::Question;
use crate::plan::kept::{Recipe, Settled, SweepRecipe, SweepWay, TermFacts, Tree, UnitPlan, UnitRecipe};
use crate::plan::{Plan, PlanError, Settings};
use num_bigint::BigUint;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Why a count cannot go on, or parts cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeadError {
    /// A problem, an engine or a form that this program does not know.
    #[error("made by another version of this program: {0}")]
    Unknown(String),
    /// A problem text that is no longer what it was.
    #[error("the problem is \"{problem}\", but the recorded hash differs")]
    Identity {
        /// The text.
        problem: String,
    },
    /// Another version of an engine.
    #[error(
        "counted by {then}, but this program has {now}, whose units differ: use the old program, or start the count again"
    )]
    Version {
        /// Name and version then.
        then: String,
        /// Name and version now.
        now: String,
    },
    /// Another plan.
    #[error("its {then} are not the {now} that this program plans: start the count again")]
    Plan {
        /// How many units then.
        then: String,
        /// How many now.
        now: String,
    },
    /// The problem cannot be counted here.
    #[error("{0}")]
    Refused(#[from] PlanError),
}

/// The thing of this name; `what` says in an error what it is.
fn named<T: Named>(what: &str, name: &str) -> Result<T, HeadError> {
    T::named(name).ok_or_else(|| HeadError::Unknown(format!("{what} \"{name}\"")))
}

/// How the plan of a count is made again.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum How {
    /// By units.
    Units(Units),
    /// As a sweep.
    Sweep(Sweep),
}

/// By the fields, so that what is wrong with one of them is said.
impl<'de> Deserialize<'de> for How {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(from)?;
        let is_sweep = fields.contains_key("ways");
        let fields = Value::Object(fields);
        let read = match is_sweep {
            true => serde_json::from_value(fields).map(Self::Sweep),
            false => serde_json::from_value(fields).map(Self::Units),
        };
        read.map_err(D::Error::custom)
    }
}

/// The units of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Units {
    /// The engine as it was asked for.
    engine: String,
    /// The instructions by whose speed the plan was made.
    kernel: String,
    by_lines: Vec<bool>,
    /// The kinds that are placed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    leaders: Vec<usize>,
    /// What is settled of them; their squares if nothing is said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    settled: String,
    /// Whether the count is made from smaller boards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    clusters: bool,
    /// Whether it is a product of parts that do not interact.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    parts: bool,
    #[serde(rename = "paces")]
    calibration: Vec<f64>,
    /// Whether it was planned for many machines.
    shared: bool,
    terms: Vec<Term>,
    /// The sum of the terms is this many times the count.
    group: u64,
    /// How many there are.
    units: usize,
    /// The hash of what every unit is to count.
    plan: String,
    /// What counting was expected to take on one core.
    expected_seconds: f64,
}

/// A count that goes into the sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Term {
    engine: String,
    version: u32,
    units: usize,
    divisor: u64,
    factor: String,
    times: u64,
    #[serde(rename = "is_taken_away")]
    is_subtracted: bool,
}

impl From<&TermFacts> for Term {
    fn from(facts: &TermFacts) -> Self {
        Self {
            engine: facts.engine.0.to_owned(),
            version: facts.engine.1,
            units: facts.units.len(),
            divisor: facts.divisor,
            factor: facts.factor.to_string(),
            times: facts.times,
            is_subtracted: facts.is_subtracted,
        }
    }
}

/// The ways of a sweep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sweep {
    maximal: bool,
    by_number: bool,
    /// The engine as it was asked for.
    asked: String,
    /// The engine that counts, and its version.
    engine: String,
    version: u32,
    ways: Vec<Way>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Way {
    order: usize,
    grouped: Vec<bool>,
    seconds: f64,
    memory: u64,
}

impl How {
    /// What is to be said of a plan; `None` if nothing can be kept of it.
    pub(super) fn of(plan: &Plan) -> Option<Self> {
        match (plan.units(), plan.swept()) {
            (Some(units), _) => Some(Self::Units(Units::of(plan, units))),
            (None, Some(sweep)) => Some(Self::Sweep(Sweep::of(plan, sweep.recipe()))),
            (None, None) => None,
        }
    }

    /// Names the lines and their meaning; raised when they change.
    pub(super) fn schema(&self) -> &'static str {
        match self {
            Self::Units(_) => "armistice.run/1",
            Self::Sweep(_) => "armistice.sweep/1",
        }
    }

    /// What distinguishes a count from others of the same problem, up to the same.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Units(units) => units.plan.clone(),
            Self::Sweep(sweep) => format!("{} {}", sweep.maximal, sweep.by_number),
        }
    }

    /// How the same plan is made again; puts in what it answers and how it was asked for.
    ///
    /// # Errors
    /// Names that this program does not know.
    pub(super) fn recipe(
        &self,
        question: &mut Question,
        settings: &mut Settings,
    ) -> Result<Recipe, HeadError> {
        match self {
            Self::Units(units) => {
                (settings.engine, settings.shared) = (named("the engine", &units.engine)?, units.shared);
                units.recipe().map(Recipe::Units)
            }
            Self::Sweep(sweep) => {
                (question.maximal, question.by_number) = (sweep.maximal, sweep.by_number);
                settings.engine = named("the engine", &sweep.asked)?;
                Ok(Recipe::Sweep(sweep.recipe()))
            }
        }
    }

    /// The engines that count, with their versions.
    pub(super) fn engines(&self) -> Vec<String> {
        let name = |engine: &str, version: u32| format!("{engine} {version}");
        match self {
            Self::Units(units) => units.terms.iter().map(|term| name(&term.engine, term.version)).collect(),
            Self::Sweep(sweep) => vec![name(&sweep.engine, sweep.version)],
        }
    }

    /// Whether the units are the same, and go into the sum in the same way.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Units(one), Self::Units(other)) => {
                (&one.terms, one.units, &one.plan) == (&other.terms, other.units, &other.plan)
            }
            (Self::Sweep(_), Self::Sweep(_)) => {
                (self.key(), self.engines()) == (other.key(), other.engines())
            }
            _ => false,
        }
    }

    /// How many units there are.
    pub(super) fn units(&self) -> usize {
        match self {
            Self::Units(units) => units.units,
            Self::Sweep(_) => 1,
        }
    }

    /// A lower bound on the count, if this was found for each term, with weights. Of a difference, or a product, nothing is
    /// known before all is counted; of a sweep not even then, since its state has it.
    pub(super) fn bound(&self, weighted: &BTreeMap<usize, BigUint>) -> Option<BigUint> {
        match self {
            Self::Units(units) => Some(units.bound(weighted)),
            Self::Sweep(_) => None,
        }
    }

    /// What counting was expected to take on one core, in seconds, where that is written down.
    pub(super) fn expected_seconds(&self) -> f64 {
        match self {
            Self::Units(units) => units.expected_seconds,
            Self::Sweep(_) => 0.0,
        }
    }
}

impl Units {
    fn of(plan: &Plan, units: &UnitPlan) -> Self {
        let (settings, recipe) = (plan.settings(), units.recipe());
        let (leaders, settled) = match &recipe.tree {
            Tree::Leaders(kinds, Settled::Squares) => (kinds.clone(), String::new()),
            Tree::Leaders(kinds, settled) => (kinds.clone(), settled.name().to_owned()),
            _ => Default::default(),
        };
        Self {
            engine: settings.engine.name().to_owned(),
            kernel: recipe.kernel.name().to_owned(),
            by_lines: recipe.by_lines.clone(),
            leaders,
            settled,
            clusters: recipe.tree == Tree::Clusters,
            parts: recipe.tree == Tree::Parts,
            calibration: recipe.calibration.clone(),
            shared: settings.shared,
            terms: units.terms().iter().map(Term::from).collect(),
            group: plan.summary().symmetries.len().max(1) as u64,
            units: units.units(),
            plan: units.digest(),
            expected_seconds: plan.summary().estimate.seconds,
        }
    }

    fn recipe(&self) -> Result<UnitRecipe, HeadError> {
        let (by_lines, calibration) = (self.by_lines.clone(), self.calibration.clone());
        let kernel = named("the kernel", &self.kernel)?;
        let tree = match () {
            () if self.clusters => Tree::Clusters,
            () if self.parts => Tree::Parts,
            () if self.leaders.is_empty() => Tree::Engines,
            () if self.settled.is_empty() => Tree::Leaders(self.leaders.clone(), Settled::Squares),
            () => {
                Tree::Leaders(self.leaders.clone(), named("what is settled of the leaders", &self.settled)?)
            }
        };
        Ok(UnitRecipe { kernel, by_lines, tree, calibration })
    }

    fn bound(&self, weighted: &BTreeMap<usize, BigUint>) -> BigUint {
        if self.parts || self.terms.iter().any(|term| term.is_subtracted) {
            return BigUint::ZERO;
        }
        let of_term = |(number, term): (usize, &Term)| {
            let factor: BigUint = term.factor.parse().unwrap_or_default();
            let sum = weighted.get(&number)?;
            Some(sum / term.divisor.max(1) * factor * term.times)
        };
        self.terms.iter().enumerate().filter_map(of_term).sum::<BigUint>() / self.group.max(1)
    }
}

impl Sweep {
    fn of(plan: &Plan, recipe: SweepRecipe) -> Self {
        let way = |SweepWay { order, grouped, seconds, memory }| Way { order, grouped, seconds, memory };
        let (engine, version) = plan.summary().engine;
        let Question { maximal, by_number, .. } = *plan.question();
        Self {
            maximal,
            by_number,
            asked: plan.settings().engine.name().to_owned(),
            engine: engine.to_owned(),
            version,
            ways: recipe.ways.into_iter().map(way).collect(),
        }
    }

    fn recipe(&self) -> SweepRecipe {
        let way = |Way { order, grouped, seconds, memory }| SweepWay { order, grouped, seconds, memory };
        SweepRecipe { ways: self.ways.iter().cloned().map(way).collect() }
    }
}
