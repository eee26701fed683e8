//! Forged counts in parts: `scripts/check-count` rejects any change in a file of `count --certificate`, in
//! one line.
//!
//! A forger may recompute all hashes, and so do these forgeries, so that only the false statement remains.
//! Some false statements are detected only by counting: a part with a wrong count that another part
//! compensates. Those are marked, and are checked with all parts recounted.

use crate::common::program::{Folder, run};
use crate::common::{Random, first_seed};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// Problems, each with the size of its parts: mixes, wide and tall boards, holes, joined edges, custom kinds,
/// no placement.
const PROBLEMS: [(&str, &str); 10] = [
    ("4x4 Q4", "1"),
    ("5x5 Q5", "3"),
    ("3x4-b2 R1 N2", "4"),
    ("1x30 K2", "20"),
    ("30x1 K2", "20"),
    ("2x27-r1c27 K2", "60"),
    ("3x4/torus K1 N1", "5"),
    ("4x3/cylinder-a1 X1 B1 X=R2fN", "6"),
    ("4x3/roll Y2 Y=(1,3)0", "7"),
    ("3x3 K5", "1"),
];

/// A certificate that can be changed.
#[derive(Clone)]
struct Forgery {
    head: Value,
    parts: Vec<Value>,
    end: Value,
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a number, or the value in its place, as text.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Forgery {
    fn read(text: &str) -> Self {
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (head, end) = (lines.remove(0), lines.pop().unwrap());
        Self { head, parts: lines, end }
    }

    /// Returns the file with correct hashes.
    fn hashed(mut self) -> String {
        let mut all = format!("{}\n", self.head);
        for part in &mut self.parts {
            let pieces = part["first"].as_array().cloned().unwrap_or_default();
            let name = |piece: &Value| piece.as_array().unwrap().iter().map(text_of).collect::<String>();
            let names: Vec<String> = pieces.iter().map(name).collect();
            let hash = sha256(&format!("{} = {}\n", names.join(" "), text_of(&part["count"])));
            all.push_str(&hash);
            part["sha256"] = hash.into();
        }
        self.end["sha256"] = sha256(&all).into();
        self.text()
    }

    fn text(&self) -> String {
        let lines = [&self.head].into_iter().chain(&self.parts).chain([&self.end]);
        lines.map(|line| format!("{line}\n")).collect()
    }

    fn count(&self, part: usize) -> i64 {
        self.parts[part]["count"].as_str().unwrap().parse().unwrap()
    }

    /// Adds to the count of a part, or to the total.
    fn add(&mut self, part: Option<usize>, more: i64) {
        let line = part.map_or(&mut self.head, |part| &mut self.parts[part]);
        let count: i64 = line["count"].as_str().unwrap().parse().unwrap();
        line["count"] = (count + more).to_string().into();
    }

    fn rename(&mut self, from: &str, to: &str) {
        for line in [&mut self.head].into_iter().chain(&mut self.parts) {
            line["problem"] = line["problem"].as_str().unwrap().replacen(from, to, 1).into();
        }
    }
}

/// The check that detects a forgery.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// The first check, even if no part is recounted.
    AtOnce,
    /// The recount of the parts.
    ByCounting,
}

use Seen::{AtOnce, ByCounting};

/// A change of the content, after which hashes are recomputed. It returns false if it does not apply.
type Change = fn(&mut Forgery, &mut Random) -> bool;

/// Picks a random part.
fn any(forgery: &Forgery, random: &mut Random) -> usize {
    random.between(0, forgery.parts.len() - 1)
}

/// Changes a field of the head, or of a random part.
macro_rules! put {
    (head $($key:literal)? $([$place:expr])* = $($value:tt)+) => {
        (|forgery: &mut Forgery, _: &mut Random| {
            forgery.head$([$key])?$([$place])* = json!($($value)+);
            true
        }) as Change
    };
    (part $key:literal = $($value:tt)+) => {
        (|forgery: &mut Forgery, random: &mut Random| {
            let at = any(forgery, random);
            forgery.parts[at][$key] = json!($($value)+);
            true
        }) as Change
    };
}

