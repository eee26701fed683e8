//! Benchmarks of counting: on one thread, compared with the textbook search in the same process, and on two
//! threads.
//!
//! Every run checks its count. `cargo bench -p armistice-benches` first prints the ratios, measured in pairs,
//! and then criterion's times.

#![allow(missing_docs, reason = "criterion's macros make public items")]
#![allow(clippy::unwrap_used, reason = "a benchmark that fails should stop")]
#![allow(clippy::print_stdout, reason = "ratios are the result")]

mod textbook;

use armistice::clock::Instant;
use armistice::engines::{Engine, Kernel};
use armistice::plan::{Settings, Silent, plan};
use armistice::search::{self, ArmiesQuestion};
use armistice::{Named, Problem, Question};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use textbook::{KING, KNIGHT, Leaper};

/// Few pieces of several kinds, with their counts.
const PROBLEMS: [(&str, u64); 3] =
    [("7x7 K2 Q2 B2 N", 3_063_828), ("8x8 R2 B2 N2 Q K", 453_402_912), ("7x7 N4 K3 B3", 429_585_912)];

/// Opposing armies, with their counts.
const ARMIES: [(&str, u64); 2] = [("8x8 Q3/Q3", 23_483_232), ("7x7 Q3/Q3/Q3", 56_856)];

/// Pieces that stand one on each row and column, compared with the textbook recursion for them.
struct RowProblem {
    text: &'static str,
    count: u64,
    textbook: fn(u32) -> u64,
    n: u32,
    /// The number of runs of the textbook. The engines run three times as often, alternating with it.
    rounds: usize,
    /// The engines, by name.
    engines: &'static [&'static str],
}

const ROWS: [RowProblem; 8] = {
    use textbook::{Amazons, QueenLeapers, Queens, RookRiders, count_rows};
    const fn problem(
        text: &'static str,
        count: u64,
        (textbook, n): (fn(u32) -> u64, u32),
        rounds: usize,
        engines: &'static [&'static str],
    ) -> RowProblem {
        RowProblem { text, count, textbook, n, rounds, engines }
    }
    [
        problem("14x14 X14 X=RCC", 45_188_572, (count_rows::<RookRiders>, 14), 5, &["best", "rows"]),
        problem("14x14 X14 X=QC", 4_188, (count_rows::<QueenLeapers>, 14), 15, &["best", "rows"]),
        problem("16x16 X16 X=QC", 182_456, (count_rows::<QueenLeapers>, 16), 5, &["best", "rows"]),
        problem("16x16 A16", 202_900, (count_rows::<Amazons>, 16), 5, &["best", "halves"]),
        problem("18x18 A18", 8_924_976, (count_rows::<Amazons>, 18), 1, &["best", "rows"]),
        problem("16x16 Q16", 14_772_512, (count_rows::<Queens>, 16), 5, &["best", "rows"]),
        problem("17x17 Q17", 95_815_104, (count_rows::<Queens>, 17), 2, &["best"]),
        problem("18x18 Q18", 666_090_624, (count_rows::<Queens>, 18), 1, &["best"]),
    ]
};

/// Leapers in large or any numbers, compared with the textbook's broken profile.
struct LeaperProblem {
    text: &'static str,
    count: u128,
    side: usize,
    leapers: &'static [Leaper],
    /// The number of runs of the textbook. The engine runs five times as often, alternating with it.
    rounds: usize,
}

const LEAPERS: [LeaperProblem; 5] = {
    const fn leaper(leaps: &'static [(usize, i64)], pieces: Option<usize>) -> Leaper {
        Leaper { leaps, pieces }
    }
    const fn problem(
        text: &'static str,
        count: u128,
        side: usize,
        leapers: &'static [Leaper],
        rounds: usize,
    ) -> LeaperProblem {
        LeaperProblem { text, count, side, leapers, rounds }
    }
    [
        problem("15x15 K*", 3_641_548_665_525_780_178_990_584_908_643, 15, &[leaper(KING, None)], 3),
        problem("8x8 N*", 101_693_175_442, 8, &[leaper(KNIGHT, None)], 5),
        problem("9x9 N*", 50_929_053_498_909, 9, &[leaper(KNIGHT, None)], 2),
        problem("8x8 N16", 13_304_668_385, 8, &[leaper(KNIGHT, Some(16))], 2),
        problem("8x8 N8 K4", 59_843_804_779, 8, &[leaper(KNIGHT, Some(8)), leaper(KING, Some(4))], 1),
    ]
};

