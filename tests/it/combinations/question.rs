//! Questions as they are typed, and the answers by the definition.

use super::maps::{Classes, UP_TO, fixed_by_words};
use super::problem::{ARMIES, NUMBERS, Number, Placement, Problem, SOME, has, one_of};
use super::reasons::untrue;
use crate::common::Random;
use crate::common::program::{Folder, armistice};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::time::Duration;

pub const VERBS: &[&str] = &["count", "solve --all", "solve", "solve --random", "max", "min", "check"];
/// The details of a question about a count.
pub const ASKED: &[&str] = &["maximal", "by-number", "fixed-by", "by-symmetry", "by-square", "divide"];
pub const ENGINES: &[&str] = &[
    "best", "armies", "cells", "frontier", "halves", "hurdles", "lines", "profile", "rows", "shields",
    "tallies", "naive",
];
/// The ways of counting.
pub const HOW: &[&str] = &["portable", "one thread", "little memory", "double-check", "journal"];
pub const OUTPUTS: &[&str] = &["json", "text", "quiet"];

/// The features that suit a feature: a question drawn for it on purpose also has those, unless it must have
/// others.
const SUITED: &[(&str, &[&str])] = &[
    ("armies", &["two armies", "exact"]),
    ("halves", &["one army", "rider", "exact", "whole"]),
    ("hurdles", &["hopper", "exact"]),
    ("lines", &["equal armies", "rider", "exact"]),
    ("rows", &["one army", "rider", "exact"]),
    ("shields", &["two armies", "blocked", "two kinds", "rider", "exact"]),
    ("tallies", &["quota", "exact"]),
    ("profile", &["degrees", "leaper"]),
    ("by-number", &["any"]),
    ("fixed-by", &["exact"]),
    ("by-symmetry", &["exact"]),
];

/// The time limit of the command, including planning, on such small boards.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns all features, with those that exclude each other in one list.
pub fn slots() -> Vec<Vec<&'static str>> {
    let up_to: Vec<&str> = UP_TO.iter().map(|up_to| up_to.0).collect();
    let mut slots: Vec<Vec<&str>> =
        [super::board::BOARDS, super::board::HOLES, ARMIES, VERBS, ENGINES, OUTPUTS]
            .map(<[_]>::to_vec)
            .into();
    slots.push(up_to);
    for alone in [super::kinds::SORTS, NUMBERS, SOME, ASKED, HOW] {
        slots.extend(alone.iter().map(|feature| vec![*feature]));
    }
    slots
}

