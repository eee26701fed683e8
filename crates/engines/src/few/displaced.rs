//! Counts up to three pieces by displacements.
//!
//! Let `V` be the number of squares. Let `D(ab)` be the displacements from a piece a to a piece b at which
//! they are in conflict, including the zero displacement. Let `w(d, e)` be the number of squares from which
//! `d` and `e` both lead to the board. It is the area that remains if each side is shortened by the span of
//! the three squares; a side with joined ends is not shortened. By inclusion and exclusion over the pairs in
//! conflict there are
//!
//! `V^3 - V sum w(d, 0) + sum w(d, e) - sum w(d, e) [e - d in D(bc)]`
//!
//! ways to place three pieces. The first sum is over `D(ab)`, `D(ac)` and `D(bc)`. The second is over `D(ab)
//! x D(ac)` and the corresponding products from b and from c. The third is over `D(ab) x D(ac)` again. So the
//! time grows as the square of the number of displacements, whatever the area.

use super::displacements::{Displacements, Extent, Step};
use super::kinds::{Kinds, orders};
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::piece::Moves;

/// The maximum number of displacements that are written down; it also ensures that sums fit.
const MAX_DISPLACEMENTS: u64 = 1 << 26;
/// The maximum number of displacements that are looked up in pairs.
const MAX_LOOKED_UP: u64 = 1 << 22;
/// The maximum number of bytes of a set of displacements.
const MAX_BYTES: u64 = 1 << 32;
/// Nanoseconds for a displacement.
const DISPLACEMENT: f64 = 40.0;
/// Nanoseconds for a pair of displacements.
const PAIR: f64 = 2.0;

/// Up to three pieces on a board.
pub(super) struct FewPieces {
    extent: Extent,
    /// The moves of each piece.
    pieces: Vec<Moves>,
    facts: Facts,
    memory: u64,
}

