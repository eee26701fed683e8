//! Armies with blocked lines: the shields engine, lists and checks against the oracle.

use crate::common::armies::{
    ArmiesShape, classes_by_definition, list, placements_by_definition, random_armies,
};
use crate::common::{
    Random, count, count_with, fewest, first_seed, is_together, oracle, plan, sample, with_engine,
};
use armistice::engines::Kernel;
use armistice::plan::{Difference, PlanError, Settings, Silent, agree, divide, plan_double_check};
use armistice::search::listing::{Selection, list_lex};
use armistice::search::{First, find_first};
use armistice::{Feature, Placement, Problem, Question, UpTo};
use std::collections::HashSet;

const PROBLEMS: u64 = 400;

const SMALL: ArmiesShape = ArmiesShape {
    sides: &[(1, 7), (2, 4), (3, 3), (3, 4), (4, 3), (4, 4), (4, 4), (2, 6), (5, 3), (4, 5), (5, 5), (1, 35)],
    topologies: &["plane", "plane", "plane", "plane", "cylinder", "torus"],
    most_armies: 3,
    most_kinds: 3,
    most_ways: 10_000.0,
};

fn parse(text: &str) -> Problem {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn shields_agree_with_the_oracle() {
    let (mut tried, mut several, mut differ, mut reduced) = (0, 0, 0, 0);
    let mut seed = first_seed();
    while tried < sample(PROBLEMS) {
        seed += 1;
        let mut parts = random_armies(&mut Random::new(seed ^ 0x5e1d), &SMALL);
        parts.is_blocked = true;
        let problem = parts.problem();
        if !problem.is_blocked() {
            continue;
        }
        tried += 1;
        let place = format!("seed {seed}: {}", parts.text());
        let all = placements_by_definition(&problem);
        for kernel in Kernel::available() {
            for finest_units in [false, true] {
                let settings = Settings::default().with_kernel(kernel).with_finest_units(finest_units);
                assert_eq!(count_with(&problem, &settings), all.len().into(), "{kernel}, {place}");
            }
        }
        let listed: Vec<Placement> = list(&problem, UpTo::Nothing).into_iter().map(|l| l.placement).collect();
        assert_eq!(listed, all, "{place}");
        assert!(all.iter().all(|placement| placement.fault(&problem).is_none()), "{place}");
        let first = match find_first(&problem, 1, &Silent).unwrap() {
            First::Found { placement, .. } => Some(placement),
            _ => None,
        };
        assert_eq!(first.as_ref(), all.first(), "{place}");
        for up_to in [UpTo::Symmetry, UpTo::Armies, UpTo::Translation] {
            let question = Question::from(&problem).with_up_to(up_to);
            if matches!(plan(question.clone(), &Settings::default()), Err(PlanError::Together { .. })) {
                continue;
            }
            let expected = classes_by_definition(&problem, &all, up_to);
            let listed = list(&problem, up_to);
            let listed: Vec<_> = listed.iter().map(|l| (&l.placement, l.class_size)).collect();
            assert_eq!(listed, expected, "{up_to:?}, {place}");
            let found = count_with(question, &Settings::default());
            assert_eq!(found, expected.len().into(), "{up_to:?}, {place}");
            reduced += u64::from(expected.len() < all.len());
        }
        several += u64::from(all.len() > 1);
        parts.is_blocked = false;
        differ += u64::from(placements_by_definition(&parts.problem()).len() < all.len());
    }
    assert!(several >= fewest(PROBLEMS / 2), "{several} of {tried} problems have several placements");
    assert!(
        differ >= fewest(PROBLEMS / 10),
        "{differ} of {tried} problems have more placements than by sight"
    );
    assert!(reduced >= fewest(PROBLEMS / 2), "{reduced} counts up to something are smaller");
}

/// Placements that break only one of the two rules are judged by the rule of the problem.
#[test]
fn faults_are_those_of_the_definition() {
    let mut seen = [0, 0];
    let (mut tried, mut seed) = (0, first_seed());
    while tried < sample(300) {
        seed += 1;
        let mut parts = random_armies(&mut Random::new(seed ^ 0xfa17), &SMALL);
        parts.is_blocked = true;
        let blocked = parts.problem();
        if !blocked.is_blocked() {
            continue;
        }
        tried += 1;
        parts.is_blocked = false;
        let sight = parts.problem();
        let of_sight: HashSet<Placement> = placements_by_definition(&sight).into_iter().collect();
        let of_blocked = placements_by_definition(&blocked);
        let (at_peace, at_war): (Vec<_>, Vec<_>) =
            of_blocked.iter().partition(|placement| of_sight.contains(placement));
        for (is_peace, placements) in [(true, at_peace), (false, at_war)] {
            for placement in placements.iter().take(30) {
                assert_eq!(placement.fault(&blocked), None, "seed {seed}: {}", parts.text());
                assert_eq!(placement.fault(&sight).is_none(), is_peace, "seed {seed}: {}", parts.text());
                seen[usize::from(is_peace)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen >= fewest(100)), "{seen:?}");
}

/// On boards too large for the oracle, another order of the squares must give the same count.
#[test]
fn boards_turned_over_have_as_many_placements() {
    const LARGER: ArmiesShape = ArmiesShape {
        sides: &[(5, 5), (6, 5), (4, 9), (8, 8), (7, 10), (12, 12), (3, 20), (100, 2)],
        topologies: &["plane"],
        most_armies: 3,
        most_kinds: 3,
        most_ways: 300_000.0,
    };
    let (mut tried, mut seed) = (0, first_seed());
    while tried < sample(40) {
        seed += 1;
        let mut parts = random_armies(&mut Random::new(seed ^ 0x1a49), &LARGER);
        parts.is_blocked = true;
        let problem = parts.problem();
        if problem.is_blocked() {
            tried += 1;
            let expected = count(&problem);
            assert_eq!(count(&parts.transposed().problem()), expected, "seed {seed}: {}", parts.text());
            assert_eq!(count(&parts.reversed().problem()), expected, "seed {seed}: {}", parts.text());
        }
    }
}

#[test]
fn other_engines_and_questions_are_refused() {
    let blocked = Question::new(parse("4x4 Q N/Q N blocked"));
    let refused = |question: &Question, engine: &'static str, why: &str| {
        let refused = plan(question.clone(), &with_engine(engine)).err();
        assert_eq!(refused, Some(PlanError::Refused { engine, why: why.to_owned(), is_chosen: true }));
    };
    for engine in ["armies", "cells", "frontier", "halves", "rows"] {
        let why = "only the engines hurdles, shields, tallies and naive count blocked lines";
        refused(&blocked, engine, why);
    }
    for (text, idle) in
        [("4x4 Q N/Q N", ""), ("4x4 Q2/N blocked", ", and 'blocked' changes nothing in this problem")]
    {
        let why = format!("the shields engine needs blocked lines{idle}");
        refused(&parse(text).into(), "shields", &why);
    }
    for text in ["3x3 Q N*/Q N blocked", "3x3 Q Nmax/Q N blocked"] {
        let open = if text.contains("max") { Feature::LargestNumber } else { Feature::AnyNumber };
        assert!(is_together(plan(parse(text), &Settings::default()).err(), open), "{text}");
        // The maximum next to a given army is found first, and then its placements are listed.
        let is_refused = text.contains('*');
        assert_eq!(list_lex(&parse(text), Selection::default(), &Silent).is_err(), is_refused);
        assert_eq!(find_first(&parse(text), 1, &Silent).is_err(), is_refused);
        assert!(plan(parse(text), &with_engine("naive")).is_ok());
    }
    let maximal = Question::from(parse("3x3 Q N/Q N blocked")).with_maximal(true);
    assert!(is_together(plan(maximal, &Settings::default()).err(), Feature::Maximal));
    assert!(is_together(divide(&blocked, &Settings::default()).err(), Feature::BlockedLines));
}

/// A count is checked by the oracle or on the reflected board, and never by an engine that does not support
/// shields.
#[test]
fn second_counts_know_shields() {
    for (text, difference) in [
        ("3x3 Q N/Q N blocked", Difference::Engine),
        ("5x6 R N P/R N blocked", Difference::Engine),
        ("5x5 R N/R N K blocked", Difference::Engine),
    ] {
        let first = plan(parse(text), &Settings::default()).unwrap();
        let second = plan_double_check(first.question(), first.settings(), first.summary()).unwrap();
        assert_eq!(second.difference(), difference, "{text}");
        assert!(["shields", "naive", "hurdles"].contains(&second.summary().engine.0), "{text}");
        assert!(agree(&first.run(&Silent).unwrap(), &second.run(&Silent).unwrap()), "{text}");
    }
}

/// Independent programs that walk along the movement rules give the same counts.
#[test]
fn blocked_armies_are_as_many_as_other_programs_find() {
    for (text, placements, symmetry, armies) in [
        ("3x3 R N/R N", 104u32, 13u32, 7u32),
        ("3x4 R N/R N", 610, 153, 80),
        ("4x4 Q N/Q N", 404, 51, 28),
        ("4x4 Q R B N/K2", 6616, 828, 828),
        ("4x4 Q R/Q R", 956, 120, 63),
        ("4x4 Q2 N2/Q", 288, 38, 38),
        ("4x4 R B/R B", 2972, 372, 190),
        ("4x4 R N/R N", 3456, 438, 231),
        ("4x4 R2 N/R2 N", 2684, 338, 179),
        ("4x4 R N/R N/R N", 504, 63, 11),
        ("4x5 Q N/Q N", 2814, 704, 362),
        ("5x5 Q N/Q N", 12832, 0, 0),
        ("4x4 Q K/Q K", 1104 + 80, 0, 0),
    ] {
        let problem = parse(&format!("{text} blocked"));
        let up_to = |up_to| count_with(Question::from(&problem).with_up_to(up_to), &Settings::default());
        assert_eq!(count(&problem), placements.into(), "{text}");
        if symmetry > 0 {
            assert_eq!(up_to(UpTo::Symmetry), symmetry.into(), "{text}");
            assert_eq!(up_to(UpTo::Armies), armies.into(), "{text}");
        }
        if placements < 1000 {
            assert_eq!(oracle(&problem), placements.into(), "{text}");
        }
    }
}
