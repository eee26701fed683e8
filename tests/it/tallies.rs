//! Quotas, degrees, domination, and attacks that depend on other pieces, combined with groups and closed
//! squares: the tallies engine, lists and checks against the oracle.

use crate::common::armies::classes_by_definition;
use crate::common::{Random, count_with, first_seed, is_together, oracle, placement, plan, with_engine};
use armistice::board::Square;
use armistice::engines::{Kernel, naive};
use armistice::plan::{Difference, PlanError, Settings, Silent, agree, plan_double_check};
use armistice::search::listing::{ListedPlacement, Selection, list_lex};
use armistice::search::random::Sampler;
use armistice::search::{First, find_asked};
use armistice::{Demand, Feature, Pieces, Placement, Problem, Quantity, Question, UpTo};

/// The number of problems that are tried. A longer test runs on request: `cargo test --test it tallies:: --
/// --ignored`.
const PROBLEMS: u64 = 400;
/// The number of problems of the longer test.
const MANY_PROBLEMS: u64 = 20_000;

const BOARDS: &[&str] = &[
    "1x6",
    "2x4",
    "3x3",
    "3x4",
    "4x4",
    "4x4",
    "5x3",
    "2x7",
    "5x5",
    "3x3/torus",
    "4x4/torus",
    "3x5/cylinder",
    "4x3/roll",
    "3x4/moebius",
    "4x4/klein",
    "4x4-b2",
    "5x5-c3",
    "4x4~b2,c3",
    "4x4~diagonal",
    "5x5~border",
    "hexagon:2",
    "hexagon:3",
    "triangle:4",
    "3x3x2",
    "2x2x3",
    "1x34",
    "34x1/roll",
    "2x33/torus",
];

const KINDS: &[(char, &str)] = &[
    ('Q', ""),
    ('Q', ""),
    ('R', ""),
    ('B', ""),
    ('N', ""),
    ('K', ""),
    ('K', ""),
    ('P', ""),
    ('W', ""),
    ('A', ""),
    ('G', ""),
    ('I', "gRpB"),
    ('I', "pR"),
    ('O', "nN"),
    ('S', "nNW"),
    ('U', "R2"),
    ('X', "fWbF"),
];

const SPANS: &[&str] = &["0", "1", "2", "..1", "..2", "1..", "1..2", "0..1", "2.."];

