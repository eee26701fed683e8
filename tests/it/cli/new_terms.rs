//! `scripts/new-terms`: the files that it writes, the terms that it does not write, and the kept results.

use crate::common::program::{Folder, PROGRAM, read};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lists that end early: one that two engines continue, one that only a sweep continues, one up to symmetry,
/// a table, one of pairs that attack each other, one of the fewest pieces, one with a long b-file, and one
/// whose list is too short for its recurrence.
const REGISTRY: &str = "\
QUEENS | 4 | {n}x{n} Q{n} | next=8 | queens | a short list | 2 10 4\n\
KNIGHTS | 2 | {n}x{n}-a1 N* | next=5 | knights | another | 8 68\n\
CLASSES | 4 | {n}x{n} Q{n} | up-to-symmetry next=7 | queens | a third | 1 2\n\
TABLE | 1 | {n}x{n} N{k} | rows(n=1,k=0..1) next=5 | knights | a table | 1 1 1 4\n\
PAIRS | 1 | {n}x{n} K* pairs=..2 | next=4 | degrees | another | 2 11 155\n\
FEWEST | 1 | {n}x{n}-light B* | total smallest-count next=9 | domination | another | 0 1 4 1 2 61 9 104\n\
LONG | 1 | {n}x{n} R2 | next=40 | rooks | two rooks | 0 2 18 72\n\
SHORT | 1 | 2x{n} W* | next=40 | wazirs | a list of one term | 3\n\
WRONG | 4 | {n}x{n} R{n} | next=7 | rooks | not what is counted | 24 120 721\n";

struct Script {
    folder: Folder,
}

impl Script {
    /// Creates a folder with the registry; `None` if Python is not installed.
    fn new() -> Option<Self> {
        let is_there =
            Command::new("python3").arg("--version").output().is_ok_and(|out| out.status.success());
        let folder = Folder::new("new-terms");
        fs::write(folder.file("registry.txt"), REGISTRY).unwrap();
        is_there.then_some(Self { folder })
    }

    fn run(&self, arguments: &[&str]) -> (String, String, i32) {
        let mut command = Command::new("python3");
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/new-terms")).args(arguments);
        command.args(["--registry", &self.folder.file("registry.txt"), "--armistice", &*PROGRAM]);
        command.args(["--folder", &self.folder.file("results")]);
        read(&command.output().unwrap())
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.file(name)).unwrap_or_default()
    }

    fn journal(&self) -> Vec<Value> {
        let text = self.read("results/new-terms/journal.jsonl");
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn write_journal(&self, counts: &[Value]) {
        let lines: String = counts.iter().map(|count| format!("{count}\n")).collect();
        fs::write(self.folder.file("results/new-terms/journal.jsonl"), lines).unwrap();
    }
}

