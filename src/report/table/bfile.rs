//! Tables as b-files, the form in which the OEIS takes long sequences: lines `n a(n)` and nothing else.
//!
//! The numbering has no gaps, so a row without a complete count ends the file. Of a largest number it holds that number,
//! unless how many placements reach it was asked for.

use super::row::{TableRow, cell};
use super::style::{TableStyle, TableValue};
use super::writer::TableWriter;

/// A b-file. Two variables are numbered on through all lines, as triangles are read by rows.
#[derive(Debug)]
pub struct BFile {
    next: i64,
    value: Option<TableValue>,
}

impl BFile {
    /// A b-file that has no lines yet.
    #[must_use]
    pub fn new(style: &TableStyle) -> Self {
        Self { next: style.offset, value: style.one_value() }
    }
}

impl TableWriter for BFile {
    fn begin(&mut self) -> String {
        String::new()
    }

    fn row(&mut self, row: &TableRow) -> String {
        let number = self.next;
        self.next += 1;
        format!("{number} {}\n", cell(row, "", &ToString::to_string, self.value))
    }

    fn can_hold(&self, row: &TableRow) -> bool {
        row.is_complete()
    }
}
