//! The description of a count and its plan: the first line of every file of a count.
//!
//! Every count has a problem, with a hash, and the symmetries under which placements count as equivalent. The
//! plan is described by [`KeptPlan`].

use super::how::{KeptPlan, differs};
use super::old;
use crate::Named;
use crate::Problem;
use crate::Question;
use crate::engines::Engine;
use crate::engines::technique::Technique;
use crate::plan::{self, MaximumProblem, Plan, PlanError, Settings};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use super::head_error::HeadError;

/// The first line of a journal or a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    schema: String,
    /// The version of the program that made the plan, if it is recorded. Nothing is decided by it. Heads of
    /// the first schema have the version of an engine under the name `version`.
    #[serde(rename = "program", default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// The problem text.
    pub(crate) problem: String,
    /// The hash of the problem text.
    identity: String,
    up_to: String,
    /// The map that must fix the counted placements, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fixed_by: Option<String>,
    /// The original question, if the problem has the maximum, which was found first, in place of `max`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    largest: Option<LargestLine>,
    #[serde(flatten)]
    how: KeptPlan,
}

/// A problem with `max`, and the maximum that was found for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct LargestLine {
    problem: String,
    maximum: Option<u32>,
}

impl Head {
    /// Creates the head of a plan; `None` if nothing of the plan can be kept.
    #[must_use]
    pub fn new(plan: &Plan) -> Option<Self> {
        let Question { problem, up_to, fixed_by, .. } = plan.question();
        let how = KeptPlan::from_plan(plan)?;
        Some(Self {
            schema: how.schema().to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            problem: problem.to_string(),
            identity: problem.identity(),
            up_to: up_to.to_string(),
            fixed_by: (!fixed_by.is_identity()).then(|| fixed_by.to_string()),
            largest: plan
                .maximum_problem()
                .map(|asked| LargestLine { problem: asked.problem.to_string(), maximum: asked.maximum }),
            how,
        })
    }

    /// Returns a permanent name of the count: twelve digits of a hash of the question and, if there are
    /// units, of the work of all units.
    ///
    /// The expected time does not affect it.
    #[must_use]
    pub fn id(&self) -> String {
        let Self { identity, up_to, fixed_by, how, .. } = self;
        let fixed_by = fixed_by.as_ref().map_or(String::new(), |group| format!("fixed by {group} "));
        // The name of a count is the one that it had in the first form.
        let first = if self.is_swept() { old::SWEEP_SCHEMA } else { old::UNITS_SCHEMA };
        let key = format!("{first} {identity} {up_to} {fixed_by}{}", how.key());
        let hash = blake3::hash(key.as_bytes());
        hash.to_hex()[..12].to_owned()
    }

    /// Returns the problem as it was requested.
    pub(crate) fn requested_problem(&self) -> &str {
        self.largest.as_ref().map_or(&self.problem, |asked| &asked.problem)
    }

    /// Returns the number of units; a sweep is one unit.
    pub(crate) fn units(&self) -> usize {
        self.how.units()
    }

    /// Returns the engines that count, with their versions.
    pub(crate) fn engines(&self) -> Vec<String> {
        self.how.engines()
    }

    /// Rejects a plan by an engine whose version differs from the one here.
    ///
    /// [`Self::plan_again`] also rejects such a plan and many others, but has to make all of the plan.
    ///
    /// # Errors
    /// Returns an error for engines that this program does not have.
    pub(crate) fn check_engines(&self) -> Result<(), HeadError> {
        let engine = |(engine, technique): (Engine, &dyn Technique)| {
            (engine.name(), format!("{} {}", engine.name(), technique.version()))
        };
        let known: Vec<(&str, String)> = Engine::techniques().map(engine).collect();
        for then in self.engines() {
            let name = then.split(' ').next().unwrap_or_default();
            let Some((_, now)) = known.iter().find(|(known, _)| *known == name) else {
                return Err(HeadError::Unknown(format!("the engine '{name}'")));
            };
            if *now != then {
                return Err(self.plan_error(PlanError::OtherVersion { then, now: now.clone() }));
            }
        }
        Ok(())
    }

