//! A recording as one page for a browser, complete in itself: no network, no fonts from elsewhere.
//!
//! The program that plays the steps is `player.html`, written by hand. This module inserts its data: the
//! board, the kinds with their shapes, the conflicts between kinds as rides, and the steps as numbers:
//!
//! ```text
//! 0  the last piece is taken off      2                        dead end
//! 1  all pieces stand                 3 + kind * squares + square   a piece is put on a square
//! ```

use super::recording::{Recording, SearchStep};
use super::{NoTrace, check_board};
use crate::Named;
use crate::piece::{Range, built_in};
use crate::report::svg;
use crate::search::listing::{Choice, Heuristic, Values};
use crate::{Pieces, Problem, Quantity};
use serde_json::{Value, json};

/// The longest side of a board that a page shows.
pub const MAX_SIDE: usize = 512;

const PLAYER: &str = include_str!("player.html");

/// Returns the page of a recording of a problem.
///
/// # Errors
/// Returns an error if the page [cannot show](check_board) the board.
pub fn page(problem: &Problem, recording: &Recording) -> Result<String, NoTrace> {
    check_board(problem.board())?;
    // The text of the JSON must not end the script that contains it.
    let data = data(problem, recording).to_string().replace('<', "\\u003c");
    let title = svg::escape(&problem.to_string());
    Ok(PLAYER.replacen("{{title}}", &title, 1).replacen("{{data}}", &data, 1))
}

fn data(problem: &Problem, recording: &Recording) -> Value {
    let board = problem.board();
    let kinds: Vec<(usize, &Pieces)> =
        problem.pieces().enumerate().filter(|(_, pieces)| pieces.quantity != Quantity::Exactly(0)).collect();
    // Kinds without pieces are left out, so the others have other numbers.
    let place = |kind: usize| kinds.iter().position(|other| other.0 == kind).unwrap_or(0);
    let code = |step: &SearchStep| match *step {
        SearchStep::Retreat => 0,
        SearchStep::Found => 1,
        SearchStep::DeadEnd => 2,
        SearchStep::Choose { kind, square, .. } => 3 + place(kind) * board.squares() + board.index(square),
    };
    let taken = recording.steps.iter().filter_map(|step| match step {
        SearchStep::Choose { taken, .. } => Some(*taken),
        _ => None,
    });
    let last = recording.last.as_ref().map(|placement| {
        let pieces = placement.pieces().iter();
        pieces.map(|&(kind, square)| json!([place(kind), board.index(square)])).collect::<Vec<_>>()
    });
    let reach: Vec<Value> =
        kinds.iter().flat_map(|(_, placed)| kinds.iter().map(|(_, other)| rides(placed, other))).collect();
    json!({
        "problem": problem.to_string(),
        "board": board.to_string(),
        "rest": remaining_text(problem),
        "rows": board.rows(),
        "cols": board.cols(),
        "rowsWrap": board.topology().rows_wrap(),
        "colsWrap": board.topology().cols_wrap(),
        "holes": board.holes().iter().map(|&hole| board.index(hole)).collect::<Vec<_>>(),
        "kinds": kinds.iter().map(|(_, pieces)| kind(problem, pieces)).collect::<Vec<_>>(),
        "reach": reach,
        "byColumns": recording.by_columns,
        "order": recording.heuristic.choice.name(),
        "heading": heading(recording),
        "rule": rule(recording),
        "steps": recording.steps.iter().map(code).collect::<Vec<_>>(),
        "taken": taken.collect::<Vec<_>>(),
        "ending": recording.ending.name(),
        "last": last,
        "version": env!("CARGO_PKG_VERSION"),
    })
}

/// Returns the name of the search.
fn heading(recording: &Recording) -> String {
    let heuristic = recording.heuristic;
    let choice = match heuristic.choice {
        Choice::Fewest => "Fewest squares first",
        Choice::Constrained => "Fewest squares first, most constrained",
        Choice::Leftmost if recording.by_columns => "File by file",
        Choice::Leftmost => "Kind by kind",
        Choice::Min => "Lowest square first",
        Choice::Max => "Highest square first",
    };
    match heuristic.values {
        Values::Up => choice.to_owned(),
        Values::Down => format!("{choice}, from the top"),
        Values::Middle => format!("{choice}, from the middle"),
        Values::Random => format!("{choice}, squares at random"),
    }
}

