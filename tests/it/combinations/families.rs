//! Families of problems: every term of a formula, counted by another engine; its generating function and its programs, run.

use super::board::Lattice;
use super::kinds::{Kind, SORTS};
use super::question::run_for;
use crate::common::Random;
use num_bigint::BigInt;
use serde_json::Value;
use std::process::Command;
use std::time::Duration;

/// How many terms are asked for; those that are not counted follow from the rule.
const TERMS: usize = 18;
/// How long a formula is looked for.
const BUDGET: &str = "700ms";
const PATIENCE: Duration = Duration::from_secs(60);

/// Boards whose size is `n`, each with its lattice and about how many squares it has.
const BOARDS: &[(&str, Lattice, fn(usize) -> usize)] = &[
    ("{n}x{n}", Lattice::Squares, |n| n * n),
    ("{n}x{n}", Lattice::Squares, |n| n * n),
    ("{n}x{n+2}", Lattice::Squares, |n| n * (n + 2)),
    ("{n}x{2n}", Lattice::Squares, |n| 2 * n * n),
    ("1x{n}", Lattice::Squares, |n| n),
    ("2x{n}", Lattice::Squares, |n| 2 * n),
    ("{n}x3", Lattice::Squares, |n| 3 * n),
    ("4x{n}", Lattice::Squares, |n| 4 * n),
    ("{n}x{n}/torus", Lattice::Squares, |n| n * n),
    ("2x{n}/torus", Lattice::Squares, |n| 2 * n),
    ("{n}x3/cylinder", Lattice::Squares, |n| 3 * n),
    ("3x{n}/cylinder", Lattice::Squares, |n| 3 * n),
    ("{n}x2/moebius", Lattice::Squares, |n| 2 * n),
    ("2x{n}/klein", Lattice::Squares, |n| 2 * n),
    ("hexagon:{n}", Lattice::Hexagons, |n| 3 * n * n),
    ("triangle:{n}", Lattice::Hexagons, |n| n * n / 2),
    ("staircase:{n}", Lattice::Squares, |n| n * n / 2),
    ("diamond:{n}", Lattice::Squares, |n| 2 * n * n),
    ("quarter:{n}", Lattice::Squares, |n| n * n),
    ("cross:{n}", Lattice::Squares, |n| 5 * n * n),
    ("ring:{n}", Lattice::Squares, |n| 4 * n),
    ("{n}x2x2", Lattice::Layers(3), |n| 4 * n),
];

/// How far families were compared.
#[derive(Debug, Default)]
pub struct Compared {
    pub families: usize,
    pub found: usize,
    pub terms: usize,
    pub values: usize,
    pub wrong: Vec<String>,
}

/// A family, what else is asked, and about how many squares a member has.
fn draw(random: &mut Random) -> (String, Vec<&'static str>, fn(usize) -> usize, usize) {
    let (board, lattice, squares) = random.pick(BOARDS);
    let (mut text, mut defined) = (board.to_owned(), String::new());
    let (mut pieces, mut letters) = (0, Vec::new());
    let open = random.chance(3);
    for number in 0..random.between(1, 2) {
        let usual = random.pick(&["leaper", "rider"]);
        let sort = if random.chance(3) { random.pick(SORTS) } else { usual };
        let sort = if sort == "directed" && lattice != Lattice::Squares { "leaper" } else { sort };
        let kind = Kind::draw(random, lattice, sort);
        if letters.contains(&kind.letter) {
            continue;
        }
        letters.push(kind.letter);
        let slash = if number > 0 && random.chance(6) { " /" } else { "" };
        let exact = random.between(1, 4 - 2 * number);
        let number = match open {
            true => random.pick(&["*", "*", "max"]).to_owned(),
            false => exact.to_string(),
        };
        pieces += if open { 9 } else { exact };
        text += &format!("{slash} {}{number}", kind.letter);
        if let Some(betza) = kind.betza {
            defined += &format!(" {}={betza}", kind.letter);
        }
    }
    if !open && random.chance(12) {
        text += " #1";
        pieces += 1;
    }
    let asked = match random.between(1, 14) {
        1 => vec!["--up-to", "symmetry"],
        2 => vec!["--up-to", random.pick(&["rotations", "half-turn", "horizontal", "reflections"])],
        3 => vec!["--fixed-by", random.pick(&["half-turn", "horizontal", "vertical"])],
        4 => vec!["--maximal"],
        _ => Vec::new(),
    };
    (text + &defined, asked, squares, pieces)
}

/// A member of a family; expressions are those above.
fn at(family: &str, n: usize) -> String {
    let mut text = family.to_owned();
    for (expression, value) in [("{n}", n), ("{n+2}", n + 2), ("{2n}", 2 * n)] {
        text = text.replace(expression, &value.to_string());
    }
    text
}

impl Compared {
    pub fn show(&self) {
        println!(
            "{} families, {} formulas, {} terms counted again, {} values of generating functions and programs",
            self.families, self.found, self.terms, self.values
        );
    }

