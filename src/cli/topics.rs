//! Long lists that the help of several commands refers to: `armistice help symmetries`, `armistice help engines`.

use super::args::equivalence_parser;
use super::exit::Exit;
use super::output;
use crate::Named;
use crate::engines::Engine;

/// A template that shows only the text.
pub(super) const TEMPLATE: &str = "{about-with-newline}";

/// Lists the words for groups of maps.
pub(super) fn symmetries() -> String {
    let words = list_items(equivalence_parser().names_and_descriptions());
    format!(
        "Words for --up-to and --fixed-by, alone or with + between them:\n\n{words}\nWith --up-to, equivalent placements \
         are counted once: those that these maps turn into each other. With --fixed-by, only placements that each of the \
         maps preserves are counted. --fixed-by does not support translation, torus-shifts or torus-affine. \
         torus-shifts and torus-affine are supported only by --up-to of a count, so `solve` and `draw` do not support them."
    )
}

/// Lists the engines.
pub(super) fn engines() -> String {
    let engines = list_items(Engine::ALL.iter().map(|engine| (engine.name(), engine.description())));
    format!(
        "Engines for --engine:\n\n{engines}\n`armistice explain PROBLEM --verbose` says which of them can count a problem, and what \
         that would take."
    )
}

/// Writes a line for each item, with the descriptions in a column.
fn list_items(all: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    let all: Vec<_> = all.collect();
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    all.iter().map(|(name, about)| format!("  {name:width$}  {about}\n")).collect()
}

/// Writes a topic that was typed as a command.
pub(super) fn show(topic: &str) -> anyhow::Result<Exit> {
    output::write(&format!("{topic}\n"))?;
    Ok(Exit::Complete)
}
