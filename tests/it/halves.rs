//! The halves engine against the oracle, cells and rows, on random problems of its shape.

use crate::common::{
    Parts, Random, count, count_with, fewest, is_misfit, oracle, plan, random_halves, seeds, up_to_symmetry,
    with_engine,
};
use armistice::Question;
use armistice::engines::Kernel;
use armistice::plan::{Silent, divide};
use num_bigint::BigUint;

/// The number of problems that are tried.
const PROBLEMS: u64 = 2_000;

fn problems() -> impl Iterator<Item = (u64, Parts)> {
    let seeds = seeds(PROBLEMS);
    seeds.map(|seed| (seed, random_halves(&mut Random::new(seed ^ 0x4a1f))))
}

/// Counts with an engine; `None` if the problem has another shape.
fn count_if_it_fits(question: impl Into<Question>, engine: &str) -> Option<BigUint> {
    let (question, settings) = (question.into(), with_engine(engine));
    match plan(question.clone(), &settings) {
        Err(error) if is_misfit(&error, engine) => None,
        _ => Some(count_with(question, &settings)),
    }
}

#[test]
fn halves_agree_with_every_other_engine() {
    let (mut fitting, mut with_several) = (0, 0);
    for (seed, parts) in problems() {
        let problem = parts.problem();
        let place = format!("seed {seed}: {}", parts.text());
        let expected = count_with(&problem, &with_engine("cells"));
        if parts.rows <= 5 {
            assert_eq!(oracle(&problem), expected, "cells, {place}");
        }
        if let Some(found) = count_if_it_fits(&problem, "rows") {
            assert_eq!(found, expected, "rows, {place}");
        }
        let halves = with_engine("halves");
        if plan(&problem, &halves).is_err_and(|error| is_misfit(&error, "halves")) {
            continue;
        }
        fitting += 1;
        with_several += u64::from(expected > BigUint::from(1u32));
        for kernel in Kernel::available() {
            for finest_units in [false, true] {
                let settings = halves.clone().with_kernel(kernel).with_finest_units(finest_units);
                let found = count_with(&problem, &settings);
                assert_eq!(found, expected, "{kernel}, finest {finest_units}, {place}");
            }
        }
    }
    // The problems must have this shape and not be trivial.
    assert!(fitting >= fewest(PROBLEMS * 3 / 4), "{fitting} problems are counted by halves");
    assert!(with_several >= fewest(PROBLEMS / 2), "{with_several} problems have more than one placement");
}

#[test]
fn classes_by_halves_agree_with_those_by_cells() {
    let (mut fitting, mut reduced) = (0, 0);
    for (seed, parts) in problems() {
        let problem = parts.problem();
        let classes = up_to_symmetry(&problem);
        let Some(found) = count_if_it_fits(classes.clone(), "halves") else { continue };
        let expected = count_with(classes, &with_engine("cells"));
        assert_eq!(found, expected, "seed {seed}: {}", parts.text());
        fitting += 1;
        reduced += u64::from(expected < count(&problem));
    }
    assert!(fitting >= fewest(PROBLEMS * 3 / 4), "{fitting} problems are counted by halves");
    assert!(reduced >= fewest(PROBLEMS / 4), "{reduced} problems have symmetric placements");
}

#[test]
fn the_parts_of_a_division_by_halves_sum_to_the_whole() {
    let mut divided = 0;
    for (seed, parts) in problems() {
        let problem = parts.problem();
        let settings = with_engine("halves").with_threads(1);
        let Ok(division) = divide(&(&problem).into(), &settings) else { continue };
        let sum: BigUint = division.parts.map(|(_, plan)| plan.run(&Silent).unwrap().count).sum();
        let expected = count_with(&problem, &with_engine("cells"));
        assert_eq!(sum, expected, "seed {seed}: {}", parts.text());
        divided += 1;
    }
    assert!(divided >= fewest(PROBLEMS * 3 / 4), "{divided} problems are divided");
}
