//! Four pieces or more: one after another, and the last three together.

use super::displacements::{Displacements, Extent, LANES, Side, all_squares, steps};
use super::kinds::{Kinds, orders};
use super::leaf::{TripleLeaf, Workspace};
use super::triple::Triple;
use crate::board::{PointMap, Sets, Square};
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::piece::Moves;

/// The maximum side of a board.
const MAX_SIDE: usize = 255;

/// A problem with its tables. A unit is a square of the first piece.
#[derive(Debug)]
pub(super) struct Search {
    /// The displacements in conflict between any two kinds.
    conflicts: Vec<Vec<Displacements>>,
    /// The tables of the last three pieces.
    triple: Triple,
    /// The kinds of the pieces before these, in the order in which they are placed.
    placed: Vec<usize>,
    /// The squares for the first piece; an arbitrary square if there are no more than three pieces.
    firsts: Vec<Square>,
    facts: Facts,
}

impl Search {
    /// Builds the tables for at least three pieces of these kinds; `None` if the board is too large, or there
    /// are too many moves.
    pub(super) fn new(
        kinds: &Kinds,
        (rows, cols): (usize, usize),
        engine: (&'static str, u32),
        kernel: Kernel,
    ) -> Option<Self> {
        if rows.max(cols) > MAX_SIDE {
            return None;
        }
        let side = |length: usize| Side { length: length as i32, is_joined: false };
        let (extent, reach) =
            (Extent { rows: side(rows), cols: side(cols) }, (rows as i32 - 1, cols as i32 - 1));
        let conflict =
            |one: &Moves, other: &Moves| Displacements::new(extent.displacements(one, other), reach);
        let row = |one: &(Moves, u32)| kinds.iter().map(|other| conflict(&one.0, &other.0)).collect();
        let conflicts: Vec<Vec<Displacements>> = kinds.iter().map(row).collect();
        let numbers: Vec<u32> = kinds.iter().map(|kind| kind.1).collect();
        let steps = steps(kinds.iter().map(|kind| &kind.0), rows.max(cols));
        let tables = |last: [usize; 3]| Triple::new(last, (rows, cols), &conflicts, &steps);
        let triples = lasts(&numbers).into_iter().filter_map(tables);
        let triple = triples.min_by(|one, other| one.nanoseconds().total_cmp(&other.nanoseconds()))?;
        Self::of_triple(triple, conflicts, kinds, (engine, kernel))
    }

    /// Builds the tables for given last three pieces; `None` if the problem does not have these pieces.
    fn of_triple(
        triple: Triple,
        conflicts: Vec<Vec<Displacements>>,
        kinds: &Kinds,
        (engine, kernel): ((&'static str, u32), Kernel),
    ) -> Option<Self> {
        let sides = triple.sides;
        let of_kind =
            |(kind, &(_, number)): (usize, &(Moves, u32))| std::iter::repeat_n(kind, number as usize);
        let mut placed: Vec<usize> = kinds.iter().enumerate().flat_map(of_kind).collect();
        for kind in triple.kinds {
            placed.remove(placed.iter().position(|&other| other == kind)?);
        }
        let leaves = ((sides.0 * sides.1) as f64).powi(placed.len() as i32 - 1).max(1.0);
        let firsts =
            if placed.is_empty() { vec![(Square { row: 0, col: 0 }, 1)] } else { firsts(kinds, sides) };
        let (firsts, weights): (Vec<Square>, Vec<u64>) = firsts.into_iter().unzip();
        let unit = |weight| UnitFacts { weight, work: leaves * triple.nanoseconds() };
        let mut facts = Facts::with_costs(engine, kernel, Vec::new());
        facts.units = weights.into_iter().map(unit).collect();
        facts.divisor = orders(kinds);
        Some(Self { conflicts, triple, placed, firsts, facts })
    }

    /// Returns the tables for other instructions and other last three pieces.
    #[cfg(test)]
    pub(super) fn with_last(self, last: [usize; 3], kinds: &Kinds, kernel: Kernel) -> Option<Self> {
        let sides = self.triple.sides;
        let steps = steps(kinds.iter().map(|kind| &kind.0), sides.0.max(sides.1));
        let triple = Triple::new(last, sides, &self.conflicts, &steps)?;
        Self::of_triple(triple, self.conflicts, kinds, (self.facts.engine, kernel))
    }

    /// Counts with the first piece on a square, on a board of width `SIDE`.
    fn count_from<const SIDE: usize>(
        &self,
        first: Square,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> UnitCount {
        let mut descent =
            Descent::<SIDE> { search: self, workspace: Workspace::default(), should_stop, nodes: 0 };
        let all = all_squares(self.conflicts.len(), SIDE, self.triple.sides);
        let count = match self.placed.first() {
            None => descent.count(0, &all),
            Some(&kind) => {
                let free = descent.free_after_placing(kind, (first.row, first.col), &all);
                descent.count(1, &free)
            }
        };
        UnitCount::from_placements(count, descent.nodes)
    }
}

/// Returns the possible kinds of the last three pieces, equal ones adjacent.
pub(super) fn lasts(numbers: &[u32]) -> Vec<[usize; 3]> {
    let mut lasts = Vec::new();
    for a in 0..numbers.len() {
        for b in a..numbers.len() {
            for c in b..numbers.len() {
                let last = [a, b, c];
                let is_enough = |&kind: &usize| {
                    last.iter().filter(|&&other| other == kind).count() <= numbers[kind] as usize
                };
                if last.iter().all(is_enough) {
                    lasts.push(last);
                }
            }
        }
    }
    lasts
}

/// Returns one square of each orbit of the symmetries of board and pieces, with the size of the orbit.
fn firsts(kinds: &Kinds, (rows, cols): (usize, usize)) -> Vec<(Square, u64)> {
    let keeps = |map: &PointMap| {
        let mut pairs =
            kinds.iter().flat_map(|one| kinds.iter().map(move |other| one.0.closed_with(&other.0)));
        (rows == cols || !map.transpose) && pairs.all(|closure| closure.map(*map) == closure)
    };
    let maps: Vec<PointMap> = PointMap::all().into_iter().filter(keeps).collect();
    let mut firsts = Vec::new();
    for square in (0..rows).flat_map(|row| (0..cols).map(move |col| Square { row, col })) {
        let image = |map: &PointMap| {
            let image = map.apply_to_square(square, (rows, cols));
            (image.row, image.col)
        };
        let mut orbit: Vec<(usize, usize)> = maps.iter().map(image).collect();
        orbit.sort_unstable();
        orbit.dedup();
        if orbit.first() == Some(&(square.row, square.col)) {
            firsts.push((square, orbit.len() as u64));
        }
    }
    firsts
}

/// A unit in progress.
struct Descent<'a, const SIDE: usize> {
    search: &'a Search,
    workspace: Workspace<SIDE>,
    should_stop: &'a (dyn Fn() -> bool + Sync),
    nodes: u64,
}

impl<const SIDE: usize> Descent<'_, SIDE> {
    /// Returns the squares left to each kind when a piece stands on a square.
    fn free_after_placing(&mut self, kind: usize, square: (usize, usize), free: &Sets) -> Sets {
        let mut free = free.clone();
        for (other, conflicts) in self.search.conflicts[kind].iter().enumerate() {
            conflicts.remove_from(&mut free[other], SIDE + LANES, square);
        }
        self.nodes += 1;
        free
    }

    /// Returns the number of ways to place the pieces from `place` on if they are distinguished; `None` if it
    /// was stopped.
    fn count(&mut self, place: usize, free: &Sets) -> Option<u128> {
        if (self.should_stop)() {
            return None;
        }
        let Self { search, workspace, .. } = self;
        let Some(&kind) = search.placed.get(place) else {
            let triple = &search.triple;
            triple.squares(free, &mut workspace.squares);
            let found = search.facts.kernel.run(TripleLeaf { triple, workspace });
            // The number is never negative.
            return Some(u128::from(found.unsigned_abs()));
        };
        let mut sum = 0;
        for (number, &word) in free[kind].iter().enumerate() {
            let (plane, row) = (number / (SIDE + LANES), number % (SIDE + LANES));
            let mut left = word;
            while left != 0 {
                let col = 64 * plane + left.trailing_zeros() as usize;
                left &= left - 1;
                let free = self.free_after_placing(kind, (row, col), free);
                sum += self.count(place + 1, &free)?;
            }
        }
        Some(sum)
    }
}

impl Leaf for Search {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        let Square { row, col } = self.firsts[unit];
        let last = self.placed.iter().chain(&self.triple.kinds).map(|&kind| kind as u64);
        let numbers = [row as u64, col as u64].into_iter().chain(last);
        numbers.for_each(|number| into.extend_from_slice(&number.to_le_bytes()));
    }

    fn memory(&self) -> usize {
        let sets = self.triple.sets.len() + self.conflicts.len() * (self.placed.len() + 1);
        let bytes = self.triple.width * self.triple.width * 8;
        size_of_val(self.triple.shapes.as_slice()) + sets * bytes
    }

    fn note(&self) -> Option<String> {
        Some("the last three together".to_owned())
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let first = self.firsts[unit];
        let found = match self.triple.width {
            64 => self.count_from::<64>(first, run.should_stop),
            128 => self.count_from::<128>(first, run.should_stop),
            _ => self.count_from::<256>(first, run.should_stop),
        };
        Ok(found.into())
    }
}
