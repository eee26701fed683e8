//! Any number of pieces, the maximum, counts by number, and maximal placements: the engines against the
//! oracle on random small problems, and laws on larger ones.

use crate::common::{
    Answer, Parts, Random, Shape, answer, classes_by_definition, count_with, fewest, first_seed, plan,
    random_open_parts, sample, seeds, up_to_symmetry, with_engine,
};
use armistice::engines::{Counts, naive};
use armistice::plan::{NumberCount, Settings, Silent};
use armistice::{Objective, Problem, Question};
use num_bigint::BigUint;
use std::cell::Cell;

/// The number of problems that the oracle answers.
const PROBLEMS: u64 = 1_200;
/// The most partial placements of a problem.
const MAX_STEPS: u64 = 20_000;

const SMALL: Shape = Shape {
    sides: &[
        (1, 1),
        (1, 6),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 5),
        (5, 2),
        (3, 3),
        (3, 3),
        (3, 4),
        (4, 3),
        (3, 5),
        (5, 3),
        (4, 4),
        (4, 4),
    ],
    most_kinds: 3,
    most_ways: 1e5,
};

/// Returns the oracle's counts of all or of the maximal placements; `None` if that takes too long.
fn oracle(problem: &Problem, maximal: bool) -> Option<Counts> {
    let steps = Cell::new(0);
    let is_too_long = || {
        steps.set(steps.get() + 1);
        steps.get() > MAX_STEPS
    };
    Some(naive::answer(problem, maximal, &is_too_long)).filter(|answer| answer.complete)
}

/// Returns the answer of the engines.
fn found(question: impl Into<Question>, settings: &Settings, place: &str) -> Answer {
    answer(question, settings).unwrap_or_else(|error| panic!("{error}: {place}"))
}

fn agree(salt: u64, maximal: bool) {
    let (mut answered, mut seed) = (0, first_seed());
    // The numbers of problems by objective, and with several placements.
    let (mut exact, mut any, mut max, mut several) = (0, 0, 0, 0);
    while answered < sample(PROBLEMS) {
        seed += 1;
        let parts = random_open_parts(&mut Random::new(seed ^ salt), &SMALL);
        let problem = parts.problem();
        let Some(oracle) = oracle(&problem, maximal) else { continue };
        answered += 1;
        match problem.objective() {
            Objective::Exactly => exact += 1,
            Objective::AnyNumber => any += 1,
            Objective::Maximum => max += 1,
        }
        several += u64::from(oracle.count > 1u32.into());
        let can_vary = problem.objective() != Objective::Exactly;
        for by_number in [false, true].into_iter().filter(|by_number| can_vary || !by_number) {
            let by_numbers = by_number.then(|| oracle.by_number.clone());
            let expected = (oracle.count.clone(), oracle.maximum, by_numbers);
            let engines = ["frontier", "best", "maximal"];
            for engine in engines.into_iter().filter(|&engine| maximal || engine != "maximal") {
                // The runs cover every way to continue: alone and with threads, and with levels cut
                // repeatedly for lack of memory.
                let finest_units = seed % 2 == 0;
                let is_short = seed % 3 == 0 && engine == "frontier" && oracle.count < 300u32.into();
                let memory = is_short.then_some(1);
                let question = Question::from(&problem).with_maximal(maximal).with_by_number(by_number);
                let settings = with_engine(engine).with_finest_units(finest_units).with_memory(memory);
                let place = format!(
                    "seed {}, {engine}, maximal {maximal}, by number {by_number}, finest {finest_units}, memory \
                     {memory:?}: {}",
                    seed - 1,
                    parts.text()
                );
                assert_eq!(found(question, &settings, &place), expected, "{place}");
            }
        }
    }
    // The problems must be of every type and not trivial.
    assert!(
        exact.min(any).min(max) >= fewest(PROBLEMS / 8),
        "{exact} exact, {any} any number, {max} maximum"
    );
    assert!(several >= fewest(PROBLEMS / 3), "{several} problems have more than one placement");
}

#[test]
fn all_placements_agree_with_the_oracle() {
    agree(0x0b1ec, false);
}

#[test]
fn maximal_placements_agree_with_the_oracle() {
    agree(0x3a81a1, true);
}

/// The number of problems that are answered up to symmetry.
const SYMMETRIC: u64 = 1_500;

