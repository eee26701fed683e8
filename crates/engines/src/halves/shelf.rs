//! Sheets, kept or written when they are needed.
//!
//! All sheets of 20 queens take half a gigabyte, of 22 four, of 26 eighty. But a row set needs four of them,
//! or six, and one sheet serves many row sets. Let `g` be the number of sets of rows in the north and `s`
//! that in the south: then `2 (g + s)` sheets are written for `g s` row sets. With 22 queens these are 22 and
//! 22, and writing sheets takes less than a hundredth of the time.

use super::quarters::{QuarterSheet, SheetSource};
use super::row_sets::{Cut, RowSets};
use super::subsets::Subsets;
use rayon::prelude::*;

/// The maximum number of bytes of sheets that are kept. If they took more, writing them when they are needed
/// takes hardly any time.
pub(super) const MAX_KEPT_BYTES: f64 = 1e9;
/// The number of sheets that a thread writes at once, when all are written.
const AT_ONCE: usize = 16;

/// One item for each cut, the west first, and each of its quarters, north and south.
pub(super) type QuarterItems<T> = Vec<[T; 2]>;

/// The writers of the sheets.
pub(super) struct Sources {
    pub(super) cuts: Vec<Cut>,
    pub(super) sources: QuarterItems<Box<dyn SheetSource>>,
}

/// All sheets, by the set of rows.
pub(super) struct Lists {
    pub(super) sheets: QuarterItems<Vec<QuarterSheet>>,
}

/// The threads that enumerate, with their test whether to give up.
#[derive(Clone, Copy)]
pub(super) enum EnumerationThreads<'a> {
    /// The thread that requests the sheets.
    One(&'a dyn Fn() -> bool),
    /// All threads of the pool in which this is called.
    All(&'a (dyn Fn() -> bool + Sync)),
}

impl Sources {
    /// Writes the sheets of the northern quarters, or of the southern ones, for which these rows have their
    /// pieces in the west: one for each cut.
    pub(super) fn write(
        &self,
        (row_sets, subsets): (&RowSets, &[Subsets; 2]),
        (is_south, western): (bool, u16),
        sheets: &mut Vec<QuarterSheet>,
    ) {
        sheets.resize_with(self.cuts.len(), Default::default);
        for ((cut, sources), sheet) in self.cuts.iter().zip(&self.sources).zip(sheets) {
            let rows = row_sets.rows_in(cut, is_south, western);
            let subsets = &subsets[usize::from(cut.is_east)];
            sources[usize::from(is_south)].write(subsets, &mut std::iter::once((rows, sheet)));
        }
    }

    /// Returns all sheets; `None` if that was given up. The test runs for each of some thousand sheets, none
    /// of which takes long.
    pub(super) fn write_all(&self, subsets: &[Subsets; 2], by: EnumerationThreads<'_>) -> Option<Lists> {
        let all = |cut: &Cut, is_south: bool, source: &dyn SheetSource| -> Option<Vec<QuarterSheet>> {
            let rows = cut.quarters[usize::from(is_south)].rows.len();
            let mut sheets = vec![QuarterSheet::default(); 1 << rows];
            let write = |first: usize, sheets: &mut [QuarterSheet], should_stop: &dyn Fn() -> bool| {
                let numbered = (first as u16..=u16::MAX).zip(sheets);
                let subsets = &subsets[usize::from(cut.is_east)];
                source.write(subsets, &mut numbered.take_while(|_| !should_stop()));
            };
            let should_stop: &dyn Fn() -> bool = match by {
                EnumerationThreads::All(should_stop) => {
                    let parts = sheets.par_chunks_mut(AT_ONCE).enumerate();
                    parts.for_each(|(part, sheets)| write(part * AT_ONCE, sheets, should_stop));
                    should_stop
                }
                EnumerationThreads::One(should_stop) => {
                    write(0, &mut sheets, should_stop);
                    should_stop
                }
            };
            (!should_stop()).then_some(sheets)
        };
        let of_cut = |(cut, [north, south]): (&Cut, &[Box<dyn SheetSource>; 2])| {
            Some([all(cut, false, north.as_ref())?, all(cut, true, south.as_ref())?])
        };
        let sheets = self.cuts.iter().zip(&self.sources).map(of_cut).collect::<Option<_>>()?;
        Some(Lists { sheets })
    }
}

/// The source of the sheets.
pub(super) enum Shelf<'a> {
    /// All sheets are kept.
    Kept(&'a Lists),
    /// Sheets are written when they are needed.
    Written(&'a Sources),
}

impl Shelf<'_> {
    /// Returns the sheets of the northern quarters, or of the southern ones, for which these rows have their
    /// pieces in the west: one for each cut. Sheets that are not kept are written to `written`.
    pub(super) fn sheets<'a>(
        &'a self,
        (row_sets, subsets, cuts): (&RowSets, &[Subsets; 2], &[Cut]),
        (is_south, western): (bool, u16),
        written: &'a mut Vec<QuarterSheet>,
    ) -> Vec<&'a QuarterSheet> {
        match self {
            Self::Kept(lists) => {
                let sheets = lists.sheets.iter().map(|sheets| &sheets[usize::from(is_south)]);
                let rows = cuts.iter().map(|cut| row_sets.rows_in(cut, is_south, western));
                sheets.zip(rows).map(|(sheets, rows)| &sheets[usize::from(rows)]).collect()
            }
            Self::Written(sources) => {
                sources.write((row_sets, subsets), (is_south, western), written);
                written.iter().collect()
            }
        }
    }
}
