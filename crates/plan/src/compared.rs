//! What planning looked at beside the engines, and did not take.
//!
//! Only what was looked at: where little is at stake nothing is, and the list is empty.

/// A plan that lost.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Compared {
    /// What it was, as in `Q first: 21 orbits`.
    pub what: String,
    /// What it was expected to take on one core, in seconds.
    pub seconds: f64,
    /// Whether it would take longer than that: it was given up as soon as it could not win.
    pub is_longer: bool,
    /// Bytes that it would have taken, as far as was seen.
    pub memory: usize,
}
