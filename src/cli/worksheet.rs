//! Worksheets: boards to fill in, and their solutions on the next page.

use super::args::{DrawArguments, SelectionArguments};
use super::exit::UsageError;
use super::picture_file::Drawn;
use super::placed::refused;
use super::selection::{SelectionEnd, Wanted};
use super::{input, output};
use crate::board::Square;
use crate::report::svg::{self, Look, PageHead, PageSet, Picture, PictureFormat};
use crate::{Placement, Problem};
use armistice_base::random::Random;
use std::collections::BTreeSet;

/// Boards to fill in that a page has at most: their squares are as large as a fingertip.
const ON_A_PAGE: usize = 6;
/// So many placements are drawn for each board that no two boards are alike, if there are enough of them.
const DRAWN_FOR_EACH: u64 = 8;
/// The placements of a worksheet if no seed is given: the same ones each time.
const SEED: u64 = 1;

/// The worksheet that is asked for; `None` if the user did not wait for it.
pub(super) fn draw(
    arguments: &DrawArguments,
    number: usize,
    format: PictureFormat,
    look: &Look,
) -> anyhow::Result<Option<Drawn>> {
    if !matches!(format, PictureFormat::Svg | PictureFormat::Png | PictureFormat::Pdf | PictureFormat::Html) {
        return Err(UsageError(format!("--worksheet: not as {format}: use .pdf, .html, .svg or .png")).into());
    }
    if look.size.is_some() {
        let fault = "--size: boards of a worksheet are as large as fits; --paper sets the sheet";
        return Err(UsageError(fault.to_owned()).into());
    }
    let problem = input::one_problem(&arguments.placed.problem)?;
    let Some(placements) = placements(&problem, &arguments.selection, number)? else { return Ok(None) };
    let given = arguments.worksheet.given;
    let pieces = placements.iter().map(|placement| placement.pieces().len()).max().unwrap_or(0);
    if given > 0 && given >= pieces {
        let fault = format!("--given {given}: nothing is left to fill in, as there are {pieces} pieces");
        return Err(refused(&problem, fault).into());
    }
    let mut random = Random::new(arguments.selection.seed.unwrap_or(SEED));
    let numbered = |place: usize, picture: Picture| Picture { number: Some(place as u64 + 1), ..picture };
    // Fewer placements than boards come again, with other pieces given.
    let boards: Vec<(Picture, Picture)> = placements
        .iter()
        .cycle()
        .take(number)
        .enumerate()
        .map(|(place, placement)| {
            let start = some_of(placement, &problem, given, &mut random);
            let title = format!("{}, to fill in", svg::title(&problem, &start));
            let task = Picture { title, ..Picture::new(&problem, &start) };
            (numbered(place, task), numbered(place, Picture::new(&problem, placement)))
        })
        .collect();
    let dominating = arguments.selection.demand.demand();
    let instruction = svg::instruction(&problem, dominating, arguments.selection.maximal);
    if placements.len() < number {
        let (found, more) = (placements.len(), if given > 0 { ", with other pieces given" } else { "" });
        output::note(&format!("only {found} different solutions were found: some come again{more}"));
    }
    // Printed on both sides, each sheet has its solutions on the back.
    let sheet = |boards: &[(Picture, Picture)]| {
        let (tasks, mut solutions): (Vec<Picture>, Vec<Picture>) = boards.iter().cloned().unzip();
        // Empty boards are all alike, and so is what solves them.
        if given == 0 {
            solutions.truncate(placements.len());
        }
        let head = PageHead { title: problem.to_string(), line: instruction.clone(), has_name: true };
        let (title, line) = (format!("{problem}: solutions"), "There may be others.".to_owned());
        let back = PageHead { title, line, has_name: false };
        [(head, tasks), (back, solutions)].map(|(head, pictures)| PageSet { head, pictures, most: ON_A_PAGE })
    };
    let sets: Vec<PageSet> = boards.chunks(ON_A_PAGE).flat_map(sheet).collect();
    let title = format!("{problem}: worksheet");
    let pages = svg::pages(&sets, &title, arguments.look.paper, look);
    let pages = match format {
        PictureFormat::Pdf => pages.each(),
        PictureFormat::Html => vec![pages.html()],
        _ => vec![pages.one()],
    };
    Ok(Some(Drawn { pages, title }))
}

/// Different placements, as many as boards if there are so many.
fn placements(
    problem: &Problem,
    selection: &SelectionArguments,
    number: usize,
) -> anyhow::Result<Option<Vec<Placement>>> {
    let is_random = selection.up_to.is_none() && !selection.maximal && !selection.demand.is_asked();
    let seed = is_random.then(|| selection.seed.unwrap_or(SEED));
    let drawn = if is_random { DRAWN_FOR_EACH * number as u64 } else { number as u64 };
    let wanted = Wanted::new(&SelectionArguments { random: is_random, seed, ..selection.clone() }, drawn)?;
    let mut seen = BTreeSet::new();
    let mut placements = Vec::new();
    let end = wanted.each(problem, &mut |chosen| {
        if placements.len() < number && seen.insert(chosen.placement.clone()) {
            placements.push(chosen.placement);
        }
        Ok(())
    })?;
    match end {
        SelectionEnd::Interrupted => {
            output::note("interrupted: nothing was drawn");
            Ok(None)
        }
        _ if placements.is_empty() => Err(refused(problem, "it has no placement").into()),
        _ => Ok(Some(placements)),
    }
}

/// So many pieces of a placement, those first that the problem gives.
fn some_of(placement: &Placement, problem: &Problem, number: usize, random: &mut Random) -> Placement {
    let kinds: Vec<_> = problem.pieces().collect();
    let is_given = |&(kind, square): &(usize, Square)| kinds[kind].fixed.contains(&square);
    let (mut start, mut others): (Vec<_>, Vec<_>) = placement.pieces().iter().copied().partition(is_given);
    while start.len() < number && !others.is_empty() {
        start.push(others.swap_remove(random.below(others.len())));
    }
    Placement::new(start)
}
