//! How planning chooses: the same in every run, whatever the clock says; and what it forecasts of large sweeps.

use armistice::plan::kept::Resumable;
use armistice::plan::{Plan, Settings, Silent, plan};
use armistice::{Demand, Question, UpTo, clock};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Questions of all sorts whose plans are found by trials, descents, or plans inside them.
fn asked() -> Vec<Question> {
    let question = |text: &str| Question::new(text.parse().unwrap_or_else(|error| panic!("{text}: {error}")));
    let mut asked: Vec<Question> = [
        "6x6 R6 + R6 + R6 + R6 + R6 + R6",
        "12x12 N*",
        "12x12 N30 Q",
        "10x10 N20 R",
        "9x9 Q* N*",
        "12x12 Q*",
        "9x9 R3 N12",
        "8x8 N6 B6",
        "6x32 N40",
        "cross:3,8 N*",
        "10x10 Qmax N*",
        "32x32 N6",
        "8x8 Q9/Q9",
        "6x6 Q4/Q4/Q4",
        "6x6 K* each=1",
        "10x10 K20 rank=2 file=2",
    ]
    .map(question)
    .to_vec();
    asked.push(question("12x12 N16").with_up_to(UpTo::Symmetry));
    asked.push(question("10x10 Q*").with_up_to(UpTo::Symmetry));
    asked.push(question("10x10 Q*").with_maximal(true));
    asked.push(question("8x8 N*").with_maximal(true));
    asked.push(question("8x8 Q6").with_dominating(Demand::Dominating));
    asked.push(question("8x8 Q* K*").with_by_number(true));
    asked
}

/// All that is said of a plan.
fn told(plan: &Plan) -> String {
    let (tree, summary) = (plan.tree(), plan.summary());
    let swept = plan.swept().map(Resumable::recipe);
    format!("{tree:?} {:?} {} {swept:?} {:?}", summary.estimate, summary.memory, plan.compared())
}

/// The clocks under which all are planned: the usual one, one that stands still, and one that goes on by so many milliseconds with
/// each look, as it seems to on a machine that does much else.
const CLOCK: &str = "ARMISTICE_TEST_CLOCK";
const CLOCKS: [&str; 3] = ["usual", "still", "400"];

static LOOKS: AtomicU64 = AtomicU64::new(0);

fn still() -> Duration {
    Duration::ZERO
}

fn very_quick() -> Duration {
    Duration::from_millis(400 * LOOKS.fetch_add(1, Ordering::Relaxed))
}

/// A process of its own, since a clock is set once.
#[test]
#[ignore = "run by the test below, under several clocks"]
fn plans_under_a_clock() {
    let clock = std::env::var(CLOCK).unwrap_or_default();
    let set = match clock.as_str() {
        "still" => clock::set(still),
        "400" => clock::set(very_quick),
        _ => true,
    };
    assert!(set, "the clock was read before");
    for question in asked() {
        for threads in [1, 2] {
            let settings = Settings::default().with_threads(threads).with_memory(1 << 30);
            let told = plan(&question, &settings).map(|plan| told(&plan));
            println!("\nPLAN {} with {threads} threads: {told:?}", question.problem);
        }
    }
}

#[test]
fn no_plan_depends_on_the_clock() {
    let planned = |clock: &str| -> Vec<String> {
        let program = std::env::current_exe().unwrap();
        let asked = ["planning::plans_under_a_clock", "--exact", "--ignored", "--nocapture"];
        let output = Command::new(program).args(asked).env(CLOCK, clock).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{clock}: {text}");
        text.lines().filter(|line| line.starts_with("PLAN ")).map(str::to_owned).collect()
    };
    let usual = planned(CLOCKS[0]);
    assert_eq!(usual.len(), 2 * asked().len());
    for clock in &CLOCKS[1..] {
        for (one, other) in usual.iter().zip(planned(clock)) {
            assert_eq!(*one, other, "under the clock {clock}");
        }
    }
}

/// Rooks that have the files a, d, g and j for themselves, as one of the cases of `12x12 R4 N20`: without a look at the files that
/// are taken this was forecast at six hours.
fn rooks_on_files_of_their_own() -> String {
    let squares = |files: &[char]| {
        let of_file = |file: &char| (1..=12).map(move |rank| format!("{file}{rank}")).collect::<Vec<_>>();
        files.iter().flat_map(of_file).collect::<Vec<_>>().join(",")
    };
    let others = squares(&['b', 'c', 'e', 'f', 'h', 'i', 'k', 'l']);
    format!("12x12 R4~{others} N20~{}", squares(&['a', 'd', 'g', 'j']))
}

/// Memory and times follow from numbers of nodes.
#[test]
fn large_sweeps_make_about_the_nodes_that_are_forecast() {
    let own = rooks_on_files_of_their_own();
    let swept = ["10x10 K15 Q", "10x10 N* Q", "8x8 Q* N*", "12x12 N*", own.as_str()];
    let settings = Settings::default().with_threads(1).with_memory(1 << 30);
    let mut wrong = Vec::new();
    for text in swept {
        let plan = plan(&Question::new(text.parse().unwrap()), &settings).unwrap();
        let forecast = plan.summary().estimate.nodes.unwrap_or(f64::NAN);
        let nodes = plan.run(&Silent).unwrap().nodes as f64;
        if !(nodes / 3.0..=nodes * 3.0).contains(&forecast) {
            wrong.push(format!("{text}: {forecast:.3e} nodes were forecast, {nodes:.3e} are made"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
