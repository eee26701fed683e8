//! Long counts: plans, sums of parts, progress.

use super::json::line;
use super::numbers;
use super::numbers::expected_time as seconds;
use super::text::{Style, noun};
use crate::notation::plain;
use crate::plan::Summary;
use crate::run::campaign::Campaign;
use crate::run::head::Head;
use crate::run::merge::MergeResult;
use crate::run::ranges;
use crate::run::status::{Machine, PartsStatus, Status};
use serde::Serialize;
use std::path::Path;

/// The name of the fields and their meaning. It is raised when they change.
const PLAN_SCHEMA: &str = "armistice.parts/1";
const MERGED_SCHEMA: &str = "armistice.merge/1";
const STATUS_SCHEMA: &str = "armistice.status/1";

fn format_path(path: &Path) -> String {
    format!("'{}'", plain(&path.to_string_lossy()))
}

/// Reports a plan in its folder: its parts, and the time of a unit.
///
/// `here` is the time of the whole count on a core of this machine, if it differs.
pub(crate) fn plan_text(campaign: &Campaign, summary: &Summary, here: Option<f64>, is_new: bool) -> String {
    let Campaign { head, parts, .. } = campaign;
    let (engine, version) = summary.engine;
    let each = |all: f64| seconds(all / (*parts).min(head.units().max(1)) as f64);
    let core = here.map_or("one core".to_owned(), |all| format!("a core with AVX-512 ({} here)", each(all)));
    let known = if is_new { "" } else { "; it already existed" };
    let empty = match parts.saturating_sub(head.units()) {
        0 => String::new(),
        empty => format!(" ({empty} of them empty)"),
    };
    let times = unit_times(head, summary).map_or(String::new(), |times| times + "; ");
    format!(
        "{}: {}{empty} of about {} on {core}, {} by {engine} {version}, plan {}{known}\n{times}{}\n",
        head.problem,
        numbers::count_noun(*parts, "part"),
        each(head.expected_seconds()),
        numbers::count_noun(head.units(), "unit"),
        head.id(),
        need(summary)
    )
}

/// Reports the time of one unit; `None` if there is no unit.
pub(crate) fn unit_times(head: &Head, summary: &Summary) -> Option<String> {
    let all = head.expected_seconds();
    let (mean, heaviest) = (seconds(all / head.units() as f64), seconds(all * summary.heaviest));
    (head.units() > 0).then(|| format!("a unit takes about {mean}, the heaviest {heaviest}"))
}

/// States the memory of a process in a unit that scripts understand.
fn need(summary: &Summary) -> String {
    let (threads, megabytes) = (summary.threads.max(1), summary.memory.div_ceil(1_000_000));
    format!("a process with {} needs {megabytes} MB", numbers::count_noun(threads, "thread"))
}

/// Reports the requirements for counting a part.
pub(crate) fn need_text(part: &str, summary: &Summary) -> String {
    format!("{part}: {}\n", need(summary))
}

#[derive(Serialize)]
struct PlanLine {
    schema: &'static str,
    problem: String,
    plan: String,
    parts: usize,
    units: usize,
    engine: &'static str,
    engine_version: u32,
    expected_seconds: f64,
    expected_seconds_each: f64,
    /// The expected seconds of the whole count on one core of this machine, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_seconds_here: Option<f64>,
    heaviest_unit_seconds: f64,
    memory_bytes: usize,
    is_new: bool,
}

/// Reports a plan in its folder as JSON.
pub(crate) fn plan_json(campaign: &Campaign, summary: &Summary, here: Option<f64>, is_new: bool) -> String {
    let Campaign { head, parts, .. } = campaign;
    line(&PlanLine {
        schema: PLAN_SCHEMA,
        problem: head.problem.clone(),
        plan: head.id(),
        parts: *parts,
        units: head.units(),
        engine: summary.engine.0,
        engine_version: summary.engine.1,
        expected_seconds: head.expected_seconds(),
        expected_seconds_each: head.expected_seconds() / *parts as f64,
        expected_seconds_here: here,
        heaviest_unit_seconds: head.expected_seconds() * summary.heaviest,
        memory_bytes: summary.memory,
        is_new,
    })
}

