//! Counts in parts: units divided among parts, and parts that are killed, stopped, counted twice at the same
//! time, or cannot be counted.

use crate::common::armies::{ArmiesShape, random_armies};
use crate::common::program::{
    Folder, armistice, assert_put_off, assert_refused, kill_at_random, run, signal, start,
};
use crate::common::runs::{Notes, QUICK, QUICK_COUNT, STEADY, STEADY_COUNT, Whole, files, lines_of};
use crate::common::{Random, Shape, engine, first_seed, one_in, random_parts};
use armistice::plan::Settings;
use armistice::plan::kept::UnitCounts;
use armistice::{Question, UpTo};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

fn number(count: u64) -> (String, String, i32) {
    (format!("{count}\n"), String::new(), 0)
}

/// For any number of parts, each unit is in one of them, and their sums add up to the count.
#[test]
fn parts_add_up() {
    const MEDIUM: Shape = Shape { sides: &[(5, 5), (4, 6), (6, 6), (3, 8)], most_kinds: 3, most_ways: 3e6 };
    const ARMIES: ArmiesShape = ArmiesShape {
        sides: &[(3, 3), (4, 4), (3, 5)],
        topologies: &["plane", "cylinder", "torus"],
        most_armies: 3,
        most_kinds: 2,
        most_ways: 1e6,
    };
    let mut more_units_than_parts = 0;
    for seed in first_seed()..first_seed() + 60 {
        let mut random = Random::new(seed ^ 6);
        let is_armies = random.chance(3);
        let text = match is_armies {
            true => random_armies(&mut random, &ARMIES).text(),
            false => random_parts(&mut random, &MEDIUM).text(),
        };
        let up_to = random.pick(&[UpTo::Nothing, UpTo::Symmetry]);
        let question = text.parse::<Question>().unwrap().with_up_to(up_to);
        let settings = Settings::default().with_shared(true).with_finest_units(random.chance(2));
        let engine = engine(if is_armies { "armies" } else { "cells" });
        let whole = Whole::count(&question, &settings)
            .or_else(|| Whole::count(&question, &settings.clone().with_engine(engine)));
        let Some(whole) = whole else { continue };
        let (plan, problem) = (whole.unit_plan(), &question.problem);
        let units = plan.units();
        for parts in
            [1, 2, random.between(1, units + 1), random.between(1, 30), units + random.between(1, 50)]
        {
            let told = format!("seed {seed}, {problem}, up to {up_to}, {parts} parts of {units} units");
            let shares = plan.share_out(parts);
            assert_eq!(shares.len(), parts, "{told}");
            let mut all = shares.concat();
            assert!(shares.iter().all(|share| share.is_sorted()), "{told}");
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..units), "{told}: {shares:?}");
            more_units_than_parts += usize::from(parts > 1 && units > parts);
            let notes = Notes(Mutex::new(UnitCounts::empty(units)));
            for share in &shares {
                plan.count_units(share, &notes).unwrap();
            }
            let outcome = plan.add_up(&notes.0.into_inner().unwrap()).unwrap();
            assert!(outcome.complete, "{told}");
            assert_eq!(outcome.count, whole.outcome.count, "{told}");
            assert_eq!(outcome.placements, whole.outcome.placements, "{told}");
            assert_eq!(outcome.nodes, whole.outcome.nodes, "{told}");
        }
    }
    assert!(more_units_than_parts > 10, "{more_units_than_parts}");
}

/// The longest part is not much longer than the mean, in nodes, which are the same on every machine.
#[test]
fn parts_are_balanced() {
    for text in ["16x16 Q16", "8x8 R2 B2 N2 Q2 K2"] {
        let settings = Settings::default().with_shared(true);
        let whole = Whole::count(&text.parse().unwrap(), &settings).unwrap();
        let parts = 64;
        let shares = whole.unit_plan().share_out(parts);
        let nodes = |share: &Vec<usize>| share.iter().map(|&unit| whole.units[unit].nodes).sum::<u64>();
        let most = shares.iter().map(nodes).max().unwrap() as f64;
        let mean = whole.outcome.nodes as f64 / parts as f64;
        assert!(most <= 1.5 * mean, "{text}: a part has {:.2} times the mean", most / mean);
    }
}

