//! `armistice trace` on the command line: pages, pictures, cut recordings, files that cannot be written.

use crate::common::program::{Folder, PROGRAM, armistice, run};
use std::fs;
use std::process::Command;

/// Returns the bytes of standard output, standard error and the exit code.
fn trace(arguments: &[&str]) -> (Vec<u8>, String, i32) {
    let output = armistice(&[&["trace"], arguments].concat()).output().unwrap();
    (output.stdout, String::from_utf8(output.stderr).unwrap(), output.status.code().unwrap_or(-1))
}

/// Returns the data in a page.
fn data(page: &str) -> serde_json::Value {
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

fn page(arguments: &[&str]) -> (serde_json::Value, i32) {
    let (page, _, code) = trace(arguments);
    (data(&String::from_utf8(page).unwrap()), code)
}

#[test]
fn a_page_goes_to_a_file_and_is_the_same_every_time() {
    let folder = Folder::new("file");
    let file = folder.file("queens.html");
    fs::write(&file, "an older page").unwrap();
    let (said, error, code) = trace(&["8x8", "Q8", "-o", &file]);
    assert_eq!(
        (String::from_utf8(said).unwrap().as_str(), error.as_str(), code),
        ("8x8 Q8: 1 placement in 75 choices\n", "", 0)
    );
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.starts_with("<!DOCTYPE html>") && written.ends_with("</html>\n"));
    // The page loads nothing from elsewhere.
    for outside in ["http:", "https:", "src=", "@import", "url(", "fetch("] {
        assert!(!written.contains(outside), "{outside}");
    }
    assert_eq!(trace(&["8x8 Q8"]), (written.clone().into_bytes(), String::new(), 0));
    let data = data(&written);
    assert_eq!((&data["problem"], &data["ending"]), (&"8x8 Q8".into(), &"enough".into()));
    // By file, the queens are on the ranks 1 5 8 6 3 7 2 4. Here they are listed by square.
    assert_eq!(data["last"].to_string(), "[[0,0],[0,14],[0,20],[0,31],[0,33],[0,43],[0,53],[0,58]]");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn how_many_placements() {
    let found = |arguments: &[&str]| {
        let (data, code) = page(arguments);
        assert_eq!(code, 0);
        let found = data["steps"].as_array().unwrap().iter().filter(|&step| step == 1).count();
        (found, data["ending"].as_str().unwrap().to_owned())
    };
    assert_eq!(found(&["8 Q8"]), (1, "enough".into()));
    assert_eq!(found(&["8 Q8", "--limit", "7"]), (7, "enough".into()));
    assert_eq!(found(&["8 Q8", "--all"]), (92, "exhausted".into()));
    assert_eq!(found(&["8 Q8", "--all", "--order", "leftmost"]), (92, "exhausted".into()));
    assert_eq!(found(&["5x5 N B R Q A", "--all"]), (96, "exhausted".into()));
    assert_eq!(found(&["3 Q3"]), (0, "exhausted".into()));
    assert_eq!(found(&["3 Q3@a1,b1"]), (0, "exhausted".into()));
    assert_eq!(found(&["8 Q0"]), (1, "enough".into()));
}

#[test]
fn boards_larger_than_those_to_count_on() {
    let (data, code) = page(&["100x100 Q100"]);
    assert_eq!(code, 0);
    let steps: Vec<u64> =
        data["steps"].as_array().unwrap().iter().map(|step| step.as_u64().unwrap()).collect();
    // The ranks of the first files are 1 3 5 57 59 4 64 7 58.
    let squares: Vec<u64> = steps[..3].iter().map(|step| step - 3).collect();
    assert_eq!(squares, [0, 201, 402]);
    let last = data["last"].as_array().unwrap();
    assert_eq!(last.len(), 100);
    assert!(
        last.contains(&serde_json::json!([0, 56 * 100 + 3]))
            && last.contains(&serde_json::json!([0, 57 * 100 + 8]))
    );
}

/// The page, standard error and the exit code report the cut.
#[test]
fn a_recording_is_bounded() {
    let folder = Folder::new("cut");
    let file = folder.file("cut.html");
    let (said, error, code) = trace(&["80 Q80", "--order", "leftmost", "-o", &file]);
    assert_eq!(code, 3);
    assert!(String::from_utf8(said).unwrap().ends_with(" choices, no placement yet\n"));
    assert_eq!(error, "cut off after 20000 steps: --max-steps records more, up to 1000000\n");
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.len() < 500_000, "{} bytes", written.len());
    let cut = data(&written);
    assert_eq!((cut["ending"].as_str(), cut["steps"].as_array().unwrap().len()), (Some("cut"), 20_000));
    let (data, code) = page(&["8 Q8", "--all", "--max-steps", "100"]);
    assert_eq!((data["steps"].as_array().unwrap().len(), code), (100, 3));
}

