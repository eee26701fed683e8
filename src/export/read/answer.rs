//! The answer of a solver.

use crate::Placement;
use crate::export::model::Model;

/// The answer of a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverAnswer {
    /// These pieces. Whether they are a placement of the problem is not checked.
    Placement(Placement),
    /// There is no placement.
    None,
}

/// Builds the placement of the pieces that these variables stand for.
pub(super) fn placement(model: &Model<'_>, variables: impl Iterator<Item = usize>) -> Placement {
    let pieces = variables.filter_map(|variable| model.meaning(variable));
    Placement::new(pieces.map(|(sort, square)| (sort.kind, square)).collect())
}
