//! Two armies of queens, rooks or bishops by *line labelling*.
//!
//! Queens of two armies are at peace if no rank, file or diagonal holds both. So instead of placing pieces one can
//! give every *line* to an army: a square can hold a white piece if all its lines are white, and a black one if all
//! are black. The 6n − 2 lines of an n × n board decide everything; the pieces are only counted. Bosch's integer
//! program (*Optima* 62 and 64, 1999–2000) has one variable for each line in its tight form, and Smith, Petrie and
//! Gent (CPAIOR 2004) compare such models with others. Here it is a branch and bound of three storeys:
//!
//! 1. [`pairs`]: the rows R and columns C of the white army, up to symmetry, with bounds on partial sets;
//! 2. [`half`]: the diagonals, for each *square colour* by itself: no diagonal runs through squares of both colours,
//!    so what one colour can contribute is a list of pairs (white, black), found once and completed in the other;
//! 3. [`existence`] joins the two for one placement, and [`listing`] for all of them, whose pieces [`subsets`]
//!    chooses and of which [`classes`] keeps one of each class.
//!
//! All bounds are of one kind. A square is on one diagonal of each family, so a labelling of one family alone allows
//! at least as many pieces; and there the best is simple: each diagonal goes to the army that has more there. What is
//! *more* depends on what a piece of each army is worth, and all ratios in [`sheet::WEIGHTS`] must agree. For the
//! ratio that is nearest to failing, [`flow`] goes on with the other family where the first has ended. That is what
//! makes the search quick: with 38 queens in each army on 16 × 16 the families leave 31 million pairs to the second
//! storey, the flow 82 thousand.
//!
//! A placement itself is quickly found by chance, see [`guess`].

mod classes;
mod existence;
mod flow;
mod guess;
mod half;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_avx2;
#[cfg(target_arch = "x86_64")]
mod lanes_avx512;
mod listing;
mod pairs;
mod proof;
mod sheet;
mod squares;
mod subsets;
#[cfg(test)]
mod tests;
mod walk;

use crate::engines::kernel::Kernel;
use lanes::Bounds;
use pairs::{Columns, Range};
pub(crate) use proof::Proof;
use squares::Board;
use std::ops::ControlFlow;
use walk::Task;

/// No side of a board may be longer: a square colour then has at most 20 diagonals of each family, and counts times
/// weights fit in a byte.
pub(crate) const MOST: usize = 20;

/// There are no more units than this.
const UNITS: usize = 1024;

/// The lines that a kind of piece moves along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Families {
    /// Ranks, files and diagonals.
    Queen,
    /// Ranks and files.
    Rook,
    /// Diagonals.
    Bishop,
}

impl Families {
    /// Whether ranks and files belong to it.
    fn orthogonals(self) -> bool {
        self != Self::Bishop
    }

    /// Whether diagonals belong to it.
    fn diagonals(self) -> bool {
        self != Self::Rook
    }
}

/// How many pieces each army has.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    armies: [u32; 2],
    /// What they are worth.
    needed: Bounds,
}

/// What a search for one placement has found in a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The squares of each army, rank by rank, if there is a placement.
    pub(crate) witness: Option<(Vec<usize>, Vec<usize>)>,
    /// What was considered.
    pub(crate) proof: Proof,
    /// Whether the unit was searched to its end. A search ends with a witness.
    pub(crate) complete: bool,
}

/// Takes a placement of a class, the squares of each army, and how many placements are in the class.
pub(crate) type Visitor<'a> = dyn FnMut(&[u16], &[u16], u64) -> ControlFlow<()> + 'a;

/// What is wanted from the pairs of rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// One placement: R and C are the rows and columns in which black has nothing.
    Existence,
    /// All of them: R and C are those in which white has something, one placement of each class.
    Classes,
    /// The same, all placements.
    Labelled,
}

/// Two armies of one kind of piece that moves along lines, made ready.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    /// Never with more rows than columns: few sets of rows, each with a tree of columns, are much better than many.
    board: Board,
    /// Whether rows and columns have changed places.
    turned: bool,
    sizes: Sizes,
    /// Sets of rows up to reversal, the smaller ones first.
    rows: Vec<u32>,
    /// Where, in the same list of columns, the sets of each size begin.
    starts: Vec<usize>,
    kernel: Kernel,
}

