//! `armistice count --divide`, `--by-symmetry` and `--by-pairs`: the partial results when their time ends.

use crate::common::program::run;
use serde_json::Value;

fn count(arguments: &[&str]) -> (String, i32) {
    let (answer, _, code) = run(&[&["count"], arguments].concat());
    (answer, code)
}

/// The answer has the first squares, and all placements found until then.
#[test]
fn a_budget_leaves_subtotals_unknown() {
    let (answer, code) =
        count(&["15x15 Q15", "--divide", "--engine", "cells", "--threads", "1", "--budget", "500ms"]);
    let is_bound = answer.contains("15x15 Q15: ≥ ") && !answer.contains("≥ 0 ");
    assert!(is_bound || answer.contains("15x15 Q15: nothing known yet"), "{answer}");
    assert!(answer.ends_with(", stopped before the end\n"), "{answer}");
    assert_eq!(code, 3, "{answer}");
    // Each subtotal that is shown is complete.
    let whole = count(&["7x7 Q7", "--divide", "--budget", "1h"]);
    assert_eq!(whole, count(&["7x7 Q7", "--divide"]));
    assert_eq!((whole.1, whole.0.lines().last()), (0, Some("7x7 Q7: 40 placements")));
}

#[test]
fn a_budget_leaves_numbers_of_pairs_unknown() {
    let of = |budget: &str, more: &[&str]| {
        count(&[&["10x10 Q8", "--by-pairs", "--threads", "1", "--budget", budget], more].concat())
    };
    let (answer, code) = of("1s", &[]);
    // There are 100 squares, 8 of which are occupied.
    assert!(answer.contains("10x10 Q8: 186087894300 placements, attacking or not, stopped"), "{answer}");
    assert_eq!(code, 3);
    let (answer, code) = of("1s", &["--format", "json"]);
    let found: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&found["complete"], code), (&Value::Bool(false), 3), "{answer}");
    let lines = found["by_pairs"].as_array().unwrap();
    assert!(lines.iter().all(|line| line["count"].as_str().unwrap() != "0"), "{answer}");
    assert_eq!(count(&["5x5 K3", "--by-pairs", "--budget", "1h"]), count(&["5x5 K3", "--by-pairs"]));
}

#[test]
fn a_budget_leaves_symmetries_unknown() {
    let slow = ["22x22 Q22", "--by-symmetry", "--threads", "1", "--budget"];
    for budget in ["1ms", "2s"] {
        let (answer, code) = count(&[&slow[..], &[budget]].concat());
        assert!(
            answer.starts_with("22x22 Q22: ") && answer.ends_with(", stopped before the end\n"),
            "{answer}"
        );
        assert!(answer.contains("nothing known yet") || answer.contains("≥ "), "{answer}");
        assert_eq!(code, 3);
    }
    let (answer, code) = count(&[&slow[..], &["1ms", "--format", "json"]].concat());
    let found: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        (&found["complete"], &found["count"], code),
        (&Value::Bool(false), &Value::Null, 3),
        "{answer}"
    );
    assert_eq!(count(&["7x7 Q7", "--by-symmetry", "--budget", "1h"]), count(&["7x7 Q7", "--by-symmetry"]));
}
