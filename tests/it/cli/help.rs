//! The help of every command: its examples work, and its texts are complete.

use crate::common::program::{Folder, armistice, read, run, shell_in, spawn};
use armistice::clock::Instant;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Parts of examples that are not run, with the reason.
const EXCEPTED: [(&str, &str); 18] = [
    ("problems.txt", "a file of the reader's"),
    ("answers.txt", "the answers of another solver"),
    ("knights.txt", "the answers of another solver"),
    ("placements.jsonl", "a file of the reader's"),
    ("mine.txt", "a registry of the reader's"),
    ("queens.jsonl", "a journal of the reader's"),
    ("q22.jsonl", "two hours"),
    ("clingo", "another program"),
    ("glpsol", "another program"),
    ("man -l", "another program"),
    ("armistice page", "serves until it is stopped"),
    ("--watch", "a terminal is needed"),
    ("armistice shard", "an hour; merging and what is missing come after it"),
    ("armistice merge", "after all parts are counted"),
    ("other-cluster", "a folder of the reader's"),
    ("plan 26x26 Q26 --parts", "into the folder of another plan"),
    ("--growth", "takes all of its thirty seconds"),
    ("armistice verify", "takes as long as its budget; those with --list and --find are run"),
];

/// The time limit of an example, also on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

/// Examples that are shortened, because unoptimised programs count slowly.
const SHORTENED: [(&str, &str); 7] = [
    ("--budget 60 --chart", "--budget 100ms --chart"),
    ("--n 1..11 --format oeis", "--n 1..7 --format oeis"),
    ("--n 1..14 --format bfile", "--n 1..9 --format bfile"),
    ("--n 4..14 -o", "--n 4..9 -o"),
    ("--terms 1000", "--terms 100"),
    ("18x18 Q18 --by-square", "12x12 Q12 --by-square"),
    ("24x24 Q24 --estimate 5%", "24x24 Q24 --estimate 20%"),
];

fn verbs() -> Vec<String> {
    let help = run(&["--help"]).0;
    let list = help.split("\nCommands:\n").nth(1).unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let words = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    words.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

/// Returns the help of the program and of every command.
fn all_help() -> Vec<String> {
    let verbs = verbs();
    assert!(verbs.len() >= 20, "{verbs:?}");
    let of_verbs = verbs.iter().filter(|verb| *verb != "help").map(|verb| run(&[verb, "--help"]).0);
    std::iter::once(run(&["--help"]).0).chain(of_verbs).collect()
}

/// Returns the examples of a help, without the explanation in the same line.
fn examples(help: &str) -> Vec<String> {
    let Some((_, examples)) = help.split_once("\nExamples:\n") else { return Vec::new() };
    let lines = examples.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split("   ").next().unwrap_or_default().to_owned()).collect()
}