    /// Draws a family, asks for its formula, and compares what is shown.
    pub fn ask(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        let (family, asked, squares, pieces) = draw(&mut random);
        self.families += 1;
        let terms = TERMS.to_string();
        let ask = |format: &[&str]| {
            let fixed = ["formula", &family, "--budget", BUDGET, "--terms", &terms];
            run_for(&[&fixed[..], &asked, format].concat(), PATIENCE)
        };
        let Some((answer, error, code)) = ask(&["--format", "json"]) else {
            self.wrong.push(format!("seed {seed}: {family} {asked:?}: no answer within {PATIENCE:?}"));
            return;
        };
        let is_fault =
            ["panicked", "internal check", "please report"].iter().any(|word| error.contains(word));
        if is_fault || !matches!(code, 0 | 2 | 3) {
            self.wrong.push(format!("seed {seed}: {family} {asked:?}: exit code {code}: {error}"));
        }
        let Ok(json) = serde_json::from_str::<Value>(&answer) else { return };
        self.found += 1;
        let compared = self.compare((&family, &asked, squares, pieces), &json);
        let compared = compared.and_then(|()| {
            // Whether it is found a second time, the clock decides.
            match ask(&["--code", "python"]) {
                Some((code, _, 0)) => self.run_python(&code, &json),
                _ => Ok(()),
            }
        });
        if let Err(difference) = compared {
            let line = format!("seed {seed}: armistice formula '{family}' {}: {difference}", asked.join(" "));
            println!("{line}");
            self.wrong.push(line);
        }
    }

    fn compare(
        &mut self,
        (family, asked, squares, pieces): (&str, &[&str], fn(usize) -> usize, usize),
        json: &Value,
    ) -> Result<(), String> {
        let first = json["first"].as_u64().unwrap_or(0) as usize;
        let terms: Vec<BigInt> = numbers(&json["terms"]);
        let status = json["status"].as_str().unwrap_or_default();
        for (n, term) in (first..).zip(&terms) {
            // A board without squares is no problem that could be counted.
            if n == 0 {
                continue;
            }
            let size = squares(n) as f64;
            let ways = if pieces >= 9 { 2f64.powf(size) } else { size.powi(pieces as i32) };
            // What is small is tried out; else there is an engine that formulas hardly use.
            let engine = if ways < 3e4 {
                "naive"
            } else if pieces >= 9 {
                "frontier"
            } else {
                "cells"
            };
            if ways > 1e12 && pieces < 9 || squares(n) > 120 {
                break;
            }
            let Some(counted) = counted(&at(family, n), asked, engine) else { continue };
            self.terms += 1;
            if counted != *term {
                return Err(format!("{status}: a({n}) = {term}, but {engine} counts {counted}"));
            }
        }
        let function = &json["generating_function"];
        if function.is_object() {
            let side = |name: &str| numbers(&function[name]["coefficients"]);
            let (above, below) = (side("numerator"), side("denominator"));
            let scale =
                |name: &str| numbers(&Value::Array(vec![function[name]["denominator"].clone()]))[0].clone();
            let (one, other) = (scale("numerator"), scale("denominator"));
            let mut series: Vec<BigInt> = Vec::new();
            // above / one = series * below / other
            for power in 0..first + terms.len() {
                let mut rest = above.get(power).cloned().unwrap_or_default() * &other;
                for (back, number) in below.iter().enumerate().skip(1).take(power) {
                    rest -= number * &one * &series[power - back];
                }
                let lead = &below[0] * &one;
                if (&rest % &lead) != BigInt::ZERO {
                    return Err(format!(
                        "{status}: coefficient {power} of the generating function is no integer"
                    ));
                }
                series.push(rest / lead);
            }
            self.values += terms.len();
            if series[first..] != terms[..] {
                return Err(format!(
                    "{status}: the generating function has {series:?}, and the terms are {terms:?}"
                ));
            }
        }
        Ok(())
    }

    /// Runs the program that was written, for each of the terms.
    fn run_python(&mut self, code: &str, json: &Value) -> Result<(), String> {
        let first = json["first"].as_u64().unwrap_or(0);
        let terms = numbers(&json["terms"]);
        if code.is_empty() || json["variables"].as_array().is_none_or(|variables| variables.len() != 1) {
            return Ok(());
        }
        let last = first + terms.len() as u64;
        let program = format!("{code}\nprint(' '.join(str(a(n)) for n in range({first}, {last})))\n");
        let Ok(output) = Command::new("python3").args(["-c", &program]).output() else { return Ok(()) };
        let printed = String::from_utf8_lossy(&output.stdout);
        let values: Vec<&str> = printed.split_whitespace().collect();
        let expected: Vec<String> = terms.iter().map(ToString::to_string).collect();
        self.values += values.len();
        match values == expected {
            true => Ok(()),
            false => Err(format!(
                "python: {values:?}, terms {expected:?}, {}",
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }
}

fn numbers(values: &Value) -> Vec<BigInt> {
    let number = |value: &Value| value.as_str().and_then(|text| text.parse().ok()).unwrap_or_default();
    values.as_array().into_iter().flatten().map(number).collect()
}

/// What an engine counts in a moment; of a largest number, that.
fn counted(problem: &str, asked: &[&str], engine: &str) -> Option<BigInt> {
    // The definition knows no symmetries; other engines count these by fixed placements.
    let is_plain = asked.is_empty() || asked == ["--maximal"];
    let engine = if engine == "naive" && !is_plain { "best" } else { engine };
    let options = ["--engine", engine, "--stop-after", "1s", "--format", "json", "--no-journal"];
    let (answer, ..) = run_for(&[&["count", problem], asked, &options].concat(), PATIENCE)?;
    let json: Value = serde_json::from_str(&answer).ok()?;
    // Of placements that cannot be extended a formula counts the largest.
    let number = match json["maximum"].as_u64() {
        Some(most) if asked != ["--maximal"] => most.to_string(),
        _ => json["count"].as_str()?.to_owned(),
    };
    json["complete"].as_bool()?.then(|| number.parse().ok())?
}