    /// Returns the engine that sweeps, with its version; `None` for a count by units.
    pub(crate) fn swept_by(&self) -> Option<String> {
        if self.is_swept() { self.how.engines().pop() } else { None }
    }

    /// Returns whether the count is a sweep, so that states are kept instead of units.
    pub(crate) fn is_swept(&self) -> bool {
        self.how.is_swept()
    }

    /// Returns whether the head begins the journal of a sweep in the first form, which has its own kind of
    /// line.
    pub(super) fn is_old_sweep(&self) -> bool {
        self.schema == old::SWEEP_SCHEMA
    }

    /// Returns a lower bound on the count, given the weighted number found for each term; `None` if there is
    /// none.
    pub(super) fn bound(&self, weighted: &BTreeMap<usize, BigUint>) -> Option<BigUint> {
        self.how.bound(weighted)
    }

    /// Returns the seconds that the count was expected to take on one core.
    pub(crate) fn expected_seconds(&self) -> f64 {
        self.how.expected_seconds()
    }

    /// Returns whether both heads are about the same count.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }

    /// Describes the first difference from the head that is wanted; `None` if both are about the same count.
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

    /// Returns the original question, with the maximum.
    fn asked_again(&self) -> Result<Option<MaximumProblem>, HeadError> {
        let read = |asked: &LargestLine| {
            let unknown = |error| HeadError::Unknown(format!("the problem: {error}"));
            Ok(MaximumProblem { problem: asked.problem.parse().map_err(unknown)?, maximum: asked.maximum })
        };
        self.largest.as_ref().map(read).transpose()
    }

    /// Returns the problem, if its form is the one read here and its text is unchanged.
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

    /// Makes the same plan again, with everything else as in `settings`.
    ///
    /// # Errors
    /// Returns an error if another version of this program wrote the head, or if the plan cannot be made
    /// again here.
    pub fn plan_again(&self, settings: &Settings) -> Result<Plan, HeadError> {
        let mut question = Question::new(self.problem_again()?);
        let unknown = |what: &str, text: &str| HeadError::Unknown(format!("{what} '{text}'"));
        question.up_to = self.up_to.parse().map_err(|_| unknown("placements up to", &self.up_to))?;
        if let Some(fixed_by) = &self.fixed_by {
            question.fixed_by = fixed_by.parse().map_err(|_| unknown("placements fixed by", fixed_by))?;
        }
        let mut settings = settings.clone();
        let tree = self.how.tree(&mut question, &mut settings)?;
        let plan =
            plan::kept::plan_again(&question, &settings, &tree).map_err(|error| self.plan_error(error))?;
        self.check(&Self::new(&plan))?;
        Ok(plan.for_largest(self.asked_again()?))
    }

    /// Compares the head with that of the plan that was made again.
    fn check(&self, now: &Option<Self>) -> Result<(), HeadError> {
        let now = now.as_ref().filter(|now| now.is_swept() == self.is_swept());
        let now = now.ok_or_else(|| HeadError::Unknown("a different kind of plan".to_owned()))?;
        match self.how.difference(&now.how) {
            Some(difference) => Err(HeadError::Plan { difference, program: self.program() }),
            None => Ok(()),
        }
    }

    /// Returns the error that the plan cannot be made again. It names the version of the program that can, if
    /// it is known.
    fn plan_error(&self, error: PlanError) -> HeadError {
        match error {
            PlanError::OtherVersion { then, now } if self.version.is_some() => HeadError::Plan {
                difference: differs("it was counted by", &then, &now),
                program: self.program(),
            },
            error => HeadError::Refused(error),
        }
    }

    /// Returns the name of the program that made the plan.
    fn program(&self) -> String {
        self.version.as_ref().map_or("the old program".to_owned(), |version| format!("armistice {version}"))
    }
}
