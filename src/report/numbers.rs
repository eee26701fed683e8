//! Numbers for people: digits in groups, times and sizes with units. This is the only file that uses
//! num-format.

use num_bigint::BigUint;
use num_format::{Locale, ToFormattedString};
use std::time::Duration;

/// Writes a count with its digits in groups of three: `453,402,912`.
#[must_use]
pub fn group_digits(count: &BigUint) -> String {
    match u128::try_from(count) {
        Ok(count) => count.to_formatted_string(&Locale::en),
        // num-format stops at 128 bits. The number is split, and the rest is grouped in the same way.
        Err(_) => {
            let unit = BigUint::from(10u32).pow(36);
            let low = u128::try_from(count % &unit).unwrap_or(0);
            // A leading digit keeps the zeros of the low part.
            let low = (10u128.pow(36) + low).to_formatted_string(&Locale::en);
            format!("{}{}", group_digits(&(count / unit)), &low[1..])
        }
    }
}

/// Writes a large number in short: `312`, `4.5k`, `37M`, `1.2e48`.
#[must_use]
pub fn shorten(number: f64) -> String {
    let units = [(1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    if number >= 999.5e18 {
        return format!("{number:.1e}");
    }
    // A number that would be rounded up to the next unit is shown in that unit.
    match units.iter().find(|(unit, _)| number >= *unit * 0.9995) {
        Some((unit, name)) if number / unit < 9.95 => format!("{:.1}{name}", number / unit),
        Some((unit, name)) => format!("{:.0}{name}", number / unit),
        None => format!("{number:.0}"),
    }
}

/// Writes a number of things: `1 term`, `2 terms`.
#[must_use]
pub fn count_noun(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Writes a share: `37.2 %`. An unfinished share is never shown as 100 %.
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = (share * 1000.0).floor() / 10.0;
    // An empty sum of shares is the negative zero.
    format!("{:.1} %", percent.clamp(0.0, 100.0).abs())
}

/// The seconds of a year.
const YEAR: f64 = 365.25 * 86400.0;

/// Writes a time with two or three digits: `85 µs`, `1.20 s`, `3 min 05 s`, `2 d 4 h`, `48 years`.
#[must_use]
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let whole = seconds.round() as u64;
    match seconds {
        s if s < 0.9995e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 0.99995 => format!("{:.1} ms", s * 1e3),
        s if s < 59.995 => format!("{s:.2} s"),
        _ if whole < 3600 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ if whole < 86400 => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
        _ if whole < 400 * 86400 => format!("{} d {} h", whole / 86400, whole / 3600 % 24),
        s if s < 10.0 * YEAR => format!("{:.1} years", s / YEAR),
        s => format!("{} years", group_digits(&((s / YEAR).round() as u64).into())),
    }
}

/// Writes an expected number of seconds like [`time`], and more than a thousand years as a power: `2e49 years`.
#[must_use]
pub fn expected_time(seconds: f64) -> String {
    match Duration::try_from_secs_f64(seconds) {
        Ok(expected) if seconds < 3e10 => time(expected),
        _ => format!("{:.0e} years", seconds / YEAR),
    }
}

/// Writes a number of bytes: `3.5 kB`.
#[must_use]
pub fn bytes(bytes: usize) -> String {
    let short = shorten(bytes as f64);
    let (digits, unit) = short.split_at(short.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(short.len()));
    format!("{digits} {unit}B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_is_done() {
        let nothing: f64 = [].iter().sum();
        for (share, shown) in [(nothing, "0.0 %"), (0.3729, "37.2 %"), (0.9999, "99.9 %"), (1.0, "100.0 %")] {
            assert_eq!(percent(share), shown);
        }
    }

    #[test]
    fn digits_are_grouped_at_every_size() {
        for (count, expected) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            (
                "340282366920938463463374607431768211456",
                "340,282,366,920,938,463,463,374,607,431,768,211,456",
            ),
            (
                "12000000000000000000000000000000000000000000000007",
                "12,000,000,000,000,000,000,000,000,000,000,000,000,000,000,000,007",
            ),
        ] {
            assert_eq!(group_digits(&count.parse().unwrap()), expected);
        }
    }

    #[test]
    fn units_fit_the_size() {
        assert_eq!(shorten(999.0), "999");
        assert_eq!(shorten(4_500.0), "4.5k");
        assert_eq!(shorten(37e6), "37M");
        assert_eq!(shorten(999_999.0), "1.0M");
        assert_eq!(shorten(9_990.0), "10k");
        assert_eq!(shorten(9.99e20), "999E");
        assert_eq!(shorten(1e21), "1.0e21");
        assert_eq!(shorten(1.24e48), "1.2e48");
        assert_eq!(expected_time(1.2), "1.20 s");
        assert_eq!(expected_time(6.3e56), "2e49 years");
        assert_eq!(time(Duration::from_micros(999_999)), "1.00 s");
        assert_eq!(time(Duration::from_secs_f64(59.999)), "1 min 00 s");
        assert_eq!(time(Duration::from_secs_f64(3599.9)), "1 h 00 min");
        assert_eq!(time(Duration::from_micros(85)), "85 µs");
        assert_eq!(time(Duration::from_millis(1200)), "1.20 s");
        assert_eq!(time(Duration::from_secs(185)), "3 min 05 s");
        assert_eq!(time(Duration::from_secs(187_200)), "2 d 4 h");
        assert_eq!(time(Duration::from_secs(399 * 86400)), "399 d 0 h");
        assert_eq!(time(Duration::from_secs(400 * 86400)), "1.1 years");
        assert_eq!(time(Duration::from_secs(17_572 * 86400)), "48 years");
        assert_eq!(time(Duration::from_secs(11_859_000 * 86400)), "32,468 years");
        assert_eq!(bytes(3_512), "3.5 kB");
        assert_eq!(bytes(12), "12 B");
    }
}
