//! Families of problems: every term of a formula is counted by another engine, and its generating function
//! and its programs are run.
//!
//! A claim must hold below the bound (where terms are given), at the bound, and beyond the terms from which
//! the formula was made. So, for each type of claim, the test records the number of terms of each type that
//! it compared.

use super::board::Lattice;
use super::kinds::{Kind, SORTS};
use super::question::run_for;
use crate::common::Random;
use num_bigint::BigInt;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The number of requested terms. Those that are not counted follow from the rule.
const TERMS: usize = 30;
/// The time limits for a formula.
const BUDGETS: &[&str] = &["100ms", "300ms", "300ms", "800ms"];
/// The time limit for counting a term.
const MOMENT: &str = "300ms";
const PATIENCE: Duration = Duration::from_secs(60);

/// Shapes and boards with layers, each with its lattice.
const SHAPES: &[(&str, Lattice)] = &[
    ("hexagon:{n}", Lattice::Hexagons),
    ("triangle:{n}", Lattice::Hexagons),
    ("staircase:{n}", Lattice::Squares),
    ("diamond:{n}", Lattice::Squares),
    ("quarter:{n}", Lattice::Squares),
    ("cross:{n}", Lattice::Squares),
    ("ring:{n}", Lattice::Squares),
    ("{n}x2x2", Lattice::Layers(3)),
];

/// Moves that have no effect on small boards.
const FAR: &[&str] = &["(1,9)", "(0,7)", "(6,6)", "R7", "F5H", "nH"];

/// The engines, in order. The first that answers is used, and those that formulas hardly use come first.
const FOR_FEW: &[&str] = &["cells", "frontier", "shields", "hurdles", "tallies", "best"];
const FOR_MANY: &[&str] = &["frontier", "cells", "shields", "hurdles", "profile", "tallies", "best"];

