//! The check whether a placement is valid for a problem, as text and as JSON.

use super::attack_list::AttackList;
use super::free_lines::FreeLines;
use super::json::line;
use super::text::by_lines;
use crate::board::Square;
use crate::notation::{fen, placement_squares};
use crate::{Named, PlacedPiece, Placement, PlacementFault, Problem};
use serde::Serialize;

const CHECK_SCHEMA: &str = "armistice.check/1";

#[derive(Serialize)]
struct ValidityJson<'a> {
    schema: &'static str,
    problem: String,
    identity: String,
    valid: bool,
    /// The range of sight of riders, if it affects the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<&'static str>,
    fault: Option<WrittenFault>,
    squares: String,
    /// The FEN; `None` if there are more than two armies, or pieces where none can stand.
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacks: Option<&'a AttackList>,
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<&'a FreeLines>,
    version: &'static str,
}

#[derive(Serialize)]
struct WrittenFault {
    name: &'static str,
    message: String,
    squares: Vec<String>,
}

impl From<&PlacementFault> for WrittenFault {
    fn from(fault: &PlacementFault) -> Self {
        let of_pieces =
            |name, pieces: &[&PlacedPiece]| (name, pieces.iter().map(|piece| piece.square).collect());
        let (name, squares): (&str, Vec<Square>) = match fault {
            PlacementFault::NoKind(_) => ("no kind", vec![]),
            PlacementFault::Closed(one) => of_pieces("closed", &[one]),
            PlacementFault::Reserved(one) => of_pieces("reserved", &[one]),
            PlacementFault::Shared(one, other) => of_pieces("shared", &[one, other]),
            PlacementFault::Attack(one, other) => of_pieces("attack", &[one, other]),
            PlacementFault::Quota { squares, .. } => ("quota", squares.clone()),
            PlacementFault::Degree { piece, .. } => of_pieces("degree", &[piece]),
            PlacementFault::Pairs { .. } => ("pairs", vec![]),
            PlacementFault::Number { .. } => ("number", vec![]),
            PlacementFault::Missing(one) => of_pieces("missing", &[one]),
        };
        let squares = squares.into_iter().map(|square| square.to_string()).collect();
        Self { name, message: fault.to_string(), squares }
    }
}

/// Reports in a line that a placement is valid (`8x8 Q8: valid`), or its fault. Adds the range of sight of
/// riders if it matters.
#[must_use]
pub fn text(problem: &Problem, fault: Option<&PlacementFault>) -> String {
    let verdict = fault.map_or("valid".to_owned(), PlacementFault::to_string);
    format!("{problem}: {verdict}{}\n", by_lines(problem))
}

/// Reports the check as JSON, with the placement and, if requested, all attacks and the lines without a piece.
#[must_use]
pub fn json(
    problem: &Problem,
    placement: &Placement,
    fault: Option<&PlacementFault>,
    (attacks, free): (Option<&AttackList>, Option<&FreeLines>),
) -> String {
    line(&ValidityJson {
        schema: CHECK_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        valid: fault.is_none(),
        lines: problem.lines_matter().then(|| problem.lines().name()),
        fault: fault.map(Into::into),
        squares: placement_squares(problem, placement),
        fen: fen(problem, placement).ok(),
        attacks,
        free,
        version: env!("CARGO_PKG_VERSION"),
    })
}
