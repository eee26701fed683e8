//! A sweep, whatever the width of its states.

use super::blueprint::Blueprint;
use super::checkpoint::State;
use super::forecast::{Forecast, forecast};
use super::limits::Limits;
use super::numbers::Numbers;
use super::sweep::{Status, Sweep};
use crate::board::Mask;

/// A sweep whose keys have whatever width they need.
pub(super) trait AnySweep: State + Send {
    fn run(&mut self, limits: &Limits<'_>) -> Status;
    fn numbers(&self) -> &Numbers;
    fn nodes(&self) -> u64;
    /// What the rest is expected to take.
    fn forecast(&self, blueprint: &Blueprint) -> Forecast;
}

impl<K: Mask> AnySweep for Sweep<K> {
    fn run(&mut self, limits: &Limits<'_>) -> Status {
        Self::run(self, limits)
    }

    fn numbers(&self) -> &Numbers {
        Self::numbers(self)
    }

    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }

    fn forecast(&self, blueprint: &Blueprint) -> Forecast {
        forecast(self, blueprint)
    }
}
