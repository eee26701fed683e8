//! `armistice draw`: pictures of placements.

use super::args::DrawArguments;
use super::exit::UsageError;
use super::picture_file::{DrawnPages, PictureFile};
use super::placed::{self, LineContent, PlacedPieces, no_placement, placement_error};
use super::progress::{self, CountingMark};
use super::selection::{NOTHING_LEFT, PlacementRequest, SelectionEnd};
use super::{Exit, heat, output, worksheet};
use crate::report::latex::{self, MAX_LINES};
use crate::report::svg::{self, Look, Picture, PictureFormat};
use crate::{Placement, PlacementFault, Problem};

/// The longest side of a board in a picture.
const MAX_SIDE: usize = 1000;

/// The message if the user interrupts a picture.
const NOTHING_DRAWN: &str = "interrupted: nothing was drawn";

/// The number of placements in a gallery by default.
const USUAL_PLACEMENTS: u64 = 100;
/// The number of placements in a gallery with `--all`.
const MAX_PLACEMENTS_OF_ALL: u64 = 10_000;
/// The largest number of placements in a gallery.
const MAX_PLACEMENTS: u64 = 100_000;

pub(super) fn run(arguments: &DrawArguments) -> anyhow::Result<Exit> {
    let mut file = PictureFile::new(arguments.output.as_deref(), arguments.format)?;
    let look = file.look(&arguments.look)?;
    if let Some(boards) = arguments.worksheet.worksheet {
        progress::catch_interruptions()?;
        let _counting = CountingMark::begin();
        return match worksheet::draw(arguments, boards.into(), file.format, &look)? {
            Some(drawn) => file.write_drawn(&drawn).map(|()| Exit::Complete),
            None => Ok(Exit::Interrupted),
        };
    }
    if arguments.heat {
        progress::catch_interruptions()?;
        let _counting = CountingMark::begin();
        return match heat::draw(arguments, file.format, &look)? {
            Some(drawn) => file.write_drawn(&drawn).map(|()| Exit::Complete),
            None => {
                output::note(NOTHING_DRAWN);
                Ok(Exit::Interrupted)
            }
        };
    }
    let gallery = Gallery::new(arguments, file.format, look)?;
    progress::catch_interruptions()?;
    let placed = {
        let _counting = CountingMark::begin();
        match gallery.placements(arguments)? {
            Some(placed) => placed,
            None => {
                output::note(NOTHING_DRAWN);
                return Ok(Exit::Interrupted);
            }
        }
    };
    if placed.is_empty() {
        return Err(UsageError("nothing to draw: no line contains a placement".to_owned()).into());
    }
    file.write_drawn(&gallery.draw(&placed, arguments, file.format)?)?;
    Ok(Exit::Complete)
}

/// The number of placements to draw, and which ones.
struct Gallery {
    /// Whether the placements are drawn small, with numbers.
    is_gallery: bool,
    limit: u64,
    wanted: PlacementRequest,
    /// Whether an option chooses among the placements of a problem.
    is_chosen: bool,
    look: Look,
}

impl Gallery {
    fn new(arguments: &DrawArguments, format: PictureFormat, look: Look) -> Result<Self, UsageError> {
        let selection = &arguments.selection;
        let is_gallery = arguments.gallery
            || format == PictureFormat::Html
            || selection.all
            || selection.limit.is_some_and(|limit| limit > 1);
        let limit = match selection.limit {
            Some(limit) if limit > MAX_PLACEMENTS => {
                return Err(UsageError(format!(
                    "--limit {limit}: at most {MAX_PLACEMENTS} placements are drawn"
                )));
            }
            Some(limit) => limit,
            None if selection.all => MAX_PLACEMENTS_OF_ALL,
            None if is_gallery => USUAL_PLACEMENTS,
            None => 1,
        };
        // One placement more than is drawn shows whether there are more.
        let more = u64::from(is_gallery);
        let wanted = PlacementRequest::new(selection, limit + more)?;
        let is_chosen = selection.skip > 0
            || selection.random
            || selection.maximal
            || selection.demand.is_asked()
            || selection.order.is_some()
            || selection.up_to.is_some();
        Ok(Self { is_gallery, limit, wanted, is_chosen, look })
    }

