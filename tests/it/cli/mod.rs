//! The command as a person types it, verb by verb, and as the documents show it.

mod armies;
mod by_square;
mod command;
mod conjectures;
mod counts;
mod draw;
mod estimate;
mod export;
mod growth;
mod guesses;
mod help;
mod hostile;
mod max;
mod min;
mod new_terms;
mod outputs;
mod page;
mod proofs;
mod puzzle;
mod readme;
mod schemas;
mod solve;
mod table;
mod terminal;
mod trace;
mod verify;
