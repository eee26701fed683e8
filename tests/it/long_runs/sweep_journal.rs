//! Journals of sweeps: killed, stopped, damaged, of another count.

use crate::common::program::{self, Folder, armistice, read, signal, spawn};
use crate::common::runs::lines_of;
use crate::common::{Random, first_seed};
use armistice::clock::Instant;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::OnceLock;
use std::time::Duration;

/// A sweep of some seconds, with small states.
const PROBLEM: &str = "18x32/cylinder K*";

/// Returns the command, to run in a folder with its journals.
fn inside(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = armistice(arguments);
    command.current_dir(&folder.0).env("ARMISTICE_RUNS", folder.0.join("runs"));
    command
}

fn run(folder: &Folder, arguments: &[&str]) -> (String, String, i32) {
    read(&inside(folder, arguments).output().unwrap())
}

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    spawn(&mut inside(folder, arguments))
}

/// Waits until the journal names this number of states, or the process has ended.
fn wait_for_states(journal: &Path, states: usize, child: &mut Child) {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none() {
        if lines_of("state", journal) >= states {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns the number alone, counted without a stop.
fn expected() -> &'static str {
    static NUMBER: OnceLock<String> = OnceLock::new();
    NUMBER.get_or_init(|| {
        let (number, _, code) = program::run(&["count", PROBLEM, "--no-journal", "-q"]);
        assert_eq!(code, 0);
        number
    })
}

#[test]
fn a_killed_sweep_goes_on() {
    let folder = Folder::new("killed");
    let journal = folder.0.join("n.jsonl");
    let mut random = Random::new(first_seed());
    let mut child = start(&folder, &["count", PROBLEM, "--threads", "1", "-q", "--journal", "n.jsonl"]);
    let mut kills = 0;
    for round in 1..=4 {
        wait_for_states(&journal, round, &mut child);
        std::thread::sleep(Duration::from_millis(random.between(0, 300) as u64));
        kills += i32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let threads = ["1", "2"][round % 2];
        child = start(&folder, &["count", "--resume", "n.jsonl", "--threads", threads, "-q"]);
    }
    let (number, errors, code) = read(&child.wait_with_output().unwrap());
    assert_eq!((&number[..], code), (expected(), 0), "{errors}");
    assert!(kills >= 1, "{kills} kills: the sweep is too short");
    // When the sweep is finished, its number is known immediately, and no large state is left.
    let (again, _, _) = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
    assert_eq!(again, expected());
    let (status, _, _) = run(&folder, &["status", "n.jsonl"]);
    assert!(
        status.contains("100.0 % of the sweep done") && status.contains("the count is complete"),
        "{status}"
    );
    let states = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap());
    let states: Vec<_> =
        states.filter(|entry| entry.file_name().to_string_lossy().contains("state")).collect();
    assert!(states.len() == 1 && states[0].metadata().unwrap().len() < 10_000);
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_says_how_it_goes_on_and_damage_is_seen() {
    let folder = Folder::new("interrupted");
    let journal = folder.0.join("n.jsonl");
    let mut child = start(&folder, &["count", PROBLEM, "--threads", "1", "--journal", "n.jsonl"]);
    wait_for_states(&journal, 1, &mut child);
    let status = run(&folder, &["status", "n.jsonl"]).0;
    assert!(status.contains("a process is counting"), "{status}");
    let taken = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
    assert!(taken.2 == 1 && taken.1.contains("is writing it now"), "{taken:?}");
    signal(&child, "INT");
    let (_, errors, code) = read(&child.wait_with_output().unwrap());
    assert_eq!(code, 130, "{errors}");
    assert!(errors.contains("armistice count --resume n.jsonl"), "{errors}");
    assert!(!errors.contains("older state"), "{errors}");
    let status = run(&folder, &["status", "n.jsonl", "--format", "json"]).0;
    assert!(status.contains("\"complete\":false,"), "{status}");

    // If one byte of the last state is changed, the state before it is used. If both are changed, the journal
    // is rejected.
    let number = expected();
    let whole = fs::read(&journal).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    let last = if text.lines().next_back().unwrap().contains("\"slot\":1,") { 1 } else { 2 };
    let state = |slot: usize| folder.0.join(format!("n.jsonl.state-{slot}"));
    let good = [1, 2].map(|slot| fs::read(state(slot)).unwrap());
    let damage = |slot: usize| {
        let mut bytes = good[slot - 1].clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(state(slot), bytes).unwrap();
    };
    damage(last);
    damage(3 - last);
    let refused = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
    assert!(refused.2 == 2 && refused.1.contains("damaged"), "{refused:?}");
    fs::remove_file(state(1)).unwrap();
    fs::remove_file(state(2)).unwrap();
    let refused = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
    assert_eq!((refused.2, &refused.0[..]), (2, ""), "{refused:?}");

    // Flipped bits and cut ends of the journal lead to a rejection, or to an existing state.
    fs::write(state(3 - last), &good[2 - last]).unwrap();
    damage(last);
    let mut random = Random::new(first_seed());
    for round in 0..12 {
        let mut bytes = whole.clone();
        let place = random.between(0, bytes.len() - 1);
        match round % 2 {
            0 => bytes[place] ^= 1 << random.between(0, 6),
            _ => bytes.truncate(place),
        }
        fs::write(&journal, bytes).unwrap();
        let (found, errors, code) = run(&folder, &["count", "--resume", "n.jsonl", "-q", "--budget", "20ms"]);
        assert!(found.starts_with('≥') || found == number || code == 2, "{code} {found} {errors}");
    }
    fs::write(state(3 - last), &good[2 - last]).unwrap();
    damage(last);
    fs::write(&journal, whole).unwrap();
    let (found, errors, code) = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
    assert_eq!((&found[..], code), (number, 0), "{errors}");
    assert!(errors.contains("resumes from the state before it"), "{errors}");
}

/// An automatic journal is begun only when it is worth it.
#[test]
fn a_sweep_of_a_moment_leaves_nothing() {
    let folder = Folder::new("moment");
    let (_, errors, code) = run(&folder, &["count", PROBLEM, "--threads", "1", "--budget", "50ms"]);
    assert_eq!(code, 3, "{errors}");
    // On a busy machine the moment ends before the sweep begins. Then only the suggestion to estimate is
    // printed.
    assert!(errors.lines().all(|line| line.contains("count --estimate")), "{errors}");
    assert!(!folder.0.join("runs").exists());
}

#[test]
fn a_journal_is_of_one_count() {
    let folder = Folder::new("one");
    let stopped = ["count", "6x6 K*", "--journal", "k.jsonl", "-q"];
    assert_eq!(run(&folder, &stopped).2, 0);
    let (_, errors, code) = run(&folder, &stopped);
    assert!(code == 2 && errors.contains("the file already exists"), "{errors}");
    let (_, errors, code) = run(&folder, &["count", "5x5 K*", "--resume", "k.jsonl"]);
    assert!(code == 2 && errors.contains("the journal is of the problem"), "{errors}");
    let (number, _, code) = run(&folder, &["count", "--resume", "k.jsonl", "-q"]);
    assert_eq!((&number[..], code), ("202841\n", 0));
    // The head is of another version.
    let text = fs::read_to_string(folder.0.join("k.jsonl")).unwrap();
    fs::write(folder.0.join("k.jsonl"), text.replacen("\"version\":2", "\"version\":3", 1)).unwrap();
    assert_eq!(run(&folder, &["count", "--resume", "k.jsonl"]).2, 2);
    assert_eq!(run(&folder, &["status", "k.jsonl"]).2, 2);
}
