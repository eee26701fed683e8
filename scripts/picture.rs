//! Draws the pictures of the documentation: `cargo run --release --example picture NAME`, see `scripts/make-pictures`.
//!
//! - `mixed`: one of the placements of `8x8 R2 B2 N2 Q K`, chosen by its number because it looks well spread;
//! - `queens`: the eight queens up to turns and mirrors;
//! - `kinds`: the built-in kinds.

use armistice::board::{Board, Square, Topology};
use armistice::engines::naive;
use armistice::report::svg::{self, Picture};
use armistice::{Pieces, Placement, Problem, Quantity, piece};
use std::io::Write;

/// The problem of the mixed picture, and which of its placements, in the order of the oracle.
const MIXED: &str = "8x8 R2 B2 N2 Q K";
const NUMBER: usize = 123_456;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let picture = match std::env::args().nth(1).as_deref() {
        None | Some("mixed") => mixed()?,
        Some("queens") => queens()?,
        Some("kinds") => kinds()?,
        Some(name) => return Err(format!("no picture \"{name}\": mixed, queens or kinds").into()),
    };
    std::io::stdout().write_all(picture.as_bytes())?;
    Ok(())
}

/// The placements of a problem, up to one with a number.
fn placements(problem: &Problem, most: usize) -> Vec<Placement> {
    let found = std::cell::Cell::new(0);
    let mut placements = Vec::new();
    naive::visit_placements(problem, &|| found.get() == most, &mut |pieces| {
        let square = |(row, col): (i64, i64)| Square { row: row as usize, col: col as usize };
        placements.push(Placement::new(pieces.iter().map(|&(kind, place)| (kind, square(place))).collect()));
        found.set(found.get() + 1);
    });
    placements
}

fn mixed() -> Result<String, Box<dyn std::error::Error>> {
    let problem: Problem = MIXED.parse()?;
    let placement = placements(&problem, NUMBER).pop().ok_or("no such placement")?;
    let mut picture = Picture::new(&problem, &placement);
    picture.title =
        "Two rooks, two bishops, two knights, a queen and a king on a chess board, none attacking another"
            .into();
    Ok(svg::picture(&picture))
}

fn queens() -> Result<String, Box<dyn std::error::Error>> {
    let problem: Problem = "8x8 Q8".parse()?;
    let board = problem.board();
    let maps = board.maps(false);
    let mut rest = placements(&problem, usize::MAX);
    let mut pictures = Vec::new();
    while let Some(first) = rest.first().cloned() {
        let image = |images: &[u16]| {
            let square = |square: Square| board.square(images[board.index(square)].into());
            Placement::new(first.pieces().iter().map(|&(kind, at)| (kind, square(at))).collect())
        };
        let class: Vec<Placement> = maps.iter().map(|map| image(&map.images)).collect();
        let before = rest.len();
        rest.retain(|placement| !class.contains(placement));
        let mut picture = Picture::new(&problem, &first);
        picture.number = Some(pictures.len() as u64 + 1);
        picture.class_size = Some((before - rest.len()) as u64);
        pictures.push(picture);
    }
    let title = "The twelve placements of eight queens that differ by more than a turn or a mirror, and how many each \
                 stands for";
    Ok(svg::sheet(&pictures, title))
}

fn kinds() -> Result<String, Box<dyn std::error::Error>> {
    const COLUMNS: usize = 6;
    let catalogue = piece::catalogue();
    let rows = catalogue.len().div_ceil(COLUMNS);
    let mut problem = Problem::new(Board::new(rows, COLUMNS, Topology::Plane)?);
    for entry in catalogue {
        problem.add(Pieces { kind: entry.kind.clone(), quantity: Quantity::Any, fixed: Vec::new() })?;
    }
    let square = |place: usize| Square { row: rows - 1 - place / COLUMNS, col: place % COLUMNS };
    let placement = Placement::new((0..catalogue.len()).map(|place| (place, square(place))).collect());
    let names: Vec<&str> = catalogue.iter().map(|entry| entry.name).collect();
    let mut picture = Picture::new(&problem, &placement);
    picture.title = format!("The built-in kinds, rank by rank from the top: {}", names.join(", "));
    Ok(svg::picture(&picture))
}
