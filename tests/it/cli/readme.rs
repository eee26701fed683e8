//! The documents are true.
//!
//! Their commands and scripts print the output that they show, their numbers are those of the program, their
//! links lead somewhere, and the pictures are those that our code draws.

use crate::common::program::{Folder, PROGRAM, run, shell_in};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the commands in `console` blocks with the output shown below them.
fn commands(text: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => commands.push((command.to_owned(), String::new())),
                None => commands.last_mut().expect("a command first").1 += &format!("{line}\n"),
            }
        }
    }
    commands
}

/// Returns the README, the other documents for readers in its folder, and all of `docs/`.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(ROOT);
    let beside = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root.join(name));
    let folders = ["docs", "docs/schemas"].map(|name| root.join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let inside = files.map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = beside.into_iter().chain(inside).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    all.sort();
    all
}

/// Returns whether a document shows the printed output.
///
/// A `…` stands for text that differs from run to run, such as times: the rest of a line up to the next given
/// text, or any lines if it is on a line of its own.
fn is_shown(printed: &str, shown: &str) -> bool {
    let [printed, shown] = [printed, shown].map(|text| text.lines().collect::<Vec<_>>());
    are_shown(&printed, &shown)
}

fn are_shown(printed: &[&str], shown: &[&str]) -> bool {
    match (printed.split_first(), shown.split_first()) {
        (_, None) => printed.is_empty(),
        (_, Some((&"…", rest))) => {
            (0..=printed.len()).any(|left_out| are_shown(&printed[left_out..], rest))
        }
        (None, Some(_)) => false,
        (Some((line, others)), Some((expected, rest))) => {
            is_line_shown(line, expected) && are_shown(others, rest)
        }
    }
}

fn is_line_shown(line: &str, expected: &str) -> bool {
    let Some((before, after)) = expected.split_once('…') else { return line == expected };
    let Some(rest) = line.strip_prefix(before) else { return false };
    rest.char_indices()
        .map(|(place, _)| place)
        .chain([rest.len()])
        .any(|place| is_line_shown(&rest[place..], after))
}

#[test]
fn dots_stand_for_what_differs_and_for_nothing_else() {
    for (printed, shown, expected) in [
        ("a 1 ms\n", "a …\n", true),
        ("a 1 ms, b\n", "a …, b\n", true),
        ("a 1 ms, c\n", "a …, b\n", false),
        ("a\nb\nc\n", "a\n…\n", true),
        ("a\nb\nc\n", "…\nc\n", true),
        ("a\nb\nc\n", "…\nb\n", false),
        ("a\nb\n", "a …\n", false),
        ("a\n", "a\nb\n", false),
        ("", "…\n", true),
    ] {
        assert_eq!(is_shown(printed, shown), expected, "{printed:?} {shown:?}");
    }
}

/// Commands in documents are shown in full: nothing is cut off to make the output the same each time.
#[test]
fn commands_are_not_cut_for_tests() {
    for file in documents() {
        for (command, _) in commands(&std::fs::read_to_string(&file).unwrap()) {
            assert!(!command.contains("| sed "), "{}: {command}", file.display());
        }
    }
}

#[test]
fn commands_print_what_is_shown() {
    let (mut run, folder, place) = (0, Folder::new("documents"), Folder::new("documents-place"));
    // The commands find all files of the project, and leave no output in it.
    for entry in std::fs::read_dir(ROOT).unwrap() {
        let entry = entry.unwrap();
        std::os::unix::fs::symlink(entry.path(), place.0.join(entry.file_name())).unwrap();
    }
    for file in documents() {
        let text = std::fs::read_to_string(&file).unwrap();
        for (command, expected) in commands(&text) {
            // A file that is shown before anything is done with it is written.
            let shown_file = command.strip_prefix("cat ").map(|name| place.0.join(name));
            if let Some(path) = shown_file.filter(|path| !path.exists()) {
                std::fs::write(path, expected).unwrap();
                continue;
            }
            let output = shell_in(&command, &place, &folder.0).output().unwrap();
            let [answer, notes] =
                [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
            // Notes may be shown above the answer, as on a terminal.
            let printed = answer.clone() + &notes;
            if !is_shown(&printed, &expected) && !is_shown(&(notes + &answer), &expected) {
                assert_eq!(printed, expected, "{}: {command}", file.display());
            }
            run += 1;
        }
    }
    assert!(run >= 90, "{run} commands");
}

/// Returns a block that opens with `opening`, and the text after it.
fn block<'a>(text: &'a str, opening: &str) -> Option<(&'a str, &'a str)> {
    text.split_once(&format!("```{opening}\n"))?.1.split_once("```\n")
}

