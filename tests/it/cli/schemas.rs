//! The schemas under `docs/schemas/` describe the output of the command: all of it, and nothing else.

use crate::common::program::{Folder, feed, interrupt, run};
use crate::common::schema::Schema;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Fields that are written only if an engine gives up, or on some processors.
const RARELY_WRITTEN: &[&str] = &["sequence-1.stopped", "parts-1.expected_seconds_here"];

/// Returns the schemas by name: `count-1` for `armistice.count/1`.
fn schemas() -> BTreeMap<String, Schema> {
    let folder = Path::new(ROOT).join("docs/schemas");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(".json")?.to_owned();
        Some((name, Schema::read(&path)))
    };
    files.filter_map(named).collect()
}

/// The output of the command, with the fields of each schema that occurred in it.
struct Records {
    schemas: BTreeMap<String, Schema>,
    seen: BTreeMap<String, BTreeSet<String>>,
}

impl Records {
    /// Checks lines. Those of a journal follow the schema that its first line names.
    fn check(&mut self, lines: &str) {
        let mut of_file = None;
        for line in lines.lines() {
            let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let named = value["schema"].as_str().map(str::to_owned).or_else(|| of_file.clone());
            let named = named.unwrap_or_else(|| panic!("no schema: {line}"));
            if value.get("line").is_some() {
                of_file = Some(named.clone());
            }
            let name = named.strip_prefix("armistice.").unwrap().replace('/', "-");
            let schema = self.schemas.get(&name).unwrap_or_else(|| panic!("no schema {named}"));
            if let Err(fault) = schema.check(&value) {
                panic!("{named}: {fault}\n{line}");
            }
            let fields = value.as_object().unwrap().keys().cloned();
            // For lines of journals, only the kind is recorded.
            let kind = value["line"].as_str().map(|kind| format!("line {kind}"));
            self.seen.entry(name).or_default().extend(fields.chain(kind));
        }
    }

    fn check_output(&mut self, arguments: &[&str]) {
        let (answer, error, _) = run(&[arguments, &["--format", "json"]].concat());
        assert!(!answer.is_empty(), "{arguments:?}: {error}");
        self.check(&answer);
    }

    fn check_file(&mut self, path: &str) {
        self.check(&fs::read_to_string(path).unwrap());
    }

    /// Asserts that every field in the schemas has occurred.
    fn all_were_seen(&self) {
        for (name, schema) in &self.schemas {
            let seen = self.seen.get(name).unwrap_or_else(|| panic!("nothing of {name} was written"));
            for field in described(schema.root()) {
                let is_seen = seen.contains(&field) || RARELY_WRITTEN.contains(&&*format!("{name}.{field}"));
                assert!(is_seen, "{name}: {field} was not written");
            }
        }
    }
}

/// Returns the fields of a record, or the kinds of lines of a journal.
fn described(root: &Value) -> Vec<String> {
    match root.get("oneOf") {
        None => root["properties"].as_object().unwrap().keys().cloned().collect(),
        Some(variants) => {
            let kind = |variant: &Value| {
                let name = variant["$ref"].as_str().unwrap().trim_start_matches("#/$defs/");
                let kind = &root["$defs"][name]["properties"]["line"]["const"];
                format!("line {}", kind.as_str().unwrap())
            };
            variants.as_array().unwrap().iter().map(kind).collect()
        }
    }
}

