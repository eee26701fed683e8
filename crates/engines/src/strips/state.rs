//! One boundary state: the squares of the next ranks that each kind may not use.
//!
//! A state is a few words of bits, laid out as in [`StripPlanes`]. Three events change it. A square is left
//! empty, which moves the lines through that square one leap on; a piece is placed there, which sets bits;
//! and at the end of a rank all rows move down by one. Between ranks a state can be replaced by another one
//! that forbids the same squares (or, reflected, the reflected squares), which makes fewer states:
//!
//! * *Canonical form.* Of the states that forbid the same squares the one with the most bits is taken: every
//!   leap onto a square that a line also forbids, and every line whose squares are all forbidden already.
//!   This set of lines is the union of all possible ones, so it is unique. Lines that never leave the strip
//!   are unchanged.
//! * *Mirror.* Of a state and its image the smaller one is taken. That is correct for counts, not for traces.

use super::moves::{PlaneSort, Strip, StripPlanes};
use super::sweep::StripSweep;

/// The bits of a state.
pub(super) type Bits<const N: usize> = [u64; N];

fn set_bit<const N: usize>(mut bits: Bits<N>, bit: usize) -> Bits<N> {
    bits[bit / 64] |= 1 << (bit % 64);
    bits
}

fn has<const N: usize>(bits: &Bits<N>, bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 != 0
}

/// Returns the bits of both.
pub(super) fn join<const N: usize>(first: &Bits<N>, second: &Bits<N>) -> Bits<N> {
    std::array::from_fn(|word| first[word] | second[word])
}

pub(super) fn union<const N: usize>(all: impl IntoIterator<Item = usize>) -> Bits<N> {
    all.into_iter().fold([0; N], set_bit)
}

fn meets<const N: usize>(first: &Bits<N>, second: &Bits<N>) -> bool {
    first.iter().zip(second).any(|(first, second)| first & second != 0)
}

/// The replacements of states between ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateReplacement {
    /// If true, a state and its mirror image are merged, if the moves allow it.
    pub mirror: bool,
    /// If true, states that forbid the same squares are merged.
    pub canonical: bool,
}

impl StateReplacement {
    /// No merging: states stay unmerged.
    #[cfg(test)]
    pub const NONE: Self = Self { mirror: false, canonical: false };
    /// All merging: for counts.
    pub const ALL: Self = Self { mirror: true, canonical: true };
}

/// All changes of states of a strip, as masks.
pub(super) struct Rules<const N: usize> {
    width: usize,
    pub(super) kinds: usize,
    /// For each square and kind, the bits that forbid a piece.
    forbidding: Vec<Bits<N>>,
    /// For each square and kind, the bits that a piece sets.
    set_by: Vec<Bits<N>>,
    /// For each square, the bits that are cleared when it was passed.
    passed: Vec<Bits<N>>,
    /// For each square, the bits of lines that arrive there, and the bits at which they arrive next.
    carried: Vec<Vec<(usize, Option<usize>)>>,
    /// For each row of bits, given by its first bit, its mirror image.
    mirror: Option<Vec<(usize, usize)>>,
    canonical: Option<Canonical>,
}

/// The data for the canonical form: for each line bit, the (kind, square) pairs that it forbids, later ranks
/// included, as numbers; and for each leap bit, its own pair.
struct Canonical {
    /// The bits of lines that leave the strip, with the pairs that they forbid.
    lines: Vec<(usize, Vec<usize>)>,
    /// The bits of lines that never leave the strip, with the pairs that they forbid as far as others could.
    endless: Vec<(usize, Vec<usize>)>,
    /// The bits of leaps, with their pairs.
    leaps: Vec<(usize, usize)>,
    words: usize,
}

impl<const N: usize> Rules<N> {
    /// Makes the rules of a strip; the layout has to fit in `N` words.
    pub(super) fn new(strip: &Strip, layout: &StripPlanes, merging: StateReplacement) -> Self {
        let (width, kinds) = (strip.width, strip.kinds.len());
        let pairs = || (0..width).flat_map(|square| (0..kinds).map(move |kind| (square, kind)));
        let planes = 0..layout.planes.len();
        let carried = |square: usize| {
            let line = |plane: usize| match &layout.planes[plane].sort {
                PlaneSort::Lines { step, .. } => {
                    let next = strip.step(square, step.1).map(|at| layout.bit(plane, step.0, at));
                    Some((layout.bit(plane, 0, square), next))
                }
                PlaneSort::Leaps { .. } => None,
            };
            planes.clone().filter_map(line).collect()
        };
        let rows =
            || planes.clone().flat_map(|plane| (0..layout.planes[plane].depth).map(move |row| (plane, row)));
        let mirrored = |(plane, row): (usize, usize)| {
            Some((layout.bit(plane, row, 0), layout.bit(layout.mirror_of(plane)?, row, 0)))
        };
        Self {
            width,
            kinds,
            forbidding: pairs().map(|(square, kind)| union(layout.forbidding_bits(kind, square))).collect(),
            set_by: pairs().map(|(square, kind)| union(layout.set_by(strip, kind, square))).collect(),
            passed: (0..width)
                .map(|square| union(planes.clone().map(|plane| layout.bit(plane, 0, square))))
                .collect(),
            carried: (0..width).map(carried).collect(),
            mirror: match merging.mirror && strip.has_mirror() {
                true => rows().map(mirrored).collect(),
                false => None,
            },
            canonical: merging.canonical.then(|| Canonical::new(strip, layout)).flatten(),
        }
    }

