//! Sweeps that are stopped and go on: the same numbers as without a stop, and never a wrong one from a damaged state.
//!
//! `ARMISTICE_SEED=n cargo test --release` tests other problems; a failure names its seed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use armistice::Problem;
use armistice::engines::{
    CheckpointError, Engine, Observer, Outcome, Plan, Settings, Silent, SweepKeeper, SweepPause, SweepRecipe,
    SweepState, UnitDone, UpTo, plan,
};
use common::{Random, Shape, first_seed, random_open_parts, random_parts};
use std::io::Cursor;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How many random problems are counted.
const PROBLEMS: u64 = 120;

const SMALL: Shape = Shape {
    sides: &[(3, 3), (4, 3), (3, 5), (4, 4), (4, 4), (5, 4), (5, 5), (5, 5), (6, 4)],
    most_kinds: 3,
    most_ways: 1e7,
};
/// Boards with so many squares at most are also counted by the oracle.
const FEW_SQUARES: usize = 12;

/// A state with its hash, as it was written.
#[derive(Clone)]
struct Kept {
    bytes: Vec<u8>,
    digest: String,
    share: f64,
    pause: SweepPause,
}

/// Keeps every state that it is offered; of very many only some.
#[derive(Default)]
struct KeepAll {
    kept: Mutex<Vec<Kept>>,
    offered: AtomicU32,
}

impl SweepKeeper for KeepAll {
    fn keep(&self, state: &SweepState<'_>) {
        let offered = self.offered.fetch_add(1, Relaxed);
        if offered > 200 && !offered.is_multiple_of(61) && state.pause() == SweepPause::Step {
            return;
        }
        let mut bytes = Vec::new();
        let digest = state.write(&mut bytes).unwrap();
        assert!((0.0..=1.0).contains(&state.share()));
        self.kept.lock().unwrap().push(Kept { bytes, digest, share: state.share(), pause: state.pause() });
    }
}

/// Stops after so many steps.
struct Patience(AtomicU32);

impl Observer for Patience {
    fn unit_done(&self, _: &UnitDone) {}

