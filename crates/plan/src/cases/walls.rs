//! The squares of walls, settled before any piece: one choice of each orbit.
//!
//! A wall is a hole that may stand anywhere. If the squares of the walls are settled, the rest is the problem
//! without walls on a board with more holes, and is planned like any other. Most choices need no plan,
//! however. A queen excludes every other queen from her rank up to the next hole. So `n + k` queens need
//! `n + k` such segments of ranks, and as many of files. There are `n` ranks, and a wall adds a segment only
//! if it stands between two open squares. For `14x14 Q16 #2` this leaves half of the choices.
//!
//! (n + k queens with k pawns: R. D. Chatham, G. H. Fricke, R. D. Skaggs, *The queens separation problem*,
//! Utilitas Mathematica 69, 2006; R. D. Chatham, M. Doyle, G. H. Fricke, J. Reitmann, R. D. Skaggs, M. Wolff,
//! *Independence and domination separation on chessboard graphs*, Journal of Combinatorial Mathematics and
//! Combinatorial Computing 68, 2009.)

use super::orbits::{ChoiceOrbits, Orbit};
use crate::board::Board;
use crate::piece::{Moves, Range};
use crate::problem::{Pieces, Problem};

/// The maximum number of ways to place the walls that are tried, including ways that leave no room for the
/// pieces.
const MAX_STEPS: usize = 1 << 24;

/// Returns the squares of a problem's walls that leave room for its pieces, one choice of each orbit under
/// these maps, with the orbit's size. `None` if there are too many. With `is_other`, another choice of each
/// orbit is taken if there is one.
pub(super) fn orbits(problem: &Problem, maps: &[Vec<u16>], is_other: bool) -> Option<Vec<Orbit>> {
    let board = problem.board();
    let pieces = problem.walls()?;
    let walls = problem.pieces().position(|pieces| pieces.kind.is_wall())?;
    let taken = problem.pieces().flat_map(|pieces| &pieces.fixed);
    let taken: Vec<usize> = taken.map(|&square| board.index(square)).collect();
    let may_stand = |square| problem.walls().is_some_and(|walls| problem.may_stand(walls, square));
    let is_open = |&square: &usize| may_stand(board.square(square)) && !taken.contains(&square);
    let mut walk = WallWalk {
        walls,
        maps,
        room: Room::from_problem(problem),
        open: (0..board.squares()).filter(is_open).collect(),
        fixed: pieces.fixed.iter().map(|&square| board.index(square)).collect(),
        chosen: Vec::new(),
        closed: (0..board.squares()).map(|square| !board.is_open(board.square(square))).collect(),
        orbits: ChoiceOrbits::empty(),
        steps: 0,
    };
    for &square in &walk.fixed {
        walk.closed[square] = true;
    }
    if !walk.choose(0, pieces.free_pieces() as usize) {
        return None;
    }
    if let Some(map) = maps.last().filter(|_| is_other) {
        let chosen = walk.orbits.least.iter_mut().flat_map(|(chosen, _)| chosen);
        chosen.for_each(|(_, square)| *square = usize::from(map[*square]));
    }
    Some(walk.orbits.least)
}

/// A walk through all choices of squares.
struct WallWalk<'a> {
    /// The number of the walls among the pieces of the problem.
    walls: usize,
    maps: &'a [Vec<u16>],
    room: Room<'a>,
    /// The squares open to walls that are not pre-placed.
    open: Vec<usize>,
    fixed: Vec<usize>,
    chosen: Vec<usize>,
    /// Whether each square is a hole or holds a wall.
    closed: Vec<bool>,
    orbits: ChoiceOrbits<Vec<(usize, usize)>>,
    steps: usize,
}

impl WallWalk<'_> {
    /// Places `left` more walls on the open squares from number `from` on. Returns false if there are too
    /// many ways.
    fn choose(&mut self, from: usize, left: usize) -> bool {
        self.steps += 1;
        if !self.room.may_be_enough(&self.closed, left) {
            return self.steps <= MAX_STEPS;
        }
        if left == 0 {
            return self.show();
        }
        for place in from..(self.open.len() + 1).saturating_sub(left) {
            let square = self.open[place];
            self.chosen.push(square);
            self.closed[square] = true;
            let is_within = self.choose(place + 1, left - 1);
            self.closed[square] = false;
            self.chosen.pop();
            if !is_within {
                return false;
            }
        }
        self.steps <= MAX_STEPS
    }

    fn show(&mut self) -> bool {
        let sorted = |squares: Vec<usize>| {
            let mut walls: Vec<(usize, usize)> =
                squares.into_iter().map(|square| (self.walls, square)).collect();
            walls.sort_unstable();
            walls
        };
        let all = || self.fixed.iter().chain(&self.chosen);
        let image = |map: &Vec<u16>| sorted(all().map(|&square| usize::from(map[square])).collect());
        self.orbits.show(&sorted(all().copied().collect()), self.maps.iter().map(image))
    }
}

