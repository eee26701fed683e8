//! First fail beside the oracle: on random small problems both find the same placements.

use crate::common::{Parts, Random, Shape, first_seed, placement, random_parts, random_rows};
use armistice::engines::naive;
use armistice::search::listing::{Choice, FirstFail, Heuristic, Values};
use armistice::{Named, Placement};

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
