//! The frontier engine on boards too large for the oracle: against the other engines, and laws.

use crate::common::{
    Parts, Patience, PiecesPart, Random, Shape, answer, count, count_with, fewest, first_seed, plan,
    random_halves, random_parts, random_rows, sample, seeds, with_engine,
};
use armistice::plan::{Plan, Settings, Silent};
use armistice::{Problem, Question, UpTo};
use num_bigint::BigUint;

/// The number of problems that are also counted by cells.
const PROBLEMS: u64 = 120;
/// The most expected seconds of a problem.
const LONG: f64 = 0.02;

const LARGE: Shape = Shape {
    sides: &[(6, 6), (6, 7), (7, 6), (7, 7), (6, 8), (8, 6), (7, 8), (8, 8), (8, 8)],
    most_kinds: 4,
    most_ways: 1e9,
};

fn frontier() -> Settings {
    with_engine("frontier").with_threads(1)
}

/// Returns a plan; `None` if it is expected to take too long.
fn quick_plan(question: impl Into<Question>, settings: &Settings, place: &str) -> Option<Plan> {
    let plan = plan(question, settings).unwrap_or_else(|error| panic!("{error}: {place}"));
    (plan.summary().estimate.seconds <= LONG).then_some(plan)
}

fn run(plan: &Plan, place: &str) -> BigUint {
    let outcome = plan.run(&Silent).unwrap_or_else(|error| panic!("{error}: {place}"));
    assert!(outcome.complete, "{place}");
    outcome.count
}

fn is_short(part: &PiecesPart) -> bool {
    part.moves.is_none() && "KNFWDPT".contains(part.letter)
}

/// Makes a problem with few pieces of kinds that reach far, and more of the others.
fn large(seed: u64) -> Parts {
    let mut random = Random::new(seed ^ 0x1a46e);
    let mut parts = random_parts(&mut random, &LARGE);
    for part in &mut parts.pieces {
        if is_short(part) {
            part.number += random.between(0, 6);
        }
    }
    parts
}

#[test]
fn frontier_agrees_with_cells() {
    let (mut compared, mut seed) = (0, first_seed());
    let (mut several, mut several_kinds, mut cut, mut cut_to_the_end) = (0, 0, 0, 0);
    while compared < sample(PROBLEMS) {
        seed += 1;
        let parts = large(seed);
        let problem = parts.problem();
        let place = format!("seed {}: {}", seed - 1, parts.text());
        let cells = with_engine("cells").with_threads(1);
        let Some(cells) = quick_plan(&problem, &cells, &place) else { continue };
        // If it is not limited, the frontier engine would try for half a second a problem that takes it long.
        let is_mix = parts.pieces.len() > 1 && parts.pieces.iter().all(is_short);
        let best = || plan(&problem, &Settings::default().with_threads(1)).unwrap();
        if !is_mix && best().summary().engine.0 != "frontier" {
            continue;
        }
        let Some(frontier) = quick_plan(&problem, &frontier(), &place) else { continue };
        let (expected, memory) = (run(&cells, &place), frontier.summary().memory);
        assert_eq!(run(&frontier, &place), expected, "{place}");
        compared += 1;
        several += u64::from(expected > BigUint::from(1_000u32));
        several_kinds += u64::from(parts.pieces.iter().filter(|part| part.number > 0).count() > 1);
        // Either memory is so short that the larger levels are cut, or every level uses threads. Both
        // together would leave no room for the many tables of levels that are not worth it.
        let memory = (seed % 3 > 0 && memory > 200_000).then_some(memory as u64 / 3 * 2);
        let settings =
            self::frontier().with_threads(3).with_finest_units(memory.is_none()).with_memory(memory);
        // The run has a limit, because a count that is cut repeatedly could take very long.
        let outcome = plan(&problem, &settings).unwrap().run(&Patience::new(1_000)).unwrap();
        cut += u64::from(memory.is_some());
        if outcome.complete {
            cut_to_the_end += u64::from(memory.is_some());
            assert_eq!(outcome.count, expected, "memory {memory:?}, {place}");
        } else {
            assert!(memory.is_some() && outcome.count <= expected, "memory {memory:?}, {place}");
        }
    }
    assert!(several >= fewest(PROBLEMS / 3), "{several} problems have more than 1000 placements");
    assert!(several_kinds >= fewest(PROBLEMS / 3), "{several_kinds} problems have several kinds");
    assert!(cut >= fewest(PROBLEMS / 15), "{cut} problems have levels to be cut");
    // A busy machine reaches the limit of the run sooner.
    assert!(cut_to_the_end >= fewest(PROBLEMS / 60), "{cut_to_the_end} cut problems are counted to the end");
}

