//! A placement with its problem, ready for display.

use super::{army_diagram, placement_squares};
use crate::placement::Placement;
use crate::problem::Problem;
use std::fmt;

/// A placement together with its problem. [`Placement::display`] makes it.
#[derive(Debug, Clone, Copy)]
pub struct PlacementDisplay<'a> {
    placement: &'a Placement,
    problem: &'a Problem,
}

impl Placement {
    /// Returns the placement in a form that can be printed: as a list of squares, or with `{:#}` as a board
    /// of letters.
    ///
    /// ```
    /// use armistice::{Placement, Problem, notation::placement_from_squares};
    ///
    /// let problem: Problem = "3x3 K1 N2".parse()?;
    /// let placement = placement_from_squares(&problem, "Ka1 Nc1,a3")?;
    /// assert_eq!(placement.display(&problem).to_string(), "Ka1 Nc1,a3");
    /// assert_eq!(format!("{:#}", placement.display(&problem)), "N . .\n. . .\nK . N");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn display<'a>(&'a self, problem: &'a Problem) -> PlacementDisplay<'a> {
        PlacementDisplay { placement: self, problem }
    }
}

impl fmt::Display for PlacementDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() {
            true => f.write_str(&army_diagram(self.problem, self.placement, false).join("\n")),
            false => f.write_str(&placement_squares(self.problem, self.placement)),
        }
    }
}
