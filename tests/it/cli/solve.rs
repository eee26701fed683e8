//! `armistice solve` on the command line: orders, forms, large boards, pipes, bad input.

use crate::common::program::{feed, run, start};
use armistice::clock::Instant;
use armistice::notation::{placement_from_fen, placement_from_squares};
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;

fn typed(line: &str) -> (String, String, i32) {
    run(&line.split(' ').collect::<Vec<_>>())
}

/// Returns the output of a run that succeeds without a message on standard error.
fn answer(arguments: &str) -> String {
    let (answer, error, code) = typed(arguments);
    assert_eq!((error.as_str(), code), ("", 0), "{arguments}");
    answer
}

#[test]
fn the_first_placement_is_a_diagram() {
    let diagram = "Solution #1:\nQ . . . . . . .\n. . . . Q . . .\n. . . . . . . Q\n. . . . . Q . .\n. . Q . . . . .\n\
                   . . . . . . Q .\n. Q . . . . . .\n. . . Q . . . .\n\n";
    assert_eq!(answer("solve 8x8 Q8"), diagram);
    assert_eq!(answer("solve 8x8 Q8 --order lex"), diagram);
    assert_eq!(answer("solve 2x3-b2 K N --format unicode"), "Solution #1:\n♔ * ♘\n. . .\n\n");
    assert_eq!(answer("solve 8x8 Q8 --all").matches("Solution #").count(), 92);
    assert!(answer("solve 8x8 Q8 --all").contains("Solution #92:\n. . . . . . . Q\n"));
    assert_eq!(answer("solve 5x5 N B R Q A --all --format fen").lines().count(), 96);
}

/// The order is that in which a constraint solver labels its columns.
#[test]
fn first_fail_finds_what_constraint_solvers_do() {
    let permutation =
        |problem: &str| answer(&format!("solve {problem} --order first-fail --format permutation"));
    assert_eq!(permutation("8x8 Q8"), "1 5 8 6 3 7 2 4\n");
    assert_eq!(permutation("8x8 Q8 --limit 2"), "1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n");
    assert_eq!(permutation("8x8 Q8 --skip 1"), "1 6 8 3 7 4 2 5\n");
    assert_eq!(permutation("20 Q20"), "1 3 5 14 17 4 16 7 12 18 15 19 6 10 20 11 8 2 13 9\n");
    assert!(permutation("100 Q100").starts_with("1 3 5 57 59 4 64 7 58 "));
    assert_eq!(permutation("8x8 Q8 --all").lines().count(), 92);
    assert_eq!(answer("solve 8x8 Q8 --format permutation"), "1 5 8 6 3 7 2 4\n");
}

#[test]
fn one_of_each_class_is_listed_with_its_size() {
    let classes = answer("solve 8x8 Q8 --all --up-to symmetry --format json");
    let sizes: Vec<u64> = classes
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["class_size"].as_u64().unwrap())
        .collect();
    assert_eq!((sizes.len(), sizes.iter().sum::<u64>()), (12, 92));
    assert!(answer("solve 8x8 Q8 --up-to symmetry").starts_with("Solution #1 (one of 8):\n"));
    assert!(answer("solve 1x1 K --up-to symmetry").starts_with("Solution #1 (alone):\n"));
    assert_eq!(answer("solve 3x3 K* --maximal --all --format squares").lines().count(), 8);
}

