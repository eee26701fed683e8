//! The advice of a message is followed, and the fault is gone.

use crate::common::program::{Folder, armistice, read, run, shell};
use crate::common::runs::{Whole, files};
use armistice::plan::Settings;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

const PROBLEM: &str = "8x8 Q8";
const TOTAL: &str = "92\n";

/// A fault in a folder, the command that meets it, its message, and the commands that the message leads to.
///
/// All commands run in the folder, and the last one succeeds.
struct Advice {
    make: &'static str,
    typed: &'static str,
    said: &'static str,
    done: &'static [&'static str],
}

const PLAN: &str = "armistice plan '8x8 Q8' --parts 2 --out q";
const ALL: &str = "armistice plan '8x8 Q8' --parts 2 --out q && armistice shard --part 0 --out q && \
                   armistice shard --part 1 --out q";

const ADVICE: &[Advice] = &[
    Advice {
        make: "mkdir q",
        typed: "armistice shard --part 0 --out q",
        said: "armistice plan makes one",
        done: &[PLAN, "armistice shard --part 0 --out q"],
    },
    Advice {
        make: "mkdir q",
        typed: "armistice merge q",
        said: "armistice plan and armistice shard make them",
        done: &[
            PLAN,
            "armistice shard --part 0 --out q",
            "armistice shard --part 1 --out q",
            "armistice merge -q q",
        ],
    },
    Advice {
        make: "armistice plan '8x8 Q8' --parts 2 --out q",
        typed: "armistice plan '8x8 Q8' --parts 3 --out q",
        said: "use another folder",
        done: &["armistice plan '8x8 Q8' --parts 3 --out other"],
    },
    Advice {
        make: "mkdir q && echo '{}' > q/plan.json",
        typed: "armistice plan '8x8 Q8' --parts 2 --out q",
        said: "use another folder, or remove it",
        done: &["rm q/plan.json", PLAN],
    },
    Advice {
        make: "armistice plan '8x8 Q8' --parts 2 --out q",
        typed: "armistice shard --part 2 --out q",
        said: "parts are numbered 0 to 1",
        done: &["armistice shard --part 1 --out q"],
    },
    Advice {
        make: "armistice plan '8x8 Q8' --parts 2 --out q",
        typed: "armistice shard --part 1 --engine naive --out q",
        said: "leave --engine out",
        done: &["armistice shard --part 1 --out q"],
    },
    Advice {
        make: "armistice plan '8x8 Q8' --parts 2 --out q",
        typed: "armistice shard --part 1 --up-to symmetry --out q",
        said: "leave --up-to out",
        done: &["armistice shard --part 1 --out q"],
    },
    Advice {
        make: "armistice plan '8x8 Q8' --parts 2 --out q",
        typed: "armistice shard '8x8 Q8' --part 1 --out q",
        said: "give both numbers, like --part 3/64",
        done: &["armistice shard '8x8 Q8' --part 1/2 --out q"],
    },
    Advice {
        make: "armistice plan '8x8 Q8' --parts 2 --out q",
        typed: "armistice shard --part 1 --memory 64B --out q",
        said: "allow more with --memory, or count on fewer threads with --threads",
        done: &["armistice shard --part 1 --memory 1G --out q"],
    },
    Advice {
        make: "true",
        typed: "armistice plan '12x12 K*' --parts 5 --out q",
        said: "armistice count '12x12 K*'",
        done: &["armistice count '12x12 K*'"],
    },
    Advice {
        make: "armistice count '8x8 Q8' --journal j",
        typed: "armistice count '8x8 Q8' --journal j",
        said: "resume it with --resume, or use another name",
        done: &[
            "armistice count --resume j",
            "armistice count '8x8 Q8' --journal k",
            "armistice count --resume j -q",
        ],
    },
    Advice {
        make: ": > j",
        typed: "armistice count --resume j",
        said: "start the count again, with another journal or without this one",
        done: &["armistice count '8x8 Q8' --journal k", "rm j", "armistice count '8x8 Q8' --journal j -q"],
    },
    Advice {
        make: "armistice plan '8x8 Q8' --parts 1 --out q && armistice shard --part 0 --out q && cp q/*/*.result r",
        typed: "armistice count --resume r",
        said: "armistice merge adds results up",
        done: &["armistice merge -q r"],
    },
    Advice {
        make: "armistice count '6x6 Q6' --by-square --journal j",
        typed: "armistice count --resume j",
        said: "resume it with the command that began it, count … --by-square --journal FILE",
        done: &["armistice count '6x6 Q6' --by-square --journal j"],
    },
    Advice {
        make: "armistice count '6x6 Q6' --journal j",
        typed: "armistice count '6x6 Q6' --by-square --journal j",
        said: "resume it with --resume, or use another name",
        done: &["armistice count --resume j", "armistice count '6x6 Q6' --by-square --journal k"],
    },
    Advice {
        make: "armistice count '8x8 Q8' --journal j && echo mine > j.lock",
        typed: "armistice count --resume j",
        said: "give the journal another name, or remove the lock",
        done: &["rm j.lock", "armistice count --resume j -q"],
    },
    Advice {
        make: "true",
        typed: "ARMISTICE_RUNS=$PWD/none armistice count --resume",
        said: "name a journal",
        done: &["armistice count '8x8 Q8' --journal j", "armistice count -q --resume j"],
    },
];

