//! The look of pictures: their colours, their size, and the names of ranks and files.

use super::numbers::shorten;
use super::style::{self, Theme};
use std::str::FromStr;

/// The look of pictures.
///
/// ```
/// use armistice::report::svg::{self, Look, Picture, Theme};
/// use armistice::{Problem, notation::placement_from_fen};
///
/// let problem: Problem = "4x4 Q4".parse()?;
/// let picture = Picture::new(&problem, &placement_from_fen(&problem, "2Q1/Q3/3Q/1Q2")?);
/// let look = Look { theme: Theme::Print, size: Some("80mm".parse()?), coordinates: false };
/// assert!(svg::draw(&picture, &look).contains("width=\"80mm\" height=\"80mm\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// The width; `None` for the width of the place where the picture is shown.
    pub size: Option<Length>,
    /// Whether ranks and files are named.
    pub coordinates: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: Theme::Auto, size: None, coordinates: true }
    }
}

impl Look {
    /// Returns the style sheet.
    pub(super) fn style(&self) -> String {
        style::style(self.theme)
    }

    /// Returns the attributes before `viewBox` that give the displayed size of a picture of this many units,
    /// after a space.
    pub(super) fn attributes(&self, (width, height): (f64, f64)) -> String {
        let Some(Length { number, unit }) = self.size else { return String::new() };
        let (wide, high) = (shorten(number), shorten(number * height / width));
        format!(" width=\"{wide}{unit}\" height=\"{high}{unit}\"")
    }

    /// Returns the ground behind everything. It is empty, so that a page shows through, unless the colours
    /// are made for a dark ground.
    pub(super) fn ground(&self, (width, height): (f64, f64)) -> String {
        match self.theme {
            Theme::Dark => {
                format!("<path class=\"ground\" d=\"M0 0H{}V{}H0Z\"/>\n", shorten(width), shorten(height))
            }
            Theme::Auto | Theme::Light | Theme::Print => String::new(),
        }
    }
}

/// A width with its unit, from 1 to 16,384 pixels or the equivalent in another unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Length {
    number: f64,
    unit: &'static str,
}

/// The units of lengths, and their number in an inch.
const UNITS: &[(&str, f64)] = &[("px", 96.0), ("mm", 25.4), ("cm", 2.54), ("in", 1.0), ("pt", 72.0)];
/// The longest side of a picture, in pixels.
const MAX_PIXELS: f64 = 16_384.0;
/// The pixels in an inch of a printed picture.
const PRINTED: f64 = 300.0;

impl Length {
    /// Returns the width of a PNG in pixels: the given number or, for a unit of print, 300 to the inch.
    #[must_use]
    pub fn pixels(&self) -> u32 {
        let in_an_inch = UNITS.iter().find(|unit| unit.0 == self.unit).map_or(1.0, |unit| unit.1);
        let pixels = if self.unit == "px" { self.number } else { self.number / in_an_inch * PRINTED };
        pixels.round().clamp(1.0, MAX_PIXELS) as u32
    }
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", shorten(self.number), self.unit)
    }
}

/// A text that is not a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a width like 80mm, 12cm, 3in or 600px, of at most 16384 pixels or 138 cm")]
pub struct NoLength;

impl FromStr for Length {
    type Err = NoLength;

    /// Reads a number with its unit. A number without a unit means pixels.
    fn from_str(text: &str) -> Result<Self, NoLength> {
        let digits = text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
        let unit = if digits == text { "px" } else { &text[digits.len()..] };
        let &(unit, _) = UNITS.iter().find(|known| known.0 == unit).ok_or(NoLength)?;
        let is_plain = digits.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
        let number: f64 = digits.parse().ok().filter(|_| is_plain).ok_or(NoLength)?;
        let length = Self { number, unit };
        let most = if unit == "px" { MAX_PIXELS } else { MAX_PIXELS / PRINTED };
        let in_an_inch = UNITS.iter().find(|known| known.0 == unit).map_or(1.0, |known| known.1);
        let measure = if unit == "px" { number } else { number / in_an_inch };
        let least = if unit == "px" { 1.0 } else { 1.0 / PRINTED };
        (least..=most).contains(&measure).then_some(length).ok_or(NoLength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units() {
        for (text, shown, pixels) in [
            ("600", "600px", 600),
            ("600px", "600px", 600),
            ("80mm", "80mm", 945),
            ("2.54cm", "2.54cm", 300),
            ("1in", "1in", 300),
            ("72pt", "72pt", 300),
        ] {
            let length: Length = text.parse().unwrap();
            assert_eq!((length.to_string().as_str(), length.pixels()), (shown, pixels));
        }
        for text in
            ["", "mm", "80 mm", "80km", "0", "0px", "0mm", "16385", "139cm", "-3cm", "1e3", "inf", "1.2.3mm"]
        {
            assert_eq!(text.parse::<Length>(), Err(NoLength), "{text}");
        }
    }
}