fn parse(text: &str) -> Problem {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Makes words that may follow the pieces, in some of the problems.
fn random_words(random: &mut Random, board: &Problem, letters: &[char]) -> String {
    let mut words = String::new();
    let (rows, cols) = (board.board().rows(), board.board().cols());
    for along in ["rank", "file", "diagonal", "antidiagonal", "main"] {
        if random.chance(5) {
            let letter = if random.chance(3) { format!(":{}", random.pick(letters)) } else { String::new() };
            words += &format!(" {along}{letter}={}", random.pick(SPANS));
        }
    }
    if random.chance(6) {
        let signs = random.pick(&["ab", "abc", "ab.", "a..", "abcd"]).chars().collect::<Vec<_>>();
        let rank = |random: &mut Random| (0..cols).map(|_| random.pick(&signs)).collect::<String>();
        let ranks: Vec<String> = (0..rows).map(|_| rank(random)).collect();
        words += &format!(" regions={}", ranks.join("/"));
        if random.chance(2) {
            words += &format!(" region={}", random.pick(SPANS));
        }
    }
    if random.chance(4) {
        words += &format!(" each={}", random.pick(SPANS));
    }
    if random.chance(5) {
        words += &format!(" pairs={}", random.pick(&["0", "1", "2", "..2", "3..", "1..4", "5"]));
    }
    if random.chance(6) {
        words += " blocked";
    }
    words
}

/// Makes a question with numbers that must be attained, or with attacks that depend on other pieces.
fn random_question(random: &mut Random) -> Question {
    loop {
        let board = random.pick(BOARDS);
        let squares = parse(&format!("{board} K"));
        let square = |random: &mut Random| {
            let board = squares.board();
            Square { row: random.between(0, board.rows() - 1), col: random.between(0, board.cols() - 1) }
        };
        let treaty = random.pick(&[" ", " ", " ", " / ", " + ", " + "]);
        let (mut pieces, mut defined, mut letters) = (String::new(), String::new(), Vec::new());
        for army in 0..if treaty == " " { 1 } else { random.between(2, 3) } {
            pieces += if army > 0 { treaty } else { " " };
            let mut own = Vec::new();
            for _ in 0..random.between(1, 2) {
                let (letter, betza) = random.pick(KINDS);
                if own.contains(&letter) {
                    continue;
                }
                own.push(letter);
                let number = random.pick(&[0, 1, 1, 2, 2, 3, 3, 4, 5]);
                pieces += &format!(" {letter}{number}");
                if number > 0 && random.chance(9) {
                    pieces += &format!("@{}", square(random));
                }
                if random.chance(5) {
                    let sign = random.pick(&['~', ':']);
                    let most = if sign == '~' { random.between(1, 3) } else { random.between(4, 9) };
                    let list: Vec<String> = (0..most).map(|_| square(random).to_string()).collect();
                    pieces += &format!("{sign}{}", list.join(","));
                }
                if !betza.is_empty() && !letters.contains(&letter) {
                    defined += &format!(" {letter}={betza}");
                }
                letters.push(letter);
            }
        }
        let walls = if random.chance(12) && !board.contains('~') { random.pick(&[" #1", " #2"]) } else { "" };
        let words = random_words(random, &squares, &letters);
        let Ok(problem) = format!("{board}{pieces}{walls}{defined}{words}").parse::<Problem>() else {
            continue;
        };
        let number = problem.pieces().map(Pieces::free_pieces).sum::<u32>();
        let ways: f64 = problem
            .pieces()
            .map(|pieces| {
                let squares = problem.board().open_area() as f64;
                let ways = |piece| ((squares - f64::from(piece)) / f64::from(piece + 1)).max(1.0);
                (0..pieces.free_pieces()).map(ways).product::<f64>()
            })
            .product();
        let demand = random.pick(&[Demand::Nothing, Demand::Dominating, Demand::Total]);
        let question = Question::from(problem).with_dominating(demand);
        if number <= 7
            && ways < 6000.0
            && !question.is_pairwise()
            && plan(question.clone(), &Settings::default()).is_ok()
        {
            return question;
        }
    }
}

/// Returns all placements for a question by the definition, in reading order.
fn by_definition(question: &Question) -> Vec<Placement> {
    let mut all = Vec::new();
    naive::visit_asked(question, &|| false, &mut |placed| all.push(placement(placed)));
    let reading = |placement: &Placement| {
        let pieces = placement.pieces().iter();
        let mut pieces: Vec<_> =
            pieces.map(|(kind, at)| (std::cmp::Reverse(at.row), at.col, *kind)).collect();
        pieces.sort_unstable();
        pieces
    };
    all.sort_by_cached_key(reading);
    all
}

fn list(question: &Question, up_to: UpTo) -> Vec<ListedPlacement> {
    let selection = Selection { up_to, dominating: question.dominating, ..Selection::default() };
    let problem = &question.problem;
    list_lex(problem, selection, &Silent).unwrap_or_else(|error| panic!("{problem}: {error}")).collect()
}

fn agree_with_the_oracle(problems: u64) {
    let (mut several, mut dominated, mut counted, mut seen, mut walled) = (0, 0, 0, 0, 0);
    let (mut classed, mut reduced) = (0, 0);
    let (mut tried, mut seed) = (0, first_seed());
    while tried < problems {
        seed += 1;
        let question = random_question(&mut Random::new(seed ^ 0x7a11));
        let Question { problem, dominating, .. } = &question;
        let place = format!("seed {seed}: {problem}, {dominating:?}");
        let all = by_definition(&question);
        // The conditions are strong, so usually there is no placement.
        if all.len() < 2 && seed % 5 != 0 {
            continue;
        }
        tried += 1;
        for kernel in Kernel::available() {
            for finest_units in [false, true] {
                let settings = Settings::default().with_kernel(kernel).with_finest_units(finest_units);
                assert_eq!(count_with(question.clone(), &settings), all.len().into(), "{kernel}, {place}");
            }
        }
        match plan(question.clone(), &with_engine("tallies")) {
            Ok(plan) => assert_eq!(plan.run(&Silent).unwrap().count, all.len().into(), "{place}"),
            // Walls that are not hopped over are settled first, and many of the remaining cases are decided
            // by pairs.
            Err(error) => assert!(problem.walls().is_some(), "{error}: {place}"),
        }
        // With walls, all placements of the first case come first.
        let mut listed: Vec<Placement> =
            list(&question, UpTo::Nothing).into_iter().map(|listed| listed.placement).collect();
        if problem.walls().is_some() {
            let (mut listed, mut all) = (listed, all.clone());
            listed.sort();
            all.sort();
            assert_eq!(listed, all, "{place}");
        } else {
            assert_eq!(listed, all, "{place}");
            listed.clear();
        }
        let is_found = matches!(find_asked(&question, 1, &Silent).unwrap(), First::Found { .. });
        assert_eq!(is_found, !all.is_empty(), "{place}");
        for placement in &all {
            assert_eq!(placement.fault_beside_attacks(problem), None, "{place}");
            let fault = if *dominating == Demand::Nothing { placement.fault(problem) } else { None };
            assert_eq!(fault, None, "{place}");
        }
        // The maps here are those of rectangles.
        let board = problem.board();
        for up_to in [UpTo::Symmetry, UpTo::Armies] {
            if !board.is_rectangle() || !board.is_straight() || problem.walls().is_some() {
                continue;
            }
            let expected = classes_by_definition(problem, &all, up_to);
            let found = count_with(question.clone().with_up_to(up_to), &Settings::default());
            assert_eq!(found, expected.len().into(), "{up_to:?}, {place}");
            let listed = list(&question, up_to);
            let listed: Vec<_> = listed.iter().map(|l| (&l.placement, l.class_size)).collect();
            assert_eq!(listed, expected, "{up_to:?}, {place}");
            classed += 1;
            reduced += u64::from(expected.len() < all.len());
        }
        several += u64::from(all.len() > 1);
        dominated += u64::from(*dominating != Demand::Nothing);
        counted += u64::from(problem.degrees().are_asked());
        seen += u64::from(problem.is_blocked() || !problem.has_fixed_moves());
        walled += u64::from(problem.walls().is_some());
    }
    assert!(several > problems / 3, "{several} of {problems} problems have several placements");
    assert!(
        dominated > problems / 15 && counted > problems / 20,
        "{dominated} with demands, {counted} with degrees"
    );
    assert!(seen > problems / 20 && walled > 0, "{seen} with lines to be followed, {walled} with walls");
    assert!(
        classed > problems / 6 && reduced > classed / 8,
        "{reduced} of {classed} counts of classes are smaller"
    );
}

#[test]
fn tallies_agree_with_the_oracle() {
    agree_with_the_oracle(PROBLEMS);
}

#[test]
#[ignore = "takes minutes"]
fn tallies_agree_with_the_oracle_on_many() {
    agree_with_the_oracle(MANY_PROBLEMS);
}

/// Any number is counted as a sum over numbers, each of them by the engine that suits it.
#[test]
fn any_number_is_a_sum_over_numbers() {
    for (text, demand) in [
        ("3x4 K* rank=..1", Demand::Nothing),
        ("4x4 R* file=1..2 rank=..1", Demand::Nothing),
        ("3x3 N* each=1", Demand::Nothing),
        ("3x4 Q* K1 pairs=..2", Demand::Nothing),
        ("3x4 K*", Demand::Dominating),
        ("3x3 Q*@b1", Demand::Total),
        ("2x3~a1 N* K*", Demand::Dominating),
        ("4x3 B* rank:B=..2", Demand::Nothing),
    ] {
        let question = Question::from(parse(text)).with_dominating(demand);
        let expected = naive::answer_to(&question, &|| false).count;
        assert_eq!(count_with(question, &Settings::default()), expected, "{text}");
    }
}

/// Eight bishops with one on each rank: 48,042, found by others. Kings with two on each rank and file:
/// A389766. Five queens that dominate the board: 4860, known since the nineteenth century.
#[test]
fn known_counts() {
    for (text, expected) in [("8x8 B8 rank=1", 48_042u32), ("10x10 K20 rank=2 file=2", 146_510)] {
        assert_eq!(count_with(parse(text), &Settings::default()), expected.into(), "{text}");
    }
    let five = Question::from(parse("8x8 Q5")).with_dominating(Demand::Dominating);
    assert_eq!(count_with(five.clone(), &Settings::default()), 4860u32.into());
    let First::Found { placement, .. } = find_asked(&five, 1, &Silent).unwrap() else { panic!("none") };
    assert_eq!(placement.find_unattacked(&five.problem, false), None);
    let four = Question::from(parse("8x8 Q4")).with_dominating(Demand::Dominating);
    assert_eq!(find_asked(&four, 1, &Silent).unwrap(), First::None { by: "reading order" });
}

/// Kings with one on each rank and file are decided by pairs, which other engines count: A002464.
#[test]
fn exclusive_lines_are_left_to_other_engines() {
    for (side, expected) in [(4, 2u32), (5, 14), (6, 90), (7, 646), (8, 5242)] {
        let problem = parse(&format!("{side}x{side} K{side} rank=1 file=1"));
        let by_pairs = plan(&problem, &Settings::default()).unwrap();
        assert_ne!(by_pairs.summary().engine.0, "tallies");
        assert_eq!(by_pairs.run(&Silent).unwrap().count, expected.into());
    }
}

#[test]
fn counts_are_checked_by_another_way() {
    for text in ["4x4 Q3 each=..1", "6x6 N6 pairs=1"] {
        let (question, settings) = (Question::from(parse(text)), Settings::default());
        let first = plan(question.clone(), &settings).unwrap();
        let second = plan_double_check(&question, &settings, first.summary()).unwrap();
        assert_eq!(second.difference(), Difference::Engine, "{text}");
        assert!(agree(&first.run(&Silent).unwrap(), &second.run(&Silent).unwrap()), "{text}");
    }
}

#[test]
fn placements_are_drawn() {
    let problem = parse("6x6 K6 rank=..2 file=1 each=..1");
    let mut sampler = Sampler::new(&problem, 3, &Silent).unwrap();
    assert!(sampler.is_uniform());
    for placement in sampler.draw(20, &Silent).unwrap() {
        assert_eq!(placement.fault(&problem), None);
    }
}

#[test]
fn other_engines_and_questions_are_refused() {
    let refused = |question: Question, engine: &'static str| match plan(question, &with_engine(engine)) {
        Err(PlanError::Refused { engine: by, why, .. }) if by == engine => why,
        other => panic!("{:?}", other.err()),
    };
    let degrees = Question::from(parse("4x4 Q3 each=1"));
    assert_eq!(
        refused(degrees, "cells"),
        "only the engines profile, tallies and naive count numbers of attacks (each=, pairs=)"
    );
    let plain = refused(parse("4x4 Q4").into(), "tallies");
    assert!(
        plain.starts_with("the tallies engine needs blocked lines or hoppers or lame leapers or quotas"),
        "{plain}"
    );
    let dominating = Question::from(parse("4x4 Q2/Q2")).with_dominating(Demand::Total);
    assert!(is_together(plan(dominating, &Settings::default()).err(), Feature::Armies));
    let by_sight = Selection { dominating: Demand::Total, ..Selection::default() };
    assert!(list_lex(&parse("4x4 Q2/Q2"), by_sight, &Silent).is_err());
    assert_eq!(oracle(&parse("4x4 Q3 each=1")), count_with(parse("4x4 Q3 each=1"), &with_engine("tallies")));
    assert!(parse("4x4 Q* each=1").pieces().any(|pieces| pieces.quantity == Quantity::Any));
}
