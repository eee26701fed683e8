//! A logic program, for clingo or gringo and clasp (Gebser, Kaminski, Kaufmann and Schaub, "Multi-shot ASP
//! solving with clingo", 2019).
//!
//! `at(q,3,1)` is a queen on file 3, rank 1. With several armies, `at(q2,3,1)` is a queen of the second one.
//! Answer sets are placements, and only these atoms are shown. For each row, the program forbids two true
//! atoms. For a full row, it also forbids that no atom is true.

use super::model::{Model, Sort};
use super::options::Options;
use crate::Quantity;
use crate::board::Square;
use std::io::{self, Write};

pub(super) fn write(model: &Model<'_>, options: Options, to: &mut dyn Write) -> io::Result<()> {
    let board = model.problem().board();
    writeln!(to, "% {}", model.problem())?;
    writeln!(to, "% answer sets are placements, one for one: at(kind,file,rank)")?;
    // No piece can stand on these squares.
    let holes = || board.holes().iter().chain(model.problem().reserved_squares());
    if holes().next().is_none() {
        writeln!(to, "square(1..{},1..{}).", board.cols(), board.rows())?;
    } else {
        writeln!(to, "square(F,R) :- F = 1..{}, R = 1..{}, not hole(F,R).", board.cols(), board.rows())?;
    }
    holes().try_for_each(|hole| writeln!(to, "hole({}).", place(*hole)))?;
    for sort in model.sorts() {
        write!(to, "{{ at({},F,R) : square(F,R) }}", name(sort))?;
        match sort.pieces.quantity {
            Quantity::Exactly(number) => writeln!(to, " = {number}.")?,
            Quantity::Within(_) | Quantity::Any | Quantity::Max => writeln!(to, ".")?,
        }
    }
    for variable in model.preplaced_variables() {
        writeln!(to, ":- not {}.", atom(model, variable))?;
    }
    for &variable in model.closed_variables() {
        writeln!(to, ":- {}.", atom(model, variable))?;
    }
    model.rows(&mut |row| {
        let (before, between, after) = match (row.is_full, row.variables.len()) {
            (true, _) => ("not 1 { ", "; ", " } 1"),
            // Every grounder supports the plain form.
            (false, 2) => ("", ", ", ""),
            (false, _) => ("2 { ", "; ", " }"),
        };
        write!(to, ":- {before}")?;
        for (place, &variable) in row.variables.iter().enumerate() {
            write!(to, "{}{}", if place == 0 { "" } else { between }, atom(model, variable))?;
        }
        writeln!(to, "{after}.")
    })?;
    let maximised = || model.sorts().iter().filter(|sort| sort.pieces.quantity == Quantity::Max).map(name);
    if let Some(least) = options.at_least {
        let atoms: Vec<String> = maximised().map(|name| format!("at({name},F,R) : square(F,R)")).collect();
        writeln!(to, ":- {{ {} }} < {least}.", atoms.join("; "))?;
    } else if maximised().next().is_some() {
        let atoms: Vec<String> = maximised().map(|name| format!("1,{name},F,R : at({name},F,R)")).collect();
        writeln!(to, "#maximize {{ {} }}.", atoms.join("; "))?;
    }
    writeln!(to, "#show at/3.")
}

/// Returns the name of a sort: constants begin with small letters.
pub(super) fn name(sort: &Sort<'_>) -> String {
    sort.name.to_ascii_lowercase()
}

fn atom(model: &Model<'_>, variable: usize) -> String {
    match model.meaning(variable) {
        Some((sort, square)) => format!("at({},{})", name(sort), place(square)),
        // There is no such variable.
        None => String::new(),
    }
}

/// Returns the file and the rank of a square.
fn place(square: Square) -> String {
    format!("{},{}", square.col + 1, square.row + 1)
}
