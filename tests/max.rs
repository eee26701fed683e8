#![cfg(feature = "cli")]
//! The largest number: branch and bound, the frontier engine and the oracle agree, published numbers come out, and the
//! command says it as a person would read it.
//!
//! `ARMISTICE_SEED=n cargo test --release` tests other problems; a failure names its seed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use armistice::engines::{self, Finder, Largest, LargestError, Settings, Silent, UpTo, naive};
use armistice::notation::problem_with_bare;
use armistice::{Objective, Problem, Quantity};
use common::{Random, Shape, first_seed, random_open_parts};
use num_bigint::BigUint;
use std::cell::Cell;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const SMALL: Shape = Shape {
    sides: &[(1, 1), (1, 6), (2, 3), (2, 5), (5, 2), (3, 3), (3, 4), (4, 3), (3, 5), (5, 3), (4, 4), (4, 4)],
    most_kinds: 3,
    most_ways: 1e5,
};
/// How many random problems there are.
const PROBLEMS: usize = 600;
/// Problems that take the oracle more steps are left out.
const MOST_STEPS: u64 = 20_000;

fn find(problem: &Problem, finder: Finder, is_counted: bool) -> Largest {
    let settings = Settings { threads: Some(1), ..Settings::default() };
    let found = engines::largest(problem, &settings, finder, is_counted, &Silent);
    found.unwrap_or_else(|error| panic!("{problem}: {error}"))
}

/// That the placement is one, with as many pieces as said.
fn check(problem: &Problem, found: &Largest) {
    assert!(found.proved, "{problem}: {found:?}");
    let Some(number) = found.number else {
        assert!(found.placement.pieces().is_empty(), "{problem}");
        return;
    };
    let placed =
        found.placement.pieces().iter().map(|&(kind, square)| (kind, (square.row as i64, square.col as i64)));
    assert!(naive::is_placement(problem, &placed.collect::<Vec<_>>()), "{problem}: {found:?}");
    let sought: Vec<bool> = problem.pieces().map(|pieces| pieces.quantity == Quantity::Max).collect();
    let pieces = found.placement.pieces().iter().filter(|(kind, _)| sought[*kind]).count();
    assert_eq!(pieces, number as usize, "{problem}");
}

#[test]
fn all_ways_agree_with_the_oracle() {
    let (mut answered, mut none, mut mixed, mut seed) = (0, 0, 0, first_seed());
    while answered < PROBLEMS {
        seed += 1;
        let parts = random_open_parts(&mut Random::new(seed ^ 0x3a85), &SMALL);
        let problem = parts.problem();
        if problem.objective() != Objective::Maximum {
            continue;
        }
        let steps = Cell::new(0);
        let answer = naive::answer(&problem, false, &|| {
            steps.set(steps.get() + 1);
            steps.get() > MOST_STEPS
        });
        if !answer.complete {
            continue;
        }
        answered += 1;
        none += usize::from(answer.maximum.is_none());
        mixed += usize::from(problem.pieces().any(|pieces| pieces.free_pieces() > 0));
        for finder in [Finder::Best, Finder::Bound, Finder::Frontier, Finder::Naive] {
            let is_counted = seed % 2 == 0;
            let found = find(&problem, finder, is_counted);
            assert_eq!(found.number, answer.maximum, "seed {}, {finder:?}: {}", seed - 1, parts.text());
            check(&problem, &found);
            if is_counted {
                let count = found.outcome.unwrap().count;
                assert_eq!(
                    count,
                    BigUint::from(answer.count),
                    "seed {}, {finder:?}: {}",
                    seed - 1,
                    parts.text()
                );
            }
        }
    }
    assert!(none > PROBLEMS / 50 && mixed > PROBLEMS / 6, "{none} without a placement, {mixed} with numbers");
}

/// Larger ones, on which there is something to search.
#[test]
fn branch_and_bound_agrees_with_the_frontier_engine() {
    for text in [
        "5x5 Qmax",
        "6x6 Q2 Nmax",
        "6x6 Q3 Kmax",
        "5x6 Bmax Nmax",
        "5x7 Hmax K2",
        "6x6/torus Nmax",
        "7x7/torus Qmax",
        "6x7/cylinder Bmax N3",
        "6x6-c3,d4 Amax",
        "6x6 Xmax X=CZ",
        "7x7 Hmax",
        "6x6 Pmax Nmax",
        "6x6 Zmax R2",
        "5x5 Q1 Nmax B1",
        "7x5/torus Lmax K",
    ] {
        let problem: Problem = text.parse().unwrap();
        let [bound, frontier] = [Finder::Bound, Finder::Frontier].map(|finder| find(&problem, finder, false));
        assert_eq!(bound.number, frontier.number, "{text}");
        check(&problem, &bound);
        check(&problem, &frontier);
        assert_eq!(find(&problem, Finder::Best, true).number, bound.number, "{text}");
    }
}

