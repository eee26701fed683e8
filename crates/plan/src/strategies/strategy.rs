//! The interface of strategies: a strategy receives the stake, and proposes a plan at a price.

use crate::draft::Draft;
use crate::{Plan, PlanError};

/// A way to make a tree. It proposes nothing if it does not apply, if the stake is too small for the time
/// that it needs, or if a better plan is known. It records its rejected plans as [lost](Draft::lost).
///
/// An error is final: no further strategy is called.
pub(super) type Strategy = for<'a> fn(&'a Draft<'_>, Stake) -> Result<Option<Proposal<'a>>, PlanError>;

/// The expected cost of the best plan so far.
#[derive(Clone, Copy)]
pub(super) struct Stake {
    pub(super) seconds: f64,
    /// The seconds that the plan may take at worst, if its forecast is in doubt.
    pub(super) at_worst: f64,
}

impl Stake {
    /// The stake without a plan so far.
    pub(super) const ALL: Self = Self::of(f64::INFINITY);

    pub(super) const fn of(seconds: f64) -> Self {
        Self { seconds, at_worst: seconds }
    }
}

/// The proposal of a strategy.
pub(super) enum Proposal<'a> {
    /// The plan of a question that has no other.
    Only(Box<Plan>),
    /// A plan that costs less than the stake, with its price. It is made only if no better plan is found.
    Better(Stake, Making<'a>),
}

/// A function that makes a plan.
pub(super) type Making<'a> = Box<dyn FnOnce() -> Result<Plan, PlanError> + 'a>;

impl Proposal<'_> {
    pub(super) fn only(plan: Plan) -> Self {
        Self::Only(Box::new(plan))
    }

    /// Proposes a plan that is already made, at its expected cost.
    pub(super) fn of(plan: Plan) -> Self {
        Self::at(Stake::of(plan.summary.estimate.seconds), plan)
    }

    /// Proposes a plan that is already made, at another price.
    pub(super) fn at(price: Stake, plan: Plan) -> Self {
        Self::Better(price, Box::new(|| Ok(plan)))
    }
}
