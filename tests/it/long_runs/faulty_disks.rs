//! Disks with faults: the system rejects one call, in turn each of them, or all calls for a while.
//!
//! Nothing is lost, nothing is counted twice, and the exit code says that another attempt may succeed.
//!
//! `faulty_disk.c` is between the command and the system. `ARMISTICE_FAULTS='9x9 Q9'` takes another problem
//! and every error for every call, without a time limit.

use crate::common::first_seed;
use crate::common::program::{Folder, armistice, read, run, signal, spawn};
use crate::common::runs::{Whole, copy, files};
use armistice::plan::Settings;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

const EIO: i32 = 5;
const EACCES: i32 = 13;
const ENOSPC: i32 = 28;
const EROFS: i32 = 30;
const ESTALE: i32 = 116;

/// The library with faults; `None` if it cannot be compiled.
static SHIM: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/long_runs/faulty_disk.c");
    let shim = std::env::temp_dir().join(format!("armistice-faulty-disk-{}.so", std::process::id()));
    let compiled = cfg!(all(target_os = "linux", target_env = "gnu"))
        && Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([shim.as_os_str(), source.as_ref(), "-ldl".as_ref()])
            .status()
            .is_ok_and(|status| status.success());
    compiled.then_some(shim)
});

/// Returns whether the library is available. It needs Linux with glibc and a C compiler named cc.
fn has_shim() -> bool {
    SHIM.is_some()
}

/// The output of a command on both streams, and its exit code.
type Said = (String, String, i32);

/// A fault of the disk.
#[derive(Clone, Copy)]
struct Fault<'a> {
    under: &'a Path,
    error: i32,
    /// The number of the first call that fails, from 1.
    at: usize,
    /// The calls that can fail, `FAULT_WRITES` or `FAULT_READS`; all calls if `None`.
    kind: Option<&'a str>,
    /// The file whose existence makes all later calls fail.
    as_long_as: Option<&'a Path>,
}

impl Fault<'_> {
    fn once(under: &Path, error: i32, at: usize) -> Fault<'_> {
        let kind = (error == ENOSPC).then_some("FAULT_WRITES");
        Fault { under, error, at, kind, as_long_as: None }
    }

    /// Returns the command on such a disk.
    fn command(self, arguments: &[&str]) -> Command {
        let mut command = armistice(arguments);
        command.env("LD_PRELOAD", SHIM.as_ref().unwrap());
        command.env("FAULT_UNDER", self.under).env("FAULT_AT", self.at.to_string());
        command.env("FAULT_ERROR", self.error.to_string()).env("FAULT_FIRED", fired(self.under));
        command.envs(self.kind.map(|kind| (kind, "1")));
        command.envs(self.as_long_as.map(|path| ("FAULT_WHILE", path)));
        command
    }

    /// Runs the command. Returns its output, and whether any call failed.
    fn run(self, arguments: &[&str]) -> ((String, String, i32), bool) {
        let _ = fs::remove_file(fired(self.under));
        let answer = read(&self.command(arguments).output().unwrap());
        (answer, fired(self.under).exists())
    }
}

/// Returns the file that records a failed call, next to a folder or a file.
fn fired(under: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from("fired-");
    name.push(under.file_name().unwrap());
    under.with_file_name(name)
}

/// Returns the problem, and whether every error is tried for every call.
fn problem() -> (String, bool) {
    std::env::var("ARMISTICE_FAULTS").map_or(("8x8 Q8".to_owned(), false), |problem| (problem, true))
}

/// Runs a command once for each of its calls under a path, and makes a different call fail each time.
///
/// Before each run, `prepare` creates the files; after it, `check` examines the output and the remaining
/// files.
fn each_fault(under: &Path, arguments: &[&str], prepare: &dyn Fn(), check: &dyn Fn(&Said, &str)) {
    let is_thorough = problem().1;
    let mut faults = 0;
    for errors in
        if is_thorough { vec![[EIO; 2], [ESTALE; 2], [ENOSPC; 2]] } else { vec![[EIO, ESTALE], [ENOSPC; 2]] }
    {
        for at in 1.. {
            let error = errors[(at + first_seed() as usize) % 2];
            prepare();
            let (answer, has_failed) = Fault::once(under, error, at).run(arguments);
            let told = format!("{arguments:?}, call {at} with error {error}: {answer:?}");
            assert!(matches!(answer.2, 0 | 1) && !answer.1.contains("panicked"), "{told}");
            assert!(
                answer.2 == 0 || answer.1.starts_with("error: ") || answer.1.contains("\nerror: "),
                "{told}"
            );
            check(&answer, &told);
            faults += usize::from(has_failed);
            if !has_failed {
                assert_eq!(answer.2, 0, "{told}");
                break;
            }
            assert!(at < 2000, "{told}");
        }
    }
    assert!(faults > 5, "{arguments:?}: {faults} faults");
}

