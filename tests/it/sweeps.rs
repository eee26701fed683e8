//! Sweeps that are stopped and continued: the same numbers as without a stop, and never a wrong number from a
//! damaged state.

use crate::common::{
    Patience, Random, Shape, fewest, first_seed, random_open_parts, random_parts, sample, with_engine,
};
use armistice::engines::Kernel;
use armistice::plan::kept::{CheckpointError, SweepKeeper, SweepPause, SweepRecipe, SweepState};
use armistice::plan::kept::{Expression, Leaf, Target, Tree, Way, plan_again};
use armistice::plan::{Outcome, Plan, PlanError, Settings, Silent, plan};
use armistice::{Question, UpTo};
use std::io::Cursor;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The number of random problems that are counted.
const PROBLEMS: u64 = 120;

const SMALL: Shape = Shape {
    sides: &[(3, 3), (4, 3), (3, 5), (4, 4), (4, 4), (5, 4), (5, 5), (5, 5), (6, 4)],
    most_kinds: 3,
    most_ways: 1e7,
};
/// The most squares of a board that the oracle also counts.
const FEW_SQUARES: usize = 12;

/// A state with its hash, as it was written.
#[derive(Clone)]
struct Kept {
    bytes: Vec<u8>,
    digest: String,
    share: f64,
    pause: SweepPause,
}

/// An observer that keeps every state or, if there are very many, some of them.
#[derive(Default)]
struct KeepAll {
    kept: Mutex<Vec<Kept>>,
    offered: AtomicU32,
}

