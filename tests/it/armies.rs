//! Opposing armies: every engine, lists and classes against the oracle, on random small problems, and laws
//! that hold for all armies.

use crate::common::armies::{
    Armies, ArmiesShape, classes_by_definition, list, placements_by_definition, random_armies,
};
use crate::common::{Random, count, count_with, engine, fewest, is_misfit, oracle, plan, ways, with_engine};
use armistice::engines::Kernel;
use armistice::plan::{PlanError, Settings, Silent};
use armistice::search::listing::{ListedPlacement, Selection, list_all};
use armistice::{Named, Placement, Problem, Question, UpTo};
use num_bigint::BigUint;

/// The number of problems in each test.
const PROBLEMS: u64 = 700;

const SMALL: ArmiesShape = ArmiesShape {
    sides: &[
        (1, 1),
        (1, 6),
        (2, 2),
        (2, 4),
        (3, 2),
        (3, 3),
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
        (4, 4),
        (2, 7),
        (5, 3),
        (5, 5),
    ],
    topologies: &["plane", "plane", "cylinder", "torus"],
    most_armies: 4,
    most_kinds: 3,
    most_ways: 10_000.0,
};

fn random(seed: u64, shape: &ArmiesShape) -> (Armies, Problem, String) {
    let parts = random_armies(&mut Random::new(seed), shape);
    let (problem, place) = (parts.problem(), format!("seed {seed}: {}", parts.text()));
    (parts, problem, place)
}

fn seeds(salt: u64) -> impl Iterator<Item = u64> {
    crate::common::seeds(PROBLEMS).map(move |seed| seed ^ salt)
}

/// Every engine that supports a problem agrees with the oracle, on every kernel, with few units and with
/// many.
#[test]
fn engines_agree_with_the_oracle() {
    let (mut placements, mut several) = (BigUint::ZERO, 0);
    for seed in seeds(0xa5) {
        let (_, problem, place) = random(seed, &SMALL);
        let expected = oracle(&problem);
        for engine in ["best", "armies", "cells", "frontier"].map(engine) {
            let kernels = Kernel::available().map(Some);
            let kernels: Vec<Option<Kernel>> = match engine.name() {
                "frontier" => vec![None],
                _ => std::iter::once(None).chain(kernels).collect(),
            };
            for kernel in kernels {
                for finest_units in [false, true] {
                    let settings = Settings::default()
                        .with_engine(engine)
                        .with_kernel(kernel)
                        .with_finest_units(finest_units);
                    let found = count_with(&problem, &settings);
                    assert_eq!(found, expected, "{engine:?}, {kernel:?}, finest {finest_units}, {place}");
                }
            }
        }
        several += u64::from(expected > BigUint::from(1u32));
        placements += expected;
    }
    assert!(several >= fewest(PROBLEMS / 3), "{several} problems have more than one placement");
    assert!(placements >= BigUint::from(fewest::<u64>(PROBLEMS * 50)), "{placements} placements");
}

/// The listed placements, and one of each class with its size, agree with the definition of equivalence.
/// Every engine counts the same number of classes.
#[test]
fn lists_and_classes_are_those_of_the_definition() {
    let mut reduced = [0; 3];
    for seed in seeds(0xc1a5) {
        let (mut parts, _, _) = random(seed, &SMALL);
        if seed % 3 != 0 {
            // Without holes and pre-placed pieces, more symmetries are possible.
            parts.holes.clear();
            parts.armies.iter_mut().flatten().for_each(|part| part.fixed.clear());
        }
        let (problem, place) = (parts.problem(), format!("seed {seed}: {}", parts.text()));
        let all = placements_by_definition(&problem);
        let listed = list(&problem, UpTo::Nothing);
        assert!(listed.iter().all(|listed| listed.class_size == 1), "{place}");
        let listed: Vec<Placement> = listed.into_iter().map(|listed| listed.placement).collect();
        assert_eq!(listed, all, "{place}");
        assert!(all.iter().all(|placement| placement.fault(&problem).is_none()), "{place}");
        for (level, up_to) in [UpTo::Symmetry, UpTo::Armies, UpTo::Translation].into_iter().enumerate() {
            let question = Question::from(&problem).with_up_to(up_to);
            if matches!(plan(question.clone(), &Settings::default()), Err(PlanError::Together { .. })) {
                continue;
            }
            let expected = classes_by_definition(&problem, &all, up_to);
            let listed = list(&problem, up_to);
            let listed: Vec<_> = listed.iter().map(|listed| (&listed.placement, listed.class_size)).collect();
            assert_eq!(listed, expected, "{up_to:?}, {place}");
            for engine in ["best", "armies", "cells"] {
                let found = count_with(question.clone(), &with_engine(engine));
                assert_eq!(found, expected.len().into(), "{engine}, {up_to:?}, {place}");
            }
            if up_to == UpTo::Symmetry {
                let found = count_with(question, &with_engine("frontier"));
                assert_eq!(found, expected.len().into(), "frontier, {place}");
            }
            reduced[level] += u64::from(expected.len() < all.len());
        }
    }
    assert!(reduced.iter().all(|&reduced| reduced >= fewest(PROBLEMS / 5)), "{reduced:?}");
}

