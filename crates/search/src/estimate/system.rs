//! Systems to anneal: arrangements of pieces that may attack each other, and walks among them.

use crate::engines::random::Random;

/// Arrangements of the pieces of a problem, attacking or not. Those without attacks are its placements.
pub(super) trait System: Sync {
    /// One arrangement.
    type State: Clone;

    /// Returns the logarithm of the number of arrangements; minus infinity if there are none.
    fn logarithm(&self) -> f64;

    /// Returns the approximate number of bytes of an arrangement.
    fn bytes(&self) -> usize;

    /// Returns a random arrangement, all equally likely.
    fn start(&self, random: &mut Random) -> Self::State;

    /// Returns the energy of an arrangement: zero if and only if it is a placement, and otherwise about the
    /// number of pairs of pieces in conflict.
    fn energy(&self, state: &Self::State) -> u32;

    /// Tries about one change for each piece, and accepts it with these probabilities. Arrangements that are
    /// distributed by their weights stay so.
    fn sweep(&self, state: &mut Self::State, chances: &Chances, random: &mut Random);
}

/// The probability of accepting a change: always if the energy does not rise, otherwise in proportion to the
/// weights (N. Metropolis et al., 1953).
pub(super) struct Chances {
    cold: f64,
    listed: [f64; LISTED],
}

/// The smallest rise whose probability is not tabulated.
const LISTED: usize = 32;

impl Chances {
    /// Makes the probabilities for arrangements with weights `exp(-cold * energy)`.
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
