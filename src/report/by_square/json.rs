//! Numbers by square as one object on one line.

use crate::board::Board;
use crate::report::json::{KindNotation, demand_name, kinds, line};
use crate::search::{CountsBySquare, KindBySquare};
use crate::{Named, Question};
use serde::ser::{Serialize, SerializeMap, Serializer};

pub(super) const SCHEMA: &str = "armistice.by-square/1";

#[derive(serde::Serialize)]
struct BySquareJson<'a> {
    schema: &'static str,
    problem: String,
    identity: String,
    kinds: Vec<KindNotation>,
    objective: &'static str,
    maximal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dominating: Option<&'static str>,
    /// The number of all placements; a lower bound if not all were counted.
    count: String,
    /// The maximum number of pieces, if requested. Then `count` is the number of placements that attain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<u32>,
    /// Whether all numbers are known.
    complete: bool,
    by_square: Vec<KindSquares<'a>>,
    /// The number of squares to count, up to symmetry.
    orbits: usize,
    /// The number of those squares that were counted.
    orbits_done: usize,
    seconds: f64,
    version: &'static str,
}

/// The numbers of one kind.
#[derive(serde::Serialize)]
struct KindSquares<'a> {
    /// The number of the army or group, from 1.
    army: usize,
    kind: char,
    squares: Squares<'a>,
}

impl<'a> KindSquares<'a> {
    fn new(board: &'a Board, kind: &'a KindBySquare) -> Self {
        Self { army: kind.army + 1, kind: kind.letter, squares: Squares { board, kind } }
    }
}

/// The numbers by the names of squares, in the order of the board; null if a number is unknown.
struct Squares<'a> {
    board: &'a Board,
    kind: &'a KindBySquare,
}

impl Serialize for Squares<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (index, number) in self.kind.numbers.iter().enumerate() {
            let square = self.board.square(index);
            if self.board.is_open(square) {
                map.serialize_entry(&square.to_string(), &number.as_ref().map(ToString::to_string))?;
            }
        }
        map.end()
    }
}

/// Writes the numbers in full.
#[must_use]
pub fn json(found: &CountsBySquare) -> String {
    let Question { problem, maximal, dominating, .. } = &found.question;
    let board = problem.board();
    line(&BySquareJson {
        schema: SCHEMA,
        problem: problem.to_string(),
        identity: problem.identity(),
        kinds: kinds(problem),
        objective: problem.objective().name(),
        maximal: *maximal,
        dominating: demand_name(*dominating),
        count: found.count.to_string(),
        maximum: found.maximum,
        complete: found.complete,
        by_square: found.kinds.iter().map(|kind| KindSquares::new(board, kind)).collect(),
        orbits: found.orbits,
        orbits_done: found.orbits_done,
        seconds: found.elapsed.as_secs_f64(),
        version: env!("CARGO_PKG_VERSION"),
    })
}
