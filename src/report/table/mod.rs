//! Tables of a family of problems: rows as they become known, in six formats.
//!
//! A [`TableWriter`] turns rows into text, one after another, so that a table can be watched and stopped. Text,
//! Markdown and LaTeX show two variables as a grid or, where the lines differ in length, as runs of counts; CSV and
//! JSON have everything that is known of a row, and are [read](csv::read) [back](json::read); a b-file has counts only.

pub mod bfile;
pub mod csv;
pub mod json;
pub mod latex;
pub mod markdown;
mod record;
pub mod text;

pub use record::ReadError;

use super::numbers;
use crate::Objective;
use crate::UpTo;
use crate::plan::{Outcome, Summary};
use armistice_core::named;
use num_bigint::BigUint;

named! {
    /// How a table is written.
    pub enum TableFormat {
        /// Lines for people; in files called .txt.
        Text = "text",
        /// A table in Markdown (.md).
        Markdown = "markdown",
        /// A line for each row, with everything known of it (.csv).
        Csv = "csv",
        /// A JSON object for each row, with everything known of it (.json, .jsonl).
        Json = "json",
        /// A tabular in LaTeX (.tex).
        Latex = "latex",
        /// Lines `n a(n)` as the OEIS takes them (b followed by digits, .txt).
        Bfile = "bfile",
    }
}

/// How a table that was written is read back.
#[derive(Debug, Clone, Copy)]
pub struct TableReader {
    /// The rows of a file, if they are of this table. All lines must be whole.
    pub read: fn(&str, &TableHead) -> Result<Vec<TableRow>, ReadError>,
    /// What every file of a table begins with.
    pub beginning: fn(&TableHead) -> String,
}

impl TableFormat {
    /// What a file with this name, in small letters, is expected to hold.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let number = stem.strip_prefix('b').unwrap_or_default();
        let is_bfile = number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit());
        Some(match extension {
            "csv" => Self::Csv,
            "json" | "jsonl" | "ndjson" => Self::Json,
            "md" | "markdown" => Self::Markdown,
            "tex" => Self::Latex,
            "txt" if is_bfile => Self::Bfile,
            "txt" => Self::Text,
            _ => return None,
        })
    }

    /// A writer of this format. Text can be for a person at a terminal; a b-file begins with the number `offset`.
    #[must_use]
    pub fn writer(self, head: &TableHead, is_for_person: bool, offset: i64) -> Box<dyn TableWriter + '_> {
        match self {
            Self::Text => Box::new(text::Text::new(head, is_for_person)),
            Self::Markdown => Box::new(markdown::Markdown::new(head)),
            Self::Csv => Box::new(csv::Csv::new(head)),
            Self::Json => Box::new(json::Json::new(head)),
            Self::Latex => Box::new(latex::Latex::new(head)),
            Self::Bfile => Box::new(bfile::BFile::new(offset)),
        }
    }

    /// A reader, if everything known of a row is written.
    #[must_use]
    pub fn reader(self) -> Option<TableReader> {
        match self {
            Self::Csv => Some(csv::READER),
            Self::Json => Some(json::READER),
            Self::Text | Self::Markdown | Self::Latex | Self::Bfile => None,
        }
    }
}

/// What all rows of a table have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableHead {
    /// The family's canonical text.
    pub family: String,
    /// Its variables in their order there.
    pub variables: Vec<char>,
    /// How lines are laid out where they are for people.
    pub layout: Layout,
    /// What is asked.
    pub objective: Objective,
    /// What counts as the same placement.
    pub up_to: UpTo,
    /// Whether only placements that cannot be extended count.
    pub maximal: bool,
}

/// How the rows of a table become lines for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// One variable, a line for each of its values.
    Lines {
        /// The variable.
        down: char,
        /// Digits of its largest value, where that is known.
        width: usize,
    },
    /// Two variables, the counts in columns.
    Grid {
        /// The variable with a line for each value.
        down: char,
        /// Digits of its largest value, where that is known.
        width: usize,
        /// The variable with a column for each value.
        across: char,
        /// Those values.
        columns: Vec<i64>,
    },
    /// Two variables, the counts of a line one after another: lines of different lengths.
    Runs {
        /// The variable with a line for each value.
        down: char,
        /// The variable that runs along the line.
        across: char,
        /// What it begins with: a number or the other variable.
        from: String,
    },
}

