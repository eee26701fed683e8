//! A plan as lines of text.

use crate::UpTo;
use crate::plan::{
    EXCHANGED, EngineVerdict, LosingPlan, Outline, Plan, PlanError, Summary, allowed_memory, needed_memory,
};
use crate::report::estimate::beside_plan;
use crate::report::numbers;
use crate::report::text::meanings;
use crate::search::Estimate;
use crate::{Demand, Objective, Question, Treaty};

/// Describes the question that a plan counts.
fn summary(question: &Question, summary: &Summary) -> String {
    let Question { problem, up_to, fixed_by, .. } = question;
    let board = problem.board();
    let (engine, version) = summary.engine;
    let words = summary.mask_words;
    let symmetry = match summary.symmetries.len() {
        _ if !fixed_by.is_identity() => {
            format!(
                "{} of the board, which leave every placement as it is",
                numbers::count_noun(summary.maps, "map")
            )
        }
        0 if summary.maps == 0 => "equivalent states are merged".to_owned(),
        0 if summary.maps == 1 => "no symmetry of the board is used".to_owned(),
        0 => format!("{} symmetries of the board preserve the problem", summary.maps),
        symmetries => {
            let maps = summary.symmetries.iter().filter(|name| !name.ends_with(EXCHANGED));
            let names = match up_to {
                UpTo::Maps(maps) => maps.group().to_string(),
                _ => list(&maps.map(String::as_str).collect::<Vec<_>>()),
            };
            let armies =
                if summary.exchanges_armies() { ", with and without exchange of armies" } else { "" };
            let shifts = if *up_to == UpTo::Translation { " and translations" } else { "" };
            let kinds = if matches!(up_to, UpTo::Maps(_)) { "maps" } else { "rotations and reflections" };
            format!("classes under {symmetries} {kinds} ({names}{armies}){shifts}, {} counts", summary.terms)
        }
    };
    let lines = [
        ("problem", problem.to_string()),
        ("identity", problem.identity()),
        ("asked", describe_question(question)),
        ("kinds", meanings(problem, |_| true)),
        (
            "board",
            format!("{} squares, {}, {} holes", board.squares(), board.topology(), board.holes().len()),
        ),
        ("engine", format!("{engine}, version {version}")),
        ("kernel", summary.kernel.map_or("none".to_owned(), |kernel| kernel.to_string())),
        ("masks", format!("{} of 64 bits", numbers::count_noun(words, "word"))),
        ("symmetry", symmetry),
        ("units", format!("{}, the heaviest {:.2} % of the work", summary.units, 100.0 * summary.heaviest)),
        (
            "work",
            format!(
                "about {} on one core, {}",
                numbers::expected_time(summary.estimate.seconds),
                error(summary)
            ),
        ),
        ("memory", numbers::bytes(summary.memory)),
        ("threads", summary.threads.to_string()),
    ];
    // The naive engine has no masks, finds no symmetry and estimates nothing.
    let is_naive = words == 0;
    let shown = |name: &str| !(is_naive && ["kernel", "masks", "symmetry", "work", "memory"].contains(&name));
    let lines = lines.iter().filter(|(name, _)| shown(name));
    lines.map(|(name, value)| format!("{name:<10} {value}\n")).collect()
}

fn describe_question(question: &Question) -> String {
    let &Question { ref problem, maximal, dominating, .. } = question;
    let maximal = if maximal { ", and no further piece fits" } else { "" };
    let pieces = match problem.objective() {
        Objective::Exactly => "exactly these pieces",
        Objective::AnyNumber if problem.has_ranges() => "any of these numbers of pieces",
        Objective::AnyNumber => "any number of the kinds with *",
        Objective::Maximum => "as many as possible of the kinds with max",
    };
    let peace = match (problem.armies().len(), problem.treaty()) {
        _ if dominating == Demand::Dominating => "every empty square attacked",
        _ if dominating == Demand::Total => "every square attacked",
        _ if problem.degrees().are_asked() => "with the wanted number of attacks",
        (1, _) => "non-attacking",
        (_, Treaty::Armies) => "no army attacking another",
        (_, Treaty::Groups) => "non-attacking within each group",
    };
    let quotas = if problem.quotas().is_empty() { "" } else { ", with the wanted number on each line" };
    format!("{pieces}, {peace}{maximal}{quotas}")
}

