//! Points in time, on every target.
//!
//! On some targets the standard library has no clock, for example WebAssembly in a browser: there
//! `std::time::Instant::now()` panics. A program that embeds the library there [sets](set) a clock. Until
//! then the time does not change: no deadline ever passes, and every duration is zero.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// A clock: returns the time since some fixed moment. It never goes back.
pub type Clock = fn() -> Duration;

/// The clock that is used.
static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Sets the clock, unless it has been set or read. Returns whether it was set. Only targets without a
/// standard clock need it.
pub fn set(clock: Clock) -> bool {
    CLOCK.set(clock).is_ok()
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[expect(clippy::disallowed_types, reason = "the one place where the clock of the standard library is read")]
fn usual() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn usual() -> Duration {
    Duration::ZERO
}

/// A point in time, like [`std::time::Instant`].
///
/// ```
/// use armistice::clock::Instant;
/// use std::time::Duration;
///
/// let begun = Instant::now();
/// let end = begun + Duration::from_secs(1);
/// assert!(begun < end && begun.elapsed() < Duration::from_secs(1));
/// assert_eq!(end.saturating_duration_since(begun), Duration::from_secs(1));
/// assert_eq!(end.checked_add(Duration::MAX), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(pub(crate) Duration);

impl Instant {
    /// Returns the current moment.
    #[must_use]
    pub fn now() -> Self {
        Self(CLOCK.get_or_init(|| usual)())
    }

    /// Returns the time since this moment; zero if it is in the future.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Self::now().saturating_duration_since(self)
    }

    /// Returns the time from an earlier moment to this one; zero if `earlier` is later.
    #[must_use]
    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns this moment plus `time`; `None` if the clock cannot represent it.
    #[must_use]
    pub fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

/// The moment plus a time, limited by the last moment that the clock can represent.
impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_and_nobody_else_sets_the_clock() {
        let begun = Instant::now();
        assert!(!set(|| Duration::ZERO));
        while begun.elapsed() < Duration::from_millis(2) {}
        let now = Instant::now();
        assert!(now >= begun + Duration::from_millis(2));
        assert_eq!(begun.saturating_duration_since(now), Duration::ZERO);
        assert!((now + Duration::MAX).elapsed() == Duration::ZERO);
    }
}
