//! Automatic journals of counts that were interrupted and never resumed: listed, added up, removed for lack
//! of room.

use crate::common::program::{Folder, armistice, interrupt_with_journal, read};
use crate::common::runs::{QUICK, value_of, with_line_rewritten};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// A command with more than ten seconds of work on any core.
const LONG: [&str; 4] = ["count", "12x12 N5 B4", "--threads", "1"];
/// The approximate size of each journal. The states of sweeps are larger.
const BYTES: usize = 400_000;

/// A folder with journals.
struct Runs {
    folder: Folder,
    runs: PathBuf,
    /// The text of a journal.
    text: String,
    id: String,
}

impl Runs {
    fn new() -> Self {
        let folder = Folder::new("left-behind");
        let (runs, journal) = (folder.0.join("runs"), folder.file("quick.jsonl"));
        fs::create_dir(&runs).unwrap();
        let made = armistice(&["count", QUICK, "--engine", "cells", "--journal", &journal]).output().unwrap();
        assert!(made.status.success(), "{made:?}");
        let status = armistice(&["status", "--format", "json", &journal]).output().unwrap();
        let id = value_of(&read(&status).0, "plan").trim_matches('"').to_owned();
        let text = fs::read_to_string(&journal).unwrap();
        Self { folder, runs, text, id }
    }

    fn run(&self, arguments: &[&str], limit: &str) -> (String, String, i32) {
        let mut command = armistice(arguments);
        command.env("ARMISTICE_RUNS", &self.runs).env("ARMISTICE_RUNS_LIMIT", limit);
        read(&command.output().unwrap())
    }

    /// Puts a journal into the folder, dated some days ago. An incomplete line at its end gives it the size
    /// of the others.
    fn keep(&self, name: &str, text: &str, days: u64) -> PathBuf {
        let path = self.runs.join(name.replace("ID", &self.id) + ".jsonl");
        fs::write(&path, text.to_owned() + &"x".repeat(BYTES)).unwrap();
        let then = SystemTime::now() - Duration::from_secs(days * 86_400);
        fs::File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
        path
    }

    /// Returns a journal in which a block took this number of seconds.
    fn with_seconds(&self, seconds: &str) -> String {
        let number = self.text.lines().position(|line| line.contains("\"line\":\"block\"")).unwrap();
        let block = self.text.lines().nth(number).unwrap();
        let from = format!("\"seconds\":{}", value_of(block, "seconds"));
        with_line_rewritten(&self.text, number, &from, &format!("\"seconds\":{seconds}"))
    }
}