/// Returns false statements, each with correct hashes.
fn lies() -> Vec<(&'static str, Seen, Change)> {
    vec![
        ("the count is 0, in no parts", AtOnce, |forgery, _| {
            forgery.parts.clear();
            forgery.head["count"] = "0".into();
            forgery.head["parts"] = 0.into();
            true
        }),
        ("the whole is one more", AtOnce, |forgery, _| {
            forgery.add(None, 1);
            true
        }),
        ("the whole and a part are one more", ByCounting, |forgery, random| {
            let at = any(forgery, random);
            forgery.add(None, 1);
            forgery.add(Some(at), 1);
            true
        }),
        ("a placement moves to another part", ByCounting, |forgery, random| {
            let (from, to) = (any(forgery, random), any(forgery, random));
            let can = from != to && forgery.count(from) > 0;
            if can {
                forgery.add(Some(from), -1);
                forgery.add(Some(to), 1);
            }
            can
        }),
        ("all counts are 0", ByCounting, |forgery, _| {
            let is_news = forgery.head["count"] != "0";
            forgery.head["count"] = "0".into();
            forgery.parts.iter_mut().for_each(|part| part["count"] = "0".into());
            is_news
        }),
        ("two parts exchange their counts", ByCounting, |forgery, random| {
            let (one, two) = (any(forgery, random), any(forgery, random));
            let (first, second) = (forgery.parts[one]["count"].take(), forgery.parts[two]["count"].take());
            let is_news = first != second;
            if one != two {
                forgery.parts[one]["count"] = second;
                forgery.parts[two]["count"] = first;
            }
            is_news && one != two
        }),
        ("a part is missing", AtOnce, |forgery, random| {
            let gone = forgery.parts.remove(any(forgery, random));
            let count: i64 = gone["count"].as_str().unwrap().parse().unwrap();
            forgery.add(None, -count);
            forgery.head["parts"] = forgery.parts.len().into();
            true
        }),
        ("a part without placements is missing", AtOnce, |forgery, _| {
            let Some(at) = forgery.parts.iter().position(|part| part["count"] == "0") else { return false };
            forgery.parts.remove(at);
            forgery.head["parts"] = forgery.parts.len().into();
            true
        }),
        ("a part is there twice", AtOnce, |forgery, random| {
            let at = any(forgery, random);
            let part = forgery.parts[at].clone();
            forgery.add(None, forgery.count(at));
            forgery.parts.insert(at, part);
            forgery.head["parts"] = forgery.parts.len().into();
            true
        }),
        ("a part stands elsewhere", AtOnce, |forgery, _| {
            forgery.parts.swap(0, 1);
            true
        }),
        ("a part is divided and there as well", AtOnce, |forgery, random| {
            let at = any(forgery, random);
            let mut part = forgery.parts[at].clone();
            let first = part["first"].as_array_mut().unwrap();
            if first.len() < 2 {
                return false;
            }
            first.pop();
            part["count"] = "0".into();
            forgery.parts.insert(at, part);
            forgery.head["parts"] = forgery.parts.len().into();
            true
        }),
        ("a part begins with nothing", AtOnce, |forgery, random| {
            let at = any(forgery, random);
            forgery.parts[at]["first"] = json!([]);
            true
        }),
        ("one part begins with nothing, and is all", AtOnce, |forgery, _| {
            forgery.parts.truncate(1);
            forgery.parts[0]["first"] = json!([]);
            forgery.parts[0]["count"] = forgery.head["count"].clone();
            forgery.parts[0]["problem"] = forgery.head["problem"].clone();
            forgery.head["parts"] = 1.into();
            true
        }),
        ("the first piece stands elsewhere", AtOnce, |forgery, random| {
            let (at, other) = (any(forgery, random), any(forgery, random));
            let square = forgery.parts[other]["first"][0][1].clone();
            let is_news = forgery.parts[at]["first"][0][1] != square;
            forgery.parts[at]["first"][0][1] = square;
            is_news
        }),
        ("the first piece stands off the board", AtOnce, |forgery, random| {
            let at = any(forgery, random);
            forgery.parts[at]["first"][0][1] =
                format!("a{}", forgery.head["rows"].as_u64().unwrap() + 1).into();
            true
        }),
        ("a square has another name", AtOnce, |forgery, random| {
            let at = any(forgery, random);
            let piece = &mut forgery.parts[at]["first"][0][1];
            *piece = piece.as_str().unwrap().to_uppercase().into();
            true
        }),
        ("the first pieces are in another order", AtOnce, |forgery, _| {
            let is_long = |part: &&mut Value| part["first"].as_array().unwrap().len() > 1;
            let Some(part) = forgery.parts.iter_mut().find(is_long) else { return false };
            part["first"].as_array_mut().unwrap().swap(0, 1);
            true
        }),
        ("another kind is first", AtOnce, |forgery, random| {
            let at = any(forgery, random);
            let is_queen = forgery.parts[at]["first"][0][0] == "Q";
            forgery.parts[at]["first"][0][0] = if is_queen { "R" } else { "Q" }.into();
            true
        }),
        ("a part is said to be of other squares", AtOnce, |forgery, random| {
            let (at, other) = (any(forgery, random), any(forgery, random));
            forgery.parts[at]["problem"] = forgery.parts[other]["problem"].clone();
            at != other
        }),
        ("a part is said to be the whole", AtOnce, |forgery, random| {
            let at = any(forgery, random);
            forgery.parts[at]["problem"] = forgery.head["problem"].clone();
            true
        }),
        ("the problem is another one", AtOnce, |forgery, _| {
            forgery.head["problem"] = format!("{}2", forgery.head["problem"].as_str().unwrap()).into();
            true
        }),
        ("the problem has other sides everywhere", AtOnce, |forgery, _| {
            let sides = |forgery: &Forgery, more| {
                format!("{}x{}", forgery.head["rows"].as_u64().unwrap() + more, forgery.head["cols"])
            };
            let (old, new) = (sides(forgery, 0), sides(forgery, 1));
            forgery.rename(&old, &new);
            true
        }),
        ("another definition stands in a part", AtOnce, |forgery, random| {
            let at = any(forgery, random);
            let text = forgery.parts[at]["problem"].as_str().unwrap().to_owned();
            forgery.parts[at]["problem"] = format!("{text} V=N").into();
            true
        }),
        ("the definitions are missing", AtOnce, |forgery, _| {
            let text = forgery.head["problem"].as_str().unwrap().to_owned();
            let Some(definition) = text.find('=').map(|at| text[at - 2..].to_owned()) else { return false };
            forgery.rename(&definition, "");
            true
        }),
        ("a rank more", AtOnce, |forgery, _| {
            forgery.head["rows"] = (forgery.head["rows"].as_u64().unwrap() + 1).into();
            true
        }),
        ("a rank more, and in the text too", AtOnce, |forgery, _| {
            let (rows, cols) = (forgery.head["rows"].as_u64().unwrap(), forgery.head["cols"].clone());
            forgery.head["rows"] = (rows + 1).into();
            forgery.rename(&format!("{rows}x{cols}"), &format!("{}x{cols}", rows + 1));
            true
        }),
        ("ranks are no number", AtOnce, put!(head "rows" = "4")),
        ("ranks are true", AtOnce, put!(head "rows" = true)),
        ("ranks are not whole", AtOnce, put!(head "rows" = 4.0)),
        ("no ranks", AtOnce, put!(head "rows" = 0)),
        ("fewer than no files", AtOnce, put!(head "cols" = -4)),
        ("a board without end", AtOnce, put!(head "cols" = 4_000_000_000_000_u64)),
        ("another hole", AtOnce, |forgery, _| {
            let last = format!("a{}", forgery.head["rows"]);
            forgery.head["holes"].as_array_mut().unwrap().push(last.into());
            true
        }),
        ("a hole off the board", AtOnce, |forgery, _| {
            let off = format!("r1c{}", forgery.head["cols"].as_u64().unwrap() + 1);
            forgery.head["holes"].as_array_mut().unwrap().push(off.into());
            true
        }),
        ("no holes", AtOnce, |forgery, _| {
            let is_news = forgery.head["holes"] != json!([]);
            forgery.head["holes"] = json!([]);
            is_news
        }),
        ("a hole twice", AtOnce, |forgery, _| {
            let holes = forgery.head["holes"].as_array_mut().unwrap();
            holes.extend(holes.first().cloned());
            holes.len() > 1
        }),
        ("holes are no list", AtOnce, put!(head "holes" = "a1")),
        ("a hole is no text", AtOnce, put!(head "holes" = [1])),
        ("other edges are joined", AtOnce, |forgery, random| {
            let at = random.between(0, 1);
            forgery.head["wraps"][at] = (!forgery.head["wraps"][at].as_bool().unwrap()).into();
            true
        }),
        ("edges are joined by numbers", AtOnce, put!(head "wraps" = [0, 0])),
        ("edges are joined in three directions", AtOnce, |forgery, _| {
            forgery.head["wraps"].as_array_mut().unwrap().push(false.into());
            true
        }),
        ("a kind more", AtOnce, |forgery, _| {
            let kind = json!({ "letter": "D", "moves": [[0, 2, 1]], "number": 1 });
            forgery.head["kinds"].as_array_mut().unwrap().push(kind);
            true
        }),
        ("a kind twice", AtOnce, |forgery, _| {
            let kinds = forgery.head["kinds"].as_array_mut().unwrap();
            kinds.push(kinds[0].clone());
            true
        }),
        ("no kinds", AtOnce, put!(head "kinds" = [])),
        ("a piece more", AtOnce, |forgery, _| {
            let number = &mut forgery.head["kinds"][0]["number"];
            *number = (number.as_u64().unwrap() + 1).into();
            true
        }),
        ("fewer than no pieces", AtOnce, put!(head "kinds"[0]["number"] = -1)),
        ("half a piece", AtOnce, put!(head "kinds"[0]["number"] = 1.5)),
        ("pieces are true", AtOnce, put!(head "kinds"[0]["number"] = true)),
        ("another letter", AtOnce, put!(head "kinds"[0]["letter"] = "D")),
        ("a letter is two", AtOnce, put!(head "kinds"[0]["letter"] = "QQ")),
        ("a built-in kind moves otherwise", AtOnce, |forgery, _| {
            let kinds = forgery.head["kinds"].as_array_mut().unwrap();
            let Some(kind) =
                kinds.iter_mut().find(|kind| !["X", "Y"].contains(&kind["letter"].as_str().unwrap()))
            else {
                return false;
            };
            kind["moves"].as_array_mut().unwrap().pop();
            true
        }),
        ("built-in kinds ride further", AtOnce, |forgery, _| {
            let mut is_news = false;
            for kind in forgery.head["kinds"].as_array_mut().unwrap() {
                let is_built_in = !["X", "Y"].contains(&kind["letter"].as_str().unwrap());
                for step in kind["moves"].as_array_mut().unwrap().iter_mut().filter(|_| is_built_in) {
                    step[2] = (1 - step[2].as_i64().unwrap()).into();
                    is_news = true;
                }
            }
            is_news
        }),
        ("a kind has no moves", AtOnce, |forgery, _| {
            let is_built_in =
                forgery.head["kinds"][0]["letter"] != "X" && forgery.head["kinds"][0]["letter"] != "Y";
            forgery.head["kinds"][0]["moves"] = json!([]);
            is_built_in
        }),
        ("a move stands still", AtOnce, put!(head "kinds"[0]["moves"] = [[0, 0, 0]])),
        ("a move is two numbers", AtOnce, put!(head "kinds"[0]["moves"] = [[0, 1]])),
        ("a move is repeated fewer than no times", AtOnce, put!(head "kinds"[0]["moves"] = [[0, 1, -1]])),
        ("a move is a half", AtOnce, put!(head "kinds"[0]["moves"] = [[0, 0.5, 1]])),
        ("moves are no list", AtOnce, put!(head "kinds"[0]["moves"] = 7)),
        ("a kind has another key", AtOnce, put!(head "kinds"[0]["name"] = "queen")),
        ("the number of parts is another one", AtOnce, put!(head "parts" = 1_000_000)),
        ("fewer than no parts", AtOnce, put!(head "parts" = -1)),
        ("the number of parts is a text", AtOnce, |forgery, _| {
            forgery.head["parts"] = forgery.parts.len().to_string().into();
            true
        }),
        ("the number of parts is not whole", AtOnce, |forgery, _| {
            forgery.head["parts"] = (forgery.parts.len() as f64).into();
            true
        }),
        ("the count is not whole", AtOnce, put!(head "count" = 2.9)),
        ("the count is a number", AtOnce, |forgery, _| {
            forgery.head["count"] = forgery.head["count"].as_str().unwrap().parse::<u64>().unwrap().into();
            true
        }),
        ("the count has a sign", AtOnce, |forgery, _| {
            forgery.head["count"] = format!("+{}", forgery.head["count"].as_str().unwrap()).into();
            true
        }),
        ("the count has blanks", AtOnce, |forgery, _| {
            forgery.head["count"] = format!(" {}", forgery.head["count"].as_str().unwrap()).into();
            true
        }),
        ("the count has a line break", AtOnce, |forgery, _| {
            forgery.head["count"] = format!("{}\n", forgery.head["count"].as_str().unwrap()).into();
            true
        }),
        ("the count is in other digits", AtOnce, put!(head "count" = "٢")),
        ("the count begins with a 0", AtOnce, |forgery, _| {
            forgery.head["count"] = format!("0{}", forgery.head["count"].as_str().unwrap()).into();
            true
        }),
        ("the count is below 0, and a part too", AtOnce, |forgery, _| {
            forgery.head["count"] = "-1".into();
            forgery.parts.iter_mut().for_each(|part| part["count"] = "0".into());
            forgery.parts[0]["count"] = "-1".into();
            true
        }),
        ("the count has 5000 digits", AtOnce, |forgery, _| {
            forgery.head["count"] = "9".repeat(5000).into();
            true
        }),
        ("the count of a part is true", AtOnce, put!(part "count" = true)),
        ("the count of a part is null", AtOnce, put!(part "count" = null)),
        ("the count of a part is a list", AtOnce, put!(part "count" = ["1"])),
        ("the first pieces are a text", AtOnce, put!(part "first" = "Qa1")),
        ("the problem of a part is none", AtOnce, put!(part "problem" = null)),
        ("the problem is a list", AtOnce, put!(head "problem" = ["4x4 Q4"])),
        ("a part has another key", AtOnce, put!(part "note" = "checked")),
        ("a part is an end", AtOnce, put!(part "line" = "end")),
        ("the head is a part", AtOnce, put!(head "line" = "part")),
        ("the head has another key", AtOnce, put!(head "checked" = true)),
        ("another schema", AtOnce, put!(head "schema" = "armistice.certificate/2")),
        ("the end has another key", AtOnce, |forgery, _| {
            forgery.end["count"] = "1".into();
            true
        }),
        ("the end is a part", AtOnce, |forgery, _| {
            forgery.end["line"] = "part".into();
            true
        }),
    ]
}

