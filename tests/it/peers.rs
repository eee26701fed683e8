//! The problems for comparisons with other programs: `benches/peers/problems.txt`, which
//! `scripts/compare-peers` also reads.

use crate::common::count;
use armistice::Problem;
use num_bigint::BigUint;
use std::collections::BTreeSet;

const PROBLEMS: &str = include_str!("../../benches/peers/problems.txt");

/// The problems that take longer than a fifth of a second, which only the script counts.
const SLOW: [&str; 9] = [
    "officers-9x9",
    "rect-16x5",
    "kings60-20x20",
    "knights30-12x12",
    "kn-10x10",
    "nb-8x8",
    "any-queens-12x12",
    "any-six-6x6",
    "rbn-6x40",
];

#[test]
fn problems_are_read_and_counted() {
    let mut names = BTreeSet::new();
    for line in PROBLEMS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, problem @ .., expected] = &words[..] else { panic!("not a name and a count: {line}") };
        assert!(names.insert(*name), "{name} is there twice");
        let problem: Problem = problem.join(" ").parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let expected: BigUint = expected.parse().unwrap_or_else(|_| panic!("no count: {line}"));
        if !SLOW.contains(name) {
            assert_eq!(count(&problem), expected, "{line}");
        }
    }
    assert_eq!(names.len(), 48);
    assert!(SLOW.iter().all(|name| names.contains(name)), "{names:?}");
}
