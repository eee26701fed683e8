//! Known counts: the files under `tests/counts/`, each block with its source.
//!
//! `8x8 Q8 = 92` is a count, and `8x8 Q8 ~ 12` a count up to symmetry (`~armies` also up to exchange of
//! armies, `~translation` also up to shifts). `{n}x{n} Q{n} from 1: 1 0 0 2` is a family.

use crate::common::{count_with, oracle};
use armistice::plan::Settings;
use armistice::{Problem, Question, UpTo};
use num_bigint::BigUint;

/// A known count.
pub struct Known {
    pub problem: Problem,
    pub up_to: UpTo,
    pub count: BigUint,
    /// The file and the line.
    pub place: String,
}

pub const LANDMARKS: (&str, &str) = ("landmarks.txt", include_str!("../counts/landmarks.txt"));
pub const SEQUENCES: (&str, &str) = ("sequences.txt", include_str!("../counts/sequences.txt"));
pub const ARMIES: (&str, &str) = ("armies.txt", include_str!("../counts/armies.txt"));

/// The marks after a problem, with the symmetries of the count.
const MARKS: [(&str, UpTo); 4] = [
    (" = ", UpTo::Nothing),
    (" ~ ", UpTo::Symmetry),
    (" ~armies ", UpTo::Armies),
    (" ~translation ", UpTo::Translation),
];

/// Returns the counts of a line.
fn of_line(line: &str, place: &str) -> Vec<Known> {
    let known = |problem: &str, up_to, count: &str| Known {
        problem: problem.parse().unwrap_or_else(|error| panic!("{place}: {error}")),
        up_to,
        count: count.trim().parse().unwrap_or_else(|_| panic!("{place}: {count}")),
        place: place.to_owned(),
    };
    let split =
        |(mark, up_to): &(&str, UpTo)| line.split_once(mark).map(|(problem, count)| (problem, *up_to, count));
    if let Some((problem, up_to, count)) = MARKS.iter().find_map(split) {
        return vec![known(problem, up_to, count)];
    }
    let (family, terms) = line.split_once(": ").unwrap_or_else(|| panic!("{place}: not a count: {line}"));
    let (family, up_to) = match family.strip_suffix(" up to symmetry") {
        Some(family) => (family, UpTo::Symmetry),
        None => (family, UpTo::Nothing),
    };
    let (family, first) = family.rsplit_once(" from ").unwrap_or_else(|| panic!("{place}: no first n"));
    let first: usize = first.parse().unwrap_or_else(|_| panic!("{place}: {first}"));
    let problem = |n: usize| family.replace("{n}", &n.to_string()).replace("{2n}", &(2 * n).to_string());
    (first..).zip(terms.split(' ')).map(|(n, term)| known(&problem(n), up_to, term)).collect()
}

/// Returns all counts of a file.
pub fn known((name, text): (&str, &str)) -> Vec<Known> {
    let (mut all, mut has_source) = (Vec::new(), false);
    for (number, line) in text.lines().enumerate() {
        let place = format!("tests/counts/{name}, line {}", number + 1);
        match line {
            "" => has_source = false,
            comment if comment.starts_with('#') => has_source |= comment.starts_with("# source: "),
            line => {
                assert!(has_source, "{place}: a block begins with \"# source: \"");
                all.extend(of_line(line, &place));
            }
        }
    }
    assert!(!all.is_empty(), "{name} holds no count");
    all
}

fn check(file: (&str, &str)) {
    for Known { problem, up_to, count, place } in known(file) {
        let found = count_with(Question::from(&problem).with_up_to(up_to), &Settings::default());
        assert_eq!(found, count, "{place}: {problem} up to {up_to:?}");
    }
}

#[test]
fn landmarks() {
    check(LANDMARKS);
}

#[test]
fn published_sequences() {
    check(SEQUENCES);
}

#[test]
fn opposing_armies() {
    check(ARMIES);
}

/// The oracle alone also reaches the smallest landmarks.
#[test]
fn the_oracle_knows_the_classic() {
    for (text, expected) in [("6x6 Q6", 4u32), ("5x5 N B R Q A", 96), ("4x4 K4", 79), ("5/torus Q5", 10)] {
        assert_eq!(oracle(&text.parse().unwrap()), BigUint::from(expected), "{text}");
    }
}
