//! Estimates as lines of text.

use super::number::{reproducible_interval, scientific};
use crate::report::numbers;
use crate::report::text::{Style, legend, rule};
use crate::search::{CONFIDENCE, Estimate, Interval};
use std::f64::consts::LN_10;

/// The ratio of upper to lower end above which an interval is written in powers of ten.
const WIDE: f64 = 2.5;
/// The size below which numbers are written out.
const SHORT: f64 = 1e7;

/// Reports an estimate as a line of text, for a person also with its time.
#[must_use]
pub fn text(estimate: &Estimate, style: Style) -> String {
    let problem = &estimate.question.problem;
    let number = match &estimate.interval {
        Some(interval) => format_interval(interval, style),
        None if style == Style::Number => "?".to_owned(),
        None if estimate.populations == 0 => {
            return format!("{problem}: nothing known yet, stopped before there was an estimate\n");
        }
        None if estimate.size == 0 => {
            return format!(
                "{problem}: no placement, because these pieces cannot stand on this board together\n"
            );
        }
        None if estimate.found == 0 => {
            let tried = numbers::group_digits(&(estimate.populations * estimate.size).into());
            return format!(
                "{problem}: no placement found among {tried} arrangements, which proves nothing\n"
            );
        }
        None => {
            let Estimate { found, populations, .. } = estimate;
            return format!(
                "{problem}: placements found, but too few for an estimate ({found} of {populations} populations)\n"
            );
        }
    };
    if style == Style::Number {
        return format!("≈{number}\n");
    }
    let confidence = confidence();
    let precision = estimate.interval.as_ref().map_or(String::new(), precision);
    let stopped = if estimate.complete { "" } else { ", stopped before it was as precise as asked for" };
    let mut text = format!("{problem}: ≈ {number} ({precision}, {confidence}){stopped}\n");
    if style.is_for_person() {
        let Estimate { populations, size, steps, seed, elapsed, .. } = estimate;
        let how = match style {
            Style::Verbose => format!(
                "annealed in {steps} steps, {} of {size} arrangements, seed {seed}, ",
                numbers::count_noun(*populations, "population")
            ),
            _ => String::new(),
        };
        text += &format!("{}{}  {how}{}\n", legend(problem), rule(problem), numbers::time(*elapsed));
    }
    text
}

/// Reports an estimate as part of an explanation, with a way to get a better one.
pub(in crate::report) fn beside_plan(estimate: &Estimate) -> String {
    match reproducible_interval(estimate) {
        Some(interval) => {
            let (number, precision) = (format_interval(interval, Style::Plain), precision(interval));
            format!("≈ {number} ({precision}, {}); closer: count --estimate 1%", confidence())
        }
        None => "not in a moment: run 'count --estimate 5%'".to_owned(),
    }
}

fn confidence() -> String {
    format!("{:.0} %", 100.0 * CONFIDENCE)
}

fn is_wide(interval: &Interval) -> bool {
    (interval.high - interval.low).exp() > WIDE
}

/// Writes the number with its significant digits.
fn format_interval(interval: &Interval, style: Style) -> String {
    if is_wide(interval) {
        let decimals = decimals(interval);
        return format!("10^{:.decimals$}", interval.logarithm / LN_10);
    }
    // The last digit is about as uncertain as it looks.
    let certain = -interval.relative_error().max(1e-12).log10();
    let digits = (certain.round().max(0.0) as usize + 1).clamp(2, 12);
    let number = interval.logarithm.exp();
    if number < SHORT {
        let unit = 10f64.powi(number.max(1.0).log10().floor() as i32 + 1 - digits as i32).max(1.0);
        return style.number(&(((number / unit).round() * unit) as u64).into());
    }
    scientific(interval.logarithm, digits)
}

/// Writes the precision: `±0.6 %`, or both ends.
fn precision(interval: &Interval) -> String {
    if is_wide(interval) {
        let decimals = decimals(interval);
        let end = |logarithm: f64| format!("10^{:.decimals$}", logarithm / LN_10);
        return format!("{} to {}", end(interval.low), end(interval.high));
    }
    let percent = 100.0 * interval.relative_error();
    match percent {
        percent if percent >= 9.95 => format!("±{percent:.0} %"),
        percent if percent >= 0.095 => format!("±{percent:.1} %"),
        percent => format!("±{percent:.2} %"),
    }
}

/// Returns the number of significant decimals of an exponent of ten.
fn decimals(interval: &Interval) -> usize {
    let half = (interval.high - interval.low) / (2.0 * LN_10);
    (-(half / 2.0).log10()).ceil().clamp(1.0, 6.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(logarithm: f64, half: f64) -> Interval {
        let mut interval = Interval::default();
        (interval.logarithm, interval.low, interval.high) = (logarithm, logarithm - half, logarithm + half);
        interval
    }

    #[test]
    fn as_many_digits_are_shown_as_mean_something() {
        for (log10, half, number, shown) in [
            (143.3692, 0.006, "2.34e143", "±0.6 %"),
            (143.3692, 0.05, "2.3e143", "±5.1 %"),
            (143.999_99, 0.05, "1.0e144", "±5.1 %"),
            (2.0, 0.011, "100", "±1.1 %"),
            (5.5504, 0.011, "355000", "±1.1 %"),
            (5.5504, 0.3, "360000", "±35 %"),
            (291.44, 1.0, "10^291.4", "10^291.0 to 10^291.9"),
            (10.5914, 0.0001, "3.9030e10", "±0.01 %"),
        ] {
            let interval = interval(log10 * LN_10, half);
            assert_eq!(
                (format_interval(&interval, Style::Plain), precision(&interval)),
                (number.to_owned(), shown.to_owned())
            );
        }
    }
}
