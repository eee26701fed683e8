//! The largest armies that do not attack each other, and the proof.

use super::text::Style;
use super::{json, numbers, text};
use crate::UpTo;
use crate::notation::army_diagram;
use crate::search::{AttainedArmies, LargestArmies, Refutation};
use crate::{Named, Objective, Pieces, Placement, Quantity, Question};
use serde::Serialize;

/// Reports the largest armies as text: a line, the placement as a diagram, and the proof.
#[must_use]
pub fn text(found: &LargestArmies, style: Style) -> String {
    let Question { problem, up_to, .. } = &found.question;
    let asked = if is_ratio(found) { format!("{problem}, as a ratio") } else { problem.to_string() };
    let Some(largest) = &found.largest else {
        let nothing = match number(found) {
            None if style == Style::Number => "none",
            None => "no placement",
            Some(_) => "0",
        };
        return match (style, &found.none) {
            (Style::Number, Some(_)) => format!("{nothing}\n"),
            (Style::Number, None) => "≥0\n".to_owned(),
            (_, Some(none)) => format!("{asked}: {nothing}\n{}", refutation(none, style)),
            (_, None) => format!("{asked}: stopped before a placement was found\n"),
        };
    };
    let sign = if largest.refutation.is_some() { "" } else { "≥ " };
    let number = found.number;
    if style == Style::Number {
        let count = match &found.outcome {
            Some(outcome) => {
                let sign = if outcome.complete { "" } else { "≥" };
                format!(" {sign}{}", style.number(&outcome.count))
            }
            None if found.asked.count => " ≥1".to_owned(),
            None => String::new(),
        };
        return format!("{}{number}{count}\n", sign.trim_end());
    }
    let mut out = format!("{asked}: {sign}{number} ({})", largest.problem);
    if let Some(outcome) = &found.outcome {
        let sign = if outcome.complete { "" } else { "≥ " };
        out += &format!(", in {sign}{} {}", style.number(&outcome.count), text::noun(&outcome.count));
        if let Some(placements) = outcome.placements.as_ref().filter(|_| *up_to != UpTo::Nothing) {
            out += &format!("{} ({sign}{} in all)", up_to.phrase(), style.number(placements));
        }
    } else if found.asked.count {
        out += ", stopped before they were counted";
    }
    out.push('\n');
    out += &show_attained(largest, style);
    if let Some(aggressor) = &found.aggressor {
        let sign = if aggressor.refutation.is_some() { "" } else { "≥ " };
        out += &format!(
            "the largest army beside {number}: {sign}{} ({})\n",
            aggressor.times[1], aggressor.problem
        );
        out += &show_attained(aggressor, style);
    }
    if let Some(pairs) = &found.pareto {
        let told = pairs.iter().map(|pair| format!("{}+{}", pair.times[0], pair.times[1]));
        let all = told.collect::<Vec<_>>().join(" ");
        let stopped = if found.proved { "" } else { ", stopped before the end" };
        out += &format!("Pareto-optimal pairs: {all}{stopped}\n");
    }
    out += &text::rule(problem);
    if style.is_for_person() {
        out += &format!("  {}\n", numbers::time(found.elapsed));
    }
    out
}

/// Returns the maximum, or the largest number that was found.
///
/// `None` if there is no placement, not even the empty one of armies that grow together.
fn number(found: &LargestArmies) -> Option<u32> {
    let problem = &found.question.problem;
    let is_empty_one = || {
        let empty = problem.times(&vec![0; problem.armies().len()]);
        let is_given = problem.pieces().any(|of| !of.fixed.is_empty());
        !is_given && empty.is_some_and(|empty| Placement::default().fault(&empty).is_none())
    };
    let is_none = found.none.is_some() && (problem.objective() == Objective::Maximum || !is_empty_one());
    (!is_none).then_some(found.number)
}

/// Returns whether the numbers of the problem are a ratio other than one to one.
fn is_ratio(found: &LargestArmies) -> bool {
    let is_single = |pieces: &Pieces| pieces.quantity == Quantity::Exactly(1);
    found.asked.ratio && !found.question.problem.pieces().all(is_single)
}

