//! Boards, regions, given pieces and placements in the forms that other programs, judges and puzzles have, with their published
//! values.

use crate::common::program::{Folder, assert_refused, feed, run};
use std::fs;

/// The answer of a command, and what it says besides.
fn answer(arguments: &[&str]) -> (String, String) {
    let (answer, error, code) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {error}");
    (answer, error)
}

/// Writes a file, and says how it is named in a word.
fn file(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.file(name);
    fs::write(&path, text).unwrap();
    path
}

/// Level 80 of the queens game, whose issue 11 says that it has two solutions, in five forms; without the size of its board.
#[test]
fn a_level_with_two_solutions_has_two_in_every_form() {
    const RANKS: [&str; 8] =
        ["AAAAAAAA", "ABBBCCCD", "ABEEEFCD", "AGEHHFCD", "AGFHHFCD", "AGFFFFGD", "AGGGGGGD", "AGGGGDDD"];
    let folder = Folder::new("level");
    let quoted = |rank: &&str| {
        format!("[{}]", rank.chars().map(|sign| format!("\"{sign}\"")).collect::<Vec<_>>().join(", "))
    };
    let json = format!("[{}]", RANKS.iter().map(quoted).collect::<Vec<_>>().join(",\n"));
    let numbers = |rank: &&str| rank.bytes().map(|sign| (sign - b'A' + 9).to_string()).collect::<Vec<_>>();
    let ids: Vec<Vec<String>> = RANKS.iter().map(numbers).collect();
    let lines: Vec<String> = ids.iter().map(|rank| rank.join(" ")).collect();
    for (name, text) in [
        ("letters.txt", RANKS.join("\n")),
        ("windows.txt", RANKS.join("\r\n") + "\r\n\r\n# level 80\r\n"),
        ("level80.js", format!("const level80 = {{\n  size: 8,\n  colorRegions: {json},\n}};\n")),
        ("list.json", json),
        ("numbers.txt", lines.join("\n")),
        ("sized.txt", format!("8 8\n{}\n", lines.join("\n"))),
        ("flat.csv", ids.concat().join(",")),
        ("string.txt", RANKS.concat()),
    ] {
        let regions = format!("regions=@{}", file(&folder, name, &text));
        assert_eq!(answer(&["count", "K8", "rank=1", "file=1", &regions, "--quiet"]).0, "2\n", "{name}");
        let (text, _, code) = run(&["solve", "8x8 K8 rank=1 file=1", &regions, "--unique"]);
        assert!(text.contains("more than one placement") && code == 1, "{name}: {text}");
    }
}

/// A board of puzzle-star-battle.com as the site keeps it, quoted in the project star-battle; and a shapeless one from
/// blog_puzzles, with comments below it: both have one solution there.
#[test]
fn star_battles_have_one_solution() {
    let task = "1,2,2,2,3,1,4,4,4,3,1,3,3,3,3,1,1,1,5,5,1,1,5,5,5";
    for regions in [format!("regions={task}"), format!("regions={}", task.replace(',', ""))] {
        assert_eq!(answer(&["count", "5x5 K5 rank=1 file=1", &regions, "--quiet"]).0, "1\n");
    }
    let folder = Folder::new("shapeless");
    let shapeless = "#..#..\n#...##\n......\n##..##\n#...#.\n.#...#\n\n# Unique solution:\n# #..#.*\n# *.....\nstar_rating=1\n";
    let board = format!("board=@{}", file(&folder, "shapeless.txt", shapeless));
    let (number, notes) = answer(&["count", &board, "K6 rank=1 file=1", "--quiet"]);
    assert_eq!(number, "1\n");
    assert!(notes.contains("# is read as a hole") && notes.contains("--signs '#=open'"), "{notes}");
    assert!(notes.contains("'star_rating=1', is ignored"), "{notes}");
    // Who says what the sign means is told nothing.
    let (_, notes) = answer(&["count", &board, "K6 rank=1 file=1", "--quiet", "--signs", "#=hole"]);
    assert!(!notes.contains("is read as"), "{notes}");
}

