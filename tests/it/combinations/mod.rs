//! Any question at all: features are combined at random, the command is asked, and its answer is compared
//! with an independent oracle. A rejection must have a reason.
//!
//! Wrong numbers were found in combinations of two features that had been tested separately. So the test
//! keeps a table of all *pairs* of features. A pair that no question has combined is drawn on purpose until
//! it is answered. The test fails if that does not happen, unless the pair is known to be
//! [rejected](REFUSED). Each day has a seed of its own. `scripts/attack HOURS` runs for the given time.

#![allow(clippy::print_stdout, reason = "what was met, and what is wrong, is what is asked for")]
#![allow(clippy::type_complexity, reason = "tables of literals say what they hold")]

mod board;
mod families;
mod kinds;
mod maps;
mod problem;
mod question;
mod reasons;

use crate::common::{Random, fewest, first_seed, one_in, sample};
use armistice::clock::Instant;
use families::Compared;
use question::{Outcome, Question, is_nonsense, slots};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime};

/// The pairs of features that are always rejected: the documents state that they are not supported.
const REFUSED: &str = include_str!("refused.txt");

/// The most pairs, of more than two thousand, that may be missed although they are not known to be rejected.
const MOST_MISSED: usize = 60;

type Pair = (&'static str, &'static str);

/// The pairs of features that were combined.
#[derive(Default)]
struct Met {
    answered: BTreeMap<Pair, usize>,
    refused: BTreeMap<Pair, (usize, String)>,
    answers: usize,
    refusals: usize,
    wrong: Vec<String>,
}

