//! Tables in Markdown, in the form that GitHub and others support.

use super::head::{TableHead, TableLayout};
use super::row::{TableRow, cell};
use super::style::TableStyle;
use super::writer::TableWriter;

/// A table in Markdown: a line that describes the counts, then the table.
pub struct Markdown<'a> {
    head: &'a TableHead,
    style: TableStyle,
    /// The number of cells of the line until now.
    cells: usize,
}

impl<'a> Markdown<'a> {
    /// Creates a table without rows.
    #[must_use]
    pub fn new(head: &'a TableHead, style: TableStyle) -> Self {
        Self { head, style, cells: 0 }
    }
}

/// Returns a span of code, between more backticks than any run of them in the text.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    // The spaces protect a text that begins or ends with a backtick. They are not shown.
    let space = if longest > 0 { " " } else { "" };
    let fence = "`".repeat(longest + 1);
    format!("{fence}{space}{text}{space}{fence}")
}

impl TableWriter for Markdown<'_> {
    fn begin(&mut self) -> String {
        let TableHead { family, layout, .. } = self.head;
        let cells = self.head.cells(self.style.value);
        let (names, rules) = match layout {
            TableLayout::Lines { down, .. } => (format!("| {down} | {cells} |"), "|--:|--:|".to_owned()),
            TableLayout::Grid { down, across, columns, .. } => {
                let names: String = columns.iter().map(|value| format!(" {value} |")).collect();
                (format!("| {down} \\\\ {across} |{names}"), "|--:".repeat(columns.len() + 1) + "|")
            }
            TableLayout::Runs { down, across, from } => {
                (format!("| {down} | {cells}, {across} from {from} |"), "|--:|:--|".to_owned())
            }
        };
        format!("{}: {cells}\n\n{names}\n{rules}\n", code(family))
    }

    fn row(&mut self, row: &TableRow) -> String {
        let cell = cell(row, "≥", &ToString::to_string, self.style.value);
        let line = row.value(self.head.layout.row_variable());
        let place = self.cells;
        self.cells += 1;
        match &self.head.layout {
            _ if place == 0 => format!("| {line} | {cell}"),
            TableLayout::Runs { .. } => format!(", {cell}"),
            TableLayout::Lines { .. } | TableLayout::Grid { .. } => format!(" | {cell}"),
        }
    }

    fn end_line(&mut self) -> String {
        if std::mem::take(&mut self.cells) == 0 { String::new() } else { " |\n".to_owned() }
    }
}
