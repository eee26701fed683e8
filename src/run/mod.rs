//! Long counts: written down unit by unit, continued after a stop, shared among machines, and combined again.
//!
//! A count is a sum over units that are the same everywhere ([`crate::plan::kept::UnitPlan`]). Counted units
//! are kept as [lines](Line): a [head](Head) that describes the count, [sessions](Process), and
//! [blocks](Block) of units. A sweep, which is a single unit, has [states](State) instead of blocks. A
//! **journal** is a file that grows by such lines while a count runs. A **result** is a file with the lines
//! of one part of a count, sealed with a hash and never changed. Nothing else is trusted: neither the report
//! that a program ended well, nor that of a scheduler. The sum checks that every line is intact and belongs
//! to this count. It also checks that every unit was counted, once or several times with the same result.
//!
//! | file | content |
//! |---|---|
//! | `ranges` | sets of numbers as people and schedulers write them: `3,17,40-44` |
//! | `line` | one object of JSON on a line, with a check sum |
//! | `head` | the description of a count |
//! | `head_error` | the faults of that description |
//! | `how`, `old` | the plan and the terms of its sum; the same in files of earlier versions |
//! | `block` | counted units |
//! | `state` | a state of a sweep, in a file of its own |
//! | `record` | a journal or a result, read and checked |
//! | `files` | files that are written as a whole: nothing is half replaced, no link followed |
//! | `store` | a file that grows, on a disk that may be full |
//! | `lock` | the lock on a journal |
//! | `machine` | this machine and this process, as files name them |
//! | `log` | a journal as a file that is written while a count runs |
//! | `keeper` | the records in it: counted units, states of a sweep |
//! | `journal` | a count with its journal |
//! | `square_lines` | the question of a count by square, and its known numbers |
//! | `by_square` | the journal of placements by square, line by line |
//! | `in_file` | a count with a journal in a file of the caller's |
//! | `in_parts` | a count in parts as text, for programs that send the parts themselves |
//! | `campaign` | a folder with a plan and the parts of a count |
//! | `part` | counting a part |
//! | `merge` | the sum of results, and the checks on them |
//! | `status` | the progress of a count |

#![cfg_attr(
    not(feature = "cli"),
    expect(
        dead_code,
        reason = "the command alone shares counts among machines, and reports what becomes of a journal"
    )
)]

mod block;
pub(crate) mod by_square;
pub(crate) mod campaign;
pub(crate) mod files;
pub(crate) mod head;
mod head_error;
mod how;
mod in_file;
pub(crate) mod in_parts;
pub(crate) mod journal;
mod keeper;
mod line;
pub(crate) mod lock;
pub(crate) mod log;
pub(crate) mod machine;
pub(crate) mod merge;
mod old;
#[cfg(feature = "cli")]
pub(crate) mod part;
pub(crate) mod ranges;
pub(crate) mod record;
pub(crate) mod square_lines;
pub(crate) mod state;
#[cfg(feature = "cli")]
pub(crate) mod status;
mod store;

pub use block::{Block, BlockError, FinishedUnit};
pub use head::{Head, HeadError};
pub use in_file::{answer_in_file, by_square_in_file};
pub use in_parts::{PartPlan, PartsError, merge_parts};
pub use line::JournalLineError;
pub use record::{CountPart, JournalEntry, Line, Parts, Process, Record, RecordError, Seal, host, seal};
pub use state::State;