/// Counts a part and asserts that it is finished.
fn count_part(folder: &str, part: usize) -> String {
    let (answer, error, code) = run(&["shard", "--part", &part.to_string(), "--out", folder]);
    assert_eq!((answer.as_str(), code), ("", 0), "part {part}: {error}");
    error
}

fn make_plan(problem: &str, parts: usize, folder: &str) {
    let (_, error, code) = run(&["plan", problem, "--parts", &parts.to_string(), "--out", folder]);
    assert_eq!((error.as_str(), code), ("", 0));
}

/// Returns the share of the work of a folder that is done.
fn share_done(folder: &str) -> f64 {
    let (answer, error, code) = run(&["status", "--format", "json", folder]);
    assert_eq!((error.as_str(), code), ("", 0), "{answer}");
    let status: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(status["faults"], serde_json::json!([]), "{answer}");
    status["share"].as_f64().unwrap()
}

/// Returns the number of lines with units in the journals of a folder.
fn blocks(folder: &str) -> usize {
    let journals = if Path::new(folder).exists() { files(folder.as_ref(), ".journal") } else { Vec::new() };
    journals.iter().map(|journal| lines_of("block", journal)).sum()
}

/// Kills a part some milliseconds after it has written some units, unless it is finished before.
fn kill_after_a_block(arguments: &[&str], folder: &str, milliseconds: usize) -> (bool, std::process::Output) {
    let before = blocks(folder);
    let mut child = start(arguments);
    while blocks(folder) <= before && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(milliseconds as u64));
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().is_none(), output)
}

/// Parts that are killed at any time are counted again until they are finished.
#[cfg(unix)]
#[test]
fn a_killed_part_goes_on() {
    let folder = Folder::new("killed-parts");
    let pieces = folder.file("pieces");
    let seed = first_seed() ^ 7;
    let mut random = Random::new(seed);
    let (mut kills, mut went_on) = (0, 0);
    let mut before = 0.0;
    // At random moments, and then soon after the part has written a line, even on a slow machine.
    let (at_random, after_a_line) = if one_in() == 1 { (4, 2) } else { (1, 1) };
    for part in 0..3 {
        let which = format!("{part}/3");
        // The first process makes the plan. A part takes longer than the time between two lines, on any
        // machine.
        let arguments =
            ["shard", STEADY, "--part", &which, "--out", &pieces, "--threads", "1", "--kernel", "portable"];
        for time in 0.. {
            let told = format!("seed {seed}, kill {kills}: {arguments:?}");
            let (was_killed, output) = match time {
                time if time < at_random => kill_at_random(&arguments, &mut random, 500),
                time if time < at_random + after_a_line => {
                    kill_after_a_block(&arguments, &pieces, random.between(0, 100))
                }
                _ => (false, armistice(&arguments).output().unwrap()),
            };
            let error = String::from_utf8(output.stderr).unwrap();
            went_on += usize::from(error.contains(" units were already counted"));
            if !was_killed {
                assert_eq!(output.status.code(), Some(0), "{told}: {error}");
                break;
            }
            kills += 1;
            if Path::new(&pieces).join("plan.json").exists() {
                let now = share_done(&pieces);
                assert!(now >= before - 1e-9, "{told}: {before} of the work was done, now {now}");
                before = now;
            }
        }
    }
    assert!(kills >= 3 && went_on > 0, "seed {seed}: {kills} kills, {went_on} went on");
    let told = format!("seed {seed}, {STEADY}");
    assert_eq!(run(&["merge", "-q", &pieces]), number(STEADY_COUNT), "{told}");
    assert_eq!(run(&["missing", &pieces]), (String::new(), String::new(), 0), "{told}");
    // Journals and unfinished files are not results. Only one plan and three results are left.
    assert_eq!(files(Path::new(&pieces), ".result").len(), 3, "{told}");
    assert!(files(Path::new(&pieces), ".journal").is_empty(), "{told}");
}

