//! What all rows of a table have in common, and how they become lines.

use super::style::TableValue;
use crate::{Demand, MapGroup, Objective, UpTo};

/// What all rows of a table have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableHead {
    /// The family's canonical text.
    pub family: String,
    /// Its variables in their order there.
    pub variables: Vec<char>,
    /// How lines are laid out where they are for people.
    pub layout: TableLayout,
    /// What is asked.
    pub objective: Objective,
    /// What counts as the same placement.
    pub up_to: UpTo,
    /// What leaves every placement that counts as it is.
    pub fixed_by: MapGroup,
    /// Whether only placements that cannot be extended count.
    pub maximal: bool,
    /// What the pieces must attack, in the place of peace.
    pub dominating: Demand,
}

/// How the rows of a table become lines for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableLayout {
    /// One variable, a line for each of its values.
    Lines {
        /// The variable.
        down: char,
        /// Digits of its largest value, where that is known.
        width: usize,
    },
    /// Two variables, the counts in columns.
    Grid {
        /// The variable with a line for each value.
        down: char,
        /// Digits of its largest value, where that is known.
        width: usize,
        /// The variable with a column for each value.
        across: char,
        /// Those values.
        columns: Vec<i64>,
    },
    /// Two variables, the counts of a line one after another: lines of different lengths.
    Runs {
        /// The variable with a line for each value.
        down: char,
        /// The variable that runs along the line.
        across: char,
        /// What it begins with: a number or the other variable.
        from: String,
    },
}

impl TableLayout {
    /// The variable with a line for each value.
    #[must_use]
    pub fn down(&self) -> char {
        match self {
            Self::Lines { down, .. } | Self::Grid { down, .. } | Self::Runs { down, .. } => *down,
        }
    }
}

impl TableHead {
    /// What the counts are: `placements up to symmetry`.
    #[must_use]
    pub fn what(&self) -> String {
        let maximal = super::super::text::adjective(self.maximal, self.dominating);
        let fixed_by = self.fixed().map_or_else(String::new, |fixed_by| format!(" fixed by {fixed_by}"));
        format!("{maximal}placements{}{fixed_by}", self.up_to.phrase())
    }

    /// What the pieces must attack, if that is asked for.
    pub(super) fn demand(&self) -> Option<String> {
        (self.dominating != Demand::Nothing).then(|| self.dominating.to_string())
    }

    /// By what placements are fixed, if that is asked for.
    pub(super) fn fixed(&self) -> Option<String> {
        (!self.fixed_by.is_identity()).then(|| self.fixed_by.to_string())
    }

    /// What a cell holds: the same, or of a largest number what is shown of it.
    pub(super) fn cells(&self, value: Option<TableValue>) -> String {
        match (self.objective, value) {
            (Objective::Maximum, None) => format!("largest number (how many {} attain it)", self.what()),
            (Objective::Maximum, Some(TableValue::Maximum)) => "largest number".to_owned(),
            (Objective::Maximum, Some(TableValue::Placements)) => {
                format!("{} with the largest number", self.what())
            }
            (Objective::Exactly | Objective::AnyNumber, _) => self.what(),
        }
    }
}
