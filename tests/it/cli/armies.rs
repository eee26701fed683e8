//! Questions about opposing armies on the command line.

use crate::common::program::{Folder, run};

#[test]
fn as_a_person_types_it() {
    let said = |arguments: &[&str]| {
        let (output, error, code) = run(arguments);
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        output
    };
    assert_eq!(said(&["max", "8x8", "Q/Q", "--quiet"]), "9\n");
    assert_eq!(said(&["max", "1x1 Q/Q", "--quiet"]), "0\n");
    // An empty rank does not have two pieces, so even the empty placement is invalid.
    assert_eq!(said(&["max", "4x4 Q/Q rank=2", "--quiet"]), "none\n");
    assert!(said(&["max", "4x4 Q/Q rank=2"]).starts_with("4x4 Q/Q rank=2: no placement\n"));
    let first = |output: String| output.lines().next().unwrap().to_owned();
    assert_eq!(
        first(said(&["max", "5x5 Q/Q", "--count", "--up-to", "armies"])),
        "5x5 Q/Q: 4 (5x5 Q4/Q4), in 3 placements up to symmetry and exchange of armies (18 in all)"
    );
    let json = said(&["max", "6x6 Q/Q", "--format", "json", "--aggressor"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["number"].as_u64(), json["complete"].as_bool()), (Some(5), Some(true)));
    assert_eq!(json["largest"]["refuted"]["problem"], "6x6 Q6/Q6");
    assert_eq!(json["aggressor"]["times"], serde_json::json!([5, 6]));
    assert_eq!(json["largest"]["pieces"].as_array().unwrap().len(), 10);
    assert_eq!(json["largest"]["pieces"][9]["army"], 2);
    assert_eq!(said(&["count", "4x4 Q N/Q N", "--lines", "blocked", "--quiet"]), "404\n");
    assert_eq!(said(&["count", "4x4 Q N/Q N", "--quiet"]), "304\n");
    let diagram = said(&["solve", "5x5", "Q4/Q4", "--all", "--up-to", "armies"]);
    assert!(diagram.contains("q . . . q") || diagram.contains("Q . . . Q"), "{diagram}");
    assert!(said(&["solve", "4x4 Q/Q/Q", "--format", "diagram"]).contains("Q3"));
    assert_eq!(said(&["solve", "8x8 Q10/Q10"]), "none\n");
}

