//! What is counted, and by which plan: the first line of whatever is written of a count.
//!
//! All counts have a problem, with a hash, what counts as the same placement, and a plan, which is a [`Tree`]. What else there is
//! to say depends on what is kept of the count, its [`Content`]: [units](super::units) that were counted, or
//! [states](super::states) of a sweep. Heads of before, which tell how to plan again and not what came of it, are
//! [read as well](super::old).

use crate::Named;
use crate::Problem;
use crate::Question;
use crate::plan::kept::Tree;
use crate::plan::{self, Asked, Plan, PlanError, Settings};
use serde::{Deserialize, Serialize};

/// What is kept of a count, as far as its head says.
pub trait Content: Sized {
    /// Names the lines of before, which are read as well.
    const OLD_SCHEMA: &'static str;

    /// What is to be said of a plan; `None` if nothing of this kind can be kept of it.
    fn of(plan: &Plan) -> Option<Self>;

    /// What distinguishes a count from others of the same problem, up to the same.
    fn key(&self) -> String;

    /// The plan, written down; puts in what it answers and how it was asked for.
    ///
    /// # Errors
    /// Names that this program does not know.
    fn tree(&self, question: &mut Question, settings: &mut Settings) -> Result<Tree, HeadError>;

    /// Compares a head with that of the plan that was made again.
    ///
    /// # Errors
    /// In what they differ.
    fn check(then: &Head<Self>, now: &Head<Self>) -> Result<(), HeadError>;
}

/// Names the lines and their meaning; raised when they change.
const SCHEMA: &str = "armistice.run/2";

/// The first line of a journal or a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head<C> {
    schema: String,
    /// The problem text, and its hash.
    pub problem: String,
    identity: String,
    up_to: String,
    /// By what placements are fixed, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fixed_by: Option<String>,
    /// What was asked, if the problem has the largest number, found first, in the place of `max`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    largest: Option<LargestLine>,
    /// What depends on what is kept.
    #[serde(flatten)]
    pub content: C,
}

/// A problem that asks for a largest number, and the number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct LargestLine {
    problem: String,
    maximum: Option<u32>,
}

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
pub(super) fn named<T: Named>(what: &str, name: &str) -> Result<T, HeadError> {
    T::named(name).ok_or_else(|| HeadError::Unknown(format!("{what} \"{name}\"")))
}

impl<C: Content> Head<C> {
    /// The head for a plan; `None` if nothing of this kind can be kept of it.
    #[must_use]
    pub fn new(plan: &Plan) -> Option<Self> {
        let Question { problem, up_to, fixed_by, .. } = plan.question();
        Some(Self {
            schema: SCHEMA.to_owned(),
            problem: problem.to_string(),
            identity: problem.identity(),
            up_to: up_to.to_string(),
            fixed_by: (!fixed_by.is_identity()).then(|| fixed_by.to_string()),
            largest: plan
                .asked()
                .map(|asked| LargestLine { problem: asked.problem.to_string(), maximum: asked.maximum }),
            content: C::of(plan)?,
        })
    }

    /// Names the count for ever: twelve digits of a hash of what is asked, and of what every unit is to count if there are
    /// units. How fast it was expected to be does not matter.
    #[must_use]
    pub fn id(&self) -> String {
        let Self { identity, up_to, fixed_by, content, .. } = self;
        let fixed_by = fixed_by.as_ref().map_or(String::new(), |group| format!("fixed by {group} "));
        // The same count has the name that it had before.
        let key = format!("{} {identity} {up_to} {fixed_by}{}", C::OLD_SCHEMA, content.key());
        let hash = blake3::hash(key.as_bytes());
        hash.to_hex()[..12].to_owned()
    }

    /// The problem as it was asked for.
    #[must_use]
    pub fn asked(&self) -> &str {
        self.largest.as_ref().map_or(&self.problem, |asked| &asked.problem)
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
        let Self { schema, problem: text, identity, .. } = self;
        if ![SCHEMA, C::OLD_SCHEMA].contains(&schema.as_str()) {
            return Err(HeadError::Unknown(format!(
                "the schema is {schema}, but this program reads {SCHEMA}"
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
        let tree = self.content.tree(&mut question, &mut settings)?;
        let plan = plan::kept::plan_again(&question, &settings, &tree)?;
        let now =
            Self::new(&plan).ok_or_else(|| HeadError::Unknown("a different kind of plan".to_owned()))?;
        C::check(self, &now)?;
        Ok(plan.for_largest(self.asked_again()?))
    }
}

impl<C> Head<C> {
    /// Whether the problem and what counts as the same are those of another head.
    pub(super) fn asks_as(&self, other: &Self) -> bool {
        (&self.identity, &self.up_to, &self.fixed_by) == (&other.identity, &other.up_to, &other.fixed_by)
    }
}