/// States the memory that a faster plan needs, if less is allowed, and the consequence; `None` if no faster
/// plan was passed over.
#[must_use]
pub fn lack_of_memory(plan: &Plan) -> Option<String> {
    let wanted = needed_memory(plan.wanted_memory()?);
    let allowed = plan
        .settings()
        .memory
        .map_or(String::new(), |allowed| format!(", and {} are allowed", allowed_memory(allowed)));
    let engine = plan.summary().engine.0;
    let doubt = match plan.is_short_of_memory() {
        true => ", which may take hours in so little",
        false => "",
    };
    Some(format!("{wanted}{allowed}; using {engine}{doubt}"))
}

/// Describes a plan: the question, its expected cost here, the approximate number of placements if known, its
/// tree, and the alternatives.
///
/// With `is_verbose`, the description also says why an engine does not support the problem.
#[must_use]
pub fn text(
    plan: &Plan,
    considered: &[EngineVerdict],
    glance: Option<&Estimate>,
    is_verbose: bool,
) -> String {
    let chosen = plan.summary();
    let mut text = summary(plan.question(), chosen);
    let threads = chosen.threads.max(1);
    let here = numbers::expected_time(chosen.seconds());
    text += &format!("{:<10} about {here} with {}\n", "here", numbers::count_noun(threads, "thread"));
    if let Some(glance) = glance {
        text += &format!("{:<10} {}\n", "estimated", beside_plan(glance));
    }
    if let Some(lack) = lack_of_memory(plan) {
        text += &format!("{:<10} memory: the fastest plan needs {lack}\n", "limit");
    }
    let is_free = plan.settings().engine.technique().is_none();
    if let Some(why) = explain_choice(chosen, considered).filter(|_| is_free) {
        text += &format!("{:<10} {why}\n", "why");
    }
    text += "plan\n";
    text += &tree(&plan.outline());
    let (mut others, mut unsuited) = (Vec::new(), Vec::new());
    for EngineVerdict { engine, summary, .. } in considered {
        match summary {
            Ok(summary) => others.push((*engine, figures(summary, chosen))),
            Err(PlanError::Refused { .. }) if !is_verbose => unsuited.push(*engine),
            Err(PlanError::Memory { needed, .. }) => {
                let needed = usize::try_from(*needed).unwrap_or(usize::MAX);
                others.push((*engine, format!("no: needs {}, more than allowed", numbers::bytes(needed))));
            }
            // The user did not choose the engine, so cannot leave it out.
            Err(PlanError::Refused { why, .. }) => others.push((*engine, format!("no: {why}"))),
            Err(error) => others.push((*engine, format!("no: {error}"))),
        }
    }
    others.extend(plan.compared().iter().map(|lost| (lost.what.as_str(), lost_by(lost, chosen))));
    if !others.is_empty() || !unsuited.is_empty() {
        text += "considered\n";
    }
    let width = others.iter().map(|(what, _)| what.len()).filter(|&width| width < 30).max().unwrap_or(0);
    for (what, line) in others {
        text += &format!("- {what:<width$} {line}\n");
    }
    if !unsuited.is_empty() {
        text += &format!("- not {}: made for other problems (--verbose says which)\n", unsuited.join(", "));
    }
    text
}

/// States the cost of an engine, compared with the chosen plan.
fn figures(summary: &Summary, chosen: &Summary) -> String {
    let nodes = |nodes| format!(", {} nodes", numbers::shorten(nodes));
    let nodes = summary.estimate.nodes.map_or(String::new(), nodes);
    let (time, memory) = (numbers::expected_time(summary.estimate.seconds), numbers::bytes(summary.memory));
    let verdict = match summary.engine == chosen.engine {
        true => ": taken".to_owned(),
        false => times_as_long(summary.estimate.seconds, chosen, ""),
    };
    format!("about {time}, {}{nodes}, {memory}{verdict}", error(summary))
}

