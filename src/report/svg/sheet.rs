//! Many boards in one picture, with their numbers under them.

use super::glyphs::{self, Anchor};
use super::{Look, Picture, begin, board, definitions, escape, legend, numbers};
use std::fmt::Write;

/// The room between boards.
const GAP: f64 = 36.0;
/// The room for a line under each board.
const CAPTION: f64 = 40.0;
/// The scale of glyphs compared with those of coordinates. Boards of a sheet are shown small.
const SCALE: f64 = 1.9;
/// The number of columns of a sheet of kinds.
const COLUMNS_OF_KINDS: usize = 3;

/// Returns all boards in rows, in a picture about as wide as it is high.
///
/// Under each board are its number and the number of placements that it stands for.
#[must_use]
pub fn sheet(pictures: &[Picture], title: &str, look: &Look) -> String {
    let (width, height) = cell(pictures);
    let columns = (pictures.len() as f64 * height / width * 4.0 / 3.0).sqrt().round();
    in_columns(pictures, title, columns as usize, look)
}

/// Shows the squares that kinds attack, in few columns, so that shapes and letters can be read if the sheet
/// is as wide as a page.
#[must_use]
pub fn sheet_of_kinds(pictures: &[Picture], title: &str) -> String {
    in_columns(pictures, title, COLUMNS_OF_KINDS, &Look::default())
}

/// Returns the width and the height of the largest picture, including its surroundings.
fn cell(pictures: &[Picture]) -> (f64, f64) {
    let sizes = pictures.iter().map(|picture| board::size(&picture.board));
    let (width, height) = sizes.fold((0.0f64, 0.0f64), |most, size| (most.0.max(size.0), most.1.max(size.1)));
    let captions = pictures.iter().map(|picture| glyphs::width(&caption(picture)) * SCALE);
    (captions.fold(width, f64::max) + GAP, height + CAPTION + GAP)
}

fn in_columns(pictures: &[Picture], title: &str, columns: usize, look: &Look) -> String {
    let (cell_width, cell_height) = cell(pictures);
    let columns = columns.clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns);
    let legend = legend::of_all(pictures.iter().map(|picture| &picture.legend[..]));
    let width = (columns as f64 * cell_width).max(legend::least_width(&legend) * SCALE + GAP);
    let (legend, high) = legend::draw(&legend, (width - GAP) / SCALE);
    let boards = rows as f64 * cell_height;
    let size = (width, boards + if legend.is_empty() { 0.0 } else { high * SCALE + GAP / 2.0 });
    let mut svg = begin(title, size, look);
    svg += &definitions(pictures);
    for (place, picture) in pictures.iter().enumerate() {
        let (width, height) = board::size(&picture.board);
        // A caption may be wider than its board.
        let x = (place % columns) as f64 * cell_width + (cell_width - width) / 2.0;
        let y = (place / columns) as f64 * cell_height + GAP / 2.0;
        let (x, y) = (numbers::shorten(x), numbers::shorten(y));
        let _ =
            writeln!(svg, "<g transform=\"translate({x} {y})\">\n<title>{}</title>", escape(&picture.title));
        svg += &board::draw(picture);
        let under = (width / 2.0, height + CAPTION - 10.0);
        let caption = glyphs::text(&caption(picture), Anchor::Middle, under, SCALE);
        let _ = writeln!(svg, "<g class=\"name\" aria-hidden=\"true\">{caption}</g>\n</g>");
    }
    if !legend.is_empty() {
        let [x, y, scale] = [GAP / 2.0, boards, SCALE].map(numbers::shorten);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y}) scale({scale})\">\n{legend}</g>");
    }
    svg + "</svg>\n"
}

/// Returns the name or number of a picture, and the number of placements that it stands for: `3 ×8`.
pub(super) fn caption(picture: &Picture) -> String {
    let name = picture.name.clone();
    let number = picture.number.map(|number| number.to_string());
    let class = picture.class_size.map(|size| format!("×{size}"));
    name.into_iter().chain(number).chain(class).collect::<Vec<_>>().join(" ")
}