    /// Returns the state after a square that is left empty.
    pub(super) fn skip(&self, state: &Bits<N>, square: usize) -> Bits<N> {
        let mut next = *state;
        for &(here, there) in &self.carried[square] {
            if let Some(there) = there.filter(|_| has(state, here)) {
                next = set_bit(next, there);
            }
        }
        for (word, passed) in next.iter_mut().zip(&self.passed[square]) {
            *word &= !passed;
        }
        next
    }

    /// Returns the state after a piece, from the state without it; `None` if the piece is attacked.
    pub(super) fn place(
        &self,
        state: &Bits<N>,
        skipped: &Bits<N>,
        square: usize,
        kind: usize,
    ) -> Option<Bits<N>> {
        (!self.forbids(state, square, kind)).then(|| join(skipped, self.set_by(square, kind)))
    }

    /// Returns true if a piece on a square would be attacked.
    pub(super) fn forbids(&self, state: &Bits<N>, square: usize, kind: usize) -> bool {
        meets(state, &self.forbidding[square * self.kinds + kind])
    }

    /// Returns the bits that a piece on a square sets.
    pub(super) fn set_by(&self, square: usize, kind: usize) -> &Bits<N> {
        &self.set_by[square * self.kinds + kind]
    }

    /// Returns the unmerged state after the last square of a rank.
    pub(super) fn moved_on(&self, state: &Bits<N>) -> Bits<N> {
        // Row 0 is empty now, so nothing moves from one plane to the one before.
        std::array::from_fn(|word| {
            let above = if word + 1 < N { state[word + 1] } else { 0 };
            state[word] >> self.width | above << (64 - self.width)
        })
    }

    /// Returns the canonical form of a state between ranks, if states are merged in that way.
    pub(super) fn canonical(&self, state: Bits<N>) -> Bits<N> {
        match &self.canonical {
            Some(canonical) => canonical.representative(state),
            None => state,
        }
    }

    /// Returns the mirror image of a state between ranks; `None` if images are not merged.
    pub(super) fn image(&self, state: &Bits<N>) -> Option<Bits<N>> {
        self.mirror.as_ref().map(|rows| self.mirror(state, rows))
    }

    fn mirror(&self, state: &Bits<N>, rows: &[(usize, usize)]) -> Bits<N> {
        let mut image = [0; N];
        for &(from, to) in rows {
            let (word, shift) = (from / 64, from % 64);
            let mut row = state[word] >> shift;
            if shift + self.width > 64 {
                row |= state[word + 1] << (64 - shift);
            }
            // The row at the upper end, in the opposite order at the lower end.
            let row = (row << (64 - self.width)).reverse_bits();
            let (word, shift) = (to / 64, to % 64);
            image[word] |= row << shift;
            if shift + self.width > 64 {
                image[word + 1] |= row >> (64 - shift);
            }
        }
        image
    }
}

