//! A pseudo-Boolean problem in OPB form, for RoundingSat, Exact and SCIP, and for the proof checker VeriPB.
//!
//! Variables are `x1`, `x2`, …, as in clauses. Comments relate them to pieces: `* x1 Q a1`. A line of the
//! board is one constraint, a number of pieces an equation. An objective to maximise is written with negative
//! weights, because the format only minimises (Roussel and Manquinho, "Input/output format and solver
//! requirements for the competitions of pseudo-Boolean solvers", 2012).

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

/// A callback that takes one row after another.
pub(crate) type Rows<'a> = dyn FnMut(Row) -> io::Result<()> + 'a;

/// Passes the rows of the numbers, the pre-placed pieces, and the squares closed to a kind.
pub(crate) fn numbers(model: &Model<'_>, options: Options, each: &mut Rows<'_>) -> io::Result<()> {
    for (sort, of) in model.sorts().iter().enumerate() {
        if let Quantity::Exactly(number) = of.pieces.quantity {
            each(Row::equal(model.variables_of(sort), number.into()))?;
        }
    }
    if let Some(least) = options.at_least {
        each(Row::at_least(model.maximised_variables(), least.into()))?;
    }
    squares(model, each)
}

/// Passes rows which say that pre-placed pieces are there, and that no piece is on a square closed to its
/// kind.
pub(crate) fn squares(model: &Model<'_>, each: &mut Rows<'_>) -> io::Result<()> {
    model.preplaced_variables().try_for_each(|variable| each(Row::at_least([variable], 1)))?;
    model.closed_variables().iter().try_for_each(|&variable| each(Row::at_most([variable], 0)))
}

/// Passes the rows of variables that exclude each other. With `with_full`, also passes the lines that have
/// exactly one piece, which follows from the numbers.
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
    // The head states the number of constraints, so the rows are made twice.
    let mut number = 0;
    rows(&mut |_| {
        number += 1;
        Ok(())
    })?;
    head(to, model, model.variables(), number)?;
    if options.at_least.is_none() && model.maximised_variables().next().is_some() {
        objective(to, model.maximised_variables().map(|variable| (variable, -1)))?;
    }
    rows(&mut |row| write_row(to, &row))
}

/// Writes the number of variables and constraints, and which variable is which piece.
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

/// Writes the objective to minimise.
pub(crate) fn objective(to: &mut dyn Write, terms: impl IntoIterator<Item = (usize, i64)>) -> io::Result<()> {
    write!(to, "min:")?;
    terms.into_iter().try_for_each(|term| write_term(to, term))?;
    writeln!(to, " ;")
}

pub(crate) fn write_row(to: &mut dyn Write, row: &Row) -> io::Result<()> {
    row.terms.iter().try_for_each(|&term| write_term(to, term))?;
    if row.terms.is_empty() {
        // The format has no empty sum.
        write_term(to, (0, 0))?;
    }
    writeln!(to, " {} {} ;", if row.is_equation { "=" } else { ">=" }, row.degree)
}

fn write_term(to: &mut dyn Write, (variable, weight): (usize, i64)) -> io::Result<()> {
    write!(to, " {weight:+} x{}", variable + 1)
}
