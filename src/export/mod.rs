//! Problems in the formats of other solvers, and the answers of those solvers: a recount by independent code.
//!
//! Every [format](Format) expresses the same [model]: a variable for each kind and square, true if a piece of
//! the kind stands there; pairs of variables in conflict, at most one of which is true; and the number of
//! true variables of each kind. The solutions of the file correspond one to one to the placements of the
//! problem. So a tool that counts, lists or maximises solutions does the same for placements. A problem that
//! a format cannot express is [rejected](ExportError) before anything is written.
//!
//! Pairs are written to the file as they are found and never held in memory. [`Reader`] turns the output of
//! solvers back into placements, which the caller checks with [`Placement::fault`](crate::Placement::fault).
//!
//! ```
//! use armistice::{Problem, export::{Export, Format, Options, Reader, SolverAnswer}};
//!
//! let problem: Problem = "4x4 Q4".parse()?;
//! let mut file = Vec::new();
//! Export::new(&problem, Format::Cnf, Options::default())?.write(&mut file)?;
//! assert!(String::from_utf8(file)?.contains("\np cnf "));
//!
//! // A line of a SAT solver, which has variables 2, 8, 9 and 15 true; the others are of no interest.
//! let mut reader = Reader::new(&problem, Some(Format::Cnf))?;
//! let Some(SolverAnswer::Placement(placement)) = reader.line("v 2 8 9 15 0")? else { panic!() };
//! assert_eq!(placement.fault(&problem), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asp;
pub(crate) mod cnf;
pub(crate) mod counter;
mod error;
mod format;
mod graph;
mod graph6;
mod lp;
mod minizinc;
pub mod model;
pub(crate) mod opb;
mod options;
mod read;

pub use error::{ExportError, MAX_SQUARES};
pub use format::Format;
pub use options::Options;
pub use read::{ReadError, Reader, SolverAnswer};

use crate::{Objective, Problem};
use graph::Graph;
use model::Model;
use std::io::{self, Write};

/// A problem that can be written in a format.
#[derive(Debug)]
pub struct Export<'a> {
    format: Format,
    options: Options,
    model: Model<'a>,
    /// The graph, for formats that are graphs.
    graph: Option<Graph>,
}

impl<'a> Export<'a> {
    /// Checks that the format can express the problem.
    ///
    /// # Errors
    /// Returns an error if the format cannot express the problem.
    pub fn new(problem: &'a Problem, format: Format, options: Options) -> Result<Self, ExportError> {
        let is_maximum = problem.objective() == Objective::Maximum;
        let is_graph = matches!(format, Format::Graph | Format::Graph6);
        match options {
            Options { at_least: Some(_), .. } if !is_maximum => return Err(ExportError::NothingToMaximise),
            Options { at_least: Some(_), .. } if is_graph => return Err(ExportError::SizeOfSets),
            Options { at_least: None, .. } if is_maximum && format == Format::Cnf => {
                return Err(ExportError::Maximum);
            }
            Options { complement: true, .. } if !is_graph => return Err(ExportError::NoGraph(format)),
            _ => {}
        }
        let model = Model::new(problem)?;
        let graph = if is_graph { Some(Graph::new(&model, format)?) } else { None };
        if format == Format::Graph6
            && graph.as_ref().is_some_and(|graph| graph.vertices() > graph6::MAX_VERTICES)
        {
            return Err(ExportError::TooMany(format, graph6::MAX_VERTICES));
        }
        if format == Format::Cnf && cnf::variables(&model, options) > cnf::MAX_VARIABLES {
            return Err(ExportError::TooMany(format, cnf::MAX_VARIABLES));
        }
        Ok(Self { format, options, model, graph })
    }

    /// Writes the problem in many small pieces, so `to` should be buffered.
    ///
    /// # Errors
    /// Returns the errors of `to`.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let Self { model, options, .. } = self;
        match (self.format, &self.graph) {
            (Format::Cnf, _) => cnf::write(model, *options, to),
            (Format::Asp, _) => asp::write(model, *options, to),
            (Format::Lp, _) => lp::write(model, *options, to),
            (Format::Opb, _) => opb::write(model, *options, to),
            (Format::Minizinc, _) => minizinc::write(model, *options, to),
            (Format::Graph, Some(graph)) => graph::write(graph, model, options.complement, to),
            (Format::Graph6, Some(graph)) => graph6::write(graph, model, options.complement, to),
            // These formats always have a graph.
            (Format::Graph | Format::Graph6, None) => Ok(()),
        }
    }
}
