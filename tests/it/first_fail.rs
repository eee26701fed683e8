//! First fail against the oracle: both find the same placements of random small problems, also if such a
//! problem is the only open part of a large board.

use crate::common::{
    Parts, Random, Shape, fewest, first_seed, oracle, placement, random_parts, random_rows, sample, seeds,
    square,
};
use armistice::engines::naive;
use armistice::plan::Silent;
use armistice::search::listing::{Choice, FirstFail, Heuristic, Values};
use armistice::search::{First, find_first};
use armistice::{BigUint, Named, Placement, Problem};

const SMALL: Shape = Shape {
    sides: &[(1, 1), (1, 4), (2, 3), (3, 3), (4, 2), (3, 4), (4, 4), (5, 3), (4, 5), (1, 34), (33, 2)],
    most_kinds: 3,
    most_ways: 60_000.0,
};

fn compare(parts: &Parts) {
    let problem = parts.problem();
    let mut expected: Vec<Placement> = Vec::new();
    naive::visit_placements(&problem, &|| false, &mut |placed| expected.push(placement(placed)));
    expected.sort();
    let heuristics = Choice::ALL.iter().zip(Values::ALL.iter().cycle());
    let heuristics = heuristics.map(|(&choice, &values)| Heuristic { choice, values, seed: 7 });
    for heuristic in heuristics.chain([Choice::Leftmost.into(), Choice::Constrained.into()]) {
        let mut found: Vec<Placement> = FirstFail::with_heuristic(&problem, heuristic).unwrap().collect();
        for placement in &found {
            assert_eq!(placement.fault(&problem), None, "{}", parts.text());
        }
        found.sort();
        assert!(found == expected, "{}: {} and {}", parts.text(), found.len(), expected.len());
    }
}

#[test]
fn the_same_placements_as_from_the_definition() {
    let mut random = Random::new(first_seed());
    for _ in 0..sample(300) {
        compare(&random_parts(&mut random, &SMALL));
    }
}

#[test]
fn the_same_with_about_one_piece_a_row() {
    let mut random = Random::new(first_seed() + 1);
    let mut compared = 0;
    while compared < sample(100) {
        let parts = random_rows(&mut random);
        if parts.rows * parts.cols <= 25 && parts.pieces.iter().map(|part| part.number).sum::<usize>() <= 5 {
            compare(&parts);
            compared += 1;
        }
    }
}

/// Makes a problem on a few squares, and the same on a board of 33 ranks and files where all other squares
/// are reserved.
fn small_and_large(random: &mut Random) -> (Problem, Problem) {
    let (rows, cols) = (random.between(2, 5), random.between(2, 5));
    let (down, right) = (random.between(0, 33 - rows), random.between(0, 33 - cols));
    let one_in = random.pick(&[2, 3, 8, 100]);
    let is_closed: Vec<bool> = (0..rows * cols).map(|_| random.chance(one_in)).collect();
    let open: Vec<usize> = (0..rows * cols).filter(|&at| !is_closed[at]).collect();
    let kind = |random: &mut Random| random.pick(&["Q", "R", "B", "N", "K", "A", "X"]);
    let number = |random: &mut Random| random.pick(&[1, 2, rows.min(cols), rows, cols]).min(open.len());
    let (first, second) = (kind(random), kind(random));
    let given = if open.is_empty() || !random.chance(3) { None } else { Some(random.pick(&open)) };
    let numbers = (number(random).max(usize::from(given.is_some())), number(random));
    let beside = match random.between(0, 2) {
        _ if first == second => String::new(),
        0 => String::new(),
        1 => format!(" {second}{}", numbers.1.min(2)),
        _ => format!(" + {second}{}", numbers.1),
    };
    let is_own = |(row, col): (usize, usize)| {
        (down..down + rows).contains(&row) && (right..right + cols).contains(&col)
    };
    let text = |side: &str, place: &dyn Fn(usize) -> (usize, usize), others: Vec<(usize, usize)>| {
        let closed = (0..rows * cols).filter(|&at| is_closed[at]).map(place).chain(others);
        let closed: Vec<String> = closed.map(|place| square(&place)).collect();
        let closed = if closed.is_empty() { String::new() } else { format!("~{}", closed.join(",")) };
        let given = given.map_or(String::new(), |at| format!("@{}", square(&place(at))));
        let moves = if first == "X" || second == "X" && !beside.is_empty() { " X=vR3fN" } else { "" };
        format!("{side}{closed} {first}{}{given}{beside}{moves}", numbers.0)
    };
    let all = (0..33 * 33).map(|at| (at / 33, at % 33));
    let small = text(&format!("{rows}x{cols}"), &|at| (at / cols, at % cols), Vec::new());
    let place = |at| (down + at / cols, right + at % cols);
    let large = text("33x33", &place, all.filter(|&place| !is_own(place)).collect());
    let read = |text: &str| text.parse::<Problem>().unwrap_or_else(|error| panic!("{text}: {error}"));
    (read(&small), read(&large))
}

