//! `armistice puzzle` and `armistice solve --unique` on the command line.

use crate::common::program::{Folder, assert_refused, feed, interrupt, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn puzzle(arguments: &[&str]) -> String {
    let (answer, error, code) = run(&[&["puzzle"], arguments].concat());
    assert_eq!((error.as_str(), code), ("", 0), "{arguments:?}");
    answer
}

/// Returns the first line of `solve --unique`, and its exit code.
fn unique(problem: &str) -> (String, i32) {
    let (answer, error, code) = run(&["solve", problem, "--unique"]);
    assert_eq!(error, "");
    (answer.lines().next().unwrap_or_default().to_owned(), code)
}

#[test]
fn none_one_or_more() {
    assert_eq!(unique("8x8 Q8@b1,e3"), ("8x8 Q8@b1,e3: exactly one placement".to_owned(), 0));
    assert_eq!(unique("3x3 Q3"), ("3x3 Q3: no placement".to_owned(), 1));
    assert_eq!(unique("8x8 Q8"), ("8x8 Q8: more than one placement".to_owned(), 1));
    // If there are two placements, both are shown with their difference.
    let (answer, ..) = run(&["solve", "4x4 Q4", "--unique"]);
    assert!(answer.contains("\nOne has Q") && answer.contains(", another Q"), "{answer}");
    assert_eq!(answer.matches("Solution #").count(), 2);
    let (answer, error, code) = run(&["solve", "4x4 Q4@b1", "--unique", "--format", "permutation"]);
    assert_eq!((answer.as_str(), code), ("3 1 4 2\n", 0));
    assert_eq!(error, "4x4 Q4@b1: exactly one placement\n");
    // The answer names the set of placements that is searched.
    let one_of = |words: &[&str]| {
        let (answer, ..) = run(&[&["solve", "6x6 Q6", "--unique"], words].concat());
        answer.lines().next().unwrap().to_owned()
    };
    assert_eq!(one_of(&[]), "6x6 Q6: more than one placement");
    assert_eq!(one_of(&["--up-to", "symmetry"]), "6x6 Q6: exactly one placement up to symmetry");
    assert_eq!(
        one_of(&["--maximal", "--up-to", "symmetry"]),
        "6x6 Q6: exactly one maximal placement up to symmetry"
    );
    // The two placements are reflections of each other. This is the only board that kings fill in one way.
    assert_eq!(run(&["solve", "4x4 Q4", "--unique", "--up-to", "symmetry"]).2, 0);
    assert_eq!(run(&["solve", "1x3 K*", "--unique", "--maximal"]).2, 1);
    // Problems that the search by choices does not support are listed instead.
    assert_eq!(unique("2x2 G4").1, 0);
    assert_eq!(unique("8x8 K14 N*").1, 1);
    let json = run(&["solve", "4x4 Q4", "--unique", "--format", "json"]).0;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["unique"], json["placements"].as_array().unwrap().len()), (&Value::Bool(false), 2));
    assert_eq!(json["differ"][0].as_array().unwrap().len(), 4);
    for other in ["--all", "--next", "--random", "--limit=3", "--output=x.txt"] {
        assert_eq!(run(&["solve", "8x8 Q8", "--unique", other]).2, 2, "{other}");
    }
}

/// Every step has its reason: ranks, files, regions and kinds by name, and a search last.
#[test]
fn puzzles_are_explained_step_by_step() {
    let explained = |problem: &str| {
        let (answer, error, code) = run(&["solve", problem, "--unique", "--steps"]);
        assert_eq!((error.as_str(), code), ("", 0), "{problem}");
        answer
    };
    let queens = explained("4x4 Q4@b1");
    assert!(queens.contains("exactly one placement\n1. Qd2: the only place left for rank 2\n"), "{queens}");
    assert!(
        explained("5x5 K5 rank=1 file=1 regions=aabbb/aabcc/adbce/ddccc/ddddc").contains("left for region ")
    );
    assert!(explained("2x2 N4").contains("left for all knights"));
    // Other forms are for programs, and the steps are notes beside them.
    let (answer, error, code) =
        run(&["solve", "4x4 Q4@b1", "--unique", "--steps", "--format", "permutation"]);
    assert_eq!((answer.as_str(), code, error.lines().count()), ("3 1 4 2\n", 0, 4));
    let json = |problem: &str| -> Value {
        serde_json::from_str(&run(&["solve", problem, "--unique", "--steps", "--format", "json"]).0).unwrap()
    };
    let steps = &json("4x4 Q4@b1")["steps"];
    assert_eq!((&steps[0]["technique"], &steps[0]["line"]), (&"only place left".into(), &"rank 2".into()));
    assert_eq!(steps[0]["placed"][0]["square"], "d2");
    // Without exactly one placement there are no steps.
    assert_eq!(
        (&json("4x4 Q4")["steps"], run(&["solve", "4x4 Q4", "--unique", "--steps"]).2),
        (&Value::Null, 1)
    );
    for refused in [&["--steps"][..], &["--unique", "--steps", "--maximal"]] {
        assert_eq!(run(&[&["solve", "4x4 Q4"], refused].concat()).2, 2, "{refused:?}");
    }
    let (_, error, code) = run(&["solve", "2x2 G4", "--unique", "--steps"]);
    assert!(code == 2 && error.contains("exact numbers"), "{error}");
}

