//! The shapes of the built-in kinds, drawn for this project from a few lines and arcs.
//!
//! Related kinds look related. The compounds of a knight carry a small horse's head. The kinds that move one
//! step have a pawn's body with a mitre or battlements for a head.

use super::glyphs::{self, Anchor};
use super::numbers::shorten;
use crate::piece::{WALL, built_in};

/// The shapes by letter, each in a square of 45 units: outlines first, then the lines inside.
const SHAPES: &[(char, &str, &str)] = &[
    (
        WALL,
        "M7 13H38V37H7Z",
        "M7 21H38M7 29H38M17.3 13V21M27.7 13V21M12.2 21V29M22.5 21V29M32.8 21V29M17.3 29V37M27.7 29V37",
    ),
    (
        'K',
        "M11 38V34Q11 31 14 31Q9 26 9 21Q9 15 15 15Q20 15 22.5 20Q25 15 30 15Q36 15 36 21Q36 26 31 31Q34 31 34 34V38Z\
         M21 15V11H18V8.5H21V5.5H24V8.5H27V11H24V15L22.5 17Z",
        "M14 31H31M22.5 20V31",
    ),
    (
        'Q',
        "M11 38V34L14 31L8 15L15 23L16 11L22.5 22L29 11L30 23L37 15L31 31L34 34V38Z\
         M7.5 10.8a2 2 0 1 0 .01 0ZM15.8 6.8a2 2 0 1 0 .01 0ZM29.2 6.8a2 2 0 1 0 .01 0ZM37.5 10.8a2 2 0 1 0 .01 0Z",
        "M14 31H31M12 34.5H33",
    ),
    (
        'R',
        "M10 38V34H13L15 18L12 15V9H16.5V12H20V9H25V12H28.5V9H33V15L30 18L32 34H35V38Z",
        "M13 34H32M15 18H30",
    ),
    (
        'B',
        "M11 38V35Q17 35 19 32Q13 29 13 23Q13 17 22.5 9Q32 17 32 23Q32 29 26 32Q28 35 34 35V38Z\
         M22.5 5.5a2 2 0 1 0 .01 0Z",
        "M17 32H28M22.5 17V26M19 20.5H26",
    ),
    (
        'N',
        "M13 38V35Q14 28 21 24L20.5 21.5Q17 24 13.5 24.5Q9.5 26.5 8.5 23.5Q8 21.5 10 19Q13 15.5 13.5 13Q14 9.5 17 8.5L17 5.5\
         L20.5 8Q33 9 34 24Q34.2 30 33.5 38Z",
        "M16.5 15.5H17.5M13 35H33.5M21 12Q29 14 30 26",
    ),
    (
        'F',
        "M12 38V35Q12 32 15.5 30.5Q19 28 19.5 23H16V20H19Q15.5 17.5 15.5 14L22.5 5L29.5 14Q29.5 17.5 26 20H29V23H25.5\
         Q26 28 29.5 30.5Q33 32 33 35V38Z",
        "M15.5 31H29.5M20 11.5L25 16.5M25 11.5L20 16.5",
    ),
    (
        'W',
        "M12 38V35Q12 32 15.5 30.5Q19 28 19.5 23H16V20H17.5L15 16.5V7H18.3V9.7H20.9V7H24.1V9.7H26.7V7H30V16.5L27.5 20H29V23\
         H25.5Q26 28 29.5 30.5Q33 32 33 35V38Z",
        "M15.5 31H29.5M22.5 12.2V17.8M19.7 15H25.3",
    ),
    (
        'D',
        "M12 34L15 15L22.5 6L30 15L33 34ZM16 32.5a3.5 3.5 0 1 0 .01 0ZM29 32.5a3.5 3.5 0 1 0 .01 0Z",
        "M15 15H30M14 22H31M13 28.5H32M22.5 22V28.5M16 36H16.01M29 36H29.01",
    ),
    (
        'E',
        "M17 38V35Q17 31 19 28L15.5 27Q15 33 12 35.5Q8 38 5 35L7 32.5Q9.5 34 10.5 30Q11 24 12 19Q13 9 23 8Q34 8 36 18Q38 28 36 38Z",
        "M24 12Q33 11 33 19Q33 27 27 27Q22 25 24 12M16.5 16.5H17.5M17 35H36",
    ),
    (
        'L',
        "M10 38V35Q12 33 12.5 29Q13 24 13 16L7 15.5Q5.5 15 6 13L12 8L13.5 6L15.5 8Q19 10 19.5 18Q20 23 22 23Q24 23 25 17\
         Q26.5 12 30 12Q33.5 12 34.5 20Q36 28 36 38Z",
        "M12 11.5H13M10 35H36M27 28Q30 24 31 17",
    ),
    (
        'Z',
        "M13 38V35Q14 28 21 24L20.5 21.5Q17 24 13.5 24.5Q9.5 26.5 8.5 23.5Q8 21.5 10 19Q13 15.5 13.5 13Q14 9.5 17 8.5L17 5.5\
         L20.5 8L24 6.5L25 9.5L28.5 9L29 12.5L32 13.5L31.5 17L34 19.5L32.8 22.5Q34.5 30 33.5 38Z",
        "M16.5 15.5H17.5M13 35H33.5M24.5 9.5L22 15M28.5 12.5L25 18M31 17L26 22M32.5 22L26 26M33.5 27L24 29.5M11.5 19L14.5 21.5",
    ),
    (
        'H',
        "M13 38V35Q14 28 21 24L20.5 21.5Q17 24 13.5 24.5Q9.5 26.5 8.5 23.5Q8 21.5 10 19Q13 15.5 13.5 13Q14 9.5 17 8.5L17 5.5\
         L20.5 8Q33 9 34 24Q34.2 30 33.5 38Z",
        "M16.5 15.5H17.5M13 35H33.5M21 33L29 17M24.5 19L29 17L30.5 21.5",
    ),
    (
        'G',
        "M5 23Q5 15.5 12.5 15.5Q19 15.5 23.5 19L32 8Q33.8 6 35 8.7L40 38H36.2L32.4 16L28.2 21.5L33.4 26.5Q33.2 29.6 30 30\
         L15 31Q6.5 30.5 5 23Z",
        "M11.5 30.4L8.5 38M18.5 30.8L21 38M9.5 20.3H10.5M8.5 16.7Q8.5 10 4 8M12 15.5Q13 9 9.5 5.5M14.5 23.5Q20 21 28 26M23.5 19\
         L28.2 21.5",
    ),
    (
        'P',
        "M12 38V35Q12 32 15.5 30.5Q19 28 19.5 23H16V20H19Q16 18 16 14.5A6.5 6.5 0 1 1 29 14.5Q29 18 26 20H29V23H25.5\
         Q26 28 29.5 30.5Q33 32 33 35V38Z",
        "M15.5 31H29.5",
    ),
];

