//! `armistice check` and `armistice draw` on the command line: placements that are checked, and pictures of
//! them.

use crate::common::program::{Folder, armistice, assert_put_off, assert_refused, feed, run};
use crate::common::{Random, first_seed};
use armistice::clock::Instant;
use std::time::Duration;

#[test]
fn check_says_valid_or_what_is_wrong() {
    for (arguments, expected, code) in [
        (&["4x4 Q4", "--fen", "1Q2/3Q/Q3/2Q1"][..], "4x4 Q4: valid\n", 0),
        (&["4x4", "Q4", "--fen", "1Q2/3Q/Q3/2Q1 w - - 0 1"], "4x4 Q4: valid\n", 0),
        (&["4x4 Q4", "--fen", "1Q2/3Q/Q3/3Q"], "4x4 Q4: the queen on d1 attacks the queen on d3\n", 1),
        (&["4x4 Q4", "--fen", "1Q2/3Q/Q3/4"], "4x4 Q4: 3 of Q, but the problem asks for 4\n", 1),
        (&["5x5 N2 B", "--squares", "Na2,e5 Bd1"], "5x5 B N2: valid\n", 0),
        (&["4x4 Q4", "--permutation", "2 4 1 3"], "4x4 Q4: valid\n", 0),
        (
            &["5x5 N2 B", "--squares", "Na2,e5 Bc1"],
            "5x5 B N2: the knight on a2 attacks the bishop on c1\n",
            1,
        ),
        (&["5x5 X2 X=C", "--squares", "Xa1,b4"], "5x5 X2 X=C: the X on a1 attacks the X on b4\n", 1),
        (&["5x5 N*", "--squares", "Na1"], "5x5 N*: valid\n", 0),
        (&["5x5 Nmax", "--squares", ""], "5x5 Nmax: valid\n", 0),
        (&["5x5 K@a1", "--squares", "Kb1"], "5x5 K@a1: the pre-placed king on a1 is missing\n", 1),
        (&["4x4 Q2/Q1", "--fen", "QQ2/4/4/2q1"], "4x4 Q2/Q: valid\n", 0),
        (&["4x4 Q2/Q1", "--fen", "QQ2/4/4/1q2"], "4x4 Q2/Q: the queen on b4 attacks the queen on b1\n", 1),
        (&["8x8 Q8", "15863724"], "8x8 Q8: valid\n", 0),
        (&["8x8", "Q8", "1", "5", "8", "6", "3", "7", "2", "4"], "8x8 Q8: valid\n", 0),
        (&["4x4 Q4", "1Q2/3Q/Q3/2Q1"], "4x4 Q4: valid\n", 0),
        (&["4x4", "1Q2/3Q/Q3/2Q1"], "4x4 Q4: valid\n", 0),
        (&["4x4 Q4", "c1,a2,d3,b4"], "4x4 Q4: valid\n", 0),
        (&["4x4 Q4", "--squares", "c1,a2,d3,a4"], "4x4 Q4: the queen on a2 attacks the queen on a4\n", 1),
        (&["4x4 K2 N", "Ka1,c1 Nd4"], "4x4 K2 N: valid\n", 0),
        (
            &["3x3 Q1", "b2", "--free-lines"],
            "3x3 Q: valid\n  free ranks: 1 and 3\n  free files: a and c\n  free rising diagonals: a3, a2-b3, b1-c2 and c1\n\
             \x20 free falling diagonals: a1, a2-b1, b3-c2 and c3\n",
            0,
        ),
        (&["3x3 K1", "--squares", "Kd4"], "3x3 K: the king on d4 stands off the board or on a hole\n", 1),
        (&["1000 Q2", "--squares", "Qr1c1,r1000c999"], "1000x1000 Q2: valid\n", 0),
    ] {
        let arguments: Vec<&str> = ["check"].iter().chain(arguments).copied().collect();
        assert_eq!(run(&arguments), (expected.to_owned(), String::new(), code), "{arguments:?}");
    }
}

