//! Where a picture goes: its format, and its file.

use super::exit::UsageError;
use super::{output, whole_file};
use crate::report::svg::PictureFormat;
use crate::run::files::is_special;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Where and how a picture is written.
pub(super) struct PictureFile {
    pub(super) format: PictureFormat,
    path: Option<PathBuf>,
    /// Of a PNG.
    width: Option<u32>,
}

impl PictureFile {
    /// A file that can be written, or standard output.
    pub(super) fn new(
        path: Option<&Path>,
        format: Option<PictureFormat>,
        width: Option<u32>,
    ) -> Result<Self, UsageError> {
        let format = match (format, path) {
            (Some(format), _) => format,
            (None, None) => PictureFormat::Svg,
            (None, Some(path)) => by_name(path)?,
        };
        let is_png = format == PictureFormat::Png;
        if width.is_some() && !is_png {
            let advice = "only a PNG has a width in pixels; an SVG scales to any size";
            return Err(UsageError(format!("--width: {advice}")));
        }
        if is_png && cfg!(not(feature = "png")) {
            return Err(UsageError("this program was built without PNG: use another format".to_owned()));
        }
        match path {
            Some(path) => whole_file::check(path)?,
            None if is_png && std::io::stdout().is_terminal() => {
                return Err(UsageError(
                    "a PNG cannot be shown in a terminal: write it to a file with -o".to_owned(),
                ));
            }
            None => {}
        }
        Ok(Self { format, path: path.map(Path::to_owned), width })
    }

    /// A file for a chart or a sheet, which is an SVG: its names and numbers are text, which nothing here turns into pixels.
    pub(super) fn of_svg(path: &Path) -> Result<Self, UsageError> {
        if whole_file::extension(path).as_deref() != Some("svg") && !is_special(path) {
            return Err(UsageError::of_path(path, "cannot tell the format from this name: use .svg"));
        }
        Self::new(Some(path), Some(PictureFormat::Svg), None)
    }

    /// Writes a picture as text; an SVG becomes a PNG if that is the format.
    pub(super) fn write(&self, text: &str) -> anyhow::Result<()> {
        match self.format {
            PictureFormat::Png => self.put(&png(text, self.width)?),
            _ => self.put(text.as_bytes()),
        }
    }

    fn put(&self, bytes: &[u8]) -> anyhow::Result<()> {
        match &self.path {
            Some(path) => whole_file::write(path, bytes),
            None => output::write_bytes(bytes),
        }
    }
}

fn by_name(path: &Path) -> Result<PictureFormat, UsageError> {
    match whole_file::extension(path).as_deref() {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("png") => Ok(PictureFormat::Png),
        Some("html" | "htm") => Ok(PictureFormat::Html),
        Some("tex") => Ok(PictureFormat::Tikz),
        _ => Err(UsageError::of_path(
            path,
            "cannot tell the format from this name: use .svg, .png, .html or .tex, or give --format",
        )),
    }
}

/// The picture as a PNG, `width` pixels wide.
#[cfg(feature = "png")]
pub(super) fn png(svg: &str, width: Option<u32>) -> anyhow::Result<Vec<u8>> {
    use crate::report::png;

    let width = match width {
        Some(width) => width,
        None => png::plain_width(svg)?,
    };
    png::png(svg, width).map_err(|error| match error {
        error @ png::PngError::Size(..) => UsageError::new(error).into(),
        error => error.into(),
    })
}

#[cfg(not(feature = "png"))]
pub(super) fn png(_: &str, _: Option<u32>) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!("built without PNG")
}
