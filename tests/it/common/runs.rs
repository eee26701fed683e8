//! Counts that are written down, for tests: files with a fault, and counts without the command.

use super::Random;
use armistice::plan::kept::{UnitCounts, UnitPlan};
use armistice::plan::{Observer, Outcome, Plan, Settings, Silent, UnitCount, UnitDone, plan};
use armistice::run::{self, Block, CountPart, FinishedUnit, Head, Line, Process};
use armistice::{Problem, Question};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// A problem with half a second of work in units of microseconds, so that even the slowest machine counts
/// some units immediately.
pub const STEADY: &str = "12x12 N5 B3";
pub const STEADY_COUNT: u64 = 9_495_187_720_216;
/// A problem with hundredths of a second of work in thousands of units.
pub const QUICK: &str = "8x8 R2 B2 N2 Q K";
pub const QUICK_COUNT: u64 = 453_402_912;

/// Returns the files in a folder and its subfolders whose names have this ending, in order.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path, ending));
        } else if path.to_str().unwrap().ends_with(ending) {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// Copies a folder with all its content.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let place = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &place);
        } else {
            fs::copy(&path, &place).unwrap();
        }
    }
}

/// Replaces a text in a line, and gives the line a correct check sum.
pub fn rewritten(line: &str, from: &str, to: &str) -> String {
    let body = line.split(",\"crc\":").next().unwrap();
    assert!(body.contains(from), "{from}: {line}");
    let body = body.replacen(from, to, 1);
    format!("{body},\"crc\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes()))
}

/// Replaces a text in the line with this number, from 0, and gives the line a correct check sum.
pub fn with_line_rewritten(text: &str, number: usize, from: &str, to: &str) -> String {
    let lines = text.split_inclusive('\n').enumerate();
    lines
        .map(|(place, line)| if place == number { rewritten(line, from, to) } else { line.to_owned() })
        .collect()
}

/// Counts the lines of a kind that a journal has now.
pub fn lines_of(kind: &str, journal: impl AsRef<Path>) -> usize {
    fs::read_to_string(journal).unwrap_or_default().matches(&format!("{{\"line\":\"{kind}\"")).count()
}

/// Returns the text after a quoted name in a line of JSON, up to the next comma, bracket or brace.
pub fn value_of<'a>(line: &'a str, name: &str) -> &'a str {
    let rest = line.split_once(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name}: {line}")).1;
    rest.split([',', '}', ']']).next().unwrap()
}

/// Returns lines followed by a seal, which replaces an old one.
pub fn sealed(lines: &str) -> String {
    let is_seal = |line: &&str| line.starts_with("{\"line\":\"seal\"");
    run::seal(lines.split_inclusive('\n').filter(|line| !is_seal(line)).collect())
}

/// Describes a process that did not exist.
pub fn session(attempt: &str) -> Process {
    Process { attempt: attempt.to_owned(), ..Process::describe("a machine".to_owned(), "portable", 1) }
}

/// A complete count, with the contribution of each unit.
pub struct Whole {
    pub problem: Problem,
    pub settings: Settings,
    pub plan: Plan,
    pub head: Head,
    pub outcome: Outcome,
    /// The counts of the units, by number.
    pub units: Vec<UnitCount>,
}

/// An observer that collects the counts of units.
pub struct Notes(pub Mutex<UnitCounts>);

impl Observer for Notes {
    fn unit_done(&self, unit: &UnitDone) {
        let known = self.0.lock().unwrap().note(unit.unit, unit.exact.unwrap());
        assert!(known.is_none(), "unit {} was counted twice", unit.unit);
    }
}

struct Gather(Mutex<Vec<(usize, UnitCount)>>);

impl Observer for Gather {
    fn unit_done(&self, unit: &UnitDone) {
        self.0.lock().unwrap().push((unit.unit, unit.exact.unwrap()));
    }
}

impl Whole {
    /// Counts with the plan that the head leads to; `None` if the plan has no units.
    pub fn count(question: &Question, settings: &Settings) -> Option<Self> {
        let problem = &question.problem;
        let settings = settings.clone().with_threads(1);
        let plan = plan(question, &settings).unwrap_or_else(|error| panic!("{problem}: {error}"));
        let head = Head::new(&plan)?;
        // A plan for many machines assumes instructions that this machine may lack.
        let settings = settings.with_shared(false);
        let plan = head.plan_again(&settings).unwrap_or_else(|error| panic!("{problem}: {error}"));
        let gather = Gather(Mutex::default());
        let outcome = plan.run(&gather).unwrap();
        let mut units = gather.0.into_inner().unwrap();
        units.sort_unstable_by_key(|unit| unit.0);
        assert!(units.iter().enumerate().all(|(number, unit)| unit.0 == number), "{problem}");
        let units = units.into_iter().map(|unit| unit.1).collect();
        // A plain run without an observer is the reference.
        let plain = plan.run(&Silent).unwrap();
        assert_eq!((&plain.count, plain.nodes), (&outcome.count, outcome.nodes), "{problem}");
        Some(Self { problem: problem.clone(), settings, plan, head, outcome, units })
    }

    pub fn unit_plan(&self) -> &UnitPlan {
        self.plan.units().unwrap()
    }

    /// Returns some units as lines.
    pub fn blocks(&self, units: &[usize]) -> String {
        let plan = self.unit_plan();
        let done = |&unit: &usize| {
            FinishedUnit::new(unit, self.units[unit], Duration::from_micros(1), plan.share(unit))
        };
        let run = self.head.id();
        let blocks =
            Block::from_units(&run, plan, units.iter().map(done).collect(), Duration::from_millis(1));
        blocks.into_iter().map(|block| Line::Block(Box::new(block)).write()).collect()
    }

    /// Returns a journal with some of the units, in random order, blocks and sessions.
    pub fn journal(&self, units: &[usize], random: &mut Random) -> String {
        let mut left = units.to_vec();
        for place in (1..left.len()).rev() {
            left.swap(place, random.between(0, place));
        }
        let mut text = self.head.line();
        text += &Line::Session(session("first")).write();
        while !left.is_empty() {
            let most = (units.len() / 8).max(1);
            let taken = left.split_off(left.len().saturating_sub(random.between(1, most)));
            text += &self.blocks(&taken);
            if random.chance(5) {
                text += &Line::Session(session("next")).write();
            }
        }
        text
    }

    /// Returns a result of a part, with its seal.
    pub fn result(&self, part: CountPart, attempt: &str, units: &[usize]) -> String {
        let mut text = self.head.line();
        text += &Line::Part(part).write();
        text += &Line::Session(session(attempt)).write();
        text += &self.blocks(units);
        sealed(&text)
    }

    /// Returns all counts, in the form of the library.
    pub fn counted(&self, units: &[usize]) -> UnitCounts {
        let mut counted = UnitCounts::empty(self.units.len());
        for &unit in units {
            counted.note(unit, self.units[unit]);
        }
        counted
    }
}