/// Terms of The On-Line Encyclopedia of Integer Sequences (https://oeis.org) from n = 1 on.
#[test]
fn published_numbers_come_out() {
    let published: &[(&str, &str, &[u32])] = &[
        ("A030978", "N", &[1, 4, 5, 8, 13, 18, 25, 32, 41, 50, 61, 72, 85, 98]),
        ("A093005", "F", &[1, 2, 6, 8, 15, 18, 28, 32, 45, 50, 66, 72]),
        ("A133143", "A", &[1, 1, 1, 2, 4, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15, 16]),
        ("A190394", "H", &[1, 4, 5, 8, 10, 16, 17, 20, 21, 24]),
        ("A085801", "/torus Q", &[1, 1, 1, 2, 5, 4, 7, 6, 7, 9, 11, 10]),
        ("A189889", "/torus K", &[1, 1, 1, 4, 5, 9, 10, 16, 18, 25, 27]),
        // By the theorems: n queens from 4 on, 2n - 2 bishops from 2 on, a king in every 2 x 2 squares.
        ("queens", "Q", &[1, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("bishops", "B", &[1, 2, 4, 6, 8, 10, 12, 14, 16, 18]),
        ("kings", "K", &[1, 1, 4, 4, 9, 9, 16, 16, 25, 25]),
    ];
    for (name, kind, terms) in published {
        for (n, &term) in (1..).zip(*terms) {
            let (topology, kind) =
                kind.split_once(' ').map_or(("", *kind), |(topology, kind)| (topology, kind));
            let problem = problem_with_bare(&format!("{n}x{n}{topology} {kind}"), Quantity::Max).unwrap();
            let found = find(&problem, Finder::Best, false);
            assert_eq!(found.number, Some(term), "{name}: {problem}");
            check(&problem, &found);
        }
    }
}

#[test]
fn what_cannot_be_asked_is_said() {
    let ask = |text: &str, finder| {
        let problem: Problem = text.parse().unwrap();
        engines::largest(&problem, &Settings::default(), finder, false, &Silent).unwrap_err()
    };
    assert_eq!(ask("8x8 Q8", Finder::Best), LargestError::NothingToMaximise);
    assert_eq!(ask("8x8 N*", Finder::Best), LargestError::NothingToMaximise);
    assert!(matches!(ask("8x8 Qmax/Qmax", Finder::Best), LargestError::Plan(_)));
    assert_eq!(ask("32x32 Nmax Zmax Lmax Dmax Wmax", Finder::Bound), LargestError::TooLarge);
    let naive = Settings { up_to: UpTo::Symmetry, ..Settings::default() };
    let problem = "3x3 Qmax".parse().unwrap();
    assert!(engines::largest(&problem, &naive, Finder::Naive, true, &Silent).is_err());
}

/// Standard output, standard error and the exit code.
fn run(arguments: &[&str]) -> (String, String, i32) {
    read(&Command::new(env!("CARGO_BIN_EXE_armistice")).arg("max").args(arguments).output().unwrap())
}

fn read(output: &Output) -> (String, String, i32) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1))
}

#[test]
fn the_number_comes_with_a_placement() {
    let (answer, error, code) = run(&["8x8", "N"]);
    assert_eq!((error.as_str(), code), ("", 0));
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!((lines[0], lines.len()), ("8x8 Nmax: 32", 9), "{answer}");
    assert_eq!(answer.matches(['N']).count(), 33);
    assert_eq!(run(&["8x8 Nmax"]), (answer, String::new(), 0));
    // Kinds with a number keep it, and those with a star do not count.
    let (answer, _, _) = run(&["3x3 Q1 N"]);
    assert!(answer.starts_with("3x3 Q Nmax: 0\n") && answer.matches('Q').count() == 2, "{answer}");
    assert!(run(&["4x4 N K*"]).0.starts_with("4x4 K* Nmax: 8\n"));
    assert!(run(&["4x4 R K"]).0.starts_with("4x4 Kmax Rmax: 4 (K"));
    // The placement shows holes and fixed pieces.
    let (answer, _, _) = run(&["1x4-b1 K@a1"]);
    assert_eq!(answer, "1x4-b1 Kmax@a1: 2\nK * K .\n".to_owned());
}

