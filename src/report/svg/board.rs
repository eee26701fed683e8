//! A board: its squares, coordinates and pieces, and the marks over them.

use super::drawn::Picture;
use super::escaped::escape;
use super::glyphs::{self, Anchor};
use super::layout::{BoardLayout, SIDE};
use super::look::Look;
use super::numbers::shorten;
use super::shapes::plain_name;
use super::style;
use crate::board::{Board, Square};
use std::fmt::Write;

/// The margin above and to the right of a board of up to sixteen ranks. For hexagons, whose files are named
/// above, it is below.
const EDGE: f64 = 8.0;
/// The margin around a board without coordinates, whose outline may be drawn.
const BARE: f64 = 2.0;
/// The room for coordinates of up to sixteen ranks.
const MARGIN: f64 = 20.0;
/// The side up to which coordinates have their normal size. Those of longer boards are larger, because the
/// picture will be shown smaller.
const PLAIN_SIDE: usize = 16;
/// The side up to which shapes can be seen. The squares of longer boards are so small that their colours must
/// show the pieces.
const MAX_PLAIN_SIDE: usize = 32;
/// The scale of the glyphs of coordinates.
const GLYPH: f64 = 0.88;

/// The position of a board with coordinates in its picture.
pub(super) struct Frame {
    /// The room on the left.
    pub(super) left: f64,
    /// The room above and on the right.
    pub(super) edge: f64,
    bottom: f64,
    /// The scale of coordinates, compared with those of a small board.
    pub(super) scale: f64,
    /// The distance between two ranks or files with a coordinate.
    step: usize,
    width: f64,
    height: f64,
}

impl Frame {
    /// Computes the room for coordinates, if there are any.
    pub(super) fn from_board(board: &Board, look: &Look) -> Self {
        let named = Self::new(board);
        match look.coordinates {
            true => named,
            false => Self { left: BARE, edge: BARE, bottom: BARE, ..named },
        }
    }

    fn new(board: &Board) -> Self {
        let layout = BoardLayout::new(board);
        let (width, height) = layout.size();
        let longest = layout.longest();
        // Hexagons leave no room for larger coordinates.
        let scale = if layout.is_hexagonal() { 1.0 } else { (longest as f64 / PLAIN_SIDE as f64).max(1.0) };
        let label = |number: usize| glyphs::width(&number.to_string()) * GLYPH * scale;
        let widest = if board.cols() > 26 { label(longest) } else { label(board.rows()) };
        let room = widest.max(10.0 * scale) + 5.0 * scale;
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|step| step * 10usize.pow(power)));
        let step = steps.take(18).find(|step| *step as f64 * SIDE >= room).unwrap_or(longest);
        let left = (label(board.rows()) + 13.0 * scale).max(MARGIN);
        let (edge, bottom) = if layout.is_hexagonal() { (MARGIN, EDGE) } else { (EDGE, MARGIN) };
        Self { left, edge: edge * scale, bottom: bottom * scale, scale, step, width, height }
    }

    pub(super) fn size(&self) -> (f64, f64) {
        (self.left + self.width + self.edge, self.edge + self.height + self.bottom)
    }

    /// Returns whether a rank or file, counted from 0, has a coordinate.
    fn is_named(&self, place: usize) -> bool {
        place == 0 || (place + 1).is_multiple_of(self.step)
    }
}

/// Returns the width and the height of a board without coordinates.
pub(super) fn size(board: &Board) -> (f64, f64) {
    BoardLayout::new(board).size()
}

/// Draws the names of ranks and files.
pub(super) fn coordinates(board: &Board, frame: &Frame) -> String {
    let layout = BoardLayout::new(board);
    let glyph = GLYPH * frame.scale;
    let half = 5.0 * glyph;
    let mut text = "<g class=\"name\" aria-hidden=\"true\">\n".to_owned();
    for (is_file, square) in layout.names() {
        if !frame.is_named(if is_file { square.col } else { square.row }) {
            continue;
        }
        let (x, y) = layout.middle(square);
        let (x, y) = (frame.left + x, frame.edge + y);
        let (name, anchor, place) = match (is_file, layout.is_hexagonal()) {
            (true, false) => {
                let baseline = y + SIDE / 2.0 + 3.5 * frame.scale + 2.0 * half;
                (square.file_name(), Anchor::Middle, (x, baseline))
            }
            // The name is at the place of the next hexagon up the file.
            (true, true) => (square.file_name(), Anchor::Middle, (x + 14.75, y - 25.5 + half)),
            (false, false) => {
                let place = (x - SIDE / 2.0 - 6.0 * frame.scale, y - 0.5 + half);
                ((square.row + 1).to_string(), Anchor::End, place)
            }
            (false, true) => ((square.row + 1).to_string(), Anchor::End, (x - SIDE / 2.0 - 3.5, y + half)),
        };
        let _ = writeln!(text, "{}", glyphs::text(&name, anchor, place, glyph));
    }
    text + "</g>\n"
}

