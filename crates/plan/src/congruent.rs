//! Placements on the plane that are equivalent on a torus.
//!
//! If the edges of the board are joined to a torus, its shifts and dilations may send queens that do not
//! attack each other on the plane to queens that do. So these maps do not preserve the counted placements,
//! and the mean of the numbers of fixed placements does not count classes. But the maps form a group on sets
//! of squares, and two placements are equivalent if a map sends one to the other. This engine makes every
//! placement, row by row. It counts the placement if no map sends it to an earlier placement.

use super::same::members;
use super::{ONE_OF_THEM, PlanError};
use crate::board::{Board, Set, Sets, Topology};
use crate::conflict::Conflicts;
use crate::engines::RunError;
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::model::MeanField;
use crate::engines::run::Run;
use crate::engines::tally::{Counts, UnitCount};
use crate::feature::Feature;
use crate::problem::Problem;
use crate::question::Question;
use crate::symmetry::Symmetry;
use crate::up_to::MapGroup;

/// Returns the maps of the torus that words name, for a problem on the plane.
pub(super) fn group(question: &Question, group: MapGroup) -> Result<Vec<Symmetry>, PlanError> {
    if let Some(feature) = question.find_unsupported(&[Feature::Sameness]) {
        let what = "classes up to maps of the torus (--up-to)";
        return Err(PlanError::Together { what, feature, instead: ONE_OF_THEM });
    }
    let (problem, board) = (&question.problem, question.problem.board());
    let torus = Board::new(board.rows(), board.cols(), Topology::Torus).map_err(|_| PlanError::NoTorus)?;
    let on_torus = problem.on_board(torus).ok_or(PlanError::NoTorus)?;
    members(&on_torus, false, group).map_err(|error| match error {
        PlanError::NoDilations => PlanError::NoTorus,
        error => error,
    })
}

/// The time divided by that of the cells engine. Placements are visited one by one and compared with their
/// images.
const TIMES_THE_CELLS: f64 = 10.0;
/// The minimum cost of a unit, in nanoseconds.
const UNIT_NS: f64 = 1e3;

/// The classes of placements, each counted by its first placement, with a unit for each square of the first
/// piece.
pub(super) struct CongruentCounter {
    instance: Instance,
    cols: usize,
    /// For each class, whether two of its pieces never stand in one row.
    is_one_a_row: Vec<bool>,
    maps: Vec<Vec<usize>>,
    facts: Facts,
}

/// A piece as a number: by class and then by square.
type Piece = usize;

impl CongruentCounter {
    pub(super) fn new(problem: &Problem, group: &[Symmetry], kernel: Kernel) -> Self {
        let instance = Instance::new(problem);
        let (squares, cols) = (instance.conflicts.squares(), problem.board().cols());
        let is_row_taken = |class: usize| {
            (0..squares).all(|square| {
                let row = square / cols * cols;
                (row..row + cols)
                    .all(|other| instance.conflicts.conflict_set(class, square, class).holds(other))
            })
        };
        let is_one_a_row = (0..instance.classes.len()).map(is_row_taken).collect();
        let map = |symmetry: &Symmetry| -> Vec<usize> {
            let images = |class: usize| {
                symmetry.map.images.iter().map(move |&image| class * squares + usize::from(image))
            };
            (0..instance.classes.len()).flat_map(images).collect()
        };
        let maps = group.iter().skip(1).map(map).collect();
        // Without pieces there is one placement.
        let units = if instance.classes.is_empty() { 1 } else { squares };
        let classes: Vec<usize> = (0..instance.classes.len()).collect();
        let pieces: Vec<u32> = instance.classes.iter().map(|class| class.pieces).collect();
        let free: Vec<f64> = instance.classes.iter().map(|class| f64::from(class.allowed.size())).collect();
        let all = TIMES_THE_CELLS * MeanField::new(&instance).cost(&classes, &pieces, &free);
        let work = (all / units.max(1) as f64).max(UNIT_NS);
        let facts = Facts::with_costs(("congruent", 1), kernel, vec![work; units]);
        Self { instance, cols, is_one_a_row, maps, facts }
    }

    /// Places the next piece and those after it.
    fn extend(&self, pieces: &mut Vec<Piece>, free: &Sets, found: &mut RunningCount<'_>) -> bool {
        found.partial.nodes += 1;
        if found.partial.nodes.is_multiple_of(1 << 10) && (found.should_stop)() {
            return false;
        }
        let (conflicts, squares) = (&self.instance.conflicts, self.instance.conflicts.squares());
        let mut placed = pieces.len();
        let mut next = None;
        for (class, of) in self.instance.classes.iter().enumerate() {
            let wanted = of.pieces as usize;
            if placed < wanted {
                next = Some((class, placed, wanted - placed));
                break;
            }
            placed -= wanted;
        }
        let Some((class, so_far, missing)) = next else {
            found.partial.placements += u128::from(self.is_first(pieces));
            return true;
        };
        let first = match pieces.last() {
            Some(last) if so_far > 0 => last % squares + 1,
            _ => 0,
        };
        // Each of the missing pieces needs a row of its own.
        let end = match self.is_one_a_row[class] {
            true => (squares / self.cols + 1).saturating_sub(missing) * self.cols,
            false => squares,
        };
        for square in (first..end).filter(|&square| free[class].holds(square)) {
            let mut left = free.clone();
            left.subtract(conflicts.row(class, square));
            pieces.push(class * squares + square);
            let goes_on = self.extend(pieces, &left, found);
            pieces.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Returns true if no map sends these pieces to an earlier placement.
    fn is_first(&self, pieces: &[Piece]) -> bool {
        let mut image = Vec::with_capacity(pieces.len());
        self.maps.iter().all(|map| {
            image.clear();
            image.extend(pieces.iter().map(|&piece| map[piece]));
            image.sort_unstable();
            *image >= *pieces || !is_at_peace(&self.instance.conflicts, &image)
        })
    }
}

/// Returns true if the pieces do not attack each other on the plane.
fn is_at_peace(conflicts: &Conflicts, pieces: &[Piece]) -> bool {
    let part = |&piece: &Piece| (piece / conflicts.squares(), piece % conflicts.squares());
    pieces.iter().enumerate().all(|(place, piece)| {
        let (class, square) = part(piece);
        pieces[place + 1..]
            .iter()
            .map(part)
            .all(|(other, at)| !conflicts.conflict_set(class, square, other).holds(at))
    })
}

/// The count so far.
struct RunningCount<'a> {
    partial: UnitCount,
    should_stop: &'a (dyn Fn() -> bool + Sync),
}

impl Leaf for CongruentCounter {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn memory(&self) -> usize {
        self.instance.memory() + self.maps.iter().map(|map| map.len() * size_of::<usize>()).sum::<usize>()
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let mut found = RunningCount { partial: UnitCount::NOTHING, should_stop: run.should_stop };
        let mut free = self.instance.allowed_squares();
        let mut pieces = Vec::new();
        if let Some(class) = self.instance.classes.first() {
            let rows = self.instance.conflicts.squares() / self.cols;
            let is_late = self.is_one_a_row[0] && unit / self.cols + class.pieces as usize > rows;
            if is_late || !class.allowed.holds(unit) {
                return Ok(found.partial.into());
            }
            free.subtract(self.instance.conflicts.row(0, unit));
            pieces.push(unit);
        }
        found.partial.complete = self.extend(&mut pieces, &free, &mut found);
        Ok(found.partial.into())
    }
}
