//! A placement by local search. It puts all pieces on the board, then moves one piece in conflict after
//! another to the square with the fewest conflicts.
//!
//! The method is known as *min-conflicts* (S. Minton et al., *Minimizing conflicts*, Artificial Intelligence
//! 58, 1992). A table has, for every kind and square, the number of pieces in conflict with a piece there.
//! The best square is found by reading the table, and a move changes only the squares in reach. Occasionally
//! a piece goes to any square, and after many moves the search begins anew.
//!
//! If a kind attacks like a rook and every rank and file needs a piece, free squares are rare. The pieces are
//! then a permutation, and two ranks exchange their files (R. Sosic, J. Gu, *Efficient local search with
//! conflict minimization*, IEEE Transactions on Knowledge and Data Engineering 6, 1994).
//!
//! Leapers of a group of their own may be left out, until a [matching](super::matched) places them all.
//!
//! The search can find a placement, but never prove that there is none.

use super::matched::MatchedKind;
use crate::board::{Board, Square};
use crate::engines::random::Random;
use crate::feature::OF_ONE_ARMY;
use crate::piece::{Moves, Range};
use crate::placement::Placement;
use crate::problem::{Problem, Quantity, fixed_pieces};

/// The largest number of squares, for all kinds together, that is searched: more would need tables of
/// hundreds of megabytes.
pub(super) const MAX_SQUARES: usize = 1 << 26;
/// A number above every possible number of conflicts: a piece never stays on a square that its kind may not
/// use.
const CLOSED: u32 = 1 << 30;
/// The moves of the first turn.
pub(super) const FIRST_MOVES: u64 = 1 << 10;
/// The moves of the first turn if a matching places some of the pieces.
const FIRST_MOVES_MATCHED: u64 = 1 << 17;
/// The weight of a conflict.
const CONFLICT: u32 = 2;
/// The weight of a square that a piece should avoid. A conflict is worse.
const DISLIKED: u32 = 1;
/// One move in this many goes to any square.
const ASTRAY: usize = 50;
/// The number of moves for each piece before the search begins anew.
const MOVES_PER_PIECE: u64 = 60;
/// The least number of moves before the search begins anew.
const MIN_MOVES: u64 = 4_000;

/// A local search that can be continued.
pub(crate) struct Repair {
    method: Method,
    random: Random,
    /// The number of moves since the search began anew; `None` before it begins.
    moves: Option<u64>,
}

enum Method {
    Anywhere(FreePieces),
    Exchange(Exchange),
}

impl Repair {
    /// Makes a search for a placement of exact numbers of one army or of groups. `None` for other problems,
    /// and if the board is too large.
    pub(crate) fn new(problem: &Problem, seed: u64) -> Option<Self> {
        if !problem.has_only(OF_ONE_ARMY) {
            return None;
        }
        let kinds = problem.pieces().count();
        if problem.board().squares().checked_mul(kinds)? > MAX_SQUARES {
            return None;
        }
        let method = match Exchange::new(problem) {
            Some(exchange) => Method::Exchange(exchange),
            None => Method::Anywhere(FreePieces::new(problem)?),
        };
        Some(Self { method, random: Random::new(seed), moves: None })
    }

    /// Returns the number of moves of the first turn. If a matching places some of the pieces, a solution is
    /// usually near, and planning a count of so many pieces takes seconds.
    pub(super) fn first_moves(&self) -> u64 {
        match &self.method {
            Method::Anywhere(FreePieces { matched: Some(_), .. }) => FIRST_MOVES_MATCHED,
            _ => FIRST_MOVES,
        }
    }

    /// Puts all pieces on the board. Returns false if this was stopped.
    fn begin(&mut self, should_stop: &dyn Fn() -> bool) -> bool {
        match &mut self.method {
            Method::Anywhere(anywhere) => anywhere.begin(&mut self.random, should_stop),
            Method::Exchange(exchange) => exchange.begin(&mut self.random, should_stop),
        }
    }

