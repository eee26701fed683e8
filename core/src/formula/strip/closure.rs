//! All boundary states that arise from the empty one, and the graph between them.
//!
//! Filling a rank at once would make one edge for each way to fill it, exponentially many in the width.
//! Square by square there are at most one and the number of kinds of them for each state: between two ranks
//! lies a *layer* of states for every square, and a step of the transfer matrix is as many steps from layer
//! to layer as the strip is wide (the *broken profile*). All layers together hold about once or twice as many
//! states as the boundary times the width.

use super::moves::{Layout, Strip};
use super::state::{Interner, Merging, Rules};

/// States between two questions whether to stop.
const ASK: usize = 1 << 12;

/// Why there is no closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoClosure {
    /// A state has too many bits: the moves reach too far.
    Reach,
    /// More states than allowed, of all layers together.
    States,
    /// Stopped on request.
    Stopped,
}

/// What follows the states of a layer when a square is passed.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    /// For each state the state of the next layer if the square stays empty.
    pub(super) skip: Vec<u32>,
    /// The same for a piece of each kind; the number of states of the next layer, which is none of them, if
    /// it is attacked.
    pub(super) place: Vec<Vec<u32>>,
}

/// The transfer matrix of a strip, in factors.
#[derive(Debug, Clone)]
pub(crate) struct Transfer {
    /// One for each square of a rank. The states after the last one are those before the first one; number 0
    /// is empty.
    pub(super) layers: Vec<Layer>,
    /// The kinds whose number is to be as large as possible, or is given.
    pub(super) sought: Vec<bool>,
}

impl Transfer {
    /// All states that follow from the empty one.
    ///
    /// # Errors
    /// What is too large, and what was stopped.
    pub(crate) fn new(
        strip: &Strip,
        merging: Merging,
        max_states: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Self, NoClosure> {
        let layout = Layout::new(strip).ok_or(NoClosure::Reach)?;
        let layers = match layout.bits.div_ceil(64) {
            1 => close::<1>(strip, &layout, merging, max_states, should_stop),
            2 => close::<2>(strip, &layout, merging, max_states, should_stop),
            3..=4 => close::<4>(strip, &layout, merging, max_states, should_stop),
            _ => close::<8>(strip, &layout, merging, max_states, should_stop),
        }?;
        Ok(Self { layers, sought: strip.sought.clone() })
    }

    /// How many boundary states there are: an upper bound of the order of a recurrence.
    pub(crate) fn states(&self) -> usize {
        self.layers.first().map_or(0, |layer| layer.skip.len())
    }

    /// How many numbers a step reads.
    pub(super) fn edges(&self) -> usize {
        self.layers.iter().map(|layer| layer.skip.len() * (1 + layer.place.len())).sum()
    }

    /// How many states the layer after this one has.
    pub(super) fn states_after(&self, layer: usize) -> usize {
        self.layers.get(layer + 1).map_or(self.states(), |next| next.skip.len())
    }
}

fn close<const N: usize>(
    strip: &Strip,
    layout: &Layout,
    merging: Merging,
    max_states: usize,
    should_stop: &dyn Fn() -> bool,
) -> Result<Vec<Layer>, NoClosure> {
    let rules = Rules::<N>::new(strip, layout, merging);
    let kinds = strip.kinds.len();
    let mut states: Vec<Interner<N>> = (0..strip.width).map(|_| Interner::new()).collect();
    let mut layers: Vec<Layer> =
        (0..strip.width).map(|_| Layer { skip: Vec::new(), place: vec![Vec::new(); kinds] }).collect();
    let Some(first) = states.first_mut() else { return Err(NoClosure::Reach) };
    first.number([0; N]);
    // States are numbered by words of 32 bits, and one number is none of them.
    let max_states = max_states.min(u32::MAX as usize - 1);
    let (mut all, mut done, mut is_open) = (1, 0usize, true);
    while is_open {
        is_open = false;
        for square in 0..strip.width {
            let after = if square + 1 < strip.width { square + 1 } else { 0 };
            let mut number = layers[square].skip.len();
            while number < states[square].len() {
                let state = states[square].state(number);
                let skipped = rules.skip(&state, square);
                let known = states[after].len();
                let mut follow = |next| match after {
                    0 => states[0].number(rules.end_rank(&next)),
                    _ => states[after].number(next),
                };
                layers[square].skip.push(follow(skipped));
                for kind in 0..kinds {
                    let placed = rules.place(&state, &skipped, square, kind);
                    layers[square].place[kind].push(placed.map_or(u32::MAX, &mut follow));
                }
                all += states[after].len() - known;
                (number, done, is_open) = (number + 1, done + 1, true);
                if all > max_states {
                    return Err(NoClosure::States);
                }
                if done.is_multiple_of(ASK) && should_stop() {
                    return Err(NoClosure::Stopped);
                }
            }
        }
    }
    let sizes: Vec<u32> = states.iter().map(|states| states.len() as u32).collect();
    for (square, layer) in layers.iter_mut().enumerate() {
        let none = sizes[(square + 1) % sizes.len()];
        layer.place.iter_mut().flatten().filter(|next| **next == u32::MAX).for_each(|next| *next = none);
    }
    Ok(layers)
}
