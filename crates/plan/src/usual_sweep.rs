//! The way in which one case of a split was swept, so that the other cases are swept without planning.
//!
//! Planning compares all ways of sweeping by trials, and units by descents. For a count of minutes this is
//! nothing. But leaders leave hundreds of similar cases, and each is swept in milliseconds: nineteen
//! twentieths of the time for `12x12 R6 K6` were planning. So a case is first swept as the case before it. If
//! that takes longer than planning and counting a case usually take, the case is planned after all. So even a
//! split whose cases are all different takes no more than three times as long.

use super::Plan;
use super::settings::Settings;
use super::sweep::sweeper;
use crate::engines::resumable::SweepRecipe;
use crate::engines::technique::Symmetries;
use crate::question::Question;
use std::sync::{Mutex, PoisonError};

/// The multiple of the usual time, planning included, that a case may take before it is planned.
const PATIENCE: f64 = 2.0;

/// The way in which the last planned case was swept; nothing if it was counted in another way.
#[derive(Default)]
pub(crate) struct UsualSweep(Mutex<Option<(SweepRecipe, f64)>>);

impl UsualSweep {
    /// Remembers the way of a plan, if it is a sweep, for cases that usually take `seconds` seconds with their
    /// planning. Without such a plan there is no usual way any more.
    pub(crate) fn learn(&self, plan: Option<&Plan>, seconds: f64) {
        let sweep = plan.and_then(Plan::resumable_sweep);
        let recipe = sweep.map(|sweep| (sweep.recipe(), seconds));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = recipe;
    }

    /// Remembers the way of a plan like [`learn`](Self::learn), if there is no usual way yet.
    pub(crate) fn learn_first(&self, plan: &Plan, seconds: f64) {
        let is_known = self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if !is_known {
            self.learn(Some(plan), seconds);
        }
    }

    /// Returns the plan that sweeps a case in the usual way, with the seconds that it may take. `None` if
    /// there is no usual way, or if this case does not have it.
    pub(crate) fn plan(
        &self,
        question: &Question,
        settings: &Settings,
        symmetries: Symmetries<'_>,
    ) -> Option<(Plan, f64)> {
        let usual = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (recipe, seconds) = usual?;
        sweeper(question, settings.without).ok()?;
        let plan = Plan::sweep_as(question, settings, symmetries, &recipe)?;
        Some((plan, PATIENCE * seconds))
    }
}
