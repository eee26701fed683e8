//! Counts that are written down: killed, stopped, continued, shared among processes, damaged, put together.

mod journal;
mod journal_faults;
mod merge;
mod parts;
mod sweep_journal;
