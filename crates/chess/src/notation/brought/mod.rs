//! Boards, regions and placements in the forms that users already have.
//!
//! A text becomes lists or ranks of signs first (`value`, `ranks`), whatever stands between and around them; what the signs mean is
//! decided by what is looked for: the drawing of a board or of its regions (`drawings`), or pieces of a problem (`pieces`). Where a
//! sign or a number could mean two things, what was read says which was taken, and a [`Legend`] says otherwise.

mod drawings;
mod fault;
mod legend;
mod pieces;
mod ranks;
mod value;

pub(super) use drawings::with_size;
pub use drawings::{ReadOutcome, read_drawings};
pub use fault::{BroughtError, BroughtFault};
pub use legend::{Legend, LegendError, Meaning};
pub use pieces::{RecordContent, is_list, placements_from_text};
pub(super) use ranks::cells;
pub(super) use value::Cell;
