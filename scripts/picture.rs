//! Draws the picture of the README: `cargo run --release --example picture > docs/mixed.svg`.
//!
//! One of the placements of `8x8 R2 B2 N2 Q K`, chosen by its number because it looks well spread.

use armistice::Problem;
use armistice::engines::naive;
use armistice::report::svg::{self, DrawnPiece};
use std::io::Write;

/// The problem, and which of its placements, in the order of the oracle.
const PROBLEM: &str = "8x8 R2 B2 N2 Q K";
const NUMBER: usize = 123_456;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem: Problem = PROBLEM.parse()?;
    let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
    let (mut number, mut chosen) = (0, Vec::new());
    let found = std::cell::Cell::new(false);
    naive::visit_placements(&problem, &|| found.get(), &mut |placement| {
        number += 1;
        if number == NUMBER {
            chosen = placement.to_vec();
            found.set(true);
        }
    });
    let piece = |&(kind, (row, col)): &(usize, (i64, i64))| DrawnPiece {
        letter: letters[kind],
        army: 0,
        square: armistice::board::Square { row: row as usize, col: col as usize },
    };
    let pieces: Vec<DrawnPiece> = chosen.iter().map(piece).collect();
    let title =
        "Two rooks, two bishops, two knights, a queen and a king on a chess board, none attacking another";
    std::io::stdout().write_all(svg::board(problem.board(), &pieces, title).as_bytes())?;
    Ok(())
}
