//! Random problems of one army, in parts that can be changed.

use super::Random;
use armistice::board::Square;
use armistice::{Problem, Treaty};

/// A problem in parts that can be changed: reflected, restricted, reordered.
#[derive(Debug, Clone)]
pub struct Parts {
    pub rows: usize,
    pub cols: usize,
    pub topology: &'static str,
    /// The row and the column of each hole.
    pub holes: Vec<(usize, usize)>,
    pub pieces: Vec<PiecesPart>,
}

#[derive(Debug, Clone)]
pub struct PiecesPart {
    pub letter: char,
    pub number: usize,
    /// The text that replaces the number, `*` or `max`; `None` for an exact number.
    pub open: Option<&'static str>,
    pub fixed: Vec<(usize, usize)>,
    /// The moves in Betza notation, for custom kinds.
    pub moves: Option<String>,
}

pub fn square(&(row, col): &(usize, usize)) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

impl Parts {
    pub fn text(&self) -> String {
        let list = |squares: &[(usize, usize)]| squares.iter().map(square).collect::<Vec<_>>().join(",");
        let mut text = format!("{}x{}/{}", self.rows, self.cols, self.topology);
        if !self.holes.is_empty() {
            text += &format!("-{}", list(&self.holes));
        }
        for part in &self.pieces {
            text += &match part.open {
                None => format!(" {}{}", part.letter, part.number),
                Some(open) => format!(" {}{open}", part.letter),
            };
            if !part.fixed.is_empty() {
                text += &format!("@{}", list(&part.fixed));
            }
        }
        for part in &self.pieces {
            if let Some(moves) = &part.moves {
                text += &format!(" {}={moves}", part.letter);
            }
        }
        text
    }

    pub fn problem(&self) -> Problem {
        self.text().parse().unwrap_or_else(|error| panic!("{}: {error}", self.text()))
    }

    /// Returns the problem with every square moved and every direction letter of custom kinds replaced.
    fn mapped(&self, map: impl Fn((usize, usize)) -> (usize, usize), letters: [(char, char); 4]) -> Self {
        let mut mapped = self.clone();
        mapped.holes = self.holes.iter().map(|&hole| map(hole)).collect();
        for (part, original) in mapped.pieces.iter_mut().zip(&self.pieces) {
            part.fixed = original.fixed.iter().map(|&square| map(square)).collect();
            let replace =
                |letter: char| letters.iter().find(|pair| pair.0 == letter).map_or(letter, |pair| pair.1);
            // The pawn is the only built-in kind with a direction.
            let moves = original.moves.clone().or_else(|| (original.letter == 'P').then(|| "fcF".to_owned()));
            if let Some(moves) = moves {
                part.moves = Some(moves.chars().map(replace).collect());
                if part.letter == 'P' {
                    part.letter = 'O';
                }
            }
        }
        mapped
    }

    /// Returns the problem upside down.
    pub fn flipped(&self) -> Self {
        let letters = [('f', 'b'), ('b', 'f'), ('l', 'l'), ('r', 'r')];
        self.mapped(|(row, col)| (self.rows - 1 - row, col), letters)
    }

    /// Returns the problem with rows and columns exchanged. Cylinders are not supported, because no board
    /// wraps the other way.
    pub fn transposed(&self) -> Self {
        let mut transposed =
            self.mapped(|(row, col)| (col, row), [('f', 'r'), ('b', 'l'), ('l', 'b'), ('r', 'f')]);
        for part in &mut transposed.pieces {
            let swap = |letter| match letter {
                'v' => 's',
                's' => 'v',
                other => other,
            };
            part.moves = part.moves.as_ref().map(|moves| moves.chars().map(swap).collect());
        }
        (transposed.rows, transposed.cols) = (self.cols, self.rows);
        transposed
    }
}

/// The limits of random problems.
pub struct Shape {
    pub sides: &'static [(usize, usize)],
    pub most_kinds: usize,
    /// The most choices of squares for the pieces, without regard to attacks.
    pub most_ways: f64,
}

pub const BUILT_IN: &[char] =
    &['K', 'Q', 'R', 'B', 'N', 'A', 'F', 'W', 'D', 'E', 'L', 'Z', 'H', 'J', 'C', 'T', 'P'];
pub const FREE: &[char] = &['I', 'M', 'S', 'U', 'V', 'X', 'Y'];

/// Makes the moves of a custom kind. About half of them are asymmetric.
pub fn random_moves(random: &mut Random) -> String {
    loop {
        let text = random_atoms(random);
        // `FF` before `F` would be an `F` three times, which is rejected.
        if armistice::piece::betza::parse(&text).is_ok() {
            return text;
        }
    }
}

