//! Placements by rank if units are counted: by the square of the first piece, then of the next one.
//!
//! The placements are divided by the lowest square with a piece of the first kind. Each part is a smaller
//! problem of the same form and is counted by a suitable engine. A rank is in one of the parts, and so on
//! until few pieces are left, which are enumerated. A part is much smaller than the whole, so most of the
//! work is in the first pieces. Ranks that follow the same path are processed together, so that a part is
//! divided once for all of them.

use crate::board::{Set, Sets, Square};
use crate::engines::instance::Instance;
use crate::feature::IN_INSTANCES;
use crate::placement::Placement;
use crate::plan::{Observer, RunError, Settings, plan_part};
use crate::problem::{Problem, fixed_pieces};
use crate::question::Question;
use num_bigint::BigUint;
use rayon::prelude::*;
use std::collections::HashMap;
use std::time::Duration;

/// The largest number of steps for which the remaining pieces are enumerated.
const MAX_STEPS: u64 = 1 << 14;
/// The number of parts whose own parts are remembered; these are parts of the first pieces.
const MAX_KNOWN: usize = 1 << 12;

/// The placements of a problem with exact numbers, divided into parts.
pub(super) struct PrefixTree {
    question: Question,
    whole: PlacementPrefix,
    count: BigUint,
    /// For the squares of the first pieces, the squares of the next one with the number of placements of
    /// each.
    known: HashMap<Vec<usize>, Vec<(usize, BigUint)>>,
}

/// The placements that begin with some pieces.
#[derive(Clone)]
struct PlacementPrefix {
    instance: Instance,
    /// The kind of each class.
    kinds: Vec<usize>,
    /// The kind and square of each placed piece.
    placed: Vec<(usize, usize)>,
}

/// Ranks with the places where their placements are wanted, in increasing order.
type RankRequests = [(BigUint, usize)];

impl PrefixTree {
    /// Divides the placements of a problem and counts the parts. `None` if the expected time exceeds the
    /// limit, if it was stopped, or if the problem has no number to divide.
    pub(super) fn new(
        problem: &Problem,
        limit: Duration,
        observer: &dyn Observer,
    ) -> Result<Option<Self>, RunError> {
        if !problem.has_only(IN_INSTANCES) {
            return Ok(None);
        }
        let kinds = problem.numbers_of(|pieces| pieces.free_pieces() > 0);
        let whole = PlacementPrefix { instance: Instance::new(problem), kinds, placed: Vec::new() };
        let mut parts = Self {
            question: Question::new(problem.clone()),
            whole,
            count: BigUint::ZERO,
            known: HashMap::new(),
        };
        if parts.whole.is_small() {
            parts.count = parts.whole.tried_out().len().into();
            return Ok(Some(parts));
        }
        if parts.estimate_time(limit) > limit {
            return Ok(None);
        }
        let Some(counts) = parts.count_by_next_square(&parts.whole, observer)? else { return Ok(None) };
        parts.count = counts.iter().map(|(_, count)| count).sum();
        parts.known.insert(Vec::new(), counts);
        Ok(Some(parts))
    }

    /// Returns the number of placements.
    pub(super) fn count(&self) -> &BigUint {
        &self.count
    }

