//! Formulas of families, for people, papers, programs and the OEIS.

mod by_number;
mod code;
mod dialect;
mod growth;
mod json;
mod latex;
mod oeis;
mod record;
mod rule;
mod text;

pub use by_number::{by_number_json, by_number_latex, by_number_text};
pub use code::{Language, code};
pub use growth::{growth_json, growth_text};
pub use json::json;
pub use latex::latex;
pub use oeis::{bfile, known_bfile, oeis};
pub use record::FormulaRecord;
pub use text::{claim, known_text, text};
