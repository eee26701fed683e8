//! `formula --growth`: growth by width and per square, proved and estimated.

use crate::common::program::run;
use crate::common::sample;
use serde_json::Value;

/// The constant of hard squares (R. J. Baxter 1999).
const SQUARES: &str = "1.5030480824753322643220663294";

fn growth(family: &str, budget: &str) -> Value {
    let (written, error, code) =
        run(&["formula", family, "--growth", "--budget", budget, "--format", "json"]);
    assert_eq!((error.as_str(), code), ("", 0), "{family}");
    serde_json::from_str(&written).unwrap()
}

/// Returns the first of the families, or all of them if tests take all problems.
fn sampled<T, const N: usize>(families: [T; N]) -> impl Iterator<Item = T> {
    families.into_iter().take(sample(N as u64) as usize)
}

/// Returns a number with a fixed number of digits, so that texts are ordered like numbers.
fn places(text: &str) -> String {
    format!("{text:0<40}")
}

fn bounds(found: &Value) -> (String, String) {
    let end = |name: &str| places(found["bounds"][name].as_str().unwrap());
    (end("lower"), end("upper"))
}

#[test]
fn proved_bounds_enclose_the_constant_and_look_different_from_an_estimate() {
    for family in sampled(["{m}x{n} F*", "{m}x{n} W*", "{m}x{n}/torus W*", "{m}x{n} D*"]) {
        let found = growth(family, "3s");
        let (lower, upper) = bounds(&found);
        let known = places(SQUARES);
        assert!(lower <= known && known <= upper, "{found}");
        assert_eq!((&lower[..8], &found["bounds"]["by"]), ("1.503048", &"corners".into()), "{found}");
        let has_lattices = family.contains(['F', 'D']);
        assert_eq!(found["lattices"]["leaps"][0][0] == serde_json::json!([0, 1]), has_lattices, "{found}");
        let constant: f64 = found["constant"].as_str().unwrap().parse().unwrap();
        assert!((constant - 1.50304808).abs() < 1e-5, "{found}");
    }
    let (text, ..) = run(&["formula", "{m}x{n} F*", "--growth", "--budget", "2s"]);
    for expected in [
        "\n2 lattices without conflicts, each like leaps (0,1)\nper extra square, proved:\n  at least 1.503",
        "\n  at most  1.503",
        "\nper extra square, estimated: 1.503",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

/// The moves change the colour of the square, so strips of one colour and rings give bounds for every board.
#[test]
fn knights_and_zebras_have_bounds_from_the_two_colours() {
    for family in sampled(["{m}x{n} L*", "{m}x{n} N*", "{m}x{n}/cylinder N*", "{m}x{n} Z*"]) {
        let found = growth(family, "3s");
        let (lower, upper) = bounds(&found);
        // The constant exceeds that of all subsets of one colour.
        assert!(places("1.4171") < lower && lower < upper && upper < places("1.43"), "{found}");
        assert_eq!(found["bounds"]["by"], "colours", "{found}");
        let is_camel = family.contains('L');
        assert_eq!(found["lattices"]["leaps"] == serde_json::json!([[[1, 2]]]), is_camel, "{found}");
    }
    assert_eq!(growth("{m}x{n} N*", "3s")["lattices"], Value::Null);
}

/// Other leapers have only the bounds of strips.
#[test]
fn kings_with_knights_have_wide_bounds_from_strips() {
    let found = growth("{m}x{n} K* N*", "3s");
    let (lower, upper) = bounds(&found);
    // The quotients of strips are about 1.44.
    assert!(lower < places("1.44") && upper > places("1.44") && lower > places("1.2"), "{found}");
    assert_eq!(found["bounds"]["by"], "strips");
    assert_eq!(growth("{m}x{n} B*", "1s")["bounds"], Value::Null);
}

/// The factor of a ring is the factor by which one more rank multiplies the count.
#[test]
fn factors_of_rings_are_those_of_counts() {
    for (kinds, length) in sampled([("K* N*", 5), ("W*", 5), ("K*", 6), ("N*", 4)]) {
        let found = growth(&format!("{{m}}x{{n}}/cylinder {kinds}"), "3s");
        assert_eq!(found["rings"], true);
        let ring = found["widths"].as_array().unwrap().iter().find(|ring| ring["width"] == length);
        let factor: f64 = ring.unwrap()["factor"].as_str().unwrap().parse().unwrap();
        let number = |ranks: usize| {
            let problem = format!("{ranks}x{length}/cylinder {kinds}");
            let (count, ..) = run(&["count", &problem, "--format", "json"]);
            let count: Value = serde_json::from_str(&count).unwrap();
            count["count"].as_str().unwrap().parse::<f64>().unwrap()
        };
        let quotient = number(61) / number(60);
        assert!((quotient / factor - 1.0).abs() < 1e-6, "{kinds}: {quotient}, {found}");
    }
}

#[test]
fn other_boards_are_refused() {
    for family in ["{m}x{n}/moebius K*", "{m}x{n} K3", "{m}x{n+1} K*"] {
        let (written, error, code) = run(&["formula", family, "--growth"]);
        assert_eq!((written.as_str(), code), ("", 2), "{family}");
        assert!(error.contains("--growth needs any number of pieces"), "{error}");
    }
}
