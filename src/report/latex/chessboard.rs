//! Placements for the LaTeX packages `chessboard` and `xskak`.
//!
//! Their fonts have king, queen, rook, bishop, knight and pawn, in two colours. Boards have up to 26 files.
//! Games, which `xskak` sets up, have eight.

use crate::board::Square;
use crate::notation::NoFen;
use crate::{Placement, Problem, notation};

/// The reasons why these packages cannot show a placement. Each message names a form that can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoChessboard {
    /// A kind has no symbol in the fonts.
    #[error("the chess fonts have K, Q, R, B, N and P, but not {0}: use tikz")]
    Kind(char),
    /// There are more armies than colours.
    #[error("the chess fonts have two colours, but the problem has {0} armies: use tikz")]
    Armies(usize),
    /// The board is not a rectangle.
    #[error("boards of the package chessboard are rectangles, and not like {0}: use tikz")]
    Shape(String),
    /// The board has holes.
    #[error("boards of the package chessboard have no holes: use tikz")]
    Holes,
    /// The board is too large.
    #[error(
        "boards of the package chessboard have up to {MAX_LINES} ranks and files, but this one has {0}x{1}: use tikz"
    )]
    Large(usize, usize),
    /// No game is played on a board of this size.
    #[error("xskak sets up games on 8x8 boards, but this one has {0}x{1}: use chessboard or tikz")]
    NoGame(usize, usize),
}

/// The longest side, because files are named by letters.
const MAX_LINES: usize = 26;

/// The letters of the pieces in the chess fonts.
const SIGNS: &str = "KQRBNP";

/// Returns a placement as the command `\chessboard`.
///
/// ```
/// use armistice::{Problem, notation::placement_from_fen, report::latex::chessboard};
///
/// let problem: Problem = "4x4 Q2/K".parse()?;
/// let placement = placement_from_fen(&problem, "4/3k/Q3/Q3")?;
/// let command = "\\chessboard[maxfield=d4,clearboard,showmover=false,addwhite={Qa1,Qa2},addblack={Kd3}]";
/// assert_eq!(chessboard(&problem, &placement)?.lines().last(), Some(command));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the package cannot show the placement.
pub fn chessboard(problem: &Problem, placement: &Placement) -> Result<String, NoChessboard> {
    check(problem, placement)?;
    let board = problem.board();
    let corner = Square { row: board.rows() - 1, col: board.cols() - 1 };
    let mut command = format!("\\chessboard[maxfield={corner},clearboard,showmover=false");
    let armies = problem.army_of();
    for (army, key) in ["addwhite", "addblack"].into_iter().enumerate() {
        let standing = placement.letters_and_squares(problem).into_iter().zip(placement.pieces());
        let is_black = |letter: char, of: usize| of == 1 || letter.is_ascii_lowercase();
        let own = standing.filter(|&((letter, _), (kind, _))| is_black(letter, armies[*kind]) == (army == 1));
        let piece =
            |((letter, square), _): ((char, Square), _)| format!("{}{square}", letter.to_ascii_uppercase());
        let pieces: Vec<String> = own.map(piece).collect();
        if !pieces.is_empty() {
            command += &format!(",{key}={{{}}}", pieces.join(","));
        }
    }
    Ok(format!("% {problem}; needs \\usepackage{{chessboard}}\n{command}]\n"))
}

/// Returns a placement as a game that `xskak` sets up, and its board.
///
/// # Errors
/// Returns an error if the package cannot show the placement.
pub fn xskak(problem: &Problem, placement: &Placement) -> Result<String, NoChessboard> {
    check(problem, placement)?;
    let (rows, cols) = (problem.board().rows(), problem.board().cols());
    if (rows, cols) != (8, 8) {
        return Err(NoChessboard::NoGame(rows, cols));
    }
    let fen = notation::fen(problem, placement);
    let fen = fen.map_err(|error| match error {
        NoFen::Alike(letter) => NoChessboard::Kind(letter),
        _ => NoChessboard::Armies(problem.armies().len()),
    })?;
    Ok(format!(
        "% {problem}; needs \\usepackage{{xskak}}\n\\newchessgame[setfen={fen} w - - 0 1]\n\\chessboard[showmover=false]\n"
    ))
}

fn check(problem: &Problem, placement: &Placement) -> Result<(), NoChessboard> {
    let board = problem.board();
    let has_sign = |letter: char| SIGNS.contains(letter.to_ascii_uppercase());
    match placement.letters_and_squares(problem).into_iter().find(|&(letter, _)| !has_sign(letter)) {
        Some((letter, _)) => Err(NoChessboard::Kind(letter)),
        None if problem.armies().len() > 2 => Err(NoChessboard::Armies(problem.armies().len())),
        None if !board.is_rectangle() => Err(NoChessboard::Shape(board.to_string())),
        None if !board.holes().is_empty() => Err(NoChessboard::Holes),
        None if board.rows().max(board.cols()) > MAX_LINES => {
            Err(NoChessboard::Large(board.rows(), board.cols()))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::placement_from_squares;

    #[test]
    fn what_the_packages_have_not_is_refused() {
        for (problem, squares, in_chessboard, in_xskak) in [
            ("8x8 Q2", "Qa1,b3", "", ""),
            ("12x12 Q2", "Qa1,b3", "", "games on 8x8 boards, but this one has 12x12: use chessboard or tikz"),
            ("8x8 L2", "La1,b3", "but not L: use tikz", "but not L: use tikz"),
            ("8x8 Q1 L0", "Qa1", "", ""),
            ("hexagon:3 Q1", "Qc1", "not like hexagon:3: use tikz", "not like hexagon:3: use tikz"),
            ("2x2x2 Q1", "Qa1", "not like 2x2x2: use tikz", "not like 2x2x2: use tikz"),
            ("8x8-a8 Q2", "Qa1,b3", "no holes: use tikz", "no holes: use tikz"),
            ("8x8 Q1/Q1/Q1", "Qa1 / Qb3 / Qc5", "3 armies: use tikz", "3 armies: use tikz"),
            ("40x3 Q1", "Qa1", "but this one has 40x3: use tikz", "but this one has 40x3: use tikz"),
        ] {
            let problem = problem.parse::<Problem>().unwrap();
            let placement = placement_from_squares(&problem, squares).unwrap();
            let refusals =
                [(chessboard(&problem, &placement), in_chessboard), (xskak(&problem, &placement), in_xskak)];
            for (written, expected) in refusals {
                let said = written.map_or_else(|error| error.to_string(), |_| String::new());
                assert!(
                    said.ends_with(expected) && said.is_empty() == expected.is_empty(),
                    "{problem}: {said}"
                );
            }
        }
    }
}