/// The frontier engine agrees with rows and halves on about one piece for each row, also up to symmetry.
#[test]
fn frontier_agrees_with_rows_and_halves() {
    let (mut compared, mut several) = (0, 0);
    for seed in seeds(300) {
        let random = &mut Random::new(seed ^ 0xf407);
        let parts = if seed % 2 == 0 { random_rows(random) } else { random_halves(random) };
        let problem = parts.problem();
        for up_to in [UpTo::Nothing, UpTo::Symmetry] {
            let place = format!("seed {seed}, up to {up_to:?}: {}", parts.text());
            let question = Question::from(&problem).with_up_to(up_to);
            let Some(frontier) = quick_plan(question.clone(), &frontier(), &place) else { continue };
            let found = run(&frontier, &place);
            assert_eq!(found, count_with(question, &Settings::default()), "{place}");
            compared += 1;
            several += u64::from(found > BigUint::from(1u32));
        }
    }
    assert!(
        compared >= fewest(300) && several >= fewest(150),
        "{compared} compared, {several} with several placements"
    );
}

const MEDIUM: Shape =
    Shape { sides: &[(4, 5), (5, 4), (5, 5), (4, 7), (6, 5), (3, 8)], most_kinds: 2, most_ways: 1e12 };

/// Makes problems for laws, in which each kind has any number or few pieces.
fn open_problems(salt: u64, number: u64) -> impl Iterator<Item = (u64, Parts)> {
    seeds(number).map(move |seed| {
        let mut random = Random::new(seed ^ salt);
        let mut parts = random_parts(&mut random, &MEDIUM);
        for part in &mut parts.pieces {
            part.open = random.pick(&[Some("*"), Some("max"), None]);
        }
        (seed, parts)
    })
}

#[test]
fn turning_the_board_over_keeps_every_answer() {
    for (seed, parts) in open_problems(0x7a2, 150) {
        let place = format!("seed {seed}: {}", parts.text());
        for maximal in [false, true] {
            let found = |parts: &Parts| {
                answer(Question::from(parts.problem()).with_maximal(maximal), &frontier()).unwrap()
            };
            let expected = found(&parts);
            assert_eq!(found(&parts.flipped()), expected, "{place}");
            if parts.topology != "cylinder" {
                assert_eq!(found(&parts.transposed()), expected, "{place}");
            }
        }
    }
}

#[test]
fn other_letters_keep_every_answer() {
    for (seed, mut parts) in open_problems(0x1e7, 150) {
        let place = format!("seed {seed}: {}", parts.text());
        let expected = answer(parts.problem(), &frontier()).unwrap();
        // Custom kinds have another internal order.
        for part in parts.pieces.iter_mut().filter(|part| part.moves.is_some()) {
            let letters = "IMSUVXY";
            let at = letters.find(part.letter).unwrap();
            part.letter = letters.chars().nth(letters.len() - 1 - at).unwrap();
        }
        assert_eq!(answer(parts.problem(), &frontier()).unwrap(), expected, "{place}: {}", parts.text());
    }
}

