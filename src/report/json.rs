//! Results as JSON, one object on one line. Counts are decimal strings, because JSON readers do not keep
//! large numbers exact.

use super::Solution;
use crate::Named;
use crate::Placement;
use crate::Problem;
use crate::answer::Answer;
use crate::board::Square;
use crate::piece::WALL;
use crate::plan::{NumberCount, Stabiliser, Stabilisers, Summary};
use crate::search::{self, CountsByPairs};
use crate::{Army, Demand, Pieces, Quantity, Question};
use serde::Serialize;
use std::collections::BTreeMap;

/// The name of the fields and their meaning. It is raised when they change.
const COUNT_SCHEMA: &str = "armistice.count/1";
const LARGEST_SCHEMA: &str = "armistice.max/1";
const SMALLEST_SCHEMA: &str = "armistice.min/1";
const SOLUTION_SCHEMA: &str = "armistice.solve/1";
const BY_SYMMETRY_SCHEMA: &str = "armistice.by-symmetry/1";
const BY_PAIRS_SCHEMA: &str = "armistice.by-pairs/1";
const ERROR_SCHEMA: &str = "armistice.error/1";

#[derive(Serialize)]
struct CountJson {
    schema: &'static str,
    #[serde(flatten)]
    head: QuestionHead,
    /// The requested number; a lower bound if `complete` is false.
    count: String,
    /// The maximum number of pieces, if requested. Then `count` is the number of placements that attain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<u32>,
    complete: bool,
    /// The counts by number of pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_number: Option<Vec<CountByNumber>>,
    /// The number of all placements, if `count` is classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    placements: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divided_by: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<SquareCount>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<SecondCount>,
    units_done: usize,
    nodes: u64,
    planning_seconds: f64,
    seconds: f64,
}

/// The report of a count that was not even planned.
#[derive(Serialize)]
struct UnplannedReport {
    schema: &'static str,
    problem: String,
    identity: String,
    count: &'static str,
    complete: bool,
}

/// The number of placements with these numbers of pieces of the kinds without an exact number.
#[derive(Serialize)]
struct CountByNumber {
    /// The numbers of pieces by letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<BTreeMap<char, u32>>,
    /// The numbers of pieces by letter for each army, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    armies: Option<Vec<BTreeMap<char, u32>>>,
    count: String,
}

/// A recount.
#[derive(Serialize)]
struct SecondCount {
    by: String,
    count: String,
    agrees: bool,
}

#[derive(Serialize)]
struct SquareCount {
    square: String,
    count: String,
}

#[derive(Serialize)]
struct Failure<'a> {
    schema: &'static str,
    line: usize,
    error: &'a str,
}

#[derive(Serialize)]
struct LargestJson {
    schema: &'static str,
    problem: String,
    identity: String,
    kinds: Vec<KindNotation>,
    objective: &'static str,
    /// The maximum; a lower bound if `complete` is false, and null if there is no placement or none was
    /// found.
    number: Option<u32>,
    bound: Option<u32>,
    complete: bool,
    pieces: Vec<WrittenPiece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to: Option<String>,
    /// The number of placements that attain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    /// The number of all placements that attain it, if `count` is classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    placements: Option<String>,
    engine: &'static str,
    engine_version: u32,
    nodes: u64,
    seconds: f64,
    version: &'static str,
}

#[derive(Serialize)]
pub(super) struct WrittenPiece {
    letter: char,
    /// The number of the army from 1, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    army: Option<usize>,
    square: String,
}

/// Returns the pieces of a placement.
pub(super) fn pieces(problem: &Problem, placement: &Placement) -> Vec<WrittenPiece> {
    let army_of = problem.army_of();
    let lettered = placement.letters_and_squares(problem).into_iter().zip(placement.pieces());
    let piece = |((letter, square), &(kind, _)): ((char, Square), &(usize, Square))| WrittenPiece {
        letter,
        // Walls belong to no army.
        army: (problem.armies().len() > 1 && letter != WALL).then(|| army_of[kind] + 1),
        square: square.to_string(),
    };
    lettered.map(piece).collect()
}

/// The fields that a count and a plan have in common.
#[derive(Serialize)]
pub(super) struct QuestionHead {
    problem: String,
    identity: String,
    kinds: Vec<KindNotation>,
    objective: &'static str,
    maximal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dominating: Option<&'static str>,
    up_to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed_by: Option<String>,
    /// The range of sight of riders, if it affects the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<&'static str>,
    engine: &'static str,
    engine_version: u32,
    kernel: Option<&'static str>,
    units: usize,
    threads: usize,
    version: &'static str,
}

#[derive(Serialize)]
pub(super) struct KindNotation {
    letter: char,
    betza: String,
}