#[test]
fn a_check_as_json_names_the_fault() {
    let (answer, _, code) = run(&["check", "4x4 Q4", "--fen", "1Q2/3Q/Q3/3Q", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(code, 1);
    assert_eq!((&json["schema"], &json["valid"]), (&"armistice.check/1".into(), &false.into()));
    assert_eq!(json["fault"]["name"], "attack");
    assert_eq!(json["fault"]["squares"], serde_json::json!(["d1", "d3"]));
    assert_eq!((&json["fen"], &json["squares"]), (&"1Q2/3Q/Q3/3Q".into(), &"Qd1,a2,d3,b4".into()));
    let (answer, _, code) = run(&["check", "4x4 Q4", "--fen", "1Q2/3Q/Q3/2Q1", "--format", "json"]);
    assert!(code == 0 && answer.contains("\"valid\":true,\"fault\":null"), "{answer}");
}

/// Input that cannot be read gives one line with the position, and exit code 2.
#[test]
fn bad_placements_are_usage_errors() {
    for (arguments, expected) in [
        (
            &["8x8 Q8", "--fen", "1Q2/3Q/Q3/2Q1"][..],
            "--fen: column 1, '1Q2/3Q/Q3/2Q1': 4 ranks are given, but the board has 8",
        ),
        (&["4x4 Q4", "--fen", "8/8/8/8/8/8/8/8"], "--fen: column 1, '8/8/8/8/8/8/8/8': 8 ranks are given"),
        (&["4x4 Q4", "--fen", "4/4/4"], "--fen: column 1, '4/4/4': 3 ranks are given"),
        (
            &["4x4 Q4", "--fen", "1K2/4/4/4"],
            "--fen: column 2, 'K': no such piece in the first army: its letter is Q",
        ),
        (&["4x4-b4 Q4", "--fen", "1Q2/4/4/4"], "--fen: column 2, 'Q': b4 is a hole"),
        (&["4x4 Q4", "--fen", "1*2/4/4/4"], "--fen: column 2, '*': b4 is not a hole"),
        (&["4x4 Q4", "--squares", "Ka1"], "--squares: column 1, 'Ka1': army 1 has no K"),
        (&["4x4 Q4", "--squares", "Qa"], "--squares: column 2, 'a': not a square"),
        (&["4x4 Y4", "--squares", "Qa1"], "column 5, 'Y4': no kind has the letter Y"),
        (&["4x4 Q4"], "4x4 Q4: no placement is given"),
        (
            &["4x4 Q4", "--permutation", "2 4 1 5"],
            "--permutation: column 7, '5': expected one of the numbers 1 to 4",
        ),
        (
            &["8x8 Q8", "[0,4,8,5,2,6,1,3]"],
            "permutation, column 2, '0': expected one of the numbers 1 to 8: ranks and",
        ),
        (
            &["5x5 N2 B", "a1,b3"],
            "squares, column 1, 'a1,b3': write the letter of the piece before its squares, like Ba1,b3",
        ),
        (&["4x4 Q4", "24137"], "permutation, column 1, '24137': 5 numbers, but the board has 4 ranks"),
        (&["4x4 Q4", "foo"], "column 8, 'foo': no kind is called foo"),
        (
            &["hexagon:3 Q1", "Qc3", "--free-lines"],
            "hexagon:3 Q: --free-lines: the board has no straight ranks",
        ),
        (&["4x4 Q4", "-", "--squares", "Qa1"], "with --fen, --squares"),
        (
            &["-", "--fen", "4/4/4/4"],
            "with --fen, --squares, --permutation or --file, write the problem instead of -",
        ),
    ] {
        let arguments: Vec<&str> = ["check"].iter().chain(arguments).copied().collect();
        let (answer, error, code) = run(&arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(error.starts_with(&format!("error: {expected}")), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert_put_off(&["check", "--file", "/nowhere/x.jsonl"], "'/nowhere/x.jsonl': ");
    let both = run(&["check", "4x4 Q4", "--fen", "4/4/4/4", "--squares", "Qa1"]);
    assert_eq!((both.0.as_str(), both.2), ("", 2));
}

const LINES: &str = r#"{"schema":"armistice.solve/1","problem":"4x4 Q4","number":1,"pieces":[{"letter":"Q","square":"c1"},{"letter":"Q","square":"a2"},{"letter":"Q","square":"d3"},{"letter":"Q","square":"b4"}],"class_size":2}
{"problem":"4x4 Q2","pieces":[{"letter":"Q","square":"a1"},{"letter":"Q","square":"d4"}]}
{"problem":"4x4 Q2/K","pieces":[{"letter":"Q","square":"a1"},{"letter":"Q","square":"a2"},{"letter":"k","square":"d3"}]}
{"problem":"4x4 Q2/K","pieces":[{"letter":"Q","square":"a1"},{"letter":"Q","square":"a2"},{"letter":"K","square":"d3","army":2}]}
"#;

#[test]
fn placements_come_as_lines_of_json() {
    let expected =
        "4x4 Q4: valid\n4x4 Q2: the queen on a1 attacks the queen on d4\n4x4 Q2/K: valid\n4x4 Q2/K: valid\n";
    let answer = feed(&["check", "-"], LINES);
    assert_eq!(answer, (expected.to_owned(), String::new(), 1));
    let folder = Folder::new("lines");
    let file = folder.file("lines.jsonl");
    std::fs::write(&file, LINES).unwrap();
    assert_eq!(run(&["check", "--file", &file]), answer);
    let (found, _, _) = run(&["max", "8x8 Q5 N", "--format", "json"]);
    let answer = feed(&["check", "-"], &found);
    assert_eq!(answer, ("8x8 Q5 Nmax: valid\n".to_owned(), String::new(), 0));
    let bad = "{\"problem\":\"4x4 Q2\"}\n{\n4x4 Q4\n{\"problem\":\"4x4 Q\",\"pieces\":[{\"letter\":\"K\",\"square\":\"a1\"}]}\n\
               {\"problem\":\"4x4 Q\",\"pieces\":[{\"letter\":\"Q\",\"square\":\"1a\"}]}\n";
    let (answer, error, code) = feed(&["check", "-"], bad);
    assert_eq!((answer.lines().count(), code), (5, 2), "{answer}");
    let errors: Vec<&str> = error.lines().collect();
    for (line, part) in
        errors.iter().zip(["missing field", "EOF", "no placement is given", "no piece K", "not a square"])
    {
        assert!(line.starts_with("error: line ") && line.contains(part), "{error}");
    }
    assert_eq!(errors.len(), 5, "{error}");
}

fn xml(text: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(text, options).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn count(document: &roxmltree::Document<'_>, tag: &str) -> usize {
    document.descendants().filter(|node| node.has_tag_name(tag) || node.tag_name().name() == tag).count()
}

#[test]
fn a_picture_has_a_title_and_a_shape_for_each_piece() {
    for (arguments, pieces, title) in [
        (&["4x4 Q4"][..], 4, "4x4 Q4: queens on c1, a2, d3 and b4"),
        (&["4x4 Q4", "--fen", "2Q1/Q3/3Q/1Q2"], 4, "4x4 Q4: queens on b1, d2, a3 and c4"),
        (
            &["5x5-c3 N2 J", "--squares", "Na2 Jb1 Ne5"],
            3,
            "5x5-c3 N2 J: knights on a2 and e5; princess on b1",
        ),
        (&["4x4/torus R2/F1", "--fen", "R1R1/4/4/3f"], 3, "4x4/torus R2/F: rooks on a4 and c4; ferz on d1"),
        // Two pieces are on the board, and one is next to its moves.
        (&["3x3 X2 X=NC", "--squares", "Xa1,c3"], 3, "3x3 X2 X=NC: X on a1 and c3"),
        (&["60x40 K1", "--squares", "Kr60c40"], 1, "60x40 K: king on r60c40"),
        (&["2x2 Q0"], 0, "2x2 Q0: no pieces"),
        (&["8x8 Nmax"], 32, "8x8 Nmax: knights on "),
    ] {
        let arguments: Vec<&str> = ["draw"].iter().chain(arguments).copied().collect();
        let (svg, error, code) = run(&arguments);
        assert_eq!((error.as_str(), code), ("", 0), "{arguments:?}");
        let document = xml(&svg);
        assert_eq!(count(&document, "use"), pieces, "{arguments:?}");
        let shown = document.descendants().find(|node| node.tag_name().name() == "title").unwrap();
        assert!(shown.text().unwrap().starts_with(title), "{:?}", shown.text());
        assert!(document.root_element().has_attribute("viewBox"));
        // Every shape that is used is defined exactly once.
        for node in document.descendants().filter(|node| node.tag_name().name() == "use") {
            let name = node.attribute("href").unwrap().trim_start_matches('#');
            let defined = document.descendants().filter(|node| node.attribute("id") == Some(name)).count();
            assert_eq!(defined, 1, "{name}");
        }
    }
}

#[test]
fn attacks_and_conflicts_are_drawn_when_asked() {
    let classes = |arguments: &[&str]| {
        let (svg, _, code) = run(arguments);
        assert_eq!(code, 0);
        let document = xml(&svg);
        let has = |class: &str| document.descendants().any(|node| node.attribute("class") == Some(class));
        (has("attacks"), has("conflict"))
    };
    let (valid, quarrel) = ("2Q1/Q3/3Q/1Q2", "2Q1/Q3/3Q/2Q1");
    assert_eq!(classes(&["draw", "4x4 Q4", "--fen", valid]), (false, false));
    assert_eq!(classes(&["draw", "4x4 Q4", "--fen", valid, "--attacks"]), (true, false));
    assert_eq!(classes(&["draw", "4x4 Q4", "--fen", quarrel]), (false, false));
    assert_eq!(classes(&["draw", "4x4 Q4", "--fen", quarrel, "--attacks"]), (true, true));
}

#[test]
fn armies_look_different() {
    let (svg, _, _) = run(&["draw", "3x3 Q1/Q1/Q1", "--squares", "Qa1/Qa2/Qa3"]);
    for class in ["first", "second", "third"] {
        assert_eq!(svg.matches(&format!("class=\"{class}\"")).count(), 1, "{class}");
    }
    assert!(svg.contains("id=\"hatched\""));
}

#[test]
fn kinds_are_drawn_with_what_they_attack() {
    let folder = Folder::new("kinds");
    let file = folder.file("kinds.svg");
    let (text, error, code) = run(&["pieces", "N", "X=FD", "--svg", &file]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert_eq!(text, run(&["pieces", "N", "X=FD"]).0);
    let svg = std::fs::read_to_string(&file).unwrap();
    let document = xml(&svg);
    assert_eq!(count(&document, "use"), 2);
    let dots = document.descendants().filter(|node| node.attribute("class") == Some("attacks"));
    let dots: Vec<usize> = dots.map(|node| node.attribute("d").unwrap().matches('M').count()).collect();
    assert_eq!(dots, [8, 8]);
    // The boards have seven squares on a side, three next to each other.
    run(&["pieces", "--svg", &file]);
    let svg = std::fs::read_to_string(&file).unwrap();
    let document = xml(&svg);
    assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 1053 2346"));
    let titles: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(titles.contains(&"What the camel (C) attacks"), "{titles:?}");
    assert_eq!(run(&["pieces", "--svg", "/nowhere/kinds.svg"]).2, 1);
}

#[test]
fn a_gallery_has_a_board_for_each_placement() {
    let (svg, error, code) = run(&["draw", "6x6 Q6", "--gallery"]);
    assert_eq!((error.as_str(), code), ("", 0));
    let document = xml(&svg);
    assert_eq!((count(&document, "use"), count(&document, "title")), (24, 5));
    let folder = Folder::new("gallery");
    let page = folder.file("gallery.html");
    let note = "the first 3 placements are drawn; --limit N draws more\n";
    let drawn = run(&["draw", "6x6 Q6", "--limit", "3", "-o", &page]);
    assert_eq!(drawn, (String::new(), note.to_owned(), 0));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && !html.contains("http://") && !html.contains("https://"));
    let document = xml(&html);
    assert_eq!((count(&document, "figure"), count(&document, "use")), (3, 18));
    assert!(html.contains("<h1>6x6 Q6</h1>\n<p>3 placements</p>"));
    // Lines of `solve` have their number and the size of their class.
    let lines = LINES.lines().next().unwrap();
    let (html, _, code) = feed(&["draw", "-", "--format", "html"], lines);
    assert_eq!(code, 0);
    assert!(html.contains("<figcaption>No. 1 · stands for 2</figcaption>"), "{html}");
    assert!(html.contains("1 placement, 2 with rotations and reflections"), "{html}");
    let mixed = feed(&["draw", "-", "--gallery"], LINES);
    assert_eq!((count(&xml(&mixed.0), "use"), mixed.2), (12, 0));
}

/// The same options select the placements that `solve` lists.
#[test]
fn pictures_are_chosen_as_placements_are_listed() {
    for typed in [
        "6x6 R3 --all --up-to symmetry",
        "5x5-c3 N3 --all --up-to symmetry",
        "5x5 K* --all --maximal",
        "5x5 Q5 --limit 3 --skip 4",
        "5x5-c3 N3 --random --seed 7 --limit 5",
        "5x5 Q5 --limit 6 --order first-fail",
        "5x5 Q2/N2 --up-to symmetry --limit 5",
    ] {
        let words: Vec<&str> = typed.split(' ').collect();
        let (listed, error, code) = run(&[&["solve"], &words[..], &["--format", "json"]].concat());
        assert_eq!(code, 0, "{words:?}: {error}");
        let (svg, error, code) = run(&[&["draw"], &words[..]].concat());
        assert_eq!(code, 0, "{words:?}: {error}");
        let document = xml(&svg);
        let titles = document.descendants().filter(|node| node.tag_name().name() == "title").skip(1);
        let titles: Vec<&str> = titles.filter_map(|node| node.text()).collect();
        let squares = |line: &str| -> Vec<String> {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let pieces = record["pieces"].as_array().unwrap().iter();
            pieces.map(|piece| piece["square"].as_str().unwrap().to_owned()).collect()
        };
        let listed: Vec<Vec<String>> = listed.lines().map(squares).collect();
        assert_eq!(titles.len(), listed.len(), "{words:?}");
        for (title, squares) in titles.iter().zip(&listed) {
            assert!(squares.iter().all(|square| title.contains(square)), "{words:?}: {title}, {squares:?}");
        }
    }
    let (html, _, code) = run(&["draw", "8x8 Q8", "--all", "--up-to", "symmetry", "--format", "html"]);
    assert!(code == 0 && html.contains("12 placements, 92 with rotations and reflections"), "{html}");
    // The numbers are those of the list.
    let (html, ..) = run(&["draw", "6x6 Q6", "--skip", "2", "--format", "html"]);
    assert!(
        html.contains("<figcaption>No. 3</figcaption>") && !html.contains("<figcaption>No. 1</figcaption>")
    );
    let (svg, note, code) = run(&["draw", "8x8 N3", "--all"]);
    let expected = "the first 10000 placements are drawn; --limit N instead of --all draws more\n";
    assert_eq!((note.as_str(), code, svg.matches("<title>").count()), (expected, 0, 10_001));
    for (arguments, expected) in [
        (&["8x8 Q8", "--limit", "100001"][..], "--limit 100001: at most 100000 placements are drawn"),
        (&["8x8 Q8", "--seed", "3"], "--seed needs --random"),
        (&["8x8 Q8", "--all", "--order", "random"], "--order random: placements are drawn from all"),
        (&["4x4 Q4", "--fen", "2Q1/Q3/3Q/1Q2", "--skip", "1"], "--skip, --order, --random, --up-to"),
        (&["40x40 Q4/Q4", "--random"], "40x40 Q4/Q4: the problem has 2 armies"),
        (&["3x3 Q3", "--all"], "3x3 Q3 has no placement"),
    ] {
        let (answer, error, code) = run(&[&["draw"], arguments].concat());
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(error.starts_with("error: ") && error.contains(expected), "{arguments:?}: {error}");
    }
}

/// The other commands read every form that `solve` writes.
#[test]
fn every_written_form_is_read_again() {
    let forms = ["diagram", "unicode", "squares", "fen", "json", "permutation", "pairs"];
    for (problem, number) in
        [("6x6 Q6", 4), ("5x5-c3 N3 X2 X=RflbrB", 9), ("5x5 N*", 9), ("6x6 Q3/N3", 9), ("3x4 K1/N1/Q1", 8)]
    {
        let limit = number.to_string();
        let reader = problem.parse::<armistice::Problem>().unwrap();
        for form in forms {
            let (written, error, code) = run(&["solve", problem, "--limit", &limit, "--format", form]);
            // Some placements are not permutations, and three armies have no FEN.
            if code != 0 {
                assert!(matches!(form, "permutation" | "fen"), "{problem}, {form}: {error}");
                continue;
            }
            let valid = format!("{reader}: valid\n").repeat(number);
            let checked = feed(&["check", problem, "-"], &written);
            assert_eq!(checked, (valid.clone(), String::new(), 0), "{problem}, {form}");
            let (svg, error, code) = feed(&["draw", problem, "-", "--gallery"], &written);
            assert_eq!((error.as_str(), code), ("", 0), "{problem}, {form}");
            assert_eq!(svg.matches("<title>").count(), number + 1, "{problem}, {form}");
        }
    }
    let (classes, ..) = run(&["solve", "8x8 Q8", "--all", "--up-to", "symmetry"]);
    let (html, ..) = feed(&["draw", "8x8 Q8", "-", "--format", "html"], classes);
    assert!(
        html.contains("12 placements, 92 with") && html.contains("<figcaption>No. 12 · stands for 8<"),
        "{html}"
    );
    // A FEN gives the board and the pieces, or the pieces alone.
    let fens = "1Q2/3Q/Q3/2Q1\n3Q*1/6/n5\n";
    let (answer, error, code) = feed(&["check", "-"], fens);
    assert_eq!(answer, "4x4 Q4: valid\n3x6-e3 Q/N: valid\n", "{error}");
    assert_eq!(code, 0);
    assert_eq!(feed(&["check", "4x4/torus", "-"], "K3/4/2K1/4\n").0, "4x4/torus K2: valid\n");
}

/// Every written form is read again on every type of board, with every type of piece.
#[test]
fn every_written_form_is_read_again_whatever_stands_there() {
    const BOARDS: [&str; 16] = [
        "3x4",
        "4x1",
        "1x4",
        "3x4/cylinder",
        "3x4/roll",
        "3x4/torus",
        "3x4/moebius",
        "3x4/klein",
        "3x4/projective",
        "3x4-a1,b3~d2",
        "cross:2,1",
        "ring:4-b4",
        "hexagon:2",
        "triangle:4-a1",
        "2x2x3",
        "2x1x2x2",
    ];
    const PIECES: [&str; 14] = [
        "K1 #1",
        "K0 #2",
        "K*",
        "K1/N1",
        "K1/N1 #1",
        "K1/N1/W1 #1",
        "K1 + N1",
        "K1 + N1 + W1 #1",
        "K1 X1 X=N",
        "N2 #1@a2",
        "P1/p1",
        "P1 p1 #1",
        "P1 p1/P1",
        "K1 R1/R1 blocked",
    ];
    let forms = ["diagram", "unicode", "squares", "fen", "json", "permutation", "pairs"];
    let mut read = 0;
    let mut random = Random::new(first_seed());
    for board in BOARDS {
        for pieces in PIECES {
            let problem = format!("{board} {pieces}");
            // Some boards have no pawns, and some no room.
            let Ok(reader) = problem.parse::<armistice::Problem>() else { continue };
            // All forms would take half a minute.
            for form in forms.into_iter().filter(|_| random.chance(8)) {
                let (written, error, code) = run(&["solve", &problem, "--limit", "9", "--format", form]);
                let is_none = written.trim() == "none" || form == "json" && !written.contains("\"pieces\":[");
                if code != 0 || is_none {
                    let is_known = matches!(form, "permutation" | "fen") || error.is_empty();
                    assert!(is_known, "{problem}, {form}: {error}");
                    continue;
                }
                let number = match form {
                    "diagram" | "unicode" => written.matches("Solution #").count(),
                    _ => written.lines().count(),
                };
                let by = if reader.lines_matter() { ", with lines blocked by pieces" } else { "" };
                let valid = format!("{reader}: valid{by}\n").repeat(number);
                let checked = feed(&["check", &problem, "-"], &written);
                assert_eq!(checked, (valid, String::new(), 0), "{problem}, {form}:\n{written}");
                let (_, error, code) = feed(&["draw", &problem, "-", "--gallery"], &written);
                assert_eq!((error.as_str(), code), ("", 0), "{problem}, {form}:\n{written}");
                read += 1;
            }
        }
    }
    assert!(read > 50, "{read}");
}

/// A line that begins with a wall is not a comment.
#[test]
fn comments_and_walls_are_told_apart() {
    let valid =
        |problem: &str, number: usize| (format!("{problem}: valid\n").repeat(number), String::new(), 0);
    let placed = "# two queens\n##Q/Q2\n#a2,b2 Qc2,a1\n# the same\n# # Q\nQ . .\n#comment\n##Q\nQ..\n\
                  #(2,1) #(2,2) Q(2,3) Q(1,1)\n";
    assert_eq!(feed(&["check", "2x3 Q2 #2", "-"], placed), valid("2x3 Q2 #2", 5));
    assert_eq!(feed(&["check", "-"], "# a FEN\n##Q/Q2\n"), valid("2x3 Q2 #2", 1));
    // Without walls, no line of a diagram begins with `#`.
    assert_eq!(feed(&["check", "2x3 Q2", "-"], "# . .\n. . Q\n# a b\nQ . .\n"), valid("2x3 Q2", 1));
    for (arguments, expected) in [
        (&["count", "8x8 Q8 # eight queens", "--quiet"][..], "92\n"),
        (&["count", "8x8", "Q9", "#1", "#", "and", "a", "wall", "--quiet"], "128\n"),
        (&["8x8 Q8 # eight"], "8x8 Q8: 92 placements\n"),
        (&["table", "{n}x{n} Q{n} # queens", "--n", "4..5", "--format", "bfile"], "4 2\n5 10\n"),
        (&["check", "4x4 Q4 2 4 1 3 # valid"], "4x4 Q4: valid\n"),
    ] {
        assert_eq!(run(arguments), (expected.to_owned(), String::new(), 0), "{arguments:?}");
    }
    assert_eq!(feed(&["count", "-"], "8x8 Q8 # eight queens\n").0, "8x8 Q8: 92 placements\n");
}

/// A FEN alone is a position of chess: pawns of the second army move down, and lines end at the first piece.
#[test]
fn positions_are_read_as_in_chess() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ARMIES: &str = "8x8 K Q R2 B2 N2 P8/K Q R2 B2 N2 p8";
    let blocked = format!("{ARMIES} blocked: valid, with lines blocked by pieces\n");
    let sight = ", with riders seeing along whole lines";
    for (arguments, expected, code) in [
        (&["--fen", START][..], blocked.as_str(), 0),
        (&["8x8 blocked", "--fen", START], &blocked, 0),
        (
            &["8x8 sight", "--fen", START],
            &format!("{ARMIES}: the queen on d1 attacks the black pawn on d7{sight}\n"),
            1,
        ),
        (
            &["--fen", START, "--lines", "sight"],
            &format!("{ARMIES}: the queen on d1 attacks the black pawn on d7{sight}\n"),
            1,
        ),
        (&["--fen", "8/8/8/3P4/4p3/8/8/8"], "8x8 P/p: valid\n", 0),
        (&["--fen", "8/8/8/3p4/4P3/8/8/8"], "8x8 P/p: the pawn on e4 attacks the black pawn on d5\n", 1),
        (&["--fen", "8/8/8/3p4/4p3/8/8/8"], "8x8 p2: the black pawn on d5 attacks the black pawn on e4\n", 1),
        (&["--fen", "1q2/3q/q3/2q1"], "4x4 Q4: valid\n", 0),
        (&["4x4 Q4", "--fen", "1q2/3q/q3/2q1"], "4x4 Q4: valid\n", 0),
        // A given problem has its own rules.
        (&["8x8 P/P", "--fen", "8/8/8/3P4/4p3/8/8/8"], "8x8 P/P: the pawn on e4 attacks the pawn on d5\n", 1),
        (
            &["1x3 R N/N", "--squares", "Ra1 Nb1 / Nc1"],
            &format!("1x3 R N/N: the rook on a1 attacks the knight on c1{sight}\n"),
            1,
        ),
        (
            &["1x3 R N/N", "--squares", "Ra1 Nb1 / Nc1", "--lines", "blocked"],
            "1x3 R N/N blocked: valid, with lines blocked by pieces\n",
            0,
        ),
    ] {
        let arguments: Vec<&str> = ["check"].iter().chain(arguments).copied().collect();
        assert_eq!(run(&arguments), (expected.to_owned(), String::new(), code), "{arguments:?}");
    }
    let (answer, ..) = run(&["check", "--fen", START, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&json["lines"], &json["valid"]), (&"blocked".into(), &true.into()));
    assert_eq!(json["fen"].as_str(), START.split(' ').next());
    for (problem, count) in [("4x4 P8/P8", "2\n"), ("4x4 P8/p8", "30\n"), ("4x4 P8/X8 X=bF", "30\n")] {
        assert_eq!(run(&["count", problem, "--quiet"]).0, count, "{problem}");
    }
    let family = "{2n}x{2n} P{2n^2}/p{2n^2}";
    let (rows, ..) = run(&["table", family, "--n", "1..2", "--format", "bfile"]);
    assert_eq!(rows, "1 3\n2 30\n");
}

#[test]
fn drawings_of_boards_are_read_as_diagrams_are_written() {
    let folder = Folder::new("drawing");
    let file = folder.file("board.txt");
    let (diagram, ..) = run(&["solve", "4x4-b2,c3 K0"]);
    let board: String =
        diagram.lines().filter(|line| !line.starts_with("Solution")).map(|l| l.to_owned() + "\n").collect();
    std::fs::write(&file, board).unwrap();
    let (number, note, code) = run(&["count", &format!("board=@{file}"), "Q2", "--quiet"]);
    assert_eq!((number, String::new(), code), run(&["count", "4x4-b2,c3 Q2", "--quiet"]));
    assert!(note.contains("* is read as a hole"), "{note}");
    let (_, error, code) = run(&["count", "board=.Q/..", "K"]);
    assert_eq!((code, error.contains("a board has no pieces")), (2, true), "{error}");
}

#[test]
fn lists_in_json_are_read() {
    let folder = Folder::new("list");
    let (all, pretty) = (folder.file("all.json"), folder.file("pretty.json"));
    assert_eq!(run(&["solve", "6x6 Q6", "--all", "-o", &all]).2, 0);
    let list: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&all).unwrap()).unwrap();
    std::fs::write(&pretty, serde_json::to_string_pretty(&list).unwrap()).unwrap();
    let valid = ("6x6 Q6: valid\n".repeat(4), String::new(), 0);
    for file in [&all, &pretty] {
        assert_eq!(run(&["check", "--file", file]), valid);
        assert_eq!(run(&["check", "6x6 Q6", "--file", file]), valid);
        assert_eq!(feed(&["check", "-"], std::fs::read(file).unwrap()), valid);
        let (svg, error, code) = run(&["draw", "--file", file, "--gallery"]);
        assert_eq!((count(&xml(&svg), "use"), error.as_str(), code), (24, "", 0));
    }
    let (answer, error, code) = feed(&["check", "-"], "[{\"problem\":\"4x4 Q\",\"pieces\":[]},\n 7]");
    assert_eq!(
        (answer.as_str(), code),
        ("4x4 Q: 0 of Q, but the problem asks for 1\nline 2: error\n", 1),
        "{error}"
    );
    assert!(error.contains("line 2: '7' in a list: expected JSON objects"), "{error}");
}

#[test]
fn what_is_no_placement_is_told_with_its_line() {
    let lines = "1 5 8 6 3 7 2 4\n\n# a comment\n1 5 8\nQa1 Kb2\n8/8\nfoo\nnone\n{\"problem\":\"6x6 Q6\",\"pieces\":[]}\n\
                 Q . . . . . . .\n{\"schema\":\"armistice.solve/1\",\"problem\":\"8x8 Q8\",\"number\":null}\n";
    let (answer, error, code) = feed(&["check", "8x8 Q8", "-"], lines);
    assert_eq!((answer.lines().count(), code), (9, 2), "{answer}");
    let expected = [
        "line 4: permutation, column 1, '1 5 8': 3 numbers",
        "line 5: squares, column 5, 'Kb2': army 1 has no K",
        "line 6: FEN, column 1, '8/8': 2 ranks are given",
        "line 7: 'foo' is not a placement: write FEN, squares like",
        "line 8: 'none' stands for no placement",
        "line 9: 6x6 Q6: the placement is of a different problem than 8x8 Q8",
        "line 10: diagram, column 1, end of text: the diagram ends after 1 of 8 ranks",
        "line 11: no placement of '8x8 Q8' was found",
    ];
    assert_eq!(error.lines().count(), expected.len(), "{error}");
    for (line, expected) in error.lines().zip(expected) {
        assert!(line.starts_with(&format!("error: {expected}")), "{line}");
    }
    let (_, error, code) = feed(&["draw", "8x8 Q8", "-", "--gallery"], lines);
    assert!(code == 2 && error.starts_with("error: line 4: permutation"), "{error}");
    let (diagrams, ..) = run(&["solve", "8x8 Q8", "--limit", "2"]);
    let (_, error, _) = feed(&["check", "-"], diagrams);
    assert_eq!(error.matches("a diagram needs its problem: write it before -").count(), 2, "{error}");
    assert_eq!(error.lines().count(), 2, "{error}");
    let (nothing, ..) = run(&["max", "4x4 Q9 N", "--format", "json"]);
    let (_, error, _) = feed(&["check", "-"], nothing);
    assert!(error.contains("line 1: no placement of '4x4 Q9 Nmax' was found"), "{error}");
}

#[test]
fn kinds_of_ones_own_are_explained() {
    let own = |arguments: &[&str]| {
        let (svg, error, code) = run(&[&["draw"], arguments].concat());
        assert_eq!(code, 0, "{error}");
        let document = xml(&svg);
        let uses = document.descendants().filter(|node| node.tag_name().name() == "use");
        uses.filter(|node| node.has_attribute("transform")).count()
    };
    assert_eq!(own(&["6x6 Q2 N"]), 0);
    assert_eq!(own(&["6x6 Q2 N", "--legend"]), 2);
    assert_eq!(own(&["6x6 Q2 X2 X=RflbrB"]), 1);
    assert_eq!(own(&["6x6 Q2 X2 X=RflbrB", "--legend"]), 2);
    assert_eq!(own(&["6x6 Q2 X0 X=RflbrB"]), 0);
    assert_eq!(own(&["5x5 X2 Y X=RflbrB Y=FC", "--limit", "5"]), 2);
    let (html, ..) = run(&["draw", "5x5 X2 Y X=RflbrB Y=(1,4)", "--format", "html"]);
    assert!(html.contains("X = RflbrB</span>") && html.contains("Y = (1,4)</span>"), "{html}");
    let (tex, ..) = run(&["draw", "5x5 X2 Y X=RflbrB Y=(1,4)", "--format", "tikz"]);
    assert!(tex.contains("\\mbox{X = RflbrB}") && tex.contains("\\mbox{Y = (1,4)}"), "{tex}");
}

#[test]
fn boards_are_written_for_latex() {
    let folder = Folder::new("latex");
    let file = folder.file("queens.tex");
    assert_eq!(run(&["draw", "8x8 Q8", "-o", &file]), (String::new(), String::new(), 0));
    let drawn = std::fs::read_to_string(&file).unwrap();
    assert_eq!(run(&["solve", "8x8 Q8", "-o", &file]), (String::new(), String::new(), 0));
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim_end(), drawn.trim_end());
    let environments = |text: &str| {
        (text.matches("\\begin{tikzpicture}").count(), text.matches("\\end{tikzpicture}").count())
    };
    assert_eq!(environments(&drawn), (1, 1));
    assert_eq!(environments(&run(&["solve", "6x6 Q6", "--all", "--format", "tikz"]).0), (4, 4));
    assert_eq!(environments(&run(&["draw", "6x6 Q6", "--all", "--format", "tikz"]).0), (4, 4));
    let (command, ..) = run(&["solve", "6x6 Q1/N1", "--format", "chessboard"]);
    assert!(command.contains("\\chessboard[maxfield=f6,") && command.contains("addblack={N"), "{command}");
    let (game, ..) = run(&["draw", "8x8 Q8", "--format", "xskak"]);
    assert!(game.contains("setfen=Q7/4Q3/7Q/5Q2/2Q5/6Q1/1Q6/3Q4 w - - 0 1]"), "{game}");
    for (verb, problem, format, expected) in [
        ("draw", "8x8 L", "xskak", "8x8 L: the chess fonts have K, Q, R, B, N and P, but not L: use tikz"),
        ("solve", "8x8 L", "chessboard", "the chess fonts have K, Q, R, B, N and P, but not L: use tikz"),
        ("solve", "5x5 Q/Q/Q", "chessboard", "but the problem has 3 armies: use tikz"),
        ("draw", "8x8-a1 Q", "chessboard", "have no holes: use tikz"),
        ("draw", "27x5 Q", "chessboard", "up to 26 ranks and files, but this one has 27x5: use tikz"),
        ("solve", "12x12 Q", "xskak", "games on 8x8 boards, but this one has 12x12: use chessboard or tikz"),
        (
            "draw",
            "101 Q",
            "tikz",
            "a side of 101 squares: TikZ draws boards with sides of up to 100; use svg",
        ),
        ("solve", "101 Q", "tikz", "TikZ draws boards of up to 100x100; use svg"),
    ] {
        let (answer, error, code) = run(&[verb, problem, "--format", format]);
        assert_eq!((answer.as_str(), code), ("", 2), "{problem}: {error}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{problem}: {error}");
    }
    // Without pieces there is no picture.
    std::fs::remove_file(&file).unwrap();
    assert_eq!(run(&["solve", "3x3 Q3", "-o", &file]).0, "3x3 Q3: none\n");
    assert!(!std::fs::exists(&file).unwrap());
}

/// If LaTeX is installed, it accepts the output.
#[test]
fn latex_takes_the_boards() {
    let folder = Folder::new("pdf");
    let mut text = "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n".to_owned();
    for arguments in [
        &["12x12 K2 Q2 R B2 N2 A F2 W D"][..],
        &["5x6-c3/torus C/T/P/X Y X=NC Y=(1,4)"],
        &["7x7/cylinder E L Z H J", "--limit", "3"],
        &["5x5 N2 B", "--squares", "Na2,c3 Bb4", "--attacks", "--legend"],
        &["90 Q90"],
    ] {
        let (drawn, error, code) = run(&[&["draw"], arguments, &["--format", "tikz"]].concat());
        assert_eq!(code, 0, "{error}");
        text += &drawn;
    }
    text += "\\end{document}\n";
    std::fs::write(folder.file("boards.tex"), text).unwrap();
    let arguments = ["-interaction=nonstopmode", "-halt-on-error", "boards.tex"];
    let mut command = std::process::Command::new("pdflatex");
    let Ok(output) = command.args(arguments).current_dir(&folder.0).output() else { return };
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    // Without TikZ, LaTeX reports a missing file.
    assert!(output.status.success() || log.contains("not found"), "{log}");
}

#[cfg(feature = "png")]
#[test]
fn a_png_has_its_size_and_is_not_blank() {
    use resvg::tiny_skia::Pixmap;

    let folder = Folder::new("queens");
    let file = folder.file("queens.png");
    let read = || Pixmap::decode_png(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(run(&["draw", "6x6 Q6", "-o", &file]), (String::new(), String::new(), 0));
    let picture = read();
    // The size is twice 6 squares of 45 units, the coordinates and the margin.
    assert_eq!((picture.width(), picture.height()), (2 * (270 + 28), 2 * (270 + 28)));
    let mut colours: Vec<_> =
        picture.pixels().iter().map(|pixel| (pixel.red(), pixel.green(), pixel.blue())).collect();
    colours.sort_unstable();
    colours.dedup();
    for colour in
        [(255, 255, 255), (0xf1, 0xe4, 0xcf), (0xb5, 0x8e, 0x68), (0xfd, 0xfb, 0xf6), (0x22, 0x26, 0x2b)]
    {
        assert!(colours.contains(&colour), "{colour:?}");
    }
    run(&["draw", "6x6 Q6", "-o", &file, "--size", "300px"]);
    assert_eq!((read().width(), read().height()), (300, 300));
    let piped = armistice(&["draw", "6x6 Q6", "--format", "png", "--size", "300px"]).output().unwrap();
    assert_eq!(piped.stdout, std::fs::read(&file).unwrap());
    // A letter on a shield needs no font.
    run(&["draw", "1x1 X X=NC", "-o", &file]);
    let middle = read().pixel(2 * (20 + 22), 2 * (8 + 22)).unwrap();
    assert!(middle.red() < 0x60, "{middle:?}");
}

/// A file that cannot be written is rejected before the search for placements, and nothing is left behind.
#[test]
fn an_output_that_cannot_be_written_is_refused_at_once() {
    let folder = Folder::new("unwritable");
    let start = Instant::now();
    let long = "30x30 Q30";
    for (path, expected) in [
        (folder.0.to_str().unwrap(), "cannot tell the format"),
        (
            "queens.gif",
            "error: 'queens.gif': cannot tell the format from this name: use .svg, .png, .pdf, .html or .tex",
        ),
        ("queens", "error: 'queens': cannot tell the format"),
    ] {
        let (answer, error, code) = run(&["draw", long, "-o", path]);
        assert_eq!((answer.as_str(), code), ("", 2), "{error}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{path}: {error}");
    }
    assert_put_off(&["draw", long, "-o", "/nowhere/queens.svg"], "'/nowhere/queens.svg': ");
    for arguments in [
        &["draw", long, "--size", "300 px"][..],
        &["draw", long, "--limit", "0"],
        &["draw", "2000 Q1", "--squares", "Qa1"],
        &["draw", "2000 Q1"],
        &["draw", "4x4 Q1", "--squares", "Qa9"],
        &["draw", "4x4 Q2", "--squares", "Qa1,a1"],
        &["draw", "2x2 Q2"],
        &["draw", "2x2 Q2/Q2"],
        &["draw", "4x4 Q1", "--fen", "4/4/4"],
    ] {
        let (answer, error, code) = run(arguments);
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(error.starts_with("error: "), "{error}");
    }
    assert!(start.elapsed() < Duration::from_secs(15));
    let (kept, none) = (folder.file("kept.svg"), folder.file("none.svg"));
    std::fs::write(&kept, "kept").unwrap();
    assert_eq!(run(&["draw", "2x2 Q2", "-o", &kept]).2, 2);
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "kept");
    assert_eq!(run(&["draw", "2x2 Q2", "-o", &none]).2, 2);
    assert!(!std::fs::exists(&none).unwrap());
    let full = run(&["draw", "4x4 Q4", "--format", "svg", "-o", "/dev/full"]);
    assert!(!cfg!(target_os = "linux") || full.2 == 1, "{}", full.1);
}

/// A board alone is drawn, and so is a FEN without pieces. The command `check` has nothing to check.
#[test]
fn an_empty_board_is_drawn() {
    let (board, error, code) = run(&["draw", "8x8"]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(board.contains("<title>8x8: no pieces</title>"), "{board}");
    assert_eq!(run(&["draw", "--fen", "8/8/8/8/8/8/8/8"]).0, board);
    assert_eq!(feed(&["draw", "-"], "8/8/8/8/8/8/8/8\n").0, board);
    for boards in
        [&["draw", "40x50/torus-c3"][..], &["draw", "hexagon:3"], &["draw", "3x3", "--format", "tikz"]]
    {
        assert_eq!(run(boards).2, 0, "{boards:?}");
    }
    assert_refused(&["check", "8x8"], "no placement is given");
    assert_refused(&["draw", "--fen", "8/8/8/#7/8/8/8/8"], "there are only walls");
}

/// The colours, the width and the coordinates of pictures can be chosen. LaTeX has its own.
#[test]
fn pictures_look_as_asked_for() {
    let usual = run(&["draw", "4x4 Q4"]).0;
    assert!(usual.contains("prefers-color-scheme:dark") && !usual.contains("width=\"80mm\""));
    assert_eq!(run(&["draw", "4x4 Q4", "--theme", "auto"]).0, usual);
    for (theme, ground) in [("light", ""), ("dark", "class=\"ground\""), ("print", "stroke:#cfcfcf")] {
        let (picture, error, code) = run(&["draw", "4x4 Q4", "--theme", theme]);
        assert_eq!((error.as_str(), code), ("", 0));
        assert!(picture.contains(ground) && !picture.contains("prefers-color-scheme"), "{theme}");
        let page = run(&["draw", "4x4 Q4", "--theme", theme, "--format", "html"]).0;
        assert!(page.contains("color-scheme:") && !page.contains("prefers-color-scheme"), "{theme}");
    }
    let sized = run(&["draw", "4x4 Q4", "--size", "80mm", "--no-coordinates"]).0;
    // The size is that of a board with a small margin.
    assert!(sized.contains("width=\"80mm\" height=\"80mm\" viewBox=\"0 0 184 184\""), "{sized}");
    assert!(!sized.contains("class=\"name\""));
    assert!(
        run(&["draw", "4x4 Q4", "--format", "html", "--size", "6cm"]).0.contains("repeat(auto-fill,6cm)")
    );
    for (arguments, expected) in [
        (&["--size", "80km"][..], "expected a width like 80mm, 12cm, 3in or 600px"),
        (&["--theme", "blue"], "[possible values: auto, light, dark, print]"),
        (&["--theme", "dark", "--format", "tikz"], "in LaTeX the document says how a picture looks"),
        (&["--given", "2"], "--worksheet"),
        (&["--worksheet", "0"], "from 1 to 1000"),
    ] {
        let (answer, error, code) = run(&[&["draw", "4x4 Q4"], arguments].concat());
        assert_eq!((answer.as_str(), code), ("", 2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

/// Returns the pages of a PDF as their sizes in points.
#[cfg(feature = "png")]
fn pages_of(file: &str) -> Vec<(f64, f64)> {
    let bytes = std::fs::read(file).unwrap();
    assert!(bytes.starts_with(b"%PDF-1.") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
    let text = String::from_utf8_lossy(&bytes);
    let boxes = text.split("/MediaBox [").skip(1).map(|rest| rest.split(']').next().unwrap());
    let size = |text: &str| {
        let numbers: Vec<f64> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
        (numbers[2], numbers[3])
    };
    let pages: Vec<(f64, f64)> = boxes.map(size).collect();
    assert!(text.contains(&format!("/Count {}", pages.len())));
    pages
}

#[cfg(feature = "png")]
#[test]
fn pdf_has_pages() {
    let folder = Folder::new("pdf");
    let file = folder.file("queens.pdf");
    let near = |found: &[(f64, f64)], expected: &[(f64, f64)]| {
        let is_near = |(one, other): (&(f64, f64), &(f64, f64))| {
            (one.0 - other.0).abs() < 0.5 && (one.1 - other.1).abs() < 0.5
        };
        assert!(found.len() == expected.len() && found.iter().zip(expected).all(is_near), "{found:?}");
    };
    let (a4, letter) = ((595.3, 841.9), (612.0, 792.0));
    let write = |arguments: &[&str]| {
        let (answer, error, code) = run(&[arguments, &["-o", &file]].concat());
        assert_eq!((answer.as_str(), error.as_str(), code), ("", "", 0), "{arguments:?}");
        pages_of(&file)
    };
    // A square of the board has 45 units, and 96 units are an inch.
    near(&write(&["draw", "8x8", "--no-coordinates"]), &[(273.0, 273.0)]);
    near(&write(&["draw", "8x8 Q8", "--size", "1in", "--no-coordinates"]), &[(72.0, 72.0)]);
    near(&write(&["solve", "4x4 Q1/N1/R1/B1"]), &[(156.0, 156.0)]);
    near(&write(&["draw", "8x8 Q8", "--all", "--up-to", "symmetry"]), &[a4]);
    near(&write(&["draw", "8x8 Q8", "--all", "--paper", "letter"]), &[letter; 5]);
    near(&write(&["draw", "8x8 Q8", "--worksheet", "8", "--given", "2"]), &[a4; 4]);
    near(&write(&["draw", "hexagon:3 K2/N1", "--worksheet", "1"]), &[a4; 2]);
    let (answer, error, code) = run(&["draw", "8x8 Q8", "--all", "--size", "80mm", "-o", &file]);
    assert_eq!((answer.as_str(), code), ("", 2));
    assert!(error.contains("--paper"), "{error}");
}

/// Reserved squares are crossed, and regions have edges.
#[test]
fn conditions_are_seen() {
    let regions = "5x5 K5 rank=1 file=1 regions=aabbb/aabcc/adbce/ddccc/ddddc";
    let (crossed, ..) = run(&["draw", "8x8~d4,e5 Q2", "--format", "svg"]);
    let (parted, ..) = run(&["draw", regions, "--format", "svg"]);
    let (plain, ..) = run(&["draw", "8x8 Q2", "--format", "svg"]);
    let lines = |picture: &str, width: &str| {
        let path = picture.split("<path fill=\"none\" ").find(|path| path.contains(width))?;
        Some(path.split("/>").next().unwrap().matches('M').count())
    };
    let (cross, border) = ("stroke-width=\"3\"", "stroke-width=\"4\"");
    assert_eq!([&crossed, &parted, &plain].map(|picture| lines(picture, cross)), [Some(4), None, None]);
    // Each rank and each file has this number of places where the letter changes.
    assert_eq!([&crossed, &parted, &plain].map(|picture| lines(picture, border)), [None, Some(18), None]);
}

/// Boards without pieces are drawn with the conditions of the problem, alone and on worksheets.
#[test]
fn boards_without_pieces_have_their_conditions() {
    let regions = "regions=aabbb/aabcc/adbce/ddccc/ddddc";
    let edges = |picture: &str| {
        let path =
            picture.split("<path fill=\"none\" ").find(|path| path.contains("stroke-width=\"4\"")).unwrap();
        path.split("/>").next().unwrap().to_owned()
    };
    for board in ["5x5", "5x5~c3", "5x5/torus", "board=...../...../..x../...../....."] {
        let draw = |text: &str| run(&["draw", text, "--format", "svg"]);
        let (blank, error, code) = draw(&format!("{board} {regions}"));
        assert_eq!((error.as_str(), code), ("", 0), "{board}");
        let (with_king, error, code) = draw(&format!("{board} K0 {regions} region=0..1"));
        assert_eq!(code, 0, "{board}: {error}");
        assert_eq!(edges(&blank), edges(&with_king), "{board}");
        let (sheet, error, code) =
            run(&["draw", &format!("{board} {regions}"), "--worksheet", "6", "--format", "svg"]);
        assert_eq!((error.as_str(), code), ("", 0), "{board}");
        assert_eq!(sheet.matches("<svg class=\"sheet\"").count().max(1), 1, "{board}");
        // The page has a title, and so has each board.
        assert_eq!(sheet.matches("<title>").count(), 1 + 6, "{board}");
    }
    assert_eq!(
        run(&["draw", "8x8", "--worksheet", "13", "--format", "html"]).0.matches("\"sheet\"").count(),
        3
    );
    assert_eq!(run(&["draw", "8x8 rank=1 file=1"]).2, 0);
    for text in ["8x8 regions=ab", "8x8 blocked", "8x8 X=NN", "8x8 #"] {
        assert_eq!(run(&["draw", text]).2, 2, "{text}");
    }
}

/// A worksheet has boards with some pieces of a placement. The placement is on the back.
#[test]
fn worksheets_have_solutions() {
    let worksheet = |arguments: &[&str]| {
        let (picture, error, code) = run(&[&["draw", "--format", "svg", "--worksheet"], arguments].concat());
        let is_short =
            error.starts_with("found only ") && error.contains(" different solutions, so some are repeated");
        assert!(code == 0 && (error.is_empty() || is_short), "{arguments:?}: {error}");
        assert_eq!(is_short, arguments[1].starts_with("6x6"), "{arguments:?}: {error}");
        let titles = picture.split("<title>").skip(2).map(|rest| rest.split('<').next().unwrap().to_owned());
        titles.collect::<Vec<String>>()
    };
    let titles = worksheet(&["3", "8x8 Q8", "--given", "3"]);
    assert_eq!(titles.len(), 6);
    let squares = |title: &str| {
        let named =
            title.split("queens on ").nth(1).unwrap().trim_end_matches(", to fill in").replace(" and ", ", ");
        named.split(", ").map(str::to_owned).collect::<Vec<String>>()
    };
    for (task, solution) in titles.iter().zip(&titles[3..]) {
        let (given, all) = (squares(task), squares(solution));
        assert_eq!((given.len(), all.len()), (3, 8));
        assert!(given.iter().all(|square| all.contains(square)), "{task} {solution}");
        assert_eq!(run(&["check", "8x8 Q8", "--squares", &format!("Q{}", all.join(","))]).2, 0);
    }
    assert_eq!(worksheet(&["3", "8x8 Q8", "--given", "3"]), titles, "the same each time");
    assert_ne!(worksheet(&["3", "8x8 Q8", "--given", "3", "--seed", "5"]), titles);
    // Six queens have four placements, and one up to symmetry.
    assert_eq!(worksheet(&["6", "6x6 Q6"]).len(), 6 + 4);
    assert_eq!(worksheet(&["6", "6x6 Q6", "--up-to", "symmetry"]).len(), 6 + 1);
    assert_eq!(worksheet(&["6", "6x6 Q6", "--up-to", "symmetry", "--given", "2", "--seed", "3"]).len(), 12);
    assert_eq!(worksheet(&["7", "6x6 Q6", "--given", "1"]).len(), 14);
    // The pieces that the problem gives are on the board.
    assert!(worksheet(&["1", "8x8 Q8@a1"])[0].starts_with("8x8 Q8@a1: queen on a1, to fill in"));
    let page = run(&["draw", "8x8 Q8", "--worksheet", "9", "--format", "html"]).0;
    assert_eq!(page.matches("<svg class=\"sheet\"").count(), 4);
    assert!(page.contains("@page{size:210mm 297mm;margin:0}"));
    assert_refused(&["draw", "8x8 Q8", "--worksheet", "2", "--given", "8"], "nothing is left to fill in");
    assert_refused(&["draw", "3x3 Q3", "--worksheet", "2"], "no placement");
    assert_refused(
        &["draw", "8x8 Q8", "--worksheet", "2", "--format", "tikz"],
        "use .pdf, .html, .svg or .png",
    );
}