    /// Continues the search for up to this number of moves.
    pub(crate) fn run(&mut self, moves: u64, should_stop: &dyn Fn() -> bool) -> Option<Placement> {
        for _ in 0..moves {
            if self.moves.is_none() && !self.begin(should_stop) {
                return None;
            }
            let (pieces, is_done) = match &mut self.method {
                Method::Anywhere(anywhere) => {
                    (anywhere.pieces.len(), anywhere.improve(&mut self.random, should_stop))
                }
                Method::Exchange(exchange) => (exchange.file_of.len(), exchange.improve(&mut self.random)),
            };
            if is_done {
                return Some(match &self.method {
                    Method::Anywhere(anywhere) => anywhere.placement(),
                    Method::Exchange(exchange) => exchange.placement(),
                });
            }
            let most = MIN_MOVES + MOVES_PER_PIECE * pieces as u64;
            self.moves = Some(self.moves.map_or(1, |moves| moves + 1)).filter(|&moves| moves <= most);
            if should_stop() {
                return None;
            }
        }
        None
    }
}

/// The number of conflicts of each square of a board.
struct ConflictCounts {
    board: Board,
    /// For each kind and each other kind, the moves by which they conflict.
    closures: Vec<Vec<Moves>>,
    /// For each kind, the open squares that it may not use.
    closed: Vec<Vec<usize>>,
    /// For each kind and square, the weight of the pieces in conflict with one there.
    counts: Vec<Vec<u32>>,
}

impl ConflictCounts {
    fn new(problem: &Problem, closures: Vec<Vec<Moves>>) -> Self {
        let board = problem.board().clone();
        let closed = problem.pieces().map(|pieces| {
            let closed = problem.reserved_squares().iter().chain(&pieces.closed);
            closed.map(|&square| board.index(square)).collect()
        });
        let closed: Vec<Vec<usize>> = closed.collect();
        let counts = vec![vec![0; board.squares()]; closed.len()];
        Self { board, closures, closed, counts }
    }

    fn clear(&mut self) {
        for (counts, closed) in self.counts.iter_mut().zip(&self.closed) {
            counts.fill(0);
            closed.iter().for_each(|&square| counts[square] = CLOSED);
        }
    }

    /// Adds or removes the conflicts of a piece.
    fn change(&mut self, kind: usize, square: usize, is_added: bool) {
        let from = self.board.square(square);
        for (closure, counts) in self.closures[kind].iter().zip(&mut self.counts) {
            for reached in closure.attacked_squares(&self.board, from) {
                let count = &mut counts[self.board.index(reached)];
                *count = if is_added { *count + CONFLICT } else { *count - CONFLICT };
            }
        }
    }
}

/// Pieces that may go to any square.
struct FreePieces {
    counts: ConflictCounts,
    /// The kind and square of each piece; the pre-placed pieces come first.
    pieces: Vec<(usize, usize)>,
    fixed: Vec<(usize, usize)>,
    /// The number of free pieces of each kind.
    free: Vec<u32>,
    /// For each square, true if it has a piece or is a hole.
    taken: Vec<bool>,
    /// The kind that is placed last.
    matched: Option<MatchedKind>,
    /// The squares of the kind that is placed last, once all pieces have a place.
    last: Vec<usize>,
}

impl FreePieces {
    fn new(problem: &Problem) -> Option<Self> {
        let board = problem.board();
        let kinds: Vec<_> = problem.pieces().collect();
        let opposed = problem.opposition();
        let closure = |first: usize, second: usize| match opposed(first, second) {
            true => kinds[first].kind.moves().closed_with(kinds[second].kind.moves()),
            false => Moves::default(),
        };
        let closures = |first: usize| (0..kinds.len()).map(|second| closure(first, second)).collect();
        let fixed =
            fixed_pieces(problem.pieces()).map(|(kind, square)| (kind, board.index(square))).collect();
        let mut free: Vec<u32> = kinds.iter().map(|pieces| pieces.free_pieces()).collect();
        let matched = MatchedKind::of_problem(problem);
        if let Some(matched) = &matched {
            free[matched.kind] = 0;
        }
        let closures = (0..kinds.len()).map(closures).collect();
        let taken = vec![false; board.squares()];
        let counts = ConflictCounts::new(problem, closures);
        Some(Self { counts, pieces: Vec::new(), fixed, free, taken, matched, last: Vec::new() })
    }

