//! Placements as FEN and as lists of squares: written and read back.

use crate::common::{Random, first_seed};
use armistice::notation::{fen, placement_from_fen, placement_from_squares, placement_squares};
use armistice::{Placement, Problem};

/// Makes a problem with any number of some kinds, and a placement of its pieces on random squares.
fn random_placement(random: &mut Random) -> (Problem, Placement) {
    let longest = if random.chance(4) { 60 } else { 9 };
    let (rows, cols) = (random.between(1, longest), random.between(1, longest));
    let topology = random.pick(&["plane", "cylinder", "torus"]);
    let (mut holes, mut standing) = (Vec::new(), Vec::new());
    let kinds = random.between(1, 3);
    for row in 0..rows {
        for col in 0..cols {
            match random.between(0, 9) {
                0 => holes.push(format!("r{}c{}", row + 1, col + 1)),
                1..=3 => standing.push((random.between(0, kinds - 1), armistice::board::Square { row, col })),
                _ => {}
            }
        }
    }
    let holes = if holes.is_empty() { String::new() } else { format!("-{}", holes.join(",")) };
    let pieces = match kinds {
        1 => "N*",
        2 => random.pick(&["K* X* X=NC", "Q*/Q*"]),
        _ => random.pick(&["Q* R* N*", "K* N*/K*", "X*/R* N* X=FW"]),
    };
    let problem = format!("{rows}x{cols}/{topology}{holes} {pieces}").parse::<Problem>().unwrap();
    (problem, Placement::new(standing))
}

#[test]
fn random_placements_read_back() {
    let first = first_seed();
    for seed in first..first + 300 {
        let (problem, placement) = random_placement(&mut Random::new(seed));
        let as_fen = fen(&problem, &placement).unwrap();
        let shown = || format!("seed {seed}: {problem}: {as_fen}");
        assert_eq!(placement_from_fen(&problem, &as_fen).as_ref(), Ok(&placement), "{}", shown());
        let further = format!(" {as_fen} w - - 0 1");
        assert_eq!(placement_from_fen(&problem, &further).as_ref(), Ok(&placement), "{}", shown());
        let squares = placement_squares(&problem, &placement);
        assert_eq!(placement_from_squares(&problem, &squares).as_ref(), Ok(&placement), "{}", shown());
    }
}

/// Any text is rejected in one short line with its column, or is a placement that is written and read back.
#[test]
fn random_texts_are_placements_or_refused() {
    let problems = ["3x3-b2 K* Q*/N*", "2x12 N* X* X=NC", "1x1 K1", "4x4/torus Q*/Q*/Q*"];
    let problems = problems.map(|text| text.parse::<Problem>().unwrap());
    let signs: Vec<&str> =
        "K Q N X n q / / 1 2 3 1*1 3/ 12 0 * - , a1 b3 c é \u{1b} 99999999999999999999".split(' ').collect();
    let first = first_seed();
    let mut accepted = 0;
    for seed in first..first + 20_000 {
        let random = &mut Random::new(seed);
        let problem = random.pick(&problems);
        let mut text = String::new();
        for _ in 0..random.between(0, 8) {
            text += random.pick(&signs);
            text += random.pick(&["", "", "", " "]);
        }
        let check = |error: &dyn std::fmt::Display, column: usize| {
            let message = error.to_string();
            assert!(message.len() < 250 && !message.contains(char::is_control), "{message:?}");
            assert!(column <= text.chars().count() + 1, "{message}");
        };
        match placement_from_fen(&problem, &text) {
            Ok(placement) => {
                let written = fen(&problem, &placement).unwrap();
                assert_eq!(placement_from_fen(&problem, &written).as_ref(), Ok(&placement), "{text:?}");
                accepted += 1;
            }
            Err(error) => check(&error, error.column),
        }
        match placement_from_squares(&problem, &text) {
            Ok(placement) => {
                let written = placement_squares(&problem, &placement);
                assert_eq!(placement_from_squares(&problem, &written).as_ref(), Ok(&placement), "{text:?}");
                accepted += 1;
            }
            Err(error) => check(&error, error.column),
        }
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn a_board_of_a_million_ranks_has_a_fen() {
    let problem = "1000000x1000000 Q*".parse::<Problem>().unwrap();
    let placement = placement_from_squares(&problem, "Qr5c999999,r1000000c1").unwrap();
    let text = fen(&problem, &placement).unwrap();
    assert!(text.starts_with("Q999999/1000000/") && text.contains("/999998Q1/"), "{}", &text[..60]);
    assert_eq!(placement_from_fen(&problem, &text).unwrap(), placement);
}
