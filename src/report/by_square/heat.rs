//! Numbers by square as heat maps, from the record in JSON.

use super::json::SCHEMA;
use crate::board::Square;
use crate::notation::TextError;
use crate::report::numbers;
use crate::report::svg::{DrawnPiece, HeatMap};
use crate::{BigUint, Problem};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The reasons why a text is not a record of numbers by square, or lacks the requested kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeatError {
    /// The text is not such a record.
    #[error("expected a line that count --by-square --format json writes: {0}")]
    Record(String),
    /// The problem of the record cannot be read.
    #[error(transparent)]
    Problem(#[from] TextError),
    /// A square that is not on the board, or a text that is not a number.
    #[error("{square}: expected a square of the board with a number")]
    Square {
        /// The square or the text.
        square: String,
    },
    /// A kind that the problem does not have.
    #[error("{letter}: expected one of the kinds {has}")]
    NoKind {
        /// The letter of the kind.
        letter: char,
        /// The kinds of the problem.
        has: String,
    },
}

/// The part of the record that is read.
#[derive(Deserialize)]
struct Record {
    schema: String,
    problem: String,
    count: String,
    by_square: Vec<KindHeat>,
}

#[derive(Deserialize)]
struct KindHeat {
    army: usize,
    kind: char,
    squares: BTreeMap<String, Option<String>>,
}

/// Returns the maps of a record, or only that of one kind, with a title for the picture of all of them.
///
/// # Errors
/// Returns an error if the text is not a record, or if the problem does not have the kind.
pub fn heat_maps(line: &str, letter: Option<char>) -> Result<(String, Vec<HeatMap>), HeatError> {
    let no_record = |error: serde_json::Error| HeatError::Record(error.to_string());
    let record: Record = serde_json::from_str(line).map_err(no_record)?;
    if record.schema != SCHEMA {
        return Err(HeatError::Record(format!("the schema is {}, not {SCHEMA}", record.schema)));
    }
    let problem: Problem = record.problem.parse()?;
    let count = number("count", &record.count)?;
    let wanted = record.by_square.iter().filter(|of| letter.is_none_or(|letter| letter == of.kind));
    let maps = wanted.map(|of| map(&problem, of, &count)).collect::<Result<Vec<_>, _>>()?;
    if let (true, Some(letter)) = (maps.is_empty(), letter) {
        let has = record.by_square.iter().map(|of| of.kind.to_string()).collect::<Vec<_>>().join(", ");
        return Err(HeatError::NoKind { letter, has });
    }
    Ok((format!("{problem}: placements by square, {count} in all"), maps))
}

fn number(name: &str, digits: &str) -> Result<BigUint, HeatError> {
    digits.parse().map_err(|_| HeatError::Square { square: name.to_owned() })
}

fn map(problem: &Problem, of: &KindHeat, count: &BigUint) -> Result<HeatMap, HeatError> {
    let board = problem.board();
    let mut shares = vec![None; board.squares()];
    for (name, digits) in &of.squares {
        let fault = || HeatError::Square { square: name.clone() };
        let square: Square = name.parse().map_err(|_| fault())?;
        let Some(digits) = digits else { continue };
        let number = number(name, digits)?;
        if !board.has(square) || number > *count {
            return Err(fault());
        }
        let words = format!("{square}: {}", numbers::group_digits(&number));
        shares[board.index(square)] = Some((share(&number, count), words));
    }
    let army_of = problem.army_of();
    let pieces = problem.pieces().enumerate().filter(|(_, pieces)| !pieces.kind.is_wall());
    let given = pieces.flat_map(|(piece, pieces)| {
        let (letter, army) = (pieces.kind.letter(), army_of[piece]);
        pieces.fixed.iter().map(move |&square| DrawnPiece { letter, army, square })
    });
    let army = if problem.armies().len() > 1 { format!(" {}", of.army) } else { String::new() };
    let caption = format!("{}{army} in {problem}", of.kind);
    Ok(HeatMap { board: board.clone(), caption, shares, pieces: given.collect() })
}

/// Returns a number as a share of all placements, from 0 to 1.
fn share(number: &BigUint, count: &BigUint) -> f64 {
    const WHOLE: u64 = 1 << 50;
    if *count == BigUint::ZERO {
        return 0.0;
    }
    // The share is at most 1.
    u64::try_from(number * WHOLE / count).map_or(1.0, |part| part as f64 / WHOLE as f64)
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;
    use crate::plan::{Settings, Silent};
    use crate::report::svg::{Look, heat};
    use crate::search::by_square;

    #[test]
    fn what_is_written_is_drawn() {
        let question = "4x4-a1 Q2@b3/N".parse().unwrap();
        let found = by_square(&question, &Settings::default(), &(), &Silent).unwrap();
        let line = json(&found);
        let (title, maps) = heat_maps(&line, None).unwrap();
        assert!(title.starts_with("4x4-a1 Q2@b3/N: placements by square"));
        assert_eq!((maps.len(), heat_maps(&line, Some('N')).unwrap().1.len()), (2, 1));
        for (map, kind) in maps.iter().zip(&found.kinds) {
            for (share, number) in map.shares.iter().zip(&kind.numbers) {
                let Some((share, _)) = share else { continue };
                let expected = number.as_ref().map_or(0.0, |number| super::share(number, &found.count));
                assert!((share - expected).abs() < 1e-12);
            }
            assert_eq!(map.shares.iter().flatten().count(), 15);
        }
        let svg = heat(&maps, &title, &Look::default());
        // Both boards have the pre-placed queen, fifteen squares and a hole.
        assert_eq!((svg.matches("<use ").count(), svg.matches("class=\"hole\"").count()), (2, 2));
        assert_eq!(svg.matches("<title>").count(), 1 + 2 * 14);
    }

    #[test]
    fn other_texts_are_refused() {
        let question = "2x2 K".parse().unwrap();
        let found = by_square(&question, &Settings::default(), &(), &Silent).unwrap();
        let line = json(&found);
        assert!(matches!(heat_maps(&line, Some('N')), Err(HeatError::NoKind { letter: 'N', .. })));
        for (old, new) in [
            ("by-square/1", "by-square/2"),
            ("\"a1\"", "\"z9\""),
            ("\"a1\":\"1\"", "\"a1\":\"9\""),
            ("\"a1\":\"1\"", "\"a1\":\"one\""),
            ("2x2 K\"", "2x2 k k\""),
            ("{", ""),
        ] {
            assert_ne!(line.replacen(old, new, 1), line, "{old}");
            assert!(heat_maps(&line.replacen(old, new, 1), None).is_err(), "{new}");
        }
    }
}