#[test]
fn only_terms_that_were_counted_twice_are_written() {
    let Some(script) = Script::new() else { return };
    let (answer, error, code) = script.run(&["60s", "QUEENS", "KNIGHTS", "CLASSES", "--most", "2"]);
    assert_eq!(code, 0, "{answer}{error}");
    let queens = script.read("results/new-terms/QUEENS.txt");
    let mark = "# Past the list of the entry, in its b-file or elsewhere as far as we know; counted here, each term twice:";
    let new = "# New: not published as far as we know; counted here, each term twice:";
    let begin = format!("4 2\n5 10\n6 4\n{mark}\n7 40\n{new}\n8 92\n9 352\n");
    assert!(queens.contains(&begin), "{queens}{answer}{error}");
    assert!(
        script.read("results/new-terms/KNIGHTS.txt").contains("\n4 841\n"),
        "{}",
        script.read("results/new-terms/KNIGHTS.txt")
    );
    assert!(script.read("results/new-terms/CLASSES.txt").contains("5 2\n# Past the list"), "{answer}");
    let page = script.read("results/new-terms/README.md");
    assert!(page.contains("| QUEENS | 8 | 92 | "));
    assert!(
        page.contains("We did not look up QUEENS, KNIGHTS, CLASSES, which may have a formula."),
        "{page}"
    );
    // Each term has two counts, by independent methods. A published term before it has one count.
    let journal = script.journal();
    let of = |name: &str, n: i64| -> Vec<&Value> {
        journal.iter().filter(|count| count["sequence"] == name && count["n"] == n).collect()
    };
    let pair = of("QUEENS", 8);
    assert_eq!(pair.len(), 2);
    assert_ne!(pair[0]["leaves"], pair[1]["leaves"]);
    assert!(pair[1]["commands"][0].as_str().unwrap().starts_with("armistice count '8x8 Q8' --engine "));
    let pair = of("KNIGHTS", 5);
    assert_eq!(
        (pair[0]["how"].as_str(), pair[1]["how"].as_str()),
        (Some("whole"), Some("by what stands on b1"))
    );
    assert_eq!(pair[1]["commands"].as_array().unwrap().len(), 2, "with a hole and with a knight");
    assert!(of("QUEENS", 6).len() == 1 && of("QUEENS", 5).is_empty());
    for field in
        ["value", "engine", "engine_version", "kernel", "seconds", "version", "threads", "machine", "date"]
    {
        assert!(pair.iter().all(|count| count.get(field).is_some()), "{field}");
    }

    // The script continues where it stopped, drops an incomplete line, and repeats no count.
    let text = script.read("results/new-terms/journal.jsonl");
    fs::write(script.folder.file("results/new-terms/journal.jsonl"), format!("{text}{{\"sequence\": \"QUEE"))
        .unwrap();
    assert_eq!(script.run(&["0s"]).2, 0);
    assert_eq!(script.read("results/new-terms/journal.jsonl"), text);

    // A term that was counted once, or twice by the same method, is not written, and neither are later terms.
    let is_first =
        |count: &Value| count["sequence"] == "QUEENS" && count["n"] == 8 && *count == *of("QUEENS", 8)[0];
    let once: Vec<Value> = journal
        .iter()
        .filter(|count| count["n"] != 8 || count["sequence"] != "QUEENS" || is_first(count))
        .cloned()
        .collect();
    for counts in [once.clone(), [once.clone(), vec![of("QUEENS", 8)[0].clone()]].concat()] {
        script.write_journal(&counts);
        let (answer, error, code) = script.run(&["0s"]);
        assert_eq!(code, 0, "{error}");
        assert!(answer.contains("QUEENS: a(8) was not counted twice yet: not written\n"), "{answer}");
        let queens = script.read("results/new-terms/QUEENS.txt");
        assert!(queens.ends_with("\n7 40\n"), "{queens}");
    }
    // The missing count is made.
    let (answer, error, _) = script.run(&["60s", "QUEENS", "--most", "2"]);
    assert!(script.read("results/new-terms/QUEENS.txt").contains("\n8 92\n"), "{answer}{error}");

    // Two counts that differ end the run, and the message names both.
    let mut changed = journal.clone();
    let second = changed.iter_mut().rfind(|count| count["sequence"] == "QUEENS" && count["n"] == 8).unwrap();
    second["value"] = "93".into();
    script.write_journal(&changed);
    let before = script.read("results/new-terms/QUEENS.txt");
    let (answer, error, code) = script.run(&["1s"]);
    assert_eq!((answer.as_str(), code), ("", 1));
    assert!(
        error.starts_with("QUEENS: a(8): TWO COUNTS DIFFER: 92 by ") && error.contains(", 93 by "),
        "{error}"
    );
    assert_eq!((error.lines().count(), script.read("results/new-terms/QUEENS.txt")), (1, before));
    // An invalid line also ends the run.
    fs::write(script.folder.file("results/new-terms/journal.jsonl"), "{}\n").unwrap();
    let (_, error, code) = script.run(&["0s"]);
    assert!(code == 1 && error.contains("line 1: no sequence: expected a count"), "{error}");
}

