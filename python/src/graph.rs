//! The conflict graph of a problem.

use crate::problem::{self, refused};
use crate::waiting::wait;
use armistice::Quantity;
use armistice::board::MAX_AREA;
use armistice::conflict::Conflicts;
use armistice::plan::Observer;
use pyo3::prelude::*;

/// A piece on a square: its letter, its army (from 0) and its square.
type Vertex = (char, usize, String);

/// The vertices, and the pairs of numbers of vertices that exclude each other.
type Graph = (Vec<Vertex>, Vec<(usize, usize)>);

/// Returns the conflict graph of a problem.
#[pyfunction]
pub(crate) fn graph(python: Python<'_>, problem: &Bound<'_, PyAny>) -> PyResult<Graph> {
    let problem = problem::read(problem, Quantity::Any)?;
    if !problem.is_pairwise() {
        let why = "pairs of pieces do not decide here what a placement is, so there is no conflict graph";
        return Err(refused(format_args!("{problem}: {why}")));
    }
    let (board, kinds) = (problem.board().clone(), problem.pieces().count());
    if board.is_large() {
        let why =
            format!("{} squares: expected at most {MAX_AREA}; export writes larger graphs", board.squares());
        return Err(refused(format_args!("{problem}: {why}")));
    }
    wait(python, None, move |watch| {
        let (armies, conflicts) = (problem.army_of(), Conflicts::of_problem(&problem));
        let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
        let mut places = Vec::new();
        // For each kind and square its vertex, if there is one.
        let mut numbers = vec![vec![None; board.squares()]; kinds];
        for (kind, pieces) in problem.pieces().enumerate() {
            for square in (0..board.squares()).filter(|&at| problem.may_stand(pieces, board.square(at))) {
                numbers[kind][square] = Some(places.len());
                places.push((kind, square));
            }
        }
        let mut edges = Vec::new();
        for (number, &(kind, square)) in places.iter().enumerate().take_while(|_| !watch.should_stop()) {
            for (other, numbers) in numbers.iter().enumerate() {
                let excluded =
                    members(conflicts.conflict_set(kind, square, other)).filter_map(|at| numbers[at]);
                edges.extend(excluded.filter(|&other| other > number).map(|other| (number, other)));
            }
        }
        let vertex = |&(kind, square): &(usize, usize)| {
            (letters[kind], armies[kind], board.square(square).to_string())
        };
        (places.iter().map(vertex).collect(), edges)
    })
}

/// Returns the squares of a set.
fn members(words: &[u64]) -> impl Iterator<Item = usize> {
    let is_member = |word: u64| move |bit: &usize| word >> bit & 1 == 1;
    words
        .iter()
        .enumerate()
        .flat_map(move |(place, &word)| (0..64).filter(is_member(word)).map(move |bit| 64 * place + bit))
}