    fn begin(&mut self, random: &mut Random, should_stop: &dyn Fn() -> bool) -> bool {
        self.counts.clear();
        self.taken.fill(false);
        for &hole in self.counts.board.holes() {
            self.taken[self.counts.board.index(hole)] = true;
        }
        if let Some(matched) = &self.matched {
            let avoided: Vec<usize> = matched.squares_of(random.draw_below(2) == 0).collect();
            for counts in &mut self.counts.counts {
                avoided.iter().for_each(|&square| counts[square] += DISLIKED);
            }
        }
        self.pieces.clear();
        for (kind, square) in self.fixed.clone() {
            self.put(kind, square);
        }
        for kind in 0..self.free.len() {
            for _ in 0..self.free[kind] {
                if should_stop() {
                    return false;
                }
                // If no square remains, the placement is never complete.
                if let Some(square) = self.best_square(kind, random) {
                    self.put(kind, square);
                }
            }
        }
        true
    }

    fn put(&mut self, kind: usize, square: usize) {
        self.pieces.push((kind, square));
        self.taken[square] = true;
        self.counts.change(kind, square, true);
    }

    /// Returns one of the free squares with the fewest conflicts.
    fn best_square(&self, kind: usize, random: &mut Random) -> Option<usize> {
        let counts = &self.counts.counts[kind];
        let free = || counts.iter().zip(&self.taken).enumerate().filter(|(_, (_, taken))| !**taken);
        let (fewest, mut ties) =
            free().fold((u32::MAX, 0), |(fewest, ties), (_, (&count, _))| match count.cmp(&fewest) {
                std::cmp::Ordering::Less => (count, 1),
                std::cmp::Ordering::Equal => (fewest, ties + 1),
                std::cmp::Ordering::Greater => (fewest, ties),
            });
        if ties == 0 {
            return None;
        }
        ties = random.draw_below(ties);
        free().filter(|(_, (count, _))| **count == fewest).nth(ties).map(|(square, _)| square)
    }

    /// Moves a piece in conflict, or one on a disliked square. Returns true if all pieces have a place.
    fn improve(&mut self, random: &mut Random, should_stop: &dyn Fn() -> bool) -> bool {
        let weighs = |number: usize, weight: u32| {
            let (kind, square) = self.pieces[number];
            self.counts.counts[kind][square] >= weight
        };
        let fixed = self.fixed.len();
        let all = self.free.iter().sum::<u32>() as usize + fixed;
        let heavy = |weight: u32| (fixed..self.pieces.len()).filter(move |&number| weighs(number, weight));
        let mut movable: Vec<usize> = heavy(CONFLICT).collect();
        if movable.is_empty() {
            if self.pieces.len() < all || (0..fixed).any(|number| weighs(number, CONFLICT)) {
                return false;
            }
            let Some(matched) = &self.matched else { return true };
            if let Some(last) = matched.squares_beside(&self.taken, should_stop) {
                self.last = last;
                return true;
            }
            movable = heavy(DISLIKED).collect();
            if movable.is_empty() {
                return false;
            }
        }
        let number = movable[random.draw_below(movable.len())];
        let (kind, square) = self.pieces[number];
        self.counts.change(kind, square, false);
        let to = if random.draw_below(ASTRAY) == 0 {
            Some(random.draw_below(self.taken.len())).filter(|&to| !self.taken[to])
        } else {
            // The piece cannot return to its old square as long as that still counts as taken.
            self.best_square(kind, random)
        };
        let to = to.unwrap_or(square);
        self.taken[square] = false;
        self.taken[to] = true;
        self.pieces[number] = (kind, to);
        self.counts.change(kind, to, true);
        false
    }

