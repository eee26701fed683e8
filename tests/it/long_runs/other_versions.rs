//! Counts in parts by a program with another version of an engine: the messages name the difference and the
//! program that made the files.

use crate::common::program::{Folder, assert_refused, run};
use crate::common::runs::{QUICK, files, sealed, value_of, with_line_rewritten};
use std::fs;
use std::path::Path;

/// Makes a folder with a plan for a problem, and the results of some of its two parts.
fn campaign(folder: &Folder, name: &str, problem: &str, counted: &[usize]) -> String {
    let path = folder.file(name);
    assert_eq!(run(&["plan", problem, "--parts", "2", "--out", &path]).2, 0);
    for part in counted {
        assert_eq!(run(&["shard", "--part", &part.to_string(), "--out", &path, "-q"]).2, 0);
    }
    path
}

/// Changes a folder as if another version of the program had written all of it. Returns the engine with its
/// version here.
fn by_another_version(path: &str) -> String {
    let plan = fs::read_to_string(Path::new(path).join("plan.json")).unwrap();
    let built = plan.split_once("\"built\":").unwrap().1;
    let (engine, version) = (value_of(built, "engine").trim_matches('"'), value_of(built, "version"));
    for file in files(path.as_ref(), "") {
        let text = fs::read_to_string(&file).unwrap();
        let here = format!("\"version\":{version},\"units\"");
        let text = with_line_rewritten(&text, 0, &here, "\"version\":77,\"units\"");
        let program = format!("\"program\":\"{}\"", env!("CARGO_PKG_VERSION"));
        fs::write(&file, sealed(&with_line_rewritten(&text, 0, &program, "\"program\":\"9.9.9\""))).unwrap();
    }
    format!("{engine} {version}")
}

/// Returns all messages of a command, for any exit code.
fn said(arguments: &[&str]) -> String {
    let (answer, error, _) = run(arguments);
    answer + &error
}

/// For a plan of another version, the message names the program that can use it.
#[test]
fn the_program_that_made_a_plan_is_named() {
    let folder = Folder::new("other-program");
    for problem in [QUICK, "12x12 Q12", "5x5 Q3/Q3"] {
        let empty = campaign(&folder, "empty", problem, &[]);
        let here = by_another_version(&empty);
        let made = "use armistice 9.9.9, or start the count again";
        for arguments in
            [&["shard", "--part", "0", "--out", &empty][..], &["missing", &empty], &["merge", &empty]]
        {
            assert_refused(arguments, made);
            assert_refused(arguments, &format!(" 77, not {here}:"));
        }
        let plan = ["plan", problem, "--parts", "2", "--out", &empty];
        assert_refused(&plan, " 77, not ");
        assert_refused(&plan, &format!("planned by armistice 9.9.9, not {}", env!("CARGO_PKG_VERSION")));
        fs::remove_dir_all(&empty).unwrap();
    }
}

/// For results of another version among those of this one, the message states the difference.
#[test]
fn results_of_another_version_are_told_apart() {
    let folder = Folder::new("other-results");
    let (here, there) = (campaign(&folder, "here", QUICK, &[0]), campaign(&folder, "there", QUICK, &[1]));
    by_another_version(&there);
    let foreign = files(there.as_ref(), ".result").remove(0);
    let inside = Path::new(&here).join("foreign.result");
    fs::copy(&foreign, &inside).unwrap();
    let name = inside.to_str().unwrap();
    let expected = " 77, not ";
    for arguments in [["merge", &here], ["missing", &here], ["status", &here]] {
        let text = said(&arguments);
        let line = text.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{text}"));
        assert!(line.contains("it was counted by ") && line.contains(expected), "{line}");
        assert!(line.contains("planned by armistice 9.9.9, not "), "{line}");
    }
}

/// A plan of an earlier version, which does not name the program that made it, is the same plan.
#[test]
fn a_plan_without_a_version_is_read() {
    let folder = Folder::new("no-program");
    let path = campaign(&folder, "plan", QUICK, &[0]);
    let id = |path: &str| run(&["plan", QUICK, "--parts", "2", "--out", path, "--format", "json"]).0;
    let before = id(&path);
    for file in files(path.as_ref(), "") {
        let text = fs::read_to_string(&file).unwrap();
        let version = format!("\"program\":\"{}\",\"problem\"", env!("CARGO_PKG_VERSION"));
        fs::write(&file, sealed(&with_line_rewritten(&text, 0, &version, "\"problem\""))).unwrap();
    }
    assert_eq!(id(&path), before);
    assert_eq!(run(&["missing", &path]).0, "1\n");
    assert_eq!(run(&["shard", "--part", "1", "--out", &path, "-q"]).2, 0);
    assert_eq!(run(&["merge", "-q", &path]).2, 0);
}