#[test]
fn translations_of_a_torus_keep_every_answer() {
    for (seed, mut parts) in open_problems(0x704, 200) {
        parts.topology = "torus";
        let mut random = Random::new(seed);
        let hole = (random.between(0, parts.rows - 1), random.between(0, parts.cols - 1));
        if !parts.holes.contains(&hole) && parts.pieces.iter().all(|part| !part.fixed.contains(&hole)) {
            parts.holes.push(hole);
        }
        let (down, right) = (random.between(0, parts.rows - 1), random.between(0, parts.cols - 1));
        let (rows, cols) = (parts.rows, parts.cols);
        let moved = |squares: &mut Vec<(usize, usize)>| {
            squares.iter_mut().for_each(|(row, col)| {
                (*row, *col) = ((*row + down) % rows, (*col + right) % cols);
            });
        };
        let place = format!("seed {seed}, by {down}, {right}: {}", parts.text());
        let expected = answer(parts.problem(), &frontier()).unwrap();
        moved(&mut parts.holes);
        parts.pieces.iter_mut().for_each(|part| moved(&mut part.fixed));
        assert_eq!(answer(parts.problem(), &frontier()).unwrap(), expected, "{place}");
    }
}

/// For any number of leapers, a square either is empty and could be a hole, or holds one piece of some kind.
#[test]
fn a_square_is_empty_or_holds_one_kind() {
    let leapers = ['K', 'N', 'F', 'W', 'D', 'E', 'L', 'Z', 'T', 'P'];
    for (seed, mut parts) in open_problems(0xde1, 200) {
        let mut random = Random::new(seed);
        for (place, part) in parts.pieces.iter_mut().enumerate() {
            (part.moves, part.open) = (None, Some("*"));
            part.fixed.clear();
            part.letter = leapers[(seed as usize + 3 * place) % leapers.len()];
        }
        let square = (random.between(0, parts.rows - 1), random.between(0, parts.cols - 1));
        if parts.holes.contains(&square) {
            continue;
        }
        let place = format!("seed {seed}, {square:?}: {}", parts.text());
        let any = count_with(parts.problem(), &frontier());
        let mut holed = parts.clone();
        holed.holes.push(square);
        let mut sum = count_with(holed.problem(), &frontier());
        for kind in 0..parts.pieces.len() {
            let mut fixed = parts.clone();
            fixed.pieces[kind].fixed.push(square);
            sum += count_with(fixed.problem(), &frontier());
        }
        assert_eq!(any, sum, "{place}");
    }
    // A square that is not attacked and attacks no square contributes a factor.
    for (whole, holed, factor) in [
        ("3x3 N*", "3x3-b2 N*", 2u32),
        ("3x3 D* N*", "3x3-b2 D* N*", 3),
        ("5x5/torus X* X=(5,5)", "5x5/torus-a1 X* X=(5,5)", 2),
    ] {
        let count = |text: &str| count_with(text.parse::<Problem>().unwrap(), &frontier());
        assert_eq!(count(whole), count(holed) * factor, "{whole}");
    }
}

#[test]
fn any_number_is_the_sum_of_exact_numbers() {
    let cells = with_engine("cells");
    for (seed, mut parts) in open_problems(0x5a4, 100).filter(|(_, parts)| parts.rows * parts.cols <= 25) {
        parts.pieces.truncate(1);
        let fixed = parts.pieces[0].fixed.len();
        let with = |open: Option<&'static str>, number: usize| {
            let piece = PiecesPart { open, number, ..parts.pieces[0].clone() };
            Parts { pieces: vec![piece], ..parts.clone() }.problem()
        };
        let any = count_with(with(Some("*"), 0), &frontier());
        let mut sum = BigUint::ZERO;
        // If no placement has this number of pieces, no placement has more.
        for number in fixed..=parts.rows * parts.cols {
            let exact = count_with(with(None, number), &cells);
            if exact == BigUint::ZERO {
                break;
            }
            sum += exact;
        }
        assert_eq!(any, sum, "seed {seed}: {}", parts.text());
    }
}

