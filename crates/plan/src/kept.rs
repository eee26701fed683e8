//! The parts of plans that journals and distributed counts need: units, written plans, and states of sweeps.
//!
//! A [`UnitPlan`] counts any of its units separately. [`UnitCounts`] holds their results, and their sum is
//! the count. A sweep counts all placements at once, and is [`Resumable`]: a [`SweepKeeper`] keeps its
//! states, and a later sweep continues from them. The decisions of planning are in the [`Tree`] of a plan,
//! and [`plan_again`] makes the plan from it.

pub use super::counted::UnitCounts;
pub use super::make::{plan_again, tree_by};
pub use super::tree::{CounterFacts, Form, Leaf, SettledPart, Target, Tree, Way};
pub use super::units::UnitPlan;
pub use crate::engines::expression::{Expression, NumberedPart, Portion, Share, SumSubject, Summand};
pub use crate::engines::resumable::{
    CheckpointError, Resumable, Source, SweepKeeper, SweepPause, SweepRecipe, SweepState, SweepWay,
};
