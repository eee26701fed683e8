//! Puzzles, and the properties of problems as puzzles, as text and as JSON.

use super::json::{self, WrittenPiece};
use super::numbers::count_noun;
use super::steps::{StepJson, steps_json};
use super::text::{self, Style};
use crate::notation::{army_diagram, placement_squares};
use crate::search::listing::Selection;
use crate::search::puzzle::{
    Completion, ForcingSets, Puzzle, SolvingStep, Steps, Technique, UniquenessTest, UniquenessVerdict,
    difference,
};
use crate::{Named, Placement, Problem};
use serde::Serialize;

const UNIQUE_SCHEMA: &str = "armistice.unique/1";
const PUZZLE_SCHEMA: &str = "armistice.puzzle/1";
const FEWEST_SCHEMA: &str = "armistice.fewest/1";
const COMPLETION_SCHEMA: &str = "armistice.completion/1";

#[derive(Serialize)]
struct UniqueJson {
    schema: &'static str,
    problem: String,
    identity: String,
    maximal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dominating: Option<&'static str>,
    up_to: String,
    /// Whether there is exactly one placement; null if the search was stopped.
    unique: Option<bool>,
    /// The placements that were found, at most two.
    placements: Vec<Vec<WrittenPiece>>,
    /// For each of two placements, its pieces that the other one does not have.
    differ: Vec<Vec<WrittenPiece>>,
    complete: bool,
    by: &'static str,
    nodes: u64,
    seconds: f64,
    /// The steps by which a person solves it, if they are asked for; null if there is not exactly one placement.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Option<Vec<StepJson>>>,
    version: &'static str,
}

/// Returns the placements that were found, one or two.
#[must_use]
pub fn found_placements(unique: &UniquenessTest) -> Vec<&Placement> {
    match &unique.found {
        UniquenessVerdict::One(one) | UniquenessVerdict::Stopped(Some(one)) => vec![one],
        UniquenessVerdict::Several(both) => both.iter().collect(),
        _ => Vec::new(),
    }
}