/// Queens, rooks and bishops are counted by the lines that they use, on boards within and beyond the reach of
/// the oracle: counts, classes, and lists made class by class.
#[test]
fn lines_agree_with_other_engines() {
    let (mut tried, mut several) = (0, 0);
    for seed in seeds(0x11e5).step_by(5) {
        let random = &mut Random::new(seed);
        let (rows, cols) =
            random.pick(&[(1, 5), (2, 4), (3, 3), (3, 5), (4, 4), (5, 4), (5, 5), (6, 6), (5, 8), (7, 6)]);
        let letters = random.pick(&["Q", "Q", "Q", "R", "B", "QR", "QB", "RB"]);
        let most = random.between(1, 5);
        let armies: Vec<(char, usize)> = (0..random.pick(&[2, 2, 2, 3, 3, 4]))
            .map(|_| {
                (random.pick(&letters.chars().collect::<Vec<_>>()), random.between(most.div_ceil(2), most))
            })
            .collect();
        // The largest army is not placed but counted.
        let sizes = armies.iter().map(|army| ways(rows * cols, army.1));
        if sizes.clone().product::<f64>() / sizes.fold(1.0, f64::max) > 1e5 {
            continue;
        }
        let armies: Vec<String> = armies.iter().map(|(letter, number)| format!("{letter}{number}")).collect();
        let text = format!("{rows}x{cols} {}", armies.join("/"));
        let problem: Problem = text.parse().unwrap();
        let place = format!("seed {seed}: {text}");
        match plan(&problem, &with_engine("lines").with_threads(1)) {
            Err(error) if is_misfit(&error, "lines") => continue,
            Err(error) => panic!("{error}: {place}"),
            Ok(_) => tried += 1,
        }
        for up_to in [UpTo::Nothing, UpTo::Symmetry, UpTo::Armies, UpTo::Translation] {
            let question = Question::from(&problem).with_up_to(up_to);
            let by = |engine| count_with(question.clone(), &with_engine(engine));
            let expected = by("armies");
            assert_eq!(by("lines"), expected, "{up_to:?}, {place}");
            assert_eq!(by("best"), expected, "best, {up_to:?}, {place}");
            if expected > BigUint::from(500u32) {
                continue;
            }
            several += u64::from(expected > BigUint::from(1u32));
            let selection = Selection { up_to, ..Selection::default() };
            let all =
                list_all(&problem, selection, &Silent).unwrap_or_else(|error| panic!("{error}: {place}"));
            let told = |listed: ListedPlacement| (listed.placement, listed.class_size);
            let mut all: Vec<_> = all.map(told).collect();
            let mut lex: Vec<_> = list(&problem, up_to).into_iter().map(told).collect();
            all.sort_unstable();
            lex.sort_unstable();
            assert_eq!(all, lex, "{up_to:?}, {place}");
        }
    }
    assert!(tried >= fewest(PROBLEMS / 20), "{tried} problems by lines");
    assert!(several >= fewest(PROBLEMS / 30), "{several} lists of several placements");
}

/// The number of placements does not depend on the order of the armies or the orientation of the board.
#[test]
fn order_of_armies_and_of_lines_do_not_matter() {
    const LARGER: ArmiesShape = ArmiesShape {
        sides: &[(5, 5), (6, 5), (4, 9), (8, 8), (7, 10), (12, 11), (3, 20), (2, 150), (90, 3)],
        topologies: &["plane", "plane", "torus"],
        most_armies: 4,
        most_kinds: 3,
        most_ways: 1e7,
    };
    for seed in seeds(0x1a35).step_by(10) {
        let (parts, problem, place) = random(seed, &LARGER);
        let expected = count(&problem);
        assert_eq!(count(&parts.reversed().problem()), expected, "armies reversed, {place}");
        assert_eq!(count(&parts.transposed().problem()), expected, "transposed, {place}");
    }
}

/// If every army has one kind, the nearest enemies on a line are in conflict under either rule.
#[test]
fn armies_of_one_kind_cannot_be_shielded() {
    const ONE_KIND: ArmiesShape = ArmiesShape { most_kinds: 1, ..SMALL };
    let mut placements = 0;
    for seed in seeds(0x0b10c) {
        let (mut parts, sight, place) = random(seed, &ONE_KIND);
        parts.is_blocked = true;
        let blocked = parts.problem();
        assert!(!blocked.lines_matter() && blocked.to_string() == sight.to_string(), "{place}");
        let expected = placements_by_definition(&sight);
        // The oracle applies the rule, even if it makes no difference.
        assert_eq!(placements_by_definition(&blocked), expected, "{place}");
        assert_eq!(count(&blocked), expected.len().into(), "{place}");
        placements += expected.len();
    }
    assert!(placements >= fewest(15_000), "{placements}");
}

/// Pieces of one army never attack each other: without an enemy, every set of squares is a placement.
#[test]
fn an_army_alone_stands_anywhere() {
    for (text, expected) in [("5x5 Q5/N0", 53130u32), ("4x4 Q2 R2/K0", 120 * 91), ("3x3-b2 K8/R0", 1)] {
        let problem: Problem = text.parse().unwrap();
        for engine in ["best", "armies", "cells", "frontier"] {
            let found = count_with(&problem, &with_engine(engine));
            assert_eq!(found, expected.into(), "{engine}, {text}");
        }
    }
}
