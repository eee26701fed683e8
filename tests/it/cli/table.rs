//! Tables on the command line: formats, ranges, invalid rows, and tables that are stopped and continued.

use crate::common::program::{
    Folder, armistice, assert_refused, interrupt_with_journal, read, run, shell, signal, start,
};
use crate::common::runs::{STEADY, STEADY_COUNT, files, value_of};
use crate::common::sample;
use std::fs;
use std::time::Duration;

const QUEENS: &str = "{n}x{n} Q{n}";
const KINGS: &str = "{n}x{n} K{k}";

fn table(arguments: &[&str]) -> (String, String, i32) {
    run(&[&["table"], arguments].concat())
}

/// Returns the lines of a CSV table without the times, which differ from run to run.
fn counts(csv: &str) -> Vec<String> {
    csv.lines().skip(1).map(|line| line.split(',').take(3).collect::<Vec<_>>().join(",")).collect()
}

/// An entry for a sequence of zeros is probably a mistake.
#[test]
fn an_entry_of_zeros_says_so() {
    let of = |family: &str| run(&["table", family, "--n", "1..5", "--format", "oeis"]);
    let (_, error, code) = of("{n}x{n} Q{n} N");
    assert_eq!((error.as_str(), code), ("all terms are 0\n", 0));
    assert!(!of("{n}x{n} N3").1.contains("all terms"));
}

#[test]
fn a_table_has_a_line_for_each_value_both_ends_included() {
    let expected = " n  placements of {n}x{n} Q{n}\n 8  92\n 9  352\n10  724\n";
    assert_eq!(table(&[QUEENS, "--n", "8..10"]), (expected.into(), String::new(), 0));
    assert_eq!(table(&["{n}x{n}", "Q{n}", "--n", "8..=10"]).0, expected);
    assert_eq!(table(&[QUEENS, "--n", "8"]).0, "n  placements of {n}x{n} Q{n}\n8  92\n");
    let (classes, _, _) = table(&[QUEENS, "--n", "8", "--up-to", "symmetry"]);
    assert_eq!(classes, "n  placements up to symmetry of {n}x{n} Q{n}\n8  12\n");
}

#[test]
fn rectangles_are_a_grid() {
    let (grid, _, code) = table(&["{m}x{n} N3", "--m", "3..4", "--n", "1..4"]);
    let expected = "placements of {m}x{n} N3\nm\\n       1       2       3       4\n\
                    \x20 3       1      12      36     100\n  4       4      32     100     276\n";
    assert_eq!((grid.as_str(), code), (expected, 0));
    // One range may depend on the other variable.
    let (half, _, _) = table(&["{m}x{n} N3", "--m", "1..n", "--n", "1..4"]);
    assert!(half.ends_with("n = 1: 0\nn = 2: 0, 4\nn = 3: 1, 12, 36\nn = 4: 4, 32, 100, 276\n"), "{half}");
}

/// A larger number of pieces has no placements either, so a row ends after its first zero.
#[test]
fn an_open_range_ends_where_nothing_is_left() {
    let (triangle, error, code) = table(&[KINGS, "--n", "1..4", "--k", "0.."]);
    assert_eq!((error.as_str(), code), ("", 0));
    let expected = "placements of {n}x{n} K{k}, a line for each n, k from 0\n\
                    n = 1: 1, 1\nn = 2: 1, 4\nn = 3: 1, 9, 16, 8, 1\nn = 4: 1, 16, 78, 140, 79\n";
    assert_eq!(triangle, expected);
    // Zeros before the first count do not end a row, but sizes that are too small for the number do.
    assert_eq!(table(&["1x1 K{9-k}", "--k", "0..", "--format", "bfile"]).0.lines().last(), Some("9 1"));
    // On growing boards, a zero does not end the row. No engine counts with holes on more than 1,024 squares.
    let (queens, error, code) = table(&["{n}x{n}-a1 K{n^2}", "--n", "1..", "--format", "bfile"]);
    assert_eq!((queens.lines().count(), error.as_str(), code), (32, "", 0));
    // There are too many pieces from the first board on.
    assert_eq!(
        table(&["2x2 K{k}", "--k", "100..", "--format", "bfile"]),
        ("100 0\n".into(), String::new(), 0)
    );
}

