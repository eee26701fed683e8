//! The squares of the pieces of all placements.
//!
//! A leaf of the [splitting](super::splitting) finds, for each visiting board, the number of compatible
//! boards in the other list. So both lists visit each other, and each board's number is added to those of its
//! two placements on quarters. At the end of a row set, these numbers are added to the squares of the
//! placements. A board must record the placements that it is made of: the last of its words, which has no
//! conflicts, holds their numbers on their sheets and the number of the cut. Joining and splitting treat it
//! as any other word.
//!
//! One placement represents all equivalent ones, with its weight. Their pieces stand on other squares, but on
//! squares that the same maps carry to each other. The sums over such squares are correct, and by symmetry
//! each square has an equal part.

use super::lanes::{Chunk, JoinLanes, LaneTable, vectored};
use super::leaves::{LeafBits, LeafBuffers, List, Visit, Words, look_up, of_range};
use super::names::{MAX_CUTS, cut_of, numbers_of};
use super::quarters::QuarterSheet;
use super::row_sets::Cut;
use crate::engines::kernel::Kernel;

/// The numbers of a row set: for each placement on a quarter, the weighted number of placements of the whole
/// board that contain it.
pub(super) struct QuarterCounts<'a> {
    /// For each number of marked pieces, the shift of a pair's weight in bits: 64 for no weight.
    shifts: [u64; 3],
    /// For each cut, the beginning of the numbers of northern and of southern placements.
    firsts: [[usize; 2]; MAX_CUTS],
    numbers: &'a mut Vec<u64>,
    /// The numbers of the boards of a leaf.
    of_boards: &'a mut Vec<u64>,
    /// The number of placements of the whole board.
    pub(super) placements: u64,
}

impl<'a> QuarterCounts<'a> {
    /// Makes zeros for the placements on these sheets, north and south by cut.
    pub(super) fn new(
        weights: [u64; 3],
        sheets: [&[&QuarterSheet]; 2],
        (numbers, of_boards): (&'a mut Vec<u64>, &'a mut Vec<u64>),
    ) -> Self {
        let mut firsts = [[0; 2]; MAX_CUTS];
        let mut next = 0;
        for (cut, firsts) in firsts.iter_mut().enumerate() {
            for (sheets, first) in sheets.iter().zip(firsts) {
                *first = next;
                next += sheets.get(cut).map_or(0, |sheet| sheet.len());
            }
        }
        numbers.clear();
        numbers.resize(next, 0);
        let shift = |weight: u64| if weight == 0 { 64 } else { u64::from(weight.trailing_zeros()) };
        Self { shifts: weights.map(shift), firsts, numbers, of_boards, placements: 0 }
    }

    /// Adds the numbers of a leaf.
    pub(super) fn note<const WORDS: usize>(
        &mut self,
        kernel: Kernel,
        [one, other]: [List<Words<'_, WORDS>>; 2],
        free: [u64; WORDS],
        buffers: &mut LeafBuffers,
    ) {
        let again = [other.clone(), one.clone()];
        let pairs =
            kernel.run(ListVisit { lists: [one, other], free, buffers: &mut *buffers, standing: &mut *self });
        let same = kernel.run(ListVisit { lists: again, free, buffers, standing: self });
        debug_assert_eq!(pairs, same, "two lists have as many pairs from either side");
        self.placements += pairs;
    }

    /// Adds the numbers of a quarter's placements, which have pieces in these of its rows, to their squares.
    pub(super) fn add_to(
        &self,
        (number, cut, is_south): (usize, &Cut, bool),
        (sheet, rows): (&QuarterSheet, u16),
        (side, squares): (usize, &mut [u128]),
    ) {
        let quarter = &cut.quarters[usize::from(is_south)];
        let first = self.firsts[number][usize::from(is_south)];
        let numbers = &self.numbers[first..first + sheet.len()];
        let used: Vec<usize> = (0..quarter.rows.len()).filter(|row| rows >> row & 1 == 1).collect();
        let width = quarter.width();
        for (list, rows) in used.chunks(2).enumerate() {
            let mut of_codes = [0u64; 256];
            for (&code, number) in sheet.code_list(list).iter().zip(numbers) {
                of_codes[usize::from(code)] += number;
            }
            for (code, &number) in of_codes.iter().enumerate().filter(|&(_, &number)| number > 0) {
                let cols = if let [_, _] = rows { [code / width, code % width] } else { [code, 0] };
                for (row, col) in rows.iter().zip(cols) {
                    let square = (quarter.rows.start + row) * side + quarter.cols.start + col;
                    squares[square] += u128::from(number);
                }
            }
        }
    }
}

/// A visit of the first list by the second one.
struct ListVisit<'a, 'b, const WORDS: usize> {
    lists: [List<Words<'a, WORDS>>; 2],
    free: [u64; WORDS],
    buffers: &'a mut LeafBuffers,
    standing: &'a mut QuarterCounts<'b>,
}

vectored!([const WORDS: usize] ListVisit<'_, '_, WORDS>, note -> u64);

impl<const WORDS: usize> ListVisit<'_, '_, WORDS> {
    /// Returns the number of placements that the pairs represent.
    #[inline(always)]
    fn note(self, lanes: impl JoinLanes) -> u64 {
        let Self { mut lists, free, buffers: LeafBuffers { left, slices, tables }, standing } = self;
        let Some(bits) = LeafBits::new(lanes, &mut lists, free, left) else { return 0 };
        standing.of_boards.clear();
        standing.of_boards.resize(lists[1].ends[2], 0);
        let mut weighing = VisitorNumbers { shifts: standing.shifts, numbers: &mut standing.of_boards[..] };
        look_up(lanes, &lists, &bits, (slices, tables), &mut weighing);
        let mut sum = 0;
        let names = lists[1].words[WORDS - 1];
        for (&name, &number) in names.iter().zip(&standing.of_boards[..]) {
            for (first, placement) in standing.firsts[cut_of(name)].into_iter().zip(numbers_of(name)) {
                standing.numbers[first + placement] += number;
            }
            sum += number;
        }
        sum
    }
}

/// A number for each visitor.
struct VisitorNumbers<'a> {
    shifts: [u64; 3],
    numbers: &'a mut [u64],
}

impl<const WORDS: usize> Visit<WORDS> for VisitorNumbers<'_> {
    #[inline(always)]
    fn visit(
        &mut self,
        lanes: impl JoinLanes,
        groups: &[(usize, usize)],
        (tables, chunks): (&[LaneTable], &[Chunk]),
        visiting: &List<Words<'_, WORDS>>,
    ) {
        for (of_visitors, range) in visiting.classes().into_iter().enumerate() {
            if !range.is_empty() {
                let mut shifts = [64; 8];
                for (shift, &(_, class)) in shifts.iter_mut().zip(groups) {
                    // Only one of the sides has marked pieces.
                    *shift = self.shifts[(class + of_visitors).min(2)];
                }
                let visitors = of_range(&visiting.words, range.clone());
                lanes.weigh(tables, chunks, visitors, shifts, &mut self.numbers[range]);
            }
        }
    }
}