/// A finished part is left as it is.
#[test]
fn a_finished_part_is_not_counted_again() {
    let folder = Folder::new("finished");
    let pieces = folder.file("pieces");
    make_plan(QUICK, 4, &pieces);
    for part in [2, 0, 3, 1] {
        assert!(count_part(&pieces, part).starts_with(&format!("part {part} of 4: ")));
    }
    let content = |folder: &str| -> Vec<(std::path::PathBuf, Vec<u8>)> {
        let files = files(Path::new(folder), "");
        files.into_iter().map(|file| (file.clone(), fs::read(file).unwrap())).collect()
    };
    let before = content(&pieces);
    assert_eq!(before.len(), 5, "{before:?}");
    for part in 0..4 {
        let error = count_part(&pieces, part);
        assert!(error.starts_with(&format!("part {part} of 4 is already counted: ")), "{error}");
        let typed = ["shard", QUICK, "--part", &format!("{part}/4"), "--out", &pieces, "-q"];
        assert_eq!(run(&typed), (String::new(), String::new(), 0));
    }
    assert_eq!(content(&pieces), before);
    assert_eq!(run(&["merge", "-q", &pieces]), number(QUICK_COUNT));
    // The exception is a broken file, or another part's file under its name.
    for (fault, is_harmless) in [("cut", false), ("empty", false), ("other", true)] {
        let one = files(Path::new(&pieces), ".result")
            .into_iter()
            .find(|file| file.file_name().unwrap().to_str().unwrap().starts_with("part-1-of-4."));
        let one = one.unwrap();
        let bytes = fs::read(&one).unwrap();
        let other = before.iter().find(|(file, _)| file.to_str().unwrap().contains("part-2-of-4."));
        fs::write(
            &one,
            match fault {
                "cut" => &bytes[..bytes.len() / 2],
                "empty" => &[],
                _ => &other.unwrap().1,
            },
        )
        .unwrap();
        let (answer, _, code) = run(&["merge", "-q", &pieces]);
        assert!(answer.starts_with('≥') && code == 3, "{fault}: {answer}");
        assert_eq!(run(&["missing", &pieces]).0, "1\n", "{fault}");
        assert!(count_part(&pieces, 1).starts_with("part 1 of 4: "), "{fault}");
        let (answer, error, code) = run(&["merge", "-q", &pieces]);
        assert_eq!((answer, code), (format!("{QUICK_COUNT}\n"), 0), "{fault}: {error}");
        assert_eq!(error.is_empty(), is_harmless, "{fault}: {error}");
        fs::remove_file(&one).unwrap();
    }
}

/// Several processes may count a part at the same time: they do not disturb each other, and agree.
#[test]
fn a_part_may_be_counted_twice_at_once() {
    let folder = Folder::new("twice");
    let pieces = folder.file("pieces");
    // There is no plan yet, so both make it.
    let arguments = ["shard", STEADY, "--part", "0/5", "--out", &pieces, "--threads", "1"];
    let children = [0; 3].map(|_| start(&arguments));
    for child in children {
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    }
    assert!(files(Path::new(&pieces), ".journal").is_empty());
    let results = files(Path::new(&pieces), ".result");
    assert!((1..=3).contains(&results.len()), "{results:?}");
    let (answer, error, code) = run(&["merge", &pieces]);
    assert_eq!((error.as_str(), code), ("", 3), "{answer}");
    assert!(answer.contains("missing: 1-4\n") && !answer.contains("conflict"), "{answer}");
    // The plan is that of one problem. The other parts complete the count.
    for part in 1..5 {
        count_part(&pieces, part);
    }
    assert_eq!(run(&["merge", "-q", &pieces]), number(STEADY_COUNT));
}

/// The counts of a part that was stopped are kept. A damaged journal is set aside and never trusted.
#[cfg(unix)]
#[test]
fn a_stopped_part_goes_on_and_a_damaged_journal_is_set_aside() {
    let folder = Folder::new("aside");
    let pieces = folder.file("pieces");
    make_plan(STEADY, 2, &pieces);
    let stop = ["shard", "--part", "1", "--out", &pieces, "--budget", "100ms", "--threads", "1"];
    let mut journals = Vec::new();
    for round in 1..4 {
        let (answer, error, code) = run(&stop);
        assert_eq!((answer.as_str(), code), ("", 3), "{stop:?}: {error}");
        assert!(error.contains("part 1 of 2: stopped after "), "{error}");
        journals = files(Path::new(&pieces), ".journal");
        // Each process has a journal of its own.
        assert_eq!(journals.len(), round, "{journals:?}");
        assert_eq!(error.contains(" units were already counted"), round > 1, "{error}");
    }
    assert!(share_done(&pieces) > 0.0);
    assert_eq!(run(&["missing", &pieces]).0, "0-1\n");
    // Journals are not results.
    assert_eq!(run(&["merge", "-q", &pieces]), ("≥0\n".into(), String::new(), 3));
    // One journal has a changed digit, one has only an incomplete line, and one belongs to another part.
    let mut bytes = fs::read(&journals[0]).unwrap();
    let place = bytes.len() - 200;
    bytes[place] ^= 1;
    fs::write(&journals[0], &bytes).unwrap();
    fs::write(&journals[1], "{\"line\":").unwrap();
    let error = count_part(&pieces, 1);
    let aside = journals[0].with_extension("damaged");
    assert!(error.contains("a journal of this part cannot be used and was renamed to "), "{error}");
    assert!(
        error.contains("/part-1-of-2.") && error.contains(" is damaged: its checksum is wrong"),
        "{error}"
    );
    assert_eq!(fs::read(&aside).unwrap(), bytes);
    assert!(files(Path::new(&pieces), ".journal").is_empty());
    // A signal stops a part like a limit.
    let child = start(&["shard", "--part", "0", "--out", &pieces, "--threads", "1"]);
    while blocks(&pieces) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "TERM");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(count_part(&pieces, 0).contains(" units were already counted"));
    assert_eq!(run(&["merge", "-q", &pieces]), number(STEADY_COUNT));
}

