//! Tips for options and commands that do not exist: each leads somewhere, and an option of another command is
//! not misread.

#![cfg(unix)]

use crate::common::program::{Folder, PROGRAM, read, shell_in, spawn};
use crate::common::{fewest, one_in};
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

/// The words that people type, as listed in the command.
const ADVICE: &str = include_str!("../../../src/cli/advice.rs");

/// A valid line of each command, to which an option is added.
const LINES: [(&str, &str); 19] = [
    ("count", "6x6 Q6"),
    ("explain", "6x6 Q6"),
    ("max", "5x5 Q"),
    ("min", "5x5 Q"),
    ("solve", "6x6 Q6"),
    ("trace", "5x5 Q5"),
    ("puzzle", "5x5 Q5"),
    ("table", "'{n}x{n} Q{n}' --n 4..5"),
    ("formula", "'4x{n} K*'"),
    ("verify", "A000170 --terms 4"),
    ("check", "5x5 Q5 --fen 2Q2/4Q/1Q3/3Q1/Q4"),
    ("draw", "5x5 Q5"),
    ("export", "5x5 Q5 --to cnf"),
    ("pieces", "Q"),
    ("plan", "6x6 Q6 --parts 2 --out new"),
    ("shard", "6x6 Q6 --part 0/1 --out new"),
    ("merge", "counted"),
    ("status", ""),
    ("generate", "man"),
];

/// The placeholders in tips, each with a possible value.
const STANDS_FOR: [(&str, &str); 9] = [
    ("TIME", "10s"),
    ("N", "1"),
    ("FILE", "x.svg"),
    ("WIDTH", "400"),
    ("NAME", "cells"),
    ("WORD", "kings"),
    ("DIR", "folder"),
    ("STEPS", "2"),
    ("VALUE", "dark"),
];

/// Tips that are right and cannot be tried here, with the reason.
const EXCEPTED: [(&str, &str); 8] = [
    ("armistice count --resume", "no count was interrupted here"),
    ("armistice page", "serves until it is stopped"),
    ("6x6 Q6 --unique", "that there are several is exit code 1"),
    ("5x5 Q --engine", "the engines of max have other names"),
    ("--watch", "a terminal is needed"),
    ("--registry", "a registry of the reader's"),
    ("--save", "the name of a file depends on what is in it"),
    ("--output x.svg", "the same"),
];

/// Options of other commands that mean something else here, so that the tip is about that meaning.
const OWN: [(&str, &str); 9] = [
    ("table", "--to"),
    ("table", "--resume"),
    ("table", "--by-number"),
    ("solve", "--quiet"),
    ("pieces", "--all"),
    ("pieces", "--list"),
    ("status", "--all"),
    ("status", "--list"),
    ("shard", "--all"),
];

/// Returns the words of each entry of a list that has some advice.
fn entries(list: &str) -> Vec<Vec<&'static str>> {
    let (_, rest) = ADVICE.split_once(&format!("const {list}: ")).unwrap();
    let (list, _) = rest.split_once("\n];").unwrap();
    let words = list.split("(\n        &[").chain(list.split("    (&[")).filter_map(|entry| {
        let (words, _) = entry.split_once(']')?;
        let words: Vec<&str> = words.split('"').skip(1).step_by(2).collect();
        (!words.is_empty() && entry.trim_start().starts_with('"')).then_some(words)
    });
    words.collect()
}

struct Place(Folder);

impl Place {
    /// Returns standard error and the exit code of the command.
    fn run(&self, line: &str) -> (String, i32) {
        let mut shell = shell_in(line, &self.0, &self.0.0.join("runs"));
        let output = spawn(shell.stdin(Stdio::null())).wait_with_output().unwrap();
        let (_, error, code) = read(&output);
        (error, code)
    }

    fn tip(&self, line: &str) -> Option<String> {
        let (error, code) = self.run(line);
        assert!(code == 2 && !error.contains("panicked"), "{line}: {error}");
        error.lines().find_map(|line| line.trim().strip_prefix("tip: ")).map(str::to_owned)
    }
}

