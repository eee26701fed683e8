//! Journals of running counts: killed, stopped, continued, written by two processes, on a full disk, and
//! automatic ones.

use crate::common::program::{
    Folder, armistice, assert_put_off, assert_refused, interrupt_with_journal, kill_at_random,
    kill_at_random_after, read, run, shell, signal, start,
};
use crate::common::runs::{STEADY, STEADY_COUNT, files, lines_of, rewritten, value_of};
use crate::common::{Random, first_seed, one_in};
use std::fs;
use std::time::Duration;

/// A problem with about a second of work on two cores.
const QUEENS: &str = "18x18 Q18";
const QUEENS_COUNT: u64 = 666_090_624;
/// A problem with more than ten seconds of work on any core, so that a journal is begun immediately, and with
/// small units.
const LONG: &str = "12x12 N5 B4";

/// Returns the units and placements that a journal has now, as `status` reports them.
fn progress(journal: &str) -> (u64, u64, f64) {
    let (answer, error, code) = run(&["status", "--format", "json", journal]);
    assert_eq!((error.as_str(), code), ("", 0), "{answer}");
    let status: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let count = status["count"].as_str().unwrap().parse().unwrap();
    (status["units_done"].as_u64().unwrap(), count, status["share"].as_f64().unwrap())
}

/// Returns the command that a message suggests, as its arguments.
#[cfg(unix)]
fn offered(message: &str) -> Vec<String> {
    let line = message.lines().find(|line| line.contains("resume with: ")).unwrap_or_default();
    let command = line.split_once("resume with: ").unwrap_or_else(|| panic!("no command: {message}")).1;
    // Folders of tests have simple names, so that only quotation marks quote words.
    let words: Vec<String> =
        command.split(' ').map(|word| word.trim_matches(['\'', '"']).to_owned()).collect();
    assert!(words[0].ends_with("armistice"), "{command}");
    words[1..].to_vec()
}

/// A count of a second is killed 25 times at random times. If it is completed before a kill, it begins again.
#[cfg(unix)]
#[test]
fn a_killed_count_goes_on() {
    let folder = Folder::new("killed");
    let journal = folder.file("queens.jsonl");
    let seed = first_seed();
    let mut random = Random::new(seed);
    let (mut kills, mut ends, mut most_sessions): (u32, u32, usize) = (0, 0, 0);
    let mut before = (0, 0, 0.0);
    while kills < 25 || ends == 0 {
        // Without a complete line there is nothing to continue from, and the command says so.
        let has_line = fs::read(&journal).is_ok_and(|bytes| bytes.contains(&b'\n'));
        if !has_line {
            let _ = fs::remove_file(&journal);
            before = (0, 0, 0.0);
        }
        let arguments = match has_line {
            true => vec!["count", "-q", "--threads", "2", "--resume", &journal],
            false => vec!["count", "-q", "--threads", "2", "--journal", &journal, QUEENS],
        };
        let told = format!("seed {seed}, kill {kills}: {arguments:?}");
        // At last the count may run undisturbed.
        let (was_killed, output) = match kills {
            25 => (false, armistice(&arguments).output().unwrap()),
            // Every second time, the kill waits until the count has begun a session, so that a busy machine
            // also makes several.
            _ if kills % 2 == 1 => {
                let sessions = lines_of("session", &journal);
                let has_begun = || lines_of("session", &journal) > sessions;
                kill_at_random_after(has_begun, &arguments, &mut random, 100)
            }
            _ => kill_at_random(&arguments, &mut random, 400),
        };
        if was_killed {
            kills += 1;
            if fs::read(&journal).is_ok_and(|bytes| bytes.contains(&b'\n')) {
                let now = progress(&journal);
                // No written line is lost, and the written counts are a lower bound.
                assert!(
                    now.0 >= before.0 && now.1 >= before.1 && now.2 >= before.2,
                    "{told}: {before:?}, {now:?}"
                );
                assert!(now.1 <= QUEENS_COUNT, "{told}: {now:?}");
                before = now;
            }
            continue;
        }
        assert_eq!(read(&output), (format!("{QUEENS_COUNT}\n"), String::new(), 0), "{told}");
        most_sessions = most_sessions.max(lines_of("session", &journal));
        // Counted units stay counted.
        let again = run(&["count", "-q", "--resume", &journal]);
        assert_eq!(again, (format!("{QUEENS_COUNT}\n"), String::new(), 0), "{told}");
        assert_eq!(progress(&journal).1, QUEENS_COUNT, "{told}");
        fs::remove_file(&journal).unwrap();
        before = (0, 0, 0.0);
        ends += 1;
    }
    assert!(most_sessions > 2, "seed {seed}: no count was made in several sessions");
}