/// A quick bound on the room that pieces need.
struct Room<'a> {
    board: &'a Board,
    /// The number of pieces that need an open square each.
    pieces: usize,
    /// Along ranks and along files, the number of pieces that exclude each other from the line up to the next
    /// hole.
    along: [usize; 2],
}

/// The steps along ranks and along files.
const STEPS: [(i32, i32); 2] = [(0, 1), (1, 0)];

impl<'a> Room<'a> {
    fn from_problem(problem: &'a Problem) -> Self {
        let pieces = || problem.pieces().filter(|pieces| !pieces.kind.is_wall());
        let number = |of: &Pieces| of.quantity.exact_number() as usize;
        // Pieces of one of several opposing armies do not exclude each other, and pieces that may be attacked
        // exclude no piece.
        let is_one_army = problem.armies().len() == 1 && !problem.degrees().are_asked();
        let along = STEPS.map(|(rows, cols)| {
            let rides = |moves: &Moves, step| moves.rides().any(|ride| ride == (step, Range::Unlimited));
            let sees = |of: &&Pieces| {
                let moves = of.kind.moves();
                is_one_army && rides(moves, (rows, cols)) && rides(moves, (-rows, -cols))
            };
            pieces().filter(sees).map(number).sum()
        });
        Self { board: problem.board(), pieces: pieces().map(number).sum(), along }
    }

    /// Returns true if there may be enough room after `more` more walls. A wall adds at most one segment to
    /// the lines.
    fn may_be_enough(&self, closed: &[bool], more: usize) -> bool {
        let open = closed.iter().filter(|&&closed| !closed).count();
        let is_enough = |(&pieces, step)| pieces == 0 || pieces <= self.lines(closed, step) + more;
        self.pieces + more <= open && self.along.iter().zip(STEPS).all(is_enough)
    }

    /// Returns the number of segments into which holes and walls cut the lines of a direction, including
    /// rings.
    fn lines(&self, closed: &[bool], (rows, cols): (i32, i32)) -> usize {
        let board = self.board;
        let before = |square: usize| board.step(board.square(square), (-rows, -cols));
        let begins = |square: usize| {
            !closed[square] && before(square).is_none_or(|before| closed[board.index(before)])
        };
        let is_ring = |first: usize| {
            let mut at = first;
            loop {
                match before(at).map(|before| board.index(before)) {
                    Some(next) if next == first => return true,
                    Some(next) if !closed[next] => at = next,
                    _ => return false,
                }
            }
        };
        // Every ring contains a square of the first file or of the first rank.
        let firsts = (0..board.squares()).filter(|&at| {
            let square = board.square(at);
            if rows == 0 { square.col == 0 } else { square.row == 0 }
        });
        let rings = firsts.filter(|&first| !closed[first] && is_ring(first)).count();
        (0..board.squares()).filter(|&square| begins(square)).count() + rings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments of ranks and files, counted by hand.
    #[test]
    fn walls_cut_lines() {
        for (text, ranks, files) in [
            ("4x5 Q", 4, 5),
            ("4x5-a1 Q", 4, 5),
            ("4x5-c2 Q", 5, 6),
            ("4x5-c2,d2 Q", 5, 7),
            ("2x3-b1,b2 Q", 4, 2),
            ("4x5/cylinder Q", 4, 5),
            ("4x5/cylinder-c2 Q", 4, 6),
            ("4x5/torus-c2,e2 Q", 5, 5),
            ("1x1/torus Q", 1, 1),
            ("1x1/torus-a1 Q", 0, 0),
        ] {
            let problem: Problem = text.parse().unwrap();
            let (room, board) = (Room::from_problem(&problem), problem.board());
            let closed: Vec<bool> =
                (0..board.squares()).map(|square| !board.is_open(board.square(square))).collect();
            assert_eq!(STEPS.map(|step| room.lines(&closed, step)), [ranks, files], "{text}");
        }
    }

    /// Every choice that leaves room is in some orbit: the sizes add up.
    #[test]
    fn orbits_are_those_that_leave_room() {
        let identity = |squares: u16| vec![(0..squares).collect::<Vec<u16>>()];
        let all = |text: &str| {
            let problem: Problem = text.parse().unwrap();
            let squares = problem.board().squares() as u16;
            orbits(&problem, &identity(squares), false).unwrap().len()
        };
        assert_eq!(all("4x4 K3 #2"), 120);
        assert_eq!(all("4x4-a1 K3 #2"), 105);
        assert_eq!(all("4x4 K3@b2 #2@c3"), 14);
        // The wall stands between two open squares of its rank and of its file.
        assert_eq!(all("4x4 Q5 #1"), 4);
        assert_eq!(all("5x5 Q6 #1"), 9);
        // The same condition for two walls, which may not be adjacent.
        assert_eq!(all("5x5 Q7 #2"), 9 * 8 / 2 - 12);
        assert_eq!(all("4x4 Q5/Q5 #1"), 16);
        assert_eq!(all("2x2 K3 #2"), 0);
    }
}