/// A typed number is exact. If a ratio is requested, the number is a ratio, and the answer says so.
#[test]
fn numbers_are_given_or_a_ratio() {
    let max = |arguments: &[&str]| {
        let (output, error, code) = run(&[&["max"], arguments].concat());
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        output
    };
    for text in ["7x7 Q7/Q", "7x7 Q7/Qmax", "7x7 Q/7Q", "7x7 7 queens / queens"] {
        assert_eq!(max(&[text, "--quiet", "--count"]), "7 304\n", "{text}");
    }
    let answer = max(&["7x7 Q7/Q", "--count"]);
    assert!(answer.starts_with("7x7 Q7/Qmax: 7 (7x7 Q7/Q7), in 304 placements\n"), "{answer}");
    assert!(answer.ends_with("\n  proved: 7x7 Q7/Q8 has no placement\n"), "{answer}");
    let ratio = max(&["5x5 Q3/Q", "--ratio"]);
    assert!(ratio.starts_with("5x5 Q3/Q, as a ratio: 2 (5x5 Q6/Q2)\n"), "{ratio}");
    assert_eq!(max(&["5x5 Q/Q", "--ratio"]), max(&["5x5 Q/Q"]));
    let json = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&max(&[arguments, &["--format", "json"]].concat())).unwrap()
    };
    let given = json(&["6x6 Q6/Q", "--count"]);
    assert_eq!((&given["problem"], &given["number"]), (&"6x6 Q6/Qmax".into(), &5.into()));
    assert_eq!((&given["count"], &given["ratio"]), (&"24".into(), &serde_json::Value::Null));
    assert_eq!(given["largest"]["problem"], "6x6 Q6/Q5");
    let ratio = json(&["5x5 Q3/Q", "--ratio"]);
    assert_eq!((&ratio["number"], &ratio["ratio"]), (&2.into(), &true.into()));
    // For several open kinds, the sum is maximised.
    let sum = max(&["4x4 Q2/K B", "--count", "--verbose"]);
    assert!(sum.starts_with("4x4 Q2/Kmax Bmax: 3 (4x4 Q2/K3 B0), in 128 placements\n"), "{sum}");
    assert!(sum.contains("5 ways to share 4, from 4x4 Q2/K4 B0 to 4x4 Q2/K0 B4"), "{sum}");
    assert_eq!(max(&["3x3 Q10/K", "--quiet"]), "none\n");
    assert!(max(&["3x3 Q5/K3/Nmax"]).starts_with("3x3 Q5/K3/Nmax: no placement\n"));
    // Zero pieces would be a placement without the kind.
    let none = json(&["2x2 Q3/W2/Hmax", "--count"]);
    assert_eq!((&none["number"], &none["largest"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    assert_eq!(json(&["2x2 Q/Q"])["number"], 0);
    assert_eq!(json(&["2x2 Q@a1/Q"])["number"], serde_json::Value::Null);
    assert!(max(&["2x2 Q@a1/Q"]).starts_with("2x2 Q@a1/Q: no placement\n"));
}

/// The maximum next to a given army is found first. The count that follows has a reliable forecast.
#[test]
fn the_most_beside_a_given_army_are_counted_at_once() {
    let (answer, error, code) = run(&["count", "8x8 Q8/Qmax"]);
    assert_eq!(
        (answer.as_str(), error.as_str(), code),
        ("8x8 Q8/Qmax: maximum 11, in 48 placements\n", "", 0)
    );
    assert_eq!(run(&["count", "8x8 Q8/Qmax", "--up-to", "symmetry", "--quiet"]).0, "7\n");
    let (plan, _, _) = run(&["explain", "9x9 Q9/Qmax"]);
    assert!(plan.starts_with("problem    9x9 Q9/Q18\n"), "{plan}");
    let (json, _, _) = run(&["count", "6x6 Q6/Qmax", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["problem"], &json["objective"]), (&"6x6 Q6/Qmax".into(), &"maximum".into()));
    assert_eq!((&json["maximum"], &json["count"]), (&5.into(), &"24".into()));
    // A journal records the original question.
    let folder = Folder::new("largest-first");
    let journal = folder.file("journal.jsonl");
    let counted = run(&["count", "6x6 Q6/Qmax", "--journal", &journal]);
    assert_eq!(counted.0, "6x6 Q6/Qmax: maximum 5, in 24 placements\n");
    for typed in [&["6x6 Q6/Qmax"][..], &["6x6 Q6/Q5"], &[]] {
        assert_eq!(run(&[&["count", "--resume", &journal], typed].concat()), counted);
    }
    assert!(run(&["status", &journal]).0.starts_with("6x6 Q6/Qmax: "));
    // A requested engine or recount also finds the maximum.
    assert_eq!(run(&["count", "5x5 Q5/Qmax", "--engine", "frontier", "-q"]).0, "8\n");
    assert!(
        run(&["count", "5x5 Q5/Qmax", "--double-check"])
            .0
            .starts_with("5x5 Q5/Qmax: maximum 3, in 8 placements")
    );
    assert!(run(&["count", "3x3 Q5/K3/Nmax"]).0.starts_with("3x3 Q5/K3/Nmax: no placement"));
    let (table, _, code) = run(&["table", "{n}x{n} Q{n}/Qmax", "--n", "7..8", "--format", "csv"]);
    assert!(code == 0 && table.contains("304") && table.contains("48"), "{table}");
    let late = run(&["count", "18x18 Q18/Qmax", "--budget", "0.1s"]);
    assert_eq!(
        (late.0.as_str(), late.2),
        ("18x18 Q18/Qmax: nothing known yet, stopped during planning\n", 3)
    );
}

/// For each size of the first army, also between the corners, every format has the maximum of the second
/// army.
#[test]
fn what_two_armies_can_have_is_a_table() {
    let max = |arguments: &[&str]| {
        let (output, error, code) = run(&[&["max"], arguments].concat());
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        output
    };
    let sequence: Vec<String> = max(&["8x8 Q/Q", "--curve=bfile"])
        .lines()
        .map(|line| line.split_once(' ').unwrap().1.to_owned())
        .collect();
    // A342151 without its zeros.
    let published =
        "42 31 25 24 17 15 13 11 10 9 8 7 7 6 6 5 5 4 4 4 4 4 4 4 3 2 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1 1";
    assert_eq!(sequence.join(" "), published);
    assert_eq!(max(&["3x4 Q/N", "--curve"]), "3x4 Q/N\nfirst  second\n    1       2\n    2       1\n");
    assert_eq!(max(&["3x4 Q/N", "--curve=csv"]), "first,second,problem\n1,2,3x4 Q/N2\n2,1,3x4 Q2/N\n");
    assert!(max(&["3x4 Q/N", "--curve=markdown"]).ends_with("|---:|---:|\n| 1 | 2 |\n| 2 | 1 |\n"));
    assert!(max(&["3x4 Q/N", "--curve=latex"]).contains("\n1 & 2 \\\\\n2 & 1 \\\\\n\\bottomrule"));
    assert_eq!(max(&["1x1 Q/Q", "--curve=csv"]), "first,second,problem\n");
    let json: serde_json::Value =
        serde_json::from_str(&max(&["4x4 Q/Q", "--curve", "--format", "json"])).unwrap();
    assert_eq!((&json["curve"], &json["number"]), (&serde_json::json!([6, 3, 2, 1, 1, 1]), &2.into()));
}

/// Placements with the most pieces next to a given army are listed and drawn.
#[test]
fn the_largest_beside_a_given_army_are_shown() {
    let solve = |arguments: &[&str]| {
        let (output, error, code) = run(&[&["solve"], arguments].concat());
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        output
    };
    assert_eq!(solve(&["7x7 Q7/Qmax", "--all", "--format", "squares"]).lines().count(), 304);
    let one = solve(&["8x8 Q8/Qmax", "--format", "diagram"]);
    assert_eq!((one.matches('Q').count(), one.matches('q').count()), (8, 11), "{one}");
    assert_eq!(solve(&["3x3 Q5/K3/Nmax"]), "none\n");
    assert!(run(&["draw", "6x6 Q6/Qmax"]).0.starts_with("<svg"));
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    for (arguments, part) in [
        (&["count", "8x8 Q4/"][..], "an army without pieces"),
        (&["count", "8x8 /Q4"], "an army without pieces"),
        (&["max", "8x8 Q*/Q"], "only one army can have open numbers"),
        (&["max", "8x8 Qmax/Qmax"], "only one army can have open numbers"),
        (&["max", "8x8 Q4 N/R"], "--ratio"),
        (
            &["max", "8x8 Q4/Q4"],
            "leave out one number, as in Q12/Q for the most queens against 12, or add --ratio",
        ),
        (&["max", "8x8 Q4/Qmax", "--ratio"], "write a ratio of armies with numbers alone"),
        (&["max", "8x8 Q4", "--ratio"], "--ratio is for opposing armies"),
        (&["max", "8x8 Q4/Q", "--pareto"], "armies that grow together"),
        (&["max", "8x8 Q4/Q", "--aggressor"], "armies that grow together"),
        (&["max", "8x8 Q", "--pareto"], "two armies"),
        (&["max", "8x8 Q", "--curve"], "two armies"),
        (&["max", "8x8 Q4/Q", "--curve=csv"], "armies that grow together"),
        (&["count", "4x4 Q N/Q sight blocked"], "a second rule"),
        (&["count", "4x4/torus Q/Q", "--up-to", "translation"], "joined edges: count up to symmetry"),
        (&["count", "4x4 Q N/Q N blocked", "--engine", "cells"], "block"),
        (&["count", "5x5 K/N", "--engine", "lines"], "the lines engine"),
        (&["max", "8x8 Q/Q/Q", "--aggressor"], "two armies"),
    ] {
        let (output, error, code) = run(arguments);
        assert_eq!((code, output.as_str()), (2, ""), "{arguments:?}");
        assert!(error.contains(part) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
    let (_, error, code) = run(&["count", "4x4 Q/Q", "--lines", "through"]);
    assert!(code == 2 && error.contains("sight") && error.contains("blocked"), "{error}");
    // A board that is too small has no placement.
    assert_eq!(run(&["count", "1x1 Q4/Q4", "--quiet"]), ("0\n".to_owned(), String::new(), 0));
}
