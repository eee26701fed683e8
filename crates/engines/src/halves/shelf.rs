//! Sheets, kept or written when they are needed.
//!
//! All sheets of 20 queens take half a gigabyte, of 22 four, of 26 eighty. But a row set needs four of them, and one sheet serves
//! many row sets: with `g` sets of rows in the north and `s` in the south, `2 (g + s)` sheets are written for `g s` row
//! sets. With 22 queens these are 22 and 22, and writing sheets takes less than a hundredth of the time.

use super::grid::Quarter;
use super::quarters::{QuarterSheet, SheetSource};
use super::starts::Start;
use super::subsets::Subsets;
use rayon::prelude::*;
use std::sync::Arc;

/// Sheets are kept only if they take no more than this, in bytes: where they would take more, writing them when they are needed
/// takes hardly any time.
pub(super) const MAX_KEPT_BYTES: f64 = 1e9;
/// A thread writes so many sheets at once, when all are written.
const AT_ONCE: usize = 16;

/// What writes the sheets of a start.
pub(super) struct Sources {
    /// North and south.
    pub(super) west: [Box<dyn SheetSource>; 2],
    /// North and south.
    pub(super) east: [Box<dyn SheetSource>; 2],
}

/// All sheets of a start, by the set of rows.
pub(super) struct Lists {
    /// North and south.
    pub(super) west: [Vec<QuarterSheet>; 2],
    /// North and south.
    pub(super) east: [Vec<QuarterSheet>; 2],
}

/// What enumerates, and how to ask whether to give up.
#[derive(Clone, Copy)]
pub(super) enum By<'a> {
    /// The thread that asks for it.
    One(&'a dyn Fn() -> bool),
    /// All threads of the pool that this is called in.
    All(&'a (dyn Fn() -> bool + Sync)),
}

/// Rows that have their pieces in the west, of the north or of the south, and the others.
fn shared_out(start: &Start, south: bool, western: u16) -> [u16; 2] {
    [western, start.rows_of(south) & !western]
}

impl Sources {
    /// What writes the sheets of a quarter.
    fn of(&self, Quarter { south, east }: Quarter) -> &dyn SheetSource {
        let half = if east { &self.east } else { &self.west };
        half[usize::from(south)].as_ref()
    }

    /// Writes the western and the eastern sheet of the north, or of the south, where these rows have their pieces in the west.
    pub(super) fn write(
        &self,
        subsets: &Subsets,
        start: &Start,
        (south, western): (bool, u16),
        sheets: &mut [QuarterSheet; 2],
    ) {
        for ((east, rows), sheet) in
            [false, true].into_iter().zip(shared_out(start, south, western)).zip(sheets)
        {
            self.of(Quarter { south, east }).write(subsets, &mut std::iter::once((rows, sheet)));
        }
    }

    /// All sheets; `None` if that was given up. That is asked for each of some thousand, of which none takes long.
    pub(super) fn write_all(&self, subsets: &Subsets, by: By<'_>) -> Option<Lists> {
        let all = |south: bool, east: bool| -> Option<Vec<QuarterSheet>> {
            let source = self.of(Quarter { south, east });
            let mut sheets = vec![QuarterSheet::default(); 1 << subsets.side];
            let write = |first: usize, sheets: &mut [QuarterSheet], should_stop: &dyn Fn() -> bool| {
                let numbered = (first as u16..=u16::MAX).zip(sheets);
                source.write(subsets, &mut numbered.take_while(|_| !should_stop()));
            };
            let should_stop: &dyn Fn() -> bool = match by {
                By::All(should_stop) => {
                    let parts = sheets.par_chunks_mut(AT_ONCE).enumerate();
                    parts.for_each(|(part, sheets)| write(part * AT_ONCE, sheets, should_stop));
                    should_stop
                }
                By::One(should_stop) => {
                    write(0, &mut sheets, should_stop);
                    should_stop
                }
            };
            (!should_stop()).then_some(sheets)
        };
        let half = |east: bool| Some([all(false, east)?, all(true, east)?]);
        Some(Lists { west: half(false)?, east: half(true)? })
    }
}

impl Lists {
    /// The western and the eastern sheet of the north, or of the south, where these rows have their pieces in the west.
    pub(super) fn sheets(&self, start: &Start, (south, western): (bool, u16)) -> [&QuarterSheet; 2] {
        let [west, east] = shared_out(start, south, western);
        let south = usize::from(south);
        [&self.west[south][usize::from(west)], &self.east[south][usize::from(east)]]
    }
}

/// Where the sheets of a start come from.
pub(super) enum Shelf {
    /// All are at hand.
    Kept(Arc<Lists>),
    /// They are written when they are needed.
    Written(Sources),
}

impl Shelf {
    /// The western and the eastern sheet of each of these sets of northern rows in the west; what has to be written, is written
    /// there. `None` if it was given up, which is asked for each of them.
    pub(super) fn of_north<'a>(
        &'a self,
        subsets: &Subsets,
        start: &Start,
        norths: &[u16],
        should_stop: &dyn Fn() -> bool,
        written: &'a mut Vec<[QuarterSheet; 2]>,
    ) -> Option<Vec<[&'a QuarterSheet; 2]>> {
        match self {
            Self::Kept(lists) => {
                Some(norths.iter().map(|&rows| lists.sheets(start, (false, rows))).collect())
            }
            Self::Written(sources) => {
                written.resize_with(norths.len(), Default::default);
                for (&rows, sheets) in norths.iter().zip(&mut *written) {
                    if should_stop() {
                        return None;
                    }
                    sources.write(subsets, start, (false, rows), sheets);
                }
                Some(written.iter().map(<[QuarterSheet; 2]>::each_ref).collect())
            }
        }
    }

    /// The western and the eastern sheet of a set of southern rows in the west.
    pub(super) fn of_south<'a>(
        &'a self,
        subsets: &Subsets,
        start: &Start,
        rows: u16,
        written: &'a mut [QuarterSheet; 2],
    ) -> [&'a QuarterSheet; 2] {
        match self {
            Self::Kept(lists) => lists.sheets(start, (true, rows)),
            Self::Written(sources) => {
                sources.write(subsets, start, (true, rows), written);
                written.each_ref()
            }
        }
    }
}
