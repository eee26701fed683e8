//! Hoppers and lame leapers: counts, lists and searches against the oracle, which walks square by square.

use crate::common::armies::{classes_by_definition, list, placements_by_definition};
use crate::common::classes_by_definition as by_counting;
use crate::common::{
    Random, count_with, fewest, is_together, one_in, oracle, plan, seeds, up_to_symmetry, with_engine,
};
use armistice::engines::Kernel;
use armistice::plan::{Difference, PlanError, Settings, Silent, agree, divide, plan_double_check};
use armistice::search::listing::{FirstFail, Selection, list_all, list_lex};
use armistice::search::{self, Finder, First, find_first};
use armistice::{Demand, Feature, Pieces, Placement, Problem, Question, UpTo};
use num_bigint::BigUint;

/// The number of problems in each test.
const PROBLEMS: u64 = 2000;

const BOARDS: &[&str] = &[
    "1x6",
    "2x4",
    "3x3",
    "3x4",
    "4x4",
    "5x3",
    "2x7",
    "5x5",
    "3x3/torus",
    "4x4/torus",
    "3x5/cylinder",
    "4x3/roll",
    "4x4-b2",
    "5x5-c3",
    "hexagon:2",
    "hexagon:3",
    "triangle:4",
    "3x3x2",
    "2x2x3",
    "1x34",
    "34x1/roll",
    "2x33/cylinder",
];

/// Hoppers, lame leapers, and pieces that stand in their way.
const KINDS: &[(char, &str)] = &[
    ('G', ""),
    ('G', ""),
    ('I', "pR"),
    ('I', "pQ"),
    ('I', "gRpB"),
    ('O', "nN"),
    ('O', "nAnD"),
    ('O', "nH"),
    ('S', "nNW"),
    ('S', "gNN"),
    ('U', "RpB"),
    ('K', ""),
    ('N', ""),
    ('R', ""),
    ('B', ""),
    ('W', ""),
];

