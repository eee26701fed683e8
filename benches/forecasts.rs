//! Forecasts of plans that combine engines, compared with the recorded times of
//! `results/benchmarks/README.md`.
//!
//! Nothing is counted here. But sweeps are forecast from the time that their first lines take, so a busy
//! machine forecasts longer times. `cargo bench -p armistice-benches --bench forecasts` prints all forecasts,
//! and fails if one of them is wrong.

#![allow(clippy::unwrap_used, reason = "a benchmark that fails should stop")]
#![allow(clippy::print_stdout, reason = "forecasts are the result")]

use armistice::plan::{Settings, plan};
use armistice::{Problem, Question};

/// A factor by which a forecast may differ from the recorded time, relative to the other forecasts. All
/// forecasts of a slow machine are longer.
const MOST: f64 = 3.0;
/// The seconds below which a forecast is good if the recorded time is short too. Planning, which is not
/// forecast, then takes a good part of the time.
const SHORT: f64 = 1.0;

/// Returns the rows of the table: the problem, and the time that counting takes, in seconds.
fn recorded() -> Vec<(Problem, f64)> {
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/../results/benchmarks/README.md");
    let records = std::fs::read_to_string(records).unwrap();
    let (_, table) = records.split_once("**Plans that combine engines**").unwrap();
    let rows =
        table.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with("| `"));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        // Counts up to symmetry are other questions.
        let problem = cells[0].trim_matches('`').parse().ok()?;
        let (number, unit) = cells[2].split_once(' ').unwrap_or_else(|| panic!("{row}"));
        let seconds: f64 = number.parse().unwrap_or_else(|error| panic!("{row}: {error}"));
        assert!(unit.starts_with('s'), "{row}: a time in seconds");
        Some((problem, seconds))
    })
    .collect()
}

fn main() {
    let rows = recorded();
    assert!(rows.len() >= 12, "{rows:?}");
    let settings = Settings::default().with_threads(1).with_memory(4 << 30);
    let forecasts = rows.into_iter().map(|(problem, taken)| {
        let plan = plan(&Question::new(problem.clone()), &settings)
            .unwrap_or_else(|error| panic!("{problem}: {error}"));
        (problem, taken, plan.summary().estimate.seconds)
    });
    let forecasts: Vec<(Problem, f64, f64)> = forecasts.collect();
    let mut ratios: Vec<f64> = forecasts.iter().map(|(_, taken, forecast)| forecast / taken).collect();
    ratios.sort_by(f64::total_cmp);
    let middle = ratios[ratios.len() / 2];
    println!("forecasts are {middle:.2} times the recorded times in the middle");
    let mut wrong = 0;
    for (problem, taken, forecast) in forecasts {
        let ratio = forecast / taken / middle;
        let is_wrong = (taken > SHORT || forecast > SHORT) && !(1.0 / MOST..=MOST).contains(&ratio);
        wrong += usize::from(is_wrong);
        let mark = if is_wrong { ", wrong" } else { "" };
        println!("{problem}: took {taken} s, forecast at {forecast:.2} s{mark}");
    }
    assert_eq!(wrong, 0, "wrong forecasts");
}
