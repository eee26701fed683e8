//! The command line: answers, exit codes, bad input, pipes, interruption.

use crate::common::program::{Folder, armistice, assert_refused, feed, interrupt, read, run, shell};
use armistice::Named;
use armistice::clock::Instant;
use armistice::engines::Engine;
use std::time::Duration;

/// The problem may be one argument or several, and the answer is one plain line if it does not go to a
/// terminal.
#[test]
fn a_count_is_one_line() {
    let expected = ("8x8 Q8: 92 placements\n".to_owned(), String::new(), 0);
    assert_eq!(run(&["count", "8x8", "Q8"]), expected);
    assert_eq!(run(&["count", "8x8 Q8"]), expected);
    assert_eq!(run(&["count", "8 8Q", "--threads", "1"]), expected);
    assert_eq!(run(&["count", "2x2", "K"]).0, "2x2 K: 4 placements\n");
    assert_eq!(run(&["count", "1x1", "K"]).0, "1x1 K: 1 placement\n");
}

#[test]
fn quiet_is_the_number_and_nothing_else() {
    assert_eq!(run(&["count", "--quiet", "8x8 R2 B2 N2 Q K"]), ("453402912\n".into(), String::new(), 0));
    assert_eq!(run(&["count", "-q", "8x8 Q8", "--up-to", "symmetry"]), ("12\n".into(), String::new(), 0));
}

/// The answer stays one line. The record says how it was checked.
#[test]
fn a_count_can_be_checked() {
    let (answer, error, code) = run(&["count", "8x8 Q8", "--double-check"]);
    assert_eq!((answer.as_str(), error.as_str(), code), ("8x8 Q8: 92 placements\n", "", 0));
    for problem in ["8x8 Q8", "5x6 N4 K2", "6x6/cylinder K3", "4x4 P2", "8x8 Q8 --up-to symmetry"] {
        let mut arguments = vec!["count", "--double-check", "--format", "json"];
        arguments.extend(problem.split(' '));
        let (answer, error, code) = run(&arguments);
        assert_eq!((error.as_str(), code), ("", 0), "{problem}");
        let record: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(record["check"]["agrees"], true, "{problem}");
        assert_eq!(record["check"]["count"], record["count"], "{problem}");
        assert!(!record["check"]["by"].as_str().unwrap().is_empty());
    }
    assert_eq!(run(&["count", "8x8 Q8", "--double-check", "--divide"]).2, 2);
}

#[test]
fn classes_name_all_placements_too() {
    let (answer, _, code) = run(&["count", "8x8 Q8", "--up-to", "symmetry"]);
    assert_eq!((answer.as_str(), code), ("8x8 Q8: 12 placements up to symmetry (92 in all)\n", 0));
}

#[test]
fn a_division_sums_to_the_count() {
    let (answer, _, code) = run(&["count", "6x6 Q6", "--divide"]);
    assert_eq!(code, 0);
    assert_eq!(answer, "Q on b1: 1\nQ on c1: 1\nQ on d1: 1\nQ on e1: 1\n6x6 Q6: 4 placements\n");
}