impl Lines {
    /// The armies on a rectangle; `None` if a side is longer than [`MOST`].
    pub(crate) fn new(
        rows: usize,
        columns: usize,
        families: Families,
        first: u32,
        second: u32,
    ) -> Option<Self> {
        let sides = 1..=MOST;
        if !sides.contains(&rows) || !sides.contains(&columns) || first.max(second) as usize > MOST * MOST {
            return None;
        }
        let turned = rows > columns;
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        let board = Board::new(rows, columns, families);
        let sizes = Sizes { armies: [first, second], needed: Bounds::of(first, second) };
        let sets = |len: usize| if families.orthogonals() { pairs::sets(len) } else { Vec::new() };
        let (rows, column_sets) = (sets(rows), sets(columns));
        let starts = (0..=columns as u32 + 1)
            .map(|len| column_sets.partition_point(|set| set.count_ones() < len))
            .collect();
        Some(Self { board, turned, sizes, rows, starts, kernel: Kernel::best() })
    }

    /// The same with the instructions of a kernel, if the processor has them.
    pub(crate) fn with_kernel(mut self, kernel: Kernel) -> Option<Self> {
        self.kernel = kernel;
        kernel.is_available().then_some(self)
    }

    /// How many units there are. They are independent, and numbered in the same way everywhere.
    pub(crate) fn units(&self) -> usize {
        if self.board.families.orthogonals() { self.rows.len().min(UNITS) } else { 1 }
    }

    /// About how much work a unit is, compared with others.
    pub(crate) fn work(&self, unit: usize) -> f64 {
        let columns = |rows: usize| self.considered(rows, Purpose::Existence).1 as f64;
        1.0 + self.rows_of(unit).map(columns).sum::<f64>()
    }

    /// Sets of rows of a unit, as indices. Each unit has some of every size.
    fn rows_of(&self, unit: usize) -> impl Iterator<Item = usize> {
        (unit..self.rows.len()).step_by(self.units())
    }

    /// The squares on the board that was asked for, in order.
    fn asked(&self, squares: &[usize]) -> Vec<usize> {
        let Board { rows, columns, .. } = self.board;
        let turned = |square: &usize| square % columns * rows + square / columns;
        let mut squares = squares.to_vec();
        if self.turned {
            squares.iter_mut().for_each(|square| *square = turned(square));
            squares.sort_unstable();
        }
        squares
    }

    /// Whether colours may be swapped.
    fn alike(&self) -> bool {
        self.sizes.armies[0] == self.sizes.armies[1]
    }

    fn is_square(&self) -> bool {
        self.board.rows == self.board.columns
    }

    /// How many columns may go with some rows; none if the range is empty.
    ///
    /// Without the area, what symmetry leaves: white has no more lines than black if colours may be swapped, and no
    /// fewer columns than rows if the board may be turned.
    fn range(&self, rows: u32, purpose: Purpose, area: bool) -> Range {
        let [white, black] = self.sizes.armies;
        let (len, all) = (rows.count_ones(), (self.board.rows as u32, self.board.columns as u32));
        let mut range = Range { least: 0, most: all.1 };
        if self.is_square() {
            range.least = len;
        }
        if self.alike() && purpose != Purpose::Labelled {
            // Nothing is left if there are more rows alone.
            range.most = match ((all.0 + all.1) / 2).checked_sub(len) {
                Some(most) => range.most.min(most),
                None => return Range { least: 1, most: 0 },
            };
        }
        if !area {
            return range;
        }
        if purpose != Purpose::Existence {
            // Each row and column of white holds a piece.
            range.most = if len <= white { range.most.min(white) } else { 0 };
            range.least = if len <= white { range.least.max(u32::from(white > 0)) } else { 1 };
        }
        let fits = |columns: &u32| len * columns >= white && (all.0 - len) * (all.1 - columns) >= black;
        let mut fitting = (range.least..=range.most).filter(fits);
        match fitting.next() {
            Some(least) => Range { least, most: fitting.next_back().unwrap_or(least) },
            None => Range { least: 1, most: 0 },
        }
    }

