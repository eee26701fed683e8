//! `scripts/make-conjectures`: its verdicts on conjectures that are true, true from a later n on, and wrong.

use crate::common::program::{Folder, PROGRAM, read};
use std::fs;
use std::process::Command;

/// Conjectures, each with its verdict.
const CONJECTURES: &[(&str, &str, &str)] = &[
    // The formula itself, and with a superfluous factor.
    ("2x{n} K*", "a(n) = a(n-1) +2*a(n-2)", "Proved 3 2 2"),
    ("2x{n} K*", "a(n) = 2*a(n-1) +a(n-2) -2*a(n-3)", "Proved 4 2 2"),
    ("2x{n} K*", "[order 2]", "Proved 3 2 2"),
    // Right for 21 after 3, 5, 11, but not for 43.
    ("2x{n} K*", "a(n) = a(n-1) +5*a(n-2) -5*a(n-3)", "Refuted fails at n = 5 2 2"),
    ("2x{n} K*", "[order 1]", "Refuted no recurrence of order below 2 holds for ever 2 2"),
    // A polynomial of degree 5 from n = 11 on, and so six terms later.
    (
        "5x{n} Q5",
        "a(n) = 6*a(n-1) -15*a(n-2) +20*a(n-3) -15*a(n-4) +6*a(n-5) -a(n-6) for n>16",
        "Proved 17 6 ",
    ),
    (
        "5x{n} Q5",
        "a(n) = 6*a(n-1) -15*a(n-2) +20*a(n-3) -15*a(n-4) +6*a(n-5) -a(n-6) for n>15",
        "True later 17 6 ",
    ),
    ("5x{n} Q5", "[order 6] for n>15", "True later 17 6 "),
    // With degrees: A183324, and the formula with a wrong sign.
    ("{n}x3 W* each=2", "a(n)=2*a(n-1)-a(n-2)+2*a(n-3)-a(n-4)", "Proved 5 4 "),
    ("{n}x3 W* each=2", "a(n)=2*a(n-1)-a(n-2)+2*a(n-3)+a(n-4)", "Refuted fails at n = 5 4 "),
    ("{n}x{n} R*", "[order 9]", "Open guessed only"),
];

fn decided(folder: &Folder, lines: &str) -> Option<(String, String, i32)> {
    let is_there = Command::new("python3").arg("--version").output().is_ok_and(|out| out.status.success());
    let (conjectures, table) = (folder.file("conjectures.csv"), folder.file("conjectures.md"));
    fs::write(&conjectures, format!("entry,part,first,family,conjecture\n{lines}")).unwrap();
    let mut command = Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/make-conjectures")).arg("9");
    command.args(["--conjectures", &conjectures, "--out", &table, "--armistice", &*PROGRAM]);
    let (_, error, code) = is_there.then(|| read(&command.output().unwrap()))?;
    Some((fs::read_to_string(&table).unwrap_or_default(), error, code))
}

#[test]
fn conjectures_are_decided() {
    let line =
        |(number, (family, text, _)): (usize, &(&str, &str, &str))| format!("E{number},,1,{family},{text}\n");
    let lines: String = CONJECTURES.iter().enumerate().map(line).collect();
    let Some((table, error, code)) = decided(&Folder::new("conjectures"), &lines) else { return };
    assert_eq!(code, 0, "{error}");
    assert!(
        table.contains(
            "Proved: 5, of order 6 at most. True, but only from a later n on: 2. Refuted: 3. Open: 1."
        ),
        "{table}"
    );
    for (number, (family, text, expected)) in CONJECTURES.iter().enumerate() {
        let row = table.lines().position(|line| line.starts_with(&format!("| E{number} |"))).unwrap();
        let line = table.lines().nth(row).unwrap();
        let heading = table.lines().take(row).filter_map(|line| line.strip_prefix("## ")).last().unwrap();
        assert!(line.contains(&format!("| `{family}` | `{text}` |")), "{line}");
        let said: Vec<&str> = line.split(" | ").skip(4).collect();
        let said = format!("{heading} {}", said.join(" "));
        assert!(said.starts_with(expected), "{said}, not {expected}");
    }
}

#[test]
fn what_is_no_recurrence_is_refused() {
    let found = decided(&Folder::new("no-conjectures"), "E,,1,2x{n} K*,a(n) = a(n-1)^2\n");
    let Some((table, error, code)) = found else { return };
    assert_eq!((table.as_str(), code), ("", 1));
    assert!(error.contains("expected a linear recurrence, not 'a(n) = a(n-1)^2'"), "{error}");
}
