//! The command line: it reads the arguments, finds out their meaning, and uses the terminal.
//!
//! Standard output holds results and nothing else; progress and errors go to standard error. Only this module
//! reads the clock for users, draws, or exits.

mod advice;
mod args;
mod batch;
mod bfile_terms;
mod board_file;
mod by_square;
mod certified;
mod check_placement;
mod count;
mod draw;
mod entry;
mod estimate;
mod exit;
mod export;
mod family_typed;
mod file_size;
mod formula;
mod generate;
mod guess;
mod heat;
mod help;
mod import;
mod input;
mod instead;
mod journal;
mod json_list;
mod kept;
mod manual;
mod max;
mod memory;
mod merge;
mod min;
mod misread;
mod origin;
mod output;
mod page;
mod picture_file;
mod pieces;
mod placed;
mod progress;
mod prompt;
mod proof;
mod puzzle;
mod range;
mod regions;
mod selection;
mod sequence;
mod shard;
mod solve;
mod solve_family;
mod status;
mod subtotals;
mod table;
mod table_file;
mod table_order;
mod time;
mod tip;
mod topics;
mod trace;
mod typed;
mod unique;
mod verify;
mod watch;
mod whole_file;
mod worksheet;
mod written;

pub use exit::Exit;

use args::Verb;
use std::ffi::OsString;

/// Runs the command with these arguments. The first one is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    file_size::fail_past_limit();
    let (arguments, typed) = match guess::parse(arguments.into_iter().collect()) {
        Ok(understood) => understood,
        Err(answer) => {
            // Help and the version are answers, not errors.
            if answer.use_stderr() {
                let text = answer.render();
                let plain = text.to_string();
                let shown = output::without_controls(&help::restore_characters(&text));
                // The text has colours, unless control characters of the typed words had to be removed.
                let _ = if shown == plain { answer.print() } else { output::to_stderr(&shown) };
                return Exit::Usage;
            }
            return match output::write(&help::restore_characters(&answer.render())) {
                Ok(()) => Exit::Complete,
                Err(error) => exit::report(&error),
            };
        }
    };
    let result = match arguments.verb {
        Verb::Count(arguments) => count::run(&arguments),
        Verb::Explain(arguments) => count::run(&arguments.into()),
        Verb::Max(arguments) => max::run(&arguments),
        Verb::Min(arguments) => min::run(&arguments),
        Verb::Puzzle(arguments) => puzzle::run(&arguments),
        Verb::Solve(arguments) => solve::run(&arguments),
        Verb::Sequence(arguments) => sequence::run(&arguments),
        Verb::Verify(arguments) => verify::run(&arguments),
        Verb::Table(mut arguments) => table::run(&mut arguments, &typed),
        Verb::Formula(mut arguments) => formula::run(&mut arguments),
        Verb::Check(arguments) => check_placement::run(&arguments),
        Verb::Draw(arguments) => draw::run(&arguments),
        Verb::Export(arguments) => export::run(&arguments),
        Verb::Import(arguments) => import::run(&arguments),
        Verb::Trace(arguments) => trace::run(&arguments),
        Verb::Pieces(arguments) => pieces::run(&arguments),
        Verb::Plan(arguments) => shard::plan(&arguments),
        Verb::Shard(arguments) => shard::run(&arguments),
        Verb::Missing(arguments) => merge::list_missing(&arguments),
        Verb::Merge(arguments) => merge::run(&arguments),
        Verb::Status(arguments) => status::run(&arguments),
        Verb::Page(arguments) => page::run(&arguments),
        Verb::Generate(arguments) => generate::run(&arguments),
        Verb::Symmetries => topics::show(&topics::symmetries()),
        Verb::Engines => topics::show(&topics::engines()),
    };
    result.unwrap_or_else(|error| exit::report(&error))
}
