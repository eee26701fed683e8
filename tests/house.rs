//! The rooms of the house: which may look into which.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

/// For each room what it may use from the crate, besides itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("named.rs", &[]),
    ("board", &["named"]),
    ("piece", &["board"]),
    ("conflict.rs", &["board", "piece"]),
    ("problem.rs", &["named", "board", "piece"]),
    ("placement", &["problem", "board", "piece"]),
    ("notation", &["named", "placement", "problem", "board", "piece"]),
    ("engines", &["named", "conflict", "placement", "problem", "board", "piece", "with_mask"]),
    ("sequences", &["engines", "notation", "problem", "board", "piece"]),
    ("run", &["named", "engines", "problem", "board", "piece"]),
    (
        "report",
        &["named", "run", "sequences", "engines", "notation", "placement", "problem", "board", "piece"],
    ),
    (
        "cli",
        &[
            "named",
            "report",
            "run",
            "sequences",
            "engines",
            "notation",
            "placement",
            "problem",
            "board",
            "piece",
        ],
    ),
];

/// Crates that only the command may name.
const COMMAND_ONLY: &[&str] =
    &["clap", "indicatif", "num_format", "serde", "serde_json", "anyhow", "ctrlc", "csv", "gif", "resvg"];

fn rust_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|entry| rust_files(&entry))
        .filter(|file| file.extension().is_some_and(|e| e == "rs"))
        .collect()
}

/// The source without its tests and comments, which may look anywhere.
fn code(file: &Path) -> String {
    let source = fs::read_to_string(file).unwrap();
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap();
    source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn dependencies_run_one_way() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (room, allowed) in ROOMS {
        let own = room.trim_end_matches(".rs");
        for file in rust_files(&source.join(room)) {
            let code = code(&file);
            for used in code.split("crate::").skip(1) {
                let name: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                assert!(name == own || allowed.contains(&name.as_str()), "{} uses {name}", file.display());
            }
            if !matches!(*room, "run" | "report" | "cli") {
                for name in COMMAND_ONLY {
                    assert!(!code.contains(&format!("{name}::")), "{} uses {name}", file.display());
                }
            }
        }
    }
}

#[test]
fn every_room_is_listed() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(source).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = ROOMS.iter().any(|(room, _)| *room == name) || name == "lib.rs" || name == "main.rs";
        assert!(known, "{name} is in no list of rooms");
    }
}