/// The kinds that combine another kind with a knight.
const COMPOUNDS: &[(char, char)] = &[('A', 'Q'), ('J', 'B'), ('C', 'R'), ('T', 'K')];

/// The mark of the knight's compounds: an outline and the lines inside.
const MARK: (&str, &str) = (
    "M30.4 39V37.4Q31 33.6 34.8 31.5L34.6 30.1Q32.7 31.5 30.8 31.7Q28.6 32.8 28.1 31.2Q27.8 30.1 28.9 28.8\
     Q30.5 26.9 30.8 25.5Q31 23.6 32.7 23.1L32.7 21.5L34.6 22.8Q41.3 23.4 41.9 31.5Q42 34.8 41.6 39Z",
    "M32.4 26.9H32.9",
);

/// A shield for kinds that are not built in.
const SHIELD: &str = "M9 8H36V22Q36 33 22.5 39Q9 33 9 22Z";

/// The role of a layer of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) enum Role {
    /// The body, filled in the colour of the army, with a dark edge.
    Body,
    /// A mark on the body, filled in the colour of the army, with an edge in the colour of the lines.
    Mark,
    /// The lines inside.
    Lines,
    /// The letter on a shield, in stronger lines.
    Letter,
}

/// A path of a shape, drawn over the layers before it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::report) struct Layer {
    /// The role of the layer.
    pub(in crate::report) role: Role,
    /// The path as in SVG, before it is scaled and moved.
    pub(in crate::report) path: &'static str,
    /// The factor by which the path is scaled.
    pub(in crate::report) scale: f64,
    /// The position of the origin in a square of 45 units.
    pub(in crate::report) origin: (f64, f64),
}