fn random_atoms(random: &mut Random) -> String {
    let straight = ["W", "WW", "D", "H", "R2", "DD", "(0,4)"];
    let diagonal = ["F", "FF", "A", "B2", "G", "AA"];
    let oblique = ["N", "NN", "C", "Z", "(1,4)", "(1,3)0", "N2"];
    let mut text = String::new();
    for _ in 0..random.between(1, 3) {
        match random.between(1, 3) {
            1 => {
                text += random.pick(&["", "", "f", "b", "l", "r", "v", "s", "fs", "bl", "flr"]);
                text += random.pick(&straight);
            }
            2 => {
                text += random.pick(&["", "", "f", "b", "l", "fl", "br", "flbr", "frbl", "fbl", "s"]);
                text += random.pick(&diagonal);
            }
            _ => {
                text +=
                    random.pick(&["", "", "f", "ff", "fs", "vl", "fr", "rf", "lb", "fh", "bhr", "s", "frbl"]);
                text += random.pick(&oblique);
            }
        }
    }
    text
}

/// Returns a binomial coefficient, as a measure of size.
pub fn ways(squares: usize, pieces: usize) -> f64 {
    (0..pieces).map(|i| (squares.saturating_sub(i)) as f64 / (i + 1) as f64).product()
}

pub fn random_parts(random: &mut Random, shape: &Shape) -> Parts {
    loop {
        let (rows, cols) = random.pick(shape.sides);
        let topology = random.pick(&["plane", "plane", "cylinder", "torus"]);
        let place = |random: &mut Random| (random.between(0, rows - 1), random.between(0, cols - 1));
        let mut closed = Vec::new();
        for _ in 0..random.between(0, 3).saturating_sub(1) {
            let hole = place(random);
            if !closed.contains(&hole) {
                closed.push(hole);
            }
        }
        let holes = closed.clone();
        let mut pieces: Vec<PiecesPart> = Vec::new();
        for _ in 0..random.between(1, shape.most_kinds) {
            let custom = random.chance(2);
            let letter = if custom { random.pick(FREE) } else { random.pick(BUILT_IN) };
            if pieces.iter().any(|part| part.letter == letter) {
                continue;
            }
            // Some kinds repeat another kind under a second letter.
            let twin =
                pieces.iter().filter_map(|part| part.moves.clone()).next().filter(|_| random.chance(4));
            let moves = custom.then(|| twin.unwrap_or_else(|| random_moves(random)));
            let number = random.between(0, 4);
            let mut fixed = Vec::new();
            if number > 0 && random.chance(6) {
                let square = place(random);
                if !closed.contains(&square) {
                    closed.push(square);
                    fixed.push(square);
                }
            }
            pieces.push(PiecesPart { letter, number, open: None, fixed, moves });
        }
        let size: f64 = pieces.iter().map(|part| ways(rows * cols, part.number - part.fixed.len())).product();
        if size <= shape.most_ways && !pieces.is_empty() {
            return Parts { rows, cols, topology, holes, pieces };
        }
    }
}

/// Like [`random_parts`], but two of three kinds have no exact number. The boards are small enough to try
/// every placement of any numbers.
pub fn random_open_parts(random: &mut Random, shape: &Shape) -> Parts {
    let mut parts = random_parts(random, shape);
    for part in &mut parts.pieces {
        part.open = random.pick(&[None, Some("*"), Some("max")]);
    }
    parts
}

/// Returns the problem with squares that are reserved or closed to single kinds, and sometimes with groups in
/// place of armies.
pub fn closed_in_places(random: &mut Random, problem: Problem) -> Problem {
    let has_armies = problem.armies().len() > 1 && random.chance(2);
    let mut problem = if has_armies { problem.with_treaty(Treaty::Groups) } else { problem };
    let given: Vec<Square> = problem.pieces().flat_map(|pieces| pieces.fixed.clone()).collect();
    let squares = problem.board().squares();
    let is_free = |problem: &Problem, at: usize| !given.contains(&problem.board().square(at));
    for kind in 0..problem.pieces().count() {
        let mut closed = vec![0; squares.div_ceil(64)];
        for _ in 0..random.between(0, 3) {
            let at = random.between(0, squares - 1);
            if is_free(&problem, at) {
                closed[at / 64] |= 1 << (at % 64);
            }
        }
        problem = problem.with_closed(kind, &closed);
    }
    for _ in 0..random.between(0, 2) {
        let at = random.between(0, squares - 1);
        if is_free(&problem, at) {
            let square = problem.board().square(at);
            problem.reserve([square]).unwrap();
        }
    }
    problem
}

