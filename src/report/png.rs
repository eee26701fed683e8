//! Pictures in SVG as pixels. This is the only file that uses resvg.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The longest side of a picture, in pixels. A picture of that size takes a gigabyte while it is drawn.
pub const MAX_SIDE: u32 = 16_384;

/// The reasons why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The text is not SVG.
    #[error("not a valid SVG picture: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture has no pixels, or too many.
    #[error("{0}x{1} pixels: each side of a picture has 1 to {MAX_SIDE}")]
    Size(u32, u32),
    /// The pixels cannot be encoded as PNG.
    #[error("writing PNG: {0}")]
    Encoding(String),
}

/// Draws a picture `width` pixels wide on white ground.
///
/// # Errors
/// Returns an error if the text is not SVG, or if no picture can have that size.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round() as u32;
    let fits = width.max(height) <= MAX_SIDE;
    let mut pixels = Pixmap::new(width, height).filter(|_| fits).ok_or(PngError::Size(width, height))?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// Returns the default width of a picture: two pixels for each of its units, with at most 4000 on the longer
/// side.
///
/// # Errors
/// Returns an error if the text is not SVG.
pub fn plain_width(svg: &str) -> Result<u32, PngError> {
    let size = Tree::from_str(svg, &Options::default())?.size();
    let scale = (4000.0 / size.width().max(size.height())).min(2.0);
    Ok(((size.width() * scale).round() as u32).max(1))
}