impl SweepKeeper for KeepAll {
    fn keep(&self, state: &dyn SweepState) {
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

/// Returns the results that do not depend on the clock.
fn answer(outcome: &Outcome) -> impl PartialEq + std::fmt::Debug + use<> {
    let by_number = outcome.by_number.as_ref().map(|counts| {
        counts.iter().map(|told| (told.pieces.clone(), told.count.clone())).collect::<Vec<_>>()
    });
    (outcome.count.clone(), by_number, outcome.maximum, outcome.placements.clone(), outcome.complete)
}

struct Case {
    question: Question,
    settings: Settings,
    /// Whether states may be handed to another engine, so that the number of nodes depends on the clock.
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
    let threads = Some(random.pick(&[1, 1, 2]));
    let up_to = random.pick(&[UpTo::Nothing, UpTo::Nothing, UpTo::Symmetry]);
    let by_number = is_open && random.chance(2);
    let question =
        Question::from(parts.problem()).with_up_to(up_to).with_maximal(maximal).with_by_number(by_number);
    let settings =
        with_engine("frontier").with_threads(threads).with_memory(memory).with_finest_units(random.chance(2));
    let place = format!(
        "seed {seed}: {}, up to {up_to}, maximal {maximal}, by number {by_number}, {settings:?}",
        parts.text()
    );
    let may_hand_over = !is_open && !maximal && memory.is_some();
    Case { question, settings, may_hand_over, place }
}

/// Makes a plan with the same recipe and without a trial, so that every step is done in the run.
fn again(question: &Question, settings: &Settings, recipe: &SweepRecipe) -> Result<Plan, PlanError> {
    let leaf = Leaf::new(Target::All, Way::Sweep(recipe.clone()));
    plan_again(question, settings, &Tree { kernel: Kernel::Portable, whole: Expression::Leaf(leaf) })
}

impl Case {
    fn again(&self, recipe: &SweepRecipe) -> Plan {
        again(&self.question, &self.settings, recipe).unwrap()
    }
}

/// Reads a state, and returns the share of the work that is done.
fn load(plan: &Plan, kept: &Kept) -> Result<f64, CheckpointError> {
    plan.resumable_sweep().unwrap().load(Box::new(Cursor::new(kept.bytes.clone())), &kept.digest)
}

#[test]
fn sweeps_go_on_from_any_step() {
    let (mut resumed, mut cut, mut several, mut handed) = (0, 0, 0, 0);
    let first = first_seed();
    for seed in first..first + sample(PROBLEMS) {
        let case = case(seed);
        let place = &case.place;
        let mut random = Random::new(seed);
        let tried = plan(&case.question, &case.settings).unwrap_or_else(|error| panic!("{error}: {place}"));
        let recipe = tried.resumable_sweep().unwrap().recipe();
        // The run has a limit, because a sweep that is cut repeatedly could take very long.
        let plain = tried.run(&Patience::new(20_000)).unwrap();
        if !plain.complete {
            continue;
        }
        several += u32::from(recipe.ways.len() > 1);
        let problem = &case.question.problem;
        if problem.board().squares() <= FEW_SQUARES && case.question.up_to == UpTo::Nothing {
            let oracle = plan(&case.question, &with_engine("naive")).unwrap().run(&Silent).unwrap();
            assert_eq!(answer(&plain), answer(&oracle), "{place}");
        }
        let keeper = KeepAll::default();
        let whole = case.again(&recipe).run_kept(&keeper, &Silent).unwrap();
        assert_eq!(answer(&whole), answer(&plain), "{place}");
        let kept = keeper.kept.into_inner().unwrap();
        assert!(
            kept.windows(2).all(|pair| pair[0].share <= pair[1].share + 1e-9
                || problem.objective() != armistice::Objective::Exactly),
            "{place}"
        );
        assert_eq!(kept.last().map(|kept| kept.pause), Some(SweepPause::Finished), "{place}");
        let steps = keeper.offered.into_inner();
        cut += u32::from(steps > 3 * problem.board().squares() as u32);
        for _ in 0..4 {
            let from = &kept[random.between(0, kept.len() - 1)];
            let again = case.again(&recipe);
            let share = load(&again, from).unwrap();
            assert!((share - from.share).abs() < 1e-9, "{share} is not {}: {place}", from.share);
            let outcome = again.run(&Silent).unwrap();
            assert_eq!(answer(&outcome), answer(&plain), "{place}");
            if case.may_hand_over {
                handed += 1;
            } else if case.settings.memory.is_none() {
                // When memory is full, the cuts of levels also depend on the tables of earlier levels.
                assert_eq!(outcome.nodes, whole.nodes, "{place}");
            }
            resumed += 1;
        }
    }
    assert!(
        resumed >= fewest(350) && cut >= fewest(8) && several >= fewest(30) && handed >= fewest(20),
        "{resumed} {cut} {several} {handed}"
    );
}

#[test]
fn sweeps_that_are_stopped_again_and_again_come_to_their_end() {
    let first = first_seed();
    for seed in first..first + sample(PROBLEMS / 2) {
        let case = case(seed);
        let place = &case.place;
        let mut random = Random::new(seed);
        let tried = plan(&case.question, &case.settings).unwrap();
        let recipe = tried.resumable_sweep().unwrap().recipe();
        let plain = tried.run(&Patience::new(5_000)).unwrap();
        if !plain.complete {
            continue;
        }
        let mut last: Option<Kept> = None;
        loop {
            let again = case.again(&recipe);
            if let Some(last) = &last {
                load(&again, last).unwrap();
            }
            let keeper = KeepAll::default();
            // The patience grows each time, because a large step would otherwise never be done.
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

/// A sweep of three parts, up to symmetry and by number, that was stopped in the middle.
struct Stopped {
    question: Question,
    recipe: SweepRecipe,
    kept: Kept,
    outcome: Outcome,
}

fn frontier() -> Settings {
    with_engine("frontier").with_threads(1)
}

impl Stopped {
    fn new(text: &str) -> Self {
        let question = text.parse().unwrap();
        let recipe = plan(&question, &frontier()).unwrap().resumable_sweep().unwrap().recipe();
        let keeper = KeepAll::default();
        let whole = again(&question, &frontier(), &recipe).unwrap();
        let outcome = whole.run_kept(&keeper, &Silent).unwrap();
        let kept = keeper.kept.into_inner().unwrap();
        Self { question, recipe, kept: kept[kept.len() / 2].clone(), outcome }
    }

    fn again(&self) -> Plan {
        again(&self.question, &frontier(), &self.recipe).unwrap()
    }
}

#[test]
fn damaged_states_are_refused() {
    let stopped = Stopped::new("6x6 B* N2");
    let kept = &stopped.kept;
    let load = |bytes: &[u8], digest: &str| {
        let plan = stopped.again();
        let loaded = plan.resumable_sweep().unwrap().load(Box::new(Cursor::new(bytes.to_vec())), digest);
        // A rejected state has changed nothing.
        loaded.map(|_| plan)
    };
    let resumed = load(&kept.bytes, &kept.digest).unwrap().run(&Silent).unwrap();
    assert_eq!(answer(&resumed), answer(&stopped.outcome));
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
    let all: Vec<_> = texts.iter().map(|text| Stopped::new(text)).collect();
    for (at, stopped) in all.iter().enumerate() {
        for (other, Stopped { kept, .. }) in all.iter().enumerate() {
            let plan = stopped.again();
            let loaded = load(&plan, kept);
            assert_eq!(loaded.is_ok(), at == other, "{} from {}", texts[at], texts[other]);
            assert!(loaded.is_ok() || matches!(loaded, Err(CheckpointError::Other)));
            assert_eq!(answer(&plan.run(&Silent).unwrap()), answer(&stopped.outcome));
        }
    }
    // Other recipes of the same problem are also rejected.
    let Stopped { question, recipe, kept, .. } = &all[0];
    let mut strange = recipe.clone();
    strange.ways[0].order = 7;
    assert!(again(question, &frontier(), &strange).is_err());
    let other = again(&"3x3 N*".parse().unwrap(), &frontier(), recipe);
    assert_ne!(other.map(|other| load(&other, kept).is_ok()), Ok(true));
}