/// Makes a problem with one kind that has a rook's moves, and others, about one piece for each row. Some
/// problems have holes and pre-placed pieces.
pub fn random_rows(random: &mut Random) -> Parts {
    const SIDES: &[(usize, usize)] = &[
        (1, 5),
        (2, 2),
        (3, 3),
        (3, 5),
        (4, 4),
        (4, 4),
        (5, 4),
        (5, 5),
        (5, 5),
        (5, 6),
        (6, 6),
        (7, 7),
        (7, 6),
        (8, 8),
    ];
    let (rows, cols) = random.pick(SIDES);
    let topology = random.pick(&["plane", "plane", "cylinder", "torus"]);
    let place = |random: &mut Random| (random.between(0, rows - 1), random.between(0, cols - 1));
    let mut closed = Vec::new();
    let mut holes = Vec::new();
    let mut fixed = Vec::new();
    for _ in 0..random.between(0, 5).saturating_sub(3) {
        let square = place(random);
        if !closed.contains(&square) {
            closed.push(square);
            if random.chance(2) { holes.push(square) } else { fixed.push(square) }
        }
    }
    // In rare cases, the rook moves in some directions only: along rows or columns alone, or one way.
    let rook = random.pick(&["R", "R", "R", "R", "sR", "vR", "frR", "rR"]);
    let others = random.pick(&["", "", "B", "fB", "flB"]);
    let (letter, moves) = match random.between(1, 6) {
        1 => ('Q', None),
        2 => ('A', None),
        3 => ('R', None),
        _ => loop {
            let text = format!("{rook}{others}{}", random_moves(random));
            if armistice::piece::betza::parse(&text).is_ok() {
                break ('X', Some(text));
            }
        },
    };
    let fewer = random.pick(&[0, 1, 1, 1, 1, 1, 2, 3]);
    let number = (rows.min(cols) + 1).saturating_sub(fewer).max(fixed.len());
    Parts {
        rows,
        cols,
        topology,
        holes,
        pieces: vec![PiecesPart { letter, number, open: None, fixed, moves }],
    }
}

/// Makes a kind with all moves of a rook and more, and returns its letter.
fn random_rook(random: &mut Random) -> (char, Option<String>) {
    match random.between(1, 12) {
        1 => ('R', None),
        2 => ('Q', None),
        3 => ('A', None),
        4 => ('C', None),
        _ => loop {
            // An attack in one direction excludes both pieces, so half a rook is as good as a whole one.
            let rook = random.pick(&["R", "R", "R", "WW", "frR", "blR", "flWW"]);
            let more = match random.between(1, 6) {
                1 => "B".to_owned(),
                2 => random.pick(&["flbrB", "frB", "fB", "lB"]).to_owned(),
                3 => random.pick(&["N", "fN", "lfNN", "CC", "sZ", "(1,4)", "frGG"]).to_owned(),
                _ => random_moves(random),
            };
            let text = format!("{rook}{more}");
            if armistice::piece::betza::parse(&text).is_ok() {
                break ('X', Some(text));
            }
        },
    }
}

/// Makes a problem on a square board on which one kind with a rook's moves usually has one piece in every row
/// and column with squares.
///
/// Whole lines are missing at the edges, corners are cut off, or squares are missing on lines that wrap.
pub fn random_halves(random: &mut Random) -> Parts {
    let side = random.pick(&[2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]);
    let topology = random.pick(&["plane", "plane", "plane", "cylinder", "torus"]);
    let last = side - 1;
    let mut is_hole = vec![vec![false; side]; side];
    let mut number = side;
    match random.between(1, 8) {
        // The same number of rows and of columns is missing at the edges.
        1 if side > 2 => {
            number -= random.between(1, side.min(4) - 2);
            let [down, right] = [0; 2].map(|_| random.between(0, side - number));
            for (row, holes) in is_hole.iter_mut().enumerate() {
                for (col, hole) in holes.iter_mut().enumerate() {
                    *hole = !(down..down + number).contains(&row) || !(right..right + number).contains(&col);
                }
            }
        }
        // Corners are cut off in steps.
        2 | 3 => {
            for corner in 0..4 {
                let mut width = random.between(0, side / 2);
                for step in 0..side / 2 {
                    width = random.between(0, width);
                    for place in 0..width {
                        let row = if corner < 2 { step } else { last - step };
                        let col = if corner % 2 == 0 { place } else { last - place };
                        is_hole[row][col] = true;
                    }
                }
            }
        }
        // A line that wraps is still whole without one square.
        4 | 5 if topology == "torus" => {
            let mut cols: Vec<usize> = (0..side).collect();
            for holes in &mut is_hole {
                let col = cols.remove(random.between(0, cols.len() - 1));
                holes[col] = random.chance(2);
            }
        }
        4 | 5 if topology == "cylinder" => {
            for row in [0, last] {
                is_hole[row][random.between(0, last)] = random.chance(2);
            }
        }
        _ => {}
    }
    let all = (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
    let (holes, open): (Vec<_>, Vec<_>) = all.partition(|&(row, col)| is_hole[row][col]);
    let fixed = if random.chance(5) && !open.is_empty() { vec![random.pick(&open)] } else { Vec::new() };
    let (letter, moves) = random_rook(random);
    let pieces = vec![PiecesPart { letter, number, open: None, fixed, moves }];
    Parts { rows: side, cols: side, topology, holes, pieces }
}