impl FewPieces {
    /// Prepares a problem; `None` if there are too many displacements.
    pub(super) fn new(
        kinds: &Kinds,
        extent: Extent,
        engine: (&'static str, u32),
        kernel: Kernel,
    ) -> Option<Self> {
        let all = kinds.iter().flat_map(|(moves, number)| std::iter::repeat_n(moves, *number as usize));
        let pieces: Vec<Moves> = all.cloned().collect();
        let most = |one: usize, other: usize| extent.most_displacements(&pieces[one], &pieces[other]);
        let (mut nanoseconds, mut memory) = (1000.0, 0);
        if pieces.len() == 2 {
            let most = most(0, 1);
            nanoseconds += DISPLACEMENT * most as f64;
            memory = 8 * most;
            if most > MAX_DISPLACEMENTS {
                return None;
            }
        }
        if pieces.len() == 3 {
            let sets = [most(0, 1), most(0, 2), most(1, 2)];
            let [ab, ac, bc] = sets.map(|most| most as f64);
            nanoseconds += DISPLACEMENT * (ab + ac + bc) + PAIR * (ab * ac + ab * bc + ac * bc);
            let closure = pieces[1].closed_with(&pieces[2]);
            memory = 8 * (sets[0] + sets[1]) + Displacements::memory(sets[2], reach(extent, &closure));
            if sets.iter().any(|&most| most > MAX_LOOKED_UP) || memory > MAX_BYTES {
                return None;
            }
        }
        let mut facts = Facts::with_costs(engine, kernel, Vec::new());
        facts.units = vec![UnitFacts { weight: 1, work: nanoseconds }];
        facts.divisor = orders(kinds);
        Some(Self { extent, pieces, facts, memory })
    }

    fn displacements(&self, one: usize, other: usize) -> Vec<Step> {
        self.extent.displacements(&self.pieces[one], &self.pieces[other])
    }

    /// Returns the number of ordered pairs of squares at these displacements.
    fn pairs(&self, steps: &[Step]) -> u128 {
        steps.iter().map(|&step| u128::from(self.extent.places(step, (0, 0)))).sum()
    }

    /// Sums the squares from which two displacements lead to the board, one from `ones` and one from
    /// `others`. Returns also the sum over those pairs of displacements whose difference is in `between`.
    /// `None` if it was stopped.
    fn forks(
        &self,
        (ones, others): (&[Step], &[Step]),
        between: Option<&Displacements>,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<(u128, u128)> {
        let extent = self.extent;
        let (mut forks, mut triangles) = (0u128, 0u128);
        for &one in ones {
            if should_stop() {
                return None;
            }
            let (mut of_one, mut closed) = (0u64, 0u64);
            for &other in others {
                let places = extent.places(one, other);
                of_one += places;
                if let Some(between) = between {
                    let (rows, cols) = (other.0 - one.0, other.1 - one.1);
                    let is_closed =
                        extent.normal_step((rows.into(), cols.into())).is_some_and(|to| between.has(to));
                    closed += if is_closed { places } else { 0 };
                }
            }
            forks += u128::from(of_one);
            triangles += u128::from(closed);
        }
        Some((forks, triangles))
    }

    /// Returns the number of ways to place all pieces if they are distinguished; `None` if it was stopped.
    fn tuples(&self, should_stop: &(dyn Fn() -> bool + Sync)) -> Option<u128> {
        let squares = u128::from(self.extent.squares());
        match self.pieces.len() {
            2 => Some(squares * squares - self.pairs(&self.displacements(0, 1))),
            3 => {
                let (ab, ac) = (self.displacements(0, 1), self.displacements(0, 2));
                let bc = self.displacements(1, 2);
                let closure = self.pieces[1].closed_with(&self.pieces[2]);
                let between = Displacements::new(bc.clone(), reach(self.extent, &closure));
                let (forks, triangles) = self.forks((&ab, &ac), Some(&between), should_stop)?;
                let backwards = |steps: &[Step]| -> Vec<Step> {
                    let back =
                        |&(rows, cols): &Step| self.extent.normal_step((-i64::from(rows), -i64::from(cols)));
                    steps.iter().filter_map(back).collect()
                };
                let is_like = |one: usize, other: usize| self.pieces[one] == self.pieces[other];
                let of_b = match is_like(0, 1) {
                    true => forks,
                    false => self.forks((&backwards(&ab), &bc), None, should_stop)?.0,
                };
                let of_c = match (is_like(0, 2), is_like(1, 2)) {
                    (true, _) => forks,
                    (_, true) => of_b,
                    _ => self.forks((&backwards(&ac), &backwards(&bc)), None, should_stop)?.0,
                };
                let pairs = self.pairs(&ab) + self.pairs(&ac) + self.pairs(&bc);
                // Additions come first, because the subtracted terms are less than the sum.
                Some(squares.pow(3) + forks + of_b + of_c - squares * pairs - triangles)
            }
            pieces => Some(squares.pow(pieces as u32)),
        }
    }
}

/// Returns the maximum reach of displacements.
fn reach(extent: Extent, closure: &Moves) -> (i32, i32) {
    let far = |leap: i32, times: usize, length: i32, is_joined: bool| {
        let far = i64::from(leap.unsigned_abs()).saturating_mul(i64::try_from(times).unwrap_or(i64::MAX));
        if leap == 0 {
            0
        } else if is_joined {
            length - 1
        } else {
            far.min(i64::from(length - 1)) as i32
        }
    };
    closure.rides().fold((0, 0), |(rows, cols), (step, range)| {
        let along_rows = far(step.0, range.times(), extent.rows.length, extent.rows.is_joined);
        let along_cols = far(step.1, range.times(), extent.cols.length, extent.cols.is_joined);
        (rows.max(along_rows), cols.max(along_cols))
    })
}

impl Leaf for FewPieces {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn memory(&self) -> usize {
        usize::try_from(self.memory).unwrap_or(usize::MAX)
    }

    fn note(&self) -> Option<String> {
        Some("by displacements".to_owned())
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        Ok(UnitCount::from_placements(self.tuples(run.should_stop), 1).into())
    }
}
