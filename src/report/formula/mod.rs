//! Formulas of families, for people, papers, programs and the OEIS.

mod code;
mod dialect;
mod growth;
mod json;
mod latex;
mod oeis;
mod record;
mod rule;
mod text;

pub use code::{Language, code};
pub use growth::{growth_json, growth_text};
pub use json::json;
pub use latex::latex;
pub use oeis::{bfile, oeis};
pub use record::FormulaRecord;
pub use text::{claim, text};