/// States the cost of another plan, compared with the chosen plan.
fn lost_by(lost: &LosingPlan, chosen: &Summary) -> String {
    let (sign, more) = if lost.is_longer { ("over", "or more ") } else { ("about", "") };
    let (time, memory) = (numbers::expected_time(lost.seconds), numbers::bytes(lost.memory));
    format!("{sign} {time}, {memory}{}", times_as_long(lost.seconds, chosen, more))
}

/// Compares a time with that of the chosen plan, if it is longer.
fn times_as_long(seconds: f64, chosen: &Summary, more: &str) -> String {
    let ratio = seconds / chosen.estimate.seconds.max(1e-9);
    match () {
        () if ratio < 1.05 => String::new(),
        () if ratio < 10.0 => format!(": {ratio:.1} times {more}as long"),
        () if ratio < 1e15 => format!(": {} times {more}as long", numbers::shorten(ratio.round())),
        () => format!(": {ratio:.0e} times {more}as long"),
    }
}

/// Explains why an engine was chosen although another one has a lower figure.
fn explain_choice(chosen: &Summary, considered: &[EngineVerdict]) -> Option<String> {
    let summaries = considered.iter().filter_map(|other| Some((other.engine, other.summary.as_ref().ok()?)));
    let seconds = |summary: &Summary| summary.estimate.seconds;
    let (engine, lowest) = summaries.min_by(|one, other| seconds(one.1).total_cmp(&seconds(other.1)))?;
    let (ours, theirs) = (seconds(chosen), seconds(lowest));
    let error = |summary: &Summary| 2.0 * summary.estimate.relative_error.unwrap_or(0.5);
    (engine != chosen.engine.0 && theirs < ours).then(|| match () {
        () if ours < COMPARISON_THRESHOLD_SECONDS => {
            format!("the first engine suited to this problem: comparing with {engine} would take as long as counting")
        }
        () if ours <= theirs * (1.0 + error(chosen) + error(lowest)) => {
            format!("{engine} has a lower estimate, but within the margin of error")
        }
        () => format!(
            "planning spends only a tenth of the time at stake, and did not find out that {engine} may be faster: \
             --engine {engine} uses it"
        ),
    })
}

/// The expected seconds below which a count is given to the first engine that is made for it, without a
/// comparison.
const COMPARISON_THRESHOLD_SECONDS: f64 = 1e-3;

/// Writes the expression of a plan, with one node on each line.
fn tree(outline: &Outline) -> String {
    let line = |(depth, node): (usize, &Outline)| {
        let memory = match node.memory {
            0 => String::new(),
            bytes => format!(", {}", numbers::bytes(bytes)),
        };
        format!(
            "{}{}, about {}{memory}\n",
            "  ".repeat(depth),
            node.what,
            numbers::expected_time(node.seconds)
        )
    };
    outline.lines().into_iter().map(line).collect()
}

/// Describes the precision of the expected time.
fn error(summary: &Summary) -> String {
    match summary.estimate.relative_error {
        // The error is twice the standard error, plus the usual error of the times of single operations.
        Some(error) if error < 0.5 => {
            format!("give or take {:.0} %", 100.0 * (2.0 * error).hypot(0.15))
        }
        _ => "roughly".to_owned(),
    }
}

/// Lists names in order. Repeated names are listed once, with their number.
fn list(names: &[&str]) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(other, _)| other == name) {
            Some((_, times)) => *times += 1,
            None => counted.push((name, 1)),
        }
    }
    let named =
        |(name, times): &(&str, usize)| if *times == 1 { (*name).into() } else { format!("{times} {name}s") };
    counted.iter().map(named).collect::<Vec<_>>().join(", ")
}
