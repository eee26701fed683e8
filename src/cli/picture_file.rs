//! Where a picture goes: its format, and its file.

use super::args::PictureFormatArgument;
use super::exit::UsageError;
use super::{output, table_file};
use anyhow::Context;
use std::fs::{self, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Where and how a picture is written.
pub(super) struct PictureFile {
    pub(super) format: PictureFormatArgument,
    path: Option<PathBuf>,
    /// Of a PNG.
    width: Option<u32>,
}

impl PictureFile {
    /// A file that can be written, or standard output.
    pub(super) fn new(
        path: Option<&Path>,
        format: Option<PictureFormatArgument>,
        width: Option<u32>,
    ) -> Result<Self, UsageError> {
        let format = match (format, path) {
            (Some(format), _) => format,
            (None, None) => PictureFormatArgument::Svg,
            (None, Some(path)) => by_name(path)?,
        };
        let is_png = format == PictureFormatArgument::Png;
        if width.is_some() && !is_png {
            let advice = "only a PNG has a width in pixels: an SVG fits every size";
            return Err(UsageError(format!("--width: {advice}")));
        }
        if is_png && cfg!(not(feature = "png")) {
            return Err(UsageError("this program was built without PNG: svg or html".to_owned()));
        }
        match path {
            Some(path) => check(path)?,
            None if is_png && std::io::stdout().is_terminal() => {
                return Err(UsageError(
                    "a PNG is nothing for a terminal: write it to a file by -o".to_owned(),
                ));
            }
            None => {}
        }
        Ok(Self { format, path: path.map(Path::to_owned), width })
    }

    /// Writes a picture in SVG or a page of HTML; an SVG becomes a PNG if that is the format.
    pub(super) fn write(&self, text: &str) -> anyhow::Result<()> {
        match self.format {
            PictureFormatArgument::Png => self.put(&png(text, self.width)?),
            PictureFormatArgument::Svg | PictureFormatArgument::Html => self.put(text.as_bytes()),
        }
    }

    fn put(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return output::write_bytes(bytes) };
        if is_special(path) {
            // A pipe or a device, which cannot be replaced.
            let file = OpenOptions::new().write(true).open(path);
            return file
                .and_then(|mut file| file.write_all(bytes))
                .with_context(|| output::quoted_path(path));
        }
        table_file::replace(path, bytes)
    }
}

fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|known| !known.is_file())
}

fn by_name(path: &Path) -> Result<PictureFormatArgument, UsageError> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(PictureFormatArgument::Svg),
        Some("png") => Ok(PictureFormatArgument::Png),
        Some("html" | "htm") => Ok(PictureFormatArgument::Html),
        _ => Err(UsageError::of_path(
            path,
            "a name that ends with .svg, .png or .html was expected, or --format",
        )),
    }
}

/// Refuses a file that cannot be written, and leaves nothing behind.
fn check(path: &Path) -> Result<(), UsageError> {
    if is_special(path) && !path.is_dir() {
        return Ok(());
    }
    table_file::check(path)?;
    let is_new = !path.exists();
    OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|error| UsageError::of_path(path, error))?;
    if is_new {
        let _ = fs::remove_file(path);
    }
    Ok(())
}

#[cfg(feature = "png")]
fn png(svg: &str, width: Option<u32>) -> anyhow::Result<Vec<u8>> {
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
fn png(_: &str, _: Option<u32>) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!("built without PNG")
}
