//! The alternatives that planning compared with the chosen plan, apart from the engines.
//!
//! If little is at stake, planning compares nothing and the list is empty.

/// A plan that lost.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LosingPlan {
    /// A description, such as `Q first: 21 orbits`.
    pub what: String,
    /// The expected CPU time in seconds, on one core.
    pub seconds: f64,
    /// Whether it would take longer than `seconds`, because its estimate stopped as soon as it could not win.
    pub is_longer: bool,
    /// The memory that it would have taken, in bytes, as far as the trial showed.
    pub memory: usize,
}
