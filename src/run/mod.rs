//! Counts that take long: written down unit by unit, continued after a stop, shared among machines, put together again.
//!
//! A count is a sum over units that are the same everywhere ([`crate::plan::kept::UnitPlan`]). What was counted of it is kept as
//! *lines* ([`mod@line`]): a [head](head::Head) that says what is counted, [sessions](record::Session), and
//! [blocks](block::Block) of units. A **journal** is a file that grows by such lines while a count runs; a **result** is a
//! file with the lines of one part of a count, sealed with a hash and never changed. Nothing else is believed: not that a
//! program ended well, not that a scheduler says so. Whoever adds up asks of every line whether it is whole, whether it
//! belongs to this count, and of every unit whether it was counted, once or with the same result twice.
//!
//! | file | what it is about |
//! |---|---|
//! | [`ranges`] | sets of numbers as people and schedulers write them: `3,17,40-44` |
//! | [`mod@line`] | one object of JSON on a line, with a check sum |
//! | [`head`], `old` | what is counted, and by which plan; the same in files of before |
//! | [`units`], [`states`] | what the head says of units, and of a sweep, which has none |
//! | [`block`] | units that were counted |
//! | [`record`] | a journal or a result, read and checked |
//! | [`files`] | files that are written as a whole: nothing is half replaced, no link followed |
//! | [`store`] | a file that grows, on a disk that may be full |
//! | [`lock`] | who writes a journal |
//! | [`mod@log`] | a journal as a file that is written while a count runs |
//! | `units_log`, `states_log` | what is written to it: units that were counted, states of a sweep |
//! | [`journal`] | a count with its journal, whatever is in that |
//! | [`campaign`] | a folder with a plan and the parts of a count |
//! | [`part`] | counting a part |
//! | [`merge`] | adding up results, and what is wrong with them |
//! | [`status`] | the progress of a count |

pub mod block;
pub mod campaign;
pub mod files;
pub mod head;
pub mod journal;
pub mod line;
pub mod lock;
pub mod log;
pub mod merge;
mod old;
pub mod part;
pub mod ranges;
pub mod record;
pub mod states;
mod states_log;
pub mod status;
pub mod store;
pub mod units;
mod units_log;