    /// Returns the placements to draw; `None` if the user interrupts.
    fn placements(&self, arguments: &DrawArguments) -> anyhow::Result<Option<Vec<PlacedPieces>>> {
        let mut placed: Vec<PlacedPieces> = Vec::new();
        for line in placed::lines(&arguments.placed)? {
            let given = line.given.and_then(|given| self.add(given, &mut placed));
            let end = given.map_err(|error| match (line.number, error.downcast::<UsageError>()) {
                (Some(number), Ok(error)) => UsageError(format!("line {number}: {error}")).into(),
                (_, error) => error.map_or_else(|error| error, Into::into),
            })?;
            if end == SelectionEnd::Stopped || progress::is_interrupted() {
                return Ok(None);
            }
            if placed.len() as u64 >= self.wanted.number() {
                break;
            }
        }
        if placed.len() as u64 > self.limit {
            let limit = self.limit;
            let more = if arguments.selection.all { " instead of --all" } else { "" };
            output::note(&format!("the first {limit} placements are drawn; --limit N{more} draws more"));
            placed.truncate(limit as usize);
        }
        Ok(Some(placed))
    }

    /// Adds a placement from the input, or the wanted placements of a problem.
    fn add(&self, given: LineContent, placed: &mut Vec<PlacedPieces>) -> anyhow::Result<SelectionEnd> {
        let problem = match given {
            LineContent::Placed(_) if self.is_chosen => {
                let fault = "--skip, --order, --random, --up-to and --maximal choose among the placements of a problem, but \
                             a placement is given";
                return Err(UsageError(fault.to_owned()).into());
            }
            LineContent::Placed(given) => {
                placed.push(given);
                return Ok(SelectionEnd::Complete);
            }
            LineContent::Problem(problem) => problem,
        };
        if problem.pieces().next().is_none() {
            placed.push(PlacedPieces::new(problem, Placement::new(Vec::new())));
            return Ok(SelectionEnd::Complete);
        }
        let end = self.some_more(placed.len() as u64).hand_out(&problem, &mut |chosen| {
            let number = self.is_gallery.then_some(chosen.number);
            let class_size = chosen.class_size;
            placed.push(PlacedPieces {
                problem: problem.clone(),
                placement: chosen.placement,
                number,
                class_size,
            });
            Ok(())
        });
        match end.map_err(|error| add_problem(&problem, error))? {
            SelectionEnd::None => Err(no_placement(&problem).into()),
            SelectionEnd::Skipped(_) => Err(placement_error(&problem, NOTHING_LEFT).into()),
            end => Ok(end),
        }
    }

    /// Returns the selection that remains after `placed` placements. Random placements never run out, so no
    /// extra one is drawn to find out whether there are more.
    fn some_more(&self, placed: u64) -> PlacementRequest {
        let all = if self.wanted.is_random() { self.limit } else { self.wanted.number() };
        self.wanted.at_most(all.saturating_sub(placed).max(1))
    }

    /// Draws the picture or pictures as text.
    fn draw(
        &self,
        placed: &[PlacedPieces],
        arguments: &DrawArguments,
        format: PictureFormat,
    ) -> Result<DrawnPages, UsageError> {
        let pictures = || {
            let pictures = placed.iter().enumerate().map(|(place, placed)| {
                let picture = picture(placed, arguments)?;
                let number = picture.number.or(self.is_gallery.then_some(place as u64 + 1));
                Ok(Picture { number, ..picture })
            });
            pictures.collect::<Result<Vec<Picture>, UsageError>>()
        };
        let look = &self.look;
        let title = match placed {
            [one] if !self.is_gallery => svg::title(&one.problem, &one.placement),
            all => format!("{}: {}", heading(all), note(all)),
        };
        let pages = match format {
            PictureFormat::Html => vec![svg::page(&pictures()?, &heading(placed), &note(placed), look)],
            PictureFormat::Tikz => {
                let pictures = pictures()?;
                check_tikz(&pictures)?;
                vec![match &pictures[..] {
                    [picture] if !self.is_gallery => latex::tikz(picture),
                    pictures => latex::tikz_gallery(pictures),
                }]
            }
            PictureFormat::Chessboard => vec![write_each(placed, latex::chessboard)?],
            PictureFormat::Xskak => vec![write_each(placed, latex::xskak)?],
            PictureFormat::Pdf if self.is_gallery => self.pages(pictures()?, placed, arguments)?,
            PictureFormat::Svg | PictureFormat::Png if self.is_gallery => {
                vec![svg::sheet(&pictures()?, &title, look)]
            }
            PictureFormat::Svg | PictureFormat::Png | PictureFormat::Pdf => {
                pictures()?.iter().map(|picture| svg::draw(picture, look)).collect()
            }
        };
        Ok(DrawnPages { pages, title })
    }

