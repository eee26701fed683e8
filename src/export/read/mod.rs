//! The output of solvers, read back as placements.
//!
//! A [`Reader`] takes the lines of an output one after another and returns a placement when a line completes
//! one. It skips lines about the solver's version, its search and its time. It recognises the tool by the
//! first line that only one of them writes. If an output has no such line, the caller can name the format
//! that the tool was given.
//!
//! | format | output that is read |
//! |---|---|
//! | `cnf` | `v` lines of SAT solvers, and the file that MiniSat writes |
//! | `opb` | `v` lines of pseudo-Boolean solvers |
//! | `asp` | answers of clingo and clasp |
//! | `lp` | solutions of glpsol (`-o`), HiGHS (`--solution_file`), CBC, SCIP, Gurobi: names of variables with values |
//! | `graph` | sets of vertices that cliquer lists |
//! | `mzn` | solutions of MiniZinc |

mod answer;
mod asp;
mod cnf;
mod fault;
mod graph;
mod lp;
mod minizinc;

pub use answer::SolverAnswer;
pub use fault::ReadError;

use super::error::ExportError;
use super::format::Format;
use super::graph::Graph;
use super::model::Model;
use crate::Problem;

/// Reads the output of a solver line by line.
#[derive(Debug)]
pub struct Reader<'a> {
    model: Model<'a>,
    /// The tool; `None` until it is recognised.
    tool: Option<Tool>,
}

/// A tool, by the format that it reads, with the state that is kept from line to line.
#[derive(Debug)]
enum Tool {
    Asp(asp::Answers),
    Cnf(cnf::Models),
    Graph(Box<Graph>),
    Lp(Box<lp::SolverValues>),
    Minizinc,
}

impl<'a> Reader<'a> {
    /// Creates a reader for the output of a tool that was given the problem in this format.
    ///
    /// Without a format, the reader recognises the tool by its output.
    ///
    /// # Errors
    /// Returns an error if the problem cannot be exported.
    pub fn new(problem: &'a Problem, format: Option<Format>) -> Result<Self, ExportError> {
        let model = Model::new(problem)?;
        let tool = format.map(|format| Tool::new(format, &model)).transpose()?;
        Ok(Self { model, tool })
    }

    /// Reads a line, and returns the answer that it completes, if any.
    ///
    /// # Errors
    /// Returns an error if the line mentions something that the problem does not have.
    pub fn line(&mut self, line: &str) -> Result<Option<SolverAnswer>, ReadError> {
        if self.tool.is_none() {
            self.tool = recognise(line).map(|format| Tool::new(format, &self.model)).transpose()?;
        }
        let model = &self.model;
        match &mut self.tool {
            Some(Tool::Asp(answers)) => answers.line(model, line),
            Some(Tool::Cnf(models)) => models.line(model, line),
            Some(Tool::Graph(graph)) => graph::line(graph, model, line),
            Some(Tool::Lp(values)) => values.line(model, line),
            Some(Tool::Minizinc) => minizinc::line(model, line),
            None => Ok(None),
        }
    }

    /// Returns the answer that is complete at the end of the output.
    ///
    /// # Errors
    /// Returns an error if the output was cut off.
    pub fn end(self) -> Result<Option<SolverAnswer>, ReadError> {
        match self.tool {
            Some(Tool::Cnf(models)) => models.end(&self.model),
            Some(Tool::Lp(mut values)) => values.end(&self.model),
            _ => Ok(None),
        }
    }
}

impl Tool {
    fn new(format: Format, model: &Model<'_>) -> Result<Self, ExportError> {
        Ok(match format {
            Format::Asp => Self::Asp(asp::Answers::default()),
            Format::Cnf | Format::Opb => Self::Cnf(cnf::Models::new(model)),
            Format::Lp => Self::Lp(Box::new(lp::SolverValues::new(model))),
            Format::Graph | Format::Graph6 => Self::Graph(Box::new(Graph::new(model, format)?)),
            Format::Minizinc => Self::Minizinc,
        })
    }
}

