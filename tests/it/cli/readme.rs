//! The README's commands give what the README says, and the pictures are those that our code draws.

use crate::common::program::PROGRAM;
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Commands in `console` blocks with the output shown below them.
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

#[test]
fn commands_print_what_is_shown() {
    let mut run = 0;
    for file in [
        "README.md",
        "docs/architecture.md",
        "docs/armies.md",
        "docs/problems.md",
        "docs/max.md",
        "docs/tables.md",
        "docs/sequences.md",
        "docs/drawing.md",
        "docs/solving.md",
        "docs/long-counts.md",
        "docs/clusters.md",
    ] {
        let text = std::fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
        for (command, expected) in commands(&text) {
            // This test is part of that command.
            if command == "cargo test" {
                continue;
            }
            let line = command
                .replace("cargo run --release -- ", "armistice ")
                .replace("armistice ", &format!("{} ", *PROGRAM));
            let output = Command::new("sh").args(["-c", &line]).current_dir(ROOT).output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            assert_eq!(printed, expected, "{file}: {command}");
            run += 1;
        }
    }
    assert!(run >= 10, "{run} commands");
}

#[test]
fn the_pictures_are_drawn_by_our_code() {
    let example =
        Path::new(env!("CARGO_BIN_EXE_armistice")).parent().unwrap().join("examples").join("picture");
    for name in ["mixed", "queens", "kinds"] {
        let drawn = Command::new(&example).arg(name).output();
        let drawn = drawn.unwrap_or_else(|error| panic!("{}: {error}", example.display()));
        let kept = std::fs::read(Path::new(ROOT).join(format!("docs/{name}.svg"))).unwrap();
        assert!(drawn.stdout == kept, "docs/{name}.svg is not what `scripts/make-pictures` draws");
    }
}
