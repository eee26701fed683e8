//! What writes tables.

use super::row::TableRow;

/// Writes the rows of a table, one after another, as text.
pub trait TableWriter {
    /// What stands before all rows.
    fn begin(&mut self) -> String;
    /// A row, which may be a part of a line.
    fn row(&mut self, row: &TableRow) -> String;
    /// What stands after the last row of a line: after every row if there is one variable.
    fn end_line(&mut self) -> String {
        String::new()
    }
    /// What stands after all rows.
    fn end(&mut self) -> String {
        String::new()
    }
    /// Whether the format can hold the row.
    fn can_hold(&self, _: &TableRow) -> bool {
        true
    }
    /// Whether the zero that ends an open range is a row of the table.
    fn shows_last_zero(&self) -> bool {
        false
    }
}