/// A folder for each test, with a complete campaign in it.
struct Complete {
    _folder: Folder,
    whole: PathBuf,
    /// The folder in which the test runs commands.
    tried: PathBuf,
    total: String,
}

impl Complete {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        let (whole, tried) = (folder.0.join("whole"), folder.0.join("tried"));
        let (problem, out) = (problem().0, whole.to_str().unwrap());
        assert_eq!(run(&["plan", &problem, "--parts", "2", "--out", out]).2, 0);
        for part in ["0", "1"] {
            assert_eq!(run(&["shard", "--part", part, "--out", out, "-q"]).2, 0);
        }
        let (total, _, code) = run(&["count", &problem, "-q", "--no-journal"]);
        assert_eq!(code, 0);
        Self { _folder: folder, whole, tried, total }
    }

    fn tried(&self) -> &str {
        self.tried.to_str().unwrap()
    }

    /// Removes the files of the last trial.
    fn clear(&self) {
        let _ = fs::remove_dir_all(&self.tried);
    }

    /// Copies the campaign without a result of part 1, and with this journal of the part.
    fn without_part(&self, journal: Option<&str>) {
        self.clear();
        copy(&self.whole, &self.tried);
        for result in files(&self.tried, ".result") {
            if result.to_str().unwrap().contains("part-1-of-2.") {
                fs::remove_file(&result).unwrap();
                if let Some(journal) = journal {
                    fs::write(result.with_file_name("part-1-of-2.aaaaaaaaaaaa.journal"), journal).unwrap();
                }
            }
        }
    }

    fn assert_total(&self, told: &str) {
        assert_eq!(run(&["merge", "-q", self.tried()]), (self.total.clone(), String::new(), 0), "{told}");
    }

    /// Returns half of the units of part 1, as a journal.
    fn journal(&self) -> String {
        let whole =
            Whole::count(&problem().0.parse().unwrap(), &Settings::default().with_shared(true)).unwrap();
        let units = whole.unit_plan().share_out(2)[1].clone();
        whole.journal(&units[..units.len().div_ceil(2)], &mut crate::common::Random::new(9))
    }
}

#[test]
fn a_plan_is_made_in_spite_of_faults() {
    if !has_shim() {
        return;
    }
    let known = Complete::new("faults-plan");
    let problem = problem().0;
    let plan = ["plan", &problem, "--parts", "2", "--out", known.tried()];
    each_fault(&known.tried, &plan, &|| known.clear(), &|_, told| {
        let (answer, error, code) = run(&plan);
        assert_eq!((error.as_str(), code), ("", 0), "{told}, then {answer}");
        let plan = fs::read(known.tried.join("plan.json")).unwrap();
        assert_eq!(plan, fs::read(known.whole.join("plan.json")).unwrap(), "{told}");
    });
}

#[test]
fn a_part_is_counted_in_spite_of_faults() {
    if !has_shim() {
        return;
    }
    let known = Complete::new("faults-shard");
    let journal = known.journal();
    let shard = ["shard", "--part", "1", "--out", known.tried(), "--threads", "1"];
    for journal in [None, Some(journal.as_str())] {
        each_fault(&known.tried, &shard, &|| known.without_part(journal), &|(_, _, code), told| {
            assert!(files(&known.tried, ".damaged").is_empty(), "{told}");
            // Known units stay known.
            if *code == 1 && journal.is_some() {
                let (_, error, code) = run(&shard);
                assert!(code == 0 && error.contains("already counted"), "{told}, then {error}");
            } else if *code == 1 {
                assert_eq!(run(&shard).2, 0, "{told}");
            }
            known.assert_total(told);
        });
    }
}

