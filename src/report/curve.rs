//! The possible sizes of two armies as a table: for each size of the first army, the maximum of the second.
//!
//! The corners of this curve are the pairs that cannot grow. The sizes between two corners also have lines of
//! their own, as in the published lists of such numbers (A342151, rows of A274948).

use crate::search::LargestArmies;
use armistice_base::named;

named! {
    /// How the curve is written.
    #[derive(Default)]
    pub enum CurveFormat {
        /// Columns for people.
        #[default]
        Text = "text",
        /// A table in Markdown.
        Markdown = "markdown",
        /// Comma-separated values, with the problem of each line.
        Csv = "csv",
        /// A tabular in LaTeX.
        Latex = "latex",
        /// Lines `n a(n)` in the b-file format of the OEIS.
        Bfile = "bfile",
    }
}

/// Returns the curve as a table; empty if the pairs of sizes were not requested.
///
/// Sizes are multiples of the armies of the problem.
#[must_use]
pub fn curve(found: &LargestArmies, format: CurveFormat) -> String {
    let Some(seconds) = found.curve() else { return String::new() };
    let problem = &found.question.problem;
    let mut out = match format {
        CurveFormat::Text => format!("{problem}\nfirst  second\n"),
        CurveFormat::Markdown => "| first | second |\n|---:|---:|\n".to_owned(),
        CurveFormat::Csv => "first,second,problem\n".to_owned(),
        CurveFormat::Latex => "\\begin{tabular}{rr}\n\\toprule\nfirst & second \\\\\n\\midrule\n".to_owned(),
        CurveFormat::Bfile => String::new(),
    };
    for (first, second) in (1..).zip(seconds) {
        out += &match format {
            CurveFormat::Text => format!("{first:5}  {second:6}\n"),
            CurveFormat::Markdown => format!("| {first} | {second} |\n"),
            CurveFormat::Csv => {
                let sized =
                    problem.times(&[first, second]).map_or_else(String::new, |sized| sized.to_string());
                format!("{first},{second},{sized}\n")
            }
            CurveFormat::Latex => format!("{first} & {second} \\\\\n"),
            CurveFormat::Bfile => format!("{first} {second}\n"),
        };
    }
    out += match format {
        CurveFormat::Latex => "\\bottomrule\n\\end{tabular}\n",
        CurveFormat::Text if !found.proved => "stopped before the end\n",
        _ => "",
    };
    out
}
