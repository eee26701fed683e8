//! What is counted, and by which plan: the first line of whatever is written of a count.
//!
//! All counts have a problem, with a hash, and what counts as the same placement. What there is to say of the plan is
//! [`How`].

use super::how::{How, differs};
use super::old;
use crate::Named;
use crate::Problem;
use crate::Question;
use crate::engines::Engine;
use crate::engines::technique::Technique;
use crate::plan::{self, Asked, Plan, PlanError, Settings};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use super::head_error::HeadError;

/// The first line of a journal or a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    schema: String,
    /// The version of the program that made the plan, where it is written down: nothing is decided by it. Heads of the first
    /// schema have the version of an engine under the name `version`.
    #[serde(rename = "program", default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// The problem text, and its hash.
    pub(crate) problem: String,
    identity: String,
    up_to: String,
    /// By what placements are fixed, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fixed_by: Option<String>,
    /// What was asked, if the problem has the largest number, found first, in the place of `max`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    largest: Option<LargestLine>,
    #[serde(flatten)]
    how: How,
}

/// A problem that asks for a largest number, and the number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct LargestLine {
    problem: String,
    maximum: Option<u32>,
}

impl Head {
    /// The head for a plan; `None` if nothing can be kept of it.
    #[must_use]
    pub fn new(plan: &Plan) -> Option<Self> {
        let Question { problem, up_to, fixed_by, .. } = plan.question();
        let how = How::of(plan)?;
        Some(Self {
            schema: how.schema().to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            problem: problem.to_string(),
            identity: problem.identity(),
            up_to: up_to.to_string(),
            fixed_by: (!fixed_by.is_identity()).then(|| fixed_by.to_string()),
            largest: plan
                .asked()
                .map(|asked| LargestLine { problem: asked.problem.to_string(), maximum: asked.maximum }),
            how,
        })
    }

    /// Names the count for ever: twelve digits of a hash of what is asked, and of what every unit is to count if there are
    /// units. How fast it was expected to be does not matter.
    #[must_use]
    pub fn id(&self) -> String {
        let Self { identity, up_to, fixed_by, how, .. } = self;
        let fixed_by = fixed_by.as_ref().map_or(String::new(), |group| format!("fixed by {group} "));
        // The same count has the name that it had in the first form.
        let first = if self.is_swept() { old::SWEEP_SCHEMA } else { old::UNITS_SCHEMA };
        let key = format!("{first} {identity} {up_to} {fixed_by}{}", how.key());
        let hash = blake3::hash(key.as_bytes());
        hash.to_hex()[..12].to_owned()
    }

    /// The problem as it was asked for.
    pub(crate) fn asked(&self) -> &str {
        self.largest.as_ref().map_or(&self.problem, |asked| &asked.problem)
    }

    /// How many units there are; a sweep is one.
    pub(crate) fn units(&self) -> usize {
        self.how.units()
    }

    /// The engines that count, with their versions.
    pub(crate) fn engines(&self) -> Vec<String> {
        self.how.engines()
    }

    /// Refuses a plan by an engine of another version than the one here. [`Self::plan_again`] refuses it, too, and much
    /// else, but has to make all of the plan.
    ///
    /// # Errors
    /// Engines that this program does not have.
    pub(crate) fn check_engines(&self) -> Result<(), HeadError> {
        let engine = |(engine, technique): (Engine, &dyn Technique)| {
            (engine.name(), format!("{} {}", engine.name(), technique.version()))
        };
        let known: Vec<(&str, String)> = Engine::techniques().map(engine).collect();
        for then in self.engines() {
            let name = then.split(' ').next().unwrap_or_default();
            let Some((_, now)) = known.iter().find(|(known, _)| *known == name) else {
                return Err(HeadError::Unknown(format!("the engine \"{name}\"")));
            };
            if *now != then {
                return Err(self.refused(PlanError::OtherVersion { then, now: now.clone() }));
            }
        }
        Ok(())
    }

    /// The engine that sweeps, with its version; `None` of a count by units.
    pub(crate) fn swept_by(&self) -> Option<String> {
        if self.is_swept() { self.how.engines().pop() } else { None }
    }

    /// Whether it is swept: what is kept of it are states, and not units.
    pub(crate) fn is_swept(&self) -> bool {
        self.how.is_swept()
    }

    /// Whether it begins the journal of a sweep as it was in the first form, where it was a line of its own kind.
    pub(super) fn is_old_sweep(&self) -> bool {
        self.schema == old::SWEEP_SCHEMA
    }

