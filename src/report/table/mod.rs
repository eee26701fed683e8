//! Tables of a family of problems, in seven formats. Rows are written as they become known.
//!
//! A [`TableWriter`] turns rows into text one after another, so that a table can be watched and stopped.
//! Text, Markdown and LaTeX show two variables as a grid. If the lines differ in length, they show runs of
//! counts instead. CSV and JSON have all details of a row, and are [read](csv::read) [back](json::read). A
//! b-file has counts only. An entry of the OEIS also describes the counts.

pub mod bfile;
pub mod csv;
mod head;
pub mod json;
pub mod latex;
pub mod markdown;
pub mod oeis;
mod record;
mod row;
mod style;
pub mod text;
mod wording;
mod writer;

pub use head::{TableHead, TableLayout};
pub use record::{TableReadError, TableReader};
pub use row::{Origin, RowCount, TableRow};
pub use style::{EntryExample, EntryFormula, EntryParts, LatexNumbers, TableStyle, TableValue};
pub use writer::TableWriter;

use armistice_base::named;

named! {
    /// How a table is written.
    pub enum TableFormat {
        /// Lines for people (.txt).
        Text = "text",
        /// A table in Markdown (.md).
        Markdown = "markdown",
        /// One line per row, with everything known about it (.csv).
        Csv = "csv",
        /// One JSON object per row, with everything known about it: one per line (.jsonl), or all in one value (.json).
        Json = "json",
        /// A tabular in LaTeX (.tex).
        Latex = "latex",
        /// Lines `n a(n)` in the b-file format of the OEIS (b followed by digits, .txt).
        Bfile = "bfile",
        /// An entry for the OEIS in its internal format: terms, name, formula, example, command.
        Oeis = "oeis",
    }
}

impl TableFormat {
    /// Returns the format that a file with this name, in small letters, should have.
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

