//! The command `armistice`.

use std::process::ExitCode;

fn main() -> ExitCode {
    armistice::cli::run(std::env::args_os()).into()
}