/// Recognises the format of the tool that writes such a line.
fn recognise(line: &str) -> Option<Format> {
    match () {
        () if minizinc::is_known(line) => Some(Format::Minizinc),
        () if cnf::is_known(line) => Some(Format::Cnf),
        () if asp::is_known(line) => Some(Format::Asp),
        () if graph::is_known(line) => Some(Format::Graph),
        () if lp::is_known(line) => Some(Format::Lp),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the squares of all answers, and `none` for each answer without a placement.
    fn read(problem: &str, format: Option<Format>, output: &str) -> Result<Vec<String>, ReadError> {
        let problem: Problem = problem.parse().unwrap();
        let mut reader = Reader::new(&problem, format)?;
        let mut answers = Vec::new();
        for line in output.lines() {
            answers.extend(reader.line(line)?);
        }
        answers.extend(reader.end()?);
        let shown = |answer| match answer {
            SolverAnswer::Placement(placement) => crate::notation::placement_squares(&problem, &placement),
            SolverAnswer::None => "none".to_owned(),
        };
        Ok(answers.into_iter().map(shown).collect())
    }

    fn squares(problem: &str, output: &str) -> Vec<String> {
        read(problem, None, output).unwrap_or_else(|error| panic!("{problem}: {error}"))
    }

    #[test]
    fn answers_of_clasp_are_read() {
        let output = "clasp version 3.3.5\nReading from stdin\nSolving...\nAnswer: 1\nat(k2,1,3) at(k1,3,1)\nAnswer: 2\n\n\
                      SATISFIABLE\n\nModels       : 2\n";
        assert_eq!(squares("3x3-b2 K*/K*", output), ["Kc1 / Ka3", "/"]);
        assert_eq!(squares("3x3 N2", "at(n,1,1)  at(n,2,1)\nat(n,3,3) at(n,2,1)\n").len(), 2);
        assert_eq!(squares("3x3 Q3", "Solving...\nUNSATISFIABLE\n"), ["none"]);
        assert_eq!(squares("3x3 Q3", "ANSWER\nat(q,3,2). at(q,1,1).\n"), ["Qa1,c2"]);
        for atom in ["at(r,1,1)", "at(q,4,1)", "at(q,0,1)", "at(q,1)", "at(q,1,1,1)", "at(q,a,1)", "at(q,1"] {
            let fault = read("3x3 Q3", None, atom).unwrap_err();
            assert!(matches!(fault, ReadError::Atom(_)), "{atom}: {fault}");
        }
    }

    #[test]
    fn models_of_sat_solvers_are_read() {
        // Variables of pseudo-Boolean solvers have names, and their lines have no end mark.
        assert_eq!(squares("2x2 Q1", "s OPTIMUM FOUND\nv -x1 x2\nv -x3 -x4\n"), ["Qb1"]);
        // The fifth variable and those after it are auxiliaries.
        let output = "c a comment\ns SATISFIABLE\nv 1 -2 -3\nv -4 5 -6 0\nv -1 2 0\n";
        assert_eq!(squares("2x2 Q1", output), ["Qa1", "Qb1"]);
        assert_eq!(squares("2x2 Q1", "SAT\n-1 -2 3 -4 5 0\n"), ["Qa2"]);
        assert_eq!(squares("2x2 Q2", "s UNSATISFIABLE\n"), ["none"]);
        assert_eq!(squares("2x2 Q2", "UNSAT\n"), ["none"]);
        assert_eq!(read("2x2 Q1", None, "v 1 2"), Err(ReadError::NoEnd));
        // Four variables and three auxiliaries.
        assert_eq!(squares("2x2 Q1", "s SATISFIABLE\nv 1 -7 0\n"), ["Qa1"]);
        for literal in ["x", "8", "-8", "510", "-9223372036854775808"] {
            let fault = read("2x2 Q1", None, &format!("v 1 {literal} 0"));
            assert_eq!(fault, Err(ReadError::Number(literal.to_owned())));
        }
        // The number of auxiliaries depends on the number of pieces that the export asked for.
        assert_eq!(squares("2x2 Kmax", "v 1 -2 -3 -4 99 0\n"), ["Ka1"]);
        for status in ["s SATISFIABLD", "s SATISFIABLE 1", "s UNSATISFIABL", "s SAT"] {
            let fault = read("2x2 Q1", None, &format!("{status}\nv 1 0\n"));
            assert_eq!(fault, Err(ReadError::Status(status.to_owned())));
        }
        assert_eq!(squares("2x2 Q1", "v 1 0\ns OPTIMUM FOUND\n"), ["Qa1"]);
    }

    #[test]
    fn values_of_integer_programs_are_read() {
        let glpsol = "Problem:    \nStatus:     INTEGER OPTIMAL\n   No. Column name       Activity     Lower bound\n\
                      ------ ------------    ------------- -------------\n     1 at_Q_a1      *              1             0\n\
                      \u{20}    2 at_Q_b1\n                    *              0             0\n";
        assert_eq!(squares("1x2 Q1", glpsol), ["Qa1"]);
        let highs = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 2\nat_Q_a1 0\n\
                     at_Q_b1 0.9999999\n# Rows 1\nr1 1\n\n# Dual solution values\nNone\nat_Q_a1 1\n";
        assert_eq!(squares("1x2 Q1", highs), ["Qb1"]);
        assert_eq!(squares("1x2 Q1", &format!("{highs}{glpsol}")), ["Qb1", "Qa1"]);
        let cbc =
            "Optimal - objective value 0.00000000\n      1 at_Q_b1             1                       0\n";
        assert_eq!(squares("1x2 Q1", &format!("{cbc}{cbc}")), ["Qb1", "Qb1"]);
        assert_eq!(squares("1x2 Q2", "Model status\nInfeasible\n"), ["none"]);
        assert_eq!(squares("1x2 Q2", "Status:     INTEGER EMPTY\n     1 at_Q_a1   *   0 0 1\n"), ["none"]);
        assert_eq!(read("1x2 Q1", None, "at_Q_b1"), Err(ReadError::NoValue("at_Q_b1".to_owned())));
        assert_eq!(read("1x2 Q1", None, "at_R_b1 1"), Err(ReadError::Atom("at_R_b1".to_owned())));
    }

    #[test]
    fn solutions_of_minizinc_are_read() {
        let output = "placement: Qa1 Qb2 / Rc3\n----------\nplacement: /\n----------\n==========\n";
        assert_eq!(squares("3x3 Q*/R*", output), ["Qa1,b2 / Rc3", "/"]);
        assert_eq!(squares("3x3 Q*", "placement:\n"), [""]);
        assert_eq!(squares("3x3 Q3", "=====UNSATISFIABLE=====\n"), ["none"]);
        assert!(matches!(read("3x3 Q3", None, "placement: Ra1"), Err(ReadError::Squares(_))));
    }

    #[test]
    fn sets_of_cliquer_are_read() {
        assert_eq!(squares("2x2 Q1", "size=1, weight=1:   3\nsize=1, weight=1:   2\n"), ["Qa2", "Qb1"]);
        // The rook has one copy on all squares but the last, and one on all squares but the first.
        assert_eq!(squares("2x2 R2 K0", "size=2, weight=2:   2 3"), ["Rb1,a2"]);
        assert_eq!(squares("2x2 R1@b2 W1", "size=1, weight=1:   1"), ["Ra1,b2 W"].map(|_| "Rb2 Wa1"));
        for line in [
            "size=1, weigaht=1: 1",
            "size=1, weight=2: 1",
            "size=2, weight=1: 1",
            "size=1, weight=1 1",
            "size=1: 1",
            "size=1, weight=1:",
            "size=1, weight=1: 1 2",
            "size=x, weight=x: 1",
        ] {
            assert_eq!(read("2x2 Q1", None, line), Err(ReadError::Set(line.to_owned())));
        }
        for vertex in ["0", "5", "x"] {
            let fault = read("2x2 Q1", None, &format!("size=1, weight=1: {vertex}"));
            assert_eq!(fault, Err(ReadError::Number(vertex.to_owned())));
        }
    }

    #[test]
    fn other_lines_are_passed_over() {
        assert_eq!(squares("2x2 Q1", "hello\n\n1 2 3\n"), [""; 0]);
        for format in [Format::Asp, Format::Cnf, Format::Lp, Format::Graph, Format::Minizinc] {
            assert_eq!(read("2x2 Q1", Some(format), "hello\n\n"), Ok(Vec::new()), "{format}");
        }
    }
}