/// Compares answers up to symmetry with listed classes.
fn classes_agree(salt: u64, maximal: bool) {
    let (mut answered, mut seed) = (0, first_seed());
    let (mut exact, mut any, mut max, mut reduced) = (0, 0, 0, 0);
    while answered < sample(SYMMETRIC) {
        seed += 1;
        let mut parts = random_open_parts(&mut Random::new(seed ^ salt), &SMALL);
        // Without holes and pre-placed pieces, more symmetries are possible.
        if seed % 4 != 0 {
            parts.holes.clear();
            parts.pieces.iter_mut().for_each(|part| part.fixed.clear());
        }
        let problem = parts.problem();
        let steps = Cell::new(0);
        let is_too_long = || {
            steps.set(steps.get() + 1);
            steps.get() > MAX_STEPS / 2
        };
        let Some(expected) = classes_by_definition(&problem, maximal, &is_too_long) else { continue };
        answered += 1;
        match problem.objective() {
            Objective::Exactly => exact += 1,
            Objective::AnyNumber => any += 1,
            Objective::Maximum => max += 1,
        }
        reduced += u64::from(expected.placements > expected.count);
        let can_vary = problem.objective() != Objective::Exactly;
        for by_number in [false, true].into_iter().filter(|by_number| can_vary || !by_number) {
            let finest_units = seed % 2 == 0;
            let is_short = seed % 3 == 0 && expected.placements < 300;
            let memory = is_short.then_some(1);
            let question = up_to_symmetry(&problem).with_maximal(maximal).with_by_number(by_number);
            let engine = if maximal && seed % 5 < 2 { "maximal" } else { "frontier" };
            let memory = memory.filter(|_| engine == "frontier");
            let settings =
                with_engine(engine).with_finest_units(finest_units).with_memory(memory).with_threads(1);
            let place = format!(
                "seed {}, {engine}, maximal {maximal}, by number {by_number}, finest {finest_units}, memory {memory:?}: {}",
                seed - 1,
                parts.text()
            );
            let outcome = plan(question, &settings).unwrap().run(&Silent);
            let outcome = outcome.unwrap_or_else(|error| panic!("{error}: {place}"));
            assert!(outcome.complete, "{place}");
            assert_eq!(outcome.count, BigUint::from(expected.count), "{place}");
            assert_eq!(outcome.maximum, expected.maximum, "{place}");
            assert_eq!(outcome.by_number, by_number.then(|| expected.by_number.clone()), "{place}");
            assert_eq!(outcome.placements, Some(BigUint::from(expected.placements)), "{place}");
        }
    }
    assert!(
        exact.min(any).min(max) >= fewest(SYMMETRIC / 8),
        "{exact} exact, {any} any number, {max} maximum"
    );
    assert!(reduced >= fewest(SYMMETRIC / 4), "{reduced} problems have symmetric placements");
}

#[test]
fn classes_of_all_placements_agree_with_the_oracle() {
    classes_agree(0xc1a55, false);
}

#[test]
fn classes_of_maximal_placements_agree_with_the_oracle() {
    classes_agree(0x3a8c1, true);
}

/// The shape of problems too large for the oracle.
const MEDIUM: Shape =
    Shape { sides: &[(4, 5), (5, 4), (5, 5), (3, 7), (4, 6), (5, 6)], most_kinds: 2, most_ways: 1e6 };

/// Makes problems whose first kind has no exact number.
fn medium(salt: u64, open: &'static str) -> impl Iterator<Item = (u64, Parts)> {
    let seeds = seeds(300);
    seeds.map(move |seed| {
        let mut parts = random_open_parts(&mut Random::new(seed ^ salt), &MEDIUM);
        for (place, part) in parts.pieces.iter_mut().enumerate() {
            part.open = part.open.filter(|_| place > 0).and(Some(open)).or((place == 0).then_some(open));
        }
        (seed, parts)
    })
}

fn by_number(problem: &Problem, place: &str) -> (BigUint, Option<u32>, Vec<NumberCount>) {
    let question = Question::from(problem).with_by_number(true);
    let (count, maximum, by_number) = found(question, &Settings::default(), place);
    (count, maximum, by_number.unwrap_or_else(|| panic!("{place}")))
}

/// Gives these numbers to the kinds without an exact number, in the order of their letters in the problem.
fn with_numbers(parts: &Parts, numbers: &[u32]) -> Parts {
    let problem = parts.problem();
    let letters: Vec<char> = problem.open_pieces().map(|pieces| pieces.kind.letter()).collect();
    assert_eq!(letters.len(), numbers.len());
    let mut exact = parts.clone();
    for part in &mut exact.pieces {
        if let Some(place) = letters.iter().position(|&letter| letter == part.letter) {
            (part.open, part.number) = (None, numbers[place] as usize);
        }
    }
    exact
}