    /// Returns a writer of this format.
    #[must_use]
    pub fn writer(self, head: &TableHead, style: TableStyle) -> Box<dyn TableWriter + '_> {
        match self {
            Self::Text => Box::new(text::Text::new(head, style)),
            Self::Markdown => Box::new(markdown::Markdown::new(head, style)),
            Self::Csv => Box::new(csv::Csv::new(head)),
            Self::Json => Box::new(json::Json::new(head, style.is_value)),
            Self::Latex => Box::new(latex::Latex::new(head, style)),
            Self::Bfile => Box::new(bfile::BFile::new(&style)),
            Self::Oeis => Box::new(oeis::Oeis::new(head, style)),
        }
    }

    /// Returns a reader, if the format has all details of a row.
    #[must_use]
    pub fn reader(self, style: &TableStyle) -> Option<TableReader> {
        match self {
            Self::Csv => Some(csv::READER),
            Self::Json => Some(json::reader(style.is_value)),
            Self::Text | Self::Markdown | Self::Latex | Self::Bfile | Self::Oeis => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::row::cell;
    use super::*;
    use crate::Demand;
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

    fn head(layout: TableLayout, objective: Objective) -> TableHead {
        let (family, up_to) = ("{n}x{n} N* K{k}".to_owned(), UpTo::Symmetry);
        TableHead {
            family,
            variables: vec!['n', 'k'],
            layout,
            objective,
            up_to,
            fixed_by: crate::MapGroup::default(),
            maximal: true,
            dominating: Demand::Nothing,
        }
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

    fn grid() -> TableLayout {
        TableLayout::Grid { down: 'n', width: 1, across: 'k', columns: vec![1, 2] }
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
        let json = written(&mut json::Json::new(&head, true));
        // The last bracket is removed before a table is continued.
        assert_eq!(json::read(json.strip_suffix("]\n").unwrap(), &head), Ok(rows()));
        assert_eq!(json::read(&json, &head).unwrap_err().line, 6);
        assert_eq!(
            serde_json::from_str::<Vec<serde_json::Value>>(&json).map(|rows| rows.len()).ok(),
            Some(4)
        );
        let json = written(&mut json::Json::new(&head, false));
        assert_eq!(json::read(&json, &head), Ok(rows()));
        assert_eq!(json.lines().count(), 4);
        let other = TableHead { objective: Objective::Maximum, ..head };
        let error = csv::read(&csv, &other).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: objective 'any number', but this table has 'maximum': use another file"
        );
        assert_eq!(json::read(&json, &other).unwrap_err().line, 1);
    }

    #[test]
    fn nothing_that_stands_in_a_file_panics() {
        let head = head(grid(), Objective::AnyNumber);
        let (csv, json) = (written(&mut csv::Csv::new(&head)), written(&mut json::Json::new(&head, false)));
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
        let text = written(&mut text::Text::new(&head, TableStyle::default()));
        let what = "largest number (how many maximal placements up to symmetry attain it)";
        assert!(text.starts_with(&format!("{what} of {}\n", head.family)), "{text}");
        assert!(text.ends_with("  ≥ 7  14 (256)\n"), "{text}");
        let markdown = written(&mut markdown::Markdown::new(&head, TableStyle::default()));
        assert!(
            markdown.ends_with("| 4 | ≥ 7 | 14 (256) |\n") && markdown.contains("| error |"),
            "{markdown}"
        );
        let latex = written(&mut latex::Latex::new(&head, TableStyle::default()));
        assert!(latex.contains("$4$ & $\\geq$ 7 & 14 \\\\\n\\bottomrule"), "{latex}");
        let bound = row(4, 2, Ok(("9", Some(13), false)));
        for (value, expected) in
            [(None, "≥ 13"), (Some(TableValue::Maximum), "≥ 13"), (Some(TableValue::Placements), "?")]
        {
            assert_eq!(cell(&bound, "≥", &ToString::to_string, value), expected);
        }
    }

    /// A table in LaTeX has a column for each of the two values, and a b-file has the requested one.
    #[test]
    fn largest_numbers_and_placements_stand_apart() {
        let head = head(TableLayout::Lines { down: 'n', width: 1 }, Objective::Maximum);
        let row = row(4, 2, Ok(("1234567", Some(14), true)));
        let lines = |style: TableStyle| {
            let mut latex = latex::Latex::new(&head, style.clone());
            let (begin, line) = (latex.begin(), latex.row(&row));
            (begin + &line, bfile::BFile::new(&style).row(&row))
        };
        let (latex, bfile) = lines(TableStyle::default());
        assert!(latex.contains("{rrr}") && latex.ends_with("$4$ & 14 & 1\\,234\\,567"), "{latex}");
        assert_eq!(bfile, "0 14\n");
        let placements = TableStyle { value: Some(TableValue::Placements), ..TableStyle::default() };
        let (latex, bfile) = lines(placements.clone());
        assert!(latex.contains("{rr}") && latex.ends_with("$4$ & 1\\,234\\,567"), "{latex}");
        assert_eq!(bfile, "0 1234567\n");
        let siunitx = TableStyle {
            latex_numbers: Some(LatexNumbers::Siunitx),
            caption: Some("Knights".to_owned()),
            label: Some("tab:n".to_owned()),
            ..placements
        };
        let (latex, _) = lines(siunitx);
        assert!(latex.contains("\\usepackage{siunitx}") && latex.ends_with("\\num{1234567}"), "{latex}");
        assert!(
            latex.contains("\\begin{table}\n\\centering\n\\caption{Knights}\n\\label{tab:n}\n"),
            "{latex}"
        );
    }

    /// The first few of 30 terms fill the three lines. A formula that a term contradicts is left out.
    #[test]
    fn an_entry_has_three_lines_of_terms() {
        let head = TableHead {
            family: "{n}x{n} N2".to_owned(),
            up_to: UpTo::Nothing,
            maximal: false,
            dominating: Demand::Nothing,
            ..head(TableLayout::Lines { down: 'n', width: 1 }, Objective::Exactly)
        };
        let written = |terms: i64, formula: i64| {
            let formula = EntryFormula {
                lines: "%F a(n) = 10^20 + n.\n%o (PARI) a(n)=10^20+n\n".to_owned(),
                is_proved: true,
                first: 1,
                terms: vec![(100_000_000_000_000_000_000_i128 + i128::from(formula)).into()],
            };
            let example = EntryExample { n: 2, board: vec!["N N".to_owned(), ". .".to_owned()] };
            let command = "armistice table '{n}x{n} N2' --n 1..3".to_owned();
            let entry = EntryParts { command, formula: Some(formula), example: Some(example) };
            let mut oeis = oeis::Oeis::new(&head, TableStyle { offset: 5, entry, ..TableStyle::default() });
            let mut text = oeis.begin();
            for n in 1..=terms {
                let term = (100_000_000_000_000_000_000_i128 + i128::from(n)).to_string();
                text += &oeis.row(&row(n, 0, Ok((&term, None, true))));
            }
            text + &oeis.end()
        };
        let long = written(30, 1);
        let lines: Vec<&str> = long.lines().collect();
        assert_eq!(lines[0], "%I A000000");
        let terms: Vec<usize> = lines[1..4].iter().map(|line| line.matches("10000").count()).collect();
        assert_eq!(terms, [3, 3, 3], "{long}");
        assert!(
            lines[1].starts_with("%S A000000 100000000000000000001,") && lines[1].ends_with(','),
            "{long}"
        );
        assert!(lines[2].starts_with("%T A000000 ") && lines[3].starts_with("%U A000000 "), "{long}");
        assert!(lines[3].ends_with('9'), "{long}");
        assert_eq!(lines[4], "%N A000000 Number of ways to place 2 nonattacking knights on an n X n board.");
        for line in [
            "%H A000000 <a href=\"/b000000.txt\">Table of n, a(n) for n = 5..34</a>",
            "%F A000000 a(n) = 10^20 + n.",
            "%e A000000 a(6) = 100000000000000000002 (n = 2); an example of a placement:",
            "%e A000000   N N",
            "%o A000000 (Armistice) armistice table '{n}x{n} N2' --n 1..3",
            "%o A000000 (PARI) a(n)=10^20+n",
            "%K A000000 nonn,easy",
            "%O A000000 5,1",
            "%A A000000 _YOUR NAME_, DATE",
        ] {
            assert!(lines.contains(&line), "{line}: {long}");
        }
        let short = written(2, 7);
        assert!(!short.contains("%F") && !short.contains("PARI") && !short.contains("%H"), "{short}");
        assert!(short.contains("%K A000000 nonn,more\n"), "{short}");
        assert_eq!(written(0, 1), "");
    }

    /// The lines have different lengths and begin in different columns.
    #[test]
    fn a_triangle_in_latex_has_a_column_for_each_value() {
        let layout = TableLayout::Runs { down: 'n', across: 'k', from: "n".to_owned() };
        let head = head(layout, Objective::Exactly);
        let mut latex = latex::Latex::new(&head, TableStyle::default());
        let mut text = latex.begin();
        for (n, ks) in [(1, 1..3), (2, 2..3), (3, 2..5)] {
            for k in ks {
                text += &latex.row(&row(n, k, Ok(("1000", None, true))));
            }
            text += &latex.end_line();
        }
        text += &latex.end();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "\\begin{tabular}{rrrrr}",
                "\\toprule",
                "$n \\backslash k$ & $1$ & $2$ & $3$ & $4$ \\\\",
                "\\midrule",
                "$1$ & 1\\,000 & 1\\,000 \\\\",
                "$2$ & & 1\\,000 \\\\",
                "$3$ & & 1\\,000 & 1\\,000 & 1\\,000 \\\\",
                "\\bottomrule",
                "\\end{tabular}"
            ]
        );
    }

    #[test]
    fn a_person_sees_groups_and_times() {
        let head = head(TableLayout::Lines { down: 'n', width: 2 }, Objective::Exactly);
        let mut text = text::Text::new(&head, TableStyle { for_person: true, ..TableStyle::default() });
        assert_eq!(text.row(&row(8, 1, Ok(("1234567", None, true)))), " 8    1,234,567  (125.0 ms)");
    }
}
