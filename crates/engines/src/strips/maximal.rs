//! Maximal placements: those that no further piece can be added to.
//!
//! A placement is maximal if every empty square conflicts, for each kind, with a piece. Suppose the sweep
//! leaves a square empty on which a piece of some kind could stand. That piece is a *ghost*: one of the later
//! pieces has to conflict with it. These are the pieces that the ghost would forbid if it were on the board.
//! So a *demand* is itself the boundary state of one piece, and moves on like one. The first piece that it
//! forbids meets it, and the demand is removed. Squares on which pieces are forbidden cannot meet a demand
//! and are removed from it. If no square remains, nothing can make the placement maximal.
//!
//! A state consists of the forbidden squares and a set of demands. A piece that meets a demand also meets
//! each demand that contains it, so only the smallest are kept. Only states without demands can be the last.
//! Lines need no special treatment: a demand along a file stays until it is met, one along a diagonal leaves
//! the strip with it.

use super::state::{Bits, Rules, join};
use super::sweep::StripSweep;

/// The sweep with demands, under the rules of a strip.
pub(super) struct MaximalSweep<const N: usize> {
    rules: Rules<N>,
}

impl<const N: usize> MaximalSweep<N> {
    pub(super) fn new(rules: Rules<N>) -> Self {
        Self { rules }
    }

    /// Returns the forbidden squares after a square that stays empty, and the demands; `None` if one cannot
    /// be met.
    fn skipped(&self, forbidden: &Bits<N>, demands: &[Bits<N>], square: usize) -> Option<Box<[u64]>> {
        let next = self.rules.skip(forbidden, square);
        let fitting = (0..self.rules.kinds).filter(|&kind| !self.rules.forbids(forbidden, square, kind));
        let ghosts = fitting.map(|kind| *self.rules.set_by(square, kind));
        let demands = demands.iter().map(|demand| self.rules.skip(demand, square));
        in_order(next, demands.chain(ghosts))
    }

    /// Like [`skipped`](Self::skipped), but with a piece on the square; also `None` if it is forbidden.
    fn place_piece(
        &self,
        forbidden: &Bits<N>,
        demands: &[Bits<N>],
        (square, kind): (usize, usize),
    ) -> Option<Box<[u64]>> {
        let next = self.rules.place(forbidden, &self.rules.skip(forbidden, square), square, kind)?;
        let open = demands.iter().filter(|demand| !self.rules.forbids(demand, square, kind));
        in_order(next, open.map(|demand| self.rules.skip(demand, square)))
    }
}

/// Returns a state as words: the forbidden squares, then the smallest demands in increasing order, without
/// forbidden squares; `None` if one cannot be met.
fn in_order<const N: usize>(
    forbidden: Bits<N>,
    demands: impl Iterator<Item = Bits<N>>,
) -> Option<Box<[u64]>> {
    let left = |demand: Bits<N>| -> Bits<N> { std::array::from_fn(|word| demand[word] & !forbidden[word]) };
    let mut demands: Vec<Bits<N>> = demands.map(left).collect();
    if demands.contains(&[0; N]) {
        return None;
    }
    demands.sort_unstable();
    demands.dedup();
    let is_within = |one: &Bits<N>, other: &Bits<N>| join(one, other) == *other;
    let is_smallest =
        |demand: &&Bits<N>| demands.iter().all(|other| other == *demand || !is_within(other, demand));
    let smallest = demands.iter().filter(is_smallest);
    Some([forbidden].iter().chain(smallest).flatten().copied().collect())
}

/// Returns the forbidden squares of a state, and the demands.
fn parts<const N: usize>(state: &[u64]) -> (&Bits<N>, &[Bits<N>]) {
    match state.as_chunks::<N>().0.split_first() {
        Some(parts) => parts,
        None => (&[0; N], &[]),
    }
}

impl<const N: usize> StripSweep for MaximalSweep<N> {
    type State = Box<[u64]>;

    fn first(&self) -> Box<[u64]> {
        [0; N].into()
    }

    fn follow(&self, state: &Box<[u64]>, square: usize, follow: &mut impl FnMut(Option<Box<[u64]>>)) {
        let (forbidden, demands) = parts::<N>(state);
        follow(self.skipped(forbidden, demands, square));
        for kind in 0..self.rules.kinds {
            follow(self.place_piece(forbidden, demands, (square, kind)));
        }
    }

    fn end_rank(&self, state: &Box<[u64]>) -> Option<Box<[u64]>> {
        let (forbidden, demands) = parts::<N>(state);
        let forbidden = self.rules.canonical(self.rules.moved_on(forbidden));
        // Together with the forbidden squares, the canonical form of a demand depends only on the squares
        // that can meet it.
        let open = |demand| self.rules.canonical(join(&self.rules.moved_on(demand), &forbidden));
        let next = in_order(forbidden, demands.iter().map(open))?;
        let (forbidden, demands) = parts::<N>(&next);
        let Some(image) = self.rules.image(forbidden) else { return Some(next) };
        let image = in_order(image, demands.iter().filter_map(|demand| self.rules.image(demand)))?;
        Some(next.min(image))
    }

