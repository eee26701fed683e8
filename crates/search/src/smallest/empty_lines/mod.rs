//! The fewest queens that attack or occupy all squares of a rectangle, by the ranks and files that they leave
//! empty.
//!
//! `k` queens occupy at most `k` ranks and `k` files. Where two of the other lines cross, only diagonals
//! reach, and there are `2k` of them. So empty ranks and files are chosen first, and each placement belongs
//! to exactly one choice. A choice is given up as soon as its crossings need more than `2k` diagonals. A
//! maximum matching shows this while files are still added. A few of a million choices remain, and for those
//! the queens are [placed](places). The squares at the rim of the crossings alone need
//! `ranks + files - 2k - 2` diagonals, because a diagonal meets the rim at most twice. This is the bound of
//! Spencer and Weakley, `k >= (n - 1) / 2`, from which numbers are tried upwards. (P. H. Spencer in E. J.
//! Cockayne, Discrete Math. 86, 1990; W. D. Weakley, Bull. ICA 15, 1995; P. R. J. Östergård and W. D.
//! Weakley, Electronic J. Combin. 8, 2001, R29; D. Finozhenok and W. D. Weakley, Australas. J. Combin. 37,
//! 2007.)
//!
//! One choice of each class under the symmetries of the rectangle is visited. For each side these are the
//! choices that are not below their mirror images. On a square, the files must also not be above the ranks.
//!
//! A bound that looks ahead at the rim was also tried. There, a run of an odd number of crossings along
//! diagonals between others wastes half a diagonal. It needed a fifth of the nodes and three times the time.

mod grid;
mod line_set;
mod matching;
mod places;

use super::choice::{FoundChoices, SmallestChoice, on_all_threads};
use crate::board::{Board, Mask, Square, WideMask, words_for};
use crate::piece::Moves;
use crate::question::Demand;
use crate::with_mask;
use grid::Grid;
use line_set::{LineNumbers, LineSet};
use matching::DiagonalMatching;
use num_bigint::BigUint;
use places::Places;
use std::collections::BTreeSet;
use std::marker::PhantomData;

/// The number of ranks that are decided before a search is divided among threads.
const SHARED_RANKS: usize = 10;
/// The number of choices of files between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1 << 12;
/// The number of bits of a mask of diagonals.
const MAX_DIAGONALS: usize = 64;

/// Queens or rooks on a rectangle without holes.
#[derive(Debug, Clone, Copy)]
pub(super) struct EmptyLines {
    grid: Grid,
    demand: Demand,
    /// True if the pieces are queens, false if they are rooks, which cover no crossing of empty lines.
    has_diagonals: bool,
}

/// The result of a search.
pub(super) enum EmptyLinesFound {
    Least(SmallestChoice),
    /// The minimum is the length of the shorter side. Non-attacking pieces attain it wherever they are,
    /// because each occupies one of its lines.
    OnePerLine(u32),
    Stopped,
}

impl EmptyLines {
    /// Makes the search. `None` for boards that are too large, and for moves that do not reach all squares of
    /// a rank and a file from every square, and either all squares of both diagonals or none.
    pub(super) fn from_board(board: &Board, moves: &Moves, demand: Demand) -> Option<Self> {
        let (ranks, files) = (board.rows(), board.cols());
        // A single square is not attacked, however many pieces there are.
        if ranks.min(files) == 1 || ranks + files > MAX_DIAGONALS {
            return None;
        }
        let lines = |has_diagonals| Self { grid: Grid { ranks, files }, demand, has_diagonals };
        let lines = [true, false].map(lines).into_iter().find(|lines| lines.are_lines_of(moves, board));
        // The lines of rooks alone do not show which rooks attack another one.
        lines.filter(|lines| lines.has_diagonals || demand != Demand::Total)
    }

