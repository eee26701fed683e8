//! Journals, parts and states of sweeps in `tests/journals`: each was written by an earlier version of this
//! program and stopped in the middle. All of them continue from their content to the right number.
//!
//! Journals of engines whose units have changed since are rejected, with the reason.
//!
//! The journals protect properties that must not change unnoticed: the numbers of units, the count of each
//! unit, the lines and their schemas. `tests/journals/README.md` describes how they were made, and the
//! sources of the numbers.

use crate::common::program::{Folder, armistice, read};
use crate::common::runs;
use armistice::run::Record;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Counts by units, with their final numbers.
const UNITS: &[(&str, &str)] = &[
    ("blocked", "6376"),
    ("by-lines", "380"),
    ("classes", "285053"),
    ("given", "569531"),
    ("halves", "14772512"),
    ("halves-avx512", "14772512"),
    ("lines", "4470870"),
    ("listed", "380"),
    ("mix", "41384560"),
    ("one-by-one", "18"),
    ("rows", "2279184"),
    ("three-armies", "56856"),
    ("torus", "4811118592"),
    ("translation", "17772263"),
];

/// Sweeps, with their final numbers.
const SWEEPS: &[(&str, &str)] = &[
    ("by-number", "141044"),
    ("classes", "49415310"),
    ("cylinder", "8141109957322587"),
    ("exact", "968"),
    ("largest", "2"),
    ("maximal", "32239887128"),
    ("open", "118969"),
];

/// Counts in parts: the missing parts, and the final number.
const CAMPAIGNS: &[(&str, &str, &str)] = &[("queens", "1,4", "14772512"), ("armies", "0,3", "747386")];

/// A copy of the journals that a test may write to.
struct Copy(Folder);

impl Copy {
    fn of(kind: &str) -> Self {
        let folder = Folder::new("old");
        runs::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals").join(kind), &folder.0);
        Self(folder)
    }

    /// Runs the command in the folder, and returns standard output, standard error and the exit code.
    fn run(&self, arguments: &[&str]) -> (String, String, i32) {
        let mut command = armistice(arguments);
        command.current_dir(&self.0.0).env("ARMISTICE_RUNS", self.0.file("runs"));
        read(&command.output().unwrap())
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let (answer, error, code) = self.run(&[arguments, &["--format", "json"]].concat());
        assert_eq!(code, 0, "{arguments:?}: {error}");
        serde_json::from_str(&answer).unwrap()
    }

