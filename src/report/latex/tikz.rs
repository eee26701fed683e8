//! A board in TikZ: the shapes of the other pictures, drawn with nothing but TikZ.
//!
//! A square is one unit wide, and the lower left corner of a1 is at the origin. Colours have names, for
//! example `armistice-dark`. If a document has defined a name, its colour is used. Armies differ in lightness
//! and texture, so that they also differ in black and white. Sides that are joined to the opposite ones are
//! dashed. Hexagons and layers are arranged as in the other pictures.

use super::escape;
use crate::board::{Board, Square};
use crate::report::svg::{
    BoardLayout, Layer, LegendEntry, PathPart, Picture, Point, Role, SIDE, layers, of_all, parts, plain_name,
    with_decimals,
};
use std::fmt::Write;

/// The longest side of a board: TeX keeps every square in memory.
pub const MAX_LINES: usize = 100;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    /// At most as wide as a column of text, with the names of ranks and files.
    Whole,
    /// Three next to each other, with numbers below.
    Small,
}

impl Size {
    /// Returns the side of a square in millimetres.
    fn side(self, board: &Board) -> f64 {
        let (most, width, height) = match self {
            Self::Whole => (7.0f64, 108.0, 160.0),
            Self::Small => (4.0, 34.0, 50.0),
        };
        let (wide, high) = extent(board);
        most.min(width / wide).min(height / high)
    }
}

/// The side of a square in the units of a shape.
const UNITS: f64 = 45.0;
/// Points in a millimetre.
const POINTS: f64 = 72.27 / 25.4;
/// The least width of a legend, in millimetres.
const MIN_LEGEND: f64 = 30.0;
/// The least room for the name of a file, in millimetres.
const ROOM: f64 = 3.6;

/// The names and values of the colours.
const COLOURS: &[(&str, &str)] = &[
    ("light", "F1E4CF"),
    ("dark", "C9A985"),
    ("medium", "DEC7A8"),
    ("hole", "444A52"),
    ("ink", "22262B"),
    ("first", "FDFBF6"),
    ("second", "3A4048"),
    ("inner", "F3EDE0"),
    ("hatch", "2F6FB0"),
    ("fourth", "F6E58D"),
    ("dots", "A3342A"),
    ("attack", "2C5F9E"),
    ("conflict", "C8261E"),
];

/// Returns a picture as an environment `tikzpicture`, with comments that describe it and name its
/// requirements.
///
/// Boards have at most [`MAX_LINES`] ranks and files, because TeX cannot hold the drawing of larger ones.
#[must_use]
pub fn tikz(picture: &Picture) -> String {
    write_sized(picture, Size::Whole)
}

/// Returns pictures as small ones next to each other, with their numbers below them and one legend under all
/// of them.
#[must_use]
pub fn tikz_gallery(pictures: &[Picture]) -> String {
    let boards: Vec<String> = pictures.iter().map(|picture| write_sized(picture, Size::Small)).collect();
    let entries = of_all(pictures.iter().map(|picture| &picture.legend[..]));
    let legend = match write_legend(&entries) {
        none if none.is_empty() => none,
        shown => format!("\\par\\smallskip\\noindent{{\\footnotesize {shown}}}\\par\n"),
    };
    boards.join("\\quad\n") + &legend
}