#[test]
fn a_sum_is_right_or_none_in_spite_of_faults() {
    if !has_shim() {
        return;
    }
    let known = Complete::new("faults-merge");
    let all = known.tried.with_file_name("all.result");
    let prepare = || known.without_part(None);
    let whole = || {
        known.clear();
        copy(&known.whole, &known.tried);
    };
    let merge = ["merge", "-q", known.tried(), "-o", all.to_str().unwrap()];
    each_fault(&known.tried, &merge, &whole, &|(answer, error, code), told| match code {
        0 => assert_eq!((answer, error.as_str()), (&known.total, ""), "{told}"),
        _ => assert_eq!(answer, "", "{told}"),
    });
    // A missing part is reported as missing, and no other part is.
    each_fault(&known.tried, &["missing", known.tried()], &whole, &|(answer, ..), told| {
        assert_eq!(answer, "", "{told}");
    });
    let missing = ["missing", known.tried()];
    prepare();
    assert_eq!(run(&missing), ("1\n".into(), String::new(), 0));
    each_fault(&known.tried, &["status", known.tried()], &whole, &|_, _| ());
}

#[test]
fn a_journal_goes_on_in_spite_of_faults() {
    if !has_shim() {
        return;
    }
    let folder = Folder::new("faults-journal");
    let (problem, tried) = (problem().0, folder.0.join("tried"));
    let path = tried.join("queens.jsonl");
    let journal = path.to_str().unwrap();
    let settings = Settings::default();
    let whole = Whole::count(&problem.parse().unwrap(), &settings).unwrap();
    let total = format!("{}\n", whole.outcome.count);
    let clear = || {
        let _ = fs::remove_dir_all(&tried);
        fs::create_dir(&tried).unwrap();
    };
    let resume = ["count", "--resume", journal, "-q"];
    let right = |(answer, error, code): &(String, String, i32), told: &str| match code {
        0 => assert_eq!(*answer, total, "{told}: {error}"),
        _ => assert_eq!(answer, "", "{told}"),
    };
    let begin = ["count", &problem, "-q", "--journal", journal, "--threads", "1"];
    each_fault(&tried, &begin, &clear, &|answer, told| {
        right(answer, told);
        if path.exists() {
            let again = run(&resume);
            // The file exists, and is still empty.
            assert!(again.2 == 0 || again.1.contains("nothing was written to it"), "{told}, then {again:?}");
            right(&again, told);
        }
    });
    let units: Vec<usize> = (0..whole.units.len() / 2).collect();
    let half = whole.journal(&units, &mut crate::common::Random::new(10));
    let prepare = || {
        clear();
        fs::write(&path, &half).unwrap();
    };
    each_fault(&tried, &resume, &prepare, &|answer, told| {
        right(answer, told);
        assert!(fs::read_to_string(&path).unwrap().starts_with(&half), "{told}");
        assert_eq!(run(&resume), (total.clone(), String::new(), 0), "{told}");
    });
}