    fn are_lines_of(&self, moves: &Moves, board: &Board) -> bool {
        let Grid { ranks, files } = self.grid;
        let squares = || (0..ranks).flat_map(|row| (0..files).map(move |col| Square { row, col }));
        let is_on_line = |from: Square, to: Square| {
            let (one, other) = (self.grid.diagonals(from.row, from.col), self.grid.diagonals(to.row, to.col));
            let is_diagonal = one.0 == other.0 || one.1 == other.1;
            from.row == to.row || from.col == to.col || self.has_diagonals && is_diagonal
        };
        squares().all(|from| {
            let attacked: BTreeSet<Square> = moves.attacked_squares(board, from).collect();
            squares().all(|to| to == from || attacked.contains(&to) == is_on_line(from, to))
        })
    }

    /// Finds the placements with the fewest queens, as numbers of squares, rank by rank.
    pub(super) fn smallest(&self, is_stopped: &(dyn Fn() -> bool + Sync)) -> EmptyLinesFound {
        let mut nodes = 0;
        for queens in self.bound().. {
            if self.demand == Demand::Nothing && queens == self.grid.side() as u32 {
                return EmptyLinesFound::OnePerLine(queens);
            }
            let (mut found, more) = match self.has_diagonals {
                true => {
                    with_mask!(words_for(largest_room(self.grid, queens)), M = u64 | u128 | WideMask<4> | WideMask<16> => {
                        self.with_queens::<M>(queens, is_stopped)
                    })
                }
                false => Default::default(),
            };
            nodes += more;
            let is_counted = !is_stopped();
            found.add(self.full_lines(queens));
            if found.chosen.is_some() {
                let number = Some(queens);
                return EmptyLinesFound::Least(SmallestChoice { number, found, is_counted, nodes });
            }
            if !is_counted {
                return EmptyLinesFound::Stopped;
            }
        }
        EmptyLinesFound::Stopped
    }

    /// Returns a lower bound of the number of queens.
    fn bound(&self) -> u32 {
        let Grid { ranks, files } = self.grid;
        if !self.has_diagonals {
            return self.grid.side() as u32;
        }
        let rim = (ranks + files - 2).div_ceil(4);
        // A single empty line in one direction has no rim.
        rim.min(self.grid.side() - 1).max(1) as u32
    }

    /// Finds the placements that occupy all ranks, or all files, if these are as many as queens: one queen on
    /// each.
    fn full_lines(&self, queens: u32) -> FoundChoices {
        let mut found = FoundChoices::default();
        let Grid { ranks, files } = self.grid;
        if self.demand != Demand::Dominating {
            return found;
        }
        if queens as usize == ranks {
            found.count += BigUint::from(files).pow(queens);
            found.chosen = Some((0..ranks).map(|rank| rank * files).collect());
        }
        if queens as usize == files {
            found.count += BigUint::from(ranks).pow(queens);
            found.chosen = Some((0..files).collect());
        }
        if ranks == files && queens as usize == ranks {
            // Placements with one queen on each rank and each file were counted twice.
            found.count -= (1..=queens).map(BigUint::from).product::<BigUint>();
        }
        found
    }

