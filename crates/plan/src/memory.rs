//! How much memory a count may take if nobody says, and how amounts of it are shown.

/// Four fifths of the memory that the system says is available; `None` where that cannot be learnt.
///
/// No count takes so much by itself: it is a [limit](super::Settings::with_memory) for whoever has none in mind, so that a count
/// is refused, or done in another way, before the system runs out of memory.
#[must_use]
pub fn available_memory() -> Option<u64> {
    four_fifths("MemAvailable:")
}

/// Four fifths of the memory that the machine has; `None` where that cannot be learnt.
#[must_use]
pub fn total_memory() -> Option<u64> {
    four_fifths("MemTotal:")
}

/// Four fifths of the memory that the system says of this name.
fn four_fifths(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024 / 5 * 4)
}

/// Bytes that are needed, with three digits: rounded up, so that allowing what is shown is enough.
#[must_use]
pub fn needed(bytes: u64) -> String {
    shown(bytes, u64::div_ceil)
}

/// Bytes that are allowed, with three digits: rounded down, so that less than what is needed looks like less.
#[must_use]
pub fn allowed(bytes: u64) -> String {
    shown(bytes, |bytes, step| bytes / step)
}

fn shown(bytes: u64, steps: impl Fn(u64, u64) -> u64) -> String {
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
            assert_eq!((needed(bytes).as_str(), allowed(bytes).as_str()), (at_least, at_most));
        }
    }

    /// Who reads two amounts sees which is more.
    #[test]
    fn what_is_not_enough_does_not_look_like_enough() {
        for bytes in (0..64).map(|power| 1u64 << power) {
            for (need, limit) in [(bytes, bytes - 1), (bytes + 1, bytes), (bytes, bytes / 3)] {
                assert_ne!(needed(need), allowed(limit), "{need} {limit}");
            }
        }
    }
}
