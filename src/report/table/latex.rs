//! Tables in LaTeX: a `tabular` with the rules of the package booktabs.
//!
//! If lines differ in length, a table has as many columns as the longest line needs, so it is written only at
//! its end.

use super::head::{TableHead, TableLayout};
use super::row::{TableRow, cell};
use super::style::{LatexNumbers, TableStyle, TableValue};
use super::writer::TableWriter;
use crate::Objective;
use crate::report::numbers;
use num_bigint::BigUint;

/// A table in LaTeX. A comment says what it counts, for use as a caption.
pub struct Latex<'a> {
    head: &'a TableHead,
    style: TableStyle,
    /// The number of cells of the line until now.
    cells: usize,
    /// The lines of a table that is written at its end, each with its first value.
    lines: Vec<(i64, Vec<String>)>,
}

impl<'a> Latex<'a> {
    /// Creates a table without rows.
    #[must_use]
    pub fn new(head: &'a TableHead, style: TableStyle) -> Self {
        Self { head, style, cells: 0, lines: Vec::new() }
    }

    /// Returns whether both values of a maximum are shown, in columns of their own.
    fn shows_both(&self) -> bool {
        let is_list = matches!(self.head.layout, TableLayout::Lines { .. });
        is_list && self.head.objective == Objective::Maximum && self.style.value.is_none()
    }

    fn number(&self, count: &BigUint) -> String {
        match self.style.latex_numbers.unwrap_or(LatexNumbers::Grouped) {
            LatexNumbers::Plain => count.to_string(),
            LatexNumbers::Grouped => numbers::group_digits(count).replace(',', "\\,"),
            LatexNumbers::Siunitx => format!("\\num{{{count}}}"),
        }
    }

    fn cell(&self, row: &TableRow) -> String {
        let shown = |value| cell(row, "$\\geq$", &|count| self.number(count), value);
        if !self.shows_both() {
            return shown(self.style.one_value());
        }
        let maximum = shown(Some(TableValue::Maximum));
        match row.result {
            Err(_) => format!("{maximum} &"),
            Ok(_) => format!("{maximum} & {}", shown(Some(TableValue::Placements))),
        }
    }

    /// Returns everything before the first line, for a table with columns of these names.
    fn heading(&self, columns: &str, names: &str) -> String {
        let TableStyle { caption, label, latex_numbers, .. } = &self.style;
        let cells = self.head.cells(self.style.value);
        let version = env!("CARGO_PKG_VERSION");
        let siunitx = match latex_numbers {
            Some(LatexNumbers::Siunitx) => " and \\usepackage{siunitx}",
            _ => "",
        };
        let mut text = format!(
            "% {}: {cells}\n% armistice {version}; needs \\usepackage{{booktabs}}{siunitx}\n",
            self.head.family
        );
        if self.floats() {
            text += "\\begin{table}\n\\centering\n";
        }
        text += &caption.iter().map(|caption| format!("\\caption{{{caption}}}\n")).collect::<String>();
        text += &label.iter().map(|label| format!("\\label{{{label}}}\n")).collect::<String>();
        text + &format!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n{names} \\\\\n\\midrule\n")
    }

    /// Returns whether the table has a caption or a label, and therefore floats.
    fn floats(&self) -> bool {
        self.style.caption.is_some() || self.style.label.is_some()
    }

    /// Returns a table of lines that differ in length, with a column for each value that a line can have.
    fn triangle(&self, down: char, across: char) -> String {
        let first = |(start, _): &(i64, Vec<String>)| *start;
        let start = self.lines.iter().map(first).min().unwrap_or(0);
        let end = |(start, cells): &(i64, Vec<String>)| start + cells.len() as i64 - 1;
        let end = self.lines.iter().map(end).max().unwrap_or(start - 1);
        let names: String = (start..end).map(|value| format!(" & ${value}$")).collect();
        let columns = format!("r{}", "r".repeat((end - start).max(0) as usize));
        let mut text = self.heading(&columns, &format!("${down} \\backslash {across}${names}"));
        for (at, cells) in &self.lines {
            let (name, cells) = (&cells[0], &cells[1..]);
            text += &format!("${name}${}", " &".repeat((at - start) as usize));
            text += &cells.iter().map(|cell| format!(" & {cell}")).collect::<String>();
            text += " \\\\\n";
        }
        text
    }
}

impl TableWriter for Latex<'_> {
    fn begin(&mut self) -> String {
        let cells = self.head.cells(self.style.value);
        match &self.head.layout {
            TableLayout::Lines { down, .. } if self.shows_both() => {
                let placements = self.head.description();
                self.heading("rrr", &format!("${down}$ & largest number & {placements}"))
            }
            TableLayout::Lines { down, .. } => self.heading("rr", &format!("${down}$ & {cells}")),
            TableLayout::Grid { down, across, columns, .. } => {
                let names: String = columns.iter().map(|value| format!(" & ${value}$")).collect();
                let all = format!("r{}", "r".repeat(columns.len()));
                self.heading(&all, &format!("${down} \\backslash {across}${names}"))
            }
            TableLayout::Runs { .. } => String::new(),
        }
    }

    fn row(&mut self, row: &TableRow) -> String {
        let cell = self.cell(row);
        let line = row.value(self.head.layout.row_variable());
        let place = self.cells;
        self.cells += 1;
        match &self.head.layout {
            TableLayout::Runs { across, .. } => {
                if place == 0 {
                    self.lines.push((row.value(*across), vec![line.to_string()]));
                }
                if let Some((_, cells)) = self.lines.last_mut() {
                    cells.push(cell);
                }
                String::new()
            }
            _ if place == 0 => format!("${line}$ & {cell}"),
            TableLayout::Lines { .. } | TableLayout::Grid { .. } => format!(" & {cell}"),
        }
    }

    fn end_line(&mut self) -> String {
        let is_open = std::mem::take(&mut self.cells) > 0;
        match self.head.layout {
            TableLayout::Lines { .. } | TableLayout::Grid { .. } if is_open => " \\\\\n".to_owned(),
            _ => String::new(),
        }
    }

    fn end(&mut self) -> String {
        let lines = match self.head.layout {
            TableLayout::Runs { down, across, .. } => self.triangle(down, across),
            TableLayout::Lines { .. } | TableLayout::Grid { .. } => String::new(),
        };
        let end = if self.floats() { "\\end{table}\n" } else { "" };
        format!("{lines}\\bottomrule\n\\end{{tabular}}\n{end}")
    }
}