impl Layout {
    /// The variable with a line for each value.
    #[must_use]
    pub fn down(&self) -> char {
        match self {
            Self::Lines { down, .. } | Self::Grid { down, .. } | Self::Runs { down, .. } => *down,
        }
    }
}

impl TableHead {
    /// What the counts are: `placements up to symmetry`.
    #[must_use]
    pub fn what(&self) -> String {
        let extended = if self.maximal { " that cannot be extended" } else { "" };
        format!("placements{extended}{}", self.up_to.phrase())
    }

    /// What a cell holds: the same, or for the largest number that and the placements that reach it.
    fn cells(&self) -> String {
        match self.objective {
            Objective::Maximum => format!("largest number (how many {} reach it)", self.what()),
            Objective::Exactly | Objective::AnyNumber => self.what(),
        }
    }
}

/// A row: values of the variables, and what came out.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// The values, in the order of the head's variables.
    pub values: Vec<(char, i64)>,
    /// The canonical problem text, or nothing if the values make no problem.
    pub problem: String,
    /// The count, or why there is none.
    pub result: Result<RowCount, String>,
}

/// The count of a row and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct RowCount {
    /// The number of placements; a lower bound if not complete.
    pub count: BigUint,
    /// The largest number of pieces, if that was asked for.
    pub maximum: Option<u32>,
    /// Whether everything was counted.
    pub complete: bool,
    /// Whether a second, independent count gave the same.
    pub double_checked: bool,
    /// How the second count was made that gave the same, if there was one; not all are independent.
    pub checked_by: Option<String>,
    /// The engine's name.
    pub engine: String,
    /// The engine's version.
    pub engine_version: u32,
    /// How long the count took.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
    /// The version of the program.
    pub version: String,
    /// Where and when.
    pub origin: Origin,
}

/// Where and when a row was counted. Empty if a file does not say so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The processor and its cores.
    pub machine: String,
    /// The date: `2026-11-20`.
    pub date: String,
}

impl RowCount {
    /// The result of a plan that was run, not checked.
    #[must_use]
    pub fn new(summary: &Summary, outcome: &Outcome, origin: Origin) -> Self {
        Self {
            count: outcome.count.clone(),
            maximum: outcome.maximum,
            complete: outcome.complete,
            double_checked: false,
            checked_by: None,
            engine: summary.engine.0.to_owned(),
            engine_version: summary.engine.1,
            seconds: outcome.elapsed.as_secs_f64(),
            threads: summary.threads,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            origin,
        }
    }
}

impl TableRow {
    /// The value of a variable; 0 if it has none.
    #[must_use]
    pub fn value(&self, variable: char) -> i64 {
        self.values.iter().find(|(name, _)| *name == variable).map_or(0, |(_, value)| *value)
    }

    /// Whether it was counted to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.result.as_ref().is_ok_and(|count| count.complete)
    }
}