/// For every command, a disk that does not answer gives the exit code that suggests another attempt.
#[test]
fn a_disk_that_does_not_answer_is_no_mistake() {
    if !has_shim() {
        return;
    }
    let known = Complete::new("faults-all");
    let verbs = |under: &Path| -> Vec<Vec<String>> {
        let at = |name: &str| under.join(name).to_str().unwrap().to_owned();
        let out = under.to_str().unwrap();
        let verbs: &[&[&str]] = &[
            &["plan", "8x8 Q8", "--parts", "2", "--out", out],
            &["shard", "8x8 Q8", "--part", "1/2", "--out", out],
            &["shard", "--part", "1", "--out", out],
            &["merge", out],
            &["missing", out],
            &["status", out],
            &["merge", "8x8-Q8.result", out],
            &["count", "8x8 Q8", "--journal", &at("new.jsonl")],
            &["count", "--resume", &at("old.jsonl")],
            &["count", "6x6 Q6", "--by-square", "--journal", &at("new.jsonl")],
            &["count", "--file", &at("problems.txt")],
            &["solve", "8x8 Q8", "-o", &at("queens.txt")],
            &["draw", "8x8 Q8", "-o", &at("queens.svg")],
            &["table", "{n}x{n} Q{n}", "--n", "1..4", "-o", &at("queens.csv")],
            &["verify", "A000170", "--registry", &at("registry.txt")],
            &["verify", "A000170", "--terms", "3", "--bfile", &at("b.txt")],
            &["export", "4x4 Q4", "--to", "cnf", "-o", &at("queens.cnf")],
            &["trace", "4x4 Q4", "-o", &at("queens.html")],
            &["check", "4x4 Q4", "--file", &at("placements.txt")],
            &["import", "4x4 Q4", "--file", &at("solved.txt")],
            &["max", "4x4 N", "--proof", &at("knights.pbp")],
        ];
        verbs.iter().map(|words| words.iter().map(|&word| word.to_owned()).collect()).collect()
    };
    let refused = |under: &Path, error: i32, kind: Option<&str>| {
        for words in verbs(under) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            known.without_part(None);
            let now = known.tried.parent().unwrap();
            let fault = Fault { under, error, at: 1, kind, as_long_as: Some(now) };
            let ((answer, message, code), has_failed) = fault.run(&words);
            let told = format!("{words:?} with error {error}: {answer}{message}");
            // A command that only reads succeeds on a disk that rejects writes.
            assert!(code == 1 || !has_failed, "{told}");
            assert!(!message.contains("panicked") && message.lines().count() <= 1, "{told}");
        }
    };
    for error in [EIO, ESTALE, EACCES] {
        refused(&known.tried, error, None);
    }
    // The folder does not exist: a mount that comes late.
    let nowhere = known.tried.with_file_name("nowhere");
    for words in verbs(&nowhere) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if words[0] == "plan" || words[1] == "8x8 Q8" && words[0] == "shard" {
            continue;
        }
        let (answer, message, code) = run(&words);
        assert_eq!((answer.as_str(), code), ("", 1), "{words:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{words:?}: {message}");
    }
    // The plan is on a disk that is full or read-only.
    for error in [ENOSPC, EROFS] {
        known.clear();
        let now = known.tried.parent().unwrap();
        let fault =
            Fault { under: &known.tried, error, at: 1, kind: Some("FAULT_WRITES"), as_long_as: Some(now) };
        let ((answer, message, code), _) =
            fault.run(&["plan", "8x8 Q8", "--parts", "2", "--out", known.tried()]);
        assert_eq!((answer.as_str(), code), ("", 1), "{message}");
    }
}

/// A file that was read and is wrong is set aside. A file that cannot be read belongs to another user, or is
/// readable again later.
#[test]
fn what_cannot_be_read_is_left_alone() {
    if !has_shim() {
        return;
    }
    let known = Complete::new("faults-unread");
    let (text, shard) = (known.journal(), ["shard", "--part", "1", "--out", known.tried()]);
    for error in [EACCES, EIO, ESTALE] {
        known.without_part(Some(&text));
        let path = files(&known.tried, ".journal").remove(0);
        let now = known.tried.parent().unwrap();
        let fault = |under| Fault { under, error, at: 1, kind: Some("FAULT_READS"), as_long_as: Some(now) };
        let ((answer, message, code), has_failed) = fault(&path).run(&shard);
        assert!(has_failed && answer.is_empty() && code == 0, "{message}");
        assert!(message.contains(" cannot be read and is left alone: "), "{message}");
        assert!(message.contains(path.to_str().unwrap()), "{message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{message}");
        known.assert_total(&message);
        // Once the file can be read, it is used.
        known.without_part(Some(&text));
        let (_, message, code) = run(&shard);
        assert!(code == 0 && message.contains("already counted") && !path.exists(), "{message}");
        // A result that cannot be read is neither counted again nor reported as missing.
        let result = files(&known.tried, ".result");
        let result = result.iter().find(|path| path.to_str().unwrap().contains("part-1-of-2.")).unwrap();
        for words in [&shard[..], &["merge", known.tried()], &["missing", known.tried()]] {
            let ((answer, message, code), _) = fault(result).run(words);
            assert_eq!((answer.as_str(), code), ("", 1), "{words:?}: {message}");
            assert!(message.contains(result.to_str().unwrap()), "{words:?}: {message}");
        }
    }
}

