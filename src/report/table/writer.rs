//! The interface of all formats that write tables.

use super::row::TableRow;

/// Writes the rows of a table, one after another, as text.
pub trait TableWriter {
    /// Returns the text before all rows.
    fn begin(&mut self) -> String;
    /// Returns the text of a row, which may be a part of a line.
    fn row(&mut self, row: &TableRow) -> String;
    /// Returns the text after the last row of a line: with one variable, after every row.
    fn end_line(&mut self) -> String {
        String::new()
    }
    /// Returns the text after all rows.
    fn end(&mut self) -> String {
        String::new()
    }
    /// Returns whether the format can hold the row.
    fn can_hold(&self, _: &TableRow) -> bool {
        true
    }
    /// Returns whether the zero that ends an open range is a row of the table.
    fn shows_last_zero(&self) -> bool {
        false
    }
}