/// What stands for a row in a table for people; `at_least` is the sign of a lower bound.
fn cell(row: &TableRow, at_least: &str, number: &dyn Fn(&BigUint) -> String) -> String {
    match &row.result {
        Err(_) => "error".to_owned(),
        Ok(RowCount { maximum: Some(maximum), count, complete: true, .. }) => {
            format!("{maximum} ({})", number(count))
        }
        // How many placements reach a number that may not be the largest is nothing to be told.
        Ok(RowCount { maximum: Some(maximum), .. }) => format!("{at_least} {maximum}"),
        Ok(RowCount { count, complete: true, .. }) => number(count),
        Ok(RowCount { count, .. }) => format!("{at_least} {}", number(count)),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_say_what_is_in_them() {
        let format = TableFormat::of_file;
        assert_eq!(format("queens.csv"), Some(TableFormat::Csv));
        assert_eq!(format("queens.jsonl"), Some(TableFormat::Json));
        assert_eq!(format("b000170.txt"), Some(TableFormat::Bfile));
        assert_eq!(format("boards.txt"), Some(TableFormat::Text));
        assert_eq!(format("csv"), None);
        assert_eq!(format(""), None);
    }

    fn head(layout: Layout, objective: Objective) -> TableHead {
        let (family, up_to) = ("{n}x{n} N* K{k}".to_owned(), UpTo::Symmetry);
        TableHead { family, variables: vec!['n', 'k'], layout, objective, up_to, maximal: true }
    }

    fn row(n: i64, k: i64, result: Result<(&str, Option<u32>, bool), &str>) -> TableRow {
        let result = result.map(|(count, maximum, complete)| RowCount {
            count: count.parse().unwrap(),
            maximum,
            complete,
            double_checked: maximum.is_some(),
            checked_by: maximum.map(|_| "cells 1, rows and columns exchanged".to_owned()),
            engine: "naive".to_owned(),
            engine_version: 1,
            seconds: 0.125,
            threads: 2,
            version: "0.1.0".to_owned(),
            origin: Origin { machine: "a processor (2 cores)".to_owned(), date: "2026-11-20".to_owned() },
        });
        let problem = if result.is_ok() { format!("{n}x{n} K{k} N*") } else { String::new() };
        TableRow { values: vec![('n', n), ('k', k)], problem, result: result.map_err(str::to_owned) }
    }

    fn rows() -> Vec<TableRow> {
        vec![
            row(3, 1, Ok(("123456789012345678901234567890", None, true))),
            row(3, 2, Err("a comma, a \"quote\" and é")),
            row(4, 1, Ok(("7", None, false))),
            row(4, 2, Ok(("256", Some(14), true))),
        ]
    }

    fn grid() -> Layout {
        Layout::Grid { down: 'n', width: 1, across: 'k', columns: vec![1, 2] }
    }

    fn written(writer: &mut dyn TableWriter) -> String {
        let mut text = writer.begin();
        for line in rows().chunks(2) {
            line.iter().for_each(|row| text += &writer.row(row));
            text += &writer.end_line();
        }
        text + &writer.end()
    }

    #[test]
    fn what_is_written_reads_back() {
        let head = head(grid(), Objective::AnyNumber);
        let csv = written(&mut csv::Csv::new(&head));
        assert_eq!(csv::read(&csv, &head), Ok(rows()));
        assert_eq!(csv::read(&csv.replace('\n', "\r\n"), &head), Ok(rows()));
        let json = written(&mut json::Json::new(&head));
        assert_eq!(json::read(&json, &head), Ok(rows()));
        assert_eq!(json.lines().count(), 4);
        let other = TableHead { objective: Objective::Maximum, ..head };
        let error = csv::read(&csv, &other).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: objective \"any number\", and this table has \"maximum\": take another file"
        );
        assert_eq!(json::read(&json, &other).unwrap_err().line, 1);
    }

    #[test]
    fn nothing_that_stands_in_a_file_panics() {
        let head = head(grid(), Objective::AnyNumber);
        let (csv, json) = (written(&mut csv::Csv::new(&head)), written(&mut json::Json::new(&head)));
        for (text, read) in [(&csv, csv::read as fn(&str, &TableHead) -> _), (&json, json::read)] {
            for place in (0..text.len()).filter(|&place| text.is_char_boundary(place)) {
                let _ = read(&text[..place], &head);
                for other in ["", "\"", "\n", "9", ",", "é"] {
                    let rest = text[place..].chars().next().map_or(place, |c| place + c.len_utf8());
                    if let Err(error) = read(&format!("{}{other}{}", &text[..place], &text[rest..]), &head) {
                        assert_eq!(error.to_string().lines().count(), 1, "{error}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_largest_number_stands_with_the_placements_that_reach_it() {
        let head = head(grid(), Objective::Maximum);
        let text = written(&mut text::Text::new(&head, false));
        let what = "largest number (how many placements that cannot be extended up to symmetry reach it)";
        assert!(text.starts_with(&format!("{what} of {}\n", head.family)), "{text}");
        assert!(text.ends_with("  ≥ 7  14 (256)\n"), "{text}");
        let markdown = written(&mut markdown::Markdown::new(&head));
        assert!(
            markdown.ends_with("| 4 | ≥ 7 | 14 (256) |\n") && markdown.contains("| error |"),
            "{markdown}"
        );
        let latex = written(&mut latex::Latex::new(&head));
        assert!(latex.contains("$4$ & $\\geq$ 7 & 14 (256) \\\\\n\\bottomrule"), "{latex}");
        assert_eq!(cell(&row(4, 2, Ok(("9", Some(13), false))), "≥", &ToString::to_string), "≥ 13");
    }

    #[test]
    fn a_person_sees_groups_and_times() {
        let head = head(Layout::Lines { down: 'n', width: 2 }, Objective::Exactly);
        let mut text = text::Text::new(&head, true);
        assert_eq!(text.row(&row(8, 1, Ok(("1234567", None, true)))), " 8  1,234,567  (125.0 ms)");
    }
}
