//! Every command that can take long ends soon after Ctrl-C and at the end of its time, with its partial
//! result.
//!
//! The delay is measured in the command's own CPU time, which Linux reports for a process that has ended and
//! was not yet waited for. The wall time would depend on the other work of the machine.

#![cfg(target_os = "linux")]

use crate::common::program::{Folder, armistice, signal};
use crate::common::{Random, first_seed, one_in};
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};
use std::time::Duration;

/// The CPU time that a command may take after it was stopped: half a second on each of two threads.
const SOON: f64 = 1.0;

/// Questions that take minutes or longer; `DIR` stands for a folder.
const LONG: &[&str] = &[
    "max|128x128/torus Q",
    "max|128x128 A",
    "max|30x30 Q/Q|--curve",
    "max|30x30 Q/Q|--pareto",
    "max|30x30 Q/Q|--aggressor",
    "max|20x20 Q/Q/Q",
    "max|32x32/torus Q K A",
    "max|8x8 N B R K|--count",
    "max|16x16x4 Q",
    "max|12x12 A|--engine|naive",
    "min|16x16 Q",
    "min|20x20 N Q",
    "min|20x20 Q|--dominating",
    "min|32x32 K|--dominating",
    "count|32x32 Q32",
    "count|32x32 N*",
    "count|30x30 Q8|--by-pairs",
    "count|20x20 Q20|--by-symmetry",
    "count|20x20 Q20|--divide",
    "count|20x20 Q20|--by-square",
    "count|24x24 A24|--estimate|0.01%",
    "count|16x16 Q*|--maximal",
    "count|14x14 Q6|--dominating",
    "count|22x22 Q22|--certificate|DIR/c.jsonl",
    "count|20x20 Q5/Q5",
    "count|200x200 Q5",
    "solve|20x20 Q20|--all|-o|DIR/all.txt",
    "solve|33x33 K290",
    "solve|33x33~a1 N545",
    "solve|1000x1000/torus Q1000",
    "solve|40x40 Q30 + N900",
    "solve|30x30 Q #3|--all|-o|DIR/walls.txt",
    "table|{n}x{n} Q{n}|--n|14..",
    "table|{n}x{n}/torus Kmax|--n|20..",
    "verify|A000142",
    "verify|A000170|--budget|1h",
    "explain|1000x1000/torus Q4",
    "formula|{n}x{n} Q7",
    "formula|9x{n} N*",
    "puzzle|12x12 Q12|--fewest",
    "puzzle|18x18 Q18|--completable",
    "draw|20x20 Q20|--heat|-o|DIR/heat.svg",
    "shard|22x22 Q22|--part|3/64|--out|DIR/parts",
];

/// Questions that take minutes or longer, with a time limit.
const LIMITED: &[&str] = &[
    "max|128x128/torus Q",
    "max|128x128 A",
    "max|30x30 Q/Q|--curve",
    "max|32x32/torus Q K A",
    "max|8x8 N B R K|--count",
    "min|20x20 N Q",
    "count|32x32 N*",
    "count|20x20 Q20|--by-square",
    "table|{n}x{n} Q{n}|--n|14..",
    "puzzle|12x12 Q12|--fewest",
    "shard|22x22 Q22|--part|3/64|--out|DIR/parts",
];

/// A running command, with files for its output.
struct Running {
    child: Child,
    folder: Folder,
}

impl Running {
    fn start(question: &str, more: &[&str]) -> Self {
        let folder = Folder::new("stops");
        let question = question.replace("DIR", folder.0.to_str().unwrap());
        let arguments: Vec<&str> = question.split('|').chain(more.iter().copied()).collect();
        let file = |name: &str| Stdio::from(File::create(folder.file(name)).unwrap());
        let mut command = armistice(&arguments);
        command.env("ARMISTICE_RUNS", folder.file("runs"));
        command.stdin(Stdio::null()).stdout(file("answer")).stderr(file("error"));
        Self { child: command.spawn().unwrap(), folder }
    }

    /// Returns its state, as a letter, and its CPU time in seconds.
    fn state(&self) -> (char, f64) {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // The name, in brackets, may contain any character.
        let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
        // The kernel counts in hundredths of a second.
        let time: f64 = fields[11..13].iter().map(|ticks| ticks.parse::<f64>().unwrap() / 100.0).sum();
        (fields[0].chars().next().unwrap(), time)
    }

    /// Waits until it has ended, or has taken this number of seconds.
    fn wait_for(&self, seconds: f64) -> (bool, f64) {
        loop {
            let (state, time) = self.state();
            if state == 'Z' || time >= seconds {
                return (state == 'Z', time);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Returns its output and its exit code in the form of a shell.
    fn end(mut self) -> (String, String, i32) {
        let status = self.child.wait().unwrap();
        // Before anything is read or counted, the signal itself ends the command.
        let code = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(-1);
        let read = |name: &str| fs::read_to_string(self.folder.file(name)).unwrap();
        (read("answer"), read("error"), code)
    }
}

/// Returns whether the answer states no final result.
fn is_partial(answer: &str) -> bool {
    let is_settled =
        |line: &str| line == "none" || line.contains(": no placement") || line.contains(": 0 placements");
    !answer.lines().any(is_settled)
}

#[test]
fn whatever_takes_long_stops_at_once() {
    let seed = first_seed();
    let mut random = Random::new(seed);
    let mut late = Vec::new();
    // A quarter of the questions, unless tests take all problems.
    for &question in LONG.iter().step_by(if one_in() == 1 { 1 } else { 4 }) {
        let moment = random.between(4, 25) as f64 / 100.0;
        let about = format!("seed {seed}: {question} after {moment} s");
        let running = Running::start(question, &[]);
        let (has_ended, before) = running.wait_for(moment);
        if !has_ended {
            signal(&running.child, "INT");
        }
        let (_, time) = running.wait_for(f64::INFINITY);
        let (answer, error, code) = running.end();
        let took = time - before;
        if has_ended || code != 130 || took > SOON || !is_partial(&answer) {
            let how = if has_ended { "by itself" } else { "interrupted" };
            late.push(format!("{about}: {how}, exit code {code} after {took:.2} s: {answer}{error}"));
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}

#[test]
fn whatever_takes_long_keeps_its_time_limit() {
    let mut late = Vec::new();
    for &question in LIMITED {
        let running = Running::start(question, &["--budget", "200ms"]);
        let (_, time) = running.wait_for(f64::INFINITY);
        let (answer, error, code) = running.end();
        // The command has two threads for the duration of the limit.
        if code != 3 || time > SOON + 0.4 || !is_partial(&answer) {
            late.push(format!("{question}: exit code {code} after {time:.2} s: {answer}{error}"));
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}
