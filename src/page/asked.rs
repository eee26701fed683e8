//! A question of the page, and the context for its answer.

use super::session::Session;
use crate::notation::{TextError, TextFault, problem_with_bare};
use crate::plan::{Observer, Settings};
use crate::report::numbers::group_digits;
use crate::sequences::Registry;
use crate::{Demand, Problem, Quantity, Question, UpTo};
use serde::Deserialize;
use serde_json::{Value, json};

/// The most squares of a board that the page shows.
pub(super) const MAX_SQUARES: usize = 4096;

/// The questions of the page, each with its parameters.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase")]
pub(super) enum PageQuestion {
    Kinds,
    Kind(OwnKind),
    Problem(About),
    Position(About),
    Picture(About),
    Explain(About),
    Count(About),
    Estimate(About),
    Squares(About),
    Puzzle(About),
    Level(About),
    Hint(About),
    Max(About),
    Min(About),
    Maps(About),
    Same(About),
    Find(About),
    List(About),
    More(About),
    Trace(About),
    Family(About),
    Member(About),
    Formula(About),
    Identify { terms: Vec<String> },
}

/// A kind that the user defines, or a built-in one by its name or letter.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OwnKind {
    pub(super) letter: String,
    pub(super) betza: String,
}

/// A problem or a family, and the details of the question about it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct About {
    /// The text of a problem or a family.
    pub(super) text: String,
    /// The pieces of a position or a picture, even if they are in conflict: number of the kind in the
    /// problem, and square.
    pub(super) placed: Vec<(usize, String)>,
    up_to: String,
    pub(super) maximal: bool,
    by_number: bool,
    /// The demand, by name. If it is empty, no square must be attacked.
    dominating: String,
    /// The number of placements of a list.
    pub(super) number: usize,
    /// The seed of random choices.
    pub(super) seed: u64,
    /// The level of a puzzle, by name. If it is empty, every level is accepted.
    pub(super) level: String,
    /// The number of pieces in each region of a puzzle. If it is zero, the puzzle has pre-placed pieces
    /// instead.
    pub(super) each: u32,
    /// The value of the variable.
    pub(super) value: i64,
    /// The order of a search, by name.
    pub(super) order: String,
}

impl About {
    /// Returns the problem. A letter without a number means one piece.
    pub(super) fn problem(&self) -> Result<Problem, Fault> {
        self.problem_of(Quantity::Exactly(1))
    }

    /// Returns the problem if the page can show all of it. A letter without a number means the quantity
    /// `bare`.
    pub(super) fn problem_of(&self, bare: Quantity) -> Result<Problem, Fault> {
        let problem =
            problem_with_bare(&self.text, bare).map_err(|error| Fault::of_text(&self.text, error))?;
        if problem.board().squares() > MAX_SQUARES {
            return Err(Fault::from(format!(
                "this page shows boards of up to {} squares; for larger boards use the command: armistice count",
                group_digits(&MAX_SQUARES.into())
            )));
        }
        match problem.walls() {
            None => Ok(problem),
            Some(_) => {
                Err(Fault::from("this page does not support walls (#); use the command: armistice count"))
            }
        }
    }

    /// Returns the symmetries under which placements count as equivalent.
    pub(super) fn up_to(&self) -> Result<UpTo, Fault> {
        if self.up_to.is_empty() { Ok(UpTo::Nothing) } else { Ok(self.up_to.parse()?) }
    }

    /// Returns the demand on squares that must be attacked.
    pub(super) fn demand(&self) -> Result<Demand, Fault> {
        if self.dominating.is_empty() { Ok(Demand::Nothing) } else { Ok(self.dominating.parse()?) }
    }

    /// Returns the question about the number of placements.
    pub(super) fn question(&self) -> Result<Question, Fault> {
        let question = Question::new(self.problem()?).with_up_to(self.up_to()?);
        Ok(question.with_maximal(self.maximal).with_by_number(self.by_number))
    }
}

/// The reason why a question has no answer, and the probable meaning: a problem, or a family that a table
/// counts.
pub(super) struct Fault {
    error: String,
    meant: Option<String>,
    family: Option<String>,
}

impl<E: ToString> From<E> for Fault {
    fn from(error: E) -> Self {
        Self { error: error.to_string(), meant: None, family: None }
    }
}

impl Fault {
    /// Returns the fault of a text that is not a problem. The text may be a family or the number of a
    /// sequence.
    fn of_text(text: &str, error: TextError) -> Self {
        if let Some(entry) = Registry::built_in().find(text.trim()) {
            let id = entry.id();
            return Self::from(format!("{id} is a sequence; a table shows its terms")).meaning_family(id);
        }
        let family = match &error.fault {
            TextFault::Family { family } => Some(family.clone()),
            _ => None,
        };
        Self { error: error.to_string(), meant: error.meant, family }
    }

    /// Adds that the text probably means this family.
    pub(super) fn meaning_family(self, family: &str) -> Self {
        Self { family: Some(family.to_owned()), ..self }
    }

    /// Returns the fault in the form that the page reads.
    pub(super) fn to_json(&self) -> Value {
        json!({ "error": self.error, "meant": self.meant, "family": self.family })
    }
}

/// The session, the settings and the observer with which a question is answered.
pub(super) struct PageContext<'a> {
    pub(super) session: &'a mut Session,
    pub(super) settings: &'a Settings,
    pub(super) observer: &'a dyn Observer,
}
