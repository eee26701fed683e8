//! Heat maps: boards whose squares are coloured by a share, each with the scale of its colours below it.
//!
//! Colours go from pale yellow through teal to dark blue. Their lightness in the colour space OKLab (B.
//! Ottosson, 2020) falls evenly with the share, so that equal steps look equal. Colour-blind readers and
//! readers of a grey print see the lightness.

use super::board::{Frame, coordinates, outline};
use super::drawn::{DrawnPiece, Picture};
use super::escaped::escape;
use super::glyphs::{self, Anchor};
use super::layout::{BoardLayout, SIDE};
use super::look::Look;
use super::numbers::{shorten, with_decimals};
use super::shapes::plain_name;
use super::style::{self, Theme};
use super::{begin, definitions};
use crate::board::Board;
use std::fmt::Write;

/// A board with shares.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    /// The board.
    pub board: Board,
    /// The text under the board.
    pub caption: String,
    /// For each square, in the order of its number, the share from 0 to 1 and the text of its tooltip; `None`
    /// if it is unknown.
    pub shares: Vec<Option<(f64, String)>>,
    /// The pieces that are drawn on their squares.
    pub pieces: Vec<DrawnPiece>,
}

/// The room between two maps.
const GAP: f64 = 20.0;
/// The room for the caption and the scale below a board.
const BELOW: f64 = 52.0;
/// The number of steps of the scale.
const STEPS: usize = 64;
/// The height and the width of the scale.
const BAR: (f64, f64) = (12.0, 120.0);
/// The scale of the glyphs of letters.
const GLYPH: f64 = 0.95;

/// Draws maps side by side.
#[must_use]
pub fn heat(maps: &[HeatMap], title: &str, look: &Look) -> String {
    let frames: Vec<Frame> = maps.iter().map(|map| Frame::from_board(&map.board, look)).collect();
    let scale = frames.iter().map(|frame| frame.scale).fold(1.0, f64::max);
    let words = |map: &HeatMap| glyphs::width(&map.caption) * GLYPH * scale;
    let bar = |map: &HeatMap| (BAR.1 + 20.0 + glyphs::width(&percent(largest_share(map))) * GLYPH) * scale;
    let sizes: Vec<(f64, f64)> = (maps.iter().zip(&frames))
        .map(|(map, frame)| {
            let ((width, height), least) = (frame.size(), words(map).max(bar(map)));
            (width.max(frame.left + least + frame.edge), height)
        })
        .collect();
    let width = sizes.iter().map(|size| size.0).sum::<f64>() + GAP * sizes.len().saturating_sub(1) as f64;
    let height = sizes.iter().map(|size| size.1).fold(0.0, f64::max) + BELOW * scale;
    let mut svg = begin(title, (width, height), look);
    let pictures: Vec<Picture> =
        maps.iter().map(|map| Picture::bare(&map.board, map.pieces.clone(), String::new())).collect();
    svg += &definitions(&pictures);
    let mut x = 0.0;
    for ((map, frame), size) in maps.iter().zip(&frames).zip(&sizes) {
        let _ = writeln!(svg, "<g transform=\"translate({} 0)\">", shorten(x));
        if look.coordinates {
            svg += &coordinates(&map.board, frame);
        }
        let _ = writeln!(svg, "<g transform=\"translate({} {})\">", shorten(frame.left), shorten(frame.edge));
        svg += &squares(map, look.theme);
        svg += "</g>\n";
        let (left, top, scale) = (shorten(frame.left), shorten(size.1), shorten(scale));
        let _ = writeln!(svg, "<g transform=\"translate({left} {top}) scale({scale})\">");
        svg += &draw_scale(map, look.theme);
        svg += "</g>\n</g>\n";
        x += size.0 + GAP;
    }
    svg + "</svg>\n"
}

/// Returns whether a square has a pre-placed piece, so that its share is meaningless.
fn is_given(map: &HeatMap, index: usize) -> bool {
    map.pieces.iter().any(|piece| map.board.index(piece.square) == index)
}

/// Returns the largest share.
fn largest_share(map: &HeatMap) -> f64 {
    let shares = map.shares.iter().enumerate().filter(|&(index, _)| !is_given(map, index));
    shares.filter_map(|(_, share)| share.as_ref()).map(|share| share.0).fold(0.0, f64::max)
}

/// The colour of a square.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeatColour {
    /// The colour as in CSS: `#f9f3d6`.
    pub code: String,
    /// Whether white letters are easier to read on it than black ones.
    pub is_dark: bool,
}

/// Returns the colours of a map in the order of its squares, for drawing a board in another way.
///
/// Squares with pre-placed pieces or with unknown shares have none.
#[must_use]
pub fn heat_colours(map: &HeatMap, theme: Theme) -> Vec<Option<HeatColour>> {
    let most = largest_share(map);
    let of = |(index, share): (usize, &Option<(f64, String)>)| {
        let (share, _) = share.as_ref().filter(|_| !is_given(map, index))?;
        let at = if most > 0.0 { share / most } else { 0.0 };
        Some(HeatColour { code: colour(at, theme), is_dark: luminance(rgb(at, theme)) < MIDDLE })
    };
    map.shares.iter().enumerate().map(of).collect()
}

/// The luminance against which black and white have the same contrast by the measure of WCAG 2: (*l* + 0.05)²
/// = 1.05 · 0.05.
const MIDDLE: f64 = 0.179;