/// Draws the squares, including holes.
fn squares(board: &Board, layout: &BoardLayout<'_>) -> String {
    let (width, height) = layout.size();
    let mut svg = String::new();
    if board.is_rectangle() {
        let _ = write!(
            svg,
            "<rect class=\"light\" width=\"{width}\" height=\"{height}\"/>\n<path class=\"dark\" d=\""
        );
        for row in 0..board.rows() {
            // A dashed line draws every second square of a rank. a1 is dark.
            let (first, y) = (row % 2, layout.middle(Square { row, col: 0 }).1);
            if first < board.cols() {
                let _ = write!(svg, "M{} {}H{width}", first as f64 * SIDE, shorten(y));
            }
        }
        svg += "\"/>\n";
    } else {
        for (colour, class) in ["deep", "light", "medium"].into_iter().enumerate() {
            let own = layout.squares().filter(|&square| layout.colour(square) == colour);
            let outlines: String = own.map(|square| outline(layout, square)).collect();
            if !outlines.is_empty() {
                let _ = writeln!(svg, "<path class=\"{class}\" d=\"{outlines}\"/>");
            }
        }
    }
    for &hole in board.holes().iter().filter(|&&hole| board.is_inside(hole)) {
        if layout.is_hexagonal() {
            let _ = writeln!(svg, "<path class=\"hole\" d=\"{}\"/>", outline(layout, hole));
        } else {
            let (x, y) = corner(layout, hole);
            let _ = writeln!(
                svg,
                "<rect class=\"hole\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
            );
        }
    }
    svg
}

/// Returns a path round a square.
pub(super) fn outline(layout: &BoardLayout<'_>, square: Square) -> String {
    let (x, y) = layout.middle(square);
    let mut path = String::new();
    for (place, (dx, dy)) in layout.corners().iter().enumerate() {
        let letter = if place == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}", shorten(x + dx), shorten(y + dy));
    }
    path + "Z"
}

/// Returns the upper left corner of a square of the size of a piece, with the same middle as the square of
/// the board.
fn corner(layout: &BoardLayout<'_>, square: Square) -> (String, String) {
    let (x, y) = layout.middle(square);
    (shorten(x - SIDE / 2.0), shorten(y - SIDE / 2.0))
}

/// Draws a board with its pieces and marks, with its upper left corner at the origin.
pub(super) fn draw(picture: &Picture) -> String {
    let board = &picture.board;
    let layout = &BoardLayout::new(board);
    let is_plain = layout.longest() <= MAX_PLAIN_SIDE;
    let class = if is_plain { "" } else { " class=\"large\"" };
    let mut svg = format!("<g{class}>\n{}", squares(board, layout));
    svg += &conditions(picture, layout);
    if !picture.attacked.is_empty() {
        let dots: String = picture.attacked.iter().map(|&square| dot(layout, square)).collect();
        let _ = writeln!(svg, "<path class=\"attacks\" d=\"{dots}\"/>");
    }
    for piece in picture.pieces.iter().filter(|piece| board.is_inside(piece.square)) {
        let (x, y) = corner(layout, piece.square);
        let (letter, army) = (escape(&plain_name(piece.letter)), style::army(piece.army));
        if !is_plain {
            let spot = format!("x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
            let _ = writeln!(svg, "<rect class=\"under-{army}\" {spot}/>");
        }
        let _ = writeln!(svg, "<use href=\"#piece-{letter}\" class=\"{army}\" x=\"{x}\" y=\"{y}\"/>");
    }
    if !picture.conflicts.is_empty() {
        let lines: String = picture.conflicts.iter().map(|&pair| line(layout, pair)).collect();
        let _ =
            writeln!(svg, "<path class=\"casing\" d=\"{lines}\"/>\n<path class=\"conflict\" d=\"{lines}\"/>");
    }
    svg + "</g>\n"
}

/// Draws crosses on reserved squares, and the edges of regions.
fn conditions(picture: &Picture, layout: &BoardLayout<'_>) -> String {
    let mut svg = String::new();
    let (arm, half) = (0.28 * SIDE, 0.5 * SIDE);
    let cross = |&square: &Square| {
        let (x, y) = layout.middle(square);
        let [left, right, top, bottom] = [x - arm, x + arm, y - arm, y + arm].map(shorten);
        format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}")
    };
    let border = |&(one, other): &(Square, Square)| {
        let ((x1, y1), (x2, y2)) = (layout.middle(one), layout.middle(other));
        let (x, y) = (0.5 * (x1 + x2), 0.5 * (y1 + y2));
        let (across, up) = if one.row == other.row { (0.0, half) } else { (half, 0.0) };
        format!("M{} {}L{} {}", shorten(x - across), shorten(y - up), shorten(x + across), shorten(y + up))
    };
    let crosses: String = picture.reserved.iter().map(cross).collect();
    let borders: String = picture.borders.iter().map(border).collect();
    for (lines, width, cap) in [(crosses, 3, "round"), (borders, 4, "square")] {
        if !lines.is_empty() {
            let look =
                format!("fill=\"none\" stroke=\"#3a2f26\" stroke-width=\"{width}\" stroke-linecap=\"{cap}\"");
            let _ = writeln!(svg, "<path {look} d=\"{lines}\"/>");
        }
    }
    svg
}

/// Draws a line that is so short that its round ends form a dot.
fn dot(layout: &BoardLayout<'_>, square: Square) -> String {
    let (x, y) = layout.middle(square);
    format!("M{} {}h.01", shorten(x), shorten(y))
}

/// Draws a line between two squares, with a ring at each end.
fn line(layout: &BoardLayout<'_>, (from, to): (Square, Square)) -> String {
    let radius = 0.47 * SIDE;
    let ((x1, y1), (x2, y2)) = (layout.middle(from), layout.middle(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length * radius, (y2 - y1) / length * radius);
    let mut text = String::new();
    // The rings of neighbours touch, with no room for a line between them.
    if length > 2.0 * radius {
        let [x1, y1, x2, y2] = [x1 + dx, y1 + dy, x2 - dx, y2 - dy].map(shorten);
        let _ = write!(text, "M{x1} {y1}L{x2} {y2}");
    }
    for (x, y) in [(x1, y1), (x2, y2)] {
        let (left, y, across) = (shorten(x - radius), shorten(y), shorten(2.0 * radius));
        let r = shorten(radius);
        let _ = write!(text, "M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0Z");
    }
    text
}
