//! Sets of vertices that cliquer lists: `size=8, weight=8:   1 13 24 …`.
//!
//! Pre-placed pieces are not vertices and are added.

use super::answer::{SolverAnswer, placement};
use super::fault::{ReadError, quote_word};
use crate::export::graph::Graph;
use crate::export::model::Model;

pub(super) fn is_known(line: &str) -> bool {
    line.starts_with("size=")
}

pub(super) fn line(graph: &Graph, model: &Model<'_>, line: &str) -> Result<Option<SolverAnswer>, ReadError> {
    if !is_known(line) {
        return Ok(None);
    }
    let vertices = vertices(line).ok_or_else(|| ReadError::Set(quote_word(line)))?;
    let variable = |word: &str| {
        let vertex = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let variable = vertex.and_then(|vertex| graph.variable(vertex));
        variable.ok_or_else(|| ReadError::Number(quote_word(word)))
    };
    let variables = vertices.into_iter().map(variable).collect::<Result<Vec<usize>, ReadError>>()?;
    Ok(Some(SolverAnswer::Placement(placement(
        model,
        variables.into_iter().chain(model.preplaced_variables()),
    ))))
}

/// Returns the vertices after their number, which the line states twice; `None` if the number is wrong.
fn vertices(line: &str) -> Option<Vec<&str>> {
    let (head, vertices) = line.split_once(':')?;
    let (size, weight) = head.strip_prefix("size=")?.split_once(", weight=")?;
    let vertices: Vec<&str> = vertices.split_whitespace().collect();
    let is_theirs = |number: &str| number.trim().parse() == Ok(vertices.len());
    (is_theirs(size) && is_theirs(weight)).then_some(vertices)
}
