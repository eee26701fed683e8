//! Many boards on one picture, their numbers under them.

use super::glyphs::{self, Anchor};
use super::{Picture, begin, board, definitions, escaped, numbers};
use std::fmt::Write;

/// Room between boards.
const GAP: f64 = 36.0;
/// Room for a line under each.
const CAPTION: f64 = 40.0;
/// How much larger glyphs are than those of coordinates: boards of a sheet are shown small.
const SCALE: f64 = 1.9;

/// All boards in rows, about as wide as it is high; under each its number, and how many placements it stands for.
#[must_use]
pub fn sheet(pictures: &[Picture], title: &str) -> String {
    let sizes = pictures.iter().map(|picture| board::size(&picture.board));
    let (width, height) = sizes.fold((0.0f64, 0.0f64), |most, size| (most.0.max(size.0), most.1.max(size.1)));
    let (cell_width, cell_height) = (width + GAP, height + CAPTION + GAP);
    let columns = (pictures.len() as f64 * cell_height / cell_width * 4.0 / 3.0).sqrt().round();
    let columns = (columns as usize).clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns);
    let size = (columns as f64 * cell_width, rows as f64 * cell_height);
    let mut svg = begin(title, size);
    svg += &definitions(pictures);
    for (place, picture) in pictures.iter().enumerate() {
        let x = (place % columns) as f64 * cell_width + GAP / 2.0;
        let y = (place / columns) as f64 * cell_height + GAP / 2.0;
        let (x, y) = (numbers::short(x), numbers::short(y));
        let _ =
            writeln!(svg, "<g transform=\"translate({x} {y})\">\n<title>{}</title>", escaped(&picture.title));
        svg += &board::draw(picture);
        let (width, height) = board::size(&picture.board);
        let under = (width / 2.0, height + CAPTION - 10.0);
        let caption = glyphs::text(&caption(picture), Anchor::Middle, under, SCALE);
        let _ = writeln!(svg, "<g class=\"name\" aria-hidden=\"true\">{caption}</g>\n</g>");
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
