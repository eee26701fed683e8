//! Counting on one thread, beside the textbook search in the same process, and on two threads.
//!
//! Every run checks its count. `cargo bench` first prints the ratios, measured in pairs, then criterion's times.

#![allow(missing_docs, reason = "criterion's macros make public items")]
#![allow(clippy::unwrap_used, reason = "a benchmark that fails should stop")]
#![allow(clippy::print_stdout, reason = "ratios are the result")]

mod textbook;

use armistice::Problem;
use armistice::engines::{self, Engine, Kernel, Settings, Silent};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Problems with their counts.
const PROBLEMS: [(&str, u64); 3] =
    [("7x7 K2 Q2 B2 N", 3_063_828), ("8x8 R2 B2 N2 Q K", 453_402_912), ("7x7 N4 K3 B3", 429_585_912)];

/// A problem with a piece in each of `n` rows, its count, its baseline and `n`.
type RowProblem = (&'static str, u64, fn(u32) -> u64, u32);

const ROWS: [RowProblem; 5] = [
    ("14x14 X14 X=RCC", 45_188_572, textbook::count_rows::<textbook::RookRiders>, 14),
    ("14x14 X14 X=QC", 4_188, textbook::count_rows::<textbook::QueenLeapers>, 14),
    ("16x16 X16 X=QC", 182_456, textbook::count_rows::<textbook::QueenLeapers>, 16),
    ("16x16 Q16", 14_772_512, textbook::count_rows::<textbook::Queens>, 16),
    ("16x16 A16", 202_900, textbook::count_rows::<textbook::Amazons>, 16),
];

/// More work than a second on one thread, for scaling.
const LONG: (&str, u64) = ("8x8 K3 N5 B3", 108_007_954_000);

/// Counts from problem text to number, tables and units included, and checks it.
fn count(text: &str, expected: u64, threads: usize, kernel: Kernel) {
    count_by(Engine::Best, text, expected, threads, kernel);
}

fn count_by(engine: Engine, text: &str, expected: u64, threads: usize, kernel: Kernel) {
    let problem: Problem = black_box(text).parse().unwrap();
    let settings = Settings { engine, threads: Some(threads), kernel: Some(kernel), ..Settings::default() };
    let outcome = engines::plan(&problem, &settings).unwrap().run(&Silent).unwrap();
    assert_eq!(u64::try_from(outcome.count).unwrap(), expected, "{text}");
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

/// Runs two things in turn and returns the medians of their times.
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
        for kernel in Kernel::ALL.into_iter().filter(|&kernel| kernel.is_available() && kernel != best) {
            let (other, fast) =
                pairs(5, || count(text, expected, 1, kernel), || count(text, expected, 1, best));
            let ratio = other.as_secs_f64() / fast.as_secs_f64();
            println!("{text}: cells on {kernel} {other:.2?}, {ratio:.2} times the time of {best}");
        }
    }
    for (text, expected, baseline, n) in ROWS {
        let textbook = || assert_eq!(baseline(black_box(n)), expected, "{text}, textbook");
        for kernel in Kernel::ALL.into_iter().filter(|&kernel| kernel.is_available()) {
            let (slow, fast) = pairs(5, textbook, || count_by(Engine::Rows, text, expected, 1, kernel));
            let ratio = slow.as_secs_f64() / fast.as_secs_f64();
            println!("{text}: textbook {slow:.2?}, rows on {kernel} {fast:.2?}, ratio {ratio:.1}");
        }
    }
    let (text, expected) = LONG;
    let (one, two) = pairs(3, || count(text, expected, 1, best), || count(text, expected, 2, best));
    println!(
        "{text}: one thread {one:.2?}, two {two:.2?}, ratio {:.2}",
        one.as_secs_f64() / two.as_secs_f64()
    );
}

fn times(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count on one thread");
    for (text, expected) in PROBLEMS {
        group.bench_function(text, |bencher| bencher.iter(|| count(text, expected, 1, Kernel::best())));
    }
    for (text, expected, ..) in ROWS {
        let by_rows = || count_by(Engine::Rows, text, expected, 1, Kernel::best());
        group.bench_function(text, |bencher| bencher.iter(by_rows));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = ratios, times
}
criterion_main!(benches);
