//! Boards with pieces as pictures in SVG, and galleries of them.
//!
//! Squares are 45 units wide, the lower left one is a1, and coordinates are outside. Hexagons and layers are
//! arranged by `layout`. The built-in kinds have their own shapes, drawn for this project from a few lines
//! and arcs. Every other kind is its letter on a shield. Letters and digits are strokes, so no font is
//! needed. There is no fixed size, only a `viewBox`. A `<title>` describes the picture.

mod attacks;
mod board;
mod drawn;
mod escaped;
mod glyphs;
mod heat;
mod layout;
mod legend;
mod look;
mod numbers;
mod page;
mod paper;
mod path;
mod shapes;
mod sheet;
mod style;
mod title;

pub use drawn::{DrawnPiece, Picture};
pub use heat::{HeatColour, HeatMap, heat, heat_colours, percent};
pub use legend::LegendEntry;
pub use look::{Length, Look, NoLength};
pub use page::page;
pub use paper::{PageHead, PageSet, Pages, Paper, gallery_pages, pages};
pub use shapes::shape;
pub use sheet::{sheet, sheet_of_kinds};
pub use style::Theme;
pub use title::{instruction, title};

pub(super) use escaped::escape;
pub(super) use layout::{BoardLayout, SIDE};
pub(super) use legend::of_all;
pub(super) use numbers::with_decimals;
pub(super) use path::{PathPart, Point, parts};
#[cfg(feature = "json")]
pub(super) use shapes::outline;
pub(super) use shapes::{Layer, Role, layers, plain_name};

use crate::board::Board;
use armistice_base::named;
use std::fmt::Write;

named! {
    /// The format of a picture.
    pub enum PictureFormat {
        /// Vector graphics, sharp at every size.
        Svg = "svg",
        /// Pixels, on a white background (on a dark one with --theme dark).
        Png = "png",
        /// Pages to print, sharp at every size: of several boards as many to a page as can be read.
        Pdf = "pdf",
        /// A page with many boards.
        Html = "html",
        /// For LaTeX, drawn by TikZ alone.
        Tikz = "tikz",
        /// For the LaTeX package chessboard: at most two armies, of K, Q, R, B, N and P only.
        Chessboard = "chessboard",
        /// For the LaTeX package xskak: as chessboard, but for 8x8 boards only.
        Xskak = "xskak",
    }
}

/// Draws a board with the pieces on it. The title is shown to screen readers and as a tooltip.
#[must_use]
pub fn board(board: &Board, pieces: &[DrawnPiece], title: &str) -> String {
    picture(&Picture::bare(board, pieces.to_vec(), title.to_owned()))
}

/// Draws one board.
///
/// ```
/// use armistice::report::svg::{self, Picture};
/// use armistice::{Problem, notation::placement_from_fen};
///
/// let problem: Problem = "4x4 Q4".parse()?;
/// let placement = placement_from_fen(&problem, "2Q1/Q3/3Q/1Q2")?;
/// let svg = svg::picture(&Picture::new(&problem, &placement));
/// assert!(svg.contains("<title>4x4 Q4: queens on b1, d2, a3 and c4</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn picture(picture: &Picture) -> String {
    draw(picture, &Look::default())
}

/// Draws one board with the given look.
#[must_use]
pub fn draw(picture: &Picture, look: &Look) -> String {
    let frame = board::Frame::from_board(&picture.board, look);
    let (width, height) = frame.size();
    let scale = frame.scale;
    let least = legend::least_width(&picture.legend) * scale + 2.0 * frame.edge;
    let width = width.max(least);
    let (legend, high) = legend::draw(&picture.legend, (width - 2.0 * frame.edge) / scale);
    let mut svg = begin(&picture.title, (width, height + high * scale), look);
    svg += &definitions(std::slice::from_ref(picture));
    if look.coordinates {
        svg += &board::coordinates(&picture.board, &frame);
    }
    let _ = writeln!(
        svg,
        "<g transform=\"translate({} {})\">",
        numbers::shorten(frame.left),
        numbers::shorten(frame.edge)
    );
    svg += &board::draw(picture);
    svg += "</g>\n";
    if !legend.is_empty() {
        let [x, y, scale] = [frame.edge, height, scale].map(numbers::shorten);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y}) scale({scale})\">\n{legend}</g>");
    }
    svg + "</svg>\n"
}

/// Writes the first lines of a picture of some size.
fn begin(title: &str, size: (f64, f64), look: &Look) -> String {
    let (width, height) = (numbers::shorten(size.0), numbers::shorten(size.1));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{} viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
         <style>{}</style>\n{}",
        look.attributes(size),
        escape(title),
        look.style(),
        look.ground(size)
    )
}

/// Defines the shape of each used kind once, and the patterns of armies past the second.
fn definitions(pictures: &[Picture]) -> String {
    let pieces = || pictures.iter().flat_map(|picture| &picture.pieces);
    let mut letters: Vec<char> = pieces().map(|piece| piece.letter).collect();
    letters.sort_unstable();
    letters.dedup();
    let mut text = "<defs>\n".to_owned();
    if pieces().any(|piece| style::is_patterned(piece.army)) {
        text += style::PATTERNS;
    }
    for letter in letters {
        let name = escape(&plain_name(letter));
        let _ = writeln!(text, "<g id=\"piece-{name}\">{}</g>", shape(letter));
    }
    text + "</defs>\n"
}