/// Describes the search in sentences.
fn rule(recording: &Recording) -> String {
    let Heuristic { choice, values, .. } = recording.heuristic;
    let square = match values {
        Values::Up => "the lowest free square",
        Values::Down => "the highest free square",
        Values::Middle => "the free square nearest to the middle",
        Values::Random => "a random free square",
    };
    let next = match (recording.by_columns, choice) {
        (true, Choice::Fewest) => {
            "the file with the fewest free squares (see the numbers above the board), or to the leftmost of several such files"
        }
        (true, Choice::Constrained) => {
            "the file with the fewest free squares; of several such files, to the one from which the most other files could be attacked"
        }
        (true, Choice::Leftmost) => "the leftmost file without a piece",
        (true, Choice::Min) => "the file whose lowest free square is lowest",
        (true, Choice::Max) => "the file whose highest free square is highest",
        (false, Choice::Fewest) => "the kind with the fewest free squares for each piece still to place",
        (false, Choice::Constrained) => {
            "the kind with the fewest free squares for each piece still to place; of several such kinds, to the one that \
             could attack the most others"
        }
        (false, Choice::Leftmost) => "the first kind with a piece still to place",
        (false, Choice::Min) => "the kind whose lowest free square is lowest",
        (false, Choice::Max) => "the kind whose highest free square is highest",
    };
    let begin = if recording.by_columns {
        "Each file gets one piece. The next piece goes to"
    } else {
        "The next piece belongs to"
    };
    format!(
        "{begin} {next}. It is placed on {square}. The squares that it attacks are crossed out. Each square is tried only once \
         with the same earlier pieces."
    )
}

fn kind(problem: &Problem, pieces: &Pieces) -> Value {
    let letter = pieces.kind.letter();
    json!({
        "letter": letter.to_string(),
        "name": pieces.kind.name(),
        "moves": pieces.kind.name().is_none().then(|| pieces.kind.betza()),
        "number": pieces.quantity.exact_number(),
        "fixed": pieces.fixed.iter().map(|&square| problem.board().index(square)).collect::<Vec<_>>(),
        "shape": svg::outline(letter).map(|(outline, lines)| [outline, lines]),
    })
}

/// Returns the rides that lead from a placed kind to conflicts with another one: rows, columns, and the
/// largest number of steps (0 for no limit).
fn rides(placed: &Pieces, other: &Pieces) -> Value {
    let closure = placed.kind.moves().closed_with(other.kind.moves());
    let ride = |((rows, cols), range): ((i32, i32), Range)| match range {
        Range::Times(times) => json!([rows, cols, times]),
        Range::Unlimited => json!([rows, cols, 0]),
    };
    closure.rides().map(ride).collect()
}

/// Returns the part of the problem text besides pieces on the board: kinds without pieces, and definitions.
fn remaining_text(problem: &Problem) -> String {
    let none = problem.pieces().filter(|pieces| pieces.quantity == Quantity::Exactly(0));
    let none: String = none.map(|pieces| format!(" {pieces}")).collect();
    let own = problem.kinds().into_iter().filter(|kind| built_in(kind.letter()).is_none());
    none + &own.map(|kind| format!(" {}={}", kind.letter(), kind.betza())).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::trace::record;
    use crate::search::listing::SilentWatcher;

    fn data_of(text: &str) -> Value {
        let problem: Problem = text.parse().unwrap();
        let recording = record(&problem, Heuristic::default(), None, 1000, &mut SilentWatcher).unwrap();
        let page = page(&problem, &recording).unwrap();
        assert!(!page.contains("{{") && !page.contains("http"), "{text}");
        assert!(page.contains(&format!("<title>{problem}: the search</title>")));
        let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
        serde_json::from_str(data).unwrap()
    }

    #[test]
    fn steps_are_numbers() {
        let data = data_of("2 R2");
        // The steps place a1 and b2, then a2 and b1. A list with nothing left to try is not a dead end. a1 is
        // struck out when a2 is tried.
        assert_eq!(data["steps"], json!([3, 6, 1, 0, 0, 5, 4, 1, 0, 0]));
        assert_eq!(data["taken"], json!([3, 1, 2, 1]));
        assert_eq!(data["last"], json!([[0, 1], [0, 2]]));
        assert_eq!((&data["byColumns"], &data["ending"]), (&json!(true), &json!("exhausted")));
    }

    #[test]
    fn kinds_without_pieces_are_left_out() {
        let data = data_of("3x3/torus K0 N1@b2 X1 X=fR");
        assert_eq!(data["kinds"][0]["letter"], "N");
        assert_eq!(data["kinds"][1]["shape"], Value::Null);
        assert_eq!((&data["kinds"][0]["moves"], &data["kinds"][1]["moves"]), (&Value::Null, &json!("fR")));
        assert_eq!(data["reach"].as_array().unwrap().len(), 4);
        assert_eq!(data["rest"], " K0 X=fR");
        assert_eq!(data["kinds"][0]["fixed"], json!([4]));
    }
}
