//! The lines under an answer on a terminal, and their columns.

#![cfg(unix)]

use crate::common::program::shell;

/// Returns the output of the command on a terminal; `None` if `script` is not available to make one.
fn on_terminal(line: &str) -> Option<String> {
    let (answer, _, code) = shell(&format!("script -qec \"{line}\" /dev/null 2> /dev/null"));
    (code != 127 && !answer.contains("not found")).then(|| answer.replace("\r\n", "\n"))
}

/// Returns whether a line is nothing but a time, like `  1.4 ms`.
fn is_time(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words[..], [number, "µs" | "ms" | "s"] if number.parse::<f64>().is_ok())
}

#[test]
fn under_a_count_there_is_its_time_and_what_chess_does_not_know() {
    let Some(queens) = on_terminal("armistice count 8x8 Q8") else { return };
    let lines: Vec<&str> = queens.lines().collect();
    assert!(matches!(lines[..], ["8x8 Q8: 92 placements", time] if is_time(time)), "{queens}");
    let others = on_terminal("armistice count 5x5 Q A X X=NN").unwrap();
    let lines: Vec<&str> = others.lines().collect();
    assert!(matches!(lines[1..], ["  A amazon = QN · X = NN", time] if is_time(time)), "{others}");
    for line in ["max 5x5 N", "min 5x5 Q", "max 4x4 Q/Q"] {
        let answer = on_terminal(&format!("armistice {line}")).unwrap();
        assert!(answer.lines().last().is_some_and(is_time), "{answer}");
        assert!(!answer.contains("nodes") && !answer.contains(" = "), "{answer}");
    }
}

/// Groups are easily mistaken for one mix.
#[test]
fn groups_are_told_from_the_mix() {
    let meant = "none attacks another of its own group";
    for (problem, groups, mix) in [
        ("4x4 Q2+R2", "2 queens and, apart from them, 2 rooks", Some("4x4 Q2 R2")),
        ("4x4 Q N2 + R2", "1 queen, 2 knights and, apart from them, 2 rooks", Some("4x4 Q R2 N2")),
        ("4x4 R4 + R4", "4 rooks and, apart from them, 4 rooks", None),
        ("4x4 K* + Q1", "any number of kings and, apart from them, 1 queen", Some("4x4 K* Q")),
    ] {
        let Some(answer) = on_terminal(&format!("armistice count '{problem}'")) else { return };
        assert!(answer.contains(&format!("  {groups}: {meant}\n")), "{answer}");
        match mix {
            Some(mix) => assert!(answer.contains(&format!("  {mix} is the mix\n")), "{answer}"),
            None => assert!(!answer.contains("the mix"), "{answer}"),
        }
        let (_, note, code) = shell(&format!("armistice count '{problem}'"));
        assert_eq!((note, code), (format!("{groups}: {meant}\n"), 0));
        // The lines are absent in output for programs, and for many problems at a time.
        for line in
            [format!("armistice count '{problem}' -q"), format!("echo '{problem}' | armistice count -")]
        {
            assert_eq!(shell(&line).1, "", "{line}");
        }
    }
}

#[test]
fn engines_and_nodes_are_told_to_who_asks() {
    for (line, expected) in [
        ("count 8x8 Q8 -v", "  halves 4 on "),
        ("count 8x8 Q8 --verbose", " nodes, "),
        ("max 5x5 N -v", "  bound 1, "),
        ("min 8x8 Q -v", "  empty lines 1, "),
        ("max 5x5 Q/Q -v", "proved: 5x5 Q5/Q5 has no placement: lines 1, 62 nodes, "),
    ] {
        let Some(answer) = on_terminal(&format!("armistice {line}")) else { return };
        assert!(answer.contains(expected), "{answer}");
        // A pipe gets the same text.
        assert!(shell(&format!("armistice {line}")).0.contains(expected), "{line}");
    }
    assert_eq!(shell("armistice count 8x8 Q8 -v -q").2, 2);
}

#[test]
fn counts_of_a_table_end_in_one_column() {
    let Some(table) = on_terminal("armistice table '{n}x{n} Q{n}' --n 9..13") else { return };
    let ends: Vec<Option<usize>> = table.lines().skip(1).map(|line| line.find("  (")).collect();
    assert!(ends.len() == 5 && ends.iter().all(|end| end.is_some() && *end == ends[0]), "{table}");
}
