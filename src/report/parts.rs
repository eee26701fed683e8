//! Counts in parts as a file: JSON Lines, each with a hash.
//!
//! The first line has the board and the moves of each kind, so that a small program can recount without
//! reading problem text. Each further line is a part with its own hash. The last line is a hash of all lines
//! before it.

use crate::Problem;
use crate::board::Board;
use crate::certificate::Parts;
use crate::piece::Range;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The schema of these files.
pub const SCHEMA: &str = "armistice.certificate/1";

/// Returns the lines of a file.
#[must_use]
pub fn lines(parts: &Parts) -> String {
    let Parts { problem, count, parts, .. } = parts;
    let mut head = json!({
        "line": "head",
        "schema": SCHEMA,
        "problem": problem.to_string(),
        "count": count.to_string(),
        "parts": parts.len(),
    });
    if let (Value::Object(head), Value::Object(board)) = (&mut head, board(problem)) {
        head.extend(board);
    }
    let mut all = format!("{head}\n");
    let mut hashes = all.clone();
    let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
    for part in parts {
        let pieces = part.first.iter().map(|&(kind, square)| (letters[kind], square));
        let named: Vec<String> = pieces.clone().map(|(letter, square)| format!("{letter}{square}")).collect();
        let first = pieces.map(|(letter, square)| json!([letter.to_string(), square.to_string()]));
        let hash = sha256(&format!("{} = {}\n", named.join(" "), part.count));
        let line = json!({
            "line": "part",
            "first": first.collect::<Vec<Value>>(),
            "problem": part.problem.to_string(),
            "count": part.count.to_string(),
            "sha256": hash,
        });
        all.push_str(&format!("{line}\n"));
        hashes.push_str(&hash);
    }
    let last = json!({ "line": "end", "sha256": sha256(&hashes) });
    all.push_str(&format!("{last}\n"));
    all
}

/// Describes the squares where pieces can stand, and the moves of the pieces.
fn board(problem: &Problem) -> Value {
    let board: &Board = problem.board();
    let squares = (0..board.rows() * board.cols()).map(|at| board.square(at));
    let holes = squares.filter(|&square| !board.is_open(square)).map(|square| square.to_string());
    let kinds = problem.pieces().map(|pieces| {
        let most = |range: Range| if range == Range::Unlimited { 0 } else { range.times() };
        let moves = pieces.kind.moves().rides().map(|((rows, cols), range)| json!([rows, cols, most(range)]));
        json!({
            "letter": pieces.kind.letter().to_string(),
            "number": pieces.quantity.exact_number(),
            "moves": moves.collect::<Vec<Value>>(),
        })
    });
    json!({
        "rows": board.rows(),
        "cols": board.cols(),
        "wraps": [board.topology().rows_wrap(), board.topology().cols_wrap()],
        "holes": holes.collect::<Vec<String>>(),
        "kinds": kinds.collect::<Vec<Value>>(),
    })
}

fn sha256(text: &str) -> String {
    let mut written = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        // Writing to a string cannot fail.
        let _ = write!(written, "{byte:02x}");
    }
    written
}
