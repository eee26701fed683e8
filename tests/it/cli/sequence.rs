//! `armistice sequence`: what is known about the entries of the registry, and that it agrees with the results.

use crate::common::program::run;
use armistice::BigUint;
use armistice::sequences::{Findings, Registry, RegistryEntry, bfile};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The lines that are built in.
const FINDINGS: &str = include_str!("../../../crates/families/src/sequences/findings.txt");

fn results(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(name)
}

fn text(id: &str) -> String {
    let (answer, error, code) = run(&["sequence", id]);
    assert_eq!((error.as_str(), code), ("", 0), "{id}");
    answer
}

fn json(id: &str) -> Value {
    let (answer, error, code) = run(&["sequence", id, "--format", "json"]);
    assert_eq!((error.as_str(), code), ("", 0), "{id}");
    serde_json::from_str(&answer).unwrap()
}

#[test]
fn new_terms_are_shown_with_their_counts_and_commands() {
    let expected = "\
A141243   Number of ways to place non-attacking knights on
          the n X n board.
family    {n}x{n} N*
published 16 terms, n = 0 to 15: 1, 2, 16, 94, 1365, 55213,
          3368146, 394631712, …
new       2 terms, n = 16 to 17, not published as far as we
          know
  a(16) = 88463900190859482480397510955154341206483
  a(17) = 11093105704371078526705893555159645094789771050
counted   twice, by frontier, and by frontier by the pieces
          on a square
formula   we have none
repeat    armistice table A141243 --n 16 --double-check
recount   armistice verify A141243
continue  armistice table A141243 --from 18 --double-check
submit    results/README.md, \"Submit a term or a sequence\"
source    https://oeis.org/A141243 (CC BY-SA 4.0)
";
    for id in ["A141243", "a141243", "141243"] {
        assert_eq!(text(id), expected, "{id}");
    }
    let record = json("A141243");
    assert_eq!((&record["schema"], &record["last_published"]), (&"armistice.entry/1".into(), &15.into()));
    let ours = record["ours"].as_array().unwrap();
    assert_eq!((ours.len(), &ours[1]["n"], &ours[1]["problem"]), (2, &17.into(), &"17x17 N*".into()));
    assert_eq!(ours[1]["value"], "11093105704371078526705893555159645094789771050");
    assert_eq!(ours[1]["ways"], serde_json::json!(["frontier", "frontier by the pieces on a square"]));
    assert!(record.get("formula_in_entry").is_none() && record.get("formula").is_none());
    // Several entries are apart in text, and lines in JSON.
    let (answer, ..) = run(&["sequence", "A170", "A141243"]);
    assert!(answer.starts_with("A000170   ") && answer.ends_with(&format!("\n\n{expected}")), "{answer}");
    let (answer, ..) = run(&["sequence", "A170", "A141243", "--format", "json"]);
    assert_eq!(answer.lines().count(), 2);
}

#[test]
fn a_formula_of_ours_and_one_in_the_entry() {
    let queens = text("A36464");
    assert!(queens.contains("\nformula   proved, from n = 1 on; 72 published terms agree\n"), "{queens}");
    let formula = "\n          a(n) = (3*n^4 - 10*n^3 + 9*n^2 - 2*n)/6\nrecount ";
    assert!(
        queens.contains(formula) && queens.contains("\nderive    armistice formula A036464\n"),
        "{queens}"
    );
    assert!(!queens.contains("\nnew ") && !queens.contains("\nchecked "), "{queens}");
    let record = json("A036464");
    assert_eq!((&record["formula"]["status"], &record["formula"]["agree"]), (&"proved".into(), &72.into()));
    assert!(record["ours"].as_array().unwrap().is_empty());

    // Long terms of a formula in the entry are left out; others are shown.
    let kings = text("A297370");
    assert!(kings.contains("\nchecked   4 terms, n = 211 to 214, compared with the formula\n"), "{kings}");
    assert!(kings.contains("\n  a(211 to 214): long, and the formula gives them\n"), "{kings}");
    let record = json("A297370");
    assert_eq!(record["formula_in_entry"], "recurrence of order 6");
    let ours = record["ours"].as_array().unwrap();
    assert!(ours.len() == 4 && ours.iter().all(|term| term.get("value").is_none()), "{record}");
    let armies = text("A250000");
    assert!(armies.contains("\n  a(19) = 52\n"), "{armies}");
    assert!(armies.contains("\nrepeat    armistice max '19x19 Q/Q'\n"), "{armies}");
}