impl Canonical {
    /// Makes the data; `None` if no line ever leaves the strip. States are then canonical except for leaps,
    /// which may stay.
    fn new(strip: &Strip, layout: &StripPlanes) -> Option<Self> {
        let leaves = |step: (usize, i64)| step.1 != 0 && !strip.is_wrapped;
        let ranks = |sort: &PlaneSort, depth: usize| match sort {
            PlaneSort::Lines { step, .. } if leaves(*step) => {
                step.0 * (1 + (strip.width - 1) / step.1.unsigned_abs() as usize)
            }
            PlaneSort::Lines { .. } | PlaneSort::Leaps { .. } => depth,
        };
        let horizon = layout.planes.iter().map(|plane| ranks(&plane.sort, plane.depth)).max()?;
        let pair = |kind: usize, row: usize, square: usize| (kind * horizon + row) * strip.width + square;
        let (mut lines, mut endless, mut leaps) = (Vec::new(), Vec::new(), Vec::new());
        for (number, plane) in layout.planes.iter().enumerate() {
            for (row, square) in (0..plane.depth).flat_map(|row| (0..strip.width).map(move |at| (row, at))) {
                let bit = layout.bit(number, row, square);
                match &plane.sort {
                    PlaneSort::Leaps { target } => leaps.push((bit, pair(*target, row, square))),
                    PlaneSort::Lines { step, targets, .. } => {
                        let squares = std::iter::successors(Some((row, square)), |&(row, square)| {
                            Some((row + step.0, strip.step(square, step.1)?))
                        });
                        let squares = squares.take_while(|&(row, _)| row < horizon);
                        let forbidden: Vec<usize> = squares
                            .flat_map(|(row, square)| {
                                targets.iter().map(move |&kind| pair(kind, row, square))
                            })
                            .collect();
                        let list = if leaves(*step) { &mut lines } else { &mut endless };
                        list.push((bit, forbidden));
                    }
                }
            }
        }
        let words = (strip.kinds.len() * horizon * strip.width).div_ceil(64);
        (!lines.is_empty()).then_some(Self { lines, endless, leaps, words })
    }

    fn representative<const N: usize>(&self, state: Bits<N>) -> Bits<N> {
        let mut forbidden = vec![0u64; self.words];
        let mut forbid = |pair: usize| forbidden[pair / 64] |= 1 << (pair % 64);
        for (bit, pairs) in self.lines.iter().chain(&self.endless) {
            if has(&state, *bit) {
                pairs.iter().for_each(|&pair| forbid(pair));
            }
        }
        for &(bit, pair) in &self.leaps {
            if has(&state, bit) {
                forbid(pair);
            }
        }
        let is_forbidden = |pair: usize| forbidden[pair / 64] >> (pair % 64) & 1 != 0;
        let leaps = self.leaps.iter().filter(|&&(_, pair)| is_forbidden(pair)).map(|&(bit, _)| bit);
        let implied = |(_, pairs): &&(usize, Vec<usize>)| pairs.iter().all(|&pair| is_forbidden(pair));
        let lines = self.lines.iter().filter(implied).map(|&(bit, _)| bit);
        leaps.chain(lines).fold(state, set_bit)
    }
}

/// The sweep of all placements: every state can be the last.
impl<const N: usize> StripSweep for Rules<N> {
    type State = Bits<N>;

    fn first(&self) -> Bits<N> {
        [0; N]
    }

    fn follow(&self, state: &Bits<N>, square: usize, follow: &mut impl FnMut(Option<Bits<N>>)) {
        let skipped = self.skip(state, square);
        follow(Some(skipped));
        for kind in 0..self.kinds {
            follow(self.place(state, &skipped, square, kind));
        }
    }

    fn end_rank(&self, state: &Bits<N>) -> Option<Bits<N>> {
        let next = self.canonical(self.moved_on(state));
        Some(self.image(&next).map_or(next, |image| next.min(image)))
    }

    fn is_end(&self, _: &Bits<N>) -> bool {
        true
    }
}

/// The absence of a state.
const NONE: u32 = u32::MAX;

/// States with numbers in the order of their arrival, found again by hashing.
pub(super) struct Interner<S> {
    states: Vec<S>,
    /// The numbers by hash, at most half full.
    slots: Vec<u32>,
}

impl<S: AsRef<[u64]>> Interner<S> {
    pub(super) fn new() -> Self {
        Self { states: Vec::new(), slots: vec![NONE; 64] }
    }

    /// Returns the states by number.
    pub(super) fn states(&self) -> &[S] {
        &self.states
    }

    /// Returns the number of a state; a new number if the state is new.
    pub(super) fn number(&mut self, state: S) -> u32 {
        if 2 * self.states.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(&state);
        if self.slots[slot] == NONE {
            self.slots[slot] = self.states.len() as u32;
            self.states.push(state);
        }
        self.slots[slot]
    }

    /// Returns the slot of a state, or the slot in which it belongs.
    fn slot(&self, state: &S) -> usize {
        let last = self.slots.len() - 1;
        let words = state.as_ref();
        let mixed = words.iter().fold(0x9e37_79b9_7f4a_7c15_u64, |mixed, word| {
            let product = u128::from(mixed ^ word) * 0xa076_1d64_78bd_642f;
            (product >> 64) as u64 ^ product as u64
        });
        let mut slot = mixed as usize & last;
        while self.slots[slot] != NONE && self.states[self.slots[slot] as usize].as_ref() != words {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![NONE; 4 * self.slots.len()];
        for number in 0..self.states.len() {
            let slot = self.slot(&self.states[number]);
            self.slots[slot] = number as u32;
        }
    }
}
