//! What is counted, and by which plan: the first line of whatever is written of a count.
//!
//! All counts have a problem, with a hash, and what counts as the same placement. What there is to say of the plan is
//! [`How`].

use super::how::How;
use super::old;
use crate::Problem;
use crate::Question;
use crate::plan::{self, Asked, Plan, Settings};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use super::head_error::HeadError;

/// The first line of a journal or a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    schema: String,
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
        let asked = |head: &Self| (head.identity.clone(), head.up_to.clone(), head.fixed_by.clone());
        asked(self) == asked(other) && self.how.is_as(&other.how)
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
        let plan = plan::kept::plan_again(&question, &settings, &tree)?;
        self.check(&Self::new(&plan))?;
        Ok(plan.for_largest(self.asked_again()?))
    }

    /// Compares it with the head of the plan that was made again.
    fn check(&self, now: &Option<Self>) -> Result<(), HeadError> {
        let now = now.as_ref().filter(|now| now.is_swept() == self.is_swept());
        let now = now.ok_or_else(|| HeadError::Unknown("a different kind of plan".to_owned()))?;
        if !self.how.is_as(&now.how) {
            let told = |head: &Self| format!("{} units (plan {})", head.units(), head.id());
            return Err(HeadError::Plan { then: told(self), now: told(now) });
        }
        Ok(())
    }
}