    /// Lays out many boards on sheets of paper.
    fn pages(
        &self,
        pictures: Vec<Picture>,
        placed: &[PlacedPieces],
        arguments: &DrawArguments,
    ) -> Result<Vec<String>, UsageError> {
        if self.look.size.is_some() {
            let fault = "--size: several boards are as large as fits on a page; --paper sets the sheet";
            return Err(UsageError(fault.to_owned()));
        }
        let (title, line) = (heading(placed), note(placed));
        Ok(svg::gallery_pages(pictures, &title, &line, arguments.look.paper, &self.look).page_pictures())
    }
}

/// Adds the problem to the error that is about it.
fn add_problem(problem: &Problem, error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<UsageError>() {
        Ok(error) => placement_error(problem, error).into(),
        Err(error) => error,
    }
}

fn check_tikz(pictures: &[Picture]) -> Result<(), UsageError> {
    let lines = |picture: &Picture| picture.board.rows().max(picture.board.cols());
    match pictures.iter().map(lines).find(|&lines| lines > MAX_LINES) {
        Some(lines) => {
            let fault = format!(
                "a side of {lines} squares: TikZ draws boards with sides of up to {MAX_LINES}; use svg"
            );
            Err(UsageError(fault))
        }
        None => Ok(()),
    }
}

/// A function that writes one placement.
type Write = fn(&Problem, &Placement) -> Result<String, latex::NoChessboard>;

/// Writes the LaTeX commands of all placements, one after another.
fn write_each(placed: &[PlacedPieces], write: Write) -> Result<String, UsageError> {
    let commands = placed.iter().map(|PlacedPieces { problem, placement, .. }| {
        check_stands(problem, placement)?;
        write(problem, placement).map_err(|error| placement_error(problem, error))
    });
    commands.collect()
}

fn picture(placed: &PlacedPieces, arguments: &DrawArguments) -> Result<Picture, UsageError> {
    let PlacedPieces { problem, placement, number, class_size } = placed;
    let board = problem.board();
    if board.rows().max(board.cols()) > MAX_SIDE {
        let (rows, cols) = (board.rows(), board.cols());
        let fault =
            format!("a board of {rows}x{cols} squares: pictures have at most {MAX_SIDE} on each side");
        return Err(UsageError(fault));
    }
    check_stands(problem, placement)?;
    let picture = Picture::new(problem, placement);
    let picture = if arguments.attacks { picture.with_attacks(problem, placement) } else { picture };
    let picture = if arguments.legend { picture.with_legend(problem) } else { picture };
    Ok(Picture { number: *number, class_size: *class_size, ..picture })
}

/// Refuses pieces on squares where none can stand. Pieces in conflict can be drawn.
fn check_stands(problem: &Problem, placement: &Placement) -> Result<(), UsageError> {
    match placement.fault(problem) {
        Some(fault @ (PlacementFault::Closed(_) | PlacementFault::Shared(..))) => {
            Err(placement_error(problem, fault))
        }
        _ => Ok(()),
    }
}

/// Lists the problems of a gallery.
fn heading(placed: &[PlacedPieces]) -> String {
    let mut problems: Vec<String> = placed.iter().map(|placed| placed.problem.to_string()).collect();
    problems.dedup();
    match &problems[..] {
        [first, _, _, .., last] => format!("{first} to {last}"),
        few => few.join(", "),
    }
}

/// Says how many placements a gallery shows.
fn note(placed: &[PlacedPieces]) -> String {
    let placements = crate::report::numbers::count_noun(placed.len(), "placement");
    let sizes: Option<Vec<u64>> = placed.iter().map(|placed| placed.class_size).collect();
    match sizes {
        Some(sizes) if !sizes.is_empty() => {
            format!("{placements}, {} with rotations and reflections", sizes.iter().sum::<u64>())
        }
        _ => placements,
    }
}
