//! The lines of a journal of placements by square: the question, and a number for each known square.

use super::head_error::HeadError;
use crate::engines::Engine;
use crate::plan::Settings;
use crate::{Demand, Named, Question};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// The name of the lines and their meaning. It is raised when they change.
const SCHEMA: &str = "armistice.squares/1";

/// The question of the journal: the first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SquaresHead {
    schema: String,
    problem: String,
    identity: String,
    /// The piece that all counted placements contain, as it was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    beside: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    maximal: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dominating: Option<String>,
    /// The engine as it was requested.
    engine: String,
}

impl SquaresHead {
    /// Describes the question, with a piece if one is given, and the settings.
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

    /// Returns a permanent name of the question, as [other heads](super::Head::id) do.
    pub(super) fn id(&self) -> String {
        let Self { schema, identity, engine, .. } = self;
        let hash = blake3::hash(format!("{schema} {identity} {engine} {self}").as_bytes());
        hash.to_hex()[..12].to_owned()
    }

    /// Rejects the head of another question.
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

/// A known number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NumberLine {
    /// The [id](SquaresHead::id) of the journal.
    pub(super) run: String,
    /// The problem whose placements were counted.
    pub(super) problem: String,
    pub(super) count: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) maximum: Option<u32>,
    /// The name of the engine.
    pub(super) engine: String,
    /// The version of the engine.
    pub(super) version: u32,
    /// Whether the count was double-checked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) checked: bool,
    /// The seconds since the beginning of the session.
    pub(super) at: f64,
}

/// The numbers of a part of all placements, by an engine that counts all squares at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NumbersLine {
    /// The [id](SquaresHead::id) of the journal.
    pub(super) run: String,
    /// The problem whose placements were counted.
    pub(super) problem: String,
    /// The number of the part, from 0.
    pub(super) part: usize,
    /// The number of parts.
    pub(super) of: usize,
    /// The name of the engine.
    pub(super) engine: String,
    /// The version of the engine.
    pub(super) version: u32,
    /// The number of all placements and, for each square up to symmetry, the number of pieces there,
    /// separated by blanks.
    pub(super) numbers: String,
    /// The seconds since the beginning of the session.
    pub(super) at: f64,
}

/// The loss that a damaged line causes.
pub(super) const LOSS: &str = "; without that line its square will be counted again";