/// Counts sets of squares of a board, row by row, without conflicts in a row or between two consecutive rows.
fn by_rows(
    rows: usize,
    cols: usize,
    in_row: impl Fn(u32) -> bool,
    between: impl Fn(u32, u32) -> bool,
) -> BigUint {
    let sets: Vec<u32> = (0..1 << cols).filter(|&set| in_row(set)).collect();
    let mut counts = vec![BigUint::from(1u32); sets.len()];
    for _ in 1..rows {
        let to = |&next: &u32| {
            let from = sets.iter().zip(&counts).filter(|(set, _)| between(**set, next));
            from.map(|(_, count)| count).sum()
        };
        counts = sets.iter().map(to).collect();
    }
    counts.iter().sum()
}

fn terms(sequence: &str) -> Vec<BigUint> {
    let registry = include_str!("../../crates/families/src/sequences/registry.txt");
    let line = registry.lines().find(|line| line.starts_with(sequence)).unwrap();
    line.rsplit('|').next().unwrap().split_whitespace().map(|term| term.parse().unwrap()).collect()
}

/// The weights need two, three and four machine words.
#[test]
fn weights_outgrow_machine_words() {
    let apart = |set: u32| set & set << 1 == 0;
    let text = |text: String| text.parse::<Problem>().unwrap();
    // A063443 begins with a board of -1 x -1.
    let kings = terms("A063443");
    for side in [4, 12, 15, 16, 20] {
        let found = count(&text(format!("{side}x{side} K*")));
        if let Some(expected) = kings.get(side + 1) {
            assert_eq!(found, *expected, "kings on {side}x{side}");
        }
        if side <= 12 {
            let far = |a: u32, b: u32| a & (b | b << 1 | b >> 1) == 0;
            assert_eq!(found, by_rows(side, side, apart, far), "kings on {side}x{side}");
        }
    }
    for (side, expected) in (1..).zip(terms("A006506")).take(14) {
        assert_eq!(count(&text(format!("{side}x{side} W*"))), expected, "wazirs on {side}x{side}");
    }
    for (rows, cols) in [(32, 6), (32, 10), (9, 32)] {
        let expected = by_rows(rows.max(cols), rows.min(cols), apart, |a, b| a & b == 0);
        let problem = text(format!("{rows}x{cols} W*"));
        for finest_units in [false, true] {
            let memory = finest_units.then_some(200_000);
            let settings = frontier().with_finest_units(finest_units).with_memory(memory).with_threads(2);
            let outcome = plan(&problem, &settings).unwrap().run(&Silent).unwrap();
            assert_eq!(outcome.count, expected, "wazirs on {rows}x{cols}");
        }
    }
    let expected = by_rows(32, 6, apart, |a, b| a & b == 0);
    assert!(expected.bits() > 64);
    let by_number = Question::from(text("32x6 W*".to_owned())).with_by_number(true);
    let by_number = answer(by_number, &frontier()).unwrap().2.unwrap();
    assert_eq!(by_number.iter().map(|each| &each.count).sum::<BigUint>(), expected);
    let four_words = by_rows(32, 12, apart, |a, b| a & b == 0);
    assert!(four_words.bits() > 192);
    assert_eq!(count(&text("32x12 W*".to_owned())), four_words);
}

/// A problem with too many numbers for each state is rejected, or counted by another engine, before memory is
/// full.
#[test]
fn many_kinds_with_many_numbers_are_refused() {
    let problem: Problem = "12x12 K9 N9 F9 W9 D9 Z9 L9 T9".parse().unwrap();
    assert!(plan(&problem, &frontier()).is_err());
    let best = plan(&problem, &Settings::default()).unwrap();
    assert_ne!(best.summary().engine.0, "frontier");
}
