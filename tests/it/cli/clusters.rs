//! The instructions for counts on many machines in the documents, the templates and the help of the scripts
//! work as printed.

use crate::common::program::{Folder, run};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The documents, templates and scripts that show how parts are counted.
const SOURCES: [&str; 5] = [
    "docs/long-counts.md",
    "scripts/slurm/campaign",
    "scripts/parallel/campaign",
    "scripts/htcondor/part.sub",
    "scripts/kubernetes/volume.yaml",
];

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Returns the words of a line of a shell with quotes around problems.
fn words(line: &str) -> Vec<String> {
    let pieces = line.split('\'').enumerate();
    let split = |(number, piece): (usize, &str)| match number % 2 {
        0 => piece.split_whitespace().map(str::to_owned).collect(),
        _ => vec![piece.to_owned()],
    };
    pieces.flat_map(split).collect()
}

/// Returns the value of an option: `--memory 1G`, `--mem=1G`.
fn value(words: &[String], option: &str) -> Option<String> {
    let place = words.iter().position(|word| word == option || word.starts_with(&format!("{option}=")))?;
    match words[place].split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => words.get(place + 1).cloned(),
    }
}

/// An example: the command that makes the plan, and the threads and the memory of a part.
#[derive(Debug)]
struct Example {
    plan: [String; 3],
    threads: String,
    memory: String,
}

/// Returns the examples in a file. The two templates give the memory on a separate line or in a separate
/// file.
fn examples(source: &str) -> Vec<Example> {
    let text = read(source);
    let part = |text: &str| {
        let words = words(text.lines().find(|line| line.contains("shard --part")).unwrap_or_default());
        (value(&words, "--memory"), value(&words, "--threads"))
    };
    let mut all = Vec::new();
    for line in text.lines() {
        let words = words(line.trim_start_matches(['#', ' ', '$']));
        let is_campaign = words.first().is_some_and(|word| word.ends_with("campaign"));
        let is_template = line.contains("armistice plan '");
        let Some(problem) = words.iter().find(|word| word.contains("x") && word.contains(" Q")) else {
            continue;
        };
        let size = ["--part-time", "--parts"].map(|size| Some((size, value(&words, size)?)));
        let Some((size, number)) = size.into_iter().flatten().next() else { continue };
        let (memory, threads) = match (is_campaign, is_template, source) {
            (true, ..) if line.contains("--sshlogin") => {
                (value(&words, "--memory"), value(&words, "--threads"))
            }
            (true, ..) => {
                (value(&words, "--mem").map(|memory| of_task(&memory)), value(&words, "--cpus-per-task"))
            }
            (_, true, "docs/long-counts.md") => part(&read("scripts/kubernetes/parts.yaml")),
            (_, true, "scripts/kubernetes/volume.yaml") => part(&read("scripts/kubernetes/parts.yaml")),
            (_, true, _) => part(&text),
            _ => continue,
        };
        let threads = threads.filter(|threads| !threads.starts_with('$')).unwrap_or_else(|| "1".to_owned());
        let memory = memory.unwrap_or_else(|| panic!("{source}: no memory is given: {line}"));
        all.push(Example { plan: [problem.clone(), size.to_owned(), number], threads, memory });
    }
    all
}

/// Returns the share of a Slurm task's memory that `part.sbatch` gives to the program.
fn of_task(memory: &str) -> String {
    let (number, unit) = memory.split_at(memory.len() - 1);
    let number: u64 = number.parse().unwrap();
    format!("{}M", if unit == "G" { number * 1024 } else { number } * 4 / 5)
}

/// A part of every example is counted for a moment, with the threads and the memory of the example.
#[test]
fn examples_of_campaigns_count() {
    let folder = Folder::new("campaigns");
    let mut tried = Vec::new();
    for source in SOURCES {
        let examples = examples(source);
        assert!(!examples.is_empty(), "{source}");
        for example in examples {
            let told = format!("{source}: {example:?}");
            let Example { plan: [problem, size, number], threads, memory } = example;
            // The problems must be planned immediately, so that all examples can be tried.
            assert_eq!(problem, "26x26 Q26", "{told}");
            let key = [size.clone(), number.clone(), threads.clone(), memory.clone()];
            if tried.contains(&key) {
                continue;
            }
            let path = folder.file(&format!("{size}{number}"));
            let (_, error, code) = run(&["plan", &problem, &size, &number, "--out", &path]);
            assert_eq!((error.as_str(), code), ("", 0), "{told}");
            let part = ["shard", "--part", "3", "--out", &path, "--threads", &threads, "--memory", &memory];
            let (_, error, code) = run(&[&part[..], &["--budget", "10ms"]].concat());
            assert_eq!(code, 3, "{told}: {error}");
            tried.push(key);
        }
    }
    assert!(tried.len() >= 3, "{tried:?}");
}

