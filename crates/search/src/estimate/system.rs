//! What is annealed: arrangements of pieces that may attack each other, and how to walk among them.

use crate::engines::random::Random;

/// Arrangements of the pieces of a problem, attacking or not. Those without attacks are its placements.
pub(super) trait System: Sync {
    /// One arrangement.
    type State: Clone;

    /// The logarithm of how many arrangements there are; of zero, minus infinity.
    fn logarithm(&self) -> f64;

    /// About how many bytes one of them takes.
    fn bytes(&self) -> usize;

    /// One of them, all equally likely.
    fn start(&self, random: &mut Random) -> Self::State;

    /// Its energy: zero if and only if it is a placement; else about how many pairs of pieces are in conflict.
    fn energy(&self, state: &Self::State) -> u32;

    /// Tries about one change for each piece, and accepts it with these chances: arrangements that are distributed by their
    /// weights stay so.
    fn sweep(&self, state: &mut Self::State, chances: &Chances, random: &mut Random);
}

/// With what chance a change is accepted: always if the energy does not rise, else in proportion to the weights
/// (N. Metropolis et al., 1953).
pub(super) struct Chances {
    cold: f64,
    listed: [f64; LISTED],
}

/// For rises of less than this, chances are worked out once.
const LISTED: usize = 32;

impl Chances {
    /// Arrangements have weights `exp(-cold * energy)`.
    pub(super) fn new(cold: f64) -> Self {
        Self { cold, listed: std::array::from_fn(|rise| (-cold * rise as f64).exp()) }
    }

    #[inline]
    pub(super) fn accept(&self, before: u32, after: u32, random: &mut Random) -> bool {
        if after <= before {
            return true;
        }
        let rise = (after - before) as usize;
        let chance = self.listed.get(rise).copied().unwrap_or_else(|| (-self.cold * rise as f64).exp());
        random.fraction() < chance
    }
}