/// If two journals of one part contradict each other, neither is trusted: the part is counted again,
/// correctly.
#[test]
fn journals_that_contradict_each_other_are_not_believed() {
    let folder = Folder::new("contradiction");
    let pieces = folder.file("pieces");
    let settings = Settings::default().with_shared(true);
    let mut whole = Whole::count(&QUICK.parse().unwrap(), &settings).unwrap();
    make_plan(QUICK, 2, &pieces);
    count_part(&pieces, 0);
    let part_1 = whole.unit_plan().share_out(2)[1].clone();
    let some = &part_1[..part_1.len() / 3];
    let mut random = Random::new(first_seed() ^ 8);
    let right = whole.journal(some, &mut random);
    whole.units[some[5]].nodes += 1;
    let wrong = whole.journal(some, &mut random);
    count_part(&pieces, 1);
    let result = files(Path::new(&pieces), ".result").into_iter();
    let result = result.filter(|file| file.to_str().unwrap().contains("part-1-of-2.")).collect::<Vec<_>>();
    let (nest, name) = (result[0].parent().unwrap(), "part-1-of-2");
    fs::remove_file(&result[0]).unwrap();
    // The order of reading does not matter.
    fs::write(nest.join(format!("{name}.aaaaaaaaaaaa.journal")), wrong).unwrap();
    fs::write(nest.join(format!("{name}.bbbbbbbbbbbb.journal")), right).unwrap();
    let error = count_part(&pieces, 1);
    assert!(error.contains("they have different counts of unit "), "{error}");
    for attempt in ["aaaaaaaaaaaa", "bbbbbbbbbbbb"] {
        assert!(nest.join(format!("{name}.{attempt}.damaged")).exists(), "{error}");
    }
    assert_eq!(run(&["merge", "-q", &pieces]), number(QUICK_COUNT));
}

