//! Walls: counts, lists and searches with walls against the oracle, which defines them.

use crate::common::{
    Random, Shape, classes_by_definition, count_with, fewest, is_misfit, is_together, oracle, placement,
    plan, random_parts, random_rows, seeds, square, up_to_symmetry, ways, with_engine,
};
use armistice::engines::naive;
use armistice::plan::{PlanError, Settings, Silent};
use armistice::search::listing::{Selection, list_lex};
use armistice::search::random::Sampler;
use armistice::search::{self, Finder, First, SearchError, find_first};
use armistice::{Feature, Placement, Problem, Quantity, Question, UpTo};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// The number of problems in each test.
const PROBLEMS: u64 = 300;

const SMALL: Shape = Shape {
    sides: &[(1, 1), (1, 6), (34, 1), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (4, 4), (5, 3)],
    most_kinds: 2,
    most_ways: 600.0,
};

/// Makes a small problem with one or two walls, some of them pre-placed.
fn random_walled(seed: u64) -> Problem {
    let random = &mut Random::new(seed ^ 0x3a11);
    loop {
        let mut parts = if random.chance(2) { random_rows(random) } else { random_parts(random, &SMALL) };
        if parts.rows * parts.cols > 16 {
            continue;
        }
        if random.chance(2) {
            parts.holes.clear();
        }
        let walls = random.between(1, 2);
        let place = (random.between(0, parts.rows - 1), random.between(0, parts.cols - 1));
        let is_taken =
            parts.holes.contains(&place) || parts.pieces.iter().any(|pieces| pieces.fixed.contains(&place));
        let given =
            if random.chance(4) && !is_taken { format!("@{}", square(&place)) } else { String::new() };
        let armies =
            if random.chance(5) && parts.pieces.len() > 1 { opposed(&parts.text()) } else { parts.text() };
        return format!("{armies} #{walls}{given}")
            .parse()
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

/// Returns the problem with the last kind as an army of its own.
fn opposed(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let last = words.iter().rposition(|word| !word.contains('=')).unwrap();
    let rule = if words.len().is_multiple_of(2) { " blocked" } else { "" };
    format!("{} / {}{rule}", words[..last].join(" "), words[last..].join(" "))
}

#[test]
fn counts_agree_with_the_oracle() {
    let (mut with_several, mut blocking) = (0, 0);
    for seed in seeds(PROBLEMS) {
        let problem = random_walled(seed);
        let expected = oracle(&problem);
        for finest_units in [false, true] {
            let settings = Settings::default().with_finest_units(finest_units);
            assert_eq!(
                count_with(&problem, &settings),
                expected,
                "seed {seed}, finest {finest_units}: {problem}"
            );
        }
        for name in ["cells", "rows", "frontier"] {
            match plan(&problem, &with_engine(name)) {
                Err(error) if is_misfit(&error, name) => {}
                Err(PlanError::Refused { .. }) => {}
                _ => assert_eq!(
                    count_with(&problem, &with_engine(name)),
                    expected,
                    "seed {seed}, {name}: {problem}"
                ),
            }
        }
        with_several += u64::from(expected > BigUint::from(1u32));
        // If walls cut no line, each placement of the pieces would leave the same number of ways to place
        // them.
        let walls = problem.walls().unwrap();
        let pieces = problem.given_pieces() as usize - walls.quantity.exact_number() as usize;
        let left = problem.board().open_area().saturating_sub(pieces + walls.fixed.len());
        let text = problem.to_string();
        let bare: Vec<&str> = text.split(' ').filter(|word| !word.starts_with('#')).collect();
        let uncut =
            oracle(&bare.join(" ").parse().unwrap()) * ways(left, walls.free_pieces() as usize) as u64;
        blocking += u64::from(walls.fixed.is_empty() && uncut != expected);
    }
    assert!(with_several >= fewest(PROBLEMS / 2), "{with_several} problems have more than one placement");
    assert!(blocking >= fewest(PROBLEMS / 10), "walls make a difference in {blocking} problems");
}

/// Walls behave alike on other boards: hexagons, triangles, layers.
#[test]
fn counts_on_other_boards_agree_with_the_oracle() {
    for (text, walls) in [
        ("hexagon:3 K2 #1", "hexagon:3 K2 1 wall"),
        ("hexagon:2 Q2 #1", "hexagon:2 Q2 wall"),
        ("hexagon:3 R3 #1@c3", "hexagon:3 R3 #@c3"),
        ("triangle:4 R2 #2", "triangle:4 R2 2 walls"),
        ("triangle:3 B N #1@b1", "triangle:3 #1@b1 N B"),
        ("2x2x2 K #1@a1", "2x2x2 K wall@a1"),
        ("2x2x3 R3 #1", "2x2x3 R3 1#"),
        ("3x2x2 Q2 #1", "3x2x2 Q2 1 wall"),
        ("2x2x2x2 R2/U #1", "2x2x2x2 R2/U 1#"),
        ("hexagon:2 G2 #1", "hexagon:2 G2 1#"),
        ("staircase:3 R2 #1", "staircase:3 R2 1#"),
    ] {
        let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(problem.to_string(), text);
        assert_eq!(walls.parse().as_ref(), Ok(&problem), "{walls}");
        assert_eq!(count_with(&problem, &Settings::default()), oracle(&problem), "{text}");
    }
}

#[test]
fn classes_agree_with_the_definition() {
    let mut reduced = 0;
    for seed in seeds(PROBLEMS) {
        let problem = random_walled(seed ^ 0xc1a5);
        let expected = classes_by_definition(&problem, false, &|| false).unwrap();
        // A wall next to a hole can look like a hole, but is not one.
        let plan = plan(up_to_symmetry(&problem), &Settings::default());
        let outcome =
            plan.unwrap_or_else(|error| panic!("seed {seed}: {problem}: {error}")).run(&Silent).unwrap();
        assert_eq!(outcome.count, expected.count.into(), "seed {seed}: {problem}");
        assert_eq!(outcome.placements, Some(expected.placements.into()), "seed {seed}: {problem}");
        reduced += u64::from(expected.placements > expected.count);
    }
    assert!(reduced >= fewest(PROBLEMS / 4), "{reduced} reduced");
}

#[test]
fn lists_are_those_of_the_oracle() {
    for seed in seeds(PROBLEMS) {
        let problem = random_walled(seed ^ 0x1157);
        let mut all = BTreeSet::new();
        naive::visit_placements(&problem, &|| false, &mut |placed| {
            assert!(naive::is_placement(&problem, placed), "seed {seed}: {problem}: {placed:?}");
            assert!(all.insert(placement(placed)), "seed {seed}: {problem}: {placed:?} twice");
        });
        let listed: Vec<Placement> = list_lex(&problem, Selection::default(), &Silent)
            .unwrap()
            .map(|listed| listed.placement)
            .collect();
        assert_eq!(listed.len(), all.len(), "seed {seed}: {problem}");
        assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), all, "seed {seed}: {problem}");
        for listed in &listed {
            assert_eq!(listed.fault(&problem), None, "seed {seed}: {problem}: {listed:?}");
        }
        let by_class = Selection { up_to: UpTo::Symmetry, ..Selection::default() };
        let list = list_lex(&problem, by_class, &Silent).unwrap();
        let sizes: Vec<u64> = list.map(|listed| listed.class_size).collect();
        let classes = classes_by_definition(&problem, false, &|| false).unwrap();
        assert_eq!(sizes.len() as u64, classes.count, "seed {seed}: {problem}");
        assert_eq!(sizes.iter().sum::<u64>(), all.len() as u64, "seed {seed}: {problem}");
        let mut sampler = Sampler::new(&problem, seed, &Silent).unwrap();
        assert_eq!(sampler.count(), Some(all.len().into()), "seed {seed}: {problem}");
        let drawn = sampler.draw(8, &Silent).unwrap();
        assert_eq!(drawn.len(), if all.is_empty() { 0 } else { 8 }, "seed {seed}: {problem}");
        assert!(drawn.iter().all(|drawn| all.contains(drawn)), "seed {seed}: {problem}: {drawn:?}");
        match find_first(&problem, 1, &Silent).unwrap() {
            First::Found { placement, .. } => assert!(all.contains(&placement), "seed {seed}: {problem}"),
            First::None { .. } => assert!(all.is_empty(), "seed {seed}: {problem}"),
            First::Stopped => panic!("seed {seed}: {problem}: stopped"),
        }
    }
}