#[test]
fn markdown_and_latex_are_whole_tables() {
    let (markdown, _, _) = table(&[QUEENS, "--n", "4..5", "--format", "markdown"]);
    assert_eq!(
        markdown,
        "`{n}x{n} Q{n}`: placements\n\n| n | placements |\n|--:|--:|\n| 4 | 2 |\n| 5 | 10 |\n"
    );
    let (grid, _, _) = table(&["{m}x{n} N3", "--m", "3", "--n", "3..4", "--format", "markdown"]);
    assert!(grid.ends_with("| m \\\\ n | 3 | 4 |\n|--:|--:|--:|\n| 3 | 36 | 100 |\n"), "{grid}");
    let (latex, _, _) = table(&[KINGS, "--n", "2..3", "--k", "0..", "--format", "latex"]);
    assert!(
        latex.contains("\\begin{tabular}{rrrrrr}\n\\toprule\n$n \\backslash k$ & $0$ & $1$ & $2$"),
        "{latex}"
    );
    assert!(
        latex.ends_with("$2$ & 1 & 4 \\\\\n$3$ & 1 & 9 & 16 & 8 & 1 \\\\\n\\bottomrule\n\\end{tabular}\n"),
        "{latex}"
    );
}

/// Lines are `n a(n)`, with one space and no gaps. The rows of triangles are numbered consecutively.
#[test]
fn b_files_are_strict() {
    assert_eq!(table(&[QUEENS, "--n", "4..7", "--format", "bfile"]).0, "4 2\n5 10\n6 4\n7 40\n");
    let (triangle, _, _) = table(&[KINGS, "--n", "1..3", "--k", "0..", "--format", "bfile"]);
    assert_eq!(triangle, "1 1\n2 1\n3 1\n4 4\n5 1\n6 9\n7 16\n8 8\n9 1\n");
    let (numbered, _, _) = table(&[QUEENS, "--n", "4..5", "--format", "bfile", "--offset", "-1"]);
    assert_eq!(numbered, "-1 2\n0 10\n");
    // A row without a count would be a gap.
    let (cut, error, code) = table(&["{n}x{n} Q{n/2}", "--n", "4..7", "--format", "bfile"]);
    assert_eq!((cut.as_str(), code), ("4 44\n", 2));
    assert!(
        error.contains("n/2 is 5/2, not a whole number") && error.contains("ends before the row at n = 5"),
        "{error}"
    );
}

/// An entry of the OEIS has a name from the family, a formula with its status, an example, and the command.
#[test]
fn an_entry_is_ready_to_be_sent_in() {
    let (entry, error, code) = table(&["{n}x{n} Q{n-1} N", "--n", "4..9", "--format", "oeis"]);
    assert_eq!((error.as_str(), code), ("", 0));
    let lines: Vec<&str> = entry.lines().collect();
    assert_eq!(lines[..2], ["%I A000000", "%S A000000 0,0,0,24,104,776"]);
    let name = "%N A000000 Number of nonattacking placements of n-1 queens and a knight on an n X n board.";
    assert_eq!(lines[2], name);
    assert_eq!(lines[3], "%e A000000 a(7) = 24; an example of a placement:");
    assert_eq!(lines.iter().filter(|line| line.starts_with("%e A000000   ")).count(), 7, "{entry}");
    let command = "%o A000000 (Armistice) armistice table '{n}x{n} Q{n-1} N' --n 4..9 --format oeis";
    assert_eq!(lines[lines.len() - 4], command);
    let end = ["%K A000000 nonn,more", "%O A000000 4,4", "%A A000000 _YOUR NAME_, DATE"];
    assert_eq!(lines[lines.len() - 3..], end);
    // The entry says that a formula is proved, or that a fitted one is a conjecture. It also names published
    // sequences.
    let (proved, error, _) = table(&["{n}x{n} N3", "--n", "1..12", "--format", "oeis"]);
    assert!(proved.contains("%F A000000 a(n) = (n^6 - 27*n^4 +") && proved.contains("(proved: "), "{proved}");
    assert!(proved.contains("%K A000000 nonn,easy\n"), "{proved}");
    assert!(error.starts_with("these are terms of A172134: "), "{error}");
    let (fitted, _, _) = table(&["{n}x{n}/torus Q2", "--n", "2..9", "--format", "oeis"]);
    assert!(fitted.contains("%F A000000 Conjecture: a(n) = ") && !fitted.contains("easy"), "{fitted}");
    // The formula depends on n, so an entry with another index has none.
    let (moved, _, _) =
        table(&["{n}x{n} N3", "--n", "2..9", "--format", "oeis", "--offset", "0", "--up-to", "symmetry"]);
    assert!(!moved.contains("%F") && moved.contains("%O A000000 0,"), "{moved}");
    assert!(
        moved.contains("(n = 3); an example") && moved.contains("up to rotations and reflections"),
        "{moved}"
    );
    // A missing term would be a gap.
    let (cut, error, code) = table(&["{n}x{n} Q{n/2}", "--n", "4..7", "--format", "oeis"]);
    assert!(
        cut.contains("%S A000000 44\n") && error.contains("ends before the row at n = 5"),
        "{cut}{error}"
    );
    assert_eq!(code, 2);
}

