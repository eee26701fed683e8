//! A plan as JSON.

use crate::plan::{EngineVerdict, LosingPlan, Outline, Plan};
use crate::report::estimate::EstimateRecord;
use crate::report::json::{QuestionHead, line};
use crate::search::Estimate;
use serde::Serialize;

/// The name of the fields and their meaning. It is raised when they change.
const SCHEMA: &str = "armistice.plan/1";

/// An engine that was considered.
#[derive(Serialize)]
struct Candidate {
    engine: &'static str,
    expected_seconds: Option<f64>,
    expected_error: Option<f64>,
    memory_bytes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

#[derive(Serialize)]
struct PlanJson {
    schema: &'static str,
    #[serde(flatten)]
    head: QuestionHead,
    mask_words: usize,
    maps: usize,
    symmetries: Vec<String>,
    terms: usize,
    heaviest_unit: f64,
    expected_seconds: f64,
    expected_error: Option<f64>,
    expected_nodes: Option<f64>,
    memory_bytes: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    considered: Vec<Candidate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    compared: Vec<LosingPlanJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted_memory_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated: Option<EstimateRecord>,
    expression: PlanNode,
}

/// A plan that was considered and not chosen.
#[derive(Serialize)]
struct LosingPlanJson {
    what: String,
    expected_seconds: f64,
    is_longer: bool,
    memory_bytes: usize,
}

/// A node of the expression of a plan.
#[derive(Serialize)]
struct PlanNode {
    what: String,
    expected_seconds: f64,
    memory_bytes: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Self>,
}

impl From<&Outline> for PlanNode {
    fn from(outline: &Outline) -> Self {
        let parts = outline.parts.iter().map(Self::from).collect();
        let (expected_seconds, memory_bytes) = (outline.seconds, outline.memory);
        Self { what: outline.what.clone(), expected_seconds, memory_bytes, parts }
    }
}

/// Returns a plan as JSON, with the cost of the engines that were considered, and the approximate number of
/// placements if known.
#[must_use]
pub fn json(plan: &Plan, considered: &[EngineVerdict], glance: Option<&Estimate>) -> String {
    let summary = plan.summary();
    let candidate = |considered: &EngineVerdict| {
        let summary = considered.summary.as_ref();
        Candidate {
            engine: considered.engine,
            expected_seconds: summary.ok().map(|summary| summary.estimate.seconds),
            expected_error: summary.ok().and_then(|summary| summary.estimate.relative_error),
            memory_bytes: summary.ok().map(|summary| summary.memory),
            refused: summary.err().map(ToString::to_string),
        }
    };
    let lost = |compared: &LosingPlan| LosingPlanJson {
        what: compared.what.clone(),
        expected_seconds: compared.seconds,
        is_longer: compared.is_longer,
        memory_bytes: compared.memory,
    };
    line(&PlanJson {
        schema: SCHEMA,
        head: QuestionHead::new(plan.question(), summary),
        mask_words: summary.mask_words,
        maps: summary.maps,
        symmetries: summary.symmetries.clone(),
        terms: summary.terms,
        heaviest_unit: summary.heaviest,
        expected_seconds: summary.estimate.seconds,
        expected_error: summary.estimate.relative_error,
        expected_nodes: summary.estimate.nodes,
        memory_bytes: summary.memory,
        considered: considered.iter().map(candidate).collect(),
        compared: plan.compared().iter().map(lost).collect(),
        wanted_memory_bytes: plan.wanted_memory(),
        estimated: glance.and_then(EstimateRecord::from_estimate),
        expression: PlanNode::from(&plan.outline()),
    })
}
