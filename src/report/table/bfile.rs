//! Tables as b-files, the form in which the OEIS takes long sequences: lines `n a(n)` and nothing else.
//!
//! The numbering has no gaps, so a row without a complete count ends the file.

use super::row::TableRow;
use super::writer::TableWriter;

/// A b-file. Two variables are numbered on through all lines, as triangles are read by rows.
#[derive(Debug)]
pub struct BFile {
    next: i64,
}

impl BFile {
    /// A b-file whose first line has this number.
    #[must_use]
    pub fn new(offset: i64) -> Self {
        Self { next: offset }
    }
}

impl TableWriter for BFile {
    fn begin(&mut self) -> String {
        String::new()
    }

    fn row(&mut self, row: &TableRow) -> String {
        let Ok(count) = &row.result else { return String::new() };
        let number = self.next;
        self.next += 1;
        format!("{number} {}\n", count.count)
    }

    fn can_hold(&self, row: &TableRow) -> bool {
        row.is_complete()
    }
}
