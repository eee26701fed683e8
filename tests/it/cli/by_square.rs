//! `armistice count --by-square` and `armistice draw --heat`: the squares of the pieces in placements.

use crate::common::program::{Folder, assert_refused, feed, interrupt, run};
use serde_json::Value;
use std::fs;

/// The corner holds a queen in four of the 92 placements of eight queens, and the middle of a side in
/// eighteen.
#[test]
fn boards_of_numbers() {
    let (answer, error, code) = run(&["count", "8x8 Q8", "--by-square"]);
    assert_eq!((error.as_str(), code), ("", 0));
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[..3], ["8x8 Q8: 92 placements", "Q", "8   4  8 16 18 18 16  8  4"]);
    assert_eq!(lines[10], "    a  b  c  d  e  f  g  h");
    // The other queens, given a queen on d4.
    let (answer, ..) = run(&["count", "8x8 Q8", "--by-square", "--beside", "d4"]);
    assert!(answer.starts_with("8x8 Q8@d4: 8 placements\nQ\n8  0 1 3 0 1 3 0 0\n"), "{answer}");
    // The answer has one board for each kind that can stand there, and for each kind that remains.
    let (answer, ..) = run(&["count", "4x4 K N", "--by-square", "--beside", "a1"]);
    assert_eq!(answer.matches("placements\n").count(), 2);
    assert!(answer.contains("4x4 K@a1 N:") && answer.contains("4x4 K N@a1:"), "{answer}");
    let (answer, ..) = run(&["count", "4x4 K N", "--by-square", "--beside", "Na1"]);
    assert!(answer.starts_with("4x4 K N@a1: ") && !answer.contains("K@a1"), "{answer}");
}

/// Eight knights are the most on a board of four by four. With a knight on b2, the maximum is the same, in
/// fewer placements.
#[test]
fn the_largest_number_is_that_of_all_placements() {
    let numbers = |arguments: &[&str]| {
        let (answer, ..) = run(&[arguments, &["--format", "json"]].concat());
        let record: Value = serde_json::from_str(&answer).unwrap();
        let squares = record["by_square"][0]["squares"].as_object().unwrap().clone();
        let sum: u64 = squares.values().map(|number| number.as_str().unwrap().parse::<u64>().unwrap()).sum();
        (record["maximum"].as_u64(), record["count"].as_str().unwrap().parse::<u64>().unwrap(), sum)
    };
    assert_eq!(numbers(&["count", "4x4 Nmax", "--by-square"]), (Some(8), 6, 48));
    assert_eq!(numbers(&["count", "4x4 Nmax", "--by-square", "--beside", "b2"]), (Some(8), 1, 8));
}

#[test]
fn comma_separated_values_have_a_line_for_each_square() {
    let (answer, _, code) = run(&["count", "3x3-b2,c3 K/N", "--by-square=csv"]);
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!((lines[0], code), ("problem,army,kind,square,count,placements", 0));
    assert_eq!(lines.len(), 1 + 2 * 7);
    assert!(lines[1].starts_with("\"3x3-b2,c3 K/N\",1,K,a1,"), "{answer}");
    let (answer, ..) = run(&["count", "4x4 K N", "--by-square=csv", "--beside", "a1"]);
    assert_eq!((answer.matches("problem,").count(), answer.lines().count()), (1, 1 + 2 * 2 * 16));
}