/// The result is a problem, which the other commands answer.
#[test]
fn puzzles_have_one_solution() {
    for arguments in [
        &["8x8 Q8", "--count", "4"][..],
        &["8x8 Q8", "--level", "easy", "--count", "2"],
        &["6x6-c3/cylinder N8 B2", "--count", "2"],
        &["5x5 Q4/Q4"],
        &["4x4 R4 + B4"],
        &["7x7 K7 rank=1 file=1", "--regions", "--count", "2"],
        &["6x6 Q6", "--regions", "--level", "medium"],
        &["8x8 K16 rank=2 file=2", "--regions=2"],
        &["8x8 Q8", "--fewest", "--count", "3"],
    ] {
        let all = [arguments, &["--seed", "4", "--format", "text"]].concat();
        let made = puzzle(&all);
        assert_eq!(made, puzzle(&all), "the same each time");
        let lines: Vec<&str> = made.lines().skip(usize::from(arguments.contains(&"--fewest"))).collect();
        let different: BTreeSet<&&str> = lines.iter().collect();
        assert_eq!(different.len(), lines.len());
        let counts = feed(&["count", "--quiet", "-"], lines.join("\n")).0;
        assert_eq!(counts, "1\n".repeat(lines.len()), "{made}");
    }
    assert!(puzzle(&["8x8 Q8", "--seed", "1"]).starts_with("Puzzle #1, "));
    assert_ne!(puzzle(&["12x12 Q12", "--format", "text"]), puzzle(&["12x12 Q12", "--format", "text"]));
    // A problem with a single placement needs no pre-placed piece.
    assert_eq!(puzzle(&["4x4 Q4@b1", "--format", "text"]), "4x4 Q4@b1\n");
}

#[test]
fn levels_are_those_of_the_json() {
    for level in ["easy", "medium", "hard"] {
        let made = puzzle(&["8x8 Q8", "--level", level, "--seed", "2", "--count", "2", "--format", "json"]);
        for line in made.lines() {
            let puzzle: Value = serde_json::from_str(line).unwrap();
            assert_eq!(puzzle["level"], level);
            assert_eq!(puzzle["solution"].as_array().unwrap().len(), 8);
            let twice = puzzle["steps"]["leaves_too_few"].as_u64().unwrap();
            assert_eq!(twice == 0, level == "easy", "{line}");
        }
    }
}