/// Each script is followed by its output.
#[test]
fn python_prints_what_is_shown() {
    let is_there =
        Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        return;
    }
    let folder = Folder::new("python");
    let command_folder = Path::new(&*PROGRAM).parent().unwrap().as_os_str().to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        [PathBuf::from(command_folder)].into_iter().chain(std::env::split_paths(&others)),
    );
    let text = std::fs::read_to_string(Path::new(ROOT).join("docs/python.md")).unwrap();
    let (mut rest, mut scripts) = (text.as_str(), 0);
    while let Some((script, after)) = block(rest, "python") {
        let (expected, after) = block(after, "text").expect("what it prints");
        let mut python = Command::new("python3");
        let output =
            python.args(["-c", script]).env("PATH", path.as_ref().unwrap()).current_dir(&folder.0).output();
        let output = output.unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{script}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{script}");
        (rest, scripts) = (after, scripts + 1);
    }
    assert_eq!(scripts, 1);
}

/// Wherever a document gives the number of built-in sequences, it is that of the registry.
#[test]
fn there_is_one_number_of_sequences() {
    let (list, ..) = run(&["verify", "--list"]);
    let number = list.lines().filter(|line| !line.contains("  out of scope, ")).count().to_string();
    let mut places = 0;
    for file in documents() {
        let text = std::fs::read_to_string(&file).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.windows(3) {
            let is_of_sequences = pair[1..].iter().any(|word| word.starts_with("sequences"));
            if is_of_sequences && pair[0].bytes().all(|byte| byte.is_ascii_digit()) {
                assert_eq!(pair[0], number, "{}: {}", file.display(), pair.join(" "));
                places += 1;
            }
        }
        let lower = text.to_lowercase();
        let vague = ["hundred sequences", "hundred of its sequences", "hundred published", "hundred of them"];
        let found = vague.iter().find(|words| lower.contains(*words));
        assert_eq!(found, None, "{}: there are {number}", file.display());
    }
    assert!(places >= 3, "{places} places");
}

const NUMBERS: [&str; 6] = ["fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"];

/// Wherever a document gives the number of kinds, it is that of the catalogue. The message about unknown
/// letters has all kinds.
#[test]
fn there_is_one_number_of_kinds() {
    let (table, ..) = run(&["pieces"]);
    let letters: String =
        table.lines().skip(1).take_while(|line| !line.is_empty()).map(|line| &line[..1]).collect();
    let (_, error, _) = run(&["count", "8x8 X"]);
    assert!(error.contains(&format!("take one of {letters}, or define it")), "{error}: {letters}");
    let mut places = 0;
    for file in documents() {
        let text = std::fs::read_to_string(&file).unwrap().to_lowercase();
        let words: Vec<&str> = text.split(|sign: char| !sign.is_alphanumeric() && sign != '-').collect();
        for run in words.windows(5) {
            let is_of_kinds =
                run[1..3] == ["built-in", "kinds"] || run[1..5] == ["kinds", "are", "built", "in"];
            let number = NUMBERS.iter().position(|number| *number == run[0]);
            if let Some(number) = number.filter(|_| is_of_kinds) {
                assert_eq!(15 + number, letters.len(), "{}: {}", file.display(), run.join(" "));
                places += 1;
            }
        }
    }
    assert!(places >= 3, "{places} places");
}

/// The first table of the benchmarks has the figures of the dated record.
#[test]
fn the_table_of_speed_is_that_of_the_record() {
    let read = |name: &str| std::fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
    let speed = read("results/benchmarks/README.md");
    let table =
        speed.split("| problem |").nth(1).unwrap().lines().skip(2).take_while(|line| !line.is_empty());
    let record = read("results/benchmarks/2026-11-20.md");
    let mut lines = 0;
    for line in table {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let (problem, ratio) = (cells[0].trim_matches('`'), cells[4]);
        let ratio: u32 = ratio.parse().unwrap();
        let is_recorded = |line: &str| {
            let measured =
                line.strip_prefix(&format!("{problem}: ")).and_then(|line| line.rsplit_once(" ratio "));
            measured.is_some_and(|(_, measured)| measured.parse::<f64>().unwrap().round() as u32 == ratio)
        };
        assert!(record.lines().any(is_recorded), "{problem}: {ratio} is not in the record");
        lines += 1;
    }
    assert!(lines >= 10, "{lines} problems");
}

/// Returns the texts between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The commands in the README's table run, and their output agrees with it.
#[test]
fn the_commands_of_the_readme_run() {
    let text = std::fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let folder = Folder::new("readme");
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let commands: Vec<&str> = rows.flat_map(quoted).filter(|word| word.starts_with("armistice ")).collect();
    assert!(commands.len() >= 8, "{commands:?}");
    // The page runs until it is stopped; `page.rs` starts and stops it.
    for command in commands.into_iter().filter(|command| *command != "armistice page") {
        let output = shell_in(command, &folder, &folder.0).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {said}");
    }
    for name in ["puzzles.pdf", "kings.pbp"] {
        assert!(folder.0.join(name).metadata().is_ok_and(|file| file.len() > 0), "{name} was written");
    }
}

