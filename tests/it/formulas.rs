//! Formulas of families against counts by other methods, against published ones, as programs, and as they are typed.

use crate::common::{Patience, Random, first_seed, random_moves, with_engine};
use armistice::formula::{Claim, Formula, FormulaError, Rule, Search, derive};
use armistice::notation::Family;
use armistice::plan::{Observer, Settings, Silent, plan};
use armistice::report::formula::{FormulaRecord, json};
use armistice::search::{Finder, largest};
use armistice::{Problem, Question};
use num_bigint::BigInt;
use std::time::{Duration, Instant};

/// How long a formula is looked for.
const BUDGET: Duration = Duration::from_millis(400);
/// By how much that may be exceeded, beside other tests.
const LATE: Duration = Duration::from_secs(4);

/// Terms that follow from a rule are compared with so many counts.
const MOST_BEYOND: i64 = 8;

fn family(text: &str) -> Family {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn search(budget: Duration) -> Search {
    Search::new(Settings::default().with_threads(1), budget)
}

/// The formula of a family, and that it is found, or not, in time.
fn derived(text: &str, observer: &dyn Observer) -> Result<Formula, FormulaError> {
    let start = Instant::now();
    let found = derive(&family(text), &search(BUDGET), observer);
    assert!(start.elapsed() < BUDGET + LATE, "{text}: {:?}", start.elapsed());
    if let Err(error @ (FormulaError::Refuted | FormulaError::Plan(_) | FormulaError::Run(_))) = &found {
        panic!("{text}: {error}");
    }
    found
}

/// The problem of a family at a value of its variable.
fn at(family: &Family, n: i64) -> Option<Problem> {
    family.at(&[(family.variables()[0], n)]).ok()
}

/// The number of placements by one of these engines, if that takes no longer than so many seconds.
fn count_by(problem: &Problem, engines: &[&str], seconds: f64) -> Option<BigInt> {
    let settings = engines.iter().map(|name| {
        let settings = if *name == "best" { Settings::default() } else { with_engine(name) };
        settings.with_threads(1)
    });
    let question = Question::from(problem.clone());
    let mut plans = settings.filter_map(|settings| plan(&question, &settings).ok());
    let plan = plans.find(|plan| plan.summary().seconds() <= seconds)?;
    let outcome = plan.run(&Silent).unwrap();
    assert!(outcome.complete, "{problem}");
    Some(outcome.count.into())
}

/// How far a formula was compared.
#[derive(Debug, Default)]
struct Compared {
    formulas: u32,
    terms: u32,
    /// Terms that follow from the rule.
    beyond: u32,
}

impl Compared {
    /// Terms against counts from the first problem of the family on.
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

/// Some kinds with letters of their own, each with what follows its letter; then what the custom ones do.
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

/// A strip: one side is fixed, the other grows.
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
    let (mut refused, mut seeds) = (0, 0);
    for seed in first_seed()..first_seed() + 150 {
        let mut random = Random::new(seed ^ 0x571b);
        let text =
            random_strip(&mut random, 4) + &random_kinds(&mut random, KINDS, 3, &mut |_| "*".to_owned());
        seeds += 1;
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
        compared.formulas > 50 && compared.terms > 500 && compared.beyond > 200,
        "{compared:?}, {refused} of {seeds} refused"
    );
}

/// The generating function has the terms as coefficients.
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

/// Far away terms grow by the rate that is said.
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

/// The largest numbers on strips against searches.
#[test]
fn largest_numbers_on_strips_repeat() {
    let mut compared = Compared::default();
    for seed in first_seed()..first_seed() + 100 {
        let mut random = Random::new(seed ^ 0x1a59);
        let text =
            random_strip(&mut random, 4) + &random_kinds(&mut random, KINDS, 2, &mut |_| "max".to_owned());
        let Ok(formula) = derived(&text, &Silent) else { continue };
        compared.compare(&text, &formula, |problem| {
            if problem.board().squares() > 36 {
                return None;
            }
            let settings = Settings::default().with_threads(1);
            let found = largest(&problem.into(), &settings, Finder::Best, false, &Silent).unwrap();
            assert!(found.proved, "{text}");
            Some(found.number.unwrap().into())
        });
        check_function(&text, &formula);
    }
    assert!(compared.formulas > 40 && compared.terms > 300 && compared.beyond > 50, "{compared:?}");
}

/// Leapers and riders of limited range, that stand in any direction.
fn random_leaper(random: &mut Random) -> String {
    loop {
        let atoms = [
            "K", "W", "F", "D", "A", "N", "C", "Z", "fN", "vN", "rF", "W2", "F2", "fW3", "(0,3)", "(1,4)",
            "lD", "N2",
        ];
        let text = random.pick(&atoms).to_owned() + if random.chance(3) { random.pick(&atoms) } else { "" };
        if armistice::piece::betza::parse(&text).is_ok() {
            return text;
        }
    }
}

/// Kinds of leapers with numbers, at most so many pieces; now and then as two armies.
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

/// Fixed numbers of leapers: below the first n of the polynomial, from there on, and far beyond.
#[test]
fn leapers_follow_their_polynomials() {
    let mut compared = Compared::default();
    let mut late = 0;
    for seed in first_seed()..first_seed() + 60 {
        let mut random = Random::new(seed ^ 0x1ea9);
        let board =
            random.pick(&["{n}x{n}", "{n}x{n}", "{n}x{n+2}", "{2n}x{n}", "5x{n}", "{n}x3", "{2n+1}x4"]);
        let topology = random.pick(&["", "", "/cylinder", "/torus"]);
        let text = format!("{board}{topology}{}", random_leapers(&mut random, 3));
        let Ok(formula) = derived(&text, &Silent) else { continue };
        assert!(matches!(formula.claim, Claim::Proved(_)), "{text}: {formula:?}");
        compared.compare(&text, &formula, |problem| count_by(problem, &["frontier", "cells"], 0.004));
        check_function(&text, &formula);
        // The terms before are all there, and it begins as early as it can.
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
        compared.formulas > 40 && compared.terms > 250 && compared.beyond > 100 && late > 10,
        "{compared:?}, {late}"
    );
}

/// The same in two variables, on a grid.
#[test]
fn leapers_follow_polynomials_of_both_sides() {
    let (mut formulas, mut values, mut above_zero) = (0, 0, 0);
    for seed in first_seed()..first_seed() + 60 {
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
            let Ok(problem) = family.at(&[(formula.variables[0], m), (formula.variables[1], n)]) else {
                continue;
            };
            let Some(expected) = count_by(&problem, &["frontier", "cells"], 0.01) else { continue };
            assert_eq!(polynomial.value(m, n), Some(expected.clone()), "{text} at {m}, {n}: {formula:?}");
            values += 1;
            above_zero += u32::from(expected > BigInt::ZERO);
        }
        formulas += 1;
    }
    assert!(formulas > 40 && values > 250 && above_zero > 240, "{formulas}, {values}, {above_zero}");
}