/// Returns the number alone; an empty text if there is none.
pub(crate) fn merged_number(merged: &MergeResult) -> String {
    match &merged.outcome {
        Some(outcome) => format!("{}{}\n", if outcome.complete { "" } else { "≥" }, outcome.count),
        None => String::new(),
    }
}

/// Describes the faults, one on each line. If there are too many, only the first ones are described.
pub(crate) fn faults(merged: &MergeResult) -> Vec<String> {
    let (results, mut lines) = (&merged.results, Vec::new());
    for conflict in &results.conflicts {
        let [(first, known), (second, other)] = &conflict.of;
        let told = |count: &crate::plan::UnitCount| {
            format!("{} placements, {} nodes", count.placements, count.nodes)
        };
        lines.push(format!(
            "conflict: unit {} has {} in {} and {} in {}",
            conflict.unit,
            told(known),
            format_path(first),
            told(other),
            format_path(second)
        ));
    }
    lines.extend(results.foreign.iter().map(|(path, why)| format!("foreign: {}: {why}", format_path(path))));
    lines.extend(results.damaged.iter().map(|(path, why)| format!("damaged: {}: {why}", format_path(path))));
    if lines.len() > MAX_FAULTS {
        let more = lines.len() - MAX_FAULTS;
        lines.truncate(MAX_FAULTS);
        lines.push(format!("and {more} more like these"));
    }
    lines
}

/// The most faults that are described. Further faults are only counted.
const MAX_FAULTS: usize = 20;

/// Returns the longest and the mean time of complete parts.
fn balance(merged: &MergeResult) -> Option<(f64, f64)> {
    let times: Vec<f64> = merged.part_seconds.iter().copied().flatten().collect();
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    (mean > 0.0).then(|| (times.iter().copied().fold(0.0, f64::max), mean))
}

/// Reports the sum of parts, its composition, and the missing or faulty parts.
pub(crate) fn merged_text(merged: &MergeResult, style: Style) -> String {
    let MergeResult { campaign, plan, results, .. } = merged;
    let (problem, missing) = (&plan.question().problem, merged.missing_parts());
    let mut text = match &merged.outcome {
        Some(outcome) => {
            let sign = if outcome.complete { "" } else { "≥ " };
            let (number, noun) = (style.number(&outcome.count), noun(&outcome.count));
            let same = plan.question().up_to.phrase();
            let all = outcome
                .placements
                .as_ref()
                .map_or(String::new(), |placements| format!(" ({sign}{} in all)", style.number(placements)));
            let incomplete = if outcome.complete { "" } else { ", incomplete" };
            format!("{problem}: {sign}{number} {noun}{same}{all}{incomplete}\n")
        }
        None => format!("{problem}: no total\n"),
    };
    let (engine, version) = plan.summary().engine;
    let complete = campaign.parts - missing.len();
    text += &format!(
        "merged: {} of {} parts, {} of {} units, {}, {engine} {version}, plan {}\n",
        complete,
        campaign.parts,
        results.units(),
        campaign.head.units(),
        numbers::count_noun(results.files.len(), "result"),
        campaign.head.id()
    );
    if let Some(outcome) = &merged.outcome {
        let balance = balance(merged).map_or(String::new(), |(longest, mean)| {
            format!(", longest part {}, {:.2} times the mean", seconds(longest), longest / mean)
        });
        text += &format!(
            "work: {} nodes, {} of thread time{balance}\n",
            numbers::shorten(outcome.nodes as f64),
            seconds(results.seconds())
        );
    }
    if results.confirmed > 0 {
        text += &format!(
            "confirmed: {} counted more than once, with the same result\n",
            numbers::count_noun(results.confirmed, "unit")
        );
    }
    text += &match &results.copies[..] {
        [] => String::new(),
        [path] => format!("duplicate: {} is identical to another result\n", format_path(path)),
        [path, others @ ..] => {
            format!(
                "duplicate: {} and {} more are identical to other results\n",
                format_path(path),
                others.len()
            )
        }
    };
    for fault in faults(merged) {
        text += &format!("{fault}\n");
    }
    if !missing.is_empty() {
        text += &format!("missing: {}\n", ranges::write(&missing));
    }
    text
}

