//! `armistice count --estimate` on the command line.

use crate::common::program::{assert_refused, run};
use serde_json::Value;

fn count(arguments: &[&str]) -> (String, String, i32) {
    run(&[&["count"], arguments].concat())
}

/// Returns a record, whose numbers are not counts.
fn record(arguments: &[&str]) -> Value {
    let (answer, error, code) = count(&[arguments, &["--format", "json"]].concat());
    assert_eq!((error.as_str(), code), ("", 0));
    let record: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(record["schema"], "armistice.estimate/1");
    assert!(record.get("count").is_none(), "{record}");
    record
}

/// The known number is OEIS A000170(24).
#[test]
fn what_takes_too_long_to_count_is_estimated() {
    let record = record(&["24x24 Q24", "--estimate", "50%", "--seed", "5"]);
    let of = |field: &str| record[field].as_f64().unwrap();
    let known = 227_514_171_973_736_f64.log10();
    assert!((of("log10") - known).abs() < 0.3, "{record}");
    assert!(of("low_log10") < of("log10") && of("log10") < of("high_log10"));
    assert!(of("relative_error") <= 0.5 && record["complete"] == true && of("confidence") == 0.95);
    assert!(record["estimate"].as_str().unwrap().ends_with("e14"), "{record}");
}

#[test]
fn estimates_are_written_with_a_sign_of_their_own() {
    let (answer, error, code) = count(&["24x24 Q24", "--estimate", "80%"]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(answer.starts_with("24x24 Q24: ≈ ") && answer.ends_with(" %, 95 %)\n"), "{answer}");
    // The estimate does not depend on the number of threads.
    let one = count(&["24x24 Q24", "--estimate", "80%", "--threads", "1"]);
    assert_eq!(one.0, answer);
    assert!(count(&["24x24 Q24", "--estimate", "80%", "--seed", "2", "-q"]).0.starts_with("≈"));
}

/// The board is too large for sets of squares. For n queens the logarithm is about n (ln n - 1.942) (M.
/// Simkin, 2021), plus a little: for 27 queens 3.5.
#[test]
fn large_boards_need_no_table() {
    let record = record(&["40x40 Q40", "--estimate", "100%"]);
    let logarithm = record["log10"].as_f64().unwrap() * std::f64::consts::LN_10;
    let more = logarithm - 40.0 * (40f64.ln() - 1.942);
    assert!((2.5..5.5).contains(&more), "{record}");
}

#[test]
fn what_is_counted_more_quickly_is_counted() {
    let (answer, error, code) = count(&["8x8 Q8", "--estimate", "1%"]);
    assert_eq!((answer.as_str(), code), ("8x8 Q8: 92 placements\n", 0));
    assert!(error.contains("quicker than an estimate"), "{error}");
    assert_eq!(count(&["8x8 Q8", "--estimate", "1min", "-q"]).0, "92\n");
}

#[test]
fn what_is_not_known_is_not_said() {
    let (answer, _, code) = count(&["24x24 Q24", "--estimate", "0.001%", "--budget", "2s"]);
    assert!(answer.contains("≈") && answer.contains("stopped before it was as precise"), "{answer}");
    assert_eq!(code, 3);
    let (answer, ..) = count(&["2000x2000 Q2000", "--estimate", "10ms"]);
    assert_eq!(answer, "2000x2000 Q2000: nothing known yet, stopped before there was an estimate\n");
}

#[test]
fn what_is_not_estimated_is_refused_by_name() {
    for (arguments, why) in [
        (&["8x8 Q8", "--up-to", "symmetry"][..], "does not support classes (--up-to)"),
        (&["8x8 Nmax"], "(max)"),
        (&["8x8 N*", "--by-number"], "counts by number"),
        (&["8x8 N*", "--maximal"], "maximal placements"),
        (&["8x8 G3"], "hoppers or lame leapers"),
        (&["8x8 K9 rank=2"], "quotas (rank="),
        (&["8x8 K9 each=1"], "numbers of attacks"),
        (&["8x8 Q9 #1"], "walls (#)"),
        (&["50x50 N99"], "queens and rooks"),
    ] {
        assert_refused(&[&["count"], arguments, &["--estimate", "1%"]].concat(), why);
    }
    for precision in ["1", "0%", "200%", "soon", "-1s"] {
        let (answer, error, code) = count(&["8x8 Q8", &format!("--estimate={precision}")]);
        assert!(
            answer.is_empty() && error.contains("expected a precision") && code == 2,
            "{precision}: {error}"
        );
    }
    for with in ["--divide", "--by-pairs", "--double-check", "--engine=rows"] {
        let (answer, error, code) = count(&["8x8 Q8", "--estimate", "1%", with]);
        assert!(answer.is_empty() && error.contains("cannot be used with") && code == 2, "{with}: {error}");
    }
    let (_, error, code) = count(&["8x8 Q8", "--seed", "1"]);
    assert!(error.contains("--estimate") && code == 2, "{error}");
}

/// Returns the part of an explanation that is an estimate.
fn estimated(arguments: &[&str]) -> Option<String> {
    let (answer, error, code) = run(&[&["explain"], arguments].concat());
    assert_eq!((error.as_str(), code), ("", 0), "{arguments:?}");
    answer.lines().find_map(|line| line.strip_prefix("estimated  ").map(str::to_owned))
}

/// For a count of years, each explanation has the same approximate number.
#[test]
fn explanations_of_long_counts_have_an_estimate() {
    let sparse = "16x16 N5 B5 R3";
    let found = estimated(&[sparse, "--threads", "1"]).unwrap();
    assert!(found.starts_with("≈ ") && found.contains(" %, 95 %); closer: count --estimate"), "{found}");
    assert_eq!(estimated(&[sparse, "--threads", "2"]).as_ref(), Some(&found));
    let (answer, ..) = run(&["explain", sparse, "--format", "json"]);
    let plan: Value = serde_json::from_str(&answer).unwrap();
    let log10 = plan["estimated"]["log10"].as_f64().unwrap();
    let closer = record(&[sparse, "--estimate", "3%"])["log10"].as_f64().unwrap();
    assert!((log10 - closer).abs() < 0.1 && plan.get("count").is_none(), "{answer} {closer}");
    // A count of less than a minute needs no estimate, and some problems cannot be estimated.
    for arguments in [&["8x8 Q8"][..], &["16x16 N5 B5 R3", "--up-to", "symmetry"], &["10x10 N16 Q R"]] {
        assert_eq!(estimated(arguments), None, "{arguments:?}");
    }
}

/// If a moment is too short for an estimate, the explanation has no number, but says how to get one.
#[test]
fn explanations_do_not_wait_for_an_estimate() {
    let found = estimated(&["32x32 N500", "--threads", "1"]);
    assert_eq!(found.as_deref(), Some("not in a moment: run 'count --estimate 5%'"));
}

#[test]
fn what_is_out_of_reach_can_be_estimated() {
    let hint = "'count --estimate 5%' estimates the number of placements";
    for verb in ["count", "explain"] {
        assert_refused(&[verb, "1000x1000 Q1000"], hint);
        let (_, error, code) = run(&[verb, "1000x1000 N1000"]);
        assert!(code == 2 && !error.contains("--estimate"), "{error}");
    }
    let stopped = |more: &[&str]| {
        let (answer, error, code) =
            count(&[&["16x16 K8 Q8 N8 B8 R8 A8", "--no-journal", "--budget", "100ms"], more].concat());
        assert_eq!(code, 3, "{answer}{error}");
        error
    };
    assert!(stopped(&[]).contains(hint));
    assert!(!stopped(&["-q"]).contains(hint));
    assert!(!stopped(&["--up-to", "symmetry"]).contains(hint));
}
