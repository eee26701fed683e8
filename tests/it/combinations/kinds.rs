//! Kinds of pieces, defined independently: leaps, and the ways in which they continue.

use super::board::{Board, Lattice, Leap, Matrix, Place, apply};
use crate::common::Random;
use std::collections::BTreeSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// At most this number of times in a line; 0 stands for up to the edge.
    Ride(u32),
    /// Over one piece, to the next square.
    Next,
    /// Over one piece, and further up to the next piece.
    On,
    /// Step by step over free squares.
    Lame,
}

impl How {
    /// Returns whether `self` attacks everything that `other` attacks: a ride covers a shorter one.
    fn covers(self, other: Self) -> bool {
        match (self, other) {
            (Self::Ride(far), Self::Ride(near)) => far == 0 || near != 0 && near <= far,
            _ => self == other,
        }
    }
}

pub type Moves = BTreeSet<(Leap, How)>;

#[derive(Debug, Clone)]
pub struct Kind {
    pub letter: char,
    /// The moves of a custom kind.
    pub betza: Option<String>,
    pub moves: Moves,
}

/// The types of kinds.
pub const SORTS: &[&str] = &["leaper", "rider", "ranged", "directed", "hopper", "lame"];

const FREE: &[char] = &['I', 'M', 'O', 'S', 'V', 'X', 'Y'];