/// Returns the features and those that suit them, unless they exclude each other.
fn suited(forced: &[&'static str]) -> Vec<&'static str> {
    let slots = slots();
    let excludes = |feature: &str, other: &&str| {
        let is_one = slots.iter().any(|slot| slot.contains(&feature) && slot.contains(other));
        is_one || NUMBERS.contains(&feature) && NUMBERS.contains(other)
    };
    let suits = SUITED.iter().filter(|(one, _)| forced.contains(one)).flat_map(|(_, features)| *features);
    let added = suits.filter(|feature| !forced.iter().any(|other| excludes(feature, other)));
    forced.iter().chain(added).copied().collect()
}

/// Returns whether the language cannot express both features together.
pub fn is_nonsense(one: &str, other: &str) -> bool {
    let is = |a: &[&str], b: &[&str]| {
        a.contains(&one) && b.contains(&other) || a.contains(&other) && b.contains(&one)
    };
    let no_count: Vec<&str> = VERBS.iter().copied().filter(|verb| *verb != "count").collect();
    let of_count = [ASKED, ENGINES, HOW, OUTPUTS].concat();
    let up_to: Vec<&str> = UP_TO.iter().map(|up_to| up_to.0).collect();
    let crooked = ["hexagon", "triangle", "layers", "blocks"];
    is(&no_count, &of_count)
        || is(&["solve", "solve --random", "min", "check"], &up_to)
        || is(&crooked, &["colour", "every", "directed"])
        || is(&["drawn"], &["holes", "colour", "every"])
        || is(super::board::NEVER_LONG, &["long"])
        || is(&["one army"], &["up to armies"])
        // These words mean nothing there, or this oracle does not support them.
        || is(&crooked, &["up to mirrors", "up to armies", "up to shifts", "up to torus shifts", "up to translation"])
        || is(&["moebius", "klein", "projective"], &["directed", "up to shifts"])
        || is(
            &["cylinder", "roll", "torus", "moebius", "klein", "projective"],
            &["up to torus shifts", "up to translation"],
        )
        || is(
            &["holes", "colour", "every", "staircase", "quarter", "diamond", "cross", "ring", "drawn"],
            &["up to torus shifts"],
        )
}

#[derive(Debug)]
pub struct Question {
    pub problem: Problem,
    verb: &'static str,
    asked: BTreeSet<&'static str>,
    up_to: Option<&'static str>,
    fixed_by: Option<&'static str>,
    output: &'static str,
    arguments: Vec<String>,
    /// All features, including those of the problem.
    pub features: Vec<&'static str>,
    /// For `check`, whether the pieces are a placement.
    checked: Option<bool>,
    has_journal: bool,
}

/// The outcome of a question.
#[derive(Debug)]
pub enum Outcome {
    Answered,
    /// The command rejects the question, with this reason.
    Refused(String),
    Wrong(String),
}

impl Question {
    /// Draws a question with these features and random others; `None` if the result is invalid.
    pub fn draw(random: &mut Random, forced: &[&'static str]) -> Option<(Self, Vec<Placement>)> {
        // Some questions have no suitable features added.
        let suited = if random.chance(4) { forced.to_vec() } else { suited(forced) };
        let forced = suited.as_slice();
        let mut features = Vec::new();
        let problem = Problem::draw(random, forced, &mut features)?;
        let placements = problem.placements()?;
        let is_of_count = |feature: &&str| {
            [ASKED, ENGINES, HOW, OUTPUTS].concat().contains(feature) || feature.starts_with("up to")
        };
        // Most questions are for `count`.
        let verb = match VERBS.iter().find(|verb| forced.contains(verb)) {
            None if forced.iter().any(is_of_count) => "count",
            _ => one_of(random, forced, VERBS, 2),
        };
        // If kinds hop, only a complete search bounds the size of equal armies.
        if verb == "max" && problem.grows_alike() && problem.hops() && problem.board.open.len() > 16 {
            return None;
        }
        features.push(verb);
        let mut asked = BTreeSet::new();
        let (mut up_to, mut fixed_by) = (None, None);
        let (mut output, mut has_journal) = ("json", false);
        let mut arguments: Vec<String> = verb.split(' ').map(str::to_owned).collect();
        arguments.push(problem.text(matches!(verb, "max" | "min")));
        let takes_up_to = matches!(verb, "count" | "solve --all" | "max");
        if takes_up_to && (forced.iter().any(|feature| feature.starts_with("up to")) || random.chance(4)) {
            let all: Vec<&'static str> = UP_TO.iter().map(|up_to| up_to.0).collect();
            let feature = one_of(random, forced, &all, 1);
            let words = UP_TO.iter().find(|up_to| up_to.0 == feature).map(|up_to| up_to.1)?;
            let words = random.pick(words);
            let is_clear = problem.is_flat() || matches!(words, "symmetry" | "rotations" | "half-turn");
            if !is_clear || words == "half-turn" && !problem.is_flat() && problem.board.lattice.axes() > 2 {
                return None;
            }
            Classes::new(&problem, words, asked.contains("maximal"))?;
            up_to = Some(words);
            features.push(feature);
            arguments.extend(["--up-to".to_owned(), words.to_owned()]);
        }
        if verb == "count" {
            for feature in ASKED {
                if has(random, forced, feature, 9) {
                    asked.insert(*feature);
                }
            }
            if asked.contains("fixed-by") {
                let words = random.pick(&[
                    "half-turn",
                    "half-turn",
                    "horizontal",
                    "vertical",
                    "diagonal",
                    "antidiagonal",
                    "quarter-turn",
                    "symmetry",
                    "rotations",
                    "horizontal+vertical",
                    "shifts",
                    "half-turn-exchanged",
                ]);
                if !problem.is_flat() && !matches!(words, "symmetry" | "rotations") {
                    return None;
                }
                Classes::new(&problem, words, false)?;
                fixed_by = Some(words);
                arguments.extend(["--fixed-by".to_owned(), words.to_owned()]);
            }
            for feature in asked.iter().filter(|feature| **feature != "fixed-by") {
                arguments.push(format!("--{feature}"));
            }
            let engine = one_of(random, forced, ENGINES, 3);
            features.push(engine);
            if engine != "best" {
                arguments.extend(["--engine".to_owned(), engine.to_owned()]);
            }
            for feature in HOW {
                if has(random, forced, feature, 10) {
                    features.push(feature);
                    arguments.extend(match *feature {
                        "portable" => vec!["--kernel".to_owned(), "portable".to_owned()],
                        "one thread" => vec!["--threads".to_owned(), "1".to_owned()],
                        "little memory" => vec!["--memory".to_owned(), "10M".to_owned()],
                        "double-check" => vec!["--double-check".to_owned()],
                        _ => Vec::new(),
                    });
                    has_journal |= *feature == "journal";
                }
            }
            output = one_of(random, forced, OUTPUTS, 3);
            features.push(output);
        }
        features.extend(&asked);
        let mut checked = None;
        match verb {
            "solve --random" => arguments.extend(["--limit", "3", "--seed", "7"].map(str::to_owned)),
            "max" if random.chance(2) || up_to.is_some() => arguments.push("--count".to_owned()),
            "check" => checked = Some(draw_squares(random, &problem, &placements, &mut arguments)?),
            _ => {}
        }
        match output {
            "json" => arguments.extend(["--format".to_owned(), "json".to_owned()]),
            "quiet" => arguments.push("--quiet".to_owned()),
            _ => {}
        }
        let question =
            Self { problem, verb, asked, up_to, fixed_by, output, arguments, features, checked, has_journal };
        Some((question, placements))
    }

    /// Returns the line as it is typed into a shell.
    pub fn line(&self) -> String {
        let quoted = |argument: &String| match argument
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-:,/+.=@~".contains(c))
        {
            true => argument.clone(),
            false => format!("'{argument}'"),
        };
        let words: Vec<String> = self.arguments.iter().map(quoted).collect();
        let journal = match self.has_journal {
            true if self.asked.contains("by-square") => " --journal J, twice",
            true => " --journal J, then --resume J",
            false => "",
        };
        format!("armistice {}{journal}", words.join(" "))
    }

    /// Asks the command, and compares its answer.
    pub fn ask(&self, placements: &[Placement]) -> Outcome {
        let folder = self.has_journal.then(|| Folder::new("combinations"));
        let journal = folder.as_ref().map(|folder| folder.file("journal.jsonl"));
        let mut arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        if let Some(journal) = &journal {
            arguments.extend(["--journal", journal]);
        }
        let outcome = self.judged(&arguments, placements);
        if let (Outcome::Answered, Some(journal)) = (&outcome, &journal) {
            // An engine that counts everything at once keeps no journal.
            if !std::path::Path::new(journal).exists() {
                return outcome;
            }
            // The counted numbers are in the journal, and are not counted again.
            if self.asked.contains("by-square") {
                return self.judged(&arguments, placements);
            }
            let format =
                if self.output == "quiet" { ["--quiet"].as_slice() } else { &["--format", self.output] };
            return self.judged(&[&["count", "--resume", journal], format].concat(), placements);
        }
        outcome
    }

    fn judged(&self, arguments: &[&str], placements: &[Placement]) -> Outcome {
        let (answer, error, code) = match run_for(arguments, PATIENCE) {
            Some(read) => read,
            None => return Outcome::Wrong(format!("no answer within {PATIENCE:?}")),
        };
        let is_fault =
            ["panicked", "internal check failed", "please report"].iter().any(|word| error.contains(word));
        if is_fault || !(0..=2).contains(&code) {
            return Outcome::Wrong(format!("exit code {code}: {error}"));
        }
        if code == 2 {
            let says_why = answer.is_empty() && error.starts_with("error: ") && error.len() > 20;
            return match (says_why, untrue(arguments, &error)) {
                (true, Some(untrue)) => {
                    Outcome::Wrong(format!("refused for a wrong reason, {untrue}: {error}"))
                }
                (true, None) => Outcome::Refused(error),
                (false, _) => Outcome::Wrong(format!("refused without a reason: {answer}{error}")),
            };
        }
        let compared = match self.verb {
            "count" if self.asked.contains("by-symmetry") => self.by_symmetry(&answer, placements),
            "count" if self.asked.contains("by-square") => self.by_square(&answer, placements),
            "count" => self.count(&answer, placements),
            "solve --all" => self.list(&answer, placements),
            "solve" | "solve --random" => self.some(&answer, placements),
            "max" => self.most(&answer, placements),
            "min" => self.least(&answer, placements),
            _ => match self.checked == Some(code == 0) {
                true => Ok(()),
                false => Err(format!("{answer}, but it is {:?} that this is a placement", self.checked)),
            },
        };
        match compared {
            Ok(()) if self.verb != "check" && code != 0 => {
                Outcome::Wrong(format!("exit code {code}: {error}"))
            }
            Ok(()) => Outcome::Answered,
            Err(difference) => Outcome::Wrong(difference),
        }
    }

    /// Returns the placements that the question is about, including those that do not attain a maximum.
    fn asked_for(&self, placements: &[Placement]) -> Vec<Placement> {
        let mut left = match self.asked.contains("maximal") {
            true => self.problem.maximal(placements),
            false => placements.to_vec(),
        };
        if let Some(words) = self.fixed_by {
            let classes = Classes::new(&self.problem, words, self.asked.contains("maximal"));
            left.retain(|placement| classes.as_ref().is_some_and(|classes| classes.is_fixed(placement)));
        }
        left
    }

    fn largest(&self, mut placements: Vec<Placement>) -> (Vec<Placement>, Option<usize>) {
        if self.problem.pieces.iter().all(|pieces| pieces.number != Number::Max) {
            return (placements, None);
        }
        let most = placements.iter().map(|placement| self.problem.total(placement)).max();
        placements.retain(|placement| Some(self.problem.total(placement)) == most);
        (placements, most)
    }

    /// Returns one placement of each class, or all.
    fn representatives(&self, placements: &[Placement]) -> Vec<Placement> {
        let Some(words) = self.up_to else { return placements.to_vec() };
        let Some(classes) = Classes::new(&self.problem, words, self.asked.contains("maximal")) else {
            return placements.to_vec();
        };
        let mut seen = BTreeSet::new();
        let of = classes.of(placements);
        placements
            .iter()
            .zip(of)
            .filter(|(_, class)| seen.insert(*class))
            .map(|(one, _)| one.clone())
            .collect()
    }

    fn count(&self, answer: &str, placements: &[Placement]) -> Result<(), String> {
        let all = self.asked_for(placements);
        let (largest, most) = self.largest(all.clone());
        let classes = self.representatives(&largest).len();
        match self.output {
            "quiet" => {
                let last = answer.lines().last().unwrap_or_default();
                return equal("count", last, &classes.to_string());
            }
            "text" => {
                let tail =
                    answer.lines().last().and_then(|line| line.rsplit_once(": ")).map_or("", |line| line.1);
                let numbers: Vec<usize> =
                    tail.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
                if largest.is_empty() && self.problem.pieces.iter().any(|pieces| pieces.number == Number::Max)
                {
                    // The symmetries and the range of sight may follow.
                    let said = tail.get(.."no placement".len()).unwrap_or(tail);
                    return equal("count", said, "no placement");
                }
                let mut expected: Vec<usize> = most.into_iter().collect();
                expected.push(classes);
                if self.up_to.is_some() {
                    expected.push(largest.len());
                }
                return match numbers.starts_with(&expected) {
                    true => Ok(()),
                    false => Err(format!("{answer}: {expected:?} was expected")),
                };
            }
            _ => {}
        }
        let json: Value = serde_json::from_str(answer).map_err(|error| format!("{answer}: {error}"))?;
        equal("count", &text_of(&json["count"]), &classes.to_string())?;
        equal("complete", &json["complete"].to_string(), "true")?;
        if let Some(most) = most {
            equal("maximum", &json["maximum"].to_string(), &most.to_string())?;
        }
        if self.up_to.is_some() {
            equal("placements", &text_of(&json["placements"]), &largest.len().to_string())?;
        }
        if self.asked.contains("by-number") {
            let mut expected: BTreeMap<Vec<(usize, char, usize)>, usize> = BTreeMap::new();
            for placement in self.representatives(&all) {
                *expected.entry(self.problem.numbers(&placement)).or_default() += 1;
            }
            let found = by_number(&json["by_number"], &self.problem);
            equal("by_number", &format!("{found:?}"), &format!("{expected:?}"))?;
        }
        if self.asked.contains("divide") {
            let kind = self.problem.first_kind();
            let given = &self.problem.pieces[kind].given;
            let mut expected: BTreeMap<String, usize> = BTreeMap::new();
            for placement in &largest {
                let first = placement.iter().find(|piece| piece.0 == kind && !given.contains(&piece.1));
                let name = first.map(|piece| self.problem.board.name(self.problem.board.open[piece.1]));
                *expected.entry(name.unwrap_or_default()).or_default() += 1;
            }
            let part =
                |part: &Value| (text_of(&part["square"]), text_of(&part["count"]).parse().unwrap_or(0));
            let found: BTreeMap<String, usize> =
                json["parts"].as_array().into_iter().flatten().map(part).collect();
            equal("parts", &format!("{found:?}"), &format!("{expected:?}"))?;
        }
        Ok(())
    }

    fn by_square(&self, answer: &str, placements: &[Placement]) -> Result<(), String> {
        let (all, most) = self.largest(self.asked_for(placements));
        if self.output != "json" {
            let first = answer.lines().next().unwrap_or_default();
            return match first.contains(&format!("{} ", all.len())) {
                true => Ok(()),
                false => Err(format!("{first}: {} was expected", all.len())),
            };
        }
        let json: Value = serde_json::from_str(answer).map_err(|error| format!("{answer}: {error}"))?;
        equal("count", &text_of(&json["count"]), &all.len().to_string())?;
        equal("complete", &json["complete"].to_string(), "true")?;
        if let Some(most) = most {
            equal("maximum", &json["maximum"].to_string(), &most.to_string())?;
        }
        let of_kinds = json["by_square"].as_array().cloned().unwrap_or_default();
        equal("kinds", &of_kinds.len().to_string(), &self.problem.pieces.len().to_string())?;
        for (kind, (pieces, army)) in self.problem.pieces.iter().zip(&self.problem.army_of).enumerate() {
            let board = &self.problem.board;
            let letter = pieces.kind.letter.to_string();
            let is_of_it = |of: &&Value| text_of(&of["kind"]) == letter && of["army"] == army + 1;
            let of_kind = of_kinds.iter().find(is_of_it).ok_or_else(|| format!("no {letter}: {answer}"))?;
            let mut expected: BTreeMap<String, usize> =
                board.open.iter().map(|&square| (board.name(square), 0)).collect();
            for piece in all.iter().flatten().filter(|piece| piece.0 == kind) {
                *expected.entry(board.name(board.open[piece.1])).or_default() += 1;
            }
            let squares = of_kind["squares"].as_object().cloned().unwrap_or_default();
            let found: BTreeMap<String, usize> = (squares.into_iter())
                .map(|(square, number)| (square, text_of(&number).parse().unwrap_or(usize::MAX)))
                .collect();
            equal(&letter, &format!("{found:?}"), &format!("{expected:?}"))?;
        }
        Ok(())
    }

    fn by_symmetry(&self, answer: &str, placements: &[Placement]) -> Result<(), String> {
        if self.output != "json" {
            return Ok(());
        }
        let (all, _) = self.largest(self.asked_for(placements));
        let words = self.up_to.unwrap_or("symmetry");
        let json: Value = serde_json::from_str(answer).map_err(|error| format!("{answer}: {error}"))?;
        equal("placements", &text_of(&json["placements"]), &all.len().to_string())?;
        let Some(classes) = Classes::new(&self.problem, words, self.asked.contains("maximal")) else {
            return Ok(());
        };
        let different: BTreeSet<usize> = classes.of(&all).into_iter().collect();
        equal("count", &text_of(&json["count"]), &different.len().to_string())?;
        let lines = json["by_symmetry"].as_array().cloned().unwrap_or_default();
        let number = |line: &Value, name: &str| text_of(&line[name]).parse::<usize>().unwrap_or(usize::MAX);
        let sum = |name: &str| lines.iter().map(|line| number(line, name)).sum::<usize>();
        equal("sum of placements", &sum("placements").to_string(), &all.len().to_string())?;
        equal("sum of classes", &sum("classes").to_string(), &different.len().to_string())?;
        let fixed = fixed_by_words(&self.problem, &all, self.asked.contains("maximal"));
        for line in &lines {
            if let Some(expected) = fixed.get(text_of(&line["stabiliser"]).as_str()) {
                equal(
                    &line["stabiliser"].to_string(),
                    &number(line, "fixed").to_string(),
                    &expected.to_string(),
                )?;
            }
        }
        Ok(())
    }

    /// Returns the placements that were shown, with the sizes of their classes.
    fn shown(&self, answer: &str) -> Result<Vec<(BTreeSet<(char, usize, String)>, usize)>, String> {
        let mut shown = Vec::new();
        for line in answer.lines() {
            let json: Value = serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
            if json["number"].is_null() {
                continue;
            }
            shown.push((placement_of(&json["pieces"]), json["class_size"].as_u64().unwrap_or(1) as usize));
        }
        Ok(shown)
    }

    fn list(&self, answer: &str, placements: &[Placement]) -> Result<(), String> {
        let shown = self.shown(answer)?;
        let (all, _) = self.largest(placements.to_vec());
        let expected: BTreeSet<_> = all.iter().map(|placement| self.problem.shown(placement)).collect();
        let different: BTreeSet<_> = shown.iter().map(|shown| shown.0.clone()).collect();
        equal("different placements", &different.len().to_string(), &shown.len().to_string())?;
        if let Some(stranger) = different.iter().find(|one| !expected.contains(*one)) {
            return Err(format!("no placement: {stranger:?}"));
        }
        if self.up_to.is_none() {
            return equal("placements", &shown.len().to_string(), &expected.len().to_string());
        }
        equal("classes", &shown.len().to_string(), &self.representatives(&all).len().to_string())?;
        let members: usize = shown.iter().map(|shown| shown.1).sum();
        equal("members of all classes", &members.to_string(), &all.len().to_string())
    }

    /// Checks one placement, or a few random ones.
    fn some(&self, answer: &str, placements: &[Placement]) -> Result<(), String> {
        let shown = self.shown(answer)?;
        let (all, _) = self.largest(placements.to_vec());
        let expected: BTreeSet<_> = all.iter().map(|placement| self.problem.shown(placement)).collect();
        equal("none", &shown.is_empty().to_string(), &expected.is_empty().to_string())?;
        match shown.iter().find(|shown| !expected.contains(&shown.0)) {
            Some(stranger) => Err(format!("no placement: {stranger:?}")),
            None => Ok(()),
        }
    }

    fn most(&self, answer: &str, placements: &[Placement]) -> Result<(), String> {
        let json: Value = serde_json::from_str(answer).map_err(|error| format!("{answer}: {error}"))?;
        let problem = &self.problem;
        let is_open = |pieces: &&super::problem::Pieces| pieces.number == Number::Max;
        let all_open = problem.pieces.iter().filter(is_open).count() == problem.pieces.len();
        if problem.armies > 1 && !problem.has_groups && all_open {
            // All armies have the same size, and kinds that share their army with others are not supported
            // here.
            if problem.pieces.len() != problem.armies {
                return Ok(());
            }
            let least = |placement: &Placement| {
                let numbers = problem.numbers(placement);
                let first = numbers.first().map(|number| number.2);
                first.filter(|first| numbers.iter().all(|number| number.2 == *first))
            };
            let most = placements.iter().filter_map(least).max();
            return equal(
                "number",
                &json["number"].to_string(),
                &most.map_or("null".to_owned(), |most| most.to_string()),
            );
        }
        // One piece each and bare letters have the same canonical text: equal armies.
        if problem.grows_alike() {
            return Ok(());
        }
        let (largest, most) = self.largest(placements.to_vec());
        equal(
            "number",
            &json["number"].to_string(),
            &most.map_or("null".to_owned(), |most| most.to_string()),
        )?;
        if json["count"].is_string() {
            equal("count", &text_of(&json["count"]), &self.representatives(&largest).len().to_string())?;
        }
        // For armies, the answer has the pair that attains the maximum, with its proof.
        let shown = if json["largest"].is_object() { &json["largest"]["pieces"] } else { &json["pieces"] };
        let pieces = placement_of(shown);
        match most.is_none() || largest.iter().any(|placement| problem.shown(placement) == pieces) {
            true => Ok(()),
            false => Err(format!("no largest placement: {pieces:?}")),
        }
    }

    fn least(&self, answer: &str, placements: &[Placement]) -> Result<(), String> {
        let json: Value = serde_json::from_str(answer).map_err(|error| format!("{answer}: {error}"))?;
        let open = |placement: &Placement| {
            self.problem.numbers(placement).iter().map(|number| number.2).sum::<usize>()
        };
        let maximal = self.problem.maximal(placements);
        let least = maximal.iter().map(open).min();
        equal(
            "number",
            &json["number"].to_string(),
            &least.map_or("null".to_owned(), |least| least.to_string()),
        )?;
        let reached = maximal.iter().filter(|one| Some(open(one)) == least).count();
        match json["count"].is_string() {
            true => equal("count", &text_of(&json["count"]), &reached.to_string()),
            false => Ok(()),
        }
    }
}

/// Draws pieces on squares for `check`, non-attacking in about half of the cases, and whether they are a
/// placement.
fn draw_squares(
    random: &mut Random,
    problem: &Problem,
    placements: &[Placement],
    arguments: &mut Vec<String>,
) -> Option<bool> {
    if placements.is_empty() {
        return None;
    }
    let mut placement = random.pick(placements);
    if random.chance(2) && !placement.is_empty() {
        let moved = random.between(0, placement.len() - 1);
        let to = random.between(0, problem.board.open.len() - 1);
        if placement.iter().any(|piece| piece.1 == to) {
            return None;
        }
        placement[moved].1 = to;
        placement.sort_unstable();
    }
    let mut text = String::new();
    for army in 0..problem.armies {
        text += if army > 0 { " / " } else { "" };
        for (kind, pieces) in
            problem.pieces.iter().enumerate().filter(|(kind, _)| problem.army_of[*kind] == army)
        {
            let squares = placement.iter().filter(|piece| piece.0 == kind);
            let names: Vec<String> =
                squares.map(|piece| problem.board.name(problem.board.open[piece.1])).collect();
            if !names.is_empty() {
                text += &format!("{}{} ", pieces.kind.letter, names.join(","));
            }
        }
    }
    let walls = placement.iter().filter(|piece| piece.0 == problem.pieces.len());
    let names: Vec<String> = walls.map(|piece| problem.board.name(problem.board.open[piece.1])).collect();
    if !names.is_empty() {
        text += &format!("#{}", names.join(","));
    }
    arguments.extend(["--squares".to_owned(), text.trim().to_owned()]);
    let all: BTreeSet<&Placement> = placements.iter().collect();
    Some(all.contains(&placement))
}

fn equal(what: &str, found: &str, expected: &str) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}: {found} was found, {expected} expected")),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn placement_of(pieces: &Value) -> BTreeSet<(char, usize, String)> {
    let piece = |piece: &Value| {
        let letter = text_of(&piece["letter"]).chars().next().unwrap_or(' ');
        (letter, piece["army"].as_u64().map_or(0, |army| army as usize - 1), text_of(&piece["square"]))
    };
    pieces.as_array().into_iter().flatten().map(piece).collect()
}

/// Returns the counts by the numbers of the kinds without an exact number.
fn by_number(lines: &Value, problem: &Problem) -> BTreeMap<Vec<(usize, char, usize)>, usize> {
    let mut found = BTreeMap::new();
    for line in lines.as_array().into_iter().flatten() {
        let armies = match line["armies"].as_array() {
            Some(armies) => armies.clone(),
            None => vec![line["pieces"].clone()],
        };
        let mut key = Vec::new();
        for (army, numbers) in armies.iter().enumerate() {
            for (letter, number) in numbers.as_object().into_iter().flatten() {
                let letter = letter.chars().next().unwrap_or(' ');
                let is_open = problem.pieces.iter().zip(&problem.army_of).any(|(pieces, &its)| {
                    its == army
                        && pieces.kind.letter == letter
                        && !matches!(pieces.number, Number::Exactly(_))
                });
                if is_open {
                    key.push((army, letter, number.as_u64().unwrap_or(0) as usize));
                }
            }
        }
        key.sort_unstable();
        found.insert(key, text_of(&line["count"]).parse().unwrap_or(usize::MAX));
    }
    found
}

/// Runs the command, which is killed if it does not end.
pub fn run_for(arguments: &[&str], patience: Duration) -> Option<(String, String, i32)> {
    let mut command = armistice(arguments);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command is there");
    // A second thread reads its output, so that the pipe does not fill up.
    let (sender, receiver) = std::sync::mpsc::channel();
    let out = child.stdout.take();
    let err = child.stderr.take();
    let readers = std::thread::spawn(move || {
        let text = |mut from: Box<dyn std::io::Read + Send>| {
            let mut text = String::new();
            let _ = from.read_to_string(&mut text);
            text
        };
        let err = std::thread::spawn(move || err.map(|err| text(Box::new(err))).unwrap_or_default());
        let out = out.map(|out| text(Box::new(out))).unwrap_or_default();
        let _ = sender.send((out, err.join().unwrap_or_default()));
    });
    let found = receiver.recv_timeout(patience);
    if found.is_err() {
        let _ = child.kill();
    }
    let status = child.wait().ok()?;
    let _ = readers.join();
    let (out, err) = found.ok()?;
    Some((out, err, status.code().unwrap_or(-1)))
}
