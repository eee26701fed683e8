//! The destination of a picture: its format and its file.

use super::args::LookArguments;
use super::exit::UsageError;
use super::{output, whole_file};
use crate::report::svg::{Length, Look, PictureFormat};
use crate::run::files::is_special;
use std::path::{Path, PathBuf};

/// The format and the destination of a picture.
pub(super) struct PictureFile {
    pub(super) format: PictureFormat,
    path: Option<PathBuf>,
    /// The width of a PNG.
    size: Option<Length>,
}

/// A picture, or the pages of a document.
pub(super) struct DrawnPages {
    /// One SVG or text, or one for each page.
    pub(super) pages: Vec<String>,
    /// The title of a document.
    pub(super) title: String,
}

impl PictureFile {
    /// Checks that the file can be written; without a path, the picture goes to standard output.
    pub(super) fn new(path: Option<&Path>, format: Option<PictureFormat>) -> anyhow::Result<Self> {
        let is_named = format.is_some();
        let format = match (format, path) {
            (Some(format), _) => format,
            (None, None) => PictureFormat::Svg,
            (None, Some(path)) => by_name(path)?,
        };
        let is_converted = matches!(format, PictureFormat::Png | PictureFormat::Pdf);
        if is_converted && cfg!(not(feature = "png")) {
            return Err(UsageError(
                "this program was built without PNG and PDF: use another format".to_owned(),
            )
            .into());
        }
        match path {
            Some(path) => whole_file::check(path)?,
            // A text format may go to the terminal if the user names it.
            None if output::is_terminal() && (is_converted || !is_named) => {
                let name = format.to_string().to_uppercase();
                let fault = format!(
                    "a picture in {name} cannot be shown in a terminal: write it to a file with -o queens.{format}, or see \
                     the placement with armistice solve"
                );
                return Err(UsageError(fault).into());
            }
            None => {}
        }
        Ok(Self { format, path: path.map(Path::to_owned), size: None })
    }

    /// Checks a file for a chart or a sheet. These are always SVG, because their names and numbers are text,
    /// which this program does not turn into pixels.
    pub(super) fn of_svg(path: &Path) -> anyhow::Result<Self> {
        if whole_file::extension(path).as_deref() != Some("svg") && !is_special(path) {
            return Err(UsageError::of_path(path, "cannot tell the format from this name: use .svg").into());
        }
        Self::new(Some(path), Some(PictureFormat::Svg))
    }

    /// Returns the look that the user asked for. Refuses it for LaTeX formats.
    pub(super) fn look(&mut self, arguments: &LookArguments) -> Result<Look, UsageError> {
        let &LookArguments { size, theme, no_coordinates, .. } = arguments;
        let look = Look { theme, size, coordinates: !no_coordinates };
        let is_latex =
            matches!(self.format, PictureFormat::Tikz | PictureFormat::Chessboard | PictureFormat::Xskak);
        if is_latex && look != Look::default() {
            let fault = "--size, --theme and --no-coordinates are for SVG, PNG, PDF and HTML; in LaTeX the document says how a \
                         picture looks";
            return Err(UsageError(fault.to_owned()));
        }
        self.size = size;
        Ok(look)
    }

    /// Writes a picture as text.
    pub(super) fn write(&self, text: &str) -> anyhow::Result<()> {
        self.put(text.as_bytes())
    }

    /// Writes pictures. An SVG becomes a PNG or a PDF if that is the format.
    pub(super) fn write_drawn(&self, DrawnPages { pages, title }: &DrawnPages) -> anyhow::Result<()> {
        match self.format {
            PictureFormat::Png => self.put(&png(&pages.concat(), self.size)?),
            PictureFormat::Pdf => self.put(&pdf(pages, title)?),
            _ => self.write(&pages.concat()),
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
        Some("pdf") => Ok(PictureFormat::Pdf),
        Some("html" | "htm") => Ok(PictureFormat::Html),
        Some("tex") => Ok(PictureFormat::Tikz),
        _ => Err(UsageError::of_path(
            path,
            "cannot tell the format from this name: use .svg, .png, .pdf, .html or .tex, or give --format",
        )),
    }
}

/// Converts a picture to a PNG of the requested width.
#[cfg(feature = "png")]
pub(super) fn png(svg: &str, size: Option<Length>) -> anyhow::Result<Vec<u8>> {
    use crate::report::png;

    let width = match size {
        Some(size) => size.pixels(),
        None => png::plain_width(svg)?,
    };
    png::png(svg, width).map_err(|error| match error {
        error @ png::PngError::Size(..) => UsageError::new(error).into(),
        error => error.into(),
    })
}

/// Makes a document with a page for each picture.
#[cfg(feature = "png")]
pub(super) fn pdf(pages: &[String], title: &str) -> anyhow::Result<Vec<u8>> {
    Ok(crate::report::pdf::pdf(pages, title)?)
}

#[cfg(not(feature = "png"))]
pub(super) fn png(_: &str, _: Option<Length>) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!("built without PNG")
}

#[cfg(not(feature = "png"))]
pub(super) fn pdf(_: &[String], _: &str) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!("built without PDF")
}
