//! Durations: `30`, `10s`, `5min`, `2h`, `1h30m`, `90 seconds`.

use crate::clock::Instant;
use std::time::Duration;

/// Returns the end of a time that begins now; `None` if there is no limit, or if it is too far away for a
/// clock.
pub(super) fn end(budget: Option<Duration>) -> Option<Instant> {
    budget.and_then(|budget| Instant::now().checked_add(budget))
}

/// Reads a duration: a number of seconds, or numbers with units.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    match seconds(text).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(time) if time > Duration::ZERO => Ok(time),
        _ => Err("expected a number above 0 and a unit: 10s, 5min, 2h, 1h30m, or seconds alone".to_owned()),
    }
}

fn seconds(text: &str) -> Option<f64> {
    let mut rest = text.trim();
    let (mut sum, mut parts) = (0.0, 0);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let after = after.trim_start();
        let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        // A number without a unit is in seconds, and cannot be part of a longer duration.
        if unit.is_empty() && (parts > 0 || !after.is_empty()) {
            return None;
        }
        sum += number.parse::<f64>().ok()? * scale(unit)?;
        parts += 1;
        rest = after.trim_start();
    }
    (parts > 0).then_some(sum)
}

fn scale(unit: &str) -> Option<f64> {
    Some(match unit {
        "ms" => 1e-3,
        "" | "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "min" | "mins" | "m" | "minute" | "minutes" => 60.0,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3600.0,
        "d" | "day" | "days" => 86400.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, seconds) in [
            ("30", 30.0),
            ("10s", 10.0),
            ("1.5 min", 90.0),
            ("2h", 7200.0),
            ("20ms", 0.02),
            ("30sec", 30.0),
            ("1h30m", 5400.0),
            ("1h 30min", 5400.0),
            ("5 hours", 18000.0),
            ("2 days", 172_800.0),
        ] {
            assert_eq!(parse(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in
            ["", "s", "0", "0s", "-5", "1x", "1.2.3", "999999999999999999999d", "1h30", "30 1h", "5 weeks"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
