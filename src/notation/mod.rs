//! Text and pictures of problems and placements: reading problem text, drawing boards in letters.

mod diagram;
mod problem_text;

pub use diagram::attack_diagram;
pub use problem_text::{TextError, TextFault};
