//! Half boards: quarters joined.
//!
//! If the rows are given, a half's columns can be divided between north and south in some hundred ways. In
//! each way the northern and the southern placements are two short lists, and a half board is one of each
//! that do not meet. All of it is one loop over the placements of one quarter, the *outer* ones, in the order
//! of their columns. The *inner* partners of each are looked up by the rank of its columns, and compared all
//! at once. A loop over the ways with a loop over the outer list inside took three times as long: the lists
//! are so short that the processor mispredicts their ends.

use super::lanes::{
    Buffer, HalfBoardFilter, JoinLanes, Joins, MAX_JOINS, MAX_WORDS, Pairs, UnmarkedTreatment,
};
use super::quarters::QuarterSheet;
use super::subsets::Subsets;
use std::ops::Range;

/// The number of half boards for which there is room in a part; half boards are written in such parts.
const ROOM: usize = 1 << 16;

/// Evaluates an expression in which a number is a constant: one of those listed, or the last.
macro_rules! with_constant {
    ($value:expr, one of $($number:literal)* or $most:expr, $name:ident => $body:expr) => {
        match $value {
            $($number => {
                const $name: usize = $number;
                $body
            })*
            _ => {
                const $name: usize = $most;
                $body
            }
        }
    };
}

pub(super) use with_constant;

/// The placements on a quarter that use the same rows.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) sheet: &'a QuarterSheet,
    pub(super) rows: u16,
    /// For each place, the bits that a piece there meets.
    pub(super) meets: &'a [Vec<u16>],
}

impl Side<'_> {
    /// Returns its sets of columns, in order.
    fn cols<'a>(&self, subsets: &'a Subsets) -> &'a [u16] {
        subsets.of_size(self.rows.count_ones() as usize)
    }
}

/// Both quarters of a half.
pub(super) struct QuarterPair<'a> {
    /// The quarter with fewer placements: for each of these, the loop visits those of the other.
    pub(super) outer: Side<'a>,
    pub(super) inner: Side<'a>,
    subsets: &'a Subsets,
    /// The columns of the half that take a piece.
    cols: u16,
}

/// The half boards of a row set: those of the west, and those of the east in all ways to cut it.
pub(super) struct HalfBoards<'a> {
    pub(super) west: QuarterPair<'a>,
    pub(super) easts: [Option<QuarterPair<'a>>; 2],
}

/// The pairs of half boards of a row set.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct PairCounts {
    /// The number of compatible pairs with no marked piece, one and two.
    pub(super) pairs: [u64; 3],
    /// The number of half boards made.
    pub(super) half_boards: u64,
    /// True if the count was not stopped.
    pub(super) complete: bool,
}

