//! How a table is shown, where there is a choice.

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

/// What a table looks like, whatever it holds.
#[derive(Debug, Clone, Default)]
pub struct TableStyle {
    /// For a person at a terminal: digits in groups, times.
    pub for_person: bool,
    /// Which value of a largest number; both if there is room, else that number.
    pub value: Option<TableValue>,
    /// The number of the first line of a b-file.
    pub offset: i64,
    /// One value of JSON instead of one a line.
    pub is_value: bool,
    /// Counts in LaTeX; in groups if nothing else is said.
    pub latex_numbers: Option<LatexNumbers>,
    /// The caption of a table in LaTeX, as it is typed there.
    pub caption: Option<String>,
    /// The label of a table in LaTeX.
    pub label: Option<String>,
    /// What an entry of the OEIS has besides terms.
    pub entry: EntryParts,
}

/// What an entry of the OEIS has besides terms.
#[derive(Debug, Clone, Default)]
pub struct EntryParts {
    /// The command that made it.
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
    /// Whether it is proved.
    pub is_proved: bool,
    /// The value of the variable of the first of `terms`.
    pub first: i64,
    /// Terms that it gives. An entry with a term that is another one has no formula.
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
    /// Which value of a largest number, where there is room for one.
    #[must_use]
    pub fn one_value(&self) -> Option<TableValue> {
        self.value.or(Some(TableValue::Maximum))
    }
}
