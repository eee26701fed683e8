//! What the head of a count by units says of them.

use super::head::{Content, Head, HeadError, named};
use crate::Named;
use crate::Question;
use crate::plan::kept::{Recipe, Settled, TermFacts, Tree, UnitRecipe};
use crate::plan::{Plan, Settings};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// The units of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Units {
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
    pub expected_seconds: f64,
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

impl Content for Units {
    const SCHEMA: &'static str = "armistice.run/1";

    fn of(plan: &Plan) -> Option<Self> {
        let (units, settings) = (plan.units()?, plan.settings());
        let recipe = units.recipe();
        let (leaders, settled) = match &recipe.tree {
            Tree::Leaders(kinds, Settled::Squares) => (kinds.clone(), String::new()),
            Tree::Leaders(kinds, settled) => (kinds.clone(), settled.name().to_owned()),
            _ => Default::default(),
        };
        Some(Self {
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
        })
    }

    fn key(&self) -> String {
        self.plan.clone()
    }

    fn recipe(&self, _: &mut Question, settings: &mut Settings) -> Result<Recipe, HeadError> {
        (settings.engine, settings.shared) = (named("the engine", &self.engine)?, self.shared);
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
        Ok(Recipe::Units(UnitRecipe { kernel, by_lines, tree, calibration }))
    }

    fn check(then: &Head<Self>, now: &Head<Self>) -> Result<(), HeadError> {
        for (then, now) in then.content.terms.iter().zip(&now.content.terms) {
            if (&then.engine, then.version) != (&now.engine, now.version) {
                let name = |term: &Term| format!("{} {}", term.engine, term.version);
                return Err(HeadError::Version { then: name(then), now: name(now) });
            }
        }
        if !then.content.is_as(&now.content) {
            let name = |head: &Head<Self>| format!("{} units (plan {})", head.content.units, head.id());
            return Err(HeadError::Plan { then: name(then), now: name(now) });
        }
        Ok(())
    }
}

impl Units {
    /// Whether the units are the same, and go into the sum in the same way.
    fn is_as(&self, other: &Self) -> bool {
        (&self.terms, self.units, &self.plan) == (&other.terms, other.units, &other.plan)
    }

    /// A lower bound on the count, if this was found for each term, with weights. Of a difference, or a product, nothing is
    /// known before all is counted.
    #[must_use]
    pub fn bound(&self, weighted: &[BigUint]) -> BigUint {
        if self.parts || self.terms.iter().any(|term| term.is_subtracted) {
            return BigUint::ZERO;
        }
        let of_term = |(term, sum): (&Term, &BigUint)| {
            let factor: BigUint = term.factor.parse().unwrap_or_default();
            sum / term.divisor.max(1) * factor * term.times
        };
        self.terms.iter().zip(weighted).map(of_term).sum::<BigUint>() / self.group.max(1)
    }

    /// How many terms there are.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms.len()
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
