//! The explanation of a count: its plan, its cost, and the alternatives.

mod json;
#[cfg(feature = "text")]
mod text;

pub use json::json;
#[cfg(feature = "text")]
pub use text::{lack_of_memory, text};
