//! Answers of clingo and clasp: each is a line of atoms `at(q,3,1)`.

use super::answer::{SolverAnswer, placement};
use super::fault::{ReadError, quote_word};
use crate::board::Square;
use crate::export::asp::name;
use crate::export::model::Model;

/// The reader of answers, line by line.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Whether the next line is an answer, even if it is empty.
    is_next: bool,
}

pub(super) fn is_known(line: &str) -> bool {
    line.contains("at(")
        || line.starts_with("Answer:")
        || line.starts_with("ANSWER")
        || line.starts_with("clingo version")
        || line.starts_with("clasp version")
        || is_none(line)
}

fn is_none(line: &str) -> bool {
    line.trim() == "UNSATISFIABLE"
}

impl Answers {
    pub(super) fn line(&mut self, model: &Model<'_>, line: &str) -> Result<Option<SolverAnswer>, ReadError> {
        let is_answer = std::mem::take(&mut self.is_next) && line.trim().is_empty() || line.contains("at(");
        if is_none(line) {
            return Ok(Some(SolverAnswer::None));
        }
        if !is_answer {
            self.is_next = line.starts_with("Answer:") || line.starts_with("ANSWER");
            return Ok(None);
        }
        let atoms = line.split("at(").skip(1).map(|atom| read(model, atom));
        let variables = atoms.collect::<Result<Vec<usize>, ReadError>>()?;
        Ok(Some(SolverAnswer::Placement(placement(model, variables.into_iter()))))
    }
}

/// Reads the variable of `q,3,1)`, and returns the rest of the text with it.
fn read(model: &Model<'_>, atom: &str) -> Result<usize, ReadError> {
    let variable = || {
        let (inside, _) = atom.split_once(')')?;
        let mut parts = inside.split(',');
        let kind = parts.next()?;
        let mut number = || parts.next()?.parse::<usize>().ok()?.checked_sub(1);
        let (col, row) = (number()?, number()?);
        if parts.next().is_some() {
            return None;
        }
        let sort = model.sorts().iter().position(|sort| name(sort) == kind)?;
        model.variable(sort, Square { row, col })
    };
    variable().ok_or_else(|| ReadError::Atom(quote_word(&format!("at({}", atom.trim_end()))))
}
