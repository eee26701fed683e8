//! `armistice draw`: pictures of placements.

use super::exit::UsageError;
use super::picture_file::PictureFile;
use super::placed::{self, Given, Placed, refused};
use super::placed_args::{DrawArguments, PictureFormatArgument};
use super::{Exit, output, progress};
use crate::board::Square;
use crate::engines::{self, Finder, Settings, naive};
use crate::placement::{Placement, PlacementFault};
use crate::problem::{Objective, Problem};
use crate::report::svg::{self, Picture};
use std::time::{Duration, Instant};

/// The longest side of a board that is drawn.
const LONGEST_SIDE: usize = 1000;

/// How long a placement of a problem is looked for.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) fn run(arguments: &DrawArguments) -> anyhow::Result<Exit> {
    let file = PictureFile::new(arguments.output.as_deref(), arguments.format, arguments.width)?;
    let is_gallery = arguments.gallery || file.format == PictureFormatArgument::Html;
    let limit = if is_gallery { arguments.limit as usize } else { 1 };
    progress::catch_interruptions()?;
    let mut placed: Vec<Placed> = Vec::new();
    for line in placed::lines(&arguments.placed)? {
        let given = line.given.map_err(|error| match (line.number, error.downcast::<UsageError>()) {
            (Some(number), Ok(error)) => UsageError(format!("line {number}: {error}")).into(),
            (_, error) => error.map_or_else(|error| error, Into::into),
        })?;
        placed.extend(placements(given, (limit + 1).saturating_sub(placed.len()).max(1))?);
        if placed.len() > limit || !is_gallery {
            break;
        }
    }
    if is_gallery && placed.len() > limit {
        output::note(&format!("the first {limit} placements are drawn; --limit N draws more"));
    }
    placed.truncate(limit);
    let pictures = placed.iter().enumerate().map(|(place, placed)| {
        let mut picture = picture(placed, arguments.attacks)?;
        picture.number = picture.number.or((is_gallery).then_some(place as u64 + 1));
        Ok(picture)
    });
    let pictures = pictures.collect::<Result<Vec<Picture>, UsageError>>()?;
    let Some(first) = pictures.first() else {
        return Err(UsageError("nothing to draw: no line has a placement".to_owned()).into());
    };
    file.write(&match file.format {
        PictureFormatArgument::Html => svg::page(&pictures, &heading(&placed), &note(&placed)),
        _ if is_gallery => svg::sheet(&pictures, &format!("{}: {}", heading(&placed), note(&placed))),
        _ => svg::picture(first),
    })?;
    Ok(Exit::Complete)
}

/// What is drawn of what was given, at most so many placements.
fn placements(given: Given, most: usize) -> anyhow::Result<Vec<Placed>> {
    let problem = match given {
        Given::Placed(placed) => return Ok(vec![placed]),
        Given::Problem(problem) => problem,
    };
    let found = first_placements(&problem, most)?;
    if found.is_empty() {
        return Err(refused(&problem, "it has no placement").into());
    }
    Ok(found.into_iter().map(|placement| Placed::new(problem.clone(), placement)).collect())
}

/// The first placements of a problem, at most so many; for largest numbers one that has them.
fn first_placements(problem: &Problem, number: usize) -> anyhow::Result<Vec<Placement>> {
    if problem.board().is_large() {
        let advice = "write --fen or --squares, or read lines of armistice solve";
        return Err(refused(
            problem,
            format_args!("no placement is looked for on so large a board: {advice}"),
        )
        .into());
    }
    if problem.objective() == Objective::Maximum {
        let found = progress::watch(false, |observer| {
            engines::largest(problem, &Settings::default(), Finder::Best, false, observer)
        });
        let found = found.map_err(UsageError::new)?;
        return Ok(found.number.map(|_| Placement::new(found.placement)).into_iter().collect());
    }
    if problem.armies().len() > 1 {
        let advice = "of opposing armies none is looked for: write --fen or --squares";
        return Err(refused(problem, advice).into());
    }
    let (end, mut found) = (Instant::now() + PATIENCE, Vec::new());
    let is_enough = std::cell::Cell::new(false);
    let should_stop = || is_enough.get() || Instant::now() > end || progress::is_interrupted();
    let is_done = naive::visit_placements(problem, &should_stop, &mut |pieces| {
        let square = |(row, col): (i64, i64)| Square { row: row as usize, col: col as usize };
        found.push(Placement::new(pieces.iter().map(|&(kind, place)| (kind, square(place))).collect()));
        is_enough.set(found.len() >= number);
    });
    found.truncate(number);
    if found.is_empty() && !is_done {
        let seconds = PATIENCE.as_secs();
        let advice = "write one as --fen or --squares";
        return Err(refused(problem, format_args!("no placement was found in {seconds} s: {advice}")).into());
    }
    Ok(found)
}

fn picture(placed: &Placed, with_attacks: bool) -> Result<Picture, UsageError> {
    let Placed { problem, placement, number, class_size } = placed;
    let board = problem.board();
    if board.rows().max(board.cols()) > LONGEST_SIDE {
        let (rows, cols) = (board.rows(), board.cols());
        let fault =
            format!("no picture of a board of {rows}x{cols} squares: at most {LONGEST_SIDE} on each side");
        return Err(UsageError(fault));
    }
    // Pieces in conflict can be drawn; where none can stand they cannot.
    if let Some(fault @ (PlacementFault::Closed(_) | PlacementFault::Shared(..))) = placement.fault(problem) {
        return Err(refused(problem, fault));
    }
    let picture = Picture::new(problem, placement);
    let picture = if with_attacks { picture.with_attacks(problem, placement) } else { picture };
    Ok(Picture { number: *number, class_size: *class_size, ..picture })
}

/// The problems of a gallery.
fn heading(placed: &[Placed]) -> String {
    let mut problems: Vec<String> = placed.iter().map(|placed| placed.problem.to_string()).collect();
    problems.dedup();
    match &problems[..] {
        [first, _, _, .., last] => format!("{first} to {last}"),
        few => few.join(", "),
    }
}

/// How many placements a gallery shows.
fn note(placed: &[Placed]) -> String {
    let placements = crate::report::numbers::counted(placed.len(), "placement");
    let sizes: Option<Vec<u64>> = placed.iter().map(|placed| placed.class_size).collect();
    match sizes {
        Some(sizes) if !sizes.is_empty() => {
            format!("{placements}, {} with their turns and mirror images", sizes.iter().sum::<u64>())
        }
        _ => placements,
    }
}
