//! A question, and what it is answered with.

use super::session::Session;
use crate::notation::{TextError, TextFault, problem_with_bare};
use crate::plan::{Observer, Settings};
use crate::sequences::Registry;
use crate::{Demand, Problem, Quantity, Question, UpTo};
use serde::Deserialize;
use serde_json::{Value, json};

/// The most squares of a board that the page shows.
pub(super) const MAX_SQUARES: usize = 4096;

/// What the page asks, each question with what it needs.
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

/// A kind of one's own, or a built-in one by its name or letter.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OwnKind {
    pub(super) letter: String,
    pub(super) betza: String,
}

/// A problem or a family, and what is asked of it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct About {
    /// Problem text, or that of a family.
    pub(super) text: String,
    /// Pieces that a position or a picture shows, be they in conflict or not: number of the kind in the problem, and square.
    pub(super) placed: Vec<(usize, String)>,
    up_to: String,
    pub(super) maximal: bool,
    by_number: bool,
    /// What pieces must attack, by name; peace if it is empty.
    dominating: String,
    /// How many placements of a list.
    pub(super) number: usize,
    /// Where what is drawn at random begins.
    pub(super) seed: u64,
    /// How hard a puzzle is; however hard if it is empty.
    pub(super) level: String,
    /// How many pieces each region of a puzzle has; pieces are given if there are none.
    pub(super) each: u32,
    /// The value of the variable.
    pub(super) value: i64,
    /// The order of a search.
    pub(super) order: String,
}

impl About {
    /// The problem; letters without a number mean one piece.
    pub(super) fn problem(&self) -> Result<Problem, Fault> {
        self.problem_of(Quantity::Exactly(1))
    }

    /// The problem, if the page can show all of it; letters without a number mean this.
    pub(super) fn problem_of(&self, bare: Quantity) -> Result<Problem, Fault> {
        let problem =
            problem_with_bare(&self.text, bare).map_err(|error| Fault::of_text(&self.text, error))?;
        if problem.board().squares() > MAX_SQUARES {
            return Err(Fault::from(format!(
                "this page shows boards of up to {MAX_SQUARES} squares; the command counts on larger ones: armistice count"
            )));
        }
        match problem.walls() {
            None => Ok(problem),
            Some(_) => Err(Fault::from(
                "walls (#) cannot be shown on this page; the command counts them: armistice count",
            )),
        }
    }

    /// What counts as the same placement.
    pub(super) fn up_to(&self) -> Result<UpTo, Fault> {
        if self.up_to.is_empty() { Ok(UpTo::Nothing) } else { Ok(self.up_to.parse()?) }
    }

    /// What pieces must attack.
    pub(super) fn demand(&self) -> Result<Demand, Fault> {
        if self.dominating.is_empty() { Ok(Demand::Nothing) } else { Ok(self.dominating.parse()?) }
    }

    /// What is asked about the number of placements.
    pub(super) fn question(&self) -> Result<Question, Fault> {
        let question = Question::new(self.problem()?).with_up_to(self.up_to()?);
        Ok(question.with_maximal(self.maximal).with_by_number(self.by_number))
    }
}

/// Why there is no answer, and what was probably meant: a problem, or a family that a table counts.
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
    /// The fault of a text that is no problem: it may be a family, or the number of a sequence.
    fn of_text(text: &str, error: TextError) -> Self {
        if let Some(entry) = Registry::built_in().find(text.trim()) {
            let id = entry.id();
            return Self::from(format!("{id} is a sequence: a table counts its terms")).meaning_family(id);
        }
        let family = match &error.fault {
            TextFault::Family { family, .. } => Some(family.clone()),
            _ => None,
        };
        Self { error: error.to_string(), meant: error.meant, family }
    }

    /// The same of a text that probably means this family.
    pub(super) fn meaning_family(self, family: &str) -> Self {
        Self { family: Some(family.to_owned()), ..self }
    }

    /// As the page is told.
    pub(super) fn told(&self) -> Value {
        json!({ "error": self.error, "meant": self.meant, "family": self.family })
    }
}

/// What a question is answered with, besides what it says itself.
pub(super) struct Means<'a> {
    pub(super) session: &'a mut Session,
    pub(super) settings: &'a Settings,
    pub(super) observer: &'a dyn Observer,
}
