//! A pseudo-Boolean problem in OPB form, for RoundingSat, Exact, SCIP, and for the checker of proofs VeriPB.
//!
//! Variables are `x1`, `x2`, …, as in clauses, and comments say which is which piece: `* x1 Q a1`. A line of the board is
//! one constraint, a number of pieces an equation. What is to be as large as possible stands with a minus, since the format
//! only minimises (Roussel and Manquinho, "Input/output format and solver requirements for the competitions of
//! pseudo-Boolean solvers", 2012).

use super::model::Model;
use super::options::Options;
use crate::Quantity;
use std::io::{self, Write};

/// A sum of variables with weights that is at least, or equal to, a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) terms: Vec<(usize, i64)>,
    pub(crate) is_equation: bool,
    pub(crate) degree: i64,
}

impl Row {
    pub(crate) fn at_least(variables: impl IntoIterator<Item = usize>, degree: i64) -> Self {
        let terms = variables.into_iter().map(|variable| (variable, 1)).collect();
        Self { terms, is_equation: false, degree }
    }

    pub(crate) fn at_most(variables: impl IntoIterator<Item = usize>, most: i64) -> Self {
        let terms = variables.into_iter().map(|variable| (variable, -1)).collect();
        Self { terms, is_equation: false, degree: -most }
    }

    pub(crate) fn equal(variables: impl IntoIterator<Item = usize>, degree: i64) -> Self {
        Self { is_equation: true, ..Self::at_least(variables, degree) }
    }
}

/// Takes one row after another.
pub(crate) type Rows<'a> = dyn FnMut(Row) -> io::Result<()> + 'a;

/// The numbers that are given, the given pieces, and the closed squares.
pub(crate) fn numbers(model: &Model<'_>, options: Options, each: &mut Rows<'_>) -> io::Result<()> {
    for (sort, of) in model.sorts().iter().enumerate() {
        if let Quantity::Exactly(number) = of.pieces.quantity {
            each(Row::equal(model.variables_of(sort), number.into()))?;
        }
    }
    if let Some(least) = options.at_least {
        each(Row::at_least(model.maximised(), least.into()))?;
    }
    squares(model, each)
}

/// That given pieces are there, and none on a square that is closed to it.
pub(crate) fn squares(model: &Model<'_>, each: &mut Rows<'_>) -> io::Result<()> {
    model.given().try_for_each(|variable| each(Row::at_least([variable], 1)))?;
    model.closed().iter().try_for_each(|&variable| each(Row::at_most([variable], 0)))
}

/// What excludes each other; if asked for, also which lines have exactly one, which follows from the numbers.
pub(crate) fn peace(model: &Model<'_>, with_full: bool, each: &mut Rows<'_>) -> io::Result<()> {
    model.rows(&mut |row| {
        let variables = row.variables.iter().copied();
        each(if row.is_full && with_full { Row::equal(variables, 1) } else { Row::at_most(variables, 1) })
    })
}

pub(super) fn write(model: &Model<'_>, options: Options, to: &mut dyn Write) -> io::Result<()> {
    let rows = |each: &mut Rows<'_>| {
        numbers(model, options, each)?;
        peace(model, true, each)
    };
    // The head says how many there are, so they are made twice.
    let mut number = 0;
    rows(&mut |_| {
        number += 1;
        Ok(())
    })?;
    head(to, model, model.variables(), number)?;
    if options.at_least.is_none() && model.maximised().next().is_some() {
        objective(to, model.maximised().map(|variable| (variable, -1)))?;
    }
    rows(&mut |row| write_row(to, &row))
}

/// How many variables and constraints there are, and which piece is which.
pub(crate) fn head(
    to: &mut dyn Write,
    model: &Model<'_>,
    variables: usize,
    constraints: usize,
) -> io::Result<()> {
    writeln!(to, "* #variable= {variables} #constraint= {constraints}")?;
    writeln!(to, "* {}", model.problem())?;
    for variable in 0..model.variables() {
        if let Some((sort, square)) = model.meaning(variable) {
            writeln!(to, "* x{} {} {square}", variable + 1, sort.name)?;
        }
    }
    Ok(())
}

/// What is to be as small as possible.
pub(crate) fn objective(to: &mut dyn Write, terms: impl IntoIterator<Item = (usize, i64)>) -> io::Result<()> {
    write!(to, "min:")?;
    terms.into_iter().try_for_each(|term| write_term(to, term))?;
    writeln!(to, " ;")
}

pub(crate) fn write_row(to: &mut dyn Write, row: &Row) -> io::Result<()> {
    row.terms.iter().try_for_each(|&term| write_term(to, term))?;
    if row.terms.is_empty() {
        // No form of sum is empty.
        write_term(to, (0, 0))?;
    }
    writeln!(to, " {} {} ;", if row.is_equation { "=" } else { ">=" }, row.degree)
}

fn write_term(to: &mut dyn Write, (variable, weight): (usize, i64)) -> io::Result<()> {
    write!(to, " {weight:+} x{}", variable + 1)
}
