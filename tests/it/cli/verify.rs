//! `armistice verify` on the command line: published terms, the user's own, b-files, lists.

use crate::common::program::{Folder, assert_put_off, interrupt, run};

/// Returns the output of `verify` without the times.
fn verify(arguments: &[&str]) -> (String, String, i32) {
    let (answer, error, code) = run(&[&["verify"], arguments].concat());
    let lines =
        answer.lines().map(|line| line.rsplit_once("; ").map_or(line, |(line, _)| line).to_owned() + "\n");
    (lines.collect(), error, code)
}

#[test]
fn published_terms_are_counted_again() {
    let (answer, error, code) = verify(&["A000170", "--terms", "9"]);
    assert_eq!(
        (answer.as_str(), error.as_str(), code),
        (
            "A000170: the 8 terms counted all agree (28 published; 1 by convention; 19 not reached: --terms)\n",
            "",
            0
        )
    );
    // The order is that of the registry, and a170 is A000170.
    let (answer, _, code) =
        verify(&["A002562", "a170", "--terms", "9", "--engine", "cells", "--threads", "1"]);
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(code, 0);
    assert!(
        lines[0].starts_with("A000170: the 8 terms") && lines[1].starts_with("A002562: the 9 terms"),
        "{answer}"
    );
    assert!(
        lines[2].starts_with(
            "sequences: 2 agree, 0 differ, 0 not counted, 0 out of scope; terms below 10^30: 17 of 54"
        ),
        "{answer}"
    );
    // A time limit that is immediately reached is not an error.
    let (answer, _, code) = verify(&["A000170", "--budget", "1ms"]);
    assert!(code == 0 && answer.starts_with("A000170: ") && answer.contains(": --budget)"), "{answer}");
}

#[test]
fn verification_as_json_has_terms_as_strings() {
    let (answer, _, code) = run(&["verify", "A000170", "A006717", "--terms", "6", "--format", "json"]);
    let lines: Vec<serde_json::Value> =
        answer.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (0, 3));
    assert_eq!(lines[0]["schema"], "armistice.sequence/1");
    assert_eq!((&lines[0]["verdict"], &lines[0]["agree"]), (&"agrees".into(), &5.into()));
    assert_eq!(lines[1]["family"], "{2n+1}x{2n+1}/torus X{2n+1} X=RflbrB");
    assert_eq!((&lines[2]["schema"], &lines[2]["agree"]), (&"armistice.verification/1".into(), &2.into()));
}

