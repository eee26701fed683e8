//! What is kept of a sweep: a head that says how it is swept, and its states, in files of their own.

use super::head::{Content, Head, HeadError, named};
use super::old;
use crate::Named;
use crate::Question;
use crate::plan::kept::Tree;
use crate::plan::{Plan, Settings};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What is swept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct States {
    maximal: bool,
    by_number: bool,
    /// The engine as it was asked for; in a head of before, the one that counts.
    engine: String,
    /// The plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<Tree>,
    /// What a head of before has in its place.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    old: Option<old::States>,
}

impl Content for States {
    const OLD_SCHEMA: &'static str = "armistice.sweep/1";

    fn of(plan: &Plan) -> Option<Self> {
        let Question { maximal, by_number, .. } = *plan.question();
        let (engine, tree) = (plan.settings().engine.name().to_owned(), plan.tree()?);
        plan.swept().map(|_| Self { maximal, by_number, engine, tree: Some(tree), old: None })
    }

    fn key(&self) -> String {
        format!("{} {}", self.maximal, self.by_number)
    }

    fn tree(&self, question: &mut Question, settings: &mut Settings) -> Result<Tree, HeadError> {
        (question.maximal, question.by_number) = (self.maximal, self.by_number);
        match (&self.tree, &self.old) {
            (Some(tree), _) => {
                settings.engine = named("the engine", &self.engine)?;
                Ok(tree.clone())
            }
            (None, Some(old)) => old.tree(&self.engine, settings),
            (None, None) => Err(old::no_plan()),
        }
    }

    fn check(_: &Head<Self>, _: &Head<Self>) -> Result<(), HeadError> {
        // Their states say of which sweep they are.
        Ok(())
    }
}

impl States {
    /// Name and version of the engine.
    #[must_use]
    pub fn counted_by(&self) -> String {
        let leaf = self.tree.iter().flat_map(|tree| tree.whole.leaves()).next();
        let (name, version) = match (leaf.and_then(|(leaf, _)| leaf.built.as_ref()), &self.old) {
            (Some(built), _) => (&built.engine, built.version),
            (None, old) => (&self.engine, old.as_ref().map_or(0, old::States::version)),
        };
        format!("{name} {version}")
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
