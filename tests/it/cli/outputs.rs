//! The outputs of commands: the format follows from the file's name or the name is rejected, only regular
//! files are replaced, and lists can be pasted as they are.

use crate::common::program::{Folder, feed, interrupt, interrupt_after, run, shell};
use serde_json::Value;
use std::fs;

#[test]
fn solve_goes_by_the_name_of_the_file() {
    let folder = Folder::new("solve-names");
    let written = |name: &str, more: &[&str]| {
        let file = folder.file(name);
        let (answer, error, code) = run(&[&["solve", "6x6 Q6", "-o", &file], more].concat());
        assert_eq!((answer.as_str(), error.as_str(), code), ("", "", 0), "{name}");
        fs::read(&file).unwrap()
    };
    let text = |name: &str, more: &[&str]| String::from_utf8(written(name, more)).unwrap();
    assert!(text("q.txt", &[]).starts_with("Solution #1:\n"));
    assert!(text("q.svg", &[]).starts_with("<svg"));
    assert!(written("q.png", &[]).starts_with(b"\x89PNG"));
    assert_eq!(text("q.fen", &["--all"]).lines().count(), 4);
    let one: Value = serde_json::from_str(&text("one.json", &[])).unwrap();
    assert_eq!(one["schema"], "armistice.solve/1");
    let all: Vec<Value> = serde_json::from_str(&text("all.json", &["--all"])).unwrap();
    assert_eq!((all.len(), &all[3]["number"]), (4, &Value::from(4)));
    let lines = text("all.jsonl", &["--all"]);
    assert_eq!(lines.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count(), 4);
    // A typed format overrides the name.
    assert!(text("squares.json", &["--format", "squares"]).starts_with('Q'));
    // Without a placement, the list is empty and there is no picture.
    let file = folder.file("none.json");
    run(&["solve", "3x3 Q3", "--all", "-o", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "[\n]\n");
    let file = folder.file("none.svg");
    assert_eq!(run(&["solve", "3x3 Q3", "-o", &file]).0, "3x3 Q3: none\n");
    assert!(!fs::exists(&file).unwrap());
}

#[test]
fn names_that_say_nothing_are_refused_and_nothing_is_written() {
    let folder = Folder::new("names");
    for (arguments, name, expected) in [
        (&["solve", "6x6 Q6"][..], "q.doc", "use .txt, .fen, .json, .jsonl, .svg, .png, .pdf or .tex"),
        (&["solve", "6x6 Q6", "--all"], "q.svg", "one picture is written"),
        (&["trace", "6x6 Q6"], "t.mp4", "use .html or .gif"),
        (&["draw", "6x6 Q6"], "q.jpg", "use .svg, .png, .pdf, .html or .tex"),
    ] {
        let file = folder.file(name);
        let (answer, error, code) = run(&[arguments, &["-o", &file]].concat());
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert!(!fs::exists(&file).unwrap(), "{arguments:?}");
    }
    // Pixels would lack the names and numbers of a chart.
    for name in ["growth.png", "growth.html", "growth"] {
        let (_, error, code) = run(&["table", "{n}x{n} Q{n}", "--n", "1..4", "--svg", &folder.file(name)]);
        assert!(code == 2 && error.contains("cannot tell the format from this name: use .svg"), "{error}");
    }
}

/// There are six colours. Further lines are dashed.
#[test]
fn lines_of_a_chart_differ() {
    let folder = Folder::new("chart");
    let file = folder.file("kings.svg");
    assert_eq!(run(&["table", "{n}x{n} K{k}", "--n", "1..8", "--k", "0..", "--svg", &file]).2, 0);
    let svg = fs::read_to_string(&file).unwrap();
    let strokes: Vec<&str> = svg
        .lines()
        .filter(|line| line.starts_with("<path class=\"curve\" stroke") && line.contains("\" d=\"M"))
        .filter_map(|line| line.split(" d=").next())
        .collect();
    let mut distinct = strokes.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert!(distinct.len() >= 8, "{strokes:?}");
}

/// A table called `.json` is always one value, even after stops. A table of lines is continued as such a
/// value.
#[test]
fn a_table_in_json_is_one_value() {
    let folder = Folder::new("value");
    let file = folder.file("queens.json");
    let rows = |file: &str| -> Vec<(i64, String)> {
        let rows: Vec<Value> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let row = |row: &Value| (row["values"]["n"].as_i64().unwrap(), row["count"].as_str().unwrap().into());
        rows.iter().map(row).collect()
    };
    let table = |range: &str, file: &str| {
        let (answer, error, code) = run(&["table", "{n}x{n} Q{n}", "--n", range, "-o", file]);
        assert_eq!((answer.as_str(), error.as_str(), code), ("", "", 0));
    };
    let expected =
        [(4, "2"), (5, "10"), (6, "4"), (7, "40"), (8, "92")].map(|(n, count)| (n, count.to_owned()));
    table("5..6", &file);
    assert_eq!(rows(&file), expected[1..3]);
    table("4..7", &file);
    assert_eq!(rows(&file), expected[..4]);
    table("4..8", &file);
    assert_eq!(rows(&file), expected);
    table("4..8", &file);
    assert_eq!(rows(&file), expected);
    // A table that is cut off anywhere, as by a kill, is continued.
    let whole = fs::read(&file).unwrap();
    for cut in (0..whole.len()).step_by(97) {
        fs::write(&file, &whole[..cut]).unwrap();
        table("4..8", &file);
        assert_eq!(rows(&file), expected, "cut at {cut}");
    }
    let lines = folder.file("lines.jsonl");
    table("4..6", &lines);
    assert!(!fs::read_to_string(&lines).unwrap().contains('['));
    fs::rename(&lines, &file).unwrap();
    table("4..8", &file);
    assert_eq!(rows(&file), expected);
}

/// On a terminal, commas between digits would be confused with those between terms.
#[cfg(unix)]
#[test]
fn terms_are_never_grouped() {
    let (answer, _, code) =
        shell("script -qec \"armistice table '{n}x{n} K{k}' --n 6 --k 0..\" /dev/null 2> /dev/null");
    if code == 127 || answer.contains("not found") {
        return;
    }
    assert!(answer.contains("n = 6: 1, 36, 520, 3920, 16834, 42368, 62266, 51504, 21792, 3600"), "{answer}");
}

#[test]
fn of_a_largest_number_one_value_is_chosen() {
    let knights = |more: &[&str]| run(&[&["table", "{n}x{n} Nmax", "--n", "3..5"], more].concat());
    assert_eq!(knights(&["--format", "bfile"]).0, "3 5\n4 8\n5 13\n");
    assert_eq!(knights(&["--format", "bfile", "--value", "placements"]).0, "3 2\n4 6\n5 1\n");
    let (text, ..) = knights(&["--value", "maximum"]);
    assert!(text.contains("largest number of {n}x{n} Nmax\n") && text.ends_with("\n5  13\n"), "{text}");
    let (latex, ..) = knights(&["--format", "latex"]);
    assert!(latex.contains("\\begin{tabular}{rrr}") && latex.contains("$5$ & 13 & 1 \\\\"), "{latex}");
    let (_, error, code) = run(&["table", "{n}x{n} Q{n}", "--n", "4", "--value", "maximum"]);
    assert!(code == 2 && error.contains("only to maxima"), "{error}");
}

/// A device stays a device, a pipe's reader gets the output, and a link keeps pointing.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_to_and_never_replaced() {
    let folder = Folder::new("special");
    let pipe = folder.file("pipe");
    for line in [
        "armistice verify A000170 --terms 4 --bfile PIPE",
        "armistice table '{n}x{n} Q{n}' --n 1..3 --svg PIPE",
        "armistice solve 6x6 Q6 -o PIPE",
        "armistice draw 6x6 Q6 --format svg -o PIPE",
        "armistice trace 6x6 Q6 -o PIPE",
    ] {
        let line = line.replace("PIPE", &pipe);
        let (read, error, code) = shell(&format!(
            "mkfifo {pipe} && {{ timeout 20 cat {pipe} > {pipe}.read & {line} > {pipe}.said; wait; }}; \
             test -p {pipe} && rm {pipe} && wc -c < {pipe}.read"
        ));
        assert_eq!((error.as_str(), code), ("", 0), "{line}");
        assert!(read.trim().parse::<u64>().unwrap() > 5, "{line}: {read}");
    }
    // Standard output, given by its name, is a file.
    let (_, error, code) = shell(&format!(
        "{{ echo before; armistice solve 6x6 Q6 --format squares -o /dev/stdout; echo after; }} > {pipe}.out"
    ));
    let all = fs::read_to_string(format!("{pipe}.out")).unwrap();
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(all.starts_with("before\nQ") && all.ends_with("after\n"), "{all}");
}

