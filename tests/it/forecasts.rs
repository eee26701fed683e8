//! Forecasts of plans that combine engines, compared with the recorded times of
//! `results/benchmarks/README.md`. Nothing is counted here, so this is a test of forecasts and not of times.

use crate::common::one_in;
use armistice::plan::{Settings, plan};
use armistice::{Problem, Question};

/// A factor by which a forecast may differ from the recorded time, relative to the other forecasts. All
/// forecasts of a slow machine are longer. Programs with checks take twice as long for the sweeps that some
/// forecasts are measured by, but no longer for the others.
const MOST: f64 = if cfg!(debug_assertions) { 6.0 } else { 3.0 };
/// The recorded seconds of the longest count that is forecast without `ARMISTICE_TESTS=all`, or by a program
/// with checks. Sweeps of a second do not end in the time that a forecast allows if they take twice as long.
const LONGEST_OF_SAMPLE: f64 = 10.0;
/// The seconds below which a forecast is good if the recorded time is short too. Planning, which is not
/// forecast, then takes a good part of the time.
const SHORT: f64 = 1.0;

/// Returns the rows of the table: the problem, and the time that counting takes, in seconds.
fn recorded() -> Vec<(Problem, f64)> {
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/results/benchmarks/README.md");
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

#[test]
fn recorded_times_are_forecast() {
    let is_all = one_in() == 1 && !cfg!(debug_assertions);
    let longest = if is_all { f64::INFINITY } else { LONGEST_OF_SAMPLE };
    let rows: Vec<_> = recorded().into_iter().filter(|&(_, seconds)| seconds <= longest).collect();
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
    let is_wrong = |&&(_, taken, forecast): &&(Problem, f64, f64)| {
        let ratio = forecast / taken / middle;
        (taken > SHORT || forecast > SHORT) && !(1.0 / MOST..=MOST).contains(&ratio)
    };
    let line = |(problem, taken, forecast): &(Problem, f64, f64)| {
        format!("{problem}: took {taken} s, forecast at {forecast:.2} s")
    };
    let wrong: Vec<String> = forecasts.iter().filter(is_wrong).map(line).collect();
    assert!(wrong.is_empty(), "middle ratio {middle:.2}: {wrong:#?}");
}
