//! `armistice page`: the page in a browser, with the engines of this machine.
//!
//! A small server on the loopback interface. It serves the page of `web/page` with one file replaced: its
//! engine asks this program, while that of the static page asks a worker. No other page or machine can ask.
//! Other machines cannot reach the interface. Pages of other sites do not have the random path of all files,
//! and the server refuses their names in `Host` and `Origin`.

mod budget;
mod files;
mod request;
mod served;

use super::args::PageArguments;
use super::{Exit, input, output};
use crate::plan::Settings;
use served::Server;
use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest number of open connections; a page has a few.
const MAX_CONNECTIONS: usize = 64;

pub(super) fn run(arguments: &PageArguments) -> anyhow::Result<Exit> {
    let problem = match arguments.problem.is_empty() {
        true => None,
        false => Some(input::one_problem(&arguments.problem)?),
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).map_err(|error| {
        let port = arguments.port;
        anyhow::Error::msg(format!("--port {port}: {error}: choose another, or 0 for one that is free"))
    })?;
    let port = listener.local_addr()?.port();
    let token = token();
    let fragment =
        problem.map_or_else(String::new, |problem| format!("#{}", files::fragment(&problem.to_string())));
    output::write(&format!("http://127.0.0.1:{port}/{token}/{fragment}\n"))?;
    if output::is_terminal() {
        output::note("open this address in a browser; Ctrl-C ends it");
    }
    let settings: Settings = arguments.limits.settings();
    serve(&listener, &Arc::new(Server::new(port, &token, settings)));
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

/// Returns a token that others cannot guess: the keys of the hashes come from the system's source of
/// randomness.
fn token() -> String {
    let word = || RandomState::new().hash_one(0);
    format!("{:016x}{:016x}", word(), word())
}
