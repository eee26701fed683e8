//! The cells and rows engines against the oracle and each other, on random small problems of every type.

use crate::common::{
    Random, Shape, classes, classes_by_definition, count_with, engine, fewest, is_misfit, oracle, plan,
    random_parts, random_rows, seeds, up_to_symmetry, with_engine,
};
use armistice::engines::Kernel;
use armistice::plan::{PlanError, Settings};
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

/// The count by an engine that is asked for by name; `None` if it refuses the problem.
fn count_if_suited(name: &str, problem: &Problem, settings: &Settings) -> Option<BigUint> {
    let settings = settings.clone().with_engine(engine(name));
    match plan(problem, &settings) {
        Err(PlanError::Refused { engine, .. }) if engine == name => None,
        _ => Some(count_with(problem, &settings)),
    }
}

/// Placements on either half of the board, listed: any kinds in any numbers, by every kernel and split.
#[test]
fn listed_halves_agree_with_the_oracle() {
    let (mut listed, mut with_several) = (0, 0);
    for seed in seeds(PROBLEMS) {
        let parts = random_parts(&mut Random::new(seed ^ 0x11_57ed), &SMALL);
        let problem = parts.problem();
        let expected = oracle(&problem);
        for kernel in Kernel::available() {
            for finest_units in [false, true] {
                let settings = Settings::default().with_kernel(kernel).with_finest_units(finest_units);
                if let Some(found) = count_if_suited("halves", &problem, &settings) {
                    let text = parts.text();
                    assert_eq!(found, expected, "seed {seed}, {kernel}, finest {finest_units}: {text}");
                    listed += 1;
                }
            }
        }
        with_several += u64::from(expected > BigUint::from(1u32));
    }
    let settings = 2 * Kernel::available().count() as u64;
    assert!(listed >= fewest(PROBLEMS * settings / 4), "{listed} counts by halves");
    assert!(with_several >= fewest(PROBLEMS / 3), "{with_several} problems have more than one placement");
}

/// Half boards of larger problems, with symmetry of all sorts and up to four words: by other engines.
#[test]
fn listed_halves_agree_on_larger_boards() {
    for text in [
        "8x8 Q6",
        "9x9 Q5",
        "7x9 Q4 R2",
        "9x7 A4",
        "8x8 R3 B3",
        "8x8/torus Q4",
        "10x6/cylinder Q3 N2",
        "8x8 N4",
        "7x7 H4",
        "7x8 P6",
        "8x8-c3,d5 Q5",
        "9x9~e5 Q7",
        "8x8 X4 X=RflbrB",
        "6x6 K3 N2 B2",
        "12x3 Q4 K2",
    ] {
        let problem: Problem = text.parse().unwrap();
        let expected = count_with(&problem, &with_engine("cells"));
        for finest_units in [false, true] {
            let settings = Settings::default().with_finest_units(finest_units);
            let found = count_if_suited("halves", &problem, &settings);
            assert_eq!(found.as_ref(), Some(&expected), "{text}, finest {finest_units}");
        }
        let classes_found = classes(&problem);
        assert_eq!(count_with(up_to_symmetry(&problem), &with_engine("cells")), classes_found, "{text}");
    }
    let past_their_sum: Problem = "12x12 Q7".parse().unwrap();
    assert_eq!(count_with(&past_their_sum, &with_engine("halves")), BigUint::from(186_506_000u32));
}

/// Rooks with a few other pieces: the others first, on boards of all edges, with reserved squares, and with kinds of no symmetry.
#[test]
fn rooks_come_last_as_the_oracle_has_them() {
    let (mut last, mut with_several) = (0, 0);
    for seed in seeds(PROBLEMS) {
        let mut random = Random::new(seed ^ 0x70_0c5);
        let (rows, cols) = (random.between(3, 5), random.between(3, 6));
        let topology = random.pick(&["", "", "/torus", "/cylinder"]);
        let reserved = random.pick(&["", "", "~b2", "~a1,c3", "~a1..a3"]);
        let other = random.pick(&["N", "K", "F", "W", "D", "L", "P", "X"]);
        let third = random.pick(&["", "", " C", " Z", " K"]);
        let kind = if other == "X" { " X=rflF" } else { "" };
        let (rooks, others) = (random.between(2, 4), random.between(1, 3));
        let text = format!("{rows}x{cols}{topology}{reserved} R{rooks} {other}{others}{third}{kind}");
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let expected = oracle(&problem);
        for finest_units in [false, true] {
            let settings = Settings::default().with_finest_units(finest_units);
            if let Some(found) = count_if_suited("rooks", &problem, &settings) {
                assert_eq!(found, expected, "seed {seed}, finest {finest_units}: {text}");
                last += 1;
                with_several += u64::from(expected > BigUint::from(1u32));
            }
        }
    }
    assert!(last >= fewest(PROBLEMS / 2), "{last} counts of rooks");
    assert!(with_several >= fewest(PROBLEMS / 4), "{with_several} problems have more than one placement");
    for text in ["9x9 R5 N3", "8x10 R6 K2", "9x8 R4 N2 P1", "8x8/torus R5 N2"] {
        let problem: Problem = text.parse().unwrap();
        let expected = count_with(&problem, &with_engine("cells"));
        assert_eq!(count_with(&problem, &with_engine("rooks")), expected, "{text}");
    }
}
