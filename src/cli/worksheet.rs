//! Worksheets: boards to fill in, with their solutions on the next page.

use super::args::{DrawArguments, SelectionArguments};
use super::exit::UsageError;
use super::picture_file::DrawnPages;
use super::placed::{no_placement, placement_error, read_any};
use super::progress::Interruption;
use super::selection::{PlacementRequest, SelectionEnd};
use super::{input, output};
use crate::board::Square;
use crate::clock::Instant;
use crate::plan::StoppingObserver;
use crate::report::svg::{self, Look, PageHead, PageSet, Paper, Picture, PictureFormat};
use crate::search::listing::Selection;
use crate::search::puzzle::unique;
use crate::{Placement, Problem};
use armistice_base::random::Random;
use std::collections::BTreeSet;
use std::time::Duration;

/// The largest number of boards on a page. Their squares are then as large as a fingertip.
const ON_A_PAGE: usize = 6;
/// The number of placements drawn for each board, so that no two boards are equal if there are enough
/// placements.
const DRAWN_FOR_EACH: u64 = 8;
/// The seed if the user gives none, so that each run draws the same placements.
const SEED: u64 = 1;

/// Draws the requested worksheet; `None` if the user interrupts.
pub(super) fn draw(
    arguments: &DrawArguments,
    number: usize,
    format: PictureFormat,
    look: &Look,
) -> anyhow::Result<Option<DrawnPages>> {
    check_format(format, "--worksheet", look)?;
    let problem = read_any(&input::typed_problem(&arguments.placed.problem, &arguments.placed.signs.get())?)?;
    if problem.pieces().next().is_none() {
        return Ok(Some(blank(&problem, number, format, arguments.look.paper, look)));
    }
    let Some(placements) = placements(&problem, &arguments.selection, number)? else { return Ok(None) };
    let given = arguments.worksheet.given;
    let pieces = placements.iter().map(|placement| placement.pieces().len()).max().unwrap_or(0);
    if given > 0 && given >= pieces {
        let fault = format!("--given {given}: nothing is left to fill in, as there are {pieces} pieces");
        return Err(placement_error(&problem, fault).into());
    }
    let mut random = Random::new(arguments.selection.seed.unwrap_or(SEED));
    let numbered = |place: usize, picture: Picture| Picture { number: Some(place as u64 + 1), ..picture };
    // If there are fewer placements than boards, placements repeat with other pre-placed pieces.
    let boards: Vec<((Picture, Problem), Picture)> = placements
        .iter()
        .cycle()
        .take(number)
        .enumerate()
        .map(|(place, placement)| {
            let start = some_of(placement, &problem, given, &mut random);
            let title = format!("{}, to fill in", svg::title(&problem, &start));
            let task = Picture { title, ..Picture::new(&problem, &start) };
            let task = (numbered(place, task), with_given(&problem, &start));
            (task, numbered(place, Picture::new(&problem, placement)))
        })
        .collect();
    let dominating = arguments.selection.demand.demand();
    let instruction = svg::instruction(&problem, dominating, arguments.selection.maximal);
    if placements.len() < number {
        let (found, more) = (placements.len(), if given > 0 { ", with other pieces given" } else { "" });
        output::note(&format!("found only {found} different solutions, so some are repeated{more}"));
    }
    let sheet = Sheet {
        title: problem.to_string(),
        instruction,
        note: note(boards.iter().map(|(task, _)| &task.1)),
        // Empty boards are all equal, and each solution fits all of them.
        solutions: if given == 0 { placements.len() } else { boards.len() },
    };
    let boards: Vec<(Picture, Picture)> =
        boards.into_iter().map(|((task, _), solution)| (task, solution)).collect();
    Ok(Some(draw_sheets(&boards, &sheet, format, arguments.look.paper, look)))
}

/// Draws boards without pieces and without solutions.
fn blank(problem: &Problem, number: usize, format: PictureFormat, paper: Paper, look: &Look) -> DrawnPages {
    let board = || Picture::new(problem, &Placement::new(Vec::new()));
    let boards: Vec<(Picture, Picture)> = (0..number).map(|_| (board(), board())).collect();
    let (instruction, note) = (String::new(), String::new());
    let sheet = Sheet { title: problem.to_string(), instruction, note, solutions: 0 };
    draw_sheets(&boards, &sheet, format, paper, look)
}

/// The texts around boards to fill in.
pub(super) struct Sheet {
    /// The heading of each page.
    pub(super) title: String,
    /// The instruction.
    pub(super) instruction: String,
    /// The note above the solutions.
    pub(super) note: String,
    /// The number of solutions that are shown.
    pub(super) solutions: usize,
}

/// The note above solutions if each is known to be the only one.
pub(super) const ONLY_ONES: &str = "There are no others.";
/// The note above solutions if there may be others.
const PERHAPS_OTHERS: &str = "There may be others.";
/// The time limit for all boards together to find out whether each solution is the only one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the note above the solutions of these problems.
fn note<'a>(problems: impl Iterator<Item = &'a Problem>) -> String {
    let end = Instant::now().checked_add(PATIENCE);
    let until = StoppingObserver { observer: &Interruption, end };
    let is_only = |problem: &Problem| {
        let found = unique(problem, Selection::default(), &until);
        found.is_ok_and(|found| found.is_unique() == Some(true))
    };
    let mut problems = problems;
    if problems.all(is_only) { ONLY_ONES } else { PERHAPS_OTHERS }.to_owned()
}