#[test]
fn json_holds_the_count_as_a_string() {
    let (answer, _, code) = run(&["count", "13x13/torus Q13", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(code, 0);
    assert_eq!(json["schema"], "armistice.count/1");
    assert_eq!(json["problem"], "13x13/torus Q13");
    assert_eq!(json["count"], "4524");
    assert_eq!(json["complete"], true);
    assert_eq!(json["units"], json["units_done"]);
    assert_eq!(json["kinds"][0]["betza"], "Q");
    assert_eq!(json["identity"].as_str().unwrap().len(), 64);
}

#[test]
fn explaining_counts_nothing() {
    // Years of work are explained immediately.
    let (answer, _, code) = run(&["count", "--explain", "20x20 Q20"]);
    assert_eq!(code, 0);
    for part in ["problem    20x20 Q20", "colours, version", "8 symmetries", "units", " MB", "queen = Q"] {
        assert!(answer.contains(part), "{part}: {answer}");
    }
    let (answer, _, _) = run(&["count", "--explain", "--format", "json", "8x8 Q8", "--up-to", "symmetry"]);
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(json["symmetries"].as_array().unwrap().len(), 8);
}

/// Every engine and kernel can be requested. A kernel that the processor lacks is rejected.
#[test]
fn engines_and_kernels_can_be_forced() {
    for engine in ["best", "cells", "halves", "rows", "naive"] {
        assert_eq!(run(&["count", "-q", "--engine", engine, "5x5 Q5"]).0, "10\n", "{engine}");
    }
    for kernel in ["portable", "neon", "avx2", "avx512"] {
        let (answer, error, code) = run(&["count", "-q", "--kernel", kernel, "8x8 Q8"]);
        assert!(
            (answer == "92\n" && code == 0) || (error.contains("does not support") && code == 2),
            "{kernel}: {error}"
        );
    }
}

#[test]
fn the_help_names_every_engine() {
    let help = run(&["help", "engines"]).0;
    for engine in Engine::ALL {
        let is_of = |line: &str| line.starts_with(&format!("  {} ", engine.name()));
        assert!(help.lines().any(is_of), "{engine:?}: {help}");
    }
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&run(&["engines"]).0), words(&help));
    let symmetries = run(&["help", "symmetries"]).0;
    assert!(
        symmetries.contains("\n  half-turn  ") && symmetries.contains("\n  translation  "),
        "{symmetries}"
    );
}

#[test]
fn problems_come_from_files_and_pipes_in_order() {
    let input = "# a comment\n8x8 Q8\r\n\n  5x5 N B R Q A\n8x8 R8";
    assert_eq!(feed(&["count", "-q", "-"], input), ("92\n96\n40320\n".into(), String::new(), 0));
    // A byte order mark is not part of the first problem, and a file called - is standard input.
    let marked = format!("\u{feff}{input}");
    assert_eq!(feed(&["count", "-q", "--file", "-"], marked).0, "92\n96\n40320\n");
    let folder = Folder::new("problems");
    let file = folder.file("problems.txt");
    std::fs::write(&file, input).unwrap();
    let answer = run(&["count", "--file", &file]);
    let lines = "8x8 Q8: 92 placements\n5x5 Q R B N A: 96 placements\n8x8 R8: 40320 placements\n";
    assert_eq!(answer, (lines.into(), String::new(), 0));
}

/// A bad line of a batch keeps its place, the rest is counted, and the exit code shows the fault.
#[test]
fn a_bad_line_loses_nothing() {
    let input = b"6x6 Q6\n6x6 Y6\n\xff\n5x5 Q5\n";
    let (answer, error, code) = feed(&["count", "-q", "-"], input);
    assert_eq!((answer.as_str(), code), ("4\nerror\nerror\n10\n", 2));
    let errors: Vec<&str> = error.lines().collect();
    assert!(errors[0].starts_with("error: line 2: column 5, 'Y6': no kind has the letter Y"), "{error}");
    assert!(errors[1].starts_with("error: line 3: column 1, byte 0xff: not UTF-8"), "{error}");
    let (answer, _, _) = feed(&["count", "--format", "json", "-"], input);
    assert_eq!(answer.lines().filter(|line| line.contains("\"schema\":\"armistice.error/1\"")).count(), 2);
}

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    let megabyte = "(".repeat(100_000);
    for problem in [
        "",
        " ",
        "8x8",
        "Q8",
        "0x8 Q",
        "8x-1 Q",
        "9999999x99999 Q",
        "1000001x1 Q",
        "33x33 Q* N*",
        "8x8/ring Q",
        "8x8 Y3",
        "8x8 q3",
        "8x8 A5 A=A",
        "8x8 X X=N X=B",
        "8x8 X X=jN",
        "8x8 X X=gK",
        "8x8 X X=nC",
        "8x8 X X=pgR",
        "8x8 G2 G=R",
        "4x4/klein G2",
        "3^5 Q",
        "3^ Q",
        "^3 Q",
        "8x8-z9 Q",
        "8x8 Q99999999999999999999",
        "8x8 N**",
        "8x8 Nmaxi",
        "8x8 Q4/",
        "8x8 Q4/Q sight blocked",
        "8x8 Q\u{1b}[31m",
        &megabyte,
    ] {
        let (answer, error, code) = run(&["count", problem]);
        assert_eq!((answer.as_str(), code), ("", 2), "{problem}: {error}");
        assert!(error.starts_with("error: ") && error.lines().count() == 1, "{problem}: {error}");
        assert!(error.len() < 300 && !error.contains('\u{1b}'), "{problem}: {error}");
    }
    let (_, error, code) = run(&["count", "--file", "/nowhere/problems.txt"]);
    assert!(code == 1 && error.starts_with("error: '/nowhere/problems.txt': "), "{error}");
    let (_, error, code) = run(&["count", "--file", "/"]);
    assert!(code == 1 && error.starts_with("error: reading problems: "), "{error}");
    for arguments in [
        &["count"][..],
        &["count", "8x8 Q8", "--threads", "0"],
        &["count", "8x8 Q8", "--format", "xml"],
        &["count", "8x8 Q8", "--file", "x"],
        &["count", "8x8 Q8", "--divide", "--up-to", "symmetry"],
        &["count", "8x8 Q8", "--engine", "naive", "--kernel", "portable"],
        &["pieces", "\u{1b}"],
        &["pieces", "X=W\u{1b}[31m"],
        &["count", "--engine", "naive", "--up-to", "symmetry", "4 Q4"],
        &["count", "--divide", "8x8 Q0"],
        &["pieces", "Y"],
        &["pieces", "X=nC"],
        &["fly"],
    ] {
        let (answer, error, code) = run(arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(!error.is_empty() && !error.contains('\u{1b}'), "{arguments:?}");
    }
}

