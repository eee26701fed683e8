//! `armistice export` and `armistice import`: files by their names, rejections, and answers of solvers as
//! they print them.
//!
//! The module `exports` tests the content of the files.

use crate::common::program::{Folder, assert_refused, feed, run, shell};
use serde_json::Value;
use std::fs;

#[test]
fn the_format_goes_by_the_name_of_the_file() {
    let folder = Folder::new("export-names");
    for (name, expected) in [
        ("q.cnf", "\np cnf "),
        ("q.asp", "#show at/3."),
        ("q.lp", "\nSubject To\n"),
        ("q.col", "\np edge 36 290\n"),
        ("q.clq", "\np edge 36 340\n"),
        ("q.g6", "c"),
        ("q.mzn", "solve satisfy;"),
    ] {
        let file = folder.file(name);
        let (answer, error, code) = run(&["export", "6x6", "Q6", "-o", &file]);
        assert_eq!((answer.as_str(), error.as_str(), code), ("", "", 0), "{name}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(expected), "{name}: {text}");
    }
    let file = folder.file("q.txt");
    assert_refused(&["export", "6x6 Q6", "-o", &file], "give --to");
    assert!(!fs::exists(&file).unwrap());
    // A typed format overrides the name. Without a name it is required.
    assert_eq!(run(&["export", "6x6 Q6", "-o", &file, "--to", "graph6"]).2, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), run(&["export", "6x6 Q6", "--to", "graph6"]).0);
    assert!(run(&["export", "6x6 Q6"]).1.contains("--to <TO>"));
    assert_eq!(
        feed(&["export", "-", "--to", "graph6"], "6x6 Q6\n").0,
        run(&["export", "6x6 Q6", "--to", "graph6"]).0
    );
}

#[test]
fn what_cannot_be_said_is_refused_in_a_line() {
    let folder = Folder::new("export-refused");
    let file = folder.file("q.cnf");
    assert_refused(&["export", "4x4 Q N/Q N blocked", "-o", &file], "use the rule sight");
    assert_refused(&["export", "4x4 Q N/Q N", "--lines", "blocked", "-o", &file], "use the rule sight");
    assert_eq!(run(&["export", "4x4 Q N/Q N blocked", "--lines", "sight", "--to", "cnf"]).2, 0);
    assert_refused(&["export", "8x8 Nmax", "-o", &file], "--at-least k");
    assert_refused(&["export", "8x8 Q8", "--at-least", "3", "-o", &file], "needs a kind with max");
    assert_refused(&["export", "8x8 Q8", "--complement", "-o", &file], "only to graphs");
    assert_refused(&["export", "8x8 Q2 N*", "--to", "graph"], "some numbers exact");
    assert_refused(&["export", "8x8 Q2@a1,b2", "--to", "graph6"], "attack each other");
    assert_refused(&["import", "4x4 Q N/Q N blocked", "-"], "use the rule sight");
    assert!(!fs::exists(&file).unwrap());
}

/// A reader that stops early is not a failure.
#[cfg(unix)]
#[test]
fn a_pipe_may_be_closed() {
    let (answer, error, code) = shell("armistice export 100x100 Q100 --to cnf | head -n 1");
    assert_eq!((answer.as_str(), error.as_str(), code), ("c 100x100 Q100\n", "", 0));
}

const ANSWERS: &str = "clasp version 3.3.5\nSolving...\nAnswer: 1\nat(q,2,4) at(q,4,3) at(q,1,2) at(q,3,1)\n\
                       Answer: 2\nat(q,3,4) at(q,1,3) at(q,4,2) at(q,2,1)\nSATISFIABLE\n";