    /// Estimates the time for counting the first parts; at least the limit if it exceeds that.
    fn estimate_time(&self, limit: Duration) -> Duration {
        let mut seconds = 0.0;
        for square in 0..self.whole.instance.conflicts.squares() {
            let Some(part) = self.whole.with_lowest(square) else { continue };
            let plan = plan_part(part.instance, &self.question, &Settings::default(), None);
            seconds += plan.map_or(0.0, |plan| plan.summary().estimate.seconds);
            if seconds > limit.as_secs_f64() {
                break;
            }
        }
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// Returns the placements with these ranks, in the order of the ranks; fewer only if the observer stopped
    /// it.
    pub(super) fn placements(
        &mut self,
        ranks: &[BigUint],
        observer: &dyn Observer,
    ) -> Result<Vec<Placement>, RunError> {
        let mut wanted: Vec<(BigUint, usize)> = ranks.iter().cloned().zip(0..).collect();
        wanted.sort_unstable();
        let mut found = vec![None; ranks.len()];
        self.descend(&self.whole.clone(), &wanted, &mut found, observer)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Descends to the parts that contain the ranks.
    fn descend(
        &mut self,
        part: &PlacementPrefix,
        wanted: &RankRequests,
        found: &mut [Option<Placement>],
        observer: &dyn Observer,
    ) -> Result<(), RunError> {
        if wanted.is_empty() || observer.should_stop() {
            return Ok(());
        }
        if part.is_small() {
            let all = part.tried_out();
            for (rank, place) in wanted {
                let rank = usize::try_from(rank).ok();
                found[*place] = rank.and_then(|rank| all.get(rank)).map(|placed| self.placement(placed));
            }
            return Ok(());
        }
        let squares: Vec<usize> = part.placed.iter().map(|&(_, square)| square).collect();
        let counts = match self.known.get(&squares) {
            Some(counts) => counts.clone(),
            None => {
                let Some(counts) = self.count_by_next_square(part, observer)? else { return Ok(()) };
                if self.known.len() < MAX_KNOWN {
                    self.known.insert(squares, counts.clone());
                }
                counts
            }
        };
        let (mut passed, mut left) = (BigUint::ZERO, wanted);
        for (square, count) in counts {
            let end = &passed + count;
            let (here, later) = left.split_at(left.partition_point(|(rank, _)| *rank < end));
            let here: Vec<_> = here.iter().map(|(rank, place)| (rank - &passed, *place)).collect();
            if let Some(next) = part.with_lowest(square).filter(|_| !here.is_empty()) {
                self.descend(&next, &here, found, observer)?;
            }
            (passed, left) = (end, later);
        }
        Ok(())
    }

    /// Returns the squares of the next piece with the number of placements of each; `None` if it was stopped.
    fn count_by_next_square(
        &self,
        part: &PlacementPrefix,
        observer: &dyn Observer,
    ) -> Result<Option<Vec<(usize, BigUint)>>, RunError> {
        let squares: Vec<usize> = part.instance.classes[0].allowed.squares().collect();
        let count = |square: usize| {
            let Some(next) = part.with_lowest(square) else { return Ok(Some((square, BigUint::ZERO))) };
            Ok(self.count_part(next, observer)?.map(|count| (square, count)))
        };
        squares.into_par_iter().map(count).collect()
    }

    /// Counts the placements of a part; `None` if it was stopped.
    fn count_part(
        &self,
        part: PlacementPrefix,
        observer: &dyn Observer,
    ) -> Result<Option<BigUint>, RunError> {
        if part.is_small() {
            return Ok(Some(part.tried_out().len().into()));
        }
        // Parts are counted in parallel, each by one thread.
        let settings = Settings::default().with_threads(1);
        let Some(plan) = plan_part(part.instance, &self.question, &settings, Some(1.0)) else {
            return Ok(None);
        };
        let outcome = plan.run(observer)?;
        Ok(outcome.complete.then_some(outcome.count))
    }

    fn placement(&self, placed: &[(usize, usize)]) -> Placement {
        let problem = &self.question.problem;
        let found = placed.iter().map(|&(kind, square)| (kind, problem.board().square(square)));
        Placement::new(fixed_pieces(problem.pieces()).chain(found).collect::<Vec<(usize, Square)>>())
    }
}

impl PlacementPrefix {
    /// Returns the placements that continue with a piece of the first class on this square and none below it;
    /// `None` if there are none.
    fn with_lowest(&self, square: usize) -> Option<Self> {
        let instance = self.instance.with_lowest(square)?;
        let (kind, is_last) = (self.kinds[0], self.instance.classes[0].pieces == 1);
        let placed = self.placed.iter().copied().chain([(kind, square)]).collect();
        Some(Self { instance, kinds: self.kinds[usize::from(is_last)..].to_vec(), placed })
    }

    /// Returns true if enumerating the rest takes few steps.
    fn is_small(&self) -> bool {
        let mut steps = 1u64;
        for class in &self.instance.classes {
            for _ in 0..class.pieces {
                steps = steps.saturating_mul(u64::from(class.allowed.size()));
            }
        }
        steps <= MAX_STEPS
    }

    /// Enumerates all its placements, as pieces by kind and square.
    fn tried_out(&self) -> Vec<Vec<(usize, usize)>> {
        let steps = (self.kinds.iter().zip(0..))
            .flat_map(|(&kind, class)| {
                (0..self.instance.classes[class].pieces).map(move |number| (kind, class, number == 0))
            })
            .collect::<Vec<_>>();
        let mut found = Vec::new();
        if self.instance.factor != BigUint::ZERO {
            self.try_out(&steps, &self.instance.allowed_squares(), &mut self.placed.clone(), &mut found);
        }
        found
    }

    /// Places the next of the pieces, given with their kinds, classes, and whether they are the first ones of
    /// their classes.
    fn try_out(
        &self,
        steps: &[(usize, usize, bool)],
        free: &Sets,
        placed: &mut Vec<(usize, usize)>,
        found: &mut Vec<Vec<(usize, usize)>>,
    ) {
        let Some((&(kind, class, is_first), steps)) = steps.split_first() else {
            return found.push(placed.clone());
        };
        // Pieces of a class have increasing squares.
        let above = if is_first { None } else { placed.last().map(|&(_, square)| square) };
        for square in free[class].squares().filter(|&square| above.is_none_or(|above| square > above)) {
            let mut free = free.clone();
            free.subtract(self.instance.conflicts.row(class, square));
            placed.push((kind, square));
            self.try_out(steps, &free, placed, found);
            placed.pop();
        }
    }
}
