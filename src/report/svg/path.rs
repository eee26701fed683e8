//! Paths of SVG as lines and curves, for drawing shapes in other formats.
//!
//! The reader accepts the commands that shapes and glyphs consist of: `M L H V Q A Z`, capital or small, arcs
//! of circles only.

/// A point.
pub(in crate::report) type Point = (f64, f64);

/// A part of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::report) enum PathPart {
    /// The beginning of a line at a point.
    Move(Point),
    /// A line to a point.
    Line(Point),
    /// A cubic Bézier curve: two points that it is drawn to, and its end.
    Curve(Point, Point, Point),
    /// A line back to the beginning.
    Close,
}

/// Returns the parts of a path. An invalid command ends it.
pub(in crate::report) fn parts(path: &str) -> Vec<PathPart> {
    let mut reader = PathReader { rest: path, at: (0.0, 0.0), parts: Vec::new() };
    let (mut start, mut command) = ((0.0, 0.0), None);
    loop {
        reader.skip_separators();
        if let Some(letter) = reader.rest.chars().next().filter(char::is_ascii_alphabetic) {
            reader.rest = &reader.rest[1..];
            command = Some(letter);
        }
        let Some(letter) = command else { break };
        if letter.eq_ignore_ascii_case(&'z') {
            reader.parts.push(PathPart::Close);
            (reader.at, command) = (start, None);
        } else if reader.draw(letter).is_none() {
            break;
        } else if letter.eq_ignore_ascii_case(&'m') {
            start = reader.at;
            // Points after a beginning, without a further letter, are lines.
            command = Some(if letter == 'm' { 'l' } else { 'L' });
        }
    }
    reader.parts
}

struct PathReader<'a> {
    rest: &'a str,
    /// The position of the pen.
    at: Point,
    parts: Vec<PathPart>,
}

impl PathReader<'_> {
    fn skip_separators(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', ',', '\n']);
    }

    /// Reads one command with its numbers; `None` if numbers are missing.
    fn draw(&mut self, letter: char) -> Option<()> {
        let (x, y) = if letter.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
        let part = match letter.to_ascii_uppercase() {
            'M' => PathPart::Move((x + self.number()?, y + self.number()?)),
            'L' => PathPart::Line((x + self.number()?, y + self.number()?)),
            'H' => PathPart::Line((x + self.number()?, self.at.1)),
            'V' => PathPart::Line((self.at.0, y + self.number()?)),
            'Q' => {
                let pull = (x + self.number()?, y + self.number()?);
                quadratic(self.at, pull, (x + self.number()?, y + self.number()?))
            }
            'A' => {
                let radius = self.number()?;
                let [_, _, is_long, is_clockwise] =
                    [self.number()?, self.number()?, self.number()?, self.number()?];
                let end = (x + self.number()?, y + self.number()?);
                let curves = arc(self.at, end, radius, is_long != 0.0, is_clockwise != 0.0);
                self.parts.extend(curves);
                self.at = end;
                return Some(());
            }
            _ => return None,
        };
        if let PathPart::Move(to) | PathPart::Line(to) | PathPart::Curve(_, _, to) = part {
            self.at = to;
        }
        self.parts.push(part);
        Some(())
    }

    fn number(&mut self) -> Option<f64> {
        self.skip_separators();
        let is_part = |place: usize, sign: char| match sign {
            '-' => place == 0,
            // A second decimal point begins another number.
            '.' => !self.rest[..place].contains('.'),
            _ => sign.is_ascii_digit(),
        };
        let end = self.rest.char_indices().find(|&(place, sign)| !is_part(place, sign));
        let (number, rest) = self.rest.split_at(end.map_or(self.rest.len(), |(place, _)| place));
        self.rest = rest;
        number.parse().ok()
    }
}

/// Returns a quadratic curve as a cubic one.
fn quadratic(from: Point, pull: Point, to: Point) -> PathPart {
    let towards = |end: Point| (end.0 + (pull.0 - end.0) * 2.0 / 3.0, end.1 + (pull.1 - end.1) * 2.0 / 3.0);
    PathPart::Curve(towards(from), towards(to), to)
}

/// Returns an arc of a circle as curves of at most a quarter each.
fn arc(from: Point, to: Point, radius: f64, is_long: bool, is_clockwise: bool) -> Vec<PathPart> {
    let (half_x, half_y) = ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0);
    let half = half_x.hypot(half_y);
    // The distance from the middle of the chord to the centre, which is to the left or right of the chord.
    let away = (radius * radius - half * half).max(0.0).sqrt() / half;
    let side = if is_long == is_clockwise { -1.0 } else { 1.0 };
    let centre = (from.0 + half_x - side * away * half_y, from.1 + half_y + side * away * half_x);
    let angle = |point: Point| (point.1 - centre.1).atan2(point.0 - centre.0);
    let (first, mut turn) = (angle(from), angle(to) - angle(from));
    let whole = std::f64::consts::TAU;
    if is_clockwise && turn < 0.0 {
        turn += whole;
    } else if !is_clockwise && turn > 0.0 {
        turn -= whole;
    }
    let number = (turn.abs() / (whole / 4.0)).ceil().max(1.0);
    let step = turn / number;
    let pull = 4.0 / 3.0 * (step / 4.0).tan() * radius;
    let on = |angle: f64| (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin());
    let along = |angle: f64, length: f64| {
        let (x, y) = on(angle);
        (x - angle.sin() * length, y + angle.cos() * length)
    };
    let curve = |place: usize| {
        let (begin, end) = (first + place as f64 * step, first + (place + 1) as f64 * step);
        PathPart::Curve(along(begin, pull), along(end, -pull), on(end))
    };
    (0..number as usize).map(curve).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_need_no_room_between_them() {
        let drawn = parts("M.5-7V0M1 2h.01L3-.5.5 4Z");
        let expected = [
            PathPart::Move((0.5, -7.0)),
            PathPart::Line((0.5, 0.0)),
            PathPart::Move((1.0, 2.0)),
            PathPart::Line((1.01, 2.0)),
            PathPart::Line((3.0, -0.5)),
            PathPart::Line((0.5, 4.0)),
            PathPart::Close,
        ];
        assert_eq!(drawn, expected);
    }

    /// All points of the curves of an arc have the right distance from its centre.
    #[test]
    fn arcs_are_round() {
        for (path, centre, radius, length) in [
            ("M7.5 10.8a2 2 0 1 0 .01 0", (7.5, 12.8), 2.0, 4),
            ("M16 14.5A6.5 6.5 0 1 1 29 14.5", (22.5, 14.5), 6.5, 2),
        ] {
            let drawn = parts(path);
            assert_eq!(drawn.len(), length + 1, "{path}");
            let mut last = (0.0, 0.0);
            for part in drawn {
                match part {
                    PathPart::Move(to) => last = to,
                    PathPart::Curve(one, other, to) => {
                        let middle = |a: f64, b: f64, c: f64, d: f64| (a + 3.0 * b + 3.0 * c + d) / 8.0;
                        let at = (middle(last.0, one.0, other.0, to.0), middle(last.1, one.1, other.1, to.1));
                        for point in [at, to] {
                            let away = f64::hypot(point.0 - centre.0, point.1 - centre.1);
                            assert!((away - radius).abs() < 0.02, "{path}: {point:?}");
                        }
                        // The head of a pawn is above its neck.
                        assert!(at.1 < 14.6, "{path}: {at:?}");
                        last = to;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}
