//! Journals of placements by square: killed, stopped, cut off, damaged, of another question, on a full disk.
//!
//! In each case the same command continues and gives the same numbers, or reports the fault in a line.

use crate::common::program::{Folder, assert_put_off, assert_refused, kill_at_random, run, shell, start};
use crate::common::runs::{lines_of, rewritten, value_of};
use crate::common::{Random, first_seed};
use std::fs;

/// Queens square by square, in 28 counts, and all squares at once, in parts.
const WAYS: [&[&str]; 2] = [&["13x13 Q13", "--engine", "rows"], &["16x16 Q16"]];
/// The number of squares up to symmetry.
const SQUARES: [usize; 2] = [28, 36];

/// Returns the output of a command without a journal.
fn expected(arguments: &[&str]) -> String {
    let (answer, error, code) = run(&[&["count", "--by-square=csv"], arguments].concat());
    assert_eq!((error.as_str(), code), ("", 0), "{arguments:?}");
    answer
}

#[test]
fn a_kill_loses_nothing_that_is_known() {
    let folder = Folder::new("squares-killed");
    let seed = first_seed() ^ 43;
    let mut random = Random::new(seed);
    for (way, squares) in WAYS.into_iter().zip(SQUARES) {
        let journal = folder.file(&format!("{squares}.jsonl"));
        let more = ["--threads", "1", "--journal", &journal];
        let arguments = [&["count", "--by-square=csv"], way, &more].concat();
        let lines = || [lines_of("number", &journal), lines_of("numbers", &journal)];
        let (mut kept, mut killed) = ([0, 0], 0);
        // While other tests run, a moment may be too short, so later rounds are longer.
        for round in 0..50 {
            if round >= 12 && kept[0] > 0 {
                break;
            }
            let (was_alive, _) = kill_at_random(&arguments, &mut random, 200 << (round / 6));
            killed += usize::from(was_alive);
            if killed == 0 && kept == [0, 0] {
                // The count ended before it was killed.
                let _ = fs::remove_file(&journal);
                continue;
            }
            let now = lines();
            assert!(
                now[0] >= kept[0] && now[1] >= kept[1],
                "seed {seed}, {way:?}: {now:?} of {kept:?} are left"
            );
            kept = now;
        }
        assert!(killed > 0 && kept[0] > 0, "seed {seed}, {way:?}: killed {killed} times, {kept:?} kept");
        assert_eq!(run(&arguments), (expected(way), String::new(), 0), "seed {seed}, {way:?}");
        // The journal has all placements and one square of each orbit: nothing was counted twice.
        assert_eq!(lines()[0], 1 + squares, "seed {seed}, {way:?}");
        assert_eq!(lines()[1] > 0, way.len() == 1, "seed {seed}, {way:?}");
        // The journal stays, and the same question need not be counted again.
        let before = lines();
        assert_eq!(run(&arguments).0, expected(way));
        assert_eq!(lines(), before);
        assert!(!fs::exists(format!("{journal}.lock")).unwrap());
    }
}

#[test]
fn a_budget_says_what_is_known() {
    let folder = Folder::new("squares-budget");
    for (way, (squares, unit)) in [
        (&["14x14 Q14", "--engine", "rows"][..], (28, " counts kept in ")),
        (&["17x17 Q17"], (45, " of all squares kept in ")),
    ] {
        let journal = folder.file(&format!("{squares}.jsonl"));
        let found = |budget: &str| {
            let more = ["--threads", "1", "--journal", &journal, "--budget", budget];
            run(&[&["count", "--by-square"], way, &more].concat())
        };
        let known = || lines_of("number", &journal) + lines_of("numbers", &journal);
        let (answer, error, code) = found("1ms");
        assert!(answer.contains(": ≥ ") && code == 3, "{answer}{error}");
        assert!(error.starts_with("stopped; 0 counts kept in "), "{error}");
        // The right time depends on other work of the machine. It is found by bisection, until the command is
        // stopped in between.
        let (mut least, mut most) = (50.0, None);
        let stopped = (0..40).find_map(|_| {
            let budget = most.map_or(2.0 * least, |most: f64| f64::midpoint(least, most));
            let found = found(&format!("{}ms", budget as u64));
            if found.2 == 0 {
                most = Some(budget);
                fs::remove_file(&journal).unwrap();
            } else if known() > 2 {
                return Some(found);
            } else {
                least = budget;
                most = most.filter(|&most| most > 1.1 * least);
            }
            None
        });
        let (answer, error, code) = stopped.unwrap();
        assert_eq!((code, error.lines().count()), (3, 1), "{answer}{error}");
        assert!(error.starts_with("stopped; ") && error.contains(unit), "{error}");
        assert!(error.ends_with("; repeat the command to continue\n"), "{error}");
        let squares_known = lines_of("number", &journal) - 1;
        let last = answer.lines().last().unwrap();
        assert_eq!(
            last,
            format!("stopped before the end: {squares_known} of {squares} squares up to symmetry are known")
        );
        assert!(answer.contains(" ?"), "{answer}");
        let before = known();
        assert_eq!(found("1ms").2, 3);
        assert_eq!(known(), before, "what is known is not counted again");
        let (answer, error, code) = found("20min");
        assert_eq!((error.as_str(), code), ("", 0), "{answer}");
        assert_eq!(lines_of("number", &journal), 1 + squares);
    }
}