    /// How many sets of columns go with the rows at an index, up to symmetry: all, and those with enough squares.
    fn considered(&self, index: usize, purpose: Purpose) -> (u64, u64) {
        let rows = self.rows[index];
        let [all, fitting] = [false, true].map(|area| {
            let range = self.range(rows, purpose, area);
            if range.least > range.most {
                return 0;
            }
            let mut first = self.starts[range.least as usize];
            if self.is_square() {
                first = first.max(index);
            }
            self.starts[range.most as usize + 1].saturating_sub(first) as u64
        });
        (all, fitting)
    }

    /// The columns to go with the rows at an index, if there can be any.
    fn columns(&self, index: usize, purpose: Purpose) -> Option<Columns> {
        let rows = self.rows[index];
        let range = self.range(rows, purpose, true);
        let not_less = self.is_square().then_some(rows);
        (range.least <= range.most).then_some(Columns { board: self.board, rows, range, not_less })
    }

    /// Looks for one placement in a unit. `should_stop` is asked now and then.
    pub(crate) fn search(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> Found {
        let mut existence = existence::Existence::new(self.board, self.sizes, should_stop);
        let mut proof = Proof::default();
        let task = Task {
            lines: self,
            unit,
            purpose: Purpose::Existence,
            visitor: &mut existence,
            proof: &mut proof,
            should_stop,
        };
        let walked = self.kernel.run(task);
        let complete = walked.is_continue() || existence.witness.is_some();
        let witness = existence.witness.map(|(first, second)| (self.asked(&first), self.asked(&second)));
        Found { witness, proof, complete }
    }

    /// Looks for one placement by chance, in a way that the seed decides: a try of some milliseconds, about fifteen
    /// on the largest boards. `None` says nothing about whether there is one.
    pub(crate) fn guess(
        &self,
        seed: u64,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<(Vec<usize>, Vec<usize>)> {
        let (first, second) = guess::walk(&self.board, self.sizes.armies, seed, should_stop)?;
        Some((self.asked(&first), self.asked(&second)))
    }

    /// Lists one placement of each class whose representative lies in the unit: the squares of each army, rank by
    /// rank, and how many placements are in the class.
    ///
    /// A class holds what the board's symmetries make of a placement, and if the armies are equally large what
    /// swapping their colours does. Each class is visited once, in one of the units. `visit` can break the search
    /// off, and so can `should_stop`, which is asked now and then. Whether the unit was searched to its end.
    pub(crate) fn list(&self, unit: usize, visit: &mut Visitor<'_>, should_stop: &dyn Fn() -> bool) -> bool {
        let mut proof = Proof::default();
        let short =
            |squares: Vec<usize>| squares.into_iter().map(|square| square as u16).collect::<Vec<u16>>();
        let mut take = |placed: &listing::Placed<'_>| {
            let mut tell = |first: &[usize], second: &[usize], class: u64| {
                visit(&short(self.asked(first)), &short(self.asked(second)), class)
            };
            classes::visit(placed, &mut tell, should_stop)
        };
        let mut listing = listing::Listing::new(self.board, self.sizes, &mut take, should_stop);
        let task = Task {
            lines: self,
            unit,
            purpose: Purpose::Classes,
            visitor: &mut listing,
            proof: &mut proof,
            should_stop,
        };
        self.kernel.run(task).is_continue()
    }

    /// How many placements there are in the unit with their images under the board's symmetries; `None` if it was
    /// stopped. Over all units that is the number of placements.
    ///
    /// Made for sizes near the maximum. It is right for all, as long as the number has at most 128 bits; but a unit
    /// that would fill the memory is stopped as well.
    pub(crate) fn count(&self, unit: usize, should_stop: &dyn Fn() -> bool) -> Option<u128> {
        let mut proof = Proof::default();
        let mut count = 0;
        let mut take = |placed: &listing::Placed<'_>| {
            count += placed.count();
            ControlFlow::Continue(())
        };
        let mut listing = listing::Listing::new(self.board, self.sizes, &mut take, should_stop);
        let task = Task {
            lines: self,
            unit,
            purpose: Purpose::Labelled,
            visitor: &mut listing,
            proof: &mut proof,
            should_stop,
        };
        self.kernel.run(task).is_continue().then_some(count)
    }
}
