//! Feature `serde`: problems, questions and placements in the formats that [serde](https://serde.rs)
//! supports.
//!
//! | type | is written as |
//! |---|---|
//! | [`Problem`], [`Board`], [`Square`] | their text: `"8x8 Q8"`, `"8x8/torus"`, `"c4"` |
//! | [`Kind`] | `{"letter": "X", "betza": "NN"}` |
//! | [`Placement`] | a list of pairs: the number of the kind among the problem's pieces, and the square |
//! | [`Question`] | `{"problem": …, "up_to": "nothing", "maximal": false, "by_number": false}`; all but the first are optional; `fixed_by` and `dominating` are written only if the question asks for them |
//! | [`UpTo`], [`MapGroup`], [`Lines`], [`Topology`], [`Objective`], [`Demand`], `Engine`, `Kernel` | their names |
//!
//! Results are written as the command writes them, by the feature `json`.
//!
//! Input is checked like text: every problem and every kind that is read could have been typed.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! use armistice::{Problem, Question, UpTo};
//!
//! let problem: Problem = "8x8 Q8".parse()?;
//! assert_eq!(serde_json::to_string(&problem)?, r#""8x8 Q8""#);
//! let question: Question = serde_json::from_str(r#"{"problem": "8x8 Q8", "up_to": "symmetry"}"#)?;
//! assert_eq!(question, Question::new(problem).with_up_to(UpTo::Symmetry));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Board, Square, Topology};
use crate::piece::Kind;
use crate::placement::Placement;
use crate::problem::{Lines, Objective, Problem};
use crate::question::{Demand, Question};
use crate::up_to::{MapGroup, UpTo};
use armistice_base::as_text;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

as_text! {
    Problem: str::parse;
    Board: str::parse;
    Square: str::parse;
    UpTo: str::parse;
    MapGroup: str::parse;
    Lines: str::parse;
    Topology: str::parse;
    Objective: str::parse;
    Demand: str::parse;
}

/// The serialised form of a kind.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Kind")]
struct WrittenKind<'a> {
    letter: char,
    betza: Cow<'a, str>,
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenKind { letter: self.letter(), betza: self.betza().into() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenKind { letter, betza } = WrittenKind::deserialize(deserializer)?;
        Self::from_betza(letter, &betza).map_err(D::Error::custom)
    }
}

impl Serialize for Placement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pieces())
    }
}

impl<'de> Deserialize<'de> for Placement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}

/// The serialised form of a question.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Question", deny_unknown_fields)]
struct WrittenQuestion<'a> {
    problem: Cow<'a, Problem>,
    #[serde(default)]
    up_to: UpTo,
    #[serde(default)]
    maximal: bool,
    #[serde(default)]
    by_number: bool,
    #[serde(default, skip_serializing_if = "is_identity")]
    fixed_by: MapGroup,
    #[serde(default, skip_serializing_if = "is_default")]
    dominating: Demand,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_identity(group: &MapGroup) -> bool {
    group.is_identity()
}

impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { ref problem, up_to, maximal, by_number, fixed_by, dominating } = self;
        let problem = Cow::Borrowed(problem);
        WrittenQuestion { problem, up_to, maximal, by_number, fixed_by, dominating }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenQuestion { problem, up_to, maximal, by_number, fixed_by, dominating } =
            WrittenQuestion::deserialize(deserializer)?;
        let problem = problem.into_owned();
        Ok(Self { problem, up_to, maximal, by_number, fixed_by, dominating })
    }
}