/// The checker rejects the placements that the oracle rejects, after random moves of pieces.
#[test]
fn the_checker_agrees_with_the_oracle() {
    let mut found = [0, 0];
    for seed in seeds(PROBLEMS) {
        let problem = random_walled(seed ^ 0xc8ec);
        let random = &mut Random::new(seed);
        let board = problem.board();
        for _ in 0..20 {
            let mut placed = Vec::new();
            for (kind, pieces) in problem.pieces().enumerate() {
                for _ in 0..pieces.quantity.exact_number() {
                    let place = (random.between(0, board.rows() - 1), random.between(0, board.cols() - 1));
                    placed.push((kind, (place.0 as i64, place.1 as i64)));
                }
            }
            let is_placement = naive::is_placement(&problem, &placed);
            assert_eq!(
                placement(&placed).fault(&problem).is_none(),
                is_placement,
                "seed {seed}: {problem}: {placed:?}"
            );
            found[usize::from(is_placement)] += 1;
        }
    }
    assert!(found[0] >= fewest(1000) && found[1] >= fewest(100), "{found:?}");
}

#[test]
fn the_largest_numbers_are_those_of_the_oracle() {
    let mut larger = 0;
    for seed in seeds(PROBLEMS / 2) {
        let random = &mut Random::new(seed ^ 0x1a26);
        let mut parts = random_parts(random, &SMALL);
        parts.rows = parts.rows.min(3);
        parts.pieces.truncate(1);
        parts.pieces[0].open = Some("max");
        parts.pieces[0].fixed.clear();
        parts.holes.retain(|hole| hole.0 < parts.rows);
        if parts.rows * parts.cols > 12 || parts.holes.len() + 2 > parts.rows * parts.cols {
            continue;
        }
        let problem: Problem = format!("{} #{}", parts.text(), random.between(1, 2)).parse().unwrap();
        let question = Question::new(problem.clone());
        let found = search::largest(&question, &Settings::default(), Finder::Best, false, &Silent).unwrap();
        let expected = naive::answer(&problem, false, &|| false).maximum;
        assert_eq!((found.number, found.proved), (expected, true), "seed {seed}: {problem}");
        let bare =
            search::largest(&parts.problem().into(), &Settings::default(), Finder::Best, false, &Silent);
        larger += u64::from(found.number > bare.unwrap().number);
    }
    assert!(larger >= fewest(PROBLEMS / 20), "walls make room in {larger} problems");
}