impl Layer {
    fn new(role: Role, path: &'static str, x: f64) -> Self {
        Self { role, path, scale: 1.0, origin: (x, 0.0) }
    }
}

/// Returns the layers of the shape of a kind from the bottom up.
pub(in crate::report) fn layers(letter: char) -> Vec<Layer> {
    // A black pawn has the shape of a pawn.
    let letter = if built_in(letter).is_some() { letter.to_ascii_uppercase() } else { letter };
    let find = |letter| SHAPES.iter().find(|shape| shape.0 == letter);
    let draw = |&(_, outline, lines): &(char, &'static str, &'static str), x| {
        [Layer::new(Role::Body, outline, x), Layer::new(Role::Lines, lines, x)]
    };
    let base = COMPOUNDS.iter().find(|compound| compound.0 == letter).and_then(|compound| find(compound.1));
    if let Some(base) = base {
        // The mark and its lines are moved to the left, so that both are in the middle.
        let mark = [Layer::new(Role::Mark, MARK.0, 0.0), Layer::new(Role::Lines, MARK.1, 0.0)];
        draw(base, -3.0).into_iter().chain(mark).collect()
    } else if let Some(own) = find(letter) {
        draw(own, 0.0).to_vec()
    } else {
        let text = letter.to_string();
        let strokes = glyphs::strokes(&text, Anchor::Middle, (22.5, 28.5), 1.35);
        let letter = strokes.map(|(origin, path)| Layer { role: Role::Letter, path, scale: 1.35, origin });
        std::iter::once(Layer::new(Role::Body, SHIELD, 0.0)).chain(letter).collect()
    }
}

/// Returns a plain name for the shape of a kind.
pub(in crate::report) fn plain_name(letter: char) -> String {
    if letter == WALL { "wall".to_owned() } else { letter.to_string() }
}

/// Draws the shape of a kind in SVG, in a square of 45 units: paths of the classes `piece` (filled), `mark`
/// and `lines`.
#[must_use]
pub fn shape(letter: char) -> String {
    layers(letter).iter().map(path).collect()
}

fn path(layer: &Layer) -> String {
    let class = match layer.role {
        Role::Body => "piece",
        Role::Mark => "piece mark",
        Role::Lines => "lines",
        Role::Letter => "lines letter",
    };
    let [x, y, scale] = [layer.origin.0, layer.origin.1, layer.scale].map(shorten);
    let transform = match (layer.origin, layer.scale) {
        ((0.0, 0.0), 1.0) => String::new(),
        (_, 1.0) => format!(" transform=\"translate({x} {y})\""),
        _ => format!(" transform=\"translate({x} {y}) scale({scale})\""),
    };
    format!("<path class=\"{class}\"{transform} d=\"{}\"/>", layer.path)
}

/// Returns the outline of a kind and the lines inside it, as paths in a square of 45 units.
///
/// `None` for kinds that are letters on shields.
#[cfg(feature = "json")]
pub(in crate::report) fn outline(letter: char) -> Option<(String, String)> {
    let find = |letter| SHAPES.iter().find(|shape| shape.0 == letter);
    if let Some(compound) = COMPOUNDS.iter().find(|compound| compound.0 == letter) {
        let (_, outline, lines) = find(compound.1)?;
        return Some((format!("{outline}{}", MARK.0), format!("{lines}{}", MARK.1)));
    }
    find(letter).map(|&(_, outline, lines)| (outline.to_owned(), lines.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Lattice;
    use crate::piece;

    #[test]
    fn every_built_in_kind_has_a_shape_of_its_own() {
        let shapes: Vec<String> =
            piece::built_ins_on(Lattice::Square).map(|entry| shape(entry.kind.letter())).collect();
        for (place, one) in shapes.iter().enumerate() {
            assert!(!one.contains(SHIELD), "{one}");
            assert!(!shapes[..place].contains(one), "{one}");
        }
        assert_eq!(shape('p'), shape('P'));
        assert!(shape('X').contains(SHIELD) && !shape(WALL).contains(SHIELD));
    }
}
