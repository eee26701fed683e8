//! The library as WebAssembly, which `web/build` makes. It is a file beside the program, because not every build of the
//! program has one.

use crate::cli::args::PageArguments;
use crate::cli::exit::{UsageError, fault_of_path};
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the file.
pub(super) const NAME: &str = "armistice.wasm";

/// The first bytes of such a file, with the version of its format.
const MARK: &[u8] = b"\0asm\x01\0\0\0";

/// Reads the file that the user named, or the one that belongs to this program.
pub(super) fn read(arguments: &PageArguments) -> anyhow::Result<Vec<u8>> {
    let path = match &arguments.wasm {
        Some(path) => path.clone(),
        None => find().ok_or_else(missing)?,
    };
    let content = fs::read(&path).map_err(|error| fault_of_path(&path, error))?;
    match content.starts_with(MARK) {
        true => Ok(content),
        false => {
            Err(UsageError::of_path(&path, format!("no WebAssembly: expected the {NAME} of web/build"))
                .into())
        }
    }
}

fn missing() -> UsageError {
    UsageError(format!(
        "there is no {NAME} beside this program: run web/build in the sources, or name the file with --wasm FILE"
    ))
}

/// Finds the file beside this program, as in the archives of releases, or in the sources from which `cargo` built it.
fn find() -> Option<PathBuf> {
    let program = std::env::current_exe().and_then(|path| path.canonicalize()).ok()?;
    let folder = program.parent()?;
    let target = folder.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == "target"));
    let built = target.and_then(Path::parent).map(|sources| sources.join("web/dist"));
    let places = [Some(folder.to_owned()), built];
    places.into_iter().flatten().map(|place| place.join(NAME)).find(|path| path.is_file())
}
