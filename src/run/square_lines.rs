//! The lines of a journal of placements by square: what is asked, and a number for each square that is known.

use super::head_error::HeadError;
use crate::engines::Engine;
use crate::plan::Settings;
use crate::{Demand, Named, Question};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// Names the lines and their meaning; raised when they change.
const SCHEMA: &str = "armistice.squares/1";

/// What is asked: the first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SquaresHead {
    schema: String,
    problem: String,
    identity: String,
    /// The piece beside which the others stand, as it was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    beside: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    maximal: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dominating: Option<String>,
    /// The engine as it was asked for.
    engine: String,
}

impl SquaresHead {
    /// What is asked of the problem, perhaps beside a piece, and how.
    #[must_use]
    pub fn new(question: &Question, beside: Option<String>, settings: &Settings) -> Self {
        let Question { problem, maximal, dominating, .. } = question;
        Self {
            schema: SCHEMA.to_owned(),
            problem: problem.to_string(),
            identity: problem.identity(),
            beside,
            maximal: *maximal,
            dominating: (*dominating != Demand::Nothing).then(|| dominating.to_string()),
            engine: settings.engine.name().to_owned(),
        }
    }

    /// Names what is asked for ever, as [other heads](super::Head::id) do.
    pub(super) fn id(&self) -> String {
        let Self { schema, identity, engine, .. } = self;
        let hash = blake3::hash(format!("{schema} {identity} {engine} {self}").as_bytes());
        hash.to_hex()[..12].to_owned()
    }

    /// Refuses the head of something else.
    pub(super) fn check(&self, asked: &Self) -> Result<(), HeadError> {
        if self.schema != SCHEMA {
            let fault = format!("the schema is {}, but this program reads {SCHEMA}", self.schema);
            return Err(HeadError::Unknown(fault));
        }
        if self.to_string() != asked.to_string() {
            return Err(HeadError::Asked { then: self.to_string(), now: asked.to_string() });
        }
        if self != asked {
            return Err(HeadError::Identity { problem: self.problem.clone() });
        }
        Ok(())
    }
}

impl Display for SquaresHead {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { problem, beside, maximal, dominating, engine, .. } = self;
        write!(f, "{problem} by square")?;
        beside.iter().try_for_each(|beside| write!(f, " beside {beside}"))?;
        if *maximal {
            write!(f, ", maximal placements")?;
        }
        dominating.iter().try_for_each(|demand| write!(f, ", {demand} placements"))?;
        if *engine == Engine::BEST.name() { Ok(()) } else { write!(f, ", with the engine {engine}") }
    }
}

/// A number that is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NumberLine {
    /// The [id](SquaresHead::id) of the journal.
    pub(super) run: String,
    /// What was counted.
    pub(super) problem: String,
    pub(super) count: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) maximum: Option<u32>,
    /// The engine, and its version.
    pub(super) engine: String,
    pub(super) version: u32,
    /// Whether it was counted twice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) checked: bool,
    /// Seconds from the beginning of the session.
    pub(super) at: f64,
}

/// The numbers of a part of all placements, where an engine counts all squares at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NumbersLine {
    /// The [id](SquaresHead::id) of the journal.
    pub(super) run: String,
    /// What was counted.
    pub(super) problem: String,
    /// Which part of it, from 0, of how many.
    pub(super) part: usize,
    pub(super) of: usize,
    /// The engine, and its version.
    pub(super) engine: String,
    pub(super) version: u32,
    /// All placements, and for each square up to symmetry the pieces that stand there, separated by blanks.
    pub(super) numbers: String,
    /// Seconds from the beginning of the session.
    pub(super) at: f64,
}

/// What is lost with a line.
pub(super) const LOSS: &str = "; without that line its square will be counted again";
