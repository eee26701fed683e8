//! Boards, kinds and the pieces on squares.

use super::asked::{About, Fault, OwnKind};
use crate::board::{Board, Lattice, Square};
use crate::notation::{fen, kind_named, permutation, placement_squares};
use crate::piece::{Kind, built_ins_on};
use crate::report::svg::Picture;
use crate::report::{latex, svg};
use crate::{LineType, Lines, Named, Pieces, Placement, Problem, Quantity};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

/// Returns whether the board is a grid of squares without twisted edges. The page lets users place pieces on
/// such boards only; it shows other boards as pictures.
fn is_grid(board: &Board) -> bool {
    board.lattice() == Lattice::Square && board.is_straight()
}

/// Reads the pieces on squares.
pub(super) fn placement(about: &About, problem: &Problem) -> Result<Placement, Fault> {
    let kinds = problem.pieces().count();
    let piece = |(kind, name): &(usize, String)| {
        let square: Square = name.parse().map_err(|error| format!("{name}: {error}"))?;
        if *kind >= kinds || !problem.board().is_open(square) {
            return Err(format!("{name}: no piece of this problem can stand there"));
        }
        Ok((*kind, square))
    };
    let pieces = about.placed.iter().map(piece).collect::<Result<Vec<_>, String>>()?;
    Ok(Placement::new(pieces))
}

/// Lists the built-in kinds with their shapes.
pub(super) fn kinds() -> Value {
    let entry = |entry: &crate::piece::Entry| {
        json!({
            "letter": entry.kind.letter(),
            "name": entry.name,
            "betza": entry.kind.betza(),
            "shape": svg::shape(entry.kind.letter()),
        })
    };
    json!({ "kinds": built_ins_on(Lattice::Square).map(entry).collect::<Vec<_>>() })
}

/// Describes a kind, defined by the user or built in, by the squares that it attacks from the middle of a
/// board.
pub(super) fn kind(OwnKind { letter, betza }: &OwnKind) -> Result<Value, Fault> {
    let kind = match (betza.is_empty(), letter.chars().next()) {
        (true, _) => kind_named(letter).cloned().ok_or("no kind has this name")?,
        (false, Some(letter @ 'A'..='Z')) => Kind::from_betza(letter, betza)?,
        _ => return Err(Fault::from("the letter of a kind must be from A to Z")),
    };
    let board: Board = "9x9".parse()?;
    let middle: Square = "e5".parse()?;
    let (hurdles, attacked) = kind.moves().example_attacks(&board, middle);
    let (hurdles, attacked) = (square_names(&hurdles), square_names(&attacked));
    let letter = kind.letter();
    Ok(
        json!({ "letter": letter, "betza": kind.betza(), "shape": svg::shape(letter), "attacked": attacked, "hurdles": hurdles }),
    )
}

/// Returns a problem in its parts.
pub(super) fn problem(about: &About) -> Result<Value, Fault> {
    let problem = about.problem()?;
    let board = problem.board();
    let armies = problem.armies().iter().enumerate();
    let pieces = armies.flat_map(|(army, of)| of.pieces().iter().map(move |pieces| (army, pieces)));
    let pieces: Vec<Value> = pieces
        .map(|(army, pieces)| {
            let quantity = match pieces.quantity {
                Quantity::Exactly(number) => json!(number),
                Quantity::Within(span) => json!(span.to_string()),
                Quantity::Any => json!("*"),
                Quantity::Max => json!("max"),
            };
            let kind = &pieces.kind;
            let squares = square_names(&pieces.fixed);
            json!({
                "army": army,
                "letter": kind.letter(),
                "name": kind.name(),
                "betza": kind.betza(),
                "number": quantity,
                "fixed": squares,
                "closed": square_names(&pieces.closed),
                "shape": svg::shape(kind.letter()),
            })
        })
        .collect();
    Ok(json!({
        "text": problem.to_string(),
        "board": board.to_string(),
        "isGrid": is_grid(board),
        "rows": board.rows(),
        "cols": board.cols(),
        "topology": board.topology().to_string(),
        "holes": square_names(board.holes()),
        "reserved": square_names(problem.reserved_squares()),
        "armies": problem.armies().len(),
        "areEnemies": problem.has_enemies(),
        "regions": regions(&problem),
        "rules": rules(&problem),
        "pieces": pieces,
    }))
}

