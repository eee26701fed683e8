//! Numbers by square as boards of numbers: in full if a line has room for them, and else as shares of the
//! placements.

use crate::board::{Board, Lattice, Square};
use crate::notation::diagram;
use crate::report::numbers;
use crate::report::text::{Style, adjective, noun};
use crate::search::{CountsBySquare, KindBySquare};
use num_bigint::BigUint;

/// The characters of a line in which numbers are written in full.
const WIDTH: usize = 80;
/// The units of shares, the coarsest first: the number of units in a whole, and the name of the unit.
const UNITS: [(u32, &str); 5] = [
    (1_000, "‰"),
    (10_000, "ten-thousandths"),
    (100_000, "hundred-thousandths"),
    (1_000_000, "millionths"),
    (1_000_000_000, "billionths"),
];
/// The least number of units that the largest share must have.
const LEAST: u32 = 10;

/// Writes a line for all placements, and a board for each kind.
#[must_use]
pub fn text(found: &CountsBySquare, style: Style) -> String {
    let mut text = state_total(found, style) + "\n";
    if !found.is_counted {
        return text;
    }
    for kind in &found.kinds {
        text += &of_kind(found, kind);
    }
    text += &state_stop(found).map(|stopped| stopped + "\n").unwrap_or_default();
    if style.is_for_person() {
        text += &format!("  {}\n", numbers::time(found.elapsed));
    }
    text
}

/// States the number of placements, or a lower bound.
pub(super) fn state_total(found: &CountsBySquare, style: Style) -> String {
    let sign = if found.is_counted { "" } else { "≥ " };
    let adjective = adjective(found.question.maximal, found.question.dominating);
    let maximum = found.maximum.map(|maximum| format!("maximum {maximum}, in ")).unwrap_or_default();
    let (number, noun) = (style.number(&found.count), noun(&found.count));
    let stopped = if found.is_counted { "" } else { ", stopped before the end" };
    format!("{}: {maximum}{sign}{number} {adjective}{noun}{stopped}", found.question.problem)
}

/// States that the numbers of squares are unknown, if they are.
pub(super) fn state_stop(found: &CountsBySquare) -> Option<String> {
    let (done, all) = (found.orbits_done, numbers::count_noun(found.orbits, "square"));
    (!found.complete).then(|| format!("stopped before the end: {done} of {all} up to symmetry are known"))
}

/// Names a kind, with its army if there are several.
pub(super) fn name(found: &CountsBySquare, kind: &KindBySquare) -> String {
    let problem = &found.question.problem;
    match problem.armies().len() {
        1 => kind.letter.to_string(),
        _ if problem.has_enemies() => format!("{} of army {}", kind.letter, kind.army + 1),
        _ => format!("{} of group {}", kind.letter, kind.army + 1),
    }
}

/// Writes the board of a kind, below a line that describes it.
fn of_kind(found: &CountsBySquare, kind: &KindBySquare) -> String {
    let problem = &found.question.problem;
    let board = |number: &dyn Fn(&BigUint) -> BigUint| {
        let shown =
            |number: &Option<BigUint>| number.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
        let numbers: Vec<String> = kind.numbers.iter().map(|own| shown(&own.as_ref().map(number))).collect();
        numbers_on(problem.board(), &numbers)
    };
    let full = board(&Clone::clone);
    // Without placements there are no shares.
    let is_full = found.count == BigUint::ZERO || full.iter().all(|line| line.chars().count() <= WIDTH);
    let (unit, lines) = match is_full {
        true => (String::new(), full),
        false => {
            let (whole, name) = unit(found, kind);
            let share = |number: &BigUint| (number * whole * 2u32 + &found.count) / (&found.count * 2u32);
            (format!(", in {name} of the placements"), board(&share))
        }
    };
    format!("{}{unit}\n{}\n", name(found, kind), lines.join("\n"))
}

/// Chooses the unit for the shares of a kind, such that its largest share is not lost in rounding.
fn unit(found: &CountsBySquare, kind: &KindBySquare) -> (u32, &'static str) {
    let most = kind.numbers.iter().flatten().max().cloned().unwrap_or_default();
    let is_fine = |&&(whole, _): &&(u32, &str)| &most * whole >= &found.count * LEAST;
    *UNITS.iter().find(is_fine).unwrap_or(&UNITS[UNITS.len() - 1])
}

/// Writes numbers on the squares of a board. A single layer of squares also has the names of ranks and files.
fn numbers_on(board: &Board, numbers: &[String]) -> Vec<String> {
    let inside = |square: &Square| board.is_inside(*square);
    let squares = || (0..board.squares()).map(|index| board.square(index)).filter(inside);
    let shown = |square: Square| match board.is_open(square) {
        true => numbers[board.index(square)].as_str(),
        false => "*",
    };
    let width = squares().map(|square| shown(square).chars().count()).max().unwrap_or(1);
    if board.lattice() != Lattice::Square || board.sizes()[2..] != [1, 1] {
        return diagram(board, width, |square| format!("{:>width$}", shown(square)));
    }
    let files: Vec<String> = (0..board.cols()).map(|col| Square { row: 0, col }.file_name()).collect();
    let width = files.iter().map(String::len).max().unwrap_or(1).max(width);
    let margin = board.rows().to_string().len();
    let line = |name: String, cells: Vec<&str>| {
        let cells: String = cells.into_iter().map(|cell| format!(" {cell:>width$}")).collect();
        format!("{name:>margin$} {cells}").trim_end().to_owned()
    };
    let rank = |row: usize| {
        let square = |col| Square { row, col };
        let cell = |col| if board.is_inside(square(col)) { shown(square(col)) } else { "" };
        line((row + 1).to_string(), (0..board.cols()).map(cell).collect())
    };
    let names = line(String::new(), files.iter().map(String::as_str).collect());
    (0..board.rows()).rev().map(rank).chain([names]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Question;
    use crate::plan::{Settings, Silent};
    use crate::search::by_square;

    fn shown(text: &str) -> String {
        let found =
            by_square(&text.parse::<Question>().unwrap(), &Settings::default(), &(), &Silent).unwrap();
        super::text(&found, Style::Plain)
    }

    #[test]
    fn numbers_stand_on_their_squares() {
        assert_eq!(
            shown("4x4-a1 Q3"),
            "4x4-a1 Q3: 20 placements\nQ\n4  4 4 5 4\n3  6 1 2 5\n2  6 2 1 4\n1  * 6 6 4\n   a b c d\n"
        );
        assert!(shown("hexagon:2 K2").ends_with("K\n 1 1\n1 0 1\n 1 1\n"));
        assert!(shown("2x2 K/N").contains("K of army 1\n") && shown("2x2 K + N").contains("N of group 2\n"));
    }

    #[test]
    fn large_numbers_are_shares() {
        let board = shown("12x12 K*");
        assert!(board.contains("\nK, in ‰ of the placements\n"), "{board}");
        assert!(board.lines().all(|line| line.chars().count() <= 60), "{board}");
        // The board is wider than a line, and has no placement.
        let board = shown("1x50 K40");
        assert!(board.contains("\nK\n1   0  0  0"), "{board}");
        // Each of the 400 squares has a two-hundredth of the placements.
        let board = shown("20x20 K2");
        assert!(board.contains("\nK, in ten-thousandths of the placements\n20  51 50 50"), "{board}");
    }
}