#[test]
fn answers_are_written_as_solve_writes_them() {
    let import = |more: &[&str]| {
        let (answer, error, code) = feed(&[&["import", "4x4", "Q4", "-"], more].concat(), ANSWERS);
        assert_eq!((error.as_str(), code), ("", 0), "{more:?}");
        answer
    };
    assert_eq!(import(&["--format", "fen"]), "1Q2/3Q/Q3/2Q1\n2Q1/Q3/3Q/1Q2\n");
    assert_eq!(import(&[]), run(&["solve", "4x4 Q4", "--all"]).0);
    let folder = Folder::new("import");
    let (from, to) = (folder.file("answers.txt"), folder.file("queens.json"));
    fs::write(&from, ANSWERS).unwrap();
    assert_eq!(run(&["import", "4x4 Q4", "--file", &from, "-o", &to]), (String::new(), String::new(), 0));
    let listed: Vec<Value> = serde_json::from_str(&fs::read_to_string(&to).unwrap()).unwrap();
    assert_eq!((listed.len(), &listed[1]["number"]), (2, &Value::from(2)));
}

#[test]
fn each_placement_is_checked() {
    // The second of the three is not a placement.
    let output = "v -1 2 0\nv 1 2 0\nv 1 -2 0\n";
    let (answer, error, code) = feed(&["import", "1x2 Q1", "-", "--format", "squares"], output);
    assert_eq!((answer.as_str(), code), ("Qb1\nQa1\n", 1));
    assert!(error.contains("placement 2: the queen on a1 attacks the queen on b1"), "{error}");
    // Too few maximised pieces, if a number was requested.
    let output = "v 1 -2 0\n";
    let import =
        |more: &[&str]| feed(&[&["import", "1x2 Nmax", "-", "--format", "squares"], more].concat(), output);
    assert_eq!(import(&[]), ("Na1\n".to_owned(), String::new(), 0));
    let (answer, error, code) = import(&["--at-least", "2"]);
    assert!(answer.is_empty() && code == 1 && error.contains("1 of the pieces written max"), "{error}");
}

#[test]
fn only_the_largest_are_written_each_once() {
    let output = "Answer: 1\nat(n,1,1)\nAnswer: 2\nat(n,1,1) at(n,2,2)\nAnswer: 3\nat(n,2,2) at(n,1,1)\n\
                  Answer: 4\nat(n,2,2)\n";
    assert_eq!(feed(&["import", "2x2 Nmax", "-", "--format", "squares"], output).0, "Na1,b2\n");
}

#[test]
fn what_is_no_answer_is_no_answer() {
    for none in
        ["UNSATISFIABLE\n", "s UNSATISFIABLE\n", "=====UNSATISFIABLE=====\n", "Model status\nInfeasible\n"]
    {
        assert_eq!(feed(&["import", "3x3 Q3", "-"], none), ("none\n".to_owned(), String::new(), 0), "{none}");
    }
    let refused = |arguments: &[&str], output: &str, expected: &str| {
        let (answer, error, code) = feed(arguments, output);
        assert!(answer.is_empty() && code == 2 && error.contains(expected), "{arguments:?}: {error}");
    };
    refused(&["import", "3x3 Q3", "-"], "hello\n", "neither a placement nor");
    refused(&["import", "3x3 Q3", "-"], "clasp version 3\nat(r,1,1)\n", "line 2: 'at(r,1,1)' is not a piece");
    refused(&["import", "3x3 Q3", "-"], "v 1 2\n", "ends within a model");
    refused(
        &["import", "4x4 Q4", "-"],
        "s SATISFIABLD\nv 2 8 9 15 0\n",
        "line 1: 's SATISFIABLD': expected s SAT",
    );
    refused(
        &["import", "4x4 Q4", "-"],
        "s SATISFIABLE\nv 2 8 9 15 510 0\n",
        "line 2: '510': the file exported",
    );
    refused(
        &["import", "4x4 Q4", "-"],
        "size=4, weight=6:   2 8 9 15\n",
        "line 1: 'size=4, weight=6:   2 8 9 15': expected",
    );
    refused(&["import", "4x4 Q4", "-"], "size=4, weight=4   2 8 9 15\n", "expected size=N, weight=N:");
    refused(&["import", "3x3 Q3"], "", "nothing to read");
    refused(&["import", "3x3 Q3", "-", "--file", "x"], "", "instead of -");
    // Lines that only one format has may be missing.
    let bare = ["import", "1x2 Q1", "-", "--from", "lp", "--format", "squares"];
    assert_eq!(feed(&bare, "at_Q_a1 0\nat_Q_b1 1\n").0, "Qb1\n");
}
