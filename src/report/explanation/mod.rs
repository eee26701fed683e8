//! How a question would be counted: what the plan is, what it takes, and what else was considered.

mod json;
#[cfg(feature = "text")]
mod text;

pub use json::json;
#[cfg(feature = "text")]
pub use text::{lack_of_memory, text};