#[test]
fn every_form_says_the_same() {
    let problem = "6x6 N3 B2 Q".parse::<armistice::Problem>().unwrap();
    let form = |form: &str| answer(&format!("solve 6x6 N3 B2 Q --limit 20 --format {form}"));
    let (fen, squares, pairs, json) = (form("fen"), form("squares"), form("pairs"), form("json"));
    for (((fen, squares), pairs), json) in
        fen.lines().zip(squares.lines()).zip(pairs.lines()).zip(json.lines())
    {
        let placement = placement_from_fen(&problem, fen).unwrap();
        assert_eq!(placement.fault(&problem), None, "{fen}");
        assert_eq!(placement_from_squares(&problem, squares).unwrap(), placement);
        let lettered = placement.letters_and_squares(&problem);
        let pair = |(letter, at): &(char, armistice::board::Square)| {
            format!("{letter}({},{})", at.row + 1, at.col + 1)
        };
        assert_eq!(pairs, lettered.iter().map(pair).collect::<Vec<_>>().join(" "));
        let record: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(record["schema"], "armistice.solve/1");
        assert_eq!(record["pieces"].as_array().unwrap().len(), 6);
        assert_eq!(record["pieces"][0]["square"], lettered[0].1.to_string());
        let checked = typed(&format!("check 6x6 N3 B2 Q --fen {fen}"));
        assert_eq!((checked.0.trim_end(), checked.2), ("6x6 Q B2 N3: valid", 0));
    }
    assert_eq!(fen.lines().count(), 20);
    let picture = answer("solve 6x6 Q6 --format svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}

/// The absence of a placement is an answer.
#[test]
fn none_is_said_when_it_is_proved() {
    for problem in
        ["3x3 Q3", "8x8 K17", "2x2 Q5", "8x8 Q9", "1000 R1001", "4x4 Q2@a1,b2", "40x40 K1601", "6x6 A6"]
    {
        assert_eq!(answer(&format!("solve {problem}")), "none\n", "{problem}");
    }
    let line = answer("solve 3x3 Q3 --format json");
    assert_eq!(line, "{\"schema\":\"armistice.solve/1\",\"problem\":\"3x3 Q3\",\"number\":null}\n");
    assert_eq!(answer("solve 3x3 Q3 --all"), "none\n");
    // The skipped placements exist.
    let (nothing, note, code) = typed("solve 6x6 Q6 --skip 4");
    assert_eq!((nothing.as_str(), code), ("", 0));
    assert!(note.ends_with("there are 4 placements\n"), "{note}");
    assert_eq!(answer("solve 3x3 Q3 --random"), "none\n");
}

#[test]
fn large_boards_have_placements_too() {
    for problem in [
        "1000 Q1000",
        "997 Q997",
        "500x700 R500",
        "300 B598",
        "101 K2601",
        "60 N1800",
        "100 A100",
        "20x20 N30 B5 R3 Q2",
        "50x50/torus K200 N20",
        "40x40-c3,d4 Q30 K10 A5",
        "34x34 X34 X=QC",
        "40 Q40@a1,b3",
    ] {
        let line = answer(&format!("solve {problem} --format squares"));
        let problem = problem.parse::<armistice::Problem>().unwrap();
        let placement = placement_from_squares(&problem, line.trim_end()).unwrap();
        assert_eq!(placement.fault(&problem), None, "{problem}");
    }
    // The list has half a million queens, by their numbers.
    let line = answer("solve 500000 Q500000 --format permutation");
    let mut ranks: Vec<usize> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
    assert_eq!(ranks.len(), 500_000);
    for turn in [0, 1, -1] {
        let mut lines: Vec<i64> =
            ranks.iter().enumerate().map(|(at, &n)| n as i64 + turn * at as i64).collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 500_000);
    }
    ranks.sort_unstable();
    assert_eq!((ranks[0], ranks[499_999]), (1, 500_000));
}

#[test]
fn random_placements_are_the_same_for_the_same_seed() {
    let draw =
        |seed: u32| answer(&format!("solve 8x8 Q8 --random --limit 30 --seed {seed} --format permutation"));
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    assert_eq!(draw(7).lines().count(), 30);
    let again = answer("solve 8x8 Q8 --order random --limit 30 --seed 7 --format permutation");
    assert_eq!(draw(7), again);
    let (many, note, code) = typed("solve 20x20 Q20 --random --limit 2 --seed 5 --format squares");
    assert_eq!((many.lines().count(), code), (2, 0));
    assert!(note.starts_with("too many placements to count"), "{note}");
}

/// A list too long for memory is written as it is found, and ends quietly when its reader leaves.
#[test]
fn long_lists_flow() {
    let mut child = start(&["solve", "8x8 N10", "--all", "--format", "squares"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Vec<String> = lines.by_ref().take(1_000).map(Result::unwrap).collect();
    assert!(first[0].starts_with("N"));
    drop(lines);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
}

#[test]
fn what_cannot_be_done_is_said_in_a_line() {
    for (arguments, fault) in [
        ("solve 8x8 Q8 --limit 0", "a whole number from 1 was expected"),
        ("solve 8x8 Q8 --seed 3", "--seed needs --random"),
        ("solve 8x8 Q8 --order lex --seed 3", "--seed needs --random"),
        ("solve 8x8 Q4/Q4 --order first-fail", "2 armies"),
        ("solve 8x8 N* --order first-fail", "how many N?"),
        (
            "solve 8x8 Q8 --order first-fail --up-to symmetry",
            "--up-to, --maximal and --dominating need the order lex",
        ),
        ("solve 8x8 Q8 --order random --all", "--order random"),
        ("solve 8x8 Q8 --all --format svg", "one picture"),
        ("solve 40 Q40 --all", "more than 1024 squares"),
        ("solve 40 Q*", "needs exact numbers"),
        ("solve 8x8 K2 N2 --format permutation", "not a permutation"),
        ("solve 1000001 Q5", "1 to 1000000 squares"),
        ("solve 100004 A100004", "too large to search"),
        ("solve 9x9 Y9", "no kind has the letter"),
        ("solve 8x8 Q8 --next --all", "cannot be used with"),
        ("solve 8x8 Q8 --n 4..8", "expected a family with the variable n alone"),
        ("solve {n}x{m} Q2 --n 4..8", "expected a family with the variable n alone"),
        ("solve {n}x{n} Q{n} --n 4 --format svg", "one picture"),
    ] {
        let (answer, error, code) = typed(arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments}: {error}");
        assert!(error.contains(fault), "{arguments}: {error}");
    }
    let (_, error, code) = typed("solve 8x8 Q8 -o /nowhere/queens.txt");
    assert!(code == 1 && error.contains("/nowhere/queens.txt"), "{error}");
    let (_, error, code) = typed("count 40 Q40");
    assert!(code == 2 && error.contains("1024 squares"), "{error}");
}

/// Placements are shown one after another, on request.
#[test]
fn the_next_placement_is_asked_for() {
    let solve = |arguments: &[&str], keys: &str| feed(&[&["solve"], arguments, &["--next"]].concat(), keys);
    let queens = ["6x6 Q6", "--format", "permutation"];
    assert_eq!(solve(&queens, ";\nq").0.lines().count(), 3);
    assert_eq!(solve(&queens, "q"), ("2 4 6 1 3 5\n".into(), String::new(), 0));
    assert_eq!(solve(&queens, "").0.lines().count(), 1, "standard input has ended");
    let all = answer("solve 6x6 Q6 --all --format permutation");
    assert_eq!(solve(&queens, ";;;;;;;;"), (all, "4 placements\n".into(), 0));
    let classes = solve(&["8x8 Q8", "--up-to", "symmetry"], &";".repeat(12));
    assert_eq!((classes.1.as_str(), classes.2), ("12 placements up to symmetry (92 in all)\n", 0));
    assert_eq!(solve(&["3x3 Q3"], ";").0, "none\n");
}

/// There is a placement of each member of a family.
#[test]
fn families_are_solved_member_by_member() {
    assert_eq!(
        answer("solve {n}x{n} Q{n} --n 3..6 --format permutation"),
        "3x3 Q3: none\n4x4 Q4: 2 4 1 3\n5x5 Q5: 1 3 5 2 4\n6x6 Q6: 2 4 6 1 3 5\n"
    );
    assert_eq!(
        answer("solve {n}x{n} R --n 1,2"),
        "1x1 R\nSolution #1:\nR\n\n2x2 R\nSolution #1:\nR .\n. .\n\n"
    );
    assert_eq!(answer("solve {n}x{n} Q{n} --n 4 --all --format squares").lines().count(), 2);
    let lines = answer("solve {n}x{n} Q{n} --n 3..4 --format json");
    assert!(lines.lines().count() == 2 && lines.contains("\"problem\":\"4x4 Q4\""), "{lines}");
    let large = answer("solve {n}x{n}/torus Q{n} --n 5..29..6 --format permutation");
    assert!(large.lines().last().unwrap().starts_with("29x29/torus Q29: "), "{large}");
}

/// A construction is found immediately without a search, and checked in about one step for each piece.
#[test]
fn constructions_are_found_at_once() {
    let start = Instant::now();
    for (problem, pieces) in [
        ("1000x1000 Q1000", 1000),
        ("1001x1001/torus Q1001", 1001),
        ("100001x100001/torus Q100001", 100_001),
        ("100001x100001/cylinder A100001", 100_001),
        ("100000x100000 A100000", 100_000),
        ("1000x1000 X1998 X=BN", 1998),
        ("50000x50000 X50000 X=RN", 50_000),
    ] {
        let (squares, error, code) = run(&["solve", problem, "--format", "squares"]);
        assert_eq!((error.as_str(), code), ("", 0), "{problem}");
        assert_eq!(squares.split(',').count(), pieces, "{problem}");
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}

/// A time limit ends a search with exit code 3, also for lists.
#[test]
fn a_time_limit_ends_a_search() {
    // Each of these lists takes years.
    for more in [&["--all", "--format", "permutation"][..], &["--all", "--order", "first-fail"]] {
        let arguments = [&["solve", "26x26 Q26", "--budget", "200ms"], more].concat();
        let begun = Instant::now();
        let (_, note, code) = run(&arguments);
        assert_eq!(code, 3, "{arguments:?}: {note}");
        // A busy machine takes longer, but not years.
        assert!(begun.elapsed() < Duration::from_secs(60), "{arguments:?}");
    }
    let (answer, note, code) =
        run(&["solve", "6x6 Q6", "--all", "--budget", "1h", "--format", "permutation"]);
    assert_eq!((answer.lines().count(), note.as_str(), code), (4, "", 0));
}
