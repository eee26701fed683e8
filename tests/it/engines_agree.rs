//! The cells and rows engines against the oracle and each other, on random small problems of every type.

use crate::common::{
    Random, Shape, classes, classes_by_definition, count_with, engine, fewest, is_misfit, oracle, plan,
    random_parts, random_rows, seeds, up_to_symmetry, with_engine,
};
use armistice::engines::Kernel;
use armistice::plan::Settings;
use armistice::{Problem, Question};
use num_bigint::BigUint;

/// The number of problems in each test.
const PROBLEMS: u64 = 1_500;

/// The number of problems with a rook's moves.
const ROWS: u64 = 2_000;

const SMALL: Shape = Shape {
    sides: &[
        (1, 1),
        (1, 6),
        (2, 2),
        (2, 5),
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
        (4, 5),
        (5, 4),
        (5, 5),
        (3, 7),
        (7, 3),
        (1, 34),
    ],
    most_kinds: 4,
    most_ways: 100_000.0,
};

#[test]
fn cells_agree_with_the_oracle_on_every_kernel_and_split() {
    let mut placements = BigUint::ZERO;
    let mut with_several = 0;
    for seed in seeds(PROBLEMS) {
        let parts = random_parts(&mut Random::new(seed), &SMALL);
        let problem = parts.problem();
        let expected = oracle(&problem);
        for kernel in Kernel::available() {
            for finest_units in [false, true] {
                let settings = Settings::default().with_kernel(kernel).with_finest_units(finest_units);
                let found = count_with(&problem, &settings);
                assert_eq!(found, expected, "seed {seed}, {kernel}, finest {finest_units}: {}", parts.text());
            }
        }
        with_several += u64::from(expected > BigUint::from(1u32));
        placements += expected;
    }
    // The problems must not be trivial.
    assert!(with_several >= fewest(PROBLEMS / 3), "{with_several} problems have more than one placement");
    assert!(placements >= BigUint::from(fewest::<u64>(PROBLEMS * 100)));
}

#[test]
fn classes_agree_with_the_oracle() {
    let mut reduced = 0;
    for seed in seeds(PROBLEMS) {
        let mut parts = random_parts(&mut Random::new(seed ^ 0x5eed), &SMALL);
        // Without holes and pre-placed pieces, more symmetries are possible.
        if seed % 4 != 0 {
            parts.holes.clear();
            parts.pieces.iter_mut().for_each(|part| part.fixed.clear());
        }
        let problem = parts.problem();
        let expected = classes_by_definition(&problem, false, &|| false).unwrap();
        reduced += u64::from(expected.placements > expected.count);
        assert_eq!(classes(&problem), BigUint::from(expected.count), "seed {seed}: {}", parts.text());
        let found = count_with(up_to_symmetry(&problem), &with_engine("frontier"));
        assert_eq!(found, BigUint::from(expected.count), "seed {seed}, frontier: {}", parts.text());
    }
    assert!(reduced >= fewest(PROBLEMS / 4), "{reduced} problems have symmetric placements");
}

/// On boards too large for the oracle, every kernel and the finest units agree with the best kernel.
#[test]
fn kernels_agree_on_larger_boards() {
    const LARGER: Shape = Shape {
        sides: &[
            (6, 6),
            (7, 8),
            (8, 8),
            (9, 9),
            (11, 11),
            (12, 13),
            (16, 16),
            (5, 32),
            (23, 23),
            (1, 700),
            (2, 400),
            (300, 3),
            (6, 150),
        ],
        most_kinds: 4,
        most_ways: 5e8,
    };
    for seed in seeds(150) {
        let parts = random_parts(&mut Random::new(seed ^ 0x1a49e), &LARGER);
        let problem = parts.problem();
        let expected = count_with(&problem, &Settings::default().with_kernel(Kernel::Portable));
        for kernel in Kernel::available().filter(|&kernel| kernel != Kernel::Portable) {
            let found = count_with(&problem, &Settings::default().with_kernel(kernel));
            assert_eq!(found, expected, "seed {seed}, {kernel}: {}", parts.text());
        }
    }
}

/// On the quotient by a symmetry, some points represent one square and others several. The two types are not
/// equivalent, even if their attacks look alike.
#[test]
fn the_frontier_tells_middle_lines_from_others() {
    for text in ["3x5 K3", "4x5 K4", "5x5 K3", "5x5 K6", "5x5 F5", "7x7 F6", "3x5 K2 N2", "5x7/torus K4"] {
        let problem: Problem = text.parse().unwrap();
        let by = |name| count_with(up_to_symmetry(&problem), &with_engine(name));
        assert_eq!(by("frontier"), by("cells"), "{text}");
    }
}

/// Counts with these settings by the engine rows; `None` if the problem has another shape.
fn count_by_rows(question: &Question, settings: &Settings) -> Option<BigUint> {
    let settings = settings.clone().with_engine(engine("rows"));
    match plan(question.clone(), &settings) {
        Err(error) if is_misfit(&error, "rows") => None,
        _ => Some(count_with(question.clone(), &settings)),
    }
}

/// Kinds with a rook's moves are counted by every kernel and division into units. The results agree with the
/// oracle on smaller boards, and with the cells engine on larger ones, also up to symmetry.
#[test]
fn rows_agree_with_the_oracle_and_with_cells() {
    let (mut rows, mut larger, mut with_several) = (0, 0, 0);
    for seed in seeds(ROWS) {
        let parts = random_rows(&mut Random::new(seed ^ 0x7075));
        let problem = parts.problem();
        let is_small = parts.rows * parts.cols <= 30;
        let cells = with_engine("cells");
        let expected = if is_small { oracle(&problem) } else { count_with(&problem, &cells) };
        for kernel in Kernel::available() {
            for finest_units in [false, true] {
                let settings = Settings::default().with_kernel(kernel).with_finest_units(finest_units);
                let place = || format!("seed {seed}, {kernel}, finest {finest_units}: {}", parts.text());
                if let Some(found) = count_by_rows(&(&problem).into(), &settings) {
                    assert_eq!(found, expected, "{}", place());
                    rows += 1;
                }
                assert_eq!(count_with(&problem, &settings), expected, "best, {}", place());
            }
        }
        let classes_asked = up_to_symmetry(&problem);
        let expected_classes = count_with(classes_asked.clone(), &cells);
        assert_eq!(classes(&problem), expected_classes, "seed {seed}, up to symmetry: {}", parts.text());
        if let Some(found) = count_by_rows(&classes_asked, &Settings::default()) {
            assert_eq!(found, expected_classes, "seed {seed}, up to symmetry: {}", parts.text());
        }
        larger += u64::from(!is_small);
        with_several += u64::from(expected > BigUint::from(1u32));
    }
    // The problems must have this shape and not be trivial.
    let settings = 2 * Kernel::available().count() as u64;
    assert!(rows >= fewest(ROWS * settings / 2), "{rows} counts by rows");
    assert!(larger >= fewest(ROWS / 4), "{larger} problems on larger boards");
    assert!(with_several >= fewest(ROWS / 3), "{with_several} problems have more than one placement");
}