#[cfg(unix)]
#[test]
fn what_a_message_says_to_do_helps() {
    for Advice { make, typed, said, done } in ADVICE {
        let folder = Folder::new("advice");
        let at = |line: &str| shell(&format!("cd {} && {{ {line}; }}", folder.0.display()));
        assert_eq!(at(make).2, 0, "{make}");
        let (answer, message, code) = at(typed);
        assert!(
            answer.is_empty() && matches!(code, 1 | 2) && message.contains(said),
            "{typed}: {answer}{message}"
        );
        let mut last = (String::new(), String::new(), 0);
        for line in *done {
            last = at(line);
            assert_eq!(last.2, 0, "{typed}: {message}then {line}: {last:?}");
        }
        if done[done.len() - 1].contains(" -q") {
            assert_eq!(last.0, TOTAL, "{typed}: {done:?}");
        }
    }
}

/// If a power cut has emptied or truncated a plan, the command that the message names makes it again. Other
/// files of the same count do not prevent that.
#[cfg(unix)]
#[test]
fn a_torn_plan_is_made_again() {
    let folder = Folder::new("torn-plan");
    let at = |line: &str| shell(&format!("cd {} && {{ {line}; }}", folder.0.display()));
    assert_eq!(at(ALL).2, 0);
    let plan = folder.0.join("q/plan.json");
    let whole = fs::read(&plan).unwrap();
    let second = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let third = second + whole[second..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut flipped = whole.clone();
    flipped[second - 20] ^= 1;
    let zeros = |cut: usize| [&whole[..cut], &vec![0; whole.len() - cut]].concat();
    for torn in [
        Vec::new(),
        whole[..1].to_vec(),
        whole[..20].to_vec(),
        whole[..second - 1].to_vec(),
        whole[..second].to_vec(),
        whole[..third].to_vec(),
        whole[..whole.len() - 3].to_vec(),
        zeros(0),
        zeros(15),
        zeros(second),
        flipped,
    ] {
        for makes in [
            PLAN,
            "armistice plan '8x8 Q8' --part-time 1h --out q",
            "armistice shard '8x8 Q8' --part 1/2 --out q",
        ] {
            fs::write(&plan, &torn).unwrap();
            for verb in ["shard --part 1 --out q", "missing q", "merge q"] {
                let (answer, message, code) = at(&format!("armistice {verb}"));
                assert_eq!((answer.as_str(), code), ("", 2), "{verb}: {message}");
                assert!(message.contains("armistice plan makes the same one again"), "{verb}: {message}");
            }
            // With files of another count, the plan is left alone.
            for other in ["plan '8x8 Q8' --parts 3", "plan '7x7 Q7' --parts 2", "shard '8x8 Q8' --part 1/3"] {
                let (_, message, code) = at(&format!("armistice {other} --out q"));
                assert!(code == 2 && message.contains("use another folder"), "{other}: {message}");
                assert_eq!(fs::read(&plan).unwrap(), torn, "{other}");
            }
            let (_, message, code) = at(makes);
            assert_eq!(code, 0, "{makes}: {message}");
            assert_eq!(at("armistice merge -q q"), (TOTAL.to_owned(), String::new(), 0), "{makes}");
        }
    }
    // The folder has no results, or only a journal.
    for result in files(&folder.0, ".result") {
        fs::remove_file(result).unwrap();
    }
    fs::write(&plan, "").unwrap();
    assert_eq!(at(PLAN).2, 0);
    assert_eq!(at("armistice missing q").0, "0-1\n");
}

/// Users who may write to the folder of a plan may write to its subfolders, whatever the first user's
/// permission mask is.
#[cfg(unix)]
#[test]
fn folders_of_parts_are_for_the_same_users() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("users");
    let at = |line: &str| shell(&format!("cd {} && {{ {line}; }}", folder.0.display()));
    for mode in [0o777, 0o2775, 0o700] {
        let _ = fs::remove_dir_all(folder.0.join("q"));
        let line = format!("umask 077 && mkdir q && chmod {mode:o} q && {ALL}");
        assert_eq!(at(&line).2, 0);
        let inner: Vec<_> = files(&folder.0, ".result");
        assert_eq!(inner.len(), 2);
        for file in inner {
            let known = fs::metadata(file.parent().unwrap()).unwrap().permissions().mode();
            assert_eq!(known & 0o7777, mode, "{file:?}");
        }
    }
}

