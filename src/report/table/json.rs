//! Tables as JSON: an object for each row, on a line of its own.
//!
//! A file called `.json` should be one value. In that form, the lines are in brackets, and each line but the
//! first begins with the comma. So a table in this form also grows by complete lines.

use super::head::TableHead;
use super::record::{TableReadError, TableReader, TableRecord};
use super::row::TableRow;
use super::writer::TableWriter;
use crate::report::json;

/// The line after the last row of a table that is one value.
const CLOSING: &str = "]\n";

/// Returns the reader of tables in both forms.
pub(super) fn reader(is_value: bool) -> TableReader {
    let beginning = match is_value {
        true => |_: &TableHead| "[\n{\"schema\":\"armistice.table/".to_owned(),
        false => |_: &TableHead| "{\"schema\":\"armistice.table/".to_owned(),
    };
    TableReader { read, beginning, closing: if is_value { CLOSING } else { "" } }
}

/// A table as JSON.
pub struct Json<'a> {
    head: &'a TableHead,
    /// Whether the table is one value.
    is_value: bool,
    is_first: bool,
}

impl<'a> Json<'a> {
    /// Creates a table without rows.
    #[must_use]
    pub fn new(head: &'a TableHead, is_value: bool) -> Self {
        Self { head, is_value, is_first: true }
    }
}

impl TableWriter for Json<'_> {
    fn begin(&mut self) -> String {
        self.is_first = true;
        if self.is_value { "[\n" } else { "" }.to_owned()
    }

    fn row(&mut self, row: &TableRow) -> String {
        let is_first = std::mem::take(&mut self.is_first);
        let comma = if self.is_value && !is_first { "," } else { "" };
        format!("{comma}{}", json::line(&TableRecord::new(self.head, row)))
    }

    fn end(&mut self) -> String {
        if self.is_value { CLOSING } else { "" }.to_owned()
    }

    fn shows_last_zero(&self) -> bool {
        true
    }
}

/// Reads the rows of a table, without the line after the last row. All lines must be complete.
///
/// # Errors
/// Returns an error if a line is not a row, or a row of another table.
pub fn read(text: &str, head: &TableHead) -> Result<Vec<TableRow>, TableReadError> {
    let row = |(place, line): (usize, &str)| {
        let fault = |fault: String| TableReadError { line: place + 1, fault };
        let record: TableRecord = serde_json::from_str(line.strip_prefix(',').unwrap_or(line))
            .map_err(|error| fault(format!("not a row of a table: {error}")))?;
        record.row(head).map_err(fault)
    };
    text.lines().enumerate().filter(|line| *line != (0, "[")).map(row).collect()
}