    fn should_stop(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// What does not depend on the clock.
fn answer(outcome: &Outcome) -> impl PartialEq + std::fmt::Debug + use<> {
    let by_number = outcome.by_number.as_ref().map(|counts| {
        counts.iter().map(|told| (told.pieces.clone(), told.count.clone())).collect::<Vec<_>>()
    });
    (outcome.count.clone(), by_number, outcome.maximum, outcome.placements.clone(), outcome.complete)
}

struct Case {
    problem: Problem,
    settings: Settings,
    /// Whether states may be handed over, so that the number of nodes depends on the clock.
    may_hand_over: bool,
    place: String,
}

fn case(seed: u64) -> Case {
    let mut random = Random::new(seed ^ 0x57e9);
    let is_open = !random.chance(3);
    let parts =
        if is_open { random_open_parts(&mut random, &SMALL) } else { random_parts(&mut random, &SMALL) };
    let is_open = parts.pieces.iter().any(|part| part.open.is_some());
    let maximal = random.chance(4);
    let memory = random.pick(&[None, None, Some(1), Some(3_000), Some(20_000), Some(100_000)]);
    let settings = Settings {
        engine: Engine::Frontier,
        threads: Some(random.pick(&[1, 1, 2])),
        up_to: random.pick(&[UpTo::Nothing, UpTo::Nothing, UpTo::Symmetry]),
        memory,
        maximal,
        by_number: is_open && random.chance(2),
        finest_units: random.chance(2),
        ..Settings::default()
    };
    let place = format!("seed {seed}: {} {settings:?}", parts.text());
    let may_hand_over = !is_open && !maximal && memory.is_some();
    Case { problem: parts.problem(), settings, may_hand_over, place }
}

impl Case {
    /// A plan in the same ways, without a trial, so that every step is done when it is run.
    fn again(&self, recipe: &SweepRecipe) -> Plan {
        let settings = Settings { sweep: Some(recipe.clone()), ..self.settings.clone() };
        plan(&self.problem, &settings).unwrap()
    }
}

#[test]
fn sweeps_go_on_from_any_step() {
    let (mut resumed, mut cut, mut several, mut handed) = (0, 0, 0, 0);
    let first = first_seed();
    for seed in first..first + PROBLEMS {
        let case = case(seed);
        let place = &case.place;
        let mut random = Random::new(seed);
        let tried = plan(&case.problem, &case.settings).unwrap_or_else(|error| panic!("{error}: {place}"));
        let recipe = tried.sweep_recipe().unwrap();
        // Cut again and again it could take as long as it likes.
        let plain = tried.run(&Patience(AtomicU32::new(20_000))).unwrap();
        if !plain.complete {
            continue;
        }
        several += u32::from(recipe.ways.len() > 1);
        if case.problem.board().squares() <= FEW_SQUARES && case.settings.up_to == UpTo::Nothing {
            let Settings { maximal, by_number, .. } = case.settings;
            let naive = Settings { engine: Engine::Naive, maximal, by_number, ..Settings::default() };
            let oracle = plan(&case.problem, &naive).unwrap().run(&Silent).unwrap();
            assert_eq!(answer(&plain), answer(&oracle), "{place}");
        }
        let keeper = KeepAll::default();
        let whole = case.again(&recipe).run_kept(&keeper, &Silent).unwrap();
        assert_eq!(answer(&whole), answer(&plain), "{place}");
        let kept = keeper.kept.into_inner().unwrap();
        assert!(
            kept.windows(2).all(|pair| pair[0].share <= pair[1].share + 1e-9
                || case.problem.objective() != armistice::Objective::Exactly),
            "{place}"
        );
        assert_eq!(kept.last().map(|kept| kept.pause), Some(SweepPause::Finished), "{place}");
        let steps = keeper.offered.into_inner();
        cut += u32::from(steps > 3 * case.problem.board().squares() as u32);
        for _ in 0..4 {
            let from = &kept[random.between(0, kept.len() - 1)];
            let again = case.again(&recipe);
            let share = again.load_sweep(Cursor::new(from.bytes.clone()), &from.digest).unwrap();
            assert!((share - from.share).abs() < 1e-9, "{share} is not {}: {place}", from.share);
            let outcome = again.run(&Silent).unwrap();
            assert_eq!(answer(&outcome), answer(&plain), "{place}");
            if case.may_hand_over {
                handed += 1;
            } else {
                assert_eq!(outcome.nodes, whole.nodes, "{place}");
            }
            resumed += 1;
        }
    }
    assert!(resumed > 350 && cut > 8 && several > 30 && handed > 20, "{resumed} {cut} {several} {handed}");
}

#[test]
fn sweeps_that_are_stopped_again_and_again_come_to_their_end() {
    let first = first_seed();
    for seed in first..first + PROBLEMS / 2 {
        let case = case(seed);
        let place = &case.place;
        let mut random = Random::new(seed);
        let tried = plan(&case.problem, &case.settings).unwrap();
        let recipe = tried.sweep_recipe().unwrap();
        let plain = tried.run(&Patience(AtomicU32::new(5_000))).unwrap();
        if !plain.complete {
            continue;
        }
        let mut last: Option<Kept> = None;
        loop {
            let again = case.again(&recipe);
            if let Some(last) = &last {
                again.load_sweep(Cursor::new(last.bytes.clone()), &last.digest).unwrap();
            }
            let keeper = KeepAll::default();
            // More patience each time, or a large step is never done.
            let patience = random.between(1, 400) as u32 + 5 * plain.units_done as u32;
            let outcome = again.run_kept(&keeper, &Patience(AtomicU32::new(patience))).unwrap();
            if outcome.complete {
                assert_eq!(answer(&outcome), answer(&plain), "{place}");
                break;
            }
            let kept = keeper.kept.into_inner().unwrap().pop().unwrap();
            assert_eq!(kept.pause, SweepPause::Stopped, "{place}");
            last = Some(kept);
        }
    }
}

/// A sweep that was stopped in the middle, of three parts up to symmetry and by number.
fn stopped(text: &str) -> (Problem, Settings, Kept, Outcome) {
    let problem: Problem = text.parse().unwrap();
    let settings = Settings { engine: Engine::Frontier, threads: Some(1), ..Settings::default() };
    let tried = plan(&problem, &settings).unwrap();
    let settings = Settings { sweep: tried.sweep_recipe(), ..settings };
    let keeper = KeepAll::default();
    let outcome = plan(&problem, &settings).unwrap().run_kept(&keeper, &Silent).unwrap();
    let kept = keeper.kept.into_inner().unwrap();
    let middle = kept[kept.len() / 2].clone();
    (problem, settings, middle, outcome)
}

#[test]
fn damaged_states_are_refused() {
    let (problem, settings, kept, outcome) = stopped("6x6 B* N2");
    let load = |bytes: &[u8], digest: &str| {
        let plan = plan(&problem, &settings).unwrap();
        let loaded = plan.load_sweep(Cursor::new(bytes.to_vec()), digest);
        // What is refused has changed nothing.
        loaded.map(|_| plan)
    };
    let resumed = load(&kept.bytes, &kept.digest).unwrap().run(&Silent).unwrap();
    assert_eq!(answer(&resumed), answer(&outcome));
    let mut random = Random::new(first_seed());
    for _ in 0..100 {
        let mut bytes = kept.bytes.clone();
        let place = random.between(0, bytes.len() - 1);
        bytes[place] ^= 1 << random.between(0, 7);
        assert!(matches!(load(&bytes, &kept.digest), Err(CheckpointError::Damaged)));
        let length = random.between(0, kept.bytes.len() - 1);
        assert!(matches!(load(&kept.bytes[..length], &kept.digest), Err(CheckpointError::Damaged)));
        bytes = [&kept.bytes[..], &[0][..]].concat();
        assert!(load(&bytes, &kept.digest).is_err());
    }
    assert!(matches!(load(&kept.bytes, &"0".repeat(64)), Err(CheckpointError::Damaged)));
}

#[test]
fn states_of_other_sweeps_are_refused() {
    let texts = ["5x5 N*", "5x5 N3", "5x5-c3 N*", "5x5 K*", "5x5 N* K*", "5x5/torus N*", "4x5 N*"];
    let all: Vec<_> = texts.iter().map(|text| stopped(text)).collect();
    for (at, (problem, settings, _, outcome)) in all.iter().enumerate() {
        for (other, (_, _, kept, _)) in all.iter().enumerate() {
            let plan = plan(problem, settings).unwrap();
            let loaded = plan.load_sweep(Cursor::new(kept.bytes.clone()), &kept.digest);
            assert_eq!(loaded.is_ok(), at == other, "{} from {}", texts[at], texts[other]);
            assert!(loaded.is_ok() || matches!(loaded, Err(CheckpointError::Other)));
            assert_eq!(answer(&plan.run(&Silent).unwrap()), answer(outcome));
        }
    }
    // Other ways of the same problem, too.
    let (problem, settings, kept, _) = &all[0];
    let mut recipe = settings.sweep.clone().unwrap();
    recipe.ways[0].order = 7;
    let strange = Settings { sweep: Some(recipe), ..settings.clone() };
    assert!(plan(problem, &strange).is_err());
    let other: Problem = "3x3 N*".parse().unwrap();
    let load = |plan: Plan| plan.load_sweep(Cursor::new(kept.bytes.clone()), &kept.digest).is_ok();
    assert_ne!(plan(&other, settings).map(load), Ok(true));
}

#[cfg(feature = "cli")]
mod command {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Output, Stdio};
    use std::sync::OnceLock;
    use std::time::{Duration, Instant};

    /// A sweep of some seconds, with small states.
    const PROBLEM: &str = "14x28/cylinder K*";

    /// A folder of its own for each test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("armistice-sweep-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn armistice(folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_armistice"));
        command.current_dir(folder).env("ARMISTICE_RUNS", folder.join("runs")).args(arguments);
        command
    }

