//! Regions that leave one placement: grown at random around the pieces of a solution, and mended until no
//! other is left.
//!
//! Each region begins with its pieces, connected if it has several, and grows at random until every square is
//! in one. Then, as long as there is another placement, one of its squares outside the solution moves into
//! the neighbouring region. That region then has one piece too many and its own too few, so the other
//! placement is excluded. The solution remains.

use super::backtrack::{Backtrack, End};
use super::grid::Grid;
use crate::board::{Board, Set};
use crate::piece;
use crate::problem::{LineType, Problem, Quota, Span};
use armistice_base::random::Random;

/// The signs of regions.
const SIGNS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The maximum number of regions: more would have no signs.
pub(super) const MAX_REGIONS: usize = SIGNS.len();

/// The number of times that a board is mended, for each of its squares, before it is given up.
const MENDED: usize = 4;

/// Regions that grow on a board.
pub(super) struct Growth<'a> {
    board: &'a Board,
    /// For each square, its neighbours.
    beside: Vec<Vec<usize>>,
    /// For each square, true if a piece of the solution occupies it.
    is_taken: Vec<bool>,
    /// For each square, its region.
    pub(super) region: Vec<Option<usize>>,
    regions: usize,
}

/// The end of an attempt.
pub(super) enum DrawingAttempt {
    /// The problem with regions, whose only placement is the solution.
    One(Box<Problem>),
    /// The regions could not be mended.
    Failed,
    Stopped,
}

/// Draws regions with this number of pieces of the solution each, if that succeeds.
pub(super) fn draw(
    problem: &Problem,
    grid: &Grid,
    solution: &[u64],
    each: u32,
    random: &mut Random,
    should_stop: &dyn Fn() -> bool,
) -> DrawingAttempt {
    let squares: Vec<usize> = solution.squares().map(|choice| grid.kind_and_square(choice).1).collect();
    let mut growth = Growth::new(problem.board(), &squares);
    if !growth.begin(&squares, each as usize, random) || !growth.grow(random) {
        return DrawingAttempt::Failed;
    }
    let kinds: Vec<usize> = (0..problem.pieces().count()).collect();
    for _ in 0..MENDED * growth.region.len() {
        let mut regions = grid.clone();
        for number in 0..growth.regions {
            let own = (0..growth.region.len()).filter(|&square| growth.region[square] == Some(number));
            regions.add_unit(grid.set(&kinds, own), each, each);
        }
        let Ok(start) = regions.start([]) else { return DrawingAttempt::Failed };
        let mut search = Backtrack { random: Some(random), ..Backtrack::new(&regions, 2, should_stop) };
        let end = search.run(start);
        let other = search.found.iter().find(|found| *found != solution);
        match (end, other) {
            (End::Stopped, _) => return DrawingAttempt::Stopped,
            (_, None) => {
                return growth
                    .problem(problem, each)
                    .map_or(DrawingAttempt::Failed, |one| DrawingAttempt::One(one.into()));
            }
            (_, Some(other)) => {
                let others: Vec<usize> =
                    other.squares().map(|choice| grid.kind_and_square(choice).1).collect();
                if !growth.mend(&others, random) {
                    return DrawingAttempt::Failed;
                }
            }
        }
    }
    DrawingAttempt::Failed
}

impl<'a> Growth<'a> {
    pub(super) fn new(board: &'a Board, taken: &[usize]) -> Self {
        let wazir = piece::built_in_on(board.lattice(), 'W').map(|entry| entry.kind.moves());
        let beside = |square: usize| -> Vec<usize> {
            let reached = wazir.iter().flat_map(|moves| moves.attacked_squares(board, board.square(square)));
            reached.filter(|&reached| board.is_open(reached)).map(|reached| board.index(reached)).collect()
        };
        let is_open = |&square: &usize| board.is_open(board.square(square));
        let beside =
            (0..board.squares()).map(|square| if is_open(&square) { beside(square) } else { Vec::new() });
        let mut is_taken = vec![false; board.squares()];
        taken.iter().for_each(|&square| is_taken[square] = true);
        Self { board, beside: beside.collect(), is_taken, region: vec![None; board.squares()], regions: 0 }
    }

