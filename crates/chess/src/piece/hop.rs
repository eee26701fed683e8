//! Attacks that depend on other pieces: hoppers and lame leapers.
//!
//! A *hopper* rides over empty squares to a first piece of either side, its *hurdle*, and attacks beyond it.
//! The grasshopper (T. R. Dawson, 1913) attacks only the next square. The cannon of Chinese chess attacks all
//! squares up to and including the next piece. A *lame* leaper goes step by step, like the horse and the
//! elephant of Chinese chess, and any piece on its way stops it. Walls are hurdles and also stop lame
//! leapers. No piece hops over a hole or passes through it.

use crate::board::{Board, Leap, Square};

/// A function that returns true if a piece stands on a square.
pub type Occupancy<'a> = &'a dyn Fn(Square) -> bool;

/// The dependence of an attack by a leap on other pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hop {
    /// The leap is repeated up to the first piece. Only the square right after that piece is attacked. This
    /// is Betza's `g`.
    Behind,
    /// The leap is repeated up to the first piece. The squares after that piece are attacked, up to the next
    /// piece. This is Betza's `p`.
    Beyond,
    /// The leap is made if the squares on its [way] are empty. This is Betza's `n`.
    Lame,
}

impl Hop {
    /// Returns the squares that a piece on `from` attacks by a leap. On joined edges, the attack ends when
    /// the piece comes back to its start.
    #[must_use]
    pub fn attacked_squares(
        self,
        board: &Board,
        from: Square,
        leap: Leap,
        is_taken: Occupancy<'_>,
    ) -> Vec<Square> {
        let is_free = |at: Square| at != from && board.is_open(at);
        let mut line = board.line(from, leap);
        match self {
            Self::Behind => line.find(|&at| is_taken(at)).and_then(|_| line.next()).into_iter().collect(),
            Self::Beyond => {
                let Some(_) = line.find(|&at| is_taken(at)) else { return Vec::new() };
                let mut beyond = Vec::new();
                for at in line {
                    beyond.push(at);
                    if is_taken(at) {
                        break;
                    }
                }
                beyond
            }
            Self::Lame => {
                let on_way = |leap| board.leap(from, leap).map(|(at, _)| at);
                let is_clear = |leap| on_way(leap).is_some_and(|at| is_free(at) && !is_taken(at));
                let is_reached = way(leap).all(is_clear);
                line.next().filter(|_| is_reached).into_iter().collect()
            }
        }
    }
}

/// Returns the squares that a lame leaper passes, as leaps from its start. If the leap can be divided into
/// equal steps, they are these steps. Otherwise each step goes along the axis with the longest remaining
/// part, or along all axes that share the longest part.
///
/// ```
/// use armistice::piece::way;
///
/// assert!(way([2, 1, 0, 0]).eq([[1, 0, 0, 0]]));
/// assert!(way([-3, 3, 0, 0]).eq([[-1, 1, 0, 0], [-2, 2, 0, 0]]));
/// assert_eq!(way([1, 1, 0, 0]).count(), 0);
/// ```
pub fn way(leap: Leap) -> impl Iterator<Item = Leap> {
    let parts = leap.map(i32::unsigned_abs).into_iter().fold(0, greatest_common_divisor);
    let even =
        i32::try_from(parts).ok().filter(|&parts| parts > 1).map(|parts| leap.map(|along| along / parts));
    let (mut at, mut left) = ([0; 4], leap);
    std::iter::from_fn(move || {
        let most = left.iter().map(|along| along.unsigned_abs()).max().unwrap_or(0);
        let longest = || left.map(|along| if along.unsigned_abs() == most { along.signum() } else { 0 });
        let step = even.unwrap_or_else(longest);
        for axis in 0..at.len() {
            at[axis] += step[axis];
            left[axis] -= step[axis];
        }
        left.iter().any(|&along| along != 0).then_some(at)
    })
}

/// Returns true if all programs agree on the way of a lame leaper: it goes along a line, or it is a knight's
/// leap.
pub(super) fn has_usual_way(leap: Leap) -> bool {
    let mut sides = leap.map(i32::unsigned_abs);
    sides.sort_unstable();
    let parts = sides.into_iter().fold(0, greatest_common_divisor);
    parts > 1 || sides[3] == 1 || sides == [0, 0, 1, 2]
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