#[test]
fn a_part_that_cannot_be_counted_is_one_line() {
    let folder = Folder::new("refused-parts");
    let pieces = folder.file("pieces");
    make_plan(QUICK, 5, &pieces);
    let before = fs::read(Path::new(&pieces).join("plan.json")).unwrap();
    let refused = |arguments: &[&str], expected: &str| {
        assert_refused(&[arguments, &["--out", &pieces]].concat(), expected);
    };
    refused(&["shard", "--part", "5"], "parts are numbered 0 to 4");
    refused(&["shard", "--part", "3/7"], "the plan has 5 parts");
    refused(
        &["shard", QUICK, "--part", "3"],
        "how many parts are there? give both numbers, like --part 3/64",
    );
    // The folder has another plan: another number of parts, another problem, another way to count.
    refused(&["shard", QUICK, "--part", "3/7"], "plan.json already exists, for 8x8 K Q R2 B2 N2 in 5 parts");
    refused(
        &["shard", "8x8 Q8", "--part", "3/5"],
        "plan.json already exists, for 8x8 K Q R2 B2 N2 in 5 parts",
    );
    refused(&["shard", QUICK, "--part", "3/5", "--up-to", "symmetry"], "plan.json already exists, for ");
    refused(&["plan", QUICK, "--parts", "4"], "plan.json already exists, for 8x8 K Q R2 B2 N2 in 5 parts");
    refused(&["plan", "8x8 Q8", "--parts", "5"], "plan.json already exists, for 8x8 K Q R2 B2 N2 in 5 parts");
    refused(&["plan", QUICK, "--parts", "4"], "the number of its parts is 5, not 4: use another folder");
    refused(&["plan", "8x8 Q8", "--parts", "5"], "its problem is 8x8 K Q R2 B2 N2, not 8x8 Q8");
    refused(&["plan", QUICK, "--parts", "5", "--up-to", "symmetry"], "it counts up to nothing, not symmetry");
    // An option differs from the plan of the folder.
    refused(&["shard", "--part", "3", "--engine", "rows"], "the plan is counted by cells 1, not by rows");
    refused(&["shard", "--part", "3", "--up-to", "symmetry"], "the plan counts placements up to nothing");
    refused(&["plan", "6x6 Kmax", "--parts", "5"], "this count cannot be divided into parts");
    for parts in ["4000000000", "99999999999"] {
        refused(&["plan", QUICK, "--parts", parts], &format!("{parts} parts: at most "));
    }
    // A folder on a late mount does not exist yet.
    assert_put_off(&["shard", "--part", "0", "--out", &folder.file("nowhere")], "no such folder");
    assert_put_off(&["missing", &folder.file("nowhere")], "no such file or folder");
    assert_put_off(&["merge", &folder.file("nowhere")], "no such file or folder");
    assert!(!fs::exists(folder.file("nowhere")).unwrap());
    // Nothing was done, and the same plan may be made again.
    assert_eq!(files(Path::new(&pieces), "").len(), 1);
    make_plan(QUICK, 5, &pieces);
    assert_eq!(fs::read(Path::new(&pieces).join("plan.json")).unwrap(), before);
    for part in ["5/5", "0/0", "-1", "x", "1/", "1/x", "0.5"] {
        let (answer, error, code) = run(&["shard", QUICK, &format!("--part={part}"), "--out", &pieces]);
        assert!(
            code == 2 && answer.is_empty() && error.starts_with("error: invalid value"),
            "{part}: {error}"
        );
    }
}

/// Problems with next to nothing to count: their files can be read again.
#[test]
fn what_takes_no_work_can_be_kept() {
    for problem in [
        "4x4~a1..d4 Q1",
        "4x4~a1..d4 R1",
        "4x4~a1..d4 B1",
        "3x3~a1..c3 H1",
        "3x3~a1..c3 X1 X=NN",
        "1x1~a1 K1",
        "1x1 Q1",
        "1x1 Q0",
        "1x1 Q*",
        "1x1-a1 Q1",
        "2x2-a1..b2 K*",
        "3x3 K0",
        "3x3-a1..c3 Q1/Q1",
        "2x2~a1..b2 K1/K1",
        "3x3~a1..c3 Qmax",
        "1x5~a1..e1 R2",
        "3x3~a1..c3 K1 #1",
        "3x3~a1..c3 K1 + K1",
        "2x2~a1..b2 R1 rank=..1",
        "3x3/torus~a1..c3 Q1",
        "hexagon:2~a2,b2,c2,a3,b3,b1,c1 Q1",
        "2x2x2~a1..b4 R1",
        "3x3 Q1:a1~a1",
        "2x2 R5",
        "5x5 R9",
    ] {
        let folder = Folder::new("no-work");
        let (journal, parts) = (folder.file("journal.jsonl"), folder.file("parts"));
        let (count, error, code) = run(&["count", problem, "--quiet"]);
        assert_eq!(code, 0, "{problem}: {error}");
        let kept = run(&["count", problem, "--quiet", "--journal", &journal]);
        assert_eq!(kept.0, count, "{problem}: {}", kept.1);
        if let Ok(text) = fs::read_to_string(&journal) {
            assert!(
                !text.contains("\"share\":null") && !text.contains("seconds\":null"),
                "{problem}: {text}"
            );
            let (again, error, code) = run(&["count", "--resume", &journal, "--quiet"]);
            assert_eq!((again, code), (count.clone(), 0), "{problem}: {error}");
        }
        // Some problems are not counted in parts.
        if run(&["plan", problem, "--parts", "2", "--out", &parts]).2 == 0 {
            for part in ["0", "1"] {
                let (_, error, code) = run(&["shard", "--part", part, "--out", &parts]);
                assert_eq!(code, 0, "{problem}: {error}");
            }
            let (merged, error, code) = run(&["merge", &parts, "--quiet"]);
            assert_eq!((merged, code), (count, 0), "{problem}: {error}");
        }
    }
}