    /// A lower bound on the count, if this was found for the terms, with weights; `None` if nothing is known of it.
    pub(super) fn bound(&self, weighted: &BTreeMap<usize, BigUint>) -> Option<BigUint> {
        self.how.bound(weighted)
    }

    /// What counting was expected to take on one core, in seconds.
    pub(crate) fn expected_seconds(&self) -> f64 {
        self.how.expected_seconds()
    }

    /// Whether it is about the same count as another one.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }

    /// The first thing in which it differs from the head that is wanted, in words; `None` if both are about the same count.
    pub(crate) fn difference(&self, wanted: &Self) -> Option<String> {
        if self.identity != wanted.identity {
            return Some(differs("its problem is", &self.problem, &wanted.problem));
        }
        if self.up_to != wanted.up_to {
            return Some(differs("it counts up to", &self.up_to, &wanted.up_to));
        }
        if self.fixed_by != wanted.fixed_by {
            let asked = |head: &Self| {
                head.fixed_by.as_ref().map_or("all".to_owned(), |group| format!("those fixed by {group}"))
            };
            return Some(differs("the placements are", &asked(self), &asked(wanted)));
        }
        let difference = self.how.difference(&wanted.how)?;
        Some(match (&self.version, &wanted.version) {
            (Some(own), Some(other)) if own != other => {
                format!("{difference} (planned by armistice {own}, not {other})")
            }
            _ => difference,
        })
    }

    /// What was asked, with the largest number.
    fn asked_again(&self) -> Result<Option<Asked>, HeadError> {
        let read = |asked: &LargestLine| {
            let unknown = |error| HeadError::Unknown(format!("the problem: {error}"));
            Ok(Asked { problem: asked.problem.parse().map_err(unknown)?, maximum: asked.maximum })
        };
        self.largest.as_ref().map(read).transpose()
    }

    /// The problem, if its form is the one that is read here and the text is what it was.
    fn problem_again(&self) -> Result<Problem, HeadError> {
        let Self { schema, problem: text, identity, how, .. } = self;
        if schema != how.schema() {
            return Err(HeadError::Unknown(format!(
                "the schema is {schema}, but this program reads {}",
                how.schema()
            )));
        }
        let problem: Problem =
            text.parse().map_err(|error| HeadError::Unknown(format!("the problem: {error}")))?;
        if problem.to_string() != *text || problem.identity() != *identity {
            return Err(HeadError::Identity { problem: text.clone() });
        }
        Ok(problem)
    }

    /// The same plan as it was made then, with everything else as in `settings`.
    ///
    /// # Errors
    /// What another version of this program has written, and plans that cannot be made again here.
    pub fn plan_again(&self, settings: &Settings) -> Result<Plan, HeadError> {
        let mut question = Question::new(self.problem_again()?);
        let unknown = |what: &str, text: &str| HeadError::Unknown(format!("{what} \"{text}\""));
        question.up_to = self.up_to.parse().map_err(|_| unknown("placements up to", &self.up_to))?;
        if let Some(fixed_by) = &self.fixed_by {
            question.fixed_by = fixed_by.parse().map_err(|_| unknown("placements fixed by", fixed_by))?;
        }
        let mut settings = settings.clone();
        let tree = self.how.tree(&mut question, &mut settings)?;
        let plan =
            plan::kept::plan_again(&question, &settings, &tree).map_err(|error| self.refused(error))?;
        self.check(&Self::new(&plan))?;
        Ok(plan.for_largest(self.asked_again()?))
    }

    /// Compares it with the head of the plan that was made again.
    fn check(&self, now: &Option<Self>) -> Result<(), HeadError> {
        let now = now.as_ref().filter(|now| now.is_swept() == self.is_swept());
        let now = now.ok_or_else(|| HeadError::Unknown("a different kind of plan".to_owned()))?;
        match self.how.difference(&now.how) {
            Some(difference) => Err(HeadError::Plan { difference, program: self.program() }),
            None => Ok(()),
        }
    }

    /// Why the plan cannot be made again, with the version of the program that can where that is known.
    fn refused(&self, error: PlanError) -> HeadError {
        match error {
            PlanError::OtherVersion { then, now } if self.version.is_some() => HeadError::Plan {
                difference: differs("it was counted by", &then, &now),
                program: self.program(),
            },
            error => HeadError::Refused(error),
        }
    }

    /// The program that made the plan.
    fn program(&self) -> String {
        self.version.as_ref().map_or("the old program".to_owned(), |version| format!("armistice {version}"))
    }
}
