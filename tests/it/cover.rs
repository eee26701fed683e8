//! Placements that attack all squares: the cover engine against the definition, other engines and known
//! results.

use crate::common::armies::classes_by_definition;
use crate::common::{Random, count_with, first_seed, placement, plan, with_engine};
use armistice::engines::{Kernel, naive};
use armistice::plan::{PlanError, Settings};
use armistice::{Demand, Pieces, Placement, Problem, Question, UpTo};

/// The number of problems that are tried. A longer test runs on request: `cargo test --test it cover:: --
/// --ignored`.
const PROBLEMS: u64 = 300;
/// The number of problems of the longer test.
const MANY_PROBLEMS: u64 = 20_000;

const BOARDS: &[&str] = &[
    "1x6",
    "2x4",
    "3x3",
    "3x4",
    "4x4",
    "5x3",
    "2x7",
    "3x3/torus",
    "4x3/torus",
    "3x5/cylinder",
    "4x3/roll",
    "3x4/moebius",
    "3x3/klein",
    "4x4-b2",
    "4x4-a1",
    "4x4~b2,c3",
    "4x4~diagonal",
    "hexagon:2",
    "triangle:4",
    "2x2x3",
    "1x34",
];

const KINDS: &[(char, &str)] = &[
    ('Q', ""),
    ('R', ""),
    ('B', ""),
    ('N', ""),
    ('K', ""),
    ('P', ""),
    ('W', ""),
    ('A', ""),
    ('U', "R2"),
    ('X', "fWbF"),
];

