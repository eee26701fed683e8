//! Solutions of integer programs: names of variables, each followed by its value.
//!
//! Solvers agree on nothing else. Some print all variables, others only nonzero ones. Some print a number
//! before the name, or a sign after it. glpsol begins a new line after a long name. So the reader works with
//! words, not lines: a value is the first number after a name. A repeated name or the heading of a solution
//! begins the next solution.

use super::answer::{SolverAnswer, placement};
use super::fault::{ReadError, quote_word};
use crate::export::lp::name;
use crate::export::model::Model;
use std::collections::HashMap;

/// The reader of variables with values, line by line.
#[derive(Debug)]
pub(super) struct SolverValues {
    variables: HashMap<String, usize>,
    /// For each variable its value in this solution, if it has been read.
    values: Vec<Option<bool>>,
    /// The variable whose value comes next.
    waiting: Option<usize>,
    is_begun: bool,
    /// Whether the reader is past the part of the output that has the solution.
    is_past: bool,
}

/// The texts before a solution.
const HEADINGS: [&str; 4] = ["Problem:", "Model status", "Optimal - ", "solution status:"];

/// The texts that say there is no solution.
const NONE: [&str; 5] = ["INTEGER EMPTY", "INTEGER UNDEFINED", "Infeasible", "infeasible", "INFEASIBLE"];

/// The text after a solution.
const END: &str = "# Dual solution";

pub(super) fn is_known(line: &str) -> bool {
    is_heading(line) || line.split_whitespace().any(|word| word.starts_with("at_")) || is_none(line)
}

fn is_heading(line: &str) -> bool {
    HEADINGS.iter().any(|heading| line.starts_with(heading))
}

fn is_none(line: &str) -> bool {
    let line = line.trim();
    let line =
        ["Status:", "solution status:"].iter().find_map(|before| line.strip_prefix(before)).unwrap_or(line);
    NONE.iter().any(|none| line.trim().starts_with(none))
}

impl SolverValues {
    pub(super) fn new(model: &Model<'_>) -> Self {
        let all = 0..model.variables();
        Self {
            values: vec![None; all.len()],
            variables: all.map(|variable| (name(model, variable), variable)).collect(),
            waiting: None,
            is_begun: false,
            is_past: false,
        }
    }

    pub(super) fn line(&mut self, model: &Model<'_>, line: &str) -> Result<Option<SolverAnswer>, ReadError> {
        let mut complete = None;
        if is_heading(line) {
            complete = self.take(model)?;
            self.is_past = false;
        }
        if is_none(line) {
            self.is_past = true;
            return Ok(Some(SolverAnswer::None));
        }
        self.is_past |= line.starts_with(END);
        if self.is_past {
            return Ok(complete);
        }
        for word in line.split_whitespace() {
            if word.starts_with("at_") {
                let variable = self.variables.get(word).copied();
                let variable = variable.ok_or_else(|| ReadError::Atom(quote_word(word)))?;
                if self.values.get(variable).is_some_and(Option::is_some) {
                    complete = self.take(model)?;
                }
                self.check_value(model)?;
                self.waiting = Some(variable);
                self.is_begun = true;
            } else if let (Some(variable), Ok(value)) = (self.waiting, word.parse::<f64>()) {
                self.waiting = None;
                if let Some(known) = self.values.get_mut(variable) {
                    *known = Some(value > 0.5);
                }
            }
        }
        Ok(complete)
    }

    pub(super) fn end(&mut self, model: &Model<'_>) -> Result<Option<SolverAnswer>, ReadError> {
        self.take(model)
    }

    /// Returns the solution read until now, if one has begun.
    fn take(&mut self, model: &Model<'_>) -> Result<Option<SolverAnswer>, ReadError> {
        self.check_value(model)?;
        if !std::mem::take(&mut self.is_begun) {
            return Ok(None);
        }
        let values = self.values.iter_mut().map(Option::take).enumerate();
        let variables: Vec<usize> =
            values.filter(|(_, value)| *value == Some(true)).map(|(variable, _)| variable).collect();
        Ok(Some(SolverAnswer::Placement(placement(model, variables.into_iter()))))
    }

    fn check_value(&self, model: &Model<'_>) -> Result<(), ReadError> {
        match self.waiting {
            Some(variable) => Err(ReadError::NoValue(name(model, variable))),
            None => Ok(()),
        }
    }
}