/// A message is about the words that were typed, and its advice is not what it rejects.
#[test]
fn messages_fit_what_was_typed() {
    for (arguments, expected, absent) in [
        (&["count", "300x300", "Q4"][..], "255x255", "1024"),
        (&["min", "5x5", "G"], "exact number", "maximal"),
        (&["max", "5x5", "G"], "exact number", "Q3"),
        (&["count", "5x5", "G*"], "exact number", "maximal"),
        (&["count", "5x5", "G3", "--maximal"], "leave out --maximal", "exact number"),
        (&["max", "129x129", "Q"], "at most 16384", "hop"),
        (&["max", "40x40", "Q", "N"], "--placements", "--count"),
        (&["count", "10x10", "R4", "Q", "--engine", "rooks"], "at most 12 squares off", "engine rooks"),
        (&["count", "4x4x4", "U2", "U=FF"], "letters IMOSVXY", "IMOSUVXY"),
        (&["check", "4x4", "Q4", "{\"problem\":\"4x4 Q4\",\"x\":1}"], "--file FILE", "ranks"),
        (&["check", "{\"problem\": \"4x4 Q4\"}"], "standard input (-)", "ranks"),
        (&["count", "3x3 Q/Q blocked", "--engine", "hurdles"], "'blocked' changes nothing", "hops"),
        (&["count", "3x3 N", "--engine", "hurdles"], "blocked lines", "changes nothing"),
    ] {
        let (answer, error, code) = run(arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(error.contains(expected) && !error.contains(absent), "{arguments:?}: {error}");
    }
}

/// The maximum is followed by the number of placements, if that is asked for, and nothing else.
#[test]
fn a_quiet_maximum_has_its_count() {
    for (more, expected) in [(&[][..], "32\n"), (&["--placements", "--up-to", "symmetry"], "32 1\n")] {
        let arguments = [&["max", "8x8", "N", "--quiet"], more].concat();
        assert_eq!(run(&arguments), (expected.to_owned(), String::new(), 0), "{arguments:?}");
    }
}

/// Large numbers are powers, a sweep includes its trial, and an engine that was named is not explained.
#[test]
fn an_explanation_is_legible() {
    let (large, ..) = run(&["explain", "30x30", "K40"]);
    let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
    assert!(
        large.contains("years")
            && large.lines().skip(2).all(|line| line.split(' ').all(|word| digits(word) < 12)),
        "{large}"
    );
    let (swept, ..) = run(&["explain", "8x8", "K26/K26"]);
    assert!(swept.contains("a sweep, about ") && !swept.contains("about 0 µs"), "{swept}");
    let (named, ..) = run(&["explain", "6x6", "N3", "--engine", "cells"]);
    assert!(!named.contains("\nwhy "), "{named}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let problem = std::ffi::OsStr::from_bytes(b"8x8 Q\xff8");
    let (answer, error, code) = read(&armistice(&["count"]).arg(problem).output().unwrap());
    assert_eq!((answer.as_str(), code), ("", 2));
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.starts_with("error: column 6, byte 0xff: not UTF-8"), "{error}");
}

#[test]
fn more_pieces_than_squares_is_nought_at_once() {
    let start = Instant::now();
    let alike = "8x8 Q3 X4294967295 X=Q";
    for problem in
        ["8x8 Q70000", "32x32 N4294967295", "1x1 Q2", "4x4 K8 B8 N", alike, "8x8 Q9999999 X9999999 X=Q"]
    {
        assert_eq!(run(&["count", "-q", problem]), ("0\n".into(), String::new(), 0), "{problem}");
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let (answer, error, _) = shell("{ armistice pieces; echo $? >&2; } | head -1");
    assert_eq!((answer.lines().count(), error.as_str()), (1, "0\n"));
    let batch = "{ yes 8x8 Q8 | head -20000 | armistice count -; echo $? >&2; } | head -1";
    assert_eq!(shell(batch), ("8x8 Q8: 92 placements\n".into(), "0\n".into(), 0));
    let (_, error, code) = shell("armistice count 8x8 Q8 > /dev/full");
    assert!(code == 1 && error.starts_with("error: standard output: "), "{error}");
}

/// Ctrl-C promptly ends a count of years, and gives the placements found as a lower bound. That also holds if
/// the search finds nothing.
#[cfg(unix)]
#[test]
fn an_interrupted_count_is_a_lower_bound() {
    for (arguments, bound) in [
        (&["count", "10x10 N10", "--engine", "cells", "-q"][..], "≥"),
        (&["count", "10x10 N10", "--engine", "cells"], "10x10 N10: ≥ "),
        (&["count", "10x10 N10", "--engine", "cells", "--format", "json"], "\"complete\":false"),
        (&["count", "20x20 Q25", "--engine", "cells"], "20x20 Q25: ≥ 0 placements, stopped after "),
        (&["count", "20x20 Q20"], "20x20 Q20: ≥ "),
        (&["count", "10x10 N12", "--engine", "cells", "--up-to", "symmetry"], "10x10 N12: ≥ "),
        (&["count", "10x10 N12", "--divide"], ", stopped before the end"),
        (&["count", "--engine", "naive", "10x10 N12"], "10x10 N12: ≥ "),
    ] {
        let (answer, error, code) = interrupt(arguments);
        assert_eq!(code, 130, "{arguments:?}: {answer}{error}");
        assert!(answer.contains(bound), "{arguments:?}: {answer}{error}");
    }
}

#[test]
fn pieces_show_letters_moves_and_attacks() {
    let (answer, _, code) = run(&["pieces"]);
    assert_eq!(code, 0);
    for line in
        ["K  K      king (man, commoner)", "A  QN     amazon (superqueen, maharaja)", "P  fcF    pawn"]
    {
        assert!(answer.lines().any(|other| other == line), "{line}");
    }
    let (answer, _, _) = run(&["pieces", "X=rfN"]);
    assert!(answer.contains("X  rfN    custom"));
    assert!(answer.contains(". . . . x . ."));
    assert!(answer.lines().all(|line| line.chars().count() <= 60));
}

#[test]
fn man_page_and_completions_are_generated() {
    let (page, _, code) = run(&["generate", "man"]);
    assert!(code == 0 && page.contains(".TH armistice") && page.contains("ARMISTICE COUNT"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (script, _, code) = run(&["generate", shell]);
        assert!(code == 0 && script.contains("up-to"), "{shell}");
    }
}

#[test]
fn help_shows_examples() {
    for verb in ["count", "max", "table", "verify", "pieces", "generate", "missing"] {
        let (help, _, code) = run(&[verb, "--help"]);
        assert!(code == 0 && help.contains("Examples:\n  ") && help.contains("\n  armistice"), "{verb}");
    }
    assert_eq!(run(&["--version"]).2, 0);
}

/// Walls need other pieces and a number. Otherwise `#` between blanks begins a comment in a list of problems.
#[test]
fn walls_and_comments_are_told_apart() {
    let expected = "column 7, end of text: there are only walls: add pieces, a letter and a number, like Q8";
    assert_refused(&["count", "8x8", "#1"], expected);
    assert_refused(&["count", "8x8 Q9 #"], "how many walls? write #1; did you mean 8x8 Q9 #1?");
    let eight = ("8x8 Q8: 92 placements\n".to_owned(), String::new(), 0);
    assert_eq!(run(&["count", "8x8 Q8 # eight queens"]), eight);
    let lines = "8x8 Q8 # eight queens\n5x5 Q5\t#\tfive, and #1\n4x4 Q4 #1 # with a wall\n6x6 Q6 #1@a1\n";
    let (answer, error, code) = feed(&["count", "-"], lines);
    let expected = "8x8 Q8: 92 placements\n5x5 Q5: 10 placements\n4x4 Q4 #1: 32 placements\n\
                    6x6 Q6 #1@a1: 4 placements\n";
    assert_eq!((answer.as_str(), error.as_str(), code), (expected, "", 0));
}

/// Files after z are named like those of the page and of spreadsheets.
#[test]
fn squares_past_file_z_have_two_names() {
    let expected = ("1x32 W@r1c27: 1 placement\n".to_owned(), String::new(), 0);
    assert_eq!(run(&["count", "1x32 W@r1c27"]), expected);
    assert_eq!(run(&["count", "1x32 W@aa1"]), expected);
    assert_eq!(run(&["check", "1x32 W2", "--squares", "Wz1,ab1"]).0, "1x32 W2: valid\n");
    assert_eq!(run(&["count", "1x32-aa1 W"]).0, "1x32-r1c27 W: 31 placements\n");
    assert_refused(&["count", "1x26 W@aa1"], "aa1");
}

/// A size of a few bytes probably lacks its unit.
#[test]
fn memory_has_a_unit() {
    for (typed, meant) in [("2", "2G?"), ("512", "512M?")] {
        let (answer, error, code) = run(&["count", "8x8 Q8", "--memory", typed]);
        assert!(
            answer.is_empty() && code == 2 && error.contains(&format!("did you mean {meant}")),
            "{error}"
        );
    }
    assert_eq!(run(&["count", "8x8 Q8", "-q", "--memory", "2G"]).0, "92\n");
}

/// A word means all its maps that preserve the problem. If the reflections do not preserve it, the half turn
/// that they generate may.
#[test]
fn a_word_means_all_its_maps_that_preserve_the_problem() {
    let count =
        |arguments: &str| run(&[&["count", "-q"], &arguments.split(' ').collect::<Vec<_>>()[..]].concat()).0;
    for (board, word) in [("3x2", "diagonals"), ("4x4-a2,d3", "reflections"), ("4x4-a2,d3", "diagonals")] {
        for problem in [format!("{board} K"), format!("{board} K2"), format!("{board} N2 K")] {
            let asked = |how: &str| count(&format!("{problem} {how}"));
            let half = asked("--up-to half-turn");
            assert_eq!(asked(&format!("--up-to {word}")), half, "{problem} {word}");
            assert_eq!(asked(&format!("--up-to {word}+half-turn")), half, "{problem} {word}");
            assert_eq!(
                asked(&format!("--fixed-by {word}")),
                asked("--fixed-by half-turn"),
                "{problem} {word}"
            );
        }
    }
    assert_eq!(
        (count("3x2 K --up-to diagonals"), count("4x4-a2,d3 K --up-to reflections")),
        ("3\n".into(), "7\n".into())
    );
    // With one reflection alone there is no half turn. Without any of the three maps, no placements are
    // equivalent.
    assert_eq!(
        (count("8x8-a1 K --up-to diagonals"), count("8x8-b1 K --up-to diagonals")),
        ("35\n".into(), "63\n".into())
    );
}
