//! Commands that people type before they have read any documentation: `guesses.txt`, line by line.

use crate::common::program::shell;

/// A typed line, and the expected reaction to it.
struct Guess<'a> {
    typed: &'a str,
    answer: Option<&'a str>,
    message: Option<&'a str>,
    not_in_message: Option<&'a str>,
}

fn guesses(text: &str) -> Vec<Guess<'_>> {
    let mut guesses: Vec<Guess<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (sign, rest) = line.split_at(2);
        if sign == "$ " {
            guesses.push(Guess { typed: rest, answer: None, message: None, not_in_message: None });
            continue;
        }
        let guess = guesses.last_mut().unwrap();
        match sign {
            "= " => guess.answer = Some(rest),
            "! " => guess.message = Some(rest),
            "- " => guess.not_in_message = Some(rest),
            _ => panic!("{line}"),
        }
    }
    guesses
}

/// Every guess is answered, or its message has the right line.
#[cfg(unix)]
#[test]
fn guesses_are_understood_or_put_right() {
    let guesses = guesses(include_str!("guesses.txt"));
    assert!(guesses.len() >= 50);
    let mut faults = Vec::new();
    for Guess { typed, answer, message, not_in_message } in guesses {
        let (written, error, code) = shell(typed);
        let is_right = match (answer, message) {
            (Some(answer), None) => {
                let first = written.lines().next().unwrap_or_default();
                code == 0 && error.is_empty() && first.split_whitespace().eq(answer.split_whitespace())
            }
            (None, Some(message)) => code == 2 && written.is_empty() && error.contains(message),
            _ => false,
        };
        if !is_right || not_in_message.is_some_and(|text| error.contains(text)) {
            faults.push(format!("$ {typed}\n{written}{error}exit code {code}\n"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Help, the version and the arguments after `--` are unchanged.
#[test]
fn nothing_is_guessed_where_nothing_is_wrong() {
    for (typed, expected) in [
        ("armistice --version", "armistice "),
        ("armistice version", "armistice "),
        ("armistice -h", "Counts placements"),
        ("armistice help count", "Count the placements"),
        ("armistice completions bash", "_armistice()"),
    ] {
        let (answer, error, code) = shell(typed);
        assert!(code == 0 && error.is_empty() && answer.contains(expected), "{typed}: {error}");
    }
    let (_, error, code) = shell("armistice count -- --json");
    assert!(code == 2 && error.contains("'--json': no board"), "{error}");
}

/// Each command has a man page, which states the exit codes and points to further reading.
#[test]
fn every_verb_has_a_man_page() {
    let folder = crate::common::program::Folder::new("man");
    let pages = folder.file("man1");
    assert_eq!(shell(&format!("armistice generate man --out {pages}")), (String::new(), String::new(), 0));
    let names =
        std::fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert!(names.contains(&"armistice.1".to_owned()) && names.contains(&"armistice-count.1".to_owned()));
    assert!(!names.iter().any(|name| name.contains("help")), "{names:?}");
    for name in names {
        let page = std::fs::read_to_string(format!("{pages}/{name}")).unwrap();
        for part in
            ["SH NAME", "SH SYNOPSIS", "EXIT STATUS", "FILES", "ENVIRONMENT", "ARMISTICE_RUNS", "SEE ALSO"]
        {
            assert!(page.contains(part), "{name}: {part}");
        }
    }
    assert_eq!(shell("armistice generate bash --out x").2, 2);
}
