//! First fail beside the oracle: on random small problems both find the same placements.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use armistice::Placement;
use armistice::board::Square;
use armistice::engines::listing::{Choice, FirstFail};
use armistice::engines::naive;
use common::{Parts, Random, Shape, first_seed, random_parts, random_rows};

const SMALL: Shape = Shape {
    sides: &[(1, 1), (1, 4), (2, 3), (3, 3), (4, 2), (3, 4), (4, 4), (5, 3), (4, 5)],
    most_kinds: 3,
    most_ways: 60_000.0,
};

fn compare(parts: &Parts) {
    let problem = parts.problem();
    let mut expected: Vec<Placement> = Vec::new();
    naive::visit_placements(&problem, &|| false, &mut |placed| {
        let square = |place: (i64, i64)| Square { row: place.0 as usize, col: place.1 as usize };
        expected.push(Placement::new(placed.iter().map(|&(kind, place)| (kind, square(place))).collect()));
    });
    expected.sort();
    for choice in [Choice::Fewest, Choice::First] {
        let mut found: Vec<Placement> = FirstFail::with_choice(&problem, choice).unwrap().collect();
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
    for _ in 0..300 {
        compare(&random_parts(&mut random, &SMALL));
    }
}

#[test]
fn the_same_with_about_one_piece_a_row() {
    let mut random = Random::new(first_seed() + 1);
    let mut compared = 0;
    while compared < 100 {
        let parts = random_rows(&mut random);
        if parts.rows * parts.cols <= 25 && parts.pieces.iter().map(|part| part.number).sum::<usize>() <= 5 {
            compare(&parts);
            compared += 1;
        }
    }
}
