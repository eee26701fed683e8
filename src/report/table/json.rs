//! Tables as JSON Lines: an object for each row.

use super::head::TableHead;
use super::record::{ReadError, Record, TableReader};
use super::row::TableRow;
use super::writer::TableWriter;
use crate::report::json;

/// Reads such tables.
pub(super) const READER: TableReader =
    TableReader { read, beginning: |_| "{\"schema\":\"armistice.table/".to_owned() };

/// A table as JSON Lines.
pub struct Json<'a> {
    head: &'a TableHead,
}

impl<'a> Json<'a> {
    /// A table that has no rows yet.
    #[must_use]
    pub fn new(head: &'a TableHead) -> Self {
        Self { head }
    }
}

impl TableWriter for Json<'_> {
    fn begin(&mut self) -> String {
        String::new()
    }

    fn row(&mut self, row: &TableRow) -> String {
        json::line(&Record::new(self.head, row))
    }

    fn shows_last_zero(&self) -> bool {
        true
    }
}

/// The rows of a table that was written before. All lines must be whole.
///
/// # Errors
/// A line that is no row, or one of another table.
pub fn read(text: &str, head: &TableHead) -> Result<Vec<TableRow>, ReadError> {
    let row = |(place, line): (usize, &str)| {
        let fault = |fault: String| ReadError { line: place + 1, fault };
        let record: Record =
            serde_json::from_str(line).map_err(|error| fault(format!("no row of a table: {error}")))?;
        record.row(head).map_err(fault)
    };
    text.lines().enumerate().map(row).collect()
}