/// Longer counts with the number of rounds, for scaling.
const SCALING: [(&str, u64, usize); 4] = [
    ("8x8 K3 N5 B3", 108_007_954_000, 3),
    ("24x24 Q6", 5_263_672_510_684, 3),
    ("18x18 Q18", 666_090_624, 5),
    ("20x20 Q20", 39_029_188_884, 1),
];

/// Counts from problem text to number, including tables and units, and checks the count.
fn count(text: &str, expected: u64, threads: usize, kernel: Kernel) {
    count_by(Engine::BEST, text, expected, threads, kernel);
}

fn count_by(engine: Engine, text: &str, expected: u64, threads: usize, kernel: Kernel) {
    let question: Question = black_box(text).parse().unwrap();
    let settings = Settings::default().with_engine(engine).with_threads(threads).with_kernel(kernel);
    let outcome = plan(&question, &settings).unwrap().run(&Silent).unwrap();
    assert_eq!(u64::try_from(outcome.count).unwrap(), expected, "{text}");
}

/// Counts on one thread with the best engine, and checks the count and the choice.
fn count_leapers(problem: &LeaperProblem) {
    let settings = Settings::default().with_threads(1);
    let plan = plan(&black_box(problem.text).parse().unwrap(), &settings).unwrap();
    let outcome = plan.run(&Silent).unwrap();
    assert_eq!(u128::try_from(outcome.count).unwrap(), problem.count, "{}", problem.text);
    assert_eq!(plan.summary().engine.0, "frontier", "{}", problem.text);
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Runs two functions alternately, and returns the medians of their times.
fn pairs(rounds: usize, first: impl Fn(), second: impl Fn()) -> (Duration, Duration) {
    let times: Vec<_> = (0..rounds).map(|_| (time(&first), time(&second))).collect();
    (median(times.iter().map(|pair| pair.0).collect()), median(times.iter().map(|pair| pair.1).collect()))
}

fn ratios(_: &mut Criterion) {
    let best = Kernel::best();
    for (text, expected) in PROBLEMS {
        let textbook = || {
            let problem: Problem = text.parse().unwrap();
            assert_eq!(textbook::count(&problem), expected, "{text}, textbook");
        };
        let (slow, fast) = pairs(3, textbook, || count(text, expected, 1, best));
        let ratio = slow.as_secs_f64() / fast.as_secs_f64();
        println!("{text}: textbook {slow:.2?}, cells on {best} {fast:.2?}, ratio {ratio:.0}");
        for kernel in Kernel::available().filter(|&kernel| kernel != best) {
            let (other, fast) =
                pairs(5, || count(text, expected, 1, kernel), || count(text, expected, 1, best));
            let ratio = other.as_secs_f64() / fast.as_secs_f64();
            println!("{text}: cells on {kernel} {other:.2?}, {ratio:.2} times the time of {best}");
        }
    }
    for (text, expected) in ARMIES {
        let textbook = || {
            let problem: Problem = text.parse().unwrap();
            assert_eq!(textbook::count(&problem), expected, "{text}, textbook");
        };
        let (slow, fast) = pairs(3, textbook, || count(text, expected, 1, best));
        let ratio = slow.as_secs_f64() / fast.as_secs_f64();
        println!("{text}: textbook {slow:.2?}, armies on {best} {fast:.2?}, ratio {ratio:.0}");
    }
    largest_armies();
    LEAPERS.iter().for_each(leaper_ratio);
    ROWS.iter().for_each(row_ratios);
    for (text, expected, rounds) in SCALING {
        let (one, two) = pairs(rounds, || count(text, expected, 1, best), || count(text, expected, 2, best));
        let ratio = one.as_secs_f64() / two.as_secs_f64();
        println!("{text}: one thread {one:.2?}, two {two:.2?}, ratio {ratio:.2}");
    }
}

/// Measures the search for the largest armies, with proof, on one thread.
fn largest_armies() {
    for (text, expected) in [("12x12 Q/Q", 21), ("14x14 Q/Q", 28), ("11x11 Q/Q/Q", 8)] {
        let armies: Question = text.parse().unwrap();
        let settings = Settings::default().with_threads(1);
        let find = || {
            let found =
                search::largest_armies(&armies, &settings, ArmiesQuestion::default(), &Silent).unwrap();
            assert!(found.proved, "{text}");
            assert_eq!(found.largest.unwrap().times[0], expected, "{text}");
        };
        println!(
            "{text}: the largest armies, {expected}, proved in {:.2?}",
            median((0..3).map(|_| time(find)).collect())
        );
    }
}

/// Measures the ratio of the textbook's sweep and the frontier engine, including planning.
fn leaper_ratio(problem: &LeaperProblem) {
    let &LeaperProblem { text, count, side, leapers, rounds } = problem;
    let textbook = || assert_eq!(textbook::sweep(black_box(side), side, leapers), count, "{text}, textbook");
    let (mut slow, mut fast) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        slow.push(time(textbook));
        fast.extend((0..5).map(|_| time(|| count_leapers(problem))));
    }
    let (slow, fast) = (median(slow), median(fast));
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("{text}: textbook {slow:.2?}, best (frontier) {fast:.2?}, ratio {ratio:.0}");
}