#[test]
fn unknown_sequences_are_a_line_and_the_others_are_counted() {
    let (answer, error, code) = verify(&["A999999", "A000142", "A286283", "\u{1b}", "--terms", "5"]);
    assert_eq!(code, 2);
    assert!(answer.starts_with("A000142: the 4 terms counted all agree (32 published; "), "{answer}");
    assert!(error.contains("error: 'A999999' is not a known sequence"), "{error}");
    assert!(error.contains("error: A286283 is out of scope: a bound for opposing armies"), "{error}");
    assert!(error.lines().count() == 3 && !error.contains('\u{1b}'), "{error}");
    for (arguments, expected) in [
        (&["--terms", "3"][..], "error: no sequences: name some, like A000170"),
        (&["--topic", "dragons"], "error: 'dragons': no sequence is about this"),
        (&["--all", "--bfile", "b.txt"], "error: --bfile holds one sequence, but 860 are asked for"),
        (&["A000170", "--bfile", "/"], "error: '/': expected the name of a file"),
        (
            &["A000170", "--budget", "0"],
            "error: invalid value '0' for '--budget <TIME>': expected a number above 0",
        ),
        (&["A000170", "--terms", "0"], "error: invalid value '0' for '--terms <N>'"),
    ] {
        let (answer, error, code) = run(&[&["verify"], arguments].concat());
        assert!(code == 2 && answer.is_empty() && error.starts_with(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn a_file_that_is_not_there_may_come() {
    for option in ["--bfile", "--registry"] {
        assert_put_off(&["verify", "A000170", option, "/nowhere/b.txt"], "'/nowhere/b.txt': ");
    }
}

/// In a user's registry, a wrong term is a difference and exit code 1, and a bad line affects only itself.
#[test]
fn own_sequences_are_read_beside_the_built_in_ones() {
    let folder = Folder::new("registry");
    let path = &folder.file("registry.txt");
    let rows = "# mine\nMINE | 1 | {n}x{n} Q{n} | - | queens | a wrong term | 1 0 0 3 10\nbad | 1\n\
                A000142 | 1 | {n}x{n} R{n} | - | rooks | not as published | 1 2 6\n";
    std::fs::write(path, rows).unwrap();
    let (answer, error, code) = verify(&["MINE", "A000142", "--registry", path, "--terms", "5"]);
    assert_eq!(code, 1, "{answer}{error}");
    assert!(
        answer.contains("MINE: of the 5 terms counted 4 agree and 1 differs (5 published)\n"),
        "{answer}"
    );
    assert!(answer.contains("  a(4) differs: computed 2, published 3, 4x4 Q4\n"), "{answer}");
    assert!(answer.contains("A000142: the 3 terms counted all agree (3 published)\n"), "{answer}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("registry.txt") && error.contains("line 3: 2 fields: expected 7"), "{error}");
}

#[test]
fn verified_terms_become_a_strict_b_file() {
    let folder = Folder::new("b-file");
    let file = folder.file("b.txt");
    let (_, error, code) = run(&["verify", "A000170", "--terms", "9", "--bfile", &file]);
    let written = std::fs::read(&file).unwrap();
    assert_eq!((code, error.as_str()), (0, ""));
    let text = String::from_utf8(written).unwrap();
    assert!(text.is_ascii() && text.ends_with('\n') && !text.contains('\r') && !text.contains("\n\n"));
    let terms: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(terms, ["0 1", "1 1", "2 0", "3 0", "4 2", "5 10", "6 4", "7 40", "8 92"]);
    assert!(text.contains("# Table of n, a(n) for n = 0..8\n"), "{text}");
}

#[test]
fn the_list_shows_what_is_in_and_what_is_out() {
    let (answer, _, code) = run(&["verify", "--list"]);
    assert_eq!((code, answer.lines().count()), (0, 860));
    assert!(answer.contains(
        "\nA000170  {n}x{n} Q{n}, 28 terms from 0: Number of ways of placing n nonattacking queens"
    ));
    assert!(
        answer.contains("\nA286283  out of scope, a bound for opposing armies, not a count: a(n) = floor")
    );
    let (kings, _, _) = run(&["verify", "--list", "--topic", "king"]);
    assert!(kings.lines().count() > 30 && kings.contains("A193580") && !kings.contains("A000170"));
    let (json, _, _) = run(&["verify", "--list", "A000170", "--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["published"], 28);
}

/// Sequences are found by some of their terms, exactly or nearly, and the answer names the searched
/// registries.
#[test]
fn sequences_are_found_by_their_terms() {
    let find = |terms: &[&str]| run(&[&["verify", "--find"], terms].concat());
    let searched = "searched the 782 sequences built in, not the whole OEIS\n";
    let (answer, note, code) = find(&["92", "352", "724"]);
    assert_eq!((note.as_str(), code), (searched, 0));
    let lines: Vec<&str> = answer.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("A000170  {n}x{n} Q{n}, 28 terms from 0: "), "{answer}");
    assert!(lines[1].starts_with("  all 3 from n = 8 on; A002562: the same up to symmetry; "), "{answer}");
    let (answer, ..) = find(&["5,5,2,10,4,40,92"]);
    assert!(answer.contains("\n  nearly: 5 of 7 from n = 4 on, without the first 2; A002562"), "{answer}");
    let (answer, note, code) = find(&["3", "1", "4", "1", "5", "9", "2", "6"]);
    assert_eq!((answer.as_str(), code), ("", 1));
    let expected =
        "error: no sequence has the terms 3, 1, 4, 1, 5, 9, 2, 6, or nearly: searched the 782 sequences";
    assert!(note.starts_with(expected), "{note}");
    let (json, _, _) = find(&["46", "92", "341", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&json["sequence"], &json["found"]["passed"]), (&"A002562".into(), &8.into()));
}

/// Terms past the end of a list that only one method counted are not shown. The answer says so, and how to
/// count them.
#[test]
fn the_end_of_a_list_is_explained() {
    let folder = Folder::new("ends");
    let path = &folder.file("registry.txt");
    let rows = "ONE | 1 | {n}x{n} F* | - | ferzes | one method | 2 9 119\n\
                UPTO | 1 | {n}x{n} F* | up-to-symmetry | ferzes | one method | 2\n\
                LAST | 15 | hexagon:{n} K1 | - | kings | boards end | 631 721\n\
                ROWS | 0 | {n}x{n} K{k} | rows(n=1,k=0..max) | kings | a table | 1 1 1 4\n\
                ARMY | 1 | {n}x{n} R/R | largest | rooks | armies | 0 1 2\n";
    std::fs::write(path, rows).unwrap();
    let verify = |id: &str| run(&["verify", "--registry", path, id, "--budget", "1min"]).0;
    for (id, expected) in [
        ("ONE", "only one method counts them; armistice table '{n}x{n} F*' --n 4.. counts them once\n"),
        ("LAST", "there is no board of that size\n"),
        ("ROWS", "the list is a table, and only lists are counted on\n"),
        ("ARMY", "only one method counts them\n"),
    ] {
        let answer = verify(id);
        assert!(answer.ends_with(&format!("\n  no further terms shown: {expected}")), "{answer}");
    }
    let (answer, ..) = run(&["verify", "--registry", path, "ONE", "--terms", "3"]);
    assert_eq!(answer.lines().count(), 1, "{answer}");
}

/// Ctrl-C shows the terms verified until then.
#[cfg(unix)]
#[test]
fn an_interrupted_verification_shows_what_it_has() {
    let (answer, error, code) = interrupt(&["verify", "A000170", "A002562", "--budget", "1h"]);
    assert_eq!((code, error.as_str()), (130, ""), "{answer}");
    assert!(answer.starts_with("A000170: the ") && answer.contains("not reached: interrupted)"), "{answer}");
    assert!(answer.contains("\nsequences: 1 agree"), "{answer}");
}
