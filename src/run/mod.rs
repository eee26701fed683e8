//! Counts that take long: written down unit by unit, continued after a stop, shared among machines, put together again.
//!
//! A count is a sum over units that are the same everywhere ([`crate::plan::kept::UnitPlan`]). What was counted of it is kept as
//! [lines](Line): a [head](Head) that says what is counted, [sessions](Process), and [blocks](Block) of units. Of a
//! sweep, which is one unit, there are [states](State) instead. A **journal** is a file that grows by such lines while
//! a count runs; a **result** is a file with the lines of one part of a count, sealed with a hash and never changed.
//! Nothing else is believed: not that a program ended well, not that a scheduler says so. Whoever adds up asks of
//! every line whether it is whole, whether it belongs to this count, and of every unit whether it was counted, once or
//! with the same result twice.
//!
//! | file | what it is about |
//! |---|---|
//! | `ranges` | sets of numbers as people and schedulers write them: `3,17,40-44` |
//! | `line` | one object of JSON on a line, with a check sum |
//! | `head` | what is counted |
//! | `head_error` | what can be wrong with that |
//! | `how`, `old` | by which plan, and what there is to add up; the same in files of before |
//! | `block` | units that were counted |
//! | `state` | a state of a sweep, in a file of its own |
//! | `record` | a journal or a result, read and checked |
//! | `files` | files that are written as a whole: nothing is half replaced, no link followed |
//! | `store` | a file that grows, on a disk that may be full |
//! | `lock` | who writes a journal |
//! | `machine` | this machine and this process, as files name them |
//! | `log` | a journal as a file that is written while a count runs |
//! | `keeper` | what is written to it: units that were counted, states of a sweep |
//! | `journal` | a count with its journal |
//! | `square_lines` | what is asked by square, and the numbers that are known |
//! | `by_square` | the journal of placements by square, line by line |
//! | `in_file` | the same for a caller that names a file |
//! | `campaign` | a folder with a plan and the parts of a count |
//! | `part` | counting a part |
//! | `merge` | adding up results, and what is wrong with them |
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
#[cfg(feature = "cli")]
pub(crate) mod campaign;
pub(crate) mod files;
pub(crate) mod head;
mod head_error;
mod how;
mod in_file;
pub(crate) mod journal;
mod keeper;
mod line;
pub(crate) mod lock;
pub(crate) mod log;
pub(crate) mod machine;
#[cfg(feature = "cli")]
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

pub use block::{Block, BlockError, Done};
pub use head::{Head, HeadError};
pub use in_file::{answer_in_file, by_square_in_file};
pub use line::JournalLineError;
pub use record::{CountPart, JournalEntry, Line, Parts, Process, Record, RecordError, Seal, host, sealed};
pub use state::State;
