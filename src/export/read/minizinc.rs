//! Solutions of MiniZinc, in the form of the model's `output`.

use super::answer::SolverAnswer;
use super::fault::ReadError;
use crate::Placement;
use crate::export::model::Model;
use crate::notation::placement_from_squares;

/// The text before the squares.
const BEFORE: &str = "placement:";

const NONE: &str = "=====UNSATISFIABLE=====";

pub(super) fn is_known(line: &str) -> bool {
    line.starts_with(BEFORE) || line.starts_with("=====") || line.starts_with("----------")
}

pub(super) fn line(model: &Model<'_>, line: &str) -> Result<Option<SolverAnswer>, ReadError> {
    match line.strip_prefix(BEFORE) {
        Some(squares) if squares.trim_matches([' ', '/']).is_empty() => {
            Ok(Some(SolverAnswer::Placement(Placement::default())))
        }
        Some(squares) => {
            let placement = placement_from_squares(model.problem(), squares.trim())?;
            Ok(Some(SolverAnswer::Placement(placement)))
        }
        None if line.trim() == NONE => Ok(Some(SolverAnswer::None)),
        None => Ok(None),
    }
}