fn write_sized(picture: &Picture, size: Size) -> String {
    let board = &picture.board;
    let side = size.side(board);
    let unit = number(side);
    let top = if size == Size::Small { ",baseline=(current bounding box.north)" } else { "" };
    let mut text = format!(
        "% {}\n% armistice {}; needs \\usepackage{{tikz}}\n\
         \\begin{{tikzpicture}}[x={unit}mm,y={unit}mm,line cap=round,line join=round{top}]\n",
        picture.title.replace(char::is_control, " "),
        env!("CARGO_PKG_VERSION"),
    );
    let points = |units: f64| number(units / UNITS * side * POINTS);
    let drawn =
        LineWidths { edge: points(1.6), line: points(1.4), letter: points(1.9 * 1.35), hatch: points(2.2) };
    let body = squares(board)
        + &attacks(picture)
        + &pieces(picture, &drawn)
        + &conflicts(picture, &points)
        + &match size {
            Size::Whole => coordinates(board, side) + &legend(picture, side),
            Size::Small => caption(picture),
        };
    let used = |(name, _): &&(&str, &str)| body.contains(&format!("armistice-{name}"));
    for (name, value) in COLOURS.iter().filter(used) {
        let _ = writeln!(text, "\\providecolor{{armistice-{name}}}{{HTML}}{{{value}}}");
    }
    text + &body + "\\end{tikzpicture}\n"
}

/// Writes a number with at most three decimals.
fn number(number: f64) -> String {
    let text = with_decimals(number, 3);
    if text == "-0" { "0".to_owned() } else { text }
}

/// Lists every second place from the first, with commas between.
fn every_second(first: usize, end: usize) -> String {
    (first..end).step_by(2).map(|place| place.to_string()).collect::<Vec<_>>().join(",")
}

/// Returns the width and the height of a board, in squares.
fn extent(board: &Board) -> (f64, f64) {
    let (width, height) = BoardLayout::new(board).size();
    (width / SIDE, height / SIDE)
}

/// Returns the middle of a square, in squares from the lower left corner of the picture.
fn place(board: &Board, square: Square) -> (f64, f64) {
    let layout = BoardLayout::new(board);
    let ((x, y), height) = (layout.middle(square), layout.size().1);
    (x / SIDE, (height - y) / SIDE)
}

/// Draws the board without names: its squares, its holes and its edge.
fn squares(board: &Board) -> String {
    if board.is_rectangle() { rectangle(board) } else { one_by_one(board) }
}

/// Draws the squares of a shape, colour by colour, and its holes.
fn one_by_one(board: &Board) -> String {
    let layout = BoardLayout::new(board);
    let corners = |&(dx, dy): &(f64, f64)| format!("({},{})", number(dx / SIDE), number(-dy / SIDE));
    let outline = layout.corners().iter().map(corners).collect::<Vec<_>>().join("--") + "--cycle";
    let fill = |colour: &str, squares: Vec<Square>| {
        let places: Vec<String> = squares
            .into_iter()
            .map(|square| place(board, square))
            .map(|(x, y)| format!("{}/{}", number(x), number(y)))
            .collect();
        match places.is_empty() {
            true => String::new(),
            false => format!(
                "\\foreach \\x/\\y in {{{}}} \\fill[armistice-{colour},shift={{(\\x,\\y)}}] {outline};\n",
                places.join(",")
            ),
        }
    };
    let is_hole = |square: Square| !board.is_open(square);
    let coloured = ["dark", "light", "medium"].into_iter().enumerate().map(|(colour, name)| {
        let own = layout.squares().filter(|&square| !is_hole(square) && layout.colour(square) == colour);
        fill(name, own.collect())
    });
    coloured.collect::<String>() + &fill("hole", layout.squares().filter(|&square| is_hole(square)).collect())
}

/// Draws the squares, the holes and the sides of a rectangle.
fn rectangle(board: &Board) -> String {
    let (rows, cols) = (board.rows(), board.cols());
    let mut text = format!("\\fill[armistice-light] (0,0) rectangle ({cols},{rows});\n");
    for first in [0, 1] {
        let (files, ranks) = (every_second(first, cols), every_second(first, rows));
        if !files.is_empty() && !ranks.is_empty() {
            let _ = writeln!(
                text,
                "\\foreach \\x in {{{files}}} \\foreach \\y in {{{ranks}}} \\fill[armistice-dark] (\\x,\\y) rectangle +(1,1);"
            );
        }
    }
    for hole in board.holes() {
        let _ = writeln!(text, "\\fill[armistice-hole] ({},{}) rectangle +(1,1);", hole.col, hole.row);
    }
    let topology = board.topology();
    let style = |wraps: bool| if wraps { ",dashed" } else { "" };
    let (flat, upright) = (style(topology.rows_wrap()), style(topology.cols_wrap()));
    text + &format!(
        "\\draw[armistice-ink{flat}] (0,0) -- ({cols},0) (0,{rows}) -- ({cols},{rows});\n\
         \\draw[armistice-ink{upright}] (0,0) -- (0,{rows}) ({cols},0) -- ({cols},{rows});\n"
    )
}

