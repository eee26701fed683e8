//! Ranges of numbers, like `Q1..` and `N2..4`: the sum over the exact numbers in them, and by the definition.

use crate::common::{
    Random, answer, count, count_with, fewest, first_seed, oracle, placement, plan, sample, with_engine,
};
use armistice::engines::{Engine, naive};
use armistice::plan::kept::plan_again;
use armistice::plan::{PlanError, Settings, Silent, agree, by_symmetry, plan_double_check};
use armistice::search::listing::{Selection, list_all, list_lex};
use armistice::search::random::Sampler;
use armistice::search::{
    ArmiesQuestion, Finder, First, by_square, find_first, largest, largest_armies, smallest,
};
use armistice::{Demand, Feature, Named, Placement, Problem, Quantity, Question, Span, UpTo};
use num_bigint::BigUint;
use std::cell::Cell;
use std::collections::BTreeSet;

/// The number of random problems of the complete test.
const PROBLEMS: u64 = 1_600;

const BOARDS: &[&str] = &[
    "1x6",
    "2x4",
    "3x3",
    "3x3",
    "3x4",
    "4x4",
    "4x3",
    "5x3",
    "2x7",
    "3x3/torus",
    "3x4/cylinder",
    "4x3/roll",
    "3x4/moebius",
    "3x3/klein",
    "4x4-b2",
    "4x4~b2,c3",
    "4x4~diagonal",
    "hexagon:2",
    "triangle:4",
    "2x2x3",
];

const KINDS: &[(char, &str)] = &[
    ('Q', ""),
    ('R', ""),
    ('B', ""),
    ('N', ""),
    ('K', ""),
    ('K', ""),
    ('P', ""),
    ('W', ""),
    ('G', ""),
    ('U', "R2"),
    ('X', "fWbF"),
    ('O', "nN"),
];

const RANGES: &[&str] = &["1..", "2..", "3..", "..1", "..2", "1..2", "2..3", "1..3", "2..4"];

