//! The order of a table's values: one variable has the lines, the other runs along them.

use super::args::TableArguments;
use super::exit::UsageError;
use super::range::{Bound, VariableRange};
use crate::Objective;
use crate::notation::Family;
use crate::report::table::TableLayout;

/// The largest number of columns of a readable grid.
const MAX_COLUMNS: usize = 40;

/// The number of values of each variable that are tried in order to find one with a problem.
const FEW: usize = 64;

/// The variables in their order, with their values.
pub(super) struct VariableOrder {
    /// The variable with a line for each value.
    pub(super) down: (char, VariableRange),
    pub(super) across: Option<(char, VariableRange)>,
}

impl VariableOrder {
    pub(super) fn new(family: &Family, arguments: &TableArguments) -> Result<Self, UsageError> {
        let given = [('n', &arguments.n), ('m', &arguments.m), ('k', &arguments.k)];
        let variables = family.variables();
        for (name, range) in given {
            if range.is_some() && !variables.contains(&name) {
                return Err(UsageError(format!("--{name}: the family {family} has no variable {name}")));
            }
        }
        let from = match (&variables[..], arguments.from) {
            (&[name], Some(first)) => Some((name, VariableRange::from(i64::from(first)))),
            (variables @ [_, _, ..], Some(_)) => {
                let names: Vec<String> = variables.iter().map(char::to_string).collect();
                return Err(UsageError(format!(
                    "--from is for families with one variable, and {family} has {}: give each a range, like --n 1..12",
                    names.join(" and ")
                )));
            }
            _ => None,
        };
        let range = |&name: &char| match given.iter().find(|(other, _)| *other == name) {
            None => Err(UsageError(format!("the variable {name}: the variables of a table are n, m and k"))),
            Some((_, None)) => from.clone().ok_or_else(|| {
                UsageError(format!("the variable {name} has no range: give it one, like --{name} 1..12"))
            }),
            Some((_, Some(range))) => Ok((name, range.clone())),
        };
        let ranges = variables.iter().map(range).collect::<Result<Vec<_>, _>>()?;
        let mut ranges = ranges.into_iter();
        let (down, across) = match (ranges.next(), ranges.next()) {
            (None, _) => {
                let advice = "a family has a variable in braces, like {n}x{n} Q{n}; a single problem is counted by \
                              armistice count";
                return Err(UsageError(advice.to_owned()));
            }
            (Some(down), None) => (down, None),
            // A variable whose range depends on the other one comes second.
            (Some(first), Some(second)) if first.1.variables().next().is_some() => (second, Some(first)),
            (Some(first), Some(second)) => (first, Some(second)),
        };
        if let Some(name) = down.1.variables().next() {
            let fault = format!("--{}: this range cannot depend on {name}: give a number", down.0);
            return Err(UsageError(fault));
        }
        let other = across.as_ref().and_then(|(_, range)| range.variables().find(|&other| other != down.0));
        if let (Some((name, _)), Some(other)) = (&across, other) {
            return Err(UsageError(format!("--{name}: this range can depend on {}, not on {other}", down.0)));
        }
        Ok(Self { down, across })
    }

    /// Whether each value has a line, and values are left out.
    pub(super) fn has_gaps(&self) -> bool {
        self.across.is_none() && self.down.1.has_gaps()
    }

    pub(super) fn layout(&self) -> TableLayout {
        let (down, width) = (self.down.0, self.down.1.width());
        let Some((across, range)) = &self.across else { return TableLayout::Lines { down, width } };
        let columns: Vec<i64> = match (range.first, range.last) {
            (Bound::Number(_), Some(Bound::Number(_))) => range.values(0).take(MAX_COLUMNS + 1).collect(),
            _ => Vec::new(),
        };
        if (1..=MAX_COLUMNS).contains(&columns.len()) {
            TableLayout::Grid { down, width, across: *across, columns }
        } else {
            TableLayout::Runs { down, across: *across, from: range.first.to_string() }
        }
    }

    /// Returns the variables, that of the lines first.
    pub(super) fn variables(&self) -> Vec<char> {
        std::iter::once(self.down.0).chain(self.across.as_ref().map(|(name, _)| *name)).collect()
    }

    /// Returns the first values: a few lines, with a few values in each.
    pub(super) fn some_values(&self) -> impl Iterator<Item = Vec<(char, i64)>> + '_ {
        self.down.1.values(0).take(FEW).flat_map(|line| {
            let down = (self.down.0, line);
            let across = self.across.as_ref().map(|(name, range)| (*name, range.values(line).take(FEW)));
            let lines: Vec<Vec<(char, i64)>> = match across {
                Some((name, cells)) => cells.map(|at| vec![down, (name, at)]).collect(),
                None => vec![vec![down]],
            };
            lines
        })
    }

    /// Returns the objective of the family. It is the same for all values, so the first problem decides.
    pub(super) fn objective(&self, family: &Family) -> Objective {
        let problem = self.some_values().find_map(|values| family.problem_at(&values).ok());
        problem.map_or(Objective::Exactly, |problem| problem.objective())
    }
}
