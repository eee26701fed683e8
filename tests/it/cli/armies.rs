//! Questions about opposing armies as a person types them.

use crate::common::program::run;

#[test]
fn as_a_person_types_it() {
    let said = |arguments: &[&str]| {
        let (output, error, code) = run(arguments);
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        output
    };
    assert_eq!(said(&["max", "8x8", "Q/Q", "--quiet"]), "9\n");
    assert_eq!(said(&["max", "1x1 Q/Q", "--quiet"]), "0\n");
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

#[test]
fn what_is_wrong_is_said_in_a_line() {
    for (arguments, part) in [
        (&["count", "8x8 Q4/"][..], "an army without pieces"),
        (&["count", "8x8 /Q4"], "an army without pieces"),
        (&["max", "8x8 Q*/Q"], "armies grow in proportion"),
        (&["max", "8x8 Q", "--pareto"], "two armies"),
        (&["count", "4x4 Q N/Q sight blocked"], "a second rule"),
        (&["count", "4x4/torus Q/Q", "--up-to", "translation"], "plane boards"),
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
