//! Letters and digits as strokes, so that a picture looks the same everywhere and needs no font.
//!
//! Capitals and digits are 10 units high, small letters 7. Their base line is at 0, and y grows downwards.

use super::numbers::shorten;
use std::fmt::Write;

/// The room between two glyphs.
const GAP: f64 = 2.2;

/// Each glyph with its width.
const GLYPHS: &[(char, f64, &str)] = &[
    ('0', 6.0, "M3-10Q6-10 6-5Q6 0 3 0Q0 0 0-5Q0-10 3-10Z"),
    ('1', 4.2, "M.8-7.9L3.6-10V0"),
    ('2', 6.0, "M.2-7.6Q.3-10 3-10Q5.8-10 5.8-7.4Q5.8-5.5 3.5-3.2L.2 0H6"),
    ('3', 6.0, "M.4-8.4Q1-10 3-10Q5.7-10 5.7-7.6Q5.7-5.4 2.6-5.3Q6-5.2 6-2.7Q6 0 3 0Q.8 0 0-1.7"),
    ('4', 6.2, "M4.6 0V-10L0-3H6.2"),
    ('5', 6.0, "M5.5-10H1L.5-5.4Q1.6-6.4 3.1-6.4Q6-6.4 6-3.3Q6 0 3 0Q.8 0 0-1.5"),
    ('6', 6.0, "M5.4-9Q4.6-10 3.4-10Q0-10 0-4.4Q0 0 3 0Q6 0 6-3.1Q6-6 3.2-6Q.6-6 .1-3.4"),
    ('7', 6.0, "M0-10H6L2 0"),
    (
        '8',
        6.0,
        "M3-5.4Q.5-5.4 .5-7.7Q.5-10 3-10Q5.5-10 5.5-7.7Q5.5-5.4 3-5.4Q0-5.4 0-2.7Q0 0 3 0Q6 0 6-2.7Q6-5.4 3-5.4Z",
    ),
    ('9', 6.0, "M.6-1Q1.4 0 2.6 0Q6 0 6-5.6Q6-10 3-10Q0-10 0-6.9Q0-4 2.8-4Q5.4-4 5.9-6.6"),
    ('a', 5.0, "M.3-5.9Q1.2-7 2.8-7Q5-7 5-4.8V0M5-4.2H2.6Q0-4.1 0-2Q0 0 2.2 0Q4.2 0 5-2"),
    ('b', 5.3, "M0-10V0M0-4.5Q.6-7 2.8-7Q5.3-7 5.3-3.5Q5.3 0 2.8 0Q.6 0 0-2.5"),
    ('c', 5.0, "M5-5.7Q4.2-7 2.8-7Q0-7 0-3.5Q0 0 2.8 0Q4.2 0 5-1.3"),
    ('d', 5.3, "M5.3-10V0M5.3-4.5Q4.7-7 2.5-7Q0-7 0-3.5Q0 0 2.5 0Q4.7 0 5.3-2.5"),
    ('e', 5.2, "M0-3.7H5.2Q5.2-7 2.7-7Q0-7 0-3.5Q0 0 2.8 0Q4.3 0 5-1.3"),
    ('f', 4.0, "M4-9.8Q3.4-10 3-10Q1.5-10 1.5-8V0M0-6.8H3.6"),
    ('g', 5.3, "M5.3-7V.5Q5.3 3 2.7 3Q1 3 .3 2M5.3-4.5Q4.7-7 2.5-7Q0-7 0-3.5Q0-.3 2.5-.3Q4.7-.3 5.3-2.7"),
    ('h', 5.0, "M0-10V0M0-4.4Q.8-7 2.8-7Q5-7 5-4.4V0"),
    ('i', 1.0, "M.5-7V0M.5-9.7V-9.3"),
    ('j', 2.0, "M1.8-7V1Q1.8 3 0 3M1.8-9.7V-9.3"),
    ('k', 5.0, "M0-10V0M4.8-7L0-2.8M1.8-4.3L5 0"),
    ('l', 2.0, "M.5-10V-1.5Q.5 0 2 0"),
    ('m', 8.0, "M0-7V0M0-4.6Q.6-7 2.2-7Q4-7 4-4.6V0M4-4.6Q4.6-7 6.2-7Q8-7 8-4.6V0"),
    ('n', 5.0, "M0-7V0M0-4.4Q.8-7 2.8-7Q5-7 5-4.4V0"),
    ('o', 5.4, "M2.7-7Q5.4-7 5.4-3.5Q5.4 0 2.7 0Q0 0 0-3.5Q0-7 2.7-7Z"),
    ('p', 5.3, "M0-7V3M0-4.5Q.6-7 2.8-7Q5.3-7 5.3-3.5Q5.3 0 2.8 0Q.6 0 0-2.5"),
    ('q', 5.3, "M5.3-7V3M5.3-4.5Q4.7-7 2.5-7Q0-7 0-3.5Q0 0 2.5 0Q4.7 0 5.3-2.5"),
    ('r', 3.4, "M0-7V0M0-4Q.7-7 3.4-6.9"),
    ('s', 5.0, "M4.6-5.7Q4-7 2.4-7Q.3-7 .3-5.3Q.3-3.9 2.5-3.6Q5-3.2 5-1.8Q5 0 2.5 0Q.8 0 0-1.4"),
    ('t', 4.0, "M1.5-9.3V-2Q1.5 0 3.1 0Q3.7 0 4-.2M0-7H3.7"),
    ('u', 5.0, "M0-7V-2.6Q0 0 2.2 0Q4.2 0 5-2.6M5-7V0"),
    ('v', 5.2, "M0-7L2.6 0L5.2-7"),
    ('w', 8.0, "M0-7L2 0L4-6.4L6 0L8-7"),
    ('x', 5.0, "M0-7L5 0M5-7L0 0"),
    ('y', 5.3, "M0-7L2.7 0M5.3-7L2.4 1.4Q1.8 3 .3 3"),
    ('z', 5.0, "M.2-7H4.8L0 0H5"),
    ('A', 7.0, "M0 0L3.5-10L7 0M1.3-3.6H5.7"),
    ('B', 6.2, "M0-5.4H3.4Q5.6-5.5 5.6-7.7Q5.6-10 3.2-10H0V0H3.4Q6.2 0 6.2-2.7Q6.2-5.4 3.4-5.4"),
    ('C', 6.4, "M6.4-8.2Q5.4-10 3.6-10Q0-10 0-5Q0 0 3.6 0Q5.4 0 6.4-1.8"),
    ('D', 6.4, "M0-10V0H2.6Q6.4 0 6.4-5Q6.4-10 2.6-10Z"),
    ('E', 5.6, "M5.4-10H0V0H5.6M0-5.2H4.6"),
    ('F', 5.4, "M5.4-10H0V0M0-5.2H4.6"),
    ('G', 6.4, "M6.3-8.1Q5.4-10 3.6-10Q0-10 0-5Q0 0 3.6 0Q6.4 0 6.4-4.4H3.8"),
    ('H', 6.2, "M0-10V0M6.2-10V0M0-5.2H6.2"),
    ('I', 3.0, "M0-10H3M1.5-10V0M0 0H3"),
    ('J', 4.5, "M4.5-10V-2.8Q4.5 0 2.3 0Q.2 0 0-2.4"),
    ('K', 6.4, "M0-10V0M6-10L0-3.8M2.2-6L6.4 0"),
    ('L', 5.4, "M0-10V0H5.4"),
    ('M', 7.6, "M0 0V-10L3.8-3.4L7.6-10V0"),
    ('N', 6.2, "M0 0V-10L6.2 0V-10"),
    ('O', 7.2, "M3.6-10Q7.2-10 7.2-5Q7.2 0 3.6 0Q0 0 0-5Q0-10 3.6-10Z"),
    ('P', 6.0, "M0 0V-10H3.2Q6-10 6-7.3Q6-4.6 3.2-4.6H0"),
    ('Q', 7.2, "M3.6-10Q7.2-10 7.2-5Q7.2 0 3.6 0Q0 0 0-5Q0-10 3.6-10ZM4.4-2.8L7.2.6"),
    ('R', 6.2, "M0 0V-10H3.2Q6-10 6-7.3Q6-4.6 3.2-4.6H0M3-4.6L6.2 0"),
    ('S', 6.2, "M5.9-8.4Q5-10 3.1-10Q.4-10 .4-7.6Q.4-5.6 3.1-5.2Q6.2-4.7 6.2-2.6Q6.2 0 3.1 0Q.9 0 0-1.8"),
    ('T', 7.0, "M0-10H7M3.5-10V0"),
    ('U', 6.4, "M0-10V-3.4Q0 0 3.2 0Q6.4 0 6.4-3.4V-10"),
    ('V', 7.0, "M0-10L3.5 0L7-10"),
    ('W', 9.2, "M0-10L2.2 0L4.6-9L7 0L9.2-10"),
    ('X', 6.4, "M0-10L6.4 0M6.4-10L0 0"),
    ('Y', 6.6, "M0-10L3.3-4.8L6.6-10M3.3-4.8V0"),
    ('Z', 6.2, "M.2-10H6L0 0H6.2"),
    ('=', 5.6, "M0-6.4H5.6M0-3.2H5.6"),
    ('(', 2.4, "M2.4-11Q0-8.6 0-4.4Q0-.2 2.4 2.2"),
    (')', 2.4, "M0-11Q2.4-8.6 2.4-4.4Q2.4-.2 0 2.2"),
    ('.', 1.0, "M.5-.5V-.1"),
    (':', 1.0, "M.5-5.8V-5.4M.5-.5V-.1"),
    (',', 1.4, "M1.1-.4Q1.2 1 .1 2.2"),
    ('·', 1.0, "M.5-4.7V-4.3"),
    ('-', 3.6, "M0-4.4H3.6"),
    ('+', 5.0, "M0-4.4H5M2.5-6.9V-1.9"),
    ('~', 5.4, "M0-3.6Q1.4-5.8 2.7-4.4Q4-3 5.4-5.2"),
    ('*', 4.4, "M2.2-9.6V-5.2M.3-8.5L4.1-6.3M4.1-8.5L.3-6.3"),
    ('#', 6.4, "M2.2-9.4L1-.6M5.4-9.4L4.2-.6M.3-6.6H6.3M0-3.4H6"),
    (
        '@',
        8.6,
        "M6-6.4Q4.6-7 3.6-6Q2.2-4.4 3-2.9Q4.2-1.8 5.4-3.6L6-6.4Q5-2 6.6-2Q8.6-2.6 8.6-5.4Q8.2-9.8 4.3-10Q.2-9.6 0-4.4Q.2.6 4.4 1Q6 1 7.2.4",
    ),
    (
        '%',
        7.0,
        "M7-10L0 0M1.6-10Q3.2-10 3.2-8.2Q3.2-6.4 1.6-6.4Q0-6.4 0-8.2Q0-10 1.6-10ZM5.4-3.6Q7-3.6 7-1.8Q7 0 5.4 0Q3.8 0 3.8-1.8Q3.8-3.6 5.4-3.6Z",
    ),
    ('/', 4.4, "M0 1L4.4-10.6"),
    ('×', 4.6, "M0-5.6L4.6-1M4.6-5.6L0-1"),
];

