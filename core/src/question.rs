//! What is asked of a problem, and nothing about how it is found out.

use crate::named::named;
use crate::problem::{Objective, Problem};
use crate::up_to::{MapGroup, UpTo};

named! {
    /// What a question can ask for besides placements of exact numbers, those that can be extended included, seen along whole
    /// lines. An engine answers none of these unless it says so.
    pub enum Ask {
        /// Count with blocked lines.
        Blocked = "blocked",
        /// Count pieces whose attack depends on others.
        Hops = "hops",
        /// Count any number, the largest number or maximal placements.
        OpenNumbers = "open numbers",
        /// Count any number, the largest number or maximal placements.
        ///
        /// Those are placements that cannot be extended.
        Maximal = "maximal",
    }
}

/// A problem, and what is to be known of its placements.
///
/// ```
/// use armistice::{Problem, Question, UpTo};
///
/// let problem: Problem = "8x8 Q8".parse()?;
/// let question = Question::from(problem).with_up_to(UpTo::Symmetry);
/// assert!(question.is_plain());
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Question {
    /// The board, the pieces and their numbers.
    pub problem: Problem,
    /// What counts as the same placement.
    pub up_to: UpTo,
    /// Whether only placements count that cannot be extended: no further piece of any kind of the problem fits.
    pub maximal: bool,
    /// Whether the placements are counted for every number of the pieces written `*` or `max` as well.
    pub by_number: bool,
    /// Only placements count that each map of this group leaves as they are. The maps must keep the problem.
    pub fixed_by: MapGroup,
}

impl Question {
    /// How many placements a problem has.
    #[must_use]
    pub fn new(problem: Problem) -> Self {
        let (up_to, fixed_by) = (UpTo::Nothing, MapGroup::default());
        Self { problem, up_to, maximal: false, by_number: false, fixed_by }
    }

    /// The same with another notion of [sameness](Question::up_to).
    #[must_use]
    pub fn with_up_to(self, up_to: UpTo) -> Self {
        Self { up_to, ..self }
    }

    /// The same of [maximal placements](Question::maximal) only, or of all.
    #[must_use]
    pub fn with_maximal(self, maximal: bool) -> Self {
        Self { maximal, ..self }
    }

    /// The same with or without the counts [by number](Question::by_number) of pieces.
    #[must_use]
    pub fn with_by_number(self, by_number: bool) -> Self {
        Self { by_number, ..self }
    }

    /// The same of those placements only that a group of maps [leaves as they are](Question::fixed_by).
    #[must_use]
    pub fn with_fixed_by(self, fixed_by: MapGroup) -> Self {
        Self { fixed_by, ..self }
    }

    /// The same about another problem.
    #[must_use]
    pub fn of(&self, problem: Problem) -> Self {
        Self { problem, ..*self }
    }

    /// What it asks for that engines must know of.
    pub fn asks(&self) -> impl Iterator<Item = Ask> + Clone {
        let Self { problem, up_to: _, maximal, by_number: _, fixed_by: _ } = self;
        let is_open = problem.objective() != Objective::Exactly;
        let hops = !problem.has_fixed_moves();
        let asks = [
            (problem.is_blocked(), Ask::Blocked),
            (hops, Ask::Hops),
            (is_open, Ask::OpenNumbers),
            (*maximal, Ask::Maximal),
        ];
        asks.into_iter().filter(|(is_asked, _)| *is_asked).map(|(_, ask)| ask)
    }

    /// Whether it asks for placements of exact numbers, those that can be extended included.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.problem.objective() == Objective::Exactly && !self.maximal
    }
}

impl From<Problem> for Question {
    fn from(problem: Problem) -> Self {
        Self::new(problem)
    }
}

impl From<&Problem> for Question {
    fn from(problem: &Problem) -> Self {
        Self::new(problem.clone())
    }
}
