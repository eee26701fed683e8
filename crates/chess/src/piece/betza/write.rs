//! Moves written in Betza notation: the inverse of [`parse`](super::parse).
//!
//! Every set of moves has a text. If all images of a leap have the same range, they are one atom. Other rides
//! have a direction each, in the order of [`Moves::rides`]. So a text is not always the shortest, but equal
//! moves always have equal texts. Problems and their identities rely on this.

use super::atoms::{COMPOUNDS, LEAPS, MAX_NUMBER, steps};
use crate::piece::hop::{Hop, has_usual_way, way};
use crate::piece::moves::{Moves, Range};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The reasons why moves have no text in Betza notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// There are no rides.
    #[error("no moves: a kind needs at least one leap")]
    Empty,
    /// A leap to the same square, or one that is too long for the reader.
    #[error("a leap by {0} ranks and {1} files: expected numbers up to {MAX_NUMBER}, not both 0")]
    Leap(i32, i32),
    /// A leap to another layer.
    #[error("a leap through space: moves are written for two dimensions")]
    Space,
    /// A lame leap whose way the reader does not support.
    #[error("a lame leap by {0} ranks and {1} files: expected one along a line, or a knight's")]
    Lame(i32, i32),
    /// A range that the reader rejects or reads as another one.
    #[error("a ride of {0} leaps: expected 1 to {MAX_NUMBER}, or no limit")]
    Range(u32),
}

/// The long and the short part of a leap, and its range.
type Atom = ((u32, u32), Range);

/// Writes moves in Betza notation.
///
/// # Errors
/// No moves, or numbers that are too large.
///
/// ```
/// use armistice::piece::{Moves, Range, betza};
///
/// let giraffe: Moves = betza::parse("(1,4)")?;
/// let one_way: Moves = [((4, 1), Range::Times(1)), ((1, 0), Range::Unlimited)].into_iter().collect();
/// assert_eq!(betza::write(&giraffe)?, "(4,1)");
/// assert_eq!(betza::write(&one_way)?, "fWWrf(4,1)");
/// assert_eq!(betza::parse(&betza::write(&one_way)?)?, one_way);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(moves: &Moves) -> Result<String, MovesError> {
    if moves.rides().count() < moves.leaps().count() || moves.hops().any(|(leap, _)| leap[2..] != [0, 0]) {
        return Err(MovesError::Space);
    }
    if moves.is_empty() {
        return Err(MovesError::Empty);
    }
    let mut text = String::new();
    write_alike("", moves.rides(), &mut text)?;
    for (modifier, hop) in [("g", Hop::Behind), ("p", Hop::Beyond), ("n", Hop::Lame)] {
        let alike = moves.hops().filter(|&(_, other)| other == hop).map(|([rows, cols, ..], _)| (rows, cols));
        if hop == Hop::Lame {
            alike.clone().try_for_each(check_way)?;
        }
        let range = if hop == Hop::Lame { Range::Times(1) } else { Range::Unlimited };
        write_alike(modifier, alike.map(|step| (step, range)), &mut text)?;
    }
    Ok(text)
}

/// Checks that the reader supports a lame leap.
fn check_way((rows, cols): (i32, i32)) -> Result<(), MovesError> {
    let leap = [rows, cols, 0, 0];
    // A lame leap that no piece can stop is read as a leap.
    let is_read = has_usual_way(leap) && way(leap).next().is_some();
    if is_read { Ok(()) } else { Err(MovesError::Lame(rows, cols)) }
}

/// Writes atoms for rides with the same dependence on other pieces, each after the letter for it.
fn write_alike(
    modifier: &str,
    rides: impl Iterator<Item = ((i32, i32), Range)>,
    text: &mut String,
) -> Result<(), MovesError> {
    let mut groups: BTreeMap<Atom, Vec<(i32, i32)>> = BTreeMap::new();
    for (step, range) in rides {
        let (a, b) = (step.0.unsigned_abs(), step.1.unsigned_abs());
        let leap = (a.max(b), a.min(b));
        if leap.0 == 0 || leap.0 > MAX_NUMBER {
            return Err(MovesError::Leap(step.0, step.1));
        }
        match range {
            Range::Times(times) if times == 0 || times > MAX_NUMBER => return Err(MovesError::Range(times)),
            _ => groups.entry((leap, range)).or_default().push(step),
        }
    }
    // K, R, B and Q are shorter than the atoms that they combine.
    for compound in COMPOUNDS.iter().rev() {
        let range = if compound.is_rider { Range::Unlimited } else { Range::Times(1) };
        let is_whole =
            |leap: &(u32, u32)| groups.get(&(*leap, range)).is_some_and(|group| group.len() == ways(*leap));
        if compound.leaps.iter().all(is_whole) {
            compound.leaps.iter().for_each(|leap| drop(groups.remove(&(*leap, range))));
            *text += modifier;
            text.push(compound.letter);
        }
    }
    for ((leap, range), steps) in groups {
        *text += modifier;
        if steps.len() < ways(leap) {
            steps.iter().for_each(|&step| *text += directions(step));
        }
        let letter = LEAPS.iter().find(|known| known.1 == leap).map(|known| known.0);
        match letter {
            Some(letter) => text.push(letter),
            None => *text += &format!("({},{})", leap.0, leap.1),
        }
        match (range, letter) {
            (Range::Times(1), _) => {}
            (Range::Unlimited, Some(letter)) => text.push(letter),
            (Range::Unlimited, None) => text.push('0'),
            // Writing to a string cannot fail.
            (Range::Times(times), _) => write!(text, "{times}").unwrap_or_default(),
        }
    }
    Ok(())
}