/// Returns the exit code of a line of a shell; `None` if it took too long.
fn exit_code(line: &str, folder: &Folder) -> (Option<i32>, String) {
    let mut child = spawn(&mut shell_in(&format!("exec 2>&1; {line} > output"), folder, &folder.0));
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Some(status) = child.try_wait().unwrap() {
            let said = child.wait_with_output().unwrap().stdout;
            return (status.code(), String::from_utf8_lossy(&said).into_owned());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    (None, String::new())
}

#[cfg(unix)]
#[test]
fn examples_work() {
    let folder = Folder::new("examples");
    let all: Vec<Vec<String>> = all_help().iter().map(|help| examples(help)).collect();
    assert!(all.iter().all(|examples| !examples.is_empty()), "a verb has no examples");
    let all: Vec<String> = all.concat();
    let (mut faults, mut tried) = (Vec::new(), 0);
    for example in &all {
        let is_listed = example.contains("--list") || example.contains("--find");
        if !is_listed && EXCEPTED.iter().any(|(part, _)| example.contains(part)) {
            continue;
        }
        let shortened =
            SHORTENED.iter().fold(example.clone(), |line, (long, short)| line.replace(long, short));
        let (code, said) = exit_code(&shortened, &folder);
        tried += 1;
        // A row that is not completed in its time is a lower bound.
        if code != Some(0) && !(code == Some(3) && shortened.contains("--budget")) {
            faults.push(format!("{shortened}: {code:?} {said}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tried >= 80, "{tried}");
    for part in EXCEPTED.iter().chain(&SHORTENED).map(|(part, _)| part) {
        assert!(all.iter().any(|example| example.contains(part)), "no example has {part} any more");
    }
}

/// The lines of a terminal without scrolling.
const SCREEN: usize = 24;
/// The columns of a terminal.
const COLUMNS: &str = "80";

/// The headings of options, in the order in which every verb has them.
const HEADINGS: [&str; 9] = [
    "Options:",
    "Which placements:",
    "Which puzzles:",
    "Subtotals:",
    "Limits and engines:",
    "Output:",
    "How it looks:",
    "Worksheets:",
    "Long counts:",
];

/// The short help fits on one screen.
#[test]
fn the_short_help_is_a_screen() {
    for verb in verbs().iter().filter(|verb| *verb != "help") {
        let (brief, error, code) = read(&armistice(&[verb, "-h"]).env("COLUMNS", COLUMNS).output().unwrap());
        assert_eq!((error.as_str(), code), ("", 0), "{verb}");
        assert!(brief.lines().count() <= SCREEN, "{verb}: {} lines\n{brief}", brief.lines().count());
        assert!(brief.contains(&format!("\n  armistice {verb}")), "{brief}");
        assert!(!brief.contains("leave-out"), "{brief}");
    }
    let count = run(&["count", "-h"]).0;
    assert!(count.contains("--estimate") && count.contains("(see more with '--help')"), "{count}");
    assert!(!count.contains("--kernel"), "{count}");
}

/// The long help has all options under headings in one order, with a line or two for each.
#[test]
fn the_long_help_is_in_two_columns() {
    for verb in verbs().iter().filter(|verb| *verb != "help") {
        let whole = run(&[verb, "--help"]).0;
        assert_eq!(run(&["help", verb]).0, whole);
        let options = whole.split_once("\nUsage: ").unwrap().1;
        let places: Vec<usize> = options
            .lines()
            .filter(|line| line.ends_with(':') && !line.starts_with(' ') && !line.starts_with("Arguments"))
            .filter(|line| !line.starts_with("Examples") && !line.starts_with("Estimates"))
            .map(|line| HEADINGS.iter().position(|heading| *heading == line).expect(line))
            .collect();
        assert!(places.is_sorted(), "{verb}: {whole}");
        let script = run(&["generate", "fish"]).0;
        let of_verb = script.lines().filter(|line| line.contains(&format!("subcommand {verb}\"")));
        for line in of_verb {
            let Some(option) = line.split(" -l ").nth(1).and_then(|rest| rest.split_whitespace().next())
            else {
                continue;
            };
            let shown = format!("--{option}");
            let row = whole.lines().find(|row| {
                row.starts_with("  ") && row.split([' ', '=', '[', ',', ']']).any(|word| word == shown)
            });
            assert!(
                row.is_some() || ["stop-after", "leave-out"].contains(&option),
                "{verb} {option}: {whole}"
            );
        }
    }
    // The meanings of values are listed.
    let count = run(&["count", "--help"]).0;
    assert!(count.contains("sight: Along the whole line"), "{count}");
}

/// An option that several verbs have is described in the same words. `table` and `verify` have a time limit for
/// each row or sequence.
#[test]
fn an_option_has_one_description() {
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for verb in verbs().iter().filter(|verb| *verb != "help") {
        let help = run(&[verb, "-h"]).0;
        for option in ["--up-to", "--budget", "--threads", "--memory"] {
            let row = help.lines().find_map(|line| line.trim().strip_prefix(option)?.split_once("  "));
            if let Some((_, text)) =
                row.filter(|_| option != "--budget" || !["table", "verify"].contains(&&**verb))
            {
                let text = text.split(" [").next().unwrap_or_default();
                found.entry(option).or_default().insert(text.trim().to_owned());
            }
        }
    }
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.values().all(|texts| texts.len() == 1), "{found:?}");
}

/// The explanation of problems is above the commands, and not in the row of one command.
#[test]
fn the_help_of_all_says_what_a_problem_is() {
    for word in ["-h", "--help", "help"] {
        let help = run(&[word]).0;
        let (before, commands) = help.split_once("\nCommands:\n").unwrap();
        assert!(before.contains("A problem is a board and pieces: `8x8 Q8`"), "{word}: {help}");
        let mut rows = commands.lines();
        assert!(rows.next().is_some_and(|row| row.trim().starts_with("count ")), "{word}: {help}");
        assert!(rows.next().is_some_and(|row| row.trim().starts_with("solve ")), "{word}: {help}");
        for topic in ["symmetries", "engines"] {
            assert!(help.contains(&format!("armistice help {topic}")), "{word}: {help}");
        }
    }
    assert!(run(&["count", "--help"]).0.contains("A problem is a board and pieces: `8x8 Q8`"));
}

/// Braces of families are shown in the terminal and in man pages, and no line is broken within them.
#[test]
fn families_keep_their_braces() {
    let texts = all_help().into_iter().chain(["table", "formula"].map(|verb| run(&[verb, "-h"]).0));
    for help in texts.chain([run(&["generate", "man"]).0, run(&["table"]).1]) {
        assert!(!help.contains(['\u{e000}', '\u{e001}']), "{help}");
        for line in help.lines() {
            assert!(line.matches('`').count() % 2 == 0 || line.starts_with('.'), "{line}");
            assert_eq!(line.matches('{').count(), line.matches('}').count(), "{line}");
            // The quotes of a problem are opened and closed in the same line.
            let mut quoted = line.split(" '").skip(1);
            let is_problem = |text: &str| text.starts_with(|sign: char| sign == '{' || sign.is_ascii_digit());
            assert!(quoted.all(|text| !is_problem(text) || text.contains('\'')), "{line}");
        }
    }
    let (formula, ..) = run(&["formula", "--help"]);
    assert!(
        formula.contains("like '4x{n} Qmax': how many") && formula.contains("armistice formula '{n}x{n} Q3'")
    );
}
