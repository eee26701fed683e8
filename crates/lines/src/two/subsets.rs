//! The choice of pieces: a given number of squares of a set, with at least one on each of some lines.

use super::squares::SquareSet;
use std::ops::ControlFlow;

/// A division of the sets of squares that hit all lines into groups: some squares that hit the lines, and any
/// others.
pub(super) struct HittingSets<F> {
    lines: Vec<SquareSet>,
    found: F,
}

impl<F: FnMut(&SquareSet, &SquareSet, u32) -> ControlFlow<()>> HittingSets<F> {
    pub(super) fn new(lines: Vec<SquareSet>, found: F) -> Self {
        Self { lines, found }
    }

    /// Visits the sets of `len` of the squares, each in one group: the chosen squares, the squares that
    /// others may be chosen from, and their number.
    pub(super) fn choose(&mut self, squares: SquareSet, len: u32) -> ControlFlow<()> {
        self.next(SquareSet::default(), squares, len)
    }

    fn next(&mut self, chosen: SquareSet, free: SquareSet, len: u32) -> ControlFlow<()> {
        if free.len() < len {
            return ControlFlow::Continue(());
        }
        // The line with the fewest squares is hit next.
        let missed = self.lines.iter().filter(|line| line.and(&chosen).len() == 0);
        let Some((_, line)) = missed.map(|line| line.and(&free)).map(|line| (line.len(), line)).min() else {
            return (self.found)(&chosen, &free, len);
        };
        if len == 0 {
            return ControlFlow::Continue(());
        }
        let mut free = free;
        for square in line.iter() {
            // Each case is decided by the first of the line's squares that is chosen.
            free.remove(square);
            let mut chosen = chosen;
            chosen.insert(square);
            self.next(chosen, free, len - 1)?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns the number of sets of `chosen` out of `of`.
pub(super) fn binomial(of: u32, chosen: u32) -> u128 {
    if chosen > of {
        return 0;
    }
    (0..chosen.min(of - chosen))
        .fold(1, |product, index| product * u128::from(of - index) / u128::from(index + 1))
}

/// Visits all sets of `len` of the squares.
pub(super) fn combinations(
    squares: &[usize],
    len: usize,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn next(
        squares: &[usize],
        len: usize,
        chosen: &mut Vec<usize>,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if len == 0 {
            return visit(chosen);
        }
        for index in 0..(squares.len() + 1).saturating_sub(len) {
            chosen.push(squares[index]);
            let visited = next(&squares[index + 1..], len - 1, chosen, visit);
            chosen.pop();
            visited?;
        }
        ControlFlow::Continue(())
    }
    next(squares, len, &mut Vec::with_capacity(len), visit)
}