/// math.SE 1050458: 1 + 6x + 7x^2 + x^3; POJ 1321, where only # can be used: 2.
#[test]
fn matrices_of_0_and_1_are_boards() {
    let folder = Folder::new("matrix");
    let board = format!("board=@{}", file(&folder, "m.txt", "1 1 0\n1 1 1\n0 1 0\n"));
    let (answer_to, notes) = answer(&["count", &board, "R*", "--by-number"]);
    assert!(answer_to.contains("15 placements"), "{answer_to}");
    assert!(notes.contains("0 is read as a reserved square"), "{notes}");
    let board = format!("board=@{}", file(&folder, "p.txt", "#.\n.#\n"));
    assert_eq!(answer(&["count", &board, "R1", "--quiet", "--legend", "#=open,.=hole"]).0, "2\n");
}

/// The file of a judge with its size above each board (HDU 1045): 5, 1 and 5 blockhouses.
#[test]
fn a_file_of_several_boards_is_a_batch() {
    let folder = Folder::new("judge");
    let boards = "4\n.X..\n....\nXX..\n....\n2\nXX\n.X\n3\n.X.\nX.X\n.X.\n0\n";
    let board = format!("board=@{}", file(&folder, "in.txt", boards));
    assert_eq!(answer(&["max", &board, "R", "--quiet"]).0, "5\n1\n5\n");
    assert_refused(&["trace", &board, "R2"], "the file has several problems");
}

/// What LeetCode 51, judges and other programs print for four queens; the drawing of SolverForge's issue 1 is no solution.
#[test]
fn placements_of_other_programs_are_checked() {
    for (placement, notes) in [
        ("[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]", ""),
        ("[\n [\".Q..\",\n  \"...Q\",\n  \"Q...\",\n  \"..Q.\"]\n]\n", ""),
        ("0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n", ""),
        ("[[0,0,1,0],[1,0,0,0],[0,0,0,1],[0,1,0,0]]\n", ""),
        ("--Q-\nQ---\n---Q\n-Q--\n", ""),
        ("_ _ Q _\nQ _ _ _\n_ _ _ Q\n_ Q _ _\n", ""),
        (" .  .  X  .\n X  .  .  .\n .  .  .  X\n .  X  .  .\n", "X is read as Q"),
        ("2 0 3 1\n", ""),
        ("[2, 0, 3, 1]\n", ""),
        ("[(1, 3), (2, 1), (3, 4), (4, 2)]\n", "pairs are read as rank and file, from 1"),
        ("{\"solution\": [[0, 2], [1, 0], [2, 3], [3, 1]]}", "pairs are read as rank and file, from 0"),
    ] {
        let (answer, error, code) = feed(&["check", "4x4 Q4", "-"], placement.as_bytes());
        assert_eq!((answer.as_str(), code), ("4x4 Q4: valid\n", 0), "{placement}: {error}");
        assert!(
            if notes.is_empty() { error.is_empty() } else { error.contains(notes) },
            "{placement}: {error}"
        );
    }
    let bars = "|Q| | | |\n| |Q| | |\n| | |Q| |\n| | | |Q|\n";
    let (answer, _, code) = feed(&["check", "4x4 Q4", "-"], bars.as_bytes());
    assert!(answer.starts_with("4x4 Q4: the queen on") && code == 1, "{answer}");
    let (answer, _, code) = feed(&["check", "4x4 Q4", "-"], b"[\".Q..\"");
    assert!(answer.contains("error") && code == 2, "{answer}");
}

/// Everything that `solve` writes for programs is read by `check`.
#[test]
fn what_solve_writes_check_reads() {
    for form in ["diagram", "grid", "matrix", "unicode", "permutation", "squares", "pairs", "fen", "json"] {
        let (placements, ..) = run(&["solve", "6x6 Q6", "--all", "--format", form]);
        let (answer, error, code) = feed(&["check", "6x6 Q6", "-"], placements.as_bytes());
        assert_eq!((answer.as_str(), code), ("6x6 Q6: valid\n".repeat(4).as_str(), 0), "{form}: {error}");
    }
    assert_eq!(answer(&["solve", "4x4 Q4", "--format", "grid"]).0, ".Q..\n...Q\nQ...\n..Q.\n\n");
    assert_eq!(answer(&["solve", "2x2 K", "--format", "matrix"]).0, "1 0\n0 0\n\n");
    assert_refused(&["solve", "4x4 Q2 K1", "--format", "matrix"], "use grid");
}

