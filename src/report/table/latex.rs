//! Tables in LaTeX: a `tabular` with the rules of the package booktabs.

use super::head::{Layout, TableHead};
use super::row::{TableRow, cell};
use super::writer::TableWriter;

/// A table in LaTeX. What it counts is said in a comment, for the caption.
pub struct Latex<'a> {
    head: &'a TableHead,
    /// Cells of the line so far.
    cells: usize,
}

impl<'a> Latex<'a> {
    /// A table that has no rows yet.
    #[must_use]
    pub fn new(head: &'a TableHead) -> Self {
        Self { head, cells: 0 }
    }
}

impl TableWriter for Latex<'_> {
    fn begin(&mut self) -> String {
        let TableHead { family, layout, .. } = self.head;
        let cells = self.head.cells();
        let (columns, names) = match layout {
            Layout::Lines { down, .. } => ("rr".to_owned(), format!("${down}$ & {cells}")),
            Layout::Grid { down, across, columns, .. } => {
                let names: String = columns.iter().map(|value| format!(" & ${value}$")).collect();
                (format!("r{}", "r".repeat(columns.len())), format!("${down} \\backslash {across}${names}"))
            }
            Layout::Runs { down, across, from } => {
                ("rl".to_owned(), format!("${down}$ & {cells}, ${across}$ from ${from}$"))
            }
        };
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "% {family}: {cells}\n% armistice {version}; needs \\usepackage{{booktabs}}\n\
             \\begin{{tabular}}{{{columns}}}\n\\toprule\n{names} \\\\\n\\midrule\n"
        )
    }

    fn row(&mut self, row: &TableRow) -> String {
        let cell = cell(row, "$\\geq$", &ToString::to_string);
        let line = row.value(self.head.layout.down());
        let place = self.cells;
        self.cells += 1;
        match &self.head.layout {
            _ if place == 0 => format!("${line}$ & {cell}"),
            Layout::Runs { .. } => format!(", {cell}"),
            Layout::Lines { .. } | Layout::Grid { .. } => format!(" & {cell}"),
        }
    }

    fn end_line(&mut self) -> String {
        if std::mem::take(&mut self.cells) == 0 { String::new() } else { " \\\\\n".to_owned() }
    }

    fn end(&mut self) -> String {
        "\\bottomrule\n\\end{tabular}\n".to_owned()
    }
}