pub(super) fn square_names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

/// Returns the squares of each region.
fn regions(problem: &Problem) -> Vec<Vec<String>> {
    let board = problem.board();
    let square = |&index: &usize| board.square(index).to_string();
    let regions = problem.lines_along(LineType::Region);
    regions.iter().map(|region| region.iter().map(square).collect()).collect()
}

/// Returns the text of a problem after the pieces and their definitions: quotas, regions, degrees, range of
/// sight.
///
/// Names of definitions are capital letters, and none of these rules begins with a capital letter.
fn rules(problem: &Problem) -> String {
    let text = problem.to_string();
    let is_rule = |word: &&str| {
        word.starts_with(|letter: char| letter.is_ascii_lowercase())
            && (word.contains('=') || Lines::from_name(word).is_some())
    };
    text.split(' ').skip(1).filter(is_rule).collect::<Vec<_>>().join(" ")
}

/// Finds the squares on lines and in regions that have reached their limits: `[over, full]`.
///
/// The first list has the pieces on lines or in regions with more pieces than allowed. The second list has
/// the empty squares on which a further piece of any kind would exceed a limit.
fn find_crowded(problem: &Problem, placement: &Placement) -> [Vec<String>; 2] {
    let board = problem.board();
    let kinds: Vec<&Pieces> = problem.pieces().collect();
    let standing: HashMap<usize, &Pieces> =
        placement.pieces().iter().map(|&(kind, square)| (board.index(square), kinds[kind])).collect();
    let (mut over, mut full) = (BTreeSet::new(), BTreeSet::new());
    for line in problem.line_quotas() {
        let Some(most) = line.span.most else { continue };
        let counted =
            |square: &usize| standing.get(square).is_some_and(|pieces| pieces.are_counted(line.letter));
        let (own, others): (Vec<usize>, Vec<usize>) = line.squares.into_iter().partition(counted);
        if own.len() > most as usize {
            over.extend(own);
        } else if own.len() == most as usize && line.letter.is_none() {
            full.extend(others.into_iter().filter(|square| !standing.contains_key(square)));
        }
    }
    [over, full].map(|squares| squares.into_iter().map(|square| board.square(square).to_string()).collect())
}

/// Returns the squares that the pieces on the board attack, and the faults of the position.
pub(super) fn position(about: &About) -> Result<Value, Fault> {
    let problem = about.problem()?;
    let placement = placement(about, &problem)?;
    let picture = Picture::new(&problem, &placement).with_attacks(&problem, &placement);
    let conflicts = picture.conflicts.iter().map(|(one, other)| [one.to_string(), other.to_string()]);
    let [over, full] = find_crowded(&problem, &placement);
    Ok(json!({
        "over": over,
        "full": full,
        "attacked": picture.attacked.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "conflicts": conflicts.collect::<Vec<_>>(),
        "fault": placement.fault(&problem).map(|fault| fault.to_string()),
        "title": picture.title,
        "squares": placement_squares(&problem, &placement),
        "fen": fen(&problem, &placement).ok(),
        "permutation": permutation(&problem, &placement, crate::notation::PermutationAxis::Ranks),
    }))
}

/// Draws the board as a picture.
pub(super) fn picture(about: &About) -> Result<Value, Fault> {
    let problem = about.problem()?;
    let placement = placement(about, &problem)?;
    let picture = Picture::new(&problem, &placement);
    Ok(json!({ "svg": svg::picture(&picture), "tikz": latex::tikz(&picture) }))
}

/// Returns a placement in the form of the page: pairs of kind and square.
pub(super) fn placement_value(placement: &Placement) -> Value {
    placement.pieces().iter().map(|(kind, square)| json!([kind, square.to_string()])).collect()
}
