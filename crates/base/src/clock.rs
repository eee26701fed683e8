//! Points in time, on every target.
//!
//! Some targets have no clock that the standard library knows, WebAssembly in a browser among them: there
//! `std::time::Instant::now()` panics. Whoever embeds the library there [sets](set) one. Until then time stands still: nothing
//! is ever late, and everything took no time.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// A clock: the time since some moment that stays the same. It never goes back.
pub type Clock = fn() -> Duration;

/// What tells the time.
static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Sets the clock, unless it is set or has been read; says whether it was. Needed only where the standard library has none.
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

/// A point in time, as [`std::time::Instant`].
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
    /// This moment.
    #[must_use]
    pub fn now() -> Self {
        Self(CLOCK.get_or_init(|| usual)())
    }

    /// How long ago this was; zero if it is still to come.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Self::now().saturating_duration_since(self)
    }

    /// From an earlier moment to this one; zero if it is later.
    #[must_use]
    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// So much later; `None` beyond the end of all clocks.
    #[must_use]
    pub fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

/// So much later, or the last moment that there is.
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
