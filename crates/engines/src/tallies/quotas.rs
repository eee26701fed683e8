//! The lines of a problem that have quotas, and what is left of these.
//!
//! A line that has as many pieces as it may takes no more: its squares are closed. One that lacks some must get them from its squares
//! that are still to come. With pieces placed in reading order that says how far the next piece may go: of a line that lacks two,
//! the last square but one that is open to it must not be passed. Where lines share no square, as the ranks do, what they lack adds
//! up; if that is all that is left, nothing may stand elsewhere.

use super::digits::from_last;
use crate::board::{Mask, ReadingOrder, Sets, words_for};
use crate::engines::reading::ReadingNode;
use crate::problem::{Along, Pieces, Problem, Span};

/// A line or region with a quota.
#[derive(Debug, Clone, Copy)]
struct Line {
    span: Span,
    /// The number of its group.
    group: usize,
}

/// Lines of which no two share a square, with a quota for the same pieces.
#[derive(Debug, Clone)]
struct LineGroup {
    /// By number, the lines in it that must have some.
    lines: Vec<usize>,
    /// The kinds that are counted.
    kinds: Vec<usize>,
}

/// The quotas of a problem, for the sets of squares `S`.
pub(super) struct Quotas<S> {
    lines: Vec<Line>,
    /// By line.
    squares: S,
    groups: Vec<LineGroup>,
    /// By kind and square, the lines that count a piece there.
    lines_of: Vec<Vec<usize>>,
    places: usize,
}

impl Quotas<Sets> {
    pub(super) fn of(problem: &Problem) -> Self {
        let board = problem.board();
        let (order, places) = (ReadingOrder::of(board), board.squares());
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
                // The diagonals from corner to corner cross.
                if quota.along == Along::Main {
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
    /// How many lines there are.
    pub(super) fn number(&self) -> usize {
        self.lines.len()
    }

    /// The lines that count a piece.
    #[inline(always)]
    pub(super) fn lines_of(&self, square: usize, kind: usize) -> &[usize] {
        &self.lines_of[kind * self.places + square]
    }

    /// Closes the lines that are full, of those with the piece that came last; false if one has too many. `counts` says how many
    /// pieces each line has.
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

    /// Takes from a node the squares that leave lines with too few; false if some have too few anyway. The next piece must not come
    /// after `limit`, which is lowered.
    #[inline(always)]
    pub(super) fn narrow(&self, counts: &[u32], node: &mut ReadingNode<M>, limit: &mut usize) -> bool {
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

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        let of_lines = self.squares.len() * (size_of::<M>() + size_of::<Line>());
        let lines_of = self.lines_of.iter().map(|lines| size_of_val(&lines[..]) + size_of::<Vec<usize>>());
        of_lines + lines_of.sum::<usize>()
    }
}