#[test]
fn files_of_levels_and_sheets() {
    let folder = Folder::new("puzzles");
    let file = |name: &str| folder.file(name);
    let made =
        |name: &str| puzzle(&["6x6 Q6", "--regions", "--seed", "3", "--count", "7", "-o", &file(name)]);
    for name in ["levels.txt", "levels.jsonl", "levels.json", "sheet.svg", "sheet.html", "sheet.pdf"] {
        assert_eq!(made(name), "");
    }
    let read = |name: &str| fs::read_to_string(file(name)).unwrap();
    assert_eq!(run(&["count", "--quiet", "--file", &file("levels.txt")]).0, "1\n".repeat(7));
    let list: Vec<Value> = serde_json::from_str(&read("levels.json")).unwrap();
    let lines: Vec<Value> =
        read("levels.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((list.len(), &list), (7, &lines));
    // A drawing of regions is read from a file.
    let regions = lines[0]["regions"].as_str().unwrap().replace('/', "\n");
    fs::write(file("board.txt"), regions).unwrap();
    let text = format!("6x6 Q6 regions=@{}", file("board.txt"));
    assert_eq!(run(&["solve", &text, "--unique"]).2, 0);
    // Six boards are on a page, each with its solution on the back.
    assert_eq!(read("sheet.html").matches("<svg class=\"sheet\"").count(), 4);
    assert_eq!(read("sheet.svg").matches("to fill in</title>").count(), 7);
    assert!(fs::read(file("sheet.pdf")).unwrap().starts_with(b"%PDF"));
    assert_refused(&["puzzle", "8x8 Q8", "-o", &file("levels.csv")], ".jsonl");
    assert_refused(&["puzzle", "8x8 Q8", "-o", &file("sheet.tex")], ".pdf");
    assert_refused(&["puzzle", "8x8 Q8", "-o", &file("sheet.pdf"), "--size", "80mm"], "--paper");
}

/// The numbers are OEIS A374013 for queens; any rooks can be completed.
#[test]
fn what_can_always_be_completed() {
    let number = |problem: &str| puzzle(&[problem, "--completable", "--quiet"]);
    let queens: Vec<String> = (4..=9).map(|n| number(&format!("{n}x{n} Q{n}"))).collect();
    assert_eq!(queens.concat(), "0\n1\n0\n1\n1\n1\n");
    assert_eq!((number("5x5 R5").as_str(), number("3x3 Q3").as_str()), ("5\n", "none\n"));
    let answer = puzzle(&["8x8 Q8", "--completable"]);
    assert!(
        answer
            .starts_with("8x8 Q8: 1: any single piece can be completed; these pieces cannot be completed:\n"),
        "{answer}"
    );
    assert_eq!(answer.matches('Q').count(), 2 + 1);
    let (answer, _, code) = run(&["puzzle", "30x30 Q30", "--completable", "--budget", "300ms", "--quiet"]);
    assert!(answer.starts_with("≥ ") && code == 3, "{answer} {code}");
    let (answer, _, code) = interrupt(&["puzzle", "30x30 Q30", "--completable"]);
    assert!(answer.contains(": ≥ ") && answer.contains("stopped") && code == 130, "{answer} {code}");
}

#[test]
fn the_fewest_that_force_a_placement() {
    let number = |problem: &str| puzzle(&[problem, "--fewest", "--quiet"]);
    let queens: Vec<String> = (1..=9).map(|n| number(&format!("{n}x{n} Q{n}"))).collect();
    assert_eq!(queens.concat(), "0\nnone\nnone\n1\n2\n1\n2\n2\n2\n");
    let first = |problem: &str| puzzle(&[problem, "--fewest"]).lines().next().map(str::to_owned).unwrap();
    let all = "8x8 Q8: 2, the fewest pieces that force a placement: 308 sets, in 92 placements";
    assert_eq!(first("8x8 Q8"), all);
    assert_eq!(first("4x4 Q4@b1"), "4x4 Q4@b1: 0, there is only one placement");
    // The search by choices does not support hoppers, so there is no level.
    assert!(puzzle(&["3x3 G3", "--fewest"]).contains("level not known"));
    let (answer, _, code) = run(&["puzzle", "20x20 Q20", "--fewest", "--budget", "300ms"]);
    assert!(answer.contains(": ≥ 0, stopped") && code == 3, "{answer} {code}");
}

#[test]
fn what_cannot_be_made_is_refused() {
    for (problem, expected) in [
        ("8x8 Q*", "exact numbers"),
        ("8x8 G3", "hoppers"),
        ("8x8 Q9 #1", "walls"),
        ("3x3 Q3", "no placement"),
        ("8x8", "pieces"),
        ("8x8 Y3", "no kind has the letter Y"),
    ] {
        assert_refused(&["puzzle", problem], expected);
    }
    assert_refused(&["puzzle", "8x8 Q8", "--regions=3"], "8 pieces cannot be divided into regions of 3");
    assert_refused(&["puzzle", "8x8 Q8", "--quiet"], "--fewest");
    assert_refused(&["puzzle", "4x4 Q4", "--level", "extreme"], "another level or seed");
    // A single queen has eight squares.
    let folder = Folder::new("few-puzzles");
    let file = folder.file("few.txt");
    for end in [&["--format", "text"], &["-o", &file[..]]] {
        let few = [&["puzzle", "4x4 Q4", "--count", "9", "--seed", "1"], &end[..]].concat();
        let (answer, error, code) = run(&few);
        assert!(error.contains("found only 8 puzzles in 2000 attempts") && code == 3, "{answer}{error}");
        let written = if answer.is_empty() { fs::read_to_string(&file).unwrap() } else { answer };
        assert_eq!(written.lines().count(), 8, "{written}");
    }
    assert_refused(&["puzzle", "2x2 R2 regions=aa/bb", "--regions"], "the problem already has regions");
}
