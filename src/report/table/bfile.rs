//! Tables as b-files, the form in which the OEIS accepts long sequences: lines `n a(n)` and nothing else.
//!
//! The numbering has no gaps, so a row without a complete count ends the file. If a row has a maximum, the
//! file has that maximum, unless the number of placements that attain it was requested.

use super::row::{TableRow, cell};
use super::style::{TableStyle, TableValue};
use super::writer::TableWriter;

/// A b-file. With two variables, the numbering continues through all lines, as triangles are read by rows.
#[derive(Debug)]
pub struct BFile {
    next: i64,
    value: Option<TableValue>,
}

impl BFile {
    /// Creates a b-file without lines.
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