/// Wherever a file is cut off, the rest is counted. A line with a changed byte is rejected by its number, and
/// without it the journal is valid.
#[test]
fn a_journal_that_is_cut_or_damaged_goes_on_or_says_why() {
    let folder = Folder::new("squares-faults");
    let journal = folder.file("pieces.jsonl");
    let problem = ["5x5-b2 Q2 N2 K", "--beside", "c3"];
    let arguments = [&["count", "--by-square=csv"], &problem[..], &["--journal", &journal]].concat();
    let whole = (expected(&problem), String::new(), 0);
    assert_eq!(run(&arguments), whole);
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert!(lines.len() > 30, "{} lines", lines.len());
    let seed = first_seed() ^ 44;
    let mut random = Random::new(seed);
    let cuts =
        (0..10).map(|_| random.between(0, text.len())).chain([0, 1, lines[0].len() - 1, lines[0].len()]);
    for cut in cuts.collect::<Vec<_>>() {
        fs::write(&journal, &text[..cut]).unwrap();
        assert_eq!(run(&arguments), whole, "seed {seed}, cut at byte {cut}");
        assert_eq!(run(&arguments), whole, "seed {seed}, cut at byte {cut}, again");
    }
    for _ in 0..10 {
        let mut bytes = text.clone().into_bytes();
        let place = random.between(0, bytes.len() - 2);
        bytes[place] ^= random.between(1, 255) as u8;
        let line = text.as_bytes()[..place].iter().filter(|&&byte| byte == b'\n').count();
        fs::write(&journal, &bytes).unwrap();
        assert_refused(&arguments, &format!("line {} is ", line + 1));
        assert_eq!(fs::read(&journal).unwrap(), bytes, "seed {seed}: what is refused is not touched");
        if line > 0 {
            fs::write(&journal, [&lines[..line], &lines[line + 1..]].concat().concat()).unwrap();
            assert_eq!(run(&arguments), whole, "seed {seed}, without line {}", line + 1);
        }
    }
    // Lines are independent, so they may have any order and be repeated; the first line is the exception.
    let turned: String =
        lines[..1].iter().chain(lines[1..].iter().rev()).chain(&lines[5..9]).copied().collect();
    fs::write(&journal, turned).unwrap();
    assert_eq!(run(&arguments), whole);
    for (bytes, expected) in [
        (lines[1..].concat(), "line 1 is not the head of a journal"),
        (text.clone() + &text, "is the head of another file"),
        (text.replace('\n', "\r\n"), "line 1 is damaged"),
        ("mine".to_owned(), "nothing was written to it"),
        ("\n".to_owned(), "line 1 is damaged"),
    ] {
        fs::write(&journal, &bytes).unwrap();
        assert_refused(&arguments, expected);
        assert_eq!(fs::read_to_string(&journal).unwrap(), bytes);
    }
}