/// Returns all pairs of features that a question can have.
fn pairs() -> Vec<Pair> {
    let slots = slots();
    let mut pairs = Vec::new();
    for (at, slot) in slots.iter().enumerate() {
        for other in &slots[at + 1..] {
            let both =
                slot.iter().flat_map(|&one| other.iter().map(move |&two| (one.min(two), one.max(two))));
            pairs.extend(both.filter(|&(one, two)| !is_nonsense(one, two)));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Returns the pairs that are always rejected. In the file, the shortest reason is after the colon.
fn refused() -> BTreeSet<(&'static str, &'static str)> {
    let pair = |line: &'static str| line.split_once(": ").and_then(|(pair, _)| pair.split_once(" + "));
    REFUSED.lines().filter(|line| !line.starts_with('#')).filter_map(pair).collect()
}

impl Met {
    /// Draws a question with these features, asks it, and records the pairs. Returns whether it was answered.
    fn ask(&mut self, seed: u64, forced: &[&'static str]) -> bool {
        let mut random = Random::new(seed);
        let Some((question, placements)) = Question::draw(&mut random, forced) else { return false };
        let features: BTreeSet<&'static str> = question.features.iter().copied().collect();
        let features: Vec<&'static str> = features.into_iter().collect();
        let all = features.iter().enumerate();
        let met = all.flat_map(|(at, &one)| features[at + 1..].iter().map(move |&two| (one, two)));
        match question.ask(&placements) {
            Outcome::Answered => {
                self.answers += 1;
                met.for_each(|pair| *self.answered.entry(pair).or_default() += 1);
                true
            }
            Outcome::Refused(reason) => {
                self.refusals += 1;
                met.for_each(|pair| {
                    let refused = self.refused.entry(pair).or_insert((0, reason.clone()));
                    refused.0 += 1;
                    // The shortest question has the simplest reason.
                    if reason.len() < refused.1.len() {
                        refused.1.clone_from(&reason);
                    }
                });
                false
            }
            Outcome::Wrong(difference) => {
                let line = question.line();
                println!("seed {seed}, {forced:?}\n  {line}\n  {difference}");
                self.wrong.push(format!("seed {seed}, {forced:?}\n  {line}\n  {difference}"));
                false
            }
        }
    }

    /// Draws missing pairs on purpose until they are answered, at most `most` times each.
    fn complete(&mut self, seed: u64, most: u64) -> Vec<Pair> {
        let refused = refused();
        let mut missing = Vec::new();
        for (number, pair) in pairs().into_iter().enumerate() {
            if self.answered.contains_key(&pair) {
                continue;
            }
            let tries = if refused.contains(&pair) { 1 } else { most };
            let first = seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 1000);
            let found = (first..first + tries).any(|seed| self.ask(seed, &[pair.0, pair.1]));
            if !found && !refused.contains(&pair) {
                missing.push(pair);
            }
        }
        missing
    }

    fn show(&self) {
        let pairs = pairs();
        let answered = pairs.iter().filter(|pair| self.answered.contains_key(*pair)).count();
        println!(
            "{} answers compared, {} refusals; of {} pairs of features {} were answered, {} only refused",
            self.answers,
            self.refusals,
            pairs.len(),
            answered,
            pairs
                .iter()
                .filter(|pair| !self.answered.contains_key(*pair) && self.refused.contains_key(*pair))
                .count(),
        );
    }
}

/// Returns the given seed, or the number of days since 1970, so that each day has questions of its own.
fn seed_of_the_day() -> u64 {
    if std::env::var("ARMISTICE_SEED").is_ok() {
        return first_seed();
    }
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |since| since.as_secs() / 86_400)
}

#[test]
fn any_question_is_answered_right_or_refused() {
    let seed = seed_of_the_day();
    let mut met = Met::default();
    for number in 0..sample(400) {
        met.ask(seed.wrapping_mul(7_919).wrapping_add(number), &[]);
    }
    let missing = if one_in() == 1 { met.complete(seed, 300) } else { Vec::new() };
    met.show();
    assert!(
        met.wrong.is_empty() && met.answers >= fewest(50),
        "ARMISTICE_SEED={seed}: {}",
        met.wrong.join("\n")
    );
    // Some pairs are answered once in hundreds of questions.
    assert!(
        missing.len() < MOST_MISSED,
        "ARMISTICE_SEED={seed}: neither answered nor known to be refused: {missing:?}"
    );
}

#[test]
fn every_term_of_a_formula_is_counted_again() {
    let seed = seed_of_the_day();
    let mut compared = Compared::default();
    for number in 0..sample(40) {
        compared.ask(seed.wrapping_mul(1_299_709).wrapping_add(number));
    }
    compared.show();
    assert!(compared.wrong.is_empty(), "ARMISTICE_SEED={seed}: {}", compared.wrong.join("\n"));
    assert!(
        compared.found >= fewest(5) && compared.terms >= fewest(50),
        "ARMISTICE_SEED={seed}: {compared:?}"
    );
}

/// Runs `scripts/attack`: questions for a number of seconds, and then the table of pairs.
#[test]
#[ignore = "for as long as ARMISTICE_ATTACK says, in seconds"]
fn attack() {
    let seconds = std::env::var("ARMISTICE_ATTACK").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let end = Instant::now() + Duration::from_secs(seconds);
    let seed = seed_of_the_day();
    let mut met = Met::default();
    let mut compared = Compared::default();
    let first = seed.wrapping_mul(104_729);
    for number in 0.. {
        if Instant::now() > end {
            break;
        }
        met.ask(first.wrapping_add(number), &[]);
        // A family takes about as long as thirty questions.
        if number % 30 == 0 {
            compared.ask(first.wrapping_add(number));
        }
        if number % 1000 == 0 {
            met.show();
            compared.show();
        }
    }
    let missing = met.complete(seed, 40);
    for pair in pairs() {
        let answered = met.answered.get(&pair).copied().unwrap_or(0);
        let refused = met.refused.get(&pair).cloned().unwrap_or_default();
        let reason = if answered == 0 { refused.1.trim() } else { "" };
        println!("{} + {}: {answered} answered, {} refused {reason}", pair.0, pair.1, refused.0);
    }
    met.show();
    compared.show();
    println!("neither answered nor known to be refused: {missing:?}");
    assert!(
        met.wrong.is_empty() && compared.wrong.is_empty(),
        "{} wrong",
        met.wrong.len() + compared.wrong.len()
    );
}
