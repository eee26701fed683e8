//! Boards for papers: pictures in TikZ, and input for the chess packages of LaTeX.

mod chessboard;
mod tikz;

pub use chessboard::{NoChessboard, chessboard, xskak};
pub use tikz::{MAX_LINES, tikz, tikz_gallery};

/// Escapes text so that LaTeX shows it.
fn escape(text: &str) -> String {
    let mut shown = String::new();
    for sign in text.chars() {
        match sign {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => shown.extend(['\\', sign]),
            '\\' => shown += "\\textbackslash{}",
            '^' => shown += "\\textasciicircum{}",
            '~' => shown += "\\textasciitilde{}",
            '×' => shown += "$\\times$",
            '·' => shown += "$\\cdot$",
            _ => shown.push(sign),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_latex_are_text() {
        assert_eq!(escape("50 % of {x}_1 ×8"), "50 \\% of \\{x\\}\\_1 $\\times$8");
    }
}
