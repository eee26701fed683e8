//! The units: parts of the labellings of the ranks of a share.

/// The approximate number of units, if there is work for that many.
const UNITS: f64 = 600.0;
/// The least work of a unit, in about nanoseconds.
const MIN_UNIT_NS: f64 = 1e5;

/// The labellings of the ranks of a share that fall to one of its parts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RankUnit {
    pub(super) share: usize,
    pub(super) part: usize,
    pub(super) parts: usize,
    /// The expected work, in about nanoseconds.
    pub(super) work: f64,
}

/// Returns the units of all shares, in the order of the shares. Each share is given by the number of
/// labellings of its ranks and its work.
pub(super) fn units(shares: impl Iterator<Item = (f64, f64)>) -> Vec<RankUnit> {
    let shares: Vec<(f64, f64)> = shares.collect();
    let total: f64 = shares.iter().map(|(_, work)| work).sum();
    let unit = (total / UNITS).max(MIN_UNIT_NS);
    let mut units = Vec::new();
    for (share, (labellings, work)) in shares.into_iter().enumerate() {
        let parts = (work / unit).ceil().clamp(1.0, labellings.max(1.0)) as usize;
        units.extend((0..parts).map(|part| RankUnit { share, part, parts, work: work / parts as f64 }));
    }
    units
}
