//! Placements as pictures, and searches as animations.

use crate::board::Board;
use crate::numbers::whole;
use crate::placement::Placement;
use crate::problem::{self, refused};
use crate::waiting::wait;
use armistice::plan::{Gauge, Observer};
use armistice::report::svg::{self, Look, Paper, Picture};
use armistice::report::trace::{self, Animation};
use armistice::report::{latex, pdf, png};
use armistice::search::listing::{Event, Heuristic, Watcher};
use armistice::{PlacementFault, Quantity};
use pyo3::prelude::*;

/// Reads the look of boards from the arguments.
pub(crate) fn look(theme: &str, size: Option<&str>, coordinates: bool) -> PyResult<Look> {
    let theme = theme.parse().map_err(|error| refused(format_args!("theme: {error}")))?;
    let read = |size: &str| size.parse().map_err(|error| refused(format_args!("size: {error}")));
    Ok(Look { theme, size: size.map(read).transpose()?, coordinates })
}

/// The longest side of a board that is drawn.
pub(crate) const MAX_SIDE: usize = 1000;

/// The style of placements: a single one, or a gallery with numbers.
#[derive(FromPyObject)]
pub(crate) struct Style {
    #[pyo3(attribute("gallery"))]
    is_gallery: bool,
    attacks: bool,
    legend: bool,
    coordinates: bool,
    theme: String,
    size: Option<String>,
    paper: String,
    title: String,
    note: String,
}

impl Style {
    fn look(&self) -> PyResult<Look> {
        look(&self.theme, self.size.as_deref(), self.coordinates)
    }

    fn paper(&self) -> PyResult<Paper> {
        self.paper.parse().map_err(|error| refused(format_args!("paper: {error}")))
    }
}

/// Rejects a style without meaning.
#[pyfunction]
pub(crate) fn check_style(style: Style) -> PyResult<()> {
    style.look()?;
    style.paper().map(|_| ())
}

/// Draws placements as a picture in SVG, as a page of HTML or for LaTeX, depending on `form`.
#[pyfunction]
pub(crate) fn picture(
    python: Python<'_>,
    placements: Vec<PyRef<'_, Placement>>,
    style: Style,
    form: String,
) -> PyResult<String> {
    let (pictures, look) = (all(&placements, &style)?, style.look()?);
    wait(python, None, move |_| match (&*form, &pictures[..]) {
        ("html", pictures) => svg::page(pictures, &style.title, &style.note, &look),
        ("latex", [picture]) if !style.is_gallery => latex::tikz(picture),
        ("latex", pictures) => latex::tikz_gallery(pictures),
        (_, pictures) => vector(pictures, &style, &look),
    })
}

/// Draws placements as PNG or PDF, depending on `form`.
#[pyfunction]
pub(crate) fn document(
    python: Python<'_>,
    placements: Vec<PyRef<'_, Placement>>,
    style: Style,
    form: String,
) -> PyResult<Vec<u8>> {
    let (pictures, look, paper) = (all(&placements, &style)?, style.look()?, style.paper()?);
    let made = wait(python, None, move |_| {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        if form == "png" {
            let svg = vector(&pictures, &style, &look);
            let width = look.size.map_or_else(|| png::plain_width(&svg), |size| Ok(size.pixels()));
            return width.and_then(|width| png::png(&svg, width)).map_err(|error| said(&error));
        }
        let pages = match &pictures[..] {
            [_] if !style.is_gallery => vec![vector(&pictures, &style, &look)],
            _ => svg::gallery_pages(pictures, &style.title, &style.note, paper, &look).page_pictures(),
        };
        pdf::pdf(&pages, &style.title).map_err(|error| said(&error))
    })?;
    made.map_err(refused)
}

/// Draws the picture in SVG.
fn vector(pictures: &[Picture], style: &Style, look: &Look) -> String {
    match pictures {
        [picture] if !style.is_gallery => svg::draw(picture, look),
        pictures => svg::sheet(pictures, &format!("{}: {}", style.title, style.note), look),
    }
}