/// A fault in a part is reported, or the sums do not agree.
#[test]
fn a_part_with_a_fault_is_found_out() {
    let folder = Folder::new("squares-parts");
    let journal = folder.file("queens.jsonl");
    let arguments = ["count", "--by-square=csv", "12x12 Q12", "--journal", &journal];
    let whole = (expected(&["12x12 Q12"]), String::new(), 0);
    assert_eq!(run(&arguments), whole);
    let text = fs::read_to_string(&journal).unwrap();
    // The journal is cut to its state before the squares were written.
    let lines: Vec<&str> = text.split_inclusive('\n').filter(|line| !line.contains("Q12@")).collect();
    let place = lines.iter().position(|line| line.starts_with("{\"line\":\"numbers\"")).unwrap();
    let parts = lines.iter().filter(|line| line.starts_with("{\"line\":\"numbers\"")).count();
    fs::write(&journal, lines.concat()).unwrap();
    assert_eq!(run(&arguments), whole);
    assert_eq!(lines_of("numbers", &journal), parts, "parts that are known are not counted again");
    fs::write(&journal, [&lines[..place], &lines[place + 1..]].concat().concat()).unwrap();
    assert_eq!(run(&arguments), whole);
    assert_eq!(lines_of("numbers", &journal), parts);
    let numbers = value_of(lines[place], "numbers").trim_matches('"');
    let (first, rest) = numbers.split_once(' ').unwrap();
    let other = format!("{} {rest}", first.parse::<u64>().unwrap() + 1);
    let version = format!("\"version\":{}", value_of(lines[place], "version"));
    for (from, to, expected) in [
        (numbers, "one two", "the count of 12x12 Q12 is not a number"),
        (&version, "\"version\":999", "was counted by halves 999, and this program has halves "),
        ("\"run\":\"", "\"run\":\"0", "is from another journal"),
    ] {
        let changed = rewritten(lines[place], from, to);
        fs::write(&journal, [&lines[..place], &[&changed], &lines[place + 1..]].concat().concat()).unwrap();
        assert_refused(&arguments, expected);
    }
    let changed = rewritten(lines[place], numbers, &other);
    fs::write(&journal, [&lines[..], &[&changed]].concat().concat()).unwrap();
    assert_refused(&arguments, "they have different counts of 12x12 Q12");
    fs::write(&journal, [&lines[..place], &[&changed], &lines[place + 1..]].concat().concat()).unwrap();
    let (answer, error, code) = run(&arguments);
    assert_eq!((answer.as_str(), code), ("", 1), "{error}");
    assert!(error.contains("counted by square there are other placements"), "{error}");
}