/// Returns the relative luminance of a colour of the screen.
fn luminance(parts: [f64; 3]) -> f64 {
    let linear = |part: f64| if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let [red, green, blue] = parts.map(|part| linear(part.clamp(0.0, 1.0)));
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Writes a share with three digits: `7.83 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match (1..12).find(|&decimals| percent * 10f64.powi(decimals) >= 100.0) {
        _ if percent >= 100.0 => format!("{percent:.0} %"),
        Some(decimals) => format!("{} %", with_decimals(percent, decimals as usize)),
        None => "0 %".to_owned(),
    }
}

/// Draws the squares of a board in their colours, and the pieces.
fn squares(map: &HeatMap, theme: Theme) -> String {
    let (board, layout, most) = (&map.board, BoardLayout::new(&map.board), largest_share(map));
    let mut svg = String::new();
    for square in layout.squares() {
        let path = outline(&layout, square);
        let _ = match &map.shares[board.index(square)] {
            _ if !board.is_open(square) => {
                let (x, y) = layout.middle(square);
                let [left, right, top, bottom] = [x - 8.0, x + 8.0, y - 8.0, y + 8.0].map(shorten);
                let cross = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
                writeln!(
                    svg,
                    "<path class=\"hole\" d=\"{path}\"/><path stroke=\"#fff\" stroke-width=\"3\" d=\"{cross}\"/>"
                )
            }
            _ if is_given(map, board.index(square)) => writeln!(svg, "<path class=\"light\" d=\"{path}\"/>"),
            None => writeln!(
                svg,
                "<path fill=\"none\" stroke=\"#888\" stroke-dasharray=\"4\" d=\"{path}\"><title>{square}: not known</title></path>"
            ),
            Some((share, words)) => {
                let colour = colour(if most > 0.0 { share / most } else { 0.0 }, theme);
                // A line of the square's own colour leaves no gaps between squares.
                writeln!(
                    svg,
                    "<path fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\".5\" d=\"{path}\"><title>{}</title></path>",
                    escape(words)
                )
            }
        };
    }
    for piece in &map.pieces {
        let (x, y) = layout.middle(piece.square);
        let (x, y) = (shorten(x - SIDE / 2.0), shorten(y - SIDE / 2.0));
        let (letter, army) = (escape(&plain_name(piece.letter)), style::army(piece.army));
        let _ = writeln!(svg, "<use href=\"#piece-{letter}\" class=\"{army}\" x=\"{x}\" y=\"{y}\"/>");
    }
    svg
}

/// Draws the caption, and the scale from no placement to the largest share.
fn draw_scale(map: &HeatMap, theme: Theme) -> String {
    let (height, width) = BAR;
    let mut svg = String::new();
    let name = |text: &str, place: (f64, f64)| glyphs::text(text, Anchor::Start, place, GLYPH);
    let _ = writeln!(svg, "<g class=\"name\">{}</g>", name(&map.caption, (0.0, 14.0)));
    let step = width / STEPS as f64;
    for place in 0..STEPS {
        let colour = colour((place as f64 + 0.5) / STEPS as f64, theme);
        let x = shorten(12.0 + place as f64 * step);
        let _ = write!(
            svg,
            "<rect fill=\"{colour}\" x=\"{x}\" y=\"24\" width=\"{}\" height=\"{height}\"/>",
            shorten(step + 0.3)
        );
    }
    let end = name(&percent(largest_share(map)), (width + 20.0, 35.0));
    let _ = writeln!(svg, "\n<g class=\"name\">{}{end}</g>", name("0", (0.0, 35.0)));
    svg
}

/// Returns the colour of a share, given as a fraction of the largest one.
fn colour(at: f64, theme: Theme) -> String {
    let [red, green, blue] = rgb(at, theme).map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns its red, green and blue parts, from 0 to 1.
fn rgb(at: f64, theme: Theme) -> [f64; 3] {
    let at = at.clamp(0.0, 1.0);
    let lightness = 0.97 - 0.70 * at;
    let chroma = match theme {
        Theme::Print => 0.0,
        Theme::Auto | Theme::Light | Theme::Dark => {
            0.05 + 0.03 * at + 0.022 * (std::f64::consts::PI * at).sin()
        }
    };
    let hue = (105.0 + 175.0 * at).to_radians();
    let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
    let cube = |first: f64, second: f64| (lightness + first * a + second * b).powi(3);
    let long = cube(0.396_337_777_4, 0.215_803_757_3);
    let medium = cube(-0.105_561_345_8, -0.063_854_172_8);
    let short = cube(-0.089_484_177_5, -1.291_485_548_0);
    let linear = [
        4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
        -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
        -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
    ];
    linear.map(|part| if part <= 0.003_130_8 { 12.92 * part } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Screens can show all of the colours, and each colour is darker than the one before. So a grey copy
    /// keeps the order.
    #[test]
    fn colours_darken_evenly_and_can_be_shown() {
        for theme in [Theme::Light, Theme::Print] {
            let mut last = f64::INFINITY;
            for step in 0..=100 {
                let parts = rgb(f64::from(step) / 100.0, theme);
                assert!(parts.iter().all(|part| (-0.005..=1.005).contains(part)), "{step}: {parts:?}");
                let luminance = luminance(parts);
                assert!(luminance < last, "{step}");
                // Black or white letters have the contrast that WCAG requires.
                let contrast =
                    if luminance < MIDDLE { 1.05 / (luminance + 0.05) } else { (luminance + 0.05) / 0.05 };
                assert!(contrast >= 4.5, "{step}");
                last = luminance;
            }
        }
        assert_eq!(colour(0.0, Theme::Print), colour(-1.0, Theme::Print));
    }

    #[test]
    fn three_digits_of_a_share_are_shown() {
        for (share, shown) in
            [(1.0, "100 %"), (0.0783, "7.83 %"), (0.5, "50 %"), (0.001_234, "0.123 %"), (0.0, "0 %")]
        {
            assert_eq!(percent(share), shown);
        }
    }
}
