//! `armistice max` on the command line.

use crate::common::program::{Folder, NOTHING_FOUND, interrupt, run};

fn max(arguments: &[&str]) -> (String, String, i32) {
    run(&[&["max"], arguments].concat())
}

#[test]
fn the_number_comes_with_a_placement() {
    let (answer, error, code) = max(&["8x8", "N"]);
    assert_eq!((error.as_str(), code), ("", 0));
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!((lines[0], lines.len()), ("8x8 Nmax: 32", 9), "{answer}");
    assert_eq!(answer.matches(['N']).count(), 33);
    assert_eq!(max(&["8x8 Nmax"]), (answer, String::new(), 0));
    // Kinds with an exact number keep it, and those with a star do not count.
    let (answer, _, _) = max(&["3x3 Q1 N"]);
    assert!(answer.starts_with("3x3 Q Nmax: 0\n") && answer.matches('Q').count() == 2, "{answer}");
    assert!(max(&["4x4 N K*"]).0.starts_with("4x4 K* Nmax: 8\n"));
    assert!(max(&["4x4 R K"]).0.starts_with("4x4 Kmax Rmax: 4 (K"));
    // The placement shows holes and pre-placed pieces.
    let (answer, _, _) = max(&["1x4-b1 K@a1"]);
    assert_eq!(answer, "1x4-b1 Kmax@a1: 2\nK * K .\n".to_owned());
}

/// Each group has its own numbers, even with the same letters.
#[test]
fn groups_have_their_own_numbers() {
    assert!(max(&["4x4 Q + Q"]).0.starts_with("4x4 Qmax + Qmax: 8 (Q4 Q4)\n"));
    let (answer, ..) = max(&["5x5 Q N + Q"]);
    let line = answer.lines().next().unwrap();
    let numbers = line.split(['(', ')']).nth(1).unwrap().split(' ').map(|of| of[1..].parse::<u32>().unwrap());
    assert!(line.contains(": 17 (") && numbers.sum::<u32>() == 17, "{line}");
}

#[test]
fn the_placements_are_counted_on_request() {
    assert!(max(&["8x8 B", "--count"]).0.starts_with("8x8 Bmax: 14, in 256 placements\n"));
    assert!(max(&["8x8 K", "--count"]).0.starts_with("8x8 Kmax: 16, in 281571 placements\n"));
    let (answer, _, _) = max(&["8x8 B", "--count", "--up-to", "symmetry"]);
    assert!(answer.starts_with("8x8 Bmax: 14, in 36 placements up to symmetry (256 in all)\n"), "{answer}");
    let (answer, _, code) = max(&["6x6 Q", "--count", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(code, 0);
    assert_eq!((&json["schema"], &json["problem"]), (&"armistice.max/1".into(), &"6x6 Qmax".into()));
    assert_eq!((&json["number"], &json["count"], &json["complete"]), (&6.into(), &"4".into(), &true.into()));
    assert_eq!(json["pieces"].as_array().unwrap().len(), 6);
    assert_eq!(json["pieces"][0]["letter"], "Q");
}

#[test]
fn quiet_is_the_number() {
    assert_eq!(max(&["-q", "10x10 A"]), ("10\n".into(), String::new(), 0));
    for engine in ["best", "bound", "frontier", "naive"] {
        assert_eq!(max(&["-q", "4x4 N", "--engine", engine, "--threads", "1"]).0, "8\n", "{engine}");
    }
}

#[test]
fn nothing_that_fits_is_an_answer() {
    assert_eq!(max(&["3x3 Q4 N"]), ("3x3 Q4 Nmax: no placement\n".into(), String::new(), 0));
    assert_eq!(max(&["-q", "3x3 Q4 N"]), ("none\n".into(), String::new(), 0));
    let (answer, _, code) = max(&["3x3 Q4 N", "--count", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((code, &json["number"], &json["count"]), (0, &serde_json::Value::Null, &"0".into()));
    assert_eq!((&json["complete"], &json["pieces"]), (&true.into(), &serde_json::json!([])));
}

#[test]
fn mistakes_are_one_line() {
    for (arguments, expected) in [
        (
            &["8x8 Q8"][..],
            "error: nothing to maximise: write a kind without a number, like N or Nmax (N* is any number); did you mean armistice max 8x8 Q?",
        ),
        (&["8x8 N*/N"], "error: only one army can have open numbers: "),
        (&["8x8 n"], "error: column 5, 'n': kinds have capital letters: N"),
        (&["8x8"], "error: column 4, end of text: no pieces"),
    ] {
        let (answer, error, code) = max(arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}");
        assert!(error.starts_with(expected) && error.lines().count() == 1, "{error}");
    }
    for arguments in [&["8x8 N", "--engine", "rows"][..], &["8x8 N", "--up-to", "symmetry"], &[]] {
        assert_eq!(max(arguments).2, 2, "{arguments:?}");
    }
}

#[test]
fn batches_keep_their_order() {
    let folder = Folder::new("max");
    let file = folder.file("problems.txt");
    std::fs::write(&file, "# a comment\n8x8 N\n8x8 Q8\n\n6x6 K\n").unwrap();
    let (answer, error, code) = max(&["-q", "--file", &file]);
    let (records, _, _) = max(&["--format", "json", "--file", &file]);
    assert_eq!((answer.as_str(), code), ("32\nerror\n9\n", 2));
    assert!(error.starts_with("error: line 3: nothing to maximise"), "{error}");
    assert!(records.lines().nth(1).is_some_and(|line| line.contains("armistice.error/1")), "{records}");
}

/// With a time limit, the answer is a lower bound.
#[test]
fn a_search_has_a_time_limit() {
    for problem in ["20x20 Q7 N4 Z", "12x12 Q/Q/Q"] {
        // While other tests run, half a second may be too short.
        let mut answers = ["500ms", "5s", "30s"].iter().map(|budget| max(&[problem, "--budget", budget]));
        let (answer, error, code) = answers.find(|(answer, ..)| !answer.contains(NOTHING_FOUND)).unwrap();
        assert_eq!((code, error.as_str()), (3, ""), "{answer}");
        assert!(answer.lines().next().is_some_and(|line| line.contains(": ≥ ")), "{answer}");
    }
    assert_eq!(max(&["5x5 N", "--budget", "2min", "-q"]), ("13\n".into(), String::new(), 0));
}

/// Ctrl-C promptly ends a search of years, with the best placement as a lower bound.
#[cfg(unix)]
#[test]
fn an_interrupted_search_is_a_lower_bound() {
    for engine in ["best", "bound"] {
        let (answer, error, code) = interrupt(&["max", "20x20 Q7 N4 Z", "--engine", engine]);
        assert_eq!(code, 130, "{answer}{error}");
        let line = answer.lines().next().unwrap();
        assert!(
            line.starts_with("20x20 Q7 N4 Zmax: ≥ ") && line.ends_with(", stopped before the end"),
            "{line}"
        );
        assert!(answer.matches('Q').count() == 8 && error.is_empty(), "{answer}{error}");
    }
}