    fn placement(&self) -> Placement {
        let last =
            self.matched.iter().flat_map(|matched| self.last.iter().map(|&square| (matched.kind, square)));
        let piece = |(kind, square): (usize, usize)| (kind, self.counts.board.square(square));
        Placement::new(self.pieces.iter().copied().chain(last).map(piece).collect())
    }
}

/// One piece in every rank and file.
struct Exchange {
    /// The conflicts, except those along ranks and files.
    counts: ConflictCounts,
    file_of: Vec<usize>,
}

impl Exchange {
    /// Makes the search for one kind that attacks like a rook, with as many pieces as the board has ranks and
    /// files. `None` for other problems.
    fn new(problem: &Problem) -> Option<Self> {
        let board = problem.board();
        let mut all = problem.pieces();
        let (pieces, None) = (all.next()?, all.next()) else { return None };
        let is_whole = pieces.quantity == Quantity::Exactly(board.rows() as u32) && pieces.fixed.is_empty();
        if !is_whole || board.rows() != board.cols() || !board.is_rectangle() || !board.holes().is_empty() {
            return None;
        }
        let closure = pieces.kind.moves().closed_with(pieces.kind.moves());
        let is_straight = |step: (i32, i32)| matches!(step, (0, 1 | -1) | (1 | -1, 0));
        let straight =
            closure.rides().filter(|&(step, range)| is_straight(step) && range == Range::Unlimited);
        if straight.count() < 4 {
            return None;
        }
        let mut others = Moves::default();
        closure
            .rides()
            .filter(|&(step, _)| !is_straight(step))
            .for_each(|(step, range)| others.add(step, range));
        Some(Self { counts: ConflictCounts::new(problem, vec![vec![others]]), file_of: Vec::new() })
    }

    fn begin(&mut self, random: &mut Random, should_stop: &dyn Fn() -> bool) -> bool {
        let n = self.counts.board.rows();
        self.counts.clear();
        self.file_of = (0..n).collect();
        for rank in (1..n).rev() {
            self.file_of.swap(rank, random.draw_below(rank + 1));
        }
        for rank in 0..n {
            if should_stop() {
                return false;
            }
            self.counts.change(0, rank * n + self.file_of[rank], true);
        }
        true
    }

    /// Exchanges the files of two ranks. Returns true if nothing is in conflict.
    fn improve(&mut self, random: &mut Random) -> bool {
        let n = self.file_of.len();
        let count =
            |counts: &ConflictCounts, rank: usize, file: usize| i64::from(counts.counts[0][rank * n + file]);
        let hot: Vec<usize> =
            (0..n).filter(|&rank| count(&self.counts, rank, self.file_of[rank]) > 0).collect();
        if hot.is_empty() {
            return true;
        }
        let rank = hot[random.draw_below(hot.len())];
        let file = self.file_of[rank];
        self.counts.change(0, rank * n + file, false);
        let mut best = (i64::MAX, rank, 0);
        for other in (0..n).filter(|&other| other != rank) {
            let to = self.file_of[other];
            // The two new pieces conflict with each other if and only if the old ones did.
            let change = count(&self.counts, rank, to) + count(&self.counts, other, file)
                - count(&self.counts, other, to);
            match change.cmp(&best.0) {
                std::cmp::Ordering::Less => best = (change, other, 1),
                std::cmp::Ordering::Equal => {
                    // Among equal exchanges, each has the same probability.
                    best.2 += 1;
                    if random.draw_below(best.2) == 0 {
                        best.1 = other;
                    }
                }
                std::cmp::Ordering::Greater => {}
            }
        }
        let other = if random.draw_below(ASTRAY) == 0 { random.draw_below(n) } else { best.1 };
        if other != rank {
            self.counts.change(0, other * n + self.file_of[other], false);
            self.file_of.swap(rank, other);
            self.counts.change(0, other * n + self.file_of[other], true);
        }
        self.counts.change(0, rank * n + self.file_of[rank], true);
        false
    }

    fn placement(&self) -> Placement {
        let piece = |(row, &col): (usize, &usize)| (0, Square { row, col });
        Placement::new(self.file_of.iter().enumerate().map(piece).collect())
    }
}
