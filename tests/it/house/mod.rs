//! The rooms of the sources, their outermost modules: which rooms may depend on which others, and that no
//! files depend on each other in a circle.

mod drawing;
mod graph;

use graph::{House, ROOTS, circles};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rooms from the ground up: the name, the files and folders, and the rooms of earlier lines that the
/// room may use, with all that those may use.
///
/// A file belongs to the room that names it most closely.
#[rustfmt::skip]
const ROOMS: &[(&str, &[&str], &[&str])] = &[
    ("base",      &["base"],         &[]),
    ("feature",   &["feature.rs"],   &["base"]),
    ("board",     &["board"],        &["feature"]),
    ("piece",     &["piece"],        &["board"]),
    ("problem",   &["problem"],      &["piece"]),
    ("conflict",  &["conflict.rs"],  &["problem"]),
    ("placement", &["placement"],    &["problem"]),
    ("symmetry",  &["symmetry"],     &["problem"]),
    ("up_to",     &["up_to.rs"],     &["base"]),
    ("question",  &["question.rs"],  &["problem", "up_to"]),
    ("notation",  &["notation"],     &["placement", "question"]),
    ("interchange", &["interchange.rs"], &["notation"]),
    ("algebra",   &["algebra"],      &[]),
    ("labelling", &["lines"],        &["base"]),
    ("proof",     &["proof"],        &[]),
    // The common basis of all engines.
    ("technique", &["engines"],      &["conflict", "symmetry", "question"]),
    // The techniques. None depends on another.
    ("naive",      &["engines/naive.rs"],   &["technique"]),
    ("cells",      &["engines/cells"],      &["technique"]),
    ("clusters",   &["engines/clusters.rs"], &["technique"]),
    ("few",        &["engines/few"],        &["technique"]),
    ("rooks",      &["engines/rooks"],      &["technique"]),
    ("rows",       &["engines/rows"],       &["technique"]),
    ("halves",     &["engines/halves"],     &["technique"]),
    // It has the grid and the lanes of halves.
    ("colours",    &["engines/colours"],    &["halves"]),
    ("armies",     &["engines/armies"],     &["technique"]),
    ("lines",      &["engines/lines"],      &["technique", "labelling"]),
    ("frontier",   &["engines/frontier"],   &["technique"]),
    ("profile",    &["engines/profile"],    &["technique"]),
    ("strips",     &["engines/strips"],     &["technique", "algebra"]),
    ("plane",      &["engines/plane"],      &["technique", "algebra"]),
    // One search, and the engines that give it items and places, or a rule.
    ("cover",      &["engines/cover"],      &["technique"]),
    ("maximal",    &["engines/maximal"],    &["cover"]),
    ("reading",    &["engines/reading"],    &["technique"]),
    ("shields",    &["engines/shields"],    &["reading"]),
    ("hurdles",    &["engines/hurdles"],    &["reading"]),
    ("tallies",    &["engines/tallies"],    &["reading"]),
    // The module that depends on all engines.
    ("engines",   &["engines/lib.rs", "engines/interchange.rs"],
        &["naive", "cells", "clusters", "few", "rooks", "rows", "halves", "colours", "armies", "lines", "frontier", "cover", "maximal", "profile", "shields", "hurdles", "strips", "plane", "tallies"]),
    ("plan",      &["plan"],         &["engines", "algebra"]),
    ("search",    &["search"],       &["plan", "placement"]),
    ("sequences", &["sequences"],    &["search", "notation"]),
    ("formula",   &["formula"],      &["search", "sequences", "notation"]),
    ("export",    &["export"],       &["notation"]),
    ("certificate", &["certificate"], &["export", "search", "proof"]),
    ("run",       &["run"],          &["search", "notation"]),
    ("report",    &["report"],       &["run", "sequences", "formula", "certificate"]),
    ("page",      &["page"],         &["report"]),
    ("cli",       &["cli"],          &["page"]),
];

/// The folders that may have more than a third of the lines.
const LARGE_FOLDERS: &[&str] = &[];

/// The crates that only the command uses, and the rooms that belong to it.
const COMMAND_CRATES: &[&str] = &[
    "clap",
    "console",
    "indicatif",
    "num_format",
    "serde",
    "serde_json",
    "anyhow",
    "ctrlc",
    "csv",
    "gif",
    "miniz_oxide",
    "nix",
    "pdf_writer",
    "resvg",
];
const COMMAND_ROOMS: &[&str] = &["run", "report", "page", "cli"];

/// The rooms of the types in plans, which the feature `serde` writes.
const WRITTEN_ROOMS: &[&str] = &["plan", "technique", "frontier"];

/// Returns a room with all rooms that it may use.
fn allowed(room: &str) -> BTreeSet<&str> {
    let (_, _, uses) = ROOMS.iter().find(|other| other.0 == room).unwrap_or_else(|| panic!("no room {room}"));
    uses.iter().flat_map(|room| allowed(room)).chain([room]).collect()
}

/// Returns the room that names a file most closely; `None` for a file that only re-exports.
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
            assert!(ROOTS.contains(&file), "{file} is in no room");
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
        // The name is that of the feature.
        let is_written = room_of(&file.name).is_some_and(|room| WRITTEN_ROOMS.contains(&room));
        let is_allowed =
            |name: &str| name == "serde" && (is_written || file.name.ends_with("interchange.rs"));
        let found = COMMAND_CRATES.iter().find(|name| file.names(name) && !is_allowed(name));
        assert_eq!(found, None, "{} names what only the command may", file.name);
    }
}

/// The front page of the documentation has all modules in a table.
#[test]
fn the_front_page_names_all_public_modules() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")).unwrap();
    let table = text.split("# Where things are").nth(1).unwrap().split("# Features").next().unwrap();
    let text = text.replace("#[doc(hidden)]\npub mod", "mod");
    let is_module = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let mut modules: BTreeSet<&str> =
        text.split("\npub mod ").skip(1).filter_map(|rest| rest.split([';', ' ']).next()).collect();
    for used in text.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next()) {
        match used.rsplit_once(" as ") {
            Some((_, name)) => modules.extend(Some(name)),
            None => modules.extend(used.split(['{', '}', ',', ':']).map(str::trim).filter(is_module)),
        }
    }
    assert!(
        ["answer", "board", "clock", "plan", "run"].iter().all(|name| modules.contains(name)),
        "{modules:?}"
    );
    let others = [
        "",
        "self",
        "count",
        "named",
        "armistice_base",
        "armistice_chess",
        "armistice_families",
        "armistice_plan",
        "armistice_search",
        "num_bigint",
    ];
    for module in modules.iter().filter(|name| !others.contains(name)) {
        let is_named = table.contains(&format!("`{module}`"));
        assert!(is_named, "the table \"Where things are\" of src/lib.rs lacks {module}");
    }
}

#[test]
fn files_run_in_no_circles() {
    let house = House::read();
    let circles = circles(&house.uses());
    assert!(circles.is_empty(), "these use each other in a circle: {circles:#?}");
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