#[test]
fn entries_without_findings_and_out_of_scope() {
    let queens = text("A000170");
    assert!(queens.contains("\npublished 28 terms, n = 0 to 27: 1, 1, 0, 0, 2, 10, "), "{queens}");
    assert!(queens.contains("\nformula   we have none\nrecount   armistice verify A000170\n"), "{queens}");
    assert!(queens.contains("\ncontinue  armistice table A000170 --from 28 --double-check\n"), "{queens}");
    // The b-file goes on behind the list, and a list of minima is not continued by a table.
    assert!(text("A002465").contains(" (elsewhere up to 375): 1,"), "{}", text("A002465"));
    assert!(!text("A260319").contains("\ncontinue "));
    let bound = text("A286283");
    assert!(bound.contains("\nfamily    out of scope: a bound for opposing armies, not"), "{bound}");
    assert_eq!(json("A286283")["commands"], serde_json::json!([]));
}

#[test]
fn an_unknown_number_is_one_line_with_what_to_do() {
    for (arguments, shown, command) in [
        (&["A999999"][..], "A999999", "armistice verify --find 1 2 3"),
        (&["A000170", "queens"], "queens", "armistice verify --find 1 2 3"),
        (&["2", "10", "4"], "2", "armistice verify --find 2 10 4"),
        (&["\u{1b}[2J"], "[2J", "armistice verify --find 1 2 3"),
    ] {
        let (answer, error, code) = run(&[&["sequence"], arguments].concat());
        assert_eq!((answer.as_str(), code, error.lines().count()), ("", 2, 1), "{arguments:?}: {error}");
        assert!(error.contains(shown) && error.contains("is not one of the 860 entries"), "{error}");
        assert!(error.contains(&format!("'{command}'")) && !error.contains('\u{1b}'), "{error}");
    }
}

/// Every entry is shown, on 60 columns except for words that are longer.
#[test]
fn every_entry_is_shown() {
    let entries = Registry::built_in().entries();
    let ids: Vec<&str> = entries.iter().map(RegistryEntry::id).collect();
    let (answer, error, code) = run(&[&["sequence"], &ids[..]].concat());
    assert_eq!((error.as_str(), code), ("", 0));
    assert_eq!(answer.split("\n\n").count(), entries.len());
    for line in answer.lines().filter(|line| line.chars().count() > 60) {
        let words = line.split_whitespace().collect::<Vec<_>>();
        let is_whole = line.starts_with("  a(") || matches!(words[..], [_] | [_, _]);
        assert!(is_whole, "{line}");
    }
}

/// The findings are the terms and formulas of the results, and nothing else.
#[test]
fn findings_agree_with_the_results() {
    let formulas = fs::read_to_string(results("formulas/registry.md")).unwrap();
    let (mut lines, mut terms, mut proved) = (0, [0, 0], 0);
    for entry in Registry::built_in().entries() {
        let (id, findings) = (entry.id(), Findings::of(entry.id()));
        lines += findings.counted.len() + usize::from(findings.formula.is_some());
        assert!(findings.counted.windows(2).all(|pair| pair[0].last + 1 == pair[1].first), "{id}");
        if let Some(formula) = &findings.formula {
            let row = formulas.lines().find(|line| line.starts_with(&format!("| {id} |"))).unwrap();
            let is_same =
                [formula.text, formula.status, &format!("| {} | {} |", formula.from, formula.agreeing)];
            assert!(is_same.iter().all(|part| row.contains(part)), "{row}");
            proved += usize::from(formula.status == "proved");
        }
        let Some(first) = findings.counted.first() else { continue };
        let is_checked = first.formula_in_entry.is_some();
        let folder = results(if is_checked { "checked-formulas" } else { "new-terms" });
        let file = fs::read_to_string(folder.join(format!("b{}.txt", &id[1..]))).unwrap();
        let (start, kept) = bfile::read(&file).unwrap().unwrap();
        let kept: Vec<&BigUint> = kept.iter().skip((first.first - start) as usize).collect();
        assert_eq!(findings.end().unwrap() - first.first, kept.len() as i64, "{id}");
        terms[usize::from(is_checked)] += kept.len();
        for group in &findings.counted {
            let place = (group.first - first.first) as usize;
            let values: Vec<&BigUint> = group.terms.iter().collect();
            let expected = &kept[place..][..(group.last + 1 - group.first) as usize];
            let is_left_out = is_checked && values.is_empty();
            assert!(is_left_out || values == expected, "{id}: {group:?}");
            let page = fs::read_to_string(folder.join("README.md")).unwrap();
            let row = page.lines().find(|line| line.starts_with(&format!("| [{id}]"))).unwrap();
            assert!(row.contains(&group.ways.join(", and ")), "{row}");
        }
    }
    let built_in = FINDINGS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    assert_eq!(lines, built_in, "a line is not read, or has no entry");
    let [new, checked] = terms;
    let pages = ["new-terms", "checked-formulas"]
        .map(|folder| fs::read_to_string(results(&format!("{folder}/README.md"))).unwrap());
    assert!(pages[0].contains(&format!("{new} of them, in")), "{new}");
    assert!(pages[1].contains(&format!("{checked} such counts")), "{checked}");
    assert!(formulas.contains(&format!("({proved} proved, ")), "{proved}");
}