    /// Finds all placements of `queens` queens that leave a rank and a file empty; in total domination, also
    /// others.
    fn with_queens<M: Mask>(
        &self,
        queens: u32,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> (FoundChoices, u64) {
        let numbers = |lines: usize| {
            let fewest = (lines as u32).saturating_sub(queens);
            let (fewest, most) = match self.demand {
                Demand::Nothing => (fewest, fewest),
                Demand::Dominating => (fewest.max(1), lines as u32 - 1),
                Demand::Total => (fewest, lines as u32 - 1),
            };
            LineNumbers { lines, fewest, most }
        };
        let [ranks, files] = [self.grid.ranks, self.grid.files].map(numbers);
        let mut shared = Vec::new();
        ranks.visit(LineSet::new(), SHARED_RANKS.min(ranks.lines), &mut |set| {
            shared.push(set);
            true
        });
        on_all_threads(shared.len(), &|part| {
            let mut walk = FilesWalk::<M> {
                grid: self.grid,
                demand: self.demand,
                files,
                queens,
                is_stopped,
                nodes: 0,
                found: FoundChoices::default(),
                mask: PhantomData,
            };
            ranks.visit(shared[part], ranks.lines, &mut |set| {
                let is_tied = ranks.lines == files.lines;
                !is_stopped() && walk.search(set, LineSet::new(), is_tied, &DiagonalMatching::empty())
            });
            (walk.found, walk.nodes)
        })
    }
}

/// Returns the largest number of places of the queens, and of crossings of empty lines that need at most two
/// diagonals for each queen. `r` ranks and `f` files need `r + f - 2` diagonals for the rim, so `r f` is at
/// most `(queens + 1)^2`.
fn largest_room(grid: Grid, queens: u32) -> usize {
    (queens as usize + 1).pow(2).min(grid.ranks * grid.files)
}

/// A search for empty files, with the empty ranks given.
struct FilesWalk<'a, M> {
    grid: Grid,
    demand: Demand,
    files: LineNumbers,
    queens: u32,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    nodes: u64,
    found: FoundChoices,
    mask: PhantomData<M>,
}

impl<M: Mask> FilesWalk<'_, M> {
    /// Continues from some files. If `is_tied`, the files so far agree with the ranks and may not exceed
    /// them. Returns true if the search continues.
    fn search(&mut self, ranks: LineSet, files: LineSet, is_tied: bool, matching: &DiagonalMatching) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && (self.is_stopped)() {
            return false;
        }
        if files.decided == self.files.lines {
            return self.place(ranks, files, is_tied);
        }
        let line = self.files.next(files);
        let is_rank_empty = is_tied && ranks.empty.contains(line);
        for is_empty in [true, false] {
            if is_tied && is_empty && !is_rank_empty {
                continue;
            }
            let Some(more) = self.files.decide(files, is_empty) else { continue };
            let is_tied = is_tied && is_empty == is_rank_empty;
            let grown = is_empty.then(|| {
                let mut grown = matching.clone();
                grown.add(ranks.empty.squares().map(|rank| self.grid.diagonals(rank, line)));
                grown
            });
            let matching = grown.as_ref().unwrap_or(matching);
            if self.can_be_covered(ranks, more, matching) && !self.search(ranks, more, is_tied, matching) {
                return false;
            }
        }
        true
    }

    /// Returns true if the queens have as many diagonals as are needed.
    fn can_be_covered(&self, ranks: LineSet, files: LineSet, matching: &DiagonalMatching) -> bool {
        // In total domination each queen shares a line with another one, and `m` queens on a line occupy
        // `m - 1` lines fewer.
        let shared = if self.demand == Demand::Total { self.queens.div_ceil(2) } else { 0 };
        matching.pieces() <= self.queens
            && ranks.count_taken() + files.count_taken() + matching.diagonals() + shared <= 4 * self.queens
    }

    /// Counts the placements for these ranks and files, and for the symmetric ones. Returns true if the
    /// search continues.
    fn place(&mut self, ranks: LineSet, files: LineSet, is_tied: bool) -> bool {
        let places = Places::<M>::new(self.grid, self.demand, ranks.empty, files.empty);
        let found = places.placements(self.queens, &self.is_stopped);
        self.nodes += found.nodes;
        if found.is_stopped {
            return false;
        }
        let Some(placed) = found.placed else { return true };
        let is_square = self.grid.ranks == self.grid.files;
        let exchanged = if is_square && !is_tied { 2 } else { 1 };
        let count = found.count * (ranks.weight() * files.weight() * exchanged);
        let chosen = placed.into_iter().map(|(rank, file)| rank * self.grid.files + file).collect();
        self.found.add(FoundChoices { count, chosen: Some(chosen) });
        true
    }
}