    /// Begins each region with this number of pieces, those nearest to each other, along the squares between
    /// them. Returns false if there was no way.
    fn begin(&mut self, pieces: &[usize], each: usize, random: &mut Random) -> bool {
        let mut pieces = pieces.to_vec();
        random.shuffle(&mut pieces);
        while let Some(first) = pieces.pop() {
            let number = self.regions;
            self.regions += 1;
            self.region[first] = Some(number);
            for _ in 1..each {
                let Some(path) = self.path(number) else { return false };
                path.iter().for_each(|&square| self.region[square] = Some(number));
                pieces.retain(|piece| !path.contains(piece));
            }
        }
        true
    }

    /// Returns the shortest path over free squares from a region to a free piece; the path includes the
    /// piece.
    fn path(&self, number: usize) -> Option<Vec<usize>> {
        let mut from: Vec<Option<usize>> = vec![None; self.region.len()];
        let mut reached: Vec<usize> =
            (0..self.region.len()).filter(|&square| self.region[square] == Some(number)).collect();
        let mut next = 0;
        while next < reached.len() {
            let at = reached[next];
            next += 1;
            for &beside in &self.beside[at] {
                if self.region[beside].is_some() || from[beside].is_some() {
                    continue;
                }
                from[beside] = Some(at);
                if self.is_taken[beside] {
                    let before = |&square: &usize| from[square];
                    let way = std::iter::successors(Some(beside), before);
                    return Some(way.take_while(|&square| self.region[square].is_none()).collect());
                }
                reached.push(beside);
            }
        }
        None
    }

    /// Lets regions grow at random until every square is in one. Returns false if they do not reach all
    /// squares.
    fn grow(&mut self, random: &mut Random) -> bool {
        loop {
            let is_free = |square: usize| {
                self.board.is_open(self.board.square(square)) && self.region[square].is_none()
            };
            let free: Vec<usize> = (0..self.region.len()).filter(|&square| is_free(square)).collect();
            if free.is_empty() {
                return true;
            }
            let edge: Vec<(usize, usize)> = free
                .iter()
                .flat_map(|&square| self.beside[square].iter().map(move |&beside| (square, beside)))
                .filter_map(|(square, beside)| Some((square, self.region[beside]?)))
                .collect();
            if edge.is_empty() {
                return false;
            }
            let (square, region) = edge[random.draw_below(edge.len())];
            self.region[square] = Some(region);
        }
    }

    /// Moves a square of another placement into the neighbouring region. Returns false if no square can move.
    fn mend(&mut self, other: &[usize], random: &mut Random) -> bool {
        let mut moves = Vec::new();
        for &square in other.iter().filter(|&&square| !self.is_taken[square]) {
            let Some(own) = self.region[square] else { continue };
            if self.is_connected_without(own, square) {
                let next = self.beside[square].iter().filter_map(|&beside| self.region[beside]);
                moves.extend(next.filter(|&next| next != own).map(|next| (square, next)));
            }
        }
        if moves.is_empty() {
            return false;
        }
        let (square, region) = moves[random.draw_below(moves.len())];
        self.region[square] = Some(region);
        true
    }

    /// Returns true if a region stays connected and non-empty without one of its squares.
    pub(super) fn is_connected_without(&self, number: usize, without: usize) -> bool {
        let is_own = |&square: &usize| square != without && self.region[square] == Some(number);
        let own = (0..self.region.len()).filter(is_own).count();
        let Some(first) = (0..self.region.len()).find(is_own) else { return false };
        let mut is_reached = vec![false; self.region.len()];
        is_reached[first] = true;
        let mut reached = vec![first];
        let mut next = 0;
        while next < reached.len() {
            for &beside in self.beside[reached[next]].iter().filter(|square| is_own(square)) {
                if !std::mem::replace(&mut is_reached[beside], true) {
                    reached.push(beside);
                }
            }
            next += 1;
        }
        reached.len() == own
    }

    /// Returns the problem with these regions.
    fn problem(&self, problem: &Problem, each: u32) -> Option<Problem> {
        let sign = |region: &Option<usize>| region.map_or('.', |number| char::from(SIGNS.as_bytes()[number]));
        let ranks = self.region.chunks(self.board.cols()).rev();
        let ranks: Vec<String> = ranks.map(|rank| rank.iter().map(sign).collect()).collect();
        let mut problem = problem.clone();
        problem.draw_regions(ranks.iter().map(String::as_str)).ok()?;
        if each != 1 {
            problem
                .limit(Quota { along: LineType::Region, letter: None, span: Span::from_number(each) })
                .ok()?;
        }
        Some(problem)
    }
}
