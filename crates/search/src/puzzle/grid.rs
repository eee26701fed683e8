//! Squares that are crossed out, and lines that must be filled: the working state of a person who solves a
//! puzzle.
//!
//! A *choice* is a kind on a square. A *unit* is a set of choices with a number that must be taken: all of
//! one kind, a rank with one rook each, a region, any line with a quota. Implicit units follow by the
//! pigeonhole principle: if eight queens must not share a rank, and there are eight ranks, each rank has just
//! one.
//!
//! Taking a choice crosses out all choices that it excludes. A full unit loses its other choices, and a unit
//! that has no more choices than it needs takes them all. That alone is the search's propagation and a
//! person's first technique; [`super::person`] and [`super::backtrack`] continue from there.

use crate::board::{Set, words_for};
use crate::conflict::Conflicts;
use crate::feature::{Feature, IN_INSTANCES};
use crate::placement::Placement;
use crate::problem::{LineType, Problem, Quantity};
use crate::search::error::SearchError;

/// The largest number of choices for which sets are made.
const MAX_CHOICES: usize = 4096;

/// The types of lines that may turn out to need one piece each.
const LINES: [LineType; 4] = [LineType::Rank, LineType::File, LineType::Diagonal, LineType::Antidiagonal];

/// A set of choices with the range of the number that must be taken.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// The kind, for the unit of all pieces of one kind.
    pub(super) kind: Option<usize>,
    pub(super) of: Vec<u64>,
    pub(super) least: u32,
    pub(super) most: u32,
}

/// The choices of a problem with their relations.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    /// The kind and square of each choice.
    choices: Vec<(usize, usize)>,
    /// For each kind and square, the index of the choice, if there is one.
    numbers: Vec<Option<u32>>,
    squares: usize,
    /// The number of words of a set of choices.
    width: usize,
    /// For each choice, the choices that it excludes, itself included.
    excluded: Vec<u64>,
    pub(super) units: Vec<Unit>,
    /// The choices of the pre-placed pieces.
    pub(super) given: Vec<usize>,
}

/// The state of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    /// The choices that are neither taken nor crossed out.
    pub(super) open: Vec<u64>,
    /// The choices that are taken.
    pub(super) taken: Vec<u64>,
}

/// A contradiction: a unit with too few choices, or with too many pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contradiction {
    /// The index of the unit; `None` if pieces that are given exclude each other.
    pub(super) unit: Option<usize>,
}

impl Grid {
    /// Makes the choices of a problem.
    pub(super) fn new(problem: &Problem) -> Result<Self, SearchError> {
        // Instances support choices that exclude each other; in addition, the number taken from a unit may be
        // limited.
        if !problem.has_only(&[IN_INSTANCES, &[Feature::Quotas]].concat()) {
            return Err(SearchError::NoGrid);
        }
        let board = problem.board();
        let squares = board.squares();
        let mut choices = Vec::new();
        let mut numbers = vec![None; problem.pieces().count() * squares];
        for (kind, pieces) in problem.pieces().enumerate() {
            for square in problem.domain(pieces).squares().filter(|_| pieces.quantity.exact_number() > 0) {
                numbers[kind * squares + square] = Some(choices.len() as u32);
                choices.push((kind, square));
            }
        }
        if choices.len() > MAX_CHOICES {
            return Err(SearchError::LargeGrid { choices: choices.len(), most: MAX_CHOICES });
        }
        let width = words_for(choices.len().max(1));
        let mut grid = Self {
            choices,
            numbers,
            squares,
            width,
            excluded: Vec::new(),
            units: Vec::new(),
            given: Vec::new(),
        };
        let conflicts = Conflicts::of_problem(problem);
        grid.excluded = vec![0; grid.choices.len() * width];
        for (number, &(kind, square)) in grid.choices.iter().enumerate() {
            let set = &mut grid.excluded[number * width..(number + 1) * width];
            for (other, taken) in conflicts.sets(kind, square).enumerate() {
                let choices = taken.squares().filter_map(|at| grid.numbers[other * squares + at]);
                choices.for_each(|choice| set.add_square(choice as usize));
            }
        }
        grid.add_units(problem);
        let fixed = crate::problem::fixed_pieces(problem.pieces());
        grid.given = fixed.filter_map(|(kind, square)| grid.choice(kind, board.index(square))).collect();
        Ok(grid)
    }