/// Returns the middle of a square.
fn middle_of(board: &Board, square: Square) -> String {
    let (x, y) = place(board, square);
    format!("({},{})", number(x), number(y))
}

fn attacks(picture: &Picture) -> String {
    let dots = picture
        .attacked
        .iter()
        .map(|&square| format!(" {} circle[radius=.11]", middle_of(&picture.board, square)));
    let dots: String = dots.collect();
    if dots.is_empty() { dots } else { format!("\\fill[armistice-attack]{dots};\n") }
}

fn conflicts(picture: &Picture, points: &dyn Fn(f64) -> String) -> String {
    let mut text = String::new();
    for &(from, to) in &picture.conflicts {
        let board = &picture.board;
        let ((x1, y1), (x2, y2)) = (place(board, from), place(board, to));
        let length = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (dx, dy) = ((x2 - x1) / length * 0.47, (y2 - y1) / length * 0.47);
        let [x1, y1, x2, y2] = [x1 + dx, y1 + dy, x2 - dx, y2 - dy].map(number);
        let _ = writeln!(
            text,
            "\\draw[armistice-conflict,line width={}pt] {} circle[radius=.47] ({x1},{y1}) -- ({x2},{y2}) {} circle[radius=.47];",
            points(3.0),
            middle_of(board, from),
            middle_of(board, to)
        );
    }
    text
}

/// The widths of lines in points.
struct LineWidths {
    edge: String,
    line: String,
    letter: String,
    hatch: String,
}

