//! Tables in plain text.

use super::head::{TableHead, TableLayout};
use super::row::{TableRow, cell};
use super::style::TableStyle;
use super::writer::TableWriter;
use crate::report::numbers;
use num_bigint::BigUint;
use std::time::Duration;

/// The least width of a column of a grid, because written lines cannot be widened for larger counts.
const NARROWEST: usize = 6;

/// The least width of a single column of counts with their times.
const NARROWEST_COUNT: usize = 11;

/// A table for a terminal or a text file.
pub struct Text<'a> {
    head: &'a TableHead,
    style: TableStyle,
    /// The width of each column until now.
    widths: Vec<usize>,
    /// The number of cells of the line until now.
    cells: usize,
}

impl<'a> Text<'a> {
    /// Creates a table without rows.
    #[must_use]
    pub fn new(head: &'a TableHead, style: TableStyle) -> Self {
        Self { head, style, widths: Vec::new(), cells: 0 }
    }

    /// Writes digits in groups for a person. Counts in a row, with commas between them, are not grouped.
    fn number(&self, count: &BigUint) -> String {
        let is_list = matches!(self.head.layout, TableLayout::Runs { .. });
        if self.style.for_person && !is_list { numbers::group_digits(count) } else { count.to_string() }
    }
}

impl TableWriter for Text<'_> {
    fn begin(&mut self) -> String {
        let TableHead { family, layout, .. } = self.head;
        let cells = self.head.cells(self.style.value);
        match layout {
            TableLayout::Lines { down, width } => format!("{down:>width$}  {cells} of {family}\n"),
            TableLayout::Grid { down, width, across, columns } => {
                self.widths = columns.iter().map(|value| value.to_string().len().max(NARROWEST)).collect();
                let corner = format!("{down}\\{across}");
                let names: String = columns.iter().map(|value| format!("  {value:>NARROWEST$}")).collect();
                format!("{cells} of {family}\n{corner:>width$}{names}\n", width = (*width).max(3))
            }
            TableLayout::Runs { down, across, from } => {
                format!("{cells} of {family}, a line for each {down}, {across} from {from}\n")
            }
        }
    }

    fn row(&mut self, row: &TableRow) -> String {
        let cell = cell(row, "≥", &|count| self.number(count), self.style.value);
        let line = row.value(self.head.layout.row_variable());
        let place = self.cells;
        self.cells += 1;
        match &self.head.layout {
            TableLayout::Lines { width, .. } => match &row.result {
                Ok(count) if self.style.for_person => {
                    let time = Duration::try_from_secs_f64(count.seconds).unwrap_or_default();
                    // Written lines cannot be widened any more, and counts mostly grow.
                    let known = self.widths.first().copied().unwrap_or(NARROWEST_COUNT);
                    let cells = cell.chars().count().max(known);
                    self.widths = vec![cells];
                    format!("{line:>width$}  {cell:>cells$}  ({})", numbers::time(time))
                }
                _ => format!("{line:>width$}  {cell}"),
            },
            TableLayout::Grid { width, .. } => {
                let mut text = String::new();
                if place == 0 {
                    text = format!("{line:>width$}", width = (*width).max(3));
                }
                // Written lines cannot be widened any more, so columns only grow.
                if let Some(known) = self.widths.get_mut(place) {
                    *known = cell.chars().count().max(*known);
                }
                let width = self.widths.get(place).copied().unwrap_or_default();
                text + &format!("  {cell:>width$}")
            }
            TableLayout::Runs { down, .. } if place == 0 => format!("{down} = {line}: {cell}"),
            TableLayout::Runs { .. } => format!(", {cell}"),
        }
    }

    fn end_line(&mut self) -> String {
        if std::mem::take(&mut self.cells) == 0 { String::new() } else { "\n".to_owned() }
    }
}