/// If a part is stopped before it has counted a unit, the message says so and how long a unit takes. A dry
/// run states its needs.
#[test]
fn a_part_that_gets_nowhere_says_how_long_a_unit_takes() {
    let folder = Folder::new("nowhere");
    let pieces = folder.file("pieces");
    let (answer, _, code) = run(&["plan", "24x24 Q24", "--parts", "9", "--out", &pieces, "--threads", "1"]);
    let times = answer.lines().nth(1).unwrap().split(';').next().unwrap();
    assert!(code == 0 && times.starts_with("a unit takes about "), "{answer}");
    let shard = ["shard", "--part", "3", "--out", &pieces, "--threads", "1"];
    let (answer, error, code) = run(&[&shard[..], &["--budget", "10ms"]].concat());
    assert_eq!((answer.as_str(), code), ("", 3), "{error}");
    assert!(error.contains("stopped before the first of ") && error.contains(times), "{error}");
    // The stated memory is enough, and a megabyte less is not.
    let (answer, error, code) = run(&[&shard[..], &["--memory", "1000T", "--dry-run"]].concat());
    assert_eq!((error.as_str(), code), ("", 0));
    let need: u64 =
        answer.trim_end().strip_suffix(" MB").unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    for (megabytes, expected) in [(need, 0), (need - 1, 2)] {
        let memory = format!("{megabytes}M");
        let typed = [&shard[..], &["--memory", &memory, "--dry-run"]].concat();
        assert_eq!(run(&typed).2, expected, "{typed:?}");
    }
    assert!(files(Path::new(&pieces), ".result").is_empty());
}

/// A count is complete when results have all of it, not when some process has counted it. Unusable files are
/// named.
#[test]
fn status_agrees_with_what_is_missing() {
    let folder = Folder::new("status");
    let pieces = folder.file("pieces");
    make_plan(QUICK, 4, &pieces);
    let status = || run(&["status", &pieces]).0;
    (0..4).for_each(|part| _ = count_part(&pieces, part));
    assert!(status().contains("parts: 4 of 4 finished, 0 started, 0 not started\n"), "{}", status());
    assert!(status().ends_with("the count is complete\n"), "{}", status());
    let one = files(Path::new(&pieces), ".result").remove(0);
    let whole = fs::read_to_string(&one).unwrap();
    let torn = whole.split_inclusive('\n').collect::<Vec<_>>();
    for lines in [torn.len() - 1, torn.len() / 2, 1] {
        fs::write(&one, torn[..lines].concat()).unwrap();
        assert!(!run(&["missing", &pieces]).0.is_empty());
        let text = status();
        assert!(!text.contains("complete\n") && text.contains("3 of 4 finished"), "{text}");
        assert!(text.contains("cannot be used: ") && text.contains("it has no seal"), "{text}");
    }
    // Its units are in a journal, and no result has them.
    fs::remove_file(&one).unwrap();
    fs::write(one.with_extension("journal"), torn[..torn.len() - 1].concat()).unwrap();
    assert!(!run(&["missing", &pieces]).0.is_empty());
    let text = status();
    assert!(
        !text.contains("complete\n") && !text.contains("100.0 %") && text.contains("1 started"),
        "{text}"
    );
    // The process that writes the journal may have another clock.
    let is_open =
        |line: &&&str| !["end", "seal"].iter().any(|kind| line.contains(&format!("\"line\":\"{kind}\"")));
    let journal = one.with_extension("journal");
    fs::write(&journal, torn.iter().filter(is_open).copied().collect::<String>()).unwrap();
    for (seconds, expected) in [(30, "1 process running"), (90, "idle")] {
        let (now, difference) = (SystemTime::now(), Duration::from_secs(seconds));
        for time in [now - difference, now + difference] {
            fs::File::options().append(true).open(&journal).unwrap().set_modified(time).unwrap();
            assert!(status().contains(expected), "{seconds} s: {}", status());
        }
    }
    // Scripts that gave up report it in the status.
    fs::write(Path::new(&pieces).join("given-up.txt"), "yesterday, 3 rounds without a new result\n").unwrap();
    assert!(status().contains("\ngiven up: yesterday, 3 rounds without a new result\n"), "{}", status());
}