/// Reports as JSON whether there is exactly one placement, and the steps to it if they are asked for.
#[must_use]
pub fn unique_json(
    problem: &Problem,
    selection: Selection,
    unique: &UniquenessTest,
    steps: Option<Option<&[SolvingStep]>>,
) -> String {
    let Selection { up_to, maximal, dominating } = selection;
    let pieces = |placement: &Placement| json::pieces(problem, placement);
    let placements = found_placements(unique);
    let differ = match &placements[..] {
        [one, other] => vec![pieces(&difference(one, other)), pieces(&difference(other, one))],
        _ => Vec::new(),
    };
    json::line(&UniqueJson {
        schema: UNIQUE_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        maximal,
        dominating: json::demand_name(dominating),
        up_to: up_to.to_string(),
        unique: unique.is_unique(),
        placements: placements.into_iter().map(pieces).collect(),
        differ,
        complete: unique.is_unique().is_some(),
        by: unique.by,
        nodes: unique.nodes,
        seconds: unique.elapsed.as_secs_f64(),
        steps: steps.map(|steps| steps.map(|steps| steps_json(problem, steps))),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// Reports in a line whether the selection has exactly one placement.
///
/// If there are several, a second line shows where two of them differ.
#[must_use]
pub fn verdict(problem: &Problem, selection: Selection, unique: &UniquenessTest) -> String {
    let Selection { up_to, maximal, dominating } = selection;
    let sort = format!("{}placement{}", text::adjective(maximal, dominating), up_to.phrase());
    let squares = |one, other| placement_squares(problem, &difference(one, other));
    match &unique.found {
        UniquenessVerdict::None => format!("{problem}: no {sort}"),
        UniquenessVerdict::One(_) => format!("{problem}: exactly one {sort}"),
        UniquenessVerdict::Several([one, other]) => {
            // With open numbers, one may have all pieces of the other, and more.
            let others = match (squares(one, other), squares(other, one)) {
                (first, none) | (none, first) if none.is_empty() => format!("{first}, another not"),
                (first, second) => format!("{first}, another {second}"),
            };
            format!("{problem}: more than one {sort}\nOne has {others}")
        }
        UniquenessVerdict::Stopped(Some(_)) => {
            format!("{problem}: one {sort} found; stopped before it was known whether it is the only one")
        }
        _ => format!("{problem}: stopped before any placement was found"),
    }
}

#[derive(Serialize)]
struct PuzzleJson {
    schema: &'static str,
    /// The number of the puzzle among those that are made, from 1.
    number: u64,
    problem: String,
    identity: String,
    given: Vec<WrittenPiece>,
    /// The regions as in problem text; null if there are none.
    regions: Option<String>,
    solution: Vec<WrittenPiece>,
    minimal: bool,
    /// The level of difficulty; null if it is unknown.
    level: Option<&'static str>,
    hardest: Option<&'static str>,
    steps: Option<StepsJson>,
    version: &'static str,
}

/// The number of steps of each technique.
#[derive(Serialize)]
struct StepsJson {
    only_place_left: u32,
    leaves_too_few: u32,
    looking_ahead: u32,
    looking_ahead_twice: u32,
    search: u32,
}

impl From<Steps> for StepsJson {
    fn from(
        Steps { of: [only_place_left, leaves_too_few, looking_ahead, looking_ahead_twice, search] }: Steps,
    ) -> Self {
        Self { only_place_left, leaves_too_few, looking_ahead, looking_ahead_twice, search }
    }
}

/// Returns a puzzle as JSON, with its solution.
#[must_use]
pub fn puzzle_json(puzzle: &Puzzle, number: u64) -> String {
    let Puzzle { problem, solution, given, is_minimal, steps, .. } = puzzle;
    json::line(&PuzzleJson {
        schema: PUZZLE_SCHEMA,
        number,
        problem: problem.to_string(),
        identity: problem.identity(),
        given: json::pieces(problem, given),
        regions: problem.regions().map(ToString::to_string),
        solution: json::pieces(problem, solution),
        minimal: *is_minimal,
        level: puzzle.level().map(Named::name),
        hardest: steps.map(|steps| steps.hardest().name()),
        steps: steps.map(Into::into),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// Returns a puzzle as text: its problem, its level, and the board with the pre-placed pieces.
///
/// Regions, if there are any, are shown beside the board.
#[must_use]
pub fn puzzle(puzzle: &Puzzle, number: u64) -> String {
    let Puzzle { problem, given, .. } = puzzle;
    let mut text = format!("Puzzle #{number}, {}:\n{problem}\n", hardness(puzzle));
    let board = army_diagram(problem, given, false);
    let regions = problem.regions().map(ToString::to_string).unwrap_or_default();
    let mut ranks = regions.split('/').filter(|rank| !rank.is_empty());
    for line in board {
        let rank: String = ranks.next().unwrap_or_default().chars().flat_map(|sign| [' ', sign]).collect();
        text += &if rank.is_empty() { format!("{line}\n") } else { format!("{line}   {rank}\n") };
    }
    text + "\n"
}

/// Describes the difficulty of a puzzle: `medium (only place left 5, leaves too few 2)`.
#[must_use]
pub fn hardness(puzzle: &Puzzle) -> String {
    let Some(steps) = puzzle.steps else { return "level not known".to_owned() };
    let used = Technique::ALL.iter().filter(|&&technique| steps.number(technique) > 0);
    let used: Vec<String> = used
        .map(|&technique| match technique {
            Technique::Search => technique.name().to_owned(),
            _ => format!("{technique} {}", steps.number(technique)),
        })
        .collect();
    let used = if used.is_empty() { String::new() } else { format!(" ({})", used.join(", ")) };
    format!("{}{used}", steps.level())
}

#[derive(Serialize)]
struct FewestJson {
    schema: &'static str,
    problem: String,
    identity: String,
    /// The number of pieces; null if there is no placement, or if the search was stopped.
    number: Option<u32>,
    at_least: u32,
    /// The number of sets of that size; null if no number was found.
    sets: Option<String>,
    placements: String,
    complete: bool,
    seconds: f64,
    version: &'static str,
}

/// Reports the fewest pieces that force a placement, as JSON.
#[must_use]
pub fn fewest_json(problem: &Problem, found: &ForcingSets) -> String {
    json::line(&FewestJson {
        schema: FEWEST_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        number: found.number,
        at_least: found.at_least,
        sets: found.number.map(|_| found.sets.to_string()),
        placements: found.placements.to_string(),
        complete: found.complete,
        seconds: found.elapsed.as_secs_f64(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// Reports the fewest pieces that force a placement, in a line.
#[must_use]
pub fn fewest(problem: &Problem, found: &ForcingSets, style: Style) -> String {
    let ForcingSets { number, at_least, sets, placements, complete, .. } = *found;
    if style == Style::Number {
        return match number {
            Some(number) => format!("{number}\n"),
            None if complete => "none\n".to_owned(),
            None => format!("≥ {at_least}\n"),
        };
    }
    match number {
        Some(0) => format!("{problem}: 0, there is only one placement\n"),
        Some(number) => {
            let all = count_noun(placements as usize, "placement");
            let sets = count_noun(sets as usize, "set");
            format!("{problem}: {number}, the fewest pieces that force a placement: {sets}, in {all}\n")
        }
        None if complete => format!("{problem}: no placement\n"),
        None => format!(
            "{problem}: ≥ {at_least}, stopped before the fewest pieces that force a placement were known\n"
        ),
    }
}

#[derive(Serialize)]
struct CompletionJson {
    schema: &'static str,
    problem: String,
    identity: String,
    /// The number of pieces; null if there is no placement, or if the search was stopped.
    number: Option<u32>,
    /// A lower bound on the number; null if no placement is known.
    at_least: Option<u32>,
    complete: bool,
    /// Non-attacking pieces, one more than that number, that cannot be completed to a placement.
    stuck: Option<Vec<WrittenPiece>>,
    sets: u64,
    searches: u64,
    seconds: f64,
    version: &'static str,
}

/// Reports the number of pieces that can always be completed to a placement, as JSON.
#[must_use]
pub fn completion_json(problem: &Problem, found: &Completion) -> String {
    json::line(&CompletionJson {
        schema: COMPLETION_SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        number: found.number,
        at_least: found.at_least,
        complete: found.complete,
        stuck: found.stuck.as_ref().map(|stuck| json::pieces(problem, stuck)),
        sets: found.sets,
        searches: found.searches,
        seconds: found.elapsed.as_secs_f64(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// Reports that number as text, followed by a diagram of pieces that cannot be completed.
#[must_use]
pub fn completion(problem: &Problem, found: &Completion, style: Style) -> String {
    let any = |number: u32| match number {
        0 => "there is a placement".to_owned(),
        1 => "any single piece can be completed".to_owned(),
        more => format!("any {more} non-attacking pieces can be completed"),
    };
    let bound = found.at_least.map(|number| format!("≥ {number}"));
    if style == Style::Number {
        return match (found.number, found.complete) {
            (Some(number), _) => format!("{number}\n"),
            (None, true) => "none\n".to_owned(),
            (None, false) => bound.unwrap_or_else(|| "unknown".to_owned()) + "\n",
        };
    }
    let stopped = "stopped before more was known";
    match (found.number, found.at_least, &found.stuck) {
        (Some(number), _, Some(stuck)) => {
            let these = if stuck.pieces().len() == 1 { "this piece" } else { "these pieces" };
            let line = format!("{problem}: {number}: {}; {these} cannot be completed:\n", any(number));
            army_diagram(problem, stuck, false).into_iter().fold(line, |text, rank| text + &rank + "\n")
        }
        (Some(number), _, None) => {
            format!("{problem}: {number}: any non-attacking pieces can be completed\n")
        }
        (None, ..) if found.complete => format!("{problem}: no placement\n"),
        (None, Some(number), _) => format!("{problem}: ≥ {number}: {}; {stopped}\n", any(number)),
        (None, None, _) => format!("{problem}: {stopped}\n"),
    }
}