/// Links that another user has planted at names next to a journal are not followed.
#[cfg(unix)]
#[test]
fn planted_links_are_not_followed() {
    let folder = Folder::new("planted");
    let (victim, journal) = (folder.file("victim"), folder.file("q.jsonl"));
    fs::write(&victim, "PRECIOUS").unwrap();
    std::os::unix::fs::symlink(&victim, format!("{journal}.lock")).unwrap();
    let (_, error, code) = run(&["count", "8x8 Q8", "--engine", "cells", "--journal", &journal]);
    assert!(code == 2 && error.contains("not a file"), "{error}");
    fs::remove_file(format!("{journal}.lock")).unwrap();
    std::os::unix::fs::symlink(&victim, format!("{journal}.state-1")).unwrap();
    let _ = fs::remove_file(&journal);
    let (answer, error, code) =
        run(&["count", "9x9 N* K2", "--engine", "frontier", "--journal", &journal, "-q"]);
    assert_eq!((error.as_str(), code), ("", 0), "{answer}");
    assert_eq!(fs::read_to_string(&victim).unwrap(), "PRECIOUS");
}

/// If a list cannot be written completely, the old file remains.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_old_file() {
    let folder = Folder::new("full");
    let file = folder.file("q.txt");
    fs::write(&file, "old").unwrap();
    let (_, error, code) = shell(&format!("ulimit -f 8; armistice solve 8x8 Q8 --all -o {file}"));
    assert!(code == 1 && error.contains("q.txt"), "{code}: {error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

/// If a line fails during the count, only this line is lost. If another engine supports it, nothing fails.
#[test]
fn a_batch_goes_on_after_a_line_that_fails() {
    let lines = "8x8 Q8\n16x16 X128 X=(31,31)\n8x8 Q8\n";
    let (answer, error, code) = feed(&["count", "-q", "--engine", "armies", "-"], lines);
    assert_eq!((answer.as_str(), code), ("92\nerror\n92\n", 1), "{error}");
    assert!(error.starts_with("error: line 2: ") && error.contains("38 digits"), "{error}");
    let (answer, ..) = feed(&["count", "--format", "json", "--engine", "armies", "-"], lines);
    assert!(answer.lines().nth(1).is_some_and(|line| line.contains("armistice.error/1")), "{answer}");
    // C(256, 128) has more than 38 digits.
    let (answer, error, code) = feed(&["count", "-q", "-"], lines);
    let expected = "92\n5768658823449206338089748357862286887740211701975162032608436567264518750790\n92\n";
    assert_eq!((answer.as_str(), error.as_str(), code), (expected, "", 0));
}

/// If an engine needs too much memory, the next engine counts, and the answer says so.
#[test]
fn the_best_engine_is_the_best_that_fits() {
    let (answer, error, code) = run(&["count", "16x16 Q16", "--memory", "1M"]);
    assert!(code == 0 && answer.contains("14772512") | answer.contains("14,772,512"), "{answer}{error}");
    assert!(error.contains("needs 2.23 MB, and 1 MB are allowed; using rows\n"), "{error}");
    // The time of a sweep with little memory is unpredictable.
    for arguments in [
        &["explain", "16x16 Q16", "--memory", "100k"][..],
        &["count", "16x16 Q16", "--memory", "100k", "--explain"],
    ] {
        let (answer, ..) = run(arguments);
        let expected =
            "needs 2.23 MB, and 100 kB are allowed; using frontier, which may take hours in so little\n";
        assert!(answer.contains(expected), "{answer}");
    }
    let (answer, error, code) = run(&["count", "12x12 Q12", "--engine", "halves", "--memory", "100k"]);
    assert!(code == 2 && answer.is_empty() && error.contains("are allowed"), "{error}");
}

#[test]
fn an_interrupted_drawing_proves_nothing() {
    let folder = Folder::new("drawn");
    let file = folder.file("q.svg");
    let (answer, error, code) = interrupt_after(2_000, &["draw", "20x20 Q15 N60", "-o", &file]);
    assert_eq!((answer.as_str(), code), ("", 130), "{error}");
    assert!(error.contains("interrupted") && !error.contains("no placement\n"), "{error}");
    assert!(!fs::exists(&file).unwrap());
}

/// A misspelt name is reported immediately, not after an hour.
#[test]
fn unknown_sequences_beside_all_are_refused_at_once() {
    let (answer, error, code) = run(&["verify", "--all", "A999999"]);
    assert_eq!((answer.as_str(), code), ("", 2), "{error}");
    assert!(error.contains("is not a known sequence"), "{error}");
}

/// 27 pieces on 15 squares, with blocked lines.
#[test]
fn too_many_pieces_are_nought_where_lines_are_blocked() {
    let (answer, error, code) = run(&["count", "-q", "5x3 Z3 P3 B3/P3 B3 Z3/B3 3Z P3 blocked"]);
    assert_eq!((answer.as_str(), error.as_str(), code), ("0\n", "", 0));
}

/// A FEN determines its board and its pieces.
#[test]
fn pieces_are_taken_from_a_fen() {
    let valid = ["check", "--fen", "2Q1/Q3/3Q/1Q2"];
    assert_eq!(run(&valid).2, 0);
    assert_eq!(run(&["check", "4x4", "--fen", "2Q1/Q3/3Q/1Q2"]).2, 0);
    assert_eq!(run(&["check", "4x4/torus", "--fen", "2Q1/Q3/3Q/1Q2"]).2, 1);
    assert_eq!(run(&["check", "--fen", "3Q*1/6/6/6/6/n5"]).2, 0);
    let (answer, error, code) =
        run(&["check", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]);
    assert!(code == 0 && answer.ends_with(": valid, with lines blocked by pieces\n"), "{answer}{error}");
    let (svg, error, code) = run(&["draw", "--fen", "12/Q11/12/4N7/12/12/12/12/12/12/12/12"]);
    assert!(code == 0 && svg.starts_with("<svg"), "{error}");
    for fen in ["", "//", "4x4", "zz/1", "99999999999999999999/Q", "Q/2"] {
        let (answer, error, code) = run(&["check", "--fen", fen]);
        assert!(code == 2 && answer.is_empty() && error.lines().count() == 1, "{fen}: {answer}{error}");
    }
}

/// Stopped counts are listed, resumed without a name, and removed.
#[cfg(unix)]
#[test]
fn stopped_counts_are_listed_continued_and_removed() {
    let folder = Folder::new("kept");
    let typed = |line: &str| shell(&format!("ARMISTICE_RUNS={} armistice {line}", folder.0.display()));
    assert_eq!(typed("status").0, "there are no interrupted counts\n");
    let (_, error, code) = typed("count --resume");
    assert!(code == 2 && error.contains("no interrupted count in"), "{error}");
    let (answer, error, code) = typed(&format!(
        "count '12x12 B4 N5' --engine cells --threads 1 --budget 2s --journal {}",
        folder.file("pieces.jsonl")
    ));
    assert!(code == 3 && error.contains("stopped; resume with: "), "{answer}{error}");
    let (list, ..) = typed("status");
    assert!(
        list.starts_with("12x12 B4 N5: ")
            && list.contains(" of counting, ")
            && list.contains(".jsonl\n1 journal, "),
        "{list}"
    );
    let (answer, error, code) = typed("count --resume --budget 1s");
    assert!(code == 3 && answer.starts_with("12x12 B4 N5: ≥ "), "{answer}{error}");
    // The count is neither finished nor old.
    assert_eq!(typed("status --clean").0, "0 B freed\n");
    assert!(typed("status --clean --older-than 1h").0.ends_with("0 B freed\n"));
    let (removed, ..) = typed("status --clean --older-than 1ms");
    assert!(removed.starts_with("removed: 12x12 B4 N5: ") && removed.contains(" freed\n"), "{removed}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

/// A search of minutes stops within a second, also while placements are listed or drawn at random.
#[cfg(unix)]
#[test]
fn lists_and_samples_can_be_stopped() {
    for arguments in [
        &["count", "22x22 Q22", "--no-journal"][..],
        &["solve", "6x6 N5", "--random", "--limit", "3000000", "--format", "squares"],
    ] {
        // The test requires a stop within half a minute. Other tests, which run alone, measure the delay.
        let (answer, error, code) = interrupt(arguments);
        assert_eq!(code, 130, "{arguments:?}: {error}");
        assert!(!answer.is_empty(), "{arguments:?}: {error}");
    }
}

#[test]
fn too_little_memory_is_said_in_its_own_unit() {
    let refused = |memory: &str| run(&["count", "22x22 Q22", "--engine", "halves", "--memory", memory]).1;
    let error = refused("10B");
    assert!(error.contains(" MB, but 10 bytes are allowed: "), "{error}");
    assert!(refused("20M").contains("20 MB are allowed: "), "{}", refused("20M"));
}

/// Counts by number distinguish armies: one letter may stand for pieces of several.
#[test]
fn counts_by_number_tell_armies_apart() {
    let (answer, ..) = run(&["count", "--by-number", "2x2 Q*/Q*", "--format", "json"]);
    let value: Value = serde_json::from_str(&answer).unwrap();
    let entries = value["by_number"].as_array().unwrap();
    let armies: std::collections::BTreeSet<String> =
        entries.iter().map(|entry| entry["armies"].to_string()).collect();
    assert_eq!(armies.len(), entries.len(), "{answer}");
    assert!(armies.contains(r#"[{"Q":1},{"Q":0}]"#), "{answer}");
    // For one army, the format is unchanged.
    let (answer, ..) = run(&["count", "--by-number", "2x2 K*", "--format", "json"]);
    assert!(answer.contains(r#"{"pieces":{"K":1},"count":"4"}"#), "{answer}");
}

#[test]
fn a_list_that_was_skipped_to_its_end_is_not_said_to_be_empty() {
    for (format, written) in [(&[][..], ""), (&["--format", "json"], "")] {
        let (answer, error, code) = run(&[&["solve", "8x8 Q8", "--skip", "92"], format].concat());
        assert_eq!((answer.as_str(), code), (written, 0), "{error}");
        assert_eq!(error, "--skip leaves nothing: there are 92 placements\n");
    }
    assert_eq!(run(&["solve", "3x3 Q3", "--skip", "2"]).0, "none\n");
}

/// More pieces than squares are detected immediately, also for maximal placements.
#[test]
fn too_many_pieces_are_nought_where_placements_are_maximal() {
    let problem = "3x4 E2 U3/2E U3/E2 U3/U3 2E U=flFcb(1,0)2";
    let (answer, error, code) = run(&["count", "--maximal", "-q", "--engine", "frontier", problem]);
    assert_eq!((answer.as_str(), code), ("0\n", 0), "{error}");
}

/// The engine that is chosen has one figure, and a reason is given if another engine has a lower one.
#[test]
fn an_explanation_has_one_figure_for_each_engine() {
    for problem in ["8x8 Q8", "12x12 N9", "8x8 N8 K4"] {
        let (answer, ..) = run(&["explain", problem, "--format", "json"]);
        let value: Value = serde_json::from_str(&answer).unwrap();
        let considered = value["considered"].as_array().unwrap();
        let chosen = considered.iter().find(|other| other["engine"] == value["engine"]).unwrap();
        assert_eq!(chosen["expected_seconds"], value["expected_seconds"], "{answer}");
        let (text, ..) = run(&["explain", problem]);
        let seconds = |entry: &Value| entry["expected_seconds"].as_f64();
        let lowest = considered.iter().filter_map(seconds).fold(f64::INFINITY, f64::min);
        // The trial of a sweep takes a different time each time.
        if value["engine"] != "frontier" && seconds(chosen).unwrap() > 2.0 * lowest {
            assert!(text.contains("\nwhy "), "{text}");
        }
    }
    let (answer, ..) = run(&["count", "8x8 Q8", "--format", "json"]);
    let value: Value = serde_json::from_str(&answer).unwrap();
    assert!(value["planning_seconds"].as_f64().unwrap() > 0.0, "{answer}");
}

/// The facts, the tree and the alternatives take a line each. Engines for other problems share a line.
#[test]
fn an_explanation_fits_a_screen() {
    for problem in ["8x8 Q8", "10x10 N20 R", "10x10 N16 Q R"] {
        let (text, _, code) = run(&["explain", problem, "--threads", "1"]);
        assert_eq!(code, 0);
        assert!(text.lines().count() <= 30, "{text}");
        assert!(text.contains("\nplan\n") && text.contains("\nconsidered\n"), "{text}");
        assert!(text.contains(": taken") != text.contains("leaders"), "{text}");
        assert!(text.contains("lines, ") && text.contains("tallies: made for other problems"), "{text}");
        assert!(!text.contains(" no: "), "{text}");
    }
    let (text, ..) = run(&["explain", "8x8 Q8", "-v"]);
    assert!(text.contains("no: the shields engine needs"), "{text}");
    // The answer has the alternative leaders.
    let (answer, ..) = run(&["explain", "10x10 N16 Q R", "--format", "json"]);
    let plan: Value = serde_json::from_str(&answer).unwrap();
    let compared = plan["compared"].as_array().unwrap();
    assert!(compared.iter().any(|lost| lost["what"].as_str().unwrap().contains(" first: ")), "{answer}");
    // A small count has no alternatives.
    let (answer, ..) = run(&["explain", "8x8 Q8", "--format", "json"]);
    assert!(!answer.contains("\"compared\""), "{answer}");
}

/// If memory decides the choice, the explanation says so.
#[test]
fn an_explanation_says_that_memory_decided() {
    let (text, ..) = run(&["explain", "18x18 Q18", "--memory", "1MB", "--threads", "1"]);
    assert!(text.contains("\nlimit      memory: the fastest plan needs "), "{text}");
    assert!(text.contains("1 MB are allowed"), "{text}");
}

/// Without a seed, every call draws other placements and reports how to draw the same ones again.
#[test]
fn a_fresh_seed_is_told() {
    let draw = |more: &[&str]| {
        run(&[&["solve", "8x8 N10", "--random", "--limit", "3", "--format", "squares"], more].concat())
    };
    let (first, said, code) = draw(&[]);
    assert_eq!((first.lines().count(), code), (3, 0), "{said}");
    let seed = said.trim().strip_prefix("--seed ").and_then(|rest| rest.split(' ').next()).unwrap();
    let (again, nothing, _) = draw(&["--seed", seed]);
    assert_eq!((again, nothing.as_str()), (first.clone(), ""));
    assert!((0..3).any(|_| draw(&[]).0 != first));
}

/// A letter keeps its meaning, a sheet has the name of its content, and a board is found for a long leap.
#[test]
fn pieces_of_ones_own_are_shown_as_they_are() {
    let (_, error, code) = run(&["pieces", "Q=cW3"]);
    assert!(code == 2 && error.contains("Q already means Q"), "{error}");
    let (_, error, code) = run(&["pieces", "--svg", "o.html"]);
    assert!(code == 2 && error.contains("cannot tell the format from this name: use .svg"), "{error}");
    let (answer, ..) = run(&["pieces", "X=(4,0)2"]);
    assert!(answer.lines().filter(|line| line.len() == 17 && line.contains('x')).count() > 1, "{answer}");
}