fn parse(text: &str) -> Problem {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Makes a question with up to three kinds, pre-placed pieces and closed squares; `None` if the text is not a
/// problem or is too large.
fn random_question(random: &mut Random) -> Option<Question> {
    let board = random.pick(BOARDS);
    let squares = parse(&format!("{board} K"));
    let squares = squares.board();
    let (mut text, mut defined, mut letters) = (board.to_owned(), String::new(), Vec::new());
    for _ in 0..random.between(1, 3) {
        let (letter, betza) = random.pick(KINDS);
        if letters.contains(&letter) {
            continue;
        }
        letters.push(letter);
        let square =
            |random: &mut Random| squares.square(random.between(0, squares.squares() - 1)).to_string();
        text += &format!(" {letter}{}", random.pick(&[0, 1, 1, 2, 2, 3, 4, 5, 6]));
        if random.chance(6) {
            text += &format!("@{}", square(random));
        }
        if random.chance(4) {
            let sign = random.pick(&['~', ':']);
            let most = if sign == '~' { random.between(1, 3) } else { random.between(4, 9) };
            let list: Vec<String> = (0..most).map(|_| square(random)).collect();
            text += &format!("{sign}{}", list.join(","));
        }
        if !betza.is_empty() {
            defined += &format!(" {letter}={betza}");
        }
    }
    let problem: Problem = (text + &defined).parse().ok()?;
    let ways = problem.pieces().map(|pieces| {
        let squares = problem.board().open_area() as f64;
        (0..pieces.free_pieces())
            .map(|piece| ((squares - f64::from(piece)) / f64::from(piece + 1)).max(1.0))
            .product::<f64>()
    });
    (ways.product::<f64>() < 8000.0 && problem.pieces().map(Pieces::free_pieces).sum::<u32>() < 10)
        .then(|| Question::from(problem).with_dominating(random.pick(&[Demand::Dominating, Demand::Total])))
}

/// Returns all placements for a question by the definition, in increasing order.
fn by_definition(question: &Question) -> Vec<Placement> {
    let mut all = Vec::new();
    naive::visit_asked(question, &|| false, &mut |placed| all.push(placement(placed)));
    all.sort();
    all
}

fn agree_with_the_oracle(problems: u64) {
    let (mut tried, mut several, mut spare, mut given, mut fewer) = (0, 0, 0, 0, 0);
    let mut seed = first_seed();
    while tried < problems {
        seed += 1;
        let Some(question) = random_question(&mut Random::new(seed ^ 0xc0e4)) else { continue };
        let problem = &question.problem;
        let place = format!("seed {seed}: {problem}, {:?}", question.dominating);
        let all = by_definition(&question);
        // Often too few pieces are drawn.
        if all.is_empty() && !seed.is_multiple_of(4) {
            continue;
        }
        tried += 1;
        for kernel in Kernel::available() {
            for finest_units in [false, true] {
                let settings = with_engine("cover").with_kernel(kernel).with_finest_units(finest_units);
                assert_eq!(count_with(question.clone(), &settings), all.len().into(), "{kernel}, {place}");
            }
        }
        if problem.board().is_rectangle() && problem.board().is_straight() {
            for up_to in [UpTo::Symmetry, UpTo::Armies] {
                let expected = classes_by_definition(problem, &all, up_to).len();
                let found = count_with(question.clone().with_up_to(up_to), &with_engine("cover"));
                assert_eq!(found, expected.into(), "{up_to:?}, {place}");
                fewer += u64::from(expected < all.len());
            }
        }
        several += u64::from(all.len() > 1);
        spare += u64::from(all.len() > 100);
        given += u64::from(problem.pieces().any(|pieces| !pieces.fixed.is_empty()));
    }
    assert!(several > problems / 2 && spare > problems / 8, "{several} with several, {spare} with many");
    assert!(
        given > problems / 10 && fewer > problems / 4,
        "{given} with given pieces, {fewer} with fewer classes"
    );
}

#[test]
fn covers_agree_with_the_oracle() {
    agree_with_the_oracle(PROBLEMS);
}

#[test]
#[ignore = "takes minutes"]
fn covers_agree_with_the_oracle_on_many() {
    agree_with_the_oracle(MANY_PROBLEMS);
}

/// The fewest queens that dominate a board, and the number of ways: A075458 and A002564 or A002568.
#[test]
fn queens_are_as_has_been_known() {
    let known =
        [(1, 4u32), (1, 1), (2, 12), (3, 186), (3, 4), (4, 86), (5, 4860), (5, 114), (5, 8), (5, 2), (6, 8)];
    for (side, (number, count)) in (2..).zip(known) {
        let question = Question::from(parse(&format!("{side}x{side} Q{number}")));
        let question = question.with_dominating(Demand::Dominating);
        assert_eq!(count_with(question.clone(), &with_engine("cover")), count.into(), "{side}");
        let fewer = Question { problem: question.problem.with_number(0, number - 1).unwrap(), ..question };
        assert_eq!(count_with(fewer, &with_engine("cover")), 0u32.into(), "{side}");
    }
}

/// The search solves problems that take other engines long, and agrees with those that complete their count.
#[test]
fn few_pieces_are_covers() {
    let question = |text: &str, demand: Demand| Question::from(parse(text)).with_dominating(demand);
    // Four times sixteen knights: the search for the smallest number has also found them.
    for (text, count) in [("10x10 N16", 4u32), ("8x8 B8", 11_664), ("8x8 N12", 2), ("9x9 K9", 1)] {
        let asked = question(text, Demand::Dominating);
        assert_eq!(plan(asked.clone(), &Settings::default()).unwrap().summary().engine.0, "cover", "{text}");
        assert_eq!(count_with(asked, &Settings::default()), count.into(), "{text}");
    }
    for (text, demand, other) in [
        ("6x6 K10", Demand::Dominating, "profile"),
        ("6x6 W12", Demand::Dominating, "profile"),
        ("6x6 N12", Demand::Total, "profile"),
        ("6x6/torus W9", Demand::Total, "tallies"),
        ("5x5 Q2 N3 K1", Demand::Dominating, "tallies"),
        ("5x5~b2,c3 Q3 K1 N1", Demand::Total, "tallies"),
        ("6x5-c3 R2 B3@a1", Demand::Dominating, "tallies"),
    ] {
        let asked = question(text, demand);
        let found = count_with(asked.clone(), &with_engine("cover"));
        assert_eq!(found, count_with(asked, &with_engine(other)), "{text} {demand:?}");
    }
}

/// The engine accounts for every feature or rejects it. Pieces that are too close or too many give a count of
/// zero.
#[test]
fn what_it_does_not_know_it_refuses() {
    for text in
        ["4x4 K3 rank=..1", "4x4 K3 rank=2", "4x4 G3", "4x4 K3 each=1", "4x4 K*", "4x4 Q2/Q2", "4x4 Q2 + K1"]
    {
        let question = Question::from(parse(text)).with_dominating(Demand::Dominating);
        let refused = plan(question, &with_engine("cover")).err();
        assert!(refused.is_some(), "{text}");
    }
    let peaceful = plan(Question::from(parse("4x4 K3")), &with_engine("cover")).err();
    assert!(matches!(peaceful, Some(PlanError::Refused { engine: "cover", .. })));
    for text in ["2x2 K5", "2x2 K3@a1 N2", "2x2 K2@a1 N@a1", "3x3 K10000", "3x3 Q0"] {
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let question = Question::from(problem).with_dominating(Demand::Dominating);
        let expected = oracle_of(&question);
        assert_eq!(count_with(question, &with_engine("cover")), expected.into(), "{text}");
    }
}

fn oracle_of(question: &Question) -> usize {
    if question.problem.given_pieces() > question.problem.board().open_area() as u64 {
        return 0;
    }
    by_definition(question).len()
}
