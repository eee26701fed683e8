//! Thin boards of any length by the boundary states of a strip: random questions against the oracle, and long
//! boards against recurrences of counts by other engines and against known results.

use crate::common::{Random, answer, count_with, fewest, plan, random_moves, seeds, with_engine};
use armistice::algebra::Recurrence;
use armistice::engines::naive;
use armistice::plan::{PlanError, Settings, Silent};
use armistice::search::{Finder, largest, smallest};
use armistice::{Demand, Problem, Question, UpTo};
use num_bigint::{BigInt, BigUint};

/// The number of questions of a run. `ARMISTICE_SEED` selects others.
const QUESTIONS: u64 = 400;

const KINDS: &[char] = &['K', 'N', 'W', 'F', 'D', 'A', 'B', 'R', 'Q', 'H', 'C', 'Z', 'P', 'J'];

/// Makes some kinds, including custom ones, each with a random number, followed by the moves of the custom
/// ones.
fn kinds(random: &mut Random, most: usize, numbers: &[&str]) -> String {
    let (mut text, mut moves, mut used) = (String::new(), String::new(), Vec::new());
    for custom in ['X', 'Y', 'U'].into_iter().take(random.between(1, most)) {
        let is_custom = random.chance(3);
        let letter = if is_custom { custom } else { random.pick(KINDS) };
        if used.contains(&letter) {
            continue;
        }
        used.push(letter);
        text += &format!(" {letter}{}", random.pick(numbers));
        if is_custom {
            moves += &format!(" {letter}={}", random_moves(random));
        }
    }
    text + &moves
}

/// The questions have exact and open numbers, maxima, counts by number, maximal placements, symmetry, both
/// orientations, and edges joined along and across.
#[test]
fn short_strips_are_counted_as_by_the_oracle() {
    // All, exact, maximum, by number, maximal placements, up to symmetry, edges joined along.
    let mut compared = [0; 7];
    // Custom kinds can have millions of states, for which this memory is too small.
    let (mut refused, settings) = (0, with_engine("strips").with_memory(1 << 24));
    for seed in seeds(QUESTIONS) {
        let mut random = Random::new(seed ^ 0x5791);
        let width = random.between(1, 4);
        let length = random.between(1, if width == 1 { 9 } else { 13 / width });
        let topology = random.pick(&["", "", "", "/cylinder", "/roll", "/torus"]);
        let numbers: &[&str] = random.pick(&[
            &["*"],
            &["*"],
            &["*", "0", "1", "2", "3"],
            &["1", "2", "3"],
            &["max", "max", "*"],
            &["*", "max", "1", "2"],
        ]);
        let pieces = kinds(&mut random, 2, numbers);
        let board = if random.chance(2) { format!("{width}x{length}") } else { format!("{length}x{width}") };
        let text = format!("{board}{topology}{pieces}");
        let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let is_exact = !text.contains('*') && !text.contains("max");
        let question = Question::from(&problem);
        let question = match random.between(1, 5) {
            1 => question.with_maximal(true),
            2 if !is_exact => question.with_by_number(true),
            3 | 4 if numbers == ["*"] => question.with_up_to(UpTo::Symmetry),
            _ => question,
        };
        match plan(question.clone(), &settings) {
            Ok(plan) if plan.summary().estimate.seconds < 1.0 => {}
            Ok(_) | Err(PlanError::Refused { engine: "strips", .. } | PlanError::Memory { .. }) => {
                refused += 1;
                continue;
            }
            Err(error) => panic!("{text}: {error}"),
        }
        let (count, maximum, by_number) = answer(question.clone(), &settings).unwrap();
        if question.up_to == UpTo::Symmetry {
            let expected = count_with(question, &Settings::default());
            assert_eq!(count, expected, "{text} up to symmetry, seed {seed}");
            compared[5] += 1;
            continue;
        }
        let expected = naive::answer(&problem, question.maximal, &|| false);
        let found = (count, maximum);
        assert_eq!(found, (expected.count, expected.maximum), "{text} {question:?}, seed {seed}");
        if question.by_number {
            assert_eq!(by_number, Some(expected.by_number), "{text}, seed {seed}");
        }
        compared[0] += u32::from(numbers == ["*"]);
        compared[1] += u32::from(is_exact);
        compared[2] += u32::from(maximum.is_some());
        compared[3] += u32::from(question.by_number);
        compared[4] += u32::from(question.maximal);
        let (board, topology) = (problem.board(), problem.board().topology());
        let is_joined = if board.cols() > board.rows() { topology.cols_wrap() } else { topology.rows_wrap() };
        compared[6] += u32::from(is_joined);
    }
    assert!(
        compared.iter().all(|&number| number >= fewest(8)) && compared[0] >= fewest(50),
        "{compared:?}, {refused} refused"
    );
}