#[test]
fn large_boards_with_reserved_squares_are_searched_as_small_ones() {
    let mut answers = [0, 0];
    for seed in seeds(150) {
        let (small, large) = small_and_large(&mut Random::new(seed));
        let number = oracle(&small);
        let listed = FirstFail::new(&large).unwrap();
        for placement in listed {
            assert_eq!(placement.fault(&large), None, "seed {seed}: {small}");
        }
        let count = FirstFail::new(&large).unwrap().count();
        assert_eq!(BigUint::from(count), number, "seed {seed}: {small}");
        match find_first(&large, seed, &Silent).unwrap() {
            First::Found { placement, .. } => {
                assert!(placement.fault(&large).is_none() && count > 0, "seed {seed}: {small}");
            }
            First::None { .. } => assert_eq!(count, 0, "seed {seed}: {small}"),
            First::Stopped => panic!("seed {seed}: {small}"),
        }
        answers[usize::from(count > 0)] += 1;
    }
    assert!(answers.iter().all(|&answers| answers >= fewest(20)), "{answers:?}");
}

/// The open squares are those of a placement and a quarter of the others.
#[test]
fn blocked_queens_on_large_boards_are_found() {
    let queens = |ranks: usize| format!("{ranks}x{ranks} Q{ranks}").parse::<Problem>().unwrap();
    let mut random = Random::new(first_seed());
    for ranks in [34, 40, 48] {
        let First::Found { placement, .. } = find_first(&queens(ranks), 1, &Silent).unwrap() else {
            panic!()
        };
        // The placement is reflected, so that the construction does not find it.
        let stands = |row: usize, col: usize| {
            placement.pieces().iter().any(|(_, square)| (square.row, ranks - 1 - square.col) == (row, col))
        };
        let mut blocked = queens(ranks);
        let all = (0..ranks * ranks).map(|at| blocked.board().square(at)).collect::<Vec<_>>();
        let closed = all.into_iter().filter(|square| !stands(square.row, square.col) && !random.chance(4));
        blocked.reserve(closed).unwrap();
        let found = find_first(&blocked, 1, &Silent).unwrap();
        assert!(matches!(found, First::Found { .. }), "{blocked}: {found:?}");
    }
}

/// If a rank or a file has no free square, there is no placement of as many rooks as ranks, on boards of any
/// size.
#[test]
fn what_has_no_placement_on_large_boards_is_refuted() {
    let rank: Vec<String> = (0..40).map(|col| square(&(6, col))).collect();
    let file: Vec<String> = (0..40).map(|row| square(&(row, 33))).collect();
    for (closed, pieces) in [(&rank, "Q40"), (&file, "Q40"), (&rank, "R40 N"), (&file, "R40 + N3")] {
        let problem = format!("40x40~{} {pieces}", closed.join(",")).parse::<Problem>().unwrap();
        let found = find_first(&problem, 1, &Silent).unwrap();
        assert!(matches!(found, First::None { .. }), "{pieces}: {found:?}");
    }
    // The pre-placed queens attack all of the first rank.
    let attacked = "40x40 Q40@r18c35,r7c34,z4,r28c32,y13,g16,j5,u19,t12,r29c30,a27,r33c36,p9,q3,c36,k23,l17";
    assert!(matches!(find_first(&attacked.parse().unwrap(), 1, &Silent), Ok(First::None { .. })));
}

/// Problems without spare squares are solved by constructions and by exchanges.
#[test]
fn reserved_squares_are_left_free_on_large_boards() {
    for text in [
        "40x40~a1 Q40",
        "1000x1000~a1 Q1000",
        "300x300~b1 Q300",
        "33x33~diagonal R33",
        "34x34 R34:light",
        "33x33~a1 N500",
        "40x40/torus~a1,c4 N700",
        "41x41/torus~a1 Q41",
        "100x100~a1..c3 K2400",
        "40x40 Q40 + R40",
    ] {
        let problem: Problem = text.parse().unwrap();
        let found = find_first(&problem, 1, &Silent).unwrap();
        assert!(matches!(found, First::Found { .. }), "{text}: {found:?}");
    }
}
