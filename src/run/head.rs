//! What is counted, and how the same plan is made again.

use crate::Named;
use crate::Problem;
use crate::engines::{Engine, Kernel};
use crate::plan::{self, Plan, PlanError, Recipe, Settings, TermFacts, UnitRecipe};
use crate::{Question, UpTo};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// Names the lines and their meaning; raised when they change.
const SCHEMA: &str = "armistice.run/1";

/// The first line of a journal or a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    schema: String,
    /// The problem text, and its hash.
    pub problem: String,
    identity: String,
    up_to: String,
    /// The engine as it was asked for.
    engine: String,
    /// The instructions by whose speed the plan was made.
    kernel: String,
    by_lines: Vec<bool>,
    paces: Vec<f64>,
    /// Whether it was planned for many machines.
    shared: bool,
    terms: Vec<Term>,
    /// The sum of the terms is so many times the count.
    group: u64,
    /// How many units there are.
    pub units: usize,
    /// The hash of what every unit is to count.
    pub plan: String,
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
    is_taken_away: bool,
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
            is_taken_away: facts.is_taken_away,
        }
    }
}

/// Why a count cannot go on, or parts cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// A problem, an engine or a form that this program does not know.
    #[error("made by another version of this program: {0}")]
    Unknown(String),
    /// A problem text that is no longer what it was.
    #[error("the problem is \"{problem}\", and its hash is not the one that is written down")]
    Identity {
        /// The text.
        problem: String,
    },
    /// Another version of an engine.
    #[error(
        "counted by {then}, and this program has {now}, whose units are others: take the old program, or count anew"
    )]
    Version {
        /// Name and version then.
        then: String,
        /// Name and version now.
        now: String,
    },
    /// Another plan.
    #[error("its {then} are not the {now} that this program makes of the problem: count anew")]
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

/// The problem that a head is about, if its form is the one that is read here and the text is what it was.
pub(super) fn problem_again(
    [schema, wanted]: [&str; 2],
    text: &str,
    identity: &str,
) -> Result<Problem, HeadError> {
    if schema != wanted {
        return Err(HeadError::Unknown(format!("the form is {schema}, and {wanted} is read")));
    }
    let problem: Problem =
        text.parse().map_err(|error| HeadError::Unknown(format!("the problem: {error}")))?;
    if problem.to_string() != text || problem.identity() != identity {
        return Err(HeadError::Identity { problem: text.to_owned() });
    }
    Ok(problem)
}

impl Head {
    /// The head for a plan of this problem; nothing if the plan is not made of units.
    #[must_use]
    pub fn new(plan: &Plan) -> Option<Self> {
        let (Question { problem, up_to, .. }, settings) = (plan.question(), plan.settings());
        let ledger = plan.units()?;
        let recipe = ledger.recipe();
        Some(Self {
            schema: SCHEMA.to_owned(),
            problem: problem.to_string(),
            identity: problem.identity(),
            up_to: up_to.name().to_owned(),
            engine: settings.engine.name().to_owned(),
            kernel: recipe.kernel.name().to_owned(),
            by_lines: recipe.by_lines.clone(),
            paces: recipe.paces.clone(),
            shared: settings.shared,
            terms: ledger.terms().iter().map(Term::from).collect(),
            group: plan.summary().symmetries.len().max(1) as u64,
            units: ledger.units(),
            plan: ledger.digest(),
            expected_seconds: plan.summary().estimate.seconds,
        })
    }

    /// Names the count for ever: twelve digits of a hash of the problem, of what counts as the same placement, and of what
    /// every unit is to count. How fast it was expected to be does not matter.
    #[must_use]
    pub fn id(&self) -> String {
        let Self { schema, identity, up_to, plan, .. } = self;
        let hash = blake3::hash(format!("{schema} {identity} {up_to} {plan}").as_bytes());
        hash.to_hex()[..12].to_owned()
    }

    /// What counts as the same placement.
    ///
    /// # Errors
    /// A name that this program does not know.
    pub fn up_to(&self) -> Result<UpTo, HeadError> {
        UpTo::named(&self.up_to)
            .ok_or_else(|| HeadError::Unknown(format!("placements up to \"{}\"", self.up_to)))
    }

    /// The engine as it was asked for.
    ///
    /// # Errors
    /// A name that this program does not know.
    pub fn engine(&self) -> Result<Engine, HeadError> {
        Engine::named(&self.engine)
            .ok_or_else(|| HeadError::Unknown(format!("the engine \"{}\"", self.engine)))
    }

    /// The problem and the same plan as it was made then, with everything else as in `settings`.
    ///
    /// # Errors
    /// What another version of this program has written, and plans that cannot be made again here.
    pub fn plan_again(&self, settings: &Settings) -> Result<Plan, HeadError> {
        let problem = problem_again([&self.schema, SCHEMA], &self.problem, &self.identity)?;
        let kernel = Kernel::named(&self.kernel)
            .ok_or_else(|| HeadError::Unknown(format!("the kernel \"{}\"", self.kernel)))?;
        let (by_lines, paces) = (self.by_lines.clone(), self.paces.clone());
        let question = Question { up_to: self.up_to()?, ..problem.into() };
        let settings = Settings { engine: self.engine()?, shared: self.shared, ..settings.clone() };
        let recipe = Recipe::Units(UnitRecipe { kernel, by_lines, paces });
        let plan = plan::plan_again(&question, &settings, &recipe)?;
        let now = Self::new(&plan);
        let now = now.ok_or_else(|| HeadError::Unknown("a plan without units".to_owned()))?;
        for (then, now) in self.terms.iter().zip(&now.terms) {
            if (&then.engine, then.version) != (&now.engine, now.version) {
                let name = |term: &Term| format!("{} {}", term.engine, term.version);
                return Err(HeadError::Version { then: name(then), now: name(now) });
            }
        }
        if (&self.terms, self.units, &self.plan) != (&now.terms, now.units, &now.plan) {
            let name = |head: &Self| format!("{} units (plan {})", head.units, head.id());
            return Err(HeadError::Plan { then: name(self), now: name(&now) });
        }
        Ok(plan)
    }

    /// A lower bound on the count, if this was found for each term, with weights. Of a difference nothing is known before all
    /// is counted.
    #[must_use]
    pub fn bound(&self, weighted: &[BigUint]) -> BigUint {
        if self.terms.iter().any(|term| term.is_taken_away) {
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

    /// The engine of the first term, and its version.
    #[must_use]
    pub fn counted_by(&self) -> String {
        self.terms.first().map_or(String::new(), |term| format!("{} {}", term.engine, term.version))
    }

    /// Checks that it is about the same count as another one.
    #[must_use]
    pub fn is_of(&self, other: &Self) -> bool {
        (&self.identity, &self.up_to, &self.plan, self.units, &self.terms)
            == (&other.identity, &other.up_to, &other.plan, other.units, &other.terms)
    }
}