/// An atom: its name, its leap, and the way in which the leap continues.
type Atom = (&'static str, (i32, i32), How);

const LEAPERS: &[Atom] = &[
    ("W", (1, 0), How::Ride(1)),
    ("F", (1, 1), How::Ride(1)),
    ("D", (2, 0), How::Ride(1)),
    ("N", (2, 1), How::Ride(1)),
    ("A", (2, 2), How::Ride(1)),
    ("H", (3, 0), How::Ride(1)),
    ("C", (3, 1), How::Ride(1)),
    ("Z", (3, 2), How::Ride(1)),
    ("G", (3, 3), How::Ride(1)),
    ("(1,4)", (4, 1), How::Ride(1)),
];
const RIDERS: &[Atom] = &[
    ("WW", (1, 0), How::Ride(0)),
    ("FF", (1, 1), How::Ride(0)),
    ("NN", (2, 1), How::Ride(0)),
    ("DD", (2, 0), How::Ride(0)),
    ("AA", (2, 2), How::Ride(0)),
    ("R", (1, 0), How::Ride(0)),
    ("B", (1, 1), How::Ride(0)),
];
const RANGED: &[Atom] = &[
    ("W3", (1, 0), How::Ride(3)),
    ("R2", (1, 0), How::Ride(2)),
    ("B2", (1, 1), How::Ride(2)),
    ("F3", (1, 1), How::Ride(3)),
    ("N2", (2, 1), How::Ride(2)),
];
const HOPPERS: &[Atom] = &[
    ("pR", (1, 0), How::On),
    ("pB", (1, 1), How::On),
    ("gR", (1, 0), How::Next),
    ("gB", (1, 1), How::Next),
    ("gNN", (2, 1), How::Next),
];
const LAME: &[Atom] = &[
    ("nN", (2, 1), How::Lame),
    ("nA", (2, 2), How::Lame),
    ("nD", (2, 0), How::Lame),
    ("nH", (3, 0), How::Lame),
];
/// Atoms in some directions only, on squares.
const DIRECTED: &[(&str, &[(i32, i32)], How)] = &[
    ("fW", &[(1, 0)], How::Ride(1)),
    ("lW", &[(0, -1)], How::Ride(1)),
    ("fF", &[(1, 1), (1, -1)], How::Ride(1)),
    ("flF", &[(1, -1)], How::Ride(1)),
    ("fN", &[(2, 1), (2, -1)], How::Ride(1)),
    ("fsN", &[(1, 2), (1, -2)], How::Ride(1)),
    ("rfN", &[(2, 1)], How::Ride(1)),
    ("frN", &[(1, 2)], How::Ride(1)),
    ("bhN", &[(-2, 1), (-2, -1), (-1, 2), (-1, -2)], How::Ride(1)),
    ("flbrB", &[(1, -1), (-1, 1)], How::Ride(0)),
    ("frB", &[(1, 1)], How::Ride(0)),
    ("vR", &[(1, 0), (-1, 0)], How::Ride(0)),
    ("sR", &[(0, 1), (0, -1)], How::Ride(0)),
    ("fWW", &[(1, 0)], How::Ride(0)),
    ("rD", &[(0, 2)], How::Ride(1)),
];

/// The built-in kinds by type: letter, and the atoms that they consist of.
const BUILT_IN: &[(char, &str, &[(i32, i32)], How)] = &[
    ('N', "leaper", &[(2, 1)], How::Ride(1)),
    ('F', "leaper", &[(1, 1)], How::Ride(1)),
    ('W', "leaper", &[(1, 0)], How::Ride(1)),
    ('D', "leaper", &[(2, 0)], How::Ride(1)),
    ('E', "leaper", &[(2, 2)], How::Ride(1)),
    ('L', "leaper", &[(3, 1)], How::Ride(1)),
    ('Z', "leaper", &[(3, 2)], How::Ride(1)),
    ('R', "rider", &[(1, 0)], How::Ride(0)),
    ('B', "rider", &[(1, 1)], How::Ride(0)),
    ('H', "rider", &[(2, 1)], How::Ride(0)),
];

fn wide(leap: (i32, i32)) -> Leap {
    [leap.0, leap.1, 0, 0]
}

fn class(lattice: Lattice, leap: (i32, i32), how: How) -> Moves {
    lattice.class(wide(leap)).into_iter().map(|leap| (leap, how)).collect()
}

/// Returns all directions of a queen: along ranks, files and every diagonal, also those of a cube.
fn around(lattice: Lattice, how: How) -> Moves {
    let leaps: &[Leap] = match lattice.axes() {
        2 => &[[1, 0, 0, 0], [1, 1, 0, 0]],
        3 => &[[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0]],
        _ => &[[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]],
    };
    leaps.iter().flat_map(|&leap| lattice.class(leap)).map(|leap| (leap, how)).collect()
}

impl Kind {
    /// Makes a kind of a type.
    pub fn draw(random: &mut Random, lattice: Lattice, sort: &str) -> Self {
        if random.chance(2) && sort != "ranged" && sort != "lame" {
            return Self::built_in(random, lattice, sort);
        }
        let letter = random.pick(FREE);
        let mut betza = String::new();
        let mut moves = Moves::new();
        for _ in 0..random.between(1, 2) {
            if sort == "directed" {
                let (text, leaps, how) = random.pick(DIRECTED);
                if betza.contains(text) {
                    continue;
                }
                betza += text;
                moves.extend(leaps.iter().map(|&leap| (wide(leap), how)));
                continue;
            }
            let atoms = match sort {
                "leaper" => LEAPERS,
                "rider" => RIDERS,
                "ranged" => RANGED,
                "hopper" => HOPPERS,
                _ => LAME,
            };
            // Some kinds combine a leap with a ride or a hop.
            let is_second = !betza.is_empty() && random.chance(2);
            let (text, leap, how) = random.pick(if is_second { LEAPERS } else { atoms });
            // A repeated letter is a ride, and a leap in brackets cannot be repeated.
            if betza.chars().last() == text.chars().next() || betza.contains(text) {
                continue;
            }
            betza += text;
            moves.extend(class(lattice, leap, how));
        }
        Self { letter, betza: Some(betza), moves }
    }

    fn built_in(random: &mut Random, lattice: Lattice, sort: &str) -> Self {
        let leap = |leap, how| class(lattice, leap, how);
        let simple: Vec<_> = BUILT_IN.iter().filter(|kind| kind.1 == sort).collect();
        let (letter, moves) = match sort {
            "hopper" => ('G', around(lattice, How::Next)),
            "directed" => ('P', [(1, 1), (1, -1)].map(|leap| (wide(leap), How::Ride(1))).into()),
            "leaper" if random.chance(3) => match random.chance(3) {
                true => ('T', &around(lattice, How::Ride(1)) | &leap((2, 1), How::Ride(1))),
                false => ('K', around(lattice, How::Ride(1))),
            },
            "rider" if random.chance(2) => match random.between(1, 5) {
                1 => ('A', &around(lattice, How::Ride(0)) | &leap((2, 1), How::Ride(1))),
                2 => ('J', &leap((1, 1), How::Ride(0)) | &leap((2, 1), How::Ride(1))),
                3 => ('C', &leap((1, 0), How::Ride(0)) | &leap((2, 1), How::Ride(1))),
                _ => ('Q', around(lattice, How::Ride(0))),
            },
            _ => {
                let (letter, _, leaps, how) = random.pick(&simple);
                (*letter, leaps.iter().flat_map(|&at| leap(at, *how)).collect())
            }
        };
        Self { letter, betza: None, moves }
    }

    /// Returns whether a map of the board preserves the moves.
    pub fn is_kept(&self, matrix: &Matrix) -> bool {
        self.moves.iter().all(|&(leap, how)| {
            let leap = apply(matrix, leap);
            self.moves.iter().any(|&(other, longer)| other == leap && longer.covers(how))
        })
    }

    /// Returns whether the attacks depend on other pieces.
    pub fn hops(&self) -> bool {
        self.moves.iter().any(|(_, how)| !matches!(how, How::Ride(_)))
    }

    /// Returns whether a piece on `from` attacks `to`.
    ///
    /// Taken squares stop hoppers and lame leapers. `stops` says which squares stop a ride behind them.
    pub fn attacks(
        &self,
        board: &Board,
        (from, to): (Place, Place),
        is_taken: &dyn Fn(Place) -> bool,
        stops: &dyn Fn(Place) -> bool,
    ) -> bool {
        self.moves.iter().any(|&(leap, how)| match how {
            How::Ride(most) => {
                let mut line = Line { board, from, at: from, leap };
                let far = if most == 0 { usize::MAX } else { most as usize };
                for at in line.by_ref().take(far) {
                    if at == to {
                        return true;
                    }
                    if stops(at) {
                        return false;
                    }
                }
                false
            }
            How::Next | How::On => {
                let mut line = Line { board, from, at: from, leap };
                let Some(hurdle) = line.find(|&at| is_taken(at)) else { return false };
                if hurdle == to {
                    return false;
                }
                if how == How::Next {
                    return line.next() == Some(to);
                }
                for at in line {
                    if at == to {
                        return true;
                    }
                    if is_taken(at) {
                        return false;
                    }
                }
                false
            }
            How::Lame => {
                let free =
                    |leap: Leap| board.step(from, leap).is_some_and(|(at, _)| at != from && !is_taken(at));
                let path: Vec<Leap> = match longest(leap) {
                    (long, Some(parts)) => {
                        (1..parts).map(|i| leap.map(|part| part / parts * i)).take(long as usize).collect()
                    }
                    // The horse first moves one square along its longer side.
                    (_, None) => vec![leap.map(|part| part / 2)],
                };
                to != from
                    && board.step(from, leap).is_some_and(|(at, _)| at == to)
                    && path.into_iter().all(free)
            }
        })
    }
}

/// Returns the longest part of a leap, and the number of equal steps that the leap consists of.
fn longest(leap: Leap) -> (i32, Option<i32>) {
    let long = leap.iter().map(|part| part.abs()).max().unwrap_or(0);
    (long, (2..=long).rev().find(|parts| leap.iter().all(|part| part % parts == 0)))
}

/// The squares of a line, up to an edge, a hole, or its beginning.
struct Line<'a> {
    board: &'a Board,
    from: Place,
    at: Place,
    leap: Leap,
}

impl Iterator for Line<'_> {
    type Item = Place;

    fn next(&mut self) -> Option<Place> {
        let (at, leap) = self.board.step(self.at, self.leap)?;
        (self.at, self.leap) = (at, leap);
        (at != self.from).then_some(at)
    }
}