/// The clock of the file system decides whether a process is active, for clocks that are ahead or behind.
#[cfg(unix)]
#[test]
fn a_process_whose_clock_is_ahead_is_counting() {
    let folder = Folder::new("clocks");
    let path = folder.file("q");
    let whole = Whole::count(&PROBLEM.parse().unwrap(), &Settings::default().with_shared(true)).unwrap();
    assert_eq!(run(&["plan", PROBLEM, "--parts", "2", "--out", &path]).2, 0);
    assert_eq!(run(&["shard", "--part", "0", "--out", &path, "-q"]).2, 0);
    let result = files(Path::new(&path), ".result").remove(0);
    let journal = result.with_file_name("part-1-of-2.aaaaaaaaaaaa.journal");
    let units = whole.unit_plan().share_out(2)[1].clone();
    fs::write(&journal, whole.journal(&units[..1], &mut crate::common::Random::new(1))).unwrap();
    let now = SystemTime::now();
    for (changed, expected) in [
        (now, 1),
        (now + Duration::from_secs(20), 1),
        (now - Duration::from_secs(20), 1),
        (now + Duration::from_secs(3600), 0),
        (now - Duration::from_secs(3600), 0),
    ] {
        fs::File::options().write(true).open(&journal).unwrap().set_modified(changed).unwrap();
        let (answer, error, code) = run(&["status", "--format", "json", &path]);
        assert_eq!(code, 0, "{error}");
        let status: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let machines = status["machines"].as_array().unwrap().iter();
        let processes: u64 = machines.map(|machine| machine["processes"].as_u64().unwrap()).sum();
        assert_eq!(processes, expected, "{answer}");
    }
    // The status command leaves no file behind.
    assert_eq!(files(Path::new(&path), "").len(), 3);
}

/// Parts that are much slower than a plain count are rejected. Parts that take very long are reported.
#[test]
fn parts_that_make_no_sense_are_refused_or_named() {
    let folder = Folder::new("sense");
    let plan = |problem: &str, parts: &str, more: &[&str]| {
        let out = folder.file("q");
        let _ = fs::remove_dir_all(&out);
        run(&[&["plan", problem, "--parts", parts, "--out", &out], more].concat())
    };
    let (answer, message, code) = plan("12x12 K*", "5", &[]);
    assert_eq!((answer.as_str(), code), ("", 2), "{message}");
    assert!(message.contains("armistice count '12x12 K*'"), "{message}");
    assert!(!fs::exists(folder.file("q")).unwrap());
    // An engine that was requested by name is used.
    let (_, message, code) = plan("12x12 K20", "5", &["--engine", "cells"]);
    assert!(code == 0 && message.contains("a part takes about "), "{message}");
    assert!(message.contains(" years on one core: make more parts, at most "), "{message}");
    let (_, message, code) = plan("16x16 Q16", "3", &[]);
    assert_eq!((message.as_str(), code), ("", 0));
}

/// A folder of automatic journals that cannot be read is not treated as an empty one.
#[cfg(unix)]
#[test]
fn a_folder_of_journals_that_cannot_be_read_is_not_empty() {
    let folder = Folder::new("no-runs");
    let runs = folder.file("runs");
    fs::write(&runs, "").unwrap();
    for words in [&["status"][..], &["status", "--clean"], &["count", "--resume"]] {
        let output = armistice(words).env("ARMISTICE_RUNS", &runs).output().unwrap();
        let (answer, message, code) = read(&output);
        assert_eq!((answer.as_str(), code), ("", 1), "{words:?}: {message}");
        assert!(message.contains("/runs': "), "{words:?}: {message}");
    }
}
