//! Proofs on the command line.

use crate::common::program::{Folder, feed, run};
use std::fs;

/// Returns the content of a file; `None` if it does not exist.
fn content(folder: &Folder, name: &str) -> Option<String> {
    fs::read_to_string(folder.0.join(name)).ok()
}

fn names(folder: &Folder) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    fs::read_dir(&folder.0).unwrap().map(name).collect()
}

/// Returns the number of constraints of a claim, counting each equation twice.
fn constraints(claim: &str) -> usize {
    let rows = claim.lines().filter(|line| line.ends_with(" ;") && !line.starts_with("min:"));
    rows.map(|row| if row.contains(" = ") { 2 } else { 1 }).sum()
}

#[test]
fn an_answer_comes_with_its_proof_and_what_it_proves() {
    let folder = Folder::new("proofs");
    let proof = folder.file("it.pbp");
    for (question, answer, end) in [
        ("max 8x8 Q", "8x8 Qmax: 8\n", "BOUNDS -8 : "),
        ("min 8x8 Q", "8x8 Qmin: 5, in 728 maximal placements\n", "BOUNDS 5 : "),
        ("min 5x5 Q --dominating", "5x5 Qmin: 3, in 186 dominating placements\n", "BOUNDS 3 : "),
        ("max 5x5 Q/Q", "5x5 Q/Q: 4 (5x5 Q4/Q4)\n", "BOUNDS -4 : "),
        ("max 5x5 Q4/Q", "5x5 Q4/Qmax: 4 (5x5 Q4/Q4)\n", "BOUNDS -4 : "),
        ("max 3x3 Q4 N", "3x3 Q4 Nmax: no placement\n", "BOUNDS INF : "),
        ("solve 8x8 Q9", "none\n", "UNSAT : "),
        // Reserved squares, squares for some pieces, groups.
        ("max 3x3~a1 K", "3x3~a1 Kmax: 3\n", "BOUNDS -3 : "),
        ("min 3x3~b2 K --dominating=total", "3x3~b2 Kmin: 3, in 4 totally dominating", "BOUNDS 3 : "),
        ("solve 3x3 K5:dark", "none\n", "UNSAT : "),
        ("max 3x3 K + N", "3x3 Kmax + Nmax: 9 (K4 N5)\n", "BOUNDS -9 : "),
        ("max 5x5~c3 Q/Q", "5x5~c3 Q/Q: 4 ", "BOUNDS -4 : "),
        ("max 4x4 Q:light/Q", "4x4 ", "BOUNDS -2 : "),
    ] {
        let words: Vec<&str> = question.split(' ').chain(["--proof", &proof]).collect();
        let (answered, error, code) = run(&words);
        assert_eq!((error.as_str(), code), ("", 0), "{question}");
        assert!(answered.starts_with(answer), "{question}: {answered}");
        let (claim, proof) = (content(&folder, "it.opb").unwrap(), content(&folder, "it.pbp").unwrap());
        assert!(claim.starts_with("* #variable= "), "{question}: {claim}");
        let begin = format!("pseudo-Boolean proof version 3.0\nf {};\n", constraints(&claim));
        assert!(proof.starts_with(&begin), "{question}");
        assert!(proof.contains(&format!("\nconclusion {end}")), "{question}");
        assert!(proof.ends_with("end pseudo-Boolean proof;\n"), "{question}");
    }
    // A proof in clauses.
    let drat = folder.file("it.drat");
    assert_eq!(run(&["solve", "8x8 Q9", "--proof", &drat]), ("none\n".into(), String::new(), 0));
    let exported = run(&["export", "8x8 Q9", "--to", "cnf"]).0;
    assert_eq!(content(&folder, "it.cnf"), Some(exported));
    assert!(content(&folder, "it.drat").unwrap().ends_with("\n0\n"));
}

/// If lines determine which squares exclude each other, the learned constraints are about lines alone, and
/// few.
#[test]
fn proofs_about_queens_speak_of_lines() {
    let folder = Folder::new("lines-of-proofs");
    let proof = folder.file("it.pbp");
    assert_eq!(run(&["max", "7x7 Q/Q", "--proof", &proof, "--quiet"]), ("7\n".into(), String::new(), 0));
    let proof = content(&folder, "it.pbp").unwrap();
    // The variables of the squares for two armies, and one for each possible size of an army.
    let first_line = 2 * 49 + 49 / 2;
    let search = proof.rsplit_once("\nqed;\n").unwrap().1;
    let learned: Vec<&str> = search.lines().filter(|line| line.starts_with("rup")).collect();
    for clause in &learned {
        let variables = clause.split([' ', '~']).filter_map(|word| word.strip_prefix('x'));
        for variable in variables {
            assert!(variable.parse::<usize>().unwrap() > first_line, "{clause}");
        }
        assert!(clause.matches('x').count() <= 14, "{clause}");
    }
    assert!((50..600).contains(&learned.len()) && proof.len() < 150_000, "{} {}", learned.len(), proof.len());
}