#[derive(Serialize)]
struct MergedLine {
    schema: &'static str,
    problem: String,
    identity: String,
    plan: String,
    /// The requested number; a lower bound if `complete` is false, and null if there is no total.
    count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placements: Option<String>,
    up_to: String,
    complete: bool,
    engine: &'static str,
    engine_version: u32,
    parts: usize,
    parts_done: usize,
    units: usize,
    units_done: usize,
    share: f64,
    results: usize,
    identical_duplicates: usize,
    confirmed_units: usize,
    conflicts: Vec<ConflictLine>,
    foreign: Vec<String>,
    damaged: Vec<String>,
    missing: String,
    nodes: Option<u64>,
    seconds: f64,
    longest_part_seconds: Option<f64>,
    mean_part_seconds: Option<f64>,
    version: &'static str,
}

#[derive(Serialize)]
struct ConflictLine {
    unit: usize,
    files: [String; 2],
    counts: [String; 2],
    nodes: [u64; 2],
}

/// Reports the sum of parts as JSON.
pub(crate) fn merged_json(merged: &MergeResult) -> String {
    let MergeResult { campaign, plan, results, outcome, .. } = merged;
    let (problem, missing) = (&plan.question().problem, merged.missing_parts());
    let names = |list: &[(std::path::PathBuf, String)]| {
        list.iter().map(|(path, _)| path.display().to_string()).collect()
    };
    let conflict = |conflict: &crate::run::merge::Conflict| ConflictLine {
        unit: conflict.unit,
        files: conflict.of.each_ref().map(|(path, _)| path.display().to_string()),
        counts: conflict.of.each_ref().map(|(_, count)| count.placements.to_string()),
        nodes: conflict.of.each_ref().map(|(_, count)| count.nodes),
    };
    let balance = balance(merged);
    line(&MergedLine {
        schema: MERGED_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        plan: campaign.head.id(),
        count: outcome.as_ref().map(|outcome| outcome.count.to_string()),
        placements: outcome.as_ref().and_then(|outcome| outcome.placements.as_ref()).map(ToString::to_string),
        up_to: plan.question().up_to.to_string(),
        complete: outcome.as_ref().is_some_and(|outcome| outcome.complete),
        engine: plan.summary().engine.0,
        engine_version: plan.summary().engine.1,
        parts: campaign.parts,
        parts_done: campaign.parts - missing.len(),
        units: campaign.head.units(),
        units_done: results.units(),
        share: merged.share,
        results: results.files.len(),
        identical_duplicates: results.copies.len(),
        confirmed_units: results.confirmed,
        conflicts: results.conflicts.iter().map(conflict).collect(),
        foreign: names(&results.foreign),
        damaged: names(&results.damaged),
        missing: ranges::write(&missing),
        nodes: outcome.as_ref().map(|outcome| outcome.nodes),
        seconds: results.seconds(),
        longest_part_seconds: balance.map(|(longest, _)| longest),
        mean_part_seconds: balance.map(|(_, mean)| mean),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// Reports the progress of a count, with a line for each machine.
pub(crate) fn status_text(status: &Status) -> String {
    let Status { head, parts, machines, faults, .. } = status;
    let (problem, share) = (head.requested_problem(), numbers::percent(status.shown_share()));
    let swept_by = head.swept_by();
    let mut text = match (&swept_by, &status.bound) {
        (Some(engine), _) => {
            format!("{problem}: {share} of the sweep done in {}, {engine}\n", seconds(status.seconds))
        }
        (None, bound) => {
            let (sign, bound) =
                (if status.is_finished() { "" } else { "≥ " }, bound.clone().unwrap_or_default());
            let (units, all) = (status.units, head.units());
            let number = numbers::group_digits(&bound);
            format!(
                "{problem}: {share} of the work done, {units} of {all} units, {sign}{number} {}\n",
                noun(&bound)
            )
        }
    };
    if let Some(state) = &status.state {
        text += &format!("state: {} bytes, {} nodes\n", state.bytes, numbers::shorten(state.nodes as f64));
    }
    if let Some(parts) = parts {
        let rest = parts.parts - (parts.finished + parts.begun).min(parts.parts);
        text += &format!(
            "parts: {} of {} finished, {} started, {rest} not started\n",
            parts.finished, parts.parts, parts.begun
        );
    }
    text += &unit_text(status).unwrap_or_default();
    for machine in machines {
        let done = if swept_by.is_some() { seconds(machine.seconds) } else { units_text(machine) };
        text += &format!("{}, {}: {done}\n", machine.host, machine.machine);
    }
    for (path, fault) in faults {
        text += &format!("cannot be used: {}: {fault}\n", format_path(path));
    }
    if let Some(why) = &status.given_up {
        text += &format!("given up: {}\n", plain(why));
    }
    text += &match status.seconds_left() {
        _ if status.is_finished() => "the count is complete\n".to_owned(),
        _ if !status.is_active() => "no process is counting\n".to_owned(),
        Some(left) if swept_by.is_none() => format!("about {} left\n", seconds(left)),
        _ => "a process is counting\n".to_owned(),
    };
    text
}

/// Reports the longest time of a unit, if it is long enough to matter. Before any unit is counted, reports
/// the expected time.
fn unit_text(status: &Status) -> Option<String> {
    let is_counted = status.units > 0;
    let mean = match is_counted {
        true => status.thread_time().as_secs_f64() / status.units as f64,
        false => status.head.expected_seconds() / status.head.units().max(1) as f64,
    };
    let is_long = mean >= 1.0 && status.parts.is_some();
    let verb = if is_counted { "took" } else { "takes about" };
    let longest = is_counted.then(|| format!(", the longest {}", seconds(status.longest_unit)));
    is_long.then(|| format!("a unit {verb} {}{}\n", seconds(mean), longest.unwrap_or_default()))
}

/// Reports the units that a machine has counted, its speed, and whether it is still counting.
fn units_text(machine: &Machine) -> String {
    let speed = match machine.seconds {
        seconds if seconds > 0.0 => format!(", {:.2} units/s", machine.units as f64 / seconds),
        _ => String::new(),
    };
    let active = match machine.processes {
        0 => "idle".to_owned(),
        1 => "1 process running".to_owned(),
        processes => format!("{processes} processes running"),
    };
    format!("{}{speed}, {active}", numbers::count_noun(machine.units, "unit"))
}

#[derive(Serialize)]
struct StatusLine<'a> {
    schema: &'static str,
    problem: &'a str,
    plan: String,
    /// The engine, for a sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    share: f64,
    units: usize,
    units_done: usize,
    /// A lower bound; null if there is none.
    count: Option<String>,
    complete: bool,
    nodes: u64,
    seconds: f64,
    seconds_left: Option<f64>,
    /// The size of the last state, for a sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    state_bytes: Option<u64>,
    active: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<&'a PartsStatus>,
    /// The reason why the scripts that count in parts gave up, if they did.
    #[serde(skip_serializing_if = "Option::is_none")]
    given_up: Option<&'a str>,
    machines: &'a [Machine],
    faults: Vec<String>,
}

/// Reports the progress of a count as JSON.
pub(crate) fn status_json(status: &Status) -> String {
    let (head, state) = (&status.head, status.state.as_ref());
    line(&StatusLine {
        schema: STATUS_SCHEMA,
        problem: &head.problem,
        plan: head.id(),
        engine: head.swept_by(),
        share: status.share,
        units: head.units(),
        units_done: status.units,
        count: status.bound.as_ref().map(ToString::to_string),
        complete: status.is_finished(),
        nodes: status.nodes,
        seconds: status.seconds,
        seconds_left: status.seconds_left(),
        state_bytes: head.is_swept().then(|| state.map_or(0, |state| state.bytes)),
        active: status.is_active(),
        parts: status.parts.as_ref(),
        given_up: status.given_up.as_deref(),
        machines: &status.machines,
        faults: status.faults.iter().map(|(path, fault)| format!("{}: {fault}", path.display())).collect(),
    })
}
