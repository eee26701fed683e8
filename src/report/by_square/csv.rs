//! Numbers by square as comma-separated values: a line for each kind and square, holes left out.

use crate::search::CountsBySquare;

/// The names of the columns.
const HEAD: &str = "problem,army,kind,square,count,placements\n";

/// Writes the numbers in full, below a line with the names of the columns. Unknown numbers are empty, and so
/// is an unknown total.
#[must_use]
pub fn csv(found: &[CountsBySquare]) -> String {
    let lines: String = found.iter().map(lines).collect();
    format!("{HEAD}{lines}")
}

fn lines(found: &CountsBySquare) -> String {
    let problem = &found.question.problem;
    let board = problem.board();
    let text = problem.to_string();
    // Neither letters nor moves contain quotation marks.
    let name = if text.contains(',') { format!("\"{text}\"") } else { text };
    let placements = if found.is_counted { found.count.to_string() } else { String::new() };
    let mut lines = String::new();
    for kind in &found.kinds {
        for (index, number) in kind.numbers.iter().enumerate() {
            let square = board.square(index);
            if !board.is_open(square) {
                continue;
            }
            let number = number.as_ref().map(ToString::to_string).unwrap_or_default();
            lines += &format!("{name},{},{},{square},{number},{placements}\n", kind.army + 1, kind.letter);
        }
    }
    lines
}