fn all(placements: &[PyRef<'_, Placement>], style: &Style) -> PyResult<Vec<Picture>> {
    let numbered = placements.iter().enumerate();
    numbered.map(|(place, placement)| of(placement, style, place)).collect()
}

fn of(
    Placement { problem, placement, class_size }: &Placement,
    style: &Style,
    place: usize,
) -> PyResult<Picture> {
    let (rows, cols) = (problem.board().rows(), problem.board().cols());
    if rows.max(cols) > MAX_SIDE {
        let most = format!("pictures have at most {MAX_SIDE} on each side");
        return Err(refused(format_args!("a board of {rows}x{cols} squares: {most}")));
    }
    // Pieces in conflict can be drawn, but pieces on impossible squares cannot.
    if let Some(fault @ (PlacementFault::Closed(_) | PlacementFault::Shared(..))) = placement.fault(problem) {
        return Err(refused(format_args!("{problem}: {fault}")));
    }
    let picture = Picture::new(problem, placement);
    let picture = if style.attacks { picture.with_attacks(problem, placement) } else { picture };
    let picture = if style.legend { picture.with_legend(problem) } else { picture };
    let number = style.is_gallery.then_some(place as u64 + 1);
    Ok(Picture { number, class_size: *class_size, ..picture })
}

/// Returns the empty placement for a board.
#[pyfunction]
pub(crate) fn blank(board: &Board) -> Placement {
    let problem = armistice::Problem::new(board.0.clone());
    Placement { problem, placement: armistice::Placement::default(), class_size: None }
}

/// Returns a search as a page that plays it.
#[pyfunction]
#[pyo3(signature = (problem, order, limit, max_steps))]
pub(crate) fn trace_page(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    order: Order<'_>,
    limit: Option<&Bound<'_, PyAny>>,
    max_steps: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let asked = Search::new(problem, &order, limit, max_steps)?;
    let page = wait(python, None, move |watch| {
        let recording = asked.record(&mut Unless(watch)).map_err(|error| error.to_string())?;
        trace::page(&asked.problem, &recording).map_err(|error| error.to_string())
    })?;
    page.map_err(refused)
}

/// Returns a search as a moving picture (GIF) with this number of steps a second.
#[pyfunction]
#[pyo3(signature = (problem, order, limit, max_steps, speed))]
pub(crate) fn trace_gif(
    python: Python<'_>,
    problem: &Bound<'_, PyAny>,
    order: Order<'_>,
    limit: Option<&Bound<'_, PyAny>>,
    max_steps: &Bound<'_, PyAny>,
    speed: f64,
) -> PyResult<Vec<u8>> {
    if speed.is_nan() || speed <= 0.0 {
        return Err(refused(format_args!(
            "speed: found {speed}, expected a number above 0, of steps a second"
        )));
    }
    let asked = Search::new(problem, &order, limit, max_steps)?;
    // Players do not correctly show delays shorter than two hundredths of a second.
    let delay = (100.0 / speed).round().clamp(2.0, 1000.0) as u16;
    let picture = wait(python, None, move |watch| {
        let picture = Animation::new(&asked.problem, delay).map_err(|error| error.to_string())?;
        let mut painter = Painter { picture, unless: Unless(watch) };
        asked.record(&mut painter).map_err(|error| error.to_string())?;
        painter.picture.finish().map_err(|error| error.to_string())
    })?;
    picture.map_err(refused)
}

/// The choice of the next file or kind, the order of its squares, and the seed of random choices.
type Order<'py> = (String, String, Bound<'py, PyAny>);

/// A search to show.
struct Search {
    problem: armistice::Problem,
    order: Heuristic,
    limit: Option<u64>,
    max_steps: usize,
}

impl Search {
    fn new(
        problem: &Bound<'_, PyAny>,
        (choice, values, seed): &Order<'_>,
        limit: Option<&Bound<'_, PyAny>>,
        max_steps: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let problem = problem::read(problem, Quantity::Exactly(1))?;
        trace::check_board(problem.board()).map_err(refused)?;
        let (longest, most) = (problem.board().rows().max(problem.board().cols()), trace::MAX_SIDE);
        if longest > most {
            let why = format_args!("a side of {longest} squares: traces show boards of up to {most}x{most}");
            return Err(refused(why));
        }
        let limit = limit.map(|limit| whole(limit, "limit", 1..=u64::MAX)).transpose()?;
        let max_steps = whole(max_steps, "max_steps", 1..=1_000_000)? as usize;
        let seed = whole(seed, "seed", 0..=u64::MAX)?;
        let choice = choice.parse().map_err(|error| refused(format_args!("order: {error}")))?;
        let values = values.parse().map_err(|error| refused(format_args!("values: {error}")))?;
        Ok(Self { problem, order: Heuristic { choice, values, seed }, limit, max_steps })
    }

    fn record(&self, watcher: &mut dyn Watcher) -> Result<trace::Recording, armistice::search::SearchError> {
        trace::record(&self.problem, self.order, self.limit, self.max_steps, watcher)
    }
}

/// A watcher that ignores all events, and stops the search when the caller no longer waits.
struct Unless<'a>(&'a Gauge);

impl Watcher for Unless<'_> {
    fn on_event(&mut self, _: Event<'_>) {}

    fn should_stop(&mut self) -> bool {
        self.0.should_stop()
    }
}

/// A watcher that paints the search.
struct Painter<'a> {
    picture: Animation,
    unless: Unless<'a>,
}

impl Watcher for Painter<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        self.picture.on_event(event);
    }

    fn should_stop(&mut self) -> bool {
        self.unless.should_stop()
    }
}