    fn lines(&self, journal: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.0.file(journal)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts that every journal is in the list that is tested.
    fn assert_lists(&self, names: impl Iterator<Item = &'static str>) {
        let entries = fs::read_dir(&self.0.0).unwrap().map(|entry| entry.unwrap().file_name());
        let names_of =
            |name: std::ffi::OsString| name.to_str().unwrap().strip_suffix(".jsonl").map(str::to_owned);
        let mut kept: Vec<String> = entries.filter_map(names_of).collect();
        kept.sort();
        assert_eq!(kept, names.collect::<Vec<_>>());
    }
}

/// Returns the number of units that the last session of a journal has counted.
fn counted_last(lines: &[Value]) -> u64 {
    let last = lines.rsplit(|line| line["line"] == "session").next().unwrap();
    let blocks = last.iter().filter(|line| line["line"] == "block");
    blocks.map(|block| block["counts"].as_str().unwrap().split(' ').count() as u64).sum()
}

#[test]
fn counts_by_units_go_on() {
    let copy = Copy::of("units");
    copy.assert_lists(UNITS.iter().map(|(name, _)| *name));
    for (name, number) in UNITS {
        let journal = format!("{name}.jsonl");
        let before = copy.json(&["status", &journal]);
        let [known, units] = ["units_done", "units"].map(|field| before[field].as_u64().unwrap());
        assert!(0 < known && known < units, "{name}: {known} of {units} units");
        let share = Record::read(copy.0.file(&journal).as_ref()).unwrap().share().unwrap();
        assert!((share - before["share"].as_f64().unwrap()).abs() < 1e-9, "{name}: {share}");
        let answer = copy.run(&["count", "--resume", &journal, "-q"]);
        assert_eq!(answer, (format!("{number}\n"), String::new(), 0), "{name}");
        // Every unit is counted once, and the known units are not counted again.
        assert_eq!(counted_last(&copy.lines(&journal)), units - known, "{name}");
        assert_eq!(copy.json(&["status", &journal])["complete"], true, "{name}");
    }
}

#[test]
fn sweeps_go_on() {
    let copy = Copy::of("sweeps");
    copy.assert_lists(SWEEPS.iter().map(|(name, _)| *name));
    for (name, number) in SWEEPS {
        let journal = format!("{name}.jsonl");
        let share = copy.json(&["status", &journal])["share"].as_f64().unwrap();
        assert!(0.0 < share && share < 1.0, "{name}: {share}");
        // Without its states the sweep cannot continue, so with them it does not begin again.
        let paths = [1, 2].map(|slot| copy.0.file(&format!("{journal}.state-{slot}")));
        let states: Vec<_> = paths.iter().filter_map(|path| Some((path, fs::read(path).ok()?))).collect();
        states.iter().for_each(|(path, _)| fs::remove_file(path).unwrap());
        let (_, error, code) = copy.run(&["count", "--resume", &journal, "-q"]);
        assert!(code == 2 && error.contains("no state of the sweep can be used"), "{name}: {error}");
        states.iter().for_each(|(path, state)| fs::write(path, state).unwrap());
        let answer = copy.run(&["count", "--resume", &journal, "-q"]);
        assert_eq!(answer, (format!("{number}\n"), String::new(), 0), "{name}");
        let lines = copy.lines(&journal);
        let nodes: Vec<u64> = lines.iter().filter_map(|line| line["nodes"].as_u64()).collect();
        assert!(nodes.is_sorted() && nodes.len() > 1, "{name}: {nodes:?}");
        assert_eq!(copy.json(&["status", &journal])["complete"], true, "{name}");
    }
}

/// If the newer of two states is damaged, the older one is used.
#[test]
fn an_older_state_goes_on_too() {
    let copy = Copy::of("sweeps");
    for (name, number) in [("cylinder", "8141109957322587\n"), ("exact", "968\n")] {
        let journal = format!("{name}.jsonl");
        let slot = copy.lines(&journal).pop().unwrap()["slot"].as_u64().unwrap();
        fs::write(copy.0.file(&format!("{journal}.state-{slot}")), "damaged").unwrap();
        let (answer, error, code) = copy.run(&["count", "--resume", &journal, "-q"]);
        assert_eq!((answer.as_str(), code), (number, 0), "{name}: {error}");
        assert!(error.contains("the sweep resumes from the state before it"), "{name}: {error}");
    }
}

#[test]
fn counts_in_parts_go_on() {
    let copy = Copy::of("campaigns");
    for (folder, missing, number) in CAMPAIGNS {
        assert_eq!(copy.run(&["missing", folder]).0, format!("{missing}\n"), "{folder}");
        let (bound, _, code) = copy.run(&["merge", folder, "-q"]);
        assert!(bound.starts_with('≥') && code == 3, "{folder}: {bound}");
        let mut known = 0;
        for part in missing.split(',') {
            let (_, error, code) = copy.run(&["shard", "--out", folder, "--part", part]);
            assert_eq!(code, 0, "{folder}, part {part}: {error}");
            assert!(!error.contains("renamed to"), "{folder}, part {part}: {error}");
            known += u32::from(error.contains(" units were already counted"));
        }
        assert_eq!(known, 1, "{folder}: a part that was begun goes on");
        let merged = copy.json(&["merge", folder]);
        assert_eq!(
            (&merged["count"], &merged["complete"]),
            (&Value::from(*number), &Value::from(true)),
            "{folder}"
        );
    }
    // Merged results are next to the results that they were made from.
    let merged = copy.json(&["merge", "queens.result", "queens"]);
    assert_eq!((&merged["count"], &merged["confirmed_units"]), (&Value::from("14772512"), &Value::from(223)));
}

/// A count by old units is neither continued nor added to others.
#[test]
fn what_an_engine_no_longer_counts_is_refused() {
    for version in ["halves-2", "halves-3"] {
        let copy = Copy::of(&format!("refused/{version}"));
        copy.assert_lists(["given", "halves", "halves-avx512"].into_iter());
        let resume = |name: &'static str| vec!["count", "--resume", name, "-q"];
        let commands = [
            resume("given.jsonl"),
            resume("halves.jsonl"),
            resume("halves-avx512.jsonl"),
            vec!["missing", "queens"],
            vec!["merge", "queens"],
            vec!["shard", "--out", "queens", "--part", "1"],
            vec!["merge", "queens.result"],
        ];
        let reason = format!("counted by {}, but this program has halves 4", version.replace('-', " "));
        for command in commands {
            let (answer, error, code) = copy.run(&command);
            assert_eq!((answer.as_str(), code), ("", 2), "{version}, {command:?}: {error}");
            assert!(error.contains(&reason), "{version}, {command:?}: {error}");
        }
    }
}

/// A sweep whose states had other keys is not continued.
#[test]
fn a_sweep_by_other_keys_is_refused() {
    let copy = Copy::of("refused/frontier-1");
    copy.assert_lists(SWEEPS.iter().map(|(name, _)| *name));
    for (name, _) in SWEEPS {
        let (answer, error, code) = copy.run(&["count", "--resume", &format!("{name}.jsonl"), "-q"]);
        assert_eq!((answer.as_str(), code), ("", 2), "{name}: {error}");
        assert!(error.contains("counted by frontier 1, but this program has frontier 2"), "{name}: {error}");
    }
}

/// The report about parts agrees with their files. A journal without an end is that of an active process.
#[test]
fn a_status_adds_up() {
    let copy = Copy::of("campaigns");
    let folder = copy.0.0.join("queens");
    let journals = runs::files(&folder, ".journal");
    let lines = |path: &PathBuf| fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    let all: Vec<Vec<String>> = journals.iter().chain(&runs::files(&folder, ".result")).map(lines).collect();
    let entries = all.iter().flatten().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let nodes: u64 = entries.filter_map(|entry| entry["nodes"].as_u64()).sum();
    let status = copy.json(&["status", "queens"]);
    assert_eq!(status["nodes"], Value::from(nodes));
    assert_eq!(status["parts"], serde_json::json!({"parts": 6, "finished": 4, "begun": 1}));
    assert_eq!(status["faults"], serde_json::json!([]));
    assert_eq!(status["machines"][0]["units"], status["units_done"]);
    assert_eq!(
        (&status["machines"][0]["processes"], &status["seconds_left"]),
        (&Value::from(0), &Value::Null)
    );
    for (journal, lines) in journals.iter().zip(&all) {
        let [before @ .., end] = &lines[..] else { panic!("{journal:?} is empty") };
        assert!(end.contains("\"end\""), "{end}");
        fs::write(journal, before.join("\n") + "\n").unwrap();
    }
    let status = copy.json(&["status", "queens"]);
    assert_eq!(status["machines"][0]["processes"], Value::from(journals.len()));
    assert!(status["seconds_left"].as_f64().unwrap() > 0.0);
}
