//! Tables of a family of problems: rows as they become known, in six formats.
//!
//! A [`TableWriter`] turns rows into text, one after another, so that a table can be watched and stopped. Text,
//! Markdown and LaTeX show two variables as a grid or, where the lines differ in length, as runs of counts; CSV and
//! JSON have everything that is known of a row, and are [read](csv::read) [back](json::read); a b-file has counts only.

pub mod bfile;
pub mod csv;
mod head;
pub mod json;
pub mod latex;
pub mod markdown;
mod record;
mod row;
pub mod text;
mod writer;

pub use head::{Layout, TableHead};
pub use record::{ReadError, TableReader};
pub use row::{Origin, RowCount, TableRow};
pub use writer::TableWriter;

use armistice_core::named;

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

#[cfg(test)]
mod tests {
    use super::row::cell;
    use super::*;
    use crate::{Objective, UpTo};

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