#[test]
fn what_is_not_proved_leaves_files_as_they_were() {
    let folder = Folder::new("unproved");
    let proof = folder.file("it.pbp");
    fs::write(&proof, "before").unwrap();
    let (answer, error, code) = run(&["solve", "8x8 Q8", "--proof", &proof]);
    assert!(
        answer.starts_with("Solution #1:\n") && error.contains("because there is a placement"),
        "{answer}{error}"
    );
    assert_eq!(code, 0);
    let (answer, error, code) = run(&["max", "7x7 Q/Q", "--proof", &proof, "--proof-limit", "64k"]);
    assert!(answer.starts_with("7x7 Q/Q: 7 (7x7 Q7/Q7)\n"), "{answer}");
    assert!(error.contains("larger than 64") && error.contains("--proof-limit"), "{error}");
    assert_eq!(code, 3);
    let (_, error, code) = run(&["max", "12x12 Q/Q", "--proof", &proof, "--budget", "3s"]);
    assert!(error.contains("out of time: the proof is not kept") && code == 3, "{error}");
    assert_eq!(content(&folder, "it.pbp").as_deref(), Some("before"));
    assert_eq!(names(&folder), ["it.pbp"]);
}

#[test]
fn what_cannot_be_proved_is_refused_at_once() {
    let folder = Folder::new("refused-proofs");
    let (pbp, drat, txt) = (folder.file("it.pbp"), folder.file("it.drat"), folder.file("it.txt"));
    for (question, proof, fault) in [
        ("solve 8x8 Q9", &txt, "expected a name ending in .pbp (VeriPB) or .drat (clauses)"),
        ("max 8x8 Q", &drat, "a .drat file can only prove that there is no placement: use .pbp"),
        ("max 8x8 Q2/R --ratio", &pbp, "--proof supports the largest equal armies"),
        ("max 8x8 Q/Q/Q", &pbp, "two armies of one kind each"),
        ("max 8x8 K each=1", &pbp, "numbers of attacks (each=, pairs=)"),
        ("solve 8x8 K2 rank=..1", &pbp, "quotas (rank="),
        ("max 8x8 R #3", &pbp, "with walls"),
        ("solve 4x4 Q N/Q N --lines blocked", &pbp, "with blocked lines"),
        ("min 8x8 Q2 N", &pbp, "kinds without a number"),
        ("max 1x2-a1,b1 K", &pbp, "nothing to prove"),
        ("max 1x2~a1,b1 K", &pbp, "nothing to prove"),
        ("min 1x2~a1,b1 K", &pbp, "nothing to prove"),
        ("max 1x1 K/K", &pbp, "nothing to prove"),
    ] {
        let words: Vec<&str> = question.split(' ').chain(["--proof", proof]).collect();
        let (answer, error, code) = run(&words);
        assert!(code == 2 && answer.is_empty(), "{question}: {answer}{error}");
        assert!(error.lines().count() == 1 && error.contains(fault), "{question}: {error}");
    }
    assert!(names(&folder).is_empty());
    let (_, error, code) = run(&["max", "8x8 Q", "--proof-limit", "1M"]);
    assert!(code == 2 && error.contains("--proof"), "{error}");
}

/// Returns the output of `scripts/check-count`, and whether it accepts the file.
fn checked(file: &str) -> (String, bool) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/check-count");
    let ran = std::process::Command::new("python3").args([script, file, "1000"]).output().unwrap();
    let text = [ran.stdout, ran.stderr].concat();
    (String::from_utf8(text).unwrap(), ran.status.success())
}

#[test]
fn counts_in_parts_are_counted_again_by_another_program() {
    let folder = Folder::new("certificates");
    let file = folder.file("it.jsonl");
    for (problem, size, answer) in [
        ("8x8 Q8", "10", "8x8 Q8: 92 in 228 parts, 228 of them counted again"),
        ("5x5-c3 N3 R1", "200", "5x5-c3 R N3: 4108 in 241 parts, 241 of them counted again"),
        ("5x6/torus K3", "40", "5x6/torus K3: 1420 in 234 parts, 234 of them counted again"),
        ("4x4/cylinder Q3", "1000", "4x4/cylinder Q3: 0 in 16 parts, 16 of them counted again"),
        ("4x4 X2 X=R2fN", "10000", "4x4 X2 X=R2fN: 68 in 16 parts, 16 of them counted again"),
    ] {
        let words: Vec<&str> = ["count", problem, "--part-size", size, "--certificate", &file, "-q"].into();
        let (count, error, code) = run(&words);
        assert_eq!((error.as_str(), code), ("", 0), "{problem}");
        assert_eq!(checked(&file), (format!("{answer}\n"), true));
        assert!(answer.contains(&format!(": {} in", count.trim())), "{problem}: {count}");
        // The command can also count every part.
        let content = fs::read_to_string(&file).unwrap();
        let parts: Vec<serde_json::Value> =
            content.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for part in parts[1..parts.len() - 1].iter().step_by(20) {
            let text = part["problem"].as_str().unwrap();
            assert_eq!(run(&["count", "-q", text]).0.trim(), part["count"].as_str().unwrap(), "{text}");
        }
    }
}