#[test]
fn pairs_fewest_pieces_and_terms_after_a_long_b_file() {
    let Some(script) = Script::new() else { return };
    fs::create_dir_all(script.folder.file("results/new-terms")).unwrap();
    let entries = "sequence,last,formula,keywords\nPAIRS,3,,nonn more hard\nLONG,39,n^2*(n-1)^2/2,nonn\n\
                   FEWEST,8,recurrence 1 1,nonn\nSHORT,39,recurrence 2 1,nonn\n";
    fs::write(script.folder.file("results/new-terms/entries.csv"), entries).unwrap();
    let (answer, error, code) = script.run(&["60s", "PAIRS", "FEWEST", "LONG", "SHORT", "--most", "1"]);
    assert_eq!(code, 0, "{answer}{error}");
    let pairs = script.read("results/new-terms/PAIRS.txt");
    assert!(pairs.ends_with(
        "\n3 155\n# New: not published as far as we know; counted here, each term twice:\n4 3280\n"
    ));
    let fewest = script.read("results/checked-formulas/FEWEST.txt");
    assert!(fewest.ends_with("\n9 2586\n"), "{fewest}{answer}{error}");
    // The file has only the terms after the b-file.
    let long = script.read("results/checked-formulas/LONG.txt");
    let begin = "# LONG: two rooks\n# Table of n, a(n) for n = 40..40\n\
                 # To go after the b-file of the entry, which ends with n = 39\n";
    assert!(long.starts_with(begin) && long.ends_with("\n40 1216800\n"), "{long}{answer}{error}");
    let document = script.read("results/new-terms/README.md");
    let row = "| `{n}x{n} K* pairs=..2` | 3 | [4](PAIRS.txt) | 1 | profile, and profile by the pieces on a \
               square | more hard |";
    assert!(document.contains(row), "{document}");
    assert!(document.contains("This folder has 1 of them, in 1 entries"), "{document}");
    // Terms of entries with a formula are on the other page.
    let formulas = script.read("results/checked-formulas/README.md");
    assert!(
        formulas.contains("| `{n}x{n} R2` | 39 | [40](LONG.txt) | 1 | polynomial | agrees with 1 |"),
        "{formulas}"
    );
    // 104 + 9 is not 2586.
    assert!(
        formulas.contains("| 8 | [9](FEWEST.txt) | 1 | recurrence of order 2 | DIFFERS from 1 |"),
        "{formulas}"
    );
    assert!(
        formulas.contains("| 39 | [40](SHORT.txt) | 1 | recurrence of order 2 | agrees with 1 |"),
        "{formulas}"
    );
    assert!(formulas.contains("has 3 such counts, for 3 entries"), "{formulas}");
    assert!(formulas.contains("2 of the formulas agree with all 2 counts. The formula differs "));
    assert!(formulas.contains("The formula differs from a count of FEWEST."), "{formulas}");
    for name in ["LONG", "FEWEST", "SHORT"] {
        assert!(!document.contains(name) && script.read(&format!("results/new-terms/{name}.txt")).is_empty());
    }
    assert!(!formulas.contains("PAIRS") && script.read("results/checked-formulas/PAIRS.txt").is_empty());

    let journal = script.journal();
    let of = |name: &str, n: i64| -> Vec<&Value> {
        journal.iter().filter(|count| count["sequence"] == name && count["n"] == n).collect()
    };
    let commands = |count: &Value| -> Vec<String> {
        count["commands"].as_array().unwrap().iter().map(|each| each.as_str().unwrap().to_owned()).collect()
    };
    let [whole, divided] = of("PAIRS", 4)[..] else { panic!("{journal:?}") };
    assert_eq!((&whole["how"], &divided["how"]), (&"whole".into(), &"by what stands on a2".into()));
    assert!(
        commands(divided)[0].starts_with("armistice count '4x4~a2 K* pairs=..2' "),
        "reserved, not a hole"
    );
    assert!(commands(divided)[1].starts_with("armistice count '4x4 K*@a2 pairs=..2' "));
    let [search, counts] = of("FEWEST", 9)[..] else { panic!("{journal:?}") };
    assert!(commands(search)[0].starts_with("armistice min '9x9-light B' --dominating=total"));
    assert_ne!(search["leaves"], counts["leaves"]);
    let [at, below] = &commands(counts)[..] else { panic!("{counts}") };
    assert!(
        at.starts_with("armistice count '9x9-light B6' ")
            && below.starts_with("armistice count '9x9-light B5' ")
    );
    assert_eq!((of("LONG", 39).len(), of("LONG", 40).len()), (0, 2));
    assert_ne!(of("LONG", 40)[0]["leaves"], of("LONG", 40)[1]["leaves"]);
    // The recurrence begins with two terms, and the list has one.
    assert_eq!((of("SHORT", 2).len(), of("SHORT", 3).len(), of("SHORT", 40).len()), (2, 0, 2));

    // A formula that is only named is not compared. Without one, the file moves to the new terms.
    let entries = entries.replace("n^2*(n-1)^2/2", "").replace("recurrence 2 1", "recurrence");
    fs::write(script.folder.file("results/new-terms/entries.csv"), entries).unwrap();
    let (answer, error, code) = script.run(&["0s"]);
    assert_eq!(code, 0, "{answer}{error}");
    assert!(
        answer
            .contains("2 new terms in 2 sequences without a formula\n2 terms in 2 sequences with a formula")
    );
    assert!(script.read("results/new-terms/LONG.txt").contains("# New: not published as far as we know"));
    assert!(script.read("results/checked-formulas/LONG.txt").is_empty());
    let formulas = script.read("results/checked-formulas/README.md");
    assert!(formulas.contains("| 1 | recurrence | not compared |"), "{formulas}");
    assert!(formulas.contains("We did not compare the formula of SHORT.") && !formulas.contains("LONG"));
}