#[test]
fn csv_and_json_say_how_each_row_was_counted() {
    let (csv, _, _) = table(&[KINGS, "--n", "8", "--k", "7..8", "--format", "csv", "--threads", "1"]);
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let row = |line: usize| -> Vec<(&str, &str)> {
        lines[0].iter().copied().zip(lines[line].iter().copied()).collect()
    };
    for (name, value) in [
        ("n", "8"),
        ("k", "8"),
        ("problem", "8x8 K8"),
        ("count", "119138166"),
        ("maximum", ""),
        ("complete", "true"),
        ("objective", "exactly"),
        ("up_to", "nothing"),
        ("maximal", "false"),
        ("double_checked", "false"),
        ("checked_by", ""),
        ("threads", "1"),
        ("error", ""),
        ("family", KINGS),
    ] {
        assert!(row(2).contains(&(name, value)), "{name}: {csv}");
    }
    let (json, _, _) = table(&[QUEENS, "--n", "8..9", "--format", "json"]);
    let rows: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[1]["schema"], "armistice.table/1");
    assert_eq!((&rows[1]["values"]["n"], &rows[1]["count"]), (&9.into(), &"352".into()));
    assert!(rows[1]["seconds"].as_f64().unwrap() > 0.0 && rows[1]["engine"].is_string());
}

/// An invalid row is named and keeps its place, and the other rows are counted.
#[test]
fn a_nonsense_row_loses_nothing() {
    let (answer, error, code) = table(&["{n}x{n} Q{n-5}", "--n", "3..6"]);
    assert_eq!(code, 2);
    assert_eq!(answer, "n  placements of {n}x{n} Q{n-5}\n3  error\n4  error\n5  1\n6  36\n");
    let first = "error: Q{n-5} at n = 3: n-5 is -2; a number of pieces must not be negative\n";
    assert!(error.starts_with(first) && error.lines().count() == 2, "{error}");
    let (json, _, code) = table(&["{n}x{n} Q{n}", "--n", "32..33", "--format", "json", "--budget", "1ms"]);
    let rows: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows.len(), code), (1, 3), "the budget ends it: {json}");
    let (csv, error, code) = table(&["{n}x{n} K", "--n", "0..1", "--format", "csv"]);
    assert_eq!(code, 2);
    assert!(csv.lines().nth(1).unwrap().contains("no board of this size"), "{csv}");
    assert!(error.starts_with("error: 0x0 K at n = 0: column 1, '0x0': no board of this size"), "{error}");
    assert_eq!(counts(&csv)[1], "1,1x1 K,1");
}