/// There is a tabular for each kind. If LaTeX is installed, it accepts them.
#[test]
fn tabulars_have_ranks_and_files() {
    let latex = |arguments: &[&str]| run(&[&["count"], arguments, &["--by-square=latex"]].concat()).0;
    let queens = latex(&["8x8 Q8"]);
    assert!(queens.starts_with("% 8x8 Q8: 92 placements\n"), "{queens}");
    assert!(
        queens.contains("\nQ & a & b & c & d & e & f & g & h \\\\\n\\midrule\n8 & 4 & 8 & 16 &"),
        "{queens}"
    );
    assert!(queens.contains("\n1 & 4 & 8 & 16 & 18 & 18 & 16 & 8 & 4 \\\\\n\\bottomrule\n"), "{queens}");
    let others = latex(&["4x4-b2 K/N2"]) + &latex(&["hexagon:2 K2"]) + &latex(&["4x4 K N", "--beside", "a1"]);
    assert_eq!(others.matches("\\begin{tabular}").count(), 2 + 1 + 4);
    let folder = Folder::new("tabulars");
    let text = format!(
        "\\documentclass{{article}}\n\\usepackage{{booktabs}}\n\\begin{{document}}\n{queens}{others}\\end{{document}}\n"
    );
    fs::write(folder.file("squares.tex"), text).unwrap();
    let arguments = ["-interaction=nonstopmode", "-halt-on-error", "squares.tex"];
    let mut command = std::process::Command::new("pdflatex");
    let Ok(output) = command.args(arguments).current_dir(&folder.0).output() else { return };
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    // Without the package, LaTeX reports a missing file.
    assert!(output.status.success() || log.contains("not found"), "{log}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, expected) in [
        (
            &["count", "8x8 Q8", "--by-square", "--up-to", "symmetry"][..],
            "cannot be combined with classes (--up-to)",
        ),
        (
            &["count", "8x8 Q*", "--by-square", "--by-number"],
            "cannot be combined with counts by number (--by-number)",
        ),
        (&["count", "40x40 Q2", "--by-square"], "cannot be combined with a board of more than 1024 squares"),
        (
            &["count", "8x8 Q8", "--by-square", "--beside", "Nd4"],
            "error: 8x8 Q8: no free piece can stand on d4",
        ),
        (
            &["count", "4x4-b2 Q3", "--by-square", "--beside", "b2"],
            "error: 4x4-b2 Q3: no free piece can stand on b2",
        ),
        (&["draw", "8x8 Q8", "--heat", "--kind", "N"], "error: N: expected one of the kinds Q"),
        (
            &["draw", "8x8 Q8", "--heat", "--format", "tikz"],
            "error: --heat: a heat map is an SVG, a PNG or a PDF",
        ),
    ] {
        assert_refused(arguments, expected);
    }
    for arguments in [
        &["count", "8x8 Q8", "--by-square", "--by-pairs"][..],
        &["count", "8x8 Q8", "--beside", "d4"],
        &["count", "8x8 Q8", "--by-square", "--beside", "d"],
        &["draw", "8x8 Q8", "--kind", "Q"],
    ] {
        let (answer, error, code) = run(arguments);
        assert!(answer.is_empty() && error.starts_with("error: ") && code == 2, "{arguments:?}: {error}");
    }
}

/// A lower bound is not a number by square: unknown numbers are reported as unknown.
#[test]
fn a_budget_leaves_squares_unknown() {
    let (answer, _, code) =
        run(&["count", "12x12 Q12", "--by-square", "--engine", "naive", "--budget", "1ms"]);
    assert_eq!(code, 3);
    assert!(answer.starts_with("12x12 Q12: ≥ ") && answer.ends_with("stopped before the end\n"), "{answer}");
    assert_eq!(answer.lines().count(), 1);
    let json = ["count", "24x24 Q24", "--by-square", "--format", "json"];
    let record: Value = serde_json::from_str(&interrupt(&json).0).unwrap();
    assert_eq!(
        (&record["complete"], &record["by_square"][0]["squares"]["a1"]),
        (&Value::Bool(false), &Value::Null)
    );
}

#[test]
fn heat_maps_are_drawn_of_problems_and_of_numbers() {
    let (svg, error, code) = run(&["draw", "6x6 Q6", "--heat", "--format", "svg"]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(svg.contains("<title>6x6 Q6: placements by square, 4 in all</title>"), "{svg}");
    assert!(svg.contains("<title>b1: 1</title>") && svg.contains("<title>a1: 0</title>"));
    // The numbers may have been counted before.
    let (json, ..) = run(&["count", "6x6 Q6", "--by-square", "--format", "json"]);
    assert_eq!(feed(&["draw", "-", "--heat"], &json).0, svg);
    let folder = Folder::new("heat");
    let (lines, picture) = (folder.file("numbers.jsonl"), folder.file("heat.svg"));
    fs::write(&lines, &json).unwrap();
    let (_, error, code) = run(&["draw", "--file", &lines, "--heat", "-o", &picture]);
    assert_eq!((error.as_str(), code, fs::read_to_string(&picture).unwrap()), ("", 0, svg));
    // Two kinds are drawn side by side, or one of them alone.
    let titles = |arguments: &[&str]| run(arguments).0.matches("<title>").count();
    assert_eq!(titles(&["draw", "3x3 K N", "--heat"]), 1 + 2 * 9);
    assert_eq!(titles(&["draw", "3x3 K N", "--heat", "--kind", "N"]), 1 + 9);
    for (text, expected) in
        [("", "nothing to draw"), ("{}", "expected a line that count"), ("{", "expected a line")]
    {
        let (_, error, code) = feed(&["draw", "-", "--heat"], text);
        assert!(error.contains(expected) && code == 2, "{text:?}: {error}");
    }
}
