//! Conflicts between two kinds, as lines and leaps.

use crate::piece::{Moves, Range};
use crate::problem::Problem;
use std::collections::BTreeSet;

/// The maximum length of a leap.
const LONGEST: i64 = 32;

/// The difference between two squares in rows and columns.
pub(super) type Step = (i64, i64);

/// The conflicts between two kinds, apart from standing on one square.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Relation {
    /// The directions of lines.
    pub(super) lines: BTreeSet<Step>,
    /// The steps from the first piece to the second that are on no line.
    pub(super) leaps: BTreeSet<Step>,
}

/// Returns the relation of every two kinds of a problem; `None` if a kind rides along a line in one direction
/// only, or skips squares.
pub(super) fn relations(problem: &Problem) -> Option<Vec<Vec<Relation>>> {
    let moves: Vec<&Moves> = problem.pieces().map(|pieces| pieces.kind.moves()).collect();
    let is_opposed = problem.opposition();
    let relation = |one: usize, other: usize| match is_opposed(one, other) {
        true => Relation::from_moves(&moves[one].closed_with(moves[other])),
        false => Some(Relation::default()),
    };
    let row = |one: usize| (0..moves.len()).map(|other| relation(one, other)).collect();
    (0..moves.len()).map(row).collect()
}

impl Relation {
    /// Returns the relation with all these steps as conflicts.
    fn from_moves(closure: &Moves) -> Option<Self> {
        let rides: Vec<(Step, Range)> =
            closure.rides().map(|((rows, cols), range)| ((rows.into(), cols.into()), range)).collect();
        let mut relation = Self::default();
        for &((rows, cols), _) in rides.iter().filter(|(_, range)| *range == Range::Unlimited) {
            if !rides.contains(&((-rows, -cols), Range::Unlimited)) || !is_primitive((rows, cols)) {
                return None;
            }
            relation.lines.insert((rows, cols).max((-rows, -cols)));
        }
        for &((rows, cols), range) in rides.iter().filter(|(step, _)| *step != (0, 0)) {
            let Range::Times(times) = range else { continue };
            let reach = rows.abs().max(cols.abs()).checked_mul(i64::from(times))?;
            if reach > LONGEST {
                return None;
            }
            let is_on_a_line = relation.lines.iter().any(|line| line.0 * cols == line.1 * rows);
            if !is_on_a_line {
                relation.leaps.extend((1..=i64::from(times)).map(|time| (time * rows, time * cols)));
            }
        }
        Some(relation)
    }
}

/// Returns true if a step is short and not a multiple of another.
fn is_primitive((rows, cols): Step) -> bool {
    let divides = |divisor: i64| rows % divisor == 0 && cols % divisor == 0;
    let longest = rows.abs().max(cols.abs());
    (1..=LONGEST).contains(&longest) && !(2..=longest).any(divides)
}
