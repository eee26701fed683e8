//! Regions of puzzles in newspapers and games: their queens attack like kings, one to a rank, file and
//! region.

use super::output;
use super::progress::Interruption;
use crate::clock::Instant;
use crate::plan::StoppingObserver;
use crate::search::{First, find_first};
use crate::{LineType, Problem, Quantity};
use std::time::Duration;

/// The time limit of the search for a placement of kings.
const PATIENCE: Duration = Duration::from_secs(1);
/// The seed, which is fixed so that each run finds the same placement.
const SEED: u64 = 1;

/// Says that the user probably means kings, if the regions have a placement of kings. The caller has found
/// none of queens.
pub(super) fn kings_meant(problem: &Problem) -> Option<String> {
    let kings = with_kings(problem)?;
    let end = Instant::now().checked_add(PATIENCE);
    let found = find_first(&kings, SEED, &StoppingObserver { observer: &Interruption, end });
    let command = output::command(&["solve".into(), kings.to_string().into()]);
    matches!(found, Ok(First::Found { .. })).then(|| {
        format!(
            "queens attack along whole lines; the puzzle called Queens has kings, one to a rank, file and region: {command}"
        )
    })
}

/// Replaces queens by kings; `None` if the problem has no regions or other pieces.
fn with_kings(problem: &Problem) -> Option<Problem> {
    let mut kinds = problem.pieces();
    let (queens, None) = (kinds.next()?, kinds.next()) else { return None };
    let Quantity::Exactly(number) = queens.quantity else { return None };
    if queens.kind.letter() != 'Q' || problem.regions().is_none() {
        return None;
    }
    let text = problem.to_string().replacen(&format!(" Q{number}"), &format!(" K{number}"), 1);
    with_lines(&text.parse().ok()?, 1)
}

/// Adds the same number of pieces to each rank and file, unless the problem gives a number there; `None` if
/// the result is not a problem.
pub(super) fn with_lines(problem: &Problem, number: u32) -> Option<Problem> {
    let text = problem.to_string();
    let has = |along| problem.quotas().iter().any(|quota| quota.along == along);
    let rank = if has(LineType::Rank) { String::new() } else { format!(" rank={number}") };
    let file = if has(LineType::File) { String::new() } else { format!(" file={number}") };
    format!("{text}{rank}{file}").parse().ok()
}