#[test]
fn records_are_as_their_schemas_say() {
    let mut records = Records { schemas: schemas(), seen: BTreeMap::new() };
    for arguments in [
        &["count", "8x8 Q8", "--up-to", "symmetry", "--double-check"][..],
        &["count", "6x6 Q6", "--divide"],
        &["count", "6x6 Q6", "--fixed-by", "half-turn"],
        &["count", "5x5 Q4/Q4", "--by-symmetry", "--up-to", "armies"],
        &["count", "4x4 K3", "--by-pairs"],
        &["count", "4x4-b2 Nmax", "--by-square"],
        &["count", "4x4 K3", "--by-square", "--dominating"],
        &["count", "24x24 Q24", "--estimate", "50%"],
        &["count", "30x30 Q30", "--estimate", "1%", "--budget", "10ms"],
        &["explain", "4x4 K3", "--dominating"],
        &["table", "{n}x{n} K{n}", "--n", "1..3", "--dominating"],
        &["verify", "A287071", "--budget", "1s"],
        &["count", "4x4 K* rank=..2", "--dominating"],
        &["count", "4x4 N*", "--by-number"],
        &["count", "3x3 K*/K*", "--by-number"],
        &["count", "6x6 Nmax"],
        &["count", "4x4 Q N/Q N"],
        &["explain", "8x8 Q8", "--up-to", "symmetry"],
        &["explain", "8x8 Q8", "--fixed-by", "rotations"],
        &["explain", "4x4 Q N/Q N", "--lines", "blocked"],
        &["explain", "10x10 N20 R"],
        &["explain", "18x18 Q18", "--memory", "1MB"],
        &["explain", "16x16 N5 B5 R3", "--threads", "1"],
        &["max", "8x8 Q5 N"],
        &["max", "5x5 Q", "--count", "--up-to", "symmetry"],
        &["max", "3x3 Q4 N"],
        &["min", "8x8 Q"],
        &["min", "4x4 K N2"],
        &["min", "4x4 K", "--dominating"],
        &["min", "2x2 K Q1@a1 N1@b2"],
        &["max", "5x5 Q/Q", "--count", "--up-to", "armies"],
        &["max", "5x5 Q/Q", "--aggressor"],
        &["max", "5x5 Q2/Q", "--ratio"],
        &["max", "5x5 Q5/Q", "--count"],
        &["max", "4x4 Q N/Q N", "--pareto"],
        &["max", "1x1 Q/Q"],
        &["solve", "4x4 Q4", "--all"],
        &["solve", "8x8 Q8", "--all", "--up-to", "symmetry"],
        &["solve", "5x5 Q4/Q4"],
        &["solve", "3x3 Q3"],
        &["solve", "4x4 Q4@b1", "--unique"],
        &["solve", "8x8 Q8@e1,g2,d3", "--unique", "--steps"],
        &["solve", "4x4 Q4", "--unique", "--steps"],
        &["solve", "4x4 Q4", "--unique"],
        &["solve", "3x3 Q3", "--unique"],
        &["solve", "3x3 K1", "--unique", "--dominating"],
        &["puzzle", "8x8 Q8", "--seed", "1", "--count", "3"],
        &["puzzle", "6x6 Q6", "--seed", "1", "--regions"],
        &["puzzle", "5x5 Q2/Q2", "--seed", "1", "--fewest"],
        &["puzzle", "4x4 G2", "--seed", "1", "--fewest"],
        &["puzzle", "3x3 Q3", "--fewest"],
        &["puzzle", "6x6 Q6", "--completable"],
        &["puzzle", "3x3 Q3", "--completable"],
        &["check", "4x4 Q4", "--fen", "2Q1/Q3/3Q/1Q2"],
        &["check", "4x4 Q4", "--fen", "2Q1/Q3/3Q/2Q1"],
        &["check", "4x4 K/K/K", "--squares", "Ka1 / Ka4 / Kd1"],
        &["check", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"],
        &["check", "3x3~a1 K", "Ka1"],
        &["check", "3x3 K rank=1", "Ka1"],
        &["check", "3x3 K2 each=1", "Ka1,c3"],
        &["check", "3x3 K2 pairs=1", "Ka1,c3"],
        &["check", "4x4 Q4", "2413", "--free-lines"],
        &["check", "8x8 Q8", "24748552", "--all"],
        &["check", "4x4/torus Q1", "a1", "--free-lines"],
        &["table", "{n}x{n} Q{n-5}", "--n", "4..7", "--double-check"],
        &["table", "{n}x{n} Q{n}", "--n", "4..7", "--fixed-by", "half-turn"],
        &["table", "{n}x{n} Nmax", "--n", "1..4"],
        &["formula", "2x{n} K*"],
        &["formula", "4x{n} H*", "--terms", "3"],
        &["formula", "{n}x{n} Q3"],
        &["formula", "{m}x{n} N2"],
        &["formula", "3x{n} B2"],
        &["formula", "3x{n} W{n}"],
        &["formula", "{m}x{n} W*", "--growth", "--budget", "1s"],
        &["formula", "{m}x{n} D*", "--growth", "--budget", "1s"],
        &["formula", "3x{n} K*", "--by-number"],
        &["formula", "8x{2n} K{4n}"],
        &["formula", "3x{n} K*", "--up-to", "symmetry"],
        &["formula", "3x{n} K*", "--maximal"],
        &["verify", "A002562", "A000142", "A033148", "A260319", "--terms", "6"],
        &["verify", "--list"],
        &["verify", "--find", "92", "352"],
        &["sequence", "A141243", "A297370", "A036464", "A286283", "A000899", "A002563", "A033148"],
    ] {
        records.check_output(arguments);
    }
    let (answer, ..) = feed(&["count", "--format", "json", "-"], "8x8 Q8\n8x8 q8\n");
    records.check(&answer);
    records.check(&interrupt(&["count", "20x20 Q20", "--no-journal", "--format", "json"]).0);
    records.check_sequences_of_ones_own();
    records.check_journals();
    records.check_parts();
    records.check_journals_of_before();
    records.all_were_seen();
}

impl Records {
    /// Checks a list with a wrong term, and a short list.
    fn check_sequences_of_ones_own(&mut self) {
        let folder = Folder::new("schema-sequences");
        let file = folder.file("mine.txt");
        let lines = "WRONG | 1 | {n}x{n} N{n} | - | knights | wrong | 1 6 37\n\
                     SHORT | 6 | {n}x{n} Q{n} | next=8 | queens | short | 4\n";
        fs::write(&file, lines).unwrap();
        self.check_output(&["verify", "--registry", &file, "WRONG", "SHORT", "--budget", "1s"]);
    }

    fn check_journals(&mut self) {
        let folder = Folder::new("schema-journals");
        for (problem, name) in [("12x12 Q12", "units.jsonl"), ("10x10 K*", "sweep.jsonl")] {
            let file = folder.file(name);
            run(&["count", problem, "--journal", &file]);
            self.check_file(&file);
            self.check_output(&["status", &file]);
        }
        for (name, more) in
            [("squares.jsonl", &[][..]), ("beside.jsonl", &["--beside", "b2", "--double-check"])]
        {
            let file = folder.file(name);
            let arguments = ["count", "4x4 Nmax", "--maximal", "--by-square", "--journal", &file];
            run(&[&arguments[..], more].concat());
            self.check_file(&file);
        }
        let file = folder.file("parts.jsonl");
        run(&["count", "10x10 Q10", "--by-square", "--journal", &file]);
        self.check_file(&file);
        let file = folder.file("certificate.jsonl");
        run(&["count", "5x5-c3 Q3 N1", "--certificate", &file]);
        self.check_file(&file);
    }

    /// Checks old files that are still read, including those of the first version of sweeps.
    fn check_journals_of_before(&mut self) {
        for folder in ["units", "sweeps", "campaigns", "refused/frontier-1"] {
            for path in files_below(&Path::new(ROOT).join("tests/journals").join(folder)) {
                let kinds = ["jsonl", "json", "result", "journal"].map(std::ffi::OsStr::new);
                if path.extension().is_some_and(|extension| kinds.contains(&extension)) {
                    self.check_file(path.to_str().unwrap());
                }
            }
        }
    }

    fn check_parts(&mut self) {
        let folder = Folder::new("schema-parts");
        let parts = folder.file("queens");
        let shard = |number| run(&["shard", "--part", number, "--out", &parts, "--quiet"]);
        self.check_output(&["plan", "12x12 Q12", "--up-to", "symmetry", "--parts", "2", "--out", &parts]);
        shard("0");
        self.check_output(&["merge", &parts]);
        fs::write(Path::new(&parts).join("given-up.txt"), "yesterday, 3 rounds without a new result\n")
            .unwrap();
        self.check_output(&["status", &parts]);
        shard("1");
        self.check_output(&["merge", &parts]);
        for path in files_below(Path::new(&parts)) {
            if path.extension().is_some_and(|extension| extension == "json" || extension == "result") {
                self.check_file(path.to_str().unwrap());
            }
        }
    }
}

/// Every name of a schema in the sources has a file, and a line in the index.
#[test]
fn every_schema_has_a_file() {
    let names: BTreeSet<String> =
        files_below(&Path::new(ROOT).join("src")).iter().flat_map(|path| names_in(path)).collect();
    let described: BTreeSet<String> = schemas().into_keys().collect();
    assert_eq!(described, names);
    let index = fs::read_to_string(Path::new(ROOT).join("docs/schemas/README.md")).unwrap();
    for name in &described {
        let (schema, number) = name.rsplit_once('-').unwrap();
        assert!(index.contains(&format!("[`armistice.{schema}/{number}`]({name}.json)")), "{name}");
    }
}

/// Returns the names of schemas in a file of Rust: `count-1` for `"armistice.count/1"`.
fn names_in(path: &Path) -> Vec<String> {
    if path.extension().is_none_or(|extension| extension != "rs") {
        return vec![];
    }
    let text = fs::read_to_string(path).unwrap();
    let texts = text.split("\"armistice.").skip(1).filter_map(|after| after.split_once('"'));
    let numbered = texts.filter_map(|(text, _)| text.split_once('/'));
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let names = numbered.filter(|(name, number)| is_name(name) && number.parse::<u32>().is_ok());
    names.map(|(name, number)| format!("{name}-{number}")).collect()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
