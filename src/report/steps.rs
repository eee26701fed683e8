//! The solution of a puzzle step by step, as text and as JSON.

use super::json::{self, WrittenPiece};
use super::text::plural_of_kind;
use crate::board::Square;
use crate::notation::placement_squares;
use crate::search::puzzle::{SolvingStep, Technique};
use crate::{LineType, Named, Placement, Problem};
use serde::Serialize;

/// A step as JSON.
#[derive(Serialize)]
pub(super) struct StepJson {
    technique: &'static str,
    /// The name of the line, region or kind that is the reason; null after a search.
    line: Option<String>,
    squares: Vec<String>,
    placed: Vec<WrittenPiece>,
    crossed_out: Vec<WrittenPiece>,
}

/// Returns the steps for a report in JSON.
pub(super) fn steps_json(problem: &Problem, steps: &[SolvingStep]) -> Vec<StepJson> {
    let pieces = |pieces: &[(usize, Square)]| json::pieces(problem, &Placement::new(pieces.to_vec()));
    let step = |step: &SolvingStep| StepJson {
        technique: step.technique.name(),
        line: (!step.squares.is_empty()).then(|| line_name(problem, step)),
        squares: step.squares.iter().map(Square::to_string).collect(),
        placed: pieces(&step.placed),
        crossed_out: pieces(&step.crossed_out),
    };
    steps.iter().map(step).collect()
}

/// Returns the steps as numbered lines, each with its reason.
///
/// Examples are `Qa5: the only place left for rank 5` and `no Qf4: too few squares would be left for rank 3`.
#[must_use]
pub fn steps(problem: &Problem, steps: &[SolvingStep]) -> String {
    let width = steps.len().to_string().len();
    let line = |(number, step): (usize, &SolvingStep)| {
        let pieces =
            |pieces: &[(usize, Square)]| placement_squares(problem, &Placement::new(pieces.to_vec()));
        let (placed, crossed_out) = (pieces(&step.placed), pieces(&step.crossed_out));
        let line = line_name(problem, step);
        let text = match step.technique {
            Technique::Single if step.placed.len() == 1 => {
                format!("{placed}: the only place left for {line}")
            }
            Technique::Single => format!("{placed}: the only places left for {line}"),
            Technique::Attack => format!("no {crossed_out}: too few squares would be left for {line}"),
            Technique::Ahead => format!("no {crossed_out}: looking ahead, {line} becomes impossible"),
            Technique::AheadTwice => {
                format!("no {crossed_out}: looking ahead twice, {line} becomes impossible")
            }
            Technique::Search => format!("{placed}: only a search finds these"),
        };
        format!("{number:>width$}. {text}\n")
    };
    (1..).zip(steps).map(line).collect()
}

/// Returns the name of the line of a step: `rank 5`, `file c`, `region b`, `all queens`, or its squares.
fn line_name(problem: &Problem, step: &SolvingStep) -> String {
    if let Some(pieces) = step.kind.and_then(|kind| problem.pieces().nth(kind)) {
        return format!("all {}", plural_of_kind(&pieces.kind));
    }
    let board = problem.board();
    let squares: Vec<usize> = step.squares.iter().map(|&square| board.index(square)).collect();
    let holds = |line: &Vec<usize>| squares.iter().all(|square| line.contains(square));
    // A line can have lost squares, and a region can lie on a rank: the smallest line is meant.
    let lines = [LineType::Rank, LineType::File, LineType::Region]
        .into_iter()
        .flat_map(|along| problem.lines_along(along).into_iter().map(move |line| (along, line)))
        .filter(|(_, line)| holds(line))
        .min_by_key(|(_, line)| line.len());
    let first = step.squares.first().copied().unwrap_or(Square { row: 0, col: 0 });
    match lines {
        Some((LineType::Rank, _)) if board.is_straight() => format!("rank {}", first.row + 1),
        Some((LineType::File, _)) if board.is_straight() => format!("file {}", first.file_name()),
        Some((LineType::Region, _)) => format!("region {}", region_sign(problem, first)),
        _ => step.squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// Returns the letter of a square's region in problem text.
fn region_sign(problem: &Problem, square: Square) -> char {
    let drawing = problem.regions().map(ToString::to_string).unwrap_or_default();
    let rank = drawing.rsplit('/').nth(square.row);
    rank.and_then(|rank| rank.chars().nth(square.col)).unwrap_or('?')
}
