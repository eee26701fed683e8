//! `armistice draw`: pictures of placements.

use super::args::DrawArguments;
use super::exit::UsageError;
use super::picture_file::PictureFile;
use super::placed::{self, Given, Placed, refused};
use super::{Exit, output, progress};
use armistice::Problem;
use armistice::report::svg::{self, Picture, PictureFormat};
use armistice::search::listing::{Selection, list_lex};
use armistice::search::{self, First};
use armistice::{Placement, PlacementFault};

/// The longest side of a board that is drawn.
const LONGEST_SIDE: usize = 1000;

/// Seed of the search for a placement where the first one is not found quickly.
const SEED: u64 = 1;

pub(super) fn run(arguments: &DrawArguments) -> anyhow::Result<Exit> {
    let file = PictureFile::new(arguments.output.as_deref(), arguments.format, arguments.width)?;
    let is_gallery = arguments.gallery || file.format == PictureFormat::Html;
    let limit = if is_gallery { arguments.limit as usize } else { 1 };
    progress::catch_interruptions()?;
    let mut placed: Vec<Placed> = Vec::new();
    for line in placed::lines(&arguments.placed)? {
        let given = line.given.map_err(|error| match (line.number, error.downcast::<UsageError>()) {
            (Some(number), Ok(error)) => UsageError(format!("line {number}: {error}")).into(),
            (_, error) => error.map_or_else(|error| error, Into::into),
        })?;
        // One more than is drawn tells whether there are more.
        let most = if is_gallery { (limit + 1).saturating_sub(placed.len()).max(1) } else { 1 };
        placed.extend(placements(given, most)?);
        if progress::is_interrupted() {
            output::note("interrupted: nothing is drawn");
            return Ok(Exit::Interrupted);
        }
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
        PictureFormat::Html => svg::page(&pictures, &heading(&placed), &note(&placed)),
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
    // An interrupted search has ruled nothing out.
    if found.is_empty() && !progress::is_interrupted() {
        return Err(refused(&problem, "it has no placement").into());
    }
    Ok(found.into_iter().map(|placement| Placed::new(problem.clone(), placement)).collect())
}

/// The first placements of a problem, at most so many; any one, if one is enough.
fn first_placements(problem: &Problem, number: usize) -> anyhow::Result<Vec<Placement>> {
    if number == 1 {
        let found = progress::watch_search("looking for a placement", |observer| {
            search::find_first(problem, SEED, observer)
        });
        return Ok(match found.map_err(|error| refused(problem, error))? {
            First::Found { placement, .. } => vec![placement],
            First::None { .. } | First::Stopped => Vec::new(),
        });
    }
    let listing = progress::watch(false, |observer| list_lex(problem, Selection::default(), observer));
    let mut listing = listing.map_err(|error| refused(problem, error))?;
    let next = || Some(listing.advance(&progress::is_interrupted)?.placement);
    Ok(std::iter::from_fn(next).take(number).collect())
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
    let placements = armistice::report::numbers::counted(placed.len(), "placement");
    let sizes: Option<Vec<u64>> = placed.iter().map(|placed| placed.class_size).collect();
    match sizes {
        Some(sizes) if !sizes.is_empty() => {
            format!("{placements}, {} with their turns and mirror images", sizes.iter().sum::<u64>())
        }
        _ => placements,
    }
}
