//! Results of parts that are combined: complete, missing, repeated, in conflict, of other counts, broken,
//! moved, and very many.

use crate::common::program::{Folder, assert_refused, run};
use crate::common::runs::{
    QUICK, QUICK_COUNT, Whole, copy, files, rewritten, sealed, value_of, with_line_rewritten,
};
use crate::common::{Random, first_seed};
use armistice::plan::Settings;
use armistice::run::{CountPart, Record};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn text_of(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// Counts all parts of a count in a folder.
fn count_all(folder: &Folder, name: &str, problem: &str, parts: usize, more: &[&str]) -> String {
    let path = folder.file(name);
    for part in 0..parts {
        let which = format!("{part}/{parts}");
        let arguments = [&["shard", problem, "--part", &which, "--out", &path, "-q"], more].concat();
        assert_eq!(run(&arguments), (String::new(), String::new(), 0), "{arguments:?}");
    }
    path
}

/// Copies a folder under another name.
fn copied(folder: &Folder, from: &str, name: &str) -> String {
    let path = folder.file(name);
    let _ = fs::remove_dir_all(&path);
    copy(from.as_ref(), path.as_ref());
    path
}

/// Returns the path of the result of a part.
fn result_of(folder: &str, part: usize) -> PathBuf {
    let all = files(folder.as_ref(), ".result");
    let name = format!("part-{part}-of-");
    let mut of_part = all.into_iter().filter(|file| text_of(file).contains(&name));
    of_part.next().unwrap_or_else(|| panic!("{folder}: no result of part {part}"))
}

fn json(paths: &[&str]) -> (Value, i32) {
    let (answer, error, code) = run(&[&["merge", "--format", "json"], paths].concat());
    assert_eq!(error, "", "{paths:?}");
    (serde_json::from_str(&answer).unwrap(), code)
}

/// Asserts that there is a total and no message about it.
fn assert_whole(paths: &[&str], count: u64) {
    let (answer, error, code) = run(&[&["merge", "-q"], paths].concat());
    assert_eq!((answer, error.as_str(), code), (format!("{count}\n"), "", 0), "{paths:?}");
    assert_eq!(run(&[&["missing"], paths].concat()), (String::new(), String::new(), 0), "{paths:?}");
}

/// Asserts that there is a lower bound, and that these parts are missing. Returns the messages.
fn assert_bound(paths: &[&str], count: u64, missing: &str) -> String {
    let (answer, error, code) = run(&[&["merge", "-q"], paths].concat());
    let bound: u64 =
        answer.trim().strip_prefix('≥').unwrap_or_else(|| panic!("{paths:?}: {answer}")).parse().unwrap();
    assert!(bound < count && code == 3, "{paths:?}: {answer}{error}");
    let (text, _, code) = run(&[&["merge"], paths].concat());
    assert!(text.contains(": ≥ ") && text.lines().next().unwrap().ends_with(", incomplete"), "{text}");
    assert!(text.ends_with(&format!("missing: {missing}\n")) && code == 3, "{text}");
    assert_eq!(run(&[&["missing"], paths].concat()).0, format!("{missing}\n"), "{paths:?}");
    let (line, code) = json(paths);
    assert_eq!((&line["complete"], &line["missing"], code), (&false.into(), &missing.into(), 3), "{line}");
    assert_eq!(line["count"], bound.to_string(), "{line}");
    error
}

/// Asserts that there is no total at all. Returns the messages.
fn assert_no_total(folder: &Folder, paths: &[&str]) -> String {
    let (answer, error, code) = run(&[&["merge", "-q"], paths].concat());
    assert_eq!((answer.as_str(), code), ("", 1), "{paths:?}: {error}");
    let (text, _, code) = run(&[&["merge"], paths].concat());
    assert!(text.lines().next().unwrap().ends_with(": no total") && code == 1, "{text}");
    let (line, code) = json(paths);
    assert_eq!((&line["count"], &line["complete"], code), (&Value::Null, &false.into(), 1), "{line}");
    let (_, missing, code) = run(&[&["missing"], paths].concat());
    assert!(
        code == 1 && ["conflict: ", "foreign: "].iter().any(|fault| missing.contains(fault)),
        "{missing}"
    );
    // No file is written that could be mistaken for a result.
    let all = folder.file("no-total.result");
    assert_eq!(run(&[&["merge", "-o", &all], paths].concat()).2, 1, "{paths:?}");
    assert!(!fs::exists(&all).unwrap());
    error
}

#[test]
fn what_is_missing_is_named() {
    let folder = Folder::new("missing");
    let whole = count_all(&folder, "whole", QUICK, 12, &[]);
    assert_whole(&[&whole], QUICK_COUNT);
    let (text, _, _) = run(&["merge", &whole]);
    assert!(text.starts_with("8x8 K Q R2 B2 N2: 453402912 placements\nmerged: 12 of 12 parts, "), "{text}");
    let (line, code) = json(&[&whole]);
    for (name, value) in [
        ("count", Value::from(QUICK_COUNT.to_string())),
        ("complete", true.into()),
        ("parts", 12.into()),
        ("parts_done", 12.into()),
        ("results", 12.into()),
        ("identical_duplicates", 0.into()),
        ("confirmed_units", 0.into()),
        ("missing", "".into()),
        ("conflicts", serde_json::json!([])),
    ] {
        assert_eq!((&line[name], code), (&value, 0), "{name}: {line}");
    }
    for part in [3, 7, 8, 9, 11] {
        fs::remove_file(result_of(&whole, part)).unwrap();
    }
    assert_eq!(assert_bound(&[&whole], QUICK_COUNT, "3,7-9,11"), "");
    for part in [0, 1, 2, 4, 5, 6, 10] {
        fs::remove_file(result_of(&whole, part)).unwrap();
    }
    // With nothing but a plan, all parts are missing. Without the plan there is nothing.
    assert_eq!(assert_bound(&[&whole], QUICK_COUNT, "0-11"), "");
    fs::remove_file(Path::new(&whole).join("plan.json")).unwrap();
    assert_refused(&["merge", &whole], "neither a plan nor a result here");
    assert_refused(&["missing", &whole], "neither a plan nor a result here");
}

/// A copy does not count. A recount confirms the first count.
#[test]
fn what_is_there_twice_is_counted_once() {
    let folder = Folder::new("copies");
    let whole = count_all(&folder, "whole", QUICK, 5, &[]);
    let (plain, _) = json(&[&whole]);
    let one = result_of(&whole, 2);
    fs::copy(&one, one.with_file_name("copy.result")).unwrap();
    assert_whole(&[&whole], QUICK_COUNT);
    let (line, _) = json(&[&whole]);
    assert_eq!((&line["identical_duplicates"], &line["confirmed_units"]), (&1.into(), &0.into()), "{line}");
    assert_eq!(line["nodes"], plain["nodes"], "{line}");
    let (text, _, _) = run(&["merge", &whole]);
    assert!(text.contains("is identical to another result\n") && !text.contains("confirmed: "), "{text}");
    // Thousands of copies are reported in one line.
    fs::copy(&one, one.with_file_name("other.result")).unwrap();
    let (text, _, _) = run(&["merge", &whole]);
    assert!(text.contains(" and 1 more are identical to other results\n"), "{text}");
    assert_eq!(text.matches("duplicate: ").count(), 1, "{text}");
    fs::remove_file(one.with_file_name("other.result")).unwrap();
    // The same folder is given twice, under two names, and as its single files.
    let other = copied(&folder, &whole, "other");
    assert_whole(&[&whole, &other, &whole], QUICK_COUNT);
    let all: Vec<String> = files(whole.as_ref(), ".result").iter().map(|file| text_of(file)).collect();
    assert_whole(&all.iter().map(String::as_str).collect::<Vec<_>>(), QUICK_COUNT);
    // Another process counts two of the parts in another folder.
    let again = folder.file("again");
    let mut units = 0;
    for part in [1, 4] {
        let arguments = ["shard", QUICK, "--part", &format!("{part}/5"), "--out", &again, "-q"];
        assert_eq!(run(&arguments).2, 0, "{arguments:?}");
        let record = Record::read(&result_of(&again, part)).unwrap();
        let blocks = record.entries.iter().filter_map(|(_, entry)| entry.block());
        units += blocks.map(|block| block.counts().unwrap().len()).sum::<usize>();
    }
    assert_whole(&[&whole, &again], QUICK_COUNT);
    let (line, _) = json(&[&whole, &again]);
    assert_eq!(line["confirmed_units"], units, "{line}");
    assert_eq!(line["nodes"], plain["nodes"], "{line}");
    let (text, _, _) = run(&["merge", &whole, &again]);
    assert!(text.contains(&format!("confirmed: {units} units counted more than once")), "{text}");
    // A merged result does not confirm the results that it was made from.
    let merged = folder.file("merged.result");
    assert_eq!(run(&["merge", &whole, "-o", &merged]).2, 0);
    let (line, code) = json(&[&whole, &merged, &merged]);
    assert_eq!((&line["confirmed_units"], &line["count"], code), (&0.into(), &plain["count"], 0), "{line}");
}

/// A change of a unit.
type Change = fn(&mut Whole, usize);

/// Returns a result of a part in which one unit is wrong, with consistent sums.
fn other_result(whole: &mut Whole, part: usize, parts: usize, change: Change) -> String {
    let units = whole.unit_plan().share_out(parts)[part].clone();
    let before = whole.units.clone();
    change(whole, units[units.len() / 2]);
    let text = whole.result(CountPart { part, of: parts }, "fedcba987654", &units);
    whole.units = before;
    text
}

#[test]
fn a_contradiction_leaves_no_total() {
    let folder = Folder::new("conflict");
    let path = count_all(&folder, "whole", QUICK, 5, &[]);
    let settings = Settings::default().with_shared(true);
    let mut whole = Whole::count(&QUICK.parse().unwrap(), &settings).unwrap();
    let others = folder.file("others");
    fs::create_dir_all(&others).unwrap();
    let other = Path::new(&others).join("part-3-of-5.fedcba987654.result");
    // A result made by hand in the same way is as good as another one.
    fs::write(&other, other_result(&mut whole, 3, 5, |_, _| ())).unwrap();
    assert_whole(&[&path, &others], QUICK_COUNT);
    let changes: [Change; 3] = [
        |whole, unit| whole.units[unit].placements += 8,
        |whole, unit| whole.units[unit].placements = 0,
        |whole, unit| whole.units[unit].nodes += 1,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        fs::write(&other, other_result(&mut whole, 3, 5, change)).unwrap();
        // Neither result is trusted, in any order of reading.
        for paths in [[&path, &others], [&others, &path]] {
            let error = assert_no_total(&folder, &paths.map(String::as_str));
            assert_eq!(error.lines().count(), 1, "change {number}: {error}");
            assert!(error.contains("conflict: unit "), "change {number}: {error}");
            for file in [&other, &result_of(&path, 3)] {
                assert!(error.contains(&text_of(file)), "change {number}: {error}");
            }
            let (line, _) = json(&paths.map(String::as_str));
            assert_eq!(line["conflicts"].as_array().unwrap().len(), 1, "change {number}: {line}");
            let counts = &line["conflicts"][0]["counts"];
            assert_eq!(counts[0] == counts[1], number == 2, "change {number}: {line}");
        }
    }
    // Without one of the two there is a total again.
    fs::remove_file(&other).unwrap();
    assert_whole(&[&path, &others], QUICK_COUNT);
}

#[test]
fn a_result_of_another_count_leaves_no_total() {
    let folder = Folder::new("foreign");
    let whole = count_all(&folder, "whole", QUICK, 3, &[]);
    let other_problem = count_all(&folder, "problem", "8x8 Q8", 3, &[]);
    let other_plan = count_all(&folder, "plan", QUICK, 3, &["--up-to", "symmetry"]);
    for (other, expected) in [
        (&other_problem, "its problem is 8x8 Q8, not 8x8 K Q R2 B2 N2"),
        (&other_plan, "it counts up to symmetry, not nothing"),
    ] {
        // The foreign result is in a folder of its own, in the same folder, and given as a file.
        let mixed = copied(&folder, &whole, "mixed");
        let foreign = result_of(other, 1);
        let inside = Path::new(&mixed).join("foreign.result");
        fs::copy(&foreign, &inside).unwrap();
        for (paths, named) in [
            (vec![mixed.as_str()], text_of(&inside)),
            (vec![whole.as_str(), other.as_str()], text_of(&foreign)),
            (vec![whole.as_str(), foreign.to_str().unwrap()], text_of(&foreign)),
        ] {
            let error = assert_no_total(&folder, &paths);
            assert!(error.contains("foreign: ") && error.contains(&named), "{paths:?}: {error}");
            assert!(error.contains(expected), "{paths:?}: {error}");
        }
    }
    // Another engine makes another plan of the same problem, unless both plans use the same engine in the
    // end.
    let queens = count_all(&folder, "queens", "8x8 Q8", 2, &["--engine", "cells"]);
    assert_whole(&[&queens], 92);
    let error = assert_no_total(&folder, &[&other_problem, &queens]);
    assert!(error.contains("it was counted by cells "), "{error}");
    // The number of parts of a plan does not matter: the units are the same.
    let sevenths = count_all(&folder, "sevenths", QUICK, 7, &[]);
    assert_whole(&[&sevenths, &whole], QUICK_COUNT);
    fs::remove_file(result_of(&sevenths, 4)).unwrap();
    fs::remove_file(result_of(&whole, 0)).unwrap();
    assert_bound(&[&sevenths], QUICK_COUNT, "4");
    let (line, code) = json(&[&sevenths, &whole]);
    // The other folder has most of the missing part.
    assert!(code == 3 && line["units_done"].as_u64() < line["units"].as_u64(), "{line}");
    let without = json(&[&sevenths]).0;
    assert!(without["units_done"].as_u64() < line["units_done"].as_u64(), "{line}");
}

/// A result that is not as it was written counts as absent, for any change.
#[test]
fn a_broken_result_is_absent() {
    let folder = Folder::new("broken");
    let path = count_all(&folder, "whole", "8x8 Q8", 5, &[]);
    let victim = result_of(&path, 3);
    let text = fs::read_to_string(&victim).unwrap();
    let seed = first_seed() ^ 9;
    let mut random = Random::new(seed);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let unsealed = lines[..lines.len() - 1].concat();
    let mut broken: Vec<(String, Vec<u8>)> = vec![
        ("empty".into(), Vec::new()),
        ("zeros".into(), vec![0; text.len()]),
        ("before the seal".into(), unsealed.clone().into_bytes()),
        ("without its last byte".into(), text.as_bytes()[..text.len() - 1].to_vec()),
        ("a byte more".into(), [text.as_bytes(), b"x"].concat()),
        ("a line more".into(), [text.as_bytes(), lines[1].as_bytes()].concat()),
        ("twice".into(), [text.as_bytes(), text.as_bytes()].concat()),
        ("a line less".into(), [&lines[..2], &lines[3..]].concat().concat().into_bytes()),
        (
            "two lines exchanged".into(),
            [&lines[..1], &lines[2..3], &lines[1..2], &lines[3..]].concat().concat().into_bytes(),
        ),
        ("line ends".into(), text.replace('\n', "\r\n").into_bytes()),
        (
            "the seal of another".into(),
            (unsealed.clone()
                + fs::read_to_string(result_of(&path, 1)).unwrap().lines().last().unwrap()
                + "\n")
                .into_bytes(),
        ),
    ];
    // The file is changed by hand, with correct check sums and seal, but with wrong sums.
    let block = lines.iter().position(|line| line.starts_with("{\"line\":\"block\"")).unwrap();
    let field = |name: &str| format!("\"{name}\":{}", value_of(lines[block], name));
    let count = field("count");
    let nodes = field("nodes");
    for (from, to) in [
        (count.as_str(), "\"count\":\"93\"".to_owned()),
        (count.as_str(), "\"count\":\"-1\"".to_owned()),
        (&field("weighted"), "\"weighted\":\"77\"".to_owned()),
        (&nodes, format!("{nodes}0")),
        (&field("residues"), "\"residues\":[1".to_owned()),
        (&field("counts"), "\"counts\":\"1 2 3 4 5 6 7\"".to_owned()),
        (&field("nodes_each"), "\"nodes_each\":\"\"".to_owned()),
        ("\"term\":0", "\"term\":1".to_owned()),
        ("\"units\":\"", "\"units\":\"99999,".to_owned()),
        ("\"units\":\"", "\"units\":\"0-99999999999999,".to_owned()),
    ] {
        let changed = sealed(&with_line_rewritten(&text, block, from, &to));
        broken.push((format!("{from} as {to}"), changed.into_bytes()));
    }
    for _ in 0..25 {
        let cut = random.between(0, text.len() - 1);
        broken.push((format!("cut at byte {cut}"), text.as_bytes()[..cut].to_vec()));
        let mut bytes = text.clone().into_bytes();
        let place = random.between(0, bytes.len() - 1);
        bytes[place] ^= random.between(1, 255) as u8;
        broken.push((format!("byte {place} changed"), bytes));
    }
    for (name, bytes) in broken {
        fs::write(&victim, bytes).unwrap();
        let told = format!("seed {seed}, {name}");
        let (answer, error, code) = run(&["merge", "-q", &path]);
        assert!(answer.starts_with('≥') && code == 3, "{told}: {answer}{error}");
        assert!(error.contains("damaged: ") && error.contains(&text_of(&victim)), "{told}: {error}");
        assert_eq!(error.lines().count(), 1, "{told}: {error}");
        let (answer, error, code) = run(&["missing", &path]);
        assert_eq!((answer.as_str(), code), ("3\n", 0), "{told}: {error}");
        assert!(error.contains("damaged: "), "{told}: {error}");
    }
    // If the same part also has a valid result, the broken one is only named.
    let (_, error, code) = run(&["shard", "--part", "3", "--out", &path]);
    assert_eq!(code, 0, "{error}");
    let (answer, error, code) = run(&["merge", "-q", &path]);
    assert_eq!((answer.as_str(), code), ("92\n", 0), "{error}");
    assert!(error.contains("damaged: "), "{error}");
}

/// A result is recognised by its content, and not by its name or place.
#[test]
fn results_may_be_renamed_and_moved() {
    let folder = Folder::new("moved");
    let path = count_all(&folder, "whole", QUICK, 5, &[]);
    let flat = folder.file("flat");
    fs::create_dir_all(&flat).unwrap();
    for (number, file) in files(path.as_ref(), ".result").iter().enumerate() {
        fs::copy(file, Path::new(&flat).join(format!("{} of my results.result", 9 - number))).unwrap();
    }
    // Without a plan, the head comes from the results.
    assert_whole(&[&flat], QUICK_COUNT);
    fs::copy(Path::new(&path).join("plan.json"), Path::new(&flat).join("plan.json")).unwrap();
    assert_whole(&[&flat], QUICK_COUNT);
    // Other files are ignored: unfinished files, journals, notes.
    let result = fs::read(result_of(&path, 0)).unwrap();
    for name in [
        ".part-0-of-5.aaaaaaaaaaaa.result.1234",
        ".part-0-of-5.aaaaaaaaaaaa.result",
        "part-0-of-5.aaaaaaaaaaaa.journal",
        "part-0-of-5.aaaaaaaaaaaa.damaged",
        "notes.txt",
        "result",
    ] {
        for content in [&result[..result.len() / 2], b"\xff\x00garbage"] {
            fs::write(Path::new(&flat).join(name), content).unwrap();
            fs::write(result_of(&path, 2).with_file_name(name), content).unwrap();
        }
    }
    assert_whole(&[&flat], QUICK_COUNT);
    assert_whole(&[&path], QUICK_COUNT);
    // A journal under the name of a result has no seal.
    let unsealed: Vec<u8> = result[..result.iter().rposition(|&byte| byte == b'{').unwrap()].to_vec();
    fs::write(Path::new(&flat).join("journal.result"), unsealed).unwrap();
    let (answer, error, code) = run(&["merge", "-q", &flat]);
    assert_eq!((answer, code), (format!("{QUICK_COUNT}\n"), 0), "{error}");
    assert!(error.contains("damaged: ") && error.contains("it has no seal"), "{error}");
}

#[test]
fn an_edited_plan_is_refused() {
    let folder = Folder::new("edited");
    let path = count_all(&folder, "whole", QUICK, 5, &[]);
    let plan = Path::new(&path).join("plan.json");
    let text = fs::read_to_string(&plan).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let head = lines[0];
    for (changed, expected) in [
        (text.replace("\"parts\":5", "\"parts\":4"), "plan.json, line 2, is damaged"),
        (text.replace("8x8 K Q R2", "8x8 K Q R3"), "plan.json, line 1, is damaged"),
        (
            with_line_rewritten(&text, 1, "\"parts\":5", "\"parts\":4"),
            "line 3 is wrong: the file was changed after it was sealed",
        ),
        (
            rewritten(head, "\"shared\":true", "\"shared\":false") + &lines[1..].concat(),
            "the file was changed after it was sealed",
        ),
        (lines[..2].concat(), "was cut, or changed after it was made"),
        (sealed(head), "was cut, or changed after it was made"),
        (
            sealed(&with_line_rewritten(&text, 1, "\"parts\":5", "\"parts\":0")),
            "was cut, or changed after it was made",
        ),
        (fs::read_to_string(result_of(&path, 0)).unwrap(), "was cut, or changed after it was made"),
        (String::new(), "plan.json is empty"),
        ("{}".to_owned(), "plan.json is not a plan of this program"),
        ("{\"parts\": 5}\n".to_owned(), "plan.json is not a plan of this program"),
        // With a new seal, the plan is one that this program does not make.
        (sealed(&with_line_rewritten(&text, 0, "\"plan\":\"", "\"plan\":\"0")), "its units are others"),
        (
            sealed(&with_line_rewritten(&text, 0, "\"cells\",\"version\":", "\"cells\",\"version\":99")),
            "it was counted by cells 99",
        ),
    ] {
        fs::write(&plan, changed).unwrap();
        for verb in ["merge", "missing"] {
            assert_refused(&[verb, &path], expected);
        }
        fs::remove_file(result_of(&path, 4)).unwrap();
        let shard = ["shard", "--part", "4", "--out", &path];
        assert_refused(&shard, expected);
        let again = ["shard", QUICK, "--part", "4/5", "--out", &path];
        // A file that is not a plan of this program, or a plan of another version, is left alone: without it
        // a plan is made again.
        if ["not a plan of", "its units are others", "it was counted by "]
            .iter()
            .any(|known| expected.contains(known))
        {
            assert_eq!(run(&again).2, 2, "{expected}");
            fs::remove_file(&plan).unwrap();
        } else {
            assert!(run(&shard).1.contains("armistice plan makes the same one again"), "{expected}");
        }
        assert_eq!(run(&again).2, 0, "{expected}");
        assert_whole(&[&path], QUICK_COUNT);
    }
}

/// Merged results are as good as the results, in any order and any number of times.
#[test]
fn a_tree_of_merges_is_one_merge() {
    let folder = Folder::new("tree");
    let path = count_all(&folder, "whole", QUICK, 9, &["--up-to", "symmetry"]);
    let wanted = |line: &Value| {
        [
            "count",
            "placements",
            "complete",
            "units",
            "units_done",
            "nodes",
            "confirmed_units",
            "plan",
            "up_to",
        ]
        .map(|name| line[name].clone())
    };
    let (flat, code) = json(&[&path]);
    assert_eq!((code, &flat["complete"]), (0, &true.into()), "{flat}");
    let seed = first_seed() ^ 10;
    let mut random = Random::new(seed);
    for round in 0..4 {
        let mut left: Vec<String> =
            files(path.as_ref(), ".result").iter().map(|file| text_of(file)).collect();
        let mut made = 0;
        while left.len() > 1 {
            let number = random.between(2, left.len().min(4));
            let taken: Vec<String> =
                (0..number).map(|_| left.swap_remove(random.between(0, left.len() - 1))).collect();
            let all = folder.file(&format!("tree-{round}-{made}.result"));
            made += 1;
            let mut arguments: Vec<&str> = vec!["merge", "-o", &all];
            arguments.extend(taken.iter().map(String::as_str));
            let (answer, error, code) = run(&arguments);
            assert_eq!(
                code,
                if left.is_empty() { 0 } else { 3 },
                "seed {seed}, {arguments:?}: {answer}{error}"
            );
            left.push(all);
        }
        let (line, code) = json(&[&left[0]]);
        assert_eq!((wanted(&line), code), (wanted(&flat), 0), "seed {seed}, round {round}");
        let seconds = |line: &Value| line["seconds"].as_f64().unwrap();
        assert!((seconds(&line) - seconds(&flat)).abs() < 1e-3 + seconds(&flat) / 100.0, "{line} {flat}");
        // The merged count is in the folder with its parts and other merged results.
        let (line, code) = json(&[&path, &left[0]]);
        assert_eq!((wanted(&line), code), (wanted(&flat), 0), "seed {seed}, round {round}");
    }
    // The total is that of a plain count.
    let (classes, _, _) = run(&["count", "-q", QUICK, "--up-to", "symmetry"]);
    assert_eq!(flat["count"].as_str(), Some(classes.trim()));
    assert_eq!(flat["placements"], QUICK_COUNT.to_string());
}

/// Every type of count is merged to the number of a plain count.
#[test]
fn merged_counts_are_plain_counts() {
    let folder = Folder::new("plain");
    for (number, (problem, more)) in [
        ("8x8/torus N3 K2", &[][..]),
        ("6x6-a1,c3 Q3 N2", &[]),
        ("5x5 K0", &[]),
        ("3x3 Q9", &[]),
        ("6x6 K3 N2", &["--up-to", "symmetry"]),
        ("6x6 Q4/Q4", &["--up-to", "armies"]),
        ("5x5 N3", &["--up-to", "translation"]),
        ("8x8 Q8", &["--engine", "rows"]),
    ]
    .into_iter()
    .enumerate()
    {
        let (plain, _, code) = run(&[&["count", "-q", problem], more].concat());
        assert_eq!(code, 0, "{problem}");
        let path = count_all(&folder, &number.to_string(), problem, 3, more);
        assert_eq!(run(&["merge", "-q", &path]), (plain, String::new(), 0), "{problem} {more:?}");
    }
}

/// Ten thousand results are read, checked and added up in a short time.
#[test]
fn ten_thousand_parts_are_merged() {
    const PARTS: usize = 10_000;
    let folder = Folder::new("thousands");
    let settings = Settings::default().with_shared(true);
    let whole = Whole::count(&"9x9-a1 N4 B3".parse().unwrap(), &settings).unwrap();
    assert!(whole.units.len() > PARTS, "{}", whole.units.len());
    let path = folder.file("knights");
    for (part, units) in whole.unit_plan().share_out(PARTS).iter().enumerate() {
        let nest = Path::new(&path).join(format!("{:02x}", part % 256));
        if part < 256 {
            fs::create_dir_all(&nest).unwrap();
        }
        let attempt = format!("{part:012x}");
        let file = nest.join(format!("part-{part}-of-{PARTS}.{attempt}.result"));
        fs::write(file, whole.result(CountPart { part, of: PARTS }, &attempt, units)).unwrap();
    }
    let begun = armistice::clock::Instant::now();
    let (answer, error, code) = run(&["merge", "-q", &path]);
    let time = begun.elapsed();
    assert_eq!((answer, error.as_str(), code), (format!("{}\n", whole.outcome.count), "", 0));
    // The limit is two seconds on an idle machine. Without optimisation there is no limit.
    let limit = std::time::Duration::from_secs(2);
    assert!(time < limit || cfg!(debug_assertions), "{time:?}");
    for part in [0, 17, 18, 19, 4999, 9999] {
        fs::remove_file(result_of(&path, part)).unwrap();
    }
    assert_eq!(run(&["missing", &path]).0, "0,17-19,4999,9999\n");
    let (line, code) = json(&[&path]);
    assert_eq!((&line["parts_done"], &line["results"], code), (&9994.into(), &9994.into(), 3), "{line}");
}

/// A number of parts is only a number in a file: it does not determine any allocation.
#[test]
fn more_parts_than_anybody_can_have_are_refused() {
    let folder = Folder::new("huge");
    let path = count_all(&folder, "whole", "8x8 Q8", 1, &[]);
    let result = result_of(&path, 0);
    let text = fs::read_to_string(&result).unwrap();
    let plan = Path::new(&path).join("plan.json");
    let plan_text = fs::read_to_string(&plan).unwrap();
    let huge = "100000000000000000";
    fs::write(
        &plan,
        sealed(&with_line_rewritten(&plan_text, 1, "\"parts\":1", &format!("\"parts\":{huge}"))),
    )
    .unwrap();
    for verb in ["merge", "missing"] {
        let (answer, error, code) = run(&[verb, &path]);
        assert!(code == 2 && answer.is_empty() && error.lines().count() == 1, "{verb}, {code}: {error}");
    }
    // Without a plan the number is taken from the results.
    fs::remove_file(&plan).unwrap();
    fs::write(&result, sealed(&with_line_rewritten(&text, 1, "\"of\":1", &format!("\"of\":{huge}"))))
        .unwrap();
    let (answer, error, code) = run(&["merge", "-q", &path]);
    assert!((0..=3).contains(&code) && error.lines().count() <= 1, "{code}: {answer}{error}");
}
