//! What journals, and counts that are shared among machines, need to know of plans: their parts, how the same plan is made
//! again, and states of sweeps.
//!
//! A [`UnitPlan`] counts any of its units by themselves; what was counted is [`UnitCounts`], and adding it up is the
//! count. A sweep counts all at once, and is [`Resumable`]: its states are kept by a [`SweepKeeper`], which begins
//! where another sweep stopped. All that was settled while a plan was made is in its [`Tree`], and [`plan_again`]
//! reads it.

pub use super::counted::UnitCounts;
pub use super::make::{plan_again, tree_by};
pub use super::tree::{Built, Form, Leaf, Settled, Target, Tree, Way};
pub use super::units::UnitPlan;
pub use crate::engines::expression::{Expression, Holding, Over, Portion, Share, Summand};
pub use crate::engines::resumable::{
    CheckpointError, Resumable, Source, SweepKeeper, SweepPause, SweepRecipe, SweepState, SweepWay,
};
