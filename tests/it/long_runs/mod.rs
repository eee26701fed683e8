//! Counts that are written down: killed, stopped, continued, shared among processes, damaged, put together.

mod advice;
mod faulty_disks;
mod journal;
mod journal_faults;
mod left_behind;
mod merge;
mod old_journals;
mod other_versions;
mod parts;
mod squares_journal;
mod sweep_journal;
mod trees;