/// Waits until a journal has this number of blocks, which shows that the command counts.
#[cfg(unix)]
fn wait_for_blocks(journal: &str, number: usize) {
    for _ in 0..6000 {
        if lines_of("block", journal) >= number {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{journal}: nothing is written in a minute");
}

/// The command in the message after Ctrl-C can be typed word for word, and continues the count.
#[cfg(unix)]
#[test]
fn an_interrupted_count_says_how_to_go_on() {
    let folder = Folder::new("interrupted");
    let journal = folder.file("pieces.jsonl");
    let mut words: Vec<String> = ["count", "--journal", &journal, LONG].map(str::to_owned).into();
    for (number, name) in ["INT", "TERM", "INT"].into_iter().enumerate() {
        let before = lines_of("block", &journal);
        let child = start(&words.iter().map(String::as_str).collect::<Vec<_>>());
        wait_for_blocks(&journal, before + 1);
        signal(&child, name);
        let (answer, error, code) = read(&child.wait_with_output().unwrap());
        assert_eq!(code, 130, "{words:?}, {name}: {answer}{error}");
        assert!(answer.starts_with("12x12 B4 N5: ≥ ") && !answer.contains("≥ 0 "), "{answer}");
        assert!(error.contains("interrupted; resume with: "), "{error}");
        words = offered(&error);
        assert_eq!(words, ["count", "--resume", &journal]);
        assert_eq!(lines_of("session", &journal), number + 1);
        assert!(!fs::exists(format!("{journal}.lock")).unwrap());
    }
}

/// The suggested commands lead to the right number, after a limit and after a signal.
#[cfg(unix)]
#[test]
fn a_stopped_count_is_a_lower_bound_and_goes_on() {
    let folder = Folder::new("stopped");
    let journal = folder.file("pieces.jsonl");
    // On a busy machine a second may be too short for the first unit.
    let (error, bound) = ["1s", "4s", "16s"]
        .into_iter()
        .find_map(|budget| {
            let _ = fs::remove_file(&journal);
            let arguments = ["count", STEADY, "--threads", "1", "--journal", &journal, "--budget", budget];
            let (answer, error, code) = run(&arguments);
            assert_eq!(code, 3, "{arguments:?}: {answer}{error}");
            assert!(answer.starts_with("12x12 B3 N5: ≥ "), "{answer}");
            let bound = progress(&journal);
            (bound.0 > 0).then_some((error, bound))
        })
        .expect("no unit in 16 seconds");
    assert!(error.contains("stopped; resume with: "), "{error}");
    assert!(bound.1 < STEADY_COUNT, "{bound:?}");
    // The problem may be typed again. Threads, instructions and the form of the answer may differ.
    let words = offered(&error);
    let resume: Vec<&str> = words.iter().map(String::as_str).collect();
    let more = [STEADY, "--budget", "20ms", "--format", "json", "--threads", "1", "--kernel", "portable"];
    let (answer, error, code) = run(&[&resume[..], &more].concat());
    assert_eq!(code, 3, "{answer}{error}");
    let line: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(line["complete"], false, "{answer}");
    assert_eq!(run(&[&resume[..], &["-q"]].concat()), (format!("{STEADY_COUNT}\n"), String::new(), 0));
    assert_eq!(lines_of("session", &journal), 3);
    // A journal that was requested is kept.
    assert_eq!(run(&["status", &journal]).0.lines().last(), Some("the count is complete"));
}

/// A second process learns who has the journal. A dead process no longer has it.
#[cfg(unix)]
#[test]
fn a_journal_has_one_writer() {
    let folder = Folder::new("writers");
    let journal = folder.file("queens.jsonl");
    let first = ["count", LONG, "--journal", &journal, "--budget", "1s", "-q"];
    assert_eq!(run(&first).2, 3, "{first:?}");
    let resume = ["count", "--resume", &journal, "--threads", "1"];
    let mut child = start(&resume);
    let lock = format!("{journal}.lock");
    // The lock must have a name in it first.
    for _ in 0..1000 {
        if fs::read_to_string(&lock).is_ok_and(|text| text.ends_with('}')) {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let owner = format!("process {} on {} is writing it now", child.id(), armistice::run::host());
    assert_put_off(&resume, &owner);
    assert_refused(&["count", "8x8 Q8", "--journal", &journal], "the file already exists");
    // Whether a process was rejected or not, it has not taken the lock from its owner.
    assert_put_off(&resume, &owner);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(fs::exists(&lock).unwrap(), "what is killed leaves its lock behind");
    let (answer, error, code) = run(&["count", "--resume", &journal, "--budget", "100ms", "-q"]);
    assert_eq!(code, 3, "{answer}{error}");
    assert!(!fs::exists(&lock).unwrap());
}

/// A process on another machine may be alive although it cannot be checked.
#[test]
fn a_writer_on_another_machine_is_waited_for() {
    let folder = Folder::new("elsewhere");
    let journal = folder.file("queens.jsonl");
    assert_eq!(run(&["count", "8x8 Q8", "--journal", &journal, "-q"]), ("92\n".into(), String::new(), 0));
    let lock = format!("{journal}.lock");
    let owner = r#"{"attempt":"0123456789ab","host":"elsewhere","process":7,"started":1}"#;
    fs::write(&lock, owner).unwrap();
    assert_put_off(&["count", "--resume", &journal], "process 7 on elsewhere wrote it ");
    assert_eq!(fs::read_to_string(&lock).unwrap(), owner);
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(600);
    fs::File::options().write(true).open(&lock).unwrap().set_modified(long_ago).unwrap();
    assert_eq!(run(&["count", "--resume", &journal, "-q"]), ("92\n".into(), String::new(), 0));
    // A lock without a name has no owner. A file of any other content is not a lock, and is left alone.
    for nameless in [&b""[..], b"{", b"\x00\x00\x00"] {
        fs::write(&lock, nameless).unwrap();
        assert_eq!(run(&["count", "--resume", &journal, "-q"]), ("92\n".into(), String::new(), 0));
        assert!(!fs::exists(&lock).unwrap());
    }
    for foreign in [&b"\xff\xfe\x00"[..], &[b'x'; 100_000]] {
        fs::write(&lock, foreign).unwrap();
        assert_refused(&["count", "--resume", &journal], "not a lock of this program");
        assert_eq!(fs::read(&lock).unwrap(), foreign);
    }
}

/// If the disk is full, the journal is lost but never the count.
#[cfg(unix)]
#[test]
fn a_full_disk_does_not_stop_a_count() {
    let folder = Folder::new("full");
    // A limit on the sizes of files, in blocks of 512 bytes (in some shells of 1024), acts like a full disk.
    let limited = |blocks: usize, problem: &str, journal: &str, more: &str| {
        shell(&format!("ulimit -f {blocks}; exec armistice count {problem} -q --journal {journal} {more}"))
    };
    let pieces = ("8x8 R2 B2 N2 Q2 K2", 41_384_560);
    // First the head has no room. Then the disk has room for a few lines of the queens.
    for (blocks, (problem, count)) in [
        (0, pieces),
        (1, pieces),
        (2, pieces),
        (3, pieces),
        (4, pieces),
        (20, pieces),
        (6, (QUEENS, QUEENS_COUNT)),
    ] {
        let journal = folder.file(&format!("{blocks}.jsonl"));
        let (answer, error, code) = limited(blocks, problem, &journal, "");
        let told = format!("{problem}, {blocks} blocks: {error}");
        assert_eq!((answer, code), (format!("{count}\n"), 0), "{told}");
        let lines: Vec<&str> = error.lines().collect();
        assert_eq!(lines.len(), 2, "{told}");
        assert!(lines[0].contains("cannot be written at the moment: "), "{told}");
        assert!(lines[1].contains("could not be written; the journal is incomplete"), "{told}");
        // Only the end of the file is incomplete, and with room the count continues.
        if !fs::read(&journal).unwrap().contains(&b'\n') {
            assert_refused(&["count", "--resume", &journal], "nothing was written to it");
            continue;
        }
        assert!(progress(&journal).1 < count, "{told}");
        let resumed = run(&["count", "--resume", &journal, "-q", "--threads", "2"]);
        assert_eq!(resumed, (format!("{count}\n"), String::new(), 0), "{told}");
        assert_eq!(progress(&journal).1, count, "{told}");
    }
    let journal = folder.file("stopped.jsonl");
    let (answer, error, code) = limited(1, LONG, &journal, "--budget 2s");
    assert!(answer.starts_with('≥') && code == 3, "{answer}{error}");
    assert!(error.contains("the latest results are lost"), "{error}");
}

#[test]
fn a_journal_that_cannot_be_begun_is_one_line() {
    let folder = Folder::new("begun");
    let journal = folder.file("there.jsonl");
    fs::write(&journal, "mine").unwrap();
    assert_refused(
        &["count", "8x8 Q8", "--journal", &journal],
        "the file already exists: resume it with --resume",
    );
    assert_eq!(fs::read_to_string(&journal).unwrap(), "mine");
    assert!(!fs::exists(format!("{journal}.lock")).unwrap());
    assert_refused(&["count", "8x8 Q8", "--journal", folder.0.to_str().unwrap()], "the file already exists");
    assert_put_off(
        &["count", "8x8 Q8", "--journal", &folder.file("not/there.jsonl")],
        "no such file or folder",
    );
    assert_put_off(&["count", "--resume", &folder.file("not.jsonl")], "no such file or folder");
    assert_refused(&["count", "--resume", folder.0.to_str().unwrap()], "not a journal");
    // Nothing is left of rejected commands.
    assert_eq!(files(&folder.0, ""), [folder.0.join("there.jsonl")]);
    // A count that has neither units nor states says so, and is made.
    let journal = folder.file("kings.jsonl");
    let (answer, error, code) = run(&["count", "2x2 K*", "-q", "--engine", "naive", "--journal", &journal]);
    assert_eq!((answer.as_str(), code), ("5\n", 0), "{error}");
    assert!(error.contains("no journal is kept: the naive engine counts in one go"), "{error}");
}

/// Every rejection names the difference.
#[test]
fn a_journal_goes_on_only_with_its_own_count() {
    let folder = Folder::new("own");
    let journal = folder.file("pieces.jsonl");
    let problem = "6x6 Q3 N2";
    let arguments = ["count", problem, "-q", "--engine", "cells", "--journal", &journal];
    let (answer, error, code) = run(&arguments);
    assert_eq!((error.as_str(), code), ("", 0), "{arguments:?}");
    let resumed = |more: &[&str]| run(&[&["count", "--resume", &journal, "-q"], more].concat());
    for more in [
        &[][..],
        &[problem],
        &["6x6", "N2", "Q3"],
        &["--engine", "cells"],
        &["--kernel", "portable", "--threads", "3"],
    ] {
        assert_eq!(resumed(more), (answer.clone(), String::new(), 0), "{more:?}");
    }
    let refused = |more: &[&str], expected: &str| {
        assert_refused(&[&["count", "--resume", &journal], more].concat(), expected);
    };
    refused(&["6x6 Q3 N3"], "the journal is of the problem 6x6 Q3 N2, not of 6x6 Q3 N3");
    refused(&["6x6 Q3 N2 X0 X=W"], "the journal is of the problem 6x6 Q3 N2, not of ");
    refused(&["--up-to", "symmetry"], "the count was started with placements up to nothing");
    refused(&["--engine", "frontier"], "the count was started with the engine cells");
    let classes = folder.file("classes.jsonl");
    assert_eq!(run(&["count", problem, "-q", "--up-to", "symmetry", "--journal", &classes]).2, 0);
    assert_refused(
        &["count", "--resume", &classes, "--up-to", "armies"],
        "the count was started with placements up to symmetry",
    );
    // The text is one that another version of the program would have written.
    let text = fs::read_to_string(&journal).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    let units: usize = value_of(head.rsplit_once("\"factor\"").unwrap().1, "units").parse().unwrap();
    let engine = "\"engine\":\"cells\"";
    let version = value_of(head.split_once(engine).unwrap().1, "version");
    let [version, other_version] = [version, "999"].map(|version| format!("{engine},\"version\":{version}"));
    let digest = value_of(head, "plan").trim_matches('"').to_owned();
    let other_digest: String = digest.chars().rev().collect();
    for (from, to, expected) in [
        (version.as_str(), other_version.as_str(), "it was counted by cells 999, not cells "),
        ("\"engine\":\"cells\",\"version\"", "\"engine\":\"dragons\",\"version\"", "counted by dragons "),
        (&digest, &other_digest, "its units are others"),
        (
            &format!("\"units\":{units},\"plan\""),
            &format!("\"units\":{},\"plan\"", units + 1),
            "the number of its units is ",
        ),
        (
            "\"schema\":\"armistice.run/2\"",
            "\"schema\":\"armistice.run/3\"",
            "the schema is armistice.run/3, but this program reads armistice.run/2",
        ),
        ("\"problem\":\"6x6 Q3 N2\"", "\"problem\":\"6x6 Q2 N3\"", "but the recorded hash differs"),
        ("\"problem\":\"6x6 Q3 N2\"", "\"problem\":\"6x6 N2 Q3\"", "but the recorded hash differs"),
        (
            "\"problem\":\"6x6 Q3 N2\"",
            "\"problem\":\"6y6\"",
            "line 1 is of a kind or version that this program does not write (the problem: ",
        ),
        (
            "\"up_to\":\"nothing\"",
            "\"up_to\":\"symmetry\"",
            "does not belong to this problem: it is put together in ",
        ),
        ("\"up_to\":\"nothing\"", "\"up_to\":\"everything\"", "made by another version of this program"),
        (
            "\"engine\":\"cells\",\"shared\"",
            "\"engine\":\"dragons\",\"shared\"",
            "made by another version of ",
        ),
        ("\"engine\":{\"engine\":\"cells\"", "\"engine\":{\"engine\":\"dragons\"", "expected one of best, "),
        ("\"kernel\":", "\"kernel\":\"none\",\"kernels\":", "expected one of portable, "),
        ("\"tree\":", "\"trees\":", "missing field `tree`"),
        (
            "\"counts\":\"all\"",
            "\"counts\":\"classes\"",
            "does not belong to this problem: it counts something else",
        ),
        ("\"counts\":\"all\"", "\"counts\":\"some\"", "unknown variant `some`"),
        (
            &format!("\"units\":{units},\"divisor\""),
            &format!("\"units\":{},\"divisor\"", units + 1),
            "its units are others",
        ),
        (
            "\"line\":\"head\"",
            "\"line\":\"hat\"",
            "line 1 is of a kind or version that this program does not write",
        ),
        ("\"divisor\":1", "\"divisor\":0", "its units are others"),
        ("\"factor\":\"1\"", "\"factor\":\"x\"", "its units are others"),
    ] {
        let other = folder.file("other.jsonl");
        fs::write(&other, rewritten(head, from, to) + rest).unwrap();
        assert_refused(&["count", "--resume", &other], expected.trim_start_matches("line 1: "));
        // `status` may or may not be able to show the file, but never crashes.
        let code = run(&["status", &other]).2;
        assert!(code == 0 || code == 2, "{to}: {code}");
        fs::remove_file(&other).unwrap();
    }
    // The way to combine counts follows from the problem.
    let text = fs::read_to_string(&classes).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    for (from, to) in [
        ("\"times\":2", "\"times\":3"),
        ("\"divisor\":8", "\"divisor\":4"),
        ("\"is_subtracted\":false", "\"is_subtracted\":true"),
        ("\"class\":1", "\"class\":7"),
    ] {
        let other = folder.file("other.jsonl");
        fs::write(&other, rewritten(head, from, to) + rest).unwrap();
        assert_refused(
            &["count", "--resume", &other],
            "does not belong to this problem: it counts something else",
        );
        fs::remove_file(&other).unwrap();
    }
    let text = fs::read_to_string(&journal).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    // Differences that only affect the expected speed are accepted.
    for (from, to) in [
        ("\"expected_seconds\":", "\"expected_seconds\":1e300,\"x\":"),
        ("\"calibration\":", "\"calibration\":1e-300,\"x\":"),
    ] {
        let other = folder.file("other.jsonl");
        fs::write(&other, rewritten(head, from, to) + rest).unwrap();
        let (number, error, code) = run(&["count", "--resume", &other, "-q"]);
        assert!(
            (&number, code) == (&answer, 0) || (code == 2 && error.lines().count() == 1),
            "{to}: {number}{error}"
        );
    }
}

/// A long count keeps a journal, which is removed when the number is known.
#[cfg(unix)]
#[test]
fn a_journal_that_nobody_asked_for() {
    let folder = Folder::new("automatic");
    let runs = folder.0.join("state/runs");
    let with_runs =
        |arguments: &[&str]| read(&armistice(arguments).env("ARMISTICE_RUNS", &runs).output().unwrap());
    let journals = || if runs.exists() { files(&runs, "") } else { Vec::new() };
    // Short counts leave nothing, nor do counts that must not leave anything.
    assert_eq!(with_runs(&["count", "8x8 Q8", "-q"]), ("92\n".into(), String::new(), 0));
    let (answer, error, code) =
        with_runs(&["count", LONG, "--threads", "1", "--no-journal", "--budget", "2s"]);
    assert!(code == 3 && answer.contains('≥') && !error.contains("goes on"), "{answer}{error}");
    assert!(journals().is_empty(), "{:?}", journals());
    // A count whose time limit is too short to make a journal worth it leaves nothing either.
    if one_in() == 1 {
        let (answer, error, code) = with_runs(&["count", LONG, "--threads", "1", "--budget", "9.9s"]);
        assert!(code == 3 && answer.contains('≥') && error.is_empty(), "{answer}{error}");
        assert!(journals().is_empty(), "{:?}", journals());
    }
    // A count that is expected to take long has a journal from the beginning.
    let long = ["count", LONG, "--threads", "1"];
    let (answer, error, code) = interrupt_with_journal(&runs, &long, "1G");
    assert_eq!(code, 130, "{answer}{error}");
    assert_eq!(journals().len(), 1, "{error}");
    let journal = journals()[0].to_str().unwrap().to_owned();
    assert!(error.contains("this takes a while; if interrupted, resume with: "), "{error}");
    assert_eq!(offered(&error), ["count", "--resume", &journal]);
    let known = progress(&journal);
    // A brief attempt is not worth a journal, nor is one without a journal: the old one is not touched.
    for more in [["--budget", "1s"], ["--no-journal", "--budget=1s"]] {
        let (_, error, code) = with_runs(&[&long[..], &more].concat());
        assert_eq!((code, progress(&journal)), (3, known), "{more:?}: {error}");
    }
    // The same command typed again continues the count.
    let (_, error, code) = interrupt_with_journal(&runs, &long, "1G");
    assert_eq!(code, 130, "{error}");
    let percent = (known.2 * 1000.0).floor() / 10.0;
    let stopped = format!("the same count was interrupted at {percent:.1} %, and continues there: ");
    assert!(error.contains(&stopped) && error.contains(&journal), "{error}");
    assert_eq!(journals().len(), 1);
    let further = progress(&journal);
    assert!(further.0 > known.0 && further.2 > known.2);
    // The name of the journal also continues the count, and the journal remains.
    let (_, error, code) = with_runs(&["count", "--resume", &journal, "--budget", "2s"]);
    assert_eq!(code, 3, "{error}");
    assert!(progress(&journal).0 > further.0);
    // Once a count is complete, its journal is removed with its lock.
    fs::remove_dir_all(&runs).unwrap();
    fs::create_dir_all(&runs).unwrap();
    let journal = runs.join("mine.jsonl");
    let journal = journal.to_str().unwrap();
    // On a busy machine the time may be up before the first unit is done, which leaves no journal.
    for budget in ["100ms", "1s", "5s"] {
        let stopped =
            with_runs(&["count", STEADY, "-q", "--journal", journal, "--threads", "1", "--budget", budget]);
        assert_eq!(stopped.2, 3, "{stopped:?}");
        if fs::exists(journal).unwrap() {
            break;
        }
    }
    let (answer, error, code) = with_runs(&["count", "--resume", journal, "-q"]);
    assert_eq!((answer, code), (format!("{STEADY_COUNT}\n"), 0), "{error}");
    assert!(journals().is_empty(), "{:?}", journals());
}

/// The number is the same with a journal and without.
#[test]
fn a_journal_does_not_change_a_number() {
    let folder = Folder::new("same");
    let cases: [(&str, &[&str]); 9] = [
        ("8x8 Q8", &[]),
        ("7x7 R2 B2 N2", &[]),
        ("8x8/torus N3 K2", &[]),
        ("6x6-a1,c3 Q3 N2", &[]),
        ("8x8 Q8", &["--up-to", "symmetry"]),
        ("6x6 K3 N2", &["--up-to", "symmetry", "--engine", "cells"]),
        ("6x6 Q4/Q4", &["--up-to", "armies"]),
        ("5x5 Q2/Q2/Q2", &["--up-to", "armies"]),
        ("5x5 N3", &["--up-to", "translation"]),
    ];
    for (number, (problem, more)) in cases.into_iter().enumerate() {
        let arguments = [&["count", problem, "--format", "json"], more].concat();
        let numbers = |arguments: &[&str]| {
            let (answer, error, code) = run(arguments);
            assert_eq!((error.as_str(), code), ("", 0), "{arguments:?}");
            let line: serde_json::Value = serde_json::from_str(&answer).unwrap();
            ["count", "placements", "nodes", "complete"].map(|name| line[name].clone())
        };
        let plain = numbers(&arguments);
        let journal = folder.file(&format!("{number}.jsonl"));
        assert_eq!(numbers(&[&arguments[..], &["--journal", &journal]].concat()), plain, "{arguments:?}");
        assert_eq!(numbers(&["count", "--format", "json", "--resume", &journal]), plain, "{arguments:?}");
    }
}