/// The document on engines has the engines of `help engines`, in the same order except for the oracle.
#[test]
fn the_document_on_engines_has_all_of_them() {
    let (help, ..) = run(&["help", "engines"]);
    let mut known: BTreeSet<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once("  "))
        .map(|(name, _)| name)
        .collect();
    assert!(known.remove("best") && known.remove("naive"), "{help}");
    let text = std::fs::read_to_string(Path::new(ROOT).join("docs/engines.md")).unwrap();
    let (head, _) = text.split_once("Each is a folder of").expect("the list of engines and what follows it");
    let listed: Vec<&str> = head
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("**"))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), known);
    assert_eq!(listed.len(), known.len(), "{listed:?}");
}

/// The table of scripts has every script, and no missing one.
#[test]
fn the_table_of_scripts_has_all_of_them() {
    let text = std::fs::read_to_string(Path::new(ROOT).join("CONTRIBUTING.md")).unwrap();
    let (_, table) = text.split_once("| in `scripts/` | does |").expect("the table of scripts");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let listed: BTreeSet<String> = rows
        .flat_map(|row| quoted(row.split('|').nth(1).unwrap_or_default()))
        .map(|name| name.trim_end_matches('/').to_owned())
        .collect();
    let entries = std::fs::read_dir(Path::new(ROOT).join("scripts")).unwrap();
    let mut there: BTreeSet<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    // These are parts of `new-terms`, which its row names, and of `make-pictures`.
    for part in ["new_terms", "picture.rs", "__pycache__"] {
        there.remove(part);
    }
    assert_eq!(listed, there);
}

/// Times of counts of *n* queens have one home, the tables of benchmarks; documents link to it.
#[test]
fn times_of_queens_have_one_home() {
    let units = ["ms", "s", "second", "seconds", "min", "minutes", "minute", "hours", "hour", "core-hours"];
    for file in documents() {
        let text = std::fs::read_to_string(&file).unwrap();
        for sentence in text.lines().flat_map(|line| line.split(['.', ';', '|'])) {
            let words: Vec<&str> =
                sentence.split_whitespace().map(|word| word.trim_matches([',', ':', ')', '('])).collect();
            let is_large = |word: &str| word.parse::<u32>().is_ok_and(|number| (19..=40).contains(&number));
            let names_queens = words.windows(2).any(|pair| is_large(pair[0]) && pair[1] == "queens");
            let is_time = |pair: &[&str]| pair[0].parse::<f64>().is_ok() && units.contains(&pair[1]);
            assert!(!(names_queens && words.windows(2).any(is_time)), "{}: {sentence}", file.display());
        }
    }
}

/// Links to files and headings lead somewhere, and the table of contents has every document.
#[test]
fn links_lead_somewhere() {
    let contents = Path::new(ROOT).join("docs/README.md");
    let mut listed = BTreeSet::from([contents.clone()]);
    for file in documents() {
        let text = std::fs::read_to_string(&file).unwrap();
        let folder = file.parent().unwrap();
        for link in text.split("](").skip(1).filter_map(|after| after.split_once(')')).map(|(link, _)| link) {
            if link.contains("://") {
                continue;
            }
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { file.clone() } else { folder.join(path) };
            assert!(target.exists(), "{}: {link}", file.display());
            if !heading.is_empty() {
                let text = std::fs::read_to_string(&target).unwrap();
                let found =
                    text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == heading);
                assert!(found, "{}: {link}", file.display());
            }
            if file == contents {
                listed.insert(target);
            }
        }
    }
    let docs = Path::new(ROOT).join("docs");
    for file in documents().into_iter().filter(|file| file.parent() == Some(&docs)) {
        assert!(listed.contains(&file), "docs/README.md does not list {}", file.display());
    }
}

/// Returns the anchor of a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn the_pictures_are_drawn_by_our_code() {
    let example =
        Path::new(env!("CARGO_BIN_EXE_armistice")).parent().unwrap().join("examples").join("picture");
    for name in ["mixed", "queens", "kinds", "boards"] {
        let drawn = Command::new(&example).arg(name).output();
        let drawn = drawn.unwrap_or_else(|error| panic!("{}: {error}", example.display()));
        let kept = std::fs::read(Path::new(ROOT).join(format!("docs/{name}.svg"))).unwrap();
        assert!(drawn.stdout == kept, "docs/{name}.svg is not what `scripts/make-pictures` draws");
    }
}
