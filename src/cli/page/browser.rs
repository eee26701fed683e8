//! The user's browser.

use std::process::{Command, Stdio};

/// Opens an address in the browser, if the system has a program for that. Returns whether it was started.
pub(super) fn open(address: &str) -> bool {
    let Some(mut command) = opener() else { return false };
    let started =
        command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = started else { return false };
    // The system keeps a process that has ended until somebody has waited for it.
    let _ = std::thread::Builder::new().spawn(move || child.wait());
    true
}

#[cfg(target_os = "macos")]
fn opener() -> Option<Command> {
    Some(Command::new("open"))
}

/// `start` is a command of a shell, which would read signs of the address.
#[cfg(windows)]
fn opener() -> Option<Command> {
    let mut command = Command::new("rundll32");
    command.arg("url.dll,FileProtocolHandler");
    Some(command)
}

/// Without a screen, the program would open a browser in this terminal.
#[cfg(not(any(target_os = "macos", windows)))]
fn opener() -> Option<Command> {
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"]
        .into_iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    has_screen.then(|| Command::new("xdg-open"))
}
