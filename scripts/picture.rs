//! Draws the pictures of the documentation: `cargo run --release --example picture NAME`, see `scripts/make-pictures`.
//!
//! - `mixed`: one of the placements of `8x8 R2 B2 N2 Q K`, chosen by its number because it looks well spread;
//! - `queens`: the eight queens up to turns and mirrors;
//! - `kinds`: the built-in kinds;
//! - `boards`: a queen on boards of every sort, and what she attacks.

use armistice::board::{Board, Lattice, Square, Topology};
use armistice::engines::naive;
use armistice::plan::Silent;
use armistice::report::svg::{self, Look, Picture};
use armistice::search::listing::{Selection, list_lex};
use armistice::{Pieces, Placement, Problem, Quantity, UpTo, piece};
use std::io::Write;

/// The problem of the mixed picture, and which of its placements, in the order of the oracle.
const MIXED: &str = "8x8 R2 B2 N2 Q K";
const NUMBER: usize = 123_456;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let picture = match std::env::args().nth(1).as_deref() {
        None | Some("mixed") => mixed()?,
        Some("queens") => queens()?,
        Some("kinds") => kinds()?,
        Some("boards") => boards()?,
        Some(name) => return Err(format!("no picture \"{name}\": mixed, queens, kinds or boards").into()),
    };
    std::io::stdout().write_all(picture.as_bytes())?;
    Ok(())
}

/// The placement of a problem with this number, in the order of the oracle.
fn placement(problem: &Problem, number: usize) -> Option<Placement> {
    let (passed, mut found) = (std::cell::Cell::new(0), None);
    naive::visit_placements(problem, &|| passed.get() == number, &mut |pieces| {
        passed.set(passed.get() + 1);
        if passed.get() == number {
            let square = |(row, col): (i64, i64)| Square { row: row as usize, col: col as usize };
            found = Some(Placement::new(pieces.iter().map(|&(kind, place)| (kind, square(place))).collect()));
        }
    });
    found
}

fn mixed() -> Result<String, Box<dyn std::error::Error>> {
    let problem: Problem = MIXED.parse()?;
    let placement = placement(&problem, NUMBER).ok_or("no such placement")?;
    let mut picture = Picture::new(&problem, &placement);
    picture.title =
        "Two rooks, two bishops, two knights, a queen and a king on a chess board, none attacking another"
            .into();
    Ok(svg::picture(&picture))
}

fn queens() -> Result<String, Box<dyn std::error::Error>> {
    let problem: Problem = "8x8 Q8".parse()?;
    let selection = Selection { up_to: UpTo::Symmetry, ..Selection::default() };
    let classes = list_lex(&problem, selection, &Silent)?.zip(1..).map(|(listed, number)| {
        let picture = Picture::new(&problem, &listed.placement);
        Picture { number: Some(number), class_size: Some(listed.class_size), ..picture }
    });
    let pictures: Vec<Picture> = classes.collect();
    let title = "The twelve placements of eight queens that differ by more than a turn or a mirror, and how many each \
                 stands for";
    Ok(svg::sheet(&pictures, title, &Look::default()))
}

fn kinds() -> Result<String, Box<dyn std::error::Error>> {
    const COLUMNS: usize = 6;
    let catalogue: Vec<_> = piece::built_ins_on(Lattice::Square).collect();
    let rows = catalogue.len().div_ceil(COLUMNS);
    let mut problem = Problem::new(Board::new(rows, COLUMNS, Topology::Plane)?);
    for entry in &catalogue {
        problem.add(Pieces::new(entry.kind.clone(), Quantity::Any))?;
    }
    let square = |place: usize| Square { row: rows - 1 - place / COLUMNS, col: place % COLUMNS };
    let placement = Placement::new((0..catalogue.len()).map(|place| (place, square(place))).collect());
    let names: Vec<&str> = catalogue.iter().map(|entry| entry.name).collect();
    let mut picture = Picture::new(&problem, &placement);
    picture.title = format!("The built-in kinds, rank by rank from the top: {}", names.join(", "));
    Ok(svg::picture(&picture))
}

fn boards() -> Result<String, Box<dyn std::error::Error>> {
    const BOARDS: [&str; 15] = [
        "hexagon:5",
        "triangle:7",
        "staircase:6",
        "quarter:6",
        "diamond:4",
        "cross:3,2",
        "ring:8",
        "3x3x3",
        "3x3x3x3",
        "8x8/roll",
        "8x8/moebius",
        "8x8/klein",
        "8x8/projective",
        "8x8-every:3x3",
        "board=..x./..../.x..",
    ];
    let picture = |text: &&str| -> Result<Picture, Box<dyn std::error::Error>> {
        let board: Board = text.parse()?;
        let queen = piece::built_in_on(board.lattice(), 'Q').ok_or("no queen")?;
        Ok(Picture { name: Some((*text).to_owned()), ..Picture::of_kind(&board, &queen.kind) })
    };
    let pictures = BOARDS.iter().map(picture).collect::<Result<Vec<_>, _>>()?;
    let title = format!("What a queen attacks on boards of other shapes: {}", BOARDS.join(", "));
    Ok(svg::sheet(&pictures, &title, &Look::default()))
}
