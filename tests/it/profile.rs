//! Sweeps with numbers in their states: random questions with every combination of features against the
//! oracle, and known counts.

use crate::common::{Random, first_seed, with_engine};
use armistice::Demand;
use armistice::engines::naive;
use armistice::plan::{Outcome, PlanError, RunError, Settings, Silent, plan};
use armistice::{Question, UpTo};

/// The number of questions of a short run. `ARMISTICE_SEED` selects others.
const QUESTIONS: u64 = 150;
/// The number of questions of a long run.
const MANY_QUESTIONS: u64 = 2_000;

fn asked(question: &Question, settings: &Settings) -> Outcome {
    let plan = plan(question, settings).unwrap_or_else(|error| panic!("{}: {error}", question.problem));
    plan.run(&Silent).unwrap()
}

/// Makes a range that some placements satisfy.
fn span(random: &mut Random, most: usize) -> String {
    let low = random.between(0, most);
    match random.between(1, 4) {
        1 => format!("{low}"),
        2 => format!("..{}", low.max(1)),
        3 => format!("{}..", low.min(2)),
        _ => format!("{low}..{}", random.between(low, most)),
    }
}

const SIDES: &[(usize, usize)] =
    &[(1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (2, 5), (4, 2), (3, 4), (4, 3), (1, 9)];
const TOPOLOGIES: &[&str] =
    &["plane", "plane", "plane", "cylinder", "roll", "torus", "moebius", "klein", "projective"];

/// Makes the pieces of one army, and returns their letters with them.
fn army(random: &mut Random, (rows, cols): (usize, usize), has_open: bool) -> (String, Vec<&'static str>) {
    let (mut text, mut letters) = (String::new(), Vec::new());
    for _ in 0..random.between(1, 2) {
        let letter = random.pick(&["K", "N", "W", "F", "R", "B", "Q", "X", "Y"]);
        if letters.contains(&letter) {
            continue;
        }
        letters.push(letter);
        let square =
            |random: &mut Random| format!("r{}c{}", random.between(1, rows), random.between(1, cols));
        let number = match has_open {
            true => random.pick(&["*", "max", "*", "1", "2"]),
            false => random.pick(&["0", "1", "2", "3", "4"]),
        };
        text += &format!(" {letter}{number}");
        if number != "0" && random.chance(6) {
            text += &format!("@{}", square(random));
        }
        if random.chance(6) {
            text += &format!("~{}", square(random));
        }
    }
    (text, letters)
}

/// Makes quotas and regions.
fn quotas(random: &mut Random, (rows, cols): (usize, usize), letters: &[&str]) -> String {
    let mut text = String::new();
    for along in ["rank", "file", "diagonal", "antidiagonal", "main"] {
        if random.chance(7) {
            let letter = if random.chance(3) { format!(":{}", random.pick(letters)) } else { String::new() };
            text += &format!(" {along}{letter}={}", span(random, 2));
        }
    }
    if random.chance(8) {
        let rank = |random: &mut Random| -> String {
            (0..cols).map(|_| random.pick(&["a", "b", "b", "."])).collect()
        };
        let drawn: Vec<String> = (0..rows).map(|_| rank(random)).collect();
        text += &format!(" regions={}", drawn.join("/"));
        if random.chance(2) {
            text += &format!(" region={}", span(random, 3));
        }
    }
    text
}

/// Makes a question; `None` if the text is not a problem, or not one for this engine.
fn random_question(random: &mut Random) -> Option<Question> {
    let sides = random.pick(SIDES);
    let square =
        |random: &mut Random| format!("r{}c{}", random.between(1, sides.0), random.between(1, sides.1));
    let mut text = format!("{}x{}/{}", sides.0, sides.1, random.pick(TOPOLOGIES));
    if random.chance(3) {
        text += &format!("-{}", square(random));
    }
    if random.chance(4) {
        text += &format!("~{}", square(random));
    }
    let peace = Demand::Nothing;
    let dominating = random.pick(&[peace, peace, peace, Demand::Dominating, Demand::Total]);
    let (has_armies, has_open) = (dominating == peace && random.chance(3), random.chance(2));
    let (pieces, mut letters) = army(random, sides, has_open);
    text += &pieces;
    if has_armies {
        let (pieces, others) = army(random, sides, has_open);
        text += &format!(" {}{pieces}", random.pick(&["/", "+"]));
        letters.extend(others);
    }
    if letters.contains(&"X") {
        text += &format!(" X={}", random.pick(&["fW", "frN", "sR", "WA", "fbD", "WW2"]));
    }
    if letters.contains(&"Y") {
        text += " Y=WfN";
    }
    if dominating == peace && random.chance(2) {
        if random.chance(2) {
            text += &format!(" each={}", span(random, 3));
        }
        if random.chance(2) {
            text += &format!(" pairs={}", span(random, 4));
        }
    }
    text += &quotas(random, sides, &letters);
    let by_number = random.chance(2) && (pieces.contains('*') || pieces.contains("max"));
    let question = text.parse::<Question>().ok()?.with_dominating(dominating).with_by_number(by_number);
    plan(&question, &with_engine("profile")).is_ok().then_some(question)
}

/// Compares `number` questions. If `is_chosen`, the best engine also answers them.
fn compare(number: u64, is_chosen: bool) {
    let (mut several, mut tried, mut seed) = (0, 0, first_seed() << 20);
    while tried < number {
        seed += 1;
        let Some(question) = random_question(&mut Random::new(seed)) else { continue };
        tried += 1;
        let place = format!("seed {seed}: {} {:?}", question.problem, question.dominating);
        let expected = naive::answer_to(&question, &|| false);
        let engines = if is_chosen { &["profile", "best"][..] } else { &["profile"] };
        for engine in engines {
            let found = asked(&question, &with_engine(engine).with_threads(1));
            assert_eq!((found.count, found.maximum), (expected.count.clone(), expected.maximum), "{place}");
            let by_number = question.by_number.then(|| expected.by_number.clone());
            assert_eq!(found.by_number, by_number, "{engine}, {place}");
        }
        several += u64::from(expected.count > 1u32.into());
    }
    assert!(several > tried / 5, "{several} of {tried} have several placements");
}

#[test]
fn random_questions_are_answered_as_by_the_oracle() {
    compare(QUESTIONS, true);
}

#[test]
#[ignore = "takes minutes"]
fn many_questions_are_answered_as_by_the_oracle() {
    compare(MANY_QUESTIONS, false);
}

/// Numbers may exceed every machine word: pieces that attack no square, on any squares.
#[test]
fn numbers_have_any_size() {
    let question: Question = "12x12 X* X=(0,13) each=0".parse().unwrap();
    let count = asked(&question, &with_engine("profile")).count;
    assert_eq!(count, num_bigint::BigUint::from(2u32).pow(144));
}

/// A143870, A143875, A143881, A143886: kings with at most 1 to 4 pairs that attack each other. A389766: two
/// non-attacking kings in each rank and file.
#[test]
fn published_counts() {
    for (text, count) in [
        ("10x10 K* pairs=..1", "2050537030592506"),
        ("12x12 K* pairs=..1", "2133798146501117397613"),
        ("10x10 K20 rank=2 file=2", "146510"),
        ("11x11 K22 rank=2 file=2", "31197434"),
    ] {
        let found = asked(&text.parse().unwrap(), &with_engine("profile")).count;
        assert_eq!(found.to_string(), count, "{text}");
    }
    // Of the 512 sets of squares of 3x3, these sets have every square in the set or a king's move from it:
    // A133791.
    let question = "3x3 K*".parse::<Question>().unwrap().with_dominating(Demand::Dominating);
    let expected = naive::answer_to(&question, &|| false).count;
    assert_eq!(asked(&question, &Settings::default()).count, expected);
}

#[test]
fn it_stops_where_memory_ends() {
    let question: Question = "10x10 N* each=..2".parse().unwrap();
    let settings = with_engine("profile").with_memory(1 << 20);
    match plan(&question, &settings).map(|plan| plan.run(&Silent)) {
        Ok(Err(RunError::Memory { allowed })) => assert_eq!(allowed, 1 << 20),
        Err(PlanError::Memory { .. }) => {}
        other => panic!("{:?}", other.map(|outcome| outcome.map(|outcome| outcome.count))),
    }
}

#[test]
fn it_refuses_what_it_does_not_know() {
    for text in ["4x4 Q N/Q N blocked", "4x4 G2", "4x4 Q2 #1"] {
        assert!(plan(&text.parse().unwrap(), &with_engine("profile")).is_err(), "{text}");
    }
    let question: Question = "4x4 K* each=1".parse().unwrap();
    assert!(plan(&question.with_up_to(UpTo::Symmetry), &with_engine("profile")).is_err());
}