#[test]
fn the_placements_are_counted_on_request() {
    assert!(run(&["8x8 B", "--count"]).0.starts_with("8x8 Bmax: 14, in 256 placements\n"));
    assert!(run(&["8x8 K", "--count"]).0.starts_with("8x8 Kmax: 16, in 281571 placements\n"));
    let (answer, _, _) = run(&["8x8 B", "--count", "--up-to", "symmetry"]);
    assert!(answer.starts_with("8x8 Bmax: 14, in 36 placements up to symmetry (256 in all)\n"), "{answer}");
    let (answer, _, code) = run(&["6x6 Q", "--count", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(code, 0);
    assert_eq!((&json["schema"], &json["problem"]), (&"armistice.max/1".into(), &"6x6 Qmax".into()));
    assert_eq!((&json["number"], &json["count"], &json["complete"]), (&6.into(), &"4".into(), &true.into()));
    assert_eq!(json["pieces"].as_array().unwrap().len(), 6);
    assert_eq!(json["pieces"][0]["letter"], "Q");
}

#[test]
fn quiet_is_the_number() {
    assert_eq!(run(&["-q", "10x10 A"]), ("10\n".into(), String::new(), 0));
    for engine in ["best", "bound", "frontier", "naive"] {
        assert_eq!(run(&["-q", "4x4 N", "--engine", engine, "--threads", "1"]).0, "8\n", "{engine}");
    }
}

#[test]
fn nothing_that_fits_is_an_answer() {
    assert_eq!(run(&["3x3 Q4 N"]), ("3x3 Q4 Nmax: no placement\n".into(), String::new(), 0));
    assert_eq!(run(&["-q", "3x3 Q4 N"]), ("none\n".into(), String::new(), 0));
    let (answer, _, code) = run(&["3x3 Q4 N", "--count", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((code, &json["number"], &json["count"]), (0, &serde_json::Value::Null, &"0".into()));
    assert_eq!((&json["complete"], &json["pieces"]), (&true.into(), &serde_json::json!([])));
}

#[test]
fn mistakes_are_one_line() {
    for (arguments, expected) in [
        (&["8x8 Q8"][..], "error: no kind is to be as many as possible: write it without a number, like N"),
        (&["8x8 N*/N"], "error: armies grow in proportion: "),
        (&["8x8 n"], "error: column 5, \"n\": kinds have capital letters: N"),
        (&["8x8"], "error: column 4, end of text: no pieces"),
    ] {
        let (answer, error, code) = run(arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}");
        assert!(error.starts_with(expected) && error.lines().count() == 1, "{error}");
    }
    for arguments in [&["8x8 N", "--engine", "rows"][..], &["8x8 N", "--up-to", "symmetry"], &[]] {
        assert_eq!(run(arguments).2, 2, "{arguments:?}");
    }
}

#[test]
fn batches_keep_their_order() {
    let file = std::env::temp_dir().join(format!("armistice-max-{}.txt", std::process::id()));
    std::fs::write(&file, "# a comment\n8x8 N\n8x8 Q8\n\n6x6 K\n").unwrap();
    let (answer, error, code) = run(&["-q", "--file", file.to_str().unwrap()]);
    let (records, _, _) = run(&["--format", "json", "--file", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!((answer.as_str(), code), ("32\nerror\n9\n", 2));
    assert!(error.starts_with("error: line 3: no kind is to be"), "{error}");
    assert!(records.lines().nth(1).is_some_and(|line| line.contains("armistice.error/1")), "{records}");
}

/// Ctrl-C ends a search of years promptly, with the best placement as a lower bound.
#[cfg(unix)]
#[test]
fn an_interrupted_search_is_a_lower_bound() {
    for engine in ["best", "bound"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_armistice"));
        command.args(["max", "20x20 Q7 N4 Z", "--engine", engine]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        let start = Instant::now();
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let (answer, error, code) = read(&child.wait_with_output().unwrap());
        assert_eq!(code, 130, "{answer}{error}");
        let line = answer.lines().next().unwrap();
        assert!(
            line.starts_with("20x20 Q7 N4 Zmax: ≥ ") && line.ends_with(", stopped before the end"),
            "{line}"
        );
        assert!(answer.matches('Q').count() == 8 && error.is_empty(), "{answer}{error}");
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }
}
