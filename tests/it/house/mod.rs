//! The rooms of the house: which may look into which, and that no files look round in a circle.

mod graph;

use graph::{House, circles};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rooms from the ground up: a name, the files and folders, and which rooms of earlier lines it may use, with all that
/// those may use. A file is in the room that names it most closely.
#[rustfmt::skip]
const ROOMS: &[(&str, &[&str], &[&str])] = &[
    ("board",     &["board"],        &[]),
    ("piece",     &["piece"],        &["board"]),
    ("conflict",  &["conflict.rs"],  &["piece"]),
    ("problem",   &["problem.rs"],   &["piece"]),
    ("placement", &["placement"],    &["problem"]),
    ("notation",  &["notation"],     &["placement"]),
    // What all engines stand on.
    ("engines",   &["engines"],      &["conflict", "placement"]),
    // Techniques; none should know another one.
    ("naive",     &["engines/naive.rs"], &["engines"]),
    ("cells",     &["engines/cells"],    &["engines"]),
    ("rows",      &["engines/rows"],     &["engines"]),
    ("armies",    &["engines/armies/one_by_one"], &["engines", "cells"]),
    ("lines",     &["engines/armies/lines"],      &["engines"]),
    ("several",   &["engines/armies/several"],    &["engines"]),
    ("labelled",  &["engines/armies/labelled.rs"], &["lines", "several"]),
    // The choice among them, with those techniques that know of it.
    ("plan", &["engines/plan.rs", "engines/choice.rs", "engines/fixed.rs", "engines/classes.rs", "engines/driver.rs",
        "engines/ledger.rs", "engines/second.rs", "engines/halves", "engines/frontier", "engines/armies/shields"],
        &["naive", "cells", "rows", "armies", "labelled"]),
    // Answers that are placements or largest numbers.
    ("search", &["engines/first", "engines/listing", "engines/largest", "engines/armies"], &["plan"]),
    ("sequences", &["sequences"],    &["search", "notation"]),
    ("run",       &["run"],          &["search"]),
    ("report",    &["report"],       &["run", "sequences"]),
    ("cli",       &["cli"],          &["report"]),
];

/// Circles of files that are to be undone.
const KNOWN_CIRCLES: &[&str] = &[
    "cli/args/mod.rs cli/args/placed.rs cli/args/runs.rs cli/args/solve.rs",
    "cli/journal.rs cli/sweep_journal.rs",
    "engines/armies/decide.rs engines/first/mod.rs engines/listing/blocked.rs \
     engines/listing/error.rs engines/listing/first_fail.rs engines/listing/labelled.rs \
     engines/listing/lex.rs engines/listing/mod.rs",
    "engines/armies/lines/classes.rs engines/armies/lines/existence.rs \
     engines/armies/lines/guess.rs engines/armies/lines/half.rs engines/armies/lines/listing.rs \
     engines/armies/lines/mod.rs engines/armies/lines/pairs.rs engines/armies/lines/squares.rs \
     engines/armies/lines/subsets.rs engines/armies/lines/walk.rs",
    "engines/armies/lines/flow.rs engines/armies/lines/lanes.rs",
    "engines/armies/several/count/dispatch.rs engines/armies/several/count/mod.rs",
    "engines/armies/several/diagonals.rs engines/armies/several/files.rs \
     engines/armies/several/mod.rs",
    "engines/armies/shields/mod.rs engines/armies/shields/search.rs engines/armies/shields/units.rs \
     engines/choice.rs engines/classes.rs engines/fixed.rs engines/frontier/blueprint.rs \
     engines/frontier/component.rs engines/frontier/field.rs engines/frontier/mod.rs \
     engines/frontier/order.rs engines/frontier/program.rs engines/frontier/rest.rs \
     engines/frontier/sweep.rs engines/frontier/trial.rs engines/halves/mod.rs engines/plan.rs",
    "engines/driver.rs engines/ledger.rs",
    "piece/catalogue.rs piece/mod.rs",
    "report/json.rs report/solution.rs",
    "report/svg/board.rs report/svg/mod.rs",
];

/// No folder of `src` should hold more than a third of its lines; these do.
const LARGE_FOLDERS: &[&str] = &["engines"];

/// Crates that are only for the command, and the rooms that are.
const COMMAND_CRATES: &[&str] =
    &["clap", "indicatif", "num_format", "serde", "serde_json", "anyhow", "ctrlc", "csv", "gif", "resvg"];
const COMMAND_ROOMS: &[&str] = &["run", "report", "cli"];

/// A room with all that it may use.
fn allowed(room: &str) -> BTreeSet<&str> {
    let (_, _, uses) = ROOMS.iter().find(|other| other.0 == room).unwrap_or_else(|| panic!("no room {room}"));
    uses.iter().flat_map(|room| allowed(room)).chain([room]).collect()
}

/// The room that names a file most closely; nothing for `lib.rs`, which is all windows.
fn room_of(file: &str) -> Option<&'static str> {
    let closest = |places: &'static [&str]| {
        let around = places.iter().filter(|place| Path::new(file).starts_with(place));
        around.map(|place| place.len()).max()
    };
    let rooms = ROOMS.iter().filter_map(|(room, places, _)| Some((closest(places)?, *room)));
    rooms.max().map(|(_, room)| room)
}

#[test]
fn rooms_use_only_what_they_may() {
    for (file, used) in House::read().uses() {
        let Some(room) = room_of(file) else {
            assert_eq!(file, "lib.rs", "it is in no room");
            continue;
        };
        let allowed = allowed(room);
        for other in used {
            let is_allowed = room_of(other).is_none_or(|room| allowed.contains(room));
            assert!(is_allowed, "{room} may not use {}: {file} uses {other}", room_of(other).unwrap());
        }
    }
}

#[test]
fn crates_of_the_command_stay_in_its_rooms() {
    let house = House::read();
    for file in
        house.files().filter(|file| room_of(&file.name).is_some_and(|room| !COMMAND_ROOMS.contains(&room)))
    {
        let found = COMMAND_CRATES.iter().find(|name| file.names(name));
        assert_eq!(found, None, "{} names what only the command may", file.name);
    }
}

/// Every circle lies within one that is known, and each of these still has one.
#[test]
fn files_run_in_no_circles() {
    let house = House::read();
    let circles = circles(&house.uses());
    let known: Vec<BTreeSet<&str>> = KNOWN_CIRCLES.iter().map(|circle| circle.split(' ').collect()).collect();
    for circle in &circles {
        assert!(
            known.iter().any(|known| circle.is_subset(known)),
            "these use each other in a circle: {circle:#?}"
        );
    }
    for known in &known {
        assert!(circles.iter().any(|circle| circle.is_subset(known)), "this circle is gone: {known:#?}");
    }
}

#[test]
fn no_folder_holds_more_than_a_third() {
    let house = House::read();
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for file in house.files() {
        *lines.entry(file.name.split('/').next().unwrap()).or_default() += file.lines;
    }
    let all: usize = lines.values().sum();
    let large: Vec<&str> =
        lines.iter().filter(|(_, lines)| 3 * *lines > all).map(|(name, _)| *name).collect();
    assert_eq!(large, LARGE_FOLDERS, "of {all} lines: {lines:?}");
}