/// The completion of reasoning-gym's pull request 132, with the board in every form.
#[test]
fn pieces_that_stand_already_are_given_in_every_form() {
    let folder = Folder::new("given");
    let board = "_ Q _ _ _ _ _ _\n_ _ _ _ _ _ Q _\n_ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ Q\n_ _ _ _ _ _ _ _\nQ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\n";
    let path = file(&folder, "board.txt", board);
    let fen = "1Q6/6Q1/8/8/7Q/8/Q7/8";
    for given in [["--given", fen], ["--fen", fen], ["--given", "b8,g7,h4,a2"], ["--given", &path]] {
        let words = [&["solve", "8x8 Q8", "--format", "permutation", "--unique"][..], &given].concat();
        assert_eq!(answer(&words).0, "2 7 3 6 8 5 1 4\n", "{given:?}");
    }
    assert_eq!(answer(&["count", "8x8 Q8", "--given", &path, "--quiet"]).0, "1\n");
    assert!(answer(&["max", "8x8 Q", "--given", "a1", "--quiet"]).0.starts_with('8'));
    assert_refused(&["count", "8x8 Q8", "--given", "Qa9"], "--given: no piece of 8x8 Q8 can stand on a9");
    assert_refused(&["count", "8x8 Q1", "--given", "a1,b3"], "--given");
    assert_refused(
        &["count", "8x8 Q8", "--given", "no-such-file"],
        "--given: 'no-such-file' is not a placement",
    );
    let (squares, ..) =
        feed(&["solve", "--file", "-", "--format", "squares"], b"4x4 Q4@b1 # one\n4x4 Q4@c1 # two\n");
    assert_eq!(squares, "Qb1,d2,a3,c4\nQc1,a2,d3,b4\n");
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let folder = Folder::new("refused");
    for (text, expected) in [
        ("..\n.%\n", "line 2, column 2, '%': unknown sign: expected signs"),
        ("..\n.Q\n", "line 2, column 2, 'Q': a board has no pieces"),
        ("..\n.\n", "line 2, column 1, '.': this rank is 1 wide, but the first one is 2 wide"),
        ("", "expected ranks of signs"),
        ("[[", "the closing ] is missing"),
    ] {
        let board = format!("board=@{}", file(&folder, "b.txt", text));
        assert_refused(&["count", &board, "Q2"], expected);
    }
    let (_, error, code) = run(&["count", "4x4 Q4", "--signs", "#=7"]);
    assert!(code == 2 && error.contains("expected a sign and what it means"), "{error}");
}

/// What was read before programs of others were is read as it was: sizes, numbers, comments.
#[test]
fn placements_are_read_as_before() {
    for (problem, text, lines, code) in [
        // The numbers of files, and no size.
        ("2x2 R2", "2 2\nR.\n.R\n", 2, 1),
        ("1x4 R1", "1\nR...\n", 2, 0),
        ("1x1 K*", "1\n\n0\n", 2, 0),
        // Numbers of files, and no matrix.
        ("4x4 N*", "1 1 1 1\n2 4 1 3\n", 2, 1),
        ("4x4 N*", "1 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n2 4 1 3\n", 5, 1),
        // A matrix.
        ("4x4 N*", "1 1 1 1\n0 0 0 0\n0 0 0 0\n1 1 1 1\n", 1, 0),
        ("4x1 R1", "1\n0\n0\n0\n\n0\n1\n0\n0\n", 2, 0),
        // Comments.
        ("4x4 Q*", "#QED\n#..Q\n#Q..\n####\n#1\nQ...\n....\n....\n....\n", 1, 0),
        ("2x2 K*", "#1\nK.\n..\n#2\n.K\n..\n", 2, 0),
    ] {
        let (answer, error, found) = feed(&["check", problem, "-"], text.as_bytes());
        assert_eq!((answer.lines().count(), found), (lines, code), "{problem}: {text}: {answer}{error}");
    }
    for problem in ["2x3 N*", "4x1 R1", "1x3 K*", "triangle:3 K*"] {
        let (placements, ..) = run(&["solve", problem, "--all", "--format", "matrix"]);
        let (number, ..) = run(&["count", problem, "--quiet"]);
        let (answer, error, code) = feed(&["check", problem, "-"], placements.as_bytes());
        assert_eq!(
            (answer.lines().count().to_string().as_str(), code),
            (number.trim(), 0),
            "{problem}: {error}"
        );
    }
}

