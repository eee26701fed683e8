//! Known counts: the files under `tests/counts/`, each block with its source.
//!
//! `8x8 Q8 = 92` is a count, `8x8 Q8 ~ 12` a count up to symmetry (`~armies` up to exchange of armies too, `~translation` up
//! to shifts too); `{n}x{n} Q{n} from 1: 1 0 0 2` is a family.

use crate::common::{classes, count, count_with, oracle};
use armistice::plan::Settings;
use armistice::{Problem, Question, UpTo};
use num_bigint::BigUint;

/// A line of a file, checked.
fn check(line: &str, place: &str) {
    let parse = |text: &str| -> Problem { text.parse().unwrap_or_else(|error| panic!("{place}: {error}")) };
    let number =
        |text: &str| -> BigUint { text.trim().parse().unwrap_or_else(|_| panic!("{place}: {text}")) };
    for (mark, up_to) in [(" ~armies ", UpTo::Armies), (" ~translation ", UpTo::Translation)] {
        if let Some((problem, expected)) = line.split_once(mark) {
            let found = count_with(Question { up_to, ..parse(problem).into() }, &Settings::default());
            assert_eq!(found, number(expected), "{place}: {line}");
            return;
        }
    }
    if let Some((problem, expected)) = line.split_once(" = ") {
        assert_eq!(count(&parse(problem)), number(expected), "{place}: {problem}");
    } else if let Some((problem, expected)) = line.split_once(" ~ ") {
        assert_eq!(classes(&parse(problem)), number(expected), "{place}: {problem}, up to symmetry");
    } else if let Some((family, terms)) = line.split_once(": ") {
        let (family, up_to_symmetry) = match family.strip_suffix(" up to symmetry") {
            Some(family) => (family, true),
            None => (family, false),
        };
        let (family, first) = family.rsplit_once(" from ").unwrap_or_else(|| panic!("{place}: no first n"));
        let first: usize = first.parse().unwrap_or_else(|_| panic!("{place}: {first}"));
        for (n, term) in (first..).zip(terms.split(' ')) {
            let problem = parse(&family.replace("{n}", &n.to_string()).replace("{2n}", &(2 * n).to_string()));
            let found = if up_to_symmetry { classes(&problem) } else { count(&problem) };
            assert_eq!(found, number(term), "{place}: {problem}");
        }
    } else {
        panic!("{place}: not a count: {line}");
    }
}

fn check_file(text: &str, name: &str) {
    let mut has_source = false;
    let mut checked = 0;
    for (number, line) in text.lines().enumerate() {
        let place = format!("tests/counts/{name}, line {}", number + 1);
        match line {
            "" => has_source = false,
            comment if comment.starts_with('#') => has_source |= comment.starts_with("# source: "),
            line => {
                assert!(has_source, "{place}: a block begins with \"# source: \"");
                check(line, &place);
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "{name} holds no count");
}

#[test]
fn landmarks() {
    check_file(include_str!("../counts/landmarks.txt"), "landmarks.txt");
}

#[test]
fn published_sequences() {
    check_file(include_str!("../counts/sequences.txt"), "sequences.txt");
}

#[test]
fn opposing_armies() {
    check_file(include_str!("../counts/armies.txt"), "armies.txt");
}

/// The oracle alone reaches the smallest landmarks too.
#[test]
fn the_oracle_knows_the_classic() {
    for (text, expected) in [("6x6 Q6", 4u32), ("5x5 N B R Q A", 96), ("4x4 K4", 79), ("5/torus Q5", 10)] {
        assert_eq!(oracle(&text.parse().unwrap()), BigUint::from(expected), "{text}");
    }
}