/// n + k queens with k pawns that attack no square: A103330 and A103331 (one pawn), A129551 and A129552
/// (two).
#[test]
fn queens_are_separated_by_walls() {
    let count = |n: u32, walls: u32, up_to| {
        let problem: Problem = format!("{n}x{n} Q{} #{walls}", n + walls).parse().unwrap();
        count_with(Question::new(problem).with_up_to(up_to), &Settings::default())
    };
    let all: Vec<BigUint> = (4..=9).map(|n| count(n, 1, UpTo::Nothing)).collect();
    assert_eq!(all, [0u32, 0, 16, 20, 128, 396].map(BigUint::from));
    let classes: Vec<BigUint> = (4..=9).map(|n| count(n, 1, UpTo::Symmetry)).collect();
    assert_eq!(classes, [0u32, 0, 2, 3, 16, 52].map(BigUint::from));
    for (n, expected) in [(7, 4u32), (8, 44), (9, 280)] {
        assert_eq!(count(n, 2, UpTo::Nothing), expected.into(), "{n}");
    }
}

#[test]
fn what_walls_are_not_for_is_refused() {
    let refused = |question: Question| plan(question, &Settings::default()).err();
    let problem = |text: &str| -> Problem { text.parse().unwrap() };
    assert!(is_together(refused(Question::new(problem("4x4 Qmax #1"))), Feature::LargestNumber));
    let maximal = Question::new(problem("4x4 Q* #1")).with_maximal(true);
    assert!(is_together(refused(maximal), Feature::Maximal));
    let by_number = Question::new(problem("4x4 Q* #1")).with_by_number(true);
    assert!(is_together(refused(by_number), Feature::ByNumber));
    let up_to_shifts = Question::new(problem("4x4 Q2 #1")).with_up_to(UpTo::Translation);
    assert!(is_together(refused(up_to_shifts), Feature::Walls));
    assert_eq!(
        refused(Question::new(problem("20x20 Q #5"))),
        Some(PlanError::ManyCases { of: "place the walls" })
    );
    let any = Question::new(problem("3x3 K* #1"));
    let numbers = naive::answer(&any.problem, false, &|| false);
    assert_eq!(count_with(any, &Settings::default()), numbers.count);
    let no_walls: Problem = "4x4 Q2 #0".parse().unwrap();
    assert_eq!((no_walls.to_string().as_str(), no_walls.walls()), ("4x4 Q2", None));
    assert_eq!(problem("4x4 Q2 #2").walls().unwrap().quantity, Quantity::Exactly(2));
}

/// No engine looks for any number of pieces on lines blocked by walls. Earlier, the engines passed the
/// question on to each other without end.
#[test]
fn what_no_way_can_look_for_beside_walls_is_refused() {
    let problem: Problem = "4x1 M B*/M B* #2@a3 M=A blocked".parse().unwrap();
    assert_eq!(find_first(&problem, 1, &Silent), Err(SearchError::Blocked));
    let exact: Problem = "4x1 M B/M B #2@a3 M=A blocked".parse().unwrap();
    assert!(matches!(find_first(&exact, 1, &Silent), Ok(First::None { .. })));
}

/// A line full of walls is still a line, and a quota may require a piece on it.
#[test]
fn lines_that_walls_fill_have_quotas() {
    for board in ["2x2", "2x3", "3x2-a1", "3x3-a1,b1,c1", "1x4"] {
        for rest in ["K1", "R2", "N2", "K*", "K1/N1"] {
            for walls in 1..=3 {
                for quota in ["rank=1", "rank=..1", "file=1..", "file=0..1", "rank:K=1", "rank=1.. file=..1"]
                {
                    let text = format!("{board} {rest} #{walls} {quota}");
                    let Ok(problem) = text.parse::<Problem>() else { continue };
                    let settings = Settings::default().with_threads(1);
                    let Ok(plan) = plan(&problem, &settings) else { continue };
                    assert_eq!(plan.run(&Silent).unwrap().count, oracle(&problem), "{text}");
                }
            }
        }
    }
}
