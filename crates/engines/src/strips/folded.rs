//! Placements that a symmetry of the strip fixes: the strip folded.
//!
//! Such a placement is determined by one half of it. If a piece is placed in that half, its image is placed
//! in the other one. So both forbid squares, and a piece that conflicts with its own image cannot be placed.
//! If two pieces are each other's images, either may be placed first, and a piece that forbids one also
//! forbids the other.
//!
//! * *Left and right exchanged*: only the left half of each rank is filled, a piece and its image at once.
//! * *Ranks in the opposite order*, with or without the exchange of left and right (the half turn): the walk
//!   begins at the *seam* in the middle of the strip and continues to one end. The image of a piece on the
//!   rank `i` after the seam is `2 i - 1` ranks behind it, or `2 i` if there is a middle rank. The squares
//!   ahead that it forbids depend on that distance, which is a *phase* of the state, until it is out of
//!   reach. Lines that never leave the strip depend on it with a period. So there are finitely many states
//!   again, and their closure proves a recurrence for strips of even lengths and one for those of odd
//!   lengths.

use super::moves::{Strip, StripPlanes};
use super::state::{Bits, Rules, join, union};
use super::sweep::StripSweep;

/// The maximum number of phases: more make too many states.
const MAX_PHASES: usize = 256;

/// A symmetry of the strip, with the beginning of the walk over half of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// Left and right are exchanged; the walk has all ranks.
    Mirror,
    /// Ranks are in the opposite order.
    Seam {
        /// True if left and right are also exchanged.
        half_turn: bool,
        /// True if the first rank is its own image, so that the strip has an odd length.
        has_middle: bool,
    },
}

/// The rules of one rank, by square and kind.
struct Phase<const N: usize> {
    /// Another square on which the piece must not be forbidden, and the bits that it and its image set ahead;
    /// `None` if the piece is impossible.
    orbits: Vec<Option<(usize, Bits<N>)>>,
    /// The phase of the next rank.
    next: usize,
}

/// The sweep over a half, under the rules of a strip.
pub(super) struct FoldedSweep<const N: usize> {
    rules: Rules<N>,
    kinds: usize,
    phases: Vec<Phase<N>>,
}

impl<const N: usize> FoldedSweep<N> {
    /// Makes the sweep; `None` if there are too many phases.
    pub(super) fn new(fold: Fold, strip: &Strip, layout: &StripPlanes, rules: Rules<N>) -> Option<Self> {
        let kinds = strip.kinds.len();
        let phase = |next: usize, orbit: &dyn Fn(usize, usize) -> Option<(usize, Bits<N>)>| {
            let pairs = (0..strip.width).flat_map(|square| (0..kinds).map(move |kind| (square, kind)));
            Phase { orbits: pairs.map(|(square, kind)| orbit(square, kind)).collect(), next }
        };
        let across = |square: usize| strip.width - 1 - square;
        // A piece and its mirror image.
        let pair = |square: usize, kind: usize| {
            let image = across(square);
            let is_peaceful = image == square || !strip.rank_conflicts(kind, square, kind).contains(&image);
            let sets = || join(rules.set_by(square, kind), rules.set_by(image, kind));
            (square <= image && is_peaceful).then(|| (image, sets()))
        };
        let alone = |square: usize, kind: usize| Some((square, *rules.set_by(square, kind)));
        let (half_turn, has_middle) = match fold {
            Fold::Mirror => {
                let phases = vec![phase(0, &pair)];
                return Some(Self { rules, kinds, phases });
            }
            Fold::Seam { half_turn, has_middle } => (half_turn, has_middle),
        };
        // The image of the piece is this number of ranks behind.
        let behind = |square: usize, kind: usize, ranks: usize| {
            let image = (ranks, if half_turn { across(square) } else { square });
            let is_peaceful = !layout.is_in_conflict_ahead(strip, kind, image, square);
            let sets = || union(layout.set_from_behind(strip, kind, image, square));
            is_peaceful.then(|| (square, join(rules.set_by(square, kind), &sets())))
        };
        let mut phases = Vec::new();
        if has_middle {
            phases.push(if half_turn { phase(1, &pair) } else { phase(1, &alone) });
        }
        let (reach, period) = layout.reach_and_period(strip);
        let distance = |phase: usize| if has_middle { 2 * phase } else { 2 * phase + 1 };
        let settled = (phases.len()..=MAX_PHASES).find(|&phase| distance(phase) > reach)?;
        let last = settled + if period % 2 == 0 { period / 2 } else { period } - 1;
        if last >= MAX_PHASES {
            return None;
        }
        for number in phases.len()..=last {
            let next = if number == last { settled } else { number + 1 };
            phases.push(phase(next, &|square, kind| behind(square, kind, distance(number))));
        }
        Some(Self { rules, kinds, phases })
    }
}

/// Returns a state: the phase, then the forbidden squares.
fn state<const N: usize>(phase: u64, forbidden: &Bits<N>) -> Box<[u64]> {
    [phase].iter().chain(forbidden).copied().collect()
}

/// Returns the phase of a state, and the forbidden squares.
fn parts<const N: usize>(state: &[u64]) -> (usize, &Bits<N>) {
    match state.split_first() {
        Some((&phase, forbidden)) => (phase as usize, forbidden.as_chunks().0.first().unwrap_or(&[0; N])),
        None => (0, &[0; N]),
    }
}

impl<const N: usize> StripSweep for FoldedSweep<N> {
    type State = Box<[u64]>;

    fn first(&self) -> Box<[u64]> {
        state(0, &[0; N])
    }

    fn follow(&self, from: &Box<[u64]>, square: usize, follow: &mut impl FnMut(Option<Box<[u64]>>)) {
        let (phase, forbidden) = parts::<N>(from);
        let skipped = self.rules.skip(forbidden, square);
        follow(Some(state(phase as u64, &skipped)));
        let orbits = &self.phases[phase].orbits[square * self.kinds..][..self.kinds];
        for (kind, orbit) in orbits.iter().enumerate() {
            let is_free = |at: usize| !self.rules.forbids(forbidden, at, kind);
            let orbit = orbit.as_ref().filter(|(image, _)| is_free(square) && is_free(*image));
            follow(orbit.map(|(_, sets)| state(phase as u64, &join(&skipped, sets))));
        }
    }

    fn end_rank(&self, from: &Box<[u64]>) -> Option<Box<[u64]>> {
        let (phase, forbidden) = parts::<N>(from);
        let forbidden = StripSweep::end_rank(&self.rules, forbidden)?;
        Some(state(self.phases[phase].next as u64, &forbidden))
    }

    fn is_end(&self, _: &Box<[u64]>) -> bool {
        true
    }
}