    /// Adds the units of kinds, of quotas, and of lines that need a piece each.
    fn add_units(&mut self, problem: &Problem) {
        let all: Vec<usize> = (0..problem.pieces().count()).collect();
        for (kind, pieces) in problem.pieces().enumerate() {
            let Quantity::Exactly(number) = pieces.quantity else { continue };
            let of = self.set(&[kind], 0..self.squares);
            self.units.push(Unit { kind: Some(kind), of, least: number, most: number });
        }
        for line in problem.line_quotas() {
            let counted =
                |kind: &usize| problem.pieces().nth(*kind).is_some_and(|p| p.are_counted(line.letter));
            let kinds: Vec<usize> = all.iter().copied().filter(counted).collect();
            let of = self.set(&kinds, line.squares.iter().copied());
            self.add_unit(of, line.span.least, line.span.most.unwrap_or(u32::MAX));
        }
        for along in LINES {
            self.add_pigeonholes(problem, &problem.lines_along(along));
        }
    }

    /// Adds a unit, unless it is trivial.
    pub(super) fn add_unit(&mut self, of: Vec<u64>, least: u32, most: u32) {
        if least > 0 || most < of.size() {
            self.units.push(Unit { kind: None, of, least, most });
        }
    }

    /// Adds a unit of one piece for each line, if as many pieces exclude each other on lines as there are
    /// lines for them.
    fn add_pigeonholes(&mut self, problem: &Problem, lines: &[Vec<usize>]) {
        let number =
            |kind: usize| problem.pieces().nth(kind).map_or(0, |pieces| pieces.quantity.exact_number());
        let sets = |kinds: &[usize]| -> Vec<Vec<u64>> {
            lines.iter().map(|line| self.set(kinds, line.iter().copied())).collect()
        };
        let is_exclusive = |kinds: &[usize]| {
            sets(kinds)
                .iter()
                .all(|set| set.squares().all(|choice| set.count_outside(self.excluded_by(choice)) == 0))
        };
        let mut kinds: Vec<usize> = Vec::new();
        for kind in (0..problem.pieces().count()).filter(|&kind| number(kind) > 0) {
            kinds.push(kind);
            if !is_exclusive(&kinds) {
                kinds.pop();
            }
        }
        let sets: Vec<Vec<u64>> = sets(&kinds).into_iter().filter(|set| !set.is_bare()).collect();
        let pieces: u32 = kinds.iter().map(|&kind| number(kind)).sum();
        if pieces > 0 && pieces as usize == sets.len() {
            self.units.extend(sets.into_iter().map(|of| Unit { kind: None, of, least: 1, most: 1 }));
        }
    }

    /// Returns the choices of some kinds on some squares.
    pub(super) fn set(&self, kinds: &[usize], squares: impl Iterator<Item = usize>) -> Vec<u64> {
        let mut set = vec![0; self.width];
        for square in squares {
            let choices = kinds.iter().filter_map(|&kind| self.choice(kind, square));
            choices.for_each(|choice| set.add_square(choice));
        }
        set
    }

    /// Returns the number of choices.
    pub(super) fn choices(&self) -> usize {
        self.choices.len()
    }

    /// Returns the kind and the square of a choice.
    pub(super) fn kind_and_square(&self, choice: usize) -> (usize, usize) {
        self.choices[choice]
    }

    /// Returns the choice of a kind on a square; `None` if it may not use the square.
    pub(super) fn choice(&self, kind: usize, square: usize) -> Option<usize> {
        self.numbers[kind * self.squares + square].map(|number| number as usize)
    }

    /// Returns the choices that one excludes, itself included.
    pub(super) fn excluded_by(&self, choice: usize) -> &[u64] {
        &self.excluded[choice * self.width..(choice + 1) * self.width]
    }

    /// Returns the state in which no choice is taken or crossed out.
    pub(super) fn empty(&self) -> State {
        let mut open = vec![0; self.width];
        (0..self.choices.len()).for_each(|choice| open.add_square(choice));
        State { open, taken: vec![0; self.width] }
    }

    /// Returns the state in which these choices and the pre-placed pieces are taken.
    pub(super) fn start(&self, taken: impl IntoIterator<Item = usize>) -> Result<State, Contradiction> {
        let mut state = self.empty();
        for choice in self.given.iter().copied().chain(taken) {
            if !state.open.holds(choice) {
                return Err(Contradiction { unit: None });
            }
            self.take(&mut state, choice);
        }
        Ok(state)
    }

    /// Takes a choice that is open, and crosses out the choices that it excludes.
    pub(super) fn take(&self, state: &mut State, choice: usize) {
        state.taken.add_square(choice);
        state.open.subtract(self.excluded_by(choice));
    }

    /// Crosses out the remaining choices of full units.
    pub(super) fn close(&self, state: &mut State) -> Result<(), Contradiction> {
        for (number, unit) in self.units.iter().enumerate() {
            let taken = state.taken.count_shared(&unit.of);
            if taken > unit.most {
                return Err(Contradiction { unit: Some(number) });
            }
            if taken == unit.most {
                state.open.subtract(&unit.of);
            }
        }
        Ok(())
    }