/// The width of a space.
const SPACE: f64 = 3.4;

/// The point of a text whose position is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Returns the width of a text before it is scaled.
pub(super) fn width(text: &str) -> f64 {
    (text.chars().map(|letter| find(letter).0 + GAP).sum::<f64>() - GAP).max(0.0)
}

/// Returns the strokes of a text, each with its origin. The text is on a line at the given height, and scaled
/// by a factor.
pub(super) fn strokes(
    text: &str,
    anchor: Anchor,
    (x, y): (f64, f64),
    scale: f64,
) -> impl Iterator<Item = ((f64, f64), &'static str)> {
    let share = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let mut at = x - width(text) * scale * share;
    let strokes = text.chars().map(move |letter| {
        let (width, path) = find(letter);
        let origin = (at, y);
        at += (width + GAP) * scale;
        (origin, path)
    });
    strokes.filter(|(_, path)| !path.is_empty())
}

/// Draws a text in SVG, with the strokes of [`strokes`].
pub(super) fn text(text: &str, anchor: Anchor, place: (f64, f64), scale: f64) -> String {
    let mut svg = String::new();
    for ((x, y), path) in strokes(text, anchor, place, scale) {
        let (x, y, scale) = (shorten(x), shorten(y), shorten(scale));
        let _ = write!(svg, "<path transform=\"translate({x} {y}) scale({scale})\" d=\"{path}\"/>");
    }
    svg
}

/// Returns the width and the strokes of a glyph. An unknown character is a space.
fn find(letter: char) -> (f64, &'static str) {
    GLYPHS.iter().find(|glyph| glyph.0 == letter).map_or((SPACE, ""), |&(_, width, path)| (width, path))
}
