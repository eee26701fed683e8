//! What a solver said.

use crate::Placement;
use crate::export::model::Model;

/// What a solver said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverAnswer {
    /// These pieces; whether they are a placement of the problem is not looked at.
    Placement(Placement),
    /// There is no placement.
    None,
}

/// The pieces of these variables.
pub(super) fn placement(model: &Model<'_>, variables: impl Iterator<Item = usize>) -> Placement {
    let pieces = variables.filter_map(|variable| model.meaning(variable));
    Placement::new(pieces.map(|(sort, square)| (sort.kind, square)).collect())
}
