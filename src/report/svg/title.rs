//! What a picture shows, in words.

use crate::Placement;
use crate::Problem;
use crate::Quantity;
use crate::notation::plural;
use crate::report::words::joined;

/// Squares that are named; of more pieces the number is given.
const MAX_NAMED: usize = 40;

/// A placement in words: `4x4 Q4: queens on b1, d2, a3 and c4`.
#[must_use]
pub fn title(problem: &Problem, placement: &Placement) -> String {
    let groups = problem.pieces().enumerate().filter_map(|(kind, pieces)| {
        let of_kind = placement.pieces().iter().filter(|piece| piece.0 == kind);
        let squares: Vec<String> = of_kind.map(|(_, square)| square.to_string()).collect();
        let name = name(pieces.kind.name(), pieces.kind.letter(), squares.len());
        match &squares[..] {
            [] => None,
            few if few.len() <= MAX_NAMED => Some(format!("{name} on {}", joined(few))),
            many => Some(format!("{} {name}", many.len())),
        }
    });
    let groups: Vec<String> = groups.collect();
    let shown = if groups.is_empty() { "no pieces".to_owned() } else { groups.join("; ") };
    let twisted = if problem.board().topology().is_twisted() { "; edges are joined turned over" } else { "" };
    format!("{problem}: {shown}{twisted}")
}

/// What is to be done to solve a problem: `Place 8 queens so that none attacks another.` Empty where that is not all of it.
#[must_use]
pub fn instruction(problem: &Problem) -> String {
    let is_plain =
        problem.armies().len() == 1 && !problem.degrees().are_asked() && problem.line_quotas().is_empty();
    let parts = problem.pieces().map(|pieces| match pieces.quantity {
        Quantity::Exactly(0) => Some(None),
        Quantity::Exactly(number) => Some(Some(format!(
            "{number} {}",
            name(pieces.kind.name(), pieces.kind.letter(), number as usize)
        ))),
        _ => None,
    });
    let parts: Option<Vec<Option<String>>> = parts.collect();
    let parts: Vec<String> = parts.into_iter().flatten().flatten().collect();
    if !is_plain || parts.is_empty() || problem.walls().is_some() {
        return String::new();
    }
    let aim = if problem.given_pieces() == 1 { "" } else { " so that none attacks another" };
    format!("Place {}{aim}.", joined(&parts))
}

fn name(name: Option<&str>, letter: char, number: usize) -> String {
    match name {
        None => letter.to_string(),
        Some(name) if number == 1 => name.to_owned(),
        Some(name) => plural(name),
    }
}
