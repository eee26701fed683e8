//! The attacks of kinds along the lines of a board, for rules that follow lines square by square.

use crate::board::{Board, Leap, ReadingOrder, Sets};
use crate::piece::{Hop, Moves, way};

/// The attack of a kind along a line that starts from its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineAttack {
    /// It attacks this many squares, up to a piece that stops riders.
    Ride(usize),
    /// It attacks the square behind the first piece.
    Behind,
    /// It attacks behind the first piece, up to the next one.
    Beyond,
}

/// A leap that can be lamed: its other square, and the number of the set of squares on its way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LameLeap {
    pub(crate) other: usize,
    pub(crate) way: usize,
}

/// Returns the number of a leap among the known ones, and adds it if it is new.
pub(crate) fn number(known: &mut Vec<Leap>, leap: Leap) -> usize {
    known.iter().position(|&other| other == leap).unwrap_or_else(|| {
        known.push(leap);
        known.len() - 1
    })
}

/// Returns the lines by these leaps, from every square.
pub(crate) fn lines(board: &Board, leaps: &[Leap]) -> Vec<Vec<u16>> {
    let order = ReadingOrder::new(board);
    let line = |leap: Leap, at: usize| -> Vec<u16> {
        board.line(order.square(at), leap).map(|at| order.place(at) as u16).collect()
    };
    leaps.iter().flat_map(|&leap| (0..board.squares()).map(move |at| line(leap, at))).collect()
}

/// Returns the hops along lines, and also the rides if pieces stop them.
pub(crate) fn attacks_along_lines(moves: &Moves, is_stopped: bool) -> Vec<(LineAttack, Leap)> {
    let rides = moves.leaps().filter(|_| is_stopped);
    let rides = rides.map(|(leap, range)| (LineAttack::Ride(range.times()), leap));
    let hops = moves.hops().filter_map(|(leap, hop)| match hop {
        Hop::Behind => Some((LineAttack::Behind, leap)),
        Hop::Beyond => Some((LineAttack::Beyond, leap)),
        Hop::Lame => None,
    });
    rides.chain(hops).collect()
}

/// Returns for each square the lame leaps from there whose way is on the board; adds the squares of the ways
/// to `ways`.
pub(crate) fn lame(board: &Board, moves: &Moves, ways: &mut Sets) -> Vec<Vec<LameLeap>> {
    let order = ReadingOrder::new(board);
    let mut from = |at: usize| {
        let from = order.square(at);
        let land = |leap: Leap| {
            let (to, _) = board.leap(from, leap)?;
            (to != from && board.is_open(to)).then(|| order.place(to))
        };
        let lame = moves.hops().filter(|(_, hop)| *hop == Hop::Lame && board.is_open(from));
        let found = lame.filter_map(|(leap, _)| {
            let other = land(leap)?;
            let way: Vec<usize> = way(leap).map(land).collect::<Option<_>>()?;
            ways.push_squares(way);
            Some(LameLeap { other, way: ways.number() - 1 })
        });
        found.collect()
    };
    (0..board.squares()).map(&mut from).collect()
}
