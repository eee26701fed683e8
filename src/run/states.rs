//! What is kept of a sweep: a head that says in which ways it is swept, and its states, in files of their own.

use super::head::{Content, Head, HeadError, named};
use crate::Named;
use crate::Question;
use crate::plan::kept::Recipe;
use crate::plan::kept::{SweepRecipe, SweepWay};
use crate::plan::{Plan, Settings};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The ways of a sweep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct States {
    maximal: bool,
    by_number: bool,
    /// The engine as it was asked for.
    asked: String,
    /// The engine that counts, and its version.
    engine: String,
    version: u32,
    ways: Vec<Way>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Way {
    order: usize,
    grouped: Vec<bool>,
    seconds: f64,
    memory: u64,
}

impl Content for States {
    const SCHEMA: &'static str = "armistice.sweep/1";

    fn of(plan: &Plan) -> Option<Self> {
        let way = |SweepWay { order, grouped, seconds, memory }| Way { order, grouped, seconds, memory };
        let (engine, version) = plan.summary().engine;
        let Question { maximal, by_number, .. } = *plan.question();
        Some(Self {
            maximal,
            by_number,
            asked: plan.settings().engine.name().to_owned(),
            engine: engine.to_owned(),
            version,
            ways: plan.swept()?.recipe().ways.into_iter().map(way).collect(),
        })
    }

    fn key(&self) -> String {
        format!("{} {}", self.maximal, self.by_number)
    }

    fn recipe(&self, question: &mut Question, settings: &mut Settings) -> Result<Recipe, HeadError> {
        (question.maximal, question.by_number) = (self.maximal, self.by_number);
        settings.engine = named("the engine", &self.asked)?;
        let way = |Way { order, grouped, seconds, memory }| SweepWay { order, grouped, seconds, memory };
        Ok(Recipe::Sweep(SweepRecipe { ways: self.ways.iter().cloned().map(way).collect() }))
    }

    fn check(then: &Head<Self>, now: &Head<Self>) -> Result<(), HeadError> {
        let [then, now] = [then, now].map(|head| head.content.counted_by());
        if then == now { Ok(()) } else { Err(HeadError::Version { then, now }) }
    }
}

impl States {
    /// Name and version of the engine.
    #[must_use]
    pub fn counted_by(&self) -> String {
        format!("{} {}", self.engine, self.version)
    }
}

/// A state that was written as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Which of the two files has it, 1 or 2.
    pub slot: u32,
    pub(super) digest: String,
    /// How large it is.
    pub bytes: u64,
    /// The share of the count that is done.
    pub share: f64,
    /// Partial placements made.
    pub nodes: u64,
    /// Seconds from the beginning of the session.
    pub at: f64,
    /// Whether all is counted.
    pub finished: bool,
}

/// The file of a state: `knights.jsonl.state-1`.
#[must_use]
pub fn state_path(journal: &Path, slot: u32) -> PathBuf {
    let mut name = journal.file_name().unwrap_or_default().to_owned();
    name.push(format!(".state-{slot}"));
    journal.with_file_name(name)
}
