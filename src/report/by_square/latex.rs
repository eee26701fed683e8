//! Numbers by square in LaTeX: for each kind a `tabular` with the rules of the package booktabs and a column
//! of ranks.

use super::text::{name, state_stop, state_total};
use crate::board::{Board, Square};
use crate::report::numbers;
use crate::report::text::Style;
use crate::search::{CountsBySquare, KindBySquare};

/// Writes the numbers in full. A comment describes them, for use as a caption.
///
/// An unknown number is a question mark, and a hole is an asterisk.
#[must_use]
pub fn latex(found: &CountsBySquare) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("% {}\n", state_total(found, Style::Plain).replace('≥', ">="));
    if !found.is_counted {
        return text;
    }
    text += &state_stop(found).map(|stopped| format!("% {stopped}\n")).unwrap_or_default();
    text += &format!("% armistice {version}; needs \\usepackage{{booktabs}}\n");
    for (number, kind) in found.kinds.iter().enumerate() {
        text += &format!("{}% {}\n", if number > 0 { "\n" } else { "" }, name(found, kind));
        text += &write_tabular(found, kind);
    }
    text
}

fn write_tabular(found: &CountsBySquare, kind: &KindBySquare) -> String {
    let board = found.question.problem.board();
    let army = if found.question.problem.armies().len() > 1 {
        format!("$_{{{}}}$", kind.army + 1)
    } else {
        String::new()
    };
    let files: String =
        (0..board.cols()).map(|col| format!(" & {}", Square { row: 0, col }.file_name())).collect();
    let mut text = format!(
        "\\begin{{tabular}}{{r{}}}\n\\toprule\n{}{army}{files} \\\\\n\\midrule\n",
        "r".repeat(board.cols()),
        kind.letter
    );
    for row in (0..board.rows()).rev() {
        let cells: String = (0..board.cols()).map(|col| cell(board, kind, Square { row, col })).collect();
        text += &format!("{}{cells} \\\\\n", row + 1);
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

/// Writes a number after its separator; nothing outside the board's shape.
fn cell(board: &Board, kind: &KindBySquare, square: Square) -> String {
    let shown = match square {
        square if !board.is_inside(square) => return " &".to_owned(),
        square if !board.is_open(square) => "$\\ast$".to_owned(),
        square => match &kind.numbers[board.index(square)] {
            Some(number) => numbers::group_digits(number).replace(',', "\\,"),
            None => "?".to_owned(),
        },
    };
    format!(" & {shown}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Question;
    use crate::plan::{Settings, Silent};
    use crate::search::by_square;

    fn shown(text: &str) -> String {
        latex(&by_square(&text.parse::<Question>().unwrap(), &Settings::default(), &(), &Silent).unwrap())
    }

    #[test]
    fn ranks_and_files_are_headings() {
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            shown("2x3-a1 N"),
            format!(
                "% 2x3-a1 N: 5 placements\n% armistice {version}; needs \\usepackage{{booktabs}}\n% N\n\\begin{{tabular}}{{rrrr}}\n\
                 \\toprule\nN & a & b & c \\\\\n\\midrule\n2 & 1 & 1 & 1 \\\\\n1 & $\\ast$ & 1 & 1 \\\\\n\\bottomrule\n\
                 \\end{{tabular}}\n"
            )
        );
        // Digits are in groups, armies have numbers, and squares outside a shape are empty.
        assert!(shown("8x8 Q4").contains("\\,"));
        assert_eq!(shown("2x2 K/N").matches("\\begin{tabular}").count(), 2);
        assert!(shown("2x2 K/N").contains("\nN$_{2}$ & a & b \\\\\n"));
        assert!(shown("diamond:2 K").contains("\n1 & & 1 & 1 & \\\\\n"));
    }
}