fn parse(text: &str) -> Problem {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Draws a problem with a range and other features; `None` if its text has a fault.
fn random_problem(random: &mut Random) -> Option<Problem> {
    let board = random.pick(BOARDS);
    let is_plain = board.chars().next().is_some_and(|c| c.is_ascii_digit());
    let (mut text, mut letters, mut definitions) = (board.to_owned(), BTreeSet::new(), String::new());
    let kinds = random.between(1, 3);
    let separator = random.pick(&[" ", " ", "/", " + "]);
    for each in 0..kinds {
        let (letter, moves) = random.pick(KINDS);
        if !letters.insert(letter) {
            return None;
        }
        let number = match each {
            0 => random.pick(RANGES),
            _ => random.pick(&["", "1", "2", "*", "1..", "..1", "1..2", "2.."]),
        };
        text += if each == 0 { " " } else { separator };
        text += &format!("{letter}{number}");
        if is_plain && random.chance(6) {
            text += random.pick(&["@a1", "@b2", "~a1", ":a1..b2"]);
        }
        if !moves.is_empty() {
            definitions += &format!(" {letter}={moves}");
        }
    }
    text += &definitions;
    if random.chance(8) {
        text += random.pick(&[" #1", " #2"]);
    }
    if random.chance(4) {
        text += random.pick(&[
            " rank=..1",
            " rank=..2",
            " file=1..",
            " rank=1",
            " each=1",
            " each=..1",
            " pairs=..2",
        ]);
    }
    if random.chance(4) {
        text += " blocked";
    }
    text.parse().ok()
}

/// Draws the rest of a question.
fn random_question(random: &mut Random, problem: Problem) -> Question {
    let demand = if random.chance(6) { Demand::Dominating } else { Demand::Nothing };
    Question::new(problem)
        .with_maximal(random.chance(5))
        .with_dominating(demand)
        .with_by_number(random.chance(2))
}

/// The most partial placements that the definition may take for a random problem.
const MOST_NODES: u32 = 1 << 15;

/// Returns the answer of the definition; `None` if it takes more partial placements.
fn defined(
    question: &Question,
    most_nodes: u32,
) -> Option<(BigUint, Option<Vec<armistice::plan::NumberCount>>)> {
    let nodes = Cell::new(0);
    let counts = naive::answer_to(question, &|| {
        nodes.set(nodes.get() + 1);
        nodes.get() > most_nodes
    });
    counts.complete.then(|| (counts.count, question.by_number.then_some(counts.by_number)))
}

#[test]
fn any_problem_with_ranges_is_counted_by_the_definition() {
    let (mut answered, mut refused, mut shown) = (0u64, 0u64, 0u64);
    for seed in first_seed()..first_seed() + sample(PROBLEMS) {
        let mut random = Random::new(seed);
        let Some(problem) = random_problem(&mut random) else { continue };
        if !problem.has_ranges() {
            continue;
        }
        let question = random_question(&mut random, problem);
        let text = format!("seed {seed}: {question:?}");
        let Some(expected) = defined(&question, MOST_NODES) else { continue };
        match answer(question.clone(), &Settings::default()) {
            Ok((count, maximum, by_number)) => {
                assert_eq!((count, by_number), expected, "{text}");
                assert_eq!(maximum, None, "{text}");
                answered += 1;
                shown += u64::from(question.by_number);
            }
            Err(PlanError::Together { .. } | PlanError::ManyCases { .. }) => refused += 1,
            Err(error) => panic!("{text}: {error}"),
        }
    }
    assert!(answered >= fewest(450) && shown >= fewest(150), "{answered} {refused} {shown}");
}

/// Lists, single placements and placements at random are those of the definition.
#[test]
fn placements_with_ranges_are_found() {
    let (mut lists, mut drawn) = (0u64, 0u64);
    for seed in first_seed()..first_seed() + sample(PROBLEMS / 2) {
        let mut random = Random::new(seed ^ 0x5eed);
        let Some(problem) = random_problem(&mut random).filter(Problem::has_ranges) else { continue };
        if problem.board().open_area() > 9 {
            continue;
        }
        let mut all = BTreeSet::new();
        let sorted = |placement: &Placement| {
            let mut pieces: Vec<(usize, String)> =
                placement.pieces().iter().map(|&(kind, square)| (kind, square.to_string())).collect();
            pieces.sort();
            pieces
        };
        naive::visit_placements(&problem, &|| false, &mut |placed| {
            all.insert(sorted(&placement(placed)));
        });
        if all.len() > 1000 {
            continue;
        }
        if let Ok(listing) = list_all(&problem, Selection::default(), &Silent) {
            let listed: Vec<_> = listing.map(|listed| sorted(&listed.placement)).collect();
            assert_eq!(listed.len(), all.len(), "seed {seed}: {problem}");
            assert!(listed.iter().all(|one| all.contains(one)), "seed {seed}: {problem}");
            lists += 1;
        }
        match find_first(&problem, 1, &Silent) {
            Ok(First::Found { placement, .. }) => {
                assert!(all.contains(&sorted(&placement)), "seed {seed}: {problem}");
            }
            Ok(First::None { .. }) => assert!(all.is_empty(), "seed {seed}: {problem}"),
            Ok(First::Stopped) => panic!("seed {seed}: {problem}"),
            Err(_) => {}
        }
        if let Ok(mut sampler) = Sampler::new(&problem, seed, &Silent)
            && sampler.is_uniform()
        {
            assert_eq!(sampler.count(), Some(all.len().into()), "seed {seed}: {problem}");
            let placements = sampler.draw(4, &Silent).unwrap();
            assert_eq!(placements.is_empty(), all.is_empty(), "seed {seed}: {problem}");
            let is_known = |placement: &Placement| all.contains(&sorted(placement));
            assert!(placements.iter().all(is_known), "seed {seed}: {problem}");
            drawn += 1;
        }
    }
    assert!(lists >= fewest(80) && drawn >= fewest(50), "{lists} {drawn}");
}

/// A named engine counts the exact numbers, or any number, or refuses.
#[test]
fn every_engine_is_right_or_refuses() {
    let mut answered = BTreeSet::new();
    for text in [
        "4x4 Q1..",
        "4x4 K2..3 N1",
        "4x4 R1..2/N..2",
        "3x4 N1..2 rank=..2",
        "3x3 Q1.. B*",
        "4x4 W1..2 each=1",
        "4x4 G1..2",
        "3x4 Q1..2 K1/R1 blocked",
        "4x4 K1..2 #1",
    ] {
        let problem = parse(text);
        for dominating in [Demand::Nothing, Demand::Dominating] {
            let question = Question::new(problem.clone()).with_dominating(dominating);
            if plan(question.clone(), &Settings::default()).is_err() {
                continue;
            }
            let (expected, _) = defined(&question, u32::MAX).unwrap();
            for &engine in Engine::ALL {
                let settings = Settings::default().with_engine(engine);
                if let Ok((found, ..)) = answer(question.clone(), &settings) {
                    assert_eq!(found, expected, "{text} {dominating:?} {}", engine.name());
                    answered.insert(engine.name());
                }
            }
        }
    }
    for name in ["best", "naive", "cells", "frontier", "profile", "tallies", "cover", "hurdles"] {
        assert!(answered.contains(name), "{name}: {answered:?}");
    }
}

/// A range is the sum of its numbers, and any number is what two ranges have together.
#[test]
fn ranges_add_up() {
    for (before, after) in [
        ("6x6 Q", ""),
        ("4x4 K1..2 N", ""),
        ("5x4/torus R", "/B2"),
        ("4x4 N", " rank=..2"),
        ("3x4 W", " each=..1"),
    ] {
        let of = |number: &str| Question::new(parse(&format!("{before}{number}{after}")));
        let up_to = |question: Question| question.with_up_to(UpTo::Symmetry);
        let half = |question: Question| question.with_fixed_by("half-turn".parse().unwrap());
        let maximal = |question: Question| question.with_maximal(true);
        let dominating = |question: Question| question.with_dominating(Demand::Dominating);
        let asked: [&dyn Fn(Question) -> Question; 5] =
            [&|question| question, &up_to, &half, &maximal, &dominating];
        for ask in asked {
            let count = |number: &str| answer(ask(of(number)), &Settings::default()).map(|found| found.0);
            let Ok(any) = count("*") else { continue };
            for split in 1..4 {
                let (low, high) = (count(&format!("..{}", split - 1)), count(&format!("{split}..")));
                assert_eq!(low.unwrap() + high.unwrap(), any, "{before}{split}{after}");
            }
            let exact = (2..=5).map(|number: u32| count(&number.to_string()).unwrap()).sum::<BigUint>();
            assert_eq!(count("2..5").unwrap(), exact, "{before}{after}");
        }
    }
}

/// Counts by number are those of any number, as far as they are in the range.
#[test]
fn counts_by_number_are_a_slice() {
    let listed =
        |text: &str| answer(Question::new(parse(text)).with_by_number(true), &Settings::default()).unwrap();
    for (any, ranged, span) in [("7x7 Q* N1", "7x7 Q2..4 N1", 2..=4), ("12x3 K*", "12x3 K3..5", 3..=5)] {
        let (count, _, found) = listed(ranged);
        let mut expected = listed(any).2.unwrap();
        expected.retain(|of| span.contains(&of.pieces[0]));
        assert_eq!(found.as_ref(), Some(&expected), "{ranged}");
        assert_eq!(count, expected.iter().map(|of| &of.count).sum::<BigUint>(), "{ranged}");
    }
}

/// Any number of non-attacking queens (A287227): at least one queen is one placement less.
#[test]
fn at_least_one_queen() {
    let any: [u32; 8] = [2, 5, 18, 87, 462, 2_635, 16_870, 118_969];
    for (side, any) in (1..).zip(any) {
        assert_eq!(count(&parse(&format!("{side}x{side} Q1.."))), (any - 1).into(), "{side}");
    }
    // Eight queens (A000170).
    assert_eq!(count(&parse("8x8 Q8..")), 92u32.into());
    // Independent sets of the king graph (A063443), without the empty one.
    assert_eq!(count(&parse("8x8 K1..")), 1_355_115_600u32.into());
    assert_eq!(oracle(&parse("4x4 K1..")), 313u32.into());
    // What does not fit is not there.
    assert_eq!(count(&parse("4x4 Q5..")), 0u32.into());
    assert_eq!(count(&parse("4x4 K17..")), 0u32.into());
    assert_eq!(
        count_with(
            Question::new(parse("4x4 K17..")).with_dominating(Demand::Dominating),
            &Settings::default()
        ),
        0u32.into()
    );
}

/// The maximum next to a range is that of the definition, and so are the placements that attain it.
#[test]
fn maxima_and_minima_beside_ranges() {
    for text in [
        "4x4 Nmax Q1..",
        "4x4 Kmax N1..2 B1..",
        "3x4 Wmax@a1 R..1",
        "4x3 Nmax + K2..3",
        "3x3 Qmax Q2.. + N1..",
    ] {
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let expected = naive::answer(&problem, false, &|| false);
        let found =
            largest(&problem.clone().into(), &Settings::default(), Finder::Best, true, &Silent).unwrap();
        assert_eq!((found.number, found.proved), (expected.maximum, true), "{text}");
        assert_eq!(found.outcome.map(|outcome| outcome.count), Some(expected.count.clone()), "{text}");
        assert!(found.number.is_none() || found.placement.fault(&problem).is_none(), "{text}");
        let (count, maximum, _) = answer(&problem, &Settings::default()).unwrap();
        assert_eq!((count, maximum), (expected.count, expected.maximum), "{text}");
    }
    let armies = parse("4x4 Nmax/Q1..2");
    let expected = naive::answer(&armies, false, &|| false);
    let asked = ArmiesQuestion { count: true, ..ArmiesQuestion::default() };
    let found = largest_armies(&armies.clone().into(), &Settings::default(), asked, &Silent).unwrap();
    assert_eq!(Some(found.number), expected.maximum);
    assert_eq!(found.outcome.map(|outcome| outcome.count), Some(expected.count));
    for (text, demand) in [
        ("4x4 Q2..", Demand::Nothing),
        ("5x4 K2.. N..1", Demand::Nothing),
        ("4x4 Q3..4", Demand::Dominating),
        ("4x4 K..1 R1..", Demand::Dominating),
    ] {
        let question = Question::new(parse(text))
            .with_maximal(demand == Demand::Nothing)
            .with_dominating(demand)
            .with_by_number(true);
        let (_, by_number) = defined(&question, u32::MAX).unwrap();
        let sizes = by_number.unwrap().into_iter().map(|of| (of.pieces.iter().sum::<u32>(), of.count));
        let least = sizes.fold((u32::MAX, BigUint::ZERO), |least, of| match of.0.cmp(&least.0) {
            std::cmp::Ordering::Less => of,
            std::cmp::Ordering::Equal => (least.0, least.1 + of.1),
            std::cmp::Ordering::Greater => least,
        });
        let found =
            smallest(&question.problem, demand, true, &Settings::default(), &Silent).unwrap().unwrap();
        assert_eq!((found.number, found.count), (Some(least.0), Some(least.1)), "{text}");
    }
}

/// Counts by square, by symmetry and in another way, and plans that are read from their trees.
#[test]
fn other_counts_of_ranges() {
    for text in
        ["4x4 Q1..", "5x5 K2..3", "4x4 N1..2 R1..", "4x4 B2../R1", "4x4 K1.. #1", "4x4 R1..2 rank=..2"]
    {
        let problem = parse(text);
        let question = Question::from(&problem);
        let expected = oracle(&problem);
        let settings = Settings::default();
        let squares = by_square(&question, &settings, &(), &Silent).unwrap();
        let mut standing = 0u32;
        naive::visit_placements(&problem, &|| false, &mut |placed| {
            standing += placed.iter().filter(|piece| piece.0 == 0).count() as u32;
        });
        let sum: BigUint = squares.kinds[0].numbers.iter().flatten().sum();
        assert_eq!((squares.count, sum), (expected.clone(), standing.into()), "{text}");
        for question in [question.clone(), question.clone().with_up_to(UpTo::Symmetry)] {
            let first = plan(question.clone(), &settings).unwrap();
            let again = plan_again(&question, &settings, &first.tree().unwrap()).unwrap();
            let outcome = first.run(&Silent).unwrap();
            assert!(agree(&outcome, &again.run(&Silent).unwrap()), "{text}");
            let second = plan_double_check(&question, &settings, first.summary()).unwrap();
            assert!(agree(&outcome, &second.run(&Silent).unwrap()), "{text}: {second}");
        }
        if problem.is_pairwise() && problem.walls().is_none() {
            let divided = by_symmetry(&question, &settings).unwrap();
            let found = divided
                .run(&Silent, |plan| -> Result<_, PlanError> { Ok(plan.run(&Silent).unwrap()) })
                .unwrap();
            assert_eq!(found.placements, expected, "{text}");
            let classes = count_with(question.with_up_to(UpTo::Symmetry), &settings);
            assert_eq!(found.classes, classes, "{text}");
        }
    }
}

/// A range without an upper limit is any number without the numbers below, where that is faster.
#[test]
fn at_least_one_king_is_any_number_without_none() {
    let first = plan(parse("14x14 K1.."), &Settings::default()).unwrap();
    assert!(first.outline().lines().iter().any(|(_, node)| node.what.starts_with("- K0")));
    let any = count(&parse("14x14 K*"));
    assert_eq!(first.run(&Silent).unwrap().count + 1u32, any);
    let question = |text: &str| Question::new(parse(text)).with_up_to(UpTo::Symmetry);
    let classes = count_with(question("12x12 K*"), &Settings::default());
    assert_eq!(count_with(question("12x12 K1.."), &Settings::default()) + 1u32, classes);
}

#[test]
fn ranges_have_one_text() {
    for (text, canonical) in [
        ("8x8 Q0..", "8x8 Q*"),
        ("8x8 Q3..3", "8x8 Q3"),
        ("8x8 Q0..3", "8x8 Q..3"),
        ("8x8 1..2 queens knights..4", "8x8 Q1..2 N..4"),
        ("4x4 Q1..@a1~b2 K:a1..b2", "4x4 K:a1,b1,a2,b2 Q1..@a1~b2"),
    ] {
        assert_eq!(parse(text).to_string(), canonical, "{text}");
        assert_eq!(parse(canonical).to_string(), canonical, "{text}");
    }
    let built = Problem::builder("5x5".parse().unwrap())
        .put('Q', Span { least: 2, most: Some(4) })
        .put('N', Quantity::Within(Span { least: 0, most: None }))
        .build();
    assert_eq!(built.unwrap().to_string(), "5x5 Q2..4 N*");
    let empty = Problem::builder("5x5".parse().unwrap()).put('Q', Span { least: 3, most: Some(2) }).build();
    assert!(empty.is_err());
}

/// Each of these refuses, and says that it is because of the range.
#[test]
fn what_has_no_answer_is_refused() {
    let question = Question::new(parse("4x4 K1..2"));
    let together = |result: Result<(), PlanError>, its: Feature| match result {
        Err(PlanError::Together { feature, .. }) => assert_eq!(feature, its),
        other => panic!("{other:?}"),
    };
    together(armistice::plan::divide(&question, &Settings::default()).map(|_| ()), Feature::NumberRange);
    let torus = question.clone().with_up_to("torus-shifts".parse().unwrap());
    together(plan(torus, &Settings::default()).map(|_| ()), Feature::NumberRange);
    let pawns = Question::new(parse("4x4 P..2")).with_up_to(UpTo::Translation);
    together(plan(pawns, &Settings::default()).map(|_| ()), Feature::NumberRange);
    let armies = Question::new(parse("4x4 K1../K1..")).with_up_to(UpTo::Armies);
    assert_eq!(plan(armies, &Settings::default()).err(), Some(PlanError::ExchangeOfNumbers));
    assert!(list_lex(&parse("4x4 Q1.. K* each=1"), Selection::default(), &Silent).is_err());
    assert_eq!(count_with(Question::new(parse("4x4 Q1..")), &with_engine("naive")), 86u32.into());
}