/// Returns the number of images of a leap: four, or eight if it is oblique.
fn ways((long, short): (u32, u32)) -> usize {
    let mut ways: Vec<_> = steps(long as i32, short as i32).collect();
    ways.sort_unstable();
    ways.dedup();
    ways.len()
}

/// Returns the letters that select one leap among those of its atom.
fn directions((rows, cols): (i32, i32)) -> &'static str {
    let is_steep = rows.abs() > cols.abs();
    match (rows.signum(), cols.signum()) {
        (1, 0) => "f",
        (-1, 0) => "b",
        (0, 1) => "r",
        (0, -1) => "l",
        // The second letter names the long part.
        (1, 1) if is_steep => "rf",
        (1, -1) if is_steep => "lf",
        (-1, 1) if is_steep => "rb",
        (-1, -1) if is_steep => "lb",
        (1, 1) => "fr",
        (1, -1) => "fl",
        (-1, 1) => "br",
        _ => "bl",
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::piece::catalogue;

    /// Sets of moves of a few leaps, ranges and directions, by a reproducible random walk.
    #[test]
    fn what_is_written_is_read_back() {
        let leaps = [(1, 0), (1, 1), (2, 1), (2, 2), (3, 0), (3, 2), (4, 1), (4, 4), (5, 0)];
        let ranges = [Range::Times(1), Range::Times(2), Range::Times(999), Range::Unlimited];
        let mut state = 20u64;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let (mut whole, mut lame) = (0, 0);
        for _ in 0..3000 {
            let mut moves = Moves::default();
            for _ in 0..=draw(3) {
                let (long, short) = leaps[draw(leaps.len())];
                let (range, is_whole) = (ranges[draw(ranges.len())], draw(2) == 0);
                let hop = [Hop::Behind, Hop::Beyond, Hop::Lame].get(draw(12));
                for step in steps(long, short).filter(|_| is_whole || draw(3) == 0) {
                    match hop {
                        Some(&hop) => moves.add_hop([step.0, step.1, 0, 0], hop),
                        None => moves.add(step, range),
                    }
                }
                whole += usize::from(is_whole);
            }
            match write(&moves) {
                Ok(text) => assert_eq!(parse(&text).as_ref(), Ok(&moves), "{text}"),
                Err(MovesError::Lame(..)) => lame += 1,
                Err(error) => assert!(moves.is_empty(), "{moves:?}: {error}"),
            }
        }
        assert!(whole > 1000 && (1..500).contains(&lame), "{whole} whole, {lame} lame");
        for entry in catalogue() {
            assert_eq!(parse(&write(entry.kind.moves()).unwrap()).as_ref(), Ok(entry.kind.moves()));
        }
    }

    #[test]
    fn usual_pieces_are_written_as_usual() {
        for text in ["K", "Q", "R", "B", "N", "NN", "QN", "BN", "W3", "(4,1)0", "fF"] {
            let written = write(&parse(text).unwrap()).unwrap();
            let expected = if text == "fF" { "flfrF" } else { text };
            assert_eq!(written, expected);
        }
    }

    #[test]
    fn what_cannot_be_read_back_is_not_written() {
        let of = |step, range| write(&[(step, range)].into_iter().collect());
        assert_eq!(write(&Moves::default()), Err(MovesError::Empty));
        assert_eq!(of((0, 0), Range::Unlimited), Err(MovesError::Leap(0, 0)));
        assert_eq!(of((i32::MIN, 1), Range::Unlimited), Err(MovesError::Leap(i32::MIN, 1)));
        assert_eq!(of((1, 0), Range::Times(0)), Err(MovesError::Range(0)));
        assert_eq!(of((1, 0), Range::Times(1000)), Err(MovesError::Range(1000)));
        assert_eq!(of((999, -999), Range::Times(999)).unwrap(), "fl(999,999)999");
    }
}
