//! Files and input of hostile users: endless and damaged files, links, pipes without a reader, characters
//! that move the cursor.

use crate::common::program::{Folder, armistice, assert_refused, interrupt_after, run, shell, signal, spawn};
use crate::common::runs::with_line_rewritten;
use armistice::clock::Instant;
use serde_json::Value;
use std::fs;
use std::time::Duration;

/// Readers of whole files stop at the first sign of a foreign file, which may be endless.
#[cfg(unix)]
#[test]
fn endless_files_are_refused() {
    for arguments in [
        &["status", "/dev/zero"][..],
        &["merge", "/dev/zero"],
        &["missing", "/dev/zero"],
        &["count", "--resume", "/dev/zero"],
        &["verify", "A000170", "--registry", "/dev/zero"],
    ] {
        let begun = Instant::now();
        let (answer, error, code) = run(arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(error.lines().count() == 1 && !error.contains("memory"), "{arguments:?}: {error}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{arguments:?}");
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said_as_it_is() {
    let folder = Folder::new("wrong-files");
    let journal = folder.file("j.jsonl");
    fs::write(&journal, "{\"line\":\"head\"}\n").unwrap();
    let (_, error, code) = run(&["merge", &journal]);
    assert_eq!(code, 2);
    assert!(error.contains("line 1 is damaged") && !error.contains("another version"), "{error}");
    let plan = folder.file("plan");
    assert_eq!(run(&["plan", "12x12 Q12", "--parts", "3", "--out", &plan]).2, 0);
    let file = format!("{plan}/plan.json");
    let whole = fs::read(&file).unwrap();
    for (content, expected) in
        [(whole[..whole.len() / 2].to_vec(), "plan.json"), (Vec::new(), "plan.json is empty")]
    {
        fs::write(&file, content).unwrap();
        let (_, error, code) = run(&["status", &plan]);
        let (_, shard_error, shard_code) = run(&["shard", "--out", &plan, "--part", "0"]);
        assert_eq!((code, shard_code), (2, 2), "{error} {shard_error}");
        assert!(shard_error.contains(expected), "{shard_error}");
        assert!(shard_error.contains("armistice plan makes the same one again"), "{shard_error}");
        assert!(!shard_error.contains("counted again") && !shard_error.contains("journal"), "{shard_error}");
    }
}

/// A table that is one value of JSON stays one, or is rejected.
#[test]
fn a_table_with_stray_brackets_is_refused() {
    let folder = Folder::new("brackets");
    let file = folder.file("t.json");
    let table = || run(&["table", "{n}x{n} Q{n}", "--n", "1..4", "-o", &file]);
    assert_eq!(table().2, 0);
    let whole = fs::read_to_string(&file).unwrap();
    let second = whole.find('\n').unwrap() + 1;
    for changed in
        [format!("{whole}]\n"), format!("{whole}[\n"), format!("{}[\n{}", &whole[..second], &whole[second..])]
    {
        fs::write(&file, &changed).unwrap();
        let (_, error, code) = table();
        assert_eq!(code, 2, "{changed}: {error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    }
    fs::write(&file, &whole).unwrap();
    assert_eq!(table().2, 0);
    assert_eq!(serde_json::from_str::<Vec<Value>>(&fs::read_to_string(&file).unwrap()).unwrap().len(), 4);
}

/// A link to a missing file stays a link, and the file is created. If nothing is written, nothing is left.
#[cfg(unix)]
#[test]
fn links_to_nothing_are_kept() {
    let folder = Folder::new("dangling");
    let (link, target) = (folder.file("link.svg"), folder.file("target.svg"));
    std::os::unix::fs::symlink("target.svg", &link).unwrap();
    let is_link = || fs::symlink_metadata(&link).unwrap().is_symlink();
    assert_eq!(run(&["solve", "3x3 Q3", "-o", &link]).2, 0);
    assert!(is_link() && !fs::exists(&target).unwrap());
    assert_eq!(run(&["draw", "4x4 Q4", "-o", &link]).2, 0);
    assert!(is_link());
    assert!(fs::read_to_string(&target).unwrap().starts_with("<svg"));
}

/// An interruption ends the program while a pipe has no reader.
#[cfg(unix)]
#[test]
fn waiting_for_a_reader_can_be_interrupted() {
    let folder = Folder::new("pipes");
    let pipe = folder.file("pipe");
    assert_eq!(shell(&format!("mkfifo {pipe}")).2, 0);
    for arguments in [
        &["verify", "A000170", "--terms", "4", "--bfile", &pipe][..],
        &["table", "{n}x{n} Q{n}", "--n", "1..3", "--svg", &pipe],
    ] {
        let mut child = spawn(&mut armistice(arguments));
        std::thread::sleep(Duration::from_secs(1));
        let asked = Instant::now();
        let mut asks = 0;
        // On a slow machine, the first interruption may come before the pipe is opened, so a second one
        // follows.
        let status = loop {
            if asked.elapsed() >= Duration::from_secs(5 * asks) {
                signal(&child, "INT");
                asks += 1;
            }
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(asks < 12, "{arguments:?} does not end");
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(status.code(), Some(130), "{arguments:?}");
    }
}

/// In the folder of journals only journals are removed.
#[test]
fn what_is_no_journal_is_not_removed() {
    let folder = Folder::new("clean");
    let runs = folder.file("runs");
    fs::create_dir(&runs).unwrap();
    let foreign = format!("{runs}/data.jsonl");
    fs::write(&foreign, "foreign\n").unwrap();
    let mut clean = armistice(&["status", "--clean", "--older-than", "1ms"]);
    let output = clean.env("ARMISTICE_RUNS", &runs).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "foreign\n");
}

/// Typed text is shown in messages without control characters.
#[test]
fn messages_have_no_control_characters() {
    for arguments in [
        &["count", "8x8 Q8", "--kernel", "a\u{9b}b"][..],
        &["frob\rb"],
        &["count", "8x8 Q8", "--a\u{202e}b"],
        &["count", "8x8 Q8", "--threads", "a\rb"],
        &["count", "8x8 Q\u{9b}8"],
    ] {
        let (_, error, code) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(!error.is_empty() && !error.contains(is_odd), "{error:?}");
    }
}

/// Returns whether a character moves a cursor, changes a colour or reverses text.
fn is_odd(c: char) -> bool {
    (c.is_control() && c != '\n') || c == '\u{202e}'
}

/// A string of JSON with all of these characters.
const EVIL: &str = r#""vm\u001b[31m\u001b]0;x\u0007\nforged: 100 %\u009b\u202e""#;

/// Asserts that the messages about a file have no control characters.
fn assert_plain(arguments: &[&str]) -> String {
    let (answer, error, _) = run(arguments);
    let all = answer + &error;
    assert!(!all.is_empty() && !all.contains(is_odd), "{arguments:?}: {all:?}");
    assert!(!all.contains("\nforged"), "{arguments:?}: {all}");
    all
}

/// Strings of a foreign journal with a correct check sum are shown on one line without control characters.
#[test]
fn journals_have_no_control_characters() {
    let folder = Folder::new("evil");
    for (problem, file) in [("6x6 Q3 N2", "units.jsonl"), ("5x5 K*", "sweep.jsonl")] {
        let journal = folder.file(file);
        assert_eq!(run(&["count", problem, "--journal", &journal, "-q"]).2, 0, "{problem}");
        let text = fs::read_to_string(&journal).unwrap();
        let mut shown = String::new();
        for (number, name) in
            [(1, "host"), (1, "machine"), (1, "version"), (0, "up_to"), (0, "schema"), (0, "line")]
        {
            let line: Value = serde_json::from_str(text.lines().nth(number).unwrap()).unwrap();
            let [from, to] = [&line[name].to_string(), EVIL].map(|value| format!("\"{name}\":{value}"));
            fs::write(&journal, with_line_rewritten(&text, number, &from, &to)).unwrap();
            shown += &assert_plain(&["status", &journal]);
            assert_plain(&["status", &journal, "--format", "json"]);
            assert_plain(&["count", "--resume", &journal]);
            assert_plain(&["merge", &journal]);
        }
        assert!(
            shown.contains("vm\\u{1b}[31m\\u{1b}]0;x\\u{7}\\u{a}forged: 100 %\\u{9b}\\u{202e}"),
            "{shown}"
        );
        // A problem must be countable, or the head is invalid.
        let from = format!("\"problem\":\"{problem}\"");
        let to = format!("\"problem\":\"{problem}\\u001b[31m\"");
        fs::write(&journal, with_line_rewritten(&text, 0, &from, &to)).unwrap();
        for arguments in [&["status", &journal][..], &["count", "--resume", &journal], &["merge", &journal]] {
            assert_plain(arguments);
            assert_refused(arguments, "line 1 is ");
        }
        // The name of the writing process is also shown without them.
        fs::write(&journal, &text).unwrap();
        let owner = format!("{{\"attempt\":\"0\",\"host\":{EVIL},\"process\":1,\"started\":1}}");
        fs::write(folder.file(&format!("{file}.lock")), owner).unwrap();
        assert!(assert_plain(&["count", "--resume", &journal]).contains("vm\\u{1b}"));
    }
}

/// A table that a foreign script requests names its family, without control characters.
#[test]
fn tables_have_no_control_characters() {
    for format in ["text", "csv", "json", "markdown", "latex", "bfile", "oeis"] {
        assert_plain(&["table", "{n}x{n} \u{1b}[31mX\u{9b}", "--n", "1..2", "--format", format]);
    }
    // The text cannot end the code span of a heading.
    let (answer, ..) = run(&["table", "{n}x{n} N`", "--n", "1..2", "--format", "markdown"]);
    assert!(answer.starts_with("`` {n}x{n} N` ``: placements\n"), "{answer}");
}

/// A foreign registry cannot move the cursor.
#[test]
fn registries_have_no_control_characters() {
    let folder = Folder::new("registry");
    let file = folder.file("own.txt");
    fs::write(&file, "ES2 | 1 | - | why\u{1b}[2Jnot | x | na\u{7}me |\n").unwrap();
    let (answer, error, code) = run(&["verify", "--registry", &file, "--list", "ES2"]);
    assert_eq!(code, 2, "{answer}");
    assert!(error.contains("line 1: a control character"), "{error}");
    assert!(!(answer + &error).contains(['\u{1b}', '\u{7}']));
}

/// States with long weights have many words. Few states are processed between two checks for a stop.
#[test]
fn a_sweep_of_heavy_states_can_be_stopped() {
    let (_, error, code) = interrupt_after(
        1_000,
        &["count", "--maximal", "25x1-a4 Q2 T1/Q T1", "--engine", "frontier", "--no-journal"],
    );
    assert_eq!(code, 130, "{error}");
}