#[test]
fn what_cannot_be_counted_on_is_one_line() {
    let Some(script) = Script::new() else { return };
    for (arguments, expected) in [
        (&["1s", "TABLE"][..], "TABLE: not counted on: a table\n"),
        (&["1s", "A000000"], "A000000: not in the registry: expected an A-number"),
        (&["60s", "WRONG", "--most", "1"], "WRONG: a(6) is published as 721, and counted as 720 by "),
        (&["1s", "--tables", "k-m"], "k-m: no table: expected k-n, k-b, "),
    ] {
        let (answer, error, code) = script.run(arguments);
        assert_eq!((answer.as_str(), code), ("", 1), "{arguments:?}: {error}");
        assert!(error.starts_with(expected) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
    let (_, error, code) = script.run(&["soon"]);
    assert!(code == 2 && error.contains("'soon': expected a time like 90s, 10min or 2h"), "{error}");
}

/// Every alternative method agrees with the program (the board divided, enlarged, and number by number), and
/// with the definition if a square is reserved.
#[test]
fn other_ways_to_count_by_the_same_engine_agree() {
    for (problem, parts, option) in [
        ("4x4 K* pairs=..2", ["4x4~b2 K* pairs=..2", "4x4 K*@b2 pairs=..2"], ""),
        ("4x4 W* each=1..", ["4x4~b2 W* each=1..", "4x4 W*@b2 each=1.."], ""),
        ("5x5 Q5 each=1..2", ["5x5~b3 Q5 each=1..2", "5x5 Q5@b3 each=1..2"], ""),
        ("6x6 K6 rank=1 file=1", ["6x6~b3 K6 rank=1 file=1", "6x6 K6@b3 rank=1 file=1"], ""),
        ("4x4 Q*", ["4x4~b2 Q*", "4x4 Q*@b2"], "--dominating"),
        ("4x4/torus W*", ["4x4/torus~b2 W*", "4x4/torus W*@b2"], "--dominating=total"),
        ("4x4-light B*", ["4x4-light~b2 B*", "4x4-light B*@b2"], "--dominating=total"),
    ] {
        let count = |problem: &str, engine: &str| -> u64 {
            let arguments = ["-q", problem, "--engine", engine, option];
            count(arguments.strip_suffix(&[""]).unwrap_or(&arguments)).parse().unwrap()
        };
        let whole = count(problem, "best");
        assert!(whole > 0);
        assert_eq!(whole, count(problem, "naive"), "{problem}");
        assert_eq!(whole, parts.map(|part| count(part, "best")).iter().sum::<u64>(), "{problem}");
    }
    for (problem, parts) in [
        ("7x7 Q5", &["7x7-a1 Q5", "7x7 Q5@a1"][..]),
        ("6x6 N*", &["6x6-b1 N*", "6x6 N*@b1"]),
        ("6x6 B4", &["6x6-b1,c1 B4", "6x6-b1 B4@c1", "6x6-c1 B4@b1", "6x6 B4@b1,c1"]),
        ("5x5 Q5", &["6x6-a6,b6,c6,d6,e6,f6,f1,f2,f3,f4,f5 Q5"]),
        ("5x5 X5 X=R(1,4)0", &["6x6-a6,b6,c6,d6,e6,f6,f1,f2,f3,f4,f5 X5 X=R(1,4)0"]),
    ] {
        let whole: u64 = count(&["-q", problem]).parse().unwrap();
        let sum: u64 = parts.iter().map(|part| count(&["-q", part]).parse::<u64>().unwrap()).sum();
        assert!(whole > 0);
        assert_eq!(whole, sum, "{problem}");
    }
    // Every maximal placement of leapers has a piece on a1, or one that attacks a1. Two squares are counted
    // twice.
    for (letter, one, both) in
        [("K", ["a1", "a2", "b1", "b2"].as_slice(), None), ("N", &["a1", "b3", "c2"], Some("b3,c2"))]
    {
        let maximal = |squares: &str| -> u64 {
            count(&["-q", &format!("6x6 {letter}*{squares}"), "--maximal"]).parse().unwrap()
        };
        let sum: u64 = one.iter().map(|square| maximal(&format!("@{square}"))).sum();
        assert_eq!(maximal(""), sum - both.map_or(0, |squares| maximal(&format!("@{squares}"))), "{letter}");
    }
    let by_number: Value =
        serde_json::from_str(&count(&["5x5 K*", "--maximal", "--by-number", "--format", "json"])).unwrap();
    let numbers = by_number["by_number"].as_array().unwrap();
    let sum: u64 = numbers.iter().map(|each| each["count"].as_str().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum.to_string(), count(&["-q", "5x5 K*", "--maximal"]));
}

fn count(arguments: &[&str]) -> String {
    let (answer, error, code) = read(&Command::new(&*PROGRAM).arg("count").args(arguments).output().unwrap());
    assert_eq!(code, 0, "{arguments:?}: {error}");
    answer.trim().to_owned()
}

#[test]
fn a_table_is_csv_entry_and_b_file() {
    let Some(script) = Script::new() else { return };
    let (answer, error, code) = script.run(&["20s", "--tables", "n-q"]);
    assert_eq!((answer.as_str(), code), ("{n}x{n} N Q: n = 1..12\n", 0), "{error}");
    let begin = "n,problem,count,";
    assert!(
        script.read("results/new-terms/tables/n-q.csv").starts_with(begin),
        "{}",
        script.read("results/new-terms/tables/n-q.csv")
    );
    let entry = script.read("results/new-terms/tables/n-q.oeis.txt");
    let name = "%N A000000 Number of nonattacking placements of a knight and a queen on an n X n board.\n";
    assert!(entry.contains("%S A000000 0,0,0,40,") && entry.contains(name), "{entry}");
    assert!(script.read("results/new-terms/tables/n-q.bfile.txt").contains("4 40\n"));
    assert!(script.journal().is_empty(), "a table is no count of a term");
}

/// Returns the b-files of a folder of results, each with the number of terms after a comment that begins with
/// the mark.
fn terms_after(folder: &str, mark: &str) -> BTreeMap<String, usize> {
    files(&results(folder))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let after = text.split_once(mark).map_or("", |(_, after)| after);
            let name = path.file_stem().unwrap().to_str().unwrap().replacen('b', "A", 1);
            (name, after.lines().skip(1).filter(|line| !line.starts_with('#')).count())
        })
        .collect()
}