/// Shows a placement, and the reason why no larger one exists.
fn show_attained(attained: &AttainedArmies, style: Style) -> String {
    let mut out = String::new();
    for line in army_diagram(&attained.problem, &attained.placement, false) {
        out += &format!("{line}\n");
    }
    if style == Style::Verbose {
        out += &format!("  found by {}\n", attained.found_by);
    }
    match &attained.refutation {
        Some(found) => out + &refutation(found, style),
        None => out + "  stopped before it was proved that there are no larger ones\n",
    }
}

/// Describes the search that was completed, and its method if requested.
fn refutation(refutation: &Refutation, style: Style) -> String {
    let Refutation { problem, engine: (engine, version), nodes, steps, elapsed, is_of_numbers, .. } =
        refutation;
    if *is_of_numbers {
        return format!("  no larger: {problem}: {}\n", steps.join("; "));
    }
    let proved = format!("  proved: {problem} has no placement");
    if style != Style::Verbose {
        return format!("{proved}\n");
    }
    let (nodes, time) = (style.number(&(*nodes).into()), numbers::time(*elapsed));
    let mut out = format!("{proved}: {engine} {version}, {nodes} nodes, {time}\n");
    for step in steps {
        out += &format!("    {step}\n");
    }
    out
}

const SCHEMA: &str = "armistice.armies/1";

#[derive(Serialize)]
struct ArmiesLine<'a> {
    schema: &'static str,
    problem: String,
    identity: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<&'static str>,
    /// Whether the numbers of the problem are a ratio.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<bool>,
    /// The multiple of each army, or the number of the kind written `max`; a lower bound if `complete` is
    /// false.
    number: Option<u32>,
    /// Whether every requested number was proved.
    complete: bool,
    largest: Option<AttainedLine<'a>>,
    /// The reason why nothing fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    none: Option<RefutationLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placements: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aggressor: Option<AttainedLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pareto: Option<Vec<AttainedLine<'a>>>,
    /// For each size of the first army, from one on, the maximum of the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<Vec<u32>>,
    seconds: f64,
    version: &'static str,
}

#[derive(Serialize)]
struct AttainedLine<'a> {
    times: &'a [u32],
    problem: String,
    pieces: Vec<json::WrittenPiece>,
    found_by: &'static str,
    refuted: Option<RefutationLine<'a>>,
}

#[derive(Serialize)]
struct RefutationLine<'a> {
    problem: &'a str,
    engine: &'static str,
    engine_version: u32,
    nodes: u64,
    steps: &'a [String],
    seconds: f64,
}

fn attained_line(attained: &AttainedArmies) -> AttainedLine<'_> {
    AttainedLine {
        times: &attained.times,
        problem: attained.problem.to_string(),
        pieces: json::pieces(&attained.problem, &attained.placement),
        found_by: attained.found_by,
        refuted: attained.refutation.as_ref().map(refutation_line),
    }
}

fn refutation_line(refutation: &Refutation) -> RefutationLine<'_> {
    RefutationLine {
        problem: &refutation.problem,
        engine: refutation.engine.0,
        engine_version: refutation.engine.1,
        nodes: refutation.nodes,
        steps: &refutation.steps,
        seconds: refutation.elapsed.as_secs_f64(),
    }
}

/// Reports the largest armies as a line of JSON.
#[must_use]
pub fn json(found: &LargestArmies) -> String {
    let Question { problem, up_to, .. } = &found.question;
    let outcome = found.outcome.as_ref();
    json::line(&ArmiesLine {
        schema: SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        lines: problem.lines_matter().then(|| problem.lines().name()),
        ratio: is_ratio(found).then_some(true),
        number: number(found),
        complete: found.proved,
        largest: found.largest.as_ref().map(attained_line),
        none: found.none.as_ref().map(refutation_line),
        up_to: outcome.map(|_| up_to.to_string()),
        count: outcome.map(|outcome| outcome.count.to_string()),
        placements: outcome.and_then(|outcome| outcome.placements.as_ref()).map(ToString::to_string),
        aggressor: found.aggressor.as_ref().map(attained_line),
        pareto: found.pareto.as_ref().map(|pairs| pairs.iter().map(attained_line).collect()),
        curve: found.curve(),
        seconds: found.elapsed.as_secs_f64(),
        version: env!("CARGO_PKG_VERSION"),
    })
}