/// Where two readings differ, one is taken with a note, or both ways to write it are said.
#[test]
fn two_readings_are_never_silent() {
    let folder = Folder::new("readings");
    assert_refused(&["count", "8x8 Q8", "--given", "5 0 0 0 0 0 0 0"], "--signs from-0");
    let given = ["count", "8x8 Q8", "--given", "5 0 0 0 0 0 0 0", "--signs", "from-1", "--quiet"];
    assert_eq!(answer(&given).0, answer(&["count", "8x8 Q8@e8", "--quiet"]).0);
    assert_refused(&["count", "4x4 R*", "--given", "####\n#.R#\n#..#\n####"], "* stands for holes only");
    for record in ["{}", "{\"foo\":[]}", "{\"n\":123}"] {
        let (answer, error, code) = feed(&["check", "3x3 N*", "-"], record.as_bytes());
        assert!(code == 2 && !answer.contains(": valid"), "{record}: {answer}{error}");
    }
    let record = b"{\"problem\": \"queens\", \"solution\": [[0, 2], [1, 0], [2, 3], [3, 1]]}";
    assert_eq!(feed(&["check", "4x4 Q4", "-"], record).0, "4x4 Q4: valid\n");
    // Two blocks are one board, as they were; a line of squares is a rank.
    let board = format!("board=@{}", file(&folder, "blocks.txt", "...\n...\n\n...\n...\n"));
    let (number, note) = answer(&["count", &board, "R1", "--quiet"]);
    assert!(number == "12\n" && note.contains("one board of 4"), "{number}{note}");
    let board = format!("board=@{}", file(&folder, "rank.txt", ".........\n"));
    assert_eq!(answer(&["count", &board, "R2", "--quiet"]).0, "0\n");
    let regions = format!("regions=@{}", file(&folder, "short.txt", "3\naab\nabb\n"));
    assert_refused(&["count", "K1", &regions], "this rank is 3 wide, but the first one is 1 wide");
}

/// Long lines, and many of them, are read in the time of their length.
#[test]
fn long_lists_are_read_at_once() {
    let folder = Folder::new("long");
    let path = file(&folder, "one-line.json", &format!("{{\"solution\":[{}]}}", "[1],".repeat(200_000)));
    let (_, _, code) = run(&["count", "4x4 Q4", "--given", &path]);
    assert_eq!(code, 2);
    let (_, _, code) = feed(&["check", "4x4 Q4", "-"], format!("(\n{}", "1,\n".repeat(100_000)).as_bytes());
    assert_eq!(code, 2);
}

/// `--all` lists every attacking pair. The eight queens are those of Russell and Norvig, *Artificial Intelligence*
/// (figure of the genetic algorithm): 24 of 28 pairs do not attack each other.
#[test]
fn all_attacks_are_listed() {
    let check = |arguments: &[&str]| {
        let (answer, error, code) = run(&[&["check", "--all"], arguments].concat());
        assert_eq!(error, "", "{arguments:?}");
        (answer.lines().skip(1).map(str::to_owned).collect::<Vec<_>>(), code)
    };
    let (attacks, code) = check(&["8x8 Q8", "24748552"]);
    assert_eq!((attacks[0].as_str(), attacks.len(), code), ("  4 attacking pairs", 5, 1));
    assert_eq!(check(&["8x8 Q8", "15863724"]), (vec!["  0 attacking pairs".to_owned()], 0));
    // Queens of one army may attack each other. The first piece of a pair attacks the second.
    let (attacks, code) = check(&["4x4 Q2/N1", "--squares", "Qa1,b1 / Na3"]);
    assert_eq!((attacks.join("\n").as_str(), code), ("  2 attacking pairs\n    Qa1 Na3\n    Na3 Qb1", 1));
    // Without a square of its own, a piece has no attacks.
    assert!(check(&["4x4-a1 Q1", "--squares", "Qa1"]).0.is_empty());
}