/// Every rejection names the difference.
#[test]
fn a_journal_goes_on_only_with_what_was_asked() {
    let folder = Folder::new("squares-own");
    let (journal, count) = (folder.file("squares.jsonl"), folder.file("count.jsonl"));
    let asked = |more: &[&str], journal: &str| {
        let mut arguments = vec!["count", "--by-square=csv", "--journal"];
        arguments.push(journal);
        arguments.extend(more);
        arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>()
    };
    let refused = |more: &[&str], journal: &str, expected: &str| {
        let arguments = asked(more, journal);
        assert_refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    };
    let found = |more: &[&str]| {
        let arguments = asked(more, &journal);
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let queens = (expected(&["6x6 Q6"]), String::new(), 0);
    for more in [&["6x6 Q6"][..], &["6", "Q6"], &["6x6 Q6", "--threads", "2", "--kernel", "portable"]] {
        assert_eq!(found(more), queens, "{more:?}");
    }
    for (more, expected) in [
        (&["6x6 Q5"][..], "the journal is of 6x6 Q6 by square, not of 6x6 Q5 by square"),
        (&["6x6 Q6", "--beside", "b1"], "not of 6x6 Q6 by square beside b1"),
        (&["6x6 Q6", "--maximal"], "not of 6x6 Q6 by square, maximal placements"),
        (&["6x6 Q6", "--dominating"], "not of 6x6 Q6 by square, dominating placements"),
        (&["6x6 Q6", "--engine", "rows"], "not of 6x6 Q6 by square, with the engine rows"),
    ] {
        refused(more, &journal, expected);
    }
    // The journal of a count is of another type, and the journal of squares is not that of a count.
    assert_eq!(run(&["count", "6x6 Q6", "-q", "--journal", &count]).0, "4\n");
    refused(&["6x6 Q6"], &count, "this is the journal of a count: resume it with --resume");
    for arguments in [["count", "--resume", &journal], ["status", &journal, "--format=text"]] {
        let (answer, error, _) = run(&arguments);
        assert_eq!((answer.as_str(), error.lines().count()), ("", 1), "{error}");
        assert!(
            error.contains("this is the journal of 6x6 Q6 by square: resume it with the command"),
            "{error}"
        );
    }
    let (_, error, code) = run(&["count", "6x6 Q6", "--by-square", "--resume", &journal]);
    assert!(code == 2 && error.contains("cannot be used with"), "{error}");
    // Lines that another version would have written, and wrong lines with a correct check sum.
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let place = lines.iter().position(|line| line.contains("\"problem\":\"6x6 Q6@b1\"")).unwrap();
    let version = format!("\"version\":{}", value_of(lines[place], "version"));
    let run_id = value_of(lines[place], "run").trim_matches('"');
    for (line, from, to, expected) in [
        (
            0,
            "squares/1",
            "squares/9",
            "made by another version of this program: the schema is armistice.squares/9",
        ),
        (0, "6x6 Q6", "6x6 Q5", "the journal is of 6x6 Q5 by square"),
        (0, "\"identity\":\"", "\"identity\":\"0", "the problem is '6x6 Q6', but the recorded hash differs"),
        (place, &version, "\"version\":999", " 999, and this program has "),
        (
            place,
            run_id,
            "000000000000",
            "is from another journal; without that line its square will be counted again",
        ),
        (place, "\"count\":\"1\"", "\"count\":\"one\"", "the count of 6x6 Q6@b1 is not a number"),
        (
            place,
            "\"line\":\"number\"",
            "\"line\":\"dragon\"",
            "of a kind or version that this program does not write",
        ),
    ] {
        let changed = rewritten(lines[line], from, to);
        fs::write(&journal, [&lines[..line], &[changed.as_str()], &lines[line + 1..]].concat().concat())
            .unwrap();
        refused(&["6x6 Q6"], &journal, expected);
    }
    let other = rewritten(lines[place], "\"count\":\"1\"", "\"count\":\"2\"");
    fs::write(&journal, [&lines[..], &[other.as_str()]].concat().concat()).unwrap();
    refused(&["6x6 Q6"], &journal, "they have different counts of 6x6 Q6@b1");
    // A single wrong number does not agree with the others: an error, and no number.
    fs::write(&journal, [&lines[..place], &[other.as_str()], &lines[place + 1..]].concat().concat()).unwrap();
    let (answer, error, code) = found(&["6x6 Q6"]);
    assert_eq!((answer.as_str(), code), ("", 1), "{error}");
    assert!(error.contains("do not add up"), "{error}");
}

/// Numbers that were counted once are recounted if a double-check is requested.
#[test]
fn a_second_count_is_not_taken_from_a_journal_of_first_ones() {
    let folder = Folder::new("squares-checked");
    let journal = folder.file("queens.jsonl");
    let arguments = ["count", "--by-square=csv", "6x6 Q6", "--journal", &journal];
    let checked = [&arguments[..], &["--double-check"]].concat();
    let (first, ..) = run(&arguments);
    let numbers = lines_of("number", &journal);
    assert_eq!(run(&checked), (first.clone(), String::new(), 0));
    assert_eq!(lines_of("number", &journal), 2 * numbers);
    // Now all numbers are double-checked.
    assert_eq!((run(&checked).0, run(&arguments).0), (first.clone(), first));
    assert_eq!(lines_of("number", &journal), 2 * numbers);
}

/// A rejected command leaves no file, and existing files are left alone.
#[cfg(unix)]
#[test]
fn a_journal_has_one_writer_and_nothing_is_left_of_what_is_refused() {
    let folder = Folder::new("squares-writers");
    let journal = folder.file("queens.jsonl");
    for (problem, more, expected) in [
        ("6x6 Q6", &["--up-to", "symmetry"][..], "cannot be combined with classes (--up-to)"),
        ("6x6-b2 Q3", &["--beside", "b2"], "no free piece can stand on b2"),
    ] {
        assert_refused(&[&["count", problem, "--by-square", "--journal", &journal], more].concat(), expected);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "{problem} {more:?}");
    }
    let no_folder = folder.file("not/there.jsonl");
    assert_put_off(&["count", "6x6 Q6", "--by-square", "--journal", &no_folder], "no such file or folder");
    let long = ["count", "22x22 Q22", "--by-square", "--threads", "1", "--journal", &journal];
    let mut child = start(&long);
    while !fs::read_to_string(format!("{journal}.lock")).is_ok_and(|text| text.ends_with('}')) {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_put_off(&long, &format!("process {} on {} is writing it now", child.id(), armistice::run::host()));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// If the disk is full, the journal is lost but never the numbers.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_number() {
    let folder = Folder::new("squares-full");
    let expected = expected(&["10x10 Q10"]);
    for blocks in [0, 1, 2, 4] {
        let journal = folder.file(&format!("{blocks}.jsonl"));
        let command = format!("armistice count 10x10 Q10 --by-square=csv --journal {journal}");
        let (answer, error, code) = shell(&format!("ulimit -f {blocks}; exec {command}"));
        let told = format!("{blocks} blocks: {error}");
        assert_eq!((answer.as_str(), code), (expected.as_str(), 0), "{told}");
        let lines: Vec<&str> = error.lines().collect();
        assert_eq!(lines.len(), 2, "{told}");
        assert!(lines[0].contains("cannot be written at the moment: "), "{told}");
        assert!(lines[1].contains("could not be written; the journal is incomplete"), "{told}");
        // With room the count continues.
        assert_eq!(shell(&command), (expected.clone(), String::new(), 0), "{told}");
        assert_eq!(lines_of("number", &journal), 1 + 15, "{told}");
    }
}