impl<'a> QuarterPair<'a> {
    /// Makes the half with these quarters, north and south, and columns.
    pub(super) fn new([north, south]: [Side<'a>; 2], subsets: &'a Subsets, cols: u16) -> Self {
        let is_north_outer = north.sheet.len() <= south.sheet.len();
        let (outer, inner) = if is_north_outer { (north, south) } else { (south, north) };
        Self { outer, inner, subsets, cols }
    }

    /// Writes the partners of each rank, and calls `visit` with the outer and the inner placements that
    /// divide the columns in each way. Either may be empty: a branch that skips these ways would often be
    /// mispredicted.
    #[inline(always)]
    fn find_partners(
        &self,
        partners: &mut Vec<[u32; 3]>,
        mut visit: impl FnMut(usize, [usize; 3], [usize; 3]),
    ) {
        partners.clear();
        for (rank, &cols) in self.outer.cols(self.subsets).iter().enumerate() {
            let outer = self.outer.sheet.of_cols(rank);
            // If there are no outer placements of these columns, the value does not matter.
            let inner = self.inner.sheet.of_cols(self.subsets.rank(self.cols & !cols));
            partners.push(inner.map(|at| at as u32));
            visit(rank, outer, inner);
        }
    }

    /// Adds the wanted half boards as words of bits, to as many lists as there are words. `joins` words must
    /// not meet.
    #[inline(always)]
    pub(super) fn join(
        &self,
        lanes: impl JoinLanes,
        joins: usize,
        wanted: HalfBoardFilter,
        partners: &mut Vec<[u32; 3]>,
        boards: &mut [Buffer<u64>],
    ) {
        // Room for all pairs would be some ten times the room of the half boards.
        let mut parts = Vec::new();
        let (mut start, mut room) = (0, 0);
        self.find_partners(partners, |_, outer, inner| {
            let more = (outer[2] - outer[0]) * (inner[2] - inner[0]);
            if room + more > ROOM && room > 0 {
                parts.push((start..outer[0], room));
                (start, room) = (outer[0], 0);
            }
            room += more;
        });
        parts.push((start..self.outer.sheet.len(), room));
        for (range, room) in parts {
            boards.iter_mut().for_each(|words| words.reserve(room));
            with_constant!(joins, one of 1 2 3 or MAX_JOINS, JOINS => {
                with_constant!(boards.len(), one of 1 2 or MAX_WORDS, WORDS => {
                    if let Some(boards) = boards.first_chunk_mut::<WORDS>() {
                        let (outer, inner) = (self.outer.sheet, self.inner.sheet);
                        let words = std::array::from_fn(|word| [outer, inner].map(|sheet| sheet.words(word)));
                        let outer = (joins_of::<JOINS>(outer), range);
                        lanes.join(outer, joins_of(inner), partners, words, wanted, boards);
                    }
                });
            });
        }
    }

    /// Writes the half boards that have a weight, by the number of their marked pieces, as pairs in batches
    /// of at most `most` outer and inner placements. `joins` words must not meet.
    #[inline(always)]
    pub(super) fn pair(
        &self,
        lanes: impl JoinLanes,
        joins: usize,
        most: usize,
        weights: [u64; 3],
        paired: &mut PairBatches,
    ) {
        let PairBatches { pairs, batches, partners, parts } = paired;
        pairs.iter_mut().for_each(Pairs::clear);
        batches.clear();
        parts.clear();
        self.find_partners(partners, |rank, outer, inner| {
            if outer[0] == outer[2] || inner[0] == inner[2] {
                return;
            }
            let part = BatchPart { outer: outer[0]..outer[2], inner: inner[0]..inner[2], tile_of: None };
            match parts
                .last_mut()
                .filter(|last| last.tile_of.is_none())
                .map(|last| (last.combine(&part), last))
            {
                Some((both, last)) if both.fits(most) => *last = both,
                _ if part.fits(most) => parts.push(part),
                _ => parts.extend(part.tiles(most, rank, inner[1])),
            }
        });
        for BatchPart { outer, inner, tile_of } in parts.iter() {
            if let &Some((rank, border)) = tile_of {
                let border = border.clamp(inner.start, inner.end);
                partners[rank] = [inner.start, border, inner.end].map(|at| at as u32);
            }
            let starts: [usize; 3] = std::array::from_fn(|marks| pairs[marks].len());
            pairs.iter_mut().for_each(|pairs| pairs.reserve(outer.len() * inner.len()));
            let unmarked = UnmarkedTreatment::from_weights(weights);
            with_constant!(joins, one of 1 2 3 or MAX_JOINS, JOINS => {
                let ones = (joins_of::<JOINS>(self.outer.sheet), outer.clone());
                let others = (joins_of(self.inner.sheet), inner.start);
                lanes.pair(ones, others, partners, unmarked, pairs);
            });
            batches.push(JoinBatch {
                outer: outer.clone(),
                inner: inner.clone(),
                pairs: std::array::from_fn(|marks| starts[marks]..pairs[marks].len()),
            });
        }
    }
}

/// Returns a quarter's placements as used for joining.
#[inline(always)]
fn joins_of<const JOINS: usize>(sheet: &QuarterSheet) -> Joins<'_, JOINS> {
    Joins { bits: std::array::from_fn(|join| sheet.joins(join)), cells: sheet.cells.as_slice() }
}

/// Half boards as pairs, in batches.
#[derive(Debug, Default)]
pub(super) struct PairBatches {
    /// The pairs with no marked piece, with one and with two.
    pub(super) pairs: [Pairs; 3],
    pub(super) batches: Vec<JoinBatch>,
    partners: Vec<[u32; 3]>,
    parts: Vec<BatchPart>,
}

/// Placements whose sets are looked up together, by their numbers in the lists of their quarters, with their
/// pairs.
#[derive(Debug, Default, Clone)]
pub(super) struct JoinBatch {
    pub(super) outer: Range<usize>,
    pub(super) inner: Range<usize>,
    /// The pairs by number of marked pieces.
    pub(super) pairs: [Range<usize>; 3],
}

/// Placements of both quarters to be paired in one batch.
#[derive(Debug, Clone)]
struct BatchPart {
    outer: Range<usize>,
    inner: Range<usize>,
    /// The rank of the outer columns, and the first inner placement with a marked piece. Only set if these
    /// are some of the placements that divide the columns in one way.
    tile_of: Option<(usize, usize)>,
}

impl BatchPart {
    fn fits(&self, most: usize) -> bool {
        self.outer.len() <= most && self.inner.len() <= most
    }

    /// Returns this part combined with the next one: outer placements follow, inner ones come before.
    fn combine(&self, next: &Self) -> Self {
        let inner = next.inner.start.min(self.inner.start)..next.inner.end.max(self.inner.end);
        Self { outer: self.outer.start..next.outer.end, inner, tile_of: None }
    }

    /// Divides a large part into small ones.
    fn tiles(self, most: usize, rank: usize, border: usize) -> impl Iterator<Item = Self> {
        let cut = move |range: Range<usize>| {
            let end = range.end;
            range.step_by(most).map(move |start| start..end.min(start + most))
        };
        cut(self.outer.clone()).flat_map(move |outer| {
            cut(self.inner.clone()).map(move |inner| Self {
                outer: outer.clone(),
                inner,
                tile_of: Some((rank, border)),
            })
        })
    }
}
