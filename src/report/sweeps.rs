//! The progress of a journaled sweep.

use super::json::line;
use super::numbers;
use crate::run::status::StatesStatus;
use serde::Serialize;
use std::time::Duration;

/// Names the fields and their meaning; raised when they change.
const SCHEMA: &str = "armistice.sweep-status/1";

/// The share that is done, the time that it took and the machines that it ran on.
#[must_use]
pub fn status_text(status: &StatesStatus) -> String {
    let StatesStatus { record, is_active } = status;
    let time = Duration::try_from_secs_f64(record.seconds()).unwrap_or_default();
    let mut text = format!(
        "{}: {} of the sweep done in {}, {}\n",
        record.head.asked(),
        numbers::percent(status.shown_share()),
        numbers::time(time),
        record.head.content.counted_by()
    );
    if let Some(state) = record.last() {
        text += &format!("state: {} bytes, {} nodes\n", state.bytes, numbers::short(state.nodes as f64));
    }
    for (session, time) in record.times() {
        let time = numbers::time(Duration::try_from_secs_f64(time).unwrap_or_default());
        text += &format!("{}, {}: {time}\n", session.host, session.machine);
    }
    text += match (status.is_finished(), is_active) {
        (true, _) => "the count is complete\n",
        (false, true) => "a process is counting\n",
        (false, false) => "no process is counting\n",
    };
    text
}

#[derive(Serialize)]
struct StatusLine<'a> {
    schema: &'static str,
    problem: &'a str,
    plan: String,
    engine: String,
    share: f64,
    complete: bool,
    nodes: u64,
    seconds: f64,
    state_bytes: u64,
    active: bool,
    machines: Vec<MachineLine<'a>>,
}

#[derive(Serialize)]
struct MachineLine<'a> {
    host: &'a str,
    machine: &'a str,
    seconds: f64,
}

/// The same as JSON.
#[must_use]
pub fn status_json(status: &StatesStatus) -> String {
    let record = &status.record;
    let last = record.last();
    line(&StatusLine {
        schema: SCHEMA,
        problem: &record.head.problem,
        plan: record.head.id(),
        engine: record.head.content.counted_by(),
        share: status.share(),
        complete: status.is_finished(),
        nodes: last.map_or(0, |state| state.nodes),
        seconds: record.seconds(),
        state_bytes: last.map_or(0, |state| state.bytes),
        active: status.is_active,
        machines: (record.times())
            .map(|(session, seconds)| MachineLine { host: &session.host, machine: &session.machine, seconds })
            .collect(),
    })
}