#[test]
fn counts_by_number_are_those_of_exact_numbers() {
    let cells = with_engine("cells");
    for (seed, parts) in medium(0x5a3, "*") {
        let place = format!("seed {seed}: {}", parts.text());
        let problem = parts.problem();
        let (count, maximum, by_number) = by_number(&problem, &place);
        assert_eq!(maximum, None, "{place}");
        assert_eq!(by_number.iter().map(|each| &each.count).sum::<BigUint>(), count, "{place}");
        assert_eq!(answer(&problem, &Settings::default()).unwrap(), (count, None, None), "{place}");
        assert!(by_number.is_sorted_by(|a, b| a.pieces < b.pieces), "{place}");
        let mut random = Random::new(seed);
        for _ in 0..3.min(by_number.len()) {
            let NumberCount { pieces, count } = random.pick(&by_number);
            let exact = with_numbers(&parts, &pieces);
            assert_eq!(count_with(exact.problem(), &cells), count, "{pieces:?} of {place}");
            // Numbers that are not listed are zero.
            let mut more = pieces.clone();
            more[random.between(0, pieces.len() - 1)] += 1;
            let listed = by_number.iter().find(|each| each.pieces == more).map(|each| each.count.clone());
            let exact = with_numbers(&parts, &more);
            assert_eq!(
                count_with(exact.problem(), &cells),
                listed.unwrap_or_default(),
                "{more:?} of {place}"
            );
        }
    }
}

#[test]
fn the_largest_number_is_the_last_count() {
    for (seed, parts) in medium(0x3a8, "max") {
        let place = format!("seed {seed}: {}", parts.text());
        let problem = parts.problem();
        let (count, maximum, by_number) = by_number(&problem, &place);
        let total = |each: &NumberCount| each.pieces.iter().sum::<u32>();
        assert_eq!(by_number.iter().map(total).max(), maximum, "{place}");
        let largest = by_number.iter().filter(|each| Some(total(each)) == maximum);
        assert_eq!(largest.map(|each| &each.count).sum::<BigUint>(), count, "{place}");
        assert_eq!(
            answer(&problem, &Settings::default()).unwrap(),
            (count.clone(), maximum, None),
            "{place}"
        );
        // If every kind is open, the largest placements are maximal.
        if parts.pieces.iter().all(|part| part.open.is_some()) {
            let maximal = Question::from(problem).with_maximal(true);
            assert_eq!(answer(maximal, &Settings::default()).unwrap(), (count, maximum, None), "{place}");
        }
    }
}

/// Up to symmetry, the classes of any number are those of all exact numbers together, and those of the
/// maximum are the last.
#[test]
fn classes_of_any_number_are_those_of_every_number() {
    let (mut checked, mut reduced) = (0, 0);
    let cells = with_engine("cells");
    for (seed, mut parts) in medium(0xc1a55, "*").take(150) {
        parts.holes.clear();
        parts.pieces.iter_mut().for_each(|part| part.fixed.clear());
        let place = format!("seed {seed}, up to symmetry: {}", parts.text());
        let problem = parts.problem();
        let whole = up_to_symmetry(&problem);
        let each = whole.clone().with_by_number(true);
        let (count, _, by_number) = found(each, &Settings::default(), &place);
        let by_number = by_number.unwrap_or_else(|| panic!("{place}"));
        assert_eq!(by_number.iter().map(|each| &each.count).sum::<BigUint>(), count, "{place}");
        assert_eq!(found(whole, &Settings::default(), &place).0, count, "{place}");
        let mut random = Random::new(seed);
        for _ in 0..2.min(by_number.len()) {
            let NumberCount { pieces, count } = random.pick(&by_number);
            let exact = with_numbers(&parts, &pieces);
            // A kind without pieces does not break a symmetry.
            if pieces.contains(&0) {
                continue;
            }
            let classes = up_to_symmetry(&exact.problem());
            assert_eq!(count_with(classes, &cells), count, "{pieces:?} of {place}");
            checked += 1;
        }
        reduced += u64::from(found(&problem, &Settings::default(), &place).0 > count);
    }
    assert!(
        checked >= fewest(100) && reduced >= fewest(50),
        "{checked} numbers, {reduced} problems with symmetries"
    );
}