/// Counts of short boards by other engines obey a recurrence. Counts of long boards, with more squares than
/// sets support, obey it too.
#[test]
fn long_strips_go_on_as_others_began() {
    let (strips, frontier) = (with_engine("strips"), with_engine("frontier"));
    for (pieces, width, topology, shown) in [
        ("K*", 3, "", 16),
        ("N*", 2, "", 24),
        ("K* N*", 2, "", 24),
        ("X* X=fWlN", 2, "", 24),
        ("X* Y* X=fWrN Y=bD", 1, "", 24),
        ("W*", 4, "/cylinder", 14),
        ("K*", 3, "/roll", 18),
        ("K*", 4, "/roll", 18),
        ("F*", 3, "/torus", 18),
        ("B*", 2, "", 14),
        ("Q*", 3, "", 24),
    ] {
        let on =
            |length: usize| -> Problem { format!("{length}x{width}{topology} {pieces}").parse().unwrap() };
        // Rings that are shorter than a leap do not obey the recurrence.
        let first = 4;
        let terms: Vec<BigInt> =
            (first..first + shown).map(|length| count_with(on(length), &frontier).into()).collect();
        let recurrence = Recurrence::of_terms(first as i64, &terms, 2)
            .unwrap_or_else(|| panic!("{pieces} on {width} files: {terms:?}"));
        for length in [first, first + shown + 3, 300, 1_100] {
            let expected = recurrence.terms().nth(length - first).unwrap();
            let found = count_with(on(length), &strips);
            assert_eq!(BigInt::from(found), expected, "{length}x{width}{topology} {pieces}");
        }
        // The transposed board is counted by the best engine.
        if !pieces.contains('=') {
            let turned = match topology {
                "/cylinder" => "/roll",
                "/roll" => "/cylinder",
                same => same,
            };
            let turned: Question = format!("{width}x1100{turned} {pieces}").parse().unwrap();
            let expected = recurrence.terms().nth(1_100 - first).unwrap();
            assert_eq!(BigInt::from(count_with(turned, &Settings::default())), expected, "{pieces}");
        }
    }
}

/// Maximal placements and classes up to symmetry also obey the recurrence of other engines.
#[test]
fn long_strips_of_other_questions_go_on_as_others_began() {
    let strips = with_engine("strips");
    let asked = |text: &str, ask: fn(Question) -> Question, settings: &Settings| -> BigInt {
        count_with(ask(text.parse().unwrap()), settings).into()
    };
    let maximal: fn(Question) -> Question = |question| question.with_maximal(true);
    let classes: fn(Question) -> Question = |question| question.with_up_to(UpTo::Symmetry);
    for (width, pieces, ask, shown) in
        [(1, "W*", maximal, 20), (2, "K*", maximal, 20), (2, "K*", classes, 30), (1, "W*", classes, 30)]
    {
        let first = width + 1;
        let on = |length: usize| format!("{length}x{width} {pieces}");
        let terms: Vec<BigInt> =
            (first..first + shown).map(|length| asked(&on(length), ask, &Settings::default())).collect();
        let recurrence = Recurrence::of_terms(first as i64, &terms, 2).unwrap_or_else(|| panic!("{pieces}"));
        for length in [first, 40, 41, 1_100, 1_101] {
            let expected = recurrence.terms().nth(length - first).unwrap();
            assert_eq!(asked(&on(length), ask, &strips), expected, "{}", on(length));
        }
    }
}

