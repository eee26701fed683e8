//! What journals, and counts that are shared among machines, need to know of plans: their parts, how the same plan is made
//! again, and states of sweeps.
//!
//! A [`UnitPlan`] counts any of its units by themselves; what was counted is [`Counted`], and adding it up is the count. A sweep
//! counts all at once, and is [`Resumable`]: its states are kept by a [`SweepKeeper`], which begins where another sweep stopped.
//! What the clock settled while a plan was made is its [`Recipe`]; [`plan_again`] follows it.

pub use super::counted::Counted;
pub use super::make::plan_again;
pub use super::recipe::{Recipe, Settled, Tree, UnitRecipe};
pub use super::units::{TermFacts, UnitPlan};
pub use super::whole::{Resumable, Source};
pub use crate::engines::frontier::{
    CheckpointError, SweepKeeper, SweepPause, SweepRecipe, SweepState, SweepWay,
};
