//! The same plan in every run, whatever else the machine does. Planning measures its trials by the CPU time
//! of its thread.

use armistice::plan::kept::{Leaf, Way};
use armistice::plan::{Settings, plan};
use armistice::{Question, UpTo};
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns questions whose plans are found by trials of sweeps, by nested plans, or by both. None takes long
/// to plan.
fn asked() -> Vec<Question> {
    let question = |text: &str| Question::new(text.parse().unwrap_or_else(|error| panic!("{text}: {error}")));
    let mut asked: Vec<Question> = [
        "6x6 R6 + R6 + R6 + R6 + R6 + R6",
        "12x12 N*",
        "6x32 N40",
        "6x6 N9 Q",
        "7x7 R2 N8",
        "8x8 Q5 N3",
        "8x8 K* N*",
        "8x8 Q9/Q9",
        "6x6 K* each=1",
        "9x9 K18 rank=2 file=2",
    ]
    .map(question)
    .to_vec();
    asked.push(question("8x8 N8").with_up_to(UpTo::Symmetry));
    asked.push(question("8x8 N*").with_maximal(true));
    asked
}

/// Returns the decisions of a plan, without forecasts.
fn decided(question: &Question, threads: usize) -> String {
    let settings = Settings::default().with_threads(threads).with_memory(1 << 30);
    let plan = plan(question, &settings).unwrap_or_else(|error| panic!("{}: {error}", question.problem));
    let tree = plan.tree().unwrap();
    let whole = tree.whole.map(&mut |Leaf { counts, by, built, .. }: &Leaf| {
        let by = match by {
            Way::Sweep(recipe) => {
                let ways = recipe.ways.iter().map(|way| (way.order, way.grouped.clone()));
                format!("a sweep: {:?}", ways.collect::<Vec<_>>())
            }
            way => format!("{way:?}"),
        };
        format!("{counts:?} by {by}: {built:?}")
    });
    format!("{} with {threads} threads: {whole:?}", question.problem)
}

/// A guard that ends the waiting threads, even if a panic drops it.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs a function while all processors are busy with other work.
fn on_a_busy_machine<T>(work: impl FnOnce() -> T) -> T {
    let (is_over, processors) =
        (AtomicBool::new(false), std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..2 * processors {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let _ending = Ending(&is_over);
        work()
    })
}

/// CPU time grows by half if processors share caches, which can reverse a close choice. So a plan that
/// differs is made again, at most twice.
#[test]
fn a_busy_machine_changes_no_plan() {
    for (question, threads) in asked().iter().flat_map(|question| [(question, 1), (question, 2)]) {
        let differ = |_| {
            let alone = decided(question, threads);
            let busy = on_a_busy_machine(|| decided(question, threads));
            (alone != busy).then(|| format!("{alone}\n{busy}"))
        };
        let differences: Vec<String> = (0..3).map_while(differ).collect();
        assert!(differences.len() < 3, "{}", differences.join("\n\n"));
    }
}