/// Draws boards to fill in, each with its solution. Printed on both sides, each sheet has its solutions on
/// the back.
pub(super) fn draw_sheets(
    boards: &[(Picture, Picture)],
    sheet: &Sheet,
    format: PictureFormat,
    paper: Paper,
    look: &Look,
) -> DrawnPages {
    let sides = if sheet.solutions == 0 { 1 } else { 2 };
    let page = |boards: &[(Picture, Picture)]| {
        let (tasks, mut solutions): (Vec<Picture>, Vec<Picture>) = boards.iter().cloned().unzip();
        solutions.truncate(sheet.solutions);
        let head = PageHead { title: sheet.title.clone(), line: sheet.instruction.clone(), has_name: true };
        let title = format!("{}: solutions", sheet.title);
        let back = PageHead { title, line: sheet.note.clone(), has_name: false };
        let both = [(head, tasks), (back, solutions)].map(|(head, pictures)| PageSet {
            head,
            pictures,
            most: ON_A_PAGE,
        });
        both.into_iter().take(sides)
    };
    let sets: Vec<PageSet> = boards.chunks(ON_A_PAGE).flat_map(page).collect();
    let title = format!("{}: worksheet", sheet.title);
    let pages = svg::pages(&sets, &title, paper, look);
    let pages = match format {
        PictureFormat::Pdf => pages.page_pictures(),
        PictureFormat::Html => vec![pages.html()],
        _ => vec![pages.single_picture()],
    };
    DrawnPages { pages, title }
}

/// Refuses formats without sheets.
pub(super) fn check_format(format: PictureFormat, what: &str, look: &Look) -> Result<(), UsageError> {
    if !matches!(format, PictureFormat::Svg | PictureFormat::Png | PictureFormat::Pdf | PictureFormat::Html) {
        return Err(UsageError(format!(
            "{what} cannot be written as {format}: use .pdf, .html, .svg or .png"
        )));
    }
    if look.size.is_some() {
        let fault = "--size: boards of a worksheet are as large as fits; --paper sets the sheet";
        return Err(UsageError(fault.to_owned()));
    }
    Ok(())
}

/// Finds different placements, one for each board if there are enough.
fn placements(
    problem: &Problem,
    selection: &SelectionArguments,
    number: usize,
) -> anyhow::Result<Option<Vec<Placement>>> {
    let is_random = selection.up_to.is_none() && !selection.maximal && !selection.demand.is_asked();
    let seed = is_random.then(|| selection.seed.unwrap_or(SEED));
    let drawn = if is_random { DRAWN_FOR_EACH * number as u64 } else { number as u64 };
    let wanted =
        PlacementRequest::new(&SelectionArguments { random: is_random, seed, ..selection.clone() }, drawn)?;
    let mut seen = BTreeSet::new();
    let mut placements = Vec::new();
    let end = wanted.hand_out(problem, &mut |chosen| {
        if placements.len() < number && seen.insert(chosen.placement.clone()) {
            placements.push(chosen.placement);
        }
        Ok(())
    })?;
    match end {
        SelectionEnd::Stopped => {
            output::note("interrupted: nothing was drawn");
            Ok(None)
        }
        _ if placements.is_empty() => Err(no_placement(problem).into()),
        _ => Ok(Some(placements)),
    }
}

/// Adds pre-placed pieces to a problem.
fn with_given(problem: &Problem, given: &Placement) -> Problem {
    let fixed = |problem: Problem, &(kind, square): &(usize, Square)| {
        problem.with_fixed(kind, square).unwrap_or(problem)
    };
    given.pieces().iter().fold(problem.clone(), fixed)
}

/// Chooses `number` pieces of a placement at random. The pre-placed pieces of the problem come first.
fn some_of(placement: &Placement, problem: &Problem, number: usize, random: &mut Random) -> Placement {
    let kinds: Vec<_> = problem.pieces().collect();
    let is_given = |&(kind, square): &(usize, Square)| kinds[kind].fixed.contains(&square);
    let (mut start, mut others): (Vec<_>, Vec<_>) = placement.pieces().iter().copied().partition(is_given);
    while start.len() < number && !others.is_empty() {
        start.push(others.swap_remove(random.draw_below(others.len())));
    }
    Placement::new(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_others_unless_there_are_none() {
        let said = |texts: &[&str]| {
            let problems: Vec<Problem> = texts.iter().map(|text| text.parse().unwrap()).collect();
            note(problems.iter())
        };
        assert_eq!(said(&["8x8 Q8@b1,e3", "4x4 Q4@b1"]), ONLY_ONES);
        assert_eq!(said(&["8x8 Q8@b1,e3", "4x4 Q4"]), PERHAPS_OTHERS);
    }
}
