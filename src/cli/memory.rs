//! How much memory a count may take, as typed, or as there is.

use crate::plan::{available_memory, total_memory};
use std::sync::OnceLock;

/// Fewer bytes are no limit that anyone means: `2` is `2G` without its unit.
const LEAST_BYTES: f64 = 1e6;

/// Below it a number without a unit is taken for one of gigabytes.
const FEW: f64 = 64.0;

/// The limit if none was typed, the same for all that this process does: what was free when it was first asked.
pub(super) fn free() -> Option<u64> {
    static FREE: OnceLock<Option<u64>> = OnceLock::new();
    *FREE.get_or_init(available_memory)
}

/// Whether this machine has the memory that is needed, and only what is free of it is too little.
pub(super) fn is_scarce_now(needed: u64, allowed: u64) -> bool {
    free() == Some(allowed) && total_memory().is_some_and(|total| needed <= total)
}

/// Reads a size like `500M`, `2G` or `1.5GiB`.
pub(super) fn parse(text: &str) -> Result<u64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.trim_start().to_ascii_lowercase();
    let is_bare = unit.is_empty();
    let unit = unit.strip_suffix('b').unwrap_or(&unit);
    let (scale, prefix) = unit.strip_suffix('i').map_or((1000f64, unit), |prefix| (1024f64, prefix));
    let power = ["", "k", "m", "g", "t"].iter().zip(0..).find(|(name, _)| **name == prefix);
    match (number.parse::<f64>(), power) {
        (Ok(bytes), _) if is_bare && bytes < LEAST_BYTES => {
            let meant = if bytes < FEW { 'G' } else { 'M' };
            Err(format!("a size has a unit, and {number} bytes are too few: did you mean {number}{meant}?"))
        }
        (Ok(number), Some((_, power))) => Ok((number * scale.powi(power)) as u64),
        _ => Err("expected a number and a unit: 500M, 2G, 1.5GiB".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "1X", "1.2.3G", "-5M", "5MM"] {
            assert!(parse(text).is_err(), "{text}");
        }
        for (text, meant) in [("2", "2G?"), ("0.5", "0.5G?"), ("500", "500M?"), ("999999", "999999M?")] {
            assert!(parse(text).unwrap_err().ends_with(meant), "{text}");
        }
    }
}
