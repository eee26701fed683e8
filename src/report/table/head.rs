//! The common properties of all rows of a table, and their layout in lines.

use super::style::TableValue;
use crate::{Demand, MapGroup, Objective, UpTo};

/// The common properties of all rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableHead {
    /// The family's canonical text.
    pub family: String,
    /// The variables of the family in their order there.
    pub variables: Vec<char>,
    /// The layout of lines for people.
    pub layout: TableLayout,
    /// The objective of the question.
    pub objective: Objective,
    /// The symmetries up to which placements count as equivalent.
    pub up_to: UpTo,
    /// The maps that must fix every counted placement.
    pub fixed_by: MapGroup,
    /// Whether only maximal placements count: those to which no piece can be added.
    pub maximal: bool,
    /// The demand on squares that must be attacked, which replaces the rule that pieces do not attack each
    /// other.
    pub dominating: Demand,
}

/// The layout of the rows of a table in lines for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableLayout {
    /// One variable, a line for each of its values.
    Lines {
        /// The variable.
        down: char,
        /// The number of digits of the largest value of the variable, if known.
        width: usize,
    },
    /// Two variables, the counts in columns.
    Grid {
        /// The variable with a line for each value.
        down: char,
        /// The number of digits of the largest value of `down`, if known.
        width: usize,
        /// The variable with a column for each value.
        across: char,
        /// The values of `across`.
        columns: Vec<i64>,
    },
    /// Two variables, with the counts of a line one after another, so that lines have different lengths.
    Runs {
        /// The variable with a line for each value.
        down: char,
        /// The variable that runs along the line.
        across: char,
        /// The first value of `across` in a line: a number or the other variable.
        from: String,
    },
}

impl TableLayout {
    /// Returns the variable with a line for each value.
    #[must_use]
    pub fn row_variable(&self) -> char {
        match self {
            Self::Lines { down, .. } | Self::Grid { down, .. } | Self::Runs { down, .. } => *down,
        }
    }
}

impl TableHead {
    /// Describes the counts: `placements up to symmetry`.
    #[must_use]
    pub fn description(&self) -> String {
        let maximal = super::super::text::adjective(self.maximal, self.dominating);
        let fixed_by =
            self.fixing_maps().map_or_else(String::new, |fixed_by| format!(" fixed by {fixed_by}"));
        format!("{maximal}placements{}{fixed_by}", self.up_to.phrase())
    }

    /// Describes the demand on squares that must be attacked, if there is one.
    pub(super) fn demand(&self) -> Option<String> {
        (self.dominating != Demand::Nothing).then(|| self.dominating.to_string())
    }

    /// Names the maps that must fix the placements, if there are any.
    pub(super) fn fixing_maps(&self) -> Option<String> {
        (!self.fixed_by.is_identity()).then(|| self.fixed_by.to_string())
    }

    /// Describes the content of a cell: the counts or, for a maximum, the value that is shown.
    pub(super) fn cells(&self, value: Option<TableValue>) -> String {
        match (self.objective, value) {
            (Objective::Maximum, None) => {
                format!("largest number (how many {} attain it)", self.description())
            }
            (Objective::Maximum, Some(TableValue::Maximum)) => "largest number".to_owned(),
            (Objective::Maximum, Some(TableValue::Placements)) => {
                format!("{} with the largest number", self.description())
            }
            (Objective::Exactly | Objective::AnyNumber, _) => self.description(),
        }
    }
}