fn results(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(name)
}

/// The kept results: a term is in one of the two folders, which one depends on the formula of the entry, and
/// all documents give the same numbers.
#[test]
fn each_kept_term_is_in_one_of_two_folders() {
    let new = terms_after("new-terms", "# New:");
    let checked = terms_after("checked-formulas", "# Past the published terms of an entry with a formula");
    assert!(new.keys().all(|name| !checked.contains_key(name)));
    assert!(checked.values().all(|&terms| terms > 0), "{checked:?}");
    let entries = fs::read_to_string(results("new-terms/entries.csv")).unwrap();
    let has_formula = |name: &str| {
        let mut rows = entries.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(','));
        rows.any(|row| row.split(',').nth(1).is_some_and(|formula| !formula.is_empty()))
    };
    assert_eq!(new.keys().find(|name| has_formula(name)), None);
    assert_eq!(checked.keys().find(|name| !has_formula(name)), None);

    // Each page has a row for each sequence, and the sum of its terms.
    let total = |terms: &BTreeMap<String, usize>| {
        (terms.values().sum::<usize>(), terms.values().filter(|&&number| number > 0).count())
    };
    let mut numbers = Vec::new();
    for (folder, terms) in [("new-terms", &new), ("checked-formulas", &checked)] {
        let page = fs::read_to_string(results(folder).join("README.md")).unwrap();
        let rows: BTreeMap<String, usize> = page
            .lines()
            .filter_map(|line| line.strip_prefix("| [")?.split_once(']'))
            .map(|(name, row)| (name.to_owned(), row.split(" | ").nth(4).unwrap().parse().unwrap()))
            .collect();
        let with_terms = terms.iter().filter(|&(_, &number)| number > 0);
        assert_eq!(rows, with_terms.map(|(name, &number)| (name.clone(), number)).collect(), "{folder}");
        numbers.push(total(terms));
    }
    let [(new, entries), (checked, formulas)] = numbers[..] else { unreachable!() };
    for (document, sentences) in [
        ("results/README.md", &[format!("{new} new terms in {entries} entries without a formula")][..]),
        ("results/README.md", &[format!("{checked} terms of {formulas} entries with a formula")]),
        ("README.md", &[format!("[{new} new terms](results/new-terms/README.md)")]),
        ("docs/families.md", &[format!("[{new} new terms]"), format!("and {checked} that")]),
        (
            "CHANGELOG.md",
            &[
                format!("has {new} new terms of {entries} OEIS entries without a formula"),
                format!("has {checked} counts past the lists of {formulas} OEIS entries"),
            ],
        ),
        ("results/new-terms/README.md", &[format!("{new} of them, in {entries} entries")]),
        ("results/checked-formulas/README.md", &[format!("{checked} such counts, for {formulas} entries")]),
    ] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(document)).unwrap();
        for sentence in sentences {
            assert!(text.contains(sentence), "{document}: {sentence}");
        }
    }
}

