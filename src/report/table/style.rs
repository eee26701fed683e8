//! The style of a table, where formats offer a choice.

use armistice_base::named;
use num_bigint::BigInt;

named! {
    /// Which of the two values of a largest number a table shows.
    pub enum TableValue {
        /// The largest number of pieces.
        Maximum = "maximum",
        /// How many placements attain it.
        Placements = "placements",
    }
}

named! {
    /// How counts are written in LaTeX.
    pub enum LatexNumbers {
        /// Digits without separators.
        Plain = "plain",
        /// Thin spaces between groups of three digits.
        Grouped = "grouped",
        /// By the package siunitx, so that the document decides.
        Siunitx = "siunitx",
    }
}

/// The style of a table, independent of its content.
#[derive(Debug, Clone, Default)]
pub struct TableStyle {
    /// Whether the table is for a person at a terminal, with digits in groups and with times.
    pub for_person: bool,
    /// The value of a maximum that is shown. By default, both if there is room, and else the maximum.
    pub value: Option<TableValue>,
    /// The number of the first line of a b-file.
    pub offset: i64,
    /// Whether the table is one value of JSON, and not one value on each line.
    pub is_value: bool,
    /// The form of counts in LaTeX. By default, digits are in groups.
    pub latex_numbers: Option<LatexNumbers>,
    /// The caption of a table in LaTeX, as it is typed there.
    pub caption: Option<String>,
    /// The label of a table in LaTeX.
    pub label: Option<String>,
    /// The parts of an entry of the OEIS besides terms.
    pub entry: EntryParts,
}

/// The parts of an entry of the OEIS besides terms.
#[derive(Debug, Clone, Default)]
pub struct EntryParts {
    /// The command that made the entry.
    pub command: String,
    /// A formula, if one was found.
    pub formula: Option<EntryFormula>,
    /// A placement, if one is shown.
    pub example: Option<EntryExample>,
}

/// A formula of an entry.
#[derive(Debug, Clone)]
pub struct EntryFormula {
    /// Lines that begin with `%F` or `%o` and have no number of the sequence.
    pub lines: String,
    /// Whether the formula is proved.
    pub is_proved: bool,
    /// The value of the variable for the first of `terms`.
    pub first: i64,
    /// Terms that the formula gives. If a counted term differs, the entry has no formula.
    pub terms: Vec<BigInt>,
}

/// A placement that an entry shows.
#[derive(Debug, Clone)]
pub struct EntryExample {
    /// The value of the variable.
    pub n: i64,
    /// The board, the highest rank first.
    pub board: Vec<String>,
}

impl TableStyle {
    /// Returns the value of a maximum that is shown if there is room for only one.
    #[must_use]
    pub fn one_value(&self) -> Option<TableValue> {
        self.value.or(Some(TableValue::Maximum))
    }
}
