//! Puzzles: problems with one placement, their level of difficulty, and the next step of somebody who solves
//! one.

use super::asked::{About, Fault, PageContext};
use super::position::{placement, square_names};
use crate::board::Square;
use crate::report::puzzle::hardness;
use crate::search::listing::Selection;
use crate::search::puzzle::{
    Hint, Maker, Puzzle, PuzzleRequest, Technique, UniquenessVerdict, hint as next_step, puzzle_of, unique,
    with_given,
};
use crate::{LineType, Named, Problem};
use serde_json::{Value, json};

/// Makes a puzzle of the problem: its problem text and the squares of its pre-placed pieces.
pub(super) fn puzzle(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let level = if about.level.is_empty() { None } else { Some(about.level.parse()?) };
    let regions = (about.each > 0).then_some(about.each);
    let wanted = PuzzleRequest { level, regions, seed: about.seed };
    let puzzle = Maker::new(&about.problem()?, wanted)?.make(means.observer)?.ok_or("stopped")?;
    let Puzzle { problem, given, .. } = puzzle;
    let given: Vec<Square> = given.pieces().iter().map(|&(_, square)| square).collect();
    Ok(json!({ "problem": problem.to_string(), "given": square_names(&given) }))
}

/// Rates the difficulty of a problem with one placement.
pub(super) fn level(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let problem = about.problem()?;
    match unique(&problem, Selection::default(), means.observer)?.is_unique() {
        Some(true) => {}
        Some(false) => return Err(Fault::from("it does not have exactly one solution")),
        None => return Err(Fault::from("stopped")),
    }
    let puzzle = puzzle_of(problem.clone(), &problem, means.observer)?.ok_or("stopped")?;
    Ok(json!({ "hardness": hardness(&puzzle) }))
}

/// Returns the squares of pieces that are not in the solution. If there are none, returns the next piece and
/// its reason.
pub(super) fn hint(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let problem = about.problem()?;
    let placed = placement(about, &problem)?;
    let UniquenessVerdict::One(solution) = unique(&problem, Selection::default(), means.observer)?.found
    else {
        return Err(Fault::from("it does not have exactly one solution"));
    };
    let is_wrong = |piece: &&(usize, Square)| !solution.pieces().contains(piece);
    let wrong: Vec<Square> = placed.pieces().iter().filter(is_wrong).map(|&(_, square)| square).collect();
    if !wrong.is_empty() {
        return Ok(json!({ "wrong": square_names(&wrong) }));
    }
    let problem = with_given(&problem, placed.pieces());
    let Some(hint) = next_step(&problem, means.observer)? else { return Ok(json!({ "wrong": [] })) };
    let (piece, square) = hint.piece;
    Ok(
        json!({ "wrong": [], "piece": piece, "square": square.to_string(), "how": explain_hint(&problem, &hint) }),
    )
}

/// Explains why the piece must stand there, as words after "because".
fn explain_hint(problem: &Problem, hint: &Hint) -> String {
    let after = match hint.technique {
        Technique::Single => "",
        Technique::Attack => " after you cross out the squares that would leave another line with too few",
        Technique::Ahead | Technique::AheadTwice => {
            " after you cross out the squares that lead to a contradiction"
        }
        Technique::Search => return "the other possibilities fail when you try them".to_owned(),
    };
    let why = match line_name(problem, hint) {
        Some(line) => format!("its {line} has no other square left"),
        None => "no other square is left for its kind".to_owned(),
    };
    why + after
}

/// Names the shortest line that contains all squares of a hint; `None` if the squares are those of a kind.
fn line_name(problem: &Problem, hint: &Hint) -> Option<&'static str> {
    let board = problem.board();
    let line: Vec<usize> = hint.line.iter().map(|&square| board.index(square)).collect();
    let lines = LineType::ALL.iter().flat_map(|&along| {
        let lines = problem.lines_along(along).into_iter();
        lines.map(move |squares| (along, squares))
    });
    let around = lines.filter(|(_, squares)| line.iter().all(|index| squares.contains(index)));
    around.min_by_key(|(_, squares)| squares.len()).map(|(along, _)| along.name())
}