/// Numbers of pieces on long boards agree with polynomials, products and sums.
#[test]
fn numbers_on_long_strips_are_known() {
    let count = |text: &str| count_with(text.parse::<Question>().unwrap(), &Settings::default());
    let big = |number: u64| BigUint::from(number);
    let n: u64 = 1_000;
    assert_eq!(count("3x1000 K1"), big(3 * n));
    // All pairs except those side by side, one above the other, and diagonal.
    let pairs = 3 * n * (3 * n - 1) / 2 - 3 * (n - 1) - 2 * n - 4 * (n - 1);
    assert_eq!(count("3x1000 K2"), big(pairs));
    assert_eq!(count("3x1000 K1000"), count("3x1000 Kmax"));
    assert_eq!(count("3x1000 K1001"), big(0));
    // The kings are on every other rank of an even number of ranks: each pair of ranks and files has one.
    let by_strips = answer("3x100000 Kmax".parse::<Question>().unwrap(), &Settings::default()).unwrap();
    assert_eq!((by_strips.0, by_strips.1), (big(50_001 * 50_001), Some(100_000)));
    // The numbers of wazirs on a path are binomial coefficients.
    let question = "1x1200 W*".parse::<Question>().unwrap().with_by_number(true);
    let (all, _, by_number) = answer(question, &Settings::default()).unwrap();
    let by_number = by_number.unwrap();
    assert_eq!(by_number.len(), 601);
    let mut binomial = big(1);
    for (number, of) in (0u64..).zip(&by_number) {
        // The step from C(1200 - k + 1, k) to the next coefficient.
        assert_eq!((u64::from(of.pieces[0]), &of.count), (number, &binomial));
        let left = 1_201 - number;
        if left >= number + 2 {
            binomial = binomial * (left - number) * (left - number - 1) / left / (number + 1);
        }
    }
    assert_eq!(by_number.iter().map(|of| &of.count).sum::<BigUint>(), all);
}

/// The answer has the maximum on a long board, with a placement and the number of placements that attain it.
#[test]
fn the_most_pieces_on_a_long_strip_are_shown() {
    for (text, number) in
        [("3x1000 Kmax", 1_000), ("2x700 Nmax", 700), ("900x2 Wmax", 900), ("3x500 N* Kmax", 500)]
    {
        let question: Question = text.parse().unwrap();
        let found = largest(&question, &Settings::default(), Finder::Best, true, &Silent).unwrap();
        assert_eq!((found.number, found.proved), (Some(number), true), "{text}");
        assert_eq!(found.placement.fault(&question.problem), None, "{text}");
        assert_eq!(found.placement.pieces().len(), number as usize, "{text}");
        let outcome = found.outcome.unwrap();
        assert_eq!(outcome.count, count_with(question, &with_engine("strips")), "{text}");
    }
}

/// The fewest pieces that leave no room follow from counts there.
#[test]
fn the_fewest_pieces_on_a_long_strip_are_counted() {
    let refused =
        smallest(&"3x400 Kmax".parse().unwrap(), Demand::Nothing, true, &Settings::default(), &Silent);
    assert!(refused.unwrap_err().to_string().contains("--maximal --by-number"));
    let question = "3x400 K*".parse::<Question>().unwrap().with_maximal(true).with_by_number(true);
    let (_, _, by_number) = answer(question, &Settings::default()).unwrap();
    // Each king covers three ranks.
    assert_eq!(by_number.unwrap()[0].pieces, [134]);
}

/// Unsupported questions are rejected with a reason.
#[test]
fn what_strips_do_not_count_is_refused() {
    for text in [
        "3x9 K2/K2",
        "3x9-b2 K*",
        "3x9 K*@a1",
        "3x9~b2 K*",
        "3x9 Q N/Q N blocked",
        "3x9 G2",
        "3x9 K3 each=1",
        "3x9/moebius K*",
    ] {
        let refused = answer(text.parse::<Question>().unwrap(), &with_engine("strips")).unwrap_err();
        assert!(matches!(refused, PlanError::Refused { engine: "strips", .. }), "{text}: {refused}");
    }
}