/// The oldest journals are removed until the rest is within the limit. Journals with much work, journals in
/// use, and files of other programs stay.
#[cfg(unix)]
#[test]
fn journals_for_which_there_is_no_room_are_removed() {
    let kept = Runs::new();
    let old = kept.keep("old-ID", &kept.text, 30);
    let state = PathBuf::from(format!("{}.state-1", old.display()));
    fs::write(&state, "state").unwrap();
    let younger = [
        kept.keep("a-ID-2", &kept.text, 4),
        // The journal is within the limit together with the other one.
        kept.keep("b-ID-0123456789ab", &kept.with_seconds("3000.0"), 3),
    ];
    let others = [
        kept.keep("much-ID", &kept.with_seconds("3700.0"), 400),
        kept.keep("much-ID-2", &kept.with_seconds("1e300"), 400),
        kept.keep("mine", &kept.text, 400),
        kept.keep("damaged-ID", &kept.text.replacen("\"block\"", "\"blokk\"", 1), 400),
        kept.keep("foreign-ID", "foreign\n", 400),
        kept.keep("running-ID", &kept.text, 400),
        kept.keep("now-ID", &kept.text, 0),
    ];
    let owner = r#"{"attempt":"0123456789ab","host":"elsewhere","process":7,"started":1}"#;
    fs::write(format!("{}.lock", others[5].display()), owner).unwrap();
    let are_there = |paths: &[PathBuf]| paths.iter().all(|path| path.exists());

    // If a limit is not reached, nothing is removed, but all idle journals are reported.
    let (answer, error, code) = interrupt_limited(&kept, "2M", &[]);
    assert_eq!(code, 130, "{answer}{error}");
    assert!(are_there(&younger) && are_there(&others) && old.exists(), "{error}");
    assert!(!error.contains("removed") && error.contains("\n9 journals, "), "{error}");
    assert!(error.contains(" MB of earlier counts: armistice status lists them, "), "{error}");

    let (answer, error, code) = interrupt_limited(&kept, "1M", &["-q"]);
    assert_eq!(code, 130, "{answer}{error}");
    assert!(!old.exists() && !state.exists(), "{error}");
    assert!(are_there(&younger) && are_there(&others), "{error}");
    let removed: Vec<&str> = error.lines().filter(|line| line.starts_with("removed ")).collect();
    let [line] = removed[..] else { panic!("{error}") };
    assert!(line.starts_with("removed to make room: 8x8 K Q R2 B2 N2: 100.0 % done, "), "{line}");
    assert!(line.contains(" of counting, 30 d 0 h ago, ") && line.ends_with(old.to_str().unwrap()), "{line}");
    assert!(!error.contains("earlier counts"), "{error}");

    let (_, error, _) = interrupt_limited(&kept, "0", &[]);
    assert!(!younger.iter().any(|path| path.exists()) && are_there(&others), "{error}");
    assert_eq!(error.matches("removed to make room: ").count(), 2, "{error}");

    let (list, ..) = kept.run(&["status"], "1M");
    let last = list.lines().last().unwrap();
    assert_eq!(last.split_once(',').unwrap().0, format!("{} journals", list.lines().count() - 1), "{list}");
    assert!(
        list.contains(" done, 1 h 01 min of counting, 400 d 0 h ago") || list.contains("1.1 years ago"),
        "{list}"
    );
}

/// Begins a long count under a limit, interrupts it when it has its journal, and removes that journal.
#[cfg(unix)]
fn interrupt_limited(kept: &Runs, limit: &str, more: &[&str]) -> (String, String, i32) {
    let answer = interrupt_with_journal(&kept.runs, &[&LONG, more].concat(), limit);
    let begun: Vec<PathBuf> = crate::common::runs::files(&kept.runs, ".jsonl");
    begun
        .iter()
        .filter(|path| path.to_str().unwrap().contains("/12x12-"))
        .for_each(|path| fs::remove_file(path).unwrap());
    answer
}

/// A limit that cannot be read is rejected before anything is counted, if there is something to limit.
#[test]
fn a_limit_is_a_size() {
    let kept = Runs::new();
    let (answer, error, code) = kept.run(&LONG, "much");
    assert_eq!((answer.as_str(), code), ("", 2), "{error}");
    let expected = "ARMISTICE_RUNS_LIMIT: 'much': expected a number and a unit: 500M, 2G, 1.5GiB";
    assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    for more in [&["--no-journal"][..], &["--journal", &kept.folder.file("mine.jsonl")], &[]] {
        let (answer, error, code) = kept.run(&[&LONG, more, &["--budget", "1s", "-q"]].concat(), "much");
        assert!(code == 3 && answer.starts_with('≥'), "{more:?}: {error}");
    }
}

/// Resuming without a name continues the count that was interrupted last, not a trial of a second after it.
#[cfg(unix)]
#[test]
fn a_trial_is_not_what_goes_on() {
    let kept = Runs::new();
    let (_, error, code) = interrupt_with_journal(&kept.runs, &LONG, "1G");
    assert_eq!(code, 130, "{error}");
    let (_, error, code) = kept.run(&["count", "14x14 N5 B4", "--threads", "1", "--budget", "1s"], "1G");
    assert_eq!((error.as_str(), code), ("", 3));
    let (answer, error, code) = kept.run(&["count", "--resume", "--budget", "1s"], "1G");
    assert!(code == 3 && answer.starts_with("12x12 B4 N5: ≥ "), "{answer}{error}");
}