/// Returns changes of the file as a text, with the old hashes.
fn damages(forgery: &Forgery) -> Vec<(&'static str, String)> {
    let text = forgery.text();
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let (count, last) = (format!("\"count\":{}", forgery.head["count"]), lines.len() - 1);
    let begin = format!("{{\"count\":\"{}\",", "1");
    vec![
        ("nothing", String::new()),
        ("the head alone", joined(&lines[..1])),
        ("no head", joined(&lines[1..])),
        ("no end", joined(&lines[..last])),
        ("half of it", text[..text.len() / 2].to_owned()),
        ("the last line break is missing", text[..text.len() - 1].to_owned()),
        ("a line after the end", format!("{text}{}\n", lines[1])),
        ("an empty line", text.replacen('\n', "\n\n", 1)),
        ("a text after the end", format!("{text}checked")),
        ("two ends", format!("{text}{}\n", lines[last])),
        ("it is there twice", format!("{text}{text}")),
        ("other line breaks", text.replace('\n', "\r\n")),
        ("a key twice", text.replacen(&count, &format!("{count},{count}"), 1)),
        ("a key twice in a part", text.replacen("{\"count\":", &format!("{begin}\"count\":"), 2)),
        ("no number", text.replacen("\"cols\":", "\"cols\":NaN,\"rols\":", 1)),
        ("a number without end", text.replacen("\"cols\":", "\"cols\":1e999,\"rols\":", 1)),
        (
            "lists in lists without end",
            text.replacen("\"holes\":[", &format!("\"holes\":{}", "[".repeat(100_000)), 1),
        ),
        ("no list of keys", text.replacen(lines[1], "[]", 1)),
        ("no JSON", text.replacen('{', "(", 1)),
        ("another hash of a part", text.replacen("\"sha256\":\"", "\"sha256\":\"0", 1)),
        (
            "another hash at the end",
            text.replacen(lines[last], &lines[last].replace("256\":\"", "256\":\"0"), 1),
        ),
        ("a wrong count beside its hash", {
            let mut forgery = forgery.clone();
            forgery.add(Some(0), 1);
            forgery.add(None, 1);
            forgery.text()
        }),
    ]
}

