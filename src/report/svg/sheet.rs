//! Many boards on one picture, their numbers under them.

use super::glyphs::{self, Anchor};
use super::{Look, Picture, begin, board, definitions, escaped, legend, numbers};
use std::fmt::Write;

/// Room between boards.
const GAP: f64 = 36.0;
/// Room for a line under each.
const CAPTION: f64 = 40.0;
/// How much larger glyphs are than those of coordinates: boards of a sheet are shown small.
const SCALE: f64 = 1.9;
/// Columns of a sheet of kinds.
const COLUMNS_OF_KINDS: usize = 3;

/// All boards in rows, about as wide as it is high; under each its number, and how many placements it stands for.
#[must_use]
pub fn sheet(pictures: &[Picture], title: &str, look: &Look) -> String {
    let (width, height) = cell(pictures);
    let columns = (pictures.len() as f64 * height / width * 4.0 / 3.0).sqrt().round();
    in_columns(pictures, title, columns as usize, look)
}

/// What kinds attack, in so few columns that shapes and letters can be read where the sheet is as wide as a page.
#[must_use]
pub fn sheet_of_kinds(pictures: &[Picture], title: &str) -> String {
    in_columns(pictures, title, COLUMNS_OF_KINDS, &Look::default())
}

/// Width and height of the largest picture, with what is around it.
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
        // Captions may be wider than the board.
        let x = (place % columns) as f64 * cell_width + (cell_width - width) / 2.0;
        let y = (place / columns) as f64 * cell_height + GAP / 2.0;
        let (x, y) = (numbers::short(x), numbers::short(y));
        let _ =
            writeln!(svg, "<g transform=\"translate({x} {y})\">\n<title>{}</title>", escaped(&picture.title));
        svg += &board::draw(picture);
        let under = (width / 2.0, height + CAPTION - 10.0);
        let caption = glyphs::text(&caption(picture), Anchor::Middle, under, SCALE);
        let _ = writeln!(svg, "<g class=\"name\" aria-hidden=\"true\">{caption}</g>\n</g>");
    }
    if !legend.is_empty() {
        let [x, y, scale] = [GAP / 2.0, boards, SCALE].map(numbers::short);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y}) scale({scale})\">\n{legend}</g>");
    }
    svg + "</svg>\n"
}

/// The name or number of a picture, and how many placements it stands for: `3 ×8`.
pub(super) fn caption(picture: &Picture) -> String {
    let name = picture.name.clone();
    let number = picture.number.map(|number| number.to_string());
    let class = picture.class_size.map(|size| format!("×{size}"));
    name.into_iter().chain(number).chain(class).collect::<Vec<_>>().join(" ")
}
