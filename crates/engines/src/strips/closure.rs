//! All boundary states that follow from the empty one, and the graph between them.
//!
//! Filling a rank at once would make one edge for each way to fill it, exponentially many in the width.
//! Square by square, each state has at most one edge for the empty square and one for each kind. Between two
//! ranks lies a *layer* of states for every square, and a step of the transfer matrix consists of as many
//! steps from layer to layer as the strip is wide (the *broken profile*). All layers together hold about once
//! or twice as many states as the boundary times the width.

use super::attacked::{AttackConditions, AttackSweep};
use super::folded::{Fold, FoldedSweep};
use super::maximal::MaximalSweep;
use super::moves::{Strip, StripPlanes};
use super::state::{Interner, Rules, StateReplacement};
use super::sweep::StripSweep;

/// The number of states between two calls of `should_stop`.
const ASK: usize = 1 << 12;

/// The reason why there is no closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoClosure {
    /// A state has too many bits: the moves reach too far.
    Reach,
    /// There are more states than allowed, of all layers together.
    States,
    /// The closure was stopped on request.
    Stopped,
}

/// The successors of the states of a layer when a square is passed.
#[derive(Debug, Clone)]
pub(super) struct LayerClosure {
    /// For each state, the state of the next layer if the square stays empty. If that is impossible, it is
    /// the number of states of the next layer, which is the index of none of them.
    pub(super) skip: Vec<u32>,
    /// For each kind and each state, the state of the next layer if a piece of the kind is placed. If that is
    /// impossible, it is the number of states of the next layer.
    pub(super) place: Vec<Vec<u32>>,
}

/// The placements that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlacementFilter {
    /// All placements.
    All,
    /// Placements that no further piece can be added to.
    Maximal,
    /// Placements that a symmetry of the strip fixes.
    Fixed(Fold),
    /// Placements whose pieces attack each other, or all squares, as requested.
    Attacked(AttackConditions),
}

/// The transfer matrix of a strip, in factors.
#[derive(Debug, Clone)]
pub struct Transfer {
    /// The layers, one for each square of a rank. The states after the last one are those before the first
    /// one; number 0 is empty.
    pub(super) layers: Vec<LayerClosure>,
    /// For each boundary state, true if the placement counts when the strip ends there.
    pub(super) ends: Vec<bool>,
    /// The kinds with a maximum or an exact number.
    pub sought: Vec<bool>,
}