    fn run(folder: &Path, arguments: &[&str]) -> (String, String, i32) {
        read(&armistice(folder, arguments).output().unwrap())
    }

    fn read(output: &Output) -> (String, String, i32) {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1))
    }

    fn spawn(folder: &Path, arguments: &[&str]) -> Child {
        armistice(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until so many states are named in the journal, or the process has ended.
    fn wait_for_states(journal: &Path, states: usize, child: &mut Child) {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none() {
            let text = fs::read_to_string(journal).unwrap_or_default();
            if text.matches("{\"line\":\"state\"").count() >= states {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The bare number, counted in one go.
    fn expected() -> &'static str {
        static NUMBER: OnceLock<String> = OnceLock::new();
        NUMBER.get_or_init(|| {
            let (number, _, code) = run(&std::env::temp_dir(), &["count", PROBLEM, "--no-journal", "-q"]);
            assert_eq!(code, 0);
            number
        })
    }

    #[test]
    fn a_killed_sweep_goes_on() {
        let folder = folder("killed");
        let journal = folder.join("n.jsonl");
        let mut random = Random::new(first_seed());
        let mut child = spawn(&folder, &["count", PROBLEM, "--threads", "1", "-q", "--journal", "n.jsonl"]);
        let mut kills = 0;
        for round in 1..=4 {
            wait_for_states(&journal, round, &mut child);
            std::thread::sleep(Duration::from_millis(random.between(0, 300) as u64));
            kills += i32::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
            let threads = ["1", "2"][round % 2];
            child = spawn(&folder, &["count", "--resume", "n.jsonl", "--threads", threads, "-q"]);
        }
        let (number, errors, code) = read(&child.wait_with_output().unwrap());
        assert_eq!((&number[..], code), (expected(), 0), "{errors}");
        assert!(kills >= 1, "{kills} kills: the sweep is too short");
        // Finished, its number is known at once, and no large state is left.
        let (again, _, _) = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
        assert_eq!(again, expected());
        let (status, _, _) = run(&folder, &["status", "n.jsonl"]);
        assert!(
            status.contains("100.0 % of the sweep done") && status.contains("all is counted"),
            "{status}"
        );
        let states = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap());
        let states: Vec<_> =
            states.filter(|entry| entry.file_name().to_string_lossy().contains("state")).collect();
        assert!(states.len() == 1 && states[0].metadata().unwrap().len() < 10_000);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupted_sweep_says_how_it_goes_on_and_damage_is_seen() {
        let folder = folder("interrupted");
        let journal = folder.join("n.jsonl");
        let mut child = spawn(&folder, &["count", PROBLEM, "--threads", "1", "--journal", "n.jsonl"]);
        wait_for_states(&journal, 1, &mut child);
        let status = run(&folder, &["status", "n.jsonl"]).0;
        assert!(status.contains("a process is at work"), "{status}");
        let taken = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
        assert!(taken.2 == 2 && taken.1.contains("is writing it now"), "{taken:?}");
        let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(interrupt.success());
        let (_, errors, code) = read(&child.wait_with_output().unwrap());
        assert_eq!(code, 130, "{errors}");
        assert!(errors.contains("armistice count --resume n.jsonl"), "{errors}");
        assert!(!errors.contains("older state"), "{errors}");
        let status = run(&folder, &["status", "n.jsonl", "--format", "json"]).0;
        assert!(status.contains("\"complete\":false,"), "{status}");

        // One byte of the last state: the one before it is taken. Of both: refused.
        let number = expected();
        let whole = fs::read(&journal).unwrap();
        let text = String::from_utf8(whole.clone()).unwrap();
        let last = if text.lines().next_back().unwrap().contains("\"slot\":1,") { 1 } else { 2 };
        let state = |slot: usize| folder.join(format!("n.jsonl.state-{slot}"));
        let good = [1, 2].map(|slot| fs::read(state(slot)).unwrap());
        let damage = |slot: usize| {
            let mut bytes = good[slot - 1].clone();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(state(slot), bytes).unwrap();
        };
        damage(last);
        damage(3 - last);
        let refused = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
        assert!(refused.2 == 2 && refused.1.contains("damaged"), "{refused:?}");
        fs::remove_file(state(1)).unwrap();
        fs::remove_file(state(2)).unwrap();
        let refused = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
        assert_eq!((refused.2, &refused.0[..]), (2, ""), "{refused:?}");

        // Flipped bits and torn ends of the journal: refused, or a state that is there.
        fs::write(state(3 - last), &good[2 - last]).unwrap();
        damage(last);
        let mut random = Random::new(first_seed());
        for round in 0..12 {
            let mut bytes = whole.clone();
            let place = random.between(0, bytes.len() - 1);
            match round % 2 {
                0 => bytes[place] ^= 1 << random.between(0, 6),
                _ => bytes.truncate(place),
            }
            fs::write(&journal, bytes).unwrap();
            let (found, errors, code) =
                run(&folder, &["count", "--resume", "n.jsonl", "-q", "--stop-after", "20ms"]);
            assert!(found.starts_with('≥') || found == number || code == 2, "{code} {found} {errors}");
        }
        fs::write(state(3 - last), &good[2 - last]).unwrap();
        damage(last);
        fs::write(&journal, whole).unwrap();
        let (found, errors, code) = run(&folder, &["count", "--resume", "n.jsonl", "-q"]);
        assert_eq!((&found[..], code), (number, 0), "{errors}");
        assert!(errors.contains("goes on from the state before it"), "{errors}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_journal_is_of_one_count() {
        let folder = folder("one");
        let stopped = ["count", "6x6 K*", "--journal", "k.jsonl", "-q"];
        assert_eq!(run(&folder, &stopped).2, 0);
        let (_, errors, code) = run(&folder, &stopped);
        assert!(code == 2 && errors.contains("the file is there already"), "{errors}");
        let (_, errors, code) = run(&folder, &["count", "5x5 K*", "--resume", "k.jsonl"]);
        assert!(code == 2 && errors.contains("the journal is of the problem"), "{errors}");
        let (number, _, code) = run(&folder, &["count", "--resume", "k.jsonl", "-q"]);
        assert_eq!((&number[..], code), ("202841\n", 0));
        // A head of another version.
        let text = fs::read_to_string(folder.join("k.jsonl")).unwrap();
        fs::write(folder.join("k.jsonl"), text.replacen("\"version\":1", "\"version\":2", 1)).unwrap();
        assert_eq!(run(&folder, &["count", "--resume", "k.jsonl"]).2, 2);
        assert_eq!(run(&folder, &["status", "k.jsonl"]).2, 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
