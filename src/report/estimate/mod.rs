//! Estimates, in forms that cannot be mistaken for counts.

mod json;
mod number;
#[cfg(feature = "text")]
mod text;

pub(super) use json::EstimateRecord;
pub use json::json;
#[cfg(feature = "text")]
pub(super) use text::beside_plan;
#[cfg(feature = "text")]
pub use text::text;
