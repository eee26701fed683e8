//! `armistice draw --heat`: shows in colours how many placements have a piece on each square.

use super::args::DrawArguments;
use super::exit::{UsageError, check_request};
use super::input;
use super::picture_file::DrawnPages;
use super::progress::{Bar, Interruption};
use crate::plan::{Settings, available_memory};
use crate::report::by_square::{heat_maps, json};
use crate::report::svg::{self, Look, PictureFormat};
use crate::search::by_square;
use crate::{Problem, Question};

/// Draws a heat map: of a problem, whose placements are counted by square, or of such counts in JSON. Returns
/// `None` if the user interrupts.
pub(super) fn draw(
    arguments: &DrawArguments,
    format: PictureFormat,
    look: &Look,
) -> anyhow::Result<Option<DrawnPages>> {
    if !matches!(format, PictureFormat::Svg | PictureFormat::Png | PictureFormat::Pdf) {
        let fault = format!("--heat: a heat map is an SVG, a PNG or a PDF, not {format}");
        return Err(UsageError(fault).into());
    }
    let text = text(arguments)?;
    let line = if text.starts_with('{') { Some(text) } else { count_by_square(&text, arguments)? };
    let Some(line) = line else { return Ok(None) };
    let (title, maps) = heat_maps(&line, arguments.kind).map_err(UsageError::new)?;
    Ok(Some(DrawnPages { pages: vec![svg::heat(&maps, &title, look)], title }))
}

/// Returns the typed text, or the first line of the input that is not empty.
fn text(arguments: &DrawArguments) -> anyhow::Result<String> {
    let placed = &arguments.placed;
    if placed.problem != ["-"] && placed.file.is_none() {
        return input::typed_problem(&placed.problem, &placed.signs.get());
    }
    let none = || UsageError("nothing to draw: expected a problem, or numbers by square as JSON".to_owned());
    let mut lines = input::placement_lines(placed.file.as_deref(), input::is_comment)?.map(|line| line.text);
    let text = lines.find(|text| !text.as_ref().is_ok_and(|text| text.trim().is_empty()));
    Ok(text.ok_or_else(none)??.trim().to_owned())
}

/// Counts the placements of a problem by square, as JSON; `None` if the user interrupts.
fn count_by_square(text: &str, arguments: &DrawArguments) -> anyhow::Result<Option<String>> {
    let problem: Problem = text.parse().map_err(UsageError::new)?;
    let question = Question::new(problem)
        .with_maximal(arguments.selection.maximal)
        .with_dominating(arguments.selection.demand.demand());
    let settings = Settings::default().with_memory(available_memory());
    let bar = Bar { label: "", is_drawn: true, end: || None };
    let found = check_request(by_square(&question, &settings, &bar, &Interruption))?;
    Ok(found.complete.then(|| json(&found)))
}
