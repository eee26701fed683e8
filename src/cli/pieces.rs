//! `armistice pieces`: lists the kinds and the squares that they attack.

use super::args::PiecesArguments;
use super::exit::UsageError;
use super::picture_file::PictureFile;
use super::{Exit, output};
use crate::board::{Board, Lattice, MAX_AREA, Square, Topology};
use crate::notation::{attack_diagram, kind_named};
use crate::piece::{self, Kind};
use crate::report::svg::{self, Picture};
use crate::{Pieces, Problem, Quantity};

/// The side of the board on which attacks are drawn: three squares in each direction.
const SIDE: usize = 7;
/// The number of diagrams side by side. Four fit a terminal of 60 columns.
const ABREAST: usize = 4;

pub(super) fn run(arguments: &PiecesArguments) -> anyhow::Result<Exit> {
    let mut kinds: Vec<Kind> = Vec::new();
    for argument in &arguments.kinds {
        kinds.push(kind(&argument.to_string_lossy())?);
    }
    if kinds.is_empty() {
        kinds = piece::built_ins_on(Lattice::Square).map(|entry| entry.kind.clone()).collect();
    }
    let board = board_for(&kinds)?;
    let file = arguments.svg.as_deref().map(PictureFile::of_svg).transpose()?;
    let mut text = table(&kinds);
    for row in kinds.chunks(ABREAST) {
        let diagrams: Vec<Vec<String>> = row.iter().map(|kind| attack_diagram(&board, kind)).collect();
        text.push('\n');
        for line in 0..board.rows() {
            let lines: Vec<&str> = diagrams.iter().map(|diagram| diagram[line].as_str()).collect();
            text += &format!("{}\n", lines.join("  "));
        }
    }
    output::write(&text)?;
    if let Some(file) = file {
        let pictures: Vec<Picture> = kinds.iter().map(|kind| Picture::of_kind(&board, kind)).collect();
        file.write(&svg::sheet_of_kinds(&pictures, "What kinds of pieces attack"))?;
    }
    Ok(Exit::Complete)
}

/// Returns a board on which every kind attacks a square. It has three squares in each direction, or more for
/// longer leaps.
fn board_for(kinds: &[Kind]) -> anyhow::Result<Board> {
    let mut side = SIDE;
    loop {
        let board = Board::new(side, side, Topology::Plane)?;
        let middle = Square { row: side / 2, col: side / 2 };
        let is_seen = |kind: &Kind| !kind.moves().example_attacks(&board, middle).1.is_empty();
        if (side + 2) * (side + 2) > MAX_AREA || kinds.iter().all(is_seen) {
            return Ok(board);
        }
        side += 2;
    }
}

/// Reads a kind from a letter, a name of the catalogue, or a definition.
fn kind(text: &str) -> Result<Kind, UsageError> {
    if let Some(kind) = kind_named(text) {
        return Ok(kind.clone());
    }
    let mut letters = text.chars();
    let shown = output::quote(text);
    match (letters.next(), letters.next(), letters.as_str()) {
        (Some(letter), None, _) => match piece::built_in(letter.to_ascii_uppercase()) {
            Some(entry) => Ok(entry.kind.clone()),
            None => Err(UsageError(format!("{shown}: no kind has this letter; define it, like X=NN"))),
        },
        (Some(letter @ 'A'..='Z'), Some('='), betza) => {
            let kind =
                Kind::from_betza(letter, betza).map_err(|error| UsageError(format!("{shown}: {error}")))?;
            // A built-in letter keeps its meaning, as in problems.
            let pieces = Pieces::new(kind.clone(), Quantity::Any);
            let taken = Problem::new(Board::new(1, 1, Topology::Plane).map_err(UsageError::new)?).add(pieces);
            taken.map_err(|error| UsageError(format!("{shown}: {error}")))?;
            Ok(kind)
        }
        _ => Err(UsageError(format!("{shown}: write a letter, a name, or a definition like X=NN"))),
    }
}

/// Lists letter, Betza notation and names of each kind.
fn table(kinds: &[Kind]) -> String {
    let width = kinds.iter().map(|kind| kind.betza().len()).max().unwrap_or(0).max("Betza".len());
    let mut text = format!("   {:width$}  name\n", "Betza");
    for kind in kinds {
        let entry = piece::built_in(kind.letter()).filter(|entry| entry.kind.betza() == kind.betza());
        let name = match entry {
            Some(entry) if entry.other_names.is_empty() => entry.name.to_owned(),
            Some(entry) => format!("{} ({})", entry.name, entry.other_names),
            None => "custom".to_owned(),
        };
        text += &format!("{}  {:width$}  {name}\n", kind.letter(), kind.betza());
    }
    text
}
