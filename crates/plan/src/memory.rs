//! The memory limit of a count: parsing, the default, and printing.

/// A limit below this number of bytes is a mistake: `2` means `2G` without its unit.
const LEAST_BYTES: f64 = 1e6;

/// Below this, a number without a unit is assumed to mean gigabytes.
const FEW: f64 = 64.0;

/// Returns four fifths of the memory that the system reports as available; `None` if the system does not
/// report it.
///
/// A count does not take this much by default. The value is a [limit](super::Settings::with_memory) for
/// callers without one of their own. With it a count is rejected, or done in another way, before the system
/// runs out of memory.
#[must_use]
pub fn available_memory() -> Option<u64> {
    four_fifths("MemAvailable:")
}

/// Returns four fifths of the memory of the machine; `None` if the system does not report it.
#[must_use]
pub fn total_memory() -> Option<u64> {
    four_fifths("MemTotal:")
}

/// Returns four fifths of the memory that the system reports under this name.
fn four_fifths(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024 / 5 * 4)
}

/// Formats needed bytes with three digits, rounded up, so that a limit of the printed amount is enough.
#[must_use]
pub fn format_needed(bytes: u64) -> String {
    format_bytes(bytes, u64::div_ceil)
}

/// Formats allowed bytes with three digits, rounded down, so that too small a limit looks too small.
#[must_use]
pub fn format_allowed(bytes: u64) -> String {
    format_bytes(bytes, |bytes, step| bytes / step)
}

fn format_bytes(bytes: u64, steps: impl Fn(u64, u64) -> u64) -> String {
    let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)];
    let Some((name, unit)) = units.into_iter().find(|&(_, unit)| bytes >= unit) else {
        return format!("{bytes} bytes");
    };
    let step = match bytes / unit {
        0..10 => unit / 100,
        10..100 => unit / 10,
        _ => unit,
    };
    format!("{} {name}", (steps(bytes, step) * step) as f64 / unit as f64)
}

/// Why a text is not a size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The number of bytes is too small to be meant as a limit.
    #[error("{number} bytes are too few; did you mean {number}{unit}?")]
    TooFew {
        /// The number, as written.
        number: String,
        /// A unit that the user may have meant.
        unit: char,
    },
    /// The text is not a number with a unit.
    #[error("expected a number and a unit: 500M, 2G, 1.5GiB")]
    Unreadable,
}

/// Parses a size such as `500M`, `2G` or `1.5GiB`: a number of bytes for
/// [`Settings::with_memory`](super::Settings::with_memory).
///
/// # Errors
/// Any other text, and fewer than a million bytes without a unit.
pub fn memory_size(text: &str) -> Result<u64, SizeError> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.trim_start().to_ascii_lowercase();
    let is_bare = unit.is_empty();
    let unit = unit.strip_suffix('b').unwrap_or(&unit);
    let (scale, prefix) = unit.strip_suffix('i').map_or((1000f64, unit), |prefix| (1024f64, prefix));
    let power = ["", "k", "m", "g", "t"].iter().zip(0..).find(|(name, _)| **name == prefix);
    match (number.parse::<f64>(), power) {
        (Ok(bytes), _) if is_bare && bytes < LEAST_BYTES => {
            let unit = if bytes < FEW { 'G' } else { 'M' };
            Err(SizeError::TooFew { number: number.to_owned(), unit })
        }
        (Ok(number), Some((_, power))) => Ok((number * scale.powi(power)) as u64),
        _ => Err(SizeError::Unreadable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_three_digits() {
        for (bytes, at_least, at_most) in [
            (999, "999 bytes", "999 bytes"),
            (1_000, "1 kB", "1 kB"),
            (949_999, "950 kB", "949 kB"),
            (8_000_000_000, "8 GB", "8 GB"),
            (8_000_000_001, "8.01 GB", "8 GB"),
            (8_362_429_391, "8.37 GB", "8.36 GB"),
            (20_000_000, "20 MB", "20 MB"),
            (123_456_789_000, "124 GB", "123 GB"),
        ] {
            assert_eq!((format_needed(bytes).as_str(), format_allowed(bytes).as_str()), (at_least, at_most));
        }
    }

    /// The two printed amounts show which is larger.
    #[test]
    fn what_is_not_enough_does_not_look_like_enough() {
        for bytes in (0..64).map(|power| 1u64 << power) {
            for (need, limit) in [(bytes, bytes - 1), (bytes + 1, bytes), (bytes, bytes / 3)] {
                assert_ne!(format_needed(need), format_allowed(limit), "{need} {limit}");
            }
        }
    }

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("0M", 0),
            ("64B", 64),
            ("1000000", 1_000_000),
            ("500M", 500_000_000),
            ("500 mb", 500_000_000),
            ("2G", 2_000_000_000),
            ("1.5GiB", 1_610_612_736),
            ("4ki", 4096),
        ] {
            assert_eq!(memory_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "1X", "1.2.3G", "-5M", "5MM"] {
            assert_eq!(memory_size(text), Err(SizeError::Unreadable), "{text}");
        }
        for (text, meant) in [("2", "2G?"), ("0.5", "0.5G?"), ("500", "500M?"), ("999999", "999999M?")] {
            assert!(memory_size(text).unwrap_err().to_string().ends_with(meant), "{text}");
        }
    }
}
