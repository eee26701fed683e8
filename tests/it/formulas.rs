//! Formulas of families against counts by other methods, against published formulas, as programs, and on the
//! command line.

use crate::common::program::{read, run, signal, start};
use crate::common::{Patience, Random, fewest, one_in, random_moves, seeds, with_engine};
use armistice::clock::Instant;
use armistice::formula::{Claim, Formula, FormulaError, Reason, Rule, Search, derive};
use armistice::notation::Family;
use armistice::piece::Range;
use armistice::plan::{Observer, Settings, Silent, plan};
use armistice::report::formula::{self as report, FormulaRecord, Language, code, json};
use armistice::search::{Finder, largest};
use armistice::{Demand, Problem, Quantity, Question, UpTo};
use num_bigint::BigInt;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The time limit for finding a formula.
const BUDGET: Duration = Duration::from_millis(400);
/// The time by which the limit may be exceeded while other tests run.
const LATE: Duration = Duration::from_secs(4);

/// The most terms after the rule that are compared with counts.
const MOST_BEYOND: i64 = 8;

fn family(text: &str) -> Family {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn search(budget: Duration) -> Search {
    Search::new(Settings::default().with_threads(1), budget)
}

/// Returns the formula of a family, and asserts that the search keeps its time limit.
fn derived(text: &str, observer: &dyn Observer) -> Result<Formula, FormulaError> {
    let start = Instant::now();
    let found = derive(&family(text), &search(BUDGET), observer);
    assert!(start.elapsed() < BUDGET + LATE, "{text}: {:?}", start.elapsed());
    if let Err(error @ (FormulaError::Refuted | FormulaError::Answer(_))) = &found {
        panic!("{text}: {error}");
    }
    found
}

/// Returns the problem of a family at a value of its variable.
fn at(family: &Family, n: i64) -> Option<Problem> {
    family.problem_at(&[(family.variables()[0], n)]).ok()
}

/// Counts the placements with one of these engines, if that takes at most `seconds` seconds.
fn count_by(problem: &Problem, engines: &[&str], seconds: f64) -> Option<BigInt> {
    answer_by(&Question::from(problem.clone()), engines, seconds)
}

/// Answers a question with one of these engines, if that takes at most `seconds` seconds.
fn answer_by(question: &Question, engines: &[&str], seconds: f64) -> Option<BigInt> {
    let settings = engines.iter().map(|name| {
        let settings = if *name == "best" { Settings::default() } else { with_engine(name) };
        settings.with_threads(1)
    });
    let mut plans = settings.filter_map(|settings| plan(question, &settings).ok());
    let plan = plans.find(|plan| plan.summary().seconds() <= seconds)?;
    let outcome = plan.run(&Silent).unwrap();
    assert!(outcome.complete, "{}", question.problem);
    Some(outcome.count.into())
}

/// The results of comparing formulas.
#[derive(Debug, Default)]
struct Compared {
    formulas: u32,
    terms: u32,
    /// The number of terms that follow from the rule.
    beyond: u32,
}

impl Compared {
    /// Compares terms with counts, from the first problem of the family on.
    fn compare(&mut self, text: &str, formula: &Formula, mut count: impl FnMut(&Problem) -> Option<BigInt>) {
        let family = family(text);
        let mut terms = formula.all_terms().unwrap();
        let mut misses = 0;
        for n in formula.first.. {
            let problem = at(&family, n);
            let beyond = n - formula.first - formula.terms.len() as i64;
            if n > 0 && problem.is_none() || misses > 1 || beyond > MOST_BEYOND {
                break;
            }
            let term = terms.next();
            let Some(expected) = problem.and_then(|problem| count(&problem)) else {
                misses += u32::from(n > 0);
                continue;
            };
            assert_eq!(term, Some(expected), "{text} at n = {n}: {formula:#?}");
            self.terms += 1;
            self.beyond += u32::from(beyond >= 0);
        }
        self.formulas += 1;
    }
}

/// Makes some kinds with different letters, each with the text after its letter, followed by the moves of the
/// custom ones.
fn random_kinds(
    random: &mut Random,
    letters: &[char],
    most: usize,
    number: &mut dyn FnMut(&mut Random) -> String,
) -> String {
    let (mut text, mut moves) = (String::new(), String::new());
    let mut used = Vec::new();
    for custom in ['X', 'Y', 'U'].into_iter().take(random.between(1, most)) {
        let is_custom = random.chance(3);
        let letter = if is_custom { custom } else { random.pick(letters) };
        if used.contains(&letter) {
            continue;
        }
        used.push(letter);
        text += &format!(" {letter}{}", number(random));
        if is_custom {
            moves += &format!(" {letter}={}", random_moves(random));
        }
    }
    text + &moves
}

/// Makes a strip: one side is fixed, and the other grows.
fn random_strip(random: &mut Random, most_width: usize) -> String {
    let width = random.between(1, most_width);
    let side = random.pick(&["{n}", "{n}", "{n}", "{2n+1}", "{n+2}", "{3n-1}"]);
    let topology = random.pick(&["", "", "", "/cylinder", "/torus"]);
    if random.chance(2) { format!("{width}x{side}{topology}") } else { format!("{side}x{width}{topology}") }
}

const KINDS: &[char] = &['K', 'N', 'W', 'F', 'D', 'A', 'B', 'R', 'Q', 'H', 'C', 'Z', 'L', 'E', 'P', 'J'];

/// Any numbers on strips: recurrences and polynomials against counts by the frontier.
#[test]
fn strips_are_counted_for_ever() {
    let mut compared = Compared::default();
    let (mut refused, mut tried) = (0, 0);
    for seed in seeds(60) {
        let mut random = Random::new(seed ^ 0x571b);
        let text =
            random_strip(&mut random, 4) + &random_kinds(&mut random, KINDS, 3, &mut |_| "*".to_owned());
        tried += 1;
        match derived(&text, &Silent) {
            Ok(formula) => {
                compared.compare(&text, &formula, |problem| count_by(problem, &["frontier", "best"], 0.004));
                check_function(&text, &formula);
                check_growth(&text, &formula);
            }
            Err(_) => refused += 1,
        }
    }
    assert!(
        compared.formulas >= fewest(20) && compared.terms >= fewest(150) && compared.beyond >= fewest(60),
        "{compared:?}, {refused} of {tried} refused"
    );
}

/// Checks that the generating function has the terms as coefficients.
fn check_function(text: &str, formula: &Formula) {
    let record = FormulaRecord { formula, terms: 0, sequences: Vec::new(), time: Duration::ZERO };
    let value: serde_json::Value = serde_json::from_str(&json(&record)).unwrap();
    let function = &value["generating_function"];
    if function.is_null() {
        return;
    }
    let side = |name: &str| -> (Vec<BigInt>, BigInt) {
        let number = |value: &serde_json::Value| -> BigInt { value.as_str().unwrap().parse().unwrap() };
        let coefficients = function[name]["coefficients"].as_array().unwrap().iter().map(number).collect();
        (coefficients, number(&function[name]["denominator"]))
    };
    let ((above, one), (below, other)) = (side("numerator"), side("denominator"));
    assert_eq!((one, other, below[0].clone()), (1.into(), 1.into(), 1.into()), "{text}");
    let mut series: Vec<BigInt> = Vec::new();
    for power in 0..above.len().max(below.len()) + 40 {
        let mut coefficient = above.get(power).cloned().unwrap_or_default();
        for (back, number) in below.iter().enumerate().skip(1).take(power) {
            coefficient -= number * &series[power - back];
        }
        series.push(coefficient);
    }
    let first = usize::try_from(formula.first).unwrap();
    let terms: Vec<BigInt> = formula.all_terms().unwrap().take(series.len() - first).collect();
    assert!(series[..first].iter().all(|zero| *zero == BigInt::ZERO), "{text}: {series:?}");
    assert_eq!(series[first..], terms, "{text}: {formula:?}");
}

/// Checks that distant terms grow by the stated rate.
fn check_growth(text: &str, formula: &Formula) {
    let Some(growth) = formula.growth() else { return };
    let rate: f64 = growth.to_string().parse().unwrap();
    let terms: Vec<BigInt> = formula.all_terms().unwrap().skip(600).take(61).collect();
    // The ratio with twelve digits.
    let scaled: BigInt = (&terms[60] * BigInt::from(10u64.pow(12))) / &terms[0];
    let digits = scaled.to_string();
    let found = (digits[..15].parse::<f64>().unwrap().ln() + (digits.len() - 15) as f64 * 10f64.ln()
        - 12.0 * 10f64.ln())
        / 60.0;
    assert!((found - rate.ln()).abs() < 0.01, "{text}: {growth}, but {}", found.exp());
}

/// Returns the maximum on a small board.
fn largest_number(problem: &Problem) -> Option<BigInt> {
    if problem.board().squares() > 42 {
        return None;
    }
    let settings = Settings::default().with_threads(1);
    let found = largest(&problem.into(), &settings, Finder::Best, false, &Silent).unwrap();
    assert!(found.proved, "{problem}");
    Some(found.number.unwrap().into())
}

/// The maxima on strips agree with searches.
#[test]
fn largest_numbers_on_strips_repeat() {
    let mut compared = Compared::default();
    for seed in seeds(100) {
        let mut random = Random::new(seed ^ 0x1a59);
        let text =
            random_strip(&mut random, 4) + &random_kinds(&mut random, KINDS, 2, &mut |_| "max".to_owned());
        let Ok(formula) = derived(&text, &Silent) else { continue };
        compared.compare(&text, &formula, largest_number);
        check_function(&text, &formula);
    }
    assert!(
        compared.formulas >= fewest(40) && compared.terms >= fewest(300) && compared.beyond >= fewest(50),
        "{compared:?}"
    );
}

/// Makes leapers and riders of limited range, in any direction.
fn random_leaper(random: &mut Random) -> String {
    loop {
        let atoms = [
            "K", "W", "F", "D", "A", "N", "C", "Z", "fN", "vN", "rF", "W2", "F2", "fW3", "(0,3)", "(1,4)",
            "lD", "N2",
        ];
        let text = random.pick(&atoms).to_owned() + if random.chance(3) { random.pick(&atoms) } else { "" };
        // A repeated atom is a rider.
        let kind = armistice::piece::betza::parse(&text);
        if kind.is_ok_and(|moves| moves.rides().all(|(_, range)| range != Range::Unlimited)) {
            return text;
        }
    }
}

/// Makes kinds of leapers with at most `most` pieces, sometimes as two armies.
fn random_leapers(random: &mut Random, most: usize) -> String {
    let (mut text, mut moves) = (String::new(), String::new());
    let mut left = random.between(1, most);
    let is_war = random.chance(4);
    for letter in ['X', 'Y', 'U'] {
        if left == 0 {
            break;
        }
        let number = random.between(1, left);
        left -= number;
        text += if is_war && letter == 'Y' { "/" } else { " " };
        text += &format!("{letter}{number}");
        moves += &format!(" {letter}={}", random_leaper(random));
    }
    text + &moves
}

/// Exact numbers of leapers are compared below the first n of the polynomial, from there on, and far beyond.
#[test]
fn leapers_follow_their_polynomials() {
    let mut compared = Compared::default();
    let mut late = 0;
    for seed in seeds(60) {
        let mut random = Random::new(seed ^ 0x1ea9);
        let board =
            random.pick(&["{n}x{n}", "{n}x{n}", "{n}x{n+2}", "{2n}x{n}", "5x{n}", "{n}x3", "{2n+1}x4"]);
        let topology = random.pick(&["", "", "/cylinder", "/torus"]);
        let text = format!("{board}{topology}{}", random_leapers(&mut random, 3));
        let Ok(formula) = derived(&text, &Silent) else { continue };
        assert!(matches!(formula.claim, Claim::Proved(_)), "{text}: {formula:?}");
        compared.compare(&text, &formula, |problem| count_by(problem, &["frontier", "cells"], 0.004));
        check_function(&text, &formula);
        // All earlier terms are given, and the rule begins as early as possible.
        let earliest = (0..).find(|&n| at(&family(&text), n).is_some()).unwrap();
        assert!(formula.first == earliest || formula.terms.len() >= 64, "{text}: {formula:?}");
        let Rule::QuasiPolynomial(polynomial) = &formula.rule else { panic!("{text}: {formula:?}") };
        let from = formula.from[0];
        if from > formula.first {
            let before = &formula.terms[(from - 1 - formula.first) as usize];
            assert_ne!(polynomial.value(&(from - 1).into()).as_ref(), Some(before), "{text}");
            late += 1;
        }
    }
    assert!(
        compared.formulas >= fewest(40)
            && compared.terms >= fewest(250)
            && compared.beyond >= fewest(100)
            && late >= fewest(10),
        "{compared:?}, {late}"
    );
}

/// Exact numbers of leapers are compared with polynomials in two variables, on a grid.
#[test]
fn leapers_follow_polynomials_of_both_sides() {
    let (mut formulas, mut values, mut above_zero) = (0, 0, 0);
    for seed in seeds(60) {
        let mut random = Random::new(seed ^ 0x2d1a);
        let board = random.pick(&["{m}x{n}", "{n}x{m}", "{a}x{b}"]);
        let topology = random.pick(&["", "", "/cylinder", "/torus"]);
        let text = format!("{board}{topology}{}", random_leapers(&mut random, 3));
        let Ok(formula) = derived(&text, &Silent) else { continue };
        let Rule::Bivariate(polynomial) = &formula.rule else { panic!("{text}: {formula:?}") };
        let family = family(&text);
        let (first, second) = (formula.from[0], formula.from[1]);
        for (m, n) in [(0, 0), (0, 1), (1, 0), (3, 0), (0, 4), (2, 5), (5, 3), (7, 1)] {
            let (m, n) = (first + m, second + n);
            let Ok(problem) = family.problem_at(&[(formula.variables[0], m), (formula.variables[1], n)])
            else {
                continue;
            };
            let Some(expected) = count_by(&problem, &["frontier", "cells"], 0.01) else { continue };
            assert_eq!(polynomial.value(m, n), Some(expected.clone()), "{text} at {m}, {n}: {formula:?}");
            values += 1;
            above_zero += u32::from(expected > BigInt::ZERO);
        }
        formulas += 1;
    }
    assert!(
        formulas >= fewest(40) && values >= fewest(250) && above_zero >= fewest(240),
        "{formulas}, {values}, {above_zero}"
    );
}

/// Few pieces including riders on strips: further counts agree with the formula, proved or fitted.
#[test]
fn riders_on_strips_follow_polynomials() {
    let mut compared = Compared::default();
    let mut proved = 0;
    let riders = &['B', 'R', 'Q', 'H', 'A', 'C', 'N', 'K'];
    for seed in seeds(120) {
        let mut random = Random::new(seed ^ 0xb3d1);
        let mut left = 3;
        let mut number = |random: &mut Random| {
            let number = random.between(1, std::cmp::max(left, 1));
            left -= number.min(left);
            number.to_string()
        };
        let text = random_strip(&mut random, 6) + &random_kinds(&mut random, riders, 2, &mut number);
        let patience = Patience::new(random.pick(&[20, 100, 1_000_000, 1_000_000]));
        let Ok(formula) = derived(&text, &patience) else { continue };
        compared.compare(&text, &formula, |problem| count_by(problem, &["cells", "frontier"], 0.002));
        check_function(&text, &formula);
        proved += u32::from(matches!(formula.claim, Claim::Proved(_)));
    }
    assert!(
        compared.formulas >= fewest(60)
            && proved >= fewest(30)
            && compared.terms >= fewest(800)
            && compared.beyond >= fewest(200),
        "{compared:?}, {proved} proved"
    );
}

/// Few pieces on growing boards: further counts agree with a fitted formula, even if few terms were counted.
#[test]
fn fits_are_not_contradicted() {
    let mut compared = Compared::default();
    for seed in seeds(60) {
        let mut random = Random::new(seed ^ 0xf177);
        let board = random.pick(&["{n}x{n}", "{n}x{n}", "{n}x{n+1}", "{2n}x{n}", "{n+1}x{2n}"]);
        let topology = random.pick(&["", "", "/cylinder", "/torus"]);
        let mut left = 3;
        let mut number = |random: &mut Random| {
            let number = random.between(1, std::cmp::max(left, 1));
            left -= number.min(left);
            number.to_string()
        };
        let is_largest = random.chance(4);
        let kinds = match is_largest {
            true => random_kinds(&mut random, KINDS, 1, &mut |_| "max".to_owned()),
            false => random_kinds(&mut random, &['B', 'R', 'Q', 'H', 'A', 'N'], 2, &mut number),
        };
        let text = format!("{board}{topology}{kinds}");
        let patience = Patience::new(random.pick(&[12, 25, 60, 1_000_000]));
        let Ok(formula) = derived(&text, &patience) else { continue };
        compared.compare(&text, &formula, |problem| match is_largest {
            true => largest_number(problem),
            false => count_by(problem, &["cells", "best"], 0.004),
        });
        check_function(&text, &formula);
    }
    assert!(
        compared.formulas >= fewest(12) && compared.terms >= fewest(120) && compared.beyond >= fewest(20),
        "{compared:?}"
    );
}

/// Up to three pieces including riders on boards with both sides growing, sometimes in two armies. A proved
/// formula is right below the value from which it holds, and beyond all terms that the proof used.
#[test]
fn riders_on_growing_boards_are_proved() {
    let mut compared = Compared::default();
    let (mut proved, mut late) = (0, 0);
    for seed in seeds(90) {
        let mut random = Random::new(seed ^ 0x91d3);
        let board = random.pick(&["{n}x{n}", "{n}x{n}", "{n}x{n+1}", "{n+3}x{n}", "{2n}x{n}", "{2n+1}x{3n}"]);
        let mut left = random.between(2, 3);
        let mut number = |random: &mut Random| {
            let number = random.between(1, std::cmp::max(left, 1));
            left -= number.min(left);
            number.to_string()
        };
        let letters = ['B', 'R', 'Q', 'Q', 'H', 'A', 'C', 'N', 'K'];
        let mut text = board.to_owned() + &random_kinds(&mut random, &letters, 3, &mut number);
        if random.chance(5) && text.matches(' ').count() > 1 {
            text = text.replacen(' ', "\n", 2).replacen('\n', " ", 1).replacen('\n', "/", 1);
        }
        let Ok(formula) = derived(&text, &Silent) else { continue };
        let Claim::Proved(Reason::Polytopes { coefficients, from, terms, .. }) = formula.claim else {
            continue;
        };
        assert!(terms > coefficients && formula.from[0] <= from, "{text}: {formula:?}");
        compared.compare(&text, &formula, |problem| count_by(problem, &["cells", "best"], 0.004));
        check_function(&text, &formula);
        proved += 1;
        late += u32::from(from > formula.first);
    }
    assert!(
        proved >= fewest(40) && late >= fewest(12) && compared.beyond >= fewest(150),
        "{proved} proved, {late} late, {compared:?}"
    );
}

/// The proofs for few riders give the period, the number of coefficients, and the first n.
#[test]
fn known_riders_are_proved() {
    for (text, expected) in [
        ("{n}x{n} Q2", (1, 5, 1)),
        ("{n}x{n+2} Q2", (1, 5, 2)),
        ("{n}x{n} H2", (2, 7, 1)),
        ("{n}x{n} B3", (2, 8, 1)),
        ("{n}x{n} Q3", (2, 9, 1)),
        ("{n}x{2n-1} Q3", (2, 9, 1)),
        ("{n}x{n} R2 B", (2, 9, 1)),
        ("{n}x{n} Q N B", (2, 9, 5)),
        ("{n}x{n} Q2 K", (2, 9, 1)),
        ("{n}x{n} H3", (60, 31, 1)),
        ("{n}x{n} B4", (2, 12, 1)),
        ("{n}x{n} Q4", (6, 17, 1)),
    ] {
        let formula = named(text);
        let Claim::Proved(Reason::Polytopes { period, coefficients, from, .. }) = formula.claim else {
            panic!("{text}: {formula:?}");
        };
        assert_eq!((period, coefficients, from), expected, "{text}");
    }
}

/// Returns the formula of a family, which must have one.
fn named(text: &str) -> Formula {
    let found = derive(&family(text), &search(Duration::from_secs(100)), &Silent);
    found.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the value of a polynomial with these coefficients, the highest first.
fn polynomial(coefficients: &[i128], n: i128) -> i128 {
    coefficients.iter().fold(0, |value, coefficient| value * n + coefficient)
}

/// Divides an integer without remainder.
fn exact(above: i128, below: i128) -> i128 {
    assert_eq!(above % below, 0, "{above} / {below}");
    above / below
}

/// The family, the least n of a published formula, and the formula.
type Published = (&'static str, i128, fn(i128) -> i128);

/// Formulas of the OEIS, under their authors and years.
const PUBLISHED: &[Published] = &[
    // A036464.
    ("{n}x{n} Q2", 1, |n| exact(n * (n - 1) * (n - 2) * (3 * n - 1), 6)),
    // A047659, E. Landau 1896.
    ("{n}x{n} Q3", 1, |n| match n % 2 {
        0 => exact(n * (n - 2) * (n - 2) * polynomial(&[2, -12, 23, -10], n), 12),
        _ => exact((n - 1) * (n - 3) * polynomial(&[2, -12, 25, -14, 1], n), 12),
    }),
    // A061994, S. Perepechko 2005.
    ("{n}x{n} Q4", 1, |n| {
        // The denominator is 1080.
        let sextic = polynomial(&[45, -855, 6945, -30891, 78864, -106226, 53404], n);
        let halves = (1080 * n * n * n - 11340 * n * n + 30240 * n - 15120) * (n / 2);
        let thirds = 3840 * (n - 1) * (n / 3) + (1920 * n - 4320) * ((n + 1) / 3);
        exact(n * (n - 1) * sextic + halves + thirds, 1080)
    }),
    // A061990, H. Tarry 1890.
    ("4x{n} Q4", 7, |n| polynomial(&[1, -18, 139, -534, 840], n)),
    // A172123, K. Fabel 1966.
    ("{n}x{n} B2", 1, |n| exact(n * (n - 1) * (3 * n * n - n + 2), 6)),
    // A172124, K. Fabel 1966.
    ("{n}x{n} B3", 1, |n| match n % 2 {
        0 => exact(n * (n - 2) * polynomial(&[2, -4, 7, -6, 4], n), 12),
        _ => exact((n - 1) * polynomial(&[2, -6, 9, -11, 5, -3], n), 12),
    }),
    // A172127, K. Fabel 1966.
    ("{n}x{n} B4", 1, |n| match n % 2 {
        0 => exact(n * (n - 2) * polynomial(&[15, -90, 260, -524, 727, -646, 348], n), 360),
        _ => exact((n - 1) * (n - 2) * polynomial(&[15, -75, 185, -339, 388, -258, 180], n), 360),
    }),
    // A061995: half of A035286, M. F. Hasler 2021.
    ("{n}x{n} K2", 1, |n| exact((n - 1) * (n - 2) * (n * n + 3 * n - 2), 2)),
    // A061996.
    ("{n}x{n} K3", 1, |n| exact(n * (n * (n * (n * (n * n - 27) + 36) + 182) - 456) + 264, 6)),
    // A061997, K. Fabel and K. Soltsien.
    ("{n}x{n} K4", 3, |n| exact(polynomial(&[1, 0, -54, 72, 995, -2472, -5094, 21480, -17112], n), 24)),
    // A061998, V. Kotesovec 1992.
    ("{n}x{n} K5", 4, |n| {
        let other = polynomial(&[1, 4, -74, -176, 2411, 1844, -38194, 18944, 236520, -316320], n);
        exact((n - 4) * other, 120)
    }),
    // A172203, V. Kotesovec 2010.
    ("4x{n} K4", 3, |n| exact(polynomial(&[64, -720, 3347, -7569, 6894], n), 6)),
    // A172230, V. Kotesovec 2010.
    ("4x{n} W4", 3, |n| exact(polynomial(&[64, -432, 1235, -1797, 1122], n), 6)),
    // A172132: 2 (binomial(n-1,2) + 1) (3 n + binomial(n-1,2) - 3).
    ("{n}x{n} N2", 1, |n| {
        let pairs = exact((n - 1) * (n - 2), 2);
        2 * (pairs + 1) * (3 * n + pairs - 3)
    }),
    // A172134, K. Fabel 1966.
    ("{n}x{n} N3", 4, |n| exact((n - 2) * (n + 5) * polynomial(&[1, -3, -8, 66, -108], n), 6)),
    // A172135, K. Fabel 1966.
    ("{n}x{n} N4", 6, |n| exact(polynomial(&[1, 0, -54, 144, 1019, -5232, -2022, 51120, -77184], n), 24)),
    // A172212, V. Kotesovec 2010.
    ("3x{n} N3", 4, |n| exact(polynomial(&[9, -45, 122, -144], n), 2)),
    // A172965, V. Kotesovec 2010.
    ("{n}x{n}/cylinder N3", 6, |n| exact(n * (n - 3) * polynomial(&[1, 3, -18, -18, 164], n), 6)),
    // A174642, V. Kotesovec 2010.
    ("4x{n} A4", 7, |n| (n - 7) * polynomial(&[1, -21, 158, -420], n)),
    // A001045 from its third term on: (2^n - (-1)^n)/3.
    ("2x{n} K*", 0, |n| exact((1 << (n + 2)) - if n % 2 == 0 { 1 } else { -1 }, 3)),
];

/// Published formulas are found. They are compared at fifty values of n after the counted ones.
#[test]
fn published_formulas_are_found() {
    for &(text, least, value) in PUBLISHED {
        let formula = named(text);
        let past = formula.terms.len() + 50;
        let terms = (i128::from(formula.first)..).zip(formula.all_terms().unwrap()).take(past);
        let mut compared = 0;
        for (n, term) in terms.filter(|(n, _)| *n >= least) {
            assert_eq!(term, value(n).into(), "{text} at n = {n}: {formula:?}");
            compared += 1;
        }
        assert!(compared >= 50, "{text}");
    }
}

/// Rooks in any number: the sum of k! binomial(n,k)^2 (OEIS A002720).
#[test]
fn rooks_in_any_number_are_guessed() {
    let formula = named("{n}x{n} R*");
    assert!(matches!(formula.claim, Claim::Guessed { .. }), "{formula:?}");
    let expected = |n: i64| -> BigInt {
        let mut sum = BigInt::from(1);
        let mut ways = BigInt::from(1);
        for k in 1..=n {
            // The step from k - 1 to k rooks.
            ways = ways * BigInt::from(n - k + 1).pow(2) / BigInt::from(k);
            sum += &ways;
        }
        sum
    };
    for (n, term) in (formula.first..).zip(formula.all_terms().unwrap()).take(80) {
        assert_eq!(term, expected(n), "{n}");
    }
}

/// Families with rules of every type.
const FAMILIES: &[&str] = &[
    // Recurrences, some with earlier terms.
    "2x{n} K*",
    "5x{n} K*",
    "3x{2n+1} K* N*",
    "4x{n}/torus W*",
    "{n}x4/cylinder W*",
    "3x{n}/torus K*",
    "4x{n+3} K*",
    "{2n+1}x2 X* X=fN",
    "3x{n} B*",
    "8x{2n} K{4n}",
    // Polynomials, some with exceptions.
    "5x{n} Q*",
    "3x{n} R*",
    "5x{n} B3",
    "{n}x3 Q2",
    "{n}x{n} N3",
    "5x{n} N3",
    "{2n}x{n} K2/N1",
    "1x{n} Q3",
    "2x{n} Q3",
    "{n}x{n} K0",
    // Rules with periods.
    "4x{n} Nmax",
    "3x{n} Wmax",
    "5x{n} Kmax",
    "6x{n} Dmax",
    "{n}x{n} Q3",
    "{n}x{n}/torus B2",
    "{n}x{n} B3",
    "{n}x{n} R2 B",
    // Recurrences with polynomial coefficients.
    "{n}x{n} R*",
    "3x{n} W{n}",
    "2x{2n} B{n}",
    // Formulas in two variables.
    "{m}x{n} N2",
    "{m}x{n}/torus K2",
    "{p}x{q} W2 F",
    "{n}x{m} X2 X=fN",
];

/// Returns the output of an interpreter for a program on its standard input; `None` if the interpreter is not
/// installed.
fn interpreted(command: &str, arguments: &[&str], program: &str) -> Option<String> {
    let mut child = Command::new(command);
    child.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().ok()?;
    let mut input = child.stdin.take().unwrap();
    let text = program.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{program}\n{error}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Returns the calls that print terms (or those of a grid), and the expected values.
fn calls(formula: &Formula) -> (Vec<String>, Vec<BigInt>) {
    if let Rule::Bivariate(polynomial) = &formula.rule {
        let grid = (0..36).map(|place| (formula.from[0] + place / 6, formula.from[1] + place % 6));
        return grid.map(|(m, n)| (format!("a({m},{n})"), polynomial.value(m, n).unwrap())).unzip();
    }
    let terms = formula.all_terms().unwrap().take(30);
    (formula.first..).zip(terms).map(|(n, term)| (format!("a({n})"), term)).unzip()
}

fn lines<T: ToString>(values: &[T]) -> String {
    values.iter().map(|value| value.to_string() + "\n").collect()
}

/// A program that reads formulas as printed for people.
const READ: &str = r##"
import re
from fractions import Fraction
def read(rule, names, values):
    rule = rule.split(" = ", 1)[1]
    rule = re.sub(r"(?<=[\w)\]]) (?=[\w(\[])", "*", rule).replace("^", "**").replace("*mod*", " mod ")
    rule = re.sub(r"\b(\d+)\b", r"Fraction(\1)", rule)
    rule = re.sub(r"\]\[(\w) mod Fraction\((\d+)\)\]", r"][int(\1) % \2]", rule)
    known = {"a": lambda k: Fraction(a(int(k))), "int": int, "Fraction": Fraction}
    known.update((name, Fraction(value)) for name, value in zip(names, values))
    return eval(rule, known)
"##;

/// Programs in Python give the terms, and so do the formulas for people.
#[test]
fn python_gives_the_same_terms() {
    for text in FAMILIES {
        let formula = named(text);
        let (calls, values) = calls(&formula);
        let mut program = code(&formula, Language::Python).unwrap() + READ;
        for call in &calls {
            program += &format!("print({call})\n");
        }
        let mut expected = lines(&values);
        let record =
            FormulaRecord { formula: &formula, terms: 0, sequences: Vec::new(), time: Duration::ZERO };
        let names: String = formula.variables.iter().collect();
        let shown = report::text(&record);
        for rule in shown
            .lines()
            .filter_map(|line| line[11.min(line.len())..].strip_prefix("a(").map(|_| &line[11..]))
        {
            for (call, value) in calls.iter().zip(&values) {
                let at = call.trim_start_matches("a(").trim_end_matches(')');
                if at.split(',').zip(&formula.from).all(|(n, from)| n.parse::<i64>().unwrap() >= *from) {
                    program += &format!("print(read({rule:?}, {names:?}, [{at}]))\n");
                    expected += &format!("{value}\n");
                }
            }
        }
        match interpreted("python3", &["-"], &program) {
            Some(found) => assert_eq!(found, expected, "{text}\n{shown}\n{program}"),
            None => return eprintln!("skipped: no python3"),
        }
    }
}

/// Programs in PARI/GP give the terms, and so do the generating functions and polynomials for the OEIS.
#[test]
fn pari_gives_the_same_terms() {
    for text in FAMILIES {
        let formula = named(text);
        let (calls, values) = calls(&formula);
        let mut program = code(&formula, Language::Pari).unwrap();
        for call in &calls {
            program += &format!("print({call});\n");
        }
        let mut expected = lines(&values);
        let record =
            FormulaRecord { formula: &formula, terms: 0, sequences: Vec::new(), time: Duration::ZERO };
        let shown = report::oeis(&record);
        let function = shown.lines().find_map(|line| line.split_once("G.f.: "));
        if let Some((_, function)) = function {
            let function = function.trim_end_matches('.');
            program += &format!("p=({function})+O('x^30);for(i={},29,print(polcoef(p,i)));\n", formula.first);
            expected += &lines(&values[..30 - formula.first as usize]);
        }
        match interpreted("gp", &["-q", "-f"], &program) {
            Some(found) => {
                // The interpreter also prints the definition.
                let found: Vec<&str> = found.lines().filter(|line| !line.contains("->")).collect();
                assert_eq!(found, expected.lines().collect::<Vec<_>>(), "{text}\n{shown}\n{program}");
            }
            None => return eprintln!("skipped: no gp"),
        }
    }
}

fn formula(arguments: &[&str]) -> (String, String, i32) {
    run(&[&["formula"], arguments].concat())
}

/// Asserts that the command prints one line with the reason, and this exit code.
fn assert_no_formula(arguments: &[&str], expected: &str, code: i32) {
    let (answer, error, found) = formula(arguments);
    assert_eq!((answer.as_str(), found), ("", code), "{arguments:?}: {error}");
    assert!(error.starts_with("error: ") && error.contains(expected), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(error.len() < 400, "{arguments:?}: {error}");
}

#[test]
fn families_without_a_formula_are_refused_in_a_line() {
    for (text, expected) in [
        ("8x8 K2", "no side grows"),
        ("8x8 K{n}", "only the number of pieces grows"),
        ("{10-n}x4 K2", "a side shrinks as n grows"),
        ("{n}x{10-n} K*", "a side shrinks"),
        ("{n}x4 K2@a1", "pre-placed pieces"),
        ("{m}x{n} Q2", "two variables"),
        ("{m}x{n} K*", "two variables"),
        ("{n}x{m} K{m}", "two variables"),
        ("{n}x{m}x{k} K", "at most 2 variables"),
        ("{n^2}x4 K2", "equal steps"),
        ("{n}x{n} Y2", "Y"),
        ("{n}x{n} Qx", "x"),
        ("{n}x{n} K2 K3", "K"),
        ("", "no family"),
        ("   ", "no family"),
        ("{n}x{n", "expected a }"),
        ("{n}x{} K", "expected a number"),
        ("{n}x{n} N99999999", ""),
        ("{n}x{n} N99999999999999999999", ""),
        ("{n}x{min(n,9)} K2", "equal steps"),
        ("{n}x0 K2", "no board of this size"),
        ("0x{n} K*", "no board of this size"),
        ("{n-100}x4 K*", ""),
        ("5x{n}", ""),
        ("{n}x{n} K-1", ""),
        ("{n}x{n} X2 X=Foo", "X"),
    ] {
        assert_no_formula(&[text], expected, 2);
    }
    for arguments in
        [["{n}x{n} K2", "--budget", "0s"], ["5x{n} K*", "--terms", "-1"], ["5x{n} K*", "--code", "cobol"]]
    {
        let (answer, error, code) = formula(&arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
    }
    assert_no_formula(&["{m}x{n} N2", "--format", "bfile"], "one variable", 2);
}

/// The term of two rows of kings follows from their characteristic polynomial; a recurrence that is too long to
/// print and a polynomial have far terms too.
#[test]
fn one_term_is_printed_alone() {
    let kings: BigInt = ((BigInt::from(1) << 102) - 1) / 3;
    assert_eq!(formula(&["2x{n} K*", "--at", "100"]), (format!("{kings}\n"), String::new(), 0));
    for (family, at) in [("7x{n} N*", "40"), ("{n}x{n} Q3", "1000"), ("4x{n} Nmax", "9")] {
        let (all, ..) = formula(&[family, "--format", "bfile", "--terms", "1001"]);
        let line = all.lines().find_map(|line| line.strip_prefix(&format!("{at} ")));
        let (term, error, code) = formula(&[family, "--at", at]);
        assert_eq!((line, code), (Some(term.trim_end()), 0), "{family}: {error}");
    }
    assert_no_formula(&["4x{n} Nmax", "--at", "0"], "expected --at 1 or more", 2);
    assert_no_formula(&["{m}x{n} N2", "--at", "5"], "one variable", 2);
}

/// Terms that were counted before the time was over are printed, also up to symmetry.
#[test]
fn a_search_without_a_formula_prints_its_terms() {
    for family in [&["A002562"][..], &["{n}x{n} Q{n}", "--up-to", "symmetry"]] {
        let (answer, error, code) = formula(&[family, &["--budget", "2s"]].concat());
        assert_eq!(code, 3, "{family:?}: {error}");
        assert!(answer.contains("1, 0, 0, 1, 2, 1"), "{family:?}: {answer}{error}");
        assert!(!error.contains(" 0 terms"), "{family:?}: {error}");
    }
    let (answer, error, code) = formula(&["{n+22}x{n+22} Q{n+22}", "--budget", "1ms"]);
    assert!(answer.is_empty() && code == 3 && error.contains("too short to count a term"), "{answer}{error}");
}

/// After the time limit there is no formula, and the command says so soon.
#[test]
fn a_budget_is_kept() {
    for text in [
        "{n}x{n} K*",
        "{n}x{n} K{n}",
        "{n}x{n}/torus K{n} N*",
        "{n}x{n} N10",
        "{m}x{n} N12",
        "{n}x{n} Q5",
        "14x{n} Q*",
        "32x{n} W*",
        "6x{n} H*",
        "6x{n} Hmax",
        "14x{n}/torus N*",
        "{n}x{n} Q*/R*",
        "{n}x{n} H6",
        "5x{n} X* Y* U* X=(1,4)NN Y=GG U=AAC",
    ] {
        let start = Instant::now();
        let (answer, error, code) = formula(&[text, "--budget", "400ms"]);
        assert!(start.elapsed() < BUDGET + LATE, "{text}: {:?}", start.elapsed());
        assert_eq!((code, error.lines().count()), (3, 1), "{text}: {error}");
        assert_known(text, &answer);
    }
}

/// Checks the known terms of a family without a formula: none, or terms that the engines also count.
fn assert_known(text: &str, answer: &str) {
    let Some((first, terms)) = answer.split_once('\n') else { return assert_eq!(answer, "", "{text}") };
    assert_eq!(first, text);
    let (from, terms) = terms.trim_end().split_once(": ").unwrap_or_else(|| panic!("{text}: {answer}"));
    let first: i64 = from.strip_prefix("terms      from n = ").and_then(|from| from.parse().ok()).unwrap();
    for (n, term) in (first..).zip(terms.split(", ")).take(4) {
        let problem = at(&family(text), n).unwrap();
        let expected = match problem.pieces().any(|pieces| pieces.quantity == Quantity::Max) {
            true => largest_number(&problem),
            false => Some(armistice::count(&problem).unwrap().into()),
        };
        assert_eq!(Some(term.parse().unwrap()), expected, "{text}: {answer}");
    }
}

/// Formulas up to symmetry, of maximal placements, and with degrees agree with counts by other engines.
#[test]
fn other_questions_have_formulas() {
    for (text, up_to, maximal) in [
        ("{n}x{n} W3", UpTo::Symmetry, false),
        ("{n}x{n} N2 K", UpTo::Symmetry, false),
        ("{n}x{n} Q2", UpTo::Symmetry, false),
        ("{n}x{n} K2/K2", UpTo::Armies, false),
        ("{n}x{n+1} F2", UpTo::Symmetry, false),
        ("4x{n} K2", UpTo::Symmetry, false),
        ("3x{n} W*", UpTo::Symmetry, false),
        ("3x{n} K*", UpTo::Symmetry, false),
        ("{n}x4 K*", UpTo::Symmetry, false),
        ("{2n}x2 K* N*", UpTo::Armies, false),
        ("3x{n} Q*", UpTo::Symmetry, false),
        ("{n}x4/cylinder W*", UpTo::Symmetry, false),
        ("3x{n} X* X=fWlN", UpTo::Symmetry, false),
        ("3x{n} K*", UpTo::Nothing, true),
        ("2x{n} W*", UpTo::Nothing, true),
        ("2x{n} W*", UpTo::Symmetry, true),
        ("{n}x3 W* each=2", UpTo::Nothing, false),
        ("3x{n} X* each=1 X=sWF", UpTo::Nothing, false),
        ("{2n+1}x2 K* pairs=..1", UpTo::Nothing, false),
        ("{n}x3/cylinder W* F* each=..1 pairs=1..", UpTo::Nothing, false),
    ] {
        let search = search(Duration::from_secs(20)).with_up_to(up_to).with_maximal(maximal);
        let found = compared(text, &search);
        let is_proved = text.contains('*') && !(maximal && up_to != UpTo::Nothing);
        assert_eq!(matches!(found.claim, Claim::Proved(_)), is_proved, "{text}");
    }
}

/// Compares a formula with counts for the same question.
fn compared(text: &str, search: &Search) -> Formula {
    let found = derive(&family(text), search, &Silent).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(found.counted, search.counted_object());
    let mut compared = 0;
    for (n, term) in (found.first..).zip(found.all_terms().unwrap()).take(found.terms.len().max(8) + 3) {
        let Some(problem) = at(&family(text), n) else { continue };
        let question = Question::from(problem).with_up_to(search.up_to).with_maximal(search.maximal);
        let question = question.with_dominating(search.dominating);
        let Some(count) = answer_by(&question, &["cells", "frontier", "profile"], 0.3) else { continue };
        assert_eq!(term, count, "{text}: {}, n = {n}", found.counted);
        compared += 1;
    }
    assert!(compared >= 8, "{text}: {compared}");
    found
}

#[test]
fn dominating_placements_have_formulas() {
    for (text, demand, is_proved) in [
        ("{n}x3 W*", Demand::Dominating, true),
        ("2x{n} K*", Demand::Total, true),
        ("{n}x3/cylinder N* F*", Demand::Dominating, true),
        ("2x{2n} X* X=sWflbrF", Demand::Dominating, true),
        ("2x{n}/cylinder W*", Demand::Total, false),
    ] {
        let search = search(Duration::from_secs(20)).with_dominating(demand);
        let found = compared(text, &search);
        assert_eq!(matches!(found.claim, Claim::Proved(_)), is_proved, "{text}");
    }
    // A sequence of the same family is published (A218348).
    let (answer, error, code) = formula(&["{n}x2 W*", "--dominating"]);
    assert_eq!(code, 0, "{error}");
    assert!(answer.starts_with("{n}x2 W*: dominating placements\nproved "), "{answer}");
    assert!(answer.contains("sequence   A218348"), "{answer}");
    for arguments in [["3x{n} W*", "--by-number"], ["{m}x{n} W*", "--growth"]] {
        assert_no_formula(&[arguments[0], "--dominating", arguments[1]], "expected no --by-number", 2);
    }
}

/// Families, some with rules that begin later than their terms, with the details of the question.
const LATE_RULES: &[(&str, &str, bool)] = &[
    ("2x{n} Z*", "rotations", false),
    ("ring:{n} E*", "symmetry", false),
    ("ring:{n} N*", "rotations", false),
    ("2x{n}/roll K*", "rotations", false),
    ("{n+1}x1/torus W*", "half-turn", false),
    ("3x{n}/roll V* V=fbW", "reflections", false),
    ("{n}x3 K*", "reflections", false),
    ("2x{n} K*", "half-turn", false),
    ("{n}x{n} W2", "rotations", false),
    ("{n}x{n+1} K2", "half-turn", false),
    ("4x{n} N2", "reflections", false),
    ("2x{n}/torus W*", "nothing", true),
    ("1x{2n}/cylinder L{n+1} X X=flB", "nothing", false),
    ("{n}x{n} R*", "nothing", false),
    ("3x{n} W{n}", "nothing", false),
];

/// Makes a family with the details of a question: any numbers on strips, or few pieces, up to some maps or
/// maximal.
fn random_asked(random: &mut Random) -> (String, &'static str, bool) {
    let up_to = random.pick(&["rotations", "reflections", "half-turn", "symmetry", "diagonals", "nothing"]);
    let is_few = random.chance(2);
    let board = match random.between(0, 4) {
        0 if is_few => "{n}x{n}".to_owned(),
        1 => format!("{}x{{n}}/{}", random.between(1, 3), random.pick(&["roll", "klein", "projective"])),
        _ => random_strip(random, 3),
    };
    let mut number = |_: &mut Random| if is_few { "1" } else { "*" }.to_owned();
    let text = board + &random_kinds(random, KINDS, 2, &mut number);
    (text, up_to, up_to == "nothing" && random.chance(2))
}

/// For every type of evidence, the terms are those that engines count, from the first on. The generating
/// function and the program in Python have the same terms.
#[test]
fn what_is_shown_agrees_with_counts() {
    let random = seeds(40).map(|seed| random_asked(&mut Random::new(seed ^ 0x5409)));
    let named: Vec<_> = LATE_RULES.iter().step_by(one_in().min(5) as usize).collect();
    let asked = named.iter().map(|&&(text, up_to, maximal)| (text.to_owned(), up_to, maximal));
    let (mut program, mut expected) = (String::new(), String::new());
    let (mut late, mut claims) = (0, [0; 3]);
    for (number, (text, up_to, maximal)) in asked.chain(random).enumerate() {
        let is_named = number < named.len();
        let budget = if is_named { Duration::from_secs(20) } else { BUDGET };
        let up_to: UpTo = up_to.parse().unwrap_or_else(|error| panic!("{up_to}: {error}"));
        let search = search(budget).with_up_to(up_to).with_maximal(maximal);
        let formula = match derive(&family(&text), &search, &Silent) {
            Ok(formula) => formula,
            Err(error @ FormulaError::Refuted) => panic!("{text} up to {up_to}: {error}"),
            Err(error) if is_named => panic!("{text} up to {up_to}: {error}"),
            Err(_) => continue,
        };
        claims[match formula.claim {
            Claim::Proved(_) => 0,
            Claim::Fitted { .. } => 1,
            _ => 2,
        }] += 1;
        check_function(&text, &formula);
        if let Rule::Recurrence(rule) = &formula.rule {
            late += u32::from(rule.first() > formula.first);
        }
        let terms: Vec<BigInt> = formula.all_terms().unwrap().take(formula.terms.len().max(12) + 3).collect();
        for (n, term) in (formula.first..).zip(&terms) {
            let Some(problem) = at(&family(&text), n).filter(|_| n > 0) else { continue };
            let question = Question::from(problem).with_up_to(up_to).with_maximal(maximal);
            let Some(count) = answer_by(&question, &["cells", "frontier", "best"], 0.01) else { continue };
            assert_eq!(*term, count, "{text} up to {up_to}, maximal: {maximal}, n = {n}: {formula:?}");
        }
        let Some(function) = code(&formula, Language::Python) else { continue };
        program += &function;
        for (n, term) in (formula.first..).zip(&terms) {
            program += &format!("print({text:?}, {n}, a({n}))\n");
            expected += &format!("{text} {n} {term}\n");
        }
    }
    assert!(late >= fewest(3) && claims.iter().all(|&count| count >= fewest(3)), "{late} late, {claims:?}");
    match interpreted("python3", &["-"], &program) {
        Some(found) => {
            let wrong = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
            assert_eq!((wrong, found.len()), (None, expected.len()), "{program}");
        }
        None => eprintln!("skipped: no python3"),
    }
}

/// A program also has the terms before the rule begins.
#[test]
fn programs_begin_with_the_first_term() {
    for language in ["pari", "sage", "mathematica", "maple", "python"] {
        let (answer, error, code) =
            formula(&["2x{n} Z*", "--up-to", "rotations", "--budget", "20s", "--code", language]);
        assert_eq!((error.as_str(), code), ("", 0), "{language}");
        assert!(answer.contains("3, 6, 36, 136") && !answer.contains("at least 3"), "{language}: {answer}");
    }
    let (answer, ..) = formula(&["2x{n} Z*", "--up-to", "rotations", "--budget", "20s", "--format", "oeis"]);
    let function = "G.f.: (3*x - 12*x^2 + 24*x^3 - 32*x^4)/((1 - 2*x)*(1 - 4*x)).";
    assert!(answer.contains(function), "{answer}");
}

/// Zeros, and equations in which all coefficients are zero, are not evidence.
#[test]
fn zeros_support_no_formula() {
    for (text, maximal) in [
        ("1x{2n+1}/torus V2 T2 P* V=F3", true),
        ("1x{n} K3 N3 W*", true),
        ("{n}x{n}/projective T1 Z1 L1", true),
        ("3x{n}/projective T2 L2 N2", true),
        ("{n}x{n} Q{n+1}", false),
    ] {
        let found = derive(&family(text), &search(Duration::from_secs(2)).with_maximal(maximal), &Silent);
        let error = found.map(|formula| report::claim(&formula)).unwrap_err();
        let is_unfound = matches!(error, FormulaError::Unfitted { .. } | FormulaError::Stopped { .. });
        assert!(is_unfound && error.to_string().lines().count() == 1, "{text}: {error}");
    }
    // If the leading coefficient is zero nothing follows, so the rule begins later.
    let formula = named("1x{2n}/cylinder L{n+1} X X=flB");
    assert_eq!(formula.from, [3]);
    assert!(formula.all_terms().unwrap().nth(200).is_some());
}

/// Terms of boards too small to show all moves of a family are not evidence. Each of these families has
/// obeyed another rule up to the previous board.
#[test]
fn what_is_not_seen_yet_supports_no_formula() {
    for (text, n) in [
        ("{n}x{n} Q X X=(1,14)", 15),
        ("{n}x{n}-every:9x9 K2", 9),
        ("{n}x{n}-every:12x12 Q2", 12),
        ("{n}x{n}-every:5x5 Q", 10),
        ("{n}x{n} Q~every:9x9", 18),
        ("3x{n}-every:3x7 K*", 7),
        ("1x{n}-a1 X* X=(0,40)", 42),
        ("{n}x{n+12} B3", 23),
    ] {
        // Whether the time suffices for a formula or not, the formula is not that of the smaller boards.
        let Ok(formula) = derive(&family(text), &search(Duration::from_secs(2)), &Silent) else { continue };
        let term = formula.all_terms().unwrap().nth((n - formula.first) as usize);
        let expected = count_by(&at(&family(text), n).unwrap(), &["best"], 20.0);
        assert_eq!(term, expected, "{text} at n = {n}: {}", report::claim(&formula));
    }
    // No board that can be searched is large enough for a leap of twenty squares.
    let found = derive(&family("{n}x{n} Xmax X=(0,20)"), &search(Duration::from_secs(2)), &Silent);
    assert!(found.is_err(), "{found:?}");
}

/// The value at n.
type Value = fn(i128) -> i128;

/// Shapes have few boards. A polynomial with some spare terms is still found.
#[test]
fn polynomials_of_shapes_with_few_boards_are_found() {
    let found: [(&str, Value); 6] = [
        ("hexagon:{n} K1", |n| 3 * n * n - 3 * n + 1),
        ("hexagon:{n} K2", hexagon_kings),
        ("diamond:{n} K1", |n| 2 * n * n + 2 * n),
        ("diamond:{n} B2", |n| 2 * n * n * n * (n + 1)),
        ("quarter:{n} Q2", |n| exact(n * (n - 1) * (n - 2) * (3 * n - 1), 6)),
        ("cross:{n} R2", |n| exact(polynomial(&[25, -22, 5, 0, 0], n), 2)),
    ];
    for (text, value) in found {
        let formula = named(text);
        let Claim::Fitted { unknown, further } = formula.claim else { panic!("{text}: {formula:?}") };
        assert!(further >= unknown.max(5) && further <= 16, "{text}: {formula:?}");
        for (n, term) in (i128::from(formula.first)..).zip(formula.all_terms().unwrap()).take(30) {
            assert_eq!(term, value(n).into(), "{text} at n = {n}");
        }
    }
    // This number of residue classes is too large for 16 boards.
    let few = derive(&family("diamond:{n} Kmax"), &search(Duration::from_secs(20)), &Silent).unwrap_err();
    assert!(few.to_string().contains("with 16 non-zero terms to spare"), "{few}");
}

/// Returns the pairs of cells of a hexagon minus those of kings that attack each other, at one step or along
/// a diagonal.
fn hexagon_kings(n: i128) -> i128 {
    let cells = 3 * n * n - 3 * n + 1;
    let neighbours = 3 * (n - 1) * (3 * n - 2);
    let diagonals = 3 * polynomial(&[3, -7, 4], n);
    exact(cells * (cells - 1), 2) - neighbours - diagonals
}

/// Kings by their number: a formula in two variables, in each of its forms.
#[test]
fn kings_are_counted_by_their_number() {
    let (answer, error, code) = formula(&["3x{n} K*", "--by-number", "--terms", "3"]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(answer.contains("proved     the sum of a(n, k) x^n z^k"), "{answer}");
    assert!(answer.contains("/(1 - x - x z - 2 x^2 z - x^2 z^2 + x^3 z^2 + x^3 z^3)\n"), "{answer}");
    assert!(answer.contains("\nn = 2      1, 6, 4\n"), "{answer}");
    let (answer, ..) = formula(&["3x{n} K*", "--by-number", "--terms", "9", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let schema = include_str!("../../docs/schemas/by-number-1.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    for required in schema["required"].as_array().unwrap() {
        assert!(value.get(required.as_str().unwrap()).is_some(), "{required}: {answer}");
    }
    assert_eq!(value["schema"], schema["properties"]["schema"]["const"]);
    let row = &value["rows"][4];
    let counted: Vec<String> = (0..=4)
        .map(|kings| armistice::count(&format!("3x4 K{kings}").parse().unwrap()).unwrap().to_string())
        .collect();
    assert_eq!(*row, serde_json::json!(counted));
    let (answer, error, code) = formula(&["3x{n} K*", "--by-number", "--format", "latex"]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(answer.contains("\\frac{1 + 2xz"), "{answer}");
    for text in ["{n}x{n} K*", "3x{2n} K*", "3x{n} K2", "3x{n}/torus K*", "3x{n} Kmax", "{m}x{n} K*"] {
        assert_no_formula(&[text, "--by-number"], "--by-number needs any number of pieces on a strip", 2);
    }
    assert_no_formula(&["9x{n} N*", "--by-number", "--budget", "1s"], "", 3);
}

/// The numbers of placements that attain a maximum agree with counts.
#[test]
fn largest_numbers_are_reached_as_often_as_counted() {
    for text in ["4x{n} Nmax", "3x{n} Kmax", "4x{n} Qmax", "{n}x4/cylinder Wmax", "3x{2n} Wmax K*"] {
        let reached = named(text).reached.unwrap_or_else(|| panic!("{text}"));
        for (n, term) in (reached.first..).zip(reached.all_terms().unwrap()).take(9) {
            let Some(problem) = at(&family(text), n).filter(|_| n > 0) else { continue };
            assert_eq!(term, armistice::count(&problem).unwrap().into(), "{text} at {n}");
        }
    }
    let (answer, error, code) = formula(&["4x{n} Qmax", "--reached", "--terms", "5"]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(
        answer.starts_with("4x{n} Qmax: placements with the largest number of pieces\nproved"),
        "{answer}"
    );
    assert!(answer.contains("4, 6, 4, 2, 12\n"), "{answer}");
    assert_no_formula(&["{n}x{n} Kmax", "--reached"], "a strip with max", 2);
    assert_no_formula(&["{n}x{n} Kmax", "--up-to", "symmetry"], "up to symmetry", 2);
    assert_no_formula(&["{n}x{n} K2", "--up-to", "translation"], "up to translation", 2);
    assert_no_formula(&["{m}x{n} K2", "--up-to", "symmetry"], "two variables", 2);
    assert_no_formula(&["{m}x{n} K*", "--maximal"], "two variables", 2);
}

/// A strip may be narrow for its number of pieces: the polynomial is still found.
#[test]
fn many_pieces_on_a_strip_have_a_polynomial() {
    let (answer, error, code) = formula(&["3x{n} K12", "--terms", "25"]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(answer.contains("polynomial of degree 12"), "{answer}");
}

#[test]
fn every_format_is_written() {
    let (text, ..) = formula(&["5x{n} K*", "--terms", "0"]);
    assert!(text.contains("order 6") && !text.contains("terms"), "{text}");
    let (file, error, code) = formula(&["5x{n} K*", "--terms", "1000", "--format", "bfile"]);
    assert_eq!((error.as_str(), code, file.lines().count()), ("", 0, 1000));
    let expected: Vec<String> = named("5x{n} K*")
        .all_terms()
        .unwrap()
        .take(1000)
        .enumerate()
        .map(|(n, term)| format!("{n} {term}"))
        .collect();
    assert_eq!(file.lines().collect::<Vec<_>>(), expected);
    for text in ["5x{n} K*", "5x{n} N3", "{n}x{n} Q3", "4x{n} Nmax", "{m}x{n} N2", "1x{n} Q3", "{n}x{n} R*"] {
        let (answer, error, code) = formula(&[text, "--format", "json"]);
        assert_eq!((error.as_str(), code), ("", 0), "{text}");
        let value: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(value["family"], *text, "{answer}");
        for format in ["text", "latex", "oeis"] {
            let (answer, error, code) = formula(&[text, "--format", format]);
            assert_eq!((error.as_str(), code), ("", 0), "{text} {format}");
            let is_whole = |line: &str| !line.trim_end().ends_with(['/', '=', ':', '+', '-']);
            assert!(
                !answer.is_empty() && answer.lines().filter(|line| !line.starts_with("%o")).all(is_whole),
                "{text} {format}: {answer}"
            );
            for (open, close) in [('(', ')'), ('{', '}'), ('[', ']')] {
                assert_eq!(
                    answer.matches(open).count(),
                    answer.matches(close).count(),
                    "{text} {format}: {answer}"
                );
            }
        }
    }
}

#[test]
fn an_interruption_ends_the_search() {
    for text in ["14x{n} Q*", "{n}x{n} N10", "{n}x{n} K*", "6x{n} Hmax", "{n}x{n} Q5"] {
        let child = start(&["formula", text, "--budget", "10min"]);
        std::thread::sleep(Duration::from_millis(400));
        signal(&child, "INT");
        let sent = Instant::now();
        let (answer, error, code) = read(&child.wait_with_output().unwrap());
        assert_eq!(code, 130, "{text}: {error}");
        assert_known(text, &answer);
        assert!(sent.elapsed() < LATE, "{text}: {:?}", sent.elapsed());
    }
}