impl Transfer {
    /// Finds all states that follow from the empty one.
    ///
    /// # Errors
    /// Fails if there are too many states, if states are too large, or if it was stopped.
    pub fn new(
        strip: &Strip,
        merging: StateReplacement,
        max_states: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Self, NoClosure> {
        Self::with_filter(PlacementFilter::All, strip, merging, max_states, should_stop)
    }

    /// Like [`new`](Self::new), but only for certain placements.
    ///
    /// # Errors
    /// Fails if there are too many states, if states are too large, or if it was stopped.
    pub fn with_filter(
        which: PlacementFilter,
        strip: &Strip,
        merging: StateReplacement,
        max_states: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Self, NoClosure> {
        if let PlacementFilter::Attacked(asked) = which {
            let sweep = AttackSweep::new(asked, strip, merging.mirror).ok_or(NoClosure::Reach)?;
            return Self::close(strip, &sweep, max_states, should_stop);
        }
        let layout = StripPlanes::new(strip).ok_or(NoClosure::Reach)?;
        match layout.bits.div_ceil(64) {
            1 => Self::in_words::<1>(which, strip, &layout, merging, max_states, should_stop),
            2 => Self::in_words::<2>(which, strip, &layout, merging, max_states, should_stop),
            3..=4 => Self::in_words::<4>(which, strip, &layout, merging, max_states, should_stop),
            _ => Self::in_words::<8>(which, strip, &layout, merging, max_states, should_stop),
        }
    }

    fn in_words<const N: usize>(
        which: PlacementFilter,
        strip: &Strip,
        layout: &StripPlanes,
        merging: StateReplacement,
        max_states: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Self, NoClosure> {
        let rules = Rules::<N>::new(strip, layout, merging);
        match which {
            // Placements with attacks have no planes.
            PlacementFilter::All | PlacementFilter::Attacked(_) => {
                Self::close(strip, &rules, max_states, should_stop)
            }
            PlacementFilter::Maximal => {
                Self::close(strip, &MaximalSweep::new(rules), max_states, should_stop)
            }
            PlacementFilter::Fixed(fold) => {
                let folded = FoldedSweep::new(fold, strip, layout, rules).ok_or(NoClosure::States)?;
                Self::close(strip, &folded, max_states, should_stop)
            }
        }
    }

    fn close(
        strip: &Strip,
        sweep: &impl StripSweep,
        max_states: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Self, NoClosure> {
        let (layers, ends) = close(strip, sweep, max_states, should_stop)?;
        Ok(Self { layers, ends, sought: strip.sought.clone() })
    }

    /// Returns the number of boundary states: an upper bound of the order of a recurrence.
    pub fn states(&self) -> usize {
        self.layers.first().map_or(0, |layer| layer.skip.len())
    }

    /// Returns the number of numbers that a step reads.
    pub(super) fn edges(&self) -> usize {
        self.layers.iter().map(|layer| layer.skip.len() * (1 + layer.place.len())).sum()
    }

    /// Returns the number of states of the layer after this one.
    pub(super) fn states_after(&self, layer: usize) -> usize {
        self.layers.get(layer + 1).map_or(self.states(), |next| next.skip.len())
    }
}

/// Returns the layers, and for each boundary state whether it can be the last.
fn close<S: StripSweep>(
    strip: &Strip,
    sweep: &S,
    max_states: usize,
    should_stop: &dyn Fn() -> bool,
) -> Result<(Vec<LayerClosure>, Vec<bool>), NoClosure> {
    let kinds = strip.kinds.len();
    let mut states: Vec<Interner<S::State>> = (0..strip.width).map(|_| Interner::new()).collect();
    let mut layers: Vec<LayerClosure> =
        (0..strip.width).map(|_| LayerClosure { skip: Vec::new(), place: vec![Vec::new(); kinds] }).collect();
    let Some(first) = states.first_mut() else { return Err(NoClosure::Reach) };
    first.number(sweep.first());
    // States have 32-bit numbers, and one number is that of no state.
    let max_states = max_states.min(u32::MAX as usize - 1);
    let (mut all, mut done, mut is_open) = (1, 0usize, true);
    while is_open {
        is_open = false;
        for square in 0..strip.width {
            let after = if square + 1 < strip.width { square + 1 } else { 0 };
            let mut number = layers[square].skip.len();
            while let Some(state) = states[square].states().get(number).cloned() {
                let known = states[after].states().len();
                let LayerClosure { skip, place } = &mut layers[square];
                let mut targets = std::iter::once(skip).chain(place);
                sweep.follow(&state, square, &mut |next| {
                    let next =
                        next.and_then(|next| if after == 0 { sweep.end_rank(&next) } else { Some(next) });
                    let next = next.map_or(u32::MAX, |next| states[after].number(next));
                    targets.next().into_iter().for_each(|target| target.push(next));
                });
                all += states[after].states().len() - known;
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
    let sizes: Vec<u32> = states.iter().map(|states| states.states().len() as u32).collect();
    for (square, layer) in layers.iter_mut().enumerate() {
        let none = sizes[(square + 1) % sizes.len()];
        let numbers = layer.place.iter_mut().flatten().chain(&mut layer.skip);
        numbers.filter(|next| **next == u32::MAX).for_each(|next| *next = none);
    }
    let ends =
        states.first().into_iter().flat_map(Interner::states).map(|state| sweep.is_end(state)).collect();
    Ok((layers, ends))
}
