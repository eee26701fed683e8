//! The choice of planning, against every engine that it could have chosen.
//!
//! Planning is part of the cost of a count, so both are measured, in CPU seconds if the system reports them.
//! Other work on the machine would distort wall times more than the plans differ.

use crate::common::{Random, first_seed, plan};
use armistice::clock::Instant;
use armistice::engines::Engine;
use armistice::plan::{Deadline, Settings};
use armistice::{Named, Problem, Question};
use num_bigint::BigUint;
use std::time::Duration;

/// The number of problems, each of which takes at least `LEAST` seconds.
const PROBLEMS: usize = 200;
/// The least seconds of a problem.
const LEAST: f64 = 0.01;
/// The most seconds that a measurement may take.
const PATIENCE: f64 = 3.0;
/// The least time that is assigned to a count, because starting a thread or a table may take that long.
const FLOOR: f64 = 0.02;
/// The ratio of times from which a choice is wrong.
const TIMES: f64 = 5.0;

/// Returns the CPU seconds of this thread, or those of a clock.
fn seconds(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// Measures planning and counting, and returns the count; `None` if there is no plan or if it takes more than
/// `most` seconds.
fn measured(question: &Question, settings: &Settings, most: f64) -> Option<(f64, BigUint, &'static str)> {
    let since = Instant::now();
    let begun = seconds(since);
    let plan = plan(question.clone(), settings).ok()?;
    let outcome = plan.run(&Deadline::from_now(Duration::from_secs_f64(most))).ok()?;
    outcome.complete.then(|| (seconds(since) - begun, outcome.count, plan.summary().engine.0))
}

/// Makes a problem with one to three kinds, of long and short range, few pieces or many. Some boards are
/// long, have joined edges or a hole.
fn random_text(random: &mut Random) -> String {
    let (rows, cols) = match random.between(0, 2) {
        0 => (random.between(4, 12), random.between(4, 12)),
        1 => (random.between(3, 6), random.between(8, 24)),
        _ => (random.between(8, 18), random.between(8, 18)),
    };
    let topology = random.pick(&["", "", "", "/torus", "/cylinder", "-a1", "-b2"]);
    let mut kinds = vec!['Q', 'R', 'B', 'K', 'N', 'A', 'W', 'F', 'C'];
    let mut pieces = Vec::new();
    for _ in 0..random.pick(&[1, 1, 1, 2, 2, 3]) {
        let kind = kinds.remove(random.between(0, kinds.len() - 1));
        let most = random.pick(&[4, 12, rows * cols / 4]);
        let number = random.between(1, most);
        let open = random.chance(5);
        pieces.push(if open { format!("{kind}*") } else { format!("{kind}{number}") });
    }
    let between = if random.chance(8) { "/" } else { " " };
    format!("{rows}x{cols}{topology} {}", pieces.join(between))
}

#[test]
#[ignore = "takes minutes"]
fn no_engine_would_be_far_quicker() {
    let mut random = Random::new(first_seed());
    let one = Settings::default().with_threads(1);
    let (mut tried, mut wrong) = (0, Vec::new());
    while tried < PROBLEMS {
        let text = random_text(&mut random);
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let question = Question::new(problem);
        let chosen = measured(&question, &one, PATIENCE);
        let taken = chosen.as_ref().map_or(PATIENCE, |chosen| chosen.0);
        if taken < LEAST {
            continue;
        }
        tried += 1;
        for &engine in Engine::ALL.iter().filter(|engine| !["best", "naive"].contains(&engine.name())) {
            let forced = one.clone().with_engine(engine);
            let Some((other, count, _)) = measured(&question, &forced, taken.max(FLOOR)) else { continue };
            if let Some((_, chosen, by)) = &chosen {
                assert_eq!(&count, chosen, "{text} by {by} and {}", engine.name());
            }
            if taken > TIMES * other.max(FLOOR) {
                let by = chosen.as_ref().map_or("nobody", |chosen| chosen.2);
                wrong.push(format!("{text}: {taken:.3} s by {by}, {other:.3} s by {}", engine.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
