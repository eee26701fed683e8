//! The extension module `armistice._armistice`: the library behind types of Python.
//!
//! This crate has the parts that need Rust: reading arguments, the objects, and running counts on another
//! thread while Python waits and can be interrupted ([`waiting`]). Names, defaults and explanations of
//! functions are in `python/armistice/`, in Python.

#![expect(clippy::needless_pass_by_value, reason = "arguments that come from Python, and errors, are owned")]

mod board;
mod counting;
mod drawing;
mod exporting;
mod extremes;
mod families;
mod formulas;
mod graph;
mod kind;
mod listing;
mod numbers;
mod parts;
mod placement;
mod problem;
mod puzzles;
mod sequences;
mod squares;
mod symmetries;
mod waiting;
mod workers;

/// The module.
#[pyo3::pymodule]
mod _armistice {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "a name of Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::counting::{JournalInUse, count, estimate, explain};
    #[pymodule_export]
    use crate::drawing::{blank, check_style, document, picture, trace_gif, trace_page};
    #[pymodule_export]
    use crate::exporting::export;
    #[pymodule_export]
    use crate::extremes::{largest, smallest};
    #[pymodule_export]
    use crate::families::{Family, family_of};
    #[pymodule_export]
    use crate::formulas::{Formula, derive};
    #[pymodule_export]
    use crate::graph::graph;
    #[pymodule_export]
    use crate::kind::Kind;
    #[pymodule_export]
    use crate::listing::{Placements, find, sample, solve};
    #[pymodule_export]
    use crate::parts::{count_part, merge, plan_parts, read_plan};
    #[pymodule_export]
    use crate::placement::{Placement, check};
    #[pymodule_export]
    use crate::problem::Problem;
    #[pymodule_export]
    use crate::puzzles::{puzzle, unique};
    #[pymodule_export]
    use crate::sequences::{sequence, sequences_containing, verify};
    #[pymodule_export]
    use crate::squares::{by_square, heat, heat_png};
    #[pymodule_export]
    use crate::symmetries::by_symmetry;
}
