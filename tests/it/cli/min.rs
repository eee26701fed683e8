//! `armistice min` on the command line.

use crate::common::program::{assert_refused, run};

fn min(arguments: &[&str]) -> (String, String, i32) {
    run(&[&["min"], arguments].concat())
}

/// Queens: OEIS A075324 and A299034 (independent domination of the queens graph, and the number of placements
/// that attain it). Kings: the square of a third of the side, rounded up.
#[test]
fn the_fewest_pieces_that_leave_no_room() {
    let (answer, error, code) = min(&["8x8", "Q"]);
    assert_eq!((error.as_str(), code), ("", 0));
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!((lines[0], lines.len()), ("8x8 Qmin: 5, in 728 maximal placements", 9), "{answer}");
    assert_eq!(min(&["8x8 Q*", "-q"]).0, "5\n");
    for (side, number) in [(4, 4), (6, 4), (7, 9), (9, 9)] {
        assert!(min(&[&format!("{side}x{side} K"), "-q"]).0 == format!("{number}\n"));
    }
    assert_eq!(min(&["11x11 Q", "-q", "--threads", "2"]).0, "5\n");
}

/// Queens: OEIS A075458 and A002564, A261752 and A002566. Knights: A006075 and A006076. Kings: at least a
/// ninth of the squares.
#[test]
fn the_fewest_pieces_that_dominate() {
    let first = |arguments: &[&str]| min(arguments).0.lines().next().map(str::to_owned).unwrap();
    assert_eq!(first(&["8x8 Q", "--dominating"]), "8x8 Qmin: 5, in 4860 dominating placements");
    assert_eq!(first(&["8x8 Q", "--dominating=total"]), "8x8 Qmin: 5, in 352 totally dominating placements");
    assert_eq!(first(&["8x8 N", "--dominating"]), "8x8 Nmin: 12, in 2 dominating placements");
    assert_eq!(first(&["8x8 R", "--dominating"]), "8x8 Rmin: 8, in 33514112 dominating placements");
    assert_eq!(first(&["9x9 K", "--dominating"]), "9x9 Kmin: 9, in 1 dominating placement");
    assert_eq!(first(&["1x1 Q", "--dominating=total"]), "1x1 Qmin: no placement");
    let json = min(&["4x4 Q", "--dominating", "--format", "json"]).0;
    assert!(
        json.contains(r#""dominating":"dominating""#) && json.contains(r#""number":2,"count":"12""#),
        "{json}"
    );
    // If only the number is printed, placements are not counted. JSON always has the count.
    assert_eq!(min(&["8x8 N", "--dominating", "-q"]).0, "12\n");
    let json = min(&["8x8 N", "--dominating", "-q", "--format", "json"]).0;
    assert!(json.contains(r#""number":12,"count":"2","complete":true"#), "{json}");
    assert_refused(&["min", "4x4 Q*/R*", "--dominating"], "dominating");
    assert_refused(&["min", "4x4 G", "--dominating"], "hoppers");
    assert_refused(&["min", "4x4 Q rank=2", "--dominating"], "quotas");
}

#[test]
fn several_kinds_given_numbers_and_nothing() {
    assert!(min(&["4x4 K N2"]).0.starts_with("4x4 Kmin N2: "));
    let (answer, ..) = min(&["4x4 K N*"]);
    assert!(answer.contains(" (K") && answer.contains("maximal placement"), "{answer}");
    // Each group has its own number, even with the same letter.
    let (answer, ..) = min(&["4x4 N + N"]);
    let line = answer.lines().next().unwrap();
    let numbers = line.split(['(', ')']).nth(1).unwrap().split(' ').map(|of| of[1..].parse::<u32>().unwrap());
    assert!(line.starts_with("4x4 Nmin + Nmin: 8 (N") && numbers.sum::<u32>() == 8, "{line}");
    // A kind written max is also minimised.
    assert!(min(&["4x4 Nmax"]).0.starts_with("4x4 Nmin: 4, in 9 maximal placements\n"));
    assert_eq!(min(&["2x2 K Q1@a1 N1@b2"]).0, "2x2 Kmin Q@a1 N@b2: no placement\n");
    assert_eq!(min(&["-q", "2x2 K Q1@a1 N1@b2"]).0, "none\n");
    let meant = "nothing to minimise: write one army, and leave out the number of a kind, like N; did you mean armistice min";
    assert_refused(&["min", "8x8 Q8"], meant);
    let (answer, _, code) = min(&["20x20 Q", "--budget", "500ms"]);
    assert_eq!((answer.as_str(), code), ("20x20 Qmin: stopped before the smallest number was found\n", 3));
}
