//! Models of SAT solvers, in lines `v` with literals up to a 0, and of pseudo-Boolean solvers, `v x1 -x2` up
//! to the end.
//!
//! Auxiliaries follow from the other variables and are skipped. A variable that the exported file does not
//! have belongs to another file.

use super::answer::{SolverAnswer, placement};
use super::fault::{ReadError, quote_word};
use crate::export::cnf;
use crate::export::model::Model;
use crate::export::options::Options;

/// The reader of models, line by line.
#[derive(Debug)]
pub(super) struct Models {
    /// The number of variables of the exported file; `None` if that depends on the number of pieces it asked
    /// for.
    all: Option<usize>,
    /// The variables that are true in the lines read until now.
    variables: Vec<usize>,
    /// Whether a model has begun.
    is_within: bool,
    /// Whether the model is that of a pseudo-Boolean solver, which has no 0 at its end.
    is_named: bool,
    /// Whether literals are in lines of their own, as MiniSat writes them after `SAT`.
    is_bare: bool,
}

/// The lines `s` other than the one that says there is no model.
const STATUSES: [&str; 3] = ["s SATISFIABLE", "s UNKNOWN", "s OPTIMUM FOUND"];

pub(super) fn is_known(line: &str) -> bool {
    let begins = ["v ", "s SAT", "s UNSAT"].iter().any(|beginning| line.starts_with(beginning));
    begins || matches!(line.trim(), "SAT" | "UNSAT")
}

impl Models {
    pub(super) fn new(model: &Model<'_>) -> Self {
        let is_open = model.maximised_variables().next().is_some();
        let all = (!is_open).then(|| cnf::variables(model, Options::default()));
        Self { all, variables: Vec::new(), is_within: false, is_named: false, is_bare: false }
    }

    pub(super) fn line(&mut self, model: &Model<'_>, line: &str) -> Result<Option<SolverAnswer>, ReadError> {
        let literals = match line.trim() {
            "s UNSATISFIABLE" | "UNSAT" => return Ok(Some(SolverAnswer::None)),
            "SAT" => {
                self.is_bare = true;
                return Ok(None);
            }
            status if status.starts_with("s ") => {
                return match STATUSES.contains(&status) {
                    true => Ok(None),
                    false => Err(ReadError::Status(quote_word(status))),
                };
            }
            trimmed => match trimmed.strip_prefix("v ") {
                Some(literals) => literals,
                None if self.is_bare => trimmed,
                None => return Ok(None),
            },
        };
        for word in literals.split_whitespace() {
            let unnamed = word.strip_prefix("-x").map(|number| format!("-{number}"));
            let unnamed = unnamed.or_else(|| word.strip_prefix('x').map(str::to_owned));
            self.is_named |= unnamed.is_some();
            match unnamed.as_deref().unwrap_or(word).parse::<i64>() {
                Ok(0) => {
                    self.is_within = false;
                    let variables = std::mem::take(&mut self.variables);
                    return Ok(Some(SolverAnswer::Placement(placement(model, variables.into_iter()))));
                }
                Ok(literal) if self.all.is_none_or(|all| literal.unsigned_abs() <= all as u64) => {
                    self.is_within = true;
                    let variable = usize::try_from(literal).ok().map(|literal| literal - 1);
                    self.variables.extend(variable.filter(|&variable| variable < model.variables()));
                }
                _ => return Err(ReadError::Number(quote_word(word))),
            }
        }
        Ok(None)
    }

    pub(super) fn end(self, model: &Model<'_>) -> Result<Option<SolverAnswer>, ReadError> {
        match (self.is_within, self.is_named) {
            (true, true) => Ok(Some(SolverAnswer::Placement(placement(model, self.variables.into_iter())))),
            (true, false) => Err(ReadError::NoEnd),
            (false, _) => Ok(None),
        }
    }
}
