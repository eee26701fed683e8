//! Clauses in DIMACS form, for SAT solvers and model counters.
//!
//! The formula has a clause `-a -b 0` for each pair in conflict, a clause `a b c … 0` for each full row, and
//! a [counter](super::counter) for each kind with a number. Auxiliaries are functions of the variables, so
//! the file has as many models as the problem has placements. Any model counter can count them (`c t mc`). A
//! counter that projects may use the first variables alone (`c p show`), with the same result. These comments
//! are those of the model counting competition (Fichte, Hecher and Hamiti, "The model counting competition
//! 2020"). Other comments say which variable is which piece: `c 1 Q a1`.

use super::counter::{Cardinality, Clauses};
use super::model::Model;
use super::options::Options;
use crate::Quantity;
use std::io::{self, Write};

/// The most variables: solvers keep literals in 32 bits, with one bit for the sign and often another one.
pub(super) const MAX_VARIABLES: usize = (1 << 30) - 1;

/// Returns the number of variables of the formula, including auxiliaries.
pub(crate) fn variables(model: &Model<'_>, options: Options) -> usize {
    let auxiliaries: u64 = counters(model, options).map(|(counter, _)| counter.auxiliaries()).sum();
    model.variables().saturating_add(auxiliaries as usize)
}

/// Returns the numbers, each with its sort; `None` stands for all sorts that are maximised.
pub(crate) fn counters(
    model: &Model<'_>,
    options: Options,
) -> impl Iterator<Item = (Cardinality, Option<usize>)> {
    let of = model.open().len() as u64;
    let exact = model.sorts().iter().enumerate().filter_map(move |(sort, sort_of)| {
        let Quantity::Exactly(number) = sort_of.pieces.quantity else { return None };
        Some((Cardinality { of, number: number.into(), at_least: false }, Some(sort)))
    });
    let least = options.at_least.map(|number| {
        let of = model.maximised_variables().count() as u64;
        (Cardinality { of, number: number.into(), at_least: true }, None)
    });
    exact.chain(least)
}

pub(crate) fn write(model: &Model<'_>, options: Options, to: &mut dyn Write) -> io::Result<()> {
    // The head states the number of clauses, so they are made twice.
    let mut number = 0u64;
    clauses(model, options, &mut |_| {
        number += 1;
        Ok(())
    })?;
    writeln!(to, "c {}", model.problem())?;
    if let Some(least) = options.at_least {
        writeln!(to, "c at least {least} of the pieces written max")?;
    }
    writeln!(to, "c models are placements, one for one")?;
    writeln!(to, "c t mc")?;
    writeln!(to, "p cnf {} {number}", variables(model, options))?;
    to.write_all(b"c p show")?;
    (1..=model.variables()).try_for_each(|variable| write!(to, " {variable}"))?;
    to.write_all(b" 0\n")?;
    for variable in 0..model.variables() {
        if let Some((sort, square)) = model.meaning(variable) {
            writeln!(to, "c {} {} {square}", variable + 1, sort.name)?;
        }
    }
    clauses(model, options, &mut |clause| {
        clause.iter().try_for_each(|literal| write!(to, "{literal} "))?;
        to.write_all(b"0\n")
    })
}

pub(crate) fn clauses(model: &Model<'_>, options: Options, each: &mut Clauses<'_>) -> io::Result<()> {
    model.preplaced_variables().try_for_each(|variable| each(&[literal(variable)]))?;
    model.closed_variables().iter().try_for_each(|&variable| each(&[-literal(variable)]))?;
    model.pairs(&mut |first, second| each(&[-literal(first), -literal(second)]))?;
    model.lines(&mut |row| match row.is_full {
        true => each(&row.variables.iter().map(|&variable| literal(variable)).collect::<Vec<_>>()),
        false => Ok(()),
    })?;
    let mut first = model.variables() as i64 + 1;
    for (counter, sort) in counters(model, options) {
        match sort {
            Some(sort) => counter.write(model.variables_of(sort).map(literal), first, each)?,
            None => counter.write(model.maximised_variables().map(literal), first, each)?,
        }
        first += counter.auxiliaries() as i64;
    }
    Ok(())
}

/// Converts a variable of the model to the number that it has in the formula.
fn literal(variable: usize) -> i64 {
    variable as i64 + 1
}