#[test]
fn wrong_counts_in_parts_are_refused() {
    let folder = Folder::new("wrong-certificates");
    let file = folder.file("it.jsonl");
    run(&["count", "6x6 Q6", "--part-size", "2", "--certificate", &file]);
    assert!(checked(&file).1);
    let right = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = right.lines().collect();
    let without = |at: usize| [&lines[..at], &lines[at + 1..]].concat().join("\n");
    let twice = [&lines[..3], &lines[2..]].concat().join("\n");
    for (what, changed) in [
        ("a part is missing", without(2)),
        ("a part is there twice", twice),
        ("a count is another one", right.replacen("\"count\":\"1\"", "\"count\":\"2\"", 1)),
        ("the whole is another one", right.replacen("\"count\":\"4\"", "\"count\":\"5\"", 1)),
        ("kings stand for queens", right.replacen(",0]", ",1]", 8)),
    ] {
        assert_ne!(changed, right, "{what}");
        fs::write(&file, changed).unwrap();
        let (said, is_right) = checked(&file);
        assert!(!is_right, "{what}: {said}");
    }
}

/// If there is no certificate, nothing is counted or printed.
#[test]
fn counts_that_have_no_parts_are_refused_before_they_are_counted() {
    let folder = Folder::new("no-parts");
    let file = folder.file("it.jsonl");
    for (problem, what) in [
        ("4x4 K*", "any number of pieces (*)"),
        ("4x4 Kmax", "the maximum number of pieces (max)"),
        ("4x4 K3@a1", "pre-placed pieces (@)"),
        ("4x4~d4 Q3", "reserved squares (~)"),
        ("4x4 Q3:dark", "squares for some pieces (:)"),
        ("4x4 Q2/Q2", "opposing armies (/)"),
        ("4x4 Q2 + Q2", "groups (+)"),
        ("4x4 Q N/Q N blocked", "opposing armies (/)"),
        ("4x4 K3 rank=..1", "quotas (rank="),
        ("4x4 K3 rank=1..2", "quotas (rank="),
        ("4x4 K3 regions=aabb/aabb/ccdd/ccdd", "quotas (rank="),
        ("4x4 K3 each=1", "numbers of attacks (each="),
        ("4x4 Q3 #1", "walls (#)"),
        ("4x4 G2", "hoppers or lame leapers"),
        ("4x4/moebius Q2", "twisted edges"),
        ("diamond:2 K2", "a shape that is not a rectangle"),
        ("hexagon:2 K2", "hexagons, triangles or layers"),
        ("2x2x2 K2", "hexagons, triangles or layers"),
        ("40x40 K1", "a board of more than 1024 squares"),
        ("4x4 K0", "at least one piece"),
    ] {
        let (answer, error, code) = run(&["count", problem, "--certificate", &file]);
        assert!(code == 2 && answer.is_empty() && error.lines().count() == 1, "{problem}: {answer}{error}");
        assert!(
            error.contains("--certificate: the certificate of a count") && error.contains(what),
            "{problem}: {error}"
        );
    }
    fs::write(folder.file("file"), "").unwrap();
    // A folder on a late mount may appear later, but a file is not a folder.
    for (name, expected) in [("nowhere/it.jsonl", 1), ("file/it.jsonl", 2), (".", 2)] {
        let file = folder.file(name);
        let (answer, error, code) = run(&["count", "4x4 K3", "--certificate", &file]);
        assert!(
            code == expected && answer.is_empty() && error.lines().count() == 1,
            "{file}: {answer}{error}"
        );
    }
    // A lower bound has no parts.
    let (_, error, code) = run(&["count", "22x22 Q22", "--budget", "0.1s", "--certificate", &file]);
    assert!(code == 3 && error.contains("--certificate: no file was written"), "{code}: {error}");
    assert_eq!(names(&folder), ["file"]);
    // A second problem would overwrite the file of the first.
    let (answer, error, code) = feed(&["count", "-", "--certificate", &file], "4x4 Q4\n5x5 Q5\n");
    assert_eq!((answer.as_str(), code), ("4x4 Q4: 2 placements\nline 2: error\n", 2), "{error}");
    assert!(error.contains("the file can hold only one problem"), "{error}");
    assert!(content(&folder, "it.jsonl").unwrap().contains("\"problem\":\"4x4 Q4\""));
}