/// The kept files are those that the script makes of the journal and the list of entries.
#[test]
fn the_kept_files_are_made_by_the_script() {
    let Some(script) = Script::new() else { return };
    fs::create_dir_all(script.folder.file("results/new-terms/tables")).unwrap();
    for kept in files(&results("new-terms")).into_iter().chain(files(&results("new-terms/tables"))) {
        if kept.extension().is_some_and(|extension| extension == "csv" || extension == "jsonl") {
            let name = kept.strip_prefix(results("")).unwrap().to_str().unwrap().to_owned();
            fs::copy(&kept, script.folder.file(&format!("results/{name}"))).unwrap();
        }
    }
    let (answer, error, code) = script.run(&["0s"]);
    assert_eq!(code, 0, "{answer}{error}");
    for folder in ["new-terms", "checked-formulas"] {
        let made = PathBuf::from(script.folder.file(&format!("results/{folder}")));
        let names = |files: Vec<PathBuf>| -> BTreeSet<String> {
            files.iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
        };
        let kept = names(files(&results(folder)));
        assert_eq!(kept, names(files(&made)), "{folder}");
        for name in kept {
            let [kept, made] =
                [results(folder), made.clone()].map(|path| fs::read(path.join(&name)).unwrap());
            assert!(kept == made, "results/{folder}/{name} is not what `scripts/new-terms 0s` makes");
        }
    }
    let kept = include_str!("../../../crates/families/src/sequences/findings.txt");
    assert!(
        kept == script.read("results/findings.txt"),
        "findings.txt is not what `scripts/new-terms 0s` makes"
    );
}

/// Returns the files of a folder, without those in its folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.is_file()).collect()
}