/// The number of parts in the templates and the text is that of the plan.
#[test]
fn numbers_of_clusters_are_those_of_the_plan() {
    let folder = Folder::new("numbers-of-clusters");
    let (answer, ..) =
        run(&["plan", "26x26 Q26", "--part-time", "2h", "--out", &folder.file("queens"), "--format", "json"]);
    let plan: Value = serde_json::from_str(&answer).unwrap();
    let parts = plan["parts"].to_string();
    assert!(read("scripts/kubernetes/parts.yaml").contains(&format!("  completions: {parts}\n")), "{parts}");
    assert!(read("scripts/kubernetes/volume.yaml").contains(&format!("--parts {parts} --out")), "{parts}");
    let shown = format!("26x26 Q26: {parts} parts of about ");
    assert!(read("docs/long-counts.md").contains(&shown), "{shown}");
    // Wherever the document shows the number of units of 20 queens, it is right.
    let (answer, ..) = run(&["explain", "20x20 Q20", "--format", "json"]);
    let plan: Value = serde_json::from_str(&answer).unwrap();
    let units = format!(" of {} units", plan["units"]);
    let text = read("docs/long-counts.md");
    let lines: Vec<&str> =
        text.lines().filter(|line| line.starts_with("20x20 Q20: ") && line.contains(" units")).collect();
    assert!(lines.iter().all(|line| line.contains(&units)), "{units}: {lines:?}");
}

/// The instructions for 28 queens, whose plan takes a while: the number of parts is right, and the memory
/// suffices.
#[test]
fn the_instruction_for_28_queens_is_that_of_the_plan() {
    let text = read("docs/long-counts.md");
    let (_, after) = text.split_once("armistice plan 28x28 Q28 --parts ").unwrap();
    let parts = after.split_whitespace().next().unwrap();
    let folder = Folder::new("28-queens").file("q28");
    let typed =
        ["plan", "28x28 Q28", "--parts", parts, "--out", &folder, "--threads", "1", "--format", "json"];
    let (answer, error, code) = run(&typed);
    assert_eq!(code, 0, "{error}");
    let plan: Value = serde_json::from_str(&answer).unwrap();
    let need = plan["memory_bytes"].as_f64().unwrap() / 1e9;
    let given = |option: &str| {
        let after = after.split(option).nth(1).unwrap_or_else(|| panic!("no {option}"));
        after.split('M').next().unwrap().parse::<f64>().unwrap() / 1e3
    };
    let (given, of_task) = (given("--memory "), given("--mem=") * 4.0 / 5.0);
    assert!(of_task >= need && of_task < 1.1 * need, "{of_task} GB of a task, and {need} are needed");
    assert!(given >= need && given < 1.1 * need, "{given} GB are given to a thread, and {need} are needed");
    let (units, heaviest) =
        (plan["units"].as_f64().unwrap(), plan["heaviest_unit_seconds"].as_f64().unwrap());
    let shown = format!("none of the {:.1} million units", units / 1e6);
    assert!(text.contains(&shown), "{shown}");
    assert!(text.contains(&format!("more than {} minutes", (heaviest / 60.0).ceil())), "{heaviest} s");
}

/// The templates and the table agree on the exit codes that are tried again: all codes except permanent
/// faults.
#[test]
fn templates_agree_on_exit_codes() {
    let (parts, condor) = (read("scripts/kubernetes/parts.yaml"), read("scripts/htcondor/part.sub"));
    assert!(read("scripts/slurm/part.sbatch").contains("    2 | 126 | 127 | 132) "));
    assert!(read("scripts/slurm/part.sbatch").contains("    3 | 130) "));
    let rule = |action: &str, codes: &str| {
        let rules = parts.split("- action: ").filter(|rule| rule.starts_with(action));
        assert!(
            rules.into_iter().any(|rule| rule.contains(&format!("values: [{codes}]\n"))),
            "{action} {codes}"
        );
    };
    rule("FailIndex\n", "2, 126, 127, 132");
    rule("Ignore\n", "3, 130");
    assert!(condor.contains("\ncheckpoint_exit_code      = 3\n"));
    assert!(condor.contains("\nretry_until = ExitCode == 2 || ExitCode == 126 || ExitCode == 127\n"));
    let table = read("docs/long-counts.md");
    for (codes, again) in [("1", "yes"), ("2", "no"), ("3", "yes"), ("130", "yes"), ("126, 127, 132", "no")] {
        let line = table.lines().find(|line| line.starts_with(&format!("| {codes} | "))).unwrap();
        assert!(line.split(" | ").last().unwrap().starts_with(again), "{line}");
    }
}

/// If a count in one go is sooner done than its parts are planned, there are no parts.
#[test]
fn a_quick_count_has_no_parts() {
    let folder = Folder::new("quick");
    let (answer, error, code) = run(&["plan", "20x20 K*", "--parts", "4", "--out", &folder.file("parts")]);
    assert_eq!((answer.as_str(), code), ("", 2), "{error}");
    assert!(error.contains("armistice count '20x20 K*'") && !error.contains("forever"), "{error}");
    let (_, error, code) = run(&["plan", "20x20 K60", "--parts", "4", "--out", &folder.file("others")]);
    assert!(code == 2 && error.contains(" years, but one thread"), "{error}");
}
