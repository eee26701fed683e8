//! Heads of earlier versions: `armistice.run/1` and `armistice.sweep/1`.
//!
//! They state the engines with their units, in order, and the kinds that are placed first. The way to combine
//! the counts follows from the problem. So they are converted to the tree of present heads, and are otherwise
//! kept as they are.

use super::head_error::{HeadError, find_named};
use crate::engines::{Engine, Kernel};
use crate::plan::kept::{
    CounterFacts, Expression, Form, Leaf, SettledPart, Share, SweepRecipe, SweepWay, Target, Tree, Way,
    tree_by,
};
use crate::plan::{PlanError, Settings};
use crate::{Objective, Question, UpTo};
use serde::{Deserialize, Serialize};

/// The schema of heads of units.
pub(super) const UNITS_SCHEMA: &str = "armistice.run/1";
/// The schema of heads of sweeps.
pub(super) const SWEEP_SCHEMA: &str = "armistice.sweep/1";

/// The plan of a count by units in such a head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OldUnits {
    /// The engine as it was requested.
    pub(super) engine: String,
    kernel: String,
    /// Choices in the order of that version. Engines make the same choices today.
    by_lines: Vec<bool>,
    /// The kinds that are placed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    leaders: Vec<usize>,
    /// The property that is settled for the leading kinds. The empty text means their squares.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    settled: String,
    /// Whether the count is made from smaller boards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    clusters: bool,
    /// Whether the count is a product of parts that do not interact.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) parts: bool,
    #[serde(rename = "paces")]
    calibration: Vec<f64>,
    /// Whether the count was planned for many machines.
    pub(super) shared: bool,
    terms: Vec<OldTerm>,
    /// The sum of the terms is `group` times the count.
    group: u64,
    /// The number of units.
    pub(super) units: usize,
    /// The hash of the work of all units.
    pub(super) plan: String,
    /// The seconds that the count was expected to take on one core.
    pub(super) expected_seconds: f64,
}

/// A count that is a term of the sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct OldTerm {
    #[serde(flatten)]
    built: CounterFacts,
    times: u64,
    #[serde(rename = "is_taken_away")]
    is_subtracted: bool,
}

/// The plan of a sweep in such a head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OldSweep {
    pub(super) maximal: bool,
    pub(super) by_number: bool,
    /// The engine as it was requested.
    pub(super) asked: String,
    /// The name of the engine that counts.
    engine: String,
    /// The version of the engine.
    version: u32,
    ways: Vec<SweepWay>,
}

impl OldUnits {
    /// Returns the counts that the total consists of, each with its share.
    pub(super) fn leaves(&self) -> Vec<(CounterFacts, Share)> {
        let share = |&OldTerm { times, is_subtracted, .. }: &OldTerm| Share {
            times,
            is_subtracted,
            divisor: self.group,
        };
        self.terms.iter().map(|term| (term.built.clone(), share(term))).collect()
    }

    /// Returns the plan as a tree.
    pub(super) fn tree(&self, question: &Question, settings: &Settings) -> Result<Tree, HeadError> {
        let kernel = find_named("the kernel", &self.kernel)?;
        let ways = self.terms.iter().map(|term| self.way(question, &term.built.engine));
        let mut ways = ways.collect::<Result<Vec<Way>, _>>()?.into_iter();
        let form = self.form(question);
        let mut by = |_: &Target| ways.next().unwrap_or(Way::from_engine(Engine::BEST));
        let tree = tree_by(question, settings, (form, kernel), &mut by)?;
        if tree.whole.leaves().len() != self.terms.len() {
            return Err(PlanError::OtherTree("it has another number of counts").into());
        }
        let (mut terms, mut calibration) = (self.terms.iter(), self.calibration.iter());
        let whole = tree.whole.map(&mut |leaf| Leaf {
            calibration: calibration.next().copied(),
            built: terms.next().map(|term| term.built.clone()),
            ..leaf.clone()
        });
        Ok(Tree { whole, ..tree })
    }

    /// Returns the way of counting that the engine of a term stands for.
    fn way(&self, question: &Question, engine: &str) -> Result<Way, HeadError> {
        Ok(match engine {
            "leaders" | "walls" => {
                let settled = match &self.settled[..] {
                    "" => SettledPart::Squares,
                    settled => find_named("what is settled of the leaders", settled)?,
                };
                Way::Leaders { kinds: self.leaders.clone(), settled }
            }
            "clusters" => Way::Clusters,
            "planned" => Way::Planned,
            "congruent" => Way::Congruent,
            _ if engine == "fixed" || !question.fixed_by.is_identity() => Way::Quotient,
            _ => Way::from_engine(find_named("the engine", engine)?),
        })
    }

    /// Returns the form in which the question was divided into counts.
    fn form(&self, question: &Question) -> Form {
        let problem = &question.problem;
        // Without a table of conflicts, classes are listed also up to shifts.
        let is_in_order = !problem.has_fixed_moves() || problem.is_blocked();
        let is_smaller = question.up_to == UpTo::Translation && !is_in_order;
        let is_led = self.clusters || !self.leaders.is_empty();
        match (&question.up_to, self.terms.last()) {
            (UpTo::Nothing, _) if self.parts => Form::Parts,
            (UpTo::Nothing, _) if problem.objective() == Objective::AnyNumber && !is_led => Form::Numbers,
            (UpTo::Nothing, _) => Form::Leaf,
            (_, Some(last)) if self.terms.len() > 1 && last.built.engine != "fixed" && !is_smaller => {
                Form::Classes
            }
            _ => Form::Fixed,
        }
    }
}

impl OldSweep {
    /// Returns the engine and the version that count.
    pub(super) fn counter_facts(&self) -> CounterFacts {
        let (engine, factor) = (self.engine.clone(), "1".to_owned());
        CounterFacts { engine, version: self.version, units: 1, divisor: 1, factor }
    }

    /// Returns the plan as a tree.
    pub(super) fn tree(&self) -> Tree {
        let by = Way::Sweep(SweepRecipe { ways: self.ways.clone() });
        let leaf = Leaf { built: Some(self.counter_facts()), ..Leaf::new(Target::All, by) };
        Tree { kernel: Kernel::Portable, whole: Expression::Leaf(leaf) }
    }
}