/// An interpreter for programs: the language, the command, and the text that prints a term.
type Interpreter = (&'static str, &'static [&'static str], fn(u64) -> String);
const INTERPRETERS: &[Interpreter] = &[
    ("python", &["python3", "-"], |n| format!("print(a({n}))\n")),
    // The programs for Sage use nothing that Python lacks.
    ("sage", &["python3", "-"], |n| format!("print(a({n}))\n")),
    ("pari", &["gp", "-q", "-f"], |n| format!("print(a({n}));\n")),
    ("mathematica", &["wolframscript", "-file", "/dev/stdin"], |n| format!("Print[a[{n}]];\n")),
    ("maple", &["maple", "-q"], |n| format!("lprint(a({n}));\n")),
];

/// The numbers of formulas of a type that were compared, and of their terms.
#[derive(Debug, Default)]
struct Claimed {
    formulas: usize,
    /// The number of terms below the bound.
    below: usize,
    /// The number of terms at the bound.
    at: usize,
    /// The number of terms after the bound.
    after: usize,
    /// The number of terms after the last one from which the formula was made.
    beyond: usize,
}

/// The results of comparing families.
#[derive(Debug, Default)]
pub struct Compared {
    pub families: usize,
    pub found: usize,
    pub terms: usize,
    pub values: usize,
    pub wrong: Vec<String>,
    claims: BTreeMap<String, Claimed>,
    /// The number of values of programs, by language.
    programs: BTreeMap<&'static str, usize>,
}

/// A family, and the conditions of the question.
struct Family {
    text: String,
    asked: Vec<&'static str>,
    /// The number of pieces; `None` if there are many.
    pieces: Option<usize>,
}

/// Draws a board whose size is `n`, and returns its lattice.
fn draw_board(random: &mut Random) -> (String, Lattice) {
    if random.chance(8) {
        let (text, lattice) = random.pick(SHAPES);
        return (text.to_owned(), lattice);
    }
    let width = random.between(1, 5);
    let more = if random.chance(4) { random.between(4, 12) } else { random.between(1, 3) };
    let side = random.pick(&["{n}", "{n}", "{n}", "{2n}", "{2n+1}", "{n+2}"]);
    let mut text = match random.between(1, 11) {
        1..=3 => "{n}x{n}".to_owned(),
        4 => format!("{{n}}x{{n+{more}}}"),
        5 => random.pick(&["{2n}x{n}", "{n}x{2n+1}", "{2n}x{2n}", "{2n+1}x{2n+1}"]).to_owned(),
        6..=8 => format!("{width}x{side}"),
        _ => format!("{side}x{width}"),
    };
    if random.chance(2) {
        text += random.pick(&["/torus", "/torus", "/cylinder", "/roll", "/moebius", "/klein", "/projective"]);
    } else if random.chance(10) {
        text += random.pick(&["-a1", "-dark", "-light", "-every:2x2", "-every:5x4"]);
    }
    (text, Lattice::Squares)
}

impl Family {
    fn draw(random: &mut Random) -> Self {
        let (mut text, lattice) = draw_board(random);
        let (mut pieces, mut defined, mut letters, mut has_armies) =
            (Some(0), String::new(), Vec::new(), false);
        let numbers = random.pick(&["fixed", "fixed", "fixed", "open", "open", "growing", "any"]);
        for place in 0..random.between(1, 3) {
            let usual = random.pick(&["leaper", "rider"]);
            let sort = if random.chance(3) { random.pick(SORTS) } else { usual };
            let sort = if sort == "directed" && lattice != Lattice::Squares { "leaper" } else { sort };
            let kind = Kind::draw(random, lattice, sort);
            if letters.contains(&kind.letter) {
                continue;
            }
            let slash = if !letters.is_empty() && random.chance(5) { " /" } else { "" };
            has_armies |= !slash.is_empty();
            letters.push(kind.letter);
            let sort = if numbers == "any" { random.pick(&["fixed", "open", "growing"]) } else { numbers };
            let number = match sort {
                "open" => random.pick(&["*", "*", "max"]).to_owned(),
                "growing" => random.pick(&["{n}", "{n-1}", "{n+1}", "{2n}", "1"]).to_owned(),
                _ => random.between(1, 4 - place).to_string(),
            };
            pieces = pieces.and_then(|pieces| Some(pieces + number.parse::<usize>().ok()?));
            write!(text, "{slash} {}{number}", kind.letter).unwrap();
            if let Some(betza) = kind.betza {
                let is_far = lattice == Lattice::Squares && random.chance(5);
                let betza = if is_far { random.pick(FAR) } else { &betza };
                write!(defined, " {}={betza}", kind.letter).unwrap();
            }
        }
        if random.chance(20) {
            text += " #1";
            pieces = pieces.map(|pieces| pieces + 1);
        }
        if has_armies && random.chance(3) {
            text += " blocked";
        } else if lattice == Lattice::Squares && random.chance(15) {
            text += random.pick(&[" rank=..1", " file=..2", " rank=..5", " pairs=1", " each=..2"]);
        }
        let asked = match random.between(1, 16) {
            1 | 2 => vec!["--up-to", if has_armies { "armies" } else { "symmetry" }],
            3 => vec![
                "--up-to",
                random.pick(&["rotations", "half-turn", "horizontal", "reflections", "diagonals"]),
            ],
            4 | 5 => vec!["--maximal"],
            6 => vec!["--maximal", "--up-to", "symmetry"],
            _ => Vec::new(),
        };
        Self { text: text + &defined, asked, pieces }
    }

    /// Returns a member: every `{an+b}` is replaced by its value.
    fn at(&self, n: usize) -> String {
        let mut text = String::new();
        for (place, part) in self.text.split(['{', '}']).enumerate() {
            if place % 2 == 0 {
                text += part;
                continue;
            }
            let (times, plus) = part.split_once('n').unwrap();
            let value = times.parse().unwrap_or(1) * n as i64 + plus.parse::<i64>().unwrap_or(0);
            text += &value.to_string();
        }
        text
    }

    /// Returns the approximate number of placements of a member, attacking or not, and the number of squares.
    fn size(&self, n: usize) -> (f64, f64) {
        let member = self.at(n);
        let board = member.split(['/', '-', ' ']).next().unwrap();
        let squares = match board.split_once(':') {
            Some(("hexagon", _)) => (3 * n * n) as f64,
            Some(("diamond", _)) => (2 * n * n) as f64,
            Some(("cross", _)) => (5 * n * n) as f64,
            Some(("ring", _)) => (4 * n) as f64,
            Some(_) => (n * n) as f64,
            None => board.split('x').map(|side| side.parse::<f64>().unwrap()).product(),
        };
        let ways = self.pieces.map_or_else(|| 2f64.powf(squares), |pieces| squares.powi(pieces as i32));
        (ways, squares)
    }

    /// Returns the number that an engine counts quickly, and the engine. For a problem with a maximum, the
    /// number is the maximum.
    fn counted(&self, n: usize) -> Option<(BigInt, &'static str)> {
        let (ways, squares) = self.size(n);
        if self.pieces.map_or(squares > 150.0, |_| ways > 1e13) {
            return None;
        }
        // The definition does not support symmetries. Other engines count these by fixed placements.
        let is_plain = self.asked.is_empty() || self.asked == ["--maximal"];
        let engines = if self.pieces.is_some() { FOR_FEW } else { FOR_MANY };
        let small: &[&str] = if ways < 3e4 && is_plain { &["naive"] } else { &[] };
        for engine in small.iter().chain(engines) {
            let member = self.at(n);
            let options = ["--engine", *engine, "--budget", MOMENT, "--format", "json", "--no-journal"];
            let (answer, ..) = run_for(&[&["count", &member], &self.asked[..], &options].concat(), PATIENCE)?;
            let Ok(json) = serde_json::from_str::<Value>(&answer) else { continue };
            if !json["complete"].as_bool()? {
                return None;
            }
            // For maximal placements, a formula counts those with the maximum.
            let number = match json["maximum"].as_u64() {
                Some(most) if !self.asked.contains(&"--maximal") => most.to_string(),
                _ => json["count"].as_str()?.to_owned(),
            };
            return Some((number.parse().ok()?, engine));
        }
        None
    }
}

impl Compared {
    pub fn show(&self) {
        println!(
            "{} families, {} formulas, {} terms counted again, {} values of generating functions and programs",
            self.families, self.found, self.terms, self.values
        );
        for (claim, claimed) in &self.claims {
            println!("  {claim}: {claimed:?}");
        }
        println!("  values of programs: {:?}; wrong: {}", self.programs, self.wrong.len());
    }

    /// Draws a family, asks for its formula, and compares the output.
    pub fn ask(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        let family = Family::draw(&mut random);
        let budget = random.pick(BUDGETS);
        self.families += 1;
        let terms = TERMS.to_string();
        let ask = |format: &[&str]| {
            let fixed = ["formula", &family.text, "--budget", budget, "--terms", &terms];
            run_for(&[&fixed[..], &family.asked, format].concat(), PATIENCE)
        };
        let shown = format!("seed {seed}: armistice formula '{}' {}", family.text, family.asked.join(" "));
        let Some((answer, error, code)) = ask(&["--format", "json"]) else {
            self.wrong.push(format!("{shown}: no answer within {PATIENCE:?}"));
            return;
        };
        let is_fault = ["panicked", "internal check", "please report", "internal check failed"]
            .iter()
            .any(|word| error.contains(word));
        if is_fault || !matches!(code, 0 | 2 | 3) {
            self.wrong.push(format!("{shown}: exit code {code}: {error}"));
        }
        let Ok(json) = serde_json::from_str::<Value>(&answer) else { return };
        self.found += 1;
        let compared = self.compare(&family, &json).and_then(|()| self.develop(&json)).and_then(|()| {
            let interpreter = random.pick(INTERPRETERS);
            // The time limit decides whether the formula is found a second time.
            match ask(&["--code", interpreter.0]) {
                Some((code, _, 0)) => self.run(&code, &json, interpreter),
                _ => Ok(()),
            }
        });
        if let Err(difference) = compared {
            let line = format!("{shown} --budget {budget}: {difference}\n  {}", json["about"]);
            println!("{line}");
            self.wrong.push(line);
        }
    }

    /// Compares terms with counts.
    fn compare(&mut self, family: &Family, json: &Value) -> Result<(), String> {
        let first = json["first"].as_u64().unwrap_or(0) as usize;
        let from = json["from"][0].as_u64().unwrap_or(0) as usize;
        let known = first + json["known"].as_u64().unwrap_or(0) as usize;
        let status = json["status"].as_str().unwrap_or_default();
        let claimed = self.claims.entry(status.to_owned()).or_default();
        claimed.formulas += 1;
        for (n, term) in (first..).zip(&numbers(&json["terms"])) {
            // A board without squares cannot be counted.
            if n == 0 {
                continue;
            }
            let Some((counted, engine)) = family.counted(n) else {
                if n > from.max(known) { break } else { continue }
            };
            self.terms += 1;
            match n {
                _ if n < from => claimed.below += 1,
                _ if n == from => claimed.at += 1,
                _ => claimed.after += 1,
            }
            claimed.beyond += usize::from(n >= known);
            if counted != *term {
                return Err(format!("{status}: a({n}) = {term}, but {engine} counts {counted}"));
            }
        }
        Ok(())
    }

    /// Compares the generating function, as a power series, with the terms.
    fn develop(&mut self, json: &Value) -> Result<(), String> {
        let first = json["first"].as_u64().unwrap_or(0) as usize;
        let (status, terms) = (&json["status"], numbers(&json["terms"]));
        let function = &json["generating_function"];
        if !function.is_object() {
            return Ok(());
        }
        let side = |name: &str| numbers(&function[name]["coefficients"]);
        let (above, below) = (side("numerator"), side("denominator"));
        let scale =
            |name: &str| numbers(&Value::Array(vec![function[name]["denominator"].clone()]))[0].clone();
        let (one, other) = (scale("numerator"), scale("denominator"));
        let mut series: Vec<BigInt> = Vec::new();
        // The loop checks that above / one = series * below / other.
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
        match series[first..] == terms[..] {
            true => Ok(()),
            false => {
                Err(format!("{status}: the generating function has {series:?}, and the terms are {terms:?}"))
            }
        }
    }

    /// Runs the program that was written, for each of the terms.
    fn run(
        &mut self,
        code: &str,
        json: &Value,
        (language, command, call): Interpreter,
    ) -> Result<(), String> {
        let first = json["first"].as_u64().unwrap_or(0);
        let terms = numbers(&json["terms"]);
        if code.is_empty() || json["variables"].as_array().is_none_or(|variables| variables.len() != 1) {
            return Ok(());
        }
        let calls: String = (first..first + terms.len() as u64).map(call).collect();
        let mut child = Command::new(command[0]);
        child.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Ok(mut child) = child.spawn() else { return Ok(()) };
        let mut input = child.stdin.take().unwrap();
        let program = format!("{code}\n{calls}");
        let writer = std::thread::spawn(move || std::io::Write::write_all(&mut input, program.as_bytes()));
        let output = child.wait_with_output().unwrap();
        let _ = writer.join();
        let printed = String::from_utf8_lossy(&output.stdout);
        // Some interpreters also print a definition.
        let values: Vec<&str> = printed.lines().map(str::trim).filter(|line| !line.contains("->")).collect();
        let expected: Vec<String> = terms.iter().map(ToString::to_string).collect();
        self.values += values.len();
        *self.programs.entry(language).or_default() += values.len();
        match values == expected {
            true => Ok(()),
            false => Err(format!(
                "{language}: {values:?}, terms {expected:?}, {}\n{code}",
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }
}

fn numbers(values: &Value) -> Vec<BigInt> {
    let number = |value: &Value| value.as_str().and_then(|text| text.parse().ok()).unwrap_or_default();
    values.as_array().into_iter().flatten().map(number).collect()
}