impl QuestionHead {
    pub(super) fn new(question: &Question, summary: &Summary) -> Self {
        let &Question { ref problem, ref up_to, maximal, ref fixed_by, dominating, .. } = question;
        Self {
            problem: problem.to_string(),
            identity: problem.identity(),
            kinds: kinds(problem),
            objective: problem.objective().name(),
            maximal,
            dominating: demand_name(dominating),
            lines: problem.lines_matter().then(|| problem.lines().name()),
            up_to: up_to.to_string(),
            fixed_by: (!fixed_by.is_identity()).then(|| fixed_by.to_string()),
            engine: summary.engine.0,
            engine_version: summary.engine.1,
            kernel: summary.kernel.map(Named::name),
            units: summary.units,
            threads: summary.threads,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

pub(super) fn kinds(problem: &Problem) -> Vec<KindNotation> {
    let kind =
        |kind: &crate::piece::Kind| KindNotation { letter: kind.letter(), betza: kind.betza().to_owned() };
    problem.kinds().into_iter().map(kind).collect()
}

pub(super) fn line(value: &impl Serialize) -> String {
    // The value has strings, numbers, lists of them and maps with text for keys, so this cannot fail.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Returns the demand on squares that must be attacked, if there is one.
pub(super) fn demand_name(demand: Demand) -> Option<&'static str> {
    (demand != Demand::Nothing).then(|| demand.name())
}

/// Reports a count.
#[must_use]
pub fn count(answer: &Answer) -> String {
    let Answer { question, summary, outcome, division, planning, .. } = answer;
    let part = |(square, count): &(Square, num_bigint::BigUint)| SquareCount {
        square: square.to_string(),
        count: count.to_string(),
    };
    let numbered = |each: &NumberCount| {
        let mut numbers = each.pieces.iter().copied();
        let is_open = |pieces: &&Pieces| !matches!(pieces.quantity, Quantity::Exactly(_));
        let of_army = |army: &Army| {
            let open = army.pieces().iter().filter(is_open).map(|pieces| pieces.kind.letter());
            open.zip(numbers.by_ref()).collect()
        };
        let mut armies: Vec<BTreeMap<char, u32>> = question.problem.armies().iter().map(of_army).collect();
        let is_one = armies.len() == 1;
        CountByNumber {
            pieces: if is_one { armies.pop() } else { None },
            armies: (!is_one).then_some(armies),
            count: each.count.to_string(),
        }
    };
    line(&CountJson {
        schema: COUNT_SCHEMA,
        head: QuestionHead::new(question, summary),
        count: outcome.count.to_string(),
        maximum: outcome.maximum,
        complete: outcome.complete,
        by_number: outcome.by_number.as_ref().map(|counts| counts.iter().map(numbered).collect()),
        placements: outcome.placements.as_ref().map(ToString::to_string),
        divided_by: division.as_ref().map(|division| division.letter),
        parts: division.as_ref().map(|division| division.parts.iter().map(part).collect()),
        check: answer.double_check().map(|check| SecondCount {
            by: check.by.clone(),
            count: check.outcome.count.to_string(),
            agrees: check.agrees,
        }),
        units_done: outcome.units_done,
        nodes: outcome.nodes,
        planning_seconds: planning.as_secs_f64(),
        seconds: outcome.elapsed.as_secs_f64(),
    })
}

/// Reports a count that was stopped before anything was known, not even a plan.
#[must_use]
pub fn not_planned(problem: &Problem) -> String {
    line(&UnplannedReport {
        schema: COUNT_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        count: "0",
        complete: false,
    })
}

/// Reports the maximum, with a placement that attains it.
#[must_use]
pub fn largest(largest: &search::Maximum) -> String {
    let Question { problem, up_to, .. } = &largest.question;
    let outcome = largest.outcome.as_ref();
    line(&LargestJson {
        schema: LARGEST_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        kinds: kinds(problem),
        objective: problem.objective().name(),
        number: largest.number,
        bound: largest.bound,
        complete: largest.proved,
        pieces: pieces(problem, &largest.placement),
        up_to: outcome.map(|_| up_to.to_string()),
        count: outcome.map(|outcome| outcome.count.to_string()),
        placements: outcome.and_then(|outcome| outcome.placements.as_ref()).map(ToString::to_string),
        engine: largest.engine.0,
        engine_version: largest.engine.1,
        nodes: largest.nodes,
        seconds: largest.elapsed.as_secs_f64(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

#[derive(Serialize)]
struct BySymmetryJson {
    schema: &'static str,
    problem: String,
    identity: String,
    kinds: Vec<KindNotation>,
    objective: &'static str,
    maximal: bool,
    /// The group whose subgroups are distinguished.
    up_to: String,
    /// The number of its symmetries.
    symmetries: usize,
    /// The number of all placements; a lower bound if `complete` is false.
    placements: String,
    /// The number of their classes; null if it is unknown.
    count: Option<String>,
    complete: bool,
    by_symmetry: Vec<StabiliserCount>,
    nodes: u64,
    seconds: f64,
    version: &'static str,
}

/// The placements with conjugate stabilisers.
#[derive(Serialize)]
struct StabiliserCount {
    stabiliser: String,
    symmetries: usize,
    conjugates: usize,
    fixed: String,
    placements: String,
    classes: String,
}

#[derive(Serialize)]
struct ByPairsJson {
    schema: &'static str,
    problem: String,
    identity: String,
    kinds: Vec<KindNotation>,
    objective: &'static str,
    up_to: String,
    /// The number of all placements; a lower bound if `complete` is false.
    count: String,
    complete: bool,
    by_pairs: Vec<PairsCount>,
    seconds: f64,
    version: &'static str,
}

/// The number of placements with a certain number of attacking pairs.
#[derive(Serialize)]
struct PairsCount {
    pairs: u32,
    count: String,
}

/// Reports placements by the number of attacking pairs.
#[must_use]
pub fn by_pairs(found: &CountsByPairs) -> String {
    let Question { problem, up_to, .. } = &found.question;
    let of_pairs =
        |(pairs, count): &(u32, num_bigint::BigUint)| PairsCount { pairs: *pairs, count: count.to_string() };
    line(&ByPairsJson {
        schema: BY_PAIRS_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        kinds: kinds(problem),
        objective: problem.objective().name(),
        up_to: up_to.to_string(),
        count: found.count.to_string(),
        complete: found.complete,
        by_pairs: found.pairs.iter().map(of_pairs).collect(),
        seconds: found.elapsed.as_secs_f64(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// Reports placements by their symmetries.
#[must_use]
pub fn by_symmetry(found: &Stabilisers) -> String {
    let Question { problem, up_to, maximal, .. } = &found.question;
    let of_stabiliser = |one: &Stabiliser| StabiliserCount {
        stabiliser: one.name.clone(),
        symmetries: one.order,
        conjugates: one.conjugates,
        fixed: one.fixed.to_string(),
        placements: one.placements.to_string(),
        classes: one.classes.to_string(),
    };
    line(&BySymmetryJson {
        schema: BY_SYMMETRY_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        kinds: kinds(problem),
        objective: problem.objective().name(),
        maximal: *maximal,
        up_to: up_to.to_string(),
        symmetries: found.order,
        placements: found.placements.to_string(),
        count: found.complete.then(|| found.classes.to_string()),
        complete: found.complete,
        by_symmetry: found.stabilisers.iter().map(of_stabiliser).collect(),
        nodes: found.nodes,
        seconds: found.elapsed.as_secs_f64(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

#[derive(Serialize)]
struct SmallestJson {
    schema: &'static str,
    problem: String,
    identity: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    dominating: Option<&'static str>,
    kinds: Vec<KindNotation>,
    /// The smallest number; null if there is no placement, or if none was found.
    number: Option<u32>,
    /// The number of placements that attain it; null if none was found.
    count: Option<String>,
    complete: bool,
    pieces: Vec<WrittenPiece>,
    engine: Option<&'static str>,
    engine_version: Option<u32>,
    nodes: u64,
    seconds: f64,
    version: &'static str,
}

/// Reports the smallest sufficient number of pieces with a placement that attains it. Without a placement,
/// reports that the search was stopped.
#[must_use]
pub fn smallest(problem: &Problem, demand: Demand, smallest: Option<&search::Minimum>) -> String {
    let placement = smallest.and_then(|smallest| smallest.placement.as_ref());
    line(&SmallestJson {
        schema: SMALLEST_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        dominating: demand_name(demand),
        kinds: kinds(problem),
        number: smallest.and_then(|smallest| smallest.number),
        count: smallest.and_then(|smallest| Some(smallest.count.as_ref()?.to_string())),
        complete: smallest.is_some_and(|smallest| smallest.count.is_some()),
        pieces: placement.map_or_else(Vec::new, |(given, placement)| pieces(given, placement)),
        engine: smallest.map(|smallest| smallest.engine.0),
        engine_version: smallest.map(|smallest| smallest.engine.1),
        nodes: smallest.map_or(0, |smallest| smallest.nodes),
        seconds: smallest.map_or(0.0, |smallest| smallest.elapsed.as_secs_f64()),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// A listed placement, or the report that there is none.
#[derive(Serialize)]
struct ListedJson {
    schema: &'static str,
    problem: String,
    /// The number of the placement; null if there is none.
    number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<WrittenPiece>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class_size: Option<u64>,
}

/// Returns a line for a placement.
#[must_use]
pub fn solution(solution: &Solution<'_>) -> String {
    line(&ListedJson {
        schema: SOLUTION_SCHEMA,
        problem: solution.problem.to_string(),
        number: Some(solution.number),
        pieces: Some(pieces(solution.problem, solution.placement)),
        class_size: solution.class_size,
    })
}

/// Returns a line which says that there is no placement.
#[must_use]
pub fn no_solution(problem: &Problem) -> String {
    let problem = problem.to_string();
    line(&ListedJson { schema: SOLUTION_SCHEMA, problem, number: None, pieces: None, class_size: None })
}

/// Returns a line for a problem of a batch that could not be counted.
#[must_use]
pub fn failure(number: usize, error: &str) -> String {
    line(&Failure { schema: ERROR_SCHEMA, line: number, error })
}