/// Defines each used shape once for each army, and places the pieces.
fn pieces(picture: &Picture, drawn: &LineWidths) -> String {
    let standing = || picture.pieces.iter().filter(|piece| picture.board.is_inside(piece.square));
    let corner = |square: Square| {
        let (x, y) = place(&picture.board, square);
        format!("({},{})", number(x - 0.5), number(y - 0.5))
    };
    let mut kinds: Vec<(char, usize)> = standing().map(|piece| (piece.letter, piece.army % 4)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut text = String::new();
    for &(letter, army) in &kinds {
        let shape: String = layers(letter).iter().map(|layer| draw(layer, army, drawn)).collect();
        let _ = writeln!(text, "\\tikzset{{{}/.pic={{\n{shape}}}}}", name(letter, army));
    }
    for (letter, army) in kinds {
        let own = standing().filter(|piece| (piece.letter, piece.army % 4) == (letter, army));
        let name = name(letter, army);
        let places: String = own.map(|piece| format!(" {} pic {{{name}}}", corner(piece.square))).collect();
        let _ = writeln!(text, "\\path{places};");
    }
    text
}

/// Returns the name of the shape of a kind in an army.
fn name(letter: char, army: usize) -> String {
    format!("armistice {} {}", plain_name(letter), army + 1)
}

/// Draws a layer of a shape.
fn draw(layer: &Layer, army: usize, drawn: &LineWidths) -> String {
    let LineWidths { edge, line, letter, hatch } = drawn;
    let path = path(layer);
    let inner = if army == 1 { "armistice-inner" } else { "armistice-ink" };
    let edge_colour = if layer.role == Role::Mark { inner } else { "armistice-ink" };
    match (layer.role, army) {
        (Role::Lines, _) => format!("\\draw[{inner},line width={line}pt] {path};\n"),
        (Role::Letter, _) => format!("\\draw[{inner},line width={letter}pt] {path};\n"),
        (Role::Body | Role::Mark, 0 | 1) => {
            let fill = if army == 0 { "first" } else { "second" };
            format!("\\filldraw[fill=armistice-{fill},draw={edge_colour},line width={edge}pt] {path};\n")
        }
        (Role::Body | Role::Mark, _) => {
            let (fill, texture) = match army {
                2 => (
                    "first",
                    format!(
                        "\\foreach \\i in {{-9,...,9}} \\draw[armistice-hatch,line width={hatch}pt] (\\i/9,0) -- +(1,1);"
                    ),
                ),
                _ => (
                    "fourth",
                    "\\foreach \\i in {0,...,8} \\foreach \\j in {0,...,8} \
                     \\fill[armistice-dots] (\\i/9+.05,\\j/9+.05) circle[radius=.029];"
                        .to_owned(),
                ),
            };
            format!(
                "\\fill[armistice-{fill}] {path};\n\\begin{{scope}}\\clip {path};\n{texture}\\end{{scope}}\n\
                 \\draw[{edge_colour},line width={edge}pt] {path};\n"
            )
        }
    }
}

/// Returns the path of a layer, in a square that is one unit wide with its origin at the bottom.
fn path(layer: &Layer) -> String {
    let place = |(x, y): Point| {
        let x = (layer.origin.0 + x * layer.scale) / UNITS;
        let y = 1.0 - (layer.origin.1 + y * layer.scale) / UNITS;
        format!("({},{})", number(x), number(y))
    };
    let mut text = String::new();
    for part in parts(layer.path) {
        match part {
            PathPart::Move(to) if text.is_empty() => text += &place(to),
            PathPart::Move(to) => text += &format!(" {}", place(to)),
            PathPart::Line(to) => text += &format!("--{}", place(to)),
            PathPart::Curve(one, other, to) => {
                text += &format!("..controls{}and{}..{}", place(one), place(other), place(to));
            }
            PathPart::Close => text += "--cycle",
        }
    }
    text
}

/// Writes the names of ranks and files for which there is room.
fn coordinates(board: &Board, side: f64) -> String {
    let steps = [1, 2, 5, 10, 20, 50];
    let step = steps.into_iter().find(|&step| step as f64 * side >= ROOM).unwrap_or(MAX_LINES);
    let is_named = |line: usize| line == 0 || (line + 1).is_multiple_of(step);
    let layout = BoardLayout::new(board);
    let mut text = String::new();
    for (is_file, square) in layout.names() {
        if !is_named(if is_file { square.col } else { square.row }) {
            continue;
        }
        let (x, y) = place(board, square);
        let _ = match (is_file, layout.is_hexagonal()) {
            (true, false) => {
                let (x, y, file) = (number(x), number(y - 0.5), square.file_name());
                writeln!(text, "\\node[font=\\footnotesize,below] at ({x},{y}) {{\\strut {file}}};")
            }
            (true, true) => {
                let (x, y, file) = (number(x + 0.33), number(y + 0.57), square.file_name());
                writeln!(text, "\\node[font=\\scriptsize,inner sep=0] at ({x},{y}) {{{file}}};")
            }
            (false, false) => {
                let (x, y) = (number(x - 0.5), number(y));
                writeln!(text, "\\node[font=\\footnotesize,left] at ({x},{y}) {{{}}};", square.row + 1)
            }
            (false, true) => {
                let (x, y) = (number(x - 0.5), number(y));
                writeln!(
                    text,
                    "\\node[font=\\scriptsize,inner sep=.08em,left] at ({x},{y}) {{{}}};",
                    square.row + 1
                )
            }
        };
    }
    text
}

/// Returns the number of a board among others, and the number of placements that it stands for.
fn caption(picture: &Picture) -> String {
    let number = picture.number.map(|number| number.to_string());
    let class = picture.class_size.map(|size| format!("×{size}"));
    let words: Vec<String> = picture.name.clone().into_iter().chain(number).chain(class).collect();
    if words.is_empty() {
        return String::new();
    }
    let (middle, words) = (self::number(extent(&picture.board).0 / 2.0), escape(&words.join(" ")));
    format!("\\node[font=\\footnotesize,below] at ({middle},0) {{\\strut {words}}};\n")
}

/// Draws the legend of kinds below the board, about as wide as the board.
fn legend(picture: &Picture, side: f64) -> String {
    let entries = write_legend(&picture.legend);
    if entries.is_empty() {
        return entries;
    }
    let width = number((extent(&picture.board).0 * side).max(MIN_LEGEND));
    format!(
        "\\node[font=\\footnotesize,below right,inner xsep=0,yshift=-1.6em,text width={width}mm] at (0,0) {{{entries}}};\n"
    )
}

/// Returns the entries of a legend as text.
fn write_legend(entries: &[LegendEntry]) -> String {
    let entries: Vec<String> =
        entries.iter().map(|entry| format!("\\mbox{{{}}}", escape(&entry.text))).collect();
    entries.join("\\quad\\allowbreak ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::placement_from_squares;
    use crate::{Problem, piece};

    fn drawn(problem: &str, squares: &str) -> String {
        let problem: Problem = problem.parse().unwrap();
        tikz(&Picture::new(&problem, &placement_from_squares(&problem, squares).unwrap()))
    }

    #[test]
    fn every_kind_has_its_shape_and_every_brace_its_other() {
        for entry in piece::built_ins_on(crate::board::Lattice::Square) {
            let letter = entry.kind.letter();
            let text = drawn(&format!("3x3 {letter}1"), &format!("{letter}b2"));
            assert!(text.contains(&format!("\\path (1,1) pic {{armistice {letter} 1}};\n")), "{text}");
            assert!(text.contains("\\filldraw[fill=armistice-first") && !text.contains("NaN"), "{text}");
            assert_eq!(text.matches('{').count(), text.matches('}').count());
        }
    }

    #[test]
    fn armies_holes_and_joined_sides_are_seen() {
        let text = drawn("3x4-d1/cylinder Q1/Q1/Q1/X1 X=NC", "Qa1/Qb2/Qc3/Xa3");
        for part in [
            "\\fill[armistice-hole] (3,0) rectangle",
            "\\draw[armistice-ink] (0,0) -- (4,0)",
            "\\draw[armistice-ink,dashed] (0,0) -- (0,3)",
            "fill=armistice-second",
            "armistice-hatch",
            "armistice-dots",
            "{\\mbox{X = NC}}",
            "\\strut d}",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // Only colours that are used get a definition.
        assert!(!text.contains("armistice-attack") && text.contains("\\providecolor{armistice-dots}"));
    }

    #[test]
    fn hexagons_and_layers_have_their_places() {
        let text = drawn("hexagon:2-b2 K1", "Kb1");
        for part in [
            "armistice-hole,shift={(\\x,\\y)}] (0,0.578)--(0.5,0.289)--",
            "\\foreach \\x/\\y in {1.5/1.444} \\fill[armistice-hole",
            "armistice-medium",
            "\\path (0.5,0.078) pic {armistice K 1};",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let text = drawn("2x2x2 K1", "Ka3");
        assert!(
            text.contains("\\path (3,0) pic {armistice K 1};") && text.contains("at (3,0.5) {3};"),
            "{text}"
        );
        assert!(!drawn("cross:1 K1", "Kb1").contains("hole"));
    }

    #[test]
    fn large_boards_are_no_wider_than_a_column() {
        for (problem, squares, side) in
            [("8x8 K1", "Ka1", "7mm"), ("12x20 K1", "Ka1", "5.4mm"), ("32x1 K1", "Ka1", "5mm")]
        {
            let text = drawn(problem, squares);
            assert!(text.contains(&format!("[x={side},y={side},")), "{problem}: {text}");
        }
    }
}
