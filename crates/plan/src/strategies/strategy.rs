//! What a strategy is: asked with what is at stake, it proposes a plan at a price.

use crate::draft::Draft;
use crate::{Plan, PlanError};

/// A way to make a tree. It proposes nothing where it does not apply, where too little is at stake for the time that looking
/// takes, or where something better is known; what it has looked at for nothing it notes as [lost](Draft::lost).
///
/// An error is that of the whole: nobody else is asked.
pub(super) type Strategy = for<'a> fn(&'a Draft<'_>, Stake) -> Result<Option<Proposal<'a>>, PlanError>;

/// What the best plan so far is expected to take.
#[derive(Clone, Copy)]
pub(super) struct Stake {
    pub(super) seconds: f64,
    /// Seconds that it may take if its forecast is in doubt.
    pub(super) at_worst: f64,
}

impl Stake {
    /// Without a plan so far.
    pub(super) const ALL: Self = Self::of(f64::INFINITY);

    pub(super) const fn of(seconds: f64) -> Self {
        Self { seconds, at_worst: seconds }
    }
}

/// What a strategy proposes.
pub(super) enum Proposal<'a> {
    /// The plan of a question that has no other.
    Only(Box<Plan>),
    /// A plan that is better than what was at stake, at a price; made when nothing better was found.
    Better(Stake, Making<'a>),
}

/// What makes a plan.
pub(super) type Making<'a> = Box<dyn FnOnce() -> Result<Plan, PlanError> + 'a>;

impl Proposal<'_> {
    pub(super) fn only(plan: Plan) -> Self {
        Self::Only(Box::new(plan))
    }

    /// A plan that is made already.
    pub(super) fn of(plan: Plan) -> Self {
        Self::at(Stake::of(plan.summary.estimate.seconds), plan)
    }

    /// The same at another price.
    pub(super) fn at(price: Stake, plan: Plan) -> Self {
        Self::Better(price, Box::new(|| Ok(plan)))
    }
}
