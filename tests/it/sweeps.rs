//! Sweeps that are stopped and go on: the same numbers as without a stop, and never a wrong one from a damaged state.

use crate::common::{Patience, Random, Shape, first_seed, random_open_parts, random_parts};
use armistice::Problem;
use armistice::engines::{
    CheckpointError, Engine, Outcome, Plan, Settings, Silent, SweepKeeper, SweepPause, SweepRecipe,
    SweepState, UpTo, plan,
};
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
        let plain = tried.run(&Patience::new(20_000)).unwrap();
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
        let plain = tried.run(&Patience::new(5_000)).unwrap();
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
            let outcome = again.run_kept(&keeper, &Patience::new(patience)).unwrap();
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
