//! The command, as tests start, feed, stop and read it, and folders for its output.

use super::Random;
use super::runs::{files, lines_of};
use armistice::clock::Instant;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, mpsc};
use std::time::Duration;

/// The path of the command: the one that was built with the tests, or the one in `ARMISTICE=path`.
pub static PROGRAM: LazyLock<String> = LazyLock::new(|| {
    std::env::var("ARMISTICE").unwrap_or_else(|_| env!("CARGO_BIN_EXE_armistice").to_owned())
});

/// The time limit of every command that a test waits for, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(900);

/// The folder of automatic journals. It is emptied first, because a journal of an earlier run would be
/// resumed.
static RUNS: LazyLock<PathBuf> = LazyLock::new(|| {
    let runs = Path::new(env!("CARGO_TARGET_TMPDIR")).join("runs");
    let _ = fs::remove_dir_all(&runs);
    runs
});

/// Returns the command. Automatic journals go to a folder of the tests, and whatever else is kept to one beside it.
pub fn armistice(arguments: &[&str]) -> Command {
    let mut command = Command::new(&*PROGRAM);
    command.args(arguments);
    command.env("ARMISTICE_RUNS", &*RUNS);
    command.env("XDG_STATE_HOME", RUNS.with_file_name("state"));
    command
}

/// Runs the command, and returns standard output, standard error and the exit code.
pub fn run(arguments: &[&str]) -> (String, String, i32) {
    let child = start(arguments);
    let process = child.id().to_string();
    let (done, ended) = mpsc::channel();
    std::thread::spawn(move || done.send(child.wait_with_output()));
    let Ok(output) = ended.recv_timeout(PATIENCE) else {
        Command::new("kill").args(["-KILL", &process]).status().unwrap();
        panic!("{arguments:?} did not end within {PATIENCE:?}");
    };
    read(&output.unwrap())
}

/// Runs a line of a shell, in which the command is called `armistice `.
pub fn shell(line: &str) -> (String, String, i32) {
    read(&of_shell(line).output().unwrap())
}

fn of_shell(line: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &line.replace("armistice ", &format!("{} ", *PROGRAM))]);
    shell
}

pub fn read(output: &Output) -> (String, String, i32) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1))
}

/// Runs the command with this text on its standard input.
pub fn feed(arguments: &[&str], input: impl AsRef<[u8]>) -> (String, String, i32) {
    let mut child = spawn(armistice(arguments).stdin(Stdio::piped()));
    // A command that rejects its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    read(&child.wait_with_output().unwrap())
}

/// Starts the command without waiting for it.
pub fn start(arguments: &[&str]) -> Child {
    spawn(&mut armistice(arguments))
}

/// Returns a line of a shell to run in a folder. Automatic journals go to `runs`.
pub fn shell_in(line: &str, place: &Folder, runs: &Path) -> Command {
    let mut shell = of_shell(line);
    shell.current_dir(&place.0).env("ARMISTICE_RUNS", runs);
    shell
}

pub fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends a signal by its name, like `KILL`.
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success(), "kill -{name}");
}

/// Starts the command, interrupts it once it has written its counts to an automatic journal in a folder, and
/// reads its output.
///
/// Older journals are kept within a limit.
pub fn interrupt_with_journal(runs: &Path, arguments: &[&str], limit: &str) -> (String, String, i32) {
    let journals = || if runs.exists() { files(runs, ".jsonl") } else { Vec::new() };
    let blocks = || journals().into_iter().map(|path| (lines_of("block", &path), path));
    let before: Vec<_> = blocks().collect();
    let mut child =
        spawn(armistice(arguments).env("ARMISTICE_RUNS", runs).env("ARMISTICE_RUNS_LIMIT", limit));
    let is_begun = || blocks().any(|known| known.0 > 0 && !before.contains(&known));
    // Until there is something to lose, an interruption ends the command without a message, so the test waits
    // even on a slow machine.
    while !is_begun() {
        if child.try_wait().unwrap().is_some() {
            panic!("{arguments:?} ended by itself: {:?}", read(&child.wait_with_output().unwrap()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    signal(&child, "INT");
    read(&child.wait_with_output().unwrap())
}

/// The message for a search for a maximum that had hardly begun.
pub const NOTHING_FOUND: &str = "stopped before a placement was found";

/// Starts the command, interrupts it after some milliseconds, and reads its output.
pub fn interrupt_after(moment: u64, arguments: &[&str]) -> (String, String, i32) {
    let child = start(arguments);
    std::thread::sleep(Duration::from_millis(moment));
    signal(&child, "INT");
    // The command would run for minutes or years. Other tests, which run alone, measure how soon it stops.
    let sent = Instant::now();
    let answer = read(&child.wait_with_output().unwrap());
    assert!(sent.elapsed() < Duration::from_secs(30), "{arguments:?}: {:?}", sent.elapsed());
    answer
}

/// Interrupts the command after a moment, and reads its output.
///
/// An interruption ends the command without an answer if nothing is counted yet. While other tests run, a
/// moment may be too short. Then the command is started again and given more time.
pub fn interrupt(arguments: &[&str]) -> (String, String, i32) {
    let mut soon = [1_000, 5_000].into_iter().map(|moment| interrupt_after(moment, arguments));
    let has_begun = |answer: &str| !answer.is_empty() && !answer.contains(NOTHING_FOUND);
    soon.find(|(answer, ..)| has_begun(answer)).unwrap_or_else(|| interrupt_after(20_000, arguments))
}

/// Starts the command, kills it after a random time of at most `most` milliseconds, and returns whether it
/// was still alive.
pub fn kill_at_random(arguments: &[&str], random: &mut Random, most: usize) -> (bool, Output) {
    kill_at_random_after(|| true, arguments, random, most)
}

/// Like [`kill_at_random`], but the time begins when the condition is true, so that a busy machine does not
/// kill a process that has not begun.
pub fn kill_at_random_after(
    has_begun: impl Fn() -> bool,
    arguments: &[&str],
    random: &mut Random,
    most: usize,
) -> (bool, Output) {
    let mut child = start(arguments);
    while !has_begun() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(random.between(0, most) as u64));
    // This sends SIGKILL.
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().is_none(), output)
}

/// Asserts that the command reports the fault in one line, and does nothing else.
pub fn assert_refused(arguments: &[&str], expected: &str) {
    assert_failed(arguments, expected, 2);
}

/// Asserts that the command reports in one line a fault that another attempt may not meet.
pub fn assert_put_off(arguments: &[&str], expected: &str) {
    assert_failed(arguments, expected, 1);
}

fn assert_failed(arguments: &[&str], expected: &str, with: i32) {
    let (answer, error, code) = run(arguments);
    assert_eq!((answer.as_str(), code), ("", with), "{arguments:?}: {error}");
    assert!(error.starts_with("error: ") && error.contains(expected), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(error.len() < 1000 && !error.trim_end().contains(char::is_control), "{arguments:?}: {error}");
}

/// A folder of its own for each test, removed when the test is over.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let path = std::env::temp_dir().join(format!("armistice-{name}-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Returns the path of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
