//! Sets of vertices that cliquer lists: `size=8, weight=8:   1 13 24 …`. Given pieces are no vertices and are added.

use super::answer::{Answer, placement};
use super::fault::{ReadError, shown};
use crate::export::graph::Graph;
use crate::export::model::Model;

pub(super) fn is_known(line: &str) -> bool {
    line.starts_with("size=")
}

pub(super) fn line(graph: &Graph, model: &Model<'_>, line: &str) -> Result<Option<Answer>, ReadError> {
    let Some((_, vertices)) = line.split_once(':').filter(|_| is_known(line)) else { return Ok(None) };
    let variable = |word: &str| {
        let vertex = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let variable = vertex.and_then(|vertex| graph.variable(vertex));
        variable.ok_or_else(|| ReadError::Number(shown(word)))
    };
    let variables = vertices.split_whitespace().map(variable).collect::<Result<Vec<usize>, ReadError>>()?;
    Ok(Some(Answer::Placement(placement(model, variables.into_iter().chain(model.given())))))
}