/// Returns the messages of `scripts/check-count` about files, in one run of Python, with this number of parts
/// recounted.
fn checked(folder: &Folder, files: &[(String, String)], parts: usize) -> Vec<(String, i32)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/check-count");
    for (number, (_, text)) in files.iter().enumerate() {
        fs::write(folder.0.join(format!("{number}.jsonl")), text).unwrap();
    }
    // The script runs as it does alone, but without a start of Python for each file.
    let each = "import contextlib, io, json, runpy, sys\n\
        script = runpy.run_path(sys.argv[1])\n\
        for number in range(int(sys.argv[3])):\n\
        \x20   said = io.StringIO()\n\
        \x20   with contextlib.redirect_stdout(said):\n\
        \x20       refused = script['main']([f'{sys.argv[2]}/{number}.jsonl', sys.argv[4]])\n\
        \x20   print(json.dumps([refused or said.getvalue(), 1 if refused else 0]))\n";
    let folder = folder.0.to_str().unwrap();
    let arguments = ["-c", each, script, folder, &files.len().to_string(), &parts.to_string()];
    let ran = Command::new("python3").args(arguments).output().unwrap();
    let (out, error) = (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap());
    assert!(ran.status.success() && error.is_empty(), "{}: {error}", files[out.lines().count()].0);
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn forged_counts_in_parts_are_refused() {
    let folder = Folder::new("forged-certificates");
    let file = folder.file("genuine.jsonl");
    let mut random = Random::new(first_seed());
    let (mut genuine, mut at_once, mut by_counting) = (Vec::new(), Vec::new(), Vec::new());
    let mut applied: BTreeMap<&str, usize> = BTreeMap::new();
    for (problem, size) in PROBLEMS {
        let (_, error, code) = run(&["count", problem, "--part-size", size, "--certificate", &file, "-q"]);
        assert_eq!((error.as_str(), code), ("", 0), "{problem}");
        let text = fs::read_to_string(&file).unwrap();
        let certificate = Forgery::read(&text);
        assert_eq!(certificate.clone().hashed(), text, "{problem}");
        genuine.push((problem.to_owned(), text));
        for (what, seen, change) in lies() {
            let mut forgery = certificate.clone();
            // Some changes need a certain type of part.
            if !(0..20).any(|_| {
                forgery = certificate.clone();
                change(&mut forgery, &mut random)
            }) {
                continue;
            }
            *applied.entry(what).or_default() += 1;
            let forged = (format!("{problem}: {what}"), forgery.hashed());
            if seen == AtOnce { &mut at_once } else { &mut by_counting }.push(forged);
        }
        for (what, text) in damages(&certificate) {
            *applied.entry(what).or_default() += 1;
            at_once.push((format!("{problem}: {what}"), text));
        }
    }
    for (what, ..) in lies() {
        assert!(applied.contains_key(what), "{what}: on no certificate");
    }
    assert!(applied.len() > 100 && applied.values().filter(|&&problems| problems > 2).count() > 100);
    for ((what, _), (said, code)) in genuine.iter().zip(checked(&folder, &genuine, 1_000_000)) {
        assert!(code == 0 && said.contains("counted again"), "{what}: {said}");
    }
    for (forged, parts) in [(&at_once, 0), (&by_counting, 1_000_000)] {
        for ((what, _), (said, code)) in forged.iter().zip(checked(&folder, forged, parts)) {
            let is_line = !said.is_empty() && said.trim().lines().count() == 1;
            assert!(code == 1 && is_line, "ARMISTICE_SEED={}: {what}: {said}", first_seed());
        }
    }
}

#[test]
fn what_is_no_request_is_refused_in_a_line() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/check-count");
    let folder = Folder::new("no-certificates");
    fs::write(folder.file("bytes.jsonl"), b"\xff\xfe\n").unwrap();
    let bytes = folder.file("bytes.jsonl");
    for words in [
        &[][..],
        &["nowhere.jsonl"],
        &[&bytes],
        &[&bytes, "-1"],
        &[&bytes, "1.5"],
        &[&bytes, "1", "x"],
        &["."],
    ] {
        let ran = Command::new("python3").arg(script).args(words).output().unwrap();
        let error = String::from_utf8(ran.stderr).unwrap();
        assert_eq!((ran.status.code(), error.lines().count()), (Some(1), 1), "{words:?}: {error}");
        assert!(ran.stdout.is_empty() && !error.contains("Traceback"), "{words:?}: {error}");
    }
}