/// Few pieces with riders among them on strips: proved or fitted, no further count contradicts.
#[test]
fn riders_on_strips_follow_polynomials() {
    let mut compared = Compared::default();
    let mut proved = 0;
    let riders = &['B', 'R', 'Q', 'H', 'A', 'C', 'N', 'K'];
    for seed in first_seed()..first_seed() + 120 {
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
        compared.formulas > 60 && proved > 30 && compared.terms > 800 && compared.beyond > 200,
        "{compared:?}, {proved} proved"
    );
}

/// Few pieces on growing boards: what is fitted is not contradicted, however few terms were counted.
#[test]
fn fits_are_not_contradicted() {
    let mut compared = Compared::default();
    for seed in first_seed()..first_seed() + 100 {
        let mut random = Random::new(seed ^ 0xf177);
        let board = random.pick(&["{n}x{n}", "{n}x{n}", "{n}x{n+1}", "{2n}x{n}", "{n+1}x{2n}"]);
        let topology = random.pick(&["", "", "/cylinder", "/torus"]);
        let mut left = 3;
        let mut number = |random: &mut Random| {
            let number = random.between(1, std::cmp::max(left, 1));
            left -= number.min(left);
            number.to_string()
        };
        let kinds = random_kinds(&mut random, &['B', 'R', 'Q', 'H', 'A', 'N'], 2, &mut number);
        let text = format!("{board}{topology}{kinds}");
        let patience = Patience::new(random.pick(&[12, 25, 60, 1_000_000]));
        let Ok(formula) = derived(&text, &patience) else { continue };
        compared.compare(&text, &formula, |problem| count_by(problem, &["cells", "best"], 0.004));
        check_function(&text, &formula);
    }
    assert!(compared.formulas > 25 && compared.terms > 300 && compared.beyond > 50, "{compared:?}");
}