    /// Fills units and empties them until no further conclusion follows in this way.
    pub(super) fn settle(&self, state: &mut State) -> Result<(), Contradiction> {
        loop {
            let mut has_changed = false;
            for (number, unit) in self.units.iter().enumerate() {
                let (taken, open) = (state.taken.count_shared(&unit.of), state.open.count_shared(&unit.of));
                if taken > unit.most || taken + open < unit.least {
                    return Err(Contradiction { unit: Some(number) });
                }
                if open == 0 {
                    continue;
                }
                if taken == unit.most {
                    state.open.subtract(&unit.of);
                    has_changed = true;
                } else if taken + open == unit.least {
                    self.fill(state, number)?;
                    has_changed = true;
                }
            }
            if !has_changed {
                return Ok(());
            }
        }
    }

    /// Takes all remaining choices of a unit.
    pub(super) fn fill(&self, state: &mut State, number: usize) -> Result<(), Contradiction> {
        let unit = &self.units[number];
        while let Some(choice) = unit.of.squares().find(|&choice| state.open.holds(choice)) {
            self.take(state, choice);
        }
        if state.taken.count_shared(&unit.of) < unit.least {
            Err(Contradiction { unit: Some(number) })
        } else {
            Ok(())
        }
    }

    /// Returns the indices of the units with only as many places left as they need.
    pub(super) fn only_places(&self, state: &State) -> impl Iterator<Item = usize> {
        self.units.iter().enumerate().filter_map(|(number, unit)| {
            let (taken, open) = (state.taken.count_shared(&unit.of), state.open.count_shared(&unit.of));
            (open > 0 && taken + open == unit.least).then_some(number)
        })
    }

    /// Returns the unit that still needs pieces with the fewest choices to spare; `None` if every unit has
    /// enough.
    pub(super) fn tightest_unit(&self, state: &State) -> Option<&Unit> {
        let room = |unit: &&Unit| {
            let (taken, open) = (state.taken.count_shared(&unit.of), state.open.count_shared(&unit.of));
            (taken < unit.least).then(|| (open.saturating_sub(unit.least - taken), open))
        };
        self.units
            .iter()
            .filter_map(|unit| Some((room(&unit)?, unit)))
            .min_by_key(|room| room.0)
            .map(|room| room.1)
    }

    /// Returns the taken choices as a placement.
    pub(super) fn placement(&self, problem: &Problem, taken: &[u64]) -> Placement {
        let board = problem.board();
        let pieces = taken.squares().map(|choice| self.kind_and_square(choice));
        Placement::new(pieces.map(|(kind, square)| (kind, board.square(square))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        Grid::new(&text.parse().unwrap()).unwrap()
    }

    #[test]
    fn lines_need_a_piece_each_if_there_are_as_many() {
        let units = |text: &str| grid(text).units.len();
        // One unit for the kind, four for ranks, four for files.
        assert_eq!(units("4x4 Q4"), 9);
        assert_eq!(units("4x4 Q2 R2"), 10);
        assert_eq!(units("4x4 Q3"), 1);
        // On a torus each queen occupies a diagonal of either direction.
        assert_eq!(units("5x5/torus Q5"), 21);
        assert_eq!(units("4x4 R4 regions=aabb/aabb/ccdd/ccdd"), 13);
        // A hole cuts a rank in two.
        assert_eq!(units("4x4-b2 R4"), 1);
    }

    #[test]
    fn what_is_forced_follows() {
        let grid = grid("4x4 Q4");
        let square = |text: &str| {
            let square: crate::board::Square = text.parse().unwrap();
            grid.choice(0, square.row * 4 + square.col).unwrap()
        };
        let mut corner = grid.start([square("a1"), square("c2")]).unwrap();
        assert!(grid.settle(&mut corner).is_err_and(|contradiction| contradiction.unit.is_some()));
        let mut edge = grid.start([square("b1")]).unwrap();
        assert_eq!(grid.settle(&mut edge), Ok(()));
        assert_eq!((edge.open.size(), edge.taken.size()), (0, 4));
        assert_eq!(grid.start([square("b1"), square("c1")]), Err(Contradiction { unit: None }));
    }

    #[test]
    fn what_is_no_matter_of_choices_is_refused() {
        for text in ["4x4 Q*", "4x4 Qmax", "4x4 G2", "4x4 Q2 #1", "4x4 K2 pairs=1", "2000x2000 Q3"] {
            assert_eq!(Grid::new(&text.parse().unwrap()).err(), Some(SearchError::NoGrid), "{text}");
        }
    }
}
