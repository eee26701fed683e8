//! The lines of a problem that have quotas, and the remainders of these quotas.
//!
//! A line with its maximum number of pieces takes no more: its squares are closed. A line with too few pieces
//! must get them from its squares still to come. In reading order this limits the next piece: if a line lacks
//! two pieces, the next piece must not pass the last but one of its open squares. If lines share no square,
//! like ranks, their deficits add up. If the sum equals the number of pieces left, no piece may stand
//! elsewhere.

use super::digits::from_last;
use crate::board::{Mask, ReadingOrder, Sets, words_for};
use crate::engines::reading::ReadingNode;
use crate::problem::{LineType, Pieces, Problem, Span};

/// A line or region with a quota.
#[derive(Debug, Clone, Copy)]
struct Line {
    span: Span,
    /// The number of its group.
    group: usize,
}

/// Lines with a quota for the same pieces; no two of them share a square.
#[derive(Debug, Clone)]
struct LineGroup {
    /// The numbers of the lines in the group that have a minimum.
    lines: Vec<usize>,
    /// The kinds that are counted.
    kinds: Vec<usize>,
}

/// The quotas of a problem, for the sets of squares `S`.
pub(super) struct Quotas<S> {
    lines: Vec<Line>,
    /// The squares of each line.
    squares: S,
    /// The groups of lines.
    groups: Vec<LineGroup>,
    /// For each kind and square, the lines that count a piece there.
    lines_of: Vec<Vec<usize>>,
    /// The number of squares of the board.
    places: usize,
}

impl Quotas<Sets> {
    pub(super) fn from_problem(problem: &Problem) -> Self {
        let board = problem.board();
        let (order, places) = (ReadingOrder::new(board), board.squares());
        let all: Vec<&Pieces> = problem.pieces().collect();
        let mut quotas = Self {
            lines: Vec::new(),
            squares: Sets::empty(0, words_for(places)),
            groups: Vec::new(),
            lines_of: vec![Vec::new(); all.len() * places],
            places,
        };
        for quota in problem.quotas() {
            let kinds = || (0..all.len()).filter(|&kind| all[kind].are_counted(quota.letter));
            let no_lines = || LineGroup { lines: Vec::new(), kinds: kinds().collect() };
            quotas.groups.push(no_lines());
            for line in problem.lines_along(quota.along) {
                // The two main diagonals cross.
                if quota.along == LineType::Main {
                    quotas.groups.push(no_lines());
                }
                let (number, group) = (quotas.lines.len(), quotas.groups.len() - 1);
                if quota.span.least > 0 {
                    quotas.groups[group].lines.push(number);
                }
                let line: Vec<usize> =
                    line.into_iter().map(|square| order.place(board.square(square))).collect();
                for &at in &line {
                    kinds().for_each(|kind| quotas.lines_of[kind * places + at].push(number));
                }
                quotas.lines.push(Line { span: quota.span, group });
                quotas.squares.push_squares(line);
            }
        }
        quotas
    }

    pub(super) fn widen<M: Mask>(self) -> Quotas<Vec<M>> {
        let Self { lines, squares, groups, lines_of, places } = self;
        Quotas { lines, squares: squares.masks(), groups, lines_of, places }
    }
}

impl<M: Mask> Quotas<Vec<M>> {
    /// Returns the number of lines.
    pub(super) fn number(&self) -> usize {
        self.lines.len()
    }

    /// Returns the lines that count a piece.
    #[inline(always)]
    pub(super) fn lines_of(&self, square: usize, kind: usize) -> &[usize] {
        &self.lines_of[kind * self.places + square]
    }

    /// Closes the full lines among those that count the last piece; false if a line has too many pieces.
    /// `counts` holds the number of pieces of each line.
    #[inline(always)]
    pub(super) fn close(&self, counts: &[u32], node: &mut ReadingNode<M>) -> bool {
        match node.piece {
            Some((square, kind)) => {
                self.lines_of(square, kind).iter().all(|&line| self.close_line(line, counts, node))
            }
            None => (0..self.lines.len()).all(|line| self.close_line(line, counts, node)),
        }
    }

    #[inline(always)]
    fn close_line(&self, line: usize, counts: &[u32], node: &mut ReadingNode<M>) -> bool {
        let Line { span, group } = self.lines[line];
        if span.most == Some(counts[line]) {
            for &kind in &self.groups[group].kinds {
                node.free[kind] = node.free[kind].and_not(self.squares[line]);
            }
        }
        span.most.is_none_or(|most| counts[line] <= most)
    }

    /// Removes from a node the squares that leave lines with too few pieces; false if some line has too few
    /// in any case. The next piece must not come after `limit`, which is lowered.
    #[inline(always)]
    pub(super) fn prune(&self, counts: &[u32], node: &mut ReadingNode<M>, limit: &mut usize) -> bool {
        for group in &self.groups {
            let (mut lacking, mut left) = (0, 0);
            let (mut open, mut wanted) = (M::EMPTY, M::EMPTY);
            for &kind in &group.kinds {
                left += node.left[kind];
                open = open.or(node.todo[kind]);
            }
            for &line in &group.lines {
                let least = self.lines[line].span.least;
                if counts[line] >= least {
                    continue;
                }
                lacking += least - counts[line];
                let squares = self.squares[line];
                let Some(last) = from_last(open.and(squares), least - counts[line]) else { return false };
                *limit = last.min(*limit);
                wanted = wanted.or(squares);
            }
            if lacking > left {
                return false;
            }
            if lacking == left {
                for &kind in &group.kinds {
                    node.todo[kind] = node.todo[kind].and(wanted);
                }
            }
        }
        true
    }

    /// Returns the number of bytes held.
    pub(super) fn memory(&self) -> usize {
        let of_lines = self.squares.len() * (size_of::<M>() + size_of::<Line>());
        let lines_of = self.lines_of.iter().map(|lines| size_of_val(&lines[..]) + size_of::<Vec<usize>>());
        of_lines + lines_of.sum::<usize>()
    }
}
