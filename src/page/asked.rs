//! A question, and what it is answered with.

use super::session::Session;
use crate::plan::{Observer, Settings};
use serde::Deserialize;

/// What the page asks of a problem.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Asked {
    pub(super) ask: String,
    /// Problem text, or that of a family.
    pub(super) text: String,
    /// Pieces that a position or a picture shows, be they in conflict or not: number of the kind in the problem, and square.
    pub(super) placed: Vec<(usize, String)>,
    pub(super) up_to: String,
    pub(super) maximal: bool,
    pub(super) by_number: bool,
    /// How many.
    pub(super) number: usize,
    pub(super) seed: u64,
    /// A kind of one's own.
    pub(super) letter: String,
    pub(super) betza: String,
    /// The value of the variable.
    pub(super) value: i64,
    /// Terms of a sequence, in decimal.
    pub(super) terms: Vec<String>,
    /// The order of a search.
    pub(super) order: String,
}

/// Why there is no answer.
pub(super) struct Fault(pub(super) String);

impl<E: ToString> From<E> for Fault {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// What a question is answered with, besides what it says itself.
pub(super) struct Means<'a> {
    pub(super) session: &'a mut Session,
    pub(super) settings: &'a Settings,
    pub(super) observer: &'a dyn Observer,
}
