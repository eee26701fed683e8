//! Placements by rank: all placements of a swept problem are numbered, and each can be retrieved by its
//! number.
//!
//! A placement of the whole consists of a placement of each part. The numbers of pieces are shared among the
//! parts, so placements are ordered by the numbers in the first part, then by those in the second, and so on.
//! Within fixed numbers, the rank is the rank in the first part times the number of placements of the other
//! parts, plus the rank in these.

use super::blueprint::Blueprint;
use super::numbers::{self, Numbers};
use super::sweep::ranks::Ranks;
use crate::engines::resumable::{Piece, RankedPlacements};
use num_bigint::BigUint;

/// A part of the field with all levels of its sweep.
pub(super) struct RankedField {
    blueprint: Blueprint,
    /// The ranked placements; `None` if no requested number can be reached.
    ranks: Option<Ranks>,
}

impl RankedField {
    pub(super) fn new(blueprint: Blueprint, ranks: Option<Ranks>) -> Self {
        Self { blueprint, ranks }
    }

    /// Returns the number of bytes that the levels hold.
    pub(super) fn memory(&self) -> usize {
        self.ranks.as_ref().map_or(0, Ranks::memory)
    }

    fn numbers(&self) -> Numbers {
        self.ranks.as_ref().map(|ranks| ranks.numbers().clone()).unwrap_or_default()
    }

    fn placements(
        &self,
        wanted: &[(Vec<u32>, BigUint)],
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Vec<Piece>>> {
        let Some(ranks) = &self.ranks else { return Some(vec![Vec::new(); wanted.len()]) };
        let piece = |(step, choice): (usize, usize)| {
            (self.blueprint.steps[step].choices[choice].kind, self.blueprint.points[step])
        };
        let placed = ranks.placements(wanted, should_stop)?;
        Some(placed.into_iter().map(|placed| placed.into_iter().map(piece).collect()).collect())
    }

    /// Returns for each piece the number of placements that have it, weighted by numbers of the variables.
    fn with_each(
        &self,
        weigh: &dyn Fn(&[u32]) -> BigUint,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(Piece, BigUint)>> {
        let Some(ranks) = &self.ranks else { return Some(Vec::new()) };
        let mut with_each = Vec::new();
        for (step, counts) in ranks.with_each(weigh, should_stop)?.into_iter().enumerate() {
            let choices = &self.blueprint.steps[step].choices;
            let piece = |choice: usize| (choices[choice].kind, self.blueprint.points[step]);
            with_each.extend(counts.into_iter().enumerate().map(|(choice, count)| (piece(choice), count)));
        }
        Some(with_each)
    }
}

/// All placements of a problem, by rank.
pub(super) struct RankedSweep {
    parts: Vec<RankedField>,
    /// The swept kinds, as numbers among all kinds of the problem.
    kinds: Vec<usize>,
    /// For each part the number of placements that it and the later parts have together, by numbers of the
    /// variables. A further entry stands for no part at all.
    together: Vec<Numbers>,
    /// The highest numbers of the variables that can be requested.
    most: Vec<u32>,
}

impl RankedSweep {
    /// Ranks the placements of these parts in which the variables have requested numbers.
    pub(super) fn new(
        parts: Vec<RankedField>,
        kinds: Vec<usize>,
        most: &[u32],
        is_asked_for: impl Fn(&[u32]) -> bool,
    ) -> Self {
        let mut together = vec![numbers::one(most.len())];
        for part in parts.iter().rev() {
            let others = &together[together.len() - 1];
            together.push(numbers::product(&part.numbers(), others, most));
        }
        together.reverse();
        together[0].retain(|exponents, _| is_asked_for(exponents));
        Self { parts, kinds, together, most: most.to_vec() }
    }
}

impl RankedPlacements for RankedSweep {
    fn count(&self) -> BigUint {
        self.together[0].values().sum()
    }

    fn with_each(&self, should_stop: &dyn Fn() -> bool) -> Option<Vec<(Piece, BigUint)>> {
        let mut all = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            let others = self.parts.iter().enumerate().filter(|(other, _)| *other != place);
            let others = others.fold(numbers::one(self.most.len()), |product, (_, other)| {
                numbers::product(&product, &other.numbers(), &self.most)
            });
            let weigh = |own: &[u32]| -> BigUint {
                let rest = |all: &Vec<u32>| {
                    all.iter().zip(own).map(|(all, own)| all.checked_sub(*own)).collect::<Option<Vec<u32>>>()
                };
                self.together[0].keys().filter_map(|all| others.get(&rest(all)?)).sum()
            };
            let own = part.with_each(&weigh, should_stop)?;
            all.extend(own.into_iter().map(|((kind, point), count)| ((self.kinds[kind], point), count)));
        }
        Some(all)
    }

    fn placements(&self, ranks: &[BigUint], should_stop: &dyn Fn() -> bool) -> Option<Vec<Vec<Piece>>> {
        let mut left: Vec<(Vec<u32>, BigUint)> =
            ranks.iter().map(|rank| split_by_numbers(&self.together[0], rank)).collect();
        let mut placements = vec![Vec::new(); ranks.len()];
        for (part, others) in self.parts.iter().zip(&self.together[1..]) {
            let numbers = part.numbers();
            let mut wanted = Vec::with_capacity(left.len());
            for (exponents, rank) in &mut left {
                let (own, own_rank) = divide_rank(&numbers, others, exponents, rank);
                exponents.iter_mut().zip(&own).for_each(|(all, own)| *all -= own);
                wanted.push((own, own_rank));
            }
            for (all, own) in placements.iter_mut().zip(part.placements(&wanted, should_stop)?) {
                all.extend(own.into_iter().map(|(kind, point)| (self.kinds[kind], point)));
            }
        }
        Some(placements)
    }
}

/// Returns the numbers of the placement with this rank, and its rank among those with the same numbers.
fn split_by_numbers(all: &Numbers, rank: &BigUint) -> (Vec<u32>, BigUint) {
    let mut rank = rank.clone();
    for (exponents, count) in all {
        if rank < *count {
            return (exponents.clone(), rank);
        }
        rank -= count;
    }
    (Vec::new(), rank)
}

/// Divides a rank between a part and the other parts, for placements with these numbers. Returns the numbers
/// of the part and the rank within it; `rank` becomes the rank within the other parts.
fn divide_rank(
    part: &Numbers,
    others: &Numbers,
    exponents: &[u32],
    rank: &mut BigUint,
) -> (Vec<u32>, BigUint) {
    for (own, count) in part {
        let rest = exponents.iter().zip(own).map(|(all, own)| all.checked_sub(*own));
        let Some(rest) = rest.collect::<Option<Vec<u32>>>() else { continue };
        let Some(of_others) = others.get(&rest) else { continue };
        let together = count * of_others;
        if *rank < together {
            let own_rank = &*rank / of_others;
            *rank %= of_others;
            return (own.clone(), own_rank);
        }
        *rank -= together;
    }
    (vec![0; exponents.len()], BigUint::ZERO)
}
