//! A board: its squares, coordinates, pieces, and what lies over them.

use super::drawn::Picture;
use super::escaped::escaped;
use super::glyphs::{self, Anchor};
use super::shapes::plain_name;
use super::{numbers, style};
use crate::board::{Board, Square};
use std::fmt::Write;

/// Side of a square.
const SIDE: usize = 45;
/// Room above a board of up to sixteen ranks and on its right.
const EDGE: f64 = 8.0;
/// Room for coordinates of up to sixteen ranks.
const MARGIN: f64 = 20.0;
/// Coordinates of longer boards are larger, as the picture is going to be shown smaller.
const PLAIN_SIDE: usize = 16;
/// On longer boards squares are so small that their colours must show what stands on them.
const MAX_PLAIN_SIDE: usize = 32;
/// Glyphs of coordinates are scaled down by this.
const GLYPH: f64 = 0.88;

/// Where a board with coordinates lies in its picture.
pub(super) struct Frame {
    /// Room on the left.
    pub(super) left: f64,
    /// Room above and on the right.
    pub(super) edge: f64,
    bottom: f64,
    /// How much larger coordinates are than those of a small board.
    pub(super) scale: f64,
    /// One rank and file in this many has a coordinate.
    step: usize,
    width: f64,
    height: f64,
}

impl Frame {
    pub(super) fn new(board: &Board) -> Self {
        let (width, height) = size(board);
        let longest = board.rows().max(board.cols());
        let scale = (longest as f64 / PLAIN_SIDE as f64).max(1.0);
        let label = |number: usize| glyphs::width(&number.to_string()) * GLYPH * scale;
        let widest = if board.cols() > 26 { label(longest) } else { label(board.rows()) };
        let room = widest.max(10.0 * scale) + 5.0 * scale;
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|step| step * 10usize.pow(power)));
        let step = steps.take(18).find(|step| (step * SIDE) as f64 >= room).unwrap_or(longest);
        let left = (label(board.rows()) + 13.0 * scale).max(MARGIN);
        Self { left, edge: EDGE * scale, bottom: MARGIN * scale, scale, step, width, height }
    }

    pub(super) fn size(&self) -> (f64, f64) {
        (self.left + self.width + self.edge, self.edge + self.height + self.bottom)
    }

    /// The ranks or files, from 0, that have a coordinate.
    fn named(&self, number: usize) -> impl Iterator<Item = usize> {
        let step = self.step;
        (0..number).filter(move |place| *place == 0 || (place + 1) % step == 0)
    }
}

/// Width and height of a board without coordinates.
pub(super) fn size(board: &Board) -> (f64, f64) {
    ((board.cols() * SIDE) as f64, (board.rows() * SIDE) as f64)
}

/// The middle of a square.
fn middle(board: &Board, square: Square) -> (usize, usize) {
    // In half squares, so that there are no halves.
    let (x, y) = (2 * square.col + 1, 2 * (board.rows() - 1 - square.row) + 1);
    (x * SIDE / 2, y * SIDE / 2)
}

/// The names of ranks and files.
pub(super) fn coordinates(board: &Board, frame: &Frame) -> String {
    let glyph = GLYPH * frame.scale;
    let half = 5.0 * glyph;
    let mut text = "<g class=\"name\" aria-hidden=\"true\">\n".to_owned();
    let baseline = frame.edge + frame.height + 3.5 * frame.scale + 2.0 * half;
    for col in frame.named(board.cols()) {
        let square = Square { row: 0, col };
        let x = frame.left + middle(board, square).0 as f64 + 0.5;
        let _ = writeln!(text, "{}", glyphs::text(&square.file_name(), Anchor::Middle, (x, baseline), glyph));
    }
    for row in frame.named(board.rows()) {
        let (_, y) = middle(board, Square { row, col: 0 });
        let place = (frame.left - 6.0 * frame.scale, frame.edge + y as f64 + half);
        let _ = writeln!(text, "{}", glyphs::text(&(row + 1).to_string(), Anchor::End, place, glyph));
    }
    text + "</g>\n"
}

/// A board with what stands on it, its upper left corner at the origin.
pub(super) fn draw(picture: &Picture) -> String {
    let board = &picture.board;
    let top = |square: Square| (board.rows() - 1 - square.row) * SIDE;
    let (width, height) = size(board);
    let is_plain = board.rows().max(board.cols()) <= MAX_PLAIN_SIDE;
    let class = if is_plain { "" } else { " class=\"large\"" };
    let mut svg = format!(
        "<g{class}>\n<rect class=\"light\" width=\"{width}\" height=\"{height}\"/>\n<path class=\"dark\" d=\""
    );
    for row in 0..board.rows() {
        // A dashed line draws every second square of a rank; a1 is dark.
        let (first, y) = (row % 2, middle(board, Square { row, col: 0 }).1);
        if first < board.cols() {
            let _ = write!(svg, "M{} {y}.5H{width}", first * SIDE);
        }
    }
    svg += "\"/>\n";
    for &hole in board.holes() {
        let (x, y) = (hole.col * SIDE, top(hole));
        let _ =
            writeln!(svg, "<rect class=\"hole\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
    }
    if !picture.attacked.is_empty() {
        let dots: String = picture.attacked.iter().map(|&square| dot(board, square)).collect();
        let _ = writeln!(svg, "<path class=\"attacks\" d=\"{dots}\"/>");
    }
    for piece in picture.pieces.iter().filter(|piece| board.has(piece.square)) {
        let (x, y) = (piece.square.col * SIDE, top(piece.square));
        let (letter, army) = (escaped(&plain_name(piece.letter)), style::army(piece.army));
        if !is_plain {
            let spot = format!("x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
            let _ = writeln!(svg, "<rect class=\"under-{army}\" {spot}/>");
        }
        let _ = writeln!(svg, "<use href=\"#piece-{letter}\" class=\"{army}\" x=\"{x}\" y=\"{y}\"/>");
    }
    if !picture.conflicts.is_empty() {
        let lines: String = picture.conflicts.iter().map(|&pair| line(board, pair)).collect();
        let _ =
            writeln!(svg, "<path class=\"casing\" d=\"{lines}\"/>\n<path class=\"conflict\" d=\"{lines}\"/>");
    }
    svg + "</g>\n"
}

/// A line so short that its round ends are a dot.
fn dot(board: &Board, square: Square) -> String {
    let (x, y) = middle(board, square);
    format!("M{x}.5 {y}.5h.01")
}

/// A line between two squares, with a ring at each end.
fn line(board: &Board, (from, to): (Square, Square)) -> String {
    let centre = |square| {
        let (x, y) = middle(board, square);
        (x as f64 + 0.5, y as f64 + 0.5)
    };
    let radius = 0.47 * SIDE as f64;
    let ((x1, y1), (x2, y2)) = (centre(from), centre(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length * radius, (y2 - y1) / length * radius);
    let mut text = String::new();
    // Neighbours have rings that meet, and no room between them.
    if length > 2.0 * radius {
        let [x1, y1, x2, y2] = [x1 + dx, y1 + dy, x2 - dx, y2 - dy].map(numbers::short);
        let _ = write!(text, "M{x1} {y1}L{x2} {y2}");
    }
    for (x, y) in [(x1, y1), (x2, y2)] {
        let (left, y, across) = (numbers::short(x - radius), numbers::short(y), numbers::short(2.0 * radius));
        let r = numbers::short(radius);
        let _ = write!(text, "M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0Z");
    }
    text
}