fn parse(text: &str) -> Problem {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Makes a problem with a hopper or a lame leaper.
fn random_problem(random: &mut Random) -> Problem {
    loop {
        let board = random.pick(BOARDS);
        let (mut pieces, mut defined) = (String::new(), String::new());
        let mut letters = Vec::new();
        let armies = random.pick(&[1, 1, 1, 2, 2, 3]);
        for army in 0..armies {
            pieces += if army > 0 { " /" } else { "" };
            let mut own = Vec::new();
            for _ in 0..random.between(1, if armies > 1 { 3 } else { 2 }) {
                let (letter, betza) = random.pick(KINDS);
                let other = letters.iter().any(|&(known, meaning)| known == letter && meaning != betza);
                if other || own.contains(&letter) {
                    continue;
                }
                own.push(letter);
                let at = if random.chance(12) { "@a1" } else { "" };
                let at = if pieces.contains('@') { "" } else { at };
                let number = random.pick(if armies > 1 { &[0, 1, 1, 1, 2] } else { &[0, 1, 2, 2, 3, 3, 4] });
                pieces += &format!(" {letter}{}{at}", if at.is_empty() { number } else { number.max(1) });
                if !betza.is_empty() && !letters.contains(&(letter, betza)) {
                    defined += &format!(" {letter}={betza}");
                }
                letters.push((letter, betza));
            }
        }
        let walls = if random.chance(6) { random.pick(&[" #1", " #2", " #1@b1"]) } else { "" };
        let rule = if armies > 1 && random.chance(2) { " blocked" } else { "" };
        let text = format!("{board}{pieces}{walls}{defined}{rule}");
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let number = problem.pieces().map(Pieces::free_pieces).sum::<u32>();
        let ways: f64 = problem
            .pieces()
            .map(|pieces| {
                let squares = problem.board().open_area() as f64;
                (0..pieces.free_pieces())
                    .map(|piece| (squares / f64::from(piece + 1)).max(1.0))
                    .product::<f64>()
            })
            .product();
        if !problem.has_fixed_moves() && number <= 7 && ways < 3000.0 {
            return problem;
        }
    }
}

#[test]
fn hurdles_agree_with_the_oracle() {
    let (mut several, mut matter, mut walled, mut blocked, mut reduced) = (0, 0, 0, 0, 0);
    let (mut tried, mut walled_classes) = (0, 0);
    for seed in seeds(PROBLEMS) {
        let problem = random_problem(&mut Random::new(seed ^ 0x40b5));
        let place = format!("seed {seed}: {problem}");
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
        for up_to in [UpTo::Symmetry, UpTo::Armies] {
            // The maps here are those of rectangles.
            if !problem.board().is_rectangle() || !problem.board().is_straight() || problem.walls().is_some()
            {
                continue;
            }
            let expected = classes_by_definition(&problem, &all, up_to);
            let found = count_with(Question::from(&problem).with_up_to(up_to), &Settings::default());
            assert_eq!(found, expected.len().into(), "{up_to:?}, {place}");
            let listed = list(&problem, up_to);
            let listed: Vec<_> = listed.iter().map(|l| (&l.placement, l.class_size)).collect();
            assert_eq!(listed, expected, "{up_to:?}, {place}");
            reduced += u64::from(expected.len() < all.len());
        }
        if problem.walls().is_some()
            && problem.armies().len() == 1
            && problem.board().is_straight()
            && problem.board().is_rectangle()
        {
            let classes = by_counting(&problem, false, &|| false).unwrap();
            assert_eq!(
                count_with(up_to_symmetry(&problem), &Settings::default()),
                classes.count.into(),
                "{place}"
            );
            walled_classes += 1;
        }
        tried += 1;
        several += u64::from(all.len() > 1);
        walled += u64::from(problem.walls().is_some());
        blocked += u64::from(problem.is_blocked());
        let free = problem.pieces().filter(|pieces| !pieces.kind.moves().are_fixed());
        matter += u64::from(free.map(Pieces::free_pieces).sum::<u32>() > 0);
    }
    let all = tried * one_in();
    assert!(several >= fewest(all / 2), "{several} of {tried} problems have several placements");
    assert!(matter >= fewest(all / 2), "in {matter} of {tried} problems something hops");
    assert!(
        walled >= fewest(all / 20) && blocked >= fewest(all / 100),
        "{walled} with walls, {blocked} with blocked lines"
    );
    assert!(walled_classes >= fewest(all / 50), "{walled_classes} with walls up to symmetry");
    assert!(reduced >= fewest(all / 2), "{reduced} counts up to something are smaller");
}

/// Placements without conflicts apart from hops are invalid if one piece hops onto another.
#[test]
fn faults_are_those_of_the_definition() {
    let mut seen = [0, 0];
    for seed in seeds(400) {
        let problem = random_problem(&mut Random::new(seed ^ 0xfa17));
        let all = placements_by_definition(&problem);
        // The same kinds are on the same squares, but hops do not matter.
        let text = problem.to_string().replace("=p", "=m").replace("=g", "=m").replace("=n", "=m");
        let Ok(peaceful) = text.replace('G', "N").parse::<Problem>() else { continue };
        if peaceful.pieces().count() != problem.pieces().count() {
            continue;
        }
        for placement in placements_by_definition(&peaceful).iter().step_by(7).take(40) {
            let is_peace = all.contains(placement);
            assert_eq!(
                placement.fault(&problem).is_none(),
                is_peace,
                "seed {seed}: {problem}: {placement:?}"
            );
            seen[usize::from(is_peace)] += 1;
        }
    }
    assert!(seen.iter().all(|&seen| seen >= fewest(100)), "{seen:?}");
}

/// The counts are those of V. Kotesovec (A190395, A190397, A190579), also on reflected boards.
#[test]
fn grasshoppers_are_as_many_as_published() {
    for (text, expected) in [
        ("6x6 G3", 6860u64),
        ("8x8 G3", 40_796),
        ("5x5 G5", 29_092),
        ("6x6 G5", 252_584),
        ("4x4 G6", 998),
        ("6x6 G6", 873_852),
        ("7x7 G6", 8_039_322),
    ] {
        assert_eq!(count_with(parse(text), &Settings::default()), expected.into(), "{text}");
    }
    for (one, other) in
        [("5x7 G4 N", "7x5 G4 N"), ("4x7 I3 G2 I=pR", "7x4 I3 G2 I=pR"), ("6x5 I4 I=nN", "5x6 I4 I=nN")]
    {
        let count = |text: &str| count_with(parse(text), &Settings::default());
        assert_eq!(count(one), count(other), "{one}");
        assert!(count(one) > BigUint::from(100u32));
    }
}

#[test]
fn what_is_not_for_hops_is_refused() {
    let problem = parse("4x4 G3");
    for engine in ["armies", "cells", "frontier", "halves", "rows", "shields"] {
        let why = "only the engines hurdles, tallies and naive count hoppers or lame leapers";
        let refused = plan(problem.clone(), &with_engine(engine)).err();
        assert_eq!(refused, Some(PlanError::Refused { engine, why: why.to_owned(), is_chosen: true }));
    }
    let plain = plan(parse("4x4 N3"), &with_engine("hurdles")).err().unwrap().to_string();
    assert!(plain.contains("needs hoppers or lame leapers or blocked lines"), "{plain}");
    for text in ["3x3 G*", "3x3 Gmax", "3x3 G N*"] {
        let problem = parse(text);
        let open = if text.contains("max") { Feature::LargestNumber } else { Feature::AnyNumber };
        assert!(is_together(plan(problem.clone(), &Settings::default()).err(), open), "{text}");
        assert!(list_lex(&problem, Selection::default(), &Silent).is_err(), "{text}");
        assert!(list_all(&problem, Selection::default(), &Silent).is_err(), "{text}");
        assert!(
            search::smallest(&problem, Demand::Nothing, true, &Settings::default(), &Silent).is_err(),
            "{text}"
        );
        assert_eq!(count_with(&problem, &with_engine("naive")), oracle(&problem), "{text}");
    }
    let largest = parse("3x3 Gmax").into();
    let find = |finder| search::largest(&largest, &Settings::default(), finder, false, &Silent);
    assert!(find(Finder::Best).is_err() && find(Finder::Naive).unwrap().number > Some(4));
    let maximal = Question::from(problem.clone()).with_maximal(true);
    assert!(is_together(plan(maximal, &Settings::default()).err(), Feature::Maximal));
    assert!(is_together(divide(&problem.clone().into(), &Settings::default()).err(), Feature::Hops));
    let half_turn = Question::from(problem.clone()).with_fixed_by("half-turn".parse().unwrap());
    assert!(plan(half_turn, &Settings::default()).is_err());
    assert!(FirstFail::new(&problem).is_err());
    let twisted = "4x4/klein G3".parse::<Problem>().unwrap_err().to_string();
    assert!(twisted.contains("because lines cross themselves there"), "{twisted}");
}

#[test]
fn second_counts_know_hops() {
    for (text, difference) in [
        ("4x4 G3", Difference::Engine),
        ("8x7 G4", Difference::Engine),
        ("8x8 G4", Difference::Engine),
        ("6x6 R N/R N blocked", Difference::Engine),
    ] {
        let first = plan(parse(text), &Settings::default()).unwrap();
        let second = plan_double_check(first.question(), first.settings(), first.summary()).unwrap();
        assert_eq!(second.difference(), difference, "{text}");
        assert!(agree(&first.run(&Silent).unwrap(), &second.run(&Silent).unwrap()), "{text}");
    }
}
