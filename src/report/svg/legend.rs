//! The legend of the kinds of a picture: each with its shape, its letter, and its name or its moves.

use super::escaped::escape;
use super::glyphs::{self, Anchor};
use super::numbers::shorten;
use crate::piece::Kind;
use std::fmt::Write;

/// A kind that a legend explains.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LegendEntry {
    /// The kind's letter.
    pub letter: char,
    /// The letter with the name of a built-in kind, or with the moves of a custom one: `N knight`, `X = RflbrB`.
    pub text: String,
}

impl LegendEntry {
    /// Creates the entry of a kind.
    #[must_use]
    pub fn new(kind: &Kind) -> Self {
        let letter = kind.letter();
        let text = match kind.name() {
            Some(name) => format!("{letter} {name}"),
            None => format!("{letter} = {}", kind.betza()),
        };
        Self { letter, text }
    }
}

/// The side of a shape, compared with 45 units on a board.
const SHAPE: f64 = 24.0;
/// The room between a shape and its text.
const NEAR: f64 = 4.0;
/// The room between an entry and the next one.
const APART: f64 = 14.0;
/// The height of a line of entries.
const LINE: f64 = 28.0;
/// The scale of the glyphs of letters.
const GLYPH: f64 = 0.95;

/// Returns the width of an entry.
fn width(entry: &LegendEntry) -> f64 {
    SHAPE + NEAR + glyphs::width(&entry.text) * GLYPH
}

/// Returns the least width of a legend.
pub(super) fn least_width(entries: &[LegendEntry]) -> f64 {
    entries.iter().map(width).fold(0.0, f64::max)
}

/// Draws the entries in lines of at most this width, with their upper left corner at the origin. Also returns
/// their height.
pub(super) fn draw(entries: &[LegendEntry], most: f64) -> (String, f64) {
    if entries.is_empty() {
        return (String::new(), 0.0);
    }
    let (mut x, mut line) = (0.0, 0);
    let mut svg = String::new();
    for entry in entries {
        if x > 0.0 && x + width(entry) > most {
            (x, line) = (0.0, line + 1);
        }
        let y = f64::from(line) * LINE;
        let letter = escape(&entry.letter.to_string());
        let _ = write!(
            svg,
            "<use href=\"#piece-{letter}\" class=\"first\" transform=\"translate({} {}) scale({})\"/>",
            shorten(x),
            shorten(y),
            shorten(SHAPE / 45.0)
        );
        let place = (x + SHAPE + NEAR, y + SHAPE / 2.0 + 5.0 * GLYPH);
        let text = glyphs::text(&entry.text, Anchor::Start, place, GLYPH);
        let _ = writeln!(svg, "<g class=\"name\">{text}</g>");
        x += width(entry) + APART;
    }
    (svg, f64::from(line + 1) * LINE)
}

/// Returns the entries as HTML.
pub(super) fn html(entries: &[LegendEntry]) -> String {
    let mut html = String::new();
    for entry in entries {
        let letter = escape(&entry.letter.to_string());
        let shape = format!(
            "<svg viewBox=\"0 0 45 45\" aria-hidden=\"true\"><use href=\"#piece-{letter}\" class=\"first\"/></svg>"
        );
        let _ = write!(html, "<span>{shape} {}</span>", escape(&entry.text));
    }
    if html.is_empty() { html } else { format!("<p class=\"legend\">{html}</p>\n") }
}

/// Returns the entries of several pictures, each of them once.
pub(in crate::report) fn of_all<'a>(
    legends: impl IntoIterator<Item = &'a [LegendEntry]>,
) -> Vec<LegendEntry> {
    let mut all: Vec<LegendEntry> = Vec::new();
    for entry in legends.into_iter().flatten() {
        if !all.contains(entry) {
            all.push(entry.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        let entries = ["RflbrB", "NC", "(1,4)"];
        let entries: Vec<LegendEntry> = (b'X'..)
            .zip(entries)
            .map(|(letter, betza)| LegendEntry::new(&Kind::from_betza(letter.into(), betza).unwrap()))
            .collect();
        assert_eq!(entries[0].text, "X = RflbrB");
        let (one_line, height) = draw(&entries, 1000.0);
        assert_eq!((one_line.matches("<use").count(), height), (3, LINE));
        // Each entry has at least a line of its own, however narrow the legend is.
        assert_eq!(draw(&entries, 1.0).1, 3.0 * LINE);
        assert!(least_width(&entries) > 80.0);
        assert_eq!(draw(&[], 1.0), (String::new(), 0.0));
    }

    #[test]
    fn every_sign_of_a_legend_has_a_glyph() {
        let own = Kind::from_betza('X', "WFDNAHCLZJG(10,4)0fblrvsh".trim_end_matches("fblrvsh")).unwrap();
        for sign in LegendEntry::new(&own).text.chars().chain("fblrvshc·-/".chars()).filter(|c| *c != ' ') {
            let text = glyphs::text(&sign.to_string(), Anchor::Start, (0.0, 0.0), 1.0);
            assert!(!text.is_empty(), "{sign:?}");
        }
    }
}