#[test]
fn what_cannot_be_understood_is_one_line_and_exit_code_2() {
    for (arguments, expected) in [
        (&[QUEENS][..], "the variable n has no range: give it one, like --n 1..12"),
        (&[KINGS, "--n", "1..3"], "the variable k has no range"),
        (&[QUEENS, "--n", "1..3", "--k", "1"], "--k: the family {n}x{n} Q{n} has no variable k"),
        (&["{p}x{p} Q", "--n", "1"], "--n: the family {p}x{p} Q has no variable n"),
        (&["{p}x{p} Q"], "the variable p: the variables of a table are n, m and k"),
        (&["8x8 Q8"], "a family has a variable in braces"),
        (&["{n}x{m} Q{k}", "--n", "1"], "column 11, 'k': a family has at most 2 variables"),
        (&["{n}x{n Q", "--n", "1"], "column 5, '{': expected a }"),
        (&["{m}x{n} Q", "--n", "1..m", "--m", "1..n"], "--n: this range cannot depend on m"),
        (&["{m}x{n} Q", "--n", "1..k", "--m", "1"], "--n: this range can depend on m, not on k"),
        (
            &["{m}x{n} K*", "--m", "2", "--n", "1..4", "--format", "oeis"],
            "an entry of the OEIS has one variable, but {m}x{n} K* has m and n: use --format bfile",
        ),
        (
            &[QUEENS, "--n", "4,6", "--format", "oeis"],
            "the terms of a sequence are numbered consecutively, but these values have gaps",
        ),
        (&[QUEENS, "--n", "4", "--offset", "1"], "--offset numbers the terms of a sequence"),
        (&[QUEENS, "--n", "4", "--chart", "--format", "csv"], "--chart writes text after the table"),
        (
            &[QUEENS, "--n", "4", "-o", "queens.xls"],
            "'queens.xls': cannot tell the format from this name: use .csv",
        ),
    ] {
        let (answer, error, code) = table(arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(error.starts_with(&format!("error: {expected}")), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    for arguments in [["-o", "/nowhere/queens.csv"], ["--svg", "/nowhere/queens.svg"]] {
        let (answer, error, code) = table(&[&[QUEENS, "--n", "4"][..], &arguments].concat());
        assert_eq!((answer.as_str(), code), ("", 1), "{arguments:?}: {error}");
        assert!(error.starts_with(&format!("error: '{}': ", arguments[1])), "{error}");
    }
    for (range, expected) in [
        ("12..1", "12..1 has no values: write the lower end first, like 1..12"),
        ("", "expected a range with both ends like 1..12"),
        ("..", "expected a range with both ends like 1..12"),
    ] {
        let (answer, error, code) = table(&[QUEENS, "--n", range]);
        assert_eq!((answer.as_str(), code), ("", 2), "{range}");
        assert!(error.contains(expected), "{range}: {error}");
    }
    assert_eq!(table(&[QUEENS, "--n", "4", "--budget", "0"]).2, 2);
}

/// Rows confirmed by another engine or board are marked differently from those confirmed only by other units.
#[test]
fn rows_are_counted_twice() {
    let folder = Folder::new("checked");
    let file = folder.file("knights.jsonl");
    let family = "{n}x{n} N{n}";
    let rows = || -> Vec<serde_json::Value> {
        let text = fs::read_to_string(&file).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    assert_eq!(table(&[family, "--n", "1..4", "-o", &file]), (String::new(), String::new(), 0));
    let before = rows();
    assert!(before.iter().all(|row| row["double_checked"] == false && row.get("checked_by").is_none()));
    assert!(before.iter().all(|row| row["date"].as_str().unwrap().len() == 10));
    assert!(before.iter().all(|row| row["machine"].as_str().unwrap().contains(" core")));
    // Rows that were not checked are recounted.
    let arguments = [family, "--n", "2..5", "-o", &file, "--double-check"];
    assert_eq!(table(&arguments), (String::new(), String::new(), 0));
    let after = rows();
    assert_eq!(after.len(), 5);
    assert_eq!(after[0], before[0]);
    for row in &after[1..] {
        let engine = row["engine"].as_str().unwrap();
        assert!(row["double_checked"] == true && !row["checked_by"].as_str().unwrap().starts_with(engine));
    }
    // A third run has nothing to do, with or without a check.
    for arguments in [&arguments[..], &arguments[..5]] {
        assert_eq!(table(arguments).2, 0);
        assert_eq!(rows(), after);
    }
    // Only one engine counts any number with holes, and this board is its own reflection.
    let (json, _, code) = table(&["{n}x{n}-e5 K*", "--n", "9", "--double-check", "--format", "json"]);
    let row: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&row["double_checked"], code), (&false.into(), 0));
    assert!(row["checked_by"].as_str().unwrap().contains("other instructions and units"), "{json}");
}

/// A table that is stopped anywhere has complete rows and at most one incomplete line, and is continued after
/// them.
#[test]
fn a_table_goes_on_where_it_was_cut_at_any_byte() {
    let folder = Folder::new("cut");
    for name in ["queens.csv", "queens.jsonl"] {
        let file = folder.file(name);
        assert_eq!(table(&[QUEENS, "--n", "1..8", "-o", &file]), (String::new(), String::new(), 0));
        let whole = fs::read_to_string(&file).unwrap();
        // Only the time of a row may differ, so rows that are kept are identical to the last byte.
        for cut in [0, 1, 30, whole.len() / 2, whole.len() - 1, whole.len()] {
            fs::write(&file, &whole[..cut]).unwrap();
            assert_eq!(
                table(&[QUEENS, "--n", "1..8", "-o", &file]),
                (String::new(), String::new(), 0),
                "{cut}"
            );
            let again = fs::read_to_string(&file).unwrap();
            let kept = whole[..cut].rfind('\n').map_or(0, |place| place + 1);
            assert_eq!(again[..kept], whole[..kept], "{cut}");
            assert_eq!(again.lines().count(), whole.lines().count(), "{cut}");
            assert!(again.lines().last().unwrap().contains("92"), "{again}");
        }
    }
}

#[test]
fn a_table_can_be_extended_and_stays_in_order() {
    let folder = Folder::new("extend");
    let file = folder.file("kings.csv");
    assert_eq!(table(&[KINGS, "--n", "3..4", "--k", "1..2", "-o", &file]).2, 0);
    let first = fs::read_to_string(&file).unwrap();
    assert_eq!(table(&[KINGS, "--n", "2..4", "--k", "0..2", "-o", &file]), (String::new(), String::new(), 0));
    let second = fs::read_to_string(&file).unwrap();
    let numbers: Vec<String> = second.lines().skip(1).map(|line| line[..3].to_owned()).collect();
    assert_eq!(numbers, ["2,0", "2,1", "2,2", "3,0", "3,1", "3,2", "4,0", "4,1", "4,2"]);
    assert!(first.lines().all(|line| second.lines().any(|other| other == line)), "rows were counted again");
    // A third run has nothing to do.
    table(&[KINGS, "--n", "2..4", "--k", "0..2", "-o", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), second);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left beside the file");
}

/// A row with a lower bound is counted again, and the better result replaces it.
#[test]
fn a_row_beyond_its_budget_is_a_lower_bound_and_can_be_finished() {
    let folder = Folder::new("budget");
    let file = folder.file("queens.csv");
    let arguments = [QUEENS, "--n", "12..13", "--engine", "naive", "--budget", "20ms", "-o", &file];
    let (answer, error, code) = table(&arguments);
    assert_eq!((answer.as_str(), code), ("", 3), "{error}");
    assert_eq!(error, "12x12 Q12 at n = 12: stopped after 20.0 ms\n");
    let bound = fs::read_to_string(&file).unwrap();
    assert!(bound.lines().count() == 2 && bound.contains(",false,exactly,"), "{bound}");
    assert_eq!(table(&[QUEENS, "--n", "12..13", "-o", &file]).2, 0);
    let done = fs::read_to_string(&file).unwrap();
    assert_eq!(counts(&done), ["12,12x12 Q12,14200", "13,13x13 Q13,73712"]);
    let (text, _, code) = table(&[QUEENS, "--n", "18..20", "--engine", "naive", "--budget", "10ms"]);
    assert!(text.ends_with("\n18  ?\n") && code == 3, "{text}");
}

#[test]
fn errors_in_a_file_are_there_once() {
    let folder = Folder::new("errors");
    let file = folder.file("half.jsonl");
    for _ in 0..2 {
        assert_eq!(table(&["{n}x{n} Q{n/2}", "--n", "4..7", "-o", &file]).2, 2);
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 4, "{text}");
        assert_eq!(text.matches("\"error\":").count(), 2);
    }
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let folder = Folder::new("foreign");
    let file = folder.file("queens.csv");
    assert_eq!(table(&[QUEENS, "--n", "4..6", "-o", &file]).2, 0);
    let written = fs::read_to_string(&file).unwrap();
    let refuse = |content: &str, arguments: &[&str], expected: &str| {
        fs::write(&file, content).unwrap();
        let mut arguments = arguments.to_vec();
        arguments.extend(["-o", &file]);
        let (answer, error, code) = table(&arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{content}: {error}");
        assert!(error.starts_with("error: '") && error.contains(expected), "{content}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
    };
    let same = [QUEENS, "--n", "4..6"];
    refuse(
        &written,
        &["{n}x{n} R{n}", "--n", "4..6"],
        "line 2: the family '{n}x{n} Q{n}', but this table has",
    );
    refuse(&written, &["{n}x{n} Q{n}", "--n", "4..6", "--up-to", "symmetry"], "line 2: up to 'nothing'");
    refuse(&written, &["{n}x{n} Q{n}", "--n", "4..6", "--maximal"], "line 2: maximal 'false'");
    refuse(&written, &[KINGS, "--n", "4", "--k", "0.."], "line 1: the header differs");
    refuse("my notes", &same, "not a table of this family");
    refuse("my notes\n", &same, "line 1: the header differs");
    refuse(&(written.clone() + "4,oops\n"), &same, "line 5: the number of columns differs");
    refuse(&written.replace("5x5 Q5", "5x5 Q4"), &same, "has the problem '5x5 Q4', expected '5x5 Q5'");
    refuse(&written.replace(",10,", ",ten,"), &same, "line 3: 'ten' is not a count");
    refuse(&written, &["{n}x{n} Q{n}", "--n", "4..6", "--format", "json"], "line 1: not a row of a table");
    refuse(
        &written,
        &["{n}x{n} Q{n}", "--n", "4..6", "--format", "markdown"],
        "only tables in CSV and JSON and b-files of one variable can be resumed",
    );
}

/// A b-file is trusted once its first terms have been recounted, and continued at its end.
#[test]
fn a_b_file_goes_on() {
    let folder = Folder::new("b-file");
    let file = folder.file("b000170.txt");
    let text = || fs::read_to_string(&file).unwrap();
    let ok = (String::new(), String::new(), 0);
    fs::write(&file, "# queens, with a convention for no board\n0 1\n1 1\n2 0\n3 0\n4 2\n5 1").unwrap();
    assert_eq!(table(&[QUEENS, "--n", "1..8", "-o", &file]), ok);
    assert!(text().ends_with("\n4 2\n5 10\n6 4\n7 40\n8 92\n"), "a torn line is counted anew: {}", text());
    // The range begins in the middle, after the end or within; the family has its A-number; the terms are
    // checked.
    assert_eq!(table(&["A000170", "--n", "7..9", "-o", &file]), ok);
    assert_eq!(table(&[QUEENS, "--n", "10", "-o", &file, "--double-check"]), ok);
    assert_eq!(table(&[QUEENS, "--n", "2..3", "-o", &file]), ok);
    assert!(text().starts_with("# queens") && text().ends_with("\n8 92\n9 352\n10 724\n"), "{}", text());
    let before = text();
    for (family, range, expected) in [
        (
            QUEENS,
            "13..14",
            "it has the terms 0 to 10, but this table begins with 13: begin with one of 0 to 11",
        ),
        ("{n}x{n} R{n}", "1..14", "its term 2 is 0, but 2x2 R2 has 2"),
        ("{n}x{n} Q{n}", "4..12..2", "--offset"),
    ] {
        assert_refused(&["table", family, "--n", range, "-o", &file], expected);
    }
    assert_eq!(text(), before);
    fs::write(&file, "1 1\n3 0\n").unwrap();
    assert_refused(
        &["table", QUEENS, "--n", "1..9", "-o", &file],
        "not a b-file, line 2: the index is 3, expected 2",
    );
    // The values are the maximum, or the number of placements that attain it.
    for (value, expected) in [("maximum", "1 1\n2 4\n3 5\n4 8\n"), ("placements", "1 1\n2 1\n3 2\n4 6\n")] {
        let file = folder.file(&format!("{value}.txt"));
        let knights = ["{n}x{n} Nmax", "--format", "bfile", "--value", value, "-o", &file, "--n"];
        for range in ["1..3", "1..4"] {
            assert_eq!(table(&[&knights[..], &[range]].concat()), ok);
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), expected);
    }
}

/// `--from` is a range without an end, and an A-number stands for its family.
#[test]
fn a_table_begins_somewhere() {
    let rows = |arguments: &[&str]| {
        let (answer, _, code) = table(&[arguments, &["--budget", "2min"]].concat());
        assert_eq!(code, 0, "{arguments:?}");
        answer
    };
    let knights = " n  placements of 2x2 N{n}\n 3  4\n 4  1\n";
    assert_eq!(rows(&["2x2 N{n}", "--from", "3"]), knights);
    assert_eq!(rows(&["2x2 N{n}", "--n", "3.."]), knights);
    assert_refused(&["table", KINGS, "--from", "3"], "has n and k: give each a range");
    assert_refused(&["table", "8x8 Q8", "--from", "3"], "a family has a variable in braces");
    assert!(run(&["A000170", "--n", "8"]).0.ends_with("\n8  92\n"));
    assert_refused(&["count", "A000170"], "'armistice table' counts it: armistice table A000170 --from 1");
}

/// The table is killed immediately and in the middle of a long run. After Ctrl-C the message has the command
/// that continues it.
#[cfg(unix)]
#[test]
fn a_table_that_is_stopped_keeps_its_rows_and_goes_on() {
    let folder = Folder::new("stopped");
    for name in ["KILL", "INT"] {
        let file = folder.file(&format!("{name}.csv"));
        let arguments = ["{n}x{n} N{n}", "--n", "1..10", "--engine", "cells", "-o", &file];
        let mut child = start(&[&["table"], &arguments[..]].concat());
        let complete = || {
            let rows = fs::read_to_string(&file).unwrap_or_default();
            rows.lines().filter(|line| line.contains(",true,exactly,")).count()
        };
        while complete() < 6 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
        signal(&child, name);
        let (answer, error, code) = read(&child.wait_with_output().unwrap());
        let (rows, complete) = (fs::read_to_string(&file).unwrap(), complete());
        assert!((6..10).contains(&complete), "{rows}{error}");
        assert_eq!(answer, "");
        if name == "INT" {
            assert_eq!(code, 130, "{error}");
            let command =
                "interrupted; resume with: armistice table '{n}x{n} N{n}' --n 1..10 --engine cells -o ";
            assert!(error.contains(command), "{error}");
        }
        let bound = complete.to_string();
        let (_, error, code) = table(&["{n}x{n} N{n}", "--n", &format!("1..{bound}"), "-o", &file]);
        assert_eq!(code, 0, "{error}");
        let again = fs::read_to_string(&file).unwrap();
        assert!(rows.lines().take(complete + 1).eq(again.lines().take(complete + 1)), "{again}");
    }
}

/// A row that takes long keeps the same journal as a count of the same problem, and either resumes the other.
#[cfg(unix)]
#[test]
fn rows_are_kept_as_counts_are() {
    let folder = Folder::new("kept");
    let runs = folder.0.join("runs");
    let with_runs = |arguments: &[&str]| {
        let mut command = armistice(arguments);
        read(&command.env("ARMISTICE_RUNS", &runs).current_dir(&folder.0).output().unwrap())
    };
    let family = "12x12 N5 B{k}";
    let (file, continues) = (folder.file("t.csv"), ", and continues there: ");
    let long = ["table", family, "--k", "4", "--threads", "1", "-o", &file];
    let (_, error, code) = interrupt_with_journal(&runs, &long, "1G");
    assert_eq!(code, 130, "{error}");
    let again = format!("armistice table '{family}' --k 4 --threads 1 -o {file}");
    for told in ["this takes a while; if interrupted, resume with: ", "interrupted; resume with: "] {
        assert!(error.contains(&format!("{told}{again}\n")), "{error}");
    }
    assert!(!error.contains("count --resume") && error.lines().count() == 2, "{error}");
    let list = with_runs(&["status"]).0;
    assert!(list.contains("12x12 B4 N5: ") && files(&runs, ".jsonl").len() == 1, "{list}");
    // The three commands are the same table, a table without a file, and a count.
    for arguments in [&long[..], &long[..6], &["count", "12x12 N5 B4", "--threads", "1"]] {
        let (_, error, code) = interrupt_with_journal(&runs, arguments, "1G");
        assert!(code == 130 && error.contains(continues), "{arguments:?}: {error}");
        assert_eq!(files(&runs, ".jsonl").len(), 1, "{arguments:?}");
    }
    // A row that was killed and then completed equals a count without a stop, and leaves no file.
    let journal = folder.file("s.jsonl");
    let (_, error, code) = with_runs(&["count", STEADY, "--journal", &journal, "--threads", "1"]);
    assert_eq!(code, 0, "{error}");
    let status = with_runs(&["status", "--format", "json", &journal]).0;
    let id = value_of(&status, "plan").trim_matches('"').to_owned();
    let text = fs::read_to_string(&journal).unwrap();
    for arguments in [
        &["table", family, "--k", "3", "-o", "s.csv"][..],
        &["table", family, "--k", "3"],
        &["count", STEADY],
    ] {
        fs::remove_dir_all(&runs).unwrap();
        fs::create_dir(&runs).unwrap();
        fs::write(runs.join(format!("12x12-B3-N5-{id}.jsonl")), &text[..text.len() / 2]).unwrap();
        let (answer, error, code) = with_runs(arguments);
        assert!(code == 0 && error.contains(continues), "{arguments:?}: {error}");
        let written = answer + &fs::read_to_string(folder.file("s.csv")).unwrap();
        assert!(written.contains(&STEADY_COUNT.to_string()), "{arguments:?}: {written}");
        assert!(files(&runs, "").is_empty(), "{arguments:?}");
    }
}

/// A row that is stopped earlier than before does not replace the better bound.
#[test]
fn a_better_bound_stays_in_its_file() {
    let folder = Folder::new("bound");
    for name in ["b.csv", "b.json", "b.jsonl"].into_iter().take(sample(3) as usize) {
        let file = folder.file(name);
        let stopped = ["10x10 N{k}", "--k", "10", "--engine", "cells", "--budget", "1s", "-o", &file];
        let (_, error, code) = table(&stopped);
        assert_eq!(code, 3, "{error}");
        let text = fs::read_to_string(&file).unwrap();
        let with_bound = |bound: &str| match name {
            "b.csv" => {
                let mut fields: Vec<&str> = text.lines().nth(1).unwrap().split(',').collect();
                fields[2] = bound;
                format!("{}\n{}\n", text.lines().next().unwrap(), fields.join(","))
            }
            _ => text.replacen(value_of(&text, "count"), &format!("\"{bound}\""), 1),
        };
        let better = with_bound("1000000000000000000000000000000");
        fs::write(&file, &better).unwrap();
        let (_, error, code) = table(&stopped);
        assert_eq!((code, fs::read_to_string(&file).unwrap()), (3, better), "{name}: {error}");
        let worse = with_bound("0");
        fs::write(&file, &worse).unwrap();
        assert_eq!(table(&stopped).2, 3);
        let found = fs::read_to_string(&file).unwrap();
        assert!(found != worse && found.lines().count() == text.lines().count(), "{name}: {found}");
    }
}

#[cfg(unix)]
#[test]
fn one_run_writes_a_file_at_a_time() {
    let folder = Folder::new("twice");
    let file = folder.file("knights.csv");
    let arguments = ["{n}x{n} N{n}", "--n", "10", "--engine", "cells", "-o", &file];
    let mut first = start(&[&["table"], &arguments[..]].concat());
    std::thread::sleep(Duration::from_millis(700));
    let (_, error, code) = table(&arguments);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(code == 2 && error.contains("another process is writing this table"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_and_a_closed_pipe_are_told_apart() {
    let (_, error, code) = table(&[QUEENS, "--n", "4..6", "--format", "csv", "-o", "/dev/full"]);
    assert!(code == 1 && error.starts_with("error: '/dev/full': "), "{error}");
    let (answer, error, _) =
        shell(&format!("{{ armistice table '{QUEENS}' --n 1..14; echo $? >&2; }} | head -1"));
    assert_eq!((answer.lines().count(), error.as_str()), (1, "0\n"));
}

#[test]
fn growth_is_shown_as_bars_and_drawn() {
    let folder = Folder::new("growth");
    let picture = folder.file("queens.svg");
    let (text, error, code) = table(&[QUEENS, "--n", "1..8", "--chart", "--svg", &picture]);
    assert_eq!((error.as_str(), code), ("", 0));
    let chart: Vec<&str> = text.lines().skip(10).collect();
    assert_eq!(chart[0], "n log10 of placements of {n}x{n} Q{n}");
    assert!(chart[8].starts_with("8 ██████████") && chart[8].ends_with(" 2.0"), "{text}");
    assert!(chart.iter().all(|line| line.chars().count() <= 60), "{text}");
    let svg = fs::read_to_string(&picture).unwrap();
    assert!(svg.contains("<title>placements of {n}x{n} Q{n}</title>") && svg.contains("n = 8: 92"), "{svg}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    // The chart of a table in a file goes to standard output.
    let (text, _, _) = table(&[QUEENS, "--n", "1..8", "--chart", "-o", &folder.file("queens.csv")]);
    assert!(text.starts_with("n log10 of"), "{text}");
}

/// The examples of the help are valid commands; clap would turn `{n}` into line breaks.
#[test]
fn the_help_shows_families_that_can_be_typed() {
    let (help, _, code) = table(&["--help"]);
    assert!(code == 0 && help.contains("'{n}x{2n} K{n-1}'"), "{help}");
    let examples: Vec<&str> =
        help.lines().filter(|line| line.starts_with("  armistice table '{n}x{")).collect();
    assert_eq!(examples.len(), 7, "{help}");
}

/// If the braces are missing, the message shows them. If the text has no variables, the message explains
/// them.
#[test]
fn variables_without_braces_are_put_in_braces() {
    for (arguments, meant) in [
        (
            &["table", "nxn", "Qn", "--n", "1..8"][..],
            "nxn Qn: variables stand in braces; did you mean '{n}x{n} Q{n}'?",
        ),
        (&["table", "nxn n queens", "--n", "1..5"], "did you mean '{n}x{n} {n} queens'?"),
        (&["formula", "nxn", "Qn"], "did you mean '{n}x{n} Q{n}'?"),
        (&["formula", "2xn K*"], "did you mean '2x{n} K*'?"),
        (&["table", "8x8 Q8", "--n", "1..8"], "--n: the family 8x8 Q8 has no variable n"),
    ] {
        assert_refused(arguments, meant);
    }
}

/// An A-number stands for its family, and for the conditions on its placements.
#[test]
fn a_number_of_a_sequence_is_its_family() {
    for (arguments, expected) in [
        (&["A000170", "--n", "4..6"][..], "n  placements of {n}x{n} Q{n}\n4  2\n5  10\n6  4\n"),
        (&["a170", "--n", "4"], "n  placements of {n}x{n} Q{n}\n4  2\n"),
        // The sequences count up to symmetry, or fixed by a map, or a maximum, or the number of placements
        // that attain it.
        (&["A002562", "--n", "6"], "n  placements up to symmetry of {n}x{n} Q{n}\n6  1\n"),
        (&["A033148", "--n", "5"], "n  placements fixed by quarter-turn of {n}x{n} Q{n}\n5  2\n"),
        (&["A030978", "--n", "3"], "n  largest number of {n}x{n} Nmax\n3  5\n"),
        (&["A018807", "--n", "2"], "n  placements with the largest number of {2n}x{2n} Kmax\n2  79\n"),
    ] {
        let (answer, error, code) = table(arguments);
        assert_eq!((answer.as_str(), error.as_str(), code), (expected, "", 0), "{arguments:?}");
    }
    let (formula, error, code) = run(&["formula", "A001333", "--terms", "4"]);
    assert!(code == 0 && formula.starts_with("2x{max(n-1,0)} W*\n"), "{formula}{error}");
    for (arguments, expected) in [
        (
            &["table", "A000900", "--n", "1..3"][..],
            "A000900 cannot be used as a family: its terms are the classes of",
        ),
        (
            &["formula", "A002620"],
            "A002620 cannot be used as a family: its terms are about the largest armies of {n}x{n} R/R",
        ),
        (&["formula", "A286283"], "A286283 is not a family of problems: a bound for opposing armies"),
        (&["table", "A999999", "--n", "1..3"], "A999999 is not one of the sequences"),
        (&["table", "A002562", "--n", "1..3", "--maximal"], "A002562 already says which placements count"),
    ] {
        assert_refused(arguments, expected);
    }
}
