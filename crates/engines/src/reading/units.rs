//! The first pieces as units, the heaviest ones split first, and random descents from them
//! ([`crate::engines::estimate`]).

use super::walk::{Extension, Reading};
use crate::engines::estimate::Sample;
use crate::engines::random::Random;
use crate::engines::tuning::Granularity;
use std::collections::BinaryHeap;

/// The usual maximum number of units; it is exceeded only if units are expected to take longer than
/// [`MAX_UNIT_NS`].
///
/// More units would not help: thousands of placements take only a millisecond, and units have no weights to
/// gain from.
const USUAL_UNITS: usize = 1 << 9;
/// The maximum expected time of a unit in nanoseconds; longer units are split beyond the usual number.
const MAX_UNIT_NS: f64 = 1e10;
/// The maximum number of units.
const MAX_UNITS: usize = 1 << 14;
/// The minimum expected cost of a unit that is split, in nanoseconds.
const MIN_SPLIT_NS: f64 = 50_000.0;
/// Nanoseconds for a placement that is checked at the end.
const LOOKED_AT: f64 = 60.0;

/// Placements with the same first pieces.
#[derive(Debug, Clone)]
pub(super) struct PlacementUnit {
    /// The pieces as squares and kinds, in reading order.
    pub(super) pieces: Vec<(usize, usize)>,
    /// The number of pieces to come.
    left: u32,
    /// The expected cost.
    pub(super) work: f64,
}

impl PlacementUnit {
    fn key(&self) -> (f64, &[(usize, usize)]) {
        (self.work, &self.pieces)
    }
}

impl Ord for PlacementUnit {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let (work, pieces) = self.key();
        work.total_cmp(&other.work).then(pieces.cmp(&other.pieces))
    }
}

impl PartialOrd for PlacementUnit {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PlacementUnit {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for PlacementUnit {}

/// Returns all units, in reading order of their pieces.
pub(super) fn split(tables: &dyn Reading, granularity: Granularity) -> Vec<PlacementUnit> {
    let mut heap = BinaryHeap::new();
    let mut units = Vec::new();
    let whole = tables.candidates(&[]).map(|(todo, left)| unit(tables, Vec::new(), todo.len(), left));
    let work = whole.as_ref().map_or(0.0, |whole| whole.work);
    let most = granularity.max_units.min(((work / MAX_UNIT_NS) as usize).clamp(USUAL_UNITS, MAX_UNITS));
    heap.extend(whole);
    let mut extender = tables.extender();
    while units.len() + heap.len() < most
        && let Some(heaviest) = heap.pop()
    {
        let PlacementUnit { pieces, left, work } = &heaviest;
        if *left > 1 && (*work > MIN_SPLIT_NS || granularity.finest) {
            heap.extend(extender.extensions(pieces).into_iter().map(|Extension { piece, places }| {
                unit(tables, [pieces.as_slice(), &[piece]].concat(), places, left - 1)
            }));
        } else {
            // A unit that is not worth splitting is put aside.
            units.push(heaviest);
        }
    }
    units.extend(heap);
    units.sort_by(|a, b| a.pieces.cmp(&b.pieces));
    units
}

/// Creates a unit whose next piece can stand in `next` places.
fn unit(tables: &dyn Reading, pieces: Vec<(usize, usize)>, next: usize, left: u32) -> PlacementUnit {
    let from = pieces.last().map_or(0, |piece| piece.0 + 1);
    // On average, half of the remaining squares are expected to be open to the piece after the next one.
    let rest = (tables.squares() - from) as f64 / 2.0;
    let work = tables.node_nanoseconds() * (1.0 + next as f64 * sets(rest, left.saturating_sub(2)));
    PlacementUnit { pieces, left, work }
}

/// Estimates the number of ways in which `pieces` pieces can stand on `squares` squares.
fn sets(squares: f64, pieces: u32) -> f64 {
    let factors = (1..=pieces).map(|piece| (squares / f64::from(piece)).max(1.0));
    factors.fold(1.0, |product, factor| (product * factor).min(1e250))
}

/// Makes one descent from a unit. Checking placements one by one takes additional time.
pub(super) fn sample(
    tables: &dyn Reading,
    pieces: &[(usize, usize)],
    are_looked_at: bool,
    random: &mut Random,
) -> Sample {
    let placed = tables.node_nanoseconds();
    let mut pieces = pieces.to_vec();
    let mut sample = Sample { nodes: 0.0, nanoseconds: 100.0, spent: 1000.0 };
    let mut stands_for = 1.0;
    loop {
        let found = tables.candidates(&pieces);
        sample.spent += 200.0 + placed * pieces.len() as f64;
        sample.nodes += stands_for;
        sample.nanoseconds += stands_for * placed;
        let Some((open, left)) = found else { return sample };
        if left == 1 {
            if are_looked_at {
                sample.nanoseconds += stands_for * LOOKED_AT * open.len() as f64;
            }
            return sample;
        }
        // Low squares have more squares above them.
        let weight = |&(_, square): &(usize, usize)| {
            ((tables.squares() - square) as f64).powi(left.min(60) as i32 - 1)
        };
        let weights: Vec<f64> = open.iter().map(weight).collect();
        let Some((chosen, chance)) = random.choose(&weights, 0.0) else { return sample };
        let (kind, square) = open[chosen];
        stands_for /= chance;
        pieces.push((square, kind));
        sample.spent += 10.0 * open.len() as f64;
    }
}
