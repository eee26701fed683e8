//! A board with pieces as a picture in SVG.
//!
//! Squares are 45 units wide, the lower left one is a1, coordinates stand outside. The common kinds have shapes of
//! their own, drawn for this project from a few lines and arcs; every other kind is its letter on a shield. There is
//! no fixed size, only a `viewBox`, and a `<title>` says what is seen.

use crate::board::{Board, Square};
use std::fmt::Write;

/// Side of a square.
const SIDE: usize = 45;
/// Room for coordinates.
const MARGIN: usize = 20;

/// Shapes by letter, each in a square of 45 units: outlines first, then the lines inside.
const SHAPES: &[(char, &str, &str)] = &[
    (
        'K',
        "M11 38V34Q11 31 14 31Q9 26 9 21Q9 15 15 15Q20 15 22.5 20Q25 15 30 15Q36 15 36 21Q36 26 31 31Q34 31 34 34V38Z\
         M21 15V11H18V8.5H21V5.5H24V8.5H27V11H24V15L22.5 17Z",
        "M14 31H31M22.5 20V31",
    ),
    (
        'Q',
        "M11 38V34L14 31L8 15L15 23L16 11L22.5 22L29 11L30 23L37 15L31 31L34 34V38Z\
         M8 14a2 2 0 1 0 .01 0ZM16 10a2 2 0 1 0 .01 0ZM29 10a2 2 0 1 0 .01 0ZM37 14a2 2 0 1 0 .01 0Z",
        "M14 31H31M12 34.5H33",
    ),
    (
        'R',
        "M10 38V34H13L15 18L12 15V9H16.5V12H20V9H25V12H28.5V9H33V15L30 18L32 34H35V38Z",
        "M13 34H32M15 18H30",
    ),
    (
        'B',
        "M11 38V35Q17 35 19 32Q13 29 13 23Q13 17 22.5 9Q32 17 32 23Q32 29 26 32Q28 35 34 35V38Z\
         M22.5 5.5a2 2 0 1 0 .01 0Z",
        "M17 32H28M22.5 17V26M19 20.5H26",
    ),
    (
        'N',
        "M13 38V35Q14 28 21 24L20.5 21.5Q17 24 13.5 24.5Q9.5 26.5 8.5 23.5Q8 21.5 10 19Q13 15.5 13.5 13Q14 9.5 17 8.5L17 5.5\
         L20.5 8Q33 9 34 24Q34.2 30 33.5 38Z",
        "M16.5 15.5H17.5M13 35H33.5M21 12Q29 14 30 26",
    ),
];

/// A piece on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnPiece {
    /// The kind's letter.
    pub letter: char,
    /// Where it stands.
    pub square: Square,
}

/// The picture of a board with those of the pieces that stand on it. The title is shown to screen readers and as a tooltip.
#[must_use]
pub fn board(board: &Board, pieces: &[DrawnPiece], title: &str) -> String {
    let (width, height) = (board.cols() * SIDE + 2 * MARGIN, board.rows() * SIDE + 2 * MARGIN);
    let left = |square: Square| MARGIN + square.col * SIDE;
    let top = |square: Square| MARGIN + (board.rows() - 1 - square.row) * SIDE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
         <style>.light{{fill:#f1e4cf}}.dark{{fill:#b58e68}}.hole{{fill:#444a52}}\
         .piece{{fill:#fdfbf6;stroke:#22262b;stroke-width:1.6;stroke-linejoin:round}}\
         .lines{{fill:none;stroke:#22262b;stroke-width:1.4;stroke-linecap:round}}\
         text{{font-family:sans-serif;text-anchor:middle}}.name{{font-size:12px;fill:#8a8178}}\
         .letter{{font-size:20px;font-weight:bold;fill:#22262b}}</style>\n",
        escaped(title)
    );
    for index in 0..board.squares() {
        let square = board.square(index);
        let class = match (board.is_open(square), (square.row + square.col) % 2) {
            (false, _) => "hole",
            (true, 0) => "dark",
            (true, _) => "light",
        };
        let (x, y) = (left(square), top(square));
        let _ =
            writeln!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
    }
    for col in 0..board.cols() {
        let file = Square { row: 0, col }.file_name();
        let (x, y) = (MARGIN + col * SIDE + SIDE / 2, height - 6);
        let _ = writeln!(svg, "<text class=\"name\" x=\"{x}\" y=\"{y}\">{file}</text>");
    }
    for row in 0..board.rows() {
        let y = top(Square { row, col: 0 }) + SIDE / 2 + 4;
        let _ = writeln!(svg, "<text class=\"name\" x=\"{}\" y=\"{y}\">{}</text>", MARGIN / 2, row + 1);
    }
    for piece in pieces.iter().filter(|piece| board.has(piece.square)) {
        let (x, y) = (left(piece.square), top(piece.square));
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">{}</g>", shape(piece.letter));
    }
    svg + "</svg>\n"
}

fn shape(letter: char) -> String {
    match SHAPES.iter().find(|shape| shape.0 == letter) {
        Some((_, outline, lines)) => {
            format!("<path class=\"piece\" d=\"{outline}\"/><path class=\"lines\" d=\"{lines}\"/>")
        }
        None => format!(
            "<path class=\"piece\" d=\"M9 8H36V22Q36 33 22.5 39Q9 33 9 22Z\"/>\
             <text class=\"letter\" x=\"22.5\" y=\"28\">{letter}</text>"
        ),
    }
}

/// The outline of a kind and the lines inside it, as paths in a square of 45 units; nothing for kinds without a shape.
pub(super) fn outline(letter: char) -> Option<(&'static str, &'static str)> {
    SHAPES.iter().find(|shape| shape.0 == letter).map(|&(_, outline, lines)| (outline, lines))
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
