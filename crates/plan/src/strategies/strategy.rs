//! The interface of strategies: a strategy receives the stake, and proposes a plan at a price.

use crate::draft::Draft;
use crate::{Plan, PlanError};

/// A way to make a tree. It proposes nothing if it does not apply, if the stake is too small for the time
/// that it needs, or if a better plan is known. It records its rejected plans as
/// [lost](Draft::record_losing).
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
    pub(super) const ALL: Self = Self::from_seconds(f64::INFINITY);

    pub(super) const fn from_seconds(seconds: f64) -> Self {
        Self { seconds, at_worst: seconds }
    }
}

/// The proposal of a strategy.
pub(super) enum Proposal<'a> {
    /// The plan of a question that has no other.
    Only(Box<Plan>),
    /// A plan that costs less than the stake, with its price. It is made only if no better plan is found.
    Better(Stake, PlanMaker<'a>),
}

/// A function that makes a plan.
pub(super) type PlanMaker<'a> = Box<dyn FnOnce() -> Result<Plan, PlanError> + 'a>;

impl Proposal<'_> {
    pub(super) fn at_no_price(plan: Plan) -> Self {
        Self::Only(Box::new(plan))
    }

    /// Proposes a plan that is already made, at its expected cost.
    pub(super) fn from_plan(plan: Plan) -> Self {
        Self::with_price(Stake::from_seconds(plan.summary.estimate.seconds), plan)
    }

    /// Proposes a plan that is already made, at another price.
    pub(super) fn with_price(price: Stake, plan: Plan) -> Self {
        Self::Better(price, Box::new(|| Ok(plan)))
    }
}
