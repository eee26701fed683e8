//! Placements by square: boards of numbers for people and papers, comma-separated values and JSON for
//! programs.

mod csv;
#[cfg(feature = "draw")]
mod heat;
mod json;
mod latex;
mod text;

pub use csv::csv;
#[cfg(feature = "draw")]
pub use heat::{HeatError, heat_maps};
pub use json::json;
pub use latex::latex;
pub use text::text;

use armistice_base::named;

named! {
    /// How numbers by square are written.
    #[derive(Default)]
    pub enum SquaresFormat {
        /// A board of numbers for each kind.
        #[default]
        Text = "text",
        /// Comma-separated values: a line for each kind and square.
        Csv = "csv",
        /// A tabular in LaTeX for each kind.
        Latex = "latex",
    }
}