/// Returns the commands in a tip: whole ones, and options for the typed line.
fn commands(tip: &str, line: &str) -> Vec<String> {
    let filled = |text: &str| {
        let words = text.split(' ').map(|word| {
            STANDS_FOR.iter().find(|(sign, _)| *sign == word).map_or(word, |(_, example)| *example)
        });
        words.collect::<Vec<_>>().join(" ")
    };
    // A family has quotes of its own, with no others around it.
    if let Some(command) = tip.strip_prefix("use armistice ") {
        return vec![format!("armistice {}", filled(command))];
    }
    let quoted = tip.split('\'').skip(1).step_by(2);
    let lines = quoted.filter_map(|text| match text {
        text if text.starts_with("armistice ") => Some(filled(text)),
        text if text.starts_with("--") => Some(format!("{line} {}", filled(text))),
        _ => None,
    });
    lines.collect()
}

#[test]
fn tips_can_be_typed() {
    let place = Place(Folder::new("tips"));
    assert_eq!(place.run("armistice shard 6x6 Q6 --part 0/1 --out counted").1, 0);
    let mut tips: BTreeMap<String, String> = BTreeMap::new();
    let words = entries("OPTIONS");
    assert!(words.len() > 60, "{words:?}");
    let lines = LINES.iter().map(|(verb, rest)| format!("armistice {verb} {rest}"));
    let typed = lines.flat_map(|line| words.iter().map(move |words| (line.clone(), words[0])));
    for (line, word) in typed.step_by(one_in() as usize) {
        let typed = format!("{line} {word}");
        // A valid option has no tip.
        let (error, code) = place.run(&typed);
        let tip = error.lines().find_map(|line| line.trim().strip_prefix("tip: "));
        if let (2, Some(tip)) = (code, tip) {
            tips.extend(commands(tip, &line).into_iter().map(|command| (command, typed.clone())));
        }
    }
    let verbs: Vec<&str> = entries("VERBS").concat();
    assert!(verbs.len() > 100, "{verbs:?}");
    for verb in verbs.into_iter().step_by(one_in() as usize) {
        let typed = format!("armistice {verb} 6x6 Q6");
        if let Some(tip) = place.tip(&typed) {
            tips.extend(commands(&tip, "armistice").into_iter().map(|command| (command, typed.clone())));
        }
    }
    assert!(tips.len() >= fewest(100), "{}", tips.len());
    let is_tried = |command: &str| !EXCEPTED.iter().any(|(part, _)| command.contains(part));
    let mut faults = Vec::new();
    let tried = tips.iter().filter(|(command, typed)| is_tried(command) && is_tried(typed));
    for (number, (command, typed)) in tried.enumerate() {
        // A folder has one plan.
        let (error, code) = place.run(&command.replace("--out new", &format!("--out new{number}")));
        if code != 0 {
            faults.push(format!("{typed}: {command}: {code} {error}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// If another command has an option, the tip names the option.
#[test]
fn options_of_other_verbs_are_not_taken_for_something_else() {
    let place = Place(Folder::new("others"));
    let options = |verb: &str| -> BTreeSet<String> {
        let help = read(&spawn(Command::new(&*PROGRAM).args([verb, "--help"])).wait_with_output().unwrap()).0;
        let lines = help.lines().filter(|line| line.trim_start().starts_with('-'));
        let words = lines
            .flat_map(str::split_whitespace)
            .map(|word| word.split(['=', '[']).next().unwrap_or_default());
        words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned).collect()
    };
    let known: BTreeMap<&str, BTreeSet<String>> =
        LINES.iter().map(|(verb, _)| (*verb, options(verb))).collect();
    let all: BTreeSet<&String> = known.values().flatten().collect();
    let words: BTreeSet<&str> = entries("OPTIONS").concat().into_iter().collect();
    let mut faults = Vec::new();
    let others = LINES.iter().flat_map(|(verb, rest)| {
        let are_others = |word: &&&str| all.contains(&(**word).to_owned()) && !known[verb].contains(**word);
        words.iter().filter(are_others).map(move |word| (*verb, *rest, *word))
    });
    for (verb, rest, word) in others.step_by(one_in() as usize) {
        let (error, _) = place.run(&format!("armistice {verb} {rest} {word}"));
        let tip = error.lines().find(|line| line.trim().starts_with("tip: "));
        if tip.is_some_and(|tip| !tip.contains(word)) && !OWN.contains(&(verb, word)) {
            faults.push(format!("{verb} {word}: {}", tip.unwrap_or_default()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