#[test]
fn moving_pictures() {
    let folder = Folder::new("gif");
    let file = folder.file("queens.GIF");
    let (said, error, code) = trace(&["6 Q6", "--speed", "10", "-o", &file]);
    assert_eq!(
        (String::from_utf8(said).unwrap().as_str(), error.as_str(), code),
        ("6x6 Q6: 1 placement in 27 choices\n", "", 0)
    );
    let picture = fs::read(&file).unwrap();
    assert!(picture.starts_with(b"GIF89a"));
    assert_eq!(trace(&["6 Q6", "--speed", "10", "--format", "gif"]).0, picture);
    let (picture, error, code) = trace(&["8 Q8", "--all", "--format", "gif"]);
    assert!(picture.starts_with(b"GIF89a") && error.starts_with("cut off after 400 steps") && code == 3);
}

/// The error comes before the search, which would take for ever here.
#[test]
fn a_file_that_cannot_be_written_is_refused_at_once() {
    let folder = Folder::new("unwritable");
    let endless = |file: &str| trace(&["32 Q31", "--all", "--max-steps", "1000000", "-o", file]);
    let inside = folder.file("none/trace.html");
    for (file, expected) in [
        ("/nowhere/trace.html", 1),
        (&inside, 1),
        (folder.0.to_str().unwrap(), 2),
        ("/dev/null/trace.html", 2),
    ] {
        let (said, error, code) = endless(file);
        assert_eq!((said.len(), code), (0, expected), "{file}: {error}");
        assert!(error.starts_with("error: '") && error.lines().count() == 1, "{file}: {error}");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    #[cfg(target_os = "linux")]
    {
        let (_, error, code) = trace(&["8 Q8", "-o", "/dev/full"]);
        assert!(code == 1 && error.starts_with("error: '/dev/full': "), "{error}");
    }
}

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    for (arguments, part) in [
        (&["8x8"][..], "no pieces"),
        (&["8x8 Y3"], "column 5, 'Y3'"),
        (&["8x8 Q*"], "how many Q?"),
        (&["8x8 Nmax"], "how many N?"),
        (&["8x8 Q9/Q9"], "2 armies"),
        (&["0 Q"], "no board of this size"),
        (&["1000000 K"], "traces show boards of up to 512x512"),
        (&["1000000 K2", "--format", "gif"], "traces show boards of up to 512x512"),
        (&["8 Q8", "--watch"], "needs a terminal as standard output"),
        (&[""], "no problem"),
    ] {
        let (answer, error, code) = trace(arguments);
        assert_eq!((answer.len(), code), (0, 2), "{arguments:?}: {error}");
        assert!(error.starts_with("error: ") && error.lines().count() == 1, "{arguments:?}: {error}");
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
    for arguments in [
        &[][..],
        &["8 Q8", "--limit", "0"],
        &["8 Q8", "--limit", "2", "--all"],
        &["8 Q8", "--max-steps", "0"],
        &["8 Q8", "--max-steps", "1000001"],
        &["8 Q8", "--speed", "0"],
        &["8 Q8", "--speed", "nan"],
        &["8 Q8", "--order", "random"],
        &["8 Q8", "--watch", "-o", "x.html"],
        &["8 Q8", "--format", "png"],
    ] {
        let (answer, error, code) = trace(arguments);
        assert_eq!((answer.len(), code), (0, 2), "{arguments:?}: {error}");
        assert!(!error.is_empty());
    }
}

/// On a terminal the search is played on the second screen, which is closed at the end and after Ctrl-C.
#[cfg(target_os = "linux")]
#[test]
fn the_terminal_is_left_as_it_was() {
    // `script` gives the program a terminal. Without it, there is nothing to test.
    let play = |line: &str| {
        let line = format!("stty rows 40 cols 100; {} {line}; echo code $?", *PROGRAM);
        let output = Command::new("script").args(["-qec", &line, "/dev/null"]).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(played) = play("trace 5 Q5 --watch --speed 1000") else { return };
    let (first, rest) = played.split_once("\u{1b}[?1049h").unwrap_or_else(|| panic!("{played:?}"));
    assert_eq!(first, "");
    let (shown, after) = rest.split_once("\u{1b}[?1049l").unwrap();
    assert!(shown.contains("\u{1b}[?25l") && shown.ends_with("\u{1b}[?25h"));
    assert!(
        after.contains(". . Q . .")
            && after.contains("5x5 Q5: 1 placement in 5 choices")
            && after.contains("code 0")
    );
    let stopped = play("trace 30 Q30 --watch --speed 2 & sleep 1; kill -INT $!; wait $!").unwrap();
    assert!(stopped.contains("\u{1b}[?25h\u{1b}[?1049l") && stopped.contains("code 130"), "{stopped:?}");
    let small = play("trace 60 Q60 --watch").unwrap();
    assert!(small.contains("this board needs 122x64") && small.contains("code 2"), "{small:?}");
}

/// Every order finds all placements. The number of dead ends differs.
#[test]
fn orders_are_compared() {
    let compare = |arguments: &[&str]| {
        let (answer, error, code) = run(&[&["trace"], arguments, &["--compare"]].concat());
        assert_eq!((error.as_str(), code), ("", 0), "{arguments:?}");
        answer
    };
    let answer = compare(&["8x8 Q8", "--all"]);
    let rows: Vec<Vec<&str>> = answer.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(answer.lines().next(), Some("8x8 Q8: dead ends / choices until all placements"));
    assert_eq!(rows[1], ["up", "down", "middle", "random"]);
    let orders: Vec<&str> = rows[2..].iter().map(|row| row[0]).collect();
    assert_eq!(orders, ["first-fail", "ffc", "leftmost", "min", "max"]);
    // The numbers are those of `trace --all`.
    let (first_fail, leftmost) = (&rows[2], &rows[4]);
    assert_eq!(first_fail[3], "1,360");
    // The board is its own reflection.
    assert_eq!(
        (first_fail[1..4].to_vec(), leftmost[1..4].to_vec()),
        (first_fail[4..7].to_vec(), leftmost[4..7].to_vec())
    );
    let dead_ends = |row: &[&str]| row[1].replace(',', "").parse::<u64>().unwrap();
    assert!(dead_ends(first_fail) < dead_ends(leftmost));
    assert_eq!(compare(&["8x8 Q8", "--seed", "1"]), compare(&["8x8 Q8"]));
    assert_ne!(compare(&["8x8 Q8", "--seed", "2"]), compare(&["8x8 Q8"]));
    let (answer, error, code) = run(&["trace", "12x12 Q12", "--all", "--compare", "--max-steps", "100"]);
    assert_eq!(code, 3, "{error}");
    assert!(answer.contains(">100") && error.contains("--max-steps"));
    for order in ["ffc", "min", "max", "leftmost"] {
        for values in ["down", "middle", "random"] {
            let arguments = ["trace", "6x6 Q6", "--all", "--order", order, "--values", values];
            let (page, _, code) = run(&arguments);
            assert!(code == 0 && page.contains(&format!("\"order\":\"{order}\"")), "{arguments:?}");
        }
    }
}
