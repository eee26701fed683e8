//! An integer program in the LP form of CPLEX, which glpsol, HiGHS, CBC, SCIP and Gurobi also read.
//!
//! `at_Q_c1` is one if a queen stands on c1. With several armies, `at_Q2_c1` is for a queen of the second
//! one. Names begin with `at_` because a name like `E1` would be read as a number. The objective maximises
//! the pieces written `max`. Without such pieces it is zero and names all variables, so that their order is
//! that of the problem.

use super::model::Model;
use super::options::Options;
use crate::Quantity;
use std::io::{self, Write};

/// The longest line: old readers have no room for 256 characters.
const MAX_LINE: usize = 250;

/// The variable that is used if there is no other, because the format has no empty sum.
const NOTHING: &str = "nothing";

pub(super) fn write(model: &Model<'_>, options: Options, to: &mut dyn Write) -> io::Result<()> {
    writeln!(to, "\\ {}", model.problem())?;
    let is_maximum = options.at_least.is_none() && model.maximised_variables().next().is_some();
    writeln!(to, "Maximize")?;
    let is_counted = |variable: usize| {
        let sort = model.meaning(variable).map(|(sort, _)| sort.pieces.quantity);
        is_maximum && sort == Some(Quantity::Max)
    };
    let terms = (0..model.variables())
        .map(|variable| (if is_counted(variable) { "" } else { "0 " }, name(model, variable)));
    sum(to, "pieces", terms, "")?;
    writeln!(to, "Subject To")?;
    let one = |variable: usize| ("", name(model, variable));
    for (sort, of) in model.sorts().iter().enumerate() {
        if let Quantity::Exactly(number) = of.pieces.quantity {
            let end = format!(" = {number}");
            sum(to, &format!("number_{}", of.name), model.variables_of(sort).map(one), &end)?;
        }
    }
    if let Some(least) = options.at_least {
        sum(to, "least", model.maximised_variables().map(one), &format!(" >= {least}"))?;
    }
    for (place, variable) in model.preplaced_variables().enumerate() {
        sum(to, &format!("given_{}", place + 1), std::iter::once(one(variable)), " = 1")?;
    }
    for (place, &variable) in model.closed_variables().iter().enumerate() {
        sum(to, &format!("closed_{}", place + 1), std::iter::once(one(variable)), " = 0")?;
    }
    let mut rows = 0u64;
    model.rows(&mut |row| {
        rows += 1;
        let end = if row.is_full { " = 1" } else { " <= 1" };
        sum(to, &format!("row_{rows}"), row.variables.iter().map(|&variable| one(variable)), end)
    })?;
    if rows == 0 {
        // Some readers reject a section without rows.
        sum(to, "row_0", (0..model.variables().min(1)).map(one), " <= 1")?;
    }
    writeln!(to, "Binary")?;
    (0..model.variables()).try_for_each(|variable| writeln!(to, " {}", name(model, variable)))?;
    if model.variables() == 0 {
        writeln!(to, " {NOTHING}")?;
    }
    writeln!(to, "End")
}

/// Returns the name of a variable, which the solution repeats.
pub(super) fn name(model: &Model<'_>, variable: usize) -> String {
    match model.meaning(variable) {
        Some((sort, square)) => format!("at_{}_{square}", sort.name),
        None => NOTHING.to_owned(),
    }
}

/// Writes `name: a + b + c end` in lines that are not too long.
fn sum(
    to: &mut dyn Write,
    name: &str,
    terms: impl Iterator<Item = (&'static str, String)>,
    end: &str,
) -> io::Result<()> {
    write!(to, " {name}:")?;
    let mut length = name.len() + 2;
    let mut is_first = true;
    for (factor, variable) in terms {
        let more = 3 + factor.len() + variable.len();
        if length + more > MAX_LINE {
            to.write_all(b"\n ")?;
            length = 1;
        }
        length += more;
        write!(to, "{} {factor}{variable}", if is_first { "" } else { " +" })?;
        is_first = false;
    }
    if is_first {
        write!(to, " 0 {NOTHING}")?;
    }
    writeln!(to, "{end}")
}
