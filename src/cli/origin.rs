//! The date of a count, for tables that are kept.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_A_DAY: u64 = 86_400;

/// Returns the date in Greenwich, like `2026-11-20`.
pub(super) fn date_today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / SECONDS_A_DAY)
}

/// Returns the date that is `days` days after 1970-01-01.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(if year.is_multiple_of(100) { 400 } else { 4 });
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_777, "2026-11-20"),
        ] {
            assert_eq!(date(days), expected);
        }
        assert_eq!(date(20_453), "2025-12-31");
    }
}
