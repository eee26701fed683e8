//! The content of a picture, in words.

use crate::Placement;
use crate::Problem;
use crate::Quantity;
use crate::board::Topology;
use crate::notation::plural;
use crate::report::words::join_words;
use crate::{Demand, Quota, Span};

/// The most squares that are named. If there are more pieces, their number is given.
const MAX_NAMED: usize = 40;

/// Describes a placement in words: `4x4 Q4: queens on b1, d2, a3 and c4`.
#[must_use]
pub fn title(problem: &Problem, placement: &Placement) -> String {
    let groups = problem.pieces().enumerate().filter_map(|(kind, pieces)| {
        let of_kind = placement.pieces().iter().filter(|piece| piece.0 == kind);
        let squares: Vec<String> = of_kind.map(|(_, square)| square.to_string()).collect();
        let name = name(pieces.kind.name(), pieces.kind.letter(), squares.len());
        match &squares[..] {
            [] => None,
            few if few.len() <= MAX_NAMED => Some(format!("{name} on {}", join_words(few))),
            many => Some(format!("{} {name}", many.len())),
        }
    });
    let groups: Vec<String> = groups.collect();
    let shown = if groups.is_empty() { "no pieces".to_owned() } else { groups.join("; ") };
    let twisted = if problem.board().topology().is_twisted() { "; edges are joined turned over" } else { "" };
    format!("{problem}: {shown}{twisted}")
}

/// States the task of a problem: `Place 8 queens so that none attacks another.`
///
/// The pieces may also have to attack some squares, or leave no room. The text is empty if a sentence cannot
/// state all of the task.
#[must_use]
pub fn instruction(problem: &Problem, dominating: Demand, maximal: bool) -> String {
    let is_plain = problem.armies().len() == 1 && !problem.degrees().are_asked() && !problem.is_blocked();
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
    let Some(quotas) = equal_quotas(problem) else { return String::new() };
    let aim = match dominating {
        Demand::Dominating => " so that every empty square is attacked",
        Demand::Total => " so that every square is attacked",
        Demand::Nothing if problem.given_pieces() == 1 => "",
        Demand::Nothing => " so that none attacks another",
    };
    let maximal = if maximal { ", and no further piece fits" } else { "" };
    let edges = match problem.board().topology() {
        Topology::Plane => "",
        _ => " Edges are joined.",
    };
    format!("Place {}{aim}{maximal}{quotas}.{edges}", join_words(&parts))
}

/// Describes quotas in words, if each line or region with a quota has the same number of pieces; `None` for
/// other quotas.
fn equal_quotas(problem: &Problem) -> Option<String> {
    let quotas = problem.quotas();
    let number = quotas.first().map_or(1, |quota| quota.span.least);
    let is_equal = |quota: &Quota| quota.span == Span::from_number(number) && quota.letter.is_none();
    let names: Vec<String> = quotas.iter().map(|quota| quota.along.to_string()).collect();
    let number = if number == 1 { "one".to_owned() } else { number.to_string() };
    let words =
        if names.is_empty() { String::new() } else { format!(", {number} in each {}", join_words(&names)) };
    quotas.iter().all(is_equal).then_some(words)
}

fn name(name: Option<&str>, letter: char, number: usize) -> String {
    match name {
        None => letter.to_string(),
        Some(name) if number == 1 => name.to_owned(),
        Some(name) => plural(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_done_is_a_sentence_or_nothing() {
        let said = |text: &str, dominating, maximal| instruction(&text.parse().unwrap(), dominating, maximal);
        for (text, sentence) in [
            ("8x8 Q8", "Place 8 queens so that none attacks another."),
            ("8x8 Q1", "Place 1 queen."),
            ("5x5/torus Q5", "Place 5 queens so that none attacks another. Edges are joined."),
            (
                "3x3 K2 file=1 regions=aab/abb/abb",
                "Place 2 kings so that none attacks another, one in each file and region.",
            ),
            (
                "8x8 K16 rank=2 file=2",
                "Place 16 kings so that none attacks another, 2 in each rank and file.",
            ),
            ("5x5 K5 rank=..2", ""),
            ("5x5 K5 rank=2 file=1", ""),
            ("8x8 Q8 + R8", ""),
            ("8x8 Q4/Q4", ""),
            ("8x8 Q4 each=1", ""),
            ("8x8 Q8 #1", ""),
            ("8x8 N*", ""),
        ] {
            assert_eq!(said(text, Demand::Nothing, false), sentence, "{text}");
        }
        let all = said("8x8 Q5", Demand::Total, false);
        assert_eq!(all, "Place 5 queens so that every square is attacked.");
        let empty = said("8x8 Q5", Demand::Dominating, false);
        assert_eq!(empty, "Place 5 queens so that every empty square is attacked.");
        let maximal = said("8x8 Q5", Demand::Nothing, true);
        assert_eq!(maximal, "Place 5 queens so that none attacks another, and no further piece fits.");
    }
}
