//! Times as typed: `30`, `10s`, `5min`, `2h`.

use std::time::Duration;

/// Reads a time: a number of seconds, or one with a unit.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let scale = match unit.trim() {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "min" | "m" => 60.0,
        "h" => 3600.0,
        "d" => 86400.0,
        _ => 0.0,
    };
    let seconds = number.parse::<f64>().unwrap_or_default() * scale;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ => Err("a time is a number above 0 and a unit: 10s, 5min, 2h, or seconds alone".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, seconds) in
            [("30", 30.0), ("10s", 10.0), ("1.5 min", 90.0), ("2h", 7200.0), ("20ms", 0.02)]
        {
            assert_eq!(parse(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in ["", "s", "0", "0s", "-5", "1x", "1.2.3", "999999999999999999999d", "5 hours"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
