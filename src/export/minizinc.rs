//! A MiniZinc model (Nethercote and others, "MiniZinc: towards a standard CP modelling language", 2007).
//!
//! `Q[3]` is 1 if a queen stands on `squares[3]`. With several armies, `Q2[3]` is for a queen of the second
//! one. A solution is shown as a list of squares, `Qa2 Qb4 / Nc1`, with `/` between armies, which
//! [`placement_from_squares`](crate::notation::placement_from_squares) reads.

use super::model::{Model, Sort};
use super::options::Options;
use crate::Quantity;
use std::io::{self, Write};

pub(super) fn write(model: &Model<'_>, options: Options, to: &mut dyn Write) -> io::Result<()> {
    let count = model.open().len();
    writeln!(to, "% {}", model.problem())?;
    write!(to, "array[1..{count}] of string: squares = [")?;
    list(to, model.open().iter().map(|square| format!("\"{square}\"")), ", ")?;
    writeln!(to, "];")?;
    for sort in model.sorts() {
        writeln!(to, "array[1..{count}] of var 0..1: {};", name(sort))?;
        if let Quantity::Exactly(number) = sort.pieces.quantity {
            writeln!(to, "constraint sum({}) = {number};", name(sort))?;
        }
    }
    for variable in model.preplaced_variables() {
        writeln!(to, "constraint {} = 1;", element(model, variable))?;
    }
    for &variable in model.closed_variables() {
        writeln!(to, "constraint {} = 0;", element(model, variable))?;
    }
    model.rows(&mut |row| {
        write!(to, "constraint ")?;
        list(to, row.variables.iter().map(|&variable| element(model, variable)), " + ")?;
        writeln!(to, " {} 1;", if row.is_full { "=" } else { "<=" })
    })?;
    let maximised = model.sorts().iter().filter(|sort| sort.pieces.quantity == Quantity::Max);
    let sums: Vec<String> = maximised.map(|sort| format!("sum({})", name(sort))).collect();
    let sums = sums.join(" + ");
    match options.at_least {
        Some(least) => writeln!(to, "constraint {sums} >= {least};\nsolve satisfy;")?,
        None if sums.is_empty() => writeln!(to, "solve satisfy;")?,
        None => writeln!(to, "solve maximize {sums};")?,
    }
    write!(to, "output [\"placement:\"]")?;
    let mut army = 0;
    for sort in model.sorts() {
        // Armies without pieces are also skipped.
        (army..sort.army).try_for_each(|_| write!(to, " ++ [\" /\"]"))?;
        army = sort.army;
        let (name, letter) = (name(sort), sort.pieces.kind.letter());
        let shown = format!("if fix({name}[i]) = 1 then \" {letter}\" ++ squares[i] else \"\" endif");
        write!(to, "\n  ++ [{shown} | i in 1..{count}]")?;
    }
    writeln!(to, "\n  ++ [\"\\n\"];")
}

fn name<'a>(sort: &'a Sort<'_>) -> &'a str {
    &sort.name
}

fn element(model: &Model<'_>, variable: usize) -> String {
    match model.meaning(variable) {
        Some((sort, _)) => format!("{}[{}]", name(sort), variable % model.open().len() + 1),
        // There is no such variable.
        None => String::new(),
    }
}

fn list(to: &mut dyn Write, items: impl Iterator<Item = String>, between: &str) -> io::Result<()> {
    for (place, item) in items.enumerate() {
        write!(to, "{}{item}", if place == 0 { "" } else { between })?;
    }
    Ok(())
}
