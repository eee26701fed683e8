//! `armistice page`: the page in a browser, with the engines of this machine, or as files for others.
//!
//! A small server on the loopback interface. It serves the page of `web/page` with one file replaced: its
//! engine asks this program, while that of the static page asks a worker. No other page or machine can ask.
//! Other machines cannot reach the interface. Pages of other sites do not have the random path of all files,
//! and the server refuses their names in `Host` and `Origin`.

mod base64;
mod browser;
mod budget;
mod files;
mod library;
mod request;
mod served;
mod single;
mod token;
mod written;

use super::args::PageArguments;
use super::exit::UsageError;
use super::{Exit, input, output};
use crate::plan::Settings;
use served::Server;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest number of open connections; a page has a few.
const MAX_CONNECTIONS: usize = 64;

pub(super) fn run(arguments: &PageArguments) -> anyhow::Result<Exit> {
    match (&arguments.output, &arguments.single) {
        (Some(folder), _) => return written::folder(folder, arguments),
        (None, Some(file)) => return written::one_file(file, arguments),
        (None, None) if arguments.wasm.is_some() => {
            return Err(UsageError::new(
                "--wasm is for -o DIR and --single FILE: the page that is served needs none",
            )
            .into());
        }
        (None, None) => {}
    }
    let problem = match arguments.problem.is_empty() {
        true => None,
        false => Some(input::one_problem(&arguments.problem)?),
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).map_err(|error| {
        let port = arguments.port;
        anyhow::Error::msg(format!("--port {port}: {error}: choose another, or 0 for one that is free"))
    })?;
    let port = listener.local_addr()?.port();
    let token = if arguments.port == 0 { token::new() } else { token::of_port(port) };
    let fragment =
        problem.map_or_else(String::new, |problem| format!("#{}", files::fragment(&problem.to_string())));
    let address = format!("http://127.0.0.1:{port}/{token}/{fragment}");
    output::write(&format!("{address}\n"))?;
    // The listener already accepts connections, which wait until they are answered.
    if output::is_terminal() {
        output::note(match !arguments.no_open && browser::open(&address) {
            true => "this address opens in your browser; Ctrl-C ends it",
            false => "open this address in a browser; Ctrl-C ends it",
        });
    }
    let settings: Settings = arguments.limits.settings();
    serve(&listener, &Arc::new(Server::new(port, &token, arguments.link.as_ref(), settings)));
    Ok(Exit::Complete)
}

/// Answers requests until the program ends.
fn serve(listener: &TcpListener, server: &Arc<Server>) {
    let connections = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        // The browser closed this connection before it was accepted.
        let Ok(stream) = stream else { continue };
        let one = OpenConnection(Arc::clone(&connections));
        if connections.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
            continue;
        }
        let server = Arc::clone(server);
        // If no thread can be started, the connection is closed.
        let _ = std::thread::Builder::new().spawn(move || {
            let _one = one;
            // An error means that the browser has closed the connection.
            let _ = server.answer(stream);
        });
    }
}

/// An open connection, which is counted until it is dropped.
struct OpenConnection(Arc<AtomicUsize>);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