/// A result waits if it has no room. No unit of the part is lost, whether room is freed or not.
#[test]
fn a_result_waits_for_room() {
    if !has_shim() {
        return;
    }
    let known = Complete::new("faults-room");
    let (full, temporary) = (known.tried.with_file_name("full"), known.tried.with_file_name("temporary"));
    fs::create_dir(&temporary).unwrap();
    let shard = ["shard", "--part", "1", "--out", known.tried(), "-q"];
    let fault = |at| Fault {
        under: &known.tried,
        error: ENOSPC,
        at,
        kind: Some("FAULT_WRITES"),
        as_long_as: Some(&full),
    };
    let elsewhere = || {
        let kept = files(&temporary, "");
        assert_eq!(kept.len(), 1, "{kept:?}");
        kept[0].clone()
    };
    // There is no room from the beginning, so nothing is counted.
    fs::write(&full, "").unwrap();
    known.without_part(None);
    let before = files(&known.tried, "");
    let ((answer, message, code), _) = fault(2).run(&shard);
    assert_eq!((answer.as_str(), code, message.lines().count()), ("", 1, 1), "{message}");
    assert_eq!(files(&known.tried, ""), before, "{message}");
    // The number of calls until the result is written: from there on, the disk is full for all calls.
    let last = (3..).find(|&at| {
        known.without_part(None);
        let mut command = fault(at).command(&[&shard[..], &["--budget", "1s"]].concat());
        let answer = read(&command.env("TMPDIR", &temporary).output().unwrap());
        assert!(answer.0.is_empty() && matches!(answer.2, 0 | 1), "{answer:?}");
        if answer.2 == 1 && answer.1.contains("instead: move it to ") {
            return true;
        }
        assert!(at < 200, "{answer:?}");
        false
    });
    let last = last.unwrap();
    for is_stopped in [false, true] {
        known.without_part(None);
        fs::remove_dir_all(&temporary).unwrap();
        fs::create_dir(&temporary).unwrap();
        fs::write(&full, "").unwrap();
        let mut command = fault(last).command(&shard);
        let mut child = spawn(command.env("TMPDIR", &temporary));
        while !fired(&known.tried).exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500));
        assert!(child.try_wait().unwrap().is_none(), "it does not wait: {:?}", child.wait_with_output());
        match is_stopped {
            true => signal(&child, "TERM"),
            false => fs::remove_file(&full).unwrap(),
        }
        let (answer, message, code) = read(&child.wait_with_output().unwrap());
        assert!(answer.is_empty() && message.contains("it waits for room"), "{message}");
        assert_eq!(code, i32::from(is_stopped), "{message}");
        if is_stopped {
            // The result is in the place that the message names.
            let kept = elsewhere();
            let (from, to) = message.rsplit_once(" instead: move it to ").unwrap();
            let to = to.split(" when there is room").next().unwrap();
            assert!(from.ends_with(kept.to_str().unwrap()), "{message}");
            fs::rename(kept, to).unwrap();
        }
        known.assert_total(&message);
        let _ = fs::remove_file(fired(&known.tried));
    }
}

/// Memory that is in use now may be free later. Memory that the machine lacks or that is not allowed is a
/// permanent fault.
#[test]
fn memory_that_is_not_free_now_may_be_later() {
    if !has_shim() {
        return;
    }
    let known = Complete::new("faults-memory");
    let memory = known.tried.with_file_name("meminfo");
    for (total, free, more, expected) in [
        ("64000000", "60000000", &[][..], 0),
        ("64000000", "1", &[], 1),
        ("2", "1", &[], 2),
        ("64000000", "60000000", &["--memory", "100B"], 2),
        ("64000000", "1", &["--memory", "100B"], 2),
    ] {
        let text = format!("MemTotal:       {total} kB\nMemFree: 1 kB\nMemAvailable:   {free} kB\n");
        fs::write(&memory, text).unwrap();
        known.without_part(None);
        let shard = ["shard", "--part", "1", "--out", known.tried()];
        for words in [&shard[..], &["count", "16x16 Q16", "--engine", "halves", "-q", "--no-journal"]] {
            let words = [words, more].concat();
            let mut command = armistice(&words);
            command.env("LD_PRELOAD", SHIM.as_ref().unwrap()).env("FAULT_MEMORY", &memory);
            let (_, message, code) = read(&command.output().unwrap());
            assert_eq!(code, expected, "{words:?}, {total} kB, {free} kB: {message}");
            assert!(code == 0 || message.contains("this takes about "), "{message}");
            assert_eq!(message.contains("free at the moment"), code == 1, "{message}");
            assert!(words[0] == "count" || !message.contains("engine"), "{message}");
        }
    }
}