/// Measures the ratios of every engine and kernel, which run alternately.
fn row_ratios(problem: &RowProblem) {
    let &RowProblem { text, count, textbook, n, rounds, engines } = problem;
    let kernels = || Kernel::available();
    let engines = engines.iter().map(|name| Engine::from_name(name).unwrap());
    let choices: Vec<(Engine, Kernel)> =
        engines.flat_map(|engine| kernels().map(move |kernel| (engine, kernel))).collect();
    let mut slow = Vec::new();
    let mut fast = vec![Vec::new(); choices.len()];
    for _ in 0..rounds {
        slow.push(time(|| assert_eq!(textbook(black_box(n)), count, "{text}, textbook")));
        for _ in 0..3 {
            for (times, &(engine, kernel)) in fast.iter_mut().zip(&choices) {
                times.push(time(|| count_by(engine, text, count, 1, kernel)));
            }
        }
    }
    let slow = median(slow);
    for (times, (engine, kernel)) in fast.into_iter().zip(choices) {
        let fast = median(times);
        let ratio = slow.as_secs_f64() / fast.as_secs_f64();
        let name = engine_taken(engine, text, kernel);
        println!("{text}: textbook {slow:.2?}, {name} on {kernel} {fast:.2?}, ratio {ratio:.1}");
    }
}

/// Returns the name of the engine that counts a problem, preceded by `best` if planning chose it.
fn engine_taken(engine: Engine, text: &str, kernel: Kernel) -> String {
    let settings = Settings::default().with_engine(engine).with_kernel(kernel);
    let (name, _) = plan(&text.parse().unwrap(), &settings).unwrap().summary().engine;
    if engine == Engine::BEST { format!("best ({name})") } else { name.to_owned() }
}

fn times(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count on one thread");
    for (text, expected) in PROBLEMS {
        group.bench_function(text, |bencher| bencher.iter(|| count(text, expected, 1, Kernel::best())));
    }
    for problem in &LEAPERS {
        group.bench_function(problem.text, |bencher| bencher.iter(|| count_leapers(problem)));
    }
    for RowProblem { text, count: expected, .. } in &ROWS[..6] {
        group.bench_function(*text, |bencher| bencher.iter(|| count(text, *expected, 1, Kernel::best())));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = ratios, times
}
criterion_main!(benches);