    fn is_end(&self, state: &Box<[u64]>) -> bool {
        parts::<N>(state).1.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use crate::board::PointMap;
    use crate::engines::naive;
    use crate::engines::random::Random;
    use crate::problem::Quantity;
    use crate::question::Question;
    use crate::strips::classes::Quotient;
    use crate::strips::closure::{PlacementFilter, Transfer};
    use crate::strips::moves::{GrowingSide, Strip};
    use crate::strips::recurrence::{StripLimits, recurrence_of};
    use crate::strips::state::StateReplacement;
    use crate::strips::terms::{IntegerRing, terms};
    use crate::strips::tests::{STRIPS, all, asked, on_ranks, random_problem, strip};
    use num_bigint::BigInt;

    fn maximal(strip: &Strip, merging: StateReplacement) -> Option<Transfer> {
        Transfer::with_filter(PlacementFilter::Maximal, strip, merging, 100_000, &|| false).ok()
    }

    /// The fast method, terms over the quotient, and its slow twin, terms of all unmerged states, against the
    /// oracle.
    #[test]
    fn terms_are_those_of_the_oracle() {
        let mut refused = 0;
        for text in STRIPS {
            let strip = strip(&format!("1x{text}"));
            let count = 1 + 14 / strip.width.max(2);
            let counts = (1..count).map(|ranks| all(naive::answer(&on_ranks(text, ranks), true, &|| false)));
            let expected: Vec<BigInt> = std::iter::once(BigInt::from(1)).chain(counts).collect();
            for merging in [StateReplacement::NONE, StateReplacement::ALL] {
                // A piece of far reach has too many states.
                let Some(transfer) = maximal(&strip, merging) else {
                    refused += 1;
                    continue;
                };
                assert_eq!(transfer.exact_terms(count, &|| false).as_ref(), Some(&expected), "{text}");
                let quotient = Quotient::new(&transfer, u64::MAX, &|| false).expect(text);
                assert_eq!(
                    terms(&quotient, &IntegerRing, count, &|| false).as_ref(),
                    Some(&expected),
                    "{text}"
                );
            }
        }
        assert!(refused <= 6, "{refused} refused");
    }

    #[test]
    fn random_kinds_are_counted_as_by_the_oracle() {
        let (mut random, mut compared) = (Random::new(11), 0);
        for round in 0..150 {
            let (width, on) = random_problem(&mut random, 1 + round % 2, PointMap::IDENTITY);
            let strip = Strip::new(&on(1, Quantity::Any), GrowingSide::Ranks).expect("a strip");
            let Some(transfer) = (!strip.is_ring).then(|| maximal(&strip, StateReplacement::ALL)).flatten()
            else {
                continue;
            };
            let count = 1 + 12 / width.max(2);
            let found = transfer.exact_terms(count, &|| false).expect("terms");
            for (ranks, found) in found.into_iter().enumerate().skip(1) {
                compared += 1;
                let problem = on(ranks, Quantity::Any);
                assert_eq!(found, all(naive::answer(&problem, true, &|| false)), "{problem}");
            }
        }
        assert!(compared > 300, "{compared} counts");
    }

    /// Recurrences against counts by the engines, on boards that the oracle does not reach.
    #[test]
    fn recurrences_continue_the_counts_of_the_engines() {
        for (text, ranks) in [
            ("3 K*", 14),
            ("4 W*", 9),
            ("3 N*", 9),
            ("3 B*", 9),
            ("4 R*", 8),
            ("3 Q*", 9),
            ("3 K* N*", 6),
            ("4/cylinder W*", 9),
        ] {
            let strip = strip(&format!("1x{text}"));
            let found = recurrence_of(PlacementFilter::Maximal, &strip, &StripLimits::default(), &|| false)
                .expect(text);
            let terms: Vec<BigInt> = found.recurrence.expect("short").terms().take(ranks + 1).collect();
            for ranks in [ranks - 1, ranks] {
                let question = Question::new(on_ranks(text, ranks)).with_maximal(true);
                assert_eq!(terms[ranks], asked(&question), "{text} on {ranks} ranks");
            }
        }
    }

    /// The numbers of maximal placements of kings, wazirs and rooks are well known.
    #[test]
    fn known_sequences() {
        let of = |text: &str, count: usize| -> Vec<String> {
            let transfer = maximal(&strip(text), StateReplacement::ALL).expect(text);
            let found = transfer.exact_terms(count, &|| false).expect(text);
            found.iter().map(BigInt::to_string).collect()
        };
        // The numbers of a path are Padovan's.
        assert_eq!(of("1x1 W*", 10), ["1", "1", "2", "2", "3", "4", "5", "7", "9", "12"]);
        // On 2 x n squares: at most two in a row, one in each rank.
        assert_eq!(of("1x2 R*", 5), ["1", "2", "2", "6", "12"]);
    }
}
