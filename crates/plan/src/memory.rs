//! How much memory a count may take if nobody says.

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
